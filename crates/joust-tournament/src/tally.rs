//! What the games add up to, besides places and ratings. Only sums are kept, so that the memory does not grow
//! with the number of games.

use crate::line::{GameLine, Skipped};
use crate::terms::Terms;
use joust_league::rating::{Method, Online, Provisional};
use joust_league::schedule::Fixture;
use joust_league::{BlockSample, Finish, Sample};
use std::collections::BTreeMap;

/// Sums over the games of all participants.
#[derive(Clone, Debug)]
pub struct Tally {
    rows: Vec<Row>,
    /// Ratings that follow game by game, by Weng and Lin and by Glickman.
    online: [Online; 2],
    games: usize,
    broken: usize,
}

/// Sums over the games of a participant.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// All its games.
    pub all: Cell,
    /// Its games in each seat that could be finished.
    pub by_seat: Vec<Cell>,
    /// Its games on each board or map that could be finished.
    pub by_board: Vec<Cell>,
    /// How many games counted 1, ¾, ½, ¼ and 0 in a duel; first, second, third and last places in other games,
    /// where a shared place counts as the better one.
    pub kinds: [u32; 5],
    /// Its faults by kind.
    pub faults: BTreeMap<&'static str, u32>,
    /// The first fault: the game, and what it did.
    pub first_fault: Option<(usize, String)>,
    /// Millions of units of fuel in a game, over the games in which it ran on fuel.
    pub fuel: Sample,
    /// The most fuel in a game.
    pub most_fuel: u64,
}

/// The games of a participant in some circumstances.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cell {
    /// Scores from 0 to 1.
    score: Sample,
    /// The scores by block.
    blocks: BlockSample,
    /// The scores of the game, in games that have some.
    points: Sample,
}

impl Cell {
    /// The number of games.
    pub fn games(&self) -> u32 {
        self.score.count()
    }

    /// The mean score; `None` without a game.
    pub fn mean(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.score.mean())
    }

    /// The 95 % confidence interval of the mean score, from the blocks; `None` without a game.
    pub fn interval(&self) -> Option<[f64; 2]> {
        self.blocks.blocks().score_interval()
    }

    /// The mean of the scores of the game; `None` without such scores.
    pub fn mean_points(&self) -> Option<f64> {
        (self.points.count() > 0).then(|| self.points.mean())
    }

    fn add(&mut self, block: usize, score: f64, points: Option<f64>) {
        self.score.add(score);
        self.blocks.add(block, score);
        if let Some(points) = points {
            self.points.add(points);
        }
    }
}

impl Row {
    /// How many faults it has.
    pub fn fault_count(&self) -> u32 {
        self.faults.values().sum()
    }

    /// Its faults in words, such as `3 (2 crashed, 1 too late)`; nothing without one.
    pub fn fault_words(&self) -> String {
        if self.faults.is_empty() {
            return String::new();
        }
        let kinds: Vec<String> = self.faults.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        format!("{} ({})", self.fault_count(), kinds.join(", "))
    }
}

impl Tally {
    /// No games.
    pub fn new(terms: &Terms) -> Tally {
        let row = Row {
            by_seat: vec![Cell::default(); terms.seats()],
            by_board: vec![Cell::default(); terms.boards.len()],
            ..Row::default()
        };
        let many = terms.participants.len();
        let online = [Method::WengLin, Method::Glicko2].map(|method| Online::new(many, method));
        Tally { rows: vec![row; many], online, games: 0, broken: 0 }
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, line: &GameLine<Skipped>, fixture: &Fixture, finish: &Finish) {
        self.games += 1;
        let is_broken = line.broken.is_some();
        self.broken += usize::from(is_broken);
        if !is_broken {
            self.online.iter_mut().for_each(|online| online.add(finish));
        }
        let is_duel = finish.seats.len() == 2;
        for (seat, who) in finish.seats.iter().enumerate() {
            let Some(row) = self.rows.get_mut(*who) else { continue };
            let (score, points) = (finish.scores[seat], line.scores.get(seat).map(|score| f64::from(*score)));
            row.all.add(finish.block, score, points);
            if !is_broken {
                row.by_seat[seat].add(finish.block, score, points);
                row.by_board[fixture.map].add(finish.block, score, points);
            }
            let kind = if is_duel {
                ((1.0 - score) * 4.0).round().clamp(0.0, 4.0) as usize
            } else {
                finish.scores.iter().filter(|other| **other > score + 1e-9).count()
            };
            row.kinds[kind.min(4)] += 1;
            if let Some(fuel) = line.fuel.get(seat).filter(|fuel| **fuel > 0) {
                #[expect(clippy::cast_precision_loss, reason = "a game has less than 2⁵² units")]
                row.fuel.add(*fuel as f64);
                row.most_fuel = row.most_fuel.max(*fuel);
            }
        }
        for failed in &line.faults {
            let who = finish.seats.get(failed.seat);
            let Some(row) = who.and_then(|who| self.rows.get_mut(*who)) else { continue };
            *row.faults.entry(failed.kind.name()).or_default() += 1;
            row.first_fault.get_or_insert_with(|| (line.game, failed.words().to_owned()));
        }
    }

    /// The participants in the order in which they are named.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The rating of a participant that follows game by game: at hand at any time, and provisional; `None` before its
    /// first game.
    pub fn provisional(&self, participant: usize, method: Method) -> Option<Provisional> {
        let online = self.online.iter().find(|online| online.method() == method)?;
        Some(online.rating(participant)).filter(|rating| rating.games > 0)
    }

    /// How many games were added.
    pub fn games(&self) -> usize {
        self.games
    }

    /// How many of them could not be finished.
    pub fn broken(&self) -> usize {
        self.broken
    }

    /// How many faults there were.
    pub fn faults(&self) -> u32 {
        self.rows.iter().map(Row::fault_count).sum()
    }
}
