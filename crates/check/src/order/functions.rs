//! Values with their modifiers.

use rota_bytecode::{BUILTINS, Form, Sort, Type};
use rota_source::{Diagnostic, Span, joined};
use rota_syntax::ast::{self, Body, Item, ItemKind, Name, Param};

use crate::build::{constant, load};
use crate::checker::{Checker, Value, undeclared};
use crate::expressions::names::counted;
use crate::expressions::types::UNKNOWN;
use crate::order::unordered::unordered;
use crate::scope::{Purity, Scope};
use crate::tree::{Expr, ExprKind, Function, Statement, StatementKind};
use rota_compose::{Entry, InForce};

impl Checker<'_> {
    /// Gives every value an index and a signature, so that bodies can call one another.
    pub(crate) fn reserve_functions(&mut self, items: &InForce<'_>) {
        for entry in &items.entries {
            let ItemKind::Value { name, params, ty, stages, body } = &entry.item.kind else { continue };
            let (result, range) = self.resolve_type(ty).unwrap_or((UNKNOWN, None));
            let params = self.parameters(params);
            let function = self.reserve(format!("value {name}"), name.span, Some(result));
            let stages = stages.iter().map(|stage| stage.node.clone()).collect();
            self.values.insert(
                name.node.clone(),
                Value { function, params, result, range, stages, asks: asked(body), span: name.span },
            );
        }
        self.reserve_procedures(items);
        self.reserve_wrappers(items);
    }

    pub(crate) fn parameters(&mut self, params: &[Param]) -> Vec<Type> {
        for (index, param) in params.iter().enumerate() {
            let first = params.iter().take(index).find(|other| other.name.node == param.name.node);
            if let Some(first) = first {
                let message = format!("parameter `{}` is declared twice", param.name.node);
                self.report_twice(message, param.name.span, first.name.span, "rename one of them");
            }
        }
        params.iter().map(|param| self.resolve_type(&param.ty).map_or(UNKNOWN, |(ty, _)| ty)).collect()
    }

    /// Checks the bodies of all values.
    pub(crate) fn check_values(&mut self, items: &InForce<'_>) {
        for entry in &items.entries {
            if let ItemKind::Value { name, params, body, .. } = &entry.item.kind
                && let Some(value) = self.values.get(&name.node).cloned()
            {
                self.value(&value, name, params, body, items);
            }
        }
        for entry in &items.entries {
            if let ItemKind::Modify { name, .. } = &entry.item.kind
                && !self.values.contains_key(&name.node)
            {
                undeclared("names::unknown-value", format!("there is no value `{name}` to modify"), name)
                    .suggest(name, self.values.keys(), || {
                        format!("declare it with `value {name}`, or require the pack that does")
                    })
                    .report(self.diagnostics);
            }
        }
    }

    fn value(&mut self, value: &Value, name: &Name, params: &[Param], body: &Body, items: &InForce<'_>) {
        let (ty, range) = (value.result, value.range);
        let label = format!("value {name}");
        let modifiers = self.modifiers(name, value, items);
        let simple = modifiers.is_empty() && range.is_none();
        self.scope = Scope::function(&label, Purity::Answers, Some(ty));
        self.bind_parameters(params, &value.params);
        if let (true, Body::Block(block)) = (simple, body) {
            let body = self.returning(name, block);
            self.fill(value.function, params.len(), body);
            return;
        }
        let base = match body {
            Body::Expr(expr) => self.expect(expr, ty),
            Body::Block(block) => Some(self.inner_function(name, params, value, block, ty)),
        };
        let broken = base.is_none();
        let base = base.unwrap_or_else(|| constant(0, ty, name.span));
        if broken && simple {
            return;
        }
        let span = base.span;
        if simple {
            self.fill(
                value.function,
                params.len(),
                vec![Statement { span, kind: StatementKind::Return(base) }],
            );
            return;
        }
        let it = self.scope.bind("it", ty, false, name.span);
        let mut body = vec![Statement { span, kind: StatementKind::Store { slot: it, value: base } }];
        for modifier in modifiers {
            let Some(statement) = self.modifier(modifier, value, it, ty) else { continue };
            if reads(&statement, it) {
                body.push(statement);
            } else {
                body = vec![in_place_of(body, statement)];
            }
        }
        let mut result = load(it, ty, span);
        if let Some((least, most)) = range {
            result = Expr::new(span, ty, ExprKind::Within { value: result, least, most });
        }
        body.push(Statement { span, kind: StatementKind::Return(result) });
        self.fill(value.function, params.len(), body);
    }

    /// The modifiers of a value by stage, those without a stage last.
    fn modifiers<'i>(&mut self, name: &Name, value: &Value, items: &InForce<'i>) -> Vec<&'i Item> {
        let mut found: Vec<Vec<Entry<'i>>> = vec![Vec::new(); value.stages.len() + 1];
        for entry in &items.entries {
            let ItemKind::Modify { name: target, stage, .. } = &entry.item.kind else { continue };
            if target.node != name.node {
                continue;
            }
            let rank = match stage {
                None => value.stages.len(),
                Some(stage) => match value.stages.iter().position(|known| *known == stage.node) {
                    Some(rank) => rank,
                    None => {
                        let here = if value.stages.is_empty() {
                            "declared without stages"
                        } else {
                            "the stages are declared here"
                        };
                        Diagnostic::error(
                            "names::unknown-stage",
                            format!("value `{name}` has no stage `{stage}`"),
                        )
                        .at(stage.span, "not declared")
                        .at(value.span, here)
                        .suggest(stage, &value.stages, || match value.stages.as_slice() {
                            [] => format!("leave `at {stage}` away"),
                            stages => format!("its stages are {}", joined(stages)),
                        })
                        .report(self.diagnostics);
                        continue;
                    }
                },
            };
            found.get_mut(rank).into_iter().for_each(|found| found.push(*entry));
        }
        found.into_iter().flat_map(|entries| self.stage(&name.node, entries, items)).collect()
    }

    /// The modifiers of one stage in order.
    fn stage<'i>(&mut self, value: &str, entries: Vec<Entry<'i>>, items: &InForce<'i>) -> Vec<&'i Item> {
        let place = format!("among the changes to `{value}`");
        let sequence = items.sequence(&place, entries, self.diagnostics);
        for (one, other) in &sequence.unordered {
            let Some((one, other)) = sequence.entries.get(*one).zip(sequence.entries.get(*other)) else {
                continue;
            };
            if !self.changes_commute(one.item, other.item) {
                let place_of = |entry: &Entry<'_>| (entry.pack, rota_compose::heading(entry.item));
                self.report(unordered(&place, place_of(one), place_of(other), items));
            }
        }
        sequence.entries.iter().map(|entry| entry.item).collect()
    }

    /// One modifier: `it` becomes something else when its condition holds.
    fn modifier(&mut self, item: &Item, value: &Value, it: u16, ty: Type) -> Option<Statement> {
        let ItemKind::Modify { name, params, .. } = &item.kind else { return None };
        if params.len() != value.params.len() {
            Diagnostic::error(
                "types::arguments",
                format!(
                    "`{}` takes {}, found {}",
                    name.node,
                    counted(value.params.len(), "parameter"),
                    params.len()
                ),
            )
            .at(name.span, "modified here")
            .at(value.span, "declared here")
            .help("a modifier names the same parameters as the value")
            .report(self.diagnostics);
            return None;
        }
        // The names of the value's own parameters are its own affair.
        let (own, others) = self.scope.locals.drain(..).partition(|local| local.slot == it);
        self.scope.locals = own;
        let store = self.apart(|checker| checker.modified(item, value, it, ty));
        self.scope.locals = others;
        self.scope.bind_to("it", ty, it, false, value.span);
        store
    }

    fn modified(&mut self, item: &Item, value: &Value, it: u16, ty: Type) -> Option<Statement> {
        let ItemKind::Modify { params, when, body, .. } = &item.kind else { return None };
        let span = item.span;
        let types = self.parameters(params);
        let mut guard = None;
        for (slot, (param, (own, declared))) in params.iter().zip(types.iter().zip(&value.params)).enumerate()
        {
            let slot = u16::try_from(slot).unwrap_or(u16::MAX);
            if own != declared && *own != UNKNOWN && *declared != UNKNOWN {
                // A narrower parameter is a condition: `modify worth(f : city)` speaks of cities only.
                let test = self.narrowing(load(slot, *declared, param.name.span), *own, param)?;
                guard = Some(match guard {
                    None => test,
                    Some(first) => Expr::and(first, test),
                });
            }
            if param.name.node == "it" {
                Diagnostic::error("names::hidden", "`it` already has a meaning here")
                    .at(param.name.span, "in a modifier `it` is the value so far")
                    .help("take another name")
                    .report(self.diagnostics);
            } else {
                // Names given twice are reported where the types are read.
                self.note_type(param.name.span, *own);
                self.scope.bind_to(&param.name.node, *own, slot, false, param.name.span);
            }
        }
        if let Some(when) = when {
            let when = self.expect_condition(when)?;
            self.learn(Some(&when), true);
            guard = Some(match guard {
                None => when,
                Some(first) => Expr::and(first, when),
            });
        }
        let new = match body {
            Body::Expr(expr) => self.expect(expr, ty)?,
            Body::Block(block) => {
                Diagnostic::error("types::modify-block", "a modifier is one expression")
                    .at(Span { end: block.span.start.saturating_add(1), ..block.span }, "write `= …`")
                    .help("put the longer part into a value of its own and call it")
                    .report(self.diagnostics);
                return None;
            }
        };
        let store = Statement { span, kind: StatementKind::Store { slot: it, value: new } };
        Some(match guard {
            None => store,
            Some(condition) => Statement {
                span,
                kind: StatementKind::If { condition, then: vec![store], otherwise: Vec::new() },
            },
        })
    }

    fn narrowing(&mut self, operand: Expr, own: Type, param: &Param) -> Option<Expr> {
        let of_features = |ty: Type| matches!(ty.sort, Sort::Feature | Sort::Segment);
        let kind = own.detail.and_then(|kind| self.vocabulary.features.get(usize::from(kind)));
        if let (true, true, Form::One, Some(kind)) =
            (of_features(own), of_features(operand.ty), own.form, kind)
        {
            let word = Name::new(kind.name.clone(), param.ty.span);
            return self.is_word(operand, &word, param.ty.span);
        }
        let (own, declared) = (self.describe(own), self.describe(operand.ty));
        Diagnostic::error("types::mismatch", format!("expected {declared}, found {own}"))
            .at(param.ty.span, "the value is declared with another type")
            .help("a modifier takes the type of the value, or narrows a feature to one kind")
            .report(self.diagnostics);
        None
    }

    /// A body with statements, when modifiers follow it: a function of its own.
    fn inner_function(
        &mut self,
        name: &Name,
        params: &[Param],
        value: &Value,
        block: &ast::Block,
        ty: Type,
    ) -> Expr {
        let label = &format!("value {name}");
        let index = self.reserve(format!("{label} before modifiers"), block.span, Some(ty));
        let outer = std::mem::replace(&mut self.scope, Scope::function(label, Purity::Answers, Some(ty)));
        self.bind_parameters(params, &value.params);
        let body = self.returning(name, block);
        self.fill(index, params.len(), body);
        self.scope = outer;
        let args = value.params.iter().enumerate();
        let args =
            args.map(|(slot, ty)| load(u16::try_from(slot).unwrap_or(u16::MAX), *ty, block.span)).collect();
        Expr::call(block.span, ty, index, args)
    }

    pub(crate) fn bind_parameters(&mut self, params: &[Param], types: &[Type]) {
        for (param, ty) in params.iter().zip(types) {
            // Names given twice are reported where the types are read.
            self.note_type(param.name.span, *ty);
            self.scope.bind(&param.name.node, *ty, false, param.name.span);
        }
    }

    /// Completes a reserved function with its body and the slots of the present scope.
    pub(crate) fn fill(&mut self, index: u32, params: usize, body: Vec<Statement>) {
        let slots = self.scope.slots();
        if let Some(function) = self.function_mut(index) {
            *function = Function {
                params: u16::try_from(params).unwrap_or(u16::MAX),
                slots,
                body,
                ..function.clone()
            };
        }
    }
}

/// Whether a modifier asks what the answer is so far.
fn reads(modifier: &Statement, it: u16) -> bool {
    if let StatementKind::If { condition, then, .. } = &modifier.kind {
        condition.reads(it) > 0 || then.iter().any(|statement| reads(statement, it))
    } else if let StatementKind::Store { value, .. } = &modifier.kind {
        value.reads(it) > 0
    } else {
        true
    }
}

/// A modifier that does not ask for the answer so far: where it applies, that answer is not worked out, and what
/// it would have counted explains no score.
fn in_place_of(before: Vec<Statement>, modifier: Statement) -> Statement {
    let StatementKind::If { condition, then, .. } = modifier.kind else { return modifier };
    let kind = StatementKind::If { condition, then, otherwise: before };
    Statement { span: modifier.span, kind }
}

/// The built-in word that a value asks of one of its parameters, where that is all it says.
fn asked(body: &Body) -> Option<String> {
    let Body::Expr(expr) = body else { return None };
    let ast::ExprKind::Field { receiver, name, args } = &*expr.kind else { return None };
    let is_known = BUILTINS.iter().any(|entry| entry.receiver.is_some() && entry.name == name.node);
    let is_plain = is_known && args.is_empty() && matches!(&*receiver.kind, ast::ExprKind::Name(_));
    is_plain.then(|| name.node.clone())
}
