//! The one place where the position changes: what an effect does, and when it is refused.

use rota_board::Refusal;
use rota_bytecode::Effect;
use rota_bytecode::program::TrackShape;
use rota_vm::Fault;

use crate::history::Event;
use crate::packing::unpack_placement;
use crate::position::{Award, AwardState, Piece, Seats, Spot, TileState};
use crate::questions::{NO_SHAPE, NONE};
use crate::view::View;

#[cfg(test)]
mod tests;

impl View<'_> {
    /// Carries out an effect and returns what it hands back, 0 where it hands back nothing. A refused effect
    /// changes nothing.
    pub fn apply_effect(&mut self, effect: Effect, args: &[i64]) -> Result<i64, Fault> {
        match (effect, args) {
            (Effect::Score, [points, to, reason, at, note]) => self.score(*points, *to, *reason, *at, *note),
            (Effect::Award, [points, to, reason, at, note]) => self.award(*points, *to, *reason, *at, *note),
            (Effect::SetAwardPoints, [award, points]) => {
                self.waiting(*award)?.points = *points;
                Ok(0)
            }
            (Effect::SetAwardTo, [award, to]) => {
                let to = self.questions().player(*to)? as u8;
                self.waiting(*award)?.to = to;
                Ok(0)
            }
            (Effect::CancelAward, [award]) => self.cancel(*award),
            (Effect::GiveAward, [award]) => self.give(*award),
            (Effect::Take, [kind, player]) => self.take(*kind, *player),
            (Effect::Put, [piece, at]) => self.put(*piece, *at),
            (Effect::Move, [piece, to]) => self.move_to(*piece, *to),
            (Effect::Send, [piece]) => self.send(*piece),
            (Effect::Draw | Effect::DrawCard, [bag, seen_by]) => self.draw(*bag, *seen_by),
            (Effect::Fetch | Effect::FetchCard, [tile, bag]) => self.fetch(*tile, *bag),
            (Effect::Shuffle | Effect::ShuffleCard, [tile, bag]) => self.shuffle(*tile, *bag),
            (Effect::Stow | Effect::StowCard, [tile, player]) => self.stow(*tile, *player),
            (Effect::Show | Effect::ShowCard, [tile, players]) => self.show(*tile, *players),
            (Effect::Roll, [die]) => self.roll(*die),
            (Effect::Discard | Effect::DiscardCard, [tile]) => self.discard(*tile),
            (Effect::Place, [tile, placement]) => self.place(*tile, *placement),
            (Effect::Link, [first, second]) => self.link(*first, *second),
            (Effect::Cut, [first, second]) => self.cut(*first, *second),
            (Effect::Append, [function]) => self.append(*function),
            (Effect::EndGame, []) => {
                self.position.ending = true;
                Ok(0)
            }
            (Effect::Uncover, []) => {
                self.history.keep(Event::Revealed);
                Ok(0)
            }
            (Effect::Reset, [var]) => self.reset(*var),
            _ => Err(Fault::Refused("the effect has other arguments")),
        }
    }

    fn score(&mut self, points: i64, to: i64, reason: i64, at: i64, note: i64) -> Result<i64, Fault> {
        let award = self.checked_award(points, to, reason, at, note)?;
        let own = &mut self.position.points[usize::from(award.to)];
        *own = own.checked_add(points).ok_or(Fault::Overflow)?;
        let Award { to: player, reason, at, .. } = award;
        // A score of no points moves nothing on the table: an award that others took away is not told.
        if points != 0 {
            self.history.keep(Event::Scored { player, points, reason, at, note: u32::try_from(note).ok() });
        }
        Ok(0)
    }

    fn award(&mut self, points: i64, to: i64, reason: i64, at: i64, note: i64) -> Result<i64, Fault> {
        let award = self.checked_award(points, to, reason, at, note)?;
        self.position.awards.push(award);
        Ok(0)
    }

    fn checked_award(&self, points: i64, to: i64, reason: i64, at: i64, note: i64) -> Result<Award, Fault> {
        let questions = self.questions();
        let to = questions.player(to)? as u8;
        let at = if at == NONE { None } else { Some(questions.segment(at)?) };
        let reasons = self.rules.program().declared.reasons.len();
        let known = u16::try_from(reason).ok().filter(|reason| usize::from(*reason) < reasons);
        Ok(Award { points, to, reason: known.ok_or(Fault::Missing)?, at, note, state: AwardState::Waits })
    }

    fn known_award(&mut self, award: i64) -> Result<&mut Award, Fault> {
        let award = usize::try_from(award).ok().and_then(|award| self.position.awards.get_mut(award));
        award.ok_or(Fault::Missing)
    }

    fn waiting(&mut self, award: i64) -> Result<&mut Award, Fault> {
        let award = self.known_award(award)?;
        let waits = award.state == AwardState::Waits;
        waits.then_some(award).ok_or(Fault::Refused("the award does not wait any longer"))
    }

    fn give(&mut self, award: i64) -> Result<i64, Fault> {
        let award = self.known_award(award)?;
        match award.state {
            AwardState::Waits => award.state = AwardState::Given,
            AwardState::Given => return Err(Fault::Refused("the award was given before")),
            // The list of awards was written down before one of them was cancelled: it gives nothing.
            AwardState::Cancelled => {}
        }
        Ok(0)
    }

    fn cancel(&mut self, award: i64) -> Result<i64, Fault> {
        let award = self.waiting(award)?;
        let Award { points, to: player, reason, at, note, .. } = *award;
        award.state = AwardState::Cancelled;
        award.points = 0;
        self.history.keep(Event::Cancelled { player, points, reason, at, note: u32::try_from(note).ok() });
        Ok(0)
    }

    fn take(&self, kind: i64, player: i64) -> Result<i64, Fault> {
        let kind = self.questions().piece_kind(kind)?;
        let neutral = self.rules.program().declared.pieces[usize::from(kind)].neutral;
        let owner = if neutral { None } else { Some(self.questions().player(player)? as u8) };
        let pieces = self.position.pieces.iter().zip(0..);
        let mut own = pieces
            .filter(|(piece, _)| piece.kind == kind && piece.owner() == owner && piece.spot == Spot::Supply);
        own.next().map(|(_, number)| number).ok_or(Fault::Refused("no such piece is left in supply"))
    }

    fn put(&mut self, piece: i64, at: i64) -> Result<i64, Fault> {
        let moved = self.questions().piece(piece)?;
        let at = self.questions().segment(at)?;
        let number = piece as u16;
        self.position.board.occupy(at).map_err(refused)?;
        self.leave(number, moved)?;
        self.position.standing.push(number);
        self.move_piece(number, Spot::Land(at));
        self.history.keep(Event::Put { piece: number, from: moved.spot, at });
        self.history.count_put(self.table.supply(moved.kind, moved.owner));
        Ok(0)
    }

    fn move_to(&mut self, piece: i64, to: i64) -> Result<i64, Fault> {
        let moved = self.questions().piece(piece)?;
        let to = self.questions().space(to)?;
        let declared = &self.rules.program().declared;
        let track = declared.tracks.get(usize::from(declared.spaces[usize::from(to)].track));
        let full = |space: &Piece| space.spot == Spot::Space(to);
        if track.is_some_and(|track| track.shape == TrackShape::Slots)
            && self.position.pieces.iter().any(full)
        {
            return Err(Fault::Refused("a piece stands in the slot"));
        }
        let number = piece as u16;
        self.leave(number, moved)?;
        self.position.standing.push(number);
        self.move_piece(number, Spot::Space(to));
        self.history.keep(Event::Moved { piece: number, from: moved.spot, to });
        Ok(0)
    }

    fn send(&mut self, piece: i64) -> Result<i64, Fault> {
        let moved = self.questions().piece(piece)?;
        if moved.spot == Spot::Supply {
            return Err(Fault::Refused("the piece is in supply already"));
        }
        let number = piece as u16;
        self.leave(number, moved)?;
        self.position.supply[self.table.supply(moved.kind, moved.owner)] += 1;
        self.move_piece(number, Spot::Supply);
        self.history.keep(Event::Sent { piece: number, from: moved.spot });
        Ok(0)
    }

    /// Takes a piece away from where it is.
    fn leave(&mut self, number: u16, piece: Piece) -> Result<(), Fault> {
        let position = &mut *self.position;
        match piece.spot {
            Spot::Supply => {
                position.supply[self.table.supply(piece.kind, piece.owner)] -= 1;
                return Ok(());
            }
            Spot::Land(segment) => position.board.vacate(segment).map_err(refused)?,
            Spot::Space(_) => {}
        }
        position.standing.retain(|standing| *standing != number);
        Ok(())
    }

    fn move_piece(&mut self, piece: u16, spot: Spot) {
        let position = &mut *self.position;
        position.stamp = position.stamp.saturating_add(1);
        let piece = &mut position.pieces[usize::from(piece)];
        piece.spot = spot;
        piece.moved = position.stamp;
    }

    fn draw(&mut self, bag: i64, seen_by: i64) -> Result<i64, Fault> {
        let bag = self.questions().bag(bag)?;
        let seen_by = self.seats(seen_by)?;
        let position = &mut *self.position;
        let (tiles, number) = (&mut position.bags[bag], position.drawn[bag]);
        if tiles.is_empty() {
            return Err(Fault::Refused("the bag is empty"));
        }
        let stock = &self.rules.stock().tiles;
        let dealt = self.chance.outcome(bag, number, tiles.len());
        let place = match self.chance.settled(bag, number) {
            // Of several copies the one that chance would have given: what follows is then the same as well.
            Some(kind) if stock[usize::from(tiles[dealt])].kind != kind => {
                let place = tiles.iter().position(|tile| stock[usize::from(*tile)].kind == kind);
                place.ok_or(Fault::Refused("the tile to be drawn next is not in the bag"))?
            }
            _ => dealt,
        };
        let tile = tiles.swap_remove(place);
        position.drawn[bag] += 1;
        position.move_tile(usize::from(tile), TileState::Hand(seen_by));
        position.origin[usize::from(tile)] = Some(bag as u16);
        self.history.keep(Event::Drawn { bag: bag as u16, number, tile, seen_by });
        Ok(i64::from(tile))
    }

    fn fetch(&mut self, tile: i64, bag: i64) -> Result<i64, Fault> {
        let (tile, bag) = (self.questions().tile(tile)?, self.questions().bag(bag)?);
        let tiles = &mut self.position.bags[bag];
        let place = tiles.iter().position(|other| usize::from(*other) == tile);
        tiles.swap_remove(place.ok_or(Fault::Refused("the tile is not in the bag"))?);
        self.position.move_tile(tile, TileState::Hand(Seats::ALL));
        self.position.origin[tile] = Some(bag as u16);
        self.history.keep(Event::Fetched { bag: bag as u16, tile: tile as u16 });
        Ok(0)
    }

    fn shuffle(&mut self, tile: i64, bag: i64) -> Result<i64, Fault> {
        let (tile, bag) = (self.within_reach(tile)?, self.questions().bag(bag)?);
        self.position.bags[bag].push(tile as u16);
        self.position.origin[tile] = Some(bag as u16);
        let seen_by = self.position.move_tile(tile, TileState::Bag).unwrap_or(Seats::ALL);
        self.history.keep(Event::Shuffled { bag: bag as u16, tile: tile as u16, seen_by });
        Ok(0)
    }

    fn stow(&mut self, tile: i64, player: i64) -> Result<i64, Fault> {
        let (tile, player) = (self.within_reach(tile)?, self.questions().player(player)? as u8);
        let seen_by = self.position.tiles[tile].seen_by().unwrap_or(Seats::ALL);
        self.position.move_tile(tile, TileState::Stowed(player, seen_by));
        self.history.keep(Event::Stowed { player, tile: tile as u16, seen_by });
        Ok(0)
    }

    fn show(&mut self, tile: i64, players: i64) -> Result<i64, Fault> {
        let tile = self.held(tile)?;
        let players = self.seats(players)?;
        let state = self.position.tiles[tile];
        let before = state.seen_by().unwrap_or(Seats::ALL);
        let seen_by = before.with(players, self.table.players);
        if seen_by == before {
            return Ok(0);
        }
        let place = self.position.held.iter().position(|held| usize::from(*held) == tile);
        self.position.move_tile(
            tile,
            match state {
                TileState::Stowed(player, _) => TileState::Stowed(player, seen_by),
                _ => TileState::Hand(seen_by),
            },
        );
        // It stays where it is among the others.
        if let (Some(place), Some(moved)) = (place, self.position.held.pop()) {
            self.position.held.insert(place, moved);
        }
        self.history.keep(Event::Shown { tile: tile as u16, seen_by });
        Ok(0)
    }

    fn roll(&mut self, die: i64) -> Result<i64, Fault> {
        let dice = &self.rules.program().declared.dice;
        let index = usize::try_from(die).map_err(|_| Fault::Missing)?;
        let sides = dice.get(index).ok_or(Fault::Missing)?;
        // The dice stand behind the bags.
        let source = self.position.bags.len() + index;
        let number = self.position.drawn[source];
        let faces = (i64::from(sides.most) - i64::from(sides.least) + 1) as usize;
        let settled = self.chance.settled(source, number).map(|face| face as usize);
        let face = settled.unwrap_or_else(|| self.chance.outcome(source, number, faces));
        self.position.drawn[source] += 1;
        let value = i64::from(sides.least) + face as i64;
        self.history.keep(Event::Rolled { die: index as u16, number, value: value as i32 });
        Ok(value)
    }

    fn discard(&mut self, tile: i64) -> Result<i64, Fault> {
        let tile = self.held(tile)?;
        self.position.move_tile(tile, TileState::Out);
        self.history.keep(Event::Discarded { tile: tile as u16 });
        Ok(0)
    }

    fn place(&mut self, tile: i64, placement: i64) -> Result<i64, Fault> {
        let tile = self.held(tile)?;
        let placement = unpack_placement(placement).ok_or(Fault::Missing)?;
        let (cell, rotation) = (placement.cell, placement.rotation);
        let shape = self.rules.kind_of(tile).shape.ok_or(NO_SHAPE)?;
        let (position, catalog) = (&mut *self.position, self.rules.catalog());
        if !position.board.fits(catalog, shape, cell, rotation) {
            return Err(Fault::Refused("the tile does not fit there"));
        }
        let laid = position.board.place(catalog, shape, cell, rotation, &mut position.facts);
        let laid = laid.map_err(refused)?;
        position.laid.push(tile as u16);
        self.position.move_tile(tile, TileState::Laid(laid));
        let player = self.position.active;
        self.history.keep(Event::Placed { player, tile: tile as u16, cell, rotation });
        Ok(0)
    }

    /// The seats of a mask, or all for -1.
    fn seats(&self, mask: i64) -> Result<Seats, Fault> {
        let known = mask == NONE || (0..1 << self.table.players).contains(&mask);
        known.then(|| Seats::of(mask, self.table.players)).ok_or(Fault::Missing)
    }

    /// A tile that is drawn or kept.
    fn held(&self, tile: i64) -> Result<usize, Fault> {
        let tile = self.questions().tile(tile)?;
        let held = self.position.tiles[tile].seen_by().is_some();
        held.then_some(tile).ok_or(Fault::Refused("it is neither drawn nor in a keep"))
    }

    /// A tile that is drawn or kept, or was thrown away.
    fn within_reach(&self, tile: i64) -> Result<usize, Fault> {
        let number = self.questions().tile(tile)?;
        let discarded =
            self.position.tiles[number] == TileState::Out && self.position.origin[number].is_some();
        if discarded { Ok(number) } else { self.held(tile) }
    }

    fn link(&mut self, first: i64, second: i64) -> Result<i64, Fault> {
        let (first, second) = (self.questions().segment(first)?, self.questions().segment(second)?);
        let (position, catalog) = (&mut *self.position, self.rules.catalog());
        position.board.link(catalog, first, second, &mut position.facts).map_err(refused)?;
        self.history.keep(Event::Linked { first, second });
        Ok(0)
    }

    fn cut(&mut self, first: i64, second: i64) -> Result<i64, Fault> {
        let (first, second) = (self.questions().segment(first)?, self.questions().segment(second)?);
        let (position, catalog) = (&mut *self.position, self.rules.catalog());
        position.board.cut(catalog, first, second, &mut position.facts).map_err(refused)?;
        self.history.keep(Event::Cut { first, second });
        Ok(0)
    }

    fn append(&mut self, function: i64) -> Result<i64, Fault> {
        let functions = self.rules.program().functions.len();
        let known = u32::try_from(function).ok().filter(|function| (*function as usize) < functions);
        self.position.appended.push(known.ok_or(Fault::Missing)?);
        Ok(0)
    }

    fn reset(&mut self, var: i64) -> Result<i64, Fault> {
        let index = usize::try_from(var).map_err(|_| Fault::Missing)?;
        let places = self.table.vars.get(index).ok_or(Fault::Missing)?;
        let init = self.rules.program().declared.vars[index].init;
        let first = places.first as usize;
        self.position.vars[first..first + places.count as usize].fill(init);
        if std::mem::take(&mut self.position.secrets[index]) != 0 {
            self.history.keep(Event::Forgotten { var: index as u16 });
        }
        Ok(0)
    }
}

/// Why the board did not do something, as a fault.
pub(crate) fn refused(refusal: Refusal) -> Fault {
    Fault::Refused(match refusal {
        Refusal::UnknownShape => "no such tile shape",
        Refusal::UnknownSegment => "no such segment on the board",
        Refusal::OutOfRange => "the cell is too far from the origin",
        Refusal::Occupied => "there is a tile in the cell",
        Refusal::Mismatch => "an edge does not match",
        Refusal::TooManyTiles => "the board holds no more tiles",
        Refusal::TooManySegments => "the board holds no more segments",
        Refusal::SameSegment => "a segment cannot be joined to itself",
        Refusal::KindsDiffer => "the segments are of different kinds",
        Refusal::AlreadyJoined => "the segments are already joined",
        Refusal::NotJoined => "the segments are not joined",
        Refusal::NotOccupied => "nothing occupies the segment",
        Refusal::CountOutOfRange => "a count leaves its range",
    })
}
