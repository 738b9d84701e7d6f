//! A report as text.

use std::io::{self, Write};
use std::path::Path;

use clap::builder::styling::Style;
use rota_report::{Cell, Report, Section};

use crate::text::counted;

/// How many rows are told of a section that is long: the first ones. A page and JSON have all.
const ROWS: usize = 12;

const BOLD: Style = Style::new().bold();

/// Writes everything, long parts in short.
pub(super) fn tell(report: &Report, page: Option<&Path>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}: {}", report.title, report.subject())?;
    writeln!(out, "\n{BOLD}What stands out{BOLD:#}")?;
    let (told, more) = report.findings();
    if told.is_empty() {
        writeln!(out, "  nothing that chance would not show as well")?;
    }
    told.iter().try_for_each(|words| writeln!(out, "  {words}"))?;
    if more > 0 {
        writeln!(out, "  and {} of the same kind", counted(more, "more finding"))?;
    }
    writeln!(out, "  {}", report.caution())?;
    report.sections.iter().try_for_each(|section| tell_section(section, out))?;
    match page {
        Some(page) => writeln!(out, "\n{}: all of it, with pictures", page.display()),
        None => Ok(()),
    }
}

fn tell_section(section: &Section, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{BOLD}{}{BOLD:#}", section.title)?;
    if section.rows.is_empty() {
        return writeln!(out, "  nothing");
    }
    let most = if section.is_long { ROWS } else { section.rows.len() };
    let shown = section.rows.get(..most).unwrap_or(&section.rows);
    let wide = |place: usize| {
        let cells = shown.iter().filter_map(|row| row.get(place));
        let cells = cells.map(|cell| cell.words().chars().count());
        let title = section.columns.get(place).map_or(0, |column| column.title.chars().count());
        cells.chain([title]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..section.columns.len()).map(wide).collect();
    let is_words = |place: usize| shown.iter().any(|row| row.get(place).is_some_and(Cell::is_words));
    let line = |cells: Vec<String>, out: &mut dyn Write| {
        let mut text = String::new();
        for (place, (cell, width)) in cells.iter().zip(&widths).enumerate() {
            text += &match is_words(place) {
                true => format!("  {cell:<width$}"),
                false => format!("  {cell:>width$}"),
            };
        }
        writeln!(out, "{}", text.trim_end())
    };
    line(section.columns.iter().map(|column| column.title.to_owned()).collect(), out)?;
    for row in shown {
        line(row.iter().map(Cell::words).collect(), out)?;
    }
    match section.rows.len() - shown.len() {
        0 => Ok(()),
        more => writeln!(out, "  and {more} more"),
    }
}
