//! Work on several threads whose results are taken in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Pieces of work with consecutive numbers.
pub(crate) struct InOrder<'a> {
    /// The first number, and the first that is not worked on.
    pub(crate) numbers: std::ops::Range<usize>,
    /// The number of threads.
    pub(crate) threads: usize,
    /// Stops the work when it becomes true.
    pub(crate) stop: &'a AtomicBool,
}

/// How far the work has come.
struct Stand {
    /// The next number to work on.
    next: usize,
    /// The next number to be taken.
    taken: usize,
    over: bool,
}

impl InOrder<'_> {
    /// Calls `work` with each number, and `take` with the results in the order of their numbers, as many at a
    /// time as there are. `work` gives `None` when it was stopped; `take` breaks when the results are enough.
    /// No thread runs far ahead of a slow piece of work, so that memory is bounded and little is lost when the
    /// program is killed.
    pub(crate) fn run<T: Send, E: Send>(
        &self,
        work: &(dyn Fn(usize) -> Result<Option<T>, E> + Sync),
        take: &mut dyn FnMut(Vec<T>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let threads = self.threads.max(1);
        let ahead = 4 * threads;
        let first = self.numbers.start;
        let (stand, moved) = (Mutex::new(Stand { next: first, taken: first, over: false }), Condvar::new());
        let lock = || stand.lock().unwrap_or_else(PoisonError::into_inner);
        let next_number = || {
            let far = |stand: &mut Stand| !stand.over && stand.next >= stand.taken + ahead;
            let mut stand: MutexGuard<'_, Stand> =
                moved.wait_while(lock(), far).unwrap_or_else(PoisonError::into_inner);
            let number = stand.next;
            stand.next += 1;
            let ended = stand.over || self.stop.load(Ordering::Relaxed);
            (!ended && number < self.numbers.end).then_some(number)
        };
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            for _ in 0..threads {
                let (sender, next_number) = (sender.clone(), &next_number);
                scope.spawn(move || {
                    while let Some(number) = next_number() {
                        if sender.send((number, work(number))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut taken = first;
            let end = || {
                lock().over = true;
                moved.notify_all();
            };
            while let Ok(done) = receiver.recv() {
                for (number, result) in std::iter::once(done).chain(receiver.try_iter()) {
                    match result {
                        Ok(Some(result)) => drop(waiting.insert(number, result)),
                        Ok(None) => end(),
                        Err(why) => {
                            end();
                            return Err(why);
                        }
                    }
                }
                let mut batch = Vec::new();
                while let Some(result) = waiting.remove(&taken) {
                    batch.push(result);
                    taken += 1;
                }
                if batch.is_empty() {
                    continue;
                }
                match take(batch) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => {
                        end();
                        return Ok(());
                    }
                    Err(why) => {
                        end();
                        return Err(why);
                    }
                }
                lock().taken = taken;
                moved.notify_all();
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::time::Duration;

    #[test]
    fn results_are_taken_in_order_and_nobody_runs_far_ahead() {
        for threads in [1, 2, 5] {
            let (stop, most) = (AtomicBool::new(false), AtomicUsize::new(0));
            let (mut list, taken) = (Vec::new(), AtomicUsize::new(3));
            let order = InOrder { numbers: 3..60, threads, stop: &stop };
            let work = |number: usize| {
                most.fetch_max(number - taken.load(Ordering::SeqCst), Ordering::SeqCst);
                // Every tenth takes long.
                std::thread::sleep(Duration::from_millis(if number.is_multiple_of(10) { 20 } else { 0 }));
                Ok::<_, ()>(Some(number))
            };
            let done = order.run(&work, &mut |batch| {
                list.extend(batch);
                taken.store(3 + list.len(), Ordering::SeqCst);
                Ok(ControlFlow::Continue(()))
            });
            assert_eq!((done, list), (Ok(()), (3..60).collect::<Vec<_>>()));
            assert!(most.into_inner() <= 4 * threads);
        }
    }

    #[test]
    fn enough_is_enough_and_an_error_ends_the_work() {
        let stop = AtomicBool::new(false);
        let order = InOrder { numbers: 0..usize::MAX, threads: 3, stop: &stop };
        let mut list = Vec::new();
        let done = order.run(&|number| Ok::<_, &str>(Some(number)), &mut |batch: Vec<usize>| {
            list.extend(batch);
            Ok(if list.len() >= 7 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        assert_eq!(done, Ok(()));
        assert!(list.len() >= 7 && list.is_sorted());
        let broken = order
            .run(&|number| if number == 5 { Err("five") } else { Ok(Some(number)) }, &mut |_| {
                Ok(ControlFlow::Continue(()))
            });
        assert_eq!(broken, Err("five"));
        let full = order.run(&|number| Ok(Some(number)), &mut |_| Err("full"));
        assert_eq!(full, Err("full"));
    }

    #[test]
    fn stopped_work_has_what_came_before_the_first_gap() {
        let stop = AtomicBool::new(false);
        let mut list = Vec::new();
        let work = |number: usize| {
            stop.fetch_or(number == 9, Ordering::Relaxed);
            Ok::<_, ()>((number < 9).then_some(number))
        };
        let order = InOrder { numbers: 0..100, threads: 2, stop: &stop };
        order
            .run(&work, &mut |batch| {
                list.extend(batch);
                Ok(ControlFlow::Continue(()))
            })
            .unwrap();
        assert_eq!(list, (0..9).collect::<Vec<_>>());
    }
}
