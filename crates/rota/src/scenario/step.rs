//! A scenario that is played line by line, for whoever looks at the table in between.

use rota_bytecode::vocabulary::Vocabulary;
use rota_compile::OptLevel;
use rota_game::Game;
use rota_source::{Diagnostic, Span};

use super::Scenario;
use super::group::Group;
use crate::compile::Build;
use crate::load::LoadedPacks;

/// A scenario as it stands behind some of its lines.
#[derive(Debug)]
pub struct Step {
    /// The game.
    pub game: Game,
    /// The words of the packs that it is played with.
    pub vocabulary: Vocabulary,
    /// The lines of this way through it that are moves or expectations, in order: what is set up is there before them.
    pub lines: Vec<Span>,
    /// How many of them were played: fewer than were asked for where the scenario ends or a move cannot be made.
    pub played: usize,
    /// What does not hold so far.
    pub failures: Vec<Diagnostic>,
}

impl Scenario {
    /// How many ways lead through it: one, or one for each case.
    #[must_use]
    pub fn ways(&self) -> usize {
        self.cases().iter().filter(|case| case.refused.is_none()).count()
    }

    /// Plays so many lines of one way through it, counted from 0.
    ///
    /// # Errors
    /// What is wrong with the packs or with what is set up; there is no such way.
    pub fn step(&self, packs: &LoadedPacks, way: usize, lines: usize) -> Result<Step, Vec<Diagnostic>> {
        let mut cases = self.cases().into_iter().filter(|case| case.refused.is_none());
        let Some(case) = cases.nth(way) else {
            let message = format!("there is no way {way} through this scenario");
            return Err(vec![Diagnostic::error("scenario::unknown", message).at(self.span, "this one")]);
        };
        let group = Group::alone(packs, self, case);
        let build = Build { opt_level: OptLevel::None, ..Build::default() };
        let compiled = group.build(packs, build)?;
        let unknown = |case: &super::case::Case<'_>| case.unknown_words(&group.vocabulary(&compiled));
        let Some(member) = group.members.first() else { return Err(Vec::new()) };
        let unknown = unknown(&member.case);
        if !unknown.is_empty() {
            return Err(unknown);
        }
        member.case.step(&compiled, &group, lines).map_err(|failure| vec![failure])
    }
}
