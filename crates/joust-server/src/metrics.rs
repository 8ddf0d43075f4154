//! Counters for operators, in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Upper ends of the classes of the histogram, in seconds.
const CLASSES: [f64; 10] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0];

/// Everything that is counted.
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
    /// As the store counts them.
    pub(crate) failed_writes: AtomicU64,
    /// Milliseconds since the last beat that was stored.
    pub(crate) beat_age: AtomicI64,
    pub(crate) searches_running: AtomicI64,
    pub(crate) searches_waiting: AtomicI64,
    pub(crate) searches: AtomicU64,
    pub(crate) hints: AtomicU64,
    appends: [AtomicU64; CLASSES.len()],
    append_count: AtomicU64,
    append_micros: AtomicU64,
}

impl Metrics {
    /// Notes how long an entry took to be durable.
    pub(crate) fn appended(&self, took: Duration) {
        let seconds = took.as_secs_f64();
        for (class, end) in self.appends.iter().zip(CLASSES) {
            if seconds <= end {
                class.fetch_add(1, Relaxed);
            }
        }
        self.append_count.fetch_add(1, Relaxed);
        self.append_micros.fetch_add(took.as_micros() as u64, Relaxed);
    }

    /// Everything as text.
    pub(crate) fn text(&self, games_in_memory: usize) -> String {
        let mut text = String::new();
        let gauge = |text: &mut String, name: &str, help: &str, value: i64| {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
        };
        let counter = |text: &mut String, name: &str, help: &str, value: &AtomicU64| {
            let value = value.load(Relaxed);
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {value}");
        };
        gauge(&mut text, "joust_games_in_memory", "Games that are held in memory.", games_in_memory as i64);
        gauge(&mut text, "joust_connections", "Open WebSockets.", self.sockets.load(Relaxed));
        gauge(&mut text, "joust_http_connections", "Connections for pages.", self.connections.load(Relaxed));
        gauge(&mut text, "joust_searches_running", "Searches at work.", self.searches_running.load(Relaxed));
        gauge(
            &mut text,
            "joust_searches_waiting",
            "Searches that wait.",
            self.searches_waiting.load(Relaxed),
        );
        let age = self.beat_age.load(Relaxed);
        let _ = writeln!(
            text,
            "# HELP joust_beat_age_seconds Age of the last heart beat that was stored.\n\
             # TYPE joust_beat_age_seconds gauge\njoust_beat_age_seconds {}.{:03}",
            age / 1000,
            age % 1000
        );
        for (name, help, value) in [
            ("joust_games_made_total", "Games made.", &self.games_made),
            ("joust_moves_total", "Actions that were made durable.", &self.moves),
            ("joust_refused_total", "Messages that were refused.", &self.refused),
            ("joust_floods_total", "Messages and requests beyond the rates.", &self.floods),
            ("joust_flags_total", "Games that time has ended.", &self.flags),
            ("joust_troubles_total", "Faults of the store.", &self.troubles),
            ("joust_failed_beats_total", "Heart beats that were not stored.", &self.failed_beats),
            ("joust_failed_writes_total", "Orders that the database did not carry out.", &self.failed_writes),
            ("joust_searches_total", "Searches that were done.", &self.searches),
            ("joust_hints_total", "Hints that were given.", &self.hints),
        ] {
            counter(&mut text, name, help, value);
        }
        let name = "joust_append_seconds";
        let _ = writeln!(text, "# HELP {name} Time until an entry is durable.\n# TYPE {name} histogram");
        for (class, end) in self.appends.iter().zip(CLASSES) {
            let _ = writeln!(text, "{name}_bucket{{le=\"{end}\"}} {}", class.load(Relaxed));
        }
        let count = self.append_count.load(Relaxed);
        let micros = self.append_micros.load(Relaxed);
        let (seconds, rest) = (micros / 1_000_000, micros % 1_000_000);
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(text, "{name}_sum {seconds}.{rest:06}\n{name}_count {count}");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            "joust_append_seconds_bucket{le=\"5\"} 1",
            "joust_append_seconds_bucket{le=\"+Inf\"} 2",
            "joust_append_seconds_sum 9.003000",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}
