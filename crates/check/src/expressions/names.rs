//! What a bare word in an expression means.

use rota_bytecode::program::{Owner, PieceKind};
use rota_bytecode::{BUILTINS, Builtin, Form, Sort, Type};
use rota_source::{Diagnostic, Help, Span, meant};

use crate::build::constant;
use crate::checker::Checker;
use crate::expressions::types::UNKNOWN;
use crate::tree::{Expr, ExprKind};
use crate::usage::Kind;

impl Checker<'_> {
    /// Resolves a bare word. What is wanted decides between words that mean several things.
    pub(crate) fn name(&mut self, name: &str, span: Span, want: Option<Type>) -> Option<Expr> {
        let make = |ty: Type, kind: ExprKind| Some(Expr::new(span, ty, kind));
        if let Some(local) = self.scope.find(name) {
            let (ty, slot) = (local.ty, local.slot);
            self.usage.read_local(local.noted);
            return if ty == UNKNOWN { None } else { make(ty, ExprKind::Load(slot)) };
        }
        // In a scenario a player goes before whatever a pack calls by the same name, unless a word is wanted.
        let seat = self.seats.iter().flatten().position(|seat| seat == name);
        let is_wanted = want.is_none_or(|want| want.sort == Sort::Player);
        if let Some(seat) = seat.filter(|_| is_wanted) {
            return make(Type::one(Sort::Player), ExprKind::Const(index(seat)));
        }
        if let Some(found) = want.and_then(|want| self.wanted_word(name, want)) {
            self.mark_word(found, name);
            return make(found.0, ExprKind::Const(found.1));
        }
        if let Some(option) = self.options.get(name) {
            self.usage.mark(Kind::Option, name);
            return if option.ty == UNKNOWN { None } else { make(option.ty, ExprKind::Const(option.value)) };
        }
        if let Some(seat) = seat {
            return make(Type::one(Sort::Player), ExprKind::Const(index(seat)));
        }
        if let Some(var) = self.variable(Owner::Game, name) {
            let ty = self.declared.vars.get(usize::from(var)).map_or(UNKNOWN, |var| var.ty);
            self.usage.read_variable(var);
            return (ty != UNKNOWN).then(|| self.held(var, ty, None, span));
        }
        if let Some(bag) = self.declared.bags.iter().position(|bag| bag == name) {
            self.usage.mark(Kind::Bag, name);
            return make(Type::one(Sort::Bag), ExprKind::Const(index(bag)));
        }
        if let Some(deck) = self.declared.decks.iter().position(|deck| deck.name == name) {
            self.usage.mark(Kind::Bag, name);
            // Decks are counted behind the bags.
            let deck = self.declared.bags.len() + deck;
            return make(Type::one(Sort::Deck), ExprKind::Const(index(deck)));
        }
        if let Some(number) = self.declared.rows.iter().position(|row| row.name == name) {
            self.usage.mark(Kind::Row, name);
            let is_of_cards = self.declared.rows.get(number).is_some_and(|row| row.is_of_cards);
            let ty = Type::many(if is_of_cards { Sort::Card } else { Sort::Tile });
            let args = vec![constant(index(number), Type::one(Sort::Row), span)];
            return make(ty, ExprKind::Ask { builtin: Builtin::RowMembers, args });
        }
        if let Some(number) = self.declared.dice.iter().position(|die| die.name == name) {
            self.usage.mark(Kind::Die, name);
            let words = self.declared.dice.get(number).and_then(|die| die.words);
            return make(Type::one(Sort::Die).with_detail(words), ExprKind::Const(index(number)));
        }
        // Where a piece is wanted, goods of its name are not meant.
        let wants_piece = want.is_some_and(|want| want.sort == Sort::Piece)
            && self.declared.pieces.iter().any(|piece| piece.name == name);
        if let Some(stock) = self.declared.stocks.iter().position(|stock| stock.name == name && !wants_piece)
        {
            self.usage.mark(Kind::Stock, name);
            return make(Type::one(Sort::Stock), ExprKind::Const(index(stock)));
        }
        if let Some(track) = self.track(name) {
            self.usage.mark(Kind::Track, name);
            let args = vec![constant(index(track), Type::one(Sort::Int), span)];
            return make(Type::many(Sort::Space), ExprKind::Ask { builtin: Builtin::TrackSpaces, args });
        }
        if let Some(entry) = BUILTINS
            .iter()
            .find(|entry| entry.receiver.is_none() && entry.name == name && entry.params.is_empty())
        {
            if entry.builtin == Builtin::Cells && !self.has_border {
                self.report_no_border(span);
                return None;
            }
            let mut args = Vec::new();
            if entry.narrows {
                args.push(constant(-1, Type::one(Sort::Int), span));
            }
            return make(entry.result, ExprKind::Ask { builtin: entry.builtin, args });
        }
        if let Some(value) = self.values.get(name).cloned()
            && value.params.is_empty()
        {
            self.usage.call(&self.scope.rule, name, span);
            if value.result == UNKNOWN {
                return None;
            }
            return make(value.result, ExprKind::Call { function: value.function, args: Vec::new() });
        }
        // The same holds for a reason.
        if let Some(reason) = self.declared.reasons.iter().position(|reason| reason == name && !wants_piece) {
            self.usage.mark(Kind::Reason, name);
            return make(Type::one(Sort::Reason), ExprKind::Const(index(reason)));
        }
        if let Some(piece) = self.declared.pieces.iter().position(|piece| piece.name == name) {
            // A neutral piece of which there is one is named by its kind.
            let is_alone = |kind: &PieceKind| kind.neutral && kind.counts.iter().all(|count| *count == 1);
            if self.declared.pieces.get(piece).is_some_and(is_alone) {
                let args = vec![constant(index(piece), Type::one(Sort::Kind), span)];
                return make(Type::one(Sort::Piece), ExprKind::Ask { builtin: Builtin::NeutralPiece, args });
            }
            return make(Type::one(Sort::Kind), ExprKind::Const(index(piece)));
        }
        if let Some(kinds) = self.kinds_with(name) {
            self.usage.mark(Kind::Trait, name);
            let one = Type::one(Sort::Kind);
            let kinds = kinds.into_iter().map(|kind| constant(kind, one, span)).collect();
            return make(one.with_form(Form::Many), ExprKind::Set(kinds));
        }
        if let Some(space) = self.declared.spaces.iter().position(|space| space.name == name) {
            self.mark_track_of(space);
            return make(Type::one(Sort::Space), ExprKind::Const(index(space)));
        }
        if let Some(found) = self.only_word(name) {
            return make(found.0, ExprKind::Const(found.1));
        }
        self.report_unknown(name, span);
        None
    }

    /// Whether a word is one of the kind that is wanted.
    pub(crate) fn is_wanted_word(&self, name: &str, want: Option<Type>) -> bool {
        want.is_some_and(|want| self.wanted_word(name, want).is_some())
    }

    /// The kinds with a trait of which there are pieces at all, where a word is one of a trait.
    fn kinds_with(&self, name: &str) -> Option<Vec<i64>> {
        let bit = self.declared.traits.iter().position(|known| known == name)?;
        let having = self.declared.pieces.iter().enumerate();
        let having = having.filter(|(_, kind)| kind.traits & (1 << bit.min(31)) != 0 && kind.most() > 0);
        Some(having.map(|(kind, _)| index(kind)).collect())
    }

    /// Notes that a word of some kind was used.
    fn mark_word(&mut self, (ty, value): (Type, i64), name: &str) {
        match (ty.sort, usize::try_from(value)) {
            (Sort::Reason, _) => self.usage.mark(Kind::Reason, name),
            (Sort::Stock, _) => self.usage.mark(Kind::Stock, name),
            (Sort::Space, Ok(space)) => self.mark_track_of(space),
            (Sort::Row, _) => self.usage.mark(Kind::Row, name),
            _ => {}
        }
    }

    /// A word of the kind that is wanted.
    fn wanted_word(&self, name: &str, want: Type) -> Option<(Type, i64)> {
        let position = match want.sort {
            Sort::Words => {
                let list = self.declared.words.get(usize::from(want.detail?))?;
                list.iter().position(|word| word == name)?
            }
            Sort::Reason => self.declared.reasons.iter().position(|reason| reason == name)?,
            Sort::Kind => self.declared.pieces.iter().position(|piece| piece.name == name)?,
            Sort::Space => self.declared.spaces.iter().position(|space| space.name == name)?,
            Sort::Stock => self.declared.stocks.iter().position(|stock| stock.name == name)?,
            Sort::Row => self.declared.rows.iter().position(|row| row.name == name)?,
            Sort::Int | Sort::Pts | Sort::Bool | Sort::Player | Sort::Piece | Sort::Tile => return None,
            Sort::Placement | Sort::Cell | Sort::Corner | Sort::Side | Sort::Segment => return None,
            Sort::Feature | Sort::Award | Sort::Bag | Sort::Card | Sort::Deck => return None,
            Sort::Die | Sort::Nothing => return None,
        };
        Some((want.with_form(Form::One), index(position)))
    }

    /// A word that stands in one list only.
    fn only_word(&self, name: &str) -> Option<(Type, i64)> {
        let mut found = None;
        for (list, words) in self.declared.words.iter().enumerate() {
            if let Some(position) = words.iter().position(|word| word == name) {
                if found.is_some() {
                    return None;
                }
                let ty = Type::one(Sort::Words).with_detail(u16::try_from(list).ok());
                found = Some((ty, index(position)));
            }
        }
        found
    }

    fn report_unknown(&mut self, name: &str, span: Span) {
        let mut known: Vec<&str> = self.scope.locals.iter().map(|local| local.name.as_str()).collect();
        known.extend(self.options.keys().map(String::as_str));
        known.extend(self.seats.iter().flatten().map(String::as_str));
        known.extend(
            self.declared.vars.iter().filter(|var| var.owner == Owner::Game).map(|var| var.name.as_str()),
        );
        known.extend(self.declared.draw_piles());
        known.extend(self.declared.rows.iter().map(|row| row.name.as_str()));
        known.extend(self.declared.dice.iter().map(|die| die.name.as_str()));
        known.extend(self.declared.stocks.iter().map(|stock| stock.name.as_str()));
        known.extend(self.declared.tracks.iter().map(|track| track.name.as_str()));
        known.extend(self.declared.spaces.iter().map(|space| space.name.as_str()));
        known.extend(BUILTINS.iter().filter(|entry| entry.receiver.is_none()).map(|entry| entry.name));
        known.extend(self.values.keys().map(String::as_str));
        known.extend(self.declared.reasons.iter().map(String::as_str));
        known.extend(self.declared.words.iter().flatten().map(String::as_str));
        known.extend(self.declared.pieces.iter().map(|piece| piece.name.as_str()));
        known.extend(self.declared.traits.iter().map(String::as_str));
        let lists = self.declared.words.iter().filter(|words| words.iter().any(|word| word == name));
        let help = if self.vocabulary.feature(name).is_some() {
            Some(Help::from(format!(
                "a kind of feature stands after `is` or `each`: `f is {name}`, `(f is … or {name}) and …`, `each {name} f in …`"
            )))
        } else if lists.count() > 1 {
            Some(
                format!("`{name}` stands in several lists of words: compare it with something of one list")
                    .into(),
            )
        } else if self.declared.cards.iter().any(|known| known == name) {
            Some(format!("a kind of card stands after `is`: `c is {name}`").into())
        } else if let Some(entry) = crate::expressions::calls::called(name) {
            Some(format!("it is asked with what stands in parentheses: `{}`", entry.example).into())
        } else if let Some(value) = self.values.get(name) {
            let arguments = counted(value.params.len(), "argument");
            Some(format!("`{name}` is a value and takes {arguments} in parentheses").into())
        } else {
            meant((name, span), known)
        };
        Diagnostic::error("names::unknown", format!("`{name}` is not known here"))
            .at(span, "no local name, option, variable, word or built-in")
            .help(help.unwrap_or_else(|| {
                format!(
                    "name it first: `let {name} = …` here, or `var`, `option` or `value` for the whole game"
                )
                .into()
            }))
            .report(self.diagnostics);
    }

    /// Finds a variable.
    pub(crate) fn variable(&self, owner: Owner, name: &str) -> Option<u16> {
        let position = self.declared.vars.iter().position(|var| var.owner == owner && var.name == name)?;
        u16::try_from(position).ok()
    }
}

/// `1 argument`, `2 arguments`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// A position in a table as a value.
pub(crate) fn index(position: usize) -> i64 {
    i64::try_from(position).unwrap_or(i64::MAX)
}
