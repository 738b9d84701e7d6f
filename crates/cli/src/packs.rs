//! From the arguments of a command to packs and settings: packs, variants, options, or a file that names them.

use rota::{CompiledGame, Composition, Library, LoadedPacks, PackChoice, PackSource, Settings, Spanned};
use rota_source::{did_you_mean, joined};

use crate::arguments::CompositionArguments;
use crate::console::Console;
use crate::exit::Failure;
use crate::files::{Files, Resolved};
use crate::layer::Origin;
use crate::problems::{Problems, SET, START};

/// Packs that were loaded, and what they are to be compiled with.
pub(crate) struct PackSelection {
    /// The packs with all they require.
    pub packs: LoadedPacks,
    /// What was asked for.
    pub composition: Composition,
    /// The settings of the composition, and over them those of the arguments.
    pub settings: Settings,
    /// The packs as they were given: names, or paths to folders.
    pub given: Vec<String>,
}

impl PackSelection {
    /// Loads the packs that the arguments name, or those of the composition file in their place. What the
    /// arguments settle comes over what the file says.
    ///
    /// Errors: a pack or a variant that is not there, an option that is not written as one.
    pub fn read(arguments: &CompositionArguments) -> Result<PackSelection, Failure> {
        let mut files = Files::find()?;
        let (packs, composition, given) = named(&mut files, &arguments.packs)?;
        let mut settings = composition.settings();
        for text in &arguments.set {
            if !text.contains('=') {
                return Err(Failure::advised(
                    format!("`{text}` does not set an option"),
                    format!("write the option's name, `=` and its value: `{SET} {text}=1`"),
                ));
            }
            settings = settings.option_argument(SET, text);
        }
        if let Some(start) = &arguments.start {
            settings = settings.start_argument(START, start);
        }
        Ok(PackSelection { packs, composition, settings, given })
    }

    /// Compiles the packs and shows warnings.
    ///
    /// Errors: all that is wrong with the packs, their tile sets and the options.
    pub fn compile(
        &self,
        seats: &[String],
        copies: usize,
        console: &mut Console<'_>,
    ) -> Result<CompiledGame, Failure> {
        let settings = self.settings.clone().copies(copies).seats(seats);
        let compiled = self.packs.compile(&settings)?;
        if !console.is_json() {
            console.draw(&Problems::of(&compiled.sources, &compiled.diagnostics))?;
        }
        Ok(compiled)
    }

    /// The packs and variants as one can write them again, behind the title of a composition that has one.
    pub fn title(&self) -> String {
        match &self.composition.title {
            Some(title) => format!("{title} ({})", self.composition),
            None => self.composition.to_string(),
        }
    }

    /// The options over all variants, as one can set them again.
    pub fn set(&self) -> Vec<String> {
        self.settings.options().map(|(name, value)| format!("{name}={value}")).collect()
    }

    /// The names of the packs that were asked for.
    pub fn names(&self) -> Vec<&str> {
        self.composition.packs.iter().map(|choice| choice.pack.as_str()).collect()
    }

    /// The variants, in the order in which they apply.
    pub fn variants(&self) -> Vec<String> {
        self.settings.variants().map(str::to_owned).collect()
    }
}

/// The packs that a tile set is made for, those with the fewest requirements first: the ones that name it; where none
/// does, all that stand on their own.
pub(crate) fn fitting(library: &mut Library, files: &Files, set: &str) -> Vec<LoadedPacks> {
    let loaded = files.names().into_iter().map(|pack| library.load(files, [pack]));
    let mut loaded: Vec<LoadedPacks> = loaded.collect();
    let is_named = loaded.iter().any(|packs| packs.uses_tiles(set));
    loaded.retain(|packs| if is_named { packs.uses_tiles(set) } else { packs.packs.len() == 1 });
    loaded.sort_by_key(|packs| packs.packs.len());
    loaded
}

/// Reads a composition file and its packs with further ones; what is wrong with them is among the diagnostics.
pub(crate) fn compose(
    library: &mut Library,
    files: &mut Files,
    origin: &Origin,
    further: Vec<PackChoice>,
) -> (LoadedPacks, Composition) {
    files.admit_beside(origin);
    let (mut packs, composition) =
        files.read(origin).map_or_else(Default::default, |text| library.compose_with(files, text, further));
    packs.diagnostics.extend(files.take_problems());
    (packs, composition)
}

/// The names of packs that are given one by one, or of those that a composition file names.
///
/// Errors: there is no such thing, or the file is wrong.
pub(crate) fn packs_of(files: &mut Files, given: &str) -> Result<Vec<String>, Failure> {
    let path = match files.resolve(given)? {
        Resolved::Pack(pack) => return Ok(vec![pack]),
        Resolved::Composition(path) => path,
    };
    let (packs, composition) = compose(&mut Library::default(), files, &path, Vec::new());
    match packs.diagnostics.is_empty() {
        true => Ok(composition.packs.into_iter().map(|choice| choice.pack.node).collect()),
        false => Err(Failure::found(&packs.diagnostics, &packs.sources)),
    }
}

/// The packs that are given, each once; without any, those of the nearest layer.
///
/// Errors: as for [`packs_of`].
pub(crate) fn chosen(files: &mut Files, given: &[String]) -> Result<Vec<String>, Failure> {
    if given.is_empty() {
        return Ok(files.packs_in(files.nearest_layer()));
    }
    let mut packs: Vec<String> = Vec::new();
    for one in given {
        let more = packs_of(files, one)?;
        packs.extend(more.into_iter().filter(|pack| !packs.contains(pack)).collect::<Vec<_>>());
    }
    Ok(packs)
}

/// Reads packs that are named one by one, with variants behind `@`; one of them may be a composition file, which brings
/// several.
fn named(files: &mut Files, given: &[String]) -> Result<(LoadedPacks, Composition, Vec<String>), Failure> {
    let from_outside = |word: &str| Spanned::new(word.to_owned(), rota::Span::default());
    let (mut choices, mut bare) = (Vec::new(), Vec::new());
    let mut file = None;
    for one in given {
        let mut words = one.split('@');
        let name = words.next().unwrap_or_default();
        let variants: Vec<_> = words.map(from_outside).collect();
        match files.resolve(name)? {
            Resolved::Pack(pack) => {
                bare.push(name.to_owned());
                choices.push(PackChoice { pack: from_outside(&pack), variants });
            }
            Resolved::Composition(path) if file.is_none() => file = Some((path, variants)),
            Resolved::Composition(_) => {
                let message = format!("`{one}` is a second composition file");
                let help = "name one such file, and the packs of the other beside it";
                return Err(Failure::advised(message, help));
            }
        }
    }
    let asked: Vec<_> = choices.iter().flat_map(|choice| choice.variants.clone()).collect();
    let Some((path, variants)) = file else {
        let packs = rota::load(files, choices.iter().map(|choice| choice.pack.as_str()));
        asked.iter().try_for_each(|variant| find_variant(&packs, variant))?;
        let mut composition = Composition::default();
        choices.into_iter().for_each(|choice| composition.add(choice));
        return Ok((packs, composition, bare));
    };
    let (packs, mut composition) = compose(&mut Library::default(), files, &path, choices);
    if packs.diagnostics.is_empty() {
        asked.iter().chain(&variants).try_for_each(|variant| find_variant(&packs, variant))?;
    }
    for variant in variants {
        let has = |pack: &&str| packs.variants(Some(pack)).any(|known| known.node == variant.node);
        if let Some(owner) = packs.packs.iter().map(|pack| pack.name.as_str()).find(has) {
            composition.add(PackChoice { pack: from_outside(owner), variants: vec![variant] });
        }
    }
    let named = composition.packs.iter().map(|choice| choice.pack.node.clone());
    let named = named.filter(|pack| !bare.contains(pack)).collect::<Vec<_>>();
    Ok((packs, composition, [named, bare].concat()))
}

fn find_variant(packs: &LoadedPacks, variant: &str) -> Result<(), Failure> {
    let known: Vec<&str> = packs.variants(None).map(|name| name.as_str()).collect();
    if known.contains(&variant) {
        return Ok(());
    }
    let help = did_you_mean(variant, known.iter().copied()).unwrap_or_else(|| match known.as_slice() {
        [] => "these packs have no variants".to_owned(),
        _ => format!("variants here: {}", joined(&known)),
    });
    Err(Failure::advised(format!("there is no variant `{variant}`"), help))
}
