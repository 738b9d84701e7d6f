//! Forms that are gone, found on the tree.

use rota_source::{Diagnostic, Edit};
use rota_syntax::ast::{Expr, ExprKind, ItemKind};
use rota_syntax::visit::Visit;

use super::{Migration, Proposal};
use crate::library::items;
use crate::load::LoadedPacks;

/// The word that is gone, and the one that answers in its place.
const FITS: &str = "fits";

/// `t.fits`, where no pack has declared an own attribute or variable of that name.
pub(super) fn fits(
    migration: &'static Migration,
    loaded: &LoadedPacks,
    pack: &str,
    _: &[Diagnostic],
) -> Vec<Proposal> {
    struct Fits {
        migration: &'static Migration,
        found: Vec<Proposal>,
    }
    impl Visit for Fits {
        fn expr(&mut self, expr: &Expr) {
            if let ExprKind::Field { receiver, name, args } = &*expr.kind
                && name.node == FITS
                && args.is_empty()
            {
                let before = rota_source::Span { start: receiver.span.start, end: receiver.span.start };
                let edits = vec![
                    Edit { span: before, text: "any(".to_owned() },
                    Edit { span: name.span, text: "placements)".to_owned() },
                ];
                self.found.push(Proposal { migration: self.migration, cures: None, at: name.span, edits });
            }
            self.walk_expr(expr);
        }
    }
    let is_declared = loaded.packs.iter().flat_map(items).any(|item| {
        let (ItemKind::Attr { name, .. } | ItemKind::Var { name, .. }) = &item.kind else { return false };
        name.node == FITS
    });
    let mut fits = Fits { migration, found: Vec::new() };
    let own = loaded.packs.iter().filter(|known| known.name == pack && !is_declared);
    own.flat_map(items).for_each(|item| fits.item(item));
    fits.found
}
