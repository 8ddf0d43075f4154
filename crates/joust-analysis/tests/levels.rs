//! The moves of levels are those of the players by name. A page has the same list, `web/test/unit`.

use joust_analysis::{Judged, STRONGEST, action};
use joust_core::{Asked, Course, Duel, DuelGame, Game, Record, Seat, Seed};
use joust_mad::Battle;
use joust_players::Spec;
use joust_wargame::Campaign;
use std::fmt::Write as _;

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/levels.tsv");

/// The move of a player by its name.
fn named<G: Judged>(record: &Record, level: u64, seed: u64) -> String {
    let limit = if level == 10 { format!(",nodes={STRONGEST}") } else { String::new() };
    let spec = Spec::read(&format!("engine:{level}{limit}"), G::NAME).unwrap();
    let course = Course::<G>::played(record).unwrap();
    let seat = course.position().to_move();
    let asked = Asked::unstopped(course.now(), seat);
    spec.seat_as::<G>(Seed(seed)).unwrap().act(&asked).unwrap().action.to_string()
}

/// The file lists what the players do here. With `JOUST_WRITE` it is written anew.
#[test]
fn a_level_makes_the_moves_of_the_player_of_its_name() {
    let old = std::fs::read_to_string(PATH).unwrap();
    let mut new = String::new();
    for line in old.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, level, seed, _, course] = fields[..] else {
            writeln!(new, "{line}").unwrap();
            continue;
        };
        let record: Record = format!("[Game \"{game}\"]\n\n{course} *").parse().unwrap();
        let (number, draw) = (level.parse().unwrap(), seed.parse().unwrap());
        let (ours, theirs) = match game {
            "mad" => (action::<Battle>(&record, number, draw), named::<Battle>(&record, number, draw)),
            _ => (action::<Campaign>(&record, number, draw), named::<Campaign>(&record, number, draw)),
        };
        assert_eq!(ours.as_ref(), Ok(&theirs), "{line}");
        writeln!(new, "{game}\t{level}\t{seed}\t{theirs}\t{course}").unwrap();
    }
    if std::env::var_os("JOUST_WRITE").is_some() {
        std::fs::write(PATH, &new).unwrap();
    }
    assert_eq!(new, old);
}

/// A child beats level 0: of ten games of MAD against level 1, level 0 wins hardly any.
#[test]
fn level_0_is_far_weaker_than_level_1() {
    let mut won = 0;
    for seed in 0..10 {
        let weak = if seed % 2 == 0 { Seat::FIRST } else { Seat::SECOND };
        let mut course =
            Course::<Battle>::played(&"[Game \"mad\"]\n[Rules \"app\"]\n\n*".parse().unwrap()).unwrap();
        while course.now().ending().is_none() {
            let level = u64::from(course.now().position().to_move() != weak);
            let text = action::<Battle>(&course.record(&[]), level, seed).unwrap();
            course.repeat(&text).unwrap();
        }
        won += usize::from(course.now().ending().unwrap().winner() == Some(weak));
    }
    assert!(won <= 2, "level 0 wins {won} of 10 games");
}
