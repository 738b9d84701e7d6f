//! The history: what happened, for people to read and for saves. Append-only, never copied with a position.

use std::ops::Range;

use rota_board::{Border, Cell, SegmentId};
use rota_vm::{Answer, Term};

use crate::layout::Layout;
use crate::piece::PieceLocation;
use crate::position::PlayerSet;
use crate::rules::Rules;

/// How much of a game is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Record {
    /// Nothing: for games that are only played to their end.
    #[default]
    Off,
    /// Counts and sums: for statistics over many games.
    Statistics,
    /// Also every event with its explanation: for people, saves and tests.
    Full,
}

/// How a decision came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisionOutcome {
    /// A player chose it among several.
    Chosen,
    /// It was the only option and nobody was asked.
    Forced,
    /// The player passed.
    Passed,
}

/// A part of the texts of a [`History`]; see [`History::text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextRange {
    start: u32,
    end: u32,
}

/// What a rule closes or reopens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closure {
    /// A segment wherever it is open.
    Segment(SegmentId),
    /// A segment at one side of its tile.
    SegmentAt(SegmentId, Border),
    /// Everything at a side.
    Side(Border),
}

/// Something that happened. PlayerSet are counted from 0, tiles are those of the stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the doc comment of a variant says what its fields are")]
pub enum Event {
    /// A turn begins; turns are counted from 1.
    Turn { number: u32, player: u8 },
    /// A step runs once more, as the function with this number: for whose turn it is, or for another player.
    Again { function: u32, player: Option<u8> },
    /// The game ends: the final steps begin.
    Ending,
    /// A rule ended the game: these players have won.
    Won { players: PlayerSet },
    /// A tile was drawn as outcome `number` of a bag, counted from 0, or without chance where it had been stacked; seen by
    /// these seats. Bags are
    /// counted with the decks behind them, and tiles are cards as well.
    Drawn { bag: u16, number: Option<u32>, tile: u16, seen_by: PlayerSet },
    /// A known tile was taken out of a bag.
    Fetched { bag: u16, tile: u16 },
    /// A drawn tile went back into a bag; `seen_by` is who had seen it.
    Shuffled { bag: u16, tile: u16, seen_by: PlayerSet },
    /// A drawn tile was put on a bag or under it; `seen_by` is who knows it there.
    Stacked { bag: u16, tile: u16, under: bool, seen_by: PlayerSet },
    /// A tile came into the keep of a player, seen by these seats.
    Stowed { player: u8, tile: u16, seen_by: PlayerSet },
    /// A tile came into a row, where it lies open.
    LinedUp { row: u16, tile: u16 },
    /// A tile that was hidden is seen by these seats now.
    Shown { tile: u16, seen_by: PlayerSet },
    /// A die gave a value, the place of a word where it gives words, as its outcome `number`, counted from 0.
    Rolled { die: u16, number: u32, value: i32 },
    /// A drawn tile left the game.
    Discarded { tile: u16 },
    /// A tile was laid.
    Placed { player: u8, tile: u16, cell: Cell, rotation: u8 },
    /// A piece was put on a segment.
    Put { piece: u16, from: PieceLocation, at: SegmentId },
    /// A piece came to a space beside the land.
    Moved { piece: u16, from: PieceLocation, to: u16 },
    /// A piece came to any other place: to a tile, to a corner, to a side, to a player who keeps it, or out of the game.
    Went { piece: u16, from: PieceLocation, to: PieceLocation },
    /// A piece went home, for a reason where one was named.
    Sent { piece: u16, from: PieceLocation, reason: Option<u16> },
    /// Points reached a player; `note` is the number of the explanation, `at` a segment of the feature.
    Scored { player: u8, points: i64, reason: u16, at: Option<SegmentId>, note: Option<u32> },
    /// A player paid points to another one or to nobody, or nobody paid them; `note` is the number of the explanation,
    /// `at` a segment of the feature it is for.
    Paid {
        from: Option<u8>,
        to: Option<u8>,
        points: i64,
        reason: u16,
        at: Option<SegmentId>,
        note: Option<u32>,
    },
    /// Goods went from a player to another one; nobody stands for the common supply.
    PaidStock {
        from: Option<u8>,
        to: Option<u8>,
        amount: i64,
        stock: u8,
        reason: u16,
        at: Option<SegmentId>,
        note: Option<u32>,
    },
    /// A waiting award was taken away.
    Cancelled { player: u8, points: i64, reason: u16, at: Option<SegmentId>, note: Option<u32> },
    /// A segment was added to a tile that lay.
    Added { segment: SegmentId },
    /// Two segments were joined.
    Linked { first: SegmentId, second: SegmentId },
    /// The connection of two segments was cut.
    Cut { first: SegmentId, second: SegmentId },
    /// A rule closed something.
    Closed(Closure),
    /// What was closed goes on.
    Reopened(Closure),
    /// A player has something in a variable that only its owner sees.
    Hid { var: u16, player: u8 },
    /// What is in this variable that only owners see is forgotten.
    Forgotten { var: u16 },
    /// What players chose at once is seen by all from now on.
    Revealed,
    /// A decision was taken; `choice` is an index into the program's decisions, `words` its canonical text.
    Decided { choice: u32, who: u8, taken: DecisionOutcome, answer: Answer, words: TextRange },
}

/// The explanation of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Index into the program's statements that give points.
    pub site: u32,
    /// Where it explains points that a rule changed before they were given: what it changed.
    pub change: Option<NoteChange>,
    terms: Range<u32>,
}

/// What a rule changed of points that were explained before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoteChange {
    /// The number of the note that explains what they were.
    pub before: u32,
    /// What they are now.
    pub points: i64,
}

/// Sums and counts over a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameStatistics {
    players: usize,
    points: Vec<i64>,
    puts: Vec<u32>,
    /// How many tiles each player laid, in seat order.
    pub placements: Vec<u32>,
    /// How many drawn tiles left the game without being laid.
    pub discards: u32,
    /// How many turns began.
    pub turns: u32,
}

impl GameStatistics {
    /// The points that a player got for a reason, less those paid for it.
    #[must_use]
    pub fn points(&self, reason: usize, player: usize) -> i64 {
        self.points.get(reason * self.players + player).copied().unwrap_or(0)
    }

    fn add(&mut self, reason: u16, player: u8, points: i64) {
        let place = usize::from(reason) * self.players + usize::from(player);
        if let Some(sum) = self.points.get_mut(place) {
            *sum = sum.saturating_add(points);
        }
    }

    /// How many times a player's pieces of a kind were put; `None` stands for neutral pieces.
    #[must_use]
    pub fn puts(&self, kind: usize, player: Option<usize>) -> u32 {
        let seat = player.unwrap_or(self.players);
        self.puts.get(kind * (self.players + 1) + seat).copied().unwrap_or(0)
    }
}

/// What is kept of a game.
#[derive(Clone, Debug, Default)]
pub struct History {
    record: Record,
    statistics: GameStatistics,
    events: Vec<Event>,
    notes: Vec<Note>,
    terms: Vec<Term>,
    texts: String,
}

impl History {
    /// How much is kept.
    #[must_use]
    pub fn record(&self) -> Record {
        self.record
    }

    /// Sums and counts; all zero where nothing is kept.
    #[must_use]
    pub fn statistics(&self) -> &GameStatistics {
        &self.statistics
    }

    /// All events in order; empty unless everything is kept.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// An explanation by its number.
    #[must_use]
    pub fn note(&self, number: u32) -> Option<&Note> {
        self.notes.get(number as usize)
    }

    /// The terms of an explanation, in the order in which they were counted.
    #[must_use]
    pub fn terms(&self, note: &Note) -> &[Term] {
        self.terms.get(note.terms.start as usize..note.terms.end as usize).unwrap_or(&[])
    }

    /// A text that an event refers to.
    #[must_use]
    pub fn text(&self, text: TextRange) -> &str {
        self.texts.get(text.start as usize..text.end as usize).unwrap_or("")
    }

    pub(crate) fn new(record: Record, rules: &Rules, layout: &Layout) -> History {
        let declared = &rules.program().declared;
        let players = usize::from(layout.players);
        let mut history = History { record, ..History::default() };
        if record >= Record::Statistics {
            history.statistics = GameStatistics {
                players,
                points: vec![0; declared.reasons.len() * players],
                puts: vec![0; declared.pieces.len() * (players + 1)],
                placements: vec![0; players],
                discards: 0,
                turns: 0,
            };
        }
        history
    }

    /// Forgets everything and keeps the room.
    pub(crate) fn clear(&mut self) {
        let statistics = &mut self.statistics;
        statistics.points.fill(0);
        statistics.puts.fill(0);
        statistics.placements.fill(0);
        (statistics.discards, statistics.turns) = (0, 0);
        self.events.clear();
        self.notes.clear();
        self.terms.clear();
        self.texts.clear();
    }

    pub(crate) fn is_full(&self) -> bool {
        self.record == Record::Full
    }

    pub(crate) fn keep_note(&mut self, site: u32, terms: &[Term]) -> i64 {
        let start = self.terms.len() as u32;
        self.terms.extend_from_slice(terms);
        self.notes.push(Note { site, change: None, terms: start..self.terms.len() as u32 });
        self.notes.len() as i64 - 1
    }

    /// Lets a note of changed points go on from an earlier one, and returns the note that explains them now: the earlier
    /// one where nothing is kept.
    pub(crate) fn retell(&mut self, note: i64, points: i64, before: i64) -> i64 {
        let number = usize::try_from(note).ok();
        let Some(changed) = number.and_then(|number| self.notes.get_mut(number)) else { return before };
        let before = u32::try_from(before).ok().filter(|before| i64::from(*before) < note);
        changed.change = before.map(|before| NoteChange { before, points });
        note
    }

    /// Keeps an event; the statistics take what they need of it. Which event it is, is known where one is kept:
    /// of all that is not kept nothing is left there.
    #[inline(always)]
    pub(crate) fn keep(&mut self, event: Event) {
        if self.record != Record::Off {
            self.count(event);
        }
        if self.record == Record::Full {
            self.write_down(event);
        }
    }

    #[inline(never)]
    fn write_down(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Counts a piece that was put; `place` is that of its supply.
    #[inline]
    pub(crate) fn count_put(&mut self, place: usize) {
        if let Some(puts) = self.statistics.puts.get_mut(place) {
            *puts += 1;
        }
    }

    /// Keeps what is written to the end of all texts.
    pub(crate) fn keep_text(&mut self, write: impl FnOnce(&mut String)) -> TextRange {
        let start = self.texts.len() as u32;
        write(&mut self.texts);
        TextRange { start, end: self.texts.len() as u32 }
    }

    #[inline(always)]
    fn count(&mut self, event: Event) {
        let statistics = &mut self.statistics;
        match event {
            Event::Turn { .. } => statistics.turns += 1,
            Event::Discarded { .. } => statistics.discards += 1,
            Event::Placed { player, .. } => {
                if let Some(placements) = statistics.placements.get_mut(usize::from(player)) {
                    *placements += 1;
                }
            }
            Event::Scored { player, points, reason, .. } => {
                statistics.add(reason, player, points);
            }
            Event::Paid { from, to, points, reason, .. } => {
                if let Some(from) = from {
                    statistics.add(reason, from, points.saturating_neg());
                }
                if let Some(to) = to {
                    statistics.add(reason, to, points);
                }
            }
            Event::Again { .. }
            | Event::Ending
            | Event::Won { .. }
            | Event::Drawn { .. }
            | Event::Fetched { .. }
            | Event::Shuffled { .. }
            | Event::Stowed { .. }
            | Event::LinedUp { .. }
            | Event::Stacked { .. }
            | Event::Shown { .. }
            | Event::Rolled { .. }
            | Event::Moved { .. }
            | Event::Went { .. }
            | Event::Put { .. }
            | Event::Sent { .. }
            | Event::PaidStock { .. }
            | Event::Cancelled { .. }
            | Event::Added { .. }
            | Event::Linked { .. }
            | Event::Cut { .. }
            | Event::Closed(_)
            | Event::Reopened(_)
            | Event::Revealed
            | Event::Hid { .. }
            | Event::Forgotten { .. }
            | Event::Decided { .. } => {}
        }
    }
}
