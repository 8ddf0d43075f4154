//! Many games of Mad Max that are stepped at once.

use crate::arrays::{MadMaxArrays, MadMaxSizes, MadMaxStore, Part};
use crate::crew::{Crew, shares};
use crate::errors::check_size;
use crate::{BadBatch, MadMaxEncoding, Refused, seed_of};
use joust_core::{Asked, Illegal, Rng, Seat, Seats, Seed, below, illegal};
use joust_madmax::player::{Seated, built_in};
use joust_madmax::{Action, BadConfig, Config, Orders, Skirmish, TEAMS};
use std::sync::atomic::{AtomicBool, Ordering};

/// Games of Mad Max with one configuration that are stepped round by round. Seats may have built-in players;
/// the caller orders the units of the others. A game that ends is followed by one with the next seed.
///
/// Game i begins with the seed of the batch plus i, and its successors with this seed plus the number of games,
/// twice the number of games, and so on. A seed that makes no map is left out.
///
/// ```
/// use joust_batch::MadMaxBatch;
/// use joust_madmax::{Config, Settings, Source};
/// let settings = Settings { nb_rounds: 20, ..Settings::default() };
/// let config = Config { settings, source: Source::Generator };
/// let mut batch = MadMaxBatch::new(&config, 3, 30, [None, Some("Demo"), Some("Demo"), None], 1).unwrap();
/// let mut store = batch.store();
/// batch.write(store.arrays()).unwrap();
/// let orders = vec![-1; 3 * batch.encoding().units];
/// for _ in 0..20 {
///     batch.step(&orders, store.arrays()).unwrap();
/// }
/// assert_eq!((store.dones.as_slice(), store.rounds.as_slice()), (&[1; 3][..], &[0; 3][..]));
/// assert_eq!(batch.game(1).seed(), 31 + 3, "the successor of the game with seed 31");
/// ```
pub struct MadMaxBatch {
    config: Config,
    encoding: MadMaxEncoding,
    players: [Option<String>; TEAMS],
    games: Vec<Table>,
    crew: Crew,
}

/// One of the games.
struct Table {
    game: Skirmish,
    players: [Option<Seated>; TEAMS],
    /// The orders of the seats without a built-in player.
    orders: [Vec<(i32, i32)>; TEAMS],
    /// The seed of the first game at this table, and how many seeds were taken or left out since.
    first_seed: i32,
    seeds: i32,
    rng: Rng,
}

/// How many seeds in a row may make no game.
const TRIES: i32 = 64;

/// What a game needs to begin.
#[derive(Clone, Copy)]
struct Opening<'a> {
    config: &'a Config,
    players: &'a [Option<String>; TEAMS],
    /// The distance between the seeds of a table.
    stride: i32,
}

impl Opening<'_> {
    fn seat(&self) -> [Option<Seated>; TEAMS] {
        self.players.each_ref().map(|name| name.as_deref().and_then(built_in))
    }

    /// The first game of each table, unless `stop` becomes true.
    fn tables(&self, games: usize, seed: i32, stop: &AtomicBool) -> Result<Vec<Table>, BadBatch> {
        let table = |number: usize| {
            if stop.load(Ordering::Relaxed) {
                return Err(BadBatch::Stopped);
            }
            let first_seed = seed.wrapping_add(number as i32);
            let (game, seeds) = self.begin(first_seed, 0)?;
            let rng = seed_of(Seed(u64::from(seed.cast_unsigned())), number).rng();
            Ok(Table { game, players: self.seat(), orders: Default::default(), first_seed, seeds, rng })
        };
        (0..games).map(table).collect()
    }

    /// The game with the next seed, counted from this one, that makes one; and how many were left out.
    fn begin(&self, first: i32, mut seeds: i32) -> Result<(Skirmish, i32), BadConfig> {
        let mut tries = 0;
        loop {
            let seed = first.wrapping_add(seeds.wrapping_mul(self.stride));
            match Skirmish::begin(self.config.clone(), seed) {
                Ok(game) => return Ok((game, seeds)),
                Err(why) if tries == TRIES => return Err(why),
                Err(_) => (tries, seeds) = (tries + 1, seeds.wrapping_add(1)),
            }
        }
    }
}

impl MadMaxBatch {
    /// Games with this configuration. A seat with a name has that built-in player.
    pub fn new(
        config: &Config,
        games: usize,
        seed: i32,
        players: [Option<&str>; TEAMS],
        threads: usize,
    ) -> Result<MadMaxBatch, BadBatch> {
        MadMaxBatch::new_unless(config, games, seed, players, threads, &AtomicBool::new(false))
    }

    /// [`MadMaxBatch::new`], which takes seconds with many games, unless `stop` becomes true.
    pub fn new_unless(
        config: &Config,
        games: usize,
        seed: i32,
        players: [Option<&str>; TEAMS],
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<MadMaxBatch, BadBatch> {
        let config = config.clone().checked()?;
        if let Some(name) = players.iter().flatten().find(|name| built_in(name).is_none()) {
            return Err(BadBatch::Player((*name).to_owned()));
        }
        let encoding = MadMaxEncoding::of(&config.settings);
        // A game keeps nine bytes for a cell beside the arrays.
        let state = encoding.rows.checked_mul(encoding.cols).and_then(|cells| cells.checked_mul(9));
        let each = encoding.sizes().bytes().zip(state).and_then(|(arrays, state)| arrays.checked_add(state));
        check_size(games, threads, each)?;
        let players = players.map(|name| name.map(str::to_owned));
        let opening = Opening { config: &config, players: &players, stride: games as i32 };
        let games = opening.tables(games, seed, stop)?;
        Ok(MadMaxBatch { config, encoding, players, games, crew: Crew::new(threads) })
    }

    /// The configuration of all games.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The encoding of states and orders.
    pub fn encoding(&self) -> &MadMaxEncoding {
        &self.encoding
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The number of threads that share the work of a step.
    pub fn threads(&self) -> usize {
        self.crew.threads()
    }

    /// A game before the round to come.
    ///
    /// # Panics
    /// When there is no game with this number.
    pub fn game(&self, game: usize) -> &Skirmish {
        &self.games[game].game
    }

    /// The entries that each array needs for a game.
    pub fn sizes(&self) -> MadMaxSizes {
        self.encoding.sizes()
    }

    /// Arrays for this batch, for callers that have none of their own.
    pub fn store(&self) -> MadMaxStore {
        MadMaxStore::new(self.games(), &self.sizes())
    }

    /// Starts all games anew, with another seed. [`MadMaxBatch::write`] shows them.
    pub fn reset(&mut self, seed: i32) -> Result<(), BadBatch> {
        self.reset_unless(seed, &AtomicBool::new(false))
    }

    /// [`MadMaxBatch::reset`], unless `stop` becomes true: then all games go on.
    pub fn reset_unless(&mut self, seed: i32, stop: &AtomicBool) -> Result<(), BadBatch> {
        let MadMaxBatch { config, players, games, .. } = self;
        let opening = Opening { config, players, stride: games.len() as i32 };
        *games = opening.tables(games.len(), seed, stop)?;
        Ok(())
    }

    /// Writes all arrays without a round: nothing is earned, and no game is done.
    pub fn write(&mut self, arrays: MadMaxArrays<'_>) -> Result<(), Refused> {
        let (mut parts, crew, encoding, _) = self.parts(arrays)?;
        let show = |_: &mut Table| Went { begins: true, ..Went::default() };
        crew.each(&mut parts, |part| part.write(encoding, show));
        Ok(())
    }

    /// Plays a round in each game, with an order for each unit: the number of a direction from 0 to 7, and 8 or
    /// −1 for none. Orders of units that belong to a built-in player or cannot move have no effect. If a number
    /// is no direction, no round is played and nothing is written.
    pub fn step(&mut self, orders: &[i8], arrays: MadMaxArrays<'_>) -> Result<(), Refused> {
        let units = self.encoding.units;
        Refused::check("orders", orders.len(), self.games() * units)?;
        let (mut parts, crew, encoding, opening) = self.parts(arrays)?;
        let take = |part: &mut Games<'_>| part.take(&orders[part.first * units..], units);
        crew.share(&mut parts, take, |part| part.write(encoding, |table| table.play(opening)))
    }

    /// Plays a round in each game with orders that its generator draws for all units of seats without a built-in
    /// player, as [`Skirmish`] draws random actions; and writes the orders. Units of other seats get −1.
    pub fn step_random(&mut self, drawn: &mut [i8], arrays: MadMaxArrays<'_>) -> Result<(), Refused> {
        let units = self.encoding.units;
        Refused::check("orders", drawn.len(), self.games() * units)?;
        let (parts, crew, encoding, opening) = self.parts(arrays)?;
        let mut rest = drawn;
        let parts = parts.into_iter().map(|part| {
            let (own, others) = std::mem::take(&mut rest).split_at_mut(part.games.len() * units);
            rest = others;
            (part, own)
        });
        let mut parts: Vec<_> = parts.collect();
        let draw = |(part, drawn): &mut (Games<'_>, &mut [i8])| {
            part.draw(drawn, units);
            part.take(drawn, units)
        };
        crew.share(&mut parts, draw, |(part, _)| part.write(encoding, |table| table.play(opening)))
    }

    /// Divides games and arrays among the threads; gives all that their work needs.
    fn parts<'a>(
        &'a mut self,
        arrays: MadMaxArrays<'a>,
    ) -> Result<(Vec<Games<'a>>, &'a mut Crew, &'a MadMaxEncoding, Opening<'a>), Refused> {
        let sizes = self.sizes();
        arrays.check(self.games(), &sizes)?;
        let MadMaxBatch { config, encoding, players, games, crew } = self;
        let opening = Opening { config, players, stride: games.len() as i32 };
        let shares = shares(games.len(), crew.threads(), LEAST);
        Ok((arrays.divide(games, &sizes, shares), crew, encoding, opening))
    }
}

/// What a round led to.
#[derive(Default)]
struct Went {
    earned: [f32; TEAMS],
    ended: Option<[i32; TEAMS]>,
    begins: bool,
}

impl Table {
    /// Takes the orders of the caller.
    fn take(&mut self, orders: &[i8]) -> Result<(), (usize, Illegal)> {
        let state = self.game.state();
        self.orders.iter_mut().for_each(Vec::clear);
        for (id, (order, unit)) in orders.iter().zip(state.units()).enumerate() {
            let seat = usize::from(unit.player);
            match order {
                -1 | 8 => {}
                0..8 if self.players[seat].is_some() || !state.can_move(id) => {}
                0..8 => self.orders[seat].push((id as i32, i32::from(*order))),
                _ => {
                    let why = illegal!(
                        "MAX-3.1",
                        "{order} is not a direction: they have the numbers 0 to 7, and 8 or -1 is none",
                        "{order} n’est pas une direction : les numéros vont de 0 à 7, et 8 ou -1 n’en est aucune"
                    );
                    return Err((id, why));
                }
            }
            if self.orders[seat].len() > Orders::MOST {
                let most = Orders::MOST;
                let why = illegal!(
                    "MAX-3.2",
                    "more than {most} orders in a round",
                    "plus de {most} ordres dans un tour"
                );
                return Err((id, why));
            }
        }
        Ok(())
    }

    /// Draws an order for each unit of the caller, seat by seat.
    fn draw(&mut self, drawn: &mut [i8]) {
        let (units, rng) = (self.game.state().units(), &mut self.rng);
        drawn.fill(-1);
        for seat in (0..TEAMS).filter(|seat| self.players[*seat].is_none()) {
            let own = units.iter().zip(&mut *drawn).filter(|(unit, _)| usize::from(unit.player) == seat);
            own.for_each(|(_, order)| *order = below(rng, MadMaxEncoding::ORDERS) as i8);
        }
    }

    /// Plays a round with the orders of the caller and of the built-in players.
    fn play(&mut self, opening: Opening<'_>) -> Went {
        let before = self.game.state().total_score();
        let mut answers: [Orders; TEAMS] = Default::default();
        for seat in Seats::first(TEAMS).iter() {
            if let Some(player) = &mut self.players[seat.index()] {
                match ask(player, &self.game, seat) {
                    Some(orders) => answers[seat.index()] = orders,
                    // It gave too many orders, and gives none any more. [MAX-3.2]
                    None => self.players[seat.index()] = built_in("Null"),
                }
            }
        }
        let orders = [0, 1, 2, 3].map(|seat| match &self.players[seat] {
            Some(_) => answers[seat].given(),
            None => &self.orders[seat][..],
        });
        let broken = self.game.play_round(&orders, &mut ()).is_err();
        let state = self.game.state();
        let after = state.total_score();
        // A round adds at most the number of cities.
        let earned =
            [0, 1, 2, 3].map(|seat| f32::from(u16::try_from(after[seat] - before[seat]).unwrap_or(u16::MAX)));
        if !broken && !state.is_over() {
            return Went { earned, ..Went::default() };
        }
        let ended = Some(MadMaxEncoding::scores(state));
        self.follow(opening);
        Went { earned, ended, begins: true }
    }

    /// Begins the game with the next seed; with the first one, which makes a game, where many do not.
    fn follow(&mut self, opening: Opening<'_>) {
        let next = opening.begin(self.first_seed, self.seeds.wrapping_add(1));
        let next = next.or_else(|_| opening.begin(self.first_seed, 0));
        if let Ok((game, seeds)) = next {
            (self.game, self.seeds) = (game, seeds);
        }
        self.players = opening.seat();
    }
}

/// What a built-in player orders.
fn ask(player: &mut Seated, game: &Skirmish, seat: Seat) -> Option<Orders> {
    match player.act(&Asked::unstopped(game, seat)).ok()?.action {
        Action::Orders(orders) => Some(orders),
        Action::Dead => None,
    }
}

/// The fewest games that are worth a part of their own.
const LEAST: usize = 1;

/// Some of the games.
type Games<'a> = Part<'a, Table, MadMaxArrays<'a>>;

impl Games<'_> {
    /// Takes orders that begin with those of the first game.
    fn take(&mut self, orders: &[i8], units: usize) -> Result<(), Refused> {
        for ((table, orders), game) in self.games.iter_mut().zip(orders.chunks_exact(units)).zip(self.first..)
        {
            table.take(orders).map_err(|(unit, why)| Refused::Order { game, unit, why })?;
        }
        Ok(())
    }

    /// Draws orders for every game.
    fn draw(&mut self, drawn: &mut [i8], units: usize) {
        for (table, drawn) in self.games.iter_mut().zip(drawn.chunks_exact_mut(units)) {
            table.draw(drawn);
        }
    }

    /// Lets every game go on, and writes how it stands.
    fn write(&mut self, encoding: &MadMaxEncoding, go_on: impl Fn(&mut Table) -> Went) {
        let (sizes, mut rest) = (encoding.sizes(), self.arrays.borrowed());
        for table in &mut *self.games {
            let (row, others) = rest.split(1, &sizes);
            rest = others;
            let Went { earned, ended, begins } = go_on(table);
            let state = table.game.state();
            encoding.write_units(state, row.units);
            encoding.write_mask(state, row.masks);
            row.owners.copy_from_slice(state.owners());
            row.scores.copy_from_slice(&MadMaxEncoding::scores(state));
            row.rounds.fill(state.round());
            row.rewards.copy_from_slice(&earned);
            row.final_scores.copy_from_slice(&ended.unwrap_or_default());
            row.dones.fill(ended.is_some().into());
            if begins {
                encoding.write_terrain(state.map(), row.terrain);
                encoding.write_cities(state.map(), row.cities);
            }
        }
    }
}
