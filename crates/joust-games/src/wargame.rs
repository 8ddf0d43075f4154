//! The War Game in the register.

use crate::session::Step;
use crate::{
    AnyDuel, AnyGame, Ask, BoardAsk, Entry, Erased, Forbidden, Manner, Proposed, Reason, Refused, Session,
};
use joust_core::{BoardText, Forfeit, Game, Record, Seat, Seed, Setup, Turn};
use joust_wargame::{Action, Board, Campaign, Ending, Event, Opening, Position, Rules, Side, atlas};

pub(crate) struct WarGame;

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

fn start(ask: &Ask) -> Result<Position, Refused> {
    let rules: Rules = ask.rules.map_or(Ok(Rules::default()), str::parse).map_err(Refused::one)?;
    let board = board(ask.board.unwrap_or(BoardAsk::Named(atlas::BOARDS[0].name)))?;
    match ask.position {
        None => Ok(Position::start(board, rules)),
        Some(text) => Position::read(text, board, rules).map_err(|faults| Refused::all(faults.0)),
    }
}

impl AnyGame for WarGame {
    fn name(&self) -> &'static str {
        "wargame"
    }

    fn summary(&self) -> &'static str {
        "the War Game, in which two armies take a city of valued squares"
    }

    fn rulesets(&self) -> Vec<Entry> {
        let entry = |name: &str, summary: &str| Entry { name: name.into(), summary: summary.into() };
        vec![
            entry(Rules::PRESETS[0].0, "taking a square beside an own one is always a blitz"),
            entry(Rules::PRESETS[1].0, "where a blitz would conquer, one may drop instead"),
        ]
    }

    fn boards(&self) -> Vec<Entry> {
        let entry = |entry: &atlas::Entry| {
            let alias = entry.alias.map_or_else(String::new, |alias| format!(", also called {alias}"));
            Entry { name: entry.name.into(), summary: format!("{}{alias}", entry.summary) }
        };
        atlas::BOARDS.iter().map(entry).collect()
    }

    fn words(&self) -> &'static [&'static str] {
        const { &[Forfeit::Resigned.word()] }
    }

    /// Values are no part of the text. [WAR-6.2]
    fn text_tells_board(&self) -> bool {
        false
    }

    fn position(&self, ask: &Ask) -> Result<Box<dyn AnyDuel>, Refused> {
        Ok(Box::new(Erased(start(ask)?)))
    }

    fn values(&self, position: &dyn AnyDuel) -> Option<String> {
        position.as_any().downcast_ref::<Position>().map(|position| position.board().text())
    }

    fn setup(&self, ask: &Ask) -> Result<Setup, Refused> {
        let start = start(ask)?;
        Ok(Setup {
            v: Setup::VERSION,
            game: self.name().to_owned(),
            rules: start.rules().spelled_out(),
            board: BoardText { name: start.board().name().to_owned(), text: start.board().text() },
            position: start.to_string(),
            seed: None,
        })
    }

    fn rules_name(&self, rules: &str) -> Result<String, Refused> {
        rules.parse().map(|rules: Rules| rules.to_string()).map_err(Refused::one)
    }

    fn session(&self, ask: &Ask) -> Result<Box<dyn Session>, Refused> {
        Ok(Box::new(Table(Campaign::new(&Opening(start(ask)?), Seed::default()))))
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn Session>, Refused> {
        Ok(Box::new(Table(Campaign::from_record(record).map_err(Refused::file)?)))
    }
}

/// A game of the War Game on the table.
struct Table(Campaign);

/// What happened beside the action itself, a sentence each.
fn told(events: &[Event]) -> Vec<String> {
    events.iter().filter(|event| !matches!(event, Event::Acted(..))).map(ToString::to_string).collect()
}

const fn manner(ending: Ending) -> Manner {
    match ending {
        Ending::Full => Manner::Full,
        Ending::Resigned(_) => Manner::Resigned,
        Ending::Time(_) => Manner::Time,
    }
}

impl Session for Table {
    fn boxed(&self) -> Box<dyn Session> {
        Box::new(Table(self.0.clone()))
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn position(&self) -> Box<dyn AnyDuel> {
        Box::new(Erased(*self.0.position()))
    }

    fn before(&self) -> Option<Box<dyn AnyDuel>> {
        self.0.before().map(|before| Box::new(Erased(*before)) as Box<dyn AnyDuel>)
    }

    fn course(&self) -> Vec<(Seat, String)> {
        self.0.course().iter().map(|(side, action)| (side.seat(), action.to_string())).collect()
    }

    fn propose(&self, text: &str) -> Result<Proposed, Forbidden> {
        let Ok(action) = text.trim().parse::<Action>();
        let seat = self.0.position().side().seat();
        let step = self.0.propose(seat, &action)?;
        Ok(Proposed {
            action: step.action().to_string(),
            to_act: step.to_act().map(Side::seat),
            manner: step.ending().map(manner),
            outcome: step.outcome(),
            step: Step::War(step),
        })
    }

    fn carry_out(&mut self, proposed: Proposed) -> Vec<String> {
        match proposed.step {
            Step::War(step) => told(&self.0.carry_out(step)),
            Step::Mad(_) => Vec::new(),
        }
    }

    fn rewind(&mut self, to: usize) {
        self.0.rewind(to);
    }

    fn forfeit(&mut self, seat: Seat, how: Forfeit) -> Result<Vec<String>, Forbidden> {
        let side = if seat == Side::Blue.seat() { Side::Blue } else { Side::Green };
        Ok(told(&self.0.forfeit(side, how)?))
    }

    fn words(&self) -> Vec<&'static str> {
        if self.0.ending().is_none() { vec![Forfeit::Resigned.word()] } else { Vec::new() }
    }

    /// No move of the War Game loses at once.
    fn doubt(&self, _text: &str) -> Option<String> {
        None
    }

    fn undo(&mut self) -> bool {
        self.0.undo()
    }

    fn ending(&self) -> Option<String> {
        self.0.ending().map(|ending| Event::Ended(ending, self.0.scores()).to_string())
    }

    fn manner(&self) -> Option<Manner> {
        self.0.ending().map(manner)
    }

    fn record(&self, headers: &[(&str, &str)]) -> Record {
        self.0.record(headers)
    }
}
