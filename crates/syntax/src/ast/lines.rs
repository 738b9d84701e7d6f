//! Lines of scenarios.

use rota_source::{Span, Spanned};

use super::{Expr, Name, Statement};

/// A line of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The whole line.
    pub span: Span,
    /// What it says.
    pub kind: LineKind,
}

/// What a line of a scenario says.
#[derive(Clone, Debug, PartialEq)]
pub enum LineKind {
    /// `option tiny_city = 2`
    Option { name: Name, value: Expr },
    /// `variant second`
    Variant { name: Name },
    /// `with islands`: the pack plays as well, with all it requires
    With { pack: Name },
    /// `start islands`: which start is taken where packs name several
    Start { name: Name },
    /// `lay start`: the start layout lies there, beside what other lines lay
    Ground,
    /// `players red blue`: the seats in order
    Players { names: Vec<Name> },
    /// `lay base/D at 0,0 turned 1`: on the table before the first turn, instead of the start tile
    Lay { tile: Name, x: i64, y: i64, turned: i64 },
    /// `stand meeple x 2 of red on city N of 0,0`, `stand ship on harbour`: the words after `on` name a segment,
    /// a space, a tile, a corner, a side or a player's keep
    Stand { piece: Name, copies: i64, owner: Option<Name>, at: Name },
    /// `pile E, V x 2, U`, `pile stream A, B, ..`: what a bag or a deck holds, in the order it will be drawn, or what it
    /// gives first; without its name it is the first bag
    Pile { of: Option<Name>, tiles: Vec<(Name, i64)>, and_so_on: bool },
    /// `die fate 3, 1`, `die wind north`: what the next rolls give
    Die { name: Name, faces: Vec<Name> },
    /// `points red 12`: what a player has from the start
    Points { player: Name, points: Spanned<i64> },
    /// `keep lantern x 2 of red`: tiles or cards in a player's keep, which everybody sees, or goods that a player has
    Keep { thing: Name, copies: i64, player: Name },
    /// `row shelf candle, rope x 2`: what lies in a row, the longest first
    Row { row: Name, things: Vec<(Name, i64)> },
    /// `red takes 0,1 turned 2`: the words after `takes` are those of an option
    Takes { player: Name, option: Name },
    /// `setup two_cities`: the lines of a set-up stand here
    Setup { name: Name },
    /// `given set red.gold = 3`: done before the first turn, once all lies and stands there
    Given { statement: Statement },
    /// `blue begins`
    Begins { player: Name },
    /// `case "red pays" { … }`: one of several ways on from here
    Case { title: Name, lines: Vec<Line> },
    /// `expect red scores 4 as city by "2 tiles each 2"`, `then blue pays 3 to red`: since the last `takes`
    Scores(Box<ScoreLine>),
    /// `expect no scores`: since the last `takes`
    NoScores,
    /// `expect offered city N`
    Offered { option: Name },
    /// `expect refused field N`
    Refused { option: Name },
    /// `expect refused lay E at 0,1`: with this line the game could not be set up
    NoSetup { line: Box<Line> },
    /// `expect 3 options`
    Options { count: i64 },
    /// `expect options { … }`: these and no others, a pass among them where there is one
    AllOptions { options: Vec<Name> },
    /// `expect red decides at deploy "where?"`
    Decides { player: Name, at: Option<Name>, prompt: Option<Name> },
    /// `expect red wins`, `expect red, blue win`, `expect nobody wins`: the game is over, and these have won
    Wins { names: Vec<Name> },
    /// `expect game over`
    Over,
    /// `expect red.points = 4`
    That { expr: Expr },
}

/// A score or a payment that a scenario expects; what it does not say is not compared.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreLine {
    /// Written with `then`: it comes after the one that was expected before.
    pub later: bool,
    /// Who scores or pays.
    pub player: Name,
    /// How many points or goods.
    pub amount: i64,
    /// Which goods; otherwise it is points.
    pub of: Option<Name>,
    /// Whether it is a score or a payment.
    pub kind: ScoreKind,
    /// The reason.
    pub reason: Option<Name>,
    /// The words of the feature that is scored.
    pub at: Option<Name>,
    /// How the points came about.
    pub formula: Option<Name>,
}

/// What happens to points.
#[derive(Clone, Debug, PartialEq)]
pub enum ScoreKind {
    /// `red scores 3`
    Scores,
    /// `red pays 3 to blue`; without `to` nobody got them
    Pays { to: Option<Name> },
    /// `red is paid 3`: nobody had less
    IsPaid,
}
