//! The files for editors: colours are written from the words of the grammar, `ROTA_WRITE=1` writes them.

use std::collections::BTreeSet;
use std::fs;

use rota_bytecode::BUILTINS;
use rota_tests::shelf::root;
use serde_json::{Value, json};

const NOTICE: &str = "written from the grammar by tests/lsp/editors.rs";

/// The words of the grammar that stand alone, those that begin an item first.
fn words() -> (BTreeSet<String>, BTreeSet<String>) {
    let grammar = fs::read_to_string(root().join("crates/syntax/src/rules.pest")).expect("the grammar");
    let lines = grammar.lines().filter(|line| line.starts_with("kw_") || line.starts_with("wrong ="));
    let all = lines.filter_map(|line| line.split('"').nth(1).map(str::to_owned));
    let items: BTreeSet<String> = rota_syntax::constructs()
        .filter(|(group, _)| *group == "items")
        .map(|(_, word)| word.to_owned())
        .collect();
    let others = all.filter(|word| !items.contains(word)).collect();
    (items, others)
}

fn builtins() -> BTreeSet<String> {
    BUILTINS.iter().filter(|entry| entry.receiver.is_none()).map(|entry| entry.name.to_owned()).collect()
}

fn types() -> BTreeSet<String> {
    rota_check::type_words().map(str::to_owned).collect()
}

fn any_of(words: &BTreeSet<String>) -> String {
    words.iter().map(String::as_str).collect::<Vec<_>>().join("|")
}

/// The grammar of colours that VS Code and many others read.
fn text_mate() -> Value {
    let (items, others) = words();
    json!({
        "$comment": NOTICE,
        "name": "rota",
        "scopeName": "source.rota",
        "fileTypes": ["rota"],
        "patterns": [
            { "name": "comment.line.number-sign.rota", "match": "#.*$" },
            { "name": "string.quoted.double.rota", "match": "\"[^\"\\n]*\"" },
            { "name": "constant.numeric.rota", "match": "\\b[0-9]+(\\.[0-9]+)*\\b" },
            {
                "match": format!("^\\s*(?:(?:add|replace)\\s+)?(wrong\\s+)?({})\\s+([A-Za-z_][A-Za-z0-9_]*)", any_of(&items)),
                "captures": {
                    "1": { "name": "keyword.other.rota" },
                    "2": { "name": "keyword.declaration.rota" },
                    "3": { "name": "entity.name.function.rota" },
                },
            },
            { "name": "variable.other.member.rota", "match": "(?<=\\.)[A-Za-z_][A-Za-z0-9_]*" },
            { "name": "constant.other.id.rota", "match": "\\b[A-Z][A-Za-z0-9]*-[A-Za-z0-9-]+\\b" },
            // Some of these are words of the grammar elsewhere, so they come first.
            {
                "match": format!(":\\s*(set\\s+)?({})\\b", any_of(&types())),
                "captures": { "1": { "name": "keyword.control.rota" }, "2": { "name": "support.type.rota" } },
            },
            { "name": "support.function.rota", "match": format!("\\b({})\\b", any_of(&builtins())) },
            { "name": "keyword.control.rota", "match": format!("\\b({})\\b", any_of(&others)) },
        ],
    })
}

/// The same for Vim.
fn vim() -> String {
    let (items, others) = words();
    let list = |words: &BTreeSet<String>| words.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
    format!(
        "\" {NOTICE}\nif exists('b:current_syntax') | finish | endif\n\n\
         syntax keyword rotaItem {}\nsyntax keyword rotaKeyword {}\nsyntax keyword rotaBuiltin {}\n\
         syntax match rotaNumber '\\<\\d\\+\\>'\nsyntax match rotaId '\\<\\u\\w*-[A-Za-z0-9-]\\+\\>'\n\
         syntax match rotaMember '\\.\\@<=\\h\\w*'\nsyntax region rotaText start='\"' end='\"' oneline\n\
         syntax match rotaComment '#.*$' contains=@Spell\n\n\
         highlight default link rotaItem Structure\nhighlight default link rotaKeyword Keyword\n\
         highlight default link rotaBuiltin Function\nhighlight default link rotaNumber Number\n\
         highlight default link rotaId Constant\nhighlight default link rotaMember Identifier\n\
         highlight default link rotaText String\nhighlight default link rotaComment Comment\n\n\
         setlocal commentstring=#\\ %s\nlet b:current_syntax = 'rota'\n",
        list(&items),
        list(&others),
        list(&builtins())
    )
}

/// The same for the pages of the documentation in a browser, whose colours are those of highlight.js.
fn highlight_js() -> String {
    let (items, others) = words();
    let list =
        |words: &BTreeSet<String>| json!(words.iter().map(String::as_str).collect::<Vec<_>>().join(" "));
    let item = format!("^\\s*(?:(?:add|replace)\\s+)?(?:wrong\\s+)?(?:{})\\b", any_of(&items));
    let language = json!({
        "name": "rota",
        "keywords": {
            "keyword": list(&items.union(&others).cloned().collect()),
            "built_in": list(&builtins()),
        },
        "contains": [
            { "className": "comment", "begin": "#", "end": "$" },
            { "className": "string", "begin": "\"", "end": "\"" },
            { "className": "number", "begin": "\\b[0-9]+(\\.[0-9]+)*\\b" },
            // What stands behind a dot is asked, whatever word it is.
            { "begin": "\\.[A-Za-z_][A-Za-z0-9_]*" },
            { "className": "symbol", "begin": "\\b[A-Z][A-Za-z0-9]*-[A-Za-z0-9-]+\\b" },
            {
                "begin": format!(":\\s*(?=(?:set\\s+)?(?:{})\\b)", any_of(&types())),
                "starts": { "className": "type", "end": format!("\\b(?:{})\\b", any_of(&types())) },
            },
            {
                "className": "keyword",
                "begin": item,
                "starts": { "className": "title", "end": "[A-Za-z_][A-Za-z0-9_]*|(?=[^\\s\\w])|$" },
            },
        ],
    });
    let language = serde_json::to_string_pretty(&language).expect("it can be written");
    format!(
        "// {NOTICE}\nhljs.registerLanguage(\"rota\", () => ({language}));\n\
         // The page was coloured before it knew the language.\n\
         document.querySelectorAll(\"code.language-rota\").forEach((code) => hljs.highlightBlock(code));\n"
    )
}

/// The words alone, for the editor of the page.
fn page() -> String {
    let (items, others) = words();
    let lists = [("ITEMS", &items), ("KEYWORDS", &others), ("BUILTINS", &builtins()), ("TYPES", &types())]
        .map(|(name, words)| {
            let words = words.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
            format!("export const {name} = \"{words}\".split(\" \");\n")
        });
    format!("// {NOTICE}\n{}", lists.concat())
}

#[test]
fn colours_are_those_of_the_grammar() {
    let (items, others) = words();
    assert!(items.contains("rule") && others.contains("award") && others.len() > 100, "{others:?}");
    let folder = root().join("crates/lsp/editors");
    let json = serde_json::to_string_pretty(&text_mate()).expect("it can be written") + "\n";
    for (file, text) in [
        ("vscode/syntaxes/rota.tmLanguage.json", json),
        ("vim/syntax/rota.vim", vim()),
        ("../../../docs/rota.js", highlight_js()),
        ("../../serve/page/studio/editor/words.js", page()),
    ] {
        let path = folder.join(file);
        if std::env::var_os("ROTA_WRITE").is_some() {
            fs::write(&path, text).expect("it can be written");
            continue;
        }
        let written = fs::read_to_string(&path).expect("the file");
        assert!(written == text, "{file} differs; ROTA_WRITE=1 writes it");
    }
}

#[test]
fn what_editors_read_can_be_read() {
    let folder = root().join("crates/lsp/editors/vscode");
    let read = |file: &str| -> Value {
        let text = fs::read_to_string(folder.join(file)).expect("the file");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"))
    };
    let package = read("package.json");
    read("language-configuration.json");
    let bundle = fs::read_to_string(folder.join("bundle.mjs")).expect("the file");
    for file in package["files"].as_array().expect("files") {
        let name = file.as_str().expect("a name");
        // What is packaged lies there or is written before.
        assert!(folder.join(name).is_file() || bundle.contains(&format!("'{name}'")), "{file}");
    }
    let lock = fs::read_to_string(folder.join("package-lock.json")).expect("the file");
    assert!(!lock.contains("\"resolved\""), "the lock file says where packages come from");
    assert_eq!(package["contributes"]["languages"][0]["extensions"][0], ".rota");
    let page = fs::read_to_string(root().join("docs/editors.md")).expect("the page");
    let helix =
        page.split("```text\n").find(|block| block.starts_with("[language-server.rota]")).expect("Helix");
    let helix: toml::Table = helix.split("```").next().unwrap_or("").parse().expect("TOML");
    assert_eq!(helix["language-server"]["rota"]["args"][0].as_str(), Some("lsp"));
}
