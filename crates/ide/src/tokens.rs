//! What colour a name has: which words are steps, reasons or features only packs know.

use std::ops::Range;

use rota_check::occurrences::{Role, Symbol, SymbolKind};
use rota_source::Span;

use crate::workbench::Analysis;

/// The kinds of names that editors know colours for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A pack, a variant, a tile set.
    Namespace,
    /// A kind of feature, piece or card, a trait, a list of words.
    Class,
    /// An attribute, or what something carries.
    Property,
    /// A variable of the game.
    Variable,
    /// A name of the rule's own.
    Parameter,
    /// An option.
    Constant,
    /// A word of a list, a reason, a space.
    EnumMember,
    /// A value, or what is asked of something.
    Function,
    /// What is done: an effect, a procedure.
    Method,
    /// A step, a rule, an action.
    Event,
    /// A bag, a deck, a die and the like.
    Struct,
}

impl TokenKind {
    /// All of them, in the order of their numbers, with the names that the protocol has for them.
    pub const ALL: [(TokenKind, &'static str); 11] = [
        (TokenKind::Namespace, "namespace"),
        (TokenKind::Class, "class"),
        (TokenKind::Property, "property"),
        (TokenKind::Variable, "variable"),
        (TokenKind::Parameter, "parameter"),
        (TokenKind::Constant, "typeParameter"),
        (TokenKind::EnumMember, "enumMember"),
        (TokenKind::Function, "function"),
        (TokenKind::Method, "method"),
        (TokenKind::Event, "event"),
        (TokenKind::Struct, "struct"),
    ];

    /// What something declared is shown as.
    #[must_use]
    pub fn of(kind: SymbolKind) -> TokenKind {
        match kind {
            SymbolKind::Pack | SymbolKind::TileSet | SymbolKind::Variant => TokenKind::Namespace,
            SymbolKind::Feature | SymbolKind::Trait | SymbolKind::Piece => TokenKind::Class,
            SymbolKind::Card | SymbolKind::Enum | SymbolKind::Edge => TokenKind::Class,
            SymbolKind::Attribute | SymbolKind::Carried => TokenKind::Property,
            SymbolKind::Variable => TokenKind::Variable,
            SymbolKind::Option => TokenKind::Constant,
            SymbolKind::Word | SymbolKind::Reason | SymbolKind::Space => TokenKind::EnumMember,
            SymbolKind::Value | SymbolKind::Stage => TokenKind::Function,
            SymbolKind::Procedure => TokenKind::Method,
            SymbolKind::Step | SymbolKind::Rule | SymbolKind::Action => TokenKind::Event,
            SymbolKind::Bag | SymbolKind::Deck | SymbolKind::Row | SymbolKind::Die => TokenKind::Struct,
            SymbolKind::Stock | SymbolKind::Track | SymbolKind::Setup | SymbolKind::Scenario => {
                TokenKind::Struct
            }
        }
    }
}

/// A name with its colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its bytes.
    pub range: Range<usize>,
    /// What it is.
    pub kind: TokenKind,
    /// Whether it is declared here.
    pub is_declaration: bool,
    /// Whether it belongs to the language.
    pub is_builtin: bool,
}

impl Analysis {
    /// Lists the names of a file in the order of its text; no two overlap, and each stands on one line.
    #[must_use]
    pub fn tokens(&self, file: &str) -> Vec<Token> {
        let Some(file) = self.file(file) else { return Vec::new() };
        let end = file.base.saturating_add(u32::try_from(file.text.len()).unwrap_or(u32::MAX));
        let mut after = 0;
        let mut tokens = Vec::new();
        for one in self.names.within(Span { start: file.base, end }) {
            let range =
                (one.span.start - file.base) as usize..one.span.end.saturating_sub(file.base) as usize;
            let (kind, is_builtin) = match &one.symbol {
                Symbol::Declared(_) => match self.names.declaration(&one.symbol) {
                    Some(declared) => (TokenKind::of(declared.kind), false),
                    None => continue,
                },
                Symbol::Local(_) | Symbol::Seat(_) => (TokenKind::Parameter, false),
                Symbol::Builtin(_) => (TokenKind::Function, true),
                Symbol::Effect(_) => (TokenKind::Method, true),
                Symbol::Tile(_) => (TokenKind::EnumMember, false),
                Symbol::Unknown(_) => continue,
            };
            let text = file.text.get(range.clone()).unwrap_or("");
            if range.start < after || text.is_empty() || text.starts_with('"') || text.contains('\n') {
                continue;
            }
            after = range.end;
            let is_declaration = one.role == Role::Declares;
            tokens.push(Token { range, kind, is_declaration, is_builtin });
        }
        tokens
    }
}
