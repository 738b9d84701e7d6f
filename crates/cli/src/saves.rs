//! Saved games in files, read with the packs they name.

use std::fs::File;
use std::io;
use std::path::Path;

use rota::{CompiledGame, Diagnostic, Head, PackSource, Save, Session, Sources};
use rota_folder::write_atomically;

use crate::arguments::CompositionArguments;
use crate::console::Console;
use crate::exit::Failure;
use crate::files::Files;
use crate::packs::PackSelection;

/// A saved game and the packs it is played with.
pub(crate) struct Saved {
    /// What the file holds.
    pub save: Save,
    /// The packs that it names.
    pub selection: PackSelection,
    /// The packs as the game is played with them.
    pub compiled: CompiledGame,
    /// The name of the file, as problems show it.
    pub name: String,
}

impl Saved {
    /// Reads a saved game and compiles the packs it names. Packs that have changed since it was saved are refused,
    /// or only told where `changes_accepted`.
    ///
    /// Errors: the file cannot be read or is no save, a pack is not there or has changed.
    pub fn open(path: &Path, changes_accepted: bool, console: &mut Console<'_>) -> Result<Saved, Failure> {
        let mut files = Files::find()?;
        let Some(text) = files.read_file(&std::path::absolute(path)?) else {
            return Err(Failure::found(&files.take_problems(), &Sources::new()));
        };
        let name = text.name;
        let save = Save::parse(&name, &text.text)?;
        let head = &save.head;
        if let Some(pack) = head.packs.iter().find(|pack| files.resolve(pack).is_err()) {
            let version =
                head.pins.iter().find(|pin| pin.name == *pack).map(|pin| format!(" {}", pin.version));
            let help = match &version {
                Some(version) => format!("get the pack, in version{version}, and `rota pack add` it"),
                None => "a path to a pack counts from the folder where the game was begun: go on from there"
                    .to_owned(),
            };
            let version = version.unwrap_or_default();
            let message = format!("`{name}` is played with pack `{pack}`{version}, which is not here");
            return Err(Failure::advised(message, help));
        }
        let selection = PackSelection::read(&composition(head))?;
        let changes = save.changes(&selection.packs.pins());
        if !changes.is_empty() && !changes_accepted {
            let help = "take the packs of then, or play with those of now: `--accept-changes`";
            let changes: Vec<Diagnostic> = changes.into_iter().map(|change| change.help(help)).collect();
            return Err(Failure::found(&changes, save.sources()));
        }
        for change in changes {
            writeln!(console.err, "{}", change.message())?;
        }
        let seats: Vec<String> = head.players.iter().map(|seat| seat.name.clone()).collect();
        let compiled = selection.compile(&seats, usize::from(head.copies), console)?;
        Ok(Saved { save, selection, compiled, name })
    }

    /// Plays the game again up to a move; up to where it was left for `None`.
    ///
    /// Errors: the first thing that does not hold with the packs as they are now; there is no such move.
    pub fn session(&self, moves: Option<usize>) -> Result<Session, Failure> {
        let moves = moves.unwrap_or_else(|| self.save.moves());
        Ok(Session::replay(&self.save, &self.compiled, moves)?)
    }
}

/// Writes a saved game.
pub(crate) fn write(path: &Path, save: &Save) -> io::Result<()> {
    write_atomically(path, save.to_text().as_bytes())
}

/// Refuses to write over what is no saved game, and over a saved game that somebody may want to go on with.
pub(crate) fn may_write(path: &Path, may_replace: bool) -> Result<(), Failure> {
    let shown = path.display();
    if path.is_dir() {
        return Err(Failure::usage(format!("`{shown}` is a folder, and a game is saved in a file")));
    }
    let Ok(mut file) = File::open(path) else { return Ok(()) };
    let is_save = starts_like_a_save(&mut file);
    if !is_save {
        let help = "take another name; only saved games are written over";
        return Err(Failure::advised(format!("`{shown}` exists and is no saved game"), help));
    }
    if !may_replace {
        let help = format!("go on with it: `rota play --resume {shown}`; or take another name");
        return Err(Failure::advised(format!("`{shown}` holds another game"), help));
    }
    Ok(())
}

fn starts_like_a_save(file: &mut File) -> bool {
    use std::io::Read;

    const START: &[u8] = b"{\"rota_save\":";
    let mut start = Vec::new();
    let read = file.take(START.len() as u64).read_to_end(&mut start);
    read.is_ok() && start == START
}

/// What a save was begun with, as one types it. Variants go by their names alone, so they stand behind any pack.
fn composition(head: &Head) -> CompositionArguments {
    let mut packs = head.packs.clone();
    if let Some(last) = packs.last_mut() {
        for variant in &head.variants {
            last.push('@');
            last.push_str(variant);
        }
    }
    CompositionArguments { packs, start: head.start.clone(), set: head.options.clone() }
}
