//! The laws that every duel obeys beside those of every game, on random games of every board and ruleset.

use joust_core::{Forfeit, Rng, Seat, Seed, below};
use joust_games::{AnyDuel, AnyDuelGame, Ask, BoardAsk, DuelSession};
use std::collections::HashMap;

/// The duels that a law is tried on.
pub(crate) type Duels<'a> = &'a [&'a dyn AnyDuelGame];

/// Every duel under every named board and ruleset.
fn everywhere(duels: Duels<'_>, mut law: impl FnMut(&dyn AnyDuelGame, &Ask, &mut Rng)) {
    for (number, game) in duels.iter().enumerate() {
        for board in game.boards() {
            for rules in game.rulesets() {
                let ask = Ask {
                    rules: Some(&rules.name),
                    board: Some(BoardAsk::Named(&board.name)),
                    ..Ask::default()
                };
                law(*game, &ask, &mut Seed(number as u64 + 1).rng());
            }
        }
    }
}

/// Calls `look` on every position of a random game, the last one included.
fn walk(game: &dyn AnyDuelGame, ask: &Ask, rng: &mut Rng, mut look: impl FnMut(&dyn AnyDuel)) {
    let mut position = game.position(ask).unwrap();
    loop {
        look(position.as_ref());
        let Some(mv) = position.random_move(rng) else { break };
        position.play(&mv).unwrap();
    }
}

pub(crate) fn random_play_ends_within_the_bound(duels: Duels<'_>) {
    everywhere(duels, |game, ask, rng| {
        for _ in 0..50 {
            let bound = game.position(ask).unwrap().longest();
            let mut plies = 0;
            walk(game, ask, rng, |position| {
                assert_eq!(position.outcome().is_some(), position.moves().is_empty());
                assert!(position.longest() <= bound - plies, "{}", position.text());
                plies += u32::from(position.outcome().is_none());
            });
            assert!(plies <= bound);
        }
    });
}

/// A move is accepted exactly when it is generated: tried with the moves of other positions.
pub(crate) fn reading_agrees_with_generation(duels: Duels<'_>) {
    everywhere(duels, |game, ask, rng| {
        let mut seen: Vec<String> = Vec::new();
        for _ in 0..8 {
            walk(game, ask, rng, |position| {
                let moves = position.moves();
                for foreign in &seen {
                    let accepted = position.boxed().play(foreign);
                    match accepted {
                        Ok(canonical) => assert!(moves.contains(&canonical), "{} {foreign}", position.text()),
                        Err(_) => assert!(!moves.contains(foreign), "{} {foreign}", position.text()),
                    }
                }
                for own in &moves {
                    assert_eq!(position.boxed().play(own).as_ref(), Ok(own), "{}", position.text());
                }
                seen.extend(moves.into_iter().step_by(7));
                if seen.len() > 60 {
                    seen.drain(..seen.len() - 60);
                }
            });
        }
    });
}

pub(crate) fn position_text_round_trips(duels: Duels<'_>) {
    everywhere(duels, |game, ask, rng| {
        for _ in 0..20 {
            walk(game, ask, rng, |position| {
                let text = position.text();
                let again = game.position(&Ask { position: Some(&text), ..*ask }).unwrap();
                assert_eq!(again.text(), text);
                assert_eq!(again.key(), position.key());
                assert_eq!(again.moves(), position.moves());
                assert_eq!(again.outcome(), position.outcome());
            });
        }
    });
}

/// Plays a random game with all words that are allowed, and returns the text of every position.
fn random_session(vocabulary: &[&str], session: &mut dyn DuelSession, rng: &mut Rng) -> Vec<String> {
    let mut texts = vec![session.position().text()];
    while let Some(seat) = session.to_act() {
        assert!(session.awaits().contains(seat));
        let words = session.words();
        assert!(words.iter().all(|word| vocabulary.contains(word)), "{words:?} are words of the game");
        let calm = words.iter().filter(|word| **word != "resign").count();
        let must_answer = words.contains(&"accept");
        let choice = below(rng, if must_answer { 2 } else { 40 });
        if choice == 0 && calm > 0 {
            session.act(words[below(rng, calm)]).unwrap();
        } else if must_answer {
            session.act("decline").unwrap();
        } else if below(rng, 300) == 0 {
            session.act("resign").unwrap();
        } else {
            session.act(&session.position().random_move(rng).unwrap()).unwrap();
        }
        texts.push(session.position().text());
    }
    texts
}

pub(crate) fn a_loss_away_from_the_board_is_in_the_record(duels: Duels<'_>) {
    everywhere(duels, |game, ask, _| {
        for (moves, seat, how, result) in [
            (0, Seat::FIRST, Forfeit::Resigned, "0-1"),
            (0, Seat::SECOND, Forfeit::Resigned, "1-0"),
            (1, Seat::FIRST, Forfeit::Resigned, "0-1"),
            (1, Seat::SECOND, Forfeit::Time, "1-0"),
        ] {
            let mut live = game.duel_session(ask).unwrap();
            for _ in 0..moves {
                let mv = live.position().moves()[0].clone();
                live.act(&mv).unwrap();
            }
            if live.to_act() != Some(seat) {
                assert!(live.forfeit(seat, Forfeit::Time, 0).is_err());
            }
            live.forfeit(seat, how, 0).unwrap();
            assert!(live.forfeit(seat, how, 0).is_err() && live.words().is_empty());
            let record = live.record(&[]);
            assert_eq!(record.result, result);
            let replayed = game.replay_duel(&record.to_string().parse().unwrap()).unwrap();
            assert_eq!((replayed.ending_text(), replayed.ending()), (live.ending_text(), live.ending()));
            let mut again = game.duel_session(ask).unwrap();
            for (seat, action) in live.course() {
                again.repeat(seat, &action).unwrap();
            }
            assert_eq!((again.course(), again.outcome()), (live.course(), live.outcome()));
        }
    });
}

pub(crate) fn replay_equals_live_play(duels: Duels<'_>) {
    everywhere(duels, |game, ask, rng| {
        for _ in 0..20 {
            let mut live = game.duel_session(ask).unwrap();
            let texts = random_session(game.words(), live.as_mut(), rng);
            let record = live.record(&[("Event", "laws")]).to_string().parse().unwrap();
            let replayed = game.replay_duel(&record).unwrap();
            assert_eq!(replayed.course(), live.course());
            assert_eq!(replayed.position().text(), *texts.last().unwrap());
            assert_eq!(replayed.outcome(), live.outcome());
            assert_eq!(replayed.ending(), live.ending());
            // After an undo the session is as before the action.
            let stay = live.course().len() / 2;
            let mut half = game.duel_session(ask).unwrap();
            for (seat, action) in &live.course()[..stay] {
                half.repeat(*seat, action).unwrap();
            }
            let mut rewound = live.boxed_duel();
            rewound.rewind(stay);
            assert_eq!((rewound.course(), rewound.awaits()), (half.course(), half.awaits()));
            assert_eq!(rewound.position().text(), half.position().text());
            assert_eq!((rewound.words(), rewound.ending()), (half.words(), half.ending()));
            // Undoing everything leads back to the start.
            while live.undo() {}
            assert_eq!(live.position().text(), texts[0]);
        }
    });
}

/// Positions with equal keys have equal moves, which lead to positions with equal keys. State that the key
/// leaves out (the tie-break of MAD) never changes the moves of an unfinished game.
pub(crate) fn keys_do_not_collide(duels: Duels<'_>) {
    everywhere(duels, |game, ask, rng| {
        let mut seen: HashMap<u64, String> = HashMap::new();
        for _ in 0..40 {
            walk(game, ask, rng, |position| {
                // The key covers the first two words of a position text, and the moves.
                let text = position.text();
                let covered = text.split(' ').take(2).collect::<Vec<_>>().join(" ");
                if position.outcome().is_none() {
                    let moves = position.moves().join(" ");
                    let covered = format!("{covered} {moves}");
                    let known = seen.entry(position.key()).or_insert_with(|| covered.clone());
                    assert_eq!(*known, covered, "two positions with the key {:#x}", position.key());
                }
            });
        }
        let distinct: std::collections::HashSet<_> = seen.values().collect();
        assert_eq!(distinct.len(), seen.len(), "one position with two keys");
    });
}

pub(crate) fn symmetric_positions_have_symmetric_moves(duels: Duels<'_>) {
    everywhere(duels, |game, ask, rng| {
        let mut images = 0;
        for _ in 0..20 {
            walk(game, ask, rng, |position| {
                for image in position.images() {
                    images += 1;
                    assert_eq!(image.position.moves(), image.moves, "{}", position.text());
                    let turned = |seat: Seat| if image.exchanged { seat.opponent() } else { seat };
                    assert_eq!(image.position.to_move(), turned(position.to_move()));
                    let points =
                        |of: &dyn AnyDuel, seat| of.outcome().map(|outcome| outcome.half_points(seat));
                    for seat in [Seat::FIRST, Seat::SECOND] {
                        let expected = points(position, seat);
                        assert_eq!(
                            points(image.position.as_ref(), turned(seat)),
                            expected,
                            "{}",
                            position.text()
                        );
                    }
                }
            });
        }
        assert!(images > 0, "no position had a symmetry");
    });
}
