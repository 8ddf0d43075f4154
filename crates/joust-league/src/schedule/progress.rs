//! Tournaments whose next games depend on results.

use super::Fixture;
use crate::{Finish, Standings};
use std::collections::BTreeMap;

/// A format in stages: the games of a stage depend on the results of the earlier stages, and on nothing else.
///
/// See [`Progress`] for an example.
pub trait Stages {
    /// The games of the next stage, or none if the tournament is over. `finished` has all games of the stage
    /// before, in the order of their numbers; it is empty before the first stage.
    fn next(&mut self, finished: &[Finish]) -> Vec<Fixture>;

    /// The standings after the last stage that is finished.
    fn standings(&self) -> Standings;

    /// The most games that there can be.
    fn most_games(&self) -> usize;
}

impl<S: Stages + ?Sized> Stages for Box<S> {
    fn next(&mut self, finished: &[Finish]) -> Vec<Fixture> {
        (**self).next(finished)
    }

    fn standings(&self) -> Standings {
        (**self).standings()
    }

    fn most_games(&self) -> usize {
        (**self).most_games()
    }
}

/// A tournament in stages that is being played. Results may come in any order, and those of a journal are
/// simply added again: the same results always lead to the same games.
///
/// ```
/// use joust_league::schedule::{Progress, Setting, Swiss};
/// let mut cup = Progress::new(Swiss::new(Setting::new(8, 2), 3)?);
/// while !cup.is_over() {
///     for fixture in cup.open() {
///         // The smaller number is always the better player.
///         let won = fixture.seats[0] < fixture.seats[1];
///         cup.add(fixture.finish_duel(f64::from(u8::from(won)))).unwrap();
///     }
/// }
/// assert_eq!(cup.standings().rows[0].participant, 0);
/// # Ok::<(), joust_league::schedule::BadSchedule>(())
/// ```
#[derive(Clone, Debug)]
pub struct Progress<S> {
    stages: S,
    /// The games of the stage that is being played.
    stage: Vec<Fixture>,
    /// Results of this stage and of later ones.
    waiting: BTreeMap<usize, Finish>,
    /// How many games the finished stages have.
    past: usize,
}

/// Why a result cannot be added.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadFinish {
    /// The game has a result already.
    #[error("game {0} has a result already: it is in the journal twice")]
    Twice(usize),
    /// The game of this number has other seats.
    #[error("game {game} has the seats {expected:?}, not {found:?}: the result is of another tournament")]
    Seats {
        /// The number of the game.
        game: usize,
        /// The participants in the order of the seats.
        expected: Vec<usize>,
        /// The participants of the result.
        found: Vec<usize>,
    },
    /// The tournament has no such game.
    #[error("there is no game {0}: the tournament is over")]
    Over(usize),
    /// The result has another number of scores than seats, or a score that is not a number.
    #[error("the scores of game {0} are not one number for each seat")]
    Scores(usize),
}

impl<S: Stages> Progress<S> {
    /// A tournament before its first game.
    pub fn new(mut stages: S) -> Progress<S> {
        let stage = stages.next(&[]);
        Progress { stages, stage, waiting: BTreeMap::new(), past: 0 }
    }

    /// The games that can be played now.
    pub fn open(&self) -> Vec<Fixture> {
        self.stage.iter().filter(|fixture| !self.waiting.contains_key(&fixture.game)).cloned().collect()
    }

    /// Whether all games are finished.
    pub fn is_over(&self) -> bool {
        self.stage.is_empty()
    }

    /// How many games of the stages so far are finished.
    pub fn finished(&self) -> usize {
        self.past + self.stage.iter().filter(|fixture| self.waiting.contains_key(&fixture.game)).count()
    }

    /// Adds a result. Results of games that are not open yet wait. A refused result changes nothing, but a
    /// result that waits is checked, and dropped if it is wrong, when its game opens.
    pub fn add(&mut self, finish: Finish) -> Result<(), BadFinish> {
        let game = finish.game;
        if game < self.past || self.waiting.contains_key(&game) {
            return Err(BadFinish::Twice(game));
        }
        if self.is_over() {
            return Err(BadFinish::Over(game));
        }
        let is_sound = finish.is_sound(usize::MAX);
        if !is_sound {
            return Err(BadFinish::Scores(game));
        }
        if let Some(fixture) = self.stage.iter().find(|fixture| fixture.game == game) {
            check(fixture, &finish)?;
        }
        self.waiting.insert(game, finish);
        self.advance()
    }

    /// Opens stages as long as all games of the last are finished.
    fn advance(&mut self) -> Result<(), BadFinish> {
        while !self.is_over() && self.stage.iter().all(|fixture| self.waiting.contains_key(&fixture.game)) {
            let games: Vec<Finish> =
                self.stage.iter().filter_map(|fixture| self.waiting.remove(&fixture.game)).collect();
            self.past += games.len();
            self.stage = self.stages.next(&games);
            for fixture in &self.stage {
                if let Some(finish) = self.waiting.get(&fixture.game)
                    && let Err(bad) = check(fixture, finish)
                {
                    self.waiting.remove(&fixture.game);
                    return Err(bad);
                }
            }
        }
        match self.waiting.pop_first() {
            Some((game, _)) if self.is_over() => Err(BadFinish::Over(game)),
            Some((game, finish)) => {
                self.waiting.insert(game, finish);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The standings after the last stage that is finished.
    pub fn standings(&self) -> Standings {
        self.stages.standings()
    }

    /// The format.
    pub fn stages(&self) -> &S {
        &self.stages
    }
}

fn check(fixture: &Fixture, finish: &Finish) -> Result<(), BadFinish> {
    if fixture.seats == finish.seats {
        return Ok(());
    }
    Err(BadFinish::Seats { game: fixture.game, expected: fixture.seats.clone(), found: finish.seats.clone() })
}
