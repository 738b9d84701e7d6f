//! What operations cost: rules of a small pack, on a host that answers at once.

use std::sync::LazyLock;

use divan::Bencher;
use divan::counter::ItemsCount;
use rota::{PackText, Settings, Text};
use rota_bytecode::{Builtin, Effect};
use rota_game::Rules;
use rota_tests::shelf::{Written, compile, load, shelf};
use rota_vm::{Fault, Host, Machine, Status, Term};

/// How often each rule goes round.
const ROUNDS: i64 = 1000;

const RULES: &str = r#"pack toil 1.0.0 "What operations cost"
requires base ^1.0

var found : int

# Asked for in its own words, so that it stays a function.
value halved(n : int) : int {
  if n < 2 {
    return n
  }
  let half = n / 2 rounded down
  return half
}

rule arithmetic at lay_out {
  set found = sum(n in 1..1000 : n * 3 - n / 2 rounded down)
}

rule calls at lay_out {
  set found = sum(n in 1..1000 : halved(n))
}

rule lists at lay_out {
  set found = count(n in 1..1000 where n > 500)
}

rule questions at lay_out {
  repeat up to 1000 {
    if turn > 5 {
      set found = 1
    }
  }
}
"#;

/// A host that knows no game.
struct Still;

impl Host for Still {
    fn ask(&self, _: Builtin, _: &[i64]) -> Result<i64, &'static Fault> {
        Ok(1)
    }

    fn list(&self, _: Builtin, _: &[i64], out: &mut Vec<i64>) -> Result<(), &'static Fault> {
        out.extend(1..=ROUNDS);
        Ok(())
    }

    fn count(&self, _: Builtin, _: &[i64]) -> Result<usize, &'static Fault> {
        Ok(0)
    }

    fn nth(&self, _: Builtin, _: &[i64], _: usize) -> Option<i64> {
        None
    }

    fn get(&self, _: u16, _: i64) -> Result<i64, &'static Fault> {
        Ok(0)
    }

    fn set(&mut self, _: u16, _: i64, _: i64) -> Result<(), &'static Fault> {
        Ok(())
    }

    fn apply(&mut self, _: Effect, _: &[i64]) -> Result<i64, &'static Fault> {
        Ok(0)
    }

    fn keeps_notes(&self) -> bool {
        false
    }

    fn note(&mut self, _: u32, _: &[Term]) -> i64 {
        -1
    }
}

static TOIL: LazyLock<std::sync::Arc<Rules>> = LazyLock::new(|| {
    let mut shelf_with = Written::default();
    let base = rota::PackSource::pack(&shelf(), "base").expect("the base pack");
    let set = rota::PackSource::tiles(&shelf(), "base").expect("its tiles");
    shelf_with.sets.insert("base".to_owned(), set);
    shelf_with.packs.insert("base".to_owned(), base);
    let text = Text { name: "toil.rota".to_owned(), text: RULES.to_owned() };
    let toil = PackText { name: "toil".to_owned(), rules: vec![text], tiles: Vec::new() };
    shelf_with.packs.insert("toil".to_owned(), toil);
    compile(&load(&shelf_with, &["toil"]), &Settings::default()).rules
});

#[divan::bench(args = ["arithmetic", "calls", "lists", "questions"])]
fn loops(bencher: Bencher<'_, '_>, rule: &str) {
    let program = TOIL.program();
    let name = format!("rule {rule}");
    let function = program.functions.iter().position(|function| function.name == name).expect("the rule");
    let mut machine = Machine::new();
    bencher.counter(ItemsCount::new(ROUNDS as u64)).bench_local(|| {
        machine.start(program, function as u32);
        assert_eq!(machine.run(program, &mut Still), Ok(Status::Done));
    });
}
