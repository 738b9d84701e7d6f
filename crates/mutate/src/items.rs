//! Items taken out, emptied or declared otherwise.

use rota_source::{Span, Spanned};
use rota_syntax::ast::{
    Body, CountCase, DeckCard, Expr, ExprKind, Faces, Item, ItemKind, Name, TrackSpaces, Trigger, Type,
    TypeKind,
};

use crate::details::Words;
use crate::tiles::TileEdit;
use crate::{Mutation, about, altered};
use rota_compose::{EditKind, category, full_name, steps_of};

/// Every way in which a whole item is altered.
pub(super) fn whole(item: &Item, words: &Words) -> Vec<Mutation> {
    let make = |description: String, kind: EditKind| altered(item, description, item.span, kind);
    if item.wrong {
        let right = Item { wrong: false, ..item.clone() };
        let description = match full_name(item) {
            name if name.is_empty() => format!("with the wrong {}", category(item)),
            name => format!("with the wrong {} `{name}`", category(item)),
        };
        return vec![make(description, EditKind::Add(right))];
    }
    let without = |what: String| vec![make(format!("without {what}"), EditKind::Remove(item.span))];
    let with = |what: String, kind: ItemKind| make(format!("with {what}"), replaced(item, kind));
    match &item.kind {
        ItemKind::Rule { name, .. } | ItemKind::Action { name, .. } => {
            let what = format!("{} `{name}`", category(item));
            let mut all = without(what.clone());
            all.extend(elsewhere(item, &what, &with));
            all
        }
        ItemKind::Modify { name, .. } => without(format!("the change to `{name}`")),
        ItemKind::Menu { step, .. } => without(format!("the menu of `{step}`")),
        ItemKind::Start { .. } => without("the start".to_owned()),
        ItemKind::StartTile { tile, x, y, turned, when } => {
            let lay = |x, turned| {
                let (tile, when) = (tile.clone(), when.clone());
                ItemKind::StartTile { tile, x, y: *y, turned, when }
            };
            let mut all = without(format!("`{tile}` at the start"));
            all.push(with(format!("`{tile}` a cell further at the start"), lay(x + 1, *turned)));
            let is_turned = *turned != 0;
            all.extend(is_turned.then(|| with(format!("`{tile}` not turned at the start"), lay(*x, 0))));
            all
        }
        ItemKind::Board { columns, rows, is_closed, when } => {
            let (columns, rows, when) = (columns.clone(), rows.clone(), when.clone());
            let open = ItemKind::Board { columns, rows, is_closed: false, when };
            let open = is_closed.then(|| with("an open border".to_owned(), open));
            without("the border of the board".to_owned()).into_iter().chain(open).collect()
        }
        ItemKind::Tiles { set, .. } => tiles(item, set, &with),
        ItemKind::Piece { name, .. } => piece(name, &item.kind, words, &with),
        ItemKind::Players { least, most } => players(*least, *most, &with),
        ItemKind::Die { name, faces } => {
            let without = fewer_faces(faces).into_iter();
            let die = |faces| ItemKind::Die { name: name.clone(), faces };
            without.map(|(face, rest)| with(format!("`{name}` never giving {face}"), die(rest))).collect()
        }
        ItemKind::Deck { name, cards } => {
            let mut all = Vec::new();
            for (place, DeckCard { kind: card, attrs, .. }) in cards.iter().enumerate() {
                for (number, (attr, value)) in attrs.iter().enumerate() {
                    let Some(value) = beside(value) else { continue };
                    let mut others = cards.clone();
                    let own = others.get_mut(place).and_then(|card| card.attrs.get_mut(number));
                    let Some(own) = own else { continue };
                    own.1 = value;
                    let kind = ItemKind::Deck { name: name.clone(), cards: others };
                    all.push(with(format!("another `{attr}` of `{card}`"), kind));
                }
                let mut more = cards.clone();
                let Some(one) = more.get_mut(place) else { continue };
                one.count.node += 1;
                let kind = ItemKind::Deck { name: name.clone(), cards: more };
                all.push(with(format!("one `{card}` more in `{name}`"), kind));
            }
            all
        }
        ItemKind::Stock { kinds } => {
            let mut all = Vec::new();
            for (place, (stock, count)) in kinds.iter().enumerate() {
                // A figure in an option is altered there.
                let Some((count, figure)) = count.as_ref().and_then(|count| Some((count, literal(count)?)))
                else {
                    continue;
                };
                let mut other = kinds.clone();
                let Some((_, now)) = other.get_mut(place) else { continue };
                *now = Some(number(if figure > 1 { figure - 1 } else { figure + 1 }, count.span));
                all.push(with(format!("another number of `{stock}`"), ItemKind::Stock { kinds: other }));
            }
            all
        }
        ItemKind::Row { name, of, room } => {
            // A figure in an option is altered there.
            let Some(figure) = literal(room) else { return Vec::new() };
            let room = number(figure + 1, room.span);
            let kind = ItemKind::Row { name: name.clone(), of: of.clone(), room };
            vec![with(format!("room for one more in `{name}`"), kind)]
        }
        ItemKind::Track { name, ring, spaces } => {
            let track = |ring, spaces| ItemKind::Track { name: name.clone(), ring, spaces };
            let shape = if *ring { "ending where it is a ring" } else { "as a ring" };
            let mut all = vec![with(format!("`{name}` {shape}"), track(!ring, spaces.clone()))];
            for (what, spaces) in other_spaces(spaces) {
                all.push(with(format!("`{name}` {what}"), track(*ring, spaces)));
            }
            all
        }
        ItemKind::Slots { name, track, slots } => {
            let mut more = slots.clone();
            let Some((_, count)) = more.last_mut() else { return Vec::new() };
            count.node += 1;
            let kind = ItemKind::Slots { name: name.clone(), track: track.clone(), slots: more };
            vec![with(format!("one slot more in `{name}`"), kind)]
        }
        ItemKind::Value { name, params, ty, stages, .. } => {
            let Some(body) = empty_value(ty, item.span) else { return Vec::new() };
            let kind = ItemKind::Value {
                name: name.clone(),
                params: params.clone(),
                ty: ty.clone(),
                stages: stages.clone(),
                body,
            };
            vec![with(format!("an empty value `{name}`"), kind)]
        }
        ItemKind::Option { name, ty, default, doc } => {
            let Some(default) = another(ty, default) else { return Vec::new() };
            let kind = ItemKind::Option { name: name.clone(), ty: ty.clone(), default, doc: doc.clone() };
            vec![with(format!("another default for `{name}`"), kind)]
        }
        ItemKind::Feature { name, site: Some(_), .. } => {
            let mut kind = item.kind.clone();
            if let ItemKind::Feature { site: Some(site), .. } = &mut kind {
                site.node = if site.node == 8 { 4 } else { 8 };
            }
            vec![with(format!("other surroundings of `{name}`"), kind)]
        }
        ItemKind::Attr { name, ty, default, merge, .. } => {
            let mut all = Vec::new();
            let mut other = item.kind.clone();
            if let (Some(merge), ItemKind::Attr { merge: Some(now), .. }) = (merge, &mut other) {
                now.node = if merge.node == "max" { "sum" } else { "max" }.to_owned();
                all.push(with(format!("`{name}` merged otherwise"), other));
            }
            let mut other = item.kind.clone();
            if let (Some(value), ItemKind::Attr { default: Some(now), .. }) =
                (default.as_ref().and_then(|default| another(ty, default)), &mut other)
            {
                *now = value;
                all.push(with(format!("another default for `{name}`"), other));
            }
            all
        }
        ItemKind::Var { name, ty, init: Some(init), .. } => {
            let mut other = item.kind.clone();
            let (Some(value), ItemKind::Var { init: Some(now), .. }) = (another(ty, init), &mut other) else {
                return Vec::new();
            };
            *now = value;
            vec![with(format!("`{name}` beginning otherwise"), other)]
        }
        // Taking a declaration out would only show that it is named somewhere; steps are exchanged, and what
        // variants do is undone, change by change.
        ItemKind::Feature { .. }
        | ItemKind::Edge { .. }
        | ItemKind::Meet { .. }
        | ItemKind::Trait { .. }
        | ItemKind::Bag { .. }
        | ItemKind::Reason { .. }
        | ItemKind::Enum { .. }
        | ItemKind::Var { .. }
        | ItemKind::Procedure { .. }
        | ItemKind::Order { .. }
        | ItemKind::Step { .. }
        | ItemKind::Variant { .. }
        | ItemKind::With { .. }
        | ItemKind::Pack { .. }
        | ItemKind::Requires { .. }
        | ItemKind::Conflicts { .. }
        | ItemKind::Scenario { .. }
        | ItemKind::Setup { .. } => Vec::new(),
    }
}

/// What stands at several steps left out of each of them, and an action offered as others are.
fn elsewhere(item: &Item, what: &str, with: With<'_>) -> Vec<Mutation> {
    let mut all = Vec::new();
    let steps = steps_of(item);
    for step in steps.iter().filter(|_| steps.len() > 1) {
        let mut other = item.kind.clone();
        if let ItemKind::Rule { trigger: Trigger::Steps(steps), .. } | ItemKind::Action { steps, .. } =
            &mut other
        {
            steps.retain(|one| one.node != step.node);
        }
        all.push(with(format!("{what} not at `{step}`"), other));
    }
    if let ItemKind::Action { alone, again, .. } = &item.kind {
        for (has_word, word) in [(*alone, "alone"), (*again, "again")] {
            let mut other = item.kind.clone();
            if let ItemKind::Action { alone, again, .. } = &mut other
                && has_word
            {
                *(if word == "alone" { alone } else { again }) = false;
                all.push(with(format!("{what} without `{word}`"), other));
            }
        }
    }
    all
}

fn replaced(item: &Item, kind: ItemKind) -> EditKind {
    EditKind::Replace(item.span, Item { kind, ..item.clone() })
}

/// Makes a mutation of what is altered, in words, and the altered item.
type With<'w> = &'w dyn Fn(String, ItemKind) -> Mutation;

fn tiles(item: &Item, set: &Name, with: With<'_>) -> Vec<Mutation> {
    let more = format!("with one more tile in `{set}`");
    let mut all =
        vec![Mutation { tiles: Some(TileEdit::one_more(&set.node)), ..about(item, more, item.span) }];
    let ItemKind::Tiles { set, printing, instead, into, when } = &item.kind else { return all };
    let other = |instead: Vec<(Name, i64)>| {
        let (printing, into, when) = (printing.clone(), into.clone(), when.clone());
        ItemKind::Tiles { set: set.clone(), printing, instead, into, when }
    };
    for (place, (replaced, count)) in instead.iter().enumerate() {
        let mut fewer = instead.clone();
        fewer.remove(place);
        all.push(with(format!("`{set}` beside `{replaced}`"), other(fewer)));
        if *count > 1 {
            let mut fewer = instead.clone();
            fewer.splice(place..=place, [(replaced.clone(), count - 1)]);
            all.push(with(format!("`{set}` beside one `{replaced}`"), other(fewer)));
        }
    }
    all
}

fn piece(name: &Name, kind: &ItemKind, words: &Words, with: With<'_>) -> Vec<Mutation> {
    let ItemKind::Piece { traits, neutral, count, cases, on, .. } = kind else { return Vec::new() };
    let other = |count: &Expr, cases: &[CountCase], on: &Option<Name>| ItemKind::Piece {
        name: name.clone(),
        traits: traits.clone(),
        neutral: *neutral,
        count: count.clone(),
        cases: cases.to_vec(),
        on: on.clone(),
    };
    // A figure in an option is altered there.
    let altered = |count: &Expr| {
        let figure = literal(count)?;
        Some(number(if figure > 1 { figure - 1 } else { figure + 1 }, count.span))
    };
    let mut all = Vec::new();
    if let Some(figure) = altered(count) {
        all.push(with(format!("another number of `{name}`"), other(&figure, cases, on)));
    }
    for (place, case) in cases.iter().enumerate() {
        let mut change = |what: &str, now: Option<CountCase>| {
            let mut cases = cases.clone();
            cases.splice(place..=place, now);
            let what = format!("{what} `{name}` for {} players", seats(case));
            all.push(with(what, other(count, &cases, on)));
        };
        if let Some(figure) = altered(&case.count) {
            change("another number of", Some(CountCase { count: figure, ..case.clone() }));
        }
        change("no own number of", None);
        if case.least.node < case.most.node {
            change(
                "one player more at least with own",
                Some(CountCase { least: moved(case.least, 1), ..case.clone() }),
            );
            change(
                "one player less at most with own",
                Some(CountCase { most: moved(case.most, -1), ..case.clone() }),
            );
        }
    }
    if let Some(space) = on
        && let Some(next) = words.space_after(&space.node)
    {
        let next = Spanned::new(next.to_owned(), space.span);
        all.push(with(format!("`{name}` on `{next}` at first"), other(count, cases, &Some(next))));
    }
    all
}

/// The numbers of players that a count is for.
fn seats(case: &CountCase) -> String {
    if case.least == case.most { case.least.to_string() } else { format!("{}..{}", case.least, case.most) }
}

fn players(least: Option<Spanned<i64>>, most: Spanned<i64>, with: With<'_>) -> Vec<Mutation> {
    let other = |least, most| ItemKind::Players { least, most };
    let mut all = vec![with("one seat more".to_owned(), other(least, moved(most, 1)))];
    if least.is_none_or(|least| least.node < most.node) {
        all.push(with("one seat less".to_owned(), other(least, moved(most, -1))));
        let more = |least| with("one seat more at least".to_owned(), other(Some(moved(least, 1)), most));
        all.extend(least.map(more));
    }
    let fewer = least.filter(|least| least.node > 1);
    all.extend(
        fewer.map(|least| with("one seat less at least".to_owned(), other(Some(moved(least, -1)), most))),
    );
    all
}

fn moved(number: Spanned<i64>, by: i64) -> Spanned<i64> {
    Spanned::new(number.node.saturating_add(by), number.span)
}

/// A body that answers nothing of interest: 0, false, none, the empty set. `None` where the type has none.
fn empty_value(ty: &Type, span: Span) -> Option<Body> {
    let expr = |kind: ExprKind| Expr { span, kind: Box::new(kind) };
    let body = match &ty.kind {
        TypeKind::Int(range) => number(range.map_or(0, |(least, _)| least), span),
        TypeKind::Named(name) => match name.node.as_str() {
            "pts" => expr(ExprKind::Points(number(0, span))),
            "bool" => expr(ExprKind::Bool(false)),
            _ => return None,
        },
        TypeKind::Words(words) => expr(ExprKind::Name(words.first()?.node.clone())),
        TypeKind::Set(_) => expr(ExprKind::Set(Vec::new())),
        TypeKind::Optional(_) => expr(ExprKind::None),
    };
    Some(Body::Expr(body))
}

/// Another value of the same type.
fn another(ty: &Type, default: &Expr) -> Option<Expr> {
    let span = default.span;
    match (&ty.kind, &*default.kind) {
        (TypeKind::Int(range), ExprKind::Int(value)) => {
            let (least, most) = range.unwrap_or((0, i64::MAX));
            let other = if *value < most { value + 1 } else { value - 1 };
            (other >= least && other != *value).then(|| number(other, span))
        }
        (TypeKind::Words(words), ExprKind::Name(value)) => {
            let other = words.iter().find(|word| word.node != *value)?;
            Some(Expr { span, kind: Box::new(ExprKind::Name(other.node.clone())) })
        }
        (_, ExprKind::Bool(value)) => Some(Expr { span, kind: Box::new(ExprKind::Bool(!value)) }),
        _ => None,
    }
}

fn number(value: i64, span: Span) -> Expr {
    Expr { span, kind: Box::new(ExprKind::Int(value)) }
}

/// A track with other spaces, and what is said of it.
fn other_spaces(spaces: &TrackSpaces) -> Vec<(String, TrackSpaces)> {
    let listed = match spaces {
        TrackSpaces::Listed(listed) => listed,
        TrackSpaces::Range(least, most) => {
            return vec![
                (format!("without {least}"), TrackSpaces::Range(moved(*least, 1), *most)),
                (format!("without {most}"), TrackSpaces::Range(*least, moved(*most, -1))),
            ];
        }
    };
    let reversed = TrackSpaces::Listed(listed.iter().rev().cloned().collect());
    let mut all = vec![("the other way round".to_owned(), reversed)];
    for (place, (space, attrs)) in listed.iter().enumerate() {
        for (number, (attr, value)) in attrs.iter().enumerate() {
            let mut others = listed.clone();
            let own = others.get_mut(place).and_then(|(_, attrs)| attrs.get_mut(number));
            let (Some(own), Some(value)) = (own, beside(value)) else { continue };
            own.1 = value;
            all.push((format!("with another `{attr}` of `{space}`"), TrackSpaces::Listed(others)));
        }
    }
    all
}

/// What a die never gives any more, and what it gives then. How often it gives something no scenario can notice.
fn fewer_faces(faces: &Faces) -> Vec<(String, Faces)> {
    match faces {
        Faces::Range(least, most) => vec![
            (least.to_string(), Faces::Range(moved(*least, 1), *most)),
            (most.to_string(), Faces::Range(*least, moved(*most, -1))),
        ],
        Faces::Numbers(numbers) => {
            without_each(numbers).map(|(number, rest)| (number, Faces::Numbers(rest))).collect()
        }
        Faces::Words(words) => without_each(words).map(|(word, rest)| (word, Faces::Words(rest))).collect(),
    }
}

/// Each that is there, and the others.
fn without_each<T: Clone + PartialEq + ToString>(
    all: &[Spanned<T>],
) -> impl Iterator<Item = (String, Vec<Spanned<T>>)> {
    let is_first =
        |place: usize, one: &Spanned<T>| all.iter().take(place).all(|other| other.node != one.node);
    let firsts = all.iter().enumerate().filter(move |(place, one)| is_first(*place, one));
    firsts.map(|(_, one)| {
        let rest = all.iter().filter(|other| other.node != one.node).cloned().collect();
        (one.node.to_string(), rest)
    })
}

/// Another value near one whose type is not known here.
fn beside(value: &Expr) -> Option<Expr> {
    if let ExprKind::Bool(truth) = *value.kind {
        return Some(Expr { span: value.span, kind: Box::new(ExprKind::Bool(!truth)) });
    }
    let figure = literal(value)?;
    Some(number(if figure > 0 { figure - 1 } else { figure + 1 }, value.span))
}

/// The figure that an expression is, where it is one.
fn literal(written: &Expr) -> Option<i64> {
    if let ExprKind::Int(value) = *written.kind { Some(value) } else { None }
}
