//! What lies in the bags: which tile sets are in play.

use rota_bytecode::Sort;
use rota_source::{Diagnostic, Span, Spanned};
use rota_syntax::ast::{self, ItemKind, Name};

use crate::checker::Checker;
use crate::output::TilesUse;
use crate::scope::{Purity, Scope};
use crate::tree::constant;
use crate::usage::Kind;
use rota_compose::InForce;

/// A tile set that some pack names.
struct Set<'a> {
    pack: usize,
    set: &'a Name,
    printing: Option<&'a Name>,
    instead: Option<&'a Name>,
    into: Option<&'a Name>,
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
                    let (printing, instead) = (printing.as_ref(), instead.as_ref());
                    sets.push(Set { pack: entry.pack, set, printing, instead, into: into.as_ref() });
                }
            }
        }
        self.report_replaced_sets(&sets);
        for used in &sets {
            if sets.iter().any(|other| other.instead.is_some_and(|name| name.node == used.set.node)) {
                continue;
            }
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

    fn report_replaced_sets(&mut self, sets: &[Set<'_>]) {
        let replaced: Vec<(&Set<'_>, &Name)> =
            sets.iter().filter_map(|set| Some((set, set.instead?))).collect();
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
                    .suggest(&name.node, others, || {
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
