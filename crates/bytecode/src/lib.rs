//! What the compiler writes and the machine runs: operations, programs, vocabulary, built-ins.

pub mod vocabulary;
