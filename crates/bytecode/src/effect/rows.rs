//! The rows of the effects.

use super::{Effect, EffectInfo, hook, internal};
use crate::effect_set::EffectSet;
use crate::types::{Sort, Type};

/// The effects that rules can react to.
pub const HOOKS: &[EffectInfo] = &[
    hook(Effect::Score, "score", &[("amount", Type::one(Sort::Pts)), ("who", Type::one(Sort::Player)), ("reason", Type::one(Sort::Reason)), ("feature", Type::maybe(Sort::Feature))], EffectSet::POINTS)
        .takes_more(1)
        .doc("Points reach a player. A `before` reaction may set `amount` and `who`."),
    hook(Effect::Scoring, "scoring", &[("amount", Type::one(Sort::Pts)), ("who", Type::one(Sort::Player)), ("feature", Type::maybe(Sort::Feature))], EffectSet::POINTS)
        .follows(&[Effect::Score])
        .doc("All points of one scoring have reached a player: what one `give awards` gave the player for one feature, or one `score`. It is part of that: there are `after` reactions alone, and of awards they run when all are given."),
    hook(Effect::Put, "put", &[("piece", Type::one(Sort::Piece)), ("segment", Type::one(Sort::Segment))], EffectSet::PIECES)
        .doc("A piece is put on a segment."),
    hook(Effect::Move, "move", &[("piece", Type::one(Sort::Piece)), ("space", Type::one(Sort::Space))], EffectSet::PIECES)
        .doc("A piece comes to a space of a track or into a slot."),
    hook(Effect::Stand, "stand", &[("piece", Type::one(Sort::Piece)), ("tile", Type::one(Sort::Tile))], EffectSet::PIECES)
        .doc("A piece is put on a tile as a whole."),
    hook(Effect::Perch, "perch", &[("piece", Type::one(Sort::Piece)), ("corner", Type::one(Sort::Corner))], EffectSet::PIECES)
        .doc("A piece is put on a corner."),
    hook(Effect::Straddle, "straddle", &[("piece", Type::one(Sort::Piece)), ("side", Type::one(Sort::Side))], EffectSet::PIECES)
        .doc("A piece is put on a side."),
    hook(Effect::Keep, "keep", &[("piece", Type::one(Sort::Piece)), ("player", Type::one(Sort::Player))], EffectSet::PIECES)
        .doc("A piece moves to a player, who keeps it."),
    hook(Effect::Send, "send", &[("piece", Type::one(Sort::Piece)), ("reason", Type::maybe(Sort::Reason))], EffectSet::PIECES)
        .doc("A piece goes home to its supply; `reason` is what the rule names with `as`, if it names one."),
    hook(Effect::Remove, "remove", &[("piece", Type::one(Sort::Piece))], EffectSet::PIECES)
        .doc("A piece leaves the game."),
    hook(Effect::Leave, "leave", &[("piece", Type::one(Sort::Piece)), ("segment", Type::one(Sort::Segment))], EffectSet::PIECES)
        .follows(&[Effect::Put, Effect::Move, Effect::Stand, Effect::Perch, Effect::Straddle, Effect::Keep, Effect::Send, Effect::Remove])
        .doc("A piece has left the `segment` on which it stood, whichever effect took it away. It is part of that effect: there are `after` reactions alone, and they run before those of the effect itself."),
    hook(Effect::Pay, "pay", &[("amount", Type::one(Sort::Pts)), ("who", Type::maybe(Sort::Player)), ("receiver", Type::maybe(Sort::Player)), ("reason", Type::one(Sort::Reason)), ("feature", Type::maybe(Sort::Feature))], EffectSet::POINTS)
        .takes_more(1)
        .doc("A player pays points to another one, or to nobody; where `who` is none, nobody pays them. It is no score: reactions to `score` do not see it."),
    hook(Effect::PayStock, "pay_stock", &[("amount", Type::one(Sort::Int)), ("stock", Type::one(Sort::Stock)), ("who", Type::maybe(Sort::Player)), ("receiver", Type::maybe(Sort::Player)), ("reason", Type::one(Sort::Reason)), ("feature", Type::maybe(Sort::Feature))], EffectSet::STOCKS)
        .takes_more(1)
        .doc("A player pays some of a stock to another one, or into the common supply; where `who` is none it comes out of there."),
    hook(Effect::Draw, "draw", &[("bag", Type::one(Sort::Bag))], EffectSet::TILES)
        .takes_more(1)
        .gives("tile", Type::one(Sort::Tile))
        .doc("A tile is drawn. An `after` reaction sees it as `tile`."),
    hook(Effect::Fetch, "take", &[("tile", Type::one(Sort::Tile)), ("bag", Type::one(Sort::Bag))], EffectSet::TILES)
        .doc("A known tile is taken out of a bag, not left to chance."),
    hook(Effect::Shuffle, "shuffle", &[("tile", Type::one(Sort::Tile)), ("bag", Type::one(Sort::Bag))], EffectSet::TILES)
        .doc("A drawn tile goes back into a bag; where it comes out again is left to chance."),
    hook(Effect::Stow, "stow", &[("tile", Type::one(Sort::Tile)), ("player", Type::one(Sort::Player))], EffectSet::TILES)
        .doc("A tile comes into the keep of a player."),
    hook(Effect::LineUp, "line_up", &[("tile", Type::one(Sort::Tile)), ("row", Type::one(Sort::Row))], EffectSet::TILES)
        .doc("A tile comes into a row, where it lies open."),
    hook(Effect::Stack, "stack", &[("tile", Type::one(Sort::Tile)), ("bag", Type::one(Sort::Bag)), ("under", Type::one(Sort::Bool))], EffectSet::TILES)
        .doc("A tile is put on top of a bag, to be drawn next, or `under` it, to be drawn last."),
    hook(Effect::Show, "show", &[("tile", Type::one(Sort::Tile)), ("players", Type::many(Sort::Player))], EffectSet::TILES)
        .doc("A drawn tile is shown to players."),
    hook(Effect::DrawCard, "draw_card", &[("deck", Type::one(Sort::Deck))], EffectSet::TILES)
        .takes_more(1)
        .gives("card", Type::one(Sort::Card))
        .doc("A card is drawn. An `after` reaction sees it as `card`."),
    hook(Effect::FetchCard, "take_card", &[("card", Type::one(Sort::Card)), ("deck", Type::one(Sort::Deck))], EffectSet::TILES)
        .doc("A known card is taken out of a deck, not left to chance."),
    hook(Effect::ShuffleCard, "shuffle_card", &[("card", Type::one(Sort::Card)), ("deck", Type::one(Sort::Deck))], EffectSet::TILES)
        .doc("A card goes back into a deck; where it comes out again is left to chance."),
    hook(Effect::DiscardCard, "discard_card", &[("card", Type::one(Sort::Card))], EffectSet::TILES)
        .doc("A card is thrown away."),
    hook(Effect::StowCard, "stow_card", &[("card", Type::one(Sort::Card)), ("player", Type::one(Sort::Player))], EffectSet::TILES)
        .doc("A card comes into the keep of a player."),
    hook(Effect::LineUpCard, "line_up_card", &[("card", Type::one(Sort::Card)), ("row", Type::one(Sort::Row))], EffectSet::TILES)
        .doc("A card comes into a row, where it lies open."),
    hook(Effect::StackCard, "stack_card", &[("card", Type::one(Sort::Card)), ("deck", Type::one(Sort::Deck)), ("under", Type::one(Sort::Bool))], EffectSet::TILES)
        .doc("A card is put on top of a deck, to be drawn next, or `under` it, to be drawn last."),
    hook(Effect::ShowCard, "show_card", &[("card", Type::one(Sort::Card)), ("players", Type::many(Sort::Player))], EffectSet::TILES)
        .doc("A drawn card is shown to players."),
    hook(Effect::Roll, "roll", &[("die", Type::one(Sort::Die))], EffectSet::CHANCE)
        .gives("number", Type::one(Sort::Int))
        .doc("A die is rolled. An `after` reaction sees what it gave as `number`: of a die of words the place of the word in its list, counted from 0."),
    hook(Effect::Discard, "discard", &[("tile", Type::one(Sort::Tile))], EffectSet::TILES)
        .doc("A drawn tile leaves the game."),
    hook(Effect::Place, "place", &[("tile", Type::one(Sort::Tile)), ("placement", Type::one(Sort::Placement))], EffectSet::LAND_AND_TILES)
        .doc("A tile is laid."),
    hook(Effect::Add, "add", &[("placement", Type::one(Sort::Placement))], EffectSet::LAND_AND_TILES)
        .takes_more(1)
        .gives("segment", Type::one(Sort::Segment))
        .doc("A segment is added to a tile that lies. An `after` reaction sees the `segment`."),
    hook(Effect::Link, "link", &[("one", Type::one(Sort::Segment)), ("other", Type::one(Sort::Segment))], EffectSet::LAND)
        .doc("Two segments become one feature."),
    hook(Effect::Cut, "cut", &[("one", Type::one(Sort::Segment)), ("other", Type::one(Sort::Segment))], EffectSet::LAND)
        .doc("The joint between two segments is cut."),
    hook(Effect::Close, "close", &[("segment", Type::maybe(Sort::Segment)), ("side", Type::maybe(Sort::Side))], EffectSet::LAND)
        .doc("A `segment` ends wherever it is open, or at one `side` where the rule names both; everything at the `side` where it names no segment."),
    hook(Effect::Reopen, "reopen", &[("segment", Type::maybe(Sort::Segment)), ("side", Type::maybe(Sort::Side))], EffectSet::LAND)
        .doc("What was closed goes on: a `segment`, where nothing has been laid since, at one `side` alone where the rule names both; everything at the `side` where it names no segment."),
];

/// All but who does what is done: that is for [`Effect::Seat`] alone.
const NOT_THE_SEAT: EffectSet = EffectSet::ALL.without(EffectSet::SEAT);

/// What no rule can react to.
pub(super) const INTERNAL: &[EffectInfo] = &[
    // Awards are added to those that wait, whatever they are.
    internal(Effect::Award, 5, EffectSet::AWARDS).reads(EffectSet::NOTHING),
    internal(Effect::SetAwardPoints, 3, EffectSet::AWARDS),
    internal(Effect::SetAwardTo, 2, EffectSet::AWARDS),
    internal(Effect::CancelAward, 1, EffectSet::AWARDS),
    internal(Effect::GiveAward, 1, EffectSet::AWARDS).gives_value(),
    // What explains points changes nothing about them.
    internal(Effect::Retell, 3, EffectSet::NOTHING).gives_value(),
    internal(Effect::Single, 5, EffectSet::AWARDS).gives_value(),
    internal(Effect::ScoreAward, 6, EffectSet::POINTS.and(EffectSet::AWARDS)),
    internal(Effect::SumUp, 0, EffectSet::AWARDS).reads(EffectSet::LAND.and(EffectSet::AWARDS)),
    internal(Effect::Tell, 1, EffectSet::AWARDS).gives_value(),
    internal(Effect::GiveAwards, 0, EffectSet::AWARDS.and(EffectSet::POINTS)),
    // It names the piece that will be put, and leaves it where it is.
    internal(Effect::Take, 2, EffectSet::NOTHING).gives_value().reads(EffectSet::PIECES),
    internal(Effect::Append, 1, EffectSet::COURSE),
    internal(Effect::Entrust, 1, EffectSet::COURSE),
    internal(Effect::Seat, 1, EffectSet::SEAT),
    internal(Effect::Uncover, 0, EffectSet::NOTHING),
    // Another part of a turn forgets what happened in the last one.
    internal(Effect::Again, 1, NOT_THE_SEAT).gives_value(),
    internal(Effect::EndGame, 0, EffectSet::COURSE),
    // Nothing that stands behind it happens any more.
    internal(Effect::EndNow, 0, NOT_THE_SEAT),
    internal(Effect::Win, 1, NOT_THE_SEAT),
    // Which variable is set back is a number that the program works out.
    internal(Effect::Reset, 1, NOT_THE_SEAT),
    internal(Effect::Include, 3, EffectSet::SETS).reads(EffectSet::NOTHING),
    internal(Effect::Exclude, 3, EffectSet::SETS).reads(EffectSet::NOTHING),
    internal(Effect::Clear, 2, EffectSet::SETS).reads(EffectSet::NOTHING),
];
