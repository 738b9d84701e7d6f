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
    let refused = checker.report_collisions(items);
    let rest = (!refused.is_empty()).then(|| items.without(&refused));
    let items = rest.as_ref().unwrap_or(items);
    checker.declare(items);
    checker.resolve_border(items);
    checker.report_limits(items);
    checker.build_steps(items);
    checker.reserve_functions(items);
    checker.resolve_tiles(items);
    checker.resolve_start(items, start);
    checker.resolve_start_tiles(items);
    checker.check_values(items);
    checker.check_procedures(items);
    let bodies = checker.check_steps(items);
    checker.check_reactions(items);
    checker.join_all_steps(bodies);
    checker.report_unordered(items);
    checker.report_idle_orders(items);
    checker.check_variants(items);
    checker.report_recursion();
    let questions = questions.iter().map(|question| checker.check_question(question)).collect();
    checker.report_unused(items);
    checker.finish(questions)
}
