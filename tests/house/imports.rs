//! Which file takes names from which: the imports of a crate, read as the compiler would resolve them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use rota_tests::shelf::below;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemMod, ItemUse, UseTree, Visibility};

/// The files of a crate, counted in order of their paths, and for each those that it takes names from.
pub struct Imports {
    /// The files, below the crate's `src`.
    pub files: Vec<PathBuf>,
    /// For each file the files that it needs; a re-export is a signpost, no need.
    pub needs: Vec<BTreeSet<usize>>,
}

impl Imports {
    /// Reads the sources of a crate, those left out that are only tests.
    pub fn of(folder: &Path) -> Imports {
        let src = folder.join("src");
        let is_test = |path: &PathBuf| path.iter().any(|part| part == "tests" || part == "tests.rs");
        let files: Vec<PathBuf> = below(&src, "rs").into_iter().filter(|path| !is_test(path)).collect();
        let parsed: Vec<syn::File> = files
            .iter()
            .map(|path| syn::parse_file(&fs::read_to_string(path).expect("a source")).expect("Rust"))
            .collect();
        let files: Vec<PathBuf> =
            files.iter().map(|path| path.strip_prefix(&src).expect("a source").to_owned()).collect();
        let modules: BTreeMap<Vec<String>, usize> =
            files.iter().enumerate().map(|(file, path)| (module(path), file)).collect();
        let exports =
            files.iter().zip(&parsed).map(|(path, parsed)| exports(&module(path), parsed)).collect();
        let names = Names { modules, exports };
        let needs =
            files.iter().zip(&parsed).map(|(path, parsed)| names.needs(&module(path), parsed)).collect();
        Imports { files, needs }
    }

    /// The circles: files each of which needs all others, itself or through some of them.
    pub fn circles(&self) -> Vec<BTreeSet<usize>> {
        let reached: Vec<BTreeSet<usize>> = (0..self.files.len()).map(|file| self.reached(file)).collect();
        let circle = |file: usize| -> BTreeSet<usize> {
            reached[file].iter().copied().filter(|other| reached[*other].contains(&file)).collect()
        };
        let circles: BTreeSet<BTreeSet<usize>> = (0..self.files.len()).map(circle).collect();
        circles.into_iter().filter(|circle| circle.len() > 1).collect()
    }

    fn reached(&self, file: usize) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut open = vec![file];
        while let Some(file) = open.pop() {
            open.extend(self.needs[file].iter().filter(|other| reached.insert(**other)));
        }
        reached
    }

    /// The folder whose room a file is in. A module belongs to the folder that it opens: `scenario.rs` is the door of
    /// `scenario`, as `mod.rs` would be.
    pub fn folder(&self, file: usize) -> PathBuf {
        let door = self.files[file].with_extension("");
        let opens = self.files.iter().any(|other| other.parent() == Some(&door));
        if opens { door } else { self.files[file].parent().unwrap_or(Path::new("")).to_owned() }
    }
}

/// The path of the module that a file holds.
fn module(file: &Path) -> Vec<String> {
    let stem = file.with_extension("");
    let mut path: Vec<String> = stem.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if ["mod", "lib", "main"].contains(&path.last().map_or("", String::as_str)) {
        path.pop();
    }
    path
}

/// What a module hands on from others: for each name the path it comes from.
fn exports(module: &[String], parsed: &syn::File) -> BTreeMap<String, Vec<String>> {
    let mut exports = BTreeMap::new();
    for item in &parsed.items {
        let Item::Use(item) = item else { continue };
        if !matches!(item.vis, Visibility::Inherited) {
            each_path(&item.tree, &mut Vec::new(), &mut |path, name| {
                exports.insert(name.to_owned(), absolute(module, path));
            });
        }
    }
    exports
}

/// Shows each path of a `use` with the name that it is known by.
fn each_path(tree: &UseTree, before: &mut Vec<String>, show: &mut dyn FnMut(&[String], &str)) {
    let mut show_with = |before: &mut Vec<String>, last: String, name: &str| {
        before.push(last);
        show(before, name);
        before.pop();
    };
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            each_path(&path.tree, before, show);
            before.pop();
        }
        UseTree::Name(name) if name.ident == "self" => show(before, before.last().map_or("", String::as_str)),
        UseTree::Name(name) => show_with(before, name.ident.to_string(), &name.ident.to_string()),
        UseTree::Rename(rename) => show_with(before, rename.ident.to_string(), &rename.rename.to_string()),
        UseTree::Glob(_) => show(before, ""),
        UseTree::Group(group) => group.items.iter().for_each(|tree| each_path(tree, before, show)),
    }
}

/// A path as seen from the crate's root.
fn absolute(module: &[String], path: &[String]) -> Vec<String> {
    let mut base: Vec<String> = module.to_vec();
    let mut rest = path;
    match rest.first().map(String::as_str) {
        Some("crate") => (base, rest) = (Vec::new(), &rest[1..]),
        Some("self") => rest = &rest[1..],
        _ => {}
    }
    while rest.first().is_some_and(|part| part == "super") {
        base.pop();
        rest = &rest[1..];
    }
    base.extend(rest.iter().cloned());
    base
}

struct Names {
    modules: BTreeMap<Vec<String>, usize>,
    exports: Vec<BTreeMap<String, Vec<String>>>,
}

impl Names {
    fn needs(&self, module: &[String], parsed: &syn::File) -> BTreeSet<usize> {
        let mut found = Found { names: self, module, needs: BTreeSet::new() };
        found.visit_file(parsed);
        let own = self.modules.get(module);
        found.needs.into_iter().filter(|file| Some(file) != own).collect()
    }

    /// The file that declares what a path from the root names.
    fn file(&self, path: &[String], depth: usize) -> Option<usize> {
        let (known, rest) =
            (0..=path.len()).rev().find_map(|end| Some((*self.modules.get(&path[..end])?, &path[end..])))?;
        match rest.first().and_then(|name| self.exports[known].get(name)) {
            Some(other) if depth < 8 => self.file(other, depth + 1).or(Some(known)),
            _ => Some(known),
        }
    }
}

struct Found<'n> {
    names: &'n Names,
    module: &'n [String],
    needs: BTreeSet<usize>,
}

impl Found<'_> {
    fn add(&mut self, path: &[String]) {
        let first = path.first().map_or("", String::as_str);
        let beside = self.module.iter().cloned().chain([first.to_owned()]).collect::<Vec<String>>();
        if ["crate", "self", "super"].contains(&first) || self.names.modules.contains_key(&beside) {
            self.needs.extend(self.names.file(&absolute(self.module, path), 0));
        }
    }
}

impl<'ast> Visit<'ast> for Found<'_> {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if matches!(item.vis, Visibility::Inherited) {
            each_path(&item.tree, &mut Vec::new(), &mut |path, _| self.add(path));
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        if parts.len() > 1 {
            self.add(&parts);
        }
        visit::visit_path(self, path);
    }

    fn visit_visibility(&mut self, _: &'ast Visibility) {}

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !item.attrs.iter().any(is_test) {
            visit::visit_item_mod(self, item);
        }
    }
}

fn is_test(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
}
