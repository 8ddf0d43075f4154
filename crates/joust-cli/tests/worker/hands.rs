//! Workers that do not do what they must, in threads of the tests. They are of the build that is tested, so they are
//! admitted.

use crate::nats::Nats;
use joust_relay::{
    About, Answer, Hands, Packed, Player, Queue, Shelf, Worker, WorkerSettings, WorkerTalk, build_of,
};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The build that is tested, as `joust` says it.
static BUILD: LazyLock<String> = LazyLock::new(|| {
    let mut build = build_of(Path::new(env!("CARGO_BIN_EXE_joust"))).unwrap();
    build.truncate(16);
    build
});

/// What a worker of the build that is tested says of itself.
pub(crate) fn about(name: &str) -> About {
    About::new(name, &BUILD, 1)
}

/// Honest in its probe and its first games; then its answers are wrong.
pub(crate) struct Liar {
    honest: usize,
    count: AtomicUsize,
}

impl Liar {
    /// A worker that lies after this many honest games.
    pub(crate) fn after(games: usize) -> Liar {
        Liar { honest: games + 1, count: AtomicUsize::new(0) }
    }
}

impl Hands for Liar {
    fn work(&self, work: &Packed, shelf: &Shelf, stop: &AtomicBool) -> Option<Vec<u8>> {
        let answer = Player.work(work, shelf, stop)?;
        if self.count.fetch_add(1, Ordering::Relaxed) < self.honest {
            return Some(answer);
        }
        // The lie can be read, and would be believed: a move less, and another record or none.
        let Ok(Answer::Played { mut played, actions, fuel, output, .. }) = Answer::read(&answer) else {
            return Some(answer);
        };
        played.actions.pop();
        Some(Answer::Played { played, actions, fuel, record: None, output }.bytes())
    }
}

/// Proves itself, and then never ends a game. A copy knows how much it has begun.
#[derive(Clone, Default)]
pub(crate) struct Hanging(Arc<AtomicUsize>);

impl Hanging {
    /// Waits until it has begun a game.
    pub(crate) fn wait_for_game(&self) {
        let start = Instant::now();
        while self.0.load(Ordering::Relaxed) < 2 {
            assert!(start.elapsed() < Duration::from_mins(1), "it has got no game");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Hands for Hanging {
    fn work(&self, work: &Packed, shelf: &Shelf, stop: &AtomicBool) -> Option<Vec<u8>> {
        if self.0.fetch_add(1, Ordering::Relaxed) == 0 {
            return Player.work(work, shelf, stop);
        }
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }
}

/// A worker in a thread; it stops when this is dropped.
pub(crate) struct Hired {
    stop: Arc<AtomicBool>,
    talk: Arc<Mutex<Vec<WorkerTalk>>>,
    thread: Option<JoinHandle<()>>,
}

impl Hired {
    pub(crate) fn new(nats: &Nats, about: About, hands: impl Hands) -> Hired {
        let (stop, talk) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(Vec::new())));
        let settings = WorkerSettings { queue: Queue::new(&nats.url(), None).unwrap(), about };
        let (told, flag) = (Arc::clone(&talk), Arc::clone(&stop));
        let worker = Worker::new(settings, hands, move |talk| told.lock().unwrap().push(talk));
        let thread = std::thread::spawn(move || worker.run(&flag).unwrap());
        Hired { stop, talk, thread: Some(thread) }
    }

    /// Waits until it has talked of something like this.
    pub(crate) fn wait_for(&self, what: impl Fn(&WorkerTalk) -> bool) {
        self.wait_for_many(1, what);
    }

    /// Waits until it has talked of something like this so many times.
    pub(crate) fn wait_for_many(&self, times: usize, what: impl Fn(&WorkerTalk) -> bool) {
        let start = Instant::now();
        while self.talk.lock().unwrap().iter().filter(|talk| what(talk)).count() < times {
            assert!(start.elapsed() < Duration::from_mins(1), "{:?}", self.talk);
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Hired {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
