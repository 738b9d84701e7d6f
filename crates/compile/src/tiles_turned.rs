//! Which tiles rules ask how they were turned, an analysis of the checked tree: tiles come out of sets, through names,
//! variables, arguments and results, to the question. What a filter on the way says of their attributes is what is
//! known of them; of tiles that come from anywhere else nothing is.

use std::collections::BTreeSet;

use rota_bytecode::program::TilesAsked;
use rota_bytecode::{Builtin, Sort};
use rota_check::tree::{
    BinaryOp, Expr, ExprKind, Fold, Function, Node, Statement, StatementKind, Tree, constant, walk,
};

/// Tiles that are followed through more calls than this, one in the other, may be any.
const ROUNDS: usize = 64;

/// Finds the tiles of which the functions of a tree ask it, but for those that only answer questions from outside.
pub(crate) fn tiles_turned(tree: &Tree, asked_from_outside: &BTreeSet<u32>) -> TilesAsked {
    let functions = (0..).zip(&tree.functions).filter(|(number, _)| !asked_from_outside.contains(number));
    let functions: Vec<(u32, &Function)> = functions.collect();
    if !functions.iter().any(|(_, function)| asks(&function.body)) {
        return TilesAsked::default();
    }
    let mut flow = Flow::of(tree);
    for _ in 0..ROUNDS {
        if !std::mem::take(&mut flow.grows) {
            return flow.asked;
        }
        for (number, function) in &functions {
            flow.block(*number, &function.body);
        }
    }
    TilesAsked::Any
}

/// What the question is asked with, where an expression is one.
fn question(expr: &Expr) -> Option<&[Expr]> {
    let ExprKind::Ask { builtin, args } = &*expr.kind else { return None };
    builtin.info().tells_rotation.then_some(args)
}

fn asks(body: &[Statement]) -> bool {
    let mut found = false;
    walk(body, &mut |node| found |= matches!(node, Node::Expr(expr) if question(expr).is_some()));
    found
}

/// The tiles that may be where a value is kept, as far as they were followed.
struct Flow {
    /// For each function its slots.
    slots: Vec<Vec<TilesAsked>>,
    results: Vec<TilesAsked>,
    vars: Vec<TilesAsked>,
    /// Whether any came where they were not known to come.
    grows: bool,
    /// Those of which it is asked.
    asked: TilesAsked,
}

impl Flow {
    fn of(tree: &Tree) -> Flow {
        let mut called = BTreeSet::new();
        for function in &tree.functions {
            walk(&function.body, &mut |node| {
                if let Node::Expr(Expr { kind, .. }) = node
                    && let ExprKind::Call { function, .. } = **kind
                {
                    called.insert(function);
                }
            });
        }
        let slots = (0..).zip(&tree.functions).map(|(number, function)| {
            let mut slots = vec![TilesAsked::default(); usize::from(function.slots)];
            // What nobody calls by its number may be given anything.
            if !called.contains(&number) {
                slots.iter_mut().take(usize::from(function.params)).for_each(|slot| *slot = TilesAsked::Any);
            }
            slots
        });
        Flow {
            slots: slots.collect(),
            results: vec![TilesAsked::default(); tree.functions.len()],
            vars: vec![TilesAsked::default(); tree.declared.vars.len()],
            grows: true,
            asked: TilesAsked::default(),
        }
    }

    /// Follows tiles through statements once.
    fn block(&mut self, function: u32, statements: &[Statement]) {
        statements.iter().for_each(|statement| self.statement(function, &statement.kind));
    }

    fn statement(&mut self, function: u32, kind: &StatementKind) {
        if let StatementKind::Each { slot, set, from, filter, body } = kind {
            [set].into_iter().chain(from).for_each(|expr| self.expr(function, expr));
            return self.within(function, *slot, (set, filter.as_ref()), |flow| flow.block(function, body));
        }
        if let StatementKind::Choose { who, groups, otherwise, .. } = kind {
            self.expr(function, who);
            for group in groups {
                group.when.iter().chain([&group.set]).for_each(|expr| self.expr(function, expr));
                let offered = (&group.set, group.filter.as_ref());
                self.within(function, group.slot, offered, |flow| flow.block(function, &group.body));
            }
            return self.block(function, otherwise);
        }
        kind.exprs().for_each(|expr| self.expr(function, expr));
        kind.blocks().for_each(|block| self.block(function, block));
        if let StatementKind::Store { slot, value } = kind {
            let tiles = self.tiles(function, value);
            self.store(function, *slot, &tiles);
        } else if let StatementKind::Do { result: Some(slot), .. } = kind {
            self.store(function, *slot, &TilesAsked::Any);
        } else if let StatementKind::Set { var, value, .. } = kind {
            let tiles = self.tiles(function, value);
            self.grows |= self.vars.get_mut(usize::from(*var)).is_some_and(|own| own.join(&tiles));
        } else if let StatementKind::Return(value) = kind {
            let tiles = self.tiles(function, value);
            self.grows |= self.results.get_mut(function as usize).is_some_and(|own| own.join(&tiles));
        }
    }

    fn expr(&mut self, function: u32, expr: &Expr) {
        if let ExprKind::Fold { slot, set, filter, body, .. } = &*expr.kind {
            self.expr(function, set);
            let body = body.as_ref();
            return self.within(function, *slot, (set, filter.as_ref()), |flow| {
                body.into_iter().for_each(|body| flow.expr(function, body));
            });
        }
        expr.operands().for_each(|operand| self.expr(function, operand));
        if let ExprKind::Call { function: callee, args } = &*expr.kind {
            for (slot, arg) in (0..).zip(args) {
                let tiles = self.tiles(function, arg);
                self.store(*callee, slot, &tiles);
            }
        }
        if let Some(args) = question(expr) {
            let tile = args.iter().find(|arg| arg.ty.sort == Sort::Tile);
            let tiles = tile.map_or(TilesAsked::Any, |tile| self.tiles(function, tile));
            self.asked.join(&tiles);
        }
    }

    /// Follows what is done with the members of a set while each of them is in a slot: a filter, and what comes behind
    /// it.
    fn within(
        &mut self,
        function: u32,
        slot: u16,
        (set, filter): (&Expr, Option<&Expr>),
        inside: impl FnOnce(&mut Flow),
    ) {
        let members = self.members(function, slot, set, filter);
        let outside = self.exchange(function, slot, members);
        filter.into_iter().for_each(|filter| self.expr(function, filter));
        inside(self);
        self.exchange(function, slot, outside);
    }

    fn slot(&mut self, function: u32, slot: u16) -> Option<&mut TilesAsked> {
        self.slots.get_mut(function as usize)?.get_mut(usize::from(slot))
    }

    fn exchange(&mut self, function: u32, slot: u16, tiles: TilesAsked) -> TilesAsked {
        self.slot(function, slot).map(|own| std::mem::replace(own, tiles)).unwrap_or_default()
    }

    fn store(&mut self, function: u32, slot: u16, tiles: &TilesAsked) {
        self.grows |= self.slot(function, slot).is_some_and(|own| own.join(tiles));
    }

    /// The tiles that an expression of a function may come to.
    fn tiles(&self, function: u32, expr: &Expr) -> TilesAsked {
        let none = TilesAsked::default;
        let all = |parts: &[&Expr]| {
            let mut tiles = none();
            parts.iter().for_each(|part| _ = tiles.join(&self.tiles(function, part)));
            tiles
        };
        match &*expr.kind {
            ExprKind::Const(_) => none(),
            ExprKind::Load(slot) => {
                let slots = self.slots.get(function as usize);
                slots.and_then(|slots| slots.get(usize::from(*slot))).cloned().unwrap_or(TilesAsked::Any)
            }
            ExprKind::Get { var, .. } => self.vars.get(usize::from(*var)).cloned().unwrap_or(TilesAsked::Any),
            ExprKind::Call { function, .. } => {
                self.results.get(*function as usize).cloned().unwrap_or(TilesAsked::Any)
            }
            ExprKind::Some(inner)
            | ExprKind::Nth { set: inner, .. }
            | ExprKind::NthOrNone { set: inner, .. } => self.tiles(function, inner),
            ExprKind::If { then, otherwise, .. } => all(&[then, otherwise]),
            ExprKind::With { set, member } => all(&[set, member]),
            ExprKind::Set(members) => all(&members.iter().collect::<Vec<_>>()),
            ExprKind::Fold {
                fold: Fold::First | Fold::Set | Fold::Most | Fold::Least,
                slot,
                set,
                filter,
                ..
            } => self.members(function, *slot, set, filter.as_ref()),
            ExprKind::Fold { .. } | ExprKind::Ask { .. } | ExprKind::Negate(_) | ExprKind::Not(_) => {
                TilesAsked::Any
            }
            ExprKind::Binary { .. } | ExprKind::And(..) | ExprKind::Or(..) => TilesAsked::Any,
            ExprKind::Term { .. } | ExprKind::Within { .. } | ExprKind::Length(_) => TilesAsked::Any,
            ExprKind::Contains { .. } => TilesAsked::Any,
        }
    }

    /// The members of a set that pass a filter, which has them in a slot.
    fn members(&self, function: u32, slot: u16, set: &Expr, filter: Option<&Expr>) -> TilesAsked {
        match filter.and_then(|filter| passed(filter, slot)) {
            Some(pairs) => TilesAsked::With(pairs),
            None => self.tiles(function, set),
        }
    }
}

/// Values of which the tile in a slot has one wherever a filter lets it pass; nothing where the filter does not say.
fn passed(filter: &Expr, slot: u16) -> Option<BTreeSet<(i64, i64)>> {
    if let ExprKind::And(left, right) = &*filter.kind {
        return passed(left, slot).or_else(|| passed(right, slot));
    }
    if let ExprKind::Or(left, right) = &*filter.kind {
        let (mut pairs, others) = (passed(left, slot)?, passed(right, slot)?);
        pairs.extend(others);
        return Some(pairs);
    }
    if let ExprKind::Contains { member, set } = &*filter.kind {
        let (attr, ExprKind::Set(values)) = (attribute(member, slot)?, &*set.kind) else { return None };
        return values.iter().map(|value| Some((attr, constant(value)?))).collect();
    }
    if let ExprKind::Binary { op: BinaryOp::Equal, left, right } = &*filter.kind {
        let pair = |one, other| Some((attribute(one, slot)?, constant(other)?));
        return pair(left, right).or_else(|| pair(right, left)).map(|pair| BTreeSet::from([pair]));
    }
    attribute(filter, slot).filter(|_| filter.ty.sort == Sort::Bool).map(|attr| BTreeSet::from([(attr, 1)]))
}

/// The number of the attribute that an expression asks of the tile in a slot.
fn attribute(expr: &Expr, slot: u16) -> Option<i64> {
    let ExprKind::Ask { builtin: Builtin::TileAttr, args } = &*expr.kind else { return None };
    let [tile, attr] = args.as_slice() else { return None };
    let is_own = matches!(*tile.kind, ExprKind::Load(read) if read == slot);
    constant(attr).filter(|_| is_own)
}
