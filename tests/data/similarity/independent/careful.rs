//! A bot for the War Game that fears the answer: it takes the square after which the opponent gains least.

use joust::{Action, Bot, Hello, Info, Turn, WarPosition};
use std::collections::HashMap;

#[derive(Default)]
pub struct Careful {
    seen: HashMap<String, i64>,
    asked: usize,
}

impl Careful {
    fn balance(position: &WarPosition, seat: usize) -> i64 {
        position.score(seat) - position.score(1 - seat)
    }

    /// The worst that the opponent can do.
    fn worst(&mut self, position: &WarPosition, seat: usize) -> i64 {
        let key = format!("{position} {seat}");
        if let Some(known) = self.seen.get(&key) {
            return *known;
        }
        let mut worst = i64::MAX;
        for reply in position.moves() {
            self.asked += 1;
            let after = position.play(&reply);
            let value = Careful::balance(&after, seat);
            if value < worst {
                worst = value;
            }
        }
        if worst == i64::MAX {
            worst = Careful::balance(position, seat);
        }
        self.seen.insert(key, worst);
        worst
    }
}

impl Bot for Careful {
    fn info(&self) -> Info {
        Info::new("Careful", "0.1")
    }

    fn start(&mut self, _: &Hello) {
        self.seen.clear();
        self.asked = 0;
    }

    fn act(&mut self, turn: &mut Turn) -> Action {
        let position = turn.wargame();
        let seat = position.side;
        let mut choice: Option<(i64, usize)> = None;
        for (number, text) in turn.moves.iter().enumerate() {
            let value = self.worst(&position.play(text), seat);
            choice = match choice {
                Some((best, _)) if best >= value => choice,
                _ => Some((value, number)),
            };
        }
        let (value, number) = choice.unwrap_or((0, 0));
        Action::new(&turn.moves[number], self.asked, value as f64)
    }
}
