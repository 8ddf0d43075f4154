//! Players of the kit as WebAssembly modules: what `joust bot build` makes of them.

use super::{JOUST, clang, data, good_players, is_long, names_without, sources, styles, text};
use joust_core::{Answer, Asked, Course, Fault, FaultKind, Game as _, Player, Referee, Seat};
use joust_madmax::player::{Seated, built_in};
use joust_madmax::{
    Action, Config, Generator, Orders, Origin, ResultWriter, Settings, Skirmish, Source, TEAMS, round_orders,
};
use joust_sandbox::wire::{self, How, PROTOCOL, Said, Shown};
use joust_sandbox::{Audience, FUEL_PER_SECOND, Fuel, KitPlayer, ModuleCode, ModuleHost};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// What a module needs to be built and run.
fn has_wasi() -> bool {
    let found = clang().is_some() && Path::new("/usr/include/wasm32-wasi").exists();
    if !found {
        eprintln!("modules are not tested: clang or the libraries of WASI are not installed");
    }
    found
}

fn build_module(source: &Path) -> PathBuf {
    let name = source.file_stem().unwrap().to_str().unwrap();
    let module = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.wasm"));
    let mut build = Command::new(JOUST);
    let built = build.args(["bot", "build"]).arg(source).arg("-o").arg(&module).output().unwrap();
    assert!(built.status.success(), "{name}: {}", text(&built.stderr));
    module
}

#[test]
fn players_become_modules() {
    if !has_wasi() {
        return;
    }
    // Without threads, processes and signals, which a module does not have.
    let needs = ["thread", "pthread", "fork", "unistd", "signal", "system(", "execl", "mutex"];
    let mut players = sources("styles");
    players.extend(sources("faults"));
    players.retain(|path| {
        let source = text(&std::fs::read(path).unwrap());
        !needs.iter().any(|word| source.contains(word))
    });
    assert!(players.len() > 35, "{}", players.len());
    let step = if is_long() { 1 } else { 9 };
    let mut players: Vec<PathBuf> = players.into_iter().step_by(step).collect();
    // Its comments are in Latin-1.
    players.push(data("players/styles/AIGreeter.cc"));
    std::thread::scope(|scope| {
        for half in players.chunks(players.len().div_ceil(2)) {
            scope.spawn(|| half.iter().for_each(|player| drop(build_module(player))));
        }
    });
}

#[test]
fn a_module_gives_the_orders_of_the_built_in_player() {
    let node = Command::new("node").arg("--version").output();
    if !has_wasi() || node.is_err() {
        eprintln!("modules are not run: node is not installed");
        return;
    }
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/madmax-cpp");
    for name in ["Demo", "Dummy"] {
        let module = build_module(&kit.join(format!("AI{name}.cc")));
        let rounds = 150;
        let settings = Settings { nb_rounds: rounds, ..Settings::default() };
        let seed = 5;
        let game = Skirmish::begin(Config { settings, source: Source::Generator }, seed).unwrap();
        let mut players = [name, "Demo", "Demo", "Null"].map(|name| built_in(name).unwrap());
        let mut messages = vec![wire::init(name, 0, Generator::for_player(seed, 0).state(), game.state())];
        let mut shown = Shown::first(game.state());
        let mut table = Referee::new(Course::new(game));
        let mut next = |game: &Skirmish| {
            let mut message = Vec::new();
            shown.next(&mut message, game.state());
            message
        };
        messages.push(next(table.course()));
        let mut expected = Vec::new();
        let mut watch = |course: &Course<Skirmish>| {
            messages.push(next(course));
            let [orders, ..] = round_orders(&course.actions()[course.actions().len() - TEAMS..]);
            expected.push(orders.to_vec());
        };
        let stop = AtomicBool::new(false);
        let account = joust_match::play(&mut table, &mut players, &|_| None, &mut watch, &stop).unwrap();
        assert_eq!(account.faults, []);
        messages.pop();
        let answers = run_module(&module, &messages);
        assert_eq!(answers.len(), rounds as usize + 1);
        assert_eq!(wire::said(&answers[0]), Some(Said::Hello));
        for (round, (answer, orders)) in answers[1..].iter().zip(expected).enumerate() {
            let Some(Said::Answer { orders: given, .. }) = wire::said(answer) else {
                panic!("round {round}")
            };
            assert_eq!(given, orders, "{name}, round {round}");
        }
    }
    // One that throws says so.
    let module = build_module(&data("players/faults/AICtorThrow.cc"));
    let mut random = Generator::new(1);
    let state =
        Config { settings: Settings::default(), source: Source::Generator }.start(&mut random).unwrap();
    let answers = run_module(&module, &[wire::init("CtorThrow", 0, 1, &state)]);
    let Some(Said::Dead(report)) = wire::said(&answers[0]) else { panic!("{:?}", answers[0]) };
    assert_eq!((report.how, report.text.as_str()), (How::Exception, "std::runtime_error"));
}

/// A module, compiled for all games of these tests.
fn load(source: &Path) -> Arc<ModuleCode> {
    static HOST: OnceLock<ModuleHost> = OnceLock::new();
    let host = HOST.get_or_init(|| ModuleHost::new(None).unwrap());
    Arc::new(host.open(&build_module(source)).unwrap())
}

/// A player without the share of its limit: games without limits have none.
struct Unlimited(KitPlayer);

impl Player<Skirmish> for Unlimited {
    fn get_ready(&mut self, game: &Skirmish, seat: Seat) -> Result<(), Fault> {
        self.0.get_ready(game, seat)
    }

    fn act(&mut self, asked: &Asked<'_, Skirmish>) -> Result<Answer<Action>, Fault> {
        let answer = self.0.act(asked)?;
        let Action::Orders(orders) = &answer.action else { return Ok(answer) };
        let action = Action::Orders(Orders::new(orders.given().to_vec()));
        Ok(Answer { action, ..answer })
    }
}

/// The result of a game of modules.
fn play_modules(
    modules: &[Arc<ModuleCode>; TEAMS],
    names: [&str; TEAMS],
    seed: i32,
) -> (Vec<u8>, Vec<Fault>) {
    let config = Config::read(&std::fs::read_to_string(data("cnf/default.cnf")).unwrap()).unwrap();
    let game = Skirmish::begin(config.clone(), seed).unwrap();
    let fuel = Fuel { turn: 0, bank: 1 << 50, patience: None };
    let mut players = modules
        .each_ref()
        .map(|code| Box::new(Unlimited(code.seat_army(fuel, None, Audience::absent()))) as Seated);
    let mut out = ResultWriter::new(Vec::new(), Origin::Game, seed, &config.settings, &names).unwrap();
    out.state(game.state()).unwrap();
    let mut write = |course: &Course<Skirmish>| {
        out.movements(course.movements()).unwrap();
        out.state(course.state()).unwrap();
    };
    let mut table = Referee::new(Course::new(game));
    let stop = AtomicBool::new(false);
    let account = joust_match::play(&mut table, &mut players, &|_| None, &mut write, &stop).unwrap();
    (out.finish().unwrap(), account.faults)
}

/// Players that are not the same as a module: what they do depends on the library or the compiler.
const OTHERWISE: [&str; 0] = [];

#[test]
fn players_give_the_same_orders_as_programs_and_as_modules() {
    if !has_wasi() {
        return;
    }
    let known = names_without(styles(), &[&["Null"], &OTHERWISE[..]].concat());
    let name = |path: &PathBuf| path.file_stem().unwrap().to_str().unwrap()["AI".len()..].to_owned();
    let players = good_players().into_iter().map(|path| (name(&path), path));
    let mut players: Vec<(String, PathBuf)> = players.filter(|(name, _)| known.contains(name)).collect();
    assert!(players.len() >= 25, "{}", players.len());
    let step = if is_long() { 1 } else { 8 };
    players = players.into_iter().step_by(step).collect();
    let mut different = Vec::new();
    for first in (0..players.len()).step_by(TEAMS) {
        let seed = 100 + first / TEAMS;
        // The last game is filled up with the first players.
        let four = [0, 1, 2, 3].map(|seat| &players[(first + seat) % players.len()]);
        let names: Vec<&str> = four.iter().map(|(name, _)| name.as_str()).collect();
        let config = data("cnf/default.cnf");
        let (_, native) = styles().play(&names.join(" "), &seed.to_string(), config.to_str().unwrap(), &[]);
        let modules: Vec<_> = four.iter().map(|(_, path)| load(path)).collect();
        let names: [&str; TEAMS] = names.try_into().unwrap();
        let (result, faults) = play_modules(&modules.try_into().unwrap(), names, seed as i32);
        if result != native || !faults.is_empty() {
            different.push((names, faults));
        }
    }
    assert!(different.is_empty(), "{different:?}");
}

#[test]
fn players_that_fail_have_named_faults_as_modules() {
    if !has_wasi() {
        return;
    }
    let all = [
        ("Loop", FaultKind::OutOfFuel, "used up its fuel", "in Loop::play()"),
        ("StackOver", FaultKind::Crashed, "used up its stack", ""),
        ("ThrowStr", FaultKind::Crashed, "threw ", ""),
        ("Exit3", FaultKind::Crashed, "called exit(3)", ""),
        ("Alloc1G", FaultKind::OutOfMemory, "", ""),
        ("Exit0", FaultKind::Closed, "called exit(0)", ""),
        ("Segv", FaultKind::Crashed, "", ""),
        ("DivZero", FaultKind::Crashed, "divided by zero", ""),
        ("Abort", FaultKind::Crashed, "aborted", ""),
        ("AssertFail", FaultKind::Crashed, "aborted", ""),
        ("ThrowInt", FaultKind::Crashed, "threw int", ""),
        ("CtorThrow", FaultKind::Crashed, "threw std::runtime_error", ""),
        ("Leak", FaultKind::OutOfMemory, "", ""),
        ("Orders1001", FaultKind::TooManyOrders, "", ""),
        ("CerrFlood", FaultKind::Forbidden, "wrote more than 64 MB", ""),
        ("CoutFlood", FaultKind::Forbidden, "wrote more than 64 MB", ""),
        ("BadFactory", FaultKind::Start, "", ""),
    ];
    let game =
        Skirmish::begin(Config { settings: Settings::default(), source: Source::Generator }, 30).unwrap();
    let mut wrong = Vec::new();
    for (name, kind, detail, place) in all.into_iter().step_by(if is_long() { 1 } else { 4 }) {
        let code = load(&data(&format!("players/faults/AI{name}.cc")));
        let fuel = Fuel { turn: 0, bank: FUEL_PER_SECOND, patience: None };
        let mut player = code.seat_army(fuel, Some(128 << 20), Audience::absent());
        let mut game = game.clone();
        let fault = player.get_ready(&game, Seat::FIRST).err().or_else(|| {
            (0..20).find_map(|_| {
                let fault = player.act(&Asked::unstopped(&game, Seat::FIRST)).err();
                game = after(&game);
                fault
            })
        });
        let is_right = fault.as_ref().is_some_and(|fault| {
            let is_there = place.is_empty() || fault.last_words.iter().any(|word| word == place);
            fault.kind == kind && fault.detail.starts_with(detail) && is_there
        });
        if !is_right {
            wrong.push((name, fault));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A visit of every cell of the largest map, each from the one before it.
const FILLER: &str = r#"#include "Player.hh"
#define PLAYER_NAME Filler
struct PLAYER_NAME : public Player {
  static Player* factory () { return new PLAYER_NAME; }
  int fill (int cells) {
    volatile int own[8] = {cells};
    return cells == 0 ? 0 : 1 + fill(cells - 1) + own[0]%1;
  }
  virtual void play () { if (fill(3600) != 3600) abort(); }
};
RegisterPlayer(PLAYER_NAME);
"#;

#[test]
fn a_flood_fill_by_recursion_has_room_on_the_stack() {
    if !has_wasi() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("AIFiller.cc");
    std::fs::write(&source, FILLER).unwrap();
    let game =
        Skirmish::begin(Config { settings: Settings::default(), source: Source::Generator }, 30).unwrap();
    let fuel = Fuel { turn: 0, bank: FUEL_PER_SECOND, patience: None };
    let mut player = load(&source).seat_army(fuel, Some(64 << 20), Audience::absent());
    player.get_ready(&game, Seat::FIRST).unwrap();
    player.act(&Asked::unstopped(&game, Seat::FIRST)).unwrap();
}

/// The game after a round without orders.
fn after(game: &Skirmish) -> Skirmish {
    let mut game = Course::new(game.clone());
    for seat in game.now().awaits().iter() {
        game.make(seat, &Action::Orders(Orders::new(Vec::new()))).unwrap();
    }
    game.now().clone()
}

fn framed(messages: &[Vec<u8>]) -> Vec<u8> {
    messages
        .iter()
        .flat_map(|message| [&(message.len() as u32).to_le_bytes()[..], message].concat())
        .collect()
}

fn run_module(module: &Path, messages: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let (questions, answers) = (module.with_extension("ask"), module.with_extension("answer"));
    std::fs::write(&questions, framed(messages)).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kit/module.mjs");
    let mut node = Command::new("node");
    let ran =
        node.arg("--no-warnings").arg(script).arg(module).arg(&questions).arg(&answers).output().unwrap();
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    assert_eq!(text(&ran.stdout).trim(), PROTOCOL.to_string());
    let bytes = std::fs::read(&answers).unwrap();
    let mut rest = &bytes[..];
    let mut said = Vec::new();
    while let Some((length, more)) = rest.split_first_chunk::<4>() {
        let (message, more) = more.split_at(u32::from_le_bytes(*length) as usize);
        said.push(message.to_vec());
        rest = more;
    }
    said
}
