//! Move counts against the table of known values.

use joust_core::{divide, perft};
use joust_mad::{Board, Position, Rules};

const TABLE: &str = include_str!("../../../tests/data/mad/perft.tsv");

#[test]
fn the_table_of_known_counts_comes_out() {
    let mut rows = 0;
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split('\t');
        let board = Board::named(words.next().unwrap()).unwrap();
        let positioning = words.next() == Some("on");
        let start = Position::start(board, Rules { positioning, ..Rules::CURRENT });
        for (depth, expected) in (1..).zip(words) {
            let found = perft(&start, depth);
            assert_eq!(found.to_string(), expected, "{board}, positioning {positioning}, depth {depth}");
        }
        rows += 1;
    }
    assert_eq!(rows, 8);
}

#[test]
fn divide_adds_up() {
    let start = Position::start(&Board::all()[0], Rules::APP);
    let mut told = Vec::new();
    let parts = divide(&start, 4, &mut |done, of| told.push((done, of)));
    assert_eq!(told.last(), Some(&(15, 15)));
    assert_eq!(parts.len(), 15);
    assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), 68_892);
    assert_eq!(perft(&start, 0), 1);
}
