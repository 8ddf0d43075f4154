//! A batch plays the games that the rules play one by one, whatever the number of threads.

mod wars;

use joust_batch::{BadBatch, Batch, Encoding, MadEncoding, Refused, WarGameEncoding, seed_of};
use joust_core::{Duel, Seat, Seed};
use joust_mad::{Board, Position, Rules};

fn mad(board: &str, rules: Rules) -> Position {
    Position::start(Board::named(board).unwrap(), rules)
}

/// Steps a batch at random beside games that are played by the rules alone. Gives the number of games that
/// ended.
fn play_beside<E: Encoding>(start: &E::Position, games: usize, steps: usize, threads: usize) -> usize {
    let seed = Seed(17);
    let mut batch = Batch::<E>::new(start, games, seed, threads).unwrap();
    let mut again = Batch::<E>::new(start, games, Seed(0), threads).unwrap();
    let (mut store, mut other, mut actions) = (batch.store(), again.store(), vec![0; games]);
    let mut alone: Vec<_> = (0..games).map(|game| (*start, seed_of(seed, game).rng())).collect();
    let (encoding, mut ended) = (E::of(start), 0);
    for _ in 0..steps {
        batch.step_random(&mut actions, store.arrays()).unwrap();
        // Who chooses does not matter.
        again.step(&actions, other.arrays()).unwrap();
        assert_eq!(store, other);
        let sizes = batch.sizes();
        for (game, (position, rng)) in alone.iter_mut().enumerate() {
            let mv = position.random_move(rng).unwrap();
            assert_eq!(actions[game] as usize, encoding.index(position, mv));
            position.make(mv);
            let outcome = position.outcome();
            if outcome.is_some() {
                *position = *start;
                ended += 1;
            }
            assert_eq!(batch.position(game), position);
            let half = |seat| outcome.map_or(0.0, |outcome| f32::from(outcome.half_points(seat)) / 2.0);
            let difference = half(Seat::FIRST) - half(Seat::SECOND);
            assert_eq!(store.rewards[2 * game..][..2], [difference, -difference]);
            assert_eq!(store.dones[game], u8::from(outcome.is_some()));
            assert_eq!(usize::from(store.to_move[game]), position.to_move().index());
            let part = |all: &[u8], size: usize| all[game * size..(game + 1) * size].to_vec();
            assert_eq!(part(&store.observations, sizes.observations), encoding.observation(position));
            assert_eq!(part(&store.masks, sizes.masks), encoding.mask(position));
        }
    }
    ended
}

#[test]
fn random_steps_are_the_random_moves_of_the_rules() {
    for board in Board::all() {
        assert!(play_beside::<MadEncoding>(&Position::start(board, Rules::CURRENT), 9, 150, 2) > 5);
    }
    for start in wars::starts() {
        assert!(play_beside::<WarGameEncoding>(&start, 5, 70, 2) >= 5);
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let start = mad("5x5", Rules::APP);
    let played = |threads| {
        let mut batch = Batch::<MadEncoding>::new(&start, 500, Seed(3), threads).unwrap();
        let (mut store, mut actions) = (batch.store(), vec![0; 500]);
        let steps = (0..60).map(|_| {
            batch.step_random(&mut actions, store.arrays()).unwrap();
            (store.clone(), actions.clone())
        });
        steps.collect::<Vec<_>>()
    };
    let one = played(1);
    for threads in [2, 3, 7, 64] {
        assert!(played(threads) == one, "{threads} threads");
    }
}

#[test]
fn a_refused_step_changes_nothing() {
    const GAMES: usize = 300;
    let start = mad("6x4", Rules::APP);
    let mut batch = Batch::<MadEncoding>::new(&start, GAMES, Seed(8), 2).unwrap();
    let (mut store, mut actions) = (batch.store(), vec![0; GAMES]);
    for _ in 0..10 {
        batch.step_random(&mut actions, store.arrays()).unwrap();
    }
    let (before, positions) =
        (store.clone(), (0..GAMES).map(|game| *batch.position(game)).collect::<Vec<_>>());
    let mut good: Vec<i32> = (0..GAMES)
        .map(|game| batch.encoding().index(batch.position(game), batch.position(game).all_moves()[0]) as i32)
        .collect();
    for bad in [i32::MIN, -1, 0, 231, i32::MAX] {
        let mut actions = good.clone();
        (actions[213], actions[297]) = (bad, bad);
        let refused = batch.step(&actions, store.arrays()).unwrap_err();
        let Refused::Action { game, action, why } = &refused else { panic!("{refused}") };
        assert_eq!((*game, *action), (213, bad));
        assert_eq!(why.clause, if bad == 0 { "MAD-2.3" } else { "MAD-9.1" });
        assert_eq!(store, before);
        assert!((0..GAMES).all(|game| *batch.position(game) == positions[game]));
    }
    let refused = batch.step(&good[1..], store.arrays()).unwrap_err();
    assert_eq!(refused.to_string(), "the array `actions` has 299 entries instead of 300");
    let mut arrays = store.arrays();
    arrays.masks = &mut arrays.masks[1..];
    let refused = batch.step_random(&mut good, arrays).unwrap_err();
    assert_eq!(refused.to_string(), "the array `masks` has 69299 entries instead of 69300");
    assert_eq!(store, before);
    // What the generators draw afterwards is what they would have drawn.
    let mut beside = Batch::<MadEncoding>::new(&start, GAMES, Seed(8), 1).unwrap();
    let mut other = beside.store();
    for _ in 0..11 {
        beside.step_random(&mut actions, other.arrays()).unwrap();
    }
    batch.step_random(&mut good, store.arrays()).unwrap();
    assert_eq!((store, good), (other, actions));
}

#[test]
fn a_reset_batch_is_a_new_one() {
    let start = mad("6x4", Rules::CURRENT);
    let mut batch = Batch::<MadEncoding>::new(&start, 6, Seed(1), 1).unwrap();
    let (mut store, mut actions) = (batch.store(), vec![0; 6]);
    for _ in 0..30 {
        batch.step_random(&mut actions, store.arrays()).unwrap();
    }
    batch.reset(Seed(2), store.arrays()).unwrap();
    let mut fresh = Batch::<MadEncoding>::new(&start, 6, Seed(2), 1).unwrap();
    let mut other = fresh.store();
    fresh.write(other.arrays()).unwrap();
    assert_eq!(store, other);
    batch.step_random(&mut actions, store.arrays()).unwrap();
    fresh.step_random(&mut actions, other.arrays()).unwrap();
    assert_eq!(store, other);
}

#[test]
fn absurd_batches_are_refused() {
    let start = mad("6x4", Rules::APP);
    let make = |games, threads| Batch::<MadEncoding>::new(&start, games, Seed(0), threads).err();
    assert_eq!(make(0, 1), Some(BadBatch::Games(0)));
    assert_eq!(make(usize::MAX, 1), Some(BadBatch::Games(usize::MAX)));
    assert_eq!(make(4, 0), Some(BadBatch::Threads(0)));
    assert_eq!(make(4, 257), Some(BadBatch::Threads(257)));
    assert_eq!(make(3, 256), None);
    let over = Position::read("b111,,,/,,,/,,,/,,,/,,,/,,,r222 r", Rules::APP, None).unwrap();
    assert_eq!(Batch::<MadEncoding>::new(&over, 4, Seed(0), 1).err(), Some(BadBatch::Over));
}
