//! Expressions, with no more parentheses than they need.

use super::doc::Doc;
use crate::ast::{BinaryOp, Binding, Expr, ExprKind, Fold, Tested, UnaryOp};
use crate::constructs::Group;
use crate::operators::{self, ADD, ANY, COMPARE, NEGATE, NOT, OR, POINTS, PRIMARY, RANGE, Strength};

/// An expression where any may stand.
pub(super) fn expression(expr: &Expr) -> Doc {
    at_least(expr, ANY)
}

/// An expression after an `=`.
pub(super) fn value(expr: &Expr) -> Doc {
    value_of(expr, at_margin(expr))
}

fn value_of(expr: &Expr, doc: Doc) -> Doc {
    let opens = matches!(
        expr.kind.as_ref(),
        ExprKind::Fold { .. } | ExprKind::Set(_) | ExprKind::Call { .. } | ExprKind::Field { .. }
    );
    Doc::Value { doc: Box::new(doc), opens }
}

/// An expression that must not be an `if … then … else …`, since it would take in what follows.
pub(super) fn operation(expr: &Expr) -> Doc {
    at_least(expr, OR)
}

/// An expression where only names, fields, calls and points may stand.
pub(super) fn postfix(expr: &Expr) -> Doc {
    at_least(expr, POINTS)
}

/// What stands behind `is`: a name, a call or a fold, and what is asked of it; all else is set in parentheses.
fn kind_value(expr: &Expr) -> Doc {
    let mut first = expr;
    while let ExprKind::Field { receiver, .. } = first.kind.as_ref() {
        first = receiver;
    }
    let is_set = matches!(first.kind.as_ref(), ExprKind::Fold { fold, .. } if fold.node == Fold::Set);
    let is_bare =
        matches!(first.kind.as_ref(), ExprKind::Name(_) | ExprKind::Call { .. } | ExprKind::Fold { .. });
    if is_bare && !is_set { bare(expr) } else { parenthesised(at_margin(expr)) }
}

/// How many of a stock there are: where another item of a list, or another change, could follow in its place, only a
/// number, a name and an opening parenthesis say that it does not.
pub(super) fn stock_count(expr: &Expr) -> Doc {
    let doc = expression(expr);
    let mut first = expr;
    loop {
        first = match first.kind.as_ref() {
            ExprKind::Binary { left, .. } => left,
            ExprKind::Is { operand, .. } => operand,
            ExprKind::Points(inner) => inner,
            ExprKind::Field { receiver, .. } => receiver,
            ExprKind::Int(_) => break,
            ExprKind::Fold { fold, .. } if fold.node != Fold::Set => break,
            ExprKind::Name(name) if !Group::Change.has(name) => break,
            ExprKind::Call { name, .. } if !Group::Change.has(name) => break,
            ExprKind::Bool(_)
            | ExprKind::None
            | ExprKind::Name(_)
            | ExprKind::Call { .. }
            | ExprKind::Set(_)
            | ExprKind::Fold { .. }
            | ExprKind::Unary { .. }
            | ExprKind::If { .. } => return parenthesised(doc),
        }
    }
    doc
}

/// The body of a `modify` after its condition: the last `=` outside of parentheses is the body's own.
pub(super) fn after_condition(expr: &Expr) -> Doc {
    let doc = at_margin(expr);
    let is_conditional = matches!(expr.kind.as_ref(), ExprKind::If { .. });
    let needed = !is_conditional && has_equals(&doc.flat());
    value_of(expr, if needed { parenthesised(doc) } else { doc })
}

fn has_equals(flat: &str) -> bool {
    let mut depth = 0_i32;
    flat.split(' ').any(|word| {
        let found = depth == 0 && word == "=";
        let count = |signs: [char; 2]| i32::try_from(word.matches(signs).count()).unwrap_or(0);
        depth += count(['(', '{']) - count([')', '}']);
        found
    })
}

fn at_least(expr: &Expr, least: Strength) -> Doc {
    if strength(&expr.kind) < least { parenthesised(at_margin(expr)) } else { bare(expr) }
}

/// An expression that begins a line where it is broken: no line of it need stand further in than the first.
fn at_margin(expr: &Expr) -> Doc {
    if matches!(expr.kind.as_ref(), ExprKind::If { .. }) { conditional(expr) } else { bare(expr) }
}

fn parenthesised(doc: Doc) -> Doc {
    bracketed("(", vec![doc], ")")
}

fn strength(kind: &ExprKind) -> Strength {
    match kind {
        ExprKind::If { .. } => ANY,
        ExprKind::Unary { op: UnaryOp::Not, .. } => NOT,
        ExprKind::Unary { op: UnaryOp::Negate, .. } => NEGATE,
        ExprKind::Is { .. } => COMPARE,
        ExprKind::Binary { op, .. } => operators::written(*op).1,
        ExprKind::Points(_) => POINTS,
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::None
        | ExprKind::Name(_)
        | ExprKind::Field { .. }
        | ExprKind::Call { .. }
        | ExprKind::Set(_)
        | ExprKind::Fold { .. } => PRIMARY,
    }
}

fn bare(expr: &Expr) -> Doc {
    match expr.kind.as_ref() {
        ExprKind::Int(value) => Doc::text(value.to_string()),
        ExprKind::Bool(value) => Doc::text(value.to_string()),
        ExprKind::None => Doc::text("none"),
        ExprKind::Name(name) => Doc::text(name.as_str()),
        ExprKind::Points(points) => Doc::Row(vec![at_least(points, PRIMARY), Doc::text(" pts")]),
        ExprKind::Field { receiver, name, args } => {
            let field = Doc::Row(vec![at_least(receiver, PRIMARY), Doc::text(format!(".{name}"))]);
            if args.is_empty() { field } else { Doc::Row(vec![field, arguments(args)]) }
        }
        ExprKind::Call { name, args } => {
            let first = args.first().map(expression);
            let fold = Group::Fold.has(&name.node);
            match first {
                // Without its own parentheses the argument would be the head of a fold.
                Some(first) if fold && looks_bound(&first.flat()) => {
                    let mut docs: Vec<Doc> = args.iter().map(expression).collect();
                    if let Some(doc) = docs.first_mut() {
                        *doc = parenthesised(first);
                    }
                    Doc::Row(vec![Doc::text(name.as_str()), bracketed("(", docs, ")")])
                }
                _ => Doc::Row(vec![Doc::text(name.as_str()), arguments(args)]),
            }
        }
        ExprKind::Unary { op: UnaryOp::Negate, operand } => {
            Doc::Row(vec![Doc::text("-"), at_least(operand, NEGATE)])
        }
        ExprKind::Unary { op: UnaryOp::Not, operand } => {
            Doc::Row(vec![Doc::text("not "), at_least(operand, NOT)])
        }
        ExprKind::Binary { .. } => {
            let mut parts = Vec::new();
            chain(expr, strength(&expr.kind), &mut parts);
            Doc::Row(parts).nest().group()
        }
        ExprKind::Is { operand, kind, negated } => {
            let test = Doc::text(if *negated { " is not " } else { " is " });
            let kind = match kind {
                Tested::Word(word) => Doc::text(word.as_str()),
                Tested::Value(value) => kind_value(value),
            };
            Doc::Row(vec![at_least(operand, ADD), test, kind])
        }
        ExprKind::If { .. } => conditional(expr).nest(),
        ExprKind::Set(members) => {
            let docs: Vec<Doc> = members.iter().map(expression).collect();
            match docs.as_slice() {
                [] => Doc::text("{}"),
                [first, ..] if looks_bound(&first.flat()) => {
                    let rest = docs.iter().skip(1).cloned();
                    braced([parenthesised(first.clone())].into_iter().chain(rest).collect())
                }
                _ => braced(docs),
            }
        }
        ExprKind::Fold { fold, binding, body } => {
            let mut head = self::binding(binding, " in ");
            if let Some(body) = body {
                head = if matches!(fold.node, Fold::Most | Fold::Least) {
                    Doc::Row(vec![head, Doc::Line, Doc::text("by "), expression(body)])
                } else {
                    Doc::Row(vec![head, Doc::text(" :"), Doc::Line, expression(body)])
                };
            }
            if fold.node == Fold::Set {
                return braced(vec![head]);
            }
            Doc::Row(vec![Doc::text(fold_word(fold.node)), bracketed("(", vec![head], ")")])
        }
    }
}

/// `if … then … else if … then … else …`: a line for each way where it is broken, all beginning at one column.
fn conditional(expr: &Expr) -> Doc {
    let (mut docs, mut word, mut rest) = (Vec::new(), "if ", expr);
    while let ExprKind::If { condition, then, otherwise } = rest.kind.as_ref() {
        // A further one inside of a way is set off, so that each `else` is seen to belong to the first.
        let then = Doc::Row(vec![Doc::Line, Doc::text("then "), operation(then)]).nest();
        docs.extend([Doc::Row(vec![Doc::text(word), operation(condition), then]).group(), Doc::Line]);
        (word, rest) = ("else if ", otherwise);
    }
    docs.extend([Doc::text("else "), expression(rest)]);
    Doc::Row(docs).group()
}

/// The operands of equally strong operators in a row, each with its operator before it.
fn chain(expr: &Expr, strength: Strength, parts: &mut Vec<Doc>) {
    let ExprKind::Binary { op, left, right } = expr.kind.as_ref() else {
        parts.push(at_least(expr, strength));
        return;
    };
    let (word, own) = operators::written(*op);
    if own != strength {
        parts.push(at_least(expr, strength));
        return;
    }
    if own == COMPARE {
        let left = at_least(left, RANGE);
        // `x each y in s` would be read as the head of a loop.
        let ends = left.flat().rsplit(' ').nth(1) == Some("each");
        parts.push(if *op == BinaryOp::In && ends { parenthesised(left) } else { left });
    } else {
        chain(left, strength, parts);
    }
    let right = at_least(right, own + 1);
    let flat = right.flat();
    let pass = *op == BinaryOp::Or && flat.split(|c: char| !is_word(c)).next() == Some("pass");
    if *op == BinaryOp::Range {
        parts.extend([Doc::text(word), right]);
        return;
    }
    parts.push(Doc::Line);
    parts.push(Doc::text(format!("{word} ")));
    parts.push(if pass { parenthesised(right) } else { right });
    let rounded = [(BinaryOp::DivideDown, " rounded down"), (BinaryOp::DivideUp, " rounded up")];
    parts.extend(rounded.iter().filter(|(own, _)| own == op).map(|(_, text)| Doc::text(*text)));
}

/// A binding; the word between name and set is `in` or `among`.
pub(super) fn binding(binding: &Binding, word: &str) -> Doc {
    let kinds: Vec<&str> = binding.kinds.iter().map(|kind| kind.as_str()).collect();
    let narrow = if kinds.is_empty() { String::new() } else { kinds.join(" or ") + " " };
    let mut parts = vec![Doc::text(format!("{narrow}{}{word}", binding.name.node)), expression(&binding.set)];
    if let Some(from) = &binding.from {
        parts.extend([Doc::Line, Doc::text("from "), expression(from)]);
    }
    if let Some(filter) = &binding.filter {
        parts.extend([Doc::Line, Doc::text("where "), expression(filter)]);
    }
    Doc::Row(parts)
}

/// Whether a text begins like a binding.
fn looks_bound(flat: &str) -> bool {
    let mut words = flat.split(' ');
    words.next().is_some_and(|word| word.chars().all(is_word)) && words.next() == Some("in")
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn fold_word(fold: Fold) -> &'static str {
    match fold {
        Fold::Count => "count",
        Fold::Sum => "sum",
        Fold::Any => "any",
        Fold::All => "all",
        Fold::Max => "max",
        Fold::Min => "min",
        Fold::Most => "most",
        Fold::Least => "least",
        Fold::First => "first",
        Fold::Set => "",
    }
}

pub(super) fn arguments(args: &[Expr]) -> Doc {
    if args.is_empty() {
        return Doc::text("()");
    }
    bracketed("(", args.iter().map(expression).collect(), ")")
}

fn bracketed(open: &str, docs: Vec<Doc>, close: &str) -> Doc {
    let inner = Doc::Row(vec![Doc::Soft, listed(docs)]).nest();
    Doc::Row(vec![Doc::text(open), inner, Doc::Soft, Doc::text(close)]).group()
}

/// `{ a, b }`
pub(super) fn braced(docs: Vec<Doc>) -> Doc {
    let inner = Doc::Row(vec![Doc::Line, listed(docs)]).nest();
    Doc::Row(vec![Doc::text("{"), inner, Doc::Line, Doc::text("}")]).group()
}

fn listed(docs: Vec<Doc>) -> Doc {
    let mut parts = Vec::new();
    for doc in docs {
        if !parts.is_empty() {
            parts.extend([Doc::text(","), Doc::Line]);
        }
        parts.push(doc);
    }
    Doc::Row(parts)
}
