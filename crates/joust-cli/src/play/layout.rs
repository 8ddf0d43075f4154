//! How the terminal lays out a game: its list of moves, and its board.

/// The layout of a game.
pub(crate) struct Layout {
    /// The heading under which a move is listed. Headings are sorted by rank, then by name.
    pub(crate) heading: fn(&str) -> (u8, &str),
    /// Whether each side has its home at one end of the board.
    pub(crate) homes: bool,
}

/// The layout of a game by name.
pub(crate) fn layout(game: &str) -> Layout {
    match game {
        "mad" => Layout { heading: mad_heading, homes: true },
        "wargame" => Layout { heading: |mv| (0, mv.split('-').next().unwrap_or(mv)), homes: false },
        _ => Layout { heading: |_| (0, "moves"), homes: false },
    }
}

/// Movements by ship, then bonus movements, then shifts.
fn mad_heading(mv: &str) -> (u8, &str) {
    if mv.contains('+') {
        (1, "bonus")
    } else if mv.contains("<>") {
        (2, "permute")
    } else if mv.contains('>') {
        (3, "rotate")
    } else {
        mv.split_once('-').map_or((4, "pass"), |(ship, _)| (0, ship))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mad_moves_are_listed_by_ship_and_kind() {
        assert_eq!(mad_heading("211-c2xc4"), (0, "211"));
        assert_eq!(mad_heading("221-b5xb6+122>212>221"), (1, "bonus"));
        assert_eq!(mad_heading("112<>221"), (2, "permute"));
        assert_eq!(mad_heading("112>211>121"), (3, "rotate"));
        assert_eq!(mad_heading("pass"), (4, "pass"));
    }

    #[test]
    fn moves_of_the_war_game_are_listed_by_their_word() {
        assert_eq!((layout("wargame").heading)("blitz-C3"), (0, "blitz"));
        assert_eq!((layout("wargame").heading)("drop-A1"), (0, "drop"));
    }
}
