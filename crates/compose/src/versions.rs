//! Versions: each pack has one, and those that require it say which will do.

use rota_source::Diagnostic;
use rota_syntax::ast::Name;
use semver::{Version, VersionReq};

use crate::order::{builds_on, name_of};
use crate::{Conflict, Pack};

/// Reports versions that cannot be read, requirements that are not met, and packs that conflict.
pub(crate) fn check_versions(packs: &[Pack], diagnostics: &mut Vec<Diagnostic>) {
    for (index, pack) in packs.iter().enumerate() {
        if let Some(version) = pack.version()
            && Version::parse(&version.node).is_err()
        {
            diagnostics.push(
                Diagnostic::error("packs::bad-version", format!("`{version}` is no version"))
                    .at(version.span, "expected three numbers")
                    .help("as in `1.0.0`: a change that breaks other packs raises the first number"),
            );
        }
        for (name, wanted) in pack.requirements() {
            check_requirement(packs, name, wanted, diagnostics);
        }
        for conflict in pack.conflicts() {
            check_conflict(packs, index, &conflict, diagnostics);
        }
    }
}

/// Reads a range of versions, and says so where it is none.
fn range_of(wanted: &Name, diagnostics: &mut Vec<Diagnostic>) -> Option<VersionReq> {
    let range = VersionReq::parse(&wanted.node).ok();
    if range.is_none() {
        diagnostics.push(
            Diagnostic::error("packs::bad-version", format!("`{wanted}` says no versions"))
                .at(wanted.span, "expected a range of versions")
                .help("as in `^1.0`: 1.0 or later, but not 2"),
        );
    }
    range
}

fn check_requirement(packs: &[Pack], name: &Name, wanted: &Name, diagnostics: &mut Vec<Diagnostic>) {
    let Some(range) = range_of(wanted, diagnostics) else { return };
    let Some((found, version)) = version_here(packs, name) else { return };
    if !range.matches(&version) {
        diagnostics.push(
            Diagnostic::error("packs::version", format!("pack `{name}` {version} is not {range}"))
                .at(wanted.span, "required here")
                .at(found.span, "this version is here")
                .help(format!(
                    "get `{name}` {range} from where this pack comes from: `rota pack add {name}-VERSION.zip`; or widen \
                     the range once you have tried this one"
                )),
        );
    }
}

/// Returns the requirements that are not met though the pack is there: its name, and the range of versions.
pub fn unsatisfied(packs: &[Pack]) -> impl Iterator<Item = (&Name, &Name)> {
    packs.iter().flat_map(Pack::requirements).filter(|(name, wanted)| {
        let range = VersionReq::parse(&wanted.node).ok();
        let here = range.zip(version_here(packs, name));
        here.is_some_and(|(range, (_, version))| !range.matches(&version))
    })
}

/// The version of a pack that is there: as its header names it, and as it is read.
fn version_here<'p>(packs: &'p [Pack], name: &Name) -> Option<(&'p Name, Version)> {
    let found = packs.iter().filter(|pack| pack.name == name.node).find_map(Pack::version)?;
    Some((found, Version::parse(&found.node).ok()?))
}

/// Reports packs that cannot lie on one table: it is enough that one of them says so.
fn check_conflict(packs: &[Pack], pack: usize, conflict: &Conflict<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let range = match conflict.versions {
        Some(wanted) => match range_of(wanted, diagnostics) {
            Some(range) => range,
            None => return,
        },
        None => VersionReq::STAR,
    };
    let own = name_of(packs, pack);
    let Some(place) = packs.iter().position(|other| other.name == conflict.name.node) else { return };
    let Some(header) = packs.get(place).and_then(Pack::version) else { return };
    // What is written as no version is told elsewhere; a conflict with all versions is one with this as well.
    let is_meant = conflict.versions.is_none()
        || Version::parse(&header.node).is_ok_and(|version| range.matches(&version));
    if !is_meant {
        return;
    }
    let name = conflict.name;
    let why = conflict.reason.map_or_else(String::new, |reason| format!(": {reason}"));
    let (message, help) = if place == pack {
        (format!("pack `{own}` says that it conflicts with itself"), "name the other pack".to_owned())
    } else if builds_on(packs, pack, place) {
        let message = format!("pack `{own}` requires `{name}` and says that they conflict");
        (message, "leave one of the two away".to_owned())
    } else {
        let message = format!("packs `{own}` and `{name}` cannot lie on one table{why}");
        (message, format!("play with one of them: leave `{own}` or `{name}` out"))
    };
    diagnostics.push(
        Diagnostic::error("packs::conflicting", message)
            .at(name.span, "this says so")
            .at(header.span, "this pack is on the table as well")
            .help(help),
    );
}
