//! The codes of all diagnostics, as the reference page explains them.

/// A code and what the reference says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// The code, of the form `area::kebab-case`.
    pub code: &'static str,
    /// What it means and what to do: Markdown, one sentence a line, never empty.
    pub text: &'static str,
}

impl Code {
    /// Whether it is a warning: a pack with it can be used.
    pub fn is_warning(&self) -> bool {
        self.text.lines().any(|line| line.starts_with("This is a warning"))
    }
}

const PAGE: &str = include_str!("../../../docs/reference/diagnostics.md");

/// Returns all codes in order; `docs/reference/diagnostics.md` is where they stand.
pub fn codes() -> impl Iterator<Item = Code> + Clone {
    PAGE.split("\n### `").skip(1).filter_map(|paragraph| {
        let (code, text) = paragraph.split_once("`\n")?;
        let text = text.split("\n## ").next().unwrap_or(text).trim();
        (!text.is_empty()).then_some(Code { code, text })
    })
}
