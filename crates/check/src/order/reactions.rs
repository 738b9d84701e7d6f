//! Reactions: an effect that some rule reacts to becomes a function with those rules written around it.

use std::collections::BTreeMap;

use rota_bytecode::{Builtin, Effect, EffectInfo, HOOKS, Sort, Type};
use rota_source::{Diagnostic, Span, joined, meant};
use rota_syntax::ast::{Item, ItemKind, Side, Trigger};

use crate::build::{constant, equal, load, run};
use crate::checker::{Checker, Deed};
use crate::narrowing::Facts;
use crate::place::Place;
use crate::scope::{Purity, Scope};
use crate::tree::{Expr, Function, Statement, StatementKind};
use rota_compose::{Entry, InForce, Sequence, rule_name};

/// What a reaction sees of what is done.
struct Hook {
    deed: Deed,
    name: String,
    /// The names that a reaction sees.
    payload: Vec<(String, Type)>,
    /// How many values stand behind them that it does not see.
    hidden: u16,
    /// The effects that bring it about, where it is no deed of its own.
    causes: &'static [Effect],
    /// What is handed back, and what a reaction calls it.
    result: Option<(&'static str, Type)>,
}

impl From<&EffectInfo> for Hook {
    fn from(info: &EffectInfo) -> Hook {
        let hidden = info.effect.arity() - info.payload.len();
        Hook {
            deed: Deed::Effect(info.effect),
            name: info.name.to_owned(),
            payload: info.payload.iter().map(|(name, ty)| ((*name).to_owned(), *ty)).collect(),
            hidden: u16::try_from(hidden).unwrap_or(0),
            causes: info.causes,
            result: info.result,
        }
    }
}

impl Hook {
    /// The slots of the amount and of the note that explains it, where there are some: the note stands behind the names.
    fn explained(&self) -> Option<(u16, u16)> {
        let amount = self.payload.iter().position(|(name, _)| name == "amount")?;
        let is_told = self.hidden == 1 && matches!(self.deed, Deed::Effect(_));
        let slots = u16::try_from(amount).ok().zip(u16::try_from(self.payload.len()).ok());
        slots.filter(|_| is_told)
    }
}

/// The rules that react to an effect, in order.
#[derive(Default)]
struct Reactions<'i> {
    before: Sequence<'i>,
    instead: Sequence<'i>,
    after: Sequence<'i>,
}

impl Checker<'_> {
    /// Reserves a function for each effect that some rule reacts to.
    pub(crate) fn reserve_wrappers(&mut self, items: &InForce<'_>) {
        for entry in &items.entries {
            let ItemKind::Rule { trigger: Trigger::Effect { side, effect, .. }, .. } = &entry.item.kind
            else {
                continue;
            };
            match self.hook(&effect.node) {
                Some(hook) => {
                    if side.node != Side::After && !hook.causes.is_empty() {
                        self.report_no_deed(&hook, side.span);
                    }
                    for hook in with_causes(hook) {
                        self.reserve_wrapper(&hook, effect.span);
                    }
                }
                None => {
                    let is_step = self.steps.find(&effect.node).is_some();
                    let own = self.procedures.keys().map(String::as_str);
                    let known = || HOOKS.iter().map(|hook| hook.name).chain(own.clone());
                    let help = if is_step {
                        format!("`{effect}` is a step: `rule … at {effect}`").into()
                    } else {
                        meant(effect, known())
                            .unwrap_or_else(|| format!("the effects are {}", joined(known())).into())
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

    fn reserve_wrapper(&mut self, hook: &Hook, span: Span) {
        if !self.wrappers.contains_key(&hook.deed) {
            let label = match hook.deed {
                Deed::Effect(_) => format!("effect {}", hook.name),
                Deed::Procedure(_) => format!("do {}", hook.name),
            };
            let function = self.reserve(label, span, hook.result.map(|(_, ty)| ty));
            self.wrappers.insert(hook.deed, function);
        }
    }

    /// Says that a rule comes before what other effects bring about.
    fn report_no_deed(&mut self, hook: &Hook, side: Span) {
        let name = &hook.name;
        let causes = joined(hook.causes.iter().map(|cause| cause.info().name));
        Diagnostic::error("types::only-after", format!("`{name}` is nothing that a rule does"))
            .at(side, "rules can only react after it")
            .help(format!("write `after {name}`, or react to what brings it about: {causes}"))
            .report(self.diagnostics);
    }

    /// What a reaction sees of an effect or a procedure of this name.
    fn hook(&self, name: &str) -> Option<Hook> {
        if let Some(info) = HOOKS.iter().find(|hook| hook.name == name) {
            return Some(Hook::from(info));
        }
        let procedure = self.procedures.get(name)?;
        Some(Hook {
            deed: Deed::Procedure(procedure.function),
            name: name.to_owned(),
            payload: procedure.params.clone(),
            hidden: 0,
            causes: &[],
            result: None,
        })
    }

    /// Writes the functions of those effects.
    pub(crate) fn check_reactions(&mut self, items: &InForce<'_>) {
        let mut by_deed: BTreeMap<Deed, (Hook, Vec<(Side, Entry<'_>)>)> = BTreeMap::new();
        for entry in &items.entries {
            let ItemKind::Rule { trigger: Trigger::Effect { side, effect, .. }, .. } = &entry.item.kind
            else {
                continue;
            };
            let Some(hook) = self.hook(&effect.node) else { continue };
            let deed = hook.deed;
            for hook in with_causes(hook) {
                by_deed.entry(hook.deed).or_insert_with(|| (hook, Vec::new()));
            }
            by_deed.entry(deed).and_modify(|(_, reactions)| reactions.push((side.node, *entry)));
        }
        for (deed, (hook, reactions)) in by_deed {
            if let Some(function) = self.wrappers.get(&deed).copied() {
                let mut on_side = |side: Side| {
                    let entries = reactions.iter().filter(|(own, _)| *own == side).map(|(_, entry)| *entry);
                    items.sequence(&place(side, &hook), entries.collect(), self.diagnostics)
                };
                let mut reactions = Reactions {
                    before: on_side(Side::Before),
                    instead: on_side(Side::Instead),
                    after: on_side(Side::After),
                };
                if self.report_rivals(&hook, &reactions.instead) {
                    reactions.instead.unordered.clear();
                }
                self.wrapper(&hook, function, &reactions);
            }
        }
    }

    /// Says whether two rules replace every effect of a kind, so that the second never runs.
    fn report_rivals(&mut self, hook: &Hook, reactions: &Sequence<'_>) -> bool {
        let items = reactions.entries.iter().map(|entry| entry.item);
        let unconditional: Vec<&Item> =
            items.filter(|item| matches!(&item.kind, ItemKind::Rule { when: None, .. })).collect();
        if let [first, second, ..] = unconditional.as_slice() {
            Diagnostic::error("packs::conflict", format!("two rules replace every `{}`", hook.name))
                .at(name_span(second), "this one")
                .at(name_span(first), "and this one")
                .help("give one of them a condition with `when`, or disable one in a variant")
                .report(self.diagnostics);
            return true;
        }
        if hook.result.is_some()
            && let Some(reaction) = reactions.entries.first()
        {
            Diagnostic::error(
                "types::instead-result",
                format!("`{}` cannot be replaced: the rule that does it needs its result", hook.name),
            )
            .at(name_span(reaction.item), "this rule")
            .help("react `before` or `after` it")
            .report(self.diagnostics);
        }
        false
    }

    fn wrapper(&mut self, hook: &Hook, function: u32, reactions: &Reactions<'_>) {
        let span = self.functions.get(function as usize).map_or(Span::default(), |function| function.span);
        self.scope = Scope::function(&format!("effect {}", hook.name), Purity::Acts, None);
        for (name, ty) in &hook.payload {
            self.scope.bind(name, *ty, false, span);
        }
        // What is given is known by its number where it makes a scoring with others.
        let is_part = hook.deed == Deed::Effect(Effect::Score) && self.tells_scorings();
        let hidden = hook.hidden.saturating_add(u16::from(is_part));
        self.scope.reserve(hidden);
        let params = u16::try_from(hook.payload.len()).unwrap_or(u16::MAX).saturating_add(hidden);
        let result = hook.result.map(|(name, ty)| (self.scope.reserve(1), name, ty));
        let mut body = Vec::new();
        body.extend(self.reactions_in_order(Side::Before, &reactions.before, hook));
        body.extend(self.reactions_in_order(Side::Instead, &reactions.instead, hook));
        let args = (0..params).map(|slot| {
            let ty = hook.payload.get(usize::from(slot)).map_or(Type::one(Sort::Int), |(_, ty)| *ty);
            load(slot, ty, span)
        });
        let args = args.collect();
        match hook.deed {
            Deed::Effect(effect) if hook.causes.is_empty() => {
                let effect = if is_part { Effect::ScoreAward } else { effect };
                let result = result.map(|(slot, ..)| slot);
                body.extend(self.done_with_leaving(effect, args, result, span));
            }
            // What brought it about has done it.
            Deed::Effect(_) => {}
            Deed::Procedure(function) => body.push(Statement { span, kind: run(span, function, args) }),
        }
        if let Some((slot, name, ty)) = result {
            self.scope.bind_to(name, ty, slot, false, span);
        }
        body.extend(self.reactions_in_order(Side::After, &reactions.after, hook));
        if let Some((slot, _, ty)) = result {
            body.push(Statement { span, kind: StatementKind::Return(load(slot, ty, span)) });
        }
        // What stands in for the effect stops here, and nothing behind it happens.
        if !reactions.instead.entries.is_empty() {
            body = vec![Statement { span, kind: StatementKind::Scope(body) }];
        }
        let slots = self.scope.slots();
        if let Some(function) = self.function_mut(function) {
            *function = Function { params, slots, body, ..function.clone() };
        }
    }

    /// Does an effect and, where rules react to pieces that leave their segment, runs those for the piece it takes away.
    fn done_with_leaving(
        &mut self,
        effect: Effect,
        args: Vec<Expr>,
        result: Option<u16>,
        span: Span,
    ) -> Vec<Statement> {
        let statement = |kind: StatementKind| Statement { span, kind };
        let leave = Effect::Leave.info();
        let reacting = self.wrappers.get(&Deed::Effect(Effect::Leave)).copied();
        let reacting = reacting.filter(|_| leave.causes.contains(&effect));
        let Some((function, piece)) = reacting.zip(args.first().cloned()) else {
            return vec![statement(StatementKind::Do { effect, args, result })];
        };
        let left = Type::maybe(Sort::Segment);
        let slot = self.scope.reserve(1);
        let none = constant(-1, left, span);
        let follow = run(span, function, vec![piece.clone(), load(slot, Type::one(Sort::Segment), span)]);
        vec![
            statement(StatementKind::Store {
                slot,
                value: Expr::ask(span, left, Builtin::PieceOn, vec![piece]),
            }),
            statement(StatementKind::Do { effect, args, result }),
            statement(StatementKind::If {
                condition: equal(load(slot, left, span), none),
                then: Vec::new(),
                otherwise: vec![statement(follow)],
            }),
        ]
    }

    /// The reactions on one side of an effect, one after the other.
    fn reactions_in_order(&mut self, side: Side, reactions: &Sequence<'_>, hook: &Hook) -> Vec<Statement> {
        let mut bodies: Vec<Vec<Statement>> = Vec::new();
        for entry in &reactions.entries {
            bodies.push(self.reaction(entry.item, hook).into_iter().collect());
        }
        let statements = bodies.iter().flatten().cloned().collect();
        let place = Place::of(place(side, hook), reactions, bodies);
        let shared = u16::try_from(hook.payload.len()).unwrap_or(u16::MAX);
        self.keep_place(Place { shared, is_exclusive: side == Side::Instead, ..place });
        statements
    }

    /// One reaction: a call of the rule with what it may see. What a `before` rule sets, the effect sees.
    fn reaction(&mut self, item: &Item, hook: &Hook) -> Option<Statement> {
        let ItemKind::Rule { name, when, body, trigger: Trigger::Effect { side, effect, reentrant }, .. } =
            &item.kind
        else {
            return None;
        };
        let mark = self.scope.mark();
        self.scope.rule = format!("rule {name}");
        for local in &mut self.scope.locals {
            local.span = effect.span;
        }
        if side.node == Side::Before {
            for local in &mut self.scope.locals {
                local.writable = hook.payload.iter().any(|(known, _)| *known == local.name);
            }
            self.scope.explained = hook.explained();
        }
        let condition = match when {
            Some(when) => self.expect_condition(when),
            None => Some(constant(1, Type::one(Sort::Bool), name.span)),
        };
        self.learn(condition.as_ref(), true);
        let statements = self.block(body);
        self.scope.facts = Facts::default();
        self.scope.explained = None;
        for local in &mut self.scope.locals {
            local.writable = false;
        }
        self.scope.restore(mark);
        let statement = |kind: StatementKind| Statement { span: item.span, kind };
        let mut then = vec![statement(StatementKind::Scope(statements))];
        if side.node == Side::Instead {
            then.push(statement(StatementKind::Stop));
        }
        let guarded = statement(StatementKind::If { condition: condition?, then, otherwise: Vec::new() });
        if *reentrant {
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

/// What is reacted to, and behind it the effects that bring it about.
fn with_causes(hook: Hook) -> Vec<Hook> {
    let causes = hook.causes.iter().map(|cause| Hook::from(cause.info()));
    let causes: Vec<Hook> = causes.collect();
    std::iter::once(hook).chain(causes).collect()
}

/// What the place is called where rules react to an effect on one side of it.
fn place(side: Side, hook: &Hook) -> String {
    let word = match side {
        Side::Before => "before",
        Side::Instead => "in place of",
        Side::After => "after",
    };
    format!("{word} `{}`", hook.name)
}

fn name_span(item: &Item) -> Span {
    rule_name(item).map_or(item.span, |name| name.span)
}
