//! Measures what one operation costs: `cargo run --release -p rota-vm --example pace`.
#![allow(clippy::print_stdout, reason = "printing is what it is for")]
#![allow(clippy::unwrap_used, reason = "a measurement that fails has nothing to say")]

use std::hint::black_box;
use std::time::Instant;

use rota_bytecode::program::Function;
use rota_bytecode::{Builtin, Effect, Op, Program, verify};
use rota_vm::{Fault, Host, Machine, Term};

const ROUNDS: i32 = 1_000_000;

struct Still;

impl Host for Still {
    fn ask(&self, _: Builtin, args: &[i64]) -> Result<i64, Fault> {
        Ok(args.first().copied().unwrap_or(1))
    }
    fn list(&self, _: Builtin, _: &[i64], out: &mut Vec<i64>) -> Result<(), Fault> {
        out.extend(0..8);
        Ok(())
    }
    fn count(&self, _: Builtin, _: &[i64]) -> Result<usize, Fault> {
        Ok(0)
    }
    fn nth(&self, _: Builtin, _: &[i64], _: usize) -> Option<i64> {
        None
    }
    fn get(&self, _: u16, key: i64) -> Result<i64, Fault> {
        Ok(key)
    }
    fn set(&mut self, _: u16, _: i64, _: i64) -> Result<(), Fault> {
        Ok(())
    }
    fn apply(&mut self, _: Effect, _: &[i64]) -> Result<i64, Fault> {
        Ok(0)
    }
    fn keeps_notes(&self) -> bool {
        false
    }
    fn note(&mut self, _: u32, _: &[Term]) -> i64 {
        -1
    }
}

fn main() {
    // Counts down and sums up.
    let count = [
        Op::Const(ROUNDS),
        Op::Store(0),
        Op::Const(0),
        Op::Load(0),
        Op::Less,
        Op::JumpIfNot(15),
        Op::Load(0),
        Op::Const(1),
        Op::Subtract,
        Op::Store(0),
        Op::Load(1),
        Op::Load(0),
        Op::Add,
        Op::Store(1),
        Op::Jump(2),
        Op::Load(1),
        Op::Return,
    ];
    measure("numbers", 13, &[&count]);
    // The same with a question, a list of eight and a call.
    let lists = [
        Op::Const(ROUNDS / 8),
        Op::Store(0),
        Op::Const(0),
        Op::Load(0),
        Op::Less,
        Op::JumpIfNot(21),
        Op::Load(0),
        Op::Const(1),
        Op::Subtract,
        Op::Store(0),
        Op::Mark(3),
        Op::Load(0),
        Op::List(Builtin::FeaturePieces),
        Op::Store(2),
        Op::Next(2, 19),
        Op::Ask(Builtin::PieceOwner),
        Op::JumpIfNot(14),
        Op::Jump(14),
        Op::Trap,
        Op::Release(3),
        Op::Jump(2),
        Op::Load(1),
        Op::Return,
    ];
    measure("members", 8 * 4 + 16 - 1, &[&lists]);
    let calls = [
        Op::Const(ROUNDS),
        Op::Store(0),
        Op::Const(0),
        Op::Load(0),
        Op::Less,
        Op::JumpIfNot(10),
        Op::Load(0),
        Op::Call(1),
        Op::Store(0),
        Op::Jump(2),
        Op::Load(1),
        Op::Return,
    ];
    measure("calls", 12, &[&calls, &[Op::Load(0), Op::Const(1), Op::Subtract, Op::Return]]);
}

fn measure(name: &str, ops_a_round: u64, functions: &[&[Op]]) {
    let mut program = Program::default();
    for (index, ops) in functions.iter().enumerate() {
        let start = program.ops.len() as u32;
        program.ops.extend_from_slice(ops);
        let (end, params) = (program.ops.len() as u32, index as u16);
        program.functions.push(Function { start, end, params, slots: 4, ..Function::default() });
    }
    verify(&mut program).unwrap();
    let mut machine = Machine::new();
    machine.fuel = u64::MAX;
    let rounds = if name == "members" { ROUNDS / 8 } else { ROUNDS };
    let mut best = u128::MAX;
    for _ in 0..7 {
        machine.start(&program, 0);
        let begin = Instant::now();
        black_box(machine.run(black_box(&program), &mut Still)).unwrap();
        best = best.min(begin.elapsed().as_nanos());
    }
    let ops = u128::from(ops_a_round) * rounds as u128;
    println!("{name}: {}.{:02} ns an operation", best / ops, best * 100 / ops % 100);
}
