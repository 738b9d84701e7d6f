//! The menu of a step, whose actions are offered together.

use rota_bytecode::program::Action;
use rota_bytecode::{Sort, Type};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{self, ChoiceKind, Deciders, StatementKind as Written};

use crate::checker::Checker;
use crate::expressions::fold::BoundSet;
use crate::statements::choice::{both, exists};
use crate::tree::{Expr, Group, Statement, StatementKind};

/// An action as declared.
pub(crate) struct Offer<'a> {
    pub name: &'a ast::Name,
    pub when: Option<&'a ast::Expr>,
    pub body: &'a ast::Block,
}

impl Checker<'_> {
    /// The menu of a step: the first choice of each of its actions, offered together.
    pub(crate) fn menu(&mut self, step: &str, menu: &ast::Item, offers: &[Offer<'_>]) -> Option<Statement> {
        let ast::ItemKind::Menu { who, pass, prompt, .. } = &menu.kind else { return None };
        let who = self.expect(who, Type::one(Sort::Player));
        let mut groups = Vec::new();
        let mut actions = Vec::new();
        for offer in offers {
            self.scope.rule = format!("action {}", offer.name.node);
            let mark = self.scope.mark();
            let offered = self.apart(|checker| checker.offer(offer, who.as_ref()));
            if let Some((group, member)) = offered {
                groups.push(group);
                actions.push(Action { name: offer.name.node.clone(), ty: member });
            }
            self.scope.restore(mark);
        }
        let prompt = prompt.as_ref().map_or_else(|| format!("{step}?"), |text| text.node.clone());
        let choice = self.choice(menu.span, step.to_owned(), prompt, *pass, actions);
        let kind = StatementKind::Choose { choice, who: who?, groups, otherwise: Vec::new() };
        Some(Statement { span: menu.span, kind })
    }

    fn offer(&mut self, offer: &Offer<'_>, asked: Option<&Expr>) -> Option<(Group, Type)> {
        let when = offer.when.map(|when| self.expect_condition(when));
        when.iter().for_each(|when| self.learn(when.as_ref(), true));
        let Some((first, rest)) = offer.body.statements.split_first() else {
            self.no_choice(offer.name.span, "this action has none");
            return None;
        };
        let Written::Choose(choose) = &first.kind else {
            let word = self.first_word(first.span);
            self.no_choice(word, "expected `choose`");
            return None;
        };
        let Deciders::One(who) = &choose.who else {
            self.no_action_choice(choose, first.span, "all choose at once here");
            return None;
        };
        if choose.kind.node != ChoiceKind::One {
            self.no_action_choice(choose, choose.kind.span, "these are several");
            return None;
        }
        if choose.secret {
            self.no_action_choice(choose, first.span, "this is secret");
            return None;
        }
        let who = self.expect(who, Type::one(Sort::Player));
        // Behind the first part of a choice stands no menu: what is asked there may have a prompt.
        let prompt = choose.prompt.as_ref().filter(|_| choose.parts.len() == 1);
        if choose.pass || choose.otherwise.is_some() || prompt.is_some() {
            let place = prompt.map_or_else(|| self.first_word(first.span), |prompt| prompt.span);
            Diagnostic::error(
                "types::menu-choice",
                "the menu of the step has the prompt and says whether to pass",
            )
            .at(place, "the first choice of an action has neither prompt, pass nor else")
            .help("leave them away here, or write them in the `menu` of the step")
            .report(self.diagnostics);
        }
        let mark = self.scope.mark();
        let bound: Vec<Option<BoundSet>> = choose.parts.iter().map(|part| self.bind(part)).collect();
        let after = match &choose.body {
            Some(block) => {
                let mut body = self.block(block);
                self.scope.forget(mark);
                body.extend(self.statements(rest));
                body
            }
            None => self.statements(rest),
        };
        let (who, bound) = (who?, bound.into_iter().collect::<Option<Vec<BoundSet>>>()?);
        let (first, later) = bound.split_first()?;
        if asked.is_some_and(|asked| !asked.same_as(&who)) {
            Diagnostic::error("types::menu-player", "all actions of a step are offered to one player")
                .at(who.span, "the menu of the step asks somebody else")
                .help("choose for the player that the menu names")
                .report(self.diagnostics);
        }
        let when = match when {
            Some(when) => Some(when?),
            None => None,
        };
        let after = self.later_choices(offer.body.span, choose, &who, later, after);
        let filter = both(first.filter.clone(), exists(later, offer.body.span));
        let body = vec![Statement { span: offer.body.span, kind: StatementKind::Scope(after) }];
        let group = Group { when, set: first.set.clone(), filter, slot: first.slot, body };
        Some((group, first.member))
    }

    fn no_action_choice(&mut self, choose: &ast::Choose, span: Span, label: &str) {
        let name = choose.parts.first().map_or("x", |part| part.name.node.as_str());
        Diagnostic::error(
            "types::menu-choice",
            "an action is offered to one player by what it begins with, in the open",
        )
        .at(span, label)
        .help(format!(
            "begin it with one thing, as in `choose active {name} among …`, and ask for the rest behind it"
        ))
        .report(self.diagnostics);
    }

    fn no_choice(&mut self, span: Span, label: &str) {
        Diagnostic::error("types::action-without-choice", "an action begins with what can be chosen")
            .at(span, label)
            .help(
                "as in `choose active s among kept.segments where …`; what must hold stands in its `when`, \
                     and what is done stands behind the choice",
            )
            .report(self.diagnostics);
    }
}
