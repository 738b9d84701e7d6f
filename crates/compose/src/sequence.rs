//! What comes first where several things happen in one place: rules of a step, reactions to an effect, changes to a
//! value, steps beside one another.
//!
//! Usually what a pack requires comes before it, and what one file says comes in the order of the text. Written
//! clauses go over that: they hold between any two, and what nobody speaks of stays where it is.

use std::collections::BTreeSet;

use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{Anchor, Item, ItemKind, Name, Precedence, Side, Trigger};

use crate::in_force::{Entry, InForce};
use crate::names::OF_PACK;

/// How many things can happen in one place.
pub const MOST_IN_ONE_PLACE: usize = 1000;

/// Something that stands in a place with others.
#[derive(Clone, Copy, Debug)]
pub struct Member<'c> {
    /// Its name, where others can be before or after it.
    pub name: Option<&'c Name>,
    /// The pack that it comes from, counted in order of composition.
    pub pack: usize,
    /// What it comes before and after, where it says so.
    pub order: Option<&'c Precedence>,
    /// Whether it happens in other places as well: what it speaks of may stand there.
    pub is_elsewhere: bool,
}

/// What happens in one place, in order.
#[derive(Clone, Debug, Default)]
pub struct Sequence<'c> {
    /// All of it, what comes first at the front.
    pub entries: Vec<Entry<'c>>,
    /// Pairs, by their places in `entries`, of which nothing says that one comes first.
    pub unordered: Vec<(usize, usize)>,
}

/// What an item says of its order.
pub fn precedence(item: &Item) -> Option<&Precedence> {
    if let ItemKind::Rule { order, .. } | ItemKind::Modify { order, .. } | ItemKind::Step { order, .. } =
        &item.kind
    {
        Some(order)
    } else {
        None
    }
}

/// The steps at which a rule runs, or in whose menus an action stands; none for what else there is.
pub fn steps_of(item: &Item) -> &[Name] {
    if let ItemKind::Rule { trigger: Trigger::Steps(steps), .. } | ItemKind::Action { steps, .. } = &item.kind
    {
        steps
    } else {
        &[]
    }
}

impl<'c> InForce<'c> {
    /// Puts items that stand in one place in order. `place` is what that is called; clauses that lead nowhere are
    /// reported.
    pub fn sequence(
        &self,
        place: &str,
        mut entries: Vec<Entry<'c>>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Sequence<'c> {
        let is_last = |entry: &Entry<'_>| precedence(entry.item).is_some_and(|order| order.last.is_some());
        entries.sort_by_key(|entry| (is_last(entry), entry.pack, entry.file, entry.place.start));
        if let Some(entry) = entries.get(MOST_IN_ONE_PLACE) {
            diagnostics.push(too_many(place, crate::heading(entry.item)));
            entries.truncate(MOST_IN_ONE_PLACE);
        }
        let members: Vec<Member<'c>> = entries.iter().map(Member::of).collect();
        let written = self.written_order(place, &members, diagnostics);
        let order = arrange_or_report(&members, &written, diagnostics);
        let is_usual = |one: usize, other: usize| {
            let (Some(one), Some(other)) = (entries.get(one), entries.get(other)) else { return false };
            is_last(one) != is_last(other) || self.is_usual_order(one, other)
        };
        let unordered =
            unordered(&order, |one, other| written.contains(&(one, other)) || is_usual(one, other));
        Sequence {
            entries: order.iter().filter_map(|index| entries.get(*index).copied()).collect(),
            unordered,
        }
    }

    /// Whether the texts say by themselves that one item comes before another.
    pub fn is_usual_order(&self, one: &Entry<'_>, other: &Entry<'_>) -> bool {
        self.builds_on(other.pack, one.pack) || (one.pack, one.file) == (other.pack, other.file)
    }

    /// The pairs of members, by number, of which somebody says that the one comes before the other.
    pub fn written_order(
        &self,
        place: &str,
        members: &[Member<'_>],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> BTreeSet<(usize, usize)> {
        let mut pairs = BTreeSet::new();
        for (own, member) in members.iter().enumerate() {
            let clauses = member.order.into_iter().flat_map(|order| &order.clauses);
            for (side, anchor) in
                clauses.flat_map(|clause| clause.anchors.iter().map(|one| (clause.side, one)))
            {
                let is_meant = |other: &Member<'_>| match anchor.is_pack {
                    true => other.pack != member.pack && self.pack_name(other.pack) == anchor.name.node,
                    false => other.name.is_some_and(|name| name.node == anchor.name.node),
                };
                let found = members.iter().enumerate().filter(|(_, other)| is_meant(other));
                let found: Vec<usize> = found.map(|(found, _)| found).collect();
                pairs.extend(found.iter().map(|found| match side {
                    Side::Before => (own, *found),
                    Side::After | Side::Instead => (*found, own),
                }));
                if found.is_empty() && !(member.is_elsewhere && self.is_in_force(&anchor.name)) {
                    diagnostics.extend(self.leads_nowhere(place, anchor, members));
                }
            }
        }
        pairs
    }

    fn is_in_force(&self, name: &Name) -> bool {
        let mut names = self.entries.iter().filter_map(|entry| Member::name_of(entry.item));
        names.any(|other| other.node == name.node)
    }

    /// Says that an anchor is nothing at all, or something elsewhere. What may be absent may be named all the same.
    fn leads_nowhere(&self, place: &str, anchor: &Anchor, members: &[Member<'_>]) -> Option<Diagnostic> {
        let name = &anchor.name;
        if anchor.is_pack || name.node.contains(OF_PACK) {
            return None;
        }
        if self.is_in_force(name) {
            // A variant or an edit may have put it there.
            let is_plain = self.chosen.is_empty() && !self.edited;
            let diagnostic =
                Diagnostic::error("packs::order-elsewhere", format!("`{name}` does not stand {place}"));
            let help = "only what happens in one place has an order; leave it away";
            return is_plain.then(|| diagnostic.at(name.span, "stands somewhere else").help(help));
        }
        if self.all_names.contains(name.node.as_str()) {
            return None;
        }
        let known = members.iter().filter_map(|member| member.name).map(|name| name.node.as_str());
        let diagnostic =
            Diagnostic::error("packs::order-unknown", format!("nothing here is called `{name}`"));
        let help = "name what stands here too, or a pack: `after pack NAME`, whether it plays or not";
        Some(diagnostic.at(name.span, "not declared").suggest(name, known, || help.to_owned()))
    }
}

impl<'c> Member<'c> {
    fn of(entry: &Entry<'c>) -> Member<'c> {
        let (name, order) = (Member::name_of(entry.item), precedence(entry.item));
        let is_elsewhere = steps_of(entry.item).len() > 1;
        Member { name, pack: entry.pack, order, is_elsewhere }
    }

    /// The name by which others can say that they are before or after an item.
    pub(crate) fn name_of(item: &Item) -> Option<&Name> {
        let is_step = matches!(item.kind, ItemKind::Step { .. });
        if is_step { crate::name_of(item) } else { crate::rule_name(item) }
    }

    fn span(&self) -> Option<Span> {
        let anchor = self.order?.clauses.first()?.anchors.first()?;
        Some(anchor.name.span)
    }
}

/// Says that more than [`MOST_IN_ONE_PLACE`] things happen in a place, of which this is the next.
pub fn too_many(place: &str, span: Span) -> Diagnostic {
    Diagnostic::error("names::too-many", format!("at most {MOST_IN_ONE_PLACE} things happen {place}"))
        .at(span, "one more than that")
        .help("leave a pack out, or do without some of them")
}

/// Puts members in order, or says that what is written goes round in a circle.
pub fn arrange_or_report(
    members: &[Member<'_>],
    written: &BTreeSet<(usize, usize)>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<usize> {
    let moved: Vec<bool> = members.iter().map(|member| member.span().is_some()).collect();
    match arrange(&moved, written) {
        Ok(order) => order,
        Err(circle) => {
            let diagnostic = Diagnostic::error("packs::order-circle", "each of these comes before itself")
                .help("leave one `before` or `after` of the circle away");
            let spans = circle.iter().filter_map(|index| members.get(*index)?.span());
            diagnostics.push(spans.fold(diagnostic, |found, span| found.at(span, "leads on to the next")));
            (0..members.len()).collect()
        }
    }
}

/// Puts members in order, given in their usual one: pairs hold, the one before the other, and for that the moved
/// members leave their usual places, no further than they have to.
///
/// # Errors
/// The members of a circle.
fn arrange(moved: &[bool], pairs: &BTreeSet<(usize, usize)>) -> Result<Vec<usize>, Vec<usize>> {
    let count = moved.len();
    if pairs.is_empty() {
        return Ok((0..count).collect());
    }
    let mut later: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (first, next) in pairs {
        later.get_mut(*first).into_iter().for_each(|later| later.push(*next));
    }
    let reached: Vec<Vec<bool>> = (0..count).map(|from| reached(&later, from)).collect();
    let comes_first = |one: usize, other: usize| {
        reached.get(one).and_then(|reached| reached.get(other)).copied().unwrap_or_default()
    };
    let circle: Vec<usize> = (0..count).filter(|member| comes_first(*member, *member)).collect();
    if !circle.is_empty() {
        return Err(circle);
    }
    let is_moved = |member: &usize| moved.get(*member).copied().unwrap_or_default();
    let (moving, staying): (Vec<usize>, Vec<usize>) = (0..count).partition(is_moved);
    let mut order: Vec<usize> = Vec::new();
    for member in staying.into_iter().chain(moving) {
        let usual = order.iter().rposition(|other| *other < member).map_or(0, |at| at + 1);
        let least = order.iter().rposition(|other| comes_first(*other, member)).map_or(0, |at| at + 1);
        let most = order.iter().position(|other| comes_first(member, *other)).unwrap_or(order.len());
        order.insert(usual.max(least).min(most), member);
    }
    Ok(order)
}

/// What comes behind a member, directly or through others.
fn reached(later: &[Vec<usize>], from: usize) -> Vec<bool> {
    let mut reached = vec![false; later.len()];
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        for next in later.get(at).into_iter().flatten() {
            if let Some(seen) = reached.get_mut(*next).filter(|seen| !**seen) {
                *seen = true;
                open.push(*next);
            }
        }
    }
    reached
}

/// The pairs of places in an order whose members nothing puts in that order, neither directly nor through others.
pub fn unordered(order: &[usize], is_told: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let count = order.len();
    let mut told: Vec<Vec<bool>> = vec![Vec::new(); count];
    let mut found = Vec::new();
    for (first, one) in order.iter().enumerate().rev() {
        let mut behind = vec![false; count];
        for (next, other) in order.iter().enumerate().skip(first + 1) {
            if behind.get(next) == Some(&false) && is_told(*one, *other) {
                let further = told.get(next).into_iter().flatten();
                behind.iter_mut().zip(further).for_each(|(behind, told)| *behind |= told);
                behind.get_mut(next).into_iter().for_each(|behind| *behind = true);
            }
        }
        let open = behind.iter().enumerate().skip(first + 1).filter(|(_, told)| !**told);
        found.extend(open.map(|(next, _)| (first, next)));
        told.get_mut(first).into_iter().for_each(|told| *told = behind.clone());
    }
    found
}
