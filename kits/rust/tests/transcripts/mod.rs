//! Recorded games: `> ` stands before messages of the referee, `< ` before the answers of the bot.
#![allow(dead_code)]

use joust::Json;

/// All games.
pub const GAMES: [&str; 3] = ["mad", "wargame", "madmax"];

/// The file of a recorded game.
pub fn path(game: &str) -> String {
    format!("{}/tests/{game}.txt", env!("CARGO_MANIFEST_DIR"))
}

/// The messages of the referee.
pub fn messages(game: &str) -> Vec<String> {
    lines(game, "> ")
}

/// The answers of the greedy bot.
pub fn answers(game: &str) -> Vec<String> {
    lines(game, "< ")
}

/// Reads a message.
pub fn read(line: &str) -> Json {
    Json::read(line).unwrap()
}

fn lines(game: &str, mark: &str) -> Vec<String> {
    let text = std::fs::read_to_string(path(game)).unwrap();
    text.lines().filter_map(|line| line.strip_prefix(mark)).map(str::to_owned).collect()
}
