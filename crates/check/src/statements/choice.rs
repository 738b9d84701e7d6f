//! Decisions in a rule: of one thing or several, in an order, at once, in secret.

use rota_bytecode::program::{Action, Secrecy};
use rota_bytecode::{Builtin, Effect, Form, Sort, Type};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{self, ChoiceKind, Deciders};

use crate::build::load;
use crate::checker::Checker;
use crate::expressions::fold::BoundSet;
use crate::scope::Purity;
use crate::tree::{BinaryOp, Expr, ExprKind, Fold, Group, Statement, StatementKind};

const BOOL: Type = Type::one(Sort::Bool);

/// A word of the form of a choice that stands where it is read as a name.
fn displaced(part: &ast::Binding) -> Option<Diagnostic> {
    let kind = part.kinds.first()?;
    let (word, example) = match (kind.node.as_str(), part.name.node.as_str()) {
        (_, "several") => (&part.name, "choose active several ms among active.pieces"),
        (_, "order") => (&part.name, "choose active order ms among active.pieces"),
        ("secretly" | "secret", _) => (kind, "choose active n among 1..3 secretly"),
        _ => return None,
    };
    let message = format!("`{word}` stands in another place");
    Some(
        Diagnostic::error("types::choice-form", message)
            .at(word.span, "read as a name here")
            .help(format!("for example: {example}")),
    )
}

/// A `choose`, where it stands, and the statements that belong to it.
#[derive(Clone, Copy)]
pub(crate) struct Decision<'c> {
    pub span: Span,
    pub choose: &'c ast::Choose,
    pub then: &'c [ast::Statement],
}

impl Checker<'_> {
    /// `choose …` with its block, or with all that follows it where it has none.
    pub(crate) fn choose(
        &mut self,
        span: Span,
        choose: &ast::Choose,
        rest: &[ast::Statement],
    ) -> Vec<Statement> {
        if self.scope.purity == Purity::Answers {
            Diagnostic::error("types::effect-in-value", "a value only answers; it asks nobody")
                .at(self.first_word(span), "this would ask a player")
                .help("move it into a rule")
                .report(self.diagnostics);
            return Vec::new();
        }
        if !self.is_well_formed(choose) {
            return Vec::new();
        }
        let then = choose.body.as_ref().map_or(rest, |body| &body.statements);
        let decision = Decision { span, choose, then };
        let chosen = self.apart(|checker| match &choose.who {
            Deciders::One(who) if choose.parts.is_empty() => checker.choose_yes(decision, who),
            Deciders::Each(everyone) => checker.choose_at_once(decision, everyone),
            Deciders::One(who) if choose.kind.node == ChoiceKind::One => checker.choose_one(decision, who),
            Deciders::One(who) => checker.choose_many(decision, who),
        });
        self.forget_chosen(decision);
        chosen.unwrap_or_default()
    }

    /// Forgets what may change when something is chosen, or nothing.
    fn forget_chosen(&mut self, decision: Decision<'_>) {
        self.forget_changed(decision.then);
        if let Some(otherwise) = &decision.choose.otherwise {
            self.forget_changed(&otherwise.statements);
        }
    }

    /// Whether the parts of a choice go together.
    fn is_well_formed(&mut self, choose: &ast::Choose) -> bool {
        let how = choose.kind.node;
        if let Some(slip) = choose.parts.iter().find_map(displaced) {
            self.report(slip);
            return false;
        }
        let second = choose.parts.get(1).map(|part| part.name.span);
        let (place, message, help) = match (&choose.who, second, &choose.most) {
            (_, _, Some(most)) if how != ChoiceKind::Several => (
                most.span,
                "only a choice of several says how many",
                "as in `choose active several ms among … up to 3`, or `exactly 3`",
            ),
            (Deciders::Each(_), _, _) if choose.parts.is_empty() => (
                choose.kind.span,
                "players who choose at once choose from a set",
                "name it: `choose each p in players vote among { yes, no }` with `enum answer { yes, no }`",
            ),
            (Deciders::Each(_), _, _) if how != ChoiceKind::One => (
                choose.kind.span,
                "each player gives one answer where all choose at once",
                "leave the word away, or ask the players one after the other: `each p in players from active { … }`",
            ),
            (Deciders::Each(_), Some(second), _) => (
                second,
                "each player gives one answer where all choose at once",
                "ask for one thing, or ask the players one after the other: `each p in players from active { … }`",
            ),
            (_, Some(second), _) if how != ChoiceKind::One => (
                second,
                "several are chosen of one set, not of two",
                "choose from one set, and then from the other with a `choose` of its own",
            ),
            _ => return true,
        };
        Diagnostic::error("types::choice-form", message)
            .at(place, "this does not go with it")
            .help(help)
            .report(self.diagnostics);
        false
    }

    /// A question to which the player says yes, or passes.
    fn choose_yes(&mut self, decision: Decision<'_>, who: &ast::Expr) -> Option<Vec<Statement>> {
        let Decision { span, choose, .. } = decision;
        let (who, otherwise) = (self.expect(who, Type::one(Sort::Player)), self.otherwise(choose));
        let pass_when = self.pass_when(choose);
        let mark = self.scope.mark();
        let when = choose.when.as_ref().map(|when| self.expect_condition(when));
        when.iter().for_each(|when| self.learn(when.as_ref(), true));
        let set = match &choose.about {
            Some(about) => self.subject(about),
            None => {
                let yes = Expr::new(span, BOOL, ExprKind::Const(1));
                Some(Expr::new(span, BOOL.with_form(Form::Many), ExprKind::Set(vec![yes])))
            }
        };
        let slot = self.scope.reserve(1);
        let body = self.chosen(decision);
        self.scope.restore(mark);
        let when = match when {
            Some(when) => Some(when?),
            None => None,
        };
        let set = set?;
        let choice = self.add_choice(span, choose, ("yes", true), set.ty.with_form(Form::One));
        if let (Some(_), Some(site)) = (&choose.about, self.choices.get_mut(choice as usize)) {
            // What it is about is told behind the answer.
            site.actions.iter_mut().for_each(|action| action.name = "yes".to_owned());
        }
        let group = Group { when, set, filter: None, slot, body };
        let asked = asks(span, choice, who?, group, otherwise);
        Some(self.passing_when(pass_when?, asked))
    }

    /// What a question is about: the one thing of which the player says yes.
    fn subject(&mut self, about: &ast::Expr) -> Option<Expr> {
        let subject = self.expr(about, None)?;
        let (found, help) = match (subject.ty.form, subject.ty.sort) {
            (_, Sort::Nothing) => ("none".to_owned(), "leave `about` away, or name a thing"),
            (Form::Many, _) => {
                (self.describe(subject.ty), "let the player choose one of them: `choose active x among …`")
            }
            _ => return self.set(std::slice::from_ref(about), about.span, None),
        };
        Diagnostic::error("types::mismatch", format!("a question is about one thing; this is {found}"))
            .at(about.span, format!("this is {found}"))
            .help(help)
            .report(self.diagnostics);
        None
    }

    /// One thing, or one of each of several sets: asked one after the other.
    fn choose_one(&mut self, decision: Decision<'_>, who: &ast::Expr) -> Option<Vec<Statement>> {
        let Decision { span, choose, .. } = decision;
        let (who, otherwise) = (self.expect(who, Type::one(Sort::Player)), self.otherwise(choose));
        let pass_when = self.pass_when(choose);
        let mark = self.scope.mark();
        let bound: Vec<Option<BoundSet>> = choose.parts.iter().map(|part| self.bind(part)).collect();
        // Who is asked again must be the same: what was chosen may have to do with who that is.
        let asked = (choose.parts.len() > 1).then(|| self.scope.reserve(1));
        let body = self.chosen(decision);
        self.scope.restore(mark);
        let (who, bound) = (who?, bound.into_iter().collect::<Option<Vec<BoundSet>>>()?);
        let mut out = Vec::new();
        let who = match asked {
            Some(slot) => {
                let again = load(slot, who.ty, who.span);
                out.push(Statement { span, kind: StatementKind::Store { slot, value: who } });
                again
            }
            None => who,
        };
        let (first, later) = bound.split_first()?;
        let choice =
            self.add_choice(span, choose, (&choose.parts.first()?.name.node, choose.pass), first.member);
        let body = self.later_choices(span, choose, &who, later, body);
        let (when, filter) = offered_with(first, later, span);
        let group = Group { when, set: first.set.clone(), filter, slot: first.slot, body };
        out.extend(self.passing_when(pass_when?, asks(span, choice, who, group, otherwise)));
        Some(out)
    }

    /// The choices behind the first of several: each has an option, for else the first had not been offered.
    pub(crate) fn later_choices(
        &mut self,
        span: Span,
        choose: &ast::Choose,
        who: &Expr,
        bound: &[BoundSet],
        then: Vec<Statement>,
    ) -> Vec<Statement> {
        let names = choose.parts.iter().rev().map(|part| &part.name.node);
        let rests = (0..bound.len()).rev().map(|place| bound.split_at(place).1);
        let mut then = then;
        for (rest, name) in rests.zip(names) {
            let Some((part, later)) = rest.split_first() else { continue };
            let choice = self.add_choice(span, choose, (name, false), part.member);
            let (when, filter) = offered_with(part, later, span);
            let group = Group { when, set: part.set.clone(), filter, slot: part.slot, body: then };
            then = vec![asks(span, choice, who.clone(), group, Vec::new())];
        }
        then
    }

    /// An answer of each player, all given before any of them is seen; then what follows, player by player.
    fn choose_at_once(&mut self, decision: Decision<'_>, everyone: &ast::Binding) -> Option<Vec<Statement>> {
        let Decision { span, choose, .. } = decision;
        let (int, player) = (Type::one(Sort::Int), Type::one(Sort::Player));
        let (players, answers_type) = (Type::many(Sort::Player), Type::many(Sort::Int));
        let part = choose.parts.first()?;
        let mark = self.scope.mark();
        let [asked, from, answers, chose, place] = self.scope.reserve_each();
        let who = self.bind(everyone);
        if let Some(who) = who.as_ref().filter(|who| who.member.sort != Sort::Player) {
            let found = self.describe(who.member.with_form(Form::Many));
            Diagnostic::error("types::mismatch", format!("only players choose; this is {found}"))
                .at(who.set.span, format!("this is {found}"))
                .help("as in `choose each p in players x among …`")
                .report(self.diagnostics);
            self.scope.restore(mark);
            return None;
        }
        self.scope.loops += 1;
        let otherwise = self.apart(|checker| {
            checker.forget_chosen(decision);
            checker.otherwise(choose)
        });
        let pass_when = self.pass_when(choose);
        let bound = self.bind(part);
        // What follows for the first player comes before what follows for the next.
        self.forget_chosen(decision);
        let body = self.chosen(decision);
        self.scope.loops -= 1;
        self.scope.restore(mark);
        let (who, bound) = (who?, bound?);
        let store = |slot, value| Statement { span, kind: StatementKind::Store { slot, value } };
        let expr = |ty, kind| Expr::new(span, ty, kind);
        let constant = |number| expr(int, ExprKind::Const(number));
        let with = |slot, set: Type, member| {
            store(slot, expr(set, ExprKind::With { set: load(slot, set, span), member }))
        };
        let one = || load(who.slot, player, span);
        let choice = self.add_choice(span, choose, (&part.name.node, choose.pass), bound.member);
        let answered =
            vec![with(answers, answers_type, load(bound.slot, int, span)), with(chose, players, one())];
        let silent = vec![with(answers, answers_type, constant(-1))];
        let BoundSet { slot, set, filter, member, .. } = bound;
        let group = Group { when: None, set, filter, slot, body: answered };
        let ask = self.passing_when(pass_when?, asks(span, choice, one(), group, silent));
        let round = |body| {
            let (set, from) = (load(asked, players, span), Some(load(from, player, span)));
            let kind = StatementKind::Each { slot: who.slot, set, from, filter: None, body };
            Statement { span, kind }
        };
        let answer = ExprKind::Nth { set: load(answers, answers_type, span), index: load(place, int, span) };
        let op = BinaryOp::Add;
        let next = ExprKind::Binary { op, left: load(place, int, span), right: constant(1) };
        let has = ExprKind::Contains { member: one(), set: load(chose, players, span) };
        let told = vec![
            store(slot, expr(member, answer)),
            store(place, expr(int, next)),
            Statement { span, kind: StatementKind::If { condition: expr(BOOL, has), then: body, otherwise } },
        ];
        let whom = ExprKind::Fold {
            fold: Fold::Set,
            slot: who.slot,
            set: who.set.clone(),
            filter: who.filter.clone(),
            body: None,
        };
        let active = || expr(player, ExprKind::Ask { builtin: Builtin::Active, args: Vec::new() });
        let uncover = Effect::Uncover;
        Some(vec![
            store(asked, expr(players, whom)),
            store(from, who.from.clone().unwrap_or_else(active)),
            store(answers, expr(answers_type, ExprKind::Set(Vec::new()))),
            store(chose, expr(players, ExprKind::Set(Vec::new()))),
            round(ask),
            Statement { span, kind: StatementKind::Do { effect: uncover, args: Vec::new(), result: None } },
            store(place, constant(0)),
            round(told),
        ])
    }

    /// Checks what happens when something was chosen.
    pub(crate) fn chosen(&mut self, decision: Decision<'_>) -> Vec<Statement> {
        self.with_secrecy(decision.choose.secret, |checker| checker.statements(decision.then))
    }

    /// Adds the choice as players see it, for one of the names that a `choose` binds.
    pub(crate) fn add_choice(
        &mut self,
        span: Span,
        choose: &ast::Choose,
        (name, pass): (&str, bool),
        member: Type,
    ) -> u32 {
        let prompt =
            choose.prompt.as_ref().map_or_else(|| format!("choose {name}"), |text| text.node.clone());
        let actions = vec![Action { name: String::new(), ty: member }];
        let rule = self.scope.rule.clone();
        let choice =
            self.with_secrecy(choose.secret, |checker| checker.choice(span, rule, prompt, pass, actions));
        if let Deciders::Each(_) = choose.who
            && let Some(site) = self.choices.get_mut(choice as usize)
            && site.secrecy == Secrecy::Open
        {
            site.secrecy = Secrecy::AtOnce;
        }
        choice
    }

    /// What happens where nothing is chosen.
    pub(crate) fn otherwise(&mut self, choose: &ast::Choose) -> Vec<Statement> {
        let otherwise = choose.otherwise.as_ref();
        otherwise.map(|block| self.apart(|checker| checker.block(block))).unwrap_or_default()
    }

    /// Checks what belongs to a choice: where that was secret, what is chosen in it is secret as well.
    fn with_secrecy<T>(&mut self, secret: bool, check: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.scope.secret;
        self.scope.secret |= secret;
        let checked = check(self);
        self.scope.secret = before;
        checked
    }
}

/// A decision with one set of options.
pub(crate) fn asks(span: Span, choice: u32, who: Expr, group: Group, otherwise: Vec<Statement>) -> Statement {
    Statement { span, kind: StatementKind::Choose { choice, who, groups: vec![group], otherwise } }
}

/// When something of a set is offered, and what of it: what something of each of the later sets goes with. Where these
/// have nothing to do with what is chosen here, they are looked through once and not for each member.
pub(crate) fn offered_with(first: &BoundSet, later: &[BoundSet], span: Span) -> (Option<Expr>, Option<Expr>) {
    match exists(later, span) {
        // A condition may have shown what they need.
        Some(exists) if first.filter.is_none() && exists.reads(first.slot) == 0 => (Some(exists), None),
        exists => (None, both(first.filter.clone(), exists)),
    }
}

/// Whether there is something to choose in each of these sets; nothing where there is no set.
fn exists(bound: &[BoundSet], span: Span) -> Option<Expr> {
    let (first, later) = bound.split_first()?;
    let (when, filter) = offered_with(first, later, span);
    let kind =
        ExprKind::Fold { fold: Fold::Any, slot: first.slot, set: first.set.clone(), filter, body: None };
    both(when, Some(Expr::new(span, BOOL, kind)))
}

/// The condition that both of two conditions hold.
pub(crate) fn both(one: Option<Expr>, other: Option<Expr>) -> Option<Expr> {
    match (one, other) {
        (Some(one), Some(other)) => Some(Expr::new(one.span, BOOL, ExprKind::And(one, other))),
        (one, other) => one.or(other),
    }
}
