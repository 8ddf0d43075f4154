//! A batch of Mad Max plays the games of the original program, whatever the number of threads.

#[path = "../../joust-madmax/tests/brawl/mod.rs"]
mod brawl;
#[path = "../../joust-madmax/tests/arena/maps.rs"]
mod maps;

use joust_batch::{BadBatch, MadMaxBatch, MadMaxEncoding, MadMaxStore, Refused};
use joust_core::{Asked, Game, Seats, Seed};
use joust_madmax::player::{Seated, built_in};
use joust_madmax::{Action, Config, Kind, Settings, Skirmish, Source, State, TEAMS};
use std::sync::atomic::AtomicBool;

const TABLE: &str = include_str!("../../../tests/data/madmax/golden.tsv");

fn rounds(nb_rounds: i32) -> Config {
    Config { settings: Settings { nb_rounds, ..Settings::default() }, source: Source::Generator }
}

fn seat(name: &str) -> Seated {
    built_in(name).unwrap_or_else(|| Box::<brawl::Brawl>::default())
}

/// The arrays show this state.
fn check(store: &MadMaxStore, state: &State, encoding: &MadMaxEncoding) {
    for (id, (unit, row)) in state.units().iter().zip(store.units.chunks(7)).enumerate() {
        let kind = i32::from(unit.kind == Kind::Car);
        let pos = [unit.pos.row, unit.pos.col].map(i32::from);
        let can_move = state.can_move(id).into();
        assert_eq!(row, [kind, unit.player.into(), pos[0], pos[1], unit.food, unit.water, can_move]);
    }
    assert_eq!(store.owners, state.owners());
    assert_eq!(store.scores, MadMaxEncoding::scores(state));
    assert_eq!(store.rounds, [state.round()]);
    let cell = state.map().cities()[3].cells[0];
    let cell = cell.row as usize * encoding.cols + cell.col as usize;
    assert_eq!((store.terrain[cell], store.cities[cell]), (2, 3));
}

/// Plays a golden game in a batch beside the game itself.
fn play_beside(config: &Config, seed: i32, names: [&str; TEAMS]) {
    let mut players = names.map(seat);
    let mut game = Skirmish::begin(config.clone(), seed).unwrap();
    let seated = names.map(|name| built_in(name).map(|_| name));
    let mut batch = MadMaxBatch::new(config, 1, seed, seated, 1).unwrap();
    let encoding = *batch.encoding();
    let (mut store, mut orders) = (batch.store(), vec![-1; encoding.units]);
    batch.write(store.arrays()).unwrap();
    check(&store, game.state(), &encoding);
    while game.ending().is_none() {
        let before = game.state().total_score();
        let now = game.clone();
        orders.fill(-1);
        for seat in Seats::first(TEAMS).iter() {
            let answer = players[seat.index()].act(&Asked::unstopped(&now, seat)).unwrap();
            if let (Action::Orders(given), None) = (&answer.action, seated[seat.index()]) {
                for (id, dir) in given.given() {
                    orders[*id as usize] = *dir as i8;
                }
            }
            game.make(seat, &answer.action).unwrap();
        }
        batch.step(&orders, store.arrays()).unwrap();
        let gained = [0, 1, 2, 3].map(|seat| (game.state().total_score()[seat] - before[seat]) as i16);
        assert_eq!(store.rewards, gained.map(f32::from));
        if game.ending().is_none() {
            check(&store, game.state(), &encoding);
            assert_eq!((store.dones[0], store.final_scores.as_slice()), (0, &[0; TEAMS][..]));
        }
    }
    assert_eq!((store.dones[0], store.rounds[0]), (1, 0));
    assert_eq!(store.final_scores, MadMaxEncoding::scores(game.state()));
    assert_eq!(batch.game(0).seed(), seed.wrapping_add(1));
    check(&store, batch.game(0).state(), &encoding);
}

#[test]
fn golden_games_have_their_scores() {
    let mut played = 0;
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, players, seed, config, _, _] = fields[..] else { panic!("{line}") };
        let Some(config) = maps::configuration(config) else { continue };
        let players: Vec<&str> = players.split(' ').collect();
        play_beside(&Config::read(&config).unwrap(), seed.parse().unwrap(), players.try_into().unwrap());
        played += 1;
    }
    assert!(played >= 15, "only {played} games were played");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let played = |threads| {
        let seated = [None, Some("Demo"), None, Some("Dummy")];
        let mut batch = MadMaxBatch::new(&rounds(25), 20, 30, seated, threads).unwrap();
        let (mut store, mut drawn) = (batch.store(), vec![0; 20 * 92]);
        batch.write(store.arrays()).unwrap();
        let steps = (0..40).map(|_| {
            batch.step_random(&mut drawn, store.arrays()).unwrap();
            (store.clone(), drawn.clone())
        });
        steps.collect::<Vec<_>>()
    };
    let one = played(1);
    assert!(one.iter().any(|(store, _)| store.dones == [1; 20]));
    for threads in [2, 3, 16] {
        assert!(played(threads) == one, "{threads} threads");
    }
}

#[test]
fn random_orders_are_the_random_actions_of_the_rules() {
    let mut batch = MadMaxBatch::new(&rounds(40), 2, 5, [None; TEAMS], 1).unwrap();
    let (mut store, mut drawn) = (batch.store(), vec![0; 2 * 92]);
    let mut game = Skirmish::begin(rounds(40), 6).unwrap();
    let mut rng = joust_batch::seed_of(Seed(5), 1).rng();
    for _ in 0..39 {
        for seat in Seats::first(TEAMS).iter() {
            let action = game.random_action(seat, &mut rng).unwrap();
            game.make(seat, &action).unwrap();
        }
        batch.step_random(&mut drawn, store.arrays()).unwrap();
        assert_eq!(batch.game(1).state(), game.state());
    }
}

#[test]
fn masks_say_which_orders_have_an_effect() {
    let mut batch = MadMaxBatch::new(&rounds(40), 1, 5, [None; TEAMS], 1).unwrap();
    let (mut store, mut drawn) = (batch.store(), vec![0; 92]);
    batch.write(store.arrays()).unwrap();
    for _ in 0..20 {
        let before = store.masks.clone();
        batch.step_random(&mut drawn, store.arrays()).unwrap();
        for movement in batch.game(0).movements() {
            assert_eq!(before[usize::from(movement.id) * 9 + movement.dir as usize], 1);
        }
        assert!(before.chunks(9).all(|unit| unit[8] == 1));
    }
}

#[test]
fn games_that_nobody_wants_any_more_are_not_made() {
    let stop = AtomicBool::new(true);
    let made = MadMaxBatch::new_unless(&rounds(9), 4, 5, [None; TEAMS], 1, &stop);
    assert_eq!(made.err(), Some(BadBatch::Stopped));
    let mut batch = MadMaxBatch::new(&rounds(9), 4, 5, [None; TEAMS], 1).unwrap();
    assert_eq!(batch.reset_unless(77, &stop), Err(BadBatch::Stopped));
    assert_eq!(batch.game(0).seed(), 5, "the games go on");
}

#[test]
fn bad_orders_and_absurd_batches_are_refused() {
    let mut batch = MadMaxBatch::new(&rounds(40), 9, 5, [None; TEAMS], 2).unwrap();
    let (mut store, mut orders) = (batch.store(), vec![8; 9 * 92]);
    batch.write(store.arrays()).unwrap();
    let before = store.clone();
    for bad in [i8::MIN, -2, 9, i8::MAX] {
        orders[7 * 92 + 40] = bad;
        let refused = batch.step(&orders, store.arrays()).unwrap_err();
        let Refused::Order { game, unit, why } = &refused else { panic!("{refused}") };
        assert_eq!((*game, *unit, why.clause), (7, 40, "MAX-3.1"));
        assert_eq!((&store, batch.game(0).state().round()), (&before, 0));
    }
    let refused = batch.step(&orders[1..], store.arrays()).unwrap_err();
    assert_eq!(refused.to_string(), "the array `orders` has 827 entries instead of 828");
    let make = |config: &Config, games, player, threads| {
        MadMaxBatch::new(config, games, 1, [player, None, None, None], threads).err()
    };
    assert_eq!(make(&rounds(9), 0, None, 1), Some(BadBatch::Games(0)));
    assert_eq!(make(&rounds(9), 1, None, 1000), Some(BadBatch::Threads(1000)));
    assert!(matches!(make(&rounds(9), 1 << 20, None, 1), Some(BadBatch::Memory { .. })));
    assert_eq!(make(&rounds(9), 1, Some("Alice"), 1), Some(BadBatch::Player("Alice".to_owned())));
    let huge = Settings { rows: i32::MAX, cols: i32::MAX, ..Settings::default() };
    let huge = Config { settings: huge, source: Source::Generator };
    assert!(matches!(make(&huge, 1, None, 1), Some(BadBatch::Config(_))));
}
