//! From loaded packs to a game: compiled with settings, joined with their tile sets, ready to be played.

use std::collections::BTreeSet;
use std::sync::Arc;

use rota_bytecode::vocabulary::Vocabulary;
use rota_check::{OptionInfo, Question};
use rota_compile::{CompileInput, Compiled, OptLevel};
use rota_compose::{Pack, Selection};
use rota_game::{Names, Rules, Stock};
use rota_mutate::Mutation;
use rota_source::{Allowances, Diagnostic, Severity, Sources, Span, Spanned, joined};
use rota_syntax::ast::{Expr, Item, ItemKind, Name};
use rota_tiles::{RESERVED_SEGMENT_KEYS, RESERVED_TILE_KEYS, SetInPlay, TileSet};

use crate::error::Error;
use crate::language;
use crate::load::{LoadedPacks, neighbours};
use crate::removal::Removal;
use crate::settings::Settings;
use crate::stock::{StockBuilder, catalog};

/// What packs are compiled with, as scenarios and mutations want it: all names have their places in the texts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Build<'a> {
    /// Variants, applied in this order.
    pub variants: Vec<Name>,
    /// Options over all variants, each an expression that is known beforehand.
    pub options: Vec<(Name, Expr)>,
    /// Which start is taken where packs name several: the name of a pack, or of the start as a pack names it.
    pub start: Option<Name>,
    /// Packs that play beside those that were asked for; see [`LoadedPacks::guests`].
    pub guests: Vec<String>,
    /// A change made on purpose.
    pub mutation: Option<&'a Mutation>,
    /// What is left out.
    pub removal: Option<&'a Removal>,
    /// What a scenario wants answered.
    pub questions: Vec<Question<'a>>,
    /// How many copies of each tile set are in the bag; 0 counts as 1.
    pub copies: usize,
    /// Names of the seats, for texts.
    pub seats: Vec<String>,
    /// Whether the checked tree is kept beside the program.
    pub keep_tree: bool,
    /// How the program is written.
    pub opt_level: OptLevel,
    /// Whether nothing of it will be played: no program is written.
    pub only_declares: bool,
}

/// Packs ready to be played.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CompiledGame {
    /// What games are played by: [`Game::new`](crate::Game::new) takes it.
    pub rules: Arc<Rules>,
    /// The options with their values.
    pub options: Vec<OptionInfo>,
    /// Warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that warnings and faults point into: those that were loaded, and behind them those of the settings.
    pub sources: Sources,
    /// The tile sets in play.
    pub sets: Vec<Arc<TileSet>>,
    /// What was compiled, but for the program, which is part of the rules: for tools.
    pub compiled: Compiled,
}

impl LoadedPacks {
    /// Compiles the packs and joins them with their tile sets.
    ///
    /// # Errors
    /// All that is wrong with packs, tile sets and settings together, what was found on loading included.
    pub fn compile(&self, settings: &Settings) -> Result<CompiledGame, Error> {
        self.compile_as(settings, None)
    }

    /// The same, maybe without something.
    pub(crate) fn compile_as(
        &self,
        settings: &Settings,
        removal: Option<&Removal>,
    ) -> Result<CompiledGame, Error> {
        let placed = settings.placed(&self.sources).map_err(|(found, sources)| Error::new(found, sources))?;
        let build = Build {
            variants: placed.variants,
            options: placed.options,
            start: placed.start,
            removal,
            copies: settings.copy_count(),
            seats: settings.seat_names().to_vec(),
            keep_tree: settings.keeps_tree(),
            opt_level: settings.level(),
            ..Build::default()
        };
        match self.build(&build, &placed.sources) {
            Ok(mut compiled) => {
                compiled.diagnostics = self.without_allowed(compiled.diagnostics);
                Ok(compiled)
            }
            Err(found) => Err(Error::new(self.without_allowed(found), placed.sources.into_owned())),
        }
    }

    /// Says all that is wrong with the packs under these settings, warnings included, and which texts that points
    /// into: for editors and whoever only checks. Spares the work that makes games fast.
    #[must_use]
    pub fn check(&self, settings: &Settings) -> (Vec<Diagnostic>, Sources) {
        match self.compile(&settings.clone().opt_level(OptLevel::None)) {
            Ok(compiled) => (compiled.diagnostics, compiled.sources),
            Err(error) => error.into_parts(),
        }
    }

    /// Says all that is wrong with a pack as it is and in each of its variants, warnings included. All of it points
    /// into the texts of the packs.
    #[must_use]
    pub fn check_variants(&self, pack: &str) -> Vec<Diagnostic> {
        let variants = self.variants(Some(pack)).map(|variant| vec![variant.clone()]);
        let mut found = self.diagnostics.clone();
        for variants in std::iter::once(Vec::new()).chain(variants) {
            let build = Build { variants, opt_level: OptLevel::None, ..Build::default() };
            match self.build(&build, &self.sources) {
                Ok(compiled) => found.extend(compiled.diagnostics),
                Err(problems) => found.extend(problems),
            }
        }
        found.extend(self.check_neighbours(pack));
        let own = self.packs.iter().find(|known| known.name == pack);
        found.extend(own.and_then(language::older));
        let mut allowances = Allowances::of(self.sources.files());
        let mut found = allowances.filter(found);
        // What could not be looked at might need it.
        if found.iter().all(|one| one.severity() != Severity::Error) {
            let own = self.own_files(pack);
            let is_own = |one: &Diagnostic| {
                let file = one.labels().first().and_then(|label| self.sources.file_at(label.span.start));
                file.is_some_and(|file| own.contains(&file.base))
            };
            found.extend(allowances.unused().into_iter().filter(is_own));
        }
        found
    }

    /// Leaves out the warnings that comments allow.
    fn without_allowed(&self, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        if found.iter().all(|one| one.severity() == Severity::Error) {
            return found;
        }
        Allowances::of(self.sources.files()).filter(found)
    }

    /// Where the rule files of a pack and the tile files that it names begin.
    fn own_files(&self, pack: &str) -> BTreeSet<u32> {
        let place = self.packs.iter().position(|known| known.name == pack);
        let rules = place.and_then(|place| self.files.get(place)).into_iter().flatten();
        let own = self.packs.iter().filter(|known| known.name == pack).flat_map(Pack::items);
        let own = own.flat_map(Item::with_brought);
        let named: BTreeSet<&str> = own
            .filter_map(|item| {
                let ItemKind::Tiles { set, .. } = &item.kind else { return None };
                Some(set.node.as_str())
            })
            .collect();
        let sets = self.sets.iter().filter(|(name, _)| named.contains(name.as_str())).map(|(_, file)| file);
        rules.chain(sets).map(|file| file.base).collect()
    }

    /// Says what is wrong with what a pack says of others, where those do not play but were found.
    fn check_neighbours(&self, pack: &str) -> Vec<Diagnostic> {
        let is_in = |packs: &[Pack], name: &Name| packs.iter().any(|pack| pack.name == name.node);
        let mut found = Vec::new();
        let items = self.packs.iter().filter(|known| known.name == pack).flat_map(Pack::items);
        for (item, packs) in
            items.flat_map(|item| neighbours(item).into_iter().map(move |packs| (item, packs)))
        {
            let can_play = |name: &Name| is_in(&self.packs, name) || is_in(&self.guests, name);
            if packs.iter().all(|name| is_in(&self.packs, name)) || !packs.iter().all(can_play) {
                continue;
            }
            let guests = packs.iter().map(|name| name.node.clone()).collect();
            let build = Build { guests, opt_level: OptLevel::None, ..Build::default() };
            let all = self.build(&build, &self.sources);
            let all = all.map_or_else(|problems| problems, |compiled| compiled.diagnostics);
            let is_inside = |span: Span| item.span.start <= span.start && span.end <= item.span.end;
            let inside = |one: &Diagnostic| one.labels().iter().any(|label| is_inside(label.span));
            found.extend(all.into_iter().filter(inside));
        }
        found
    }

    /// Compiles the packs; `sources` are those of the packs, or these with further ones behind them.
    pub(crate) fn build(
        &self,
        build: &Build<'_>,
        sources: &Sources,
    ) -> Result<CompiledGame, Vec<Diagnostic>> {
        let mut diagnostics = self.diagnostics.clone();
        let has_nothing = self.packs.is_empty() && !diagnostics.is_empty();
        if has_nothing || diagnostics.iter().any(leaves_a_gap) {
            return Err(diagnostics);
        }
        let packs = self.packs_with(&build.guests);
        let selection = Selection {
            packs: &packs,
            variants: &build.variants,
            options: &build.options,
            edit: build
                .mutation
                .and_then(|mutation| mutation.edit.as_ref())
                .or(build.removal.and_then(Removal::edit)),
        };
        let (compiled, found) = rota_compile::compile(&CompileInput {
            selection,
            sources,
            start: build.start.as_ref(),
            questions: &build.questions,
            keep_tree: build.keep_tree,
            opt_level: build.opt_level,
            only_declares: build.only_declares,
        });
        let unparsed = self.unparsed_words();
        let about = |one: &Diagnostic| one.labels().first().map_or("", |label| sources.text(label.span));
        // Of a name that could not be made out nothing else is known.
        let place = |one: &Diagnostic| one.labels().first().map(|label| label.span);
        let names = self.diagnostics.iter().filter(|one| one.code().starts_with("names::"));
        let told: Vec<Option<Span>> = names.map(place).collect();
        // What names something that could not be read may be right: the mistake is reported where it stands.
        let is_news = |one: &Diagnostic| !unparsed.contains(about(one)) && !told.contains(&place(one));
        diagnostics.extend(found.into_iter().filter(is_news).map(|one| self.with_advice(one)));
        let Some(compiled) = compiled else { return Err(diagnostics) };
        self.link(compiled, build, sources, diagnostics)
    }

    /// The words of all that could not be read: what stands outside of the items of a file with errors.
    fn unparsed_words(&self) -> BTreeSet<&str> {
        let spoilt = self.diagnostics.iter().filter(|one| one.code().starts_with("syntax::"));
        let spoilt = spoilt.filter_map(|one| one.labels().first()).map(|label| label.span.start);
        let spoilt: BTreeSet<u32> =
            spoilt.filter_map(|at| self.sources.file_at(at)).map(|file| file.base).collect();
        let packs = self.packs.iter().chain(&self.guests);
        let items = packs.flat_map(|pack| &pack.files).flat_map(|file| &file.items);
        if spoilt.is_empty() {
            return BTreeSet::new();
        }
        let mut read: Vec<Span> = items.map(|item| item.span).collect();
        read.sort_unstable();
        let mut words = BTreeSet::new();
        for base in spoilt {
            let Some(file) = self.sources.file_at(base) else { continue };
            let end = base.saturating_add(u32::try_from(file.text.len()).unwrap_or(u32::MAX));
            let mut at = base;
            for span in read.iter().filter(|span| span.start >= base && span.end <= end) {
                words.extend(words_of(self.sources.text(Span { start: at, end: span.start })));
                at = span.end;
            }
            words.extend(words_of(self.sources.text(Span { start: at, end })));
        }
        words
    }

    /// Joins what was compiled with its tile sets.
    fn link(
        &self,
        mut compiled: Compiled,
        build: &Build<'_>,
        sources: &Sources,
        mut diagnostics: Vec<Diagnostic>,
    ) -> Result<CompiledGame, Vec<Diagnostic>> {
        let reserved = reserved_words(&compiled.vocabulary);
        if !reserved.is_empty() {
            diagnostics.extend(reserved);
            return Err(diagnostics);
        }
        let mut sets = Vec::new();
        let mut printings = Vec::new();
        for used in &compiled.tiles {
            let Some((_, source)) = self.sets.iter().find(|(name, _)| *name == used.set) else { continue };
            let words = compiled.vocabulary.seen_by(&used.packs);
            let (loaded, found) = self.tile_cache.load(&used.set, source, &words);
            diagnostics.extend(found.iter().cloned());
            let Some(mut set) = loaded else { continue };
            if let Some(edit) = build.mutation.and_then(|mutation| mutation.tiles.as_ref())
                && edit.set == used.set
            {
                edit.apply(Arc::make_mut(&mut set));
            }
            let printing = printing_of(&set, used.printing.as_ref(), &mut diagnostics);
            printings.push(printing);
            sets.push(set);
        }
        let chosen: Vec<SetInPlay<'_>> = sets
            .iter()
            .zip(&printings)
            .map(|(set, printing)| SetInPlay { set, printing: *printing })
            .collect();
        diagnostics.extend(rota_tiles::check_reachable(&compiled.vocabulary, &chosen));
        // Without all its tiles a composition also lacks its start: that would be no further news.
        if diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error) {
            return Err(diagnostics);
        }
        let bags = vec![Vec::new(); compiled.program.declared.bags.len()];
        let mut left_out = compiled.left_out.clone();
        left_out.iter_mut().for_each(|left| left.copies = left.copies.saturating_mul(build.copies.max(1)));
        let none_of = build.removal.and_then(Removal::kind);
        let mut stock = StockBuilder { bags, left_out, none_of, ..StockBuilder::default() };
        for ((set, printing), used) in sets.iter().zip(&printings).zip(&compiled.tiles) {
            stock.add_set(set, *printing, used.bag, build.copies.max(1));
        }
        diagnostics.extend(stock.too_few());
        stock.lay_start(&compiled, &sets, &mut diagnostics);
        if diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error) {
            return Err(diagnostics);
        }
        let program = std::mem::take(&mut compiled.program);
        stock.add_decks(&program.declared, &compiled.vocabulary);
        let told = stock.shapes_of(&program.turned);
        let catalog = match self.tile_cache.catalog(
            &compiled.vocabulary,
            std::mem::take(&mut stock.shapes),
            told,
            &program.declared.additions,
            catalog,
        ) {
            Ok(catalog) => catalog,
            Err(error) => {
                diagnostics.push(Diagnostic::error("tiles::catalog", error.to_string()));
                return Err(diagnostics);
            }
        };
        if !compiled.start_tiles.is_empty() {
            diagnostics.extend(stock.try_start(&catalog));
            if diagnostics.iter().any(|diagnostic| diagnostic.severity() == Severity::Error) {
                return Err(diagnostics);
            }
        }
        let start = stock.start.into_iter().map(|(lay, _)| lay).collect();
        let stock = Stock { kinds: stock.kinds, tiles: stock.tiles, bags: stock.bags, start };
        let features = &compiled.vocabulary.features;
        let names = Names {
            features: features.iter().map(|feature| feature.name.clone()).collect(),
            edges: std::iter::once('.')
                .chain(compiled.vocabulary.edges.iter().map(|edge| edge.letter))
                .collect(),
            seats: build.seats.clone(),
        };
        let rules = match Rules::new(program, catalog, stock, names) {
            Ok(rules) => Arc::new(rules),
            Err(error) => {
                diagnostics.push(
                    Diagnostic::error("packs::does-not-fit", error.to_string())
                        .help("leave a pack or a tile set out, or play with fewer copies"),
                );
                return Err(diagnostics);
            }
        };
        let options = compiled.options.clone();
        Ok(CompiledGame { rules, options, diagnostics, sources: sources.clone(), sets, compiled })
    }
}

/// Whether a diagnostic of the loading means that whole files are missing: all that names what they declare
/// would be reported as unknown, which helps nobody.
fn leaves_a_gap(diagnostic: &Diagnostic) -> bool {
    ["packs::unknown", "packs::too-large", "syntax::too-long", language::UNKNOWN].contains(&diagnostic.code())
}

/// The words of a text without its comments.
pub(crate) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let words =
        lines.flat_map(|line| line.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_'));
    words.filter(|word| !word.is_empty())
}

/// Reports features and attributes that tile files could not write: the word means something else there.
fn reserved_words(vocabulary: &Vocabulary) -> Vec<Diagnostic> {
    let features = vocabulary.features.iter();
    let mut words: Vec<(&str, &str, Span, &[&str])> = Vec::new();
    for feature in features {
        words.push(("feature", &feature.name, feature.span, RESERVED_SEGMENT_KEYS));
        let attrs = feature.attrs.iter();
        words.extend(attrs.map(|attr| ("attribute", attr.name.as_str(), attr.span, RESERVED_SEGMENT_KEYS)));
    }
    let attrs = vocabulary.tile_attrs.iter();
    words.extend(attrs.map(|attr| ("attribute", attr.name.as_str(), attr.span, RESERVED_TILE_KEYS)));
    words
        .into_iter()
        .filter(|(_, word, _, reserved)| reserved.contains(word))
        .map(|(what, word, span, reserved)| {
            Diagnostic::error(
                "names::reserved-key",
                format!("tile files use the word `{word}` for something else"),
            )
            .at(span, format!("no {what} can have this name"))
            .help(format!("take another name; {} are reserved", reserved.join(", ")))
        })
        .collect()
}

fn printing_of(
    set: &TileSet,
    wanted: Option<&Spanned<String>>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<usize> {
    let Some(wanted) = wanted else { return Some(0) };
    let found = set.printing(&wanted.node);
    if found.is_none() {
        let known = || set.printings.iter().map(|printing| printing.id.as_str());
        diagnostics.push(
            Diagnostic::error(
                "packs::unknown-printing",
                format!("set `{}` has no printing `{}`", set.name, wanted.node),
            )
            .at(wanted.span, "not in its `[printings]`")
            .suggest(wanted, known(), || format!("its printings are {}", joined(known()))),
        );
    }
    found
}
