//! Pictures in files, or on the standard output.

use std::path::Path;

use rota::Diagnostic;
use rota_folder::write_atomically;
use rota_picture::Picture;
use serde_json::json;

use crate::console::{Console, SCHEMA_VERSION};
use crate::exit::{Exit, Failure};

/// How a picture is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// As SVG, to a file.
    Svg,
    /// As PNG, to a file.
    Png,
    /// As SVG, to the standard output.
    Stream,
}

impl Form {
    /// Tells by the name of the file.
    ///
    /// Errors: the name does not say it.
    pub fn of(output: &Path) -> Result<Form, Failure> {
        let ending = output.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Form::Svg),
            Some("png") => Ok(Form::Png),
            None if output == Path::new("-") => Ok(Form::Stream),
            _ => Err(Failure::advised(
                format!("`{}` does not say what kind of picture to write", output.display()),
                "let its name end in `.svg` or `.png`; `-` writes SVG to the standard output",
            )),
        }
    }
}

/// Writes a picture and says so; `shows` is what is to be seen on it.
///
/// Errors: a picture too large, a file that cannot be written.
pub(crate) fn write(
    picture: &Picture,
    shows: &str,
    form: Form,
    output: &Path,
    console: &mut Console<'_>,
) -> Result<Exit, Failure> {
    if form == Form::Stream {
        console.out.write_all(picture.svg().as_bytes())?;
        return Ok(Exit::Fine);
    }
    keep(picture, form, output)?;
    let (width, height) = (picture.width(), picture.height());
    if console.is_json() {
        console.document(&json!({
            "schema_version": SCHEMA_VERSION,
            "shows": shows,
            "picture": output.to_string_lossy(),
            "width": width,
            "height": height,
        }))?;
    } else {
        writeln!(console.out, "{}: {width} by {height} pixels", output.display())?;
    }
    Ok(Exit::Fine)
}

/// Writes a picture to its file, beside figures that stand on the standard output: people are told below them.
///
/// Errors: a picture too large, a file that cannot be written.
pub(crate) fn write_beside(
    picture: &Picture,
    form: Form,
    output: &Path,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    keep(picture, form, output)?;
    if !console.is_json() {
        let (width, height) = (picture.width(), picture.height());
        writeln!(console.out, "\n{}: {width} by {height} pixels", output.display())?;
    }
    Ok(())
}

/// Writes a picture to its file; nothing where it goes to the standard output.
///
/// Errors: a picture too large, a file that cannot be written.
fn keep(picture: &Picture, form: Form, output: &Path) -> Result<(), Failure> {
    let bytes = match form {
        Form::Stream => return Ok(()),
        Form::Svg => picture.svg().as_bytes().to_vec(),
        Form::Png => picture.png().map_err(|error| {
            Failure::advised(error.to_string(), "take a smaller `--tile-size`, or write `.svg`")
        })?,
    };
    write_atomically(output, &bytes).map_err(|error| {
        let message = format!("`{}` cannot be written: {error}", output.display());
        Failure::from(Diagnostic::error("files::unwritable", message))
    })
}
