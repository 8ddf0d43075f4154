//! What the loop of a match costs, beside a bare loop over positions.

use crate::best_of;
use joust_core::{Answer, Asked, Course, Duel, DuelGame, Fault, Player, Referee, Rng, Seat, Seed};
use joust_mad::{Action, Battle, Board, Position, Rules};
use joust_match::play;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const ROUNDS: usize = 5;
const GAMES: u64 = 3_000;
/// Microseconds that the loop may add to a ply.
const LIMIT: f64 = 2.0;

pub(crate) fn run() {
    println!("Referee: random against random on MAD 6x4, {GAMES} games, one thread, best of {ROUNDS}");
    let start = Position::start(Board::named("6x4").expect("a known board"), Rules::CURRENT);
    let (bare, bare_took) = best_of(ROUNDS, || sum((0..GAMES).map(|game| bare_game(start, game))));
    let (asked, asked_took) = best_of(ROUNDS, || sum((0..GAMES).map(|game| refereed_game(start, game))));
    assert_eq!(bare, asked, "the same choices lead to the same games");
    let micros = |took: Duration| took.as_secs_f64() * 1e6 / f64::from(bare.0);
    let more = micros(asked_took) - micros(bare_took);
    println!("  bare loop over positions         {:8.2} µs/ply   {} plies", micros(bare_took), bare.0);
    println!("  joust_match::play, boxed players {:8.2} µs/ply", micros(asked_took));
    println!("  difference                       {more:8.2} µs/ply   (limit {LIMIT})");
    assert!(more <= LIMIT, "the referee costs more than {LIMIT} µs a ply");
}

/// Plies, and victories of the first seat.
type Figures = (u32, u32);

fn sum(games: impl Iterator<Item = Figures>) -> Figures {
    games.fold((0, 0), |(plies, won), game| (plies + game.0, won + game.1))
}

fn choose(position: &Position, rng: &mut Rng) -> joust_mad::Move {
    position.random_move(rng).expect("the game is not over")
}

fn seeds(game: u64) -> [Rng; 2] {
    [2 * game, 2 * game + 1].map(|seed| Seed(seed).rng())
}

fn bare_game(start: Position, game: u64) -> Figures {
    let (mut position, mut rngs, mut plies) = (start, seeds(game), 0);
    loop {
        if let Some(outcome) = position.outcome() {
            return (plies, u32::from(outcome.winner() == Some(Seat::FIRST)));
        }
        let mv = choose(&position, &mut rngs[position.to_move().index() & 1]);
        position.make(mv);
        plies += 1;
    }
}

struct Random(Rng);

impl Player<Battle> for Random {
    fn act(&mut self, asked: &Asked<'_, Battle>) -> Result<Answer<Action>, Fault> {
        let action = asked.game.action(choose(asked.game.position(), &mut self.0));
        Ok(Answer::new(action))
    }
}

fn refereed_game(start: Position, game: u64) -> Figures {
    let mut table = Referee::new(Course::new(Battle::at(start)));
    let mut players = seeds(game).map(|rng| Box::new(Random(rng)) as Box<dyn Player<Battle>>);
    let account = play(&mut table, &mut players, &|_| None, &mut (), &AtomicBool::new(false));
    assert!(account.is_some_and(|account| account.faults.is_empty()), "random moves are legal");
    let won = table.ending().and_then(|ending| ending.winner()) == Some(Seat::FIRST);
    (table.course().actions().len() as u32, u32::from(won))
}
