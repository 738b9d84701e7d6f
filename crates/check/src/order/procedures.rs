//! Procedures: statements under a name, done with arguments.

use rota_bytecode::HOOKS;
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{self, ItemKind, Name};

use crate::build::run;
use crate::checker::{Checker, Deed, Procedure, undeclared};
use crate::expressions::types::UNKNOWN;
use crate::scope::{Purity, Scope};
use crate::tree::{Statement, StatementKind};
use rota_compose::InForce;

impl Checker<'_> {
    /// Gives every procedure an index and its parameters, so that bodies can do one another.
    pub(crate) fn reserve_procedures(&mut self, items: &InForce<'_>) {
        for entry in &items.entries {
            let ItemKind::Procedure { name, params, .. } = &entry.item.kind else { continue };
            if HOOKS.iter().any(|hook| hook.name == name.node) {
                Diagnostic::error("names::taken", format!("`{name}` is an effect of the language"))
                    .at(name.span, "a rule that reacts to it would mean two things")
                    .help("take another name")
                    .report(self.diagnostics);
                continue;
            }
            let types = self.parameters(params);
            let function = self.reserve(format!("procedure {name}"), name.span, None);
            let names = params.iter().map(|param| param.name.node.clone());
            let params = names.zip(types).collect();
            self.procedures.insert(name.node.clone(), Procedure { function, params });
        }
    }

    /// Checks the bodies of all procedures.
    pub(crate) fn check_procedures(&mut self, items: &InForce<'_>) {
        for entry in &items.entries {
            let ItemKind::Procedure { name, params, body } = &entry.item.kind else { continue };
            let Some(procedure) = self.procedures.get(&name.node).cloned() else { continue };
            self.scope = Scope::function(&format!("procedure {name}"), Purity::Acts, None);
            let types: Vec<_> = procedure.params.iter().map(|(_, ty)| *ty).collect();
            self.bind_parameters(params, &types);
            let statements = self.block(body);
            // `stop` ends the procedure, not who does it.
            let scope = vec![Statement { span: body.span, kind: StatementKind::Scope(statements) }];
            self.fill(procedure.function, types.len(), scope);
        }
    }

    /// `do NAME(…)`: with the rules that react to it, where there are any.
    pub(crate) fn do_procedure(
        &mut self,
        name: &Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Vec<StatementKind>> {
        let Some(procedure) = self.procedures.get(&name.node).cloned() else {
            self.report(self.unknown_procedure(name));
            args.iter().for_each(|arg| drop(self.expr(arg, None)));
            return None;
        };
        let types: Vec<_> = procedure.params.iter().map(|(_, ty)| *ty).collect();
        let args = self.arguments(name, args, &types)?;
        if types.contains(&UNKNOWN) {
            return None;
        }
        let deed = Deed::Procedure(procedure.function);
        let function = self.wrappers.get(&deed).copied().unwrap_or(procedure.function);
        Some(vec![run(span, function, args)])
    }

    fn unknown_procedure(&self, name: &Name) -> Diagnostic {
        let message = format!("there is no procedure `{name}`");
        undeclared("names::unknown-procedure", message, name).suggest(name, self.procedures.keys(), || {
            if self.steps.find(&name.node).is_some() {
                format!("`{name}` is a step: `run {name}`")
            } else if self.values.contains_key(&name.node) {
                format!("`{name}` is a value: it answers and does nothing")
            } else {
                format!("declare it: `procedure {name} {{ … }}`")
            }
        })
    }
}
