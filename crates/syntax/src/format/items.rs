//! Items, changes of a variant and lines of a scenario: their heads, and what hangs on them.

use rota_source::{Spanned, joined};

use super::doc::Doc;
use super::expressions::{after_condition, braced, expression, operation, stock_count};
use super::statements::{assigned, or_pass, quoted, row};
use super::{Body, Clause};
use crate::ast::{self, Anchor, Change, Edition, Expr, Item, ItemKind, Name, Param, Precedence, Side};
use crate::ast::{CountCase, Faces, StartKind, Step, TrackSpaces, Trigger, Type, TypeKind};

/// Takes an item apart into its head and its body.
pub(super) fn parts<'a>(item: &'a Item, before: &str) -> Vec<Clause<'a>> {
    let wrong = if item.wrong { "wrong " } else { "" };
    let mut docs = vec![Doc::text(format!("{before}{wrong}"))];
    let body = match &item.kind {
        ItemKind::Order { phase, steps } => {
            return members(docs, format!("order {phase}"), item, steps.iter().map(step));
        }
        ItemKind::Enum { name, words } => {
            return members(docs, format!("enum {name}"), item, words.iter().map(word));
        }
        ItemKind::Track { name, ring, spaces } => {
            let head = format!("track {name}{}", if *ring { " ring" } else { "" });
            match spaces {
                TrackSpaces::Listed(spaces) => {
                    let spaces = spaces.iter().map(|(space, attrs)| with_facets(word(space), attrs));
                    return members(docs, head, item, spaces);
                }
                TrackSpaces::Range(least, most) => docs.push(Doc::text(format!("{head} {least}..{most}"))),
            }
            Body::None
        }
        ItemKind::Deck { name, cards } => {
            return members(docs, format!("deck {name}"), item, cards.iter().map(card));
        }
        ItemKind::Slots { name, track, slots } => {
            return members(docs, format!("slots {name} on {track}"), item, slots.iter().map(counted));
        }
        ItemKind::Value { name, params, ty, stages, body } => {
            docs.push(Doc::text(format!("value {name}")));
            docs.extend([self::params(params), Doc::text(" : "), self::ty(ty)]);
            docs.extend(
                (!stages.is_empty()).then(|| Doc::text(format!("stages {}", joined(stages))).clause()),
            );
            return assigned_item(docs, item, body);
        }
        ItemKind::Procedure { name, params, body } => {
            docs.extend([Doc::text(format!("procedure {name}")), self::params(params)]);
            Body::Block(body)
        }
        ItemKind::Modify { name, params, stage, order, when, body } => {
            docs.push(Doc::text(format!("modify {name}")));
            docs.push(self::params(params));
            docs.extend(stage.as_ref().map(|stage| Doc::text(format!("at {stage}")).clause()));
            docs.extend(precedence(order));
            let bare = matches!(body, ast::Body::Expr(_)) && item.ids.is_empty();
            docs.extend(when.as_ref().map(|when| {
                let condition = if bare { operation(when) } else { expression(when) };
                row([Doc::text("when "), condition]).clause()
            }));
            if let (true, Some(_), ast::Body::Expr(value)) = (bare, when, body) {
                docs.extend([Doc::text(" ="), after_condition(value)]);
                return vec![Clause::plain(Doc::Row(docs))];
            }
            return assigned_item(docs, item, body);
        }
        ItemKind::Rule { name, trigger, order, when, body } => {
            docs.push(Doc::text(format!("rule {name} {}", self::trigger(trigger))));
            docs.extend(precedence(order));
            docs.extend(condition(when.as_ref()));
            Body::Block(body)
        }
        ItemKind::Action { name, steps, alone, again, instead, when, body } => {
            docs.push(Doc::text(format!("action {name} at {}", joined(steps))));
            docs.extend(alone.then(|| Doc::text("alone").clause()));
            docs.extend(again.then(|| Doc::text("again").clause()));
            docs.extend(instead.as_ref().map(|other| Doc::text(format!("instead {other}")).clause()));
            docs.extend(condition(when.as_ref()));
            Body::Block(body)
        }
        ItemKind::Menu { step, who, pass, pass_when, prompt, otherwise } => {
            docs.extend([Doc::text(format!("menu {step} for ")), expression(who)]);
            docs.extend(pass.then(|| or_pass(pass_when.as_ref()).clause()));
            docs.extend(prompt.as_ref().map(|prompt| quoted(prompt).clause()));
            docs.extend(ids(item));
            let Some(block) = otherwise else { return vec![Clause::plain(Doc::Row(docs))] };
            docs.push(Doc::text(" else"));
            return vec![Clause::block(Doc::Row(docs), block)];
        }
        ItemKind::Variant { name, title, edition, from, changes } => {
            docs.push(Doc::text(format!("variant {name}")));
            docs.extend(title.as_ref().map(|title| quoted(title).clause()));
            docs.extend(edition.iter().flat_map(self::edition));
            docs.extend(from.as_ref().map(|from| Doc::text(format!("from {from}")).clause()));
            Body::Changes(changes)
        }
        ItemKind::With { packs, changes } => {
            docs.push(Doc::text(format!("with {}", joined(packs))));
            Body::Changes(changes)
        }
        ItemKind::Scenario { title, lines } => {
            docs.extend([Doc::text("scenario "), quoted(title)]);
            Body::Lines(lines)
        }
        ItemKind::Setup { name, lines } => {
            docs.push(Doc::text(format!("setup {name}")));
            Body::Lines(lines)
        }
        declared @ (ItemKind::Pack { .. }
        | ItemKind::Requires { .. }
        | ItemKind::Conflicts { .. }
        | ItemKind::Players { .. }
        | ItemKind::Tiles { .. }
        | ItemKind::Board { .. }
        | ItemKind::Start { .. }
        | ItemKind::StartTile { .. }
        | ItemKind::Edge { .. }
        | ItemKind::Meet { .. }
        | ItemKind::Feature { .. }
        | ItemKind::Attr { .. }
        | ItemKind::Trait { .. }
        | ItemKind::Piece { .. }
        | ItemKind::Bag { .. }
        | ItemKind::Row { .. }
        | ItemKind::Die { .. }
        | ItemKind::Stock { .. }
        | ItemKind::Option { .. }
        | ItemKind::Reason { .. }
        | ItemKind::Step { .. }
        | ItemKind::Var { .. }) => {
            docs.push(declaration(declared));
            Body::None
        }
    };
    docs.extend(ids(item));
    vec![Clause { head: Doc::Row(docs), body }]
}

/// An item that lists its members in braces, which stand behind its ids.
fn members<'a>(
    mut docs: Vec<Doc>,
    head: String,
    item: &Item,
    members: impl Iterator<Item = Doc>,
) -> Vec<Clause<'a>> {
    docs.push(Doc::text(head));
    docs.extend(ids(item));
    docs.extend([Doc::text(" "), braced(members.collect())]);
    vec![Clause::plain(Doc::Row(docs))]
}

/// An item that ends with `= …` or a block.
fn assigned_item<'a>(mut docs: Vec<Doc>, item: &Item, body: &'a ast::Body) -> Vec<Clause<'a>> {
    docs.extend(ids(item));
    match body {
        ast::Body::Expr(value) => vec![Clause::plain(assigned(Doc::Row(docs), value))],
        ast::Body::Block(block) => vec![Clause::block(Doc::Row(docs), block)],
    }
}

fn word(name: &Name) -> Doc {
    Doc::text(name.as_str())
}

fn counted((name, count): &(Name, Spanned<i64>)) -> Doc {
    Doc::text(format!("{name} {count}"))
}

/// A word and what is declared by it, with commas between.
fn listed(head: &str, members: impl ExactSizeIterator<Item = Doc>) -> Doc {
    let (last, mut docs) = (members.len(), vec![Doc::text(head)]);
    for (member, number) in members.zip(1..) {
        let comma = if number < last { "," } else { "" };
        docs.push(row([member, Doc::text(comma)]).clause());
    }
    Doc::Row(docs)
}

/// A kind of card with how many there are, and what it has.
fn card(card: &ast::DeckCard) -> Doc {
    with_facets(Doc::text(format!("{} {}", card.kind, card.count)), &card.attrs)
}

/// Something, and behind it what its attributes are.
fn with_facets(head: Doc, attrs: &[(Name, Expr)]) -> Doc {
    let mut docs = vec![head];
    for (place, (attr, value)) in attrs.iter().enumerate() {
        let before = if place == 0 { " (" } else { ", " };
        docs.extend([Doc::text(format!("{before}{attr} = ")), expression(value)]);
    }
    docs.extend((!attrs.is_empty()).then(|| Doc::text(")")));
    Doc::Row(docs)
}

/// A set or a tile, and how many of it.
fn copies((name, count): &(Name, i64)) -> String {
    if *count == 1 { name.node.clone() } else { format!("{name} x {count}") }
}

/// Items without a body.
fn declaration(kind: &ItemKind) -> Doc {
    match kind {
        ItemKind::Pack { name, version, title, language, edition } => {
            let head = Doc::text(format!("pack {name} {version}"));
            let head = with(head, title.as_ref().map(quoted));
            let head = with(head, language.map(|version| Doc::text(format!("language {}", version.node))));
            Doc::Row([head].into_iter().chain(edition.iter().flat_map(self::edition)).collect())
        }
        ItemKind::Requires { name, version } => Doc::text(format!("requires {name} {version}")),
        ItemKind::Conflicts { name, version, reason } => {
            let mut head = format!("conflicts with {name}");
            head.extend(version.iter().map(|version| format!(" {version}")));
            with(Doc::text(head), reason.as_ref().map(quoted))
        }
        ItemKind::Players { least, most } => {
            let least = least.map_or_else(String::new, |least| least.node.to_string());
            Doc::text(format!("players {least}..{most}"))
        }
        ItemKind::Tiles { set, printing, instead, into, when } => {
            let mut head = format!("tiles {set}");
            head.extend(printing.iter().map(|printing| format!(" printing {printing}")));
            if !instead.is_empty() {
                head.push_str(&format!(" instead {}", joined(instead.iter().map(copies))));
            }
            head.extend(into.iter().map(|bag| format!(" into {bag}")));
            with_clause(Doc::text(head), condition(when.as_ref()))
        }
        ItemKind::Board { columns, rows, is_closed, when } => {
            let closed = Doc::text(if *is_closed { " closed" } else { "" });
            let head =
                [Doc::text("board "), expression(columns), Doc::text(" by "), expression(rows), closed];
            with_clause(row(head), condition(when.as_ref()))
        }
        ItemKind::Start { kind, name, when } => {
            let board = if *kind == StartKind::Board { "board " } else { "" };
            with_clause(Doc::text(format!("start {board}{name}")), condition(when.as_ref()))
        }
        ItemKind::StartTile { tile, x, y, turned, when } => {
            let turned = if *turned == 0 { String::new() } else { format!(" turned {turned}") };
            let head = format!("start adds {tile} at {x},{y}{turned}");
            with_clause(Doc::text(head), condition(when.as_ref()))
        }
        ItemKind::Edge { letter, kinds } => {
            let kinds: Vec<&str> = kinds.iter().map(|kind| kind.as_str()).collect();
            Doc::text(format!("edge {} = {}", letter.node, kinds.join(" ")))
        }
        ItemKind::Meet { letter, others } => {
            Doc::text(format!("meet {} with {}", letter.node, joined(others)))
        }
        ItemKind::Feature { name, site, is_layer, adjoins, color, sign } => {
            let site = site.as_ref().map_or(String::new(), |site| format!(" site {site}"));
            let layer = if *is_layer { " layer" } else { "" };
            let adjoined = (!adjoins.is_empty()).then(|| Doc::text(format!("adjoins {}", joined(adjoins))));
            let head = with(Doc::text(format!("feature {name}{site}{layer}")), adjoined);
            let head = with(head, color.as_ref().map(|color| Doc::text(format!("colour {color}"))));
            with(head, sign.as_ref().map(|sign| row([Doc::text("sign "), quoted(sign)])))
        }
        ItemKind::Attr { owner, name, ty, default, merge, unseen } => {
            let head = row([Doc::text(format!("attr {owner}.{name} : ")), self::ty(ty)]);
            let head = set_to(head, default.as_ref());
            let head = with(head, merge.as_ref().map(|merge| Doc::text(merge.as_str())));
            with(head, unseen.then(|| Doc::text("unseen")))
        }
        ItemKind::Trait { name } => Doc::text(format!("trait {name}")),
        ItemKind::Piece { name, traits, neutral, count, cases, on } => {
            let is = if traits.is_empty() { String::new() } else { format!(" is {}", joined(traits)) };
            let word = if *neutral { "neutral" } else { "each" };
            let head = row([Doc::text(format!("piece {name}{is} {word} ")), expression(count)]);
            let head = cases.iter().fold(head, |head, CountCase { count, least, most }| {
                let most = if least == most { String::new() } else { format!("..{most}") };
                let seated = Doc::text(format!(" for {least}{most} players"));
                row([head, Doc::text(", "), expression(count), seated])
            });
            with(head, on.as_ref().map(|on| Doc::text(format!("on {on}"))))
        }
        ItemKind::Bag { name } => Doc::text(format!("bag {name} of tiles")),
        ItemKind::Row { name, of, room } => {
            row([Doc::text(format!("row {name} of {of} ")), expression(room)])
        }
        ItemKind::Die { name, faces } => {
            let head = format!("die {name}");
            match faces {
                Faces::Range(least, most) => Doc::text(format!("{head} {least}..{most}")),
                Faces::Numbers(numbers) => {
                    listed(&head, numbers.iter().map(|number| Doc::text(number.to_string())))
                }
                Faces::Words(words) => listed(&head, words.iter().map(word)),
            }
        }
        ItemKind::Option { name, ty, default, doc } => {
            let head = row([Doc::text(format!("option {name} : ")), self::ty(ty)]);
            with(set_to(head, Some(default)), doc.as_ref().map(quoted))
        }
        ItemKind::Reason { names } => listed("reason", names.iter().map(word)),
        ItemKind::Stock { kinds } => listed(
            "stock",
            kinds.iter().map(|(name, count)| match count {
                Some(count) => row([Doc::text(format!("{name} ")), stock_count(count)]),
                None => word(name),
            }),
        ),
        ItemKind::Step { step, side, anchor, order, when } => {
            let head = row([
                Doc::text("step "),
                self::step(step),
                Doc::text(format!(" {} {}", self::side(side.node), anchor.node)),
            ]);
            Doc::Row([head].into_iter().chain(precedence(order)).chain(condition(when.as_ref())).collect())
        }
        ItemKind::Var { name, ty, init, secret, owner, merge, until, title } => {
            let head = row([Doc::text(format!("var {name} : ")), self::ty(ty)]);
            let head = set_to(head, init.as_ref());
            let head = with(head, secret.map(|_| Doc::text("secret")));
            let merge = merge.as_ref().map_or(String::new(), |merge| format!(" {merge}"));
            let head = with(head, owner.as_ref().map(|owner| Doc::text(format!("on {owner}{merge}"))));
            let head = with(head, until.as_ref().map(|until| Doc::text(format!("until {until}"))));
            with(head, title.as_ref().map(quoted))
        }
        // Those with bodies were taken apart before.
        ItemKind::Order { .. }
        | ItemKind::Menu { .. }
        | ItemKind::Enum { .. }
        | ItemKind::Track { .. }
        | ItemKind::Slots { .. }
        | ItemKind::Deck { .. }
        | ItemKind::Value { .. }
        | ItemKind::Procedure { .. }
        | ItemKind::Modify { .. }
        | ItemKind::Rule { .. }
        | ItemKind::Action { .. }
        | ItemKind::Variant { .. }
        | ItemKind::With { .. }
        | ItemKind::Scenario { .. }
        | ItemKind::Setup { .. } => Doc::Row(Vec::new()),
    }
}

/// Takes a change of a variant apart.
pub(super) fn change(change: &Change) -> Vec<Clause<'_>> {
    match change {
        Change::Set { name, value } => {
            vec![Clause::plain(assigned(Doc::text(format!("set {name}")), value))]
        }
        Change::Disable { name } => vec![Clause::plain(Doc::text(format!("disable {name}")))],
        Change::Move { step, side, anchor } => vec![Clause::plain(Doc::text(format!(
            "move step {} {} {}",
            step.node,
            self::side(side.node),
            anchor.node
        )))],
        Change::Replace(item) => parts(item, "replace "),
        Change::Add(item) => parts(item, "add "),
    }
}

/// `for BASE-05, BASE-06`
fn ids(item: &Item) -> Option<Doc> {
    (!item.ids.is_empty()).then(|| Doc::text(format!("for {}", joined(&item.ids))).clause())
}

/// `published 2000 by "publisher"`, `source "where"`
fn edition(edition: &Edition) -> impl Iterator<Item = Doc> {
    let head = Doc::text(format!("published {} by \"{}\"", edition.year.node, edition.publisher.node));
    let source = edition.source.as_ref().map(|source| row([Doc::text("source "), quoted(source)]));
    [head].into_iter().chain(source).map(Doc::clause)
}

/// `before pay, pack masks after earn last`
fn precedence(order: &Precedence) -> impl Iterator<Item = Doc> {
    let anchor = |anchor: &Anchor| match anchor.is_pack {
        true => format!("pack {}", anchor.name),
        false => anchor.name.to_string(),
    };
    let clauses = order.clauses.iter().map(move |clause| {
        let anchors: Vec<String> = clause.anchors.iter().map(anchor).collect();
        format!("{} {}", side(clause.side), anchors.join(", "))
    });
    clauses.chain(order.last.map(|_| "last".to_owned())).map(|text| Doc::text(text).clause())
}

fn condition(when: Option<&Expr>) -> Option<Doc> {
    when.map(|when| row([Doc::text("when "), expression(when)]).clause())
}

fn set_to(head: Doc, value: Option<&Expr>) -> Doc {
    match value {
        Some(value) => row([head, Doc::text(" = "), expression(value)]),
        None => head,
    }
}

fn with(head: Doc, clause: Option<Doc>) -> Doc {
    with_clause(head, clause.map(Doc::clause))
}

fn with_clause(head: Doc, clause: Option<Doc>) -> Doc {
    match clause {
        Some(clause) => row([head, clause]),
        None => head,
    }
}

fn side(side: Side) -> &'static str {
    match side {
        Side::Before => "before",
        Side::Instead => "instead",
        Side::After => "after",
    }
}

fn trigger(trigger: &Trigger) -> String {
    match trigger {
        Trigger::Steps(steps) => format!("at {}", joined(steps)),
        Trigger::Effect { side, effect, reentrant } => {
            let reentrant = if *reentrant { " reentrant" } else { "" };
            format!("{} {}{reentrant}", self::side(side.node), effect.node)
        }
    }
}

fn step(step: &Step) -> Doc {
    let name = Doc::text(step.name.as_str());
    if step.steps.is_empty() {
        name
    } else {
        row([name, Doc::text(" "), braced(step.steps.iter().map(self::step).collect())])
    }
}

fn params(params: &[Param]) -> Doc {
    if params.is_empty() {
        return Doc::Row(Vec::new());
    }
    let mut docs = vec![Doc::Soft];
    for (index, param) in params.iter().enumerate() {
        if index > 0 {
            docs.extend([Doc::text(","), Doc::Line]);
        }
        docs.extend([Doc::text(format!("{} : ", param.name.node)), ty(&param.ty)]);
    }
    row([Doc::text("("), Doc::Row(docs).nest(), Doc::Soft, Doc::text(")")]).group()
}

fn ty(ty: &Type) -> Doc {
    match &ty.kind {
        TypeKind::Int(None) => Doc::text("int"),
        TypeKind::Int(Some((least, most))) => Doc::text(format!("int {least}..{most}")),
        TypeKind::Words(words) => braced(words.iter().map(word).collect()),
        TypeKind::Named(name) => Doc::text(name.as_str()),
        TypeKind::Set(member) => row([Doc::text("set "), self::ty(member)]),
        TypeKind::Optional(inner) => row([self::ty(inner), Doc::text("?")]),
    }
}
