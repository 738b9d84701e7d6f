//! The difference for people.

use std::io::{self, Write};

use clap::builder::styling::Style;
use rota::{ItemInForce, OptionInfo, Pair, TileInPlay, short_place};

use super::{Compared, Side, unified};
use crate::problems::WIDTH;
use crate::text::{self, counted};

/// How far a thing is indented, and twice as far what is said of it.
const INDENT: usize = 2;

const BOLD: Style = Style::new().bold();

/// Writes all that is different, thing by thing.
pub(super) fn write(compared: &Compared<'_>, out: &mut dyn Write) -> io::Result<()> {
    let [first, second] = compared.sides;
    for (sign, letter, style, side) in
        [("---", 'A', unified::FIRST, first), ("+++", 'B', unified::SECOND, second)]
    {
        let title = if side.title == side.given { String::new() } else { format!("  ({})", side.title) };
        writeln!(out, "{style}{sign} {letter}: {}{style:#}{title}", side.given)?;
        side.editions.iter().try_for_each(|edition| text::write(out, 3 * INDENT, edition))?;
    }
    let difference = &compared.difference;
    if difference.is_empty() {
        return writeln!(out, "\nno difference");
    }
    options(compared, out)?;
    if let Some([one, other]) = &difference.steps {
        heading("order of play", "", out)?;
        unified::write(out, INDENT, &one.join("\n"), &other.join("\n"))?;
    }
    items(compared, out)?;
    tiles(&difference.tiles, out)
}

fn heading(title: &str, figures: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{BOLD}{title}{BOLD:#}{figures}")
}

/// How many there are of each sort of difference.
fn figures<T>(pairs: &[Pair<T>]) -> String {
    let count = |is_it: fn(&Pair<T>) -> bool| pairs.iter().filter(|pair| is_it(pair)).count();
    let parts = [
        (count(|pair| matches!(pair, Pair::Changed(..))), "changed"),
        (count(|pair| matches!(pair, Pair::OnlyFirst(_))), "only in A"),
        (count(|pair| matches!(pair, Pair::OnlySecond(_))), "only in B"),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0).map(|(count, words)| format!("{count} {words}"));
    format!(": {}", parts.collect::<Vec<_>>().join(", "))
}

fn options(compared: &Compared<'_>, out: &mut dyn Write) -> io::Result<()> {
    let pairs = &compared.difference.options;
    if pairs.is_empty() {
        return Ok(());
    }
    heading("options", &figures(pairs), out)?;
    for pair in pairs {
        let line = |option: Option<&OptionInfo>| {
            option.map_or_else(String::new, |option| format!("{} = {}", option.name, option.value))
        };
        let (first, second) = pair.sides();
        unified::write(out, INDENT, &line(first), &line(second))?;
        let doc = first.or(second).map_or("", |option| option.doc.as_str());
        text::write(out, 3 * INDENT, doc)?;
        if matches!(pair, Pair::Changed(..)) {
            text::write(out, 3 * INDENT, &format!("asked by {}", readers(&compared.readers(pair))))?;
        }
    }
    Ok(())
}

/// The items that ask for an option, with the statements that they encode; those of one name, as the tile sets of
/// several printings, are told once.
fn readers(items: &[&ItemInForce]) -> String {
    let mut named: Vec<(&ItemInForce, Vec<&str>)> = Vec::new();
    for item in items {
        let ids = item.ids.iter().map(String::as_str);
        match named.iter_mut().find(|(known, _)| (known.category, &known.name) == (item.category, &item.name))
        {
            Some((_, known)) => ids.for_each(|id| known.extend((!known.contains(&id)).then_some(id))),
            None => named.push((item, ids.collect())),
        }
    }
    let readers = named.iter().map(|(item, ids)| {
        let ids = if ids.is_empty() { String::new() } else { format!(" ({})", ids.join(", ")) };
        format!("{} {}{ids}", item.category, item.name)
    });
    let readers: Vec<String> = readers.collect();
    // As where it is about another pack, which does not play.
    if readers.is_empty() { "nothing that plays here".to_owned() } else { readers.join("; ") }
}

fn items(compared: &Compared<'_>, out: &mut dyn Write) -> io::Result<()> {
    let pairs = &compared.difference.items;
    if pairs.is_empty() {
        return Ok(());
    }
    heading("rules and all else that packs say", &figures(pairs), out)?;
    let [a, b] = compared.sides;
    for (place, pair) in pairs.iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        match pair {
            Pair::OnlyFirst(item) => {
                title(item, "only in A", out)?;
                origin(a, item, "", out)?;
                unified::one_sided(out, 2 * INDENT, true, &item.text)?;
            }
            Pair::OnlySecond(item) => {
                title(item, "only in B", out)?;
                origin(b, item, "", out)?;
                unified::one_sided(out, 2 * INDENT, false, &item.text)?;
            }
            Pair::Changed(one, other) => {
                title(one, "changed", out)?;
                origin(a, one, "A: ", out)?;
                origin(b, other, "B: ", out)?;
                unified::write(out, 2 * INDENT, &one.text, &other.text)?;
            }
        }
    }
    Ok(())
}

/// What an item is called and how it differs.
fn title(item: &ItemInForce, how: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{:INDENT$}{BOLD}{} {}{BOLD:#}, {how}", "", item.category, item.name)
}

/// Where an item stands, who brought it and which statements it encodes.
fn origin(side: &Side, item: &ItemInForce, letter: &str, out: &mut dyn Write) -> io::Result<()> {
    let by = item.by.as_ref().map(|variant| format!(", by variant {variant}")).unwrap_or_default();
    let ids = if item.ids.is_empty() { String::new() } else { format!(", for {}", item.ids.join(", ")) };
    let place = short_place(&side.packs.sources, item.span);
    text::write(out, 2 * INDENT, &format!("{letter}{place}{by}{ids}"))
}

fn tiles(pairs: &[Pair<TileInPlay>], out: &mut dyn Write) -> io::Result<()> {
    if pairs.is_empty() {
        return Ok(());
    }
    heading("tiles", &figures(pairs), out)?;
    for pair in pairs {
        match pair {
            Pair::OnlyFirst(tile) => one_sided(tile, true, out)?,
            Pair::OnlySecond(tile) => one_sided(tile, false, out)?,
            Pair::Changed(one, other) => {
                let line = |tile: &TileInPlay| format!("{}: {}", tile.name, tile.copies());
                unified::write(out, INDENT, &line(one), &line(other))?;
                if one.lines() != other.lines() {
                    unified::write(out, 2 * INDENT, &one.lines().join("\n"), &other.lines().join("\n"))?;
                }
            }
        }
    }
    let [a, b] = [0, 1].map(|side| {
        let count = |pair: &Pair<TileInPlay>| {
            let (first, second) = pair.sides();
            [first, second].get(side).copied().flatten().map_or(0, TileInPlay::count)
        };
        pairs.iter().map(count).sum::<usize>()
    });
    writeln!(out, "{:INDENT$}of these there are {} in A and {b} in B", "", counted(a, "tile"))
}

/// A kind of tile that only one side has takes few lines: what it looks like is seen better in a picture.
fn one_sided(tile: &TileInPlay, is_first: bool, out: &mut dyn Write) -> io::Result<()> {
    let line = format!("{}: {}; {}", tile.name, tile.copies(), tile.seen_lines().join("; "));
    // The sign takes as much as an indent, and what goes on in the next line stands further in.
    let lines = text::lines(&line, WIDTH.saturating_sub(4 * INDENT));
    unified::one_sided(out, INDENT, is_first, &lines.join(&format!("\n{:1$}", "", 2 * INDENT)))
}
