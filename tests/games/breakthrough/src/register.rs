//! Breakthrough as the register holds it.

use crate::{Board, Breakthrough, Position};
use joust_core::{BoardText, DuelGame, Game, Setup};
use joust_games::{Ask, BoardAsk, Listing, Refused, Registered, RegisteredDuel};

/// The only ruleset. It has no options.
const RULES: &str = "usual";

impl Registered for Breakthrough {
    const SUMMARY: &'static str = "Breakthrough, in which a pawn that gets through wins";

    fn rulesets() -> Vec<Listing> {
        vec![Listing { name: RULES.to_owned(), summary: "there are no options".to_owned() }]
    }

    fn boards() -> Vec<Listing> {
        let entry = |board: Board| {
            let summary = format!("{} columns, {} rows", board.columns, board.rows);
            Listing { name: board.to_string(), summary }
        };
        Board::ALL.map(entry).to_vec()
    }

    fn start(ask: &Ask) -> Result<Breakthrough, Refused> {
        Self::rules_name(ask.rules.unwrap_or(RULES))?;
        let named = |ask| {
            let (BoardAsk::Named(name) | BoardAsk::Text { text: name, .. }) = ask;
            Board::named(name).ok_or_else(|| Refused::file(format!("there is no board `{name}` [BRK-1.1]")))
        };
        let board = ask.board.map(named).transpose()?;
        let position = match ask.position {
            None => Position::start(board.unwrap_or(Board::ALL[0])),
            Some(text) => Position::read(text).map_err(Refused::file)?,
        };
        if board.is_some_and(|board| board != position.board()) {
            return Err(Refused::file("the position is of another board [BRK-4.3]"));
        }
        Ok(Breakthrough::at(position))
    }

    fn setup(&self) -> Setup {
        let name = self.position().board().to_string();
        Setup {
            v: Setup::VERSION,
            game: Breakthrough::NAME.to_owned(),
            rules: String::new(),
            board: BoardText { text: name.clone(), name },
            position: self.position().to_string(),
            seed: None,
        }
    }

    fn rules_name(rules: &str) -> Result<String, Refused> {
        if rules.is_empty() || rules == RULES {
            return Ok(RULES.to_owned());
        }
        Err(Refused::file(format!("there is no ruleset `{rules}`: there is only `{RULES}`")))
    }
}

impl RegisteredDuel for Breakthrough {
    const TEXT_TELLS_BOARD: bool = true;

    fn values(_: &Position) -> Option<String> {
        None
    }

    fn looks_like_a_move(position: &Position, text: &str) -> bool {
        !position.understand(text).is_err_and(|why| why.clause == "BRK-4.1")
    }
}
