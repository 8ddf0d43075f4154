//! What a visitor may do now. These methods propose an entry and change nothing.

use crate::live::{COURSE_MOST, ENTRIES_MOST};
use crate::{Deed, Entry, LiveGame, LiveRefusal, Opponent};
use joust_core::{Forfeit, Seat, Seats};

/// The answer to an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// The action is allowed: this is its entry.
    New(Entry),
    /// The action was carried out before, at this version.
    Again(u32),
}

/// The answer to a player who wants a rematch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rematch {
    /// There is a rematch already: its id.
    Made(String),
    /// Both sides want one: make it, and note it by [`LiveGame::note_rematch`].
    Make,
    /// The rematch can be offered by this entry.
    Offer(Entry),
    /// The rematch is offered, and the other player has not answered yet.
    Waits,
}

impl LiveGame {
    fn entry(&self, now: i64, deed: Deed) -> Entry {
        // Time never goes back in a log, whatever the clock of a machine does.
        Entry { at: now.max(self.head.last), deed }
    }

    /// Proposes an action of a visitor with these seats, who saw the game at `version`. An action that
    /// is sent twice, by one seat at one version, is carried out once.
    ///
    /// ```
    /// use joust_live::{LiveGame, LiveRefusal, Opponent, Proposal, Terms};
    /// # let terms = Terms::new("wargame", "", "tiny", "", Opponent::Screen).unwrap();
    /// # let mut game = LiveGame::begin(terms).unwrap();
    /// # for seat in 0..2 {
    /// #     let entry = game.sit(seat, "ada", "Ada", 1000).unwrap();
    /// #     game.apply(&entry).unwrap();
    /// # }
    /// let ada = game.seats_of("ada");
    /// let Proposal::New(entry) = game.act(ada, 2, "A1", 2000).unwrap() else { panic!() };
    /// game.apply(&entry).unwrap();
    /// // The move is sent again, because its answer was lost.
    /// assert_eq!(game.act(ada, 2, "drop-A1", 2100), Ok(Proposal::Again(3)));
    /// // The square is taken.
    /// assert!(matches!(game.act(ada, 3, "A1", 2200), Err(LiveRefusal::Rules(_))));
    /// ```
    pub fn act(&self, by: Seats, version: u32, text: &str, now: i64) -> Result<Proposal, LiveRefusal> {
        if by.is_empty() {
            return Err(LiveRefusal::Spectator);
        }
        if let Some(done) = self.done_before(by, version, text) {
            return Ok(Proposal::Again(done));
        }
        let seat = self.awaited(by, version, now)?;
        if text == Forfeit::Resigned.word() {
            return Err(LiveRefusal::ResignApart);
        }
        let action = self.session.propose(seat, text, now)?.action.unwrap_or_default();
        if !self.has_room_for(&action) {
            return Err(LiveRefusal::Long);
        }
        Ok(Proposal::New(self.entry(now, Deed::Acted { seat: seat.index() as u8, action })))
    }

    /// Whether an action fits into the log. An offer is refused if the rest of the game could need its
    /// room, so that moves always fit. Only a game of an older build, whose rules allowed longer games,
    /// can reach the bound with a move.
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

    /// The seat to act, if the visitor has it and saw the present state of the game.
    fn awaited(&self, by: Seats, version: u32, now: i64) -> Result<Seat, LiveRefusal> {
        let seat = self.to_act().ok_or(LiveRefusal::Over)?;
        self.is_current(version)?;
        if self.is_late(now) {
            return Err(LiveRefusal::Over);
        }
        if !by.contains(seat) {
            return Err(LiveRefusal::Turn);
        }
        Ok(seat)
    }

    /// Entries that do not change the course do not make a version stale.
    fn is_current(&self, version: u32) -> Result<(), LiveRefusal> {
        if (self.head.changed..=self.head.version).contains(&version) {
            Ok(())
        } else {
            Err(LiveRefusal::Stale)
        }
    }

    fn done_before(&self, by: Seats, version: u32, text: &str) -> Option<u32> {
        if version < self.head.undone {
            return None;
        }
        let at = self.versions.partition_point(|made| *made <= version);
        let (made, (seat, action)) = (*self.versions.get(at)?, self.session.action(at)?);
        (by.contains(seat) && action == text).then_some(made)
    }

    /// Proposes that a visitor takes a seat.
    pub fn sit(&self, seat: u8, visitor: &str, name: &str, now: i64) -> Result<Entry, LiveRefusal> {
        if self.ending().is_some() {
            return Err(LiveRefusal::Over);
        }
        if !self.open_to(seat, visitor) {
            return Err(LiveRefusal::Taken);
        }
        let deed = Deed::Sat { seat, visitor: visitor.to_owned(), name: name.to_owned() };
        Ok(self.entry(now, deed))
    }

    /// Proposes that a visitor takes the open seat.
    pub fn join(&self, visitor: &str, name: &str, now: i64) -> Result<Entry, LiveRefusal> {
        match self.open_seat() {
            Some(seat) if self.terms.opponent == Opponent::Friend => {
                self.sit(seat.index() as u8, visitor, name, now)
            }
            _ => Err(LiveRefusal::NoOpenSeat),
        }
    }

    /// Proposes that a player resigns, at any time of the game. At one screen the side to act resigns.
    pub fn resign(&self, by: Seats, now: i64) -> Result<Entry, LiveRefusal> {
        let seat = self.player(by, now)?;
        if self.open_seat().is_some() {
            return Err(LiveRefusal::Alone);
        }
        Ok(self.entry(now, Deed::Resigned { seat: seat.index() as u8 }))
    }

    /// Proposes that a player aborts the game, before both sides have moved. Later it is allowed only
    /// where the game cannot go on: the computer has stopped, or the log is full.
    pub fn abort(&self, by: Seats, now: i64) -> Result<Entry, LiveRefusal> {
        let seat = self.player(by, now)?;
        if self.is_under_way() && !self.is_full() && self.fault().is_none() {
            return Err(LiveRefusal::UnderWay);
        }
        Ok(self.entry(now, Deed::Aborted { seat: seat.index() as u8 }))
    }

    fn player(&self, by: Seats, now: i64) -> Result<Seat, LiveRefusal> {
        let first = by.iter().next().ok_or(LiveRefusal::Spectator)?;
        let awaited = self.to_act().ok_or(LiveRefusal::Over)?;
        if self.is_late(now) {
            return Err(LiveRefusal::Over);
        }
        Ok(if by.contains(awaited) { awaited } else { first })
    }

    /// Proposes to take back moves, to the last turn of a person: only against the computer or at one
    /// screen, and only without a clock.
    pub fn undo(&self, by: Seats, version: u32, now: i64) -> Result<Entry, LiveRefusal> {
        self.player(by, now)?;
        if self.terms.opponent == Opponent::Friend {
            return Err(LiveRefusal::FriendUndo);
        }
        if self.session.clock().is_some() {
            return Err(LiveRefusal::Clock);
        }
        self.is_current(version)?;
        let to = self.session.last_move(by).ok_or(LiveRefusal::NothingToUndo)?;
        // After this the log must still have room for the game to its end.
        if self.head.version as usize + COURSE_MOST - to.min(COURSE_MOST) >= ENTRIES_MOST as usize {
            return Err(LiveRefusal::Long);
        }
        Ok(self.entry(now, Deed::Undone { to: to as u32 }))
    }

    /// Whether a visitor may have a hint now: only against the computer or at one screen.
    pub fn may_have_hint(&self, by: Seats, version: u32, now: i64) -> Result<(), LiveRefusal> {
        if by.is_empty() {
            return Err(LiveRefusal::Spectator);
        }
        if self.terms.opponent == Opponent::Friend {
            return Err(LiveRefusal::FriendHint);
        }
        self.awaited(by, version, now)?;
        if self.is_offered() {
            return Err(LiveRefusal::OfferFirst);
        }
        Ok(())
    }

    /// The entry for a computer that could not act at a version; `None` if the game has moved on since.
    pub fn faulted(&self, version: u32, now: i64) -> Option<Entry> {
        let (seat, _) = self.terms.computer()?;
        let waits = self.to_act() == Some(seat) && self.is_current(version).is_ok() && self.fault().is_none();
        waits.then(|| self.entry(now, Deed::Faulted { seat: seat.index() as u8 }))
    }

    /// Proposes that the computer tries again, after it could not act.
    pub fn retry(&self, by: Seats, now: i64) -> Result<Entry, LiveRefusal> {
        self.player(by, now)?;
        let seat = self.fault().ok_or(LiveRefusal::NoFault)?;
        if self.head.version >= ENTRIES_MOST {
            return Err(LiveRefusal::Long);
        }
        Ok(self.entry(now, Deed::Retried { seat: seat.index() as u8 }))
    }

    /// The entry for a fallen flag, if the time of the side to act is up.
    pub fn flag(&self, now: i64) -> Option<Entry> {
        let seat = self.to_act().filter(|_| self.is_late(now))?;
        Some(self.entry(now, Deed::Flagged { seat: seat.index() as u8 }))
    }

    /// The entry for the time in which the server was down, if a clock was running. The server was up
    /// at the time of the last entry, even if its last heartbeat is older.
    pub fn returned(&self, down_since: i64, now: i64) -> Option<Entry> {
        let note = Deed::Returned { down_since: down_since.max(self.head.last) };
        self.deadline().map(|_| self.entry(now, note))
    }

    /// Answers a player who asks for a rematch of a finished game. Between two people it is an offer,
    /// which the other accepts by asking, too.
    pub fn ask_rematch(&self, by: Seats, now: i64) -> Result<Rematch, LiveRefusal> {
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
            Some(offer) if offer.declined => Err(LiveRefusal::RematchDeclined),
            _ => Ok(Rematch::Waits),
        }
    }

    /// Proposes that a player declines a rematch.
    pub fn decline_rematch(&self, by: Seats, now: i64) -> Result<Entry, LiveRefusal> {
        let seat = self.afterwards(by)?;
        if self.rematch.is_some() || self.rematch_offered_to(seat).is_none() {
            return Err(LiveRefusal::NoRematchOffer);
        }
        Ok(self.entry(now, Deed::RematchDeclined { seat: seat.index() as u8 }))
    }

    /// The seat of a player, in a game that must be over.
    fn afterwards(&self, by: Seats) -> Result<Seat, LiveRefusal> {
        let seat = by.iter().next().ok_or(LiveRefusal::Spectator)?;
        if self.ending().is_none() {
            return Err(LiveRefusal::NotOver);
        }
        Ok(seat)
    }

    /// The entry for a rematch that was made.
    pub fn note_rematch(&self, id: &str, now: i64) -> Entry {
        self.entry(now, Deed::Rematch { id: id.to_owned() })
    }
}
