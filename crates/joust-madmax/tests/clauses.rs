//! The clauses of `rules/madmax.md`, one by one, on a small map of our own.

use joust_core::{Course, Forfeit, Game, Referee, Seat};
use joust_madmax::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A map of 40×40 cells: a city of nine cells for each team, roads along the left and top borders,
/// and one of everything else.
fn picture() -> Vec<String> {
    let mut rows = vec![vec![b'.'; 40]; 40];
    for (team, (row, col)) in [(10, 10), (10, 20), (20, 10), (20, 20)].into_iter().enumerate() {
        for (i, j) in (0..3).flat_map(|i| (0..3).map(move |j| (i, j))) {
            rows[row + i][col + j] = b'0' + team as u8;
        }
    }
    rows[0][1..].fill(b'R');
    rows[1..].iter_mut().for_each(|row| row[0] = b'R');
    rows[30][30] = b'W';
    rows[30][5] = b'S';
    rows[35][35] = b'X';
    rows.into_iter().map(|row| String::from_utf8(row).unwrap()).collect()
}

fn settings() -> Settings {
    Settings::from_values([4, 100, 4, 2, 1, 40, 100, 6, 40, 40])
}

fn map() -> Arc<Map> {
    let cells: Vec<_> = picture()
        .iter()
        .flat_map(|row| row.bytes().filter_map(Terrain::from_letter).collect::<Vec<_>>())
        .collect();
    let (terrain, owners): (Vec<_>, Vec<_>) = cells.into_iter().map(|(t, o)| (t, o.unwrap_or(0))).unzip();
    Arc::new(Map::new(settings(), terrain, &owners).unwrap())
}

/// A scene: units 0 to 7 are warriors, two for each team, 8 to 11 cars; all stand far apart on
/// desert with full levels, until a test says otherwise.
struct Scene {
    units: Vec<Unit>,
    round: i32,
}

impl Scene {
    fn new(round: i32) -> Scene {
        let unit = |id: usize| {
            let (kind, player) = if id < 8 { (Kind::Warrior, id / 2) } else { (Kind::Car, id - 8) };
            Unit::new(
                kind,
                player as u8,
                Pos::new(25 + (id as i32 / 6) * 8, 2 + (id as i32 % 6) * 6),
                &settings(),
            )
        };
        Scene { units: (0..12).map(unit).collect(), round }
    }

    fn at(mut self, id: usize, row: i32, col: i32) -> Scene {
        self.units[id].pos = Pos::new(row, col);
        self
    }

    fn levels(mut self, id: usize, food: i32, water: i32) -> Scene {
        (self.units[id].food, self.units[id].water) = (food, water);
        self
    }

    fn owner(mut self, id: usize, player: u8) -> Scene {
        self.units[id].player = player;
        self
    }

    fn state(self) -> State {
        State::assemble(map(), self.units, vec![0, 1, 2, 3], self.round).unwrap()
    }

    /// Plays a round in which these units are ordered by their owners; gives the state after it,
    /// the movements that happened, the events and the warnings.
    fn play(self, orders: &[(i32, i32)]) -> (State, Vec<Movement>, Vec<Event>, String) {
        let owner = |id: i32| self.units.get(id as usize).map_or(0, |unit| usize::from(unit.player));
        let mut given: RoundOrders = Default::default();
        for (id, dir) in orders {
            given[owner(*id)].push((*id, *dir));
        }
        play(self.state(), &given, 1)
    }
}

fn play(mut state: State, given: &RoundOrders, seed: i32) -> (State, Vec<Movement>, Vec<Event>, String) {
    let (mut events, mut warnings) = (Vec::new(), String::new());
    let [a, b, c, d] = given;
    let selected = state.select(&[a, b, c, d], &mut warnings, &mut events);
    let happened = state.play_round(&selected, &mut Generator::new(seed), &mut events).unwrap();
    (state, happened, events, warnings)
}

const BOTTOM: i32 = 0;
const RIGHT: i32 = 2;
const TOP: i32 = 4;
const LEFT: i32 = 6;

/// Steps of a king between two places.
fn distance(one: Pos, other: Pos) -> u16 {
    one.row.abs_diff(other.row).max(one.col.abs_diff(other.col))
}

fn captured(events: &[Event]) -> Vec<(u16, u8)> {
    let by = |event: &Event| match event {
        Event::Captured { id, by, .. } => Some((*id, *by)),
        _ => None,
    };
    events.iter().filter_map(by).collect()
}

#[test]
fn max_1_1_units_move_in_eight_directions_and_one_stands_on_a_cell() {
    for (number, dir) in Dir::EIGHT.into_iter().enumerate() {
        let (state, happened, ..) = Scene::new(0).at(0, 15, 15).play(&[(0, number as i32)]);
        assert_eq!(state.units()[0].pos, Pos::new(15, 15).step(dir));
        assert_eq!(happened.len(), 1);
    }
    let scene = Scene::new(0).at(0, 15, 15).at(1, 15, 15);
    assert_eq!(State::assemble(map(), scene.units, vec![0, 1, 2, 3], 0), None);
}

#[test]
fn max_1_2_cars_stay_out_of_cities_and_no_unit_stands_on_water_stations_or_walls() {
    let (state, happened, events, _) =
        Scene::new(0).at(0, 9, 10).at(8, 9, 11).play(&[(0, BOTTOM), (8, BOTTOM)]);
    assert_eq!((state.units()[0].pos, state.units()[8].pos), (Pos::new(10, 10), Pos::new(9, 11)));
    assert_eq!(happened.len(), 1);
    assert!(
        events.iter().any(|event| matches!(event, Event::Refused { id: 8, why: OrderFault::Closed, .. }))
    );
    for (row, col) in [(29, 30), (29, 5), (34, 35)] {
        for id in [0, 8] {
            let (_, happened, ..) = Scene::new(0).at(id, row, col).play(&[(id as i32, BOTTOM)]);
            assert_eq!(happened, []);
        }
    }
}

#[test]
fn max_1_3_cities_are_numbered_row_by_row_and_touch_only_desert() {
    let firsts: Vec<_> =
        map().cities().iter().map(|city| (city.cells[0], city.cells.len(), city.first_owner)).collect();
    let expected = [(10, 10), (10, 20), (20, 10), (20, 20)].map(|(row, col)| Pos::new(row, col));
    assert_eq!(firsts, [0, 1, 2, 3].map(|i| (expected[i], 9, i as u8)));
    for (row, col, letter, faults) in [(9, 10, b'R', 1), (10, 13, b'1', 2), (12, 13, b'W', 1)] {
        let mut rows: Vec<Vec<u8>> = picture().into_iter().map(String::into_bytes).collect();
        rows[row][col] = letter;
        let cells = rows.concat().into_iter().map(|letter| Terrain::from_letter(letter).unwrap());
        let (terrain, owners): (Vec<_>, Vec<_>) = cells.map(|(t, o)| (t, o.unwrap_or(0))).unzip();
        let wrong = Map::new(settings(), terrain, &owners).unwrap_err();
        let borders = wrong.iter().filter(|fault| matches!(fault, MapFault::CityBorder { .. }));
        assert!(borders.count() >= faults.min(1), "{wrong:?}");
    }
}

#[test]
fn max_1_4_generated_maps_have_eight_cities_and_their_stations() {
    for seed in 0..30 {
        let config = Config { settings: Settings::default(), source: Source::Generator };
        let state = config.start(&mut Generator::new(seed)).unwrap();
        assert_eq!(state.num_cities(), [2, 2, 2, 2]);
        let cells = (0..3600).map(|index| state.map().terrain_at(state.map().pos(index)).unwrap());
        let stations = cells.filter(|terrain| *terrain == Terrain::Station).count();
        assert!((6..=8).contains(&stations));
    }
}

#[test]
fn max_1_5_the_letters_of_a_map_mean_what_they_say() {
    let config = Config { settings: settings(), source: Source::Fixed(picture()) };
    let state = config.start(&mut Generator::new(1)).unwrap();
    let at = |row, col| state.map().terrain_at(Pos::new(row, col)).unwrap();
    assert_eq!(
        [at(0, 1), at(30, 30), at(30, 5), at(35, 35), at(5, 5)],
        [Terrain::Road, Terrain::Water, Terrain::Station, Terrain::Wall, Terrain::Desert]
    );
    assert_eq!(state.owner_at(Pos::new(21, 21)), Some(3));
    assert_eq!(Config::read(&config.to_string()), Ok(config));
}

#[test]
fn max_1_6_warriors_start_in_their_cities_and_cars_on_border_roads() {
    let config = Config { settings: Settings::default(), source: Source::Generator };
    for seed in 0..10 {
        let state = config.start(&mut Generator::new(seed)).unwrap();
        for (id, unit) in state.units().iter().enumerate() {
            if id < 80 {
                assert_eq!((unit.kind, state.owner_at(unit.pos)), (Kind::Warrior, Some(unit.player)));
            } else {
                assert_eq!((unit.kind, usize::from(unit.player)), (Kind::Car, (id - 80) / 3));
                assert_eq!(state.map().terrain_at(unit.pos), Some(Terrain::Road));
                assert!([unit.pos.row, unit.pos.col].iter().any(|x| [0, 59].contains(x)));
            }
        }
        let first: Vec<_> =
            (0..8).map(|id| state.map().city_at(state.map().index(state.units()[id].pos))).collect();
        assert_eq!(first, (0..8).map(Some).collect::<Vec<_>>());
    }
}

#[test]
fn max_2_1_settings_out_of_range_are_refused_with_their_places() {
    let good = Config { settings: settings(), source: Source::Fixed(picture()) }.to_string();
    assert!(Config::read(&good).is_ok());
    for (index, value) in [(0, 3), (1, 0), (2, 3), (3, 1), (4, 0), (5, 0), (6, 0), (7, 0), (8, 39), (9, 39)] {
        let mut values = settings().values();
        values[index] = value;
        let lines = Settings::KEYS.iter().zip(values).map(|(key, value)| format!("{key} {value}\n"));
        let text = format!("Mad_Max 1.6\n{}FIXED\n{}", lines.collect::<String>(), picture().join("\n"));
        let faults = Config::read(&text).unwrap_err().0;
        assert!(faults.iter().any(|fault| fault.help.contains(Settings::KEYS[index])), "{faults:?}");
        assert_eq!(faults[0].place.map(|place| place.line), Some(2 + index));
    }
}

#[test]
fn max_2_2_every_warrior_needs_a_city_cell_and_every_car_a_border_road() {
    let start = |values| {
        let settings = Settings::from_values(values);
        Config { settings, source: Source::Fixed(picture()) }.start(&mut Generator::new(1))
    };
    assert!(start([4, 9, 4, 9, 1, 40, 100, 6, 40, 40]).is_ok());
    assert_eq!(start([4, 9, 4, 10, 1, 40, 100, 6, 40, 40]).unwrap_err().0.len(), 4);
    assert!(start([4, 9, 4, 9, 20, 40, 100, 6, 40, 40]).unwrap_err().to_string().contains("border"));
}

/// A game on the small map with this many rounds.
fn skirmish(nb_rounds: i32) -> Skirmish {
    let settings = Settings { nb_rounds, ..settings() };
    Skirmish::begin(Config { settings, source: Source::Fixed(picture()) }, 1).unwrap()
}

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

/// Lets a seat act by a text; gives the clause that forbids it.
fn act(course: &mut Course<Skirmish>, index: usize, text: &str) -> Result<Vec<Event>, &'static str> {
    let action = course.read(text).map_err(|why| why.clause)?;
    course.act(seat(index), &action).map_err(|why| why.clause)
}

#[test]
fn max_3_1_nothing_moves_until_all_have_answered() {
    for order in [[0, 1, 2, 3], [3, 1, 0, 2]] {
        let mut course = Course::new(skirmish(5));
        let mut plain = course.state().clone();
        for (done, index) in order.into_iter().enumerate() {
            assert_eq!(*course.state(), plain);
            assert_eq!(course.awaits().iter().count(), 4 - done);
            let text = if index == 0 { "0r@0.5" } else { "-" };
            let events = act(&mut course, index, text).unwrap();
            assert_eq!(events.is_empty(), done < 3);
            if done < 3 {
                assert_eq!(act(&mut course, index, text), Err("MAX-3.1"), "it has acted");
            }
        }
        let mut random = Generator::new(1);
        skirmish(5).config().start(&mut random).unwrap();
        plain.set_status(0, 0.5);
        let selected = plain.select(&[&[(0, RIGHT)], &[], &[], &[]], &mut String::new(), &mut ());
        plain.play_round(&selected, &mut random, &mut ()).unwrap();
        assert_eq!((course.state(), course.random()), (&plain, random));
        assert_eq!(course.awaits().iter().count(), 4);
    }
    for text in ["", "12", "12q", "zero", "0r@2"] {
        assert_eq!(act(&mut Course::new(skirmish(5)), 0, text), Err("MAX-3.1"), "{text}");
    }
}

#[test]
fn max_3_2_the_first_order_counts_and_more_than_a_thousand_are_refused() {
    let mut course = Course::new(skirmish(5));
    let many = |count: usize| vec!["0r"; count].join(",");
    assert_eq!(act(&mut course, 0, &many(1001)), Err("MAX-3.2"));
    assert!(course.actions().is_empty());
    act(&mut course, 0, &many(1000)).unwrap();
    act(&mut course, 1, "7r,7l,99b,7t").unwrap();
    let texts: Vec<_> = course.actions().iter().map(|(_, action)| action.to_string()).collect();
    assert_eq!(texts, ["0r", "7r,99b"]);
}

/// A player that gives too many orders or fails otherwise is dead, and the game goes on.
#[test]
fn max_3_2_the_dead_give_no_more_orders_and_their_units_stay() {
    let mut table = Referee::new(Course::new(skirmish(6)));
    let fault = |index: usize| joust_core::Fault::from(TooManyOrders).at(seat(index), None);
    assert_eq!(fault(0).to_string(), "gave more than 1000 orders");
    let die = |table: &mut Referee<Skirmish>, index: usize| table.carry_out(table.fault(&fault(index), 0));
    let pass = |table: &mut Referee<Skirmish>, index: usize| {
        let ruling = table.propose(seat(index), &"-".parse().unwrap(), 0).unwrap();
        table.carry_out(ruling);
    };
    let dead = |table: &Referee<Skirmish>| table.course().state().status().map(|status| status < 0.0);
    // Before the first round a death shows at once.
    die(&mut table, 1);
    assert_eq!(dead(&table), [false, true, false, false]);
    assert_eq!(table.course().propose(seat(1), &"-".parse().unwrap()).unwrap_err().clause, "MAX-3.2");
    for index in [3, 0, 2] {
        assert_eq!(table.course().state().round(), 0);
        pass(&mut table, index);
    }
    // Later, when the round is played; the death of the last awaited seat plays it.
    pass(&mut table, 0);
    die(&mut table, 3);
    assert_eq!(dead(&table), [false, true, false, false]);
    die(&mut table, 2);
    assert_eq!((table.course().state().round(), dead(&table)), (2, [false, true, true, true]));
    assert_eq!(table.awaits(), joust_core::Seats::only(Seat::FIRST));
    // When no player is left, the other rounds are played without orders.
    let (before, done) = (table.course().now().clone(), table.course().actions().len());
    die(&mut table, 0);
    assert!(table.ending().is_some());
    let rounds: Vec<_> = Skirmish::rounds(table.course(), done).collect();
    assert_eq!(rounds.iter().map(|game| game.state().round()).collect::<Vec<_>>(), [3, 4, 5, 6]);
    assert_eq!(rounds.last().map(AsRef::as_ref), Some(table.course().now()));
    let units = |game: &Skirmish| game.state().units().len();
    assert_eq!(units(table.course()), units(&before));
}

#[test]
fn max_3_3_cars_with_fuel_on_roads_move_in_every_round() {
    for round in 0..4 {
        let state = Scene::new(round).at(8, 0, 20).at(9, 5, 0).at(10, 15, 30).levels(9, 0, 0).state();
        for id in 0..8 {
            assert_eq!(state.can_move(id), id as i32 / 2 == round);
        }
        assert!(state.can_move(8));
        assert_eq!(state.can_move(9), round == 1);
        assert_eq!(state.can_move(10), round == 2);
    }
}

#[test]
fn max_3_4_useless_orders_are_dropped_with_their_warnings() {
    let given = [vec![(99, 0), (-1, 0), (2, 0), (0, 9), (1, 8)], vec![(2, RIGHT)], vec![], vec![]];
    let (_, happened, events, warnings) = play(Scene::new(0).state(), &given, 1);
    assert_eq!(happened, []);
    let expected = "warning: id out of range :99\nwarning: id out of range :-1\nwarning: not own unit: 2 1 0\n\
                    warning: direction not valid: 9\nwarning: cannot move: 2 1 0\n";
    assert_eq!(warnings, expected);
    let refusals = events.iter().filter(|event| matches!(event, Event::Refused { .. })).count();
    assert_eq!(refusals, 5);
}

#[test]
fn max_4_1_a_warrior_dies_before_the_city_feeds_it() {
    let (state, ..) = Scene::new(0).at(0, 9, 10).levels(0, 1, 40).play(&[(0, BOTTOM)]);
    assert_ne!(state.units()[0].player, 0);
    let (state, ..) = Scene::new(0).at(0, 9, 10).levels(0, 2, 40).play(&[(0, BOTTOM)]);
    assert_eq!((state.units()[0].player, state.units()[0].food), (0, 40));
}

#[test]
fn max_4_2_the_order_of_movements_is_drawn() {
    // Two cars drive at one warrior: the first to move captures it, then they collide.
    let mut heirs = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let scene = Scene::new(0).at(2, 5, 5).at(8, 5, 4).at(9, 5, 6).owner(9, 0);
        let given = [vec![(8, RIGHT), (9, LEFT)], vec![], vec![], vec![]];
        let (_, happened, events, _) = play(scene.state(), &given, seed);
        heirs.insert(happened[0].id);
        assert_eq!(happened.len(), 2);
        assert_eq!(captured(&events)[0], (2, 0));
        assert_eq!(captured(&events).len(), 3);
    }
    assert_eq!(heirs.into_iter().collect::<Vec<_>>(), [8, 9]);
}

#[test]
fn max_4_3_closed_cells_refuse_and_vacant_ones_are_entered() {
    let (state, happened, ..) = Scene::new(0).at(8, 0, 1).play(&[(8, TOP)]);
    assert_eq!((state.units()[8].pos, happened.len()), (Pos::new(0, 1), 0));
    let (state, happened, events, _) = Scene::new(0).at(8, 0, 1).play(&[(8, RIGHT)]);
    assert_eq!((state.units()[8].pos, happened.len()), (Pos::new(0, 2), 1));
    assert!(matches!(events[0], Event::Moved { id: 8, .. }));
}

#[test]
fn max_4_4_colliding_cars_go_to_two_other_teams() {
    for seed in 0..20 {
        let given = [vec![(8, RIGHT)], vec![], vec![], vec![]];
        let (_, _, events, _) = play(Scene::new(0).at(8, 5, 5).at(9, 5, 6).state(), &given, seed);
        let mut heirs: Vec<_> = captured(&events).into_iter().collect();
        assert_eq!(heirs.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [9, 8]);
        heirs.sort_by_key(|(_, by)| *by);
        assert_eq!(heirs.iter().map(|(_, by)| *by).collect::<Vec<_>>(), [2, 3]);
    }
}

#[test]
fn max_4_5_a_car_runs_over_a_warrior_and_takes_its_place() {
    let (state, _, events, _) = Scene::new(0).at(8, 5, 5).at(2, 5, 6).play(&[(8, RIGHT)]);
    assert_eq!(captured(&events), [(2, 0)]);
    assert_eq!((state.units()[8].pos, state.units()[2].player), (Pos::new(5, 6), 0));
    assert!(events.contains(&Event::RanOver { by: 8, on: 2 }));
}

#[test]
fn max_4_6_a_warrior_that_runs_into_a_car_is_lost() {
    let (state, _, events, _) = Scene::new(0).at(0, 5, 5).at(9, 5, 6).play(&[(0, RIGHT)]);
    assert_eq!(captured(&events), [(0, 1)]);
    assert_eq!((state.units()[9].pos, state.units()[9].player), (Pos::new(5, 6), 1));
}

#[test]
fn max_4_7_the_thunderdome_is_decided_by_water() {
    let mut wins = 0;
    for seed in 0..400 {
        let scene = Scene::new(0).at(0, 10, 10).at(2, 10, 11).levels(0, 40, 30).levels(2, 40, 10);
        let (state, _, events, _) = play(scene.state(), &[vec![(0, RIGHT)], vec![], vec![], vec![]], seed);
        let Some(Event::Thunderdome { water, of, draw, .. }) =
            events.iter().find(|event| matches!(event, Event::Thunderdome { .. }))
        else {
            panic!("no thunderdome in {events:?}");
        };
        assert_eq!((*water, *of), (30, 40));
        let expected = if draw < water { (2, 0) } else { (0, 1) };
        assert_eq!(captured(&events), [expected]);
        wins += i32::from(expected.0 == 2);
        assert_eq!(state.units()[if expected.0 == 2 { 0 } else { 2 }].pos.row, 10);
    }
    assert!((260..340).contains(&wins), "{wins} of 400 at three to one");
    // Across the edge of a city it is an ordinary attack.
    let (_, _, events, _) = Scene::new(0).at(0, 9, 10).at(2, 10, 10).play(&[(0, BOTTOM)]);
    assert!(events.contains(&Event::Attacked { by: 0, on: 2, food: 6, water: 6 }));
}

#[test]
fn max_4_8_an_attack_takes_six_and_gives_half() {
    let scene = |food, water| Scene::new(0).at(0, 5, 5).levels(0, 20, 39).at(2, 5, 6).levels(2, food, water);
    let (state, ..) = scene(20, 20).play(&[(0, RIGHT)]);
    let (attacker, victim) = (state.units()[0], state.units()[2]);
    // The attacker has also paid for its turn.
    assert_eq!((attacker.food, attacker.water, victim.food, victim.water), (22, 39, 14, 14));
    assert_eq!((attacker.pos, victim.player), (Pos::new(5, 5), 1));
    let (state, _, events, _) = scene(5, 20).play(&[(0, RIGHT)]);
    assert_eq!((state.units()[0].food, captured(&events)), (20 + 2 - 1, vec![(2, 0)]));
}

#[test]
fn max_4_9_between_friends_another_team_inherits() {
    for seed in 0..20 {
        let given = [vec![(8, RIGHT)], vec![], vec![], vec![]];
        let (_, _, events, _) = play(Scene::new(0).at(8, 5, 5).at(1, 5, 6).state(), &given, seed);
        assert!(matches!(captured(&events)[..], [(1, by)] if by != 0));
        let (_, _, events, _) = play(Scene::new(0).at(8, 5, 5).at(9, 5, 6).owner(9, 0).state(), &given, seed);
        let heirs: Vec<_> = captured(&events).into_iter().map(|(_, by)| by).collect();
        assert!(heirs.len() == 2 && heirs[0] != heirs[1] && !heirs.contains(&0), "{heirs:?}");
    }
}

#[test]
fn max_4_10_a_captured_unit_is_fresh_and_elsewhere() {
    let (state, ..) = Scene::new(0).at(8, 5, 5).at(2, 5, 6).levels(2, 3, 4).play(&[(8, RIGHT)]);
    let unit = state.units()[2];
    assert_eq!((unit.player, unit.food, unit.water), (0, 40, 40));
    assert_eq!(state.unit_at(unit.pos), Some(2));
    assert_eq!(state.unit_at(Pos::new(5, 6)), Some(8));
}

#[test]
fn max_4_11_units_that_can_move_after_the_movements_pay() {
    let (state, ..) = Scene::new(1).at(8, 0, 20).at(9, 15, 30).at(10, 0, 30).play(&[(10, BOTTOM)]);
    let fuel = |id: usize| state.units()[id].food;
    assert_eq!((fuel(8), fuel(9), fuel(10), fuel(11)), (99, 99, 100, 100));
    assert_eq!(state.units()[10].pos, Pos::new(1, 30));
    let levels: Vec<_> = (0..8).map(|id| state.units()[id].food).collect();
    assert_eq!(levels, [40, 40, 39, 39, 40, 40, 40, 40]);
    let (state, ..) = Scene::new(0).levels(8, 0, 0).play(&[]);
    assert_eq!(state.units()[8].food, 0);
}

#[test]
fn max_4_12_starving_warriors_go_to_another_team() {
    for (food, water) in [(1, 30), (30, 1), (1, 1)] {
        let (state, _, events, _) = Scene::new(2).levels(4, food, water).play(&[]);
        assert!(events.contains(&Event::Starved { id: 4, food: food == 1, water: water == 1 }));
        assert_ne!(state.units()[4].player, 2);
    }
}

#[test]
fn max_4_13_captured_units_come_back_at_the_border_away_from_others() {
    for seed in 0..30 {
        let given = [vec![(8, RIGHT)], vec![], vec![], vec![]];
        let (state, _, events, _) =
            play(Scene::new(0).at(8, 5, 5).at(9, 5, 6).at(0, 15, 15).levels(0, 1, 9).state(), &given, seed);
        for (id, terrain) in [(8, Terrain::Road), (9, Terrain::Road), (0, Terrain::Desert)] {
            let at = state.units()[id].pos;
            assert_eq!(state.map().terrain_at(at), Some(terrain));
            assert!([at.row, at.col].iter().any(|x| [0, 39].contains(x)));
            let near = (0..12).filter(|other| *other != id && distance(state.units()[*other].pos, at) <= 4);
            assert_eq!(near.count(), 0);
        }
        let back: Vec<_> = events.iter().filter(|event| matches!(event, Event::Respawned { .. })).collect();
        assert_eq!(back.len(), 3);
    }
}

#[test]
fn max_4_14_a_city_goes_to_the_strict_majority() {
    let city_0 = |state: &State| state.owners()[0];
    let (state, ..) = Scene::new(3).at(2, 10, 10).play(&[]);
    assert_eq!(city_0(&state), 1);
    let (state, ..) = Scene::new(3).at(2, 10, 10).at(0, 11, 11).play(&[]);
    assert_eq!(city_0(&state), 0);
    let (state, ..) = Scene::new(3).at(2, 10, 10).at(4, 11, 11).play(&[]);
    assert_eq!(city_0(&state), 0, "two strangers with one warrior each");
    let (state, _, events, _) =
        Scene::new(3).at(2, 10, 10).at(3, 10, 12).at(4, 11, 11).at(0, 12, 12).play(&[]);
    assert_eq!(city_0(&state), 1);
    assert!(events.contains(&Event::CityTaken { city: 0, from: 0, by: 1 }));
}

#[test]
fn max_4_15_every_city_scores_every_round_and_once_before() {
    let config = Config { settings: Settings::default(), source: Source::Generator };
    let mut random = Generator::new(7);
    let mut state = config.start(&mut random).unwrap();
    for round in 0..20 {
        assert_eq!(state.total_score().iter().sum::<i64>(), 8 * (round + 1));
        state.play_round(&[], &mut random, &mut ()).unwrap();
    }
}

#[test]
fn max_4_16_units_recharge_when_they_could_move() {
    for round in 0..4 {
        let scene = Scene::new(round).at(0, 29, 29).levels(0, 20, 20).at(2, 11, 11).levels(2, 20, 20);
        let (state, ..) = scene.at(10, 29, 5).levels(10, 50, 0).play(&[]);
        let (drinker, eater, car) = (state.units()[0], state.units()[2], state.units()[10]);
        let paid = |team| i32::from(round == team);
        assert_eq!((drinker.food, drinker.water), (20 - paid(0), if round == 0 { 40 } else { 20 }));
        // The city belongs to team 0; food is there for all teams.
        assert_eq!((eater.food, eater.water), (if round == 1 { 40 } else { 20 }, 20 - paid(1)));
        assert_eq!(car.food, if round == 2 { 100 } else { 50 });
    }
}

#[test]
fn max_4_17_the_game_ends_after_its_rounds_and_the_highest_total_wins() {
    let mut course = Course::new(skirmish(2));
    for round in 0..2 {
        assert_eq!((course.ending(), course.turn_number()), (None, round));
        for index in 0..4 {
            act(&mut course, index, "-").unwrap();
        }
    }
    let ending = course.ending().unwrap();
    assert_eq!((ending.why.as_str(), ending.points().as_str()), (why::ROUNDS, "1/2-1/2-1/2-1/2"));
    assert_eq!(ending.outcome.unwrap().scores(), Some(&[3, 3, 3, 3][..]));
    assert_eq!(course.winners(), [0, 1, 2, 3]);
    assert!(course.awaits().is_empty());
    assert_eq!(act(&mut course, 0, "-"), Err("MAX-4.17"));
    let told = "after 2 rounds the top score is 3, of players 0 and 1 and 2 and 3";
    assert_eq!(course.ending_text().as_deref(), Some(told));
    for how in [Forfeit::Resigned, Forfeit::Time] {
        let refused = Course::new(skirmish(2)).forfeit(Seat::FIRST, how).unwrap_err();
        assert_eq!(refused.clause, "MAX-4.17");
    }
    let mut table = Referee::new(Course::new(skirmish(400)));
    let mut players = ["Null", "Null", "Dummy", "Null"].map(|name| player::built_in(name).unwrap());
    joust_match::play(&mut table, &mut players, &|_| None, &mut (), &AtomicBool::new(false)).unwrap();
    let scores = table.course().state().total_score();
    assert!(scores[2] > scores[0].max(scores[1]).max(scores[3]), "{scores:?}");
    assert_eq!(table.ending().unwrap().points(), "0-0-1-0");
    assert_eq!(table.course().winners(), [2]);
}

#[test]
fn max_5_1_numbers_are_drawn_in_two_steps() {
    let mut random = Generator::new(30);
    assert_eq!((random.random(0, 99), random.state()), (31, 673_597_140));
}

#[test]
fn max_5_2_a_permutation_takes_as_many_draws_as_it_is_long() {
    let (mut one, mut other) = (Generator::new(9), Generator::new(9));
    one.permutation(5);
    for i in 0..5 {
        other.random(i, 4);
    }
    assert_eq!(one, other);
}

#[test]
fn max_5_3_players_draw_from_streams_of_their_own() {
    let states: Vec<_> = (0..4).map(|player| Generator::for_player(30, player)).collect();
    assert_eq!(states, [31, 32, 33, 34].map(Generator::new));
}

#[test]
fn max_5_4_heirs_are_drawn_even_when_no_team_inherits() {
    let mut plain = Scene::new(0).at(0, 5, 5).at(2, 5, 6).state();
    let mut random = Generator::new(3);
    let movement = Movement { player: 0, id: 0, dir: Dir::Right };
    plain.play_round(&[movement], &mut random, &mut ()).unwrap();
    let mut expected = Generator::new(3);
    expected.permutation(1);
    expected.permutation(4);
    assert_eq!(random, expected);
}

#[test]
fn max_6_1_configurations_are_read_written_and_refused_with_places() {
    let text = "Mad_Max 1.6 nb_players 4\nnb_rounds 500 nb_cities 8 nb_warriors 20 nb_cars 3\nwarriors_health 40 cars_fuel 100 damage 6 rows 60 cols 60 GENERATOR extra words";
    let config = Config::read(text).unwrap();
    assert_eq!(config, Config { settings: Settings::default(), source: Source::Generator });
    assert_eq!(Config::read(&config.to_string()), Ok(config));
    let fault = |text: &str| Config::read(text).unwrap_err().0.remove(0);
    assert_eq!(
        fault(&text.replace("GENERATOR", "GENERATE")).original.as_deref(),
        Some("Unknow grid generator.")
    );
    assert_eq!(
        fault(&text.replace("extra", "7")).original.as_deref(),
        Some("GENERATOR requires no parameters.")
    );
    assert_eq!(
        fault(&text.replace("rows 60", "rows 61")).original.as_deref(),
        Some("GENERATOR with unexpected sizes.")
    );
    assert_eq!(
        fault(&text.replace("damage 6", "damage six")).to_string(),
        "line 3, column 41: damage: `six` is not a whole number"
    );
    assert_eq!(fault("").place, Some(LineColumn { line: 1, column: 1 }));
    let map = Config { settings: settings(), source: Source::Fixed(picture()) }.to_string();
    assert_eq!(
        fault(&map.replace("RRRR", "RRR")).original.as_deref(),
        Some("The read map has a line with incorrect length.")
    );
    assert_eq!(fault(&map.replace('W', "Q")).original.as_deref(), Some("Q in grid definition."));
}

#[test]
fn max_6_2_results_hold_header_states_and_movements() {
    let state = Scene::new(0).at(8, 0, 1).state();
    let mut out =
        ResultWriter::new(Vec::new(), Origin::SecGame, 5, &settings(), &["A", "B", "C", "D"]).unwrap();
    out.state(&state).unwrap();
    let (_, happened, ..) = Scene::new(0).at(8, 0, 1).play(&[(8, RIGHT)]);
    out.movements(&happened).unwrap();
    let text = String::from_utf8(out.finish().unwrap()).unwrap();
    assert!(text.starts_with("SecGame\n\nSeed 5\n\nMad_Max 1.6\nnb_players      4\nnb_rounds       100\n"));
    assert!(text.contains("\ncols            40\nnames           A B C D\n\n\n.RRRR"));
    assert!(
        text.contains(
            "\n\nround 0\nnum_cities 1 1 1 1\ntotal_score 0 0 0 0\nstatus 0 0 0 0\nw 0 25 2 40 40\n"
        )
    );
    assert!(text.ends_with("c 3 33 32 100 0\n\nmovements\n8 r\n-1\n"));
}

#[test]
fn max_6_3_records_hold_what_the_game_began_with_and_the_words_of_the_seats() {
    let mut course = Course::new(skirmish(3));
    for (index, text) in
        [(2, "0r"), (0, "0r,1l@0.25"), (3, "-"), (1, "99d9"), (1, "dead"), (0, "-"), (3, "-")]
    {
        act(&mut course, index, text).unwrap();
    }
    let record = course.record(&[]);
    let text = record.to_string();
    assert!(text.starts_with("[Game \"madmax\"]\n[Seats \"4\"]\n[Rules \"nb_rounds=3,"), "{text}");
    assert!(
        text.contains(
            "]\n[Seed \"1\"]\n[Score \"2:2:2:2\"]\n\n1. 2:0r 0:0r,1l@0.25 3:- 1:99d9\n5. 1:dead 0:- 3:-\n*\n"
        ),
        "{text}"
    );
    let again: Course<Skirmish> = Course::of_record(&text.parse().unwrap()).unwrap();
    assert_eq!((again.now(), again.actions()), (course.now(), course.actions()));
    let refused = |from: &str, to: &str| {
        Course::<Skirmish>::of_record(&text.replace(from, to).parse().unwrap()).unwrap_err().to_string()
    };
    assert_eq!(
        refused("2:0r", "2:0q"),
        "turn 0, `2:0q`: `0q` is not an order: orders look like 12b,15r, and no orders like - [MAX-3.1]"
    );
    assert!(refused("2:2:2:2", "2:2:2:3").ends_with("[MAX-6.3]"));
    assert!(refused("nb_rounds=3", "nb_rounds=0").starts_with("header Rules: nb_rounds: 0 is too small"));
    assert!(refused("RRRR", "RRR").starts_with("header Map: row 0 of the map has"));
    assert!(refused("Seed", "Sead").contains("Seed"));
    assert!(
        refused("[Map \"", "[Map \"generator\"]\n[Old \"").starts_with("header Map: the generator makes")
    );
}
