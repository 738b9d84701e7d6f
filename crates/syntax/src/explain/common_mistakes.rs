//! Slips that deserve words of their own: habits from other languages, forgotten parts, misspelt words.

use rota_source::{Diagnostic, Fix, correction, joined, nearest, suggestion};

use super::items::unindented;
use super::{ParseFailure, Stop};
use crate::constructs::{Construct, Group, RESERVED};
use crate::grammar::Rule;
use crate::lexer::{Token, TokenKind};

/// Signs that mean something somewhere.
const KNOWN_SIGNS: [&str; 19] =
    ["{", "}", "(", ")", ",", ":", "?", "..", ".", "=", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/"];

impl ParseFailure<'_> {
    /// Explains the stop by a well-known slip.
    pub(super) fn common_mistake(&self, stop: &Stop<'_>) -> Option<Diagnostic> {
        if let Some(found) = stop.found() {
            let slip = self
                .foreign_sign(found)
                .or_else(|| self.indented_item(stop, found))
                .or_else(|| self.foreign_word(stop, found))
                .or_else(|| self.count_without_comma(stop, found))
                .or_else(|| self.misspelt_fold(stop))
                .or_else(|| self.in_other_words(stop, found))
                .or_else(|| self.out_of_place(stop, found));
            if slip.is_some() {
                return slip;
            }
        }
        if stop.wants(&[Rule::as_reason, Rule::as_told, Rule::kw_as]) && self.rule != Rule::line {
            return Some(self.missing_reason(stop));
        }
        let found = stop.found()?;
        if stop.wants(&[Rule::kw_takes]) && stop.read == 1 {
            return self.unknown_line(stop);
        }
        if stop.wants(&[Rule::change]) {
            return Some(self.unknown_change(stop, found));
        }
        if stop.wants(&[Rule::statement]) {
            return self.no_statement(stop, found);
        }
        let text = found.text(self.text);
        // `draw from pile`: the name is what is missing.
        let example = self.example_help(stop).unwrap_or_default();
        let is_next = example.split_whitespace().skip(4).any(|word| word == text);
        (stop.wants_name() && !is_next && RESERVED.contains(&text)).then(|| {
            Diagnostic::error("syntax::reserved", format!("expected a name, found the word `{text}`"))
                .at(self.span(found), "this word belongs to the language and cannot be a name")
                .maybe_help(self.example_help(stop))
        })
    }

    /// Signs of other languages, and texts without an end.
    fn foreign_sign(&self, found: &Token) -> Option<Diagnostic> {
        let text = found.text(self.text);
        let say = |message: String, label: &str, help: &str| {
            Some(Diagnostic::error("syntax::foreign-sign", message).at(self.span(found), label).help(help))
        };
        let instead = |right: &str, meaning: &str, example: &str| {
            let label = format!("write `{right}`");
            let said =
                say(format!("{meaning} is written `{right}`"), &label, &format!("for example: {example}"));
            said.map(|said| said.fix(self.apart(found, right)))
        };
        match (found.kind, text) {
            (TokenKind::OpenText, _) => Some(
                Diagnostic::error("syntax::open-text", "this text has no end")
                    .at(self.span(found), "a text ends on its line")
                    .help("put a quotation mark behind it: \"like this\"")
                    .fix(Fix::unsure(self.span_of(&(found.at.end..found.at.end)), "\"")),
            ),
            (TokenKind::Word, _) if !text.is_ascii() => Some(
                Diagnostic::error("syntax::letters", format!("`{text}` has letters that a name cannot have"))
                    .at(self.span(found), "")
                    .help("names are made of a to z, A to Z, 0 to 9 and _; texts and comments may have any letter"),
            ),
            (_, "==" | "===") => instead("=", "equality", "if n = 3 { stop }"),
            (_, "!==" | "<>") => instead("!=", "inequality", "if n != 3 { stop }"),
            (_, "&&" | "&") => instead("and", "conjunction", "when f.free and n > 3"),
            (_, "||" | "|") => instead("or", "disjunction", "when f.free or n > 3"),
            (_, "!") => instead("not", "negation", "when not f.free"),
            (_, "+=" | "-=" | "++") => {
                say(format!("there is no `{text}`"), "write the sum out", "for example: set n = n + 1")
            }
            (_, "=>" | "->") => say(
                format!("there is no `{text}`"),
                "no arrow belongs here",
                "a type follows `:`, a value follows `=`, statements stand between `{` and `}`",
            ),
            (_, "//" | "/*") => {
                let message = format!("a comment does not begin with `{text}`");
                let said = say(message, "write `#`", "for example: stop # enough");
                // A comment of this kind ends on its line; the other one may have several.
                said.map(|said| said.maybe_fix((text == "//").then(|| Fix::safe(self.span(found), "#"))))
            }
            (_, "...") => instead("..", "a range", "choose active n among 1..6"),
            (_, ";") => {
                let said =
                    say("there is no `;`".to_owned(), "remove it", "a statement ends where it is complete");
                said.map(|said| said.fix(Fix::safe(self.span(found), " ".repeat(self.meets(found)))))
            }
            (_, "[" | "]") => say(
                format!("there is no `{text}`"),
                "sets have braces",
                "for example: p.colour in { red, blue }; parts follow a dot, arguments stand in parentheses",
            ),
            (_, "'" | "`" | "“" | "„" | "‘") => say(
                format!("a text does not begin with {text}"),
                "write \"",
                "a text stands between two straight quotation marks: \"like this\"",
            ),
            (TokenKind::Sign, _) if !KNOWN_SIGNS.contains(&text) => say(
                format!("there is no {}", self.quote(found)),
                "this sign means nothing here",
                "the operators are + - * / .. = != < <= > >= and words: and, or, not, in, is, each",
            ),
            _ => None,
        }
    }

    fn indented_item(&self, stop: &Stop<'_>, found: &Token) -> Option<Diagnostic> {
        let text = found.text(self.text);
        let item = found.first && !found.margin && Group::Item.has(text);
        let name_follows =
            stop.after().is_some_and(|next| matches!(next.kind, TokenKind::Word | TokenKind::Text));
        (item && name_follows && stop.wants(&[Rule::statement, Rule::change, Rule::EOI])).then(|| {
            let help = match stop.wants(&[Rule::change]) {
                true => format!(
                    "remove the blanks before it, or write `add {text} …` to make it part of the variant"
                ),
                false => {
                    "remove the blanks before it, and look whether the item before it is closed".to_owned()
                }
            };
            Diagnostic::error("syntax::indented-item", format!("an indented `{text}`"))
                .at(self.span(found), "an item begins at the margin")
                .help(help)
                .maybe_fix(
                    unindented(self.text, found.at.start)
                        .map(|blanks| Fix::unsure(self.span_of(&blanks), "")),
                )
        })
    }

    /// Words of other languages where a statement could stand.
    fn foreign_word(&self, stop: &Stop<'_>, found: &Token) -> Option<Diagnostic> {
        let begins =
            found.first || stop.before().is_some_and(|before| matches!(before.text(self.text), "{" | "}"));
        if !begins || !stop.wants(&[Rule::statement, Rule::else_if, Rule::else_block, Rule::kw_else]) {
            return None;
        }
        let text = found.text(self.text);
        let (message, help) = match text {
            "elif" | "elseif" | "elsif" => (
                format!("there is no `{text}`"),
                "write `else if`: if n > 3 { stop } else if n = 2 { leave }",
            ),
            "else" => {
                ("this `else` has no `if`".to_owned(), "an `else` follows the `}` of an `if` or a `choose`")
            }
            "for" | "foreach" => {
                (format!("there is no `{text}`"), "write `each`: each city f in closed { … }")
            }
            "while" => {
                (format!("there is no `{text}`"), "write `repeat while`: repeat while pile.count > 0 { … }")
            }
            "loop" => (format!("there is no `{text}`"), "write `repeat`: repeat up to 3 { … }"),
            "break" | "continue" => {
                (format!("there is no `{text}`"), "`leave` ends the innermost loop, `stop` ends the rule")
            }
            "var" | "const" if !found.margin => {
                (format!("there is no `{text}` here"), "inside a rule write `let`: let n = f.tiles + 1")
            }
            _ => return None,
        };
        let word = match text {
            "elif" | "elseif" | "elsif" => Some(Fix::safe(self.span(found), "else if")),
            "while" => Some(Fix::safe(self.span(found), "repeat while")),
            "break" => Some(Fix::safe(self.span(found), "leave")),
            "foreach" => Some(Fix::unsure(self.span(found), "each")),
            "loop" => Some(Fix::unsure(self.span(found), "repeat")),
            "var" | "const" => Some(Fix::unsure(self.span(found), "let")),
            _ => None,
        };
        let said = Diagnostic::error("syntax::foreign-word", message).at(self.span(found), "");
        Some(said.help(help).maybe_fix(word))
    }

    /// `cuont(x in S where …)`: read as a call, it stops at `where`.
    fn misspelt_fold(&self, stop: &Stop<'_>) -> Option<Diagnostic> {
        let found = stop.found()?.text(self.text);
        if !matches!(found, "where" | ":" | "by" | "from" | "in") {
            return None;
        }
        let name = self.before_parenthesis(stop)?;
        let word = name.text(self.text);
        if name.kind != TokenKind::Word || Group::Fold.has(word) || RESERVED.contains(&word) {
            return None;
        }
        let near = nearest(word, Group::Fold.words()).and_then(|near| Group::Fold.find(near));
        let help = match near {
            _ if word == "nth" => "it takes a set as a whole: `nth(2, { x in … where … })`".to_owned(),
            Some(near) => format!("{} For example: {}", suggestion(near.word), near.example),
            None => format!("they are {}", joined(Group::Fold.words())),
        };
        Some(
            Diagnostic::error("syntax::unknown-fold", format!("`{word}` cannot run over a set"))
                .at(self.span(name), "not one of those that take `name in set`")
                .help(help)
                .maybe_fix(correction((word, self.span(name)), Group::Fold.words())),
        )
    }

    fn missing_reason(&self, stop: &Stop<'_>) -> Diagnostic {
        let statement = self.construct(stop).map_or("score", |(_, word)| word);
        let message = match stop.found() {
            Some(found) if !found.first && found.text(self.text) != "}" => {
                format!("expected `as` and a reason, found {}", self.quote(found))
            }
            _ => format!("this `{statement}` gives no reason"),
        };
        Diagnostic::error("syntax::missing-reason", message)
            .at(self.missing_at(stop), "expected `as` and a reason here")
            .maybe_help(self.example_help(stop))
    }

    /// `each 2 for 2 players`: what holds for so many players stands behind a comma.
    fn count_without_comma(&self, stop: &Stop<'_>, found: &Token) -> Option<Diagnostic> {
        let (is_number, word) = (found.kind == TokenKind::Number, stop.before()?);
        let is_count = is_number && self.construct(stop)?.1 == "piece" && word.text(self.text) == "for";
        is_count.then(|| {
            let message = "how many there are for some numbers of players stands behind a comma";
            Diagnostic::error("syntax::expected", message)
                .at(self.span(word), "what stands before it holds for all other numbers")
                .help("for example: piece porter each 2, 3 for 2 players")
        })
    }

    fn unknown_line(&self, stop: &Stop<'_>) -> Option<Diagnostic> {
        let first = stop.tokens.first()?;
        let word = first.text(self.text);
        if Group::Line.has(word) {
            return None;
        }
        let known = Group::Line.words().filter(|known| *known != "takes");
        let near = nearest(word, known.clone())?;
        Some(
            Diagnostic::error(
                "syntax::unknown-line",
                format!("`{word}` does not begin a line of a scenario"),
            )
            .at(self.span(first), suggestion(near))
            .maybe_help(Group::Line.example(near))
            .maybe_fix(correction((word, self.span(first)), known)),
        )
    }

    fn unknown_change(&self, stop: &Stop<'_>, found: &Token) -> Diagnostic {
        let quoted = self.quote(found);
        let near = nearest(found.text(self.text), Group::Change.words());
        let help = near.and_then(|near| Group::Change.example(near));
        let help =
            help.unwrap_or_else(|| "a variant has lines with set, disable, move, replace and add".to_owned());
        let label = match near {
            Some(near) => suggestion(near),
            None => format!("expected {}", self.expectations(&stop.rules)),
        };
        Diagnostic::error("syntax::unknown-change", format!("{quoted} does not begin a change"))
            .at(self.span(found), label)
            .help(help)
            .maybe_fix(correction((found.text(self.text), self.span(found)), Group::Change.words()))
    }

    /// Where a statement could begin.
    fn no_statement(&self, stop: &Stop<'_>, found: &Token) -> Option<Diagnostic> {
        let text = found.text(self.text);
        let begins =
            found.first || stop.before().is_some_and(|before| matches!(before.text(self.text), "{" | "}"));
        if !begins {
            // `let n = roll fate`: a statement where a value is meant.
            let before = stop.before().and_then(|before| Group::Statement.find(before.text(self.text)));
            let help = match before {
                Some(Construct { word, example, .. }) => {
                    Some(format!("`{word}` begins a statement of its own: {example}"))
                }
                None => self.example_help(stop),
            };
            return Some(
                Diagnostic::error(
                    "syntax::expected",
                    format!("{} does not go on with this", self.quote(found)),
                )
                .at(self.span(found), "expected an operator or the next statement")
                .maybe_help(help),
            );
        }
        if found.kind != TokenKind::Word {
            return None;
        }
        let next = stop.after().map_or("", |next| next.text(self.text));
        let known = Group::Statement.words().filter(|known| *known != text);
        let goes_on = matches!(next, "=" | "(" | ".");
        let near = nearest(text, known.clone()).filter(|_| !goes_on);
        let fix = correction((text, self.span(found)), known).filter(|_| !goes_on);
        let (label, help) = match near {
            Some(near) => (suggestion(near), Group::Statement.example(near)),
            None if matches!(next, "=" | "+=" | "-=") => (
                "a statement begins with a word of its own".to_owned(),
                Some(format!("`set {text} = …` changes a variable, `let {text} = …` makes a new name")),
            ),
            None => (
                "a statement begins with a word of its own".to_owned(),
                Some(format!("they are {}", joined(Group::Statement.words()))),
            ),
        };
        Some(
            Diagnostic::error("syntax::unknown-statement", format!("`{text}` does not begin a statement"))
                .at(self.span(found), label)
                .maybe_help(help)
                .maybe_fix(fix),
        )
    }

    /// Writes something in the place of a sign, with blanks around a word where it would run into its neighbours.
    fn apart(&self, sign: &Token, right: &str) -> Fix {
        let is_word = right.starts_with(char::is_alphabetic);
        let blank = |is_near: bool| if is_word && is_near { " " } else { "" };
        let before = self.text.get(..sign.at.start).unwrap_or("").chars().next_back();
        let after = self.text.get(sign.at.end..).unwrap_or("").chars().next();
        let is_near = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace() && c != '(');
        let text =
            format!("{}{right}{}", blank(is_near(before)), blank(is_near(after) || after == Some('(')));
        match sign.text(self.text) {
            "&" | "|" | "===" => Fix::unsure(self.span(sign), text),
            _ => Fix::safe(self.span(sign), text),
        }
    }

    /// How many blanks have to stand where a sign stood between two words.
    fn meets(&self, sign: &Token) -> usize {
        let is_blank = |c: char| c.is_whitespace();
        let after = self.text.get(sign.at.end..).unwrap_or("");
        usize::from(!after.is_empty() && !after.starts_with(is_blank))
    }
}
