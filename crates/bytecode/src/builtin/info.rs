//! What is said of one built-in, and the words to say it with.

use super::Builtin;
use crate::effect_set::EffectSet;
use crate::types::{Sort, Type};

/// All that checker, compiler, game and reference page know of a built-in.
#[derive(Clone, Copy, Debug)]
pub struct BuiltinInfo {
    /// The question.
    pub builtin: Builtin,
    /// What rules write it behind, with a dot between; nothing for a bare word.
    pub receiver: Option<Sort>,
    /// The word that rules write, or for an internal question the one that listings show.
    pub name: &'static str,
    /// The arguments in parentheses.
    pub params: &'static [Type],
    /// What it answers.
    pub result: Type,
    /// One or two sentences for the reference page.
    pub doc: &'static str,
    /// An expression that uses it; empty for an internal question.
    pub example: &'static str,
    /// How many values it is asked with, its receiver included.
    pub arity: u8,
    /// What the answer depends on, besides what it is asked with.
    pub reads: EffectSet,
    /// Whether its last argument is the feature kind to keep, or -1 for all: the native walk skips the others, so
    /// that `each road f in closed` costs nothing for a city.
    pub narrows: bool,
    /// Whether a decision may count its members and pick one without a list being written.
    pub is_counted: bool,
    /// Whether the answer is never below 0: it counts something, or there always is one.
    pub is_never_negative: bool,
    /// Whether it tells by how many quarter turns a tile lies there, which nothing else does where a tile looks the
    /// same after some of them.
    pub tells_rotation: bool,
    /// Whether it is refused where its first argument is none: what is behind an answer is sure of that.
    pub refuses_none: bool,
    /// Whether the tiles that it answers lie on the table.
    pub is_on_table: bool,
    /// The question whether the set has any member, where that is cheaper than writing the set down.
    pub any: Option<Builtin>,
    /// The question how many members the set has, where that is cheaper than writing the set down.
    pub count: Option<Builtin>,
}

impl BuiltinInfo {
    /// Whether it can be asked of something of this sort; a segment answers for the feature it lies in.
    #[must_use]
    pub fn answers(&self, sort: Sort) -> bool {
        self.receiver.is_some_and(|on| on == sort || (on == Sort::Feature && sort == Sort::Segment))
    }
}

/// A word that stands alone.
pub(super) const fn word(builtin: Builtin, name: &'static str, result: Type) -> BuiltinInfo {
    internal(builtin, name, 0, result)
}

/// A word behind a value of a sort.
pub(super) const fn field(builtin: Builtin, on: Sort, name: &'static str, result: Type) -> BuiltinInfo {
    BuiltinInfo { receiver: Some(on), ..internal(builtin, name, 1, result) }
}

/// A question that rules cannot name.
pub(super) const fn internal(builtin: Builtin, name: &'static str, arity: u8, result: Type) -> BuiltinInfo {
    BuiltinInfo {
        builtin,
        receiver: None,
        name,
        params: &[],
        result,
        doc: "",
        example: "",
        arity,
        reads: EffectSet::ALL,
        narrows: false,
        is_counted: false,
        is_never_negative: false,
        tells_rotation: false,
        refuses_none: false,
        is_on_table: false,
        any: None,
        count: None,
    }
}

impl BuiltinInfo {
    /// The word with what it is asked of, as listings show it: `feature.tiles`.
    pub fn listed_name(&self) -> String {
        match self.receiver {
            None => self.name.to_owned(),
            Some(sort) => format!("{sort}.{}", self.name),
        }
    }
}

/// What can be said of a built-in. What is left out is what may safely be assumed of any.
impl BuiltinInfo {
    pub(super) const fn takes(self, params: &'static [Type]) -> BuiltinInfo {
        BuiltinInfo { params, arity: self.arity + params.len() as u8, ..self }
    }

    pub(super) const fn reads(self, reads: EffectSet) -> BuiltinInfo {
        BuiltinInfo { reads, ..self }
    }

    pub(super) const fn narrowed_by_kind(self) -> BuiltinInfo {
        BuiltinInfo { narrows: true, arity: self.arity + 1, ..self }
    }

    pub(super) const fn counted(self) -> BuiltinInfo {
        BuiltinInfo { is_counted: true, ..self }
    }

    pub(super) const fn never_negative(self) -> BuiltinInfo {
        BuiltinInfo { is_never_negative: true, ..self }
    }

    pub(super) const fn tells_rotation(self) -> BuiltinInfo {
        BuiltinInfo { tells_rotation: true, ..self }
    }

    pub(super) const fn refuses_none(self) -> BuiltinInfo {
        BuiltinInfo { refuses_none: true, ..self }
    }

    pub(super) const fn on_table(self) -> BuiltinInfo {
        BuiltinInfo { is_on_table: true, ..self }
    }

    pub(super) const fn any(self, any: Builtin) -> BuiltinInfo {
        BuiltinInfo { any: Some(any), ..self }
    }

    pub(super) const fn count(self, count: Builtin) -> BuiltinInfo {
        BuiltinInfo { count: Some(count), ..self }
    }

    pub(super) const fn doc(self, doc: &'static str) -> BuiltinInfo {
        BuiltinInfo { doc, ..self }
    }

    pub(super) const fn example(self, example: &'static str) -> BuiltinInfo {
        BuiltinInfo { example, ..self }
    }
}
