//! The texts of a composition, laid end to end in one space of byte offsets.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A range of bytes in a [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// First byte, counted over all files of the sources.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Makes a span from a range of byte offsets.
    pub fn new(range: Range<usize>) -> Span {
        let clamp = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { start: clamp(range.start), end: clamp(range.end) }
    }

    /// Returns the smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the first bytes of the span, as many as there are.
    pub fn first(self, bytes: usize) -> Span {
        let end = u32::try_from(bytes).map_or(self.end, |bytes| self.start.saturating_add(bytes));
        Span { start: self.start, end: end.min(self.end) }
    }

    /// Moves the span by `base` bytes: from a file's own offsets into the common space.
    pub fn shifted(self, base: u32) -> Span {
        Span { start: self.start.saturating_add(base), end: self.end.saturating_add(base) }
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// A value and where it was written.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Spanned<T> {
    /// The value.
    pub node: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Joins a value with its place.
    pub fn new(node: T, span: Span) -> Spanned<T> {
        Spanned { node, span }
    }
}

impl<T: fmt::Debug> fmt::Debug for Spanned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node.fmt(f)?;
        write!(f, " @ {:?}", self.span)
    }
}

impl<T: fmt::Display> fmt::Display for Spanned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node.fmt(f)
    }
}

impl AsRef<str> for Spanned<String> {
    fn as_ref(&self) -> &str {
        &self.node
    }
}

impl<T> std::ops::Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.node
    }
}

/// One text and its name.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name shown to the user: a path, or `<stdin>`.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
    /// Where the text begins in the common space.
    pub base: u32,
}

/// A place as people write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The file's name.
    pub file: Arc<str>,
    /// Line, counted from 1.
    pub line: usize,
    /// Column, counted from 1 in characters.
    pub column: usize,
}

impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// All texts of a composition.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
    /// Where the next text begins: behind all that ever were here.
    end: u32,
}

impl Sources {
    /// Starts with no text.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a text and returns it with its place in the common space.
    ///
    /// Errors: the text itself is given back as `None` when all texts together would pass 4 GiB.
    pub fn add(&mut self, name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Option<&SourceFile> {
        let (name, text) = (name.into(), text.into());
        let base = self.end;
        // A byte of air between two files keeps an empty span at one's end out of the next.
        self.end = base.checked_add(u32::try_from(text.len()).ok()?)?.checked_add(1)?;
        self.files.push(SourceFile { name, text, base });
        self.files.last()
    }

    /// Returns how many bytes of the common space are taken, those of texts that were removed among them.
    pub fn extent(&self) -> u32 {
        self.end
    }

    /// Takes the text out that begins at `base`; no other text will ever begin there.
    pub fn remove(&mut self, base: u32) {
        self.files.retain(|file| file.base != base);
    }

    /// Returns the files in the order they were added.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// Returns the file that holds this offset.
    pub fn file_at(&self, offset: u32) -> Option<&SourceFile> {
        let after = self.files.partition_point(|file| file.base <= offset);
        let file = self.files.get(after.checked_sub(1)?)?;
        (offset <= end_of(file)?).then_some(file)
    }

    /// Returns the text of a span; empty where it leaves its file.
    pub fn text(&self, span: Span) -> &str {
        let Some(file) = self.file_at(span.start) else { return "" };
        let local = |at: u32| at.saturating_sub(file.base) as usize;
        file.text.get(local(span.start)..local(span.end)).unwrap_or("")
    }

    /// Returns the text of a span on one line, its words parted by single blanks.
    pub fn line_text(&self, span: Span) -> String {
        self.text(span).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns file, line and column of an offset.
    pub fn place(&self, offset: u32) -> Option<LineColumn> {
        let file = self.file_at(offset)?;
        let before = file.text.get(..(offset - file.base) as usize)?;
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Some(LineColumn {
            file: file.name.clone(),
            line: before.matches('\n').count() + 1,
            column: before.get(line_start..)?.chars().count() + 1,
        })
    }
}

fn end_of(file: &SourceFile) -> Option<u32> {
    file.base.checked_add(u32::try_from(file.text.len()).ok()?)
}
