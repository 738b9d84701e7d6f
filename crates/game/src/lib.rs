//! Position, decisions, effects, chance and history.
//!
//! A [`Game`] joins the machine, which runs the rules, with the board, which knows none: it answers what rules
//! ask, carries out what they do, and goes from turn to turn. It stands at a [`Decision`] or at its end.

// The toy game of the tests names the crate as everyone else does.
#[cfg(test)]
extern crate self as rota_game;

mod alike;
mod allies;
mod apply;
mod bit_packing;
mod blocks;
mod call_log;
mod cell_values;
mod chance;
mod concealed;
mod corners;
mod decision;
mod determinize;
mod evaluate;
mod exec_context;
mod filtered;
mod game;
mod game_host;
mod history;
mod imagine;
mod land;
mod layout;
mod piece;
mod player_view;
mod players;
mod playout;
mod position;
mod printed;
mod profile;
mod questions;
mod refusals;
mod remembered;
mod rules;
mod score;
mod search_tree;
mod sets;
mod setup;
mod sides;
mod stacks;
mod stocks;
mod subject;
mod target;
mod text;
mod text_match;
mod think;
mod var_sets;
mod variables;
mod ways;
mod words;

pub use bit_packing::{
    pack_cell, pack_misfits, pack_placement, unpack_cell, unpack_misfits, unpack_placement,
};
pub use call_log::LoggedCall;
pub use decision::{Choice, Decision, EarlierChoice, NoMatch, Refused};
pub use game::{Game, RuleFault};
pub use game_host::GameHost;
pub use history::{
    Closure, DecisionOutcome, Event, GameStatistics, History, Note, NoteChange, Record, TextRange,
};
pub use piece::{Piece, PieceLocation};
pub use player_view::{PlayerView, VisibleDecision, VisibleEvent};
pub use players::{Greedy, MAX_TRIED_OPTIONS, Player, Random, Uniform};
pub use position::{Award, AwardState, PlayerSet, Position, TileState};
pub use profile::{Clock, FunctionCost, Profile};
pub use remembered::Remembered;
pub use rota_vm::{Pending, Reply};
pub use rules::{
    BlockPartInfo, MAX_PLAYERS, MAX_TILES, Names, Rules, RulesError, StartTile, Stock, TileInfo, TileKindInfo,
};
pub use score::{Payment, Score, ScoreChange, ScoreTerm, StockAmount};
pub use setup::{Setup, SetupError, StartPiece, TURN_LIMIT};
pub use stocks::StockShare;
pub use subject::Subject;
pub use target::Target;
pub use text::PASS;
pub use think::{Considered, ConsideredChoice, Think};
