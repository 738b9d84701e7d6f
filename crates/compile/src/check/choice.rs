//! Decisions: a choice in a rule, and the menu of a step whose actions are offered together.

use rota_bytecode::program::Action;
use rota_bytecode::{Sort, Type};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{self, StatementKind as Written};

use super::Checker;
use super::scope::Purity;
use crate::tree::{Expr, Group, Statement, StatementKind};

/// An action as declared.
pub(super) struct Offer<'a> {
    pub name: &'a ast::Name,
    pub when: Option<&'a ast::Expr>,
    pub body: &'a ast::Block,
}

impl Checker<'_> {
    /// `choose …` and all that follows it in its block.
    pub(super) fn choose(
        &mut self,
        statement: &ast::Statement,
        rest: &[ast::Statement],
    ) -> Option<Statement> {
        let Written::Choose { who, binding, prompt, pass, otherwise } = &statement.kind else { return None };
        if self.scope.purity == Purity::Answers {
            self.report(
                Diagnostic::error("types::effect-in-value", "a value only answers; it asks nobody")
                    .at(self.first_word(statement.span), "this would ask a player")
                    .help("move it into a rule"),
            );
            return None;
        }
        let who = self.expect(who, Type::one(Sort::Player));
        let otherwise = otherwise.as_ref().map(|block| self.block(block)).unwrap_or_default();
        let depth = self.scope.depth();
        let bound = self.bind(binding);
        let body = self.statements(rest);
        self.scope.back(depth);
        let (who, bound) = (who?, bound?);
        let prompt =
            prompt.as_ref().map_or_else(|| format!("choose {}", binding.name.node), |text| text.node.clone());
        let actions = vec![Action { name: String::new(), ty: bound.member }];
        let choice = self.choice(statement.span, self.scope.rule.clone(), prompt, *pass, actions);
        let group = Group { when: None, set: bound.set, filter: bound.filter, slot: bound.slot, body };
        let kind = StatementKind::Choose { choice, who, groups: vec![group], otherwise };
        Some(Statement { span: statement.span, kind })
    }

    /// The menu of a step: the first choice of each of its actions, offered together.
    pub(super) fn menu(&mut self, step: &str, menu: &ast::Item, offers: &[Offer<'_>]) -> Option<Statement> {
        let ast::ItemKind::Menu { who, pass, prompt, .. } = &menu.kind else { return None };
        let who = self.expect(who, Type::one(Sort::Player));
        let mut groups = Vec::new();
        let mut actions = Vec::new();
        for offer in offers {
            self.scope.rule = format!("action {}", offer.name.node);
            let depth = self.scope.depth();
            if let Some((group, member)) = self.offer(offer, who.as_ref()) {
                groups.push(group);
                actions.push(Action { name: offer.name.node.clone(), ty: member });
            }
            self.scope.back(depth);
        }
        let prompt = prompt.as_ref().map_or_else(|| format!("{step}?"), |text| text.node.clone());
        let choice = self.choice(menu.span, step.to_owned(), prompt, *pass, actions);
        let kind = StatementKind::Choose { choice, who: who?, groups, otherwise: Vec::new() };
        Some(Statement { span: menu.span, kind })
    }

    fn offer(&mut self, offer: &Offer<'_>, asked: Option<&Expr>) -> Option<(Group, Type)> {
        let when = offer.when.map(|when| self.expect_condition(when));
        let Some((first, rest)) = offer.body.statements.split_first() else {
            self.no_choice(offer.name.span, "this action has none");
            return None;
        };
        let Written::Choose { who, binding, prompt, pass, otherwise } = &first.kind else {
            let word = self.first_word(first.span);
            self.no_choice(word, "expected `choose`");
            return None;
        };
        let who = self.expect(who, Type::one(Sort::Player));
        if *pass || otherwise.is_some() || prompt.is_some() {
            let place = prompt.as_ref().map_or_else(|| self.first_word(first.span), |prompt| prompt.span);
            self.report(
                Diagnostic::error(
                    "types::menu-choice",
                    "the menu of the step has the prompt and says whether to pass",
                )
                .at(place, "the first choice of an action has neither prompt, pass nor else")
                .help("leave them away here, or write them in the `menu` of the step"),
            );
        }
        let bound = self.bind(binding);
        let body = self.statements(rest);
        let (who, bound) = (who?, bound?);
        if asked.is_some_and(|asked| !same(asked, &who)) {
            self.report(
                Diagnostic::error("types::menu-player", "all actions of a step are offered to one player")
                    .at(who.span, "the menu of the step asks somebody else")
                    .help("choose for the player that the menu names"),
            );
        }
        let when = match when {
            Some(when) => Some(when?),
            None => None,
        };
        let body = vec![Statement { span: offer.body.span, kind: StatementKind::Scope(body) }];
        Some((Group { when, set: bound.set, filter: bound.filter, slot: bound.slot, body }, bound.member))
    }

    fn no_choice(&mut self, span: Span, label: &str) {
        self.report(
            Diagnostic::error("types::action-without-choice", "an action begins with what can be chosen")
                .at(span, label)
                .help("as in `choose active s among kept.segments where …`"),
        );
    }
}

/// Whether two expressions are the same question.
fn same(a: &Expr, b: &Expr) -> bool {
    use crate::tree::ExprKind::{Ask, Const, Get, Load};
    match (&*a.kind, &*b.kind) {
        (Const(a), Const(b)) => a == b,
        (Load(a), Load(b)) => a == b,
        (Ask { builtin: a, args: x }, Ask { builtin: b, args: y }) => {
            a == b && x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y))
        }
        (Get { var: a, key: None }, Get { var: b, key: None }) => a == b,
        (crate::tree::ExprKind::Some(a), crate::tree::ExprKind::Some(b)) => same(a, b),
        _ => false,
    }
}
