//! `joust play`: a game in the terminal.
//!
//! [`terminal_game`] plays every duel. Each game has a painter (see [`crate::paint`]) and a [`layout`].

mod autosave;
mod clocks;
mod commands;
mod demo;
mod editor;
mod farewell;
mod files;
mod input;
mod layout;
mod lists;
mod orders;
mod page;
mod player;
mod talk;
mod terminal_game;

use crate::args::PlayArgs;
use crate::failure::Failure;
use autosave::Autosave;
pub(crate) use clocks::read_allowance;
pub(crate) use commands::{either, nearest};
use joust_core::{Clock, Record, Seat};
use joust_games::{AnyDuelGame, DuelSession, Loaded, Refused};
use joust_players::Spec;
use player::Sitter;
use std::path::{Path, PathBuf};
use terminal_game::TerminalGame;

/// Plays a game in the terminal, or by the lines of a script on standard input. If standard input is
/// empty, shows a demo.
pub(crate) fn run(args: &PlayArgs) -> Result<(), Failure> {
    let game = args.game.0;
    let seed = args.seed.unwrap_or_else(player::fresh_seed);
    let mut names = args.players.clone();
    let opening = open(args, &mut names)?;
    let programs = crate::matches::programs(args.trust);
    let mut sitters = Sitter::pair(&names, game.name(), seed, &programs)?;
    crate::matches::warn(&programs);
    for (seat, sitter) in [Seat::FIRST, Seat::SECOND].into_iter().zip(&mut sitters) {
        sitter.get_ready(opening.loaded.session.as_ref(), seat)?;
    }
    let input = input::stdin().map_err(|why| Failure::Usage(format!("standard input: {why}")))?;
    let begun = args.load.is_some() || args.resume;
    if input.is_none() && args.players.is_empty() && !begun {
        return demo::run(args);
    }
    farewell::watch();
    let keeper = Autosave::new(game.name(), opening.path);
    let input = input.unwrap_or_else(input::nothing);
    let mut table = TerminalGame::new(game, opening.loaded.session, sitters, input, keeper);
    table.session.set_clock(args.clock.map(Clock::new).or(opening.clock));
    table.welcome(&opening.loaded.warnings, seed)?;
    table.play()
}

/// A game to begin with.
struct Opening {
    loaded: Loaded<dyn DuelSession>,
    /// The slot in which the game is saved already.
    path: Option<PathBuf>,
    /// The clock when the game was last saved.
    clock: Option<Clock>,
}

/// The new, loaded or resumed game that the arguments ask for. A resumed game keeps its players, unless
/// others were named.
fn open(args: &PlayArgs, names: &mut Vec<String>) -> Result<Opening, Failure> {
    let game = args.game.0;
    let path = match &args.load {
        Some(file) => files::path(file),
        None if args.resume => autosave::newest(game.name())?,
        None => {
            let session = args.ask.with(args.game, |ask| Ok(game.duel_session(ask)?))?;
            return Ok(Opening { loaded: Loaded { session, warnings: Vec::new() }, path: None, clock: None });
        }
    };
    let (mut loaded, text) = load(game, &path)?;
    if args.resume && names.is_empty() {
        *names = players_of(&text, game.name(), &loaded);
    }
    let (clock, warning) = clock_of(&text);
    loaded.warnings.extend(warning);
    Ok(Opening { loaded, path: Some(path).filter(|_| args.resume), clock })
}

/// The game in a file, and the text of the file.
fn load(game: &dyn AnyDuelGame, path: &Path) -> Result<(Loaded<dyn DuelSession>, String), Failure> {
    let text = files::read(path)?;
    let named = |Refused(reasons)| {
        let reasons: Vec<_> = reasons.iter().map(|why| format!("{}: {why}", path.display())).collect();
        Failure::Usage(reasons.join("\n"))
    };
    let loaded = game.load_duel(&text).map_err(named)?;
    Ok((loaded, text))
}

/// The clock of a saved game, and a warning if it cannot be read.
fn clock_of(text: &str) -> (Option<Clock>, Option<String>) {
    let record: Record = text.parse().unwrap_or_default();
    match Clock::of_record(&record) {
        Ok(clock) => (clock, None),
        Err(why) => (None, Some(format!("the game continues without clocks: {why}"))),
    }
}

/// The players that a record names; `human` in place of one that does not exist here.
fn players_of(text: &str, game: &str, loaded: &Loaded<dyn DuelSession>) -> Vec<String> {
    let record: Record = text.parse().unwrap_or_default();
    let position = loaded.session.position();
    let name = |seat| {
        let name = record.header(position.side_name(seat)).unwrap_or("human");
        let known = Spec::read(name, game).is_ok();
        if known { name.to_owned() } else { "human".to_owned() }
    };
    [Seat::FIRST, Seat::SECOND].map(name).to_vec()
}
