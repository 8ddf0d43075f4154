//! A game with its past.

use crate::{BadHeader, Ending, Forfeit, Game, Illegal, Record, Seat, Seats, Step};
use std::ops::Deref;

/// A game with everything that was done in it. It derefs to the game as it stands.
///
/// Deciding and doing are apart: [`Game::propose`] says what an action leads to, and
/// [`Course::carry_out`] does it without a second check.
#[derive(Clone, Debug)]
pub struct Course<G: Game> {
    start: G,
    now: G,
    actions: Vec<(Seat, G::Action)>,
    /// The game before every [`Game::STRIDE`]th action, so that taking back does not replay from the start.
    kept: Vec<G>,
}

impl<G: Game> Deref for Course<G> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.now
    }
}

impl<G: Game> Course<G> {
    /// A course that begins with this game.
    pub fn new(start: G) -> Course<G> {
        Course { now: start.clone(), start, actions: Vec::new(), kept: Vec::new() }
    }

    /// The game before its first action.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The game as it stands.
    pub fn now(&self) -> &G {
        &self.now
    }

    /// Everything that was done, in order.
    pub fn actions(&self) -> &[(Seat, G::Action)] {
        &self.actions
    }

    /// Carries out a step that this game as it stands has proposed.
    pub fn carry_out(&mut self, step: Step<G>) {
        let before = std::mem::replace(&mut self.now, step.next);
        if self.actions.len().is_multiple_of(G::STRIDE) {
            self.kept.push(before);
        }
        self.actions.push((step.seat, step.action));
    }

    /// Lets a seat act, for callers that want neither a proposal nor events.
    pub fn make(&mut self, seat: Seat, action: &G::Action) -> Result<(), Illegal> {
        let before = self.actions.len().is_multiple_of(G::STRIDE).then(|| self.now.clone());
        let action = self.now.make(seat, action)?;
        self.kept.extend(before);
        self.actions.push((seat, action));
        Ok(())
    }

    /// Lets a seat act, and gives what happened beside the action itself.
    pub fn act(&mut self, seat: Seat, action: &G::Action) -> Result<Vec<G::Event>, Illegal> {
        let step = self.now.propose(seat, action)?;
        let events = self.now.events(&step);
        self.carry_out(step);
        Ok(events)
    }

    /// Lets a seat lose away from the board.
    pub fn forfeit(&mut self, seat: Seat, how: Forfeit) -> Result<Vec<G::Event>, Illegal> {
        let step = self.now.forfeit(seat, how)?;
        let events = self.now.events(&step);
        self.carry_out(step);
        Ok(events)
    }

    /// The game after the first `count` actions of the course.
    pub fn after(&self, count: usize) -> G {
        let at = (count / G::STRIDE).min(self.kept.len());
        match self.kept.get(at) {
            Some(kept) => {
                let rest = &self.actions[at * G::STRIDE..count.min(self.actions.len())];
                rest.iter().fold(kept.clone(), |game, (seat, action)| {
                    game.propose(*seat, action).map_or(game, |step| step.next)
                })
            }
            None => self.now.clone(),
        }
    }

    /// Takes back all actions of the course but the first `to`.
    pub fn rewind(&mut self, to: usize) {
        if to < self.actions.len() {
            self.now = self.after(to);
            self.actions.truncate(to);
            self.kept.truncate(to.div_ceil(G::STRIDE));
        }
    }

    /// The game before the last move, if anything was done.
    pub fn before(&self) -> Option<G> {
        self.last_turn().map(|at| self.after(at))
    }

    /// Where in the course the last move of one of these seats is.
    pub fn last_move(&self, by: Seats) -> Option<usize> {
        self.actions.iter().rposition(|(seat, action)| by.contains(*seat) && G::is_move(action))
    }

    /// Where in the course the last move is; the beginning, where only words were said.
    fn last_turn(&self) -> Option<usize> {
        (!self.actions.is_empty()).then(|| self.last_move(Seats::first(Seat::MAX)).unwrap_or(0))
    }

    /// Takes the last move back, and what was said after it; or all that was said, where no move was
    /// made. False when nothing was done so far.
    pub fn undo(&mut self) -> bool {
        let Some(to) = self.last_turn() else { return false };
        self.rewind(to);
        true
    }

    /// The record of the game so far, with these headers before its own.
    pub fn record(&self, headers: &[(&str, &str)]) -> Record {
        let mut record = Record { words: G::WORDS, ..Record::default() };
        record.set("Game", G::NAME);
        for (name, value) in headers {
            record.set(name, *value);
        }
        for (name, value) in self.start.headers(&self.now) {
            record.set(name, value);
        }
        record.actions = self.actions.iter().map(|(seat, action)| self.now.written(*seat, action)).collect();
        record.result = result(&self.now);
        record
    }

    /// Replays the actions of a record, whatever result it claims.
    pub fn played(record: &Record) -> Result<Course<G>, BadRecord> {
        if let Some(game) = record.header("Game").filter(|game| *game != G::NAME) {
            return Err(BadRecord::OtherGame(game.to_owned(), G::NAME));
        }
        let mut course = Course::new(G::of_record(record)?);
        for text in &record.actions {
            let turn = course.turn_number();
            course.repeat(text).map_err(|why| BadRecord::Action { turn, action: text.clone(), why })?;
        }
        Ok(course)
    }

    /// Replays a record. Its result must be that of its actions.
    pub fn of_record(record: &Record) -> Result<Course<G>, BadRecord> {
        let course = Course::<G>::played(record)?;
        let contradicts = |written: &str, replayed: String| {
            let clause = G::RECORD;
            Err(BadRecord::Result { written: written.to_owned(), replayed, clause })
        };
        for (name, replayed) in course.start.headers(&course.now) {
            if let Some(written) =
                record.header(name).filter(|written| name == "Score" && *written != replayed)
            {
                return contradicts(written, replayed);
            }
        }
        let replayed = result(&course.now);
        if replayed != record.result {
            return contradicts(&record.result, replayed);
        }
        Ok(course)
    }

    /// Repeats what a word of a record says.
    pub fn repeat(&mut self, text: &str) -> Result<(), Illegal> {
        self.carry_out(Step::read(&self.now, text)?);
        Ok(())
    }
}

/// The result as records write it.
fn result<G: Game>(game: &G) -> String {
    game.ending().map_or_else(|| Record::UNFINISHED.to_owned(), |ending: Ending| ending.points())
}

/// Why a record does not replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRecord {
    /// It is of another game.
    #[error("this is a record of the game `{0}`, not of {1}")]
    OtherGame(String, &'static str),
    /// Its headers do not describe a game.
    #[error(transparent)]
    Start(#[from] BadHeader),
    /// One of its actions is not allowed.
    #[error("turn {turn}, `{action}`: {why}")]
    Action {
        /// The turn or round in which it stands.
        turn: u32,
        /// The action as the record has it.
        action: String,
        /// The clause that forbids it.
        why: Illegal,
    },
    /// Its result is not that of its actions.
    #[error("the record says {written}, but its moves lead to {replayed} [{clause}]")]
    Result {
        /// The result or score in the record.
        written: String,
        /// The result or score of the replay.
        replayed: String,
        /// The clause that defines records.
        clause: &'static str,
    },
}
