//! What a contest is: its terms, as a teacher writes them.

use crate::Language;
use crate::sources::STANDARD_HEADERS;
use joust_core::Setup;
use joust_games::game;
use joust_match::GameLimits;
use joust_sandbox::BuildLimits;
use joust_tournament::FormatAsk;

/// The terms of a contest. [`Contest::read`] reads them; the text is everything that they depend on, so it can be
/// stored, sent and read again.
///
/// ```
/// use joust_contest::Contest;
/// let contest = Contest::read(r#"
///     name = "Spring"
///     game = "wargame"
///     boards = ["tiny"]
///     closes = 2027-05-31T23:59:00+02:00
/// "#).unwrap();
/// assert_eq!((contest.seats(), contest.qualification.wins), (2, 3));
/// assert!(contest.takes(1_811_000_000) && !contest.takes(1_812_000_000), "its date decides");
/// let bad = Contest::read("game = \"chess\"\nsped = 3\n").unwrap_err();
/// assert_eq!(bad.0.len(), 3, "{bad}");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// Its name.
    pub name: String,
    /// The game by name.
    pub game: &'static str,
    /// How games start on each board or map; at least one.
    pub boards: Vec<Setup>,
    /// What a player may use in a game.
    pub limits: GameLimits,
    /// What the compiler of a player may use.
    pub build: BuildLimits,
    /// The languages in which players are handed in.
    pub languages: Vec<Language>,
    /// When it begins, in seconds since 1970; before, nothing is handed in.
    pub opens: Option<i64>,
    /// When it ends, in seconds since 1970; what arrives later does not count.
    pub closes: Option<i64>,
    /// What sources must obey.
    pub sources: SourceRules,
    /// What a player must win before it meets others.
    pub qualification: Qualification,
    /// How many friendly matches a student may ask for in a day.
    pub friendly_per_day: u32,
    /// How many versions a student may hand in within an hour.
    pub versions_per_hour: u32,
    /// How many bytes of versions are kept of a student: of what was handed in, and of the modules that were made of it.
    pub version_bytes: u64,
    /// The ladder, which plays by itself.
    pub ladder: LadderTerms,
    /// What others may see.
    pub sees: Sees,
    /// The official rounds, in the order of their dates.
    pub rounds: Vec<Round>,
    /// The seed of all that is drawn by lot.
    pub seed: u64,
}

/// What sources must obey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceRules {
    /// The most bytes of a source.
    pub largest: u64,
    /// The most bytes of a module that was compiled at home.
    pub largest_module: u64,
    /// The headers that C++ and C may include besides those of the kits; `None` for all.
    pub headers: Option<Vec<String>>,
    /// Whether C++ may have variables that outlive a call and belong to no player.
    pub global_state: bool,
    /// The most characters of the name of a player.
    pub longest_name: usize,
}

impl SourceRules {
    /// Whether C++ and C may include the headers of `"standard"`: those of the standard library without files, threads
    /// and processes.
    ///
    /// ```
    /// use joust_contest::Contest;
    /// let contest = Contest::read("name = \"x\"\ngame = \"mad\"\nsources = { headers = \"standard\" }").unwrap();
    /// assert!(contest.sources.are_standard_headers());
    /// ```
    pub fn are_standard_headers(&self) -> bool {
        self.headers.as_deref().is_some_and(|headers| headers == STANDARD_HEADERS)
    }
}

/// What a player must win before it meets others: a game for each seed, in one seat after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Qualification {
    /// The opponents: one in a duel, three in Mad Max.
    pub against: Vec<String>,
    /// The seeds of the games. A contest without seeds has no qualification.
    pub seeds: Vec<u64>,
    /// How many games must be won.
    pub wins: usize,
}

/// The ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LadderTerms {
    /// After this many blocks of games a version is placed, and plays only when others need opponents. With 0 there
    /// is no ladder.
    pub blocks: usize,
}

/// What others may see while the contest runs. Sources, logs and what players write are never among it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sees {
    /// The games of others.
    pub games: bool,
    /// The ranking.
    pub ranking: bool,
    /// The names of students beside those of their players.
    pub names: bool,
}

/// An official round: a tournament of all official versions.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// Its name.
    pub name: String,
    /// When everything is frozen, in seconds since 1970. What arrived by then takes part, even if it was judged
    /// later.
    pub at: i64,
    /// Who plays whom.
    pub format: FormatAsk,
}

impl Contest {
    /// The number of seats of its game.
    pub fn seats(&self) -> usize {
        game(self.game).map_or(2, |game| game.sides().len())
    }

    /// Whether a submission that arrives at this time, in seconds since 1970, is taken. The time at which it is
    /// judged does not matter. See [`Contest`] for an example.
    pub fn takes(&self, arrived: i64) -> bool {
        self.opens.is_none_or(|opens| arrived >= opens) && self.closes.is_none_or(|closes| arrived <= closes)
    }

    /// The first of the opponents in the qualification: the player whose rating is 0 in the ladder.
    pub fn reference(&self) -> &str {
        self.qualification.against.first().map_or("random", String::as_str)
    }
}
