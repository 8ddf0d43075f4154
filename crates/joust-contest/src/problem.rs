//! What is wrong with the file of a contest: a kind for each problem, so that a page can tell it in any language.

use crate::Language;
use crate::read::{LONGEST_NAME, MOST_GAMES};
use joust_core::{count, joined};
use joust_games::Refused;
use joust_madmax::player::BUILT_IN;
use joust_players::BadPlayer;
use joust_tournament::{FieldProblem, Problem};

/// All problems of the file of a contest: at least one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", joined(.0))]
pub struct BadContest(pub Vec<Problem<TermsProblem>>);

/// What is wrong with a field of the file of a contest. Its `Display` is English.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TermsProblem {
    /// Something that can be wrong in any file.
    #[error(transparent)]
    Field(#[from] FieldProblem),
    /// The contest has no name.
    #[error("the contest has no name: write name = \"Mad Max, spring\"")]
    NoName,
    /// The name is empty, too long, or has control characters.
    #[error("this is not a name for a page: write 1 to {LONGEST_NAME} letters")]
    Name,
    /// It closes before it opens.
    #[error("it closes before it opens: write a later date")]
    Closes,
    /// A duel with maps.
    #[error("a duel has boards: write `boards`")]
    Boards,
    /// Mad Max with boards.
    #[error("Mad Max has maps: write `maps`")]
    Maps,
    /// A list without an entry.
    #[error("this list is empty: name one, or leave it out")]
    EmptyList,
    /// The rules, a board or a map, as the game refuses them.
    #[error("{0}")]
    Refused(Refused),
    /// The usual boards do not fit the rest of the file, in the words of the game.
    #[error("{0}")]
    UsualBoards(String),
    /// A board that is neither a name nor a table with a name and a text. It has the known names.
    #[error("write the name of a board ({0}), or {{ name = \"mine\", text = \"\"\"…\"\"\" }}")]
    BoardForm(String),
    /// Fuel that is told twice.
    #[error("write either `{seconds}` or `{units}`: both are fuel")]
    FuelTwice {
        /// The field with seconds.
        seconds: &'static str,
        /// The field with units.
        units: &'static str,
    },
    /// No fuel at all.
    #[error("a player has no fuel at all: write seconds = 3, or move-seconds = 1")]
    NoFuel,
    /// The kit of Mad Max in another game.
    #[error("this is the kit of Mad Max: write \"cpp\" for C++ in other games")]
    KitOfMadMax,
    /// A language that is named twice.
    #[error("this language is named twice")]
    LanguageTwice,
    /// Python.
    #[error(
        "Python runs as a process and not on fuel, so a contest does not take it: write one of {}",
        languages()
    )]
    Python,
    /// There is no such language.
    #[error("there is no language `{0}`: write one of {known}", known = languages())]
    Language(String),
    /// No language is left.
    #[error("no language is left: name one, or leave `languages` out")]
    NoLanguage,
    /// Neither `allowed` nor `forbidden`.
    #[error("`{0}` is neither \"allowed\" nor \"forbidden\": write one of them")]
    GlobalState(String),
    /// Neither `any` nor `standard`.
    #[error(
        "`{0}` is neither \"any\" nor \"standard\": write one of them, or a list such as [\"vector\", \"map\"]"
    )]
    Headers(String),
    /// Not the name of a header.
    #[error("this is not the name of a header: write \"vector\"")]
    Header,
    /// Too few or too many opponents.
    #[error("{found} opponents are named: write one name, or {}", count(*wanted, "opponent"))]
    Opponents {
        /// How many are named.
        found: usize,
        /// How many there are beside the player.
        wanted: usize,
    },
    /// There is no such player.
    #[error("{}", opponent(.0))]
    Opponent(BadPlayer),
    /// A player that is not built in.
    #[error("`{0}` is not a built-in player: a contest has its opponents everywhere")]
    NotBuiltIn(String),
    /// A player whose actions depend on the machine.
    #[error(
        "`{0}` plays by the clock, and two runs could differ: limit it by nodes or depth, such as engine:3"
    )]
    ByTheClock(String),
    /// Too many games of the qualification.
    #[error("{0} games are too many: write {MOST_GAMES} seeds at most")]
    TooManySeeds(usize),
    /// More wins than games.
    #[error("{wins} wins are wanted, but each seed gives one game, which makes {}", count(*games, "game"))]
    TooManyWins {
        /// The wins.
        wins: u64,
        /// The games.
        games: usize,
    },
    /// A round without a date.
    #[error("this round has no date: write at = 2026-12-01T08:00:00+01:00")]
    NoDate,
    /// A round before the one above it.
    #[error("this round is before the one above it: write rounds in their order")]
    RoundOrder,
    /// A round after the end, and not the last one.
    #[error("the contest is closed then: only the last round may be after its end")]
    RoundAfterEnd,
    /// Two rounds of one name.
    #[error("two rounds are called `{0}`: write different names")]
    RoundTwice(String),
}

impl TermsProblem {
    /// The longest name of a contest, in characters.
    pub const LONGEST_NAME: usize = LONGEST_NAME;
    /// The most games of a qualification.
    pub const MOST_GAMES: usize = MOST_GAMES;
}

/// Why a name is not that of an opponent: of the players of a game, a contest takes those that are built in.
fn opponent(why: &BadPlayer) -> String {
    match why {
        BadPlayer::Unknown(name) => format!(
            "there is no player `{name}`: write random, minimax:3, alphabeta:3, mcts:1000, or engine:0 to engine:10"
        ),
        BadPlayer::UnknownArmy(name) => {
            format!("there is no player `{name}`: write one of {}", BUILT_IN.map(|(name, _)| name).join(", "))
        }
        other => other.to_string(),
    }
}

/// The names of all languages, with commas between.
fn languages() -> String {
    Language::ALL.map(Language::name).join(", ")
}
