//! How a game begins, as a page says it.

use crate::Faults;
use crate::language::Language;
use joust_core::{BadHeader, Record};
use joust_mad::Battle;
use joust_view::DuelView;
use joust_wargame::Campaign;
use serde::{Deserialize, Serialize};

/// The terms of a game, in the form of the questions of `joust_view`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Terms {
    #[serde(default)]
    pub(crate) game: String,
    pub(crate) rules: Option<String>,
    pub(crate) board: Option<String>,
    pub(crate) values: Option<String>,
    pub(crate) start: Option<String>,
}

impl Terms {
    /// A record with these terms and without actions.
    pub(crate) fn record<G: DuelView>(&self) -> Record {
        let headers = [
            ("Game", Some(&self.game)),
            ("Rules", self.rules.as_ref()),
            ("Board", self.board.as_ref()),
            (G::BOARD_HEADER, self.values.as_ref()),
            ("Position", self.start.as_ref()),
        ];
        let mut record = Record { words: G::WORDS, ..Record::default() };
        for (name, value) in headers {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                record.set(name, value.as_str());
            }
        }
        record
    }

    /// The terms of a game in the position in which it begins.
    pub(crate) fn of<G: DuelView>(start: &G) -> Terms {
        let mut record = Record::default();
        for (name, value) in start.headers(start) {
            record.set(name, value);
        }
        let header = |name: &str| record.header(name).map(str::to_owned);
        Terms {
            game: G::NAME.to_owned(),
            rules: header("Rules"),
            board: header("Board"),
            values: header(G::BOARD_HEADER),
            start: Some(start.position().to_string()),
        }
    }
}

/// A duel that can be studied.
pub(crate) trait Studied: DuelView {
    /// All faults of a header of this record, which the game has refused.
    fn faults(record: &Record, bad: &BadHeader, language: Language) -> Faults;
}

/// The faults as the rules tell them, for headers whose kinds of faults have no sentence of their own.
fn english(bad: &BadHeader) -> Faults {
    bad.faults.clone()
}

fn no_board(record: &Record, language: Language) -> Faults {
    let name = record.header("Board").unwrap_or_default();
    let french = format!("il n’y a pas de plateau « {name} »");
    vec![language.of(&format!("there is no board `{name}`"), &french)]
}

impl Studied for Battle {
    fn faults(record: &Record, bad: &BadHeader, language: Language) -> Faults {
        use joust_mad::{Board, Position, Rules};
        let rules = record.header("Rules").map_or(Ok(Rules::default()), str::parse::<Rules>);
        match (bad.header, rules) {
            ("Rules", Err(why)) => vec![language.tells(&why)],
            ("Board", _) => no_board(record, language),
            ("Position", Ok(rules)) => {
                let picture = record.header("Picture").map(|picture| Board::from_picture("own", picture));
                let own = picture.and_then(Result::ok).map(|board| board.leak() as &Board);
                let board = own.or_else(|| record.header("Board").and_then(Board::named));
                match Position::read(record.header("Position").unwrap_or_default(), rules, board) {
                    Err(faults) => language.tells_all(&faults.0),
                    Ok(_) => english(bad),
                }
            }
            _ => english(bad),
        }
    }
}

impl Studied for Campaign {
    fn faults(record: &Record, bad: &BadHeader, language: Language) -> Faults {
        use joust_wargame::{Board, Position, Rules};
        let rules = record.header("Rules").map_or(Ok(Rules::default()), str::parse::<Rules>);
        let name = record.header("Board").unwrap_or("Smolensk");
        let own = record.header("Values").map(|values| Board::read(name, values));
        match (bad.header, rules, own) {
            ("Rules", Err(why), _) => vec![language.tells(&why)],
            ("Values", _, Some(Err(bad))) => language.tells_all(&bad.faults),
            ("Board", ..) => no_board(record, language),
            ("Position", Ok(rules), own) => {
                let board = own.and_then(Result::ok).or_else(|| Board::named(name));
                let text = record.header("Position").unwrap_or_default();
                match board.map(|board| Position::read(text, board, rules)) {
                    Some(Err(faults)) => language.tells_all(&faults.0),
                    _ => english(bad),
                }
            }
            _ => english(bad),
        }
    }
}
