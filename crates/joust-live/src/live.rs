//! A game from its terms and its log.

use crate::clocks::Clocks;
use crate::{BadTerms, ClockFace, Deed, End, Entry, Opponent, Terms, Why};
use joust_core::{Seat, Seats};
use joust_games::{AnyDuel, AnyGame, Proposed, Session};
use std::fmt;

/// The most actions of a course. The longest game of the usual rules has 640 moves, and a page that is
/// sent a course of this length gets some 15 kB.
pub const COURSE_MOST: usize = 1_000;
/// The most entries of a log: a course of the greatest length, and as much again for what was taken back
/// and for what happened beside the board.
pub const ENTRIES_MOST: u32 = 2_000;

/// A person who sits at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    /// Who it is.
    pub visitor: String,
    /// What they are called.
    pub name: String,
}

/// One action in the course of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Who acted.
    pub seat: Seat,
    /// What, in the notation of records.
    pub action: String,
    /// The version that the game had then.
    pub version: u32,
}

/// A return game that was offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RematchOffer {
    /// By whom.
    pub by: Seat,
    /// Whether the other has declined it.
    pub declined: bool,
}

/// An entry that cannot follow: the log is not one of this program, or it is broken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {version} cannot follow: {why}")]
pub struct BadLog {
    /// The number of the entry, from 1.
    pub version: u32,
    /// What is wrong.
    pub why: String,
}

/// A game in progress, or one that is over.
pub struct LiveGame {
    pub(crate) terms: Terms,
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) session: Box<dyn Session>,
    rules: String,
    pub(crate) sitters: [Option<Sitter>; 2],
    pub(crate) course: Vec<Step>,
    pub(crate) now: Standing,
    pub(crate) rematch_offer: Option<RematchOffer>,
    /// Whose offer of a return game was declined.
    rematch_declined: [bool; 2],
    pub(crate) rematch: Option<String>,
}

/// How a game stands, in a few numbers: what an entry changes beside the lists of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The seat that is asked to act; nobody when the game is over.
    pub to_act: Option<Seat>,
    /// Moves made by each seat that still stand.
    pub moves: [u32; 2],
    /// Actions of the course that still stand.
    pub actions: u32,
    /// How the game ended, if it has.
    pub end: Option<End>,
    /// The seat of the computer, if it plays.
    computer: Option<Seat>,
    pub(crate) clocks: Option<Clocks>,
    /// The seat of the computer that could not act, until something else happens.
    pub(crate) fault: Option<Seat>,
    /// The number of entries.
    pub(crate) version: u32,
    /// The version of the last entry that changed the course.
    pub(crate) changed: u32,
    /// The version of the last entry that took something back.
    pub(crate) undone: u32,
    /// When the last entry happened.
    pub(crate) last: i64,
}

impl Standing {
    /// The number of entries.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Whether a clock runs.
    pub(crate) fn clock_runs(&self) -> bool {
        self.deadline().is_some()
    }

    /// Whether something happens by itself, even if nobody comes: a clock runs, or the computer is to act
    /// and has not stopped.
    pub fn wakes(&self) -> bool {
        self.clock_runs() || (self.to_act.is_some() && self.to_act == self.computer && self.fault.is_none())
    }

    pub(crate) fn deadline(&self) -> Option<i64> {
        self.clocks.as_ref().and_then(Clocks::deadline)
    }

    fn finish(&mut self, end: End, now: i64) {
        (self.end, self.to_act) = (Some(end), None);
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(now);
        }
    }

    /// Lets the clock of the seat that is asked to act run: from its second turn on.
    fn run_clock(&mut self, now: i64) {
        let (Some(seat), Some(clocks)) = (self.to_act, &mut self.clocks) else { return };
        if self.moves[seat.index() & 1] > 0 {
            clocks.run(seat, now);
        } else {
            clocks.stop(now);
        }
    }
}

/// An entry that can follow, and what it leads to: [`LiveGame::carry_out`] does it.
#[derive(Clone, Debug)]
pub struct Prepared {
    entry: Entry,
    next: Standing,
    /// What the rules say to an action.
    step: Option<Proposed>,
}

impl Prepared {
    /// The entry.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// How the game stands afterwards.
    pub fn standing(&self) -> &Standing {
        &self.next
    }
}

impl fmt::Debug for LiveGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveGame")
            .field("terms", &self.terms)
            .field("position", &self.session.position().text())
            .field("sitters", &self.sitters)
            .field("course", &self.course)
            .field("now", &self.now)
            .field("rematch", &(&self.rematch_offer, &self.rematch_declined, &self.rematch))
            .finish_non_exhaustive()
    }
}

impl LiveGame {
    /// The game before anything has happened.
    pub fn begin(terms: Terms) -> Result<LiveGame, BadTerms> {
        let (game, session) = terms.open()?;
        let rules = game.rules_name(&terms.setup.rules).map_err(BadTerms::Start)?;
        let now = Standing {
            to_act: session.to_act(),
            moves: [0; 2],
            actions: 0,
            end: None,
            computer: terms.computer().map(|(seat, _)| seat),
            clocks: terms.clock.map(Clocks::new),
            fault: None,
            version: 0,
            changed: 0,
            undone: 0,
            last: i64::MIN,
        };
        Ok(LiveGame {
            terms,
            game,
            session,
            rules,
            sitters: [None, None],
            course: Vec::new(),
            now,
            rematch_offer: None,
            rematch_declined: [false; 2],
            rematch: None,
        })
    }

    /// The terms.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The number of entries so far.
    pub fn version(&self) -> u32 {
        self.now.version
    }

    /// When the last entry happened; the beginning of time if there is none.
    pub fn last_at(&self) -> i64 {
        self.now.last
    }

    /// The position in which the game began.
    pub fn start(&self) -> &str {
        &self.terms.setup.position
    }

    /// What people call the rules: the name of a ruleset where there is one, and the options elsewhere.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// The text of the board's values, in games whose squares have some.
    pub fn values(&self) -> Option<String> {
        self.game.values(self.session.position().as_ref())
    }

    /// Who sits where; a seat of the computer has nobody.
    pub fn sitters(&self) -> &[Option<Sitter>; 2] {
        &self.sitters
    }

    /// The seats of a visitor.
    pub fn seats_of(&self, visitor: &str) -> Seats {
        let mine = |seat: &Seat| {
            self.sitters[seat.index() & 1].as_ref().is_some_and(|sitter| sitter.visitor == visitor)
        };
        [Seat::FIRST, Seat::SECOND].into_iter().filter(mine).fold(Seats::default(), Seats::with)
    }

    /// The seat that nobody has taken yet, if there is one for people.
    pub fn open_seat(&self) -> Option<Seat> {
        let computer = self.terms.computer().map(|(seat, _)| seat);
        let free = |seat: &Seat| self.sitters[seat.index() & 1].is_none() && computer != Some(*seat);
        [Seat::FIRST, Seat::SECOND].into_iter().find(free)
    }

    /// Whether somebody else may take the open seat.
    pub fn may_join(&self, visitor: &str) -> bool {
        self.now.end.is_none()
            && self.terms.opponent == Opponent::Friend
            && self.open_seat().is_some()
            && self.seats_of(visitor).is_empty()
    }

    /// What was done and still stands.
    pub fn course(&self) -> &[Step] {
        &self.course
    }

    /// The position on the board.
    pub fn position(&self) -> Box<dyn AnyDuel> {
        self.session.position()
    }

    /// The seat that is asked to act; nobody when the game is over.
    pub fn to_act(&self) -> Option<Seat> {
        self.now.to_act
    }

    /// Whether an offer to end the game waits for its answer.
    pub fn is_offered(&self) -> bool {
        self.now.end.is_none() && self.session.words().contains(&"accept")
    }

    /// How the game would end if the offer were accepted; nothing without an offer.
    pub fn if_accepted(&self) -> Option<End> {
        End::by(&self.session.propose("accept").ok()?)
    }

    /// How the game ended, if it has.
    pub fn end(&self) -> Option<&End> {
        self.now.end.as_ref()
    }

    /// The return game that was offered last, if one was.
    pub fn rematch_offer(&self) -> Option<RematchOffer> {
        self.rematch_offer
    }

    /// The game that follows, if one was made.
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    /// When the flag falls, if nobody acts before.
    pub fn deadline(&self) -> Option<i64> {
        self.now.deadline()
    }

    /// How the game stands, in a few numbers.
    pub fn standing(&self) -> &Standing {
        &self.now
    }

    /// The seat of the computer, if it could not act and nothing has happened since.
    pub fn fault(&self) -> Option<Seat> {
        self.now.fault
    }

    /// What the clock shows.
    pub fn clock(&self, now: i64) -> Option<ClockFace> {
        self.now.clocks.map(|clocks| clocks.face(now.max(self.now.last)))
    }

    /// Whether both sides have moved: from then on a game can be lost, but no longer given up.
    pub fn is_under_way(&self) -> bool {
        self.now.moves.iter().all(|moves| *moves > 0)
    }

    /// Whether words such as `offer` leave the turn where it is.
    fn is_word(&self, action: &str) -> bool {
        self.game.words().contains(&action)
    }

    /// Whether the game has reached a bound of its length: only games of older builds can be played to it.
    pub fn is_full(&self) -> bool {
        self.course.len() >= COURSE_MOST || self.now.version >= ENTRIES_MOST
    }

    /// What an entry leads to, or why it cannot follow. Nothing changes. The cost does not grow with the
    /// log, but for what is taken back.
    pub fn prepare(&self, entry: Entry) -> Result<Prepared, BadLog> {
        let version = self.now.version.saturating_add(1);
        let bad = |why: String| BadLog { version, why };
        if entry.at < self.now.last {
            return Err(bad("it is earlier than the entry before it".to_owned()));
        }
        self.follows(&entry).map_err(bad)?;
        let at = entry.at;
        let mut next = Standing { version, last: at, ..self.now };
        let mut step = None;
        match &entry.deed {
            Deed::Acted { action, .. } => {
                let proposed = self.session.propose(action).map_err(|why| bad(why.into()))?;
                self.acted(&mut next, &proposed, at);
                step = Some(proposed);
            }
            Deed::Resigned { seat } => next.finish(End::lost(Why::Resigned, one_of(*seat)), at),
            Deed::Flagged { seat } => next.finish(End::lost(Why::Time, one_of(*seat)), at),
            Deed::GivenUp { .. } => next.finish(End::GIVEN_UP, at),
            Deed::Undone { to } => {
                (next.changed, next.undone, next.fault) = (version, version, None);
                next.to_act = self.course.get(*to as usize).map(|step| step.seat);
                next.actions = *to;
                for step in self.course.iter().skip(*to as usize).filter(|step| !self.is_word(&step.action)) {
                    next.moves[step.seat.index() & 1] -= 1;
                }
            }
            Deed::Returned { down_since } => {
                if let Some(clocks) = &mut next.clocks {
                    clocks.forgive(*down_since, at);
                }
            }
            Deed::Faulted { seat } => next.fault = Some(one_of(*seat)),
            Deed::Retried { .. } => next.fault = None,
            Deed::Sat { .. }
            | Deed::RematchOffered { .. }
            | Deed::RematchDeclined { .. }
            | Deed::Rematch { .. } => {}
        }
        Ok(Prepared { entry, next, step })
    }

    /// What an action changes in the standing.
    fn acted(&self, next: &mut Standing, proposed: &Proposed, at: i64) {
        let Some(seat) = self.now.to_act else { return };
        if !self.is_word(&proposed.action) {
            next.moves[seat.index() & 1] += 1;
            if let Some(clocks) = &mut next.clocks {
                clocks.moved(seat, at);
            }
        }
        (next.to_act, next.changed, next.fault) = (proposed.to_act, next.version, None);
        next.actions += 1;
        match End::by(proposed) {
            Some(end) => next.finish(end, at),
            None => next.run_clock(at),
        }
    }

    /// Carries out an entry that this game as it stands has prepared, and that is stored.
    pub fn carry_out(&mut self, prepared: Prepared) {
        let Prepared { entry, next, step } = prepared;
        let seat = self.now.to_act;
        self.now = next;
        if let (Some(seat), Some(step)) = (seat, step) {
            self.course.push(Step { seat, action: step.action.clone(), version: next.version });
            self.session.carry_out(step);
        }
        match entry.deed {
            Deed::Sat { seat, visitor, name } => {
                self.sitters[usize::from(seat) & 1] = Some(Sitter { visitor, name });
            }
            Deed::Undone { to } => {
                self.session.rewind(to as usize);
                self.course.truncate(to as usize);
            }
            Deed::RematchOffered { seat } => {
                self.rematch_offer = Some(RematchOffer { by: one_of(seat), declined: false });
            }
            Deed::RematchDeclined { .. } => {
                if let Some(offer) = &mut self.rematch_offer {
                    offer.declined = true;
                    self.rematch_declined[offer.by.index() & 1] = true;
                }
            }
            Deed::Rematch { id } => self.rematch = Some(id),
            _ => {}
        }
    }

    /// Carries out an entry of a log. One that cannot follow changes nothing.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), BadLog> {
        let prepared = self.prepare(entry.clone())?;
        self.carry_out(prepared);
        Ok(())
    }

    /// Whether an entry can follow, but for what the rules of the game say to an action.
    fn follows(&self, entry: &Entry) -> Result<(), String> {
        let is_over = self.now.end.is_some();
        let no = |why: &str| Err(why.to_owned());
        match &entry.deed {
            Deed::Rematch { .. } | Deed::RematchOffered { .. } | Deed::RematchDeclined { .. } => {
                self.follows_the_end(&entry.deed)
            }
            _ if is_over => no("the game is over"),
            Deed::Sat { seat, visitor, .. } if !self.open_to(*seat, visitor) => no("the seat is not open"),
            Deed::Acted { seat, .. } if self.to_act().map(Seat::index) != Some((*seat).into()) => {
                no("it is the other side's turn")
            }
            Deed::Acted { .. } | Deed::Resigned { .. } if self.is_late(entry.at) => no("the time is up"),
            Deed::Resigned { seat } | Deed::GivenUp { seat } if *seat > 1 => no("there is no such seat"),
            Deed::Flagged { .. } if !self.is_late(entry.at) => no("the time is not up"),
            Deed::Flagged { seat } if self.to_act().map(Seat::index) != Some((*seat).into()) => {
                no("the clock of the other side runs")
            }
            Deed::GivenUp { .. } if self.is_under_way() && !self.is_full() && self.now.fault.is_none() => {
                no("both sides have moved")
            }
            Deed::Faulted { seat } | Deed::Retried { seat }
                if self.terms.computer().map(|(seat, _)| seat.index()) != Some((*seat).into()) =>
            {
                no("the computer does not sit there")
            }
            Deed::Faulted { .. } if self.now.fault.is_some() => no("the computer has stopped already"),
            Deed::Retried { .. } if self.now.fault.is_none() => no("the computer has not stopped"),
            Deed::Undone { to } if *to as usize >= self.course.len() => no("there is nothing to take back"),
            _ => Ok(()),
        }
    }

    /// Whether a deed about a return game can follow.
    fn follows_the_end(&self, deed: &Deed) -> Result<(), String> {
        let no = |why: &str| Err(why.to_owned());
        match deed {
            _ if self.now.end.is_none() => no("the game is not over"),
            _ if self.rematch.is_some() => no("there is a return game already"),
            Deed::RematchOffered { seat } | Deed::RematchDeclined { seat } if *seat > 1 => {
                no("there is no such seat")
            }
            Deed::RematchOffered { seat } if !self.may_offer_rematch(one_of(*seat)) => {
                no("the return game was offered already")
            }
            Deed::RematchDeclined { seat } if self.rematch_offered_to(one_of(*seat)).is_none() => {
                no("no return game was offered")
            }
            _ => Ok(()),
        }
    }

    /// Whether a seat may offer a return game: not twice, and never again after it was declined; but
    /// whoever has declined may think better of it.
    pub(crate) fn may_offer_rematch(&self, seat: Seat) -> bool {
        !self.rematch_declined[seat.index() & 1] && self.rematch_offer.is_none_or(|offer| offer.declined)
    }

    /// The offer that waits for this seat's answer.
    pub(crate) fn rematch_offered_to(&self, seat: Seat) -> Option<RematchOffer> {
        self.rematch_offer.filter(|offer| !offer.declined && offer.by != seat)
    }

    /// Whether a seat is open to a visitor.
    pub(crate) fn open_to(&self, seat: u8, visitor: &str) -> bool {
        let Some(place) = self.sitters.get(usize::from(seat)) else { return false };
        let computer = self.terms.computer().map(|(seat, _)| seat.index());
        let both = self.terms.opponent == Opponent::Screen;
        let other = self.sitters[usize::from(seat) ^ 1].as_ref().map(|sitter| sitter.visitor.as_str());
        place.is_none()
            && computer != Some(seat.into())
            && other.is_none_or(|other| (other == visitor) == both)
    }

    /// Whether the flag has fallen at that time.
    pub(crate) fn is_late(&self, now: i64) -> bool {
        self.deadline().is_some_and(|deadline| now >= deadline)
    }
}

fn one_of(seat: u8) -> Seat {
    if seat == 0 { Seat::FIRST } else { Seat::SECOND }
}
