//! What lies in the bags: which tile sets are in play.

use rota_bytecode::Sort;
use rota_source::{Diagnostic, Span, Spanned};
use rota_syntax::ast::{self, ItemKind, Name};

use crate::checker::Checker;
use crate::output::{LeftOut, TilesUse};
use crate::scope::{Purity, Scope};
use crate::tree::constant;
use crate::usage::Kind;
use rota_compose::InForce;

/// A tile set that some pack names.
struct Set<'a> {
    pack: usize,
    set: &'a Name,
    printing: Option<&'a Name>,
    instead: &'a [(Name, i64)],
    into: Option<&'a Name>,
}

impl<'a> Set<'a> {
    /// The sets that it takes the place of as a whole.
    fn sets(&self) -> impl Iterator<Item = &'a Name> {
        self.instead.iter().map(|(name, _)| name).filter(|name| set_of_tile(name).is_none())
    }
}

/// How to say which tiles are left out where a set takes the place of the one that they were to come from.
fn other_tiles(used: &Set<'_>, other: &Set<'_>, items: &InForce<'_>) -> String {
    let (own, there) = (used.set, other.set);
    match items.seen_by(other.pack).first().filter(|_| used.pack != other.pack) {
        Some(pack) => format!(
            "say which tiles are meant beside that pack: \
             `with {pack} {{ replace tiles {own} instead {there}/TILE }}`"
        ),
        None => format!(
            "say which tiles are meant in each case: `tiles {own} instead … when CONDITION`, \
             and with the other condition `tiles {own} instead {there}/TILE`"
        ),
    }
}

/// The set of a tile, where the name is one of a tile.
fn set_of_tile(name: &Name) -> Option<&str> {
    Some(name.node.split_once('/')?.0)
}

impl Checker<'_> {
    /// Settles which tile sets are in play: those whose condition holds, without those that another replaces.
    pub(crate) fn resolve_tiles(&mut self, items: &InForce<'_>) {
        let mut sets: Vec<Set<'_>> = Vec::new();
        for entry in &items.entries {
            let ItemKind::Tiles { set, printing, instead, into, when } = &entry.item.kind else { continue };
            if !self.is_in_play(when.as_ref()) {
                continue;
            }
            match sets.iter().find(|known| known.set.node == set.node) {
                Some(first) => {
                    let message = format!("tile set `{set}` is declared twice");
                    let help = "name it once; a variant may replace it: `replace tiles …`";
                    self.report_twice(message, set.span, first.set.span, help);
                }
                None => {
                    let (printing, into) = (printing.as_ref(), into.as_ref());
                    sets.push(Set { pack: entry.pack, set, printing, instead, into });
                }
            }
        }
        self.report_replaced_sets(&sets);
        for used in &sets {
            if sets.iter().any(|other| other.sets().any(|name| name.node == used.set.node)) {
                continue;
            }
            self.leave_out(used, &sets, items);
            let printing = used.printing.map(|name| self.printing(name));
            let bag = self.bag_of_set(used.into);
            let packs = items.seen_by(used.pack);
            self.tiles.push(TilesUse {
                set: used.set.node.clone(),
                printing,
                bag,
                packs,
                span: used.set.span,
            });
        }
    }

    /// Leaves out the tiles that a set takes the place of one by one.
    fn leave_out(&mut self, used: &Set<'_>, sets: &[Set<'_>], items: &InForce<'_>) {
        for (name, copies) in used.instead {
            let copies = usize::try_from(*copies).unwrap_or(0);
            let Some(set) = set_of_tile(name) else {
                if copies != 1 {
                    Diagnostic::error(
                        "packs::copies",
                        format!("`{name}` is a whole set, which is there once"),
                    )
                    .at(name.span, "no tile of it")
                    .help(format!("name its tiles: `instead {name}/TILE x {copies}`"))
                    .report(self.diagnostics);
                }
                continue;
            };
            if copies == 0 {
                Diagnostic::error("packs::copies", format!("no copy of `{name}` is left out"))
                    .at(name.span, "none")
                    .help("leave it away, or say how many: `x 2`")
                    .report(self.diagnostics);
                continue;
            }
            if let Some(other) = sets.iter().find(|other| other.sets().any(|name| name.node == set)) {
                Diagnostic::error(
                    "packs::conflict",
                    format!("`{set}` is not in play: `{}` takes its place", other.set),
                )
                .at(name.span, "left out here")
                .at(other.set.span, "in its place")
                .help(other_tiles(used, other, items))
                .report(self.diagnostics);
            } else if sets.iter().any(|known| known.set.node == set) {
                self.left_out.push(LeftOut { name: name.node.clone(), copies, span: name.span });
            } else {
                let known = sets.iter().map(|known| known.set.node.as_str());
                Diagnostic::error(
                    "packs::unknown-id",
                    format!("there is no tile set `{set}` to leave tiles out of"),
                )
                .at(name.span, "not in play")
                .suggest((set, name.span.first(set.len())), known, || {
                    "tiles are left out of a set that is in play".to_owned()
                })
                .report(self.diagnostics);
            }
        }
    }

    fn report_replaced_sets(&mut self, sets: &[Set<'_>]) {
        let replaced: Vec<(&Set<'_>, &Name)> =
            sets.iter().flat_map(|set| set.sets().map(move |name| (set, name))).collect();
        for (index, (set, name)) in replaced.iter().enumerate() {
            let before = replaced.iter().take(index);
            if let Some((_, first)) = before.clone().find(|(_, other)| other.node == name.node) {
                let message = format!("two tile sets take the place of `{name}`");
                Diagnostic::error("packs::conflict", message)
                    .at(name.span, "replaced here")
                    .at(first.span, "and here")
                    .help("leave one pack out, or take an option of it that leaves the set in")
                    .report(self.diagnostics);
            }
            let known = sets.iter().map(|set| set.set.node.as_str());
            if set.set.node == name.node || !known.clone().any(|known| known == name.node) {
                let others = known.filter(|known| *known != set.set.node);
                let message = format!("there is no tile set `{name}` to replace");
                Diagnostic::error("packs::unknown-id", message)
                    .at(name.span, "not in play")
                    .suggest(*name, others, || {
                        "a set takes the place of another one that is in play".to_owned()
                    })
                    .report(self.diagnostics);
            }
        }
    }

    /// The printing is written out, or is the value of an option of that name.
    fn printing(&mut self, name: &Name) -> Spanned<String> {
        let option = self.options.get(&name.node).filter(|option| option.ty.sort == Sort::Words);
        if option.is_some() {
            self.usage.mark(Kind::Option, &name.node);
        }
        let word = option.and_then(|option| {
            let list = self.declared.words.get(usize::from(option.ty.detail?))?;
            list.get(usize::try_from(option.value).ok()?).cloned()
        });
        Spanned::new(word.unwrap_or_else(|| name.node.clone()), name.span)
    }

    /// Whether the condition of an item holds with the options of this composition.
    pub(super) fn is_in_play(&mut self, when: Option<&ast::Expr>) -> bool {
        let Some(when) = when else { return true };
        self.scope = Scope::function("condition", Purity::Answers, None);
        let Some(checked) = self.expect_condition(when) else { return false };
        let known = constant(&checked);
        if known.is_none() {
            self.not_known_before(when.span);
        }
        known == Some(1)
    }

    fn not_known_before(&mut self, span: Span) {
        Diagnostic::error("types::not-constant", "this must be known before the game begins")
            .at(span, "follows from more than options")
            .help("compare options with words and numbers")
            .report(self.diagnostics);
    }
}
