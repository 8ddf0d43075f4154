//! Laws that hold in every game, whatever is ordered and wherever it is played.
//!
//! `JOUST_LONG=1` plays ten thousand games instead of a sample.

use joust_madmax::{
    BadConfig, Config, Event, Generator, Kind, NoPlace, Pos, RoundOrders, Settings, Source, State, TEAMS,
    Terrain,
};
use std::collections::BTreeSet;

/// Games in all, and in a sample.
const GAMES: i32 = 10_000;
const SAMPLE: i32 = 2_000;

/// A map of random size and shape. Cities are rectangles in the cells of a coarse grid; what is
/// around them is desert, and what is left is anything. A crowded map has hardly any desert and
/// hardly any road, so that captured units have nowhere to go.
fn fixed_map(chance: &mut Generator) -> Config {
    let (rows, cols) = (chance.random(40, 72), chance.random(40, 72));
    let is_crowded = chance.random(0, 2) == 0;
    let ground = if is_crowded { b'X' } else { b'.' };
    let mut grid = vec![vec![ground; cols as usize]; rows as usize];
    let per_team = chance.random(1, 2);
    let mut room = [0; TEAMS];
    // Slots of ten by ten, far enough from each other and from the border.
    let slots: Vec<(i32, i32)> = (0..(rows - 4) / 10)
        .flat_map(|i| (0..(cols - 4) / 10).map(move |j| (2 + 10 * i, 2 + 10 * j)))
        .collect();
    let order = chance.permutation(slots.len() as i32);
    for city in 0..TEAMS as i32 * per_team {
        let (top, left) = slots[order[city as usize]];
        let least = if is_crowded { 5 } else { 2 };
        let (high, wide) = (chance.random(least, 6), chance.random(least, 6));
        let team = (city % TEAMS as i32) as usize;
        room[team] += high * wide;
        for row in top - 1..=top + high {
            for col in left - 1..=left + wide {
                let inside = (top..top + high).contains(&row) && (left..left + wide).contains(&col);
                grid[row as usize][col as usize] = if inside { b'0' + team as u8 } else { b'.' };
            }
        }
    }
    let nb_cars = chance.random(1, 3);
    let borders = if is_crowded { 4 * nb_cars } else { 4 * nb_cars + chance.random(0, 60) };
    lay_roads(&mut grid, borders, chance);
    for _ in 0..if is_crowded { 0 } else { chance.random(0, 300) } {
        let (row, col) = (chance.random(1, rows - 2) as usize, chance.random(1, cols - 2) as usize);
        let beside = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)];
        if grid[row][col] == b'.' && beside.iter().all(|(row, col)| !grid[*row][*col].is_ascii_digit()) {
            grid[row][col] = b"RRWSX"[chance.random(0, 4) as usize];
        }
    }
    let least = room.into_iter().min().unwrap_or(0);
    let settings = Settings {
        nb_cities: TEAMS as i32 * per_team,
        nb_warriors: if is_crowded { least } else { chance.random(2, least) },
        nb_cars,
        rows,
        cols,
        ..small_settings(chance)
    };
    let lines = grid.into_iter().map(|line| String::from_utf8(line).unwrap()).collect();
    Config { settings, source: Source::Fixed(lines) }
}

/// Turns that many cells of the border into road; never a corner, which would be two.
fn lay_roads(grid: &mut [Vec<u8>], count: i32, chance: &mut Generator) {
    let (rows, cols) = (grid.len(), grid[0].len());
    let sides = (1..rows - 1).flat_map(|row| [(row, 0), (row, cols - 1)]);
    let ends = (1..cols - 1).flat_map(|col| [(0, col), (rows - 1, col)]);
    let border: Vec<(usize, usize)> = sides.chain(ends).collect();
    for which in chance.permutation(border.len() as i32).into_iter().take(count as usize) {
        grid[border[which].0][border[which].1] = b'R';
    }
}

/// Numbers that bring every rule into play within a few rounds.
fn small_settings(chance: &mut Generator) -> Settings {
    Settings {
        nb_rounds: chance.random(5, 40),
        warriors_health: chance.random(1, 12),
        cars_fuel: chance.random(1, 20),
        damage: chance.random(1, 10),
        ..Settings::default()
    }
}

fn config(chance: &mut Generator) -> Config {
    if chance.random(0, 9) == 0 {
        let settings = Settings { nb_warriors: chance.random(2, 20), ..small_settings(chance) };
        return Config { settings, source: Source::Generator };
    }
    fixed_map(chance)
}

/// Orders of all kinds: most are sound; some have a unit that does not exist, a foreign unit or a direction
/// that does not exist.
fn orders(state: &State, chance: &mut Generator) -> RoundOrders {
    let units = state.units().len() as i32;
    [0, 1, 2, 3].map(|player| {
        let mut orders = Vec::new();
        for (id, unit) in state.units().iter().enumerate() {
            if unit.player == player && chance.random(0, 3) > 0 {
                orders.push((id as i32, chance.random(0, 8)));
            }
        }
        for _ in 0..chance.random(0, 4) {
            orders.push((chance.random(-2, units + 1), chance.random(-1, 10)));
        }
        let mut seen = BTreeSet::new();
        orders.retain(|(id, _)| seen.insert(*id));
        orders
    })
}

fn play(
    state: &mut State,
    random: &mut Generator,
    orders: &RoundOrders,
    events: &mut Vec<Event>,
) -> Result<(), NoPlace> {
    let orders = orders.each_ref().map(Vec::as_slice);
    let selected = state.select(&orders, &mut String::new(), events);
    state.play_round(&selected, random, events).map(|_| ())
}

/// Everything that must be true of a state.
fn assert_sound(state: &State, what: &str) {
    let (map, settings) = (state.map(), state.map().settings());
    assert_eq!(state.units().len(), settings.nb_units(), "{what}");
    let cars = state.units().iter().filter(|unit| unit.kind == Kind::Car).count();
    assert_eq!(cars, TEAMS * settings.nb_cars as usize, "{what}: cars");
    for (id, unit) in state.units().iter().enumerate() {
        let what = format!("{what}: unit {id} {unit:?}");
        assert!(usize::from(unit.player) < TEAMS, "{what}");
        assert_eq!(state.unit_at(unit.pos), Some(id), "{what}");
        let terrain = map.terrain_at(unit.pos);
        match unit.kind {
            Kind::Warrior => {
                assert!(matches!(terrain, Some(Terrain::Desert | Terrain::Road | Terrain::City)), "{what}");
                assert!((1..=settings.warriors_health).contains(&unit.food), "{what}");
                assert!((1..=settings.warriors_health).contains(&unit.water), "{what}");
            }
            Kind::Car => {
                assert!(matches!(terrain, Some(Terrain::Desert | Terrain::Road)), "{what}");
                assert!((0..=settings.cars_fuel).contains(&unit.food) && unit.water == 0, "{what}");
            }
        }
    }
    let cells = (0..settings.rows).flat_map(|row| (0..settings.cols).map(move |col| Pos::new(row, col)));
    let occupied = cells.filter(|at| state.unit_at(*at).is_some()).count();
    assert_eq!(occupied, settings.nb_units(), "{what}: one unit on a cell");
    let total: i64 = state.total_score().iter().sum();
    assert_eq!(total, i64::from(settings.nb_cities) * (i64::from(state.round()) + 1), "{what}: scores");
    assert_eq!(state.num_cities().iter().sum::<i32>(), settings.nb_cities, "{what}: cities");
}

/// What was met on the way, to know that the games were worth playing.
#[derive(Debug, Default)]
struct Met {
    games: u32,
    refused: u32,
    rounds: u32,
    captures: u32,
    inland: u32,
    no_place: u32,
}

fn play_game(number: i32, met: &mut Met) {
    let mut chance = Generator::new(number);
    let config = config(&mut chance);
    let mut random = Generator::new(number + 7);
    let start: Result<State, BadConfig> = config.start(&mut random);
    let Ok(mut state) = start else {
        met.refused += 1;
        return;
    };
    met.games += 1;
    let (first, first_random) = (state.clone(), random);
    assert_sound(&state, &format!("game {number}, start"));
    let mut taken_down = Vec::new();
    while !state.is_over() {
        let what = format!("game {number}, round {}", state.round());
        let orders = orders(&state, &mut chance);
        let before = (state.clone(), random);
        let mut trial = state.clone();
        let trial_ended = play(&mut trial, &mut random.clone(), &orders, &mut Vec::new());
        assert_eq!((&state, random), (&before.0, before.1), "{what}: a trial changes nothing");
        let mut events = Vec::new();
        let ended = play(&mut state, &mut random, &orders, &mut events);
        assert_eq!(ended, trial_ended, "{what}");
        if let Err(why) = ended {
            assert_eq!(why.round, before.0.round(), "{what}");
            met.no_place += 1;
            return;
        }
        assert_eq!(state, trial, "{what}: a trial comes out the same");
        assert_sound(&state, &what);
        met.rounds += 1;
        for event in &events {
            match event {
                Event::Captured { .. } => met.captures += 1,
                Event::Respawned { at, .. } => {
                    let edge = |x: i16, size: i32| x == 0 || i32::from(x) == size - 1;
                    let settings = state.map().settings();
                    met.inland += u32::from(!edge(at.row, settings.rows) && !edge(at.col, settings.cols));
                }
                _ => {}
            }
        }
        taken_down.push(orders);
    }
    let (mut replayed, mut random_again) = (first, first_random);
    for orders in &taken_down {
        play(&mut replayed, &mut random_again, orders, &mut Vec::new()).unwrap();
    }
    assert_eq!((&replayed, random_again), (&state, random), "game {number}: a replay is the game");
}

fn play_games(numbers: std::ops::Range<i32>) {
    let mut met = Met::default();
    for number in numbers {
        play_game(number, &mut met);
    }
    println!("{met:?}");
    assert!(met.refused * 20 < met.games, "hardly any configuration is refused: {met:?}");
    assert!(met.inland > met.games && met.no_place > 10, "the fall-backs are reached: {met:?}");
}

#[test]
fn random_games_obey_the_laws() {
    let games = if std::env::var_os("JOUST_LONG").is_some() { GAMES } else { SAMPLE };
    play_games(0..games);
}
