//! Checkpoints: a solve that was killed at any moment can be resumed.

use joust_core::{Seed, below};
use joust_solve::wargame::{CheckOptions, LogError, Options, check, solve};
use joust_wargame::{Board, Position, Rules};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

const BOARD: &str = "random:6x3:7";

fn start() -> Position {
    Position::start(Board::named(BOARD).unwrap(), Rules::default())
}

/// A position too large to be solved during a test.
fn large() -> Position {
    Position::start(Board::named("random:6x6:7").unwrap(), Rules::default())
}

fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

fn options(path: &PathBuf) -> Options<'_> {
    Options { threads: 1, table_bytes: 1 << 24, checkpoint: Some(path), ..Options::default() }
}

/// The child of the test below: solves until it is killed.
#[test]
#[ignore = "only as the child of another test"]
fn child() {
    let Some(path) = std::env::var_os("JOUST_CHECKPOINT") else { return };
    let position = if std::env::var_os("JOUST_LARGE").is_some() { large() } else { start() };
    solve(&position, &options(&PathBuf::from(path))).unwrap();
}

#[test]
fn a_killed_solve_can_be_resumed() {
    let path = file("killed");
    let plain = solve(&start(), &Options { checkpoint: None, ..options(&path) }).unwrap();
    let mut rng = Seed(5).rng();
    // A few times, each at most half of the time of a whole solve.
    let most = plain.time.as_millis() as usize / 2 + 1;
    for _ in 0..5 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child", "--ignored"])
            .env("JOUST_CHECKPOINT", &path)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis((20 + most / 4 + below(&mut rng, most)) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let last = solve(&start(), &options(&path)).unwrap();
    assert_eq!(last.value, plain.value);
    assert_eq!(last.line.len(), 18);
    assert!(last.resumed > 0);
    assert!(last.nodes < plain.nodes, "{} nodes instead of {}", last.nodes, plain.nodes);
    let check_options =
        CheckOptions { samples: 3, seed: Seed(1), threads: 1, table_bytes: 1 << 22, stop: None };
    let report = check(&path, &check_options).unwrap();
    assert!(report.is_good(), "{report:?}");
    assert_eq!(report.result.map(|result| (result.lower, result.upper)), plain.value.map(|v| (v, v)));
    assert_eq!(report.follows, Some(true));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_torn_tail_is_ignored_and_a_false_record_is_found() {
    let path = file("torn");
    let value = solve(&start(), &options(&path)).unwrap().value;
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..text.len() * 2 / 3]).unwrap();
    let again = solve(&start(), &options(&path)).unwrap();
    assert_eq!(again.value, value);
    assert!(again.resumed > 0);
    assert_eq!(again.passed_over, 1);
    let broken = std::fs::read_to_string(&path).unwrap().replacen("node ", "node 1", 1);
    std::fs::write(&path, broken).unwrap();
    let check_options =
        CheckOptions { samples: 1, seed: Seed(1), threads: 1, table_bytes: 1 << 22, stop: None };
    assert_eq!(check(&path, &check_options).unwrap().damaged, 1);
    assert_eq!(solve(&start(), &options(&path)).unwrap().passed_over, 1);
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn lines_that_a_user_has_appended_stay() {
    let path = file("appended");
    let small = Position::start(Board::named("small").unwrap(), Rules::default());
    let value = solve(&small, &options(&path)).unwrap().value;
    let whole = std::fs::read_to_string(&path).unwrap();
    let head = whole.lines().next().unwrap();
    let foreign = [
        format!("{whole}notes of my own"),
        format!("{whole}node B2 looks best to me"),
        format!("{whole}results: see the report"),
        format!("{whole}nodes"),
        format!("{whole}\0\0\0"),
        format!("{whole} "),
        // The first line, torn, with other text after it.
        format!("{head} "),
    ];
    for text in foreign {
        std::fs::write(&path, &text).unwrap();
        let refused = solve(&small, &options(&path));
        assert!(matches!(refused, Err(LogError::ForeignEnd)), "{text:?}: {refused:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "a refused file is left alone");
    }
    // A whole line is skipped, and stays.
    let noted = format!("{whole}notes of my own\n");
    std::fs::write(&path, &noted).unwrap();
    assert_eq!(solve(&small, &options(&path)).unwrap().value, value);
    assert!(std::fs::read_to_string(&path).unwrap().starts_with(&noted));
    // A torn line of our own is cut off, wherever it was torn.
    let last = whole.trim_end().rfind('\n').unwrap() + 1;
    for end in last..whole.len() {
        std::fs::write(&path, &whole[..end]).unwrap();
        assert_eq!(solve(&small, &options(&path)).unwrap().value, value, "{:?}", &whole[last..end]);
        let lines = std::fs::read_to_string(&path).unwrap();
        assert!(lines.starts_with(&whole[..last]) && lines.ends_with('\n'), "{lines}");
    }
    std::fs::remove_file(&path).unwrap();
}

/// The second solve is refused before it has changed a byte.
#[test]
fn a_checkpoint_has_one_solve_at_a_time() {
    let path = file("busy");
    let child = |path: &PathBuf| {
        Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child", "--ignored"])
            .env("JOUST_CHECKPOINT", path)
            .env("JOUST_LARGE", "1")
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    };
    let mut first = child(&path);
    let until = std::time::Instant::now() + Duration::from_mins(1);
    while std::fs::metadata(&path).map_or(0, |data| data.len()) == 0 {
        assert!(std::time::Instant::now() < until, "the first solve writes nothing");
        std::thread::sleep(Duration::from_millis(5));
    }
    let refused = solve(&large(), &options(&path));
    assert!(matches!(refused, Err(LogError::Busy)), "{refused:?}");
    assert!(first.try_wait().unwrap().is_none(), "the first solve was over too soon to be in the way");
    // The lock of a killed solve is gone.
    first.kill().unwrap();
    first.wait().unwrap();
    let stop = std::sync::atomic::AtomicBool::new(true);
    let next = solve(&large(), &Options { stop: Some(&stop), ..options(&path) }).unwrap();
    assert!(!next.proven);
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn another_problem_is_refused() {
    let path = file("other");
    let small = Position::start(Board::named("small").unwrap(), Rules::default());
    solve(&small, &options(&path)).unwrap();
    let text = std::fs::read(&path).unwrap();
    assert!(matches!(solve(&start(), &options(&path)), Err(LogError::OtherProblem { .. })));
    assert_eq!(std::fs::read(&path).unwrap(), text, "a refused file is left alone");
    std::fs::write(&path, "a letter to somebody\n").unwrap();
    assert!(matches!(solve(&small, &options(&path)), Err(LogError::NotALog)));
    assert_eq!(std::fs::read(&path).unwrap(), b"a letter to somebody\n");
    std::fs::remove_file(&path).unwrap();
}
