//! Variables: what they belong to, how they begin, how those of a feature become one.

use rota_bytecode::program::{Owner, Var};
use rota_bytecode::vocabulary::Merge;
use rota_bytecode::{Form, Sort, Type};
use rota_source::{Diagnostic, Span, meant};
use rota_syntax::ast::{self, ItemKind, Name};

use crate::checker::Checker;
use crate::expressions::types::{Ranged, UNKNOWN};

/// What carries variables, by the word after `on`.
const OWNERS: [(&str, Owner); 8] = [
    ("game", Owner::Game),
    ("player", Owner::Player),
    ("piece", Owner::Piece),
    ("tile", Owner::Tile),
    ("card", Owner::Card),
    ("segment", Owner::Segment),
    ("feature", Owner::Feature),
    ("cell", Owner::Cell),
];

impl Checker<'_> {
    /// Declares a variable.
    pub(crate) fn declare_variable(&mut self, item: &ItemKind) {
        let ItemKind::Var { name, ty: written, init, secret: _, owner, merge, until, title } = item else {
            return;
        };
        let (mut ty, range) = self.resolve_type(written).unwrap_or((UNKNOWN, None));
        let place = match owner {
            None => Owner::Game,
            Some(owner) => match OWNERS.iter().find(|(word, _)| *word == owner.node) {
                Some((_, found)) => *found,
                None => {
                    self.broken.insert(name.node.clone());
                    return self.unknown_owner(&owner.node, owner.span);
                }
            },
        };
        if init.is_none() && !begins(ty) {
            let word = self.describe(ty);
            Diagnostic::error("types::first-value", format!("`{name}` would begin with nothing"))
                .at(written.span, format!("there is no {word} to begin with"))
                .help(if matches!(ty.sort, Sort::Reason | Sort::Space) {
                    format!("write what it begins with, `= …`, or `{word}?` where there may be none")
                } else {
                    format!("write `{word}?`, and ask whether there is one where it is used")
                })
                .report(self.diagnostics);
            ty = UNKNOWN;
        }
        if ty.is_list() && (place == Owner::Feature || init.is_some()) {
            let [found, at, help] = match init {
                Some(_) => [
                    "a set begins empty",
                    "written out here",
                    "leave it away, and fill it in a rule of `setup`",
                ],
                None => [
                    "the sets of segments do not become one",
                    "each segment would have its own",
                    "let each segment have one of its own, `on segment`",
                ],
            };
            let at_span = init.as_ref().map_or(written.span, |init| init.span);
            Diagnostic::error("types::variable-set", found)
                .at(at_span, at)
                .help(help)
                .report(self.diagnostics);
            ty = UNKNOWN;
        }
        let merge = self.merge_of(place, merge.as_ref(), (ty, range), written);
        let written_start =
            init.as_ref().and_then(|init| Some((self.constant_of(init, ty, range)?, init.span)));
        let init = match (place, written_start) {
            (Owner::Feature, start) => self.start_of(merge, (ty, range), start),
            (_, Some((start, _))) => start,
            (_, None) => initial(ty, range),
        };
        let title = title.as_ref().map_or_else(String::new, |title| self.title_of(title));
        let var = Var { name: name.node.clone(), ty, owner: place, merge, init, range, secret: false, title };
        if let (Some(until), Ok(index)) = (until, u16::try_from(self.declared.vars.len())) {
            self.lifetimes.push((index, until.node.clone()));
            self.until_steps.push(until.clone());
        }
        self.declared.vars.push(var);
    }

    /// What players read at the table.
    fn title_of(&mut self, title: &Name) -> String {
        let words = title.node.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.is_empty() {
            Diagnostic::error("names::empty-title", "a title with no words in it")
                .at(title.span, "nothing that players could read")
                .help(
                    "say what it is called at the table, or leave the title away where nobody has to see it",
                )
                .report(self.diagnostics);
        }
        words
    }

    /// How the values of segments become one: as it is written, or as goes without saying.
    fn merge_of(
        &mut self,
        owner: Owner,
        written: Option<&Name>,
        (ty, range): Ranged,
        of: &ast::Type,
    ) -> Merge {
        let usual = if ty == Type::one(Sort::Bool) { Merge::Any } else { Merge::Agree };
        let Some(word) = written else { return usual };
        if word.node == "secret" {
            Diagnostic::error("names::merge-owner", "`secret` stands before the owner")
                .at(word.span, "too late here")
                .help("as in `var aim : int secret on player`")
                .report(self.diagnostics);
            return usual;
        }
        if owner != Owner::Feature {
            Diagnostic::error(
                "names::merge-owner",
                format!("`{word}` says how segments become one, and this is no feature's"),
            )
            .at(word.span, "nothing is joined here")
            .help("leave the word away, or write `on feature` before it")
            .report(self.diagnostics);
            return usual;
        }
        let before = self.diagnostics.len();
        let merge = self.merge(word);
        let is_number = ty.form == Form::One && matches!(ty.sort, Sort::Int | Sort::Pts);
        let fits = match merge {
            Merge::Sum => is_number && range.is_none_or(|(least, most)| (least..=most).contains(&0)),
            // Where nothing is known to be least, nothing could stand for what was never set.
            Merge::Max => is_number && range.is_some(),
            Merge::Any | Merge::All => ty == Type::one(Sort::Bool),
            Merge::Agree => true,
        };
        if fits || ty == UNKNOWN || self.diagnostics.len() > before {
            return merge;
        }
        let (found, help) = match merge {
            Merge::Sum if is_number => ("a sum begins with 0", "begin the range with 0"),
            Merge::Sum => ("numbers and points are added", "`agree` takes what all segments have in common"),
            Merge::Max if is_number => {
                ("the largest of numbers needs a least one", "give a range: `int 0..9`")
            }
            Merge::Max => ("numbers have a largest one", "`agree` takes what all segments have in common"),
            Merge::Any | Merge::All | Merge::Agree => {
                ("any and all ask for a truth", "declare it as `bool`, or take `sum`, `max` or `agree`")
            }
        };
        Diagnostic::error("types::merge", format!("`{word}` does not fit: {found}"))
            .at(word.span, "how segments become one")
            .at(of.span, "what each of them has")
            .help(help)
            .report(self.diagnostics);
        usual
    }

    /// The value of a segment on which nothing was set: it must change nothing when it is joined.
    fn start_of(&mut self, merge: Merge, (ty, range): Ranged, written: Option<(i64, Span)>) -> i64 {
        let neutral = match merge {
            Merge::Sum | Merge::Any => 0,
            Merge::All => 1,
            Merge::Max => range.map_or(0, |(least, _)| least),
            Merge::Agree => return written.map_or_else(|| initial(ty, range), |(start, _)| start),
        };
        if let Some((_, span)) = written.filter(|(start, _)| *start != neutral) {
            let start = self.constant_text(ty, neutral);
            Diagnostic::error("types::feature-start", "every new segment would change its feature")
                .at(span, "each segment begins with this")
                .help(format!("leave it away: they begin with {start}"))
                .report(self.diagnostics);
        }
        neutral
    }

    fn unknown_owner(&mut self, owner: &str, span: Span) {
        let help = if self.vocabulary.feature(owner).is_some() {
            "write `on feature`: every kind of feature carries it then".into()
        } else {
            meant((owner, span), OWNERS.map(|(word, _)| word))
                .unwrap_or_else(|| "as in `var gold : int on player`".into())
        };
        Diagnostic::error("names::unknown-owner", format!("`{owner}` carries no variables"))
            .at(span, "expected game, player, piece, tile, segment, feature or cell")
            .help(help)
            .report(self.diagnostics);
    }
}

/// Whether variables of a type have a value before anything is set.
fn begins(ty: Type) -> bool {
    ty == UNKNOWN
        || ty.form != Form::One
        || matches!(ty.sort, Sort::Int | Sort::Pts | Sort::Bool | Sort::Words)
}

/// The value of a variable about which nothing is said.
fn initial(ty: Type, range: Option<(i64, i64)>) -> i64 {
    match (ty.form, ty.sort) {
        (Form::Maybe, _) => -1,
        (_, Sort::Int | Sort::Pts) => range.map_or(0, |(least, most)| 0.clamp(least, most.max(least))),
        (_, Sort::Bool | Sort::Words) => 0,
        (Form::Many, _) => 0,
        _ => -1,
    }
}
