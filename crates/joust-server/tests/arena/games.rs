//! Games from the first move to the last.

use crate::client::{Arena, Line, Visitor, first_move, number, session};
use joust_core::{Ending, Outcome, Record, Seat, Seed, Why};
use joust_games::game;
use serde_json::{Value, json};

const COMPUTER: &str = "game=mad&opponent=computer&level=1&seat=0&name=Ada";
const SCREEN: &str = "game=mad&opponent=screen&name=Ada";
const FRIEND: &str = "game=mad&opponent=friend&seat=0&name=Ada";

/// Two friends at a game of MAD, both connected, with the state that both see.
async fn friends(arena: &Arena, form: &str) -> (Visitor, Visitor, Line, Line, Value, String) {
    let (mut ada, mut bea) = (arena.visitor().await, arena.visitor().await);
    let id = ada.make(form).await;
    let (mut one, _) = ada.live(&id).await;
    bea.post("/name", "name=Bea").await;
    let (mut two, state) = bea.live(&id).await;
    assert_eq!((&state["you"], &state["invited"]), (&json!([]), &json!(true)));
    two.say(json!({ "t": "join" })).await;
    let state = two.hear("game").await;
    assert_eq!((&state["you"], &state["invited"]), (&json!([1]), &json!(false)));
    assert_eq!(one.hear("game").await["seats"][1]["name"], "Bea");
    (ada, bea, one, two, state, id)
}

/// The record from the server replays by the rules, and ends with this result.
async fn record(visitor: &mut Visitor, id: &str, result: &str) -> Record {
    let answer = visitor.get(&format!("/game/{id}/record")).await;
    assert_eq!(answer.status, 200);
    let record: Record = answer.body.parse().unwrap();
    let rules = game(record.header("Game").unwrap()).unwrap();
    assert!(rules.replay(&record).is_ok(), "{record}");
    assert_eq!(record.result, result, "{record}");
    record
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_against_the_computer() {
    let arena = Arena::open().await;
    for form in [COMPUTER, "game=wargame&board=small&opponent=computer&level=2&seat=1&name=Ada"] {
        let mut ada = arena.visitor().await;
        let id = ada.make(form).await;
        let (mut line, state) = ada.live(&id).await;
        let own = number(&state["you"][0]) as usize;
        let mut session = session(&state);
        let mut version = number(&state["version"]);
        let mut rng = Seed(7).rng();
        let ending = loop {
            if session.to_act().map(Seat::index) == Some(own) {
                let mv = session.position().random_move(&mut rng).unwrap();
                line.act(version, &mv).await;
            }
            let acted = line.hear("acted").await;
            assert_eq!(number(&acted["version"]), version + 1);
            version += 1;
            assert_eq!(number(&acted["seat"]) as usize, session.to_act().unwrap().index());
            session.act(acted["action"].as_str().unwrap()).unwrap();
            if !acted["ending"].is_null() {
                break acted["ending"].clone();
            }
        };
        assert_eq!(ending["points"], session.outcome().unwrap().to_string());
        record(&mut ada, &id, ending["points"].as_str().unwrap()).await;
        let (_, state) = ada.live(&id).await;
        assert_eq!(state["ending"], ending);
        line.act(version, "pass").await;
        assert_eq!(line.refused().await, "over");
        // The game that follows has the seats exchanged.
        line.say(json!({ "t": "rematch" })).await;
        let next = line.hear("rematch").await["id"].as_str().unwrap().to_owned();
        line.say(json!({ "t": "rematch" })).await;
        assert_eq!(line.hear("rematch").await["id"], next.as_str());
        let (_, state) = ada.live(&next).await;
        assert_eq!(state["you"], json!([own ^ 1]));
        assert_eq!(ada.live(&id).await.1["rematch"], next.as_str());
    }
}

/// The state with this offer of a rematch.
async fn hear_offer(line: &mut Line, offer: Value) -> Value {
    loop {
        let state = line.hear("game").await;
        if state["rematch_offer"] == offer {
            return state;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_between_friends_is_offered_and_accepted() {
    let arena = Arena::open().await;
    let (ada, bea, mut one, mut two, _, id) = friends(&arena, FRIEND).await;
    one.say(json!({ "t": "resign" })).await;
    let rematch = json!({ "t": "rematch" });
    one.say(rematch.clone()).await;
    // The rematch is only offered: it needs the other player's consent.
    let state = hear_offer(&mut two, json!({ "by": 0, "declined": false })).await;
    assert!(state["rematch"].is_null());
    one.say(rematch.clone()).await;
    one.settle().await;
    assert!(ada.live(&id).await.1["rematch"].is_null());
    two.say(json!({ "t": "decline-rematch" })).await;
    hear_offer(&mut one, json!({ "by": 0, "declined": true })).await;
    one.say(rematch.clone()).await;
    assert_eq!(one.refused().await, "illegal");
    // The other way round, and accepted.
    two.say(rematch.clone()).await;
    hear_offer(&mut one, json!({ "by": 1, "declined": false })).await;
    one.say(rematch).await;
    let next = one.hear("rematch").await["id"].as_str().unwrap().to_owned();
    assert_eq!(two.hear("rematch").await["id"], next.as_str());
    assert_eq!(ada.live(&next).await.1["you"], json!([1]));
    assert_eq!(bea.live(&next).await.1["you"], json!([0]));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_analysis_is_told_what_its_visitor_plays_against_people_now() {
    let arena = Arena::open().await;
    let (mut ada, mut bea, mut one, mut two, state, _) = friends(&arena, FRIEND).await;
    let mut eve = arena.visitor().await;
    eve.make(SCREEN).await;
    // Nobody has moved: the position is that of every new game.
    assert_eq!(ada.get("/analyse/running").await.body, "[]");
    one.act(number(&state["version"]), "pass").await;
    one.hear("acted").await;
    for player in [&mut ada, &mut bea] {
        let told: Value = serde_json::from_str(&player.get("/analyse/running").await.body).unwrap();
        assert_eq!((&told[0]["game"], &told[0]["board"]), (&json!("mad"), &json!("6x4")));
        assert!(told[0]["position"].as_str().unwrap().ends_with(" b 2 1 -"), "{told}");
    }
    assert_eq!(eve.get("/analyse/running").await.body, "[]");
    two.say(json!({ "t": "resign" })).await;
    two.settle().await;
    assert_eq!(ada.get("/analyse/running").await.body, "[]");
}

#[tokio::test(flavor = "multi_thread")]
async fn friends_play_and_others_watch() {
    let arena = Arena::open().await;
    let (mut ada, bea, mut one, mut two, state, id) = friends(&arena, FRIEND).await;
    let (mut eve, seen) = arena.visitor().await.live(&id).await;
    assert_eq!((&seen["you"], &seen["watching"], &seen["invited"]), (&json!([]), &json!(1), &json!(false)));
    assert_eq!(one.hear("seats").await["watching"], 1);
    let version = number(&state["version"]);
    // Out of turn, and by a visitor who does not play.
    two.act(version, "pass").await;
    assert_eq!(two.refused().await, "turn");
    for message in [
        json!({"t":"act","version":version,"action":"pass"}),
        json!({"t":"resign"}),
        json!({"t":"give-up"}),
        json!({"t":"join"}),
        json!({"t":"undo","version":version}),
        json!({"t":"hint","version":version}),
        json!({"t":"rematch"}),
    ] {
        eve.say(message.clone()).await;
        assert_eq!(eve.refused().await, "seat", "{message}");
    }
    one.act(version, "211-c2-c9").await;
    assert_eq!(one.refused().await, "illegal");
    one.act(version, "pass").await;
    for line in [&mut one, &mut two, &mut eve] {
        let acted = line.hear("acted").await;
        assert_eq!((&acted["action"], &acted["seat"]), (&json!("pass"), &json!(0)));
    }
    // The action, sent again, is answered as if it had just been made; another action is stale.
    one.act(version, "pass").await;
    assert_eq!(number(&one.hear("acted").await["version"]), version + 1);
    one.act(version, "112<>221").await;
    assert_eq!(one.refused().await, "stale");
    assert_eq!(number(&one.hear("game").await["version"]), version + 1);
    // Undo and hints are for other opponents.
    one.say(json!({ "t": "undo", "version": version + 1 })).await;
    assert_eq!(one.refused().await, "seat");
    two.say(json!({ "t": "hint", "version": version + 1 })).await;
    assert_eq!(two.refused().await, "seat");
    // A second tab sees the same state, and the other side sees a lost connection.
    let (tab, _) = bea.live(&id).await;
    drop(two);
    one.settle().await;
    drop(tab);
    loop {
        if one.hear("seats").await["seats"][1]["here"] == false {
            break;
        }
    }
    // Bea resigns out of turn; she comes back for it.
    let (mut two, _) = bea.live(&id).await;
    two.act(version + 1, "pass").await;
    two.hear("acted").await;
    two.say(json!({ "t": "give-up" })).await;
    assert_eq!(two.refused().await, "illegal");
    two.say(json!({ "t": "resign" })).await;
    for line in [&mut one, &mut two, &mut eve] {
        let state = line.hear("game").await;
        assert_eq!(state["ending"], json!(Ending::lost(Why::RESIGNED, Seat::SECOND)));
    }
    one.act(version + 2, "pass").await;
    assert_eq!(one.refused().await, "over");
    record(&mut ada, &id, "1-0").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_taken_back_and_hinted_at() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make(COMPUTER).await;
    let (mut line, state) = ada.live(&id).await;
    let version = number(&state["version"]);
    line.say(json!({ "t": "undo", "version": version })).await;
    assert_eq!(line.refused().await, "illegal");
    line.say(json!({ "t": "hint", "version": version })).await;
    let hint = line.hear("hint").await;
    assert_eq!(number(&hint["version"]), version);
    assert!(hint["value"].as_f64().is_some_and(|value| (-1.0..=1.0).contains(&value)), "{hint}");
    line.act(version, hint["move"].as_str().unwrap()).await;
    line.hear("acted").await;
    let version = number(&line.hear("acted").await["version"]);
    line.say(json!({ "t": "undo", "version": version - 1 })).await;
    assert_eq!(line.refused().await, "stale");
    line.say(json!({ "t": "undo", "version": version })).await;
    let state = loop {
        let state = line.hear("game").await;
        if number(&state["version"]) > version {
            break state;
        }
    };
    assert_eq!(state["course"], json!([]));
    // A browser that sends its last move again does not repeat a move that was taken back.
    line.act(version - 2, hint["move"].as_str().unwrap()).await;
    assert_eq!(line.refused().await, "stale");
    // At one screen the last move of either side is taken back.
    let id = ada.make(SCREEN).await;
    let (mut line, state) = ada.live(&id).await;
    let version = number(&state["version"]);
    line.act(version, "pass").await;
    line.act(version + 1, "112<>221").await;
    line.say(json!({ "t": "undo", "version": version + 2 })).await;
    assert_eq!(line.hear("game").await["course"], json!(["pass"]));
    line.say(json!({ "t": "resign" })).await;
    assert_eq!(line.hear("game").await["ending"]["loser"], 1);
    record(&mut ada, &id, "1-0").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_can_be_offered() {
    let arena = Arena::open().await;
    let (mut ada, _bea, mut one, mut two, state, id) = friends(&arena, FRIEND).await;
    let version = number(&state["version"]);
    one.act(version, "offer").await;
    two.hear("acted").await;
    one.act(version + 1, "pass").await;
    assert_eq!(one.refused().await, "turn");
    two.act(version + 1, "pass").await;
    assert_eq!(two.refused().await, "illegal");
    two.act(version + 1, "accept").await;
    let acted = one.hear("acted").await;
    let acted = if acted["action"] == "accept" { acted } else { one.hear("acted").await };
    assert_eq!(acted["ending"], json!(Ending::scored(Why::AGREED, Outcome::duel_win(Seat::SECOND, 1))));
    record(&mut ada, &id, "0-1/2").await;
    // The computer answers by itself: nobody has expelled, so the tie-break is Blue's, and at the
    // start that is as good as anything for it.
    let id = ada.make(COMPUTER).await;
    let (mut line, state) = ada.live(&id).await;
    line.act(number(&state["version"]), "offer").await;
    line.hear("acted").await;
    let answer = line.hear("acted").await;
    assert!(answer["action"] == "accept" || answer["action"] == "decline", "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_aborted_before_both_have_moved() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make(FRIEND).await;
    let (mut line, _) = ada.live(&id).await;
    line.say(json!({ "t": "resign" })).await;
    assert_eq!(line.refused().await, "seat");
    line.say(json!({ "t": "give-up" })).await;
    let state = line.hear("game").await;
    assert_eq!(state["ending"], json!(Ending::given_up()));
    assert_eq!(state["seats"][1]["kind"], "open");
    record(&mut ada, &id, "*").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_start_anywhere() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let position = "b111,,,/,,,/,,,/,,,/,r222,,/,,,r111+r";
    let id = ada.make(&format!("{SCREEN}&position={position}&rules=limit%3D12")).await;
    let (mut line, state) = ada.live(&id).await;
    assert_eq!(state["board"], "6x4");
    assert!(state["start"].as_str().unwrap().starts_with("b111,,,/"), "{state}");
    line.act(number(&state["version"]), &first_move(session(&state).as_ref())).await;
    line.hear("acted").await;
    record(&mut ada, &id, "*").await;
    let id = ada.make("game=wargame&board=Smolensk:3x3&opponent=screen").await;
    let (_, state) = ada.live(&id).await;
    assert_eq!((&state["board"], &state["rules"]), (&json!("Smolensk:3x3"), &json!("mandatory")));
    assert!(state["values"].as_str().unwrap().starts_with("66 76 28"), "{state}");
}
