//! From the text of a file to its tree, item by item.

use pest::Parser;
use rota_source::{Diagnostic, Span};

use crate::ast::{Expr, File, Item, Line, LineKind, Name};
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
        if first == "setup" || first == "scenario" || (first == "wrong" && words.next() == Some("scenario")) {
            return self.scenario(fragment, problems);
        }
        self.part(fragment, Rule::fragment, |lower, pair| {
            let inner = pair.clone().into_inner().next().unwrap_or(pair);
            lower.item(inner)
        })
        .map_err(|problem| problems.push(problem))
        .ok()
    }

    /// A scenario or a set-up: its head by one rule, every line by another.
    fn scenario(&self, fragment: &Fragment, problems: &mut Vec<Diagnostic>) -> Option<Item> {
        let tokens = self.tokens.get(fragment.tokens.clone())?;
        let brace = tokens.iter().position(|token| token.text(self.text) == "{").unwrap_or(tokens.len() - 1);
        let body_first = fragment.tokens.start + brace + 1;
        let head = Fragment {
            at: fragment.at.start..tokens.get(brace)?.at.end,
            tokens: fragment.tokens.start..body_first,
        };
        let mut rest = body_first..fragment.tokens.end;
        let (lines, end) = self.lines(&mut rest, 0, problems);
        if let Some(line) = self.next_line(&mut rest) {
            problems.push(explain::outside(self.text, line.at, self.base));
        }
        let is_setup = tokens.first()?.text(self.text) == "setup";
        let rule = if is_setup { Rule::setup_head } else { Rule::scenario_head };
        let parsed = self.part(&head, rule, |lower, pair| match end {
            Some(end) if is_setup => lower.setup(pair, lines, end),
            Some(end) => lower.scenario(pair, lines, end),
            None => {
                let brace = Span::new(head.at.end - 1..head.at.end).shifted(self.base);
                Err(explain::unclosed(if is_setup { "set-up" } else { "scenario" }, brace))
            }
        });
        parsed.map_err(|problem| problems.push(problem)).ok()
    }

    /// The lines up to the brace that closes them, and that brace.
    fn lines(
        &self,
        rest: &mut std::ops::Range<usize>,
        depth: usize,
        problems: &mut Vec<Diagnostic>,
    ) -> (Vec<Line>, Option<Span>) {
        let mut lines = Vec::new();
        while let Some(line) = self.next_line(rest) {
            let text = self.text.get(line.at.clone()).unwrap_or("");
            if text == "}" {
                return (lines, self.closing(&line, depth, rest));
            }
            let parsed = if text.ends_with('{') {
                self.braced_line(&line, rest, depth, problems)
            } else if text.ends_with('}') && (text.starts_with("case ") || text.starts_with("expect options"))
            {
                self.empty_line(&line)
            } else {
                let predicted = self.predicted_line(&line);
                predicted.unwrap_or_else(|| self.part(&line, Rule::line, |lower, pair| lower.line(pair)))
            };
            match parsed {
                Ok(line) => lines.push(line),
                Err(problem) => problems.push(problem),
            }
        }
        (lines, None)
    }

    /// A line with further ones in braces: a case, or all options.
    fn braced_line(
        &self,
        head: &Fragment,
        rest: &mut std::ops::Range<usize>,
        depth: usize,
        problems: &mut Vec<Diagnostic>,
    ) -> Built<Line> {
        let begins = |token: &Token| token.text(self.text) == "expect";
        let is_options = self.tokens.get(head.tokens.start).is_some_and(begins);
        let brace = Span::new(head.at.end - 1..head.at.end).shifted(self.base);
        if is_options {
            let (options, end) = self.option_words(rest);
            self.part(head, Rule::options_head, |_, _| Ok(()))?;
            let span = self.span(head).to(end.ok_or_else(|| explain::unclosed("list", brace))?);
            return Ok(Line { span, kind: LineKind::AllOptions { options } });
        }
        let (lines, end) = self.lines(rest, depth + 1, problems);
        let title = self.part(head, Rule::case_head, |lower, pair| lower.case_title(pair))?;
        let span = self.span(head).to(end.ok_or_else(|| explain::unclosed("case", brace))?);
        Ok(Line { span, kind: LineKind::Case { title, lines } })
    }

    /// A line with empty braces. What stands between braces on one line would be no line of its own.
    fn empty_line(&self, line: &Fragment) -> Built<Line> {
        let is_case = self.text.get(line.at.clone()).is_some_and(|text| text.starts_with("case"));
        let kind = if is_case {
            let title = self.part(line, Rule::case_head, |lower, pair| lower.case_title(pair))?;
            LineKind::Case { title, lines: Vec::new() }
        } else {
            self.part(line, Rule::options_head, |_, _| Ok(()))?;
            LineKind::AllOptions { options: Vec::new() }
        };
        Ok(Line { span: self.span(line), kind })
    }

    /// The words of options, each on its line, up to the brace that closes them.
    fn option_words(&self, rest: &mut std::ops::Range<usize>) -> (Vec<Name>, Option<Span>) {
        let lower = AstBuilder { tokens: self.tokens, offset: 0, base: self.base };
        let mut options = Vec::new();
        while let Some(line) = self.next_line(rest) {
            let text = self.text.get(line.at.clone()).unwrap_or("");
            if text == "}" {
                return (options, self.closing(&line, 1, rest));
            }
            options.push(lower.words(text, self.span(&line)));
        }
        (options, None)
    }

    /// The brace that closes lines; one at the margin closes the whole item, and is left to it.
    fn closing(&self, brace: &Fragment, depth: usize, rest: &mut std::ops::Range<usize>) -> Option<Span> {
        let at_margin = self.tokens.get(brace.tokens.start).is_some_and(|token| token.margin);
        if depth > 0 && at_margin {
            rest.start = brace.tokens.start;
            return None;
        }
        Some(self.span(brace))
    }

    fn span(&self, fragment: &Fragment) -> Span {
        Span::new(fragment.at.clone()).shifted(self.base)
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
        let span = self.span(fragment);
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
