//! Items, changes of a variant and lines of a scenario: their heads, and what hangs on them.

use super::doc::Doc;
use super::expressions::{after_condition, braced, expression, operation};
use super::statements::{assigned, quoted, row};
use super::{Body, Clause};
use crate::ast::{
    self, Change, Edition, Expr, Item, ItemKind, Line, LineKind, Name, Param, Side, Step, Trigger,
};
use crate::ast::{Type, TypeKind};

/// Takes an item apart into its head and its body.
pub(super) fn parts<'a>(item: &'a Item, before: &str) -> Vec<Clause<'a>> {
    let wrong = if item.wrong { "wrong " } else { "" };
    let mut docs = vec![Doc::text(format!("{before}{wrong}"))];
    let body = match &item.kind {
        ItemKind::Order { phase, steps } => {
            docs.push(Doc::text(format!("order {}", phase.node)));
            docs.extend(ids(item));
            docs.extend([Doc::text(" "), self::steps(steps)]);
            return vec![Clause::plain(Doc::Row(docs))];
        }
        ItemKind::Enum { name, words } => {
            docs.push(Doc::text(format!("enum {}", name.node)));
            docs.extend(ids(item));
            docs.extend([
                Doc::text(" "),
                braced(words.iter().map(|word| Doc::text(word.as_str())).collect()),
            ]);
            return vec![Clause::plain(Doc::Row(docs))];
        }
        ItemKind::Track { name, ring, spaces } => {
            docs.push(Doc::text(format!("track {}{}", name.node, if *ring { " ring" } else { "" })));
            docs.extend(ids(item));
            let spaces = spaces.iter().map(|space| Doc::text(space.as_str())).collect();
            docs.extend([Doc::text(" "), braced(spaces)]);
            return vec![Clause::plain(Doc::Row(docs))];
        }
        ItemKind::Deck { name, cards } => {
            docs.push(Doc::text(format!("deck {}", name.node)));
            docs.extend(ids(item));
            let of = |(card, count): &(Name, rota_source::Spanned<i64>)| {
                Doc::text(format!("{} {}", card.node, count.node))
            };
            docs.extend([Doc::text(" "), braced(cards.iter().map(of).collect())]);
            return vec![Clause::plain(Doc::Row(docs))];
        }
        ItemKind::Slots { name, track, slots } => {
            docs.push(Doc::text(format!("slots {} on {}", name.node, track.node)));
            docs.extend(ids(item));
            let slot = |(space, count): &(Name, rota_source::Spanned<i64>)| {
                Doc::text(format!("{} {}", space.node, count.node))
            };
            docs.extend([Doc::text(" "), braced(slots.iter().map(slot).collect())]);
            return vec![Clause::plain(Doc::Row(docs))];
        }
        ItemKind::Value { name, params, ty, stages, body } => {
            docs.push(Doc::text(format!("value {}", name.node)));
            docs.extend([self::params(params), Doc::text(" : "), self::ty(ty)]);
            docs.extend(
                (!stages.is_empty()).then(|| Doc::text(format!("stages {}", listed(stages))).clause()),
            );
            Some(body)
        }
        ItemKind::Modify { name, params, stage, when, body } => {
            docs.push(Doc::text(format!("modify {}", name.node)));
            docs.push(self::params(params));
            docs.extend(stage.as_ref().map(|stage| Doc::text(format!("at {}", stage.node)).clause()));
            let bare = matches!(body, ast::Body::Expr(_)) && item.ids.is_empty();
            docs.extend(when.as_ref().map(|when| {
                let condition = if bare { operation(when) } else { expression(when) };
                row([Doc::text("when "), condition]).clause()
            }));
            if let (true, Some(_), ast::Body::Expr(value)) = (bare, when, body) {
                docs.extend([Doc::text(" ="), after_condition(value)]);
                return vec![Clause::plain(Doc::Row(docs))];
            }
            Some(body)
        }
        ItemKind::Rule { name, trigger, when, body } => {
            docs.push(Doc::text(format!("rule {} {}", name.node, self::trigger(trigger))));
            docs.extend(condition(when.as_ref()));
            docs.extend(ids(item));
            return vec![Clause::block(Doc::Row(docs), body)];
        }
        ItemKind::Action { name, step, instead, when, body } => {
            docs.push(Doc::text(format!("action {} at {}", name.node, step.node)));
            docs.extend(instead.as_ref().map(|other| Doc::text(format!("instead {}", other.node)).clause()));
            docs.extend(condition(when.as_ref()));
            docs.extend(ids(item));
            return vec![Clause::block(Doc::Row(docs), body)];
        }
        ItemKind::Variant { name, title, edition, from, changes } => {
            docs.push(Doc::text(format!("variant {}", name.node)));
            docs.extend(title.as_ref().map(|title| quoted(title).clause()));
            docs.extend(edition.as_ref().map(|edition| self::edition(edition).clause()));
            docs.extend(from.as_ref().map(|from| Doc::text(format!("from {}", from.node)).clause()));
            docs.extend(ids(item));
            return vec![Clause { head: Doc::Row(docs), body: Body::Changes(changes) }];
        }
        ItemKind::With { packs, changes } => {
            let packs: Vec<&str> = packs.iter().map(|pack| pack.node.as_str()).collect();
            docs.push(Doc::text(format!("with {}", packs.join(", "))));
            docs.extend(ids(item));
            return vec![Clause { head: Doc::Row(docs), body: Body::Changes(changes) }];
        }
        ItemKind::Scenario { title, lines } => {
            docs.extend([Doc::text("scenario "), quoted(title)]);
            docs.extend(ids(item));
            return vec![Clause { head: Doc::Row(docs), body: Body::Lines(lines) }];
        }
        other => {
            docs.push(declaration(other));
            None
        }
    };
    docs.extend(ids(item));
    match body {
        Some(ast::Body::Expr(value)) => vec![Clause::plain(assigned(Doc::Row(docs), value))],
        Some(ast::Body::Block(block)) => vec![Clause::block(Doc::Row(docs), block)],
        None => vec![Clause::plain(Doc::Row(docs))],
    }
}

/// Items without a body.
fn declaration(kind: &ItemKind) -> Doc {
    match kind {
        ItemKind::Pack { name, version, title, edition } => {
            let head = Doc::text(format!("pack {} {}", name.node, version.node));
            let head = with(head, title.as_ref().map(quoted));
            with(head, edition.as_ref().map(self::edition))
        }
        ItemKind::Requires { name, version } => Doc::text(format!("requires {} {}", name.node, version.node)),
        ItemKind::Players { least, most } => {
            let least = least.map_or_else(String::new, |least| least.node.to_string());
            Doc::text(format!("players {least}..{}", most.node))
        }
        ItemKind::Tiles { set, printing, instead, into, when } => {
            let mut head = format!("tiles {}", set.node);
            for (word, name) in [("printing", printing), ("instead", instead), ("into", into)] {
                head.extend(name.iter().map(|name| format!(" {word} {}", name.node)));
            }
            with_clause(Doc::text(head), condition(when.as_ref()))
        }
        ItemKind::Start { board, name, when } => {
            let head = format!("start {}{}", if *board { "board " } else { "" }, name.node);
            with_clause(Doc::text(head), condition(when.as_ref()))
        }
        ItemKind::Edge { letter, kinds } => {
            let kinds: Vec<&str> = kinds.iter().map(|kind| kind.as_str()).collect();
            Doc::text(format!("edge {} = {}", letter.node, kinds.join(" ")))
        }
        ItemKind::Meet { letter, others } => {
            Doc::text(format!("meet {} with {}", letter.node, listed(others)))
        }
        ItemKind::Feature { name, site, adjoins } => {
            let site = site.as_ref().map_or(String::new(), |site| format!(" site {}", site.node));
            let adjoined = (!adjoins.is_empty()).then(|| Doc::text(format!("adjoins {}", listed(adjoins))));
            with(Doc::text(format!("feature {}{site}", name.node)), adjoined)
        }
        ItemKind::Attr { owner, name, ty, default, merge } => {
            let head = row([Doc::text(format!("attr {}.{} : ", owner.node, name.node)), self::ty(ty)]);
            let head = set_to(head, default.as_ref());
            with(head, merge.as_ref().map(|merge| Doc::text(merge.as_str())))
        }
        ItemKind::Trait { name } => Doc::text(format!("trait {}", name.node)),
        ItemKind::Piece { name, traits, neutral, count, on } => {
            let is = if traits.is_empty() { String::new() } else { format!(" is {}", listed(traits)) };
            let word = if *neutral { "neutral" } else { "each" };
            let head = row([Doc::text(format!("piece {}{is} {word} ", name.node)), expression(count)]);
            with(head, on.as_ref().map(|on| Doc::text(format!("on {}", on.node))))
        }
        ItemKind::Bag { name } => Doc::text(format!("bag {} of tiles", name.node)),
        ItemKind::Die { name, least, most } => {
            Doc::text(format!("die {} {}..{}", name.node, least.node, most.node))
        }
        ItemKind::Option { name, ty, default, doc } => {
            let head = row([Doc::text(format!("option {} : ", name.node)), self::ty(ty)]);
            with(set_to(head, Some(default)), doc.as_ref().map(quoted))
        }
        ItemKind::Reason { names } => {
            let mut docs = vec![Doc::text("reason")];
            for (index, name) in names.iter().enumerate() {
                let comma = if index + 1 < names.len() { "," } else { "" };
                docs.push(Doc::text(format!("{}{comma}", name.node)).clause());
            }
            Doc::Row(docs)
        }
        ItemKind::Step { step, side, anchor, when } => {
            let head = row([
                Doc::text("step "),
                self::step(step),
                Doc::text(format!(" {} {}", self::side(side.node), anchor.node)),
            ]);
            with_clause(head, condition(when.as_ref()))
        }
        ItemKind::Menu { step, who, pass, prompt } => {
            let head = row([Doc::text(format!("menu {} for ", step.node)), expression(who)]);
            let head = with(head, pass.then(|| Doc::text("or pass")));
            with(head, prompt.as_ref().map(quoted))
        }
        ItemKind::Var { name, ty, init, secret, owner, merge, until } => {
            let head = row([Doc::text(format!("var {} : ", name.node)), self::ty(ty)]);
            let head = set_to(head, init.as_ref());
            let head = with(head, secret.map(|_| Doc::text("secret")));
            let merge = merge.as_ref().map_or(String::new(), |merge| format!(" {}", merge.node));
            let head = with(head, owner.as_ref().map(|owner| Doc::text(format!("on {}{merge}", owner.node))));
            with(head, until.as_ref().map(|until| Doc::text(format!("until {}", until.node))))
        }
        // Those with bodies were taken apart before.
        ItemKind::Order { .. }
        | ItemKind::Enum { .. }
        | ItemKind::Track { .. }
        | ItemKind::Slots { .. }
        | ItemKind::Deck { .. }
        | ItemKind::Value { .. }
        | ItemKind::Modify { .. }
        | ItemKind::Rule { .. }
        | ItemKind::Action { .. }
        | ItemKind::Variant { .. }
        | ItemKind::With { .. }
        | ItemKind::Scenario { .. } => Doc::Row(Vec::new()),
    }
}

/// Takes a change of a variant apart.
pub(super) fn change(change: &Change) -> Vec<Clause<'_>> {
    match change {
        Change::Set { name, value } => {
            vec![Clause::plain(assigned(Doc::text(format!("set {}", name.node)), value))]
        }
        Change::Disable { name } => vec![Clause::plain(Doc::text(format!("disable {}", name.node)))],
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

/// A line of a scenario; it is never broken.
pub(super) fn line(line: &Line) -> Doc {
    match &line.kind {
        LineKind::Option { name, value } => {
            row([Doc::text(format!("option {} = ", name.node)), expression(value)])
        }
        LineKind::Variant { name } => Doc::text(format!("variant {}", name.node)),
        LineKind::With { pack } => Doc::text(format!("with {}", pack.node)),
        LineKind::Start { name } => Doc::text(format!("start {}", name.node)),
        LineKind::Ground => Doc::text("lay start"),
        LineKind::Players { names } => {
            let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
            Doc::text(format!("players {}", names.join(" ")))
        }
        LineKind::Lay { tile, x, y, turned } => {
            let turned = if *turned == 0 { String::new() } else { format!(" turned {turned}") };
            Doc::text(format!("lay {} at {x},{y}{turned}", tile.node))
        }
        LineKind::Stand { piece, owner, at } => {
            let of = owner.as_ref().map_or(String::new(), |owner| format!(" of {}", owner.node));
            Doc::text(format!("stand {}{of} on {}", piece.node, at.node))
        }
        LineKind::Pile { of, tiles } => {
            let entry = |(tile, copies): &(Name, i64)| match copies {
                1 => tile.node.clone(),
                _ => format!("{} x {copies}", tile.node),
            };
            let of = of.as_ref().map_or(String::new(), |of| format!("{} ", of.node));
            Doc::text(format!("pile {of}{}", tiles.iter().map(entry).collect::<Vec<_>>().join(", ")))
        }
        LineKind::Die { name, values } => {
            let values: Vec<String> = values.iter().map(|value| value.node.to_string()).collect();
            Doc::text(format!("die {} {}", name.node, values.join(", ")))
        }
        LineKind::Points { player, points } => Doc::text(format!("points {} {}", player.node, points.node)),
        LineKind::Keep { thing, copies, player } => {
            let copies = if *copies == 1 { String::new() } else { format!(" x {copies}") };
            Doc::text(format!("keep {}{copies} of {}", thing.node, player.node))
        }
        LineKind::Takes { player, option } => Doc::text(format!("{} takes {}", player.node, option.node)),
        LineKind::Scores { player, points, reason, formula } => {
            let reason = reason.as_ref().map_or(String::new(), |reason| format!(" as {}", reason.node));
            let formula = formula.as_ref().map_or(String::new(), |text| format!(" by \"{}\"", text.node));
            Doc::text(format!("expect {} scores {points}{reason}{formula}", player.node))
        }
        LineKind::Pays { player, points, to, reason, formula } => {
            let to = to.as_ref().map_or(String::new(), |to| format!(" to {}", to.node));
            let reason = reason.as_ref().map_or(String::new(), |reason| format!(" as {}", reason.node));
            let formula = formula.as_ref().map_or(String::new(), |text| format!(" by \"{}\"", text.node));
            Doc::text(format!("expect {} pays {points}{to}{reason}{formula}", player.node))
        }
        LineKind::NoScores => Doc::text("expect no scores"),
        LineKind::Offered { option } => Doc::text(format!("expect offered {}", option.node)),
        LineKind::Refused { option } => Doc::text(format!("expect refused {}", option.node)),
        LineKind::Options { count: 1 } => Doc::text("expect 1 option"),
        LineKind::Options { count } => Doc::text(format!("expect {count} options")),
        LineKind::Decides { player } => Doc::text(format!("expect {} decides", player.node)),
        LineKind::Over => Doc::text("expect game over"),
        LineKind::That { expr } => row([Doc::text("expect "), expression(expr)]),
    }
}

/// `for BASE-05, BASE-06`
fn ids(item: &Item) -> Option<Doc> {
    (!item.ids.is_empty()).then(|| Doc::text(format!("for {}", listed(&item.ids))).clause())
}

/// `published 2000 by "publisher" source "where"`
fn edition(edition: &Edition) -> Doc {
    let head = format!("published {} by \"{}\"", edition.year.node, edition.publisher.node);
    let source = edition.source.as_ref().map(|source| row([Doc::text("source "), quoted(source)]));
    with(Doc::text(head), source)
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

fn listed(names: &[Name]) -> String {
    names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", ")
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
        Trigger::Step(step) => format!("at {}", step.node),
        Trigger::Effect { side, effect, reentrant } => {
            let reentrant = if *reentrant { " reentrant" } else { "" };
            format!("{} {}{reentrant}", self::side(side.node), effect.node)
        }
    }
}

fn steps(steps: &[Step]) -> Doc {
    braced(steps.iter().map(step).collect())
}

fn step(step: &Step) -> Doc {
    let name = Doc::text(step.name.as_str());
    if step.steps.is_empty() { name } else { row([name, Doc::text(" "), steps(&step.steps)]) }
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
        TypeKind::Words(words) => braced(words.iter().map(|word| Doc::text(word.as_str())).collect()),
        TypeKind::Named(name) => Doc::text(name.as_str()),
        TypeKind::Set(member) => row([Doc::text("set "), self::ty(member)]),
        TypeKind::Optional(inner) => row([self::ty(inner), Doc::text("?")]),
    }
}
