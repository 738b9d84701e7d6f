//! What is wrong with a text that does not parse, in the words of those who write rules.

mod brackets;
mod common_mistakes;
mod items;
mod misplaced;

use pest::error::{Error, ErrorVariant, InputLocation};
use rota_source::{Diagnostic, Span};

use crate::constructs::Group;
use crate::grammar::Rule;
use crate::lexer::{Token, TokenKind};
use crate::rule_names::{self, OPERATOR};
use crate::split::Fragment;

pub(crate) use items::{begins_item, margin_statement, no_item, outside, unclosed};

/// How many expectations a message lists before it stops being read.
const MOST_LISTED: usize = 6;

/// A fragment that does not parse.
pub(crate) struct ParseFailure<'t> {
    /// The text of the file.
    pub text: &'t str,
    /// The tokens of the file.
    pub tokens: &'t [Token],
    /// The fragment.
    pub fragment: &'t Fragment,
    /// Where the file begins in the common space.
    pub base: u32,
    /// The rule that was tried.
    pub rule: Rule,
}

/// Where the parser stopped.
struct Stop<'t> {
    /// The tokens of the fragment, comments left out.
    tokens: Vec<&'t Token>,
    /// How many of them were read.
    read: usize,
    /// The rules that could have gone on.
    rules: Vec<Rule>,
}

impl<'t> Stop<'t> {
    /// The token that does not fit; none at the end of the fragment.
    fn found(&self) -> Option<&'t Token> {
        self.tokens.get(self.read).copied()
    }

    /// The token after it.
    fn after(&self) -> Option<&'t Token> {
        self.tokens.get(self.read + 1).copied()
    }

    /// The last token that was read.
    fn before(&self) -> Option<&'t Token> {
        self.tokens.get(self.read.checked_sub(1)?).copied()
    }

    fn wants(&self, rules: &[Rule]) -> bool {
        self.rules.iter().any(|rule| rules.contains(rule))
    }

    /// Whether a name is all that could stand here.
    fn wants_name(&self) -> bool {
        !self.rules.is_empty() && self.rules.iter().all(|rule| rule_names::name(*rule) == "a name")
    }
}

impl ParseFailure<'_> {
    /// Says that a fragment is empty.
    pub fn nothing(&self) -> Diagnostic {
        Diagnostic::error("syntax::expected", "nothing stands here").at(self.span_of(&self.fragment.at), "")
    }

    /// Turns the parser's error into a diagnostic.
    pub fn explain(&self, error: &Error<Rule>) -> Diagnostic {
        let stop = self.stop(error);
        self.bracket(&stop).or_else(|| self.common_mistake(&stop)).unwrap_or_else(|| self.general(&stop))
    }

    fn stop(&self, error: &Error<Rule>) -> Stop<'_> {
        let (InputLocation::Pos(local) | InputLocation::Span((local, _))) = error.location;
        let at = self.fragment.at.start + local;
        let tokens: Vec<&Token> = self
            .tokens
            .get(self.fragment.tokens.clone())
            .unwrap_or_default()
            .iter()
            .filter(|token| token.kind != TokenKind::Comment)
            .collect();
        let read = tokens.iter().take_while(|token| token.at.end <= at).count();
        let rules = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives.clone(),
            ErrorVariant::CustomError { .. } => Vec::new(),
        };
        Stop { tokens, read, rules }
    }

    /// The message for what has none of its own.
    fn general(&self, stop: &Stop<'_>) -> Diagnostic {
        let expected = self.expectations(&stop.rules);
        let message = match stop.found() {
            Some(found) => format!("expected {expected}, found {}", self.quote(found)),
            None => format!("expected {expected}, but {} ends", self.whole()),
        };
        let label = match stop.found() {
            Some(_) => format!("expected {expected}"),
            None => format!("expected {expected} here"),
        };
        Diagnostic::error("syntax::expected", message)
            .at(self.missing_at(stop), label)
            .maybe_help(self.example_help(stop))
    }

    /// What the fragment is, for a message.
    fn whole(&self) -> &'static str {
        let words = [
            (Rule::line, "the line"),
            (Rule::expression_only, "the expression"),
            (Rule::scenario_head, "the head of the scenario"),
            (Rule::case_head, "the line"),
            (Rule::options_head, "the line"),
        ];
        words.iter().find(|(rule, _)| *rule == self.rule).map_or("the item", |(_, word)| word)
    }

    /// Where to point: at what stands there, or behind what was read when the next line goes on otherwise.
    fn missing_at(&self, stop: &Stop<'_>) -> Span {
        match (stop.before(), stop.found()) {
            (_, Some(found)) if !found.first || stop.wants(&[Rule::statement, Rule::change, Rule::EOI]) => {
                self.span(found)
            }
            (Some(before), _) => self.span_of(&(before.at.end..before.at.end)),
            (None, Some(found)) => self.span(found),
            (None, None) => self.span_of(&self.fragment.at),
        }
    }

    /// `a`, `a or b`, `a, b or c`; operators only where nothing else can stand.
    fn expectations(&self, rules: &[Rule]) -> String {
        let goes_on = rules.contains(&Rule::tail);
        let end = format!("the end of {}", self.whole());
        let mut things: Vec<String> = Vec::new();
        for rule in rules {
            let name = rule_names::name(*rule);
            // What carries on an expression is possible nearly everywhere, and nearly never what was forgotten.
            if name == OPERATOR || (goes_on && matches!(rule, Rule::kw_pts | Rule::lparen)) {
                continue;
            }
            // What may stand behind `wrong` is told in one word, not in thirty.
            let name = if rules.contains(&Rule::kw_tiles) && rules.contains(&Rule::kw_attr) {
                "an item"
            } else if *rule == Rule::EOI {
                end.as_str()
            } else {
                &name
            };
            for thing in name.split(", ") {
                if things.iter().all(|known| known != thing) {
                    things.push(thing.to_owned());
                }
            }
        }
        things.truncate(MOST_LISTED);
        match things.split_last() {
            None if rules == [Rule::dot] => "`.`".to_owned(),
            None if rules.is_empty() => "something else".to_owned(),
            None => OPERATOR.to_owned(),
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
        }
    }

    fn quote(&self, token: &Token) -> String {
        if matches!(token.kind, TokenKind::Text | TokenKind::OpenText) {
            return "a text".to_owned();
        }
        format!("`{}`", shortened(token.text(self.text)))
    }

    fn span(&self, token: &Token) -> Span {
        self.span_of(&token.at)
    }

    fn span_of(&self, range: &std::ops::Range<usize>) -> Span {
        Span::new(range.clone()).shifted(self.base)
    }

    /// An example of what is being written.
    fn example_help(&self, stop: &Stop<'_>) -> Option<String> {
        if let Some(fold) = self.open_fold(stop) {
            return Group::Fold.example(fold);
        }
        if matches!(self.rule, Rule::line | Rule::case_head | Rule::options_head) {
            let first = stop.tokens.first().map_or("", |first| first.text(self.text));
            return Group::Line.example(first).or_else(|| Group::Line.example("takes"));
        }
        if self.rule == Rule::scenario_head {
            return Group::Item.example("scenario");
        }
        self.construct(stop).and_then(|(group, word)| group.example(word))
    }

    /// The fold in whose parentheses the parser stopped.
    fn open_fold(&self, stop: &Stop<'_>) -> Option<&str> {
        self.before_parenthesis(stop).map(|name| name.text(self.text)).filter(|word| Group::Fold.has(word))
    }

    /// What stands before the parenthesis that is open where the parser stopped; nothing where that is a brace.
    fn before_parenthesis<'t>(&self, stop: &Stop<'t>) -> Option<&'t Token> {
        let before = stop.tokens.get(..stop.read)?;
        let mut closed = 0_usize;
        let opener = before.iter().rposition(|token| match token.text(self.text) {
            ")" | "}" => {
                closed += 1;
                false
            }
            "(" | "{" if closed == 0 => true,
            "(" | "{" => {
                closed -= 1;
                false
            }
            _ => false,
        })?;
        let name = before.get(opener.checked_sub(1)?)?;
        (before.get(opener)?.text(self.text) == "(").then_some(name)
    }

    /// The construct in which the parser stopped, by its first word.
    fn construct(&self, stop: &Stop<'_>) -> Option<(Group, &str)> {
        let before = stop.tokens.get(..stop.read)?;
        let mut closed = 0_usize;
        for (index, token) in before.iter().enumerate().rev() {
            let text = token.text(self.text);
            match text {
                "}" | ")" => closed += 1,
                "{" | "(" => closed = closed.saturating_sub(1),
                _ if closed == 0 && token.kind == TokenKind::Word => {
                    let Some(previous) = index.checked_sub(1).and_then(|at| before.get(at)) else { continue };
                    let opens = matches!(previous.text(self.text), "{" | "}") || token.first;
                    if opens && self.in_variant(before) && Group::Change.has(text) {
                        return Some((Group::Change, text));
                    }
                    // `set` and `move` begin a change in a variant and a statement everywhere else.
                    let word = previous.text(self.text);
                    let inner =
                        Group::Change.has(word) && (!Group::Statement.has(word) || self.in_variant(before));
                    if (opens || inner) && Group::Item.has(text) {
                        return Some((Group::Item, text));
                    }
                    if opens && Group::Statement.has(text) {
                        return Some((Group::Statement, text));
                    }
                }
                _ => {}
            }
        }
        let mut words = stop.tokens.iter().map(|token| token.text(self.text));
        let inner = words.clone().find(|text| *text != "wrong").filter(|word| Group::Item.has(word));
        Some((Group::Item, inner.or_else(|| words.next())?))
    }

    /// Whether the tokens end directly inside the braces of changes: a variant, or what another pack brings about.
    fn in_variant(&self, before: &[&Token]) -> bool {
        let is = |token: &&&Token, text: &str| token.text(self.text) == text;
        let opened = before.iter().filter(|token| is(token, "{")).count();
        let closed = before.iter().filter(|token| is(token, "}")).count();
        opened == closed + 1 && before.iter().take(2).any(|token| is(&token, "variant") || is(&token, "with"))
    }
}

/// The beginning of a long text.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{}…", text.get(..cut).unwrap_or("")),
        None => text.to_owned(),
    }
}
