//! A greedy bot for MAD: it takes the strongest ship that it can get, and goes for the corvette.

use joust::{Action, Bot, Hello, Info, MadPosition, Random, Turn};

pub struct MadBot {
    random: Random,
}

impl MadBot {
    pub fn new() -> MadBot {
        MadBot { random: Random::new(0) }
    }
}

impl Bot for MadBot {
    fn info(&self) -> Info {
        Info::new("Greedy", "1.0")
    }

    fn start(&mut self, hello: &Hello) {
        self.random = Random::new(hello.seed);
    }

    fn act(&mut self, turn: &mut Turn) -> Action {
        let position = turn.mad();
        let mut moves = turn.moves.clone();
        // Moves of equal worth stay in a random order.
        self.random.shuffle(&mut moves);
        let mut tried: Vec<(i64, &String)> =
            moves.iter().map(|text| (worth(&position.play(text), position.side), text)).collect();
        tried.sort_by_key(|(worth, _)| -worth);
        // The best move after which the corvette cannot be expelled at once.
        let best = tried.iter().find(|(_, text)| !loses(&position.play(text)));
        let (worth, text) = best.unwrap_or(&tried[0]);
        Action::new(text, moves.len(), *worth as f64)
    }
}

/// What a position is worth: ships by their digits, and how near they are to the corvette.
fn worth(position: &MadPosition, me: usize) -> i64 {
    let target = position.find(["b111", "r111"][me]);
    let (Some(target), None) = (target, position.winner()) else {
        return if position.winner() == Some(me) { 10_000 } else { -10_000 };
    };
    let mut worth = 0;
    for (square, ship) in position.cells.iter().enumerate().filter(|(_, cell)| cell.len() == 4) {
        let strength: i64 = ship[1..].bytes().map(|digit| 10 * i64::from(digit - b'0')).sum();
        if ship.starts_with(["r", "b"][me]) {
            worth += strength - position.board.distance(square, target) as i64;
        } else {
            worth -= strength;
        }
    }
    worth
}

/// Whether the side to move can win at once.
fn loses(position: &MadPosition) -> bool {
    let moves = position.moves();
    let mut expulsions = moves.iter().filter(|text| text.contains('x'));
    expulsions.any(|text| position.play(text).winner() == Some(position.side))
}
