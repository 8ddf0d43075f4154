//! The plan of a lab: its agents, boards and rules.

use crate::comparison::compare;
use crate::journal::{About, Done};
use joust_core::{DuelGame as _, Game as _, Seed, mix};
use joust_games::Registered as _;
use joust_match::{BadJob, Job, PlayerText, Programs};
use joust_players::{BadPlayer, Kind, Spec, Textbook};
use joust_search::textbook::Method;
use joust_wargame::{Board, Campaign, Position, Rules};
use std::sync::atomic::AtomicBool;

/// The two agents of the course: alpha-beta must look further than minimax.
const AGENTS: [&str; 2] = ["minimax:3", "alphabeta:5"];

/// Why a lab cannot be planned.
#[derive(Debug, thiserror::Error)]
pub enum BadPlan {
    /// The plan has no board.
    #[error("a lab needs a board")]
    NoBoard,
    /// Some names do not name agents.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Agents(Vec<BadAgent>),
}

/// Why a name does not name an agent.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum BadAgent {
    /// A person.
    #[error("human: the lab seats programs only; name a program")]
    Human,
    /// Not a player of the War Game.
    #[error(transparent)]
    Unknown(#[from] BadPlayer),
}

/// A player of the lab.
pub(crate) struct Entrant {
    pub(crate) spec: Spec,
    /// The text that names it.
    pub(crate) name: String,
    /// A short name for tables, such as `MM`.
    pub(crate) tag: String,
}

impl Entrant {
    /// Its textbook agent, if it is one.
    pub(crate) fn textbook(&self) -> Option<&Textbook> {
        match &self.spec.kind {
            Kind::Textbook(textbook) => Some(textbook),
            _ => None,
        }
    }
}

/// The games and comparisons of a lab.
///
/// ```
/// use joust_core::Seed;
/// use joust_lab::Plan;
/// use joust_wargame::{Board, Rules};
///
/// let plan = Plan::new(Board::named("tiny"), Rules::default(), &[], Seed(1), 1).unwrap();
/// assert_eq!((plan.games(), plan.tasks()), (4, 5));
/// assert!(plan.play(0, &joust_match::Programs::default(), &false.into()).unwrap().is_some());
/// ```
pub struct Plan {
    pub(crate) boards: Vec<&'static Board>,
    pub(crate) agents: Vec<Entrant>,
    /// Blue's agent and Green's.
    pub(crate) pairings: Vec<[usize; 2]>,
    pub(crate) rules: Rules,
    pub(crate) seed: Seed,
    /// The number of games at a time.
    pub(crate) threads: usize,
}

impl Plan {
    /// A lab of these agents on these boards, without duplicates. Without names, the two agents of the
    /// search course play.
    pub fn new(
        boards: impl IntoIterator<Item = &'static Board>,
        rules: Rules,
        names: &[String],
        seed: Seed,
        threads: usize,
    ) -> Result<Plan, BadPlan> {
        let mut each_once: Vec<&'static Board> = Vec::new();
        for board in boards {
            if !each_once.contains(&board) {
                each_once.push(board);
            }
        }
        if each_once.is_empty() {
            return Err(BadPlan::NoBoard);
        }
        let agents = if names.is_empty() { entrants(&AGENTS.map(str::to_owned)) } else { entrants(names) }?;
        Ok(Plan { pairings: pairings(agents.len()), boards: each_once, agents, rules, seed, threads })
    }

    /// The first line of the journal.
    pub fn about(&self) -> About {
        let board = |board: &&'static Board| match Board::named(board.name()) {
            Some(known) if known == *board => board.name().to_owned(),
            _ => format!("{}: {}", board.name(), board.text()),
        };
        About {
            lab: Campaign::NAME.to_owned(),
            boards: self.boards.iter().map(board).collect(),
            agents: self.agents.iter().map(|entrant| entrant.name.clone()).collect(),
            rules: self.rules.to_string(),
            seed: self.seed.0,
        }
    }

    /// The number of games: every pairing on every board.
    pub fn games(&self) -> usize {
        self.boards.len() * self.pairings.len()
    }

    /// The number of tasks: the games, then a comparison on every board.
    pub fn tasks(&self) -> usize {
        self.games() + self.boards.len()
    }

    /// The board of a game, with Blue's agent and Green's.
    fn place(&self, number: usize) -> (&'static Board, [usize; 2]) {
        let pairings = self.pairings.len();
        (self.boards[number / pairings], self.pairings[number % pairings])
    }

    /// Everything that a game depends on.
    pub(crate) fn job(&self, number: usize) -> Job {
        let (board, seats) = self.place(number);
        let player = |seat: usize| PlayerText {
            player: seats[seat],
            name: self.agents[seats[seat]].name.clone(),
            // Every side draws from its own random stream.
            seed: mix(self.seed.0 ^ mix((number * 2 + seat) as u64 + 1)),
        };
        let start = Campaign::at(Position::start(board, self.rules));
        Job::new(number, start.setup(), vec![player(0), player(1)])
    }

    /// Opens the programs of the agents, so that what is wrong with them is known before the first game.
    pub fn open(&self, programs: &Programs) -> Result<(), BadJob> {
        let open = |entrant: &Entrant| programs.find(entrant.spec.clone()).map(drop);
        self.agents.iter().try_for_each(open).map_err(|why| BadJob::Kit(why.to_string()))
    }

    /// Does a task: plays a game, or compares on a board. `None` if `stop` is set before the end.
    pub fn play(
        &self,
        number: usize,
        programs: &Programs,
        stop: &AtomicBool,
    ) -> Result<Option<Done>, BadJob> {
        let Some(board) = number.checked_sub(self.games()) else {
            return Ok(joust_match::run_with(&self.job(number), programs, stop)?.map(Done::Game));
        };
        let start = Position::start(self.boards[board], self.rules);
        let done = |positions| Done::Comparison { game: number, positions };
        Ok(compare(start, self.compared(), stop).map(done))
    }

    /// A task in a few words, for a progress bar.
    pub fn headline(&self, number: usize) -> String {
        if let Some(board) = number.checked_sub(self.games()) {
            return format!("{} comparison", self.boards[board]);
        }
        let (board, seats) = self.place(number);
        format!("{board} {}", self.title(seats))
    }

    /// The tags of a pairing, Blue's first.
    pub(crate) fn title(&self, seats: [usize; 2]) -> String {
        let [blue, green] = seats.map(|agent| self.agents[agent].tag.as_str());
        format!("{blue}–{green}")
    }

    /// Whether the games are reproducible on every machine: no agent plays by time.
    pub(crate) fn repeats(&self) -> bool {
        let blind = |entrant: &Entrant| matches!(entrant.spec.kind, Kind::Random | Kind::Textbook(_));
        self.agents.iter().all(blind)
    }

    /// The conventions of the textbook agents, if all share them.
    pub(crate) fn shared_conventions(&self) -> Option<String> {
        let mut all: Vec<_> =
            self.agents.iter().filter_map(Entrant::textbook).map(Textbook::conventions).collect();
        all.dedup();
        if all.len() == 1 { all.pop() } else { None }
    }

    /// The agent whose depth and conventions the comparison uses: the first minimax, or else the first
    /// textbook agent. Depths that would take minimax hours are reduced.
    pub(crate) fn compared(&self) -> Textbook {
        const DEEPEST: u32 = 4;
        let all = || self.agents.iter().filter_map(Entrant::textbook);
        let found = all().find(|textbook| textbook.method == Method::Minimax).or_else(|| all().next());
        let found = found.copied().unwrap_or_else(|| Textbook::usual::<Campaign>(Method::Minimax, 3));
        Textbook { method: Method::Minimax, depth: found.depth.min(DEEPEST), ..found }
    }
}

/// Every pair in both orders, each agent first against itself: two agents give the four pairings of the
/// search course in its order.
fn pairings(agents: usize) -> Vec<[usize; 2]> {
    let mut pairings: Vec<_> = (0..agents).map(|agent| [agent, agent]).collect();
    for one in 0..agents {
        for other in one + 1..agents {
            pairings.extend([[one, other], [other, one]]);
        }
    }
    pairings
}

/// The agents with their tags, each once; or all errors of their names.
fn entrants(names: &[String]) -> Result<Vec<Entrant>, BadPlan> {
    let (mut specs, mut refused) = (Vec::new(), Vec::new());
    for name in names {
        let read = match Spec::read(name, Campaign::NAME) {
            Ok(Spec { kind: Kind::Human, .. }) => Err(BadAgent::Human),
            read => read.map_err(BadAgent::from),
        };
        match read {
            Ok(spec) if specs.contains(&spec) => {}
            Ok(spec) => specs.push(spec),
            Err(why) if refused.contains(&why) => {}
            Err(why) => refused.push(why),
        }
    }
    if !refused.is_empty() {
        return Err(BadPlan::Agents(refused));
    }
    let tags = tags(&specs);
    let entrant = |(spec, tag): (Spec, String)| Entrant { name: spec.to_string(), spec, tag };
    Ok(specs.into_iter().zip(tags).map(entrant).collect())
}

/// Short unique names: the kind; where that is ambiguous, with the depth; then with a number.
fn tags(specs: &[Spec]) -> Vec<String> {
    let base = |spec: &Spec| match &spec.kind {
        Kind::Human => "human",
        Kind::Random => "RND",
        Kind::Engine(_) => "ENG",
        Kind::Textbook(textbook) if textbook.method == Method::Minimax => "MM",
        Kind::Textbook(_) => "AB",
        Kind::Mcts(_) => "MCTS",
        Kind::Line(_) | Kind::Bot(_) | Kind::BuiltIn(_) | Kind::Kit { .. } => "BOT",
    };
    let deep = |spec: &Spec| match &spec.kind {
        Kind::Textbook(textbook) => format!("{}{}", base(spec), textbook.depth),
        _ => base(spec).to_owned(),
    };
    let alone = |spec: &Spec, name: &dyn Fn(&Spec) -> String| {
        specs.iter().filter(|other| name(other) == name(spec)).count() == 1
    };
    let short = |spec: &Spec| base(spec).to_owned();
    let tag = |(i, spec): (usize, &Spec)| {
        if alone(spec, &short) {
            return short(spec);
        }
        if alone(spec, &deep) {
            return deep(spec);
        }
        let before = specs[..i].iter().filter(|other| deep(other) == deep(spec)).count();
        let letter = (b'a' + (before % 26) as u8) as char;
        format!("{}{letter}", deep(spec))
    };
    specs.iter().enumerate().map(tag).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags_of(names: &[&str]) -> Vec<String> {
        let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
        let entrants = entrants(&names).unwrap_or_else(|why| panic!("{why}"));
        entrants.into_iter().map(|entrant| entrant.tag).collect()
    }

    #[test]
    fn two_agents_give_the_four_pairings_of_the_course() {
        assert_eq!(pairings(2), [[0, 0], [1, 1], [0, 1], [1, 0]]);
        assert_eq!(pairings(1), [[0, 0]]);
        assert_eq!(pairings(4).len(), 16);
    }

    #[test]
    fn tags_are_short_and_different() {
        assert_eq!(tags_of(&AGENTS), ["MM", "AB"]);
        assert_eq!(tags_of(&["minimax:3", "minimax:4", "random"]), ["MM3", "MM4", "RND"]);
        assert_eq!(tags_of(&["alphabeta:3", "alphabeta:3,ties=last", "alphabeta:3"]), ["AB3a", "AB3b"]);
        assert_eq!(tags_of(&["line:a", "line:b", "minimax:1"]), ["BOTa", "BOTb", "MM"]);
    }
}
