//! From the text of a file to its tree, item by item.

use pest::Parser;
use rota_source::{Diagnostic, Span};

use crate::ast::{Expr, File, Item, Line};
use crate::ast_builder::{AstBuilder, Built};
use crate::explain::{self, ParseFailure};
use crate::grammar::{Grammar, Rule};
use crate::lexer::{self, Token, TokenKind};
use crate::limits;
use crate::lookahead;
use crate::split::{self, Fragment};

/// Reads a file whose text begins at `base` in the common space of offsets.
///
/// Returns the items that could be read and what is wrong with the others, in the order of the text. An item
/// is in the tree or in the diagnostics, except scenarios, which keep the lines that could be read.
pub fn parse(text: &str, base: u32) -> (File, Vec<Diagnostic>) {
    let mut file = File::default();
    if text.len() > limits::LONGEST_FILE {
        let error = Diagnostic::error("syntax::too-long", "this file is too long")
            .at(Span::new(0..0).shifted(base), format!("{} bytes", text.len()))
            .help(format!("a file has at most {} bytes; cut it into several", limits::LONGEST_FILE));
        return (file, vec![error]);
    }
    let tokens = lexer::lex(text);
    let split = split::split(text, &tokens);
    let reader = Reader { text, tokens: &tokens, base };
    let mut problems: Vec<Diagnostic> =
        split.outside.iter().map(|outside| explain::outside(text, outside.clone(), base)).collect();
    let mut slips = split.margin_statements.iter().filter_map(|index| tokens.get(*index)).peekable();
    for fragment in &split.fragments {
        // One is enough for an item: the others are the same habit.
        let slip = slips.next_if(|slip| slip.at.start < fragment.at.end);
        problems.extend(slip.map(|slip| explain::margin_statement(text, slip, base)));
        while slips.next_if(|slip| slip.at.start < fragment.at.end).is_some() {}
        file.items.extend(reader.fragment(fragment, &mut problems));
    }
    problems.sort_by_key(|problem| problem.labels().first().map(|label| label.span.start));
    (file, problems)
}

/// Reads a text that is one expression.
pub fn parse_expression(text: &str, base: u32) -> Result<Expr, Diagnostic> {
    let tokens = lexer::lex(text);
    let reader = Reader { text, tokens: &tokens, base };
    let whole = Fragment { at: 0..text.len(), tokens: 0..tokens.len() };
    if let Some(problem) = limits::check(text, &tokens, base) {
        return Err(problem);
    }
    reader.part(&whole, Rule::expression_only, |lower, pair| {
        let inner = pair.clone().into_inner().next().unwrap_or(pair);
        lower.expression(inner)
    })
}

/// Reads the fragments of one file.
struct Reader<'t> {
    text: &'t str,
    tokens: &'t [Token],
    base: u32,
}

impl Reader<'_> {
    fn fragment(&self, fragment: &Fragment, problems: &mut Vec<Diagnostic>) -> Option<Item> {
        let tokens = self.tokens.get(fragment.tokens.clone())?;
        let mut words =
            tokens.iter().filter(|token| token.kind != TokenKind::Comment).map(|token| token.text(self.text));
        let first = words.next()?;
        if !explain::begins_item(first) {
            problems.push(explain::no_item(self.text, tokens.first()?, self.base));
            return None;
        }
        if let Some(problem) = limits::check(self.text, tokens, self.base) {
            problems.push(problem);
            return None;
        }
        if first == "scenario" || (first == "wrong" && words.next() == Some("scenario")) {
            return self.scenario(fragment, problems);
        }
        self.part(fragment, Rule::fragment, |lower, pair| {
            let inner = pair.clone().into_inner().next().unwrap_or(pair);
            lower.item(inner)
        })
        .map_err(|problem| problems.push(problem))
        .ok()
    }

    /// A scenario: its head by one rule, every line by another.
    fn scenario(&self, fragment: &Fragment, problems: &mut Vec<Diagnostic>) -> Option<Item> {
        let tokens = self.tokens.get(fragment.tokens.clone())?;
        let brace = tokens.iter().position(|token| token.text(self.text) == "{").unwrap_or(tokens.len() - 1);
        let body_first = fragment.tokens.start + brace + 1;
        let head = Fragment {
            at: fragment.at.start..tokens.get(brace)?.at.end,
            tokens: fragment.tokens.start..body_first,
        };
        let mut lines = Vec::new();
        let mut end = None;
        let mut rest = body_first..fragment.tokens.end;
        while let Some(line) = self.next_line(&mut rest) {
            if end.is_some() {
                problems.push(explain::outside(self.text, line.at, self.base));
                break;
            }
            if self.text.get(line.at.clone()) == Some("}") {
                end = Some(Span::new(line.at.clone()).shifted(self.base));
                continue;
            }
            let predicted = self.predicted_line(&line);
            match predicted.unwrap_or_else(|| self.part(&line, Rule::line, |lower, pair| lower.line(pair))) {
                Ok(line) => lines.push(line),
                Err(problem) => problems.push(problem),
            }
        }
        let parsed = self.part(&head, Rule::scenario_head, |lower, pair| match end {
            Some(end) => lower.scenario(pair, lines, end),
            None => Err(explain::open_scenario(Span::new(head.at.end - 1..head.at.end).shifted(self.base))),
        });
        parsed.map_err(|problem| problems.push(problem)).ok()
    }

    /// A line by the rule that its first words promise; nothing where that does not fit it to its end.
    fn predicted_line(&self, fragment: &Fragment) -> Option<Built<Line>> {
        let tokens = self.tokens.get(fragment.tokens.clone())?;
        let (rule, first) = lookahead::line_rule(self.text, tokens)?;
        let offset = tokens.get(first)?.at.start;
        let source = self.text.get(offset..fragment.at.end)?;
        let pair = Grammar::parse(rule, source).ok()?.next()?;
        let fits = pair.as_span().end() == source.len();
        let lower = AstBuilder { tokens: self.tokens, offset, base: self.base };
        let span = Span::new(fragment.at.clone()).shifted(self.base);
        fits.then(|| lower.line_kind(pair).map(|kind| Line { span, kind }))
    }

    /// The tokens of the next text line, comments left out; a brace that ends the line is a line of its own.
    fn next_line(&self, rest: &mut std::ops::Range<usize>) -> Option<Fragment> {
        while self.tokens.get(rest.start)?.kind == TokenKind::Comment && rest.start < rest.end {
            rest.start += 1;
        }
        if rest.start >= rest.end {
            return None;
        }
        let first = rest.start;
        let inside = self.tokens.get(first..rest.end)?;
        let mut length = 1 + inside.iter().skip(1).take_while(|token| !token.first).count();
        rest.start += length;
        while inside.get(length - 1)?.kind == TokenKind::Comment {
            length -= 1;
        }
        let line = inside.get(..length)?;
        let at = line.first()?.at.start..line.last()?.at.end;
        Some(Fragment { at, tokens: first..first + length })
    }

    /// Parses one fragment by one rule and builds its tree.
    fn part<T>(
        &self,
        fragment: &Fragment,
        rule: Rule,
        build: impl FnOnce(&AstBuilder<'_>, pest::iterators::Pair<'_, Rule>) -> Built<T>,
    ) -> Built<T> {
        let source = self.text.get(fragment.at.clone()).unwrap_or("");
        let place = ParseFailure { text: self.text, tokens: self.tokens, fragment, base: self.base, rule };
        let pair = match Grammar::parse(rule, source) {
            Ok(mut pairs) => pairs.next().ok_or_else(|| place.nothing())?,
            Err(error) => return Err(place.explain(&error)),
        };
        build(&AstBuilder { tokens: self.tokens, offset: fragment.at.start, base: self.base }, pair)
    }
}
