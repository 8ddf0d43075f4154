//! Chapter 4, the result.

use crate::{board, moves, on, read, scores};
use joust_core::{Course, Duel, DuelGame, Ending, Forfeit, Game, Outcome, Seat, Seed, Why, below};
use joust_wargame::{Campaign, Position, Rules, why};

fn campaign(name: &str, text: &str) -> Course<Campaign> {
    Course::new(Campaign::at(on(name, text)))
}

/// Acts for the side to move and gives what happened, a sentence each.
fn act(campaign: &mut Course<Campaign>, text: &str) -> Vec<String> {
    let seat = campaign.position().side().seat();
    let events = campaign.act(seat, &text.parse().unwrap());
    events.unwrap_or_else(|why| panic!("{text}: {why}")).iter().map(ToString::to_string).collect()
}

#[test]
fn war_4_1_the_score_is_the_sum_of_the_values_owned() {
    assert_eq!(scores(&read("bg..../....../....../....../....../.....b g")), [66 + 53, 76]);
    assert_eq!(scores(&on("oases", ".bb.../....../....../....../....../.....g b")), [0, 4]);
}

/// At any time: the score that moves keep up to date is the one that the position text gives.
#[test]
fn war_4_1_scores_hold_throughout_a_game() {
    let mut rng = Seed(4).rng();
    for name in ["Smolensk", "custom8x8", "random:16x4:3"] {
        let mut position = Position::start(board(name), Rules::default());
        while position.outcome().is_none() {
            let list = moves(&position);
            position = crate::after(&position, &list[below(&mut rng, list.len())]);
            let again = on(name, &position.to_string());
            assert_eq!(scores(&again), scores(&position));
            assert_eq!(again.key(), position.key());
        }
    }
}

#[test]
fn war_4_2_the_game_ends_when_no_square_is_vacant() {
    let mut game = campaign("tiny", "b./gg b");
    assert_eq!(game.awaits(), joust_core::Seats::only(Seat::FIRST));
    assert_eq!(act(&mut game, "B1"), ["blue conquers B2", "the city is taken: blue wins, 5:2 (blue:green)"]);
    assert!(game.awaits().is_empty());
    assert_eq!(game.outcome().unwrap().to_string(), "1-0");
    assert_eq!(game.ending().unwrap().why, why::FULL);
    assert_eq!(moves(game.position()), [""; 0]);
    let late = game.act(Seat::SECOND, &"resign".parse().unwrap()).unwrap_err();
    assert_eq!(late.to_string(), "the game is over: no square is vacant [WAR-4.2]");
}

#[test]
fn war_4_2_the_higher_score_wins_and_equal_scores_tie() {
    // The values are 1 0 and 2 4.
    for (text, result) in [("bb/bg b", "0-1"), ("gg/gb b", "1-0"), ("bb/bb g", "1-0"), ("gb/bg g", "0-1")] {
        assert_eq!(on("tiny", text).outcome().unwrap().to_string(), result, "{text}");
    }
    let tie = on("Keren", "bbbbbb/bbbbbb/bbbbbb/gggggg/gggggg/gggggg b").outcome().unwrap();
    assert_eq!(tie.to_string(), "1/2-1/2");
    assert_eq!(tie.winner(), None);
    assert_eq!((tie.half_points(Seat::FIRST), Outcome::FULL), (1, 2));
    // A board of zeros is a tie, whichever side owns its squares.
    let nothing = joust_wargame::Board::read("nothing", "0 0").unwrap();
    let full = Position::read("bb g", nothing, Rules::default()).unwrap();
    assert_eq!(full.outcome(), Some(Outcome::duel_tie().with_scores(&[0, 0])));
}

#[test]
fn war_4_2_a_lead_does_not_end_the_game() {
    // Green can no longer win, and has to go on.
    assert_eq!(on("tiny", "bb/b. g").outcome(), None);
    assert_eq!(moves(&on("tiny", "bb/b. g")), ["drop-B2"]);
}

#[test]
fn war_4_3_a_side_that_resigns_loses_whatever_the_score() {
    let mut game = campaign("tiny", "bb/b. g");
    assert_eq!(act(&mut game, "resign"), ["green resigns: blue wins"]);
    assert_eq!(game.outcome(), Some(Outcome::duel_win(Seat::FIRST, Outcome::FULL)));
    let mut ahead = campaign("tiny", "bb/b. b");
    act(&mut ahead, "resign");
    assert_eq!(ahead.outcome().unwrap().to_string(), "0-1");
    assert_eq!(ahead.ending(), Some(Ending::lost(Why::RESIGNED, Seat::FIRST)));
    let late = ahead.act(Seat::FIRST, &"B2".parse().unwrap()).unwrap_err();
    assert_eq!(late.to_string(), "the game is over: blue has resigned [WAR-4.3]");
}

#[test]
fn war_4_3_only_the_side_to_move_resigns() {
    let mut game = campaign("tiny", "../.. b");
    assert_eq!(game.act(Seat::SECOND, &"resign".parse().unwrap()).unwrap_err().clause, "WAR-2.1");
    assert_eq!(game.ending(), None);
}

#[test]
fn war_4_3_a_resignation_can_be_taken_back() {
    let mut game = campaign("tiny", "../.. b");
    act(&mut game, "resign");
    assert!(game.undo() && game.ending().is_none() && game.actions().is_empty());
    assert!(!game.undo());
    act(&mut game, "B2");
    act(&mut game, "resign");
    assert!(game.undo());
    assert_eq!(game.position().to_string(), "../.. b");
}

#[test]
fn war_4_3_a_referee_hears_a_resignation_out_of_turn() {
    let mut game = campaign("tiny", "bb/b. b");
    game.forfeit(Seat::SECOND, Forfeit::Resigned).unwrap();
    assert_eq!(game.ending(), Some(Ending::lost(Why::RESIGNED, Seat::SECOND)));
    assert_eq!(game.outcome().unwrap().to_string(), "1-0");
    assert_eq!(game.forfeit(Seat::FIRST, Forfeit::Resigned).unwrap_err().clause, "WAR-4.3");
}

#[test]
fn war_4_3_time_runs_out_for_the_side_to_move() {
    let mut game = campaign("tiny", "bb/b. g");
    let said = game.act(Seat::SECOND, &"time".parse().unwrap()).unwrap_err();
    assert_eq!(said.to_string(), "only the clock says whose time is up [WAR-4.3]");
    assert_eq!(game.forfeit(Seat::FIRST, Forfeit::Time).unwrap_err().clause, "WAR-4.3");
    let told = game.forfeit(Seat::SECOND, Forfeit::Time).unwrap();
    assert_eq!(told.last().unwrap().to_string(), "green has no time left: blue wins");
    assert_eq!(game.outcome().unwrap().to_string(), "1-0");
    assert!(game.undo() && game.ending().is_none());
}
