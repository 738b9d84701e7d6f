//! Flow-sensitive narrowing: what conditions have shown of an expression by the point that is being checked.
//!
//! A condition such as `m.on`, `kept != none` or `f is city` shows that something is there, or of which kind it is.
//! Where it holds, the type of the same question is narrower: a `segment?` is a `segment`, a feature is a city. What
//! is known of the position ends where a statement may change it; what is known of a local name ends where it is set.

use rota_bytecode::{Builtin, Form, Sort, Type};
use rota_source::Span;
use rota_syntax::ast;

use crate::build::load;
use crate::changes::Changes;
use crate::checker::Checker;
use crate::tree::{BinaryOp, Expr, ExprKind, Fold};

/// Something that is there, and perhaps the kind of feature that it is.
#[derive(Clone, Debug)]
struct Fact {
    path: Expr,
    kind: Option<u16>,
}

/// What is known at some point of a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    known: Vec<Fact>,
    /// What was known before a statement that may have changed it.
    lost: Vec<(Fact, Span)>,
    /// Whether a condition on the way here has an error, so that nobody can say what it shows.
    pub(crate) is_vague: bool,
}

impl Facts {
    /// Returns the type of an expression as far as it is known here.
    pub(crate) fn type_of(&self, expr: &Expr) -> Type {
        let mut ty = expr.ty;
        if let ExprKind::Ask { builtin: Builtin::TileCell, args } = &*expr.kind
            && args.iter().all(is_on_table)
        {
            ty = ty.with_form(Form::One);
        }
        for fact in self.known.iter().filter(|fact| fact.path.same_as(expr)) {
            if ty.form == Form::Maybe {
                ty = ty.with_form(Form::One);
            }
            if ty.detail.is_none() && is_of_features(ty) {
                ty = ty.with_detail(fact.kind);
            }
        }
        ty
    }

    /// Returns the statement that may have changed what was known of an expression.
    pub(crate) fn lost(&self, expr: &Expr) -> Option<Span> {
        self.lost.iter().rev().find(|(fact, _)| fact.path.same_as(expr)).map(|(_, span)| *span)
    }

    /// Adds what follows from a condition that holds, or from one that does not, as far as it speaks of the
    /// slots below `slots` alone. `owned` are the kinds of pieces that belong to players, one bit each.
    fn learn(&mut self, condition: &Expr, holds: bool, slots: u16, owned: i64) {
        let found = implied(condition, holds, owned).into_iter();
        self.known.extend(found.filter(|fact| !reads_from(&fact.path, slots)));
    }

    /// Adds that something is there.
    pub(crate) fn learn_some(&mut self, path: Expr) {
        self.known.extend(present(&path, None));
    }

    /// Takes away what may have changed.
    pub(crate) fn forget(&mut self, changes: &Changes) {
        for fact in std::mem::take(&mut self.known) {
            match changes.of(&fact.path) {
                Some(span) => self.lost.push((fact, span)),
                None => self.known.push(fact),
            }
        }
    }

    /// Takes away what speaks of the slots from here on, which are free now.
    pub(crate) fn free(&mut self, slots: u16) {
        self.known.retain(|fact| !reads_from(&fact.path, slots));
        self.lost.retain(|(fact, _)| !reads_from(&fact.path, slots));
    }

    /// Returns what is known where two ways meet.
    pub(crate) fn join(self, other: Facts) -> Facts {
        let in_both = |fact: &Fact| {
            let same = other.known.iter().filter(|there| there.path.same_as(&fact.path));
            same.clone().next().map(|_| Fact {
                path: fact.path.clone(),
                kind: same.map(|there| there.kind).find(|kind| *kind == fact.kind).flatten(),
            })
        };
        let known = self.known.iter().filter_map(in_both).collect();
        let mut lost = self.lost;
        lost.extend(other.lost);
        Facts { known, lost, is_vague: self.is_vague || other.is_vague }
    }
}

impl Checker<'_> {
    /// Gives an expression the type that is known of it here.
    pub(crate) fn refined(&self, expr: Expr) -> Expr {
        Expr { ty: self.scope.facts.type_of(&expr), ..expr }
    }

    /// Checks what is evaluated only where a condition holds, or only where it does not.
    pub(crate) fn where_known<T>(
        &mut self,
        condition: Option<&Expr>,
        holds: bool,
        check: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.apart(|checker| {
            checker.learn(condition, holds);
            check(checker)
        })
    }

    /// Checks what is not always evaluated: behind it is known what was known before.
    pub(crate) fn apart<T>(&mut self, check: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.scope.facts.clone();
        let checked = check(self);
        self.scope.facts = before;
        checked
    }

    /// Adds what follows from a condition to what is known; there is none where it has an error.
    pub(crate) fn learn(&mut self, condition: Option<&Expr>, holds: bool) {
        let slots = self.scope.free_slot();
        let owned = (0..63).zip(&self.declared.pieces).filter(|(_, kind)| !kind.neutral);
        let owned = owned.fold(0, |mask, (bit, _)| mask | (1_i64 << bit));
        match condition {
            Some(condition) => self.scope.facts.learn(condition, holds, slots, owned),
            None => self.scope.facts.is_vague = true,
        }
    }

    /// Adds what is known of what a set, or one value, gives to a slot: what lies on the table has a cell.
    pub(crate) fn learn_member(&mut self, of: &Expr, slot: u16) {
        if of.ty.sort == Sort::Tile && is_on_table(of) {
            let tile = load(slot, of.ty.with_form(Form::One), of.span);
            self.scope.facts.learn_some(answer(Builtin::TileCell, vec![tile]));
        }
    }

    /// Forgets what these statements may change.
    pub(crate) fn forget_changed(&mut self, statements: &[ast::Statement]) {
        let changes = self.changes(statements);
        self.scope.facts.forget(&changes);
    }
}

/// What follows from a condition that holds, or does not.
fn implied(condition: &Expr, holds: bool, owned: i64) -> Vec<Fact> {
    let implied = |condition: &Expr, holds| implied(condition, holds, owned);
    match (&*condition.kind, holds) {
        (ExprKind::Not(inner), _) => implied(inner, !holds),
        (ExprKind::And(left, right), true) | (ExprKind::Or(left, right), false) => {
            [implied(left, holds), implied(right, holds)].concat()
        }
        (ExprKind::Or(left, right), true) | (ExprKind::And(left, right), false) => {
            let of = |side| Facts { known: implied(side, holds), ..Facts::default() };
            of(left).join(of(right)).known
        }
        (ExprKind::Binary { op: BinaryOp::Equal, left, right }, true)
        | (ExprKind::Binary { op: BinaryOp::NotEqual, left, right }, false) => equal(left, right),
        (ExprKind::Binary { op: BinaryOp::NotEqual, left, right }, true)
        | (ExprKind::Binary { op: BinaryOp::Equal, left, right }, false) => unequal(left, right),
        (ExprKind::Ask { builtin: Builtin::SameFeature, args }, true) => match args.as_slice() {
            [left, right] => equal(left, right),
            _ => Vec::new(),
        },
        (ExprKind::Ask { builtin: Builtin::IsFeatureKind, args }, true) => match args.as_slice() {
            [feature, kind] => present(feature, number(kind)),
            _ => Vec::new(),
        },
        (ExprKind::Ask { builtin: Builtin::IsPieceKind, args }, true) => match args.as_slice() {
            [piece, kinds] => {
                let mut found = present(piece, None);
                if matches!(*kinds.kind, ExprKind::Const(kinds) if kinds & !owned == 0) {
                    let owner = vec![Expr { ty: piece.ty.with_form(Form::One), ..piece.clone() }];
                    found.extend(present(&answer(Builtin::PieceOwner, owner), None));
                }
                found
            }
            _ => Vec::new(),
        },
        (ExprKind::Contains { member, .. }, true) => present(member, None),
        (ExprKind::Fold { fold: Fold::Any, filter: Some(filter), .. }, true) => implied(filter, true),
        _ => Vec::new(),
    }
}

/// What follows where two are the same: one that is there shows that the other is.
fn equal(left: &Expr, right: &Expr) -> Vec<Fact> {
    // What is of a kind is there.
    if let ExprKind::Ask { builtin: Builtin::PieceKind, args } = &*left.kind
        && right.ty.form == Form::One
    {
        return args.iter().flat_map(|piece| present(piece, None)).collect();
    }
    beside(left, right, |one| one.ty.form == Form::One)
}

/// What follows where two differ: where one of them is none, the other is there.
fn unequal(left: &Expr, right: &Expr) -> Vec<Fact> {
    beside(left, right, |one| matches!(*one.kind, ExprKind::Const(-1)) && one.ty.form == Form::Maybe)
}

/// That one of two is there, which is shown by the other alone.
fn beside(left: &Expr, right: &Expr, shows: impl Fn(&Expr) -> bool) -> Vec<Fact> {
    match (shows(left), shows(right)) {
        (false, true) => present(left, None),
        (true, false) => present(right, None),
        _ => Vec::new(),
    }
}

/// That something is there, if it is written so that asking again gives the same answer.
fn present(path: &Expr, kind: Option<u16>) -> Vec<Fact> {
    let may_tell = path.ty.form == Form::Maybe || (kind.is_some() && is_of_features(path.ty));
    if may_tell && is_path(path) { vec![Fact { path: path.clone(), kind }] } else { Vec::new() }
}

fn is_path(expr: &Expr) -> bool {
    let asks = matches!(*expr.kind, ExprKind::Get { .. } | ExprKind::Ask { .. } | ExprKind::Call { .. });
    (asks || matches!(*expr.kind, ExprKind::Const(_) | ExprKind::Load(_))) && expr.operands().all(is_path)
}

fn is_of_features(ty: Type) -> bool {
    matches!(ty.sort, Sort::Feature | Sort::Segment)
}

fn number(expr: &Expr) -> Option<u16> {
    let ExprKind::Const(value) = *expr.kind else { return None };
    u16::try_from(value).ok()
}

/// Whether what an expression answers lies on the table.
fn is_on_table(expr: &Expr) -> bool {
    if let ExprKind::Ask { builtin, .. } = &*expr.kind {
        return builtin.info().is_on_table;
    }
    if let ExprKind::NthOrNone { set, .. } = &*expr.kind {
        return is_on_table(set);
    }
    let ExprKind::Fold { fold, set, body, .. } = &*expr.kind else { return false };
    let is_member = matches!(fold, Fold::Most | Fold::Least)
        || (matches!(fold, Fold::Set | Fold::First) && body.is_none());
    is_member && is_on_table(set)
}

fn answer(builtin: Builtin, args: Vec<Expr>) -> Expr {
    Expr::ask(Span::default(), builtin.info().result, builtin, args)
}

/// Whether a path reads this slot or one behind it.
fn reads_from(path: &Expr, slot: u16) -> bool {
    matches!(*path.kind, ExprKind::Load(read) if read >= slot)
        || path.operands().any(|operand| reads_from(operand, slot))
}
