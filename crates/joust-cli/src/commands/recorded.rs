//! Files of games and matches, for `joust replay` and `joust verify`.

use crate::args::board_file;
use crate::failure::Failure;
use crate::input;
use joust_games::AnyDuelGame;
use joust_match::{BadFile, DuelLine, MatchFile, Recorded};
use std::io;
use std::path::Path;

/// Reads a file or standard input.
pub(crate) fn read(file: &Path) -> Result<Recorded, Failure> {
    let bytes = match file.to_str() {
        Some("-") => joust_files::read_all(io::stdin(), Recorded::LONGEST),
        _ => joust_files::read(file, Recorded::LONGEST),
    };
    let bytes = bytes.map_err(|why| Failure::file(file, &why))?;
    Ok(Recorded::read(bytes, Recorded::LONGEST)?)
}

/// The text of the file that a match names as its board.
pub(crate) fn find_board(game: &dyn AnyDuelGame, name: &str) -> io::Result<Option<String>> {
    board_file(game, name.as_ref()).map(|file| joust_files::read_text(file, input::LONGEST)).transpose()
}

impl From<BadFile> for Failure {
    fn from(why: BadFile) -> Failure {
        Failure::No(why.to_string())
    }
}

/// The line of a game in the journal of a match.
pub(crate) fn line(file: &MatchFile, number: u64) -> Result<&DuelLine, Failure> {
    let found = file.games.iter().flatten().find(|line| line.game as u64 == number);
    found.ok_or_else(|| {
        let missing = format!("the match has no finished game {number}");
        // The first game is line 2.
        match file.games.iter().position(Option::is_none) {
            Some(damaged) => Failure::No(format!("{missing}, and line {} is damaged", damaged + 2)),
            None => Failure::Usage(missing),
        }
    })
}

/// How a game ended before it was over by the rules.
pub(crate) fn ending(file: &MatchFile, line: &DuelLine) -> Option<String> {
    let DuelLine { result, fault, adjudicated, .. } = line;
    let Some(fault) = fault else {
        let judge = adjudicated.as_ref()?;
        return Some(format!("{result} by the endgame {judge}, before the game was over"));
    };
    let name = file.about.players.get(fault.player).map_or("a player", String::as_str);
    Some(format!("{result}, because {name} {}", fault.what))
}
