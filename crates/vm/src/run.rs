//! The loop that runs the operations.

use rota_bytecode::builtin::MAX_ARGS;
use rota_bytecode::{Op, Program, Reclaim};

use crate::decide::{EMPTY, answer_from_host, answer_if_forced, merge_alike, seat};
use crate::frames::{enter, register_window};
use crate::list_arena::length;
use crate::machine::{Pending, Phase};
use crate::pure_ops::run_pure;
use crate::tracer::{leave_all, resume_all};
use crate::{Fault, Host, Machine, NoTracer, Status, Stopped, Term, Tracer};

impl Machine {
    /// Runs until the function ends or a player has to decide and the host does not do it. A machine that waits for
    /// an answer asks again; one that is done stays done.
    ///
    /// Errors: the fault and where it happened; the machine has to be started anew.
    pub fn run<H: Host>(&mut self, program: &Program, host: &mut H) -> Result<Status, Stopped> {
        self.run_traced(program, host, &mut NoTracer)
    }

    /// The same, and tells somebody what runs.
    ///
    /// Errors: as for [`Machine::run`].
    pub fn run_traced<H: Host, W: Tracer>(
        &mut self,
        program: &Program,
        host: &mut H,
        tracer: &mut W,
    ) -> Result<Status, Stopped> {
        match self.phase {
            Phase::Asking => {
                let answer = answer_from_host(host, &mut self.offers, &self.pending);
                if answer.and_then(|answer| self.resume(answer)).is_none() {
                    return Ok(Status::Asks);
                }
                resume_all(&self.frames, tracer);
            }
            Phase::Done => return Ok(Status::Done),
            Phase::Fresh => {
                self.frames.iter().for_each(|frame| tracer.enter(frame.function, host.happened()));
            }
            Phase::Idle | Phase::Ready => resume_all(&self.frames, tracer),
        }
        let status = self.execute(program, host, tracer);
        if status == Ok(Status::Asks) {
            self.phase = Phase::Asking;
            self.top = self.frames.last().map_or(0, |frame| frame.top(program));
            return status;
        }
        leave_all(&self.frames, tracer, host.happened());
        self.phase = if status.is_ok() { Phase::Done } else { Phase::Idle };
        self.frames.clear();
        self.offers.clear();
        self.top = 0;
        status
    }

    fn execute<H: Host, W: Tracer>(
        &mut self,
        program: &Program,
        host: &mut H,
        tracer: &mut W,
    ) -> Result<Status, Stopped> {
        let Machine { registers, frames, lists, terms, offers, reactions, .. } = self;
        let (mut pc, mut base) = frames.last().map_or((usize::MAX, 0), |frame| frame.place());
        let keeps = host.keeps_notes();
        let mut fuel = self.fuel;
        let ops = program.ops.as_slice();

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
                    None => stop!(&Fault::$fault),
                }
            };
        }
        let mut slots = some!(register_window(registers, base), Broken);
        // A slot's number is a byte and the window has as many cells as bytes have values: nothing to check.
        macro_rules! slot {
            ($slot:expr) => {
                slots[usize::from($slot)]
            };
        }
        macro_rules! after {
            ($slot:expr) => {
                slots[usize::from($slot.wrapping_add(1))]
            };
        }
        macro_rules! row {
            ($first:expr, $count:expr) => {
                some!(slots.get(usize::from($first)..usize::from($first) + $count), Broken)
            };
        }
        // As many arguments as any question takes; those behind what it takes mean nothing.
        const { assert!(MAX_ARGS == 3) };
        macro_rules! args {
            ($first:expr) => {
                &[slot!($first), slot!($first.wrapping_add(1)), slot!($first.wrapping_add(2))]
            };
            ($($number:expr),+; slot $slot:expr) => {
                &[slot!($slot), $(i64::from($number)),+]
            };
        }
        macro_rules! list {
            ($slot:expr, $builtin:expr, $args:expr) => {{
                let start = lists.top();
                ok!(host.list($builtin, $args, &mut lists.cells));
                slot!($slot) = ok!(lists.list_from(start));
            }};
        }
        macro_rules! begin {
            ($list:expr, $member:expr, $target:expr) => {{
                let list = slot!($list);
                if length(list) == 0 {
                    pc = $target as usize;
                } else {
                    slot!($member) = some!(lists.at(list, 0), Broken);
                    after!($list) = 1;
                }
            }};
        }
        macro_rules! walk {
            ($list:expr, $member:expr, $builtin:expr, $args:expr, $target:expr) => {{
                let start = lists.top();
                ok!(host.list($builtin, $args, &mut lists.cells));
                match lists.cells.get(start) {
                    Some(member) => {
                        slot!($member) = *member;
                        slot!($list) = ok!(lists.list_from(start));
                        after!($list) = 1;
                    }
                    None => pc = $target as usize,
                }
            }};
        }
        macro_rules! apply {
            ($slot:expr, $effect:expr, $args:expr) => {{
                let result = ok!(host.apply($effect, $args));
                if $effect.has_result() {
                    slot!($slot) = result;
                }
            }};
        }
        macro_rules! jump_if {
            ($condition:expr, $target:expr) => {
                if $condition {
                    pc = $target as usize;
                }
            };
        }
        macro_rules! spend {
            ($amount:expr) => {
                fuel = some!(fuel.checked_sub(u64::from($amount)), OutOfFuel)
            };
        }
        // Results stand in the callee's first slot, which is the caller's where the arguments began.
        macro_rules! leave {
            ($value:expr) => {{
                let value = $value;
                slots[0] = value;
                frames.pop();
                tracer.leave(host.happened());
                let Some(caller) = frames.last() else {
                    self.result = value;
                    return Ok(Status::Done);
                };
                (pc, base) = caller.place();
                slots = some!(register_window(registers, base), Broken);
            }};
        }
        macro_rules! mark {
            () => {
                frames.last().map_or(0, |frame| frame.mark)
            };
        }

        loop {
            let op = some!(ops.get(pc), Broken);
            tracer.op(pc);
            pc += 1;
            match *op {
                Op::Const(d, number) => slot!(d) = i64::from(number),
                Op::Copy(d, a) => slot!(d) = slot!(a),
                Op::AddImm(d, a, n) => slot!(d) = some!(slot!(a).checked_add(i64::from(n)), Overflow),
                Op::Term(d, a, b, name) => {
                    let (count, each) = (slot!(a), slot!(b));
                    slot!(d) = some!(count.checked_mul(each), Overflow);
                    terms.all.extend(keeps.then_some(Term { name, count, each }));
                }
                Op::OpenTerms if keeps => terms.open(),
                Op::OpenTerms => {}
                Op::TermOver(d, a, b, name) => {
                    let (count, each) = (slot!(a), slot!(b));
                    slot!(d) = some!(count.checked_mul(each), Overflow);
                    if keeps {
                        terms.close(Term { name, count, each });
                    }
                }
                Op::CheckSome(a) => some!((slot!(a) != -1).then_some(()), Missing),
                Op::Jump(target) => pc = target as usize,
                Op::JumpEqualImm(a, n, target) => jump_if!(slot!(a) == i64::from(n), target),
                Op::JumpNotEqualImm(a, n, target) => jump_if!(slot!(a) != i64::from(n), target),
                Op::JumpLessImm(a, n, target) => jump_if!(slot!(a) < i64::from(n), target),
                Op::JumpGreaterImm(a, n, target) => jump_if!(slot!(a) > i64::from(n), target),
                Op::JumpGlobalEqual(n, var, target) => {
                    jump_if!(ok!(host.get(var, 0)) == i64::from(n), target)
                }
                Op::JumpGlobalNotEqual(n, var, target) => {
                    jump_if!(ok!(host.get(var, 0)) != i64::from(n), target)
                }
                Op::JumpEqual(a, b, target) => jump_if!(slot!(a) == slot!(b), target),
                Op::JumpNotEqual(a, b, target) => jump_if!(slot!(a) != slot!(b), target),
                Op::JumpLess(a, b, target) => jump_if!(slot!(a) < slot!(b), target),
                Op::JumpLessEqual(a, b, target) => jump_if!(slot!(a) <= slot!(b), target),
                Op::Call(first, function) => {
                    let callee = some!(program.functions.get(function as usize), Broken);
                    spend!(callee.end.saturating_sub(callee.start));
                    base += usize::from(first);
                    ok!(enter(frames, (function, callee), (pc, base), lists.top()));
                    tracer.enter(function, host.happened());
                    slots = some!(register_window(registers, base), Broken);
                    let own = usize::from(callee.params)..usize::from(callee.slots);
                    some!(slots.get_mut(own), Broken).fill(0);
                    pc = callee.start as usize;
                }
                Op::Return(a) => {
                    let value = slot!(a);
                    lists.release(i64::from(mark!()));
                    leave!(value);
                }
                Op::End => {
                    lists.release(i64::from(mark!()));
                    leave!(0);
                }
                Op::ReturnList(a) => {
                    let list = some!(lists.compact(slot!(a), mark!() as usize), Broken);
                    leave!(list);
                }
                Op::Ask(d, builtin, first) => slot!(d) = ok!(host.ask(builtin, args!(first))),
                Op::AskPair(d, builtin, a, b) => slot!(d) = ok!(host.ask(builtin, &[slot!(a), slot!(b)])),
                Op::AskSlotImm(d, builtin, a, n, m) => {
                    slot!(d) = ok!(host.ask(builtin, args!(n, m; slot a)));
                }
                Op::AskImm(d, builtin, n) => slot!(d) = ok!(host.ask(builtin, &[i64::from(n)])),
                Op::JumpAskEqual(builtin, a, [n, m, k], target) => {
                    jump_if!(ok!(host.ask(builtin, args!(n, m; slot a))) == i64::from(k), target);
                }
                Op::JumpAskNotEqual(builtin, a, [n, m, k], target) => {
                    jump_if!(ok!(host.ask(builtin, args!(n, m; slot a))) != i64::from(k), target);
                }
                Op::JumpAskImmEqual(builtin, [n, k], target) => {
                    jump_if!(ok!(host.ask(builtin, &[i64::from(n)])) == i64::from(k), target);
                }
                Op::JumpAskImmNotEqual(builtin, [n, k], target) => {
                    jump_if!(ok!(host.ask(builtin, &[i64::from(n)])) != i64::from(k), target);
                }
                Op::List(d, builtin, first) => list!(d, builtin, args!(first)),
                Op::ListSlotImm(d, builtin, a, n, m) => list!(d, builtin, args!(n, m; slot a)),
                Op::ListImm(d, builtin, n) => list!(d, builtin, &[i64::from(n)]),
                Op::Get(d, a, var) => slot!(d) = ok!(host.get(var, slot!(a))),
                Op::Set(a, b, var) => ok!(host.set(var, slot!(a), slot!(b))),
                Op::GetGlobal(d, var) => slot!(d) = ok!(host.get(var, 0)),
                Op::SetGlobalImm(n, var) => ok!(host.set(var, 0, i64::from(n))),
                Op::SetGlobal(a, var) => ok!(host.set(var, 0, slot!(a))),
                Op::ForEach(a, b, target) => begin!(a, b, target),
                Op::ForEachImm(a, b, builtin, n, target) => walk!(a, b, builtin, &[i64::from(n)], target),
                Op::ForEachSlotImm(a, b, builtin, of, n, target) => {
                    walk!(a, b, builtin, &[slot!(of), i64::from(n)], target);
                }
                Op::ForNext(a, b, tidy, back) => {
                    let (list, taken) = (slot!(a), after!(a));
                    if taken < length(list) {
                        spend!((pc as u32).wrapping_sub(back));
                        if tidy == Reclaim::Free {
                            lists.free_above(list);
                        }
                        slot!(b) = some!(lists.at(list, taken), Broken);
                        after!(a) = taken + 1;
                        pc = back as usize;
                    } else if tidy == Reclaim::Free {
                        lists.free(list);
                    }
                }
                Op::DecrementJump(a, back) => {
                    if slot!(a) > 1 {
                        spend!((pc as u32).wrapping_sub(back));
                        slot!(a) -= 1;
                        pc = back as usize;
                    }
                }
                Op::Apply(d, effect, first) => apply!(d, effect, row!(first, effect.arity())),
                Op::ApplyPair(d, effect, a, b) => apply!(d, effect, &[slot!(a), slot!(b)]),
                Op::ApplyImm(d, effect, n, m) => {
                    let args = [i64::from(n), i64::from(m)];
                    apply!(d, effect, some!(args.get(..effect.arity()), Broken));
                }
                Op::Mark(d) => slot!(d) = lists.top() as i64,
                Op::Release(a) => lists.release(slot!(a)),
                Op::ClearTerms => terms.clear(),
                Op::Note(d, site) => slot!(d) = if keeps { host.note(site, &terms.all) } else { -1 },
                Op::EnterReaction(id, target) => jump_if!(!reactions.enter(id), target),
                Op::ExitReaction(id) => reactions.exit(id),
                Op::OfferOne(a, action) => offers.one(action, slot!(a)),
                Op::Offer(a, action) => offers.list(action, some!(lists.members(slot!(a)), Broken)),
                Op::OfferCounted(first, builtin, action) => {
                    let args = row!(first, builtin.arity());
                    let count = ok!(host.count(builtin, args));
                    offers.counted(action, count, (pc - 1) as u32, builtin, args);
                }
                Op::Decide(d, who, choice) => {
                    let who = ok!(seat(slot!(who)));
                    if offers.groups.is_empty() {
                        [slot!(d), after!(d)] = EMPTY;
                        continue;
                    }
                    let site = some!(program.choices.get(choice as usize), Broken);
                    if site.merges_alike {
                        merge_alike(site, host, offers, who);
                    }
                    self.pending = Pending { choice, who, total: offers.total(), pass: site.pass };
                    let pending = &self.pending;
                    let forced = answer_if_forced(site, host, offers, self.ask_forced, pending);
                    if let Some(answer) = ok!(forced) {
                        [slot!(d), after!(d)] = answer.to_slots();
                        continue;
                    }
                    leave_all(frames, tracer, host.happened());
                    let Some(answer) = answer_from_host(host, offers, pending) else {
                        self.answer = base + usize::from(d);
                        if let Some(frame) = frames.last_mut() {
                            frame.pc = pc as u32;
                        }
                        return Ok(Status::Asks);
                    };
                    resume_all(frames, tracer);
                    [slot!(d), after!(d)] = answer.to_slots();
                    fuel = self.fuel;
                }
                Op::Trap => stop!(&Fault::NoResult),
                Op::LoadConst(..)
                | Op::Add(..)
                | Op::Subtract(..)
                | Op::Multiply(..)
                | Op::DivideFloor(..)
                | Op::DivideCeil(..)
                | Op::Modulo(..)
                | Op::Negate(..)
                | Op::Not(..)
                | Op::Equal(..)
                | Op::Less(..)
                | Op::CheckRange(..)
                | Op::MaskToList(..)
                | Op::NewList(_)
                | Op::Push(..)
                | Op::PushUnique(..)
                | Op::ExtendUnique(..)
                | Op::MaskInsert(..)
                | Op::MaskUnion(..)
                | Op::CopyPush(..)
                | Op::Index(..)
                | Op::NthOrNone(..)
                | Op::MaskNthOrNone(..)
                | Op::Length(..)
                | Op::MaskCount(..)
                | Op::Contains(..)
                | Op::MaskContains(..)
                | Op::FreeAbove(_)
                | Op::Free(_) => ok!(run_pure(*op, program, slots, lists)),
            }
        }
    }
}

/// Makes the error for the operation before `pc`.
#[cold]
#[inline(never)]
fn stopped(fault: &Fault, pc: usize) -> Stopped {
    Stopped { fault: *fault, pc: u32::try_from(pc.wrapping_sub(1)).unwrap_or(u32::MAX) }
}
