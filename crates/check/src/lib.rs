//! From items to the checked tree: declarations first, then the bodies that use them.
//!
//! Every function gets its index before any body is looked at, so that a body may call what stands below it
//! or in another pack. Folders go from what is declared to what runs: `declarations` and `statements` build
//! on `expressions`, and `order` on all of them.

mod build;
mod declarations;
mod expressions;
mod order;
mod output;
mod recursion;
mod scope;
mod statements;
pub mod tree;
mod usage;

pub use expressions::types::type_words;
pub use output::{CompiledQuestion, OptionInfo, Question, StartUse, TilesUse};

use std::collections::{BTreeMap, BTreeSet};

use rota_bytecode::program::{Action, ChoiceSite, Declared, ScoreSite, Secrecy};
use rota_bytecode::vocabulary::Vocabulary;
use rota_bytecode::{Effect, Type};
use rota_source::{Diagnostic, Sources, Span};
use rota_syntax::ast::{self, Name};

use crate::tree::{Function, Tree};
use order::steps::StepTree;
use rota_compose::InForce;
use scope::Scope;
use usage::Usage;

/// What checking yields beside the tree.
#[derive(Debug, Default)]
pub struct Checked {
    /// The tree.
    pub tree: Tree,
    /// What tile files may say.
    pub vocabulary: Vocabulary,
    /// The options with their values.
    pub options: Vec<OptionInfo>,
    /// The tile sets in play.
    pub tiles: Vec<TilesUse>,
    /// What lies on the table at the start.
    pub start: Option<StartUse>,
    /// For each question the functions that answer it.
    pub questions: Vec<CompiledQuestion>,
}

/// Checks the items in force. Where an error is reported, what is handed out has gaps.
pub fn check(
    items: &InForce<'_>,
    start: Option<&Name>,
    questions: &[Question<'_>],
    sources: &Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> Checked {
    let mut checker = Checker {
        sources,
        diagnostics,
        vocabulary: Vocabulary::default(),
        declared: Declared::default(),
        options: BTreeMap::new(),
        option_infos: Vec::new(),
        enums: BTreeMap::new(),
        values: BTreeMap::new(),
        steps: StepTree::default(),
        functions: Vec::new(),
        wrappers: BTreeMap::new(),
        reactions: 0,
        lifetimes: Vec::new(),
        until_steps: Vec::new(),
        ran: BTreeSet::new(),
        appended: BTreeSet::new(),
        terms: Vec::new(),
        sites: Vec::new(),
        choices: Vec::new(),
        tiles: Vec::new(),
        start: None,
        seats: Vec::new(),
        scope: Scope::default(),
        broken: BTreeSet::new(),
        usage: Usage::default(),
    };
    let refused = checker.report_collisions(items);
    let rest = (!refused.is_empty()).then(|| items.without(&refused));
    let items = rest.as_ref().unwrap_or(items);
    checker.declare(items);
    checker.report_limits(items);
    checker.build_steps(items);
    checker.reserve_functions(items);
    checker.resolve_tiles(items);
    checker.resolve_start(items, start);
    checker.check_values(items);
    let bodies = checker.check_steps(items);
    checker.check_reactions(items);
    checker.join_all_steps(bodies);
    checker.report_idle_orders(items);
    checker.check_variants(items);
    checker.report_recursion();
    let questions = questions.iter().map(|question| checker.check_question(question)).collect();
    checker.report_unused(items);
    checker.finish(questions)
}

/// A value that rules can ask for.
#[derive(Clone, Debug)]
struct Value {
    function: u32,
    params: Vec<Type>,
    result: Type,
    range: Option<(i64, i64)>,
    stages: Vec<String>,
    span: Span,
}

/// An option with its value in this composition.
#[derive(Clone, Debug)]
struct OptionValue {
    ty: Type,
    range: Option<(i64, i64)>,
    /// Its value where nothing sets it.
    default: i64,
    value: i64,
}

struct Checker<'a> {
    sources: &'a Sources,
    diagnostics: &'a mut Vec<Diagnostic>,
    vocabulary: Vocabulary,
    declared: Declared,
    options: BTreeMap<String, OptionValue>,
    option_infos: Vec<OptionInfo>,
    enums: BTreeMap<String, u16>,
    values: BTreeMap<String, Value>,
    steps: StepTree,
    functions: Vec<Function>,
    /// Effects that some rule reacts to, with the function that performs them.
    wrappers: BTreeMap<Effect, u32>,
    reactions: u16,
    /// Variables and the step that sets them back.
    lifetimes: Vec<(u16, String)>,
    until_steps: Vec<ast::Name>,
    /// Steps that rules run by name.
    ran: BTreeSet<String>,
    /// Functions of steps that rules append.
    appended: BTreeSet<u32>,
    terms: Vec<String>,
    sites: Vec<ScoreSite>,
    choices: Vec<ChoiceSite>,
    tiles: Vec<TilesUse>,
    start: Option<StartUse>,
    /// Names of the players, while a scenario's question is checked.
    seats: Vec<String>,
    scope: Scope,
    /// Attributes whose declaration has an error: asking for them is no further one.
    broken: BTreeSet<String>,
    usage: Usage,
}

/// Starts the error for a name that nothing declares.
fn undeclared(code: &'static str, message: String, name: &Name) -> Diagnostic {
    Diagnostic::error(code, message).at(name.span, "no pack of this composition declares it")
}

impl Checker<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports something that is declared a second time.
    fn report_twice(&mut self, message: String, again: Span, first: Span, help: impl Into<String>) {
        Diagnostic::error("names::duplicate", message)
            .at(again, "declared again here")
            .at(first, "first declared here")
            .help(help)
            .report(self.diagnostics);
    }

    /// Reserves an index for a function whose body is checked later.
    fn reserve(&mut self, name: String, span: Span, result: Option<Type>) -> u32 {
        let index = u32::try_from(self.functions.len()).unwrap_or(u32::MAX);
        self.functions.push(Function {
            name,
            span,
            params: 0,
            slots: 0,
            result,
            counted: false,
            body: Vec::new(),
        });
        index
    }

    fn function_mut(&mut self, index: u32) -> Option<&mut Function> {
        self.functions.get_mut(index as usize)
    }

    fn site(&mut self, span: Span, written: &ast::Expr) -> u32 {
        let index = u32::try_from(self.sites.len()).unwrap_or(u32::MAX);
        let formula = self.sources.text(written.span).split_whitespace().collect::<Vec<_>>().join(" ");
        let asks = matches!(
            *written.kind,
            ast::ExprKind::Name(_)
                | ast::ExprKind::Call { .. }
                | ast::ExprKind::Field { .. }
                | ast::ExprKind::Fold { .. }
        );
        self.sites.push(ScoreSite { span, rule: self.scope.rule.clone(), formula, asks });
        index
    }

    fn choice(&mut self, span: Span, name: String, prompt: String, pass: bool, actions: Vec<Action>) -> u32 {
        let index = u32::try_from(self.choices.len()).unwrap_or(u32::MAX);
        let secrecy = if self.scope.secret { Secrecy::Secret } else { Secrecy::Open };
        self.choices.push(ChoiceSite { span, name, prompt, pass, secrecy, actions });
        index
    }

    fn term(&mut self, name: &str) -> u32 {
        let index = self.terms.iter().position(|term| term == name).unwrap_or_else(|| {
            self.terms.push(name.to_owned());
            self.terms.len() - 1
        });
        u32::try_from(index).unwrap_or(u32::MAX)
    }

    fn finish(self, questions: Vec<CompiledQuestion>) -> Checked {
        let phase = |name: &str| {
            self.steps
                .find(name)
                .filter(|step| self.steps.runs_anything(*step))
                .map(|step| self.steps.function(step))
        };
        let (setup, turn, finale) = (phase("setup"), phase("turn"), phase("final"));
        Checked {
            tree: Tree {
                functions: self.functions,
                setup,
                turn,
                finale,
                queries: Vec::new(),
                terms: self.terms,
                sites: self.sites,
                choices: self.choices,
                reactions: self.reactions,
                declared: self.declared,
            },
            vocabulary: self.vocabulary,
            options: self.option_infos,
            tiles: self.tiles,
            start: self.start,
            questions,
        }
    }
}
