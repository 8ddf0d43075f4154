//! Laws that hold of every game, with offers, refusals and resignations.

#[path = "common/walk.rs"]
mod walk;

use joust_core::{Course, DuelGame, Forfeit, Game, Record, Rng, Seat, Seed, below};
use joust_mad::{Action, Battle, Position, Rules};
use std::collections::HashSet;

/// Everything that a battle consists of: battles are equal when these texts are.
fn state(battle: &Course<Battle>) -> String {
    format!("{battle:?}")
}

/// Something that the side to act may do, mostly a move.
fn random_action(battle: &Course<Battle>, rng: &mut Rng) -> Action {
    let may = |action: &Action| battle.propose(battle.to_act().seat(), action).is_ok();
    let said = match below(rng, 200) {
        0 => Action::Lose(Forfeit::Resigned),
        1..20 => Action::Offer,
        20..25 => Action::Accept,
        _ => Action::Decline,
    };
    if may(&said) {
        return said;
    }
    if battle.answers().is_some() {
        return Action::Decline;
    }
    let list = walk::moves(battle.position());
    Action::Move(battle.position().notation(list[below(rng, list.len())]))
}

/// A random battle to its end or to some turn before it, with its states before every move.
fn random_battle(round: usize, rng: &mut Rng) -> (Course<Battle>, Vec<String>) {
    let boards = walk::boards();
    let rules = Rules { limit: 1 + below(rng, 40) as u16, ..Rules::PRESETS[round % 3].1 };
    let board = boards[round % boards.len()];
    // Half of the battles begin in the middle of a game.
    let game = walk::random_game(board, rules, rng);
    let begin =
        if round.is_multiple_of(2) { Position::start(board, rules) } else { game[below(rng, game.len())] };
    let mut battle = Course::new(Battle::at(begin));
    let mut before_moves = Vec::new();
    for _ in 0..below(rng, 120) {
        if battle.ending().is_some() {
            break;
        }
        let action = random_action(&battle, rng);
        // Now and then a side loses away from the board.
        let (asked, other) = (battle.to_act(), battle.to_act().other());
        match below(rng, 300) {
            0 => battle.forfeit(asked.seat(), Forfeit::Time).map(drop).unwrap(),
            1 => battle.forfeit(other.seat(), Forfeit::Resigned).map(drop).unwrap(),
            _ => {}
        }
        if battle.ending().is_some() {
            break;
        }
        if matches!(action, Action::Move(_)) {
            before_moves.push(state(&battle));
        }
        let seat = battle.to_act().seat();
        battle.act(seat, &action).unwrap_or_else(|why| panic!("{action}: {why}"));
    }
    (battle, before_moves)
}

/// The laws below are tried on battles that end in every way that there is.
#[test]
fn random_battles_end_in_every_way() {
    let mut rng = Seed(20).rng();
    let ending = |round| random_battle(round, &mut rng).0.ending();
    let endings: HashSet<Option<String>> =
        (0..600).map(ending).map(|ending| ending.map(|ending| ending.why.to_string())).collect();
    assert_eq!(endings.len(), 6, "{endings:?}");
}

#[test]
fn undo_returns_to_the_state_before_the_last_move() {
    let mut rng = Seed(21).rng();
    for round in 0..300 {
        let (mut battle, mut before_moves) = random_battle(round, &mut rng);
        while let Some(before) = before_moves.pop() {
            assert!(battle.undo());
            assert_eq!(state(&battle), before);
        }
        // What was said before the first move goes last.
        let said = !battle.actions().is_empty();
        assert_eq!(battle.undo(), said);
        assert!(battle.actions().is_empty() && !battle.undo());
        assert_eq!(battle.now(), battle.start());
    }
}

/// A game that is replayed goes back to its beginning first.
#[test]
fn undo_takes_back_a_game_without_any_move() {
    for action in ["resign", "offer"] {
        let mut battle = Course::new(Battle::default());
        battle.act(battle.to_act().seat(), &action.parse().unwrap()).unwrap();
        assert!(battle.undo() && !battle.undo(), "{action}");
        assert!(battle.act(battle.to_act().seat(), &action.parse().unwrap()).is_ok(), "{action}");
    }
}

#[test]
fn a_record_replays_to_the_same_battle() {
    let mut rng = Seed(22).rng();
    for round in 0..600 {
        let (battle, _) = random_battle(round, &mut rng);
        let record = battle.record(&[("Round", &round.to_string())]);
        let text = record.to_string();
        let read: Record = text.parse().unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(read, record);
        let again = Course::<Battle>::of_record(&read).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(state(&again), state(&battle), "{text}");
        assert_eq!(again.record(&[("Round", &round.to_string())]), record);
    }
}

#[test]
fn a_record_with_another_result_does_not_replay() {
    let mut rng = Seed(23).rng();
    for round in 0..200 {
        let (battle, _) = random_battle(round, &mut rng);
        let mut record = battle.record(&[]);
        let results = ["1-0", "0-1", "1/2-0", "0-1/2", "*"];
        let others = results.into_iter().filter(|result| **result != record.result);
        for other in others.collect::<Vec<_>>() {
            other.clone_into(&mut record.result);
            assert!(Course::<Battle>::of_record(&record).is_err(), "{record}");
        }
    }
}

#[test]
fn only_the_awaited_seat_may_act_and_a_refusal_changes_nothing() {
    let mut rng = Seed(24).rng();
    for round in 0..200 {
        let (mut battle, _) = random_battle(round, &mut rng);
        let before = state(&battle);
        let words = [Action::Lose(Forfeit::Resigned), Action::Offer, Action::Accept, Action::Decline];
        for seat in [Seat::FIRST, Seat::SECOND] {
            let awaited = battle.awaits().contains(seat);
            assert_eq!(battle.propose(seat, &Action::Lose(Forfeit::Resigned)).is_ok(), awaited, "{before}");
            for action in words {
                if let Err(why) = battle.propose(seat, &action).map(drop) {
                    assert_eq!(battle.act(seat, &action), Err(why));
                    assert_eq!(state(&battle), before);
                }
            }
        }
    }
}
