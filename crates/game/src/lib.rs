//! Position, decisions, effects, chance and history.
