//! What is this: a signature, its comment, and who changes it.

use std::fmt::Write;
use std::ops::Range;

use rota_bytecode::{BUILTINS, Builtin, HOOKS};
use rota_check::occurrences::{Declaration, Occurrence, Role, Symbol, SymbolKind};
use rota_source::Span;

use crate::completion::{Proposal, ProposalKind};
use crate::tokens::TokenKind;
use crate::toml_names::Meaning;
use crate::workbench::Analysis;

/// What is shown for a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The name, in bytes of its file.
    pub range: Range<usize>,
    /// What is said of it, as Markdown.
    pub text: String,
}

/// How many that change something are listed by name.
const MOST_LISTED: usize = 12;

impl Analysis {
    /// Says what the name at an offset of a file is.
    #[must_use]
    pub fn hover(&self, file: &str, offset: usize) -> Option<Hover> {
        if let Some((range, meaning)) = self.toml_meaning(file, offset) {
            let text = match meaning {
                Meaning::Declared(index) => self.declared(&declaration_of(index))?,
                Meaning::Tile(tile) => tile_text(&tile),
                Meaning::Key(key, said) => format!("{}\n{said}\n", fence(&key)),
            };
            return Some(Hover { range, text });
        }
        let name = self.name_at(file, offset)?;
        let base = self.file(file)?.base;
        let range =
            name.span.start.saturating_sub(base) as usize..name.span.end.saturating_sub(base) as usize;
        Some(Hover { range, text: self.told(name)? })
    }

    /// Says what something that may stand somewhere is, as [`Analysis::hover`] does of a name; nothing of words of the
    /// language, and of names that these texts do not declare.
    #[must_use]
    pub fn said_of(&self, proposal: &Proposal) -> Option<String> {
        match proposal.kind {
            ProposalKind::Keyword | ProposalKind::Type => None,
            ProposalKind::Name(kind) => {
                let is_it = |declared: &Declaration| {
                    declared.name == proposal.text
                        && TokenKind::of(declared.kind) == kind
                        && self.signature(declared) == proposal.detail
                };
                if let Some(index) = self.names.declarations.iter().position(is_it) {
                    return self.declared(&declaration_of(index));
                }
                let mut builtins = BUILTINS.iter().filter(|entry| entry.name == proposal.text);
                let found = builtins.find(|entry| builtin_head(entry.builtin) == proposal.detail)?;
                Some(builtin_text(found.builtin))
            }
        }
    }

    fn told(&self, name: &Occurrence) -> Option<String> {
        match &name.symbol {
            Symbol::Declared(_) => self.declared(name),
            Symbol::Local(at) => {
                let ty = self.names.type_at(name.span).or_else(|| self.names.type_at(*at));
                let word = self.packs.sources.text(name.span);
                let ty = ty.map(|ty| format!(" : {ty}")).unwrap_or_default();
                Some(fence(&format!("{word}{ty}")) + "\na name of this rule's own\n")
            }
            Symbol::Builtin(builtin) => Some(builtin_text(*builtin)),
            Symbol::Effect(word) => {
                let effect = HOOKS.iter().find(|hook| hook.name == *word)?;
                let payload = effect.payload.iter().map(|(name, ty)| format!("{name} : {}", ty.sort));
                let payload = payload.collect::<Vec<_>>().join(", ");
                Some(format!("{}\nan effect of the language\n", fence(&format!("{word} ({payload})"))))
            }
            Symbol::Tile(tile) => Some(tile_text(tile)),
            Symbol::Seat(name) => Some(fence(&format!("{name} : player")) + "\na player of this scenario\n"),
            Symbol::Unknown(_) => None,
        }
    }

    fn declared(&self, name: &Occurrence) -> Option<String> {
        let declared = self.names.declaration(&name.symbol)?;
        let mut text = fence(&self.signature(declared));
        let ty = self.names.type_at(name.span).filter(|_| name.role == Role::Uses);
        let ty = ty.map(|ty| format!(", here `{ty}`")).unwrap_or_default();
        let _ = writeln!(text, "\n{} of pack `{}`{ty}", declared.kind.word(), declared.pack);
        if let Some(comment) = self.comment(declared.item) {
            let _ = write!(text, "\n---\n\n{comment}\n");
        }
        let changes = self.changes(&name.symbol);
        if !changes.is_empty() {
            let _ = write!(text, "\n---\n\n");
            for change in changes.iter().take(MOST_LISTED) {
                let _ = writeln!(text, "- {change}");
            }
            if let Some(more) = changes.len().checked_sub(MOST_LISTED).filter(|more| *more > 0) {
                let _ = writeln!(text, "- and {more} more");
            }
        }
        Some(text)
    }

    /// The head of an item: all of it where it stands on one line, otherwise up to its body.
    pub(crate) fn signature(&self, declared: &Declaration) -> String {
        let text = self.packs.sources.text(declared.item);
        let head = text.lines().next().unwrap_or("").trim_end();
        let head = head.strip_suffix('{').unwrap_or(head).trim_end();
        let is_listed = [SymbolKind::Space, SymbolKind::Card, SymbolKind::Word, SymbolKind::Stage];
        if is_listed.contains(&declared.kind) {
            let owner = declared.owner.as_deref().unwrap_or_default();
            return format!("{} # {} of `{owner}`", declared.name, declared.kind.word());
        }
        if declared.kind == SymbolKind::Step && !head.contains(declared.word()) {
            return format!("step {}", declared.name);
        }
        head.to_owned()
    }

    /// The comment that stands directly above an item.
    pub(crate) fn comment(&self, item: Span) -> Option<String> {
        let file = self.packs.sources.file_at(item.start)?;
        let above = file.text.get(..item.start.saturating_sub(file.base) as usize)?;
        let mut lines: Vec<&str> = Vec::new();
        let mut above = above.lines().rev().peekable();
        // Inside a variant the item is indented: what stands before it on its line is no line above.
        above.next_if(|line| !line.is_empty() && !line.trim_start().starts_with('#'));
        while let Some(line) = above.next_if(|line| line.trim_start().starts_with('#')) {
            lines.push(line.trim_start().trim_start_matches('#').trim());
        }
        lines.reverse();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// Who changes something: what modifies a value, and which variants set, replace, disable or move it.
    fn changes(&self, symbol: &Symbol) -> Vec<String> {
        let changes = self.names.like(symbol).filter_map(|one| {
            let verb = match one.role {
                Role::Declares | Role::Uses => return None,
                Role::Modifies => "modified",
                Role::Sets => "set",
                Role::Disables => "left out",
                Role::Replaces => "replaced",
                Role::Moves => "moved",
            };
            let place = self.packs.sources.place(one.span.start)?;
            let order = (place.file.clone(), place.line);
            let by = one.within.as_ref().map(|within| format!(" by {within}")).unwrap_or_default();
            let said = if one.role == Role::Sets { self.value_behind(one.span) } else { String::new() };
            Some((order, format!("{verb}{said}{by} ({}:{})", place.file, place.line)))
        });
        // In the order of files, not of the time when they were read.
        let mut changes: Vec<_> = changes.collect();
        changes.sort();
        changes.into_iter().map(|(_, said)| said).collect()
    }

    /// `= 3` behind an option that is set.
    fn value_behind(&self, name: Span) -> String {
        let Some(file) = self.packs.sources.file_at(name.start) else { return String::new() };
        let rest = file.text.get(name.end.saturating_sub(file.base) as usize..).unwrap_or("");
        let line = rest.lines().next().unwrap_or("").trim();
        let value = line.strip_prefix('=').map(|value| value.split('#').next().unwrap_or("").trim());
        value.map(|value| format!(" to `{value}`")).unwrap_or_default()
    }
}

/// A use of what is declared, nowhere in particular.
fn declaration_of(index: usize) -> Occurrence {
    Occurrence { span: Span::default(), symbol: Symbol::Declared(index), role: Role::Uses, within: None }
}

fn tile_text(tile: &str) -> String {
    format!("{}\na kind of tile\n", fence(tile))
}

/// What is said of a built-in.
pub(crate) fn builtin_text(builtin: Builtin) -> String {
    let info = builtin.info();
    let head = builtin_head(builtin);
    let example = if info.example.is_empty() { String::new() } else { format!("\n{}", fence(info.example)) };
    format!("{}\n{}\n{example}", fence(&head), info.doc)
}

/// A built-in with its arguments and its answer.
pub(crate) fn builtin_head(builtin: Builtin) -> String {
    let info = builtin.info();
    let on = info.receiver.map(|sort| format!("{sort}.")).unwrap_or_default();
    let params = info.params.iter().map(|ty| ty_words(*ty)).collect::<Vec<_>>().join(", ");
    let params = if params.is_empty() { params } else { format!("({params})") };
    format!("{on}{}{params} : {}", info.name, ty_words(info.result))
}

/// A type of a built-in, in words.
pub(crate) fn ty_words(ty: rota_bytecode::Type) -> String {
    match ty.form {
        rota_bytecode::Form::One => ty.sort.to_string(),
        rota_bytecode::Form::Maybe => format!("{}?", ty.sort),
        rota_bytecode::Form::Many => format!("set {}", ty.sort),
    }
}

pub(crate) fn fence(code: &str) -> String {
    format!("```rota\n{code}\n```\n")
}
