//! The tree of a rule file: what was written, where, with nothing resolved yet.

mod choice;
mod lines;
mod parts;

use rota_source::{Span, Spanned};

pub use choice::{ChoiceKind, Choose, Deciders};
pub use lines::{Line, LineKind, ScoreKind, ScoreLine};
pub use parts::{Faces, Facets, Fold, StartKind, TrackSpaces};

/// A word as written, with its place.
pub type Name = Spanned<String>;

/// One file: its items in order. Items with syntax errors are missing; their diagnostics are reported apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    /// The items that could be read.
    pub items: Vec<Item>,
}

/// An item: it begins at column 0, or inside a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// From its first word to its end.
    pub span: Span,
    /// Ledger ids it encodes: `for BASE-05, BASE-06`.
    pub ids: Vec<Name>,
    /// Written with `wrong`: a plausible mistake, added only when the scenarios are tried for strength.
    pub wrong: bool,
    /// What it declares.
    pub kind: ItemKind,
}

/// What an item declares.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    /// `pack base 1.0.0 "title" language 2 published 2000 by "publisher"`
    Pack {
        name: Name,
        version: Name,
        title: Option<Name>,
        language: Option<Spanned<i64>>,
        edition: Option<Edition>,
    },
    /// `requires base ^1.0`
    Requires { name: Name, version: Name },
    /// `conflicts with islands ^2.0 "both take the place of the start"`
    Conflicts { name: Name, version: Option<Name>, reason: Option<Name> },
    /// `players 2..5`, `players ..6`
    Players { least: Option<Spanned<i64>>, most: Spanned<i64> },
    /// `tiles islands printing first instead base into pile when large`, `tiles islands instead base/A x 2, base/B`
    Tiles {
        set: Name,
        printing: Option<Name>,
        instead: Vec<(Name, i64)>,
        into: Option<Name>,
        when: Option<Expr>,
    },
    /// `board -3..3 by -2..2 when small`
    Board { columns: Expr, rows: Expr, is_closed: bool, when: Option<Expr> },
    /// `start base/D`, `start board islands/harbour when large`, `start none`
    Start { kind: StartKind, name: Name, when: Option<Expr> },
    /// `start adds islands/pier at 1,0 turned 2 when large`
    StartTile { tile: Name, x: i64, y: i64, turned: i64, when: Option<Expr> },
    /// `edge R = field road field`, `edge C = city`
    Edge { letter: Name, kinds: Vec<Name> },
    /// `meet A with C, R, F`, `meet any with any`
    Meet { letter: Name, others: Vec<Name> },
    /// `feature field adjoins city`, `feature monastery site 8`, `feature lake layer colour blue sign "~"`
    Feature {
        name: Name,
        site: Option<Spanned<i64>>,
        is_layer: bool,
        adjoins: Vec<Name>,
        color: Option<Name>,
        sign: Option<Name>,
    },
    /// `attr city.pennants : int 0..2 = 0 sum`, `attr road.toll : bool unseen`
    Attr { owner: Name, name: Name, ty: Type, default: Option<Expr>, merge: Option<Name>, unseen: bool },
    /// `trait follower`
    Trait { name: Name },
    /// `piece meeple is follower each 7`, `piece ship neutral 1, 2 for 5..6 players on harbour`
    Piece {
        name: Name,
        traits: Vec<Name>,
        neutral: bool,
        count: Expr,
        cases: Vec<CountCase>,
        on: Option<Name>,
    },
    /// `bag pile of tiles`
    Bag { name: Name },
    /// `deck gifts { lantern 3 (cost = 2), letter 2 }`
    Deck { name: Name, cards: Vec<DeckCard> },
    /// `row market of gifts 3`: so many of a bag or a deck lie open
    Row { name: Name, of: Name, room: Expr },
    /// `die fate 1..6`, `die wind north, east, south, west`
    Die { name: Name, faces: Faces },
    /// `stock wine, gold 12`: goods, with how many there are in the common supply where they come to an end
    Stock { kinds: Vec<(Name, Option<Expr>)> },
    /// `track year ring { spring, summer, autumn (toll = 2), winter }`, `track fame 0..50`
    Track { name: Name, ring: bool, spaces: TrackSpaces },
    /// `slots seat on year { spring 1, autumn 2 }`: places for one piece each, beside the spaces of a track
    Slots { name: Name, track: Name, slots: Vec<(Name, Spanned<i64>)> },
    /// `option tiny_city : int 2..4 = 4 "what it means"`
    Option { name: Name, ty: Type, default: Expr, doc: Option<Name> },
    /// `reason city, road`
    Reason { names: Vec<Name> },
    /// `enum season { spring, summer }`
    Enum { name: Name, words: Vec<Name> },
    /// `order turn { draw, place, score { count, give } }`; the phase is `setup`, `turn` or `final`
    Order { phase: Name, steps: Vec<Step> },
    /// `step wheel { spin, event } after draw when kept.icon > 0`
    Step { step: Step, side: Spanned<Side>, anchor: Name, order: Precedence, when: Option<Expr> },
    /// `menu deploy for active or pass "place a follower?"`; `else { … }` is done where nothing of it is taken
    Menu {
        step: Name,
        who: Expr,
        pass: bool,
        pass_when: Option<Expr>,
        prompt: Option<Name>,
        otherwise: Option<Block>,
    },
    /// `var kept : tile? = none on game until draw`
    /// `var tolls : int 0..9 on feature sum`; `merge` says how what several segments carry becomes one
    /// `var gold : int on player "gold coins"`; one with a title is shown at the table
    Var {
        name: Name,
        ty: Type,
        init: Option<Expr>,
        secret: Option<Span>,
        owner: Option<Name>,
        merge: Option<Name>,
        until: Option<Name>,
        title: Option<Name>,
    },
    /// `value worth(f : city) : pts stages base, add = f.tiles each 2 pts`
    Value { name: Name, params: Vec<Param>, ty: Type, stages: Vec<Name>, body: Body },
    /// `procedure rob(victim : player, n : int) { … }`
    Procedure { name: Name, params: Vec<Param>, body: Block },
    /// `modify worth(f : city) at add when f.cathedral = it + 1 pts`
    Modify {
        name: Name,
        params: Vec<Param>,
        stage: Option<Name>,
        order: Precedence,
        when: Option<Expr>,
        body: Body,
    },
    /// `rule draw_tile at draw when … { … }`, `rule tax after score before pay when … { … }`
    Rule { name: Name, trigger: Trigger, order: Precedence, when: Option<Expr>, body: Block },
    /// `action place_meeple at deploy when … { choose … }`, `action ransom at turn alone again { … }`: `alone` is
    /// offered without the others, after `again` the menu is asked once more
    Action {
        name: Name,
        steps: Vec<Name>,
        alone: bool,
        again: bool,
        instead: Option<Name>,
        when: Option<Expr>,
        body: Block,
    },
    /// `variant second "title" from first { … }`
    Variant {
        name: Name,
        title: Option<Name>,
        edition: Option<Edition>,
        from: Option<Name>,
        changes: Vec<Change>,
    },
    /// `with islands { … }`: what changes where these packs play as well
    With { packs: Vec<Name>, changes: Vec<Change> },
    /// `scenario "what it shows" for BASE-05 { … }`
    Scenario { title: Name, lines: Vec<Line> },
    /// `setup two_cities { … }`: lines that scenarios share
    Setup { name: Name, lines: Vec<Line> },
}

/// How many there are for some numbers of players: `8 for 2 players`, `6 for 5..6 players`.
#[derive(Clone, Debug, PartialEq)]
pub struct CountCase {
    /// How many there are.
    pub count: Expr,
    /// The fewest players.
    pub least: Spanned<i64>,
    /// The most players; the same as the fewest where one number is written.
    pub most: Spanned<i64>,
}

/// A kind of card in a deck.
#[derive(Clone, Debug, PartialEq)]
pub struct DeckCard {
    /// The kind.
    pub kind: Name,
    /// How many there are.
    pub count: Spanned<i64>,
    /// What its attributes are, where they are not what is usual.
    pub attrs: Facets,
}

/// What is known of a printed edition: `published 2000 by "publisher" source "where the rules are from"`.
#[derive(Clone, Debug, PartialEq)]
pub struct Edition {
    /// The year it came out.
    pub year: Spanned<i64>,
    /// Who published it.
    pub publisher: Name,
    /// Where its rules are written down.
    pub source: Option<Name>,
}

/// A step and the steps inside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its name.
    pub name: Name,
    /// The steps inside, in order.
    pub steps: Vec<Step>,
}

/// What comes first where several things happen in one place: `before pay, pack masks after earn`, `last`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Precedence {
    /// What comes later, and what earlier.
    pub clauses: Vec<OrderClause>,
    /// Whether it comes behind all that do not say so, and where that is written.
    pub last: Option<Span>,
}

/// `before pay, pack masks`, `after earn`
#[derive(Clone, Debug, PartialEq)]
pub struct OrderClause {
    /// On which side of the anchors; nothing comes in their place.
    pub side: Side,
    /// What comes on the other side.
    pub anchors: Vec<Anchor>,
}

/// What something comes before or after.
#[derive(Clone, Debug, PartialEq)]
pub struct Anchor {
    /// The name of a rule or a step, or of a pack.
    pub name: Name,
    /// Whether all is meant that a pack does there: `pack masks`.
    pub is_pack: bool,
}

/// On which side of a named step, rule or effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Before it.
    Before,
    /// In its place.
    Instead,
    /// After it.
    After,
}

/// When a rule runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Trigger {
    /// `at STEP, STEP`
    Steps(Vec<Name>),
    /// `before score`, `instead score`, `after score`; `reentrant` where its own effects may wake it again
    Effect { side: Spanned<Side>, effect: Name, reentrant: bool },
}

/// `f : city`
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
}

/// The body of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// `= EXPR`
    Expr(Expr),
    /// `{ … return EXPR }`
    Block(Block),
}

/// A type as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    /// The whole of it.
    pub span: Span,
    /// What it is.
    pub kind: TypeKind,
}

/// What a type is.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// `int`, `int 0..3`
    Int(Option<(i64, i64)>),
    /// `{ first, second }`
    Words(Vec<Name>),
    /// `pts`, `bool`, `player`, `tile`, a feature kind, an enum …
    Named(Name),
    /// `set player`
    Set(Box<Type>),
    /// `tile?`
    Optional(Box<Type>),
}

/// Statements between braces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// With its braces.
    pub span: Span,
    /// The statements in order.
    pub statements: Vec<Statement>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The whole of it.
    pub span: Span,
    /// What it does.
    pub kind: StatementKind,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `let n = …`
    Let { name: Name, value: Expr },
    /// `set kept = t`, `set p.gold = p.gold + 1`
    Set { target: Expr, value: Expr },
    /// `if … { … } else if … { … } else { … }`; a further `else if` is an `If` alone in the block
    If { condition: Expr, then: Block, otherwise: Option<Block> },
    /// `each city f in closed where … { … }`
    Each { binding: Binding, body: Block },
    /// `repeat up to 3 { … }`
    Repeat { times: Expr, body: Block },
    /// `repeat while pile.count > 0 { … }`
    While { condition: Expr, body: Block },
    /// `choose active f among kept.segments where … "where?" or pass { … } else { … }`
    Choose(Box<Choose>),
    /// `award … to majority(f) as city at f`: given later, by `give`
    Award { points: Expr, to: Expr, reason: Expr, at: Option<Expr> },
    /// `score 3 pts to active as bonus`: given at once
    Score { points: Expr, to: Expr, reason: Expr, at: Option<Expr> },
    /// `pay 3 pts from p to q as toll`, `pay 2 of wine to p as trade`; without `to` nobody gets them, without `from`
    /// nobody has less; behind `at` stands the feature it is for
    Pay {
        amount: Expr,
        of: Option<Expr>,
        from: Option<Expr>,
        to: Option<Expr>,
        reason: Expr,
        at: Option<Expr>,
    },
    /// `give awards`
    Give,
    /// `cancel a`
    Cancel { award: Expr },
    /// `put meeple of active on f`, `put m on f`, on a tile, a corner or a side as well; `of` is the owner of a piece taken
    /// from the supply
    Put { piece: Expr, of: Option<Expr>, on: Expr },
    /// `move ship to harbour`, `move meeple of active to s`: to a space of a track, a slot or a player; `move t to
    /// p`: a drawn tile or card into the keep of a player
    Move { piece: Expr, of: Option<Expr>, to: Expr },
    /// `send m home`, `send m home as eaten`
    Send { piece: Expr, reason: Option<Expr> },
    /// `draw t from pile`, `draw t from pile for active`: only that player sees it, `draw t from pile unseen`
    Draw { name: Name, bag: Expr, unseen: bool, seen_by: Option<Expr> },
    /// `show t to p`, `show t`: to all
    Show { tile: Expr, to: Option<Expr> },
    /// `take t from pile`: a known tile, not left to chance
    Take { tile: Expr, bag: Expr },
    /// `fill market`: draws until the row is full or nothing is left to draw
    Fill { row: Name },
    /// `stack t on pile`, `stack t under pile`: it is drawn next, or last
    Stack { tile: Expr, under: bool, bag: Expr },
    /// `shuffle t into pile`: a drawn tile goes back
    Shuffle { tile: Expr, bag: Expr },
    /// `roll n from fate`
    Roll { name: Name, die: Expr },
    /// `discard t`: a drawn tile or a piece leaves the game
    Discard { what: Expr },
    /// `place t at p`
    Place { tile: Expr, at: Expr },
    /// `add road at p`: a segment of a kind, straight across the tile in a cell
    Add { kind: Name, at: Expr },
    /// `link a to b`
    Link { from: Expr, to: Expr },
    /// `cut a from b`
    Cut { from: Expr, to: Expr },
    /// `close s`, `close s at e`: it ends wherever it is open, or at one side
    Close { segment: Expr, side: Option<Expr> },
    /// `reopen s`, `reopen s at e`: takes that back where nothing lies
    Reopen { segment: Expr, side: Option<Expr> },
    /// `append turn`, `append turn for p`: runs once more after the present turn part, for the same player or another one
    Append { step: Name, player: Option<Expr> },
    /// `run score`: runs the named step now
    Run { step: Name },
    /// `do rob(p, 2)`: does what a procedure says
    Do { name: Name, args: Vec<Expr> },
    /// `end game`: after the present turn; `end game now`: at once; `end game won by p`: at once, and these win
    EndGame(Ending),
    /// `stop`: ends the rule
    Stop,
    /// `leave`: ends the innermost loop
    Leave,
    /// `return …`: the result of a value
    Return { value: Expr },
}

/// When a game ends, and how.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// After the present turn.
    AfterTurn,
    /// At once, with what comes at the end of every game.
    Now,
    /// At once and without that; these have won.
    WonBy(Expr),
}

/// `city f in closed from active where f.pennants > 0`, `city or road f in closed`: a name for each member of a set.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// The feature kinds or piece words that narrow the set, where any do.
    pub kinds: Vec<Name>,
    /// The name bound.
    pub name: Name,
    /// The set.
    pub set: Expr,
    /// For players: where to begin.
    pub from: Option<Expr>,
    /// Which members.
    pub filter: Option<Expr>,
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// The whole of it.
    pub span: Span,
    /// What it is; boxed, so that the tree's enums stay small.
    pub kind: Box<ExprKind>,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `7`
    Int(i64),
    /// `true`, `false`
    Bool(bool),
    /// `none`
    None,
    /// `kept`
    Name(String),
    /// `3 pts`, `(n * 2) pts`
    Points(Expr),
    /// `f.tiles`, `p.supply(meeple)`; without parentheses `args` is empty
    Field { receiver: Expr, name: Name, args: Vec<Expr> },
    /// `majority(f)`
    Call { name: Name, args: Vec<Expr> },
    /// `-n`, `not b`
    Unary { op: UnaryOp, operand: Expr },
    /// `a + b`
    Binary { op: BinaryOp, left: Expr, right: Expr },
    /// `m is follower`, `m is not follower`, `m is n.kind`
    Is { operand: Expr, kind: Tested, negated: bool },
    /// `if c then a else b`
    If { condition: Expr, then: Expr, otherwise: Expr },
    /// `{ red, blue }`
    Set(Vec<Expr>),
    /// `count(x in S where C)`, `sum(x in S : E)`, `most(p in players by E)`, `{ p in players where C }`
    Fold { fold: Spanned<Fold>, binding: Binding, body: Option<Expr> },
}

/// What stands behind `is`.
#[derive(Clone, Debug, PartialEq)]
pub enum Tested {
    /// A kind or a trait, or a name for a kind.
    Word(Name),
    /// Anything else that answers a kind.
    Value(Expr),
}

/// An operator before its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-`
    Negate,
    /// `not`
    Not,
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `or`
    Or,
    /// `and`
    And,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `..`: the whole numbers from one to another
    Range,
    /// `in`
    In,
    /// `not in`
    NotIn,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/ … rounded down`
    DivideDown,
    /// `/ … rounded up`
    DivideUp,
    /// `mod`: what a division rounded down leaves
    Modulo,
    /// `each`: so many, so many points each; kept as a term of the award it is part of
    Each,
}

impl Item {
    /// The item, and all those that it brings where it is a variant or speaks of other packs.
    pub fn with_brought(&self) -> impl Iterator<Item = &Item> {
        let changes = if let ItemKind::Variant { changes, .. } | ItemKind::With { changes, .. } = &self.kind {
            changes.as_slice()
        } else {
            &[]
        };
        let brought = changes.iter().filter_map(|change| match change {
            Change::Add(item) | Change::Replace(item) => Some(item),
            Change::Set { .. } | Change::Disable { .. } | Change::Move { .. } => None,
        });
        std::iter::once(self).chain(brought)
    }
}

/// A change that a variant makes.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// `set tiny_city = 2`
    Set { name: Name, value: Expr },
    /// `disable blessing`
    Disable { name: Name },
    /// `move step wheel after place`
    Move { step: Name, side: Spanned<Side>, anchor: Name },
    /// `replace rule blessing at evening { … }`
    Replace(Item),
    /// `add rule more at event { … }`
    Add(Item),
}
