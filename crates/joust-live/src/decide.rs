//! What somebody may do now. Nothing here changes the game: it proposes.

use crate::live::{COURSE_MOST, ENTRIES_MOST};
use crate::{Deed, Entry, LiveGame, Opponent, Refusal};
use joust_core::{Forfeit, Seat, Seats};

/// The answer to an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// It can be done.
    New(Entry),
    /// It has been done already: at this version.
    Again(u32),
}

/// The answer to whoever wants a return game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rematch {
    /// There is one: its id.
    Made(String),
    /// Everybody wants one: make it, and note it by [`LiveGame::note_rematch`].
    Make,
    /// It can be offered.
    Offer(Entry),
    /// It is offered, and the other has not answered yet.
    Waits,
}

impl LiveGame {
    fn entry(&self, now: i64, deed: Deed) -> Entry {
        // Time never goes back in a log, whatever the clock of a machine does.
        Entry { at: now.max(self.head.last), deed }
    }

    /// Lets somebody act who saw the game at a version. The same action from the same seat at the
    /// same version is done once, however often it is asked for.
    pub fn act(&self, by: Seats, version: u32, text: &str, now: i64) -> Result<Proposal, Refusal> {
        if by.is_empty() {
            return Err(Refusal::Spectator);
        }
        if let Some(done) = self.done_before(by, version, text) {
            return Ok(Proposal::Again(done));
        }
        let seat = self.awaited(by, version, now)?;
        if text == Forfeit::Resigned.word() {
            return Err(Refusal::ResignApart);
        }
        let action = self.session.propose(seat, text, now)?.action.unwrap_or_default();
        if !self.has_room_for(&action) {
            return Err(Refusal::Long);
        }
        Ok(Proposal::New(self.entry(now, Deed::Acted { seat: seat.index() as u8, action })))
    }

    /// Whether an action fits into the log. An offer is refused while the rest of the game could still
    /// need the room, so that a move is not; only a game of an older build, whose rules let it become
    /// longer than any game may be now, meets the bound with a move.
    fn has_room_for(&self, action: &str) -> bool {
        match action {
            "accept" | "decline" => true,
            "offer" => {
                let rest = 2 + self.session.position().longest() as usize;
                self.versions.len() + rest <= COURSE_MOST
                    && self.head.version as usize + rest <= ENTRIES_MOST as usize
            }
            _ => !self.is_full(),
        }
    }

    /// The seat that is asked, if the asker has it and knows how the game stands.
    fn awaited(&self, by: Seats, version: u32, now: i64) -> Result<Seat, Refusal> {
        let seat = self.to_act().ok_or(Refusal::Over)?;
        self.is_current(version)?;
        if self.is_late(now) {
            return Err(Refusal::Over);
        }
        if !by.contains(seat) {
            return Err(Refusal::Turn);
        }
        Ok(seat)
    }

    /// Entries that do not touch the course make nobody's view stale.
    fn is_current(&self, version: u32) -> Result<(), Refusal> {
        if (self.head.changed..=self.head.version).contains(&version) { Ok(()) } else { Err(Refusal::Stale) }
    }

    fn done_before(&self, by: Seats, version: u32, text: &str) -> Option<u32> {
        if version < self.head.undone {
            return None;
        }
        let at = self.versions.partition_point(|made| *made <= version);
        let (made, (seat, action)) = (*self.versions.get(at)?, self.session.action(at)?);
        (by.contains(seat) && action == text).then_some(made)
    }

    /// Lets somebody take a seat.
    pub fn sit(&self, seat: u8, visitor: &str, name: &str, now: i64) -> Result<Entry, Refusal> {
        if self.ending().is_some() {
            return Err(Refusal::Over);
        }
        if !self.open_to(seat, visitor) {
            return Err(Refusal::Taken);
        }
        let deed = Deed::Sat { seat, visitor: visitor.to_owned(), name: name.to_owned() };
        Ok(self.entry(now, deed))
    }

    /// Lets somebody take the seat that is open.
    pub fn join(&self, visitor: &str, name: &str, now: i64) -> Result<Entry, Refusal> {
        match self.open_seat() {
            Some(seat) if self.terms.opponent == Opponent::Friend => {
                self.sit(seat.index() as u8, visitor, name, now)
            }
            _ => Err(Refusal::NoOpenSeat),
        }
    }

    /// Lets a player resign, at any time of the game. At one screen it is the side to act that does.
    pub fn resign(&self, by: Seats, now: i64) -> Result<Entry, Refusal> {
        let seat = self.player(by, now)?;
        if self.open_seat().is_some() {
            return Err(Refusal::Alone);
        }
        Ok(self.entry(now, Deed::Resigned { seat: seat.index() as u8 }))
    }

    /// Lets a player give the game up, while not both sides have moved; later, where the game cannot go
    /// on: the computer has stopped, or the log is full.
    pub fn give_up(&self, by: Seats, now: i64) -> Result<Entry, Refusal> {
        let seat = self.player(by, now)?;
        if self.is_under_way() && !self.is_full() && self.fault().is_none() {
            return Err(Refusal::UnderWay);
        }
        Ok(self.entry(now, Deed::GivenUp { seat: seat.index() as u8 }))
    }

    fn player(&self, by: Seats, now: i64) -> Result<Seat, Refusal> {
        let first = by.iter().next().ok_or(Refusal::Spectator)?;
        let awaited = self.to_act().ok_or(Refusal::Over)?;
        if self.is_late(now) {
            return Err(Refusal::Over);
        }
        Ok(if by.contains(awaited) { awaited } else { first })
    }

    /// Takes back to the last turn of a person: against the computer and at one screen only, and
    /// not with a clock.
    pub fn undo(&self, by: Seats, version: u32, now: i64) -> Result<Entry, Refusal> {
        self.player(by, now)?;
        if self.terms.opponent == Opponent::Friend {
            return Err(Refusal::FriendUndo);
        }
        if self.session.clock().is_some() {
            return Err(Refusal::Clock);
        }
        self.is_current(version)?;
        let to = self.session.last_move(by).ok_or(Refusal::NothingToUndo)?;
        // Whatever is taken back, the game can still be played to its end.
        if self.head.version as usize + COURSE_MOST - to.min(COURSE_MOST) >= ENTRIES_MOST as usize {
            return Err(Refusal::Long);
        }
        Ok(self.entry(now, Deed::Undone { to: to as u32 }))
    }

    /// Whether somebody may have a hint now: against the computer and at one screen only.
    pub fn may_have_hint(&self, by: Seats, version: u32, now: i64) -> Result<(), Refusal> {
        if by.is_empty() {
            return Err(Refusal::Spectator);
        }
        if self.terms.opponent == Opponent::Friend {
            return Err(Refusal::FriendHint);
        }
        self.awaited(by, version, now)?;
        if self.is_offered() {
            return Err(Refusal::OfferFirst);
        }
        Ok(())
    }

    /// What is noted when the computer could not act at a version, unless the game has moved on since.
    pub fn faulted(&self, version: u32, now: i64) -> Option<Entry> {
        let (seat, _) = self.terms.computer()?;
        let waits = self.to_act() == Some(seat) && self.is_current(version).is_ok() && self.fault().is_none();
        waits.then(|| self.entry(now, Deed::Faulted { seat: seat.index() as u8 }))
    }

    /// Lets a player ask the computer once more, after it could not act.
    pub fn retry(&self, by: Seats, now: i64) -> Result<Entry, Refusal> {
        self.player(by, now)?;
        let seat = self.fault().ok_or(Refusal::NoFault)?;
        if self.head.version >= ENTRIES_MOST {
            return Err(Refusal::Long);
        }
        Ok(self.entry(now, Deed::Retried { seat: seat.index() as u8 }))
    }

    /// The flag, if it falls at that time.
    pub fn flag(&self, now: i64) -> Option<Entry> {
        let seat = self.to_act().filter(|_| self.is_late(now))?;
        Some(self.entry(now, Deed::Flagged { seat: seat.index() as u8 }))
    }

    /// What is noted when the server was down, if that matters: a clock ran. At the last entry the
    /// server lived, whatever it noted of itself.
    pub fn returned(&self, down_since: i64, now: i64) -> Option<Entry> {
        let note = Deed::Returned { down_since: down_since.max(self.head.last) };
        self.deadline().map(|_| self.entry(now, note))
    }

    /// Lets a player of a game that is over ask for another one. Between two people it is an offer,
    /// and the other accepts it by asking too.
    pub fn ask_rematch(&self, by: Seats, now: i64) -> Result<Rematch, Refusal> {
        let seat = self.afterwards(by)?;
        if let Some(id) = &self.rematch {
            return Ok(Rematch::Made(id.clone()));
        }
        let alone = self.terms.opponent != Opponent::Friend || self.open_seat().is_some();
        if alone || self.rematch_offered_to(seat).is_some() {
            return Ok(Rematch::Make);
        }
        if self.may_offer_rematch(seat) {
            return Ok(Rematch::Offer(self.entry(now, Deed::RematchOffered { seat: seat.index() as u8 })));
        }
        match self.rematch_offer {
            Some(offer) if offer.declined => Err(Refusal::RematchDeclined),
            _ => Ok(Rematch::Waits),
        }
    }

    /// Lets a player decline a return game.
    pub fn decline_rematch(&self, by: Seats, now: i64) -> Result<Entry, Refusal> {
        let seat = self.afterwards(by)?;
        if self.rematch.is_some() || self.rematch_offered_to(seat).is_none() {
            return Err(Refusal::NoRematchOffer);
        }
        Ok(self.entry(now, Deed::RematchDeclined { seat: seat.index() as u8 }))
    }

    /// The seat of a player of a game that is over.
    fn afterwards(&self, by: Seats) -> Result<Seat, Refusal> {
        let seat = by.iter().next().ok_or(Refusal::Spectator)?;
        if self.ending().is_none() {
            return Err(Refusal::NotOver);
        }
        Ok(seat)
    }

    /// Notes the return game.
    pub fn note_rematch(&self, id: &str, now: i64) -> Entry {
        self.entry(now, Deed::Rematch { id: id.to_owned() })
    }
}
