//! Where points come from, as somebody at the table may know it.

use rota::{Account, Cause, Game, LoadedPacks, Payment, Settings, accounts_seen_by};
use rota_game::StockAmount;
use schemars::JsonSchema;
use serde::Serialize;

use crate::problem::Location;
use crate::thing::{Looker, Place};

/// Points of one player and all that explains them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Explained {
    /// The turn, counted from 1; 0 before the first.
    pub turn: u32,
    /// How many moves were made before, as far as they can be told apart.
    pub moves: usize,
    /// What led to them.
    pub cause: Led,
    /// The player.
    pub player: String,
    /// How many points; below 0 where the player paid them, 0 where it is about goods.
    pub points: i64,
    /// The goods, where it is about these.
    pub stock: Option<Stock>,
    /// Whether the player got them; otherwise a rule took them away before.
    pub given: bool,
    /// The declared reason.
    pub reason: String,
    /// A segment of the feature they are for.
    pub place: Option<Place>,
    /// That segment in words.
    pub at: Option<String>,
    /// Whom the player paid.
    pub paid_to: Option<String>,
    /// Who paid the player.
    pub paid_by: Option<String>,
    /// The formula with its values.
    pub formula: String,
    /// What the formula counted.
    pub terms: Vec<Term>,
    /// The formula as written.
    pub written: String,
    /// The rule, or the action, that gave them.
    #[serde(flatten)]
    pub rule: RulePlace,
    /// What rules made of them before the player got them.
    pub changes: Vec<Changed>,
    /// The variants and options that the rule depends on.
    pub changed_by: Vec<Provenance>,
}

/// What led to points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Led {
    /// The beginning of the game.
    Beginning,
    /// The beginning of a turn.
    Turn {
        /// Whose turn it was.
        player: String,
    },
    /// A step that ran once more.
    Again {
        /// The step.
        step: String,
        /// The other player for whom it ran, where it was another one.
        player: Option<String>,
    },
    /// A tile or a card that was drawn.
    Drawn {
        /// Its kind; empty where it is not shown.
        tile: String,
        /// The bag or the deck.
        bag: String,
    },
    /// A die that was rolled.
    Rolled {
        /// The die.
        die: String,
        /// What it gave.
        value: Face,
    },
    /// A decision.
    Decided {
        /// Who decided.
        player: String,
        /// The question.
        prompt: String,
        /// The words of the answer; empty where they are not shown.
        choice: String,
    },
    /// A tile that was laid.
    Laid {
        /// Who laid it.
        player: String,
        /// Its kind.
        tile: String,
        /// To the east.
        x: i16,
        /// To the south.
        y: i16,
        /// Quarter turns clockwise.
        turned: u8,
    },
    /// The end of the game.
    End,
}

/// What a die gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Face {
    /// A number.
    Number(i32),
    /// A word.
    Word(String),
}

/// Goods that a player got or paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Stock {
    /// What they are called.
    pub name: String,
    /// How many; below 0 where the player paid them.
    pub amount: i64,
}

/// Something that a formula counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Term {
    /// How many.
    pub count: i64,
    /// Of what; empty where figures stand on both sides.
    pub of: String,
    /// Points for each.
    pub each: i64,
}

/// A rule and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RulePlace {
    /// What the rule is called.
    pub rule: String,
    /// The file.
    pub file: String,
    /// The line of the statement.
    pub line: usize,
    /// The pack.
    pub pack: Option<String>,
    /// The version of the pack.
    pub version: Option<String>,
}

/// What a rule made of points that another one gave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Changed {
    /// How many they were behind it.
    pub points: i64,
    /// What it set them to, as written.
    pub written: String,
    /// The rule.
    #[serde(flatten)]
    pub rule: RulePlace,
}

/// A variant or an option that a rule depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Provenance {
    /// The variant; null for an option that was set by hand.
    pub variant: Option<String>,
    /// What it does.
    pub change: String,
}

impl Stock {
    /// Tells goods that a game has counted.
    #[must_use]
    pub fn of(stock: &StockAmount) -> Stock {
        Stock { name: stock.name.clone(), amount: stock.amount }
    }
}

/// What points are explained with: a game, and the packs that it is played by.
#[derive(Clone, Copy)]
pub struct Explainer<'a> {
    /// The game.
    pub game: &'a Game,
    /// The packs.
    pub packs: &'a LoadedPacks,
    /// What they were compiled with.
    pub settings: &'a Settings,
}

impl Explainer<'_> {
    /// Explains all points as a seat may know it, or as an onlooker does; of one player alone, or of all.
    #[must_use]
    pub fn why(&self, who: Option<u8>, only: Option<usize>) -> Vec<Explained> {
        let accounts = accounts_seen_by(self.game, who).into_iter();
        let accounts = accounts.filter(|account| only.is_none_or(|only| account.score.player == only));
        accounts.map(|account| self.explain(account)).collect()
    }

    /// Explains points.
    #[must_use]
    pub fn explain(&self, account: Account) -> Explained {
        let Account { turn, moves, cause, score } = account;
        let (paid_to, paid_by) = match score.payment {
            Some(Payment::To(to)) => (to, None),
            Some(Payment::From(from)) => (None, from),
            None => (None, None),
        };
        let [paid_to, paid_by] = [paid_to, paid_by].map(|seat| seat.map(|seat| self.seat(seat)));
        let touched = self.packs.provenance(self.settings, score.span).into_iter();
        let terms = score.terms.into_iter();
        let changes = score.changes.into_iter();
        Explained {
            turn,
            moves,
            cause: self.led(cause),
            player: self.seat(score.player),
            points: score.points,
            stock: score.stock.as_ref().map(Stock::of),
            given: score.is_given,
            reason: score.reason,
            place: score.at.map(|at| Looker { game: self.game, who: None }.segment(at)),
            at: score.at.map(|at| self.game.segment_words(at)),
            paid_to,
            paid_by,
            formula: score.formula,
            terms: terms.map(|term| Term { count: term.count, of: term.name, each: term.each }).collect(),
            written: score.written,
            rule: self.rule(score.rule, score.span),
            changes: changes
                .map(|change| Changed {
                    points: change.points,
                    written: change.written,
                    rule: self.rule(change.rule, change.span),
                })
                .collect(),
            changed_by: touched
                .map(|touch| Provenance { variant: touch.variant, change: touch.change })
                .collect(),
        }
    }

    fn seat(&self, seat: usize) -> String {
        self.game.rules().seat(seat)
    }

    fn rule(&self, rule: String, span: rota::Span) -> RulePlace {
        let Location { file, line, .. } = Location::of(span, &self.packs.sources);
        let (pack, version) = self.packs.pack_at(span).unzip();
        RulePlace { rule, file, line, pack: pack.map(str::to_owned), version: version.map(str::to_owned) }
    }

    fn led(&self, cause: Cause) -> Led {
        let seat = |seat: usize| self.seat(seat);
        match cause {
            Cause::Beginning => Led::Beginning,
            Cause::Turn { player } => Led::Turn { player: seat(player) },
            Cause::Again { step, player } => Led::Again { step, player: player.map(seat) },
            Cause::Drawn { tile, bag } => Led::Drawn { tile, bag },
            Cause::Rolled { die, value } => {
                let value = value.parse().map_or(Face::Word(value), Face::Number);
                Led::Rolled { die, value }
            }
            Cause::Decided { player, prompt, words } => {
                Led::Decided { player: seat(player), prompt, choice: words }
            }
            Cause::Laid { player, tile, cell, rotation } => {
                Led::Laid { player: seat(player), tile, x: cell.x, y: cell.y, turned: rotation }
            }
            Cause::End => Led::End,
        }
    }
}
