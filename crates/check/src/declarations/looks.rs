//! What packs say of how a kind of feature looks: its colour and its sign.

use rota_bytecode::vocabulary::Color;
use rota_source::{Diagnostic, meant};
use rota_syntax::ast::Name;

use crate::checker::Checker;

/// From here on there are characters as wide as two, which would shift a table made of characters.
const WIDE: char = '\u{2600}';

impl Checker<'_> {
    /// The colour of a name.
    pub(super) fn color_of(&mut self, name: &Name) -> Option<Color> {
        let found = Color::NAMED.iter().find(|(word, _)| *word == name.node);
        if found.is_none() {
            let words: Vec<&str> = Color::NAMED.iter().map(|(word, _)| *word).collect();
            let help = meant(name, words.iter().copied());
            Diagnostic::error("names::colour", format!("there is no colour `{name}`"))
                .at(name.span, "no name of a colour")
                .help(help.unwrap_or_else(|| format!("it is one of {}", words.join(", ")).into()))
                .report(self.diagnostics);
        }
        found.map(|(_, color)| *color)
    }

    /// The one character of a sign.
    pub(super) fn sign_of(&mut self, sign: &Name) -> Option<char> {
        let mut letters = sign.node.chars();
        let fits = |letter: &char| {
            let is_shown = letter.is_ascii_graphic() || (*letter > '\u{a0}' && *letter < WIDE);
            let is_mark =
                ('\u{300}'..'\u{370}').contains(letter) || ('\u{2000}'..'\u{2010}').contains(letter);
            is_shown && !is_mark && !letter.is_alphanumeric()
        };
        let found = letters.next().filter(fits).filter(|_| letters.next().is_none());
        if found.is_none() {
            Diagnostic::error("names::sign", "a sign is one character that is no letter and no digit")
                .at(sign.span, "fills more or less than one place on the table, or stands for something else")
                .help("as in `sign \"~\"`; letters stand for players and attributes, digits for options")
                .report(self.diagnostics);
        }
        found
    }

    /// Refuses a sign for a kind that is drawn as a line.
    pub(super) fn refuse_sign_of_line(&mut self, name: &Name, sign: &Name) {
        let index = self.vocabulary.features.iter().position(|feature| feature.name == name.node);
        let mut edges = self.vocabulary.edges.iter();
        if edges.any(|edge| edge.halves.is_some() && edge.middle == index) {
            Diagnostic::error("names::sign-of-line", format!("`{name}` is drawn as a line"))
                .at(sign.span, "one sign does not show where it leads")
                .help("leave the sign away; a colour can be said")
                .report(self.diagnostics);
        }
    }
}
