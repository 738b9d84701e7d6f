//! What an assertion says.

/// An assertion by its parts, in the words that it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition<'a> {
    /// A player has so many points.
    Points { player: &'a str, points: i64 },
    /// A player got so many points at once for something.
    Scored { player: &'a str, reason: &'a str, points: i64 },
    /// Whoever is asked may pass, or may not.
    Pass(bool),
    /// The game stands in this phase.
    Phase(&'a str),
    /// Something is on offer, for this tile, figure or reason.
    Offer { what: &'a str, of: Option<&'a str> },
    /// All places that are on offer for it.
    Options { what: &'a str, of: Option<&'a str>, list: &'a str },
    /// The last move can be taken back, or cannot.
    Undo(bool),
    /// A player has so many tokens of a sort, by number or by size.
    Token { player: &'a str, token: &'a str, measure: &'a str, count: i64 },
}

impl Condition<'_> {
    /// Reads an assertion. A full stop behind it says nothing.
    ///
    /// # Errors
    /// That it is worded in no way that is known here.
    pub fn read(text: &str) -> Result<Condition<'_>, String> {
        let text = text.trim();
        let words: Vec<&str> = text.split_whitespace().collect();
        let condition = match words.as_slice() {
            [player, "has", points, unit] if is_unit(unit) => {
                points.parse().ok().map(|points| Condition::Points { player, points })
            }
            [player, "scored", reason, "for", points, unit] if is_unit(unit) => {
                points.parse().ok().map(|points| Condition::Scored { player, reason, points })
            }
            ["Player", may, last] if stopped(last) == "pass" => match *may {
                "can" => Some(Condition::Pass(true)),
                "can't" => Some(Condition::Pass(false)),
                _ => None,
            },
            [phase, "is", name] if phase.eq_ignore_ascii_case("phase") => {
                Some(Condition::Phase(stopped(name)))
            }
            ["Available", "action", what] => Some(Condition::Offer { what, of: None }),
            ["Available", "action", what, "for", of] => Some(Condition::Offer { what, of: Some(of) }),
            ["Undo", "is", last] if stopped(last) == "allowed" => Some(Condition::Undo(true)),
            ["Undo", "is", "not", last] if stopped(last) == "allowed" => Some(Condition::Undo(false)),
            [player, "has", token, "token", "with", measure, count] => {
                stopped(count).parse().ok().map(|count| Condition::Token { player, token, measure, count })
            }
            _ => options(text),
        };
        condition.ok_or_else(|| "it is worded in no way that is known here".to_owned())
    }
}

/// Reads `WHAT OF options: LIST`; what is on offer may have several words, or stand alone.
fn options(text: &str) -> Option<Condition<'_>> {
    let (head, list) = text.split_once(" options:")?;
    let (what, of) = match head.rsplit_once(' ') {
        Some((what, of)) => (what, Some(of)),
        None => (head, None),
    };
    Some(Condition::Options { what, of, list: list.trim() })
}

fn is_unit(word: &str) -> bool {
    matches!(stopped(word), "point" | "points")
}

fn stopped(word: &str) -> &str {
    word.strip_suffix('.').unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::Condition;

    #[test]
    fn claims_are_read_by_their_parts() {
        let cases = [
            ("Ann has -2 points.", Some(Condition::Points { player: "Ann", points: -2 })),
            ("Ann has 1 point", Some(Condition::Points { player: "Ann", points: 1 })),
            ("Ann has many points", None),
            (
                "Ann scored wind-rose for 3 points.",
                Some(Condition::Scored { player: "Ann", reason: "wind-rose", points: 3 }),
            ),
            ("Player can't pass", Some(Condition::Pass(false))),
            ("Player may pass", None),
            ("phase is TilePhase", Some(Condition::Phase("TilePhase"))),
            ("Available action A for B/c.1", Some(Condition::Offer { what: "A", of: Some("B/c.1") })),
            ("Available action A", Some(Condition::Offer { what: "A", of: None })),
            (
                "A B/c.1 options: [0,1] - [90]",
                Some(Condition::Options { what: "A", of: Some("B/c.1"), list: "[0,1] - [90]" }),
            ),
            ("A B options:", Some(Condition::Options { what: "A", of: Some("B"), list: "" })),
            ("A B C options: x", Some(Condition::Options { what: "A B", of: Some("C"), list: "x" })),
            ("A options: x", Some(Condition::Options { what: "A", of: None, list: "x" })),
            ("Undo is not allowed", Some(Condition::Undo(false))),
            (
                "Ann has WINE token with count 2.",
                Some(Condition::Token { player: "Ann", token: "WINE", measure: "count", count: 2 }),
            ),
            ("", None),
        ];
        for (text, condition) in cases {
            assert_eq!(Condition::read(text).ok(), condition, "{text}");
        }
    }
}
