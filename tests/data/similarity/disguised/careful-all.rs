use joust::{Action, Bot, Hello, Info, Turn, WarPosition};
use std::collections::HashMap;

#[derive(Default)]
pub struct Timid {
    calls: usize,
    cache: HashMap<String, i64>,
}

impl Bot for Timid {
    fn info(&self) -> Info {
        Info::new("Timid", "1.0")
    }

    fn act(&mut self, turn: &mut Turn) -> Action {
        let board = turn.wargame();
        let own = board.side;
        let mut picked: Option<(i64, usize)> = None;
        let mut index = 0;
        while index < turn.moves.len() {
            let text = &turn.moves[index];
            let score = self.minimum(&board.play(text), own);
            picked = match picked {
                Some((top, _)) if top >= score => picked,
                _ => Some((score, index)),
            };
            index += 1;
        }
        let (score, index) = picked.unwrap_or((0, 0));
        Action::new(&turn.moves[index], self.calls, score as f64)
    }

    fn start(&mut self, _: &Hello) {
        self.cache.clear();
        self.calls = 0;
    }
}

impl Timid {
    fn minimum(&mut self, board: &WarPosition, own: usize) -> i64 {
        let name = format!("{board} {own}");
        if let Some(stored) = self.cache.get(&name) {
            return *stored;
        }
        // Nothing seen yet.
        let mut low = i64::MAX;
        let answers = board.moves();
        let mut index = 0;
        while index < answers.len() {
            self.calls += 1;
            let next = board.play(&answers[index]);
            let score = Timid::difference(&next, own);
            if score < low {
                low = score;
            }
            index += 1;
        }
        if low == i64::MAX {
            low = Timid::difference(board, own);
        }
        self.cache.insert(name, low);
        low
    }

    fn difference(board: &WarPosition, own: usize) -> i64 {
        board.score(own) - board.score(1 - own)
    }
}
