//! No line makes the reader of puzzles panic; what it reads it writes and reads again. Checking it ends.

#![no_main]

use joust_puzzles::{Puzzle, check};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(puzzles) = Puzzle::read_all(text) else { return };
    for puzzle in puzzles {
        let again: Puzzle = puzzle.to_string().parse().expect("what is written can be read");
        assert_eq!(again, puzzle);
        let _ = check(&puzzle, 1_000);
    }
});
