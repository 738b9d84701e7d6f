//! The command line as clap reads it, and its commands, one file each.

mod bench;
mod check;
mod completions;
mod diff;
mod disasm;
mod editions;
mod engine;
mod explain;
mod fix;
mod fmt;
mod ledger;
mod lsp;
mod man;
mod matches;
mod new;
mod pack;
mod packs;
mod play;
mod render;
mod report;
mod schema;
mod serve;
mod sim;
mod stats;
mod test;
mod verify;
mod watch;
mod why;

use clap::{Parser, Subcommand};

use crate::arguments::{Color, Format};
use crate::console::Console;
use crate::exit::{Exit, Failure};

/// Plays tile-laying games whose rules and tiles are data.
#[derive(Debug, Parser)]
#[command(
    name = "rota",
    version,
    about = "Plays tile-laying games whose rules and tiles are data",
    after_help = EXAMPLES,
    disable_help_subcommand = true
)]
pub(crate) struct Arguments {
    /// For whom to write: people, or programs
    #[arg(long, global = true, value_enum, default_value = "human")]
    pub format: Format,
    /// When to use colours; NO_COLOR and CLICOLOR_FORCE are heeded
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: Color,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Begin a pack that checks, tests and plays at once
    New(new::NewArguments),
    /// Find everything that is wrong with packs and tile sets
    Check(check::CheckArguments),
    /// Explain the code of a message, or a word of the language
    Explain(explain::ExplainArguments),
    /// Bring packs of an older version of the language up to date
    Fix(fix::FixArguments),
    /// Format rule files and tile files
    Fmt(fmt::FmtArguments),
    /// Look at packs on every save: what is wrong, and the scenarios that the change can touch
    Watch(watch::WatchArguments),
    /// Run the scenarios that packs carry
    Test(test::TestArguments),
    /// Play a game and show it
    Play(play::PlayArguments),
    /// Explain every point of a saved game
    Why(why::WhyArguments),
    /// Play many games and show statistics
    Sim(sim::SimArguments),
    /// Let players play against each other, until it is decided who is better
    Match(matches::MatchArguments),
    /// Tell whether a game is fair, what decides it, and what its rules and tiles do
    Report(report::ReportArguments),
    /// Measure how fast games are played
    Bench(bench::BenchArguments),
    /// Show the editions of packs, their variants and options, and the line to type for each
    Editions(editions::EditionsArguments),
    /// Hand packs on: make a file of one, add one that somebody else has made
    Pack(pack::PackArguments),
    /// List all packs, where each comes from, and which one hides which
    Packs(packs::PacksArguments),
    /// Show what is different between two editions, compositions or versions of a pack
    Diff(diff::DiffArguments),
    /// Tell of the statements of a ledger which packs declare, cover and prove them
    Ledger(ledger::LedgerArguments),
    /// Show what the tiles of packs hold, and how likely they fit
    Stats(stats::StatsArguments),
    /// Compare recorded games of another engine with the same games played here
    Verify(verify::VerifyArguments),
    /// Draw a tile set or a saved game as a picture
    Render(render::RenderArguments),
    /// Show the operations that rules become
    Disasm(disasm::DisasmArguments),
    /// Print a JSON schema, for editors and programs
    Schema(schema::SchemaArguments),
    /// Play in the browser: a table for everybody who has a link
    Serve(serve::ServeArguments),
    /// Speak with a program: a line of JSON in, a line of JSON out
    Engine(engine::EngineArguments),
    /// Speak with an editor: a language server on the standard streams
    Lsp(lsp::LspArguments),
    /// Print a script that completes command lines in a shell
    Completions(completions::CompletionsArguments),
    /// Write manual pages
    Man(man::ManArguments),
}

/// Runs a command.
pub(crate) fn run(command: &Command, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let is_check = matches!(command, Command::Check(_));
    if matches!(console.format, Format::Sarif | Format::Github) && !is_check {
        console.format = Format::Human;
        return Err(Failure::usage("only `rota check` writes `sarif` and `github`"));
    }
    match command {
        Command::New(arguments) => new::run(arguments, console),
        Command::Check(arguments) => check::run(arguments, console),
        Command::Explain(arguments) => explain::run(arguments, console),
        Command::Fix(arguments) => fix::run(arguments, console),
        Command::Fmt(arguments) => fmt::run(arguments, console),
        Command::Test(arguments) => test::run(arguments, console),
        Command::Play(arguments) => play::run(arguments, console),
        Command::Sim(arguments) => sim::run(arguments, console),
        Command::Match(arguments) => matches::run(arguments, console),
        Command::Report(arguments) => report::run(arguments, console),
        Command::Bench(arguments) => bench::run(arguments, console),
        Command::Editions(arguments) => editions::run(arguments, console),
        Command::Pack(arguments) => pack::run(arguments, console),
        Command::Packs(arguments) => packs::run(arguments, console),
        Command::Diff(arguments) => diff::run(arguments, console),
        Command::Ledger(arguments) => ledger::run(arguments, console),
        Command::Stats(arguments) => stats::run(arguments, console),
        Command::Verify(arguments) => verify::run(arguments, console),
        Command::Watch(arguments) => watch::run(arguments, console),
        Command::Why(arguments) => why::run(arguments, console),
        Command::Render(arguments) => render::run(arguments, console),
        Command::Disasm(arguments) => disasm::run(arguments, console),
        Command::Schema(arguments) => schema::run(arguments, console),
        Command::Serve(arguments) => serve::run(arguments, console),
        Command::Engine(arguments) => engine::run(arguments, console),
        Command::Lsp(arguments) => lsp::run(arguments),
        Command::Completions(arguments) => completions::run(arguments, console),
        Command::Man(arguments) => man::run(arguments, console),
    }
}

const EXAMPLES: &str = "\
Examples:
  rota new NAME                          begin a pack of your own
  rota check                             look over all packs and tile sets
  rota explain CODE                      what a message means, and what to do
  rota fix PACK                          bring a pack of an older language version up to date
  rota fmt                               write all rules and tiles in the one way to write them
  rota watch PACK                        look over a pack whenever it is saved
  rota play PACK --save FILE             play against a program
  rota play --resume FILE --save FILE    go on with that game
  rota play PACK --seed 7 --auto         watch a game between two programs
  rota play PACK@VARIANT --players red=greedy,blue=greedy --auto
  rota serve                             play in the browser, at a table of several
  rota editions PACK                     see its editions, variants and options
  rota diff PACK PACK@VARIANT            see what the variant changes, rule by rule
  rota why FILE PLAYER                   see where the points of a saved game come from
  rota sim PACK --games 1000             play a thousand games and show statistics
  rota match PACK --players think,greedy see which player is better
  rota report PACK -o report.html        see whether it is fair, and what decides it
  rota pack build PACK                   make one file of a pack, to be handed on
  rota stats PACK -o figures.svg         see what its tiles hold, and how likely they fit
  rota bench --beside NAME=PROGRAM       measure how fast games are played, beside another program
  rota test PACK                         run the scenarios of a pack
  rota ledger FILE PACK                  see which statements a pack proves
  rota render TILES.toml -o sheet.svg    draw every tile of a set
  rota disasm PACK:RULE                  see what rules become

A pack is a folder of rules: its name, or a path to it. `@` adds a variant of it.
Packs with variants, options and a start may also stand in a composition file: its name under
`rulesets/compositions`, or a path to it, stands in the place of a pack, beside others.
Packs are looked for in the folder with `rulesets` here or above, or the one that ROTA_HOME names; then
among those that were added; then among those built in. `rota packs` lists them.

Exit codes: 0 fine, 1 findings in your files or a difference, 2 wrong usage or could not run.";
