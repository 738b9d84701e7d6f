//! Which pack declares which name, and which names several packs have.

use std::collections::{BTreeMap, BTreeSet};

use rota_syntax::ast::{Change, Item, ItemKind, Name, Step};

use crate::Pack;
use crate::identity::{id_of, name_of};
use crate::order::builds_on;

/// What stands between a pack and a name of its own.
pub const OF_PACK: &str = "::";

/// A name without its pack.
pub fn bare(name: &str) -> &str {
    name.split_once(OF_PACK).map_or(name, |(_, bare)| bare)
}

/// Where a name is looked for, as its place in the text tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Space {
    /// What rules speak of, by a word that stands alone.
    Word,
    /// Steps and orders of steps.
    Step,
    /// What rules do by a name, and react to.
    Deed,
    /// What is asked of something, behind a dot.
    Member,
}

/// That a pack declares a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Declaration {
    pack: usize,
    /// Whose it is: who requires a pack and declares its name means the same thing.
    owner: usize,
    space: Space,
    /// Two things of one class cannot have one name.
    class: &'static str,
    /// Whether the name is written with its pack.
    several: bool,
}

/// The names of all packs.
pub(crate) struct Names<'p> {
    /// The packs.
    pub(crate) packs: &'p [Pack],
    declared: BTreeMap<&'p str, Vec<Declaration>>,
}

impl<'p> Names<'p> {
    /// Gathers them.
    pub(crate) fn of(packs: &'p [Pack]) -> Names<'p> {
        let mut declared: BTreeMap<&str, Vec<Declaration>> = BTreeMap::new();
        let items =
            packs.iter().enumerate().flat_map(|(pack, all)| all.items().map(move |item| (pack, item)));
        for (pack, item) in items {
            declare(item, &mut |space, class, name| {
                let known = declared.entry(name).or_default();
                let declaration = Declaration { pack, owner: pack, space, class, several: false };
                if !known.contains(&declaration) {
                    known.push(declaration);
                }
            });
        }
        for known in declared.values_mut().filter(|known| known.len() > 1) {
            mark_several(packs, known);
        }
        Names { packs, declared }
    }

    /// The packs that declare a name.
    pub(crate) fn owners(&self, space: Space, name: &str) -> impl Iterator<Item = usize> {
        let known = self.declared.get(name).map_or(&[][..], Vec::as_slice).iter();
        known.filter(move |one| one.space == space && one.owner == one.pack).map(|one| one.pack)
    }

    /// All names that any pack writes with its own.
    pub(crate) fn several(&self) -> BTreeSet<&'p str> {
        let names = self.declared.iter().filter(|(_, known)| known.iter().any(|one| one.several));
        names.map(|(name, _)| *name).collect()
    }

    /// Whether any pack writes this with its name.
    pub(crate) fn has_several(&self, space: Space, name: &str) -> bool {
        let known = self.declared.get(name).map_or(&[][..], Vec::as_slice);
        known.iter().any(|one| one.space == space && one.several)
    }

    /// How a name of a pack is written.
    pub(crate) fn full(&self, pack: usize, space: Space, name: &str) -> String {
        let known = self.declared.get(name).map_or(&[][..], Vec::as_slice);
        let several = known.iter().any(|one| one.pack == pack && one.space == space && one.several);
        match self.packs.get(pack).filter(|_| several) {
            Some(pack) => format!("{}{OF_PACK}{name}", pack.name),
            None => name.to_owned(),
        }
    }

    /// The packs that a name may mean in a pack, beside some other packs: those whose word comes first there. None
    /// where the name stays as it is.
    pub(crate) fn meant(&self, pack: usize, beside: &[Name], space: Space, name: &str) -> BTreeSet<usize> {
        if !self.has_several(space, name) {
            return BTreeSet::new();
        }
        let known = self.declared.get(name).map_or(&[][..], Vec::as_slice);
        if let Some(own) = known.iter().find(|one| one.pack == pack && one.space == space) {
            return BTreeSet::from([own.owner]);
        }
        let is_near = |owner: usize| {
            let named = |name: &Name| self.packs.iter().position(|pack| pack.name == name.node);
            let is_of = |near: usize| near == owner || builds_on(self.packs, near, owner);
            is_of(pack) || beside.iter().filter_map(named).any(is_of)
        };
        self.owners(space, name).filter(|owner| is_near(*owner)).collect()
    }
}

/// Finds out which of the declarations of a name have to be told apart by their packs.
fn mark_several(packs: &[Pack], known: &mut [Declaration]) {
    let all = known.to_vec();
    let like = |one: &Declaration, other: &Declaration| (one.space, one.class) == (other.space, other.class);
    for one in known.iter_mut() {
        let required = all.iter().filter(|other| like(one, other) && builds_on(packs, one.pack, other.pack));
        // The first of all is one that requires none of the others.
        let first = required
            .max_by_key(|other| all.iter().filter(|above| builds_on(packs, above.pack, other.pack)).count());
        one.owner = first.map_or(one.pack, |first| first.pack);
    }
    let own: Vec<Declaration> = known.iter().filter(|one| one.owner == one.pack).copied().collect();
    let collides = |one: &Declaration| own.iter().any(|other| like(one, other) && one.pack != other.pack);
    // A pack has one way to write a name, whatever it declares by it.
    let several: Vec<(usize, Space)> =
        own.iter().filter(|one| collides(one)).map(|one| (one.pack, one.space)).collect();
    for one in known.iter_mut() {
        one.several = several.contains(&(one.pack, one.space));
    }
}

/// Shows all names that an item declares, each with its class.
fn declare<'i>(item: &'i Item, with: &mut dyn FnMut(Space, &'static str, &'i str)) {
    if let ItemKind::Variant { changes, .. } | ItemKind::With { changes, .. } = &item.kind {
        for change in changes {
            if let Change::Add(item) = change {
                declare(item, with);
            }
        }
    }
    if let ItemKind::Reason { names } = &item.kind {
        names.iter().for_each(|name| with(Space::Word, "reason", &name.node));
    } else if let ItemKind::Stock { kinds } = &item.kind {
        kinds.iter().for_each(|(name, _)| with(Space::Word, "thing", &name.node));
    } else if let ItemKind::Step { step, .. } = &item.kind {
        declare_steps(std::slice::from_ref(step), with);
    } else if let ItemKind::Order { phase, steps } = &item.kind {
        if !["setup", "turn", "final"].contains(&phase.as_str()) {
            with(Space::Step, "step", &phase.node);
        }
        declare_steps(steps, with);
    } else if let ItemKind::Procedure { name, .. } = &item.kind {
        with(Space::Deed, "procedure", &name.node);
    } else if let Some(name) = member(item) {
        // One name may be asked of a tile and of a player; of features, whatever their kind, it is one question.
        let owner =
            if let ItemKind::Attr { owner, .. } | ItemKind::Var { owner: Some(owner), .. } = &item.kind {
                ["tile", "card", "space", "player", "piece", "cell"]
                    .into_iter()
                    .find(|known| *known == owner.node)
            } else {
                None
            };
        with(Space::Member, owner.unwrap_or("segment"), &name.node);
    } else if let (Some((category, _)), Some(name)) = (id_of(item), name_of(item)) {
        let class = match category {
            "option" | "bag" | "deck" | "die" | "track" | "variable" | "value" => "thing",
            "feature" | "enum" => "kind",
            "edge" | "start" | "tile set" | "order" | "menu" => return,
            other => other,
        };
        with(Space::Word, class, &name.node);
    }
}

fn declare_steps<'i>(steps: &'i [Step], with: &mut dyn FnMut(Space, &'static str, &'i str)) {
    for step in steps {
        with(Space::Step, "step", &step.name.node);
        declare_steps(&step.steps, with);
    }
}

/// The name of what is asked of something: an attribute, or a variable of something.
pub(crate) fn member(item: &Item) -> Option<&Name> {
    if let ItemKind::Attr { name, .. } = &item.kind {
        return Some(name);
    }
    let ItemKind::Var { name, owner: Some(owner), .. } = &item.kind else { return None };
    (owner.node != "game").then_some(name)
}
