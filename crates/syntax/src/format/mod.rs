//! The one way to write a rule file.

mod doc;
mod expressions;
mod items;
mod lines;
mod statements;

use rota_source::{Diagnostic, Span};

use crate::ast::{Block, Change, File, Line, Name, Statement};
use crate::lexer::{self, TokenKind};
use doc::{Doc, STEP, WIDTH};

/// Writes a file in the one canonical way: two blanks of indentation, lines of at most 120 characters
/// where they can be broken, a blank line around items of several lines. Comments, single blank lines and blocks
/// that stand on one line are kept; comments inside a statement move before it.
///
/// Errors: what [`crate::parse`] finds; a file with errors is not touched.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let tokens = lexer::lex(text);
    let comments = tokens.iter().filter(|token| token.kind == TokenKind::Comment);
    let comments =
        comments.map(|token| Comment { start: token.at.start, own: token.first, text: token.text(text) });
    print(text, comments.collect())
}

/// Writes a file as [`format()`] does, but leaves its comments out: two texts that say the same become the same.
///
/// Errors: as for [`format()`].
pub fn format_without_comments(text: &str) -> Result<String, Vec<Diagnostic>> {
    print(text, Vec::new())
}

fn print(text: &str, comments: Vec<Comment<'_>>) -> Result<String, Vec<Diagnostic>> {
    let (file, problems) = crate::parse(text, 0);
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut printer = Printer { text, comments, next: 0, out: String::new() };
    printer.file(&file);
    Ok(printer.out)
}

/// A line of a construct, and the block that hangs on it.
struct Clause<'a> {
    head: Doc,
    body: Body<'a>,
}

impl<'a> Clause<'a> {
    fn plain(head: Doc) -> Clause<'a> {
        Clause { head, body: Body::None }
    }

    fn block(head: Doc, block: &'a Block) -> Clause<'a> {
        Clause { head, body: Body::Block(block) }
    }
}

/// What stands between the braces of a part.
#[derive(Clone, Copy)]
enum Body<'a> {
    /// There are no braces.
    None,
    Block(&'a Block),
    Changes(&'a [Change]),
    Lines(&'a [Line]),
    /// The words of options, each on its line.
    Options(&'a [Name]),
}

struct Comment<'t> {
    start: usize,
    /// Alone on its line.
    own: bool,
    text: &'t str,
}

struct Printer<'t> {
    text: &'t str,
    comments: Vec<Comment<'t>>,
    /// The first comment that is not written yet.
    next: usize,
    out: String,
}

impl Printer<'_> {
    fn file(&mut self, file: &File) {
        let mut last_tall = false;
        for item in &file.items {
            let before = self.out.len();
            self.unit(item.span, &items::parts(item, ""), 0);
            let written = self.out.get(before..).unwrap_or("");
            let tall = height(written) > 1;
            if (tall || last_tall) && before > 0 && !written.starts_with('\n') {
                self.out.insert(before, '\n');
            }
            last_tall = tall;
        }
        self.comments_before(self.text.len(), 0);
    }

    /// An item, a change, a statement or a line of a scenario, with its comments.
    fn unit(&mut self, span: Span, parts: &[Clause<'_>], indent: usize) {
        let (start, end) = (span.start as usize, span.end as usize);
        self.comments_before(start, indent);
        let blank = self.blank_before(start);
        let head_end = parts.first().map_or(end, |part| self.head_end(part, span));
        let inner_comments = self.comments.get(self.next).is_some_and(|comment| comment.start < head_end);
        if blank {
            self.blank();
        }
        if inner_comments {
            // What was said inside of it is now said before it.
            self.comments_before(head_end, indent);
        }
        let one_line = !self.text.get(start..end).unwrap_or("").contains('\n');
        let flat = if one_line { flat(parts) } else { None };
        match flat.filter(|flat| indent + flat.chars().count() <= WIDTH) {
            Some(flat) => {
                self.margin(indent);
                self.out.push_str(&flat);
                self.out.push('\n');
            }
            None => self.broken(span, parts, indent),
        }
        self.trailing(end);
    }

    fn broken(&mut self, span: Span, parts: &[Clause<'_>], indent: usize) {
        self.margin(indent);
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                // The next part begins behind the closing brace of the last.
                self.out.truncate(self.out.trim_end().len());
                self.out.push(' ');
            }
            let (open, close) = match part.body {
                Body::None => {
                    self.out.push_str(&part.head.layout(indent));
                    self.out.push('\n');
                    continue;
                }
                Body::Block(block) => (block.span.start as usize, block.span.end as usize),
                Body::Changes(_) | Body::Lines(_) | Body::Options(_) => {
                    (self.head_end(part, span), span.end as usize)
                }
            };
            // Its own lines stand further in than those of the block.
            let head = Doc::Row(vec![part.head.clone().nest(), Doc::text(" {")]);
            self.out.push_str(&head.layout(indent));
            self.out.push('\n');
            self.trailing(open + 1);
            let inner = indent + STEP;
            let empty = self.out.len();
            match part.body {
                Body::None => {}
                Body::Block(block) => {
                    for statement in &block.statements {
                        self.unit(statement.span, &statements::parts(statement), inner);
                    }
                }
                Body::Changes(changes) => self.changes(changes, inner, open),
                Body::Lines(lines) => {
                    for line in lines {
                        self.unit(line.span, &lines::parts(line), inner);
                    }
                }
                Body::Options(options) => {
                    for words in options {
                        self.unit(words.span, &[Clause::plain(Doc::text(words.as_str()))], inner);
                    }
                }
            }
            self.comments_before(close.saturating_sub(1), inner);
            if self.out.len() == empty && self.out.ends_with("{\n") {
                self.out.pop();
                self.out.push_str("}\n");
            } else {
                self.margin(indent);
                self.out.push_str("}\n");
            }
        }
    }

    /// Changes have no places of their own in the tree: they are found by their words.
    fn changes(&mut self, changes: &[Change], indent: usize, open: usize) {
        let mut from = open + 1;
        for change in changes {
            let (word, inner) = match change {
                Change::Set { name, value } => (name.span, value.span),
                Change::Disable { name } => (name.span, name.span),
                Change::Move { step, anchor, .. } => (step.span, anchor.span),
                Change::Replace(item) | Change::Add(item) => (item.span, item.span),
            };
            let start = self.change_start(from, word.start as usize);
            let span = Span::new(start..inner.end as usize);
            self.unit(span, &items::change(change), indent);
            from = inner.end as usize;
        }
    }

    /// The first word after `from` that is no comment.
    fn change_start(&self, from: usize, otherwise: usize) -> usize {
        let rest = self.text.get(from..).unwrap_or("");
        let tokens = lexer::lex(rest.get(..otherwise.saturating_sub(from)).unwrap_or(""));
        tokens
            .iter()
            .find(|token| token.kind == TokenKind::Word)
            .map_or(otherwise, |token| from + token.at.start)
    }

    /// Where the head of a part ends: comments before that belong before the part.
    fn head_end(&self, part: &Clause<'_>, span: Span) -> usize {
        match part.body {
            Body::None => span.end as usize,
            Body::Block(block) => block.span.start as usize,
            Body::Changes(_) | Body::Lines(_) | Body::Options(_) => {
                let start = span.start as usize;
                let inner = self.text.get(start..span.end as usize).unwrap_or("");
                let brace = lexer::lex(inner).into_iter().find(|token| token.text(inner) == "{");
                brace.map_or(start, |brace| start + brace.at.start)
            }
        }
    }

    /// Writes the comments that stand before a place, each on a line of its own.
    fn comments_before(&mut self, place: usize, indent: usize) {
        while let Some(comment) = self.comments.get(self.next).filter(|comment| comment.start < place) {
            let (start, text) = (comment.start, comment.text);
            self.next += 1;
            if self.blank_before(start) {
                self.blank();
            }
            self.margin(indent);
            self.out.push_str(text);
            self.out.push('\n');
        }
    }

    /// Writes the comment that follows on the same line.
    fn trailing(&mut self, end: usize) {
        let Some(comment) = self.comments.get(self.next).filter(|comment| !comment.own) else { return };
        let between = self.text.get(end..comment.start);
        if between.is_some_and(|between| between.chars().all(|c| c == ' ' || c == '\t')) {
            self.next += 1;
            self.out.pop();
            self.out.push(' ');
            self.out.push_str(comment.text);
            self.out.push('\n');
        }
    }

    /// Whether a blank line stands before a place.
    fn blank_before(&self, place: usize) -> bool {
        let before = self.text.get(..place).unwrap_or("");
        let blanks = before.len() - before.trim_end().len();
        before.get(before.len() - blanks..).unwrap_or("").matches('\n').count() > 1
    }

    /// A blank line, except at the beginning of the file or of a block, or after another.
    fn blank(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("{\n") && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    fn margin(&mut self, indent: usize) {
        self.out.push_str(&" ".repeat(indent));
    }
}

/// All parts on one line, where every block holds at most one statement.
fn flat(parts: &[Clause<'_>]) -> Option<String> {
    let mut texts = Vec::new();
    for part in parts {
        texts.push(part.head.flat());
        let inner = match part.body {
            Body::None => continue,
            Body::Block(block) => match block.statements.as_slice() {
                [] => None,
                [only] => Some(flat_statement(only)?),
                _ => return None,
            },
            Body::Changes([]) | Body::Lines([]) | Body::Options([]) => None,
            Body::Changes([only]) => Some(flat(&items::change(only))?),
            Body::Changes(_) | Body::Lines(_) | Body::Options(_) => return None,
        };
        texts.push(inner.map_or("{}".to_owned(), |inner| format!("{{ {inner} }}")));
    }
    Some(texts.join(" "))
}

/// How many lines there are, comments at the margin and blank ones aside.
fn height(item: &str) -> usize {
    item.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count()
}

fn flat_statement(statement: &Statement) -> Option<String> {
    flat(&statements::parts(statement))
}
