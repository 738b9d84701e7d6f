//! The pages of the reference, as they lie in the program, and what they say under a word.
//!
//! The pages are the one source: tests hold them against the tables of built-ins and effects, the rule files of the
//! base game and the fixtures of every message, so that whoever asks here reads what the page says.

use rota_source::{CODE_PAGES, codes};
use serde::Serialize;

/// A page, and which words its tables explain.
struct Page {
    file: &'static str,
    text: &'static str,
    words: Words,
}

/// Which words in the first cell of a row are explained by the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    /// All that are not placeholders: `if C then A else B`.
    All,
    /// The first: `stock(stock)`.
    First,
    /// What is declared: `value claimed(f : feature) : bool`, `order final { last_moves, sum }`.
    Declared,
}

macro_rules! page {
    ($file:literal, $words:expr) => {
        Page { file: $file, text: include_str!(concat!("../../../", $file)), words: $words }
    };
}

const PAGES: [Page; 22] = [
    page!("docs/reference/language.md", Words::All),
    page!("docs/reference/language/choices.md", Words::All),
    page!("docs/reference/language/components.md", Words::All),
    page!("docs/reference/language/expressions.md", Words::All),
    page!("docs/reference/language/faults.md", Words::All),
    page!("docs/reference/language/flow.md", Words::All),
    page!("docs/reference/language/joints.md", Words::All),
    page!("docs/reference/language/land.md", Words::All),
    page!("docs/reference/language/missing.md", Words::All),
    page!("docs/reference/language/moves.md", Words::All),
    page!("docs/reference/language/options.md", Words::All),
    page!("docs/reference/language/packs.md", Words::All),
    page!("docs/reference/language/points.md", Words::All),
    page!("docs/reference/language/scenarios.md", Words::All),
    page!("docs/reference/language/segments.md", Words::All),
    page!("docs/reference/language/steps.md", Words::All),
    page!("docs/reference/language/tiles-and-cards.md", Words::All),
    page!("docs/reference/language/types.md", Words::All),
    page!("docs/reference/language/values.md", Words::All),
    page!("docs/reference/builtins.md", Words::First),
    page!("docs/reference/effects.md", Words::First),
    page!("docs/reference/base.md", Words::Declared),
];

/// What a page says of some words: a section, or a row of a table.
#[derive(Debug, Serialize)]
pub(crate) struct Entry {
    /// The page, from the folder of the project.
    pub file: &'static str,
    /// The anchor of its section on the page.
    pub anchor: String,
    /// The heading of its section.
    pub title: &'static str,
    /// What is said, as Markdown: all below the heading, or the row under the heads of its table.
    pub text: String,
    /// The words that it explains.
    pub words: Vec<String>,
    /// Whether it is a row of the section.
    #[serde(skip)]
    is_row: bool,
}

impl Entry {
    /// Of a row its cells, each under its head.
    pub fn cells(&self) -> Option<Vec<(&str, &str)>> {
        let mut lines = self.text.lines().filter(|_| self.is_row);
        let (head, row) = (lines.next()?, lines.nth(1)?);
        Some(split(head).into_iter().zip(split(row)).collect())
    }

    /// The first sentence.
    pub fn summary(&self) -> &str {
        self.text.lines().next().unwrap_or_default()
    }
}

/// The pages that explain codes.
fn diagnostic_pages() -> impl Iterator<Item = Page> {
    CODE_PAGES.iter().map(|page| Page { file: page.file, text: page.text, words: Words::First })
}

/// Everything that pages say of single words, page by page.
pub(crate) fn entries() -> Vec<Entry> {
    diagnostic_pages().chain(PAGES).flat_map(|page| page.entries()).collect()
}

/// What is said of each code of a diagnostic, in the order of the codes.
pub(crate) fn diagnostics() -> Vec<Entry> {
    let mut entries: Vec<Entry> = diagnostic_pages().flat_map(|page| page.entries()).collect();
    entries.retain(|entry| entry.words.iter().any(|word| word.contains("::")));
    entries
}

/// Whether there is a paragraph about a code.
pub(crate) fn is_explained(code: &str) -> bool {
    codes().any(|known| known.code == code)
}

/// What is said of a word: of the word itself, or of codes that end in it behind their `::`. Rows are left out where
/// the section they stand in is told as a whole.
pub(crate) fn about(entries: Vec<Entry>, word: &str) -> Vec<Entry> {
    let is_meant =
        |known: &String| known == word || known.rsplit_once("::").is_some_and(|(_, name)| name == word);
    let mut found: Vec<Entry> =
        entries.into_iter().filter(|entry| entry.words.iter().any(is_meant)).collect();
    let sections: Vec<(&str, &str)> =
        found.iter().filter(|entry| !entry.is_row).map(|entry| (entry.file, entry.title)).collect();
    found.retain(|entry| !entry.is_row || !sections.contains(&(entry.file, entry.title)));
    found.sort_by_key(|entry| entry.is_row);
    found
}

impl Page {
    fn entries(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        let mut title = "";
        let mut lines = Vec::new();
        let mut is_code = false;
        for line in self.text.lines() {
            is_code ^= line.starts_with("```");
            let heading = line.strip_prefix('#').filter(|_| !is_code);
            match heading {
                Some(heading) => {
                    self.section(title, &lines, &mut entries);
                    title = heading.trim_start_matches('#').trim();
                    lines.clear();
                }
                None => lines.push(line),
            }
        }
        self.section(title, &lines, &mut entries);
        entries
    }

    /// A section, and the rows of its tables.
    fn section(&self, title: &'static str, lines: &[&str], entries: &mut Vec<Entry>) {
        let entry = |words, text, is_row| Entry {
            file: self.file,
            anchor: anchor(title),
            title,
            text,
            words,
            is_row,
        };
        let text = lines.join("\n").trim().to_owned();
        if !title.is_empty() && !text.is_empty() {
            entries.push(entry(titled(title), text, false));
        }
        let mut head: &[&str] = &[];
        let mut is_code = false;
        for (number, line) in lines.iter().enumerate() {
            is_code ^= line.starts_with("```");
            if is_code || !line.starts_with('|') {
                continue;
            }
            if line.starts_with("|---") {
                head = lines.get(number.saturating_sub(1)..=number).unwrap_or_default();
                continue;
            }
            let words = self.row_words(line);
            if !words.is_empty() {
                entries.push(entry(words, [head, &[*line]].concat().join("\n"), true));
            }
        }
    }

    /// The words that a row explains.
    fn row_words(&self, row: &str) -> Vec<String> {
        let cell = split(row).first().copied().unwrap_or_default();
        let code: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
        let spans = code.iter().map(|span| identifiers(span));
        let words: Vec<&str> = match self.words {
            Words::All => spans.flatten().filter(|word| word.len() > 1).collect(),
            Words::First => spans.filter_map(|span| span.first().copied()).collect(),
            Words::Declared if cell.starts_with("`order ") => spans.flatten().skip(1).collect(),
            Words::Declared => spans.filter_map(|span| span.get(1).copied()).collect(),
        };
        words.into_iter().map(str::to_owned).collect()
    }
}

/// The cells of a row.
fn split(row: &str) -> Vec<&str> {
    row.trim().trim_matches('|').split(" | ").map(str::trim).collect()
}

/// The words of a text that are no placeholders: those in small letters.
fn identifiers(text: &str) -> Vec<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with(|first: char| first.is_ascii_lowercase() || first == '_')).collect()
}

/// The words that a heading names: `put, move, send`, `end game, stop`, the code of a diagnostic.
fn titled(title: &str) -> Vec<String> {
    let mut words = Vec::new();
    for part in title.split([',', '`']).map(str::trim).filter(|part| !part.is_empty()) {
        words.push(part.to_lowercase());
        let first = part.split(' ').next().unwrap_or_default();
        if first != part && part.starts_with(|first: char| first.is_ascii_lowercase()) {
            words.push(first.to_owned());
        }
    }
    words
}

/// The anchor of a heading, as hosts of Markdown make it.
fn anchor(heading: &str) -> String {
    let counts = |letter: &char| letter.is_alphanumeric() || [' ', '-', '_'].contains(letter);
    heading.to_lowercase().chars().filter(counts).collect::<String>().replace(' ', "-")
}
