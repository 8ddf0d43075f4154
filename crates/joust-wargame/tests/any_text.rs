//! Whatever text comes in, the readers answer: they never panic, and what they accept they can
//! write and read again.

#[path = "../../../tests/support/hostile.rs"]
mod hostile;

use hostile::{almost, characters, config};
use joust_core::{Course, Duel, DuelGame, MoveList, Record, Seed, below};
use joust_wargame::{Action, Board, Campaign, Position, Rules, Square};
use proptest::prelude::*;

const LAW: &str = include_str!("../../../rules/wargame.md");

/// Characters that mean something to some reader.
const MEANINGFUL: &str = "bg.#/-+:x=[]{}\"\\* \n\r\t0129ABCdropé\u{feff}";

fn board(name: &str) -> &'static Board {
    Board::named(name).unwrap_or_else(|| panic!("no board {name}"))
}

fn moves_of(position: &Position) -> Vec<String> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list.iter().map(|mv| position.write_move(*mv)).collect()
}

/// Gives a text to every reader there is.
fn read_as_everything(text: &str) {
    read_as_board(text);
    read_as_position(text);
    read_as_move(text);
    read_as_record(text);
    if let Ok(rules) = text.parse::<Rules>() {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
}

fn read_as_board(text: &str) {
    match Board::read("own", text) {
        Ok(board) => {
            assert_eq!(Board::read("own", &board.text()).as_ref(), Ok(&board));
            let squares = board.columns() * board.rows();
            assert!((1..=Square::MAX).contains(&squares));
            assert_eq!(Position::start(board, Rules::default()).count_moves(), squares);
        }
        Err(bad) => assert!(!bad.faults.is_empty() && !bad.to_string().is_empty()),
    }
    if let Some(board) = Board::named(text) {
        assert_eq!(Board::named(board.name()), Some(board), "{text}");
    }
}

fn read_as_position(text: &str) {
    for name in ["Smolensk", "custom8x8", "tiny", "random:16x4:1", "random:1x1:1"] {
        for (_, rules) in Rules::PRESETS {
            match Position::read(text, board(name), rules) {
                Ok(position) => {
                    assert_eq!(Position::read(&position.to_string(), board(name), rules), Ok(position));
                    assert_eq!(position.count_moves(), moves_of(&position).len());
                    assert_eq!(position.count_moves() == 0, position.outcome().is_some());
                }
                Err(refused) => assert!(!refused.0.is_empty() && !refused.to_string().is_empty()),
            }
        }
    }
}

fn read_as_move(text: &str) {
    let texts =
        ["...b../..bbb./....../..gg../....../...... g", "bgbgbg/bgbgbg/bgbgbg/bgbgbg/bgbgbg/bgbgbg b"];
    for (_, rules) in Rules::PRESETS {
        for position in texts.map(|text| Position::read(text, board("Smolensk"), rules).unwrap()) {
            match position.understand(text) {
                Ok(mv) => assert!(moves_of(&position).contains(&position.write_move(mv)), "{text}"),
                Err(why) => assert!(!why.to_string().is_empty()),
            }
        }
    }
    let _ = Campaign::default().position().understand(text);
    let Ok(action) = text.parse::<Action>();
    assert_eq!(action.to_string().parse(), Ok(action));
    if let Some(square) = board("Smolensk").square_named(text) {
        assert_eq!(board("Smolensk").square_name(square), text.to_uppercase());
    }
}

fn read_as_record(text: &str) {
    if let Ok(record) = text.parse::<Record>() {
        assert_eq!(record.to_string().parse().as_ref(), Ok(&record));
        if let Ok(campaign) = Course::<Campaign>::of_record(&record) {
            let own: Record = campaign.record(&[]).to_string().parse().unwrap();
            let again = Course::<Campaign>::of_record(&own).unwrap_or_else(|why| panic!("{own}: {why}"));
            assert_eq!(again.position(), campaign.position());
            assert_eq!(again.actions(), campaign.actions());
        }
    }
}

/// Texts that some reader accepts.
fn good_texts() -> Vec<String> {
    let mut texts: Vec<String> = [
        "optional-blitz=on",
        "mandatory,optional-blitz",
        "Smolensk:5x4",
        "random:6x6:42",
        "Bit-O-Honey",
        "drop-A1",
        "blitz-D3",
        "c3",
        "bg/.. g",
        "b b",
        "...b../..bbb./....../..gg../....../...... g",
        "# a comment 1/2\n1 2 3\n4 5 6\n",
        "0",
        "[Game \"wargame\"]\n[Board \"tiny\"]\n\n1. drop-B2 A1\n3. {hm} blitz-A2 resign\n1-0",
        "[Board \"own\"]\n[Values \"1 2/3 4\"]\n[Rules \"optional-blitz\"]\n[Position \"bg/.. b\"]\n\ndrop-B2 *",
        "[Board \"Keren:2x1\"]\n[Score \"1:1\"]\n\n1. drop-A1 drop-B1 1/2-1/2",
        "[Board \"random:3x3:9\"]\n\nA1 *",
    ]
    .map(str::to_owned)
    .to_vec();
    for board in Board::all() {
        texts.push(Position::start(board, Rules::default()).to_string());
        texts.push(board.text());
        texts.push(board.text().replace('/', "\n"));
    }
    let mut rng = Seed(26).rng();
    let mut position = *Campaign::default().position();
    while position.outcome().is_none() {
        let list = moves_of(&position);
        let mv = &list[below(&mut rng, list.len())];
        texts.push(mv.clone());
        position.make(position.understand(mv).unwrap());
        texts.push(position.to_string());
    }
    texts
}

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
        let record = text.starts_with('[')
            && Course::<Campaign>::of_record(&text.parse().unwrap())
                .is_ok_and(|game| !game.actions().is_empty());
        let position = |board| Position::read(text, board, Rules::default()).is_ok();
        let positions = Board::all().any(position) || position(board("random:1x1:1"));
        let move_of = |optional: &Rules| {
            let example = "...b../..bbb./....../..gg../....../...... g";
            let example = Position::read(example, board("Smolensk"), *optional).unwrap();
            let somewhere = text.starts_with("drop-") || text.starts_with("blitz-");
            somewhere || example.understand(text).is_ok()
        };
        let boards = Board::read("own", text).is_ok() || Board::named(text).is_some();
        record || positions || boards || move_of(&Rules::MANDATORY) || text.parse::<Rules>().is_ok()
    };
    let refused: Vec<_> = good_texts().into_iter().filter(|text| !accepted(text)).collect();
    assert_eq!(refused, [""; 0]);
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
