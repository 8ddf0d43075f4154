//! Players by name, typed and erased, in whole games.

use joust_core::{Asked, FaultKind, Referee, Seat, Seed};
use joust_games::{Ask, Session, duel, duels};
use joust_mad::Battle;
use joust_players::{EngineSpec, PlayableDuel, Spec};
use joust_search::level::Level;
use joust_wargame::Campaign;
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

const NAMES: [&str; 6] = ["random", "engine:2", "engine,nodes=200", "minimax:1", "alphabeta:2", "mcts:20"];

/// The course of a game between two players with their types erased.
fn course(names: [&str; 2], game: &str) -> Vec<(Seat, String)> {
    let mut session = duel(game).unwrap().session(&Ask::default()).unwrap();
    let mut players = names.map(|name| Spec::read(name, game).unwrap().seat(Seed(7)).unwrap());
    for (player, seat) in players.iter_mut().zip([Seat::FIRST, Seat::SECOND]) {
        player.get_ready(session.as_ref(), seat).unwrap();
    }
    while let Some(seat) = session.to_act() {
        let player = &mut players[seat.index()];
        let answer = player.act(session.as_ref(), seat, None, &AtomicBool::new(false)).unwrap();
        session.act(&answer.action).unwrap();
    }
    for player in &mut players {
        player.end();
    }
    session.course()
}

/// The course of a game between two players whose type is known.
fn typed_course<G: PlayableDuel>(names: [&str; 2]) -> Vec<(Seat, String)> {
    let mut game = joust_core::Course::new(G::start(&Ask::default()).unwrap());
    let mut players = names.map(|name| Spec::read(name, G::NAME).unwrap().seat_as::<G>(Seed(7)).unwrap());
    while let Some(seat) = game.awaits().iter().next() {
        let stop = &AtomicBool::new(false);
        let asked = Asked::new(game.now(), seat, stop);
        let answer = players[seat.index()].act(&asked).unwrap();
        game.act(seat, &answer.action).unwrap();
    }
    Session::course(&Referee::new(game))
}

#[test]
fn players_play_the_same_game_with_and_without_their_types() {
    for (one, other) in NAMES.iter().zip(NAMES.iter().rev()) {
        let names = [*one, *other];
        assert_eq!(course(names, "mad"), typed_course::<Battle>(names), "{names:?}");
        assert_eq!(course(names, "wargame"), typed_course::<Campaign>(names), "{names:?}");
    }
}

/// Another evaluation or policy leads to another game.
#[test]
fn players_play_by_what_they_are_told() {
    let differ = |game, one: &str, other: &str| {
        assert_ne!(course([one, "minimax:1"], game), course([other, "minimax:1"], game), "{other}");
    };
    differ("mad", "mcts:20", "mcts:20,policy=greedy");
    differ("wargame", "minimax:2", "minimax:2,eval=own");
    differ("wargame", "alphabeta:2", "alphabeta:2,ties=last");
}

#[test]
fn offers_are_answered_by_all_players() {
    let mut session = duel("mad").unwrap().session(&Ask::default()).unwrap();
    session.act("offer").unwrap();
    for name in NAMES {
        let mut player = Spec::read(name, "mad").unwrap().seat(Seed(1)).unwrap();
        let mut answer = || {
            let answer = player.act(session.as_ref(), Seat::SECOND, None, &AtomicBool::new(false));
            answer.unwrap().action
        };
        let said: BTreeSet<String> = (0..50).map(|_| answer()).collect();
        let both = ["accept", "decline"].map(str::to_owned);
        assert_eq!(said, both[usize::from(name != "random")..].iter().cloned().collect(), "{name}");
    }
}

#[test]
fn a_person_is_not_seated_and_no_player_plays_another_game() {
    assert!(Spec::read("human", "mad").unwrap().seat(Seed(1)).is_none());
    assert!(Spec::read("human", "mad").unwrap().seat_as::<Battle>(Seed(1)).is_none());
    assert!(Spec::read("line:cat", "mad").unwrap().seat(Seed(1)).is_none(), "programs are started elsewhere");
    let session = duel("wargame").unwrap().session(&Ask::default()).unwrap();
    let mut player = Spec::read("random", "mad").unwrap().seat(Seed(1)).unwrap();
    let fault = player.act(session.as_ref(), Seat::FIRST, None, &AtomicBool::new(false)).unwrap_err();
    assert_eq!(
        (fault.kind, fault.to_string().as_str()),
        (FaultKind::NotHere, "cannot play here: it plays mad")
    );
    assert_eq!(player.get_ready(session.as_ref(), Seat::FIRST).unwrap_err(), fault);
}

#[test]
fn a_game_that_is_over_has_no_moves() {
    let mut session = duel("wargame").unwrap().session(&Ask::default()).unwrap();
    while !session.awaits().is_empty() {
        let mut player = Spec::read("random", "wargame").unwrap().seat(Seed(1)).unwrap();
        let seat = session.to_act().unwrap();
        let answer = player.act(session.as_ref(), seat, None, &AtomicBool::new(false)).unwrap();
        session.act(&answer.action).unwrap();
    }
    for name in NAMES {
        let mut player = Spec::read(name, "wargame").unwrap().seat(Seed(1)).unwrap();
        let fault = player.act(session.as_ref(), Seat::FIRST, None, &AtomicBool::new(false)).unwrap_err();
        assert_eq!(fault.to_string(), "cannot play here: the game is over", "{name}");
    }
}

#[test]
fn the_engine_is_at_home_in_every_duel() {
    let engine = EngineSpec::of(Level::new(1).unwrap());
    for game in duels() {
        let session = game.session(&Ask::default()).unwrap();
        let mut player = engine.seat(game.name(), Seed(1)).unwrap();
        let answer = player.act(session.as_ref(), Seat::FIRST, None, &AtomicBool::new(false)).unwrap();
        assert!(session.propose(Seat::FIRST, &answer.action, 0).is_ok(), "{}", answer.action);
    }
    assert!(engine.seat("madmax", Seed(1)).is_none());
}
