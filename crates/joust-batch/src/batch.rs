//! Thousands of duels that are stepped at once.

use crate::arrays::{Arrays, Part, Sizes, Store};
use crate::crew::{Crew, shares};
use crate::errors::check_size;
use crate::{BadBatch, Encoding, Refused};
use joust_core::{Duel, Outcome, Rng, Seat, Seed, mix};

/// The seed of the generator from which a game of a batch draws, for a batch with this seed.
pub const fn seed_of(batch: Seed, game: usize) -> Seed {
    Seed(mix(batch.0 ^ mix(game as u64)))
}

/// Games of a duel that start alike and are stepped at once. A game that ends is followed by its successor.
///
/// Every game has a generator of its own, [`seed_of`] the batch and the game, which its successors go on
/// with; so results do not depend on the number of threads.
///
/// ```
/// use joust_batch::{Batch, Encoding, WarGameEncoding, seed_of};
/// use joust_core::{Duel, Seed};
/// use joust_wargame::{Board, Position, Rules};
/// let start = Position::start(Board::named("Keren").unwrap(), Rules::default());
/// let mut batch = Batch::<WarGameEncoding>::new(&start, 8, Seed(5), 2).unwrap();
/// let (mut store, mut actions) = (batch.store(), vec![0; 8]);
/// batch.step_random(&mut actions, store.arrays()).unwrap();
/// // The same by hand.
/// let mv = start.random_move(&mut seed_of(Seed(5), 3).rng()).unwrap();
/// assert_eq!(*batch.position(3), start.after(mv));
/// assert_eq!(actions[3], batch.encoding().index(&start, mv) as i32);
/// assert_eq!((store.to_move[3], store.dones[3]), (1, 0));
/// ```
#[derive(Clone, Debug)]
pub struct Batch<E: Encoding> {
    encoding: E,
    start: E::Position,
    games: Vec<Table<E>>,
    crew: Crew,
}

/// One of the games.
#[derive(Clone, Debug)]
struct Table<E: Encoding> {
    position: E::Position,
    choices: E::Choices,
    /// The move of a step that is checked and not yet made.
    chosen: Option<<E::Position as Duel>::Move>,
    rng: Rng,
}

impl<E: Encoding> Batch<E> {
    /// Games that start from this position, with a number of threads that share the work of a step.
    pub fn new(start: &E::Position, games: usize, seed: Seed, threads: usize) -> Result<Batch<E>, BadBatch> {
        let encoding = E::of(start);
        let each = sizes(&encoding).bytes();
        check_size(games, threads, each.and_then(|each| each.checked_add(size_of::<Table<E>>())))?;
        let mut choices = E::Choices::default();
        if !encoding.choose_from(start, &mut choices) {
            return Err(BadBatch::Over);
        }
        let table = |game| Table {
            position: *start,
            choices: choices.clone(),
            chosen: None,
            rng: seed_of(seed, game).rng(),
        };
        let games = (0..games).map(table).collect();
        Ok(Batch { encoding, start: *start, games, crew: Crew::new(threads) })
    }

    /// The encoding of observations and actions.
    pub fn encoding(&self) -> &E {
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

    /// The position from which all games start.
    pub fn start(&self) -> &E::Position {
        &self.start
    }

    /// The position of a game.
    ///
    /// # Panics
    /// When there is no game with this number.
    pub fn position(&self, game: usize) -> &E::Position {
        &self.games[game].position
    }

    /// The entries that each array needs for a game.
    pub fn sizes(&self) -> Sizes {
        sizes(&self.encoding)
    }

    /// Arrays for this batch, for callers that have none of their own.
    pub fn store(&self) -> Store {
        Store::new(self.games(), &self.sizes())
    }

    /// Writes the arrays without a step: nothing is earned, and no game is done.
    pub fn write(&mut self, arrays: Arrays<'_>) -> Result<(), Refused> {
        let (mut parts, crew, encoding, _) = self.parts(arrays)?;
        crew.each(&mut parts, |part| part.write(encoding, |_| None));
        Ok(())
    }

    /// Starts all games anew, with another seed, and writes the arrays.
    pub fn reset(&mut self, seed: Seed, arrays: Arrays<'_>) -> Result<(), Refused> {
        arrays.check(self.games(), &self.sizes())?;
        for (game, table) in self.games.iter_mut().enumerate() {
            table.begin(&self.encoding, &self.start);
            table.rng = seed_of(seed, game).rng();
        }
        self.write(arrays)
    }

    /// Makes the move with this number in each game, and writes the arrays. If a game does not allow its move,
    /// no move is made and nothing is written.
    pub fn step(&mut self, actions: &[i32], arrays: Arrays<'_>) -> Result<(), Refused> {
        Refused::check("actions", actions.len(), self.games())?;
        let (mut parts, crew, encoding, start) = self.parts(arrays)?;
        let take = |part: &mut Games<'_, E>| part.take(encoding, actions);
        crew.share(&mut parts, take, |part| part.play(encoding, start))
    }

    /// Makes a move in each game that the generator of the game draws, and writes the arrays and the numbers of
    /// the moves. Each move is that of [`Duel::random_move`].
    pub fn step_random(&mut self, mut drawn: &mut [i32], arrays: Arrays<'_>) -> Result<(), Refused> {
        Refused::check("actions", drawn.len(), self.games())?;
        let (parts, crew, encoding, start) = self.parts(arrays)?;
        let parts = parts.into_iter().map(|part| {
            let (own, others) = std::mem::take(&mut drawn).split_at_mut(part.games.len());
            drawn = others;
            (part, own)
        });
        let mut parts: Vec<_> = parts.collect();
        crew.each(&mut parts, |(part, drawn)| {
            part.draw(encoding, drawn);
            part.play(encoding, start);
        });
        Ok(())
    }

    /// Divides games and arrays among the threads; gives all that their work needs.
    #[expect(clippy::type_complexity, reason = "four things that callers take apart at once need no name")]
    fn parts<'a>(
        &'a mut self,
        arrays: Arrays<'a>,
    ) -> Result<(Vec<Games<'a, E>>, &'a mut Crew, &'a E, &'a E::Position), Refused> {
        let sizes = self.sizes();
        arrays.check(self.games(), &sizes)?;
        let Batch { encoding, start, games, crew } = self;
        let shares = shares(games.len(), crew.threads(), LEAST);
        Ok((arrays.divide(games, &sizes, shares), crew, encoding, start))
    }
}

fn sizes<E: Encoding>(encoding: &E) -> Sizes {
    Sizes {
        observations: encoding.observation_size(),
        masks: encoding.actions(),
        rewards: 2,
        dones: 1,
        to_move: 1,
    }
}

impl<E: Encoding> Table<E> {
    /// Begins a game. The start has moves, as [`Batch::new`] has checked.
    fn begin(&mut self, encoding: &E, start: &E::Position) {
        self.position = *start;
        encoding.choose_from(start, &mut self.choices);
    }

    /// Makes the chosen move. If that ends the game, another one begins.
    #[inline]
    fn play(&mut self, encoding: &E, start: &E::Position) -> Option<Outcome> {
        self.position.make(self.chosen.take()?);
        if encoding.choose_from(&self.position, &mut self.choices) {
            return None;
        }
        let outcome = self.position.outcome();
        self.begin(encoding, start);
        outcome
    }
}

/// The fewest games that are worth a part of their own.
const LEAST: usize = 64;

/// Some of the games.
type Games<'a, E> = Part<'a, Table<E>, Arrays<'a>>;

impl<E: Encoding> Games<'_, E> {
    /// Chooses the moves with these numbers of all games of the batch.
    fn take(&mut self, encoding: &E, actions: &[i32]) -> Result<(), Refused> {
        for ((table, action), game) in self.games.iter_mut().zip(&actions[self.first..]).zip(self.first..) {
            let quick = encoding.pick(&table.position, &table.choices, *action);
            // Where there is no such choice, the rules say why.
            let ruled = || encoding.move_of(&table.position, *action);
            let refused = |why| Refused::Action { game, action: *action, why };
            table.chosen = Some(quick.map_or_else(ruled, Ok).map_err(refused)?);
        }
        Ok(())
    }

    /// Draws a move for every game.
    fn draw(&mut self, encoding: &E, drawn: &mut [i32]) {
        for (table, drawn) in self.games.iter_mut().zip(drawn) {
            let mv = encoding.draw(&table.choices, &mut table.rng);
            *drawn = encoding.index(&table.position, mv) as i32;
            table.chosen = Some(mv);
        }
    }

    /// Makes the chosen moves, and writes how the games stand.
    fn play(&mut self, encoding: &E, start: &E::Position) {
        self.write(encoding, |table| table.play(encoding, start));
    }

    /// Lets every game go on, and writes how it stands.
    fn write(&mut self, encoding: &E, mut go_on: impl FnMut(&mut Table<E>) -> Option<Outcome>) {
        let Arrays { observations, masks, rewards, dones, to_move } = self.arrays.borrowed();
        let observations = observations.chunks_exact_mut(encoding.observation_size());
        let masks = masks.chunks_exact_mut(encoding.actions());
        let ends = rewards.chunks_exact_mut(2).zip(dones);
        let rows = observations.zip(masks).zip(ends).zip(to_move);
        for (table, (((observation, mask), (rewards, done)), to_move)) in self.games.iter_mut().zip(rows) {
            let outcome = go_on(table);
            rewards.copy_from_slice(&outcome.as_ref().map_or([0.0; 2], earned));
            *done = u8::from(outcome.is_some());
            *to_move = table.position.to_move().index() as u8;
            encoding.write_observation(&table.position, observation);
            encoding.write_mask(&table.position, &table.choices, mask);
        }
    }
}

/// The difference of the points, for both seats.
fn earned(outcome: &Outcome) -> [f32; 2] {
    let [first, second] = [Seat::FIRST, Seat::SECOND].map(|seat| f32::from(outcome.half_points(seat)));
    [(first - second) / 2.0, (second - first) / 2.0]
}
