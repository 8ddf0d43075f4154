//! Numbers, times and moves in words.

use super::experiment::{Experiment, Turn};
use joust_wargame::{Board, Side};
use std::time::Duration;

/// A whole number with a comma before every three digits.
pub(super) fn number(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How many there are of something.
pub(super) fn plural(count: usize, word: &str) -> String {
    format!("{} {word}{}", number(count as u64), if count == 1 { "" } else { "s" })
}

/// What is not known.
const UNKNOWN: &str = "–";

/// A number that may be missing, rounded.
pub(super) fn rounded(number_or_none: Option<f64>) -> String {
    nodes(number_or_none.map(|found| found.round() as u64))
}

/// Nodes that may not have been counted.
pub(super) fn nodes(nodes: Option<u64>) -> String {
    nodes.map_or_else(|| UNKNOWN.to_owned(), number)
}

/// A time that may not be known, with as many digits as mean something.
pub(super) fn time(time: Option<Duration>) -> String {
    let Some(time) = time else { return UNKNOWN.to_owned() };
    let ms = time.as_secs_f64() * 1000.0;
    match ms {
        ms if ms < 0.001 => "< 1 µs".to_owned(),
        ms if ms < 0.1 => format!("{:.0} µs", ms * 1000.0),
        ms if ms < 10.0 => format!("{ms:.2} ms"),
        ms if ms < 1000.0 => format!("{ms:.0} ms"),
        ms => format!("{:.2} s", ms / 1000.0),
    }
}

/// The name of a side with a capital.
pub(super) fn side(side: Side) -> &'static str {
    match side {
        Side::Blue => "Blue",
        Side::Green => "Green",
    }
}

/// A move in the course's words, without the side.
pub(super) fn deed(turn: &Turn, board: &Board) -> String {
    let square = board.square_name(turn.square);
    if turn.blitz { format!("M1 Death Blitz {square}") } else { format!("drop {square}") }
}

/// The squares that a move conquers, with commas; empty when there are none.
pub(super) fn conquered(turn: &Turn, board: &Board) -> String {
    let names: Vec<_> = turn.conquered.iter().map(|square| board.square_name(*square)).collect();
    names.join(", ")
}

/// The whole move as a sentence: `Green: M1 Death Blitz C3, conquers D3, C4`.
pub(super) fn sentence(turn: &Turn, board: &Board) -> String {
    let words = format!("{}: {}", side(turn.side), deed(turn, board));
    match conquered(turn, board) {
        none if none.is_empty() => words,
        names => format!("{words}, conquers {names}"),
    }
}

/// How a game ended, in a few words.
pub(super) fn ending(game: &Experiment) -> String {
    match (&game.fault, game.winner()) {
        (Some((by, _)), _) => format!("broken off by {}", side(*by)),
        (None, Some(winner)) => format!("{} wins", side(winner)),
        (None, None) => "a tie".to_owned(),
    }
}

/// The scores of Blue and Green.
pub(super) fn score([blue, green]: [i32; 2]) -> String {
    format!("{blue} : {green}")
}

/// A share in per cent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// The command as it was typed, fit to be typed again.
pub(super) fn command_line() -> String {
    let quote = |word: String| {
        let plain = |c: char| c.is_alphanumeric() || "-_=:,./+@%".contains(c);
        if !word.is_empty() && word.chars().all(plain) {
            return word;
        }
        format!("'{}'", word.replace('\'', "'\\''"))
    };
    let words = std::env::args_os().skip(1).map(|word| quote(word.to_string_lossy().into_owned()));
    ["joust".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

/// Part of a file's name.
pub(super) fn slug(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let slug: String = text.chars().map(plain).take(40).collect();
    slug.trim_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!(
            [0, 12, 123, 1234, 217_758, 1_000_000].map(number),
            ["0", "12", "123", "1,234", "217,758", "1,000,000"]
        );
        let times = [5, 150, 9_990, 12_345, 1_500_000].map(|us| time(Some(Duration::from_micros(us))));
        assert_eq!(times, ["5 µs", "0.15 ms", "9.99 ms", "12 ms", "1.50 s"]);
        assert_eq!((time(None).as_str(), nodes(None).as_str()), ("–", "–"));
        assert_eq!(percent(0.876_54), "87.7 %");
        assert_eq!(slug("boards/my board.txt"), "boards-my-board-txt");
    }
}
