//! The checker: what is known of a composition while it is checked, and the tables that the program will have.

use std::collections::{BTreeMap, BTreeSet};

use rota_bytecode::program::{Action, ChoiceSite, Declared, ScoreSite, Secrecy};
use rota_bytecode::vocabulary::Vocabulary;
use rota_bytecode::{Effect, Type};
use rota_source::{Diagnostic, Sources, Span};
use rota_syntax::ast::{self, Name};

use crate::notes::Notes;
use crate::output::{Checked, CompiledQuestion, LeftOut, OptionInfo, StartTileUse, StartUse, TilesUse};
use crate::place::Place;
use crate::scope::Scope;
use crate::step_tree::StepTree;
use crate::tree::{Function, Tree};
use crate::usage::Usage;

/// A value that rules can ask for.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) function: u32,
    pub(crate) params: Vec<Type>,
    pub(crate) result: Type,
    pub(crate) range: Option<(i64, i64)>,
    pub(crate) stages: Vec<String>,
    /// The word that it asks of a parameter, where that is all it says.
    pub(crate) asks: Option<String>,
    pub(crate) span: Span,
}

/// A procedure that rules can do.
#[derive(Clone, Debug)]
pub(crate) struct Procedure {
    pub(crate) function: u32,
    /// The names of its parameters, with their types.
    pub(crate) params: Vec<(String, Type)>,
}

/// What rules may react to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Deed {
    /// An effect of the language.
    Effect(Effect),
    /// A procedure, by its function.
    Procedure(u32),
}

/// An option with its value in this composition.
#[derive(Clone, Debug)]
pub(crate) struct OptionValue {
    pub(crate) ty: Type,
    pub(crate) range: Option<(i64, i64)>,
    /// Its value where nothing sets it.
    pub(crate) default: i64,
    pub(crate) value: i64,
}

pub(crate) struct Checker<'a> {
    pub(crate) sources: &'a Sources,
    pub(crate) diagnostics: &'a mut Vec<Diagnostic>,
    pub(crate) vocabulary: Vocabulary,
    pub(crate) declared: Declared,
    pub(crate) options: BTreeMap<String, OptionValue>,
    pub(crate) option_infos: Vec<OptionInfo>,
    pub(crate) enums: BTreeMap<String, u16>,
    pub(crate) values: BTreeMap<String, Value>,
    pub(crate) procedures: BTreeMap<String, Procedure>,
    pub(crate) steps: StepTree,
    pub(crate) functions: Vec<Function>,
    /// What some rule reacts to, with the function that does it.
    pub(crate) wrappers: BTreeMap<Deed, u32>,
    pub(crate) reactions: u16,
    /// The functions of rules that run at several steps.
    pub(crate) shared_rules: BTreeMap<Span, u32>,
    /// Variables and the step that sets them back.
    pub(crate) lifetimes: Vec<(u16, String)>,
    pub(crate) until_steps: Vec<ast::Name>,
    /// Steps that rules run by name.
    pub(crate) ran: BTreeSet<String>,
    /// Functions of steps that rules append.
    pub(crate) appended: BTreeSet<u32>,
    /// Whether some rule appends a step for another player.
    pub(crate) entrusts: bool,
    pub(crate) terms: Vec<String>,
    pub(crate) sites: Vec<ScoreSite>,
    pub(crate) choices: Vec<ChoiceSite>,
    pub(crate) tiles: Vec<TilesUse>,
    pub(crate) left_out: Vec<LeftOut>,
    pub(crate) start: Option<StartUse>,
    pub(crate) start_tiles: Vec<StartTileUse>,
    /// Whether some pack gives the board a border, be its condition what it may.
    pub(crate) has_border: bool,
    /// Names of the players, while a scenario's question is checked.
    pub(crate) seats: Option<Vec<String>>,
    pub(crate) scope: Scope,
    /// Attributes whose declaration has an error: asking for them is no further one.
    pub(crate) broken: BTreeSet<String>,
    pub(crate) usage: Usage,
    /// Where things happen that have no order.
    pub(crate) places: Vec<Place>,
    /// What was seen of names, where somebody asks for it.
    pub(crate) notes: Option<Notes>,
}

/// Starts the error for a name that nothing declares.
pub(crate) fn undeclared(code: &'static str, message: String, name: &Name) -> Diagnostic {
    Diagnostic::error(code, message).at(name.span, "no pack of this composition declares it")
}

impl<'a> Checker<'a> {
    /// Starts with nothing known.
    pub(crate) fn new(sources: &'a Sources, diagnostics: &'a mut Vec<Diagnostic>) -> Checker<'a> {
        Checker {
            sources,
            diagnostics,
            vocabulary: Vocabulary::default(),
            declared: Declared::default(),
            options: BTreeMap::new(),
            option_infos: Vec::new(),
            enums: BTreeMap::new(),
            values: BTreeMap::new(),
            procedures: BTreeMap::new(),
            steps: StepTree::default(),
            functions: Vec::new(),
            wrappers: BTreeMap::new(),
            reactions: 0,
            shared_rules: BTreeMap::new(),
            lifetimes: Vec::new(),
            until_steps: Vec::new(),
            ran: BTreeSet::new(),
            appended: BTreeSet::new(),
            entrusts: false,
            terms: Vec::new(),
            sites: Vec::new(),
            choices: Vec::new(),
            tiles: Vec::new(),
            left_out: Vec::new(),
            start: None,
            start_tiles: Vec::new(),
            has_border: false,
            seats: None,
            scope: Scope::default(),
            broken: BTreeSet::new(),
            usage: Usage::default(),
            places: Vec::new(),
            notes: None,
        }
    }
}

impl Checker<'_> {
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Reports something that is declared a second time.
    pub(crate) fn report_twice(
        &mut self,
        message: String,
        again: Span,
        first: Span,
        help: impl Into<String>,
    ) {
        Diagnostic::error("names::duplicate", message)
            .at(again, "declared again here")
            .at(first, "first declared here")
            .help(help)
            .report(self.diagnostics);
    }

    /// Reserves an index for a function whose body is checked later.
    pub(crate) fn reserve(&mut self, name: String, span: Span, result: Option<Type>) -> u32 {
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

    pub(crate) fn function_mut(&mut self, index: u32) -> Option<&mut Function> {
        self.functions.get_mut(index as usize)
    }

    pub(crate) fn site(&mut self, span: Span, written: &ast::Expr) -> u32 {
        let index = u32::try_from(self.sites.len()).unwrap_or(u32::MAX);
        let formula = self.sources.line_text(written.span);
        self.sites.push(ScoreSite { span, rule: self.scope.rule.clone(), formula });
        index
    }

    pub(crate) fn choice(
        &mut self,
        span: Span,
        name: String,
        prompt: String,
        pass: bool,
        actions: Vec<Action>,
    ) -> u32 {
        let index = u32::try_from(self.choices.len()).unwrap_or(u32::MAX);
        let secrecy = if self.scope.secret { Secrecy::Secret } else { Secrecy::Open };
        self.choices.push(ChoiceSite { span, name, prompt, pass, secrecy, merges_alike: false, actions });
        index
    }

    pub(crate) fn term(&mut self, name: &str) -> u32 {
        let index = self.terms.iter().position(|term| term == name).unwrap_or_else(|| {
            self.terms.push(name.to_owned());
            self.terms.len() - 1
        });
        u32::try_from(index).unwrap_or(u32::MAX)
    }

    pub(crate) fn finish(self, questions: Vec<CompiledQuestion>) -> Checked {
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
            left_out: self.left_out,
            start: self.start,
            start_tiles: self.start_tiles,
            questions,
        }
    }
}
