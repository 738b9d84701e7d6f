//! The order of packs: each behind those that it requires.

use rota_source::Diagnostic;
use rota_syntax::ast::Name;

use crate::Pack;

/// Whether a pack requires another one, itself or through those it requires.
pub(crate) fn builds_on(packs: &[Pack], pack: usize, base: usize) -> bool {
    let mut seen = vec![pack];
    let mut next = 0;
    while let Some(at) = seen.get(next).copied() {
        next += 1;
        for name in requirements(packs, at) {
            if let Some(found) = packs.iter().position(|pack| pack.name == name.node)
                && !seen.contains(&found)
            {
                seen.push(found);
            }
        }
    }
    pack != base && seen.contains(&base)
}

/// Packs after those they require, and by name where that leaves a choice.
pub(crate) fn pack_order(packs: &[Pack], diagnostics: &mut Vec<Diagnostic>) -> Vec<usize> {
    let mut waiting: Vec<usize> = (0..packs.len()).collect();
    waiting.sort_by(|a, b| name_of(packs, *a).cmp(name_of(packs, *b)));
    let mut order: Vec<usize> = Vec::new();
    while !waiting.is_empty() {
        let ready = waiting.iter().position(|index| {
            requirements(packs, *index).all(|name| {
                name.node == name_of(packs, *index)
                    || !waiting.iter().any(|other| name_of(packs, *other) == name.node)
            })
        });
        let at = ready.unwrap_or_else(|| {
            let circle = circle_of(packs, &waiting);
            let names: Vec<&Name> = circle.iter().map(|(_, name)| *name).collect();
            let words: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let message = format!("packs {} require one another", words.join(", "));
            let diagnostic = Diagnostic::error("packs::circle", message);
            let labelled =
                names.iter().fold(diagnostic, |diagnostic, name| diagnostic.at(name.span, "required here"));
            diagnostics.push(
                labelled.help("one of them must do without: move what both need into a pack of its own"),
            );
            circle.first().and_then(|(index, _)| waiting.iter().position(|other| other == index)).unwrap_or(0)
        });
        order.push(waiting.remove(at));
    }
    for index in 0..packs.len() {
        for name in requirements(packs, index) {
            if !packs.iter().any(|pack| pack.name == name.node) {
                diagnostics.push(
                    Diagnostic::error(
                        "packs::missing",
                        format!("pack `{name}` is not part of this composition"),
                    )
                    .at(name.span, "required here")
                    .help("packs are looked for by their folder's name"),
                );
            }
        }
    }
    order
}

/// Packs of those that wait which require one another, each with the requirement that leads on.
fn circle_of<'p>(packs: &'p [Pack], waiting: &[usize]) -> Vec<(usize, &'p Name)> {
    let mut path: Vec<(usize, &Name)> = Vec::new();
    let mut at = waiting.first().copied();
    while let Some(index) = at {
        if let Some(start) = path.iter().position(|(other, _)| *other == index) {
            return path.split_off(start);
        }
        let next = requirements(packs, index).find_map(|name| {
            let waits = waiting.iter().copied().find(|other| name_of(packs, *other) == name.node);
            waits.filter(|other| *other != index).map(|other| (other, name))
        });
        at = next.map(|(other, _)| other);
        path.extend(next.map(|(_, name)| (index, name)));
    }
    path
}

pub(crate) fn name_of(packs: &[Pack], index: usize) -> &str {
    packs.get(index).map_or("", |pack| pack.name.as_str())
}

fn requirements(packs: &[Pack], index: usize) -> impl Iterator<Item = &Name> {
    packs.get(index).into_iter().flat_map(Pack::requirements).map(|(name, _)| name)
}
