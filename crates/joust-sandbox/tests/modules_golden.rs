//! Golden games of the original program, with players that are modules: result and error output come out byte
//! for byte. Needs clang with the libraries of WASI.

#[path = "../../joust-madmax/tests/arena/maps.rs"]
mod maps;

use joust_core::{Asked, Course, Game as _, Player as _, Referee};
use joust_madmax::{Action, Config, Orders, Origin, ResultWriter, Skirmish};
use joust_sandbox::{Audience, BadBuild, Build, Fuel, ModuleCode, ModuleHost, Wire};
use maps::configuration;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex};

const TABLE: &str = include_str!("../../../tests/data/madmax/golden.tsv");
/// More than any of these games takes.
const FUEL: Fuel = Fuel { turn: 0, bank: 1 << 40, patience: None };

fn build(host: &ModuleHost, path: &str) -> Option<Arc<ModuleCode>> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    let build = Build { source: &source, standard: None, coloured: false, confined: None };
    match build.run() {
        Ok(module) => Some(Arc::new(host.compile(&module.bytes).unwrap())),
        Err(BadBuild::NoCompiler) => None,
        Err(BadBuild::Refused { errors, .. }) => {
            let errors = String::from_utf8_lossy(&errors);
            assert!(errors.contains("file not found"), "{errors}");
            None
        }
        Err(why) => panic!("{why}"),
    }
}

/// Plays a game as the original's command line does; gives the result and the error output.
fn play(config: &str, seed: i32, names: &[&str; 4], modules: [&Arc<ModuleCode>; 4]) -> (Vec<u8>, String) {
    let mut err = format!("info: seed {seed}\ninfo: loading game\ninfo: loaded game\n");
    let config = Config::read(config).unwrap();
    let game = Skirmish::begin(config.clone(), seed).unwrap();
    for name in names {
        let _ = writeln!(err, "info: loading player {name}");
    }
    err.push_str("info: players loaded\n");
    let heard = Arc::new(Mutex::new(err));
    let tell = |text: &str| heard.lock().unwrap().push_str(text);
    let mut players = modules.map(|module| {
        let ear = Arc::clone(&heard);
        let cerr = Box::new(move |bytes: &[u8]| ear.lock().unwrap().push_str(str::from_utf8(bytes).unwrap()));
        module.seat_army(FUEL, None, Audience { cerr, ..Audience::absent() })
    });
    let mut out = ResultWriter::new(Vec::new(), Origin::Game, seed, &config.settings, names).unwrap();
    out.state(game.state()).unwrap();
    let mut table = Referee::new(Course::new(game));
    while table.ending().is_none() {
        let game = table.course().now().clone();
        let round = game.state().round();
        tell(&format!("info: start round {round}\n"));
        let mut answers = Vec::new();
        for seat in game.awaits().iter() {
            tell(&format!("info:     start player {}\n", seat.index()));
            let answer = players[seat.index()].act(&Asked::unstopped(&game, seat)).unwrap();
            let Action::Orders(orders) = &answer.action else { panic!("{:?}", answer.action) };
            // The original has no limit, so its results have no shares.
            answers.push((seat, Action::Orders(Orders::new(orders.given().to_vec()))));
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
    for player in &mut players {
        player.end();
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
    hex::encode(Sha256::digest(bytes))
}

#[test]
fn golden_games_come_out_byte_for_byte_with_modules() {
    let host = ModuleHost::new(None).unwrap();
    let sources = [
        ("Demo", "kits/madmax-cpp/AIDemo.cc"),
        ("Null", "kits/madmax-cpp/AINull.cc"),
        ("Brawl", "tests/data/madmax/players/AIBrawl.cc"),
    ];
    let built: Option<Vec<_>> =
        sources.iter().map(|(name, path)| Some((*name, build(&host, path)?))).collect();
    let Some(built) = built else {
        eprintln!("modules are not tested: clang or the libraries of WASI are not installed");
        return;
    };
    assert!(built.iter().all(|(_, code)| code.wire() == Wire::MadMax));
    let find = |name: &str| &built.iter().find(|(known, _)| *known == name).unwrap().1;
    let (mut played, mut wrong) = (0, Vec::new());
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, players, seed, config, result, err] = fields[..] else { panic!("{line}") };
        let Some(config) = configuration(config) else { continue };
        let names: Vec<&str> = players.split(' ').collect();
        let names: [&str; 4] = names.try_into().unwrap();
        let (res, said) = play(&config, seed.parse().unwrap(), &names, names.map(find));
        if (hash(&res).as_str(), hash(said.as_bytes()).as_str()) != (result, err) {
            wrong.push((name, hash(&res) == result, hash(said.as_bytes()) == err));
        }
        played += 1;
    }
    assert!(wrong.is_empty(), "name, result right, error output right: {wrong:?}");
    assert!(played >= 15, "only {played} games were played");
}
