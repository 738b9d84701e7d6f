//! Reactions: an effect that some rule reacts to becomes a function with those rules written around it.

use std::collections::BTreeMap;

use rota_bytecode::{Effect, EffectInfo, HOOKS, Sort, Type};
use rota_source::{Diagnostic, Span, did_you_mean, joined};
use rota_syntax::ast::{Item, ItemKind, Side, Trigger};

use crate::build::{constant, load};
use crate::checker::Checker;
use crate::narrowing::Facts;
use crate::scope::{Purity, Scope};
use crate::tree::{Function, Statement, StatementKind};
use rota_compose::{InForce, bare, rule_name};

/// A rule that reacts to an effect.
struct Reaction<'i> {
    pack: usize,
    item: &'i Item,
    side: Side,
    reentrant: bool,
}

impl Checker<'_> {
    /// Reserves a function for each effect that some rule reacts to.
    pub(crate) fn reserve_wrappers(&mut self, items: &InForce<'_>) {
        for entry in &items.entries {
            let ItemKind::Rule { trigger: Trigger::Effect { effect, .. }, .. } = &entry.item.kind else {
                continue;
            };
            match HOOKS.iter().find(|hook| hook.name == effect.node) {
                Some(hook) => {
                    if !self.wrappers.contains_key(&hook.effect) {
                        let function = self.reserve(
                            format!("effect {}", hook.name),
                            effect.span,
                            hook.result.map(|(_, ty)| ty),
                        );
                        self.wrappers.insert(hook.effect, function);
                    }
                }
                None => {
                    let is_step = self.steps.find(&effect.node).is_some();
                    let known = || HOOKS.iter().map(|hook| hook.name);
                    let help = if is_step {
                        format!("`{effect}` is a step: `rule … at {effect}`")
                    } else {
                        did_you_mean(&effect.node, known())
                            .unwrap_or_else(|| format!("the effects are {}", joined(known())))
                    };
                    Diagnostic::error(
                        "names::unknown-effect",
                        format!("there is no effect `{effect}` to react to"),
                    )
                    .at(effect.span, "not an effect; a step stands after `at`")
                    .help(help)
                    .report(self.diagnostics);
                }
            }
        }
    }

    /// Writes the functions of those effects.
    pub(crate) fn check_reactions(&mut self, items: &InForce<'_>) {
        let mut by_effect: BTreeMap<Effect, Vec<Reaction<'_>>> = BTreeMap::new();
        for entry in &items.entries {
            let ItemKind::Rule { trigger: Trigger::Effect { side, effect, reentrant }, .. } =
                &entry.item.kind
            else {
                continue;
            };
            let Some(hook) = HOOKS.iter().find(|hook| hook.name == effect.node) else { continue };
            let reaction =
                Reaction { pack: entry.pack, item: entry.item, side: side.node, reentrant: *reentrant };
            by_effect.entry(hook.effect).or_default().push(reaction);
        }
        for (effect, mut reactions) in by_effect {
            reactions.sort_by_key(|reaction| {
                (reaction.pack, rule_name(reaction.item).map_or("", |name| bare(&name.node)))
            });
            if let (Some(hook), Some(function)) = (effect.hook(), self.wrappers.get(&effect).copied()) {
                self.report_rivals(hook, &reactions);
                self.wrapper(hook, function, &reactions);
            }
        }
    }

    fn report_rivals(&mut self, hook: &EffectInfo, reactions: &[Reaction<'_>]) {
        let unconditional: Vec<&Item> = reactions
            .iter()
            .filter(|reaction| reaction.side == Side::Instead)
            .map(|reaction| reaction.item)
            .filter(|item| matches!(&item.kind, ItemKind::Rule { when: None, .. }))
            .collect();
        if let [first, second, ..] = unconditional.as_slice() {
            Diagnostic::error("packs::conflict", format!("two rules replace every `{}`", hook.name))
                .at(name_span(second), "this one")
                .at(name_span(first), "and this one")
                .help("give one of them a condition with `when`, or disable one in a variant")
                .report(self.diagnostics);
            return;
        }
        if hook.result.is_some()
            && let Some(reaction) = reactions.iter().find(|reaction| reaction.side == Side::Instead)
        {
            Diagnostic::error(
                "types::instead-result",
                format!("`{}` cannot be replaced: the rule that does it needs its result", hook.name),
            )
            .at(name_span(reaction.item), "this rule")
            .help("react `before` or `after` it")
            .report(self.diagnostics);
        }
    }

    fn wrapper(&mut self, hook: &'static EffectInfo, function: u32, reactions: &[Reaction<'_>]) {
        let span = self.functions.get(function as usize).map_or(Span::default(), |function| function.span);
        self.scope = Scope::function(&format!("effect {}", hook.name), Purity::Acts, None);
        for (name, ty) in hook.payload {
            self.scope.bind(name, *ty, false, span);
        }
        let hidden = hook.effect.arity() - hook.payload.len();
        self.scope.reserve(u16::try_from(hidden).unwrap_or(0));
        let params = u16::try_from(hook.effect.arity()).unwrap_or(u16::MAX);
        let result = hook.result.map(|(name, ty)| (self.scope.reserve(1), name, ty));
        let mut body = Vec::new();
        for reaction in reactions.iter().filter(|reaction| reaction.side == Side::Before) {
            body.extend(self.reaction(reaction, hook));
        }
        for reaction in reactions.iter().filter(|reaction| reaction.side == Side::Instead) {
            body.extend(self.reaction(reaction, hook));
        }
        let args = (0..params).map(|slot| {
            let ty = hook.payload.get(usize::from(slot)).map_or(Type::one(Sort::Int), |(_, ty)| *ty);
            load(slot, ty, span)
        });
        let kind = StatementKind::Do {
            effect: hook.effect,
            args: args.collect(),
            result: result.map(|(slot, ..)| slot),
        };
        body.push(Statement { span, kind });
        if let Some((slot, name, ty)) = result {
            self.scope.bind_to(name, ty, slot, false, span);
        }
        for reaction in reactions.iter().filter(|reaction| reaction.side == Side::After) {
            body.extend(self.reaction(reaction, hook));
        }
        if let Some((slot, _, ty)) = result {
            body.push(Statement { span, kind: StatementKind::Return(load(slot, ty, span)) });
        }
        // What stands in for the effect stops here, and nothing behind it happens.
        if reactions.iter().any(|reaction| reaction.side == Side::Instead) {
            body = vec![Statement { span, kind: StatementKind::Scope(body) }];
        }
        let slots = self.scope.slots();
        if let Some(function) = self.function_mut(function) {
            *function = Function { params, slots, body, ..function.clone() };
        }
    }

    /// One reaction: a call of the rule with what it may see. What a `before` rule sets, the effect sees.
    fn reaction(&mut self, reaction: &Reaction<'_>, hook: &'static EffectInfo) -> Option<Statement> {
        let ItemKind::Rule { name, when, body, .. } = &reaction.item.kind else { return None };
        let mark = self.scope.mark();
        self.scope.rule = format!("rule {name}");
        if let ItemKind::Rule { trigger: Trigger::Effect { effect, .. }, .. } = &reaction.item.kind {
            for local in &mut self.scope.locals {
                local.span = effect.span;
            }
        }
        if reaction.side == Side::Before {
            for local in &mut self.scope.locals {
                local.writable = hook.payload.iter().any(|(known, _)| *known == local.name);
            }
        }
        let condition = match when {
            Some(when) => self.expect_condition(when),
            None => Some(constant(1, Type::one(Sort::Bool), name.span)),
        };
        self.learn(condition.as_ref(), true);
        let statements = self.block(body);
        self.scope.facts = Facts::default();
        for local in &mut self.scope.locals {
            local.writable = false;
        }
        self.scope.restore(mark);
        let statement = |kind: StatementKind| Statement { span: reaction.item.span, kind };
        let mut then = vec![statement(StatementKind::Scope(statements))];
        if reaction.side == Side::Instead {
            then.push(statement(StatementKind::Stop));
        }
        let guarded = statement(StatementKind::If { condition: condition?, then, otherwise: Vec::new() });
        if reaction.reentrant {
            return Some(guarded);
        }
        let id = self.reactions;
        self.reactions = self.reactions.checked_add(1).unwrap_or_else(|| {
            self.too_many("reactions", usize::from(u16::MAX), name.span);
            id
        });
        Some(statement(StatementKind::Reaction { id, body: vec![guarded] }))
    }
}

fn name_span(item: &Item) -> Span {
    rule_name(item).map_or(item.span, |name| name.span)
}
