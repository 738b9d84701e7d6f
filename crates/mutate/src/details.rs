//! Figures one off, and words of a list in place of one another.

use std::collections::BTreeMap;

use rota_source::Span;
use rota_syntax::ast::{
    BinaryOp, Expr, ExprKind, Item, ItemKind, Statement, StatementKind, TrackSpaces, Type, TypeKind,
};
use rota_syntax::visit::{Visit, VisitMut};

use crate::set_names::SetNames;
use crate::{Mutation, altered};
use rota_compose::{EditKind, Pack};

/// Lists of words, by what has one of them.
#[derive(Debug, Default)]
pub(super) struct Words {
    /// Options and variables of the game, by name.
    bare: BTreeMap<String, Vec<String>>,
    /// Attributes and other variables, by name; empty where two lists share the name.
    asked: BTreeMap<String, Vec<String>>,
    /// The spaces of each track.
    tracks: Vec<Vec<String>>,
    /// Kinds of goods.
    stocks: Vec<String>,
    /// Pieces with their traits.
    pieces: Vec<(String, Vec<String>)>,
    /// What is a set.
    pub sets: SetNames,
}

impl Words {
    /// Gathers the lists that some packs declare.
    pub fn of(packs: &[Pack]) -> Words {
        let items = || packs.iter().flat_map(|pack| &pack.files).flat_map(|file| &file.items);
        let mut enums: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for item in items() {
            if let ItemKind::Enum { name, words } = &item.kind {
                enums.insert(&name.node, words.iter().map(|word| word.node.clone()).collect());
            }
        }
        let mut words = Words { sets: SetNames::of(packs), ..Words::default() };
        for item in items() {
            if let ItemKind::Option { name, ty, .. } | ItemKind::Var { name, ty, owner: None, .. } =
                &item.kind
            {
                words.bare.extend(list(ty, &enums).map(|list| (name.node.clone(), list)));
            } else if let ItemKind::Attr { name, ty, .. } | ItemKind::Var { name, ty, .. } = &item.kind
                && let Some(list) = list(ty, &enums)
            {
                let known = words.asked.entry(name.node.clone()).or_insert_with(|| list.clone());
                if *known != list {
                    known.clear();
                }
            } else if let ItemKind::Track { spaces: TrackSpaces::Listed(spaces), .. } = &item.kind {
                words.tracks.push(spaces.iter().map(|(space, _)| space.node.clone()).collect());
            } else if let ItemKind::Stock { kinds } = &item.kind {
                words.stocks.extend(kinds.iter().map(|(name, _)| name.node.clone()));
            } else if let ItemKind::Piece { name, traits, .. } = &item.kind {
                words.pieces.push((name.node.clone(), traits.iter().map(|one| one.node.clone()).collect()));
            }
        }
        words
    }

    /// The list that an expression takes its words from, as far as the text alone tells; `word` is one of it.
    fn list_of(&self, expr: &Expr, word: &str) -> Option<&[String]> {
        let list = if let ExprKind::Field { name, .. } = &*expr.kind {
            let of_track = ["space", "ahead", "beside"].contains(&name.as_str());
            if of_track { self.track_of(word)? } else { self.asked.get(&name.node)? }
        } else {
            self.bare.get(name_of(expr)?)?
        };
        list.iter().any(|known| known == word).then_some(list)
    }

    /// The space behind another one on its track, or the first behind the last.
    pub fn space_after(&self, space: &str) -> Option<&str> {
        let track = self.track_of(space)?;
        let at = track.iter().position(|known| known == space)?;
        let next = track.iter().cycle().nth(at + 1)?;
        (next != space).then_some(next)
    }

    /// For a trait a piece that has it, for a piece its first trait: a word that fits as well and means another set.
    pub fn piece_beside(&self, word: &str) -> Option<&str> {
        let with = |has: &str| self.pieces.iter().find(|(_, traits)| traits.iter().any(|one| one == has));
        let own = self.pieces.iter().find(|(piece, _)| piece == word);
        let own = own.and_then(|(_, traits)| traits.first().map(String::as_str));
        own.or_else(|| with(word).map(|(piece, _)| piece.as_str()))
    }

    fn track_of(&self, space: &str) -> Option<&Vec<String>> {
        self.tracks.iter().find(|track| track.iter().any(|known| known == space))
    }
}

fn list(ty: &Type, enums: &BTreeMap<&str, Vec<String>>) -> Option<Vec<String>> {
    match &ty.kind {
        TypeKind::Words(words) => Some(words.iter().map(|word| word.node.clone()).collect()),
        TypeKind::Named(name) => enums.get(name.as_str()).cloned(),
        TypeKind::Optional(inner) => list(inner, enums),
        TypeKind::Int(_) | TypeKind::Set(_) => None,
    }
}

/// A literal and what stands in its place.
struct Edit {
    span: Span,
    was: String,
    becomes: ExprKind,
    now: String,
}

/// The literals of an item and what may stand in their place.
struct Edits<'w> {
    words: &'w Words,
    figures: Vec<Edit>,
    exchanged: Vec<Edit>,
}

impl Visit for Edits<'_> {
    fn statement(&mut self, statement: &Statement) {
        if let StatementKind::Move { to, .. } = &statement.kind {
            let track = name_of(to).and_then(|word| self.words.track_of(word));
            self.exchanged.extend(track.and_then(|track| another(to, track, &[])));
        } else if let StatementKind::Pay { of: Some(of), .. } = &statement.kind {
            self.exchanged.extend(another(of, &self.words.stocks, &[]));
        } else if let StatementKind::Set { target, value } = &statement.kind {
            let list = name_of(value).and_then(|word| self.words.list_of(target, word));
            self.exchanged.extend(list.and_then(|list| another(value, list, &[])));
        }
        self.walk_statement(statement);
    }

    fn expr(&mut self, expr: &Expr) {
        figures(expr, &mut self.figures);
        compared(expr, self.words, &mut self.exchanged);
        self.walk_expr(expr);
    }
}

impl VisitMut for Edit {
    fn expr(&mut self, expr: &mut Expr) {
        if expr.span == self.span && matches!(&*expr.kind, ExprKind::Int(_) | ExprKind::Name(_)) {
            *expr.kind = self.becomes.clone();
        }
        self.walk_expr(expr);
    }
}

/// Each figure in a body or condition one off, each word of a list exchanged for the next.
pub(super) fn details(item: &Item, words: &Words) -> Vec<Mutation> {
    let Some(place) = place(item) else { return Vec::new() };
    let mut edits = Edits { words, figures: Vec::new(), exchanged: Vec::new() };
    edits.item(item);
    let edits = edits.figures.into_iter().chain(edits.exchanged);
    edits
        .map(|mut edit| {
            let description = format!("with {} for {} in {place}", edit.now, edit.was);
            let mut other = item.clone();
            edit.item(&mut other);
            let change = EditKind::Replace(item.span, other);
            Mutation { is_detail: true, ..altered(item, description, edit.span, change) }
        })
        .collect()
}

/// An item in words, where it has bodies or conditions; others are altered as a whole, or hold nothing to alter.
pub(super) fn place(item: &Item) -> Option<String> {
    let (what, name) = if let ItemKind::Rule { name, .. } = &item.kind {
        ("rule", name)
    } else if let ItemKind::Action { name, .. } = &item.kind {
        ("action", name)
    } else if let ItemKind::Value { name, .. } = &item.kind {
        ("value", name)
    } else if let ItemKind::Procedure { name, .. } = &item.kind {
        ("procedure", name)
    } else if let ItemKind::Modify { name, .. } = &item.kind {
        ("the change to", name)
    } else if let ItemKind::Step { step, .. } = &item.kind {
        ("step", &step.name)
    } else if let ItemKind::Tiles { set, .. } = &item.kind {
        ("tiles", set)
    } else if let ItemKind::Start { name, .. } | ItemKind::StartTile { tile: name, .. } = &item.kind {
        ("start", name)
    } else if let ItemKind::Board { .. } = &item.kind {
        return Some("the board".to_owned());
    } else {
        return None;
    };
    Some(format!("{what} `{name}`"))
}

/// A figure one more, and one less where that is still a figure.
fn figures(expr: &Expr, edits: &mut Vec<Edit>) {
    let ExprKind::Int(value) = *expr.kind else { return };
    let others = [value.checked_add(1), value.checked_sub(1).filter(|less| *less >= 0)];
    edits.extend(others.into_iter().flatten().map(|other| Edit {
        span: expr.span,
        was: value.to_string(),
        becomes: ExprKind::Int(other),
        now: other.to_string(),
    }));
}

/// `option = word`, `t.icon in { word, word }`: the words that something is compared with.
fn compared(expr: &Expr, words: &Words, edits: &mut Vec<Edit>) {
    let ExprKind::Binary { op, left, right } = &*expr.kind else { return };
    if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
        for (side, other) in [(right, left), (left, right)] {
            let list = name_of(side).and_then(|word| words.list_of(other, word));
            edits.extend(list.and_then(|list| another(side, list, &[])));
        }
    } else if let (BinaryOp::In | BinaryOp::NotIn, ExprKind::Set(members)) = (op, &*right.kind) {
        let taken: Vec<&str> = members.iter().filter_map(name_of).collect();
        for member in members {
            let list = name_of(member).and_then(|word| words.list_of(left, word));
            edits.extend(list.and_then(|list| another(member, list, &taken)));
        }
    }
}

fn name_of(expr: &Expr) -> Option<&str> {
    if let ExprKind::Name(name) = &*expr.kind { Some(name) } else { None }
}

/// The next word of the list that is not there already.
fn another(expr: &Expr, list: &[String], taken: &[&str]) -> Option<Edit> {
    let word = name_of(expr)?;
    let at = list.iter().position(|known| known == word)?;
    let mut others = list.iter().cycle().skip(at + 1).take(list.len().checked_sub(1)?);
    let other = others.find(|other| !taken.contains(&other.as_str()))?;
    Some(Edit {
        span: expr.span,
        was: format!("`{word}`"),
        becomes: ExprKind::Name(other.clone()),
        now: format!("`{other}`"),
    })
}
