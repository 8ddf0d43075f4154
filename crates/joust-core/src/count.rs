//! Numbers of things in messages.

use std::fmt::Display;

/// A number of things: `1 game`, `2 games`.
///
/// ```
/// assert_eq!([joust_core::count(1, "game"), joust_core::count(2, "game")], ["1 game", "2 games"]);
/// ```
pub fn count<N: Display + PartialEq + From<u8> + Copy>(number: N, thing: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {thing}{plural}")
}
