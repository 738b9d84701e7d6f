//! Answers that help to write: what may stand here, how it is formatted, what it becomes.

use gen_lsp_types::{
    ActiveParameter, CompletionItem, CompletionItemKind, CompletionItemTextEdit, CompletionParams,
    CompletionResponse, DocumentFormattingParams, DocumentRangeFormattingParams, Documentation,
    MarkupContent, MarkupKind, ParameterInformation, ParameterInformationLabel, PrepareRenameParams,
    PrepareRenameResult, RenameParams, SignatureHelp, SignatureHelpParams, SignatureInformation, TextEdit,
    WorkspaceEdit,
};
use rota_ide::position::Lines;
use rota_ide::{Proposal, ProposalKind, Signature, TokenKind, format, format_range};

use crate::convert::{Texts, offset, range};
use crate::requests::asked;
use crate::state::State;

/// `textDocument/formatting`
pub(crate) fn formatting(state: &mut State, params: DocumentFormattingParams) -> Option<Vec<TextEdit>> {
    let name = state.name_of(&params.text_document.uri);
    let text = &state.open.get(&name)?.text;
    Some(vec![text_edit(state, text, format(&name, text)?)])
}

/// `textDocument/rangeFormatting`
pub(crate) fn range_formatting(
    state: &mut State,
    params: DocumentRangeFormattingParams,
) -> Option<Vec<TextEdit>> {
    let name = state.name_of(&params.text_document.uri);
    let text = &state.open.get(&name)?.text;
    let lines = Lines::of(text);
    let at = |place| offset(&lines, state.encoding, place);
    let range = at(params.range.start)..at(params.range.end);
    Some(vec![text_edit(state, text, format_range(&name, text, &range)?)])
}

fn text_edit(state: &State, text: &str, edit: rota_ide::TextEdit) -> TextEdit {
    TextEdit { range: range(&Lines::of(text), state.encoding, &edit.range), new_text: edit.text }
}

/// `textDocument/completion`
pub(crate) fn completion(state: &mut State, params: CompletionParams) -> Option<CompletionResponse> {
    let (name, at) = asked(state, &params.text_document_position_params)?;
    let subject = state.subject(&name)?;
    let found = state.ask(|bench, world| bench.complete(world, &subject, &name, at));
    let range = Texts::of(state).range(&name, &found.range);
    let items = found.all.into_iter().enumerate().map(|(number, Proposal { text, kind, detail, .. })| {
        let edit = TextEdit { range, new_text: text.clone() };
        CompletionItem {
            label: text,
            kind: Some(item_kind(kind)),
            detail: (!detail.is_empty()).then_some(detail),
            sort_text: Some(format!("{number:04}")),
            text_edit: Some(CompletionItemTextEdit::TextEdit(edit)),
            ..CompletionItem::default()
        }
    });
    Some(CompletionResponse::CompletionItemList(items.collect()))
}

fn item_kind(kind: ProposalKind) -> CompletionItemKind {
    match kind {
        ProposalKind::Keyword => CompletionItemKind::Keyword,
        ProposalKind::Type => CompletionItemKind::TypeParameter,
        ProposalKind::Name(kind) => match kind {
            TokenKind::Namespace => CompletionItemKind::Module,
            TokenKind::Class => CompletionItemKind::Class,
            TokenKind::Property => CompletionItemKind::Field,
            TokenKind::Variable | TokenKind::Parameter => CompletionItemKind::Variable,
            TokenKind::Constant => CompletionItemKind::Constant,
            TokenKind::EnumMember => CompletionItemKind::EnumMember,
            TokenKind::Function => CompletionItemKind::Function,
            TokenKind::Method => CompletionItemKind::Method,
            TokenKind::Event => CompletionItemKind::Event,
            TokenKind::Struct => CompletionItemKind::Struct,
        },
    }
}

/// `textDocument/signatureHelp`
pub(crate) fn signatures(state: &mut State, params: SignatureHelpParams) -> Option<SignatureHelp> {
    let (name, at) = asked(state, &params.text_document_position_params)?;
    let analysis = state.analysis(&name)?;
    let found = analysis.signatures(&state.open.get(&name)?.text, at);
    let active = found.first()?.active;
    let signatures = found.into_iter().map(|Signature { label, params, text, .. }| {
        let params = params.into_iter().map(|param| ParameterInformation {
            label: ParameterInformationLabel::String(param),
            documentation: None,
        });
        let text = MarkupContent { kind: MarkupKind::Markdown, value: text };
        SignatureInformation {
            label,
            documentation: Some(Documentation::MarkupContent(text)),
            parameters: Some(params.collect()),
            active_parameter: None,
        }
    });
    Some(SignatureHelp {
        signatures: signatures.collect(),
        active_signature: Some(0),
        active_parameter: Some(ActiveParameter::Int(u32::try_from(active).unwrap_or(0))),
    })
}

/// `textDocument/prepareRename`
pub(crate) fn prepare_rename(
    state: &mut State,
    params: PrepareRenameParams,
) -> Result<Option<PrepareRenameResult>, String> {
    let Some((name, at)) = asked(state, &params.text_document_position_params) else { return Ok(None) };
    let Some(analysis) = state.analysis(&name) else { return Ok(None) };
    let place = analysis.renamable(&name, at)?;
    Ok(Some(PrepareRenameResult::Range(Texts::of(state).range(&name, &place.range))))
}

/// `textDocument/rename`
pub(crate) fn rename(state: &mut State, params: RenameParams) -> Result<Option<WorkspaceEdit>, String> {
    let Some((name, at)) = asked(state, &params.text_document_position_params) else { return Ok(None) };
    let edits = state.rename(&name, at, params.new_name.trim())?;
    Ok(Some(Texts::of(state).workspace_edit(&edits)))
}
