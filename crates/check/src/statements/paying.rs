//! `pay`: points that a player gives away, or gets. It is no score and has an effect of its own.

use rota_bytecode::{Effect, Form, Sort, Type};
use rota_source::Span;
use rota_syntax::ast;

use crate::build::{constant, load};
use crate::checker::Checker;
use crate::statements::awards::kept_reason;
use crate::tree::StatementKind;

const PLAYER: Type = Type::one(Sort::Player);
const NOBODY: Type = Type::maybe(Sort::Player);

impl Checker<'_> {
    /// `pay … from … to … as …`, with an explanation as scores have one.
    pub(crate) fn pay(
        &mut self,
        points: &ast::Expr,
        from: Option<&ast::Expr>,
        to: Option<&ast::Expr>,
        reason: &ast::Expr,
        span: Span,
    ) -> Option<Vec<StatementKind>> {
        let mark = self.scope.mark();
        // They hold what is known already while the rest is worked out, so nothing in there may use them.
        let [who_slot, to_slot, amount, note] = self.scope.reserve_each();
        let reason_slot = self.reason_slot(reason);
        let who = match from {
            Some(from) => self.expect(from, PLAYER),
            None => Some(constant(-1, NOBODY, span)),
        };
        let to = match to {
            Some(to) => self.expect(to, PLAYER),
            None => Some(constant(-1, NOBODY, span)),
        };
        let reason = self.reason(reason, Form::One);
        let written = points;
        let points = self.expect(points, Type::one(Sort::Pts));
        let (who, to, reason, points) = (who?, to?, reason?, points?);
        let site = self.site(span, written);
        self.scope.restore(mark);
        let (reason, told) = kept_reason(reason, reason_slot);
        let args = vec![
            load(amount, Type::one(Sort::Pts), span),
            load(who_slot, NOBODY, span),
            load(to_slot, NOBODY, span),
            reason,
            load(note, Type::one(Sort::Int), span),
        ];
        let mut out = vec![
            StatementKind::Store { slot: who_slot, value: who },
            StatementKind::Store { slot: to_slot, value: to },
        ];
        out.extend(told);
        out.extend([
            StatementKind::Terms,
            StatementKind::Store { slot: amount, value: points },
            StatementKind::Note { site, slot: note },
            self.perform(Effect::Pay, args, span),
        ]);
        Some(out)
    }
}
