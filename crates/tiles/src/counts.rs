//! How many copies of a tile each printing holds.

use rota_source::{Diagnostic, Span};

use crate::reading::{TomlReader, Value, near_or_all};
use crate::set::Printing;

/// The most copies of one kind in one printing.
const MOST: i64 = 255;

/// Reads `[printings]`: at least one line `id = "Title"`.
pub(crate) fn read_printings<'a>(reading: &mut TomlReader<'a>, value: &'a Value<'a>) -> Vec<Printing> {
    let Some(fields) = reading.fields(value, "`printings`") else { return Vec::new() };
    let mut printings = Vec::new();
    for (key, value) in fields.table {
        let id: &str = key.get_ref();
        let span = reading.span(key.span());
        reading.check_id(id, span);
        let title = reading.string(value, &format!("the title of `{id}`"));
        printings.push(Printing { id: id.to_owned(), title: title.map_or(String::new(), |text| text.value) });
    }
    if printings.is_empty() && !reading.torn {
        reading.report(
            Diagnostic::error("tiles::no-printing", "a set needs at least one printing")
                .at(fields.span, "none here")
                .help("add a line such as `ID = \"Title\"`"),
        );
    }
    printings
}

/// Reads `count = 3` or `count = { ID = 3 }`; a printing that is not named holds none.
pub(crate) fn read_counts<'a>(
    reading: &mut TomlReader<'a>,
    value: &'a Value<'a>,
    printings: &[Printing],
) -> Vec<u16> {
    let mut counts = vec![0; printings.len()];
    let before = reading.errors();
    if let Some(table) = value.get_ref().as_table() {
        let known: Vec<&str> = printings.iter().map(|printing| printing.id.as_str()).collect();
        for (key, value) in table {
            let id: &str = key.get_ref();
            let span = reading.span(key.span());
            let count = read_count(reading, value);
            let index = known.iter().position(|printing| *printing == id);
            match (index.and_then(|index| counts.get_mut(index)), count) {
                (Some(entry), Some(count)) => *entry = count,
                (Some(_), None) => {}
                // Without any printing the missing ones are the problem, not this word.
                (None, _) if reading.torn || known.is_empty() => {}
                (None, _) => reading.report(
                    Diagnostic::error("tiles::unknown-printing", format!("unknown printing `{id}`"))
                        .at(span, "not in `[printings]`")
                        .help(near_or_all(id, &known, "printings")),
                ),
            }
        }
    } else {
        counts.fill(read_count(reading, value).unwrap_or(0));
    }
    if reading.errors() == before && !counts.is_empty() && counts.iter().all(|count| *count == 0) {
        let span = reading.span(value.span());
        warn_unused(reading, span);
    }
    counts
}

fn read_count<'a>(reading: &mut TomlReader<'a>, value: &'a Value<'a>) -> Option<u16> {
    let count = reading.integer(value, "a count of copies")?;
    if (0..=MOST).contains(&count) {
        return u16::try_from(count).ok();
    }
    let span = reading.span(value.span());
    reading.report(
        Diagnostic::error("tiles::count-out-of-range", "a count of copies is out of range")
            .at(span, if count < 0 { "less than none" } else { "too many" })
            .help(format!("write a number from 0 to {MOST}")),
    );
    None
}

fn warn_unused(reading: &mut TomlReader<'_>, span: Span) {
    reading.report(
        Diagnostic::warning("tiles::never-in-play", "no printing holds a copy of this tile")
            .at(span, "none anywhere")
            .help("give it a count, or take the tile out of the file"),
    );
}
