//! What a name that the walk comes to is put down as.

use rota_bytecode::{BUILTINS, HOOKS, Sort};
use rota_source::{Span, joined};
use rota_syntax::ast::Name;

use super::symbol::{self, SymbolKind};
use super::walk::Walker;
use super::{Occurrence, Role, Symbol};
use crate::expressions::calls::called;
use crate::notes::Meant;

/// Words of the language that are called as values are.
const FOLDS: [&str; 12] =
    ["count", "any", "all", "sum", "max", "min", "most", "least", "first", "nth", "cell", "tile"];

impl Walker<'_> {
    pub(super) fn put(&mut self, span: Span, symbol: Symbol, role: Role) {
        if span == Span::default() {
            return;
        }
        let within = self.within.clone();
        let occurrence = Occurrence { span, symbol, role, within };
        self.found.entry((span.start, span.end)).or_insert(occurrence);
    }

    /// A name of one of these kinds.
    pub(super) fn put_name(&mut self, name: &Name, kinds: &'static [SymbolKind], role: Role) {
        let found = self.declared.find(kinds, &name.node).map(Symbol::Declared);
        self.put(name.span, found.unwrap_or(Symbol::Unknown(kinds)), role);
    }

    pub(super) fn put_names<'n>(
        &mut self,
        names: impl IntoIterator<Item = &'n Name>,
        kinds: &'static [SymbolKind],
    ) {
        names.into_iter().for_each(|name| self.put_name(name, kinds, Role::Uses));
    }

    /// A name that is declared here, or of which another is put in its place.
    pub(super) fn put_own(&mut self, name: &Name, kinds: &'static [SymbolKind], role: Role) {
        self.put_name(name, kinds, role);
    }

    /// A word of a list.
    pub(super) fn put_word(&mut self, name: &Name, list: &str, role: Role) {
        let symbol = self.declared.word(list, &name.node).map(Symbol::Declared);
        self.put(name.span, symbol.unwrap_or(Symbol::Unknown(symbol::FACE)), role);
    }

    pub(super) fn put_words(&mut self, words: &[Name], role: Role) {
        let list = joined(words);
        words.iter().for_each(|word| self.put_word(word, &list, role));
    }

    /// A name that the rule gives itself.
    pub(super) fn put_local(&mut self, name: &Name) {
        self.locals.push((name.node.clone(), name.span));
        self.put(name.span, Symbol::Local(name.span), Role::Declares);
    }

    /// A word in an expression.
    pub(super) fn put_expression_word(&mut self, word: &str, span: Span) {
        let symbol = match self.notes.meant.get(&span) {
            Some(Meant::Local(at)) => Some(Symbol::Local(*at)),
            Some(Meant::Builtin(builtin)) => Some(Symbol::Builtin(*builtin)),
            Some(Meant::Declared(SymbolKind::Word)) => self.typed_word(word, span),
            Some(Meant::Declared(kind)) => self.declared.find(&[*kind], word).map(Symbol::Declared),
            None => None,
        };
        let symbol = symbol.or_else(|| self.untyped_word(word, symbol::EXPRESSION));
        self.put(span, symbol.unwrap_or(Symbol::Unknown(symbol::EXPRESSION)), Role::Uses);
    }

    /// A word of the list that the checker says is meant.
    pub(super) fn typed_word(&self, word: &str, span: Span) -> Option<Symbol> {
        let ty = self.notes.types.get(&span)?;
        let list = ty.trim_start_matches("set ").trim_end_matches('?');
        let list = list.trim_start_matches("{ ").trim_end_matches(" }");
        self.declared.word(list, word).map(Symbol::Declared)
    }

    /// A word of which the checker says nothing.
    pub(super) fn untyped_word(&self, word: &str, kinds: &'static [SymbolKind]) -> Option<Symbol> {
        let local = self.locals.iter().rev().find(|(name, _)| name == word);
        if let Some((_, span)) = local {
            return Some(Symbol::Local(*span));
        }
        if let Some((_, given)) = self.given.iter().find(|(name, _)| *name == word) {
            return Some(given.clone());
        }
        if self.seats.contains(word) {
            return Some(Symbol::Seat(word.to_owned()));
        }
        let builtin = || BUILTINS.iter().find(|entry| entry.receiver.is_none() && entry.name == word);
        let declared = self.declared.find(kinds, word).map(Symbol::Declared);
        declared.or_else(|| builtin().map(|entry| Symbol::Builtin(entry.builtin)))
    }

    /// What is asked of something, behind a dot.
    pub(super) fn put_member(&mut self, name: &Name) {
        let receiver = self.notes.receiver(name.span);
        let builtin = |sort: Sort| {
            let own = BUILTINS.iter().find(|entry| entry.receiver == Some(sort) && entry.name == name.node);
            own.or_else(|| BUILTINS.iter().find(|entry| entry.name == name.node && entry.answers(sort)))
        };
        let symbol = if let Some(receiver) = receiver {
            let builtin = builtin(receiver.sort).map(|entry| Symbol::Builtin(entry.builtin));
            builtin.or_else(|| self.declared.member(&name.node, receiver).map(Symbol::Declared))
        } else {
            let any =
                |entry: &&rota_bytecode::BuiltinInfo| entry.receiver.is_some() && entry.name == name.node;
            let declared = self.declared.only_member(&name.node).map(Symbol::Declared);
            let builtin = BUILTINS.iter().find(any).map(|entry| Symbol::Builtin(entry.builtin));
            if self.declared.find(symbol::MEMBER, &name.node).is_some() { declared } else { builtin }
        };
        self.put(name.span, symbol.unwrap_or(Symbol::Unknown(symbol::MEMBER)), Role::Uses);
    }

    /// What is called with arguments.
    pub(super) fn put_function(&mut self, name: &Name) {
        let value = self.declared.find(symbol::VALUE, &name.node).map(Symbol::Declared);
        let builtin = called(&name.node).map(|entry| Symbol::Builtin(entry.builtin));
        let track = self.declared.find(symbol::TRACK, &name.node).map(Symbol::Declared);
        let symbol = value.or(builtin).or(track);
        if symbol.is_some() || !FOLDS.contains(&name.as_str()) {
            self.put(name.span, symbol.unwrap_or(Symbol::Unknown(symbol::VALUE)), Role::Uses);
        }
    }

    /// What rules do and react to.
    pub(super) fn put_deed(&mut self, name: &Name, role: Role) {
        let procedure = self.declared.find(symbol::PROCEDURE, &name.node).map(Symbol::Declared);
        let effect = HOOKS.iter().find(|hook| hook.name == name.node).map(|hook| Symbol::Effect(hook.name));
        self.put(name.span, procedure.or(effect).unwrap_or(Symbol::Unknown(symbol::PROCEDURE)), role);
    }

    /// Something that is kept or lies in a row: what is declared, or a tile.
    pub(super) fn put_thing(&mut self, name: &Name) {
        let declared = self.declared.find(symbol::THING, &name.node).map(Symbol::Declared);
        self.put(name.span, declared.unwrap_or_else(|| Symbol::Tile(name.node.clone())), Role::Uses);
    }

    /// The words of an option, a place or a formula, among which names may stand.
    pub(super) fn put_phrase(&mut self, phrase: &Name) {
        let text = self.sources.text(phrase.span);
        let meant: Vec<&str> = phrase.node.split(' ').collect();
        let written = text.split_whitespace().count();
        let mut at = 0;
        for (index, word) in text.split_whitespace().enumerate() {
            let Some(found) = text.get(at..).and_then(|rest| rest.find(word)) else { return };
            let start = at + found;
            at = start + word.len();
            let bare = word.trim_matches(|sign: char| sign == ',' || sign == '"');
            let lead = word.len() - word.trim_start_matches('"').len();
            let span = Span::new(start + lead..start + lead + bare.len()).shifted(phrase.span.start);
            let name = meant
                .get(index)
                .filter(|_| meant.len() == written)
                .map_or(bare, |word| word.trim_matches(|sign: char| sign == ',' || sign == '"'));
            if bare.contains('/') {
                self.put(span, Symbol::Tile(bare.to_owned()), Role::Uses);
            } else if let Some(index) = self.declared.find(symbol::PHRASE, name) {
                self.put(span, Symbol::Declared(index), Role::Uses);
            }
        }
    }
}
