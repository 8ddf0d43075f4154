//! Contests to start from.

/// A commented contest for a game, which can be used as it is.
///
/// ```
/// use joust_contest::{Contest, example};
/// for game in ["mad", "wargame", "madmax"] {
///     assert_eq!(Contest::read(example(game).unwrap()).unwrap().game, game);
/// }
/// assert_eq!(example("chess"), None);
/// ```
pub fn example(game: &str) -> Option<&'static str> {
    match game {
        "mad" => Some(include_str!("../contests/mad.toml")),
        "wargame" => Some(include_str!("../contests/wargame.toml")),
        "madmax" => Some(include_str!("../contests/madmax.toml")),
        _ => None,
    }
}
