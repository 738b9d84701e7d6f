//! Attributes that the vocabulary gives to tiles and segments.

use rota_bytecode::vocabulary::{Attr, AttrValues};
use rota_source::{Diagnostic, quoted};

use crate::toml_reader::{Fields, TomlReader, Value};

/// Reads those of `attrs` that a table carries: one entry per attribute, `None` where the file is silent.
pub(crate) fn read_attributes<'a>(
    reader: &mut TomlReader<'a>,
    fields: Fields<'a>,
    attrs: &[Attr],
) -> Vec<Option<i32>> {
    let read = |attr: &Attr| read_attribute(reader, attr, fields.table.get(attr.name.as_str())?);
    attrs.iter().map(read).collect()
}

/// Fills in what the file does not say.
pub(crate) fn with_defaults(values: &[Option<i32>], attrs: &[Attr]) -> Vec<i32> {
    attrs.iter().zip(values).map(|(attr, value)| value.unwrap_or(attr.default)).collect()
}

fn read_attribute<'a>(reader: &mut TomlReader<'a>, attr: &Attr, value: &'a Value<'a>) -> Option<i32> {
    let subject = format!("`{}`", attr.name);
    match &attr.values {
        AttrValues::Bool => reader.boolean(value, &subject).map(i32::from),
        AttrValues::Int(low, high) => {
            let number = reader.integer(value, &subject)?;
            if let Some(number) = i32::try_from(number).ok().filter(|number| (low..=high).contains(&number)) {
                return Some(number);
            }
            let span = reader.span(value.span());
            reader.report(
                Diagnostic::error("tiles::attribute-out-of-range", format!("{subject} is out of range"))
                    .at(span, "not one of its values")
                    .help(format!("it may be {low} to {high}")),
            );
            None
        }
        AttrValues::Words(_) | AttrValues::Stock { .. } => {
            let text = reader.string(value, &subject)?;
            if let Some((_, index)) = attr.values.choices().find(|(word, _)| *word == text.value) {
                return Some(index);
            }
            let words: Vec<&str> = attr.values.choices().map(|(word, _)| word).collect();
            reader.report(
                Diagnostic::error(
                    "tiles::attribute-out-of-range",
                    format!("{subject} cannot be `{}`", text.value),
                )
                .at(text.span, "not one of its words")
                .suggest(text.text(), &words, || format!("it may be one of {}", quoted(&words))),
            );
            None
        }
    }
}
