//! What the formatter must leave as it is: the tree, and every comment in its order.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use rota_source::Sources;
use rota_syntax::ast::File;

/// The tree without its places.
pub fn bare(file: &File) -> String {
    let tree = format!("{file:?}");
    let mut bare = String::new();
    let mut rest = tree.as_str();
    while let Some((before, after)) = rest.split_once("..") {
        bare.push_str(before.trim_end_matches(|c: char| c.is_ascii_digit()));
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    bare + rest
}

/// The comments of a text in their order.
pub fn comments(text: &str) -> Vec<&str> {
    let comment = |line: &'_ str| {
        let mut quoted = false;
        line.char_indices().find_map(|(at, c)| {
            quoted ^= c == '"';
            (c == '#' && !quoted).then_some(at)
        })
    };
    text.lines().filter_map(|line| Some(line.get(comment(line)?..)?.trim_end())).collect()
}

/// Formats a sound text and returns what comes out.
///
/// # Panics
/// When the text is not sound, when the result is another tree, lacks a comment or has one elsewhere among the
/// others, and when it is formatted to something else again.
pub fn formatted(name: &str, text: &str) -> String {
    let (tree, problems) = rota_syntax::parse(text, 0);
    assert!(problems.is_empty(), "{}", drawn(name, text));
    let once = rota_syntax::format(text).unwrap();
    let (again, problems) = rota_syntax::parse(&once, 0);
    assert!(problems.is_empty(), "{text}\n---\n{once}\n{}", drawn(name, &once));
    assert_eq!(bare(&tree), bare(&again), "{name} changed its meaning:\n{text}\n---\n{once}");
    assert_eq!(comments(text), comments(&once), "{name} has other comments:\n{text}\n---\n{once}");
    let twice = rota_syntax::format(&once).unwrap_or_else(|_| panic!("{name}:\n{once}"));
    assert_eq!(twice, once, "{name} is not stable:\n{text}\n---\n{once}");
    once
}

fn drawn(name: &str, text: &str) -> String {
    let mut sources = Sources::new();
    sources.add(name, text).unwrap();
    crate::render(&rota_syntax::parse(text, 0).1, &sources)
}
