//! All that is wrong with a pack.

use rota_source::{Diagnostic, Severity};

use crate::load::LoadedPacks;
use crate::mutate::check_mistakes;
use crate::scenario::check_scenarios;

/// Compiles a pack with its defaults and with each of its variants, and then looks at its scenarios and written
/// mistakes; what they say comes second.
#[must_use]
pub fn problems_of(packs: &LoadedPacks, pack: &str) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let found = packs.check_variants(pack);
    let mut beside = Vec::new();
    if found.iter().all(|one| one.severity() != Severity::Error) {
        beside = check_scenarios(packs, pack);
        beside.extend(check_mistakes(packs, pack));
    }
    (found, beside)
}
