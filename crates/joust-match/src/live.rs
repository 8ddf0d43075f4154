//! A game from its terms and its log.

use crate::clocks::Clocks;
use crate::{BadTerms, ClockFace, Deed, End, Entry, Opponent, Terms, Why};
use joust_core::{Seat, Seats};
use joust_games::{AnyDuel, AnyGame, Session};
use std::fmt;

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
    start: String,
    pub(crate) sitters: [Option<Sitter>; 2],
    pub(crate) course: Vec<Step>,
    /// Moves made by each seat that still stand.
    pub(crate) moves: [u32; 2],
    pub(crate) clocks: Option<Clocks>,
    pub(crate) end: Option<End>,
    pub(crate) rematch_offer: Option<RematchOffer>,
    /// Whose offer of a return game was declined.
    rematch_declined: [bool; 2],
    pub(crate) rematch: Option<String>,
    pub(crate) version: u32,
    /// The version of the last entry that changed the course.
    pub(crate) changed: u32,
    /// The version of the last entry that took something back.
    pub(crate) undone: u32,
    /// When the last entry happened.
    pub(crate) last: i64,
}

impl fmt::Debug for LiveGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveGame")
            .field("terms", &self.terms)
            .field("position", &self.session.position().text())
            .field("sitters", &self.sitters)
            .field("course", &self.course)
            .field("moves", &self.moves)
            .field("clocks", &self.clocks)
            .field("end", &self.end)
            .field("rematch", &(&self.rematch_offer, &self.rematch_declined, &self.rematch))
            .field("versions", &[self.version, self.changed, self.undone])
            .field("last", &self.last)
            .finish_non_exhaustive()
    }
}

impl LiveGame {
    /// The game before anything has happened.
    pub fn begin(terms: Terms) -> Result<LiveGame, BadTerms> {
        let (game, session) = terms.open()?;
        let start = session.position().text();
        let clocks = terms.clock.map(Clocks::new);
        Ok(LiveGame {
            terms,
            game,
            session,
            start,
            sitters: [None, None],
            course: Vec::new(),
            moves: [0; 2],
            clocks,
            end: None,
            rematch_offer: None,
            rematch_declined: [false; 2],
            rematch: None,
            version: 0,
            changed: 0,
            undone: 0,
            last: i64::MIN,
        })
    }

    /// The terms.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The number of entries so far.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// When the last entry happened; the beginning of time if there is none.
    pub fn last_at(&self) -> i64 {
        self.last
    }

    /// The position in which the game began.
    pub fn start(&self) -> &str {
        &self.start
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
        self.end.is_none()
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
        self.session.to_act().filter(|_| self.end.is_none())
    }

    /// Whether an offer to end the game waits for its answer.
    pub fn is_offered(&self) -> bool {
        self.end.is_none() && self.session.words().contains(&"accept")
    }

    /// How the game would end if the offer were accepted; nothing without an offer.
    pub fn if_accepted(&self) -> Option<End> {
        let mut agreed = self.session.boxed();
        agreed.act("accept").ok()?;
        End::on_board(agreed.as_ref())
    }

    /// How the game ended, if it has.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
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
        self.clocks.as_ref().and_then(Clocks::deadline)
    }

    /// What the clock shows.
    pub fn clock(&self, now: i64) -> Option<ClockFace> {
        self.clocks.map(|clocks| clocks.face(now.max(self.last)))
    }

    /// Whether both sides have moved: from then on a game can be lost, but no longer given up.
    pub fn is_under_way(&self) -> bool {
        self.moves.iter().all(|moves| *moves > 0)
    }

    /// Whether words such as `offer` leave the turn where it is.
    pub(crate) fn is_word(&self, action: &str) -> bool {
        self.game.words().contains(&action)
    }

    /// Carries out an entry that is stored. One that cannot follow changes nothing.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), BadLog> {
        let version = self.version.saturating_add(1);
        let bad = |why: String| BadLog { version, why };
        if entry.at < self.last {
            return Err(bad("it is earlier than the entry before it".to_owned()));
        }
        self.follows(entry).map_err(bad)?;
        let now = entry.at;
        match &entry.deed {
            Deed::Sat { seat, visitor, name } => {
                let sitter = Sitter { visitor: visitor.clone(), name: name.clone() };
                self.sitters[usize::from(*seat) & 1] = Some(sitter);
            }
            Deed::Acted { action, .. } => self.act_now(action, version, now).map_err(bad)?,
            Deed::Resigned { seat } => self.finish(End::lost(Why::Resigned, one_of(*seat)), now),
            Deed::Flagged { seat } => self.finish(End::lost(Why::Time, one_of(*seat)), now),
            Deed::GivenUp { .. } => self.finish(End::GIVEN_UP, now),
            Deed::Undone { to } => {
                self.rewind(*to as usize).map_err(bad)?;
                (self.changed, self.undone) = (version, version);
            }
            Deed::Returned { down_since } => {
                if let Some(clocks) = &mut self.clocks {
                    clocks.forgive(*down_since, now);
                }
            }
            Deed::RematchOffered { seat } => {
                self.rematch_offer = Some(RematchOffer { by: one_of(*seat), declined: false });
            }
            Deed::RematchDeclined { .. } => {
                if let Some(offer) = &mut self.rematch_offer {
                    offer.declined = true;
                    self.rematch_declined[offer.by.index() & 1] = true;
                }
            }
            Deed::Rematch { id } => self.rematch = Some(id.clone()),
        }
        (self.version, self.last) = (version, now);
        Ok(())
    }

    /// Whether an entry can follow, but for what the rules of the game say to an action.
    fn follows(&self, entry: &Entry) -> Result<(), String> {
        let is_over = self.end.is_some();
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
            Deed::GivenUp { .. } if self.is_under_way() => no("both sides have moved"),
            Deed::Undone { to } if *to as usize >= self.course.len() => no("there is nothing to take back"),
            _ => Ok(()),
        }
    }

    /// Whether a deed about a return game can follow.
    fn follows_the_end(&self, deed: &Deed) -> Result<(), String> {
        let no = |why: &str| Err(why.to_owned());
        match deed {
            _ if self.end.is_none() => no("the game is not over"),
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

    fn act_now(&mut self, action: &str, version: u32, now: i64) -> Result<(), String> {
        let seat = self.to_act().ok_or("the game is over")?;
        self.session.act(action)?;
        let action = self.last_action().unwrap_or_else(|| action.to_owned());
        if !self.is_word(&action) {
            self.moves[seat.index() & 1] += 1;
            if let Some(clocks) = &mut self.clocks {
                clocks.moved(seat, now);
            }
        }
        self.course.push(Step { seat, action, version });
        self.changed = version;
        match End::on_board(self.session.as_ref()) {
            Some(end) => self.finish(end, now),
            None => self.run_clock(now),
        }
        Ok(())
    }

    fn last_action(&self) -> Option<String> {
        last_action(self.session.as_ref())
    }

    /// Lets the clock of whoever is asked to act run: from its second turn on.
    fn run_clock(&mut self, now: i64) {
        let (Some(seat), Some(clocks)) = (self.session.to_act(), &mut self.clocks) else { return };
        if self.moves[seat.index() & 1] > 0 {
            clocks.run(seat, now);
        } else {
            clocks.stop(now);
        }
    }

    fn finish(&mut self, end: End, now: i64) {
        self.end = Some(end);
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(now);
        }
    }

    fn rewind(&mut self, to: usize) -> Result<(), String> {
        let (_, mut session) = self.terms.open().map_err(|why| why.to_string())?;
        for step in &self.course[..to] {
            session.act(&step.action)?;
        }
        self.session = session;
        self.course.truncate(to);
        self.moves = [0; 2];
        for step in &self.course {
            if !self.game.words().contains(&step.action.as_str()) {
                self.moves[step.seat.index() & 1] += 1;
            }
        }
        Ok(())
    }
}

/// The last action in the notation of records, whose words have no blanks.
pub(crate) fn last_action(session: &dyn Session) -> Option<String> {
    session.course().pop().map(|(_, action)| action.replacen(' ', "-", 1))
}

pub(crate) fn one_of(seat: u8) -> Seat {
    if seat == 0 { Seat::FIRST } else { Seat::SECOND }
}
