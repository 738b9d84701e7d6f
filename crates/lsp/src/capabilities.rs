//! What the server can do, as it says when it is greeted.

use gen_lsp_types::{
    CodeActionKind, CodeActionOptions, CodeLensOptions, CompletionOptions, ExecuteCommandOptions,
    InitializeParams, PositionEncodingKind, RenameOptions, SemanticTokensLegend, SemanticTokensOptions,
    ServerCapabilities, SignatureHelpOptions, TextDocumentSync, TextDocumentSyncKind,
    TextDocumentSyncOptions,
};
use rota_ide::TokenKind;
use rota_ide::position::Encoding;

/// The encoding in which both count columns: bytes where the client can, otherwise UTF-16, which all can.
pub(crate) fn encoding(params: &InitializeParams) -> Encoding {
    let general = params.capabilities.general.as_ref();
    let offered = general.and_then(|general| general.position_encodings.as_ref());
    let has = |kind: &PositionEncodingKind| offered.is_some_and(|offered| offered.contains(kind));
    if has(&PositionEncodingKind::UTF8) {
        Encoding::Utf8
    } else if has(&PositionEncodingKind::UTF32) && !has(&PositionEncodingKind::UTF16) {
        Encoding::Utf32
    } else {
        Encoding::Utf16
    }
}

/// What the server can do.
pub(crate) fn capabilities(encoding: Encoding) -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        // Files are short, and mistakes about positions cannot add up.
        change: Some(TextDocumentSyncKind::Full),
        save: Some(true.into()),
        ..TextDocumentSyncOptions::default()
    };
    ServerCapabilities {
        position_encoding: Some(match encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }),
        text_document_sync: Some(TextDocumentSync::Options(sync)),
        hover_provider: Some(true.into()),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        code_action_provider: Some(
            CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::QuickFix]),
                ..CodeActionOptions::default()
            }
            .into(),
        ),
        document_symbol_provider: Some(true.into()),
        document_formatting_provider: Some(true.into()),
        document_range_formatting_provider: Some(true.into()),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![".".to_owned()]),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(vec!["(".to_owned(), ",".to_owned()]),
            ..SignatureHelpOptions::default()
        }),
        rename_provider: Some(
            RenameOptions { prepare_provider: Some(true), ..RenameOptions::default() }.into(),
        ),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: SemanticTokensLegend {
                    token_types: TokenKind::ALL.iter().map(|(_, name)| (*name).to_owned()).collect(),
                    token_modifiers: TOKEN_MODIFIERS.map(str::to_owned).to_vec(),
                },
                full: Some(true.into()),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        folding_range_provider: Some(true.into()),
        workspace_symbol_provider: Some(true.into()),
        code_lens_provider: Some(CodeLensOptions::default()),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![RUN_SCENARIO.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

/// The command that runs a scenario: the URI of its file, its title.
pub(crate) const RUN_SCENARIO: &str = "rota.runScenario";

/// What is said of a name beside its kind, each by a bit.
const TOKEN_MODIFIERS: [&str; 2] = ["declaration", "defaultLibrary"];
