//! Statements left out, conditions that always hold, others asked, and in another order.

use rota_source::{Sources, Span};
use rota_syntax::ast::{
    BinaryOp, Binding, Block, Choose, Deciders, Expr, ExprKind, Fold, Item, ItemKind, Name, Statement,
    StatementKind, Tested,
};
use rota_syntax::visit::{Visit, VisitMut};

use crate::details::{Words, place};
use crate::set_names::SetNames;
use crate::{Mutation, altered};
use rota_compose::EditKind;

/// A change at one place of a body.
struct Edit {
    span: Span,
    change: Change,
    description: String,
    /// Whether it does more than before: that it does nothing elsewhere is shown by whatever scenario there is.
    widens: bool,
}

enum Change {
    /// The statement here is left out.
    LeftOut,
    /// The expression here is another one.
    Becomes(ExprKind),
    /// The binding of this set does not begin with anybody.
    NoBeginning,
    /// The binding of this set takes in every piece.
    AnyKind,
    /// The binding of this set does not take in one of its kinds.
    NotKind(String),
    /// The binding of this set takes in another kind; `is` here asks for another word.
    Word(String),
    /// The choice here can be passed, or cannot.
    Pass,
    /// Fewer may be chosen here than just so many.
    Fewer,
    /// The members are put together otherwise.
    Fold(Fold),
}

/// Looks for what may be changed.
struct Finder<'f> {
    sources: &'f Sources,
    words: &'f Words,
    /// Names of the item itself for sets.
    sets: SetNames,
    edits: Vec<Edit>,
}

impl Finder<'_> {
    fn add(&mut self, span: Span, change: Change, description: String) {
        let widens = matches!(change, Change::Becomes(ExprKind::Bool(true)) | Change::AnyKind);
        self.edits.push(Edit { span, change, description, widens });
    }

    /// The text of a place on one line, cut where it is long.
    fn text(&self, span: Span) -> String {
        const MOST: usize = 60;
        let text = self.sources.line_text(span);
        match text.char_indices().nth(MOST) {
            Some((end, _)) => format!("`{}…`", text.get(..end).unwrap_or_default()),
            None => format!("`{text}`"),
        }
    }

    /// A condition holds always.
    fn condition(&mut self, expr: &Expr) {
        // Of several that must hold each is tried by itself.
        if !is(expr, BinaryOp::And) {
            self.known(expr, true);
        }
    }

    fn known(&mut self, expr: &Expr, value: bool) {
        if value && (is_guard(expr) || is_it(expr)) {
            return;
        }
        let how = if value { "without" } else { "with nothing for" };
        let description = format!("{how} {}", self.text(expr.span));
        self.add(expr.span, Change::Becomes(ExprKind::Bool(value)), description);
    }

    fn binding(&mut self, binding: &Binding) {
        let at = binding.set.span;
        if let Some(first) = &binding.from {
            self.add(at, Change::NoBeginning, format!("without `from {}`", self.sources.text(first.span)));
        }
        if let [kind] = binding.kinds.as_slice()
            && let Some(other) = self.words.piece_beside(kind)
        {
            self.add(at, Change::AnyKind, format!("with any piece for `{kind}`"));
            self.add(at, Change::Word(other.to_owned()), format!("with `{other}` for `{kind}`"));
        }
        if binding.kinds.len() > 1 {
            for kind in &binding.kinds {
                self.add(at, Change::NotKind(kind.node.clone()), format!("without `{kind}`"));
            }
        }
        if let Some(filter) = &binding.filter {
            self.condition(filter);
        }
    }

    /// One of several kinds is not asked for: `f is city or road`.
    fn without_kind(&mut self, whole: &Expr, before: &Expr, word: &Name) {
        self.add(whole.span, Change::Becomes((*before.kind).clone()), format!("without `or {word}`"));
        if let ExprKind::Is { operand, kind: Tested::Word(first), negated } = &*before.kind {
            let kind = Tested::Word(word.clone());
            let test = ExprKind::Is { operand: operand.clone(), kind, negated: *negated };
            self.add(before.span, Change::Becomes(test), format!("without `{first}`"));
        }
    }

    /// One of two sets is left out, or they are put together the other way: `A + B`, `A - B`.
    fn sum_of_sets(&mut self, whole: &Expr, left: &Expr, right: &Expr) {
        let (op, was, other) =
            if is(whole, BinaryOp::Add) { (BinaryOp::Subtract, '+', '-') } else { (BinaryOp::Add, '-', '+') };
        let [before, behind] = [left, right].map(|side| self.sources.line_text(side.span));
        self.add(whole.span, Change::Becomes((*right.kind).clone()), format!("without `{before} {was}`"));
        self.add(whole.span, Change::Becomes((*left.kind).clone()), format!("without `{was} {behind}`"));
        let turned = ExprKind::Binary { op, left: left.clone(), right: right.clone() };
        self.add(whole.span, Change::Becomes(turned), format!("with `{other}` for `{was}`"));
    }

    /// Somebody else is asked.
    fn asked(&mut self, who: &Expr) {
        let next = ExprKind::Field {
            receiver: who.clone(),
            name: rota_source::Spanned::new("next".to_owned(), who.span),
            args: Vec::new(),
        };
        let description = format!("with the next player for {}", self.text(who.span));
        self.add(who.span, Change::Becomes(next), description);
    }

    fn choice(&mut self, span: Span, choose: &Choose) {
        match &choose.who {
            Deciders::One(who) => self.asked(who),
            Deciders::Each(everyone) => self.binding(everyone),
        }
        // What is asked in words alone is answered by yes or a pass.
        if !choose.parts.is_empty() {
            let how = if choose.pass { "without" } else { "with" };
            self.add(span, Change::Pass, format!("{how} `or pass`"));
        }
        if choose.exact {
            self.add(span, Change::Fewer, "with `up to` for `exactly`".to_owned());
        }
        if let Some(when) = &choose.when {
            self.condition(when);
        }
        if let Some(when) = &choose.pass_when {
            self.condition(when);
        }
        choose.parts.iter().for_each(|part| self.binding(part));
    }
}

impl Visit for Finder<'_> {
    fn statement(&mut self, statement: &Statement) {
        let span = statement.span;
        if let StatementKind::Let { name, value } = &statement.kind {
            self.sets.name(&name.node, value, &self.words.sets);
        }
        // What only makes a name cannot be left out, and what only answers has to.
        if !matches!(statement.kind, StatementKind::Let { .. } | StatementKind::Return { .. }) {
            self.add(span, Change::LeftOut, format!("without {}", self.text(span)));
        }
        if let StatementKind::If { condition, otherwise, .. } = &statement.kind {
            self.condition(condition);
            if otherwise.is_some() {
                self.known(condition, false);
            }
        } else if let StatementKind::While { condition, .. } = &statement.kind {
            self.condition(condition);
        } else if let StatementKind::Each { binding, .. } = &statement.kind {
            self.binding(binding);
        } else if let StatementKind::Choose(choose) = &statement.kind {
            self.choice(span, choose);
        }
        self.walk_statement(statement);
    }

    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), left, right } = &*expr.kind {
            let further = if *op == BinaryOp::Or { further_kind(left, right) } else { None };
            if let Some(word) = &further {
                self.without_kind(expr, left, word);
            }
            let known = [left, right].into_iter().filter(|operand| !is(operand, *op));
            for operand in
                known.filter(|operand| further.is_none() || !matches!(*operand.kind, ExprKind::Name(_)))
            {
                self.known(operand, *op == BinaryOp::And);
            }
        } else if let ExprKind::Binary { op: BinaryOp::Add | BinaryOp::Subtract, left, right } = &*expr.kind {
            if self.sets.is_set(expr, &self.words.sets) {
                self.sum_of_sets(expr, left, right);
            }
        } else if let ExprKind::If { condition, .. } = &*expr.kind {
            self.known(condition, true);
            self.known(condition, false);
        } else if let ExprKind::Is { kind: Tested::Word(word), .. } = &*expr.kind {
            if let Some(other) = self.words.piece_beside(word) {
                let description = format!("with `{other}` for `{word}`");
                self.add(expr.span, Change::Word(other.to_owned()), description);
            }
        } else if let ExprKind::Fold { fold, binding, .. } = &*expr.kind {
            self.binding(binding);
            if let Some((other, name)) = otherwise(fold.node) {
                let was = self.sources.text(fold.span);
                self.add(expr.span, Change::Fold(other), format!("with `{name}` for `{was}`"));
            }
        }
        self.walk_expr(expr);
    }
}

/// The word that may go on with a test for a kind before it.
fn further_kind(left: &Expr, right: &Expr) -> Option<Name> {
    let ExprKind::Name(word) = &*right.kind else { return None };
    let is_tested = if let ExprKind::Binary { op: BinaryOp::Or, left, right } = &*left.kind {
        further_kind(left, right).is_some()
    } else {
        matches!(&*left.kind, ExprKind::Is { .. })
    };
    is_tested.then(|| Name::new(word.clone(), right.span))
}

/// Whether a condition asks no more than whether there is anything at all. Where there is nothing, a rule that goes
/// through it does nothing anyway, only later.
fn is_guard(expr: &Expr) -> bool {
    if let ExprKind::Fold { fold, binding, body: None } = &*expr.kind {
        fold.node == Fold::Any && binding.filter.is_none()
    } else if let ExprKind::Binary { op: BinaryOp::Greater, left, right } = &*expr.kind {
        let is_count = matches!(&*left.kind, ExprKind::Field { name, .. } if name.node == "count");
        is_count && *right.kind == ExprKind::Int(0)
    } else {
        matches!(&*expr.kind, ExprKind::Call { name, .. } if name.node == "any")
    }
}

/// Whether this is what a value came to so far: only another pack could make a difference.
fn is_it(expr: &Expr) -> bool {
    matches!(&*expr.kind, ExprKind::Name(name) if name == "it")
}

fn is(expr: &Expr, wanted: BinaryOp) -> bool {
    matches!(&*expr.kind, ExprKind::Binary { op, .. } if *op == wanted)
}

/// How else the members of a set may be put together.
fn otherwise(fold: Fold) -> Option<(Fold, &'static str)> {
    match fold {
        Fold::Sum => Some((Fold::Max, "max")),
        Fold::Max => Some((Fold::Sum, "sum")),
        Fold::Min => Some((Fold::Max, "max")),
        Fold::Any => Some((Fold::All, "all")),
        Fold::All => Some((Fold::Any, "any")),
        Fold::Least => Some((Fold::Most, "most")),
        Fold::Count | Fold::Most | Fold::First | Fold::Set => None,
    }
}

impl VisitMut for Edit {
    fn walk_block(&mut self, block: &mut Block) {
        if matches!(self.change, Change::LeftOut) {
            block.statements.retain(|statement| statement.span != self.span);
        }
        block.statements.iter_mut().for_each(|statement| self.statement(statement));
    }

    fn walk_binding(&mut self, binding: &mut Binding) {
        if binding.set.span == self.span {
            match &self.change {
                Change::NoBeginning => binding.from = None,
                Change::AnyKind => binding.kinds.clear(),
                Change::NotKind(word) => binding.kinds.retain(|kind| kind.node != *word),
                Change::Word(word) => {
                    binding.kinds.iter_mut().for_each(|kind| kind.node.clone_from(word));
                }
                Change::LeftOut | Change::Becomes(_) | Change::Pass | Change::Fewer | Change::Fold(_) => {}
            }
        }
        let Binding { set, from, filter, .. } = binding;
        [set].into_iter().chain(from).chain(filter).for_each(|expr| self.expr(expr));
    }

    fn statement(&mut self, statement: &mut Statement) {
        if let (Change::Pass, StatementKind::Choose(choose)) = (&self.change, &mut statement.kind)
            && statement.span == self.span
        {
            choose.pass = !choose.pass;
        }
        if let (Change::Fewer, StatementKind::Choose(choose)) = (&self.change, &mut statement.kind)
            && statement.span == self.span
        {
            choose.exact = false;
        }
        self.walk_statement(statement);
    }

    fn expr(&mut self, expr: &mut Expr) {
        if expr.span != self.span {
            self.walk_expr(expr);
            return;
        }
        if let Change::Becomes(other) = &self.change {
            *expr.kind = other.clone();
        } else if let (Change::Word(other), ExprKind::Is { kind: Tested::Word(word), .. }) =
            (&self.change, &mut *expr.kind)
        {
            word.node.clone_from(other);
        } else if let (Change::Fold(other), ExprKind::Fold { fold, .. }) = (&self.change, &mut *expr.kind) {
            fold.node = *other;
        } else {
            self.walk_expr(expr);
        }
    }
}

/// Each statement of an item left out, each condition always met, somebody else asked, in another order, and members
/// of sets taken and put together otherwise.
pub(super) fn bodies(item: &Item, words: &Words, sources: &Sources) -> Vec<Mutation> {
    let mut finder = Finder { sources, words, sets: SetNames::default(), edits: Vec::new() };
    finder.sets.params(&item.kind);
    let place = if let ItemKind::Menu { step, who, pass, pass_when, otherwise, .. } = &item.kind {
        finder.asked(who);
        if let Some(when) = pass_when {
            finder.condition(when);
        }
        if let Some(block) = otherwise {
            finder.walk_block(block);
        }
        let how = if *pass { "without" } else { "with" };
        finder.add(item.span, Change::Pass, format!("{how} `or pass`"));
        format!("the menu of `{step}`")
    } else if let Some(place) = place(item) {
        if let Some(when) = condition_of(item) {
            finder.condition(when);
        }
        finder.item(item);
        place
    } else {
        return Vec::new();
    };
    let make = |mut edit: Edit| {
        let mut other = item.clone();
        if let (Change::Pass, ItemKind::Menu { pass, .. }) = (&edit.change, &mut other.kind) {
            *pass = !*pass;
        }
        edit.item(&mut other);
        let description = format!("{} in {place}", edit.description);
        let change = EditKind::Replace(item.span, other);
        let altered = altered(item, description, edit.span, change);
        let ids = if edit.widens { Vec::new() } else { altered.ids.clone() };
        Mutation { is_detail: true, ids, ..altered }
    };
    finder.edits.into_iter().map(make).collect()
}

/// When an item is in force or does something.
fn condition_of(item: &Item) -> Option<&Expr> {
    if let ItemKind::Tiles { when, .. }
    | ItemKind::Board { when, .. }
    | ItemKind::Start { when, .. }
    | ItemKind::StartTile { when, .. }
    | ItemKind::Step { when, .. }
    | ItemKind::Modify { when, .. }
    | ItemKind::Rule { when, .. }
    | ItemKind::Action { when, .. } = &item.kind
    {
        when.as_ref()
    } else {
        None
    }
}
