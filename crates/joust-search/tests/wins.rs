//! The engine finds the only winning move of positions from the endgame tables.
//!
//! `tests/data/mad/wins-*.tsv` names the command that made it.

use joust_core::{Duel, MoveList};
use joust_mad::{Board, Move, Position, Rules};
use joust_search::engine::{Engine, SearchLimits};
use joust_search::mad::MadKnowledge;
use std::path::Path;
use std::sync::atomic::AtomicBool;

struct Win {
    plies: u32,
    key: Move,
    position: Position,
}

fn wins(board: &str) -> Vec<Win> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/data/mad/wins-{board}.tsv"));
    let text = std::fs::read_to_string(file).unwrap();
    let read = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let position = Position::read(fields[2], Rules::CURRENT, Board::named(board)).unwrap();
        let key = position.read_move(fields[1]).unwrap();
        Win { plies: fields[0].parse().unwrap(), key, position }
    };
    text.lines().filter(|line| !line.starts_with('#')).map(read).collect()
}

const BOARDS: [&str; 2] = ["6x4", "5x5"];
/// Nodes within which a win of 3, 5, 7 and 9 plies must be found.
const NODES: [u64; 4] = [400, 2_000, 12_000, 60_000];

#[test]
fn there_are_enough_of_every_length() {
    for board in BOARDS {
        let wins = wins(board);
        assert!(wins.len() >= 200, "{board}");
        for plies in [3, 5, 7, 9] {
            assert!(wins.iter().filter(|win| win.plies == plies).count() >= 50, "{board}: {plies}");
        }
    }
}

#[test]
fn the_engine_finds_the_key_in_time() {
    for board in BOARDS {
        for win in wins(board) {
            let nodes = NODES[(win.plies as usize - 3) / 2];
            let mut engine = Engine::new(MadKnowledge::new(win.position.board()), 1 << 23);
            let limits = SearchLimits { nodes: Some(nodes), depth: Some(30), ..SearchLimits::default() };
            let found = engine.search(&win.position, &limits, &AtomicBool::new(false), &mut |_| {}).unwrap();
            let words = |mv| win.position.notation(mv).to_string();
            assert_eq!(words(found.mv()), words(win.key), "{}", win.position);
            let plies = found.best().ends_in();
            assert!(plies.is_some_and(|plies| plies >= win.plies), "{}: {plies:?}", win.position);
        }
    }
}

/// Whether the side to move wins within `plies` plies, an odd number, by the rules alone.
fn wins_in(position: &Position, plies: u32) -> bool {
    children(position).any(|(_, next)| loses_in(&next, plies - 1))
}

fn loses_in(position: &Position, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.is_full() && outcome.winner() != Some(position.to_move());
    }
    plies > 0
        && children(position).all(|(_, next)| match next.outcome() {
            Some(outcome) => outcome.is_full() && outcome.winner() == Some(next.to_move()),
            None => wins_in(&next, plies - 1),
        })
}

fn children(position: &Position) -> impl Iterator<Item = (Move, Position)> {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let position = *position;
    moves.into_iter().map(move |mv| {
        let mut next = position;
        next.make(mv);
        (mv, next)
    })
}

/// By plain search: the key move wins in as many plies as the file says and not sooner, and no other
/// move wins in as many.
#[test]
fn keys_win_and_nothing_else_does() {
    let longest = if std::env::var_os("JOUST_LONG").is_some() { 7 } else { 5 };
    for board in BOARDS {
        for win in wins(board).iter().filter(|win| win.plies <= longest) {
            assert!(
                !(1..win.plies).step_by(2).any(|plies| wins_in(&win.position, plies)),
                "{}",
                win.position
            );
            let mut winning = children(&win.position).filter(|(_, next)| loses_in(next, win.plies - 1));
            assert_eq!(winning.next().map(|(mv, _)| mv), Some(win.key), "{}", win.position);
            assert_eq!(winning.next(), None, "{}", win.position);
        }
    }
}
