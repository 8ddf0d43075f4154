//! Every clause of `LAW.md`, proved by name.

use joust_core::{Course, Duel, DuelGame, Forfeit, Game, Record, Seat, Why};
use test_breakthrough::{Board, Breakthrough, Position, PositionFault, why};

fn read(text: &str) -> Position {
    Position::read(text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn moves(position: &Position) -> Vec<String> {
    position.all_moves().iter().map(ToString::to_string).collect()
}

/// The clause that forbids a move.
fn forbidden_by(text: &str, mv: &str) -> &'static str {
    read(text).understand(mv).expect_err(mv).clause
}

/// The game after a move.
fn after(text: &str, mv: &str) -> Breakthrough {
    let position = read(text);
    Breakthrough::at(position.after(position.understand(mv).unwrap()))
}

#[test]
fn brk_1_1_there_are_two_boards() {
    assert_eq!(Board::ALL.map(|board| board.to_string()), ["4x5", "3x4"]);
    assert_eq!((Board::named("3x4"), Board::named("4x4")), (Some(Board::ALL[1]), None));
}

#[test]
fn brk_1_2_squares_count_from_the_left_of_white() {
    assert!(moves(&read("..b/.../w../... w")).contains(&"a2-b3".to_owned()));
    assert_eq!(forbidden_by("bbb/bbb/www/www w", "d2d3"), "BRK-1.2");
    assert_eq!(forbidden_by("bbb/bbb/www/www w", "a4a5"), "BRK-1.2");
}

#[test]
fn brk_1_3_two_rows_of_each_side_begin() {
    let starts = Board::ALL.map(|board| Position::start(board).to_string());
    assert_eq!(starts, ["bbbb/bbbb/..../wwww/wwww w", "bbb/bbb/www/www w"]);
}

#[test]
fn brk_2_1_the_sides_take_turns_with_their_own_pawns() {
    let game = after("bbb/bbb/www/www w", "a2xb3");
    assert_eq!(game.position().to_move(), Seat::SECOND);
    assert_eq!(forbidden_by("bbb/bbb/www/www w", "a3b2"), "BRK-2.1");
    assert_eq!(forbidden_by("b../.../.../..w w", "b1b2"), "BRK-2.1");
    let black = game.action(game.position().all_moves()[0]);
    assert_eq!(game.propose(Seat::FIRST, &black).unwrap_err().clause, "BRK-2.1");
}

#[test]
fn brk_2_2_a_pawn_goes_one_row_ahead_to_an_empty_square() {
    let position = read("..../...b/..../.w../.... w");
    assert_eq!(moves(&position), ["b2-a3", "b2-b3", "b2-c3"]);
    for mv in ["b2b1", "b2b4", "b2a2", "b2d3"] {
        assert_eq!(position.understand(mv).unwrap_err().clause, "BRK-2.2", "{mv}");
    }
    assert_eq!(forbidden_by("bbb/bbb/www/www w", "a1a2"), "BRK-2.2");
}

#[test]
fn brk_2_3_a_pawn_takes_diagonally_and_not_straight_ahead() {
    let position = read(".../bbb/.w./... w");
    assert_eq!(moves(&position), ["b2xa3", "b2xc3"]);
    assert_eq!(forbidden_by(".../bbb/.w./... w", "b2b3"), "BRK-2.3");
    assert_eq!(after(".../bbb/.w./... w", "b2xc3").position().to_string(), ".../bbw/.../... b");
}

#[test]
fn brk_3_1_a_pawn_that_gets_through_wins() {
    for (text, mv, points) in [("..b/w../.../... w", "a3-a4", "1-0"), (".../.../.b./..w b", "b2-a1", "0-1")] {
        let game = after(text, mv);
        let ending = game.ending().unwrap();
        assert_eq!((ending.why.as_str(), ending.points().as_str()), (why::THROUGH, points));
        assert!(game.ending_text().unwrap().ends_with("gets through and wins"));
        assert_eq!(game.position().understand("a1a2").unwrap_err().clause, "BRK-3.1");
    }
}

#[test]
fn brk_3_2_taking_the_last_pawn_wins() {
    let game = after(".../.b./w../... w", "a2b3");
    let ending = game.ending().unwrap();
    assert_eq!((ending.why.as_str(), ending.winner()), (why::LAST_PAWN, Some(Seat::FIRST)));
    assert_eq!(game.position().understand("b3b4").unwrap_err().clause, "BRK-3.2");
}

#[test]
fn brk_3_3_a_side_loses_by_resignation_and_by_time() {
    let game = Breakthrough::at(Position::start(Board::ALL[0]));
    let lost = |seat, how| game.forfeit(seat, how).map(|step| step.next.ending().unwrap());
    let resigned = lost(Seat::SECOND, Forfeit::Resigned).unwrap();
    assert_eq!((resigned.why.as_str(), resigned.loser), (Why::RESIGNED, Some(Seat::SECOND)));
    assert_eq!(lost(Seat::FIRST, Forfeit::Time).unwrap().points(), "0-1");
    assert_eq!(lost(Seat::SECOND, Forfeit::Time).unwrap_err().clause, "BRK-3.3");
    let said = game.propose(Seat::FIRST, &game.read("time").unwrap());
    assert_eq!(said.unwrap_err().clause, "BRK-3.3");
}

#[test]
fn brk_4_1_moves_are_written_in_one_way_and_read_in_several() {
    let position = read(".../.b./w../... w");
    for text in ["a2xb3", "a2b3", " A2-B3 ", "a2 b3"] {
        assert_eq!(position.understand(text).unwrap().to_string(), "a2xb3", "{text}");
    }
    for text in ["", "a2", "a2b3c", "forward", "é2b3"] {
        let clause = position.understand(text).unwrap_err().clause;
        assert!(["BRK-4.1", "BRK-1.2"].contains(&clause), "{text}: {clause}");
    }
}

#[test]
fn brk_4_2_positions_are_read_as_they_are_written() {
    for text in ["bbb/bbb/www/www w", "..../.b../w.w./..../.... b"] {
        assert_eq!(read(text).to_string(), text);
    }
    let faults = Position::read("bxb/bbb/www/www q more").unwrap_err().0;
    let [side, more] = ["q", "more"].map(str::to_owned);
    assert_eq!(
        faults,
        [PositionFault::Character('x'), PositionFault::Side(side), PositionFault::Surplus(more)]
    );
}

#[test]
fn brk_4_3_impossible_positions_are_refused() {
    let refused = |text: &str| Position::read(text).unwrap_err().0;
    assert_eq!(refused("bb/ww w"), [PositionFault::Board("2+2".to_owned())]);
    assert_eq!(refused("bbb/bbb/bww/www w"), [PositionFault::Pawns("black")]);
    assert_eq!(refused("..w/b../.../... w"), [PositionFault::Won("white")]);
    assert_eq!(refused(".../.b./.../... b"), [PositionFault::Won("black")]);
}

#[test]
fn brk_4_4_a_record_leads_to_its_result() {
    let replayed = |text: &str| Course::<Breakthrough>::of_record(&text.parse::<Record>().unwrap());
    let text = "[Game \"breakthrough\"]\n[Board \"3x4\"]\n\n1. a2xb3 c4xb3\n3. resign\n0-1\n";
    assert_eq!(replayed(text).unwrap().record(&[]).actions, ["a2xb3", "c4xb3", "resign"]);
    let why = |text: &str| replayed(text).unwrap_err().to_string();
    assert!(why(&text.replace("0-1", "1-0")).ends_with("[BRK-4.4]"));
    assert!(why(&text.replace("3x4", "9x9")).contains("there is no board `9x9`"));
    let other = "[Board \"4x5\"]\n[Position \"bbb/bbb/www/www w\"]\n\n*\n";
    assert!(why(other).contains("it is not of the board 4x5"));
}

#[test]
fn brk_5_1_the_mirror_and_the_exchange_of_colours_are_symmetries() {
    let images = read("b../.b./.../w.w w").images();
    let told: Vec<_> = images.iter().map(|image| (image.position.to_string(), image.exchanged)).collect();
    let expected = [("..b/.b./.../w.w w", false), ("b.b/.../.w./w.. b", true)];
    assert_eq!(told, expected.map(|(text, exchanged)| (text.to_owned(), exchanged)));
}

#[test]
fn brk_5_2_the_key_covers_board_pawns_and_side() {
    let texts = ["b../.../.../w.. w", "b../.../.../w.. b", "b../.../.../.w. w", "b.../..../..../..../w... w"];
    let keys: std::collections::HashSet<u64> = texts.iter().map(|text| read(text).key()).collect();
    assert_eq!(keys.len(), texts.len());
}
