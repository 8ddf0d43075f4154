//! The fast rules against the slow oracle, on random positions of many boards and by both rulesets.

mod oracle;

use joust_core::{Duel, MoveList, Seed, below, perft};
use joust_wargame::{Board, Position, Rules, Side};

/// Moves with the positions that they lead to, sorted as the oracle sorts them.
fn fast_moves(position: &Position) -> Vec<oracle::Step> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    assert_eq!(list.len(), position.count_moves(), "{position}");
    let mut moves: Vec<_> = list
        .iter()
        .map(|mv| {
            let mut next = *position;
            next.make(*mv);
            // Equality covers key and scores, which a move keeps up to date.
            let fresh = Position::read(&next.to_string(), next.board(), next.rules());
            assert_eq!(fresh.as_ref(), Ok(&next), "{position}");
            (position.write_move(*mv), next.to_string())
        })
        .collect();
    moves.sort();
    moves
}

fn compare(text: &str, board: &'static Board, values: &[Vec<u32>], rules: Rules) {
    let position = Position::read(text, board, rules).unwrap_or_else(|why| panic!("{text}: {why}"));
    assert_eq!(position.to_string(), text);
    let expected = oracle::moves(text, rules.optional_blitz);
    assert_eq!(fast_moves(&position), expected, "{text} on {board} under {rules}");
    for (mv, next) in &expected {
        let mut made = position;
        made.make(position.read_move(mv).unwrap_or_else(|why| panic!("{text}: {mv}: {why}")));
        assert_eq!(made.to_string(), *next, "{text}: {mv}");
    }
    let scores = Side::BOTH.map(|side| position.score(side).cast_unsigned());
    assert_eq!(scores, oracle::scores(text, values), "{text} on {board}");
    let result = position.outcome().map(|outcome| outcome.to_string());
    assert_eq!(result.as_deref(), oracle::result(text, values), "{text} on {board}");
}

/// Compares random positions and gives how many of them were finished games.
fn compare_random(name: &str, count: usize, seed: u64) -> usize {
    let board = Board::named(name).unwrap_or_else(|| panic!("no board {name}"));
    let values = oracle::read_values(&board.text());
    let mut rng = Seed(seed).rng();
    let mut full = 0;
    for i in 0..count {
        let text =
            oracle::random_position(board.columns(), board.rows(), &mut |bound| below(&mut rng, bound));
        full += usize::from(!text.contains('.'));
        compare(&text, board, &values, Rules::PRESETS[i % 2].1);
    }
    full
}

#[test]
fn agrees_on_the_boards_of_the_course() {
    for (seed, name) in (1..).zip(["Smolensk", "Keren", "Narvik", "Sevastopol", "Westerplatte"]) {
        compare_random(name, 4_000, seed);
    }
}

#[test]
fn agrees_on_the_largest_boards() {
    for (seed, name) in (11..).zip(["custom8x8", "random:16x4:5", "random:4x16:6", "long"]) {
        compare_random(name, 3_000, seed);
    }
}

#[test]
fn agrees_on_the_thinnest_boards() {
    for (seed, name) in (21..).zip(["random:16x1:7", "random:1x16:8", "random:2x7:9", "random:15x2:1"]) {
        compare_random(name, 3_000, seed);
    }
}

#[test]
fn agrees_on_the_smallest_boards() {
    for (seed, name) in (31..).zip(["random:1x1:4", "random:2x1:4", "random:1x2:4", "tiny", "small"]) {
        let full = compare_random(name, 3_000, seed);
        assert!(full > 100, "{name}: only {full} finished games");
    }
}

#[test]
fn agrees_on_random_boards() {
    for seed in 0..40 {
        let (columns, rows) = (1 + seed % 8, 1 + seed / 5);
        compare_random(&format!("random:{columns}x{rows}:{seed}"), 200, 100 + seed);
    }
}

#[test]
fn agrees_on_every_position_of_whole_games() {
    let mut rng = Seed(50).rng();
    for board in Board::all() {
        let values = oracle::read_values(&board.text());
        for (_, rules) in Rules::PRESETS {
            let mut position = Position::start(board, rules);
            loop {
                compare(&position.to_string(), board, &values, rules);
                let mut list = MoveList::new();
                position.moves(&mut list);
                if list.is_empty() {
                    break;
                }
                position.make(list[below(&mut rng, list.len())]);
            }
        }
    }
}

/// The oracle on the examples of the course, which were not computed by a program.
#[test]
fn the_oracle_itself_is_right() {
    let values = oracle::read_values(&Board::named("Smolensk").unwrap().text());
    let example = "...b../..bbb./....../..gg../....../...... g";
    let then = "...b../..bgb./...g../..gg../....../...... b";
    let last = "...b../..bgb./..bb../..bg../....../...... g";
    assert_eq!(
        [example, then, last].map(|text| oracle::scores(text, &values)),
        [[157, 46], [149, 113], [290, 11]]
    );
    assert!(oracle::moves(example, false).contains(&("blitz-D3".into(), then.into())));
    assert!(oracle::moves(then, false).contains(&("blitz-C3".into(), last.into())));
    assert_eq!(oracle::moves(example, false).len(), 30);
    assert_eq!(oracle::moves(example, true).len(), 32);
    assert_eq!(oracle::result("bb/gg b", &[vec![1, 0], vec![2, 4]]), Some("0-1"));
    assert_eq!(oracle::result("bb/g. b", &[vec![1, 0], vec![2, 4]]), None);
}

/// Move counts of the oracle; another program, written from the law in another language, counts
/// the same.
#[test]
fn move_counts_agree() {
    fn count(text: &str, optional: bool, depth: u32) -> u64 {
        let steps = oracle::moves(text, optional);
        if depth == 1 {
            return steps.len() as u64;
        }
        steps.iter().map(|(_, next)| count(next, optional, depth - 1)).sum()
    }
    let start = ".../.../... b";
    let board = Board::named("small").unwrap();
    for (rules, expected) in [
        (Rules::MANDATORY, [9, 72, 504, 3_024, 15_120]),
        (Rules::OPTIONAL_BLITZ, [9, 72, 548, 3_768, 23_848]),
    ] {
        let position = Position::read(start, board, rules).unwrap();
        for (depth, expected) in (1..).zip(expected) {
            assert_eq!(perft(&position, depth), expected, "{rules}, depth {depth}");
            assert_eq!(count(start, rules.optional_blitz, depth), expected, "{rules}, depth {depth}");
        }
    }
}
