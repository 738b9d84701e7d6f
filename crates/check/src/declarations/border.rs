//! The border of the board: the cells in which tiles may lie.

use rota_bytecode::vocabulary::{Bounds, Cell, MAX_COORDINATE, MAX_TILES};
use rota_bytecode::{Sort, Type};
use rota_compose::{InForce, heading};
use rota_source::{Diagnostic, Span};
use rota_syntax::ast::{self, BinaryOp, ExprKind, ItemKind};

use crate::checker::Checker;

/// A border that some pack names.
struct Border {
    pack: usize,
    bounds: Option<Bounds>,
    is_closed: bool,
    span: Span,
}

impl Checker<'_> {
    /// Settles where tiles may lie: within the one border that no pack building on its own replaces.
    pub(crate) fn resolve_border(&mut self, items: &InForce<'_>) {
        let mut borders: Vec<Border> = Vec::new();
        for entry in &items.entries {
            let ItemKind::Board { columns, rows, is_closed, when } = &entry.item.kind else { continue };
            self.has_border = true;
            let bounds = self.border(columns, rows);
            if self.is_in_play(when.as_ref()) {
                let (pack, span) = (entry.pack, heading(entry.item));
                borders.push(Border { pack, bounds, is_closed: *is_closed, span });
            }
        }
        items.keep_outermost(&mut borders, |border| border.pack);
        if let [first, second, ..] = borders.as_slice() {
            let help = match first.pack == second.pack {
                true => "settle it with conditions: `board … when …`",
                false => "a pack that requires both may name a board of its own",
            };
            Diagnostic::error("packs::conflict", "a game has one board, and two are named")
                .at(second.span, "declared again here")
                .at(first.span, "first declared here")
                .help(help)
                .report(self.diagnostics);
        }
        self.vocabulary.border = borders.first().and_then(|border| border.bounds);
        self.vocabulary.has_closed_border = borders.first().is_some_and(|border| border.is_closed);
    }

    fn border(&mut self, columns: &ast::Expr, rows: &ast::Expr) -> Option<Bounds> {
        let (across, down) = (self.coordinates(columns, "columns"), self.coordinates(rows, "rows"));
        let ((west, east), (north, south)) = (across?, down?);
        let span = columns.span.to(rows.span);
        let cells = (i64::from(east - west) + 1) * (i64::from(south - north) + 1);
        if cells > MAX_TILES as i64 {
            Diagnostic::error("names::board", format!("a board of {cells} cells is too large"))
                .at(span, format!("at most {MAX_TILES} cells"))
                .help("that many tiles can be laid in one game; leave the border out where none is needed")
                .report(self.diagnostics);
            return None;
        }
        Some(Bounds { least: Cell::new(west, north), greatest: Cell::new(east, south) })
    }

    /// `-3..3`: the first and the last of some columns or rows.
    fn coordinates(&mut self, written: &ast::Expr, what: &str) -> Option<(i16, i16)> {
        let ExprKind::Binary { op: BinaryOp::Range, left, right } = &*written.kind else {
            Diagnostic::error("names::board", format!("the {what} of a board go from one to another"))
                .at(written.span, "not a range")
                .help(
                    "as in `board -3..3 by -2..2`: columns by rows, counted from the first cell of the game",
                )
                .report(self.diagnostics);
            return None;
        };
        let range = Some((-i64::from(MAX_COORDINATE), i64::from(MAX_COORDINATE)));
        let ends = [left, right].map(|end| {
            let end = self.constant_of(end, Type::one(Sort::Int), range)?;
            i16::try_from(end).ok()
        });
        let (first, last) = (ends[0]?, ends[1]?);
        if first > last {
            Diagnostic::error("names::board", format!("there are no {what} from {first} to {last}"))
                .at(written.span, "the first is larger than the last")
                .help(format!("write `{last}..{first}`"))
                .report(self.diagnostics);
            return None;
        }
        Some((first, last))
    }

    /// Says that the game has no border, where a rule asks for the cells within it.
    pub(crate) fn report_no_border(&mut self, span: Span) {
        Diagnostic::error("names::no-board", "`cells` are those of a board, and this game has none")
            .at(span, "the table has no border")
            .help("give it one: `board -3..3 by -2..2`; the cells beside the tiles are `{ t in laid : t.cell.beside }`")
            .report(self.diagnostics);
    }
}
