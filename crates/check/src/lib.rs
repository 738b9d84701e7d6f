//! From items to the checked tree: declarations first, then the bodies that use them.
//!
//! Every function gets its index before any body is looked at, so that a body may call what stands below it
//! or in another pack. Folders go from what is declared to what runs: `declarations` and `statements` build
//! on `expressions`, and `order` on all of them.

mod build;
mod changes;
mod checker;
mod declarations;
mod expressions;
mod narrowing;
mod notes;
pub mod occurrences;
mod order;
mod output;
mod place;
mod recursion;
mod scope;
mod statements;
mod step_tree;
pub mod tree;
mod usage;

pub use expressions::types::type_words;
pub use notes::{Gap, Notes, Receiver, builtins_on};
pub use order::exchange::commute;
pub use output::{
    Checked, CompiledQuestion, LeftOut, OptionInfo, Question, QuestionKind, QuestionPart, StartTileUse,
    StartUse, TilesUse,
};

use rota_compose::InForce;
use rota_source::{Diagnostic, Sources};
use rota_syntax::ast::Name;

use checker::Checker;

/// Checks the items in force. Where an error is reported, what is handed out has gaps.
pub fn check(
    items: &InForce<'_>,
    start: Option<&Name>,
    questions: &[Question<'_>],
    sources: &Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> Checked {
    let mut checker = Checker::new(sources, diagnostics);
    let questions = checker.check(items, start, questions);
    checker.finish(questions)
}

/// Checks the items in force for what the names in them mean; nothing is said of what is wrong.
#[must_use]
pub fn notes(items: &InForce<'_>, sources: &Sources) -> Notes {
    let mut unheard = Vec::new();
    let mut checker = Checker::new(sources, &mut unheard);
    checker.notes = Some(Notes::default());
    checker.check(items, None, &[]);
    checker.notes.take().unwrap_or_default()
}

impl Checker<'_> {
    /// Goes through the items: declarations first, then the bodies that use them.
    fn check(
        &mut self,
        items: &InForce<'_>,
        start: Option<&Name>,
        questions: &[Question<'_>],
    ) -> Vec<CompiledQuestion> {
        let refused = self.report_collisions(items);
        let rest = (!refused.is_empty()).then(|| items.without(&refused));
        let items = rest.as_ref().unwrap_or(items);
        self.declare(items);
        self.resolve_border(items);
        self.report_limits(items);
        self.build_steps(items);
        self.reserve_functions(items);
        self.resolve_tiles(items);
        self.resolve_start(items, start);
        self.resolve_start_tiles(items);
        self.check_values(items);
        self.check_procedures(items);
        let bodies = self.check_steps(items);
        self.check_reactions(items);
        self.join_all_steps(bodies);
        self.report_unordered(items);
        self.report_idle_orders(items);
        self.check_variants(items);
        self.report_recursion();
        let questions = questions.iter().map(|question| self.check_question(question)).collect();
        self.report_unused(items);
        questions
    }
}
