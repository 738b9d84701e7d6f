//! What is asked in a scenario, and what can be chosen there.

use rota_board::ShapeId;
use rota_bytecode::program::ChoiceSite;
use rota_game::{Choice, NoMatch, Target};
use rota_source::{Diagnostic, Span, joined};
use rota_syntax::ast::Name;

use super::stage::Stage;
use super::words;

/// How many options a message shows, unless all of them are asked for.
const SHOWN: usize = 12;

impl Stage<'_> {
    /// The first few of these texts, and how many there are beyond.
    fn some_of(&self, texts: impl Iterator<Item = String>) -> String {
        let mut texts: Vec<String> = texts.collect();
        let beyond = texts.len().saturating_sub(SHOWN);
        if beyond > 0 && !self.tells_all {
            texts.truncate(SHOWN);
            texts.push(format!("… and {beyond} more"));
        }
        texts.join(", ")
    }

    /// What the words mean as they are written, or else with the sets of the tiles they name.
    fn found(&self, words: &str) -> Option<Result<Choice, NoMatch>> {
        let decision = self.game.decision()?;
        let as_written = decision.matching(words);
        if !matches!(as_written, Err(NoMatch::Nothing { .. })) {
            return Some(as_written);
        }
        Some(match words::with_sets(self.game.rules(), words) {
            Some(whole) => decision.matching(&whole),
            None => as_written,
        })
    }

    /// The one option that the words mean.
    pub fn matching(&self, option: &Name) -> Result<Choice, String> {
        let Some(found) = self.found(&option.node) else {
            return Err(match self.game.fault() {
                Some(fault) => format!("the game stopped: {fault}"),
                None => "nothing is to be decided: the game is over".to_owned(),
            });
        };
        found.map_err(|error| {
            let (what, offered) = match error {
                NoMatch::Nothing { offered } => ("offered", offered),
                NoMatch::Several { fitting } => ("this could be", fitting),
            };
            format!("{what}: {}", self.some_of(offered.into_iter()))
        })
    }

    /// Whether there is an option of these words; what can be chosen in several ways is offered all the same.
    fn is_offered(&self, words: &str) -> bool {
        matches!(self.found(words), Some(Ok(_) | Err(NoMatch::Several { .. })))
    }

    pub fn offered(&mut self, option: &Name) {
        if !self.is_offered(&option.node)
            && let Err(why) = self.matching(option)
        {
            self.fail(option.span, format!("`{}` is not offered", option.node), why);
        }
    }

    /// What cannot be chosen counts as refused only where it could have been offered.
    pub fn refused(&mut self, option: &Name) {
        let Some(decision) = self.game.decision() else {
            return self.fail(option.span, "nothing is asked here", "so that nothing is refused");
        };
        let (site, who) = (decision.site(), decision.who());
        let could = self.vocabulary().could_offer(site, &option.node);
        if self.is_offered(&option.node) {
            return self.fail(option.span, format!("`{}` is offered", option.node), "expected to be refused");
        } else if let Some(alike) = self.offered_alike(&option.node) {
            let message = format!("`{}` is offered as `{alike}`", option.node);
            return self.fail(option.span, message, "the tile looks the same when it is turned so");
        } else if could {
            return;
        }
        let asked = format!("{} is asked `{}`", self.name_of(who), name_of(site));
        let message = format!("`{}` could not be offered here", option.node);
        let choices = self.game.rules().program().choices.iter();
        let mut others: Vec<&str> =
            choices.filter(|site| self.vocabulary().could_offer(site, &option.node)).map(name_of).collect();
        others.sort_unstable();
        others.dedup();
        let help =
            (!others.is_empty()).then(|| format!("`refused` counts while this is asked: {}", joined(others)));
        let failure = Diagnostic::error("scenario::failed", message).at(option.span, asked).maybe_help(help);
        self.failures.push(failure);
    }

    /// The placement that is offered in place of one that comes to the same, if it is one of these words: of the
    /// rotations in which a tile looks the same only the smallest is offered.
    fn offered_alike(&self, words: &str) -> Option<String> {
        let decision = self.game.decision()?;
        let turned: u8 = words.split_whitespace().find_map(|word| word.parse().ok())?;
        (0..4_u8).filter(|other| *other != turned).find_map(|other| {
            let words = words.split_whitespace().map(|word| match word.parse::<u8>() {
                Ok(_) => other.to_string(),
                Err(_) => word.to_owned(),
            });
            let texts = match self.found(&words.collect::<Vec<_>>().join(" "))? {
                Ok(choice) => vec![decision.text(choice)],
                Err(NoMatch::Several { fitting }) => fitting,
                Err(NoMatch::Nothing { .. }) => Vec::new(),
            };
            texts.into_iter().find(|text| {
                let placed = decision.matching(text).ok().and_then(|choice| self.shape_placed_by(choice));
                placed.is_some_and(|shape| {
                    let distinct = self.game.rules().catalog().distinct_rotations(shape).max(1);
                    turned % distinct == other % distinct
                })
            })
        })
    }

    /// The shape of the tile that a choice lays, if it lays one of a single cell. Only trying it tells which tile that
    /// is: a choice among placements does not say whose they are.
    fn shape_placed_by(&self, choice: Choice) -> Option<ShapeId> {
        let Target::Cell(cell, Some(_)) = self.game.decision()?.target(choice)? else { return None };
        let mut tried = self.game.fork();
        tried.choose(choice).ok()?;
        let position = tried.position();
        let tile = position.stock_tile(position.board().tile_at(cell)?);
        let rules = tried.rules();
        // All rotations of a tile of several cells are offered.
        rules.block_of(tile).is_none().then(|| rules.shape_of(tile))?
    }

    pub fn options(&mut self, count: i64, span: Span) {
        let found = self.game.decision().map_or(0, |decision| decision.option_count());
        if i64::try_from(found).ok() == Some(count) {
            return;
        }
        let offered = self.game.decision().map_or(String::new(), |decision| {
            let texts = decision.choices().take(found).map(|choice| decision.text(choice));
            format!("; offered: {}", self.some_of(texts))
        });
        self.fail(span, format!("there are {found} options"), format!("expected {count}{offered}"));
    }

    /// Each line names one option, and all are named; a pass is one of them. Options that read alike are one.
    pub fn all_options(&mut self, options: &[Name], span: Span) {
        let head = Span { end: span.start + 14, ..span };
        let Some(decision) = self.game.decision() else {
            return self.fail(head, "nothing is asked here", "expected options");
        };
        let mut left: Vec<String> = decision.choices().map(|choice| decision.text(choice)).collect();
        left.sort_unstable();
        left.dedup();
        for option in options {
            let found = self.matching(option);
            let text = found.as_ref().ok().and_then(|choice| Some(self.game.decision()?.text(*choice)));
            match (found, text) {
                (Err(why), _) => self.fail(option.span, format!("`{}` is not one option", option.node), why),
                (Ok(_), Some(text)) if left.contains(&text) => left.retain(|other| *other != text),
                (Ok(_), _) => self.fail(option.span, "this option is named already", "named again"),
            }
        }
        if !left.is_empty() {
            let left = self.some_of(left.into_iter());
            self.fail(head, "more is offered than stands here", format!("offered as well: {left}"));
        }
    }

    /// Looks who is asked, and what.
    pub fn decides(&mut self, player: &Name, at: Option<&Name>, prompt: Option<&Name>, span: Span) {
        let Some(decision) = self.game.decision() else {
            return self.fail(span, "nobody decides", format!("expected {}", player.node));
        };
        let (who, site) = (self.name_of(decision.who()).to_owned(), decision.site());
        let (name, asked) = (name_of(site).to_owned(), site.prompt.clone());
        if who != player.node {
            self.fail(span, format!("{who} decides"), format!("expected {}", player.node));
        } else if let Some(at) = at.filter(|at| at.node != name) {
            self.fail(at.span, format!("{who} is asked `{name}`"), format!("expected `{}`", at.node));
        } else if let Some(prompt) = prompt.filter(|prompt| prompt.node != asked) {
            let message = format!("{who} is asked \"{asked}\"");
            self.fail(prompt.span, message, format!("expected \"{}\"", prompt.node));
        }
    }
}

/// The step or the rule that asks.
pub(super) fn name_of(site: &ChoiceSite) -> &str {
    site.name.split_whitespace().next_back().unwrap_or(&site.name)
}
