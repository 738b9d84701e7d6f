//! Every construct that begins with a word of its own: one table for messages, examples and the parser.

use crate::grammar::Rule;

/// Where a construct stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// At the margin of a file, or in a change.
    Item,
    /// In the braces of a variant.
    Change,
    /// In a block.
    Statement,
    /// In an expression.
    Fold,
    /// In the braces of a scenario.
    Line,
}

impl Group {
    /// Returns what one of them is called in a message.
    pub fn name(self) -> &'static str {
        match self {
            Group::Item => "an item",
            Group::Change => "a change",
            Group::Statement => "a statement",
            Group::Fold => "an expression",
            Group::Line => "a line of a scenario",
        }
    }

    /// Returns the first words of all of this group.
    pub fn words(self) -> impl Iterator<Item = &'static str> + Clone {
        self.constructs().map(|construct| construct.word)
    }

    /// Returns whether one of this group begins with this word.
    pub fn has(self, word: &str) -> bool {
        self.find(word).is_some()
    }

    /// Returns the construct of this group that begins with this word.
    pub fn find(self, word: &str) -> Option<&'static Construct> {
        self.constructs().find(|construct| construct.word == word)
    }

    /// Returns one line of the construct of this group that begins with this word, as advice.
    pub fn example(self, word: &str) -> Option<String> {
        self.find(word).map(|construct| format!("for example: {}", construct.example))
    }

    fn constructs(self) -> impl Iterator<Item = &'static Construct> + Clone {
        CONSTRUCTS.iter().filter(move |construct| construct.group == self)
    }
}

/// A construct.
#[derive(Debug)]
pub(crate) struct Construct {
    /// Where it stands.
    pub group: Group,
    /// The word it begins with; of a line that begins with a player, the one behind.
    pub word: &'static str,
    /// Its rule of the grammar.
    pub rule: Rule,
    /// One line of it, for the advice under an error.
    pub example: &'static str,
}

const fn item(word: &'static str, rule: Rule, example: &'static str) -> Construct {
    Construct { group: Group::Item, word, rule, example }
}

const fn change(word: &'static str, rule: Rule, example: &'static str) -> Construct {
    Construct { group: Group::Change, word, rule, example }
}

const fn statement(word: &'static str, rule: Rule, example: &'static str) -> Construct {
    Construct { group: Group::Statement, word, rule, example }
}

const fn fold(word: &'static str, example: &'static str) -> Construct {
    Construct { group: Group::Fold, word, rule: Rule::fold, example }
}

const fn line(word: &'static str, rule: Rule, example: &'static str) -> Construct {
    Construct { group: Group::Line, word, rule, example }
}

/// All of them, in the order in which a message lists them.
pub(crate) static CONSTRUCTS: &[Construct] = &[
    item("pack", Rule::pack_item, "pack base 1.0.0 \"The base game\""),
    item("requires", Rule::requires_item, "requires base ^1.0"),
    item("conflicts", Rule::conflicts_item, "conflicts with islands \"both take the place of the start\""),
    item("players", Rule::players_item, "players 2..5"),
    item("tiles", Rule::tiles_item, "tiles base printing generation"),
    item("board", Rule::board_item, "board -3..3 by -2..2"),
    item("start", Rule::start_item, "start base/D"),
    item("edge", Rule::edge_item, "edge R = field road field"),
    item("meet", Rule::meet_item, "meet A with C, R, F"),
    item("feature", Rule::feature_item, "feature field adjoins city"),
    item("attr", Rule::attr_item, "attr city.pennants : int 0..2 = 0 sum"),
    item("trait", Rule::trait_item, "trait follower"),
    item("piece", Rule::piece_item, "piece meeple is follower each 7"),
    item("bag", Rule::bag_item, "bag pile of tiles"),
    item("deck", Rule::deck_item, "deck gifts { lantern 3, letter 2 }"),
    item("row", Rule::row_item, "row market of gifts 3"),
    item("die", Rule::die_item, "die fate 1..6"),
    item("stock", Rule::stock_item, "stock wine, gold 12"),
    item("track", Rule::track_item, "track year ring { spring, summer, autumn, winter }"),
    item("slots", Rule::slots_item, "slots seat on year { spring 1, autumn 2 }"),
    item("option", Rule::option_item, "option tiny_city : int 2..4 = 4 \"what it means\""),
    item("reason", Rule::reason_item, "reason city, road"),
    item("enum", Rule::enum_item, "enum season { spring, summer }"),
    item("order", Rule::order_item, "order turn { draw, place, score { count, give } }"),
    item("step", Rule::step_item, "step market { buy, sell } after draw when turn > 1"),
    item("menu", Rule::menu_item, "menu deploy for active or pass \"place a follower?\""),
    item("var", Rule::var_item, "var kept : tile? = none on game until draw"),
    item("value", Rule::value_item, "value worth(f : city) : pts stages base, add = f.tiles each 2 pts"),
    item(
        "procedure",
        Rule::procedure_item,
        "procedure rob(p : player) { pay 3 pts from p to active as toll }",
    ),
    item("modify", Rule::modify_item, "modify worth(f : city) at add when f.cathedral = it + 1 pts"),
    item("rule", Rule::rule_item, "rule draw_tile at draw when pile.count > 0 { draw t from pile }"),
    item(
        "action",
        Rule::action_item,
        "action place_meeple at deploy { choose active f among kept.segments { put meeple of active on f } }",
    ),
    item("variant", Rule::variant_item, "variant second \"title\" from first { disable blessing }"),
    item("with", Rule::with_item, "with islands { disable blessing }"),
    // Its body is lines, not statements.
    item("scenario", Rule::scenario_head, "scenario \"what it shows\" for BASE-05 { … }"),
    item("setup", Rule::setup_head, "setup two_cities { … }"),
    // It is not meant to hold.
    item("wrong", Rule::wrong, "wrong rule pays_twice at give { give awards }"),
    change("set", Rule::set_change, "set tiny_city = 2"),
    change("disable", Rule::disable_change, "disable blessing"),
    change("move", Rule::move_change, "move step market after place"),
    change("replace", Rule::replace_change, "replace rule blessing at evening { … }"),
    change("add", Rule::add_change, "add rule more at event { … }"),
    statement("let", Rule::let_statement, "let n = f.tiles + 1"),
    statement("set", Rule::set_statement, "set p.gold = p.gold + 1"),
    statement("if", Rule::if_statement, "if n > 3 { stop } else if n = 2 { leave } else { give awards }"),
    statement("each", Rule::each_statement, "each city f in closed where f.pennants > 0 { … }"),
    statement("repeat", Rule::repeat_statement, "repeat up to 3 { … }"),
    statement(
        "choose",
        Rule::choose_statement,
        "choose active f among kept.segments where f.free \"where?\" or pass",
    ),
    statement("award", Rule::award_statement, "award f.tiles each 2 pts to majority(f) as city at f"),
    statement("score", Rule::score_statement, "score 3 pts to active as bonus"),
    statement("pay", Rule::pay_statement, "pay 3 pts from active to f.owner as toll"),
    statement("give", Rule::give_statement, "give awards"),
    statement("cancel", Rule::cancel_statement, "cancel a"),
    statement("put", Rule::put_statement, "put meeple of active on f"),
    statement("move", Rule::move_statement, "move ship to ship.space.ahead(2)"),
    statement("send", Rule::send_statement, "send m home"),
    statement("draw", Rule::draw_statement, "draw t from pile"),
    statement("show", Rule::show_statement, "show t to active"),
    statement("take", Rule::take_statement, "take t from pile"),
    statement("fill", Rule::fill_statement, "fill market"),
    statement("stack", Rule::stack_statement, "stack t on pile"),
    statement("shuffle", Rule::shuffle_statement, "shuffle t into pile"),
    statement("roll", Rule::roll_statement, "roll n from fate"),
    statement("discard", Rule::discard_statement, "discard t"),
    statement("place", Rule::place_statement, "place t at p"),
    statement("add", Rule::add_statement, "add road at p"),
    statement("link", Rule::link_statement, "link a to b"),
    statement("cut", Rule::cut_statement, "cut a from b"),
    statement("close", Rule::close_statement, "close s"),
    statement("reopen", Rule::reopen_statement, "reopen s"),
    statement("append", Rule::append_statement, "append turn"),
    statement("run", Rule::run_statement, "run score"),
    statement("do", Rule::do_statement, "do rob(active.next)"),
    statement("end", Rule::end_statement, "end game"),
    statement("stop", Rule::stop_statement, "stop"),
    statement("leave", Rule::leave_statement, "leave"),
    statement("return", Rule::return_statement, "return n + 1"),
    fold("count", "count(m in pieces where m.owner = active)"),
    fold("any", "any(m in pieces where m is follower)"),
    fold("first", "first(m in pieces where m is follower)"),
    fold("sum", "sum(f in closed where f.free : f.tiles)"),
    fold("max", "max(f in closed : f.tiles)"),
    fold("min", "min(f in closed : f.tiles)"),
    fold("all", "all(f in closed : f.free)"),
    fold("most", "most(p in players by strength(p))"),
    fold("least", "least(p in players by p.points)"),
    line("option", Rule::option_line, "option tiny_city = 2"),
    line("variant", Rule::variant_line, "variant second"),
    line("with", Rule::with_line, "with islands"),
    line("start", Rule::begin_line, "start islands"),
    line("players", Rule::players_line, "players red blue"),
    line("lay", Rule::lay_line, "lay base/D at 0,0 turned 1"),
    line("stand", Rule::stand_line, "stand meeple of red on city N of 0,0"),
    line("pile", Rule::pile_line, "pile E, V x 2, U"),
    line("die", Rule::die_line, "die fate 3, 1"),
    line("points", Rule::points_line, "points red 12"),
    line("keep", Rule::keep_line, "keep lantern x 2 of red"),
    line("row", Rule::row_line, "row shelf candle, rope x 2"),
    line("setup", Rule::setup_line, "setup two_cities"),
    line("given", Rule::given_line, "given set red.gold = 3"),
    line("case", Rule::case_head, "case \"red pays\" { … }"),
    line("then", Rule::then_line, "then blue scores 3 as road"),
    line("expect", Rule::expect_line, "expect red scores 4 as city by \"2 tiles each 2\""),
    line("takes", Rule::takes_line, "red takes 0,1 turned 2"),
    line("begins", Rule::first_line, "blue begins"),
];

/// Words that nothing may be called.
pub(crate) const RESERVED: [&str; 26] = [
    "or", "and", "not", "in", "is", "each", "where", "among", "if", "then", "else", "none", "true", "false",
    "pts", "from", "by", "at", "as", "to", "on", "of", "when", "for", "rounded", "mod",
];

/// Returns whether an expression goes on behind this word.
pub(crate) fn joins(word: &str) -> bool {
    word == "home" || RESERVED.contains(&word) && !matches!(word, "if" | "none" | "true" | "false")
}

/// Returns every construct that begins with a word of its own: its group and that word.
///
/// The groups are `items`, `changes`, `statements`, `folds` and `lines`.
pub fn constructs() -> impl Iterator<Item = (&'static str, &'static str)> {
    CONSTRUCTS.iter().map(|construct| {
        let group = match construct.group {
            Group::Item => "items",
            Group::Change => "changes",
            Group::Statement => "statements",
            Group::Fold => "folds",
            Group::Line => "lines",
        };
        (group, construct.word)
    })
}

#[cfg(test)]
mod tests {
    use pest::Parser;

    use super::CONSTRUCTS;
    use crate::grammar::{Grammar, Rule};

    #[test]
    fn every_example_begins_with_its_word_and_fits_its_rule() {
        for construct in CONSTRUCTS {
            let example = construct.example.replace('…', "");
            assert!(example.split(' ').any(|word| word.starts_with(construct.word)), "{example}");
            // The rules of these read a beginning alone.
            if matches!(
                construct.rule,
                Rule::scenario_head | Rule::setup_head | Rule::case_head | Rule::wrong
            ) {
                continue;
            }
            let read = Grammar::parse(construct.rule, &example).map(|pairs| pairs.as_str().len());
            assert_eq!(read.ok(), Some(example.len()), "{example}");
        }
    }
}
