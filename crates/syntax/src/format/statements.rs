//! Statements: a head and the blocks that hang on it.

use super::doc::Doc;
use super::expressions::{arguments, binding, expression, postfix, value};
use super::{Body, Clause};
use crate::ast::{Block, ChoiceKind, Choose, Deciders, Ending, Expr, Name, Statement, StatementKind};

/// Takes a statement apart into lines and blocks.
pub(super) fn parts(statement: &Statement) -> Vec<Clause<'_>> {
    let kind = &statement.kind;
    if let StatementKind::If { .. } = kind {
        let mut parts = Vec::new();
        if_parts(statement, "if ", &mut parts);
        parts
    } else if let StatementKind::Each { binding: members, body } = kind {
        vec![Clause::block(row([Doc::text("each "), binding(members, " in ").nest().group()]), body)]
    } else if let StatementKind::Repeat { times, body } = kind {
        vec![Clause::block(row([Doc::text("repeat up to "), expression(times)]), body)]
    } else if let StatementKind::While { condition, body } = kind {
        vec![Clause::block(row([Doc::text("repeat while "), expression(condition)]), body)]
    } else if let StatementKind::Choose(choose) = kind {
        choose_parts(choose)
    } else {
        vec![Clause::plain(simple(kind))]
    }
}

fn choose_parts(choose: &Choose) -> Vec<Clause<'_>> {
    let mut docs = vec![Doc::text("choose ")];
    match &choose.who {
        Deciders::One(who) => docs.push(postfix(who)),
        Deciders::Each(everyone) => {
            docs.extend([Doc::text("each "), binding(everyone, " in ").nest().group()])
        }
    }
    docs.push(Doc::text(match choose.kind.node {
        ChoiceKind::One if choose.parts.is_empty() => "",
        ChoiceKind::One => " ",
        ChoiceKind::Several => " several ",
        ChoiceKind::Order => " order ",
    }));
    for (place, part) in choose.parts.iter().enumerate() {
        let part = binding(part, " among ").nest().group();
        docs.push(if place == 0 { part } else { row([Doc::text(","), part.clause()]) });
    }
    let so_many = if choose.exact { "exactly " } else { "up to " };
    let most = choose.most.iter().map(|most| row([Doc::text(so_many), expression(most)]).clause());
    docs.extend(most);
    docs.extend(choose.about.iter().map(|about| row([Doc::text("about "), expression(about)]).clause()));
    docs.extend(choose.when.iter().map(|when| row([Doc::text("when "), expression(when)]).clause()));
    docs.extend(choose.secret.then(|| Doc::text("secretly").clause()));
    docs.extend(choose.prompt.as_ref().map(|prompt| quoted(prompt).clause()));
    docs.extend(choose.pass.then(|| or_pass(choose.pass_when.as_ref()).clause()));
    match (&choose.body, &choose.otherwise) {
        (None, None) => vec![Clause::plain(Doc::Row(docs))],
        (None, Some(block)) => {
            docs.push(Doc::text(" else"));
            vec![Clause::block(Doc::Row(docs), block)]
        }
        (Some(body), otherwise) => {
            let otherwise = otherwise.iter().map(|block| Clause::block(Doc::text("else"), block));
            std::iter::once(Clause::block(Doc::Row(docs), body)).chain(otherwise).collect()
        }
    }
}

/// `or pass`, and when.
pub(super) fn or_pass(when: Option<&Expr>) -> Doc {
    match when {
        Some(when) => row([Doc::text("or pass when "), expression(when)]),
        None => Doc::text("or pass"),
    }
}

fn if_parts<'a>(statement: &'a Statement, word: &str, parts: &mut Vec<Clause<'a>>) {
    let StatementKind::If { condition, then, otherwise } = &statement.kind else { return };
    parts.push(Clause::block(row([Doc::text(word), expression(condition)]), then));
    let Some(block) = otherwise else { return };
    match else_if(block) {
        Some(next) => if_parts(next, "else if ", parts),
        None => parts.push(Clause { head: Doc::text("else"), body: Body::Block(block) }),
    }
}

/// The `if` of an `else if`: it has no braces of its own around it.
fn else_if(block: &Block) -> Option<&Statement> {
    match block.statements.as_slice() {
        [only] if only.span == block.span => Some(only),
        _ => None,
    }
}

/// Statements without a block.
fn simple(kind: &StatementKind) -> Doc {
    match kind {
        StatementKind::Let { name, value } => assigned(Doc::text(format!("let {name}")), value),
        StatementKind::Set { target, value } => assigned(row([Doc::text("set "), postfix(target)]), value),
        StatementKind::Award { points, to, reason, at } => grant("award ", points, to, reason, at.as_ref()),
        StatementKind::Score { points, to, reason, at } => grant("score ", points, to, reason, at.as_ref()),
        StatementKind::Give => Doc::text("give awards"),
        StatementKind::Cancel { award } => row([Doc::text("cancel "), expression(award)]),
        StatementKind::Put { piece, of, on } => {
            let mut docs = vec![Doc::text("put "), expression(piece)];
            docs.extend(of.iter().map(|of| row([Doc::text("of "), expression(of)]).clause()));
            docs.push(row([Doc::text("on "), expression(on)]).clause());
            Doc::Row(docs)
        }
        StatementKind::Send { piece, reason } => {
            let mut docs = vec![Doc::text("send "), expression(piece), Doc::text(" home")];
            docs.extend(reason.iter().map(|reason| row([Doc::text("as "), expression(reason)]).clause()));
            Doc::Row(docs)
        }
        StatementKind::Pay { amount, of, from, to, reason, at } => {
            let mut docs = vec![Doc::text("pay "), expression(amount)];
            docs.extend(of.iter().map(|of| row([Doc::text("of "), expression(of)]).clause()));
            docs.extend(from.iter().map(|from| row([Doc::text("from "), expression(from)]).clause()));
            docs.extend(to.iter().map(|to| row([Doc::text("to "), expression(to)]).clause()));
            docs.push(row([Doc::text("as "), expression(reason)]).clause());
            docs.extend(at.iter().map(|at| row([Doc::text("at "), expression(at)]).clause()));
            Doc::Row(docs)
        }
        StatementKind::Move { piece, of, to } => {
            let mut docs = vec![Doc::text("move "), expression(piece)];
            docs.extend(of.iter().map(|of| row([Doc::text("of "), expression(of)]).clause()));
            docs.push(row([Doc::text("to "), expression(to)]).clause());
            Doc::Row(docs)
        }
        StatementKind::Draw { name, bag, unseen, seen_by } => {
            let mut docs = vec![Doc::text(format!("draw {name} from ")), expression(bag)];
            docs.extend(unseen.then(|| Doc::text("unseen").clause()));
            docs.extend(seen_by.iter().map(|who| row([Doc::text("for "), expression(who)]).clause()));
            Doc::Row(docs)
        }
        StatementKind::Show { tile, to } => {
            let mut docs = vec![Doc::text("show "), expression(tile)];
            docs.extend(to.iter().map(|to| row([Doc::text("to "), expression(to)]).clause()));
            Doc::Row(docs)
        }
        StatementKind::Take { tile, bag } => two("take ", tile, "from ", bag),
        StatementKind::Shuffle { tile, bag } => two("shuffle ", tile, "into ", bag),
        StatementKind::Fill { row } => Doc::text(format!("fill {row}")),
        StatementKind::Stack { tile, under, bag } => {
            two("stack ", tile, if *under { "under " } else { "on " }, bag)
        }
        StatementKind::Roll { name, die } => row([Doc::text(format!("roll {name} from ")), expression(die)]),
        StatementKind::Discard { what } => row([Doc::text("discard "), expression(what)]),
        StatementKind::Place { tile, at } => two("place ", tile, "at ", at),
        StatementKind::Add { kind, at } => row([Doc::text(format!("add {kind} at ")), expression(at)]),
        StatementKind::Link { from, to } => two("link ", from, "to ", to),
        StatementKind::Cut { from, to } => two("cut ", from, "from ", to),
        StatementKind::Close { segment, side } => at_side("close ", segment, side.as_ref()),
        StatementKind::Reopen { segment, side } => at_side("reopen ", segment, side.as_ref()),
        StatementKind::Append { step, player: None } => Doc::text(format!("append {step}")),
        StatementKind::Append { step, player: Some(player) } => {
            row([Doc::text(format!("append {step} for ")), expression(player)])
        }
        StatementKind::Run { step } => Doc::text(format!("run {step}")),
        StatementKind::Do { name, args } if args.is_empty() => Doc::text(format!("do {name}")),
        StatementKind::Do { name, args } => row([Doc::text(format!("do {name}")), arguments(args)]),
        StatementKind::EndGame(Ending::AfterTurn) => Doc::text("end game"),
        StatementKind::EndGame(Ending::Now) => Doc::text("end game now"),
        StatementKind::EndGame(Ending::WonBy(who)) => row([Doc::text("end game won by "), expression(who)]),
        StatementKind::Stop => Doc::text("stop"),
        StatementKind::Leave => Doc::text("leave"),
        StatementKind::Return { value } => row([Doc::text("return "), expression(value)]),
        // Those with blocks were taken apart before.
        StatementKind::If { .. }
        | StatementKind::Each { .. }
        | StatementKind::Repeat { .. }
        | StatementKind::While { .. }
        | StatementKind::Choose(_) => Doc::Row(Vec::new()),
    }
}

fn grant(word: &str, points: &Expr, to: &Expr, reason: &Expr, at: Option<&Expr>) -> Doc {
    let mut docs = vec![
        Doc::text(word),
        expression(points),
        row([Doc::text("to "), expression(to)]).clause(),
        row([Doc::text("as "), expression(reason)]).clause(),
    ];
    docs.extend(at.map(|at| row([Doc::text("at "), expression(at)]).clause()));
    Doc::Row(docs)
}

fn two(word: &str, first: &Expr, joint: &str, second: &Expr) -> Doc {
    row([Doc::text(word), expression(first), row([Doc::text(joint), expression(second)]).clause()])
}

/// `close s`, and behind it the side where there is one.
fn at_side(word: &str, segment: &Expr, side: Option<&Expr>) -> Doc {
    match side {
        Some(side) => two(word, segment, "at ", side),
        None => row([Doc::text(word), expression(segment)]),
    }
}

/// `head = value`, with the value on the next line where it does not fit.
pub(super) fn assigned(head: Doc, expr: &Expr) -> Doc {
    row([head, Doc::text(" ="), value(expr)])
}

/// A text with its quotation marks.
pub(super) fn quoted(text: &Name) -> Doc {
    Doc::text(format!("\"{text}\""))
}

/// Docs one after the other.
pub(super) fn row<const N: usize>(docs: [Doc; N]) -> Doc {
    Doc::Row(docs.into_iter().collect())
}
