//! Golden games of the original program, byte for byte: result and error output.

mod brawl;
#[path = "arena/maps.rs"]
mod maps;

use joust_madmax::player::{Player, built_in};
use joust_madmax::{Config, Game, Generator, Origin, ResultWriter};
use maps::configuration;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

const TABLE: &str = include_str!("../../../tests/data/madmax/golden.tsv");

fn make(name: &str) -> Box<dyn Player> {
    if name == "Brawl" { Box::new(brawl::Brawl) } else { built_in(name).unwrap() }
}

/// Plays a game as the original's command line does; gives the result and the error output.
fn play(config: &str, seed: i32, names: &[&str]) -> (Vec<u8>, String) {
    let mut err = format!("info: seed {seed}\ninfo: loading game\n");
    let config = Config::read(config).unwrap();
    let mut random = Generator::new(seed);
    let state = config.start(&mut random).unwrap();
    err.push_str("info: loaded game\n");
    for name in names {
        let _ = writeln!(err, "info: loading player {name}");
    }
    err.push_str("info: players loaded\n");
    let players = [0, 1, 2, 3].map(|seat| (names[seat].to_owned(), make(names[seat])));
    let mut game = Game::new(state, random, seed, players);
    let mut out = ResultWriter::new(Vec::new(), Origin::Game, seed, &config.settings, &game.names()).unwrap();
    out.state(game.state()).unwrap();
    while !game.state().is_over() {
        let round = game.play_round(&mut ()).unwrap();
        out.movements(&round.movements).unwrap();
        out.state(game.state()).unwrap();
    }
    game.tell_end();
    err.push_str(&game.take_log());
    (out.finish().unwrap(), err)
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[test]
fn every_golden_game_comes_out_byte_for_byte() {
    let (mut played, mut skipped) = (0, Vec::new());
    let mut wrong = Vec::new();
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, players, seed, config, result, err] = fields[..] else { panic!("{line}") };
        let Some(config) = configuration(config) else {
            skipped.push(name);
            continue;
        };
        let players: Vec<&str> = players.split(' ').collect();
        let (res, said) = play(&config, seed.parse().unwrap(), &players);
        if (hash(&res).as_str(), hash(said.as_bytes()).as_str()) != (result, err) {
            wrong.push((name, hash(&res) == result, hash(said.as_bytes()) == err));
        }
        played += 1;
    }
    if !skipped.is_empty() {
        println!("skipped, because their maps are not here: {}", skipped.join(", "));
    }
    assert!(wrong.is_empty(), "name, result right, error output right: {wrong:?}");
    assert!(played >= 15, "only {played} games were played");
}

/// The state-0 block of a result, from its first newline to its last.
#[test]
fn the_first_state_of_known_seeds_comes_out() {
    let config = Config::read(&configuration("default.cnf").unwrap()).unwrap();
    let known = [
        (1, "1c957a1d11ffffca", 1_561_609_205),
        (2, "54818f04a7d748f9", 371_570_186),
        (30, "36dbdd251b453d27", 1_766_355_552),
        (2_147_483_647, "804b140820121c0f", 1_995_830_911),
    ];
    for (seed, prefix, after) in known {
        let mut random = Generator::new(seed);
        let state = config.start(&mut random).unwrap();
        assert_eq!(random.state(), after, "seed {seed}");
        let names = ["a", "b", "c", "d"];
        let header = ResultWriter::new(Vec::new(), Origin::Game, seed, &config.settings, &names).unwrap();
        let header = header.finish().unwrap().len();
        let mut out = ResultWriter::new(Vec::new(), Origin::Game, seed, &config.settings, &names).unwrap();
        out.state(&state).unwrap();
        let block = out.finish().unwrap().split_off(header);
        assert!(hash(&block).starts_with(prefix), "seed {seed}: {}", hash(&block));
    }
}
