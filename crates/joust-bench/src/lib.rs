//! Speed figures beside a peer, and instruction counts with limits: `make bench` and `make bench-web`.
//!
//! This library has the workloads that both the timings (`src/main.rs`) and the instruction counts
//! (`benches/instructions.rs`) use. The crate is never shipped.
//!
//! ```
//! let (table, players) = joust_bench::madmax_game("Null", 30);
//! assert_eq!((table.course().state().round(), players.len()), (0, 4));
//! ```

use joust_core::{Course, Referee};
use joust_madmax::player::{Seated, built_in};
use joust_madmax::{Config, Origin, ResultWriter, Settings, Skirmish, Source, TEAMS};
use joust_match::play;
use std::sync::atomic::AtomicBool;

/// A game of Mad Max with the contest's settings and four copies of a player.
pub fn madmax_game(name: &str, seed: i32) -> (Referee<Skirmish>, [Seated; TEAMS]) {
    let config = Config { settings: Settings::default(), source: Source::Generator };
    let game = Skirmish::begin(config, seed).expect("the contest's settings make a map");
    (Referee::new(Course::new(game)), [0; TEAMS].map(|_| built_in(name).expect("a built-in player")))
}

/// Plays a whole game of Mad Max with its result file; gives the size of the file.
pub fn whole_madmax_game(name: &str) -> usize {
    let (mut table, mut players) = madmax_game(name, 30);
    let out = ResultWriter::new(Vec::new(), Origin::Game, 30, &Settings::default(), &[name; TEAMS]);
    let mut out = out.expect("memory takes all");
    out.state(table.course().state()).expect("memory takes all");
    let mut write = |game: &Course<Skirmish>| {
        out.movements(game.movements()).expect("memory takes all");
        out.state(game.state()).expect("memory takes all");
    };
    play(&mut table, &mut players, &|_| None, &mut write, &AtomicBool::new(false));
    out.finish().expect("memory takes all").len()
}
