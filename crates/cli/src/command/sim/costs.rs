//! Where the rules spend operations and time, as text and as JSON.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use rota::{CompiledGame, LineColumn, LoadedPacks, Sources, Span};
use rota_batch::{percent, ratio};
use rota_game::Profile;
use serde_json::{Value, json};

use crate::text::counted;

/// How many functions people are shown.
const FUNCTIONS: usize = 30;

/// How many lines people are shown.
const LINES: usize = 10;

/// What the rules took in all games.
pub(super) struct Costs<'a> {
    games: u64,
    /// By their own time, most first; those that never ran are left out.
    functions: Vec<FunctionCost<'a>>,
    /// By their operations, most first.
    lines: Vec<LineCost>,
    ops: u64,
    nanoseconds: u64,
}

/// A rule, step, value or effect.
struct FunctionCost<'a> {
    /// As a disassembly shows it.
    name: &'a str,
    /// The pack that declares it and where; nothing for what only joins the steps of packs.
    pack: Option<&'a str>,
    place: Option<LineColumn>,
    calls: u64,
    ops: u64,
    /// Nanoseconds without and with the functions it called.
    own: u64,
    total: u64,
}

/// A line of a pack.
struct LineCost {
    place: LineColumn,
    text: String,
    ops: u64,
}

impl<'a> Costs<'a> {
    /// Sorts what was counted by functions and by lines.
    pub fn new(
        profile: &Profile,
        packs: &'a LoadedPacks,
        compiled: &'a CompiledGame,
        games: u64,
    ) -> Costs<'a> {
        let program = compiled.rules.program();
        let functions = program.functions.iter().zip(profile.functions());
        let functions = functions.filter(|(_, spent)| spent.calls > 0).map(|(function, spent)| {
            let pack = pack_of(packs, function.span);
            FunctionCost {
                name: &function.name,
                pack,
                place: pack.and_then(|_| packs.sources.place(function.span.start)),
                calls: spent.calls,
                ops: spent.ops,
                own: spent.own,
                total: spent.total,
            }
        });
        let mut functions: Vec<FunctionCost<'_>> = functions.collect();
        functions.sort_by_key(|function| (Reverse(function.own), Reverse(function.ops), function.name));
        let nanoseconds = functions.iter().map(|function| function.own).sum();
        let spans = (0..).map(|pc| program.span(pc));
        let lines = lines(&packs.sources, spans.zip(profile.ops().iter().copied()));
        Costs { games, functions, lines, ops: profile.ops().iter().sum(), nanoseconds }
    }

    /// All figures; those of functions and lines are per game.
    pub fn document(&self) -> Value {
        let functions = self.functions.iter().map(|function| {
            let place = function.place.as_ref();
            json!({
                "name": function.name,
                "pack": function.pack,
                "file": place.map(|place| &*place.file),
                "line": place.map(|place| place.line),
                "calls": self.each(function.calls),
                "ops": self.each(function.ops),
                "ops_share": ratio(function.ops, self.ops),
                "time_share": ratio(function.own, self.nanoseconds),
                "own_nanoseconds": self.each(function.own),
                "total_nanoseconds": self.each(function.total),
            })
        });
        let lines = self.lines.iter().map(|line| {
            json!({
                "file": &*line.place.file,
                "line": line.place.line,
                "text": line.text,
                "ops": self.each(line.ops),
                "ops_share": ratio(line.ops, self.ops),
            })
        });
        json!({
            "ops": self.each(self.ops),
            "nanoseconds": self.each(self.nanoseconds),
            "functions": functions.collect::<Vec<_>>(),
            "lines": lines.collect::<Vec<_>>(),
        })
    }

    /// The same for people.
    pub fn tell(&self, out: &mut dyn Write) -> io::Result<()> {
        let shown = self.functions.get(..FUNCTIONS).unwrap_or(&self.functions);
        let width = shown.iter().map(|function| function.name.len()).max().unwrap_or(0).max(22);
        writeln!(
            out,
            "\n{:<width$}       calls       ops   ops %  time %        µs  with calls",
            "rules by time, in a game",
            width = width + 2,
        )?;
        for function in shown {
            writeln!(
                out,
                "  {:<width$}{:>12.2}{:>10.1}{:>8.1}{:>8.1}{:>10.2}{:>12.2}  {}",
                function.name,
                self.each(function.calls),
                self.each(function.ops),
                percent(function.ops, self.ops),
                percent(function.own, self.nanoseconds),
                ratio(function.own, 1000 * self.games),
                ratio(function.total, 1000 * self.games),
                function.place.as_ref().map(short).unwrap_or_default(),
            )?;
        }
        let rest = self.functions.len() - shown.len();
        if rest > 0 {
            writeln!(out, "  and {} that take less", counted(rest, "other"))?;
        }
        writeln!(out, "\nlines by operations, in a game       ops   ops %")?;
        for line in self.lines.iter().take(LINES) {
            writeln!(
                out,
                "  {:<28}{:>10.1}{:>8.1}  {}",
                short(&line.place),
                self.each(line.ops),
                percent(line.ops, self.ops),
                line.text
            )?;
        }
        Ok(())
    }

    /// A sum over all games as what it is in one.
    fn each(&self, sum: u64) -> f64 {
        ratio(sum, self.games)
    }
}

/// The pack whose files hold a span; nothing for a span of nothing.
fn pack_of(packs: &LoadedPacks, span: Span) -> Option<&str> {
    if span == Span::default() {
        return None;
    }
    let file = packs.sources.file_at(span.start)?;
    let mut all = packs.packs.iter().zip(&packs.files);
    let (pack, _) = all.find(|(_, files)| files.iter().any(|own| own.base == file.base))?;
    Some(&pack.name)
}

/// The lines that operations come from, those that ran most first.
fn lines(sources: &Sources, ops: impl Iterator<Item = (Span, u64)>) -> Vec<LineCost> {
    let mut totals: BTreeMap<u32, u64> = BTreeMap::new();
    for (span, count) in ops.filter(|(_, count)| *count > 0) {
        *totals.entry(span.start).or_default() += count;
    }
    // Ascending offsets: what stands on one line follows one another.
    let mut lines: Vec<LineCost> = Vec::new();
    for (start, ops) in totals {
        let Some((place, file)) = sources.place(start).zip(sources.file_at(start)) else { continue };
        match lines.last_mut() {
            Some(last) if (&last.place.file, last.place.line) == (&place.file, place.line) => last.ops += ops,
            _ => {
                let text = file.text.lines().nth(place.line - 1).unwrap_or_default().trim().to_owned();
                lines.push(LineCost { place, text, ops });
            }
        }
    }
    lines.sort_by_key(|line| Reverse(line.ops));
    lines
}

fn short(place: &LineColumn) -> String {
    format!("{}:{}", place.file, place.line)
}
