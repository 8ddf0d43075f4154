//! A slow oracle for the War Game, written from the clauses of `rules/wargame.md` and from nothing
//! else.
//!
//! It exists to be compared with the fast code, so it is naive on purpose: texts in and out, a grid
//! of characters, loops over all squares, and one function per clause.

use std::cmp::Ordering;

/// A position: rows of `.`, `b` and `g`, and the side to move.
#[derive(Clone)]
struct Position {
    grid: Vec<Vec<char>>,
    side: char,
}

/// Column and row, counted from 0 at the top left.
type Square = (usize, usize);

/// A move with the position after it.
pub(crate) type Step = (String, String);

/// [WAR-6.3]
pub(crate) fn read_values(text: &str) -> Vec<Vec<u32>> {
    let row = |row: &str| row.split_whitespace().map(|word| word.parse().unwrap()).collect();
    text.split('/').map(row).collect()
}

/// [WAR-6.2]
fn read(text: &str) -> Position {
    let (rows, side) = text.split_once(' ').unwrap();
    let grid = rows.split('/').map(|row| row.chars().collect()).collect();
    Position { grid, side: side.chars().next().unwrap() }
}

/// [WAR-6.2]
fn write(position: &Position) -> String {
    let rows: Vec<String> = position.grid.iter().map(|row| row.iter().collect()).collect();
    format!("{} {}", rows.join("/"), position.side)
}

/// [WAR-1.2]
fn name((column, row): Square) -> String {
    let letters: Vec<char> = "ABCDEFGHIJKLMNOP".chars().collect();
    format!("{}{}", letters[column], row + 1)
}

fn squares(position: &Position) -> Vec<Square> {
    let columns = position.grid[0].len();
    (0..position.grid.len()).flat_map(|row| (0..columns).map(move |column| (column, row))).collect()
}

/// [WAR-1.3]
fn touch(one: Square, other: Square) -> bool {
    one.0.abs_diff(other.0) + one.1.abs_diff(other.1) == 1
}

fn owner(position: &Position, square: Square) -> char {
    position.grid[square.1][square.0]
}

fn enemy(side: char) -> char {
    if side == 'b' { 'g' } else { 'b' }
}

/// [WAR-2.3]
fn is_blitz(position: &Position, square: Square) -> bool {
    squares(position).into_iter().any(|other| touch(square, other) && owner(position, other) == position.side)
}

/// [WAR-3.2]
fn would_conquer(position: &Position, square: Square) -> Vec<Square> {
    let foe = enemy(position.side);
    squares(position)
        .into_iter()
        .filter(|other| touch(square, *other) && owner(position, *other) == foe)
        .collect()
}

/// [WAR-2.1] [WAR-3.1]
fn after_drop(position: &Position, square: Square) -> Position {
    let mut next = position.clone();
    next.grid[square.1][square.0] = position.side;
    next.side = enemy(position.side);
    next
}

/// [WAR-3.2] [WAR-3.3]
fn after_blitz(position: &Position, square: Square) -> Position {
    let mut next = after_drop(position, square);
    for (column, row) in would_conquer(position, square) {
        next.grid[row][column] = position.side;
    }
    next
}

/// All legal moves with the positions after them, sorted. [WAR-2.2] [WAR-5.1] [WAR-5.2] [WAR-6.1]
pub(crate) fn moves(text: &str, optional_blitz: bool) -> Vec<Step> {
    let position = read(text);
    let mut steps = Vec::new();
    for square in squares(&position).into_iter().filter(|square| owner(&position, *square) == '.') {
        let drop = (format!("drop-{}", name(square)), write(&after_drop(&position, square)));
        if !is_blitz(&position, square) {
            steps.push(drop);
            continue;
        }
        steps.push((format!("blitz-{}", name(square)), write(&after_blitz(&position, square))));
        if optional_blitz && !would_conquer(&position, square).is_empty() {
            steps.push(drop);
        }
    }
    steps.sort();
    steps
}

/// The scores of Blue and Green. [WAR-4.1]
pub(crate) fn scores(text: &str, values: &[Vec<u32>]) -> [u32; 2] {
    let position = read(text);
    ['b', 'g'].map(|side| {
        let own = squares(&position).into_iter().filter(|square| owner(&position, *square) == side);
        own.map(|(column, row)| values[row][column]).sum()
    })
}

/// The result once the board is full. [WAR-4.2]
pub(crate) fn result(text: &str, values: &[Vec<u32>]) -> Option<&'static str> {
    let position = read(text);
    if squares(&position).into_iter().any(|square| owner(&position, square) == '.') {
        return None;
    }
    let [blue, green] = scores(text, values);
    Some(match blue.cmp(&green) {
        Ordering::Greater => "1-0",
        Ordering::Less => "0-1",
        Ordering::Equal => "1/2-1/2",
    })
}

/// Any position: `random` draws for every square whether it is vacant or which side owns it, and the side to
/// move.
pub(crate) fn random_position(
    columns: usize,
    rows: usize,
    random: &mut impl FnMut(usize) -> usize,
) -> String {
    // From empty boards to full ones.
    let taken = random(101);
    let mut square = |_| if random(100) < taken { ['b', 'g'][random(2)] } else { '.' };
    let grid = (0..rows).map(|_| (0..columns).map(&mut square).collect()).collect();
    write(&Position { grid, side: ['b', 'g'][random(2)] })
}
