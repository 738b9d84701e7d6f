//! SARIF 2.1.0, the format of static analysis tools, as far as `rota check` has something to say in it.

use std::collections::BTreeMap;

use rota_protocol::{Location, Mend, Problem, Seriousness};
use rota_source::codes;
use serde::Serialize;

use crate::findings::github::slashed;
use crate::problems::Problems;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// What descriptions of rules are cut to by those who read them.
const LONGEST: usize = 1024;

/// The whole document.
#[derive(Serialize)]
pub(crate) struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    invocations: [Invocation; 1],
    results: Vec<Outcome>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    short_description: Message,
    full_description: Message,
    help: Help,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
struct Help {
    text: String,
    markdown: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    level: &'static str,
    message: Message,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Message,
    locations: Vec<Place>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Place>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Fix>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Fix {
    description: Message,
    artifact_changes: Vec<ArtifactChange>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange {
    artifact_location: ArtifactLocation,
    replacements: Vec<Replacement>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: Region,
    inserted_content: Message,
}

impl Log {
    /// Writes down what was found and what was not looked at.
    pub fn new(problems: &Problems, unchecked: &[String]) -> Log {
        let mut ids: Vec<&'static str> = problems.iter().map(|problem| problem.code).collect();
        ids.sort_unstable();
        ids.dedup();
        let results = problems.iter().map(|problem| {
            let index = ids.binary_search(&problem.code).unwrap_or_default();
            Outcome::new(problem, index)
        });
        let notes = unchecked.iter().map(|what| Notification { level: "note", message: what.into() });
        Log {
            schema: SCHEMA,
            version: "2.1.0",
            runs: [Run {
                column_kind: "unicodeCodePoints",
                invocations: [Invocation {
                    execution_successful: true,
                    tool_execution_notifications: notes.collect(),
                }],
                results: results.collect(),
                tool: Tool {
                    driver: Driver {
                        name: "rota",
                        version: env!("CARGO_PKG_VERSION"),
                        rules: ids.iter().copied().map(Rule::new).collect(),
                    },
                },
            }],
        }
    }
}

impl Rule {
    /// A rule as the reference explains it; what is wrong with a command line alone stands on no page.
    fn new(id: &'static str) -> Rule {
        let known = codes().find(|known| known.code == id);
        let text = known
            .map_or("What stands on the command line, or a file that it names, cannot be used.", |known| {
                known.text
            });
        let cut = |text: &str| Message { text: text.chars().take(LONGEST).collect() };
        Rule {
            id,
            short_description: cut(text.lines().next().unwrap_or(id)),
            full_description: cut(text),
            help: Help { text: text.to_owned(), markdown: text.to_owned() },
        }
    }
}

impl Outcome {
    fn new(problem: &Problem, rule_index: usize) -> Outcome {
        let mut text = problem.message.clone();
        if let Some(help) = &problem.help {
            text.push_str("\nhelp: ");
            text.push_str(help);
        }
        let mut places = problem.labels.iter().map(Place::from);
        Outcome {
            rule_id: problem.code,
            rule_index,
            level: if problem.severity == Seriousness::Error { "error" } else { "warning" },
            message: Message { text },
            locations: places.next().into_iter().collect(),
            related_locations: places.collect(),
            fixes: problem.fixes.iter().map(Fix::from).collect(),
        }
    }
}

impl From<&Location> for Place {
    fn from(label: &Location) -> Place {
        Place {
            physical_location: PhysicalLocation {
                artifact_location: ArtifactLocation { uri: uri(&label.file) },
                region: Region::from(label),
            },
            message: (!label.text.is_empty()).then(|| (&label.text).into()),
        }
    }
}

impl From<&Location> for Region {
    fn from(place: &Location) -> Region {
        Region {
            start_line: place.line,
            start_column: place.column,
            end_line: place.end_line,
            end_column: place.end_column,
        }
    }
}

impl From<&Mend> for Fix {
    fn from(mend: &Mend) -> Fix {
        let mut files: BTreeMap<ArtifactLocation, Vec<Replacement>> = BTreeMap::new();
        for edit in &mend.edits {
            let replacement =
                Replacement { deleted_region: Region::from(edit), inserted_content: (&edit.text).into() };
            files.entry(ArtifactLocation { uri: uri(&edit.file) }).or_default().push(replacement);
        }
        let changes = files
            .into_iter()
            .map(|(artifact_location, replacements)| ArtifactChange { artifact_location, replacements });
        Fix { description: (&mend.title).into(), artifact_changes: changes.collect() }
    }
}

impl From<&String> for Message {
    fn from(text: &String) -> Message {
        Message { text: text.clone() }
    }
}

/// The address of a file: relative to the folder in which the check ran, where it lies below.
fn uri(file: &str) -> String {
    let path = slashed(file);
    let mut address = String::new();
    if path.starts_with('/') {
        address.push_str("file://");
    } else if path.get(1..2) == Some(":") {
        // A drive of Windows.
        address.push_str("file:///");
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                address.push(char::from(byte));
            }
            _ => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address
}
