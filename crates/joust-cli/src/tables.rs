//! Checks the folder of endgame tables that `JOUST_TABLES` names.

use crate::args::Command;
use crate::environment;
use joust_core::Game as _;
use joust_mad::Battle;
use joust_solve::mad::Folder;

/// Warns if the folder has no tables: the engine would play without them, and the user would not notice.
pub(crate) fn warn(command: &Command) {
    let (game, names_a_folder) = match command {
        Command::Analyze(args) => (args.at.game.0.name(), args.tables.is_some()),
        Command::Match(args) => (args.game.as_str(), args.duels.tables.is_some()),
        Command::Selfplay(args) => (args.game.as_str(), false),
        Command::Tune(args) => match &args.command {
            Some(crate::args::TuneCommand::Spsa(args)) => (args.game.as_str(), false),
            // The fit plays without tables.
            None => return,
        },
        Command::Play(args) => (args.game.0.name(), false),
        // The arena plays all duels.
        Command::Serve(_) => (Battle::NAME, false),
        _ => return,
    };
    let uses_it = game == Battle::NAME && !names_a_folder;
    let Some(folder) = environment::tables().filter(|_| uses_it) else { return };
    let what = match Folder::has_tables(&folder) {
        Ok(true) => return,
        Ok(false) => "the folder has no tables".to_owned(),
        Err(why) => why.to_string(),
    };
    tell!("warning: JOUST_TABLES: {}: {what}; endgames of MAD are searched without tables", folder.display());
}
