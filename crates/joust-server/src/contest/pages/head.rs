//! What every page of a contest has: its name, its state, and the way to its other pages.

use super::when::When;
use crate::contest::service::{
    BoutRow, Card, ContestState, DateKind, NextDate, Overview, RoundRow, RoundState, Standing, VersionState,
};
use crate::contest::words::ContestWords;
use crate::guard::Caller;
use crate::words::Words;
use joust_contest::Language;

/// A text of a page.
type Text = &'static str;

/// The head of a page of a contest.
pub(crate) struct Head {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) game: Text,
    pub(crate) state: Tag,
    pub(crate) standing: Standing,
    pub(crate) tabs: Vec<Tab>,
}

/// A word with the class that colours it.
pub(crate) struct Tag {
    pub(crate) word: Text,
    pub(crate) class: Text,
}

/// A page of a contest.
pub(crate) struct Tab {
    pub(crate) path: String,
    pub(crate) name: Text,
    pub(crate) is_here: bool,
}

impl Head {
    /// The head of the page with the name `here`.
    pub(crate) fn new(overview: &Overview, caller: &Caller, here: &str) -> Head {
        let (card, words) = (&overview.card, ContestWords::of(caller.language));
        let is_teacher = card.standing == Standing::Teacher;
        let takes_part = card.standing >= Standing::Student;
        let has_ladder = overview.contest.ladder.blocks > 0;
        let all = [
            ("", words.overview, true),
            ("versions", words.versions, takes_part),
            ("ranking", words.ranking, overview.sees.ranking && has_ladder),
            ("matches", words.matches, overview.sees.games || takes_part),
            ("class", words.class, is_teacher),
            ("similarity", words.similarity, is_teacher),
            ("terms", words.terms, is_teacher),
        ];
        let tab = |(page, name, _): (&str, Text, bool)| Tab {
            path: if page.is_empty() {
                format!("/contests/{}", card.id)
            } else {
                format!("/contests/{}/{page}", card.id)
            },
            name,
            is_here: page == here,
        };
        Head {
            id: card.id.clone(),
            name: card.name.clone(),
            game: Words::of(caller.language).game(card.game),
            state: state(card, words),
            standing: card.standing,
            tabs: all.into_iter().filter(|(.., is_there)| *is_there).map(tab).collect(),
        }
    }

    pub(crate) fn is_teacher(&self) -> bool {
        self.standing == Standing::Teacher
    }
}

/// The state of a contest.
pub(crate) fn state(card: &Card, words: &ContestWords) -> Tag {
    let (word, class) = match card.state {
        ContestState::Draft => (words.draft, "quiet"),
        ContestState::Closed => (words.closed, "quiet"),
        ContestState::Open if card.takes => (words.open, "good"),
        ContestState::Open if matches!(&card.next, Some(next) if next.what == DateKind::Opens) => {
            (words.soon, "wait")
        }
        ContestState::Open => (words.over, "quiet"),
    };
    Tag { word, class }
}

/// What a caller is in a contest.
pub(crate) fn standing(standing: Standing, words: &ContestWords) -> Text {
    match standing {
        Standing::Spectator => words.as_spectator,
        Standing::Student => words.as_student,
        Standing::Teacher => words.as_teacher,
    }
}

/// The state of a version.
pub(crate) fn version_state(state: VersionState, words: &ContestWords) -> Tag {
    let (word, class) = match state {
        VersionState::Waiting => (words.waiting, "wait"),
        VersionState::Judging => (words.judging, "wait"),
        VersionState::Failed => (words.failed, "bad"),
        VersionState::Qualified => (words.qualified, "good"),
        VersionState::Trouble => (words.trouble, "bad"),
        VersionState::Gone => (words.gone, "quiet"),
    };
    Tag { word, class }
}

/// The state of an official round.
pub(crate) fn round_state(state: RoundState, words: &ContestWords) -> Tag {
    let (word, class) = match state {
        RoundState::Ahead => (words.round_soon, "quiet"),
        RoundState::Waiting => (words.round_waits, "wait"),
        RoundState::Playing => (words.round_runs, "wait"),
        RoundState::Over => (words.round_over, "good"),
        RoundState::Trouble => (words.round_broken, "bad"),
    };
    Tag { word, class }
}

/// A language as a page tells it.
pub(crate) fn language(language: Language, words: &ContestWords) -> Text {
    match language {
        Language::MadmaxCpp => words.with_kit,
        Language::Module => words.module_words,
        other => other.words(),
    }
}

/// A date of a contest: what happens, and when.
pub(crate) struct Date {
    pub(crate) what: String,
    pub(crate) when: When,
}

impl Date {
    /// The next date of a contest.
    pub(crate) fn next(next: &NextDate, words: &ContestWords) -> Option<Date> {
        let what = match (next.what, &next.round) {
            (DateKind::Opens, _) => words.opens.to_owned(),
            (DateKind::Closes, _) => words.closes.to_owned(),
            (DateKind::Round, round) => round.clone().unwrap_or_default(),
        };
        Some(Date { what, when: When::of(next.at)? })
    }
}

/// An official round in a list.
pub(crate) struct RoundLine {
    pub(crate) number: usize,
    pub(crate) name: String,
    pub(crate) when: Option<When>,
    pub(crate) state: Tag,
    pub(crate) progress: String,
    /// Whether it has players.
    pub(crate) is_frozen: bool,
}

impl RoundLine {
    pub(crate) fn new(row: &RoundRow, words: &ContestWords) -> RoundLine {
        RoundLine {
            number: row.number,
            name: row.name.clone(),
            when: When::of(row.at),
            state: round_state(row.state, words),
            is_frozen: row.players > 0,
            progress: match (row.state, row.games) {
                (RoundState::Playing, Some((played, of))) => words.round_progress(played, of),
                _ => String::new(),
            },
        }
    }
}

/// The names of the players of a game, and how it ended, for a list.
pub(crate) struct BoutLine {
    pub(crate) number: u64,
    /// Its address in the contest.
    pub(crate) path: String,
    pub(crate) kind: Text,
    pub(crate) when: Option<When>,
    pub(crate) seats: Vec<SeatLine>,
    pub(crate) board: String,
    /// What the game is waiting for, or why it has no result.
    pub(crate) note: Text,
}

/// A player of a game in a list.
pub(crate) struct SeatLine {
    pub(crate) name: String,
    pub(crate) student: String,
    pub(crate) is_own: bool,
    pub(crate) is_winner: bool,
    /// The points, or what a duel counts.
    pub(crate) points: String,
    pub(crate) has_failed: bool,
}

impl BoutLine {
    pub(crate) fn new(row: &BoutRow, words: &ContestWords) -> BoutLine {
        use crate::contest::service::{BoutKind, BoutState};
        let kind = match row.kind {
            BoutKind::Qualification => words.kinds[0],
            BoutKind::Friendly => words.kinds[1],
            BoutKind::Ladder => words.kinds[2],
            BoutKind::Official => words.kinds[3],
        };
        let seats = row.seats.iter().enumerate().map(|(number, seat)| SeatLine {
            name: seat.name.clone(),
            student: seat.student.clone().unwrap_or_default(),
            is_own: seat.is_own,
            is_winner: row.shown.as_ref().is_some_and(|shown| shown.winner == Some(number)),
            points: row.shown.as_ref().map(|shown| points(shown, number)).unwrap_or_default(),
            has_failed: row
                .shown
                .as_ref()
                .is_some_and(|shown| shown.faults.iter().any(|fault| fault.seat == number)),
        });
        BoutLine {
            number: row.number,
            path: format!("matches/{}", row.number),
            kind,
            when: When::of_millis(row.at),
            seats: seats.collect(),
            board: row.shown.as_ref().map(|shown| shown.board.clone()).unwrap_or_default(),
            note: match row.state {
                BoutState::Waiting => words.waiting,
                BoutState::Done => "",
                BoutState::Trouble => words.trouble,
            },
        }
    }
}

impl BoutLine {
    /// A game of an official round.
    pub(crate) fn of_round(round: usize, row: &BoutRow, words: &ContestWords) -> BoutLine {
        let path = format!("rounds/{round}/games/{}", row.number);
        BoutLine { path, when: None, ..BoutLine::new(row, words) }
    }
}

/// The points of a seat: those of the game, or what a duel counts.
pub(crate) fn points(shown: &joust_contest::Shown, seat: usize) -> String {
    match (shown.points.get(seat), shown.scores.get(seat)) {
        (Some(points), _) => points.to_string(),
        (None, Some(score)) => half(*score),
        (None, None) => String::new(),
    }
}

/// A share of a point, as people write it.
fn half(score: f64) -> String {
    match (score * 4.0).round() {
        0.0 => "0".to_owned(),
        1.0 => "¼".to_owned(),
        2.0 => "½".to_owned(),
        3.0 => "¾".to_owned(),
        4.0 => "1".to_owned(),
        _ => format!("{score:.2}"),
    }
}
