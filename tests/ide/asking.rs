//! Open packs, edits by chance, and all questions at once.

use std::collections::BTreeMap;

use rota::{PackSource, Random};
use rota_ide::position::{Encoding, Lines};
use rota_ide::{Analysis, Edits, OpenText, Owner, Subject, World, folds, format, outline};

/// All files of a pack, open as they lie there.
pub fn open_pack(
    source: &dyn PackSource,
    pack: &str,
) -> (BTreeMap<String, OpenText>, BTreeMap<String, String>) {
    let texts = source.pack(pack).expect("a pack");
    let rules = texts.rules.into_iter().map(|text| (text, Owner::Rules(pack.to_owned())));
    let tiles = texts.tiles.into_iter().map(|(set, text)| (text, Owner::PackTiles(pack.to_owned(), set)));
    let all: Vec<_> = rules.chain(tiles).collect();
    let files = all.iter().map(|(text, _)| (text.name.clone(), text.text.clone())).collect();
    (all.into_iter().map(|(text, owner)| (text.name, OpenText { text: text.text, owner })).collect(), files)
}

pub fn subject_of(open: &BTreeMap<String, OpenText>, name: &str) -> Subject {
    Subject::of(name, &open[name].owner).expect("a subject")
}

/// Asks all that can be asked at an offset; returns how much that is.
pub fn all_answers(here: &Analysis, name: &str, text: &str, offset: usize) -> usize {
    let lines = Lines::of(text);
    let place = lines.place(offset, Encoding::Utf16);
    let at = lines.offset(place, Encoding::Utf16);
    let _ = here.hover(name, at);
    let _ = here.definition(name, at);
    let _ = here.renamable(name, at);
    let _ = here.signatures(text, at);
    if offset.is_multiple_of(500) {
        let _ = here.uses(name, at);
        let _ = here.tokens(name);
        let _ = here.lenses(name);
        let _ = folds(text.get(..at).unwrap_or(""));
        let _ = outline(text.get(..at).unwrap_or(""));
        let _ = format(name, text.get(at..).unwrap_or(""));
    }
    4
}

/// Changes a text somewhere: takes words out, puts pieces of rules in, doubles lines.
pub fn edit(text: &mut String, random: &mut Random) {
    const PIECES: [&str; 14] = [
        " ",
        "\n",
        "x",
        "{",
        "}",
        "(",
        "\"",
        "#",
        "é🐑",
        "rule odd at earn { stop }\n",
        " f.tiles ",
        "\r\n\t",
        " 7",
        "option",
    ];
    let mut at = random.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    if random.below(3) == 0 {
        let rest = &text[at..];
        let end = rest.char_indices().nth(random.below(12)).map_or(rest.len(), |(end, _)| end);
        text.replace_range(at..at + end, "");
    } else {
        text.insert_str(at, PIECES[random.below(PIECES.len())]);
    }
}

/// The texts that edits change, as they are afterwards.
pub fn apply(world: &World<'_>, edits: &Edits) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for name in world.names() {
        let pack = world.pack(&name).expect("a pack");
        texts.extend(pack.rules.into_iter().map(|text| (text.name, text.text)));
        texts.extend(world.tiles(&name).map(|text| (text.name, text.text)));
    }
    let mut changed = BTreeMap::new();
    for (place, new) in edits.iter().rev() {
        let file = place.file.to_string();
        let text = changed.entry(file.clone()).or_insert_with(|| texts[&file].clone());
        text.replace_range(place.range.clone(), new);
    }
    changed
}
