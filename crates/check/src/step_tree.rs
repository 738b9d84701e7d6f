//! The steps of a composition as a tree: what stands in what, and in which order.

use rota_source::Span;
use rota_syntax::ast::{self, Name};

/// How often a step runs once more where it stands, and a menu is asked once more.
pub(crate) const MOST_AGAIN: i64 = 1000;

/// All steps of a composition.
#[derive(Clone, Debug, Default)]
pub(crate) struct StepTree {
    pub(crate) steps: Vec<Step>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Step {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) parent: Option<usize>,
    pub(crate) children: Vec<usize>,
    /// The condition it was inserted with.
    pub(crate) when: Option<ast::Expr>,
    pub(crate) function: u32,
    /// The pack that declares it, counted in order of composition.
    pub(crate) pack: usize,
    /// The step beside which it was inserted.
    pub(crate) beside: Option<(ast::Side, usize)>,
    /// What it comes before and after besides.
    pub(crate) order: ast::Precedence,
    /// Pairs of its children, by their places, that nothing puts in order.
    pub(crate) unordered: Vec<(usize, usize)>,
    /// Whether anything happens in it or below it.
    pub(crate) busy: bool,
}

impl StepTree {
    /// Finds a step by name.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.steps.iter().position(|step| step.name == name)
    }

    /// Returns the name of a step.
    pub(crate) fn name(&self, step: usize) -> &str {
        self.steps.get(step).map_or("", |step| step.name.as_str())
    }

    /// Returns the function that runs a step.
    pub(crate) fn function(&self, step: usize) -> u32 {
        self.steps.get(step).map_or(u32::MAX, |step| step.function)
    }

    /// Returns whether anything happens in a step or below it.
    pub(crate) fn runs_anything(&self, step: usize) -> bool {
        self.steps.get(step).is_some_and(|step| step.busy)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.steps.iter().map(|step| step.name.as_str())
    }

    /// The names in order of play: each before those of the steps inside of it.
    pub(crate) fn names_in_order(&self) -> Vec<String> {
        let mut waiting: Vec<usize> = self.roots().collect();
        waiting.reverse();
        let mut names = Vec::new();
        while let Some(step) = waiting.pop().and_then(|index| self.steps.get(index)) {
            names.push(step.name.clone());
            waiting.extend(step.children.iter().rev());
        }
        names
    }

    /// Adds a step that stands in no other: a phase, or an order that rules run by its name.
    pub(crate) fn add_root(&mut self, name: &str, span: Span) -> usize {
        self.steps.push(Step { name: name.to_owned(), span, ..Step::default() });
        self.steps.len() - 1
    }

    pub(crate) fn roots(&self) -> impl Iterator<Item = usize> {
        self.steps.iter().zip(0..).filter(|(step, _)| step.parent.is_none()).map(|(_, index)| index)
    }

    pub(crate) fn insert(&mut self, name: &Name, parent: usize, at: usize, when: Option<ast::Expr>) -> usize {
        let index = self.steps.len();
        self.steps.push(Step { name: name.node.clone(), span: name.span, when, ..Step::default() });
        self.attach(index, parent, at);
        index
    }

    pub(crate) fn attach(&mut self, index: usize, parent: usize, at: usize) {
        if let Some(parent_step) = self.steps.get_mut(parent) {
            parent_step.children.insert(at.min(parent_step.children.len()), index);
        }
        if let Some(step) = self.steps.get_mut(index) {
            step.parent = Some(parent);
        }
    }

    pub(crate) fn detach(&mut self, index: usize) {
        for step in &mut self.steps {
            step.children.retain(|child| *child != index);
        }
    }

    /// The parent of a step and its place among the children; none for a phase.
    pub(crate) fn seat(&self, index: usize) -> Option<(usize, usize)> {
        let parent = self.steps.get(index)?.parent?;
        let at = self.steps.get(parent)?.children.iter().position(|child| *child == index)?;
        Some((parent, at))
    }

    pub(crate) fn is_below(&self, index: usize, ancestor: usize) -> bool {
        let mut at = Some(index);
        while let Some(step) = at {
            if step == ancestor {
                return true;
            }
            at = self.steps.get(step).and_then(|step| step.parent);
        }
        false
    }
}
