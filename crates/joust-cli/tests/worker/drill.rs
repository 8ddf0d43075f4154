//! `make drill`: workers, dispatcher and `nats-server` are killed twenty times each at random during a
//! tournament, while one worker lies and one hangs. Its journal and its standings are those of an undisturbed run.

use crate::hands::{Hanging, Hired, Liar, about};
use crate::nats::Nats;
use crate::process::{Cup, Process};
use joust_core::mix;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// How often each is killed.
const TIMES: usize = 20;
/// The longest pause before the next kill, in milliseconds.
const PAUSE: u64 = 2500;

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
    let cup = Cup::longer(600);
    let alone = cup.alone();
    let _liar = Hired::new(&nats, about("liar"), Liar::after(2));
    let _hanging = Hired::new(&nats, about("hanging"), Hanging::default());
    let mut workers = [Process::worker(&nats), Process::worker(&nats)];
    let words = ["--check", "0.1", "--longest", "20"];
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
