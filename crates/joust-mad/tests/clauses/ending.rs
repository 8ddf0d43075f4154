//! Chapter 7: the end.

use crate::{after, forbidden_by, moves, read, read_under};
use joust_core::{Course, Duel, DuelGame, Ending, Forfeit, Game, Illegal, Outcome, Seat, Why};
use joust_mad::{Action, Battle, Board, Event, Position, Rules, Side, why};

/// A battle from a position, with these actions of the sides that are asked.
fn battle(text: &str, actions: &[&str]) -> Course<Battle> {
    let mut battle = Course::new(Battle::at(read(text)));
    for action in actions {
        act(&mut battle, action).unwrap_or_else(|why| panic!("{action}: {why}"));
    }
    battle
}

fn act(battle: &mut Course<Battle>, action: &str) -> Result<Vec<Event>, Illegal> {
    let seat = battle.to_act().seat();
    battle.act(seat, &action.parse().unwrap())
}

fn refused(battle: &mut Course<Battle>, action: &str) -> &'static str {
    let before = format!("{battle:?}");
    let clause = act(battle, action).expect_err(action).clause;
    assert_eq!(format!("{battle:?}"), before, "a refused action changes nothing");
    clause
}

fn result(position: &Position) -> String {
    position.outcome().map_or("*".into(), |outcome| outcome.to_string())
}

const LONE: &str = "b111,,,/,,,/,,,/,,,/,,,/,,,r111";

#[test]
fn mad_7_1_expelling_a_corvette_is_a_full_victory() {
    let red_wins = after(&read("b111,,,/r121,,,/,,,/,,,/,,,/r111,,, r"), "121-a5xa6");
    assert_eq!(result(&red_wins), "1-0");
    assert_eq!(red_wins.without_corvette(), Some(Side::Blue));
    assert_eq!(forbidden_by(&red_wins, "112<>221"), "MAD-7.1");
    let blue_wins = after(&read("b111,,,/,,,/,,,/,,,/b121,,,/r111,,, b"), "121-a2xa1");
    assert_eq!(result(&blue_wins), "0-1");
    assert_eq!(moves(&blue_wins), [""; 0]);
}

#[test]
fn mad_7_1_exiling_ones_own_corvette_loses() {
    let red_loses = after(&read(&format!("{LONE} r")), "111<>222");
    assert_eq!(result(&red_loses), "0-1");
    let blue_loses = after(&read(&format!("{LONE} b")), "111<>222");
    assert_eq!(result(&blue_loses), "1-0");
    // The last expeller makes no difference.
    assert_eq!(result(&after(&read(&format!("{LONE} r 9 2 r")), "111<>222")), "0-1");
}

#[test]
fn mad_7_1_a_battle_tells_how_it_ended() {
    let mut over = Course::new(Battle::at(read("b111,,,/r121,,,/,,,/,,,/,,,/r111,,, r")));
    let events = act(&mut over, "121-a5xa6").unwrap();
    let full = Outcome::duel_win(Seat::FIRST, 2);
    assert_eq!(events.last(), Some(&Event::Ended(Ending::lost(why::EXILE, Seat::SECOND))));
    assert_eq!((over.awaits().is_empty(), over.outcome()), (true, Some(full)));
    assert_eq!(refused(&mut over, "resign"), "MAD-7.1");
}

#[test]
fn mad_7_2_every_turn_without_expulsion_adds_one() {
    let mut position = Position::start(Board::named("6x4").unwrap(), Rules::CURRENT);
    let turns = ["pass", "112<>221", "211-c2-c4", "122>212>221", "121<>212"];
    for (counter, mv) in (1..).zip(turns) {
        position = after(&position, mv);
        assert_eq!(position.counter(), counter, "{mv}");
    }
}

#[test]
fn mad_7_2_an_expulsion_sets_the_counter_to_0_also_with_a_bonus() {
    let position = read("b111,,b211,/,,r112,/,,,/,,,/,r221,,/r111,,, r 9 5 b");
    for mv in ["112-c5xc6", "112-c5xc6+112<>221"] {
        let next = after(&position, mv);
        assert_eq!((next.counter(), next.expeller()), (0, Some(Side::Red)), "{mv}");
    }
}

#[test]
fn mad_7_2_exile_by_a_shift_does_not_reset_the_counter() {
    let position = read("b111,,,/,,r112,/,,,/,,,/,r121,,/r111,,, r 9 5 b");
    for mv in ["112<>221", "112>121>211", "112-c5-c6+112<>221"] {
        let next = after(&position, mv);
        assert_eq!((next.counter(), next.expeller()), (6, Some(Side::Blue)), "{mv}");
    }
}

#[test]
fn mad_7_3_at_the_limit_the_last_expeller_has_a_semi_victory() {
    for (side, expeller, expected) in
        [("r", "r", "1/2-0"), ("r", "b", "0-1/2"), ("b", "r", "1/2-0"), ("b", "b", "0-1/2")]
    {
        let turn = if side == "r" { 61 } else { 62 };
        let position = read(&format!("{LONE} {side} {turn} 39 {expeller}"));
        assert_eq!(result(&position), "*");
        let mv = if side == "r" { "111-d1-c1" } else { "111-a6-b6" };
        let next = after(&position, mv);
        assert_eq!(result(&next), expected, "{side} {expeller}");
        assert_eq!(moves(&next), [""; 0]);
        assert_eq!(forbidden_by(&next, "111<>222"), "MAD-7.3");
    }
}

#[test]
fn mad_7_3_while_nobody_has_expelled_blue_wins_the_tie_break() {
    for (side, mv) in [("r 61", "111-d1-c1"), ("b 62", "111-a6-b6")] {
        assert_eq!(result(&after(&read(&format!("{LONE} {side} 39 -")), mv)), "0-1/2");
    }
}

#[test]
fn mad_7_3_exiling_an_own_ship_earns_no_credit() {
    let position = read("b111,,,/,,,/,,,/,,,/r112,r121,,/r111,,, r 61 39 b");
    assert_eq!(result(&after(&position, "112<>221")), "0-1/2");
    assert_eq!(result(&after(&position, "112>121>211")), "0-1/2");
    let position = read("b111,,,/b112,,,/,,,/,,,/,,,/r111,,, b 62 39 r");
    assert_eq!(result(&after(&position, "112<>221")), "1/2-0");
}

#[test]
fn mad_7_3_the_limit_is_that_of_the_ruleset() {
    let position = read_under(&format!("{LONE} r 61 29 r"), Rules::CLASSIC);
    assert_eq!(result(&after(&position, "111-d1-c1")), "1/2-0");
    let position = read_under(&format!("{LONE} r 61 29 r"), Rules::CURRENT);
    assert_eq!(result(&after(&position, "111-d1-c1")), "*");
}

#[test]
fn mad_7_3_an_expulsion_in_the_last_turn_lets_the_game_go_on() {
    let position = read("b111,,,/b122,,,/r121,,,/,,,/,,,/r111,,, r 61 39 b");
    let next = after(&position, "121-a4xa5");
    assert_eq!(next.to_string(), "b111,,,/r121,,,/,,,/,,,/,,,/r111,,, b 62 0 r");
    assert_eq!(result(&next), "*");
}

#[test]
fn mad_7_4_exile_comes_before_the_tie_break() {
    // Blue expelled last and would win the tie-break; Red expels the corvette in the last turn.
    let position = read("b111,,,/r121,,,/,,,/,,,/,,,/r111,,, r 61 39 b");
    assert_eq!(result(&after(&position, "121-a5xa6")), "1-0");
    // Red expelled last and would win; Red exiles its own corvette, by a shift and by a bonus.
    let position = read("b111,,,/,r111,,/,,,/,,,/,,,/,,, r 61 39 r");
    for mv in ["111<>222", "111-b5-b6+111<>222"] {
        let next = after(&position, mv);
        assert_eq!((next.counter(), result(&next).as_str()), (40, "0-1"), "{mv}");
    }
    assert_eq!(result(&after(&position, "111-b5-b6")), "1/2-0");
}

#[test]
fn mad_7_5_a_full_victory_gives_1_point_and_a_semi_victory_half_a_point() {
    let points = |text: &str| {
        let outcome = read(text).outcome().unwrap();
        [outcome.half_points(Seat::FIRST), outcome.half_points(Seat::SECOND)]
    };
    assert_eq!(points(",,,/,,,/,,,/,,,/,,,/r111,,, r"), [2, 0]);
    assert_eq!(points(",,,/,,,/,,,/,,,/,,,/b111,,, r"), [0, 2]);
    assert_eq!(points(&format!("{LONE} r 61 40 r")), [1, 0]);
    assert_eq!(points(&format!("{LONE} r 61 40 b")), [0, 1]);
}

#[test]
fn mad_7_6_positions_repeat_until_the_counter_ends_the_game() {
    let mut position = read(&format!("{LONE} r"));
    let key = position.key();
    for _ in 0..9 {
        for mv in ["111-d1-c1", "111-a6-b6", "111-c1-d1", "111-b6-a6"] {
            position = after(&position, mv);
        }
        assert_eq!((position.key(), position.outcome()), (key, None));
    }
    for mv in ["111-d1-c1", "111-a6-b6", "111-c1-d1", "111-b6-a6"] {
        assert_eq!(position.outcome(), None);
        position = after(&position, mv);
    }
    assert_eq!((position.counter(), result(&position).as_str()), (40, "0-1/2"));
}

#[test]
fn mad_7_7_an_offer_asks_the_opponent_and_uses_up_no_turn() {
    let mut game = battle(&format!("{LONE} r 9 2 b"), &["offer"]);
    assert!(game.answers().is_some());
    assert_eq!(game.to_act(), Side::Blue);
    assert_eq!(game.position().side(), Side::Red);
    assert_eq!(refused(&mut game, "111-d1-c1"), "MAD-7.7");
    assert_eq!(refused(&mut game, "offer"), "MAD-7.7");
    act(&mut game, "decline").unwrap();
    assert_eq!((game.to_act(), game.position().turn_number(), game.position().counter()), (Side::Red, 9, 2));
    act(&mut game, "111-d1-c1").unwrap();
}

#[test]
fn mad_7_7_accepting_applies_the_tie_break_as_it_stands() {
    for (fields, expected) in
        [("r 9 2 b", "0-1/2"), ("r 9 2 r", "1/2-0"), ("b 10 2 r", "1/2-0"), ("b 10 2 -", "0-1/2")]
    {
        let mut game = battle(&format!("{LONE} {fields}"), &["offer", "accept"]);
        assert_eq!(game.ending().unwrap().why, Why::AGREED);
        assert_eq!(game.outcome().unwrap().to_string(), expected, "{fields}");
        assert_eq!(refused(&mut game, "111<>222"), "MAD-7.7");
    }
}

#[test]
fn mad_7_7_a_side_offers_once_in_a_turn() {
    let mut game = battle(&format!("{LONE} r"), &["offer", "decline"]);
    assert_eq!(refused(&mut game, "offer"), "MAD-7.7");
    act(&mut game, "111-d1-c1").unwrap();
    // The next turn is another one, for either side.
    for action in ["offer", "decline", "111-a6-b6", "offer", "decline"] {
        act(&mut game, action).unwrap();
    }
}

#[test]
fn mad_7_7_only_an_offer_can_be_answered() {
    let mut game = battle(&format!("{LONE} r"), &[]);
    assert_eq!(refused(&mut game, "accept"), "MAD-7.7");
    assert_eq!(refused(&mut game, "decline"), "MAD-7.7");
}

#[test]
fn mad_7_7_without_the_option_there_is_no_offer() {
    for rules in [Rules::CLASSIC, Rules::APP] {
        let start = Battle::at(read_under(&format!("{LONE} r"), rules));
        assert_eq!(refused(&mut Course::new(start), "offer"), "MAD-7.7");
    }
}

#[test]
fn mad_7_8_the_side_that_is_asked_may_resign() {
    for (before, loser, expected) in [
        (&[][..], Side::Red, "0-1"),
        (&["111-d1-c1"], Side::Blue, "1-0"),
        (&["offer"], Side::Blue, "1-0"),
        (&["offer", "decline"], Side::Red, "0-1"),
    ] {
        let mut game = battle(&format!("{LONE} r 9 2 r"), before);
        act(&mut game, "resign").unwrap();
        assert_eq!(game.ending(), Some(Ending::lost(Why::RESIGNED, loser.seat())));
        assert_eq!(
            game.outcome().unwrap().to_string(),
            expected,
            "a full loss, whichever side expelled last"
        );
        assert_eq!(refused(&mut game, "111-d1-c1"), "MAD-7.8");
    }
}

#[test]
fn mad_7_8_a_side_cannot_resign_for_the_other() {
    let game = battle(&format!("{LONE} r"), &[]);
    assert_eq!(game.propose(Seat::SECOND, &Action::Lose(Forfeit::Resigned)).unwrap_err().clause, "MAD-2.1");
    let offered = battle(&format!("{LONE} r"), &["offer"]);
    assert_eq!(offered.propose(Seat::FIRST, &Action::Lose(Forfeit::Resigned)).unwrap_err().clause, "MAD-2.1");
}

#[test]
fn mad_7_8_a_referee_hears_a_resignation_out_of_turn() {
    for (before, loser, expected) in
        [(&[][..], Side::Blue, "1-0"), (&["111-d1-c1"], Side::Red, "0-1"), (&["offer"], Side::Red, "0-1")]
    {
        let mut game = battle(&format!("{LONE} r 9 2 r"), before);
        let events = game.forfeit(loser.seat(), Forfeit::Resigned).unwrap();
        assert_eq!(events.len(), 1);
        assert_eq!(game.ending(), Some(Ending::lost(Why::RESIGNED, loser.seat())));
        assert_eq!(game.outcome().unwrap().to_string(), expected);
        assert_eq!(game.forfeit(loser.other().seat(), Forfeit::Resigned).unwrap_err().clause, "MAD-7.8");
    }
}

#[test]
fn mad_7_8_time_runs_out_for_the_side_that_is_asked() {
    for (before, loser, expected) in [(&[][..], Side::Red, "0-1"), (&["offer"], Side::Blue, "1-0")] {
        let mut game = battle(&format!("{LONE} r 9 2 r"), before);
        assert_eq!(refused(&mut game, "time"), "MAD-7.8");
        assert_eq!(game.forfeit(loser.other().seat(), Forfeit::Time).unwrap_err().clause, "MAD-7.8");
        game.forfeit(loser.seat(), Forfeit::Time).unwrap();
        assert_eq!(game.ending(), Some(Ending::lost(Why::TIME, loser.seat())));
        assert!(game.ending_text().unwrap().starts_with(&format!("{loser} has no time left")));
        assert_eq!(game.outcome().unwrap().to_string(), expected);
        assert_eq!(refused(&mut game, "111-d1-c1"), "MAD-7.8");
        assert!(game.undo() && game.ending().is_none());
    }
}
