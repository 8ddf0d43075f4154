//! Games in the register: what a game adds to its rules ([`Registered`]), and how it is seen with its type
//! erased ([`AnyGame`]).

use crate::{AnyDuel, Ask, DuelSession, Erased, Guide, Listing, Loaded, Refused, Session};
use joust_core::{Course, DuelGame, Game, Record, Referee, Setup};
use std::marker::PhantomData;

/// What the register knows of a game. `docs/adding-a-game.md` shows how to write one.
///
/// ```
/// use joust_games::{Ask, Registered};
/// use joust_mad::Battle;
/// let battle = Battle::start(&Ask { rules: Some("app"), ..Ask::default() }).unwrap();
/// let rules = battle.setup().rules;
/// assert_eq!(rules, "limit=30,positioning=off,agreed=off");
/// assert_eq!(Battle::rules_name(&rules).unwrap(), "app");
/// assert_eq!((Battle::rulesets()[0].name.as_str(), Battle::boards()[0].name.as_str()), ("current", "6x4"));
/// let (course, _) = Battle::load("[Game \"mad\"]\n\n1. pass *").unwrap();
/// assert_eq!(course.actions().len(), 1);
/// ```
pub trait Registered: Game {
    /// The name for people, with a few words.
    const SUMMARY: &'static str;
    /// The game in short.
    const GUIDE: Guide = Guide::UNWRITTEN;

    /// The rulesets by name, the default first.
    fn rulesets() -> Vec<Listing>;
    /// The boards by name, the default first.
    fn boards() -> Vec<Listing>;
    /// The game that is asked for, before its first action.
    fn start(ask: &Ask) -> Result<Self, Refused>;
    /// How this game starts, spelled out. The game must be before its first action.
    fn setup(&self) -> Setup;
    /// The name of the ruleset with these options; the options themselves if no ruleset has them.
    fn rules_name(rules: &str) -> Result<String, Refused>;

    /// The game in the text of a file, and warnings for the user.
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
///
/// ```
/// use joust_core::DuelGame;
/// use joust_games::{Ask, Registered, RegisteredDuel};
/// use joust_mad::Battle;
/// let battle = Battle::start(&Ask::default()).unwrap();
/// assert_eq!(Battle::values(battle.position()), None);
/// // An illegal move and a text that is not a move are different faults of a program.
/// assert!(Battle::looks_like_a_move(battle.position(), "a1a9"));
/// assert!(!Battle::looks_like_a_move(battle.position(), "hello"));
/// ```
pub trait RegisteredDuel: Registered + DuelGame {
    /// Whether the text of a position tells its board.
    const TEXT_TELLS_BOARD: bool;

    /// The values of the board of a position, as the text of a file; `None` in games whose squares have no
    /// values.
    fn values(position: &Self::Position) -> Option<String>;

    /// Whether a text that was refused has at least the form of a move.
    fn looks_like_a_move(position: &Self::Position, text: &str) -> bool;
}

/// A game of the register.
///
/// ```
/// use joust_games::{Ask, game};
/// let mad = game("mad").unwrap();
/// assert_eq!((mad.name(), mad.sides()), ("mad", &["red", "blue"][..]));
/// assert!(mad.summary().starts_with("MAD"));
/// assert_eq!(mad.rulesets()[1].name, "classic");
/// assert_eq!(mad.words(), ["offer", "accept", "decline", "resign"]);
/// let setup = mad.setup(&Ask::default()).unwrap();
/// assert_eq!(setup.rules, "limit=40,positioning=on,agreed=on");
/// assert_eq!(mad.rules_name(&setup.rules).unwrap(), "current");
/// ```
pub trait AnyGame: Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;
    /// The name for people, with a few words.
    fn summary(&self) -> &'static str;
    /// The game in short. See [`Guide`] for an example.
    fn guide(&self) -> Guide;
    /// The names of the seats in the order of play.
    fn sides(&self) -> &'static [&'static str];
    /// The rulesets by name, the default first.
    fn rulesets(&self) -> Vec<Listing>;
    /// The boards by name, the default first. See [`Listing`] for an example.
    fn boards(&self) -> Vec<Listing>;
    /// The words other than moves that a seat may say, such as `resign`.
    fn words(&self) -> &'static [&'static str];
    /// What is asked for, spelled out.
    fn setup(&self, ask: &Ask) -> Result<Setup, Refused>;
    /// The name of the ruleset with these options; the options themselves if no ruleset has them.
    fn rules_name(&self, rules: &str) -> Result<String, Refused>;
    /// A game that begins as it is asked for.
    ///
    /// ```
    /// use joust_games::{Ask, game};
    /// let ask = Ask { seed: Some(30), ..Ask::default() };
    /// let mut session = game("madmax").unwrap().session(&ask).unwrap();
    /// session.act("-").unwrap();
    /// assert_eq!(session.awaits().iter().count(), 3, "the others have not acted in this round");
    /// ```
    fn session(&self, ask: &Ask) -> Result<Box<dyn Session>, Refused>;
    /// The game that a record describes, replayed to its end.
    ///
    /// ```
    /// use joust_games::game;
    /// let record = "[Game \"mad\"]\n[Rules \"app\"]\n\n1. c2c4 resign 1-0".parse().unwrap();
    /// let session = game("mad").unwrap().replay(&record).unwrap();
    /// assert_eq!(session.ending_text().unwrap(), "blue resigns: full victory for red (1-0)");
    /// ```
    fn replay(&self, record: &Record) -> Result<Box<dyn Session>, Refused>;
    /// The game in the text of a file: a record, or another format that the game can read.
    ///
    /// ```
    /// use joust_games::game;
    /// let file = "Version: 2\nTurn Number: 9\nGame Type: 6 by 4\n\nA6: Blue111\nD1: Red111\n";
    /// let loaded = game("mad").unwrap().load(file).unwrap();
    /// assert!(loaded.warnings[0].starts_with("the file does not say who expelled last"));
    /// ```
    fn load(&self, text: &str) -> Result<Loaded<dyn Session>, Refused>;
}

/// A duel of the register.
///
/// ```
/// use joust_games::{Ask, BoardAsk, duel};
/// let [mad, war] = ["mad", "wargame"].map(|name| duel(name).unwrap());
/// assert!(mad.text_tells_board() && !war.text_tells_board());
/// let ask = Ask { board: Some(BoardAsk::Named("Smolensk:3x2")), ..Ask::default() };
/// let mut session = war.duel_session(&ask).unwrap();
/// assert_eq!(war.values(session.position().as_ref()).unwrap(), "66 76 28/31 39 50");
/// session.act("B1").unwrap();
/// let record = session.record(&[]);
/// assert_eq!(war.replay_duel(&record).unwrap().position().text(), ".b./... g");
/// assert_eq!(war.load_duel(&record.to_string()).unwrap().session.course(), session.course());
/// ```
pub trait AnyDuelGame: AnyGame {
    /// Whether the text of a position tells its board.
    fn text_tells_board(&self) -> bool;
    /// The position that is asked for.
    ///
    /// ```
    /// use joust_games::{Ask, duel};
    /// let position = duel("wargame").unwrap().position(&Ask::default()).unwrap();
    /// assert_eq!((position.moves().len(), position.perft(2)), (36, 36 * 35));
    /// ```
    fn position(&self, ask: &Ask) -> Result<Box<dyn AnyDuel>, Refused>;
    /// The values of the board of a position, as the text of a file; `None` in games whose squares have no
    /// values.
    fn values(&self, position: &dyn AnyDuel) -> Option<String>;
    /// A game that begins in the position that is asked for.
    fn duel_session(&self, ask: &Ask) -> Result<Box<dyn DuelSession>, Refused>;
    /// The game that a record describes, replayed to its end.
    fn replay_duel(&self, record: &Record) -> Result<Box<dyn DuelSession>, Refused>;
    /// The game in the text of a file, as [`AnyGame::load`] reads it.
    fn load_duel(&self, text: &str) -> Result<Loaded<dyn DuelSession>, Refused>;
}

/// A game with its type erased.
struct Of<G>(PhantomData<fn() -> G>);

/// A game as the register holds it; the game need not be in the register.
///
/// ```
/// use joust_games::{Ask, any_duel_game, any_game};
/// use joust_mad::Battle;
/// assert_eq!(any_game::<Battle>().sides(), ["red", "blue"]);
/// assert_eq!(any_duel_game::<Battle>().position(&Ask::default()).unwrap().moves().len(), 9);
/// ```
pub const fn any_game<G: Registered>() -> &'static dyn AnyGame {
    &Of::<G>(PhantomData)
}

/// A duel as the register holds it; the duel need not be in the register. See [`any_game`] for an example.
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

    fn rulesets(&self) -> Vec<Listing> {
        G::rulesets()
    }

    fn boards(&self) -> Vec<Listing> {
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
