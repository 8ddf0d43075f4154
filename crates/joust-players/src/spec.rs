//! The text that names a player.

use crate::course::{Course, Eval, Seated};
use crate::engine::{EngineSpec, Thinker};
use crate::line::{Line, Program};
use crate::mcts::{MctsSpec, Sampler};
use crate::random::Random;
use crate::{Player, ROSTER};
use joust_core::Seed;
use joust_search::course::{BadOption, Method, Options};
use joust_search::engine::Technique;
use joust_search::level::Level;
use std::fmt;

/// A player that was named and can be seated. Its text is the canonical name.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// Which kind of player, with its options.
    pub kind: Kind,
}

/// The kinds of players.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A person, who moves by themselves.
    Human,
    /// Any legal move.
    Random,
    /// The engine at some strength.
    Engine(EngineSpec),
    /// An agent of the search course.
    Course(Course),
    /// Games played on at random.
    Mcts(MctsSpec),
    /// A program of somebody else.
    Line(Line),
}

/// Why a text names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPlayer {
    /// Nobody has this name.
    #[error("there is no player `{0}`; the players are\n{roster}", roster = roster())]
    Unknown(String),
    /// It says no number of moves to look ahead.
    #[error("{0}: say how many moves it looks ahead, from 1 to {deepest}: {word}:3", deepest = Course::DEEPEST, word = .1)]
    Depth(String, &'static str),
    /// An option of an agent is wrong.
    #[error("{text}: {why}")]
    Option {
        /// The whole text.
        text: String,
        /// What is wrong with it.
        why: BadOption,
    },
    /// Something that looks like no option.
    #[error("{text}: `{option}` is not an option: options look like ties=last")]
    NotAnOption {
        /// The whole text.
        text: String,
        /// The option.
        option: String,
    },
    /// It says no number of playouts.
    #[error("{0}: say how many playouts, from 1 to 10000000: mcts:1000; in MAD also mcts:1000,policy=greedy")]
    Playouts(String),
    /// It says no program.
    #[error("{0}: say which program to run: line:python3 bot.py")]
    NoCommand(String),
    /// Its time is no number.
    #[error("{text}: timeout is a number of seconds, not `{found}`")]
    Timeout {
        /// The whole text.
        text: String,
        /// What stands there.
        found: String,
    },
    /// There is no such level.
    #[error("{0}: the levels are engine:1 to engine:{last}", last = Level::LAST)]
    Level(String),
    /// An option of the engine is wrong.
    #[error(
        "{text}: `{option}` is not an option of the engine: time=500 (milliseconds), nodes=100000, depth=6, \
         threads=2, blur=100 (errors of judgement), {of_mad}ponder=on (thinks in the opponent's time) and \
         no=TECHNIQUE, which is one of {techniques}", of_mad = of_mad(.game), techniques = techniques()
    )]
    Limit {
        /// The whole text.
        text: String,
        /// The option.
        option: String,
        /// The game, because not every option is of every game.
        game: String,
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
    /// It takes no options.
    #[error("{text}: `{word}` takes nothing after it")]
    Surplus {
        /// The whole text.
        text: String,
        /// The player.
        word: &'static str,
    },
}

/// The options of the engine that only MAD has.
fn of_mad(game: &str) -> &'static str {
    if game == "mad" { "eval=plain or a file of weights, tables=DIR (endings of MAD), " } else { "" }
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
    /// Reads the name of a player of a game.
    pub fn read(text: &str, game: &str) -> Result<Spec, BadPlayer> {
        let text = text.trim();
        let (word, rest) = match text.find([':', ',']) {
            Some(at) => (&text[..at], Some(&text[at..])),
            None => (text, None),
        };
        let alone = |word, kind| match rest {
            None => Ok(kind),
            Some(_) => Err(BadPlayer::Surplus { text: text.to_owned(), word }),
        };
        let kind = match word {
            "human" => alone("human", Kind::Human)?,
            "random" => alone("random", Kind::Random)?,
            "engine" => Kind::Engine(EngineSpec::read(text, rest, game)?),
            "minimax" => Kind::Course(course(text, "minimax", Method::Minimax, rest, game)?),
            "alphabeta" => Kind::Course(course(text, "alphabeta", Method::AlphaBeta, rest, game)?),
            "mcts" => Kind::Mcts(MctsSpec::read(text, rest, game)?),
            "line" => Kind::Line(Line::read(text, rest)?),
            _ => return Err(BadPlayer::Unknown(text.to_owned())),
        };
        Ok(Spec { kind })
    }

    /// Seats the player for one game; `None` for a person, who moves by themselves.
    pub fn seat(&self, seed: Seed) -> Option<Box<dyn Player>> {
        match &self.kind {
            Kind::Human => None,
            Kind::Random => Some(Box::new(Random::new(seed))),
            Kind::Engine(spec) => Some(Box::new(Thinker::new(spec, seed))),
            Kind::Course(course) => Some(Box::new(Seated::new(*course, seed))),
            Kind::Mcts(spec) => Some(Box::new(Sampler::new(*spec, seed))),
            Kind::Line(line) => Some(Box::new(Program::new(line.clone()))),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Human => f.write_str("human"),
            Kind::Random => f.write_str("random"),
            Kind::Engine(spec) => spec.fmt(f),
            Kind::Course(course) => course.fmt(f),
            Kind::Mcts(spec) => spec.fmt(f),
            Kind::Line(line) => line.fmt(f),
        }
    }
}

/// Reads `:DEPTH[,KEY=VALUE…]`.
fn course(
    text: &str,
    word: &'static str,
    method: Method,
    rest: Option<&str>,
    game: &str,
) -> Result<Course, BadPlayer> {
    let no_depth = || BadPlayer::Depth(text.to_owned(), word);
    let rest = rest.and_then(|rest| rest.strip_prefix(':')).ok_or_else(no_depth)?;
    let mut words = rest.split(',');
    let depth = words.next().and_then(|depth| depth.parse().ok());
    let depth = depth.filter(|depth| (1..=Course::DEEPEST).contains(depth)).ok_or_else(no_depth)?;
    let evals = Eval::of(game);
    let mut read = Course { method, depth, eval: evals[0], options: Options::default() };
    for word in words {
        let Some((key, value)) = word.split_once('=') else {
            return Err(BadPlayer::NotAnOption { text: text.to_owned(), option: word.to_owned() });
        };
        let set = match key {
            "eval" => {
                let found = evals.iter().find(|eval| eval.to_string() == value);
                found.map(|eval| read.eval = *eval).ok_or_else(|| {
                    let known: Vec<_> = evals.iter().map(Eval::to_string).collect();
                    BadOption::Value { key: key.into(), value: value.into(), known: known.join(", ") }
                })
            }
            key => read.options.set(key, value),
        };
        set.map_err(|why| BadPlayer::Option { text: text.to_owned(), why })?;
    }
    Ok(read)
}

/// Splits a list of players at its commas. A comma before `key=value` belongs to the player before
/// it, and so does any comma in a `line:` command that is not followed by another player.
pub fn split_list(list: &str) -> Vec<String> {
    let words = ["human", "random", "minimax", "alphabeta", "mcts", "line", "engine"];
    let mut players: Vec<String> = Vec::new();
    for piece in list.split(',') {
        let head = piece.trim_start().split(':').next().unwrap_or("");
        let begins = match players.last() {
            None => true,
            Some(last) if last.trim_start().starts_with("line:") => words.contains(&head),
            Some(_) => !head.contains('='),
        };
        match players.last_mut() {
            Some(last) if !begins => {
                last.push(',');
                last.push_str(piece);
            }
            _ => players.push(piece.to_owned()),
        }
    }
    players
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
        ] {
            assert_eq!(name(text, "mad"), text);
        }
        assert_eq!(name("alphabeta:4,eval=difference,ties=first", "wargame"), "alphabeta:4");
        assert_eq!(name("minimax:2,eval=material", "mad"), "minimax:2");
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
        has("random:3", "wargame", "`random` takes nothing after it");
        has("engine:0", "wargame", "engine:1 to engine:10");
        has("engine:11", "mad", "engine:1 to engine:10");
        has("engine:x,time=5", "mad", "engine:1 to engine:10");
        has("engine,time=0", "wargame", "`time=0` is not an option");
        has("engine,fast", "wargame", "time=500 (milliseconds)");
        has("engine,no=magic", "mad", "table, ordering");
        has("engine,eval=plain", "wargame", "`eval=plain` is not an option of the engine: time=500");
        has("engine,nodes=5,tables=/x", "wargame", "`tables=/x` is not an option of the engine");
        has("engine,tables=off", "wargame", "`tables=off` is not an option of the engine");
        has("engine,eval=no/such/file", "mad", "no weights can be read from `no/such/file`: No such file");
        has("engine,eval=Cargo.toml", "mad", "the first line does not name the boards");
        has("line:", "wargame", "say which program");
        has("line", "wargame", "say which program");
        has("line:cat,timeout=soon", "wargame", "a number of seconds, not `soon`");
        has("line:cat,timeout=-1", "wargame", "a number of seconds, not `-1`");
        has("line:cat,timeout=NaN", "wargame", "a number of seconds");
        has("line:,timeout=3", "wargame", "say which program");
    }

    /// What a game does not have is not recommended for it, either.
    #[test]
    fn only_options_of_the_game_are_listed() {
        let (mad, war) = (name("engine,fast", "mad"), name("engine,fast", "wargame"));
        for option in ["eval=plain", "tables=DIR"] {
            assert!(mad.contains(option) && !war.contains(option), "{mad}\n{war}");
        }
    }

    /// The page about players names all of them and every option.
    #[test]
    fn the_page_knows_everybody() {
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
    fn lists_are_split_between_players_only() {
        let split = |list| split_list(list);
        assert_eq!(split("minimax:3,alphabeta:5"), ["minimax:3", "alphabeta:5"]);
        assert_eq!(
            split("minimax:3,ties=last,eval=own,random,alphabeta:2,order=gain"),
            ["minimax:3,ties=last,eval=own", "random", "alphabeta:2,order=gain"]
        );
        assert_eq!(
            split("line:bot --a=1,2,timeout=3,random,line:x,y"),
            ["line:bot --a=1,2,timeout=3", "random", "line:x,y"]
        );
        assert_eq!(split("minimax:3,alphbeta:5"), ["minimax:3", "alphbeta:5"]);
    }
}
