//! What a person may choose, as a list that can be spoken of: by number, by a letter on the table, in words.

use std::io::{self, Write};

use rota::{Cell, Choice, Decision, Game, NoMatch, PASS, Target, TileState};
use rota_game::PieceLocation;
use rota_source::did_you_mean;

use crate::drawing::Marks;

/// A list with more rows than this is folded.
const LONG: usize = 12;

/// How many rows of a folded list are shown.
const FOLDED: usize = 8;

/// How many options are named to somebody whose words fit several, or none.
const NAMED: usize = 8;

/// The options of a decision.
pub(super) struct Menu {
    /// Without those that read like one before: they are one and the same to a person.
    options: Vec<Offer>,
    rows: Vec<Row>,
    may_pass: bool,
    /// Whether options go by number; where they are numbers themselves, they do not.
    is_numbered: bool,
}

/// One option of the decision.
struct Offer {
    choice: Choice,
    /// Its canonical words.
    text: String,
    /// How many there are of it.
    number: usize,
    target: Option<Target>,
}

/// A row of the list: one option, or all that concern one cell.
struct Row {
    /// The letter of the cell and the words for it.
    cell: Option<(String, Cell)>,
    /// Places in the list of options.
    options: Vec<usize>,
}

impl Menu {
    /// Lists the options of a decision.
    pub fn of(decision: &Decision<'_>) -> Menu {
        let mut options: Vec<Offer> = Vec::new();
        for choice in decision.choices().filter(|choice| *choice != Choice::Pass) {
            let (text, number) = (decision.text(choice), decision.number(choice));
            match options.iter_mut().find(|other| other.text == text) {
                Some(other) => other.number += number,
                None => options.push(Offer { choice, text, number, target: decision.target(choice) }),
            }
        }
        let cell_of = |option: &Offer| match option.target {
            Some(Target::Cell(cell, rotation)) => Some((cell, rotation)),
            _ => None,
        };
        let rows = if options.iter().all(|option| cell_of(option).is_some()) {
            options.sort_by_key(|option| cell_of(option).map(|(cell, turned)| (cell.y, cell.x, turned)));
            by_cell(options.iter().map(|option| cell_of(option).map(|(cell, _)| cell)))
        } else {
            (0..options.len()).map(|option| Row { cell: None, options: vec![option] }).collect()
        };
        let is_numbered = !options.iter().all(|option| option.text.parse::<i64>().is_ok());
        Menu { options, rows, may_pass: decision.may_pass(), is_numbered }
    }

    /// What to mark on the table: each cell with its letter, each segment, space, corner and side, and each tile in
    /// a row, with the number of its option.
    pub fn marks(&self, game: &Game) -> Marks {
        let cells = self.rows.iter().filter_map(|row| row.cell.clone());
        let mut marks =
            Marks { cells: cells.map(|(letter, cell)| (cell, letter)).collect(), ..Marks::default() };
        for (option, number) in self.options.iter().zip(1..) {
            let number = number.to_string();
            match option.target {
                Some(Target::Segment(segment)) => marks.segments.push((segment, number)),
                Some(Target::Space(space)) => marks.spaces.push((space, number)),
                Some(Target::Corner(corner)) => marks.off_board.push((PieceLocation::Corner(corner), number)),
                Some(Target::Side(side)) => marks.off_board.push((PieceLocation::Side(side), number)),
                Some(Target::Hand(tile)) if is_in_row(game, tile) => marks.tiles.push((tile, number)),
                Some(Target::Cell(..) | Target::Hand(_)) | None => {}
            }
        }
        marks
    }

    /// The tiles that the options are about and that lie in no row, with the quarters they are turned by and what to
    /// write above them: drawn tiles to choose from, or the one tile as it can be laid that is in hand or was chosen.
    pub fn tiles(&self, game: &Game, hand: &[usize]) -> Vec<(usize, u8, String)> {
        let to_choose = self.options.iter().zip(1..).filter_map(|(option, number)| match option.target {
            Some(Target::Hand(tile)) if !is_in_row(game, tile) => Some((tile, 0, number.to_string())),
            _ => None,
        });
        let to_choose: Vec<(usize, u8, String)> = to_choose.collect();
        let [tile] = hand else { return to_choose };
        let mut turned: Vec<u8> = self
            .options
            .iter()
            .filter_map(|option| match option.target {
                Some(Target::Cell(_, rotation)) => rotation,
                _ => None,
            })
            .collect();
        turned.sort_unstable();
        turned.dedup();
        if turned.is_empty() {
            return to_choose;
        }
        turned.into_iter().map(|rotation| (*tile, rotation, format!("turned {rotation}"))).collect()
    }

    /// Writes the list; a long one only in part, unless `whole`.
    pub fn list(&self, whole: bool, out: &mut dyn Write) -> io::Result<()> {
        let rows = self.rows.len();
        let shown = if whole || rows <= LONG { rows } else { FOLDED };
        let wide = self.rows.iter().filter_map(|row| row.cell.as_ref());
        let wide = wide.map(|(_, cell)| words_of(*cell).len()).max().unwrap_or(0);
        for row in self.rows.iter().take(shown) {
            match &row.cell {
                Some((letter, cell)) => write!(out, "  {letter:>2}  {:<wide$}", words_of(*cell))?,
                None => write!(out, "  ")?,
            }
            for option in &row.options {
                let Some(Offer { text, number, .. }) = self.options.get(*option) else { continue };
                let times = if *number > 1 { format!(" ×{number}") } else { String::new() };
                let number = if self.is_numbered { format!("{:>2}  ", option + 1) } else { String::new() };
                match &row.cell {
                    Some((_, cell)) => {
                        // The cell stands at the head of the row; what is named otherwise is named in full.
                        let (space, rest) = match text.strip_prefix(&words_of(*cell)) {
                            Some(rest) => ("", rest),
                            None => (" ", text.as_str()),
                        };
                        write!(out, "   {}{space}{rest}{times}", number.trim_end())?;
                    }
                    None => write!(out, "{number}{text}{times}")?,
                }
            }
            writeln!(out)?;
        }
        if self.may_pass {
            writeln!(out, "   0  {PASS}")?;
        }
        if shown < rows {
            writeln!(out, "  and {} more: `list` shows them all", rows - shown)?;
        }
        Ok(())
    }

    /// Finds the option that somebody means.
    ///
    /// Errors: what to tell somebody who means nothing, or several things.
    pub fn find(&self, words: &str, decision: &Decision<'_>) -> Result<Choice, String> {
        if let Some(option) = self.options.iter().find(|option| option.text == words) {
            return Ok(option.choice);
        }
        if self.may_pass && (words == PASS || words == "0") {
            return Ok(Choice::Pass);
        }
        if words == PASS {
            return Err("this has to be decided: there is no pass".to_owned());
        }
        if self.is_numbered && words.chars().all(|digit| digit.is_ascii_digit()) {
            let number = words.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let option = number.and_then(|number| self.options.get(number));
            let most = self.options.len();
            return option.map(|option| option.choice).ok_or(format!("numbers go from 1 to {most}"));
        }
        let found = match decision.matching(words) {
            Err(NoMatch::Nothing { .. }) => {
                let found = decision.matching(&self.spell_out(words));
                match self.numbered_in_row(words) {
                    Some(offer) if found.is_err() || found == Ok(offer.choice) => return Ok(offer.choice),
                    // Two things that somebody may mean by `b 1`.
                    Some(offer) => {
                        let own = words.split_whitespace().last().unwrap_or_default();
                        let other = found.map(|choice| decision.text(choice)).unwrap_or_default();
                        return Err(format!("`{own}` alone is `{}`; there is also `{other}`", offer.text));
                    }
                    None => found,
                }
            }
            found => found,
        };
        found.map_err(|error| match error {
            NoMatch::Several { fitting } => format!("this could be {}", named(&fitting)),
            NoMatch::Nothing { .. } => {
                let known = || self.options.iter().flat_map(|option| option.text.split_whitespace());
                let spelt = self.spell_out(words);
                let slip = spelt.split_whitespace().find(|word| known().all(|other| other != *word));
                let near = slip.and_then(|slip| did_you_mean(slip, known()));
                let help = near.unwrap_or_else(|| "`list` shows what there is".to_owned());
                format!("no option reads like `{words}`: {help}")
            }
        })
    }

    /// The option that a letter and a number of its row name.
    fn numbered_in_row(&self, words: &str) -> Option<&Offer> {
        let (mark, number) = words.split_once(char::is_whitespace)?;
        let option = number.trim().parse::<usize>().ok()?.checked_sub(1)?;
        let mut rows = self.rows.iter().filter(|row| row.options.contains(&option));
        rows.any(|row| row.cell.as_ref().is_some_and(|(letter, _)| letter == mark)).then_some(())?;
        self.options.get(option)
    }

    /// Writes cells in place of their letters.
    fn spell_out(&self, words: &str) -> String {
        let spelt = words.split_whitespace().map(|word| {
            let cells = self.rows.iter().filter_map(|row| row.cell.as_ref());
            let cell = cells.filter(|(letter, _)| letter == word).map(|(_, cell)| words_of(*cell)).next();
            cell.unwrap_or_else(|| word.to_owned())
        });
        spelt.collect::<Vec<_>>().join(" ")
    }
}

/// Whether a tile lies open in a row.
fn is_in_row(game: &Game, tile: usize) -> bool {
    matches!(game.position().tile(tile), Some(TileState::Row(_)))
}

/// Gathers options that concern the same cell; they stand beside one another.
fn by_cell(cells: impl Iterator<Item = Option<Cell>>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (option, cell) in cells.enumerate() {
        let Some(cell) = cell else { continue };
        match rows.last_mut() {
            Some(Row { cell: Some((_, last)), options }) if *last == cell => options.push(option),
            _ => rows.push(Row { cell: Some((letter(rows.len()), cell)), options: vec![option] }),
        }
    }
    rows
}

/// `a` to `z`, then `aa`, `ab` and so on.
fn letter(number: usize) -> String {
    let own = char::from_u32('a' as u32 + (number % 26) as u32).unwrap_or('?');
    match number / 26 {
        0 => own.to_string(),
        more => format!("{}{own}", letter(more - 1)),
    }
}

fn words_of(cell: Cell) -> String {
    format!("{},{}", cell.x, cell.y)
}

fn named(texts: &[String]) -> String {
    let mut named: Vec<String> = texts.iter().take(NAMED).map(|text| format!("`{text}`")).collect();
    if texts.len() > NAMED {
        named.push(format!("and {} more", texts.len() - NAMED));
    }
    named.join(", ")
}
