//! Types as written, and when one may stand for another.

use rota_bytecode::{Form, Sort, Type};
use rota_source::{Diagnostic, Help, Span, joined, meant};
use rota_syntax::ast::{self, TypeKind};

use crate::build::constant;
use crate::checker::Checker;
use crate::expressions::type_advice::source_of;
use crate::tree::{BinaryOp, Expr, ExprKind};

/// A type and the range its numbers are kept in.
pub(crate) type Ranged = (Type, Option<(i64, i64)>);

/// The type of what has an error in its declaration. It fits nowhere, and nothing is said about it again.
pub(crate) const UNKNOWN: Type = Type::one(Sort::Nothing);

pub(crate) const NAMED: &[(&str, Sort)] = &[
    ("pts", Sort::Pts),
    ("bool", Sort::Bool),
    ("player", Sort::Player),
    ("piece", Sort::Piece),
    ("kind", Sort::Kind),
    ("stock", Sort::Stock),
    ("tile", Sort::Tile),
    ("card", Sort::Card),
    ("bag", Sort::Bag),
    ("deck", Sort::Deck),
    ("cell", Sort::Cell),
    ("corner", Sort::Corner),
    ("side", Sort::Side),
    ("placement", Sort::Placement),
    ("segment", Sort::Segment),
    ("feature", Sort::Feature),
    ("award", Sort::Award),
    ("reason", Sort::Reason),
    ("space", Sort::Space),
];

/// Returns the words that stand for a type without any declaration.
pub fn type_words() -> impl Iterator<Item = &'static str> {
    ["int"].into_iter().chain(NAMED.iter().map(|(word, _)| *word))
}

impl Checker<'_> {
    /// Resolves a type as written.
    pub(crate) fn resolve_type(&mut self, written: &ast::Type) -> Option<Ranged> {
        match &written.kind {
            TypeKind::Int(range) => {
                if let Some((least, most)) = range
                    && least > most
                {
                    Diagnostic::error("types::empty-range", format!("nothing lies in {least}..{most}"))
                        .at(written.span, "the first number must not be larger")
                        .help(format!("turn them round: `int {most}..{least}`"))
                        .report(self.diagnostics);
                    return None;
                }
                Some((Type::one(Sort::Int), *range))
            }
            TypeKind::Words(words) => {
                self.each_word_once(words);
                let words = words.iter().map(|word| word.node.clone()).collect();
                Some((Type::one(Sort::Words).with_detail(Some(self.word_list(words))), None))
            }
            TypeKind::Named(name) => self.named_type(&name.node, name.span).map(|ty| (ty, None)),
            TypeKind::Set(inner) => {
                let (ty, _) = self.resolve_type(inner)?;
                if ty.form == Form::Maybe {
                    Diagnostic::error("types::unknown", "what is in a set is there")
                        .at(written.span, "a set of what may be missing")
                        .help("leave the `?` away: an empty set holds nothing")
                        .report(self.diagnostics);
                    return None;
                }
                Some((ty.with_form(Form::Many), None))
            }
            TypeKind::Optional(inner) => {
                let (ty, range) = self.resolve_type(inner)?;
                Some((ty.with_form(Form::Maybe), range))
            }
        }
    }

    fn named_type(&mut self, name: &str, span: Span) -> Option<Type> {
        if let Some((_, sort)) = NAMED.iter().find(|(known, _)| *known == name) {
            return Some(Type::one(*sort));
        }
        if let Some(kind) = self.vocabulary.feature(name) {
            return Some(Type::one(Sort::Feature).with_detail(u16::try_from(kind).ok()));
        }
        if let Some(list) = self.enums.get(name) {
            return Some(Type::one(Sort::Words).with_detail(Some(*list)));
        }
        let known = NAMED.iter().map(|(known, _)| *known).chain(["int"]);
        let known = known.chain(self.vocabulary.features.iter().map(|feature| feature.name.as_str()));
        let near = meant((name, span), known.chain(self.enums.keys().map(String::as_str)));
        let help = self
            .meant_type(name)
            .map(Help::from)
            .or(near)
            .unwrap_or_else(|| format!("declare it: `feature {name}` or `enum {name} {{ … }}`").into());
        Diagnostic::error("types::unknown", format!("there is no type `{name}`"))
            .at(span, "not a type, a feature or an enum")
            .help(help)
            .report(self.diagnostics);
        None
    }

    /// Says where a list of words has one of them twice.
    pub(crate) fn each_word_once(&mut self, words: &[ast::Name]) {
        for (index, word) in words.iter().enumerate() {
            let first = words.iter().take(index).find(|first| first.node == word.node);
            if let Some(first) = first {
                let message = format!("`{word}` stands in this list twice");
                self.report_twice(message, word.span, first.span, "each word stands once");
            }
        }
    }

    /// Returns the index of a list of words, the same for equal lists.
    pub(crate) fn word_list(&mut self, words: Vec<String>) -> u16 {
        let index = self.declared.words.iter().position(|list| *list == words).unwrap_or_else(|| {
            self.declared.words.push(words);
            self.declared.words.len() - 1
        });
        u16::try_from(index).unwrap_or(u16::MAX)
    }

    /// Describes a type in the modder's words.
    pub(crate) fn describe(&self, ty: Type) -> String {
        let detail = ty.detail.map(usize::from);
        let feature = detail.and_then(|kind| self.vocabulary.features.get(kind));
        let words = detail.and_then(|list| self.declared.words.get(list));
        let name = match (ty.sort, feature, words) {
            (Sort::Nothing, ..) => return "none".to_owned(),
            (Sort::Feature, Some(feature), _) => feature.name.clone(),
            (Sort::Segment, Some(feature), _) => format!("{} segment", feature.name),
            (Sort::Words, _, Some(words)) => format!("{{ {} }}", joined(words)),
            (Sort::Die, _, Some(words)) => format!("die of {{ {} }}", joined(words)),
            (sort, ..) => sort.to_string(),
        };
        match ty.form {
            Form::One => name,
            Form::Maybe => format!("{name}?"),
            Form::Many => format!("set {name}"),
        }
    }

    /// Makes an expression fit a type, or says why it does not.
    pub(crate) fn coerce(&mut self, expr: Expr, want: Type) -> Option<Expr> {
        let have = expr.ty;
        if have == UNKNOWN || want == UNKNOWN {
            return None;
        }
        if have == want {
            return Some(expr);
        }
        let expr = self.refined(expr);
        let have = expr.ty;
        let sort_fits = have.sort == want.sort
            || (have.sort == Sort::Segment && want.sort == Sort::Feature)
            || have.sort == Sort::Nothing;
        // What a die gives has one type: one of numbers is no die of words.
        let is_wide = want.detail.is_none() && have.sort != Sort::Die;
        let detail_fits = is_wide || have.detail == want.detail || have.sort == Sort::Nothing;
        if sort_fits && detail_fits {
            match (have.form, want.form) {
                (Form::Many, Form::Many) if have.sort == Sort::Segment && want.sort == Sort::Feature => {
                    // Several of them may lie in one feature.
                    return Some(self.by_root(Expr { ty: want, ..expr }));
                }
                (Form::One | Form::Maybe, Form::Maybe)
                | (Form::One, Form::One)
                | (Form::Many, Form::Many) => {
                    return Some(Expr { ty: want, ..expr });
                }
                (Form::Maybe, Form::One) if have.sort != Sort::Nothing && self.scope.assumes => {
                    let span = expr.span;
                    return Some(Expr::new(span, want, ExprKind::Some(expr)));
                }
                (Form::Maybe, Form::One) if have.sort != Sort::Nothing => {
                    self.report_optional(&expr, want);
                    // What else is wrong with it is said as well.
                    return Some(Expr { ty: want, ..expr });
                }
                _ => {}
            }
        }
        let (have_words, want_words) = (self.describe(have), self.describe(want));
        let help =
            self.advice_on_chosen(&expr).filter(|_| have.form == Form::Many && want.form != Form::Many);
        let kind = self.describe(want.with_form(Form::One));
        let help = help.or_else(|| mismatch_help(have, want, &kind));
        let help = help.or_else(|| source_of(have, want).map(str::to_owned));
        Diagnostic::error("types::mismatch", format!("expected {want_words}, found {have_words}"))
            .at(expr.span, format!("this is {have_words}"))
            .maybe_help(help)
            .report(self.diagnostics);
        None
    }

    /// Says that something which may be missing stands where it is needed.
    fn report_optional(&mut self, expr: &Expr, want: Type) {
        if self.scope.facts.is_vague {
            return;
        }
        let text = self.sources.line_text(expr.span);
        let (lost, found, want) = (self.scope.facts.lost(expr), self.describe(expr.ty), self.describe(want));
        let help = match (lost, &*expr.kind) {
            (Some(_), _) => format!("give it a name before that: `let x = {text}`"),
            (None, ExprKind::Fold { .. } | ExprKind::If { .. }) => {
                format!("name it and ask: `let x = {text}`, then `if x {{ … }}`")
            }
            _ => format!("ask first: `if {text} {{ … }}`, or as a condition before it: `{text} and …`"),
        };
        let diagnostic = Diagnostic::error("types::optional", format!("there may be no `{text}` here"))
            .at(expr.span, format!("this is {found}, and {want} is needed"));
        let diagnostic = match lost {
            Some(span) => diagnostic.at(self.first_word(span), "this may have changed it"),
            None => diagnostic,
        };
        diagnostic.help(help).report(self.diagnostics);
    }

    /// Makes a condition of an expression: a truth, or whether there is something.
    pub(crate) fn condition(&mut self, expr: Expr) -> Option<Expr> {
        let truth = Type::one(Sort::Bool);
        match expr.ty.form {
            Form::Maybe => {
                let span = expr.span;
                let none = constant(-1, expr.ty, span);
                let kind = ExprKind::Binary { op: BinaryOp::NotEqual, left: expr, right: none };
                Some(Expr::new(span, truth, kind))
            }
            Form::One | Form::Many => self.coerce(expr, truth),
        }
    }
}

/// Whether a value of a sort, where it may be missing, can be asked whether it is there.
fn is_thing(sort: Sort) -> bool {
    NAMED.iter().any(|(_, named)| *named == sort) && !matches!(sort, Sort::Pts | Sort::Bool)
}

/// What to write where a value of one type stands for another; `kind` is what one of those wanted is.
fn mismatch_help(have: Type, want: Type, kind: &str) -> Option<String> {
    let help = match (have.sort, want.sort, have.form, want.form) {
        (_, Sort::Bool, Form::Many, Form::One) => "ask `any(…)`",
        (Sort::Int, Sort::Die, ..) => "declare a die, as in `die fate 1..6`, and name it",
        (Sort::Die, Sort::Int, ..) => "a die is rolled first: `roll n from …`",
        (_, Sort::Int, Form::Many, Form::One) => "count them: `count(…)`",
        (Sort::Int | Sort::Pts, Sort::Bool, Form::One, Form::One) => {
            "compare it with something, as in `n > 0`"
        }
        (sort, Sort::Bool, Form::One, _) if is_thing(sort) => {
            "there always is one here: leave the question away"
        }
        (Sort::Words, Sort::Bool, ..) => "compare it with one of its words",
        (Sort::Tile, Sort::Segment | Sort::Feature, _, _) => {
            "a tile shows several: `each s in t.segments where …`"
        }
        (Sort::Pts, Sort::Int, Form::One, Form::One) => {
            "leave `pts` away where plain numbers are meant, or divide: `p.points / 1 pts rounded down`"
        }
        (Sort::Int, Sort::Pts, Form::One, Form::One) => "write `pts` behind a number, or `n each 1 pts`",
        (Sort::Space, Sort::Segment | Sort::Feature, Form::One | Form::Maybe, _) => {
            "a space lies beside the land: a piece comes there with `move … to …`"
        }
        (Sort::Segment | Sort::Feature, Sort::Space, Form::One | Form::Maybe, _) => {
            "this is on the land: a piece comes there with `put … on …`"
        }
        (Sort::Tile, Sort::Cell, Form::Many, Form::Many) => "the cells of tiles are `{ t in … : t.cell }`",
        (Sort::Cell, Sort::Segment, ..) => {
            "a piece stands on a tile, on one of its segments, on a corner or on a side: `c.corners`, `c.sides`"
        }
        (Sort::Player, Sort::Segment, Form::One | Form::Maybe, _) => {
            "a piece comes to a player with `move … to …`"
        }
        (Sort::Tile | Sort::Corner | Sort::Side, Sort::Space, Form::One | Form::Maybe, _) => {
            "a piece comes there with `put … on …`"
        }
        (Sort::Space, Sort::Int, Form::One | Form::Maybe, _) => {
            "spaces are no numbers: `s.ahead(1)` is the space after `s`"
        }
        (Sort::Bag, Sort::Deck, ..) => "tiles and cards do not mix: a card goes into a deck",
        (Sort::Deck, Sort::Bag, ..) => "tiles and cards do not mix: a tile goes into a bag",
        (Sort::Card, Sort::Tile, ..) => "a card is not laid: ask what it is, as in `c is …`",
        (Sort::Deck, Sort::Card, ..) => "name a card of it: `first(c in ….cards where …)`",
        (Sort::Bag, Sort::Die, ..) => "a bag gives tiles: `draw t from …`",
        (Sort::Die, Sort::Bag, ..) => "a die gives numbers: `roll n from …`",
        (Sort::Bag, Sort::Tile, ..) => "name a tile of it: `first(t in ….tiles where …)`",
        (Sort::Stock, Sort::Pts, ..) => "say how many of them: `pay 1 of … to …`",
        (Sort::Stock, Sort::Int, ..) => "how many somebody has is asked of a player: `p.stock(…)`",
        (Sort::Stock, Sort::Kind, ..) => "this is a stock: `….stock(…)` says how many there are",
        (Sort::Kind | Sort::Piece, Sort::Stock, ..) => {
            "this is a kind of pieces: `….supply(…)` says how many there are"
        }
        (Sort::Kind, Sort::Piece, ..) => {
            "take one from a supply with `… of PLAYER`, or one that stands: `each m in p.pieces where m is …`"
        }
        (Sort::Piece, Sort::Kind, ..) => {
            "this is one piece, whosever it is: leave `of …` away; a supply is asked for a kind or a trait"
        }
        (Sort::Kind, Sort::Kind, Form::Many, Form::One | Form::Maybe) => {
            "take one of them with `each k in …` or `choose … k among …`, or ask `m.kind in …`; a trait stands for all kinds that have it"
        }
        (_, Sort::Space, Form::Many, Form::One) if have.sort == Sort::Space => {
            "take one of its spaces by name, or with `first(s in … where …)`"
        }
        (_, _, Form::Many, Form::One) if have.sort == want.sort => {
            "take one with `first(x in … where …)`, or all with `each`"
        }
        (Sort::Feature | Sort::Segment, Sort::Feature, have, wanted) if want.detail.is_some() => {
            return Some(match (have, wanted) {
                (Form::Many, Form::Many) => format!("narrow it: `{{ {kind} f in … }}`"),
                (Form::One | Form::Maybe, Form::Many) => {
                    format!("ask `f is {kind}` first; a set of one is written in braces: `{{ f }}`")
                }
                (_, Form::One | Form::Maybe) => {
                    format!("narrow it: `each {kind} f in …`, or test it with `is`")
                }
            });
        }
        _ => return None,
    };
    Some(help.to_owned())
}
