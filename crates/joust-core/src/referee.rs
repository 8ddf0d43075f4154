//! The referee: whose turn it is, whose time is up, what a fault costs, and how a game ended.

use crate::{Clock, Course, Ending, Fault, Forfeit, Game, Illegal, Outcome, Seat, Seats, Step, Why};

/// Why a seat cannot act now.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotNow {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The time of the seat is up; only the flag can follow.
    #[error("the time is up")]
    Late,
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

/// What happens next at a table: decided, and not yet done. [`Referee::carry_out`] does it.
#[derive(Clone, Debug)]
pub struct Ruling<G: Game> {
    /// What is added to the course, if anything is.
    pub step: Option<Step<G>>,
    /// How the clock stands afterwards.
    pub clock: Option<Clock>,
    /// How the game ended, if it has.
    pub ending: Option<Ending>,
}

impl<G: Game> Ruling<G> {
    /// The seats that are asked to act afterwards.
    pub fn awaits(&self) -> Seats {
        match (&self.step, self.ending) {
            (Some(step), None) => step.next.awaits(),
            _ => Seats::default(),
        }
    }
}

/// A game at a table, with its clock. Live games, matches, the terminal and the lab all drive it: it knows
/// neither where time comes from nor where a game is stored. Times are milliseconds since some moment.
#[derive(Clone, Debug)]
pub struct Referee<G: Game> {
    course: Course<G>,
    clock: Option<Clock>,
    ending: Option<Ending>,
}

impl<G: Game> Referee<G> {
    /// The table of a game, without a clock.
    pub fn new(course: Course<G>) -> Referee<G> {
        let ending = course.ending();
        Referee { course, clock: None, ending }
    }

    /// The game with its past.
    pub fn course(&self) -> &Course<G> {
        &self.course
    }

    /// The clock, if there is one.
    pub fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Puts a clock beside the board, or takes it away. It stands until [`Referee::wait`] or the first action.
    pub fn set_clock(&mut self, clock: Option<Clock>) {
        self.clock = clock;
    }

    /// The seats that are asked to act; none when the game is over.
    pub fn awaits(&self) -> Seats {
        if self.ending.is_some() { Seats::default() } else { self.course.awaits() }
    }

    /// How the game ended, on the board or beside it.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// When the flag falls, unless a seat acts before.
    pub fn deadline(&self) -> Option<i64> {
        self.clock.as_ref().and_then(Clock::deadline)
    }

    /// Whether the time of the seat to act is up.
    pub fn is_late(&self, now: i64) -> bool {
        self.deadline().is_some_and(|deadline| now >= deadline)
    }

    /// Lets the clock of the seat to act run.
    pub fn wait(&mut self, now: i64) {
        let awaits = self.awaits();
        run(&mut self.clock, awaits, now);
    }

    /// Charges neither seat for the time between `from` and `now`, such as that of an outage.
    pub fn forgive(&mut self, from: i64, now: i64) {
        if let Some(clock) = &mut self.clock {
            clock.forgive(from, now);
        }
    }

    /// Whether a seat can act at this time, as far as the table decides it and not the rules.
    fn is_open(&self, now: i64) -> Result<(), NotNow> {
        if self.ending.is_some() && self.course.ending().is_none() {
            return Err(NotNow::Over);
        }
        if self.is_late(now) { Err(NotNow::Late) } else { Ok(()) }
    }

    /// Lets a seat act at once: what [`Referee::propose`] and [`Referee::carry_out`] do together.
    pub fn act(&mut self, seat: Seat, action: &G::Action, now: i64) -> Result<(), NotNow> {
        self.is_open(now)?;
        self.course.make(seat, action)?;
        acted(&mut self.clock, seat, action, self.course.now(), now);
        self.ending = self.course.ending();
        Ok(())
    }

    /// What an action of a seat leads to.
    pub fn propose(&self, seat: Seat, action: &G::Action, now: i64) -> Result<Ruling<G>, NotNow> {
        self.is_open(now)?;
        let step = self.course.propose(seat, action)?;
        let (mut clock, ending) = (self.clock, step.next.ending());
        acted(&mut clock, seat, &step.action, &step.next, now);
        Ok(Ruling { step: Some(step), clock, ending })
    }

    /// What the loss of a seat away from the board leads to.
    pub fn forfeit(&self, seat: Seat, how: Forfeit, now: i64) -> Result<Ruling<G>, NotNow> {
        if self.ending.is_some() && self.course.ending().is_none() {
            return Err(NotNow::Over);
        }
        let step = self.course.now().forfeit(seat, how)?;
        let ending = step.next.ending();
        Ok(Ruling { step: Some(step), ..self.finished(ending, now) })
    }

    /// What a fault costs: the game, or only the seat.
    pub fn fault(&self, fault: &Fault, now: i64) -> Ruling<G> {
        match self.course.without(fault.seat) {
            Some(step) => {
                let ending = step.next.ending();
                Ruling { step: Some(step), clock: self.clock, ending }
            }
            None => self.finished(Some(Ending::lost(Why::FAULT, fault.seat)), now),
        }
    }

    /// The end of a game that is aborted: it does not count.
    pub fn give_up(&self, now: i64) -> Ruling<G> {
        self.finished(Some(Ending::given_up()), now)
    }

    /// The end of a game whose outcome is known before it is over.
    pub fn adjudicate(&self, outcome: Outcome, now: i64) -> Ruling<G> {
        self.finished(Some(Ending::scored(Why::ADJUDICATED, outcome)), now)
    }

    fn finished(&self, ending: Option<Ending>, now: i64) -> Ruling<G> {
        let mut clock = self.clock;
        run(&mut clock, Seats::default(), now);
        Ruling { step: None, clock, ending }
    }

    /// Carries out what this table has decided since its last change.
    pub fn carry_out(&mut self, ruling: Ruling<G>) {
        if let Some(step) = ruling.step {
            self.course.carry_out(step);
        }
        (self.clock, self.ending) = (ruling.clock, ruling.ending);
    }

    /// Takes back all actions of the course but the first `to`. The clock does not change.
    pub fn rewind(&mut self, to: usize) {
        self.course.rewind(to);
        self.ending = self.course.ending();
    }

    /// Takes the last move back, and what was said after it. False when nothing was done so far.
    pub fn undo(&mut self) -> bool {
        let undone = self.course.undo();
        if undone {
            self.ending = self.course.ending();
        }
        undone
    }
}

/// Moves the clock on after an action that has led to this game: only a move gets the increment.
fn acted<G: Game>(clock: &mut Option<Clock>, seat: Seat, action: &G::Action, game: &G, now: i64) {
    if let Some(clock) = clock.as_mut().filter(|_| G::is_move(action)) {
        clock.moved(seat, now);
    }
    run(clock, game.awaits(), now);
}

/// Lets the clock of the first awaited seat run; stops it when no seat is awaited.
fn run(clock: &mut Option<Clock>, awaits: Seats, now: i64) {
    if let Some(clock) = clock {
        match awaits.iter().next() {
            Some(seat) => clock.run(seat, now),
            None => clock.stop(now),
        }
    }
}
