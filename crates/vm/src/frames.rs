//! What the loop does seldom: entering functions, deciding, suspending.

use rota_bytecode::Program;
use rota_bytecode::program::Secrecy;

use crate::machine::{DEPTH, Frame};
use crate::{Fault, Host, Machine, Pending, Status};

/// How many players there can be.
pub(crate) const PLAYERS: std::ops::Range<i64> = 0..8;

impl Frame {
    /// Where to go on and where the slots start.
    #[inline]
    pub fn place(&self) -> (usize, usize) {
        (self.pc as usize, self.base as usize)
    }

    /// How much stack the function may need, slots included.
    pub fn room(&self, program: &Program) -> usize {
        let entry = program.functions.get(self.function as usize);
        entry.map_or(0, |entry| usize::from(entry.slots) + usize::from(entry.stack))
    }
}

impl Machine {
    /// The place of the innermost function.
    #[inline]
    pub(crate) fn place(&self) -> (usize, usize) {
        self.frames.last().map_or((usize::MAX, 0), Frame::place)
    }

    /// Makes room for all functions that are running, so that the loop need not ask before each push.
    pub(crate) fn reserve(&mut self, program: &Program) {
        let reach = |frame: &Frame| frame.base as usize + frame.room(program);
        let need = self.frames.iter().map(reach).max().unwrap_or(0);
        if self.stack.len() < need {
            self.stack.resize(need, 0);
        }
    }

    /// Enters a function whose arguments lie on top of the stack; returns the new top.
    #[inline]
    pub(crate) fn enter(
        &mut self,
        program: &Program,
        function: u32,
        pc: usize,
        sp: usize,
    ) -> Result<usize, Fault> {
        let callee = program.functions.get(function as usize).ok_or(Fault::Broken)?;
        if self.frames.len() >= DEPTH {
            return Err(Fault::TooDeep);
        }
        let base = sp.checked_sub(usize::from(callee.params)).ok_or(Fault::Broken)?;
        let top = base + usize::from(callee.slots);
        let room = top + usize::from(callee.stack);
        if self.stack.len() < room {
            self.stack.resize(room, 0);
        }
        self.stack.get_mut(sp..top).ok_or(Fault::Broken)?.fill(0);
        if let Some(caller) = self.frames.last_mut() {
            caller.pc = pc as u32;
        }
        let mark = self.lists.top() as u32;
        self.frames.push(Frame { function, pc: callee.start, base: base as u32, mark });
        Ok(top)
    }

    /// Asks a player to choose among what was offered. Pushes value and action and returns the new top where
    /// there is nothing to ask; returns none where the machine has to wait.
    pub(crate) fn decide<H: Host>(
        &mut self,
        program: &Program,
        host: &mut H,
        choice: u32,
        who: i64,
        sp: usize,
    ) -> Result<Option<usize>, Fault> {
        let site = program.choices.get(choice as usize).ok_or(Fault::Broken)?;
        let (pass, open) = (site.pass, site.secrecy == Secrecy::Open);
        if !PLAYERS.contains(&who) {
            return Err(Fault::Missing);
        }
        let total = self.offers.total();
        if total == 0 {
            return self.settle(sp, -1, -2).map(Some);
        }
        if total == 1 && !pass && open && !self.ask_forced && !host.conceals() {
            let (action, value) = self.offers.nth(host, 0).ok_or(Fault::Missing)?;
            self.offers.clear();
            host.forced(choice, who, action, value);
            return self.settle(sp, value, i64::from(action)).map(Some);
        }
        self.pending = Pending { choice, who, total, pass };
        Ok(None)
    }

    fn settle(&mut self, sp: usize, value: i64, action: i64) -> Result<usize, Fault> {
        self.stack.get_mut(sp..sp + 2).ok_or(Fault::Broken)?.copy_from_slice(&[value, action]);
        Ok(sp + 2)
    }

    /// Puts away where the run is.
    pub(crate) fn suspend(&mut self, pc: usize, sp: usize) -> Status {
        if let Some(frame) = self.frames.last_mut() {
            frame.pc = pc as u32;
        }
        self.sp = sp;
        Status::Asks
    }
}
