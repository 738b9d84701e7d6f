//! What may stand here: the words that the grammar waits for, and the names that the checker would look for.

use std::collections::BTreeMap;
use std::ops::Range;

use rota_bytecode::{BUILTINS, HOOKS, Sort};
use rota_check::occurrences::{Declaration, Symbol, SymbolKind};
use rota_check::{Receiver, builtins_on, type_words};
use rota_tiles::{RESERVED_SEGMENT_KEYS, RESERVED_TILE_KEYS};

use crate::hover::builtin_head;
use crate::tokens::TokenKind;
use crate::workbench::{Analysis, Subject, Workbench};
use crate::world::{OpenText, World};

/// A word in the place of the one that is being written: nobody declares it.
const MARK: &str = "zzcompletionzz";

/// What a proposal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProposalKind {
    /// A word of the language.
    Keyword,
    /// A name.
    Name(TokenKind),
    /// A type that needs no declaration.
    Type,
}

/// Something that may stand at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// What is written.
    pub text: String,
    /// What it is.
    pub kind: ProposalKind,
    /// Its signature or type.
    pub detail: String,
    /// How far down it stands; 0 comes first.
    pub rank: u8,
}

/// What may stand at a place, and what it replaces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proposals {
    /// The word that stands there now, in bytes.
    pub range: Range<usize>,
    /// All that may stand there, the likeliest first.
    pub all: Vec<Proposal>,
}

impl Workbench {
    /// Says what may stand at an offset of an open file.
    pub fn complete(&mut self, world: &World<'_>, subject: &Subject, file: &str, offset: usize) -> Proposals {
        let Some(open) = world.open.get(file) else { return Proposals::default() };
        let range = word_at(&open.text, offset);
        let mut found: BTreeMap<String, Proposal> = BTreeMap::new();
        if file.ends_with(".toml") {
            self.complete_tiles(world, subject, &open.text, &range, &mut found);
        } else {
            self.complete_rules(world, subject, (file, open), &range, &mut found);
        }
        let mut all: Vec<Proposal> = found.into_values().collect();
        // What is being written may be a part of what is told of it.
        let own = open.text.get(range.clone()).unwrap_or("");
        all.iter_mut().for_each(|one| one.detail = one.detail.replace(MARK, own));
        all.sort_by(|one, other| (one.rank, &one.text).cmp(&(other.rank, &other.text)));
        Proposals { range, all }
    }

    fn complete_rules(
        &mut self,
        world: &World<'_>,
        subject: &Subject,
        (file, open): (&str, &OpenText),
        range: &Range<usize>,
        found: &mut BTreeMap<String, Proposal>,
    ) {
        let text = &open.text;
        let before = text.get(..range.start).unwrap_or("");
        if is_silent(before) {
            return;
        }
        let is_member = before.ends_with('.') && !before.ends_with("..");
        let expected = rota_syntax::expected(text, range.start).unwrap_or_default();
        for word in expected.words.iter().filter(|_| !is_member) {
            put(found, word, ProposalKind::Keyword, String::new(), 3);
        }
        if expected.ty {
            type_words().for_each(|word| put(found, word, ProposalKind::Type, String::new(), 2));
        }
        if !expected.name && !is_member {
            return;
        }
        for marked in marked(text, range) {
            let mut all = world.open.clone();
            all.insert(file.to_owned(), OpenText { text: marked, owner: open.owner.clone() });
            let world = World { shelf: world.shelf, open: &all };
            self.refresh();
            let analysis = self.analysis(&world, subject);
            self.refresh();
            if let Some(name) = analysis.name_at(file, range.start + 1).cloned() {
                if let Symbol::Unknown(kinds) = name.symbol {
                    analysis.propose(kinds, name.span, found);
                }
                return;
            }
        }
    }

    /// Keys of tile files: those of the format, kinds of features, attributes.
    fn complete_tiles(
        &mut self,
        world: &World<'_>,
        subject: &Subject,
        text: &str,
        range: &Range<usize>,
        found: &mut BTreeMap<String, Proposal>,
    ) {
        let before = text.get(..range.start).unwrap_or("");
        let line = before.rsplit('\n').next().unwrap_or("");
        let is_in_text = line.matches('"').count() % 2 == 1 || line.contains('#');
        let is_key = matches!(line.trim_end().chars().last(), None | Some('{' | ',' | '['));
        if is_in_text || !is_key {
            return;
        }
        if let Subject::Composition(_) = subject {
            for key in ["title", "packs", "start", "options"] {
                put(found, key, ProposalKind::Keyword, String::new(), 0);
            }
            return;
        }
        for key in RESERVED_TILE_KEYS.iter().chain(RESERVED_SEGMENT_KEYS) {
            put(found, key, ProposalKind::Keyword, String::new(), 1);
        }
        let analysis = self.analysis(world, subject);
        let kinds = [SymbolKind::Feature, SymbolKind::Attribute];
        let declared = analysis.names.declarations.iter().filter(|declared| kinds.contains(&declared.kind));
        let on_tiles = |declared: &&Declaration| !matches!(declared.owner.as_deref(), Some("card" | "space"));
        for declared in declared.filter(on_tiles) {
            analysis.propose_declared(declared, 0, found);
        }
    }
}

impl Analysis {
    /// Adds the names of these kinds that are known at a place.
    fn propose(&self, kinds: &[SymbolKind], at: rota_source::Span, found: &mut BTreeMap<String, Proposal>) {
        if kinds.contains(&SymbolKind::Carried) {
            return self.propose_members(self.names.notes.receiver(at), found);
        }
        let gap = self.names.notes.gap(at);
        let want = gap.and_then(|gap| gap.want);
        for (local, ty) in gap.into_iter().flat_map(|gap| gap.locals.iter().rev()) {
            put(found, local, ProposalKind::Name(TokenKind::Parameter), ty.clone(), 0);
        }
        let is_expression = kinds.contains(&SymbolKind::Variable);
        for declared in self.names.declarations.iter().filter(|declared| kinds.contains(&declared.kind)) {
            // Kinds of features and words of lists stand in expressions only where they are wanted.
            let words = gap.map(|gap| &gap.words);
            let is_word = declared.kind == SymbolKind::Word && is_expression;
            if is_word && words.is_none_or(|words| !words.iter().any(|word| word == declared.word())) {
                continue;
            }
            let is_kind = matches!(declared.kind, SymbolKind::Feature | SymbolKind::Card);
            if is_kind && is_expression {
                continue;
            }
            let rank = if is_word || is_wanted(want, declared.kind) { 0 } else { u8::from(is_expression) };
            self.propose_declared(declared, rank, found);
        }
        if is_expression {
            for entry in BUILTINS.iter().filter(|entry| entry.receiver.is_none()) {
                let rank = if want == Some(entry.result.sort) { 1 } else { 2 };
                let kind = ProposalKind::Name(TokenKind::Function);
                put(found, entry.name, kind, builtin_head(entry.builtin), rank);
            }
        }
        if kinds == [SymbolKind::Procedure] {
            for hook in HOOKS {
                put(found, hook.name, ProposalKind::Name(TokenKind::Method), "an effect".to_owned(), 1);
            }
        }
    }

    /// Adds what can be asked of something.
    fn propose_members(&self, of: Option<&Receiver>, found: &mut BTreeMap<String, Proposal>) {
        let kind = ProposalKind::Name(TokenKind::Function);
        if let Some(of) = of {
            for entry in builtins_on(of.sort) {
                put(found, entry.name, kind, builtin_head(entry.builtin), 1);
            }
        } else {
            for entry in BUILTINS.iter().filter(|entry| entry.receiver.is_some()) {
                put(found, entry.name, kind, builtin_head(entry.builtin), 2);
            }
        }
        let members = [SymbolKind::Attribute, SymbolKind::Carried];
        for declared in self.names.declarations.iter().filter(|declared| members.contains(&declared.kind)) {
            if of.is_none_or(|of| declared.is_asked_of(of)) {
                self.propose_declared(declared, 0, found);
            }
        }
    }

    fn propose_declared(&self, declared: &Declaration, rank: u8, found: &mut BTreeMap<String, Proposal>) {
        let kind = ProposalKind::Name(TokenKind::of(declared.kind));
        put(found, &declared.name, kind, self.signature(declared), rank);
    }
}

/// Whether something declared is of the sort that is wanted.
fn is_wanted(want: Option<Sort>, kind: SymbolKind) -> bool {
    let pairs = [
        (Sort::Reason, SymbolKind::Reason),
        (Sort::Kind, SymbolKind::Piece),
        (Sort::Space, SymbolKind::Space),
        (Sort::Stock, SymbolKind::Stock),
        (Sort::Bag, SymbolKind::Bag),
        (Sort::Deck, SymbolKind::Deck),
        (Sort::Die, SymbolKind::Die),
        (Sort::Row, SymbolKind::Row),
    ];
    pairs.iter().any(|(sort, known)| Some(*sort) == want && *known == kind)
}

fn put(found: &mut BTreeMap<String, Proposal>, text: &str, kind: ProposalKind, detail: String, rank: u8) {
    let known = found.get(text).is_some_and(|known| known.rank <= rank);
    if !known && text != MARK {
        found.insert(text.to_owned(), Proposal { text: text.to_owned(), kind, detail, rank });
    }
}

/// The word that ends or goes on at an offset.
pub(crate) fn word_at(text: &str, offset: usize) -> Range<usize> {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let (before, after) = text.split_at(offset);
    let start = before.trim_end_matches(is_word).len();
    let end = text.len() - after.trim_start_matches(is_word).len();
    start..end
}

/// Whether a text ends inside of a comment or of words in quotation marks.
fn is_silent(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or("");
    let mut is_text = false;
    for letter in line.chars() {
        match letter {
            '"' => is_text = !is_text,
            '#' if !is_text => return true,
            _ => {}
        }
    }
    is_text
}

/// The text with a mark in the place of a word: as it is, without the rest of the line, and without all that comes
/// behind in its item, so that one of them can be read.
fn marked(text: &str, range: &Range<usize>) -> [String; 5] {
    let head = text.get(..range.start).unwrap_or("");
    let tail = text.get(range.end..).unwrap_or("");
    let rest = tail.get(tail.find('\n').unwrap_or(tail.len())..).unwrap_or("");
    // An item begins at the margin.
    let margin = |at: usize| {
        rest.get(at + 1..).is_some_and(|next| next.starts_with(|l: char| l.is_ascii_alphabetic()))
    };
    let next = rest.match_indices('\n').map(|(at, _)| at).find(|at| margin(*at)).unwrap_or(rest.len());
    let item = head.rfind("\n\n").unwrap_or(0);
    let inside = head.get(item..).unwrap_or("");
    let mut closing = String::new();
    let mut open: Vec<char> = Vec::new();
    for letter in inside.chars() {
        match letter {
            '{' => open.push('}'),
            '(' => open.push(')'),
            '}' | ')' => drop(open.pop()),
            _ => {}
        }
    }
    open.iter().rev().for_each(|sign| closing.extend([' ', *sign]));
    [
        format!("{head}{MARK}{tail}"),
        format!("{head}{MARK}{rest}"),
        format!("{head}{MARK}{closing}{}", rest.get(next..).unwrap_or("")),
        // What is set needs a value, and what runs something to do.
        format!("{head}{MARK} = 0{closing}{}", rest.get(next..).unwrap_or("")),
        format!("{head}{MARK} {{ }}{closing}{}", rest.get(next..).unwrap_or("")),
    ]
}
