//! Changes of the texts that do away with what is wrong.

use std::ops::Range;

use crate::Span;

/// What replaces a span of the texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What goes; an empty span where something is put in.
    pub span: Span,
    /// What comes in its place; empty where something is only taken out.
    pub text: String,
}

/// Whether a fix may be made without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Safety {
    /// Only this can be meant.
    Safe,
    /// This is likely meant; somebody has to look.
    Unsafe,
}

/// Edits that do away with what a diagnostic says, all of them together; they do not overlap and may lie in
/// several files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as a menu shows it.
    pub title: String,
    /// Whether it may be made without asking.
    pub safety: Safety,
    /// What is replaced; never nothing.
    pub edits: Vec<Edit>,
}

impl Fix {
    /// Replaces one place, which may be done without asking.
    pub fn safe(span: Span, text: impl Into<String>) -> Fix {
        Fix::new(Safety::Safe, span, text.into())
    }

    /// Replaces one place, if somebody says that this was meant.
    pub fn unsure(span: Span, text: impl Into<String>) -> Fix {
        Fix::new(Safety::Unsafe, span, text.into())
    }

    pub(crate) fn new(safety: Safety, span: Span, text: String) -> Fix {
        let title = match text.trim() {
            "" => "remove this".to_owned(),
            written => format!("write `{written}`"),
        };
        Fix { title, safety, edits: vec![Edit { span, text }] }
    }

    /// Calls it something else.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Fix {
        self.title = title.into();
        self
    }

    /// Replaces one more place.
    #[must_use]
    pub fn and(mut self, span: Span, text: impl Into<String>) -> Fix {
        self.edits.push(Edit { span, text: text.into() });
        self
    }
}

/// Makes edits of one text, given as bytes with what comes in their place, in any order.
///
/// Returns nothing where two of them overlap, or one lies outside of the text or parts a character.
#[must_use]
pub fn edited(text: &str, mut edits: Vec<(Range<usize>, &str)>) -> Option<String> {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let (mut whole, mut at) = (String::with_capacity(text.len()), 0);
    for (range, new) in edits {
        whole.push_str(text.get(at..range.start)?);
        whole.push_str(new);
        at = range.end;
    }
    whole.push_str(text.get(at..)?);
    Some(whole)
}

/// What to do: in words, and as fixes where a program can do it. Where there are several, one of them is chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Help {
    /// The words.
    pub text: String,
    /// What does it.
    pub fixes: Vec<Fix>,
}

impl Help {
    /// Adds what does it.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Help {
        self.fixes.push(fix);
        self
    }
}

impl<T: Into<String>> From<T> for Help {
    fn from(text: T) -> Help {
        Help { text: text.into(), fixes: Vec::new() }
    }
}
