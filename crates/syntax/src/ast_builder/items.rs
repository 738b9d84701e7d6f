//! Items.

use pest::iterators::Pair;
use rota_source::{Diagnostic, Spanned};

use super::{AstBuilder, BuildTable, Built, Parts, only};
use crate::ast::{
    Anchor, Body, Change, CountCase, DeckCard, Edition, Expr, Faces, Facets, Item, ItemKind, Name,
    OrderClause, Param, Precedence, Side, StartKind, Step, TrackSpaces, Trigger, Type, TypeKind,
};
use crate::constructs::Group;
use crate::grammar::Rule;

const WORD: Rule = Rule::word;

impl AstBuilder<'_> {
    /// `(cost = 2)`, where it is written.
    fn facets(&self, parts: &mut Parts<'_>) -> Built<Facets> {
        let written = parts.optional(Rule::facets, |facets| {
            facets.all(Rule::facet, |facet| {
                let mut parts = Parts::of(facet);
                Ok((self.needed(&mut parts, Rule::any_word)?, self.initial(&mut parts)?))
            })
        })?;
        Ok(written.unwrap_or_default())
    }

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
        let kind = self.build(&[PLAIN_ITEMS, TYPED_ITEMS, RUNNING_ITEMS], rule, &mut parts)?;
        Ok(Item { span, ids, wrong, kind })
    }

    /// A modification; where no body follows, the last `=` of its condition begins it.
    fn modify(&self, parts: &mut Parts<'_>) -> Built<ItemKind> {
        let name = self.needed(parts, Rule::word)?;
        let params = self.params(parts)?;
        let stage = self.inside(parts, Rule::stage, Rule::word)?;
        let order = self.precedence(parts)?;
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
        Ok(ItemKind::Modify { name, params, stage, order, when, body })
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
        self.build(&[CHANGES], rule, &mut Parts::of(pair))
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

    fn precedence(&self, parts: &mut Parts<'_>) -> Built<Precedence> {
        let order = parts.optional(Rule::precedence, |order| {
            let clauses = order.all(Rule::order_clause, |clause| {
                let mut parts = Parts::of(clause);
                let side = if parts.has(Rule::kw_before) { Side::Before } else { Side::After };
                Ok(OrderClause { side, anchors: parts.all(Rule::anchor, |anchor| self.anchor(anchor))? })
            })?;
            let last = order.take(Rule::kw_last).map(|last| self.span(&last));
            Ok(Precedence { clauses, last })
        })?;
        Ok(order.unwrap_or_default())
    }

    fn anchor(&self, anchor: Pair<'_, Rule>) -> Built<Anchor> {
        let mut parts = Parts::of(anchor);
        let is_pack = parts.has(Rule::kw_pack);
        Ok(Anchor { name: self.name(&parts.any(self)?)?, is_pack })
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
        let rule = core.as_rule();
        let kind = if rule == Rule::int_type {
            let bounds = Parts::of(core).all(Rule::signed, |bound| self.int(&bound))?;
            match bounds.as_slice() {
                [least, most] => TypeKind::Int(Some((least.node, most.node))),
                _ => TypeKind::Int(None),
            }
        } else if rule == Rule::word_set {
            TypeKind::Words(Parts::of(core).all(Rule::word, |word| self.name(&word))?)
        } else {
            TypeKind::Named(self.name(&core)?)
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

/// Items that hold names, texts and numbers.
const PLAIN_ITEMS: BuildTable<ItemKind> = &[
    (Rule::pack_item, |ast, parts| {
        Ok(ItemKind::Pack {
            name: ast.needed(parts, Rule::path)?,
            version: ast.needed(parts, Rule::version)?,
            title: parts.take(Rule::text).map(|text| ast.text(&text)),
            language: parts.optional(Rule::language, |clause| ast.int(&clause.need(Rule::int, ast)?))?,
            edition: ast.edition(parts)?,
        })
    }),
    (Rule::requires_item, |ast, parts| {
        Ok(ItemKind::Requires {
            name: ast.needed(parts, Rule::path)?,
            version: ast.needed(parts, Rule::version)?,
        })
    }),
    (Rule::conflicts_item, |ast, parts| {
        Ok(ItemKind::Conflicts {
            name: ast.needed(parts, Rule::path)?,
            version: parts.take(Rule::version).map(|version| ast.name(&version)).transpose()?,
            reason: parts.take(Rule::text).map(|text| ast.text(&text)),
        })
    }),
    (Rule::players_item, |ast, parts| {
        let first = ast.number(parts, Rule::int)?;
        Ok(match parts.take(Rule::int) {
            Some(second) => ItemKind::Players { least: Some(first), most: ast.int(&second)? },
            None => ItemKind::Players { least: None, most: first },
        })
    }),
    (Rule::tiles_item, |ast, parts| {
        Ok(ItemKind::Tiles {
            set: ast.needed(parts, Rule::path)?,
            printing: ast.inside(parts, Rule::printing, Rule::path)?,
            instead: parts.optional(Rule::supplant, |tiles| ast.entries(tiles))?.unwrap_or_default(),
            into: ast.inside(parts, Rule::into_bag, WORD)?,
            when: ast.inner_expression(parts, Rule::condition)?,
        })
    }),
    (Rule::board_item, |ast, parts| {
        let _keyword = parts.take(Rule::kw_board);
        Ok(ItemKind::Board {
            columns: ast.expression(parts.need(Rule::expression, ast)?)?,
            rows: ast.expression(parts.need(Rule::expression, ast)?)?,
            is_closed: parts.has(Rule::kw_closed),
            when: ast.inner_expression(parts, Rule::condition)?,
        })
    }),
    (Rule::start_item, |ast, parts| {
        let _keyword = parts.take(Rule::kw_start);
        if let Some(added) = parts.take(Rule::start_tile) {
            let (tile, x, y, turned) = ast.laid(&mut Parts::of(added))?;
            let when = ast.inner_expression(parts, Rule::condition)?;
            return Ok(ItemKind::StartTile { tile, x, y, turned, when });
        }
        let (kind, name) = if let Some(none) = parts.take(Rule::empty_start) {
            (StartKind::Empty, ast.name(&none)?)
        } else if parts.has(Rule::kw_board) {
            (StartKind::Board, ast.needed(parts, Rule::path)?)
        } else {
            (StartKind::Tile, ast.needed(parts, Rule::path)?)
        };
        Ok(ItemKind::Start { kind, name, when: ast.inner_expression(parts, Rule::condition)? })
    }),
    (Rule::edge_item, |ast, parts| {
        Ok(ItemKind::Edge {
            letter: ast.needed(parts, WORD)?,
            kinds: parts.all(Rule::plain_word, |kind| ast.name(&kind))?,
        })
    }),
    (Rule::meet_item, |ast, parts| {
        Ok(ItemKind::Meet {
            letter: ast.needed(parts, WORD)?,
            others: parts.all(WORD, |other| ast.name(&other))?,
        })
    }),
    (Rule::feature_item, |ast, parts| {
        Ok(ItemKind::Feature {
            name: ast.needed(parts, WORD)?,
            site: parts.optional(Rule::site, |site| ast.number(site, Rule::int))?,
            is_layer: parts.has(Rule::kw_layer),
            adjoins: ast.list(parts, Rule::adjoins)?,
            color: ast.inside(parts, Rule::colour, WORD)?,
            sign: parts.optional(Rule::sign, |sign| Ok(ast.text(&sign.need(Rule::text, ast)?)))?,
        })
    }),
    (Rule::trait_item, |ast, parts| Ok(ItemKind::Trait { name: ast.needed(parts, WORD)? })),
    (Rule::piece_item, |ast, parts| {
        let name = ast.needed(parts, WORD)?;
        let traits = ast.list(parts, Rule::traits)?;
        let neutral = parts.has(Rule::kw_neutral);
        let count = ast.expression(parts.need(Rule::expression, ast)?)?;
        let cases = parts.all(Rule::count_case, |case| {
            let mut parts = Parts::of(case);
            let count = ast.expression(parts.need(Rule::expression, ast)?)?;
            let mut seated = Parts::of(parts.need(Rule::seated, ast)?);
            let least = ast.number(&mut seated, Rule::int)?;
            let most = seated.take(Rule::int).map_or(Ok(least), |most| ast.int(&most))?;
            Ok(CountCase { count, least, most })
        })?;
        let on = ast.inside(parts, Rule::stands, WORD)?;
        Ok(ItemKind::Piece { name, traits, neutral, count, cases, on })
    }),
    (Rule::bag_item, |ast, parts| Ok(ItemKind::Bag { name: ast.needed(parts, WORD)? })),
    (Rule::deck_item, |ast, parts| {
        let name = ast.needed(parts, WORD)?;
        let _ids = parts.take(Rule::ids);
        let cards = parts.all(Rule::cards, |cards| {
            let mut parts = Parts::of(cards);
            let (kind, count) = (ast.needed(&mut parts, WORD)?, ast.number(&mut parts, Rule::int)?);
            Ok(DeckCard { kind, count, attrs: ast.facets(&mut parts)? })
        })?;
        Ok(ItemKind::Deck { name, cards })
    }),
    (Rule::row_item, |ast, parts| {
        Ok(ItemKind::Row {
            name: ast.needed(parts, WORD)?,
            of: ast.needed(parts, WORD)?,
            room: ast.expression(parts.need(Rule::expression, ast)?)?,
        })
    }),
    (Rule::die_item, |ast, parts| {
        let name = ast.needed(parts, WORD)?;
        let range = parts.optional(Rule::number_range, |range| {
            Ok(Faces::Range(ast.number(range, Rule::signed)?, ast.number(range, Rule::signed)?))
        })?;
        let numbers = parts.optional(Rule::die_numbers, |numbers| {
            Ok(Faces::Numbers(numbers.all(Rule::signed, |number| ast.int(&number))?))
        })?;
        let faces = match range.or(numbers) {
            Some(faces) => faces,
            None => Faces::Words(ast.list(parts, Rule::die_words)?),
        };
        Ok(ItemKind::Die { name, faces })
    }),
    (Rule::stock_item, |ast, parts| {
        let kinds = parts.all(Rule::stocked, |stocked| {
            let mut parts = Parts::of(stocked);
            Ok((ast.needed(&mut parts, WORD)?, ast.inner_expression(&mut parts, Rule::stock_count)?))
        })?;
        Ok(ItemKind::Stock { kinds })
    }),
    (Rule::track_item, |ast, parts| {
        let name = ast.needed(parts, WORD)?;
        let ring = parts.has(Rule::kw_ring);
        let range = parts.optional(Rule::number_range, |range| {
            Ok(TrackSpaces::Range(ast.number(range, Rule::signed)?, ast.number(range, Rule::signed)?))
        })?;
        let spaces = match range {
            Some(range) => range,
            None => {
                let _ids = parts.take(Rule::ids);
                let mut listed = Parts::of(parts.need(Rule::track_spaces, ast)?);
                TrackSpaces::Listed(listed.all(Rule::track_space, |space| {
                    let mut parts = Parts::of(space);
                    Ok((ast.needed(&mut parts, WORD)?, ast.facets(&mut parts)?))
                })?)
            }
        };
        Ok(ItemKind::Track { name, ring, spaces })
    }),
    (Rule::slots_item, |ast, parts| {
        let (name, track) = (ast.needed(parts, WORD)?, ast.needed(parts, WORD)?);
        let _ids = parts.take(Rule::ids);
        let slots = parts.all(Rule::slot, |slot| {
            let mut parts = Parts::of(slot);
            Ok((ast.needed(&mut parts, WORD)?, ast.number(&mut parts, Rule::int)?))
        })?;
        Ok(ItemKind::Slots { name, track, slots })
    }),
    (Rule::reason_item, |ast, parts| {
        Ok(ItemKind::Reason { names: parts.all(WORD, |name| ast.name(&name))? })
    }),
    (Rule::enum_item, |ast, parts| {
        let name = ast.needed(parts, WORD)?;
        let _ids = parts.take(Rule::ids);
        Ok(ItemKind::Enum { name, words: ast.list(parts, Rule::word_set)? })
    }),
];

/// Items that name a type.
const TYPED_ITEMS: BuildTable<ItemKind> = &[
    (Rule::attr_item, |ast, parts| {
        Ok(ItemKind::Attr {
            owner: ast.needed(parts, WORD)?,
            name: ast.needed(parts, Rule::any_word)?,
            ty: ast.type_of(parts)?,
            default: ast.inner_expression(parts, Rule::initial)?,
            merge: parts.take(Rule::plain_word).map(|merge| ast.name(&merge)).transpose()?,
            unseen: parts.has(Rule::kw_unseen),
        })
    }),
    (Rule::option_item, |ast, parts| {
        Ok(ItemKind::Option {
            name: ast.needed(parts, WORD)?,
            ty: ast.type_of(parts)?,
            default: ast.initial(parts)?,
            doc: parts.take(Rule::text).map(|text| ast.text(&text)),
        })
    }),
    (Rule::var_item, |ast, parts| {
        let name = ast.needed(parts, WORD)?;
        let ty = ast.type_of(parts)?;
        let init = ast.inner_expression(parts, Rule::initial)?;
        let secret = parts.take(Rule::kw_secret).map(|word| ast.span(&word));
        let owner = parts.optional(Rule::owner, |owner| {
            let name = ast.needed(owner, Rule::word)?;
            Ok((name, ast.inside(owner, Rule::joins, Rule::plain_word)?))
        })?;
        let (owner, merge) = owner.map_or((None, None), |(owner, merge)| (Some(owner), merge));
        let until = ast.inside(parts, Rule::until, Rule::word)?;
        let title = parts.take(Rule::text).map(|text| ast.text(&text));
        Ok(ItemKind::Var { name, ty, init, secret, owner, merge, until, title })
    }),
    (Rule::value_item, |ast, parts| {
        let name = ast.needed(parts, WORD)?;
        let params = ast.params(parts)?;
        let ty = ast.type_of(parts)?;
        let stages = ast.list(parts, Rule::stages)?;
        let _ids = parts.take(Rule::ids);
        let body = match ast.body(parts)? {
            Some(body) => body,
            None => return Err(ast.unexpected(&parts.whole, Rule::block)),
        };
        Ok(ItemKind::Value { name, params, ty, stages, body })
    }),
    (Rule::procedure_item, |ast, parts| {
        let name = ast.needed(parts, WORD)?;
        let params = ast.params(parts)?;
        let _ids = parts.take(Rule::ids);
        Ok(ItemKind::Procedure { name, params, body: ast.block(parts.need(Rule::block, ast)?)? })
    }),
    (Rule::modify_item, |ast, parts| ast.modify(parts)),
];

/// Items about steps, rules, actions; and variants.
const RUNNING_ITEMS: BuildTable<ItemKind> = &[
    (Rule::step_item, |ast, parts| {
        Ok(ItemKind::Step {
            step: ast.step(parts.need(Rule::step, ast)?)?,
            side: ast.side(parts)?,
            anchor: ast.needed(parts, WORD)?,
            order: ast.precedence(parts)?,
            when: ast.inner_expression(parts, Rule::condition)?,
        })
    }),
    (Rule::order_item, |ast, parts| {
        let phase = ast.needed(parts, WORD)?;
        let _ids = parts.take(Rule::ids);
        Ok(ItemKind::Order { phase, steps: ast.steps(parts)? })
    }),
    (Rule::menu_item, |ast, parts| {
        let step = ast.needed(parts, WORD)?;
        let who = ast.expression(parts.need(Rule::expression, ast)?)?;
        let (pass, pass_when) = ast.or_pass(parts)?;
        let prompt = parts.take(Rule::text).map(|text| ast.text(&text));
        let otherwise = ast.else_block(parts)?;
        Ok(ItemKind::Menu { step, who, pass, pass_when, prompt, otherwise })
    }),
    (Rule::rule_item, |ast, parts| {
        let name = ast.needed(parts, WORD)?;
        let steps = ast.list(parts, Rule::at_steps)?;
        let trigger = match steps.is_empty() {
            false => Trigger::Steps(steps),
            true => ast.effect_trigger(parts.need(Rule::effect_trigger, ast)?)?,
        };
        let order = ast.precedence(parts)?;
        let when = ast.inner_expression(parts, Rule::condition)?;
        let _ids = parts.take(Rule::ids);
        Ok(ItemKind::Rule { name, trigger, order, when, body: ast.block(parts.need(Rule::block, ast)?)? })
    }),
    (Rule::action_item, |ast, parts| {
        let name = ast.needed(parts, WORD)?;
        let steps = ast.list(parts, Rule::at_steps)?;
        let (alone, again) = (parts.has(Rule::kw_alone), parts.has(Rule::kw_again));
        let instead = ast.inside(parts, Rule::instead, WORD)?;
        let when = ast.inner_expression(parts, Rule::condition)?;
        let _ids = parts.take(Rule::ids);
        let body = ast.block(parts.need(Rule::block, ast)?)?;
        Ok(ItemKind::Action { name, steps, alone, again, instead, when, body })
    }),
    (Rule::variant_item, |ast, parts| {
        let name = ast.needed(parts, WORD)?;
        let title = parts.take(Rule::text).map(|text| ast.text(&text));
        let edition = ast.edition(parts)?;
        let from = ast.inside(parts, Rule::parent, WORD)?;
        let _ids = parts.take(Rule::ids);
        let changes = parts.all(Rule::change, |change| ast.change(only(change)))?;
        Ok(ItemKind::Variant { name, title, edition, from, changes })
    }),
    (Rule::with_item, |ast, parts| {
        let packs = parts.all(Rule::path, |pack| ast.name(&pack))?;
        let _ids = parts.take(Rule::ids);
        let changes = parts.all(Rule::change, |change| ast.change(only(change)))?;
        Ok(ItemKind::With { packs, changes })
    }),
];

/// Changes of a variant.
const CHANGES: BuildTable<Change> = &[
    (Rule::set_change, |ast, parts| {
        Ok(Change::Set { name: ast.needed(parts, Rule::word)?, value: ast.initial(parts)? })
    }),
    (Rule::disable_change, |ast, parts| Ok(Change::Disable { name: ast.needed(parts, Rule::word)? })),
    (Rule::move_change, |ast, parts| {
        Ok(Change::Move {
            step: ast.needed(parts, Rule::word)?,
            side: ast.side(parts)?,
            anchor: ast.needed(parts, Rule::word)?,
        })
    }),
    (Rule::replace_change, |ast, parts| Ok(Change::Replace(ast.item(parts.need(Rule::member, ast)?)?))),
    (Rule::add_change, |ast, parts| Ok(Change::Add(ast.item(parts.need(Rule::member, ast)?)?))),
];
