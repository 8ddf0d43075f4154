//! `make drill`: workers, dispatcher and `nats-server` are killed twenty times each at random during a
//! tournament, while one worker lies and one hangs. Its journal and its standings are those of an undisturbed run.

use crate::hands::{Hanging, Hired, Liar, about};
use crate::nats::Nats;
use crate::process::{Cup, Process};
use joust_core::mix;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How often each is killed.
const TIMES: usize = 20;
/// The games of the tournament.
const GAMES: u64 = 400;
/// The longest pause before a kill, in milliseconds, beside the games that are waited for.
const PAUSE: u64 = 300;
/// A drill in which nothing happens for this long has failed.
const PATIENCE: Duration = Duration::from_mins(5);
/// The options of the dispatcher.
const WORDS: [&str; 4] = ["--check", "0.1", "--longest", "3"];

/// The dispatcher of a drill, and workers that are no use.
struct Site {
    cup: Cup,
    dispatcher: Process,
    hanging: Hired,
    /// How often a liar was shut out by the dispatchers before this one.
    shut_out: usize,
}

impl Site {
    fn open(nats: &Nats) -> Site {
        let cup = Cup::long(GAMES as usize);
        let dispatcher = cup.begin(nats, &WORDS);
        let hanging = Hired::new(nats, about("hanging"), Hanging::default());
        Site { cup, dispatcher, hanging, shut_out: 0 }
    }

    /// Kills the dispatcher, if it has not ended, and continues the tournament.
    fn restart(&mut self, nats: &Nats) {
        self.shut_out += self.dispatcher.stderr().matches("is shut out").count();
        self.dispatcher.end();
        self.dispatcher = self.cup.begin(nats, &WORDS);
        self.hanging = Hired::new(nats, about("hanging"), Hanging::default());
    }

    fn games(&self) -> u64 {
        self.cup.journal().len().saturating_sub(1) as u64
    }

    /// Waits until there are this many games. A dispatcher that began while there was no queue is started again.
    fn wait_for(&mut self, games: u64, nats: &Nats) {
        let start = Instant::now();
        while self.games() < games {
            assert!(start.elapsed() < PATIENCE, "{} games: {}", self.games(), self.dispatcher.stderr());
            if self.dispatcher.is_over() {
                self.restart(nats);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
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
    let begun = Instant::now();
    let _liar = Hired::new(&nats, about("liar"), Liar::after(2));
    let mut workers = [Process::worker(&nats), Process::worker(&nats)];
    let mut site = Site::open(&nats);
    let alone = site.cup.alone();
    let mut kills: Vec<usize> = (0..3 * TIMES).map(|kill| kill % 3).collect();
    while !kills.is_empty() {
        let what = kills.swap_remove(draw(kills.len() as u64) as usize);
        // The games that are left are spread over the kills that are left, so all kills fall into the tournament. A
        // kill may hit what has not recovered from the last one.
        let (there, left) = (site.games(), kills.len() as u64 + 1);
        let most = 2 * GAMES.saturating_sub(there) / (left + 1);
        site.wait_for((there + draw(most + 1)).min(GAMES - 1), &nats);
        std::thread::sleep(Duration::from_millis(draw(PAUSE)));
        match what {
            0 => {
                let which = draw(2) as usize;
                let old = std::mem::replace(&mut workers[which], Process::worker(&nats));
                old.kill();
            }
            1 => site.restart(&nats),
            _ => {
                nats.kill();
                if draw(4) == 0 {
                    nats.forget();
                }
                nats.begin();
            }
        }
    }
    site.wait_for(GAMES, &nats);
    let there = site.games();
    let Site { cup, dispatcher, shut_out, .. } = site;
    let played = dispatcher.wait();
    assert!(played.success(), "{}", played.stderr);
    let shut_out = shut_out + played.stderr.matches("is shut out").count();
    println!(
        "drill: {TIMES} kills each of workers, dispatcher and nats-server during {there} games, in {:.0?}; a liar was \
         shut out {shut_out} times",
        begun.elapsed()
    );
    assert_eq!(cup.journal(), alone.journal, "seed {seed}");
    assert_eq!(played.stdout, alone.table, "seed {seed}");
    assert!(shut_out > 0, "the liar was not found");
}
