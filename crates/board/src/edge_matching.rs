//! Which sides may lie against each other: those that mirror each other, those a composition lets meet, and where
//! it is asked for, some that do not fit.

use crate::frontier::{BLANK, FrontierCell};

/// Which sides may lie where another kind of edge is needed: for each kind of edge a bit for each that is needed.
/// Empty where none may.
#[derive(Clone, Debug, Default)]
pub(crate) struct EdgeCompatibility(Vec<[u64; 4]>);

impl EdgeCompatibility {
    /// Lets a kind of edge lie where another one is needed.
    pub fn allow(&mut self, own: u8, needed: u8) {
        self.0.resize(256, [0; 4]);
        if let Some(row) = self.0.get_mut(usize::from(own)) {
            row[usize::from(needed / 64)] |= 1 << (needed % 64);
        }
    }

    fn allows(&self, own: u8, needed: u8) -> bool {
        let row = self.0.get(usize::from(own));
        row.is_some_and(|row| row[usize::from(needed / 64)] >> (needed % 64) & 1 != 0)
    }

    /// Whether a kind of edge may lie where another one is needed.
    pub fn fits(&self, own: u8, needed: u8) -> bool {
        own == needed || self.allows(own, needed)
    }

    /// Whether all sides must be equal.
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// How the sides of a tile are held against those beside a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeMatcher<'a> {
    compatibility: &'a EdgeCompatibility,
    /// How many sides need not fit.
    most: u8,
    /// Whether sides must be equal, which is quicker to find out.
    plain: bool,
}

impl<'a> EdgeMatcher<'a> {
    pub fn new(compatibility: &'a EdgeCompatibility, most: u8) -> Self {
        Self { compatibility, most, plain: most == 0 && compatibility.is_empty() }
    }

    /// Whether a tile with these edges fits a cell.
    #[inline]
    pub fn fits(self, edges: u32, empty: &FrontierCell) -> bool {
        // A blank edge is not equal to what stands for one in a signature.
        (edges ^ empty.signature) & empty.mask() == 0 || !self.plain && self.fits_with_misfits(edges, empty)
    }

    #[inline(never)]
    fn fits_with_misfits(self, edges: u32, empty: &FrontierCell) -> bool {
        self.misfits_up_to(self.most, edges, empty, false).is_some()
    }

    /// How many sides do not fit; nothing where a blank one is against another, or, unless `blanks` says
    /// that they match, against a blank one.
    pub fn misfits(self, edges: u32, empty: &FrontierCell, blanks: bool) -> Option<u8> {
        self.misfits_up_to(u8::MAX, edges, empty, blanks)
    }

    /// The same; nothing where they are more than that, either.
    #[inline(always)]
    fn misfits_up_to(self, most: u8, edges: u32, empty: &FrontierCell, blanks: bool) -> Option<u8> {
        let mut misfits = 0;
        // A blank edge is not equal to what stands for one in a signature.
        let mut differ = (edges ^ empty.signature) & empty.mask();
        while differ != 0 {
            let side = differ.trailing_zeros() & !7;
            match ((edges >> side) as u8, (empty.signature >> side) as u8) {
                (0, BLANK) if blanks => {}
                (0, _) | (_, BLANK) => return None,
                (own, theirs) => misfits += u8::from(!self.compatibility.allows(own, theirs)),
            }
            if misfits > most {
                return None;
            }
            differ &= !(0xFF << side);
        }
        Some(misfits)
    }
}
