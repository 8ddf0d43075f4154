//! Players of the kit as WebAssembly modules: what `joust bot build` makes of them.

use super::{JOUST, clang, data, is_long, sources, text};
use joust_core::{Course, Referee};
use joust_madmax::player::built_in;
use joust_madmax::{Config, Generator, Settings, Skirmish, Source, TEAMS, round_orders};
use joust_sandbox::wire::{self, How, Said};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

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
        let mut table = Referee::new(Course::new(game));
        let shown = |game: &Skirmish| {
            let mut message = Vec::new();
            wire::state(&mut message, game.state());
            message
        };
        messages.push(shown(table.course()));
        let mut expected = Vec::new();
        let mut watch = |course: &Course<Skirmish>| {
            messages.push(shown(course));
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
