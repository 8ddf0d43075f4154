//! The bots: which of them plays which game.

mod mad_bot;
mod madmax_bot;
mod war_bot;

use joust::Bot;

/// A bot for a game; `None` for a game that it does not play.
pub fn make(game: &str) -> Option<Box<dyn Bot>> {
    match game {
        "mad" => Some(Box::new(mad_bot::MadBot::new())),
        "wargame" => Some(Box::new(war_bot::WarBot::new())),
        "madmax" => Some(Box::new(madmax_bot::MadMaxBot::new())),
        _ => None,
    }
}

// A WebAssembly module is made from this library: `joust bot build .`
joust::module!(make);
