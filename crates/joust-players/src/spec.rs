//! The text that names a player.

use crate::bot::{BotProgram, BotSpec};
use crate::engine::EngineSpec;
use crate::line::LineSpec;
use crate::mcts::{MctsSpec, Sampler};
use crate::playable::{PlayableDuel, players_of};
use crate::random::Random;
use crate::textbook::{Student, Textbook};
use crate::words::Words;
use crate::{AnyPlayer, ROSTER};
use joust_core::{Player, Seed};
use joust_search::engine::{SearchLimits, Technique};
use joust_search::level::Level;
use joust_search::textbook::{BadOption, Method};
use std::fmt;
use std::path::PathBuf;

/// A player of a game that was named and can be seated. Its text is the canonical name.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The kind of player, with its options.
    pub kind: Kind,
    game: &'static str,
}

/// The kinds of players.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A person.
    Human,
    /// Any legal move.
    Random,
    /// The engine at some strength.
    Engine(EngineSpec),
    /// An agent of the textbook.
    Textbook(Textbook),
    /// Monte-Carlo tree search.
    Mcts(MctsSpec),
    /// A program behind `line:`, for a duel.
    Line(LineSpec),
    /// A bot that speaks the protocol: a process or a WebAssembly module.
    Bot(BotSpec),
    /// Mad Max: a built-in player.
    BuiltIn(&'static str),
    /// Mad Max: a player of a kit, which is not yet opened.
    Kit {
        /// A `Game`, or a folder with one.
        path: PathBuf,
        /// The player in it.
        name: String,
    },
}

/// Why a text does not name a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPlayer {
    /// No player of a duel has this name.
    #[error("there is no player `{0}`; the players are\n{roster}", roster = roster())]
    Unknown(String),
    /// No player of Mad Max has this name.
    #[error("there is no player `{0}`: the players are {known}, ./Game:NAME for one of a kit, FILE.wasm and cmd:COMMAND", known = built_in().join(", "))]
    UnknownArmy(String),
    /// The players of this game have no names.
    #[error("no players are known by name in the game `{0}`")]
    Game(String),
    /// The depth is missing or not a number in range.
    #[error("{0}: say how many moves it looks ahead, from 1 to {deepest}: {word}:3", deepest = Textbook::DEEPEST, word = .1)]
    Depth(String, &'static str),
    /// An option of an agent is wrong.
    #[error("{text}: {why}")]
    Option {
        /// The whole text.
        text: String,
        /// What is wrong with it.
        why: BadOption,
    },
    /// A part that is not of the form `key=value`.
    #[error("{text}: `{option}` is not an option: options look like ties=last")]
    NotAnOption {
        /// The whole text.
        text: String,
        /// The option.
        option: String,
    },
    /// The number of playouts is missing or not a number.
    #[error("{0}: say how many playouts, from 1 to 10000000: mcts:1000; in MAD also mcts:1000,policy=greedy")]
    Playouts(String),
    /// The command is missing.
    #[error("{0}: say which program to run: cmd:python3 bot.py")]
    NoCommand(String),
    /// The time limit is not a number of seconds.
    #[error("{text}: timeout is a number of seconds, not `{found}`")]
    Timeout {
        /// The whole text.
        text: String,
        /// The value that was found.
        found: String,
    },
    /// An option is not one of a bot.
    #[error(
        "{text}: `{option}` is not an option of a bot: {known} and set.NAME=VALUE for its own parameters"
    )]
    BotOption {
        /// The whole text.
        text: String,
        /// The option.
        option: String,
        /// The options of such a bot.
        known: &'static str,
    },
    /// There is no such level.
    #[error("{0}: the levels are engine:0 to engine:{last}", last = Level::LAST)]
    Level(String),
    /// An option of the engine is wrong.
    #[error(
        "{text}: `{option}` is not an option of the engine: time=500 (milliseconds), nodes=100000, depth=6, \
         threads=2, blur=100 (errors of judgement), {more}ponder=on (thinks in the opponent's time) and \
         no=TECHNIQUE, which is one of {techniques}", more = listed(.of_the_game), techniques = techniques()
    )]
    Limit {
        /// The whole text.
        text: String,
        /// The option.
        option: String,
        /// The options that not every game has.
        of_the_game: &'static [(&'static str, &'static str)],
    },
    /// An option of the engine has a wrong value.
    #[error("{text}: `{option}` has a wrong value: it takes {takes}")]
    Value {
        /// The whole text.
        text: String,
        /// The option.
        option: String,
        /// What the option takes.
        takes: &'static str,
    },
    /// A file of weights cannot be used.
    #[error("{text}: no weights can be read from `{file}`: {why}")]
    Weights {
        /// The whole text.
        text: String,
        /// The file.
        file: String,
        /// What is wrong with it.
        why: String,
    },
    /// A player without options is followed by some.
    #[error("{text}: `{word}` takes neither an argument nor options")]
    Surplus {
        /// The whole text.
        text: String,
        /// The player.
        word: &'static str,
    },
}

fn listed(options: &[(&str, &str)]) -> String {
    options.iter().flat_map(|(_, about)| [*about, ", "]).collect()
}

/// The built-in players of Mad Max.
fn built_in() -> [&'static str; 3] {
    joust_madmax::player::BUILT_IN.map(|(name, _)| name)
}

fn techniques() -> String {
    Technique::ALL.map(|(name, _)| name).join(", ")
}

fn roster() -> String {
    let width = ROSTER.iter().map(|(name, _)| name.len()).max().unwrap_or(0) + 2;
    let rows: Vec<_> = ROSTER.iter().map(|(name, about)| format!("  {name:width$}{about}")).collect();
    rows.join("\n")
}

impl Spec {
    /// Reads the name of a player of a game of the register.
    ///
    /// ```
    /// use joust_players::Spec;
    /// let spec = Spec::read("alphabeta:5,ties=first", "wargame").unwrap();
    /// assert_eq!((spec.game(), spec.to_string().as_str()), ("wargame", "alphabeta:5"));
    /// assert!(Spec::read("alphabeta", "wargame").unwrap_err().to_string().contains("alphabeta:3"));
    /// ```
    pub fn read(text: &str, game: &str) -> Result<Spec, BadPlayer> {
        let players = players_of(game).ok_or_else(|| BadPlayer::Game(game.to_owned()))?;
        Ok(Spec { kind: (players.read)(&Words::new(text))?, game: players.name })
    }

    /// Reads the name of a player of a duel, which need not be in the register.
    pub fn read_as<G: PlayableDuel>(text: &str) -> Result<Spec, BadPlayer> {
        Ok(Spec { kind: Kind::read::<G>(&Words::new(text))?, game: G::NAME })
    }

    /// The game that the player plays.
    pub fn game(&self) -> &'static str {
        self.game
    }

    /// Whether the player plays alike whenever it has the same seed, on every machine: it is built in, or a
    /// module, and plays neither by time nor with several threads.
    ///
    /// ```
    /// use joust_players::Spec;
    /// let repeats = |text| Spec::read(text, "mad").unwrap().is_repeatable();
    /// assert!(repeats("minimax:2") && repeats("engine,nodes=500") && repeats("bot.wasm"));
    /// assert!(!repeats("engine") && !repeats("cmd:./bot") && !repeats("engine,nodes=500,threads=2"));
    /// ```
    pub fn is_repeatable(&self) -> bool {
        match &self.kind {
            Kind::Random | Kind::Textbook(_) | Kind::Mcts(_) | Kind::BuiltIn(_) => true,
            Kind::Engine(engine) => engine.is_repeatable(),
            Kind::Bot(bot) => matches!(bot.program, BotProgram::Module(_)),
            Kind::Human | Kind::Line(_) | Kind::Kit { .. } => false,
        }
    }

    /// This player within the limits of a match, if it is an engine or a program without limits of its own.
    ///
    /// ```
    /// use joust_players::Spec;
    /// use joust_search::engine::SearchLimits;
    /// let limits = SearchLimits { nodes: Some(500), ..SearchLimits::default() };
    /// let named = |text| Spec::read(text, "mad").unwrap().or_within(&limits).to_string();
    /// assert_eq!([named("engine"), named("engine,nodes=9")], ["engine,nodes=500", "engine,nodes=9"]);
    /// ```
    #[must_use]
    pub fn or_within(mut self, limits: &SearchLimits) -> Spec {
        self.kind = match self.kind {
            Kind::Engine(engine) => Kind::Engine(engine.or_within(limits)),
            Kind::Line(line) => Kind::Line(line.or_within(limits.time)),
            Kind::Bot(bot) => Kind::Bot(bot.or_within(limits.time)),
            kind => kind,
        };
        self
    }

    /// This player with the endgame tables in a folder, if it is an engine that names none.
    #[must_use]
    pub fn or_tables(mut self, folder: Option<PathBuf>) -> Spec {
        if let Kind::Engine(engine) = self.kind {
            self.kind = Kind::Engine(engine.or_tables(folder));
        }
        self
    }

    /// Seats the player for one game of a duel of the register; `None` for a person, a program behind
    /// `line:` and the players of Mad Max, which `joust-match` seats.
    ///
    /// ```
    /// use joust_core::{Seat, Seed};
    /// use joust_games::{Ask, duel};
    /// use joust_players::Spec;
    ///
    /// let session = duel("mad").unwrap().session(&Ask::default()).unwrap();
    /// let mut player = Spec::read("random", "mad").unwrap().seat(Seed(1)).unwrap();
    /// let answer = player.act(session.as_ref(), Seat::FIRST, None, &false.into()).unwrap();
    /// assert!(!answer.action.is_empty());
    /// ```
    pub fn seat(&self, seed: Seed) -> Option<Box<dyn AnyPlayer>> {
        (players_of(self.game)?.seat)(&self.kind, seed)
    }

    /// Seats the player for one game whose type is known; `None` as in [`Spec::seat`].
    pub fn seat_as<G: PlayableDuel>(&self, seed: Seed) -> Option<Box<dyn Player<G>>> {
        self.kind.seat_as(seed)
    }
}

impl Kind {
    /// Reads a player of a duel.
    pub(crate) fn read<G: PlayableDuel>(words: &Words) -> Result<Kind, BadPlayer> {
        let surplus = |word| BadPlayer::Surplus { text: words.text.to_owned(), word };
        let alone = |word, kind| if words.is_alone() { Ok(kind) } else { Err(surplus(word)) };
        let textbook = |method| Textbook::read::<G>(words, method).map(Kind::Textbook);
        if let Some(bot) = BotSpec::read(words.text) {
            return bot.map(Kind::Bot);
        }
        match words.name {
            "human" => alone("human", Kind::Human),
            "random" => alone("random", Kind::Random),
            "engine" => EngineSpec::read::<G>(words).map(Kind::Engine),
            "minimax" => textbook(Method::Minimax),
            "alphabeta" => textbook(Method::AlphaBeta),
            "mcts" => MctsSpec::read::<G>(words).map(Kind::Mcts),
            "line" => LineSpec::read(words).map(Kind::Line),
            _ => Err(BadPlayer::Unknown(words.text.to_owned())),
        }
    }

    /// The built-in player NAME, or KIT:NAME. The path of a kit may have colons and commas of its own.
    pub(crate) fn of_madmax(words: &Words) -> Result<Kind, BadPlayer> {
        if let Some(name) = built_in().into_iter().find(|name| *name == words.text) {
            return Ok(Kind::BuiltIn(name));
        }
        if let Some(bot) = BotSpec::read(words.text) {
            return bot.map(Kind::Bot);
        }
        match words.text.rsplit_once(':') {
            Some((path, name)) => Ok(Kind::Kit { path: path.into(), name: name.to_owned() }),
            None => Err(BadPlayer::UnknownArmy(words.text.to_owned())),
        }
    }

    pub(crate) fn seat_as<G: PlayableDuel>(&self, seed: Seed) -> Option<Box<dyn Player<G>>> {
        Some(match self {
            Kind::Human | Kind::Line(_) | Kind::Bot(_) | Kind::BuiltIn(_) | Kind::Kit { .. } => return None,
            Kind::Random => Box::new(Random::new(seed)),
            Kind::Engine(spec) => spec.seat_as(seed),
            Kind::Textbook(textbook) => Box::new(Student::new(*textbook, seed)),
            Kind::Mcts(spec) => Box::new(Sampler::new(*spec, seed)),
        })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Human => f.write_str("human"),
            Kind::Random => f.write_str("random"),
            Kind::Engine(spec) => spec.fmt(f),
            Kind::Textbook(textbook) => textbook.fmt(f),
            Kind::Mcts(spec) => spec.fmt(f),
            Kind::Line(line) => line.fmt(f),
            Kind::Bot(bot) => bot.fmt(f),
            Kind::BuiltIn(name) => f.write_str(name),
            Kind::Kit { path, name } => write!(f, "{}:{name}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str, game: &str) -> String {
        Spec::read(text, game).map_or_else(|why| format!("error: {why}"), |spec| spec.to_string())
    }

    #[test]
    fn names_are_read_and_written() {
        for text in [
            "human",
            "random",
            "engine",
            "engine,time=50",
            "engine,nodes=1000,depth=3",
            "engine:3",
            "engine:9,time=50,threads=2,blur=7,no=table,no=ordering",
            "engine,nodes=500,ponder=on",
            "minimax:3",
            "mcts:1000",
            "alphabeta:5,eval=own,ties=last,order=gain,count=noroot",
            "line:python3 bot.py",
            "line:echo a,b:c | cat,timeout=1.5",
            "line:cat -s x,timeout=7 y",
        ] {
            assert_eq!(name(text, "wargame"), text);
        }
        for text in [
            "engine:9,time=50,threads=2,blur=7,no=table,no=ordering,eval=plain",
            "engine,nodes=500,tables=off,ponder=on",
            "engine,nodes=5,tables=endings/mad",
            "engine,tables=off",
            "engine:3,eval=plain,ponder=on,set.ship.6.late=500,set.dead-pair.0.early=-3",
            "mcts:50,policy=greedy",
        ] {
            assert_eq!(name(text, "mad"), text);
        }
        assert_eq!(name("alphabeta:4,eval=difference,ties=first", "wargame"), "alphabeta:4");
        assert_eq!(name("minimax:2,eval=material", "mad"), "minimax:2");
        assert_eq!(name("mcts:50,policy=greedy,policy=uniform", "mad"), "mcts:50");
    }

    #[test]
    fn refusals_say_what_to_write() {
        let has = |text, game, words: &str| {
            let found = name(text, game);
            assert!(found.starts_with("error: ") && found.contains(words), "{text}: {found}");
        };
        has("deep", "mad", "there is no player `deep`; the players are\n  human ");
        has("minimax", "wargame", "from 1 to 64: minimax:3");
        has("alphabeta:0", "wargame", "alphabeta:3");
        has("alphabeta:-1", "wargame", "alphabeta:0".trim_end_matches('0'));
        has("alphabeta:99999999999", "wargame", "from 1 to 64");
        has("minimax:3,ties=middle", "wargame", "ties is one of first, last, random");
        has("minimax:3,eval=material", "wargame", "eval is one of difference, own, ratio");
        has("minimax:3,eval=own", "mad", "eval is one of material");
        has("minimax:3,fast", "wargame", "`fast` is not an option");
        has("minimax:3,fast=1", "wargame", "the options are eval, ties, order and count");
        has("mcts", "mad", "mcts:1000");
        has("mcts:0", "mad", "from 1 to");
        has("mcts:5,policy=greedy", "wargame", "in MAD also");
        has("random:3", "wargame", "`random` takes neither an argument nor options");
        has("engine:-1", "wargame", "engine:0 to engine:10");
        has("engine:11", "mad", "engine:0 to engine:10");
        has("engine:x,time=5", "mad", "engine:0 to engine:10");
        has("engine,time=0", "wargame", "`time=0` has a wrong value: it takes milliseconds, at least 1");
        has("engine,threads=100000", "mad", "it takes a number from 1 to 256");
        has("engine,ponder=maybe", "mad", "it takes on or off");
        has("engine,time", "mad", "`time` is not an option of the engine");
        has("engine,fast", "wargame", "time=500 (milliseconds)");
        has("engine,no=magic", "mad", "table, ordering");
        has("engine,eval=plain", "wargame", "`eval=plain` is not an option of the engine: time=500");
        has("engine,nodes=5,tables=/x", "wargame", "`tables=/x` is not an option of the engine");
        has("engine,tables=off", "wargame", "`tables=off` is not an option of the engine");
        has("engine,set.ship.0.early=9", "wargame", "`set.ship.0.early=9` is not an option of the engine");
        has("engine,set.ship.9.early=9", "mad", "`set.ship.9.early=9` has a wrong value: it takes a number");
        has("engine,set.ship.0.early=40000", "mad", "`set.ship.0.early=40000` has a wrong value");
        has("engine,eval=no/such/file", "mad", "no weights can be read from `no/such/file`: No such file");
        has("engine,eval=Cargo.toml", "mad", "the first line does not name the boards");
        has("line:", "wargame", "say which program");
        has("line", "wargame", "say which program");
        has("line:cat,timeout=soon", "wargame", "a number of seconds, not `soon`");
        has("line:cat,timeout=-1", "wargame", "a number of seconds, not `-1`");
        has("line:cat,timeout=NaN", "wargame", "a number of seconds");
        has("line:,timeout=3", "wargame", "say which program");
    }

    /// A refusal lists only options that the game has.
    #[test]
    fn only_options_of_the_game_are_listed() {
        let (mad, war) = (name("engine,fast", "mad"), name("engine,fast", "wargame"));
        for option in ["eval=plain", "tables=DIR"] {
            assert!(mad.contains(option) && !war.contains(option), "{mad}\n{war}");
        }
    }

    /// The page about players names all of them and every option.
    #[test]
    fn the_page_names_every_player_and_option() {
        let page = include_str!("../../../docs/players.md");
        for (text, _) in crate::ROSTER {
            assert!(page.contains(&format!("`{text}`")), "{text}");
        }
        for (technique, _) in Technique::ALL {
            assert!(page.contains(&format!("`{technique}`")), "{technique}");
        }
        let refused = name("engine,fast", "mad");
        let keys = refused.split([' ', ',']).filter_map(|word| word.split_once('=')).map(|(key, _)| key);
        assert!(keys.clone().count() > 8);
        for key in keys {
            assert!(page.contains(&format!("`{key}=")), "{key}");
        }
    }

    #[test]
    fn players_of_mad_max_are_read_by_name_and_by_kit() {
        for text in ["Demo", "Dummy", "Null", "./Game:Foo", "a folder/with,commas:and:colons:Foo"] {
            let spec = Spec::read(text, "madmax").unwrap();
            assert_eq!((spec.to_string().as_str(), spec.game()), (text, "madmax"));
            assert!(spec.seat(Seed(1)).is_none());
        }
        let kit = Kind::Kit { path: "a:b".into(), name: "Foo".to_owned() };
        assert_eq!(Spec::read("a:b:Foo", "madmax").unwrap().kind, kit);
        assert_eq!(Spec::read("Demo", "madmax").unwrap().kind, Kind::BuiltIn("Demo"));
        assert_eq!(
            name("Foo", "madmax"),
            "error: there is no player `Foo`: the players are Demo, Dummy, Null, ./Game:NAME for one of a kit, \
             FILE.wasm and cmd:COMMAND"
        );
    }

    #[test]
    fn a_game_without_named_players_is_not_taken_for_another() {
        assert_eq!(Spec::read("Demo", "chess"), Err(BadPlayer::Game("chess".to_owned())));
    }
}
