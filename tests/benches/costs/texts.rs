//! What it costs to read packs and tile sets and to compile them.

use divan::{Bencher, black_box};
use rota::Settings;
use rota_source::Sources;
use rota_tests::playing::opened;
use rota_tests::shelf::{PUBLISHED, below, compile, load, root, shelf};

/// All published packs: parsed, one by one.
#[divan::bench]
fn parsed() {
    for pack in PUBLISHED {
        black_box(rota::load(&shelf(), &[pack.to_owned()]));
    }
}

/// The same packs compiled and joined with their tile sets.
#[divan::bench]
fn checked(bencher: Bencher<'_, '_>) {
    let readings = PUBLISHED.map(|pack| load(&shelf(), &[pack]));
    bencher.bench_local(|| {
        for reading in &readings {
            black_box(compile(reading, &Settings::default()));
        }
    });
}

/// All tile sets of the house, with the words of all packs.
#[divan::bench]
fn loaded(bencher: Bencher<'_, '_>) {
    let opened = opened("everything", 1);
    let mut sources = Sources::new();
    let mut sets = Vec::new();
    for path in below(&root().join("tiles"), "toml") {
        let text = std::fs::read_to_string(&path).expect("a tile set");
        let source = sources.add(path.display().to_string(), text).cloned().expect("room for it");
        sets.push((source, path.file_stem().expect("a name").to_string_lossy().into_owned()));
    }
    bencher.bench_local(|| {
        for (source, stem) in &sets {
            black_box(rota_tiles::load(source, stem, &opened.compiled.vocabulary));
        }
    });
}
