//! One line of every construct, for the advice under an error.

/// A word that begins a construct, and the construct.
type Example = (&'static str, &'static str);

/// Items, by their first word.
static ITEMS: [Example; 29] = [
    ("pack", "pack base 1.0.0 \"The base game\""),
    ("requires", "requires base ^1.0"),
    ("players", "players 2..5"),
    ("tiles", "tiles base printing generation"),
    ("start", "start base/D"),
    ("edge", "edge R = field road field"),
    ("meet", "meet A with C, R, F"),
    ("feature", "feature field adjoins city"),
    ("attr", "attr city.pennants : int 0..2 = 0 sum"),
    ("trait", "trait follower"),
    ("piece", "piece meeple is follower each 7"),
    ("bag", "bag pile of tiles"),
    ("deck", "deck gifts { lantern 3, wagon 2 }"),
    ("die", "die fate 1..6"),
    ("track", "track year ring { spring, summer, autumn, winter }"),
    ("slots", "slots seat on year { spring 1, autumn 2 }"),
    ("option", "option tiny_city : int 2..4 = 4 \"what it means\""),
    ("reason", "reason city, road"),
    ("enum", "enum season { spring, summer }"),
    ("order", "order turn { draw, place, score { count, give } }"),
    ("step", "step market { buy, sell } after draw when turn > 1"),
    ("menu", "menu deploy for active or pass \"place a follower?\""),
    ("var", "var kept : tile? = none on game until draw"),
    ("value", "value worth(f : city) : pts stages base, add = f.tiles each 2 pts"),
    ("modify", "modify worth(f : city) at add when f.cathedral = it + 1 pts"),
    ("rule", "rule draw_tile at draw when pile.count > 0 { draw t from pile }"),
    (
        "action",
        "action place_meeple at deploy { choose active f among kept.segments { put meeple of active on f } }",
    ),
    ("variant", "variant second \"title\" from first { disable blessing }"),
    ("with", "with islands { disable blessing }"),
];

/// The item whose body is lines, not statements.
const SCENARIO: Example = ("scenario", "scenario \"what it shows\" for BASE-05 { … }");

/// An item that is not meant to hold.
const WRONG: Example = ("wrong", "wrong rule pays_twice at give { give awards }");

/// Statements, by their first word.
static STATEMENTS: [Example; 31] = [
    ("let", "let n = f.tiles + 1"),
    ("set", "set p.gold = p.gold + 1"),
    ("if", "if n > 3 { stop } else if n = 2 { leave } else { give awards }"),
    ("each", "each city f in closed where f.pennants > 0 { … }"),
    ("repeat", "repeat up to 3 { … }"),
    ("choose", "choose active f among kept.segments where f.free \"where?\" or pass"),
    ("award", "award f.tiles each 2 pts to majority(f) as city at f"),
    ("score", "score 3 pts to active as bonus"),
    ("pay", "pay 3 pts from active to f.owner as toll"),
    ("give", "give awards"),
    ("cancel", "cancel a"),
    ("put", "put meeple of active on f"),
    ("move", "move ship to ship.space.ahead(2)"),
    ("send", "send m home"),
    ("draw", "draw t from pile"),
    ("show", "show t to active"),
    ("take", "take t from pile"),
    ("shuffle", "shuffle t into pile"),
    ("roll", "roll n from fate"),
    ("discard", "discard t"),
    ("place", "place t at p"),
    ("link", "link a to b"),
    ("cut", "cut a from b"),
    ("close", "close s"),
    ("reopen", "reopen s"),
    ("append", "append turn"),
    ("run", "run score"),
    ("end", "end game"),
    ("stop", "stop"),
    ("leave", "leave"),
    ("return", "return n + 1"),
];

/// Folds, by their first word.
static FOLDS: [Example; 8] = [
    ("count", "count(m in pieces where m.owner = active)"),
    ("any", "any(m in pieces where m is follower)"),
    ("first", "first(m in pieces where m is follower)"),
    ("sum", "sum(f in closed where f.free : f.tiles)"),
    ("max", "max(f in closed : f.tiles)"),
    ("min", "min(f in closed : f.tiles)"),
    ("all", "all(f in closed : f.free)"),
    ("most", "most(p in players by strength(p))"),
];

/// Changes of a variant, by their first word.
static CHANGES: [Example; 5] = [
    ("set", "set tiny_city = 2"),
    ("disable", "disable blessing"),
    ("move", "move step market after place"),
    ("replace", "replace rule blessing at evening { … }"),
    ("add", "add rule more at event { … }"),
];

/// Lines of a scenario, by their first word.
static LINES: [Example; 13] = [
    ("option", "option tiny_city = 2"),
    ("variant", "variant second"),
    ("with", "with islands"),
    ("start", "start islands"),
    ("players", "players red blue"),
    ("lay", "lay base/D at 0,0 turned 1"),
    ("stand", "stand meeple of red on city N of 0,0"),
    ("pile", "pile E, V x 2, U"),
    ("die", "die fate 3, 1"),
    ("points", "points red 12"),
    ("keep", "keep lantern x 2 of red"),
    ("expect", "expect red scores 4 as city by \"2 tiles each 2\""),
    ("takes", "red takes 0,1 turned 2"),
];

fn find(examples: &[Example], word: &str) -> Option<&'static str> {
    examples.iter().find(|(first, _)| *first == word).map(|(_, example)| *example)
}

/// Returns an item, a statement or a fold that begins with this word.
pub(crate) fn example(word: &str) -> Option<&'static str> {
    item(word).or_else(|| statement(word)).or_else(|| find(&FOLDS, word))
}

/// Returns an item that begins with this word.
pub(crate) fn item(word: &str) -> Option<&'static str> {
    let others = [SCENARIO, WRONG];
    find(&ITEMS, word).or_else(|| find(&others, word))
}

/// Returns a statement that begins with this word.
pub(crate) fn statement(word: &str) -> Option<&'static str> {
    find(&STATEMENTS, word)
}

/// Returns a change that begins with this word.
pub(crate) fn change(word: &str) -> Option<&'static str> {
    find(&CHANGES, word)
}

/// Returns a line of a scenario that begins with this word.
pub(crate) fn line(word: &str) -> Option<&'static str> {
    find(&LINES, word)
}

/// Returns the first words of all items.
pub(crate) fn item_words() -> impl Iterator<Item = &'static str> {
    ITEMS.iter().map(|(word, _)| *word).chain([SCENARIO.0, WRONG.0])
}

/// Returns the first words of all statements.
pub(crate) fn statement_words() -> impl Iterator<Item = &'static str> {
    STATEMENTS.iter().map(|(word, _)| *word)
}

/// Returns the first words of all changes.
pub(crate) fn change_words() -> impl Iterator<Item = &'static str> {
    CHANGES.iter().map(|(word, _)| *word)
}

/// Returns the first words of all lines, players aside.
pub(crate) fn line_words() -> impl Iterator<Item = &'static str> {
    LINES.iter().map(|(word, _)| *word)
}

/// Returns the names of all folds.
pub(crate) fn fold_words() -> impl Iterator<Item = &'static str> {
    FOLDS.iter().map(|(word, _)| *word)
}

/// Returns every construct that begins with a word of its own: its group and that word.
///
/// The groups are `items`, `changes`, `statements`, `folds` and `lines`.
pub fn constructs() -> impl Iterator<Item = (&'static str, &'static str)> {
    let in_group = |group, words: &'static [Example]| words.iter().map(move |(word, _)| (group, *word));
    in_group("items", &ITEMS)
        .chain([("items", SCENARIO.0), ("items", WRONG.0)])
        .chain(in_group("changes", &CHANGES))
        .chain(in_group("statements", &STATEMENTS))
        .chain(in_group("folds", &FOLDS))
        .chain(in_group("lines", &LINES))
}
