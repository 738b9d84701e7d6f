//! Reads typed values out of parsed TOML, with a message where the type is another one.

use std::ops::Range;

use rota_bytecode::vocabulary::Vocabulary;
use rota_source::{Diagnostic, Help, Severity, Span, Written, meant, quoted};
use toml::de::{DeTable, DeValue};

use crate::spanned_string::SpannedString;

/// A value of the file with its local span.
pub(crate) type Value<'a> = toml::Spanned<DeValue<'a>>;

/// A table of the file and where it stands in the common space.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a> {
    /// Its keys and values.
    pub(crate) table: &'a DeTable<'a>,
    /// Its header, or the whole of an inline table.
    pub(crate) span: Span,
}

/// One run over one file: what is being read, and what was found wrong so far.
pub(crate) struct TomlReader<'a> {
    /// The whole text.
    pub(crate) text: &'a str,
    /// Where the text begins in the common space.
    pub(crate) origin: u32,
    /// What the file may name.
    pub(crate) vocabulary: &'a Vocabulary,
    /// Whether the file is not TOML throughout; then what is missing may merely have been lost.
    pub(crate) is_malformed: bool,
    diagnostics: Vec<Diagnostic>,
    errors: usize,
}

/// Where the last value of a table ends, be it in one of the tables in it.
fn end_of(table: &DeTable<'_>) -> usize {
    fn end(value: &Value<'_>) -> usize {
        let inner = match value.get_ref() {
            DeValue::Table(table) => end_of(table),
            DeValue::Array(items) => items.iter().map(end).max().unwrap_or(0),
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_) => 0,
        };
        inner.max(value.span().end)
    }
    table.iter().map(|(_, value)| end(value)).max().unwrap_or(0)
}

impl<'a> TomlReader<'a> {
    /// Starts to read a text that begins at `origin` of the common space.
    pub(crate) fn new(
        text: &'a str,
        origin: u32,
        vocabulary: &'a Vocabulary,
        is_malformed: bool,
    ) -> TomlReader<'a> {
        TomlReader { text, origin, vocabulary, is_malformed, diagnostics: Vec::new(), errors: 0 }
    }

    /// Notes a problem, once: a tile that is like another has the same ones at the same places.
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.contains(&diagnostic) {
            return;
        }
        self.errors += usize::from(diagnostic.severity() == Severity::Error);
        self.diagnostics.push(diagnostic);
    }

    /// Gives all problems back.
    pub(crate) fn finish(self) -> Vec<Diagnostic> {
        self.diagnostics
    }

    /// Counts the errors noted so far, so that a caller can tell whether a part of the file was sound.
    pub(crate) fn errors(&self) -> usize {
        self.errors
    }

    /// Moves a range of this file into the common space.
    pub(crate) fn span(&self, range: Range<usize>) -> Span {
        Span::new(range).shifted(self.origin)
    }

    /// Reads a table; `subject` is how a message calls the value.
    pub(crate) fn fields(&mut self, value: &'a Value<'a>, subject: &str) -> Option<Fields<'a>> {
        let DeValue::Table(table) = value.get_ref() else {
            return self.wrong_type(value, subject, "a table");
        };
        Some(Fields { table, span: self.span(value.span()) })
    }

    /// All that is written of a table, from its header or brace on.
    pub(crate) fn extent(&self, fields: Fields<'a>) -> Span {
        let end = self.span(0..end_of(fields.table)).end;
        Span { start: fields.span.start, end: end.max(fields.span.end) }
    }

    /// Reads a list.
    pub(crate) fn list(&mut self, value: &'a Value<'a>, subject: &str) -> Option<&'a [Value<'a>]> {
        let DeValue::Array(items) = value.get_ref() else {
            return self.wrong_type(value, subject, "a list");
        };
        Some(items)
    }

    /// Reads a string.
    pub(crate) fn string(&mut self, value: &'a Value<'a>, subject: &str) -> Option<SpannedString> {
        let DeValue::String(text) = value.get_ref() else {
            return self.wrong_type(value, subject, "a string");
        };
        let raw = self.text.get(value.span()).unwrap_or("");
        Some(SpannedString::new(text, raw, self.span(value.span())))
    }

    /// Reads a whole number; one too large for 64 bits becomes the largest or smallest there is.
    pub(crate) fn integer(&mut self, value: &'a Value<'a>, subject: &str) -> Option<i64> {
        let DeValue::Integer(number) = value.get_ref() else {
            return self.wrong_type(value, subject, "a whole number");
        };
        let far = if number.as_str().starts_with('-') { i64::MIN } else { i64::MAX };
        Some(i64::from_str_radix(number.as_str(), number.radix()).unwrap_or(far))
    }

    /// Reads `true` or `false`.
    pub(crate) fn boolean(&mut self, value: &'a Value<'a>, subject: &str) -> Option<bool> {
        let DeValue::Boolean(boolean) = value.get_ref() else {
            return self.wrong_type(value, subject, "`true` or `false`");
        };
        Some(*boolean)
    }

    /// Says that a value is of another type than `wanted`.
    pub(crate) fn wrong_type<T>(&mut self, value: &Value<'a>, subject: &str, wanted: &str) -> Option<T> {
        let found = match value.get_ref() {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a number with a fraction",
            DeValue::Boolean(_) => "`true` or `false`",
            DeValue::Datetime(_) => "a date or time",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        let span = self.span(value.span());
        self.report(
            Diagnostic::error("tiles::wrong-type", format!("{subject} must be {wanted}"))
                .at(span, format!("this is {found}"))
                .help(right_form(wanted, found)),
        );
        None
    }

    /// Finds a key that must be there; `subject` names the table, `example` shows the line to add.
    pub(crate) fn required(
        &mut self,
        fields: Fields<'a>,
        key: &str,
        subject: &str,
        example: &str,
    ) -> Option<&'a Value<'a>> {
        let value = fields.table.get(key);
        if value.is_none() {
            self.report(
                Diagnostic::error("tiles::missing-key", format!("{subject} has no `{key}`"))
                    .at(fields.span, format!("`{key}` belongs here"))
                    .help(format!("add a line such as `{example}`")),
            );
        }
        value
    }

    /// Says of every key outside `known` that nothing reads it.
    pub(crate) fn refuse_others(&mut self, fields: Fields<'a>, known: &[&str], subject: &str) {
        for (key, _) in fields.table {
            let word: &str = key.get_ref();
            if !known.contains(&word) {
                let span = self.span(key.span());
                self.report(
                    Diagnostic::error("tiles::unknown-key", format!("unknown key `{word}` in {subject}"))
                        .at(span, "nothing reads this")
                        .help(near_or_all((word, span), known, "keys here")),
                );
            }
        }
    }

    /// Reads the id of a tile, board or printing: letters, digits, `.`, `_` and `-`.
    pub(crate) fn check_id(&mut self, id: &str, span: Span) {
        let allowed = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '_' | '-');
        if id.is_empty() || !id.chars().all(allowed) {
            let message = match id {
                "" => "an id cannot be empty".to_owned(),
                _ => format!("`{id}` cannot be an id"),
            };
            self.report(
                Diagnostic::error("tiles::bad-id", message)
                    .at(span, "not a word of these letters")
                    .help("an id is made of letters, digits, `.`, `_` and `-`"),
            );
        }
    }
}

/// Advises on an unknown word: the nearest known one, or else all of them.
pub(crate) fn near_or_all<'w>(word: impl Into<Written<'w>>, known: &[&str], what: &str) -> Help {
    meant(word, known.iter().copied()).unwrap_or_else(|| match known {
        [] => format!("there are no {what}").into(),
        _ => format!("{what}: {}", quoted(known)).into(),
    })
}

/// How a value of the wanted type is written.
fn right_form(wanted: &str, found: &str) -> String {
    match (wanted, found) {
        ("a list", "a table") => "a table of a list has double brackets, as in `[[tile]]`".to_owned(),
        ("a list", _) => "a list stands in brackets, as in `[0, 0]` or `[{ … }, { … }]`".to_owned(),
        ("a whole number", "a string") => "write the number without quotation marks: `2`".to_owned(),
        ("a whole number", _) => "write a number, as in `1`".to_owned(),
        ("a string", _) => "write it between quotation marks: `\"…\"`".to_owned(),
        ("`true` or `false`", _) => "write `true` or `false`, without quotation marks".to_owned(),
        ("a table", _) => {
            "a table stands in braces, `{ … }`, or below a line with its name in brackets".to_owned()
        }
        _ => format!("write {wanted}"),
    }
}
