//! A pass that only some may take: `or pass when …`.

use rota_bytecode::{Sort, Type};
use rota_syntax::ast;

use crate::build::{constant, equal, load};
use crate::checker::Checker;
use crate::tree::{Expr, Group, Statement, StatementKind};

impl Checker<'_> {
    /// Checks when a choice can be passed, where it says so; the outer none is an error.
    pub(crate) fn pass_when(&mut self, choose: &ast::Choose) -> Option<Option<Expr>> {
        match choose.pass_when.as_ref().filter(|_| choose.pass) {
            Some(when) => self.expect_condition(when).map(Some),
            None => Some(None),
        }
    }

    /// The same decision, which can be passed only where the condition holds: it is asked with a pass or without one,
    /// and what follows is done behind both.
    pub(crate) fn passing_when(&mut self, when: Option<Expr>, asked: Statement) -> Vec<Statement> {
        let Some(condition) = when else { return vec![asked] };
        let Statement { span, kind: StatementKind::Choose { choice, who, groups, otherwise } } = asked else {
            return vec![asked];
        };
        let Some(site) = self.choices.get(choice as usize).cloned() else { return Vec::new() };
        let strict = self.choice(span, site.name, site.prompt, false, site.actions);
        if let Some(other) = self.choices.get_mut(strict as usize) {
            other.secrecy = site.secrecy;
        }
        let number = Type::one(Sort::Int);
        let statement = |kind| Statement { span, kind };
        let taken = self.scope.reserve_beyond();
        let store =
            |value| statement(StatementKind::Store { slot: taken, value: constant(value, number, span) });
        let mut offered: Vec<Group> = Vec::new();
        let mut follows: Vec<(i64, Vec<Statement>)> = Vec::new();
        for (group, place) in groups.into_iter().zip(1..) {
            follows.push((place, group.body));
            offered.push(Group { body: vec![store(place)], ..group });
        }
        let ask = |choice| {
            let (who, groups) = (who.clone(), offered.clone());
            vec![statement(StatementKind::Choose { choice, who, groups, otherwise: vec![store(0)] })]
        };
        let once = StatementKind::If { condition, then: ask(choice), otherwise: ask(strict) };
        let mut behind = otherwise;
        for (place, body) in follows.into_iter().rev() {
            let condition = equal(load(taken, number, span), constant(place, number, span));
            behind = vec![statement(StatementKind::If { condition, then: body, otherwise: behind })];
        }
        [statement(once)].into_iter().chain(behind).collect()
    }
}
