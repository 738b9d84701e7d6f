//! Places beside the land: tracks with their spaces, and slots beside them.

use std::collections::BTreeMap;

use rota_bytecode::program::{Space, Track, TrackShape};
use rota_source::{Diagnostic, Help, Span, Spanned, meant};
use rota_syntax::ast::{ItemKind, Name, TrackSpaces};

use crate::checker::Checker;
use crate::usage::Kind;
use rota_compose::InForce;

/// A space is numbered in two bytes, and a table of more is a slip.
const MOST_SPACES: usize = 1000;

/// A space that comes onto a track.
struct NewSpace {
    name: String,
    beside: Option<u16>,
    number: i32,
}

impl Checker<'_> {
    /// Declares tracks first and the slots beside them after.
    pub(crate) fn declare_tracks(&mut self, items: &InForce<'_>) {
        let mut first: BTreeMap<&str, Span> = BTreeMap::new();
        for entry in &items.entries {
            if let ItemKind::Track { name, ring, spaces } = &entry.item.kind {
                let shape = if *ring { TrackShape::Ring } else { TrackShape::Line };
                self.declare_track(name, shape, spaces, &mut first);
            }
        }
        for entry in &items.entries {
            if let ItemKind::Slots { name, track, slots } = &entry.item.kind {
                self.declare_slots(name, track, slots);
            }
        }
    }

    /// The space on which a kind of piece stands at the start.
    pub(crate) fn first_space(&mut self, name: &Name, neutral: bool) -> Option<u16> {
        if !neutral {
            Diagnostic::error("names::piece-on", "only neutral pieces stand somewhere from the start")
                .at(name.span, "players keep their pieces in supply")
                .help("write `neutral` in place of `each`, or put the pieces there in a rule of the set-up")
                .report(self.diagnostics);
            return None;
        }
        let found = self.declared.spaces.iter().position(|space| space.name == name.node);
        match found {
            Some(space) => self.mark_track_of(space),
            None => self.unknown_space(name, None),
        }
        found.and_then(|space| u16::try_from(space).ok())
    }

    /// Declares a track. `first` holds the places where spaces are declared, of all tracks so far.
    fn declare_track<'n>(
        &mut self,
        name: &Name,
        shape: TrackShape,
        spaces: &'n TrackSpaces,
        first: &mut BTreeMap<&'n str, Span>,
    ) {
        let spaces = match spaces {
            TrackSpaces::Listed(spaces) => spaces,
            TrackSpaces::Range(least, most) => return self.declare_numbered(name, shape, least, most),
        };
        for (space, _) in spaces {
            let known = *first.entry(&space.node).or_insert(space.span);
            if known != space.span {
                let message = format!("space `{space}` is declared twice");
                let help = "rename one of them, also where they lie on two tracks";
                self.report_twice(message, space.span, known, help);
            }
        }
        let spaces = (1..).zip(spaces).map(|(number, (space, _))| NewSpace {
            name: space.node.clone(),
            beside: None,
            number,
        });
        self.add_track(name, shape, false, spaces.collect());
    }

    /// A track whose spaces go by the name of the track and a number.
    fn declare_numbered(
        &mut self,
        name: &Name,
        shape: TrackShape,
        least: &Spanned<i64>,
        most: &Spanned<i64>,
    ) {
        let span = least.span.to(most.span);
        if least.node > most.node {
            let message = format!("there is no number from {least} to {most}");
            return Diagnostic::error("names::track", message)
                .at(span, "the smaller number comes first")
                .help(format!("turn them round: `track {name} {most}..{least}`"))
                .report(self.diagnostics);
        }
        let (Ok(first), Ok(last)) = (i32::try_from(least.node), i32::try_from(most.node)) else {
            return self.too_many("spaces", MOST_SPACES, span);
        };
        // One space too many is enough to be told of.
        let spaces = (first..=last).take(MOST_SPACES + 1).map(|number| NewSpace {
            name: format!("{name} {number}"),
            beside: None,
            number,
        });
        self.add_track(name, shape, true, spaces.collect());
    }

    fn declare_slots(&mut self, name: &Name, track: &Name, slots: &[(Name, Spanned<i64>)]) {
        let known = self.track(&track.node);
        let shape = known.and_then(|index| self.declared.tracks.get(index)).map(|track| track.shape);
        let (Some(index), Some(TrackShape::Line | TrackShape::Ring)) = (known, shape) else {
            self.unknown_track(track, shape.is_some());
            return;
        };
        self.usage.mark(Kind::Track, &track.node);
        let mut first: BTreeMap<&str, Span> = BTreeMap::new();
        let mut texts = Vec::new();
        for (space, count) in slots {
            let beside = self
                .declared
                .spaces
                .iter()
                .position(|known| usize::from(known.track) == index && known.name == space.node);
            let Some(beside) = beside.and_then(|beside| u16::try_from(beside).ok()) else {
                self.unknown_space(space, Some(index));
                continue;
            };
            let known = *first.entry(&space.node).or_insert(space.span);
            if known != space.span {
                let message = format!("the slots beside `{space}` are declared twice");
                let help = format!("write their number once: `{space} 2`");
                self.report_twice(message, space.span, known, help);
                continue;
            }
            if !(1..=MOST_SPACES as i64).contains(&count.node) {
                Diagnostic::error("types::out-of-range", format!("{count} is not in 1..{MOST_SPACES}"))
                    .at(count.span, "so many slots cannot lie there")
                    .help("leave a space out where no slot lies beside it")
                    .report(self.diagnostics);
                continue;
            }
            // One slot too many is enough to be told of.
            let room = (MOST_SPACES + 1).saturating_sub(texts.len());
            for number in (1..=count.node).take(room) {
                let shown = if count.node > 1 { format!(" {number}") } else { String::new() };
                texts.push(NewSpace {
                    name: format!("{name} {space}{shown}"),
                    beside: Some(beside),
                    number: i32::try_from(number).unwrap_or(i32::MAX),
                });
            }
        }
        self.add_track(name, TrackShape::Slots, false, texts);
    }

    fn add_track(&mut self, name: &Name, shape: TrackShape, is_numbered: bool, spaces: Vec<NewSpace>) {
        if self.declared.spaces.len() + spaces.len() > MOST_SPACES {
            return self.too_many("spaces", MOST_SPACES, name.span);
        }
        let number = |index: usize| u16::try_from(index).unwrap_or(u16::MAX);
        let (track, first, count) =
            (number(self.declared.tracks.len()), number(self.declared.spaces.len()), number(spaces.len()));
        self.declared.tracks.push(Track { name: name.node.clone(), shape, first, count, is_numbered });
        // What its attributes are is read when all of them are declared.
        let spaces = spaces.into_iter().map(|NewSpace { name, beside, number }| Space {
            name,
            track,
            beside,
            number,
            attrs: Vec::new(),
        });
        self.declared.spaces.extend(spaces);
    }

    fn unknown_track(&mut self, track: &Name, is_slots: bool) {
        let plain = self.declared.tracks.iter().filter(|known| known.shape != TrackShape::Slots);
        let plain: Vec<&str> = plain.map(|known| known.name.as_str()).collect();
        let (label, help) = if is_slots {
            ("these are slots themselves", Help::from(format!("name the track: {}", plain.join(", "))))
        } else {
            let help =
                meant(track, plain).unwrap_or_else(|| format!("declare it: `track {track} {{ … }}`").into());
            ("no pack of this composition declares it", help)
        };
        let message = format!("there is no track `{track}`");
        Diagnostic::error("names::unknown-track", message)
            .at(track.span, label)
            .help(help)
            .report(self.diagnostics);
    }

    /// Says that a word names no space; where one track is meant, no space of it.
    fn unknown_space(&mut self, name: &Name, track: Option<usize>) {
        let spaces = self.declared.spaces.iter().filter(|space| {
            space.beside.is_none() && track.is_none_or(|track| usize::from(space.track) == track)
        });
        // Those of a track of numbers have no words that could stand here.
        let spaces = spaces.map(|space| space.name.as_str()).filter(|name| !name.contains(' '));
        let spaces: Vec<&str> = spaces.collect();
        let wanted = track.and_then(|track| self.declared.tracks.get(track));
        let label = match wanted {
            Some(track) => format!("no space of the track `{}`", track.name),
            None => "on no track".to_owned(),
        };
        let named = self.track(&name.node).and_then(|index| self.declared.tracks.get(index));
        let help = match (meant(name, spaces.iter().copied()), wanted, named) {
            (Some(near), ..) => near,
            (None, Some(track), _) if track.is_numbered => "numbers have no slots: list the spaces".into(),
            (None, Some(_), _) => format!("its spaces are {}", spaces.join(", ")).into(),
            (None, None, Some(track)) if track.shape == TrackShape::Slots => {
                "a piece comes into a slot by a rule: `move … to …`".into()
            }
            (None, None, Some(track)) if track.is_numbered => {
                format!("bring it there in a rule of the set-up: `move … to {name}(0)`").into()
            }
            (None, None, Some(_)) => "this is a track: name one of its spaces".into(),
            (None, None, None) => "spaces stand in the braces of `track NAME { … }`".into(),
        };
        Diagnostic::error("names::unknown-space", format!("there is no space `{name}`"))
            .at(name.span, label)
            .help(help)
            .report(self.diagnostics);
    }

    /// The index of the track or the slots with this name.
    pub(crate) fn track(&self, name: &str) -> Option<usize> {
        self.declared.tracks.iter().position(|track| track.name == name)
    }

    /// Notes that a track is used because one of its spaces is.
    pub(crate) fn mark_track_of(&mut self, space: usize) {
        let track = self.declared.spaces.get(space).map(|space| usize::from(space.track));
        if let Some(track) = track.and_then(|track| self.declared.tracks.get(track)) {
            self.usage.mark(Kind::Track, &track.name);
        }
    }
}
