//! What the table knows about each game: how to list its moves, and how to explain it.

/// The words about a game.
pub(crate) struct Guide {
    /// The rules in short, as a page for [`super::page`].
    pub(crate) rules: &'static str,
    /// How moves are written.
    pub(crate) notation: &'static str,
    /// A move or two as examples.
    pub(crate) example: &'static str,
    /// Under which heading a move is listed; headings are listed by rank and name.
    pub(crate) heading: fn(&str) -> (u8, &str),
    /// Whether each side has its home at one end of the board.
    pub(crate) homes: bool,
}

/// The guide of a game.
pub(crate) fn guide(game: &str) -> &'static Guide {
    match game {
        "mad" => &MAD,
        "wargame" => &WAR_GAME,
        _ => &ANY,
    }
}

/// What can be said about a game of which nothing is known.
static ANY: Guide = Guide {
    rules: "Nobody has written down the rules of this game yet.\n",
    notation: "`moves` lists the legal moves as they are written.\n",
    example: "as the list of `moves` shows it",
    heading: |_| (0, "moves"),
    homes: false,
};

static MAD: Guide = Guide {
    rules: include_str!("mad_rules.md"),
    notation: include_str!("mad_notation.md"),
    example: "such as 211-c2-c4 or just c2c4",
    heading: mad_heading,
    homes: true,
};

static WAR_GAME: Guide = Guide {
    rules: include_str!("wargame_rules.md"),
    notation: include_str!("wargame_notation.md"),
    example: "such as blitz-C3 or just c3",
    heading: |mv| (0, mv.split('-').next().unwrap_or(mv)),
    homes: false,
};

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
    use joust_games::duels;

    #[test]
    fn every_duel_has_a_guide() {
        for game in duels() {
            assert!(!std::ptr::eq(guide(game.name()), &raw const ANY), "{}", game.name());
        }
    }

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
        assert_eq!((WAR_GAME.heading)("blitz-C3"), (0, "blitz"));
        assert_eq!((WAR_GAME.heading)("drop-A1"), (0, "drop"));
    }

    /// The page shows every kind of move. Each is one, or the page is wrong.
    #[test]
    fn the_examples_on_the_page_are_moves() {
        let examples = MAD.notation.lines().filter_map(|line| line.strip_prefix("    ")?.split(' ').next());
        let moves: Vec<_> = examples.filter(|word| word.contains(['-', '>']) || *word == "pass").collect();
        assert_eq!(moves.len(), 6);
        for word in moves {
            assert!(word.parse::<joust_mad::Notation>().is_ok(), "{word}");
        }
    }
}
