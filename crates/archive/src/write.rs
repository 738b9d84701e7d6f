//! Writing an archive: the same pack has the same bytes.

use std::io::{Cursor, Write};

use rota::Diagnostic;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::sum::{DIGITS, LABEL, put_checksum};
use crate::{Files, LONGEST_FILE, MANIFEST, MOST_FILES, Manifest, names};

/// Writes an archive of a pack: its folder with the manifest, and all files in order of their paths.
///
/// # Errors
/// A file has a name that not every system has, or is too long, or there are too many: all that hinders it.
pub fn write(manifest: &Manifest, files: &Files) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let mut texts = vec![(format!("{}/{MANIFEST}", manifest.name), manifest.to_text())];
    texts.extend(files.iter().map(|(path, text)| (format!("{}/{path}", manifest.name), text.clone())));
    let mut found = Vec::new();
    if texts.len() > MOST_FILES {
        let message = format!("{} files are too many for an archive, which holds {MOST_FILES}", texts.len());
        found.push(Diagnostic::error("archive::forbidden", message));
    }
    for (path, text) in &texts {
        if let Some(why) = names::objection(path.as_bytes()) {
            let message = format!("no archive can hold `{path}`: {why}");
            found.push(Diagnostic::error("archive::forbidden", message).help("give the file another name"));
        }
        if text.len() as u64 > LONGEST_FILE {
            let message = format!(
                "`{path}` has {} bytes, and no archive can hold more than {LONGEST_FILE}",
                text.len()
            );
            found.push(Diagnostic::error("archive::forbidden", message));
        }
    }
    if !found.is_empty() {
        return Err(found);
    }
    zipped(&texts).map_err(|error| {
        vec![Diagnostic::error("archive::forbidden", format!("the archive cannot be written: {error}"))]
    })
}

fn zipped(texts: &[(String, String)]) -> Result<Vec<u8>, zip::result::ZipError> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    for (path, text) in texts {
        writer.start_file(path, options)?;
        writer.write_all(text.as_bytes())?;
    }
    writer.set_raw_comment(format!("{LABEL}{}", "0".repeat(DIGITS)).into_bytes().into())?;
    let mut bytes = writer.finish()?.into_inner();
    put_checksum(&mut bytes);
    Ok(bytes)
}
