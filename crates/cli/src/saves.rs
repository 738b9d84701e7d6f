//! Saved games as files.

use std::path::Path;

use rota::source::{Diagnostic, Sources};
use rota::{Opened, Save, Session};

use crate::arguments::Composition;
use crate::console::Console;
use crate::exit::Failure;
use crate::files::Files;
use crate::packs::Picked;
use crate::problems::Problems;

/// A saved game that was played again.
pub(crate) struct Resumed {
    /// Its packs.
    pub opened: Opened,
    /// The game.
    pub session: Session,
}

/// Reads a saved game and plays it again: up to a move, or to where it stood.
///
/// Errors: the file is no save, or does not have so many moves; its packs are not there, or are no longer what they
/// were, unless that is accepted; a move is not possible any more.
pub(crate) fn resume(
    path: &Path,
    at: Option<usize>,
    accepts_changes: bool,
    console: &mut Console<'_>,
) -> Result<Resumed, Failure> {
    let files = Files::find()?;
    let text = files.read(path);
    let mut sources = Sources::new();
    let told = |sources: &Sources, found: &[Diagnostic]| {
        let mut problems = Problems::default();
        problems.add(sources, found);
        Failure::Problems(problems)
    };
    let Some(text) = text else { return Err(told(&sources, &files.troubles())) };
    let Some(file) = sources.add(text.name, text.text).cloned() else {
        return Err(Failure::usage("the texts are too long"));
    };
    let save = Save::read(&file).map_err(|found| told(&sources, &[found]))?;
    let mut packs = save.head.packs.clone();
    if let Some(last) = packs.last_mut() {
        save.head.variants.iter().for_each(|variant| {
            last.push('@');
            last.push_str(variant);
        });
    }
    let picked = Picked::read(&Composition { packs, set: save.head.options.clone() })?;
    let seats: Vec<String> = save.head.players.iter().map(|seat| seat.name.clone()).collect();
    let opened = picked.open(&seats, usize::from(save.head.copies), console)?;
    let changes = save.changes(&picked.reading.pins());
    if !changes.is_empty() && !accepts_changes {
        let advice = "`--accept-changes` plays the game again all the same, move by move as it was";
        let changes: Vec<Diagnostic> = changes.into_iter().map(|change| change.help(advice)).collect();
        return Err(told(&sources, &changes));
    }
    let moves = at.unwrap_or_else(|| save.moves());
    let session = Session::replay(&save, &opened, moves).map_err(|found| told(&sources, &[found]))?;
    Ok(Resumed { opened, session })
}
