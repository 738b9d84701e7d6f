//! The menu of a step, whose actions are offered together.

use rota_bytecode::program::Action;
use rota_bytecode::{Form, Sort, Type};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{self, ChoiceKind, Deciders, StatementKind as Written};

use crate::build::constant;
use crate::checker::Checker;
use crate::expressions::fold::BoundSet;
use crate::expressions::types::UNKNOWN;
use crate::statements::choice::{both, offered_with};
use crate::step_tree::MOST_AGAIN;
use crate::tree::{Expr, ExprKind, Group, Statement, StatementKind};

/// Whoever is on turn, as rules write it.
const ACTIVE: &str = "active";

/// An action as declared.
pub(crate) struct Offer<'a> {
    name: &'a ast::Name,
    /// Whether it leaves no other while it has something to offer.
    is_alone: bool,
    /// Whether the menu is asked once more behind it.
    goes_on: bool,
    when: Option<&'a ast::Expr>,
    body: &'a ast::Block,
}

impl Offer<'_> {
    /// The action that an item declares, if it does.
    pub(crate) fn of(item: &ast::Item) -> Option<Offer<'_>> {
        let ast::ItemKind::Action { name, alone, again, when, body, .. } = &item.kind else { return None };
        Some(Offer { name, is_alone: *alone, goes_on: *again, when: when.as_ref(), body })
    }
}

impl Checker<'_> {
    /// The menu of a step: the first choice of each of its actions, offered together. Those that stand alone are asked
    /// for first, by themselves.
    pub(crate) fn menu(
        &mut self,
        step: &str,
        menu: &ast::Item,
        offers: &[Offer<'_>],
    ) -> Option<Vec<Statement>> {
        let ast::ItemKind::Menu { who, pass, pass_when, prompt, otherwise, .. } = &menu.kind else {
            return None;
        };
        let who = self.expect(who, Type::one(Sort::Player));
        let mut pass_when = match pass_when.as_ref().filter(|_| *pass) {
            Some(when) => Some(self.expect_condition(when)?),
            None => None,
        };
        let is_repeated = offers.iter().any(|offer| offer.goes_on);
        let leave = || Statement { span: menu.span, kind: StatementKind::Leave };
        let [mut alone, mut together] = [(); 2].map(|()| (Vec::new(), Vec::new()));
        for offer in offers {
            self.scope.rule = format!("action {}", offer.name.node);
            let mark = self.scope.mark();
            let offered = self.apart(|checker| checker.offer(offer, who.as_ref()));
            if let Some((mut group, member)) = offered {
                group.body.extend((is_repeated && !offer.goes_on).then(leave));
                let (groups, actions) = if offer.is_alone { &mut alone } else { &mut together };
                groups.push(group);
                actions.push(Action { name: offer.name.node.clone(), ty: member });
            }
            self.scope.restore(mark);
        }
        let prompt = prompt.as_ref().map_or_else(|| format!("{step}?"), |text| text.node.clone());
        self.scope.rule = format!("menu {step}");
        let mut asked = otherwise.as_ref().map_or_else(Vec::new, |block| self.apart(|it| it.block(block)));
        asked.extend(is_repeated.then(leave));
        let who = who?;
        for ((groups, actions), pass) in [(together, *pass), (alone, false)] {
            if !groups.is_empty() {
                let choice = self.choice(menu.span, step.to_owned(), prompt.clone(), pass, actions);
                let kind = StatementKind::Choose { choice, who: who.clone(), groups, otherwise: asked };
                asked =
                    self.passing_when(pass_when.take().filter(|_| pass), Statement { span: menu.span, kind });
            }
        }
        if is_repeated {
            let times = constant(MOST_AGAIN, Type::one(Sort::Int), menu.span);
            let kind = StatementKind::Repeat { times, body: asked };
            return Some(vec![Statement { span: menu.span, kind }]);
        }
        Some(asked)
    }

    /// Whom an action asks, as written: whoever is on turn where it is taken without a choice.
    pub(crate) fn asked_by(&self, action: &ast::Item) -> &str {
        let ast::ItemKind::Action { body, .. } = &action.kind else { return ACTIVE };
        if let Some(Written::Choose(choose)) = body.statements.first().map(|first| &first.kind)
            && let Deciders::One(who) = &choose.who
        {
            return self.sources.text(who.span);
        }
        ACTIVE
    }

    /// An action that is taken as it is: one line of the menu, told by its name.
    fn plain_offer(&mut self, offer: &Offer<'_>, when: Option<Option<Expr>>) -> Option<(Group, Type)> {
        let span = offer.name.span;
        let slot = self.scope.reserve(1);
        let after = self.block(offer.body);
        let when = match when {
            Some(when) => Some(when?),
            None => None,
        };
        let truth = Type::one(Sort::Bool);
        let set = ExprKind::Set(vec![constant(1, truth, span)]);
        let set = Expr::new(span, truth.with_form(Form::Many), set);
        let body = vec![Statement { span: offer.body.span, kind: StatementKind::Scope(after) }];
        Some((Group { when, set, filter: None, slot, body }, UNKNOWN))
    }

    fn offer(&mut self, offer: &Offer<'_>, asked: Option<&Expr>) -> Option<(Group, Type)> {
        let when = offer.when.map(|when| self.expect_condition(when));
        when.iter().for_each(|when| self.learn(when.as_ref(), true));
        let first = offer.body.statements.split_first();
        let Some((first, Written::Choose(choose), rest)) =
            first.map(|(first, rest)| (first, &first.kind, rest))
        else {
            return self.plain_offer(offer, when);
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
        let (some_later, filter) = offered_with(first, later, offer.body.span);
        let when = both(when, some_later);
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
}
