//! Players by name, matches with a journal, records and the view, all without the register.

use joust_core::{Course, Duel, DuelGame, Ending, FaultKind, Record, Seed};
use joust_games::{Ask, Registered, any_duel_game};
use joust_match::{DuelLine, DuelMatch, Job, Journal, LineEnd, Openings, PlayerText, Schedule, check};
use joust_match::{Programs, rehearse_duel, run_duel};
use joust_players::analysis::{Analyst, Query};
use joust_players::endgame::EndgameSource;
use joust_search::engine::SearchLimits;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use test_breakthrough::{Board, Breakthrough, Position};

fn job(game: usize, names: [&str; 2]) -> Job {
    let setup = Breakthrough::start(&Ask::default()).unwrap().setup();
    let players =
        [0, 1].map(|player| PlayerText { player, name: names[player].to_owned(), seed: player as u64 });
    Job::new(game, setup, players.to_vec())
}

/// How the game of a job ends.
fn ending(names: [&str; 2]) -> Ending {
    let job = job(0, names);
    rehearse_duel::<Breakthrough>(&job, &Programs::default()).unwrap();
    let played =
        run_duel::<Breakthrough>(&job, &Programs::default(), &AtomicBool::new(false)).unwrap().unwrap();
    assert_eq!(played.faults, []);
    played.ending
}

#[test]
fn players_of_all_kinds_play() {
    for name in ["random", "minimax:2", "alphabeta:3,eval=advance", "mcts:50"] {
        assert!(ending([name, "random"]).outcome.is_some(), "{name}");
    }
    assert_eq!(ending(["engine,nodes=20000", "minimax:3"]).points(), "1-0");
    let why = run_duel::<Breakthrough>(
        &job(0, ["minimax:2,eval=material", "random"]),
        &Programs::default(),
        &AtomicBool::new(false),
    );
    assert!(why.unwrap_err().to_string().contains("eval is one of advance"));
}

#[test]
fn the_engine_sees_the_shortest_win() {
    let query = Query {
        limits: SearchLimits { depth: Some(5), ..SearchLimits::default() },
        lines: 1,
        threads: 1,
        table: 1 << 20,
        tables: EndgameSource::Off,
        visited: std::sync::Arc::default(),
    };
    let position = Position::read(".b../w.../..../..../.... w").unwrap();
    let found = Analyst::new(&query)
        .analyze_as::<Breakthrough>(&position, &AtomicBool::new(false), &mut |_| {})
        .unwrap();
    let best = found.best().unwrap();
    assert!(best.exact && ["a4-a5", "a4xb5"].contains(&best.moves[0].as_str()), "{best:?}");
}

/// A program behind `line:` gets a position a line and answers a move a line.
#[cfg(unix)]
#[test]
fn programs_of_others_play() {
    let first_move = "line:while read p side; do case $p in bbbb/bbbb/..../wwww/wwww) echo a2-a3;; *) echo sideways;; esac; done";
    let played = run_duel::<Breakthrough>(
        &job(0, [first_move, "random"]),
        &Programs::default(),
        &AtomicBool::new(false),
    );
    let played = played.unwrap().unwrap();
    assert_eq!((played.actions[0].as_str(), played.faults[0].kind), ("a2-a3", FaultKind::Garbled));
}

/// Two pairs of games from openings, in a journal; the match goes on after an interruption.
#[test]
fn a_match_is_kept_in_a_journal_whose_games_are_true() {
    let (folder, names) = (tempfile::tempdir().unwrap(), ["minimax:2", "random"]);
    let path = folder.path().join("match.jsonl");
    let game = any_duel_game::<Breakthrough>();
    let openings = Openings::new::<Breakthrough>(&Ask::default(), Seed(1)).unwrap();
    let about = DuelMatch {
        game: "breakthrough".to_owned(),
        players: names.map(str::to_owned).to_vec(),
        seed: 1,
        ..DuelMatch::default()
    };
    let stop = AtomicBool::new(false);
    let play = |number: usize| {
        let job = about.job(number, &openings).unwrap();
        let played = run_duel::<Breakthrough>(&job, &Programs::default(), &stop)?;
        Ok::<_, joust_match::BadJob>(played.map(|played| DuelLine::new(&job, &played, 2, game)))
    };
    let run = |games| {
        let journal = Journal::open(&path, &about).unwrap();
        let schedule = Schedule { games, threads: 2, stop: &stop };
        schedule.run(Some(journal), &play, &mut |_| ControlFlow::Continue(())).unwrap().games
    };
    let (first, all): (Vec<DuelLine>, Vec<DuelLine>) = (run(2), run(4));
    let moves = |lines: &[DuelLine]| lines.iter().map(|line| line.moves.clone()).collect::<Vec<_>>();
    assert_eq!((moves(&all[..2]), all.len()), (moves(&first), 4));
    for line in &all {
        let mut session = game.duel_session(&Ask { position: Some(&line.start), ..Ask::default() }).unwrap();
        for mv in &line.moves {
            session.act(mv).unwrap();
        }
        assert_eq!(check(line, session.as_ref(), 2), Ok(LineEnd::Rules));
        // The record of the game verifies, and a lie in it does not.
        let record = session.record(&[]).to_string();
        assert_eq!(game.load(&record).unwrap().session.outcome(), session.outcome());
        let lie =
            record.replace("\n1-0\n", "\n?\n").replace("\n0-1\n", "\n1-0\n").replace("\n?\n", "\n0-1\n");
        assert!(game.load(&lie).is_err(), "{lie}");
    }
}

#[test]
fn the_view_tells_the_game_and_its_moves() {
    let record: Record = "[Board \"3x4\"]\n\n1. a2xb3 *".parse().unwrap();
    let course = Course::<Breakthrough>::played(&record).unwrap();
    let view: serde_json::Value =
        serde_json::from_str(&joust_view::view(&course, None, None).to_string()).unwrap();
    assert_eq!((&view["game"], &view["position"]), (&"breakthrough".into(), &"bbb/bwb/.ww/www b".into()));
    assert_eq!(view["plies"][0]["kind"], "take");
    let moves: Vec<_> =
        view["moves"].as_array().unwrap().iter().map(|mv| mv["text"].as_str().unwrap()).collect();
    let position = *course.position();
    assert_eq!(moves, position.all_moves().iter().map(|mv| position.write_move(*mv)).collect::<Vec<_>>());
    assert_eq!(Position::start(Board::ALL[1]).all_moves().len(), 4);
}

/// The register does not know the game, so its words come from its type.
#[test]
fn the_line_of_a_game_has_moves_only() {
    let job = job(0, ["random", "random"]);
    let mut played =
        run_duel::<Breakthrough>(&job, &Programs::default(), &AtomicBool::new(false)).unwrap().unwrap();
    let moves = played.actions.clone();
    played.actions.push("resign".to_owned());
    assert_eq!(DuelLine::new(&job, &played, 2, any_duel_game::<Breakthrough>()).moves, moves);
}
