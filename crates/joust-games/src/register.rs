//! A game in the register: what is known of it beside its rules, and that with its type erased.

use crate::{AnyDuel, Ask, DuelSession, Entry, Erased, Guide, Loaded, Refused, Session};
use joust_core::{Course, DuelGame, Game, Record, Referee, Setup};
use std::marker::PhantomData;

/// What the register knows of a game.
pub trait Registered: Game {
    /// The name for people, with a few words.
    const SUMMARY: &'static str;
    /// The game in short.
    const GUIDE: Guide = Guide::UNWRITTEN;

    /// The rulesets by name, the default first.
    fn rulesets() -> Vec<Entry>;
    /// The boards by name, the default first.
    fn boards() -> Vec<Entry>;
    /// The game that is asked for, before its first action.
    fn start(ask: &Ask) -> Result<Self, Refused>;
    /// How a game that begins here starts, spelled out.
    fn setup(&self) -> Setup;
    /// What people call rules: the name of a ruleset where there is one, and the options elsewhere.
    fn rules_name(rules: &str) -> Result<String, Refused>;

    /// The game in the text of a file, and what the reader should know.
    fn load(text: &str) -> Result<(Course<Self>, Vec<String>), Refused> {
        load_record(text)
    }
}

/// The game in the text of a record.
pub(crate) fn load_record<G: Game>(text: &str) -> Result<(Course<G>, Vec<String>), Refused> {
    let record: Record = text.parse().map_err(Refused::file)?;
    if record.headers.is_empty() && record.actions.is_empty() {
        return Err(Refused::file("there is no game in it"));
    }
    Ok((Course::of_record(&record).map_err(Refused::file)?, Vec::new()))
}

/// What the register knows of a duel.
pub trait RegisteredDuel: Registered + DuelGame {
    /// Whether the text of a position tells on which board it is.
    const TEXT_TELLS_BOARD: bool;

    /// The values of the board on which a position is, as the text of a file, where squares have some.
    fn values(position: &Self::Position) -> Option<String>;

    /// Whether a text that was refused has at least the form of a move.
    fn looks_like_a_move(position: &Self::Position, text: &str) -> bool;
}

/// One game.
pub trait AnyGame: Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;
    /// The name for people, with a few words.
    fn summary(&self) -> &'static str;
    /// The game in short.
    fn guide(&self) -> Guide;
    /// The names of the seats in the order of play.
    fn sides(&self) -> &'static [&'static str];
    /// The rulesets by name, the default first.
    fn rulesets(&self) -> Vec<Entry>;
    /// The boards by name, the default first.
    fn boards(&self) -> Vec<Entry>;
    /// The words other than moves that a seat may say, such as `resign`.
    fn words(&self) -> &'static [&'static str];
    /// What is asked for, spelled out.
    fn setup(&self, ask: &Ask) -> Result<Setup, Refused>;
    /// What people call rules: the name of a ruleset where there is one, and the options elsewhere.
    fn rules_name(&self, rules: &str) -> Result<String, Refused>;
    /// A game that begins as it is asked for.
    fn session(&self, ask: &Ask) -> Result<Box<dyn Session>, Refused>;
    /// The game that a record describes, replayed to its end.
    fn replay(&self, record: &Record) -> Result<Box<dyn Session>, Refused>;
    /// The game in the text of a file: a record, or what else the game can read.
    fn load(&self, text: &str) -> Result<Loaded<dyn Session>, Refused>;
}

/// One duel.
pub trait AnyDuelGame: AnyGame {
    /// Whether the text of a position tells on which board it is.
    fn text_tells_board(&self) -> bool;
    /// The position that is asked for.
    fn position(&self, ask: &Ask) -> Result<Box<dyn AnyDuel>, Refused>;
    /// The values of the board on which a position is, as the text of a file, where squares have some.
    fn values(&self, position: &dyn AnyDuel) -> Option<String>;
    /// A game that begins in the position that is asked for.
    fn duel_session(&self, ask: &Ask) -> Result<Box<dyn DuelSession>, Refused>;
    /// The game that a record describes, replayed to its end.
    fn replay_duel(&self, record: &Record) -> Result<Box<dyn DuelSession>, Refused>;
    /// The game in the text of a file.
    fn load_duel(&self, text: &str) -> Result<Loaded<dyn DuelSession>, Refused>;
}

/// A game with its type erased.
struct Of<G>(PhantomData<fn() -> G>);

/// A game as the register holds it, in the register or not.
///
/// ```
/// let mad = joust_games::any_game::<joust_mad::Battle>();
/// assert_eq!(mad.sides(), ["red", "blue"]);
/// ```
pub const fn any_game<G: Registered>() -> &'static dyn AnyGame {
    &Of::<G>(PhantomData)
}

/// A duel as the register holds it, in the register or not.
pub const fn any_duel_game<G: RegisteredDuel>() -> &'static dyn AnyDuelGame {
    &Of::<G>(PhantomData)
}

fn session<G: Registered>(ask: &Ask) -> Result<Referee<G>, Refused> {
    Ok(Referee::new(Course::new(G::start(ask)?)))
}

fn replay<G: Registered>(record: &Record) -> Result<Referee<G>, Refused> {
    Ok(Referee::new(Course::of_record(record).map_err(Refused::file)?))
}

impl<G: Registered> AnyGame for Of<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn summary(&self) -> &'static str {
        G::SUMMARY
    }

    fn guide(&self) -> Guide {
        G::GUIDE
    }

    fn sides(&self) -> &'static [&'static str] {
        G::SIDES
    }

    fn rulesets(&self) -> Vec<Entry> {
        G::rulesets()
    }

    fn boards(&self) -> Vec<Entry> {
        G::boards()
    }

    fn words(&self) -> &'static [&'static str] {
        G::WORDS
    }

    fn setup(&self, ask: &Ask) -> Result<Setup, Refused> {
        Ok(G::start(ask)?.setup())
    }

    fn rules_name(&self, rules: &str) -> Result<String, Refused> {
        G::rules_name(rules)
    }

    fn session(&self, ask: &Ask) -> Result<Box<dyn Session>, Refused> {
        Ok(Box::new(session::<G>(ask)?))
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn Session>, Refused> {
        Ok(Box::new(replay::<G>(record)?))
    }

    fn load(&self, text: &str) -> Result<Loaded<dyn Session>, Refused> {
        let (course, warnings) = G::load(text)?;
        Ok(Loaded { session: Box::new(Referee::new(course)), warnings })
    }
}

impl<G: RegisteredDuel> AnyDuelGame for Of<G> {
    fn text_tells_board(&self) -> bool {
        G::TEXT_TELLS_BOARD
    }

    fn position(&self, ask: &Ask) -> Result<Box<dyn AnyDuel>, Refused> {
        Ok(Box::new(Erased(*G::start(ask)?.position())))
    }

    fn values(&self, position: &dyn AnyDuel) -> Option<String> {
        G::values(position.as_any().downcast_ref()?)
    }

    fn duel_session(&self, ask: &Ask) -> Result<Box<dyn DuelSession>, Refused> {
        Ok(Box::new(session::<G>(ask)?))
    }

    fn replay_duel(&self, record: &Record) -> Result<Box<dyn DuelSession>, Refused> {
        Ok(Box::new(replay::<G>(record)?))
    }

    fn load_duel(&self, text: &str) -> Result<Loaded<dyn DuelSession>, Refused> {
        let (course, warnings) = G::load(text)?;
        Ok(Loaded { session: Box::new(Referee::new(course)), warnings })
    }
}
