//! Messages of the players of a game, one at a time.

use crate::french::Told as _;
use crate::id;
use crate::language::Language;
use crate::limits::{HINTS_AT_ONCE, SOCKETS_OF_GAME};
use crate::message::{FromBrowser, ToBrowser};
use crate::outbox::Outbox;
use crate::rates::RateKind;
use crate::refusal::MessageRefusal;
use crate::table::{Open, Trouble, seated, stored};
use joust_live::{LiveGame, LiveRefusal as No, Proposal, Rematch};
use joust_store::NewGame;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// The sender of a message.
pub(crate) struct Sender<'a> {
    /// The connection.
    pub(crate) key: u64,
    /// The id of the visitor.
    pub(crate) visitor: &'a Arc<str>,
    /// The language of the visitor.
    pub(crate) language: Language,
}

/// The result of a message.
enum Done {
    /// It was carried out and announced.
    Told,
    /// This answer goes to the sender.
    Answer(String),
    /// It was refused.
    Refused(MessageRefusal),
}

impl Open<'_> {
    /// Admits a connection, if there is room. Players are always admitted: spectators must not keep a
    /// player out of a game.
    pub(crate) fn admit(&mut self, sender: &Sender, outbox: Outbox) -> bool {
        let plays = !self.game().seats_of(sender.visitor).is_empty();
        if self.readers() >= SOCKETS_OF_GAME && !plays {
            return false;
        }
        self.enter(sender.key, sender.visitor, outbox);
        true
    }

    /// Carries out a message, and answers it.
    pub(crate) async fn answer(
        &mut self,
        sender: &Sender<'_>,
        message: &FromBrowser,
        at: i64,
    ) -> Result<(), Trouble> {
        let at = self.at(at);
        // The flag of a player who is too late falls before the message counts.
        self.fall(at).await?;
        match self.carry_out(sender, message, at).await? {
            Done::Told => {}
            Done::Answer(text) => self.tell(sender.key, text.into()),
            Done::Refused(refusal) => {
                self.refuse(sender, &refusal);
                if refusal == MessageRefusal::Game(No::Stale) {
                    self.show(sender.key);
                }
            }
        }
        Ok(())
    }

    /// Lets the flag fall, if the time is up. While the store cannot be written, no player can move, and no
    /// flag falls.
    pub(crate) async fn fall(&mut self, at: i64) -> Result<(), Trouble> {
        if let Some(flag) = self.game().flag(at) {
            if !self.app.is_healthy() {
                return Err(Trouble::Away);
            }
            self.app.metrics.flags.fetch_add(1, Relaxed);
            self.commit(flag).await?;
        }
        Ok(())
    }

    /// Tells a sender why a message is refused.
    pub(crate) fn refuse(&mut self, sender: &Sender<'_>, refusal: &MessageRefusal) {
        self.app.metrics.refused.fetch_add(1, Relaxed);
        let (version, text) = (self.game().version(), refusal.told(sender.language));
        let message = ToBrowser::Refused { why: refusal.word(), text: &text, version };
        self.tell(sender.key, message.text().into());
    }

    async fn carry_out(
        &mut self,
        sender: &Sender<'_>,
        message: &FromBrowser,
        at: i64,
    ) -> Result<Done, Trouble> {
        let (game, visitor) = (self.game(), &**sender.visitor);
        let by = game.seats_of(visitor);
        let proposed = match message {
            FromBrowser::Ping { n } => return Ok(Done::Answer(ToBrowser::Pong { n: *n }.text())),
            FromBrowser::Hint { version } => return Ok(self.hint(sender, *version, at)),
            FromBrowser::Rematch => match game.ask_rematch(by, at) {
                Ok(Rematch::Offer(entry)) => Ok(entry),
                Ok(Rematch::Make) => return self.make_rematch(sender.visitor, at).await,
                Ok(Rematch::Made(id)) => return Ok(Done::Answer(ToBrowser::Rematch { id: &id }.text())),
                Ok(Rematch::Waits) => return Ok(Done::Answer(self.view(visitor))),
                Err(refusal) => Err(refusal),
            },
            FromBrowser::DeclineRematch => game.decline_rematch(by, at),
            FromBrowser::Act { version, action } => match game.act(by, *version, action, at) {
                Ok(Proposal::New(entry)) => Ok(entry),
                Ok(Proposal::Again(done)) => return Ok(self.receipt(sender.key, done)),
                Err(refusal) => Err(refusal),
            },
            FromBrowser::Undo { version } => game.undo(by, *version, at),
            FromBrowser::Resign => game.resign(by, at),
            FromBrowser::Abort => game.abort(by, at),
            FromBrowser::Retry => game.retry(by, at),
            FromBrowser::Join => {
                let name = self.app.store.name(visitor).await?.unwrap_or_default();
                game.join(visitor, &name, at)
            }
        };
        match proposed {
            Ok(entry) => {
                self.commit(entry).await?;
                Ok(Done::Told)
            }
            Err(refusal) => Ok(Done::Refused(refusal.into())),
        }
    }

    /// Answers an action that was carried out before.
    fn receipt(&mut self, key: u64, done: u32) -> Done {
        let Some(text) = self.acted(done) else { return Done::Refused(No::Stale.into()) };
        if self.game().version() > done {
            self.tell(key, text.into());
            self.show(key);
            return Done::Told;
        }
        Done::Answer(text)
    }

    fn hint(&mut self, sender: &Sender, version: u32, at: i64) -> Done {
        let by = self.game().seats_of(sender.visitor);
        if let Err(refusal) = self.game().may_have_hint(by, version, at) {
            return Done::Refused(refusal.into());
        }
        let allowed =
            self.hinting() < HINTS_AT_ONCE && self.app.rates.take_of(RateKind::Hints, sender.visitor);
        if allowed && crate::computer::hint(self, sender.key, sender.visitor) {
            return Done::Told;
        }
        Done::Refused(MessageRefusal::Hints)
    }

    /// Makes a rematch with the seats exchanged. The new game and the entry that leads to it are stored
    /// together, or neither is.
    async fn make_rematch(&mut self, visitor: &Arc<str>, at: i64) -> Result<Done, Trouble> {
        if !self.app.rates.take_of(RateKind::Games, visitor) {
            return Ok(Done::Refused(MessageRefusal::Games));
        }
        let game = self.game();
        let terms = game.terms().exchanged();
        let sitters = game.sitters().clone();
        let id = id::game()?;
        let mut next = LiveGame::begin(terms.clone()).map_err(|why| Trouble::Damaged(why.to_string()))?;
        let places = (0..2_u8).filter_map(|seat| {
            let sitter = sitters[usize::from(seat ^ 1)].as_ref()?;
            Some((seat, sitter.visitor.as_str(), sitter.name.as_str()))
        });
        let entries = seated(&mut next, places, at)?;
        let terms = serde_json::to_string(&terms).unwrap_or_default();
        let note = game.note_rematch(&id, at);
        let note = game.prepare(note).map_err(|why| Trouble::Damaged(why.to_string()))?;
        let link = Some((self.table.id.as_str(), stored(&note)));
        let made = self.app.store.create(NewGame { id: &id, terms: &terms, at, entries, link }).await;
        if let Err(why) = made.map_err(Trouble::Store) {
            self.app.metrics.create_failed();
            self.fail(&why);
            return Err(why);
        }
        self.app.metrics.games_made.fetch_add(1, Relaxed);
        self.stored(note);
        Ok(Done::Told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::App;
    use crate::outbox::outbox;
    use crate::settings::Layer;
    use crate::time::Time;
    use joust_core::{Allowance, Why};
    use joust_live::{Opponent, Terms};
    use joust_store::{Location, NewEntry, Store};

    /// A server with one game, `g`, in which Ada has both seats.
    async fn app_with_game() -> (Arc<App>, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&Location::Folder(folder.path().to_owned())).await.unwrap();
        let layer = Layer { data: Some(folder.path().to_owned()), ..Layer::default() };
        let app = App::new(layer.settle().unwrap(), store).await.unwrap();
        let mut game = LiveGame::begin(Terms::new("mad", "", "", "", Opponent::Screen).unwrap()).unwrap();
        let entries = seated(&mut game, [(0, "ada", "Ada"), (1, "ada", "Ada")], 1).unwrap();
        let terms = serde_json::to_string(game.terms()).unwrap();
        app.store.create(NewGame { id: "g", terms: &terms, at: 1, entries, link: None }).await.unwrap();
        (app, folder)
    }

    #[tokio::test]
    async fn however_many_watch_a_player_gets_in() {
        let (app, _folder) = app_with_game().await;
        let table = app.hall.table("g");
        let mut open = Open::new(&app, &table).await.unwrap();
        let mut inboxes = Vec::new();
        let mut admit = |key: usize, visitor: &str| {
            let (outbox, inbox) = outbox(2 * SOCKETS_OF_GAME);
            inboxes.push(inbox);
            open.admit(
                &Sender { key: key as u64, visitor: &Arc::from(visitor), language: Language::English },
                outbox,
            )
        };
        assert!((0..SOCKETS_OF_GAME).all(|key| admit(key, &format!("v{key}"))));
        assert!(!admit(SOCKETS_OF_GAME, "eve"));
        assert!(admit(SOCKETS_OF_GAME + 1, "ada"));
    }

    /// A server whose clock is an hour ahead leaves a game with a running clock. On the next server, whose
    /// clock is right, the clock of the game goes on from where it was.
    #[tokio::test]
    async fn a_clock_that_was_set_back_freezes_no_game() {
        const HOUR: i64 = 3_600_000;
        let (app, _folder) = app_with_game().await;
        let terms = Terms::new("mad", "", "", "", Opponent::Friend).unwrap();
        let clock = Allowance { start: 1_000, increment: 0 };
        let terms = terms.with_clock(Some(clock)).unwrap();
        let text = serde_json::to_string(&terms).unwrap();
        let at = Time::wrong_by(HOUR).now();
        let mut game = LiveGame::begin(terms).unwrap();
        let mut entries = seated(&mut game, [(0, "ada", "Ada"), (1, "bea", "Bea")], at).unwrap();
        for (seq, seat) in [(2, 0), (3, 1)] {
            let body = format!(r#"{{"e":"acted","seat":{seat},"action":"pass"}}"#);
            entries.push(NewEntry::new(seq, at, body));
        }
        app.store.create(NewGame { id: "late", terms: &text, at, entries, link: None }).await.unwrap();
        let table = app.hall.table("late");
        let left = |open: &Open<'_>| open.game().clock(open.now()).unwrap().left[0];
        let open = Open::new(&app, &table).await.unwrap();
        assert!(left(&open) > 900, "{}", left(&open));
        assert!(app.time.until(open.deadline().unwrap()) <= std::time::Duration::from_secs(1));
        drop(open);
        tokio::time::sleep(std::time::Duration::from_millis(1_100)).await;
        let mut open = Open::new(&app, &table).await.unwrap();
        let now = open.now();
        open.fall(now).await.unwrap();
        assert_eq!(open.game().ending().map(|ending| ending.why), Some(Why::new(Why::TIME)));
    }

    /// Adds a game, `timed`, with ten seconds for each side, whose last entry is `since` milliseconds old.
    async fn add_timed(app: &Arc<App>, since: i64) {
        let terms = Terms::new("mad", "", "", "", Opponent::Friend).unwrap();
        let terms = terms.with_clock(Some(Allowance { start: 10_000, increment: 0 })).unwrap();
        let text = serde_json::to_string(&terms).unwrap();
        let at = app.time.now() - since;
        let mut game = LiveGame::begin(terms).unwrap();
        let mut entries = seated(&mut game, [(0, "ada", "Ada"), (1, "bea", "Bea")], at).unwrap();
        for (seq, seat) in [(2, 0), (3, 1)] {
            let body = format!(r#"{{"e":"acted","seat":{seat},"action":"pass"}}"#);
            entries.push(NewEntry::new(seq, at, body));
        }
        app.store.create(NewGame { id: "timed", terms: &text, at, entries, link: None }).await.unwrap();
    }

    #[tokio::test]
    async fn time_without_a_store_counts_for_no_side() {
        let (app, _folder) = app_with_game().await;
        add_timed(&app, 2_000).await;
        let table = app.hall.table("timed");
        let mut open = Open::new(&app, &table).await.unwrap();
        app.no_beat_for(std::time::Duration::from_hours(1));
        // No player can move, no flag falls, and the game stays in memory.
        let late = open.now() + 20_000;
        assert!(matches!(open.fall(late).await, Err(Trouble::Away)));
        let ada = joust_core::Seats::only(joust_core::Seat::FIRST);
        let resigned = open.game().resign(ada, open.now()).unwrap();
        assert!(matches!(open.commit(resigned).await, Err(Trouble::Away)));
        assert_eq!(open.game().version(), 4);
        drop(open);
        app.beat().await;
        let open = Open::new(&app, &table).await.unwrap();
        assert_eq!(open.game().version(), 5, "it is noted once");
        drop(open);
        let open = Open::new(&app, &table).await.unwrap();
        assert_eq!(open.game().version(), 5);
    }

    #[tokio::test]
    async fn only_the_time_in_which_the_store_was_away_is_given_back() {
        let (app, _folder) = app_with_game().await;
        // The last entry is 20 s old, and the store was away until now, for 15 s of them.
        add_timed(&app, 20_000).await;
        app.no_beat_for(std::time::Duration::from_secs(15));
        app.beat().await;
        // Afterwards the clock runs again, whether the game is in memory or not.
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        let table = app.hall.table("timed");
        let mut open = Open::new(&app, &table).await.unwrap();
        let left = open.game().clock(open.now()).unwrap().left[0];
        assert!((3_000..=4_050).contains(&left), "{left}");
        let now = open.now();
        open.fall(now).await.unwrap();
        assert_eq!(open.game().ending(), None);
        open.fall(now + 5_000).await.unwrap();
        assert_eq!(open.game().ending().map(|ending| ending.why), Some(Why::new(Why::TIME)));
    }

    /// When an entry cannot be stored, the game is dropped from memory, its readers are told and
    /// disconnected, and the next request finds the stored game.
    #[tokio::test]
    async fn a_fault_of_the_store_loses_nothing() {
        let (app, _folder) = app_with_game().await;
        let table = app.hall.table("g");
        let sender = Sender { key: 1, visitor: &Arc::from("ada"), language: Language::English };
        let (outbox, mut inbox) = outbox(8);
        assert!(Open::new(&app, &table).await.unwrap().admit(&sender, outbox));
        assert!(inbox.recv().await.unwrap().contains("\"t\":\"game\""));
        // Another process has written the next entry.
        let body = r#"{"e":"acted","seat":0,"action":"112<>221"}"#;
        app.store.append("g", NewEntry::new(2, 2, body)).await.unwrap();
        let act = FromBrowser::Act { version: 2, action: "pass".into() };
        let told = Open::new(&app, &table).await.unwrap().answer(&sender, &act, 3).await;
        assert!(matches!(told, Err(Trouble::Store(joust_store::StoreError::Conflict))), "{told:?}");
        assert!(inbox.recv().await.unwrap().contains("\"why\":\"trouble\""));
        assert_eq!(inbox.recv().await, None);
        let open = Open::new(&app, &table).await.unwrap();
        assert_eq!(open.game().course()[0], "112<>221");
        assert_eq!(open.readers(), 0);
    }
}
