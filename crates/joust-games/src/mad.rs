//! MAD in the register.

use crate::guide::short;
use crate::register::load_record;
use crate::{Ask, BoardAsk, Guide, Listing, Reason, Refused, Registered, RegisteredDuel};
use joust_core::{BoardText, Course, DuelGame, Game, Setup};
use joust_mad::{AppFile, Battle, Board, Misunderstood, Position, Rules};

fn board(ask: BoardAsk) -> Result<&'static Board, Refused> {
    match ask {
        BoardAsk::Named(name) => Board::named(name).ok_or_else(|| {
            let known: Vec<_> = Board::all().iter().map(Board::name).collect();
            Refused::one(Reason::MadBoard { name: name.to_owned(), known: known.join(", ") })
        }),
        BoardAsk::Text { name, text } => {
            // A board that is known is the one that endgame tables and names know.
            if let Some(known) = Board::named(name).filter(|known| known.picture() == text) {
                return Ok(known);
            }
            Board::from_picture(name, text)
                .map(|board| board.leak() as &Board)
                .map_err(|why| Refused::file(format!("board {name}: {why}")))
        }
    }
}

impl Registered for Battle {
    const SUMMARY: &'static str = "MAD, a duel of two fleets whose digits are Movement, Attack and Defence";
    const GUIDE: Guide = Guide {
        rules: short!("mad"),
        notation: short!("mad-notation"),
        example: "such as 211-c2-c4 or just c2c4",
    };

    fn rulesets() -> Vec<Listing> {
        let entry = |(name, rules): &(&str, Rules)| {
            let positioning = if rules.positioning { "positioning turns" } else { "no positioning turns" };
            let agreed = if rules.agreed { "the end may be agreed" } else { "no agreed end" };
            let summary = format!("tie-break after {} turns, {positioning}, {agreed}", rules.limit);
            Listing { name: (*name).to_owned(), summary }
        };
        Rules::PRESETS.iter().map(entry).collect()
    }

    fn boards() -> Vec<Listing> {
        let entry =
            |board: &Board| Listing { name: board.name().to_owned(), summary: board.summary().to_owned() };
        Board::all().iter().map(entry).collect()
    }

    fn start(ask: &Ask) -> Result<Battle, Refused> {
        let rules: Rules = ask.rules.map_or(Ok(Rules::default()), str::parse).map_err(Refused::one)?;
        let board = ask.board.map(board).transpose()?;
        let position = match ask.position {
            None => Position::start(board.unwrap_or(&Board::all()[0]), rules),
            Some(text) => Position::read(text, rules, board).map_err(|faults| Refused::all(faults.0))?,
        };
        Ok(Battle::at(position))
    }

    fn setup(&self) -> Setup {
        let (start, board) = (self.position(), self.position().board());
        Setup {
            v: Setup::VERSION,
            game: Battle::NAME.to_owned(),
            rules: start.rules().spelled_out(),
            board: BoardText { name: board.name().to_owned(), text: board.picture() },
            position: start.to_string(),
            seed: None,
        }
    }

    fn rules_name(rules: &str) -> Result<String, Refused> {
        rules.parse().map(|rules: Rules| rules.to_string()).map_err(Refused::one)
    }

    /// Reads records and position files of the MAD app. [MAD-9.7] [MAD-9.8]
    fn load(text: &str) -> Result<(Course<Battle>, Vec<String>), Refused> {
        if !AppFile::is_meant(text) {
            return load_record(text);
        }
        let file = AppFile::read(text).map_err(|faults| {
            Refused::all(faults.0.iter().map(|fault| Reason::File(format!("{fault} [MAD-9.7]"))))
        })?;
        let position = file.position(Rules::APP).map_err(|faults| Refused::all(faults.0))?;
        Ok((Course::new(Battle::at(position)), file.warnings))
    }
}

impl RegisteredDuel for Battle {
    const TEXT_TELLS_BOARD: bool = true;

    fn values(_position: &Position) -> Option<String> {
        None
    }

    fn looks_like_a_move(position: &Position, text: &str) -> bool {
        !matches!(position.understand(text), Err(Misunderstood::Unreadable(_)))
    }
}
