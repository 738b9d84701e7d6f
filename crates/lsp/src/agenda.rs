//! What is wrong with all that is open and with what builds on it: looked at part by part, so that whoever types never
//! waits for more than one of them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use rota_ide::{Aspect, Finding, Owner, Subject, TextEdit};

/// So long nobody has to type before packs are looked at that are not open.
const PAUSE: Duration = Duration::from_millis(300);

/// Something to look at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Task {
    /// Whether a file of it is open; otherwise it is looked at because it builds on one that is.
    pub is_open: bool,
    pub subject: Subject,
    pub aspect: Aspect,
    /// The file at the beginning of which stands what is about the subject as a whole; nothing where it is not told.
    pub file: Option<String>,
}

/// What is still to be looked at, and what was found so far.
#[derive(Debug, Default)]
pub(crate) struct Agenda {
    tasks: VecDeque<Task>,
    /// By what was looked at, each with its file.
    found: BTreeMap<(Subject, Aspect), Vec<(String, Finding)>>,
}

impl Agenda {
    /// Begins anew after a change: what was typed in comes first, all that is open next, what builds on it last. What
    /// is not looked at any more is forgotten.
    pub fn plan(&mut self, open: &BTreeMap<String, (Subject, bool)>, dependents: Vec<String>) {
        let mut subjects: BTreeMap<&Subject, (bool, &String)> = BTreeMap::new();
        for (file, (subject, is_changed)) in open {
            let known = subjects.entry(subject).or_insert((false, file));
            known.0 |= is_changed;
        }
        let mut tasks: Vec<(bool, bool, Task)> = Vec::new();
        for (subject, (is_changed, file)) in &subjects {
            for aspect in subject.aspects() {
                let (subject, file) = ((*subject).clone(), Some((*file).clone()));
                // Rules of all that is open come before the scenarios of any.
                let order = (*aspect != Aspect::Rules, !is_changed);
                tasks.push((order.0, order.1, Task { is_open: true, subject, aspect: *aspect, file }));
            }
        }
        tasks.sort();
        let further = dependents.into_iter().map(Subject::Pack).filter(|pack| !subjects.contains_key(pack));
        let further = further.flat_map(|subject| {
            let aspects = subject.aspects().iter();
            aspects.map(move |aspect| Task {
                is_open: false,
                subject: subject.clone(),
                aspect: *aspect,
                file: None,
            })
        });
        self.tasks = tasks.into_iter().map(|(_, _, task)| task).chain(further).collect();
        let wanted: BTreeSet<(&Subject, Aspect)> =
            self.tasks.iter().map(|task| (&task.subject, task.aspect)).collect();
        self.found.retain(|(subject, aspect), _| wanted.contains(&(subject, *aspect)));
    }

    /// How long to wait before the next task; nothing where there is none.
    pub fn pause(&self) -> Option<Duration> {
        self.tasks.front().map(|task| if task.is_open { Duration::ZERO } else { PAUSE })
    }

    /// Takes the next task.
    pub fn next(&mut self) -> Option<Task> {
        self.tasks.pop_front()
    }

    /// Takes the next task about something that is open.
    pub fn next_open(&mut self) -> Option<Task> {
        self.tasks.pop_front_if(|task| task.is_open)
    }

    /// Puts a task back that was disturbed.
    pub fn postpone(&mut self, task: Task) {
        self.tasks.push_front(task);
    }

    /// Notes what came of a task.
    pub fn note(&mut self, task: Task, found: Vec<Finding>) {
        let placed = found.into_iter().filter_map(|one| {
            let file = one.place.as_ref().map(|place| place.file.to_string());
            Some((file.or_else(|| task.file.clone())?, one))
        });
        let placed: Vec<_> = placed.collect();
        self.found.insert((task.subject, task.aspect), placed);
    }

    /// Moves what was found in a file along with its text, until it is looked at again.
    pub fn follow(&mut self, file: &str, edit: &TextEdit) {
        for found in self.found.values_mut() {
            found.retain_mut(|(of, one)| of != file || one.follow(edit));
        }
    }

    /// All that was found, by file, each once and in order.
    pub fn findings(&self) -> BTreeMap<String, Vec<Finding>> {
        let mut all: BTreeMap<String, Vec<Finding>> = BTreeMap::new();
        for (file, one) in self.found.values().flatten() {
            all.entry(file.clone()).or_default().push(one.clone());
        }
        for found in all.values_mut() {
            found.sort();
            found.dedup();
        }
        all
    }
}

/// The pack that a file belongs to.
pub(crate) fn pack_of(owner: &Owner) -> Option<&str> {
    match owner {
        Owner::Rules(pack) | Owner::PackTiles(pack, _) => Some(pack),
        Owner::Tiles(_) | Owner::Composition | Owner::Other => None,
    }
}
