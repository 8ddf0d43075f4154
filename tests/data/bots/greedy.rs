//! A bot in one file of Rust: it plays the War Game, and takes the square that brings the most points now.

use joust::{Action, Bot, Info, Turn};

struct Greedy;

impl Bot for Greedy {
    fn info(&self) -> Info {
        Info::new("Greedy", "1.0")
    }

    fn act(&mut self, turn: &mut Turn) -> Action {
        let position = turn.wargame();
        let worth = |text: &&String| {
            let after = position.play(text);
            after.score(position.side) - after.score(1 - position.side)
        };
        let best = turn.moves.iter().max_by_key(worth).expect("a turn has a move");
        eprintln!("{best} of {} moves", turn.moves.len());
        best.as_str().into()
    }
}

fn make(game: &str) -> Option<Box<dyn Bot>> {
    match game {
        "wargame" => Some(Box::new(Greedy)),
        _ => None,
    }
}

joust::module!(make);
