//! Statements.

use pest::iterators::Pair;
use rota_source::Spanned;

use super::{AstBuilder, BuildTable, Built, Parts, only};
use crate::ast::{Binding, Block, ChoiceKind, Choose, Deciders, Ending, Expr, Statement, StatementKind};
use crate::grammar::Rule;

impl AstBuilder<'_> {
    pub(super) fn block(&self, pair: Pair<'_, Rule>) -> Built<Block> {
        let span = self.span(&pair);
        let statements = Parts::of(pair).all(Rule::statement, |statement| self.statement(only(statement)))?;
        Ok(Block { span, statements })
    }

    pub(super) fn statement(&self, pair: Pair<'_, Rule>) -> Built<Statement> {
        let (span, rule) = (self.span(&pair), pair.as_rule());
        Ok(Statement { span, kind: self.build(&[STATEMENTS], rule, &mut Parts::of(pair))? })
    }

    /// Points, to whom, for what and at which feature.
    fn grant(&self, parts: &mut Parts<'_>) -> Built<(Expr, Expr, Expr, Option<Expr>)> {
        let mut grant = Parts::of(parts.need(Rule::grant, self)?);
        let points = self.operand(&mut grant)?;
        let to = self.operand(&mut grant)?;
        let reason = self.told(&mut grant)?;
        Ok((points, to, reason, self.inner_expression(&mut grant, Rule::grant_at)?))
    }

    /// The reason behind `as`.
    fn told(&self, parts: &mut Parts<'_>) -> Built<Expr> {
        self.operand(&mut Parts::of(parts.need(Rule::as_told, self)?))
    }

    fn if_statement(&self, parts: &mut Parts<'_>) -> Built<StatementKind> {
        let condition = self.operand(parts)?;
        let then = self.block(parts.need(Rule::block, self)?)?;
        let otherwise = if let Some(next) = parts.take(Rule::else_if) {
            let next = Parts::of(next).need(Rule::if_statement, self)?;
            let span = self.span(&next);
            Some(Block { span, statements: vec![self.statement(next)?] })
        } else {
            self.else_block(parts)?
        };
        Ok(StatementKind::If { condition, then, otherwise })
    }

    fn choose(&self, parts: &mut Parts<'_>) -> Built<StatementKind> {
        let who = match parts.take(Rule::everyone) {
            Some(everyone) => Deciders::Each(self.binding(Parts::of(everyone).need(Rule::binding, self)?)?),
            None => Deciders::One(self.postfix(parts.need(Rule::postfix, self)?)?),
        };
        let several = parts.take(Rule::several).map(|word| (ChoiceKind::Several, word));
        let kind = several.or_else(|| parts.take(Rule::in_order).map(|word| (ChoiceKind::Order, word)));
        let kind = kind.map_or_else(
            || Spanned::new(ChoiceKind::One, self.span(&parts.whole)),
            |(kind, word)| Spanned::new(kind, self.span(&word)),
        );
        let bound = parts.all(Rule::choice, |choice| self.binding(choice))?;
        let most = self.inner_expression(parts, Rule::at_most_so_many)?;
        let exactly = self.inner_expression(parts, Rule::just_so_many)?;
        let about = self.inner_expression(parts, Rule::about)?;
        let when = self.inner_expression(parts, Rule::condition)?;
        let secret = parts.has(Rule::kw_secretly);
        let prompt = parts.take(Rule::text).map(|text| self.text(&text));
        let (pass, pass_when) = self.or_pass(parts)?;
        Ok(StatementKind::Choose(Box::new(Choose {
            who,
            kind,
            parts: bound,
            exact: exactly.is_some(),
            most: most.or(exactly),
            secret,
            about,
            when,
            prompt,
            pass,
            pass_when,
            body: parts.take(Rule::block).map(|block| self.block(block)).transpose()?,
            otherwise: self.else_block(parts)?,
        })))
    }

    /// `or pass`, and when: whether it stands there, and its condition.
    pub(super) fn or_pass(&self, parts: &mut Parts<'_>) -> Built<(bool, Option<Expr>)> {
        let when = parts.optional(Rule::or_pass, |clause| self.inner_expression(clause, Rule::condition))?;
        Ok((when.is_some(), when.flatten()))
    }

    /// What is done where nothing is taken, or where a condition does not hold.
    pub(super) fn else_block(&self, parts: &mut Parts<'_>) -> Built<Option<Block>> {
        parts.optional(Rule::else_block, |clause| self.block(clause.need(Rule::block, self)?))
    }

    /// A name for each member of a set, after `each`, in a fold, or (with `among`) in a choice.
    pub(super) fn binding(&self, pair: Pair<'_, Rule>) -> Built<Binding> {
        let mut parts = Parts::of(pair);
        let mut kinds = Vec::new();
        let mut name = self.needed(&mut parts, Rule::word)?;
        // The last of the words is the name.
        while let Some(next) = parts.inner.next_if(|next| matches!(next.as_rule(), Rule::word | Rule::kw_or))
        {
            if next.as_rule() == Rule::word {
                kinds.push(std::mem::replace(&mut name, self.name(&next)?));
            }
        }
        Ok(Binding {
            kinds,
            name,
            set: self.operand(&mut parts)?,
            from: self.inner_expression(&mut parts, Rule::begin)?,
            filter: self.inner_expression(&mut parts, Rule::filter)?,
        })
    }

    /// The expression behind `=`.
    pub(super) fn initial(&self, parts: &mut Parts<'_>) -> Built<Expr> {
        self.operand(&mut Parts::of(parts.need(Rule::initial, self)?))
    }

    /// The next pair as an expression.
    pub(super) fn operand(&self, parts: &mut Parts<'_>) -> Built<Expr> {
        self.expression(parts.need(Rule::expression, self)?)
    }
}

const STATEMENTS: BuildTable<StatementKind> = &[
    (Rule::let_statement, |ast, parts| {
        Ok(StatementKind::Let { name: ast.needed(parts, Rule::word)?, value: ast.initial(parts)? })
    }),
    (Rule::set_statement, |ast, parts| {
        Ok(StatementKind::Set {
            target: ast.postfix(parts.need(Rule::postfix, ast)?)?,
            value: ast.initial(parts)?,
        })
    }),
    (Rule::if_statement, |ast, parts| ast.if_statement(parts)),
    (Rule::each_statement, |ast, parts| {
        Ok(StatementKind::Each {
            binding: ast.binding(parts.need(Rule::binding, ast)?)?,
            body: ast.block(parts.need(Rule::block, ast)?)?,
        })
    }),
    (Rule::repeat_statement, |ast, parts| {
        let is_while = parts.take(Rule::kw_while).is_some();
        let (limit, body) = (ast.operand(parts)?, ast.block(parts.need(Rule::block, ast)?)?);
        Ok(match is_while {
            true => StatementKind::While { condition: limit, body },
            false => StatementKind::Repeat { times: limit, body },
        })
    }),
    (Rule::choose_statement, |ast, parts| ast.choose(parts)),
    (Rule::award_statement, |ast, parts| {
        let (points, to, reason, at) = ast.grant(parts)?;
        Ok(StatementKind::Award { points, to, reason, at })
    }),
    (Rule::score_statement, |ast, parts| {
        let (points, to, reason, at) = ast.grant(parts)?;
        Ok(StatementKind::Score { points, to, reason, at })
    }),
    (Rule::put_statement, |ast, parts| {
        Ok(StatementKind::Put {
            piece: ast.operand(parts)?,
            of: ast.inner_expression(parts, Rule::put_of)?,
            on: ast.operand(parts)?,
        })
    }),
    (Rule::move_statement, |ast, parts| {
        Ok(StatementKind::Move {
            piece: ast.operand(parts)?,
            of: ast.inner_expression(parts, Rule::put_of)?,
            to: ast.operand(parts)?,
        })
    }),
    (Rule::give_statement, |_, _| Ok(StatementKind::Give)),
    (Rule::cancel_statement, |ast, parts| Ok(StatementKind::Cancel { award: ast.operand(parts)? })),
    (Rule::send_statement, |ast, parts| {
        Ok(StatementKind::Send {
            piece: ast.operand(parts)?,
            reason: ast.inner_expression(parts, Rule::as_told)?,
        })
    }),
    (Rule::pay_statement, |ast, parts| {
        Ok(StatementKind::Pay {
            amount: ast.operand(parts)?,
            of: ast.inner_expression(parts, Rule::pay_of)?,
            from: ast.inner_expression(parts, Rule::pay_from)?,
            to: ast.inner_expression(parts, Rule::pay_to)?,
            reason: ast.told(parts)?,
            at: ast.inner_expression(parts, Rule::grant_at)?,
        })
    }),
    (Rule::draw_statement, |ast, parts| {
        Ok(StatementKind::Draw {
            name: ast.needed(parts, Rule::word)?,
            bag: ast.operand(parts)?,
            unseen: parts.has(Rule::kw_unseen),
            seen_by: ast.inner_expression(parts, Rule::seen_by)?,
        })
    }),
    (Rule::show_statement, |ast, parts| {
        Ok(StatementKind::Show { tile: ast.operand(parts)?, to: ast.inner_expression(parts, Rule::show_to)? })
    }),
    (Rule::take_statement, |ast, parts| {
        Ok(StatementKind::Take { tile: ast.operand(parts)?, bag: ast.operand(parts)? })
    }),
    (Rule::fill_statement, |ast, parts| Ok(StatementKind::Fill { row: ast.needed(parts, Rule::word)? })),
    (Rule::stack_statement, |ast, parts| {
        let tile = ast.operand(parts)?;
        let _on = parts.take(Rule::kw_on);
        let under = parts.take(Rule::kw_under).is_some();
        Ok(StatementKind::Stack { tile, under, bag: ast.operand(parts)? })
    }),
    (Rule::shuffle_statement, |ast, parts| {
        Ok(StatementKind::Shuffle { tile: ast.operand(parts)?, bag: ast.operand(parts)? })
    }),
    (Rule::roll_statement, |ast, parts| {
        Ok(StatementKind::Roll { name: ast.needed(parts, Rule::word)?, die: ast.operand(parts)? })
    }),
    (Rule::discard_statement, |ast, parts| Ok(StatementKind::Discard { what: ast.operand(parts)? })),
    (Rule::place_statement, |ast, parts| {
        Ok(StatementKind::Place { tile: ast.operand(parts)?, at: ast.operand(parts)? })
    }),
    (Rule::add_statement, |ast, parts| {
        Ok(StatementKind::Add { kind: ast.needed(parts, Rule::word)?, at: ast.operand(parts)? })
    }),
    (Rule::link_statement, |ast, parts| {
        Ok(StatementKind::Link { from: ast.operand(parts)?, to: ast.operand(parts)? })
    }),
    (Rule::cut_statement, |ast, parts| {
        Ok(StatementKind::Cut { from: ast.operand(parts)?, to: ast.operand(parts)? })
    }),
    (Rule::close_statement, |ast, parts| {
        Ok(StatementKind::Close {
            segment: ast.operand(parts)?,
            side: ast.inner_expression(parts, Rule::at_side)?,
        })
    }),
    (Rule::reopen_statement, |ast, parts| {
        Ok(StatementKind::Reopen {
            segment: ast.operand(parts)?,
            side: ast.inner_expression(parts, Rule::at_side)?,
        })
    }),
    (Rule::append_statement, |ast, parts| {
        Ok(StatementKind::Append {
            step: ast.needed(parts, Rule::word)?,
            player: ast.inner_expression(parts, Rule::for_player)?,
        })
    }),
    (Rule::run_statement, |ast, parts| Ok(StatementKind::Run { step: ast.needed(parts, Rule::word)? })),
    (Rule::do_statement, |ast, parts| {
        Ok(StatementKind::Do {
            name: ast.needed(parts, Rule::word)?,
            args: ast.args(parts)?.unwrap_or_default(),
        })
    }),
    (Rule::end_statement, |ast, parts| {
        let winners = ast.inner_expression(parts, Rule::won_by)?;
        Ok(StatementKind::EndGame(match winners {
            Some(winners) => Ending::WonBy(winners),
            None if parts.has(Rule::kw_now) => Ending::Now,
            None => Ending::AfterTurn,
        }))
    }),
    (Rule::stop_statement, |_, _| Ok(StatementKind::Stop)),
    (Rule::leave_statement, |_, _| Ok(StatementKind::Leave)),
    (Rule::return_statement, |ast, parts| Ok(StatementKind::Return { value: ast.operand(parts)? })),
];
