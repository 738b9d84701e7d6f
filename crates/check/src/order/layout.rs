//! The order of play: steps as a tree, what packs insert and variants move.

use rota_compose::{InForce, MOST_IN_ONE_PLACE, Member, arrange_or_report, too_many, unordered};
use rota_source::{Diagnostic, Span, nearest};
use rota_syntax::ast::{self, ItemKind, Name, Precedence, Side};

use crate::checker::{Checker, undeclared};
use crate::step_tree::Step;

/// The three phases of a game; their steps are the packs' own. Any other order is run by rules.
const PHASES: [&str; 3] = ["setup", "turn", "final"];

/// Where steps with an error in their place are put.
pub(super) const LOST: usize = 1;

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
                self.add_steps(steps, root, entry.pack);
            }
        }
        for entry in &items.entries {
            if let ItemKind::Step { step, side, anchor, order, when } = &entry.item.kind {
                let (parent, at) = self.beside(anchor, side.node).unwrap_or((LOST, usize::MAX));
                let index = match self.known_step(&step.name) {
                    Some(known) => known,
                    None => self.steps.insert(&step.name, parent, at, when.clone()),
                };
                self.add_steps(&step.steps, index, entry.pack);
                let beside = self.steps.find(&anchor.node).map(|anchor| (side.node, anchor));
                if let Some(step) = self.steps.steps.get_mut(index) {
                    (step.pack, step.beside, step.order) = (entry.pack, beside, order.clone());
                }
            }
        }
        for change in &items.moves {
            self.move_step(change.step, change.side, change.anchor);
        }
        (0..self.steps.steps.len()).for_each(|parent| self.order_children(parent, items));
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
        self.declared.steps = self.steps.names_in_order();
    }

    /// Puts the steps inside a step in order: each stays where it was inserted unless something written moves it.
    fn order_children(&mut self, parent: usize, items: &InForce<'_>) {
        let Some(children) = self.steps.steps.get(parent).map(|step| step.children.clone()) else { return };
        let steps: Vec<Step> =
            children.iter().filter_map(|child| self.steps.steps.get(*child).cloned()).collect();
        let names: Vec<Name> = steps.iter().map(|step| Name::new(step.name.clone(), step.span)).collect();
        let members: Vec<Member<'_>> = steps
            .iter()
            .zip(&names)
            .map(|(step, name)| {
                let (name, order) = (Some(name), Some(&step.order));
                Member { name, pack: step.pack, order, is_elsewhere: false }
            })
            .collect();
        if let Some(name) = names.get(MOST_IN_ONE_PLACE) {
            self.report(too_many("inside a step", name.span));
            return;
        }
        let mut written = items.written_order("beside it", &members, self.diagnostics);
        for (own, step) in steps.iter().enumerate() {
            let anchor = step
                .beside
                .and_then(|(side, anchor)| Some((side, children.iter().position(|child| *child == anchor)?)));
            written.extend(anchor.map(|(side, anchor)| match side {
                Side::Before => (own, anchor),
                Side::After | Side::Instead => (anchor, own),
            }));
        }
        let order = arrange_or_report(&members, &written, self.diagnostics);
        let are_known = |one: usize, other: usize| {
            let (Some(one), Some(other)) = (steps.get(one), steps.get(other)) else { return true };
            one.pack == other.pack
                || items.builds_on(one.pack, other.pack)
                || items.builds_on(other.pack, one.pack)
        };
        let unordered =
            unordered(&order, |one, other| written.contains(&(one, other)) || are_known(one, other));
        let ordered = order.iter().filter_map(|index| children.get(*index).copied()).collect();
        if let Some(step) = self.steps.steps.get_mut(parent) {
            (step.children, step.unordered) = (ordered, unordered);
        }
    }

    fn add_steps(&mut self, steps: &[ast::Step], parent: usize, pack: usize) {
        for step in steps {
            let index = match self.known_step(&step.name) {
                Some(known) => known,
                None => self.steps.insert(&step.name, parent, usize::MAX, None),
            };
            if let Some(step) = self.steps.steps.get_mut(index) {
                step.pack = pack;
            }
            self.add_steps(&step.steps, index, pack);
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
        if let Some(step) = self.steps.steps.get_mut(index) {
            (step.beside, step.order) = (Some((side, target)), Precedence::default());
        }
    }

    /// Finds a step, or says that there is none.
    pub(crate) fn step(&mut self, name: &Name) -> Option<usize> {
        let found = self.steps.find(&name.node);
        if found.is_none() {
            undeclared("steps::unknown", format!("there is no step `{name}`"), name)
                .suggest(name, self.steps.names(), || {
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
                .suggest(phase, PHASES, || {
                    format!(
                        "a rule runs it with `run {phase}`; steps of a turn stand in `order turn {{ … }}`, \
                             or beside another: `step … after …`"
                    )
                })
                .report(self.diagnostics);
        }
    }
}
