//! Single costs: `cargo bench -p rota-tests --bench costs`, with a word behind `--` for those that hold it.

#![expect(clippy::expect_used, reason = "a bench that cannot run has nothing to say")]

mod games;
mod ops;
mod texts;
mod thinking;

fn main() {
    divan::main();
}
