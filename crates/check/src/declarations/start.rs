//! What lies on the table before the first turn.

use rota_bytecode::vocabulary::MAX_COORDINATE;
use rota_compose::{InForce, asked_for};
use rota_source::{Diagnostic, joined};
use rota_syntax::ast::{ItemKind, Name, StartKind};

use crate::checker::Checker;
use crate::output::{StartTileUse, StartUse};

/// A start that some pack names.
struct Start<'a> {
    pack: usize,
    kind: StartKind,
    name: &'a Name,
}

impl Checker<'_> {
    /// Settles what lies on the table at the start: what was asked for from outside, otherwise the one start
    /// that no pack building on its own replaces.
    pub(crate) fn resolve_start(&mut self, items: &InForce<'_>, wanted: Option<&Name>) {
        let mut starts: Vec<Start<'_>> = Vec::new();
        for entry in &items.entries {
            let ItemKind::Start { kind, name, when } = &entry.item.kind else { continue };
            if self.is_in_play(when.as_ref()) {
                starts.push(Start { pack: entry.pack, kind: *kind, name });
            }
        }
        if let Some(wanted) = wanted {
            let named = |start: &Start<'_>| {
                [start.name.as_str(), items.pack_name(start.pack)].contains(&wanted.as_str())
            };
            if starts.iter().any(named) {
                starts.retain(named);
            } else {
                self.unknown_start(items, &starts, wanted);
                return;
            }
        } else {
            items.keep_outermost(&mut starts, |start| start.pack);
        }
        if let [first, second, ..] = starts.as_slice() {
            let (one, other) = (self.start_word(items, first, second), self.start_word(items, second, first));
            let rest = match first.pack == second.pack {
                true => "the pack may settle it with conditions: `start … when …`",
                false => "a pack that requires both may name a start of its own",
            };
            Diagnostic::error("packs::conflict", "a game has one start, and two are named")
                    .at(second.name.span, "declared again here")
                    .at(first.name.span, "first declared here")
                    .help(format!(
                        "say which: `--start {one}` or `--start {other}`, or `start = \"{one}\"` in a composition file; {rest}"
                    )).report(self.diagnostics);
        }
        self.start = starts.first().map(|start| StartUse {
            kind: start.kind,
            name: start.name.node.clone(),
            span: start.name.span,
        });
    }

    /// The shortest word that names a start and not the other one.
    fn start_word(&self, items: &InForce<'_>, start: &Start<'_>, other: &Start<'_>) -> String {
        if start.pack == other.pack {
            start.name.node.clone()
        } else {
            items.pack_name(start.pack).to_owned()
        }
    }

    fn unknown_start(&mut self, items: &InForce<'_>, starts: &[Start<'_>], wanted: &Name) {
        let known = starts.iter().flat_map(|start| [items.pack_name(start.pack), start.name.as_str()]);
        let known: Vec<&str> = known.collect();
        let message = format!("no pack here has a start `{wanted}`");
        let diagnostic = asked_for(Diagnostic::error("packs::unknown-start", message), wanted);
        self.report(diagnostic.suggest(wanted, known.iter().copied(), || match known.as_slice() {
            [] => "no pack here names a start".to_owned(),
            known => format!("the starts are {}", joined(known)),
        }));
    }

    /// Settles which tiles packs lay beside the start.
    pub(crate) fn resolve_start_tiles(&mut self, items: &InForce<'_>) {
        for entry in &items.entries {
            let ItemKind::StartTile { tile, x, y, turned, when } = &entry.item.kind else { continue };
            let cells = -i64::from(MAX_COORDINATE)..=i64::from(MAX_COORDINATE);
            let is_near = cells.contains(x) && cells.contains(y) && (0..4).contains(turned);
            let (Ok(x), Ok(y), Ok(rotation), true) =
                (i16::try_from(*x), i16::try_from(*y), u8::try_from(*turned), is_near)
            else {
                let message = format!("no tile can lie at {x},{y} turned {turned}");
                Diagnostic::error("names::start", message)
                    .at(tile.span, "this one")
                    .help(format!(
                        "cells go from -{MAX_COORDINATE} to {MAX_COORDINATE}; `turned` counts quarter turns, 0 to 3"
                    ))
                    .report(self.diagnostics);
                continue;
            };
            if self.is_in_play(when.as_ref()) {
                let (name, span) = (tile.node.clone(), tile.span);
                self.start_tiles.push(StartTileUse { name, x, y, rotation, span });
            }
        }
    }
}
