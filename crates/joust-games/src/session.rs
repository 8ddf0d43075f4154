//! Games in progress with their types erased: what `joust play`, the arena and the law suite drive.

use crate::{AnyDuel, Erased};
use joust_core::{
    Clock, Course, DuelGame, Ending, Forfeit, Game, NotNow, Outcome, Record, Referee, Rng, Ruling, Seat,
    Seats,
};
use std::any::Any;
use std::fmt;

/// What happens next at a table: decided, and not yet done; [`Session::carry_out`] does it.
pub struct Proposed {
    /// The action in the notation of records, which has no blanks; `None` where the game ends without one.
    pub action: Option<String>,
    /// The seats that are asked to act afterwards; none when the game is over.
    pub awaits: Seats,
    /// How the game ends by it, if it does.
    pub ending: Option<Ending>,
    /// How the clock stands afterwards.
    pub clock: Option<Clock>,
    ruling: Box<dyn Any + Send + Sync>,
}

impl Proposed {
    fn of<G: Game>(ruling: Ruling<G>) -> Proposed {
        Proposed {
            action: ruling.step.as_ref().map(|step| step.action.to_string()),
            awaits: ruling.awaits(),
            ending: ruling.ending,
            clock: ruling.clock,
            ruling: Box::new(ruling),
        }
    }

    /// The seat that is asked to act afterwards: the first of those that are awaited. See [`Session::propose`]
    /// for an example.
    pub fn to_act(&self) -> Option<Seat> {
        self.awaits.iter().next()
    }
}

impl fmt::Debug for Proposed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proposed").field("action", &self.action).finish_non_exhaustive()
    }
}

/// A game in progress, with its past and its clock: a [`Referee`] with its type erased. Times are milliseconds
/// since some moment.
///
/// ```
/// use joust_core::{Seat, Seats};
/// use joust_games::{Ask, game};
/// let mut session = game("wargame").unwrap().session(&Ask::default()).unwrap();
/// session.act("C3").unwrap();
/// session.act("drop-D4").unwrap();
/// assert_eq!(session.course()[1], (Seat::SECOND, "drop-D4".to_owned()));
/// assert_eq!(session.action(0), Some((Seat::FIRST, "drop-C3".to_owned())));
/// assert_eq!(session.last_move(Seats::only(Seat::SECOND)), Some(1));
/// assert!(session.undo());
/// assert_eq!((session.course().len(), session.to_act()), (1, Some(Seat::SECOND)));
/// session.act("resign").unwrap();
/// assert_eq!((session.ending().unwrap().loser, session.to_act()), (Some(Seat::SECOND), None));
/// assert_eq!(session.outcome().unwrap().to_string(), "1-0");
/// assert_eq!(session.record(&[]).actions, ["drop-C3", "resign"]);
/// ```
pub trait Session: Send + Sync {
    /// A copy of the game with its past and its clock. See [`Session::rewind`] for an example.
    fn boxed(&self) -> Box<dyn Session>;
    /// The name of the game.
    fn game(&self) -> &'static str;
    /// The seats that are asked to act; none when the game is over.
    fn awaits(&self) -> Seats;
    /// How the game ended, if it has.
    fn ending(&self) -> Option<Ending>;
    /// How the game ended on the board, as a sentence. See [`AnyGame::replay`](crate::AnyGame::replay) for an
    /// example.
    fn ending_text(&self) -> Option<String>;
    /// All actions so far, with their seats.
    fn course(&self) -> Vec<(Seat, String)>;
    /// The action number `at` of the course, counted from 0, and its seat.
    fn action(&self, at: usize) -> Option<(Seat, String)>;
    /// The place in the course of the last move of one of these seats.
    fn last_move(&self, by: Seats) -> Option<usize>;
    /// The clock, if there is one. See [`Session::set_clock`] for an example.
    fn clock(&self) -> Option<Clock>;
    /// Puts a clock beside the board, or takes it away.
    ///
    /// ```
    /// use joust_core::{Allowance, Clock, NotNow, Seat};
    /// use joust_games::{Ask, game};
    /// let mut session = game("mad").unwrap().session(&Ask::default()).unwrap();
    /// session.set_clock(Some(Clock::new(Allowance { start: 60_000, increment: 2_000 })));
    /// session.wait(0);
    /// session.act_at("pass", 10_000).unwrap();
    /// assert_eq!(session.clock().unwrap().left(Seat::FIRST, 10_000), 52_000);
    /// assert_eq!(session.act_at("pass", 70_000), Err(NotNow::Late));
    /// ```
    fn set_clock(&mut self, clock: Option<Clock>);
    /// Lets the clock of the seat to act run. See [`Session::set_clock`] for an example.
    fn wait(&mut self, now: i64);
    /// Charges neither seat for the time between `from` and `now`, such as that of an outage.
    ///
    /// ```
    /// use joust_core::{Allowance, Clock, Seat};
    /// use joust_games::{Ask, game};
    /// let mut session = game("mad").unwrap().session(&Ask::default()).unwrap();
    /// session.set_clock(Some(Clock::new(Allowance { start: 60_000, increment: 0 })));
    /// session.wait(0);
    /// session.forgive(10_000, 50_000);
    /// assert_eq!(session.clock().unwrap().left(Seat::FIRST, 51_000), 49_000);
    /// ```
    fn forgive(&mut self, from: i64, now: i64);
    /// An action that a seat may take now, drawn at random; `None` if the seat is not awaited.
    ///
    /// ```
    /// use joust_core::{Seat, Seed};
    /// use joust_games::{Ask, game};
    /// let mut session = game("mad").unwrap().session(&Ask::default()).unwrap();
    /// let rng = &mut Seed(1).rng();
    /// assert_eq!(session.random_action(Seat::SECOND, rng), None);
    /// let action = session.random_action(Seat::FIRST, rng).unwrap();
    /// assert!(session.act(&action).is_ok());
    /// ```
    fn random_action(&self, seat: Seat, rng: &mut Rng) -> Option<String>;
    /// What an action of a seat leads to, or why it is not allowed. Nothing changes, and the cost does
    /// not grow with the course.
    ///
    /// ```
    /// use joust_core::Seat;
    /// use joust_games::{Ask, game};
    /// let mut session = game("mad").unwrap().session(&Ask::default()).unwrap();
    /// let proposed = session.propose(Seat::FIRST, "221<>112", 0).unwrap();
    /// assert_eq!((proposed.action.as_deref(), proposed.to_act()), (Some("112<>221"), Some(Seat::SECOND)));
    /// assert!(session.course().is_empty(), "a server stores the action now");
    /// session.carry_out(proposed);
    /// assert_eq!(session.course().len(), 1);
    /// ```
    fn propose(&self, seat: Seat, text: &str, now: i64) -> Result<Proposed, NotNow>;
    /// What the loss of a seat away from the board leads to. A resignation can come out of turn; only the
    /// awaited seat can lose on time.
    ///
    /// ```
    /// use joust_core::{Forfeit, Seat};
    /// use joust_games::{Ask, game};
    /// let session = game("mad").unwrap().session(&Ask::default()).unwrap();
    /// let proposed = session.propose_forfeit(Seat::SECOND, Forfeit::Resigned, 0).unwrap();
    /// assert_eq!(proposed.ending.unwrap().loser, Some(Seat::SECOND));
    /// assert!(session.propose_forfeit(Seat::SECOND, Forfeit::Time, 0).is_err(), "it is Red's turn");
    /// ```
    fn propose_forfeit(&self, seat: Seat, how: Forfeit, now: i64) -> Result<Proposed, NotNow>;
    /// The end of a game that is aborted: it does not count.
    ///
    /// ```
    /// use joust_games::{Ask, game};
    /// let mut session = game("mad").unwrap().session(&Ask::default()).unwrap();
    /// session.carry_out(session.propose_end(0));
    /// assert!(session.awaits().is_empty() && session.outcome().is_none());
    /// ```
    fn propose_end(&self, now: i64) -> Proposed;
    /// Carries out what this game as it stands has proposed, without a second check. A proposal of
    /// another game does nothing. See [`Session::propose`] for an example.
    fn carry_out(&mut self, proposed: Proposed);
    /// What happens by a proposal beside the action itself, a sentence each.
    ///
    /// ```
    /// use joust_core::Seat;
    /// use joust_games::{Ask, game};
    /// let position = Some("b111,b211,,/,r211,,/,,,/,,,/,,,/,,,r111 r");
    /// let session = game("mad").unwrap().session(&Ask { position, ..Ask::default() }).unwrap();
    /// let proposed = session.propose(Seat::FIRST, "b5b6", 0).unwrap();
    /// assert_eq!(session.told(&proposed), ["blue 211 is expelled"]);
    /// ```
    fn told(&self, proposed: &Proposed) -> Vec<String>;
    /// Takes back all actions of the course but the first `to`. The cost grows with what is taken back, not
    /// with what stays.
    ///
    /// ```
    /// use joust_games::{Ask, game};
    /// let mut session = game("wargame").unwrap().session(&Ask::default()).unwrap();
    /// ["A1", "B2", "C3"].into_iter().for_each(|square| drop(session.act(square).unwrap()));
    /// let mut earlier = session.boxed();
    /// earlier.rewind(1);
    /// assert_eq!((earlier.course().len(), session.course().len()), (1, 3));
    /// ```
    fn rewind(&mut self, to: usize);
    /// Takes the last move back, and what was said after it; false if there are no actions.
    fn undo(&mut self) -> bool;
    /// The words other than moves that the awaited seat may say now, such as `resign`.
    ///
    /// ```
    /// use joust_games::{Ask, game};
    /// let mut session = game("mad").unwrap().session(&Ask::default()).unwrap();
    /// assert_eq!(session.words(), ["offer", "resign"]);
    /// session.act("offer").unwrap();
    /// assert_eq!(session.words(), ["accept", "decline", "resign"]);
    /// ```
    fn words(&self) -> Vec<&'static str>;
    /// A warning that a program shows a person before it carries out this action, if there is one.
    ///
    /// ```
    /// use joust_games::{Ask, game};
    /// let position = Some("b111,,,/,,,/,,,/,,,/,,,/,,,r111 r");
    /// let session = game("mad").unwrap().session(&Ask { position, ..Ask::default() }).unwrap();
    /// assert!(session.doubt("111<>222").unwrap().contains("exiles your own corvette"));
    /// assert_eq!(session.doubt("d1d2"), None);
    /// ```
    fn doubt(&self, text: &str) -> Option<String>;
    /// The record of the game so far, with these headers before its own.
    fn record(&self, headers: &[(&str, &str)]) -> Record;
    /// The [`Referee`] itself, for code that knows its type.
    ///
    /// ```
    /// use joust_core::{DuelGame, Referee};
    /// use joust_games::{Ask, game};
    /// use joust_mad::Battle;
    /// let session = game("mad").unwrap().session(&Ask::default()).unwrap();
    /// let referee: &Referee<Battle> = session.as_any().downcast_ref().unwrap();
    /// assert!(referee.course().position().is_positioning_turn());
    /// ```
    fn as_any(&self) -> &dyn Any;

    /// Lets the awaited seat act. Gives what happened, a sentence each, or says why not. See
    /// [`Session::set_clock`] for an example.
    fn act_at(&mut self, text: &str, now: i64) -> Result<Vec<String>, NotNow> {
        let proposed = self.propose(self.to_act().unwrap_or(Seat::FIRST), text, now)?;
        Ok(done(self, proposed))
    }

    /// Lets the awaited seat act in a game without a clock. Gives what happened, a sentence each.
    ///
    /// ```
    /// use joust_games::{Ask, game};
    /// let mut session = game("mad").unwrap().session(&Ask::default()).unwrap();
    /// let why = session.act("c2c4").unwrap_err();
    /// assert_eq!(why.to_string(), "turn 1 is a positioning turn: permute, rotate or pass [MAD-6.1]");
    /// assert_eq!(session.act("pass").unwrap(), [""; 0], "nothing happens beside the pass itself");
    /// ```
    fn act(&mut self, text: &str) -> Result<Vec<String>, NotNow> {
        self.act_at(text, 0)
    }

    /// Lets a seat lose away from the board. Gives what happened, a sentence each.
    ///
    /// ```
    /// use joust_core::{Forfeit, Seat};
    /// use joust_games::{Ask, game};
    /// let mut session = game("mad").unwrap().session(&Ask::default()).unwrap();
    /// let told = session.forfeit(Seat::SECOND, Forfeit::Resigned, 0).unwrap();
    /// assert_eq!(told, ["blue resigns: full victory for red (1-0)"]);
    /// ```
    fn forfeit(&mut self, seat: Seat, how: Forfeit, now: i64) -> Result<Vec<String>, NotNow> {
        let proposed = self.propose_forfeit(seat, how, now)?;
        Ok(done(self, proposed))
    }

    /// Repeats an action of a seat from a [`Session::course`].
    ///
    /// ```
    /// use joust_games::{Ask, game};
    /// let begin = || game("wargame").unwrap().session(&Ask::default()).unwrap();
    /// let (mut session, mut again) = (begin(), begin());
    /// ["A1", "resign"].into_iter().for_each(|text| drop(session.act(text).unwrap()));
    /// for (seat, action) in session.course() {
    ///     again.repeat(seat, &action).unwrap();
    /// }
    /// assert_eq!(again.outcome(), session.outcome());
    /// ```
    fn repeat(&mut self, seat: Seat, action: &str) -> Result<Vec<String>, NotNow> {
        if let Some(how) = Forfeit::named(action) {
            return self.forfeit(seat, how, 0);
        }
        let proposed = self.propose(seat, action, 0)?;
        Ok(done(self, proposed))
    }

    /// The seat that is asked to act: the first of those that are awaited.
    fn to_act(&self) -> Option<Seat> {
        self.awaits().iter().next()
    }

    /// The points, once the game is over.
    fn outcome(&self) -> Option<Outcome> {
        self.ending().and_then(|ending| ending.outcome)
    }
}

/// Carries out a proposal, and gives what happened, a sentence each.
fn done(session: &mut (impl Session + ?Sized), proposed: Proposed) -> Vec<String> {
    let told = session.told(&proposed);
    session.carry_out(proposed);
    told
}

/// A duel in progress.
///
/// ```
/// use joust_games::{Ask, duel};
/// let mut session = duel("mad").unwrap().duel_session(&Ask::default()).unwrap();
/// session.act("pass").unwrap();
/// assert_eq!(session.before().unwrap().perft(1), session.position().perft(1));
/// assert_ne!(session.before().unwrap().key(), session.position().key());
/// let (copy, here) = (session.boxed_duel(), session.here());
/// assert_eq!((copy.course().len(), here.course().len()), (1, 0));
/// assert_eq!(here.position().text(), session.position().text());
/// ```
pub trait DuelSession: Session {
    /// A copy of the game with its past and its clock.
    fn boxed_duel(&self) -> Box<dyn DuelSession>;
    /// The game from here on, without its past.
    fn here(&self) -> Box<dyn DuelSession>;
    /// The position on the board.
    fn position(&self) -> Box<dyn AnyDuel>;
    /// The position before the last move, if there was one, so that a viewer can show what has changed.
    fn before(&self) -> Option<Box<dyn AnyDuel>>;
}

impl<G: Game> Session for Referee<G> {
    fn boxed(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn game(&self) -> &'static str {
        G::NAME
    }

    fn awaits(&self) -> Seats {
        Referee::awaits(self)
    }

    fn ending(&self) -> Option<Ending> {
        Referee::ending(self)
    }

    fn ending_text(&self) -> Option<String> {
        Referee::course(self).ending_text()
    }

    fn course(&self) -> Vec<(Seat, String)> {
        let actions = Referee::course(self).actions().iter();
        actions.map(|(seat, action)| (*seat, action.to_string())).collect()
    }

    fn random_action(&self, seat: Seat, rng: &mut Rng) -> Option<String> {
        Some(Referee::course(self).random_action(seat, rng)?.to_string())
    }

    fn action(&self, at: usize) -> Option<(Seat, String)> {
        let (seat, action) = Referee::course(self).actions().get(at)?;
        Some((*seat, action.to_string()))
    }

    fn last_move(&self, by: Seats) -> Option<usize> {
        Referee::course(self).last_move(by)
    }

    fn clock(&self) -> Option<Clock> {
        Referee::clock(self).copied()
    }

    fn set_clock(&mut self, clock: Option<Clock>) {
        Referee::set_clock(self, clock);
    }

    fn wait(&mut self, now: i64) {
        Referee::wait(self, now);
    }

    fn forgive(&mut self, from: i64, now: i64) {
        Referee::forgive(self, from, now);
    }

    fn propose(&self, seat: Seat, text: &str, now: i64) -> Result<Proposed, NotNow> {
        let action = Referee::course(self).read(text)?;
        Referee::propose(self, seat, &action, now).map(Proposed::of)
    }

    fn propose_forfeit(&self, seat: Seat, how: Forfeit, now: i64) -> Result<Proposed, NotNow> {
        Referee::forfeit(self, seat, how, now).map(Proposed::of)
    }

    fn propose_end(&self, now: i64) -> Proposed {
        Proposed::of(self.give_up(now))
    }

    fn carry_out(&mut self, proposed: Proposed) {
        if let Ok(ruling) = proposed.ruling.downcast::<Ruling<G>>() {
            Referee::carry_out(self, *ruling);
        }
    }

    fn told(&self, proposed: &Proposed) -> Vec<String> {
        let ruling = proposed.ruling.downcast_ref::<Ruling<G>>();
        let step = ruling.and_then(|ruling| ruling.step.as_ref());
        let events = step.map_or_else(Vec::new, |step| Referee::course(self).events(step));
        events.iter().map(ToString::to_string).collect()
    }

    fn rewind(&mut self, to: usize) {
        Referee::rewind(self, to);
    }

    fn undo(&mut self) -> bool {
        Referee::undo(self)
    }

    fn words(&self) -> Vec<&'static str> {
        if Referee::ending(self).is_some() { Vec::new() } else { Referee::course(self).words() }
    }

    fn doubt(&self, text: &str) -> Option<String> {
        let game = Referee::course(self).now();
        game.doubt(&game.read(text).ok()?)
    }

    fn record(&self, headers: &[(&str, &str)]) -> Record {
        Referee::course(self).record(headers)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<G: DuelGame> DuelSession for Referee<G> {
    fn boxed_duel(&self) -> Box<dyn DuelSession> {
        Box::new(self.clone())
    }

    fn here(&self) -> Box<dyn DuelSession> {
        Box::new(Referee::new(Course::new(Referee::course(self).now().clone())))
    }

    fn position(&self) -> Box<dyn AnyDuel> {
        Box::new(Erased(*Referee::course(self).position()))
    }

    fn before(&self) -> Option<Box<dyn AnyDuel>> {
        Referee::course(self).before().map(|game| Box::new(Erased(*game.position())) as Box<dyn AnyDuel>)
    }
}

/// A game that was read from a file.
pub struct Loaded<S: ?Sized> {
    /// The game, at its last position.
    pub session: Box<S>,
    /// What the user should know, a sentence each.
    pub warnings: Vec<String>,
}
