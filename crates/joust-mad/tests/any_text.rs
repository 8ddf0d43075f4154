//! Whatever text comes in, the readers answer: they never panic, and what they accept they can
//! write and read again.

#[path = "../../../tests/support/hostile.rs"]
mod hostile;

use hostile::{almost, characters, config};
use joust_core::{Course, Duel, DuelGame, MoveList, Record, Seed, below};
use joust_mad::{Action, AppFile, Battle, Board, Coord, Draft, Notation, Position, Rules, Shift, Ship};
use proptest::prelude::*;

const LAW: &str = include_str!("../../../rules/mad.md");

fn moves_of(position: &Position) -> Vec<String> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list.iter().map(|mv| position.notation(*mv).to_string()).collect()
}

/// Gives a text to every reader there is.
fn read_as_everything(text: &str) {
    read_as_position(text);
    read_as_move(text);
    read_as_record(text);
    read_as_app_file(text);
    read_as_board(text);
    if let Ok(rules) = text.parse::<Rules>() {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
}

fn read_as_position(text: &str) {
    let boards = Board::all().iter().map(Some).chain([None]);
    for board in boards {
        match Position::read(text, Rules::CURRENT, board) {
            Ok(position) => {
                let again = Position::read(&position.to_string(), Rules::CURRENT, board);
                assert_eq!(again, Ok(position));
                assert_eq!(position.count_moves(), moves_of(&position).len());
            }
            Err(refused) => assert!(!refused.0.is_empty() && !refused.to_string().is_empty()),
        }
    }
    let _ = Draft::read(text).ships().count();
}

fn read_as_move(text: &str) {
    let busy = "b111,b211,,/,r221,r212,/r112,,,/,,,/,,,/r111,r122,, r 9 5 b";
    let finished = ",,,/,,,/,,,/,,,/,,,/r111,,, b";
    for text_of_position in [busy, finished] {
        let position = Position::read(text_of_position, Rules::CURRENT, None).unwrap();
        match position.understand(text) {
            Ok(mv) => assert!(moves_of(&position).contains(&position.notation(mv).to_string())),
            Err(why) => assert!(!why.to_string().is_empty()),
        }
        if let Ok(notation) = text.parse::<Notation>() {
            assert_eq!(notation.to_string().parse(), Ok(notation));
            let _ = position.check(&notation);
        }
    }
    let _ = Battle::default().position().understand(text);
    if let Ok(action) = text.parse::<Action>() {
        assert_eq!(action.to_string().parse(), Ok(action));
    }
    if let Ok(shift) = text.parse::<Shift>() {
        assert_eq!(shift.to_string().parse(), Ok(shift));
    }
    if let Ok(ship) = text.parse::<Ship>() {
        assert_eq!(ship.to_string(), text);
    }
    if let Ok(coord) = text.parse::<Coord>() {
        assert_eq!(coord.to_string(), text.to_lowercase());
    }
}

fn read_as_record(text: &str) {
    if let Ok(record) = text.parse::<Record>() {
        assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
        if let Ok(battle) = Course::<Battle>::of_record(&record) {
            let own = battle.record(&[]);
            let again = Course::<Battle>::of_record(&own).unwrap_or_else(|why| panic!("{own}: {why}"));
            assert_eq!(again.position(), battle.position());
        }
    }
}

fn read_as_app_file(text: &str) {
    match AppFile::read(text) {
        Ok(file) => {
            if let Ok(position) = file.position(Rules::CURRENT) {
                let written = AppFile::write(&position).expect("the app has all boards that it names");
                let again = AppFile::read(&written).unwrap_or_else(|why| panic!("{written}: {why}"));
                assert_eq!(again.position(Rules::CURRENT), Ok(position));
            }
        }
        Err(bad) => assert!(!bad.0.is_empty()),
    }
}

fn read_as_board(text: &str) {
    if let Ok(board) = Board::from_picture("own", text) {
        let again = Board::from_picture("own", &board.picture());
        assert_eq!(again.as_ref(), Ok(&board));
        let start = Position::start(board.leak(), Rules::APP);
        assert_eq!(start.count_moves(), moves_of(&start).len());
    }
}

/// Texts that some reader accepts.
fn good_texts() -> Vec<String> {
    let mut texts: Vec<String> = [
        "limit=40,positioning=on,agreed=on",
        "app,limit=7",
        "211-c2-c4",
        "211-c2xc4",
        "c2c4",
        "112<>221",
        "112>211>121",
        "221-b5xb6+122>212>221",
        "b111,,,/,,,/,,,/,,,/,,,/,,,r111 r",
        "b111,,,/r121,,,/,,,/,,,/,,,/r111,,, b 34 3 r",
        "Version: 2\nTurn Number: 34\nGame Type: 6 by 4\nTime since last expulsion: 3\n\nC4: Blue111\nD5: Red111",
        "Version: 1\nTurn Number: 3\nShape: 5, 5\nWith Initial Special Rule: false\nC4: Blue111\nD5: Red111",
        "[Game \"mad\"]\n[Board \"5x5\"]\n[Rules \"limit=9\"]\n\n1. pass pass\n3. c2c3 {hm} offer accept\n0-1/2",
        "[Picture \"b111,b222,b112/,,/r111,r222,r112\"]\n[Rules \"app\"]\n\n1. a1a2 *",
        "[Position \"b111,,,/r121,,,/,,,/,,,/,,,/r111,,, r 33 3 r\"]\n[Turn \"33\"]\n\n33. a5xa6 1-0",
    ]
    .map(str::to_owned)
    .to_vec();
    for board in Board::all() {
        let start = Position::start(board, Rules::CURRENT);
        texts.push(start.to_string());
        texts.push(board.picture());
        texts.push(AppFile::write(&start).unwrap());
    }
    let mut rng = Seed(26).rng();
    let mut battle = *Battle::default().position();
    while battle.outcome().is_none() {
        let list = moves_of(&battle);
        let mv = &list[below(&mut rng, list.len())];
        texts.push(mv.clone());
        battle.make(battle.understand(mv).unwrap());
    }
    texts
}

/// Characters that mean something to some reader.
const MEANINGFUL: &str = "rbx#,/-+<>=:.[]{}\"\\* \n012a9zRé\u{feff}";

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn any_characters_at_all_are_read_without_panic(text in any::<String>()) {
        read_as_everything(&text);
    }

    #[test]
    fn characters_that_mean_something_are_read_without_panic(
        text in proptest::collection::vec(characters(MEANINGFUL), 0..60)
    ) {
        read_as_everything(&text.into_iter().collect::<String>());
    }
}

proptest! {
    #![proptest_config(config(20_000))]

    #[test]
    fn texts_that_are_almost_right_are_read_without_panic(text in almost(good_texts(), MEANINGFUL)) {
        read_as_everything(&text);
    }
}

#[test]
fn the_good_texts_are_good() {
    let accepted = |text: &String| {
        let position = Position::read(text, Rules::CURRENT, None).is_ok();
        let record = text.starts_with('[')
            && Course::<Battle>::of_record(&text.parse().unwrap())
                .is_ok_and(|battle| !battle.actions().is_empty());
        let rest = AppFile::read(text).is_ok() || Board::from_picture("own", text).is_ok();
        position || record || rest || text.parse::<Notation>().is_ok() || text.parse::<Rules>().is_ok()
    };
    let refused: Vec<_> = good_texts().into_iter().filter(|text| !accepted(text)).collect();
    // The short form of a move is for people, and only a position makes a move of it.
    assert_eq!(refused, ["c2c4"]);
}

#[test]
fn the_law_itself_is_read_without_panic() {
    for line in LAW.lines() {
        read_as_everything(line);
        for part in line.split('`') {
            read_as_everything(part);
        }
    }
}
