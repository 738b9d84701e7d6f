//! A section of a report: what it tells, as rows of figures; each output writes all sections in one way.

use rota_picture::Plot;
use serde_json::{Map, Value, json};

/// Figures that belong together.
#[derive(Debug)]
pub struct Section {
    /// Its name for programs.
    pub key: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What its figures mean, for those who never saw them.
    pub meaning: String,
    /// What stands below one another.
    pub columns: Vec<Column>,
    /// One cell for each column.
    pub rows: Vec<Vec<Cell>>,
    /// The same as a picture, where there is one.
    pub picture: Option<Plot>,
    /// Whether so much is told that it is folded together.
    pub is_long: bool,
}

/// What stands below one another.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name for programs.
    pub key: &'static str,
    /// What stands above it.
    pub title: &'static str,
}

/// A figure or words.
#[derive(Debug)]
pub enum Cell {
    /// Words.
    Words(String),
    /// A mean.
    Mean(f64),
    /// A part of 1.
    Share(f64),
    /// A figure between the ends of the interval in which the true one lies in 95 of 100 such reports.
    Estimate([f64; 3]),
    /// The same of a difference, which has a sign.
    Difference([f64; 3]),
    /// There was nothing to count.
    Nothing,
}

/// Columns from their names for programs and their titles.
pub(crate) fn columns<const N: usize>(named: [(&'static str, &'static str); N]) -> Vec<Column> {
    named.into_iter().map(|(key, title)| Column { key, title }).collect()
}

impl Section {
    /// The rows for programs.
    pub fn document(&self) -> Value {
        let row = |row: &Vec<Cell>| {
            let cells = self.columns.iter().zip(row);
            let cells = cells.map(|(column, cell)| (column.key.to_owned(), cell.document()));
            Value::Object(cells.collect::<Map<_, _>>())
        };
        self.rows.iter().map(row).collect()
    }
}

impl Cell {
    fn document(&self) -> Value {
        match self {
            Cell::Words(words) => json!(words),
            Cell::Mean(mean) => json!(mean),
            Cell::Share(share) => json!(share),
            Cell::Estimate([low, middle, high]) | Cell::Difference([low, middle, high]) => {
                json!({ "value": middle, "interval_95": [low, high] })
            }
            Cell::Nothing => Value::Null,
        }
    }

    /// The same for people.
    pub fn words(&self) -> String {
        match self {
            Cell::Words(words) => words.clone(),
            Cell::Mean(mean) => format!("{mean:.2}"),
            Cell::Share(share) => percent(*share),
            Cell::Estimate([low, middle, high]) => format!("{middle:.2} ({low:.2} to {high:.2})"),
            Cell::Difference(interval) => around(*interval),
            Cell::Nothing => "-".to_owned(),
        }
    }

    /// Whether it stands on the left, as words do.
    pub fn is_words(&self) -> bool {
        matches!(self, Cell::Words(_))
    }
}

/// A difference and its interval.
pub(crate) fn around([low, middle, high]: [f64; 3]) -> String {
    format!("{middle:+.2} ({low:+.2} to {high:+.2})")
}

#[expect(clippy::float_arithmetic, reason = "statistics are for people to read")]
fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}
