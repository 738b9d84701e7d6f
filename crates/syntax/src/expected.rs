//! What may stand at a place: asked of the grammar itself, by reading up to there and seeing what it waits for.

use std::collections::BTreeSet;

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};

use crate::constructs::Group;
use crate::grammar::{Grammar, Rule};
use crate::lexer;
use crate::limits;
use crate::rule_names;
use crate::split;

/// No text has this character, so that the grammar never goes on with it.
const STOP: char = '\u{1}';

/// Words that may begin or carry on an expression.
const IN_EXPRESSIONS: [&str; 5] = ["if", "not", "none", "true", "false"];
const AFTER_EXPRESSIONS: [&str; 8] = ["and", "or", "in", "is", "mod", "each", "pts", "rounded"];

/// What may stand at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// Words of the language.
    pub words: BTreeSet<String>,
    /// Whether a name may stand there.
    pub name: bool,
    /// Whether a type may.
    pub ty: bool,
}

/// Says what may stand at an offset of a rule file, behind all that stands before it. Nothing where that cannot be read.
pub fn expected(text: &str, offset: usize) -> Option<Expected> {
    let head = text.get(..offset)?;
    if head.len() > limits::LONGEST_FILE {
        return None;
    }
    if head.is_empty() || head.ends_with('\n') {
        let open = scenario_line(head);
        let mut all = Expected::default();
        all.words.extend(Group::Item.words().map(str::to_owned));
        if open.is_none() {
            return Some(all);
        }
    }
    let tokens = lexer::lex(head);
    let fragment = split::split(head, &tokens).fragments.pop();
    let (rule, source) = match (scenario_line(head), fragment) {
        (Some(line), _) => (Rule::line, line),
        (None, Some(fragment)) => {
            let inside = tokens.get(fragment.tokens)?;
            if limits::check(head, inside, 0).is_some() {
                return None;
            }
            (Rule::fragment, head.get(fragment.at.start..)?)
        }
        (None, None) => return None,
    };
    let source = format!("{source}{STOP}");
    let error = Grammar::parse(rule, &source).err()?;
    let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = error.location;
    // Where it stopped earlier, what stands before the place is wrong.
    if at + STOP.len_utf8() < source.trim_end().len() && !source.get(at..)?.trim_start().starts_with(STOP) {
        return None;
    }
    let ErrorVariant::ParsingError { positives, .. } = error.variant else { return None };
    Some(Expected::of(&positives))
}

impl Expected {
    fn of(rules: &[Rule]) -> Expected {
        let mut found = Expected::default();
        for rule in rules {
            let name = rule_names::name(*rule);
            let group = [Group::Item, Group::Change, Group::Statement, Group::Line]
                .into_iter()
                .find(|group| group.name() == name);
            if let Some(group) = group {
                found.words.extend(group.words().map(str::to_owned));
            } else if name == "an expectation" {
                found.name = true;
            } else if name == "an expression" {
                found.name = true;
                found.words.extend(Group::Fold.words().chain(IN_EXPRESSIONS).map(str::to_owned));
            } else if name == rule_names::OPERATOR {
                found.words.extend(AFTER_EXPRESSIONS.map(str::to_owned));
            } else if name == "a type" {
                found.ty = true;
                found.name = true;
            } else if !name.starts_with('`') {
                found.name |=
                    name != "a number" && name != "a text in quotation marks" && name != "a version";
            }
            // A name that stands in backticks is what is written.
            for literal in name.split('`').skip(1).step_by(2) {
                let is_word = literal.chars().all(|letter| letter.is_ascii_lowercase() || letter == ' ');
                if is_word && !literal.is_empty() {
                    found.words.insert(literal.to_owned());
                }
            }
        }
        found
    }
}

/// The line of a scenario or a set-up in which a text ends; nothing where it ends elsewhere.
fn scenario_line(head: &str) -> Option<&str> {
    let tokens = lexer::lex(head);
    let fragment = split::split(head, &tokens).fragments.pop()?;
    let inside = tokens.get(fragment.tokens)?;
    let mut words = inside.iter().map(|token| token.text(head)).filter(|word| *word != "wrong");
    if !matches!(words.next(), Some("scenario" | "setup")) {
        return None;
    }
    let open = inside.iter().filter(|token| token.text(head) == "{").count();
    let closed = inside.iter().filter(|token| token.text(head) == "}").count();
    let line = head.rsplit('\n').next().unwrap_or(head);
    let is_body = open > closed && !line.contains('{');
    is_body.then(|| line.trim_start())
}

#[cfg(test)]
mod tests {
    use super::{Expected, expected};

    fn at(text: &str) -> Expected {
        let offset = text.find('|').expect("a mark");
        expected(&text.replace('|', ""), offset).unwrap_or_default()
    }

    #[test]
    fn the_grammar_says_what_may_follow() {
        let cases: [(&str, &[&str], bool); 10] = [
            ("|", &["rule", "value", "scenario"], false),
            ("pack a 1.0.0\n|", &["option", "requires"], false),
            ("rule a |", &["at", "before", "instead", "after"], false),
            ("rule a at |", &[], true),
            ("rule a at b |", &["when", "for"], false),
            ("rule a at b {\n  |", &["score", "choose", "each", "let"], false),
            ("rule a at b {\n  each city f in |", &["count", "not", "if"], true),
            ("rule a at b {\n  each city f in closed |\n}\n", &["where", "and", "from"], false),
            ("option a |", &[], false),
            ("scenario \"x\" {\n  |", &["lay", "pile", "expect"], false),
        ];
        for (text, words, name) in cases {
            let found = at(text);
            for word in words {
                assert!(found.words.contains(*word), "{text:?}: {word} is not in {found:?}");
            }
            assert!(!name || found.name, "{text:?}: a name may stand there");
        }
        assert_eq!(at("rule a at ) b |"), Expected::default());
    }
}
