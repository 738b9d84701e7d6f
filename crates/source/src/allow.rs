//! Comments that allow a warning: `# allow CODE, CODE: why`, on a line of its own before what it is about.
//!
//! They are the same in rules and in tile files, and are looked for in the texts as they stand: a warning is made
//! by whoever finds something, and left out here.

use std::ops::Range;

use crate::codes::{Code, codes};
use crate::spelling::meant;
use crate::{Diagnostic, Fix, Help, Severity, SourceFile, Span};

/// What comments in some texts allow, and what of it was needed so far.
#[derive(Clone, Debug, Default)]
pub struct Allowances {
    comments: Vec<Comment>,
}

/// A comment that allows something.
#[derive(Clone, Debug)]
struct Comment {
    codes: Vec<Allowed>,
    /// The whole line with its end.
    line: Span,
    /// What stands between the last code and the reason; what is missing of the way to give one.
    before_reason: Span,
    /// Whether a reason is given, and whether there are words at all that could be one.
    has_reason: bool,
    has_words: bool,
    /// The item or line below.
    covers: Span,
    /// The whole file.
    file: Span,
}

/// A code that a comment names.
#[derive(Clone, Debug)]
struct Allowed {
    code: String,
    span: Span,
    is_needed: bool,
}

impl Allowances {
    /// Reads the comments of some texts.
    pub fn of<'f>(files: impl IntoIterator<Item = &'f SourceFile>) -> Allowances {
        // Nearly no text has any, and looking for a word is faster than taking lines apart.
        let files = files.into_iter().filter(|file| file.text.contains("allow "));
        Allowances { comments: files.flat_map(comments).collect() }
    }

    /// Leaves out the warnings that are allowed where they point to, and notes what was needed for it.
    pub fn filter(&mut self, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        found.into_iter().filter(|one| one.severity() == Severity::Error || !self.allows(one)).collect()
    }

    /// Whether a warning is allowed. Of several comments the nearest is the one that is needed.
    fn allows(&mut self, warning: &Diagnostic) -> bool {
        let is_in = |place: Span, whole: Span| whole.start <= place.start && place.start < whole.end;
        // What concerns two files can be allowed in either; of several places in one file the first is meant.
        let points_into = |comment: &&mut Comment| {
            let mut places = warning.labels().iter().map(|label| label.span);
            places.find(|place| is_in(*place, comment.file)).is_some_and(|place| is_in(place, comment.covers))
        };
        let comments = self.comments.iter_mut().rev().filter(points_into);
        let mut named = comments.flat_map(|comment| comment.codes.iter_mut());
        named.find(|named| named.code == warning.code()).map(|named| named.is_needed = true).is_some()
    }

    /// Says which comments name no warning, and which give no reason.
    pub fn misfits(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for comment in &self.comments {
            for (index, named) in comment.codes.iter().enumerate() {
                let remove = comment.without(index);
                let message = format!("there is no warning `{}`", named.code);
                let unknown = Diagnostic::warning("allow::unknown", message);
                match codes().find(|known| known.code == named.code) {
                    Some(known) if known.is_warning() => {}
                    Some(_) => found.push(
                        unknown
                            .at(named.span, "this is an error and stays one")
                            .help("put right what it tells of, and take this out")
                            .fix(remove),
                    ),
                    None => {
                        found.push(
                            unknown
                                .at(named.span, "nothing is allowed by this")
                                .help(named.meant())
                                .fix(remove),
                        );
                    }
                }
            }
            if !comment.has_reason {
                let words =
                    comment.has_words.then(|| Fix::safe(comment.before_reason, ": ").titled("write `:`"));
                found.push(
                    Diagnostic::warning("allow::no-reason", "this allows a warning and does not say why")
                        .at(comment.before_reason, "a reason is missing here")
                        .help("write it behind a colon: `# allow CODE: why`")
                        .maybe_fix(words),
                );
            }
        }
        found
    }

    /// Says what nothing needed, once all that there is was filtered.
    pub fn unused(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for comment in &self.comments {
            for (index, named) in comment.codes.iter().enumerate().filter(|(_, named)| !named.is_needed) {
                let is_warning = codes().any(|known| known.code == named.code && known.is_warning());
                // Which packs play beside this one is not known here.
                if is_warning && named.code != "packs::unordered" {
                    let message = format!("nothing needs `{}` to be allowed", named.code);
                    found.push(
                        Diagnostic::warning("allow::unused", message)
                            .at(named.span, "no such warning in what stands below")
                            .help("take it out")
                            .fix(comment.without(index)),
                    );
                }
            }
        }
        found
    }
}

impl Allowed {
    /// What to write instead: the code with the part that was left away, or one that is nearly this.
    fn meant(&self) -> Help {
        let whole: Vec<&str> = allowable().filter(|known| without_area(known) == self.code).collect();
        if whole.is_empty() {
            let known: Vec<&str> = allowable().collect();
            return meant((self.code.as_str(), self.span), &known).unwrap_or_else(|| "take it out".into());
        }
        let text = format!(
            "write {}",
            whole.iter().map(|code| format!("`{code}`")).collect::<Vec<_>>().join(" or ")
        );
        whole.iter().fold(text.into(), |help: Help, code| help.fix(Fix::unsure(self.span, *code)))
    }
}

impl Comment {
    /// Takes a code out of the comment; the last one with its line.
    fn without(&self, index: usize) -> Fix {
        let at = |index: usize| self.codes.get(index).map(|named| named.span);
        let gone = match (at(index), at(index + 1), index.checked_sub(1).and_then(at)) {
            (Some(own), Some(next), _) => Span { start: own.start, end: next.start },
            (Some(own), None, Some(before)) => Span { start: before.end, end: own.end },
            _ => self.line,
        };
        Fix::safe(gone, "")
    }
}

/// The codes that comments may allow; what is said of comments themselves is no such thing.
fn allowable() -> impl Iterator<Item = &'static str> {
    codes().filter(Code::is_warning).map(|known| known.code).filter(|code| !code.starts_with("allow::"))
}

/// A code without its area.
fn without_area(code: &str) -> &str {
    code.split_once("::").map_or(code, |(_, own)| own)
}

/// The comments of a text that allow something.
fn comments(file: &SourceFile) -> Vec<Comment> {
    let lines = lines(&file.text, file.name.ends_with(".toml"));
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| line.is_comment) {
        let text = file.text.get(line.at.clone()).unwrap_or("");
        let below = lines.get(index + 1..).unwrap_or_default();
        let skipped = below.iter().take_while(|line| line.is_comment).count();
        let covers = below.get(skipped..).map_or(0..0, covered);
        let comment = read(text, line.at.start);
        found.extend(comment.map(|comment| comment.placed(covers, file)));
    }
    found
}

/// A line of a text.
struct Line {
    at: Range<usize>,
    is_comment: bool,
    is_blank: bool,
    /// Whether an item begins with it: a word at the margin of rules, a table of TOML.
    begins_item: bool,
}

fn lines(text: &str, is_toml: bool) -> Vec<Line> {
    let (mut at, mut in_text) = (0, false);
    let line = |line: &str| {
        let start = at;
        at += line.len();
        let inner = line.trim();
        let is_comment = !in_text && inner.starts_with('#');
        let begins = if is_toml { line.starts_with('[') } else { line.starts_with(char::is_alphabetic) };
        let begins_item = begins && !in_text;
        // A text of several lines may hold what looks like a comment.
        let quotes = ["\"\"\"", "'''"].map(|quote| line.matches(quote).count());
        in_text ^= is_toml && !is_comment && quotes.iter().sum::<usize>() % 2 == 1;
        Line { at: start..at, is_comment, is_blank: inner.is_empty(), begins_item }
    };
    text.split_inclusive('\n').map(line).collect()
}

/// The item that begins with the first of these lines, or else this line alone.
fn covered(lines: &[Line]) -> Range<usize> {
    let Some(first) = lines.first().filter(|line| !line.is_blank) else { return 0..0 };
    let others = lines.iter().skip(1);
    let end = match first.begins_item {
        true => others.take_while(|line| !line.begins_item).last().unwrap_or(first).at.end,
        false => first.at.end,
    };
    first.at.start..end
}

/// Reads a comment that begins with `allow` and a code; other comments may begin with the word as well.
fn read(line: &str, start: usize) -> Option<Comment> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("allow")?;
    let is_code = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let mut rest = rest.starts_with([' ', '\t']).then_some(rest)?;
    let mut named = Vec::new();
    loop {
        rest = rest.trim_start();
        let from = start + line.len() - rest.len();
        let mut length = rest.find(|c| !is_code(c)).unwrap_or(rest.len());
        // The colons within a code; a single one ends the list.
        if let Some(own) = rest.get(length..).and_then(|rest| rest.strip_prefix("::")) {
            length += 2 + own.find(|c| !is_code(c)).unwrap_or(own.len());
        }
        let (code, after) = rest.split_at_checked(length)?;
        if code.is_empty() {
            break;
        }
        named.push((code.to_owned(), from..from + length));
        match after.trim_start().strip_prefix(',') {
            Some(next) => rest = next,
            None => {
                rest = after;
                break;
            }
        }
    }
    let (first, _) = named.first()?;
    if !first.contains("::") && !allowable().any(|known| without_area(known) == first) {
        return None;
    }
    let end = named.last()?.1.end;
    let words = rest.trim_start().strip_prefix(':').map(str::trim);
    let other =
        rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '#' | '-' | ',' | ';' | ':'));
    let gap = if other.trim().is_empty() { 0 } else { rest.len() - other.len() };
    let span = |range: Range<usize>| Span::new(range);
    Some(Comment {
        codes: named
            .into_iter()
            .map(|(code, at)| Allowed { code, span: span(at), is_needed: false })
            .collect(),
        line: span(start..start + line.len()),
        before_reason: span(end..end + gap),
        has_reason: words.is_some_and(|words| !words.is_empty() && !words.starts_with('#')),
        has_words: !other.trim().is_empty(),
        covers: Span::default(),
        file: Span::default(),
    })
}

impl Comment {
    /// Says what it covers, and in which file it stands.
    fn placed(mut self, covers: Range<usize>, file: &SourceFile) -> Comment {
        let base = file.base;
        self.file = Span::new(0..file.text.len()).shifted(base);
        self.covers = Span::new(covers).shifted(base);
        self.line = self.line.shifted(base);
        self.before_reason = self.before_reason.shifted(base);
        self.codes.iter_mut().for_each(|named| named.span = named.span.shifted(base));
        self
    }
}
