//! What all requests share.

use crate::flags::Flags;
use crate::hall::Hall;
use crate::limits::{BEAT, PAGE_OF_GAMES, SWEEP};
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::rates::Rates;
use crate::seal::Seal;
use crate::seldom::Seldom;
use crate::settings::Settings;
use crate::table::{Open, Trouble};
use crate::time::Time;
use joust_store::{Store, StoreError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use tokio::sync::watch;

/// The server without its socket.
pub(crate) struct App {
    pub(crate) settings: Settings,
    pub(crate) store: Store,
    pub(crate) time: Time,
    /// When the server was last known to live before this start.
    pub(crate) down_since: Option<i64>,
    pub(crate) hall: Hall,
    pub(crate) flags: Flags,
    pub(crate) pool: Pool,
    pub(crate) rates: Rates,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) seal: Seal,
    /// True from the moment at which the server stops.
    pub(crate) stop: watch::Sender<bool>,
    keys: AtomicU64,
    /// Whether all games of the server before this one go on.
    resumed: AtomicBool,
}

static FAILED: Seldom = Seldom::new();

impl App {
    pub(crate) async fn new(settings: Settings, store: Store) -> Result<Arc<App>, AppError> {
        let metrics = Arc::new(Metrics::default());
        Ok(Arc::new(App {
            time: Time::start(),
            down_since: store.last_beat().await?,
            hall: Hall::default(),
            flags: Flags::default(),
            pool: Pool::start(settings.search_threads, settings.limits.searches, &metrics)
                .map_err(AppError::Threads)?,
            rates: Rates::new(settings.rate_limits, &settings.limits),
            metrics,
            seal: Seal::new(&[store.secret().await?]),
            stop: watch::Sender::new(false),
            keys: AtomicU64::new(0),
            resumed: AtomicBool::new(false),
            settings,
            store,
        }))
    }

    pub(crate) fn is_stopping(&self) -> bool {
        *self.stop.borrow()
    }

    /// A number that no other connection has.
    pub(crate) fn key(&self) -> u64 {
        self.keys.fetch_add(1, Relaxed)
    }

    /// Starts everything that runs by itself.
    pub(crate) fn run(self: &Arc<App>) {
        tokio::spawn(until_stop(Arc::clone(self), Flags::run(Arc::clone(self))));
        tokio::spawn(until_stop(Arc::clone(self), sweep(Arc::clone(self))));
        tokio::spawn(until_stop(Arc::clone(self), live_on(Arc::clone(self))));
    }

    /// Notes that the server lives, unless there are games that do not go on yet.
    pub(crate) async fn beat(&self) {
        if !self.resumed.load(Relaxed) {
            return;
        }
        if let Err(why) = self.store.beat(self.time.now()).await {
            self.metrics.failed_beats.fetch_add(1, Relaxed);
            if let Some(unsaid) = FAILED.now() {
                tracing::error!(%why, unsaid, "the store does not take a heart beat");
            }
        }
    }

    /// Whether the store answers.
    pub(crate) async fn is_healthy(&self) -> bool {
        self.store.last_beat().await.is_ok()
    }
}

/// Why the server cannot start.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AppError {
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("the system gives no threads: {0}")]
    Threads(std::io::Error),
}

/// Waits until the server stops.
pub(crate) async fn stopped(stop: &mut watch::Receiver<bool>) {
    // Without a sender there is no server.
    let _ = stop.wait_for(|stop| *stop).await;
}

async fn until_stop(app: Arc<App>, work: impl Future<Output = ()>) {
    let mut stop = app.stop.subscribe();
    tokio::select! {
        () = work => {}
        () = stopped(&mut stop) => {}
    }
}

/// Goes on with all games, and only then notes every second that the server lives: if it dies
/// before, the next one must know since when the clocks of the others stood still.
async fn live_on(app: Arc<App>) {
    if !resume(&app).await {
        return;
    }
    app.resumed.store(true, Relaxed);
    loop {
        app.beat().await;
        tokio::time::sleep(BEAT).await;
    }
}

/// Clears away what nobody uses.
async fn sweep(app: Arc<App>) {
    loop {
        tokio::time::sleep(SWEEP).await;
        app.hall.sweep();
        app.rates.sweep();
    }
}

/// After a restart: clocks go on, and the computer goes on thinking, in games that nobody has
/// opened yet. Says whether all of them do.
async fn resume(app: &Arc<App>) -> bool {
    let mut after: Option<String> = None;
    let mut count = 0_u32;
    loop {
        let page = match app.store.unfinished(after.as_deref(), PAGE_OF_GAMES).await {
            Ok(page) => page,
            Err(why) => {
                tracing::error!(%why, "unfinished games cannot be read");
                return false;
            }
        };
        let Some(last) = page.last() else { break };
        after = Some(last.clone());
        for id in &page {
            let table = app.hall.table(id);
            match Open::new(app, &table).await {
                Ok(_) => count += 1,
                Err(Trouble::Store(StoreError::Closed)) => return false,
                Err(why) => tracing::error!(game = crate::id::label(id), %why, "a game cannot be resumed"),
            }
        }
    }
    tracing::info!(games = count, "unfinished games go on");
    true
}
