//! What a submission is graded by. [`Rubric::read`] reads the file.

use crate::Scale;
use joust_core::Setup;
use joust_match::GameLimits;
use joust_players::Textbook;
use joust_sandbox::BuildLimits;
use std::collections::BTreeMap;

/// A rubric: the game, its limits, and the criteria.
///
/// ```
/// use joust_grade::Rubric;
/// let text = r#"
///     game = "wargame"
///     [[criterion]]
///     kind = "builds"
///     points = 2
///     [[criterion]]
///     kind = "games"
///     against = "random"
///     games = 4
///     points = 8
/// "#;
/// let rubric = Rubric::read(text, ".".as_ref()).unwrap();
/// assert_eq!((rubric.criteria.len(), rubric.of()), (2, 10.0));
/// let bad = Rubric::read(&text.replace("points = 8", "pionts = 8"), ".".as_ref()).unwrap_err();
/// assert!(bad.to_string().starts_with("line 10: unknown field `pionts`"), "{bad}");
/// ```
#[derive(Clone, Debug)]
pub struct Rubric {
    /// A title for people.
    pub title: Option<String>,
    /// The game by name.
    pub game: &'static str,
    /// The most points of a student, bonus included.
    pub cap: Option<f64>,
    /// What a submission may use in a game.
    pub limits: GameLimits,
    /// What the compiler of a submission may use.
    pub build: BuildLimits,
    /// How files that no compiler makes a module of are run: the command of a file by the ending of its name.
    pub run: BTreeMap<String, String>,
    /// Where submissions are asked for a move.
    pub positions: Positions,
    /// What earns points, in the order of the table.
    pub criteria: Vec<Criterion>,
}

/// A criterion.
#[derive(Clone, Debug)]
pub struct Criterion {
    /// Its name in tables.
    pub name: String,
    /// Its points.
    pub points: f64,
    /// Whether its points are beyond the maximum.
    pub bonus: bool,
    /// What is looked at.
    pub aim: Aim,
    /// How what was found becomes points.
    pub scale: Scale,
}

/// What a criterion looks at.
#[derive(Clone, Debug)]
pub enum Aim {
    /// Whether the submission is a player: it compiles, and its module can be opened.
    Builds,
    /// Whether it passes the check of `joust bot check --quick`.
    Check,
    /// Games against reference players.
    Games(Fixtures),
    /// The share of its fuel that it used in the game of the check in which it used most.
    Fuel,
    /// In which share of the positions its move is as good as that of a textbook agent.
    Moves(Textbook),
    /// In which share of the positions the value that it reports is that of a textbook agent.
    Values(Textbook),
    /// In which share of the positions it reports about as many nodes as a textbook agent.
    Nodes(Textbook, NodeRule),
    /// Its median time for a move in the positions, in milliseconds. The time of a module is that of its fuel.
    Time,
}

/// How many nodes count as right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NodeRule {
    /// As many as the agent, give or take this share.
    Like(f64),
    /// Fewer than the agent.
    Fewer,
}

impl NodeRule {
    /// Whether a number of nodes is right beside that of the agent.
    ///
    /// ```
    /// use joust_grade::NodeRule;
    /// assert!(NodeRule::Like(0.05).holds(1050, 1000) && !NodeRule::Like(0.05).holds(949, 1000));
    /// assert!(NodeRule::Fewer.holds(999, 1000) && !NodeRule::Fewer.holds(1000, 1000));
    /// ```
    #[expect(clippy::cast_precision_loss, reason = "nodes are counted far below 2⁵²")]
    pub fn holds(self, nodes: u64, of_agent: u64) -> bool {
        match self {
            NodeRule::Like(tolerance) => {
                nodes.abs_diff(of_agent) as f64 <= of_agent as f64 * tolerance + f64::EPSILON
            }
            NodeRule::Fewer => nodes < of_agent,
        }
    }
}

/// Games against reference players.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixtures {
    /// The opponents: one in a duel, three in Mad Max.
    pub against: Vec<String>,
    /// The seeds of the games. With each seed the submission has every seat once.
    pub seeds: Vec<u64>,
    /// The number of games: of the last seed, some seats may be left out.
    pub games: usize,
    /// What counts.
    pub measure: Measure,
    /// How games start; one of these after the other. The usual boards if there is none.
    pub boards: Vec<Setup>,
    /// The rules, if the rubric names some.
    pub rules: Option<String>,
}

/// What counts in games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The number of games that were won.
    Wins,
    /// The mean score of a game, from 0 to 1: ½ for a tie, ¾ for a semi-victory; in Mad Max the share of the
    /// opponents that finished behind.
    Score,
}

/// The positions in which a submission is asked for a move: turns of a random game on each board.
#[derive(Clone, Debug, PartialEq)]
pub struct Positions {
    /// How the games start.
    pub boards: Vec<Setup>,
    /// The number of positions on each board.
    pub each: usize,
    /// The seed of the random games.
    pub seed: u64,
}

impl Rubric {
    /// The maximum: all points but those of bonus criteria, and at most the cap. See [`Rubric`] for an example.
    pub fn of(&self) -> f64 {
        let regular = self.criteria.iter().filter(|criterion| !criterion.bonus);
        crate::total(regular.map(|criterion| criterion.points), self.cap)
    }

    /// Whether submissions are asked in positions.
    pub fn asks(&self) -> bool {
        self.criteria.iter().any(|criterion| {
            matches!(criterion.aim, Aim::Moves(_) | Aim::Values(_) | Aim::Nodes(..) | Aim::Time)
        })
    }

    /// Whether submissions are checked.
    pub fn checks(&self) -> bool {
        self.criteria.iter().any(|criterion| matches!(criterion.aim, Aim::Check | Aim::Fuel))
    }
}
