//! The tables as files: a folder for each, with the game as a save and the seats beside it.

use std::collections::BTreeSet;
use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rota::Diagnostic;
use rota_folder::{listed, replace, write_atomically};

use crate::seating::Seating;

/// In the folder of a table: the game.
const GAME: &str = "game.save";

/// In the folder of a table: who sits there.
const SEATS: &str = "table.toml";

/// The folder of tables that were put away.
const CLOSED: &str = "closed";

/// What a folder is called before the table in it has begun; nobody was told of such a table.
const UNBEGUN: &str = ".begin-";

/// The file that says that a server is at work here.
const LOCK: &str = ".lock";

/// The folder of all tables. No other server has it at the same time.
pub(crate) struct Store {
    folder: PathBuf,
    /// The tables whose games may not be on the disk yet.
    unsynced: Mutex<BTreeSet<u32>>,
    /// Holds the folder for as long as it is open.
    _lock: File,
}

impl Store {
    /// Takes a folder, which is made where it is not there.
    ///
    /// Errors: `serve::folder`.
    pub fn open(folder: PathBuf) -> Result<Store, Diagnostic> {
        let shown = folder.display();
        let fail = |error: io::Error| {
            let message = format!("tables cannot be kept in `{shown}`: {error}");
            Diagnostic::error("serve::folder", message).help("name another folder: `--tables DIR`")
        };
        make_folder(&folder).map_err(fail)?;
        let lock = File::create(folder.join(LOCK)).map_err(fail)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let message = format!("another server keeps its tables in `{shown}`");
                return Err(Diagnostic::error("serve::folder", message)
                    .help("end it, or name another folder: `--tables DIR`"));
            }
            Err(TryLockError::Error(error)) => return Err(fail(error)),
        }
        for path in listed(&folder) {
            if name(&path).is_some_and(|name| name.starts_with(UNBEGUN)) {
                fs::remove_dir_all(&path).map_err(fail)?;
            }
        }
        Ok(Store { folder, unsynced: Mutex::default(), _lock: lock })
    }

    /// The numbers of the tables that are not put away.
    pub fn numbers(&self) -> Vec<u32> {
        numbers(&self.folder)
    }

    /// A number that no table has had.
    pub fn next(&self) -> u32 {
        let closed = numbers(&self.folder.join(CLOSED)).into_iter();
        closed.chain(self.numbers()).max().unwrap_or(0).saturating_add(1)
    }

    /// Reads a table: the text of the save, and who sits there.
    ///
    /// Errors: in words, what is wrong with the files.
    pub fn read(&self, number: u32) -> Result<(String, Seating), String> {
        let folder = self.table(number);
        // What was being written when the server ended is not what has the name.
        for path in listed(&folder) {
            if name(&path).is_some_and(|name| name.starts_with('.') && name.ends_with(".part")) {
                let _ = fs::remove_file(path);
            }
        }
        let seats = self.read_file(number, SEATS)?;
        let seating = Seating::read(&seats).map_err(|why| format!("`{SEATS}` is wrong: {why}"))?;
        Ok((self.read_game(number)?, seating))
    }

    /// Reads the text of a save.
    ///
    /// Errors: in words, why it cannot be read.
    pub fn read_game(&self, number: u32) -> Result<String, String> {
        self.read_file(number, GAME)
    }

    fn read_file(&self, number: u32, name: &str) -> Result<String, String> {
        let read = fs::read_to_string(self.table(number).join(name));
        read.map_err(|error| format!("`{name}` cannot be read: {error}"))
    }

    /// Keeps a table that begins; it is there as a whole or not at all.
    pub fn begin(&self, number: u32, save: &str, seating: &Seating) -> io::Result<()> {
        let unbegun = self.folder.join(format!("{UNBEGUN}{number}"));
        let written = make_folder(&unbegun)
            .and_then(|()| write_atomically(&unbegun.join(GAME), save.as_bytes()))
            .and_then(|()| write_atomically(&unbegun.join(SEATS), seating.to_text().as_bytes()))
            .and_then(|()| fs::rename(&unbegun, self.table(number)));
        match written {
            Ok(()) => sync(&self.folder),
            Err(error) => {
                let _ = fs::remove_dir_all(&unbegun);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Keeps a game as it stands now, whatever becomes of this process; [`Store::sync`] also brings it to the disk. To wait
    /// for the disk at every move would let a thousand tables wait for each other.
    pub fn keep_game(&self, number: u32, save: &str) -> io::Result<()> {
        replace(&self.table(number).join(GAME), save.as_bytes())?;
        self.unsynced.lock().unwrap_or_else(PoisonError::into_inner).insert(number);
        Ok(())
    }

    /// Brings what was kept to the disk, so that it outlasts a loss of power.
    pub fn sync(&self) {
        let tables = std::mem::take(&mut *self.unsynced.lock().unwrap_or_else(PoisonError::into_inner));
        for number in tables {
            // A table that was put away is gone from here, and one that cannot be read now is written anew by its next move.
            if let Ok(game) = File::open(self.table(number).join(GAME)) {
                let _ = game.sync_all();
            }
        }
    }

    /// Keeps who sits at a table.
    pub fn keep_seats(&self, number: u32, seating: &Seating) -> io::Result<()> {
        write_atomically(&self.table(number).join(SEATS), seating.to_text().as_bytes())
    }

    /// Puts a table away.
    pub fn close(&self, number: u32) -> io::Result<()> {
        let closed = self.folder.join(CLOSED);
        make_folder(&closed)?;
        fs::rename(self.table(number), closed.join(number.to_string()))?;
        sync(&closed);
        sync(&self.folder);
        Ok(())
    }

    /// The folder of a table.
    pub fn table(&self, number: u32) -> PathBuf {
        self.folder.join(number.to_string())
    }
}

/// Makes a folder that only its owner reads: who can read a game there knows all that will come.
fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Lets the names in a folder outlast a loss of power, where a system can be asked for that.
fn sync(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

fn name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()
}

/// The folders whose names are numbers.
fn numbers(folder: &Path) -> Vec<u32> {
    let folders = listed(folder).into_iter().filter(|path| path.is_dir());
    let mut numbers: Vec<u32> = folders
        .filter_map(|path| {
            let name = name(&path)?;
            // A number is written in one way only.
            name.parse().ok().filter(|number: &u32| number.to_string() == name)
        })
        .collect();
    numbers.sort_unstable();
    numbers
}
