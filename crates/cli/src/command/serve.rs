//! `rota serve`: games in the browser.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use rota::PackSource;
use rota_folder::Workspace;
use rota_serve::{Ended, Event, Settings, StudioSettings, serve};

use crate::command::sim::nanoseconds;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::files::Files;
use crate::layer::tables_folder;
use crate::problems::Problems;

/// Arguments of `rota serve`.
#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    /// At which port to listen; 0 takes a free one
    #[arg(long, default_value_t = 8710)]
    pub port: u16,
    /// At which address to listen; more of them for several
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: Vec<IpAddr>,
    /// The folder in which the tables are kept; by default one among what this user's programs remember
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,
    /// A name under which the server is asked beside its address; more of them for several
    #[arg(long)]
    pub name: Vec<String>,
    /// Shows the page of a folder instead of the one in the program, for whoever works on it
    #[arg(long, value_name = "DIR")]
    pub page: Option<PathBuf>,
    /// Opens a studio, in which packs are written: for one in its folder, for all in a folder, or for a home
    #[arg(long, value_name = "FOLDER")]
    pub studio: Option<PathBuf>,
}

/// Serves until the process is asked to end.
pub(crate) fn run(arguments: &ServeArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let Some(tables) = arguments.tables.clone().or_else(tables_folder) else {
        let help = "name a folder: `--tables DIR`";
        return Err(Failure::advised("there is no folder for the tables", help));
    };
    let settings = Settings {
        hosts: arguments.host.clone(),
        port: arguments.port,
        names: arguments.name.clone(),
        tables: std::path::absolute(tables)?,
        page: arguments.page.clone(),
        studio: arguments.studio.as_deref().map(studio).transpose()?,
    };
    let mut tell = |event| match event {
        Event::Listening { owner, studio } => {
            writeln!(console.out, "open {owner}")?;
            if let Some(studio) = studio {
                writeln!(console.out, "studio {studio}")?;
            }
            console.flush()
        }
        Event::Problem(problem) => console.draw(&Problems::of(&rota::Sources::new(), [&problem])),
    };
    match serve(settings, Box::new(Files::find()?), &mut tell) {
        Ok(()) => Ok(Exit::Fine),
        Err(Ended::Refused(problem)) => Err(problem.into()),
        Err(Ended::Failed(error)) => Err(error.into()),
    }
}

/// The studio of a folder.
///
/// Errors: there is no such folder, or it cannot be one for packs.
fn studio(folder: &Path) -> Result<StudioSettings, Failure> {
    let workspace = Workspace::open(folder).map_err(|error| {
        let message = format!("`{}` cannot be a studio: {error}", folder.display());
        Failure::advised(message, "name the folder of a pack, one for packs, or a home: `--studio FOLDER`")
    })?;
    let home = Files::home_of(&workspace)?;
    let over = workspace.clone();
    let source = move || -> Box<dyn PackSource + Send> { Box::new(Files::over(&over, home.clone())) };
    Ok(StudioSettings { workspace, source: Arc::new(source), clock: nanoseconds })
}
