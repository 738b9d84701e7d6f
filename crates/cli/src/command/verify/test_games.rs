//! Saved test games of another engine, and whether what they assert holds here.

use rota_recording::{Assertion, TestGameReport, Verdict};
use serde_json::{Value, json};

use super::said;
use crate::console::Console;
use crate::exit::Failure;
use crate::text::counted;

/// How many of something agree, differ, and cannot be compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct VerdictCounts {
    pub agree: usize,
    pub differ: usize,
    pub unsupported: usize,
}

impl VerdictCounts {
    /// Counts a verdict; what was never checked could not be compared.
    pub fn add(&mut self, verdict: Option<&Verdict>) {
        *match verdict {
            Some(Verdict::Agrees | Verdict::Departs { .. }) => &mut self.agree,
            Some(Verdict::Differs(_)) => &mut self.differ,
            Some(Verdict::Unsupported(_)) | None => &mut self.unsupported,
        } += 1;
    }

    pub fn all(self) -> usize {
        self.agree + self.differ + self.unsupported
    }

    /// With a word for what is counted, `9 recordings: 8 agree, 0 differ, 1 unsupported`.
    pub fn words(self, what: &str) -> String {
        let VerdictCounts { agree, differ, unsupported } = self;
        format!("{}: {agree} agree, {differ} differ, {unsupported} unsupported", counted(self.all(), what))
    }

    pub fn document(self) -> Value {
        let VerdictCounts { agree, differ, unsupported } = self;
        json!({ "all": self.all(), "agree": agree, "differ": differ, "unsupported": unsupported })
    }
}

/// How it went with test games so far.
#[derive(Debug, Default)]
pub(super) struct TestGames {
    pub games: VerdictCounts,
    pub assertions: VerdictCounts,
    pub documents: Vec<Value>,
}

impl TestGames {
    /// Tells of a test game and of each of its assertions that does not agree.
    pub fn add(
        &mut self,
        file: &str,
        report: &TestGameReport,
        all: bool,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        let verdict = report.verdict();
        self.games.add(Some(&verdict));
        for assertion in &report.assertions {
            self.assertions.add(assertion.verdict.as_ref());
        }
        if verdict == Verdict::Agrees && !all {
            return Ok(());
        }
        if console.is_json() {
            self.documents.push(document(file, report, &verdict));
            return Ok(());
        }
        let (word, why) = said(&verdict);
        // Where the game was played to its end, each assertion says for itself why.
        let why = if report.stopped.is_some() || report.assertions.is_empty() { why } else { String::new() };
        let unchecked = match (&report.stopped, report.assertions.len()) {
            (Some(_), count @ 1..) => format!("; unchecked: {}", counted(count, "assertion")),
            _ => String::new(),
        };
        writeln!(console.out, "{word:11} {} ({file}){why}{unchecked}", report.title)?;
        for assertion in &report.assertions {
            let Some(verdict) =
                assertion.verdict.as_ref().filter(|verdict| all || **verdict != Verdict::Agrees)
            else {
                continue;
            };
            let (word, why) = said(verdict);
            let line = assertion.line.map_or(String::new(), |line| format!(" ({file}:{line})"));
            writeln!(console.out, "  {word:11} `{}`{line}{why}", assertion.text)?;
        }
        Ok(())
    }

    /// `6 test games: …; 27 assertions: …`.
    pub fn words(&self) -> String {
        format!("{}; {}", self.games.words("test game"), self.assertions.words("assertion"))
    }
}

fn document(file: &str, report: &TestGameReport, verdict: &Verdict) -> Value {
    let assertion = |assertion: &Assertion| {
        let verdict = assertion.verdict.as_ref().map(super::verdict_document);
        json!({ "text": assertion.text, "line": assertion.line, "verdict": verdict })
    };
    let assertions: Vec<Value> = report.assertions.iter().map(assertion).collect();
    json!({
        "file": file,
        "title": report.title,
        "verdict": super::verdict_document(verdict),
        "played": report.stopped.is_none(),
        "assertions": assertions,
    })
}
