//! The plan of a lab: its agents, boards and rules.

use crate::comparison::compare;
use crate::journal::{About, Done};
use joust_core::{DuelGame as _, Game as _, Seed, mix};
use joust_games::Registered as _;
use joust_match::{BadJob, Bring, Job, PlayerText, Programs};
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

/// An agent of a lab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agent {
    /// A player by its name.
    Named(String),
    /// A guest: a player of the caller's own, under a name that is only shown. See [`Plan::play_guests`].
    Guest(String),
}

/// A player of the lab.
pub(crate) struct Entrant {
    /// What its name means; `None` for a guest.
    pub(crate) spec: Option<Spec>,
    /// Its place among the agents of the caller, which may name one twice.
    place: usize,
    /// The text that names it.
    pub(crate) name: String,
    /// A short name for tables, such as `MM`.
    pub(crate) tag: String,
}

impl Entrant {
    /// Its textbook agent, if it is one.
    pub(crate) fn textbook(&self) -> Option<&Textbook> {
        match &self.spec.as_ref()?.kind {
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
        let named: Vec<_> = names.iter().cloned().map(Agent::Named).collect();
        Plan::of(boards, rules, &named, seed, threads)
    }

    /// [`Plan::new`], where agents may be guests.
    pub fn of(
        boards: impl IntoIterator<Item = &'static Board>,
        rules: Rules,
        agents: &[Agent],
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
        let usual = AGENTS.map(|name| Agent::Named(name.to_owned()));
        let agents = entrants(if agents.is_empty() { &usual } else { agents })?;
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
        let mut named = self.agents.iter().filter_map(|entrant| entrant.spec.clone());
        named.try_for_each(|spec| programs.find(spec).map(drop)).map_err(|why| BadJob::Kit(why.to_string()))
    }

    /// Does a task: plays a game, or compares on a board. `None` if `stop` is set before the end.
    pub fn play(
        &self,
        number: usize,
        programs: &Programs,
        stop: &AtomicBool,
    ) -> Result<Option<Done>, BadJob> {
        self.play_guests(number, programs, &|_| None, stop)
    }

    /// [`Plan::play`] with guests: `bring` gives a new player for a guest by its place among the agents.
    ///
    /// ```
    /// use joust_core::{Player, Seed};
    /// use joust_lab::{Agent, Plan};
    /// use joust_players::Random;
    /// use joust_wargame::{Board, Campaign, Rules};
    /// let agents = [Agent::Guest("mine".into()), Agent::Named("minimax:1".into())];
    /// let plan = Plan::of(Board::named("tiny"), Rules::default(), &agents, Seed(1), 1).unwrap();
    /// let bring = |agent| (agent == 0).then(|| Box::new(Random::new(Seed(1))) as Box<dyn Player<Campaign>>);
    /// let programs = joust_match::Programs::default();
    /// assert!(plan.play_guests(0, &programs, &bring, &false.into()).unwrap().is_some());
    /// ```
    pub fn play_guests(
        &self,
        number: usize,
        programs: &Programs,
        bring: Bring<'_, Campaign>,
        stop: &AtomicBool,
    ) -> Result<Option<Done>, BadJob> {
        let Some(board) = number.checked_sub(self.games()) else {
            let job = self.job(number);
            let seated = |seat: usize| {
                let entrant = &self.agents[job.players.get(seat)?.player];
                entrant.spec.is_none().then(|| bring(entrant.place)).flatten()
            };
            return Ok(joust_match::run_guests(&job, programs, &seated, stop)?.map(Done::Game));
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
        let blind = |entrant: &Entrant| {
            entrant.spec.as_ref().is_some_and(|spec| matches!(spec.kind, Kind::Random | Kind::Textbook(_)))
        };
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
fn entrants(agents: &[Agent]) -> Result<Vec<Entrant>, BadPlan> {
    let (mut entrants, mut refused) = (Vec::<Entrant>::new(), Vec::new());
    for (place, agent) in agents.iter().enumerate() {
        let read = match agent {
            Agent::Guest(name) => Ok((name.clone(), None)),
            Agent::Named(name) => match Spec::read(name, Campaign::NAME) {
                Ok(Spec { kind: Kind::Human, .. }) => Err(BadAgent::Human),
                Ok(spec) => Ok((spec.to_string(), Some(spec))),
                Err(why) => Err(why.into()),
            },
        };
        match read {
            Ok((_, Some(spec))) if entrants.iter().any(|other| other.spec.as_ref() == Some(&spec)) => {}
            Ok((name, spec)) => entrants.push(Entrant { spec, place, name, tag: String::new() }),
            Err(why) if refused.contains(&why) => {}
            Err(why) => refused.push(why),
        }
    }
    if !refused.is_empty() {
        return Err(BadPlan::Agents(refused));
    }
    let tags = tags(&entrants.iter().map(|entrant| entrant.spec.as_ref()).collect::<Vec<_>>());
    entrants.iter_mut().zip(tags).for_each(|(entrant, tag)| entrant.tag = tag);
    Ok(entrants)
}

/// Short unique names: the kind; where that is ambiguous, with the depth; then with a number. Guests have no
/// spec.
fn tags(specs: &[Option<&Spec>]) -> Vec<String> {
    let base = |spec: Option<&Spec>| match spec.map(|spec| &spec.kind) {
        None => "OWN",
        Some(Kind::Human) => "human",
        Some(Kind::Random) => "RND",
        Some(Kind::Engine(_)) => "ENG",
        Some(Kind::Textbook(textbook)) if textbook.method == Method::Minimax => "MM",
        Some(Kind::Textbook(_)) => "AB",
        Some(Kind::Mcts(_)) => "MCTS",
        Some(Kind::Line(_) | Kind::Bot(_) | Kind::BuiltIn(_) | Kind::Kit { .. }) => "BOT",
    };
    let deep = |spec: Option<&Spec>| match spec.map(|spec| &spec.kind) {
        Some(Kind::Textbook(textbook)) => format!("{}{}", base(spec), textbook.depth),
        _ => base(spec).to_owned(),
    };
    let alone = |spec: Option<&Spec>, name: &dyn Fn(Option<&Spec>) -> String| {
        specs.iter().filter(|other| name(**other) == name(spec)).count() == 1
    };
    let short = |spec: Option<&Spec>| base(spec).to_owned();
    let tag = |(i, spec): (usize, Option<&Spec>)| {
        if alone(spec, &short) {
            return short(spec);
        }
        if alone(spec, &deep) {
            return deep(spec);
        }
        let before = specs[..i].iter().filter(|other| deep(**other) == deep(spec)).count();
        let letter = (b'a' + (before % 26) as u8) as char;
        format!("{}{letter}", deep(spec))
    };
    specs.iter().copied().enumerate().map(tag).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags_of(names: &[&str]) -> Vec<String> {
        let names: Vec<_> = names.iter().map(|name| Agent::Named((*name).to_owned())).collect();
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

    #[test]
    fn guests_keep_their_places() {
        let [guest, random] = [Agent::Guest("mine".to_owned()), Agent::Named("random".to_owned())];
        let entrants = entrants(&[random.clone(), random, guest.clone(), guest]).unwrap();
        let told: Vec<_> = entrants.iter().map(|one| (one.tag.as_str(), one.place)).collect();
        assert_eq!(told, [("RND", 0), ("OWNa", 2), ("OWNb", 3)]);
    }
}
