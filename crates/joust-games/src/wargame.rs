//! The War Game in the register.

use crate::guide::short;
use crate::{Ask, BoardAsk, Guide, Listing, Reason, Refused, Registered, RegisteredDuel};
use joust_core::{BoardText, DuelGame, Game, Setup};
use joust_wargame::{Board, Campaign, Position, Rules, atlas};

fn board(ask: BoardAsk) -> Result<&'static Board, Refused> {
    match ask {
        BoardAsk::Named(name) => Board::named(name).ok_or_else(|| {
            let known: Vec<_> = atlas::BOARDS.iter().map(|entry| entry.name).collect();
            Refused::one(Reason::WarBoard { name: name.to_owned(), known: known.join(", ") })
        }),
        BoardAsk::Text { name, text } => {
            let read = Board::read(name, text);
            read.map_err(|bad| {
                Refused::all(bad.faults.iter().map(|fault| Reason::File(format!("board {name}: {fault}"))))
            })
        }
    }
}

impl Registered for Campaign {
    const SUMMARY: &'static str = "the War Game, in which two armies take a city of valued squares";
    const GUIDE: Guide = Guide {
        rules: short!("wargame"),
        notation: short!("wargame-notation"),
        example: "such as blitz-C3 or just c3",
    };

    fn rulesets() -> Vec<Listing> {
        let entry = |name: &str, summary: &str| Listing { name: name.into(), summary: summary.into() };
        vec![
            entry(Rules::PRESETS[0].0, "taking a square beside an own one is always a blitz"),
            entry(Rules::PRESETS[1].0, "where a blitz would conquer, one may drop instead"),
        ]
    }

    fn boards() -> Vec<Listing> {
        let entry = |entry: &atlas::AtlasBoard| {
            let alias = entry.alias.map_or_else(String::new, |alias| format!(", also called {alias}"));
            Listing { name: entry.name.into(), summary: format!("{}{alias}", entry.summary) }
        };
        atlas::BOARDS.iter().map(entry).collect()
    }

    fn start(ask: &Ask) -> Result<Campaign, Refused> {
        let rules: Rules = ask.rules.map_or(Ok(Rules::default()), str::parse).map_err(Refused::one)?;
        let board = board(ask.board.unwrap_or(BoardAsk::Named(atlas::BOARDS[0].name)))?;
        let position = match ask.position {
            None => Position::start(board, rules),
            Some(text) => Position::read(text, board, rules).map_err(|faults| Refused::all(faults.0))?,
        };
        Ok(Campaign::at(position))
    }

    fn setup(&self) -> Setup {
        let (start, board) = (self.position(), self.position().board());
        Setup {
            v: Setup::VERSION,
            game: Campaign::NAME.to_owned(),
            rules: start.rules().spelled_out(),
            board: BoardText { name: board.name().to_owned(), text: board.text() },
            position: start.to_string(),
            seed: None,
        }
    }

    fn rules_name(rules: &str) -> Result<String, Refused> {
        rules.parse().map(|rules: Rules| rules.to_string()).map_err(Refused::one)
    }
}

impl RegisteredDuel for Campaign {
    /// Values are not part of the text. [WAR-6.2]
    const TEXT_TELLS_BOARD: bool = false;

    fn values(position: &Position) -> Option<String> {
        Some(position.board().text())
    }

    fn looks_like_a_move(position: &Position, text: &str) -> bool {
        let name = text.trim().rsplit([' ', '-']).next().unwrap_or("");
        let square = name.bytes().next().is_some_and(|letter| letter.is_ascii_alphabetic())
            && (2..=3).contains(&name.len())
            && name.bytes().skip(1).all(|digit| digit.is_ascii_digit());
        square && position.understand(text).is_err_and(|why| why.clause != "WAR-6.1")
    }
}
