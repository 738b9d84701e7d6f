//! How bad warnings are: `--deny`, `--warn` and `--allow`.

use std::collections::BTreeMap;

use clap::Args;
use rota::{Diagnostic, Severity};
use rota_source::{Code, codes, did_you_mean};

use crate::exit::Failure;

/// The word for all warnings together.
const WARNINGS: &str = "warnings";

/// How bad warnings are.
#[derive(Debug, Default, Args)]
pub(crate) struct LevelArguments {
    /// Make a warning an error, or all `warnings`
    #[arg(long, value_name = "CODE")]
    pub deny: Vec<String>,
    /// Leave a warning one, whatever is said of all
    #[arg(long, value_name = "CODE")]
    pub warn: Vec<String>,
    /// Do not tell of a warning
    #[arg(long, value_name = "CODE")]
    pub allow: Vec<String>,
}

/// What becomes of warnings; errors stay what they are.
#[derive(Debug, Default)]
pub(crate) struct Levels {
    /// What is said of one code: an error, a warning, or nothing.
    by_code: BTreeMap<&'static str, Option<Severity>>,
    /// Whether all others are errors.
    deny_all: bool,
}

impl Levels {
    /// Reads the arguments.
    ///
    /// Errors: there is no such code, it is an error in any case, or it is given twice.
    pub fn read(arguments: &LevelArguments) -> Result<Levels, Failure> {
        let mut levels = Levels::default();
        let lists = [
            (&arguments.deny, Some(Severity::Error)),
            (&arguments.warn, Some(Severity::Warning)),
            (&arguments.allow, None),
        ];
        for (list, level) in lists {
            for word in list.iter().flat_map(|words| words.split(',')).map(str::trim) {
                if word == WARNINGS && level == Some(Severity::Error) {
                    levels.deny_all = true;
                } else if levels.by_code.insert(warning(word)?, level).is_some_and(|other| other != level) {
                    return Err(Failure::usage(format!("`{word}` stands in two lists")));
                }
            }
        }
        Ok(levels)
    }

    /// Makes findings as bad as they are to be, and leaves those out that are not to be told.
    pub fn apply(&self, found: Vec<Diagnostic>) -> impl Iterator<Item = Diagnostic> {
        found.into_iter().filter_map(|one| match (one.severity(), self.by_code.get(one.code())) {
            (Severity::Error, _) => Some(one),
            (Severity::Warning, Some(level)) => level.map(|level| one.with_severity(level)),
            (Severity::Warning, None) if self.deny_all => Some(one.with_severity(Severity::Error)),
            (Severity::Warning, None) => Some(one),
        })
    }
}

/// The code of a warning, as the reference has it.
fn warning(word: &str) -> Result<&'static str, Failure> {
    match codes().find(|known| known.code == word) {
        Some(known) if known.is_warning() => Ok(known.code),
        Some(_) => Err(Failure::advised(
            format!("`{word}` is an error and stays one"),
            "a pack with an error cannot be used; warnings can be denied and allowed",
        )),
        None => {
            let known: Vec<&str> = codes().filter(Code::is_warning).map(|known| known.code).collect();
            let help = did_you_mean(word, known.iter().copied())
                .unwrap_or_else(|| format!("warnings are {}", known.join(", ")));
            Err(Failure::advised(format!("there is no warning `{word}`"), help))
        }
    }
}
