//! Spaces that are named by the number they have on their track.

use rota_bytecode::{Builtin, Sort, Type};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{self, Name};

use crate::build::constant;
use crate::checker::Checker;
use crate::tree::{BinaryOp, Expr, ExprKind};
use crate::usage::Kind;

impl Checker<'_> {
    /// `fame(7)`: so far ahead of the first space as the number is above the first number.
    pub(crate) fn space_numbered(
        &mut self,
        track: usize,
        name: &Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        const NUMBER: Type = Type::one(Sort::Int);
        self.usage.mark(Kind::Track, &name.node);
        let track = self.declared.tracks.get(track)?;
        let (first, count) = (track.first, i64::from(track.count));
        let least = i64::from(self.declared.spaces.get(usize::from(first))?.number);
        let [number] = <[Expr; 1]>::try_from(self.arguments(name, args, &[NUMBER])?).ok()?;
        let most = least + count - 1;
        if let ExprKind::Const(number) = *number.kind
            && !(least..=most).contains(&number)
        {
            Diagnostic::error("types::out-of-range", format!("{number} is not in {least}..{most}"))
                .at(span, format!("`{name}` has no such space"))
                .help(format!("its spaces are {least} to {most}"))
                .report(self.diagnostics);
            return None;
        }
        let least = constant(least, NUMBER, span);
        let at = number.span;
        let steps =
            Expr::new(at, NUMBER, ExprKind::Binary { op: BinaryOp::Subtract, left: number, right: least });
        let first = constant(i64::from(first), Type::one(Sort::Space), span);
        Some(Expr::ask(span, Type::one(Sort::Space), Builtin::SpaceAhead, vec![first, steps]))
    }
}
