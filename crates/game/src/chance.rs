//! Chance: which tile a bag gives. The nth outcome of a bag follows from the seed, its name and n alone.

use std::sync::Arc;

/// A finaliser of 64 bits: every bit of the input changes about half the bits of the output.
#[must_use]
pub(crate) const fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

/// Brings a random number into `0..count`; the count must not be zero.
#[must_use]
pub(crate) const fn reduce(random: u64, count: usize) -> usize {
    ((random as u128 * count as u128) >> 64) as usize
}

/// Where the outcomes of the bags come from. Not a part of the position: no view may hold the seed.
#[derive(Clone, Debug)]
pub(crate) struct Chance {
    /// One stream for each bag.
    streams: Vec<Stream>,
}

#[derive(Debug)]
struct Stream {
    /// Hash of the bag's name: the order of the bags must not matter.
    name: u64,
    seed: u64,
    /// The number of the first outcome that is settled.
    fixed_from: u32,
    /// The kinds of the outcomes that are settled.
    fixed: Arc<[u32]>,
}

impl Clone for Stream {
    fn clone(&self) -> Stream {
        Stream { fixed: Arc::clone(&self.fixed), ..*self }
    }
}

impl Chance {
    pub fn new<'a>(seed: u64, bags: impl Iterator<Item = &'a str>) -> Chance {
        let nothing: Arc<[u32]> = Arc::from([]);
        let streams = bags.map(|name| {
            let name = hash(name);
            Stream { name, seed: mix(seed ^ name), fixed_from: 0, fixed: Arc::clone(&nothing) }
        });
        Chance { streams: streams.collect() }
    }

    /// Lets everything that is not settled follow from another seed.
    pub fn seed(&mut self, seed: u64) {
        for stream in &mut self.streams {
            stream.seed = mix(seed ^ stream.name);
        }
    }

    /// Deals everything again that is not drawn yet, also what was settled.
    pub fn reseed(&mut self, seed: u64) {
        self.seed(seed);
        for stream in &mut self.streams {
            stream.fixed_from = u32::MAX;
        }
    }

    /// Settles the kinds of the outcomes of a bag from number `from` on.
    pub fn fix_outcomes(&mut self, bag: usize, from: u32, kinds: &[u32]) {
        if let Some(stream) = self.streams.get_mut(bag) {
            stream.fixed_from = from;
            stream.fixed = Arc::from(kinds);
        }
    }

    /// The kind of the outcome with this number, where it is settled.
    pub fn fixed_outcome(&self, bag: usize, number: u32) -> Option<u32> {
        let stream = self.streams.get(bag)?;
        let place = number.checked_sub(stream.fixed_from)?;
        stream.fixed.get(place as usize).copied()
    }

    /// The outcome with this number among `count` equally likely ones; the count must not be zero.
    pub fn outcome(&self, bag: usize, number: u32, count: usize) -> usize {
        let seed = self.streams.get(bag).map_or(0, |stream| stream.seed);
        reduce(mix(seed.wrapping_add(mix(u64::from(number)))), count)
    }

    /// Becomes the same as another without allocating.
    pub fn copy_from(&mut self, other: &Chance) {
        self.streams.clone_from(&other.streams);
    }
}

/// Hashes a name; the same on every machine and in every version.
const fn hash(name: &str) -> u64 {
    let bytes = name.as_bytes();
    let mut hash: u64 = 0xCBF2_9CE4_8422_2325;
    let mut place = 0;
    while place < bytes.len() {
        hash = (hash ^ bytes[place] as u64).wrapping_mul(0x0000_0100_0000_01B3);
        place += 1;
    }
    hash
}
