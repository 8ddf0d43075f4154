//! `make drill`: workers, dispatcher and `nats-server` are killed twenty times each at random during a
//! tournament, while one worker lies and one hangs. Its journal and its standings are those of an undisturbed run.

use crate::nats::Nats;
use crate::process::{Cup, Process};
use joust_core::mix;
use joust_relay::{About, Hands, Packed, Player, Queue, Shelf, Worker, WorkerSettings, build_of};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How often each is killed.
const TIMES: usize = 20;
/// The longest pause before the next kill, in milliseconds.
const PAUSE: u64 = 2500;

/// Honest at first; then its answers are wrong.
struct Liar(AtomicUsize);

impl Hands for Liar {
    fn work(&self, work: &Packed, shelf: &Shelf, stop: &AtomicBool) -> Option<Vec<u8>> {
        let answer = Player.work(work, shelf, stop)?;
        if self.0.fetch_add(1, Ordering::Relaxed) < 3 {
            return Some(answer);
        }
        let text = String::from_utf8(answer).ok()?;
        Some(text.replacen("\"actions\":\"", "\"actions\":\"0", 1).replacen("1-0", "0-1", 1).into_bytes())
    }
}

/// Proves itself, and then takes longer than anybody waits.
struct Hanging(AtomicUsize);

impl Hands for Hanging {
    fn work(&self, work: &Packed, shelf: &Shelf, stop: &AtomicBool) -> Option<Vec<u8>> {
        if self.0.fetch_add(1, Ordering::Relaxed) == 0 {
            return Player.work(work, shelf, stop);
        }
        for _ in 0..600 {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }
}

/// Starts a worker of the build that is tested in a thread.
fn hire(nats: &Nats, stop: &Arc<AtomicBool>, hands: impl Hands) {
    let mut build = build_of(Path::new(env!("CARGO_BIN_EXE_joust"))).unwrap();
    build.truncate(16);
    let queue = Queue::new(&nats.url(), None).unwrap();
    let settings = WorkerSettings { queue, about: About::new("bad", &build, 1) };
    let (worker, stop) = (Worker::new(settings, hands, |_| ()), Arc::clone(stop));
    std::thread::spawn(move || worker.run(&stop));
}

#[test]
#[ignore = "make drill"]
fn everything_is_killed_at_random() {
    let Some(mut nats) = Nats::start() else { return };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64;
    let seed = std::env::var("JOUST_DRILL_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(now);
    println!("drill: seed {seed}");
    let mut drawn = seed;
    let mut draw = |below: u64| {
        drawn = mix(drawn);
        drawn % below
    };
    let cup = Cup::long(1500);
    let alone = cup.alone();
    let stop = Arc::new(AtomicBool::new(false));
    hire(&nats, &stop, Liar(AtomicUsize::new(0)));
    hire(&nats, &stop, Hanging(AtomicUsize::new(0)));
    let mut workers = [Process::worker(&nats), Process::worker(&nats)];
    let words = ["--check", "0.1"];
    let mut dispatcher = cup.begin(&nats, &words);
    let mut left = [TIMES; 3];
    let (mut liars, mut during) = (0, 0);
    while left.iter().sum::<usize>() > 0 {
        std::thread::sleep(Duration::from_millis(draw(PAUSE)));
        let what = draw(3) as usize;
        if left[what] == 0 {
            continue;
        }
        left[what] -= 1;
        if !dispatcher.is_over() {
            during += 1;
        }
        match what {
            0 => {
                let which = draw(2) as usize;
                let old = std::mem::replace(&mut workers[which], Process::worker(&nats));
                old.kill();
            }
            1 => {
                liars += dispatcher.stderr().matches("is shut out").count();
                dispatcher.end();
                dispatcher = cup.begin(&nats, &words);
            }
            _ => {
                nats.kill();
                if draw(4) == 0 {
                    nats.forget();
                }
                nats.begin();
            }
        }
    }
    let played = dispatcher.wait();
    liars += played.stderr.matches("is shut out").count();
    stop.store(true, Ordering::Relaxed);
    assert!(played.success(), "{}", played.stderr);
    println!(
        "drill: {TIMES} kills each of workers, dispatcher and nats-server, {during} of them during {} games; a liar \
         was shut out {liars} times",
        alone.journal.len() - 1
    );
    assert_eq!(cup.journal(), alone.journal, "seed {seed}");
    assert_eq!(played.stdout, alone.table, "seed {seed}");
    assert!(liars > 0, "the liar was not found");
}
