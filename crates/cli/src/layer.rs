//! Where packs are looked for, and where a text comes from.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;
use etcetera::base_strategy::Xdg;

/// In the folder of this program among a user's data: the packs that were added.
const PACKS: &str = "packs";

/// In the folder of this program among what it remembers: the tables.
const TABLES: &str = "tables";

/// Where a text comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// A file.
    File(PathBuf),
    /// The program itself, by its path in the workspace.
    Embedded(&'static str),
}

impl Origin {
    /// The name without folder and ending.
    pub fn stem(&self) -> String {
        let path = match self {
            Origin::File(path) => path,
            Origin::Embedded(path) => Path::new(path),
        };
        path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// Where packs are looked for, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Layer {
    /// The home: the folder with `rulesets` here or above, or the one that `ROTA_HOME` names.
    Here,
    /// What this user has added.
    Installed,
    /// What is in the program.
    Embedded,
}

impl Layer {
    /// All of them.
    pub const ALL: [Layer; 3] = [Layer::Here, Layer::Installed, Layer::Embedded];

    /// The layer in one word, for programs.
    pub fn word(self) -> &'static str {
        match self {
            Layer::Here => "here",
            Layer::Installed => "installed",
            Layer::Embedded => "built_in",
        }
    }
}

/// A variable of the environment that says something.
pub(crate) fn variable(name: &str) -> Option<OsString> {
    env::var_os(name).filter(|value| !value.is_empty())
}

/// The folder of the packs that this user has added: below what `ROTA_DATA` names, else among the user's data as XDG
/// has it.
pub(crate) fn installed_folder() -> Option<PathBuf> {
    let own = variable("ROTA_DATA").map(PathBuf::from);
    let data = own.or_else(|| Some(Xdg::new().ok()?.data_dir().join("rota")))?;
    std::path::absolute(data.join(PACKS)).ok()
}

/// The folder of the tables that are played in the browser: below what `ROTA_DATA` names, else where XDG keeps what
/// a program remembers.
pub(crate) fn tables_folder() -> Option<PathBuf> {
    let own = variable("ROTA_DATA").map(PathBuf::from);
    let state = own.or_else(|| {
        let places = Xdg::new().ok()?;
        Some(places.state_dir().unwrap_or_else(|| places.data_dir()).join("rota"))
    })?;
    std::path::absolute(state.join(TABLES)).ok()
}
