//! Where the words of packs stand in a rule file: a walk over its tree that notes every place to rewrite.

use rota::syntax::ast::{
    Binding, Block, Body, Change, Deciders, Expr, ExprKind, File, Item, ItemKind, Line, LineKind, Name,
    Param, Statement, StatementKind as Do, Step, Trigger, Type, TypeKind,
};
use rota_bytecode::{BUILTINS, Entry, Receiver};
use rota_source::Span;

/// What a place names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Names {
    Step,
    /// A tile: its set before a slash is renamed, its id is not.
    Tile,
    Word,
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

    fn at(&mut self, span: Span) {
        self.0.push(Place { span, names: Names::Word });
    }

    fn name(&mut self, name: &Name) {
        self.at(name.span);
    }

    fn names<'n>(&mut self, names: impl IntoIterator<Item = &'n Name>) {
        names.into_iter().for_each(|name| self.name(name));
    }

    fn step_name(&mut self, name: &Name) {
        self.0.push(Place { span: name.span, names: Names::Step });
    }

    fn tile(&mut self, name: &Name) {
        self.0.push(Place { span: name.span, names: Names::Tile });
    }

    fn step(&mut self, step: &Step) {
        self.step_name(&step.name);
        step.steps.iter().for_each(|step| self.step(step));
    }

    fn ty(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Int(_) => {}
            TypeKind::Words(words) => self.names(words),
            TypeKind::Named(name) => self.name(name),
            TypeKind::Set(inner) | TypeKind::Optional(inner) => self.ty(inner),
        }
    }

    fn params(&mut self, params: &[Param]) {
        for param in params {
            self.name(&param.name);
            self.ty(&param.ty);
        }
    }

    fn body(&mut self, body: &Body) {
        match body {
            Body::Expr(expr) => self.expr(expr),
            Body::Block(block) => self.block(block),
        }
    }

    fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) {
        exprs.into_iter().for_each(|expr| self.expr(expr));
    }

    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Pack { name, .. } | ItemKind::Requires { name, .. } => self.name(name),
            ItemKind::Trait { name } | ItemKind::Bag { name } | ItemKind::Die { name, .. } => self.name(name),
            ItemKind::Start { name, when, .. } => {
                self.name(name);
                self.exprs(when);
            }
            ItemKind::Track { name, spaces, .. } => self.names([name].into_iter().chain(spaces)),
            ItemKind::Slots { name, track, slots } => {
                self.names([name, track].into_iter().chain(slots.iter().map(|(space, _)| space)));
            }
            ItemKind::Deck { name, cards } => {
                self.names([name].into_iter().chain(cards.iter().map(|(card, _)| card)));
            }
            ItemKind::Players { .. } => {}
            ItemKind::Tiles { set, printing, instead, into, when } => {
                self.names([set].into_iter().chain(printing).chain(instead).chain(into));
                self.exprs(when);
            }
            ItemKind::Edge { kinds, .. } => self.names(kinds),
            ItemKind::Meet { .. } => {}
            ItemKind::Feature { name, adjoins, .. } => self.names([name].into_iter().chain(adjoins)),
            ItemKind::Attr { owner, name, ty, default, .. } => {
                self.names([owner, name]);
                self.ty(ty);
                self.exprs(default);
            }
            ItemKind::Piece { name, traits, count, on, .. } => {
                self.names([name].into_iter().chain(traits).chain(on));
                self.expr(count);
            }
            ItemKind::Option { name, ty, default, .. } => {
                self.name(name);
                self.ty(ty);
                self.expr(default);
            }
            ItemKind::Reason { names } => self.names(names),
            ItemKind::Enum { name, words } => self.names([name].into_iter().chain(words)),
            ItemKind::Order { phase, steps } => {
                if !["setup", "turn", "final"].contains(&phase.node.as_str()) {
                    self.step_name(phase);
                }
                steps.iter().for_each(|step| self.step(step));
            }
            ItemKind::Step { step, anchor, when, .. } => {
                self.step(step);
                self.step_name(anchor);
                self.exprs(when);
            }
            ItemKind::Menu { step, who, .. } => {
                self.step_name(step);
                self.expr(who);
            }
            ItemKind::Var { name, ty, init, until, .. } => {
                self.name(name);
                self.ty(ty);
                self.exprs(init);
                until.iter().for_each(|until| self.step_name(until));
            }
            ItemKind::Value { name, params, ty, stages, body } => {
                self.names([name].into_iter().chain(stages));
                self.params(params);
                self.ty(ty);
                self.body(body);
            }
            ItemKind::Modify { name, params, stage, when, body } => {
                self.names([name].into_iter().chain(stage));
                self.params(params);
                self.exprs(when);
                self.body(body);
            }
            ItemKind::Rule { name, trigger, when, body } => {
                self.name(name);
                if let Trigger::Step(step) = trigger {
                    self.step_name(step);
                }
                self.exprs(when);
                self.block(body);
            }
            ItemKind::Action { name, step, instead, when, body } => {
                self.names([name].into_iter().chain(instead));
                self.step_name(step);
                self.exprs(when);
                self.block(body);
            }
            ItemKind::Variant { name, from, changes, .. } => {
                self.names([name].into_iter().chain(from));
                changes.iter().for_each(|change| self.change(change));
            }
            ItemKind::With { packs, changes } => {
                self.names(packs);
                changes.iter().for_each(|change| self.change(change));
            }
            ItemKind::Scenario { lines, .. } => lines.iter().for_each(|line| self.line(line)),
        }
    }

    fn change(&mut self, change: &Change) {
        match change {
            Change::Set { name, value } => {
                self.name(name);
                self.expr(value);
            }
            Change::Disable { name } => self.name(name),
            Change::Move { step, anchor, .. } => {
                self.step_name(step);
                self.step_name(anchor);
            }
            Change::Replace(item) | Change::Add(item) => self.item(item),
        }
    }

    fn block(&mut self, block: &Block) {
        block.statements.iter().for_each(|statement| self.statement(statement));
    }

    fn binding(&mut self, binding: &Binding) {
        self.names(binding.kind.iter().chain([&binding.name]));
        self.expr(&binding.set);
        self.exprs(binding.from.iter().chain(&binding.filter));
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            Do::Let { name, value } => {
                self.name(name);
                self.expr(value);
            }
            Do::Set { target, value } => self.exprs([target, value]),
            Do::If { condition, then, otherwise } => {
                self.expr(condition);
                self.block(then);
                otherwise.iter().for_each(|block| self.block(block));
            }
            Do::Each { binding, body } => {
                self.binding(binding);
                self.block(body);
            }
            Do::Repeat { times, body } => {
                self.expr(times);
                self.block(body);
            }
            Do::Choose(choose) => {
                match &choose.who {
                    Deciders::One(who) => self.expr(who),
                    Deciders::Each(everyone) => self.binding(everyone),
                }
                choose.parts.iter().for_each(|part| self.binding(part));
                self.exprs(&choose.most);
                choose.body.iter().chain(&choose.otherwise).for_each(|block| self.block(block));
            }
            Do::Award { points, to, reason, at } | Do::Score { points, to, reason, at } => {
                self.exprs([points, to]);
                self.name(reason);
                self.exprs(at);
            }
            Do::Pay { points, from, to, reason } => {
                self.exprs([points, from]);
                self.exprs(to);
                self.name(reason);
            }
            Do::Send { piece, reason } => {
                self.expr(piece);
                self.names(reason);
            }
            Do::Put { piece, of, on } | Do::Move { piece, of, to: on } => {
                self.exprs([piece, on]);
                self.exprs(of);
            }
            Do::Show { tile, to } => {
                self.expr(tile);
                self.exprs(to);
            }
            Do::Draw { name, bag, seen_by, .. } => {
                self.name(name);
                self.expr(bag);
                self.exprs(seen_by);
            }
            Do::Roll { name, die } => {
                self.name(name);
                self.expr(die);
            }
            Do::Take { tile, bag } | Do::Shuffle { tile, bag } => self.exprs([tile, bag]),
            Do::Place { tile, at } => self.exprs([tile, at]),
            Do::Link { from, to } | Do::Cut { from, to } => self.exprs([from, to]),
            Do::Append { step } | Do::Run { step } => self.step_name(step),
            Do::Cancel { award: value }
            | Do::Discard { what: value }
            | Do::Close { segment: value }
            | Do::Reopen { segment: value }
            | Do::Return { value } => self.expr(value),
            Do::Give | Do::EndGame | Do::Stop | Do::Leave => {}
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &*expr.kind {
            ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::None => {}
            ExprKind::Name(_) => self.at(expr.span),
            ExprKind::Points(inner) | ExprKind::Unary { operand: inner, .. } => self.expr(inner),
            ExprKind::Field { receiver, name, args } => {
                self.expr(receiver);
                // A word of the language stays, also where a pack has a word for something else that is the same.
                let built_in = |entry: &Entry| entry.receiver != Receiver::None && entry.name == name.node;
                if !BUILTINS.iter().any(built_in) {
                    self.name(name);
                }
                self.exprs(args);
            }
            ExprKind::Call { name, args } => {
                let built_in = |entry: &Entry| entry.receiver == Receiver::None && entry.name == name.node;
                if !BUILTINS.iter().any(|entry| built_in(entry) && !entry.params.is_empty()) {
                    self.name(name);
                }
                self.exprs(args);
            }
            ExprKind::Binary { left, right, .. } => self.exprs([left, right]),
            ExprKind::Is { operand, word, .. } => {
                self.expr(operand);
                self.name(word);
            }
            ExprKind::If { condition, then, otherwise } => self.exprs([condition, then, otherwise]),
            ExprKind::Set(members) => self.exprs(members),
            ExprKind::Fold { binding, body, .. } => {
                self.binding(binding);
                self.exprs(body);
            }
        }
    }

    fn line(&mut self, line: &Line) {
        match &line.kind {
            LineKind::Option { name, value } => {
                self.name(name);
                self.expr(value);
            }
            LineKind::Variant { name } => self.name(name),
            LineKind::With { pack: name } | LineKind::Start { name } => self.name(name),
            LineKind::Ground => {}
            LineKind::Die { name, .. } => self.name(name),
            LineKind::Keep { thing, .. } if thing.node.contains('/') => self.tile(thing),
            LineKind::Keep { thing, .. } => self.name(thing),
            LineKind::Points { .. } => {}
            LineKind::Players { .. } | LineKind::NoScores | LineKind::Options { .. } => {}
            LineKind::Decides { .. } | LineKind::Over => {}
            LineKind::Lay { tile, .. } => self.tile(tile),
            LineKind::Stand { piece, at, .. } => self.names([piece, at]),
            LineKind::Pile { of, tiles } => {
                self.names(of);
                // Behind the name of a deck stand words.
                for (tile, _) in tiles {
                    if of.is_some() { self.name(tile) } else { self.tile(tile) }
                }
            }
            LineKind::Takes { option, .. } | LineKind::Offered { option } | LineKind::Refused { option } => {
                self.name(option);
            }
            LineKind::Scores { reason, formula, .. } | LineKind::Pays { reason, formula, .. } => {
                self.names(reason.iter().chain(formula))
            }
            LineKind::That { expr } => self.expr(expr),
        }
    }
}
