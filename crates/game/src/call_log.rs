//! Which functions ran, one after the other.

/// A function that ran, or went on running behind a decision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoggedCall {
    /// The function of the program.
    pub function: u32,
    /// How many others it ran within.
    pub depth: usize,
    /// Whether it had been waiting for an answer.
    pub resumed: bool,
    /// How many operations of its own it ran.
    pub ops: u64,
    /// Nanoseconds in these and in what they asked of the game.
    pub own: u64,
    /// What happened in it, as indices of events.
    pub events: Vec<usize>,
}

/// The calls of a game from some moment on.
#[derive(Clone, Debug)]
pub(crate) struct CallLog {
    calls: Vec<LoggedCall>,
    /// How many events have found their call.
    seen: usize,
}

impl CallLog {
    pub fn new(seen: usize) -> CallLog {
        CallLog { calls: Vec::new(), seen }
    }

    /// Notes a call and gives its number.
    pub fn begin(&mut self, function: u32, depth: usize, resumed: bool) -> usize {
        self.calls.push(LoggedCall { function, depth, resumed, ..LoggedCall::default() });
        self.calls.len() - 1
    }

    /// An operation of a call ran.
    pub fn ran(&mut self, call: usize) {
        if let Some(call) = self.calls.get_mut(call) {
            call.ops += 1;
        }
    }

    /// A call took time of its own.
    pub fn took(&mut self, call: usize, nanoseconds: u64) {
        if let Some(call) = self.calls.get_mut(call) {
            call.own += nanoseconds;
        }
    }

    /// All that has happened up to now, and in no call yet, happened in this one.
    pub fn happened(&mut self, call: usize, events: usize) {
        if let Some(call) = self.calls.get_mut(call) {
            call.events.extend(self.seen..events);
            self.seen = self.seen.max(events);
        }
    }

    pub fn into_calls(self) -> Vec<LoggedCall> {
        self.calls
    }
}
