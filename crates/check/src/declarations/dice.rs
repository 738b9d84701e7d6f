//! Dice: what they give, and how often.

use rota_bytecode::program::Die;
use rota_source::{Diagnostic, Span, Spanned};
use rota_syntax::ast::{Faces, ItemKind, Name};

use crate::checker::Checker;
use rota_compose::InForce;

/// The largest number on a die, and the smallest below zero.
const LARGEST: i64 = 1000;

impl Checker<'_> {
    /// Declares dice behind the enums whose words they give.
    pub(crate) fn declare_dice(&mut self, items: &InForce<'_>) {
        for entry in &items.entries {
            let ItemKind::Die { name, faces } = &entry.item.kind else { continue };
            let die = match faces {
                Faces::Range(least, most) => self.range_of_faces(name, least, most),
                Faces::Numbers(numbers) => self.number_faces(name, numbers),
                Faces::Words(words) => self.word_faces(name, words),
            };
            self.declared.dice.extend(die);
        }
    }

    fn range_of_faces(&mut self, name: &Name, least: &Spanned<i64>, most: &Spanned<i64>) -> Option<Die> {
        let (low, high) = (least.node, most.node);
        if let (Some(least), Some(most)) = (number(low), number(high))
            && low < high
        {
            return Some(Die { name: name.node.clone(), faces: (least..=most).collect(), words: None });
        }
        let (label, help) = if number(low).is_none() || number(high).is_none() {
            (out_of_bounds(), format!("as in `die {name} 1..6`"))
        } else if low == high {
            let label = "a die gives at least two numbers".to_owned();
            (label, format!("as in `die {name} 1..6`; a number that is always the same needs no die"))
        } else {
            let label = "the smaller number comes first".to_owned();
            (label, format!("turn them round: `die {name} {high}..{low}`"))
        };
        Diagnostic::error("names::die", format!("no die gives {low}..{high}"))
            .at(least.span.to(most.span), label)
            .help(help)
            .report(self.diagnostics);
        None
    }

    fn number_faces(&mut self, name: &Name, numbers: &[Spanned<i64>]) -> Option<Die> {
        let mut faces = Vec::new();
        for written in numbers {
            let Some(face) = number(written.node) else {
                Diagnostic::error("names::die", format!("no die gives {written}"))
                    .at(written.span, out_of_bounds())
                    .help(format!("as in `die {name} 1, 1, 2`"))
                    .report(self.diagnostics);
                return None;
            };
            faces.push(face);
        }
        self.differ(name, numbers)?;
        Some(Die { name: name.node.clone(), faces, words: None })
    }

    /// Words of an enum that has them all; otherwise they are a list of their own, in the order of writing.
    fn word_faces(&mut self, name: &Name, words: &[Name]) -> Option<Die> {
        self.differ(name, words)?;
        let mut own: Vec<String> = Vec::new();
        for word in words {
            if !own.contains(&word.node) {
                own.push(word.node.clone());
            }
        }
        let has_all = |list: &u16| {
            let known = self.declared.words.get(usize::from(*list));
            known.is_some_and(|known| own.iter().all(|word| known.contains(word)))
        };
        let list = self.enums.values().copied().find(has_all);
        let list = list.unwrap_or_else(|| self.word_list(own));
        let known = self.declared.words.get(usize::from(list))?;
        let place = |word: &Name| known.iter().position(|other| *other == word.node);
        let faces = words.iter().filter_map(|word| i32::try_from(place(word)?).ok()).collect();
        Some(Die { name: name.node.clone(), faces, words: Some(list) })
    }

    /// Says where all faces of a die are the same.
    fn differ<T: PartialEq>(&mut self, name: &Name, faces: &[Spanned<T>]) -> Option<()> {
        let (first, last) = (faces.first()?, faces.last()?);
        if faces.iter().any(|face| face.node != first.node) {
            return Some(());
        }
        let span: Span = first.span.to(last.span);
        Diagnostic::error("names::die", format!("`{name}` always gives the same"))
            .at(span, "a die has at least two faces that differ")
            .help("what is always the same needs no die")
            .report(self.diagnostics);
        None
    }
}

fn number(written: i64) -> Option<i32> {
    i32::try_from(written).ok().filter(|_| (-LARGEST..=LARGEST).contains(&written))
}

fn out_of_bounds() -> String {
    format!("its numbers lie within -{LARGEST}..{LARGEST}")
}
