//! A slow evaluator that walks the checked tree as it is. It exists only to test the machine: it shares nothing
//! with lowering, operations and the machine's loop, so that where both agree, neither is likely to be wrong.
//!
//! Lists are vectors of their own here, slots hold lists by value, and running inside one another is recursion.

mod arithmetic;
mod decisions;
mod terms;

use rota_bytecode::{Builtin, Form, Sort};
use rota_check::tree::{Expr, ExprKind, Fold, Function, Statement, StatementKind, Tree};
use rota_source::Span;
use rota_vm::{Answer, Fault, Host, MAX_CALL_DEPTH, Term, Tracer};

use arithmetic::binary;
use terms::keep_term;

/// After so many statements and expressions a rule is given up.
const STEPS: u64 = 20_000_000;

/// What a slot or an expression holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// One value, or a set of players as a mask.
    Number(i64),
    /// Any other set.
    List(Vec<i64>),
}

/// A decision, as the one who decides sees it.
#[derive(Clone, Copy, Debug)]
pub struct PendingChoice<'a> {
    /// Index into the tree's decisions.
    pub choice: u32,
    /// The player.
    pub who: u8,
    /// What can be chosen: action and value.
    pub options: &'a [(u16, i64)],
    /// Whether the player may pass.
    pub pass: bool,
}

/// A fault and where it happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed {
    /// What happened.
    pub fault: Fault,
    /// The innermost expression or statement.
    pub span: Span,
}

/// Who decides.
pub type Decider<'a, H> = &'a mut dyn FnMut(&H, &PendingChoice<'_>) -> Answer;

/// Runs a function of a tree from beginning to end. Without `ask_forced` a decision with one option and no pass
/// is reported to the host instead of asked. Of operations it tells `watch` nothing.
///
/// Errors: the fault that stopped it.
pub fn evaluate<H: Host>(
    tree: &Tree,
    function: u32,
    host: &mut H,
    ask_forced: bool,
    decide: Decider<'_, H>,
    watch: &mut dyn Tracer,
) -> Result<Value, Failed> {
    let active = vec![false; usize::from(tree.reactions)];
    let mut evaluator = Evaluator {
        tree,
        host,
        decide,
        watch,
        ask_forced,
        terms: Vec::new(),
        active,
        depth: 0,
        steps: STEPS,
    };
    evaluator.call(function, Vec::new(), Span::default())
}

struct Evaluator<'a, H> {
    tree: &'a Tree,
    host: &'a mut H,
    decide: Decider<'a, H>,
    watch: &'a mut dyn Tracer,
    ask_forced: bool,
    terms: Vec<Term>,
    active: Vec<bool>,
    depth: usize,
    steps: u64,
}

/// How a statement ends.
enum Flow {
    On,
    Leave,
    Stop,
    Return(Value),
}

type Slots = Vec<Value>;

impl Value {
    fn number(&self) -> i64 {
        match self {
            Value::Number(number) => *number,
            Value::List(members) => i64::from(!members.is_empty()),
        }
    }

    /// The members of a set; a number is the empty set, as slots start.
    fn members(self) -> Vec<i64> {
        match self {
            Value::Number(_) => Vec::new(),
            Value::List(members) => members,
        }
    }
}

impl<'t, H: Host> Evaluator<'t, H> {
    fn call(&mut self, function: u32, args: Vec<Value>, span: Span) -> Result<Value, Failed> {
        if self.depth >= MAX_CALL_DEPTH {
            return Err(Failed { fault: Fault::TooDeep, span });
        }
        let Some(callee) = self.tree.functions.get(function as usize) else {
            return Err(Failed { fault: Fault::Broken, span });
        };
        self.watch.enter(function, 0);
        self.depth += 1;
        let result = self.body(callee, args);
        self.depth -= 1;
        self.watch.leave(0);
        result
    }

    fn body(&mut self, function: &'t Function, mut slots: Slots) -> Result<Value, Failed> {
        slots.resize(usize::from(function.slots).max(slots.len()), Value::Number(0));
        match self.block(&function.body, &mut slots)? {
            Flow::Return(value) => Ok(value),
            Flow::On | Flow::Leave | Flow::Stop if function.result.is_none() => Ok(Value::Number(0)),
            Flow::On | Flow::Leave | Flow::Stop => {
                Err(Failed { fault: Fault::NoResult, span: function.span })
            }
        }
    }

    fn block(&mut self, statements: &'t [Statement], slots: &mut Slots) -> Result<Flow, Failed> {
        for statement in statements {
            match self.statement(statement, slots)? {
                Flow::On => {}
                flow @ (Flow::Leave | Flow::Stop | Flow::Return(_)) => return Ok(flow),
            }
        }
        Ok(Flow::On)
    }

    fn step(&mut self, span: Span) -> Result<(), Failed> {
        self.steps = self.steps.checked_sub(1).ok_or(Failed { fault: Fault::OutOfFuel, span })?;
        Ok(())
    }

    fn statement(&mut self, statement: &'t Statement, slots: &mut Slots) -> Result<Flow, Failed> {
        let at = |fault: &Fault| Failed { fault: *fault, span: statement.span };
        self.step(statement.span)?;
        match &statement.kind {
            StatementKind::Store { slot, value } => {
                let value = self.value(value, slots)?;
                store(slots, *slot, value);
            }
            StatementKind::Set { var, key, value } => {
                let key = self.key(key.as_ref(), slots)?;
                let value = self.number(value, slots)?;
                self.host.set(*var, key, value).map_err(at)?;
            }
            StatementKind::If { condition, then, otherwise } => {
                let holds = self.truth(condition, slots)?;
                return self.block(if holds { then } else { otherwise }, slots);
            }
            StatementKind::Each { .. } => return self.each(statement, slots),
            StatementKind::Repeat { times, body } => {
                let mut left = self.number(times, slots)?;
                while left > 0 {
                    left -= 1;
                    self.step(statement.span)?;
                    match self.block(body, slots)? {
                        Flow::On => {}
                        Flow::Leave => break,
                        flow @ (Flow::Stop | Flow::Return(_)) => return Ok(flow),
                    }
                }
            }
            StatementKind::Leave => return Ok(Flow::Leave),
            StatementKind::Stop => return Ok(Flow::Stop),
            StatementKind::Scope(body) => match self.block(body, slots)? {
                Flow::Stop => {}
                flow @ (Flow::On | Flow::Leave | Flow::Return(_)) => return Ok(flow),
            },
            StatementKind::Inlined { .. } => unreachable!("only the simplifier writes parts"),
            StatementKind::Return(value) => return self.value(value, slots).map(Flow::Return),
            StatementKind::Run(value) => {
                self.value(value, slots)?;
            }
            StatementKind::Do { effect, args, result } => {
                let args = self.numbers(args, slots)?;
                let answer = self.host.apply(*effect, &args).map_err(at)?;
                if let Some(slot) = result {
                    let answer = if effect.has_result() { answer } else { 0 };
                    store(slots, *slot, Value::Number(answer));
                }
            }
            StatementKind::Terms => self.terms.clear(),
            StatementKind::Note { site, slot } => {
                let keeps = self.host.keeps_notes();
                let note = if keeps { self.host.note(*site, &self.terms) } else { -1 };
                store(slots, *slot, Value::Number(note));
            }
            StatementKind::Reaction { id, body } => return self.reaction(*id, body, slots),
            StatementKind::Choose { .. } => return self.choose(statement, slots),
        }
        Ok(Flow::On)
    }

    fn reaction(&mut self, id: u16, body: &'t [Statement], slots: &mut Slots) -> Result<Flow, Failed> {
        if self.active.get(usize::from(id)).copied().unwrap_or(true) {
            return Ok(Flow::On);
        }
        self.active[usize::from(id)] = true;
        let flow = self.block(body, slots);
        self.active[usize::from(id)] = false;
        flow
    }

    fn each(&mut self, statement: &'t Statement, slots: &mut Slots) -> Result<Flow, Failed> {
        let StatementKind::Each { slot, set, from, filter, body } = &statement.kind else {
            return Ok(Flow::On);
        };
        let at = |fault: &Fault| Failed { fault: *fault, span: statement.span };
        let members = self.members(set, from.as_ref(), slots)?;
        let pieces = set.ty.sort == Sort::Piece;
        let stamp = if pieces { self.host.ask(Builtin::PieceStamp, &[]).map_err(at)? } else { 0 };
        for member in members {
            self.step(statement.span)?;
            store(slots, *slot, Value::Number(member));
            if pieces && self.host.ask(Builtin::PieceFresh, &[member, stamp]).map_err(at)? == 0 {
                continue;
            }
            if !self.passes(filter.as_ref(), slots)? {
                continue;
            }
            match self.block(body, slots)? {
                Flow::On => {}
                Flow::Leave => break,
                flow @ (Flow::Stop | Flow::Return(_)) => return Ok(flow),
            }
        }
        Ok(Flow::On)
    }

    /// The members of a set in the order in which rules see them.
    fn members(
        &mut self,
        set: &'t Expr,
        from: Option<&'t Expr>,
        slots: &mut Slots,
    ) -> Result<Vec<i64>, Failed> {
        let value = self.value(set, slots)?;
        if !set.ty.is_mask() {
            return Ok(value.members());
        }
        let from = match from {
            Some(from) => self.number(from, slots)?.max(0),
            None => 0,
        };
        let seats: Vec<i64> = (0..64).filter(|seat| value.number() >> seat & 1 == 1).collect();
        let (before, after): (Vec<i64>, Vec<i64>) = seats.into_iter().partition(|seat| *seat < from);
        Ok([after, before].concat())
    }

    fn passes(&mut self, filter: Option<&'t Expr>, slots: &mut Slots) -> Result<bool, Failed> {
        filter.map_or(Ok(true), |filter| self.truth(filter, slots))
    }

    fn truth(&mut self, expr: &'t Expr, slots: &mut Slots) -> Result<bool, Failed> {
        Ok(self.number(expr, slots)? != 0)
    }

    fn number(&mut self, expr: &'t Expr, slots: &mut Slots) -> Result<i64, Failed> {
        Ok(self.value(expr, slots)?.number())
    }

    /// A value, or the members of a set.
    fn several(&mut self, expr: &'t Expr, slots: &mut Slots) -> Result<Vec<i64>, Failed> {
        if expr.ty.form == Form::Many {
            return self.members(expr, None, slots);
        }
        Ok(vec![self.number(expr, slots)?])
    }

    fn numbers(&mut self, exprs: &'t [Expr], slots: &mut Slots) -> Result<Vec<i64>, Failed> {
        exprs.iter().map(|expr| self.number(expr, slots)).collect()
    }

    /// The arguments of a question with a set for an answer: what is a set itself is written into a list space.
    fn spread(
        &mut self,
        exprs: &'t [Expr],
        slots: &mut Slots,
        space: &mut Vec<i64>,
    ) -> Result<Vec<i64>, Failed> {
        let mut args = Vec::new();
        for expr in exprs {
            args.push(if is_list(expr) {
                let members = self.value(expr, slots)?.members();
                let start = space.len();
                space.extend(&members);
                rota_vm::pack_list(start, members.len())
            } else {
                self.number(expr, slots)?
            });
        }
        Ok(args)
    }

    fn key(&mut self, key: Option<&'t Expr>, slots: &mut Slots) -> Result<i64, Failed> {
        key.map_or(Ok(0), |key| self.number(key, slots))
    }

    fn value(&mut self, expr: &'t Expr, slots: &mut Slots) -> Result<Value, Failed> {
        let at = |fault: &Fault| Failed { fault: *fault, span: expr.span };
        self.step(expr.span)?;
        let number = match &*expr.kind {
            ExprKind::Const(number) => *number,
            ExprKind::Load(slot) => {
                return Ok(slots.get(usize::from(*slot)).cloned().unwrap_or(Value::Number(0)));
            }
            ExprKind::Get { var, key } => {
                let key = self.key(key.as_ref(), slots)?;
                self.host.get(*var, key).map_err(at)?
            }
            ExprKind::Ask { builtin, args } => {
                if is_list(expr) {
                    let mut space = Vec::new();
                    let args = self.spread(args, slots, &mut space)?;
                    let members = space.len();
                    self.host.list(*builtin, &args, &mut space).map_err(at)?;
                    return Ok(Value::List(space.split_off(members)));
                }
                let args = self.numbers(args, slots)?;
                self.host.ask(*builtin, &args).map_err(at)?
            }
            ExprKind::Call { function, args } => {
                let args = args.iter().map(|arg| self.value(arg, slots)).collect::<Result<_, _>>()?;
                return self.call(*function, args, expr.span);
            }
            ExprKind::Negate(inner) => {
                self.number(inner, slots)?.checked_neg().ok_or(at(&Fault::Overflow))?
            }
            ExprKind::Not(inner) => i64::from(!self.truth(inner, slots)?),
            ExprKind::Binary { op, left, right } => {
                let left = self.number(left, slots)?;
                let right = self.number(right, slots)?;
                binary(*op, left, right).map_err(at)?
            }
            ExprKind::And(left, right) if self.truth(left, slots)? => return self.value(right, slots),
            ExprKind::And(..) => 0,
            ExprKind::Or(left, _) if self.truth(left, slots)? => 1,
            ExprKind::Or(_, right) => return self.value(right, slots),
            ExprKind::Term { name, count, each } => {
                let before = self.terms.len();
                let count = self.number(count, slots)?;
                let counted = self.terms.len();
                let each = self.number(each, slots)?;
                let points = count.checked_mul(each).ok_or(at(&Fault::Overflow))?;
                if self.host.keeps_notes() {
                    keep_term(&mut self.terms, Term { name: *name, count, each }, before, counted);
                }
                points
            }
            ExprKind::If { condition, then, otherwise } => {
                let holds = self.truth(condition, slots)?;
                return self.value(if holds { then } else { otherwise }, slots);
            }
            ExprKind::Within { value, least, most } => {
                let value = self.number(value, slots)?;
                (*least..=*most).contains(&value).then_some(value).ok_or(at(&Fault::OutOfRange))?
            }
            ExprKind::Some(inner) => {
                let value = self.number(inner, slots)?;
                (value != -1).then_some(value).ok_or(at(&Fault::Missing))?
            }
            ExprKind::Set(members) if expr.ty.is_mask() => {
                let mut mask = 0;
                for member in members {
                    let seat = self.number(member, slots)?;
                    if member.ty.is_mask() {
                        mask |= seat;
                        continue;
                    }
                    mask |= (0..64).contains(&seat).then(|| 1 << seat).ok_or(at(&Fault::Missing))?;
                }
                mask
            }
            ExprKind::Set(members) => {
                let mut all = Vec::new();
                let gathers = members.iter().any(is_list);
                for member in members {
                    let found = self.several(member, slots)?;
                    all.extend(found);
                }
                return Ok(Value::List(if gathers { each_once(all) } else { all }));
            }
            ExprKind::With { set, member } => {
                let set = self.value(set, slots)?;
                let member = self.number(member, slots)?;
                if !is_list(expr) {
                    let bit = (0..64).contains(&member).then(|| 1 << member).ok_or(at(&Fault::Missing))?;
                    return Ok(Value::Number(set.number() | bit));
                }
                return Ok(Value::List([set.members(), vec![member]].concat()));
            }
            ExprKind::Nth { set, index } => {
                let members = self.members(set, None, slots)?;
                let place = self.number(index, slots)?;
                let member = usize::try_from(place).ok().and_then(|place| members.get(place));
                *member.ok_or(at(&Fault::Missing))?
            }
            ExprKind::NthOrNone { set, number } => {
                let members = self.members(set, None, slots)?;
                let number = self.number(number, slots)?;
                let numbered = members.iter().zip(1..).find(|(_, at)| *at == number);
                numbered.map_or(-1, |(member, _)| *member)
            }
            ExprKind::Length(set) => self.members(set, None, slots)?.len() as i64,
            ExprKind::Contains { member, set } => {
                let member = self.number(member, slots)?;
                i64::from(self.members(set, None, slots)?.contains(&member))
            }
            ExprKind::Fold { .. } => return self.fold(expr, slots),
        };
        Ok(Value::Number(number))
    }

    fn fold(&mut self, expr: &'t Expr, slots: &mut Slots) -> Result<Value, Failed> {
        let ExprKind::Fold { fold, slot, set, filter, body, .. } = &*expr.kind else {
            return Ok(Value::Number(0));
        };
        let overflow = Failed { fault: Fault::Overflow, span: expr.span };
        let (mut sum, mut passed, mut measures) = (0i64, Vec::new(), Vec::new());
        let mut gathered = Vec::new();
        for member in self.members(set, None, slots)? {
            self.step(expr.span)?;
            store(slots, *slot, Value::Number(member));
            if !self.passes(filter.as_ref(), slots)? {
                continue;
            }
            passed.push(member);
            match fold {
                Fold::Any | Fold::First => break,
                Fold::Count => continue,
                Fold::Set => {
                    if let Some(body) = body {
                        gathered.extend(self.several(body, slots)?);
                    }
                    continue;
                }
                Fold::Sum | Fold::All | Fold::Max | Fold::Min | Fold::Most | Fold::Least => {}
            }
            let without = if *fold == Fold::All { 1 } else { member };
            let measure = body.as_ref().map_or(Ok(without), |body| self.number(body, slots))?;
            measures.push(measure);
            if *fold == Fold::All && measure == 0 {
                return Ok(Value::Number(0));
            }
            if *fold == Fold::Sum {
                sum = sum.checked_add(measure).ok_or(overflow)?;
            }
        }
        let number = match fold {
            Fold::Count => passed.len() as i64,
            Fold::Sum => sum,
            Fold::Any => i64::from(!passed.is_empty()),
            Fold::All => 1,
            Fold::Max => measures.iter().copied().max().unwrap_or(0),
            Fold::Min => measures.iter().copied().min().unwrap_or(0),
            Fold::First => passed.first().copied().unwrap_or(-1),
            Fold::Set if body.is_some() => return Ok(set_of(expr, each_once(gathered))),
            Fold::Set => return Ok(set_of(expr, passed)),
            Fold::Most | Fold::Least => {
                let all = measures.iter().copied();
                let wanted = if *fold == Fold::Most { all.max().filter(|most| *most > 0) } else { all.min() };
                let pairs = passed.into_iter().zip(measures);
                let best = pairs.filter(|(_, measure)| Some(*measure) == wanted);
                return Ok(set_of(expr, best.map(|(member, _)| member).collect()));
            }
        };
        Ok(Value::Number(number))
    }
}

fn store(slots: &mut Slots, slot: u16, value: Value) {
    if let Some(place) = slots.get_mut(usize::from(slot)) {
        *place = value;
    }
}

fn is_list(expr: &Expr) -> bool {
    expr.ty.form == Form::Many && expr.ty.sort != Sort::Player
}

fn each_once(members: Vec<i64>) -> Vec<i64> {
    let mut once = Vec::new();
    for member in members {
        if !once.contains(&member) {
            once.push(member);
        }
    }
    once
}

fn set_of(expr: &Expr, members: Vec<i64>) -> Value {
    if is_list(expr) {
        return Value::List(members);
    }
    Value::Number(members.into_iter().fold(0, |mask, seat| mask | 1 << seat))
}
