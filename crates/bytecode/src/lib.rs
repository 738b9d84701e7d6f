//! What the compiler writes and the machine runs: operations, programs, vocabulary, built-ins.

pub mod builtin;
pub mod cells;
mod disassemble;
pub mod effect;
pub mod effect_set;
pub mod op;
pub mod operands;
pub mod program;
pub mod query;
pub mod types;
pub mod verify;
pub mod vocabulary;

pub use builtin::{BUILTINS, Builtin, BuiltinInfo};
pub use cells::{CELL_SHIFT, packed_cell};
pub use disassemble::disassemble;
pub use effect::{Effect, EffectInfo, HOOKS};
pub use effect_set::EffectSet;
pub use op::{Op, Reclaim, Slot, TargetTooFar};
pub use operands::{MachineOperand, Question, Use};
pub use program::{Declared, Program};
pub use query::{Condition, Operand, Query, Source};
pub use types::{Form, Sort, Type};
pub use verify::{VerifyError, verify};
