//! Rule text to tree and back.
