//! The library knows the rules: its moves and positions are those of the referee.

mod transcripts;

use joust::{Json, Kind, MadBoard, MadMaxState, MadPosition, Random, WarBoard, WarPosition, DIRECTIONS, FAR};
use std::rc::Rc;
use transcripts::{messages, read};

/// The start of a recorded game.
fn start(game: &str) -> Json {
    read(&messages(game)[0])["start"].clone()
}

/// The turns of a recorded game.
fn turns(game: &str) -> Vec<Json> {
    let told = messages(game).into_iter().map(|line| read(&line));
    told.filter(|message| message["type"].text() == "turn").collect()
}

/// Checks the moves and positions of a duel by the functions of its position.
fn check_duel<P>(
    game: &str,
    position: impl Fn(&str) -> P,
    text: impl Fn(&P) -> String,
    moves: impl Fn(&P) -> Vec<String>,
    play: impl Fn(&P, &str) -> P,
) {
    let turns = turns(game);
    assert!(turns.len() > 5);
    for pair in turns.windows(2) {
        let (state, next) = (&pair[0]["state"], &pair[1]);
        let here = position(state["position"].text());
        assert_eq!(text(&here), state["position"].text());
        assert_eq!(moves(&here), state["moves"].texts());
        // One of the moves, and what the opponent answered, leads to the next turn.
        let reply = next["last"][0]["action"].text();
        let played = moves(&here).into_iter().map(|mv| play(&here, &mv));
        let mut after = played.filter(|then| moves(then).iter().any(|mv| mv == reply));
        assert!(after.any(|then| text(&play(&then, reply)) == next["state"]["position"].text()));
    }
}

#[test]
fn moves_and_positions_of_mad_are_those_of_the_referee() {
    let board = Rc::new(MadBoard::new(&start("mad")));
    let position = |text: &str| MadPosition::read(&board, text);
    check_duel("mad", position, MadPosition::text, MadPosition::moves, MadPosition::play);
}

#[test]
fn moves_and_positions_of_the_war_game_are_those_of_the_referee() {
    let board = Rc::new(WarBoard::new(&start("wargame")));
    let position = |text: &str| WarPosition::read(&board, text);
    check_duel("wargame", position, WarPosition::text, WarPosition::moves, WarPosition::play);
}

#[test]
fn a_corvette_in_exile_ends_the_game() {
    let board = Rc::new(MadBoard::new(&start("mad")));
    let position = MadPosition::read(&board, "b111,,,/,r211,,/,,,/,,,/,,,/,,,r111 r 9 3 -");
    assert!(position.moves().contains(&"211-b5xa6".to_owned()));
    let after = position.play("211-b5xa6");
    assert_eq!((after.winner(), after.moves(), after.counter), (Some(0), vec![], 0));
    assert_eq!((after.expeller, position.find("b222")), (Some(0), None));
}

#[test]
fn the_limit_ends_the_game_by_the_tie_break() {
    let board = Rc::new(MadBoard::new(&start("mad")));
    let position = MadPosition::read(&board, "b111,,,/,,,/,,,/,,,/,,,/,,,r111 r 99 39 r");
    assert_eq!(position.winner(), None);
    assert_eq!(position.play("111-d1-c1").winner(), Some(0));
}

#[test]
fn a_blitz_conquers_and_a_drop_does_not() {
    let start = read(r#"{"columns":2,"rows":2,"values":[1,0,2,4],"rules":"optional-blitz"}"#);
    let position = WarPosition::read(&Rc::new(WarBoard::new(&start)), "b./.g b");
    assert_eq!(position.moves(), ["blitz-B1", "drop-B1", "blitz-A2", "drop-A2"]);
    assert_eq!(position.play("blitz-A2").text(), "b./bb g");
    assert_eq!(position.play("drop-A2").text(), "b./bg g");
    assert_eq!((position.score(0), position.score(1), position.over()), (1, 4, false));
}

#[test]
fn the_state_of_mad_max_follows_the_changes() {
    let hello = read(&messages("madmax")[0]);
    let mut state = MadMaxState::new(&hello["start"], hello["seat"].size());
    for turn in turns("madmax") {
        state.update(&turn["state"]);
        assert_eq!((state.round, state.units.len()), (turn["turn"].size(), 92));
        for unit in &state.units {
            assert_eq!(state.unit(unit.cell), Some(unit));
        }
        for order in &state.orders {
            let unit = &state.units[order.id];
            assert_eq!(unit.player, state.seat);
            assert!(order.directions.chars().all(|letter| state.step(unit.cell, letter).is_some()));
        }
    }
    let count = |player: usize| state.owners.iter().filter(|owner| **owner == player).count();
    assert_eq!((0..4).map(count).collect::<Vec<_>>(), state.counts);
}

#[test]
fn events_say_what_happened_in_the_last_round() {
    let hello = read(&messages("madmax")[0]);
    let mut state = MadMaxState::new(&hello["start"], hello["seat"].size());
    assert!(state.events.is_empty());
    let mut kinds = Vec::new();
    for turn in turns("madmax") {
        state.update(&turn["state"]);
        kinds.extend(state.events.iter().map(|event| event.kind.clone()));
    }
    assert!(kinds.contains(&"attack".to_owned()));
    state.update(&read(
        r#"{"events":[{"kind":"attack","by":3,"on":7,"food":6,"water":5},
        {"kind":"thunderdome","by":3,"on":7,"winner":7},
        {"kind":"captured","id":7,"before":1,"player":0,"row":2,"col":5},
        {"kind":"city","city":4,"before":2,"player":3}]}"#,
    ));
    let [attack, fight, captured, city] = &state.events[..] else { panic!("four events") };
    assert_eq!([attack.by, attack.on, attack.food, attack.water], [3, 7, 6, 5].map(Some));
    assert_eq!([attack.id, attack.player, attack.cell], [None; 3]);
    assert_eq!((fight.kind.as_str(), fight.winner), ("thunderdome", Some(7)));
    assert_eq!([captured.id, captured.before, captured.player], [7, 1, 0].map(Some));
    assert_eq!((captured.row, captured.col, captured.cell), (Some(2), Some(5), state.cell(2, 5)));
    assert_eq!([city.city, city.before, city.player], [4, 2, 3].map(Some));
}

#[test]
fn distances_grow_by_one_step() {
    let state = MadMaxState::new(&start("madmax"), 0);
    let steps = state.distances(Kind::Car, &state.beside('S'));
    assert!(steps.contains(&0));
    for (cell, distance) in steps.iter().enumerate() {
        let near = DIRECTIONS.chars().filter_map(|letter| state.step(cell, letter));
        if (1..FAR).contains(distance) {
            assert_eq!(near.map(|other| steps[other]).min(), Some(distance - 1));
        }
        if "CWSX".contains(state.ground[cell]) {
            assert_eq!(*distance, FAR);
        }
    }
    for (number, cells) in state.cities.iter().enumerate() {
        assert!(cells.iter().all(|cell| state.city(*cell) == Some(number)));
    }
}

#[test]
fn the_stream_of_a_seed_is_that_of_all_kits() {
    let mut random = Random::new((1 << 52) + 7);
    assert_eq!([random.next(), random.next(), random.next()], [2611935418, 343145041, 1195450290]);
    assert_eq!([(); 10].map(|()| random.below(6)), [1, 3, 1, 3, 1, 3, 3, 1, 5, 4]);
    let mut items = ["a", "b", "c", "d", "e", "f"];
    random.shuffle(&mut items);
    assert_eq!((items.concat().as_str(), *random.pick(&items)), ("bcadef", "c"));
}

#[test]
fn json_is_read_and_written() {
    let value = read(r#" {"a" : [1, -2.5e3, true, null, "\u00e9\ud83d\ude00\n"], "b":{}} "#);
    assert_eq!((value["a"][0].integer(), value["a"][1].number()), (1, -2500.0));
    assert_eq!((&value["a"][2], value["a"][4].text()), (&Json::Bool(true), "é😀\n"));
    assert!(value["a"][3].is_null() && value["c"]["d"].is_null() && value["b"] == Json::Object(vec![]));
    assert_eq!(Json::quoted("a\"\\\u{1}é"), r#""a\"\\\u0001é""#);
    assert_eq!([-0.25, 3.0, 0.1].map(Json::written), ["-0.25", "3", "0.1"]);
    assert!(
        Json::read("{\"a\":1} x").is_err() && Json::read("[1,").is_err() && Json::read("\"\\q\"").is_err()
    );
}
