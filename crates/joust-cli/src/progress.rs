//! Progress bars on standard error.

use indicatif::{ProgressBar, ProgressStyle};
use joust_solve::Estimate;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often a bar is redrawn.
const TICK: Duration = Duration::from_millis(200);

/// A bar of this length with a template; a hidden one if `quiet`.
pub(crate) fn bar(length: usize, quiet: bool, template: &str) -> ProgressBar {
    let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(length as u64) };
    let style = ProgressStyle::with_template(template);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// Shows an estimate on a bar of a thousand steps. The bar is not full before the work is done.
pub(crate) fn show(bar: &ProgressBar, estimate: &Estimate, message: String) {
    bar.set_position((1000.0 * estimate.share).clamp(0.0, 990.0) as u64);
    bar.set_message(message);
}

/// Does the work. While the bar is visible, it calls `show` several times per second with the time that
/// the work has taken so far.
pub(crate) fn watched<T>(bar: &ProgressBar, show: impl Fn(Duration) + Sync, work: impl FnOnce() -> T) -> T {
    if bar.is_hidden() {
        return work();
    }
    let (working, is_over) = channel::<()>();
    let answer = std::thread::scope(|scope| {
        let show = &show;
        scope.spawn(move || {
            let begin = Instant::now();
            // Nothing is ever sent: the sender is dropped when the work ends, also by a panic.
            while is_over.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                show(begin.elapsed());
            }
        });
        let _working = working;
        work()
    });
    bar.finish_and_clear();
    answer
}
