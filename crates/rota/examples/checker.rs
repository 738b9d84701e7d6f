//! A checker for an editor: texts in memory go in, problems with line and column come out.
//!
//! ```sh
//! cargo run --package rota --example checker
//! ```
#![allow(clippy::print_stdout, reason = "an example shows what it does")]

mod paths;

use std::error::Error;

use rota::{LineColumn, PackSource, Settings, Severity, load};

/// A problem as an editor marks it.
#[derive(Debug)]
struct Mark {
    /// The first place is where the mark goes, the others are related to it.
    places: Vec<(LineColumn, String)>,
    is_error: bool,
    code: &'static str,
    message: String,
    advice: Option<String>,
}

/// Looks over a pack with all that it requires.
fn marks(source: &dyn PackSource, pack: &str) -> Vec<Mark> {
    let (diagnostics, sources) = load(source, [pack]).check(&Settings::new());
    let marks = diagnostics.iter().map(|diagnostic| {
        let labels = diagnostic.labels().iter();
        Mark {
            places: labels
                .filter_map(|label| Some((sources.place(label.span.start)?, label.text.clone())))
                .collect(),
            is_error: diagnostic.severity() == Severity::Error,
            code: diagnostic.code(),
            message: diagnostic.message().to_owned(),
            advice: diagnostic.advice().map(str::to_owned),
        }
    });
    marks.collect()
}

/// The small game as somebody is just writing it: a word is misspelt, a tile lacks a side.
fn unfinished() -> rota::MemorySource {
    let mut source = paths::source();
    let rules = include_str!("paths/paths.rota").replace("each path f in closed", "each pth f in closed");
    let tiles = include_str!("paths/paths.toml").replace("green = \"N E W\"", "green = \"N E\"");
    // A text that is there already is replaced: what an editor does at every stroke.
    source.add_rules("paths", "paths.rota", rules).add_tiles("paths", tiles);
    source
}

fn main() -> Result<(), Box<dyn Error>> {
    for mark in marks(&unfinished(), "paths") {
        let kind = if mark.is_error { "error" } else { "warning" };
        println!("{kind}: {} ({})", mark.message, mark.code);
        for (place, text) in &mark.places {
            println!("  {place} {text}");
        }
        mark.advice.iter().for_each(|advice| println!("  help: {advice}"));
    }
    Ok(())
}

#[test]
fn problems_have_lines_and_columns() -> Result<(), Box<dyn Error>> {
    assert!(marks(&paths::source(), "paths").is_empty(), "the game as it is");
    let found = marks(&unfinished(), "paths");
    let (place, _) = found.first().and_then(|mark| mark.places.first()).ok_or("no place")?;
    assert_eq!(place.to_string(), "paths/paths.rota:34:8");
    assert_eq!(found.first().and_then(|mark| mark.advice.as_deref()), Some("did you mean `path`?"));
    main()
}
