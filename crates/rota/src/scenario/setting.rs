//! What a scenario lays out before the first decision: tiles and pieces on the table, what bags and dice give.

use std::sync::Arc;

use rota_game::{Clock, Game, Record, Rules, Setup, SetupError, StartPiece, StartTile};
use rota_source::{Diagnostic, Span, did_you_mean};
use rota_syntax::ast::{Line, LineKind, Name};

use super::case::Case;
use super::group::Group;
use super::piles::{Copies, card_named, pile, rolls};
use super::{seat, unknown};
use crate::compile::CompiledGame;

impl Case<'_> {
    /// Begins the game, or says which line cannot be set up.
    pub(super) fn begin(
        &self,
        opened: &CompiledGame,
        group: &Group<'_>,
        profile: Option<Clock>,
    ) -> Result<Game, Diagnostic> {
        let table = self.table(opened, group, profile)?;
        Game::new(table.rules.clone(), &table.setup).map_err(|error| table.told(&error, self.span))
    }

    /// Says which line cannot be set up, without beginning a game.
    pub(super) fn check_table(&self, opened: &CompiledGame, group: &Group<'_>) -> Result<(), Diagnostic> {
        let table = self.table(opened, group, None)?;
        table.setup.check(&table.rules).map_err(|error| table.told(&error, self.span))
    }

    /// Sets the table.
    fn table<'g>(
        &self,
        opened: &CompiledGame,
        group: &'g Group<'_>,
        profile: Option<Clock>,
    ) -> Result<Table<'g>, Diagnostic> {
        let mut table = Table {
            rules: opened.rules.clone(),
            names: &group.names,
            setup: Setup {
                players: u8::try_from(group.names.len()).unwrap_or(u8::MAX),
                record: Record::Full,
                profile,
                ask_forced: true,
                ..Setup::default()
            },
            lays: Vec::new(),
            laid: Vec::new(),
            stands: Vec::new(),
            stocks: Vec::new(),
        };
        for line in &self.lines {
            table.prepare(line)?;
            if let LineKind::Given { .. } = &line.kind {
                table.setup.given.extend(group.compiled(opened, line.span).map(|given| given.function));
            }
        }
        // What a `pile` line says is drawn, whatever lies on the table.
        let settled: Vec<&String> = table.setup.draws.iter().map(|(name, _)| name).collect();
        let mut copies = Copies::new(&table.rules, &settled);
        for line in &self.lines {
            table.lay(line, &opened.rules, &mut copies)?;
        }
        let mut taken = table.lays.clone();
        for line in &self.lines {
            table.keep(line, &opened.rules, &mut copies, &mut taken)?;
            table.line_up(line, &opened.rules, &mut copies, &mut taken)?;
        }
        table.add_tiles(&copies.more, self.span)?;
        Ok(table)
    }
}

/// The table as it is being set.
struct Table<'g> {
    rules: Arc<Rules>,
    names: &'g [Name],
    setup: Setup,
    lays: Vec<StartTile>,
    /// The tiles that lines lay, with those lines.
    laid: Vec<(StartTile, Span)>,
    /// The pieces, with where the words of their places stand.
    stands: Vec<(StartPiece, Span)>,
    /// The goods that lines give to players, with those lines.
    stocks: Vec<(String, Span)>,
}

impl Table<'_> {
    fn seat(&self, name: &Name) -> Result<u8, Diagnostic> {
        seat(self.names.iter().map(|name| name.node.as_str()), name)
    }

    /// Does what needs no tile.
    fn prepare(&mut self, line: &Line) -> Result<(), Diagnostic> {
        if let LineKind::Pile { of, tiles, and_so_on } = &line.kind {
            let (with_pile, draws) = pile(&self.rules, of.as_ref(), tiles, *and_so_on)?;
            self.rules = with_pile;
            self.setup.draws.push(draws);
        } else if let LineKind::Stand { piece, copies, owner, at } = &line.kind {
            let stand = stand(&self.rules, self.names, piece, owner.as_ref(), at)?;
            for _ in 0..(*copies).clamp(0, 1000) {
                self.stands.push((stand.clone(), at.span));
            }
        } else if let LineKind::Die { name, faces } = &line.kind {
            self.setup.draws.push(rolls(&self.rules, name, faces)?);
        } else if let LineKind::Points { player, points } = &line.kind {
            self.setup.points.push((self.seat(player)?, points.node));
        } else if let LineKind::Begins { player } = &line.kind {
            self.setup.first = self.seat(player)?;
        } else if let LineKind::Setup { name } = &line.kind {
            return Err(Diagnostic::error(
                "scenario::unknown",
                format!("there is no set-up `{}`", name.node),
            )
            .at(name.span, "declared nowhere in this pack, or a part of itself")
            .help(format!("declare it: `setup {} {{ … }}`", name.node)));
        } else if line.kind == LineKind::Ground {
            self.lays.extend(&self.rules.stock().start);
        }
        Ok(())
    }

    /// Lays a tile.
    fn lay(&mut self, line: &Line, given: &Rules, copies: &mut Copies) -> Result<(), Diagnostic> {
        let LineKind::Lay { tile, x, y, turned } = &line.kind else { return Ok(()) };
        let kind = kind_named(&self.rules, tile)?;
        in_game(given, kind, tile)?;
        let tile = copies.take(&self.lays, kind);
        let laid = lay(tile, (*x, *y), *turned, line.span)?;
        self.lays.push(laid);
        self.laid.push((laid, line.span));
        Ok(())
    }

    /// Puts tiles or cards into a keep, or gives goods to a player.
    fn keep(
        &mut self,
        line: &Line,
        given: &Rules,
        copies: &mut Copies,
        taken: &mut Vec<StartTile>,
    ) -> Result<(), Diagnostic> {
        let LineKind::Keep { thing, copies: wanted, player } = &line.kind else { return Ok(()) };
        let keeper = self.seat(player)?;
        if let Some(stock) = stock_named(&self.rules, thing) {
            let count = u32::try_from(*wanted).unwrap_or(u32::MAX);
            self.setup.stocks.push((stock, keeper, count));
            self.stocks.push((thing.node.clone(), line.span));
            return Ok(());
        }
        let kind = card_named(&self.rules, thing).or_else(|_| kind_named(&self.rules, thing))?;
        let things = self.copies((thing, kind), *wanted, given, copies, taken)?;
        self.setup.keeps.extend(things.into_iter().map(|thing| (thing, keeper)));
        Ok(())
    }

    /// Lays tiles or cards into a row.
    fn line_up(
        &mut self,
        line: &Line,
        given: &Rules,
        copies: &mut Copies,
        taken: &mut Vec<StartTile>,
    ) -> Result<(), Diagnostic> {
        let LineKind::Row { row, things } = &line.kind else { return Ok(()) };
        let rows = &self.rules.program().declared.rows;
        let found = rows.iter().zip(0..).find(|(declared, _)| declared.name == row.node);
        let names = || rows.iter().map(|declared| declared.name.as_str());
        let (declared, number) = found.ok_or_else(|| unknown("row", row, names()))?;
        let is_of_cards = declared.is_of_cards;
        for (thing, wanted) in things {
            let named = if is_of_cards { card_named } else { kind_named };
            let kind = named(&self.rules, thing)?;
            let things = self.copies((thing, kind), *wanted, given, copies, taken)?;
            self.setup.rows.extend(things.into_iter().map(|thing| (thing, number)));
        }
        Ok(())
    }

    /// Takes so many of a kind out of what is played with.
    fn copies(
        &self,
        (name, kind): (&Name, u32),
        wanted: i64,
        given: &Rules,
        copies: &mut Copies,
        taken: &mut Vec<StartTile>,
    ) -> Result<Vec<u32>, Diagnostic> {
        in_game(given, kind, name)?;
        let mut all = Vec::new();
        for _ in 0..wanted.clamp(0, 1000) {
            let tile = copies.take(taken, kind);
            // Only its number counts here.
            taken.push(StartTile { tile, x: 0, y: 0, rotation: 0 });
            all.push(tile);
        }
        Ok(all)
    }

    /// Adds what lies there, and these kinds of tiles more.
    fn add_tiles(&mut self, more: &[u32], whole: Span) -> Result<(), Diagnostic> {
        if !more.is_empty() {
            let rules = self.rules.with_tiles(more).map_err(|error| {
                Diagnostic::error("scenario::setup", error.to_string())
                    .at(whole, "too many tiles for a board")
            });
            self.rules = Arc::new(rules?);
        }
        if !self.lays.is_empty() {
            self.setup.start = Some(std::mem::take(&mut self.lays));
        }
        self.setup.standing = self.stands.iter().map(|(stand, _)| stand.clone()).collect();
        Ok(())
    }

    /// Says why the game cannot begin, at the line that is the reason.
    fn told(&self, error: &SetupError, whole: Span) -> Diagnostic {
        // The last of several equal ones is the one too many.
        let stand = |meant: &StartPiece| self.stands.iter().rev().find(|(stand, _)| stand == meant);
        let diagnostic = Diagnostic::error("scenario::setup", error.to_string());
        match error {
            SetupError::NoSuchSegment(words) => {
                let at = self.stands.iter().find(|(stand, _)| stand.on == *words).map(|(_, at)| *at);
                diagnostic
                    .at(at.unwrap_or(whole), "nothing is called that, or more than one place")
                    .help(places(&self.rules, words))
            }
            SetupError::NoSuchPiece(meant) | SetupError::CannotStand(meant, _) => {
                diagnostic.at(stand(meant).map_or(whole, |(_, at)| *at), "not here")
            }
            SetupError::TooFew(stock) => {
                // The last of them is the one too many.
                let line = self.stocks.iter().rev().find(|(name, _)| name == stock).map(|(_, line)| *line);
                diagnostic.at(line.unwrap_or(whole), "more than there is")
            }
            SetupError::CannotLie(meant, why) => match self.laid.iter().find(|(lay, _)| lay == meant) {
                Some((lay, line)) => {
                    let name = &self.rules.kind_of(lay.tile as usize).name;
                    let message = format!("`{name}` cannot lie at {},{}", lay.x, lay.y);
                    Diagnostic::error("scenario::setup", message).at(*line, *why)
                }
                None => diagnostic.at(whole, "this cannot be set up"),
            },
            SetupError::Players { .. }
            | SetupError::NoSuchSeat(_)
            | SetupError::NoSuchRow(_)
            | SetupError::NoSuchBag(_)
            | SetupError::NoSuchKind(_)
            | SetupError::NoSuchFace(..)
            | SetupError::NoSuchTile(_) => diagnostic.at(whole, "this cannot be set up"),
        }
    }
}

/// The kind of goods that a word names, where no card goes by it.
fn stock_named(rules: &Rules, word: &Name) -> Option<u8> {
    let declared = &rules.program().declared;
    let stock = declared.stocks.iter().position(|stock| stock.name == word.node)?;
    u8::try_from(stock).ok().filter(|_| !declared.cards.contains(&word.node))
}

/// What to write where words name no place.
fn places(rules: &Rules, words: &str) -> String {
    let spaces = rules.program().declared.spaces.iter().map(|space| space.name.as_str());
    did_you_mean(words, spaces).unwrap_or_else(|| {
            "a segment has its kind, its sides and its cell, as in decisions: `… N of 0,0`; there are also `tile 0,0`, \
             `corner 0,0`, `side N of 0,0` and `keep of red`"
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
