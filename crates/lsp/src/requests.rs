//! Answers to what clients ask, each about the present texts.

use gen_lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, CodeActionResponse, Contents, Definition, DefinitionParams,
    DefinitionResponse, DocumentFormattingParams, DocumentSymbol, DocumentSymbolParams,
    DocumentSymbolResponse, Hover, HoverParams, Location, MarkupContent, MarkupKind, ReferenceParams,
    SymbolKind, TextDocumentPositionParams, TextEdit,
};
use rota_ide::position::Lines;
use rota_ide::{Outline, format, outline};

use crate::convert::{Texts, diagnostic, offset, range};
use crate::state::State;

/// The file and the offset that a question is about; nothing where the file is not open.
pub(crate) fn asked(state: &State, params: &TextDocumentPositionParams) -> Option<(String, usize)> {
    let name = state.name_of(&params.text_document.uri);
    let lines = Lines::of(&state.open.get(&name)?.text);
    let at = offset(&lines, state.encoding, params.position);
    Some((name, at))
}

/// `textDocument/hover`
pub(crate) fn hover(state: &mut State, params: HoverParams) -> Option<Hover> {
    let (name, at) = asked(state, &params.text_document_position_params)?;
    let found = state.analysis(&name)?.hover(&name, at)?;
    let contents = MarkupContent { kind: MarkupKind::Markdown, value: found.text };
    let range = Texts::of(state).range(&name, &found.range);
    Some(Hover { contents: Contents::MarkupContent(contents), range: Some(range) })
}

/// `textDocument/definition`
pub(crate) fn definition(state: &mut State, params: DefinitionParams) -> Option<DefinitionResponse> {
    let (name, at) = asked(state, &params.text_document_position_params)?;
    let place = state.analysis(&name)?.definition(&name, at)?;
    Some(DefinitionResponse::Definition(Definition::Location(Texts::of(state).location(&place))))
}

/// `textDocument/references`
pub(crate) fn references(state: &mut State, params: ReferenceParams) -> Option<Vec<Location>> {
    let (name, at) = asked(state, &params.text_document_position_params)?;
    let here = state.analysis(&name)?;
    let declared = params.context.include_declaration;
    let places = state.ask(|bench, world| bench.references(world, &here, &name, at, declared));
    let texts = Texts::of(state);
    Some(places.iter().map(|place| texts.location(place)).collect())
}

/// `textDocument/codeAction`: what does away with the findings here.
pub(crate) fn code_actions(state: &mut State, params: CodeActionParams) -> Option<Vec<CodeActionResponse>> {
    let name = state.name_of(&params.text_document.uri);
    let texts = Texts::of(state);
    let found = state.findings.get(&name)?.iter();
    let mut actions = Vec::new();
    for finding in found {
        let shown = diagnostic(&texts, &name, finding);
        let is_here = shown.range.start <= params.range.end && params.range.start <= shown.range.end;
        for repair in finding.repairs.iter().filter(|_| is_here) {
            let is_users = |file: &str| state.shelf.is_users(&state.shelf.path(file));
            if !repair.edits.iter().all(|(place, _)| is_users(&place.file)) {
                continue;
            }
            actions.push(CodeActionResponse::CodeAction(CodeAction {
                title: repair.title.clone(),
                kind: Some(CodeActionKind::QuickFix),
                diagnostics: Some(vec![shown.clone()]),
                is_preferred: Some(repair.is_safe),
                edit: Some(texts.workspace_edit(&repair.edits)),
                ..CodeAction::default()
            }));
        }
    }
    Some(actions)
}

/// `textDocument/formatting`
pub(crate) fn formatting(state: &mut State, params: DocumentFormattingParams) -> Option<Vec<TextEdit>> {
    let name = state.name_of(&params.text_document.uri);
    let text = &state.open.get(&name)?.text;
    if !name.ends_with(".rota") {
        return None;
    }
    let edit = format(text)?;
    let range = range(&Lines::of(text), state.encoding, &edit.range);
    Some(vec![TextEdit { range, new_text: edit.text }])
}

/// `textDocument/documentSymbol`
pub(crate) fn document_symbols(
    state: &mut State,
    params: DocumentSymbolParams,
) -> Option<DocumentSymbolResponse> {
    let name = state.name_of(&params.text_document.uri);
    let text = &state.open.get(&name)?.text;
    let lines = Lines::of(text);
    let outline = if name.ends_with(".toml") { Vec::new() } else { outline(text) };
    let symbols = outline.iter().map(|one| symbol(&lines, state, one));
    Some(DocumentSymbolResponse::DocumentSymbolList(symbols.collect()))
}

fn symbol(lines: &Lines<'_>, state: &State, outline: &Outline) -> DocumentSymbol {
    let bytes = |bytes| range(lines, state.encoding, bytes);
    let inner: Vec<DocumentSymbol> = outline.inner.iter().map(|one| symbol(lines, state, one)).collect();
    #[expect(deprecated, reason = "all of it has to be named")]
    DocumentSymbol {
        name: outline.name.clone(),
        detail: Some(outline.category.to_owned()),
        kind: kind_of(outline.category),
        tags: None,
        deprecated: None,
        range: bytes(&outline.range),
        selection_range: bytes(&outline.heading),
        children: (!inner.is_empty()).then_some(inner),
    }
}

/// What stands before an item in an outline, by what the item is.
pub(crate) fn kind_of(category: &str) -> SymbolKind {
    match category {
        "pack" | "required pack" => SymbolKind::Package,
        "feature" | "piece" | "trait" | "tile" => SymbolKind::Class,
        "attribute" => SymbolKind::Property,
        "variable" => SymbolKind::Variable,
        "option" | "setting" => SymbolKind::Constant,
        "list of words" => SymbolKind::Enum,
        "value" | "change to" => SymbolKind::Function,
        "procedure" => SymbolKind::Method,
        "rule" | "action" => SymbolKind::Event,
        "variant" | "changes beside" => SymbolKind::Namespace,
        "scenario" | "case" | "set-up" => SymbolKind::Struct,
        _ => SymbolKind::Object,
    }
}
