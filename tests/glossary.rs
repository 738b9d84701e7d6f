//! The words of the house: what the glossary retired names nothing any more.
#![allow(clippy::expect_used, clippy::panic, reason = "a test stops where its own preparation fails")]

use std::collections::BTreeMap;
use std::fs;

use rota_tests::shelf::{below, listed, root};
use syn::visit::{self, Visit};
use syn::{ImplItemFn, ItemEnum, ItemFn, ItemMod, ItemStruct, ItemTrait, ItemType, TraitItemFn, Variant};

/// A word in backticks.
fn words(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// The rows of all tables of the page: the term, what it means, and what it was called before.
fn rows(page: &str) -> Vec<[String; 3]> {
    let cells = |line: &str| line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect();
    let rows = page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| term "));
    rows.map(|line| {
        let cells: Vec<String> = cells(line);
        <[String; 3]>::try_from(cells).unwrap_or_else(|cells| panic!("three cells: {cells:?}"))
    })
    .collect()
}

/// All that has a name in the crates, with where it is.
#[derive(Default)]
struct Names {
    file: String,
    types: BTreeMap<String, String>,
    functions: BTreeMap<String, String>,
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        self.types.insert(item.ident.to_string(), self.file.clone());
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        self.types.insert(item.ident.to_string(), self.file.clone());
        for Variant { ident, .. } in &item.variants {
            self.types.insert(format!("{}::{ident}", item.ident), self.file.clone());
        }
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.types.insert(item.ident.to_string(), self.file.clone());
        visit::visit_item_trait(self, item);
    }

    fn visit_item_type(&mut self, item: &'ast ItemType) {
        self.types.insert(item.ident.to_string(), self.file.clone());
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.functions.insert(item.sig.ident.to_string(), self.file.clone());
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.functions.insert(item.sig.ident.to_string(), self.file.clone());
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        self.functions.insert(item.sig.ident.to_string(), self.file.clone());
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if item.ident != "tests" {
            visit::visit_item_mod(self, item);
        }
    }
}

#[test]
fn what_the_glossary_retired_names_nothing() {
    let page = fs::read_to_string(root().join("docs/glossary.md")).expect("the glossary");
    let rows = rows(&page);
    assert!(rows.len() > 50, "{} rows", rows.len());
    let mut names = Names::default();
    let mut files = Vec::new();
    for folder in listed(&root().join("crates")).into_iter().filter(|path| path.is_dir()) {
        for path in below(&folder.join("src"), "rs") {
            names.file = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            files.push(names.file.clone());
            names.visit_file(&syn::parse_file(&fs::read_to_string(&path).expect("a source")).expect("Rust"));
        }
    }
    let mut wrong = Vec::new();
    for [term, _, retired] in &rows {
        for word in words(retired) {
            // `passes/values` is a file; `as_one` a function or a file; `View` and `Op::Long` are types and variants.
            let ends = [format!("/{word}.rs"), format!("/{word}/mod.rs")];
            let file = files.iter().find(|file| ends.iter().any(|end| file.ends_with(end)));
            let found = file.or_else(|| names.types.get(word)).or_else(|| names.functions.get(word));
            wrong.extend(found.map(|file| format!("`{word}` is retired for {term}, and stands in {file}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_the_glossary_names_is_there() {
    let page = fs::read_to_string(root().join("docs/glossary.md")).expect("the glossary");
    let mut sources = String::new();
    for path in below(&root().join("crates"), "rs") {
        sources.push_str(&path.display().to_string());
        sources.push_str(&fs::read_to_string(&path).expect("a source"));
    }
    let missing: Vec<String> = rows(&page)
        .iter()
        .flat_map(|[term, ..]| words(term).map(str::to_owned).collect::<Vec<String>>())
        .filter(|word| !sources.contains(word.rsplit("::").next().unwrap_or(word)))
        .collect();
    assert!(missing.is_empty(), "the glossary names what no source does: {missing:?}");
}
