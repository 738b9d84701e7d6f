//! Messages that no text of a pack brings about: those of the command line, and of files that only it reads.
//!
//! Each fixture in `tests/messages` is what is typed and which files are there; the last line fails, and what it says
//! is the snapshot beside the fixture.

use std::collections::BTreeMap;
use std::fs;

use rota::Text;
use rota_cli::Exit;
use rota_recording::Mapping;
use rota_source::Sources;
use rota_tests::command::rota;
use rota_tests::folder::Folder;
use serde::Deserialize;

/// A line of files that are only long.
const COMMENT: &str = "# And so on.\n";

/// A fixture. In the lines `{}` stands for the folder in which its files lie.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fixture {
    lines: Vec<String>,
    /// Files with their texts.
    #[serde(default)]
    files: BTreeMap<String, String>,
    /// Files of bytes that are no text.
    #[serde(default)]
    bytes: BTreeMap<String, Vec<u8>>,
    /// Files of so many bytes, in lines that are comments.
    #[serde(default)]
    filled: BTreeMap<String, usize>,
}

impl Fixture {
    fn write(&self, folder: &Folder) {
        let texts = self.files.iter().map(|(file, text)| (file, text.clone().into_bytes()));
        let bytes = self.bytes.iter().map(|(file, bytes)| (file, bytes.clone()));
        let filled =
            self.filled.iter().map(|(file, size)| (file, COMMENT.bytes().cycle().take(*size).collect()));
        for (file, content) in texts.chain(bytes).chain(filled) {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
    }
}

#[test]
fn messages_of_the_command_line_are_explained() {
    insta::glob!(super::root().join("tests/messages"), "*.toml", |path: &std::path::Path| {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let fixture: Fixture = toml::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let folder = Folder::new(&format!("message-{name}"));
        fixture.write(&folder);
        let place = folder.file("");
        let (last, first) = fixture.lines.split_last().unwrap();
        let run = |line: &str| rota(&line.replace("{}/", &place));
        for line in first {
            let outcome = run(line);
            assert_eq!((outcome.exit, outcome.err.as_str()), (Exit::Fine, ""), "{name}: {line}");
        }
        let outcome = run(last);
        assert_ne!(outcome.exit, Exit::Fine, "{name}: {last}");
        // Where the folder lies is no part of it, nor where a line was broken for that.
        let told = outcome.err.replace("\n  │ ", " ").replace(&place, "");
        super::compare(path.parent().unwrap(), name, last, &told);
    });
}

#[test]
fn mappings_of_recordings_are_explained() {
    let text = |text: &str| Text { name: "recordings.toml".to_owned(), text: text.to_owned() };
    let mut mapping = Mapping::default();
    assert!(mapping.add("mines", &text("[tiles]\n\"MI/A\" = \"mines/shaft\"\n")).is_ok());
    let wrong = mapping.add("deep_mines", &text("[tiles]\n\"MI/A\" = 3\n")).unwrap_err();
    let other = mapping.add("deep_mines", &text("[tiles]\n\"MI/A\" = \"deep_mines/shaft\"\n")).unwrap_err();
    let drawn = rota_tests::render(&[wrong, other], &Sources::new());
    super::compare(&super::root().join("tests/messages"), "recordings", "diagnostics", &drawn);
}
