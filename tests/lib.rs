//! Shared by the test files: where things lie, and how a diagnostic is drawn for a snapshot.

pub mod agreed;
pub mod audit;
pub mod chance;
pub mod command;
pub mod evaluator;
pub mod folder;
pub mod formatting;
pub mod mixing;
pub mod native;
pub mod playing;
pub mod runs;
pub mod secrets;
pub mod shelf;

use miette::{GraphicalReportHandler, GraphicalTheme};
use rota_source::{Diagnostic, Report, Sources};

/// Draws diagnostics as a terminal of 100 columns shows them: no colour, no links, one blank line between two.
///
/// # Panics
/// When a label points outside the sources, which is a fault of whoever made the diagnostic.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor())
        .with_width(100)
        .with_links(false);
    let mut drawn = String::new();
    for diagnostic in diagnostics {
        for label in diagnostic.labels() {
            let file = sources.file_at(label.span.start);
            assert_eq!(file.map(|file| file.base), sources.file_at(label.span.end).map(|file| file.base));
            assert!(file.is_some(), "a label outside the sources: {label:?}");
        }
        let report = Report { diagnostic, sources };
        let mut one = String::new();
        assert!(handler.render_report(&mut one, &report).is_ok(), "cannot draw {diagnostic:?}");
        let lines: Vec<&str> = one.lines().map(str::trim_end).collect();
        drawn.push_str(lines.join("\n").trim_end());
        drawn.push_str("\n\n");
    }
    drawn
}
