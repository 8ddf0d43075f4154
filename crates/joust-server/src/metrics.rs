//! Counters for operators, in the text format of OpenMetrics, which Prometheus reads.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The upper bounds of the buckets of the histogram, in seconds.
const CLASSES: [f64; 10] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0];

/// How long it took to store entries.
struct Appends(Histogram);

impl Default for Appends {
    fn default() -> Appends {
        Appends(Histogram::new(CLASSES))
    }
}

/// All counters.
#[derive(Default)]
pub(crate) struct Metrics {
    pub(crate) sockets: AtomicI64,
    pub(crate) connections: AtomicI64,
    pub(crate) games_made: AtomicU64,
    pub(crate) moves: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) floods: AtomicU64,
    pub(crate) flags: AtomicU64,
    pub(crate) troubles: AtomicU64,
    pub(crate) failed_beats: AtomicU64,
    /// A copy of the store's own count.
    pub(crate) failed_writes: AtomicU64,
    /// Milliseconds since the last stored heartbeat.
    pub(crate) beat_age: AtomicI64,
    pub(crate) searches_running: AtomicI64,
    pub(crate) searches_waiting: AtomicI64,
    pub(crate) searches: AtomicU64,
    pub(crate) hints: AtomicU64,
    failed_creates: AtomicU64,
    nameless: AtomicU64,
    appends: Appends,
}

/// Counts something for as long as it lives, however it ends.
pub(crate) struct Held {
    metrics: Arc<Metrics>,
    count: fn(&Metrics) -> &AtomicI64,
}

impl Held {
    pub(crate) fn new(metrics: &Arc<Metrics>, count: fn(&Metrics) -> &AtomicI64) -> Held {
        count(metrics).fetch_add(1, Relaxed);
        Held { metrics: Arc::clone(metrics), count }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        (self.count)(&self.metrics).fetch_sub(1, Relaxed);
    }
}

impl Metrics {
    /// Counts a request whose address no proxy has sent. The first one is logged.
    pub(crate) fn nameless(&self, proxies: u8) {
        if self.nameless.fetch_add(1, Relaxed) == 0 {
            tracing::warn!(
                proxies,
                "X-Forwarded-For is missing, shorter than the number of proxies, or not an address: visitors \
                 behind the proxy share one address and its rates"
            );
        }
    }

    /// Counts a game that could not be stored.
    pub(crate) fn create_failed(&self) {
        self.failed_creates.fetch_add(1, Relaxed);
    }

    /// Records how long it took to store an entry.
    pub(crate) fn appended(&self, took: Duration) {
        self.appends.0.observe(took.as_secs_f64());
    }

    /// All counters in the text format.
    pub(crate) fn text(&self, games_in_memory: usize) -> String {
        let mut registry = Registry::with_prefix("joust");
        for (name, help, value) in [
            ("games_in_memory", "Games that are held in memory", games_in_memory as i64),
            ("connections", "Open WebSockets", self.sockets.load(Relaxed)),
            ("http_connections", "Connections for pages", self.connections.load(Relaxed)),
            ("searches_running", "Searches at work", self.searches_running.load(Relaxed)),
            ("searches_waiting", "Searches that wait", self.searches_waiting.load(Relaxed)),
        ] {
            registry.register(name, help, ConstGauge::new(value));
        }
        let age = Duration::from_millis(self.beat_age.load(Relaxed).max(0) as u64).as_secs_f64();
        registry.register(
            "beat_age_seconds",
            "Age of the last heart beat that was stored",
            ConstGauge::new(age),
        );
        for (name, help, value) in [
            ("games_made", "Games made", &self.games_made),
            ("moves", "Actions that were made durable", &self.moves),
            ("refused", "Messages that were refused", &self.refused),
            ("floods", "Messages and requests beyond the rates", &self.floods),
            ("flags", "Games that time has ended", &self.flags),
            ("troubles", "Entries that the store did not take", &self.troubles),
            ("failed_creates", "Games that the store did not take", &self.failed_creates),
            ("failed_beats", "Heart beats that the store did not take", &self.failed_beats),
            ("failed_writes", "Transactions that the database refused", &self.failed_writes),
            ("searches", "Searches that were done", &self.searches),
            ("hints", "Hints that were given", &self.hints),
            ("unknown_addresses", "Requests whose address no proxy told", &self.nameless),
        ] {
            registry.register(name, help, ConstCounter::new(value.load(Relaxed)));
        }
        registry.register("append_seconds", "Time until an entry is durable", self.appends.0.clone());
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &registry);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_uncounted() {
        let metrics = Arc::new(Metrics::default());
        let held = Held::new(&metrics, |metrics| &metrics.sockets);
        assert_eq!(metrics.sockets.load(Relaxed), 1);
        let task = tokio::spawn(async move {
            let _held = held;
            panic!("on purpose");
        });
        assert!(task.await.is_err());
        assert_eq!(metrics.sockets.load(Relaxed), 0);
    }

    #[test]
    fn classes_are_cumulative() {
        let metrics = Metrics::default();
        metrics.appended(Duration::from_millis(3));
        metrics.appended(Duration::from_secs(9));
        let text = metrics.text(7);
        for line in [
            "joust_games_in_memory 7",
            "joust_append_seconds_bucket{le=\"0.002\"} 0",
            "joust_append_seconds_bucket{le=\"0.005\"} 1",
            "joust_append_seconds_bucket{le=\"5.0\"} 1",
            "joust_append_seconds_bucket{le=\"+Inf\"} 2",
            "joust_append_seconds_sum 9.003",
            "# TYPE joust_moves counter",
            "joust_moves_total 0",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}
