//! Items.

use pest::iterators::Pair;
use rota_source::{Diagnostic, Spanned};

use super::{AstBuilder, Built, Parts, only};
use crate::ast::{
    Body, Change, Edition, Expr, Item, ItemKind, Name, Param, Side, Step, Trigger, Type, TypeKind,
};
use crate::constructs::Group;
use crate::grammar::Rule;

impl AstBuilder<'_> {
    /// An item with its `wrong`, at the margin or inside a variant.
    pub(crate) fn item(&self, pair: Pair<'_, Rule>) -> Built<Item> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let wrong = parts.has(Rule::wrong);
        let declaration = parts.any(self)?;
        let rule = declaration.as_rule();
        let ids = declaration.clone().into_inner().find(|part| part.as_rule() == Rule::ids);
        let ids = match ids {
            Some(ids) => Parts::of(ids).all(Rule::id, |id| self.name(&id))?,
            None => Vec::new(),
        };
        let mut parts = Parts::of(declaration);
        let kind = match rule {
            Rule::pack_item
            | Rule::requires_item
            | Rule::players_item
            | Rule::tiles_item
            | Rule::start_item
            | Rule::edge_item
            | Rule::meet_item
            | Rule::feature_item
            | Rule::trait_item
            | Rule::piece_item
            | Rule::bag_item
            | Rule::deck_item
            | Rule::die_item
            | Rule::track_item
            | Rule::slots_item
            | Rule::reason_item
            | Rule::enum_item => self.plain_item(rule, &mut parts)?,
            Rule::attr_item | Rule::option_item | Rule::var_item | Rule::value_item => {
                self.typed_item(rule, &mut parts)?
            }
            Rule::modify_item => self.modify(&mut parts)?,
            _ => self.running_item(rule, &mut parts)?,
        };
        Ok(Item { span, ids, wrong, kind })
    }

    /// Items that hold names, texts and numbers.
    fn plain_item(&self, rule: Rule, parts: &mut Parts<'_>) -> Built<ItemKind> {
        const WORD: Rule = Rule::word;
        Ok(match rule {
            Rule::pack_item => ItemKind::Pack {
                name: self.needed(parts, Rule::path)?,
                version: self.needed(parts, Rule::version)?,
                title: parts.take(Rule::text).map(|text| self.text(&text)),
                edition: self.edition(parts)?,
            },
            Rule::requires_item => ItemKind::Requires {
                name: self.needed(parts, Rule::path)?,
                version: self.needed(parts, Rule::version)?,
            },
            Rule::players_item => {
                let first = self.number(parts, Rule::int)?;
                match parts.take(Rule::int) {
                    Some(second) => ItemKind::Players { least: Some(first), most: self.int(&second)? },
                    None => ItemKind::Players { least: None, most: first },
                }
            }
            Rule::tiles_item => ItemKind::Tiles {
                set: self.needed(parts, Rule::path)?,
                printing: self.inside(parts, Rule::printing, Rule::path)?,
                instead: self.inside(parts, Rule::supplant, Rule::path)?,
                into: self.inside(parts, Rule::into_bag, WORD)?,
                when: self.inner_expression(parts, Rule::condition)?,
            },
            Rule::start_item => {
                let _keyword = parts.take(Rule::kw_start);
                ItemKind::Start {
                    board: parts.has(Rule::kw_board),
                    name: self.needed(parts, Rule::path)?,
                    when: self.inner_expression(parts, Rule::condition)?,
                }
            }
            Rule::edge_item => ItemKind::Edge {
                letter: self.needed(parts, WORD)?,
                kinds: parts.all(Rule::plain_word, |kind| self.name(&kind))?,
            },
            Rule::meet_item => ItemKind::Meet {
                letter: self.needed(parts, WORD)?,
                others: parts.all(WORD, |other| self.name(&other))?,
            },
            Rule::feature_item => ItemKind::Feature {
                name: self.needed(parts, WORD)?,
                site: parts.optional(Rule::site, |site| self.number(site, Rule::int))?,
                adjoins: self.list(parts, Rule::adjoins)?,
            },
            Rule::trait_item => ItemKind::Trait { name: self.needed(parts, WORD)? },
            Rule::piece_item => {
                let name = self.needed(parts, WORD)?;
                let traits = self.list(parts, Rule::traits)?;
                let neutral = parts.has(Rule::kw_neutral);
                let count = self.expression(parts.need(Rule::expression, self)?)?;
                let on = self.inside(parts, Rule::stands, WORD)?;
                ItemKind::Piece { name, traits, neutral, count, on }
            }
            Rule::bag_item => ItemKind::Bag { name: self.needed(parts, WORD)? },
            Rule::deck_item => {
                let name = self.needed(parts, WORD)?;
                let _ids = parts.take(Rule::ids);
                let cards = parts.all(Rule::cards, |cards| {
                    let mut parts = Parts::of(cards);
                    Ok((self.needed(&mut parts, WORD)?, self.number(&mut parts, Rule::int)?))
                })?;
                ItemKind::Deck { name, cards }
            }
            Rule::die_item => ItemKind::Die {
                name: self.needed(parts, WORD)?,
                least: self.number(parts, Rule::signed)?,
                most: self.number(parts, Rule::signed)?,
            },
            Rule::track_item => {
                let name = self.needed(parts, WORD)?;
                let ring = parts.has(Rule::kw_ring);
                let _ids = parts.take(Rule::ids);
                ItemKind::Track { name, ring, spaces: self.list(parts, Rule::word_set)? }
            }
            Rule::slots_item => {
                let (name, track) = (self.needed(parts, WORD)?, self.needed(parts, WORD)?);
                let _ids = parts.take(Rule::ids);
                let slots = parts.all(Rule::slot, |slot| {
                    let mut parts = Parts::of(slot);
                    Ok((self.needed(&mut parts, WORD)?, self.number(&mut parts, Rule::int)?))
                })?;
                ItemKind::Slots { name, track, slots }
            }
            Rule::reason_item => ItemKind::Reason { names: parts.all(WORD, |name| self.name(&name))? },
            _ => {
                let name = self.needed(parts, WORD)?;
                let _ids = parts.take(Rule::ids);
                ItemKind::Enum { name, words: self.list(parts, Rule::word_set)? }
            }
        })
    }

    /// Items that name a type.
    fn typed_item(&self, rule: Rule, parts: &mut Parts<'_>) -> Built<ItemKind> {
        let name = self.needed(parts, Rule::word)?;
        Ok(match rule {
            Rule::attr_item => ItemKind::Attr {
                owner: name,
                name: self.needed(parts, Rule::any_word)?,
                ty: self.type_of(parts)?,
                default: self.inner_expression(parts, Rule::initial)?,
                merge: parts.take(Rule::plain_word).map(|merge| self.name(&merge)).transpose()?,
            },
            Rule::option_item => ItemKind::Option {
                name,
                ty: self.type_of(parts)?,
                default: self.initial(parts)?,
                doc: parts.take(Rule::text).map(|text| self.text(&text)),
            },
            Rule::var_item => {
                let ty = self.type_of(parts)?;
                let init = self.inner_expression(parts, Rule::initial)?;
                let secret = parts.take(Rule::kw_secret).map(|word| self.span(&word));
                let owner = parts.optional(Rule::owner, |owner| {
                    let name = self.needed(owner, Rule::word)?;
                    Ok((name, self.inside(owner, Rule::joins, Rule::plain_word)?))
                })?;
                let (owner, merge) = owner.map_or((None, None), |(owner, merge)| (Some(owner), merge));
                let until = self.inside(parts, Rule::until, Rule::word)?;
                ItemKind::Var { name, ty, init, secret, owner, merge, until }
            }
            _ => {
                let params = self.params(parts)?;
                let ty = self.type_of(parts)?;
                let stages = self.list(parts, Rule::stages)?;
                let _ids = parts.take(Rule::ids);
                let body = match self.body(parts)? {
                    Some(body) => body,
                    None => return Err(self.unexpected(&parts.whole, Rule::block)),
                };
                ItemKind::Value { name, params, ty, stages, body }
            }
        })
    }

    /// Items about steps, rules, actions; and variants.
    fn running_item(&self, rule: Rule, parts: &mut Parts<'_>) -> Built<ItemKind> {
        const WORD: Rule = Rule::word;
        Ok(match rule {
            Rule::step_item => ItemKind::Step {
                step: self.step(parts.need(Rule::step, self)?)?,
                side: self.side(parts)?,
                anchor: self.needed(parts, WORD)?,
                when: self.inner_expression(parts, Rule::condition)?,
            },
            Rule::order_item => {
                let phase = self.needed(parts, WORD)?;
                let _ids = parts.take(Rule::ids);
                ItemKind::Order { phase, steps: self.steps(parts)? }
            }
            Rule::menu_item => {
                let step = self.needed(parts, WORD)?;
                let who = self.expression(parts.need(Rule::expression, self)?)?;
                let pass = parts.has(Rule::or_pass);
                let prompt = parts.take(Rule::text).map(|text| self.text(&text));
                ItemKind::Menu { step, who, pass, prompt }
            }
            Rule::rule_item => {
                let name = self.needed(parts, WORD)?;
                let trigger = match parts.take(Rule::stage) {
                    Some(stage) => Trigger::Step(self.needed(&mut Parts::of(stage), WORD)?),
                    None => self.effect_trigger(parts.need(Rule::effect_trigger, self)?)?,
                };
                let when = self.inner_expression(parts, Rule::condition)?;
                let _ids = parts.take(Rule::ids);
                ItemKind::Rule { name, trigger, when, body: self.block(parts.need(Rule::block, self)?)? }
            }
            Rule::action_item => {
                let name = self.needed(parts, WORD)?;
                let step = self.needed(parts, WORD)?;
                let instead = self.inside(parts, Rule::instead, WORD)?;
                let when = self.inner_expression(parts, Rule::condition)?;
                let _ids = parts.take(Rule::ids);
                let body = self.block(parts.need(Rule::block, self)?)?;
                ItemKind::Action { name, step, instead, when, body }
            }
            Rule::variant_item => {
                let name = self.needed(parts, WORD)?;
                let title = parts.take(Rule::text).map(|text| self.text(&text));
                let edition = self.edition(parts)?;
                let from = self.inside(parts, Rule::parent, WORD)?;
                let _ids = parts.take(Rule::ids);
                let changes = parts.all(Rule::change, |change| self.change(only(change)))?;
                ItemKind::Variant { name, title, edition, from, changes }
            }
            Rule::with_item => {
                let packs = parts.all(Rule::path, |pack| self.name(&pack))?;
                let _ids = parts.take(Rule::ids);
                let changes = parts.all(Rule::change, |change| self.change(only(change)))?;
                ItemKind::With { packs, changes }
            }
            _ => return Err(self.unexpected(&parts.whole, Rule::item)),
        })
    }

    /// A modification; where no body follows, the last `=` of its condition begins it.
    fn modify(&self, parts: &mut Parts<'_>) -> Built<ItemKind> {
        let name = self.needed(parts, Rule::word)?;
        let params = self.params(parts)?;
        let stage = self.inside(parts, Rule::stage, Rule::word)?;
        let condition =
            parts.optional(Rule::condition, |condition| condition.need(Rule::expression, self))?;
        let ids = parts.take(Rule::ids).is_some();
        let (when, body) = match (condition, self.body(parts)?) {
            (Some(condition), Some(body)) => (Some(self.expression(condition)?), Some(body)),
            (Some(condition), None) if !ids => match self.cut_at_last_equals(&condition)? {
                Some((when, body)) => (Some(when), Some(Body::Expr(body))),
                None => (None, None),
            },
            (None, body) => (None, body),
            (Some(_), None) => (None, None),
        };
        let Some(body) = body else {
            let span = self.span(&parts.whole);
            let end = rota_source::Span { start: span.end.saturating_sub(1).max(span.start), end: span.end };
            return Err(Diagnostic::error(
                "syntax::expected",
                "this `modify` does not say what the value becomes",
            )
            .at(end, "expected `=` and an expression, or `{ … }`")
            .maybe_help(Group::Item.example("modify")));
        };
        Ok(ItemKind::Modify { name, params, stage, when, body })
    }

    fn body(&self, parts: &mut Parts<'_>) -> Built<Option<Body>> {
        if let Some(value) = self.inner_expression(parts, Rule::initial)? {
            return Ok(Some(Body::Expr(value)));
        }
        parts.take(Rule::block).map(|block| Ok(Body::Block(self.block(block)?))).transpose()
    }

    fn effect_trigger(&self, pair: Pair<'_, Rule>) -> Built<Trigger> {
        let mut parts = Parts::of(pair);
        Ok(Trigger::Effect {
            side: self.side(&mut parts)?,
            effect: self.needed(&mut parts, Rule::word)?,
            reentrant: parts.has(Rule::kw_reentrant),
        })
    }

    fn change(&self, pair: Pair<'_, Rule>) -> Built<Change> {
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        Ok(match rule {
            Rule::set_change => {
                Change::Set { name: self.needed(&mut parts, Rule::word)?, value: self.initial(&mut parts)? }
            }
            Rule::disable_change => Change::Disable { name: self.needed(&mut parts, Rule::word)? },
            Rule::move_change => Change::Move {
                step: self.needed(&mut parts, Rule::word)?,
                side: self.side(&mut parts)?,
                anchor: self.needed(&mut parts, Rule::word)?,
            },
            Rule::replace_change => Change::Replace(self.item(parts.need(Rule::member, self)?)?),
            _ => Change::Add(self.item(parts.need(Rule::member, self)?)?),
        })
    }

    fn side(&self, parts: &mut Parts<'_>) -> Built<Spanned<Side>> {
        let pair = parts.need(Rule::side, self)?;
        let side = match pair.as_str().trim() {
            "before" => Side::Before,
            "instead" => Side::Instead,
            _ => Side::After,
        };
        Ok(Spanned::new(side, self.span(&pair)))
    }

    fn edition(&self, parts: &mut Parts<'_>) -> Built<Option<Edition>> {
        let text = |parts: &mut Parts<'_>| Ok(self.text(&parts.need(Rule::text, self)?));
        parts.optional(Rule::edition, |edition| {
            Ok(Edition {
                year: self.number(edition, Rule::int)?,
                publisher: text(edition)?,
                source: edition.optional(Rule::origin, text)?,
            })
        })
    }

    fn steps(&self, parts: &mut Parts<'_>) -> Built<Vec<Step>> {
        let steps = parts.optional(Rule::steps, |steps| steps.all(Rule::step, |step| self.step(step)))?;
        Ok(steps.unwrap_or_default())
    }

    fn step(&self, pair: Pair<'_, Rule>) -> Built<Step> {
        let mut parts = Parts::of(pair);
        Ok(Step { name: self.needed(&mut parts, Rule::word)?, steps: self.steps(&mut parts)? })
    }

    fn params(&self, parts: &mut Parts<'_>) -> Built<Vec<Param>> {
        let Some(params) = parts.take(Rule::params) else { return Ok(Vec::new()) };
        Parts::of(params).all(Rule::param, |param| {
            let mut parts = Parts::of(param);
            Ok(Param { name: self.needed(&mut parts, Rule::word)?, ty: self.type_of(&mut parts)? })
        })
    }

    fn type_of(&self, parts: &mut Parts<'_>) -> Built<Type> {
        let pair = parts.need(Rule::type_of, self)?;
        let span = self.span(&pair);
        let inner = only(pair);
        if inner.as_rule() != Rule::set_type {
            return self.plain_type(inner);
        }
        let member = self.plain_type(Parts::of(inner).need(Rule::plain_type, self)?)?;
        Ok(Type { span, kind: TypeKind::Set(Box::new(member)) })
    }

    fn plain_type(&self, pair: Pair<'_, Rule>) -> Built<Type> {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let core = parts.any(self)?;
        let core_span = self.span(&core);
        let kind = match core.as_rule() {
            Rule::int_type => {
                let bounds = Parts::of(core).all(Rule::signed, |bound| self.int(&bound))?;
                match bounds.as_slice() {
                    [least, most] => TypeKind::Int(Some((least.node, most.node))),
                    _ => TypeKind::Int(None),
                }
            }
            Rule::word_set => TypeKind::Words(Parts::of(core).all(Rule::word, |word| self.name(&word))?),
            _ => TypeKind::Named(self.name(&core)?),
        };
        // A question mark is a fixed sign: it is what remains after the core.
        if parts.has(Rule::question) {
            let core = Type { span: core_span, kind };
            return Ok(Type { span, kind: TypeKind::Optional(Box::new(core)) });
        }
        Ok(Type { span, kind })
    }

    /// The next pair as a name.
    pub(super) fn needed(&self, parts: &mut Parts<'_>, rule: Rule) -> Built<Name> {
        self.name(&parts.need(rule, self)?)
    }

    /// The name inside an optional clause.
    pub(super) fn inside(&self, parts: &mut Parts<'_>, clause: Rule, rule: Rule) -> Built<Option<Name>> {
        parts.optional(clause, |clause| self.needed(clause, rule))
    }

    /// The words of an optional clause.
    fn list(&self, parts: &mut Parts<'_>, clause: Rule) -> Built<Vec<Name>> {
        let words = parts.optional(clause, |clause| clause.all(Rule::word, |word| self.name(&word)))?;
        Ok(words.unwrap_or_default())
    }

    /// The expression of an optional clause.
    pub(super) fn inner_expression(&self, parts: &mut Parts<'_>, clause: Rule) -> Built<Option<Expr>> {
        parts.optional(clause, |clause| self.operand(clause))
    }
}
