//! What may be written in the folder of the studio: what lies there as a part of a pack, and what can become one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rota::Diagnostic;
use rota_folder::{COMPOSITIONS, Layout, RULES, Workspace, WorkspaceFile};
use rota_folder::{holds_rules, is_read, is_word, listed, write_atomically};
use rota_source::did_you_mean;

use crate::messages::{Remove, Told, ToldFile, Write};

/// The longest text that is written, in bytes: in a message it may be twice as long.
const LONGEST_TEXT: usize = 2 << 20;

/// The longest name of a file that is looked at, in bytes.
const LONGEST_NAME: usize = 500;

/// Names that some systems take for a device, whatever stands behind the dot.
const DEVICES: [&str; 6] = ["aux", "con", "nul", "prn", "com", "lpt"];

/// Lists the files with their texts. One that cannot be read is left out: what is wrong with it is told with its pack.
pub(crate) fn files(workspace: &Workspace) -> Told {
    let source = workspace.source();
    let files = workspace.files().into_iter().filter_map(|file| {
        let WorkspaceFile { file, pack, set, path } = file;
        let text = source.read(&path)?.text;
        Some(ToldFile { file, pack, set, text, path })
    });
    let new_pack = workspace.shelf().map(|shelf| match source.shown(&shelf).as_str() {
        "" => String::new(),
        shelf => format!("{shelf}/"),
    });
    Told::Files { files: files.collect(), new_pack }
}

/// Writes a file.
///
/// Errors: `serve::not-written`, `serve::changed`.
pub(crate) fn write(workspace: &Workspace, write: &Write) -> Result<(), Diagnostic> {
    if write.text.len() > LONGEST_TEXT {
        let message = format!("the text has more than {LONGEST_TEXT} bytes, and no longer one is written");
        return Err(not_written(message));
    }
    let files = workspace.files();
    if let Some(known) = readable(workspace, &files, &write.file) {
        agree(write, known.pack.as_deref(), known.set.as_deref())?;
        let path = inside(workspace, &known.path, &write.file)?;
        is_still(&path, write.was.as_deref(), &write.file)?;
        return write_atomically(&path, write.text.as_bytes()).map_err(|error| failed(&write.file, &error));
    }
    let new = New::of(workspace, &write.file).ok_or_else(|| nowhere(&write.file, &files))?;
    agree(write, Some(&new.pack), new.set.as_deref())?;
    new.write(workspace, write)
}

/// Removes a file.
///
/// Errors: `serve::not-written`, `serve::changed`.
pub(crate) fn remove(workspace: &Workspace, remove: &Remove) -> Result<(), Diagnostic> {
    let files = workspace.files();
    let known = readable(workspace, &files, &remove.file).ok_or_else(|| nowhere(&remove.file, &files))?;
    for path in known.path.parent().into_iter().chain([known.path.as_path()]) {
        inside(workspace, path, &remove.file)?;
    }
    is_still(&known.path, remove.was.as_deref(), &remove.file)?;
    fs::remove_file(&known.path).map_err(|error| failed(&remove.file, &error))
}

/// The file of this name, where it is one that is told: nobody writes over what they have not seen.
fn readable<'f>(workspace: &Workspace, files: &'f [WorkspaceFile], file: &str) -> Option<&'f WorkspaceFile> {
    let known = files.iter().find(|known| known.file == file)?;
    workspace.source().read(&known.path).is_some().then_some(known)
}

/// A file that is not there yet.
struct New {
    pack: String,
    set: Option<String>,
    folder: PathBuf,
    path: PathBuf,
}

impl New {
    /// A new file that can be a part of a pack: one in the folder of a pack, or the first one of a new pack.
    fn of(workspace: &Workspace, file: &str) -> Option<New> {
        if file.len() > LONGEST_NAME {
            return None;
        }
        let (shown, name) = file.rsplit_once('/')?;
        let (stem, _) = name.rsplit_once('.')?;
        if !is_plain(stem) || !is_read(Path::new(name)) {
            return None;
        }
        let source = workspace.source();
        let known = workspace.packs().into_iter().find(|(_, folder)| source.shown(folder) == shown);
        let (pack, folder) = match known {
            Some(known) => known,
            None => {
                let folder = workspace.shelf()?.join(stem);
                // A pack begins with the rule file of its name.
                let begins = source.shown(&folder) == shown && name == format!("{stem}.rota");
                // Where packs or compositions lie, a rule file would make one pack of it all.
                let is_taken = [RULES, COMPOSITIONS].contains(&stem)
                    || listed(&folder).iter().any(|path| holds_rules(path));
                (begins && !is_taken).then(|| (stem.to_owned(), folder))?
            }
        };
        let set = name.ends_with(".toml").then(|| stem.to_owned());
        Some(New { pack, set, path: folder.join(name), folder })
    }

    fn write(&self, workspace: &Workspace, write: &Write) -> Result<(), Diagnostic> {
        let parent = self.folder.parent().unwrap_or(&self.folder);
        let holder = if workspace.layout() == Layout::Pack { &self.folder } else { parent };
        inside(workspace, holder, &write.file)?;
        // A name that leads elsewhere, or that something else has, is not new.
        match fs::symlink_metadata(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failed(&write.file, &error)),
            Ok(_) => {
                let message =
                    format!("`{}` is there already, and is nothing that can be written", write.file);
                return Err(not_written(message));
            }
        }
        if write.was.as_deref().is_some_and(|was| !was.is_empty()) {
            return Err(changed(&write.file));
        }
        let made = match fs::create_dir(&self.folder) {
            Ok(()) => true,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => false,
            Err(error) => return Err(failed(&write.file, &error)),
        };
        inside(workspace, &self.folder, &write.file)?;
        write_atomically(&self.path, write.text.as_bytes()).map_err(|error| {
            if made {
                // An empty folder is no pack.
                let _ = fs::remove_dir(&self.folder);
            }
            failed(&write.file, &error)
        })
    }
}

/// Where something lies once all links are followed: inside of the folder of the studio.
fn inside(workspace: &Workspace, path: &Path, file: &str) -> Result<PathBuf, Diagnostic> {
    let real = path.canonicalize().map_err(|error| failed(file, &error))?;
    if real.starts_with(workspace.folder()) {
        return Ok(real);
    }
    let help = "write there with whatever keeps the other folder";
    Err(not_written(format!("`{file}` lies outside of the folder of the studio")).help(help))
}

/// Whether a file is what somebody took it for.
fn is_still(path: &Path, was: Option<&str>, file: &str) -> Result<(), Diagnostic> {
    let Some(was) = was else { return Ok(()) };
    match fs::read(path) {
        Ok(bytes) if bytes == was.as_bytes() => Ok(()),
        Ok(_) => Err(changed(file)),
        Err(error) => Err(failed(file, &error)),
    }
}

/// Whether a file belongs to what the message says, as far as it says something.
fn agree(write: &Write, pack: Option<&str>, set: Option<&str>) -> Result<(), Diagnostic> {
    for (what, said, own) in [("pack", &write.pack, pack), ("tile set", &write.set, set)] {
        if let Some(said) = said.as_deref().filter(|said| Some(*said) != own) {
            let message = format!("`{}` does not belong to {what} `{}`", short(&write.file), short(said));
            return Err(not_written(message));
        }
    }
    Ok(())
}

/// Whether a pack or a file can have this name everywhere.
fn is_plain(name: &str) -> bool {
    let bare = name.trim_end_matches(|sign: char| sign.is_ascii_digit()).to_ascii_lowercase();
    is_word(name) && !DEVICES.contains(&bare.as_str())
}

fn nowhere(file: &str, files: &[WorkspaceFile]) -> Diagnostic {
    let usual = "a file that is there, `PACK/NAME.rota` or `PACK/NAME.toml` in the folder of a pack, or \
                 `NAME/NAME.rota` for a new pack can be";
    let meant =
        (file.len() <= LONGEST_NAME).then(|| did_you_mean(file, files.iter().map(|known| &known.file)));
    let help = meant.flatten().unwrap_or_else(|| usual.to_owned());
    not_written(format!("`{}` is no file that can be written here", short(file))).help(help)
}

/// A name as far as it need be shown.
fn short(name: &str) -> String {
    name.chars().take(100).collect()
}

fn failed(file: &str, error: &io::Error) -> Diagnostic {
    not_written(format!("`{}` cannot be written: {error}", short(file)))
}

fn not_written(message: String) -> Diagnostic {
    Diagnostic::error("serve::not-written", message)
}

fn changed(file: &str) -> Diagnostic {
    let message = format!("`{}` is not what it was: somebody else has saved it meanwhile", short(file));
    Diagnostic::error("serve::changed", message).help("look at what it is now, and save again")
}
