//! Arguments that several commands take.

use std::num::NonZero;

use clap::{Args, ValueEnum};

use crate::exit::Failure;
use crate::threads::threads;

/// The version of all JSON documents that commands write.
pub(crate) const SCHEMA_VERSION: u32 = 1;

/// For whom a command writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    // Text
    Human,
    // One JSON document
    Json,
    // `check` alone: SARIF, for tools that gather findings
    Sarif,
    // `check` alone: workflow commands of GitHub Actions
    Github,
}

/// When there are colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    // Where a terminal reads them
    Auto,
    // Everywhere
    Always,
    // Nowhere
    Never,
}

/// Which packs, in which variants, with which options.
#[derive(Debug, Args)]
pub(crate) struct CompositionArguments {
    /// Packs: a name under `rulesets` or a path to a folder, with variants behind `@`; one may be a composition file
    #[arg(value_name = "PACK[@VARIANT]", required = true)]
    pub packs: Vec<String>,
    /// Which start is taken where packs name several: a pack, or a start as `SET/TILE`
    #[arg(long, value_name = "PACK")]
    pub start: Option<String>,
    /// Set an option of the packs, over all variants
    #[arg(long, value_name = "OPTION=VALUE")]
    pub set: Vec<String>,
}

/// Who plays many games, and how.
#[derive(Debug, Args)]
pub(crate) struct BatchArguments {
    /// Who plays: `uniform` (any option), `greedy` (what pays at once) or `think:N` (after playing on N times), with or
    /// without a name
    #[arg(long, value_name = "[NAME=]PLAYER,…", default_value = "uniform,uniform")]
    pub players: String,
    /// What chance follows from: the same seed gives the same games, whatever the threads
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many games are played at once; by default as many as there are processors
    #[arg(long)]
    pub threads: Option<NonZero<usize>>,
}

impl BatchArguments {
    /// How many games are played at once.
    pub fn threads(&self) -> usize {
        threads(self.threads)
    }
}

impl CompositionArguments {
    /// One pack as it is given, or a composition file.
    pub fn of(pack: &str) -> CompositionArguments {
        CompositionArguments { packs: vec![pack.to_owned()], start: None, set: Vec::new() }
    }

    /// Packs with variants, composition files and `OPTION=VALUE`, with commas between them.
    ///
    /// Errors: no pack is among them.
    pub fn listed(given: &str) -> Result<CompositionArguments, Failure> {
        let words = given.split(',').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned);
        let (set, packs): (Vec<String>, Vec<String>) = words.partition(|word| word.contains('='));
        if packs.is_empty() {
            let help = "write a pack, a composition or a folder first: `PACK@VARIANT,OPTION=VALUE`";
            return Err(Failure::advised(format!("`{given}` names no pack"), help));
        }
        Ok(CompositionArguments { packs, start: None, set })
    }
}
