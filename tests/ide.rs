//! Answers about texts.
