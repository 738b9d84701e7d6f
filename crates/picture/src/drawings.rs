//! The parts that a table is drawn with by somebody else: every tile, piece and track by itself, and where on it
//! pieces stand.

use std::collections::{BTreeMap, BTreeSet};

use rota::Game;
use rota_bytecode::program::PieceKind;
use rota_bytecode::vocabulary::Vocabulary;
use schemars::JsonSchema;
use serde::Serialize;

use crate::geometry::{HALF, Path, Point, middle};
use crate::palette;
use crate::scene::{PANEL_WIDTH, Scene};
use crate::svg::Svg;
use crate::symbols;
use crate::tile::LINE;
use crate::tile_drawing::{SegmentDrawing, TileArtist, TileCommons, TileDrawing, closed};
use crate::tracks::{BoardGap, SideTrack, SpaceAnchor};

/// How far from its northern side pieces stand on something that crosses a tile.
const ON_CROSSING: i32 = 56;

/// Around a track beside the land, for strokes that reach over its border.
const EDGE: i32 = 4;

/// What a table is drawn with: the same for everybody at it, from the beginning of the game to its end. All of it is
/// SVG, in whole units: `x` grows to the east, `y` to the south. Whatever names no colour takes `ink`, and texts take
/// `font`: both are set once around everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Drawings {
    /// How many units a tile has across.
    pub units: i32,
    /// The colour of texts and of whatever names none.
    pub ink: &'static str,
    /// The families of the font, the first one first.
    pub font: &'static str,
    /// Elements that parts refer to by their ids: they belong once into a `defs`.
    pub defs: String,
    /// The kinds of tiles, by their names. Cards are not drawn.
    pub tiles: BTreeMap<String, TileDrawing>,
    /// What rules may add to tiles that lie, by the kind of feature.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub crossings: BTreeMap<String, Crossing>,
    /// The kinds of pieces, by their names.
    pub pieces: BTreeMap<String, PieceDrawing>,
    /// The players, by their names.
    pub seats: BTreeMap<String, SeatDrawing>,
    /// What belongs to nobody.
    pub neutral: SeatDrawing,
    /// The tracks, in the order in which packs declare them; one that lies amid the land comes first.
    pub tracks: Vec<TrackDrawing>,
}

/// A segment that a rule may add to a tile that lies: from north to south; one from east to west is turned by a quarter
/// around the middle of the tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Crossing {
    /// What is drawn over the base of the tile.
    pub svg: String,
    /// The segment, which comes behind those of the tile.
    pub segment: SegmentDrawing,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PieceDrawing {
    /// The piece, upright around 0, 0. It takes its fill from the element around it: that of its owner.
    pub svg: String,
    /// How many units it has across, about.
    pub wide: i32,
    /// The letter of the kind.
    pub letter: char,
    /// Whether that letter follows the one of the owner on it: its form does not tell the kind. What has no owner has
    /// this letter alone.
    #[serde(rename = "lettered")]
    pub is_lettered: bool,
    /// Where the middle of the letters is.
    pub middle: [i32; 2],
}

/// What tells whose something is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SeatDrawing {
    /// The fill of pieces.
    pub fill: &'static str,
    /// The colour of letters on it.
    pub ink: &'static str,
    /// The letter of the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
}

/// A track with its slots, without what stands on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TrackDrawing {
    /// Its name.
    pub name: String,
    /// What is written above it.
    pub title: String,
    /// How many units it has across.
    pub wide: i32,
    /// How many units it has down.
    pub high: i32,
    /// The track, from its north-western corner on.
    pub svg: String,
    /// For a track that lies in a gap of the land, the square that it fills: to the east, to the south, and how many cells it
    /// has across.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amid: Option<[i16; 3]>,
    /// Where pieces stand, by the names of spaces and slots as places name them.
    pub spaces: BTreeMap<String, SpaceDrawing>,
}

/// A space of a track, or a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SpaceDrawing {
    /// The middle of what stands there.
    pub at: [i32; 2],
    /// How far that may reach.
    pub room: i32,
}

/// Draws the parts of a table. A game in whatever state gives the same ones.
///
/// `vocabulary` is the one of the composition that the game is played by.
#[must_use]
pub fn drawings(game: &Game, vocabulary: &Vocabulary) -> Drawings {
    let artist = TileArtist::new(vocabulary);
    let scene = Scene::bare(game, &artist.theme);
    let start = game.rules().stock().start.len();
    let gap = BoardGap::find(&scene, scene.laid().take(start));
    let TileCommons { units, ink, font, defs } = artist.commons();
    Drawings {
        units,
        ink,
        font,
        defs,
        tiles: scene.tile_drawings(gap.as_ref()),
        crossings: scene.crossings(),
        pieces: scene.piece_drawings(),
        seats: scene.seat_drawings(),
        neutral: SeatDrawing { fill: palette::NEUTRAL.0, ink: palette::NEUTRAL.1, letter: None },
        tracks: scene.track_drawings(gap.as_ref()),
    }
}

impl Scene<'_> {
    fn tile_drawings(&self, gap: Option<&BoardGap<'_>>) -> BTreeMap<String, TileDrawing> {
        let (stock, shapes) = (self.game.rules().stock(), self.game.rules().catalog().shapes());
        let used: BTreeSet<u32> = stock.tiles.iter().map(|tile| tile.kind).collect();
        let in_gap: BTreeSet<u32> = gap
            .into_iter()
            .flat_map(|gap| &gap.tiles)
            .filter_map(|laid| {
                let tile = self.game.position().stock_tile(*laid);
                Some(stock.tiles.get(tile)?.kind)
            })
            .collect();
        let mut tiles = BTreeMap::new();
        for number in used {
            let Some(info) = stock.kinds.get(number as usize) else { continue };
            let Some(shape) = info.shape.and_then(|shape| shapes.get(usize::from(shape.0))) else { continue };
            let attrs = info.attrs.iter().map(|value| i32::try_from(*value).unwrap_or(i32::MAX));
            let mut drawing = self.theme.tile_drawing(shape, &attrs.collect::<Vec<i32>>());
            if in_gap.contains(&number) {
                let mut ground = Svg::default();
                BoardGap::ground(&mut ground, Point::default());
                drawing.body = ground.into_text();
            }
            tiles.entry(info.name.clone()).or_insert(drawing);
        }
        tiles
    }

    fn crossings(&self) -> BTreeMap<String, Crossing> {
        let declared = &self.game.rules().program().declared;
        let crossing = |kind: &u8| {
            let kind = usize::from(*kind);
            let mut svg = Svg::default();
            let [from, to] = [middle(0), middle(2)];
            self.theme.line_over(&mut svg, kind, &Path::through(&[from, to]));
            let reach = LINE.1 / 2 + 2;
            let corners = [(from, -reach), (from, reach), (to, reach), (to, -reach)];
            let outline = closed(&corners.map(|(at, aside)| Point::new(at.x + aside, at.y)));
            let lies = self.theme.style(kind).is_ground();
            let name = self.theme.feature_name(kind);
            let segment =
                SegmentDrawing { kind: name.clone(), at: [HALF, ON_CROSSING], aside: 0, lies, outline };
            (name, Crossing { svg: svg.into_text(), segment })
        };
        declared.additions.iter().map(crossing).collect()
    }

    fn piece_drawings(&self) -> BTreeMap<String, PieceDrawing> {
        let drawing = |(kind, declared): (usize, &PieceKind)| {
            let (form, is_lettered) = self.form(kind);
            let middle = symbols::piece_middle(form);
            let mut svg = Svg::default();
            symbols::piece(&mut svg, form);
            let piece = PieceDrawing {
                svg: svg.into_text(),
                wide: symbols::PIECE_REACH * 2,
                letter: declared.name.chars().next().unwrap_or('?'),
                is_lettered,
                middle: [middle.x, middle.y],
            };
            (declared.name.clone(), piece)
        };
        self.pieces_in_play().map(drawing).collect()
    }

    fn seat_drawings(&self) -> BTreeMap<String, SeatDrawing> {
        let drawing = |seat: usize| {
            let (fill, ink, letter) = self.seat(seat);
            (self.game.rules().seat(seat), SeatDrawing { fill, ink, letter })
        };
        (0..self.game.points().len()).map(drawing).collect()
    }

    fn track_drawings(&self, gap: Option<&BoardGap<'_>>) -> Vec<TrackDrawing> {
        let declared = &self.game.rules().program().declared;
        let words = |anchor: SpaceAnchor| {
            let place = SpaceDrawing { at: [anchor.at.x, anchor.at.y], room: anchor.room };
            (self.game.space_words(anchor.space), place)
        };
        let mut drawn = Vec::new();
        if let Some(gap) = gap
            && let Some(track) = declared.tracks.get(gap.track)
        {
            let (mut svg, mut spaces) = (Svg::default(), BTreeMap::new());
            gap.draw(&mut svg, Point::default(), &mut |_, anchor| spaces.extend([words(anchor)]));
            let (cell, across) = gap.square;
            drawn.push(TrackDrawing {
                name: track.name.clone(),
                title: symbols::readable(&track.name),
                wide: gap.across(),
                high: gap.across(),
                svg: svg.into_text(),
                amid: Some([cell.x, cell.y, across]),
                spaces,
            });
        }
        for side in SideTrack::all(self, gap) {
            let (mut svg, mut spaces) = (Svg::default(), BTreeMap::new());
            let (corner, edge) = (Point::new(EDGE, EDGE), EDGE * 2);
            let high = side.draw(&mut svg, corner, &mut |_, anchor| spaces.extend([words(anchor)]));
            drawn.push(TrackDrawing {
                name: side.track.name.clone(),
                title: side.title(),
                wide: PANEL_WIDTH + edge,
                high: high + edge,
                svg: svg.into_text(),
                amid: None,
                spaces,
            });
        }
        drawn
    }
}
