//! A report as one page: nothing is fetched and nothing runs in it.

use std::fmt::{self, Write};

use rota_picture::{Escaped, plot};

use crate::report::Report;
use crate::section::Section;

const STYLE: &str = include_str!("page.css");

impl Report {
    /// The page as HTML.
    pub fn page(&self) -> String {
        let mut page = String::new();
        // Writing to a string does not fail.
        let _ = self.write(&mut page);
        page
    }

    fn write(&self, out: &mut dyn Write) -> fmt::Result {
        let title = Escaped(&self.title);
        write!(
            out,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}: report</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n<p>{}</p>\n<p class=\"small\">{}; rota {}</p>\n",
            Escaped(&self.subject()),
            Escaped(&self.packs.join(", ")),
            env!("CARGO_PKG_VERSION"),
        )?;
        self.write_findings(out)?;
        for section in &self.sections {
            write_section(section, out)?;
        }
        // As data, which no browser runs; `<` could end it.
        let document = self.document().to_string().replace('<', "\\u003c");
        write!(
            out,
            "<script type=\"application/json\" id=\"figures\">{document}</script>\n</main>\n</body>\n</html>\n"
        )
    }

    fn write_findings(&self, out: &mut dyn Write) -> fmt::Result {
        writeln!(out, "<section>\n<h2>What stands out</h2>\n<ul>")?;
        let (told, more) = self.findings();
        if told.is_empty() {
            writeln!(out, "<li>Nothing that chance would not show as well.</li>")?;
        }
        told.iter().try_for_each(|words| writeln!(out, "<li>{}</li>", Escaped(words)))?;
        if more > 0 {
            writeln!(out, "<li>And {more} more of the same kind.</li>")?;
        }
        writeln!(out, "</ul>\n<p class=\"small\">{}</p>\n</section>", Escaped(&self.caution()))
    }
}

fn write_section(section: &Section, out: &mut dyn Write) -> fmt::Result {
    writeln!(out, "<section>\n<h2>{}</h2>\n<p>{}</p>", Escaped(section.title), Escaped(&section.meaning))?;
    if let Some(picture) = &section.picture {
        let (svg, title) = (plot(picture), Escaped(&picture.title));
        writeln!(out, "<figure>\n{}<figcaption>{title}</figcaption>\n</figure>", svg.svg())?;
    }
    if section.is_long {
        writeln!(out, "<details>\n<summary>All {}</summary>", section.rows.len())?;
    }
    write_table(section, out)?;
    if section.is_long {
        writeln!(out, "</details>")?;
    }
    writeln!(out, "</section>")
}

fn write_table(section: &Section, out: &mut dyn Write) -> fmt::Result {
    if section.rows.is_empty() {
        return writeln!(out, "<p>Nothing.</p>");
    }
    writeln!(out, "<table>\n<thead><tr>")?;
    for column in &section.columns {
        writeln!(out, "<th scope=\"col\">{}</th>", Escaped(column.title))?;
    }
    writeln!(out, "</tr></thead>\n<tbody>")?;
    for row in &section.rows {
        write!(out, "<tr>")?;
        for cell in row {
            let class = if cell.is_words() { "" } else { " class=\"figure\"" };
            write!(out, "<td{class}>{}</td>", Escaped(&cell.words()))?;
        }
        writeln!(out, "</tr>")?;
    }
    writeln!(out, "</tbody>\n</table>")
}
