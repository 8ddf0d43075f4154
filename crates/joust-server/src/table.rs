//! One game in memory, with all connections to it.

use crate::app::App;
use crate::id;
use crate::limits::REPLAY_AT_ONCE;
use crate::listed::{ListedGame, ListedPlayer};
use crate::message::{self, ToBrowser};
use crate::outbox::Outbox;
use crate::picture;
use crate::seldom::Seldom;
use axum::extract::ws::Utf8Bytes;
use joust_core::{Ending, Seat, Seats};
use joust_live::{Deed, Entry, LiveGame, Prepared, Standing, Terms};
use joust_store::{NewEntry, SeatTaken, StoreError, StoredGame, Summary};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, MutexGuard};

static FAILED: Seldom = Seldom::new();

/// Why a request at a table fails.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Trouble {
    /// There is no such game.
    #[error("there is no such game")]
    NoGame,
    /// The database fails.
    #[error("{0}")]
    Store(StoreError),
    /// The database cannot be written, and a clock runs.
    #[error("the database cannot be written: clocks stand still until it can")]
    Away,
    /// The game in the database cannot be replayed.
    #[error("the game in the database is damaged: {0}")]
    Damaged(String),
    /// The system has no random numbers.
    #[error("{0}")]
    NoChance(#[from] crate::id::NoChance),
}

impl From<StoreError> for Trouble {
    fn from(why: StoreError) -> Trouble {
        match why {
            StoreError::Unreadable(why) => Trouble::Damaged(why),
            why => Trouble::Store(why),
        }
    }
}

/// A game with its lock and its connections. The game is in memory while it is in use.
pub(crate) struct GameTable {
    pub(crate) id: String,
    state: Mutex<State>,
}

struct State {
    game: Option<LiveGame>,
    readers: Vec<Reader>,
    /// Whether a search for the computer's move is running.
    thinking: bool,
    /// The number of searches for hints that are running.
    hinting: u32,
    /// By how many milliseconds the time of the game is ahead of the server's.
    ahead: i64,
    used: Instant,
}

/// A connection to the game.
struct Reader {
    key: u64,
    visitor: Arc<str>,
    outbox: Outbox,
}

impl GameTable {
    pub(crate) fn new(id: &str) -> GameTable {
        let used = Instant::now();
        let state = State { game: None, readers: Vec::new(), thinking: false, hinting: 0, ahead: 0, used };
        GameTable { id: id.to_owned(), state: Mutex::new(state) }
    }

    /// Whether the table was not used for this long.
    pub(crate) fn is_idle(&self, long: Duration) -> bool {
        let idle = |state: &State| state.readers.is_empty() && state.used.elapsed() >= long;
        self.state.try_lock().is_ok_and(|state| idle(&state))
    }

    /// Whether it has neither a game nor connections.
    pub(crate) fn is_empty(&self) -> bool {
        self.state.try_lock().is_ok_and(|state| state.game.is_none() && state.readers.is_empty())
    }

    /// The game for the list of live games, if it belongs there. A table that is in use at this moment is
    /// left out: nobody waits for a list.
    pub(crate) fn listed(&self) -> Option<ListedGame> {
        let state = self.state.try_lock().ok()?;
        let game = state.game.as_ref()?;
        let terms = game.terms();
        if !terms.listed || game.ending().is_some() || game.open_seat().is_some() {
            return None;
        }
        let plays = |reader: &&Reader| !game.seats_of(&reader.visitor).is_empty();
        let playing = state.readers.iter().filter(plays).count();
        (playing > 0).then(|| ListedGame {
            id: self.id.clone(),
            game: terms.setup.game.clone(),
            board: terms.setup.board.name.clone(),
            players: message::seats(game, [true; 2])
                .map(|seat| ListedPlayer { name: seat.name.to_owned(), level: seat.level }),
            moves: game.standing().actions as usize,
            watching: state.readers.len() - playing,
            last_at: game.last_at(),
            thumbnail: String::new(),
        })
    }

    /// The question to the rules for a view of the game, unless the table is in use at this moment.
    pub(crate) fn question(&self) -> Option<String> {
        let state = self.state.try_lock().ok()?;
        state.game.as_ref().map(picture::question_of)
    }

    /// Notes that no search is running any more.
    pub(crate) async fn rest(&self) {
        let mut state = self.state.lock().await;
        (state.thinking, state.hinting) = (false, 0);
    }

    /// Drops all readers, so that their connections close.
    pub(crate) async fn dismiss(&self) {
        self.state.lock().await.readers.clear();
    }
}

impl GameTable {
    /// Changes the stored log of the game while nobody plays it. The game is then read again, and its
    /// connections close: browsers reconnect.
    pub(crate) async fn rewrite<T>(&self, work: impl Future<Output = T>) -> T {
        let mut state = self.state.lock().await;
        let done = work.await;
        state.game = None;
        state.readers.clear();
        done
    }
}

/// Restores a game from its stored terms and log.
pub(crate) fn revive(stored: &StoredGame) -> Result<LiveGame, Trouble> {
    let terms: Terms =
        serde_json::from_str(&stored.terms).map_err(|why| Trouble::Damaged(why.to_string()))?;
    let mut game = LiveGame::begin(terms).map_err(|why| Trouble::Damaged(why.to_string()))?;
    for entry in &stored.entries {
        let deed = serde_json::from_str(&entry.body).map_err(|why| Trouble::Damaged(why.to_string()))?;
        game.apply(&Entry { at: entry.at, deed }).map_err(|why| Trouble::Damaged(why.to_string()))?;
    }
    Ok(game)
}

/// Reads a game from the store. A long log is replayed on a thread for blocking work.
pub(crate) async fn read(app: &App, id: &str) -> Result<LiveGame, Trouble> {
    let stored = app.store.game(id).await?.ok_or(Trouble::NoGame)?;
    let game = if stored.entries.len() <= REPLAY_AT_ONCE {
        revive(&stored)
    } else {
        let replayed = tokio::task::spawn_blocking(move || revive(&stored)).await;
        replayed.unwrap_or_else(|why| Err(Trouble::Damaged(why.to_string())))
    };
    if let Err(why @ Trouble::Damaged(_)) = &game
        && app.hall.is_news(id)
    {
        let game = id::label(id);
        tracing::error!(game, %why, "a game cannot be replayed: its page shows its log as text");
    }
    game
}

/// A prepared entry in the form of the store.
pub(crate) fn stored(prepared: &Prepared) -> NewEntry {
    let entry = prepared.entry();
    let body = serde_json::to_string(&entry.deed).unwrap_or_default();
    let seat = match &entry.deed {
        Deed::Sat { seat, visitor, name } => {
            Some(SeatTaken { seat: *seat, visitor: visitor.clone(), name: name.clone() })
        }
        _ => None,
    };
    let standing = prepared.standing();
    NewEntry { seq: standing.version - 1, at: entry.at, body, seat, summary: summary(standing) }
}

/// The summary of a game for the store.
pub(crate) fn summary(standing: &Standing) -> Summary {
    let number = |seat: Seat| seat.index() as u8;
    Summary {
        to_act: standing.to_act.map(number),
        moves: standing.actions,
        ending: standing.ending.map(|ending| ending.why.to_string()),
        winner: standing.ending.as_ref().and_then(Ending::winner).map(number),
        wakes: standing.wakes,
    }
}

/// Seats visitors in a new game, and gives the first entries of its log.
pub(crate) fn seated<'a>(
    game: &mut LiveGame,
    sitters: impl IntoIterator<Item = (u8, &'a str, &'a str)>,
    at: i64,
) -> Result<Vec<NewEntry>, Trouble> {
    let mut entries = Vec::new();
    for (seat, visitor, name) in sitters {
        let entry = game.sit(seat, visitor, name, at).map_err(|why| Trouble::Damaged(why.to_string()))?;
        let prepared = game.prepare(entry).map_err(|why| Trouble::Damaged(why.to_string()))?;
        entries.push(stored(&prepared));
        game.carry_out(prepared);
    }
    Ok(entries)
}

/// A locked table whose game is in memory.
pub(crate) struct Open<'a> {
    pub(crate) app: &'a Arc<App>,
    pub(crate) table: &'a Arc<GameTable>,
    state: MutexGuard<'a, State>,
}

impl<'a> Open<'a> {
    /// Locks the table, and reads its game if it is not in memory.
    pub(crate) async fn new(app: &'a Arc<App>, table: &'a Arc<GameTable>) -> Result<Open<'a>, Trouble> {
        let state = table.state.lock().await;
        let mut open = Open { app, table, state };
        open.state.used = Instant::now();
        if open.state.game.is_none() {
            open.load().await?;
        }
        open.give_back().await?;
        Ok(open)
    }

    /// Gives the side whose clock runs the time back in which the store could not be written. The entry has
    /// the time at which the store was back, when the side could move again.
    async fn give_back(&mut self) -> Result<(), Trouble> {
        if self.game().deadline().is_none() || !self.app.is_healthy() {
            return Ok(());
        }
        let ahead = self.state.ahead;
        while let Some(away) = self.app.away_after(self.game().last_at().saturating_sub(ahead)) {
            let Some(note) = self.game().returned(self.at(away.down), self.at(away.up)) else { break };
            self.commit(note).await?;
        }
        Ok(())
    }

    /// Reads the game. It comes into memory last, when all its entries are stored: if the request is
    /// cancelled before, the table has no game, and the next request reads it.
    async fn load(&mut self) -> Result<(), Trouble> {
        let mut game = read(self.app, &self.table.id).await?;
        // If the clock of an earlier server was ahead, the last entry is in the future. The time of the
        // game goes on from there.
        self.state.ahead = game.last_at().saturating_sub(self.app.time.now()).max(0);
        let back = self.app.down_since(game.last_at());
        if let Some(note) = back.and_then(|since| game.returned(since, self.now())) {
            let note = game.prepare(note).map_err(|why| Trouble::Damaged(why.to_string()))?;
            self.app.store.append(&self.table.id, stored(&note)).await?;
            game.carry_out(note);
        }
        self.state.game = Some(game);
        self.settle();
        Ok(())
    }

    /// The time of the game. It is that of the server, unless the clock of the machine was ahead when the
    /// game was last played and was corrected since.
    pub(crate) fn now(&self) -> i64 {
        self.at(self.app.time.now())
    }

    /// The time of the game at a time of the server.
    pub(crate) fn at(&self, time: i64) -> i64 {
        time.saturating_add(self.state.ahead)
    }

    /// When the flag falls, by the time of the server.
    pub(crate) fn deadline(&self) -> Option<i64> {
        self.game().deadline().map(|at| at.saturating_sub(self.state.ahead))
    }

    /// The game.
    ///
    /// # Panics
    /// After a failed [`Open::commit`]: the caller must drop the open table then.
    pub(crate) fn game(&self) -> &LiveGame {
        self.state.game.as_ref().expect("an open table has its game until a write fails")
    }

    pub(crate) fn is_thinking(&self) -> bool {
        self.state.thinking
    }

    pub(crate) fn set_thinking(&mut self, thinking: bool) {
        self.state.thinking = thinking;
    }

    /// How many searches for a hint are under way.
    pub(crate) fn hinting(&self) -> u32 {
        self.state.hinting
    }

    pub(crate) fn begin_hint(&mut self) {
        self.state.hinting += 1;
    }

    pub(crate) fn end_hint(&mut self) {
        self.state.hinting = self.state.hinting.saturating_sub(1);
    }

    /// Stores an entry, carries it out, and announces it, in this order. While the store cannot be written,
    /// a game whose clock runs accepts no entry: the store may be back before the server knows it, and
    /// the entry would then count time that must not count.
    pub(crate) async fn commit(&mut self, entry: Entry) -> Result<(), Trouble> {
        if self.game().deadline().is_some() && !self.app.is_healthy() {
            return Err(Trouble::Away);
        }
        let prepared = self.game().prepare(entry).map_err(|why| Trouble::Damaged(why.to_string()));
        let begin = Instant::now();
        let written = match prepared {
            Ok(prepared) => {
                let written = self.app.store.append(&self.table.id, stored(&prepared)).await;
                written.map(|()| prepared).map_err(Trouble::Store)
            }
            Err(why) => Err(why),
        };
        self.app.metrics.appended(begin.elapsed());
        match written {
            Ok(prepared) => self.stored(prepared),
            Err(why) => {
                self.fail(&why);
                return Err(why);
            }
        }
        Ok(())
    }

    /// Carries out an entry that is stored, and announces it.
    pub(crate) fn stored(&mut self, prepared: Prepared) {
        let deed = prepared.entry().deed.clone();
        if let Some(game) = &mut self.state.game {
            game.carry_out(prepared);
        }
        tracing::debug!(game = self.table.id, version = self.game().version(), deed = deed.word());
        self.announce(&deed);
        self.settle();
    }

    /// Drops the game and all readers: memory may differ from the store.
    pub(crate) fn fail(&mut self, why: &Trouble) {
        if let Some(unsaid) = FAILED.now() {
            tracing::error!(game = id::label(&self.table.id), %why, unsaid, "an entry could not be stored");
        }
        self.app.metrics.troubles.fetch_add(1, Relaxed);
        self.tell_all(&self.trouble().into());
        self.state.game = None;
        self.state.readers.clear();
    }

    /// The message for readers after an error of the server.
    pub(crate) fn trouble(&self) -> String {
        let version = self.game().version();
        ToBrowser::Refused { why: "trouble", text: "the server has a fault", version }.text()
    }

    /// Sets the alarm for the flag, and starts the computer if it is to act.
    fn settle(&mut self) {
        self.app.flags.set(&self.table.id, self.deadline());
        crate::computer::consider(self);
    }

    fn announce(&mut self, deed: &Deed) {
        if let Deed::Acted { .. } = deed {
            self.app.metrics.moves.fetch_add(1, Relaxed);
        }
        if self.state.readers.is_empty() {
            return;
        }
        match deed {
            Deed::Acted { .. } => {
                if let Some(text) = self.acted(self.game().version()) {
                    self.tell_all(&text.into());
                }
                // From the state a page learns that the log is full.
                if self.game().is_full() {
                    self.show_all();
                }
            }
            Deed::Rematch { id } => self.tell_all(&ToBrowser::Rematch { id }.text().into()),
            _ => self.show_all(),
        }
    }

    /// The message about the action that made this version, unless it was taken back.
    pub(crate) fn acted(&self, version: u32) -> Option<String> {
        let game = self.game();
        let (seat, action) = game.acted(version)?;
        let ending = game.ending().filter(|_| game.version() == version);
        let clock = game.clock(self.now());
        Some(ToBrowser::Acted { version, seat, action: &action, clock, ending }.text())
    }

    fn here(&self) -> [bool; 2] {
        [0, 1].map(|seat: usize| {
            let sitter = self.game().sitters()[seat].as_ref();
            sitter.is_some_and(|sitter| self.state.readers.iter().any(|r| *r.visitor == *sitter.visitor))
        })
    }

    fn watching(&self) -> usize {
        let watches = |reader: &&Reader| self.game().seats_of(&reader.visitor).is_empty();
        self.state.readers.iter().filter(watches).count()
    }

    /// The part of the state that is equal for all readers.
    fn shared(&self) -> String {
        message::shared(&self.table.id, self.game(), self.here(), self.watching(), self.now())
    }

    /// The whole state as a visitor sees it.
    pub(crate) fn view(&self, visitor: &str) -> String {
        let game = self.game();
        message::for_reader(&self.shared(), game.seats_of(visitor), game.may_join(visitor))
    }

    /// Sends the whole state to all readers. Each different view is serialized once.
    fn show_all(&mut self) {
        let shared = self.shared();
        let mut views: Vec<((Seats, bool), Utf8Bytes)> = Vec::new();
        let State { game, readers, .. } = &mut *self.state;
        readers.retain(|reader| {
            let Some(game) = game else { return false };
            let who = (game.seats_of(&reader.visitor), game.may_join(&reader.visitor));
            let known = views.iter().find(|(of, _)| *of == who).map(|(_, text)| text.clone());
            let text = known.unwrap_or_else(|| {
                let text = Utf8Bytes::from(message::for_reader(&shared, who.0, who.1));
                views.push((who, text.clone()));
                text
            });
            reader.outbox.put(text)
        });
    }

    /// Sends the whole state to a reader.
    pub(crate) fn show(&mut self, key: u64) {
        let found = self.state.readers.iter().find(|reader| reader.key == key);
        if let Some(visitor) = found.map(|reader| Arc::clone(&reader.visitor)) {
            self.tell(key, self.view(&visitor).into());
        }
    }

    /// Tells all readers but one which players are connected.
    pub(crate) fn tell_seats(&mut self, but: Option<u64>) {
        let seats = message::seats(self.game(), self.here());
        let text: Utf8Bytes = ToBrowser::Seats { seats, watching: self.watching() }.text().into();
        self.state.readers.retain(|reader| Some(reader.key) == but || reader.outbox.put(text.clone()));
    }

    fn tell_all(&mut self, text: &Utf8Bytes) {
        // A reader with a full outbox is disconnected, and reconnects.
        self.state.readers.retain(|reader| reader.outbox.put(text.clone()));
    }

    /// Sends a message to one reader.
    pub(crate) fn tell(&mut self, key: u64, text: Utf8Bytes) {
        let found = self.state.readers.iter().position(|reader| reader.key == key);
        if let Some(at) = found
            && !self.state.readers[at].outbox.put(text)
        {
            self.state.readers.swap_remove(at);
        }
    }

    /// The number of readers.
    pub(crate) fn readers(&self) -> usize {
        self.state.readers.len()
    }

    /// Adds a reader: it gets the state of the game, and the others learn of it.
    pub(crate) fn enter(&mut self, key: u64, visitor: &Arc<str>, outbox: Outbox) {
        self.state.readers.push(Reader { key, visitor: Arc::clone(visitor), outbox });
        self.show(key);
        self.tell_seats(Some(key));
    }

    /// Removes a reader.
    pub(crate) fn leave(&mut self, key: u64) {
        self.state.readers.retain(|reader| reader.key != key);
        self.tell_seats(None);
    }
}

/// Removes a reader from a table, whether its game is in memory or not.
pub(crate) async fn leave(app: &Arc<App>, table: &Arc<GameTable>, key: u64) {
    let state = table.state.lock().await;
    let mut open = Open { app, table, state };
    if open.state.game.is_some() {
        open.leave(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flags::Flags;
    use crate::limits::OUTBOX;
    use crate::outbox::outbox;
    use crate::settings::Layer;
    use joust_core::Allowance;
    use joust_live::{ENTRIES_MOST, Opponent};
    use joust_store::{Location, NewGame, Store};
    use std::path::Path;
    use std::sync::atomic::AtomicU32;
    use std::task::Poll;
    use tokio::time::{sleep, timeout};

    async fn app_in(folder: &Path) -> Arc<App> {
        let store = Store::open(&Location::Folder(folder.to_owned())).await.unwrap();
        let layer = Layer { data: Some(folder.to_owned()), pause: Some(0), ..Layer::default() };
        App::new(layer.settle().unwrap(), store).await.unwrap()
    }

    /// Stores a game with Ada in the second seat and these events, all at one time.
    async fn store_game(app: &App, terms: Terms, at: i64, deeds: impl IntoIterator<Item = Deed>) {
        let text = serde_json::to_string(&terms).unwrap();
        let mut game = LiveGame::begin(terms).unwrap();
        let mut entries = seated(&mut game, [(1, "ada", "Ada")], at).unwrap();
        for deed in deeds {
            let prepared = game.prepare(Entry { at, deed }).unwrap();
            entries.push(stored(&prepared));
            game.carry_out(prepared);
        }
        app.store.create(NewGame { id: "g", terms: &text, at, entries, link: None }).await.unwrap();
    }

    fn pass(seat: u8) -> Deed {
        Deed::Acted { seat, action: "pass".to_owned() }
    }

    async fn log(app: &App) -> Vec<String> {
        app.store.game("g").await.unwrap().unwrap().entries.into_iter().map(|entry| entry.body).collect()
    }

    #[tokio::test]
    async fn a_load_that_is_cancelled_leaves_flag_and_computer_to_the_next() {
        static ASKED: AtomicU32 = AtomicU32::new(0);
        for is_noted in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let before = app_in(folder.path()).await;
            before.beat().await;
            // The computer is to move and has a tenth of a second left when the server goes down.
            let clock = Some(Allowance { start: 1000, increment: 0 });
            let terms = Terms::new("mad", "", "", "", Opponent::Computer { level: 1, seat: 0 }).unwrap();
            let at = before.time.now() - 900;
            store_game(&before, terms.with_clock(clock).unwrap(), at, [pass(0), pass(1)]).await;
            before.store.clone().close().await;
            drop(before);
            sleep(Duration::from_millis(5)).await;

            let app = app_in(folder.path()).await;
            app.mind.put(|_, _, _| {
                ASKED.fetch_add(1, Relaxed);
                None
            });
            tokio::spawn(Flags::run(Arc::clone(&app)));
            let table = app.hall.table("g");
            {
                let mut opening = Box::pin(Open::new(&app, &table));
                loop {
                    let poll = std::future::poll_fn(|cx| Poll::Ready(opening.as_mut().poll(cx).is_ready()));
                    assert!(!poll.await, "the request is through");
                    sleep(Duration::from_millis(10)).await;
                    // The request is cancelled while it reads, or after its entry was stored.
                    if !is_noted || log(&app).await.iter().any(|body| body.contains("returned")) {
                        break;
                    }
                }
            }
            // Nothing stays in memory that the next request would trust.
            assert!(table.is_empty(), "noted: {is_noted}");
            let open = Open::new(&app, &table).await.unwrap();
            assert!(open.is_thinking(), "noted: {is_noted}");
            assert_eq!(open.game().version() as usize, log(&app).await.len(), "noted: {is_noted}");
            drop(open);
            let begin = Instant::now();
            while !log(&app).await.iter().any(|body| body.contains("flagged")) {
                assert!(begin.elapsed() < Duration::from_secs(5), "no flag falls; noted: {is_noted}");
                sleep(Duration::from_millis(10)).await;
            }
            assert_eq!(ASKED.swap(0, Relaxed), 1, "noted: {is_noted}");
        }
    }

    #[tokio::test]
    async fn readers_learn_that_a_game_has_become_as_long_as_one_may_be() {
        let folder = tempfile::tempdir().unwrap();
        let app = app_in(folder.path()).await;
        let terms = Terms::new("mad", "", "", "", Opponent::Friend).unwrap();
        let deeds = (2..ENTRIES_MOST).map(|n| if n % 2 == 0 { pass(0) } else { Deed::Undone { to: 0 } });
        store_game(&app, terms, 1, deeds).await;
        let table = app.hall.table("g");
        let mut open = Open::new(&app, &table).await.unwrap();
        let (outbox, mut inbox) = outbox(OUTBOX);
        open.enter(1, &"ada".into(), outbox);
        assert!(inbox.recv().await.unwrap().contains("\"full\":false"));
        let at = open.now();
        open.commit(Entry { at, deed: pass(0) }).await.unwrap();
        assert!(inbox.recv().await.unwrap().starts_with("{\"t\":\"acted\""));
        assert!(inbox.recv().await.unwrap().contains("\"full\":true"));
    }

    /// Opens a game with this many entries while the only thread for long work is busy, and then again.
    async fn opened_while_busy(entries: usize) -> (bool, bool) {
        let folder = tempfile::tempdir().unwrap();
        let app = app_in(folder.path()).await;
        let terms = Terms::new("mad", "", "", "", Opponent::Friend).unwrap();
        let back_and_forth = (1..entries).map(|n| if n % 2 == 1 { pass(0) } else { Deed::Undone { to: 0 } });
        store_game(&app, terms, 1, back_and_forth).await;
        assert_eq!(log(&app).await.len(), entries);
        let (free, busy) = std::sync::mpsc::channel::<()>();
        let work = tokio::task::spawn_blocking(move || busy.recv().is_err());
        let table = app.hall.table("g");
        let opened = async || timeout(Duration::from_millis(500), Open::new(&app, &table)).await.is_ok();
        let first = opened().await;
        drop(free);
        assert!(work.await.unwrap());
        (first, opened().await)
    }

    #[test]
    fn a_long_log_is_replayed_beside_the_threads_that_answer() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(1)
            .build()
            .unwrap();
        assert_eq!(runtime.block_on(opened_while_busy(REPLAY_AT_ONCE)), (true, true));
        assert_eq!(runtime.block_on(opened_while_busy(REPLAY_AT_ONCE + 1)), (false, true));
    }
}
