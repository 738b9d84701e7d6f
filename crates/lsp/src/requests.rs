//! Answers to what clients ask, each about the present texts.

use gen_lsp_types::{
    BaseSymbolInformation, CodeAction, CodeActionKind, CodeActionParams, CodeActionResponse, CodeLens,
    CodeLensParams, Command, Contents, Definition, DefinitionParams, DefinitionResponse, DocumentSymbol,
    DocumentSymbolParams, DocumentSymbolResponse, FoldingRange, FoldingRangeKind, FoldingRangeParams, Hover,
    HoverParams, Location, MarkupContent, MarkupKind, ReferenceParams, SemanticToken, SemanticTokens,
    SemanticTokensParams, SymbolInformation, SymbolKind, TextDocumentPositionParams, WorkspaceSymbolParams,
    WorkspaceSymbolResponse,
};
use rota_ide::position::Lines;
use rota_ide::{Outline, TokenKind, folds, outline, tile_outline};

use crate::capabilities::RUN_SCENARIO;
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
            let is_users = |file: &str| state.workspace.is_users(&state.workspace.path(file));
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

/// `textDocument/documentSymbol`
pub(crate) fn document_symbols(
    state: &mut State,
    params: DocumentSymbolParams,
) -> Option<DocumentSymbolResponse> {
    let name = state.name_of(&params.text_document.uri);
    let text = &state.open.get(&name)?.text;
    let lines = Lines::of(text);
    let outline = if name.ends_with(".toml") { tile_outline(text) } else { outline(text) };
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

/// So many symbols of all packs are listed.
const MOST_SYMBOLS: usize = 500;

/// `workspace/symbol`
pub(crate) fn workspace_symbols(
    state: &mut State,
    params: WorkspaceSymbolParams,
) -> Option<WorkspaceSymbolResponse> {
    let found = state.ask(|bench, world| bench.symbols(world, &params.query, MOST_SYMBOLS));
    let texts = Texts::of(state);
    let symbols = found.into_iter().map(|(place, outline, pack)| {
        #[expect(deprecated, reason = "all of it has to be named")]
        SymbolInformation {
            deprecated: None,
            location: texts.location(&place),
            base_symbol_information: BaseSymbolInformation {
                name: outline.name,
                kind: kind_of(outline.category),
                tags: None,
                container_name: Some(pack),
            },
        }
    });
    Some(WorkspaceSymbolResponse::SymbolInformationList(symbols.collect()))
}

/// `textDocument/foldingRange`
pub(crate) fn folding(state: &mut State, params: FoldingRangeParams) -> Option<Vec<FoldingRange>> {
    let name = state.name_of(&params.text_document.uri);
    let line = |line| u32::try_from(line).unwrap_or(u32::MAX);
    let folds = folds(&state.open.get(&name)?.text).into_iter().map(|fold| FoldingRange {
        start_line: line(fold.first),
        end_line: line(fold.last),
        kind: fold.is_comment.then_some(FoldingRangeKind::Comment),
        ..FoldingRange::default()
    });
    Some(folds.collect())
}

/// `textDocument/semanticTokens/full`
pub(crate) fn tokens(state: &mut State, params: SemanticTokensParams) -> Option<SemanticTokens> {
    let name = state.name_of(&params.text_document.uri);
    let tokens = state.analysis(&name)?.tokens(&name);
    let lines = Lines::of(&state.open.get(&name)?.text);
    let (mut line, mut start) = (0, 0);
    let data = tokens.into_iter().map(|token| {
        let place = range(&lines, state.encoding, &token.range);
        let delta_line = place.start.line - line;
        let delta_start = if delta_line == 0 { place.start.character - start } else { place.start.character };
        (line, start) = (place.start.line, place.start.character);
        let kind = TokenKind::ALL.iter().position(|(kind, _)| *kind == token.kind).unwrap_or(0);
        SemanticToken {
            delta_line,
            delta_start,
            length: place.end.character.saturating_sub(place.start.character),
            token_type: u32::try_from(kind).unwrap_or(0),
            token_modifiers_bitset: u32::from(token.is_declaration) | u32::from(token.is_builtin) << 1,
        }
    });
    Some(SemanticTokens { result_id: None, data: data.collect() })
}

/// `textDocument/codeLens`
pub(crate) fn lenses(state: &mut State, params: CodeLensParams) -> Option<Vec<CodeLens>> {
    let uri = params.text_document.uri;
    let name = state.name_of(&uri);
    let found = state.analysis(&name)?.lenses(&name);
    let texts = Texts::of(state);
    let lenses = found.into_iter().map(|lens| {
        let arguments = lens.run.map(|title| vec![uri.0.clone().into(), title.into()]);
        // A lens without a command is only read.
        let command = if arguments.is_some() { RUN_SCENARIO.to_owned() } else { String::new() };
        let command = Command { title: lens.title, tooltip: None, command, arguments };
        CodeLens { range: texts.range(&name, &lens.range), command: Some(command), data: None }
    });
    Some(lenses.collect())
}
