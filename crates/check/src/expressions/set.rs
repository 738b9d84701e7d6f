//! Sets written out.

use rota_bytecode::{Builtin, Form, Sort, Type};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast;

use crate::checker::Checker;
use crate::tree::{Expr, ExprKind};

impl Checker<'_> {
    /// `{ a, b }`: the members have one type, which is what is wanted where anything is.
    pub(crate) fn set(&mut self, members: &[ast::Expr], span: Span, want: Option<Type>) -> Option<Expr> {
        let wanted = want.filter(|want| want.sort != Sort::Nothing).map(|want| want.with_form(Form::One));
        let mut hint = wanted;
        let mut checked = Vec::new();
        for member in members {
            let member = self.expr(member, hint);
            hint = hint.or(member.as_ref().map(|member| member.ty.with_form(Form::One)));
            checked.push(member);
        }
        let checked: Vec<Expr> = checked.into_iter().collect::<Option<_>>()?;
        let Some(ty) = wanted.or_else(|| common_type(&checked)) else {
            Diagnostic::error("types::empty-set", "an empty set of what?")
                .at(span, "nothing here says what it would hold")
                .help("write it where a set is expected, as the result of a value or an argument")
                .report(self.diagnostics);
            return None;
        };
        if let Some(missing) = checked.iter().find(|member| member.ty.sort == Sort::Nothing) {
            Diagnostic::error("types::mismatch", "`none` is no member of a set")
                .at(missing.span, "nothing is there")
                .help("leave it away: an empty set holds nothing")
                .report(self.diagnostics);
            return None;
        }
        let mut fitting = Vec::new();
        for member in checked {
            // The members of a set belong to it as well.
            let form = if member.ty.form == Form::Many { Form::Many } else { Form::One };
            let member = if ty.sort == Sort::Kind { kind_of_piece(member) } else { member };
            fitting.push(self.coerce(member, ty.with_form(form)));
        }
        let fitting: Vec<Expr> = fitting.into_iter().collect::<Option<_>>()?;
        Some(Expr::new(span, ty.with_form(Form::Many), ExprKind::Set(fitting)))
    }
}

/// What all members of a set are: the type of the first, or for features and segments of several kinds what those
/// have in common.
fn common_type(members: &[Expr]) -> Option<Type> {
    let of_features = |ty: Type| matches!(ty.sort, Sort::Feature | Sort::Segment);
    let mut types = members.iter().map(|member| member.ty.with_form(Form::One));
    let first = types.next()?;
    Some(types.fold(first, |common, ty| {
        if of_features(common) && of_features(ty) {
            let sort = if common.sort == ty.sort { ty.sort } else { Sort::Feature };
            let detail = common.detail.filter(|kind| Some(*kind) == ty.detail);
            return Type::one(sort).with_detail(detail);
        }
        // The word of a neutral piece of which there is one may be its kind.
        if (common.sort, ty.sort) == (Sort::Piece, Sort::Kind) { ty } else { common }
    }))
}

/// The kind, where its word was read as the one neutral piece of it.
fn kind_of_piece(expr: Expr) -> Expr {
    if let ExprKind::Ask { builtin: Builtin::NeutralPiece, args } = &*expr.kind
        && let [kind] = args.as_slice()
    {
        return Expr { span: expr.span, ..kind.clone() };
    }
    expr
}
