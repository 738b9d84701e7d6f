//! The tree of a search: what was chosen in which order, how often, and what it was worth.

use rota_vm::Answer;

use crate::decision::Decision;
use crate::players::Random;

/// What the best end of a game is worth.
pub(crate) const ONE: i64 = 1 << 16;

/// How much it counts that a choice was tried seldom: half of [`ONE`] for a choice tried as often as its like.
const EXPLORATION: u64 = 1 << 15;

/// What was tried. A node stands for a choice, and everything that follows from it.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    /// The natural logarithms of small numbers, in parts of [`ONE`].
    logarithms: Vec<u64>,
}

/// A choice that was tried.
#[derive(Debug)]
pub(crate) struct Node {
    /// The decision, as an index into the program's.
    choice: u32,
    /// The seat that decides.
    who: u8,
    /// What is chosen.
    pub answer: Answer,
    /// How often it was chosen.
    pub visits: u32,
    /// How often it could be chosen since it is known.
    offered: u32,
    /// The sum of what the ends of games were worth to the seat, each from 0 to [`ONE`].
    worth: i64,
    /// The sum of the leads of the seat, in points.
    pub leads: i64,
    /// What was chosen next, ordered by decision, seat and answer.
    next: Vec<u32>,
}

/// A choice on the way down the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chosen {
    pub node: usize,
    /// The number of the option; nothing for a pass.
    pub number: Option<usize>,
    /// Whether it was not tried before.
    pub is_new: bool,
}

impl Tree {
    /// Where the decision is that is thought about.
    pub const ROOT: usize = 0;

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(0, 0, Answer::Pass));
    }

    /// The choices at the root.
    pub fn first(&self) -> impl Iterator<Item = &Node> {
        let next = self.nodes.first().map_or(&[][..], |root| &root.next);
        next.iter().filter_map(|node| self.nodes.get(*node as usize))
    }

    /// The seat that chose.
    pub fn seat(&self, node: usize) -> usize {
        self.nodes.get(node).map_or(0, |node| usize::from(node.who))
    }

    /// Counts what came of a choice.
    pub fn gain(&mut self, node: usize, worth: i64, lead: i64) {
        if let Some(node) = self.nodes.get_mut(node) {
            node.visits += 1;
            node.worth += worth;
            node.leads += lead;
        }
    }

    /// Picks one of the choices that were never tried at random, and where there is none the most promising one; nothing
    /// where there is nothing to choose. The options go by the answers in `known_as`, by number, where there are any.
    pub fn choose(
        &mut self,
        node: usize,
        decision: &Decision<'_>,
        known_as: &[Answer],
        random: &mut Random,
    ) -> Option<Chosen> {
        let (choice, who) = (decision.choice(), decision.who() as u8);
        let mut untried = None;
        let mut untried_count = 0;
        let mut best: Option<(u64, Chosen)> = None;
        let numbers = (0..decision.option_count()).map(Some).chain(decision.may_pass().then_some(None));
        for number in numbers {
            let known_as = |number: usize| known_as.get(number).copied().or_else(|| decision.option(number));
            let Some(answer) = number.map_or(Some(Answer::Pass), known_as) else { continue };
            let place = match self.find(node, (choice, who, answer)) {
                Ok(place) => place,
                Err(place) => {
                    untried_count += 1;
                    if random.below(untried_count) == 0 {
                        untried = Some((number, answer, place));
                    }
                    continue;
                }
            };
            let found = self.nodes[node].next[place] as usize;
            self.nodes[found].offered += 1;
            if untried_count == 0 {
                let promise = self.promise(found);
                if best.is_none_or(|(most, _)| promise > most) {
                    best = Some((promise, Chosen { node: found, number, is_new: false }));
                }
            }
        }
        let Some((number, answer, place)) = untried else { return best.map(|(_, chosen)| chosen) };
        let new = self.nodes.len();
        self.nodes.push(Node::new(choice, who, answer));
        self.nodes[node].next.insert(place, new as u32);
        Some(Chosen { node: new, number, is_new: true })
    }

    /// What a choice has been worth, and how much more it may be for all that is known (UCB1).
    fn promise(&mut self, node: usize) -> u64 {
        let Node { visits, offered, worth, .. } = self.nodes[node];
        let visits = u64::from(visits.max(1));
        let spread = (self.logarithm(offered) / visits) << 16;
        worth.unsigned_abs() / visits + ((spread.isqrt() * EXPLORATION) >> 16)
    }

    fn logarithm(&mut self, of: u32) -> u64 {
        let known = self.logarithms.len() as u32;
        self.logarithms.extend((known..=of).map(natural_logarithm));
        self.logarithms[of as usize]
    }

    /// Where a choice is among those that were made next, or where it belongs.
    fn find(&self, node: usize, key: (u32, u8, Answer)) -> Result<usize, usize> {
        let order = |(choice, who, answer): (u32, u8, Answer)| {
            let (action, value) = match answer {
                Answer::Pass => (u16::MAX, 0),
                Answer::Option { action, value } => (action, value),
            };
            (value, action, choice, who)
        };
        let key = order(key);
        self.nodes[node].next.binary_search_by_key(&key, |next| {
            let next = &self.nodes[*next as usize];
            order((next.choice, next.who, next.answer))
        })
    }
}

impl Node {
    fn new(choice: u32, who: u8, answer: Answer) -> Node {
        Node { choice, who, answer, visits: 0, offered: 1, worth: 0, leads: 0, next: Vec::new() }
    }
}

/// The natural logarithm, in parts of [`ONE`]; 0 for 0.
fn natural_logarithm(of: u32) -> u64 {
    /// The natural logarithm of 2, in parts of [`ONE`].
    const OF_TWO: u64 = 45_426;
    let Some(whole) = of.checked_ilog2() else { return 0 };
    // Squared again and again, a number between 1 and 2 tells the digits of its logarithm to base 2.
    let mut rest = (u64::from(of) << 31) >> whole;
    let mut parts = 0;
    for _ in 0..16 {
        rest = (rest * rest) >> 31;
        parts <<= 1;
        if rest >= 2 << 31 {
            rest >>= 1;
            parts |= 1;
        }
    }
    ((u64::from(whole) << 16 | parts) * OF_TWO) >> 16
}

#[cfg(test)]
mod tests {
    use super::natural_logarithm;

    #[test]
    fn logarithms_are_those_of_the_books() {
        let known = [(0, 0), (1, 0), (2, 45_426), (3, 71_999), (10, 150_902), (1_000_000, 905_416)];
        for (of, logarithm) in known {
            // To one part in a hundred thousand.
            let apart = natural_logarithm(of).abs_diff(logarithm);
            assert!(apart * 100_000 <= logarithm.max(100_000), "{of}: {}", natural_logarithm(of));
        }
    }
}
