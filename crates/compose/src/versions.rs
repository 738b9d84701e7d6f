//! Versions: each pack has one, and those that require it say which will do.

use rota_source::Diagnostic;
use rota_syntax::ast::Name;
use semver::{Version, VersionReq};

use crate::Pack;

/// Reports versions that cannot be read and requirements that are not met.
pub(crate) fn check_versions(packs: &[Pack], diagnostics: &mut Vec<Diagnostic>) {
    for pack in packs {
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
    }
}

fn check_requirement(packs: &[Pack], name: &Name, wanted: &Name, diagnostics: &mut Vec<Diagnostic>) {
    let Ok(range) = VersionReq::parse(&wanted.node) else {
        diagnostics.push(
            Diagnostic::error("packs::bad-version", format!("`{wanted}` says no versions"))
                .at(wanted.span, "expected a range of versions")
                .help("as in `^1.0`: 1.0 or later, but not 2"),
        );
        return;
    };
    let found = packs.iter().filter(|pack| pack.name == name.node).find_map(Pack::version);
    let Some(found) = found else { return };
    let Ok(version) = Version::parse(&found.node) else { return };
    if !range.matches(&version) {
        diagnostics.push(
            Diagnostic::error("packs::version", format!("pack `{name}` {version} is not {range}"))
                .at(wanted.span, "required here")
                .at(found.span, "this version is here")
                .help("get another version of the pack, or widen the range once you have tried this one"),
        );
    }
}
