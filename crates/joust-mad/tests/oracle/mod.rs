//! A slow oracle for MAD, written from the clauses of `rules/mad.md` and from nothing else.
//!
//! It exists to be compared with the fast generator, so it is naive on purpose: a grid, loops over
//! all squares, and one function per clause.
#![allow(dead_code, unreachable_pub)]

#[derive(Clone, Copy)]
pub struct Options {
    pub limit: u32,
    pub positioning: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// 'r' or 'b'
    pub winner: char,
    pub full: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Missing,
    Vacant,
    /// the side, 'r' or 'b', and the three digits read as a number
    Ship(char, u32),
}

/// Row 0 is row 1 of the rules, the one nearest to Red; column 0 is column a.
type Grid = Vec<Vec<Cell>>;
type Square = (usize, usize);

#[derive(Clone)]
struct Position {
    grid: Grid,
    side: char,
    turn: u32,
    counter: u32,
    expeller: char,
}

// ------------------------------------------------------------------ 1 The arena and the fleets

// [MAD-1.1]
const SHIPS: [u32; 8] = [111, 112, 121, 122, 211, 212, 221, 222];
const CORVETTE: u32 = 111;
const FRIGATES: [u32; 3] = [112, 121, 211];
const DESTROYERS: [u32; 3] = [122, 212, 221];

// [MAD-1.1]
fn movement(ship: u32) -> u32 {
    ship / 100
}

// [MAD-1.1]
fn attack(ship: u32) -> u32 {
    ship / 10 % 10
}

// [MAD-1.1]
fn defence(ship: u32) -> u32 {
    ship % 10
}

const BOARDS: [&str; 4] = ["6x4", "5x5", "4x6", "aztec"];

/// The starting position text of the named board.
// [MAD-1.3] [MAD-1.4] [MAD-1.5] [MAD-1.6]
pub fn start(board: &str) -> String {
    let rows = match board {
        "6x4" => {
            "b221,b111,b222,b212/b121,b122,b211,b112/,,,/,,,/\
             r121,r122,r211,r112/r221,r111,r222,r212"
        }
        "5x5" => {
            "b221,b111,b211,b222,b212/b121,,b122,,b112/,,,,/\
             r121,,r122,,r112/r221,r111,r211,r222,r212"
        }
        "4x6" => {
            "#,#,b111,b222,#,#/b221,b121,b122,b211,b212,b112/,,,,,/,,,,,/\
             r221,r121,r122,r211,r212,r112/#,#,r111,r222,#,#"
        }
        "aztec" => {
            "#,#,b111,b222,#,#/#,b221,b122,b211,b212,#/,,b121,b112,,/,,,,,/\
             ,,r121,r112,,/#,r221,r122,r211,r212,#/#,#,r111,r222,#,#"
        }
        _ => panic!("no such board: {board}"),
    };
    format!("{rows} r 1 0 -")
}

// [MAD-1.2]
fn squares(grid: &Grid) -> Vec<Square> {
    let mut all = Vec::new();
    for (row, cells) in grid.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            if *cell != Cell::Missing {
                all.push((row, column));
            }
        }
    }
    all
}

fn at(grid: &Grid, (row, column): Square) -> Cell {
    grid[row][column]
}

/// `home` is the starting position of the board.
// [MAD-1.7]
fn on_last_row(home: &Grid, side: char, (row, column): Square) -> bool {
    let behind = if side == 'r' {
        home.get(row + 1).map(|row| row[column])
    } else if row > 0 {
        Some(home[row - 1][column])
    } else {
        None
    };
    let nothing_behind = behind.is_none() || behind == Some(Cell::Missing);
    match home[row][column] {
        Cell::Ship(owner, _) => owner != side && nothing_behind,
        _ => false,
    }
}

/// Where a ship is; `None` means that it is in exile.
// [MAD-1.8]
fn place(grid: &Grid, side: char, ship: u32) -> Option<Square> {
    for (row, cells) in grid.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            if *cell == Cell::Ship(side, ship) {
                return Some((row, column));
            }
        }
    }
    None
}

// ------------------------------------------------------------------------------------- 2 Turns

// [MAD-2.1]
fn other(side: char) -> char {
    if side == 'r' { 'b' } else { 'r' }
}

/// Every legal action of the side to move; does not look at the counter.
// [MAD-2.2] [MAD-2.3] [MAD-2.4] [MAD-7.1]
fn actions(home: &Grid, position: &Position, options: Options) -> Vec<(String, Position)> {
    let mut list = Vec::new();
    if corvette_in_exile(&position.grid) {
        return list;
    }
    for shift in shifts(&position.grid, position.side) {
        list.push((shift.text, after(position, shift.grid, false)));
    }
    if positioning_turn(position, options) {
        list.push(("pass".into(), after(position, position.grid.clone(), false)));
    } else {
        list.extend(movements(home, position));
    }
    assert!(!list.is_empty(), "MAD-2.4");
    list
}

// ---------------------------------------------------------------------------------- 3 Movement

// [MAD-3.1]
fn touch(one: Square, two: Square) -> bool {
    one.0.abs_diff(two.0) + one.1.abs_diff(two.1) == 1
}

// [MAD-3.2]
fn two_squares(grid: &Grid, all: &[Square], from: Square, to: Square) -> bool {
    let open = |midway: Square| touch(from, midway) && touch(midway, to) && at(grid, midway) == Cell::Vacant;
    from != to && all.iter().any(|midway| open(*midway))
}

// [MAD-3.3]
fn may_arrive(grid: &Grid, side: char, ship: u32, to: Square) -> bool {
    match at(grid, to) {
        Cell::Missing => false,
        Cell::Vacant => true,
        Cell::Ship(owner, target) => owner != side && defence(target) <= attack(ship),
    }
}

/// All movements, each followed by its compounds with a bonus.
// [MAD-3.1] [MAD-3.2] [MAD-3.3] [MAD-3.4]
fn movements(home: &Grid, position: &Position) -> Vec<(String, Position)> {
    let (grid, side) = (&position.grid, position.side);
    let all = squares(grid);
    let mut list = Vec::new();
    for &from in &all {
        let Cell::Ship(owner, ship) = at(grid, from) else {
            continue;
        };
        if owner != side {
            continue;
        }
        for &to in &all {
            let one = touch(from, to);
            let two = movement(ship) == 2 && two_squares(grid, &all, from, to);
            if !(one || two) || !may_arrive(grid, side, ship, to) {
                continue;
            }
            let expels = at(grid, to) != Cell::Vacant;
            let mut moved = grid.clone();
            moved[from.0][from.1] = Cell::Vacant;
            moved[to.0][to.1] = Cell::Ship(side, ship);
            let text = movement_text(ship, from, to, expels);
            if one {
                for bonus in bonuses(home, &moved, side, ship, to) {
                    let compound = format!("{text}+{}", bonus.text);
                    list.push((compound, after(position, bonus.grid, expels)));
                }
            }
            list.push((text, after(position, moved, expels)));
        }
    }
    list
}

// ------------------------------------------------------------------- 4 Permutation, 5 Rotation

struct Shift {
    ships: Vec<u32>,
    text: String,
    grid: Grid,
}

fn shifts(grid: &Grid, side: char) -> Vec<Shift> {
    let mut list = permutations(grid, side);
    list.extend(rotations(grid, side));
    list
}

/// Each ship takes the place of the next one, the last that of the first. A ship that takes the
/// place of an exiled ship goes into exile.
// [MAD-4.1] [MAD-4.2] [MAD-5.1] [MAD-5.2]
fn cycle(grid: &Grid, side: char, ships: &[u32]) -> Grid {
    let mut result = grid.clone();
    for (index, ship) in ships.iter().enumerate() {
        let next = ships[(index + 1) % ships.len()];
        if let Some((row, column)) = place(grid, side, next) {
            // `next` itself goes to another place, or into exile.
            result[row][column] = Cell::Ship(side, *ship);
        }
    }
    result
}

fn exiled(grid: &Grid, side: char, ships: &[u32]) -> usize {
    let gone = |ship: &&u32| place(grid, side, **ship).is_none();
    ships.iter().filter(gone).count()
}

// [MAD-4.1] [MAD-4.2] [MAD-4.3] [MAD-4.4]
fn permutations(grid: &Grid, side: char) -> Vec<Shift> {
    let mut list = Vec::new();
    for pair in [[111, 222], [112, 221], [121, 212], [122, 211]] {
        if exiled(grid, side, &pair) < 2 {
            list.push(Shift {
                ships: pair.to_vec(),
                text: format!("{}<>{}", pair[0], pair[1]),
                grid: cycle(grid, side, &pair),
            });
        }
    }
    list
}

// [MAD-5.1] [MAD-5.2] [MAD-5.3]
fn rotations(grid: &Grid, side: char) -> Vec<Shift> {
    let mut list = Vec::new();
    for [a, b, c] in [FRIGATES, DESTROYERS] {
        for order in [[a, b, c], [a, c, b]] {
            if exiled(grid, side, &order) < 2 {
                list.push(Shift {
                    ships: order.to_vec(),
                    text: format!("{}>{}>{}", order[0], order[1], order[2]),
                    grid: cycle(grid, side, &order),
                });
            }
        }
    }
    list
}

// ----------------------------------------------------------------------------- 6 Special turns

// [MAD-6.1] [MAD-6.2]
fn positioning_turn(position: &Position, options: Options) -> bool {
    options.positioning && position.turn <= 2
}

/// The shifts that `ship` has earned by a one-square movement to `to`; `grid` is after it.
// [MAD-6.3] [MAD-6.4] [MAD-6.5] [MAD-6.6] [MAD-6.7]
fn bonuses(home: &Grid, grid: &Grid, side: char, ship: u32, to: Square) -> Vec<Shift> {
    if corvette_in_exile(grid) || !on_last_row(home, side, to) {
        return Vec::new();
    }
    let mut list = shifts(grid, side);
    list.retain(|shift| shift.ships.contains(&ship));
    list
}

// ----------------------------------------------------------------------------------- 7 The end

// [MAD-7.1]
fn corvette_in_exile(grid: &Grid) -> bool {
    place(grid, 'r', CORVETTE).is_none() || place(grid, 'b', CORVETTE).is_none()
}

/// The position after a turn that leaves the ships as in `grid`.
// [MAD-2.1] [MAD-7.2]
fn after(position: &Position, grid: Grid, expels: bool) -> Position {
    let side = position.side;
    Position {
        grid,
        side: other(side),
        turn: position.turn + 1,
        counter: if expels { 0 } else { position.counter + 1 },
        expeller: if expels { side } else { position.expeller },
    }
}

// [MAD-7.1] [MAD-7.3] [MAD-7.4] [MAD-9.6]
fn ending(position: &Position, options: Options) -> Option<Verdict> {
    let lost = |side| place(&position.grid, side, CORVETTE).is_none();
    let expelled_last = if position.expeller == 'r' { 'r' } else { 'b' };
    let (winner, full) = match position.counter {
        _ if lost('r') => ('b', true),
        _ if lost('b') => ('r', true),
        counter if counter >= options.limit => (expelled_last, false),
        _ => return None,
    };
    Some(Verdict { winner, full })
}

// --------------------------------------------------------------------------- 9 Writing it down

// [MAD-1.2] [MAD-9.1]
fn movement_text(ship: u32, from: Square, to: Square, expels: bool) -> String {
    let name = |(row, column): Square| format!("{}{}", &"abcdef"[column..=column], row + 1);
    let sign = if expels { 'x' } else { '-' };
    format!("{ship}-{}{sign}{}", name(from), name(to))
}

// [MAD-9.3]
fn read_grid(text: &str) -> Grid {
    let cell = |text: &str| match text.split_at_checked(1) {
        None => Cell::Vacant,
        Some(("#", "")) => Cell::Missing,
        Some(("r", digits)) => Cell::Ship('r', digits.parse().expect("digits")),
        Some(("b", digits)) => Cell::Ship('b', digits.parse().expect("digits")),
        _ => panic!("unknown ship {text}"),
    };
    let row = |text: &str| text.split(',').map(cell).collect();
    text.split('/').rev().map(row).collect()
}

// [MAD-9.3] [MAD-9.4]
fn read(text: &str) -> Position {
    let fields: Vec<&str> = text.split(' ').collect();
    assert!(fields.len() == 2 || fields.len() == 5, "fields of {text}");
    let letter = |field: &str| field.chars().next().expect("a letter");
    let mut position = Position {
        grid: read_grid(fields[0]),
        side: letter(fields[1]),
        turn: if fields[1] == "r" { 3 } else { 4 },
        counter: 0,
        expeller: '-',
    };
    if fields.len() == 5 {
        position.turn = fields[2].parse().expect("turn");
        position.counter = fields[3].parse().expect("counter");
        position.expeller = letter(fields[4]);
    }
    check(&position, text);
    position
}

/// The oracle is asked about good positions only, so it panics where a reader would refuse.
// [MAD-9.5]
fn check(position: &Position, text: &str) {
    let mut seen = Vec::new();
    for cell in position.grid.iter().flatten() {
        if let Cell::Ship(side, ship) = *cell {
            assert!(SHIPS.contains(&ship), "unknown ship: {text}");
            assert!(!seen.contains(&(side, ship)), "ship twice: {text}");
            seen.push((side, ship));
        }
    }
    let corvettes = seen.iter().filter(|(_, ship)| *ship == CORVETTE).count();
    assert!(corvettes > 0, "both corvettes in exile: {text}");
    let side = if position.turn % 2 == 1 { 'r' } else { 'b' };
    assert!(position.side == side, "parity: {text}");
    assert!(position.counter < position.turn, "counter: {text}");
}

/// The starting position of the board that has the shape of `grid`.
// [MAD-9.3] [MAD-9.5]
fn home_of(grid: &Grid) -> Grid {
    let same_row = |one: &Vec<Cell>, two: &Vec<Cell>| {
        let same = |(a, b): (&Cell, &Cell)| (*a == Cell::Missing) == (*b == Cell::Missing);
        one.len() == two.len() && one.iter().zip(two).all(same)
    };
    for board in BOARDS {
        let home = read_grid(start(board).split(' ').next().unwrap());
        if home.len() == grid.len() && home.iter().zip(grid).all(|(a, b)| same_row(a, b)) {
            return home;
        }
    }
    panic!("the shape is no known board");
}

// [MAD-9.3]
fn write(position: &Position) -> String {
    let cell = |cell: &Cell| match cell {
        Cell::Missing => "#".to_string(),
        Cell::Vacant => String::new(),
        Cell::Ship(side, ship) => format!("{side}{ship}"),
    };
    let row = |row: &Vec<Cell>| row.iter().map(cell).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = position.grid.iter().rev().map(row).collect();
    let (side, turn) = (position.side, position.turn);
    let (counter, expeller) = (position.counter, position.expeller);
    format!("{} {side} {turn} {counter} {expeller}", rows.join("/"))
}

// ----------------------------------------------------------------------- What the tests may ask

/// All legal moves of a position with the position that each leads to, sorted by move text (byte
/// order). Position text always with all three fields. Empty for a finished game.
// [MAD-9.6]
pub fn moves(position: &str, options: Options) -> Vec<(String, String)> {
    let position = read(position);
    let mut list = Vec::new();
    if ending(&position, options).is_none() {
        for (text, next) in actions(&home_of(&position.grid), &position, options) {
            list.push((text, write(&next)));
        }
    }
    list.sort();
    list
}

/// How a finished position ended; `None` while the game goes on.
pub fn verdict(position: &str, options: Options) -> Option<Verdict> {
    ending(&read(position), options)
}

/// Plain recursive count; ignores the counter.
// [MAD-9.6]
pub fn perft(position: &str, depth: u32, options: Options) -> u64 {
    fn count(home: &Grid, position: &Position, depth: u32, options: Options) -> u64 {
        if depth == 0 {
            return 1;
        }
        let list = actions(home, position, options);
        list.iter().map(|(_, next)| count(home, next, depth - 1, options)).sum()
    }
    let position = read(position);
    count(&home_of(&position.grid), &position, depth, options)
}

/// A random position text of the named board that is not a finished game (if the limit is not 0).
/// `random(n)` gives a number in 0..n. Ships crowd together and near their last rows.
// [MAD-9.5]
pub fn random_position(board: &str, options: Options, random: &mut dyn FnMut(u32) -> u32) -> String {
    let mut below = |n: usize| random(u32::try_from(n).unwrap()) as usize;
    let home = read(&start(board)).grid;
    let mut position = read(&start(board));
    let all = squares(&home);
    for &(row, column) in &all {
        position.grid[row][column] = Cell::Vacant;
    }

    let mut fleet = Vec::new();
    for side in ['r', 'b'] {
        let mut rest = SHIPS.to_vec();
        rest.retain(|ship| *ship != CORVETTE);
        fleet.push((side, CORVETTE));
        for _ in 0..below(8) {
            fleet.push((side, rest.swap_remove(below(rest.len()))));
        }
    }

    while !fleet.is_empty() {
        let (side, ship) = fleet.swap_remove(below(fleet.len()));
        let grid = &position.grid;
        let crowded = |square: Square| {
            let ship = |near: Square| matches!(at(grid, near), Cell::Ship(..));
            all.iter().any(|near| touch(square, *near) && ship(*near))
        };
        let near_last_row = |square: Square| {
            let last = |near: Square| on_last_row(&home, side, near);
            last(square) || all.iter().any(|near| touch(square, *near) && last(*near))
        };
        let mut vacant = all.clone();
        vacant.retain(|square| at(grid, *square) == Cell::Vacant);
        let mut wanted = vacant.clone();
        match below(6) {
            0 | 1 => wanted.retain(|square| crowded(*square)),
            2 => wanted.retain(|square| near_last_row(*square)),
            3 => wanted.retain(|square| on_last_row(&home, side, *square)),
            _ => {}
        }
        let choice = if wanted.is_empty() { vacant } else { wanted };
        let (row, column) = choice[below(choice.len())];
        position.grid[row][column] = Cell::Ship(side, ship);
    }

    position.side = ['r', 'b'][below(2)];
    position.turn = if position.side == 'r' { 1 } else { 2 };
    if below(6) > 0 {
        position.turn += 2 * u32::try_from(below(60)).unwrap();
    }
    let bound = options.limit.min(position.turn).max(1);
    position.counter = u32::try_from(below(bound as usize)).unwrap();
    position.expeller = ['r', 'b', '-'][below(3)];
    write(&position)
}

/// Clause, position, move and next position, worked out by hand; `none` where the move is illegal.
const WORKED: &str = "\
MAD-3.2; b111,,,/,,,/b122,r211,,/,,,/,,,/r111,,, r; 211-b4-a5; b111,,,/r211,,,/b122,,,/,,,/,,,/r111,,, b 4 1 -
MAD-3.2; b111,,,/b112,,,/r211,,,/,,,/,,,/r111,,, r; 211-a4xa6; none
MAD-3.3; b111,,,/,,,/b122,r211,,/,,,/,,,/r111,,, r; 211-b4xa4; none
MAD-3.4; b111,,,/,,,/b121,r211,,/,,,/,,,/r111,,, r 7 3 b; 211-b4xa4; b111,,,/,,,/r211,,,/,,,/,,,/r111,,, b 8 0 r
MAD-4.4; b111,,,/,,,/,,,/,,,/,,,/r111,r112,,r121 r; 111<>222; b111,,,/,,,/,,,/,,,/,,,/r222,r112,,r121 b 4 1 -
MAD-5.2; b111,,,/,,,/,,,/,,,/,,,/r111,r112,,r121 r; 112>121>211; b111,,,/,,,/,,,/,,,/,,,/r111,r211,,r112 b 4 1 -
MAD-5.2; b111,,,/,,,/,,,/,,,/,,,/r111,r112,,r121 r; 112>211>121; b111,,,/,,,/,,,/,,,/,,,/r111,r121,,r211 b 4 1 -
MAD-5.3; b111,,,/,,,/,,,/,,,/,,,/r111,r112,,r122 r; 112>121>211; none
MAD-6.1; b111,,,/,,,/,,,/,,,/,,,/r111,,, r 1 0 -; 111-a1-a2; none
MAD-6.1; b111,,,/,,,/,,,/,,,/,,,/r111,,, r 1 0 -; pass; b111,,,/,,,/,,,/,,,/,,,/r111,,, b 2 1 -
MAD-6.3; b111,b211,,/,r221,r212,/,,,/,,,/,,,/r111,r122,, r 9 5 b; 221-b5xb6+122>212>221; b111,r212,,/,,r122,/,,,/,,,/,,,/r111,r221,, b 10 0 r
MAD-6.4; b111,b211,,/,r221,r212,/,,,/,,,/,,,/r111,r122,, r 9 5 b; 221-b5xb6+111<>222; none
MAD-6.5; b111,b211,,/,r221,r212,/,,,/,,,/,,,/r111,r122,, r 9 5 b; 212-c5-d6; b111,b211,,r212/,r221,,/,,,/,,,/,,,/r111,r122,, b 10 6 b
MAD-6.5; b111,b211,,/,r221,r212,/,,,/,,,/,,,/r111,r122,, r 9 5 b; 212-c5-d6+122>212>221; none
MAD-6.6; b111,,,/r122,,,/,,,/,,,/,,,/r111,r211,, r; 122-a5xa6; r122,,,/,,,/,,,/,,,/,,,/r111,r211,, b 4 0 r
MAD-6.6; b111,,,/r122,,,/,,,/,,,/,,,/r111,r211,, r; 122-a5xa6+122<>211; none
MAD-6.7; r111,,,/,,,/,,,/,,,/b111,,,/,,, b; 111-a2-a1+111<>222; r111,,,/,,,/,,,/,,,/,,,/b222,,, r 5 1 -
MAD-1.7; #,#,b111,,#,#/#,,,,,#/,r112,,,,/,,,,,/,,,,,/#,,,,,#/#,#,r111,,#,# r; 112-b5-a5+112<>221; none
MAD-1.7; #,#,b111,,#,#/#,,,,,#/,r112,,,,/,,,,,/,,,,,/#,,,,,#/#,#,r111,,#,# r; 112-b5-b6+112<>221; #,#,b111,,#,#/#,r221,,,,#/,,,,,/,,,,,/,,,,,/#,,,,,#/#,#,r111,,#,# b 4 1 -";

/// Known counts, moves and outcomes.
pub fn self_check() {
    let options = |limit, positioning| Options { limit, positioning };
    for (board, positioning, counts) in [
        ("6x4", true, [9, 81, 1287, 20237]),
        ("6x4", false, [15, 222, 3934, 68892]),
        ("5x5", true, [9, 81, 1587, 30969]),
        ("5x5", false, [18, 323, 6475, 128_862]),
    ] {
        for (depth, count) in (1..).zip(counts) {
            let found = perft(&start(board), depth, options(1, positioning));
            assert_eq!(found, count, "{board} {positioning} {depth}");
        }
    }
    for line in WORKED.lines() {
        let parts: Vec<&str> = line.split("; ").collect();
        let list = moves(parts[1], options(40, true));
        let found = list.iter().find(|(text, _)| text == parts[2]);
        assert_eq!(found.map_or("none", |(_, next)| next), parts[3], "{line}");
    }
    for (position, winner, full) in [
        ("b111,,,/,,,/,,,/,,,/,,,/r222,,, b 4 1 r", 'b', true), // [MAD-7.1]
        ("b111,,,/,,,/,,,/,,,/,,,/r111,,, r 41 40 -", 'b', false), // [MAD-7.3]
        ("b111,,,/,,,/,,,/,,,/,,,/r111,,, r 51 40 r", 'r', false), // [MAD-7.3]
        ("b222,,,/,,,/,,,/,,,/,,,/r111,,, r 51 40 b", 'r', true), // [MAD-7.4]
    ] {
        let found = verdict(position, options(40, true));
        assert_eq!(found, Some(Verdict { winner, full }), "{position}");
        assert!(moves(position, options(40, true)).is_empty(), "{position}"); // [MAD-9.6]
    }
}
