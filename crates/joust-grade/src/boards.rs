//! Boards by name and by file.

use joust_core::Setup;
use joust_games::{AnyGame, Ask, BoardAsk};
use std::path::Path;

/// The longest file of a board or map, in bytes.
const LONGEST: u64 = 16 << 20;

/// How a game starts on the board of a name, or of a file in the folder; or what is wrong.
pub(crate) fn setup_of(
    game: &dyn AnyGame,
    rules: Option<&str>,
    name: &str,
    folder: &Path,
) -> Result<Setup, String> {
    let ask = Ask { rules, ..Ask::default() };
    let path = folder.join(name);
    let is_known = game.boards().iter().any(|entry| entry.name.eq_ignore_ascii_case(name));
    if is_known || !path.is_file() {
        let setup = game.setup(&Ask { board: Some(BoardAsk::Named(name)), ..ask });
        return setup.map_err(|why| format!("{why}; a file of this name does not exist either"));
    }
    let text = joust_files::read_text(&path, LONGEST).map_err(|why| format!("{name}: {why}"))?;
    let stem = path.file_stem().map_or_else(|| name.to_owned(), |stem| stem.to_string_lossy().into_owned());
    let board = Some(BoardAsk::Text { name: &stem, text: &text });
    let mut setup = game.setup(&Ask { board, ..ask }).map_err(|why| why.to_string())?;
    setup.board.name = stem;
    Ok(setup)
}
