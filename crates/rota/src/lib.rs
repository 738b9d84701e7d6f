//! Packs in, a playable game out.
