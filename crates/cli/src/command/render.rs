//! `rota render`: pictures of tile sets and of saved games.

use std::path::{Path, PathBuf};

use clap::Args;
use rota::{Library, OptLevel, PackSource, Settings, Sources};
use rota_folder::has_extension;
use rota_picture::{Picture, TILE_PIXELS};
use rota_source::{did_you_mean, joined, nearest, suggestion};
use rota_tiles::TileSet;

use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::files::Files;
use crate::layer::Layer;
use crate::packs::fitting;
use crate::picture_file::{Form, write};
use crate::problems::Problems;
use crate::saves::Saved;

/// Arguments of `rota render`.
#[derive(Debug, Args)]
pub(crate) struct RenderArguments {
    /// A tile file, or a saved game
    #[arg(value_name = "TILES.toml|GAME")]
    pub what: PathBuf,
    /// The picture to write, by its ending `.svg` or `.png`; `-` writes SVG to the standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// Only the tiles that this printing of the set holds
    #[arg(long, value_name = "PRINTING")]
    pub printing: Option<String>,
    /// The game as it stood after this move; 0 is its beginning
    #[arg(long, value_name = "MOVE")]
    pub at: Option<usize>,
    /// How many pixels a tile has across
    #[arg(long, value_name = "PIXELS", default_value_t = TILE_PIXELS,
        value_parser = clap::value_parser!(u32).range(16..=1000))]
    pub tile_size: u32,
    /// Draw the game even if its packs have changed since it was saved
    #[arg(long)]
    pub accept_changes: bool,
}

/// Draws the picture.
pub(crate) fn run(arguments: &RenderArguments, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let form = Form::of(&arguments.output)?;
    if form == Form::Stream && console.is_json() {
        return Err(Failure::advised(
            "`--output -` and `--format json` write to the same place",
            "name a file for the picture",
        ));
    }
    let files = Files::find()?;
    let (shows, picture) = if has_extension(&arguments.what, "toml") {
        if arguments.at.is_some() || arguments.accept_changes {
            return Err(Failure::usage(
                "`--at` and `--accept-changes` are for saved games, not for tile files",
            ));
        }
        ("tiles", sheet(arguments, files, console)?)
    } else {
        if arguments.printing.is_some() {
            return Err(Failure::usage("`--printing` is for tile files, not for saved games"));
        }
        expect_game(&arguments.what, &files)?;
        let saved = Saved::open(&arguments.what, arguments.accept_changes, console)?;
        let session = saved.session(arguments.at)?;
        let vocabulary = &saved.compiled.compiled.vocabulary;
        ("game", rota_picture::table(session.game(), vocabulary, arguments.tile_size))
    };
    write(&picture, shows, form, &arguments.output, console)
}

/// Refuses what cannot be a saved game.
fn expect_game(what: &Path, files: &Files) -> Result<(), Failure> {
    let advice = "a tile file ends in `.toml`; any other file is taken for a saved game";
    if what.is_dir() {
        return Err(Failure::advised(format!("`{}` is a folder", what.display()), advice));
    }
    if has_extension(what, "rota") {
        return Err(Failure::advised(
            format!("`{}` holds rules, which have no picture", what.display()),
            advice,
        ));
    }
    if !what.exists() {
        let given = what.to_string_lossy();
        let sets = files.tile_sets_in(Layer::Here);
        let stem = what.file_stem().unwrap_or_default().to_string_lossy();
        let near = nearest(&stem, sets.iter().map(|(name, _)| name));
        let near = near.and_then(|near| sets.iter().find(|(name, _)| name == near));
        let help = near.map_or_else(|| advice.to_owned(), |(_, near)| suggestion(&files.shown(near)));
        return Err(Failure::advised(format!("there is no file `{given}`"), help));
    }
    Ok(())
}

/// Draws a tile file with the words of the first pack that it fits.
fn sheet(
    arguments: &RenderArguments,
    mut files: Files,
    console: &mut Console<'_>,
) -> Result<Picture, Failure> {
    let path = &arguments.what;
    files.admit_owner(path)?;
    let origin = files.tile_file(path);
    let name = origin.stem();
    let mut problems = Problems::default();
    let Some(text) = files.read(&origin) else {
        return Err(Failure::found(&files.take_problems(), &Sources::new()));
    };
    for packs in fitting(&mut Library::default(), &files, &name) {
        let compiled = match packs.compile(&Settings::new().opt_level(OptLevel::None)) {
            Ok(compiled) => compiled,
            Err(error) => {
                problems.add(error.sources(), error.diagnostics());
                continue;
            }
        };
        let mut sources = Sources::new();
        let Some(source) = sources.add(text.name.clone(), text.text.clone()).cloned() else { continue };
        let (set, found) = rota_tiles::load(&source, &name, &compiled.compiled.vocabulary);
        let Some(set) = set else {
            problems.add(&sources, &found);
            continue;
        };
        let printing = arguments.printing.as_deref().map(|id| find_printing(&set, id)).transpose()?;
        if !console.is_json() {
            console.draw(&Problems::of(&sources, &found))?;
        }
        return Ok(rota_picture::sheet(&set, &compiled.compiled.vocabulary, printing, arguments.tile_size));
    }
    if problems.is_empty() {
        return Err(Failure::advised(
            format!("no pack here says what the letters of `{}` mean", text.name),
            "put the file into the folder of a pack, or name the folder of the packs with ROTA_HOME",
        ));
    }
    Err(Failure::Problems(problems))
}

fn find_printing(set: &TileSet, id: &str) -> Result<usize, Failure> {
    set.printing(id).ok_or_else(|| {
        let known = || set.printings.iter().map(|printing| &printing.id);
        let help =
            did_you_mean(id, known()).unwrap_or_else(|| format!("its printings are {}", joined(known())));
        Failure::advised(format!("set `{}` has no printing `{id}`", set.name), help)
    })
}
