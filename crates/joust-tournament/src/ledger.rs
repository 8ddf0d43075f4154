//! The games so far: which count, what they add up to, and which come next.

use crate::line::{BadLine, GameLine, Skipped};
use crate::tally::Tally;
use crate::terms::{Shard, Terms};
use crate::timetable::Timetable;
use crate::trial::Trial;
use joust_league::schedule::{BadSchedule, Fixture};
use joust_league::sequential::{BadTest, Decision};
use joust_league::{Finish, Standings};
use std::collections::BTreeMap;

/// A tournament in progress. Games may be added in any order and count in the order of their numbers, so that
/// everything depends on the terms and the results alone. Only sums are kept of games that count.
pub struct Ledger {
    timetable: Timetable,
    tally: Tally,
    shard: Option<Shard>,
    /// Games from this number on are not played.
    limit: usize,
    /// The test that may end it earlier.
    trial: Option<Trial>,
    /// The game that counts next.
    next: usize,
    /// Games that are over, and count when those before them are over.
    waiting: BTreeMap<usize, GameLine<Skipped>>,
}

/// Why a tournament cannot be counted.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BadLedger {
    /// The games cannot be scheduled.
    #[error(transparent)]
    Schedule(#[from] BadSchedule),
    /// There is no such sequential test.
    #[error(transparent)]
    Test(#[from] BadTest),
}

/// A game that counts.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'a> {
    /// Its line in the journal, without its record.
    pub line: &'a GameLine<Skipped>,
    /// Its place in the schedule.
    pub fixture: &'a Fixture,
    /// Its result as standings and ratings count it.
    pub finish: &'a Finish,
}

impl Ledger {
    /// A tournament before its first game.
    pub fn new(terms: &Terms) -> Result<Ledger, BadLedger> {
        let mut ledger = Ledger {
            timetable: Timetable::new(terms)?,
            tally: Tally::new(terms),
            shard: terms.shard,
            limit: terms.stop.games.unwrap_or(usize::MAX),
            trial: Trial::new(terms)?,
            next: 0,
            waiting: BTreeMap::new(),
        };
        ledger.skip();
        Ok(ledger)
    }

    /// Adds a game that is over.
    pub fn add(&mut self, line: GameLine<Skipped>) -> Result<(), BadLine> {
        self.add_heard(line, &mut |_| ())
    }

    /// Adds a game that is over; `heard` is told of every game that counts from now on, in the order of their
    /// numbers.
    pub fn add_heard(
        &mut self,
        line: GameLine<Skipped>,
        heard: &mut dyn FnMut(&Counted<'_>),
    ) -> Result<(), BadLine> {
        let game = line.game;
        let fixture = self.timetable.fixture(game);
        let is_ours = fixture.as_ref().is_none_or(|fixture| self.is_ours(fixture));
        if self.waiting.contains_key(&game) || (game < self.next && is_ours) {
            return Err(BadLine::Twice(game));
        }
        if game >= self.timetable.most_games() || !is_ours {
            return Err(BadLine::NoGame(game));
        }
        if let Some(fixture) = fixture {
            // What waits is right, too.
            line.finish(&fixture)?;
        }
        self.waiting.insert(game, line);
        self.count(heard)
    }

    /// Counts the games whose turn has come.
    fn count(&mut self, heard: &mut dyn FnMut(&Counted<'_>)) -> Result<(), BadLine> {
        while self.next < self.limit
            && let Some(line) = self.waiting.remove(&self.next)
        {
            let fixture = self.timetable.fixture(line.game).ok_or(BadLine::NoGame(line.game))?;
            let finish = line.finish(&fixture)?;
            self.timetable.add(&finish).map_err(|_| BadLine::Result(line.game))?;
            self.tally.add(&line, &fixture, &finish);
            // A game that could not be finished says nothing about strength.
            if let Some(trial) = self.trial.as_mut().filter(|_| line.broken.is_none()) {
                trial.add(&finish);
                if trial.is_over() {
                    self.limit = self.limit.min(self.next + 1);
                }
            }
            heard(&Counted { line: &line, fixture: &fixture, finish: &finish });
            self.next += 1;
            self.skip();
        }
        Ok(())
    }

    /// Passes over games of other parts.
    fn skip(&mut self) {
        if self.shard.is_some() {
            while self.timetable.fixture(self.next).is_some_and(|fixture| !self.is_ours(&fixture)) {
                self.next += 1;
            }
        }
    }

    fn is_ours(&self, fixture: &Fixture) -> bool {
        self.shard.is_none_or(|shard| shard.has(fixture.block))
    }

    /// The first game from this number on that can be played now and is not over.
    pub fn fixture_from(&self, game: usize) -> Option<Fixture> {
        let mut game = game.max(self.next);
        loop {
            let fixture = self.timetable.fixture(game).filter(|_| game < self.limit)?;
            if self.is_ours(&fixture) && !self.waiting.contains_key(&game) {
                return Some(fixture);
            }
            game += 1;
        }
    }

    /// The place of a game in the schedule, as far as it is known and the game does not count yet.
    pub(crate) fn fixture(&self, game: usize) -> Option<Fixture> {
        self.timetable.fixture(game).filter(|fixture| self.is_ours(fixture))
    }

    /// Whether no game is left.
    pub fn is_over(&self) -> bool {
        self.next >= self.limit || self.timetable.fixture(self.next).is_none()
    }

    /// The number of the game that counts next: all before it count.
    pub fn next(&self) -> usize {
        self.next
    }

    /// How many games are over, including those that do not count yet. Games beyond the end do not count: on several
    /// threads, a sequential test ends while later games are played.
    pub fn over(&self) -> usize {
        self.tally.games() + self.waiting.range(..self.limit).count()
    }

    /// The most games that there can be, in all parts.
    pub fn most_games(&self) -> usize {
        self.timetable.most_games().min(self.limit)
    }

    /// How many games there can be in this part at most.
    pub fn most_own_games(&self) -> usize {
        let most = self.most_games();
        match self.shard {
            None => most,
            Some(_) => {
                (0..most).filter_map(|game| self.timetable.fixture(game)).filter(|f| self.is_ours(f)).count()
            }
        }
    }

    /// Whether [`Ledger::most_games`] is the number of games.
    pub fn is_exact(&self) -> bool {
        self.timetable.is_exact() || self.is_over()
    }

    /// The places.
    pub fn standings(&self) -> Standings {
        self.timetable.standings()
    }

    /// What the sequential test says, if there is one.
    pub fn decision(&self) -> Option<Decision> {
        self.trial.as_ref().map(Trial::decision)
    }

    /// The sums.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }
}
