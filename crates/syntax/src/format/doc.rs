//! Text with places where a line may break.

/// A piece of text that can be laid out on one line or on several.
#[derive(Clone, Debug)]
pub(super) enum Doc {
    /// Words that stay together.
    Text(String),
    /// A blank, or a new line where the group is broken.
    Line,
    /// Nothing, or a new line where the group is broken.
    Soft,
    /// One after the other.
    Row(Vec<Doc>),
    /// Two columns further in after a break.
    Nest(Box<Doc>),
    /// All on one line where it fits, else broken at all of its own lines.
    Group(Box<Doc>),
    /// What follows an `=`: behind it where it fits, else whole on the next line, else broken; one that opens
    /// with a bracket of its own then begins behind the `=`.
    Value { doc: Box<Doc>, opens: bool },
}

/// The widest line: as wide as packs are written by hand, their comments among it.
pub(super) const WIDTH: usize = 120;

/// How far each level is indented.
pub(super) const STEP: usize = 2;

impl Doc {
    pub fn text(text: impl Into<String>) -> Doc {
        Doc::Text(text.into())
    }

    pub fn nest(self) -> Doc {
        Doc::Nest(Box::new(self))
    }

    pub fn group(self) -> Doc {
        Doc::Group(Box::new(self))
    }

    /// A part that moves to the next line, further in, where it does not fit on this one.
    pub fn clause(self) -> Doc {
        Doc::Row(vec![Doc::Line, self]).group().nest()
    }

    /// The text on one line.
    pub fn flat(&self) -> String {
        let mut out = String::new();
        let mut stack = vec![self];
        while let Some(doc) = stack.pop() {
            match doc {
                Doc::Text(text) => out.push_str(text),
                Doc::Line => out.push(' '),
                Doc::Soft => {}
                Doc::Row(docs) => stack.extend(docs.iter().rev()),
                Doc::Nest(doc) | Doc::Group(doc) => stack.push(doc),
                Doc::Value { doc, .. } => {
                    out.push(' ');
                    stack.push(doc);
                }
            }
        }
        out
    }

    /// The text, broken where it must be; it begins at this column, and its lines at this indentation.
    pub fn layout(&self, indent: usize) -> String {
        let mut out = String::new();
        let mut column = indent;
        let mut stack = vec![(self, indent, false)];
        while let Some((doc, indent, flat)) = stack.pop() {
            match doc {
                Doc::Text(text) => {
                    out.push_str(text);
                    column += text.chars().count();
                }
                Doc::Line if flat => {
                    out.push(' ');
                    column += 1;
                }
                Doc::Soft if flat => {}
                Doc::Line | Doc::Soft => {
                    out.push('\n');
                    out.push_str(&" ".repeat(indent));
                    column = indent;
                }
                Doc::Row(docs) => stack.extend(docs.iter().rev().map(|doc| (doc, indent, flat))),
                Doc::Nest(doc) => stack.push((doc.as_ref(), indent + STEP, flat)),
                Doc::Group(doc) => {
                    let flat = flat || fits(doc, &stack, WIDTH.saturating_sub(column));
                    stack.push((doc.as_ref(), indent, flat));
                }
                Doc::Value { doc, opens } => {
                    let here = flat || fits(doc, &stack, WIDTH.saturating_sub(column + 1));
                    let below = WIDTH.saturating_sub(indent + STEP);
                    if here || (*opens && !fits(doc, &stack, below)) {
                        out.push(' ');
                        column += 1;
                        stack.push((doc.as_ref(), indent, here));
                    } else {
                        stack.push((doc.as_ref(), indent + STEP, fits(doc, &stack, below)));
                        stack.push((&Doc::Line, indent + STEP, false));
                    }
                }
            }
        }
        out
    }
}

/// Whether a group fits on the rest of the line, up to the first break that may follow it.
fn fits(group: &Doc, rest: &[(&Doc, usize, bool)], mut room: usize) -> bool {
    let mut stack: Vec<(&Doc, bool)> = rest.iter().map(|(doc, _, flat)| (*doc, *flat)).collect();
    stack.push((group, true));
    while let Some((doc, flat)) = stack.pop() {
        let width = match doc {
            Doc::Text(text) => text.chars().count(),
            Doc::Line if flat => 1,
            Doc::Soft if flat => 0,
            Doc::Line | Doc::Soft => return true,
            Doc::Row(docs) => {
                stack.extend(docs.iter().rev().map(|doc| (doc, flat)));
                0
            }
            Doc::Nest(doc) | Doc::Group(doc) => {
                stack.push((doc, flat));
                0
            }
            Doc::Value { .. } if !flat => return true,
            Doc::Value { doc, .. } => {
                stack.push((doc, flat));
                1
            }
        };
        match room.checked_sub(width) {
            Some(left) => room = left,
            None => return false,
        }
    }
    true
}
