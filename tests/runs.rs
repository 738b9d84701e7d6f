//! Long runs: games by the thousand on several threads, how many the environment says, and what may stop one of them.
#![expect(clippy::print_stdout, reason = "figures for whoever runs a test with --nocapture")]

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rota_vm::Fault;

const THREADS: u64 = 2;

/// What came of many games.
#[derive(Debug, Default)]
pub struct Stops {
    /// How many stopped for each reason of the list.
    pub listed: BTreeMap<String, u64>,
    /// What must not be.
    pub wrong: Vec<String>,
}

impl Stops {
    /// Adds what came of further games.
    pub fn join(&mut self, other: Stops) {
        for (said, times) in other.listed {
            *self.listed.entry(said).or_default() += times;
        }
        self.wrong.extend(other.wrong);
    }

    /// Adds a game that stopped; says why that must not be, where it is for a reason that the reference does not list.
    ///
    /// # Errors
    /// What was said of it.
    pub fn add(&mut self, fault: &Fault, said: String) -> Result<(), String> {
        if !is_listed(fault) {
            return Err(said);
        }
        *self.listed.entry(said).or_default() += 1;
        Ok(())
    }

    /// Plays, and notes under a name what must not be: what playing says, or that it panics.
    pub fn watch(&mut self, name: &dyn Fn() -> String, play: impl FnOnce(&mut Stops) -> Result<(), String>) {
        let played = catch_unwind(AssertUnwindSafe(|| play(self)));
        if let Err(said) = played.unwrap_or_else(|_| Err("it panics".to_owned())) {
            self.wrong.push(format!("{}: {said}", name()));
        }
    }

    /// Prints what stopped games.
    ///
    /// # Panics
    /// Where something must not be.
    pub fn assert_listed(mut self) {
        println!("stopped: {:#?}", self.listed);
        self.wrong.sort();
        assert!(self.wrong.is_empty(), "{} games:\n{}", self.wrong.len(), self.wrong.join("\n\n"));
    }
}

/// The reasons that the reference lists: what else stops a game should have been found before it.
fn is_listed(fault: &Fault) -> bool {
    match fault {
        Fault::Overflow | Fault::DivisionByZero | Fault::OutOfRange => true,
        Fault::OutOfFuel | Fault::TooDeep | Fault::Refused(_) => true,
        Fault::Missing | Fault::NoResult | Fault::Broken | Fault::Ended => false,
    }
}

/// A number that somebody set for a run, as in `ROTA_GAMES=20000 cargo test …`.
#[must_use]
pub fn from_environment(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|number| number.parse().ok())
}

/// Does the same work on each thread, told which thread it is.
pub fn on_threads<T: Send>(work: impl Fn(u64) -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..THREADS).map(|thread| scope.spawn(move || work(thread))).collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined.map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

/// Does the work of each item on one of several threads; what comes of them is in no order.
pub fn each_on_threads<I: Sync, T: Send>(items: &[I], work: impl Fn(&I) -> T + Sync) -> Vec<T> {
    let own = |thread: u64| items.iter().zip(0..).filter(move |(_, number)| number % THREADS == thread);
    let done = on_threads(|thread| own(thread).map(|(item, _)| work(item)).collect::<Vec<T>>());
    done.into_iter().flatten().collect()
}
