//! How many recorded games of another engine agree with ours, by the file that holds them.
#![expect(clippy::panic, reason = "a test asks for what is listed")]

/// A file of recorded games, the pack that it is about, or nothing where it is about many, and how many of its games agree
/// with ours: all that can be played. `tests/recordings.rs` plays them.
pub const AGREED: [(&str, &str, usize); 33] = [
    ("base", "base", 100),
    ("wr", "wind_roses", 50),
    ("ic_tb", "inns_and_cathedrals", 50),
    ("all", "", 10),
    ("abbey_mayor", "abbey_and_mayor", 12),
    ("bcb", "bridges_castles_and_bazaars", 18),
    ("besiegers", "besiegers", 15),
    ("big", "", 23),
    ("big_top", "under_the_big_top", 15),
    ("corn_circles1", "crop_circles", 17),
    ("count", "count_of_carcassonne", 16),
    ("cult6", "cult", 17),
    ("darmstadt", "darmstadt", 14),
    ("ferries", "ferries", 16),
    ("festival", "festival", 16),
    ("flier", "flying_machines", 14),
    ("goldmines", "gold_mines", 15),
    ("gq11", "gq11", 11),
    ("hills_sheep", "hills_and_sheep", 13),
    ("king_robber", "king_and_robber", 12),
    ("labyrinth", "labyrinth", 16),
    ("little_buildings", "little_buildings", 17),
    ("mage_witch", "mage_and_witch", 14),
    ("monasteries", "monasteries", 8),
    ("phantom", "phantom", 17),
    ("princess_dragon", "princess_and_dragon", 14),
    ("river1", "river", 13),
    ("river2", "river", 20),
    ("russian_promos", "russian_promos", 16),
    ("tower", "tower", 16),
    ("tower_exchange", "tower", 3),
    ("tunnel", "tunnel", 15),
    ("watchtowers", "watchtowers", 13),
];

/// How many games of a file agree.
///
/// # Panics
/// Where there is no such file.
#[must_use]
pub fn agreed(file: &str) -> usize {
    let found = AGREED.iter().find(|(name, _, _)| *name == file);
    found.map_or_else(|| panic!("{file} is not listed"), |(_, _, games)| *games)
}
