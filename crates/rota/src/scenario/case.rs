//! The ways through a scenario: one, or one for each case; and set-ups that have to be refused.

use rota_check::QuestionKind;
use rota_check::occurrences::SEATS;
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{Line, LineKind, Name};

use super::Scenario;
use super::words::Vocabulary;
use crate::compile::Build;
use crate::load::LoadedPacks;

/// One way through a scenario.
#[derive(Clone, Debug)]
pub(crate) struct Case<'s> {
    /// Where the title of the scenario stands.
    pub span: Span,
    /// Its lines in order, without the braces of cases.
    pub lines: Vec<&'s Line>,
    /// Where the line stands with which the game must not begin.
    pub refused: Option<Span>,
    /// Whether messages show all options.
    pub tells_all: bool,
}

impl Scenario {
    /// All ways through it.
    pub(super) fn cases(&self) -> Vec<Case<'_>> {
        let mut cases = Vec::new();
        ways(&self.lines.iter().collect::<Vec<_>>(), &mut Vec::new(), &mut |lines| {
            let (span, tells_all) = (self.span, self.tells_all);
            cases.push(Case { span, lines: lines.to_vec(), refused: None, tells_all });
        });
        let refused: Vec<Case<'_>> = cases.iter().flat_map(Case::refusals).collect();
        for case in refused {
            // The lines before the ways part are the same in each of them.
            if cases.iter().all(|known| known.refused != case.refused) {
                cases.push(case);
            }
        }
        cases
    }
}

/// Follows every way; what stands behind cases belongs to each of them.
fn ways<'s>(lines: &[&'s Line], before: &mut Vec<&'s Line>, found: &mut impl FnMut(&[&'s Line])) {
    let is_case = |line: &&Line| matches!(line.kind, LineKind::Case { .. });
    let first = lines.iter().position(is_case).unwrap_or(lines.len());
    let (plain, rest) = lines.split_at(first);
    let length = before.len();
    before.extend(plain);
    let siblings = rest.iter().take_while(|line| is_case(line)).count();
    let (cases, behind) = rest.split_at(siblings);
    if cases.is_empty() {
        found(before);
    }
    for case in cases {
        if let LineKind::Case { lines, .. } = &case.kind {
            let on: Vec<&Line> = lines.iter().chain(behind.iter().copied()).collect();
            ways(&on, before, found);
        }
    }
    before.truncate(length);
}

impl<'s> Case<'s> {
    /// A case for each line of the set-up that has to be refused: all of the set-up, and that line.
    fn refusals(&self) -> Vec<Case<'s>> {
        let refused = self.lines.iter().filter_map(|line| {
            let LineKind::NoSetup { line: refused } = &line.kind else { return None };
            Some((line.span, &**refused))
        });
        let refusal = |(span, refused): (Span, &'s Line)| {
            let replaces = matches!(refused.kind, LineKind::Players { .. });
            let stays = |line: &&&Line| !(replaces && matches!(line.kind, LineKind::Players { .. }));
            let setup = self.lines.iter().filter(|line| is_setup(&line.kind)).filter(stays).copied();
            Case { lines: setup.chain([refused]).collect(), refused: Some(span), ..self.clone() }
        };
        refused.map(refusal).collect()
    }

    /// What it asks and what is given in it, with where that stands.
    pub fn questions(&self) -> impl Iterator<Item = (Span, QuestionKind<'s>)> {
        self.lines.iter().filter_map(|line| {
            if let LineKind::That { expr } = &line.kind {
                return Some((line.span, QuestionKind::Condition(expr)));
            }
            let LineKind::Given { statement } = &line.kind else { return None };
            Some((line.span, QuestionKind::Given(statement)))
        })
    }

    /// Adds what it settles: options, variants, guests, the start.
    pub fn add_settings<'b>(&self, build: &mut Build<'b>)
    where
        's: 'b,
    {
        for line in &self.lines {
            if let LineKind::Option { name, value } = &line.kind {
                build.options.push((name.clone(), value.clone()));
            } else if let LineKind::Variant { name } = &line.kind {
                build.variants.push(name.clone());
            } else if let LineKind::With { pack } = &line.kind {
                build.guests.push(pack.node.clone());
            } else if let LineKind::Start { name } = &line.kind {
                build.start = Some(name.clone());
            }
        }
    }

    /// The words by which two cases have the same settings.
    pub fn setting_words(&self, packs: &LoadedPacks) -> Vec<String> {
        let lines = self.lines.iter().filter(|line| settles(&line.kind));
        lines.map(|line| packs.sources.text(line.span).trim().to_owned()).collect()
    }

    /// The names of the seats.
    pub fn players(&self) -> Vec<Name> {
        let named = self.lines.iter().find_map(|line| {
            let LineKind::Players { names } = &line.kind else { return None };
            Some(names.clone())
        });
        named.unwrap_or_else(|| SEATS.map(|name| Name::new(name.to_owned(), self.span)).to_vec())
    }

    /// Gives problems with what is asked for the place of the line that asks for it.
    pub fn placed(&self, problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let place = |problem: Diagnostic| {
            let asked = self.lines.iter().find_map(|line| {
                let (LineKind::Start { name } | LineKind::Variant { name }) = &line.kind else { return None };
                let is_start = matches!(line.kind, LineKind::Start { .. });
                let code = if is_start { "packs::unknown-start" } else { "packs::unknown-variant" };
                (problem.code() == code).then_some(name.span)
            });
            match asked.filter(|_| problem.labels().is_empty()) {
                Some(span) => problem.at(span, "asked for here"),
                None => problem,
            }
        };
        problems.into_iter().map(place).collect()
    }

    /// Says which of its words cannot be: what is misspelled is refused for ever, and would show nothing.
    pub fn unknown_words(&self, vocabulary: &Vocabulary<'_>) -> Vec<Diagnostic> {
        let mut unknown = Vec::new();
        for line in &self.lines {
            if let LineKind::Takes { option, .. }
            | LineKind::Offered { option }
            | LineKind::Refused { option } = &line.kind
            {
                unknown.extend(vocabulary.unknown_word(option));
            } else if let LineKind::AllOptions { options } = &line.kind {
                unknown.extend(options.iter().filter_map(|option| vocabulary.unknown_word(option)));
            } else if let LineKind::Decides { at: Some(at), .. } = &line.kind {
                unknown.extend(vocabulary.unknown_question(at));
            } else if let LineKind::Scores(score) = &line.kind
                && let Some(at) = &score.at
            {
                unknown.extend(vocabulary.unknown_word(at));
            }
        }
        unknown
    }
}

/// Whether a line settles what is composed.
fn settles(kind: &LineKind) -> bool {
    matches!(
        kind,
        LineKind::Option { .. }
            | LineKind::Variant { .. }
            | LineKind::With { .. }
            | LineKind::Start { .. }
            | LineKind::Players { .. }
    )
}

/// Whether a line is done before the first move, wherever it stands.
pub(super) fn is_setup(kind: &LineKind) -> bool {
    let lies = matches!(kind, LineKind::Ground | LineKind::Lay { .. } | LineKind::Stand { .. });
    let is_given = matches!(
        kind,
        LineKind::Points { .. } | LineKind::Keep { .. } | LineKind::Row { .. } | LineKind::Given { .. }
    );
    let comes = matches!(kind, LineKind::Pile { .. } | LineKind::Die { .. } | LineKind::Begins { .. });
    settles(kind) || lies || is_given || comes || matches!(kind, LineKind::Setup { .. })
}
