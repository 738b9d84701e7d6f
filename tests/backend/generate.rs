//! Random trees: well typed, of all kinds of statements and expressions, each with a span of its own.

use rota_bytecode::program::{Action, ChoiceSite, Owner, ScoreSite, Var};
use rota_bytecode::vocabulary::Merge;
use rota_bytecode::{Builtin, Effect, Sort, Type};
use rota_check::tree::{Expr, ExprKind, Function, Group, Statement, StatementKind, Tree};
use rota_source::Span;

use crate::host::scramble;

mod expressions;

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
}
