//! Places in a text as editors count them: lines and columns in UTF-16, UTF-8 or UTF-32, from and to bytes.

/// In what a column is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Encoding {
    /// In bytes.
    Utf8,
    /// In units of UTF-16: what every editor knows.
    #[default]
    Utf16,
    /// In characters.
    Utf32,
}

impl Encoding {
    /// How many units a character takes.
    fn units(self, letter: char) -> usize {
        match self {
            Encoding::Utf8 => letter.len_utf8(),
            Encoding::Utf16 => letter.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }
}

/// A place as editors write it: both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The column, in units of the encoding.
    pub column: u32,
}

/// A text and where its lines begin.
#[derive(Clone, Debug)]
pub struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// Finds the lines of a text. A line ends with `\n`, `\r\n` or `\r`.
    #[must_use]
    pub fn of(text: &'t str) -> Lines<'t> {
        let mut starts = vec![0];
        let bytes = text.as_bytes();
        for (at, byte) in bytes.iter().enumerate() {
            let ends = *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
            if ends {
                starts.push(at + 1);
            }
        }
        Lines { text, starts }
    }

    /// Returns how many lines there are, at least 1.
    #[must_use]
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// Returns where an offset lies. One behind the end is at the end; one inside of a character is before it.
    #[must_use]
    pub fn place(&self, offset: usize, encoding: Encoding) -> LineColumn {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or(0);
        let before = self.text.get(start..offset).unwrap_or("");
        let column: usize = before.chars().map(|letter| encoding.units(letter)).sum();
        LineColumn { line: number(line), column: number(column) }
    }

    /// Returns the offset of a place. A column behind the end of its line is its end, before what ends the line; a line
    /// behind the last is the end of the text; a column inside of a character is before it.
    #[must_use]
    pub fn offset(&self, place: LineColumn, encoding: Encoding) -> usize {
        let Some(start) = self.starts.get(place.line as usize).copied() else { return self.text.len() };
        let end = self.starts.get(place.line as usize + 1).copied().unwrap_or(self.text.len());
        let line = self.text.get(start..end).unwrap_or("").trim_end_matches(['\n', '\r']);
        let mut left = place.column as usize;
        for (at, letter) in line.char_indices() {
            let units = encoding.units(letter);
            if left < units {
                return start + at;
            }
            left -= units;
        }
        start + line.len()
    }

    /// Returns the text of a line without what ends it.
    #[must_use]
    pub fn line(&self, line: usize) -> &'t str {
        let Some(start) = self.starts.get(line).copied() else { return "" };
        let end = self.starts.get(line + 1).copied().unwrap_or(self.text.len());
        self.text.get(start..end).unwrap_or("").trim_end_matches(['\n', '\r'])
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{Encoding, LineColumn, Lines};

    const TEXT: &str = "rule é at x {\r\n\tscore 🐑 pts\n\n# ende\rlast 日本";

    #[test]
    fn columns_are_counted_in_each_encoding() {
        let cases = [
            ("é", [(0, 5), (0, 5), (0, 5)]),
            ("at", [(0, 8), (0, 7), (0, 7)]),
            ("score", [(1, 1), (1, 1), (1, 1)]),
            ("🐑", [(1, 7), (1, 7), (1, 7)]),
            ("pts", [(1, 12), (1, 10), (1, 9)]),
            ("# ende", [(3, 0), (3, 0), (3, 0)]),
            ("last", [(4, 0), (4, 0), (4, 0)]),
            ("本", [(4, 8), (4, 6), (4, 6)]),
        ];
        let lines = Lines::of(TEXT);
        for (word, places) in cases {
            let offset = TEXT.find(word).expect("a word of the text");
            for (encoding, (line, column)) in
                [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32].into_iter().zip(places)
            {
                let place = LineColumn { line, column };
                assert_eq!(lines.place(offset, encoding), place, "{word} {encoding:?}");
                assert_eq!(lines.offset(place, encoding), offset, "{word} {encoding:?}");
            }
        }
    }

    #[test]
    fn every_offset_comes_back() {
        let lines = Lines::of(TEXT);
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            for (offset, letter) in TEXT.char_indices() {
                let back = lines.offset(lines.place(offset, encoding), encoding);
                // Between the two signs that end a line nothing can stand.
                let inside = letter == '\n' && TEXT[..offset].ends_with('\r');
                assert_eq!(back, if inside { offset - 1 } else { offset }, "{encoding:?} {offset}");
            }
            assert_eq!(lines.offset(lines.place(TEXT.len(), encoding), encoding), TEXT.len());
        }
    }

    #[test]
    fn what_lies_outside_is_the_nearest_place() {
        let lines = Lines::of("ab\r\n🐑c");
        let at = |line, column| lines.offset(LineColumn { line, column }, Encoding::Utf16);
        assert_eq!([at(0, 2), at(0, 9), at(1, 0), at(1, 1), at(1, 2), at(7, 0)], [2, 2, 4, 4, 8, 9]);
        assert_eq!(lines.place(6, Encoding::Utf16), LineColumn { line: 1, column: 0 });
        assert_eq!(lines.place(99, Encoding::Utf16), LineColumn { line: 1, column: 3 });
        assert_eq!(Lines::of("").place(0, Encoding::Utf8), LineColumn::default());
    }
}
