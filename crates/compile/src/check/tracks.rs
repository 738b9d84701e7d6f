//! Places beside the land: tracks with their spaces, slots beside them, and dice.

use rota_bytecode::program::{Die, Space, Track, TrackShape};
use rota_source::{Diagnostic, Spanned, nearest};
use rota_syntax::ast::{ItemKind, Name};

use super::Checker;
use crate::composition::Items;

/// A space is numbered in two bytes, and a table of more is a slip.
const MOST_SPACES: usize = 1000;

/// The largest number on a die, and the smallest below zero.
const LARGEST: i64 = 1000;

impl Checker<'_> {
    /// Declares tracks first and the slots beside them after.
    pub(super) fn declare_tracks(&mut self, items: &Items) {
        for entry in &items.entries {
            if let ItemKind::Track { name, ring, spaces } = &entry.item.kind {
                let shape = if *ring { TrackShape::Ring } else { TrackShape::Line };
                self.declare_track(name, shape, spaces);
            }
        }
        for entry in &items.entries {
            if let ItemKind::Slots { name, track, slots } = &entry.item.kind {
                self.declare_slots(name, track, slots);
            }
        }
    }

    /// The space on which a kind of piece stands at the start.
    pub(super) fn first_space(&mut self, name: &Name, neutral: bool) -> Option<u16> {
        if !neutral {
            self.report(
                Diagnostic::error("names::piece-on", "only neutral pieces stand somewhere from the start")
                    .at(name.span, "players keep their pieces in supply")
                    .help(
                        "write `neutral` in place of `each`, or put the pieces there in a rule of the set-up",
                    ),
            );
            return None;
        }
        let found = self.declared.spaces.iter().position(|space| space.name == name.node);
        if found.is_none() {
            self.unknown_space(name);
        }
        found.and_then(|space| u16::try_from(space).ok())
    }

    /// Declares a die.
    pub(super) fn declare_die(&mut self, name: &Name, least: &Spanned<i64>, most: &Spanned<i64>) {
        let bounds = -LARGEST..=LARGEST;
        let known =
            |bound: &Spanned<i64>| i32::try_from(bound.node).ok().filter(|_| bounds.contains(&bound.node));
        match (known(least), known(most)) {
            (Some(low), Some(high)) if low < high => {
                self.declared.dice.push(Die { name: name.node.clone(), least: low, most: high });
            }
            _ => self.report(
                Diagnostic::error("names::die", format!("no die gives {}..{}", least.node, most.node))
                    .at(
                        least.span.to(most.span),
                        format!("expected two numbers within -{LARGEST}..{LARGEST}, the smaller first"),
                    )
                    .help("as in `die fate 1..6`"),
            ),
        }
    }

    fn declare_track(&mut self, name: &Name, shape: TrackShape, spaces: &[Name]) {
        for (index, space) in spaces.iter().enumerate() {
            let twice = spaces.iter().take(index).any(|other| other.node == space.node)
                || self.declared.spaces.iter().any(|other| other.name == space.node);
            if twice {
                self.report(
                    Diagnostic::error(
                        "names::duplicate",
                        format!("space `{}` is declared twice", space.node),
                    )
                    .at(space.span, "declared again here")
                    .help("rename one of them, also where they lie on two tracks"),
                );
            }
        }
        let spaces = spaces.iter().map(|space| (space.node.clone(), None)).collect();
        self.add_track(name, shape, spaces);
    }

    fn declare_slots(&mut self, name: &Name, track: &Name, slots: &[(Name, Spanned<i64>)]) {
        let known = self.declared.tracks.iter().position(|known| known.name == track.node);
        let Some(index) = known else {
            let tracks = self.declared.tracks.iter().map(|known| known.name.as_str());
            let help = nearest(&track.node, tracks).map_or_else(
                || format!("declare it: `track {} {{ … }}`", track.node),
                |near| format!("did you mean `{near}`?"),
            );
            let message = format!("there is no track `{}`", track.node);
            self.report(
                Diagnostic::error("names::unknown-track", message)
                    .at(track.span, "no pack of this composition declares it")
                    .help(help),
            );
            return;
        };
        let mut texts = Vec::new();
        for (space, count) in slots {
            let beside = self
                .declared
                .spaces
                .iter()
                .position(|known| usize::from(known.track) == index && known.name == space.node);
            let Some(beside) = beside.and_then(|beside| u16::try_from(beside).ok()) else {
                self.unknown_space(space);
                continue;
            };
            for number in 1..=count.node.clamp(0, MOST_SPACES as i64) {
                let number = if count.node > 1 { format!(" {number}") } else { String::new() };
                texts.push((format!("{} {}{number}", name.node, space.node), Some(beside)));
            }
        }
        self.add_track(name, TrackShape::Slots, texts);
    }

    fn add_track(&mut self, name: &Name, shape: TrackShape, spaces: Vec<(String, Option<u16>)>) {
        if self.declared.spaces.len() + spaces.len() > MOST_SPACES {
            return self.too_many("spaces", MOST_SPACES, name.span);
        }
        let number = |index: usize| u16::try_from(index).unwrap_or(u16::MAX);
        let (track, first, count) =
            (number(self.declared.tracks.len()), number(self.declared.spaces.len()), number(spaces.len()));
        self.declared.tracks.push(Track { name: name.node.clone(), shape, first, count });
        let spaces = spaces.into_iter().map(|(name, beside)| Space { name, track, beside });
        self.declared.spaces.extend(spaces);
    }

    fn unknown_space(&mut self, name: &Name) {
        let known = self.declared.spaces.iter().map(|space| space.name.as_str());
        let help = nearest(&name.node, known).map_or_else(
            || "spaces stand in the braces of `track NAME { … }`".to_owned(),
            |near| format!("did you mean `{near}`?"),
        );
        self.report(
            Diagnostic::error("names::unknown-space", format!("there is no space `{}`", name.node))
                .at(name.span, "on no track that is meant here")
                .help(help),
        );
    }

    /// The numbers of the spaces of the track or the slots with this name.
    pub(super) fn track(&self, name: &str) -> Option<usize> {
        self.declared.tracks.iter().position(|track| track.name == name)
    }
}
