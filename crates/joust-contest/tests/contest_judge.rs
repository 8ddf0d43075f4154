//! The judge: real bots in JavaScript, good and hostile, get a verdict with its reason; two runs agree.

use joust_contest::{Contest, Handed, Judge, Judged, News, Stage};
use joust_match::{Here, Programs, Recorded};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// A War Game on a tiny board, with little fuel, so that endless loops end soon.
const CONTEST: &str = "name = \"Spring\"\ngame = \"wargame\"\nboards = [\"Keren:4x4\"]\n\
                       [limits]\nfuel = 200_000_000\nbank = 300_000_000\n\
                       [qualification]\nagainst = \"random\"\nseeds = [1, 2, 3, 4, 5]\nwins = 2\n";

/// A greedy bot in one file.
const GREEDY: &str = include_str!("../../../tests/data/bots/greedy.js");

fn judged(text: &str, handed: &Handed<'_>, tell: &mut dyn FnMut(News<'_>)) -> Judged {
    let contest = Contest::read(text).unwrap();
    let (begun, stop) = (Instant::now(), AtomicBool::new(false));
    let judge = Judge {
        contest: &contest,
        taken: &["Furiosa".to_owned()],
        programs: &Programs::default,
        games: &Here,
        now: &|| begun.elapsed(),
        stop: &stop,
    };
    judge.judge(handed, tell).unwrap().unwrap()
}

fn js(text: &str) -> Judged {
    let handed = Handed { file: "bot.js", bytes: text.as_bytes(), player: Some("Ada") };
    judged(CONTEST, &handed, &mut |_| ())
}

#[test]
fn a_good_bot_passes_all_steps_and_two_runs_agree() {
    let mut news = Vec::new();
    let handed = Handed { file: "bot.js", bytes: GREEDY.as_bytes(), player: Some("Ada") };
    let report = judged(CONTEST, &handed, &mut |one| {
        news.push(match one {
            News::Begun(stage) => format!("{} begins", stage.name()),
            News::Game { stage, played, .. } => format!("{} {played}", stage.name()),
            News::Done(step) => format!("{} {}", step.stage.name(), step.passed),
        });
    });
    assert!(report.passed(), "{:#?}", report.steps);
    let stages: Vec<Stage> = report.steps.iter().map(|step| step.stage).collect();
    assert_eq!(stages, Stage::ALL);
    assert_eq!(news[..4], ["received begins", "received true", "source checks begins", "source checks true"]);
    assert!(news.contains(&"check 3".to_owned()) && news.last().unwrap() == "qualification true", "{news:?}");
    // The games that were needed, with all that the author may see.
    assert_eq!(report.wins(), 2);
    let game = &report.games[0];
    assert!(game.private.output.starts_with("secret thought"), "{:?}", game.private.output);
    assert!(!game.private.fuel.is_empty() && game.private.fuel_share.unwrap() < 1.0, "{:?}", game.private);
    assert!(game.shown.faults.is_empty() && game.shown.board == "Keren:4x4");
    let Recorded::Duel(_, session) = Recorded::read(game.record.clone(), 1 << 20).unwrap() else { panic!() };
    assert_eq!(session.outcome().unwrap().to_string(), game.shown.result.clone().unwrap());
    // The document is stored, and says the same when it is read.
    let text = serde_json::to_string(&report).unwrap();
    let read: Judged = serde_json::from_str(&text).unwrap();
    assert_eq!(Judged { module: report.module.clone(), ..read }, report);
    assert_eq!(js(GREEDY).without_times(), report.without_times());
    assert_eq!(report.module_sha256.as_deref().map(str::len), Some(64));
    // The module is a submission, too, and plays the same games.
    let module = Handed { file: "Ada.wasm", bytes: &report.module, player: None };
    let again = judged(CONTEST, &module, &mut |_| ());
    assert_eq!(again.games, report.games);
}

#[test]
fn hostile_bots_end_with_their_named_reason() {
    let bot = |body: &str| {
        format!(
            "import {{ Action, Bot, run }} from './joust/index.js';\nlet turns = 0;\n\
             class B extends Bot {{ act(turn) {{ turns += 1; {body}; return new Action(turn.moves[0], {{}}); }} }}\n\
             run(() => new B());\n"
        )
    };
    for (text, stage, words) in [
        ("throw new Error('no'); run();".to_owned(), Stage::Check, "crashed"),
        (bot("while (turns > 2) {}"), Stage::Check, "used up its fuel"),
        (bot("return new Action('Z99', {})"), Stage::Check, "(illegal action)"),
        (
            bot("const all = []; while (true) all.push(new Array(100000).fill(turns))"),
            Stage::Check,
            "(out of",
        ),
        ("import '../../secret.js';\nrun();".to_owned(), Stage::Sources, "breaks a rule"),
        ("export class B {}".to_owned(), Stage::Sources, "breaks a rule"),
    ] {
        let report = js(&text);
        let failed = report.failed().unwrap_or_else(|| panic!("{text}: {:#?}", report.steps));
        assert_eq!(failed.stage, stage, "{text}: {failed:#?}");
        assert!(failed.verdict.contains(words), "{text}: {failed:#?}");
        assert!(!report.passed());
        // No path of the machine is shown.
        let told = serde_json::to_string(&report).unwrap();
        assert!(!told.contains("/files/") && !told.contains("joust-judge"), "{told}");
    }
    for (bytes, words) in [
        (&b"\0asm\x01\0\0\0"[..], "does not export a function `joust_room"),
        (b"\0asm and garbage", "not a WebAssembly module"),
    ] {
        let report = judged(CONTEST, &Handed { file: "ada.wasm", bytes, player: None }, &mut |_| ());
        let failed = report.failed().unwrap();
        assert!(failed.stage == Stage::Build && failed.verdict.contains(words), "{failed:?}");
    }
}

#[test]
fn a_stopped_judge_gives_no_verdict() {
    let contest = Contest::read(CONTEST).unwrap();
    let stop = AtomicBool::new(false);
    let judge = Judge {
        contest: &contest,
        taken: &[],
        programs: &Programs::default,
        games: &Here,
        now: &|| std::time::Duration::ZERO,
        stop: &stop,
    };
    let handed = Handed { file: "bot.js", bytes: GREEDY.as_bytes(), player: Some("Ada") };
    let report = judge.judge(&handed, &mut |news| {
        if matches!(news, News::Begun(Stage::Check)) {
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    });
    assert!(report.unwrap().is_none());
}
