//! Files as editors name them: `file:///home/ann/packs/islands/pack.rota`.

use std::path::{Path, PathBuf};

/// What a name of a file begins with.
const SCHEME: &str = "file://";

/// Returns the path of a `file:` URI; nothing for others.
#[must_use]
pub fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix(SCHEME)?;
    // What stands before the path is a host, of which there is only this one.
    let path = rest.get(rest.find('/')?..)?;
    let decoded = decoded(path)?;
    // `/C:/packs` is `C:/packs` where drives have letters.
    let drive = decoded.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if drive { decoded.get(1..)? } else { &decoded }))
}

/// Returns the URI of an absolute path.
#[must_use]
pub fn uri_of(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    let mut uri = format!("{SCHEME}{slash}");
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~:".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}

/// Takes `%20` and the like out of a text; nothing where that is no text.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        bytes.push(u8::try_from(digit()? * 16 + digit()?).ok()?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{path_of, uri_of};

    #[test]
    fn paths_come_back() {
        for path in ["/home/ann/packs/base/pack.rota", "/tmp/ein Wald/é🐑%/x.rota", "/a+b/(c)/#d?.toml"] {
            assert_eq!(path_of(&uri_of(Path::new(path))), Some(PathBuf::from(path)), "{path}");
        }
        assert_eq!(path_of("file:///c%3A/packs/x.rota"), Some(PathBuf::from("c:/packs/x.rota")));
        assert_eq!(path_of("file://localhost/x"), Some(PathBuf::from("/x")));
        for other in ["untitled:1", "file:///%zz", "file:///%ff", "file://"] {
            assert_eq!(path_of(other), None, "{other}");
        }
    }
}
