//! In which order functions are looked at that depend on what is known of those they call.

use rota_check::tree::{ExprKind, Function, Node, walk};

/// The functions, each behind those that it calls; in a circle one of them has to come first.
pub(crate) fn callees_first(functions: &[Function]) -> Vec<usize> {
    fn visit(functions: &[Function], index: usize, seen: &mut [bool], order: &mut Vec<usize>) {
        if seen.get_mut(index).is_none_or(|seen| std::mem::replace(seen, true)) {
            return;
        }
        let body = functions.get(index).map(|function| function.body.as_slice());
        walk(body.unwrap_or_default(), &mut |node| {
            if let Node::Expr(expr) = node
                && let ExprKind::Call { function, .. } = *expr.kind
            {
                visit(functions, function as usize, seen, order);
            }
        });
        order.push(index);
    }
    let (mut seen, mut order) = (vec![false; functions.len()], Vec::with_capacity(functions.len()));
    (0..functions.len()).for_each(|index| visit(functions, index, &mut seen, &mut order));
    order
}
