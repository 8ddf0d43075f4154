//! Files are recognized by their content, and only true ones are verified.

use flate2::Compression;
use flate2::write::GzEncoder;
use joust_games::{Ask, BoardAsk};
use joust_match::{BadFile, BadGame, LineEnd, Recorded, VerifiedFile, WrongGame};
use std::io::Write;

const MATCH: &str = include_str!("../../../tests/data/earlier/war-match.jsonl");
const DUEL: &str = "[Game \"mad\"]\n\n1. pass pass *\n";

fn read(bytes: impl Into<Vec<u8>>) -> Result<Recorded, BadFile> {
    Recorded::read(bytes.into(), Recorded::LONGEST)
}

fn verify(bytes: impl Into<Vec<u8>>) -> Result<VerifiedFile, BadFile> {
    read(bytes)?.verify(&|_, _| Ok(None))
}

fn packed(text: &str) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(text.as_bytes()).unwrap();
    packer.finish().unwrap()
}

#[test]
fn the_content_says_what_a_file_is() {
    let record = include_bytes!("../../../tests/data/earlier/one-round.jmm");
    assert!(matches!(verify(*record), Ok(VerifiedFile::MadMax { replayed: true, .. })));
    let result = include_bytes!("../../../tests/data/earlier/one-round.res.gz");
    assert!(matches!(read(*result), Ok(Recorded::MadMaxResult(_))));
    let duel = VerifiedFile::Game { game: "mad", actions: 2, outcome: None };
    assert_eq!(verify(DUEL).unwrap(), duel);
    assert_eq!(verify(packed(DUEL)).unwrap(), duel);
    let ends = vec![LineEnd::Rules; 4];
    assert_eq!(verify(MATCH).unwrap(), VerifiedFile::Match { game: "wargame", cut_off: false, ends });
}

#[test]
fn the_scores_of_a_match_are_whole_lines_and_each_game_is_there_once() {
    let journal = include_str!("../../../tests/data/earlier/madmax-match.jsonl");
    assert_eq!(verify(journal).unwrap(), VerifiedFile::Scores { games: 2 });
    let lines: Vec<&str> = journal.lines().collect();
    let cut = [lines[0], lines[1], &lines[2][..20]].join("\n");
    assert_eq!(verify(cut).unwrap(), VerifiedFile::Scores { games: 1 });
    let text = [lines[0], lines[1], "nonsense", lines[1], ""].join("\n");
    let Err(BadFile::Games(wrong)) = verify(text) else { panic!("a damaged journal was verified") };
    assert!(matches!(wrong[..], [WrongGame::Line(3), WrongGame::Twice(0)]), "{wrong:?}");
}

#[test]
fn other_files_are_refused_by_kind() {
    assert!(matches!(read([0xff, 0xfe]), Err(BadFile::NotText)));
    assert!(matches!(read("1. pass *\n"), Err(BadFile::NoGame)));
    assert!(matches!(read("[Game \"go\"]\n"), Err(BadFile::UnknownGame { .. })));
    assert!(matches!(read("[Game \"mad\"]\n\n1. c2c4 *\n"), Err(BadFile::Refused(_))));
}

#[test]
fn gzip_that_is_cut_anywhere_is_refused() {
    let whole = packed(DUEL);
    assert!(read(whole.clone()).is_ok());
    for end in 2..whole.len() {
        assert!(matches!(read(&whole[..end]), Err(BadFile::Packed(_))), "{end} bytes");
    }
}

#[test]
fn a_small_file_does_not_fill_the_memory() {
    let bomb = packed(&" ".repeat(1 << 20));
    assert!(bomb.len() < 1 << 14);
    assert!(matches!(Recorded::read(bomb, 1 << 16), Err(BadFile::TooLarge(_))));
}

#[test]
fn every_wrong_game_of_a_match_is_named() {
    let lines: Vec<&str> = MATCH.lines().collect();
    let lost = lines[2].replacen("\"0-1\"", "\"1-0\"", 1);
    let text = [lines[0], lines[1], &lost, lines[1], "nonsense", ""].join("\n");
    let Err(BadFile::Games(wrong)) = verify(text) else { panic!("a lie was verified") };
    let [WrongGame::Game(1, BadGame::Scores(_)), WrongGame::Twice(0), WrongGame::Line(5)] = &wrong[..] else {
        panic!("{wrong:?}")
    };
}

/// The name of a board may be the path of a file: only the caller opens files.
#[test]
fn a_match_of_a_stranger_opens_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.txt");
    std::fs::write(&path, "1 2/3 4\n").unwrap();
    let named = MATCH.replace("\"tiny\"", &format!("\"{}\"", path.display()));
    let Err(BadFile::Games(wrong)) = verify(named.clone()) else { panic!("a file was opened") };
    assert!(matches!(wrong[0], WrongGame::Game(0, BadGame::Start(_))), "{wrong:?}");
    let asked = std::cell::Cell::new(0);
    let _ = read(named).unwrap().verify(&|_, name| {
        asked.set(asked.get() + 1);
        std::fs::read_to_string(name).map(Some)
    });
    assert_eq!(asked.get(), 4);
}

#[test]
fn a_game_that_is_not_a_duel_is_verified_from_its_text() {
    let game = joust_games::game("madmax").unwrap();
    let mut session = game.session(&Ask { seed: Some(30), ..Ask::default() }).unwrap();
    (0..4).for_each(|_| drop(session.act("-").unwrap()));
    let text = session.record(&[]).to_string();
    let told = VerifiedFile::Game { game: "madmax", actions: 4, outcome: None };
    assert_eq!(verify(text.clone()).unwrap(), told);
    assert!(matches!(read(text.replace("0:-", "0:12b@2")), Err(BadFile::Syntax(_) | BadFile::Refused(_))));
}

#[test]
fn a_last_line_that_is_cut_off_is_told_and_a_match_without_games_is_not_true() {
    let torn = verify(&MATCH[..MATCH.len() - 9]);
    let ends = vec![LineEnd::Rules; 3];
    assert_eq!(torn.unwrap(), VerifiedFile::Match { game: "wargame", cut_off: true, ends });
    let about = format!("{}\n", MATCH.lines().next().unwrap());
    assert!(matches!(verify(about), Err(BadFile::NoGames)));
}

/// The file of a board may have changed, or be on another machine.
#[test]
fn a_match_is_verified_on_the_board_that_it_holds() {
    let board = joust_games::duel("wargame").unwrap();
    let tiny = Ask { board: Some(BoardAsk::Named("tiny")), ..Ask::default() };
    let text = board.setup(&tiny).unwrap().board.text;
    let named = MATCH.replace("\"tiny\"", "\"gone.txt\"");
    assert!(verify(named.clone()).is_err());
    let (about, games) = named.split_once('\n').unwrap();
    let about = about.replacen("\"seed\"", &format!("\"board_text\":{text:?},\"seed\""), 1);
    let ends = vec![LineEnd::Rules; 4];
    let verified = verify(format!("{about}\n{games}")).unwrap();
    assert_eq!(verified, VerifiedFile::Match { game: "wargame", cut_off: false, ends });
}

#[test]
fn limits_are_told_in_words_and_need_not_be_small() {
    assert_eq!(BadFile::TooLarge(Recorded::LONGEST).to_string(), "this unpacks to more than 1 GiB");
    assert_eq!(BadFile::TooLarge(5).to_string(), "this unpacks to more than 5 bytes");
    assert!(Recorded::read(packed(DUEL), u64::MAX).is_ok());
    assert_eq!(BadFile::Games(Vec::new()).to_string(), "games are wrong");
}
