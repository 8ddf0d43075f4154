//! MAD in the register.

use crate::session::Step;
use crate::{
    AnyDuel, AnyGame, Ask, BoardAsk, Entry, Erased, Forbidden, Loaded, Manner, Proposed, Reason, Refused,
    Session, load_record,
};
use joust_core::{BoardText, Forfeit, Game, Record, Seat, Seed, Setup, Turn};
use joust_mad::{Action, AppFile, Battle, Board, Ending, Event, Opening, Position, Rules, Side};

pub(crate) struct Mad;

fn board(ask: BoardAsk) -> Result<&'static Board, Refused> {
    match ask {
        BoardAsk::Named(name) => Board::named(name).ok_or_else(|| {
            let known: Vec<_> = Board::all().iter().map(Board::name).collect();
            Refused::one(Reason::MadBoard { name: name.to_owned(), known: known.join(", ") })
        }),
        BoardAsk::Text { name, text } => {
            // A board that is known is the one that tables of endings and names know.
            if let Some(known) = Board::named(name).filter(|known| known.picture() == text) {
                return Ok(known);
            }
            Board::from_picture(name, text)
                .map(|board| board.leak() as &Board)
                .map_err(|why| Refused::file(format!("board {name}: {why}")))
        }
    }
}

fn start(ask: &Ask) -> Result<Position, Refused> {
    let rules: Rules = ask.rules.map_or(Ok(Rules::default()), str::parse).map_err(Refused::one)?;
    let board = ask.board.map(board).transpose()?;
    match ask.position {
        None => Ok(Position::start(board.unwrap_or(&Board::all()[0]), rules)),
        Some(text) => Position::read(text, rules, board).map_err(|faults| Refused::all(faults.0)),
    }
}

impl AnyGame for Mad {
    fn name(&self) -> &'static str {
        "mad"
    }

    fn summary(&self) -> &'static str {
        "MAD, a duel of two fleets whose digits are Movement, Attack and Defence"
    }

    fn rulesets(&self) -> Vec<Entry> {
        let entry = |(name, rules): &(&str, Rules)| {
            let positioning = if rules.positioning { "positioning turns" } else { "no positioning turns" };
            let agreed = if rules.agreed { "the end may be agreed" } else { "no agreed end" };
            let summary = format!("tie-break after {} turns, {positioning}, {agreed}", rules.limit);
            Entry { name: (*name).to_owned(), summary }
        };
        Rules::PRESETS.iter().map(entry).collect()
    }

    fn boards(&self) -> Vec<Entry> {
        let entry =
            |board: &Board| Entry { name: board.name().to_owned(), summary: board.summary().to_owned() };
        Board::all().iter().map(entry).collect()
    }

    fn words(&self) -> &'static [&'static str] {
        const { &["offer", "accept", "decline", Forfeit::Resigned.word()] }
    }

    fn text_tells_board(&self) -> bool {
        true
    }

    fn position(&self, ask: &Ask) -> Result<Box<dyn AnyDuel>, Refused> {
        Ok(Box::new(Erased(start(ask)?)))
    }

    fn setup(&self, ask: &Ask) -> Result<Setup, Refused> {
        let start = start(ask)?;
        Ok(Setup {
            v: Setup::VERSION,
            game: self.name().to_owned(),
            rules: start.rules().spelled_out(),
            board: BoardText { name: start.board().name().to_owned(), text: start.board().picture() },
            position: start.to_string(),
            seed: None,
        })
    }

    fn rules_name(&self, rules: &str) -> Result<String, Refused> {
        rules.parse().map(|rules: Rules| rules.to_string()).map_err(Refused::one)
    }

    fn session(&self, ask: &Ask) -> Result<Box<dyn Session>, Refused> {
        Ok(Box::new(Table(Battle::new(&Opening(start(ask)?), Seed::default()))))
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn Session>, Refused> {
        let battle = Battle::from_record(record).map_err(Refused::file)?;
        Ok(Box::new(Table(battle)))
    }

    /// Reads records and position files of the MAD app. [MAD-9.7] [MAD-9.8]
    fn load(&self, text: &str) -> Result<Loaded, Refused> {
        if !is_app_file(text) {
            return load_record(self, text);
        }
        let file = AppFile::read(text).map_err(|faults| {
            Refused::all(faults.0.iter().map(|fault| Reason::File(format!("{fault} [MAD-9.7]"))))
        })?;
        let position = file.position(Rules::APP).map_err(|faults| Refused::all(faults.0))?;
        let session = Box::new(Table(Battle::new(&Opening(position), Seed::default())));
        Ok(Loaded { session, warnings: file.warnings })
    }
}

/// Whether the first line that says something is `key: value`. Records begin with a header, a
/// comment in braces or an action, none of which has a colon.
fn is_app_file(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| line.contains(':') && !line.starts_with(['[', '{']))
}

/// A game of MAD on the table.
struct Table(Battle);

impl Table {
    /// What a person typed, as an action of the game.
    fn read(&self, text: &str) -> Result<Action, Forbidden> {
        if let Ok(action @ (Action::Resign | Action::Offer | Action::Accept | Action::Decline)) = text.parse()
        {
            return Ok(action);
        }
        let position = self.0.position();
        let mv = position.understand(text)?;
        Ok(Action::Move(position.notation(mv)))
    }

    fn seat(&self) -> Seat {
        self.0.to_act().seat()
    }
}

/// What happened beside the action itself, a sentence each.
fn told(events: &[Event]) -> Vec<String> {
    events.iter().filter(|event| !matches!(event, Event::Acted(..))).map(ToString::to_string).collect()
}

const fn manner(ending: Ending) -> Manner {
    match ending {
        Ending::Exile(_) => Manner::Exile,
        Ending::TieBreak => Manner::TieBreak,
        Ending::Agreed => Manner::Agreed,
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
        // While an offer waits, say so before the move is looked at.
        let action = if self.0.is_offered() { text.parse().map_err(|_| ()) } else { Err(()) };
        let action = match action {
            Ok(action) => action,
            Err(()) => self.read(text)?,
        };
        let step = self.0.propose(self.seat(), action)?;
        Ok(Proposed {
            action: step.action().to_string(),
            to_act: step.to_act().map(Side::seat),
            manner: step.ending().map(manner),
            outcome: step.outcome(),
            step: Step::Mad(step),
        })
    }

    fn carry_out(&mut self, proposed: Proposed) -> Vec<String> {
        match proposed.step {
            Step::Mad(step) => told(&self.0.carry_out(&step)),
            Step::War(_) => Vec::new(),
        }
    }

    fn rewind(&mut self, to: usize) {
        self.0.rewind(to);
    }

    fn forfeit(&mut self, seat: Seat, how: Forfeit) -> Result<Vec<String>, Forbidden> {
        let side = if seat == Side::Red.seat() { Side::Red } else { Side::Blue };
        Ok(told(&self.0.forfeit(side, how)?))
    }

    fn words(&self) -> Vec<&'static str> {
        let words = [
            ("offer", Action::Offer),
            ("accept", Action::Accept),
            ("decline", Action::Decline),
            (Forfeit::Resigned.word(), Action::Resign),
        ];
        let allowed = words.into_iter().filter(|(_, action)| self.0.check(self.seat(), action).is_ok());
        allowed.map(|(word, _)| word).collect()
    }

    fn doubt(&self, text: &str) -> Option<String> {
        let Ok(Action::Move(notation)) = self.read(text) else {
            return None;
        };
        let mv = self.0.position().check(&notation).ok()?;
        Battle::is_fatal(self.0.position(), mv)
            .then(|| format!("{notation} exiles your own corvette and loses the game at once [MAD-4.4]"))
    }

    fn undo(&mut self) -> bool {
        self.0.undo()
    }

    fn ending(&self) -> Option<String> {
        let (ending, outcome) = (self.0.ending()?, self.0.outcome()?);
        Some(Event::Ended(ending, outcome).to_string())
    }

    fn manner(&self) -> Option<Manner> {
        self.0.ending().map(manner)
    }

    fn record(&self, headers: &[(&str, &str)]) -> Record {
        self.0.record(headers)
    }
}
