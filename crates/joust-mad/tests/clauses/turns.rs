//! Chapter 2: turns.

use crate::place::place;
use crate::{after, forbidden_by, moves, read, rows};
use joust_core::{Course, Duel, Game, Seat, Seats};
use joust_mad::{Action, Battle, Board, Notation, Position, Rules, Ship, Side};

#[test]
fn mad_2_1_red_begins_and_the_sides_alternate() {
    let mut position = Position::start(Board::named("6x4").unwrap(), Rules::CURRENT);
    let turns = [(1, Side::Red, "pass"), (2, Side::Blue, "pass"), (3, Side::Red, "122-b2-b3")];
    for (turn, side, mv) in turns {
        assert_eq!((position.turn_number(), position.side()), (turn, side));
        assert_eq!(position.to_move(), side.seat());
        position = after(&position, mv);
    }
    assert_eq!((position.turn_number(), position.side()), (4, Side::Blue));
}

#[test]
fn mad_2_1_a_side_cannot_act_out_of_turn() {
    let mut battle = Course::new(Battle::default());
    let pass = Action::Move(Notation::Pass);
    assert_eq!(battle.awaits(), Seats::only(Seat::FIRST));
    assert_eq!(battle.propose(Seat::SECOND, &pass).unwrap_err().clause, "MAD-2.1");
    assert_eq!(battle.act(Seat::SECOND, &pass).unwrap_err().clause, "MAD-2.1");
    assert!(battle.actions().is_empty());
    battle.act(Seat::FIRST, &pass).unwrap();
    assert_eq!(battle.awaits(), Seats::only(Seat::SECOND));
    assert_eq!(battle.act(Seat::FIRST, &pass).unwrap_err().clause, "MAD-2.1");
}

#[test]
fn mad_2_2_only_own_ships_move() {
    let position = read("b111,,,/b122,,,/,,,/,,,/r112,,,/r111,,, r");
    assert_eq!(forbidden_by(&position, "122-a5-a4"), "MAD-2.2");
    assert_eq!(forbidden_by(&position, "122-b5-b4"), "MAD-2.2");
    assert_eq!(forbidden_by(&position, "121-a2-a3"), "MAD-2.2");
    after(&position, "112-a2-a3");
}

#[test]
fn mad_2_2_only_own_ships_shift() {
    let position = read("b111,,b222,/b112,b221,,/,,,/,,,/r112,r221,,/r111,,r222, b");
    let next = after(&position, "112<>221");
    assert_eq!(rows(&next), "b111,,b222,/b221,b112,,/,,,/,,,/r112,r221,,/r111,,r222,");
}

#[test]
fn mad_2_2_a_turn_holds_one_action() {
    for two in ["112<>221+121<>212", "pass+112<>221", "112<>221+pass", "a1a2+a2a3", "111-a1-a2+b1b2"] {
        assert!(two.parse::<Notation>().is_err(), "{two}");
    }
}

#[test]
fn mad_2_3_passing_is_for_positioning_turns_only() {
    let start = Position::start(Board::named("5x5").unwrap(), Rules::CURRENT);
    let third = after(&after(&start, "pass"), "pass");
    assert_eq!(forbidden_by(&third, "pass"), "MAD-2.3");
    assert_eq!(forbidden_by(&Position::start(start.board(), Rules::APP), "pass"), "MAD-2.3");
}

#[test]
fn mad_2_4_an_enclosed_corvette_can_still_permute() {
    let enclosed = read("b111,,,/,,,/,,,/,,,/b222,,,/r111,b212,, r");
    assert_eq!(moves(&enclosed), ["111<>222"]);
    // Its own ships shut it in just as well, and where they are, they can do something too.
    let crowded = read("b111,,,/,,,/,,,/,,,/r112,,,/r111,r222,, r");
    assert!(moves(&crowded).len() > 1);
    assert!(!moves(&crowded).iter().any(|mv| mv.starts_with("111-")));
}

#[test]
fn mad_2_4_no_unfinished_game_is_without_an_action() {
    // Corvettes alone, on all pairs of squares of all boards, are the poorest positions there are.
    for board in Board::all() {
        for red in board.squares() {
            for blue in board.squares().filter(|blue| *blue != red) {
                let ships = [(Side::Red, Ship::CORVETTE, red), (Side::Blue, Ship::CORVETTE, blue)];
                for side in Side::BOTH {
                    let position = place(board, &ships, side);
                    assert!(position.count_moves() > 0, "{position}");
                }
            }
        }
    }
}
