//! Reading the text of a save. The text may be anything: all that is wrong with it is told, nothing is believed.

use rota_game::MAX_PLAYERS;
use rota_source::{Diagnostic, SourceFile, Span};
use serde::Deserialize;
use serde_json::error::Category;

use super::pin::sha256;
use super::save::{Decided, Entry, Head, LONGEST_SAVE, Line, Places, SAVE_VERSION, Save};

/// Lines that are longer than this are not shown.
const SHOWN: usize = 400;

const WHOLE: &str = "take a copy of the file from before; one that was edited by hand is not read";

/// A line of a file.
#[derive(Clone, Copy)]
struct Written<'t> {
    file: &'t SourceFile,
    /// Counted from 1.
    number: usize,
    /// The first byte, counted in the file.
    start: usize,
    text: &'t str,
}

/// Reads a save.
pub(super) fn read(file: &SourceFile) -> Result<Save, Diagnostic> {
    let name = &file.name;
    if file.text.len() > LONGEST_SAVE {
        return Err(too_long(name));
    }
    let lines = lines(file);
    let (first, rest) = lines.split_first().ok_or_else(|| no_save(file))?;
    check_version(first)?;
    let Some((last, body)) = rest.split_last() else { return Err(cut_off(first)) };
    let mut reader = Reader::default();
    for line in body {
        reader.add(line, line.parse()?)?;
    }
    let Ok(Line::Sha256(sum)) = last.parse() else { return Err(cut_off(last)) };
    if sum != sha256(file.text.get(..last.start).unwrap_or_default()) {
        let what = format!("`{name}` was changed after it was written");
        return Err(last.wrong("save::checksum", what, 0, "the lines above have another sum").help(WHOLE));
    }
    reader.end(last)
}

/// Says that a text is too long for a save.
pub(super) fn too_long(name: &str) -> Diagnostic {
    Diagnostic::error("save::too-long", format!("`{name}` is too long for a saved game"))
        .help(format!("{} MiB are read at most", LONGEST_SAVE >> 20))
}

fn lines(file: &SourceFile) -> Vec<Written<'_>> {
    let mut start = 0;
    let lines = file.text.split_inclusive('\n').zip(1..).map(|(piece, number)| {
        let text = piece.strip_suffix('\n').unwrap_or(piece);
        let line = Written { file, number, start, text: text.strip_suffix('\r').unwrap_or(text) };
        start += piece.len();
        line
    });
    lines.collect()
}

/// The first line, whatever the version.
#[derive(Deserialize)]
struct Version {
    rota_save: u64,
}

fn check_version(first: &Written<'_>) -> Result<(), Diagnostic> {
    let Ok(Version { rota_save }) = serde_json::from_str(first.text) else { return Err(no_save(first.file)) };
    if rota_save == u64::from(SAVE_VERSION) {
        return Ok(());
    }
    let what = format!("`{}` is a save of version {rota_save}", first.file.name);
    let known = format!("this program reads version {SAVE_VERSION}");
    let help = "another version of the program wrote it: take that one";
    Err(first.wrong("save::version", what, 0, &known).help(help))
}

fn no_save(file: &SourceFile) -> Diagnostic {
    Diagnostic::error("save::not-a-save", format!("`{}` is no saved game", file.name))
        .help(format!("a saved game begins with the line {{\"rota_save\":{SAVE_VERSION}}}"))
}

fn cut_off(last: &Written<'_>) -> Diagnostic {
    let what = format!("`{}` ends too early", last.file.name);
    last.wrong("save::damaged", what, 0, "expected the line with the sum at the end").help(WHOLE)
}

impl Written<'_> {
    fn span(&self) -> Span {
        Span::new(self.start..self.start + self.text.len()).shifted(self.file.base)
    }

    /// Says what is wrong, and points into the line from a column on, counted from 0. A line that would spoil a
    /// terminal is not shown.
    fn wrong(&self, code: &'static str, what: String, column: usize, why: &str) -> Diagnostic {
        if self.text.len() > SHOWN || self.text.contains(char::is_control) {
            return Diagnostic::error(code, format!("{what}: {why}"));
        }
        let column = if self.text.is_char_boundary(column) { column } else { 0 };
        let span = Span::new(self.start + column..self.start + self.text.len());
        Diagnostic::error(code, what).at(span.shifted(self.file.base), why)
    }

    fn damaged(&self, why: &str) -> Diagnostic {
        self.damaged_from(0, why)
    }

    fn damaged_from(&self, column: usize, why: &str) -> Diagnostic {
        let what = format!("`{}` is damaged in line {}", self.file.name, self.number);
        self.wrong("save::damaged", what, column, why).help(WHOLE)
    }

    fn parse(&self) -> Result<Line, Diagnostic> {
        serde_json::from_str(self.text).map_err(|error| {
            let why = error.to_string();
            let why = match error.classify() {
                Category::Data => "no save has a line like this",
                // Behind the words stands a place, which counts the lines of this line.
                Category::Io | Category::Syntax | Category::Eof => {
                    why.rsplit_once(" at line ").map_or(why.as_str(), |(why, _)| why)
                }
            };
            self.damaged_from(error.column().saturating_sub(1), why)
        })
    }
}

/// The lines that were read so far.
#[derive(Default)]
struct Reader {
    head: Option<Head>,
    entries: Vec<Entry>,
    places: Places,
    moves: usize,
}

impl Reader {
    fn add(&mut self, line: &Written<'_>, content: Line) -> Result<(), Diagnostic> {
        let Some(head) = &mut self.head else {
            let Line::Game(head) = content else {
                return Err(line.damaged("expected what the game was begun with"));
            };
            check_head(line, &head)?;
            self.places.head = Some(line.span());
            self.head = Some(head);
            return Ok(());
        };
        let entry = match content {
            Line::Pack(pin) if self.entries.is_empty() => {
                check_words(line, [&pin.name, &pin.version, &pin.sha256])?;
                head.pins.push(pin);
                self.places.pins.push(line.span());
                return Ok(());
            }
            Line::File(file) if self.entries.is_empty() => {
                check_words(line, [&file.name, &file.sha256])?;
                let pin = head.pins.last_mut();
                let pin = pin.ok_or_else(|| line.damaged("this file belongs to no pack"))?;
                pin.files.insert(file.name, file.sha256);
                return Ok(());
            }
            Line::Chance(chance) => {
                check_words(line, [&chance.source, &chance.gave])?;
                Entry::Chance(chance)
            }
            Line::Move(decided) => {
                self.moves += 1;
                check_decided(line, head, &decided, Some(self.moves))?;
                Entry::Decided(decided)
            }
            Line::Forced(decided) => {
                check_decided(line, head, &decided, None)?;
                Entry::Decided(decided)
            }
            Line::RotaSave(_) | Line::Game(_) | Line::Pack(_) | Line::File(_) | Line::Sha256(_) => {
                return Err(line.damaged("this line belongs elsewhere"));
            }
        };
        self.entries.push(entry);
        self.places.entries.push(line.span());
        Ok(())
    }

    fn end(self, last: &Written<'_>) -> Result<Save, Diagnostic> {
        let head = self.head.ok_or_else(|| cut_off(last))?;
        Ok(Save { places: self.places, ..Save::new(head, self.entries) })
    }
}

fn check_head(line: &Written<'_>, head: &Head) -> Result<(), Diagnostic> {
    check_words(line, head.packs.iter().chain(&head.variants).chain(&head.options))?;
    check_words(line, head.players.iter().map(|seat| &seat.kind))?;
    if head.copies == 0 {
        return Err(line.damaged("there is at least one copy of each set"));
    }
    if head.packs.is_empty() {
        return Err(line.damaged("a game has a pack"));
    }
    if head.players.is_empty() || head.players.len() > usize::from(MAX_PLAYERS) {
        return Err(line.damaged(&format!("there are 1 to {MAX_PLAYERS} players")));
    }
    for (at, seat) in head.players.iter().enumerate() {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let is_taken = head.players.iter().take(at).any(|other| other.name == seat.name);
        if seat.name.is_empty() || !seat.name.chars().all(is_word) || is_taken {
            return Err(line.damaged("each player has a name of its own, in one word"));
        }
    }
    Ok(())
}

fn check_decided(
    line: &Written<'_>,
    head: &Head,
    decided: &Decided,
    number: Option<usize>,
) -> Result<(), Diagnostic> {
    check_words(line, [&decided.who, &decided.asked, &decided.choice])?;
    if decided.number != number {
        let expected = number.map(|number| format!("expected move {number}"));
        return Err(line.damaged(expected.as_deref().unwrap_or("what nobody was asked is no move")));
    }
    if head.players.iter().all(|seat| seat.name != decided.who) {
        return Err(line.damaged(&format!("`{}` is no player of this game", decided.who)));
    }
    Ok(())
}

/// Words are shown to people: none of them may speak to the terminal instead.
fn check_words<'w>(
    line: &Written<'_>,
    words: impl IntoIterator<Item = &'w String>,
) -> Result<(), Diagnostic> {
    match words.into_iter().any(|word| word.contains(char::is_control)) {
        true => Err(line.damaged("a word holds something that is no letter")),
        false => Ok(()),
    }
}
