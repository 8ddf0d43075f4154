//! The views of a whole game of Mad Max agree with its rules.

use joust_core::{Course, Game, Seat, Seats};
use joust_madmax::{
    Action, Block, Bout, CompactRecord, Config, Dir, Event, Kind, Origin, Pos, ResultReader, Settings,
    Skirmish, Source, State,
};
use joust_view::View as _;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn config(rounds: i32) -> Config {
    let settings = Settings { nb_rounds: rounds, ..Settings::default() };
    Config { settings, source: Source::Generator }
}

fn told(view: &joust_view::Value) -> Value {
    serde_json::from_str(&view.to_string()).unwrap()
}

/// The view has the units, the map and the scores of the state.
fn agree(view: &Value, state: &State) {
    assert_eq!(view["round"], state.round());
    assert_eq!(view["scores"], json!(state.total_score()));
    assert_eq!(view["cityCounts"], json!(state.num_cities()));
    assert_eq!(view["units"].as_array().unwrap().len(), state.units().len());
    for (told, unit) in view["units"].as_array().unwrap().iter().zip(state.units()) {
        let kind = if unit.kind == Kind::Car { "car" } else { "warrior" };
        let numbers = ["player", "row", "col", "food", "water"].map(|field| told[field].as_i64().unwrap());
        let known = [
            unit.player.into(),
            unit.pos.row.into(),
            unit.pos.col.into(),
            unit.food.into(),
            unit.water.into(),
        ];
        assert_eq!((told["kind"].as_str(), numbers), (Some(kind), known));
    }
    let grid: Vec<_> = view["grid"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    for (row, line) in grid.iter().enumerate() {
        for (col, letter) in line.chars().enumerate() {
            let at = Pos::new(row as i32, col as i32);
            let owner = state.owner_at(at).map(|owner| char::from(b'0' + owner));
            let terrain = char::from(state.map().terrain_at(at).unwrap().letter());
            assert_eq!(letter, owner.unwrap_or(terrain), "{at}");
        }
    }
}

/// Every order that the view allows does what it says or meets another unit; the view has no orders for a
/// seat that has acted or is dead.
#[test]
fn a_game_is_told_as_it_is() {
    let mut course = Course::new(Skirmish::begin(config(12), 30).unwrap());
    let mut actions = 0;
    while course.ending().is_none() {
        let view = told(&joust_view::view(&course, None, None));
        agree(&view, course.state());
        assert_eq!((view["at"].as_u64(), view["over"].clone()), (Some(actions), Value::Null));
        let awaits: Vec<_> = course.awaits().iter().map(Seat::index).collect();
        assert_eq!(view["awaits"], json!(awaits));
        let seat = course.awaits().iter().next().unwrap();
        let mut orders = Vec::new();
        for order in view["orders"].as_array().unwrap() {
            let (id, player) = (order["id"].as_u64().unwrap() as usize, order["player"].as_u64().unwrap());
            assert!(awaits.contains(&(player as usize)) && course.state().can_move(id), "{order}");
            let letters = order["directions"].as_str().unwrap();
            for dir in Dir::EIGHT {
                let open = course.state().step_of(id, dir).is_some();
                assert_eq!(letters.contains(char::from(dir.letter())), open, "{order}");
            }
            if let Some(letter) = letters.chars().nth(actions as usize % 3)
                && player == seat.index() as u64
            {
                orders.push(format!("{id}{letter}"));
            }
        }
        let text = if orders.is_empty() { "-".to_owned() } else { orders.join(",") };
        let action: Action = if actions == 21 { Action::Dead } else { text.parse().unwrap() };
        let events = course.act(seat, &action).unwrap();
        let refused = events.iter().filter(|event| event.to_string().contains("in vain"));
        assert!(refused.clone().all(|event| event.to_string().contains("captured")), "{events:?}");
        actions += 1;
    }
    let view = told(&joust_view::view(&course, None, None));
    agree(&view, course.state());
    assert_eq!((view["awaits"].clone(), view["orders"].clone()), (json!([]), json!([])));
    assert_eq!(view["over"], serde_json::to_value(course.ending()).unwrap());
    let plies = view["plies"].as_array().unwrap();
    assert_eq!(plies.len() as u64, actions);
    for (ply, (seat, action)) in plies.iter().zip(course.actions()) {
        let kind = if *action == Action::Dead { "dead" } else { "orders" };
        let known =
            json!({ "text": action.to_string(), "kind": kind, "seat": seat.index(), "turn": ply["turn"] });
        assert_eq!(*ply, known);
    }
    assert!(plies.iter().any(|ply| ply["kind"] == "dead"));
    // The record of the game gives this view, too, and also earlier ones.
    let record = course.record(&[]);
    assert_eq!(told(&joust_view::of_record(&record, None).unwrap()), view);
    let early = told(&joust_view::of_record(&record, Some(6)).unwrap());
    assert_eq!((early["round"].clone(), early["at"].clone()), (json!(1), json!(6)));
    assert_eq!(Seats::first(4).iter().count(), 4);
}

/// While other seats are awaited, the orders of a round are told only to the seat that gave them.
#[test]
fn orders_are_hidden_until_their_round_is_complete() {
    let seats: Vec<Seat> = Seats::first(4).iter().collect();
    let mut course = Course::new(Skirmish::begin(config(12), 30).unwrap());
    let orders: Action = "4b,5r".parse().unwrap();
    let texts = |course: &Course<Skirmish>, at, reader| -> Vec<Value> {
        let view = told(&joust_view::view(course, at, reader));
        view["plies"].as_array().unwrap().iter().map(|ply| ply["text"].clone()).collect()
    };
    let (known, hidden) = (json!("4b,5r"), Value::Null);
    for done in 0..8 {
        for at in [None, Some(0)] {
            let open = done % 4;
            for reader in std::iter::once(None).chain(seats.iter().copied().map(Some)) {
                let texts = texts(&course, at, reader);
                assert!(texts[..done - open].iter().all(|text| *text == known));
                for (text, seat) in texts[done - open..].iter().zip(&seats) {
                    assert_eq!(text, if reader == Some(*seat) { &known } else { &hidden });
                }
            }
        }
        course.make(seats[done % 4], &orders).unwrap();
    }
    // By its record, too; and a seat that dies after it has given its orders does not end the round.
    course.make(seats[1], &orders).unwrap();
    course.make(seats[1], &Action::Dead).unwrap();
    assert_eq!(texts(&course, None, None)[8..], [hidden.clone(), hidden]);
    let of_record = told(&joust_view::of_record(&course.record(&[]), None).unwrap());
    assert_eq!(of_record["plies"][8], json!({ "turn": 2, "text": null, "kind": "hidden", "seat": 1 }));
}

/// The view of a result has the form of a game's view, without the fields that only players know.
#[test]
fn a_state_of_a_result_is_told_as_the_game_was() {
    let record = CompactRecord::play(config(6), Origin::Game, 7, ["Demo", "Dummy", "Null", "Demo"]).unwrap();
    let (text, mut replay) = (record.result().unwrap(), record.replay().unwrap());
    let mut reader = ResultReader::new(&text).unwrap();
    let header = reader.header().clone();
    while let Some(block) = reader.next_block().unwrap() {
        let Block::State(shot) = block else { continue };
        let view = told(&joust_view::of_result(&header, &shot));
        agree(&view, replay.state());
        assert_eq!(view["names"], json!(["Demo", "Dummy", "Null", "Demo"]));
        let is_over = shot.round == 6;
        assert_eq!((view["over"].is_null(), view["awaits"] == json!([])), (!is_over, is_over));
        replay.step(&mut ());
    }
}

/// Each kind of event has its own fields, and no event tells what was ordered or drawn.
#[test]
fn a_turn_tells_the_events_of_the_last_round() {
    let mut fields: BTreeMap<String, String> = BTreeMap::new();
    for seed in 1..=6 {
        let mut bout = Bout::begin(config(500), seed, ["Dummy", "Demo", "Dummy", "Demo"]).unwrap();
        let first = told(&joust_view::Value::object(bout.game().tell_turn(Seat::FIRST, None)));
        assert_eq!(first["events"], json!([]));
        while bout.step(&mut ()).is_some() {
            let game = bout.game();
            let turn = told(&joust_view::Value::object(game.tell_turn(Seat::SECOND, Some(game))));
            let events = turn["events"].as_array().unwrap();
            assert_eq!(events.len(), game.told().len());
            for (event, known) in events.iter().zip(game.told()) {
                let names: Vec<&str> = event.as_object().unwrap().keys().map(String::as_str).collect();
                let names = names.join(" ");
                let kind = event["kind"].as_str().unwrap().to_owned();
                assert_eq!(*fields.entry(kind).or_insert_with(|| names.clone()), names);
                if let Event::Thunderdome { by, on, water, draw, .. } = known {
                    let winner = if draw < water { by } else { on };
                    assert_eq!(event["winner"], json!(winner));
                }
            }
        }
    }
    // The viewer has the same names, and one for orders that came to nothing.
    let viewer = include_str!("../../../web/src/film/event.ts");
    let list = viewer.split_once("KINDS = [").unwrap().1.split_once(']').unwrap().0;
    let mut kinds: Vec<&str> = list.split('"').skip(1).step_by(2).filter(|kind| *kind != "refused").collect();
    kinds.sort_unstable();
    assert_eq!(fields.keys().collect::<Vec<_>>(), kinds);
    let fields: Vec<(&str, &str)> =
        fields.iter().map(|(kind, names)| (kind.as_str(), names.as_str())).collect();
    assert_eq!(
        fields,
        [
            ("attack", "kind by on food water"),
            ("captured", "kind id before player row col"),
            ("city", "kind city before player"),
            ("collision", "kind by on"),
            ("respawned", "kind id row col"),
            ("runInto", "kind by on"),
            ("runOver", "kind by on"),
            ("starved", "kind id"),
            ("thunderdome", "kind by on winner"),
        ]
    );
}
