//! What the server knows: the open texts, what is made of them, and what it has told the client.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;

use gen_lsp_types::{PublishDiagnosticsParams, Uri};
use rota_ide::position::Encoding;
use rota_ide::{Analysis, Edits, Finding, OpenText, Owner, Subject, Workbench, World};

use crate::convert::{Texts, diagnostic};
use crate::uri::{path_of, uri_of};
use crate::workspace::Workspace;

/// A text as the client has it.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// What the client calls it.
    pub uri: Uri,
    /// The number of its present state.
    pub version: i32,
}

/// All that the server knows.
#[derive(Debug)]
pub(crate) struct State {
    pub workspace: Workspace,
    pub encoding: Encoding,
    /// The texts that are open, by the names of their files.
    pub open: BTreeMap<String, OpenText>,
    pub documents: BTreeMap<String, Document>,
    bench: Workbench,
    analyses: BTreeMap<Subject, Rc<Analysis>>,
    /// What was found by the last check, by file.
    pub findings: BTreeMap<String, Vec<Finding>>,
    /// Whether something has changed since.
    pub is_stale: bool,
    /// The files of which the client was told something.
    told: BTreeSet<String>,
}

impl State {
    /// Starts with nothing open.
    pub fn new(home: Option<PathBuf>, roots: Vec<PathBuf>, encoding: Encoding) -> State {
        State {
            workspace: Workspace::new(home, roots),
            encoding,
            open: BTreeMap::new(),
            documents: BTreeMap::new(),
            bench: Workbench::new(),
            analyses: BTreeMap::new(),
            findings: BTreeMap::new(),
            is_stale: false,
            told: BTreeSet::new(),
        }
    }

    /// The name of a file that the client calls by a URI. What is no file goes by the URI itself.
    pub fn name_of(&self, uri: &Uri) -> String {
        path_of(&uri.0).map_or_else(|| uri.0.clone(), |path| self.workspace.name(&path))
    }

    /// What the client calls a file.
    pub fn uri_of(&self, name: &str) -> Uri {
        let open = self.documents.get(name).map(|document| document.uri.clone());
        open.unwrap_or_else(|| Uri(uri_of(&self.workspace.path(name))))
    }

    /// Takes a text that was opened or has become another one.
    pub fn put(&mut self, uri: Uri, version: i32, text: String) {
        let name = self.name_of(&uri);
        let known = self.open.get(&name).map(|open| open.owner.clone());
        let owner = known.filter(|owner| *owner != Owner::Other).unwrap_or_else(|| {
            path_of(&uri.0).map_or(Owner::Other, |path| self.workspace.admit(&path, &text))
        });
        self.open.insert(name.clone(), OpenText { text, owner });
        self.documents.insert(name, Document { uri, version });
        self.note_change();
    }

    /// Forgets a text that was closed: from now on what lies on the shelf counts.
    pub fn close(&mut self, uri: &Uri) {
        let name = self.name_of(uri);
        self.open.remove(&name);
        self.documents.remove(&name);
        self.note_change();
    }

    /// Looks again at what lies in folders.
    pub fn look_again(&mut self) {
        self.workspace.list_again();
        self.note_change();
    }

    fn note_change(&mut self) {
        self.is_stale = true;
        self.analyses.clear();
        self.bench.refresh();
    }

    /// What is looked at for a file.
    pub fn subject(&self, name: &str) -> Option<Subject> {
        Subject::of(name, &self.open.get(name)?.owner)
    }

    /// What the names in an open file mean.
    pub fn analysis(&mut self, name: &str) -> Option<Rc<Analysis>> {
        let subject = self.subject(name)?;
        if let Some(known) = self.analyses.get(&subject) {
            return Some(known.clone());
        }
        let world = World { shelf: &self.workspace.folders, open: &self.open };
        let found = Rc::new(self.bench.analysis(&world, &subject));
        self.analyses.insert(subject, found.clone());
        Some(found)
    }

    /// Asks something of all that is on the shelf.
    pub fn ask<T>(&mut self, question: impl FnOnce(&mut Workbench, &World<'_>) -> T) -> T {
        let world = World { shelf: &self.workspace.folders, open: &self.open };
        question(&mut self.bench, &world)
    }

    /// Renames what is named at an offset of a file.
    ///
    /// # Errors
    /// Why it cannot be renamed.
    pub fn rename(&mut self, name: &str, offset: usize, new: &str) -> Result<Edits, String> {
        let subject = self.subject(name).ok_or("nothing is known of this file")?;
        let here = self.analysis(name).ok_or("nothing is known of this file")?;
        let world = World { shelf: &self.workspace.folders, open: &self.open };
        let is_users = |file: &str| self.workspace.is_users(&self.workspace.path(file));
        self.bench.rename(&world, &subject, &here, (name, offset), new, &is_users)
    }

    /// Runs a scenario of a file and tells what is wrong with it among the findings, until something changes. Says
    /// whether it holds; nothing where there is none of this title.
    pub fn run_scenario(&mut self, name: &str, title: &str) -> Option<(bool, Vec<PublishDiagnosticsParams>)> {
        let Owner::Rules(pack) = self.open.get(name)?.owner.clone() else { return None };
        if self.is_stale {
            self.check();
        }
        let failures = self.ask(|bench, world| bench.run_scenario(world, &pack, title))?;
        let holds = failures.is_empty();
        for one in failures {
            let file = one.place.as_ref().map_or(name, |place| &place.file).to_owned();
            let known = self.findings.entry(file).or_default();
            if !known.contains(&one) {
                known.push(one);
            }
        }
        Some((holds, self.tell()))
    }

    /// Checks all that is open; hands out what the client has to be told anew.
    pub fn check(&mut self) -> Vec<PublishDiagnosticsParams> {
        self.is_stale = false;
        let subjects: BTreeSet<(Subject, String)> = self
            .open
            .iter()
            .filter_map(|(name, open)| Some((Subject::of(name, &open.owner)?, name.clone())))
            .collect();
        let mut findings: BTreeMap<String, Vec<Finding>> = BTreeMap::new();
        let mut done: Option<Subject> = None;
        for (subject, name) in subjects {
            if done.as_ref() == Some(&subject) {
                continue;
            }
            let found = self.ask(|bench, world| bench.findings(world, &subject));
            for one in found {
                // What is about a pack as a whole stands at the beginning of a file of it.
                let file = one.place.as_ref().map_or(name.as_str(), |place| &place.file);
                findings.entry(file.to_owned()).or_default().push(one);
            }
            done = Some(subject);
        }
        for found in findings.values_mut() {
            found.sort();
            found.dedup();
        }
        self.findings = findings;
        self.tell()
    }

    /// What the client is told: all findings, and that there are none any more where there were some.
    fn tell(&mut self) -> Vec<PublishDiagnosticsParams> {
        let now: BTreeSet<String> = self.findings.keys().chain(self.documents.keys()).cloned().collect();
        let files: BTreeSet<String> = now.union(&self.told).cloned().collect();
        let texts = Texts::of(self);
        let told = files.iter().map(|name| {
            let found = self.findings.get(name).map(Vec::as_slice).unwrap_or_default();
            PublishDiagnosticsParams {
                uri: self.uri_of(name),
                version: self.documents.get(name).map(|document| document.version),
                diagnostics: found.iter().map(|one| diagnostic(&texts, name, one)).collect(),
            }
        });
        let told = told.collect();
        self.told = now;
        told
    }
}
