//! Work on several things at the same time.

use std::cmp::Reverse;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does some work for each thing, on so many threads, and gives the results in order of the things. What is large
/// is begun first, so that no thread is left with it at the end.
pub fn parallel_map<T: Sync, R: Send>(
    things: &[T],
    threads: usize,
    size: impl Fn(&T) -> usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let mut order: Vec<(usize, &T)> = things.iter().enumerate().collect();
    order.sort_by_key(|(_, thing)| Reverse(size(thing)));
    let next = AtomicUsize::new(0);
    let some = || {
        let mut done = Vec::new();
        while let Some((place, thing)) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.push((*place, work(thing)));
        }
        done
    };
    let mut done: Vec<(usize, R)> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(things.len())).map(|_| scope.spawn(some)).collect();
        let own = some();
        let others =
            others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        others.flatten().chain(own).collect()
    });
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}
