//! What packs declare, by what it is and how it is called.

use std::collections::BTreeMap;

use rota_bytecode::Sort;
use rota_compose::{Pack, bare};
use rota_source::{Span, joined};
use rota_syntax::ast::{Change, Faces, Item, ItemKind, Name, Step, TrackSpaces, Type, TypeKind};

use super::symbol::{MEMBER, SymbolKind};
use crate::notes::Receiver;

/// Something that a pack declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// What it is.
    pub kind: SymbolKind,
    /// Its name, with its pack where several have one.
    pub name: String,
    /// What carries it, or what it belongs to: the owner of an attribute, the value of a stage, the list of a word.
    pub owner: Option<String>,
    /// The pack.
    pub pack: String,
    /// Where its name stands.
    pub span: Span,
    /// The whole item in which it is declared.
    pub item: Span,
}

impl Declaration {
    /// Returns its name without its pack.
    #[must_use]
    pub fn word(&self) -> &str {
        bare(&self.name)
    }

    /// Returns whether it is asked of this, behind a dot.
    #[must_use]
    pub fn is_asked_of(&self, receiver: &Receiver) -> bool {
        let Some(owner) = self.owner.as_deref().filter(|_| MEMBER.contains(&self.kind)) else { return false };
        if owner == receiver.sort.to_string() {
            return true;
        }
        let is_land = matches!(receiver.sort, Sort::Feature | Sort::Segment);
        if self.kind == SymbolKind::Carried {
            return receiver.sort == Sort::Segment && owner == Sort::Feature.to_string();
        }
        let is_of_kind = || receiver.feature.as_deref().is_none_or(|feature| feature == owner);
        is_land && is_of_kind() && !["tile", "card", "space"].contains(&owner)
    }
}

/// Declarations, and which of them a name may mean.
#[derive(Debug, Default)]
pub struct Declarations {
    list: Vec<Declaration>,
    by_name: BTreeMap<(SymbolKind, String), Vec<usize>>,
    /// Words by the list that they stand in: lists of the same words are one.
    words: BTreeMap<(String, String), usize>,
    /// The parameters of procedures, whose names rules that react to them know.
    params: BTreeMap<usize, Vec<(String, Span)>>,
}

impl Declarations {
    /// Gathers them from all items, those that variants add among them.
    pub(super) fn of<'p>(packs: impl IntoIterator<Item = &'p Pack>) -> Declarations {
        let mut found = Declarations::default();
        for pack in packs {
            for item in pack.items() {
                found.item(&pack.name, item);
            }
        }
        found
    }

    pub(super) fn into_list(self) -> Vec<Declaration> {
        self.list
    }

    /// The declaration with this number.
    pub(super) fn get(&self, index: usize) -> Option<&Declaration> {
        self.list.get(index)
    }

    /// The first declaration of any of these kinds under a name, in the order of the kinds.
    pub(super) fn find(&self, kinds: &[SymbolKind], name: &str) -> Option<usize> {
        kinds.iter().find_map(|kind| self.all(*kind, name).next())
    }

    /// All declarations of a kind under a name.
    pub(super) fn all(&self, kind: SymbolKind, name: &str) -> impl Iterator<Item = usize> {
        self.by_name.get(&(kind, name.to_owned())).into_iter().flatten().copied()
    }

    /// The declaration whose name stands at this place.
    pub(super) fn at(&self, kinds: &[SymbolKind], name: &Name) -> Option<usize> {
        kinds
            .iter()
            .flat_map(|kind| self.all(*kind, &name.node))
            .find(|index| self.get(*index).is_some_and(|declared| declared.span == name.span))
    }

    /// A word of a list, which is written with commas.
    pub(super) fn word(&self, list: &str, word: &str) -> Option<usize> {
        self.words.get(&(list.to_owned(), word.to_owned())).copied()
    }

    /// The parameters of a procedure.
    pub(super) fn params(&self, procedure: usize) -> &[(String, Span)] {
        self.params.get(&procedure).map_or(&[], Vec::as_slice)
    }

    /// What belongs to something else.
    pub(super) fn owned(&self, kind: SymbolKind, name: &str, owner: Option<&str>) -> Option<usize> {
        let mut all = self.all(kind, name);
        all.find(|index| self.get(*index).is_some_and(|declared| declared.owner.as_deref() == owner))
    }

    /// What can be asked of a receiver under this name.
    pub(super) fn member(&self, name: &str, of: &Receiver) -> Option<usize> {
        let mut all = MEMBER.iter().flat_map(|kind| self.all(*kind, name));
        all.find(|index| self.get(*index).is_some_and(|declared| declared.is_asked_of(of)))
    }

    /// The one thing that can be asked under this name, of whatever it may be.
    pub(super) fn only_member(&self, name: &str) -> Option<usize> {
        let mut all = MEMBER.iter().flat_map(|kind| self.all(*kind, name));
        all.next().filter(|_| all.next().is_none())
    }

    fn add_words(&mut self, words: &[Name], of: &Name, at: (&str, &Item)) {
        let list = joined(words);
        for word in words {
            let key = (list.clone(), word.node.clone());
            if !self.words.contains_key(&key) {
                self.words.insert(key, self.list.len());
                self.add(SymbolKind::Word, word, Some(&of.node), at);
            }
        }
    }

    fn add(&mut self, kind: SymbolKind, name: &Name, owner: Option<&str>, (pack, item): (&str, &Item)) {
        let index = self.list.len();
        self.list.push(Declaration {
            kind,
            name: name.node.clone(),
            owner: owner.map(str::to_owned),
            pack: pack.to_owned(),
            span: name.span,
            item: item.span,
        });
        self.by_name.entry((kind, name.node.clone())).or_default().push(index);
    }

    fn item(&mut self, pack: &str, item: &Item) {
        use SymbolKind as K;
        let at = (pack, item);
        match &item.kind {
            ItemKind::Players { .. } | ItemKind::Requires { .. } => {}
            ItemKind::Conflicts { .. } | ItemKind::Board { .. } => {}
            ItemKind::Start { .. } | ItemKind::StartTile { .. } | ItemKind::Meet { .. } => {}
            ItemKind::Menu { .. } | ItemKind::Modify { .. } => {}
            ItemKind::Pack { name, .. } => self.add(K::Pack, name, None, at),
            ItemKind::Tiles { set, .. } => self.add(K::TileSet, set, None, at),
            ItemKind::Edge { letter, .. } => self.add(K::Edge, letter, None, at),
            ItemKind::Feature { name, .. } => self.add(K::Feature, name, None, at),
            ItemKind::Attr { owner, name, ty, .. } => {
                self.add(K::Attribute, name, Some(&owner.node), at);
                self.words_of(ty, name, at);
            }
            ItemKind::Trait { name } => self.add(K::Trait, name, None, at),
            ItemKind::Piece { name, .. } => self.add(K::Piece, name, None, at),
            ItemKind::Bag { name } => self.add(K::Bag, name, None, at),
            ItemKind::Deck { name, cards } => {
                self.add(K::Deck, name, None, at);
                cards.iter().for_each(|card| self.add(K::Card, &card.kind, Some(&name.node), at));
            }
            ItemKind::Row { name, .. } => self.add(K::Row, name, None, at),
            ItemKind::Die { name, faces } => {
                self.add(K::Die, name, None, at);
                if let Faces::Words(words) = faces {
                    self.add_words(words, name, at);
                }
            }
            ItemKind::Stock { kinds } => {
                kinds.iter().for_each(|(name, _)| self.add(K::Stock, name, None, at))
            }
            ItemKind::Track { name, spaces, .. } => {
                self.add(K::Track, name, None, at);
                if let TrackSpaces::Listed(spaces) = spaces {
                    spaces.iter().for_each(|(space, _)| self.add(K::Space, space, Some(&name.node), at));
                }
            }
            ItemKind::Slots { name, .. } => self.add(K::Track, name, None, at),
            ItemKind::Option { name, ty, .. } => {
                self.add(K::Option, name, None, at);
                self.words_of(ty, name, at);
            }
            ItemKind::Reason { names } => names.iter().for_each(|name| self.add(K::Reason, name, None, at)),
            ItemKind::Enum { name, words } => {
                self.add(K::Enum, name, None, at);
                self.add_words(words, name, at);
            }
            ItemKind::Order { phase, steps } => {
                self.add(K::Step, phase, None, at);
                self.steps(steps, at);
            }
            ItemKind::Step { step, .. } => self.steps(std::slice::from_ref(step), at),
            ItemKind::Var { name, ty, owner, .. } => {
                let owner = owner.as_ref().map(|owner| owner.node.as_str()).filter(|owner| *owner != "game");
                self.add(if owner.is_some() { K::Carried } else { K::Variable }, name, owner, at);
                self.words_of(ty, name, at);
            }
            ItemKind::Value { name, stages, .. } => {
                self.add(K::Value, name, None, at);
                stages.iter().for_each(|stage| self.add(K::Stage, stage, Some(&name.node), at));
            }
            ItemKind::Procedure { name, params, .. } => {
                let params = params.iter().map(|param| (param.name.node.clone(), param.name.span));
                self.params.insert(self.list.len(), params.collect());
                self.add(K::Procedure, name, None, at);
            }
            ItemKind::Rule { name, .. } => self.add(K::Rule, name, None, at),
            ItemKind::Action { name, .. } => self.add(K::Action, name, None, at),
            ItemKind::Variant { name, changes, .. } => {
                self.add(K::Variant, name, None, at);
                self.changes(pack, changes);
            }
            ItemKind::With { changes, .. } => self.changes(pack, changes),
            ItemKind::Scenario { title, .. } => self.add(K::Scenario, title, None, at),
            ItemKind::Setup { name, .. } => self.add(K::Setup, name, None, at),
        }
    }

    /// What changes add; what they put in the place of something is declared there already.
    fn changes(&mut self, pack: &str, changes: &[Change]) {
        for change in changes {
            if let Change::Add(item) = change {
                self.item(pack, item);
            }
        }
    }

    fn steps(&mut self, steps: &[Step], at: (&str, &Item)) {
        for step in steps {
            self.add(SymbolKind::Step, &step.name, None, at);
            self.steps(&step.steps, at);
        }
    }

    /// The words that a type lists.
    fn words_of(&mut self, ty: &Type, of: &Name, at: (&str, &Item)) {
        match &ty.kind {
            TypeKind::Int(_) | TypeKind::Named(_) => {}
            TypeKind::Words(words) => self.add_words(words, of, at),
            TypeKind::Set(inner) | TypeKind::Optional(inner) => self.words_of(inner, of, at),
        }
    }
}
