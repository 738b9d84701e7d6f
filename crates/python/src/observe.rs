//! What a seat sees, as numbers: of the game, and of each option that waits for it.
//!
//! The columns follow from what the packs declare, so every pack has them, and their names come with them. Nothing is
//! told that the seat may not know: what may depend on hidden things is tried on a copy in which they are dealt again.

use rota::{Choice, Decision, Game, PieceLocation, Rules, SegmentId, Subject, Target};
use rota_bytecode::Sort;
use rota_bytecode::program::{Owner, Var};

/// What an option has beside what the packs declare.
const OPTION: [&str; 11] =
    ["pass", "lead", "x", "y", "turned", "number", "tiles", "open", "complete", "own pieces", "other pieces"];

/// The names of the numbers of the game. Seats are counted from the one who looks.
pub(crate) fn game_columns(rules: &Rules, seats: usize) -> Vec<String> {
    let declared = &rules.program().declared;
    let mut names =
        vec!["turn".to_owned(), "unseen".to_owned(), "own turn".to_owned(), "own decision".to_owned()];
    for seat in 0..seats {
        names.push(format!("points of seat +{seat}"));
        names.extend(declared.pieces.iter().map(|kind| format!("{} in supply of seat +{seat}", kind.name)));
        names.extend(declared.stocks.iter().map(|kind| format!("{} of seat +{seat}", kind.name)));
        names.extend(numbers(rules, Owner::Player).map(|(_, var)| format!("{} of seat +{seat}", var.name)));
    }
    names.extend(numbers(rules, Owner::Game).map(|(_, var)| var.name.clone()));
    names.extend(rules.program().choices.iter().map(|site| format!("asked by {}", site.name)));
    names
}

/// The names of the numbers of an option.
pub(crate) fn option_columns(rules: &Rules) -> Vec<String> {
    let mut names: Vec<String> = OPTION.iter().map(|name| (*name).to_owned()).collect();
    names.extend(rules.names().features.iter().map(|feature| format!("on {feature}")));
    names.extend(rules.program().declared.pieces.iter().map(|kind| format!("is {}", kind.name)));
    for site in &rules.program().choices {
        names.extend(
            site.actions.iter().map(|action| format!("{} {}", site.name, action.name).trim_end().to_owned()),
        );
    }
    names
}

/// The game as a seat sees it.
pub(crate) fn game_row(game: &Game, who: u8) -> Vec<i32> {
    let (rules, seats) = (game.rules(), game.points().len());
    let declared = &rules.program().declared;
    let seen = game.seen_by(Some(who));
    let asked = seen.decision();
    let is_asked = asked.is_some_and(|decision| decision.who() == usize::from(who));
    let mut row = vec![
        number(game.position().turn()),
        number(seen.unseen().len()),
        i32::from(game.position().active() == who),
        i32::from(is_asked),
    ];
    for turned in 0..seats {
        let seat = (usize::from(who) + turned) % seats;
        row.push(number(game.points().get(seat).copied().unwrap_or(0)));
        let owner = u8::try_from(seat).ok();
        row.extend((0_u8..).zip(&declared.pieces).map(|(kind, _)| i32::from(game.supply(kind, owner))));
        let held = |name: &str| {
            game.stocks_of(Some(seat)).find(|share| share.name == name).map_or(0, |share| share.count)
        };
        row.extend(declared.stocks.iter().map(|kind| number(held(&kind.name))));
        row.extend(numbers(rules, Owner::Player).map(|(name, var)| {
            let is_hidden = var.secret && seat != usize::from(who);
            // What is hidden looks as it does before anything was done with it.
            let value =
                if is_hidden { None } else { game.variable(name, u32::try_from(seat).unwrap_or_default()) };
            number(value.unwrap_or(var.init))
        }));
    }
    row.extend(numbers(rules, Owner::Game).map(|(name, var)| {
        let value = if var.secret { None } else { game.variable(name, 0) };
        number(value.unwrap_or(var.init))
    }));
    let site = asked.map(|decision| std::ptr::from_ref(decision.site()));
    row.extend(
        rules.program().choices.iter().map(|other| i32::from(Some(std::ptr::from_ref(other)) == site)),
    );
    row
}

/// A row for each option of the decision that waits for a seat, in the order of their numbers, one behind the other;
/// nothing where another seat decides.
pub(crate) fn option_rows(game: &Game, who: u8) -> Vec<i32> {
    let Some(decision) = game.decision().filter(|decision| decision.who() == usize::from(who)) else {
        return Vec::new();
    };
    let mut dealt = game.fork();
    // Dealt alike for all who know the same, so that the numbers tell nothing else.
    dealt.sort_unknown(Some(who));
    let knows = dealt.determinize(Some(who), u64::from(game.position().turn()));
    let before = lead(game, who);
    let looker = Looker { game, who, center: center(game) };
    let mut copy = game.fork();
    let there = dealt.decision().filter(|_| knows).and_then(|there| decision.options_in(&there));
    let in_dealt = |choice: Choice, number: usize| match choice {
        Choice::Pass => knows.then_some(choice),
        Choice::Option { .. } => there.as_ref()?.get(number).copied(),
    };
    let mut rows = Vec::new();
    for (number, choice) in decision.choices().enumerate() {
        copy.copy_from(&dealt);
        let mut change = 0;
        if in_dealt(choice, number).is_some_and(|there| copy.choose(there).is_ok()) {
            copy.conclude();
            change = lead(&copy, who) - before;
        }
        rows.extend(looker.row(&decision, choice, change));
    }
    rows
}

/// Hundredths as Python counts them.
#[expect(clippy::float_arithmetic, reason = "for people to read")]
pub(crate) fn hundredths(number: i64) -> f64 {
    number as f64 / 100.0
}

/// A game, and who looks at it.
struct Looker<'g> {
    game: &'g Game,
    who: u8,
    center: (i32, i32),
}

impl Looker<'_> {
    fn row(&self, decision: &Decision<'_>, choice: Choice, change: i64) -> Vec<i32> {
        let rules = self.game.rules();
        let (features, pieces) = (rules.names().features.len(), rules.program().declared.pieces.len());
        let (mut on, mut is) = (vec![0; features], vec![0; pieces]);
        let mut own = [0; OPTION.len()];
        own[0] = i32::from(choice == Choice::Pass);
        own[1] = number(change);
        match decision.subject(choice) {
            Subject::Number(value) => own[5] = number(value),
            Subject::Truth(is) => own[5] = i32::from(is),
            Subject::Piece(piece) => set(&mut is, piece.kind),
            Subject::Nothing | Subject::Word(_) | Subject::Players(_) => {}
            Subject::Place(_) | Subject::Tile(_) | Subject::Award(_) => {}
        }
        match decision.target(choice) {
            Some(Target::Cell(cell, turned)) => {
                own[2] = i32::from(cell.x) - self.center.0;
                own[3] = i32::from(cell.y) - self.center.1;
                own[4] = turned.map_or(0, i32::from);
            }
            Some(Target::Segment(segment)) => self.segment(segment, &mut own, &mut on),
            Some(Target::Hand(_) | Target::Space(_) | Target::Corner(_) | Target::Side(_)) | None => {}
        }
        let mut taken = Vec::new();
        for (site, actions) in (0_u32..).zip(&rules.program().choices) {
            let is_taken = |action| match choice {
                Choice::Option { action: taken, .. } => {
                    site == decision.choice() && usize::from(taken) == action
                }
                Choice::Pass => false,
            };
            taken.extend((0..actions.actions.len()).map(|action| i32::from(is_taken(action))));
        }
        own.into_iter().chain(on).chain(is).chain(taken).collect()
    }

    /// The feature that a segment is part of.
    fn segment(&self, segment: SegmentId, own: &mut [i32; OPTION.len()], on: &mut [i32]) {
        let position = self.game.position();
        let board = position.board();
        let tile = board.tile(board.segment_tile(segment)).cell;
        own[2] = i32::from(tile.x) - self.center.0;
        own[3] = i32::from(tile.y) - self.center.1;
        own[6] = i32::from(board.tiles_of(segment));
        own[7] = number(board.open(segment));
        own[8] = i32::from(board.is_complete(segment));
        set(on, board.kind(segment).0);
        for piece in
            position.standing().iter().filter_map(|number| position.pieces().get(usize::from(*number)))
        {
            if let PieceLocation::Segment(at) = piece.location
                && board.same_feature(at, segment)
            {
                own[if piece.owner() == Some(self.who) { 9 } else { 10 }] += 1;
            }
        }
    }
}

/// The variables of a game or of players that hold one number or truth.
fn numbers(rules: &Rules, owner: Owner) -> impl Iterator<Item = (&str, &Var)> {
    let is_number =
        |var: &&Var| matches!(var.ty.sort, Sort::Int | Sort::Pts | Sort::Bool) && !var.ty.is_mask();
    let vars = rules.program().declared.vars.iter().filter(is_number);
    vars.filter(move |var| var.owner == owner).map(|var| (var.name.as_str(), var))
}

/// The middle of the land.
fn center(game: &Game) -> (i32, i32) {
    let tiles = game.position().board().tiles();
    let sum = |of: fn(&rota::Cell) -> i16| tiles.iter().map(|tile| i32::from(of(&tile.cell))).sum::<i32>();
    let count = i32::try_from(tiles.len()).unwrap_or(i32::MAX).max(1);
    (sum(|cell| cell.x) / count, sum(|cell| cell.y) / count)
}

/// How far a seat is ahead of the best of the others.
fn lead(game: &Game, who: u8) -> i64 {
    let points = game.points();
    let others =
        points.iter().enumerate().filter(|(seat, _)| *seat != usize::from(who)).map(|(_, points)| *points);
    points.get(usize::from(who)).copied().unwrap_or(0) - others.max().unwrap_or(0)
}

fn set(row: &mut [i32], place: impl Into<usize>) {
    if let Some(value) = row.get_mut(place.into()) {
        *value = 1;
    }
}

/// A number as far as an observation has room for it.
fn number(value: impl TryInto<i32>) -> i32 {
    value.try_into().unwrap_or(i32::MAX)
}
