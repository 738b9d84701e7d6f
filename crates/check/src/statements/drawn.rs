//! What is drawn: tiles from bags and cards from decks, who sees them, and into whose keep they come.

use rota_bytecode::{Builtin, Effect, Form, Sort, Type};
use rota_source::Span;
use rota_syntax::ast::{self, Name};

use crate::build::constant;
use crate::checker::Checker;
use crate::tree::{Expr, ExprKind, StatementKind};

const PLAYERS: Type = Type::many(Sort::Player);

/// What becomes of a tile; of a card the same becomes by an effect of its own, so that rules which react to
/// tiles need not ask what it is.
const OF_CARDS: [(Effect, Effect); 6] = [
    (Effect::Draw, Effect::DrawCard),
    (Effect::Fetch, Effect::FetchCard),
    (Effect::Shuffle, Effect::ShuffleCard),
    (Effect::Discard, Effect::DiscardCard),
    (Effect::Stow, Effect::StowCard),
    (Effect::Show, Effect::ShowCard),
];

fn of_cards(effect: Effect) -> Effect {
    OF_CARDS.iter().find(|(of_tile, _)| *of_tile == effect).map_or(effect, |(_, of_card)| *of_card)
}

impl Checker<'_> {
    /// `draw t from pile`, `draw c from gifts for p`, `draw t from pile unseen`.
    pub(crate) fn draw(
        &mut self,
        name: &Name,
        bag: &ast::Expr,
        (unseen, seen_by): (bool, Option<&ast::Expr>),
        span: Span,
    ) -> Option<StatementKind> {
        let bag = self.expr(bag, Some(Type::one(Sort::Bag)));
        let is_deck = bag.as_ref().is_some_and(|bag| bag.ty.sort == Sort::Deck);
        let (stack, drawn) = if is_deck { (Sort::Deck, Sort::Card) } else { (Sort::Bag, Sort::Tile) };
        let bag = bag.and_then(|bag| self.coerce(bag, Type::one(stack)));
        let seen_by = match seen_by {
            Some(who) => self.seats_of(who),
            // All of them, whoever they are.
            None => Some(constant(if unseen { 0 } else { -1 }, PLAYERS, span)),
        };
        let ty = Type::one(drawn);
        let slot = self.result_slot(name, ty);
        let effect = if is_deck { Effect::DrawCard } else { Effect::Draw };
        Some(self.perform_into(effect, vec![bag?, seen_by?], slot, ty, span))
    }

    /// `take t from pile`, `shuffle t into pile`.
    pub(crate) fn drawn_and_stack(
        &mut self,
        effect: Effect,
        tile: &ast::Expr,
        bag: &ast::Expr,
        span: Span,
    ) -> Option<StatementKind> {
        let tile = self.drawn(tile);
        let is_card = tile.as_ref().is_some_and(|tile| tile.ty.sort == Sort::Card);
        let bag = self.expect(bag, Type::one(if is_card { Sort::Deck } else { Sort::Bag }));
        Some(self.perform_drawn(effect, vec![tile?, bag?], span))
    }

    /// `discard t` of a tile or a card.
    pub(crate) fn discard_drawn(&mut self, tile: Expr, span: Span) -> Option<StatementKind> {
        let tile = self.coerce_drawn(tile)?;
        Some(self.perform_drawn(Effect::Discard, vec![tile], span))
    }

    /// `show t to p`, `show t`.
    pub(crate) fn show(
        &mut self,
        tile: &ast::Expr,
        to: Option<&ast::Expr>,
        span: Span,
    ) -> Option<StatementKind> {
        let tile = self.drawn(tile);
        let to = match to {
            Some(to) => self.seats_of(to),
            None => Some(Expr::ask(span, PLAYERS, Builtin::Players, Vec::new())),
        };
        Some(self.perform_drawn(Effect::Show, vec![tile?, to?], span))
    }

    /// `move t to p`: into the keep of a player. The tile was checked before.
    pub(crate) fn stow(&mut self, tile: Expr, to: &ast::Expr, span: Span) -> Option<StatementKind> {
        let to = self.expect(to, Type::one(Sort::Player))?;
        let tile = self.coerce_drawn(tile)?;
        Some(self.perform_drawn(Effect::Stow, vec![tile, to], span))
    }

    /// A tile or a card.
    fn drawn(&mut self, written: &ast::Expr) -> Option<Expr> {
        let tile = self.expr(written, Some(Type::one(Sort::Tile)))?;
        self.coerce_drawn(tile)
    }

    fn coerce_drawn(&mut self, tile: Expr) -> Option<Expr> {
        let sort = if tile.ty.sort == Sort::Card { Sort::Card } else { Sort::Tile };
        self.coerce(tile, Type::one(sort))
    }

    fn perform_drawn(&mut self, effect: Effect, args: Vec<Expr>, span: Span) -> StatementKind {
        let is_card = args.first().is_some_and(|first| first.ty.sort == Sort::Card);
        self.perform(if is_card { of_cards(effect) } else { effect }, args, span)
    }

    /// One player, or a set of them.
    pub(crate) fn seats_of(&mut self, written: &ast::Expr) -> Option<Expr> {
        let who = self.expr(written, Some(Type::one(Sort::Player)))?;
        if who.ty.form == Form::Many {
            return self.coerce(who, PLAYERS);
        }
        let who = self.coerce(who, Type::one(Sort::Player))?;
        Some(Expr::new(who.span, PLAYERS, ExprKind::Set(vec![who])))
    }
}
