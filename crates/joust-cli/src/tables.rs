//! Checks the folder of endgame tables that `JOUST_TABLES` names.

use crate::args::Command;
use crate::environment;

/// Warns if the folder has no tables: the engine would play without them, and the user would not notice.
pub(crate) fn warn(command: &Command) {
    let uses_tables = matches!(
        command,
        Command::Analyze(_) | Command::Lab(_) | Command::Match(_) | Command::Play(_) | Command::Serve(_)
    );
    let Some(folder) = environment::tables().filter(|_| uses_tables) else { return };
    let is_table =
        |entry: std::fs::DirEntry| entry.path().extension().is_some_and(|ending| ending == "table");
    let what = match std::fs::read_dir(&folder) {
        Err(why) => why.to_string(),
        Ok(entries) => {
            if entries.flatten().any(is_table) {
                return;
            }
            "the folder has no tables".to_owned()
        }
    };
    tell!("warning: JOUST_TABLES: {}: {what}; endings of MAD are searched without tables", folder.display());
}
