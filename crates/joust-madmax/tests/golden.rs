//! Golden games of the original program, byte for byte: result and error output.

mod brawl;
#[path = "arena/maps.rs"]
mod maps;

use joust_core::{Asked, Course, Game, Referee};
use joust_madmax::player::{BUILT_IN, Listener, Seated};
use joust_madmax::{Config, Generator, Origin, ResultWriter, Skirmish};
use maps::configuration;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

const TABLE: &str = include_str!("../../../tests/data/madmax/golden.tsv");

fn make(name: &str, cerr: Listener) -> Seated {
    match BUILT_IN.iter().find(|(known, _)| *known == name) {
        Some((_, make)) => make(Some(cerr)),
        None => Box::<brawl::Brawl>::default(),
    }
}

/// Plays a game as the original's command line does; gives the result and the error output.
fn play(config: &str, seed: i32, names: &[&str]) -> (Vec<u8>, String) {
    let mut err = format!("info: seed {seed}\ninfo: loading game\n");
    let config = Config::read(config).unwrap();
    let game = Skirmish::begin(config.clone(), seed).unwrap();
    err.push_str("info: loaded game\n");
    for name in names {
        let _ = writeln!(err, "info: loading player {name}");
    }
    err.push_str("info: players loaded\n");
    let heard = Arc::new(Mutex::new(err));
    let tell = |text: &str| heard.lock().unwrap().push_str(text);
    let names: [&str; 4] = names.try_into().unwrap();
    let mut players = names.map(|name| {
        let ear = Arc::clone(&heard);
        make(name, Box::new(move |bytes| ear.lock().unwrap().push_str(std::str::from_utf8(bytes).unwrap())))
    });
    let mut out = ResultWriter::new(Vec::new(), Origin::Game, seed, &config.settings, &names).unwrap();
    out.state(game.state()).unwrap();
    let mut table = Referee::new(Course::new(game));
    while table.ending().is_none() {
        let game = table.course().now().clone();
        let round = game.state().round();
        tell(&format!("info: start round {round}\n"));
        let mut answers = Vec::new();
        for seat in game.awaits().iter() {
            tell(&format!("info:     start player {}\n", seat.index()));
            let asked = Asked::unstopped(&game, seat);
            answers.push((seat, players[seat.index()].act(&asked).unwrap().action));
            tell(&format!("info:     end player {}\n", seat.index()));
        }
        for (seat, action) in answers {
            let ruling = table.propose(seat, &action, 0).unwrap();
            table.carry_out(ruling);
        }
        tell(table.course().warnings());
        out.movements(table.course().movements()).unwrap();
        out.state(table.course().state()).unwrap();
        tell(&format!("info: end round {round}\n"));
    }
    let game = table.course();
    for (name, score) in names.iter().zip(game.state().total_score()) {
        tell(&format!("info: player {name} got score {score}\n"));
    }
    let winners: Vec<&str> = game.winners().into_iter().map(|seat| names[seat]).collect();
    tell(&format!("info: player(s) {} got top score\ninfo: game played\n", winners.join(" ")));
    let err = std::mem::take(&mut *heard.lock().unwrap());
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
