//! Files of recordings, a game a line, perhaps compressed: whoever wrote one is not trusted.

use std::io::{self, BufRead, BufReader, Read};

use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

/// How long one game may be, in bytes.
const LONGEST_GAME: u64 = 64 << 20;

/// How long all games of a file may be together, in bytes.
const LONGEST_FILE: u64 = 1 << 30;

/// How far back a compressed text may refer, in bytes: so much memory is taken for it.
const WINDOW: u64 = 64 << 20;

/// The bytes that a compressed file begins with.
const FRAME_START: [u8; 4] = [0x28, 0xB5, 0x2F, 0xFD];

/// The lines of a file of recordings, taken out of their compression where it has one.
///
/// Each line comes with its number, counted from 1. Lines without anything are left out. After an error nothing
/// follows.
pub fn lines<'a>(file: impl BufRead + 'a) -> impl Iterator<Item = (usize, io::Result<String>)> + 'a {
    let mut lines = Lines { text: None, file: Some(file), number: 0, left: LONGEST_FILE };
    std::iter::from_fn(move || lines.next_game())
}

struct Lines<'a, F> {
    file: Option<F>,
    text: Option<Box<dyn BufRead + 'a>>,
    number: usize,
    /// How many bytes may still come.
    left: u64,
}

impl<'a, F: BufRead + 'a> Lines<'a, F> {
    fn next_game(&mut self) -> Option<(usize, io::Result<String>)> {
        loop {
            self.number += 1;
            match self.line() {
                Ok(None) => return None,
                Ok(Some(line)) if line.trim().is_empty() => {}
                Ok(Some(line)) => return Some((self.number, Ok(line))),
                Err(error) => {
                    self.text = Some(Box::new(io::empty()));
                    return Some((self.number, Err(error)));
                }
            }
        }
    }

    fn line(&mut self) -> io::Result<Option<String>> {
        if let Some(mut file) = self.file.take() {
            let is_compressed = file.fill_buf()?.starts_with(&FRAME_START);
            self.text = Some(match is_compressed {
                true => Box::new(BufReader::new(Frames { file: Some(file), open: None })),
                false => Box::new(file),
            });
        }
        let Some(text) = &mut self.text else { return Ok(None) };
        let mut line = Vec::new();
        let longest = LONGEST_GAME.min(self.left);
        let read = text.take(longest + 1).read_until(b'\n', &mut line)?;
        if read as u64 > longest {
            let (what, longest) = if self.left < LONGEST_GAME {
                ("the file", LONGEST_FILE)
            } else {
                ("the game", LONGEST_GAME)
            };
            return Err(io::Error::other(format!("{what} is longer than {} MB", longest >> 20)));
        }
        self.left = self.left.saturating_sub(read as u64);
        if read == 0 {
            return Ok(None);
        }
        String::from_utf8(line).map(Some).map_err(|_| io::Error::other("it holds bytes that are no UTF-8"))
    }
}

/// The text of one compressed frame after another.
struct Frames<F: BufRead> {
    /// The file, between two frames.
    file: Option<F>,
    open: Option<StreamingDecoder<F, FrameDecoder>>,
}

impl<F: BufRead> Read for Frames<F> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(open) = &mut self.open {
                let read = open.read(bytes).map_err(damaged)?;
                if read > 0 || bytes.is_empty() {
                    return Ok(read);
                }
                self.file = self.open.take().map(sound).transpose()?;
            }
            let Some(mut file) = self.file.take() else { return Ok(0) };
            if file.fill_buf()?.is_empty() {
                return Ok(0);
            }
            self.open = Some(StreamingDecoder::new_with_max_window_size(file, WINDOW).map_err(damaged)?);
        }
    }
}

/// The file behind a frame that came out as it was put in.
fn sound<F: BufRead>(frame: StreamingDecoder<F, FrameDecoder>) -> io::Result<F> {
    let (told, own) = (frame.decoder.get_checksum_from_data(), frame.decoder.get_calculated_checksum());
    if told.is_some() && told != own {
        return Err(damaged("its checksum is another one"));
    }
    Ok(frame.into_inner())
}

fn damaged(error: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("what is compressed in it cannot be taken out: {error}"))
}
