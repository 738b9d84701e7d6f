//! `--fix`: makes the edits that are safe.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use rota::{Composition, Sources};
use rota_bytecode::vocabulary::Vocabulary;
use rota_folder::{has_extension, write_atomically};
use rota_protocol::Location;
use rota_source::edited;
use serde::Serialize;

use crate::exit::Failure;
use crate::problems::Problems;

/// What was mended, and what could not be.
#[derive(Debug, Default)]
pub(crate) struct Mended {
    /// In the order in which it was done.
    pub done: Vec<Done>,
    /// Files that were left as they are, for they would not have been read any more.
    pub refused: BTreeSet<String>,
}

/// An edit that was made.
#[derive(Debug, Serialize)]
pub(crate) struct Done {
    /// The file.
    pub file: String,
    /// The line where it began, as the file was before.
    pub line: usize,
    /// The code of what was wrong.
    pub code: &'static str,
    /// What was done.
    pub title: String,
}

/// The edits of one file that do not overlap, and what they do.
#[derive(Default)]
struct Round<'p> {
    edits: Vec<&'p Location>,
    done: Vec<Done>,
}

impl Mended {
    /// Makes the safe edits among these problems, of those that overlap the first; says whether any was made.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn round(&mut self, problems: &Problems) -> Result<bool, Failure> {
        let mut files: BTreeMap<&str, Round<'_>> = BTreeMap::new();
        for problem in problems.iter() {
            // Where there is a choice, somebody has to make it.
            let [fix] = problem.fixes.as_slice() else { continue };
            let meets = |edit: &Location| {
                files
                    .get(edit.file.as_str())
                    .is_some_and(|round| round.edits.iter().any(|other| overlap(edit, other)))
            };
            let is_file =
                |edit: &Location| !self.refused.contains(&edit.file) && Path::new(&edit.file).is_file();
            if !fix.safe || !fix.edits.iter().all(is_file) || fix.edits.iter().any(meets) {
                continue;
            }
            for edit in &fix.edits {
                files.entry(&edit.file).or_default().edits.push(edit);
            }
            if let Some(first) = fix.edits.first() {
                let done = Done {
                    file: first.file.clone(),
                    line: first.line,
                    code: problem.code,
                    title: fix.title.clone(),
                };
                files.entry(&first.file).or_default().done.push(done);
            }
        }
        let mut is_any = false;
        for (file, round) in files {
            let path = Path::new(file);
            let before = fs::read_to_string(path)?;
            let edits =
                round.edits.iter().map(|edit| (edit.start as usize..edit.end as usize, edit.text.as_str()));
            let Some(after) = edited(&before, edits.collect()) else { continue };
            if after == before {
                continue;
            }
            if unread(path, &after) > unread(path, &before) {
                self.refused.insert(file.to_owned());
                continue;
            }
            write_atomically(path, after.as_bytes())
                .map_err(|error| Failure::usage(format!("`{file}` cannot be written: {error}")))?;
            self.done.extend(round.done);
            is_any = true;
        }
        Ok(is_any)
    }
}

/// Whether two edits of one file touch the same text; two that put something in at one place do as well.
fn overlap(one: &Location, other: &Location) -> bool {
    (one.start < other.end && other.start < one.end) || one.start == other.start
}

/// How many places of a file are no rules, or no TOML.
fn unread(path: &Path, text: &str) -> usize {
    let mut sources = Sources::new();
    if has_extension(path, "rota") {
        return rota_syntax::parse(text, 0).1.len();
    }
    let Some(source) = sources.add("", text) else { return usize::MAX };
    let found = match rota::is_composition(text) {
        true => Composition::parse(source).1,
        false => rota_tiles::load(source, "", &Vocabulary::default()).1,
    };
    found.iter().filter(|one| one.code().ends_with("::syntax")).count()
}
