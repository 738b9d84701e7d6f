//! From TOML or from a table in Markdown to statements, with all problems of the text in one run.

use rota_source::{Diagnostic, SourceFile, Span, did_you_mean};
use rota_syntax::ast::Name;
use toml::de::{DeTable, DeValue};

use super::{Ledger, Statement};

/// The table of a statement.
const STATEMENT: &str = "rule";

/// The keys of a statement. What is known of its source, its certainty and its editions is for people.
const KEYS: [&str; 6] = ["id", "text", "source", "status", "editions", "needs"];

/// After this many problems the rest is hardly news.
const MOST: usize = 50;

const EXAMPLE: &str = "as in `[[rule]]`, and below it `id = \"RULE-01\"` and `text = \"…\"`";

type Value<'a> = toml::Spanned<DeValue<'a>>;

/// Reads statements in TOML.
pub(super) fn toml(source: &SourceFile) -> (Ledger, Vec<Diagnostic>) {
    let (root, errors) = DeTable::parse_recoverable(&source.text);
    let mut parsing = Parsing { source, ledger: Ledger::default(), found: Vec::new() };
    if !errors.is_empty() {
        for error in errors.iter().take(MOST) {
            let span = parsing.span(error.span().unwrap_or(0..0));
            let message = format!("this is not TOML: {}", error.message());
            let problem = Diagnostic::error("ledger::syntax", message).at(span, "cannot be read");
            parsing.found.push(problem.help(EXAMPLE));
        }
        return (parsing.ledger, parsing.found);
    }
    for (key, value) in root.get_ref() {
        let DeValue::Array(rows) = value.get_ref() else {
            parsing.unknown_key(key.get_ref(), key.span(), &[STATEMENT]);
            continue;
        };
        if key.get_ref() != STATEMENT {
            parsing.unknown_key(key.get_ref(), key.span(), &[STATEMENT]);
            continue;
        }
        rows.iter().for_each(|row| parsing.row(row));
    }
    parsing.finish()
}

/// Reads the rows of tables in Markdown.
pub(super) fn page(source: &SourceFile) -> (Ledger, Vec<Diagnostic>) {
    let mut parsing = Parsing { source, ledger: Ledger::default(), found: Vec::new() };
    let mut at = 0;
    let mut is_below_head = false;
    for line in source.text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some(row) = line.trim().strip_prefix('|').and_then(|row| row.strip_suffix('|')) else {
            is_below_head = false;
            continue;
        };
        if row.split('|').all(|cell| cell.trim().chars().all(|letter| "-: ".contains(letter))) {
            is_below_head = true;
            continue;
        }
        let Some((id, text)) = row.split_once('|').filter(|_| is_below_head) else { continue };
        let id = id.trim();
        let place = start + line.find(id).unwrap_or(0);
        let id = Name::new(id.to_owned(), parsing.span(place..place + id.len()));
        parsing.add(Statement { id, text: text.trim().to_owned(), needs: Vec::new() });
    }
    parsing.finish()
}

/// One run over one text.
struct Parsing<'s> {
    source: &'s SourceFile,
    ledger: Ledger,
    found: Vec<Diagnostic>,
}

impl Parsing<'_> {
    fn span(&self, range: std::ops::Range<usize>) -> Span {
        Span::new(range).shifted(self.source.base)
    }

    fn unknown_key(&mut self, key: &str, at: std::ops::Range<usize>, known: &[&str]) {
        let help = did_you_mean(key, known).unwrap_or_else(|| format!("the keys are {}", known.join(", ")));
        let message = format!("unknown key `{key}` in a ledger");
        let span = self.span(at);
        self.found.push(
            Diagnostic::error("ledger::unknown-key", message).at(span, "nothing reads this").help(help),
        );
    }

    fn unfit(&mut self, message: String, span: Span, label: &str) {
        self.found.push(Diagnostic::error("ledger::unfit", message).at(span, label).help(EXAMPLE));
    }

    fn row(&mut self, row: &Value<'_>) {
        let DeValue::Table(table) = row.get_ref() else {
            let span = self.span(row.span());
            return self.unfit("a statement is a table".to_owned(), span, "no table");
        };
        let (mut id, mut text, mut needs) = (None, None, Vec::new());
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "id" => id = self.word(value, "an id"),
                "text" => text = self.word(value, "the text of a statement").map(|text| text.node),
                "needs" => needs = self.packs(value),
                other if KEYS.contains(&other) => {}
                other => self.unknown_key(other, key.span(), &KEYS),
            }
        }
        let span = self.span(row.span());
        match (id, text) {
            (Some(id), Some(text)) => self.add(Statement { id, text, needs }),
            // What is there and of no use was told where it stands.
            (None, _) if !table.contains_key("id") => {
                self.unfit("a statement has no `id`".to_owned(), span, "this one");
            }
            (Some(_), None) if !table.contains_key("text") => {
                self.unfit("a statement has no `text`".to_owned(), span, "this one");
            }
            _ => {}
        }
    }

    fn word(&mut self, value: &Value<'_>, subject: &str) -> Option<Name> {
        let span = self.span(value.span());
        match value.get_ref() {
            DeValue::String(word) if !word.trim().is_empty() => Some(Name::new(word.trim().to_owned(), span)),
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_)
            | DeValue::Table(_) => {
                self.unfit(format!("{subject} is a text in quotes"), span, "no such text");
                None
            }
        }
    }

    fn packs(&mut self, value: &Value<'_>) -> Vec<String> {
        let DeValue::Array(names) = value.get_ref() else {
            let span = self.span(value.span());
            self.unfit("what a statement needs is a list of packs".to_owned(), span, "no list");
            return Vec::new();
        };
        let names = names.iter().filter_map(|name| self.word(name, "the name of a pack"));
        // Ledgers may write names as titles of files have them, packs are words.
        names.map(|name| name.node.replace('-', "_")).collect()
    }

    fn add(&mut self, statement: Statement) {
        match self.ledger.statements.iter().find(|known| known.id.node == statement.id.node) {
            Some(first) => self.found.push(
                Diagnostic::error("ledger::twice", format!("two statements have the id `{}`", statement.id))
                    .at(statement.id.span, "again here")
                    .at(first.id.span, "first here")
                    .help("number one of them anew"),
            ),
            None => self.ledger.statements.push(statement),
        }
    }

    fn finish(mut self) -> (Ledger, Vec<Diagnostic>) {
        if self.ledger.statements.is_empty() && self.found.is_empty() {
            let span = self.span(0..0);
            self.unfit("there is no statement in this ledger".to_owned(), span, "statements belong here");
        }
        self.found.truncate(MOST);
        (self.ledger, self.found)
    }
}
