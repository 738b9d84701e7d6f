//! What the server knows: the open texts, what is made of them, and what it has told the client.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use gen_lsp_types::{PublishDiagnosticsParams, Uri};
use rota_ide::position::Encoding;
use rota_ide::{Analysis, Edits, Finding, OpenText, Owner, Subject, Workbench, World, smallest_edit};

use crate::agenda::{Agenda, Task, pack_of};
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
    /// Whether something has changed since the last question.
    has_changed: bool,
    /// The file that was changed last.
    changed: String,
    agenda: Agenda,
    /// What went wrong with scenarios that were run since the last change, each in its file.
    failures: Vec<(String, Finding)>,
    /// All that is wrong as far as it is known, by file.
    pub findings: BTreeMap<String, Vec<Finding>>,
    /// What the client was told last: of each file the version and what is wrong.
    told: BTreeMap<String, (Option<i32>, Vec<Finding>)>,
    /// Whether something has changed since it was told.
    is_untold: bool,
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
            has_changed: false,
            changed: String::new(),
            agenda: Agenda::default(),
            failures: Vec::new(),
            findings: BTreeMap::new(),
            told: BTreeMap::new(),
            is_untold: false,
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
        let before = self.open.get(&name).map(|open| open.text.as_str());
        if let Some(edit) = before.and_then(|before| smallest_edit(before, &text)) {
            self.agenda.follow(&name, &edit);
        }
        self.open.insert(name.clone(), OpenText { text, owner });
        self.documents.insert(name.clone(), Document { uri, version });
        self.changed = name;
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
        self.has_changed = true;
        self.is_untold = true;
        self.failures.clear();
        let open = self.open.iter().filter_map(|(name, open)| {
            Some((name.clone(), (Subject::of(name, &open.owner)?, *name == self.changed)))
        });
        self.agenda.plan(&open.collect(), self.workspace.user_packs());
    }

    /// Lets go of what was made of texts that may be others by now, before the next question.
    fn renew(&mut self) {
        if std::mem::take(&mut self.has_changed) {
            self.analyses.clear();
            self.bench.refresh();
        }
    }

    /// What is looked at for a file.
    pub fn subject(&self, name: &str) -> Option<Subject> {
        Subject::of(name, &self.open.get(name)?.owner)
    }

    /// What the names in an open file mean.
    pub fn analysis(&mut self, name: &str) -> Option<Rc<Analysis>> {
        let subject = self.subject(name)?;
        self.renew();
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
        self.renew();
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
        self.check_open();
        let failures = self.ask(|bench, world| bench.run_scenario(world, &pack, title))?;
        let holds = failures.is_empty();
        let failures = failures.into_iter().map(|one| {
            let file = one.place.as_ref().map_or(name, |place| &place.file).to_owned();
            (file, one)
        });
        self.failures.extend(failures);
        Some((holds, self.tell()))
    }

    /// How long to wait for another message before [`State::step`]; nothing where there is nothing to do.
    pub fn pause(&self) -> Option<Duration> {
        self.agenda.pause().or(self.is_untold.then_some(Duration::ZERO))
    }

    /// Looks at the next thing, unless a message comes in between; hands out what the client has to be told anew.
    pub fn step(&mut self, is_disturbed: &dyn Fn() -> bool) -> Vec<PublishDiagnosticsParams> {
        if let Some(task) = self.agenda.next() {
            self.look(task, is_disturbed);
        }
        self.tell()
    }

    /// Looks at the rest of all that is open, so that what is offered belongs to the present texts.
    pub fn check_open(&mut self) -> Vec<PublishDiagnosticsParams> {
        while let Some(task) = self.agenda.next_open() {
            self.look(task, &|| false);
        }
        self.tell()
    }

    fn look(&mut self, task: Task, is_disturbed: &dyn Fn() -> bool) {
        let found = self.ask(|bench, world| {
            if let Subject::Pack(pack) = &task.subject
                && !task.is_open
            {
                let bases: Vec<&str> = world.open.values().filter_map(|open| pack_of(&open.owner)).collect();
                if !bench.builds_on(world, pack, &bases) {
                    return Some(Vec::new());
                }
            }
            bench.check(world, &task.subject, task.aspect, is_disturbed)
        });
        match found {
            Some(found) => self.agenda.note(task, found),
            None => self.agenda.postpone(task),
        }
    }

    /// What the client is told: of each file all that is wrong, where that is not what it was told last.
    fn tell(&mut self) -> Vec<PublishDiagnosticsParams> {
        self.is_untold = false;
        self.findings = self.agenda.findings();
        for (file, one) in &self.failures {
            let known = self.findings.entry(file.clone()).or_default();
            if !known.contains(one) {
                known.push(one.clone());
            }
        }
        let now = self.findings.keys().chain(self.documents.keys());
        let files: BTreeSet<String> = now.chain(self.told.keys()).cloned().collect();
        let mut told = Vec::new();
        for name in files {
            let found = self.findings.get(&name).cloned().unwrap_or_default();
            let version = self.documents.get(&name).map(|document| document.version);
            if self.told.get(&name).is_some_and(|known| *known == (version, found.clone())) {
                continue;
            }
            let texts = Texts::of(self);
            told.push(PublishDiagnosticsParams {
                uri: self.uri_of(&name),
                version,
                diagnostics: found.iter().map(|one| diagnostic(&texts, &name, one)).collect(),
            });
            if version.is_none() && found.is_empty() {
                self.told.remove(&name);
            } else {
                self.told.insert(name, (version, found));
            }
        }
        told
    }
}
