//! `pay`: points or goods that a player gives away, or gets. It is no score and has effects of its own.

use rota_bytecode::{Builtin, Effect, Form, Sort, Type};
use rota_source::Span;
use rota_syntax::ast;

use crate::build::{constant, load};
use crate::checker::Checker;
use crate::statements::awards::kept_reason;
use crate::tree::{Expr, Statement, StatementKind};

const PLAYER: Type = Type::one(Sort::Player);
const NOBODY: Type = Type::maybe(Sort::Player);
const STOCK: Type = Type::one(Sort::Stock);
const FEATURE: Type = Type::maybe(Sort::Feature);

impl Checker<'_> {
    /// `pay … of … from … to … as … at …`, with an explanation as scores have one. Each of several who are paid gets the
    /// whole amount.
    pub(crate) fn pay(
        &mut self,
        (written, of): (&ast::Expr, Option<&ast::Expr>),
        [from, to]: [Option<&ast::Expr>; 2],
        (reason, at): (&ast::Expr, Option<&ast::Expr>),
        span: Span,
    ) -> Option<Vec<StatementKind>> {
        let mark = self.scope.mark();
        // They hold what is known already while the rest is worked out, so nothing in there may use them.
        let [who_slot, to_slot, at_slot, amount, note, each] = self.scope.reserve_each();
        let stock_slot = of.map(|_| self.scope.reserve(1));
        let reason_slot = self.reason_slot(reason);
        let nobody = constant(-1, NOBODY, span);
        let who = from.map_or_else(|| Some(nobody.clone()), |from| self.expect(from, PLAYER));
        let paid = to.map(|to| self.expr(to, Some(PLAYER)));
        let at = at.map_or_else(|| Some(constant(-1, FEATURE, span)), |at| self.expect(at, FEATURE));
        let stock = of.map(|of| self.expect(of, STOCK));
        let reason = self.reason(reason, Form::One);
        let unit = Type::one(if of.is_some() { Sort::Int } else { Sort::Pts });
        let counted = self.expect(written, unit);
        let (who, at, reason, counted) = (who?, at?, reason?, counted?);
        let to = match paid {
            None => nobody,
            Some(to) => {
                let to = to?;
                if to.ty.is_mask() { to } else { self.coerce(to, PLAYER)? }
            }
        };
        let stock = match stock {
            Some(stock) => Some(stock?),
            None => None,
        };
        let site = self.site(span, written);
        self.scope.restore(mark);
        let (reason, told) = kept_reason(reason, reason_slot);
        let several = to.ty.is_mask().then_some(to.ty);
        let store = |slot, value| StatementKind::Store { slot, value };
        let mut out = vec![store(who_slot, who), store(to_slot, to), store(at_slot, at)];
        let mut args = vec![load(amount, unit, span)];
        let mut effect = Effect::Pay;
        if let (Some(slot), Some(value)) = (stock_slot, stock) {
            out.push(store(slot, value));
            args.push(load(slot, STOCK, span));
            effect = Effect::PayStock;
        }
        args.extend([
            load(who_slot, NOBODY, span),
            load(if several.is_some() { each } else { to_slot }, NOBODY, span),
            reason,
            load(at_slot, FEATURE, span),
            load(note, Type::one(Sort::Int), span),
        ]);
        out.extend(told);
        out.extend([StatementKind::Terms, store(amount, counted), StatementKind::Note { site, slot: note }]);
        let pay = self.perform(effect, args, span);
        out.push(match several {
            None => pay,
            Some(players) => StatementKind::Each {
                slot: each,
                set: load(to_slot, players, span),
                from: Some(Expr::ask(span, PLAYER, Builtin::Active, vec![])),
                filter: None,
                body: vec![Statement { span, kind: pay }],
            },
        });
        Some(out)
    }
}
