//! The two streams of a command: what colour they may have, in which format they are written.

use std::io::{self, BufWriter, Write};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use serde_json::Value;

use crate::arguments::{Color, Format};
use crate::exit::{Exit, Failure};
use crate::problems::Problems;

/// The version of all JSON documents that commands write.
pub(crate) const SCHEMA_VERSION: u32 = 1;

/// Both streams, with the colours taken out where they do not belong.
pub(crate) struct Streams<'a, O: RawStream, E: RawStream> {
    out: BufWriter<AutoStream<&'a mut O>>,
    err: BufWriter<AutoStream<&'a mut E>>,
    watched: bool,
}

impl<'a, O: RawStream, E: RawStream> Streams<'a, O, E> {
    /// Settles the colours: as the user says, otherwise by the environment and by what reads each stream.
    pub fn new(out: &'a mut O, err: &'a mut E, color: Color) -> Self {
        let out = AutoStream::new(out, choice(color, AutoStream::<O>::choice));
        let err = AutoStream::new(err, choice(color, AutoStream::<E>::choice));
        let watched = err.is_terminal();
        Streams { out: BufWriter::new(out), err: BufWriter::new(err), watched }
    }

    /// The streams for a command.
    pub fn console(&mut self, format: Format) -> Console<'_> {
        Console { out: &mut self.out, err: &mut self.err, format, watched: self.watched }
    }
}
