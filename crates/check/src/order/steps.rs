//! What happens at each step: its rules, its menu, the steps inside it.

use rota_bytecode::{Builtin, Effect, Form, Sort, Type};
use rota_source::Diagnostic;
use rota_syntax::ast::{Item, ItemKind, Name, Trigger};

use crate::build::{constant, load, run};
use crate::checker::{Checker, undeclared};
use crate::order::layout::LOST;
use crate::place::{Happening, Place};
use crate::scope::{Purity, Scope};
use crate::statements::menu::Offer;
use crate::step_tree::{MOST_AGAIN, Step};
use crate::tree::{Expr, Function, Statement, StatementKind};
use rota_compose::{Entry, InForce, Sequence};

impl Checker<'_> {
    /// Checks rules and actions and returns what happens in each step itself; the steps inside are joined to it
    /// when it is known which of them are appended somewhere.
    pub(crate) fn check_steps(&mut self, items: &InForce<'_>) -> Vec<Vec<Statement>> {
        let count = self.steps.steps.len();
        let reported = self.diagnostics.len();
        let mut rules: Vec<Vec<Entry<'_>>> = vec![Vec::new(); count];
        let mut offers: Vec<Vec<&Item>> = vec![Vec::new(); count];
        let mut menus: Vec<Option<&Item>> = vec![None; count];
        let mut replaced: Vec<&Name> = Vec::new();
        let mut actions: Vec<&str> = Vec::new();
        for entry in &items.entries {
            let kind = &entry.item.kind;
            if let ItemKind::Rule { trigger: Trigger::Steps(steps), .. } = kind {
                // A rule whose step is not known is checked all the same.
                let known = self.steps_named(steps);
                for index in if known.is_empty() { vec![LOST] } else { known } {
                    rules.get_mut(index).into_iter().for_each(|list| list.push(*entry));
                }
            } else if let ItemKind::Action { name, instead, .. } = kind {
                actions.push(name.node.as_str());
                replaced.extend(instead);
            } else if let ItemKind::Menu { step, .. } = kind
                && let Some(menu) = self.step(step).and_then(|index| menus.get_mut(index))
            {
                *menu = Some(entry.item);
            }
        }
        for entry in &items.entries {
            let ItemKind::Action { steps, .. } = &entry.item.kind else { continue };
            for index in self.steps_named(steps) {
                for menu in self.menus_for(entry.item, index, &menus) {
                    let Some(list) = offers.get_mut(menu) else { continue };
                    if !list.iter().any(|other| std::ptr::eq(*other, entry.item)) {
                        list.push(entry.item);
                    }
                }
            }
        }
        let name =
            |item: &Item| rota_compose::rule_name(item).map_or("", |name| name.node.as_str()).to_owned();
        for missing in replaced.iter().filter(|name| !actions.contains(&name.node.as_str())) {
            undeclared(
                "names::unknown-action",
                format!("there is no action `{missing}` to replace"),
                missing,
            )
            .suggest(*missing, actions.iter().copied(), || {
                "leave `instead …` away for a new action".to_owned()
            })
            .report(self.diagnostics);
        }
        for list in &mut offers {
            list.retain(|item| !replaced.iter().any(|other| other.node == name(item)));
        }
        // Children come after their parents in the table, so that going backwards meets them first.
        let mut bodies: Vec<Vec<Statement>> = vec![Vec::new(); count];
        for index in 0..count {
            let place = format!("at step `{}`", self.steps.name(index));
            let rules = rules.get_mut(index).map(std::mem::take).unwrap_or_default();
            let rules = items.sequence(&place, rules, self.diagnostics);
            let offers = offers.get(index).map(Vec::as_slice).unwrap_or_default();
            let menu = menus.get(index).copied().flatten();
            self.scope = Scope::function("", Purity::Acts, None);
            let body = self.step_body(index, (place, &rules), offers, menu);
            let slots = self.scope.slots();
            let function = self.steps.function(index);
            if let Some(function) = self.function_mut(function) {
                function.slots = slots;
            }
            if let Some(place) = bodies.get_mut(index) {
                *place = body;
            }
        }
        self.report_once(reported);
        bodies
    }

    /// The steps of these names, each once.
    fn steps_named(&mut self, names: &[Name]) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        for name in names {
            let Some(step) = self.step(name) else { continue };
            if found.contains(&step) {
                Diagnostic::error("steps::named-twice", format!("`{name}` is named twice"))
                    .at(name.span, "it happens there once, all the same")
                    .help("leave it away here")
                    .report(self.diagnostics);
            } else {
                found.push(step);
            }
        }
        found
    }

    /// The menus in which an action at a step stands: that of the step or, where it has none, those of all steps inside
    /// it that ask the same player.
    fn menus_for(&mut self, item: &Item, at: usize, menus: &[Option<&Item>]) -> Vec<usize> {
        let has_menu = |step: usize| menus.get(step).copied().flatten();
        if has_menu(at).is_some() {
            return vec![at];
        }
        let asked = self.asked_by(item).to_owned();
        let is_same = |menu: &Item| {
            let ItemKind::Menu { who, .. } = &menu.kind else { return false };
            self.sources.text(who.span) == asked
        };
        let within = (0..menus.len()).filter(|step| self.steps.is_below(*step, at));
        let found: Vec<usize> = within.filter(|step| has_menu(*step).is_some_and(is_same)).collect();
        if found.is_empty() {
            let step = self.steps.name(at);
            Diagnostic::error("steps::no-menu", format!("step `{step}` has no menu to offer this in"))
                .at(rota_compose::heading(item), "this action")
                .help(format!("declare one: `menu {step} for {asked} or pass \"…\"`"))
                .report(self.diagnostics);
        }
        found
    }

    /// Leaves away what was reported before of something that happens in several places.
    fn report_once(&mut self, from: usize) {
        let mut told: Vec<Diagnostic> = Vec::new();
        for diagnostic in self.diagnostics.split_off(from) {
            if !told.contains(&diagnostic) {
                told.push(diagnostic);
            }
        }
        self.diagnostics.extend(told);
    }

    /// Writes the functions of the steps.
    pub(crate) fn join_all_steps(&mut self, mut bodies: Vec<Vec<Statement>>) {
        for root in self.steps.roots().collect::<Vec<_>>() {
            self.join_steps(root, &mut bodies);
        }
        for (index, body) in bodies.into_iter().enumerate() {
            let function = self.steps.function(index);
            if let Some(function) = self.function_mut(function) {
                function.body = body;
            }
        }
    }

    /// Adds the calls of the steps inside a step, in order, leaving out those in which nothing happens.
    fn join_steps(&mut self, index: usize, bodies: &mut [Vec<Statement>]) {
        let children = self.steps.steps.get(index).map(|step| step.children.clone()).unwrap_or_default();
        let mut members: Vec<Happening> = Vec::new();
        for child in children {
            self.join_steps(child, bodies);
            let Some(step) = self.steps.steps.get(child).cloned() else { continue };
            members.push(Happening { pack: step.pack, span: step.span, body: Vec::new() });
            if !step.busy {
                continue;
            }
            let call = run(step.span, step.function, Vec::new());
            let mut statements = vec![Statement { span: step.span, kind: call.clone() }];
            self.scope = Scope::function("", Purity::Answers, None);
            if self.appended.contains(&step.function) {
                statements.extend(self.once_more(&step, call));
            }
            if let Some(condition) = step.when.as_ref().and_then(|when| self.expect_condition(when)) {
                let kind = StatementKind::If { condition, then: statements, otherwise: Vec::new() };
                statements = vec![Statement { span: step.span, kind }];
            }
            let (slots, parent) = (self.scope.slots(), self.steps.function(index));
            if let Some(function) = self.function_mut(parent) {
                function.slots = function.slots.max(slots);
            }
            if let Some(happening) = members.last_mut() {
                happening.body.clone_from(&statements);
            }
            if let Some(body) = bodies.get_mut(index) {
                body.extend(statements);
            }
        }
        let name = format!("among the steps of `{}`", self.steps.name(index));
        let unordered = self.steps.steps.get(index).map(|step| step.unordered.clone()).unwrap_or_default();
        self.keep_place(Place { name, members, unordered, shared: 0, is_exclusive: false });
        let busy = bodies.get(index).is_some_and(|body| !body.is_empty());
        if let Some(step) = self.steps.steps.get_mut(index) {
            step.busy = busy;
        }
    }

    /// A step that rules append runs again as long as one of them has said so. What is left when it has run
    /// very often waits for the end of the turn, where the game sees that this goes on for ever.
    fn once_more(&mut self, step: &Step, call: StatementKind) -> Vec<Statement> {
        let (span, number, player) = (step.span, Type::one(Sort::Int), Type::one(Sort::Player));
        let goes_on = self.scope.bind("again", Type::one(Sort::Bool), false, span);
        let statement = |kind: StatementKind| Statement { span, kind };
        let to_do = |effect: Effect, arg: Expr, result: Option<u16>| {
            statement(StatementKind::Do { effect, args: vec![arg], result })
        };
        let again = to_do(Effect::Again, constant(i64::from(step.function), number, span), Some(goes_on));
        let leave = statement(StatementKind::If {
            condition: load(goes_on, Type::one(Sort::Bool), span),
            then: Vec::new(),
            otherwise: vec![statement(StatementKind::Leave)],
        });
        let repeat = |body: Vec<Statement>| {
            statement(StatementKind::Repeat { times: constant(MOST_AGAIN, number, span), body })
        };
        if !self.entrusts {
            return vec![repeat(vec![again, leave, statement(call)])];
        }
        // It may be another player's; behind it the one goes on who was active before.
        let before = self.scope.bind("before", player, false, span);
        let active = Expr::ask(span, player, Builtin::Active, Vec::new());
        let theirs = to_do(Effect::Seat, constant(-1, player.with_form(Form::Maybe), span), None);
        vec![
            statement(StatementKind::Store { slot: before, value: active }),
            repeat(vec![again, leave, theirs, statement(call)]),
            to_do(Effect::Seat, load(before, player, span), None),
        ]
    }

    /// What happens in a step itself: variables that live until it, its rules, its menu.
    fn step_body(
        &mut self,
        index: usize,
        (place, rules): (String, &Sequence<'_>),
        offers: &[&Item],
        menu: Option<&Item>,
    ) -> Vec<Statement> {
        let mut body = Vec::new();
        let Some(step) = self.steps.steps.get(index).cloned() else { return body };
        for var in self.resets(&step.name) {
            let args = vec![constant(i64::from(var), Type::one(Sort::Int), step.span)];
            let kind = StatementKind::Do { effect: Effect::Reset, args, result: None };
            body.push(Statement { span: step.span, kind });
        }
        let bodies: Vec<Vec<Statement>> =
            rules.entries.iter().map(|entry| self.rule(entry.item).into_iter().collect()).collect();
        body.extend(bodies.iter().flatten().cloned());
        self.keep_place(Place::of(place, rules, bodies));
        if let Some(menu) = menu {
            let offers: Vec<Offer<'_>> = offers.iter().filter_map(|item| Offer::of(item)).collect();
            body.extend(self.menu(&step.name, menu, &offers).into_iter().flatten());
        }
        body
    }

    /// Variables that live until a step.
    fn resets(&self, step: &str) -> Vec<u16> {
        self.lifetimes.iter().filter(|(_, until)| until == step).map(|(var, _)| *var).collect()
    }

    /// Makes a function of a rule at a step and returns its call. The condition stands before the call, so
    /// that a rule counts as having run only when it holds.
    fn rule(&mut self, item: &Item) -> Option<Statement> {
        let ItemKind::Rule { name, when, .. } = &item.kind else { return None };
        let label = format!("rule {name}");
        let condition = when.as_ref().map(|when| self.expect_condition(when));
        let shared = self.shared_rules.get(&item.span).copied();
        let index = shared.unwrap_or_else(|| self.rule_function(&label, item, condition.as_ref()));
        if rota_compose::steps_of(item).len() > 1 {
            self.shared_rules.insert(item.span, index);
        }
        let call = Statement { span: item.span, kind: run(item.span, index, Vec::new()) };
        let Some(condition) = condition else { return Some(call) };
        let kind = StatementKind::If { condition: condition?, then: vec![call], otherwise: Vec::new() };
        Some(Statement { span: item.span, kind })
    }

    /// What a rule does, as a function: one, at however many steps it runs.
    fn rule_function(&mut self, label: &str, item: &Item, condition: Option<&Option<Expr>>) -> u32 {
        let ItemKind::Rule { name, body, .. } = &item.kind else { return u32::MAX };
        let index = self.reserve(label.to_owned(), name.span, None);
        let outer = std::mem::replace(&mut self.scope, Scope::function(label, Purity::Acts, None));
        condition.iter().for_each(|when| self.learn(when.as_ref(), true));
        let statements = self.block(body);
        let slots = self.scope.slots();
        self.scope = outer;
        let scope = vec![Statement { span: body.span, kind: StatementKind::Scope(statements) }];
        if let Some(function) = self.function_mut(index) {
            *function = Function { slots, counted: true, body: scope, ..function.clone() };
        }
        index
    }
}
