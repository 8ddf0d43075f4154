//! A greedy bot for the War Game: it takes the square that brings the most points now.

use joust::{Action, Bot, Hello, Info, Random, Turn, WarPosition};

pub struct WarBot {
    random: Random,
}

impl WarBot {
    pub fn new() -> WarBot {
        WarBot { random: Random::new(0) }
    }
}

impl Bot for WarBot {
    fn info(&self) -> Info {
        Info::new("Greedy", "1.0")
    }

    fn start(&mut self, hello: &Hello) {
        self.random = Random::new(hello.seed);
    }

    fn act(&mut self, turn: &mut Turn) -> Action {
        let position = turn.wargame();
        let mut moves = turn.moves.clone();
        // Of equal moves, the first one in a random order is taken.
        self.random.shuffle(&mut moves);
        let (mut best, mut most) = (0, i64::MIN);
        for (i, text) in moves.iter().enumerate() {
            let worth = worth(&position.play(text), position.side);
            if worth > most {
                (best, most) = (i, worth);
            }
        }
        Action::new(&moves[best], moves.len(), most as f64)
    }
}

/// What a position is worth. To play better, also look at what the opponent can do next.
fn worth(position: &WarPosition, me: usize) -> i64 {
    position.score(me) - position.score(1 - me)
}
