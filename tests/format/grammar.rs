//! Texts by chance, drawn from the grammar of the parser itself: a form that is added there is tried here.

use std::collections::BTreeMap;
use std::iter::Peekable;

use rota_tests::chance::Chance;

/// Rules that are not followed to their characters, and texts that they stand for. Among the words are many that
/// begin a construct or go on with one, since it is there that a text may be read in two ways.
const TOKENS: &[(&str, &[&str])] = &[
    (
        "word",
        &[
            "a",
            "f",
            "city",
            "m2",
            "isles::a",
            "several",
            "order",
            "pass",
            "about",
            "set",
            "add",
            "move",
            "first",
            "count",
            "x",
            "start",
            "board",
            "last",
            "until",
            "home",
            "game",
            "a_name_that_is_rather_long",
        ],
    ),
    ("any_word", &["tiles", "own", "is", "for", "each", "isles::b", "at", "a_field_that_is_rather_long"]),
    ("plain_word", &["sum", "b", "city", "isles::c", "last", "for_ever"]),
    ("int", &["0", "1", "7", "12", "4096"]),
    ("id", &["A-1", "BASE-05", "X_2"]),
    ("text", &["\"\"", "\"what?\"", "\"a title that is long enough, with {braces} and # too\""]),
    ("path", &["base", "base/A", "isles/E.garden", "two-words"]),
    ("version", &["1.0.0", "^1.0", "*", "=2.1.0-a"]),
    ("rest", &["0,1", "0,1 turned 2", "meeple on city N of 0,-1", "pass"]),
    ("scored_words", &["0,0", "city N of 0,1"]),
    ("pile_of", &["sack"]),
];

/// A form of the grammar.
#[derive(Debug)]
enum Form {
    Text(String),
    Rule(String),
    Row(Vec<Form>),
    Choice(Vec<Form>),
    /// How often at least, and whether more than once.
    Some(Box<Form>, usize, bool),
    /// What must or must not follow: a text that misses it is not read, and drawn anew.
    Beside,
}

/// A rule of the grammar.
struct Rule {
    form: Form,
    /// Whether its tokens are one.
    is_token: bool,
    /// Whether it only gives several forms one name.
    is_silent: bool,
}

/// The grammar, and how deep each of its rules must go at least.
pub struct Grammar {
    rules: BTreeMap<String, Rule>,
    depths: BTreeMap<String, usize>,
}

/// So many tokens are enough: what may be left out is left out from there on.
const ENOUGH: usize = 60;

/// No text goes so deep.
const ENDLESS: usize = 1000;

impl Grammar {
    /// Reads a grammar as pest writes it: `name = @{ "a" ~ (b | c)* ~ !d }`.
    pub fn read(text: &str) -> Grammar {
        let words = words(text);
        let mut words = words.iter().peekable();
        let mut rules = BTreeMap::new();
        while let Some(name) = words.next() {
            assert_eq!(words.next(), Some(&"="), "{name}");
            let kind = words.next_if(|word| ["_", "@", "$"].contains(*word));
            assert_eq!(words.next(), Some(&"{"), "{name}");
            let is_silent = kind.is_some_and(|kind| *kind == "_");
            let rule = Rule { form: choice(&mut words), is_token: kind.is_some() && !is_silent, is_silent };
            rules.insert((*name).to_owned(), rule);
            assert_eq!(words.next(), Some(&"}"), "{name}");
        }
        let mut grammar = Grammar { rules, depths: BTreeMap::new() };
        loop {
            let depth = |(name, rule): (&String, &Rule)| (name.clone(), grammar.depth(&rule.form) + 1);
            let depths: BTreeMap<String, usize> = grammar.rules.iter().map(depth).collect();
            if depths == grammar.depths {
                return grammar;
            }
            grammar.depths = depths;
        }
    }

    /// The names of the rules that end so.
    pub fn rules_ending<'g>(&'g self, ending: &'g str) -> impl Iterator<Item = &'g str> {
        self.rules.keys().map(String::as_str).filter(move |name| name.ends_with(ending))
    }

    /// How deep a form must go at least.
    fn depth(&self, form: &Form) -> usize {
        match form {
            Form::Rule(name) if TOKENS.iter().any(|(token, _)| token == name) => 0,
            Form::Rule(name) => self.depths.get(name).copied().unwrap_or(ENDLESS).min(ENDLESS),
            Form::Row(forms) => forms.iter().map(|form| self.depth(form)).max().unwrap_or(0),
            Form::Choice(forms) => forms.iter().map(|form| self.depth(form)).min().unwrap_or(0),
            Form::Some(form, 1, _) => self.depth(form),
            Form::Text(_) | Form::Some(..) | Form::Beside => 0,
        }
    }

    /// Draws a text for a rule: tokens with `gap` between two of them.
    pub fn draw(
        &self,
        rule: &str,
        chance: &mut Chance,
        gap: &mut dyn FnMut(&mut Chance) -> String,
    ) -> String {
        let mut tokens = Vec::new();
        let room = 8 + chance.below(18);
        self.write(&Form::Rule(rule.to_owned()), room, chance, &mut tokens);
        let mut text = String::new();
        for token in tokens {
            if !text.is_empty() {
                text.push_str(&gap(chance));
            }
            text.push_str(&token);
        }
        text
    }

    fn write(&self, form: &Form, room: usize, chance: &mut Chance, tokens: &mut Vec<String>) {
        let room = if tokens.len() < ENOUGH { room } else { 0 };
        match form {
            Form::Text(text) => tokens.push(text.clone()),
            Form::Rule(name) => self.write_rule(name, room.saturating_sub(1), chance, tokens),
            Form::Row(forms) => forms.iter().for_each(|form| self.write(form, room, chance, tokens)),
            Form::Choice(forms) => {
                let room_for_one = room.max(self.depth(form));
                let mut ways = Vec::new();
                self.ways(forms, &mut ways);
                ways.retain(|way| self.depth(way) <= room_for_one);
                self.write(ways[chance.below(ways.len())], room, chance, tokens);
            }
            Form::Some(form, least, is_often) => {
                let fits = self.depth(form) < room;
                let more = usize::from(fits && chance.below(2) == 0);
                let most = usize::from(fits && *is_often && chance.below(4) == 0);
                for _ in 0..least + more + most {
                    self.write(form, room, chance, tokens);
                }
            }
            Form::Beside => {}
        }
    }

    /// All forms that a choice is among, those behind a silent rule one by one.
    fn ways<'g>(&'g self, forms: &'g [Form], ways: &mut Vec<&'g Form>) {
        for form in forms {
            let rule = if let Form::Row(row) = form
                && let [Form::Rule(name)] = row.as_slice()
            {
                self.rules.get(name)
            } else {
                None
            };
            match rule {
                Some(Rule { form: Form::Choice(forms), is_silent: true, .. }) => self.ways(forms, ways),
                _ => ways.push(form),
            }
        }
    }

    fn write_rule(&self, name: &str, room: usize, chance: &mut Chance, tokens: &mut Vec<String>) {
        if let Some((_, texts)) = TOKENS.iter().find(|(token, _)| *token == name) {
            tokens.push(texts[chance.below(texts.len())].to_owned());
            return;
        }
        let rule = self.rules.get(name).unwrap_or_else(|| panic!("nothing is drawn for `{name}`"));
        let from = tokens.len();
        self.write(&rule.form, room, chance, tokens);
        // A part that is not read is drawn anew, each time a smaller one.
        let mut room = room;
        while room > 0 && !is_read(name, &tokens[from..]) {
            room -= 1 + room / 4;
            tokens.truncate(from);
            self.write(&rule.form, room, chance, tokens);
        }
        if rule.is_token {
            let token = tokens.split_off(from).concat();
            tokens.push(token);
        }
    }
}

/// Whether what was drawn for a rule is read; asked of parts of which there are many in one item.
fn is_read(rule: &str, tokens: &[String]) -> bool {
    match rule {
        "expression" => rota_syntax::parse_expression(&tokens.join(" "), 0).is_ok(),
        "statement" => rota_syntax::parse(&format!("rule a at b {{ {} }}", tokens.join(" ")), 0).1.is_empty(),
        _ => true,
    }
}

/// The names, texts and signs of a grammar.
fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = Vec::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = match first {
                '"' => {
                    let inner = &rest[1..];
                    let is_end =
                        |(at, c): (usize, char)| (c == '"' && !inner[..at].ends_with('\\')).then_some(at);
                    inner.char_indices().find_map(is_end).unwrap() + 2
                }
                _ if first.is_ascii_alphabetic() => {
                    rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())
                }
                _ => 1,
            };
            words.push(&rest[..length]);
            rest = rest[length..].trim_start();
        }
    }
    words
}

type Words<'g> = Peekable<std::slice::Iter<'g, &'g str>>;

fn choice(words: &mut Words<'_>) -> Form {
    let mut ways = Vec::new();
    // A grammar may begin a choice with its sign.
    let _ = words.next_if_eq(&&"|");
    loop {
        ways.push(row(words));
        if words.next_if_eq(&&"|").is_none() {
            return Form::Choice(ways);
        }
    }
}

fn row(words: &mut Words<'_>) -> Form {
    let mut forms = vec![one(words)];
    while words.next_if_eq(&&"~").is_some() {
        forms.push(one(words));
    }
    Form::Row(forms)
}

fn one(words: &mut Words<'_>) -> Form {
    let is_beside = words.next_if(|word| ["!", "&"].contains(*word)).is_some();
    let word = *words.next().unwrap();
    let mut form = if word == "(" {
        let inner = choice(words);
        assert_eq!(words.next(), Some(&")"));
        inner
    } else if let Some(text) = word.strip_prefix('"') {
        Form::Text(text.trim_end_matches('"').replace('\\', ""))
    } else {
        Form::Rule(word.to_owned())
    };
    while let Some(sign) = words.next_if(|word| ["?", "*", "+"].contains(*word)) {
        form = Form::Some(Box::new(form), usize::from(*sign == "+"), *sign != "?");
    }
    if is_beside { Form::Beside } else { form }
}
