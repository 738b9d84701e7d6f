//! From the parser's pairs to the tree.

mod expressions;
mod items;
mod scenario;
mod statements;

use pest::iterators::Pair;
use rota_source::{Diagnostic, Span, Spanned};

use crate::ast::Name;
use crate::grammar::Rule;
use crate::lexer::{Token, TokenKind};
use crate::rule_names;

/// A node, or why there is none.
pub(crate) type Built<T> = Result<T, Diagnostic>;

/// How the nodes of some rules are built, a row for each.
type BuildTable<T> = &'static [(Rule, fn(&AstBuilder<'_>, &mut Parts<'_>) -> Built<T>)];

/// The longest name.
const LONGEST_NAME: usize = 64;

/// Builds the tree of one fragment of text.
pub(crate) struct AstBuilder<'t> {
    /// The tokens of the whole file: a pair may end in blanks and comments, a node does not.
    pub tokens: &'t [Token],
    /// Where the parsed text begins in the file.
    pub offset: usize,
    /// Where the file begins in the common space.
    pub base: u32,
}

impl AstBuilder<'_> {
    /// Builds the node of a rule, by the row that it has in one of the tables.
    fn build<T>(&self, tables: &[BuildTable<T>], rule: Rule, parts: &mut Parts<'_>) -> Built<T> {
        match tables.iter().copied().flatten().find(|(own, _)| *own == rule) {
            Some((_, build)) => build(self, parts),
            None => Err(self.unexpected(&parts.whole, rule)),
        }
    }

    /// Returns the place of a pair, from its first to its last token.
    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let range = pair.as_span();
        let (start, end) = (range.start() + self.offset, range.end() + self.offset);
        let after = self.tokens.partition_point(|token| token.at.start < end);
        let last = self.tokens.get(..after).unwrap_or_default().iter().rev();
        let trimmed = last
            .map_while(|token| (token.at.start >= start).then_some(token))
            .find(|token| token.kind != TokenKind::Comment)
            .map_or(end, |token| token.at.end.min(end));
        Span::new(start..trimmed).shifted(self.base)
    }

    fn name(&self, pair: &Pair<'_, Rule>) -> Built<Name> {
        let (text, span) = (pair.as_str(), self.span(pair));
        if text.len() > LONGEST_NAME {
            return Err(Diagnostic::error("syntax::long-name", "this name is too long")
                .at(span, format!("{} characters", text.len()))
                .help(format!("a name has at most {LONGEST_NAME} characters")));
        }
        Ok(Spanned::new(text.to_owned(), span))
    }

    /// A text without its quotation marks.
    fn text(&self, pair: &Pair<'_, Rule>) -> Name {
        let inner = pair.as_str().trim_matches('"');
        Spanned::new(inner.to_owned(), self.span(pair))
    }

    /// The next pair as a number.
    fn number(&self, parts: &mut Parts<'_>, rule: Rule) -> Built<Spanned<i64>> {
        self.int(&parts.need(rule, self)?)
    }

    fn int(&self, pair: &Pair<'_, Rule>) -> Built<Spanned<i64>> {
        let span = self.span(pair);
        let value = pair.as_str().parse().map_err(|_| {
            Diagnostic::error("syntax::big-number", "this number is too large")
                .at(span, "")
                .help("a number is at most 9223372036854775807")
        })?;
        Ok(Spanned::new(value, span))
    }

    /// Reports a pair where the grammar promises another.
    fn unexpected(&self, pair: &Pair<'_, Rule>, wanted: Rule) -> Diagnostic {
        let wanted = rule_names::name(wanted);
        Diagnostic::error("syntax::expected", format!("expected {wanted}")).at(self.span(pair), "here")
    }
}

/// The pairs inside a pair, taken one after the other.
struct Parts<'i> {
    whole: Pair<'i, Rule>,
    inner: std::iter::Peekable<pest::iterators::Pairs<'i, Rule>>,
}

impl<'i> Parts<'i> {
    fn of(pair: Pair<'i, Rule>) -> Parts<'i> {
        let inner = pair.clone().into_inner().peekable();
        Parts { whole: pair, inner }
    }

    /// Takes the next pair where it is of this rule; fixed words and signs before it are passed over.
    fn take(&mut self, rule: Rule) -> Option<Pair<'i, Rule>> {
        loop {
            let next = self.inner.peek()?.as_rule();
            if next == rule {
                return self.inner.next();
            }
            if !filler(next) {
                return None;
            }
            self.inner.next();
        }
    }

    /// Takes the next pair, which the grammar promises to be of this rule.
    fn need(&mut self, rule: Rule, lower: &AstBuilder<'_>) -> Built<Pair<'i, Rule>> {
        match self.take(rule) {
            Some(pair) => Ok(pair),
            None => Err(lower.unexpected(&self.whole, rule)),
        }
    }

    /// Takes the next pair, of whatever rule; fixed words and signs before it are passed over.
    fn any(&mut self, lower: &AstBuilder<'_>) -> Built<Pair<'i, Rule>> {
        self.inner
            .by_ref()
            .find(|pair| !filler(pair.as_rule()))
            .ok_or_else(|| lower.unexpected(&self.whole, self.whole.as_rule()))
    }

    /// Takes all pairs of this rule that follow one another, fixed words and signs between them aside.
    fn all<T>(&mut self, rule: Rule, mut with: impl FnMut(Pair<'i, Rule>) -> Built<T>) -> Built<Vec<T>> {
        let mut nodes = Vec::new();
        while let Some(pair) = self.take(rule) {
            nodes.push(with(pair)?);
        }
        Ok(nodes)
    }

    /// Reads what is inside the next pair, where that is of this rule.
    fn optional<T>(&mut self, rule: Rule, with: impl FnOnce(&mut Parts<'i>) -> Built<T>) -> Built<Option<T>> {
        self.take(rule).map(|pair| with(&mut Parts::of(pair))).transpose()
    }

    /// Whether the next pair is of this rule, which is then passed.
    fn has(&mut self, rule: Rule) -> bool {
        self.inner.next_if(|pair| pair.as_rule() == rule).is_some()
    }
}

/// Returns the only pair inside, where the grammar promises one; itself where it has none.
fn only(pair: Pair<'_, Rule>) -> Pair<'_, Rule> {
    pair.clone().into_inner().next().unwrap_or(pair)
}

/// Whether a pair says nothing beyond its place.
fn filler(rule: Rule) -> bool {
    rule == Rule::dot || rule_names::fixed(rule).is_some()
}
