//! Random expressions of any type.

use rota_bytecode::{Builtin, Sort, Type};
use rota_check::tree::{BinaryOp, Expr, ExprKind, Fold};

use super::{BOOL, FEATURE, INT, MAYBE, Maker, PIECE, PLAYER, SETS, SPACE, VARS};

impl Maker {
    pub(super) fn constant(&mut self, value: i64) -> Expr {
        Expr { span: self.span(), ty: INT, kind: Box::new(ExprKind::Const(value)) }
    }

    /// An expression of this type.
    pub(super) fn expr(&mut self, ty: Type, depth: usize) -> Expr {
        let kind = if depth == 0 || self.chance(25) { self.leaf(ty) } else { self.branching(ty, depth - 1) };
        Expr { span: self.span(), ty, kind: Box::new(kind) }
    }

    pub(super) fn ask(&mut self, builtin: Builtin, args: &[Type]) -> ExprKind {
        ExprKind::Ask { builtin, args: args.iter().map(|ty| self.expr(*ty, 1)).collect() }
    }

    pub(super) fn leaf(&mut self, ty: Type) -> ExprKind {
        let known: Vec<u16> =
            self.scope.iter().filter(|(_, other)| *other == ty).map(|(slot, _)| *slot).collect();
        if !known.is_empty() && self.chance(60) {
            return ExprKind::Load(known[self.below(known.len())]);
        }
        if ty == SETS[0] {
            return ExprKind::Const(self.below(32) as i64);
        }
        if SETS.contains(&ty) {
            return self.asked_set(ty, false);
        }
        if ty == INT {
            return match self.below(12) {
                0 => ExprKind::Get { var: self.below(usize::from(VARS)) as u16, key: None },
                1 => ExprKind::Ask { builtin: Builtin::Turn, args: Vec::new() },
                2 if self.chance(20) => ExprKind::Const(if self.chance(50) { i64::MAX } else { i64::MIN }),
                _ => ExprKind::Const(self.below(9) as i64 - 2),
            };
        }
        if ty == MAYBE {
            return ExprKind::Const(self.below(6) as i64 - 1);
        }
        let values = [(Sort::Bool, 2), (Sort::Player, 5)];
        let values = values.into_iter().find(|(sort, _)| *sort == ty.sort).map_or(12, |(_, values)| values);
        ExprKind::Const(self.below(values) as i64)
    }

    pub(super) fn asked_set(&mut self, ty: Type, deep: bool) -> ExprKind {
        let key = if deep { self.expr(FEATURE, 1) } else { self.constant(3) };
        if ty.sort == Sort::Player {
            return ExprKind::Ask { builtin: Builtin::Players, args: Vec::new() };
        }
        if ty.sort == Sort::Feature && deep && self.chance(40) {
            let set = self.expr(ty, 2);
            return ExprKind::Ask { builtin: Builtin::SegmentReach, args: vec![key, set] };
        }
        // What a variable holds.
        if ty.sort != Sort::Placement && self.chance(20) {
            let var = self.below(usize::from(VARS)) as i64;
            return ExprKind::Ask { builtin: Builtin::VarMembers, args: vec![self.constant(var), key] };
        }
        if ty.sort == Sort::Int {
            let last = if deep { self.expr(INT, 1) } else { self.constant(6) };
            return ExprKind::Ask { builtin: Builtin::Numbers, args: vec![key, last] };
        }
        let of_one = [
            (Sort::Piece, Builtin::FeaturePieces),
            (Sort::Feature, Builtin::Features),
            (Sort::Space, Builtin::TrackSpaces),
            (Sort::Placement, Builtin::TilePlacements),
        ];
        let asked = of_one.into_iter().find(|(sort, _)| *sort == ty.sort);
        let (_, builtin) = asked.expect("a question for each kind of set");
        ExprKind::Ask { builtin, args: vec![key] }
    }

    pub(super) fn branching(&mut self, ty: Type, depth: usize) -> ExprKind {
        match self.below(10) {
            0 => {
                let condition = self.expr(BOOL, depth);
                return ExprKind::If {
                    condition,
                    then: self.expr(ty, depth),
                    otherwise: self.expr(ty, depth),
                };
            }
            1 | 2 => {
                let fits: Vec<usize> = (0..self.signatures.len())
                    .filter(|index| self.signatures[*index].1 == Some(ty))
                    .collect();
                if !fits.is_empty() {
                    let function = fits[self.below(fits.len())];
                    let params = self.signatures[function].0.clone();
                    let args = params.iter().map(|ty| self.expr(*ty, depth)).collect();
                    return ExprKind::Call { function: function as u32, args };
                }
            }
            _ => {}
        }
        if SETS.contains(&ty) {
            return self.set(ty, depth);
        }
        if ty.sort == Sort::Int {
            self.int(depth)
        } else if ty.sort == Sort::Bool {
            self.truth(depth)
        } else if ty.sort == Sort::Player {
            self.player(ty, depth)
        } else if ty.sort == Sort::Space && self.chance(50) {
            self.ask(Builtin::SpaceAhead, &[SPACE, INT])
        } else if ty.sort == Sort::Piece && self.chance(20) {
            self.ask(Builtin::NeutralPiece, &[INT])
        } else if ty.sort == Sort::Feature && self.chance(60) {
            // What is not there is refused by much that is asked of a feature.
            self.leaf(ty)
        } else {
            self.fold(Fold::First, Type::many(ty.sort), depth)
        }
    }

    pub(super) fn player(&mut self, ty: Type, depth: usize) -> ExprKind {
        if ty == MAYBE {
            return match self.below(2) {
                0 => self.ask(Builtin::PieceOwner, &[PIECE]),
                _ => self.fold(Fold::First, SETS[0], depth),
            };
        }
        match self.below(3) {
            0 => ExprKind::Ask { builtin: Builtin::Active, args: Vec::new() },
            1 => self.ask(Builtin::PlayerNext, &[PLAYER]),
            _ if self.chance(70) => ExprKind::Const(self.below(5) as i64),
            _ => ExprKind::Some(self.expr(MAYBE, depth)),
        }
    }

    pub(super) fn int(&mut self, depth: usize) -> ExprKind {
        match self.below(15) {
            // One of them, or the number behind the last.
            14 => {
                let ty = SETS[[0, 4][self.below(2)]];
                ExprKind::NthOrNone { set: self.expr(ty, depth), number: self.expr(INT, depth) }
            }
            0 => ExprKind::Negate(self.expr(INT, depth)),
            1..=3 => {
                let ops = [
                    BinaryOp::Add,
                    BinaryOp::Subtract,
                    BinaryOp::Multiply,
                    BinaryOp::DivideDown,
                    BinaryOp::DivideUp,
                    BinaryOp::Modulo,
                ];
                let op = ops[self.below(6)];
                let left = self.expr(INT, depth);
                // Mostly not zero, or nearly every tree would end in a fault.
                let known = matches!(op, BinaryOp::DivideDown | BinaryOp::DivideUp | BinaryOp::Modulo);
                let right = if known && self.chance(90) { self.constant(3) } else { self.expr(INT, depth) };
                ExprKind::Binary { op, left, right }
            }
            4 => ExprKind::Term { name: 0, count: self.expr(INT, depth), each: self.expr(INT, depth) },
            5 => ExprKind::Within { value: self.expr(INT, depth), least: -300, most: 300 },
            6 => {
                let ty = SETS[self.below(SETS.len())];
                ExprKind::Length(self.expr(ty, depth))
            }
            // Mostly a member that there is.
            7 if self.chance(30) => {
                let (member, place) = (self.expr(INT, depth), i64::from(self.chance(10)));
                let set =
                    Expr { span: self.span(), ty: SETS[4], kind: Box::new(ExprKind::Set(vec![member])) };
                ExprKind::Nth { set, index: self.constant(place) }
            }
            7 if self.chance(50) => self.ask(Builtin::SupplyOf, &[PLAYER, INT]),
            7 => self.ask(Builtin::FeatureTiles, &[FEATURE]),
            8 => ExprKind::Get {
                var: self.below(usize::from(VARS)) as u16,
                key: Some(self.expr(PLAYER, depth)),
            },
            other => {
                let ty = SETS[self.below(SETS.len())];
                let folds = [Fold::Count, Fold::Sum, Fold::Max, Fold::Min, Fold::Sum];
                self.fold(folds[other - 9], ty, depth)
            }
        }
    }

    pub(super) fn truth(&mut self, depth: usize) -> ExprKind {
        match self.below(9) {
            0 => ExprKind::Not(self.expr(BOOL, depth)),
            1 => ExprKind::And(self.expr(BOOL, depth), self.expr(BOOL, depth)),
            2 => ExprKind::Or(self.expr(BOOL, depth), self.expr(BOOL, depth)),
            3 | 4 => {
                let ops = [BinaryOp::Equal, BinaryOp::NotEqual, BinaryOp::Less, BinaryOp::LessEqual];
                let op = ops[self.below(4)];
                ExprKind::Binary { op, left: self.expr(INT, depth), right: self.expr(INT, depth) }
            }
            5 => {
                let ty = SETS[self.below(SETS.len() - 1)];
                ExprKind::Contains { member: self.expr(Type::one(ty.sort), depth), set: self.expr(ty, depth) }
            }
            6 => self.ask(Builtin::FeatureComplete, &[FEATURE]),
            other => {
                let ty = SETS[self.below(SETS.len())];
                self.fold(if other == 7 { Fold::Any } else { Fold::All }, ty, depth)
            }
        }
    }

    pub(super) fn set(&mut self, ty: Type, depth: usize) -> ExprKind {
        match self.below(5) {
            0 => self.asked_set(ty, true),
            1 => {
                let member = if ty.sort == Sort::Placement { FEATURE } else { Type::one(ty.sort) };
                ExprKind::Set((0..self.below(4)).map(|_| self.expr(member, depth)).collect())
            }
            2 if self.chance(50) => self.fold(Fold::Least, ty, depth),
            2 => self.fold(Fold::Most, ty, depth),
            3 if self.chance(50) => {
                let member = if ty.sort == Sort::Placement { FEATURE } else { Type::one(ty.sort) };
                ExprKind::With { set: self.expr(ty, depth), member: self.expr(member, depth) }
            }
            _ => self.fold(Fold::Set, ty, depth),
        }
    }

    pub(super) fn fold(&mut self, fold: Fold, set: Type, depth: usize) -> ExprKind {
        let slots = self.slots;
        let member = Type::one(set.sort);
        let set = self.expr(set, depth.min(2));
        let slot = self.slot();
        let filter = self.filter(slot, member, 60);
        let measure = match fold {
            Fold::All => Some(BOOL),
            Fold::Sum | Fold::Max | Fold::Min | Fold::Most | Fold::Least => Some(INT),
            Fold::Count | Fold::Any | Fold::First | Fold::Set => None,
        };
        let body = measure.filter(|_| !self.chance(15)).map(|ty| {
            self.scope.push((slot, member));
            let body = self.expr(ty, depth.min(2));
            self.scope.pop();
            body
        });
        self.slots = slots;
        ExprKind::Fold { fold, slot, set, filter, body }
    }
}
