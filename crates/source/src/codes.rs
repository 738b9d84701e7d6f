//! The codes of all diagnostics, as the pages of the reference explain them.

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

/// A page of the reference that explains codes: those of one area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodePage {
    /// Where it lies, from the folder of the project.
    pub file: &'static str,
    /// The page as Markdown.
    pub text: &'static str,
}

macro_rules! pages {
    ($($area:literal)*) => {
        [$(CodePage {
            file: concat!("docs/reference/diagnostics/", $area, ".md"),
            text: include_str!(concat!("../../../docs/reference/diagnostics/", $area, ".md")),
        }),*]
    };
}

/// The pages that explain codes, in the order of the codes.
pub const CODE_PAGES: [CodePage; 20] = pages!(
    "allow" "archive" "cli" "compile" "composition" "files" "game" "ledger"
    "names" "packs" "protocol" "recordings" "rules" "save" "scenario" "serve" "steps" "syntax"
    "tiles" "types"
);

impl CodePage {
    /// Returns the codes of the page in order.
    pub fn codes(&self) -> impl Iterator<Item = Code> + Clone + use<> {
        self.text.split("\n## `").skip(1).filter_map(|paragraph| {
            let (code, text) = paragraph.split_once("`\n")?;
            let text = text.trim();
            (!text.is_empty()).then_some(Code { code, text })
        })
    }
}

/// Returns all codes in order.
pub fn codes() -> impl Iterator<Item = Code> + Clone {
    CODE_PAGES.iter().flat_map(CodePage::codes)
}
