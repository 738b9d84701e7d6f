//! Tests for kinds: of features, pieces and cards, by their words or by a kind that only the game knows.

use rota_bytecode::program::Owner;
use rota_bytecode::{Builtin, Form, Sort, Type};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{self, BinaryOp, ExprKind as Ast, Name, Tested, UnaryOp};

use crate::build::constant;
use crate::checker::{Checker, undeclared};
use crate::expressions::expr::negate;
use crate::expressions::names::index;
use crate::tree::{BinaryOp as Operation, Expr, ExprKind};
use crate::usage::Kind;

const INT: Type = Type::one(Sort::Int);
const BOOL: Type = Type::one(Sort::Bool);

impl Checker<'_> {
    /// `f is city`, `m is follower`, `m is n.kind`.
    pub(crate) fn is(&mut self, operand: &ast::Expr, tested: &Tested, span: Span) -> Option<Expr> {
        let operand = self.expr(operand, None)?;
        let word = match tested {
            Tested::Value(value) => return self.is_of_kind(operand, value, span),
            Tested::Word(word) if self.names_kind(&operand, word) => {
                let value = Box::new(Ast::Name(word.node.clone()));
                return self.is_of_kind(operand, &ast::Expr { span: word.span, kind: value }, span);
            }
            Tested::Word(word) => word,
        };
        match operand.ty.form {
            Form::Many => self.is_of_set(operand, word, span),
            // What is not there is of no kind.
            Form::Maybe if operand.ty.sort == Sort::Card => {
                let there = self.condition(operand.clone())?;
                Some(there.and(self.is_word(operand, word, span)?))
            }
            Form::Maybe | Form::One => self.is_word(operand, word, span),
        }
    }

    /// Says that a set is of no kind, whichever kind is asked for.
    fn is_of_set(&mut self, set: Expr, word: &Name, span: Span) -> Option<Expr> {
        self.is_word(set.clone(), word, span)?;
        let (found, text) = (self.describe(set.ty), self.sources.line_text(set.span));
        let help = self.advice_on_chosen(&set).unwrap_or_else(|| {
            format!("ask its members: `any({word} x in {text})`, or `each {word} x in {text} {{ … }}`")
        });
        Diagnostic::error("types::is", "`is` asks for the kind of one thing, not of a set")
            .at(set.span, format!("this is {found}"))
            .help(help)
            .report(self.diagnostics);
        None
    }

    /// Whether a word behind `is` stands for a kind that is known only in play.
    fn names_kind(&self, operand: &Expr, word: &Name) -> bool {
        if operand.ty.sort != Sort::Piece {
            return false;
        }
        if let Some(local) = self.scope.find(&word.node) {
            return local.ty.sort == Sort::Kind;
        }
        let is_word = self.declared.pieces.iter().any(|piece| piece.name == word.node)
            || self.declared.traits.contains(&word.node);
        let var = self.variable(Owner::Game, &word.node);
        !is_word && (var.is_some() || self.values.contains_key(&word.node))
    }

    /// Whether a piece is of a kind; what is not there is of none.
    fn is_of_kind(&mut self, operand: Expr, kind: &ast::Expr, span: Span) -> Option<Expr> {
        if operand.ty.sort != Sort::Piece || operand.ty.form == Form::Many {
            let found = self.describe(operand.ty);
            Diagnostic::error(
                "types::is",
                format!("a kind that is known in play is asked of one piece, not of {found}"),
            )
            .at(operand.span, format!("this is {found}"))
            .help("behind `is` stands the word of a kind, or for a piece what answers one: `m is n.kind`")
            .report(self.diagnostics);
            return None;
        }
        let kind = self.expect(kind, Type::one(Sort::Kind))?;
        let own = Expr::ask(operand.span, Type::one(Sort::Kind), Builtin::PieceKind, vec![operand]);
        Some(Expr::new(span, BOOL, ExprKind::Binary { op: Operation::Equal, left: own, right: kind }))
    }

    /// The same as `is` for a word and an operand that is already checked.
    pub(crate) fn is_word(&mut self, operand: Expr, word: &Name, span: Span) -> Option<Expr> {
        let make = |builtin, args| Some(Expr::ask(span, BOOL, builtin, args));
        let sort = operand.ty.sort;
        if matches!(sort, Sort::Feature | Sort::Segment) {
            let kind = self.feature_kind(word)?;
            let kind = constant(index(kind), INT, word.span);
            make(Builtin::IsFeatureKind, vec![operand, kind])
        } else if sort == Sort::Piece {
            let mask = self.piece_mask(word)?;
            make(Builtin::IsPieceKind, vec![operand, constant(mask, INT, word.span)])
        } else if sort == Sort::Card {
            let kind = index(self.card_kind(word)?);
            let zero = constant(0, INT, span);
            let own = Box::new(ExprKind::Ask { builtin: Builtin::TileAttr, args: vec![operand, zero] });
            let (left, right) = (Expr { span, ty: INT, kind: own }, constant(kind, INT, word.span));
            Some(Expr::new(span, BOOL, ExprKind::Binary { op: Operation::Equal, left, right }))
        } else {
            let found = self.describe(operand.ty);
            Diagnostic::error(
                "types::is",
                format!("`is` asks for the kind of a feature, a piece or a card, not of {found}"),
            )
            .at(operand.span, format!("this is {found}"))
            .help(match operand.ty.form {
                Form::Many => "ask its members: `any(x in … where …)`",
                Form::Maybe | Form::One if sort == Sort::Kind => {
                    "compare kinds with `=`, or ask whether a trait has it: `k in …`"
                }
                Form::Maybe | Form::One => "compare with `=`",
            })
            .report(self.diagnostics);
            None
        }
    }

    /// The kinds of pieces that a word names, one bit each: a kind itself, or all with a trait.
    pub(crate) fn piece_mask(&mut self, word: &Name) -> Option<i64> {
        if let Some(kind) = self.declared.pieces.iter().position(|piece| piece.name == word.node) {
            return Some(1 << kind.min(62));
        }
        if let Some(bit) = self.declared.traits.iter().position(|name| *name == word.node) {
            self.usage.mark(Kind::Trait, &word.node);
            let having = self.declared.pieces.iter().enumerate();
            let having = having.filter(|(_, piece)| piece.traits & (1 << bit.min(31)) != 0);
            return Some(having.fold(0, |mask, (kind, _)| mask | (1 << kind.min(62))));
        }
        let known = self.declared.pieces.iter().map(|piece| &piece.name).chain(&self.declared.traits);
        undeclared("names::unknown-piece", format!("unknown piece or trait `{word}`"), word)
            .suggest(word, known, || format!("declare it: `piece {word} each 1` or `trait {word}`"))
            .report(self.diagnostics);
        None
    }

    /// The word of a further kind, as behind `or` in `f is city or road`, where it means nothing else.
    fn further_kind(&self, written: &ast::Expr) -> Option<Name> {
        let Ast::Name(word) = &*written.kind else { return None };
        let is_kind = self.vocabulary.feature(word).is_some()
            || self.declared.pieces.iter().any(|piece| piece.name == *word)
            || self.declared.traits.contains(word)
            || self.declared.cards.contains(word);
        (is_kind && self.scope.find(word).is_none()).then(|| Name::new(word.clone(), written.span))
    }

    /// The word of a further kind that goes on with a test before it.
    pub(crate) fn alternative(&self, left: &ast::Expr, right: &ast::Expr) -> Option<Name> {
        self.further_kind(right).filter(|_| self.ends_with_test(left))
    }

    fn ends_with_test(&self, written: &ast::Expr) -> bool {
        if let Ast::Binary { op: BinaryOp::Or, left, right } = &*written.kind {
            return self.ends_with_test(right)
                || (self.further_kind(right).is_some() && self.ends_with_test(left));
        }
        if let Ast::Binary { op: BinaryOp::And, right: last, .. }
        | Ast::Unary { op: UnaryOp::Not, operand: last } = &*written.kind
        {
            return self.ends_with_test(last);
        }
        matches!(&*written.kind, Ast::Is { .. })
    }

    /// Says where a further kind stands so that something else goes on with it: `f is city or road and done`.
    pub(crate) fn report_torn_kinds(&mut self, left: &ast::Expr, right: &ast::Expr) -> bool {
        let mut first = right;
        while let Ast::Binary { op: BinaryOp::And, left, .. } = &*first.kind {
            first = left;
        }
        let Some(word) = self.alternative(left, first) else { return false };
        Diagnostic::error("types::is", format!("`and` takes `{word}` for a condition of its own"))
            .at(word.span, "a further kind")
            .at(left.span, "what it goes on with")
            .help(format!("put the kinds into parentheses: `(x is … or {word}) and …`"))
            .report(self.diagnostics);
        true
    }

    /// What a test asks for a kind, or for one of several, and whether it is denied.
    fn tested<'w>(&self, written: &'w ast::Expr) -> Option<(&'w ast::Expr, bool)> {
        if let Ast::Binary { op: BinaryOp::Or, left, right } = &*written.kind {
            return self.further_kind(right).and_then(|_| self.tested(left));
        }
        let Ast::Is { operand, negated, .. } = &*written.kind else { return None };
        Some((operand, *negated))
    }

    /// `f is city or road`: of one of these kinds; `f is not city or road`: of none of them.
    pub(crate) fn or_kind(&mut self, left: &ast::Expr, word: Name, span: Span) -> Option<Expr> {
        let at = word.span;
        let Some((operand, negated)) = self.tested(left) else {
            Diagnostic::error("types::is", format!("what may be `{word}` as well?"))
                .at(at, "a further kind")
                .at(left.span, "more is asked here than for a kind")
                .help(format!(
                    "put the kinds into parentheses with what they are asked of: `(x is … or {word})`"
                ))
                .report(self.diagnostics);
            return None;
        };
        let test = self.expr(left, None)?;
        let other = self.is(operand, &Tested::Word(word), at)?;
        if !negated {
            return Some(Expr { span, ..either(test, other) });
        }
        // What is denied is that it is one of them.
        let ExprKind::Not(test) = *test.kind else { return None };
        Some(negate(Expr { span, ..either(test, other) }))
    }
}

/// Whether one of two tests holds; two that ask for kinds of the same piece are one.
pub(crate) fn either(left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    if let (Some((one, some)), Some((same, more))) = (kinds_asked(&left), kinds_asked(&right))
        && one.same_as(same)
    {
        let kinds = constant(some | more, INT, span);
        return Expr::ask(span, BOOL, Builtin::IsPieceKind, vec![one.clone(), kinds]);
    }
    Expr::new(span, BOOL, ExprKind::Or(left, right))
}

/// The piece and the kinds, one bit each, that a test asks for.
fn kinds_asked(test: &Expr) -> Option<(&Expr, i64)> {
    let ExprKind::Ask { builtin: Builtin::IsPieceKind, args } = &*test.kind else { return None };
    let [piece, kinds] = args.as_slice() else { return None };
    let ExprKind::Const(kinds) = *kinds.kind else { return None };
    Some((piece, kinds))
}
