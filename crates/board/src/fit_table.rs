//! Which rotations of a shape fit a cell, known beforehand for everything that can be needed there.

use std::collections::BTreeMap;

use crate::catalog::ShapeId;
use crate::edge_matching::EdgeCompatibility;
use crate::placements::Rotations;
use crate::shape_tables::ShapeInfo;

/// What is needed in a cell as one number: for each side, the north in the lowest bits, the class of the neighbour's
/// edge or zero where there is none. Beside a blank edge it lies beyond all rows, for nothing fits there.
pub(crate) type SignatureCode = u16;

/// The rotations that fit, for each shape and each code.
#[derive(Clone, Debug, Default)]
pub(crate) struct FitTable {
    /// How many bits of a code each side has; zero where there are too many classes of edges to be counted out.
    bits: u32,
    /// For each kind of edge its class: those of one class fit the same edges. Empty where each is its own class.
    classes: Vec<u8>,
    /// Two rows for each shape: the rotations that can be told apart, then all. Of each entry the low four bits are
    /// the rotations, the others how many they are.
    rows: Vec<u8>,
}

impl FitTable {
    /// Tries every shape against everything that can be needed.
    pub fn new(edge_kinds: usize, shapes: &[ShapeInfo], compatibility: &EdgeCompatibility) -> Self {
        let (classes, first_of_each) = classes(edge_kinds, compatibility);
        // A row of three bits a side takes 4 KiB; the next larger one would take 64.
        let bits = match first_of_each.len() {
            ..=3 => 2,
            4..=7 => 3,
            _ => return Self::default(),
        };
        let rows = Vec::with_capacity((shapes.len() * 2) << (bits * 4));
        let mut fits = Self { bits, classes, rows };
        let width = 1 << (bits * 4);
        let beside: Vec<u8> =
            (0..edge_kinds as u8).map(|own| beside(own, &first_of_each, compatibility)).collect();
        let mut known: BTreeMap<[u32; 4], usize> = BTreeMap::new();
        // Where half tiles fit is asked of the board.
        let offered = |info: &ShapeInfo| if info.is_half { [[0; 4]; 2] } else { info.offered };
        for edges in shapes.iter().flat_map(offered) {
            let start = fits.rows.len();
            if let Some(same) = known.get(&edges) {
                fits.rows.extend_from_within(*same..*same + width);
                continue;
            }
            known.insert(edges, start);
            fits.rows.resize(start + width, 0);
            for (rotation, edges) in edges.into_iter().enumerate().filter(|(_, edges)| *edges != 0) {
                let needed = edges.to_le_bytes().map(|own| beside[usize::from(own)]);
                fits.enter(start, rotation, needed);
            }
        }
        fits
    }

    /// What a neighbour at a side that shows this edge adds to the code of a cell.
    #[inline]
    pub fn code(&self, side: usize, edge: u32) -> SignatureCode {
        let class = self.classes.get(edge as usize).map_or(edge, |class| u32::from(*class));
        let code = if edge == 0 { 1 << (4 * self.bits) } else { class << (side as u32 * self.bits) };
        code as SignatureCode
    }

    /// The entries of a shape by code; nothing where they are not known.
    #[inline]
    pub fn row(&self, shape: ShapeId, rotations: Rotations) -> Option<&[u8]> {
        let row = usize::from(shape.0) * 2 + usize::from(rotations == Rotations::All);
        let width = 1 << (self.bits * 4);
        self.rows.get(row * width..(row + 1) * width).filter(|_| self.bits != 0)
    }

    /// Enters a rotation for all codes that are made of one of the edges of each side.
    fn enter(&mut self, start: usize, rotation: usize, needed: [u8; 4]) {
        let [north, east, south, west] = needed;
        for west in edges(west) {
            for south in edges(south) {
                for east in edges(east) {
                    for north in edges(north) {
                        let sides = [west, south, east, north];
                        let code = sides.into_iter().fold(0, |code, edge| code << self.bits | edge);
                        if let Some(entry) = self.rows.get_mut(start + code as usize) {
                            *entry = (*entry | 1 << rotation) + 16;
                        }
                    }
                }
            }
        }
    }
}

/// The class of each kind of edge, from one on, and an edge of each class. Where there are few kinds, each is a class
/// of its own and the first list is empty.
fn classes(edge_kinds: usize, compatibility: &EdgeCompatibility) -> (Vec<u8>, Vec<u8>) {
    let kinds = 1..edge_kinds as u8;
    if edge_kinds <= 8 {
        return (Vec::new(), kinds.collect());
    }
    let (mut classes, mut first_of_each) = (vec![0], Vec::new());
    for edge in kinds.clone() {
        let is_alike = |first: &u8| {
            kinds.clone().all(|own| compatibility.fits(own, edge) == compatibility.fits(own, *first))
        };
        let class = first_of_each.iter().position(is_alike).unwrap_or_else(|| {
            first_of_each.push(edge);
            first_of_each.len() - 1
        });
        classes.push(class as u8 + 1);
    }
    (classes, first_of_each)
}

/// What may be beside a side with an edge, one bit each: no tile, and the classes that it fits. A blank edge fits
/// nothing.
fn beside(own: u8, first_of_each: &[u8], compatibility: &EdgeCompatibility) -> u8 {
    let classes = first_of_each.iter().zip(1_u32..);
    let fitting = classes.filter(|(needed, _)| own != 0 && compatibility.fits(own, **needed));
    fitting.fold(1, |all, (_, class)| all | 1 << class)
}

/// The classes of a set with one bit each.
fn edges(set: u8) -> impl Iterator<Item = u32> {
    let some = |set: u8| (set != 0).then_some(set);
    std::iter::successors(some(set), move |set| some(set & (set - 1))).map(u8::trailing_zeros)
}

/// The rotations of an entry, one bit each.
#[inline]
pub(crate) fn rotations(entry: u8) -> u8 {
    entry & 15
}

/// How many rotations an entry has.
#[inline]
pub(crate) fn count(entry: u8) -> usize {
    usize::from(entry >> 4)
}
