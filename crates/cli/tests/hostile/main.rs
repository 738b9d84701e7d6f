//! A thousand archives made to do harm: each is refused with a reason, and nothing is written.
//!
//! What each of them is follows from its number. The test runs itself in a folder of its own, with packs of its own,
//! because the environment belongs to the whole process.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod zip;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rota::{Library, MemorySource, Random};
use rota_archive::Manifest;
use rota_cli::{Exit, Input};

use zip::{Entry, Lies, plain, sealed};

const RULES: &str = "pack mills 1.0.0 \"Mills\"\nrequires base ^1.0\ntiles mills for MILL-01\n";
const TILES: &str = "title = \"Mills\"\n[printings]\nonly = \"As drawn\"\n[[tile]]\nid = \"mill\"\ncount = 1\nedges = \"FFFF\"\n\
                     segments = [{ field = \"N E S W\" }]\n";

/// The files of a pack by their paths in its folder.
fn files(rules: &str) -> BTreeMap<String, String> {
    let files = [("pack.rota", rules), ("tiles/mills.toml", TILES), ("more/some.rota", "# Nothing yet.\n")];
    files.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect()
}

fn manifest(files: &BTreeMap<String, String>) -> Manifest {
    let mut source = MemorySource::new();
    source.add_rules("mills", "pack.rota", files["pack.rota"].clone());
    let loaded = Library::default().load(&source, ["mills"]);
    // Where the header is broken, what a pack with a sound one would say.
    let sums =
        || files.iter().map(|(path, text)| (path.clone(), rota_archive::sha256(text.as_bytes()))).collect();
    let of_others = || Manifest { files: sums(), ..manifest(&self::files(RULES)) };
    Manifest::of(&loaded, "mills", files).unwrap_or_else(of_others)
}

/// The entries of an archive with this manifest.
fn entries(manifest: &str, files: &BTreeMap<String, String>) -> Vec<Entry> {
    let mut entries = vec![Entry::new("mills/manifest.json", manifest)];
    entries.extend(files.iter().map(|(path, text)| Entry::new(format!("mills/{path}"), text.as_bytes())));
    entries
}

fn good() -> Vec<Entry> {
    let files = files(RULES);
    entries(&manifest(&files).to_text(), &files)
}

/// An archive in which the manifest tells of everything in it, so that only something else can be wrong.
fn told(further: &[(&str, &[u8])]) -> Vec<Entry> {
    let files = files(RULES);
    let mut manifest = manifest(&files);
    for (path, content) in further {
        manifest.files.insert((*path).to_owned(), rota_archive::sha256(content));
    }
    let mut all = entries(&manifest.to_text(), &files);
    all.extend(further.iter().map(|(path, content)| Entry::new(format!("mills/{path}"), *content)));
    all
}

/// Names that mean something else than a place below the folder, somewhere.
const NAMES: [&str; 36] = [
    "../up.rota",
    "mills/../../up.rota",
    "mills/..",
    "/etc/up.rota",
    "//server/up.rota",
    "C:/up.rota",
    "c:up.rota",
    "mills\\up.rota",
    "..\\up.rota",
    "mills/./up.rota",
    "mills//up.rota",
    "mills/",
    "mills/.hidden.rota",
    "mills/up.rota.",
    "mills/Up.rota",
    "MILLS/up.rota",
    "mills/con.rota",
    "mills/nul",
    "mills/aux.toml",
    "mills/com1.rota",
    "mills/lpt9.x.toml",
    "mills/prn/up.rota",
    "mills/a b.rota",
    "mills/ü.rota",
    "mills/up.rota\0",
    "mills/up\n.rota",
    "mills/~up.rota",
    "mills/$HOME.rota",
    "mills/*.rota",
    "mills/a:b.rota",
    "up.rota",
    "other/up.rota",
    "mills2/up.rota",
    "mills/a/b/c/d/e/f/g/h/i/up.rota",
    "",
    "mills/%2e%2e/up.rota",
];

/// How many ways of doing harm there are.
const WAYS: u64 = 25;

/// The archive of a number, and a word for what is wrong with it.
fn hostile(number: u64) -> (&'static str, Vec<u8>) {
    let (way, variant) = (number % WAYS, number / WAYS);
    let mut random = Random::new(number + 1);
    let mut below = |most: usize| random.below(most);
    let honest = Lies::default();
    let plus = |further: Entry| {
        let mut all = good();
        all.push(further);
        sealed(&all, honest)
    };
    let changed = |change: &dyn Fn(&mut Entry), at: usize| {
        let mut all = good();
        change(&mut all[at]);
        sealed(&all, honest)
    };
    let bytes = sealed(&good(), honest);
    match way {
        0 => ("a name", plus(Entry::new(NAMES[variant as usize % NAMES.len()], "# up\n"))),
        1 => ("a name of any bytes", {
            let name: Vec<u8> = (0..1 + below(80)).map(|_| below(256) as u8).collect();
            plus(Entry::new([b"mills/".as_slice(), &name, b"\xff"].concat(), "# up\n"))
        }),
        2 => ("a link", {
            let mut link = Entry::new("mills/up.rota", "../../../etc/passwd");
            link.mode =
                [0o120_777, 0o020_644, 0o010_644, 0o060_644, 0o140_644, 0o040_755][variant as usize % 6];
            plus(link)
        }),
        3 => (
            "two of one name",
            plus(Entry::new(["mills/pack.rota", "mills/manifest.json"][variant as usize % 2], RULES)),
        ),
        4 => ("two of one name, but for case", {
            plus(Entry::new(
                ["mills/PACK.rota", "Mills/pack.rota", "mills/Pack.Rota"][variant as usize % 3],
                RULES,
            ))
        }),
        5 => ("encrypted", changed(&|entry| entry.flags = [0x1, 0x41][variant as usize % 2], below(4))),
        6 => ("another packing", {
            let method = [1, 6, 9, 12, 14, 93, 95, 97, 98, 99, 777][variant as usize % 11];
            changed(&|entry| entry.method = Some(method), below(4))
        }),
        7 => ("a bomb", {
            let zeros = vec![b' '; (1 << 20) + 1 + below(1 << 20)];
            sealed(&told(&[("bomb.toml", &zeros)]), honest)
        }),
        8 => ("a bomb that says it is small", {
            let mut all = told(&[("bomb.toml", &vec![b'#'; (2 << 20) + below(1 << 20)])]);
            all.last_mut().unwrap().size = Some(below(1 << 20) as u32);
            sealed(&all, honest)
        }),
        9 => ("too much together", {
            let line = vec![b'#'; 1 << 20];
            let names: Vec<String> = (0..17 + below(3)).map(|at| format!("many{at}.toml")).collect();
            let many: Vec<(&str, &[u8])> =
                names.iter().map(|name| (name.as_str(), line.as_slice())).collect();
            // The largest of all: a few of them tell as much as many.
            match variant < 4 {
                true => sealed(&told(&many), honest),
                false => sealed(&good(), Lies { count: 1 + below(9) as i32, ..honest }),
            }
        }),
        10 => ("too many", {
            let names: Vec<String> = (0..497 + below(200)).map(|at| format!("n{at}.toml")).collect();
            let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
            sealed(&told(&many), honest)
        }),
        11 => ("cut off", bytes[..below(bytes.len())].to_vec()),
        12 | 13 => ("a bit that fell over", {
            let mut bytes = bytes;
            let at = below(bytes.len());
            bytes[at] ^= 1 << below(8);
            bytes
        }),
        14 => ("another length", {
            let off = 1 + below(1000) as u32;
            changed(&|entry| entry.size = Some(entry.content.len() as u32 + off), below(4))
        }),
        15 => ("a shorter length", {
            let off = below(10);
            changed(&|entry| entry.size = Some((off.min(entry.content.len() - 1)) as u32), below(4))
        }),
        16 => ("another sum", {
            let bits = 1 << below(32);
            changed(&|entry| entry.wrong_sum = bits, below(4))
        }),
        17 => ("a manifest that lies", lying(variant, &mut below)),
        18 => ("a file that is a folder", {
            let both = ["pack.rota/up.rota", "tiles", "more"][variant as usize % 3];
            sealed(&told(&[(both, b"# up\n")]), honest)
        }),
        19 => ("an archive in the archive, a program", {
            let name = ["in.zip", "run.sh", "run.exe", "lib.so", "pack.rota.bak", "rota", "pack.rotb"]
                [variant as usize % 7];
            sealed(&told(&[(name, &bytes)]), honest)
        }),
        20 => ("something before or behind", {
            let more: Vec<u8> = (0..1 + below(60)).map(|_| below(256) as u8).collect();
            match variant % 3 {
                0 => [more, bytes].concat(),
                1 => [bytes, more].concat(),
                _ => {
                    let mut both = [b"PK".to_vec(), more, bytes].concat();
                    rota_archive::put_checksum(&mut both);
                    both
                }
            }
        }),
        21 => ("a name that differs in the list", {
            let other = NAMES[variant as usize % 20].as_bytes().to_vec();
            changed(&|entry| entry.other_name = Some(other.clone()), below(4))
        }),
        22 => ("a list that lies", {
            let lies = match variant % 3 {
                0 => Lies { count: -1 - below(3) as i32, ..honest },
                1 => Lies { start: 1 + below(400) as i32 - 200 * (variant as i32 % 2), ..honest },
                _ => Lies { same_place: true, ..honest },
            };
            sealed(&good(), lies)
        }),
        23 => (
            "no pack at all",
            match variant % 5 {
                0 => Vec::new(),
                1 => b"PK".to_vec(),
                2 => (0..below(4000)).map(|_| below(256) as u8).collect(),
                3 => plain(&good(), honest, b""),
                _ => sealed(&[], honest),
            },
        ),
        _ => ("a pack that is not sound", unsound(variant)),
    }
}

/// An archive whose manifest says something else than the pack.
fn lying(variant: u64, below: &mut dyn FnMut(usize) -> usize) -> Vec<u8> {
    let files = files(RULES);
    let mut manifest = manifest(&files);
    let text = match variant % 14 {
        0 => manifest.to_text().replace("\"1.0.0\"", &format!("\"{}.0.0\"", 2 + below(9))),
        1 => manifest.to_text().replace("\"mills\"", "\"milks\""),
        2 => manifest.to_text().replace("\"Mills\"", "\"Carcassonne\""),
        3 => manifest.to_text().replace("^1.0", "^1.0, <1.5"),
        4 => manifest.to_text().replace("\"tested_with\": []", "\"tested_with\": [\"cult\"]"),
        5 => manifest.to_text().replace("\"format\": 1", &format!("\"format\": {}", [0, 2, 77][below(3)])),
        6 => {
            manifest.to_text().replace("\"language\": 1", &format!("\"language\": {}", [0, 2, 99][below(3)]))
        }
        7 => manifest.to_text().replace("\"format\": 1", "\"format\": 1, \"further\": true"),
        8 => manifest.to_text().replace("\"format\": 1,", ""),
        9 => {
            // A sum of which one letter is another.
            let sum = manifest.files["pack.rota"].clone();
            let other = if sum.starts_with('0') { "1" } else { "0" };
            manifest.to_text().replace(&sum, &format!("{other}{}", &sum[1..]))
        }
        10 => {
            manifest.files.remove("more/some.rota");
            manifest.to_text()
        }
        11 => {
            manifest.files.insert("more/further.rota".to_owned(), "0".repeat(64));
            manifest.to_text()
        }
        12 => "[".repeat(1 + below(100_000)),
        _ => "null".to_owned(),
    };
    sealed(&entries(&text, &files), Lies::default())
}

/// An archive with a pack that cannot be played here.
fn unsound(variant: u64) -> Vec<u8> {
    let rules = match variant % 7 {
        0 => RULES.replace("base ^1.0", "base ^2.0"),
        1 => RULES.replace("base ^1.0", "moon ^1.0"),
        2 => format!(
            "{RULES}scenario \"with what is not here\" for MILL-01 {{\n  with sun\n  expect pile.count = 71\n}}\n"
        ),
        3 => format!("{RULES}rule odd at scorre {{ score 1 pts to active as city }}\n"),
        4 => format!("{RULES}rule worse at score {{ let }}\n"),
        5 => RULES.replace("tiles mills", "tiles other"),
        _ => RULES.replace("1.0.0", "one"),
    };
    let files = files(&rules);
    let text = manifest(&files).to_text();
    let mut all = entries(&text, &files);
    if variant % 14 >= 7 {
        // What is no text at all.
        let content = vec![0xff, 0xfe, b'#'];
        let mut manifest = manifest(&files);
        manifest.files.insert("more/some.rota".to_owned(), rota_archive::sha256(&content));
        all = entries(&manifest.to_text(), &files);
        all.iter_mut().find(|entry| entry.name == b"mills/more/some.rota").unwrap().content = content;
    }
    sealed(&all, Lies::default())
}

/// Runs a command line in this process.
fn rota(line: &str) -> (Exit, String) {
    let words = line.split_whitespace().map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let input = Input { lines: Box::new(b"".as_slice()), is_typed: false };
    let exit = rota_cli::run_with(words, input, &mut out, &mut err);
    (exit, String::from_utf8_lossy(&err).into_owned())
}

/// All that lies below a folder.
fn tree(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.is_symlink() {
            found.extend(tree(&path));
        }
        found.push(path);
    }
    found.sort();
    found
}

const CHILD: &str = "ROTA_TEST_HOSTILE";

/// Runs a test of this file again, in a folder of its own.
fn in_a_folder(test: &str) {
    let folder = std::env::temp_dir().join(format!("rota-{test}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("work")).unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture"]).current_dir(folder.join("work"));
    command.env(CHILD, &folder).env("ROTA_DATA", folder.join("data")).env_remove("ROTA_HOME");
    let output = command.output().unwrap();
    let _ = fs::remove_dir_all(&folder);
    let told = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&told));
}

#[test]
fn a_thousand_hostile_archives_are_refused_and_write_nothing() {
    let Some(folder) = std::env::var_os(CHILD).map(PathBuf::from) else {
        return in_a_folder("a_thousand_hostile_archives_are_refused_and_write_nothing");
    };
    let file = "hostile.zip";
    fs::write(file, "").unwrap();
    fs::create_dir_all(folder.join("data/packs")).unwrap();
    let before = tree(&folder);
    let mut codes = BTreeMap::new();
    for number in 0..1000 {
        let (what, bytes) = hostile(number);
        fs::write(file, bytes).unwrap();
        let (exit, told) = rota("rota pack add hostile.zip");
        assert_ne!(exit, Exit::Fine, "{number}: {what} was added");
        assert!(told.contains("hostile.zip") || told.contains("`mills`"), "{number}: {what}: {told}");
        assert!(!told.contains("panicked"), "{number}: {what}: {told}");
        assert_eq!(tree(&folder), before, "{number}: {what} has written something");
        let code = told.lines().find(|line| line.contains("::")).unwrap_or_default().to_owned();
        *codes.entry((what, code)).or_insert(0) += 1;
    }
    assert!(codes.len() > 30, "{codes:#?}");
    // What they were made of is sound.
    fs::write(file, sealed(&good(), Lies::default())).unwrap();
    let (exit, told) = rota("rota pack add hostile.zip");
    assert_eq!(exit, Exit::Fine, "{told}");
    assert!(folder.join("data/packs/mills/tiles/mills.toml").is_file());
}

#[test]
fn what_is_changed_and_summed_up_anew_is_refused_or_is_the_pack() {
    let Some(folder) = std::env::var_os(CHILD).map(PathBuf::from) else {
        return in_a_folder("what_is_changed_and_summed_up_anew_is_refused_or_is_the_pack");
    };
    let whole = sealed(&good(), Lies::default());
    let mut random = Random::new(11);
    let packs = folder.join("data/packs");
    fs::create_dir_all(&packs).unwrap();
    let mut added = 0;
    for round in 0..600 {
        let mut bytes = whole.clone();
        for _ in 0..1 + round % 3 {
            let at = random.below(bytes.len());
            bytes[at] ^= 1 << random.below(8);
        }
        rota_archive::put_checksum(&mut bytes);
        fs::write("changed.zip", bytes).unwrap();
        if rota("rota pack add changed.zip").0 == Exit::Fine {
            added += 1;
            for (path, text) in files(RULES) {
                assert_eq!(fs::read_to_string(packs.join("mills").join(path)).unwrap(), text, "{round}");
            }
            assert_eq!(tree(&packs).len(), 7, "{round}: {:?}", tree(&packs));
            assert_eq!(rota("rota pack remove mills").0, Exit::Fine);
        }
        assert_eq!(tree(&packs), Vec::<PathBuf>::new(), "{round}");
        let outside: Vec<String> = fs::read_dir(&folder)
            .unwrap()
            .map(|one| one.unwrap().file_name().into_string().unwrap())
            .collect();
        assert_eq!(outside.len(), 2, "{outside:?}");
    }
    // Some bits mean nothing, as those of the time; most do.
    assert!(added < 300, "{added}");
}
