//! Values that ask for themselves: they would never come to an answer.

use std::collections::{BTreeMap, BTreeSet};

use rota_source::{Diagnostic, Span};

use crate::checker::Checker;

/// A value with the values it asks for, on the way that is being followed.
struct Stop<'c> {
    name: &'c str,
    /// Where it was asked for by the one before.
    span: Span,
    /// How many of those it asks for were followed.
    next: usize,
}

impl Checker<'_> {
    /// Reports each circle of values once.
    pub(crate) fn report_recursion(&mut self) {
        let calls = std::mem::take(&mut self.usage.calls);
        let mut done: BTreeSet<&str> = BTreeSet::new();
        let mut found = Vec::new();
        for start in calls.keys() {
            let mut path = vec![Stop { name: start, span: Span::default(), next: 0 }];
            while let Some(stop) = path.last_mut() {
                let next = calls.get(stop.name).and_then(|callees| callees.get(stop.next));
                stop.next += 1;
                match next {
                    Some((callee, _)) if done.contains(callee.as_str()) => {}
                    Some((callee, span)) => match path.iter().position(|stop| stop.name == callee) {
                        Some(first) => {
                            let circle = path.get(first..).unwrap_or_default();
                            found.push(recursion_error(circle, callee, *span));
                            done.extend(circle.iter().map(|stop| stop.name));
                        }
                        None => path.push(Stop { name: callee, span: *span, next: 0 }),
                    },
                    None => {
                        done.insert(stop.name);
                        path.pop();
                    }
                }
            }
        }
        for diagnostic in found {
            self.report(diagnostic);
        }
    }
}

/// The words for one circle: who asks for whom, and where.
fn recursion_error(circle: &[Stop<'_>], first: &str, last: Span) -> Diagnostic {
    let message = match circle {
        [_] => format!("value `{first}` asks for itself"),
        _ => {
            let names: Vec<String> = circle.iter().map(|stop| format!("`{}`", stop.name)).collect();
            format!("values {} ask for one another", names.join(", "))
        }
    };
    let asked = circle.iter().skip(1).map(|stop| (stop.name, stop.span)).chain([(first, last)]);
    let diagnostic = Diagnostic::error("types::circle", message);
    asked
        .fold(diagnostic, |diagnostic, (name, span)| {
            diagnostic.at(span, format!("`{name}` is asked for here"))
        })
        .help("go through many with a fold or with `each`: a value never leads back to itself")
}

/// The values that each value asks for, and where.
pub(crate) type Calls = BTreeMap<String, Vec<(String, Span)>>;
