//! Where pieces, badges and labels go on a tile whose segments are drawn.

use std::cmp::Reverse;

use rota_board::TileShape;
use rota_bytecode::vocabulary::Vocabulary;

use crate::geometry::{CENTRE, HALF, Point, SPAN, inward, middle, to_way};
use crate::svg::{shortened, width};
use crate::symbols;

use super::grid::OwnerGrid;
use super::{Badge, InsideMark, Line, LineEnd, SegmentExtent, TileLabel};

/// How far from the border of its tile a piece on a line stands.
const CLEAR: i32 = 28;

/// How far pieces of two segments stand from one another, where there is room.
const APART: i32 = 20;

/// Where a piece stands on each segment: in the middle of its mark, amid its line, or where it has most room.
pub(super) fn anchors(
    extents: &[SegmentExtent],
    grid: &OwnerGrid,
    lines: &[Line],
    line_ends: &[LineEnd],
    inside: &[InsideMark],
    is_half: bool,
) -> Vec<Point> {
    let mut anchors: Vec<Point> = Vec::new();
    let to_border = |place: Point| {
        let border = place.to_border();
        if is_half { border.min(place.to_diagonal()) } else { border }
    };
    for (segment, reach) in extents.iter().enumerate() {
        let mark = inside.iter().find(|mark| mark.segment == segment).map(|mark| mark.at);
        let on_line = || {
            let own = lines.iter().filter(|line| line.segment == segment && reach.halves == 0);
            let places = own.flat_map(|line| line.points.iter().copied());
            places.max_by_key(|place| {
                let others = lines.iter().filter(|line| line.segment != segment);
                let others = others.map(|line| to_way(&line.points, *place));
                let line_ends =
                    line_ends.iter().map(|line_end| line_end.at.distance(*place) - line_end.reach());
                let marks = inside.iter().map(|mark| mark.at.distance(*place) - mark.reach);
                let nearest =
                    others.chain(line_ends).chain(marks).min().unwrap_or(SPAN).min(to_border(*place));
                // Whatever is in the way, a piece stands on its own tile as a whole.
                (place.to_border() >= CLEAR, nearest, Reverse(place.distance(CENTRE)), *place)
            })
        };
        let near_border = || {
            let strip = reach.strips.first().map(|side| middle(*side).along(inward(*side), HALF / 4));
            strip.unwrap_or(CENTRE)
        };
        let anchor = mark
            .or_else(on_line)
            .or_else(|| {
                // In a narrow place another piece may stand too near.
                let is_near =
                    |at: &Point, other: &Point| (at.x - other.x).abs().max((at.y - other.y).abs()) < APART;
                let is_crowded = |at: &Point| anchors.iter().any(|other| is_near(at, other));
                let roomiest = grid.pole_of_inaccessibility(segment)?;
                Some(roomiest).filter(|at| !is_crowded(at)).or_else(|| grid.away(segment, &anchors))
            })
            .unwrap_or_else(near_border);
        // Where all is hidden by something else, there is still a place of its own.
        let mut places = (0..SPAN).map(|step| Point::new((anchor.x + step * 8) % SPAN, anchor.y));
        anchors.push(places.find(|place| !anchors.contains(place)).unwrap_or(anchor));
    }
    anchors
}

/// Finds room for the attributes of segments: beside a mark, or on the segment and away from its piece.
pub(super) fn badges(
    shape: &TileShape,
    vocabulary: &Vocabulary,
    grid: &OwnerGrid,
    anchors: &[Point],
    inside: &[InsideMark],
) -> Vec<Badge> {
    let mut badges: Vec<Badge> = Vec::new();
    for (segment, drawn) in shape.segments.iter().enumerate() {
        let kind = usize::from(drawn.feature.0);
        let Some(feature) = vocabulary.features.get(kind) else { continue };
        for (attr, (declared, value)) in feature.attrs.iter().zip(&drawn.attrs).enumerate() {
            if *value == declared.default || declared.unseen {
                continue;
            }
            let mut taken: Vec<Point> = badges.iter().map(|badge| badge.at).collect();
            taken.extend(anchors.get(segment));
            let mark = inside.iter().find(|mark| mark.segment == segment);
            let on_tile = |at: i32| at.clamp(symbols::BADGE_REACH + 4, SPAN - symbols::BADGE_REACH - 4);
            let beside =
                mark.map(|mark| Point::new(on_tile(mark.at.x + mark.reach), on_tile(mark.at.y - mark.reach)));
            let at = beside.or_else(|| grid.away(segment, &taken)).unwrap_or(CENTRE);
            badges.push(Badge { kind, attr, value: *value, at });
        }
    }
    badges
}

/// Finds room for the attributes of the whole tile, as many as it has: in a corner, along a side where each corner
/// hides a place for pieces, or anywhere.
pub(super) fn labels(
    vocabulary: &Vocabulary,
    attrs: &[i32],
    anchors: &[Point],
    grid: &mut OwnerGrid,
    is_plain: &dyn Fn(usize) -> bool,
) -> Vec<TileLabel> {
    let (least, most) = (6, SPAN - 6);
    let mut labels = Vec::new();
    for (declared, value) in vocabulary.tile_attrs.iter().zip(attrs) {
        if *value == declared.default || declared.unseen {
            continue;
        }
        let words = shortened(
            &symbols::label_words(declared, *value),
            symbols::LABEL_SIZE,
            most - least - symbols::LABEL_SIGN - 16,
        );
        let (wide, high) =
            (width(&words, symbols::LABEL_SIZE) + symbols::LABEL_SIGN + 16, symbols::LABEL_HIGH);
        let (left, right, upper, lower) = (least, most - wide, least, most - high);
        let (middle, center) = ((left + right) / 2, (upper + lower) / 2);
        let corners = [(left, lower), (right, lower), (left, upper), (right, upper)];
        let between = [center, (upper + center) / 2, (center + lower) / 2];
        let sides = between.into_iter().flat_map(|y| [(left, y), (right, y)]);
        let sides = [(middle, lower), (middle, upper)].into_iter().chain(sides);
        let end = |start: Point| Point::new(start.x + wide, start.y + high);
        let hidden = |start: Point| {
            let (end, close) = (end(start), 8);
            let least = Point::new(start.x - close, start.y - close);
            let most = Point::new(end.x + close, end.y + close);
            anchors.iter().filter(|anchor| anchor.is_between(least, most)).count()
        };
        let cost = |(rank, at): &(u8, Point)| (hidden(*at), *rank, grid.covered(*at, end(*at), is_plain));
        let ranked = |rank| move |(x, y)| (rank, Point::new(x, y));
        let near = corners.into_iter().map(ranked(0)).chain(sides.map(ranked(1)));
        let mut best = near.min_by_key(cost);
        if best.is_some_and(|(_, start)| hidden(start) > 0) {
            let anywhere =
                (upper..lower).step_by(8).flat_map(|y| (left..right).step_by(8).map(move |x| (x, y)));
            best = best.into_iter().chain(anywhere.map(ranked(2))).min_by_key(cost);
        }
        let Some((rank, start)) = best else { continue };
        grid.cover(start, end(start));
        let at = Point::new(start.x + wide / 2, start.y + high / 2);
        labels.push(TileLabel { words, wide, is_aside: rank > 0, at });
    }
    labels
}
