//! The table of contents of the site: `docs/SUMMARY.md` has every page once, under the title that the page has.
//!
//! What stands where in it is up to people. With `ROTA_WRITE=1` a page that is not there yet comes below the page that
//! its folder belongs to, titles are written anew, and pages that are gone are taken out.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use rota_tests::shelf::{below, root};

fn docs() -> PathBuf {
    root().join("docs")
}

/// The first heading of a page.
fn title(page: &str) -> String {
    let text = fs::read_to_string(docs().join(page)).unwrap();
    text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or_default().to_owned()
}

/// All pages, by their path below `docs`.
fn pages() -> BTreeSet<String> {
    let paths = below(&docs(), "md");
    let names = paths.iter().map(|path| path.strip_prefix(docs()).unwrap().to_str().unwrap().to_owned());
    names.filter(|name| name != "SUMMARY.md").collect()
}

/// A line of the table that names a page: what stands before the bracket, and the page.
fn entry(line: &str) -> Option<(&str, &str)> {
    let (before, rest) = line.split_once('[')?;
    let (_, page) = rest.split_once("](")?;
    before.trim().chars().all(|letter| letter == '-').then_some((before, page.strip_suffix(')')?))
}

/// The page below whose entry another one comes: that of its folder, and of the page of a folder nothing.
fn parent(page: &str) -> Option<String> {
    let (folder, name) = page.rsplit_once('/')?;
    let index = format!("{folder}.md");
    let readme = format!("{folder}/README.md");
    if docs().join(&index).is_file() { Some(index) } else { (name != "README.md").then_some(readme) }
}

/// The table as it should be.
fn put_right(table: &str, pages: &BTreeSet<String>) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in table.lines() {
        match entry(line) {
            // A place that is kept for pages to come.
            Some((_, "")) | None => lines.push(line.to_owned()),
            Some((before, page)) if pages.contains(page) => {
                lines.push(format!("{before}[{}]({page})", title(page)));
            }
            Some(_) => {}
        }
    }
    let listed = |lines: &[String]| -> BTreeSet<String> {
        lines.iter().filter_map(|line| Some(entry(line)?.1.to_owned())).collect()
    };
    for page in pages.difference(&listed(&lines)) {
        let line = |before: &str| format!("{before}[{}]({page})", title(page));
        let is = |line: &String, page: &str| entry(line).is_some_and(|(_, known)| known == page);
        let above = parent(page).and_then(|parent| lines.iter().position(|line| is(line, &parent)));
        let kept = lines.iter().position(|line| *line == format!("- [{}]()", title(page)));
        match (above, kept) {
            (Some(above), _) => {
                let indent = format!("  {}", entry(&lines[above]).unwrap().0);
                let blanks = " ".repeat(indent.len() - 2);
                let below = lines.iter().skip(above + 1).take_while(|line| line.starts_with(&blanks)).count();
                lines.insert(above + 1 + below, line(&indent));
            }
            (None, Some(kept)) => lines[kept] = line("- "),
            (None, None) => lines.push(line("- ")),
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn the_table_of_contents_has_every_page_once() {
    let path = docs().join("SUMMARY.md");
    let table = fs::read_to_string(&path).unwrap();
    let pages = pages();
    assert!(pages.len() > 100, "only {} pages were found", pages.len());
    let right = put_right(&table, &pages);
    if std::env::var_os("ROTA_WRITE").is_some() {
        fs::write(&path, &right).unwrap();
        return;
    }
    let listed: Vec<&str> = table.lines().filter_map(|line| Some(entry(line)?.1)).collect();
    let twice =
        listed.iter().filter(|page| !page.is_empty() && listed.iter().filter(|one| one == page).count() > 1);
    assert_eq!(twice.count(), 0, "a page stands there twice");
    let missing = |page: &&String| !listed.contains(&page.as_str());
    let missing: Vec<&String> = pages.iter().filter(missing).collect();
    assert!(missing.is_empty(), "docs/SUMMARY.md does not name {missing:?}; ROTA_WRITE=1 writes them");
    let differs = right.lines().zip(table.lines()).find(|(now, then)| now != then);
    assert!(table == right, "docs/SUMMARY.md differs, first in {differs:?}; ROTA_WRITE=1 writes it");
}
