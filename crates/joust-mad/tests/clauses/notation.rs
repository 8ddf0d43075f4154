//! Chapter 9, the first half: moves and other actions in writing.

use crate::{after, moves, read};
use joust_mad::{Action, Board, Misunderstood, NotAMove, Notation, Position, Rules};

/// What a typed move is taken for.
fn understood(position: &Position, typed: &str) -> String {
    let mv = position.understand(typed).unwrap_or_else(|why| panic!("{typed}: {why}"));
    position.notation(mv).to_string()
}

/// The clause that is named when a typed move is not made.
fn refused(position: &Position, typed: &str) -> String {
    let why = position.understand(typed).expect_err(typed).to_string();
    let (_, clause) = why.rsplit_once('[').unwrap_or_else(|| panic!("no clause in: {why}"));
    clause.trim_end_matches(']').to_owned()
}

#[test]
fn mad_9_1_the_written_forms_of_the_law_are_read_and_written() {
    for text in
        ["211-c2-c4", "211-c2xc4", "112<>221", "112>211>121", "221-b5xb6+122>212>221", "pass", "111-z1-a99"]
    {
        assert_eq!(text.parse::<Notation>().unwrap().to_string(), text);
    }
}

#[test]
fn mad_9_1_every_legal_move_is_understood_as_it_is_written() {
    for text in [
        "b111,b211,,/,r221,r212,/r112,,,/,,,/,,,/r111,r122,, r 9 5 b",
        "#,#,b111,b222,#,#/r221,b121,b122,r211,b212,b112/,,,,,/,,,,,/,,,,,/#,#,r111,r222,#,# r",
        "b221,b111,b222,b212/b121,b122,b211,b112/,,,/,,,/r121,r122,r211,r112/r221,r111,r222,r212 r 1 0 -",
    ] {
        let position = read(text);
        for mv in moves(&position) {
            assert_eq!(mv.parse::<Notation>().unwrap().to_string(), mv);
            assert_eq!(understood(&position, &mv), mv);
        }
    }
}

#[test]
fn mad_9_1_shifts_are_written_from_the_smallest_number() {
    for (typed, written) in [
        ("221<>112", "112<>221"),
        ("222<>111", "111<>222"),
        ("211>121>112", "112>211>121"),
        ("121>112>211", "112>211>121"),
        ("212>221>122", "122>212>221"),
        ("211-c5-c6+211>121>112", "211-c5-c6+112>211>121"),
    ] {
        assert_eq!(typed.parse::<Notation>().unwrap().to_string(), written);
    }
}

#[test]
fn mad_9_1_looser_forms_are_understood_where_one_move_fits() {
    let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
    for typed in ["c2c4", "c2-c4", "211-c4", "211c4", "211c2c4", "C2C4", "c4", " c2c4 "] {
        assert_eq!(understood(&start, typed), "211-c2-c4", "{typed}");
    }
    assert_eq!(understood(&start, "211>121>112"), "112>211>121");
    let pass = Position::start(Board::named("6x4").unwrap(), Rules::CURRENT);
    assert_eq!(understood(&pass, "Pass"), "pass");
    let bonus = read("b111,,,/,,r112,/,,,/,,,/,r221,,/r111,,, r");
    assert_eq!(understood(&bonus, "c5c6+112<>221"), "112-c5-c6+112<>221");
    assert_eq!(understood(&bonus, "c6+221<>112"), "112-c5-c6+112<>221");
    assert_eq!(understood(&bonus, "c6"), "112-c5-c6");
}

#[test]
fn mad_9_1_the_x_may_be_left_out_but_not_put_in() {
    let position = read("b111,,,/,,,/b122,,,/,,,/r221,,,/r111,,, r");
    for typed in ["221-a2xa4", "a2xa4", "a2Xa4", "a2-a4", "a2a4", "221-a4"] {
        assert_eq!(understood(&position, typed), "221-a2xa4", "{typed}");
    }
    assert_eq!(refused(&position, "a2xa3"), "MAD-3.4");
}

#[test]
fn mad_9_1_a_form_that_fits_several_moves_is_sent_back_with_all_of_them() {
    let position = read("b111,,,/,,,/,,,/,r112,,/r121,,,/r111,,, r");
    let Err(Misunderstood::Ambiguous { typed, moves }) = position.understand("a3") else {
        panic!("two ships reach a3");
    };
    let mut fitting: Vec<_> = moves.iter().map(Notation::to_string).collect();
    fitting.sort();
    assert_eq!((typed.as_str(), fitting), ("a3", vec!["112-b3-a3".to_owned(), "121-a2-a3".to_owned()]));
    assert_eq!(refused(&position, "a3"), "MAD-9.1");
    assert_eq!(understood(&position, "112-a3"), "112-b3-a3");
    assert_eq!(understood(&position, "a2a3"), "121-a2-a3");
}

#[test]
fn mad_9_1_a_loose_form_of_an_illegal_move_names_the_clause() {
    let position = read("b111,,,/,,,/b122,,,/r112,,,/,,,/r111,,, r");
    for (typed, clause) in [
        ("a3a5", "MAD-3.1"),
        ("112-a4", "MAD-3.3"),
        ("a3a3", "MAD-3.2"),
        ("b3b4", "MAD-2.2"),
        ("a4b4", "MAD-2.2"),
        ("111-a3", "MAD-3.1"),
        ("a3e3", "MAD-1.2"),
        ("112-e3", "MAD-1.2"),
        ("e3", "MAD-1.2"),
        ("d6", "MAD-3.1"),
        ("211-b4", "MAD-1.8"),
        ("112-b3+112<>221", "MAD-6.3"),
        ("121<>212", "MAD-4.3"),
        ("112<>212", "MAD-4.1"),
        ("112>121>212", "MAD-5.1"),
        ("112>121>211", "MAD-5.3"),
        ("pass", "MAD-2.3"),
        ("hello", "MAD-9.1"),
        ("", "MAD-9.1"),
    ] {
        assert_eq!(refused(&position, typed), clause, "{typed}");
    }
}

#[test]
fn mad_9_1_a_loose_form_after_the_end_says_that_the_game_is_over() {
    let won = after(&read("b111,,,/r121,,,/,,,/,,,/,,,/r111,,, r"), "121-a5xa6");
    let tied = read("b111,,,/,,,/,,,/,,,/,,,/r111,,, r 61 40 r");
    for typed in ["a1a2", "111-a2", "211-b4", "a2", "111<>222", "pass"] {
        assert_eq!(refused(&won, typed), "MAD-7.1", "{typed}");
        assert_eq!(refused(&tied, typed), "MAD-7.3", "{typed}");
    }
}

#[test]
fn mad_9_1_a_move_in_a_record_is_complete() {
    for text in ["c2c4", "c2-c4", "211-c4", "211c2c4", "c4", "211", "211-", "-", "x", "+", "211-c2-c4+"] {
        assert!(text.parse::<Notation>().is_err(), "{text}");
    }
    for text in ["211-c2", "211-c0-c1", "211-c02-c3", "211-c2-c100", "213-c2-c3", "211-c2-c3+pass", "c2c4 "] {
        assert!(
            matches!(text.parse::<Notation>(), Err(NotAMove::Unreadable(_) | NotAMove::Shift(_))),
            "{text}"
        );
    }
}

#[test]
fn mad_9_2_a_record_holds_five_other_actions() {
    let words = [
        ("resign", Action::Lose(joust_core::Forfeit::Resigned)),
        ("offer", Action::Offer),
        ("accept", Action::Accept),
        ("decline", Action::Decline),
        ("time", Action::Lose(joust_core::Forfeit::Time)),
        ("pass", Action::Move(Notation::Pass)),
    ];
    for (word, action) in words {
        assert_eq!(word.parse(), Ok(action));
        assert_eq!(action.to_string(), word);
        assert_eq!(word.parse::<Notation>().is_ok(), word == "pass", "{word}");
    }
    assert!("draw".parse::<Action>().is_err());
}
