//! Where the words of packs stand in a rule file: a visitor of its tree that notes every place to rewrite.

use rota_bytecode::{BUILTINS, BuiltinInfo, HOOKS};
use rota_source::Span;
use rota_syntax::ast::{Anchor, Expr, ExprKind, File, Name};
use rota_syntax::visit::{NameKind, Visit};

/// What a place names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Names {
    Step,
    /// A tile: its set before a slash is renamed, its id is not.
    Tile,
    Word,
    /// Words among which names may stand. A menu goes by the name of its step.
    Phrase,
}

/// A place to rewrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub span: Span,
    pub names: Names,
}

/// All places of a file.
#[derive(Debug, Default)]
pub struct Places(pub Vec<Place>);

impl Places {
    pub fn of(file: &File) -> Places {
        let mut places = Places::default();
        file.items.iter().for_each(|item| places.item(item));
        places.0.sort();
        places.0.dedup();
        places
    }

    fn at(&mut self, span: Span, names: Names) {
        self.0.push(Place { span, names });
    }
}

impl Visit for Places {
    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Name(_) = &*expr.kind {
            self.at(expr.span, Names::Word);
        }
        self.walk_expr(expr);
    }

    fn anchor(&mut self, anchor: &Anchor, kind: NameKind) {
        let kind = if anchor.is_pack { NameKind::Word } else { kind };
        self.name(&anchor.name, kind);
    }

    fn name(&mut self, name: &Name, kind: NameKind) {
        match kind {
            NameKind::Step if ["setup", "turn", "final"].contains(&name.as_str()) => {}
            NameKind::Step => self.at(name.span, Names::Step),
            NameKind::Tile => self.at(name.span, Names::Tile),
            // A word of the language stays, also where a pack has a word for something else that is the same.
            NameKind::Member if is_built_in(name, |entry| entry.receiver.is_some()) => {}
            NameKind::Function
                if is_built_in(name, |entry| entry.receiver.is_none() && !entry.params.is_empty()) => {}
            NameKind::Deed if HOOKS.iter().any(|hook| hook.name == name.node) => {}
            NameKind::Phrase => self.at(name.span, Names::Phrase),
            NameKind::Word | NameKind::Deed | NameKind::Member | NameKind::Function => {
                self.at(name.span, Names::Word);
            }
        }
    }
}

fn is_built_in(name: &Name, fits: impl Fn(&BuiltinInfo) -> bool) -> bool {
    BUILTINS.iter().any(|entry| entry.name == name.node && fits(entry))
}
