//! Declarations: everything but bodies.

use std::ops::Range;

use rota_bytecode::program::{MOST_PLAYERS, PieceKind};
use rota_bytecode::vocabulary::{Attr, AttrValues, Edge, Feature, Merge, Neighbourhood};
use rota_bytecode::{Form, Sort, Type};
use rota_source::{Diagnostic, Spanned, joined, quoted};
use rota_syntax::ast::{self, ItemKind, Name};

use crate::checker::{Checker, undeclared};
use crate::usage::Kind;
use rota_compose::InForce;

/// The most players of any game, as packs write it.
pub(crate) const MOST_SEATS: i64 = MOST_PLAYERS as i64;

/// How what several segments carry becomes one, by the word for it.
const MERGES: [(&str, Merge); 5] = [
    ("sum", Merge::Sum),
    ("any", Merge::Any),
    ("all", Merge::All),
    ("max", Merge::Max),
    ("agree", Merge::Agree),
];

/// Stands for every letter in `meet`.
const ANY: &str = "any";

impl Checker<'_> {
    /// Reads all declarations, in an order in which each finds what it refers to.
    pub(crate) fn declare(&mut self, items: &InForce<'_>) {
        for entry in &items.entries {
            if let ItemKind::Feature { name, site, is_layer, color, sign, .. } = &entry.item.kind {
                self.declare_feature(name, site.as_ref(), *is_layer, (color.as_ref(), sign.as_ref()));
            }
            if let ItemKind::Trait { name } = &entry.item.kind {
                self.declared.traits.push(name.node.clone());
            }
            if let ItemKind::Reason { names } = &entry.item.kind {
                self.declare_reasons(names);
            }
            if let ItemKind::Bag { name } = &entry.item.kind {
                self.declared.bags.push(name.node.clone());
            }
            if let ItemKind::Deck { name, cards } = &entry.item.kind {
                self.declare_deck(name, cards);
            }
            if let ItemKind::Enum { name, words } = &entry.item.kind {
                self.each_word_once(words);
                let list = self.word_list(words.iter().map(|word| word.node.clone()).collect());
                self.enums.insert(name.node.clone(), list);
            }
            if let ItemKind::Players { least, most } = &entry.item.kind {
                self.declare_players(least.as_ref(), most);
            }
        }
        self.declare_dice(items);
        self.declare_tracks(items);
        self.declare_options(items);
        // Attributes may be goods.
        for entry in &items.entries {
            if let ItemKind::Stock { kinds } = &entry.item.kind {
                self.declare_stocks(kinds);
            }
        }
        for entry in &items.entries {
            let kind = &entry.item.kind;
            if let ItemKind::Edge { letter, kinds } = kind {
                self.declare_edge(letter, kinds);
            } else if let ItemKind::Feature { name, adjoins, .. } = kind {
                self.declare_adjoining(name, adjoins);
            } else if let ItemKind::Attr { owner, name, ty, default, merge, unseen } = kind {
                self.declare_attribute(owner, name, ty, default.as_ref(), merge.as_ref(), *unseen);
            } else if let ItemKind::Piece { name, traits, neutral, count, cases, on } = kind {
                let on = on.as_ref().and_then(|on| self.first_space(on, *neutral));
                let traits = self.traits_of(traits);
                let counts = self.piece_counts(name, count, cases);
                let kind = PieceKind { name: name.node.clone(), traits, neutral: *neutral, counts, on };
                self.declared.pieces.push(kind);
            } else if let ItemKind::Row { name, of, room } = kind {
                self.declare_row(name, of, room);
            } else if let ItemKind::Var { name, secret, .. } = kind {
                self.declare_variable(kind);
                if let Some(secret) = secret {
                    self.keep_secret(name, *secret);
                }
            }
        }
        // All letters and attributes are known now, whichever pack declares them.
        self.declare_space_attributes(items);
        for entry in &items.entries {
            if let ItemKind::Deck { cards, .. } = &entry.item.kind {
                self.declare_card_attributes(cards);
            }
            if let ItemKind::Meet { letter, others } = &entry.item.kind {
                self.declare_meetings(letter, others);
            }
            if let ItemKind::Feature { name, sign: Some(sign), .. } = &entry.item.kind {
                self.refuse_sign_of_line(name, sign);
            }
        }
    }

    fn declare_feature(
        &mut self,
        name: &Name,
        site: Option<&Spanned<i64>>,
        is_layer: bool,
        (color, sign): (Option<&Name>, Option<&Name>),
    ) {
        let site = match site.map(|site| (site.node, site.span)) {
            None => None,
            Some((4, _)) => Some(Neighbourhood::Four),
            Some((8, _)) => Some(Neighbourhood::Eight),
            Some((other, span)) => {
                Diagnostic::error(
                    "names::site",
                    format!("a site is surrounded by 4 or 8 cells, not by {other}"),
                )
                .at(span, "expected 4 or 8")
                .help("4 counts the cells that share a side, 8 all cells around")
                .report(self.diagnostics);
                None
            }
        };
        let feature = Feature {
            name: name.node.clone(),
            site,
            is_layer,
            attrs: Vec::new(),
            adjoins: Vec::new(),
            color: color.and_then(|color| self.color_of(color)),
            sign: sign.and_then(|sign| self.sign_of(sign)),
            span: name.span,
        };
        self.vocabulary.features.push(feature);
    }

    fn declare_reasons(&mut self, names: &[Name]) {
        for name in names {
            // Two packs may score for the same reason: it is a word, not a thing.
            if !self.declared.reasons.contains(&name.node) {
                self.declared.reasons.push(name.node.clone());
            }
        }
    }

    fn declare_players(&mut self, least: Option<&Spanned<i64>>, most: &Spanned<i64>) {
        let (lowest, written) =
            least.map_or((1, String::new()), |least| (least.node, least.node.to_string()));
        if lowest < 1 || most.node > MOST_SEATS || lowest > most.node {
            let span = least.map_or(most.span, |least| least.span.to(most.span));
            Diagnostic::error("names::players", format!("{written}..{most} players cannot sit at a table"))
                .at(span, format!("expected a range within 1..{MOST_SEATS}"))
                .help("as in `players 2..5`")
                .report(self.diagnostics);
            return;
        }
        let seats = |count: i64| u8::try_from(count).unwrap_or(1);
        // An expansion may bring more seats; the widest range holds.
        let (low, high) = (least.map(|least| seats(least.node)), seats(most.node));
        let (old_low, old_high) = self.declared.players;
        let lowest = match (old_low, low) {
            (0, low) => low.unwrap_or(0),
            (old, None) => old,
            (old, Some(low)) => old.min(low),
        };
        self.declared.players = (lowest, old_high.max(high));
    }

    fn declare_options(&mut self, items: &InForce<'_>) {
        for entry in &items.entries {
            if let ItemKind::Option { name, ty, default, doc } = &entry.item.kind {
                let ranged = self.resolve_type(ty);
                let setting = items.settings.get(name.as_str()).map(|setting| setting.value);
                self.resolve_option(name, ranged, default, setting, doc.as_ref());
            }
        }
        for name in items.settings.values().map(|setting| setting.name) {
            if !self.options.contains_key(&name.node) {
                self.unknown_option(name).report(self.diagnostics);
            }
        }
    }

    /// Says that there is no option of this name.
    pub(crate) fn unknown_option(&self, name: &Name) -> Diagnostic {
        undeclared("names::unknown-option", format!("there is no option `{name}`"), name).suggest(
            name,
            self.options.keys(),
            || match self.options.len() {
                0 => "no pack here has any options".to_owned(),
                _ => format!("the options are {}", joined(self.options.keys())),
            },
        )
    }

    fn declare_edge(&mut self, letter: &Name, kinds: &[Name]) {
        let Some(sign) = letter.node.chars().next().filter(|_| letter.node.chars().count() == 1) else {
            Diagnostic::error("names::edge-letter", "an edge is named by one letter")
                .at(letter.span, "as tile files write it")
                .help("as in `edge C = city`")
                .report(self.diagnostics);
            return;
        };
        let found: Vec<Option<usize>> = kinds.iter().map(|kind| self.kind_at_sides(kind)).collect();
        let Some(found) = found.into_iter().collect::<Option<Vec<usize>>>() else { return };
        let (middle, halves) = match found.as_slice() {
            [whole] => (Some(*whole), None),
            [left, right] => (None, Some([*left, *right])),
            [left, middle, right] => (Some(*middle), Some([*left, *right])),
            _ => {
                Diagnostic::error(
                    "names::edge-kinds",
                    "a side shows one feature, two halves, or two halves and a strip between them",
                )
                .at(letter.span, "this edge")
                .help("as in `edge C = city`, `edge D = field city` or `edge R = field road field`")
                .report(self.diagnostics);
                return;
            }
        };
        self.vocabulary.edges.push(Edge { letter: sign, middle, halves, span: letter.span });
    }

    /// The number of a kind of feature that a letter may name.
    fn kind_at_sides(&mut self, name: &Name) -> Option<usize> {
        let found = self.feature_kind(name)?;
        let feature = self.vocabulary.features.get(found)?;
        if feature.is_layer {
            Diagnostic::error(
                "names::layer-in-edge",
                format!("`{name}` lies over the sides, so no letter names it"),
            )
            .at(name.span, "a layer")
            .at(feature.span, "declared as one here")
            .help("leave it out of the edge, or the word `layer` out of its declaration")
            .report(self.diagnostics);
            return None;
        }
        Some(found)
    }

    fn declare_meetings(&mut self, letter: &Name, others: &[Name]) {
        let own = self.edges_of(letter);
        for written in others {
            let theirs = self.edges_of(written);
            for one in own.clone() {
                for other in theirs.clone() {
                    self.declare_meeting(one, other, letter, written);
                }
            }
        }
    }

    fn declare_meeting(&mut self, one: usize, other: usize, letter: &Name, written: &Name) {
        let is_unlike = self.vocabulary.edges.get(one).is_some_and(Edge::is_unlike);
        if one != other || is_unlike {
            self.vocabulary.compatible_edges.push((one, other));
        } else if letter.node != ANY && written.node != ANY {
            Diagnostic::error("names::meets-itself", "equal sides always fit")
                .at(written.span, format!("`{letter}` again"))
                .help("name sides of other kinds, as in `meet A with C, R`")
                .report(self.diagnostics);
        }
    }

    /// The edges that a letter or `any` names, as places in the vocabulary.
    fn edges_of(&mut self, written: &Name) -> Range<usize> {
        if written.node == ANY {
            return 0..self.vocabulary.edges.len();
        }
        self.edge_of(written).map_or(0..0, |edge| edge..edge + 1)
    }

    /// The edge of a letter, as a place in the vocabulary.
    fn edge_of(&mut self, letter: &Name) -> Option<usize> {
        let mut signs = letter.node.chars();
        let sign = signs.next().filter(|_| signs.next().is_none());
        let found = sign.and_then(|sign| self.vocabulary.edge(sign));
        if found.is_none() {
            let known: Vec<String> =
                self.vocabulary.edges.iter().map(|edge| edge.letter.to_string()).collect();
            undeclared("names::unknown-edge", format!("there is no edge `{letter}`"), letter)
                .help(match known.as_slice() {
                    [] => format!("declare it: `edge {letter} = …`"),
                    _ => format!("the edges are {}", quoted(&known)),
                })
                .report(self.diagnostics);
        }
        found
    }

    fn declare_adjoining(&mut self, name: &Name, adjoins: &[Name]) {
        for other in adjoins {
            let Some(index) = self.feature_kind(other) else { continue };
            let feature = self.vocabulary.features.iter_mut().find(|feature| feature.name == name.node);
            if let Some(feature) = feature.filter(|feature| !feature.adjoins.contains(&index)) {
                feature.adjoins.push(index);
            }
        }
    }

    /// The number of a kind of feature.
    pub(crate) fn feature_kind(&mut self, name: &Name) -> Option<usize> {
        let found = self.vocabulary.feature(&name.node);
        if found.is_none() {
            self.vocabulary.unknown_feature(&name.node, name.span).report(self.diagnostics);
        }
        found
    }

    fn declare_attribute(
        &mut self,
        owner: &Name,
        name: &Name,
        written: &ast::Type,
        default: Option<&ast::Expr>,
        merge: Option<&Name>,
        unseen: bool,
    ) {
        if !matches!(owner.node.as_str(), "tile" | "card" | "space") && self.feature_kind(owner).is_none() {
            self.broken.insert(name.node.clone());
        }
        let Some((ty, range)) = self.resolve_type(written) else {
            self.broken.insert(name.node.clone());
            return;
        };
        let values = match (ty.sort, range) {
            (Sort::Stock, _) if ty.form != Form::Many => self.stock_values(ty.form == Form::Maybe),
            _ if ty.form != Form::One => return self.unfit_attribute(name, written),
            (Sort::Bool, _) => AttrValues::Bool,
            (Sort::Int, Some((least, most))) => match (i16::try_from(least), i16::try_from(most)) {
                (Ok(least), Ok(most)) => AttrValues::Int(i32::from(least), i32::from(most)),
                _ => return self.unfit_attribute(name, written),
            },
            (Sort::Words, _) => {
                let list = ty.detail.and_then(|list| self.declared.words.get(usize::from(list))).cloned();
                AttrValues::Words(list.unwrap_or_default())
            }
            _ => return self.unfit_attribute(name, written),
        };
        let default = match default {
            Some(default) => self.constant_of(default, ty, range).unwrap_or(0),
            None if ty == Type::maybe(Sort::Stock) => -1,
            None if ty.sort == Sort::Stock => return self.attribute_of_nothing(name, written),
            None => range.map_or(0, |(least, most)| 0.clamp(least, most.max(least))),
        };
        let default = i32::try_from(default).unwrap_or(0);
        let merge = match merge {
            Some(word) => self.merge_of_attribute(word, ty, written),
            None if ty.sort == Sort::Bool => Merge::Any,
            None => Merge::Agree,
        };
        let attr = Attr { name: name.node.clone(), values, default, merge, unseen, span: name.span };
        if owner.node == "tile" {
            self.vocabulary.tile_attrs.push(attr);
        } else if owner.node == "card" {
            self.vocabulary.card_attrs.push(attr);
        } else if owner.node == "space" {
            self.vocabulary.space_attrs.push(attr);
        } else if let Some(feature) =
            self.vocabulary.features.iter_mut().find(|feature| feature.name == owner.node)
        {
            feature.attrs.push(attr);
        }
    }

    /// How what tile files say of segments becomes one answer of their feature.
    fn merge_of_attribute(&mut self, word: &Name, ty: Type, written: &ast::Type) -> Merge {
        let merge = self.merge(word);
        let (fits, message) = match merge {
            Merge::Sum => (ty.sort == Sort::Int, "numbers are added"),
            Merge::Max => (ty.sort == Sort::Int, "numbers have a largest one"),
            Merge::Any | Merge::All => (ty.sort == Sort::Bool, "any and all ask for a truth"),
            Merge::Agree => (true, ""),
        };
        if !fits {
            Diagnostic::error("types::merge", format!("`{word}` does not fit: {message}"))
                .at(word.span, "how segments become one")
                .at(written.span, "what each of them has")
                .help("numbers have `sum` and `max`, truths `any` and `all`, and everything `agree`")
                .report(self.diagnostics);
        }
        merge
    }

    /// The goods that an attribute may be: files may name each of them.
    fn stock_values(&mut self, optional: bool) -> AttrValues {
        let kinds: Vec<String> = self.declared.stocks.iter().map(|stock| stock.name.clone()).collect();
        kinds.iter().for_each(|kind| self.usage.mark(Kind::Stock, kind));
        AttrValues::Stock { kinds, optional }
    }

    /// Goods of which nothing says which they are where a file says nothing.
    fn attribute_of_nothing(&mut self, name: &Name, written: &ast::Type) {
        self.broken.insert(name.node.clone());
        Diagnostic::error(
            "types::first-value",
            format!("nothing says what `{name}` is where files say nothing"),
        )
        .at(written.span, "there is no stock to begin with")
        .help("write what it is then, `= …`, or `stock?` where there may be none")
        .report(self.diagnostics);
    }

    fn unfit_attribute(&mut self, name: &Name, written: &ast::Type) {
        self.broken.insert(name.node.clone());
        Diagnostic::error(
            "types::attribute",
            "tile files write numbers in a range, truths, words and stocks",
        )
        .at(written.span, "not one of these")
        .help("as in `int 0..2`, `bool`, `{ wool, salt }` or `stock?`; numbers lie within -32768..32767")
        .report(self.diagnostics);
    }

    pub(crate) fn merge(&mut self, word: &Name) -> Merge {
        if let Some((_, merge)) = MERGES.iter().find(|(known, _)| *known == word.node) {
            return *merge;
        }
        let known = MERGES.map(|(known, _)| known);
        let message = format!("`{word}` does not say how two segments become one");
        Diagnostic::error("names::unknown-merge", message)
            .at(word.span, "not a way to merge")
            .suggest(word, known, || format!("one of {}", joined(known)))
            .report(self.diagnostics);
        Merge::Agree
    }
}
