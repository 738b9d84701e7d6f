//! The small game that the examples play, as texts in memory.

use rota::{CompiledGame, Error, MemorySource, Settings, load};

/// The rules and the tiles of the game.
pub fn source() -> MemorySource {
    let mut source = MemorySource::new();
    source.add_rules("paths", "paths.rota", include_str!("paths.rota"));
    source.add_tiles("paths", include_str!("paths.toml"));
    source
}

/// The game with its defaults, for two players.
#[allow(dead_code, reason = "not every example plays with the defaults")]
pub fn compiled() -> Result<CompiledGame, Error> {
    load(&source(), ["paths"]).compile(&Settings::new().seats(["ann", "ben"]))
}
