//! Rust source text as words and strings, without its comments: enough to look for what must not stand there.

/// A word or a text in quotation marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// A name or a keyword.
    Word(String),
    /// What stands between quotation marks.
    Text(String),
    /// A number as written.
    Number(String),
}

/// The tokens of a source and their lines, up to its module of tests.
pub fn tokens(source: &str) -> Vec<(usize, Token)> {
    let code = source.split("#[cfg(test)]\nmod ").next().unwrap_or(source);
    let mut scan = Scan { chars: code.chars().collect(), at: 0, line: 1, found: Vec::new() };
    while scan.at < scan.chars.len() {
        scan.next();
    }
    scan.found
}

struct Scan {
    chars: Vec<char>,
    at: usize,
    line: usize,
    found: Vec<(usize, Token)>,
}

impl Scan {
    fn peek(&self, ahead: usize) -> char {
        self.chars.get(self.at + ahead).copied().unwrap_or('\0')
    }

    fn bump(&mut self) -> char {
        let next = self.peek(0);
        self.line += usize::from(next == '\n');
        self.at += 1;
        next
    }

    fn next(&mut self) {
        let line = self.line;
        match (self.peek(0), self.peek(1)) {
            ('/', '/') => while self.at < self.chars.len() && self.bump() != '\n' {},
            ('/', '*') => while self.at < self.chars.len() && !(self.bump() == '*' && self.peek(0) == '/') {},
            ('"', _) => {
                self.bump();
                let text = self.text();
                self.found.push((line, Token::Text(text)));
            }
            ('r', '"' | '#') if self.raw_marks().is_some() => {
                let marks = self.raw_marks().unwrap_or(0);
                let text = self.raw(marks);
                self.found.push((line, Token::Text(text)));
            }
            // A character, or else a lifetime.
            ('\'', '\\') => {
                self.at += 3;
                while self.at < self.chars.len() && self.bump() != '\'' {}
            }
            ('\'', _) if self.peek(2) == '\'' => self.at += 3,
            (first, _) if first.is_alphabetic() || first == '_' => {
                let word = self.while_word();
                self.found.push((line, Token::Word(word)));
            }
            (first, _) if first.is_ascii_digit() => {
                let mut number = self.while_word();
                if self.peek(0) == '.' && self.peek(1).is_ascii_digit() {
                    self.bump();
                    number = format!("{number}.{}", self.while_word());
                }
                self.found.push((line, Token::Number(number)));
            }
            _ => {
                self.bump();
            }
        }
    }

    fn while_word(&mut self) -> String {
        let mut word = String::new();
        while self.peek(0).is_alphanumeric() || self.peek(0) == '_' {
            word.push(self.bump());
        }
        word
    }

    fn text(&mut self) -> String {
        let mut text = String::new();
        while self.at < self.chars.len() {
            match self.bump() {
                '"' => break,
                '\\' => {
                    self.bump();
                    text.push(' ');
                }
                other => text.push(other),
            }
        }
        text
    }

    /// How many `#` a raw string has, where one begins here.
    fn raw_marks(&self) -> Option<usize> {
        let marks = (1..).take_while(|ahead| self.peek(*ahead) == '#').count();
        (self.peek(1 + marks) == '"').then_some(marks)
    }

    fn raw(&mut self, marks: usize) -> String {
        (0..marks + 2).for_each(|_| {
            self.bump();
        });
        let mut text = String::new();
        while self.at < self.chars.len() {
            let next = self.bump();
            if next == '"' && (0..marks).all(|ahead| self.peek(ahead) == '#') {
                self.at += marks;
                break;
            }
            text.push(next);
        }
        text
    }
}
