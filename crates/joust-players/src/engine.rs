//! The engine as a player: what is known, what can be solved in time, and search for the rest.

use crate::endings::{Endings, in_order, oracle};
use crate::exact::{Solver, exact, solver};
use crate::{Answer, BadPlayer, Fault, Player};
use joust_core::{Duel, Seed};
use joust_games::AnyDuel;
use joust_search::engine::{Budget, Clock, Engine, Found, Knowledge, Limits, Ponderer, Technique, WallClock};
use joust_search::informed::Informed;
use joust_search::level::{Blurred, Level};
use joust_search::mad::{MadKnowledge, Weights, WeightsTable};
use joust_search::wargame::WarKnowledge;
use joust_solve::mad::Tables;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How strong the engine is and how long it may think about a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    level: Level,
    limits: Limits,
    /// One for the search and all for the solver if nothing is said.
    threads: Option<usize>,
    /// How far its judgement may be off; as its level has it if nothing is said.
    blur: Option<u16>,
    /// Techniques that it does without.
    without: Vec<Technique>,
    /// Weights for MAD other than the engine's own.
    eval: Option<Eval>,
    /// The endings of MAD that it may use. Of levels, the last alone has the usual ones.
    endings: Endings,
    /// Whether it thinks in the opponent's time, too.
    ponders: bool,
    /// The longest that it thinks about a move, whatever is left on its clock; only code sets it.
    most: Option<Duration>,
}

/// Weights by name.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Eval {
    /// Ships counted and nothing else.
    Plain,
    /// The table in a file, as `joust tune` writes it.
    File(String, Box<WeightsTable>),
}

impl Eval {
    /// Reads the value of the option, and the file that it names; or says why that cannot be used.
    fn read(value: &str) -> Result<Eval, String> {
        if value == "plain" {
            return Ok(Eval::Plain);
        }
        let text = std::fs::read_to_string(value).map_err(|why| why.to_string())?;
        Ok(Eval::File(value.to_owned(), Box::new(text.parse()?)))
    }
}

/// A second a move, unless something else is said.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Memory for the table of the search.
const TABLE: usize = 64 << 20;
/// What a node leaves in the table, at most. A small search needs no large table.
const BYTES_PER_NODE: usize = 16;

impl EngineSpec {
    /// The engine at a level, as its name alone gives it.
    pub fn of(level: Level) -> EngineSpec {
        EngineSpec {
            level,
            limits: Limits::default(),
            threads: None,
            blur: None,
            without: Vec::new(),
            eval: None,
            endings: Endings::Usual,
            ponders: false,
            most: None,
        }
    }

    /// The same on one thread, for a program that runs many searches at once, and never thinking about a
    /// move for longer than this.
    #[must_use]
    pub fn alone(self, most: Duration) -> EngineSpec {
        EngineSpec { threads: Some(1), most: Some(most), ..self }
    }

    /// The same with other tables of endings.
    #[must_use]
    pub fn with_endings(self, endings: Endings) -> EngineSpec {
        EngineSpec { endings, ..self }
    }

    /// Seats the engine for one game.
    pub fn seat(&self, seed: Seed) -> Box<dyn Player> {
        Box::new(Thinker::new(self, seed))
    }

    /// Reads `[:LEVEL][,time=MS][,nodes=N][,depth=N][,threads=T][,blur=N][,no=TECHNIQUE]
    /// [,eval=plain|FILE][,tables=DIR|off][,ponder=on|off]`. Weights and tables are of MAD alone.
    pub(crate) fn read(text: &str, rest: Option<&str>, game: &str) -> Result<EngineSpec, BadPlayer> {
        let rest = rest.unwrap_or("");
        let (level, words) = match rest.strip_prefix(':') {
            None => (Level::LAST, rest.strip_prefix(',')),
            Some(rest) => {
                let (level, words) = rest.split_once(',').map_or((rest, None), |(l, w)| (l, Some(w)));
                (level.parse().unwrap_or(0), words)
            }
        };
        let level = Level::new(level).ok_or_else(|| BadPlayer::Level(text.to_owned()))?;
        let mut spec = EngineSpec::of(level);
        for word in words.into_iter().flat_map(|words| words.split(',')) {
            let bad =
                || BadPlayer::Limit { text: text.to_owned(), option: word.to_owned(), game: game.to_owned() };
            let (key, value) = word.split_once('=').ok_or_else(bad)?;
            let number = || value.parse().ok().filter(|number| *number > 0).ok_or_else(bad);
            match key {
                "eval" | "tables" if game != "mad" => return Err(bad()),
                "time" => spec.limits.time = Some(Duration::from_millis(number()?)),
                "nodes" => spec.limits.nodes = Some(number()?),
                "depth" => spec.limits.depth = Some(u32::try_from(number()?).map_err(|_| bad())?),
                "threads" => {
                    let few = usize::try_from(number()?).ok().filter(|threads| *threads <= 256);
                    spec.threads = Some(few.ok_or_else(bad)?);
                }
                "blur" => spec.blur = Some(value.parse().map_err(|_| bad())?),
                "no" => spec.without.push(Technique::named(value).ok_or_else(bad)?),
                "eval" => {
                    let weights =
                        |why| BadPlayer::Weights { text: text.to_owned(), file: value.to_owned(), why };
                    spec.eval = Some(Eval::read(value).map_err(weights)?);
                }
                "tables" if value == "off" => spec.endings = Endings::Off,
                "tables" if !value.is_empty() => spec.endings = Endings::Folder(value.into()),
                "ponder" if ["on", "off"].contains(&value) => spec.ponders = value == "on",
                _ => return Err(bad()),
            }
        }
        Ok(spec)
    }

    /// The same within these limits, where it has none of its own.
    #[must_use]
    pub fn or_within(mut self, limits: &Limits) -> EngineSpec {
        if self.limits == Limits::default() {
            self.limits = *limits;
        }
        self
    }

    /// What its search may take. A level with limits of its own needs no others.
    fn search_limits(&self) -> Limits {
        let time =
            self.limits.time.map_or(self.most, |time| Some(self.most.map_or(time, |most| most.min(time))));
        let mut limits = self.level.within(Limits { time, ..self.limits });
        if limits == Limits::default() {
            limits.time = Some(DEFAULT_TIME);
        }
        limits
    }

    fn build<D: Duel, K: Knowledge<D>>(&self, knowledge: K, seed: Seed) -> Engine<D, Blurred<K>> {
        let bytes = self.search_limits().nodes.map_or(TABLE, |nodes| {
            usize::try_from(nodes).unwrap_or(TABLE).saturating_mul(2 * BYTES_PER_NODE).clamp(1 << 14, TABLE)
        });
        let blur = self.blur.map_or(self.level.blur(), i32::from);
        let knowledge = Blurred::new(knowledge, blur, seed);
        let engine = Engine::new(knowledge, bytes).with_threads(self.threads.unwrap_or(1));
        self.without.iter().fold(engine, |engine, technique| engine.without(*technique))
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("engine")?;
        if self.level.number() < Level::LAST {
            write!(f, ":{}", self.level.number())?;
        }
        let Limits { time, nodes, depth, .. } = self.limits;
        if let Some(time) = time.filter(|time| *time != DEFAULT_TIME || nodes.is_some() || depth.is_some()) {
            write!(f, ",time={}", time.as_millis())?;
        }
        if let Some(nodes) = nodes {
            write!(f, ",nodes={nodes}")?;
        }
        if let Some(depth) = depth {
            write!(f, ",depth={depth}")?;
        }
        if let Some(threads) = self.threads {
            write!(f, ",threads={threads}")?;
        }
        if let Some(blur) = self.blur {
            write!(f, ",blur={blur}")?;
        }
        self.without.iter().try_for_each(|technique| write!(f, ",no={technique}"))?;
        match &self.eval {
            None => {}
            Some(Eval::Plain) => f.write_str(",eval=plain")?,
            Some(Eval::File(name, _)) => write!(f, ",eval={name}")?,
        }
        match &self.endings {
            Endings::Usual => {}
            Endings::Off => f.write_str(",tables=off")?,
            Endings::Folder(folder) => write!(f, ",tables={}", folder.display())?,
        }
        if self.ponders { f.write_str(",ponder=on") } else { Ok(()) }
    }
}

/// The engine at the table.
pub(crate) struct Thinker {
    name: String,
    spec: EngineSpec,
    seed: Seed,
    mind: Mind,
    clock: Arc<dyn Clock + Send>,
    solver: Solver,
}

/// Its turn: what that may take, and since when it has lasted.
struct Turn<'a> {
    limits: Limits,
    clock: Arc<dyn Clock + Send>,
    begin: Duration,
    /// Becomes true when nobody wants its move any more.
    stop: &'a AtomicBool,
}

impl Turn<'_> {
    fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.begin)
    }

    /// What is left of it. Whatever was done before a search is charged to the same time.
    fn left(&self) -> Limits {
        let elapsed = self.elapsed();
        let time = self.limits.time.map(|time| time.saturating_sub(elapsed));
        let less = |budget: Budget| Budget { left: budget.left.saturating_sub(elapsed), ..budget };
        Limits { time, budget: self.limits.budget.map(less), ..self.limits }
    }
}

type InformedOfMad = Informed<joust_mad::Position, MadKnowledge>;

/// The search for the game that it was asked about last; its memory is good for that game.
enum Mind {
    Empty,
    War(Ponderer<joust_wargame::Position, Blurred<WarKnowledge>>),
    Mad(
        &'static joust_mad::Board,
        Ponderer<joust_mad::Position, Blurred<InformedOfMad>>,
        Option<Arc<Tables>>,
    ),
}

impl Thinker {
    pub(crate) fn new(spec: &EngineSpec, seed: Seed) -> Thinker {
        Thinker {
            name: spec.to_string(),
            spec: spec.clone(),
            seed,
            mind: Mind::Empty,
            clock: Arc::new(WallClock::default()),
            solver: solver(),
        }
    }

    /// The tables of endings that it may use.
    fn tables(&self, board: &'static joust_mad::Board) -> Result<Option<Arc<Tables>>, Fault> {
        let is_last = self.spec.level.number() == Level::LAST;
        if self.spec.endings == Endings::Usual && !is_last {
            Ok(None)
        } else {
            self.spec.endings.tables(board)
        }
    }

    fn think_of_mad(&mut self, board: &'static joust_mad::Board) -> Result<(), Fault> {
        if matches!(&self.mind, Mind::Mad(known, ..) if std::ptr::eq(*known, board)) {
            return Ok(());
        }
        let knowledge = match &self.spec.eval {
            None => MadKnowledge::new(board),
            Some(Eval::Plain) => MadKnowledge::with_weights(board, &Weights::PLAIN),
            Some(Eval::File(_, table)) => MadKnowledge::with_weights(board, table.of(board)),
        };
        let tables = self.tables(board)?;
        let knowledge = Informed::new(knowledge, tables.clone().map(oracle));
        self.mind = Mind::Mad(board, Ponderer::new(self.spec.build(knowledge, self.seed)), tables);
        Ok(())
    }

    fn think_of_war(&mut self) {
        if !matches!(self.mind, Mind::War(_)) {
            self.mind = Mind::War(Ponderer::new(self.spec.build(WarKnowledge, self.seed)));
        }
    }

    fn play_mad(
        &mut self,
        position: &joust_mad::Position,
        turn: &Turn,
    ) -> Result<Option<(String, u64)>, Fault> {
        self.think_of_mad(position.board())?;
        let Mind::Mad(_, engine, tables) = &mut self.mind else { return Ok(None) };
        let found = search(engine, position, turn, self.spec.ponders);
        // The same limits would not give the same move any more.
        in_order(tables.as_deref())?;
        Ok(found.map(|found| (position.write_move(found.mv()), found.nodes)))
    }

    fn play_war(&mut self, position: &joust_wargame::Position, turn: &Turn) -> Option<(String, u64)> {
        self.think_of_war();
        let Mind::War(engine) = &mut self.mind else { return None };
        engine.rest();
        if self.spec.level.number() == Level::LAST
            && let Some((mv, nodes)) =
                exact(position, &turn.left(), self.spec.threads, turn.stop, &self.solver)
        {
            return Some((position.write_move(mv), nodes));
        }
        let found = search(engine, position, turn, self.spec.ponders)?;
        Some((position.write_move(found.mv()), found.nodes))
    }
}

/// Searches, and ponders on what the opponent will answer, if it is to. What limits a move limits
/// that, too, except for time: the opponent's is free.
fn search<D: Duel, K: Knowledge<D> + 'static>(
    mind: &mut Ponderer<D, K>,
    position: &D,
    turn: &Turn,
    ponders: bool,
) -> Option<Found<D::Move>> {
    let found =
        mind.engine().search_by(turn.clock.as_ref(), position, &turn.left(), turn.stop, &mut |_| {})?;
    if ponders {
        let mut next = *position;
        next.make(found.mv());
        mind.ponder(next, Limits { time: None, budget: None, ..turn.limits });
    }
    Some(found)
}

impl Player for Thinker {
    fn name(&self) -> &str {
        &self.name
    }

    fn get_ready(&mut self, position: &dyn AnyDuel) -> Result<(), Fault> {
        let position = position.as_any();
        if let Some(position) = position.downcast_ref::<joust_mad::Position>() {
            self.think_of_mad(position.board())?;
        } else if position.is::<joust_wargame::Position>() {
            self.think_of_war();
        }
        Ok(())
    }

    fn choose_unless(
        &mut self,
        position: &dyn AnyDuel,
        budget: Option<Budget>,
        stop: &AtomicBool,
    ) -> Result<Answer, Fault> {
        let clock = Arc::clone(&self.clock);
        let mut turn = Turn { limits: self.spec.search_limits(), begin: clock.now(), clock, stop };
        if budget.is_some() && self.spec.limits == Limits::default() {
            turn.limits = Limits { time: self.spec.most, budget, ..turn.limits };
        }
        let position = position.as_any();
        let found = if let Some(position) = position.downcast_ref::<joust_mad::Position>() {
            self.play_mad(position, &turn)?
        } else if let Some(position) = position.downcast_ref::<joust_wargame::Position>() {
            self.play_war(position, &turn)
        } else {
            return Err(Fault::NotHere("the engine does not know this game"));
        };
        let (mv, nodes) = found.ok_or(Fault::NotHere("the game is over"))?;
        Ok(Answer { mv, nodes: Some(nodes), time: turn.elapsed() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_games::Erased;
    use joust_mad::{Board, Position, Rules};
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    fn thinker(words: &str) -> Thinker {
        Thinker::new(&EngineSpec::read(words, Some(words), "mad").unwrap(), Seed(1))
    }

    fn choose(player: &mut Thinker, position: &mut Position) -> u64 {
        let answer = player.choose(&Erased(*position), None).unwrap();
        position.make(position.read_move(&answer.mv).unwrap());
        answer.nodes.unwrap()
    }

    fn is_pondering(player: &Thinker) -> bool {
        matches!(&player.mind, Mind::Mad(_, mind, _) if mind.is_pondering())
    }

    /// Two of the same think about the same three moves; the one that ponders has less left to
    /// search when its turn comes.
    #[test]
    fn who_ponders_has_less_to_do() {
        let mut plain = thinker(",depth=7,tables=off");
        let mut ponders = thinker(",depth=7,tables=off,ponder=on");
        let mut opponent = thinker(",depth=5,tables=off");
        let mut position = Position::start(Board::named("6x4").unwrap(), Rules::APP);
        let mut same = position;
        assert_eq!(choose(&mut plain, &mut same), choose(&mut ponders, &mut position));
        assert!(!is_pondering(&plain));
        let mut nodes = [0; 2];
        for _ in 0..8 {
            while is_pondering(&ponders) {
                std::thread::yield_now();
            }
            choose(&mut opponent, &mut position);
            same = position;
            nodes[0] += choose(&mut plain, &mut same);
            nodes[1] += choose(&mut ponders, &mut position);
        }
        assert!(nodes[1] < nodes[0], "{nodes:?}");
    }

    /// Whatever the opponent takes, the next move comes in time, and nothing goes on afterwards.
    #[test]
    fn whole_games_are_pondered_through() {
        for board in ["6x4", "5x5"] {
            let mut players = [",nodes=300,ponder=on", ":3,ponder=on"].map(thinker);
            let mut position = Position::start(Board::named(board).unwrap(), Rules::CURRENT);
            while position.outcome().is_none() {
                choose(&mut players[position.to_move().index()], &mut position);
            }
        }
    }

    /// A clock that goes on by a millisecond whenever somebody looks at it.
    #[derive(Default)]
    struct Ticking(AtomicU64);

    impl Clock for Ticking {
        fn now(&self) -> Duration {
            Duration::from_millis(self.0.fetch_add(1, Relaxed))
        }
    }

    /// An engine by such a clock, whose solver takes all that it is given and proves nothing.
    fn unlucky(words: &str) -> (Thinker, Arc<Ticking>) {
        let (mut player, clock) = (thinker(words), Arc::new(Ticking::default()));
        player.clock = Arc::clone(&clock) as Arc<dyn Clock + Send>;
        let solvers = Arc::clone(&clock);
        player.solver = Box::new(move |_, options| {
            solvers.0.fetch_add(options.time.unwrap().as_millis() as u64, Relaxed);
            None
        });
        (player, clock)
    }

    /// 19 squares are vacant, and one thread is expected to solve them in 1.2 s.
    fn hard() -> joust_wargame::Position {
        use joust_games::{Ask, BoardAsk, game};
        let text = "bg..../gg...b/b...../g.b.../gggb../ggbb.b g";
        let ask = Ask { rules: None, board: Some(BoardAsk::Named("Smolensk")), position: Some(text) };
        let position = game("wargame").unwrap().position(&ask).unwrap();
        *position.as_any().downcast_ref().unwrap()
    }

    #[test]
    fn a_solve_that_fails_leaves_the_search_its_time() {
        let position = hard();
        let searched = |millis: u64| {
            let (mut player, clock) = unlucky(&format!(",threads=1,time={millis}"));
            let answer = player.choose(&Erased(position), None).unwrap();
            let took = clock.0.load(Relaxed);
            assert!((millis..millis + 10).contains(&took), "{took} of {millis}");
            answer.nodes.unwrap()
        };
        // The solver is tried from the third on.
        let nodes = [600, 1150, 1300, 2000, 2600, 4000].map(searched);
        assert!(nodes.is_sorted_by(|less, more| *less <= more + 1000), "{nodes:?}");
        assert!(nodes[5] >= 3 * nodes[0], "{nodes:?}");
    }

    #[test]
    fn a_solve_that_fails_is_charged_to_the_clock() {
        for millis in [10_u64, 300, 8_000, 60_000] {
            let (mut player, clock) = unlucky(",threads=1");
            let budget = Budget { left: Duration::from_millis(millis), increment: Duration::from_millis(50) };
            player.choose(&Erased(hard()), Some(budget)).unwrap();
            let took = clock.0.load(Relaxed);
            assert!(took <= millis / 2 + 10, "{took} of {millis}");
        }
    }

    /// Files, memory and the solver: what comes before a search is part of the turn.
    #[test]
    fn a_search_has_what_is_left_of_the_turn() {
        let clock = Arc::new(Ticking::default());
        let second = Duration::from_secs(1);
        let budget = Some(Budget { left: second, increment: second });
        let limits = Limits { time: Some(second), budget, nodes: Some(7), depth: None };
        let stop = &AtomicBool::new(false);
        let shared = Arc::clone(&clock) as Arc<dyn Clock + Send>;
        let turn = Turn { limits, begin: clock.now(), clock: shared, stop };
        clock.0.fetch_add(399, Relaxed);
        let left = Duration::from_millis(600);
        let budget = Some(Budget { left, increment: second });
        assert_eq!(turn.left(), Limits { time: Some(left), budget, ..limits });
        clock.0.fetch_add(1000, Relaxed);
        assert_eq!(turn.left().time, Some(Duration::ZERO));
    }

    #[test]
    fn who_is_ready_has_nothing_to_build_at_the_first_move() {
        let mut player = thinker(",nodes=100,tables=off");
        let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
        player.get_ready(&Erased(start)).unwrap();
        assert!(matches!(player.mind, Mind::Mad(board, ..) if std::ptr::eq(board, start.board())));
        player.get_ready(&Erased(hard())).unwrap();
        assert!(matches!(player.mind, Mind::War(_)));
    }
}
