//! Effects: performed with the reactions to them, with what they hand back.

use rota_bytecode::{Effect, Sort, Type};
use rota_source::Span;
use rota_syntax::ast::{self, Name};

use super::Checker;
use super::fold::load;
use crate::tree::{Expr, ExprKind, StatementKind};

impl Checker<'_> {
    /// `put … on …`, `move … to …`: a piece, or one taken from a supply, comes to a place.
    pub(super) fn bring(
        &mut self,
        effect: Effect,
        piece: &ast::Expr,
        of: Option<&ast::Expr>,
        (to, ty): (&ast::Expr, Type),
        span: Span,
    ) -> Option<Vec<StatementKind>> {
        let Some(of) = of else {
            let ty_of_piece = Type::one(Sort::Piece);
            let piece = self.expr(piece, Some(ty_of_piece));
            // What was drawn comes into the keep of a player.
            if let Some(drawn) = &piece
                && effect == Effect::Move
                && matches!(drawn.ty.sort, Sort::Tile | Sort::Card)
            {
                return self.stow(drawn.clone(), to, span).map(|kind| vec![kind]);
            }
            let piece = piece.and_then(|piece| self.coerce(piece, ty_of_piece));
            let to = self.expect(to, ty);
            return Some(vec![self.perform(effect, vec![piece?, to?], span)]);
        };
        let depth = self.scope.depth();
        let slot = self.scope.reserve(1);
        let kind = self.expect(piece, Type::one(Sort::PieceWord));
        let of = self.expect(of, Type::one(Sort::Player));
        let to = self.expect(to, ty);
        self.scope.back(depth);
        let take = StatementKind::Do { effect: Effect::Take, args: vec![kind?, of?], result: Some(slot) };
        let bring = self.perform(effect, vec![load(slot, Type::one(Sort::Piece), span), to?], span);
        Some(vec![take, bring])
    }

    /// A slot for what an effect hands back, under the name a rule gives it.
    pub(super) fn result_slot(&mut self, name: &Name, ty: Type) -> u16 {
        let slot = self.scope.reserve(1);
        self.local(name, ty, slot, false);
        slot
    }

    /// Performs an effect and keeps what it hands back.
    pub(super) fn perform_into(
        &mut self,
        effect: Effect,
        args: Vec<Expr>,
        slot: u16,
        ty: Type,
        span: Span,
    ) -> StatementKind {
        match self.perform(effect, args, span) {
            StatementKind::Run(call) => StatementKind::Store { slot, value: Expr { ty, ..call } },
            StatementKind::Do { effect, args, .. } => StatementKind::Do { effect, args, result: Some(slot) },
            other => other,
        }
    }

    /// Performs an effect: through the function with its reactions where there are any.
    pub(super) fn perform(&mut self, effect: Effect, args: Vec<Expr>, span: Span) -> StatementKind {
        match self.wrappers.get(&effect) {
            Some(function) => {
                let kind = ExprKind::Call { function: *function, args };
                StatementKind::Run(Expr { span, ty: Type::one(Sort::Int), kind: Box::new(kind) })
            }
            None => StatementKind::Do { effect, args, result: None },
        }
    }
}
