//! The list space: all lists that rules have in hand, end to end.

use crate::Fault;

/// How many members all lists together may have; a rule that needs more has lost its way.
const LIMIT: usize = 1 << 22;

/// All members, one list behind the other. A list value packs where the list starts (high half) and how long it is (low half).
#[derive(Debug, Default)]
pub(crate) struct ListArena {
    pub cells: Vec<i64>,
}

/// Packs a list value.
#[inline]
#[must_use]
pub fn pack(start: usize, len: usize) -> i64 {
    ((start as u64) << 32 | len as u64 & 0xFFFF_FFFF) as i64
}

/// Returns where a list starts and where it ends in the list space.
#[inline]
#[must_use]
pub fn unpack(list: i64) -> (usize, usize) {
    let start = (list as u64 >> 32) as usize;
    (start, start.saturating_add(list as u64 as u32 as usize))
}

/// Returns how long a list is.
#[inline]
pub(crate) fn length(list: i64) -> i64 {
    i64::from(list as u64 as u32)
}

impl ListArena {
    /// How much is in use.
    #[inline]
    pub fn top(&self) -> usize {
        self.cells.len()
    }

    /// The list of everything from `start` on.
    #[inline]
    pub fn list_from(&self, start: usize) -> Result<i64, &'static Fault> {
        if self.cells.len() > LIMIT {
            return Err(&Fault::OutOfFuel);
        }
        Ok(pack(start, self.cells.len().saturating_sub(start)))
    }

    /// Frees everything from `mark` on.
    #[inline]
    pub fn release(&mut self, mark: i64) {
        self.cells.truncate(usize::try_from(mark).unwrap_or(usize::MAX));
    }

    /// Frees everything behind a list.
    #[inline]
    pub fn free_above(&mut self, list: i64) {
        self.cells.truncate(unpack(list).1);
    }

    /// Frees a list and everything behind it.
    #[inline]
    pub fn free(&mut self, list: i64) {
        self.cells.truncate(unpack(list).0);
    }

    /// The members of a list, unless the value is none of a list here.
    #[inline]
    pub fn members(&self, list: i64) -> Option<&[i64]> {
        let (start, end) = unpack(list);
        if start == end {
            return Some(&[]);
        }
        self.cells.get(start..end)
    }

    /// The member of a list at a place that it has.
    #[inline]
    pub fn at(&self, list: i64, place: i64) -> Option<i64> {
        let (start, _) = unpack(list);
        self.cells.get(start.wrapping_add(place as usize)).copied()
    }

    /// Appends to a list on top and returns it; none where it is not on top.
    #[inline]
    pub fn push(&mut self, list: i64, member: i64) -> Option<i64> {
        let (start, end) = unpack(list);
        if end != self.cells.len() {
            return None;
        }
        self.cells.push(member);
        Some(pack(start, end + 1 - start))
    }

    /// Writes a list anew, with one member more; none where the value is none of a list here or there is no room.
    pub fn copy_push(&mut self, list: i64, member: i64) -> Option<i64> {
        let (start, end) = unpack(list);
        let copy = self.cells.len();
        if start != end {
            self.cells.get(start..end)?;
            self.cells.extend_from_within(start..end);
        }
        self.cells.push(member);
        self.list_from(copy).ok()
    }

    /// Appends to a list what it does not hold yet, once everything above it is freed. Returns the list; none
    /// where the value is none of a list here.
    pub fn push_unique(&mut self, list: i64, member: i64) -> Option<i64> {
        let (start, end) = unpack(list);
        if end > self.cells.len() || start > end {
            return None;
        }
        self.cells.truncate(end);
        if !self.cells.get(start..end)?.contains(&member) {
            self.cells.push(member);
        }
        Some(pack(start, self.cells.len() - start))
    }

    /// Appends to a list the members of another that it does not hold yet, and frees what lies above. The other
    /// may lie anywhere, above the list or below it; it is a set as every list is, so that its own members need not be
    /// held against one another.
    pub fn extend_unique(&mut self, list: i64, others: i64) -> Option<i64> {
        let ((start, end), (from, to)) = (unpack(list), unpack(others));
        if from == to {
            self.cells.truncate(end);
            return Some(list);
        }
        if start > end || end.max(to) > self.cells.len() || (from < end && to > start) {
            return None;
        }
        // Members move down at most onto what was read already.
        let mut top = end;
        for place in from..to {
            let member = *self.cells.get(place)?;
            if self.cells.get(start..end)?.contains(&member) {
                continue;
            }
            match self.cells.get_mut(top) {
                Some(cell) => *cell = member,
                None => self.cells.push(member),
            }
            top += 1;
        }
        self.cells.truncate(top);
        Some(pack(start, top - start))
    }

    /// Writes the seats of a mask as a list: from the seat `from` on, then those before it.
    pub fn mask_to_list(&mut self, mask: i64, from: i64) -> Result<i64, &'static Fault> {
        let start = self.cells.len();
        let split = u32::try_from(from).unwrap_or(0).min(64);
        let before = 1u64.checked_shl(split).map_or(u64::MAX, |bit| bit - 1);
        self.bits(mask as u64 & !before);
        self.bits(mask as u64 & before);
        self.list_from(start)
    }

    /// Moves a list down to `mark` and frees what lies above; one that lies lower already stays.
    pub fn compact(&mut self, list: i64, mark: usize) -> Option<i64> {
        let (start, end) = unpack(list);
        if start == end || end <= mark {
            self.cells.truncate(mark);
            return Some(if start == end { pack(mark, 0) } else { list });
        }
        if start < mark || end > self.cells.len() {
            return None;
        }
        self.cells.copy_within(start..end, mark);
        self.cells.truncate(mark + (end - start));
        Some(pack(mark, end - start))
    }

    fn bits(&mut self, mut mask: u64) {
        while mask != 0 {
            self.cells.push(i64::from(mask.trailing_zeros()));
            mask &= mask - 1;
        }
    }
}
