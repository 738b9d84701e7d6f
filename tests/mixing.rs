//! Random mixes of packs, each with random variants and options.

use rota::{CompiledGame, Library, LoadedPacks, PackSource, Settings};
use rota_game::{Random, RuleFault};

/// What the seats of a mix are called.
pub const SEATS: [&str; 6] = ["ann", "bob", "cid", "dora", "emil", "fay"];

/// A mix, ready to be played.
pub struct Mix {
    /// Its packs, in the order in which they were drawn.
    pub packs: Vec<String>,
    /// Its variants, its options and its start.
    pub settings: Settings,
    /// The texts.
    pub reading: LoadedPacks,
    /// What is played.
    pub opened: CompiledGame,
}

impl Mix {
    /// The mix as somebody would name it on a command line.
    #[must_use]
    pub fn words(&self) -> String {
        let variants = self.settings.variants().map(|name| format!("--variant {name}"));
        let chosen = self.settings.options().map(|(name, value)| format!("--set {name}={value}"));
        let start = self.settings.start_name().map(|name| format!("--start {name}"));
        self.packs.iter().cloned().chain(variants).chain(chosen).chain(start).collect::<Vec<_>>().join(" ")
    }
}

/// As many different packs as wanted, or fewer.
pub fn some_of<'a>(packs: &'a [String], count: usize, random: &mut Random) -> Vec<&'a String> {
    let mut names: Vec<&String> = Vec::new();
    for _ in 0..count {
        names.extend(one_of(random, packs).filter(|name| !names.contains(name)));
    }
    names
}

/// Mixes packs, a third of them with a variant, and sets a third of the options.
///
/// # Errors
/// The codes of what is said where they do not go together.
pub fn mix(
    library: &mut Library,
    source: &dyn PackSource,
    names: &[&String],
    random: &mut Random,
) -> Result<Mix, String> {
    let reading = library.load(source, names);
    let mut settings = Settings::new().seats(SEATS);
    for name in names {
        let variants: Vec<String> = reading.variants(Some(name)).map(|name| name.node.clone()).collect();
        if random.below(3) == 0
            && let Some(variant) = one_of(random, &variants)
        {
            settings = settings.variant(variant);
        }
    }
    let (mut opened, plain) = compiled(&reading, names, &settings)?;
    let mut chosen = settings;
    for option in &opened.options {
        if random.below(3) == 0
            && let Some(value) = value(random, &option.choices)
        {
            chosen = chosen.option(&option.name, value);
        }
    }
    // Options may shut each other out.
    let mut settings = plain;
    if let Ok(with_options) = compiled(&reading, names, &chosen) {
        (opened, settings) = with_options;
    }
    Ok(Mix { packs: names.iter().map(|name| (*name).clone()).collect(), settings, reading, opened })
}

/// Compiles packs, with a start of one of them where they do not agree on one, and returns with which settings.
///
/// # Errors
/// The codes of what is said where no start helps.
pub fn compiled(
    reading: &LoadedPacks,
    names: &[&String],
    settings: &Settings,
) -> Result<(CompiledGame, Settings), String> {
    let plain = reading.compile(settings).map(|opened| (opened, settings.clone()));
    let codes = |error: rota::Error| {
        let codes = error.diagnostics().iter().map(|found| found.code());
        codes.collect::<Vec<_>>().join(" ")
    };
    let started = |name: &&String| {
        let settings = settings.clone().start(name);
        reading.compile(&settings).ok().map(|opened| (opened, settings))
    };
    plain.or_else(|error| names.iter().find_map(started).ok_or_else(|| codes(error)))
}

/// A fault with the place of the rule that stopped.
#[must_use]
pub fn told(fault: &RuleFault, reading: &LoadedPacks) -> String {
    let place = reading.sources.place(fault.span.start);
    let place = place.map_or_else(String::new, |place| format!("{}:{}", place.file, place.line));
    format!("{fault} ({place})")
}

fn one_of<'a, T>(random: &mut Random, all: &'a [T]) -> Option<&'a T> {
    all.get(random.below(all.len()))
}

/// A random value of an option, as it is told what it may be.
fn value(random: &mut Random, choices: &str) -> Option<String> {
    if let Some((least, most)) = choices.split_once("..") {
        let (least, most): (i64, i64) = (least.parse().ok()?, most.parse().ok()?);
        return Some((least + random.below((most - least + 1).min(9) as usize) as i64).to_string());
    }
    let words: Vec<&str> = choices.split(", ").collect();
    one_of(random, &words).map(|word| (*word).to_owned())
}
