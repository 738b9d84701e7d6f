//! Which terms explain an award.

use rota_vm::Term;

/// Keeps a term whose sides kept some themselves: those of the number from `before` on, those of the price from
/// `counted` on. What one side kept stands for the term where it tells all of it.
pub(super) fn keep_term(terms: &mut Vec<Term>, term: Term, before: usize, counted: usize) {
    let price = terms.split_off(counted);
    let number = terms.split_off(before);
    let told = |parts: &[Term], whole: i64| {
        let sum: i128 = parts.iter().map(|term| i128::from(term.count) * i128::from(term.each)).sum();
        !parts.is_empty() && sum == i128::from(whole)
    };
    let times = |part: &Term| Some(Term { each: part.each.checked_mul(term.each)?, ..*part });
    let taken: Option<Vec<Term>> = number.iter().map(times).collect();
    match taken {
        _ if term.count == 1 && number.is_empty() && told(&price, term.each) => terms.extend(price),
        Some(taken) if told(&number, term.count) => terms.extend(taken),
        _ => terms.push(term),
    }
}
