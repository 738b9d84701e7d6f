//! Where pieces go: `put`, `move`, `discard`, and how many are left where they come from.

use rota_bytecode::program::PieceKind;
use rota_bytecode::{Builtin, BuiltinInfo, Effect, Sort, Type};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{self, Name};

use crate::build::{constant, load};
use crate::checker::Checker;
use crate::tree::{Expr, ExprKind, StatementKind};

const PIECE: Type = Type::one(Sort::Piece);
const TILE: Type = Type::one(Sort::Tile);

/// Where a statement brings a piece, by what its place is: the usual way, and others.
pub(crate) struct PieceTargets {
    usual: (Sort, Effect),
    others: &'static [(Sort, Effect)],
}

/// `put … on …`
pub(crate) const PUT_TARGETS: PieceTargets = PieceTargets {
    usual: (Sort::Segment, Effect::Put),
    others: &[(Sort::Tile, Effect::Stand), (Sort::Corner, Effect::Perch), (Sort::Side, Effect::Straddle)],
};

/// `move … to …`
pub(crate) const MOVE_TARGETS: PieceTargets =
    PieceTargets { usual: (Sort::Space, Effect::Move), others: &[(Sort::Player, Effect::Keep)] };

impl Checker<'_> {
    /// `put … on …`, `move … to …`: a piece, or one taken from a supply, comes to a place.
    pub(crate) fn move_piece(
        &mut self,
        targets: PieceTargets,
        piece: &ast::Expr,
        of: Option<&ast::Expr>,
        to: &ast::Expr,
        span: Span,
    ) -> Option<Vec<StatementKind>> {
        let mark = self.scope.mark();
        let mut out = Vec::new();
        let piece = match of {
            Some(of) => self.taken_of(piece, of, span, &mut out),
            None => {
                let moved = self.expr(piece, Some(PIECE))?;
                // What was drawn comes into the keep of a player.
                if targets.usual.1 == Effect::Move && matches!(moved.ty.sort, Sort::Tile | Sort::Card) {
                    return self.stow(moved, to, span).map(|kind| vec![kind]);
                }
                self.one_piece(moved, span, &mut out)
            }
        };
        let place = self.place(&targets, to);
        self.scope.restore(mark);
        let (piece, (effect, to)) = (piece?, place?);
        out.push(self.perform(effect, vec![piece, to], span));
        Some(out)
    }

    /// `discard …`: a drawn tile or card, or a piece, leaves the game.
    pub(crate) fn discard(&mut self, what: &ast::Expr, span: Span) -> Option<Vec<StatementKind>> {
        let mark = self.scope.mark();
        let found = self.expr(what, Some(TILE))?;
        if !matches!(found.ty.sort, Sort::Piece | Sort::Kind) {
            return self.discard_drawn(found, span).map(|kind| vec![kind]);
        }
        let mut out = Vec::new();
        let piece = self.one_piece(found, span, &mut out);
        self.scope.restore(mark);
        let piece = piece?;
        out.push(self.perform(Effect::Remove, vec![piece], span));
        Some(out)
    }

    /// The place a piece goes to, and the effect that brings it there.
    fn place(&mut self, targets: &PieceTargets, to: &ast::Expr) -> Option<(Effect, Expr)> {
        let to = self.expr(to, Some(Type::one(targets.usual.0)))?;
        let other = targets.others.iter().find(|(sort, _)| *sort == to.ty.sort);
        let (sort, effect) = other.copied().unwrap_or(targets.usual);
        Some((effect, self.coerce(to, Type::one(sort))?))
    }

    /// A piece of a kind from the supply of a player.
    fn taken_of(
        &mut self,
        kind: &ast::Expr,
        of: &ast::Expr,
        span: Span,
        out: &mut Vec<StatementKind>,
    ) -> Option<Expr> {
        let slot = self.scope.reserve(1);
        let written = kind;
        let kind = self.expect(kind, Type::one(Sort::Kind));
        let of = self.expect(of, Type::one(Sort::Player));
        let (kind, of) = (kind?, of?);
        if self.is_common(&kind) == Some(true) {
            let name = self.sources.text(written.span).trim().to_owned();
            Diagnostic::error("types::nobodys-piece", format!("`{name}` belongs to nobody"))
                .at(of.span, "a player has none")
                .at(written.span, "declared `neutral`")
                .help("leave `of …` away")
                .report(self.diagnostics);
            return None;
        }
        out.push(StatementKind::Do { effect: Effect::Take, args: vec![kind, of], result: Some(slot) });
        Some(load(slot, PIECE, span))
    }

    /// A piece, or one of a neutral kind from the common supply.
    fn one_piece(&mut self, piece: Expr, span: Span, out: &mut Vec<StatementKind>) -> Option<Expr> {
        let may_be_common = match self.is_common(&piece) {
            Some(is_common) => is_common,
            // What is known in play alone may be a neutral kind where there is any.
            None => self.declared.pieces.iter().any(|kind| kind.neutral),
        };
        if piece.ty != Type::one(Sort::Kind) || !may_be_common {
            return self.coerce(piece, PIECE);
        }
        let slot = self.scope.reserve(1);
        let nobody = constant(-1, Type::maybe(Sort::Player), span);
        out.push(StatementKind::Do { effect: Effect::Take, args: vec![piece, nobody], result: Some(slot) });
        Some(load(slot, PIECE, span))
    }

    /// Whether a kind is one of neutral pieces, whichever way it turns out; nothing where only the game knows it.
    fn is_common(&self, kind: &Expr) -> Option<bool> {
        if let ExprKind::If { then, otherwise, .. } = &*kind.kind {
            return Some(self.is_common(then)? && self.is_common(otherwise)?);
        }
        let ExprKind::Const(kind) = *kind.kind else { return None };
        let kind = usize::try_from(kind).ok().and_then(|kind| self.declared.pieces.get(kind));
        Some(kind.is_some_and(|kind| kind.neutral))
    }

    /// The kind of piece that a word names, where no local name hides it.
    pub(crate) fn kind_named(&self, written: &ast::Expr) -> Option<&PieceKind> {
        let ast::ExprKind::Name(name) = &*written.kind else { return None };
        let kind = self.declared.pieces.iter().find(|kind| kind.name == *name)?;
        self.scope.find(name).is_none().then_some(kind)
    }

    /// `supply(gold)`: how many neutral pieces of a kind, or with a trait, are left. `spare(gold)`: the next of them.
    pub(crate) fn common_supply(
        &mut self,
        entry: &BuiltinInfo,
        name: &Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        let ask = |builtin, args| Some(Expr::ask(span, entry.result, builtin, args));
        if let [written] = args {
            if entry.builtin == Builtin::CommonSupply
                && let Some(kinds) = self.trait_of(written)
            {
                let nobody = constant(-1, Type::maybe(Sort::Player), span);
                let kinds = constant(kinds, Type::one(Sort::Int), written.span);
                return ask(Builtin::SupplyOf, vec![nobody, kinds]);
            }
            if let Some(kind) = self.kind_named(written).filter(|kind| !kind.neutral) {
                let kind = kind.name.clone();
                Diagnostic::error("types::supply", format!("every player has a supply of `{kind}`"))
                    .at(span, "whose supply?")
                    .help(format!("ask a player: `active.{}({kind})`", entry.name))
                    .report(self.diagnostics);
                return None;
            }
        }
        let args = self.arguments(name, args, entry.params)?;
        ask(entry.builtin, args)
    }

    /// Says that no player has a supply of a neutral kind.
    pub(crate) fn report_no_supply(&mut self, entry: &BuiltinInfo, written: &ast::Expr) {
        let kind = self.sources.text(written.span).trim().to_owned();
        let help = if entry.builtin == Builtin::PlayerSpare {
            format!("ask the common supply: `spare({kind})`")
        } else {
            format!("the common supply is `supply({kind})`")
        };
        Diagnostic::error("types::supply", format!("`{kind}` belongs to nobody"))
            .at(written.span, "a player has no supply of it")
            .help(help)
            .report(self.diagnostics);
    }
}
