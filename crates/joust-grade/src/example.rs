//! Rubrics to start from.

/// A commented rubric for a game, which can be used as it is.
///
/// ```
/// use joust_grade::{Rubric, example};
/// for game in ["mad", "wargame", "madmax"] {
///     let rubric = Rubric::read(example(game).unwrap(), ".".as_ref()).unwrap();
///     assert_eq!((rubric.game, rubric.of()), (game, 10.0));
/// }
/// assert_eq!(example("chess"), None);
/// ```
pub fn example(game: &str) -> Option<&'static str> {
    match game {
        "mad" => Some(include_str!("../rubrics/mad.toml")),
        "wargame" => Some(include_str!("../rubrics/wargame.toml")),
        "madmax" => Some(include_str!("../rubrics/madmax.toml")),
        _ => None,
    }
}
