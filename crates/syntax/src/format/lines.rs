//! Lines of scenarios and set-ups.

use rota_source::joined;

use super::doc::Doc;
use super::expressions::expression;
use super::statements::{self, quoted, row};
use super::{Body, Clause};
use crate::ast::{Line, LineKind, Name, ScoreKind, ScoreLine};

/// Takes a line apart into its head and what stands in its braces; a head is never broken.
pub(super) fn parts(line: &Line) -> Vec<Clause<'_>> {
    if let LineKind::Case { title, lines } = &line.kind {
        vec![Clause { head: row([Doc::text("case "), quoted(title)]), body: Body::Lines(lines) }]
    } else if let LineKind::AllOptions { options } = &line.kind {
        vec![Clause { head: Doc::text("expect options"), body: Body::Options(options) }]
    } else if let LineKind::Given { statement } = &line.kind {
        // It has no block, and ends with its line like any other.
        let heads = statements::parts(statement).into_iter().map(|clause| clause.head.flat());
        vec![Clause::plain(Doc::text(format!("given {}", heads.collect::<String>())))]
    } else {
        vec![Clause::plain(Doc::text(self::line(line).flat()))]
    }
}

/// A line without braces.
fn line(line: &Line) -> Doc {
    Doc::text(match &line.kind {
        LineKind::Option { name, value } => {
            return row([Doc::text(format!("option {name} = ")), expression(value)]);
        }
        LineKind::That { expr } => return row([Doc::text("expect "), expression(expr)]),
        LineKind::NoSetup { line } => return row([Doc::text("expect refused "), self::line(line)]),
        LineKind::Variant { name } => format!("variant {name}"),
        LineKind::With { pack } => format!("with {pack}"),
        LineKind::Start { name } => format!("start {name}"),
        LineKind::Setup { name } => format!("setup {name}"),
        LineKind::Ground => "lay start".to_owned(),
        LineKind::Players { names } => {
            format!("players {}", names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(" "))
        }
        LineKind::Begins { player } => format!("{player} begins"),
        LineKind::Lay { tile, x, y, turned } => {
            let turned = if *turned == 0 { String::new() } else { format!(" turned {turned}") };
            format!("lay {tile} at {x},{y}{turned}")
        }
        LineKind::Stand { piece, copies, owner, at } => {
            format!("stand {piece}{}{} on {at}", times(*copies), clause("of", owner.as_ref()))
        }
        LineKind::Pile { of, tiles, and_so_on } => {
            let of = of.as_ref().map_or(String::new(), |of| format!("{of} "));
            format!("pile {of}{}{}", counted(tiles), if *and_so_on { ", .." } else { "" })
        }
        LineKind::Die { name, faces } => format!("die {name} {}", joined(faces)),
        LineKind::Points { player, points } => format!("points {player} {points}"),
        LineKind::Keep { thing, copies, player } => format!("keep {thing}{} of {player}", times(*copies)),
        LineKind::Row { row, things } => format!("row {row} {}", counted(things)),
        LineKind::Takes { player, option } => format!("{player} takes {option}"),
        LineKind::Scores(score) => self::score(score),
        LineKind::NoScores => "expect no scores".to_owned(),
        LineKind::Offered { option } => format!("expect offered {option}"),
        LineKind::Refused { option } => format!("expect refused {option}"),
        LineKind::Options { count: 1 } => "expect 1 option".to_owned(),
        LineKind::Options { count } => format!("expect {count} options"),
        LineKind::Decides { player, at, prompt } => {
            let prompt = prompt.as_ref().map_or(String::new(), |prompt| format!(" \"{prompt}\""));
            format!("expect {player} decides{}{prompt}", clause("at", at.as_ref()))
        }
        LineKind::Wins { names } => {
            format!("expect {} {}", joined(names), if names.len() == 1 { "wins" } else { "win" })
        }
        LineKind::Over => "expect game over".to_owned(),
        // Those with braces were taken apart before.
        LineKind::Case { .. } | LineKind::AllOptions { .. } | LineKind::Given { .. } => String::new(),
    })
}

fn score(score: &ScoreLine) -> String {
    let ScoreLine { later, player, amount, of, kind, reason, at, formula } = score;
    let begin = if *later { "then" } else { "expect" };
    let (verb, to) = match kind {
        ScoreKind::Scores => ("scores", String::new()),
        ScoreKind::Pays { to } => ("pays", clause("to", to.as_ref())),
        ScoreKind::IsPaid => ("is paid", String::new()),
    };
    let of = clause("of", of.as_ref());
    let (reason, at) = (clause("as", reason.as_ref()), clause("at", at.as_ref()));
    let formula = formula.as_ref().map_or(String::new(), |text| format!(" by \"{text}\""));
    format!("{begin} {player} {verb} {amount}{of}{to}{reason}{at}{formula}")
}

fn times(copies: i64) -> String {
    if copies == 1 { String::new() } else { format!(" x {copies}") }
}

fn clause(word: &str, name: Option<&Name>) -> String {
    name.map_or(String::new(), |name| format!(" {word} {name}"))
}

/// Tiles or cards, and how many of each.
fn counted(things: &[(Name, i64)]) -> String {
    joined(things.iter().map(|(thing, copies)| format!("{thing}{}", times(*copies))))
}
