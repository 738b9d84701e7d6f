//! The order in which statements run: what is never reached, and values that end without a result.

use rota_bytecode::{Effect, Sort, Type};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{self, Block, Name, Statement, StatementKind};

use crate::build::constant;
use crate::checker::Checker;
use crate::tree;

impl Checker<'_> {
    /// Checks the block of a value: every way through it must come to a `return`.
    pub(crate) fn returning(&mut self, name: &Name, block: &Block) -> Vec<tree::Statement> {
        let before = self.diagnostics.len();
        let checked = self.block(block);
        let acts = self.diagnostics.iter().skip(before).any(|one| one.code() == "types::effect-in-value");
        if !acts && !block.statements.iter().any(returns) {
            let end = block.span.end;
            Diagnostic::error("types::no-return", format!("value `{name}` may end without a result"))
                .at(Span { start: end.saturating_sub(1), end }, "nothing is returned when this is reached")
                .at(name.span, "this value")
                .help("end it with `return …`")
                .report(self.diagnostics);
        }
        checked
    }

    /// Warns of a statement that cannot be reached because of the one before it.
    pub(crate) fn check_reachable(&mut self, before: Option<&Statement>, statement: &Statement) {
        if let Some(before) = before.filter(|before| ends(before)) {
            let (end, here) = (self.first_word(before.span), self.first_word(statement.span));
            Diagnostic::warning("types::unreachable", "this is never reached")
                .at(here, "never runs")
                .at(end, "always ends here")
                .help("take it out, or put it before")
                .report(self.diagnostics);
        }
    }

    /// Checks the branches of an `if`, each with what its condition shows. Behind them is known what is known at the
    /// end of both, or of the one that goes on.
    pub(crate) fn branches(
        &mut self,
        condition: Option<&tree::Expr>,
        then: &Block,
        otherwise: Option<&Block>,
    ) -> (Vec<tree::Statement>, Vec<tree::Statement>) {
        let before = self.scope.facts.clone();
        self.learn(condition, true);
        let checked = self.block(then);
        let behind_then = std::mem::replace(&mut self.scope.facts, before);
        self.learn(condition, false);
        let other = otherwise.map(|block| self.block(block)).unwrap_or_default();
        if otherwise.is_some_and(block_ends) {
            self.scope.facts = behind_then;
        } else if !block_ends(then) {
            let behind_other = std::mem::take(&mut self.scope.facts);
            self.scope.facts = behind_then.join(behind_other);
        }
        (checked, other)
    }

    /// `repeat while …`: the condition holds at the beginning of each round. What ends a loop that goes on for ever is
    /// fuel.
    pub(crate) fn repeat_while(
        &mut self,
        condition: &ast::Expr,
        body: &Block,
        span: Span,
    ) -> Option<tree::StatementKind> {
        // Rounds before may have changed what was known before the first of them.
        self.forget_changed(&body.statements);
        self.scope.loops += 1;
        let round = self.apart(|checker| {
            let condition = checker.expect_condition(condition);
            checker.learn(condition.as_ref(), true);
            condition.zip(Some(checker.block(body)))
        });
        self.scope.loops -= 1;
        let (condition, then) = round?;
        let statement = |kind: tree::StatementKind| tree::Statement { span, kind };
        let otherwise = vec![statement(tree::StatementKind::Leave)];
        let round = statement(tree::StatementKind::If { condition, then, otherwise });
        // More rounds than any run has fuel for, and still an immediate operand.
        let times = constant(i64::from(i32::MAX), Type::one(Sort::Int), span);
        Some(tree::StatementKind::Repeat { times, body: vec![round] })
    }

    /// `end game …`: when, and who wins.
    pub(crate) fn end_game(&mut self, ending: &ast::Ending) -> Option<tree::StatementKind> {
        let done = |effect, args| Some(tree::StatementKind::Do { effect, args, result: None });
        match ending {
            ast::Ending::AfterTurn => done(Effect::EndGame, Vec::new()),
            ast::Ending::Now => done(Effect::EndNow, Vec::new()),
            ast::Ending::WonBy(winners) => done(Effect::Win, vec![self.seats_of(winners)?]),
        }
    }

    /// The word that a statement begins with.
    pub(crate) fn first_word(&self, span: Span) -> Span {
        let text = self.sources.text(span);
        let length =
            text.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(text.len());
        let length = u32::try_from(length).unwrap_or(0);
        if length == 0 { span } else { Span { end: span.start.saturating_add(length), ..span } }
    }
}

/// Whether what stands behind a statement never runs.
fn ends(statement: &Statement) -> bool {
    if let StatementKind::If { then, otherwise: Some(otherwise), .. } = &statement.kind {
        return block_ends(then) && block_ends(otherwise);
    }
    matches!(
        statement.kind,
        StatementKind::Stop
            | StatementKind::Leave
            | StatementKind::Return { .. }
            | StatementKind::EndGame(ast::Ending::Now | ast::Ending::WonBy(_))
    )
}

/// Whether what stands behind a block never runs. What belongs to a choice runs only where something is chosen.
fn block_ends(block: &Block) -> bool {
    let has_block = |statement: &&Statement| {
        if let StatementKind::Choose(choose) = &statement.kind { choose.body.is_some() } else { true }
    };
    block.statements.iter().take_while(has_block).any(ends)
}

/// Whether every way through a statement comes to a `return`.
fn returns(statement: &Statement) -> bool {
    if let StatementKind::If { then, otherwise: Some(otherwise), .. } = &statement.kind {
        return then.statements.iter().any(returns) && otherwise.statements.iter().any(returns);
    }
    matches!(statement.kind, StatementKind::Return { .. })
}
