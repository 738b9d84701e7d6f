//! Quotations: what a page shows as the lines of a file stands in that file; and the cookbook, which is made of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rota_tests::shelf::{below, root};

use super::{Block, anchors, blocks, links, read, shown};

/// The lines of a text, with single blanks and without those that are empty.
fn lines(text: &str) -> Vec<String> {
    let plain = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    plain.filter(|line| !line.is_empty()).collect()
}

/// Where a quotation leaves its file: the first line of the first part that does not stand there, in this order.
/// A line `…` stands for what is left out.
fn lost(quoted: &str, file: &str) -> Option<String> {
    let (quoted, file) = (lines(quoted), lines(file));
    let mut rest = file.as_slice();
    let mut parts = quoted.split(|line| line == "…").filter(|part| !part.is_empty()).peekable();
    if parts.peek().is_none() {
        return Some("nothing is quoted".to_owned());
    }
    for part in parts {
        let Some(at) = rest.windows(part.len()).position(|window| window == part) else {
            return part.first().cloned();
        };
        rest = &rest[at + part.len()..];
    }
    None
}

/// Holds a block against the file that it says it is from.
pub fn quote(block: &Block, file: &str) -> Result<(), String> {
    let path = root().join(file);
    if !path.is_file() {
        return Err(format!("there is no file `{file}` to quote"));
    }
    match lost(&block.text, &read(&path)) {
        None => Ok(()),
        Some(line) => Err(format!("`{file}` does not hold, from here on: {line}")),
    }
}

#[test]
fn a_quotation_is_lost_with_any_of_its_lines() {
    let file = "rule a {\n  one\n\n  two\n}\nrule b {\n  one\n}\n";
    for (quoted, missing) in [
        ("rule a {\n one\n two\n}", None),
        ("one\n…\nrule  b {", None),
        ("…\n  two\n…\n", None),
        ("rule a {\n  two", Some("rule a {")),
        ("rule b {\n…\nrule a {", Some("rule a {")),
        ("one\n…\none\n…\none", Some("one")),
        ("on", Some("on")),
        ("…\n", Some("nothing is quoted")),
    ] {
        assert_eq!(lost(quoted, file).as_deref(), missing, "{quoted}");
    }
}

/// The pages of the cookbook that hold recipes.
fn recipe_pages() -> Vec<PathBuf> {
    let pages = below(&root().join("docs/cookbook"), "md");
    pages.into_iter().filter(|page| !page.ends_with("README.md")).collect()
}

/// The recipes of a page: each question with what stands below it.
fn recipes(page: &str) -> Vec<(&str, &str)> {
    let parts = page.split("\n## ").skip(1);
    parts.map(|part| part.split_once('\n').unwrap_or((part, ""))).collect()
}

/// What a line tells of other uses: words of rules, each with the file that it links to for them.
fn uses(line: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = line;
    while let Some((_, behind)) = rest.split_once('`') {
        let Some((words, behind)) = behind.split_once('`') else { break };
        let target = behind.split_once("](").and_then(|(between, link)| {
            // It is linked before the next words begin.
            (!between.contains('`')).then_some(link.split(')').next()?)
        });
        found.extend(target.map(|target| (words.to_owned(), target.to_owned())));
        rest = behind;
    }
    found
}

/// What is wrong with a recipe: it shows lines or a command that is run, links to each file it quotes, and names what
/// says the same elsewhere.
fn faults(page: &Path, question: &str, recipe: &str, quoted: &BTreeSet<String>) -> Vec<String> {
    let mut faults = Vec::new();
    let folder = page.parent().unwrap_or(page);
    let linked: BTreeSet<PathBuf> =
        links(recipe).iter().filter_map(|link| folder.join(link).canonicalize().ok()).collect();
    if !question.starts_with("How do I ") || !question.ends_with('?') {
        faults.push("is no question".to_owned());
    }
    if quoted.is_empty() {
        faults.push("quotes nothing".to_owned());
    }
    let unlinked =
        quoted.iter().filter(|file| root().join(file).canonicalize().is_ok_and(|it| !linked.contains(&it)));
    faults.extend(unlinked.map(|file| format!("quotes `{file}` and does not link to it")));
    let elsewhere: Vec<(String, String)> =
        recipe.lines().filter_map(|line| line.strip_prefix("Also: ")).flat_map(uses).collect();
    if elsewhere.is_empty() {
        faults.push("names nothing that does so as well".to_owned());
    }
    for (words, link) in elsewhere {
        if !lines(&read(&folder.join(&link))).join(" ").contains(&words) {
            faults.push(format!("`{words}` does not stand in {link}"));
        }
    }
    faults
}

#[test]
fn every_recipe_answers_a_question_with_lines_that_stand_in_a_pack() {
    let (mut wrong, mut questions) = (Vec::new(), BTreeSet::new());
    for page in recipe_pages() {
        let text = read(&page);
        let blocks = blocks(&page);
        let mut begun = 0;
        for (question, recipe) in recipes(&text) {
            if !questions.insert(question.to_owned()) {
                wrong.push(format!("{question} stands there twice"));
            }
            // Blocks come in the order of the text, so those of a recipe are the next ones.
            let fences = recipe.matches("\n```").count() / 2;
            let own = blocks.iter().skip(begun).take(fences);
            begun += fences;
            let quoted = own.filter_map(|block| block.setting("from").map(str::to_owned)).collect();
            let faults = faults(&page, question, recipe, &quoted);
            wrong.extend(faults.into_iter().map(|fault| format!("{}: {question} {fault}", shown(&page))));
        }
    }
    assert!(questions.len() >= 40, "only {} questions", questions.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_contents_list_every_recipe_once_in_its_place() {
    let index = read(&root().join("docs/cookbook/README.md"));
    let listed: Vec<String> = links(&index).into_iter().filter(|link| link.contains(".md#")).collect();
    let mut expected = Vec::new();
    for page in recipe_pages() {
        let (text, name) = (read(&page), page.file_name().unwrap_or_default().to_string_lossy().into_owned());
        assert!(index.contains(&format!("]({name})\n")), "{name} is not among the themes");
        for (question, _) in recipes(&text) {
            let anchor = anchors(&format!("## {question}")).concat();
            assert!(
                index.contains(&format!("- [{question}]({name}#{anchor})\n")),
                "{question} is not listed"
            );
            expected.push(format!("{name}#{anchor}"));
        }
    }
    let ordered = |links: &[String]| links.iter().cloned().collect::<BTreeSet<_>>();
    assert_eq!(listed.len(), expected.len());
    assert_eq!(ordered(&listed), ordered(&expected));
}
