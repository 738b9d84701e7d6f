//! What there is to be named.

/// What something is that packs declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SymbolKind {
    /// A pack.
    Pack,
    /// A tile set, by its name.
    TileSet,
    /// The letter of a side.
    Edge,
    /// A kind of feature.
    Feature,
    /// An attribute of tiles, cards, spaces or features.
    Attribute,
    /// A trait of pieces.
    Trait,
    /// A kind of piece.
    Piece,
    /// A bag.
    Bag,
    /// A deck.
    Deck,
    /// A kind of card.
    Card,
    /// A row.
    Row,
    /// A die.
    Die,
    /// Goods.
    Stock,
    /// A track, or slots beside one.
    Track,
    /// A space of a track.
    Space,
    /// An option.
    Option,
    /// A reason of scores.
    Reason,
    /// A list of words that has a name.
    Enum,
    /// A word of some list.
    Word,
    /// A step, or an order of steps.
    Step,
    /// A variable of the game.
    Variable,
    /// A variable that something carries.
    Carried,
    /// A value.
    Value,
    /// A stage of a value.
    Stage,
    /// A procedure.
    Procedure,
    /// A rule.
    Rule,
    /// An action.
    Action,
    /// A variant.
    Variant,
    /// A scenario, by its title.
    Scenario,
    /// Lines that scenarios share.
    Setup,
}

impl SymbolKind {
    /// Returns what it is called in a sentence.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            SymbolKind::Pack => "pack",
            SymbolKind::TileSet => "tile set",
            SymbolKind::Edge => "side of tiles",
            SymbolKind::Feature => "feature",
            SymbolKind::Attribute => "attribute",
            SymbolKind::Trait => "trait",
            SymbolKind::Piece => "piece",
            SymbolKind::Bag => "bag",
            SymbolKind::Deck => "deck",
            SymbolKind::Card => "kind of card",
            SymbolKind::Row => "row",
            SymbolKind::Die => "die",
            SymbolKind::Stock => "stock",
            SymbolKind::Track => "track",
            SymbolKind::Space => "space",
            SymbolKind::Option => "option",
            SymbolKind::Reason => "reason",
            SymbolKind::Enum => "list of words",
            SymbolKind::Word => "word",
            SymbolKind::Step => "step",
            SymbolKind::Variable | SymbolKind::Carried => "variable",
            SymbolKind::Value => "value",
            SymbolKind::Stage => "stage",
            SymbolKind::Procedure => "procedure",
            SymbolKind::Rule => "rule",
            SymbolKind::Action => "action",
            SymbolKind::Variant => "variant",
            SymbolKind::Scenario => "scenario",
            SymbolKind::Setup => "set-up",
        }
    }
}

/// Returns whether something of this kind is asked of something, behind a dot.
#[must_use]
pub fn is_member(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Attribute | SymbolKind::Carried)
}

use SymbolKind as K;

pub(super) const PACK: &[K] = &[K::Pack];
pub(super) const TILE_SET: &[K] = &[K::TileSet];
pub(super) const EDGE: &[K] = &[K::Edge];
pub(super) const FEATURE: &[K] = &[K::Feature];
pub(super) const TRAIT: &[K] = &[K::Trait, K::Piece];
pub(super) const PIECE: &[K] = &[K::Piece];
pub(super) const BAG: &[K] = &[K::Bag];
pub(super) const SOURCE: &[K] = &[K::Bag, K::Deck];
pub(super) const ROW: &[K] = &[K::Row];
pub(super) const DIE: &[K] = &[K::Die];
pub(super) const TRACK: &[K] = &[K::Track];
pub(super) const SPACE: &[K] = &[K::Space];
pub(super) const PERCH: &[K] = &[K::Space, K::Track];
pub(super) const OPTION: &[K] = &[K::Option];
pub(super) const TYPE: &[K] = &[K::Enum, K::Feature];
pub(super) const STEP: &[K] = &[K::Step];
pub(super) const VALUE: &[K] = &[K::Value];
pub(super) const PROCEDURE: &[K] = &[K::Procedure];
pub(super) const RULE: &[K] = &[K::Rule, K::Action, K::Step];
pub(super) const VARIANT: &[K] = &[K::Variant];
pub(super) const SETUP: &[K] = &[K::Setup];
pub(super) const FACE: &[K] = &[K::Word];
pub(super) const REASON: &[K] = &[K::Reason];
pub(super) const STOCK: &[K] = &[K::Stock];
pub(super) const MEMBER: &[K] = &[K::Attribute, K::Carried];
/// What stands behind `is` and before the name in `each`.
pub(super) const KIND: &[K] = &[K::Feature, K::Piece, K::Trait, K::Card];
/// What a player may keep, or what may lie in a row or a pile.
pub(super) const THING: &[K] = &[K::Stock, K::Card, K::Piece];
/// What a word in an expression may be.
pub(super) const EXPRESSION: &[K] = &[
    K::Option,
    K::Variable,
    K::Bag,
    K::Deck,
    K::Row,
    K::Die,
    K::Stock,
    K::Track,
    K::Value,
    K::Reason,
    K::Piece,
    K::Trait,
    K::Space,
    K::Word,
    K::Feature,
    K::Card,
];
/// What a word among others in a scenario may be.
pub(super) const PHRASE: &[K] =
    &[K::Feature, K::Piece, K::Space, K::Card, K::Stock, K::Action, K::Step, K::Word, K::Row, K::Deck];
