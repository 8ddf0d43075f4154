//! Players and analysis with endgame tables whose files change while they are in use.

use joust_core::{Answer, Duel, Fault, FaultKind, Seat, Seed, below};
use joust_games::{AnyDuel, Ask, duel};
use joust_mad::{Board, Position, Rules, Side};
use joust_players::analysis::{Analysis, Query, analyze};
use joust_players::endgame::{EndgameSource, tables};
use joust_players::{AnyPlayer, Spec};
use joust_search::engine::SearchLimits;
use joust_solve::mad::{BuildOptions, BuildProgress, EndgameTables, Folder};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The tables of 6x4 with up to three ships.
fn built(name: &str) -> (PathBuf, Folder) {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    let folder = Folder::new(&path, Board::named("6x4").unwrap()).unwrap();
    let (stop, progress) = (AtomicBool::new(false), BuildProgress::default());
    let options = BuildOptions { ships: 3, ..BuildOptions::new(&stop, &progress) };
    assert!(folder.build(&options, &mut |_| {}).unwrap().is_some());
    (path, folder)
}

fn position(text: &str) -> Box<dyn AnyDuel> {
    let ask = Ask { position: Some(text), ..Ask::default() };
    duel("mad").unwrap().position(&ask).unwrap()
}

/// A player's answer in a position.
fn choose(player: &mut dyn AnyPlayer, text: &str) -> Result<Answer<String>, Fault> {
    let ask = Ask { position: Some(text), ..Ask::default() };
    let session = duel("mad").unwrap().session(&ask).unwrap();
    player.act(session.as_ref(), Seat::FIRST, None, &AtomicBool::new(false))
}

/// What is wrong with the tables of a player or an analysis.
fn trouble<T>(answer: Result<T, Fault>) -> String {
    let fault = answer.err().expect("it is not noticed");
    assert_eq!(fault.kind, FaultKind::Tables);
    fault.detail
}

fn asking(limits: SearchLimits, lines: usize, tables: EndgameSource) -> Query {
    Query { limits, lines, threads: 1, table: 1 << 16, tables, visited: Arc::default() }
}

/// Endgames of two classes: the file of the second is spoilt when that of the first is in use.
const CRUISER: &str = "b111,,,/,,,/,,,/,,,/,r222,,/,,,r111 r";
const FRIGATE: &str = "b111,,,/,,,/,,,/,,,/,,,/,r112,,r111 r";

/// Spoils the file of [`FRIGATE`].
fn spoil(folder: &Folder) {
    std::fs::write(folder.file("2-1".parse().unwrap()), b"spoilt").unwrap();
}

#[test]
fn an_engine_whose_tables_are_changed_says_so() {
    let (path, folder) = built("changed-engine");
    let spec = Spec::read(&format!("engine,depth=2,tables={}", path.display()), "mad").unwrap();
    let sit = || spec.seat(Seed(1)).unwrap();
    let mut player = sit();
    assert!(choose(player.as_mut(), CRUISER).is_ok());
    spoil(&folder);
    assert!(choose(player.as_mut(), CRUISER).is_ok(), "it does not need that file");
    for text in [FRIGATE, CRUISER] {
        let why = trouble(choose(player.as_mut(), text));
        assert!(why.contains("changed while it was in use"), "{why}");
    }
    // A player that sits down now opens them anew, and does so again when they are in order.
    let why = trouble(choose(sit().as_mut(), CRUISER));
    assert!(why.contains("mad-6x4-2-1.table") && why.contains("not an endgame table"), "{why}");
}

#[test]
fn tables_that_are_in_order_again_are_used_again() {
    let (path, folder) = built("mended");
    let spec = Spec::read(&format!("engine,depth=2,tables={}", path.display()), "mad").unwrap();
    let file = folder.file("2-1".parse().unwrap());
    let good = std::fs::read(&file).unwrap();
    let sit = || spec.seat(Seed(1)).unwrap();
    let mut player = sit();
    assert!(choose(player.as_mut(), CRUISER).is_ok());
    spoil(&folder);
    assert!(choose(player.as_mut(), FRIGATE).is_err());
    std::fs::write(&file, good).unwrap();
    assert!(choose(sit().as_mut(), FRIGATE).is_ok());
}

#[test]
fn an_analysis_whose_tables_are_changed_says_so() {
    let (path, folder) = built("changed-analysis");
    let limits = SearchLimits { depth: Some(2), ..SearchLimits::default() };
    let query = asking(limits, 1, EndgameSource::Folder(path));
    let ask = |text: &str| analyze(position(text).as_ref(), &query, &AtomicBool::new(false), &mut |_| {});
    assert!(ask(CRUISER).unwrap().best().unwrap().exact);
    spoil(&folder);
    let why = trouble(ask(FRIGATE));
    assert!(why.contains("mad-6x4-2-1.table") && why.contains("changed"), "{why}");
}

/// Positions in play that the tables know, drawn at random.
fn drawn(tables: &EndgameTables, count: usize) -> Vec<Position> {
    let mut rng = Seed(3).rng();
    let halves: Vec<_> = tables.all().flat_map(|table| table.halves()).collect();
    let mut draw = |_| {
        let index = halves[below(&mut rng, halves.len())].index();
        let fleets = index.unrank(below(&mut rng, index.len()));
        Position::from_fleets(tables.board(), Rules::CURRENT, fleets, Side::Red).unwrap()
    };
    (0..count).map(&mut draw).collect()
}

fn ask(query: &Query, here: &Position) -> Analysis {
    analyze(position(&here.to_string()).as_ref(), query, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

/// However short the search was, its result does not contradict the tables.
#[test]
fn an_analysis_that_has_hardly_begun_calls_no_victory_a_defeat() {
    let (path, _) = built("hardly-begun");
    let tables = tables(&path, Board::named("6x4").unwrap()).unwrap();
    let limits = SearchLimits { nodes: Some(1), ..SearchLimits::default() };
    let questions = [1, 3].map(|lines| asking(limits, lines, EndgameSource::Folder(path.clone())));
    for (turn, here) in drawn(&tables, 200).into_iter().enumerate() {
        let best = ask(&questions[turn % 2], &here).lines.swap_remove(0);
        let value = tables.value(&here).unwrap();
        if value.is_full() {
            assert_eq!((best.value, best.exact), (value.number(), true), "{here}: {best:?}");
            let word = if value.is_good() { "wins" } else { "loses" };
            assert_eq!(best.worth(), format!("{word} in {}", best.moves.len()), "{here}");
        }
    }
}

/// The line that the tables prefer replaces only the line with its first move.
#[test]
fn tables_take_no_line_away() {
    let (path, _) = built("no-line-away");
    let tables = tables(&path, Board::named("6x4").unwrap()).unwrap();
    let limits = SearchLimits { nodes: Some(100), ..SearchLimits::default() };
    let query = asking(limits, 3, EndgameSource::Folder(path));
    for here in drawn(&tables, 200) {
        let mut first: Vec<_> =
            ask(&query, &here).lines.into_iter().map(|mut line| line.moves.swap_remove(0)).collect();
        first.sort();
        first.dedup();
        assert_eq!(first.len(), position(&here.to_string()).moves().len().min(3), "{here}");
    }
}

/// A length that is given as exact is the shortest; every other length is given as a bound and is one.
fn assert_lengths(found: &Analysis, tables: &EndgameTables, here: &Position) -> usize {
    let exact = |position: &Position| tables.shortest(position, u64::MAX).map(|line| line.len() as u32);
    let mut measured = 0;
    for (place, line) in found.lines.iter().enumerate() {
        let mut next = *here;
        next.make(here.read_move(&line.moves[0]).unwrap());
        let truth = if place == 0 { exact(here) } else { exact(&next).map(|plies| plies + 1) };
        if let Some(plies) = line.ends_in {
            assert_eq!((Some(plies), line.moves.len() as u32), (truth, plies), "{here}: {line:?}");
            measured += 1;
        }
        assert!(line.at_most.is_none_or(|most| truth.is_some_and(|plies| plies <= most)), "{here}: {line:?}");
        assert!(line.ends_in.is_none() || line.at_most.is_none());
    }
    measured
}

#[test]
fn lengths_of_victories_are_true() {
    let (path, _) = built("so-many");
    let tables = tables(&path, Board::named("6x4").unwrap()).unwrap();
    for (source, nodes) in
        [(EndgameSource::Folder(path), 200), (EndgameSource::Off, 1000), (EndgameSource::Off, 20_000)]
    {
        let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
        let query = asking(limits, 3, source);
        let mut measured = 0;
        for here in drawn(&tables, 100) {
            measured += assert_lengths(&ask(&query, &here), &tables, &here);
        }
        assert!(measured > 50, "{measured}");
    }
}

/// A proven value is that of one of the four results of the law.
#[test]
fn a_proven_value_is_that_of_a_result() {
    let (path, _) = built("proven-value");
    let tables = tables(&path, Board::named("6x4").unwrap()).unwrap();
    let limits = SearchLimits { nodes: Some(1000), ..SearchLimits::default() };
    let query = asking(limits, 1, EndgameSource::Folder(path));
    let mut by_tie_break = 0;
    for here in drawn(&tables, 100) {
        let here = here.with_tie_break(36, Some(Side::Blue)).unwrap();
        let best = ask(&query, &here).lines.swap_remove(0);
        assert_eq!((best.value, best.exact), (tables.value(&here).unwrap().number(), true), "{here}");
        by_tie_break += u32::from(best.value.abs() < 1.0);
    }
    assert!(by_tie_break > 10, "{by_tie_break}");
}

/// The search has seen a victory in five moves, and there is one in three.
#[test]
fn exact_lengths_are_found_without_tables() {
    let limits = SearchLimits { nodes: Some(1000), ..SearchLimits::default() };
    let query = asking(limits, 1, EndgameSource::Off);
    let found = analyze(position(CRUISER).as_ref(), &query, &AtomicBool::new(false), &mut |_| {});
    let best = found.unwrap().lines.swap_remove(0);
    assert_eq!((best.ends_in, best.at_most, best.moves.len()), (Some(3), None, 3), "{best:?}");
}

/// Between two depths the shared counter grows, and it never exceeds the result's count.
#[test]
fn positions_are_counted_while_the_search_goes_on() {
    let limits = SearchLimits { nodes: Some(60_000), ..SearchLimits::default() };
    let query = asking(limits, 1, EndgameSource::Off);
    let start = duel("mad").unwrap().position(&Ask::default()).unwrap();
    let mut told = 0;
    let found = analyze(start.as_ref(), &query, &AtomicBool::new(false), &mut |found| {
        let visited = query.visited.load(Ordering::Relaxed);
        assert!(visited <= found.nodes && found.nodes < visited + 5000, "{visited}, {}", found.nodes);
        told += 1;
    });
    assert!(told > 2 && query.visited.load(Ordering::Relaxed) + 5000 > found.unwrap().nodes);
}
