//! The state that all requests share.

use crate::account::{self, Accounts, Provider};
use crate::battle::Battles;
use crate::computer::Mind;
use crate::contest::service::Contests;
use crate::flags::Flags;
use crate::hall::Hall;
use crate::limits::{BEAT, BEAT_OLD, FILM_TIDY, OUTAGES, PAGE_OF_GAMES, RESUME_LONGEST, RESUME_PAUSE, SWEEP};
use crate::listed::ListedGames;
use crate::metrics::Metrics;
use crate::picture::Pictures;
use crate::pool::Pool;
use crate::rates::Rates;
use crate::seal::Seal;
use crate::seldom::Seldom;
use crate::settings::Settings;
use crate::table::{Open, Trouble, summary};
use crate::time::Time;
use joust_store::{Outage, Store, StoreError};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;

/// The server without its sockets.
pub(crate) struct App {
    pub(crate) settings: Settings,
    pub(crate) store: Store,
    pub(crate) time: Time,
    /// The outages after which some games have not been resumed: the one before this start, and those
    /// before servers that died too early.
    outages: Vec<Outage>,
    pub(crate) hall: Hall,
    pub(crate) listed: ListedGames,
    pub(crate) pictures: Pictures,
    pub(crate) flags: Flags,
    pub(crate) pool: Pool,
    pub(crate) mind: Mind,
    pub(crate) battles: Battles,
    pub(crate) rates: Rates,
    pub(crate) accounts: Accounts,
    pub(crate) contests: Arc<Contests>,
    /// The identity provider, if there is one.
    pub(crate) provider: Option<Provider>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) seal: Seal,
    /// True when the server is stopping.
    pub(crate) stop: watch::Sender<bool>,
    keys: AtomicU64,
    pulse: Mutex<Pulse>,
}

/// The health of the store while the server runs.
struct Pulse {
    /// The time of the last stored heartbeat.
    beaten: i64,
    /// The times without stored heartbeats, the oldest first.
    away: VecDeque<Outage>,
}

static FAILED: Seldom = Seldom::new();
static UNREAD: Seldom = Seldom::new();

impl App {
    pub(crate) async fn new(settings: Settings, store: Store) -> Result<Arc<App>, AppError> {
        let metrics = Arc::new(Metrics::default());
        let time = Time::start();
        let outages = outages(&store, time.started()).await?;
        Ok(Arc::new(App {
            time,
            outages,
            hall: Hall::default(),
            listed: ListedGames::default(),
            pictures: Pictures::default(),
            flags: Flags::default(),
            mind: Mind::default(),
            battles: Battles::default(),
            pool: Pool::start(settings.search_threads, settings.limits.searches, &metrics)
                .map_err(AppError::Threads)?,
            rates: Rates::new(settings.rate_limits, &settings.limits),
            accounts: Accounts::load(&store).await?,
            contests: Contests::new(&store, time, &settings),
            provider: settings
                .openid
                .as_ref()
                .map(Provider::new)
                .transpose()
                .map_err(AppError::Certificates)?,
            metrics,
            seal: Seal::new(&store.secrets().await?),
            stop: watch::Sender::new(false),
            keys: AtomicU64::new(0),
            pulse: Mutex::new(Pulse { beaten: time.started(), away: VecDeque::new() }),
            settings,
            store,
        }))
    }

    pub(crate) fn is_stopping(&self) -> bool {
        *self.stop.borrow()
    }

    /// A unique number for a connection.
    pub(crate) fn key(&self) -> u64 {
        self.keys.fetch_add(1, Relaxed)
    }

    /// Starts the background tasks.
    pub(crate) fn run(self: &Arc<App>) -> Result<(), AppError> {
        self.contests.run().map_err(AppError::Threads)?;
        tokio::spawn(until_stop(Arc::clone(self), Flags::run(Arc::clone(self))));
        tokio::spawn(until_stop(Arc::clone(self), sweep(Arc::clone(self))));
        tokio::spawn(until_stop(Arc::clone(self), tidy(Arc::clone(self))));
        tokio::spawn(until_stop(Arc::clone(self), live_on(Arc::clone(self))));
        tokio::spawn(until_stop(Arc::clone(self), resume(Arc::clone(self))));
        Ok(())
    }

    /// Since when the clocks of a game stood still, by the time of its last entry; `None` if that entry was
    /// written by this server.
    pub(crate) fn down_since(&self, last_at: i64) -> Option<i64> {
        down_since(&self.outages, last_at)
    }

    fn pulse(&self) -> MutexGuard<'_, Pulse> {
        self.pulse.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores a heartbeat. Gives the outage of the store that ends with it, if there was one.
    pub(crate) async fn beat(&self) -> Option<Outage> {
        if let Err(why) = self.store.beat(self.time.now()).await {
            self.metrics.failed_beats.fetch_add(1, Relaxed);
            if let Some(unsaid) = FAILED.now() {
                tracing::error!(%why, unsaid, "the store does not take a heart beat");
            }
            return None;
        }
        let mut pulse = self.pulse();
        // Read under the lock: of two heartbeats at once, only the first ends an outage.
        let up = self.time.now();
        let down = std::mem::replace(&mut pulse.beaten, up);
        if millis(up.saturating_sub(down)) < BEAT_OLD {
            return None;
        }
        let outage = Outage { down, up };
        if pulse.away.len() >= OUTAGES {
            // All games with a running clock have got this time back already.
            pulse.away.pop_front();
        }
        pulse.away.push_back(outage);
        Some(outage)
    }

    /// The first outage of the store that ended after an entry of this time.
    pub(crate) fn away_after(&self, last_at: i64) -> Option<Outage> {
        self.pulse().away.iter().find(|outage| last_at < outage.up).copied()
    }

    /// The age of the last stored heartbeat.
    pub(crate) fn beat_age(&self) -> Duration {
        let beaten = self.pulse().beaten;
        millis(self.time.now().saturating_sub(beaten))
    }

    /// Makes the last stored heartbeat older.
    #[cfg(test)]
    pub(crate) fn no_beat_for(&self, time: Duration) {
        self.pulse().beaten -= time.as_millis() as i64;
    }

    /// Whether the store can be written. A store that can be read may still have a full disk, or a database
    /// that has lost its writer.
    pub(crate) fn is_healthy(&self) -> bool {
        self.beat_age() < BEAT_OLD
    }
}

fn millis(span: i64) -> Duration {
    Duration::from_millis(span.max(0) as u64)
}

/// The outages after which some games have not been resumed, including the one that ends now. They are
/// stored before the first heartbeat, so that a server that dies too early leaves them to the next one. A
/// game that it has not touched stood still since the first outage, and a game that it has resumed since
/// its last heartbeat; the time of the last entry tells which.
async fn outages(store: &Store, now: i64) -> Result<Vec<Outage>, StoreError> {
    let mut outages = store.outages().await?;
    let Some(down) = store.last_beat().await? else { return Ok(outages) };
    outages.push(Outage { down, up: now });
    // If servers die again and again, the oldest outages are merged.
    while outages.len() > OUTAGES {
        let first = outages.remove(0);
        outages[0].down = first.down;
    }
    store.set_outages(&outages).await?;
    Ok(outages)
}

fn down_since(outages: &[Outage], last_at: i64) -> Option<i64> {
    outages.iter().find(|outage| last_at < outage.up).map(|outage| outage.down)
}

/// Why the server cannot start.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AppError {
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("the system cannot start threads: {0}")]
    Threads(std::io::Error),
    #[error("the certificates of the system cannot be read: {0}")]
    Certificates(std::io::Error),
}

/// Waits until the server stops.
pub(crate) async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that the server is gone.
    let _ = stop.wait_for(|stop| *stop).await;
}

async fn until_stop(app: Arc<App>, work: impl Future<Output = ()>) {
    let mut stop = app.stop.subscribe();
    tokio::select! {
        () = work => {}
        () = stopped(&mut stop) => {}
    }
}

/// Stores a heartbeat every second.
async fn live_on(app: Arc<App>) {
    loop {
        if let Some(Outage { down, up }) = app.beat().await {
            tracing::warn!(seconds = (up - down) / 1000, "the store was away: clocks go on");
            tokio::spawn(until_stop(Arc::clone(&app), give_back(Arc::clone(&app))));
        }
        tokio::time::sleep(BEAT).await;
    }
}

/// Gives all games with a running clock the time back in which the store could not be written, and tells
/// their readers. A game that cannot be opened now gets it when it is opened.
async fn give_back(app: Arc<App>) {
    for id in app.flags.games() {
        let table = app.hall.table(&id);
        if let Err(why) = Open::new(&app, &table).await
            && let Some(unsaid) = FAILED.now()
        {
            tracing::warn!(game = crate::id::label(&id), %why, unsaid, "a clock cannot go on yet");
        }
    }
}

/// Drops unused games and counters.
async fn sweep(app: Arc<App>) {
    loop {
        tokio::time::sleep(SWEEP).await;
        app.hall.sweep();
        app.rates.sweep();
        app.accounts.sweep();
    }
}

/// Removes shared games and sessions that are too old.
async fn tidy(app: Arc<App>) {
    loop {
        crate::shelf::tidy(&app).await;
        account::tidy(&app).await;
        tokio::time::sleep(FILM_TIDY).await;
    }
}

/// Resumes games after a restart: clocks go on and the computer thinks, even without visitors. Games in
/// which nothing happens without a visitor stay in the store. Games that cannot be read now are tried again
/// until they can.
async fn resume(app: Arc<App>) {
    let mut after: Option<String> = None;
    let mut count = 0_u32;
    let mut later = Vec::new();
    loop {
        let page = match app.store.waking(after.as_deref(), PAGE_OF_GAMES).await {
            Ok(page) => page,
            Err(StoreError::Closed) => return,
            Err(why) => {
                tracing::error!(%why, "games that go on by themselves cannot be read yet");
                tokio::time::sleep(RESUME_PAUSE).await;
                continue;
            }
        };
        let Some(last) = page.last() else { break };
        after = Some(last.clone());
        if !resume_games(&app, page, &mut count, &mut later).await {
            return;
        }
    }
    // A game that cannot be read must not delay the others.
    let mut pause = RESUME_PAUSE;
    while !later.is_empty() {
        tokio::time::sleep(pause).await;
        pause = (2 * pause).min(RESUME_LONGEST);
        let again = std::mem::take(&mut later);
        if !resume_games(&app, again, &mut count, &mut later).await {
            return;
        }
    }
    while let Err(why) = app.store.set_outages(&[]).await {
        if matches!(why, StoreError::Closed | StoreError::Lost) {
            return;
        }
        tokio::time::sleep(RESUME_PAUSE).await;
    }
    tracing::info!(games = count, "games go on");
}

/// Resumes games, and adds those that cannot be read now to `later`. False when the store is closed.
async fn resume_games(app: &Arc<App>, ids: Vec<String>, count: &mut u32, later: &mut Vec<String>) -> bool {
    for id in ids {
        match resume_game(app, &id).await {
            Ok(()) => *count += 1,
            Err(Trouble::Store(StoreError::Closed | StoreError::Lost)) => return false,
            // It was pruned in the meantime, or it is damaged and was logged when it was read.
            Err(Trouble::NoGame | Trouble::Damaged(_)) => {}
            Err(why @ (Trouble::Store(_) | Trouble::Away)) => {
                if let Some(unsaid) = UNREAD.now() {
                    tracing::error!(game = crate::id::label(&id), %why, unsaid, "a game cannot go on yet");
                }
                later.push(id);
            }
            Err(why) => tracing::error!(game = crate::id::label(&id), %why, "a game cannot go on"),
        }
    }
    true
}

/// Reads a game into memory: its clock runs, and the computer acts. A game of an older joust gets its
/// summary.
async fn resume_game(app: &Arc<App>, id: &str) -> Result<(), Trouble> {
    let table = app.hall.table(id);
    let open = Open::new(app, &table).await?;
    Ok(app.store.set_summary(id, summary(&open.game().standing())).await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Layer;
    use joust_store::Location;

    async fn app(folder: &std::path::Path) -> Arc<App> {
        let store = Store::open(&Location::Folder(folder.to_owned())).await.unwrap();
        let layer = Layer { data: Some(folder.to_owned()), ..Layer::default() };
        App::new(layer.settle().unwrap(), store).await.unwrap()
    }

    #[test]
    fn a_game_stood_still_since_the_first_outage_after_its_last_entry() {
        let outages = [Outage { down: 100, up: 200 }, Outage { down: 210, up: 300 }];
        // Not touched by the server that lived from 200 to 210, and the other way round.
        assert_eq!(down_since(&outages, 90), Some(100));
        assert_eq!(down_since(&outages, 204), Some(210));
        // An entry after the last beat of the first server.
        assert_eq!(down_since(&outages, 101), Some(100));
        assert_eq!(down_since(&outages, 301), None);
        assert_eq!(down_since(&[], 5), None);
    }

    #[tokio::test]
    async fn a_server_that_dies_before_all_games_go_on_leaves_its_outage_to_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let first = app(folder.path()).await;
        assert!(first.outages.is_empty());
        first.beat().await;
        let down = first.store.last_beat().await.unwrap().unwrap();
        first.store.clone().close().await;
        drop(first);
        // The second one beats, and dies before a single game goes on.
        let second = app(folder.path()).await;
        assert_eq!(second.outages.iter().map(|outage| outage.down).collect::<Vec<_>>(), [down]);
        tokio::time::sleep(Duration::from_millis(5)).await;
        second.beat().await;
        let up = second.time.started();
        second.store.clone().close().await;
        drop(second);
        let third = app(folder.path()).await;
        assert_eq!(third.outages.len(), 2);
        assert_eq!(third.down_since(down), Some(down));
        assert!(third.down_since(up).is_some_and(|since| since > up));
        // All games go on: nothing is left for a fourth one.
        resume(Arc::clone(&third)).await;
        third.beat().await;
        third.store.clone().close().await;
        drop(third);
        assert_eq!(app(folder.path()).await.outages.len(), 1);
    }

    #[tokio::test]
    async fn only_games_that_may_go_on_by_themselves_are_taken_into_memory() {
        use joust_live::{Opponent, Terms};
        use joust_store::{NewEntry, NewGame, Summary};
        let folder = tempfile::tempdir().unwrap();
        let app = app(folder.path()).await;
        let terms = serde_json::to_string(&Terms::new("mad", "", "", "", Opponent::Screen).unwrap()).unwrap();
        let body = r#"{"e":"sat","seat":0,"visitor":"ada","name":"Ada"}"#;
        let summary = Summary { to_act: Some(0), ..Summary::default() };
        for number in 0..500 {
            let entries = vec![NewEntry { summary: summary.clone(), ..NewEntry::new(0, 1, body) }];
            let (id, link) = (format!("abandoned{number}"), None);
            app.store.create(NewGame { id: &id, terms: &terms, at: 1, entries, link }).await.unwrap();
        }
        // The first has no summary yet, and the second can never have one.
        for (id, terms) in [("old", terms.as_str()), ("damaged", "{}")] {
            let (entries, link) = (Vec::new(), None);
            app.store.create(NewGame { id, terms, at: 1, entries, link }).await.unwrap();
        }
        assert_eq!(app.store.waking(None, 9).await.unwrap(), ["damaged", "old"]);
        resume(Arc::clone(&app)).await;
        assert!(app.hall.known("old").is_some() && app.hall.known("abandoned7").is_none());
        // Now it has its summary.
        assert_eq!(app.store.waking(None, 9).await.unwrap(), ["damaged"]);
    }

    #[tokio::test]
    async fn the_time_in_which_the_store_takes_no_beat_is_an_outage() {
        let folder = tempfile::tempdir().unwrap();
        let app = app(folder.path()).await;
        assert_eq!(app.beat().await, None);
        app.no_beat_for(Duration::from_secs(4));
        assert_eq!(app.beat().await, None, "shorter than a restart of a database");
        let before = app.time.now();
        app.no_beat_for(Duration::from_mins(1));
        let outage = app.beat().await.unwrap();
        assert!(outage.up >= before && (60_000..61_000).contains(&(outage.up - outage.down)), "{outage:?}");
        assert_eq!(app.beat().await, None);
        assert_eq!(app.away_after(outage.down), Some(outage));
        assert_eq!(app.away_after(outage.up), None);
        for _ in 0..2 * OUTAGES {
            app.no_beat_for(BEAT_OLD);
            assert!(app.beat().await.is_some());
        }
        assert_eq!(app.pulse().away.len(), OUTAGES);
    }

    #[tokio::test]
    async fn health_is_the_age_of_the_last_beat_that_was_stored() {
        let folder = tempfile::tempdir().unwrap();
        let app = app(folder.path()).await;
        app.beat().await;
        assert!(app.is_healthy() && app.beat_age() < Duration::from_secs(1));
        // A beat that is not stored does not count, though the store can be read and the loop goes on.
        app.no_beat_for(BEAT_OLD);
        assert!(!app.is_healthy());
        app.beat().await;
        assert!(app.is_healthy());
        app.no_beat_for(BEAT_OLD);
        app.store.clone().close().await;
        app.beat().await;
        assert!(!app.is_healthy());
        assert_eq!(app.metrics.failed_beats.load(Relaxed), 1);
    }
}
