//! A table for a server: sessions, what each player sees, choices by words, saves.
//!
//! ```sh
//! cargo run --package rota --example table
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

mod paths;

use std::error::Error;

use rota::{Head, Save, Session, Settings, load};

/// A game that goes on over several requests.
struct Table {
    session: Session,
}

impl Table {
    /// Begins a game.
    fn begin(seed: u64) -> Result<Table, Box<dyn Error>> {
        let packs = load(&paths::source(), ["paths"]);
        let settings = Settings::new().option("worth", 2).seats(["ann", "ben"]);
        let compiled = packs.compile(&settings)?;
        let head = Head::new(&["paths"], &packs, &settings, seed);
        Ok(Table { session: Session::begin(head, &compiled)? })
    }

    /// Goes on with a game from the text of its save. What comes from outside may be anything: a save that was
    /// damaged, or that does not follow from these packs, is an error that says where.
    fn resume(text: &str) -> Result<Table, Box<dyn Error>> {
        let save = Save::parse("table.save", text)?;
        let compiled = load(&paths::source(), ["paths"]).compile(&save.head.settings())?;
        Ok(Table { session: Session::resume(&save, &compiled)? })
    }

    /// What a seat is shown; nothing else of the game may go over the wire to it.
    fn view(&self, seat: u8) -> String {
        self.session.game().seen_by(Some(seat)).text()
    }

    /// What a seat may answer, in words; nothing where it is not asked.
    fn offers(&self, seat: usize) -> Vec<String> {
        let decision = self.session.game().decision().filter(|decision| decision.who() == seat);
        let Some(decision) = decision else { return Vec::new() };
        decision.choices().map(|choice| decision.text(choice)).collect()
    }

    /// Takes the answer of a seat.
    fn answer(&mut self, seat: usize, words: &str) -> Result<(), Box<dyn Error>> {
        let decision = self.session.game().decision().ok_or("the game is over")?;
        if decision.who() != seat {
            return Err("somebody else decides".into());
        }
        let choice = decision.matching(words)?;
        Ok(self.session.choose(choice)?)
    }
}

/// Plays some moves, each with the first words that are offered, and leaves the table for another process.
fn evening(moves: usize) -> Result<String, Box<dyn Error>> {
    let mut table = Table::begin(3)?;
    for _ in 0..moves {
        let Some(seat) = table.session.game().decision().map(|decision| decision.who()) else { break };
        let words = table.offers(seat).first().cloned().ok_or("nothing is offered")?;
        table.answer(seat, &words)?;
    }
    println!("{}", table.view(0));
    Ok(table.session.save().to_text())
}

fn main() -> Result<(), Box<dyn Error>> {
    let text = evening(6)?;
    let table = Table::resume(&text)?;
    println!("resumed after move {}", table.session.moves());
    Ok(())
}

#[test]
fn a_table_is_left_and_resumed() -> Result<(), Box<dyn Error>> {
    let text = evening(6)?;
    let mut table = Table::resume(&text)?;
    assert_eq!((table.session.moves(), table.session.save().to_text()), (6, text.clone()));
    let seat = table.session.game().decision().ok_or("over")?.who();
    assert!(table.answer(1 - seat, "0,0").is_err(), "it is not the other's turn");
    assert!(table.answer(seat, "on the moon").is_err(), "that is not offered");
    assert_eq!(table.session.moves(), 6, "what is refused changes nothing");
    assert!(Table::resume(&text.replace("turned 0", "turned 1")).is_err(), "an edited save is refused");
    main()
}
