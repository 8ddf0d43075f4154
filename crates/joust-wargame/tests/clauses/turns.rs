//! Chapter 2, turns.

use crate::{EXAMPLE, after, board, forbidden_by, moves, on, read};
use joust_core::{Course, Duel, Game, Seat, Seats};
use joust_wargame::{Campaign, Position, Rules, Side};

#[test]
fn war_2_1_blue_moves_first_and_the_sides_alternate() {
    let mut position = Position::start(board("Keren"), Rules::default());
    for ply in 0..36 {
        assert_eq!(position.side(), Side::BOTH[ply % 2]);
        assert_eq!(position.to_move().index(), ply % 2);
        position = after(&position, &moves(&position)[0]);
    }
}

#[test]
fn war_2_1_a_side_cannot_move_out_of_turn() {
    let mut campaign = Course::new(Campaign::default());
    let take = |text: &str| text.parse().unwrap();
    assert_eq!(campaign.awaits(), Seats::only(Seat::FIRST));
    let early = campaign.act(Seat::SECOND, &take("A1")).unwrap_err();
    assert_eq!(early.to_string(), "it is the turn of blue [WAR-2.1]");
    assert!(campaign.actions().is_empty());
    campaign.act(Seat::FIRST, &take("A1")).unwrap();
    assert_eq!(campaign.awaits(), Seats::only(Seat::SECOND));
}

#[test]
fn war_2_2_one_vacant_square_a_turn() {
    let position = read(EXAMPLE);
    assert_eq!(moves(&position).len(), 30);
    assert_eq!(position.longest(), 30);
    let next = after(&position, "A1");
    assert_eq!((next.longest(), next.side()), (29, Side::Blue));
    assert_eq!(forbidden_by(&position, "D1"), "WAR-2.2");
    assert_eq!(forbidden_by(&position, "C4"), "WAR-2.2");
    let why = position.understand("blitz-D2").unwrap_err().to_string();
    assert_eq!(why, "D2 is not vacant: blue owns it [WAR-2.2]");
}

#[test]
fn war_2_2_there_is_no_passing() {
    let position = read(EXAMPLE);
    for word in ["pass", "", "-", "--"] {
        assert!(position.understand(word).is_err(), "{word}");
    }
    // Even the last square must be taken, however much it hurts.
    let last = on("tiny", "bg/.g b");
    assert_eq!(moves(&last), ["blitz-A2"]);
}

#[test]
fn war_2_3_the_square_decides_between_drop_and_blitz() {
    let position = read(EXAMPLE);
    let blitz: Vec<_> = moves(&position).into_iter().filter(|mv| mv.starts_with("blitz")).collect();
    // Green stands on C4 and D4.
    assert_eq!(blitz, ["blitz-C3", "blitz-D3", "blitz-B4", "blitz-E4", "blitz-C5", "blitz-D5"]);
    assert_eq!(forbidden_by(&position, "drop-D3"), "WAR-2.3");
    assert_eq!(forbidden_by(&position, "blitz-A1"), "WAR-2.3");
    let why = position.understand("drop-D3").unwrap_err().to_string();
    assert_eq!(why, "a square of green touches D3, so taking it is a blitz [WAR-2.3]");
    let why = position.understand("blitz-A1").unwrap_err().to_string();
    assert_eq!(why, "no square of green touches A1, so taking it is a drop [WAR-2.3]");
}

#[test]
fn war_2_3_only_own_squares_make_a_blitz() {
    // Beside four squares of the enemy a drop stays a drop.
    let position = on("Keren", "....../..g.../.g.g../..g.../....../...... b");
    assert_eq!(position.read_move("drop-C3"), position.read_move("C3"));
    assert_eq!(forbidden_by(&position, "blitz-C3"), "WAR-2.3");
}
