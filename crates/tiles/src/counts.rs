//! How many copies of a tile each printing holds.

use rota_source::Diagnostic;

use crate::set::Printing;
use crate::toml_reader::{TomlReader, Value, near_or_all};

/// The most copies of one kind in one printing.
const MOST: i64 = 255;

/// Reads `[printings]`: at least one line `id = "Title"`.
pub(crate) fn read_printings<'a>(reader: &mut TomlReader<'a>, value: &'a Value<'a>) -> Vec<Printing> {
    let Some(fields) = reader.fields(value, "`printings`") else { return Vec::new() };
    let mut printings = Vec::new();
    for (key, value) in fields.table {
        let id: &str = key.get_ref();
        let span = reader.span(key.span());
        reader.check_id(id, span);
        let title = reader.string(value, &format!("the title of `{id}`"));
        printings.push(Printing { id: id.to_owned(), title: title.map_or(String::new(), |text| text.value) });
    }
    if printings.is_empty() && !reader.is_malformed {
        reader.report(
            Diagnostic::error("tiles::no-printing", "a set needs at least one printing")
                .at(fields.span, "none here")
                .help("add a line such as `ID = \"Title\"`"),
        );
    }
    printings
}

/// Reads `count = 3` or `count = { ID = 3 }`; a printing that is not named holds none.
pub(crate) fn read_counts<'a>(
    reader: &mut TomlReader<'a>,
    value: &'a Value<'a>,
    printings: &[Printing],
) -> Vec<u16> {
    let mut counts = vec![0; printings.len()];
    let before = reader.errors();
    if let Some(table) = value.get_ref().as_table() {
        let known: Vec<&str> = printings.iter().map(|printing| printing.id.as_str()).collect();
        for (key, value) in table {
            let id: &str = key.get_ref();
            let span = reader.span(key.span());
            let count = read_count(reader, value);
            let index = known.iter().position(|printing| *printing == id);
            match (index.and_then(|index| counts.get_mut(index)), count) {
                (Some(entry), Some(count)) => *entry = count,
                (Some(_), None) => {}
                // Without any printing the missing ones are the problem, not this word.
                (None, _) if reader.is_malformed || known.is_empty() => {}
                (None, _) => reader.report(
                    Diagnostic::error("tiles::unknown-printing", format!("unknown printing `{id}`"))
                        .at(span, "not in `[printings]`")
                        .help(near_or_all((id, span), &known, "printings")),
                ),
            }
        }
    } else {
        counts.fill(read_count(reader, value).unwrap_or(0));
    }
    let nowhere = !counts.is_empty() && counts.iter().all(|count| *count == 0);
    if reader.errors() == before && nowhere {
        let span = reader.span(value.span());
        reader.report(
            Diagnostic::warning("tiles::never-in-play", "no printing holds a copy of this tile")
                .at(span, "none anywhere")
                .help("give it a count, or take the tile out of the file; if it is there to be asked for, write `# allow tiles::never-in-play: why` above it"),
        );
    }
    counts
}

fn read_count<'a>(reader: &mut TomlReader<'a>, value: &'a Value<'a>) -> Option<u16> {
    let count = reader.integer(value, "a count of copies")?;
    if (0..=MOST).contains(&count) {
        return u16::try_from(count).ok();
    }
    let span = reader.span(value.span());
    reader.report(
        Diagnostic::error("tiles::count-out-of-range", "a count of copies is out of range")
            .at(span, if count < 0 { "less than none" } else { "too many" })
            .help(format!("write a number from 0 to {MOST}")),
    );
    None
}
