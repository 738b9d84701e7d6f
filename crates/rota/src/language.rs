//! Packs in another version of the language than the one that is read here.

use rota_compose::Pack;
use rota_source::{Diagnostic, SourceFile, Span};
use rota_syntax::ast::ItemKind;
use rota_syntax::{LANGUAGE, stated_language};

use crate::library::items;

/// The code of a pack in a version that this program does not know.
pub(crate) const UNKNOWN: &str = "packs::unknown-language";

/// Says that a header names a version of the language that this program does not know.
pub(crate) fn unknown(file: &SourceFile) -> Option<Diagnostic> {
    let stated = stated_language(&file.text, file.base)?;
    let program = env!("CARGO_PKG_VERSION");
    let (label, help) = match stated.node {
        0 => ("the first is 1".to_owned(), format!("this program reads the language up to {LANGUAGE}")),
        1..=LANGUAGE => return None,
        _ => (
            format!("rota {program} reads it up to {LANGUAGE}"),
            format!(
                "get a later rota than {program}, or the pack in an earlier version; a pack written here says `language \
                 {LANGUAGE}`"
            ),
        ),
    };
    let message = match stated.node {
        u32::MAX => "this pack is in a version of the language that there cannot be".to_owned(),
        version => format!("this pack is in version {version} of the language, which is not known here"),
    };
    Some(Diagnostic::error(UNKNOWN, message).at(stated.span, label).help(help))
}

/// Says that a pack is written in an older version of the language.
pub(crate) fn older(pack: &Pack) -> Option<Diagnostic> {
    let written = pack.language();
    if written >= LANGUAGE {
        return None;
    }
    let (name, stated) = items(pack).find_map(|item| {
        let ItemKind::Pack { name, language, .. } = &item.kind else { return None };
        Some((name, language.map(|language| language.span)))
    })?;
    let label = match stated {
        Some(_) => format!("the language is at {LANGUAGE}"),
        None => "a header that names no `language` is of the first version".to_owned(),
    };
    let message = format!("pack `{}` is written in version {written} of the language", pack.name);
    let span: Span = stated.unwrap_or(name.span);
    let help = format!("`rota fix {}` brings it up to date, and tells what it cannot", pack.name);
    Some(Diagnostic::warning("packs::older-language", message).at(span, label).help(help))
}
