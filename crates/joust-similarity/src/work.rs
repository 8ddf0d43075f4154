//! Work on several threads. The answers come in the order of the questions, whatever the number of threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Does `work` for every item, on as many threads; each thread has a bench of its own. Nothing if it was stopped.
pub(crate) fn spread<T: Sync, B, R: Send>(
    items: &[T],
    threads: usize,
    stop: &AtomicBool,
    bench: impl Fn() -> B + Sync,
    work: impl Fn(&mut B, usize, &T) -> R + Sync,
) -> Option<Vec<R>> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::default();
    let run = || {
        let (mut bench, mut own) = (bench(), Vec::new());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(number).filter(|_| !stop.load(Ordering::Relaxed)) else { break };
            own.push((number, work(&mut bench, number, item)));
        }
        if let Ok(mut done) = done.lock() {
            done.extend(own);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(items.len()).max(1) {
            scope.spawn(run);
        }
        run();
    });
    let mut done = done.into_inner().ok()?;
    done.sort_unstable_by_key(|(number, _)| *number);
    (done.len() == items.len()).then(|| done.into_iter().map(|(_, answer)| answer).collect())
}
