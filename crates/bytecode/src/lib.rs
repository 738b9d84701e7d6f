//! What the compiler writes and the machine runs: operations, programs, vocabulary, built-ins.

pub mod builtin;
pub mod disassemble;
pub mod effect;
pub mod effect_set;
pub mod op;
pub mod operands;
pub mod program;
pub mod types;
pub mod verify;
pub mod vocabulary;

pub use builtin::{ANYBODY, BUILTINS, Builtin, Entry, Receiver};
pub use disassemble::disassemble;
pub use effect::{Effect, HOOKS, Hook};
pub use effect_set::EffectSet;
pub use op::{Op, Reclaim, Slot, TargetTooFar};
pub use operands::Use;
pub use program::{Declared, Program};
pub use types::{Form, Sort, Type};
pub use verify::{VerifyError, verify};
