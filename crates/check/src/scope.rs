//! Local names and their slots.

use rota_bytecode::Type;
use rota_source::Span;

use crate::narrowing::Facts;
use crate::tree::{Expr, ExprKind};

/// What the code being checked may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Purity {
    /// It may change the position and ask players.
    #[default]
    Acts,
    /// It answers a question: it may only look.
    Answers,
}

/// A local name.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    pub name: String,
    pub ty: Type,
    pub slot: u16,
    /// Whether `set` may write it.
    pub writable: bool,
    pub span: Span,
    /// Its place among all that `let` names.
    pub noted: Option<usize>,
    /// What it is where many are chosen.
    pub many: Option<Many>,
}

/// What a name means in a choice of several, or of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Many {
    /// One of those among which is chosen, in the condition.
    Member,
    /// All that was chosen.
    Chosen,
}

/// The locals of the function being checked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    pub locals: Vec<Local>,
    next: u16,
    most: u16,
    pub purity: Purity,
    /// The rule or action being checked, for the explanation of its scores.
    pub rule: String,
    /// The slots of points or goods that the rule may change before they reach a player, and of the note that explains
    /// them.
    pub explained: Option<(u16, u16)>,
    /// The type that `return` gives back, in a value.
    pub result: Option<Type>,
    /// The loops around the statement being checked.
    pub loops: u16,
    /// The name in a choice of many whose condition is being checked.
    pub one_of_many: Option<Span>,
    /// Whether what was chosen before is secret.
    pub secret: bool,
    /// Whether the code belongs to a rule, which `stop` can end.
    pub stoppable: bool,
    /// Whether what may be missing is taken as there: what a scenario expects fails when it is not.
    pub assumes: bool,
    /// What is known at the point being checked.
    pub facts: Facts,
}

/// How many names and slots were in use at some point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScopeMark {
    locals: usize,
    next: u16,
}

impl Scope {
    /// Begins a function.
    pub fn function(rule: &str, purity: Purity, result: Option<Type>) -> Scope {
        Scope { rule: rule.to_owned(), purity, result, stoppable: result.is_none(), ..Scope::default() }
    }

    /// Reserves slots without a name and returns the first.
    pub fn reserve(&mut self, count: u16) -> u16 {
        let first = self.next;
        self.next = self.next.saturating_add(count);
        self.most = self.most.max(self.next);
        first
    }

    /// Reserves a slot that nothing checked so far uses, not even what is over; it is free for what comes later.
    pub fn reserve_beyond(&mut self) -> u16 {
        let slot = self.most;
        self.most = self.most.saturating_add(1);
        slot
    }

    /// Reserves slots without a name and returns each of them.
    pub fn reserve_each<const COUNT: usize>(&mut self) -> [u16; COUNT] {
        [(); COUNT].map(|()| self.reserve(1))
    }

    /// Gives a name to a new slot.
    pub fn bind(&mut self, name: &str, ty: Type, writable: bool, span: Span) -> u16 {
        let slot = self.reserve(1);
        self.bind_to(name, ty, slot, writable, span);
        slot
    }

    /// Gives a name to a slot that is already there.
    pub fn bind_to(&mut self, name: &str, ty: Type, slot: u16, writable: bool, span: Span) {
        let many = (self.one_of_many == Some(span)).then_some(Many::Member);
        self.locals.push(Local { name: name.to_owned(), ty, slot, writable, span, noted: None, many });
    }

    /// Finds the innermost local of this name.
    pub fn find(&self, name: &str) -> Option<&Local> {
        self.locals.iter().rev().find(|local| local.name == name)
    }

    /// The local that an expression reads, and nothing else.
    pub fn holds(&self, expr: &Expr) -> Option<&Local> {
        let ExprKind::Load(slot) = *expr.kind else { return None };
        self.locals.iter().rev().find(|local| local.slot == slot)
    }

    /// Returns where names and slots stand, to go back to with `restore`.
    pub fn mark(&self) -> ScopeMark {
        ScopeMark { locals: self.locals.len(), next: self.next }
    }

    /// Returns whether this name was given since then.
    pub fn named_since(&self, mark: ScopeMark, name: &str) -> bool {
        self.locals.iter().skip(mark.locals).any(|local| local.name == name)
    }

    /// Forgets the names and frees the slots since then.
    pub fn restore(&mut self, mark: ScopeMark) {
        self.locals.truncate(mark.locals);
        self.next = mark.next;
        self.facts.free(mark.next);
    }

    /// Forgets the names since then and keeps their slots.
    pub fn forget(&mut self, mark: ScopeMark) {
        self.locals.truncate(mark.locals);
    }

    /// Returns the first slot that is not in use.
    pub fn free_slot(&self) -> u16 {
        self.next
    }

    /// Returns how many slots the function needs in all.
    pub fn slots(&self) -> u16 {
        self.most
    }
}
