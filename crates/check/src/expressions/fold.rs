//! Sets: a name for each member, narrowing, filters, and what becomes of the members.

use rota_bytecode::{Builtin, Form, Sort, Type};
use rota_source::{Diagnostic, Span, Spanned};
use rota_syntax::ast::{self, Fold as Written, Name};

use crate::build::constant;
use crate::build::load;
use crate::checker::Checker;
use crate::expressions::kinds::either;
use crate::expressions::types::UNKNOWN;
use crate::tree::{Expr, ExprKind, Fold};

/// A set with a name for each of its members.
pub(crate) struct BoundSet {
    pub slot: u16,
    pub set: Expr,
    pub from: Option<Expr>,
    pub filter: Option<Expr>,
    /// The type of a member.
    pub member: Type,
}

const BOOL: Type = Type::one(Sort::Bool);

impl Checker<'_> {
    /// Checks `city f in closed from … where …` and binds the name; the caller takes the scope back. Where
    /// the set has an error the name is bound all the same, so that its uses are no further errors.
    pub(crate) fn bind(&mut self, binding: &ast::Binding) -> Option<BoundSet> {
        self.bind_loop(binding, &[])
    }

    /// The same for a loop: the set is asked once, what follows of each member after the body of those before it.
    pub(crate) fn bind_loop(&mut self, binding: &ast::Binding, body: &[ast::Statement]) -> Option<BoundSet> {
        let names = self.scope.mark();
        let bound = self.bound(binding, body);
        if bound.is_none() && !self.scope.named_since(names, &binding.name.node) {
            self.local(&binding.name, UNKNOWN, 0, false);
            if let Some(filter) = &binding.filter {
                self.expect_condition(filter);
            }
        }
        bound
    }

    fn bound(&mut self, binding: &ast::Binding, body: &[ast::Statement]) -> Option<BoundSet> {
        let set = self.expr(&binding.set, None);
        let from = binding.from.as_ref().map(|from| self.expect(from, Type::one(Sort::Player)));
        self.forget_changed(body);
        let set = set?;
        if set.ty.form != Form::Many || set.ty.sort == Sort::Nothing {
            let found = self.describe(set.ty);
            Diagnostic::error("types::not-a-set", format!("expected a set, found {found}"))
                .at(set.span, format!("this is {found}"))
                .help(self.advice_on_no_set(&set))
                .report(self.diagnostics);
            return None;
        }
        if let Some(from) = &binding.from
            && set.ty.sort != Sort::Player
        {
            Diagnostic::error("types::from", "only players have an order to begin from")
                .at(from.span, "this says where to begin")
                .help("leave `from …` away")
                .report(self.diagnostics);
        }
        let from = match from {
            Some(from) => Some(from?),
            None => None,
        };
        let slot = self.scope.reserve(1);
        let member = set.ty.with_form(Form::One);
        let (member, narrowed) = match binding.kinds.as_slice() {
            [] => (member, None),
            [kind] => self.narrow_to_kind(member, kind, slot)?,
            kinds => (member, Some(self.narrow_to_kinds(member, kinds, slot)?)),
        };
        self.local(&binding.name, member, slot, false);
        self.learn_member(&set, slot);
        narrowed.iter().for_each(|kind| self.learn(Some(kind), true));
        let filter = match &binding.filter {
            Some(filter) => Some(self.expect_condition(filter)?),
            None => None,
        };
        filter.iter().for_each(|filter| self.learn(Some(filter), true));
        let filter = match (narrowed, filter) {
            (Some(first), Some(second)) => Some(first.and(second)),
            (first, second) => first.or(second),
        };
        Some(BoundSet { slot, set, from, filter, member })
    }

    /// Narrows a set to a kind: the type of its members then, and the test that leaves the others out.
    fn narrow_to_kind(&mut self, member: Type, kind: &Name, slot: u16) -> Option<(Type, Option<Expr>)> {
        if kind.node == member.sort.to_string() {
            return Some((member, None));
        }
        if matches!(member.sort, Sort::Piece | Sort::Card) {
            let test = self.is_word(load(slot, member, kind.span), kind, kind.span)?;
            return Some((member, Some(test)));
        }
        if !matches!(member.sort, Sort::Feature | Sort::Segment) {
            self.report_no_kinds(member, kind);
            return None;
        }
        let position = self.feature_kind(kind)?;
        let narrow = member.with_detail(u16::try_from(position).ok());
        let test = self.is_word(load(slot, member, kind.span), kind, kind.span)?;
        Some((narrow, Some(test)))
    }

    /// The test whether a member is of one of several kinds.
    fn narrow_to_kinds(&mut self, member: Type, kinds: &[Name], slot: u16) -> Option<Expr> {
        self.each_word_once(kinds);
        let (first, rest) = kinds.split_first()?;
        if !matches!(member.sort, Sort::Piece | Sort::Card | Sort::Feature | Sort::Segment) {
            self.report_no_kinds(member, first);
            return None;
        }
        let mut test = self.is_word(load(slot, member, first.span), first, first.span);
        for kind in rest {
            let other = self.is_word(load(slot, member, kind.span), kind, kind.span);
            test = test.zip(other).map(|(test, other)| either(test, other));
        }
        test
    }

    fn report_no_kinds(&mut self, member: Type, kind: &Name) {
        let found = self.describe(member);
        Diagnostic::error("types::narrow", format!("a set of {found} cannot be narrowed to `{kind}`"))
            .at(kind.span, "not a kind of feature or piece")
            .help("only sets of features, segments, pieces and cards have kinds; use `where`")
            .report(self.diagnostics);
    }

    /// `count(x in S where C)`, `sum(x in S : E)` and the rest.
    pub(crate) fn fold(
        &mut self,
        fold: &Spanned<Written>,
        binding: &ast::Binding,
        body: Option<&ast::Expr>,
        span: Span,
    ) -> Option<Expr> {
        let mark = self.scope.mark();
        let result = self.apart(|checker| checker.folded(fold, binding, body, span));
        self.scope.restore(mark);
        result
    }

    fn folded(
        &mut self,
        fold: &Spanned<Written>,
        binding: &ast::Binding,
        body: Option<&ast::Expr>,
        span: Span,
    ) -> Option<Expr> {
        let Some(bound) = self.bind(binding) else {
            if let Some(body) = body {
                self.expr(body, None);
            }
            return None;
        };
        let int = Type::one(Sort::Int);
        let (fold, ty, body) = match (fold.node, body) {
            (Written::Count, None) => (Fold::Count, int, None),
            (Written::Any, None) => (Fold::Any, BOOL, None),
            (Written::First, None) => (Fold::First, bound.member.with_form(Form::Maybe), None),
            (Written::Set, None) => (Fold::Set, bound.member.with_form(Form::Many), None),
            (Written::Set, Some(body)) => {
                let body = self.refined_expr(body, None)?;
                let one = body.ty.with_form(Form::One);
                let body = if body.ty.form == Form::Maybe { self.coerce(body, one)? } else { body };
                (Fold::Set, body.ty.with_form(Form::Many), Some(body))
            }
            (Written::All, Some(body)) => (Fold::All, BOOL, Some(self.expect_condition(body)?)),
            (Written::Sum, Some(body)) => {
                let (fold, ty, body) = self.fold_numbers(Fold::Sum, body)?;
                (fold, ty, body.map(|body| self.as_term(body, binding)))
            }
            (Written::Max, Some(body)) => self.fold_numbers(Fold::Max, body)?,
            (Written::Min, Some(body)) => self.fold_numbers(Fold::Min, body)?,
            (Written::Most | Written::Least, Some(body)) => {
                let fold = if fold.node == Written::Most { Fold::Most } else { Fold::Least };
                let (fold, _, body) = self.fold_numbers(fold, body)?;
                (fold, bound.member.with_form(Form::Many), body)
            }
            (_, Some(body)) => {
                Diagnostic::error("types::fold-body", "nothing is computed for each member here")
                    .at(body.span, "this has no use")
                    .help("a condition stands after `where`")
                    .report(self.diagnostics);
                return None;
            }
            (_, None) => {
                Diagnostic::error("types::fold-body", "what is to be computed for each member is missing")
                    .at(fold.span, "this needs it")
                    .help("write it behind a colon: `sum(m in f.pieces : weight(m))`, for `most` and `least` behind `by`")
                    .report(self.diagnostics);
                return None;
            }
        };
        let BoundSet { slot, set, filter, .. } = bound;
        Some(Expr::new(span, ty, ExprKind::Fold { fold, slot, set, filter, body }))
    }

    /// A fold of what is computed for each member, of the type of that.
    fn fold_numbers(&mut self, fold: Fold, body: &ast::Expr) -> Option<(Fold, Type, Option<Expr>)> {
        let body = self.expr(body, None).and_then(|body| self.number(body))?;
        Some((fold, body.ty, Some(body)))
    }

    /// What is summed up as points, as a term that explains them: one member, and what it comes to.
    fn as_term(&mut self, body: Expr, binding: &ast::Binding) -> Expr {
        if body.ty != Type::one(Sort::Pts) || matches!(&*body.kind, ExprKind::Term { .. }) {
            return body;
        }
        let name = self.members_name(binding);
        let (span, ty, name) = (body.span, body.ty, self.term(&name));
        let count = constant(1, Type::one(Sort::Int), span);
        Expr::new(span, ty, ExprKind::Term { name, count, each: body })
    }

    /// What the members of a set are called where they are counted: their kind, the last word of the set, or the name
    /// that each of them has.
    pub(crate) fn members_name(&self, binding: &ast::Binding) -> String {
        let kinds: Vec<&str> = binding.kinds.iter().map(|kind| kind.as_str()).collect();
        if !kinds.is_empty() {
            kinds.join(" or ")
        } else if let ast::ExprKind::Name(_) | ast::ExprKind::Field { .. } = &*binding.set.kind {
            self.term_name(&binding.set)
        } else {
            binding.name.node.clone()
        }
    }

    /// `x in S`: for features whether it is the same feature as some member.
    pub(crate) fn contains(&mut self, member: &ast::Expr, set: &ast::Expr, span: Span) -> Option<Expr> {
        // Where one side is a bare word, or several, the other says which list of words is meant.
        let (set, member) = if matches!(&*member.kind, ast::ExprKind::Name(_)) {
            let set = self.expr(set, None)?;
            let member = self.expr(member, Some(set.ty.with_form(Form::One)))?;
            (set, member)
        } else {
            let member = self.expr(member, None);
            let set = self.expr(set, member.as_ref().map(|member| member.ty.with_form(Form::Many)));
            (set?, member?)
        };
        let of_features = |sort: Sort| matches!(sort, Sort::Feature | Sort::Segment);
        let fits = set.ty.form == Form::Many
            && (set.ty.sort == member.ty.sort || (of_features(set.ty.sort) && of_features(member.ty.sort)));
        if !fits || member.ty.form == Form::Many {
            let (member_words, set_words) = (self.describe(member.ty), self.describe(set.ty));
            Diagnostic::error("types::mismatch", format!("{member_words} is never in {set_words}"))
                .at(member.span, format!("this is {member_words}"))
                .at(set.span, format!("this is {set_words}"))
                .help("left of `in` stands one thing, right of it a set of such things")
                .report(self.diagnostics);
            return None;
        }
        if set.ty.sort != Sort::Feature && member.ty.sort != Sort::Feature {
            return Some(Expr::new(span, BOOL, ExprKind::Contains { member, set }));
        }
        // The member is asked within the loop, whose slot must be none of its own.
        let slot = self.scope.reserve_beyond();
        let each = load(slot, set.ty.with_form(Form::One), span);
        let same = ExprKind::Ask { builtin: Builtin::SameFeature, args: vec![each, member] };
        let filter = Some(Expr::new(span, BOOL, same));
        Some(Expr::new(span, BOOL, ExprKind::Fold { fold: Fold::Any, slot, set, filter, body: None }))
    }
}
