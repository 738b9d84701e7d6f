//! Asking a person: the table, the question, and all that can be typed in answer.

use std::path::PathBuf;

use rota::{Account, Choice, Event, Game, Target, Think, TileState, VisibleEvent};

use super::Play;
use super::menu::Menu;
use crate::console::Console;
use crate::drawing::{self, Marks};
use crate::exit::Failure;
use crate::saves;
use crate::standings::Eyes;

const HELP: &str = "  a number    the option with this number, as the list and the table show it
  words       the option with these words or a part of them; a letter of the table stands for its cell
  pass        choose nothing, where that is allowed; so does 0
  list        all options
  table       the table again
  score       points and pieces
  why         how the last points were counted
  think       what a search ahead considers, and the lead that it expects
  undo        take your last move back, if chance has not spoken since
  redo        make it again
  save FILE   write the game to a file, now and at every decision from here on
  quit        leave; a saved game goes on with `rota play --resume FILE`
";

/// How many of the choices that a search ahead has considered are told.
const TOLD_CHOICES: usize = 5;

/// How the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// From where it stands now.
    Continue,
    /// Without the people.
    Leave,
}

impl Play<'_> {
    /// Asks a person until there is an answer or a wish that changes how the game stands.
    pub(super) fn ask(&mut self, who: usize, console: &mut Console<'_>) -> Result<Flow, Failure> {
        let Some(decision) = self.session.game().decision() else { return Ok(Flow::Continue) };
        let name = self.session.game().rules().seat(who);
        let alone = self.show.is_shared && self.conceals();
        if alone {
            let seen = console.ask(&format!("\nonly {name} may look now; press Enter to go on "))?;
            if seen.is_none() {
                return Ok(Flow::Leave);
            }
        }
        let goes = self.ask_openly(who, &name, &Menu::of(&decision), console)?;
        if alone {
            console.wipe()?;
        }
        Ok(goes)
    }

    /// Whether the others at the table must not see what is asked now.
    fn conceals(&self) -> bool {
        let decision = self.session.game().seen_by(None).decision();
        decision.is_some_and(|decision| decision.options().is_none())
    }

    /// Asks somebody who may see what is shown.
    fn ask_openly(
        &mut self,
        who: usize,
        name: &str,
        menu: &Menu,
        console: &mut Console<'_>,
    ) -> Result<Flow, Failure> {
        let Some(decision) = self.session.game().decision() else { return Ok(Flow::Continue) };
        self.draw(who, menu, console)?;
        let style = self.show.teller.theme.seat_style(who);
        let site = decision.site();
        let prompt = if site.prompt.is_empty() { &site.name } else { &site.prompt };
        let earlier: Vec<&str> = decision.earlier().iter().map(|earlier| earlier.words).collect();
        let earlier =
            if earlier.is_empty() { String::new() } else { format!(" (for {})", earlier.join(", ")) };
        writeln!(console.out, "\n{style}{name}{style:#}: {prompt}{earlier}")?;
        menu.list(false, console.out)?;
        if !std::mem::replace(&mut self.is_welcome, true) {
            writeln!(console.out, "answer with a number or in words; `help` says what else can be typed")?;
        }
        loop {
            let Some(line) = console.ask(&format!("{name}> "))? else { return Ok(Flow::Leave) };
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line.as_str(), ""));
            match (word, rest.trim()) {
                ("", _) => {}
                ("help" | "?", "") => write!(console.out, "{HELP}")?,
                ("list", "") => menu.list(true, console.out)?,
                ("table", "") => self.draw(who, menu, console)?,
                ("score", "") => self.show.teller.beside(
                    self.session.game(),
                    Eyes::Seat(who),
                    &Marks::default(),
                    console.out,
                )?,
                ("why", "") => self.last_scores(console)?,
                ("think", "") => self.consider(console)?,
                ("quit", "") => return Ok(Flow::Leave),
                ("undo", "") => match self.steps_back() {
                    Some(steps) => return self.undo(steps, console),
                    None => writeln!(console.out, "this stays: {}", self.why_not_back())?,
                },
                ("redo", "") => match self.session.redo() {
                    true => return Ok(Flow::Continue),
                    false => writeln!(console.out, "nothing was taken back")?,
                },
                ("save", file) => self.save(file, console)?,
                _ => match self.choose(menu, &line) {
                    Ok(choice) => {
                        if let Err(refused) = self.session.choose(choice) {
                            writeln!(console.out, "{refused}")?;
                            continue;
                        }
                        return Ok(Flow::Continue);
                    }
                    Err(why) => writeln!(console.out, "{why}")?,
                },
            }
        }
    }

    fn choose(&self, menu: &Menu, line: &str) -> Result<Choice, String> {
        let decision = self.session.game().decision();
        decision.map_or(Err(String::new()), |decision| menu.find(line, &decision))
    }

    /// Draws the table with all that can be chosen on it, points, and the tiles that it is about.
    fn draw(&self, who: usize, menu: &Menu, console: &mut Console<'_>) -> Result<(), Failure> {
        let (game, theme) = (self.session.game(), self.show.teller.theme);
        writeln!(console.out)?;
        let marks = menu.marks(game);
        drawing::draw(game, theme, &marks, console.out)?;
        self.show.teller.beside(game, Eyes::Seat(who), &marks, console.out)?;
        let chosen = game.decision().and_then(|decision| {
            decision.earlier().iter().find_map(|earlier| match earlier.target {
                Some(Target::Hand(tile)) => Some(tile),
                _ => None,
            })
        });
        let tiles = menu.tiles(game, &chosen.map_or_else(|| in_hand(game, who), |chosen| vec![chosen]));
        if !tiles.is_empty() {
            writeln!(console.out)?;
            drawing::draw_tiles(game, theme, &tiles, console.out)?;
        }
        Ok(())
    }

    /// Explains the last scores: all that the same move has led to.
    fn last_scores(&self, console: &mut Console<'_>) -> Result<(), Failure> {
        let game = self.session.game();
        let accounts = rota::accounts(game);
        let Some(last) = accounts.last() else {
            writeln!(console.out, "nobody has scored yet")?;
            return Ok(());
        };
        let is_same = |account: &&Account| account.moves == last.moves;
        let accounts: Vec<&Account> = accounts.iter().filter(is_same).collect();
        self.accountant.tell(game, &accounts, console.out)?;
        Ok(())
    }

    /// Tells which choices a search ahead considers most.
    fn consider(&self, console: &mut Console<'_>) -> Result<(), Failure> {
        let game = self.session.game();
        let Some(decision) = game.decision() else { return Ok(()) };
        let found = Think::new(Think::PLAYOUTS, self.session.seed_of_move()).consider(game, |_| true);
        if found.playouts == 0 {
            writeln!(console.out, "there is nothing to think about")?;
            return Ok(());
        }
        writeln!(console.out, "{:>9}{:>8}", "looked at", "lead")?;
        for choice in found.choices.iter().take(TOLD_CHOICES) {
            let (share, lead) = (choice.visits * 100 / found.playouts, choice.expected_lead());
            let (sign, points) = (if lead < 0 { '-' } else { '+' }, lead.abs());
            let lead = format!("{sign}{}.{}", points / 100, points % 100 / 10);
            writeln!(console.out, "{share:>7} %{lead:>8}  {}", decision.text(choice.choice))?;
        }
        Ok(())
    }

    fn undo(&mut self, steps: usize, console: &mut Console<'_>) -> Result<Flow, Failure> {
        for _ in 0..steps {
            let last = self.session.undoable().next().cloned();
            let events = self.session.game().seen_by(None).events();
            let decided = events.filter(|seen| {
                matches!(seen, VisibleEvent::HiddenChoice { .. } | VisibleEvent::Event(Event::Decided { .. }))
            });
            let hidden = matches!(decided.last(), Some(VisibleEvent::HiddenChoice { .. }));
            if let Err(why) = self.session.undo() {
                writeln!(console.out, "this stays: {why}")?;
                break;
            }
            if let Some(last) = last {
                let choice = if hidden { "what nobody else has seen" } else { &last.choice };
                writeln!(console.out, "taken back: {} {choice}", last.who)?;
            }
        }
        self.show.skip_all(self.session.game());
        Ok(Flow::Continue)
    }

    fn save(&mut self, file: &str, console: &mut Console<'_>) -> Result<(), Failure> {
        let path = match (file, &self.file) {
            ("", Some(path)) => path.clone(),
            ("", None) => {
                writeln!(console.out, "write a name behind it: `save FILE`")?;
                return Ok(());
            }
            (file, _) => PathBuf::from(file),
        };
        let is_own = self.file.as_ref().is_some_and(|own| super::is_same_file(own, &path));
        if let Err(failure) = saves::may_write(&path, is_own) {
            console.tell(failure)?;
            return Ok(());
        }
        match saves::write(&path, &self.session.save()) {
            Ok(()) => {
                writeln!(console.out, "saved in `{}`, from here on at every decision", path.display())?;
                self.file = Some(path);
                self.save_failed = false;
            }
            Err(error) => writeln!(console.out, "`{}` cannot be written: {error}", path.display())?,
        }
        Ok(())
    }
}

/// The tiles that are drawn and not yet laid, as far as the seat sees them.
fn in_hand(game: &Game, who: usize) -> Vec<usize> {
    let states = game.position().tiles().iter().enumerate();
    let seat = u8::try_from(who).ok();
    let seen = |state: &TileState| matches!(state, TileState::Hand(seats) if seats.contains(seat));
    states.filter(|(_, state)| seen(state)).map(|(tile, _)| tile).collect()
}
