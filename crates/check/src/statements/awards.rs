//! Points: `award`, `score`, `give awards`, and what is changed of awards that wait.

use rota_bytecode::program::Owner;
use rota_bytecode::{BUILTINS, Builtin, Effect, Form, Sort, Type};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{self, Name};

use crate::build::{constant, load, nobody};
use crate::checker::{Checker, Deed};
use crate::expressions::names::index;
use crate::tree::{Expr, Statement, StatementKind};
use crate::usage::Kind;

const PLAYER: Type = Type::one(Sort::Player);

impl Checker<'_> {
    /// `award …` and `score …`: for each recipient, with an explanation.
    pub(crate) fn award(
        &mut self,
        effect: Effect,
        points: &ast::Expr,
        to: &ast::Expr,
        reason: &ast::Expr,
        at: Option<&ast::Expr>,
        span: Span,
    ) -> Option<Vec<StatementKind>> {
        let mark = self.scope.mark();
        // They hold what is known already while the rest is worked out, so nothing in there may use them.
        let [mask, at_slot, amount, note, who] = self.scope.reserve_each();
        let scoring = (effect == Effect::Score && self.tells_scorings()).then(|| self.scope.reserve_each());
        let reason_slot = self.reason_slot(reason);
        let to = self.expr(to, Some(PLAYER));
        let at = match at {
            Some(at) => self.expect(at, Type::maybe(Sort::Feature)),
            None => Some(constant(-1, Type::maybe(Sort::Feature), span)),
        };
        let reason = self.reason(reason, Form::One);
        let written = points;
        let points = self.expect(points, Type::one(Sort::Pts));
        let (to, at, reason, points) = (to?, at?, reason?, points?);
        let to = if to.ty.is_mask() { to } else { self.coerce(to, PLAYER)? };
        let site = self.site(span, written);
        self.scope.restore(mark);
        let (reason, told) = kept_reason(reason, reason_slot);
        let statement = |kind: StatementKind| Statement { span, kind };
        let many = to.ty.is_mask();
        let to_ty = to.ty;
        let award = [
            load(amount, Type::one(Sort::Pts), span),
            load(if many { who } else { mask }, PLAYER, span),
            reason,
            load(at_slot, Type::maybe(Sort::Feature), span),
            load(note, Type::one(Sort::Int), span),
        ];
        let give = match scoring {
            None => vec![statement(self.perform(effect, award.to_vec(), span))],
            Some(slots) => self.single_scoring(award.to_vec(), slots, span),
        };
        let count = vec![
            statement(StatementKind::Store { slot: at_slot, value: at }),
            statement(StatementKind::Terms),
            statement(StatementKind::Store { slot: amount, value: points }),
            statement(StatementKind::Note { site, slot: note }),
        ];
        let mut out = vec![StatementKind::Store { slot: mask, value: to }];
        if many {
            // Nobody to give to: the points need not be counted.
            let nobody = nobody(load(mask, Type::one(Sort::Int), span));
            let from = Expr::ask(span, PLAYER, Builtin::Active, vec![]);
            let each = StatementKind::Each {
                slot: who,
                set: load(mask, to_ty, span),
                from: Some(from),
                filter: None,
                body: give,
            };
            let mut body = count;
            body.push(statement(each));
            body.splice(0..0, told.map(statement));
            out.push(StatementKind::If { condition: nobody, then: Vec::new(), otherwise: body });
        } else {
            out.extend(told);
            out.extend(count.into_iter().map(|statement| statement.kind));
            out.extend(give.into_iter().map(|statement| statement.kind));
        }
        Some(out)
    }

    /// `give awards`: all together, or where rules react to scores one by one, in the order in which they were made.
    pub(crate) fn give(&mut self, span: Span) -> Vec<StatementKind> {
        if !self.wrappers.contains_key(&Deed::Effect(Effect::Score)) {
            return vec![self.perform(Effect::GiveAwards, Vec::new(), span)];
        }
        let mark = self.scope.mark();
        let [slot, waited, told] = self.scope.reserve_each();
        let award = Type::one(Sort::Award);
        let ask = |builtin: Builtin, ty: Type| Expr::ask(span, ty, builtin, vec![load(slot, award, span)]);
        let mut args = vec![
            ask(Builtin::AwardPoints, Type::one(Sort::Pts)),
            ask(Builtin::AwardTo, PLAYER),
            ask(Builtin::AwardReason, Type::one(Sort::Reason)),
            ask(Builtin::AwardAt, Type::maybe(Sort::Feature)),
            ask(Builtin::AwardNote, Type::one(Sort::Int)),
        ];
        let take = StatementKind::Do {
            effect: Effect::GiveAward,
            args: vec![load(slot, award, span)],
            result: Some(waited),
        };
        if self.tells_scorings() {
            args.push(load(slot, award, span));
        }
        let score = self.perform(Effect::Score, args, span);
        // A reaction to one of those before may have cancelled it.
        let score = StatementKind::If {
            condition: load(waited, Type::one(Sort::Bool), span),
            then: vec![Statement { span, kind: score }],
            otherwise: Vec::new(),
        };
        let body = vec![Statement { span, kind: take }, Statement { span, kind: score }];
        let set = Expr::ask(span, Type::many(Sort::Award), Builtin::Awards, Vec::new());
        self.scope.restore(mark);
        let mut out = vec![StatementKind::Each { slot, set, from: None, filter: None, body }];
        if self.tells_scorings() {
            let body = self.tell_scoring([slot, told], span);
            let set = Expr::ask(span, Type::many(Sort::Award), Builtin::Scorings, Vec::new());
            out.push(StatementKind::Do { effect: Effect::SumUp, args: Vec::new(), result: None });
            out.push(StatementKind::Each { slot, set, from: None, filter: None, body });
        }
        out
    }

    /// Whether some rule reacts to scorings.
    pub(crate) fn tells_scorings(&self) -> bool {
        self.wrappers.contains_key(&Deed::Effect(Effect::Scoring))
    }

    /// A `score` that is a scoring by itself: as an award that is given at once.
    fn single_scoring(&mut self, args: Vec<Expr>, [single, told]: [u16; 2], span: Span) -> Vec<Statement> {
        let number = load(single, Type::one(Sort::Award), span);
        let made = StatementKind::Do { effect: Effect::Single, args: args.clone(), result: Some(single) };
        let score = self.perform(Effect::Score, [args, vec![number]].concat(), span);
        let mut out = vec![Statement { span, kind: made }, Statement { span, kind: score }];
        out.extend(self.tell_scoring([single, told], span));
        out
    }

    /// Runs the rules that react to a scoring, by its first award.
    fn tell_scoring(&mut self, [slot, told]: [u16; 2], span: Span) -> Vec<Statement> {
        let award = load(slot, Type::one(Sort::Award), span);
        let ask = |builtin: Builtin, ty: Type| Expr::ask(span, ty, builtin, vec![award.clone()]);
        let args = vec![
            ask(Builtin::AwardPoints, Type::one(Sort::Pts)),
            ask(Builtin::AwardTo, PLAYER),
            ask(Builtin::AwardAt, Type::maybe(Sort::Feature)),
        ];
        let tell = StatementKind::Do { effect: Effect::Tell, args: vec![award.clone()], result: Some(told) };
        let follow = StatementKind::If {
            condition: load(told, Type::one(Sort::Bool), span),
            then: vec![Statement { span, kind: self.perform(Effect::Scoring, args, span) }],
            otherwise: Vec::new(),
        };
        vec![Statement { span, kind: tell }, Statement { span, kind: follow }]
    }

    pub(crate) fn set_award(
        &mut self,
        award: Expr,
        name: &Name,
        value: &ast::Expr,
        span: Span,
    ) -> Option<Vec<StatementKind>> {
        match name.node.as_str() {
            "points" => self.set_award_points(award, value, span),
            "to" => {
                let to = self.expect(value, PLAYER)?;
                Some(vec![self.perform(Effect::SetAwardTo, vec![award, to], span)])
            }
            _ => {
                Diagnostic::error("names::unknown-variable", format!("`{name}` of an award cannot be set"))
                    .at(name.span, "fixed")
                    .help("`points` and `to` can be set; `cancel a` takes it away")
                    .report(self.diagnostics);
                None
            }
        }
    }

    fn set_award_points(
        &mut self,
        award: Expr,
        written: &ast::Expr,
        span: Span,
    ) -> Option<Vec<StatementKind>> {
        let mark = self.scope.mark();
        let [changed, amount, note] = self.scope.reserve_each();
        let points = self.expect(written, Type::one(Sort::Pts))?;
        let ty = points.ty;
        let changed_award = load(changed, award.ty, span);
        let before = Expr::ask(span, Type::one(Sort::Int), Builtin::AwardNote, vec![changed_award.clone()]);
        let mut out = vec![StatementKind::Store { slot: changed, value: award }];
        out.extend(self.change_points((amount, points), (before, note), written, span));
        self.scope.restore(mark);
        let args = vec![changed_award, load(amount, ty, span), load(note, Type::one(Sort::Int), span)];
        out.push(self.perform(Effect::SetAwardPoints, args, span));
        Some(out)
    }

    /// Stores changed points in a slot, and in another one the note that explains them from there on; `before` explains
    /// what they were.
    pub(crate) fn change_points(
        &mut self,
        (amount, points): (u16, Expr),
        (before, explained): (Expr, u16),
        written: &ast::Expr,
        span: Span,
    ) -> Vec<StatementKind> {
        let site = self.site(span, written);
        let mark = self.scope.mark();
        let note = self.scope.reserve(1);
        self.scope.restore(mark);
        let told = vec![load(note, Type::one(Sort::Int), span), load(amount, points.ty, span), before];
        vec![
            StatementKind::Terms,
            StatementKind::Store { slot: amount, value: points },
            StatementKind::Note { site, slot: note },
            StatementKind::Do { effect: Effect::Retell, args: told, result: Some(explained) },
        ]
    }

    /// Resolves the reason of a score: a declared word before whatever else goes by its name, or what answers with one.
    pub(crate) fn reason(&mut self, written: &ast::Expr, form: Form) -> Option<Expr> {
        let wanted = Type::one(Sort::Reason).with_form(form);
        let ast::ExprKind::Name(name) = &*written.kind else { return self.expect(written, wanted) };
        if let Some(position) = self.declared.reasons.iter().position(|reason| reason == name) {
            self.usage.mark(Kind::Reason, name);
            return Some(constant(index(position), Type::one(Sort::Reason), written.span));
        }
        if self.is_bare_word(name) {
            return self.expect(written, wanted);
        }
        Diagnostic::error("names::unknown-reason", format!("`{name}` is no declared reason"))
            .at(written.span, "a reason is a declared word, or something that answers with one")
            .suggest((name.as_str(), written.span), &self.declared.reasons, || {
                format!("declare it: `reason {name}`")
            })
            .report(self.diagnostics);
        None
    }

    /// Whether a bare word means something of which a type can be told.
    fn is_bare_word(&self, name: &str) -> bool {
        self.scope.find(name).is_some()
            || self.variable(Owner::Game, name).is_some()
            || self.values.contains_key(name)
            || self.options.contains_key(name)
            || BUILTINS.iter().any(|entry| entry.receiver.is_none() && entry.name == name)
    }

    /// A slot for a reason that has to be worked out before anything happens.
    pub(crate) fn reason_slot(&mut self, written: &ast::Expr) -> Option<u16> {
        let is_settled = if let ast::ExprKind::Name(name) = &*written.kind {
            self.declared.reasons.contains(name) || self.scope.find(name).is_some()
        } else {
            false
        };
        (!is_settled).then(|| self.scope.reserve(1))
    }
}

/// The reason as it is used, and what keeps it where it is worked out first.
pub(crate) fn kept_reason(reason: Expr, slot: Option<u16>) -> (Expr, Option<StatementKind>) {
    match slot {
        Some(slot) => {
            (load(slot, reason.ty, reason.span), Some(StatementKind::Store { slot, value: reason }))
        }
        None => (reason, None),
    }
}
