//! The packs in the program are those of the tree: the same texts in the same order.

use rota::PackSource;
use rota_embedded::{Embedded, MARK};
use rota_folder::FolderSource;
use rota_tests::shelf::{below, root};

#[test]
fn the_program_holds_what_the_tree_holds() {
    let (embedded, tree) = (Embedded::new(), FolderSource::at(root()));
    assert_eq!(Vec::from_iter(embedded.packs()), Vec::from_iter(tree.home_packs()));
    assert_eq!(embedded.names(), tree.names());
    for name in embedded.packs() {
        let (own, other) = (embedded.pack(name).expect(name), tree.pack(name).expect(name));
        let texts = |pack: &rota::PackText, mark: &str| {
            let sets = pack.tiles.iter().map(|(_, text)| text);
            let all = pack.rules.iter().chain(sets);
            all.map(|text| (text.name.replace(mark, ""), text.text.clone())).collect::<Vec<_>>()
        };
        assert!(own.rules.iter().all(|text| text.name.starts_with(MARK)), "{name}");
        assert_eq!(texts(&own, MARK), texts(&other, "-"), "{name}");
        let recordings = root().join(embedded.folder(name).expect(name)).join("recordings.toml");
        assert_eq!(embedded.recordings(name).is_some(), recordings.is_file(), "{name}");
    }
}

#[test]
fn tile_sets_and_compositions_are_there() {
    let (embedded, tree) = (Embedded::new(), FolderSource::at(root()));
    assert_eq!(embedded.tile_sets().count(), below(&root().join("tiles"), "toml").len());
    for (set, _) in embedded.tile_sets() {
        assert_eq!(embedded.tiles(set).map(|text| text.text), tree.tiles(set).map(|text| text.text), "{set}");
    }
    assert_eq!(
        embedded.composition_files().count(),
        below(&root().join("rulesets/compositions"), "toml").len()
    );
    assert!(embedded.tiles("no_such_set").is_none() && embedded.pack("no_such_pack").is_none());
}
