//! The engine as a player: it looks a move up, solves the position in time, or else searches.

use crate::endgame::EndgameSource;
use crate::playable::{ExactKnowledge, PlayableDuel, players_of};
use crate::words::Words;
use crate::{AnyPlayer, BadPlayer, Kind, chosen};
use joust_core::{Answer, Asked, Budget, Duel, DuelGame, Fault, Player, Seat, Seed};
use joust_mad::Board;
use joust_search::engine::{
    Engine, Found, Knowledge, Ponderer, SearchLimits, Technique, TimeSource, WallClock,
};
use joust_search::level::{Blurred, Level};
use joust_search::mad::{WeightName, Weights, WeightsTable};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How strong the engine is and how long it may think about a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    level: Level,
    limits: SearchLimits,
    /// Without a number: one thread for the search, all processors for the solver.
    threads: Option<usize>,
    /// The largest error of its evaluation; by default that of its level.
    blur: Option<u16>,
    /// Techniques that are switched off.
    without: Vec<Technique>,
    /// Weights for MAD in place of the engine's own.
    eval: Eval,
    /// The endgame tables of MAD that it may use. Of the levels, only the last uses the caller's folder.
    tables: EndgameSource,
    /// Whether it also searches in the opponent's time.
    ponders: bool,
    /// The longest search for a move, whatever is left on the clock. Only code sets it, no option does.
    most: Option<Duration>,
}

/// The weights of the engine for MAD: a table, and single weights in place of those of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Eval {
    table: EvalTable,
    set: BTreeMap<WeightName, i16>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum EvalTable {
    /// The engine's own.
    #[default]
    Own,
    /// Only the number of ships counts.
    Plain,
    /// The table in a file, as `joust tune` writes it.
    File(String, Box<WeightsTable>),
}

impl EvalTable {
    /// Reads the value of the option and the file that it names; an error says why that cannot be used.
    fn read(value: &str) -> Result<EvalTable, String> {
        if value == "plain" {
            return Ok(EvalTable::Plain);
        }
        let text = std::fs::read_to_string(value).map_err(|why| why.to_string())?;
        Ok(EvalTable::File(value.to_owned(), Box::new(text.parse()?)))
    }
}

impl Eval {
    /// The weights for a board.
    pub fn weights(&self, board: &Board) -> Weights {
        let mut weights = match &self.table {
            EvalTable::Own => Weights::of(board).clone(),
            EvalTable::Plain => Weights::PLAIN,
            EvalTable::File(_, table) => table.of(board).clone(),
        };
        self.set.iter().for_each(|(name, weight)| weights.set(*name, *weight));
        weights
    }

    /// The table with the weights for a board, as a file of weights has it.
    pub fn table(&self, board: &Board) -> WeightsTable {
        let mut table = match &self.table {
            EvalTable::File(_, table) => table.as_ref().clone(),
            EvalTable::Own | EvalTable::Plain => WeightsTable::own().clone(),
        };
        table.0[WeightsTable::column(board)] = self.weights(board);
        table
    }
}

/// What stands before the name of a weight.
const SET: &str = "set.";

/// The options in every game, and the values that each takes.
const OPTIONS: [(&str, &str); 6] = [
    ("time", "milliseconds, at least 1"),
    ("nodes", "a number of positions, at least 1"),
    ("depth", "a number of moves, at least 1"),
    ("threads", "a number from 1 to 256"),
    ("blur", "a number from 0 to 65535"),
    ("ponder", "on or off"),
];

/// The time for a move, unless an option or a clock sets another.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Bytes of the transposition table.
const TABLE: usize = 64 << 20;
/// The most bytes that a node adds to the table. A small search needs only a small table.
const BYTES_PER_NODE: usize = 16;

impl EngineSpec {
    /// The most threads that an option may ask for: a larger number is a typing error and would stall the machine.
    pub const MOST_THREADS: usize = 256;

    /// The engine at a level, as its name alone gives it.
    pub fn of(level: Level) -> EngineSpec {
        EngineSpec {
            level,
            limits: SearchLimits::default(),
            threads: None,
            blur: None,
            without: Vec::new(),
            eval: Eval::default(),
            tables: EndgameSource::default(),
            ponders: false,
            most: None,
        }
    }

    /// This engine on one thread, for a program that runs many searches at once. It never thinks about a
    /// move for longer than `most`.
    #[must_use]
    pub fn alone(self, most: Duration) -> EngineSpec {
        EngineSpec { threads: Some(1), most: Some(most), ..self }
    }

    /// The file of weights that the name has, and the weights in it.
    pub fn weights(&self) -> Option<(&str, &WeightsTable)> {
        match &self.eval.table {
            EvalTable::File(name, table) => Some((name, table)),
            _ => None,
        }
    }

    /// Its weights for MAD.
    pub fn eval(&self) -> &Eval {
        &self.eval
    }

    /// This engine with other endgame tables.
    #[must_use]
    pub fn with_tables(self, tables: EndgameSource) -> EngineSpec {
        EngineSpec { tables, ..self }
    }

    /// This engine with the endgame tables of a folder, if that has any, unless the engine names its own
    /// tables.
    #[must_use]
    pub fn or_tables(mut self, folder: Option<PathBuf>) -> EngineSpec {
        if matches!(self.tables, EndgameSource::Usual(_)) {
            self.tables = EndgameSource::Usual(folder);
        }
        self
    }

    /// Seats the engine for one game of a duel; `None` if it does not know a duel of that name.
    pub fn seat(&self, game: &str, seed: Seed) -> Option<Box<dyn AnyPlayer>> {
        (players_of(game)?.seat)(&Kind::Engine(self.clone()), seed)
    }

    /// Seats the engine for one game whose type is known.
    pub fn seat_as<G: PlayableDuel>(&self, seed: Seed) -> Box<dyn Player<G>> {
        Box::new(Thinker::<G>::new(self, seed))
    }

    /// Reads `[:LEVEL][,time=MS][,nodes=N][,depth=N][,threads=T][,blur=N][,no=TECHNIQUE]
    /// [,ponder=on|off]`, and for MAD also `[,eval=plain|FILE][,tables=DIR|off][,set.NAME=WEIGHT]`.
    pub(crate) fn read<G: PlayableDuel>(words: &Words) -> Result<EngineSpec, BadPlayer> {
        let text = || words.text.to_owned();
        let level = words.argument().map_or(Level::LAST, |level| level.parse().unwrap_or(u8::MAX));
        let mut spec = EngineSpec::of(Level::new(level).ok_or_else(|| BadPlayer::Level(text()))?);
        let of_the_game = G::ENGINE_OPTIONS;
        for option in words.options() {
            let unknown = || BadPlayer::Limit { text: text(), option: option.to_owned(), of_the_game };
            let bad = || {
                let key = option.split('=').next().unwrap_or(option);
                let known = OPTIONS.iter().find(|(known, _)| *known == key && option.contains('='));
                known.map_or_else(unknown, |(_, takes)| BadPlayer::Value {
                    text: text(),
                    option: option.to_owned(),
                    takes,
                })
            };
            let (key, value) = option.split_once('=').ok_or_else(bad)?;
            let number = || value.parse().ok().filter(|number| *number > 0).ok_or_else(bad);
            match key {
                "time" => spec.limits.time = Some(Duration::from_millis(number()?)),
                "nodes" => spec.limits.nodes = Some(number()?),
                "depth" => spec.limits.depth = Some(u32::try_from(number()?).map_err(|_| bad())?),
                "threads" => {
                    let few = usize::try_from(number()?)
                        .ok()
                        .filter(|threads| *threads <= EngineSpec::MOST_THREADS);
                    spec.threads = Some(few.ok_or_else(bad)?);
                }
                "blur" => spec.blur = Some(value.parse().map_err(|_| bad())?),
                "no" => spec.without.push(Technique::named(value).ok_or_else(bad)?),
                "ponder" if ["on", "off"].contains(&value) => spec.ponders = value == "on",
                key if key.starts_with(SET) && of_the_game.iter().any(|(known, _)| *known == SET) => {
                    let name = key.strip_prefix(SET).and_then(|name| name.parse().ok());
                    let weight = || BadPlayer::Value {
                        text: text(),
                        option: option.to_owned(),
                        takes: "a number, and the names are those of the table of weights: set.ship.0.early=200",
                    };
                    let (name, value) = name.zip(value.parse().ok()).ok_or_else(weight)?;
                    spec.eval.set.insert(name, value);
                }
                _ if !of_the_game.iter().any(|(known, _)| *known == key) => return Err(bad()),
                "eval" => {
                    let weights = |why| BadPlayer::Weights { text: text(), file: value.to_owned(), why };
                    spec.eval.table = EvalTable::read(value).map_err(weights)?;
                }
                "tables" if value == "off" => spec.tables = EndgameSource::Off,
                "tables" if !value.is_empty() => spec.tables = EndgameSource::Folder(value.into()),
                _ => return Err(bad()),
            }
        }
        Ok(spec)
    }

    /// This engine within these limits, unless it has limits of its own.
    #[must_use]
    pub fn or_within(mut self, limits: &SearchLimits) -> EngineSpec {
        if self.limits == SearchLimits::default() {
            self.limits = *limits;
        }
        self
    }

    /// The limits of its search. A level with limits of its own needs no others.
    fn search_limits(&self) -> SearchLimits {
        let time =
            self.limits.time.map_or(self.most, |time| Some(self.most.map_or(time, |most| most.min(time))));
        let mut limits = self.level.within(SearchLimits { time, ..self.limits });
        if limits == SearchLimits::default() {
            limits.time = Some(DEFAULT_TIME);
        }
        limits
    }

    /// Whether its moves depend on neither time, threads nor files.
    pub(crate) fn is_repeatable(&self) -> bool {
        let has_tables = matches!(self.tables(), EndgameSource::Folder(_) | EndgameSource::Usual(Some(_)));
        let is_alone = self.threads.is_none_or(|threads| threads == 1) && !self.ponders;
        self.search_limits().time.is_none() && is_alone && !has_tables && self.weights().is_none()
    }

    fn is_last(&self) -> bool {
        self.level.number() == Level::LAST
    }

    /// The endgame tables that it may use.
    fn tables(&self) -> &EndgameSource {
        if matches!(self.tables, EndgameSource::Usual(_)) && !self.is_last() {
            &EndgameSource::Off
        } else {
            &self.tables
        }
    }

    fn build<D: Duel, K: Knowledge<D>>(&self, knowledge: K, seed: Seed) -> Engine<D, Blurred<K>> {
        let bytes = self.search_limits().nodes.map_or(TABLE, |nodes| {
            usize::try_from(nodes).unwrap_or(TABLE).saturating_mul(2 * BYTES_PER_NODE).clamp(1 << 14, TABLE)
        });
        let blur = self.blur.map_or(self.level.blur(), i32::from);
        let knowledge = Blurred::new(knowledge, blur, seed).noticing(self.level.notices());
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
        let SearchLimits { time, nodes, depth, .. } = self.limits;
        let time = time.filter(|time| *time != DEFAULT_TIME || nodes.is_some() || depth.is_some());
        for (key, number) in [
            ("time", time.map(|time| time.as_millis() as u64)),
            ("nodes", nodes),
            ("depth", depth.map(u64::from)),
            ("threads", self.threads.map(|threads| threads as u64)),
            ("blur", self.blur.map(u64::from)),
        ] {
            number.map_or(Ok(()), |number| write!(f, ",{key}={number}"))?;
        }
        self.without.iter().try_for_each(|technique| write!(f, ",no={technique}"))?;
        match &self.eval.table {
            EvalTable::Own => {}
            EvalTable::Plain => f.write_str(",eval=plain")?,
            EvalTable::File(name, _) => write!(f, ",eval={name}")?,
        }
        match &self.tables {
            EndgameSource::Usual(_) => {}
            EndgameSource::Off => f.write_str(",tables=off")?,
            EndgameSource::Folder(folder) => write!(f, ",tables={}", folder.display())?,
        }
        if self.ponders {
            f.write_str(",ponder=on")?;
        }
        self.eval.set.iter().try_for_each(|(name, weight)| write!(f, ",{SET}{name}={weight}"))
    }
}

/// The engine at the table.
pub(crate) struct Thinker<G: PlayableDuel> {
    spec: EngineSpec,
    seed: Seed,
    /// Its knowledge and its search; the memory of both is valid for one board.
    known: Option<(G::Exact, Search<G>)>,
    time: Arc<dyn TimeSource + Send>,
}

type Search<G> = Ponderer<
    <G as DuelGame>::Position,
    Blurred<<<G as PlayableDuel>::Exact as ExactKnowledge<<G as DuelGame>::Position>>::Knowledge>,
>;

/// One turn of the engine: its limits, and when it began.
struct TurnLimits<'a> {
    limits: SearchLimits,
    time: Arc<dyn TimeSource + Send>,
    begin: Duration,
    /// Becomes true when the move is no longer wanted.
    stop: &'a AtomicBool,
}

impl TurnLimits<'_> {
    fn elapsed(&self) -> Duration {
        self.time.now().saturating_sub(self.begin)
    }

    /// The limits that are left: work before the search is charged to the turn.
    fn left(&self) -> SearchLimits {
        let elapsed = self.elapsed();
        let time = self.limits.time.map(|time| time.saturating_sub(elapsed));
        let less = |budget: Budget| Budget { left: budget.left.saturating_sub(elapsed), ..budget };
        SearchLimits { time, budget: self.limits.budget.map(less), ..self.limits }
    }
}

impl<G: PlayableDuel> Thinker<G> {
    pub(crate) fn new(spec: &EngineSpec, seed: Seed) -> Thinker<G> {
        Thinker { spec: spec.clone(), seed, known: None, time: Arc::new(WallClock::default()) }
    }

    /// The knowledge and the search for the game of a position.
    fn think_of(&mut self, position: &G::Position) -> Result<&mut (G::Exact, Search<G>), Fault> {
        let known = match self.known.take() {
            Some(known) if known.0.knows(position) => known,
            _ => {
                let (exact, knowledge) = G::Exact::of(position, self.spec.tables(), &self.spec.eval)?;
                (exact, Ponderer::new(self.spec.build(knowledge, self.seed)))
            }
        };
        Ok(self.known.insert(known))
    }
}

/// Searches, and then ponders if the engine is to ponder. All limits of a move except time also hold for
/// pondering: the opponent's time is free.
fn search<D: Duel, K: Knowledge<D> + 'static>(
    ponderer: &mut Ponderer<D, K>,
    position: &D,
    turn: &TurnLimits,
    ponders: bool,
) -> Option<Found<D::Move>> {
    let found =
        ponderer.engine().search_by(turn.time.as_ref(), position, &turn.left(), turn.stop, &mut |_| {})?;
    if ponders {
        let next = position.after(found.mv());
        ponderer.ponder(next, SearchLimits { time: None, budget: None, ..turn.limits });
    }
    Some(found)
}

impl<G: PlayableDuel> Player<G> for Thinker<G> {
    fn get_ready(&mut self, game: &G, _seat: Seat) -> Result<(), Fault> {
        self.think_of(game.position()).map(|_| ())
    }

    fn act(&mut self, asked: &Asked<'_, G>) -> Result<Answer<G::Action>, Fault> {
        if let Some(answer) = asked.declined() {
            return Ok(answer);
        }
        let time = Arc::clone(&self.time);
        let (is_last, threads, ponders) = (self.spec.is_last(), self.spec.threads, self.spec.ponders);
        let mut turn =
            TurnLimits { limits: self.spec.search_limits(), begin: time.now(), time, stop: asked.stop };
        if asked.budget.is_some() && self.spec.limits == SearchLimits::default() {
            turn.limits = SearchLimits { time: self.spec.most, budget: asked.budget, ..turn.limits };
        }
        let position = asked.game.position();
        let (exact, engine) = self.think_of(position)?;
        engine.rest();
        let solved = is_last.then(|| exact.solve(position, &turn.left(), threads, turn.stop)).flatten();
        let choice = match solved {
            Some((mv, nodes)) => Some((mv, Some(nodes), None)),
            None => search(engine, position, &turn, ponders).map(|found| {
                let best = found.best();
                (found.mv(), Some(found.nodes), Some(G::Exact::worth(best.value, best.exact)))
            }),
        };
        exact.in_order()?;
        chosen(asked, choice, turn.elapsed())
    }

    fn end(&mut self) {
        if let Some((_, engine)) = &mut self.known {
            engine.rest();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_core::Game;
    use joust_games::{Ask, BoardAsk, Registered};
    use joust_mad::{Battle, Position, Rules};
    use joust_wargame::Campaign;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    fn thinker<G: PlayableDuel>(options: &str) -> Thinker<G> {
        let text = format!("engine{options}");
        let spec = EngineSpec::read::<G>(&Words::new(&text)).unwrap();
        Thinker::new(&spec, Seed(1))
    }

    fn ask<G: PlayableDuel>(player: &mut Thinker<G>, game: &G, budget: Option<Budget>) -> Answer<G::Action> {
        let (seat, stop) = (game.position().to_move(), &AtomicBool::new(false));
        player.act(&Asked { budget, ..Asked::new(game, seat, stop) }).unwrap()
    }

    fn choose(player: &mut Thinker<Battle>, game: &mut Battle) -> u64 {
        let answer = ask(player, game, None);
        *game = game.propose(game.position().to_move(), &answer.action).unwrap().next;
        answer.nodes.unwrap()
    }

    fn start(board: &str, rules: Rules) -> Battle {
        Battle::at(Position::start(Board::named(board).unwrap(), rules))
    }

    fn is_pondering(player: &Thinker<Battle>) -> bool {
        player.known.as_ref().is_some_and(|(_, search)| search.is_pondering())
    }

    /// Two equal engines think about the same three moves; the one that ponders has less left to
    /// search when its turn comes.
    #[test]
    fn pondering_leaves_less_to_search() {
        let mut plain = thinker(",depth=7,tables=off");
        let mut ponders = thinker(",depth=7,tables=off,ponder=on");
        let mut opponent = thinker(",depth=5,tables=off");
        let mut game = start("6x4", Rules::APP);
        let mut same = game;
        assert_eq!(choose(&mut plain, &mut same), choose(&mut ponders, &mut game));
        assert!(!is_pondering(&plain));
        let mut nodes = [0; 2];
        for _ in 0..8 {
            while is_pondering(&ponders) {
                std::thread::yield_now();
            }
            choose(&mut opponent, &mut game);
            same = game;
            nodes[0] += choose(&mut plain, &mut same);
            nodes[1] += choose(&mut ponders, &mut game);
        }
        assert!(nodes[1] < nodes[0], "{nodes:?}");
    }

    /// However long the opponent thinks, the next move comes in time, and no search goes on after the game.
    #[test]
    fn whole_games_are_pondered_through() {
        for board in ["6x4", "5x5"] {
            let mut players = [",nodes=300,ponder=on", ":3,ponder=on"].map(thinker);
            let mut game = start(board, Rules::CURRENT);
            while game.ending().is_none() {
                choose(&mut players[game.position().to_move().index()], &mut game);
            }
        }
    }

    /// A clock that advances by a millisecond each time it is read.
    #[derive(Default)]
    struct Ticking(AtomicU64);

    impl TimeSource for Ticking {
        fn now(&self) -> Duration {
            Duration::from_millis(self.0.fetch_add(1, Relaxed))
        }
    }

    /// An engine with such a clock, whose solver uses all of its time and proves nothing.
    fn unlucky(options: &str) -> (Thinker<Campaign>, Arc<Ticking>) {
        let (mut player, time) = (thinker::<Campaign>(options), Arc::new(Ticking::default()));
        player.time = Arc::clone(&time) as Arc<dyn TimeSource + Send>;
        let solvers = Arc::clone(&time);
        player.think_of(hard().position()).unwrap().0.solver = Box::new(move |_, options| {
            solvers.0.fetch_add(options.time.unwrap().as_millis() as u64, Relaxed);
            None
        });
        (player, time)
    }

    /// 19 squares are vacant, and one thread is expected to solve them in 1.2 s.
    fn hard() -> Campaign {
        let text = "bg..../gg...b/b...../g.b.../gggb../ggbb.b g";
        let board = Some(BoardAsk::Named("Smolensk"));
        Campaign::start(&Ask { board, position: Some(text), ..Ask::default() }).unwrap()
    }

    #[test]
    fn a_solve_that_fails_leaves_the_search_its_time() {
        let searched = |millis: u64| {
            let (mut player, time) = unlucky(&format!(",threads=1,time={millis}"));
            let answer = ask(&mut player, &hard(), None);
            let took = time.0.load(Relaxed);
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
            let (mut player, time) = unlucky(",threads=1");
            let budget = Budget { left: Duration::from_millis(millis), increment: Duration::from_millis(50) };
            ask(&mut player, &hard(), Some(budget));
            let took = time.0.load(Relaxed);
            assert!(took <= millis / 2 + 10, "{took} of {millis}");
        }
    }

    /// Opening files, allocating memory and solving come before the search and are part of the turn.
    #[test]
    fn a_search_has_what_is_left_of_the_turn() {
        let time = Arc::new(Ticking::default());
        let second = Duration::from_secs(1);
        let budget = Some(Budget { left: second, increment: second });
        let limits = SearchLimits { time: Some(second), budget, nodes: Some(7), depth: None };
        let stop = &AtomicBool::new(false);
        let shared = Arc::clone(&time) as Arc<dyn TimeSource + Send>;
        let turn = TurnLimits { limits, begin: time.now(), time: shared, stop };
        time.0.fetch_add(399, Relaxed);
        let left = Duration::from_millis(600);
        let budget = Some(Budget { left, increment: second });
        assert_eq!(turn.left(), SearchLimits { time: Some(left), budget, ..limits });
        time.0.fetch_add(1000, Relaxed);
        assert_eq!(turn.left().time, Some(Duration::ZERO));
    }

    #[test]
    fn what_was_made_ready_is_not_built_again_at_the_first_move() {
        let mut player = thinker::<Battle>(",nodes=100,tables=off");
        let game = start("6x4", Rules::APP);
        player.get_ready(&game, Seat::FIRST).unwrap();
        let built = |player: &Thinker<Battle>| {
            player.known.as_ref().is_some_and(|(exact, _)| exact.knows(game.position()))
        };
        assert!(built(&player));
        player.get_ready(&start("5x5", Rules::APP), Seat::FIRST).unwrap();
        assert!(!built(&player), "it is ready for another board");
    }

    #[test]
    fn single_weights_replace_those_of_the_table() {
        let board = Board::named("5x5").unwrap();
        let read = |options: &str| {
            let text = format!("engine,{options}");
            EngineSpec::read::<Battle>(&Words::new(&text)).unwrap()
        };
        let name: WeightName = "tempo.0.late".parse().unwrap();
        for (options, others) in
            [("nodes=9", Weights::of(board).clone()), ("nodes=9,eval=plain", Weights::PLAIN)]
        {
            let text = format!("{options},set.ship.0.early=7,set.tempo.0.late=-300,set.tempo.0.late=-301");
            let spec = read(&text);
            let weights = spec.eval().weights(board);
            assert_eq!((weights.0[0][0], weights.get(name)), (7, -301));
            assert_eq!(weights.0[1..40], others.0[1..40]);
            assert_eq!(
                spec.to_string(),
                format!("engine,{options},set.ship.0.early=7,set.tempo.0.late=-301")
            );
            assert!(spec.is_repeatable());
            let table = spec.eval().table(board);
            assert_eq!(table.of(board), &weights);
            let other = Board::named("6x4").unwrap();
            assert_eq!(table.of(other), Weights::of(other));
        }
    }

    #[test]
    fn an_offer_is_declined_and_a_move_says_what_it_is_worth() {
        let mut player = thinker::<Battle>(",nodes=1000,tables=off");
        let game = start("6x4", Rules::CURRENT);
        let value = ask(&mut player, &game, None).value.unwrap();
        assert!((-1.0..=1.0).contains(&value), "{value}");
        let offered = game.propose(Seat::FIRST, &joust_mad::Action::Offer).unwrap().next;
        assert_eq!(ask(&mut player, &offered, None).action, joust_mad::Action::Decline);
    }
}
