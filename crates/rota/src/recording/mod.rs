//! Recorded games of another engine, replayed by our rules and compared turn by turn.
//!
//! A recording speaks its own names; a [`Mapping`], read from a file that each pack brings, says what they are
//! called here. [`verify`] sets up the same game, lets every player do what was done, and compares all that was
//! offered, scored and left over. Scores of 0 points are no scores here: they are left out on both sides, as are
//! items that are worth nothing.

mod compare;
mod composed;
mod ending;
mod location;
mod mapping;
mod offers;
mod replay;
mod scores;
mod transcript;
mod trial;
mod verdict;

use std::sync::Arc;

use rota_game::Rules;

pub use composed::{Composed, Opener};
pub use mapping::Mapping;
pub use trial::{Assertion, Trial, verify_trial};
pub use verdict::{Counts, Difference, Report, Verdict};

use replay::Replay;
use transcript::Transcript;
use verdict::Stop;

/// Compares a recorded game, one line of JSON, with the same game played by our rules.
///
/// `open` opens the packs that the recording was played with, see [`Opener::open`].
pub fn verify(
    line: &str,
    mapping: &Mapping,
    open: &dyn Fn(&Composed) -> Result<Arc<Rules>, String>,
) -> Report {
    let transcript: Transcript = match serde_json::from_str(line) {
        Ok(transcript) => transcript,
        Err(error) => {
            let why = format!("this is no recording that can be read: {error}");
            return Report {
                id: String::new(),
                verdict: Verdict::Unsupported(why),
                counts: Counts::default(),
            };
        }
    };
    let mut counts = Counts::default();
    let begun = Composed::of(&transcript, mapping).and_then(|composed| open(&composed));
    let begun = begun.and_then(|rules| Replay::new(&transcript, mapping, rules));
    let compared = begun.map_err(Stop::Unsupported).and_then(|mut replay| {
        let compared = replay.run();
        counts = replay.counts();
        compared
    });
    let verdict = compared.map_or_else(Verdict::from, |()| Verdict::Agrees);
    Report { id: transcript.id, verdict, counts }
}
