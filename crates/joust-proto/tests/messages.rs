//! What the messages say, and what is refused.

use joust_core::{Course, Game, Seat};
use joust_mad::Battle;
use joust_madmax::Skirmish;
use joust_proto::{FromBot, Garbled, Hello, ToBot, Turn};
use joust_wargame::Campaign;
use proptest::prelude::*;
use serde_json::Value as Json;

fn json(message: &ToBot) -> Json {
    let line = message.line();
    assert!(!line.contains('\n'));
    serde_json::from_str(&line).unwrap()
}

#[test]
fn hello_has_everything_but_the_seed_of_the_game() {
    let game = Skirmish::begin(
        joust_madmax::Config {
            settings: joust_madmax::Settings::default(),
            source: joust_madmax::Source::Generator,
        },
        30,
    );
    let hello = json(&ToBot::Hello(Box::new(Hello::of(&game.unwrap(), Seat::SECOND))));
    assert_eq!((&hello["type"], &hello["protocol"], &hello["seat"]), (&"hello".into(), &1.into(), &1.into()));
    assert_eq!(hello["start"]["units"].as_array().unwrap().len(), 92);
    assert_eq!(hello["start"]["seed"], Json::Null);
}

#[test]
fn a_turn_tells_what_the_others_did_since_the_own_last_turn() {
    let mut course = Course::new(Battle::default());
    for action in ["pass", "112<>221", "111<>222"] {
        course.repeat(action).unwrap();
    }
    let turn = json(&ToBot::Turn(Turn::of(course.now(), Seat::SECOND, None, course.actions())));
    assert_eq!(turn["last"], serde_json::json!([{ "seat": 0, "action": "111<>222" }]));
    let first = json(&ToBot::Turn(Turn::of(course.now(), Seat::FIRST, None, &course.actions()[..2])));
    assert_eq!(first["last"], serde_json::json!([{ "seat": 1, "action": "112<>221" }]));
}

#[test]
fn the_moves_of_a_turn_are_the_legal_ones() {
    let game = Campaign::default();
    let turn = json(&ToBot::Turn(Turn::of(&game, Seat::FIRST, None, &[])));
    let moves = turn["state"]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 36);
    for text in moves {
        assert!(game.propose(Seat::FIRST, &game.read(text.as_str().unwrap()).unwrap()).is_ok());
    }
}

/// Bots that apply the changes of every turn know what the whole state says.
#[test]
fn changes_of_mad_max_add_up_to_the_state() {
    let settings = joust_madmax::Settings { nb_rounds: 60, ..joust_madmax::Settings::default() };
    let config = joust_madmax::Config { settings, source: joust_madmax::Source::Generator };
    let mut game = Skirmish::begin(config, 7).unwrap();
    let mut players = [0; 4].map(|_| joust_madmax::player::built_in("Demo").unwrap());
    let hello = json(&ToBot::Hello(Box::new(Hello::of(&game, Seat::FIRST))));
    let mut units = hello["start"]["units"].as_array().unwrap().clone();
    let (mut before, mut sent, mut told) = (game.clone(), 0, 0);
    while game.ending().is_none() {
        let turn = json(&ToBot::Turn(Turn::of(&game, Seat::FIRST, Some(&before), &[])));
        told += check_events(&turn["state"], &before, &game);
        for unit in turn["state"]["units"].as_array().unwrap() {
            units[unit["id"].as_u64().unwrap() as usize] = unit.clone();
            sent += 1;
        }
        let whole: Json = serde_json::from_str(&joust_view::now(&game).to_string()).unwrap();
        assert_eq!(units, *whole["units"].as_array().unwrap());
        assert_eq!(turn["state"]["scores"], whole["scores"]);
        let owners: Vec<_> =
            whole["cities"].as_array().unwrap().iter().map(|city| city["owner"].clone()).collect();
        assert_eq!(turn["state"]["owners"], Json::Array(owners));
        let own = whole["orders"].as_array().unwrap().iter().filter(|order| order["player"] == 0);
        assert_eq!(turn["state"]["orders"], Json::Array(own.cloned().collect()));
        before = game.clone();
        for seat in (0..4).filter_map(Seat::new) {
            let asked = joust_core::Asked::unstopped(&before, seat);
            let action = players[seat.index()].act(&asked).unwrap().action;
            game.make(seat, &action).unwrap();
        }
    }
    assert!(sent < 60 * 92 * 2 / 3, "{sent} units of {}", 60 * 92);
    assert!((1..60 * 10).contains(&told), "{told} events");
}

/// Checks that the events of a turn are what has changed hands since the last one. Gives their number.
fn check_events(state: &Json, before: &Skirmish, game: &Skirmish) -> usize {
    let events = state["events"].as_array().unwrap();
    let of = |kind: &str| events.iter().filter(|event| event["kind"] == kind).collect::<Vec<_>>();
    let number = |event: &Json, name: &str| event[name].as_u64().unwrap() as usize;
    let (old, new) = (before.state(), game.state());
    for event in of("captured") {
        let (unit, was) = (new.units()[number(event, "id")], old.units()[number(event, "id")]);
        assert_eq!(number(event, "before"), usize::from(was.player));
        assert_eq!(number(event, "player"), usize::from(unit.player));
    }
    for event in of("respawned") {
        let at = new.units()[number(event, "id")].pos;
        assert_eq!(
            (event["row"].as_i64(), event["col"].as_i64()),
            (Some(at.row.into()), Some(at.col.into()))
        );
    }
    let ids = |kind| of(kind).into_iter().map(|event| number(event, "id")).collect::<Vec<_>>();
    let (mut captured, back) = (ids("captured"), ids("respawned"));
    captured.sort_unstable();
    assert_eq!(captured, back);
    let stolen =
        old.units().iter().zip(new.units()).enumerate().filter(|(_, (was, is))| was.player != is.player);
    assert_eq!(stolen.map(|(id, _)| id).collect::<Vec<_>>(), back);
    let taken = old.owners().iter().zip(new.owners()).enumerate().filter(|(_, (was, is))| was != is);
    let taken = taken.map(|(city, (was, is))| [city, usize::from(*was), usize::from(*is)]);
    let cities =
        of("city").into_iter().map(|event| ["city", "before", "player"].map(|name| number(event, name)));
    assert_eq!(cities.collect::<Vec<_>>(), taken.collect::<Vec<_>>());
    events.len()
}

#[test]
fn unknown_fields_are_ignored_and_garbage_is_refused() {
    let read = |text: &str| FromBot::read(text.as_bytes());
    assert!(read(r#"{"type":"hello","protocol":1,"colour":"red","wants":["view","tea"]}"#).is_ok());
    assert!(matches!(read(r#"{"type":"hello","protocol":2}"#), Err(Garbled::Version(2))));
    for text in [
        "",
        "pass",
        "{}",
        "[]",
        r#"{"type":"dance"}"#,
        r#"{"type":"action"}"#,
        r#"{"type":"action","action":7}"#,
        r#"{"type":"action","action":"pass"} x"#,
        r#"{"type":"hello"}"#,
        "\u{0}",
    ] {
        assert!(matches!(read(text), Err(Garbled::Form(_))), "{text}");
    }
}

proptest! {
    #[test]
    fn no_line_makes_the_reader_panic(line in ".{0,200}") {
        let _ = FromBot::read(line.as_bytes());
    }

    #[test]
    fn what_a_bot_says_is_read_back(action in ".{0,40}", nodes: Option<u64>) {
        let said = FromBot::Action(joust_proto::Action { action, nodes, value: Some(0.5) });
        prop_assert_eq!(FromBot::read(said.line().as_bytes()).unwrap(), said);
    }
}
