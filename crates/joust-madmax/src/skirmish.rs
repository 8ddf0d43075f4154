//! A game as it stands: a state, and what seats have done in the round to come.

use crate::event::{Telling, arrange};
use crate::orders::{Action, Orders};
use crate::{BadConfig, Config, Dir, Event, Generator, Movement, NoPlace, Source, State, TEAMS, Witness};
use joust_core::{
    BadHeader, Course, Ending, Forfeit, Game, Illegal, Outcome, Record, Rng, Seat, Seats, Step, Why, below,
    illegal,
};
use std::borrow::Cow;
use std::sync::Arc;

/// A game of Mad Max as it stands. All living seats are awaited at once. The state that players see changes
/// when the last of them has acted: then the round is played. [MAX-3.1]
///
/// ```
/// use joust_core::{Course, Game, Seat};
/// use joust_madmax::{Config, Settings, Skirmish, Source};
/// let config = Config { settings: Settings::default(), source: Source::Generator };
/// let mut course = Course::new(Skirmish::begin(config, 30).unwrap());
/// for seat in [2, 0, 3, 1].map(|seat| Seat::new(seat).unwrap()) {
///     assert_eq!(course.state().round(), 0);
///     course.act(seat, &"-".parse().unwrap()).unwrap();
/// }
/// assert_eq!(course.state().round(), 1);
/// // The record replays to an equal game.
/// let record = course.record(&[]).to_string().parse().unwrap();
/// assert_eq!(Course::<Skirmish>::of_record(&record).unwrap().now(), course.now());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Skirmish {
    board: Arc<Board>,
    /// What the seats have ordered in this round.
    orders: [Orders; TEAMS],
    /// The seats whose players are alive, and those of them that have not acted in this round.
    living: Seats,
    awaited: Seats,
    broken: Option<NoPlace>,
}

/// What changes only when a round is played: a step of another seat shares it.
#[derive(Clone, Debug, PartialEq)]
struct Board {
    start: Arc<Start>,
    state: State,
    random: Generator,
    /// The movements of the last round that happened, and the warnings about its orders.
    movements: Vec<Movement>,
    warnings: String,
    /// The events of the last round that players are told.
    told: Vec<Event>,
}

impl Board {
    fn new(start: Start, state: State, random: Generator) -> Arc<Board> {
        let (movements, warnings, told) = (Vec::new(), String::new(), Vec::new());
        Arc::new(Board { start: Arc::new(start), state, random, movements, warnings, told })
    }

    fn play_round(
        &mut self,
        orders: &[&[(i32, i32)]; TEAMS],
        witness: &mut impl Witness,
    ) -> Result<(), NoPlace> {
        self.warnings.clear();
        self.told.clear();
        let selected = self.state.select(orders, &mut self.warnings, witness);
        let mut witness = Telling { told: &mut self.told, also: witness };
        self.movements = self.state.play_round(&selected, &mut self.random, &mut witness)?;
        arrange(&mut self.told);
        Ok(())
    }
}

/// What a game began with.
#[derive(Debug, PartialEq)]
struct Start {
    config: Config,
    seed: i32,
}

/// The words for the ends that Mad Max has.
pub mod why {
    /// All rounds were played. [MAX-4.17]
    pub const ROUNDS: &str = "rounds";
    /// There was no vacant cell where a captured unit could come back.
    pub const NO_PLACE: &str = "no-place";
}

impl Skirmish {
    /// A game before its first round.
    ///
    /// ```
    /// use joust_core::Game;
    /// use joust_madmax::{Config, Settings, Skirmish, Source};
    /// let config = Config { settings: Settings::default(), source: Source::Generator };
    /// let game = Skirmish::begin(config, 30).unwrap();
    /// assert_eq!((game.seed(), game.state().round(), game.awaits().iter().count()), (30, 0, 4));
    /// assert_eq!((game.config().settings.nb_rounds, game.random().state()), (500, 1_766_355_552));
    /// assert_eq!((game.living().iter().count(), game.winners(), game.trouble()), (4, vec![0, 1, 2, 3], None));
    /// assert_eq!(game.state().unit_at(game.state().units()[7].pos), Some(7));
    /// ```
    pub fn begin(config: Config, seed: i32) -> Result<Skirmish, BadConfig> {
        let mut random = Generator::new(seed);
        let state = config.start(&mut random)?;
        let board = Board::new(Start { config, seed }, state, random);
        let (living, awaited) = (Seats::first(TEAMS), Seats::first(TEAMS));
        Ok(Skirmish { board, orders: Default::default(), living, awaited, broken: None })
    }

    /// A game of this seed as a file shows it after a round with these events. Nobody knows how its generator
    /// stands; players do not see that.
    pub(crate) fn shown(config: Config, seed: i32, state: State, events: Vec<Event>) -> Skirmish {
        let lives = |seat: &Seat| state.status()[seat.index()] >= 0.0;
        let living = Seats::first(TEAMS).iter().filter(lives);
        let living = living.fold(Seats::default(), Seats::with);
        let mut board = Board::new(Start { config, seed }, state, Generator::new(seed));
        let told = &mut Arc::make_mut(&mut board).told;
        told.extend(events.into_iter().filter(Event::is_told));
        arrange(told);
        Skirmish { board, orders: Default::default(), living, awaited: living, broken: None }
    }

    /// The settings and the map.
    pub fn config(&self) -> &Config {
        &self.board.start.config
    }

    /// The seed of the game.
    pub fn seed(&self) -> i32 {
        self.board.start.seed
    }

    /// The state before the round to come: what all players see.
    pub fn state(&self) -> &State {
        &self.board.state
    }

    /// The board's generator before the round to come.
    pub fn random(&self) -> Generator {
        self.board.random
    }

    /// The movements of the last round that happened, in the order in which they were executed.
    ///
    /// See [`Skirmish::warnings`] for an example.
    pub fn movements(&self) -> &[Movement] {
        &self.board.movements
    }

    /// The warnings about orders of the last round that were dropped, a line each. [MAX-3.4]
    ///
    /// ```
    /// use joust_core::{Course, Seats};
    /// use joust_madmax::{Config, Dir, Kind, Settings, Skirmish, Source, TEAMS};
    /// let config = Config { settings: Settings::default(), source: Source::Generator };
    /// let mut course = Course::new(Skirmish::begin(config, 30).unwrap());
    /// let id = course.state().units_of(0, Kind::Warrior).next().unwrap();
    /// for seat in Seats::first(TEAMS).iter() {
    ///     course.act(seat, &format!("{id}b").parse().unwrap()).unwrap();
    /// }
    /// let [moved] = course.movements() else { panic!("only one of the orders counts") };
    /// assert_eq!((usize::from(moved.id), moved.dir), (id, Dir::Bottom));
    /// assert!(course.warnings().starts_with(&format!("warning: not own unit: {id} 0 1\n")));
    /// ```
    pub fn warnings(&self) -> &str {
        &self.board.warnings
    }

    /// What happened in the last round, as players are told it: see [`Event::is_told`]. Units that came back are in
    /// the order of their numbers.
    ///
    /// ```
    /// use joust_madmax::{Bout, Config, Event, Settings, Source};
    /// let config = Config { settings: Settings::default(), source: Source::Generator };
    /// let mut bout = Bout::begin(config, 30, ["Demo"; 4]).unwrap();
    /// let taken = |event: &Event| matches!(event, Event::CityTaken { .. });
    /// while !bout.game().told().iter().any(taken) {
    ///     bout.step(&mut ()).unwrap().unwrap();
    /// }
    /// assert!(bout.game().state().round() > 0);
    /// ```
    pub fn told(&self) -> &[Event] {
        &self.board.told
    }

    /// The seats whose players are alive.
    pub fn living(&self) -> Seats {
        self.living
    }

    /// Why the game broke off, if it did: the state is that of the round in which this happened.
    pub fn trouble(&self) -> Option<NoPlace> {
        self.broken
    }

    /// The seats with the top score. [MAX-4.17]
    pub fn winners(&self) -> Vec<usize> {
        let scores = self.state().total_score();
        let top = scores.into_iter().max().unwrap_or(0).max(0);
        (0..TEAMS).filter(|seat| scores[*seat] == top).collect()
    }

    /// The game after each round that the actions after the first `done` of its course led to: one round, or
    /// all that were left when the last player died, because these are played at once.
    ///
    /// ```
    /// use joust_core::{Course, Seats};
    /// use joust_madmax::{Action, Config, Settings, Skirmish, Source, TEAMS};
    /// let settings = Settings { nb_rounds: 3, ..Settings::default() };
    /// let config = Config { settings, source: Source::Generator };
    /// let mut course = Course::new(Skirmish::begin(config, 30).unwrap());
    /// for seat in Seats::first(TEAMS).iter() {
    ///     course.act(seat, &Action::Dead).unwrap();
    /// }
    /// let rounds: Vec<_> = Skirmish::rounds(&course, 0).map(|game| game.state().round()).collect();
    /// assert_eq!(rounds, [1, 2, 3]);
    /// ```
    pub fn rounds(course: &Course<Skirmish>, done: usize) -> impl Iterator<Item = Cow<'_, Skirmish>> {
        let first = match course.now() {
            now if now.living.is_empty() => {
                course.after(done).with(&course.actions()[done..]).next_round().map(Cow::Owned)
            }
            now => Some(Cow::Borrowed(now)),
        };
        std::iter::successors(first, |game| game.next_round().map(Cow::Owned))
    }

    /// The game with actions of one round, which it must allow, before the round is played.
    ///
    /// ```
    /// use joust_core::Seat;
    /// use joust_madmax::{Action, Config, Settings, Skirmish, Source};
    /// let config = Config { settings: Settings::default(), source: Source::Generator };
    /// let game = Skirmish::begin(config, 30).unwrap().with(&[(Seat::FIRST, Action::Dead)]);
    /// assert_eq!((game.living().contains(Seat::FIRST), game.state().status()[0]), (false, -1.0));
    /// ```
    #[must_use]
    pub fn with(&self, actions: &[(Seat, Action)]) -> Skirmish {
        let mut game = self.clone();
        for (seat, action) in actions {
            game.take(*seat, action);
        }
        game
    }

    fn take(&mut self, seat: Seat, action: &Action) {
        self.awaited = self.awaited.without(seat);
        match action {
            Action::Orders(orders) => self.orders[seat.index()] = orders.clone(),
            Action::Dead => {
                self.living = self.living.without(seat);
                // From round 1 on, the state shows it only after the round in which it happened. [MAX-3.1]
                if self.state().round() == 0 {
                    self.set_status(seat.index(), -1.0);
                }
            }
        }
    }

    /// The game one round later, when no seat is awaited any more; nothing when one is, and at the end.
    fn next_round(&self) -> Option<Skirmish> {
        self.is_due().then(|| {
            let mut game = self.clone();
            game.play(&mut ());
            game
        })
    }

    fn is_due(&self) -> bool {
        self.awaited.is_empty() && !self.is_over()
    }

    fn is_over(&self) -> bool {
        self.state().is_over() || self.broken.is_some()
    }

    /// Plays all rounds for which no seat is awaited: one, or those that are left when no player is alive.
    fn settle(&mut self, witness: &mut impl Witness) {
        while self.is_due() {
            self.play(witness);
        }
    }

    fn play(&mut self, witness: &mut impl Witness) {
        let orders = std::mem::take(&mut self.orders);
        self.awaited = self.living;
        let board = Arc::make_mut(&mut self.board);
        for seat in Seats::first(TEAMS).iter() {
            match orders[seat.index()].share() {
                _ if !self.living.contains(seat) => board.state.set_status(seat.index(), -1.0),
                Some(share) => board.state.set_status(seat.index(), share.get()),
                None => {}
            }
        }
        self.broken = board.play_round(&orders.each_ref().map(Orders::given), witness).err();
    }

    /// Plays a round with these orders, whatever the seats have done.
    ///
    /// ```
    /// use joust_madmax::{Config, Dir, Kind, Settings, Skirmish, Source};
    /// let config = Config { settings: Settings::default(), source: Source::Generator };
    /// let mut game = Skirmish::begin(config, 30).unwrap();
    /// let id = game.state().units_of(0, Kind::Warrior).next().unwrap();
    /// game.play_round(&[&[(id as i32, Dir::Top as i32)], &[], &[], &[]], &mut ()).unwrap();
    /// assert_eq!((game.state().round(), game.movements().len()), (1, 1));
    /// ```
    pub fn play_round(
        &mut self,
        orders: &[&[(i32, i32)]; TEAMS],
        witness: &mut impl Witness,
    ) -> Result<(), NoPlace> {
        Arc::make_mut(&mut self.board).play_round(orders, witness)
    }

    /// Sets what a player has used of its time; −1 only marks it, and it still plays.
    pub(crate) fn set_status(&mut self, seat: usize, status: f64) {
        Arc::make_mut(&mut self.board).state.set_status(seat, status);
    }
}

impl Game for Skirmish {
    type Action = Action;
    type Event = Event;

    const NAME: &'static str = "madmax";
    const SIDES: &'static [&'static str] = &["0", "1", "2", "3"];
    const WORDS: &'static [&'static str] = &[];
    const RECORD: &'static str = "MAX-6.3";
    /// Fifty rounds of four seats: a state has some ten thousand bytes.
    const STRIDE: usize = 200;

    fn awaits(&self) -> Seats {
        if self.is_over() { Seats::default() } else { self.awaited }
    }

    fn ending(&self) -> Option<Ending> {
        if self.broken.is_some() {
            return Some(Ending { why: Why::new(why::NO_PLACE), loser: None, outcome: None });
        }
        self.state().is_over().then(|| {
            let scores = self.state().total_score().map(|score| i32::try_from(score).unwrap_or(i32::MAX));
            Ending::scored(why::ROUNDS, Outcome::by_scores(&scores))
        })
    }

    fn ending_text(&self) -> Option<String> {
        if let Some(why) = self.broken {
            return Some(why.to_string());
        }
        self.state().is_over().then(|| {
            let winners: Vec<String> = self.winners().iter().map(ToString::to_string).collect();
            let players = if winners.len() == 1 { "player" } else { "players" };
            let top = self.state().total_score().into_iter().max().unwrap_or(0);
            format!(
                "after {} rounds the top score is {top}, of {players} {}",
                self.state().round(),
                winners.join(" and ")
            )
        })
    }

    fn read(&self, text: &str) -> Result<Action, Illegal> {
        text.parse()
    }

    fn propose(&self, seat: Seat, action: &Action) -> Result<Step<Skirmish>, Illegal> {
        let mut next = self.clone();
        let action = next.make(seat, action)?;
        Ok(Step { seat, action, next })
    }

    fn make(&mut self, seat: Seat, action: &Action) -> Result<Action, Illegal> {
        if let Some(how) = self.ending_text() {
            return Err(illegal!("MAX-4.17", "the game is over: {how}", "la partie est finie"));
        }
        let player = seat.index();
        if !self.living.contains(seat) {
            return Err(illegal!(
                "MAX-3.2",
                "player {player} is dead and gives no more orders",
                "le joueur {player} est mort et ne donne plus d’ordres"
            ));
        }
        let action = match action {
            Action::Orders(_) if !self.awaited.contains(seat) => {
                return Err(illegal!(
                    "MAX-3.1",
                    "player {player} has given its orders for this round",
                    "le joueur {player} a donné ses ordres pour ce tour"
                ));
            }
            Action::Orders(orders) => Action::Orders(orders.counted().map_err(|_| {
                let most = Orders::MOST;
                illegal!(
                    "MAX-3.2",
                    "more than {most} orders in a round",
                    "plus de {most} ordres dans un tour"
                )
            })?),
            Action::Dead => Action::Dead,
        };
        self.take(seat, &action);
        self.settle(&mut ());
        Ok(action)
    }

    /// Always refused: a player that cannot go on is dead, and keeps its score.
    fn forfeit(&self, _: Seat, _: Forfeit) -> Result<Step<Skirmish>, Illegal> {
        Err(illegal!(
            "MAX-4.17",
            "nobody resigns from Mad Max or loses it by a clock",
            "à Mad Max on n’abandonne pas et on ne perd pas à la pendule"
        ))
    }

    fn without(&self, seat: Seat) -> Option<Step<Skirmish>> {
        self.propose(seat, &Action::Dead).ok()
    }

    /// Plays the round once more, because events are not kept for callers that may not ask for them.
    fn events(&self, step: &Step<Skirmish>) -> Vec<Event> {
        let (mut game, mut events) = (self.clone(), Vec::new());
        game.take(step.seat, &step.action);
        game.settle(&mut events);
        events
    }

    /// An order for each own unit, in any of the eight directions or in none.
    fn random_action(&self, seat: Seat, rng: &mut Rng) -> Option<Action> {
        if !self.awaits().contains(seat) {
            return None;
        }
        let units = self.state().units().iter().zip(0..);
        let own = units.filter(|(unit, _)| usize::from(unit.player) == seat.index());
        let orders = own.map(|(_, id)| (id, below(rng, Dir::EIGHT.len() + 1) as i32));
        Some(Action::Orders(Orders::new(orders.collect())))
    }

    fn is_move(action: &Action) -> bool {
        matches!(action, Action::Orders(_))
    }

    /// Rounds are counted from 0.
    fn turn_number(&self) -> u32 {
        self.state().round().unsigned_abs()
    }

    fn headers(&self, now: &Skirmish) -> Vec<(&'static str, String)> {
        let Start { config, seed } = &*self.board.start;
        let map = match &config.source {
            Source::Generator => GENERATED.to_owned(),
            Source::Fixed(rows) => rows.join(ROW_END),
        };
        let scores = now.state().total_score().map(|score| score.to_string());
        vec![
            ("Seats", TEAMS.to_string()),
            ("Rules", config.settings.to_string()),
            ("Map", map),
            ("Seed", seed.to_string()),
            ("Score", scores.join(":")),
        ]
    }

    /// [MAX-6.3]
    fn of_record(record: &Record) -> Result<Skirmish, BadHeader> {
        let settings = record.header("Rules").map_or(Ok(crate::Settings::default()), str::parse);
        let settings = settings.map_err(|why| BadHeader::one("Rules", why))?;
        let source = match record.header("Map") {
            None | Some(GENERATED) => Source::Generator,
            Some(rows) => Source::Fixed(rows.split(ROW_END).map(str::to_owned).collect()),
        };
        let seed = record.header("Seed").ok_or_else(|| BadHeader::one("Seed", "it is missing"))?;
        let seed = seed.parse().map_err(|why| BadHeader::one("Seed", why))?;
        let config = Config { settings, source }.checked();
        config.and_then(|config| Skirmish::begin(config, seed)).map_err(|why| BadHeader::one("Map", why))
    }

    /// Names the seat in every word, because the seats act in any order. [MAX-6.3]
    fn written(&self, seat: Seat, action: &Action) -> String {
        format!("{}:{action}", seat.index())
    }

    fn said<'t>(&self, word: &'t str) -> (Seat, &'t str) {
        let named = word.split_once(':').and_then(|(seat, text)| {
            Some((Seat::new(Skirmish::SIDES.iter().position(|side| *side == seat)?)?, text))
        });
        named.unwrap_or((self.awaits().iter().next().unwrap_or(Seat::FIRST), word))
    }
}

/// The header Map of a game whose map follows from the seed.
const GENERATED: &str = "generator";
/// Between the rows of a map in a header, which is one line.
const ROW_END: &str = "/";

/// The orders of all players among the actions of a round.
///
/// See [`Recorder`](crate::Recorder) for an example.
pub fn round_orders(actions: &[(Seat, Action)]) -> [&[(i32, i32)]; TEAMS] {
    let mut orders = [&[][..]; TEAMS];
    for (seat, action) in actions {
        if let Action::Orders(given) = action {
            orders[seat.index()] = given.given();
        }
    }
    orders
}
