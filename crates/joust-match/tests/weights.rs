//! The weights of the engine are those that the documented commands find.

use joust_core::Seed;
use joust_mad::Board;
use joust_match::Tuning;
use joust_search::mad::{BOARDS, Weights};
use std::sync::atomic::AtomicBool;

/// The commands of the page: boards, games, nodes, rounds and seeds.
fn documented() -> Vec<(String, Tuning)> {
    let page = include_str!("../../../docs/strength.md");
    let commands = page.lines().filter_map(|line| line.strip_prefix("joust tune mad "));
    let read = |command: &str| {
        let words: Vec<&str> = command.split_whitespace().collect();
        let value = |name: &str| {
            let at =
                words.iter().position(|word| *word == name).unwrap_or_else(|| panic!("{command}: {name}"));
            words[at + 1]
        };
        let number = |name: &str| value(name).parse::<usize>().unwrap();
        let tuning = Tuning {
            games: number("--games"),
            nodes: number("--nodes") as u64,
            rounds: number("--rounds"),
            seed: Seed(number("--seed") as u64),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
        };
        (value("--board").to_owned(), tuning)
    };
    commands.map(read).collect()
}

#[test]
fn every_board_has_a_command() {
    let boards: Vec<String> = documented().into_iter().map(|(board, _)| board).collect();
    assert_eq!(boards, BOARDS);
}

/// A change of the search changes its games, and this test fails: then new weights must be made, and a
/// match shows whether they are better.
#[test]
#[ignore = "plays 30,000 games, which takes ten minutes: make test-all"]
fn the_weights_are_what_the_commands_find() {
    for (name, tuning) in documented() {
        let board = Board::named(&name).unwrap();
        let weights = tuning.run(board, &AtomicBool::new(false), &mut |_| {}).unwrap();
        assert_eq!(weights.as_ref(), Some(Weights::of(board)), "{name}");
    }
}
