//! A slow oracle, written from `LAW.md` and from nothing else: texts in and out, loops over all squares.

use joust_core::{Duel, Seed, below, perft};
use test_breakthrough::{Board, Position};

/// Rows from the bottom up, and the side to move.
fn grid(text: &str) -> (Vec<Vec<char>>, char) {
    let (rows, side) = text.split_once(' ').unwrap();
    (rows.rsplit('/').map(|row| row.chars().collect()).collect(), side.chars().next().unwrap())
}

/// [BRK-3.1] [BRK-3.2]
fn is_over(text: &str) -> bool {
    let (rows, side) = grid(text);
    let (mover, edge) = if side == 'w' { ('b', &rows[0]) } else { ('w', rows.last().unwrap()) };
    edge.contains(&mover) || !rows.iter().flatten().any(|c| *c == side)
}

/// All moves with the positions after them, sorted. [BRK-2.1] [BRK-2.2] [BRK-2.3] [BRK-4.1]
fn moves(text: &str) -> Vec<(String, String)> {
    let (rows, side) = grid(text);
    let mut found = Vec::new();
    if is_over(text) {
        return found;
    }
    let squares = || (0..rows.len()).flat_map(|row| (0..rows[0].len()).map(move |column| (row, column)));
    for (row, column) in squares().filter(|(row, column)| rows[*row][*column] == side) {
        for (r, c) in squares() {
            let is_ahead = if side == 'w' { r == row + 1 } else { r + 1 == row };
            let (aside, there) = (c.abs_diff(column), rows[r][c]);
            let may = there == '.' || (there != side && aside == 1);
            if !is_ahead || aside > 1 || !may {
                continue;
            }
            let mut next = rows.clone();
            (next[row][column], next[r][c]) = ('.', side);
            let lines: Vec<String> = next.iter().rev().map(|row| row.iter().collect()).collect();
            let name = |row: usize, column: usize| format!("{}{}", ['a', 'b', 'c', 'd'][column], row + 1);
            let sign = if there == '.' { '-' } else { 'x' };
            let other = if side == 'w' { 'b' } else { 'w' };
            let mv = format!("{}{sign}{}", name(row, column), name(r, c));
            found.push((mv, format!("{} {other}", lines.join("/"))));
        }
    }
    found.sort();
    found
}

fn brute_force(text: &str, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => moves(text).iter().map(|(_, next)| brute_force(next, depth - 1)).sum(),
    }
}

#[test]
fn moves_are_those_of_the_oracle_in_random_games() {
    for seed in 0..200 {
        let (mut rng, board) = (Seed(seed).rng(), Board::ALL[seed as usize % 2]);
        let mut position = Position::start(board);
        loop {
            let text = position.to_string();
            let fast = position.all_moves();
            let mut told: Vec<_> =
                fast.iter().map(|mv| (mv.to_string(), position.after(*mv).to_string())).collect();
            told.sort();
            assert_eq!(told, moves(&text), "{text}");
            assert_eq!(position.outcome().is_some(), is_over(&text), "{text}");
            if fast.is_empty() {
                break;
            }
            position.make(fast[below(&mut rng, fast.len())]);
        }
    }
}

/// The table is that of the fast code and that of the brute force.
#[test]
fn move_counts_are_those_of_the_table() {
    let table = include_str!("perft.tsv").lines().filter(|line| !line.starts_with('#'));
    for line in table {
        let fields: Vec<&str> = line.split('\t').collect();
        let [board, depth, count] = fields[..] else { panic!("{line}") };
        let start = Position::start(Board::named(board).unwrap());
        let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
        assert_eq!(perft(&start, depth), count, "{line}");
        if count < 100_000 {
            assert_eq!(brute_force(&start.to_string(), depth), count, "{line}");
        }
    }
}
