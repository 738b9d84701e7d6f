//! The loop that runs the operations.

use rota_bytecode::{Op, Program};

use crate::machine::Phase;
use crate::space::length;
use crate::{Fault, Host, Machine, Status, Stopped, Term, Unwatched, Watch};

/// Masks have a bit for each of these seats.
const SEATS: std::ops::Range<i64> = 0..64;

impl Machine {
    /// Runs until the function ends or a player has to decide. A machine that waits for an answer asks
    /// again; one that is done stays done.
    ///
    /// Errors: the fault and where it happened; the machine has to be started anew.
    pub fn run<H: Host>(&mut self, program: &Program, host: &mut H) -> Result<Status, Stopped> {
        self.run_watched(program, host, &mut Unwatched)
    }

    /// The same, and tells somebody what runs.
    ///
    /// Errors: as for [`Machine::run`].
    pub fn run_watched<H: Host, W: Watch>(
        &mut self,
        program: &Program,
        host: &mut H,
        watch: &mut W,
    ) -> Result<Status, Stopped> {
        match self.phase {
            Phase::Asking => return Ok(Status::Asks),
            Phase::Done => return Ok(Status::Done),
            Phase::Fresh | Phase::Idle | Phase::Ready => {}
        }
        self.reserve(program);
        self.watch_begin(watch);
        let status = self.execute(program, host, watch);
        self.watch_end(watch);
        self.phase = match status {
            Ok(Status::Asks) => Phase::Asking,
            Ok(Status::Done) => Phase::Done,
            Err(_) => Phase::Idle,
        };
        if self.phase != Phase::Asking {
            self.frames.clear();
            self.offers.clear();
            self.sp = 0;
        }
        status
    }

    fn execute<H: Host, W: Watch>(
        &mut self,
        program: &Program,
        host: &mut H,
        watch: &mut W,
    ) -> Result<Status, Stopped> {
        let (mut pc, mut base) = self.frames.last().map_or((usize::MAX, 0), |frame| frame.place());
        let mut sp = self.sp;
        let keeps = host.keeps_notes();
        let mut fuel = self.fuel;
        let mut cells: &mut [i64] = &mut self.stack;

        // While an operation runs, `pc` already is that of the next.
        macro_rules! stop {
            ($fault:expr) => {
                return Err(stopped($fault, pc))
            };
        }
        macro_rules! ok {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(fault) => stop!(fault),
                }
            };
        }
        macro_rules! some {
            ($option:expr, $fault:ident) => {
                match $option {
                    Some(value) => value,
                    None => stop!(Fault::$fault),
                }
            };
        }
        macro_rules! pop {
            () => {{
                sp = sp.wrapping_sub(1);
                *some!(cells.get(sp), Broken)
            }};
        }
        macro_rules! push {
            ($value:expr) => {{
                let value = $value;
                *some!(cells.get_mut(sp), Broken) = value;
                sp += 1;
            }};
        }
        macro_rules! slot {
            ($slot:expr) => {
                *some!(cells.get_mut(base + usize::from($slot)), Broken)
            };
        }
        macro_rules! args {
            ($count:expr) => {{
                let top = sp;
                sp = sp.wrapping_sub($count);
                some!(cells.get(sp..top), Broken)
            }};
        }
        macro_rules! binary {
            ($f:expr) => {{
                let right = pop!();
                let left = pop!();
                push!(ok!($f(left, right)))
            }};
        }
        macro_rules! compare {
            ($relation:tt) => {{
                let right = pop!();
                let left = pop!();
                push!(i64::from(left $relation right))
            }};
        }
        macro_rules! back {
            ($result:expr) => {{
                sp = base;
                self.frames.pop();
                watch.leave();
                match self.frames.last() {
                    Some(caller) => (pc, base) = caller.place(),
                    None => {
                        self.result = $result;
                        return Ok(Status::Done);
                    }
                }
            }};
        }
        macro_rules! leave {
            ($value:expr) => {{
                let value = $value;
                back!(value);
                push!(value)
            }};
        }

        loop {
            let op = *some!(program.ops.get(pc), Broken);
            watch.op(pc);
            pc += 1;
            fuel = some!(fuel.checked_sub(1), OutOfFuel);
            match op {
                Op::Const(number) => push!(i64::from(number)),
                Op::Long(index) => push!(*some!(program.longs.get(index as usize), Broken)),
                Op::Load(slot) => push!(slot!(slot)),
                Op::Store(slot) => {
                    let value = pop!();
                    slot!(slot) = value;
                }
                Op::Pop => sp = sp.wrapping_sub(1),
                Op::Add => binary!(|a: i64, b| a.checked_add(b).ok_or(Fault::Overflow)),
                Op::Subtract => binary!(|a: i64, b| a.checked_sub(b).ok_or(Fault::Overflow)),
                Op::Multiply => binary!(|a: i64, b| a.checked_mul(b).ok_or(Fault::Overflow)),
                Op::DivideDown => binary!(divide_down),
                Op::DivideUp => binary!(divide_up),
                Op::Term(name) => {
                    let (each, count) = (pop!(), pop!());
                    push!(some!(count.checked_mul(each), Overflow));
                    self.terms.extend(keeps.then_some(Term { name, count, each }));
                }
                Op::Negate => {
                    let value = pop!();
                    push!(some!(value.checked_neg(), Overflow));
                }
                Op::Not => {
                    let value = pop!();
                    push!(i64::from(value == 0));
                }
                Op::Equal => compare!(==),
                Op::NotEqual => compare!(!=),
                Op::Less => compare!(<),
                Op::LessEqual => compare!(<=),
                Op::Within(index) => {
                    let (least, most) = *some!(program.ranges.get(index as usize), Broken);
                    let value = *some!(cells.get(sp.wrapping_sub(1)), Broken);
                    some!((least..=most).contains(&value).then_some(()), OutOfRange);
                }
                Op::Some => {
                    let value = *some!(cells.get(sp.wrapping_sub(1)), Broken);
                    some!((value != -1).then_some(()), Missing);
                }
                Op::Jump(target) => pc = target as usize,
                Op::JumpIfNot(target) => pc = if pop!() == 0 { target as usize } else { pc },
                Op::JumpIf(target) => pc = if pop!() != 0 { target as usize } else { pc },
                Op::JumpIs(number, target) => {
                    pc = if pop!() == i64::from(number) { target as usize } else { pc }
                }
                Op::JumpIsNot(number, target) => {
                    pc = if pop!() == i64::from(number) { pc } else { target as usize };
                }
                Op::Call(function) => {
                    sp = ok!(self.enter(program, function, pc, sp));
                    watch.enter(function);
                    ((pc, base), cells) = (self.place(), &mut self.stack);
                }
                Op::Return => {
                    let value = pop!();
                    self.lists.release(self.frames.last().map_or(0, |frame| i64::from(frame.mark)));
                    leave!(value);
                }
                Op::End => {
                    self.lists.release(self.frames.last().map_or(0, |frame| i64::from(frame.mark)));
                    back!(0);
                }
                Op::ReturnList => {
                    let mark = self.frames.last().map_or(0, |frame| frame.mark as usize);
                    let list = some!(self.lists.settle(pop!(), mark), Broken);
                    leave!(list);
                }
                Op::Ask(builtin) => push!(ok!(host.ask(builtin, args!(builtin.arity())))),
                Op::List(builtin) => {
                    let start = self.lists.top();
                    ok!(host.list(builtin, args!(builtin.arity()), &mut self.lists.cells));
                    push!(ok!(self.lists.since(start)));
                }
                Op::Get(var) => {
                    let key = pop!();
                    push!(ok!(host.get(var, key)));
                }
                Op::Set(var) => {
                    let (value, key) = (pop!(), pop!());
                    ok!(host.set(var, key, value));
                }
                Op::GetGame(var) => push!(ok!(host.get(var, 0))),
                Op::SetGame(var) => {
                    let value = pop!();
                    ok!(host.set(var, 0, value));
                }
                Op::Seats => {
                    let (from, mask) = (pop!(), pop!());
                    push!(ok!(self.lists.seats(mask, from)));
                }
                Op::Empty => push!(ok!(self.lists.since(self.lists.top()))),
                Op::Push(slot) => {
                    let member = pop!();
                    let list = slot!(slot);
                    slot!(slot) = some!(self.lists.push(list, member), Broken);
                }
                Op::Gain(slot) => {
                    let member = pop!();
                    let list = slot!(slot);
                    slot!(slot) = some!(self.lists.gain(list, member), Broken);
                }
                Op::Gather(slot) => {
                    let others = pop!();
                    let list = slot!(slot);
                    slot!(slot) = some!(self.lists.gather(list, others), Broken);
                }
                Op::Unite(slot) => {
                    let mask = pop!();
                    slot!(slot) |= mask;
                }
                Op::Include(slot) => {
                    let seat = pop!();
                    some!(SEATS.contains(&seat).then_some(()), Missing);
                    slot!(slot) |= 1 << seat;
                }
                Op::With => {
                    let (member, list) = (pop!(), pop!());
                    push!(some!(self.lists.with(list, member), Broken));
                }
                Op::Nth => {
                    let (place, list) = (pop!(), pop!());
                    let members = some!(self.lists.members(list), Broken);
                    let member = usize::try_from(place).ok().and_then(|place| members.get(place));
                    push!(*some!(member, Missing));
                }
                Op::Length => {
                    let list = pop!();
                    push!(length(list));
                }
                Op::CountMask => {
                    let mask = pop!();
                    push!(i64::from(mask.count_ones()));
                }
                Op::Contains => {
                    let (list, member) = (pop!(), pop!());
                    push!(i64::from(some!(self.lists.members(list), Broken).contains(&member)));
                }
                Op::ContainsMask => {
                    let (mask, seat) = (pop!(), pop!());
                    push!(i64::from(SEATS.contains(&seat) && mask >> seat & 1 == 1));
                }
                Op::Next(slot, target) if length(slot!(slot)) == 0 => pc = target as usize,
                Op::Next(slot, _) => {
                    let (member, rest) = some!(self.lists.next(slot!(slot)), Broken);
                    slot!(slot) = rest;
                    push!(member);
                }
                Op::Trim(slot) => self.lists.trim(slot!(slot)),
                Op::Mark(slot) => slot!(slot) = self.lists.top() as i64,
                Op::Release(slot) => self.lists.release(slot!(slot)),
                Op::Do(effect) => {
                    let result = ok!(host.apply(effect, args!(effect.arity())));
                    if effect.has_result() {
                        push!(result);
                    }
                }
                Op::Terms => self.terms.clear(),
                Op::Note(site) => push!(if keeps { host.note(site, &self.terms) } else { -1 }),
                Op::Enter(id, target) => pc = if self.reactions.enter(id) { pc } else { target as usize },
                Op::Exit(id) => self.reactions.exit(id),
                Op::Offer(action) => {
                    let list = pop!();
                    self.offers.list(action, some!(self.lists.members(list), Broken));
                }
                Op::OfferCounted(action, builtin) => {
                    let args = args!(builtin.arity());
                    let count = ok!(host.count(builtin, args));
                    self.offers.counted(action, count, (pc - 1) as u32, builtin, args);
                }
                Op::Decide(choice) => {
                    let who = pop!();
                    let Some(top) = ok!(self.decide(program, host, choice, who, sp)) else {
                        return Ok(self.suspend(pc, sp));
                    };
                    (sp, cells) = (top, &mut self.stack);
                }
                Op::Trap => stop!(Fault::NoResult),
            }
        }
    }
}

/// Makes the error for the operation before `pc`.
#[cold]
#[inline(never)]
fn stopped(fault: Fault, pc: usize) -> Stopped {
    Stopped { fault, pc: u32::try_from(pc.wrapping_sub(1)).unwrap_or(u32::MAX) }
}

/// Divides, rounded towards minus infinity.
fn divide_down(left: i64, right: i64) -> Result<i64, Fault> {
    if right == 0 {
        return Err(Fault::DivisionByZero);
    }
    let quotient = left.checked_div(right).ok_or(Fault::Overflow)?;
    Ok(if left % right != 0 && (left < 0) != (right < 0) { quotient - 1 } else { quotient })
}

/// Divides, rounded towards plus infinity.
fn divide_up(left: i64, right: i64) -> Result<i64, Fault> {
    if right == 0 {
        return Err(Fault::DivisionByZero);
    }
    let quotient = left.checked_div(right).ok_or(Fault::Overflow)?;
    Ok(if left % right != 0 && (left < 0) == (right < 0) { quotient + 1 } else { quotient })
}
