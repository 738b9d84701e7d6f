//! Statements.

use pest::iterators::Pair;
use rota_source::Spanned;

use super::{AstBuilder, Built, Parts, only};
use crate::ast::{Binding, Block, ChoiceKind, Choose, Deciders, Expr, Statement, StatementKind};
use crate::grammar::Rule;

impl AstBuilder<'_> {
    pub(super) fn block(&self, pair: Pair<'_, Rule>) -> Built<Block> {
        let span = self.span(&pair);
        let statements = Parts::of(pair).all(Rule::statement, |statement| self.statement(only(statement)))?;
        Ok(Block { span, statements })
    }

    fn statement(&self, pair: Pair<'_, Rule>) -> Built<Statement> {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        let parts = &mut parts;
        let kind = match rule {
            Rule::let_statement => {
                StatementKind::Let { name: self.needed(parts, Rule::word)?, value: self.initial(parts)? }
            }
            Rule::set_statement => StatementKind::Set {
                target: self.postfix(parts.need(Rule::postfix, self)?)?,
                value: self.initial(parts)?,
            },
            Rule::if_statement => self.if_statement(parts)?,
            Rule::each_statement => StatementKind::Each {
                binding: self.binding(parts.need(Rule::binding, self)?)?,
                body: self.block(parts.need(Rule::block, self)?)?,
            },
            Rule::repeat_statement => StatementKind::Repeat {
                times: self.operand(parts)?,
                body: self.block(parts.need(Rule::block, self)?)?,
            },
            Rule::choose_statement => self.choose(parts)?,
            Rule::award_statement | Rule::score_statement => {
                let mut grant = Parts::of(parts.need(Rule::grant, self)?);
                let points = self.operand(&mut grant)?;
                let to = self.operand(&mut grant)?;
                let reason = self.needed(&mut Parts::of(grant.need(Rule::as_reason, self)?), Rule::word)?;
                let at = self.inner_expression(&mut grant, Rule::grant_at)?;
                match rule {
                    Rule::award_statement => StatementKind::Award { points, to, reason, at },
                    _ => StatementKind::Score { points, to, reason, at },
                }
            }
            Rule::put_statement => StatementKind::Put {
                piece: self.operand(parts)?,
                of: self.inner_expression(parts, Rule::put_of)?,
                on: self.operand(parts)?,
            },
            Rule::move_statement => StatementKind::Move {
                piece: self.operand(parts)?,
                of: self.inner_expression(parts, Rule::put_of)?,
                to: self.operand(parts)?,
            },
            _ => self.short_statement(rule, parts)?,
        };
        Ok(Statement { span, kind })
    }

    /// Statements of a word or two and as many operands.
    fn short_statement(&self, rule: Rule, parts: &mut Parts<'_>) -> Built<StatementKind> {
        Ok(match rule {
            Rule::give_statement => StatementKind::Give,
            Rule::cancel_statement => StatementKind::Cancel { award: self.operand(parts)? },
            Rule::send_statement => StatementKind::Send {
                piece: self.operand(parts)?,
                reason: self.inside(parts, Rule::as_reason, Rule::word)?,
            },
            Rule::pay_statement => StatementKind::Pay {
                points: self.operand(parts)?,
                from: self.operand(parts)?,
                to: self.inner_expression(parts, Rule::pay_to)?,
                reason: self.needed(&mut Parts::of(parts.need(Rule::as_reason, self)?), Rule::word)?,
            },
            Rule::draw_statement => StatementKind::Draw {
                name: self.needed(parts, Rule::word)?,
                bag: self.operand(parts)?,
                unseen: parts.has(Rule::kw_unseen),
                seen_by: self.inner_expression(parts, Rule::seen_by)?,
            },
            Rule::show_statement => StatementKind::Show {
                tile: self.operand(parts)?,
                to: self.inner_expression(parts, Rule::show_to)?,
            },
            Rule::take_statement => {
                StatementKind::Take { tile: self.operand(parts)?, bag: self.operand(parts)? }
            }
            Rule::shuffle_statement => {
                StatementKind::Shuffle { tile: self.operand(parts)?, bag: self.operand(parts)? }
            }
            Rule::roll_statement => {
                StatementKind::Roll { name: self.needed(parts, Rule::word)?, die: self.operand(parts)? }
            }
            Rule::discard_statement => StatementKind::Discard { what: self.operand(parts)? },
            Rule::place_statement => {
                StatementKind::Place { tile: self.operand(parts)?, at: self.operand(parts)? }
            }
            Rule::link_statement => {
                StatementKind::Link { from: self.operand(parts)?, to: self.operand(parts)? }
            }
            Rule::cut_statement => {
                StatementKind::Cut { from: self.operand(parts)?, to: self.operand(parts)? }
            }
            Rule::close_statement => StatementKind::Close { segment: self.operand(parts)? },
            Rule::reopen_statement => StatementKind::Reopen { segment: self.operand(parts)? },
            Rule::append_statement => StatementKind::Append { step: self.needed(parts, Rule::word)? },
            Rule::run_statement => StatementKind::Run { step: self.needed(parts, Rule::word)? },
            Rule::end_statement => StatementKind::EndGame,
            Rule::stop_statement => StatementKind::Stop,
            Rule::leave_statement => StatementKind::Leave,
            Rule::return_statement => StatementKind::Return { value: self.operand(parts)? },
            _ => return Err(self.unexpected(&parts.whole, Rule::statement)),
        })
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
        Ok(StatementKind::Choose(Box::new(Choose {
            who,
            kind,
            parts: parts.all(Rule::choice, |choice| self.binding(choice))?,
            most: self.inner_expression(parts, Rule::at_most_so_many)?,
            secret: parts.has(Rule::kw_secretly),
            prompt: parts.take(Rule::text).map(|text| self.text(&text)),
            pass: parts.has(Rule::or_pass),
            body: parts.take(Rule::block).map(|block| self.block(block)).transpose()?,
            otherwise: self.else_block(parts)?,
        })))
    }

    fn else_block(&self, parts: &mut Parts<'_>) -> Built<Option<Block>> {
        parts.optional(Rule::else_block, |clause| self.block(clause.need(Rule::block, self)?))
    }

    /// A name for each member of a set, after `each`, in a fold, or (with `among`) in a choice.
    pub(super) fn binding(&self, pair: Pair<'_, Rule>) -> Built<Binding> {
        let mut parts = Parts::of(pair);
        let first = self.needed(&mut parts, Rule::word)?;
        let second = parts.inner.next_if(|next| next.as_rule() == Rule::word);
        let (kind, name) = match second {
            Some(second) => (Some(first), self.name(&second)?),
            None => (None, first),
        };
        Ok(Binding {
            kind,
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
