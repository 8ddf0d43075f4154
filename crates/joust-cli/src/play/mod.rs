//! `joust play`: a game in the terminal.
//!
//! The [`table`] is the same for every duel. What it must know about a game are a painter (see
//! [`crate::paint`]) and a [`guide`].

mod autosave;
mod clocks;
mod commands;
mod demo;
mod editor;
mod farewell;
mod files;
mod guide;
mod input;
mod lists;
mod orders;
mod page;
mod player;
mod table;
mod talk;

use crate::args::PlayArgs;
use crate::failure::Failure;
use autosave::Autosave;
use clocks::Clocks;
pub(crate) use clocks::{budget, read_allowance};
use joust_core::{Record, Seat, Seed};
use joust_games::{AnyGame, Loaded, Refused};
use player::Sitter;
use std::path::{Path, PathBuf};
use table::Table;

/// Plays a game with whoever sits at the terminal. A script on standard input will do, too; where
/// there is nothing at all, the program shows a game by itself.
pub(crate) fn run(args: &PlayArgs) -> Result<(), Failure> {
    let game = args.game.0;
    let seed = args.seed.unwrap_or_else(player::fresh_seed);
    let mut names = args.players.clone();
    let opening = open(args, &mut names)?;
    let mut sitters = Sitter::pair(&names, game.name(), seed)?;
    for sitter in &mut sitters {
        sitter.get_ready(opening.loaded.session.as_ref())?;
    }
    let input = input::stdin().map_err(|why| Failure::Usage(format!("standard input: {why}")))?;
    let begun = args.load.is_some() || args.resume;
    if input.is_none() && args.players.is_empty() && !begun {
        return demo::run(args);
    }
    farewell::watch();
    let keeper = Autosave::new(game.name(), opening.path);
    let input = input.unwrap_or_else(input::nothing);
    let mut table = Table::new(game, opening.loaded.session, sitters, input, keeper);
    table.clocks = args.clock.map(Clocks::new).or(opening.clocks);
    table.welcome(&opening.loaded.warnings, seed)?;
    table.play()
}

/// How the game begins.
struct Opening {
    loaded: Loaded,
    /// Where it is kept already.
    path: Option<PathBuf>,
    /// How the clocks stood when it was left.
    clocks: Option<Clocks>,
}

/// Finds the game that was asked for. A game that is resumed brings its players with it, unless
/// others were named.
fn open(args: &PlayArgs, names: &mut Vec<String>) -> Result<Opening, Failure> {
    let game = args.game.0;
    if let Some(file) = &args.load {
        let (mut loaded, text) = load(game, &files::path(file))?;
        let (clocks, warning) = clocks_of(&text);
        loaded.warnings.extend(warning);
        return Ok(Opening { loaded, path: None, clocks });
    }
    if args.resume {
        let path = autosave::newest(game.name())?;
        let (mut loaded, text) = load(game, &path)?;
        if names.is_empty() {
            *names = players_of(&text, game.name(), &loaded);
        }
        let (clocks, warning) = clocks_of(&text);
        loaded.warnings.extend(warning);
        return Ok(Opening { loaded, path: Some(path), clocks });
    }
    let session = args.ask.with(args.game, |ask| Ok(game.session(ask)?))?;
    Ok(Opening { loaded: Loaded { session, warnings: Vec::new() }, path: None, clocks: None })
}

/// Reads a game from a file, and gives the text as well.
fn load(game: &dyn AnyGame, path: &Path) -> Result<(Loaded, String), Failure> {
    let text = files::read(path)?;
    let named = |Refused(reasons)| {
        let reasons: Vec<_> = reasons.iter().map(|why| format!("{}: {why}", path.display())).collect();
        Failure::Usage(reasons.join("\n"))
    };
    let loaded = game.load(&text).map_err(named)?;
    Ok((loaded, text))
}

/// The clocks of a saved game, and a warning if they cannot be read.
fn clocks_of(text: &str) -> (Option<Clocks>, Option<String>) {
    let record: Record = text.parse().unwrap_or_default();
    match Clocks::of(&record) {
        Ok(clocks) => (clocks, None),
        Err(why) => (None, Some(format!("the game goes on without clocks: {why}"))),
    }
}

/// The players that a record names, as far as they exist.
fn players_of(text: &str, game: &str, loaded: &Loaded) -> Vec<String> {
    let record: Record = text.parse().unwrap_or_default();
    let position = loaded.session.position();
    let name = |seat| {
        let name = record.header(position.side_name(seat)).unwrap_or("human");
        let known = Sitter::named(name, game, seat, Seed::default()).is_ok();
        if known { name.to_owned() } else { "human".to_owned() }
    };
    [Seat::FIRST, Seat::SECOND].map(name).to_vec()
}
