//! What is drawn: tiles from bags and cards from decks, who sees them, and into whose keep they come.

use rota_bytecode::{Builtin, Effect, Form, Sort, Type};
use rota_source::Span;
use rota_syntax::ast::{self, Name};

use crate::build::{constant, equal, load};
use crate::checker::{Checker, undeclared};
use crate::expressions::names::index;
use crate::tree::{BinaryOp, Expr, ExprKind, Statement, StatementKind};
use crate::usage::Kind;

const PLAYERS: Type = Type::many(Sort::Player);

/// What becomes of a tile; of a card the same becomes by an effect of its own, so that rules which react to
/// tiles need not ask what it is.
const OF_CARDS: [(Effect, Effect); 8] = [
    (Effect::Draw, Effect::DrawCard),
    (Effect::Fetch, Effect::FetchCard),
    (Effect::Shuffle, Effect::ShuffleCard),
    (Effect::Discard, Effect::DiscardCard),
    (Effect::Stow, Effect::StowCard),
    (Effect::LineUp, Effect::LineUpCard),
    (Effect::Stack, Effect::StackCard),
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
        let (tile, bag) = self.drawn_with_stack(tile, bag)?;
        Some(self.perform_drawn(effect, vec![tile, bag], span))
    }

    /// `stack t on pile`, `stack t under pile`.
    pub(crate) fn stack(
        &mut self,
        tile: &ast::Expr,
        under: bool,
        bag: &ast::Expr,
        span: Span,
    ) -> Option<StatementKind> {
        let (tile, bag) = self.drawn_with_stack(tile, bag)?;
        let under = constant(i64::from(under), Type::one(Sort::Bool), span);
        Some(self.perform_drawn(Effect::Stack, vec![tile, bag, under], span))
    }

    /// A tile and a bag, or a card and a deck.
    fn drawn_with_stack(&mut self, tile: &ast::Expr, bag: &ast::Expr) -> Option<(Expr, Expr)> {
        let tile = self.drawn(tile);
        let is_card = tile.as_ref().is_some_and(|tile| tile.ty.sort == Sort::Card);
        let bag = self.expect(bag, Type::one(if is_card { Sort::Deck } else { Sort::Bag }));
        tile.zip(bag)
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

    /// `move t to p`, `move t to market`: into the keep of a player, or into a row. The tile was checked before.
    pub(crate) fn stow(&mut self, tile: Expr, to: &ast::Expr, span: Span) -> Option<StatementKind> {
        let Some(row) = self.row_named(to) else {
            let to = self.expect(to, Type::one(Sort::Player))?;
            let tile = self.coerce_drawn(tile)?;
            return Some(self.perform_drawn(Effect::Stow, vec![tile, to], span));
        };
        let is_of_cards = self.declared.rows.get(row).is_some_and(|row| row.is_of_cards);
        let tile = self.coerce(tile, Type::one(if is_of_cards { Sort::Card } else { Sort::Tile }))?;
        let row = constant(index(row), Type::one(Sort::Row), to.span);
        Some(self.perform_drawn(Effect::LineUp, vec![tile, row], span))
    }

    /// `fill market`: draws for as long as there is room in the row and something to draw.
    pub(crate) fn fill_row(&mut self, row: &Name, span: Span) -> Option<StatementKind> {
        let place = self.declared.rows.iter().position(|known| known.name == row.node);
        let Some((place, declared)) = place.and_then(|place| Some((place, self.declared.rows.get(place)?)))
        else {
            let known: Vec<String> = self.declared.rows.iter().map(|row| row.name.clone()).collect();
            undeclared("names::unknown", format!("there is no row `{row}`"), row)
                .suggest(row, &known, || format!("declare it: `row {row} of pile 3`"))
                .report(self.diagnostics);
            return None;
        };
        self.usage.mark(Kind::Row, &row.node);
        let (source, room) = (i64::from(declared.source), i64::from(declared.room));
        let (stack, drawn, ask_left, draw, line_up) = if declared.is_of_cards {
            (Sort::Deck, Sort::Card, Builtin::DeckCount, Effect::DrawCard, Effect::LineUpCard)
        } else {
            (Sort::Bag, Sort::Tile, Builtin::BagCount, Effect::Draw, Effect::LineUp)
        };
        let number = Type::one(Sort::Int);
        let slot = self.scope.reserve(1);
        let (drawn, stack) = (Type::one(drawn), constant(source, Type::one(stack), span));
        let row = constant(index(place), Type::one(Sort::Row), row.span);
        let left = Expr::ask(span, number, ask_left, vec![stack.clone()]);
        let statement = |kind: StatementKind| Statement { span, kind };
        let body = vec![
            statement(StatementKind::If {
                condition: equal(left, constant(0, number, span)),
                then: vec![statement(StatementKind::Leave)],
                otherwise: Vec::new(),
            }),
            statement(self.perform_into(draw, vec![stack, constant(-1, PLAYERS, span)], slot, drawn, span)),
            statement(self.perform(line_up, vec![load(slot, drawn, span), row.clone()], span)),
        ];
        let lying = Expr::ask(span, drawn.with_form(Form::Many), Builtin::RowMembers, vec![row]);
        let free = ExprKind::Binary {
            op: BinaryOp::Subtract,
            left: constant(room, number, span),
            right: Expr::new(span, number, ExprKind::Length(lying)),
        };
        Some(StatementKind::Repeat { times: Expr::new(span, number, free), body })
    }

    /// The row that a word names, unless a local name is meant.
    fn row_named(&mut self, written: &ast::Expr) -> Option<usize> {
        let ast::ExprKind::Name(name) = &*written.kind else { return None };
        if self.scope.find(name).is_some() {
            return None;
        }
        let place = self.declared.rows.iter().position(|row| row.name == *name)?;
        self.usage.mark(Kind::Row, name);
        Some(place)
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
