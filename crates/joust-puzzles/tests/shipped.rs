//! The puzzles that come with Joust hold what docs/puzzles.md promises.

use joust_puzzles::{FILES, PROOF, Puzzle, check, rating, shipped};
use std::collections::{HashMap, HashSet};

fn is_long() -> bool {
    std::env::var_os("JOUST_LONG").is_some()
}

#[test]
fn there_are_enough_of_every_kind_and_every_one_can_be_named() {
    let count = |game: &str, board: Option<&str>| {
        let is_meant =
            |puzzle: &&Puzzle| puzzle.game == game && board.is_none_or(|name| puzzle.board == name);
        shipped().iter().filter(is_meant).count()
    };
    assert!(count("mad", Some("6x4")) >= 200);
    assert!(count("mad", Some("5x5")) >= 200);
    assert!(count("wargame", None) >= 50);
    let ids: HashSet<&str> = shipped().iter().map(|puzzle| &*puzzle.id).collect();
    assert_eq!(ids.len(), shipped().len());
    assert!(!ids.contains("daily"));
    // Easy ones and hard ones.
    for (file, text) in FILES {
        let puzzles = Puzzle::read_all(text).unwrap();
        let easy = puzzles.iter().filter(|puzzle| puzzle.moves == 1).count();
        let long = puzzles.iter().filter(|puzzle| puzzle.moves >= 4).count();
        assert!(easy >= 20 && long >= 8, "{file}: {easy} of one move, {long} of four or more");
        let written: Vec<String> = puzzles.iter().map(ToString::to_string).collect();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(written, lines, "{file} is written in the one form");
    }
}

/// Every fifth puzzle, and by `JOUST_LONG=1` all.
#[test]
fn puzzles_are_proven_again_from_their_positions_and_none_is_an_image_of_another() {
    let step = if is_long() { 1 } else { 5 };
    let mut seen = HashMap::new();
    for puzzle in shipped().iter().step_by(step) {
        let likeness = check(puzzle, PROOF).unwrap_or_else(|why| panic!("{}: {why}", puzzle.id));
        let other = seen.insert((&puzzle.board, likeness), &puzzle.id);
        assert_eq!(other, None, "{} is an image", puzzle.id);
        assert_eq!(puzzle.rating, rating(puzzle.moves, puzzle.nodes));
    }
}

/// Positions that were mined are different even where proving all of them would take too long.
#[test]
fn no_position_is_the_image_of_another() {
    let mut seen = HashSet::new();
    for puzzle in shipped() {
        let text = if puzzle.game == "mad" {
            let board = joust_mad::Board::named(&puzzle.board);
            let rules = puzzle.rules.parse().unwrap();
            joust_puzzles::likeness(&joust_mad::Position::read(&puzzle.position, rules, board).unwrap())
        } else {
            let board = joust_wargame::Board::named(&puzzle.board).unwrap();
            let rules = puzzle.rules.parse().unwrap();
            joust_puzzles::likeness(&joust_wargame::Position::read(&puzzle.position, board, rules).unwrap())
        };
        assert!(seen.insert((&puzzle.board, text)), "{}", puzzle.id);
    }
}

#[test]
fn a_changed_puzzle_is_found_out() {
    let of = |game: &str, moves: usize| {
        shipped().iter().find(|puzzle| puzzle.game == game && puzzle.moves == moves).unwrap().clone()
    };
    let (mad, war) = (of("mad", 2), of("wargame", 2));
    for puzzle in [&mad, &war] {
        assert!(check(puzzle, PROOF).is_ok());
        let mut changed = puzzle.clone();
        changed.line[0] = puzzle.answers[0].iter().flat_map(|answer| &answer.wrong).next().unwrap().clone();
        assert!(check(&changed, PROOF).unwrap_err().to_string().contains("line"));
        let mut changed = puzzle.clone();
        changed.themes.clear();
        changed.answers[0].pop();
        assert!(check(&changed, PROOF).unwrap_err().to_string().contains("themes"));
        let mut changed = puzzle.clone();
        changed.rating += 1;
        assert!(check(&changed, PROOF).unwrap_err().to_string().contains("rating"));
        let mut changed = puzzle.clone();
        changed.position = "nonsense".into();
        assert!(check(&changed, PROOF).is_err());
    }
    // A position with two winning moves is no puzzle, and neither is one that takes too long to prove.
    assert!(check(&mad, 3).is_err());
}

#[test]
fn no_line_makes_the_reader_panic() {
    let line = shipped()[0].to_string();
    assert_eq!(line.parse::<Puzzle>().unwrap(), shipped()[0]);
    for end in (0..line.len()).filter(|end| line.is_char_boundary(*end)) {
        let _ = line[..end].parse::<Puzzle>();
    }
    let fields: Vec<&str> = line.split('\t').collect();
    for hole in 0..fields.len() {
        for text in ["", "-1", "99999999999999999999", ":", "*:", "|", "a:b:c:d"] {
            let mut fields = fields.clone();
            fields[hole] = text;
            let _ = fields.join("\t").parse::<Puzzle>();
        }
    }
}
