//! How many messages somebody may send.

use tokio::time::Instant;

/// So many messages a second may come for as long as one likes.
const STEADY: u64 = 50;

/// So many may come at once.
const BURST: u64 = 200;

/// Whoever goes on after so many refusals is put out.
const PATIENCE: u64 = 200;

/// What becomes of a message.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    /// It is answered.
    Fine,
    /// It is refused.
    TooFast,
    /// Whoever sent it is put out.
    Enough,
}

/// Counts what one socket sends.
pub(crate) struct Budget {
    /// What is left, in thousandths of a message.
    left: u64,
    /// When that was worked out.
    at: Instant,
    /// How many were refused since the budget was last full.
    refused: u64,
}

impl Budget {
    /// A full budget.
    pub fn new(now: Instant) -> Budget {
        Budget { left: BURST * 1000, at: now, refused: 0 }
    }

    /// Takes a message off.
    pub fn take(&mut self, now: Instant) -> Pace {
        let passed = u64::try_from(now.saturating_duration_since(self.at).as_millis()).unwrap_or(u64::MAX);
        if passed > 0 {
            self.left = self.left.saturating_add(passed.saturating_mul(STEADY)).min(BURST * 1000);
            self.at = now;
        }
        if self.left == BURST * 1000 {
            self.refused = 0;
        }
        if let Some(left) = self.left.checked_sub(1000) {
            self.left = left;
            return Pace::Fine;
        }
        self.refused += 1;
        if self.refused > PATIENCE { Pace::Enough } else { Pace::TooFast }
    }
}
