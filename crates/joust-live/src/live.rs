//! The state of a live game, which follows from its terms and its log.

use crate::{BadTerms, Deed, Entry, Opponent, Terms};
use joust_core::{Budget, Clock, ClockFace, Ending, Forfeit, Seat, Seats};
use joust_games::{AnyDuel, AnyDuelGame, DuelSession, Proposed};
use serde::Serialize;
use std::fmt;

/// The most actions of a course. The longest game by the usual rules has 640 moves, and a course of
/// this length is a message of about 15 kB to a page.
pub const COURSE_MOST: usize = 1_000;
/// The most entries of a log: the longest course, and the same number again for moves that were taken
/// back and for entries beside the board.
pub const ENTRIES_MOST: u32 = 2_000;

/// A visitor in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    /// The id of the visitor.
    pub visitor: String,
    /// The name of the visitor.
    pub name: String,
}

/// An offer of a rematch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RematchOffer {
    /// The seat that offered it.
    pub by: Seat,
    /// Whether the other side has declined it.
    pub declined: bool,
}

/// An entry that cannot follow: the log was not written by this program, or it is damaged.
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
    game: &'static dyn AnyDuelGame,
    pub(crate) session: Box<dyn DuelSession>,
    rules: String,
    pub(crate) sitters: [Option<Sitter>; 2],
    /// For each action of the course, the version that it made. Endings beside the board are not
    /// included.
    pub(crate) versions: Vec<u32>,
    pub(crate) head: Head,
    pub(crate) rematch_offer: Option<RematchOffer>,
    /// The seats whose offer of a rematch was declined.
    rematch_declined: [bool; 2],
    pub(crate) rematch: Option<String>,
}

/// The state of the log, apart from the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    /// The number of entries.
    pub(crate) version: u32,
    /// The version of the last entry that changed the course.
    pub(crate) changed: u32,
    /// The version of the last entry that took back moves.
    pub(crate) undone: u32,
    /// When the last entry happened.
    pub(crate) last: i64,
    /// The seat of the computer, if it could not act and nothing has changed since.
    pub(crate) fault: Option<Seat>,
}

/// The standing of a game, for lists of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The number of entries.
    pub version: u32,
    /// Actions of the course that still stand.
    pub actions: u32,
    /// The seat to act; `None` when the game is over.
    pub to_act: Option<Seat>,
    /// How the game ended, if it has.
    pub ending: Option<Ending>,
    /// Whether something will happen without a visitor: a clock runs, or the computer is to act and has
    /// not stopped.
    pub wakes: bool,
}

/// A valid entry and its effect, to be carried out by [`LiveGame::carry_out`].
#[derive(Debug)]
pub struct Prepared {
    entry: Entry,
    head: Head,
    standing: Standing,
    /// The proposal of the referee, if the entry is about the board.
    proposed: Option<Proposed>,
}

impl Prepared {
    /// The entry.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The standing of the game after the entry.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }
}

impl fmt::Debug for LiveGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveGame")
            .field("terms", &self.terms)
            .field("position", &self.session.position().text())
            .field("sitters", &self.sitters)
            .field("course", &self.session.course())
            .field("versions", &self.versions)
            .field("clock", &self.session.clock())
            .field("ending", &self.session.ending())
            .field("head", &self.head)
            .field("rematch", &(&self.rematch_offer, &self.rematch_declined, &self.rematch))
            .finish_non_exhaustive()
    }
}

impl LiveGame {
    /// A game with an empty log.
    pub fn begin(terms: Terms) -> Result<LiveGame, BadTerms> {
        let (game, session) = terms.open()?;
        let rules = game.rules_name(&terms.setup.rules).map_err(BadTerms::Start)?;
        let head = Head { version: 0, changed: 0, undone: 0, last: i64::MIN, fault: None };
        Ok(LiveGame {
            terms,
            game,
            session,
            rules,
            sitters: [None, None],
            versions: Vec::new(),
            head,
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
        self.head.version
    }

    /// The time of the last entry; the smallest number if there is none.
    pub fn last_at(&self) -> i64 {
        self.head.last
    }

    /// The position in which the game began.
    pub fn start(&self) -> &str {
        &self.terms.setup.position
    }

    /// The rules in words for people: the name of the ruleset if it has one, otherwise the options.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// The text of the board's values, in games whose squares have values.
    pub fn values(&self) -> Option<String> {
        self.game.values(self.session.position().as_ref())
    }

    /// The visitors in the two seats; the seat of the computer is `None`.
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

    /// The seat for a person that is still open, if there is one.
    pub fn open_seat(&self) -> Option<Seat> {
        let computer = self.terms.computer().map(|(seat, _)| seat);
        let free = |seat: &Seat| self.sitters[seat.index() & 1].is_none() && computer != Some(*seat);
        [Seat::FIRST, Seat::SECOND].into_iter().find(free)
    }

    /// Whether a visitor may take the open seat.
    pub fn may_join(&self, visitor: &str) -> bool {
        self.ending().is_none()
            && self.terms.opponent == Opponent::Friend
            && self.open_seat().is_some()
            && self.seats_of(visitor).is_empty()
    }

    /// The actions that were carried out and not taken back, in the notation of records. Endings beside
    /// the board, such as a resignation, are not included.
    pub fn course(&self) -> Vec<String> {
        let actions = self.session.course().into_iter().take(self.versions.len());
        actions.map(|(_, action)| action).collect()
    }

    /// The action that made this version, if it still stands, and the seat that acted.
    pub fn acted(&self, version: u32) -> Option<(Seat, String)> {
        self.session.action(self.versions.binary_search(&version).ok()?)
    }

    /// The game from here on, without its past: what a program gets to choose an action.
    pub fn here(&self) -> Box<dyn DuelSession> {
        self.session.here()
    }

    /// The position on the board.
    pub fn position(&self) -> Box<dyn AnyDuel> {
        self.session.position()
    }

    /// The seat to act; `None` when the game is over.
    pub fn to_act(&self) -> Option<Seat> {
        self.session.to_act()
    }

    /// Whether an offer to end the game waits for its answer.
    pub(crate) fn is_offered(&self) -> bool {
        let accept = |seat| self.session.propose(seat, "accept", self.head.last).ok();
        self.to_act().and_then(accept).is_some()
    }

    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        self.session.ending()
    }

    /// The last offer of a rematch.
    pub fn rematch_offer(&self) -> Option<RematchOffer> {
        self.rematch_offer
    }

    /// The id of the rematch, if one was made.
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    /// When the flag falls, unless the side to act acts before.
    pub fn deadline(&self) -> Option<i64> {
        self.session.clock().as_ref().and_then(Clock::deadline)
    }

    /// The standing of the game, for lists of games.
    pub fn standing(&self) -> Standing {
        let clock = self.session.clock();
        self.stands(&self.head, self.versions.len(), self.to_act(), self.ending(), clock)
    }

    fn stands(
        &self,
        head: &Head,
        actions: usize,
        to_act: Option<Seat>,
        ending: Option<Ending>,
        clock: Option<Clock>,
    ) -> Standing {
        let computer = self.terms.computer().map(|(seat, _)| seat);
        let computer_acts = to_act.is_some() && to_act == computer && head.fault.is_none();
        let wakes = computer_acts || clock.as_ref().and_then(Clock::deadline).is_some();
        Standing { version: head.version, actions: actions as u32, to_act, ending, wakes }
    }

    /// The seat of the computer, if it could not act and nothing has happened since.
    pub fn fault(&self) -> Option<Seat> {
        self.head.fault
    }

    /// What the clock shows.
    pub fn clock(&self, now: i64) -> Option<ClockFace> {
        self.session.clock().map(|clock| clock.face(now.max(self.head.last)))
    }

    /// What a seat has left on its clock.
    pub fn budget(&self, seat: Seat, now: i64) -> Option<Budget> {
        self.session.clock().map(|clock| clock.budget(seat, now.max(self.head.last)))
    }

    /// Whether both sides have moved: from then on a game can be lost, but no longer aborted.
    pub fn is_under_way(&self) -> bool {
        let has_moved = |seat| self.session.last_move(Seats::only(seat)).is_some();
        has_moved(Seat::FIRST) && has_moved(Seat::SECOND)
    }

    /// Whether the log has reached its largest length, which only games of older builds can.
    pub fn is_full(&self) -> bool {
        self.versions.len() >= COURSE_MOST || self.head.version >= ENTRIES_MOST
    }

    /// Checks an entry and computes its effect. Nothing changes. The cost does not grow with the log,
    /// except for taking back moves.
    pub fn prepare(&self, entry: Entry) -> Result<Prepared, BadLog> {
        let version = self.head.version.saturating_add(1);
        let bad = |why: String| BadLog { version, why };
        if entry.at < self.head.last {
            return Err(bad("it is earlier than the entry before it".to_owned()));
        }
        self.follows(&entry).map_err(bad)?;
        let (at, session) = (entry.at, &self.session);
        let mut head = Head { version, last: at, ..self.head };
        let (mut actions, mut to_act) = (self.versions.len(), self.to_act());
        let proposed = match &entry.deed {
            Deed::Acted { seat, action } => {
                (head.changed, head.fault) = (version, None);
                actions += 1;
                Some(session.propose(one_of(*seat), action, at))
            }
            Deed::Resigned { seat } => Some(session.propose_forfeit(one_of(*seat), Forfeit::Resigned, at)),
            Deed::Flagged { seat } => Some(session.propose_forfeit(one_of(*seat), Forfeit::Time, at)),
            Deed::Aborted { .. } => Some(Ok(session.propose_end(at))),
            Deed::Undone { to } => {
                (head.changed, head.undone, head.fault) = (version, version, None);
                actions = *to as usize;
                to_act = session.action(actions).map(|(seat, _)| seat);
                None
            }
            Deed::Faulted { seat } => {
                head.fault = Some(one_of(*seat));
                None
            }
            Deed::Retried { .. } => {
                head.fault = None;
                None
            }
            Deed::Returned { .. }
            | Deed::Sat { .. }
            | Deed::RematchOffered { .. }
            | Deed::RematchDeclined { .. }
            | Deed::Rematch { .. } => None,
        };
        let proposed = proposed.transpose().map_err(|why| bad(why.to_string()))?;
        let standing = match &proposed {
            Some(next) => self.stands(&head, actions, next.to_act(), next.ending, next.clock),
            None => self.stands(&head, actions, to_act, self.ending(), session.clock()),
        };
        Ok(Prepared { entry, head, standing, proposed })
    }

    /// Carries out an entry that this game has prepared in its present state, and that was stored since.
    pub fn carry_out(&mut self, prepared: Prepared) {
        let Prepared { entry, head, proposed, .. } = prepared;
        self.head = head;
        if let Some(proposed) = proposed {
            self.session.carry_out(proposed);
        }
        match entry.deed {
            Deed::Acted { .. } => self.versions.push(head.version),
            Deed::Sat { seat, visitor, name } => {
                self.sitters[usize::from(seat) & 1] = Some(Sitter { visitor, name });
            }
            Deed::Undone { to } => {
                self.session.rewind(to as usize);
                self.versions.truncate(to as usize);
            }
            Deed::Returned { down_since } => self.session.forgive(down_since, entry.at),
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

    /// Checks an entry of a log and carries it out. An entry that cannot follow changes nothing.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), BadLog> {
        let prepared = self.prepare(entry.clone())?;
        self.carry_out(prepared);
        Ok(())
    }

    /// Whether an entry can follow, apart from the rules of the game.
    fn follows(&self, entry: &Entry) -> Result<(), String> {
        let is_over = self.ending().is_some();
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
            Deed::Resigned { seat } | Deed::Aborted { seat } if *seat > 1 => no("there is no such seat"),
            Deed::Flagged { .. } if !self.is_late(entry.at) => no("the time is not up"),
            Deed::Flagged { seat } if self.to_act().map(Seat::index) != Some((*seat).into()) => {
                no("the clock of the other side runs")
            }
            Deed::Aborted { .. } if self.is_under_way() && !self.is_full() && self.head.fault.is_none() => {
                no("both sides have moved")
            }
            Deed::Faulted { seat } | Deed::Retried { seat }
                if self.terms.computer().map(|(seat, _)| seat.index()) != Some((*seat).into()) =>
            {
                no("the computer does not sit there")
            }
            Deed::Faulted { .. } if self.head.fault.is_some() => no("the computer has stopped already"),
            Deed::Retried { .. } if self.head.fault.is_none() => no("the computer has not stopped"),
            Deed::Undone { to } if *to as usize >= self.versions.len() => no("there is nothing to take back"),
            _ => Ok(()),
        }
    }

    /// Whether an entry about a rematch can follow.
    fn follows_the_end(&self, deed: &Deed) -> Result<(), String> {
        let no = |why: &str| Err(why.to_owned());
        match deed {
            _ if self.ending().is_none() => no("the game is not over"),
            _ if self.rematch.is_some() => no("there is a rematch already"),
            Deed::RematchOffered { seat } | Deed::RematchDeclined { seat } if *seat > 1 => {
                no("there is no such seat")
            }
            Deed::RematchOffered { seat } if !self.may_offer_rematch(one_of(*seat)) => {
                no("the rematch was offered already")
            }
            Deed::RematchDeclined { seat } if self.rematch_offered_to(one_of(*seat)).is_none() => {
                no("no rematch was offered")
            }
            _ => Ok(()),
        }
    }

    /// Whether a seat may offer a rematch: not twice, and not after its offer was declined. The side
    /// that declined may still offer one.
    pub(crate) fn may_offer_rematch(&self, seat: Seat) -> bool {
        !self.rematch_declined[seat.index() & 1] && self.rematch_offer.is_none_or(|offer| offer.declined)
    }

    /// The offer of a rematch that waits for this seat's answer.
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

    /// Whether the flag has fallen at this time. Time never goes back.
    pub(crate) fn is_late(&self, now: i64) -> bool {
        self.deadline().is_some_and(|deadline| now.max(self.head.last) >= deadline)
    }
}

fn one_of(seat: u8) -> Seat {
    if seat == 0 { Seat::FIRST } else { Seat::SECOND }
}
