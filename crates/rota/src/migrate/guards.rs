//! Asking first for what may be missing, where the checker says that it may.
//!
//! A guard stands as near as it can be to what it guards, and only where that is looked at in any case. In every game
//! that did not stop before, what it asks for is there, so the guard changes nothing.

use rota_source::{Diagnostic, Edit, Span};
use rota_syntax::ast::{
    BinaryOp, Binding, Body, Deciders, Expr, ExprKind, Fold, Item, ItemKind, Statement, StatementKind, Type,
    TypeKind, UnaryOp,
};
use rota_syntax::visit::Visit;

use super::{Migration, Proposal};
use crate::library::items;
use crate::load::LoadedPacks;

/// The code of what the checker says of it.
const MISSING: &str = "types::optional";

/// Where a guard can stand.
#[derive(Clone, Debug, Default)]
enum Point {
    /// Nowhere: what is written there is not looked at in any case, or has no answer for nothing.
    #[default]
    Nowhere,
    /// In front of a condition, or of a part of one; whether behind `not`.
    Condition { whole: Span, negated: bool },
    /// Behind the set of a fold that has no condition.
    Members(Span),
    /// Around what a value answers; in place of it comes what stands for nothing.
    Answer { whole: Span, nothing: &'static str },
    /// In front of a statement.
    Statement(Span),
}

/// A guard for each place of a pack where something may be missing.
pub(super) fn find(
    migration: &'static Migration,
    loaded: &LoadedPacks,
    pack: &str,
    problems: &[Diagnostic],
) -> Vec<Proposal> {
    let own = loaded.packs.iter().filter(|known| known.name == pack);
    let own: Vec<&Item> = own.flat_map(items).collect();
    let missing = problems.iter().filter(|one| one.code() == MISSING);
    let guards = missing.filter_map(|one| {
        let target = one.labels().first()?.span;
        let item = own.iter().find(|item| contains(item.span, target))?;
        let mut search = Search { target, point: Point::Nowhere, asked: None };
        search.item(item);
        let edits = search.edits(loaded)?;
        Some(Proposal { migration, cures: Some(one.message().to_owned()), at: target, edits })
    });
    guards.collect()
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Looks for the innermost place where a guard can stand.
struct Search {
    target: Span,
    point: Point,
    /// Whether what may be missing is a fold or a choice of two, which no condition can ask for: it needs a name.
    asked: Option<bool>,
}

impl Visit for Search {
    fn item(&mut self, item: &Item) {
        if !self.is_in(item.span) {
            return;
        }
        if let ItemKind::Rule { when, .. }
        | ItemKind::Action { when, .. }
        | ItemKind::Step { when, .. }
        | ItemKind::Modify { when, .. } = &item.kind
        {
            self.condition(when.as_ref());
        }
        if let ItemKind::Menu { pass_when, .. } = &item.kind {
            self.condition(pass_when.as_ref());
        }
        if let ItemKind::Value { ty, body: Body::Expr(answer), .. } = &item.kind
            && self.is_in(answer.span)
        {
            self.point = match nothing_of(ty) {
                Some("false") => Point::Condition { whole: answer.span, negated: false },
                Some(nothing) => Point::Answer { whole: answer.span, nothing },
                None => Point::Nowhere,
            };
        }
        self.walk_item(item);
        // What a value answers in several statements has no `stop`.
        if let (
            ItemKind::Value { body: Body::Block(_), .. } | ItemKind::Modify { body: Body::Block(_), .. },
            Point::Statement(_),
        ) = (&item.kind, &self.point)
        {
            self.point = Point::Nowhere;
        }
    }

    fn statement(&mut self, statement: &Statement) {
        if !self.is_in(statement.span) {
            return;
        }
        self.point = Point::Statement(statement.span);
        if let StatementKind::If { condition, .. } | StatementKind::While { condition, .. } = &statement.kind
        {
            self.condition(Some(condition));
        } else if let StatementKind::Each { binding, .. } = &statement.kind {
            self.binding(binding);
        } else if let StatementKind::Choose(choose) = &statement.kind {
            if let Deciders::Each(binding) = &choose.who {
                self.binding(binding);
            }
            self.condition(choose.when.as_ref());
            self.condition(choose.pass_when.as_ref());
            let mut chosen: Vec<&str> = Vec::new();
            for part in &choose.parts {
                // A later set may speak of what was chosen before, which no guard in front can ask for.
                if self.is_in(part.set.span) && speaks_of(&part.set, &chosen) {
                    self.point = Point::Nowhere;
                }
                self.binding(part);
                chosen.push(&part.name.node);
            }
        }
        self.walk_statement(statement);
    }

    fn expr(&mut self, expr: &Expr) {
        if !self.is_in(expr.span) {
            return;
        }
        if expr.span == self.target {
            let needs_name = matches!(&*expr.kind, ExprKind::Fold { .. } | ExprKind::If { .. });
            self.asked = Some(self.asked.unwrap_or(false) || needs_name);
        }
        self.refine(expr);
        self.walk_expr(expr);
    }
}

impl Search {
    fn is_in(&self, span: Span) -> bool {
        contains(span, self.target)
    }

    fn condition(&mut self, condition: Option<&Expr>) {
        if let Some(condition) = condition.filter(|condition| self.is_in(condition.span)) {
            self.point = Point::Condition { whole: condition.span, negated: false };
        }
    }

    fn binding(&mut self, binding: &Binding) {
        self.condition(binding.filter.as_ref());
    }

    /// Whether a guard can stand in front of just this expression.
    fn is_condition(&self, expr: &Expr) -> bool {
        matches!(&self.point, Point::Condition { whole, .. } if *whole == expr.span)
    }

    /// Goes on to a part of an expression that is only looked at now and then, or is a condition by itself.
    fn refine(&mut self, expr: &Expr) {
        let is_condition = self.is_condition(expr);
        if let ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, left, right } = &*expr.kind {
            // Parts of a condition are conditions; elsewhere too, for what they answer is a yes or no.
            let part = if self.is_in(left.span) { left } else { right };
            self.point = Point::Condition { whole: part.span, negated: false };
        } else if let (ExprKind::Unary { op: UnaryOp::Not, operand }, true) = (&*expr.kind, is_condition) {
            self.point = Point::Condition { whole: operand.span, negated: true };
        } else if let ExprKind::If { condition, then, otherwise } = &*expr.kind {
            self.condition(Some(condition));
            for branch in [then, otherwise].into_iter().filter(|branch| contains(branch.span, self.target)) {
                self.point = match is_condition {
                    true => Point::Condition { whole: branch.span, negated: false },
                    false => Point::Nowhere,
                };
            }
        } else if let ExprKind::Fold { fold, binding, body } = &*expr.kind {
            self.binding(binding);
            if let Some(body) = body.as_ref().filter(|body| self.is_in(body.span)) {
                let before = binding.from.as_ref().map_or(binding.set.span, |from| from.span);
                self.point = match (fold.node == Fold::All, &binding.filter) {
                    (true, _) => Point::Condition { whole: body.span, negated: false },
                    (false, Some(filter)) => Point::Condition { whole: filter.span, negated: false },
                    (false, None) => Point::Members(before),
                };
            }
        }
    }

    /// The edits that ask first.
    fn edits(&self, loaded: &LoadedPacks) -> Option<Vec<Edit>> {
        let asked = loaded.sources.line_text(self.target);
        let needs_name = self.asked == Some(true);
        let before =
            |span: Span, text: String| Edit { span: Span { start: span.start, end: span.start }, text };
        let behind = |span: Span, text: String| Edit { span: Span { start: span.end, end: span.end }, text };
        match &self.point {
            Point::Statement(statement) if needs_name => {
                let indent = indent(loaded, *statement);
                let name = fresh_name(loaded, *statement);
                let guard = format!("let {name} = {asked}\n{indent}if not {name} {{ stop }}\n{indent}");
                Some(vec![before(*statement, guard), Edit { span: self.target, text: name }])
            }
            Point::Statement(statement) => {
                let indent = indent(loaded, *statement);
                Some(vec![before(*statement, format!("if not {asked} {{ stop }}\n{indent}"))])
            }
            _ if needs_name => None,
            Point::Condition { whole, negated: true } => {
                Some(vec![before(*whole, format!("({asked} and ")), behind(*whole, ")".to_owned())])
            }
            Point::Condition { whole, negated: false } => {
                // Where the target is a part of a condition with `or` at its top, that part was gone on to.
                let is_loose =
                    loaded.sources.text(*whole).split_whitespace().any(|word| word == "or" || word == "then");
                Some(match is_loose {
                    true => vec![before(*whole, format!("{asked} and (")), behind(*whole, ")".to_owned())],
                    false => vec![before(*whole, format!("{asked} and "))],
                })
            }
            Point::Members(set) => Some(vec![behind(*set, format!(" where {asked}"))]),
            Point::Answer { whole, nothing } => Some(vec![
                before(*whole, format!("if {asked} then ")),
                behind(*whole, format!(" else {nothing}")),
            ]),
            Point::Nowhere => None,
        }
    }
}

/// Whether an expression uses one of these names.
fn speaks_of(expr: &Expr, names: &[&str]) -> bool {
    struct Uses<'n>(&'n [&'n str], bool);
    impl Visit for Uses<'_> {
        fn expr(&mut self, expr: &Expr) {
            self.1 |= matches!(&*expr.kind, ExprKind::Name(name) if self.0.contains(&name.as_str()));
            self.walk_expr(expr);
        }
    }
    let mut uses = Uses(names, false);
    uses.expr(expr);
    uses.1
}

/// What stands for nothing of a type, where there is such a thing.
fn nothing_of(ty: &Type) -> Option<&'static str> {
    match &ty.kind {
        TypeKind::Set(_) => Some("{}"),
        TypeKind::Optional(_) => Some("none"),
        TypeKind::Int(range) => range.is_none_or(|(least, most)| (least..=most).contains(&0)).then_some("0"),
        TypeKind::Named(name) if name.node == "bool" => Some("false"),
        TypeKind::Named(name) if name.node == "pts" => Some("0 pts"),
        TypeKind::Named(_) | TypeKind::Words(_) => None,
    }
}

/// The blanks before what stands on a line.
fn indent(loaded: &LoadedPacks, at: Span) -> String {
    let Some(file) = loaded.sources.file_at(at.start) else { return String::new() };
    let before = file.text.get(..(at.start - file.base) as usize).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    line.chars().take_while(|letter| letter.is_whitespace()).collect()
}

/// A name that the file does not have yet.
fn fresh_name(loaded: &LoadedPacks, at: Span) -> String {
    let text = loaded.sources.file_at(at.start).map(|file| file.text.to_string()).unwrap_or_default();
    let is_free = |name: &String| !crate::compile::words_of(&text).any(|word| word == name);
    let numbered = (2..).map(|number| format!("found_{number}"));
    ["found".to_owned()].into_iter().chain(numbered).find(is_free).unwrap_or_default()
}
