//! Chapter 7, what follows.

use crate::{after, board, moves, names, on, read};
use joust_core::{Duel, Seed, below};
use joust_wargame::{Board, Position, Rules, Side, Square};
use std::collections::BTreeSet;

#[test]
fn war_7_1_the_symmetries_of_the_official_boards() {
    for (name, count) in [
        ("Keren", 8),
        ("Westerplatte", 8),
        ("Narvik", 4),
        ("Sevastopol", 2),
        ("Smolensk", 1),
        ("Kalamazoo", 8),
        ("Peoria", 8),
        ("Punxsutawney", 2),
        ("oases", 4),
        ("long", 2),
        ("small", 4),
        ("Keren:5x4", 4),
        ("Keren:1x1", 1),
        ("Keren:2x1", 2),
    ] {
        let board = board(name);
        // The identity is one of them and not in the list.
        assert_eq!(board.symmetries().len() + 1, count, "{name}");
        let different: BTreeSet<_> = board.symmetries().iter().collect();
        assert_eq!(different.len() + 1, count, "{name}");
    }
}

#[test]
fn war_7_1_symmetries_keep_values_and_neighbours() {
    for board in Board::all() {
        for map in board.symmetries() {
            let image = |set: u64| Square::all_in(set).fold(0, |set, square| set | map[square.index()].bit());
            assert_eq!(image(board.mask()), board.mask(), "{board}");
            assert!(!board.squares().eq(map.iter().copied()), "{board}");
            for square in board.squares() {
                assert_eq!(board.value(square), board.value(map[square.index()]), "{board}");
                assert_eq!(image(board.near(square)), board.near(map[square.index()]), "{board}");
            }
        }
    }
}

#[test]
fn war_7_1_images_have_the_images_of_the_moves() {
    let mut rng = Seed(71).rng();
    for rules in [Rules::MANDATORY, Rules::OPTIONAL_BLITZ] {
        for name in ["Westerplatte", "Narvik", "Sevastopol", "Smolensk", "long", "small"] {
            let mut position = Position::start(board(name), rules);
            while position.outcome().is_none() {
                let mut list = joust_core::MoveList::new();
                position.moves(&mut list);
                let mv = list[below(&mut rng, list.len())];
                let mut next = position;
                next.make(mv);
                let after = next.images();
                for (image, after) in position.images().into_iter().zip(after) {
                    let mut moved = image.position;
                    moved.make((image.map)(mv));
                    assert_eq!(moved, after.position, "{position}");
                    let (one, other) = (image.exchanged.into(), (!image.exchanged).into());
                    let scores = [one, other].map(|side: usize| moved.score(Side::BOTH[side]));
                    assert_eq!(scores, crate::scores(&next), "{position}");
                }
                position = next;
            }
        }
    }
}

#[test]
fn war_7_1_exchanging_the_colours_exchanges_the_outcome() {
    let position = on("tiny", "bg/gg b");
    let image = position.images().pop().unwrap();
    assert!(image.exchanged);
    assert_eq!(image.position.to_string(), "gb/bb g");
    assert_eq!(position.outcome().unwrap().to_string(), "0-1");
    assert_eq!(image.position.outcome().unwrap().to_string(), "1-0");
}

/// The owner of a dead square changes neither the moves nor the conquests of the rest of the game.
#[test]
fn war_7_2_the_owner_of_a_dead_square_decides_nothing_but_the_score() {
    // A1 touches B1 and A2, which are taken.
    let [one, other] = ["b", "g"].map(|a1| read(&format!("{a1}b.g../gb..../.g..../....../....../...... b")));
    assert_eq!(moves(&one), moves(&other));
    for mv in moves(&one) {
        let rows = |position: &Position| position.to_string().split_off(1);
        assert_eq!(rows(&after(&one, &mv)), rows(&after(&other, &mv)), "{mv}");
    }
    let difference = |position: &Position| position.score(Side::Blue) - position.score(Side::Green);
    assert_eq!(difference(&one) - difference(&other), 2 * 66);
}

#[test]
fn war_7_2_a_dead_square_is_never_conquered() {
    let mut rng = Seed(72).rng();
    for _ in 0..50 {
        let mut position = Position::start(board("Smolensk"), Rules::default());
        let mut dead: Vec<(Square, Option<Side>)> = Vec::new();
        while position.outcome().is_none() {
            let list = moves(&position);
            position = after(&position, &list[below(&mut rng, list.len())]);
            for (square, owner) in &dead {
                assert_eq!(position.owner(*square), *owner, "{position}");
            }
            let board = position.board();
            let is_dead = |square: &Square| (square.bit() | board.near(*square)) & position.vacant() == 0;
            dead = board.squares().filter(is_dead).map(|square| (square, position.owner(square))).collect();
        }
        assert_eq!(dead.len(), 36);
    }
}

#[test]
fn war_7_3_the_key_covers_owners_and_side() {
    let texts = [
        "....../....../....../....../....../...... b",
        "....../....../....../....../....../...... g",
        "b...../....../....../....../....../...... b",
        "b...../....../....../....../....../...... g",
        "g...../....../....../....../....../...... b",
        ".b..../....../....../....../....../...... b",
        "bg..../....../....../....../....../...... b",
        "gb..../....../....../....../....../...... b",
        "....../....../....../....../....../.....b b",
    ];
    let keys: BTreeSet<_> = texts.iter().map(|text| read(text).key()).collect();
    assert_eq!(keys.len(), texts.len());
}

#[test]
fn war_7_3_different_ways_to_a_position_lead_to_one_key() {
    let start = Position::start(board("Smolensk"), Rules::default());
    let walk = |squares: [&str; 4]| squares.iter().fold(start, |position, mv| after(&position, mv));
    let (one, other) = (walk(["A1", "F6", "D3", "C6"]), walk(["D3", "C6", "A1", "F6"]));
    assert_eq!((one, one.key()), (other, other.key()));
    assert_eq!(names(one.board(), one.owned(Side::Blue)), ["A1", "D3"]);
}
