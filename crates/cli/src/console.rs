//! The two streams of a command: what colour they may have, in which format they are written.

use std::io::{self, BufRead, BufWriter, Read, Write};

use anstream::stream::{AsLockedWrite, RawStream};
use anstream::{AutoStream, ColorChoice};
use indicatif::{ProgressBar, ProgressStyle};
use rota::{Diagnostic, Text};
use serde::Serialize;

use crate::arguments::{Color, Format};
use crate::exit::{Exit, Failure};
use crate::findings::github;
use crate::findings::sarif::Log;
use crate::problems::Problems;

pub(crate) use crate::arguments::SCHEMA_VERSION;

/// What a command can write to: a standard stream, a file, a buffer.
pub trait Stream: RawStream + AsLockedWrite {}

impl<S: RawStream + AsLockedWrite> Stream for S {}

/// The longest line that is taken for an answer, in bytes; the rest of it is left out.
const LONGEST_ANSWER: u64 = 4096;

/// The longest text that is read from the input, in bytes.
const LONGEST_TEXT: u64 = 16 << 20;

/// More lines than a screen shows.
const PAGE: usize = 100;

/// Where answers come from.
pub struct Input<'a> {
    /// The answers, one a line.
    pub lines: Box<dyn BufRead + 'a>,
    /// Whether somebody types them, and so sees them already.
    pub is_typed: bool,
}

impl Input<'_> {
    /// The next line, or so many bytes of it where it is longer; nothing behind the last one.
    fn line(&mut self, longest: u64) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        if (&mut *self.lines).take(longest).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if !line.ends_with(b"\n") && line.len() as u64 == longest {
            self.lines.skip_until(b'\n')?;
        }
        Ok(Some(line))
    }
}

/// Both streams, with the colours taken out where they do not belong.
pub(crate) struct Streams<'a, O: Stream, E: Stream> {
    out: BufWriter<AutoStream<&'a mut O>>,
    err: BufWriter<AutoStream<&'a mut E>>,
    watched: bool,
    on_screen: bool,
}

impl<'a, O: Stream, E: Stream> Streams<'a, O, E> {
    /// Settles the colours: as the user says, otherwise by the environment and by what reads each stream.
    pub fn new(out: &'a mut O, err: &'a mut E, color: Color) -> Self {
        let choice = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        let (out, err) = (AutoStream::new(out, choice), AutoStream::new(err, choice));
        let (watched, on_screen) = (err.is_terminal(), out.is_terminal());
        Streams { out: BufWriter::new(out), err: BufWriter::new(err), watched, on_screen }
    }

    /// The streams for a command.
    pub fn console<'c>(&'c mut self, input: Input<'c>, format: Format) -> Console<'c> {
        let Streams { out, err, watched, on_screen } = self;
        Console { input, out, err, format, watched: *watched, on_screen: *on_screen }
    }
}

/// Where a command writes, and where it gets answers.
pub(crate) struct Console<'a> {
    input: Input<'a>,
    /// For what was asked for: text or one JSON document.
    pub out: &'a mut dyn Write,
    /// For problems and progress.
    pub err: &'a mut dyn Write,
    /// For whom the command writes.
    pub format: Format,
    /// Whether a person watches the second stream.
    pub watched: bool,
    /// Whether a terminal shows the first stream.
    pub on_screen: bool,
}

impl Console<'_> {
    /// Whether programs read what the command writes.
    pub fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// Asks for a line and waits for it; nothing when there are no more. A line that nobody typed is written down,
    /// so that question and answer stand together.
    pub fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.out, "{prompt}")?;
        self.flush()?;
        let line = self.input.line(LONGEST_ANSWER)?;
        let line = line.map(|line| String::from_utf8_lossy(&line).trim().to_owned());
        match &line {
            Some(line) if !self.input.is_typed => writeln!(self.out, "{line}")?,
            Some(_) => {}
            None => writeln!(self.out)?,
        }
        Ok(line)
    }

    /// Waits for a line of another program; nothing when there are no more. Of one that is longer than this only as many
    /// bytes are taken.
    pub fn next_line(&mut self, longest: usize) -> io::Result<Option<Vec<u8>>> {
        self.flush()?;
        self.input.line(longest as u64)
    }

    /// Reads all of the input as a text of this name.
    ///
    /// Errors: it is not UTF-8, or longer than a file may be.
    pub fn read_all(&mut self, name: &str) -> Result<Text, Failure> {
        let mut bytes = Vec::new();
        (&mut *self.input.lines).take(LONGEST_TEXT + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > LONGEST_TEXT {
            return Err(
                Diagnostic::error("files::too-long", format!("`{name}` is too long to be read")).into()
            );
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Text { name: name.to_owned(), text }),
            Err(_) => Err(Diagnostic::error("files::not-utf8", format!("`{name}` is not UTF-8")).into()),
        }
    }

    /// Takes what was shown out of sight, where somebody sits before a terminal.
    pub fn wipe(&mut self) -> io::Result<()> {
        if self.input.is_typed {
            // Lines first, for terminals that only scroll; then the screen and what was scrolled away.
            write!(self.out, "{}\x1b[2J\x1b[3J\x1b[H", "\n".repeat(PAGE))?;
            self.flush()?;
        }
        Ok(())
    }

    /// Writes a document and the end of its last line.
    pub fn document(&mut self, document: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *self.out, document)?;
        writeln!(self.out)
    }

    /// Draws problems for people.
    pub fn draw(&mut self, problems: &Problems) -> io::Result<()> {
        problems.draw(self.err)?;
        self.err.flush()
    }

    /// Says why a command stopped early; what programs read is a document in that case, too.
    pub fn tell(&mut self, failure: Failure) -> Result<Exit, Failure> {
        let Failure::Problems(problems) = failure else { return Err(failure) };
        match self.format {
            Format::Human => self.draw(&problems)?,
            Format::Json => self.document(&problems.document())?,
            Format::Sarif => self.document(&Log::new(&problems, &[]))?,
            Format::Github => github::write(&problems, &[], self.out)?,
        }
        Ok(if problems.are_in_arguments() { Exit::CouldNot } else { Exit::Findings })
    }

    /// Hands everything on to the readers.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()?;
        self.err.flush()
    }
}

/// Shows how far something is that is done so many times, where a person watches.
pub(crate) fn progress(watched: bool, count: u64, template: &str) -> ProgressBar {
    let bar = if watched { ProgressBar::new(count) } else { ProgressBar::hidden() };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
