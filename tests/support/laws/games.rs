//! The laws that every game obeys, tested through [`Session`] alone: no law depends on the number of seats,
//! or on whether they act in turn or at once.

use joust_core::{NotNow, Record, Rng, Seat, Seed, below};
use joust_games::{AnyGame, Ask, BoardAsk, Session};

/// A game to test, and rules that make its games short, if its usual games are long.
pub(crate) type Games<'a> = &'a [(&'a dyn AnyGame, Option<&'a str>)];

/// Every game under every named board and ruleset.
fn everywhere(games: Games<'_>, mut law: impl FnMut(&dyn AnyGame, &Ask, &mut Rng)) {
    for (number, (game, short)) in games.iter().enumerate() {
        for board in game.boards() {
            for rules in game.rulesets() {
                let board = Some(BoardAsk::Named(&board.name));
                let ask = Ask {
                    rules: Some(short.unwrap_or(&rules.name)),
                    board,
                    seed: Some(30),
                    ..Ask::default()
                };
                law(*game, &ask, &mut Seed(number as u64 + 1).rng());
            }
        }
    }
}

/// A random action of a random awaited seat.
fn random_action(session: &dyn Session, rng: &mut Rng) -> (Seat, String) {
    let seats: Vec<Seat> = session.awaits().iter().collect();
    let seat = seats[below(rng, seats.len())];
    let words = session.words();
    if words.contains(&"accept") || (!words.is_empty() && below(rng, 60) == 0) {
        return (seat, words[below(rng, words.len())].to_owned());
    }
    (seat, session.random_action(seat, rng).expect("an awaited seat can act"))
}

/// Carries out a random action; returns its canonical text.
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

/// Everything that a session shows.
fn told(session: &dyn Session) -> (Record, Vec<(Seat, String)>, Vec<Seat>) {
    (session.record(&[]), session.course(), session.awaits().iter().collect())
}

pub(crate) fn play_ends_and_a_seat_is_awaited_until_then(games: Games<'_>) {
    everywhere(games, |game, ask, rng| {
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

pub(crate) fn a_replay_equals_the_game(games: Games<'_>) {
    everywhere(games, |game, ask, rng| {
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

pub(crate) fn the_text_of_an_action_is_one_word_that_means_the_action(games: Games<'_>) {
    everywhere(games, |game, ask, rng| {
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

pub(crate) fn proposals_and_refused_actions_change_nothing(games: Games<'_>) {
    everywhere(games, |game, ask, rng| {
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
            // A seat that is not awaited can only drop out.
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

pub(crate) fn rewinding_equals_playing_less(games: Games<'_>) {
    everywhere(games, |game, ask, rng| {
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

pub(crate) fn a_setup_says_all_that_there_is_to_say(games: Games<'_>) {
    everywhere(games, |game, ask, rng| {
        let setup = game.setup(ask).unwrap();
        assert_eq!(setup.game, game.name());
        let spelled_out = Ask::from(&setup);
        assert_eq!(game.setup(&spelled_out).unwrap(), setup);
        let first = play(game, ask, &mut rng.clone());
        let second = play(game, &spelled_out, rng);
        assert_eq!(told(first.as_ref()), told(second.as_ref()));
    });
}
