//! Plays tile-laying games whose rules and tiles are data: texts in, a game out.
//!
//! ```text
//! PackSource ── load ──► LoadedPacks ── compile ──► CompiledGame ── Game::new(rules, setup) ──► Game
//! ```
//!
//! A *pack* is rules and, where it has any, tiles. This one is a whole game, and here is how it is played:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use rota::{Game, MemorySource, Player, Settings, Setup, Uniform, load};
//!
//! let mut source = MemorySource::new();
//! source.add_rules("lanes", "lanes.rota", r#"
//! pack lanes 1.0.0 "Lanes"
//! players 2..4
//! option worth : int 1..5 = 1 "points for each tile of a lane"
//! tiles lanes
//! start lanes/end
//! bag sack of tiles
//! feature lane
//! edge L = lane
//! reason lane
//! order turn { build, earn }
//! rule build at build {
//!   if sack.count = 0 { end game stop }
//!   draw t from sack
//!   choose active p among t.placements "where?"
//!   place t at p
//! }
//! rule earn at earn {
//!   each lane f in closed { score f.tiles each worth pts to active as lane at f }
//! }"#);
//! source.add_tiles("lanes", r#"
//! title = "Lanes"
//! printings = { only = "As drawn" }
//! tile = [{ id = "end", count = 9, edges = "LLLL", segments = [{ lane = "N" }, { lane = "E" }, { lane = "S" }, { lane = "W" }] }]
//! "#);
//!
//! let game = load(&source, ["lanes"]).compile(&Settings::new().option("worth", 3))?;
//! let mut game = Game::new(game.rules, &Setup { players: 2, seed: 7, ..Setup::default() })?;
//! let mut player = Uniform::new(1);
//! while game.decision().is_some() {
//!     let choice = player.decide(&game);
//!     game.choose(choice)?;
//! }
//! println!("{:?}", game.points());
//! # assert!(game.is_over() && game.fault().is_none() && game.points().iter().sum::<i64>() > 0);
//! # Ok(())
//! # }
//! ```
//!
//! # What is where
//!
//! | to | take |
//! |---|---|
//! | bring texts | [`MemorySource`], or [`PackSource`] for texts from elsewhere; [`Library`] where several compositions share packs |
//! | set variants, options, a start | [`Settings`], or a composition file: [`compose`] |
//! | only find out what is wrong | [`LoadedPacks::check`]; [`Error`] and [`Diagnostic`] say it, [`Sources::place`] says where |
//! | play | [`Game`], [`Decision`], [`Choice`]; [`Uniform`], [`Greedy`] and [`Think`] play any pack, [`Player`] is for one's own |
//! | search | [`Game::fork`], [`Game::copy_from`], [`Game::determinize`], [`Game::play`] |
//! | show a game to those who play | [`Game::seen_by`]: a [`PlayerView`] holds nothing that its player may not know |
//! | save, take back, replay | [`Session`] and [`Save`] |
//! | say what plays, and what is different | [`contents()`], [`difference()`]; [`editions()`] for all that can be chosen |
//! | play without a rule or a kind of tile | [`LoadedPacks::removable_rules`], [`LoadedPacks::removable_kinds`], [`LoadedPacks::compile_without`] |
//! | count what tiles show, and how likely they fit | [`contents()`], [`fitting()`] |
//! | show the tiles of a pack that is still being written | [`pack_tiles()`] |
//! | explain points | [`accounts`], [`LoadedPacks::provenance`] |
//! | prove a pack | [`run_scenarios`], [`censuses`], [`mutate()`]; [`Ledger`], [`mentions`] and [`prove`] for statements |
//!
//! The folder `examples` beside this crate has a player of one's own, a search, a checker for an editor and a table
//! for a server. Nothing here touches a file, a clock or the network.

mod account;
mod census;
mod compile;
mod composition;
mod contents;
mod difference;
mod editions;
mod error;
mod fitting;
mod language;
mod ledger;
mod library;
mod load;
mod migrate;
mod mutate;
mod narration;
mod pack_source;
mod pack_tiles;
mod parallel_map;
mod problems;
mod provenance;
mod removal;
mod scenario;
mod session;
mod settings;
mod start;
mod stock;
mod tile_cache;

pub use account::{Account, Cause, accounts, accounts_seen_by};
pub use census::{Census, censuses};
pub use compile::CompiledGame;
pub use composition::{Composition, PackChoice, composition_schema, is_composition};
pub use contents::{Contents, ItemInForce, SegmentInPlay, TileInPlay, contents};
pub use difference::{Difference, Pair, difference};
pub use editions::{Change, ChangeKind, Editions, Published, Variant, editions};
pub use error::Error;
pub use fitting::{FitCount, Fitting, fitting};
pub use ledger::{Ledger, Mention, Mentions, Statement, mentions};
pub use library::{Library, compose};
pub use load::{LoadedPacks, load};
pub use migrate::{Migrated, MigratedPlace, Migration, migrate, migrations};
pub use mutate::{Finding, MutationReport, check_mistakes, check_mistakes_until, mutate, prove};
pub use narration::{Narrator, short_place};
pub use pack_source::{MemorySource, PackSource, PackText, Text};
pub use pack_tiles::{PackSegment, PackTile, PackTiles, pack_tiles};
pub use parallel_map::parallel_map;
pub use problems::problems_of;
pub use provenance::Provenance;
pub use removal::Removal;
pub use scenario::{
    Fingerprint, Outcome, Scenario, Step, check_scenarios, check_scenarios_until, fingerprints,
    run_scenarios, scenarios,
};
pub use session::{
    CannotUndo, Chance, Decided, Entry, Head, LONGEST_SAVE, Pin, SAVE_VERSION, Save, Seat, Session,
};
pub use settings::Settings;

pub use rota_syntax::LANGUAGE;

pub use rota_board::{Cell, SegmentId, TileId};
pub use rota_check::OptionInfo;
pub use rota_compile::OptLevel;
pub use rota_game::{
    Choice, Clock, Considered, ConsideredChoice, Decision, DecisionOutcome, EarlierChoice, Event, Game,
    Greedy, History, LoggedCall, NoMatch, PASS, Payment, Pending, Piece, PieceLocation, Player, PlayerSet,
    PlayerView, Position, Random, Record, Refused, Remembered, Reply, RuleFault, Rules, Score, ScoreChange,
    ScoreTerm, Setup, SetupError, StockAmount, StockShare, Subject, Target, Think, TileState, Uniform,
    VisibleDecision, VisibleEvent,
};
pub use rota_source::{
    Diagnostic, Edit, Fix, Help, Label, LineColumn, Safety, Severity, SourceFile, Sources, Span, Spanned,
};
