//! Sets written out.

use rota_bytecode::{Builtin, Form, Sort, Type};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast;

use crate::build::load;
use crate::checker::Checker;
use crate::tree::{BinaryOp, Expr, ExprKind, Fold};

const BOOL: Type = Type::one(Sort::Bool);

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
        let mut fitting: Vec<Expr> = fitting.into_iter().collect::<Option<_>>()?;
        if ty.sort == Sort::Feature && fitting.len() > 1 {
            fitting = fitting.into_iter().map(|member| self.by_root(member)).collect();
        }
        Some(Expr::new(span, ty.with_form(Form::Many), ExprKind::Set(fitting)))
    }

    /// A feature, or each of some once, by the segment that stands for it: others name it as well.
    pub(crate) fn by_root(&mut self, feature: Expr) -> Expr {
        let (span, ty) = (feature.span, feature.ty);
        let root = |feature| Expr::ask(span, ty.with_form(Form::One), Builtin::FeatureRoot, vec![feature]);
        if ty.form != Form::Many {
            return Expr { ty, ..root(feature) };
        }
        let slot = self.scope.reserve_beyond();
        let body = Some(root(load(slot, ty.with_form(Form::One), span)));
        Expr::new(span, ty, ExprKind::Fold { fold: Fold::Set, slot, set: feature, filter: None, body })
    }

    /// `A + B` and `A - B` of two sets.
    pub(crate) fn sum_of_sets(&mut self, op: BinaryOp, left: Expr, right: Expr, span: Span) -> Option<Expr> {
        let has_features = [&left, &right].map(|side| of_features(side.ty));
        let is_alike = left.ty.sort == right.ty.sort
            && (left.ty.sort != Sort::Words || left.ty.detail == right.ty.detail);
        let are_sets = left.ty.form == Form::Many && right.ty.form == Form::Many;
        if !are_sets || !(is_alike || has_features == [true; 2]) {
            self.report_no_sum(&left, &right, is_alike || has_features == [true; 2]);
            return None;
        }
        let by_feature = left.ty.sort == Sort::Feature || right.ty.sort == Sort::Feature;
        if op == BinaryOp::Subtract {
            let set = if by_feature { self.by_root(left) } else { left };
            let slots = [(); 2].map(|()| self.scope.reserve_beyond());
            return Some(without(set, right, slots, by_feature, span));
        }
        let sides = [left, right];
        let ty = common_type(&sides)?.with_form(Form::Many);
        let sides = sides.map(|side| Expr { ty, ..if by_feature { self.by_root(side) } else { side } });
        Some(Expr::new(span, ty, ExprKind::Set(sides.into())))
    }

    fn report_no_sum(&mut self, left: &Expr, right: &Expr, is_alike: bool) {
        let (a, b) = (self.describe(left.ty), self.describe(right.ty));
        let single = [left, right].into_iter().find(|side| side.ty.form != Form::Many);
        let help = match single.filter(|_| is_alike) {
            Some(side) => {
                let text = self.sources.line_text(side.span);
                format!("in braces it is a set of one: `{{ {text} }}`")
            }
            None => "both sides of `+` and `-` are sets of the same".to_owned(),
        };
        Diagnostic::error("types::mismatch", format!("{a} and {b} do not mix"))
            .at(left.span, format!("this is {a}"))
            .at(right.span, format!("this is {b}"))
            .help(help)
            .report(self.diagnostics);
    }
}

fn of_features(ty: Type) -> bool {
    matches!(ty.sort, Sort::Feature | Sort::Segment)
}

/// The members of a set that another one does not hold.
fn without(set: Expr, other: Expr, slots: [u16; 2], by_feature: bool, span: Span) -> Expr {
    let ty = set.ty;
    let [slot, inner] = slots;
    let member = load(slot, ty.with_form(Form::One), set.span);
    let holds = if by_feature {
        let args = vec![load(inner, other.ty.with_form(Form::One), other.span), member];
        let filter = Some(Expr::ask(span, BOOL, Builtin::SameFeature, args));
        ExprKind::Fold { fold: Fold::Any, slot: inner, set: other, filter, body: None }
    } else {
        ExprKind::Contains { member, set: other }
    };
    let filter = Some(Expr::new(span, BOOL, ExprKind::Not(Expr::new(span, BOOL, holds))));
    Expr::new(span, ty, ExprKind::Fold { fold: Fold::Set, slot, set, filter, body: None })
}

/// What all members of a set are: the type of the first, or for features and segments of several kinds what those
/// have in common.
fn common_type(members: &[Expr]) -> Option<Type> {
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
