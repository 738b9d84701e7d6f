//! Random trees: well typed, of all kinds of statements and expressions, each with a span of its own.

use rota_bytecode::program::{Action, ChoiceSite, Owner, ScoreSite, Var};
use rota_bytecode::vocabulary::Merge;
use rota_bytecode::{Builtin, Effect, Sort, Type};
use rota_check::tree::{BinaryOp, Expr, ExprKind, Fold, Function, Group, Statement, StatementKind, Tree};
use rota_source::Span;

use crate::host::scramble;

const INT: Type = Type::one(Sort::Int);
const BOOL: Type = Type::one(Sort::Bool);
const PLAYER: Type = Type::one(Sort::Player);
const MAYBE: Type = Type::maybe(Sort::Player);
const PIECE: Type = Type::one(Sort::Piece);
const FEATURE: Type = Type::one(Sort::Feature);
const SPACE: Type = Type::one(Sort::Space);
const SETS: [Type; 6] = [
    Type::many(Sort::Player),
    Type::many(Sort::Piece),
    Type::many(Sort::Feature),
    Type::many(Sort::Space),
    Type::many(Sort::Int),
    Type::many(Sort::Placement),
];
const ALL: [Type; 11] =
    [INT, BOOL, PLAYER, PIECE, FEATURE, SPACE, SETS[0], SETS[1], SETS[2], SETS[3], SETS[4]];
/// Effects with two arguments that rules write.
const TWO: [Effect; 8] = [
    Effect::Put,
    Effect::Stand,
    Effect::Keep,
    Effect::Take,
    Effect::Move,
    Effect::Draw,
    Effect::Fetch,
    Effect::Shuffle,
];
const VARS: u16 = 3;
const REACTIONS: u16 = 3;

/// Makes the tree of a seed. The last function is the one to run.
pub fn tree(seed: u64) -> Tree {
    let mut maker = Maker { state: scramble(seed), ..Maker::default() };
    maker.tree.reactions = REACTIONS;
    maker.tree.terms = vec!["tiles".into(), "shields".into()];
    maker.tree.sites = vec![ScoreSite { span: Span::default(), rule: "r".into(), formula: "f".into() }];
    for name in ["a", "b", "c"] {
        let owner = Owner::Game;
        maker.tree.declared.vars.push(Var {
            name: name.into(),
            ty: INT,
            owner,
            merge: Merge::Agree,
            init: 0,
            range: None,
            secret: false,
            title: String::new(),
        });
    }
    let values = 1 + maker.below(4);
    for _ in 0..values {
        let result = ALL[maker.below(ALL.len())];
        maker.function(Some(result), true);
    }
    let rules = 1 + maker.below(3);
    for index in 0..=rules {
        maker.function(None, index < rules);
    }
    maker.tree.turn = u32::try_from(maker.tree.functions.len() - 1).ok();
    maker.tree
}

#[derive(Default)]
struct Maker {
    state: u64,
    tree: Tree,
    spans: u32,
    /// What can be read here.
    scope: Vec<(u16, Type)>,
    signatures: Vec<(Vec<Type>, Option<Type>)>,
    slots: u16,
    most: u16,
    /// The result of the function in the making; none for a rule.
    result: Option<Type>,
    params: Vec<Type>,
    loops: usize,
    scopes: usize,
    reactions: usize,
}

impl Maker {
    fn below(&mut self, limit: usize) -> usize {
        self.state = scramble(self.state);
        (self.state % limit as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn span(&mut self) -> Span {
        self.spans += 2;
        Span { start: self.spans, end: self.spans + 1 }
    }

    fn function(&mut self, result: Option<Type>, takes: bool) {
        let params: Vec<Type> =
            (0..if takes { self.below(3) } else { 0 }).map(|_| ALL[self.below(ALL.len())]).collect();
        self.scope = (0u16..).zip(params.iter().copied()).collect();
        self.slots = params.len() as u16;
        self.most = self.slots;
        self.result = result;
        self.params.clone_from(&params);
        let mut body = self.block(3);
        if let Some(ty) = result
            && !self.chance(8)
        {
            let kind = StatementKind::Return(self.expr(ty, 4));
            body.push(self.statement(kind));
        }
        let function = Function {
            name: format!("f{}", self.tree.functions.len()),
            span: self.span(),
            params: params.len() as u16,
            slots: self.most,
            result,
            counted: result.is_none() && self.chance(60),
            body,
        };
        self.tree.functions.push(function);
        self.signatures.push((params, result));
    }

    fn slot(&mut self) -> u16 {
        let slot = self.slots;
        self.slots += 1;
        self.most = self.most.max(self.slots);
        slot
    }

    fn statement(&mut self, kind: StatementKind) -> Statement {
        Statement { span: self.span(), kind }
    }

    /// Statements with a scope of their own; slots are used again behind them.
    fn block(&mut self, depth: usize) -> Vec<Statement> {
        let (visible, slots) = (self.scope.len(), self.slots);
        let count = if depth > 2 { 3 + self.below(6) } else { self.below(4) };
        let mut statements: Vec<Statement> = (0..count).map(|_| self.any_statement(depth)).collect();
        if depth > 0 && self.chance(15) {
            // Parts of one set, one after the other.
            let builtin = if self.chance(70) { Builtin::Closed } else { Builtin::Occupied };
            statements.extend((0..2 + self.below(2)).map(|_| self.each_of_kind(builtin, depth)));
        }
        self.scope.truncate(visible);
        self.slots = slots;
        statements
    }

    /// The same with a member in `slot`.
    fn body(&mut self, slot: u16, ty: Type, depth: usize) -> Vec<Statement> {
        self.scope.push((slot, ty));
        let body = self.block(depth);
        self.scope.pop();
        body
    }

    fn any_statement(&mut self, depth: usize) -> Statement {
        let kind = match self.below(if depth == 0 { 11 } else { 23 }) {
            0 | 1 => self.declare(),
            2 | 3 => self.assign(),
            4 if self.loops > 0 => StatementKind::Leave,
            5 if self.scopes > 0 && self.chance(60) => StatementKind::Stop,
            6 if self.chance(12)
                && let Some(ty) = self.result =>
            {
                StatementKind::Return(self.expr(ty, 2))
            }
            7..=10 => self.change(depth),
            11 | 12 => StatementKind::If {
                condition: self.expr(BOOL, 3),
                then: self.block(depth - 1),
                otherwise: self.block(depth - 1),
            },
            13 | 14 => self.each(depth),
            15 if self.chance(50) => {
                let times = self.expr(INT, 1);
                self.loops += 1;
                let body = self.block(depth - 1);
                self.loops -= 1;
                let least = Expr {
                    kind: Box::new(ExprKind::Within { value: times, least: -9, most: 9 }),
                    ..self.constant(0)
                };
                StatementKind::Repeat { times: least, body }
            }
            16 => StatementKind::Scope(self.scoped(depth)),
            17..=19 if self.result.is_none() => self.choose(depth),
            20 | 21 if self.result.is_none() => {
                self.reactions += 1;
                let body = self.scoped(depth);
                self.reactions -= 1;
                let body = vec![self.statement(StatementKind::Scope(body))];
                StatementKind::Reaction { id: self.below(usize::from(REACTIONS)) as u16, body }
            }
            _ => self.declare(),
        };
        self.statement(kind)
    }

    fn scoped(&mut self, depth: usize) -> Vec<Statement> {
        self.scopes += 1;
        let body = self.block(depth - 1);
        self.scopes -= 1;
        body
    }

    fn declare(&mut self) -> StatementKind {
        let ty = ALL[self.below(ALL.len())];
        let value = self.expr(ty, 3);
        let slot = self.slot();
        self.scope.push((slot, ty));
        StatementKind::Store { slot, value }
    }

    fn assign(&mut self) -> StatementKind {
        if self.scope.is_empty() {
            return self.declare();
        }
        let place = self.below(self.scope.len());
        let (slot, ty) = self.scope[place];
        StatementKind::Store { slot, value: self.expr(ty, 3) }
    }

    /// Something that changes the position, where that is allowed.
    fn change(&mut self, depth: usize) -> StatementKind {
        if self.result.is_some() {
            return self.declare();
        }
        match self.below(8) {
            0 => {
                let args = vec![self.expr(PIECE, 2), self.constant(-1)];
                StatementKind::Do { effect: Effect::Send, args, result: None }
            }
            1 | 7 => {
                let effect = if self.chance(20) { Effect::Roll } else { TWO[self.below(TWO.len())] };
                let mut args = vec![self.expr(PIECE, 2)];
                if effect.arity() > 1 {
                    args.push(self.expr(INT, 2));
                }
                let slot = self.slot();
                self.scope.push((slot, INT));
                StatementKind::Do { effect, args, result: Some(slot) }
            }
            2 => StatementKind::Do { effect: Effect::EndGame, args: Vec::new(), result: None },
            3 => StatementKind::Set {
                var: self.below(usize::from(VARS)) as u16,
                key: if self.chance(50) { Some(self.expr(PLAYER, 1)) } else { None },
                value: self.expr(INT, 3),
            },
            4 if self.chance(50) => {
                let effect = if self.chance(50) { Effect::Include } else { Effect::Exclude };
                let var = self.below(usize::from(VARS)) as i64;
                let args = vec![self.constant(var), self.expr(PLAYER, 1), self.expr(PIECE, 2)];
                StatementKind::Do { effect, args, result: None }
            }
            4 => StatementKind::Terms,
            5 => {
                let slot = self.slot();
                self.scope.push((slot, INT));
                StatementKind::Note { site: 0, slot }
            }
            _ => self.run(depth),
        }
    }

    /// A call of a rule made before, or inside a reaction of the rule itself.
    fn run(&mut self, depth: usize) -> StatementKind {
        let itself = self.tree.functions.len();
        let rules: Vec<usize> = (0..itself).filter(|index| self.signatures[*index].1.is_none()).collect();
        let (function, params) = if self.reactions > 0 && depth < 2 && self.chance(40) {
            (itself, self.params.clone())
        } else if rules.is_empty() {
            return StatementKind::Terms;
        } else {
            let function = rules[self.below(rules.len())];
            (function, self.signatures[function].0.clone())
        };
        let args = params.iter().map(|ty| self.expr(*ty, 2)).collect();
        let kind = ExprKind::Call { function: function as u32, args };
        StatementKind::Run(Expr { kind: Box::new(kind), ..self.constant(0) })
    }

    fn each(&mut self, depth: usize) -> StatementKind {
        let ty = SETS[self.below(SETS.len())];
        let set = self.expr(ty, 3);
        let from = if ty.is_mask() && self.chance(50) { Some(self.expr(MAYBE, 1)) } else { None };
        let slot = self.slot();
        let member = Type::one(ty.sort);
        let filter = self.filter(slot, member, 60);
        self.loops += 1;
        let body = self.body(slot, member, depth - 1);
        self.loops -= 1;
        self.slots = slot;
        StatementKind::Each { slot, set, from, filter, body }
    }

    fn each_of_kind(&mut self, builtin: Builtin, depth: usize) -> Statement {
        let number = self.below(4) as i64 - 1;
        let kind = self.constant(number);
        let set = Expr {
            ty: Type::many(Sort::Feature),
            kind: Box::new(ExprKind::Ask { builtin, args: vec![kind] }),
            ..self.constant(0)
        };
        let slot = self.slot();
        let filter = self.filter(slot, FEATURE, 40);
        self.loops += 1;
        let body = self.body(slot, FEATURE, depth - 1);
        self.loops -= 1;
        self.slots = slot;
        self.statement(StatementKind::Each { slot, set, from: None, filter, body })
    }

    fn filter(&mut self, slot: u16, member: Type, percent: usize) -> Option<Expr> {
        if !self.chance(percent) {
            return None;
        }
        self.scope.push((slot, member));
        let filter = self.expr(BOOL, 2);
        self.scope.pop();
        Some(filter)
    }

    fn choose(&mut self, depth: usize) -> StatementKind {
        let groups: Vec<Group> = (0..1 + self.below(3)).map(|_| self.group(depth)).collect();
        let action = |group: &Group| Action { name: String::new(), ty: group.set.ty };
        let site = ChoiceSite {
            span: Span::default(),
            name: "step".into(),
            prompt: String::new(),
            pass: self.chance(40),
            merges_alike: false,
            secrecy: rota_bytecode::program::Secrecy::Open,
            actions: groups.iter().map(action).collect(),
        };
        self.tree.choices.push(site);
        let choice = self.tree.choices.len() as u32 - 1;
        let who = if self.chance(6) { MAYBE } else { PLAYER };
        StatementKind::Choose { choice, who: self.expr(who, 2), groups, otherwise: self.block(depth - 1) }
    }

    fn group(&mut self, depth: usize) -> Group {
        let ty = SETS[self.below(SETS.len())];
        let when = if self.chance(40) { Some(self.expr(BOOL, 2)) } else { None };
        let set = self.expr(ty, 2);
        let slot = self.slot();
        let member = Type::one(ty.sort);
        let filter = self.filter(slot, member, 40);
        Group { when, set, filter, slot, body: self.body(slot, member, depth - 1) }
    }

    fn constant(&mut self, value: i64) -> Expr {
        Expr { span: self.span(), ty: INT, kind: Box::new(ExprKind::Const(value)) }
    }

    /// An expression of this type.
    fn expr(&mut self, ty: Type, depth: usize) -> Expr {
        let kind = if depth == 0 || self.chance(25) { self.leaf(ty) } else { self.branching(ty, depth - 1) };
        Expr { span: self.span(), ty, kind: Box::new(kind) }
    }

    fn ask(&mut self, builtin: Builtin, args: &[Type]) -> ExprKind {
        ExprKind::Ask { builtin, args: args.iter().map(|ty| self.expr(*ty, 1)).collect() }
    }

    fn leaf(&mut self, ty: Type) -> ExprKind {
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

    fn asked_set(&mut self, ty: Type, deep: bool) -> ExprKind {
        let key = if deep { self.expr(FEATURE, 1) } else { self.constant(3) };
        if ty.sort == Sort::Player {
            return ExprKind::Ask { builtin: Builtin::Players, args: Vec::new() };
        }
        if ty.sort == Sort::Feature && deep && self.chance(40) {
            let set = self.expr(ty, 2);
            let builtin = if self.chance(50) { Builtin::SegmentReach } else { Builtin::FeatureReach };
            if self.chance(30) {
                let ways = self.constant(1);
                return ExprKind::Ask { builtin: Builtin::Leader, args: vec![key, set, ways] };
            }
            return ExprKind::Ask { builtin, args: vec![key, set] };
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

    fn branching(&mut self, ty: Type, depth: usize) -> ExprKind {
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

    fn player(&mut self, ty: Type, depth: usize) -> ExprKind {
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

    fn int(&mut self, depth: usize) -> ExprKind {
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

    fn truth(&mut self, depth: usize) -> ExprKind {
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

    fn set(&mut self, ty: Type, depth: usize) -> ExprKind {
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

    fn fold(&mut self, fold: Fold, set: Type, depth: usize) -> ExprKind {
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
