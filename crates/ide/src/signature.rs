//! Which arguments are wanted: of the value or the question in whose parentheses one writes.

use rota_bytecode::{BUILTINS, BuiltinInfo};
use rota_check::occurrences::SymbolKind;

use crate::hover::builtin_head;
use crate::workbench::Analysis;

/// What is called, and which argument is being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// All of it: `worth(f : city, n : int) : pts`.
    pub label: String,
    /// Each parameter, as it stands in the label.
    pub params: Vec<String>,
    /// What is said of it.
    pub text: String,
    /// The number of the argument, from 0.
    pub active: usize,
}

impl Analysis {
    /// Says in whose parentheses an offset of a text lies, and what is wanted there. More than one may be meant.
    #[must_use]
    pub fn signatures(&self, text: &str, offset: usize) -> Vec<Signature> {
        let Some((name, is_member, active)) = call_at(text.get(..offset).unwrap_or("")) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let kinds = [SymbolKind::Value, SymbolKind::Procedure];
        let declared = self.names.declarations.iter().filter(|one| kinds.contains(&one.kind) && !is_member);
        for declared in declared.filter(|declared| declared.word() == name) {
            let head = self.signature(declared);
            let label = head.split_once(' ').map_or(head.as_str(), |(_, rest)| rest).to_owned();
            let params = inside(&label).split(',').map(|param| param.trim().to_owned());
            let params = params.filter(|param| !param.is_empty()).collect();
            let text = self.comment(declared.item).unwrap_or_default();
            found.push(Signature { label, params, text, active });
        }
        let is_it = |entry: &&BuiltinInfo| {
            entry.name == name && entry.receiver.is_some() == is_member && !entry.params.is_empty()
        };
        for entry in BUILTINS.iter().filter(is_it) {
            let label = builtin_head(entry.builtin);
            let params = inside(&label).split(',').map(|param| param.trim().to_owned()).collect();
            found.push(Signature { label, params, text: entry.doc.to_owned(), active });
        }
        found
    }
}

/// What stands in the first parentheses.
fn inside(label: &str) -> &str {
    label.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map_or("", |(inside, _)| inside)
}

/// The name before the parenthesis that is open at the end of a text, whether a dot stands before it, and how many
/// commas there are since.
fn call_at(before: &str) -> Option<(&str, bool, usize)> {
    let (mut closed, mut commas) = (0_usize, 0);
    for (at, letter) in before.char_indices().rev() {
        match letter {
            ')' | '}' => closed += 1,
            '(' if closed == 0 => {
                let head = before.get(..at)?;
                let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
                let start = head.trim_end_matches(is_word).len();
                let name = head.get(start..).filter(|name| !name.is_empty())?;
                return Some((name, head.get(..start)?.ends_with('.'), commas));
            }
            '{' if closed == 0 => return None,
            '(' | '{' => closed -= 1,
            ',' if closed == 0 => commas += 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::call_at;

    #[test]
    fn the_innermost_open_call_is_found() {
        assert_eq!(call_at("let x = worth(f, 2"), Some(("worth", false, 1)));
        assert_eq!(call_at("p.supply("), Some(("supply", true, 0)));
        assert_eq!(call_at("worth(count(a in b), "), Some(("worth", false, 1)));
        assert_eq!(call_at("worth(f) + "), None);
        assert_eq!(call_at("rule x(a) { "), None);
    }
}
