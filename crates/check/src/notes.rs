//! What the checker finds out about names and otherwise forgets: kept only where somebody asks for it.

use std::collections::BTreeMap;

use rota_bytecode::program::Owner;
use rota_bytecode::{BUILTINS, Builtin, Sort, Type};
use rota_source::Span;
use rota_syntax::ast::{Expr as Written, ExprKind as Ast};

use crate::checker::Checker;
use crate::occurrences::SymbolKind;
use crate::tree::{Expr, ExprKind};

/// What a word in an expression turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meant {
    /// A name of the rule's own, given here.
    Local(Span),
    /// Something of this kind that a pack declares, by the word itself.
    Declared(SymbolKind),
    /// A word of the language.
    Builtin(Builtin),
}

/// What a name behind a dot is asked of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receiver {
    /// What it is.
    pub sort: Sort,
    /// For features and segments: their kind, where it is known.
    pub feature: Option<String>,
    /// Its type, in words.
    pub ty: String,
}

/// What could stand in a place where an unknown name stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gap {
    /// The names that the rule has given by then, innermost last, each with its type in words.
    pub locals: Vec<(String, String)>,
    /// What is wanted here, where that is known.
    pub want: Option<Sort>,
    /// Where a word is wanted: the list that it is one of.
    pub words: Vec<String>,
}

/// What was seen of the names of a composition, by their places.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    pub(crate) meant: BTreeMap<Span, Meant>,
    /// Types in words: of names in expressions, and of the rule's own names where they are given.
    pub(crate) types: BTreeMap<Span, String>,
    pub(crate) receivers: BTreeMap<Span, Receiver>,
    pub(crate) gaps: BTreeMap<Span, Gap>,
}

impl Notes {
    /// Adds what was seen under other variants; what is known already stays.
    pub fn add(&mut self, other: Notes) {
        keep(&mut self.meant, other.meant);
        keep(&mut self.types, other.types);
        keep(&mut self.receivers, other.receivers);
        keep(&mut self.gaps, other.gaps);
    }

    /// Returns what the name behind a dot, at this place, is asked of.
    #[must_use]
    pub fn receiver(&self, name: Span) -> Option<&Receiver> {
        self.receivers.get(&name)
    }

    /// Returns what could stand in place of the unknown name here.
    #[must_use]
    pub fn gap(&self, name: Span) -> Option<&Gap> {
        self.gaps.get(&name)
    }
}

/// Adds what is not known yet.
fn keep<T>(known: &mut BTreeMap<Span, T>, others: BTreeMap<Span, T>) {
    for (span, other) in others {
        known.entry(span).or_insert(other);
    }
}

/// What a constant of a sort is declared as.
const KINDS_OF_SORTS: [(Sort, SymbolKind); 9] = [
    (Sort::Words, SymbolKind::Word),
    (Sort::Reason, SymbolKind::Reason),
    (Sort::Space, SymbolKind::Space),
    (Sort::Stock, SymbolKind::Stock),
    (Sort::Row, SymbolKind::Row),
    (Sort::Bag, SymbolKind::Bag),
    (Sort::Deck, SymbolKind::Deck),
    (Sort::Die, SymbolKind::Die),
    (Sort::Kind, SymbolKind::Piece),
];

impl Checker<'_> {
    /// Keeps what an expression turned out to be, where that is asked for.
    pub(crate) fn note_expr(&mut self, written: &Written, found: Option<&Expr>, want: Option<Type>) {
        let Ast::Name(name) = &*written.kind else { return };
        let meant = self.meant(name, found, want);
        let ty = found.map(|found| self.describe(found.ty));
        let gap = meant.is_none().then(|| self.gap(want));
        let Some(notes) = &mut self.notes else { return };
        notes.meant.extend(meant.map(|meant| (written.span, meant)));
        notes.types.extend(ty.map(|ty| (written.span, ty)));
        notes.gaps.extend(gap.map(|gap| (written.span, gap)));
    }

    /// Keeps what a name behind a dot is asked of.
    pub(crate) fn note_receiver(&mut self, name: Span, ty: Type) {
        if self.notes.is_none() {
            return;
        }
        let is_land = matches!(ty.sort, Sort::Feature | Sort::Segment);
        let kind =
            ty.detail.filter(|_| is_land).and_then(|kind| self.vocabulary.features.get(usize::from(kind)));
        let feature = kind.map(|feature| feature.name.clone());
        let receiver = Receiver { sort: ty.sort, feature, ty: self.describe(ty) };
        if let Some(notes) = &mut self.notes {
            notes.receivers.insert(name, receiver);
        }
    }

    /// Keeps the type of a name that a rule gives, or of one that stands somewhere.
    pub(crate) fn note_type(&mut self, name: Span, ty: Type) {
        if self.notes.is_none() {
            return;
        }
        let ty = self.describe(ty);
        if let Some(notes) = &mut self.notes {
            notes.types.insert(name, ty);
        }
    }

    /// Keeps where the local that is set was named.
    pub(crate) fn note_set(&mut self, name: Span, meant: Meant) {
        if let Some(notes) = &mut self.notes {
            notes.meant.insert(name, meant);
        }
    }

    /// What a word means, in the order in which [`Checker::name`] looks.
    fn meant(&self, name: &str, found: Option<&Expr>, want: Option<Type>) -> Option<Meant> {
        use SymbolKind as Kind;
        if let Some(local) = self.scope.find(name) {
            return Some(Meant::Local(local.span));
        }
        let found = found?;
        if let ExprKind::Ask { builtin, .. } = &*found.kind {
            let asked = [
                (Builtin::RowMembers, Kind::Row),
                (Builtin::TrackSpaces, Kind::Track),
                (Builtin::NeutralPiece, Kind::Piece),
            ];
            let declared = asked.iter().find(|(asked, _)| asked == builtin);
            let declared = declared.map(|(_, kind)| Meant::Declared(*kind));
            return declared.or(Some(Meant::Builtin(*builtin)));
        }
        if let ExprKind::Call { .. } = &*found.kind {
            return Some(Meant::Declared(Kind::Value));
        }
        if self.is_wanted_word(name, want) || !self.options.contains_key(name) {
            let is_const = matches!(&*found.kind, ExprKind::Const(_) | ExprKind::Set(_));
            if self.variable(Owner::Game, name).is_some() && !is_const {
                return Some(Meant::Declared(Kind::Variable));
            }
            let is_set = matches!(&*found.kind, ExprKind::Set(_));
            let kind = KINDS_OF_SORTS.iter().find(|(sort, _)| *sort == found.ty.sort);
            return kind.map(|(_, kind)| Meant::Declared(if is_set { Kind::Trait } else { *kind }));
        }
        Some(Meant::Declared(Kind::Option))
    }

    /// What could stand here in place of an unknown name.
    fn gap(&self, want: Option<Type>) -> Gap {
        let locals = self.scope.locals.iter();
        let words = want.filter(|want| want.sort == Sort::Words).and_then(|want| want.detail);
        let words = words.and_then(|list| self.declared.words.get(usize::from(list)));
        Gap {
            locals: locals.map(|local| (local.name.clone(), self.describe(local.ty))).collect(),
            want: want.map(|want| want.sort),
            words: words.cloned().unwrap_or_default(),
        }
    }
}

/// Returns the built-ins that can be asked of a sort; a segment answers for the feature it lies in.
pub fn builtins_on(sort: Sort) -> impl Iterator<Item = &'static rota_bytecode::BuiltinInfo> {
    BUILTINS.iter().filter(move |entry| entry.answers(sort))
}
