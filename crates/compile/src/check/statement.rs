//! Statements.

use rota_bytecode::program::Owner;
use rota_bytecode::{Effect, Form, Sort, Type};
use rota_source::{Diagnostic, Span, nearest};
use rota_syntax::ast::{self, ExprKind as Ast, Name, StatementKind as Written};

use super::Checker;
use super::fold::load;
use super::names::{constant, index};
use super::scope::Purity;
use super::types::UNKNOWN;
use super::usage::Kind;
use crate::tree::{Expr, ExprKind, Statement, StatementKind};

const PLAYER: Type = Type::one(Sort::Player);
const SEGMENT: Type = Type::one(Sort::Segment);
const TILE: Type = Type::one(Sort::Tile);
const BAG: Type = Type::one(Sort::Bag);

impl Checker<'_> {
    /// Checks a block in a scope of its own.
    pub(super) fn block(&mut self, block: &ast::Block) -> Vec<Statement> {
        let depth = self.scope.depth();
        let checked = self.statements(&block.statements);
        self.scope.back(depth);
        checked
    }

    /// Checks statements; what follows a `choose` belongs to it, for nothing follows where nothing is chosen.
    pub(super) fn statements(&mut self, statements: &[ast::Statement]) -> Vec<Statement> {
        let mut checked = Vec::new();
        let mut before: Option<&ast::Statement> = None;
        for (position, statement) in statements.iter().enumerate() {
            self.reached(before.replace(statement), statement);
            if let Written::Choose { .. } = statement.kind {
                let rest = statements.get(position + 1..).unwrap_or_default();
                checked.extend(self.choose(statement, rest));
                break;
            }
            self.statement(statement, &mut checked);
        }
        checked
    }

    fn statement(&mut self, statement: &ast::Statement, out: &mut Vec<Statement>) {
        let span = statement.span;
        if self.scope.purity == Purity::Answers && acts(&statement.kind) {
            self.report(
                Diagnostic::error("types::effect-in-value", "a value only answers; it changes nothing")
                    .at(self.first_word(span), "this would change the game")
                    .help("move it into a rule"),
            );
            return;
        }
        if let Some(kinds) = self.statement_kind(statement) {
            out.extend(kinds.into_iter().map(|kind| Statement { span, kind }));
        }
    }

    /// What a statement becomes; `None` where it has an error.
    fn statement_kind(&mut self, statement: &ast::Statement) -> Option<Vec<StatementKind>> {
        let span = statement.span;
        let one = |kind: StatementKind| Some(vec![kind]);
        match &statement.kind {
            Written::Let { name, value } => {
                let value = self.expr(value, None);
                if let Some(value) = value.as_ref().filter(|value| value.ty.sort == Sort::Nothing) {
                    self.report(
                        Diagnostic::error(
                            "types::let-none",
                            "what kind of thing is missing here is not known",
                        )
                        .at(value.span, "none of what?")
                        .help("declare a variable of the type instead: `var name : tile? = none`"),
                    );
                }
                let value = value.filter(|value| value.ty.sort != Sort::Nothing);
                let ty = value.as_ref().map_or(UNKNOWN, |value| value.ty);
                let slot = self.scope.reserve(1);
                self.local(name, ty, slot, true);
                self.noted(name);
                let value = value?;
                one(StatementKind::Store { slot, value })
            }
            Written::Set { target, value } => self.set_statement(target, value, span).map(|kind| vec![kind]),
            Written::If { condition, then, otherwise } => {
                let condition = self.expect_condition(condition);
                let then = self.block(then);
                let otherwise = otherwise.as_ref().map(|block| self.block(block)).unwrap_or_default();
                one(StatementKind::If { condition: condition?, then, otherwise })
            }
            Written::Each { binding, body } => {
                let depth = self.scope.depth();
                let bound = self.bind(binding);
                self.scope.loops += 1;
                let body = self.block(body);
                self.scope.loops -= 1;
                self.scope.back(depth);
                let bound = bound?;
                one(StatementKind::Each {
                    slot: bound.slot,
                    set: bound.set,
                    from: bound.from,
                    filter: bound.filter,
                    body,
                })
            }
            Written::Repeat { times, body } => {
                let times = self.expect(times, Type::one(Sort::Int));
                self.scope.loops += 1;
                let body = self.block(body);
                self.scope.loops -= 1;
                one(StatementKind::Repeat { times: times?, body })
            }
            // `statements` takes every choice.
            Written::Choose { .. } => None,
            Written::Award { points, to, reason, at } => {
                self.award(points, to, reason, at.as_ref(), span, false)
            }
            Written::Score { points, to, reason, at } => {
                self.award(points, to, reason, at.as_ref(), span, true)
            }
            Written::Give => Some(self.give(span)),
            Written::Cancel { award } => {
                let award = self.expect(award, Type::one(Sort::Award))?;
                one(self.perform(Effect::CancelAward, vec![award], span))
            }
            Written::Put { piece, of, on } => {
                self.bring(Effect::Put, piece, of.as_ref(), (on, SEGMENT), span)
            }
            Written::Move { piece, of, to } => {
                self.bring(Effect::Move, piece, of.as_ref(), (to, Type::one(Sort::Space)), span)
            }
            Written::Send { piece } => {
                let piece = self.expect(piece, Type::one(Sort::Piece))?;
                one(self.perform(Effect::Send, vec![piece], span))
            }
            Written::Draw { name, bag, seen_by } => {
                let bag = self.expect(bag, BAG);
                let seen_by = match seen_by {
                    Some(who) => self.expect(who, PLAYER),
                    None => Some(constant(-1, Type::maybe(Sort::Player), span)),
                };
                let slot = self.result_slot(name, TILE);
                one(self.perform_into(Effect::Draw, vec![bag?, seen_by?], slot, TILE, span))
            }
            Written::Roll { name, die } => {
                let die = self.expect(die, Type::one(Sort::Die));
                let number = Type::one(Sort::Int);
                let slot = self.result_slot(name, number);
                one(self.perform_into(Effect::Roll, vec![die?], slot, number, span))
            }
            Written::Take { tile, bag } => {
                let (tile, bag) = (self.expect(tile, TILE), self.expect(bag, BAG));
                one(self.perform(Effect::Fetch, vec![tile?, bag?], span))
            }
            Written::Shuffle { tile, bag } => {
                let (tile, bag) = (self.expect(tile, TILE), self.expect(bag, BAG));
                one(self.perform(Effect::Shuffle, vec![tile?, bag?], span))
            }
            Written::Discard { tile } => {
                let tile = self.expect(tile, TILE)?;
                one(self.perform(Effect::Discard, vec![tile], span))
            }
            Written::Place { tile, at } => {
                let tile = self.expect(tile, TILE);
                let at = self.expect(at, Type::one(Sort::Placement));
                one(self.perform(Effect::Place, vec![tile?, at?], span))
            }
            Written::Link { from, to } => {
                let (from, to) = (self.expect(from, SEGMENT), self.expect(to, SEGMENT));
                one(self.perform(Effect::Link, vec![from?, to?], span))
            }
            Written::Cut { from, to } => {
                let (from, to) = (self.expect(from, SEGMENT), self.expect(to, SEGMENT));
                one(self.perform(Effect::Cut, vec![from?, to?], span))
            }
            Written::Append { step } => {
                let function = self.step_function(step)?;
                let function = constant(i64::from(function), Type::one(Sort::Int), step.span);
                one(StatementKind::Do { effect: Effect::Append, args: vec![function], result: None })
            }
            Written::Run { step } => {
                let function = self.step_function(step)?;
                let kind = ExprKind::Call { function, args: Vec::new() };
                one(StatementKind::Run(Expr { span, ty: Type::one(Sort::Int), kind: Box::new(kind) }))
            }
            Written::EndGame => {
                one(StatementKind::Do { effect: Effect::EndGame, args: Vec::new(), result: None })
            }
            Written::Stop if self.scope.stoppable => one(StatementKind::Stop),
            Written::Stop => {
                self.misplaced(span, "`stop` ends a rule", "a value ends with `return`");
                None
            }
            Written::Leave if self.scope.loops > 0 => one(StatementKind::Leave),
            Written::Leave => {
                self.misplaced(
                    span,
                    "`leave` ends a loop, and there is none around it",
                    "use `stop` to end the rule",
                );
                None
            }
            Written::Return { value } => match self.scope.result {
                Some(UNKNOWN) => {
                    self.expr(value, None);
                    None
                }
                Some(result) => {
                    let value = self.expect(value, result)?;
                    one(StatementKind::Return(value))
                }
                None => {
                    self.misplaced(span, "`return` gives the result of a value", "use `stop` to end a rule");
                    None
                }
            },
        }
    }

    fn misplaced(&mut self, span: Span, message: &str, help: &str) {
        let word = self.first_word(span);
        self.report(Diagnostic::error("types::misplaced", message).at(word, "not here").help(help));
    }

    fn set_statement(&mut self, target: &ast::Expr, value: &ast::Expr, span: Span) -> Option<StatementKind> {
        match &*target.kind {
            Ast::Name(name) => {
                if let Some(local) = self.scope.find(name).cloned() {
                    if !local.writable {
                        self.report(
                            Diagnostic::error("types::read-only", format!("`{name}` cannot be set"))
                                .at(target.span, "only what `let` names can be set")
                                .at(local.span, "named here")
                                .help(format!(
                                    "keep the new value under a name of its own: `let other = {name}`"
                                )),
                        );
                        return None;
                    }
                    if local.ty == UNKNOWN {
                        self.expr(value, None);
                        return None;
                    }
                    let value = self.expect(value, local.ty)?;
                    return Some(StatementKind::Store { slot: local.slot, value });
                }
                if let Some(var) = self.variable(Owner::Game, name) {
                    if self.scope.purity == Purity::Answers {
                        self.report(
                            Diagnostic::error(
                                "types::effect-in-value",
                                "a value only answers; it changes nothing",
                            )
                            .at(target.span, "this belongs to the game")
                            .help("move it into a rule"),
                        );
                        return None;
                    }
                    return self.set_variable(var, None, value, span);
                }
                let help = if self.options.contains_key(name) {
                    Some("an option is fixed for a whole game: set it in a variant".to_owned())
                } else {
                    let known = self.declared.vars.iter().filter(|var| var.owner == Owner::Game);
                    let known = known.map(|var| var.name.as_str());
                    let lets = self
                        .scope
                        .locals
                        .iter()
                        .filter(|local| local.writable)
                        .map(|local| local.name.as_str());
                    Some(nearest(name, known.chain(lets)).map_or_else(
                        || format!("a new name in a rule begins with `let {name} = …`; for the whole game declare `var {name} : …`"),
                        |near| format!("did you mean `{near}`?"),
                    ))
                };
                self.report(
                    Diagnostic::error(
                        "names::unknown-variable",
                        format!("there is no variable `{name}` to set"),
                    )
                    .at(target.span, "not a variable")
                    .maybe_help(help),
                );
                None
            }
            Ast::Field { receiver, name, args } if args.is_empty() => {
                let receiver = self.expr(receiver, None)?;
                let receiver = self.coerce(receiver.clone(), receiver.ty.with_form(Form::One))?;
                if receiver.ty.sort == Sort::Award {
                    return self.set_award(receiver, name, value, span);
                }
                let Some((var, _)) = self.owned_variable(&receiver, &name.node) else {
                    let found = self.describe(receiver.ty);
                    let fixed = self.is_field(&receiver, &name.node);
                    let help = match receiver.ty.sort {
                        _ if fixed => format!("`{}` follows from the position; effects change it", name.node),
                        Sort::Player | Sort::Piece | Sort::Tile | Sort::Segment => {
                            let sort = receiver.ty.sort;
                            let known = self
                                .declared
                                .vars
                                .iter()
                                .filter(|var| var.owner.to_string() == sort.to_string());
                            nearest(&name.node, known.map(|var| var.name.as_str())).map_or_else(
                                || format!("declare it: `var {} : int on {sort}`", name.node),
                                |near| format!("did you mean `{near}`?"),
                            )
                        }
                        _ => "only a player, a piece, a tile and a segment carry variables".to_owned(),
                    };
                    if self.broken.contains(&name.node) {
                        return None;
                    }
                    self.report(
                        Diagnostic::error(
                            "names::unknown-variable",
                            format!("{found} has no variable `{}`", name.node),
                        )
                        .at(name.span, if fixed { "it cannot be set" } else { "not a variable" })
                        .help(help),
                    );
                    return None;
                };
                self.set_variable(var, Some(receiver), value, span)
            }
            _ => {
                self.report(
                    Diagnostic::error("types::not-settable", "only variables can be set")
                        .at(target.span, "not a variable")
                        .help("as in `set kept = t` or `set p.gold = p.gold + 1`"),
                );
                None
            }
        }
    }

    fn set_variable(
        &mut self,
        var: u16,
        key: Option<Expr>,
        value: &ast::Expr,
        span: Span,
    ) -> Option<StatementKind> {
        let declared = self.declared.vars.get(usize::from(var)).cloned()?;
        if let (Some((least, most)), Ast::Int(number)) = (declared.range, &*value.kind)
            && !(least..=most).contains(number)
        {
            self.report(
                Diagnostic::error("types::out-of-range", format!("{number} is not in {least}..{most}"))
                    .at(value.span, format!("expected {least} to {most}"))
                    .help("take a number in the range, or widen the range in the declaration"),
            );
            return None;
        }
        let mut value = self.expect(value, declared.ty)?;
        if let Some((least, most)) = declared.range {
            let kind = ExprKind::Within { value, least, most };
            value = Expr { span, ty: declared.ty, kind: Box::new(kind) };
        }
        Some(StatementKind::Set { var, key, value })
    }

    fn set_award(
        &mut self,
        award: Expr,
        name: &Name,
        value: &ast::Expr,
        span: Span,
    ) -> Option<StatementKind> {
        let (effect, ty) = match name.node.as_str() {
            "points" => (Effect::SetAwardPoints, Type::one(Sort::Pts)),
            "to" => (Effect::SetAwardTo, PLAYER),
            _ => {
                self.report(
                    Diagnostic::error(
                        "names::unknown-variable",
                        format!("`{}` of an award cannot be set", name.node),
                    )
                    .at(name.span, "fixed")
                    .help("`points` and `to` can be set; `cancel a` takes it away"),
                );
                return None;
            }
        };
        let value = self.expect(value, ty)?;
        Some(self.perform(effect, vec![award, value], span))
    }

    /// `award …` and `score …`: for each recipient, with an explanation.
    fn award(
        &mut self,
        points: &ast::Expr,
        to: &ast::Expr,
        reason: &Name,
        at: Option<&ast::Expr>,
        span: Span,
        at_once: bool,
    ) -> Option<Vec<StatementKind>> {
        let depth = self.scope.depth();
        // They hold what is known already while the rest is worked out, so nothing in there may use them.
        let (mask, at_slot, amount, note, who) = (
            self.scope.reserve(1),
            self.scope.reserve(1),
            self.scope.reserve(1),
            self.scope.reserve(1),
            self.scope.reserve(1),
        );
        let to = self.expr(to, Some(PLAYER));
        let at = match at {
            Some(at) => self.expect(at, Type::maybe(Sort::Feature)),
            None => Some(constant(-1, Type::maybe(Sort::Feature), span)),
        };
        let reason = self.reason(reason);
        let written = points;
        let points = self.expect(points, Type::one(Sort::Pts));
        let (to, at, reason, points) = (to?, at?, reason?, points?);
        let to = if to.ty.is_mask() { to } else { self.coerce(to, PLAYER)? };
        let site = self.site(span, written);
        self.scope.back(depth);
        let statement = |kind: StatementKind| Statement { span, kind };
        let many = to.ty.is_mask();
        let to_ty = to.ty;
        let award = [
            load(amount, Type::one(Sort::Pts), span),
            load(if many { who } else { mask }, PLAYER, span),
            reason,
            load(at_slot, Type::maybe(Sort::Feature), span),
            load(note, Type::one(Sort::Int), span),
        ];
        let effect = if at_once { Effect::Score } else { Effect::Award };
        let give = statement(self.perform(effect, award.to_vec(), span));
        let count = vec![
            statement(StatementKind::Store { slot: at_slot, value: at }),
            statement(StatementKind::Terms),
            statement(StatementKind::Store { slot: amount, value: points }),
            statement(StatementKind::Note { site, slot: note }),
        ];
        let mut out = vec![StatementKind::Store { slot: mask, value: to }];
        if many {
            // Nobody to give to: the points need not be counted.
            let nobody = super::fold::nobody(load(mask, Type::one(Sort::Int), span));
            let from = Expr {
                span,
                ty: PLAYER,
                kind: Box::new(ExprKind::Ask { builtin: rota_bytecode::Builtin::Active, args: vec![] }),
            };
            let each = StatementKind::Each {
                slot: who,
                set: load(mask, to_ty, span),
                from: Some(from),
                filter: None,
                body: vec![give],
            };
            let mut body = count;
            body.push(statement(each));
            out.push(StatementKind::If { condition: nobody, then: Vec::new(), otherwise: body });
        } else {
            out.extend(count.into_iter().map(|statement| statement.kind));
            out.push(give.kind);
        }
        Some(out)
    }

    /// Resolves the reason of a score: a declared word, or a name that holds one.
    fn reason(&mut self, name: &Name) -> Option<Expr> {
        if let Some(position) = self.declared.reasons.iter().position(|reason| *reason == name.node) {
            self.usage.mark(Kind::Reason, &name.node);
            return Some(constant(index(position), Type::one(Sort::Reason), name.span));
        }
        if let Some(local) = self.scope.find(&name.node)
            && (local.ty == Type::one(Sort::Reason) || local.ty == UNKNOWN)
        {
            let (slot, ty, noted) = (local.slot, local.ty, local.noted);
            self.usage.read_local(noted);
            return if ty == UNKNOWN { None } else { Some(load(slot, ty, name.span)) };
        }
        let help = nearest(&name.node, self.declared.reasons.iter().map(String::as_str)).map_or_else(
            || format!("declare it: `reason {}`", name.node),
            |near| format!("did you mean `{near}`?"),
        );
        self.report(
            Diagnostic::error("names::unknown-reason", format!("`{}` is no declared reason", name.node))
                .at(name.span, "the reason of a score is a declared word")
                .help(help),
        );
        None
    }

    /// `give awards`: one by one, in the order in which they were made.
    fn give(&mut self, span: Span) -> Vec<StatementKind> {
        use rota_bytecode::Builtin;
        let depth = self.scope.depth();
        let slot = self.scope.reserve(1);
        let award = Type::one(Sort::Award);
        let ask = |builtin: Builtin, ty: Type| Expr {
            span,
            ty,
            kind: Box::new(ExprKind::Ask { builtin, args: vec![load(slot, award, span)] }),
        };
        let args = vec![
            ask(Builtin::AwardPoints, Type::one(Sort::Pts)),
            ask(Builtin::AwardTo, PLAYER),
            ask(Builtin::AwardReason, Type::one(Sort::Reason)),
            ask(Builtin::AwardAt, Type::maybe(Sort::Feature)),
            ask(Builtin::AwardNote, Type::one(Sort::Int)),
        ];
        let take = StatementKind::Do {
            effect: Effect::GiveAward,
            args: vec![load(slot, award, span)],
            result: None,
        };
        let score = self.perform(Effect::Score, args, span);
        let body = vec![Statement { span, kind: take }, Statement { span, kind: score }];
        let set = Expr {
            span,
            ty: Type::many(Sort::Award),
            kind: Box::new(ExprKind::Ask { builtin: Builtin::Awards, args: Vec::new() }),
        };
        self.scope.back(depth);
        vec![StatementKind::Each { slot, set, from: None, filter: None, body }]
    }

    /// `put … on …`, `move … to …`: a piece, or one taken from a supply, comes to a place.
    fn bring(
        &mut self,
        effect: Effect,
        piece: &ast::Expr,
        of: Option<&ast::Expr>,
        (to, ty): (&ast::Expr, Type),
        span: Span,
    ) -> Option<Vec<StatementKind>> {
        let Some(of) = of else {
            let piece = self.expect(piece, Type::one(Sort::Piece));
            let to = self.expect(to, ty);
            return Some(vec![self.perform(effect, vec![piece?, to?], span)]);
        };
        let depth = self.scope.depth();
        let slot = self.scope.reserve(1);
        let kind = self.expect(piece, Type::one(Sort::PieceWord));
        let of = self.expect(of, PLAYER);
        let to = self.expect(to, ty);
        self.scope.back(depth);
        let take = StatementKind::Do { effect: Effect::Take, args: vec![kind?, of?], result: Some(slot) };
        let bring = self.perform(effect, vec![load(slot, Type::one(Sort::Piece), span), to?], span);
        Some(vec![take, bring])
    }

    /// A slot for what an effect hands back, under the name a rule gives it.
    fn result_slot(&mut self, name: &Name, ty: Type) -> u16 {
        let slot = self.scope.reserve(1);
        self.local(name, ty, slot, false);
        slot
    }

    /// Performs an effect and keeps what it hands back.
    fn perform_into(
        &mut self,
        effect: Effect,
        args: Vec<Expr>,
        slot: u16,
        ty: Type,
        span: Span,
    ) -> StatementKind {
        match self.perform(effect, args, span) {
            StatementKind::Run(call) => StatementKind::Store { slot, value: Expr { ty, ..call } },
            StatementKind::Do { effect, args, .. } => StatementKind::Do { effect, args, result: Some(slot) },
            other => other,
        }
    }

    /// Performs an effect: through the function with its reactions where there are any.
    pub(super) fn perform(&mut self, effect: Effect, args: Vec<Expr>, span: Span) -> StatementKind {
        match self.wrappers.get(&effect) {
            Some(function) => {
                let kind = ExprKind::Call { function: *function, args };
                StatementKind::Run(Expr { span, ty: Type::one(Sort::Int), kind: Box::new(kind) })
            }
            None => StatementKind::Do { effect, args, result: None },
        }
    }
}

/// Whether a statement changes the game or asks somebody.
fn acts(kind: &Written) -> bool {
    match kind {
        Written::Let { .. } | Written::If { .. } | Written::Each { .. } | Written::Repeat { .. } => false,
        Written::Leave | Written::Return { .. } | Written::Stop => false,
        // Whether its target is a local is known only when it is checked.
        Written::Set { target, .. } => !matches!(&*target.kind, Ast::Name(_)),
        Written::Choose { .. } | Written::Award { .. } | Written::Score { .. } | Written::Give => true,
        Written::Cancel { .. } | Written::Put { .. } | Written::Send { .. } | Written::Draw { .. } => true,
        Written::Move { .. } | Written::Take { .. } | Written::Shuffle { .. } | Written::Roll { .. } => true,
        Written::Discard { .. } | Written::Place { .. } | Written::Link { .. } | Written::Cut { .. } => true,
        Written::Append { .. } | Written::Run { .. } | Written::EndGame => true,
    }
}
