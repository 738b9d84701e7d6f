//! `set`: locals and variables.

use rota_bytecode::program::Owner;
use rota_bytecode::{Form, Sort, Type};
use rota_source::{Diagnostic, Help, Span, meant};
use rota_syntax::ast::{self, ExprKind as Ast, Name};

use crate::build::load;
use crate::checker::Checker;
use crate::expressions::calls::carries;
use crate::expressions::own::written_apart;
use crate::expressions::types::UNKNOWN;
use crate::notes::Meant;
use crate::occurrences::SymbolKind;
use crate::scope::{Local, Purity};
use crate::tree::{Expr, ExprKind, StatementKind};

/// What a `set` becomes, and the question that has an answer now.
type Assignment = (Vec<StatementKind>, Option<Expr>);

impl Checker<'_> {
    /// Checks a `set`; behind it is known what follows from it.
    pub(crate) fn set_statement(
        &mut self,
        statement: &ast::Statement,
        target: &ast::Expr,
        value: &ast::Expr,
    ) -> Option<Vec<StatementKind>> {
        let set = self.set_target(target, value, statement.span);
        self.forget_changed(std::slice::from_ref(statement));
        let (kinds, there) = set?;
        if let Some(path) = there {
            self.scope.facts.learn_some(path);
        }
        Some(kinds)
    }

    /// What is set; and what it is read by where that is something now.
    fn set_target(&mut self, target: &ast::Expr, value: &ast::Expr, span: Span) -> Option<Assignment> {
        if let Ast::Name(name) = &*target.kind {
            return self.set_name(name, target.span, value, span);
        }
        if let Ast::Field { receiver, name, args } = &*target.kind
            && args.is_empty()
        {
            return self.set_field(receiver, name, value, span);
        }
        Diagnostic::error("types::not-settable", "only variables can be set")
            .at(target.span, "not a variable")
            .help("as in `set kept = t` or `set p.gold = p.gold + 1`")
            .report(self.diagnostics);
        None
    }

    /// `set n = …`: a local, or a variable of the game.
    fn set_name(&mut self, name: &str, at: Span, value: &ast::Expr, span: Span) -> Option<Assignment> {
        if let Some(local) = self.scope.find(name).cloned() {
            self.note_set(at, Meant::Local(local.span));
            return self.set_local(&local, at, value, span);
        }
        if let Some(var) = self.variable(Owner::Game, name) {
            self.note_set(at, Meant::Declared(SymbolKind::Variable));
            if self.scope.purity == Purity::Answers {
                Diagnostic::error("types::effect-in-value", "a value only answers; it changes nothing")
                    .at(at, "this belongs to the game")
                    .help("move it into a rule")
                    .report(self.diagnostics);
                return None;
            }
            return self.set_variable(var, None, value, span);
        }
        let help = if self.options.contains_key(name) {
            Help::from("an option is fixed for a whole game: set it in a variant")
        } else {
            let known = self.declared.vars.iter().filter(|var| var.owner == Owner::Game);
            let known = known.map(|var| var.name.as_str());
            let lets =
                self.scope.locals.iter().filter(|local| local.writable).map(|local| local.name.as_str());
            meant((name, at), known.chain(lets)).unwrap_or_else(|| {
                format!(
                    "a new name in a rule begins with `let {name} = …`; \
                     for the whole game declare `var {name} : …`"
                )
                .into()
            })
        };
        Diagnostic::error("names::unknown-variable", format!("there is no variable `{name}` to set"))
            .at(at, "not a variable")
            .help(help)
            .report(self.diagnostics);
        None
    }

    fn set_local(&mut self, local: &Local, at: Span, value: &ast::Expr, span: Span) -> Option<Assignment> {
        let name = &local.name;
        if !local.writable {
            Diagnostic::error("types::read-only", format!("`{name}` cannot be set"))
                .at(at, "only what `let` names can be set")
                .at(local.span, "named here")
                .help(format!("keep the new value under a name of its own: `let other = {name}`"))
                .report(self.diagnostics);
            return None;
        }
        if local.ty == UNKNOWN {
            self.expr(value, None);
            return None;
        }
        let written = value;
        let (value, is_there) = self.assigned(value, local.ty)?;
        let path = is_there.then(|| load(local.slot, local.ty, at));
        if let Some((_, note)) = self.scope.explained.filter(|(amount, _)| *amount == local.slot) {
            let before = load(note, Type::one(Sort::Int), span);
            return Some((self.change_points((local.slot, value), (before, note), written, span), path));
        }
        Some((vec![StatementKind::Store { slot: local.slot, value }], path))
    }

    /// `set p.gold = …`: what an award or something else carries.
    fn set_field(
        &mut self,
        receiver: &ast::Expr,
        name: &Name,
        value: &ast::Expr,
        span: Span,
    ) -> Option<Assignment> {
        if let Some(apart) = written_apart(receiver)
            && let Some(segment) = self.segment_apart(apart)
        {
            if segment.is_some() {
                self.report_own_set(apart, name);
            }
            return None;
        }
        let receiver = self.expr(receiver, None)?;
        self.note_receiver(name.span, receiver.ty);
        let receiver = self.coerce(receiver.clone(), receiver.ty.with_form(Form::One))?;
        if receiver.ty.sort == Sort::Award {
            return self.set_award(receiver, name, value, span).map(|kinds| (kinds, None));
        }
        let Some((var, _)) = self.owned_variable(&receiver, &name.node) else {
            let found = self.describe(receiver.ty);
            let (fixed, sort) = (self.is_field(&receiver, &name.node), receiver.ty.sort);
            let help = if fixed {
                Help::from(format!("`{name}` follows from the position; effects change it"))
            } else if matches!(
                sort,
                Sort::Player | Sort::Piece | Sort::Tile | Sort::Segment | Sort::Feature | Sort::Cell
            ) {
                let known = self.declared.vars.iter().filter(|var| carries(sort, var.owner));
                meant(name, known.map(|var| var.name.as_str()))
                    .unwrap_or_else(|| format!("declare it: `var {name} : int on {sort}`").into())
            } else {
                "players, pieces, tiles, segments, features and cells carry variables".into()
            };
            if self.broken.contains(&name.node) {
                return None;
            }
            Diagnostic::error("names::unknown-variable", format!("{found} has no variable `{name}`"))
                .at(name.span, if fixed { "it cannot be set" } else { "not a variable" })
                .help(help)
                .report(self.diagnostics);
            return None;
        };
        self.set_variable(var, Some(receiver), value, span)
    }

    fn set_variable(
        &mut self,
        var: u16,
        key: Option<Expr>,
        value: &ast::Expr,
        span: Span,
    ) -> Option<Assignment> {
        let declared = self.declared.vars.get(usize::from(var)).cloned()?;
        if let (Some((least, most)), Ast::Int(number)) = (declared.range, &*value.kind)
            && !(least..=most).contains(number)
        {
            Diagnostic::error("types::out-of-range", format!("{number} is not in {least}..{most}"))
                .at(value.span, format!("expected {least} to {most}"))
                .help("take a number in the range, or widen the range in the declaration")
                .report(self.diagnostics);
            return None;
        }
        if declared.ty.is_list() {
            return Some((self.set_members((var, declared.ty), key, value, span)?, None));
        }
        let (mut value, is_there) = self.assigned(value, declared.ty)?;
        if let Some((least, most)) = declared.range {
            value = Expr::new(span, declared.ty, ExprKind::Within { value, least, most });
        }
        let path = ExprKind::Get { var, key: key.clone() };
        let path = is_there.then(|| Expr::new(span, declared.ty, path));
        Some((vec![StatementKind::Set { var, key, value }], path))
    }

    /// A value that fits what is set, and whether it is known to be there.
    pub(crate) fn assigned(&mut self, value: &ast::Expr, ty: Type) -> Option<(Expr, bool)> {
        let value = self.refined_expr(value, Some(ty))?;
        let is_there = value.ty.form == Form::One;
        self.coerce(value, ty).map(|value| (value, is_there))
    }
}
