//! What `joust bot build` makes of the kits.

use super::{JOUST, Kit, cpp, javascript, rust, text};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;

/// Whether modules of C++ and C can be built; otherwise a line says that they are not tested.
pub(crate) fn has_clang() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| {
        let is_there = |name: &&str| Command::new(name).arg("--version").output().is_ok();
        let found =
            ["clang++-19", "clang++"].iter().any(is_there) && Path::new("/usr/include/wasm32-wasi").exists();
        if !found {
            eprintln!(
                "modules of C++ and C are not tested: clang or the libraries of WASI are not installed"
            );
        }
        found
    })
}

/// Whether modules of Rust can be built; otherwise a line says that they are not tested.
pub(crate) fn has_target() -> bool {
    let asked =
        Command::new("rustc").args(["--print", "target-libdir", "--target", "wasm32-wasip1"]).output();
    let found = asked.is_ok_and(|asked| Path::new(text(&asked.stdout).trim()).is_dir());
    if !found {
        eprintln!("modules of Rust are not tested: the target wasm32-wasip1 is not installed");
    }
    found
}

pub(crate) fn build(words: &[&str], source: &Path, module: &Path) -> Output {
    let mut build = Command::new(JOUST);
    build.args(["bot", "build"]).args(words).arg(source).arg("-o").arg(module);
    build.env_remove("CARGO_TARGET_DIR").output().unwrap()
}

/// A module of a source of a kit.
pub(crate) fn module(kit: &Kit, name: &str, words: &[&str], source: &str) -> PathBuf {
    let module = kit.folder.join(format!("{name}.wasm"));
    let built = build(words, &kit.folder.join(source), &module);
    assert!(built.status.success(), "{name}: {}", text(&built.stderr));
    assert_eq!(text(&built.stdout).split(" (").next(), module.to_str());
    assert!(!text(&built.stderr).contains("warning: "), "{name}: {}", text(&built.stderr));
    module
}

/// All modules that can be built here, by what they were built from.
pub(crate) fn modules() -> &'static [(&'static str, PathBuf)] {
    static BUILT: OnceLock<Vec<(&str, PathBuf)>> = OnceLock::new();
    BUILT.get_or_init(|| {
        let mut all = Vec::new();
        if Command::new("node").arg("--version").output().is_err() {
            eprintln!("modules are not tested: node is not installed");
            return all;
        }
        if let Some(kit) = cpp().filter(|_| has_clang()) {
            all.push(("a folder of C++", module(kit, "folder", &[], ".")));
            all.push(("C", module(kit, "c", &[], "c/bot.c")));
            all.push(("a confined folder of C++", module(kit, "confined", &["--confined"], ".")));
            all.push(("confined C", module(kit, "confined-c", &["--confined"], "c/bot.c")));
        }
        if let Some(kit) = javascript() {
            all.push(("JavaScript as a module", module(kit, "javascript", &[], ".")));
        }
        if let Some(kit) = rust().filter(|_| has_target()) {
            all.push(("Rust", module(kit, "rust", &[], ".")));
            all.push(("confined Rust", module(kit, "confined-rust", &["--confined"], ".")));
        }
        all
    })
}

/// A way to run a module.
pub(crate) fn program(module: &Path) -> Command {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kits/module.mjs");
    let mut node = Command::new("node");
    node.arg("--no-warnings").arg(script).arg(module);
    node
}

#[test]
fn a_confined_build_makes_the_module_of_a_free_one() {
    let modules = modules();
    let bytes = |name: &str| {
        let (_, path) = modules.iter().find(|(known, _)| *known == name)?;
        Some(std::fs::read(path).unwrap())
    };
    assert!(bytes("C") == bytes("confined C"));
    assert!(bytes("a folder of C++") == bytes("a confined folder of C++"));
}

#[test]
fn a_bot_in_python_is_told_to_run_as_a_process() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("bot.py");
    std::fs::write(&source, "").unwrap();
    let built = build(&[], &source, &folder.path().join("no.wasm"));
    assert_eq!(built.status.code(), Some(2));
    assert!(text(&built.stderr).contains("cmd:python3 bot.py"), "{}", text(&built.stderr));
}

/// Keeps all processors busy with more threads than they have until it is dropped.
struct Load(Arc<AtomicBool>, Vec<JoinHandle<()>>);

impl Load {
    fn begin() -> Load {
        let stop = Arc::new(AtomicBool::new(false));
        let spin = |stop: Arc<AtomicBool>| {
            move || {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            }
        };
        let threads = 2 * std::thread::available_parallelism().map_or(2, usize::from);
        let busy = (0..threads).map(|_| std::thread::spawn(spin(Arc::clone(&stop)))).collect();
        Load(stop, busy)
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
        for thread in self.1.drain(..) {
            let _ = thread.join();
        }
    }
}

#[test]
fn a_match_of_modules_has_one_record_on_a_quiet_and_on_a_busy_machine() {
    let Some([first, second]) = modules().get(..2).and_then(|two| <&[_; 2]>::try_from(two).ok()) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let record = |game: &str, players: &[&Path]| {
        let path = folder.path().join("match.jsonl");
        let _ = std::fs::remove_file(&path);
        let mut command = Command::new(JOUST);
        command.args(["match", game]).args(players).args(["--games", "2", "--quiet", "--record"]).arg(&path);
        let played = command.output().unwrap();
        assert!(played.status.success(), "{}", text(&played.stderr));
        // Games are stored in the order in which they end.
        let mut lines: Vec<String> =
            std::fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    let duel = [first.1.as_path(), second.1.as_path()];
    let four = [duel[0], duel[1], duel[0], duel[1]];
    for (game, players) in [("mad", &duel[..]), ("wargame", &duel[..]), ("madmax", &four[..])] {
        let alone = record(game, players);
        assert!(alone[1].contains("\"fuel\""), "{alone:?}");
        for _ in 1..10 {
            assert!(record(game, players) == alone, "{game}: another record on a quiet machine");
        }
        let _load = Load::begin();
        for _ in 0..10 {
            assert!(record(game, players) == alone, "{game}: another record on a busy machine");
        }
    }
}
