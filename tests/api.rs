//! What others may name of the crate `rota`: every public item with its signature, held by a snapshot, so that a
//! change of it is read before it is made. `docs/contributing.md` says which changes break programs.
//!
//! The list is taken from the texts, as rustfmt writes them: what `lib.rs` names with `pub use`, wherever it is
//! declared, with its public fields, variants and functions and with the traits that it implements.
#![expect(clippy::expect_used, reason = "a test stops where its own preparation fails")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rota_tests::shelf::{below, root};

/// The lines of all files of a crate but for its tests, without comments.
fn lines(name: &str) -> Vec<String> {
    let folder = root().join("crates").join(name).join("src");
    let is_test = |path: &Path| path.components().any(|part| part.as_os_str() == "tests");
    let files = below(&folder, "rs").into_iter().filter(|path| !is_test(path) && !path.ends_with("tests.rs"));
    let texts = files.map(|path| fs::read_to_string(path).expect("a source"));
    let lines = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
    lines.filter(|line| !line.trim_start().starts_with("//")).collect()
}

/// What `lib.rs` names: the crate where it is declared, and its name.
fn names() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("crates/rota/src/lib.rs")).expect("the façade");
    let text: String = text.lines().filter(|line| !line.starts_with("//")).collect();
    let mut names = Vec::new();
    for used in text.split("pub use ").skip(1) {
        let used = used.split(';').next().unwrap_or_default();
        let (from, list) = used.rsplit_once("::").expect("a path");
        let list = list.trim_matches(['{', '}', ' ']).split(',').map(str::trim);
        let from = from.split("::").next().and_then(|from| from.strip_prefix("rota_")).unwrap_or("rota");
        names.extend(list.filter(|name| !name.is_empty()).map(|name| (from.to_owned(), name.to_owned())));
    }
    names
}

/// The lines from one on to that which ends the signature, as one line without the body.
fn signature(lines: &[String]) -> String {
    let mut words = String::new();
    for line in lines {
        words.push(' ');
        words.push_str(line.trim());
        if line.ends_with(['{', ';', '}']) {
            break;
        }
    }
    let words = words.trim().trim_end_matches(['{', ';', ' ']).replace(",)", ")");
    words.replace("( ", "(").replace(", )", ")").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a line declares this name, in this way.
fn declares(line: &str, how: &str, name: &str) -> bool {
    let rest = line.strip_prefix(how).and_then(|rest| rest.strip_prefix(name));
    rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
}

/// The lines of the block that begins with the first line.
fn block(lines: &[String]) -> &[String] {
    let is_whole = lines.first().is_some_and(|line| line.ends_with(['}', ';']));
    let end = lines.iter().position(|line| line == "}").filter(|_| !is_whole);
    lines.get(1..end.unwrap_or(1)).unwrap_or_default()
}

/// The item that is declared on a line, with its fields, variants or functions.
fn item(lines: &[String], at: usize, out: &mut Vec<String>) {
    let attributes = lines.get(..at).unwrap_or_default().iter().rev();
    let attributes = attributes.take_while(|line| line.starts_with("#["));
    let told = |line: &&String| line.starts_with("#[non_exhaustive") || line.starts_with("#[derive");
    out.extend(attributes.filter(told).cloned());
    let rest = lines.get(at..).unwrap_or_default();
    out.push(signature(rest));
    let first = rest.first().map_or("", String::as_str);
    for (place, line) in block(rest).iter().enumerate() {
        let own = line.strip_prefix("    ").filter(|own| !own.starts_with([' ', '#', '}']));
        let Some(own) = own else { continue };
        let is_told = match first {
            first if first.starts_with("pub struct") => own.starts_with("pub "),
            first if first.starts_with("pub trait") => own.starts_with("fn "),
            first => first.starts_with("pub enum"),
        };
        if is_told {
            let rest = block(rest).get(place..).unwrap_or_default();
            let told = if first.starts_with("pub trait") { signature(rest) } else { member(rest) };
            out.push(format!("    {told}"));
        }
    }
}

/// A field or a variant, up to the comma behind it, as one line.
fn member(lines: &[String]) -> String {
    let ends = |line: &String| line.ends_with(',') && !line.starts_with("     ");
    let end = lines.iter().position(ends).map_or(1, |end| end + 1);
    let words = lines.iter().take(end).map(|line| line.trim()).filter(|line| !line.starts_with('#'));
    words.collect::<Vec<_>>().join(" ").trim_end_matches(',').to_owned()
}

/// What a type can do: its public functions, and the traits that are written out for it.
fn abilities(lines: &[String], name: &str, out: &mut BTreeSet<String>) {
    for (at, _) in lines.iter().enumerate().filter(|(_, line)| line.starts_with("impl")) {
        let head = signature(lines.get(at..).unwrap_or_default());
        let (traits, own) = match head.split_once(" for ") {
            Some((traits, own)) => (Some(traits), own),
            None => (
                None,
                head.split_once("> ")
                    .filter(|_| head.starts_with("impl<"))
                    .map_or_else(|| head.trim_start_matches("impl "), |(_, own)| own),
            ),
        };
        if !declares(own, "", name) {
            continue;
        }
        if traits.is_some() {
            out.insert(format!("    {head}"));
            continue;
        }
        let inner = block(lines.get(at..).unwrap_or_default());
        let functions = inner.iter().enumerate().filter(|(_, line)| {
            ["    pub fn ", "    pub const fn ", "    pub const "].iter().any(|how| line.starts_with(how))
        });
        out.extend(
            functions.map(|(place, _)| format!("    {}", signature(inner.get(place..).unwrap_or_default()))),
        );
    }
}

#[test]
fn what_others_may_name_is_as_it_was() {
    let mut out: Vec<String> = Vec::new();
    for (from, name) in names() {
        // The game itself takes what the machine asks and hears from the crate of the machine.
        let lines = [lines(&from), lines("vm")].concat();
        let kinds = ["struct", "enum", "trait", "type", "const", "fn"].map(|kind| format!("pub {kind} "));
        let mut places =
            (0..lines.len()).filter(|at| kinds.iter().any(|kind| declares(&lines[*at], kind, &name)));
        match places.next() {
            Some(at) => item(&lines, at, &mut out),
            None => out.push(format!("{name}, which is not declared in `{from}`")),
        }
        let mut own = BTreeSet::new();
        abilities(&lines, &name, &mut own);
        out.extend(own);
        out.push(String::new());
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_snapshot_path(".");
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("api", out.join("\n")));
}
