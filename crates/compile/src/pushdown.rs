//! Filters that the game applies itself: a set and what is asked of each of its members become one question.

use rota_bytecode::{ANYBODY, Builtin, Form, Sort, Type};

use crate::purity::{is_pure, is_trivial, same, size};
use rota_check::tree::constant;
use rota_check::tree::{BinaryOp, Expr, ExprKind, Fold, Node, Statement, StatementKind, walk};

/// An expression of so few parts may stand twice.
const NEAR: usize = 4;

/// Takes out of a filter what the set can be asked for instead: what is left may count on it. `slot` holds the member;
/// `body` is what is done with each member before the next one is looked at.
pub(crate) fn narrow(slot: u16, set: &mut Expr, filter: &mut Option<Expr>, body: &[Statement]) {
    let Some(written) = filter.take() else { return };
    for condition in conditions(written) {
        // Members that an earlier condition would have left out are asked as well now.
        let sure =
            |asked: &ExprKind| filter.as_ref().is_none_or(|before| is_pure(before) && is_sure(asked, set));
        match narrowed(slot, set, &condition).filter(|asked| sure(asked) && stays(asked, set, body)) {
            Some(narrowed) => *set.kind = narrowed,
            None => *filter = Some(both(filter.take(), condition)),
        }
    }
}

/// Looks at the members one by one only where there are some for whom a filter asks more than of all others: what a
/// rule makes an exception for, or of, is there in few turns. The set is asked for twice, and so must be near.
pub(crate) fn version_set(slot: u16, set: &mut Expr, filter: &mut Option<Expr>) {
    let Some(written) = filter.as_ref() else { return };
    let special = match &*written.kind {
        ExprKind::If { condition, otherwise, .. } if constant(otherwise) == Some(1) => Some(condition),
        ExprKind::Or(left, right) => [left, right].into_iter().find_map(|one| match &*one.kind {
            ExprKind::Not(special) => Some(special),
            _ => None,
        }),
        _ => None,
    };
    let asked = special.and_then(|special| narrowed(slot, set, special)).filter(|asked| is_sure(asked, set));
    let Some(ExprKind::Ask { builtin, args }) = asked else { return };
    let near = args.iter().all(|arg| is_pure(arg) && size(arg) <= NEAR);
    let Some(any) = builtin.any().filter(|_| near) else { return };
    let there = |kind: ExprKind, ty| Expr { span: set.span, ty, kind: Box::new(kind) };
    let are_there = there(ExprKind::Ask { builtin: any, args }, Type::one(Sort::Bool));
    let looked_at =
        ExprKind::Fold { fold: Fold::Set, slot, set: set.clone(), filter: filter.take(), body: None };
    let kind = ExprKind::If { condition: are_there, then: there(looked_at, set.ty), otherwise: set.clone() };
    *set.kind = kind;
}

/// The conditions that have to hold together, in the order in which they are looked at.
fn conditions(filter: Expr) -> Vec<Expr> {
    let Expr { span, ty, kind } = filter;
    match *kind {
        ExprKind::And(left, right) => {
            let mut all = conditions(left);
            all.extend(conditions(right));
            all
        }
        kind => vec![Expr { span, ty, kind: Box::new(kind) }],
    }
}

fn both(before: Option<Expr>, condition: Expr) -> Expr {
    match before {
        Some(before) => Expr { kind: Box::new(ExprKind::And(before, condition.clone())), ..condition },
        None => condition,
    }
}

/// Whether a question can be asked wherever the set itself can.
fn is_sure(question: &ExprKind, set: &Expr) -> bool {
    asked_anew(question, set).all(is_trivial)
}

/// What a question is asked with beyond what the set was asked with: that was worked out once in any case.
fn asked_anew<'q>(question: &'q ExprKind, set: &'q Expr) -> impl Iterator<Item = &'q Expr> {
    let args = |kind: &'q ExprKind| match kind {
        ExprKind::Ask { args, .. } => args.as_slice(),
        _ => &[],
    };
    args(question).iter().filter(move |arg| !args(&set.kind).iter().any(|known| same(arg, known)))
}

/// Asks for a fold directly where the game has an answer.
pub(crate) fn folded(expr: &Expr) -> Option<ExprKind> {
    let ExprKind::Fold { fold, slot, set, filter: None, body } = &*expr.kind else { return None };
    let ExprKind::Ask { builtin, args } = &*set.kind else { return None };
    if (*fold, *builtin) == (Fold::Most, Builtin::Players) {
        return leaders(*slot, body.as_ref()?);
    }
    if *builtin == Builtin::LaidWith && matches!(fold, Fold::Any | Fold::First) {
        let first = ExprKind::Ask { builtin: Builtin::FirstLaidWith, args: args.clone() };
        return Some(if *fold == Fold::First { first } else { is_there(first, expr) });
    }
    let builtin = match fold {
        Fold::Any => builtin.any(),
        Fold::Count => builtin.count(),
        Fold::Sum if body.as_ref().and_then(constant) == Some(1) => builtin.count(),
        _ => None,
    };
    builtin.map(|builtin| ExprKind::Ask { builtin, args: args.clone() })
}

/// Whether the answer to a question is something.
fn is_there(question: ExprKind, place: &Expr) -> ExprKind {
    let left = Expr { kind: Box::new(question), ..known(0, place) };
    ExprKind::Binary { op: BinaryOp::NotEqual, left, right: known(-1, place) }
}

/// The space of a neutral piece, where both are asked for.
pub(crate) fn neutral_space(expr: &Expr) -> Option<ExprKind> {
    let ExprKind::Ask { builtin: Builtin::PieceSpace, args } = &*expr.kind else { return None };
    let ExprKind::Ask { builtin: Builtin::NeutralPiece, args } = &*args.first()?.kind else { return None };
    Some(ExprKind::Ask { builtin: Builtin::NeutralSpace, args: args.clone() })
}

/// The players who have most pieces on a feature, where that is what is counted for each.
fn leaders(player: u16, count: &Expr) -> Option<ExprKind> {
    let ExprKind::Ask { builtin: Builtin::FeatureHeld, args } = &*count.kind else { return None };
    let (owner, pieces) = args.split_last()?;
    let of_each = matches!(*owner.kind, ExprKind::Load(slot) if slot == player);
    (of_each && !pieces.iter().any(|arg| arg.reads(player) > 0))
        .then(|| ExprKind::Ask { builtin: Builtin::FeatureLeaders, args: pieces.to_vec() })
}

/// The question for those members of a set for which a condition holds.
fn narrowed(slot: u16, set: &Expr, condition: &Expr) -> Option<ExprKind> {
    let ExprKind::Ask { builtin, args } = &*set.kind else { return None };
    let (builtin, args) = match builtin {
        Builtin::TrackSpaces => spaces(slot, args, condition)?,
        Builtin::TileSegments | Builtin::TileSegmentsOf => {
            (Builtin::TileSegmentsOf, segments(slot, args, condition)?)
        }
        Builtin::Laid => (Builtin::LaidWith, tiles(slot, args, condition)?),
        Builtin::BagTiles => (Builtin::BagTilesWith, tiles(slot, args, condition)?),
        Builtin::FeaturePieces | Builtin::FeaturePiecesOf => {
            (Builtin::FeaturePiecesOf, pieces(slot, args, condition)?)
        }
        Builtin::PlayerPieces | Builtin::PlayerPiecesOf => {
            (Builtin::PlayerPiecesOf, own_pieces(slot, args, condition)?)
        }
        _ => return None,
    };
    Some(ExprKind::Ask { builtin, args })
}

/// The tiles of which an attribute has a certain value.
fn tiles(slot: u16, from: &[Expr], condition: &Expr) -> Option<Vec<Expr>> {
    let (attr, value) = compared(condition, Builtin::TileAttr, slot)?;
    constant(value)?;
    Some(from.iter().chain(attr).chain([value]).cloned().collect())
}

/// The free spaces of a track, or those beside a space.
fn spaces(slot: u16, track: &[Expr], condition: &Expr) -> Option<(Builtin, Vec<Expr>)> {
    if let ExprKind::Not(taken) = &*condition.kind {
        asked(taken, Builtin::SpaceTaken, slot)?;
        return Some((Builtin::FreeSpaces, track.to_vec()));
    }
    let (_, space) = compared(condition, Builtin::SpaceBeside, slot)?;
    // A track has spaces, so that this was worked out in any case.
    let once = is_pure(space) && space.reads(slot) == 0;
    once.then(|| (Builtin::SpacesBeside, [space].into_iter().chain(track).cloned().collect()))
}

/// The segments of a tile that are of certain kinds of features, and free of certain kinds of pieces: `args` are the
/// tile and the two.
fn segments(slot: u16, args: &[Expr], condition: &Expr) -> Option<Vec<Expr>> {
    let tile = args.first()?;
    let given = |index: usize, start: i64| args.get(index).map_or(Some(start), constant);
    let (mut kinds, mut pieces) = (given(1, -1)?, given(2, 0)?);
    let (condition, holds) = match &*condition.kind {
        ExprKind::Not(inner) => (inner, false),
        _ => (condition, true),
    };
    if let Some([kind]) = asked(condition, Builtin::IsFeatureKind, slot) {
        // The last bit stands for all kinds that have none of their own.
        let kind = constant(kind).filter(|kind| (0..63).contains(kind))?;
        kinds &= if holds { 1 << kind } else { !(1 << kind) };
    } else {
        let [wanted, owner] = asked(condition, Builtin::FeatureHolds, slot)? else { return None };
        if holds || constant(owner) != Some(ANYBODY) {
            return None;
        }
        pieces |= constant(wanted)?;
    }
    let known = |value| known(value, tile);
    Some(vec![tile.clone(), known(kinds), known(pieces)])
}

/// The pieces on a feature that are of certain kinds, or somebody's: `args` are the feature, the kinds and the owner.
fn pieces(slot: u16, args: &[Expr], condition: &Expr) -> Option<Vec<Expr>> {
    let feature = args.first()?;
    let known = |value| known(value, feature);
    let kinds = args.get(1).cloned().unwrap_or_else(|| known(-1));
    let owner = args.get(2).cloned().unwrap_or_else(|| known(ANYBODY));
    if let Some([wanted]) = asked(condition, Builtin::IsPieceKind, slot) {
        let both = constant(&kinds)? & constant(wanted)?;
        return Some(vec![feature.clone(), known(both), owner]);
    }
    let (_, wanted) = compared(condition, Builtin::PieceOwner, slot)?;
    // Where nobody stands on the feature, nobody has asked for it so far: it must not fault.
    let free = is_trivial(wanted) && wanted.reads(slot) == 0;
    (free && constant(&owner) == Some(ANYBODY)).then(|| vec![feature.clone(), kinds, wanted.clone()])
}

/// The pieces of a player that are of certain kinds, or on a feature: `args` are the player, the kinds and whether.
fn own_pieces(slot: u16, args: &[Expr], condition: &Expr) -> Option<Vec<Expr>> {
    let player = args.first()?;
    let given = |index: usize, start: i64| args.get(index).map_or(Some(start), constant);
    let (mut kinds, mut on) = (given(1, -1)?, given(2, 0)?);
    match &*condition.kind {
        ExprKind::Binary { op: BinaryOp::NotEqual, left, right } if constant(right) == Some(-1) => {
            asked(left, Builtin::PieceOn, slot)?;
            on = 1;
        }
        _ => {
            let [wanted] = asked(condition, Builtin::IsPieceKind, slot)? else { return None };
            kinds &= constant(wanted)?;
        }
    }
    Some(vec![player.clone(), known(kinds, player), known(on, player)])
}

/// A number that stands where another expression does.
fn known(value: i64, place: &Expr) -> Expr {
    Expr { ty: Type::one(Sort::Int), kind: Box::new(ExprKind::Const(value)), span: place.span }
}

/// What else a question about the member is asked with, and what its answer is compared with.
fn compared(condition: &Expr, wanted: Builtin, slot: u16) -> Option<(&[Expr], &Expr)> {
    let ExprKind::Binary { op: BinaryOp::Equal, left, right } = &*condition.kind else { return None };
    let about = |one, other| asked(one, wanted, slot).map(|rest| (rest, other));
    about(left, right).or_else(|| about(right, left))
}

/// What else a question about the member is asked with.
fn asked(expr: &Expr, wanted: Builtin, slot: u16) -> Option<&[Expr]> {
    let ExprKind::Ask { builtin, args } = &*expr.kind else { return None };
    let (member, rest) = args.split_first()?;
    let own = matches!(*member.kind, ExprKind::Load(read) if read == slot);
    (*builtin == wanted && own).then_some(rest)
}

/// Whether the answer is the same for a member whatever is done with those before it.
fn stays(question: &ExprKind, set: &Expr, body: &[Statement]) -> bool {
    let ExprKind::Ask { builtin, args } = question else { return false };
    let changes = match builtin {
        Builtin::FreeSpaces => true,
        Builtin::TileSegmentsOf => args.last().and_then(constant) != Some(0),
        _ => false,
    };
    let fixed = |arg: &Expr| match *arg.kind {
        ExprKind::Const(_) => true,
        ExprKind::Load(slot) => !stores(body, slot),
        _ => false,
    };
    body.is_empty() || (!changes && asked_anew(question, set).all(fixed))
}

fn stores(body: &[Statement], wanted: u16) -> bool {
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
