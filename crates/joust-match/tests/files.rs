//! Files are known by their content, and only true ones are verified.

use flate2::Compression;
use flate2::write::GzEncoder;
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
    let duel = VerifiedFile::Duel { actions: 2, outcome: None };
    assert_eq!(verify(DUEL).unwrap(), duel);
    assert_eq!(verify(packed(DUEL)).unwrap(), duel);
    let ends = vec![LineEnd::Rules; 4];
    assert_eq!(verify(MATCH).unwrap(), VerifiedFile::Match { game: "wargame", ends });
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
    assert!(matches!(read(&packed(DUEL)[..12]), Err(BadFile::Packed(_))));
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
