//! Names belong to packs.
//!
//! Two packs that know nothing of each other may declare the same name. Each of the two is then called by its
//! pack as well, `ferries::toll`, here and everywhere after: who writes `toll` means the own pack's, or else that
//! of a pack that it requires. Where all packs together have a name once, it stays as it is.

use std::collections::BTreeSet;
use std::sync::Arc;

use rota_source::{Diagnostic, Span, quoted};
use rota_syntax::ast::{
    Anchor, Binding, Expr, ExprKind, Item, ItemKind, Name, Param, Statement, StatementKind, Tested,
};
use rota_syntax::visit::{NameKind, Visit, VisitMut};

use crate::Pack;
use crate::names::{Names, OF_PACK, Space, member};
use crate::rule_file::RuleFile;

/// Returns the packs with names of which there are several written with their packs, and with all others written
/// without; reports names that are looked for in a pack that has none of them.
pub fn qualify(packs: &[Pack], diagnostics: &mut Vec<Diagnostic>) -> Vec<Pack> {
    let names = Names::of(packs);
    let several = names.several();
    let rewritten = packs.iter().enumerate().map(|(index, pack)| {
        let files = pack.files.iter().map(|file| {
            if !file.speaks_of(&several) {
                return Arc::clone(file);
            }
            let mut items = file.items.clone();
            let mut qualifier = Qualifier {
                names: &names,
                pack: index,
                beside: Vec::new(),
                locals: BTreeSet::new(),
                is_quiet: false,
                diagnostics,
            };
            items.iter_mut().for_each(|item| qualifier.item(item));
            Arc::new(RuleFile::new(items))
        });
        Pack { name: pack.name.clone(), files: files.collect() }
    });
    rewritten.collect()
}

/// Gathers the names that a rule gives to what it has in hand.
#[derive(Default)]
struct Locals(BTreeSet<String>);

impl Visit for Locals {
    fn statement(&mut self, statement: &Statement) {
        if let StatementKind::Let { name, .. }
        | StatementKind::Draw { name, .. }
        | StatementKind::Roll { name, .. } = &statement.kind
        {
            self.0.insert(name.node.clone());
        }
        self.walk_statement(statement);
    }

    fn walk_binding(&mut self, binding: &Binding) {
        self.0.insert(binding.name.node.clone());
        self.exprs([&binding.set].into_iter().chain(&binding.from).chain(&binding.filter));
    }

    fn params<'p>(&mut self, params: impl IntoIterator<Item = &'p Param>) {
        self.0.extend(params.into_iter().map(|param| param.name.node.clone()));
    }
}

/// Writes the names of one pack as they are meant.
struct Qualifier<'n> {
    names: &'n Names<'n>,
    pack: usize,
    /// Packs that an item says it is beside.
    beside: Vec<Name>,
    /// Names of the item's own.
    locals: BTreeSet<String>,
    /// Whether nothing is said of packs that do not play.
    is_quiet: bool,
    diagnostics: &'n mut Vec<Diagnostic>,
}

impl Qualifier<'_> {
    /// Writes a name as it is meant.
    fn write(&mut self, name: &mut Name, space: Space) {
        if let Some((pack, word)) = name.node.split_once(OF_PACK) {
            let owners: BTreeSet<usize> = self.names.owners(space, word).collect();
            let index = self.names.packs.iter().position(|known| known.name == pack);
            match index.filter(|index| owners.contains(index)) {
                Some(index) => name.node = self.names.full(index, space, word),
                None if self.is_quiet => {}
                None => self.not_of_pack(name.span, (pack, index.is_some()), word, &owners),
            }
            return;
        }
        let meant = self.names.meant(self.pack, &self.beside, space, &name.node);
        if meant.len() > 1 {
            let written = self.written(&meant, &name.node).join("` or `");
            Diagnostic::error("names::ambiguous", format!("several packs here have a `{name}`"))
                .at(name.span, "which one is meant?")
                .help(format!("name it with its pack: `{written}`"))
                .report(self.diagnostics);
        } else if let Some(only) = meant.first() {
            name.node = self.names.full(*only, space, &name.node);
        }
    }

    fn not_of_pack(&mut self, span: Span, (pack, plays): (&str, bool), word: &str, owners: &BTreeSet<usize>) {
        let known = self.names.packs.iter().map(|pack| &pack.name);
        let help = if !plays {
            format!("before `{OF_PACK}` stands a pack that plays; here these are {}", quoted(known))
        } else if owners.is_empty() {
            "look how it is spelled where it is declared".to_owned()
        } else {
            format!("it is declared as {}", quoted(self.written(owners, word)))
        };
        Diagnostic::error("names::not-of-pack", format!("pack `{pack}` declares no `{word}`"))
            .at(span, "looked for in this pack")
            .help(help)
            .report(self.diagnostics);
    }

    /// A word with each of some packs before it.
    fn written(&self, owners: &BTreeSet<usize>, word: &str) -> Vec<String> {
        let packs = owners.iter().filter_map(|owner| self.names.packs.get(*owner));
        packs.map(|pack| format!("{}{OF_PACK}{word}", pack.name)).collect()
    }

    /// Writes the names among the words of an option or a place.
    fn write_phrase(&mut self, phrase: &mut Name) {
        let words = phrase.node.split(' ').map(|word| {
            let (bare, tail) = word.split_at(word.trim_end_matches(',').len());
            let mut name = Name::new(bare.to_owned(), phrase.span);
            self.write(&mut name, Space::Word);
            name.node + tail
        });
        phrase.node = words.collect::<Vec<String>>().join(" ");
    }

    /// Shows what is inside an item, a name that is asked of something where such are looked for.
    fn walk_others(&mut self, item: &mut Item) {
        let Some(mut asked) = member(item).cloned() else { return self.walk_item(item) };
        self.write(&mut asked, Space::Member);
        self.walk_item(item);
        if let ItemKind::Attr { name, .. } | ItemKind::Var { name, .. } = &mut item.kind {
            *name = asked;
        }
    }
}

impl VisitMut for Qualifier<'_> {
    fn item(&mut self, item: &mut Item) {
        let mut locals = Locals::default();
        locals.item(item);
        let outer = std::mem::replace(&mut self.locals, locals.0);
        if let ItemKind::Pack { .. } | ItemKind::Requires { .. } | ItemKind::Conflicts { .. } = item.kind {
            // What lies outside of packs is no name of theirs.
        } else if let ItemKind::Start { when, .. } | ItemKind::StartTile { when, .. } = &mut item.kind {
            self.exprs(when);
        } else if let ItemKind::Tiles { into, when, .. } = &mut item.kind {
            self.words(into);
            self.exprs(when);
        } else if let ItemKind::With { packs, changes } = &mut item.kind {
            let plays = |name: &Name| self.names.packs.iter().any(|pack| pack.name == name.node);
            if packs.iter().all(plays) {
                self.beside.clone_from(packs);
                changes.iter_mut().for_each(|change| self.walk_change(change));
                self.beside.clear();
            }
        } else if let ItemKind::Scenario { .. } | ItemKind::Setup { .. } = item.kind {
            // Packs that its lines bring in may not be here yet: who plays it tells what is unknown.
            self.is_quiet = true;
            self.walk_item(item);
            self.is_quiet = false;
        } else {
            self.walk_others(item);
        }
        self.locals = outer;
    }

    fn statement(&mut self, statement: &mut Statement) {
        // A name that is given here is the rule's own.
        if let StatementKind::Let { value, .. } | StatementKind::Roll { die: value, .. } = &mut statement.kind
        {
            self.expr(value);
        } else if let StatementKind::Draw { bag, seen_by, .. } = &mut statement.kind {
            self.exprs([bag].into_iter().chain(seen_by));
        } else {
            self.walk_statement(statement);
        }
    }

    fn walk_binding(&mut self, binding: &mut Binding) {
        self.words(&mut binding.kinds);
        self.exprs([&mut binding.set].into_iter().chain(&mut binding.from).chain(&mut binding.filter));
    }

    fn params<'p>(&mut self, params: impl IntoIterator<Item = &'p mut Param>) {
        params.into_iter().for_each(|param| self.walk_type(&mut param.ty));
    }

    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Name(word) = expr.kind.as_mut() {
            if !self.locals.contains(word) {
                let mut name = Name::new(std::mem::take(word), expr.span);
                self.write(&mut name, Space::Word);
                *word = name.node;
            }
            return;
        }
        if let ExprKind::Is { operand, kind: Tested::Word(word), .. } = expr.kind.as_mut()
            && self.locals.contains(&word.node)
        {
            return self.expr(operand);
        }
        self.walk_expr(expr);
    }

    fn anchor(&mut self, anchor: &mut Anchor, kind: NameKind) {
        // What another pack does may be named whether that pack plays or not.
        let pack = anchor.name.node.split_once(OF_PACK).map(|(pack, _)| pack);
        let plays = |pack: &str| self.names.packs.iter().any(|known| known.name == pack);
        if !anchor.is_pack && pack.is_none_or(plays) {
            self.name(&mut anchor.name, kind);
        }
    }

    fn name(&mut self, name: &mut Name, kind: NameKind) {
        let space = match kind {
            NameKind::Word | NameKind::Function => Space::Word,
            NameKind::Step => Space::Step,
            NameKind::Deed => Space::Deed,
            NameKind::Member => Space::Member,
            NameKind::Tile => return,
            NameKind::Phrase => return self.write_phrase(name),
        };
        self.write(name, space);
    }
}
