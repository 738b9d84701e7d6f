//! What `rota check` does with what it found: how bad each finding is, the formats of other tools, and mending.

pub(crate) mod github;
pub(crate) mod levels;
pub(crate) mod mending;
pub(crate) mod sarif;
