//! Goods: `stock wine, gold 12`.

use rota_bytecode::program::StockKind;
use rota_bytecode::{BuiltinInfo, Sort, Type};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{self, Name};

use crate::checker::Checker;
use crate::tree::{Expr, ExprKind};

/// Nobody counts more.
const MOST: i64 = 10_000;
/// They are numbered in a byte.
const MOST_KINDS: usize = 200;

impl Checker<'_> {
    /// Each with how many there are in the common supply, where they come to an end.
    pub(crate) fn declare_stocks(&mut self, kinds: &[(Name, Option<ast::Expr>)]) {
        for (name, count) in kinds {
            if self.declared.stocks.iter().any(|stock| stock.name == name.node) {
                Diagnostic::error("names::duplicate", format!("stock `{name}` is declared twice"))
                    .at(name.span, "again here")
                    .help("say once how many there are")
                    .report(self.diagnostics);
                continue;
            }
            let int = Type::one(Sort::Int);
            let count =
                count.as_ref().map(|count| self.constant_of(count, int, Some((0, MOST))).unwrap_or(0));
            let count = count.and_then(|count| u32::try_from(count).ok());
            self.declared.stocks.push(StockKind { name: name.node.clone(), count });
            if self.declared.stocks.len() == MOST_KINDS + 1 {
                self.too_many("stocks", MOST_KINDS, name.span);
            }
        }
    }

    /// `stock(gold)`: how many are left in the common supply, of goods that come to an end.
    pub(crate) fn common_stock(
        &mut self,
        entry: &BuiltinInfo,
        name: &Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let args = self.arguments(name, args, entry.params)?;
        if let [Expr { kind, span: at, .. }] = args.as_slice()
            && let ExprKind::Const(stock) = **kind
            && let Some(stock) = usize::try_from(stock).ok().and_then(|stock| self.declared.stocks.get(stock))
            && stock.count.is_none()
        {
            let stock = &stock.name;
            Diagnostic::error("types::stock", format!("there is no end of `{stock}` in the common supply"))
                .at(*at, "declared without a number")
                .help(format!(
                    "ask a player: `active.stock({stock})`; or say how many there are: `stock {stock} 12`"
                ))
                .report(self.diagnostics);
            return None;
        }
        Some(Expr::ask(span, entry.result, entry.builtin, args))
    }
}
