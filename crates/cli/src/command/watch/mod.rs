//! `rota watch`: on every save, what is wrong and the scenarios that the change can touch.

mod look;

use std::time::{Duration, Instant};

use clap::Args;
use rota_folder::FilesSeen;
use serde_json::json;

use crate::console::{Console, SCHEMA_VERSION};
use crate::exit::{Exit, Failure};
use crate::text::counted;

use look::{Look, Memory};

/// How often it is looked whether a file was saved. To ask for all files takes less than a millisecond, and works on
/// every file system; notices of the system do not.
const INTERVAL: Duration = Duration::from_millis(250);

/// Takes what was shown out of sight: the screen, what was scrolled away, and to the upper left.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// Arguments of `rota watch`.
#[derive(Debug, Args)]
pub(crate) struct WatchArguments {
    /// Packs: names or paths, or a composition file with some; without any, all packs
    #[arg(value_name = "PACK")]
    pub packs: Vec<String>,
    /// End after so many saves, and exit with 1 where something is wrong then; 0 looks once
    #[arg(long, value_name = "N")]
    pub saves: Option<u64>,
}

/// Looks at packs, and again whenever a file was saved, until somebody stops it.
pub(crate) fn run(arguments: &WatchArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let mut memory = Memory::default();
    let mut seen = FilesSeen::default();
    let mut saves = 0;
    loop {
        let begun = Instant::now();
        let looked = Look::at(&arguments.packs, &mut memory);
        let took = begun.elapsed();
        let exit = match looked {
            Ok((look, files)) => {
                seen = files;
                show(&look, took, console)?;
                look.exit()
            }
            // At the first look the command line is to blame; later on a file may be gone for a while.
            Err(failure) if saves == 0 && seen.is_empty() => return Err(failure),
            Err(failure) => console.tell(failure)?,
        };
        console.flush()?;
        if arguments.saves.is_some_and(|most| saves >= most) {
            return Ok(exit);
        }
        while !seen.have_changed() {
            std::thread::sleep(INTERVAL);
        }
        saves += 1;
    }
}

/// Tells what is wrong and which scenarios fail; one line where all is well.
fn show(look: &Look, took: Duration, console: &mut Console<'_>) -> Result<(), Failure> {
    let milliseconds = took.as_millis();
    let (errors, warnings) = look.problems.counts();
    if console.is_json() {
        let failed = look.failed.iter().map(|failed| {
            json!({ "pack": failed.pack, "title": failed.title, "place": failed.place, "failures": failed.why.to_json() })
        });
        let document = json!({
            "schema_version": SCHEMA_VERSION,
            "packs": look.packs,
            "diagnostics": look.problems.to_json(),
            "scenarios": look.scenarios,
            "run": look.run,
            "failed": failed.collect::<Vec<_>>(),
            "milliseconds": u64::try_from(milliseconds).unwrap_or(u64::MAX),
        });
        // One line each, so that a reader knows where one ends.
        writeln!(console.out, "{document}")?;
        return Ok(());
    }
    if console.on_screen {
        write!(console.out, "{CLEAR}")?;
        console.out.flush()?;
    }
    console.draw(&look.problems)?;
    for failed in &look.failed {
        writeln!(console.out, "FAILED {}: {}  ({})", failed.pack, failed.title, failed.place)?;
        // The line is to stand before its reasons where both streams meet.
        console.out.flush()?;
        console.draw(&failed.why)?;
    }
    let packs = match look.packs.as_slice() {
        [pack] => pack.clone(),
        packs => counted(packs.len(), "pack"),
    };
    let mut parts = Vec::new();
    parts.extend((errors > 0).then(|| counted(errors, "error")));
    parts.extend((warnings > 0).then(|| counted(warnings, "warning")));
    parts.extend((errors + warnings == 0).then(|| "no problem".to_owned()));
    if errors == 0 {
        parts.push(format!("{} of {} run", look.run, counted(look.scenarios, "scenario")));
        parts.extend((!look.failed.is_empty()).then(|| format!("{} failed", look.failed.len())));
    }
    writeln!(console.out, "{packs}: {}, {milliseconds} ms", parts.join(", "))?;
    Ok(())
}
