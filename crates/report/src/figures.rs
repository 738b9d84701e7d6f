//! From sums to the sections of a report.

#![expect(clippy::float_arithmetic, reason = "statistics are for people to read")]

use std::collections::BTreeMap;

use rota::{LoadedPacks, Rules, short_place};
use rota_batch::{Sample, Seat, ratio};
use rota_picture::{Interval, Plot, PlotForm};

use crate::claims::Claims;
use crate::section::{Cell, Section, columns};
use crate::sums::{Reason, Sums, TENTHS, WHOLE};
use crate::watched::{PARTS, told};

/// In how many columns lengths are drawn at most.
const COLUMNS: usize = 24;

/// How many kinds of tiles are drawn: those that do most and those that do least.
const TILES: usize = 10;

/// What sections are made from.
pub(crate) struct Figures<'f> {
    pub rules: &'f Rules,
    pub packs: &'f LoadedPacks,
    pub seats: &'f [Seat],
    pub sums: &'f Sums,
}

impl Figures<'_> {
    /// All sections; what differs is noted among the claims.
    pub fn sections(&self, claims: &mut Claims) -> Vec<Section> {
        vec![
            self.seats(claims),
            self.length(),
            self.lead(),
            self.reasons(claims),
            self.reasons_over_time(),
            self.decisions(),
            self.tiles(claims),
            self.rules(),
        ]
    }

    /// How many others each seat has.
    fn others(&self) -> f64 {
        (self.seats.len() as f64 - 1.0).max(1.0)
    }

    fn seats(&self, claims: &mut Claims) -> Section {
        let parts = WHOLE as f64 * self.seats.len() as f64;
        let fair = 1.0 / self.seats.len().max(1) as f64;
        let (mut rows, mut drawn) = (Vec::new(), Vec::new());
        for (number, (seat, sums)) in self.seats.iter().zip(&self.sums.seats).enumerate() {
            let ahead = sums.ahead.around_mean().map(|ahead| ahead / self.others());
            let won = sums.won.around_mean().map(|won| fair + won / parts);
            if number < told(self.seats.len()) && self.seats.len() > 1 {
                let (name, games) = (&seat.name, self.sums.games);
                claims.try_mean(
                    "seats",
                    format!("points that {name} is ahead of the others"),
                    sums.ahead,
                    self.others(),
                    games,
                );
                let words = format!("games that {name} wins over its share, of 100");
                claims.try_mean("seats", words, sums.won, parts / 100.0, games);
            }
            drawn.push((seat.to_string(), Interval::new(ahead)));
            rows.push(vec![
                Cell::Words(seat.to_string()),
                Cell::Mean(sums.points.mean()),
                Cell::Mean(sums.points.sd()),
                Cell::Difference(ahead),
                Cell::Estimate(won.map(|won| won * 100.0)),
            ]);
        }
        Section {
            key: "seats",
            title: "Seats",
            meaning: format!(
                "Points at the end, how far a seat is ahead of the mean of the others, and how many of 100 games it wins \
                 (a game that several win is shared; {:.1} would be its share).",
                fair * 100.0
            ),
            columns: columns([
                ("seat", "seat"),
                ("points", "points"),
                ("sd", "spread"),
                ("ahead", "ahead by"),
                ("won", "wins of 100"),
            ]),
            rows,
            picture: dots("Points that each seat is ahead of the others", drawn),
            is_long: false,
        }
    }

    fn length(&self) -> Section {
        let sums = self.sums;
        let figures = [
            ("turns", sums.turns),
            ("decisions", sums.decisions),
            ("tiles laid", sums.placed),
            ("tiles set aside", sums.discarded),
        ];
        let row = |(name, sample): (&str, Sample)| {
            vec![Cell::Words(name.to_owned()), Cell::Mean(sample.mean()), Cell::Mean(sample.sd())]
        };
        let (first, last) = (sums.lengths.keys().next(), sums.lengths.keys().next_back());
        let picture = first.zip(last).map(|(first, last)| {
            let wide = (last - first) / COLUMNS + 1;
            let mut games: BTreeMap<usize, u64> =
                (0..=(last - first) / wide).map(|place| (place, 0)).collect();
            for (length, count) in &sums.lengths {
                *games.entry((length - first) / wide).or_default() += count;
            }
            let column = |(place, count): (usize, u64)| {
                ((first + place * wide).to_string(), i64::try_from(count * 100).unwrap_or(i64::MAX))
            };
            let columns = games.into_iter().map(column).collect();
            Plot { title: "Games with so many turns".to_owned(), form: PlotForm::Columns(columns) }
        });
        Section {
            key: "length",
            title: "Length",
            meaning: "How long a game is, in the mean, and how much that varies (standard deviation)."
                .to_owned(),
            columns: columns([("what", "in a game"), ("mean", "mean"), ("sd", "spread")]),
            rows: figures.into_iter().map(row).collect(),
            picture,
            is_long: false,
        }
    }

    fn lead(&self) -> Section {
        let sums = self.sums;
        let half = sums.ahead_wins[TENTHS / 2];
        let figure = |name: &str, cell: Cell| vec![Cell::Words(name.to_owned()), cell];
        let share = |sample: Sample, share: f64| match sample.count() {
            0 => Cell::Nothing,
            _ => Cell::Share(share),
        };
        let rows = vec![
            figure("the first is ahead of the second by", Cell::Mean(sums.margin.mean())),
            figure("changes of the lead in a game", Cell::Mean(sums.changes_of_lead.mean())),
            figure("the winner is ahead for good after", share(sums.decided, sums.decided.mean() / 1000.0)),
            figure("who is ahead in the middle wins", share(half, half.mean())),
        ];
        let points: Vec<_> = (1..)
            .zip(&sums.ahead_wins)
            .filter(|(_, sample)| sample.count() > 0)
            .map(|(tenth, sample)| {
                let interval = sample.around_mean().map(|share| (share * 100.0).clamp(0.0, 100.0));
                (format!("{} %", tenth * 10), Interval::new(interval))
            })
            .collect();
        let chance = i64::try_from(10_000 / self.seats.len().max(1)).unwrap_or(0);
        let form = PlotForm::Line { points, beside: Some(("by chance".to_owned(), chance)) };
        let title = "Of 100 games, how many he wins who is ahead after so much of the turns".to_owned();
        let is_drawn = half.count() > 0;
        Section {
            key: "lead",
            title: "Who is ahead",
            meaning: "Before a turn it is looked how points would stand if the game ended with it and nobody chose \
                      anything more. A game is tense where the lead changes often and is open until late."
                .to_owned(),
            columns: columns([("what", ""), ("value", "mean")]),
            rows,
            picture: is_drawn.then_some(Plot { title, form }),
            is_long: false,
        }
    }

    /// The reasons for which anything was given, with their names.
    fn given(&self) -> impl Iterator<Item = (&str, &Reason)> {
        let names = self.rules.program().declared.reasons.iter().map(String::as_str);
        names.zip(&self.sums.reasons).filter(|(_, reason)| reason.games > 0)
    }

    fn reasons(&self, claims: &mut Claims) -> Section {
        let all: f64 = self.given().map(|(_, reason)| reason.points.mean().abs()).sum();
        let winners: i128 = self.given().map(|(_, reason)| reason.winners.abs()).sum();
        let (mut rows, mut drawn) = (Vec::new(), Vec::new());
        for (name, reason) in self.given() {
            let seats = self.seats.iter().zip(&reason.ahead).take(told(self.seats.len()));
            for (seat, ahead) in seats.filter(|_| self.seats.len() > 1) {
                let words = format!("points as {name} that {} has more than the others", seat.name);
                claims.try_mean("reasons", words, *ahead, self.others(), reason.games);
            }
            drawn.push((name.to_owned(), Interval::new(reason.points.around_mean())));
            rows.push(vec![
                Cell::Words(name.to_owned()),
                Cell::Estimate(reason.points.around_mean()),
                Cell::Mean(reason.points.sd()),
                Cell::Share(reason.points.mean().abs() / all.max(f64::MIN_POSITIVE)),
                if winners == 0 {
                    Cell::Nothing
                } else {
                    Cell::Share(reason.winners.abs() as f64 / winners as f64)
                },
                Cell::Share(ratio(reason.games, self.sums.games)),
            ]);
        }
        Section {
            key: "reasons",
            title: "Points by reason",
            meaning: "The points of all seats in a game, which part of all points that is, which part it is of the points of \
                      winners, and in which part of the games there were any. What is a larger part for winners decides \
                      games."
                .to_owned(),
            columns: columns([
                ("reason", "reason"),
                ("points", "points"),
                ("sd", "spread"),
                ("share", "of all"),
                ("share_of_winners", "of winners'"),
                ("games", "in games"),
            ]),
            rows,
            picture: dots("Points of all seats in a game", drawn),
            is_long: false,
        }
    }

    fn reasons_over_time(&self) -> Section {
        let mut rows = Vec::new();
        for (name, reason) in self.given() {
            let parts = reason.parts.iter().map(|part| Cell::Mean(ratio(*part, self.sums.games)));
            rows.push(std::iter::once(Cell::Words(name.to_owned())).chain(parts).collect());
        }
        const _: () = assert!(PARTS == 5, "the columns have names of their own");
        Section {
            key: "reasons_over_time",
            title: "Points over the game",
            meaning: "When the points of all seats come: in each fifth of the turns, and in the scoring at the end.".to_owned(),
            columns: columns([
                ("reason", "reason"),
                ("first", "1st fifth"),
                ("second", "2nd"),
                ("third", "3rd"),
                ("fourth", "4th"),
                ("fifth", "5th"),
                ("end", "at the end"),
            ]),
            rows,
            picture: None,
            is_long: false,
        }
    }

    fn decisions(&self) -> Section {
        let mut named: BTreeMap<&str, (Sample, u64, Sample)> = BTreeMap::new();
        for (site, sums) in self.rules.program().choices.iter().zip(&self.sums.sites) {
            let (options, only_one, stake) = named.entry(site.name.as_str()).or_default();
            options.join(sums.options);
            *only_one += sums.only_one;
            stake.join(sums.stake);
        }
        let row = |(name, (options, only_one, stake)): (&str, (Sample, u64, Sample))| {
            vec![
                Cell::Words(name.to_owned()),
                Cell::Mean(ratio(i128::from(options.count()), self.sums.games)),
                if options.count() == 0 { Cell::Nothing } else { Cell::Mean(options.mean()) },
                if options.count() == 0 {
                    Cell::Nothing
                } else {
                    Cell::Share(ratio(only_one, options.count()))
                },
                if stake.count() == 0 { Cell::Nothing } else { Cell::Mean(stake.mean() / 100.0) },
            ]
        };
        Section {
            key: "decisions",
            title: "Decisions",
            meaning: "How often something is asked, how many options there are (to pass is one), how often there is only one, \
                      and by how many points the best option is better than the mean one if the game ended with the turn. \
                      What is never asked, or never matters, may not need its rules."
                .to_owned(),
            columns: columns([
                ("decision", "decision"),
                ("asked", "in a game"),
                ("options", "options"),
                ("only_one", "only one"),
                ("stake", "at stake"),
            ]),
            rows: named.into_iter().map(row).collect(),
            picture: None,
            is_long: false,
        }
    }

    fn tiles(&self, claims: &mut Claims) -> Section {
        let kinds = self.rules.stock().kinds.iter().zip(&self.sums.tiles);
        let mut drawn: Vec<_> = kinds.filter(|(_, tile)| tile.value.count() > 1).collect();
        let middle = |[_, middle, _]: [f64; 3]| middle;
        drawn.sort_by(|(_, one), (_, other)| {
            middle(other.value.around()).total_cmp(&middle(one.value.around()))
        });
        for (kind, tile) in drawn.iter().filter(|_| self.seats.len() > 1) {
            let words = format!("points that one more {} brings who draws it", kind.name);
            claims.try_slope("tiles", words, tile.value);
        }
        let row = |(kind, tile): &(&rota_game::TileKindInfo, &crate::sums::Tile)| {
            vec![
                Cell::Words(kind.name.clone()),
                Cell::Mean(ratio(tile.drawn, self.sums.games)),
                Cell::Difference(tile.value.around()),
            ]
        };
        let rows = drawn.iter().map(row).collect();
        let ends = drawn.iter().enumerate();
        let ends = ends.filter(|(place, _)| *place < TILES || *place + TILES >= drawn.len());
        // There is little room for words, and sets with long names have tiles with short ones.
        let short = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
        let is_alone =
            |name: &str| drawn.iter().filter(|(kind, _)| short(&kind.name) == short(name)).count() == 1;
        let label = |name: &str| if is_alone(name) { short(name) } else { name.to_owned() };
        let shown = ends.map(|(_, (kind, tile))| (label(&kind.name), Interval::new(tile.value.around())));
        let shown: Vec<(String, Interval)> = shown.collect();
        Section {
            key: "tiles",
            title: "Tiles and cards",
            meaning: "How many points more than the others one has at the end who draws one more of a kind than they do. Chance \
                      gives them out, so that is what they do and not who they come to."
                .to_owned(),
            columns: columns([("tile", "kind"), ("drawn", "drawn in a game"), ("brings", "brings")]),
            rows,
            picture: dots("Points that one more brings: the most and the least", shown),
            is_long: true,
        }
    }

    fn rules(&self) -> Section {
        let program = self.rules.program();
        let mut points: BTreeMap<&str, i128> = BTreeMap::new();
        for (site, sum) in program.sites.iter().zip(&self.sums.statements) {
            *points.entry(site.rule.as_str()).or_default() += sum;
        }
        let mut functions: Vec<_> = program
            .functions
            .iter()
            .zip(&self.sums.functions)
            .filter_map(|(function, ran)| Some((function, ran, self.packs.pack_at(function.span)?.0)))
            .collect();
        // A step is where rules have their place, and values are computed where they stand: neither is counted for itself.
        let is_counted = |name: &str| !name.starts_with("step ") && !name.starts_with("value ");
        functions.retain(|(function, ..)| is_counted(&function.name));
        functions.sort_by_key(|(function, ran, _)| (ran.games, function.span.start));
        let mut rows = Vec::new();
        for (function, ran, pack) in functions {
            let given = points.get(function.name.as_str());
            rows.push(vec![
                Cell::Words(function.name.clone()),
                Cell::Words(pack.to_owned()),
                Cell::Words(short_place(&self.packs.sources, function.span)),
                Cell::Share(ratio(ran.games, self.sums.games)),
                Cell::Mean(ratio(ran.calls, self.sums.games)),
                given.map_or(Cell::Nothing, |sum| Cell::Mean(ratio(*sum, self.sums.games))),
            ]);
        }
        Section {
            key: "rules",
            title: "Rules",
            meaning: "In which part of the games a rule ran and how often, the rarest first, and the points that it gave to all \
                      seats. One that never ran is not tried by these games, or is not needed."
                .to_owned(),
            columns: columns([
                ("rule", "rule"),
                ("pack", "pack"),
                ("place", "where"),
                ("games", "in games"),
                ("calls", "in a game"),
                ("points", "points"),
            ]),
            rows,
            picture: None,
            is_long: true,
        }
    }
}

/// A picture of rows, where there are any.
pub(crate) fn dots(title: &str, rows: Vec<(String, Interval)>) -> Option<Plot> {
    (!rows.is_empty()).then(|| Plot { title: title.to_owned(), form: PlotForm::Dots(rows) })
}
