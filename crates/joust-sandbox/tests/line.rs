//! Programs that play by `line:`, with real shells: when their time begins, and what they may say.

mod support;

use joust_core::{Answer, Asked, Budget, DuelGame, Fault, FaultKind, Game, Player, Seat};
use joust_games::RegisteredDuel;
use joust_mad::Battle;
use joust_sandbox::{LinePlayer, LineProgram};
use joust_wargame::Campaign;
use std::time::{Duration, Instant};
use support::{millis, seat};

fn ask<G: RegisteredDuel>(
    player: &mut LinePlayer,
    game: &G,
    budget: Option<Budget>,
) -> Result<Answer<G::Action>, Fault> {
    player.act(&Asked { budget, ..Asked::unstopped(game, Seat::FIRST) })
}

/// How long the first two answers of a program take.
fn times(program: &str) -> [Option<Duration>; 2] {
    let mut player = seat(program);
    let game = Battle::default();
    Player::<Battle>::get_ready(&mut player, &game, Seat::FIRST).unwrap();
    [0, 1].map(|_| ask(&mut player, &game, None).unwrap().time)
}

#[test]
fn the_first_move_is_timed_from_the_question_if_the_program_says_that_it_is_ready() {
    let [first, second] = times("sleep 1.5; echo ready; while read p; do sleep 0.3; echo pass; done");
    let (first, second) = (first.unwrap(), second.unwrap());
    assert!((millis(200)..millis(1400)).contains(&first), "{first:?}");
    assert!(second >= millis(300), "{second:?}");
}

#[test]
fn the_time_of_the_first_move_is_not_known_if_the_program_does_not_say_so() {
    let [first, second] = times("sleep 0.2; while read p; do sleep 0.1; echo pass; done");
    assert_eq!(first, None);
    assert!(second.unwrap() >= millis(100));
}

#[test]
fn a_program_that_has_run_for_long_enough_is_timed_all_the_same() {
    let mut player = seat("while read p; do sleep 0.1; echo pass; done");
    let game = Battle::default();
    Player::<Battle>::get_ready(&mut player, &game, Seat::FIRST).unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let time = ask(&mut player, &game, None).unwrap().time.unwrap();
    assert!(time >= millis(100), "{time:?}");
}

#[test]
fn an_answer_before_its_question_took_no_time() {
    let mut player = seat("echo ready; echo pass; echo pass; cat");
    let game = Battle::default();
    Player::<Battle>::get_ready(&mut player, &game, Seat::FIRST).unwrap();
    std::thread::sleep(millis(500));
    for _ in 0..2 {
        assert_eq!(ask(&mut player, &game, None).unwrap().time, Some(Duration::ZERO));
    }
}

#[test]
fn what_a_start_takes_beyond_two_seconds_counts() {
    let mut player = seat("sleep 2.5; echo ready; while read p; do echo pass; done");
    let time = ask(&mut player, &Battle::default(), None).unwrap().time.unwrap();
    assert!((millis(300)..millis(2400)).contains(&time), "{time:?}");
}

#[test]
fn the_clock_of_a_program_that_is_ready_runs_at_once() {
    let budget = Some(Budget { left: millis(100), increment: Duration::ZERO });
    let begin = Instant::now();
    let mut player = seat("echo ready; sleep 60");
    let fault = ask(&mut player, &Battle::default(), budget).unwrap_err();
    assert_eq!(fault, Fault::flag());
    assert!(begin.elapsed() < millis(2000), "{:?}", begin.elapsed());
    let mut player = seat("sleep 0.5; while read p; do echo pass; done");
    assert!(ask(&mut player, &Battle::default(), budget).is_ok(), "its start is forgiven");
}

#[test]
fn a_program_that_is_ready_may_be_late() {
    let command = "echo ready; sleep 60".to_owned();
    let program = LineProgram { command, timeout: millis(60_000), move_time: Some(millis(100)) };
    let mut player = LinePlayer::new(program);
    let begin = Instant::now();
    let fault = ask(&mut player, &Battle::default(), None).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Late);
    assert_eq!(fault.to_string(), "took longer than the 100 ms that a move may take");
    assert!(begin.elapsed() < millis(2000), "{:?}", begin.elapsed());
}

#[test]
fn ready_is_said_once_and_before_all_answers() {
    let fault = |program: &str| {
        let mut player = seat(program);
        let asked = [0, 1].map(|_| ask(&mut player, &Battle::default(), None));
        asked.into_iter().find_map(Result::err).unwrap()
    };
    for program in ["echo ready; echo ready; cat", "echo pass; echo ready; cat"] {
        let fault = fault(program);
        assert_eq!(fault.kind, FaultKind::Garbled);
        assert!(fault.to_string().starts_with("answered `ready`, which is not a move: "), "{fault}");
    }
}

/// The answer of a program that says one line.
fn says<G: RegisteredDuel + Default>(line: &str) -> Result<Answer<G::Action>, Fault> {
    ask(&mut seat(&format!("read p; echo '{line}'; cat")), &G::default(), None)
}

#[test]
fn figures_follow_the_move() {
    let answer = says::<Battle>("pass nodes=1234 value=-0.5").unwrap();
    assert_eq!(
        (answer.nodes, answer.value, answer.action.to_string().as_str()),
        (Some(1234), Some(-0.5), "pass")
    );
    let answer = says::<Campaign>("  drop C3   depth=x nodes=7 pv= A1 B2  ").unwrap();
    assert_eq!((answer.nodes, answer.value), (Some(7), None));
    assert_eq!(answer.action.to_string(), "drop-C3");
    let plain = says::<Battle>("pass").unwrap();
    assert_eq!((plain.nodes, plain.value), (None, None));
}

#[test]
fn bad_figures_are_garbage() {
    for (line, why) in [
        ("pass nodes=many", "nodes is a whole number, not `many`"),
        ("pass nodes=-1", "nodes is a whole number, not `-1`"),
        ("pass nodes=1 value=NaN", "value is a number, not `NaN`"),
        ("pass value=", "value is a number, not ``"),
    ] {
        let fault = says::<Battle>(line).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Garbled);
        assert_eq!(fault.to_string(), format!("answered `{line}`, which is not a move: {why}"));
    }
    let fault = says::<Battle>("nodes=5").unwrap_err();
    assert!(fault.to_string().starts_with("answered `nodes=5`, which is not a move: "), "{fault}");
    let fault = says::<Campaign>("Z9 nodes=5").unwrap_err();
    assert_eq!(fault.kind, FaultKind::Illegal);
    assert!(fault.to_string().starts_with("wanted `Z9`: "), "{fault}");
}

/// The line that a program is asked, as it says it back.
#[test]
fn a_question_is_the_position_and_the_values_of_its_board() {
    let asked = |fault: Fault| fault.to_string();
    let mad = asked(ask(&mut seat("cat"), &Battle::default(), None).unwrap_err());
    assert!(mad.contains(&format!("`{}`", Battle::default().position())), "{mad}");
    let game = Campaign::default();
    let war = asked(ask(&mut seat("cat"), &game, None).unwrap_err());
    assert!(war.contains(&format!("`{} {}`", game.position().board().text(), game.position())), "{war}");
}

#[test]
fn the_end_of_a_game_ends_the_program() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("outlived");
    let _ = std::fs::remove_file(&file);
    let mut player = seat(&format!("echo pass; sleep 0.5; touch {}", file.display()));
    assert!(ask(&mut player, &Battle::default(), None).is_ok());
    Player::<Battle>::end(&mut player);
    std::thread::sleep(millis(900));
    assert!(!file.exists());
}

/// Offers are not in the protocol: the program is not even started.
#[test]
fn an_offer_is_declined() {
    let mut game = Battle::default();
    game.make(Seat::FIRST, &game.read("offer").unwrap()).unwrap();
    let asked = Asked::unstopped(&game, Seat::SECOND);
    assert_eq!(seat("exit 1").act(&asked).unwrap().action.to_string(), "decline");
}

/// A pipe holds 64 KiB: a program that writes more to standard error goes on all the same.
#[test]
fn a_program_that_is_not_asked_may_write_much_to_standard_error() {
    let logs = "head -c 1000000 /dev/zero >&2; sleep 1";
    let mut player = seat(&format!("{logs}; echo ready; while read p; do echo pass; {logs}; done"));
    let game = Battle::default();
    Player::<Battle>::get_ready(&mut player, &game, Seat::FIRST).unwrap();
    for _ in 0..2 {
        std::thread::sleep(millis(2000));
        let begin = Instant::now();
        ask(&mut player, &game, None).unwrap();
        assert!(begin.elapsed() < millis(700), "{:?}", begin.elapsed());
    }
}
