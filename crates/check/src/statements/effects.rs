//! Effects: performed with the reactions to them, with what they hand back.

use rota_bytecode::{Effect, Sort, Type};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{self, Name};

use crate::build::{constant, run};
use crate::checker::{Checker, Deed};
use crate::tree::{Expr, StatementKind};

impl Checker<'_> {
    /// A slot for what an effect hands back, under the name a rule gives it.
    pub(crate) fn result_slot(&mut self, name: &Name, ty: Type) -> u16 {
        let slot = self.scope.reserve(1);
        self.local(name, ty, slot, false);
        slot
    }

    /// Performs an effect and keeps what it hands back.
    pub(crate) fn perform_into(
        &mut self,
        effect: Effect,
        args: Vec<Expr>,
        slot: u16,
        ty: Type,
        span: Span,
    ) -> StatementKind {
        let done = self.perform(effect, args, span);
        if let StatementKind::Run(call) = done {
            StatementKind::Store { slot, value: Expr { ty, ..call } }
        } else if let StatementKind::Do { effect, args, .. } = done {
            StatementKind::Do { effect, args, result: Some(slot) }
        } else {
            done
        }
    }

    /// Performs an effect on what is written, each of its type.
    pub(crate) fn perform_on(
        &mut self,
        effect: Effect,
        written: &[(&ast::Expr, Type)],
        span: Span,
    ) -> Option<Vec<StatementKind>> {
        let args: Vec<Option<Expr>> = written.iter().map(|(expr, ty)| self.expect(expr, *ty)).collect();
        Some(vec![self.perform(effect, args.into_iter().collect::<Option<_>>()?, span)])
    }

    /// `append part`, `append part for p`: once more for who does what appends it, or for another player.
    pub(crate) fn append(&mut self, step: &Name, player: Option<&ast::Expr>) -> Option<Vec<StatementKind>> {
        let function = self.step_function(step);
        let player = match player {
            Some(player) => Some(self.expect(player, Type::one(Sort::Player))?),
            None => None,
        };
        let function = function?;
        self.appended.insert(function);
        self.entrusts |= player.is_some();
        let function = constant(i64::from(function), Type::one(Sort::Int), step.span);
        let to_do = |effect: Effect, arg: Expr| StatementKind::Do { effect, args: vec![arg], result: None };
        let append = to_do(Effect::Append, function);
        Some([append].into_iter().chain(player.map(|player| to_do(Effect::Entrust, player))).collect())
    }

    /// `add road at p`: a segment of a kind that tiles can be crossed by.
    pub(crate) fn add_segment(&mut self, kind: &Name, at: &ast::Expr, span: Span) -> Option<StatementKind> {
        let number = self.feature_kind(kind);
        let at = self.expect(at, Type::one(Sort::Placement));
        let number = number?;
        if let Some(shown) = self.vocabulary.uncrossable(number) {
            Diagnostic::error(
                "types::no-crossing",
                format!("no segment of `{}` can cross a tile", kind.node),
            )
            .at(kind.span, shown)
            .help("it has to be what an `edge` shows between halves of another kind")
            .report(self.diagnostics);
            return None;
        }
        let number = u8::try_from(number).ok()?;
        if !self.declared.additions.contains(&number) {
            self.declared.additions.push(number);
        }
        let number = constant(i64::from(number), Type::one(Sort::Int), kind.span);
        Some(self.perform(Effect::Add, vec![at?, number], span))
    }

    /// `close s`, `reopen s at e`, `close e`: a segment, a segment at one side, or everything at a side.
    pub(crate) fn end_of(
        &mut self,
        effect: Effect,
        segment: &ast::Expr,
        side: Option<&ast::Expr>,
        span: Span,
    ) -> Option<Vec<StatementKind>> {
        let none = |sort| constant(-1, Type::maybe(sort), span);
        let Some(side) = side else {
            let closed = self.expr(segment, Some(Type::one(Sort::Segment)))?;
            let args = if closed.ty.sort == Sort::Side {
                vec![none(Sort::Segment), self.coerce(closed, Type::one(Sort::Side))?]
            } else {
                vec![self.coerce(closed, Type::one(Sort::Segment))?, none(Sort::Side)]
            };
            return Some(vec![self.perform(effect, args, span)]);
        };
        let segment = self.expect(segment, Type::one(Sort::Segment));
        let side = self.expect(side, Type::one(Sort::Side));
        Some(vec![self.perform(effect, vec![segment?, side?], span)])
    }

    /// Performs an effect: through the function with its reactions where there are any.
    pub(crate) fn perform(&mut self, effect: Effect, args: Vec<Expr>, span: Span) -> StatementKind {
        match self.wrappers.get(&Deed::Effect(effect)) {
            Some(function) => run(span, *function, args),
            None => StatementKind::Do { effect, args, result: None },
        }
    }
}
