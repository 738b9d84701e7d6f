//! The walk that finds every name of a tree and what it names.

use std::collections::{BTreeMap, BTreeSet};

use rota_bytecode::HOOKS;
use rota_compose::Pack;
use rota_source::{Sources, Span, joined};
use rota_syntax::ast::{
    Anchor, Binding, Change, Expr, ExprKind, Faces, Item, ItemKind, Line, LineKind, Name, Param, Statement,
    StatementKind, Tested, TrackSpaces, Trigger, Type, TypeKind,
};
use rota_syntax::visit::{NameKind, Visit};

use super::declarations::Declarations;
use super::symbol::{self, SymbolKind};
use super::{Occurrence, Role, Symbol};
use crate::expressions::types::NAMED;
use crate::notes::Notes;

/// The players of a scenario that names none.
pub const SEATS: [&str; 2] = ["red", "blue"];

/// Finds the names of packs.
pub(super) fn walk(
    packs: &[Pack],
    sources: &Sources,
    declared: &Declarations,
    notes: &Notes,
) -> BTreeMap<(u32, u32), Occurrence> {
    let mut walker = Walker {
        sources,
        declared,
        notes,
        within: None,
        locals: Vec::new(),
        given: Vec::new(),
        setups: BTreeMap::new(),
        seats: BTreeSet::new(),
        found: BTreeMap::new(),
    };
    for item in packs.iter().flat_map(Pack::items) {
        if let ItemKind::Setup { name, lines } = &item.kind {
            let mut seats = BTreeSet::new();
            lines.iter().for_each(|line| seats_of(line, &mut seats));
            walker.setups.insert(name.node.clone(), seats);
        }
    }
    for item in packs.iter().flat_map(Pack::items) {
        walker.item(item);
    }
    walker.found
}

pub(super) struct Walker<'w> {
    pub(super) sources: &'w Sources,
    pub(super) declared: &'w Declarations,
    pub(super) notes: &'w Notes,
    /// The variant that the walk is in.
    pub(super) within: Option<String>,
    /// The names that the present item gives to what it has in hand, in the order of the text.
    pub(super) locals: Vec<(String, Span)>,
    /// What the present item may speak of without naming it: what it reacts to, the answer so far.
    pub(super) given: Vec<(&'static str, Symbol)>,
    /// The players of whom lines speak that scenarios share, by their name.
    setups: BTreeMap<String, BTreeSet<String>>,
    /// The players of the present scenario.
    pub(super) seats: BTreeSet<String>,
    pub(super) found: BTreeMap<(u32, u32), Occurrence>,
}

impl Walker<'_> {
    /// An item whose own name plays this role.
    fn item_in_role(&mut self, item: &Item, role: Role) {
        let outer = (std::mem::take(&mut self.locals), std::mem::take(&mut self.given));
        self.give(item);
        self.names_of(item, role);
        self.seats.clear();
        (self.locals, self.given) = outer;
    }

    /// Notes what an item may speak of without naming it.
    fn give(&mut self, item: &Item) {
        if let ItemKind::Rule { trigger: Trigger::Effect { effect, .. }, .. } = &item.kind {
            let hook = HOOKS.iter().find(|hook| hook.name == effect.node);
            let payload = hook
                .into_iter()
                .flat_map(|hook| hook.payload.iter().chain(&hook.result).map(|(name, _)| (*name, hook.name)));
            self.given.extend(payload.map(|(name, hook)| (name, Symbol::Effect(hook))));
            let procedure = self.declared.find(symbol::PROCEDURE, &effect.node);
            let params = procedure.into_iter().flat_map(|index| self.declared.params(index)).cloned();
            self.locals.extend(params.collect::<Vec<_>>());
        } else if let ItemKind::Modify { name, .. } = &item.kind {
            let value = self.declared.find(symbol::VALUE, &name.node);
            self.given.extend(value.map(|value| ("it", Symbol::Declared(value))));
        } else if let ItemKind::Scenario { lines, .. } | ItemKind::Setup { lines, .. } = &item.kind {
            lines.iter().for_each(|line| seats_of(line, &mut self.seats));
            for line in lines {
                if let LineKind::Setup { name } = &line.kind {
                    self.seats.extend(self.setups.get(&name.node).into_iter().flatten().cloned());
                }
            }
            // Who plays where no line says so.
            self.seats.extend(SEATS.map(str::to_owned));
        }
    }

    fn names_of(&mut self, item: &Item, own: Role) {
        use SymbolKind as K;
        match &item.kind {
            ItemKind::Players { .. } => {}
            ItemKind::Pack { name, .. } => self.put_own(name, symbol::PACK, own),
            ItemKind::Requires { name, .. } | ItemKind::Conflicts { name, .. } => {
                self.put_name(name, symbol::PACK, Role::Uses)
            }
            ItemKind::Trait { name } => self.put_own(name, &[K::Trait], own),
            ItemKind::Bag { name } => self.put_own(name, symbol::BAG, own),
            ItemKind::Edge { letter, kinds } => {
                self.put_own(letter, symbol::EDGE, own);
                self.put_names(kinds, symbol::FEATURE);
            }
            ItemKind::Meet { letter, others } => {
                let letters = [letter].into_iter().chain(others).filter(|letter| letter.node != "any");
                self.put_names(letters, symbol::EDGE);
            }
            ItemKind::Reason { names } => {
                names.iter().for_each(|name| self.put_own(name, symbol::REASON, own));
            }
            ItemKind::Board { columns, rows, when, .. } => {
                self.exprs([columns, rows].into_iter().chain(when))
            }
            ItemKind::Start { name, when, .. } => {
                if name.node.contains('/') {
                    self.put(name.span, Symbol::Tile(name.node.clone()), Role::Uses);
                }
                self.exprs(when);
            }
            ItemKind::StartTile { tile, when, .. } => {
                self.put(tile.span, Symbol::Tile(tile.node.clone()), Role::Uses);
                self.exprs(when);
            }
            ItemKind::Tiles { set, instead, into, when, .. } => {
                self.put_own(set, symbol::TILE_SET, own);
                for (replaced, _) in instead {
                    if replaced.node.contains('/') {
                        self.put(replaced.span, Symbol::Tile(replaced.node.clone()), Role::Uses);
                    } else {
                        self.put_name(replaced, symbol::TILE_SET, Role::Uses);
                    }
                }
                self.put_names(into, symbol::BAG);
                self.exprs(when);
            }
            ItemKind::Feature { name, adjoins, .. } => {
                self.put_own(name, symbol::FEATURE, own);
                self.put_names(adjoins, symbol::FEATURE);
            }
            ItemKind::Attr { owner, name, ty, default, .. } => {
                if !["tile", "card", "space"].contains(&owner.as_str()) {
                    self.put_name(owner, symbol::FEATURE, Role::Uses);
                }
                self.put_owned(name, K::Attribute, Some(&owner.node), own);
                self.walk_type(ty);
                self.exprs(default);
            }
            ItemKind::Piece { name, traits, count, cases, on, .. } => {
                self.put_own(name, symbol::PIECE, own);
                self.put_names(traits, symbol::TRAIT);
                self.expr(count);
                cases.iter().for_each(|case| self.expr(&case.count));
                self.put_names(on, symbol::PERCH);
            }
            ItemKind::Deck { name, cards } => {
                self.put_own(name, &[K::Deck], own);
                for card in cards {
                    self.put_own(&card.kind, &[K::Card], own);
                    self.facets_of(&card.attrs, "card");
                }
            }
            ItemKind::Row { name, of, room } => {
                self.put_own(name, symbol::ROW, own);
                self.put_name(of, symbol::SOURCE, Role::Uses);
                self.expr(room);
            }
            ItemKind::Die { name, faces } => {
                self.put_own(name, symbol::DIE, own);
                if let Faces::Words(words) = faces {
                    self.put_words(words, own);
                }
            }
            ItemKind::Stock { kinds } => {
                for (name, count) in kinds {
                    self.put_own(name, symbol::STOCK, own);
                    self.exprs(count);
                }
            }
            ItemKind::Track { name, spaces, .. } => {
                self.put_own(name, symbol::TRACK, own);
                if let TrackSpaces::Listed(spaces) = spaces {
                    for (space, attrs) in spaces {
                        self.put_own(space, symbol::SPACE, own);
                        self.facets_of(attrs, "space");
                    }
                }
            }
            ItemKind::Slots { name, track, slots } => {
                self.put_own(name, symbol::TRACK, own);
                self.put_name(track, symbol::TRACK, Role::Uses);
                self.put_names(slots.iter().map(|(space, _)| space), symbol::SPACE);
            }
            ItemKind::Option { name, ty, default, .. } => {
                self.put_own(name, symbol::OPTION, own);
                self.walk_type(ty);
                self.expr(default);
            }
            ItemKind::Enum { name, words } => {
                self.put_own(name, &[K::Enum], own);
                self.put_words(words, own);
            }
            ItemKind::Order { phase, steps } => {
                self.put_own(phase, symbol::STEP, own);
                self.own_steps(steps, own);
            }
            ItemKind::Step { step, anchor, order, when, .. } => {
                self.own_steps(std::slice::from_ref(step), own);
                self.put_name(anchor, symbol::STEP, Role::Uses);
                self.precedence(order, NameKind::Step);
                self.exprs(when);
            }
            ItemKind::Menu { step, who, pass_when, otherwise, .. } => {
                self.put_name(step, symbol::STEP, Role::Uses);
                self.expr(who);
                self.exprs(pass_when);
                otherwise.iter().for_each(|block| self.walk_block(block));
            }
            ItemKind::Var { name, ty, init, owner, until, .. } => {
                let owner = owner.as_ref().map(|owner| owner.node.as_str()).filter(|owner| *owner != "game");
                match owner {
                    Some(owner) => self.put_owned(name, K::Carried, Some(owner), own),
                    None => self.put_own(name, &[K::Variable], own),
                }
                self.walk_type(ty);
                self.exprs(init);
                self.put_names(until, symbol::STEP);
            }
            ItemKind::Value { name, params, ty, stages, body } => {
                self.put_own(name, symbol::VALUE, own);
                self.params(params);
                self.walk_type(ty);
                stages.iter().for_each(|stage| self.put_owned(stage, K::Stage, Some(&name.node), own));
                self.walk_body(body);
            }
            ItemKind::Procedure { name, params, body } => {
                self.put_deed(name, own);
                self.params(params);
                self.walk_block(body);
            }
            ItemKind::Modify { name, params, stage, order, when, body } => {
                self.put_name(name, symbol::VALUE, Role::Modifies);
                self.params(params);
                if let Some(stage) = stage {
                    self.put_owned(stage, K::Stage, Some(&name.node), Role::Uses);
                }
                self.precedence(order, NameKind::Word);
                self.exprs(when);
                self.walk_body(body);
            }
            ItemKind::Rule { name, trigger, order, when, body } => {
                self.put_own(name, symbol::RULE, own);
                match trigger {
                    Trigger::Steps(steps) => self.put_names(steps, symbol::STEP),
                    Trigger::Effect { effect, .. } => self.put_deed(effect, Role::Uses),
                }
                self.precedence(order, NameKind::Word);
                self.exprs(when);
                self.walk_block(body);
            }
            ItemKind::Action { name, steps, instead, when, body, .. } => {
                self.put_own(name, &[K::Action, K::Rule], own);
                self.put_names(steps, symbol::STEP);
                self.put_names(instead, symbol::RULE);
                self.exprs(when);
                self.walk_block(body);
            }
            ItemKind::Variant { name, from, changes, .. } => {
                self.put_own(name, symbol::VARIANT, own);
                self.put_names(from, symbol::VARIANT);
                self.changes(changes, format!("variant `{}`", name.node));
            }
            ItemKind::With { packs, changes } => {
                self.put_names(packs, symbol::PACK);
                self.changes(changes, format!("`with {}`", joined(packs)));
            }
            ItemKind::Scenario { title, lines } => {
                if let Some(index) = self.declared.at(&[K::Scenario], title) {
                    self.put(title.span, Symbol::Declared(index), own);
                }
                self.lines(lines);
            }
            ItemKind::Setup { name, lines } => {
                self.put_own(name, symbol::SETUP, own);
                self.lines(lines);
            }
        }
    }

    fn changes(&mut self, changes: &[Change], within: String) {
        let outer = self.within.replace(within);
        for change in changes {
            match change {
                Change::Set { name, value } => {
                    self.put_name(name, symbol::OPTION, Role::Sets);
                    self.expr(value);
                }
                Change::Disable { name } => self.put_name(name, symbol::RULE, Role::Disables),
                Change::Move { step, anchor, .. } => {
                    self.put_name(step, symbol::STEP, Role::Moves);
                    self.put_name(anchor, symbol::STEP, Role::Uses);
                }
                Change::Replace(item) => self.item_in_role(item, Role::Replaces),
                Change::Add(item) => self.item_in_role(item, Role::Declares),
            }
        }
        self.within = outer;
    }

    /// A name that belongs to something else: an attribute, a stage.
    fn put_owned(&mut self, name: &Name, kind: SymbolKind, owner: Option<&str>, role: Role) {
        let found = self.declared.owned(kind, &name.node, owner).map(Symbol::Declared);
        self.put(name.span, found.unwrap_or(Symbol::Unknown(symbol::MEMBER)), role);
    }

    fn facets_of(&mut self, attrs: &[(Name, Expr)], owner: &'static str) {
        for (attr, value) in attrs {
            self.put_owned(attr, SymbolKind::Attribute, Some(owner), Role::Uses);
            self.expr(value);
        }
    }

    fn own_steps(&mut self, steps: &[rota_syntax::ast::Step], role: Role) {
        for step in steps {
            self.put_own(&step.name, symbol::STEP, role);
            self.own_steps(&step.steps, role);
        }
    }
}

impl Visit for Walker<'_> {
    fn item(&mut self, item: &Item) {
        self.item_in_role(item, Role::Declares);
    }

    fn expr(&mut self, expr: &Expr) {
        match &*expr.kind {
            ExprKind::Name(name) => self.put_expression_word(name, expr.span),
            ExprKind::Is { operand, kind: Tested::Word(word), .. } => {
                self.expr(operand);
                let symbol = self.untyped_word(&word.node, symbol::KIND);
                self.put(word.span, symbol.unwrap_or(Symbol::Unknown(symbol::KIND)), Role::Uses);
            }
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::None | ExprKind::Points(_) => {
                self.walk_expr(expr)
            }
            ExprKind::Field { .. } | ExprKind::Call { .. } | ExprKind::Unary { .. } => self.walk_expr(expr),
            ExprKind::Binary { .. } | ExprKind::If { .. } | ExprKind::Set(_) => self.walk_expr(expr),
            ExprKind::Is { .. } | ExprKind::Fold { .. } => self.walk_expr(expr),
        }
    }

    fn statement(&mut self, statement: &Statement) {
        if let StatementKind::Let { name, value } | StatementKind::Roll { name, die: value } = &statement.kind
        {
            self.expr(value);
            self.put_local(name);
        } else if let StatementKind::Draw { name, bag, seen_by, .. } = &statement.kind {
            self.exprs([bag].into_iter().chain(seen_by));
            self.put_local(name);
        } else if let StatementKind::Fill { row } = &statement.kind {
            self.put_name(row, symbol::ROW, Role::Uses);
        } else if let StatementKind::Add { kind, at } = &statement.kind {
            self.put_name(kind, symbol::FEATURE, Role::Uses);
            self.expr(at);
        } else {
            self.walk_statement(statement);
        }
    }

    fn walk_binding(&mut self, binding: &Binding) {
        let Binding { kinds, name, set, from, filter } = binding;
        let is_sort = |kind: &&Name| NAMED.iter().any(|(word, _)| *word == kind.node);
        self.put_names(kinds.iter().filter(|kind| !is_sort(kind)), symbol::KIND);
        self.expr(set);
        self.put_local(name);
        self.exprs(from.iter().chain(filter));
    }

    fn params<'p>(&mut self, params: impl IntoIterator<Item = &'p Param>) {
        for Param { name, ty } in params {
            self.put_local(name);
            self.walk_type(ty);
        }
    }

    fn walk_type(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Int(_) => {}
            TypeKind::Words(words) => self.put_words(words, Role::Declares),
            TypeKind::Named(name) => {
                if NAMED.iter().all(|(known, _)| *known != name.node) {
                    self.put_name(name, symbol::TYPE, Role::Uses);
                }
            }
            TypeKind::Set(inner) | TypeKind::Optional(inner) => self.walk_type(inner),
        }
    }

    fn anchor(&mut self, anchor: &Anchor, kind: NameKind) {
        if anchor.is_pack {
            self.put_name(&anchor.name, symbol::PACK, Role::Uses);
        } else {
            let kinds = if kind == NameKind::Step { symbol::STEP } else { symbol::RULE };
            self.put_name(&anchor.name, kinds, Role::Uses);
        }
    }

    fn line(&mut self, line: &Line) {
        if let LineKind::Option { name, value } = &line.kind {
            self.put_name(name, symbol::OPTION, Role::Uses);
            self.expr(value);
        } else if let LineKind::Variant { name } = &line.kind {
            self.put_name(name, symbol::VARIANT, Role::Uses);
        } else if let LineKind::With { pack } = &line.kind {
            self.put_name(pack, symbol::PACK, Role::Uses);
        } else if let LineKind::Setup { name } = &line.kind {
            self.put_name(name, symbol::SETUP, Role::Uses);
        } else if let LineKind::Die { name, faces } = &line.kind {
            self.put_name(name, symbol::DIE, Role::Uses);
            let words = faces.iter().filter(|face| face.node.parse::<i64>().is_err());
            self.put_names(words, symbol::FACE);
        } else if let LineKind::Keep { thing, .. } = &line.kind {
            self.put_thing(thing);
        } else if let LineKind::Row { row, things } = &line.kind {
            self.put_name(row, symbol::ROW, Role::Uses);
            things.iter().for_each(|(thing, _)| self.put_thing(thing));
        } else if let LineKind::Stand { piece, at, .. } = &line.kind {
            self.put_name(piece, symbol::PIECE, Role::Uses);
            self.put_phrase(at);
        } else if let LineKind::Pile { of, tiles, .. } = &line.kind {
            self.put_names(of, symbol::SOURCE);
            let is_deck =
                of.as_ref().is_some_and(|of| self.declared.find(&[SymbolKind::Deck], &of.node).is_some());
            for (tile, _) in tiles {
                if is_deck {
                    self.put_name(tile, &[SymbolKind::Card], Role::Uses);
                } else {
                    self.put(tile.span, Symbol::Tile(tile.node.clone()), Role::Uses);
                }
            }
        } else if let LineKind::Scores(score) = &line.kind {
            self.put_names(&score.of, symbol::STOCK);
            self.put_names(&score.reason, symbol::REASON);
            score.at.iter().chain(&score.formula).for_each(|words| self.put_phrase(words));
        } else if let LineKind::Start { name } = &line.kind {
            let is_tile = name.node.contains('/');
            match is_tile {
                true => self.put(name.span, Symbol::Tile(name.node.clone()), Role::Uses),
                false => self.put_name(name, symbol::PACK, Role::Uses),
            }
        } else {
            self.walk_line(line);
        }
    }

    fn name(&mut self, name: &Name, kind: NameKind) {
        match kind {
            NameKind::Word => self.put_name(name, symbol::EXPRESSION, Role::Uses),
            NameKind::Step => self.put_name(name, symbol::STEP, Role::Uses),
            NameKind::Deed => self.put_deed(name, Role::Uses),
            NameKind::Tile => self.put(name.span, Symbol::Tile(name.node.clone()), Role::Uses),
            NameKind::Member => self.put_member(name),
            NameKind::Function => self.put_function(name),
            NameKind::Phrase => self.put_phrase(name),
        }
    }
}

/// Notes the players of whom a line speaks.
fn seats_of(line: &Line, seats: &mut BTreeSet<String>) {
    let mut put = |name: &Name| seats.extend([name.node.clone()]);
    if let LineKind::Players { names } | LineKind::Wins { names } = &line.kind {
        names.iter().for_each(put);
    } else if let LineKind::Takes { player, .. }
    | LineKind::Points { player, .. }
    | LineKind::Keep { player, .. }
    | LineKind::Begins { player }
    | LineKind::Decides { player, .. } = &line.kind
    {
        put(player);
    } else if let LineKind::Stand { owner: Some(owner), .. } = &line.kind {
        put(owner);
    } else if let LineKind::Scores(score) = &line.kind {
        put(&score.player);
    } else if let LineKind::Case { lines, .. } = &line.kind {
        lines.iter().for_each(|line| seats_of(line, seats));
    }
}
