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
        let mut left = self.most;
        self.each_other(edges, empty, |own, theirs| {
            if own == 0 || theirs == BLANK {
                return false;
            }
            let fits = self.compatibility.allows(own, theirs);
            let is_borne = fits || left > 0;
            left -= u8::from(!fits && left > 0);
            is_borne
        })
    }

    /// How many sides do not fit; nothing where a blank one is against another, or, unless `blanks` says
    /// that they match, against a blank one.
    pub fn misfits(self, edges: u32, empty: &FrontierCell, blanks: bool) -> Option<u8> {
        let mut misfits = 0;
        let all_seen = self.each_other(edges, empty, |own, theirs| match (own, theirs) {
            (0, BLANK) => blanks,
            (0, _) | (_, BLANK) => false,
            (own, theirs) => {
                misfits += u8::from(!self.compatibility.allows(own, theirs));
                true
            }
        });
        all_seen.then_some(misfits)
    }

    /// Visits what a tile shows and what is needed at each side where that is not the same, for as long as the visitor
    /// wants more; whether it wanted to see all of them.
    #[inline(always)]
    fn each_other(self, edges: u32, empty: &FrontierCell, mut visit: impl FnMut(u8, u8) -> bool) -> bool {
        // A blank edge is not equal to what stands for one in a signature.
        let mut differ = (edges ^ empty.signature) & empty.mask();
        while differ != 0 {
            let side = differ.trailing_zeros() & !7;
            if !visit((edges >> side) as u8, (empty.signature >> side) as u8) {
                return false;
            }
            differ &= !(0xFF << side);
        }
        true
    }
}
