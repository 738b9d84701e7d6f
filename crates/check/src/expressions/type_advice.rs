//! Advice that holds wherever a thing of some type is wanted.

use rota_bytecode::{Form, Sort, Type};

use crate::checker::Checker;
use crate::scope::{Local, Many};
use crate::tree::Expr;

/// Where things of a type come from, for whoever wrote something else.
pub(crate) fn source_of(have: Type, want: Type) -> Option<&'static str> {
    if want.form == Form::Many {
        return Some(match have.sort == want.sort && have.form != Form::Many {
            true => "a set of one is written in braces: `{ x }`",
            false => "sets are built-in, as `players` and `f.segments`, or written `{ x in … where … }`",
        });
    }
    Some(match (have.sort, want.sort) {
        (Sort::Feature, Sort::Segment) => {
            "a feature has several: `first(s in f.segments where …)`, or `each s in f.segments { … }`"
        }
        (Sort::Piece, Sort::Player) => "ask whose it is: `m.owner`",
        (Sort::Award, Sort::Player) => "ask who will get it: `a.to`",
        (Sort::Feature | Sort::Segment, Sort::Player) => {
            "name a player, or ask whose pieces stand there: `each m in f.pieces`, then `m.owner`"
        }
        (_, Sort::Player) => "players are `active`, `m.owner`, `p.next`, or a name from `each p in players`",
        (Sort::Cell, Sort::Tile) => "ask what lies there: `c.tile`",
        (Sort::Segment | Sort::Piece, Sort::Tile) => "ask what it is on: `.tile`",
        (Sort::Kind, Sort::Tile) => "only tiles and cards lie in bags and decks: `put … of …` takes a piece",
        (_, Sort::Tile) => "tiles are `placed`, what `draw` gives, or members of `hand` and `laid`",
        (Sort::Tile, Sort::Cell) => "ask where it lies: `t.cell`",
        (_, Sort::Cell) => "cells follow a dot: `t.cell`, `c.at(1, 0)`",
        (Sort::Cell, Sort::Corner) => "a cell has four: `first(k in c.corners where …)`",
        (_, Sort::Corner) => "corners are those of a cell: `each k in c.corners { … }`",
        (Sort::Cell, Sort::Side) => "a cell has four: `first(e in c.sides where …)`",
        (_, Sort::Side) => "sides are those of a cell, a corner or a segment: `each e in c.sides { … }`",
        (_, Sort::Placement) => {
            "a placement is a cell and a rotation: `choose active p among t.placements`, or `first(p in t.placements)`"
        }
        (_, Sort::Segment) => "segments are those of a tile or a feature: `each s in t.segments { … }`",
        (_, Sort::Feature) => {
            "features are members of `features`, `closed` or `occupied`: `each f in closed { … }`"
        }
        (_, Sort::Piece) => "pieces are `KIND of PLAYER`, or members of `p.pieces` and `f.pieces`",
        (_, Sort::Card) => "cards are what `draw` gives, or members of `p.cards`: `each c in p.cards { … }`",
        (_, Sort::Award) => "awards wait to be given: `each a in awards where … { … }`",
        (_, Sort::Reason) => "a reason is a declared word: `reason toll`",
        (_, Sort::Space) => {
            "spaces are those of a track: `spring`, `m.space.ahead(1)`, `first(s in year where …)`"
        }
        (_, Sort::Bag) => "a bag is named by its word, as in `draw t from pile`",
        (_, Sort::Deck) => "a deck is named by its word, as in `draw c from gifts`",
        (_, Sort::Row) => "a row is declared, as in `row market of gifts 3`, and named by its word",
        (_, Sort::Die) => "a die is named by its word, as in `roll n from fate`",
        (_, Sort::Stock) => "a stock is a declared word, as in `stock coin 12`",
        (_, Sort::Kind) => "name a kind of piece, as in `p.supply(KIND)`, or ask a piece: `m.kind`",
        (Sort::Kind, Sort::Bool) => {
            "kinds stand behind `is`, several in parentheses of their own: `(m is A or B) and …`"
        }
        (_, Sort::Bool) => "a condition is a truth, such as `f.complete`, `n > 0` or `x in s`",
        (Sort::Player | Sort::Piece | Sort::Tile | Sort::Feature | Sort::Segment, Sort::Int) => {
            "numbers are asked of it: `….tiles`, `….supply(…)`, or counted: `count(…)`"
        }
        (_, Sort::Int) => "a whole number is wanted: `3`, `n + 1`, `count(…)`",
        (_, Sort::Pts) => "points are wanted: `3 pts`, `n each 1 pts`",
        _ => return None,
    })
}

/// What to write where two things are compared that are never equal.
pub(crate) fn unequal(left: Type, right: Type) -> &'static str {
    match (left.sort, right.sort) {
        (Sort::Int, Sort::Pts) | (Sort::Pts, Sort::Int) => "a number becomes points with `pts`: `3 pts`",
        (Sort::Piece | Sort::Card, Sort::Kind) | (Sort::Kind, Sort::Piece) => {
            "a kind is asked for with `is`: `m is …`; or compare kinds: `m.kind = …`"
        }
        _ => "compare two things of one type",
    }
}

/// What to do where a set is expected.
const NO_SET: &str =
    "sets are `players`, `features`, `f.pieces`, `{ x in … where … }` and values of type `set …`";

impl Checker<'_> {
    /// What to do where all that was chosen by `several` or `order` stands for one of them.
    pub(crate) fn advice_on_chosen(&self, set: &Expr) -> Option<String> {
        let local = self.scope.holds(set).filter(|local| local.many == Some(Many::Chosen))?;
        let name = &local.name;
        Some(format!("here `{name}` is all that was chosen: go through it with `each x in {name} {{ … }}`"))
    }

    /// What to do where something else stands for a set.
    pub(crate) fn advice_on_no_set(&self, found: &Expr) -> String {
        match self.scope.holds(found).filter(|local| local.many == Some(Many::Member)) {
            Some(Local { name, .. }) => {
                format!("behind `where`, `{name}` is one member; in what follows it is all that was chosen")
            }
            None => NO_SET.to_owned(),
        }
    }

    /// What stands for a word that is no type: names of other languages, and words that mean something else.
    pub(crate) fn meant_type(&self, name: &str) -> Option<String> {
        let said = match name {
            "integer" | "number" | "float" | "uint" => {
                "numbers are `int`, or `int 0..9` with a range".to_owned()
            }
            "boolean" => "truths are `bool`".to_owned(),
            "points" => "points are `pts`".to_owned(),
            "string" | "text" | "str" => {
                "rules know no texts: list the words, as in `{ north, south }`".to_owned()
            }
            "list" | "array" => "several things are a set: `set player`".to_owned(),
            _ if self.declared.pieces.iter().any(|piece| piece.name == name)
                || self.declared.traits.iter().any(|known| known == name) =>
            {
                format!("a kind is no type: write `piece`, and ask `m is {name}`")
            }
            _ if self.declared.cards.iter().any(|card| card == name) => {
                format!("a kind is no type: write `card`, and ask `c is {name}`")
            }
            _ => return None,
        };
        Some(said)
    }
}
