//! From a composition to a program: what is in force is checked, made smaller and lowered to operations.
//!
//! [`compile`] is the way in. What is in force is gathered by `rota_compose` and checked into a tree by `rota_check`;
//! here the tree is simplified (`simplify`), lowered to operations (`lower`) and optimised (`passes`). How far that goes is
//! the [`OptLevel`].

mod call_order;
mod fold_constants;
mod if_conversion;
mod inline_calls;
mod inline_values;
mod input;
mod lower;
mod merged_options;
mod passes;
mod pipeline;
mod purity;
mod pushdown;
mod set_sources;
mod simplify;
mod slots;
mod specialize;
mod tiles_turned;
mod unswitch;
mod use_before_def;

pub use input::{CompileInput, Compiled, OptLevel};
pub use pipeline::{compile, lower};
pub use simplify::simplify;
