//! The file of solved boards.

use joust_solve::wargame::{Options, SOLVED, known, read_solved, solve, solved};
use joust_wargame::Position;

#[test]
fn the_small_rows_are_true() {
    assert_eq!(read_solved(SOLVED).unwrap().len(), solved().len());
    for row in solved().iter().filter(|row| row.board.mask().count_ones() <= 16) {
        let start = Position::start(row.board, row.rules);
        let solution = solve(&start, &Options { all_best: true, ..Options::default() }).unwrap();
        assert_eq!(solution.value, row.value, "{}", row.board);
        let mut best: Vec<_> = solution.best.iter().map(|mv| mv.square()).collect();
        let mut expected = row.best.clone();
        best.sort_unstable();
        expected.sort_unstable();
        assert_eq!(best, expected, "{}", row.board);
    }
}

#[test]
fn the_rows_make_sense() {
    for row in solved() {
        let start = Position::start(row.board, row.rules);
        assert_eq!(known(&start).map(|found| found.value), Some(row.value), "{}", row.board);
        assert!(!row.best.is_empty());
        if let Some(value) = row.value {
            let total = row.board.total() as i32;
            assert_eq!((total - value) % 2, 0, "{}: all squares are owned in the end", row.board);
            assert!(value.abs() <= total && value.signum() == row.sign);
        }
    }
}
