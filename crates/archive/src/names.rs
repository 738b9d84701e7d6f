//! Which names a file in an archive may have: those that mean the same on every system, and nothing but a place below
//! the folder they are unpacked in.

/// The longest name of a pack, a folder or a file, in bytes.
pub const LONGEST_NAME: usize = 60;

/// How many folders a file may lie in, that of the pack among them.
const DEEPEST: usize = 8;

/// What Windows takes for a device, whatever stands behind the first dot; `com` and `lpt` come with a digit.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// Returns why a file cannot have this path in an archive; nothing where it can.
#[must_use]
pub fn objection(path: &[u8]) -> Option<String> {
    let Ok(path) = std::str::from_utf8(path) else { return Some("it is no text".to_owned()) };
    let allowed =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "_./-".contains(letter);
    if let Some(wrong) = path.chars().find(|letter| !allowed(*letter)) {
        return Some(format!("{wrong:?} is no lower-case letter from a to z, digit, `_`, `.`, `-` or `/`"));
    }
    let parts: Vec<&str> = path.split('/').collect();
    if parts.len() > DEEPEST + 1 {
        return Some(format!("it lies in more than {DEEPEST} folders"));
    }
    parts.iter().find_map(|part| of_part(part))
}

fn of_part(part: &str) -> Option<String> {
    if part.is_empty() {
        return Some("it has an empty part, as the name of a folder or a path from the root has".to_owned());
    }
    if part.starts_with('.') || part.ends_with('.') {
        return Some(format!("`{part}` begins or ends with a dot"));
    }
    if part.len() > LONGEST_NAME {
        return Some(format!("`{part}` is longer than {LONGEST_NAME} letters"));
    }
    is_reserved(part).then(|| format!("`{part}` means a device where Windows runs"))
}

/// Returns whether Windows takes a lower-case name for a device.
#[must_use]
pub fn is_reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    DEVICES.iter().any(|device| match stem.strip_prefix(device) {
        Some(rest) if ["com", "lpt"].contains(device) => {
            rest.len() == 1 && rest.bytes().all(|one| one.is_ascii_digit())
        }
        Some(rest) => rest.is_empty(),
        None => false,
    })
}

#[cfg(test)]
mod tests {
    use super::objection;

    #[test]
    fn only_places_below_the_folder_are_names() {
        for name in ["a/pack.rota", "town_walls/tiles/a-b.toml", "a/b/c/d/e/f/g/h/i.rota", "com/console.rota"]
        {
            assert_eq!(objection(name.as_bytes()), None, "{name}");
        }
        let wrong = [
            "",
            "/a/b.rota",
            "a//b.rota",
            "a/",
            "a/../b.rota",
            "../b.rota",
            "a/./b.rota",
            "a/.b.rota",
            "a/b.",
            "A/b.rota",
            "a\\b.rota",
            "c:/b.rota",
            "a/b c.rota",
            "a/é.rota",
            "a/con.rota",
            "nul",
            "a/com1.x.rota",
            "a/lpt9/b.rota",
            "a/b\0.rota",
            "a/b/c/d/e/f/g/h/i/j.rota",
        ];
        for name in wrong {
            assert!(objection(name.as_bytes()).is_some(), "{name}");
        }
        assert!(objection(&[b'a', 0xff]).is_some() && objection(&[b'a'; 61]).is_some());
    }
}
