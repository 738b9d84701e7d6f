//! Whether the segments of a tile can lie on it side by side.
//!
//! A tile is a disc, and the parts of its sides stand around its rim in a circle. Two things that each hold
//! together, segments or segments that adjoin, cannot alternate around the rim without crossing each other.

use rota_source::{Diagnostic, Span};

use crate::adjacency::Contact;
use crate::coverage::{Claim, Claims};
use crate::edges::Sides;
use crate::segment_place::{PORTS, port_token};
use crate::segments::Segment;
use crate::toml_reader::TomlReader;

/// A tile whose sides are all held, and what its segments say of each other.
pub(crate) struct Plane<'a> {
    /// The segments.
    pub(crate) segments: &'a [Segment],
    /// The parts of the sides that are held, clockwise, each as port and holder.
    rim: Vec<(usize, Claim)>,
    /// Which segments adjoin.
    contacts: &'a [Contact],
    /// Which of them lie over one another.
    crossings: &'a [Contact],
    /// Whether the rim has three sides.
    is_half: bool,
}

/// Segments as a set of bits.
type Set = u16;

impl<'a> Plane<'a> {
    /// Lays the rim out.
    pub(crate) fn new(
        sides: &Sides,
        segments: &'a [Segment],
        claims: &Claims,
        contacts: &'a [Contact],
        crossings: &'a [Contact],
    ) -> Plane<'a> {
        let rim = claims.iter().enumerate().filter_map(|(port, claim)| Some((port, (*claim)?))).collect();
        Plane { segments, rim, contacts, crossings, is_half: sides.is_half }
    }

    /// Says what cannot be, and else what is odd. One mistake often makes several
    /// segments cross, so the first is told.
    pub(crate) fn check(&self, reader: &mut TomlReader<'_>) {
        // Where it is in doubt who holds what, that was said already.
        let known = |segment: &Segment| segment.kind.is_some() && !segment.misplaced;
        if !self.segments.iter().all(known) || !self.rim.iter().all(|(_, claim)| claim.certain) {
            return;
        }
        let count = self.segments.len();
        let pairs = (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
        if let Some(crossing) = pairs.clone().find_map(|pair| self.crossing(reader, pair)) {
            reader.report(crossing);
        } else if let Some(cut) = self.cut(reader) {
            reader.report(cut);
        } else {
            self.check_neighbours(reader);
        }
    }

    fn crossing(&self, reader: &TomlReader<'_>, (first, second): (usize, usize)) -> Option<Diagnostic> {
        if self.crosses(bit(first), bit(second)) {
            return None;
        }
        let turns = self.alternation(bit(first), bit(second))?;
        // The one with fewer places is told as the line, the other as what lies on both sides of it.
        let places = |segment: usize| self.rim.iter().filter(|(_, claim)| claim.segment == segment).count();
        let (line, area) = if places(first) <= places(second) { (first, second) } else { (second, first) };
        let words = |segment: usize| {
            let own = turns.iter().filter(|(_, claim)| claim.segment == segment);
            let mut words: Vec<Span> = own.map(|(_, claim)| claim.span).collect();
            words.sort_by_key(|span| span.start);
            words.dedup();
            words
        };
        let (line_name, area_name) = (self.name(reader, line), self.name(reader, area));
        let message = match line_name == area_name {
            true => format!("two segments of the kind `{line_name}` cross"),
            false => format!("`{area_name}` lies on both sides of `{line_name}`"),
        };
        let mut diagnostic = Diagnostic::error("tiles::segments-cross", message);
        let area_words = words(area);
        let area_labels =
            if area_words.len() == 1 { ["on both sides", ""] } else { ["on one side", "and on the other"] };
        for (span, label) in area_words.into_iter().zip(area_labels) {
            diagnostic = diagnostic.at(span, label);
        }
        for (span, label) in words(line).into_iter().zip(["from here", "to here"]) {
            diagnostic = diagnostic.at(span, format!("`{line_name}` runs {label}"));
        }
        let (port, _) = turns.iter().find(|(_, claim)| claim.segment == area)?;
        let over = self.word_for(*port);
        Some(diagnostic.help(format!(
            "give each its own side; or say `over = \"{over}\"` of the `{line_name}`, where it is a bridge"
        )))
    }

    /// Says of the first contact that cannot be what lies between.
    fn cut(&self, reader: &TomlReader<'_>) -> Option<Diagnostic> {
        let single = (0..self.segments.len()).map(|segment| (bit(segment), None));
        let pairs = self.contacts.iter().map(|contact| (contact.both(), Some(contact)));
        let (cut, part, by) =
            single.chain(pairs).find_map(|(part, by)| Some((self.contact_across(part)?, part, by)))?;
        let (own, other) = (self.name(reader, cut.own), self.name(reader, cut.other));
        let message = format!("this `{own}` cannot adjoin this `{other}`");
        let diagnostic = Diagnostic::error("tiles::contact-cut", message).at(cut.span, "not from here");
        let diagnostic = self.label(diagnostic, cut.other, format!("this `{other}`"));
        let diagnostic = match by {
            Some(by) => diagnostic.at(by.span, "what adjoins here lies between them"),
            None => {
                let between = part.trailing_zeros() as usize;
                let text = format!("this `{}` lies between them", self.name(reader, between));
                self.label(diagnostic, between, text)
            }
        };
        Some(diagnostic.help("leave it out, or give the sides to other segments"))
    }

    /// The first contact that joins segments to what cannot lie beside `part`.
    fn contact_across(&self, part: Set) -> Option<&Contact> {
        let passable = |segment: usize| part & bit(segment) == 0 && !self.crosses(part, bit(segment));
        let mut joined: Vec<Set> = (0..self.segments.len()).map(bit).collect();
        for contact in self.contacts.iter().filter(|contact| passable(contact.own) && passable(contact.other))
        {
            let of = |segment: usize| joined.get(segment).copied().unwrap_or_default();
            let both = of(contact.own) | of(contact.other);
            if self.alternation(part, both).is_some() {
                return Some(contact);
            }
            for (segment, set) in joined.iter_mut().enumerate() {
                if both & bit(segment) != 0 {
                    *set = both;
                }
            }
        }
        None
    }

    /// Warns of neighbours on the rim that would be one, or would adjoin, if nothing were forgotten.
    fn check_neighbours(&self, reader: &mut TomlReader<'_>) {
        let mut seen: Vec<Set> = Vec::new();
        for ((port, one), (next, other)) in self.rim.iter().zip(self.rim.iter().cycle().skip(1)) {
            let pair = bit(one.segment) | bit(other.segment);
            // A half tile has the last three of the sides, of which each is beside each.
            let sides = if self.is_half { 3 } else { 4 };
            let apart = (next / PORTS + sides - port / PORTS) % sides;
            if one.segment == other.segment || apart > 1 || seen.contains(&pair) {
                continue;
            }
            seen.push(pair);
            if self.contacts.iter().any(|contact| contact.both() == pair) {
                continue;
            }
            let kind = |claim: &Claim| self.segments.get(claim.segment).and_then(|segment| segment.kind);
            let (Some(kinds), features) = (kind(one).zip(kind(other)), &reader.vocabulary.features) else {
                continue;
            };
            let adjoins = |own: usize, other: usize| {
                features.get(own).is_some_and(|feature| feature.adjoins.contains(&other))
            };
            if kinds.0 == kinds.1 {
                if !self.something_between(one.segment, other.segment) {
                    reader.report(self.undivided(reader, one, other));
                }
            } else if adjoins(kinds.0, kinds.1) {
                reader.report(self.untouched(reader, one, (*next, other)));
            } else if adjoins(kinds.1, kinds.0) {
                reader.report(self.untouched(reader, other, (*port, one)));
            }
        }
    }

    fn undivided(&self, reader: &TomlReader<'_>, one: &Claim, other: &Claim) -> Diagnostic {
        let name = self.name(reader, one.segment);
        let message = format!("nothing lies between two segments of the kind `{name}`");
        Diagnostic::warning("tiles::undivided", message)
            .at(other.span, "the other begins here")
            .at(one.span, "one ends here")
            .help("join them, or say with `touches` what lies between; if it is as printed, write `# allow tiles::undivided: as printed` above the tile")
    }

    fn untouched(&self, reader: &TomlReader<'_>, own: &Claim, (port, other): (usize, &Claim)) -> Diagnostic {
        let (name, beside) = (self.name(reader, own.segment), self.name(reader, other.segment));
        let message = format!("this `{name}` lies beside a `{beside}` and does not touch it");
        let word = self.word_for(port);
        Diagnostic::warning("tiles::untouched", message)
            .at(own.span, format!("this `{name}`"))
            .at(other.span, format!("beside this `{beside}`"))
            .help(format!("add `touches = \"{word}\"`; if they do not touch as printed, write `# allow tiles::untouched: as printed` above the tile"))
    }

    /// How a part of the rim is called: by its side where that is not split.
    fn word_for(&self, port: usize) -> &'static str {
        let (side, part) = (port / PORTS, port % PORTS);
        let holder = |part: usize| {
            let held = self.rim.iter().find(|(other, _)| *other == side * PORTS + part);
            held.map(|(_, claim)| claim.segment)
        };
        let split = holder(1).is_some() || holder(0) != holder(2);
        port_token(side, if split { part } else { 1 })
    }

    /// Whether some segment adjoins both and so may run up to where they meet.
    fn something_between(&self, one: usize, other: usize) -> bool {
        let beside = |segment: usize| {
            let contacts = self.contacts.iter().filter(move |contact| contact.both() & bit(segment) != 0);
            contacts.fold(0, |set, contact| set | (contact.both() & !bit(segment)))
        };
        beside(one) & beside(other) != 0
    }

    /// Whether one of the first segments lies over one of the second, or the other way round.
    fn crosses(&self, first: Set, second: Set) -> bool {
        self.crossings.iter().any(|crossing| {
            let (own, other) = (bit(crossing.own), bit(crossing.other));
            (own & first != 0 && other & second != 0) || (own & second != 0 && other & first != 0)
        })
    }

    /// Four parts of the rim, in turn of the one and the other set, where there are such.
    fn alternation(&self, first: Set, second: Set) -> Option<[(usize, Claim); 4]> {
        let of_either = self.rim.iter().filter(|(_, claim)| bit(claim.segment) & (first | second) != 0);
        let mut turns: Vec<(usize, Claim)> = Vec::new();
        for (port, claim) in of_either {
            let is_first = |claim: &Claim| bit(claim.segment) & first != 0;
            if turns.last().is_none_or(|(_, last)| is_first(last) != is_first(claim)) {
                turns.push((*port, *claim));
            }
        }
        <[(usize, Claim); 4]>::try_from(turns.get(..4)?).ok()
    }

    fn name<'r>(&self, reader: &'r TomlReader<'_>, segment: usize) -> &'r str {
        let kind = self.segments.get(segment).and_then(|segment| segment.kind);
        let feature = kind.and_then(|kind| reader.vocabulary.features.get(kind));
        feature.map_or("", |feature| feature.name.as_str())
    }

    fn label(&self, diagnostic: Diagnostic, segment: usize, text: String) -> Diagnostic {
        match self.segments.get(segment) {
            Some(segment) => diagnostic.at(segment.span, text),
            None => diagnostic,
        }
    }
}

/// A segment in a set of 16 bits.
pub(crate) fn bit(segment: usize) -> Set {
    u32::try_from(segment).ok().and_then(|segment| 1_u16.checked_shl(segment)).unwrap_or(0)
}

impl Contact {
    /// The two segments.
    fn both(&self) -> Set {
        bit(self.own) | bit(self.other)
    }
}
