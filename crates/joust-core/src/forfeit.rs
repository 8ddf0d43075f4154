//! Losing away from the board: by resignation, or on time.

use crate::{Illegal, Seat, Why, illegal};

/// How a side can lose a game away from the board. The referee carries it out, because it can
/// happen out of turn.
///
/// ```
/// use joust_core::{Forfeit, Seat};
/// let sides = ["red", "blue"];
/// let word = Forfeit::Resigned.written(Seat::SECOND, Seat::FIRST, &sides);
/// assert_eq!(word, "blue-resigns");
/// assert_eq!(Forfeit::read(&word, Seat::FIRST, &sides), Some((Seat::SECOND, Forfeit::Resigned)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forfeit {
    /// The side gave the game up.
    Resigned,
    /// The time of the side was up.
    Time,
}

impl Forfeit {
    /// Comes after the name of a side that resigns out of turn, as in `red-resigns`.
    const RESIGNS: &'static str = "-resigns";

    /// The word for this action in the course of a game.
    pub const fn word(self) -> &'static str {
        match self {
            Forfeit::Resigned => "resign",
            Forfeit::Time => "time",
        }
    }

    /// The word for an end of this kind.
    pub const fn why(self) -> &'static str {
        match self {
            Forfeit::Resigned => Why::RESIGNED,
            Forfeit::Time => Why::TIME,
        }
    }

    /// The forfeit that a word of a course means, if it means one.
    pub fn named(word: &str) -> Option<Forfeit> {
        [Forfeit::Resigned, Forfeit::Time].into_iter().find(|forfeit| forfeit.word() == word)
    }

    /// The word in a record of a game with these sides. A side that resigns out of turn is named.
    pub fn written(self, loser: Seat, asked: Seat, sides: &[&str]) -> String {
        match self {
            Forfeit::Resigned if loser != asked => format!("{}{}", sides[loser.index()], Forfeit::RESIGNS),
            how => how.word().to_owned(),
        }
    }

    /// The forfeit that a word of a record means in any game, with the side if the word names one.
    fn in_record(word: &str) -> Option<(Option<&str>, Forfeit)> {
        match word.strip_suffix(Forfeit::RESIGNS) {
            Some(side) => Some((Some(side), Forfeit::Resigned)),
            None => Forfeit::named(word).map(|how| (None, how)),
        }
    }

    /// The seat that has lost by a word of a record, and how; `asked` is the seat to act. `None` when the
    /// word means something else.
    pub fn read(word: &str, asked: Seat, sides: &[&str]) -> Option<(Seat, Forfeit)> {
        let (side, how) = Forfeit::in_record(word)?;
        let loser = match side {
            Some(name) => Seat::new(sides.iter().position(|side| *side == name)?)?,
            None => asked,
        };
        Some((loser, how))
    }

    /// Whether a word of a record means a forfeit, in any game.
    pub fn is_written(word: &str) -> bool {
        Forfeit::in_record(word).is_some()
    }

    /// Whether only a referee writes this word: a seat cannot say it in its turn.
    pub fn is_referees(word: &str) -> bool {
        matches!(Forfeit::in_record(word), Some((Some(_), _) | (_, Forfeit::Time)))
    }

    /// Whether a seat can lose in this way while `asked` has to act: time runs only for that seat.
    /// `clause` is the one that says so.
    pub fn check(
        self,
        loser: Seat,
        asked: Seat,
        sides: &[&str],
        clause: &'static str,
    ) -> Result<(), Illegal> {
        match self {
            Forfeit::Time if loser != asked => {
                let [runs, other] = [asked, loser].map(|seat| sides[seat.index()]);
                Err(illegal!(
                    clause,
                    "the clock of {runs} runs, not that of {other}",
                    "c’est la pendule de l’autre camp qui tourne"
                ))
            }
            Forfeit::Time | Forfeit::Resigned => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDES: &[&str] = &["red", "blue"];

    #[test]
    fn what_is_written_is_read() {
        for how in [Forfeit::Resigned, Forfeit::Time] {
            for (loser, asked) in [(Seat::FIRST, Seat::FIRST), (Seat::SECOND, Seat::FIRST)] {
                let word = how.written(loser, asked, SIDES);
                assert!(Forfeit::is_written(&word), "{word}");
                let can_be = how.check(loser, asked, SIDES, "X").is_ok();
                assert_eq!(Forfeit::read(&word, asked, SIDES) == Some((loser, how)), can_be, "{word}");
            }
        }
        assert_eq!(Forfeit::Resigned.written(Seat::SECOND, Seat::FIRST, SIDES), "blue-resigns");
    }

    #[test]
    fn other_words_mean_no_end() {
        assert_eq!(Forfeit::read("green-resigns", Seat::FIRST, SIDES), None);
        assert!(Forfeit::is_written("green-resigns"));
        assert!(!Forfeit::is_written("offer"));
        let referees = ["resign", "time", "red-resigns", "pass"].map(Forfeit::is_referees);
        assert_eq!(referees, [false, true, true, false]);
    }
}
