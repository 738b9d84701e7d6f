//! What a scenario lays out before the first decision: tiles and pieces on the table, what bags and dice give.

use std::sync::Arc;

use rota_game::{Clock, Game, Record, Rules, Setup, SetupError, StartPiece, StartTile};
use rota_source::{Diagnostic, Span, Spanned, did_you_mean};
use rota_syntax::ast::{Line, LineKind, Name};

use super::{Scenario, seat, unknown};
use crate::compile::CompiledGame;

impl Scenario {
    /// Begins the game of a scenario, or says which line of it cannot be set up.
    pub(super) fn begin(
        &self,
        opened: &CompiledGame,
        names: &[Name],
        profile: Option<Clock>,
    ) -> Result<Game, Diagnostic> {
        let mut rules = opened.rules.clone();
        let mut setup = Setup {
            players: u8::try_from(names.len()).unwrap_or(u8::MAX),
            record: Record::Full,
            profile,
            ask_forced: true,
            ..Setup::default()
        };
        let mut stands: Vec<(StartPiece, &Name)> = Vec::new();
        let mut lays: Vec<StartTile> = Vec::new();
        for line in &self.lines {
            if let LineKind::Pile { of, tiles } = &line.kind {
                let (with_pile, draws) = pile(&rules, of.as_ref(), tiles)?;
                rules = with_pile;
                setup.draws.extend(draws);
            } else if let LineKind::Stand { piece, owner, at } = &line.kind {
                stands.push((stand(&rules, names, piece, owner.as_ref(), at)?, at));
            } else if let LineKind::Die { name, values } = &line.kind {
                setup.draws.push(rolls(&rules, name, values)?);
            } else if let LineKind::Points { player, points } = &line.kind {
                let seats = names.iter().map(|name| name.node.as_str());
                setup.points.push((seat(seats, player)?, points.node));
            } else if line.kind == LineKind::Ground {
                lays.extend(&rules.stock().start);
            }
        }
        let mut laid: Vec<(StartTile, &Line)> = Vec::new();
        // What a `pile` line says is drawn, whatever lies on the table.
        let settled: Vec<&String> = setup.draws.iter().map(|(name, _)| name).collect();
        let mut copies = Copies::new(&rules, &settled);
        for line in &self.lines {
            if let LineKind::Lay { tile, x, y, turned } = &line.kind {
                let kind = kind_named(&rules, tile)?;
                in_game(&opened.rules, kind, tile)?;
                let tile = copies.take(&lays, kind);
                lays.push(lay(tile, (*x, *y), *turned, line.span)?);
                laid.extend(lays.last().map(|lay| (*lay, line)));
            }
        }
        let mut taken = lays.clone();
        for line in &self.lines {
            let LineKind::Keep { thing, copies: wanted, player } = &line.kind else { continue };
            let keeper = seat(names.iter().map(|name| name.node.as_str()), player)?;
            let kind = card_named(&rules, thing).or_else(|_| kind_named(&rules, thing))?;
            in_game(&opened.rules, kind, thing)?;
            for _ in 0..(*wanted).clamp(0, 1000) {
                let tile = copies.take(&taken, kind);
                // Only its number counts here.
                taken.push(StartTile { tile, x: 0, y: 0, rotation: 0 });
                setup.keeps.push((tile, keeper));
            }
        }
        if !copies.more.is_empty() {
            let more = rules.with_tiles(&copies.more);
            rules = Arc::new(more.map_err(|error| {
                Diagnostic::error("scenario::setup", error.to_string())
                    .at(self.span, "too many tiles for a board")
            })?);
        }
        if !lays.is_empty() {
            setup.start = Some(lays);
        }
        setup.standing = stands.iter().map(|(stand, _)| stand.clone()).collect();
        Game::new(rules.clone(), &setup).map_err(|error| {
            // The last of several equal ones is the one too many.
            let stand = |meant: &StartPiece| stands.iter().rev().find(|(stand, _)| stand == meant);
            let diagnostic = Diagnostic::error("scenario::setup", error.to_string());
            match &error {
                SetupError::NoSuchSegment(words) => {
                    let at = stands.iter().find(|(stand, _)| stand.on == *words).map(|(_, at)| at.span);
                    diagnostic.at(at.unwrap_or(self.span), "nothing stands there").help(places(&rules, words))
                }
                SetupError::NoSuchPiece(meant) | SetupError::CannotStand(meant, _) => {
                    diagnostic.at(stand(meant).map_or(self.span, |(_, at)| at.span), "not here")
                }
                SetupError::CannotLie(meant, why) => match laid.iter().find(|(lay, _)| lay == meant) {
                    Some((lay, line)) => {
                        let name = &rules.kind_of(lay.tile as usize).name;
                        let message = format!("`{name}` cannot lie at {},{}", lay.x, lay.y);
                        Diagnostic::error("scenario::setup", message).at(line.span, *why)
                    }
                    None => diagnostic.at(self.span, "this cannot be set up"),
                },
                SetupError::Players { .. }
                | SetupError::NoSuchSeat(_)
                | SetupError::NoSuchBag(_)
                | SetupError::NoSuchKind(_)
                | SetupError::NoSuchNumber(..)
                | SetupError::NoSuchTile(_) => diagnostic.at(self.span, "this cannot be set up"),
            }
        })
    }
}

/// What to write where words name no place.
fn places(rules: &Rules, words: &str) -> String {
    let spaces = rules.program().declared.spaces.iter().map(|space| space.name.as_str());
    did_you_mean(words, spaces).unwrap_or_else(|| {
            "a segment has its kind, its sides and its cell, as in decisions: `… N of 0,0`; there are also `tile 0,0`, \
             `corner 0,0` and `keep of red`"
                .to_owned()
        })
}

/// A piece that stands somewhere from the start.
fn stand(
    rules: &Rules,
    names: &[Name],
    piece: &Name,
    owner: Option<&Name>,
    at: &Name,
) -> Result<StartPiece, Diagnostic> {
    let pieces = &rules.program().declared.pieces;
    let found = pieces.iter().zip(0..).find(|(kind, _)| kind.name == piece.node);
    let (kind, number) =
        found.ok_or_else(|| unknown("piece", piece, pieces.iter().map(|kind| kind.name.as_str())))?;
    let wrong = |message: String, span: Span, label: &str, help: String| {
        Err(Diagnostic::error("scenario::setup", message).at(span, label).help(help))
    };
    match owner {
        None if !kind.neutral => {
            let first = names.first().map_or("red", |name| name.node.as_str());
            return wrong(
                format!("every player has a `{}`", piece.node),
                piece.span,
                "whose is this?",
                format!("name the player: `stand {} of {first} on {}`", piece.node, at.node),
            );
        }
        Some(owner) if kind.neutral => {
            return wrong(
                format!("`{}` belongs to nobody", piece.node),
                owner.span,
                "a player has none",
                format!("leave the player away: `stand {} on {}`", piece.node, at.node),
            );
        }
        _ => {}
    }
    let player = owner.map(|owner| seat(names.iter().map(|seat| seat.node.as_str()), owner)).transpose()?;
    Ok(StartPiece { kind: number, player, on: at.node.clone() })
}

/// What the next rolls of a die give.
fn rolls(rules: &Rules, name: &Name, values: &[Spanned<i64>]) -> Result<(String, Vec<String>), Diagnostic> {
    let dice = &rules.program().declared.dice;
    let die = dice.iter().find(|die| die.name == name.node);
    let die = die.ok_or_else(|| unknown("die", name, dice.iter().map(|die| die.name.as_str())))?;
    let faces = i64::from(die.least)..=i64::from(die.most);
    if let Some(value) = values.iter().find(|value| !faces.contains(&value.node)) {
        return Err(Diagnostic::error(
            "scenario::setup",
            format!("`{}` never gives {}", die.name, value.node),
        )
        .at(value.span, format!("it gives {} to {}", die.least, die.most)));
    }
    Ok((name.node.clone(), values.iter().map(|value| value.node.to_string()).collect()))
}

/// A bag that holds exactly these tiles, and the order in which it gives them.
type Pile = (Arc<Rules>, Vec<(String, Vec<String>)>);

fn pile(rules: &Arc<Rules>, of: Option<&Name>, wanted: &[(Name, i64)]) -> Result<Pile, Diagnostic> {
    let (stock, declared) = (rules.stock(), &rules.program().declared);
    let place = match of {
        Some(name) => declared
            .draw_piles()
            .position(|stack| stack == name.node)
            .ok_or_else(|| unknown("bag or deck", name, declared.draw_piles()))?,
        None => 0,
    };
    let holds_cards = place >= declared.bags.len();
    let mut names = Vec::new();
    for (tile, count) in wanted {
        let kind = if holds_cards { card_named(rules, tile)? } else { kind_named(rules, tile)? };
        let name = stock.kinds.get(kind as usize).map(|kind| kind.name.clone()).unwrap_or_default();
        for _ in 0..(*count).clamp(0, 1000) {
            names.push((name.clone(), kind));
        }
    }
    // Scenarios may ask for more copies than the set holds, so the bag gets tiles of its own.
    let kinds: Vec<u32> = names.iter().map(|(_, kind)| *kind).collect();
    let bag_name = declared.draw_piles().nth(place).unwrap_or_default().to_owned();
    let rules = rules
        .with_bag(place, &kinds)
        .map_err(|error| Diagnostic::error("scenario::setup", error.to_string()))?;
    Ok((Arc::new(rules), vec![(bag_name, names.into_iter().map(|(name, _)| name).collect())]))
}

/// Finds a kind of card.
fn card_named(rules: &Rules, name: &Name) -> Result<u32, Diagnostic> {
    let cards = rules.stock().kinds.iter().zip(0..).filter(|(kind, _)| kind.shape.is_none());
    let mut found = cards.filter(|(kind, _)| kind.name == name.node);
    let known = || rules.program().declared.cards.iter().map(String::as_str);
    found.next().map(|(_, number)| number).ok_or_else(|| unknown("card", name, known()))
}

/// Finds a kind by its full name, or by its id alone where only one set has it.
pub(super) fn kind_named(rules: &Rules, name: &Name) -> Result<u32, Diagnostic> {
    if let Some(kind) = rules.kind_named(&name.node) {
        return Ok(kind);
    }
    let tail = format!("/{}", name.node);
    let mut found = rules.stock().kinds.iter().enumerate().filter(|(_, kind)| kind.name.ends_with(&tail));
    match (found.next(), found.next()) {
        (Some((index, _)), None) => Ok(u32::try_from(index).unwrap_or(u32::MAX)),
        (Some((_, one)), Some((_, other))) => {
            Err(Diagnostic::error("scenario::unknown", format!("several tile sets have a `{}`", name.node))
                .at(name.span, "this could be any of them")
                .help(format!("write the set as well: `{}` or `{}`", one.name, other.name)))
        }
        _ => Err(unknown("tile", name, rules.stock().kinds.iter().map(|kind| kind.name.as_str()))),
    }
}

/// Which copies of tiles a scenario lays.
struct Copies {
    /// The kind of each tile, and whether it is one that a bag must keep.
    tiles: Vec<(u32, Bagged)>,
    /// The kinds of the tiles that are added.
    more: Vec<u32>,
}

/// Whether a tile may be laid in a scenario.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bagged {
    /// It is in no bag.
    No,
    /// It is in a bag, and may be taken out of it.
    Loosely,
    /// It is in a bag that a scenario filled.
    Firmly,
}

impl Copies {
    fn new(rules: &Rules, settled: &[&String]) -> Copies {
        let stock = rules.stock();
        let mut tiles: Vec<(u32, Bagged)> =
            rules.given_tiles().iter().map(|tile| (tile.kind, Bagged::No)).collect();
        for (bag, name) in stock.bags.iter().zip(rules.program().declared.draw_piles()) {
            let is_settled = settled.iter().any(|settled| *settled == name);
            let bagged = if is_settled { Bagged::Firmly } else { Bagged::Loosely };
            for tile in bag {
                if let Some(tile) = tiles.get_mut(*tile as usize) {
                    tile.1 = bagged;
                }
            }
        }
        Copies { tiles, more: Vec::new() }
    }

    /// A copy of a kind: one that is in no bag, or else one from a bag, or else one of its own.
    fn take(&mut self, lays: &[StartTile], kind: u32) -> u32 {
        let number = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
        let free = |bagged: Bagged| {
            let mut copies = self.tiles.iter().enumerate().filter(|(_, tile)| **tile == (kind, bagged));
            let free = copies.find(|(place, _)| !lays.iter().any(|lay| lay.tile == number(*place)));
            free.map(|(place, _)| number(place))
        };
        free(Bagged::No).or_else(|| free(Bagged::Loosely)).unwrap_or_else(|| {
            self.more.push(kind);
            self.tiles.push((kind, Bagged::No));
            number(self.tiles.len() - 1)
        })
    }
}

/// Insists that there is a copy of the kind among what is played with: another printing may have it.
fn in_game(rules: &Rules, kind: u32, name: &Name) -> Result<(), Diagnostic> {
    if rules.given_tiles().iter().any(|tile| tile.kind == kind) {
        return Ok(());
    }
    Err(Diagnostic::error("scenario::setup", format!("no `{}` is in this game", name.node))
        .at(name.span, "there are no copies of it here")
        .help("another printing has it: an option or a variant settles which one is played with"))
}

fn lay(tile: u32, at: (i64, i64), turned: i64, span: Span) -> Result<StartTile, Diagnostic> {
    let (Ok(x), Ok(y), Ok(rotation)) = (i16::try_from(at.0), i16::try_from(at.1), u8::try_from(turned))
    else {
        return Err(
            Diagnostic::error("scenario::setup", "this lies too far out").at(span, "not on the table")
        );
    };
    Ok(StartTile { tile, x, y, rotation })
}
