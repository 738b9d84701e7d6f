//! Predicate pushdown: filters that the game applies itself, so that a set and what is asked of each of its members
//! become one query.

use rota_bytecode::{Builtin, Condition, Form, Operand, Query, Sort, Source, Type};

use crate::purity::{is_pure, is_trivial, size};
use rota_check::tree::constant;
use rota_check::tree::{BinaryOp, Expr, ExprKind, Fold, Node, Statement, StatementKind, walk};

/// An expression of so few parts may stand twice.
const NEAR: usize = 4;

/// The filtered queries that the tree asks so far.
pub(crate) type Queries = Vec<Query>;

/// A query with what it is asked with.
struct Filtered {
    query: Query,
    params: [Option<Expr>; 2],
}

/// Takes out of a filter what the set can be asked for instead: what is left may count on it. `slot` holds the member;
/// `body` is what is done with each member before the next one is looked at.
pub(crate) fn push_down(
    queries: &mut Queries,
    slot: u16,
    set: &mut Expr,
    filter: &mut Option<Expr>,
    body: &[Statement],
) {
    let Some(written) = filter.take() else { return };
    for condition in conditions(written) {
        if filter.is_none() && of_one_kind(slot, set, &condition) {
            continue;
        }
        // Members that an earlier condition would have left out are asked as well now.
        let sure =
            |asked: &Filtered| filter.as_ref().is_none_or(|before| is_pure(before) && asked.is_sure(set));
        let filtered = Filtered::with_condition(queries, slot, set, &condition);
        match filtered.filter(|asked| sure(asked) && asked.stays(set, body)) {
            Some(filtered) => *set.kind = filtered.ask(queries, Builtin::QueryList, set),
            None => {
                *filter = Some(match filter.take() {
                    Some(before) => both(before, Some(condition)),
                    None => condition,
                });
            }
        }
    }
}

/// Asks for the features of one kind where a condition is that they are of it.
fn of_one_kind(slot: u16, set: &mut Expr, condition: &Expr) -> bool {
    let ExprKind::Ask { builtin, args } = &mut *set.kind else { return false };
    if !builtin.info().narrows || args.last().and_then(constant) != Some(-1) {
        return false;
    }
    let Some([kind]) = asked(condition, Builtin::IsFeatureKind, slot) else { return false };
    args.pop();
    args.push(kind.clone());
    true
}

/// Looks at the members one by one only where there are some for whom a filter asks more than of all others: what a
/// rule makes an exception for, or of, is there in few turns. The set is asked for twice, and so must be near.
pub(crate) fn version_set(queries: &mut Queries, slot: u16, set: &mut Expr, filter: &mut Option<Expr>) {
    let Some(written) = filter.as_ref() else { return };
    let asked = exception(written).and_then(|special| Filtered::with_condition(queries, slot, set, special));
    let Some(asked) = asked.filter(|asked| asked.is_sure(set)) else { return };
    if !asked.params.iter().flatten().all(|arg| is_pure(arg) && size(arg) <= NEAR) {
        return;
    }
    let there = |kind: ExprKind, ty| Expr { span: set.span, ty, kind: Box::new(kind) };
    let are_there = there(asked.ask(queries, Builtin::QueryAny, set), Type::one(Sort::Bool));
    let looked_at =
        ExprKind::Fold { fold: Fold::Set, slot, set: set.clone(), filter: filter.take(), body: None };
    let kind = ExprKind::If { condition: are_there, then: there(looked_at, set.ty), otherwise: set.clone() };
    *set.kind = kind;
}

/// The condition under which alone a filter asks anything.
fn exception(filter: &Expr) -> Option<&Expr> {
    if let ExprKind::If { condition, otherwise, .. } = &*filter.kind {
        return (constant(otherwise) == Some(1)).then_some(condition);
    }
    let ExprKind::Or(left, right) = &*filter.kind else { return None };
    [left, right].into_iter().find_map(|one| {
        let ExprKind::Not(special) = &*one.kind else { return None };
        Some(special)
    })
}

/// The conditions that have to hold together, in the order in which they are looked at.
fn conditions(filter: Expr) -> Vec<Expr> {
    if let ExprKind::And(left, right) = *filter.kind {
        let mut all = conditions(left);
        all.extend(conditions(right));
        all
    } else {
        vec![filter]
    }
}

/// A condition and, where it holds, what else there is to ask.
pub(crate) fn both(condition: Expr, more: Option<Expr>) -> Expr {
    match more {
        Some(more) => Expr { kind: Box::new(ExprKind::And(condition, more.clone())), ..more },
        None => condition,
    }
}

/// Asks for a fold directly where the game has an answer.
pub(crate) fn folded(queries: &mut Queries, expr: &Expr) -> Option<ExprKind> {
    let ExprKind::Fold { fold, slot, set, filter: None, body } = &*expr.kind else { return None };
    if let (Fold::All, Some(condition)) = (fold, body) {
        // It holds for all where there is none for which it does not.
        let otherwise = if let ExprKind::Not(inner) = &*condition.kind {
            inner.clone()
        } else {
            Expr { kind: Box::new(ExprKind::Not(condition.clone())), ..condition.clone() }
        };
        let asked = Filtered::with_condition(queries, *slot, set, &otherwise)?;
        let kind = Box::new(asked.ask(queries, Builtin::QueryAny, set));
        return Some(ExprKind::Not(Expr { kind, ..condition.clone() }));
    }
    let ExprKind::Ask { builtin, args } = &*set.kind else { return None };
    if (*fold, *builtin) == (Fold::Most, Builtin::Players) {
        return leaders(queries, *slot, body.as_ref()?);
    }
    let builtin = match fold {
        Fold::Any => builtin.info().any,
        Fold::Count => builtin.info().count,
        Fold::Sum if body.as_ref().and_then(constant) == Some(1) => builtin.info().count,
        Fold::First => (*builtin == Builtin::QueryList).then_some(Builtin::QueryFirst),
        Fold::Sum | Fold::All | Fold::Max | Fold::Min | Fold::Most | Fold::Least | Fold::Set => None,
    };
    builtin.map(|builtin| ExprKind::Ask { builtin, args: args.clone() })
}

/// The players to whom most members of a query of pieces belong, where those of each are what is counted.
fn leaders(queries: &mut Queries, player: u16, count: &Expr) -> Option<ExprKind> {
    let ExprKind::Ask { builtin: Builtin::QueryCount, .. } = &*count.kind else { return None };
    let mut pieces = Filtered::of(queries, count)?;
    let place = pieces.params.iter().position(|arg| {
        arg.as_ref().is_some_and(|arg| matches!(*arg.kind, ExprKind::Load(slot) if slot == player))
    })?;
    let operand = if place == 0 { Operand::First } else { Operand::Second };
    let of_each = pieces.query.conditions.iter().position(|one| *one == Condition::Owner(operand))?;
    pieces.query.conditions.remove(of_each);
    pieces.params[place] = None;
    let is_own =
        !pieces.query.uses(operand) && !pieces.params.iter().flatten().any(|arg| arg.reads(player) > 0);
    is_own.then(|| pieces.ask(queries, Builtin::QueryLeaders, count))
}

impl Filtered {
    /// The query that an expression asks already, or one for the whole set that it asks for.
    fn of(queries: &Queries, set: &Expr) -> Option<Filtered> {
        let ExprKind::Ask { builtin, args } = &*set.kind else { return None };
        if builtin.asks_query() {
            let [first, number, second] = args.as_slice() else { return None };
            let query = queries.get(usize::try_from(constant(number)?).ok()?)?.clone();
            let first = query.uses(Operand::First).then(|| first.clone());
            let second = query.uses(Operand::Second).then(|| second.clone());
            return Some(Filtered { params: [first, second], query });
        }
        let query = Query { source: Source::of(*builtin)?, of: Operand::Const(0), conditions: Vec::new() };
        let mut filtered = Filtered { query, params: [None, None] };
        if let Some(receiver) = args.first() {
            filtered.query.of = filtered.operand(receiver)?;
        }
        Some(filtered)
    }

    /// The query for those members of a set for which a condition holds.
    fn with_condition(queries: &Queries, slot: u16, set: &Expr, condition: &Expr) -> Option<Filtered> {
        let mut filtered = Filtered::of(queries, set)?;
        let condition = filtered.condition(queries, slot, condition)?;
        let known = filtered.query.conditions.iter_mut().find_map(|known| match (known, condition) {
            (Condition::FeatureKind(known), Condition::FeatureKind(kinds)) => Some((known, kinds, true)),
            (Condition::PieceKind(known), Condition::PieceKind(kinds)) => Some((known, kinds, true)),
            (Condition::Unoccupied(known), Condition::Unoccupied(kinds)) => Some((known, kinds, false)),
            _ => None,
        });
        match known {
            Some((known, kinds, true)) => *known &= kinds,
            Some((known, kinds, false)) => *known |= kinds,
            None => filtered.query.conditions.push(condition),
        }
        // All of them can be asked in any order: whose turn comes late is asked of few.
        filtered.query.conditions.sort_by_key(|condition| matches!(condition, Condition::Unoccupied(_)));
        Some(filtered)
    }

    /// What a condition says of the member in a slot, where the game can look at it.
    fn condition(&mut self, queries: &Queries, slot: u16, written: &Expr) -> Option<Condition> {
        if let ExprKind::Not(inner) = &*written.kind {
            if asked(inner, Builtin::SpaceTaken, slot).is_some() {
                return Some(Condition::Free);
            }
            if let Some([kind]) = asked(inner, Builtin::IsFeatureKind, slot) {
                return Some(Condition::FeatureKind(!feature_kind(kind)?));
            }
            if let ExprKind::Binary { op: BinaryOp::NotEqual, left, right } = &*inner.kind {
                let is_asked = constant(right) == Some(-1) && asked(left, Builtin::PieceOn, slot).is_some();
                return is_asked.then_some(Condition::OffSegment);
            }
            if let ExprKind::Binary { op: BinaryOp::Equal, left, right } = &*inner.kind {
                return self.unequal(slot, left, right);
            }
            return unoccupied(queries, inner, slot);
        }
        if let Some([kind]) = asked(written, Builtin::IsFeatureKind, slot) {
            return feature_kind(kind).map(Condition::FeatureKind);
        }
        if let Some([kinds]) = asked(written, Builtin::IsPieceKind, slot) {
            return constant(kinds).map(Condition::PieceKind);
        }
        if let Some([attr]) = asked(written, Builtin::TileAttr, slot) {
            return Some(Condition::TileAttrNot(constant(attr)?, 0));
        }
        if let Some(attr) = self.own_attr(written, slot) {
            return Some(Condition::OwnAttrNot(attr, 0));
        }
        let ExprKind::Binary { op, left, right } = &*written.kind else { return None };
        if *op == BinaryOp::NotEqual {
            return self.unequal(slot, left, right);
        }
        (*op == BinaryOp::Equal).then_some(())?;
        if constant(right) == Some(-1) && asked(left, Builtin::PieceOn, slot).is_some() {
            return Some(Condition::OffSegment);
        }
        let known = neighbours(slot, left, right).or_else(|| self.equal(slot, left, right));
        known.or_else(|| self.equal(slot, right, left))
    }

    /// What it says that a question about the member, or the member, has not a certain answer, or is not a certain one.
    fn unequal(&mut self, slot: u16, left: &Expr, right: &Expr) -> Option<Condition> {
        if constant(right) == Some(-1) {
            let on_tile = || asked(left, Builtin::PieceTile, slot).map(|_| Condition::OnTile);
            return asked(left, Builtin::PieceOn, slot).map(|_| Condition::OnSegment).or_else(on_tile);
        }
        if let Some([attr]) = asked(left, Builtin::TileAttr, slot) {
            return Some(Condition::TileAttrNot(constant(attr)?, constant(right)?));
        }
        if let Some(attr) = self.own_attr(left, slot) {
            return Some(Condition::OwnAttrNot(attr, constant(right)?));
        }
        let other = [(left, right), (right, left)].into_iter().find(|(one, _)| is_member(one, slot))?.1;
        if other.ty.sort == Sort::Piece && is_settled(other, slot) {
            self.operand(other).map(Condition::Other)
        } else {
            None
        }
    }

    /// What it says that a question about the member has a certain answer.
    fn equal(&mut self, slot: u16, question: &Expr, answer: &Expr) -> Option<Condition> {
        if let Some([attr]) = asked(question, Builtin::TileAttr, slot) {
            return Some(Condition::TileAttr(constant(attr)?, constant(answer)?));
        }
        if answer.reads(slot) > 0 {
            return None;
        }
        // A track has spaces, so that this was worked out in any case.
        if asked(question, Builtin::SpaceBeside, slot).is_some() && is_pure(answer) {
            return self.operand(answer).map(Condition::Beside);
        }
        // Where nobody stands on a feature, nobody has asked for the owner so far: it must not fault.
        asked(question, Builtin::PieceOwner, slot)?;
        if is_trivial(answer) { self.operand(answer).map(Condition::Owner) } else { None }
    }

    /// The number of the attribute that is asked of the segment in a slot alone, where the query has segments of one
    /// kind already: the number means another attribute in another kind.
    fn own_attr(&self, question: &Expr, slot: u16) -> Option<i64> {
        let ExprKind::Ask { builtin: Builtin::FeatureAttr, args } = &*question.kind else { return None };
        let [segment, attr] = args.as_slice() else { return None };
        asked(segment, Builtin::SegmentOwn, slot)?;
        let mut kinds = self.query.conditions.iter().filter_map(|condition| {
            if let Condition::FeatureKind(kinds) = *condition { Some(kinds) } else { None }
        });
        (kinds.next()?.count_ones() == 1).then(|| constant(attr))?
    }

    /// Takes an expression into the query: as a number, or as a parameter while one is free.
    fn operand(&mut self, expr: &Expr) -> Option<Operand> {
        if let Some(number) = constant(expr) {
            return Some(Operand::Const(number));
        }
        let place = self.params.iter().position(Option::is_none)?;
        self.params[place] = Some(expr.clone());
        Some(if place == 0 { Operand::First } else { Operand::Second })
    }

    /// The question, which stands where another expression does.
    fn ask(self, queries: &mut Queries, builtin: Builtin, place: &Expr) -> ExprKind {
        let Filtered { query, params: [first, second] } = self;
        let number = queries.iter().position(|known| *known == query).unwrap_or_else(|| {
            queries.push(query);
            queries.len() - 1
        });
        let nothing = || known(0, place);
        let args =
            vec![first.unwrap_or_else(nothing), known(number as i64, place), second.unwrap_or_else(nothing)];
        ExprKind::Ask { builtin, args }
    }

    /// Whether the query can be asked wherever the set itself can.
    fn is_sure(&self, set: &Expr) -> bool {
        let is_at_hand = |arg: &Expr| is_trivial(arg) || matches!(*arg.kind, ExprKind::Get { key: None, .. });
        self.asked_anew(set).all(is_at_hand)
    }

    /// What the query is asked with beyond what the set was asked with: that was worked out once in any case.
    fn asked_anew<'q>(&'q self, set: &'q Expr) -> impl Iterator<Item = &'q Expr> {
        let known = if let ExprKind::Ask { args, .. } = &*set.kind { args.as_slice() } else { &[] };
        self.params
            .iter()
            .flatten()
            .filter(move |arg| !known.iter().any(|known| is_pure(known) && arg.same_as(known)))
    }

    /// Whether the answer is the same for a member whatever is done with those before it.
    fn stays(&self, set: &Expr, body: &[Statement]) -> bool {
        let changes = |condition: &Condition| {
            matches!(
                condition,
                Condition::Free | Condition::Unoccupied(_) | Condition::OnTile | Condition::Neighbours(_)
            )
        };
        let fixed = |arg: &Expr| matches!(*arg.kind, ExprKind::Load(slot) if !stores(body, slot));
        body.is_empty() || (!self.query.conditions.iter().any(changes) && self.asked_anew(set).all(fixed))
    }
}

/// A kind of feature as a bit. The last one stands for all kinds that have none of their own.
fn feature_kind(kind: &Expr) -> Option<i64> {
    constant(kind).filter(|kind| (0..63).contains(kind)).map(|kind| 1 << kind)
}

/// That so many tiles lie beside the cell of the placement in a slot.
fn neighbours(slot: u16, left: &Expr, right: &Expr) -> Option<Condition> {
    let ExprKind::Length(set) = &*left.kind else { return None };
    let ExprKind::Ask { builtin: Builtin::CellNeighbours, args } = &*set.kind else { return None };
    asked(args.first()?, Builtin::PlacementCell, slot)?;
    constant(right).map(Condition::Neighbours)
}

/// Whether an expression is at hand and the same for all members.
fn is_settled(expr: &Expr, slot: u16) -> bool {
    (matches!(*expr.kind, ExprKind::Get { key: None, .. }) || is_trivial(expr)) && expr.reads(slot) == 0
}

/// Whether an expression is the member in a slot.
fn is_member(expr: &Expr, slot: u16) -> bool {
    matches!(*expr.kind, ExprKind::Load(read) if read == slot)
}

/// That no piece of certain kinds stands on the feature in a slot, from the question whether one does.
fn unoccupied(queries: &Queries, written: &Expr, slot: u16) -> Option<Condition> {
    asked(written, Builtin::QueryAny, slot)?;
    match Filtered::of(queries, written)?.query {
        Query { source: Source::FeaturePieces, of: Operand::First, conditions } => {
            let [Condition::PieceKind(kinds)] = *conditions else { return None };
            Some(Condition::Unoccupied(kinds))
        }
        _ => None,
    }
}

/// A number that stands where another expression does.
fn known(value: i64, place: &Expr) -> Expr {
    Expr { ty: Type::one(Sort::Int), kind: Box::new(ExprKind::Const(value)), span: place.span }
}

/// What else a question about the member is asked with.
fn asked(expr: &Expr, wanted: Builtin, slot: u16) -> Option<&[Expr]> {
    let ExprKind::Ask { builtin, args } = &*expr.kind else { return None };
    let (member, rest) = args.split_first()?;
    (*builtin == wanted && is_member(member, slot)).then_some(rest)
}

/// Whether statements write a slot.
pub(crate) fn stores(body: &[Statement], wanted: u16) -> bool {
    let mut found = false;
    walk(body, &mut |part| {
        if let Node::Statement(Statement { kind: StatementKind::Store { slot, .. }, .. }) = part {
            found |= *slot == wanted;
        }
    });
    found
}

/// A list of small numbers as a mask, which is what sets of players are: nothing has to be written down to look
/// for a member.
pub(crate) fn as_mask(set: &mut Expr) {
    let ExprKind::Set(members) = &*set.kind else { return };
    let bit =
        |member: &Expr| constant(member).filter(|number| (0..64).contains(number)).map(|number| 1 << number);
    let mask: Option<i64> = members.iter().map(bit).try_fold(0, |mask, bit| Some(mask | bit?));
    if let Some(mask) = mask {
        let ty = Type::one(Sort::Player).with_form(Form::Many);
        *set = Expr { ty, kind: Box::new(ExprKind::Const(mask)), ..set.clone() };
    }
}

/// Two comparisons in place of a look into a mask of numbers that follow one another: the first mostly says enough.
pub(crate) fn between(expr: &Expr) -> Option<ExprKind> {
    let ExprKind::Contains { member, set } = &*expr.kind else { return None };
    let mask =
        constant(set).filter(|mask| set.ty.is_mask() && *mask > 0 && member.ty.sort != Sort::Player)?;
    let (first, last) = (i64::from(mask.trailing_zeros()), i64::from(mask.ilog2()));
    let are_neighbours = i64::from(mask.count_ones()) == last - first + 1;
    // It is asked for twice, which is once where nothing happens in between.
    if !are_neighbours || !is_pure(member) || size(member) > NEAR {
        return None;
    }
    let compared = |left: Expr, right: Expr| Expr {
        kind: Box::new(ExprKind::Binary { op: BinaryOp::LessEqual, left, right }),
        ..expr.clone()
    };
    let above = compared(known(first, expr), member.clone());
    Some(ExprKind::And(above, compared(member.clone(), known(last, expr))))
}
