//! Positions of MAD: where the ships are, which moves are legal, and what a move does.

use crate::Json;
use std::rc::Rc;

/// The letters of the sides in ships and texts; a seat is an index of this list.
const SIDES: [&str; 2] = ["r", "b"];
/// What can be on a square: nothing, no square, or a ship.
const CELLS: [&str; 18] = [
    "", "#", "r111", "r112", "r121", "r122", "r211", "r212", "r221", "r222", "b111", "b112", "b121", "b122",
    "b211", "b212", "b221", "b222",
];
/// All permutations and rotations, in the order in which moves are listed.
const SHIFTS: [&str; 8] = [
    "111<>222",
    "112<>221",
    "121<>212",
    "122<>211",
    "112>211>121",
    "112>121>211",
    "122>212>221",
    "122>221>212",
];

/// What never changes in a game: the shape of the arena and the rules.
#[derive(Clone, Debug)]
pub struct MadBoard {
    /// Columns of the arena.
    pub columns: usize,
    /// Rows of the arena.
    pub rows: usize,
    /// Turns without an expulsion that end the game.
    pub limit: usize,
    /// Whether turns 1 and 2 are positioning turns.
    pub positioning: bool,
    /// The squares of the last row of each side.
    pub last: Vec<Vec<usize>>,
    /// The squares that touch each square.
    pub beside: Vec<Vec<usize>>,
}

impl MadBoard {
    /// The board of `hello.start`.
    pub fn new(start: &Json) -> MadBoard {
        let (columns, rows, rules) = (start["columns"].size(), start["rows"].size(), start["rules"].text());
        let mut board = MadBoard {
            columns,
            rows,
            limit: start["limit"].size(),
            positioning: rules != "app" && !rules.contains("positioning=off"),
            last: Vec::new(),
            beside: Vec::new(),
        };
        let squares = |names: &Json| names.list().iter().map(|name| board.square(name.text())).collect();
        let last = start["lastRows"].list().iter().map(squares).collect();
        let exists: Vec<usize> = squares(&start["squares"]);
        let touching = |square: usize| {
            let column = square % columns;
            let near = [
                square.checked_sub(columns),
                (column > 0).then(|| square - 1),
                (column + 1 < columns).then_some(square + 1),
                Some(square + columns),
            ];
            let is_here = |other: &usize| exists.contains(&square) && exists.contains(other);
            near.into_iter().flatten().filter(is_here).collect()
        };
        let beside = (0..columns * rows).map(touching).collect();
        board.last = last;
        board.beside = beside;
        board
    }

    /// The number of a square: a1 is 0, b1 is 1, and so on, row by row from the home of Red.
    pub fn square(&self, name: &str) -> usize {
        let row: usize = name[1..].parse().expect("a square is a letter and a number");
        (row - 1) * self.columns + usize::from(name.as_bytes()[0] - b'a')
    }

    /// The name of a square.
    pub fn name(&self, square: usize) -> String {
        let letter = char::from(b'a' + (square % self.columns) as u8);
        format!("{letter}{}", square / self.columns + 1)
    }

    /// Steps between two squares, if nothing is in the way.
    pub fn distance(&self, one: usize, other: usize) -> usize {
        let columns = self.columns;
        (one / columns).abs_diff(other / columns) + (one % columns).abs_diff(other % columns)
    }
}

/// A position. It never changes: `play` gives another one.
#[derive(Clone, Debug)]
pub struct MadPosition {
    /// The board on which it is.
    pub board: Rc<MadBoard>,
    /// On each square: `""` nothing, `"#"` no square, or a ship such as `"r211"`.
    pub cells: Vec<&'static str>,
    /// The seat to move: 0 is Red, 1 is Blue.
    pub side: usize,
    /// The number of the turn.
    pub turn: usize,
    /// Turns since the last expulsion.
    pub counter: usize,
    /// The seat that expelled last.
    pub expeller: Option<usize>,
}

impl MadPosition {
    /// Reads the text of a position.
    pub fn read(board: &Rc<MadBoard>, text: &str) -> MadPosition {
        let words: Vec<&str> = text.split(' ').collect();
        let seat = |word: &str| SIDES.iter().position(|side| *side == word);
        let number = |word: &str| word.parse().expect("turn and counter are numbers");
        let rows = words[0].split('/').rev();
        MadPosition {
            board: board.clone(),
            cells: rows.flat_map(|row| row.split(',')).map(cell).collect(),
            side: seat(words[1]).expect("the side to move is r or b"),
            turn: number(words[2]),
            counter: number(words[3]),
            expeller: seat(words[4]),
        }
    }

    /// The position as text.
    pub fn text(&self) -> String {
        let rows: Vec<String> =
            self.cells.chunks(self.board.columns).rev().map(|row| row.join(",")).collect();
        let expeller = self.expeller.map_or("-", |seat| SIDES[seat]);
        format!("{} {} {} {} {expeller}", rows.join("/"), SIDES[self.side], self.turn, self.counter)
    }

    /// The square of a ship such as `"r111"`; `None` in exile.
    pub fn find(&self, ship: &str) -> Option<usize> {
        self.cells.iter().position(|cell| *cell == ship)
    }

    /// The seat that has won; `None` while the game goes on.
    pub fn winner(&self) -> Option<usize> {
        for (seat, corvette) in ["r111", "b111"].into_iter().enumerate() {
            if self.find(corvette).is_none() {
                return Some(1 - seat);
            }
        }
        (self.counter >= self.board.limit).then(|| self.expeller.unwrap_or(1))
    }

    /// All legal moves, in the order of the referee's list.
    pub fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.winner().is_some() {
            return moves;
        }
        moves.extend(SHIFTS.iter().filter(|shift| self.allows(shift)).map(|shift| (*shift).to_owned()));
        if self.board.positioning && self.turn <= 2 {
            moves.push("pass".to_owned());
            return moves;
        }
        for (start, ship) in self.cells.iter().enumerate() {
            if ship.starts_with(SIDES[self.side]) {
                self.add_movements(start, ship, &mut moves);
            }
        }
        moves
    }

    /// The position after a legal move.
    pub fn play(&self, text: &str) -> MadPosition {
        let mut after = self.clone();
        (after.side, after.turn, after.counter) = (1 - self.side, self.turn + 1, self.counter + 1);
        let (movement, bonus) =
            text.split_once('+').map_or((text, None), |(step, shift)| (step, Some(shift)));
        let parts: Vec<&str> = movement.split(['-', 'x']).collect();
        let shift = if let [_, from, to] = parts[..] {
            let (start, end) = (self.board.square(from), self.board.square(to));
            if !self.cells[end].is_empty() {
                (after.counter, after.expeller) = (0, Some(self.side));
            }
            after.cells[end] = self.cells[start];
            after.cells[start] = "";
            bonus
        } else {
            Some(movement).filter(|word| *word != "pass")
        };
        if let Some(shift) = shift {
            after.carry_out(SIDES[self.side], shift);
        }
        after
    }

    /// Every ship takes the place of the next one, and the last one that of the first.
    fn carry_out(&mut self, side: &str, shift: &str) {
        let all = ships(side, shift);
        let places: Vec<Option<usize>> = all.iter().map(|ship| self.find(ship)).collect();
        for (i, ship) in all.iter().enumerate() {
            if let Some(place) = places[(i + 1) % places.len()] {
                self.cells[place] = ship;
            }
        }
    }

    /// At most one of the ships may be in exile.
    fn allows(&self, shift: &str) -> bool {
        ships(SIDES[self.side], shift).iter().filter(|ship| self.find(ship).is_none()).count() <= 1
    }

    fn add_movements(&self, start: usize, ship: &str, moves: &mut Vec<String>) {
        let beside = &self.board.beside;
        let may_stop = |end: &&usize| self.may_stop(ship, **end);
        let one: Vec<usize> = beside[start].iter().filter(may_stop).copied().collect();
        let mut all = one.clone();
        if &ship[1..2] == "2" {
            for midway in beside[start].iter().filter(|midway| self.cells[**midway].is_empty()) {
                all.extend(beside[*midway].iter().filter(|end| **end != start).filter(may_stop));
            }
        }
        all.sort_unstable();
        all.dedup();
        moves.extend(all.iter().map(|end| self.write(start, *end)));
        for end in one {
            // A step onto the last row earns a bonus, unless it has won the game.
            if self.board.last[self.side].contains(&end) && !self.cells[end].ends_with("111") {
                let step = self.write(start, end);
                let shifts = SHIFTS.iter().filter(|shift| shift.contains(&ship[1..]) && self.allows(shift));
                moves.extend(shifts.map(|shift| format!("{step}+{shift}")));
            }
        }
    }

    /// Whether the square is vacant, or its ship can be expelled: attack against defence.
    fn may_stop(&self, ship: &str, end: usize) -> bool {
        let other = self.cells[end];
        other.is_empty() || (other[..1] != ship[..1] && ship[2..3] >= other[3..4])
    }

    fn write(&self, start: usize, end: usize) -> String {
        let sign = if self.cells[end].is_empty() { "-" } else { "x" };
        format!("{}-{}{sign}{}", &self.cells[start][1..], self.board.name(start), self.board.name(end))
    }
}

fn cell(text: &str) -> &'static str {
    CELLS.iter().find(|cell| **cell == text).expect("a square is empty, missing or has a ship")
}

/// The ships of a shift of a side.
fn ships(side: &str, shift: &str) -> Vec<&'static str> {
    shift
        .split(['<', '>'])
        .filter(|ship| !ship.is_empty())
        .map(|ship| cell(&format!("{side}{ship}")))
        .collect()
}
