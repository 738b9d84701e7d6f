//! Rule text to tree and back.

pub mod ast;
