//! Editions for people: what a line of the command line gets, and what is different then.

use std::io::{self, Write};

use clap::builder::styling::Style;
use rota::{Change, ChangeKind, Published, Variant};

use super::{Named, NamedComposition};
use crate::text;

/// How far what belongs to a year is indented: by its four digits and what stands around them.
const BEHIND_YEAR: usize = 8;

/// How far what belongs to a title is indented.
const BELOW_TITLE: usize = 4;

const BOLD: Style = Style::new().bold();

/// Writes all there is to choose of a pack.
pub(super) fn pack(pack: &Named, out: &mut dyn Write) -> io::Result<()> {
    let editions = &pack.editions;
    heading(&editions.title, out)?;
    let title = if editions.published.is_some() { &editions.title } else { "as it is, without a variant" };
    edition(title, editions.published.as_ref(), &pack.line(None), out)?;
    let (printed, further): (Vec<&Variant>, Vec<&Variant>) =
        editions.variants.iter().partition(|variant| variant.published.is_some());
    for variant in printed {
        writeln!(out)?;
        edition(&variant.title, variant.published.as_ref(), &pack.line(Some(&variant.name)), out)?;
        changes(variant, BEHIND_YEAR, out)?;
    }
    if !further.is_empty() {
        writeln!(out)?;
        heading("House rules and further variants", out)?;
    }
    for (place, variant) in further.into_iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        text::write(out, BELOW_TITLE - 2, &variant.title)?;
        text::write(out, BELOW_TITLE, &pack.line(Some(&variant.name)))?;
        changes(variant, BELOW_TITLE, out)?;
    }
    options(pack, out)
}

/// Writes what compositions are made of.
pub(super) fn compositions(compositions: &[NamedComposition], out: &mut dyn Write) -> io::Result<()> {
    if compositions.is_empty() {
        return Ok(());
    }
    heading("Compositions", out)?;
    for (place, named) in compositions.iter().enumerate() {
        if place > 0 {
            writeln!(out)?;
        }
        let composition = &named.composition;
        text::write(out, BELOW_TITLE - 2, composition.title.as_ref().unwrap_or(&named.given))?;
        text::write(out, BELOW_TITLE, &named.line())?;
        let mut parts = vec![composition.to_string()];
        parts.extend(composition.start_name().map(|start| format!("start: {start}")));
        parts.extend(named.options().map(|(name, value)| format!("{name}: {value}")));
        parts.iter().try_for_each(|part| text::write(out, BELOW_TITLE, part))?;
    }
    Ok(())
}

/// Writes a line that things stand below.
fn heading(text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{BOLD}{text}{BOLD:#}\n")
}

/// Writes what is known of an edition, its year first where one is known.
fn edition(title: &str, published: Option<&Published>, line: &str, out: &mut dyn Write) -> io::Result<()> {
    let year = published.map_or(String::new(), |published| format!("  {}", published.year));
    text::write_behind(out, &year, BEHIND_YEAR, title)?;
    if let Some(Published { publisher, source, .. }) = published {
        text::write(out, BEHIND_YEAR, publisher)?;
        if let Some(source) = source {
            text::write(out, BEHIND_YEAR, &format!("source: {source}"))?;
        }
    }
    text::write(out, BEHIND_YEAR, line)
}

/// Writes what a variant changes, a line for each thing and below it what an option means.
fn changes(variant: &Variant, indent: usize, out: &mut dyn Write) -> io::Result<()> {
    for change in &variant.changes {
        let Change { by, kind, .. } = change;
        let from = if *by == variant.name { String::new() } else { format!(", as in {by}") };
        text::write(out, indent, &format!("{change}{from}"))?;
        if let ChangeKind::Set(option) = kind {
            text::write(out, indent + 2, &option.doc)?;
        }
    }
    Ok(())
}

/// Writes the options with their values in columns, and below each what it means.
fn options(pack: &Named, out: &mut dyn Write) -> io::Result<()> {
    let options = &pack.editions.options;
    if options.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    heading("Options: `--set OPTION=VALUE` settles one, over all variants", out)?;
    let rows = options.iter().map(|option| [&option.name, &option.default, &option.choices]);
    let width = |texts: &mut dyn Iterator<Item = &str>| texts.map(|text| text.chars().count()).max();
    let (heads, mut names) = (["option", "value", "choices"], rows.clone().map(|[name, ..]| name.as_str()));
    let mut values = rows.clone().map(|[_, value, _]| value.as_str());
    let name = width(&mut names).unwrap_or(0).max(heads[0].len()) + 4;
    let value = width(&mut values).unwrap_or(0).max(heads[1].len()) + 2;
    let column = |texts: [&str; 2]| format!("  {:name$}{:value$}", texts[0], texts[1], name = name - 2);
    text::write_behind(out, &column([heads[0], heads[1]]), name + value, heads[2])?;
    for (option, [own, default, choices]) in options.iter().zip(rows) {
        text::write_behind(out, &column([own, default]), name + value, choices)?;
        text::write(out, BELOW_TITLE, &option.doc)?;
    }
    Ok(())
}
