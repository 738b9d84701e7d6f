//! The same words for what recordings name and for what there is here.

use std::collections::BTreeMap;

use rota_board::{Cell, Placement, SegmentId};
use rota_bytecode::program::{Action, ChoiceSite};
use rota_bytecode::{Sort, Type};
use rota_game::{Choice, Decision, PieceLocation, TileState, unpack_placement};
use serde::Deserialize;
use serde_json::Value;

use super::{Replay, rotation};
use crate::location::Location;
use crate::mapping::{MessageKeys, MoveKind, PieceEntry};
use crate::transcript::Pointer;

/// The key of a message or an offer that says where.
const POINTER: &str = "pointer";

/// The key of a pointer that says where on the tile.
const LOCATION: &str = "location";

impl Replay<'_> {
    /// The words for what a message does: of a move with several choices those for each, in their order.
    pub fn message_words(
        &self,
        kind: MoveKind,
        keys: Option<&MessageKeys>,
        name: &str,
        payload: &Value,
        lists: &BTreeMap<String, Value>,
    ) -> Result<Vec<String>, String> {
        let entry = |key: &str| payload.get(key).ok_or_else(|| format!("message `{name}` has no `{key}`"));
        let standing = &self.mapping.keys().standing;
        let words = match kind {
            MoveKind::Lay => {
                let (_, turned) = self.mapping.tile(&text_of(payload, "tileId")?)?;
                let degrees = text_of(payload, "rotation")?;
                let degrees = degrees.strip_prefix('R').and_then(|degrees| degrees.parse().ok());
                let degrees = degrees.ok_or_else(|| format!("`{payload}` is no place for a tile"))?;
                laying_words(entry("position")?, rotation(degrees, turned)?)?
            }
            MoveKind::Put => {
                let number = text_of(payload, standing)?;
                let figure = self.mapping.piece_of_id(number.split('.').nth(1).unwrap_or_default())?;
                let place = entry(POINTER)?;
                if let Some(before) = self.place_before_kind_words(place) {
                    return Ok(vec![before, figure.piece.clone()]);
                }
                self.figure_put_words(figure, place)?
            }
            MoveKind::TakeBack => {
                self.returned_words(&text_of(payload, "source")?, entry(POINTER)?, standing)?
            }
            MoveKind::Choose => {
                let told = keys.and_then(|keys| keys.name.as_deref());
                let told = told.map(|key| text_of(payload, key)).transpose()?;
                let told = told.as_deref().and_then(|told| told.split('.').next()).unwrap_or(name);
                let Some((keys, at)) = keys.and_then(|keys| Some((keys, keys.at.as_ref()?))) else {
                    return Ok(vec![self.move_words(told, None)?]);
                };
                let mut chosen = Vec::new();
                for key in at.keys() {
                    let value = match keys.listed.get(key) {
                        None => entry(key)?,
                        Some(list) => member(entry(key)?, lists.get(list))?,
                    };
                    chosen.extend(self.choices_words(told, value)?);
                }
                return Ok(chosen);
            }
            MoveKind::Pass | MoveKind::Confirm => String::new(),
        };
        Ok(vec![words])
    }

    /// The words for each choice that a move makes where recordings name one thing.
    pub fn choices_words(&self, name: &str, at: &Value) -> Result<Vec<String>, String> {
        if !self.mapping.move_entry(name)?.apart {
            return Ok(vec![self.move_words(name, Some(at))?]);
        }
        places_apart(at)?.iter().map(|place| self.move_words(name, Some(place))).collect()
    }

    /// The words for a move, and for what is chosen with it.
    pub fn move_words(&self, name: &str, at: Option<&Value>) -> Result<String, String> {
        let entry = self.mapping.move_entry(name)?;
        if let Some(at) = at
            && let Some(words) = entry.values.get(at.as_str().unwrap_or(&at.to_string()))
        {
            return Ok(words.clone());
        }
        let action = entry.actions.first().map_or("", String::as_str);
        let Some(at) = at else { return Ok(action.to_owned()) };
        let sorts = self.sorts_of(&entry.actions);
        if sorts.contains(&Sort::Nothing) {
            return Ok(action.to_owned());
        }
        // Of several actions it is the one that chooses among such things.
        let mut told = sorts.iter().map(|sort| self.told_words(Some(*sort), at));
        let first = told.next().unwrap_or_else(|| self.told_words(None, at));
        let words = first.or_else(|why| told.find_map(Result::ok).ok_or(why))?;
        Ok(format!("{action} {words}"))
    }

    /// The sorts of what is chosen with some actions, as the rules declare them.
    fn sorts_of(&self, actions: &[String]) -> Vec<Sort> {
        let sites = &self.game.rules().program().choices;
        let own = sites.iter().flat_map(|site| site.actions.iter().map(move |action| (site, action)));
        let known =
            own.filter(|(site, action)| actions.iter().any(|name| name == self.asked_by(site, action)));
        known.map(|(_, action)| action.ty.sort).collect()
    }

    /// The name of an action, or where a plain choice is one of the moves, of the rule or procedure that asks.
    fn asked_by<'s>(&self, site: &'s ChoiceSite, action: &'s Action) -> &'s str {
        let asks = site.name.split(' ').next_back().unwrap_or_default();
        if action.name.is_empty() && self.mapping.is_move(asks) { asks } else { &action.name }
    }

    /// The action of an option, or the rule or procedure that asks for it.
    pub fn asked<'d>(&self, decision: Decision<'d>, choice: Choice) -> Option<&'d str> {
        let Choice::Option { action, .. } = choice else { return None };
        let site = decision.site();
        site.actions.get(usize::from(action)).map(|action| self.asked_by(site, action))
    }

    /// The words for something of a sort of ours that a recording names.
    fn told_words(&self, sort: Option<Sort>, value: &Value) -> Result<String, String> {
        match sort {
            Some(Sort::Segment) => self.pointed_words(value),
            Some(Sort::Feature) => match self.pointed_segment(value)? {
                Some(segment) => Ok(self.feature_words(segment)),
                None => self.pointed_words(value),
            },
            Some(Sort::Tile) => match value.get("tile").and_then(Value::as_str) {
                Some(theirs) => self.mapping.tile(theirs).map(|(tile, _)| tile.to_owned()),
                None => self.on_tile_words(value),
            },
            Some(Sort::Placement) => crossing_words(value),
            Some(Sort::Space) if Pointer::read(value).is_some() => self.pointed_words(value),
            Some(Sort::Cell) => position_of(value).map(|(x, y)| format!("{x},{y}")),
            Some(Sort::Piece) => self.piece_words(value, &self.mapping.keys().standing),
            _ => Ok(value.as_str().map_or_else(|| value.to_string(), str::to_owned)),
        }
    }

    /// The words for putting a figure somewhere.
    pub fn put_words(&self, figure: &str, offer: &Value) -> Result<String, String> {
        match self.place_before_kind_words(offer) {
            Some(words) => Ok(words),
            None => self.figure_put_words(self.mapping.piece(figure)?, offer),
        }
    }

    /// The words for a place that can be chosen now before the kind of figure that goes there.
    fn place_before_kind_words(&self, place: &Value) -> Option<String> {
        let decision = self.game.decision()?;
        let place = self.pointed_words(place).ok()?;
        let mut before_kind = decision.choices().filter(|choice| {
            self.asked(decision, *choice).is_some_and(|action| self.mapping.kind_follows(action))
        });
        before_kind.find_map(|choice| {
            let words = self.own_words(decision, choice);
            words.split_once(' ').is_some_and(|(_, own)| own == place).then_some(words)
        })
    }

    fn figure_put_words(&self, figure: &PieceEntry, place: &Value) -> Result<String, String> {
        let action = figure.actions.first().map_or("", String::as_str);
        let place = match self.sorts_of(&figure.actions).first() {
            Some(Sort::Corner) => corner_words(place)?,
            _ => self.pointed_words(place)?,
        };
        Ok(format!("{action} {place}"))
    }

    /// The words for where a figure came to stand, or stood.
    pub fn figure_place_words(&self, figure: &PieceEntry, place: &Value) -> Result<String, String> {
        match self.sorts_of(&figure.actions).first() {
            Some(Sort::Corner) => corner_words(place).map(|words| format!("on {words}")),
            _ => self.place_words(place),
        }
    }

    /// The words for taking a figure back, whose number stands under a key.
    pub fn returned_words(&self, source: &str, offer: &Value, key: &str) -> Result<String, String> {
        let action = self.mapping.returned(source)?;
        Ok(format!("{action} {}", self.piece_words(offer, key)?))
    }

    /// The words for a figure, whose number stands under a key, and where it stands if that is told, or who keeps it.
    fn piece_words(&self, value: &Value, key: &str) -> Result<String, String> {
        let number = number_of(value, key).ok_or_else(|| format!("`{value}` names no figure"))?;
        let figure = self.figure_words(number)?;
        if Pointer::read(value).is_some() {
            return Ok(format!("{figure} on {}", self.pointed_words(value)?));
        }
        let known = self.figures.get(number).and_then(|piece| self.game.position().pieces().get(*piece));
        Ok(match known.and_then(|piece| self.keep_words(piece.location)) {
            Some(kept) => format!("{figure} {kept}"),
            None => figure,
        })
    }

    /// The words for whose keep a piece is in; nothing where it is elsewhere.
    fn keep_words(&self, location: PieceLocation) -> Option<String> {
        let PieceLocation::Keep(seat) = location else { return None };
        Some(format!("kept by {}", self.game.rules().seat(usize::from(seat))))
    }

    /// Notes which of our pieces a recording means by its number, where a message that is followed says so.
    pub fn note_figure(&mut self, keys: Option<&MessageKeys>, payload: &Value, choice: Choice) {
        let Choice::Option { action, value } = choice else { return };
        let site = self.game.decision().map(|decision| decision.site());
        let action = site.and_then(|site| site.actions.get(usize::from(action)));
        let at = keys.and_then(|keys| payload.get(keys.at.as_ref()?.keys().first()?));
        let number = at.and_then(|at| number_of(at, &self.mapping.keys().standing));
        if let (Some(number), Some(Sort::Piece)) = (number, action.map(|action| action.ty.sort))
            && let Ok(piece) = usize::try_from(value)
        {
            self.figures.insert(number.to_owned(), piece);
        }
    }

    /// The words for a figure by its number, `0.kind.1` where somebody owns it and `kind.1` otherwise.
    pub fn figure_words(&self, number: &str) -> Result<String, String> {
        let mut parts = number.split('.');
        let first = parts.next().unwrap_or_default();
        let Ok(seat) = first.parse::<usize>() else { return self.mapping.figure(first).map(str::to_owned) };
        let piece = &self.mapping.piece_of_id(parts.next().unwrap_or_default())?.piece;
        Ok(format!("{} {piece}", self.game.rules().seat(seat)))
    }

    pub fn pointed_words(&self, offer: &Value) -> Result<String, String> {
        let pointer = Pointer::read(offer).ok_or_else(|| format!("`{offer}` points at no feature"))?;
        if let Some(space) = self.mapping.space(&pointer.location) {
            return Ok(space.to_owned());
        }
        if self.mapping.is_on_tile(&pointer.feature) {
            return self.on_tile_words(offer);
        }
        Ok(match self.segment(&pointer)? {
            Some(segment) if self.mapping.is_at_rest(&pointer.feature) => {
                self.segment_words(self.first_figure(segment).unwrap_or(segment))
            }
            Some(segment) => self.segment_words(segment),
            // A place that our tile does not have cannot be the same as any of ours.
            None => {
                let Pointer { position: (x, y), location, feature } = pointer;
                format!("{feature} {location} of {x},{y}, which the tile does not have")
            }
        })
    }

    /// Whether a place is on a feature to which figures are told to go that stay where they are here.
    pub fn is_at_rest(&self, place: &Value) -> bool {
        Pointer::read(place).is_some_and(|pointer| self.mapping.is_at_rest(&pointer.feature))
    }

    /// The segment on which the first figure of a feature stands.
    fn first_figure(&self, feature: SegmentId) -> Option<SegmentId> {
        let board = self.game.position().board();
        let standing = (0_u16..).zip(self.game.position().pieces()).filter_map(|(piece, state)| {
            let segment = state.on()?;
            self.owned_words(piece).map(|_| segment)
        });
        standing.into_iter().find(|segment| board.find(*segment) == board.find(feature))
    }

    pub fn pointed_segment(&self, value: &Value) -> Result<Option<SegmentId>, String> {
        Pointer::read(value).map_or(Ok(None), |pointer| self.segment(&pointer))
    }

    /// The words for a place in any form: on a feature, or on a tile; nothing is somewhere else.
    pub fn place_words(&self, value: &Value) -> Result<String, String> {
        match (Pointer::read(value), position_of(value)) {
            (Some(_), _) => self.pointed_words(value).map(|words| format!("on {words}")),
            (None, Ok(_)) => self.on_tile_words(value).map(|words| format!("on {words}")),
            (None, Err(_)) => Ok("elsewhere".to_owned()),
        }
    }

    /// The words for the tile that a place is on.
    pub fn on_tile_words(&self, value: &Value) -> Result<String, String> {
        position_of(value).map(|(x, y)| format!("the tile of {x},{y}"))
    }

    /// The words for a place of ours where a piece may stand; nothing for where it is off the table.
    pub fn location_words(&self, location: PieceLocation) -> Option<String> {
        match location {
            PieceLocation::Segment(segment) => Some(format!("on {}", self.segment_words(segment))),
            PieceLocation::Tile(tile) => Some(format!("on {}", self.laid_words(usize::from(tile))?)),
            PieceLocation::Corner(Cell { x, y }) => Some(format!("on corner {x},{y}")),
            PieceLocation::Space(space) => {
                let words = || format!("on {}", self.game.space_words(space));
                Some(if self.is_told(space) { words() } else { "elsewhere".to_owned() })
            }
            PieceLocation::Side(_) => Some("elsewhere".to_owned()),
            PieceLocation::Supply | PieceLocation::Keep(_) | PieceLocation::Out => None,
        }
    }

    /// Whether recordings tell of what stands on a space.
    pub fn is_told(&self, space: u16) -> bool {
        self.mapping.is_space(&self.game.space_words(space))
    }

    fn laid_words(&self, tile: usize) -> Option<String> {
        let Some(TileState::Laid(laid)) = self.game.position().tile(tile) else { return None };
        let Cell { x, y } = self.game.position().board().tile(laid).cell;
        Some(format!("the tile of {x},{y}"))
    }

    /// The words for a piece that somebody owns, without its place.
    pub fn owned_words(&self, piece: u16) -> Option<String> {
        let piece = self.game.position().pieces().get(usize::from(piece))?;
        let kind = self.game.rules().program().declared.pieces.get(usize::from(piece.kind))?;
        let seat = self.game.rules().seat(usize::from(piece.owner()?));
        self.mapping.is_figure(&kind.name).then(|| format!("{seat} {}", kind.name))
    }

    /// The same words for one of our options.
    pub fn own_words(&self, decision: Decision<'_>, choice: Choice) -> String {
        let Choice::Option { action, value } = choice else { return decision.text(choice) };
        let Some(action) = decision.site().actions.get(usize::from(action)) else {
            return decision.text(choice);
        };
        let name = self.mapping.first_action(self.asked_by(decision.site(), action));
        if let Some(placement) = unpack_placement(value).filter(|_| action.ty.sort == Sort::Placement) {
            let name = if self.mapping.is_move(name) { name } else { "lay" };
            return format!("{name} {}", placement_words(placement));
        }
        let chosen = self.value_words(action.ty, value);
        // The kind of figure for a place that was chosen before is told by itself.
        if action.name.is_empty() && action.ty.sort == Sort::Kind {
            return chosen;
        }
        format!("{name} {chosen}").trim().to_owned()
    }

    fn value_words(&self, ty: Type, value: i64) -> String {
        let number = usize::try_from(value).ok();
        let segment = || u16::try_from(value).ok().map(SegmentId);
        let piece = || {
            let piece = self.game.position().pieces().get(number?)?;
            let owned = self.owned_words(u16::try_from(value).ok()?)?;
            let on = self.location_words(piece.location).or_else(|| self.keep_words(piece.location));
            Some(format!("{owned} {}", on.unwrap_or_default()).trim_end().to_owned())
        };
        let own = if ty.sort == Sort::Segment {
            segment().map(|segment| self.segment_words(segment))
        } else if ty.sort == Sort::Feature {
            segment().map(|segment| self.feature_words(segment))
        } else if ty.sort == Sort::Tile {
            number.map(|tile| {
                self.laid_words(tile).unwrap_or_else(|| self.game.rules().kind_of(tile).name.clone())
            })
        } else if ty.sort == Sort::Piece {
            piece()
        } else {
            None
        };
        own.unwrap_or_else(|| self.game.words(ty, value))
    }

    /// The words for standing anywhere in the feature of a segment.
    pub fn in_feature_words(&self, segment: SegmentId) -> String {
        format!("in {}", self.feature_words(segment))
    }

    /// The words for a feature: those for the segment that stands for it.
    fn feature_words(&self, segment: SegmentId) -> String {
        self.segment_words(self.game.position().board().find(segment))
    }

    /// The canonical words of a segment, with a number where others on the tile read alike.
    fn segment_words(&self, segment: SegmentId) -> String {
        let board = self.game.position().board();
        let words = self.game.segment_words(segment);
        let before = board.tile(board.segment_tile(segment)).segments().take_while(|other| *other != segment);
        match before.filter(|other| self.game.segment_words(*other) == words).count() {
            0 => words,
            alike => format!("{words}, number {}", alike + 1),
        }
    }
}

/// The number of a figure that a recording names: alone, or under a key.
fn number_of<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    value.get(key).or_else(|| value.get("id")).unwrap_or(value).as_str()
}

/// A place on several sides as so many places on one side each.
fn places_apart(place: &Value) -> Result<Vec<Value>, String> {
    let location = text_of(place, LOCATION)?;
    let whole = Location::read(&location).ok_or_else(|| format!("location `{location}` cannot be read"))?;
    let on_side = |side: char| {
        let mut part = place.clone();
        if let Some(location) = part.get_mut(LOCATION) {
            *location = Value::from(side.to_string());
        }
        part
    };
    Ok(whole.sides().map(on_side).collect())
}

/// The cell that a recording names: alone, or with a place on its tile.
fn position_of(value: &Value) -> Result<(i16, i16), String> {
    let inner = Pointer::read(value).map(|pointer| pointer.position);
    let position = value.get("position").unwrap_or(value);
    let position = inner.or_else(|| Deserialize::deserialize(position).ok());
    position.ok_or_else(|| format!("`{value}` is no place on the table"))
}

/// The member of a list that a number counts, from 0.
fn member<'v>(number: &Value, list: Option<&'v Value>) -> Result<&'v Value, String> {
    let place = number.as_u64().and_then(|place| usize::try_from(place).ok());
    let member = place.and_then(|place| list?.get(place));
    member.ok_or_else(|| format!("`{number}` counts in no list of the step"))
}

/// The words for a corner: recordings name a place on the tile whose north-western corner it is.
fn corner_words(place: &Value) -> Result<String, String> {
    position_of(place).map(|(x, y)| format!("corner {x},{y}"))
}

/// The words for a segment straight across a tile: recordings name the sides it goes between.
fn crossing_words(place: &Value) -> Result<String, String> {
    let (x, y) = position_of(place)?;
    let rotation = match text_of(place, LOCATION)?.as_str() {
        "NS" => 0,
        "WE" => 1,
        _ => return Err(format!("`{place}` goes straight across no tile")),
    };
    Ok(placement_words(Placement { cell: Cell::new(x, y), rotation }))
}

/// The words for laying a tile in a cell that a recording names.
pub(crate) fn laying_words(position: &Value, rotation: u8) -> Result<String, String> {
    let (x, y) = position_of(position)?;
    Ok(format!("lay {}", placement_words(Placement { cell: Cell::new(x, y), rotation })))
}

pub(crate) fn placement_words(placement: Placement) -> String {
    format!("{},{} turned {}", placement.cell.x, placement.cell.y, placement.rotation)
}

pub(crate) fn text_of(value: &Value, key: &str) -> Result<String, String> {
    let text = value.get(key).and_then(Value::as_str);
    text.map(str::to_owned).ok_or_else(|| format!("`{value}` has no `{key}`"))
}
