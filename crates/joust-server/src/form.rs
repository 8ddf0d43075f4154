//! The form of a new game, and its translation into terms.

use crate::limits::{BOARD_SEED_MOST, INCREMENT_MOST, MINUTES_MOST, TEXT_BYTES};
use joust_core::{Allowance, Seat};
use joust_games::Reason;
use joust_live::{BadTerms, COURSE_MOST, LiveGame, Opponent, Terms};
use serde::Deserialize;

/// A form as it was sent, or as an address fills it in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct NewGameForm {
    pub(crate) game: String,
    pub(crate) board: String,
    pub(crate) rules: String,
    pub(crate) position: String,
    pub(crate) opponent: String,
    pub(crate) level: String,
    pub(crate) seat: String,
    pub(crate) minutes: String,
    pub(crate) increment: String,
    pub(crate) name: String,
    /// Not empty if strangers may find the game in a list.
    pub(crate) listed: String,
}

/// A mistake in a form: the field and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mistake {
    pub(crate) field: &'static str,
    pub(crate) wrong: Wrong,
}

fn mistake(field: &'static str, wrong: Wrong) -> Mistake {
    Mistake { field, wrong }
}

/// The reasons why a field is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Wrong {
    #[error("the seat is 0, 1 or random")]
    Seat,
    #[error("this is too long")]
    Long,
    #[error("this name, or one that looks like it, is kept by an account: choose another, or sign in")]
    Kept,
    #[error("random boards here have seeds from 0 to {BOARD_SEED_MOST}: random:6x6:42")]
    Seed,
    #[error("the opponent is computer, screen or friend")]
    Opponent,
    #[error("a clock has up to {MINUTES_MOST} minutes, or none")]
    Minutes,
    #[error("up to {INCREMENT_MOST} seconds are added after a move")]
    Increment,
    #[error("a clock has at least a second")]
    Short,
    #[error(
        "by these rules a game could have {0} moves, and a game here has {COURSE_MOST} at most: \
         take a lower limit"
    )]
    Endless(u32),
    #[error(transparent)]
    Terms(BadTerms),
    #[error(transparent)]
    Start(Reason),
}

/// The seat that a visitor asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Seat(u8),
    Random,
}

impl NewGameForm {
    /// This form with defaults in empty fields.
    #[must_use]
    pub(crate) fn or_defaults(mut self) -> NewGameForm {
        let defaults = [
            (&mut self.game, "mad"),
            (&mut self.opponent, "computer"),
            (&mut self.level, "1"),
            (&mut self.seat, "0"),
        ];
        for (field, default) in defaults {
            if field.is_empty() {
                default.clone_into(field);
            }
        }
        self
    }

    /// Whether a field is filled in that most visitors do not need.
    pub(crate) fn has_options(&self) -> bool {
        [&self.board, &self.rules, &self.position, &self.listed].iter().any(|text| !text.is_empty())
    }

    /// The seat that was asked for.
    pub(crate) fn wish(&self) -> Result<Wish, Mistake> {
        match self.seat.as_str() {
            "0" => Ok(Wish::Seat(0)),
            "1" => Ok(Wish::Seat(1)),
            "random" => Ok(Wish::Random),
            _ => Err(mistake("seat", Wrong::Seat)),
        }
    }

    /// The terms of the game for a visitor in this seat, or all mistakes.
    pub(crate) fn terms(&self, seat: u8) -> Result<Terms, Vec<Mistake>> {
        let mut mistakes = Vec::new();
        let long = [("board", &self.board), ("rules", &self.rules), ("position", &self.position)];
        for (field, text) in long {
            if text.len() > TEXT_BYTES {
                mistakes.push(mistake(field, Wrong::Long));
            }
        }
        if !is_small_board(self.board.trim()) {
            mistakes.push(mistake("board", Wrong::Seed));
        }
        let opponent = match self.opponent.as_str() {
            "computer" => {
                Opponent::Computer { level: self.level.trim().parse().unwrap_or(u8::MAX), seat: seat ^ 1 }
            }
            "screen" => Opponent::Screen,
            "friend" => Opponent::Friend,
            _ => {
                mistakes.push(mistake("opponent", Wrong::Opponent));
                Opponent::Screen
            }
        };
        let clock = self.clock().map_err(|wrong| mistakes.push(wrong)).ok().flatten();
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        let terms = self.start(opponent).and_then(|terms| terms.with_clock(clock)).map_err(explain)?;
        let longest = LiveGame::begin(terms.clone()).map_err(explain)?.position().longest();
        if longest as usize > COURSE_MOST {
            return Err(vec![mistake("rules", Wrong::Endless(longest))]);
        }
        Ok(terms.with_listed(!self.listed.is_empty()))
    }

    /// The terms without a clock.
    fn start(&self, opponent: Opponent) -> Result<Terms, BadTerms> {
        Terms::new(&self.game, self.rules.trim(), self.board.trim(), self.position.trim(), opponent)
    }

    /// The seat that moves first in the position; 0 if it cannot be read.
    pub(crate) fn begins(&self) -> usize {
        let small = self.position.len() <= TEXT_BYTES && is_small_board(self.board.trim());
        let terms = small.then(|| self.start(Opponent::Screen).ok()).flatten();
        let game = terms.and_then(|terms| LiveGame::begin(terms).ok());
        game.and_then(|game| game.to_act()).map_or(0, Seat::index)
    }

    fn clock(&self) -> Result<Option<Allowance>, Mistake> {
        let number = |text: &str| match text.trim() {
            "" => Some(0.0),
            text => text.replace(',', ".").parse::<f64>().ok().filter(|number| number.is_finite()),
        };
        let minutes = number(&self.minutes).filter(|minutes| (0.0..=MINUTES_MOST).contains(minutes));
        let minutes = minutes.ok_or_else(|| mistake("minutes", Wrong::Minutes))?;
        let increment = number(&self.increment).filter(|seconds| (0.0..=INCREMENT_MOST).contains(seconds));
        let increment = increment.ok_or_else(|| mistake("increment", Wrong::Increment))?;
        if minutes == 0.0 {
            return Ok(None);
        }
        let start = (minutes * 60_000.0).round() as i64;
        if start < 1000 {
            return Err(mistake("minutes", Wrong::Short));
        }
        Ok(Some(Allowance { start, increment: (increment * 1000.0).round() as i64 }))
    }
}

/// The fields that make terms unplayable.
fn explain(bad: BadTerms) -> Vec<Mistake> {
    let field = match bad {
        BadTerms::Game(_) | BadTerms::Version(_) => "game",
        BadTerms::Over => "position",
        BadTerms::Level => "level",
        BadTerms::Seat => "seat",
        BadTerms::Clock => "minutes",
        BadTerms::Start(refused) => {
            let reasons = refused.0.into_iter();
            return reasons.map(|why| mistake(field_of(&why), Wrong::Start(why))).collect();
        }
    };
    vec![mistake(field, Wrong::Terms(bad))]
}

/// The field that is to blame.
fn field_of(why: &Reason) -> &'static str {
    match why {
        Reason::MadRules(_) | Reason::WarRules(_) => "rules",
        Reason::MadBoard { .. } | Reason::WarBoard { .. } => "board",
        Reason::MadPosition(_) | Reason::WarPosition(_) | Reason::File(_) => "position",
    }
}

/// Random boards are kept for as long as the server runs, so there is a bounded number of them.
fn is_small_board(name: &str) -> bool {
    let Some((base, rest)) = name.split_once(':') else { return true };
    if !base.eq_ignore_ascii_case("random") {
        return true;
    }
    // A seed that is not a small number here could still be a large one to the rules.
    rest.split_once(':').is_none_or(|(_, seed)| seed.parse().is_ok_and(|seed: u32| seed <= BOARD_SEED_MOST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::french::Told;
    use crate::language::Language;

    fn form() -> NewGameForm {
        NewGameForm::default().or_defaults()
    }

    fn fields(form: &NewGameForm) -> Vec<&'static str> {
        let mistakes = form.terms(0).err().unwrap_or_default();
        let mut fields: Vec<_> = mistakes.iter().map(|mistake| mistake.field).collect();
        // A field can have several faults.
        fields.dedup();
        fields
    }

    #[test]
    fn a_form_becomes_terms() {
        let terms = form().terms(1).unwrap();
        assert_eq!(terms.opponent, Opponent::Computer { level: 1, seat: 0 });
        assert!(!terms.listed, "a game is listed only if its maker asks for it");
        assert!(NewGameForm { listed: "yes".into(), ..form() }.terms(0).unwrap().listed);
        let setup = &terms.setup;
        assert_eq!(setup.board.name, "6x4");
        assert_eq!(setup.rules, "limit=40,positioning=on,agreed=on");
        let timed = NewGameForm { minutes: "0,5".into(), increment: "2".into(), ..form() };
        assert_eq!(timed.terms(0).unwrap().clock, Some(Allowance { start: 30_000, increment: 2_000 }));
        let none = NewGameForm { minutes: "0".into(), increment: "2".into(), ..form() };
        assert_eq!(none.terms(0).unwrap().clock, None);
        let war = NewGameForm { game: "wargame".into(), board: "random:6x6:42".into(), ..form() };
        assert_eq!(war.terms(0).unwrap().setup.board.name, "random:6x6:42");
    }

    #[test]
    fn mistakes_name_their_field() {
        for (made, field) in [
            (NewGameForm { game: "chess".into(), ..form() }, "game"),
            (NewGameForm { board: "7x7".into(), ..form() }, "board"),
            (NewGameForm { rules: "limit=0".into(), ..form() }, "rules"),
            (NewGameForm { rules: "limit=63".into(), ..form() }, "rules"),
            (NewGameForm { position: "nonsense".into(), ..form() }, "position"),
            (NewGameForm { opponent: "dog".into(), ..form() }, "opponent"),
            (NewGameForm { level: "11".into(), ..form() }, "level"),
            (NewGameForm { level: "x".into(), ..form() }, "level"),
            (NewGameForm { minutes: "-1".into(), ..form() }, "minutes"),
            (NewGameForm { minutes: "NaN".into(), ..form() }, "minutes"),
            (NewGameForm { minutes: "1e9".into(), ..form() }, "minutes"),
            (NewGameForm { increment: "999".into(), minutes: "1".into(), ..form() }, "increment"),
            (NewGameForm { position: "x".repeat(2000), ..form() }, "position"),
            (NewGameForm { game: "wargame".into(), board: "random:6x6:4294967".into(), ..form() }, "board"),
            (
                NewGameForm {
                    game: "wargame".into(),
                    board: "RANDOM:6x6:18446744073709551615".into(),
                    ..form()
                },
                "board",
            ),
        ] {
            assert_eq!(fields(&made), [field], "{made:?}");
        }
        assert!(NewGameForm { seat: "2".into(), ..form() }.wish().is_err());
    }

    #[test]
    fn the_position_says_who_begins() {
        assert_eq!(form().begins(), 0);
        let blue = NewGameForm { position: ",b111,,/,,,/,,,/,,,/,,,/r111,,, b".into(), ..form() };
        assert_eq!(blue.begins(), 1);
        let nonsense = NewGameForm { position: "nonsense".into(), ..form() };
        assert_eq!(nonsense.begins(), 0);
    }

    #[test]
    fn mistakes_are_told_in_french() {
        let told = |form: &NewGameForm| {
            let mistakes = form.terms(0).err().unwrap_or_default();
            mistakes.iter().map(|mistake| mistake.wrong.told(Language::French)).collect::<Vec<_>>()
        };
        let nonsense = NewGameForm { position: "b111,,,/,,,/,,,/,,,/,,,/r111,,, w".into(), ..form() };
        assert_eq!(told(&nonsense), ["camp : « w » n’est ni r ni b [MAD-9.3]"]);
        let rules = NewGameForm { rules: "limit=0".into(), ..form() };
        assert!(told(&rules)[0].starts_with("limit=0 : le départage"), "{:?}", told(&rules));
        let clock = NewGameForm { minutes: "-1".into(), ..form() };
        assert_eq!(told(&clock), ["une pendule a 180 minutes au plus, ou aucune"]);
    }

    #[test]
    fn a_finished_position_is_refused() {
        let over = NewGameForm { position: ",,,/,,,/,,,/,,,/,,,/r111,,, r 9 0 -".into(), ..form() };
        assert_eq!(fields(&over), ["position"]);
    }
}
