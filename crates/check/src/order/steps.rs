//! The order of play: steps as a tree, what packs insert and variants move, and the rules at each step.

use rota_bytecode::{Effect, Sort, Type};
use rota_source::{Diagnostic, Span, nearest};
use rota_syntax::ast::{self, Item, ItemKind, Name, Side, Trigger};

use crate::build::{constant, load, run};
use crate::checker::{Checker, undeclared};
use crate::scope::{Purity, Scope};
use crate::statements::menu::Offer;
use crate::step_tree::Step;
use crate::tree::{Function, Statement, StatementKind};
use rota_compose::InForce;

/// The three phases of a game; their steps are the packs' own. Any other order is run by rules.
const PHASES: [&str; 3] = ["setup", "turn", "final"];

/// How often a step runs once more where it stands.
const MOST_AGAIN: i64 = 1000;

/// Where steps with an error in their place are put.
const LOST: usize = 1;

impl Checker<'_> {
    /// Builds the tree of steps.
    pub(crate) fn build_steps(&mut self, items: &InForce<'_>) {
        for phase in PHASES {
            self.steps.add_root(phase, Span::default());
        }
        for entry in &items.entries {
            if let ItemKind::Order { phase, steps } = &entry.item.kind {
                let known = PHASES.iter().position(|known| *known == phase.node);
                let root = known.or_else(|| self.known_step(phase));
                let root = root.unwrap_or_else(|| self.steps.add_root(&phase.node, phase.span));
                self.add_steps(steps, root);
            }
        }
        for entry in &items.entries {
            if let ItemKind::Step { step, side, anchor, when } = &entry.item.kind {
                let (parent, at) = self.beside(anchor, side.node).unwrap_or((LOST, usize::MAX));
                let index = match self.known_step(&step.name) {
                    Some(known) => known,
                    None => self.steps.insert(&step.name, parent, at, when.clone()),
                };
                self.add_steps(&step.steps, index);
            }
        }
        for change in &items.moves {
            self.move_step(change.step, change.side, change.anchor);
        }
        for index in 0..self.steps.steps.len() {
            let Some(step) = self.steps.steps.get(index) else { continue };
            let (name, span) = (format!("step {}", step.name), step.span);
            let function = self.reserve(name, span, None);
            if let Some(step) = self.steps.steps.get_mut(index) {
                step.function = function;
            }
        }
        for until in std::mem::take(&mut self.until_steps) {
            self.step(&until);
        }
        self.declared.steps = self.steps.names().map(str::to_owned).collect();
    }

    fn add_steps(&mut self, steps: &[ast::Step], parent: usize) {
        for step in steps {
            let index = match self.known_step(&step.name) {
                Some(known) => known,
                None => self.steps.insert(&step.name, parent, usize::MAX, None),
            };
            self.add_steps(&step.steps, index);
        }
    }

    /// Finds a step of this name, which there should not be yet.
    fn known_step(&mut self, name: &Name) -> Option<usize> {
        let index = self.steps.find(&name.node)?;
        let first = self.steps.steps.get(index)?.span;
        let diagnostic = if index < PHASES.len() {
            Diagnostic::error("names::duplicate", format!("`{name}` is a phase, and no step"))
                .at(name.span, "a step needs a name of its own")
                .help("rename the step")
        } else {
            let is_order =
                |index: usize| self.steps.steps.get(index).is_some_and(|step| step.parent.is_none());
            let what = if is_order(index) { "order" } else { "step" };
            Diagnostic::error("names::duplicate", format!("{what} `{name}` is declared twice"))
                .at(name.span, "declared again here")
                .at(first, "first declared here")
                .help("rename one of them, orders and steps share their names; a second rule at the same step needs no second step")
        };
        self.report(diagnostic);
        Some(index)
    }

    fn beside(&mut self, anchor: &Name, side: Side) -> Option<(usize, usize)> {
        let index = self.step(anchor)?;
        if side == Side::Instead {
            Diagnostic::error("steps::instead", format!("a step cannot take the place of `{anchor}`"))
                .at(anchor.span, "other packs put their rules there")
                .help("put it `before` or `after`, and disable the rules that should not run")
                .report(self.diagnostics);
        }
        let seat = self.steps.seat(index);
        if seat.is_none() {
            let what = if index < PHASES.len() { "phase" } else { "order" };
            Diagnostic::error("steps::beside-phase", format!("nothing stands beside the {what} `{anchor}`"))
                .at(anchor.span, format!("the {what} is not a step"))
                .help("name a step inside it")
                .report(self.diagnostics);
        }
        seat.map(|(parent, at)| (parent, if side == Side::After { at + 1 } else { at }))
    }

    fn move_step(&mut self, name: &Name, side: Side, anchor: &Name) {
        let (Some(index), Some(target)) = (self.step(name), self.step(anchor)) else { return };
        let diagnostic = Diagnostic::error("steps::cannot-move", format!("`{name}` cannot move there"));
        if self.steps.seat(index).is_none() {
            let diagnostic = diagnostic.at(name.span, "this is no step but a whole order");
            self.report(diagnostic.help("move a step inside it"));
            return;
        }
        if self.steps.is_below(target, index) {
            self.report(
                diagnostic
                    .at(name.span, "this step")
                    .at(anchor.span, "is the step itself, or lies inside it")
                    .help("move it beside a step outside of it"),
            );
            return;
        }
        if self.beside(anchor, side).is_none() {
            return;
        }
        self.steps.detach(index);
        if let Some((parent, at)) = self.beside(anchor, side) {
            self.steps.attach(index, parent, at);
        }
    }

    /// Finds a step, or says that there is none.
    pub(crate) fn step(&mut self, name: &Name) -> Option<usize> {
        let found = self.steps.find(&name.node);
        if found.is_none() {
            undeclared("steps::unknown", format!("there is no step `{name}`"), name)
                .suggest(&name.node, self.steps.names(), || {
                    format!("declare it: `step {name} after …`; effects are met with `before` and `after`")
                })
                .report(self.diagnostics);
        }
        found
    }

    /// The function that runs a step.
    pub(crate) fn step_function(&mut self, name: &Name) -> Option<u32> {
        self.ran.insert(name.node.clone());
        self.step(name).map(|step| self.steps.function(step))
    }

    /// Reports orders that are no phase and that no rule runs: nothing would ever happen in them. Nothing is
    /// said where a variant may have taken the rule away, or where a misspelt `run` is reported already.
    pub(crate) fn report_idle_orders(&mut self, items: &InForce<'_>) {
        if items.edited || !items.chosen.is_empty() {
            return;
        }
        let lost: Vec<String> =
            self.ran.iter().filter(|name| self.steps.find(name).is_none()).cloned().collect();
        for entry in &items.entries {
            let ItemKind::Order { phase, .. } = &entry.item.kind else { continue };
            // An order with the name of a step is reported already.
            let root = self.steps.find(&phase.node).filter(|index| self.steps.seat(*index).is_none());
            if PHASES.contains(&phase.node.as_str())
                || root.is_none()
                || self.ran.contains(&phase.node)
                || lost.iter().any(|name| nearest(name, [phase.node.as_str()]).is_some())
            {
                continue;
            }
            Diagnostic::error("steps::unknown-phase", format!("nothing runs `{phase}`"))
                .at(phase.span, "not `setup`, `turn` or `final`, and no rule runs it")
                .suggest(&phase.node, PHASES, || {
                    format!(
                        "a rule runs it with `run {phase}`; steps of a turn stand in `order turn {{ … }}`, \
                             or beside another: `step … after …`"
                    )
                })
                .report(self.diagnostics);
        }
    }

    /// Checks rules and actions and returns what happens in each step itself; the steps inside are joined to it
    /// when it is known which of them are appended somewhere.
    pub(crate) fn check_steps(&mut self, items: &InForce<'_>) -> Vec<Vec<Statement>> {
        let count = self.steps.steps.len();
        let mut rules: Vec<Vec<(usize, &Item)>> = vec![Vec::new(); count];
        let mut offers: Vec<Vec<&Item>> = vec![Vec::new(); count];
        let mut menus: Vec<Option<&Item>> = vec![None; count];
        let mut replaced: Vec<&Name> = Vec::new();
        let mut actions: Vec<&str> = Vec::new();
        for entry in &items.entries {
            let kind = &entry.item.kind;
            if let ItemKind::Rule { trigger: Trigger::Step(step), .. } = kind {
                // A rule whose step is not known is checked all the same.
                let index = self.step(step).unwrap_or(LOST);
                if let Some(list) = rules.get_mut(index) {
                    list.push((entry.pack, entry.item));
                }
            } else if let ItemKind::Action { name, step, instead, .. } = kind {
                actions.push(name.node.as_str());
                replaced.extend(instead);
                if let Some(list) = self.step(step).and_then(|index| offers.get_mut(index)) {
                    list.push(entry.item);
                }
            } else if let ItemKind::Menu { step, .. } = kind
                && let Some(menu) = self.step(step).and_then(|index| menus.get_mut(index))
            {
                *menu = Some(entry.item);
            }
        }
        let name =
            |item: &Item| rota_compose::rule_name(item).map_or("", |name| name.node.as_str()).to_owned();
        for list in &mut rules {
            list.sort_by_key(|(pack, item)| (*pack, rota_compose::bare(&name(item)).to_owned()));
        }
        for missing in replaced.iter().filter(|name| !actions.contains(&name.node.as_str())) {
            undeclared(
                "names::unknown-action",
                format!("there is no action `{missing}` to replace"),
                missing,
            )
            .suggest(&missing.node, actions.iter().copied(), || {
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
            let rules = rules.get(index).map(Vec::as_slice).unwrap_or_default();
            let offers = offers.get(index).map(Vec::as_slice).unwrap_or_default();
            let menu = menus.get(index).copied().flatten();
            self.scope = Scope::function("", Purity::Acts, None);
            let body = self.step_body(index, rules, offers, menu);
            let slots = self.scope.slots();
            let function = self.steps.function(index);
            if let Some(function) = self.function_mut(function) {
                function.slots = slots;
            }
            if let Some(place) = bodies.get_mut(index) {
                *place = body;
            }
        }
        bodies
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
        for child in children {
            self.join_steps(child, bodies);
            let Some(step) = self.steps.steps.get(child).cloned() else { continue };
            if !step.busy {
                continue;
            }
            let call = run(step.span, step.function, Vec::new());
            let mut statements = vec![Statement { span: step.span, kind: call.clone() }];
            self.scope = Scope::function("", Purity::Answers, None);
            if self.appended.contains(&step.function) {
                statements.push(self.once_more(&step, call));
            }
            if let Some(condition) = step.when.as_ref().and_then(|when| self.expect_condition(when)) {
                let kind = StatementKind::If { condition, then: statements, otherwise: Vec::new() };
                statements = vec![Statement { span: step.span, kind }];
            }
            let (slots, parent) = (self.scope.slots(), self.steps.function(index));
            if let Some(function) = self.function_mut(parent) {
                function.slots = function.slots.max(slots);
            }
            if let Some(body) = bodies.get_mut(index) {
                body.extend(statements);
            }
        }
        let busy = bodies.get(index).is_some_and(|body| !body.is_empty());
        if let Some(step) = self.steps.steps.get_mut(index) {
            step.busy = busy;
        }
    }

    /// A step that rules append runs again as long as one of them has said so. What is left when it has run
    /// very often waits for the end of the turn, where the game sees that this goes on for ever.
    fn once_more(&mut self, step: &Step, call: StatementKind) -> Statement {
        let (span, number) = (step.span, Type::one(Sort::Int));
        let goes_on = self.scope.bind("again", Type::one(Sort::Bool), false, span);
        let statement = |kind: StatementKind| Statement { span, kind };
        let function = constant(i64::from(step.function), number, span);
        let again = StatementKind::Do { effect: Effect::Again, args: vec![function], result: Some(goes_on) };
        let leave = StatementKind::If {
            condition: load(goes_on, Type::one(Sort::Bool), span),
            then: Vec::new(),
            otherwise: vec![statement(StatementKind::Leave)],
        };
        let body = vec![statement(again), statement(leave), statement(call)];
        statement(StatementKind::Repeat { times: constant(MOST_AGAIN, number, span), body })
    }

    /// What happens in a step itself: variables that live until it, its rules, its menu.
    fn step_body(
        &mut self,
        index: usize,
        rules: &[(usize, &Item)],
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
        for (_, item) in rules {
            body.extend(self.rule(item));
        }
        match menu {
            Some(menu) => {
                let offers: Vec<Offer<'_>> = offers
                    .iter()
                    .filter_map(|item| {
                        let ItemKind::Action { name, when, body, .. } = &item.kind else { return None };
                        Some(Offer { name, when: when.as_ref(), body })
                    })
                    .collect();
                if !offers.is_empty() {
                    body.extend(self.menu(&step.name, menu, &offers));
                }
            }
            None => {
                if let Some(item) = offers.first() {
                    Diagnostic::error(
                        "steps::no-menu",
                        format!("step `{}` has no menu to offer this in", step.name),
                    )
                    .at(rota_compose::heading(item), "this action")
                    .help(format!("declare one: `menu {} for active or pass \"…\"`", step.name))
                    .report(self.diagnostics);
                }
            }
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
        let ItemKind::Rule { name, when, body, .. } = &item.kind else { return None };
        let label = format!("rule {name}");
        let index = self.reserve(label.clone(), name.span, None);
        let condition = when.as_ref().map(|when| self.expect_condition(when));
        let outer = std::mem::replace(&mut self.scope, Scope::function(&label, Purity::Acts, None));
        condition.iter().for_each(|when| self.learn(when.as_ref(), true));
        let statements = self.block(body);
        let slots = self.scope.slots();
        self.scope = outer;
        let scope = vec![Statement { span: body.span, kind: StatementKind::Scope(statements) }];
        if let Some(function) = self.function_mut(index) {
            *function = Function { slots, counted: true, body: scope, ..function.clone() };
        }
        let call = Statement { span: item.span, kind: run(item.span, index, Vec::new()) };
        let Some(condition) = condition else { return Some(call) };
        let kind = StatementKind::If { condition: condition?, then: vec![call], otherwise: Vec::new() };
        Some(Statement { span: item.span, kind })
    }
}
