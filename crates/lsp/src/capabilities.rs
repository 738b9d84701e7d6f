//! What the server can do, as it says when it is greeted.

use gen_lsp_types::{
    CodeActionKind, CodeActionOptions, InitializeParams, PositionEncodingKind, ServerCapabilities,
    TextDocumentSync, TextDocumentSyncKind, TextDocumentSyncOptions,
};
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
        ..ServerCapabilities::default()
    }
}
