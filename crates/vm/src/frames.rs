//! Functions that are running: where they are, and their slots among the registers.

use rota_bytecode::Program;
use rota_bytecode::op::SLOTS;
use rota_bytecode::program::Function;

use crate::Fault;
use crate::machine::MAX_CALL_DEPTH;

/// A function in the middle of its run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub function: u32,
    /// The operation to go on with, while a function that it called runs or the machine waits.
    pub pc: u32,
    /// Where its slots start among the registers.
    pub base: u32,
    /// How much list space was in use when it began.
    pub mark: u32,
}

impl Frame {
    /// Where to go on and where the slots start.
    #[inline]
    pub fn place(&self) -> (usize, usize) {
        (self.pc as usize, self.base as usize)
    }

    /// Where its slots end among the registers.
    pub fn top(&self, program: &Program) -> usize {
        let entry = program.functions.get(self.function as usize);
        self.base as usize + entry.map_or(0, |entry| usize::from(entry.slots))
    }
}

/// The slots that a function can name: as many as a slot's number has values, whether it uses them or not. Functions
/// overlap there, as register windows do, and each knows only its own.
#[inline]
pub(crate) fn register_window(registers: &mut Vec<i64>, base: usize) -> Option<&mut [i64; SLOTS]> {
    let end = base.checked_add(SLOTS)?;
    if registers.len() < end {
        registers.resize(end, 0);
    }
    registers.get_mut(base..)?.first_chunk_mut()
}

/// Begins a function whose slots start at `base`; the one that calls it goes on at `pc`.
#[inline]
pub(crate) fn enter(
    frames: &mut Vec<Frame>,
    (function, callee): (u32, &Function),
    (pc, base): (usize, usize),
    mark: usize,
) -> Result<(), &'static Fault> {
    if frames.len() >= MAX_CALL_DEPTH {
        return Err(&Fault::TooDeep);
    }
    if let Some(caller) = frames.last_mut() {
        caller.pc = pc as u32;
    }
    frames.push(Frame { function, pc: callee.start, base: base as u32, mark: mark as u32 });
    Ok(())
}
