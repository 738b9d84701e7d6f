//! What effects do, and when they are refused: [`ExecContext::apply_effect`] is the one function that applies them.
//!
//! Beside it the position is changed only by
//! - [`ExecContext::set_variable`], when a rule writes a variable that holds one value;
//! - [`initial_state`](crate::setup::initial_state), once, before a game begins;
//! - [`Game::next_function`](crate::Game), which goes from turn to turn: it sets who is on turn and forgets what happened
//!   in the turn before;
//! - `Game::end_at_once`, where a rule ends the game in the middle of a turn: no step runs again;
//! - [`Game::conclude`](crate::Game::conclude), after which no turn begins;
//! - [`Game::restart`](crate::Game::restart) and [`Game::copy_from`](crate::Game::copy_from), which put another position
//!   in its place as a whole.

use rota_board::{Refusal, SegmentId};
use rota_bytecode::Effect;
use rota_vm::Fault;

use crate::bit_packing::{unpack_misfits, unpack_placement};
use crate::exec_context::ExecContext;
use crate::history::{Event, History};
use crate::position::{Appended, Award, AwardState, PlayerSet, Position, TileState};
use crate::questions::{NO_SHAPE, NONE};
use crate::refusals::refused;
use crate::rules::MAX_PLAYERS;
use crate::variables::set_of;

mod joints;
mod pieces;
mod scorings;
mod stocks;
#[cfg(test)]
mod tests;

impl ExecContext<'_> {
    /// Carries out an effect and returns what it hands back, 0 where it hands back nothing. A refused effect
    /// changes nothing.
    pub fn apply_effect(&mut self, effect: Effect, args: &[i64]) -> Result<i64, &'static Fault> {
        match (effect, args) {
            (Effect::Score, _) => self.score(args),
            (Effect::Award, _) => self.award(args),
            (Effect::Single, _) => self.single(args),
            (Effect::ScoreAward, _) => self.score_award(args),
            (Effect::SumUp, []) => self.sum_up(),
            (Effect::Tell, [award]) => self.tell(*award),
            (Effect::SetAwardPoints, [award, points, note]) => {
                let award = self.waiting(*award)?;
                (award.points, award.note) = (*points, *note);
                Ok(0)
            }
            (Effect::Retell, [note, points, before]) => Ok(self.history.retell(*note, *points, *before)),
            (Effect::SetAwardTo, [award, to]) => {
                let to = self.questions().player(*to)? as u8;
                self.waiting(*award)?.to = to;
                Ok(0)
            }
            (Effect::CancelAward, [award]) => self.cancel(*award),
            (Effect::GiveAward, [award]) => self.give(*award),
            (Effect::GiveAwards, []) => self.give_all(),
            (Effect::Take, [kind, player]) => self.take(*kind, *player),
            (Effect::Put, [piece, at]) => self.put(*piece, *at),
            (Effect::Move, [piece, to]) => self.move_to(*piece, *to),
            (Effect::Stand, [piece, tile]) => self.stand(*piece, *tile),
            (Effect::Perch, [piece, corner]) => self.perch(*piece, *corner),
            (Effect::Straddle, [piece, side]) => self.straddle(*piece, *side),
            (Effect::Keep, [piece, player]) => self.keep(*piece, *player),
            (Effect::Send, [piece, reason]) => self.send(*piece, *reason),
            (Effect::Remove, [piece]) => self.remove(*piece),
            (Effect::Pay, _) => self.pay(args),
            (Effect::PayStock, _) => self.pay_stock(args),
            (Effect::Draw | Effect::DrawCard, [bag, seen_by]) => self.draw(*bag, *seen_by),
            (Effect::Fetch | Effect::FetchCard, [tile, bag]) => self.fetch(*tile, *bag),
            (Effect::Shuffle | Effect::ShuffleCard, [tile, bag]) => self.shuffle(*tile, *bag),
            (Effect::Stow | Effect::StowCard, [tile, player]) => self.stow(*tile, *player),
            (Effect::Stack | Effect::StackCard, [tile, bag, under]) => self.stack(*tile, *bag, *under),
            (Effect::LineUp | Effect::LineUpCard, [tile, row]) => self.line_up(*tile, *row),
            (Effect::Show | Effect::ShowCard, [tile, players]) => self.show(*tile, *players),
            (Effect::Roll, [die]) => self.roll(*die),
            (Effect::Discard | Effect::DiscardCard, [tile]) => self.discard(*tile),
            (Effect::Place, [tile, placement]) => self.place(*tile, *placement),
            (Effect::Add, [at, kind]) => self.add_segment(*at, *kind),
            (Effect::Link, [first, second]) => self.link(*first, *second),
            (Effect::Cut, [first, second]) => self.cut(*first, *second),
            (Effect::Close, [segment, side]) => self.close(*segment, *side),
            (Effect::Reopen, [segment, side]) => self.reopen(*segment, *side),
            (Effect::Append, [function]) => self.append(*function),
            (Effect::Entrust, [player]) => self.entrust(*player),
            (Effect::Seat, [player]) => self.seat(*player),
            (Effect::Again, [function]) => Ok(i64::from(self.again(*function))),
            (Effect::EndGame, []) => {
                self.position.ending = true;
                Ok(0)
            }
            (Effect::EndNow, []) => {
                self.position.ending = true;
                Err(&Fault::Ended)
            }
            (Effect::Win, [players]) => self.win(*players),
            (Effect::Uncover, []) => {
                self.position.revealed += 1;
                self.history.keep(Event::Revealed);
                Ok(0)
            }
            (Effect::Reset, [var]) => self.reset(*var),
            (Effect::Include, [var, key, member]) => self.include(*var, *key, *member),
            (Effect::Exclude, [var, key, member]) => {
                let set = set_of(*var, *key)?;
                self.position.sets.exclude(set, *member);
                Ok(0)
            }
            (Effect::Clear, [var, key]) => {
                let set = set_of(*var, *key)?;
                self.position.sets.clear(set);
                Ok(0)
            }
            _ => Err(OTHER_ARGS),
        }
    }

    fn score(&mut self, args: &[i64]) -> Result<i64, &'static Fault> {
        let award = self.checked_award(args)?;
        let own = &mut self.position.points[usize::from(award.to)];
        *own = own.checked_add(award.points).ok_or(&Fault::Overflow)?;
        keep_score(self.history, &award);
        Ok(0)
    }

    fn pay(&mut self, args: &[i64]) -> Result<i64, &'static Fault> {
        let &[points, from, to, reason, at, note] = args else { return Err(OTHER_ARGS) };
        let at = self.feature_of(at)?;
        let (from, to, reason) = (self.party(from)?, self.party(to)?, self.reason(reason)?);
        if points < 0 {
            return Err(LESS_THAN_NOTHING);
        }
        let all = &mut self.position.points;
        let points_of = |seat: u8| all[usize::from(seat)];
        let left =
            from.map(|from| points_of(from).checked_sub(points).ok_or(&Fault::Overflow)).transpose()?;
        let more = to.map(|to| points_of(to).checked_add(points).ok_or(&Fault::Overflow)).transpose()?;
        // Who pays to himself has what he had.
        if to != from {
            if let (Some(from), Some(left)) = (from, left) {
                all[usize::from(from)] = left;
            }
            if let (Some(to), Some(more)) = (to, more) {
                all[usize::from(to)] = more;
            }
        }
        if points != 0 {
            let note = u32::try_from(note).ok();
            self.history.keep(Event::Paid { from, to, points, reason, at, note });
        }
        Ok(0)
    }

    /// One end of a payment: a player, or nobody where it comes from or goes to the common supply.
    fn party(&self, number: i64) -> Result<Option<u8>, &'static Fault> {
        match number {
            NONE => Ok(None),
            number => self.questions().player(number).map(|player| Some(player as u8)),
        }
    }

    /// These have won, and the game is over.
    fn win(&mut self, players: i64) -> Result<i64, &'static Fault> {
        let players = self.seats(players)?;
        (self.position.ending, self.position.won) = (true, Some(players));
        self.history.keep(Event::Won { players });
        Err(&Fault::Ended)
    }

    fn award(&mut self, args: &[i64]) -> Result<i64, &'static Fault> {
        let award = self.checked_award(args)?;
        self.position.awards.push(award);
        Ok(0)
    }

    fn checked_award(&self, args: &[i64]) -> Result<Award, &'static Fault> {
        let &[points, to, reason, at, note] = args else { return Err(OTHER_ARGS) };
        let questions = self.questions();
        let to = questions.player(to)? as u8;
        let at = self.feature_of(at)?;
        Ok(Award { points, to, reason: self.reason(reason)?, at, note, state: AwardState::Waits })
    }

    /// The feature that points or goods are for, where they are for one.
    fn feature_of(&self, at: i64) -> Result<Option<SegmentId>, &'static Fault> {
        if at == NONE { Ok(None) } else { self.questions().segment(at).map(Some) }
    }

    fn reason(&self, reason: i64) -> Result<u16, &'static Fault> {
        let reasons = self.rules.program().declared.reasons.len();
        let known = u16::try_from(reason).ok().filter(|reason| usize::from(*reason) < reasons);
        known.ok_or(&Fault::Missing)
    }

    fn known_award(&mut self, award: i64) -> Result<&mut Award, &'static Fault> {
        let award = usize::try_from(award).ok().and_then(|award| self.position.awards.get_mut(award));
        award.ok_or(&Fault::Missing)
    }

    fn waiting(&mut self, award: i64) -> Result<&mut Award, &'static Fault> {
        let award = self.known_award(award)?;
        let waits = award.state == AwardState::Waits;
        waits.then_some(award).ok_or(&Fault::Refused("the award does not wait any longer"))
    }

    fn give(&mut self, award: i64) -> Result<i64, &'static Fault> {
        let award = self.known_award(award)?;
        match award.state {
            AwardState::Waits => {
                award.state = AwardState::Given;
                Ok(1)
            }
            AwardState::Given | AwardState::Scored | AwardState::Summed => {
                Err(&Fault::Refused("the award was given before"))
            }
            // The list of awards was written down before one of them was cancelled.
            AwardState::Cancelled => Ok(0),
        }
    }

    fn give_all(&mut self) -> Result<i64, &'static Fault> {
        let Position { points, awards, .. } = &mut *self.position;
        if awards.is_empty() {
            return Ok(0);
        }
        let waiting = |award: &&mut Award| award.state == AwardState::Waits;
        // Added up apart: nothing has changed where a sum becomes too large.
        let mut sums = [0i64; MAX_PLAYERS as usize];
        let sums = &mut sums[..points.len()];
        sums.copy_from_slice(points);
        for award in awards.iter_mut().filter(waiting) {
            let sum = &mut sums[usize::from(award.to)];
            *sum = sum.checked_add(award.points).ok_or(&Fault::Overflow)?;
        }
        points.copy_from_slice(sums);
        for award in awards.iter_mut().filter(waiting) {
            award.state = AwardState::Given;
            keep_score(self.history, award);
        }
        Ok(0)
    }

    fn cancel(&mut self, award: i64) -> Result<i64, &'static Fault> {
        let award = self.waiting(award)?;
        let Award { points, to: player, reason, at, note, .. } = *award;
        award.state = AwardState::Cancelled;
        award.points = 0;
        self.history.keep(Event::Cancelled { player, points, reason, at, note: u32::try_from(note).ok() });
        Ok(0)
    }

    fn draw(&mut self, bag: i64, seen_by: i64) -> Result<i64, &'static Fault> {
        let bag = self.questions().bag(bag)?;
        let seen_by = self.seats(seen_by)?;
        let position = &mut *self.position;
        let number = position.drawn[bag];
        if position.bags[bag].is_empty() {
            return Err(&Fault::Refused("the bag is empty"));
        }
        if let Some((tile, known_to)) = position.draw_stacked(bag) {
            // Who knew it there knows it still.
            let seen_by = known_to.union(seen_by, self.layout.players);
            position.move_tile(usize::from(tile), TileState::Hand(seen_by));
            position.origin[usize::from(tile)] = Some(bag as u16);
            self.history.keep(Event::Drawn { bag: bag as u16, number: None, tile, seen_by });
            return Ok(i64::from(tile));
        }
        let under = usize::from(position.stacked[bag].0);
        let tiles = &position.bags[bag][under..];
        let stock = &self.rules.stock().tiles;
        let dealt = self.chance.outcome(bag, number, tiles.len());
        let place = match self.chance.fixed_outcome(bag, number) {
            // Of several copies the one that chance would have given: what follows is then the same as well.
            Some(kind) if stock[usize::from(tiles[dealt])].kind != kind => {
                let place = tiles.iter().position(|tile| stock[usize::from(*tile)].kind == kind);
                place.ok_or(&Fault::Refused("the tile to be drawn next is not in the bag"))?
            }
            _ => dealt,
        };
        let tile = position.bags[bag].swap_remove(under + place);
        position.drawn[bag] += 1;
        position.move_tile(usize::from(tile), TileState::Hand(seen_by));
        position.origin[usize::from(tile)] = Some(bag as u16);
        self.history.keep(Event::Drawn { bag: bag as u16, number: Some(number), tile, seen_by });
        Ok(i64::from(tile))
    }

    fn fetch(&mut self, tile: i64, bag: i64) -> Result<i64, &'static Fault> {
        let (tile, bag) = (self.questions().tile(tile)?, self.questions().bag(bag)?);
        if !self.position.take_out(bag, tile) {
            return Err(&Fault::Refused("the tile is not in the bag"));
        }
        self.position.move_tile(tile, TileState::Hand(PlayerSet::ALL));
        self.position.origin[tile] = Some(bag as u16);
        self.history.keep(Event::Fetched { bag: bag as u16, tile: tile as u16 });
        Ok(0)
    }

    fn shuffle(&mut self, tile: i64, bag: i64) -> Result<i64, &'static Fault> {
        let (tile, bag) = (self.within_reach(tile)?, self.questions().bag(bag)?);
        self.position.mix(bag);
        self.position.bags[bag].push(tile as u16);
        self.position.origin[tile] = Some(bag as u16);
        let seen_by = self.position.move_tile(tile, TileState::Bag).unwrap_or(PlayerSet::ALL);
        self.history.keep(Event::Shuffled { bag: bag as u16, tile: tile as u16, seen_by });
        Ok(0)
    }

    fn stack(&mut self, tile: i64, bag: i64, under: i64) -> Result<i64, &'static Fault> {
        let (tile, bag) = (self.within_reach(tile)?, self.questions().bag(bag)?);
        let seen_by = self.position.tiles[tile].seen_by().unwrap_or(PlayerSet::ALL);
        self.position.move_tile(tile, TileState::Stacked(seen_by));
        self.position.stack(bag, tile, under != 0);
        self.position.origin[tile] = Some(bag as u16);
        self.history.keep(Event::Stacked { bag: bag as u16, tile: tile as u16, under: under != 0, seen_by });
        Ok(0)
    }

    fn stow(&mut self, tile: i64, player: i64) -> Result<i64, &'static Fault> {
        let (tile, player) = (self.within_reach(tile)?, self.questions().player(player)? as u8);
        let seen_by = self.position.tiles[tile].seen_by().unwrap_or(PlayerSet::ALL);
        self.position.move_tile(tile, TileState::Stowed(player, seen_by));
        self.history.keep(Event::Stowed { player, tile: tile as u16, seen_by });
        Ok(0)
    }

    fn line_up(&mut self, tile: i64, row: i64) -> Result<i64, &'static Fault> {
        let (tile, row) = (self.within_reach(tile)?, self.questions().open_row(row)?);
        self.position.move_tile(tile, TileState::Row(row));
        self.history.keep(Event::LinedUp { row, tile: tile as u16 });
        Ok(0)
    }

    fn show(&mut self, tile: i64, players: i64) -> Result<i64, &'static Fault> {
        let tile = self.held(tile)?;
        let players = self.seats(players)?;
        let state = self.position.tiles[tile];
        let before = state.seen_by().unwrap_or(PlayerSet::ALL);
        let seen_by = before.union(players, self.layout.players);
        if seen_by == before {
            return Ok(0);
        }
        let shown = if let TileState::Stowed(player, _) = state {
            TileState::Stowed(player, seen_by)
        } else {
            TileState::Hand(seen_by)
        };
        self.position.set_tile(tile, shown);
        self.history.keep(Event::Shown { tile: tile as u16, seen_by });
        Ok(0)
    }

    fn roll(&mut self, die: i64) -> Result<i64, &'static Fault> {
        let dice = &self.rules.program().declared.dice;
        let index = usize::try_from(die).map_err(|_| &Fault::Missing)?;
        let sides = dice.get(index).ok_or(&Fault::Missing)?;
        // The dice stand behind the bags.
        let source = self.position.bags.len() + index;
        let number = self.position.drawn[source];
        let settled = self.chance.fixed_outcome(source, number).map(|face| face as usize);
        let face = settled.unwrap_or_else(|| self.chance.outcome(source, number, sides.faces.len()));
        let value = *sides.faces.get(face).ok_or(&Fault::Missing)?;
        self.position.drawn[source] += 1;
        self.history.keep(Event::Rolled { die: index as u16, number, value });
        Ok(i64::from(value))
    }

    fn discard(&mut self, tile: i64) -> Result<i64, &'static Fault> {
        let tile = self.held(tile)?;
        self.position.move_tile(tile, TileState::Out);
        self.history.keep(Event::Discarded { tile: tile as u16 });
        Ok(0)
    }

    fn place(&mut self, tile: i64, placement: i64) -> Result<i64, &'static Fault> {
        let tile = self.held(tile)?;
        let misfits = unpack_misfits(placement).ok_or(&Fault::Missing)?;
        let placement = unpack_placement(placement).ok_or(&Fault::Missing)?;
        let (cell, rotation) = (placement.cell, placement.rotation);
        let (position, catalog) = (&mut *self.position, self.rules.catalog());
        let (board, delta) = (&mut position.board, &mut position.delta);
        // Only where they were offered do some sides not fit.
        let laid = if let Some(block) = self.rules.block_of(tile) {
            let found = board.block_misfits(catalog, block, cell, rotation);
            found.filter(|found| *found <= misfits).ok_or(UNFIT)?;
            board.place_block(catalog, block, cell, rotation, misfits, delta)
        } else {
            let shape = self.rules.shape_of(tile).ok_or(NO_SHAPE)?;
            board.place_adjacent(catalog, shape, cell, rotation, misfits, delta)
        };
        let laid =
            laid.map_err(|refusal| if refusal == Refusal::Mismatch { UNFIT } else { refused(refusal) })?;
        self.position.move_tile(tile, TileState::Laid(laid));
        self.position.lay(self.rules, tile, laid);
        let player = self.position.active;
        self.history.keep(Event::Placed { player, tile: tile as u16, cell, rotation });
        Ok(0)
    }

    /// The seats of a mask, or all for -1.
    fn seats(&self, mask: i64) -> Result<PlayerSet, &'static Fault> {
        let known = mask == NONE || (0..1 << self.layout.players).contains(&mask);
        known.then(|| PlayerSet::of(mask, self.layout.players)).ok_or(&Fault::Missing)
    }

    /// A tile that is drawn, kept or in a row.
    fn held(&self, tile: i64) -> Result<usize, &'static Fault> {
        let tile = self.questions().tile(tile)?;
        let held = self.position.tiles[tile].seen_by().is_some();
        held.then_some(tile).ok_or(&Fault::Refused("it is neither drawn nor in a keep or a row"))
    }

    /// A tile that is drawn, kept or in a row, or was thrown away.
    fn within_reach(&self, tile: i64) -> Result<usize, &'static Fault> {
        let number = self.questions().tile(tile)?;
        let discarded =
            self.position.tiles[number] == TileState::Out && self.position.origin[number].is_some();
        if discarded { Ok(number) } else { self.held(tile) }
    }

    fn append(&mut self, function: i64) -> Result<i64, &'static Fault> {
        let functions = self.rules.program().functions.len();
        let known = u32::try_from(function).ok().filter(|function| (*function as usize) < functions);
        let (function, player) = (known.ok_or(&Fault::Missing)?, self.position.active);
        self.position.appended.push(Appended { function, player });
        Ok(0)
    }

    /// Leaves the step that was appended last to another player.
    fn entrust(&mut self, player: i64) -> Result<i64, &'static Fault> {
        let player = self.questions().player(player)? as u8;
        self.position.appended.last_mut().ok_or(&Fault::Missing)?.player = player;
        Ok(0)
    }

    /// Lets a player go on, or who does the appended step that has begun last.
    fn seat(&mut self, player: i64) -> Result<i64, &'static Fault> {
        let position = &*self.position;
        let begun = position.begun.checked_sub(1).and_then(|begun| position.appended.get(begun));
        self.position.active = match player {
            NONE => begun.ok_or(&Fault::Missing)?.player,
            player => self.questions().player(player)? as u8,
        };
        Ok(0)
    }

    /// Begins another part of the turn if this function waits to run once more.
    fn again(&mut self, function: i64) -> bool {
        let position = &mut *self.position;
        let begun = position.begun;
        let waiting = position.appended.get(begun..).unwrap_or_default();
        let found = waiting.iter().position(|waits| i64::from(waits.function) == function);
        let Some(place) = found.filter(|_| !position.concluding) else { return false };
        let appended = position.appended.remove(begun + place);
        position.appended.insert(begun, appended);
        self.history.keep(position.begin_appended(appended));
        true
    }
}

/// Keeps a score. One of no points moves nothing on the table: an award that others took away is not told.
fn keep_score(history: &mut History, award: &Award) {
    let Award { points, to: player, reason, at, note, .. } = *award;
    if points != 0 {
        history.keep(Event::Scored { player, points, reason, at, note: u32::try_from(note).ok() });
    }
}

const LESS_THAN_NOTHING: &Fault = &Fault::Refused("nobody pays less than nothing");

const OTHER_ARGS: &Fault = &Fault::Refused("the effect has other arguments");

/// What is said of a placement that the board would not offer.
const UNFIT: &Fault = &Fault::Refused("the tile does not fit there");
