//! `pay`: points or goods that a player gives away, or gets. It is no score and has effects of its own.

use rota_bytecode::{Effect, Form, Sort, Type};
use rota_source::Span;
use rota_syntax::ast;

use crate::build::{constant, load};
use crate::checker::Checker;
use crate::statements::awards::kept_reason;
use crate::tree::StatementKind;

const PLAYER: Type = Type::one(Sort::Player);
const NOBODY: Type = Type::maybe(Sort::Player);
const STOCK: Type = Type::one(Sort::Stock);

impl Checker<'_> {
    /// `pay … of … from … to … as …`, with an explanation as scores have one.
    pub(crate) fn pay(
        &mut self,
        (written, of): (&ast::Expr, Option<&ast::Expr>),
        ends: [Option<&ast::Expr>; 2],
        reason: &ast::Expr,
        span: Span,
    ) -> Option<Vec<StatementKind>> {
        let mark = self.scope.mark();
        // They hold what is known already while the rest is worked out, so nothing in there may use them.
        let [who_slot, to_slot, amount, note] = self.scope.reserve_each();
        let stock_slot = of.map(|_| self.scope.reserve(1));
        let reason_slot = self.reason_slot(reason);
        let [who, to] = ends.map(|end| match end {
            Some(end) => self.expect(end, PLAYER),
            None => Some(constant(-1, NOBODY, span)),
        });
        let stock = of.map(|of| self.expect(of, STOCK));
        let reason = self.reason(reason, Form::One);
        let unit = Type::one(if of.is_some() { Sort::Int } else { Sort::Pts });
        let counted = self.expect(written, unit);
        let (who, to, reason, counted) = (who?, to?, reason?, counted?);
        let stock = match stock {
            Some(stock) => Some(stock?),
            None => None,
        };
        let site = self.site(span, written);
        self.scope.restore(mark);
        let (reason, told) = kept_reason(reason, reason_slot);
        let mut out = vec![
            StatementKind::Store { slot: who_slot, value: who },
            StatementKind::Store { slot: to_slot, value: to },
        ];
        let mut args = vec![load(amount, unit, span)];
        let mut effect = Effect::Pay;
        if let (Some(slot), Some(value)) = (stock_slot, stock) {
            out.push(StatementKind::Store { slot, value });
            args.push(load(slot, STOCK, span));
            effect = Effect::PayStock;
        }
        args.extend([
            load(who_slot, NOBODY, span),
            load(to_slot, NOBODY, span),
            reason,
            load(note, Type::one(Sort::Int), span),
        ]);
        out.extend(told);
        out.extend([
            StatementKind::Terms,
            StatementKind::Store { slot: amount, value: counted },
            StatementKind::Note { site, slot: note },
            self.perform(effect, args, span),
        ]);
        Some(out)
    }
}
