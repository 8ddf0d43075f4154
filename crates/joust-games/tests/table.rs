//! The laws that every game obeys, told through [`Session`] alone: nothing here knows how many seats there
//! are, or whether they act in turn or at once.

use joust_core::{
    Allowance, Clock, Course, Duel, DuelGame, Game, MoveList, NotNow, Record, Referee, Rng, Seat, Seed, below,
};
use joust_games::{AnyGame, Ask, BoardAsk, Session, games};
use joust_mad::Battle;
use joust_madmax::Skirmish;
use joust_wargame::Campaign;

/// Every game under every named board and ruleset, with short games where they can be shortened.
fn everywhere(mut law: impl FnMut(&dyn AnyGame, &Ask, &mut Rng)) {
    for (number, game) in games().iter().enumerate() {
        for board in game.boards() {
            for rules in game.rulesets() {
                let rules = if game.name() == "madmax" { "nb_rounds=60" } else { &rules.name };
                let board = Some(BoardAsk::Named(&board.name));
                let ask = Ask { rules: Some(rules), board, seed: Some(30), ..Ask::default() };
                law(*game, &ask, &mut Seed(number as u64 + 1).rng());
            }
        }
    }
}

/// A random move of a duel.
fn random_move<G: DuelGame>(session: &dyn Session, rng: &mut Rng) -> Option<String> {
    let game = session.as_any().downcast_ref::<Referee<G>>()?.course().now();
    let mut list = MoveList::new();
    game.position().moves(&mut list);
    Some(game.action(list[below(rng, list.len())]).to_string())
}

/// Random orders: for some units, and some for units and in directions that do not exist.
fn random_orders(session: &dyn Session, rng: &mut Rng) -> Option<String> {
    let game = session.as_any().downcast_ref::<Referee<Skirmish>>()?.course().now();
    let units = game.state().units().len();
    let order = |rng: &mut Rng| match below(rng, 20) {
        0 => format!("{}d{}", below(rng, units), below(rng, 12)),
        1 => format!("-{}b", below(rng, 9) + 1),
        _ => format!("{}{}", below(rng, units + 3), char::from(b"bwrxtylzn"[below(rng, 9)])),
    };
    let orders: Vec<String> = (0..below(rng, 40)).map(|_| order(rng)).collect();
    let text = if orders.is_empty() { "-".to_owned() } else { orders.join(",") };
    Some(match below(rng, 90) {
        0 => "dead".to_owned(),
        share @ 1..5 => format!("{text}@0.{share}"),
        _ => text,
    })
}

/// Something that a random one of the awaited seats may do.
fn random_action(session: &dyn Session, rng: &mut Rng) -> (Seat, String) {
    let seats: Vec<Seat> = session.awaits().iter().collect();
    let seat = seats[below(rng, seats.len())];
    let words = session.words();
    if words.contains(&"accept") || (!words.is_empty() && below(rng, 60) == 0) {
        return (seat, words[below(rng, words.len())].to_owned());
    }
    let mv = random_move::<Battle>(session, rng).or_else(|| random_move::<Campaign>(session, rng));
    (seat, mv.or_else(|| random_orders(session, rng)).expect("a game that is known here"))
}

/// Does something random; gives the canonical text.
fn act(session: &mut dyn Session, rng: &mut Rng) -> (Seat, String) {
    let (seat, text) = random_action(session, rng);
    let proposed = session.propose(seat, &text, 0).unwrap_or_else(|why| panic!("{text}: {why}"));
    let canonical = proposed.action.clone().unwrap();
    session.carry_out(proposed);
    (seat, canonical)
}

/// A random game to its end.
fn play(game: &dyn AnyGame, ask: &Ask, rng: &mut Rng) -> Box<dyn Session> {
    let mut session = game.session(ask).unwrap();
    while session.ending().is_none() {
        act(session.as_mut(), rng);
    }
    session
}

/// All that a session says of itself.
fn told(session: &dyn Session) -> (Record, Vec<(Seat, String)>, Vec<Seat>) {
    (session.record(&[]), session.course(), session.awaits().iter().collect())
}

#[test]
fn all_three_games_are_in_the_register() {
    let names: Vec<&str> = games().iter().map(|game| game.name()).collect();
    assert_eq!(names, ["mad", "wargame", "madmax"]);
    assert_eq!(joust_games::duels().len(), 2);
}

#[test]
fn play_ends_and_a_seat_is_awaited_until_then() {
    everywhere(|game, ask, rng| {
        let mut session = game.session(ask).unwrap();
        for _ in 0..10_000 {
            assert_eq!(session.awaits().is_empty(), session.ending().is_some());
            assert_eq!(session.ending_text().is_some(), session.ending().is_some());
            assert!(session.awaits().iter().all(|seat| seat.index() < game.sides().len()));
            if session.ending().is_some() {
                let outcome = session.outcome().expect("points");
                assert_eq!(outcome.seats(), game.sides().len());
                return;
            }
            act(session.as_mut(), rng);
        }
        panic!("a game of {} does not end", game.name());
    });
}

#[test]
fn a_replay_equals_the_game() {
    everywhere(|game, ask, rng| {
        for _ in 0..3 {
            let session = play(game, ask, rng);
            let text = session.record(&[("Event", "a test")]).to_string();
            let record: Record = text.parse().unwrap();
            for again in [game.replay(&record).unwrap(), game.load(&text).unwrap().session] {
                assert_eq!(told(again.as_ref()), told(session.as_ref()));
                assert_eq!(again.ending(), session.ending());
            }
            let mut repeated = game.session(ask).unwrap();
            for (seat, action) in session.course() {
                repeated.repeat(seat, &action).unwrap_or_else(|why| panic!("{action}: {why}"));
            }
            assert_eq!(told(repeated.as_ref()), told(session.as_ref()));
        }
    });
}

#[test]
fn the_text_of_an_action_is_one_word_that_means_the_action() {
    everywhere(|game, ask, rng| {
        let mut session = game.session(ask).unwrap();
        while session.ending().is_none() {
            let before = session.boxed();
            let (seat, text) = act(session.as_mut(), rng);
            assert!(!text.is_empty() && !text.contains(char::is_whitespace), "{text}");
            let again = before.propose(seat, &text, 0).unwrap();
            assert_eq!(again.action.as_deref(), Some(text.as_str()));
            assert_eq!(again.ending, session.ending());
            assert_eq!(again.awaits, session.awaits());
        }
    });
}

#[test]
fn proposals_and_refused_actions_change_nothing() {
    everywhere(|game, ask, rng| {
        let mut session = game.session(ask).unwrap();
        while session.ending().is_none() {
            let before = told(session.as_ref());
            let (seat, text) = random_action(session.as_ref(), rng);
            let proposed = session.propose(seat, &text, 0).unwrap();
            let events = session.told(&proposed);
            assert_eq!(events, session.told(&proposed));
            for (other, text) in [(seat, "nonsense"), (seat, ""), (seat, "1-0"), (seat, "12q,13q")] {
                assert!(session.propose(other, text, 0).is_err(), "{text}");
            }
            // Only the end of a player can come when it is not awaited.
            let strangers =
                (0..Seat::MAX).filter_map(Seat::new).filter(|seat| !session.awaits().contains(*seat));
            for stranger in strangers {
                assert!(
                    matches!(session.propose(stranger, &text, 0), Err(NotNow::Illegal(_))) || text == "dead",
                    "{text}"
                );
            }
            assert_eq!(told(session.as_ref()), before);
            session.carry_out(proposed);
            assert_ne!(told(session.as_ref()), before);
        }
        // Nothing happens after the end.
        let last = session.course().last().cloned().unwrap();
        assert!(session.propose(last.0, &last.1, 0).is_err());
    });
}

#[test]
fn rewinding_equals_playing_less() {
    everywhere(|game, ask, rng| {
        let session = play(game, ask, rng);
        let course = session.course();
        for to in [0, 1, course.len() / 2, course.len() - 1, course.len()] {
            let mut rewound = session.boxed();
            rewound.rewind(to);
            let mut played = game.session(ask).unwrap();
            for (seat, action) in &course[..to] {
                played.repeat(*seat, action).unwrap();
            }
            assert_eq!(told(rewound.as_ref()), told(played.as_ref()), "to {to} of {}", course.len());
            for (seat, action) in &course[to..] {
                rewound.repeat(*seat, action).unwrap();
            }
            assert_eq!(told(rewound.as_ref()), told(session.as_ref()));
        }
        let mut undone = session.boxed();
        while undone.undo() {}
        assert_eq!(told(undone.as_ref()), told(game.session(ask).unwrap().as_ref()));
    });
}

#[test]
fn a_setup_says_all_that_there_is_to_say() {
    everywhere(|game, ask, rng| {
        let setup = game.setup(ask).unwrap();
        assert_eq!(setup.game, game.name());
        let spelled_out = Ask::from(&setup);
        assert_eq!(game.setup(&spelled_out).unwrap(), setup);
        let first = play(game, ask, &mut rng.clone());
        let second = play(game, &spelled_out, rng);
        assert_eq!(told(first.as_ref()), told(second.as_ref()));
    });
}

/// Plays a course again in both ways.
fn acts_as_proposed<G: Game>(session: &dyn Session) {
    let Some(played) = session.as_any().downcast_ref::<Referee<G>>() else { return };
    let mut tables = [(); 2].map(|()| {
        let mut table = Referee::new(Course::new(played.course().start().clone()));
        table.set_clock(Some(Clock::new(Allowance { start: 600_000, increment: 2_000 })));
        table.wait(0);
        table
    });
    for (now, (seat, action)) in (700..).step_by(700).zip(played.course().actions()) {
        let [at_once, apart] = &mut tables;
        assert_eq!(at_once.act(*seat, action, now), Ok(()));
        let ruling = apart.propose(*seat, action, now).unwrap();
        apart.carry_out(ruling);
        let stands = |table: &Referee<G>| (table.clock().copied(), table.ending(), table.awaits());
        assert_eq!(stands(at_once), stands(apart));
        assert_eq!(at_once.course().actions(), apart.course().actions());
    }
}

#[test]
fn acting_at_once_is_proposing_and_carrying_out() {
    everywhere(|game, ask, rng| {
        let mut session = game.session(ask).unwrap();
        while !session.awaits().is_empty() {
            act(session.as_mut(), rng);
        }
        acts_as_proposed::<Battle>(session.as_ref());
        acts_as_proposed::<Campaign>(session.as_ref());
        acts_as_proposed::<Skirmish>(session.as_ref());
    });
}
