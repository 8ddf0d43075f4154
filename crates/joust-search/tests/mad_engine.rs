//! The engine on MAD: proven values are true, limits are kept, and searches are reproducible.

use joust_core::{Budget, Duel, MoveList, Rng, Seed, below};
use joust_mad::{Board, Coord, Move, Position, Rules};
use joust_search::engine::{Engine, Found, Knowledge, Ponderer, SearchLimits, Technique, TimeSource};
use joust_search::mad::{MadKnowledge, SEMI_WIN};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

fn engine(position: &Position, bytes: usize) -> Engine<Position, MadKnowledge> {
    Engine::new(MadKnowledge::new(position.board()), bytes)
}

fn search(
    engine: &mut Engine<Position, MadKnowledge>,
    position: &Position,
    limits: SearchLimits,
) -> Found<Move> {
    engine.search(position, &limits, &AtomicBool::new(false), &mut |_| {}).unwrap()
}

fn depth(depth: u32) -> SearchLimits {
    SearchLimits { depth: Some(depth), ..SearchLimits::default() }
}

fn nodes(nodes: u64) -> SearchLimits {
    SearchLimits { nodes: Some(nodes), ..SearchLimits::default() }
}

fn moves(position: &Position) -> MoveList<Move> {
    let mut list = MoveList::new();
    position.moves(&mut list);
    list
}

fn after(position: &Position, mv: Move) -> Position {
    let mut next = *position;
    next.make(mv);
    next
}

/// An unfinished position after `plies` random moves, on any board, by any preset of the rules.
fn random_position(plies: usize, rng: &mut Rng) -> Position {
    loop {
        let board = &Board::all()[below(rng, Board::all().len())];
        let mut position = Position::start(board, Rules::PRESETS[below(rng, 3)].1);
        for _ in 0..plies {
            let list = moves(&position);
            if !list.is_empty() {
                position = after(&position, list[below(rng, list.len())]);
            }
        }
        if position.outcome().is_none() {
            return position;
        }
    }
}

/// The side to move wins if and only if the distance of the corvettes is odd.
#[test]
fn corvette_against_corvette_is_decided_by_parity() {
    for name in ["6x4", "5x5"] {
        let board = Board::named(name).unwrap();
        let mut engine = Engine::new(MadKnowledge::new(board), 1 << 22);
        for (red, blue) in
            [((0, 0), (3, 3)), ((0, 0), (2, 3)), ((1, 2), (2, 4)), ((3, 1), (0, 0)), ((2, 2), (2, 4))]
        {
            let at = |(column, row)| Coord { column, row };
            let place = |row: u8, column: u8| match at((column, row)) {
                here if here == at(red) => "r111",
                here if here == at(blue) => "b111",
                _ => "",
            };
            let rows: Vec<_> = (0..board.rows() as u8)
                .rev()
                .map(|row| {
                    (0..board.columns() as u8).map(|column| place(row, column)).collect::<Vec<_>>().join(",")
                })
                .collect();
            let text = format!("{} r", rows.join("/"));
            let position = Position::read(&text, Rules::CURRENT, Some(board)).unwrap();
            let found = search(&mut engine, &position, depth(30));
            let wins = at(red).distance(at(blue)) % 2 == 1;
            let plies = found.best().ends_in().unwrap_or_else(|| panic!("{text}: {found:?}"));
            assert_eq!(found.best().value > 0, wins, "{text}");
            assert_eq!(plies % 2 == 1, wins, "{text}");
            assert_eq!(found.best().moves.len(), plies as usize, "{text}: {found:?}");
        }
    }
}

/// The value of a position by exhaustive search, where only the end of the game counts.
fn brute_force(position: &Position, depth: u32) -> Option<i32> {
    if let Some(outcome) = position.outcome() {
        let worth = if outcome.is_full() { 1000 - 100 + depth as i32 } else { 1 };
        return Some(if outcome.winner() == Some(position.to_move()) { worth } else { -worth });
    }
    if depth == 0 {
        return None;
    }
    let list = moves(position);
    let values = list.iter().map(|mv| brute_force(&after(position, *mv), depth - 1).map(|value| -value));
    let values: Vec<Option<i32>> = values.collect();
    let best = values.iter().flatten().copied().max();
    // One winning move is enough; any other value needs all moves.
    best.filter(|best| *best > 1 || values.iter().all(Option::is_some))
}

/// The engine finds every victory within three moves, the shortest one, and what it calls proven is
/// true.
#[test]
fn victories_and_semi_victories_are_proven_as_by_exhaustive_search() {
    let mut rng = Seed(5).rng();
    let (mut decided, mut halves) = (0, 0);
    for _ in 0..800 {
        let plies = 4 + below(&mut rng, 60);
        let mut position = random_position(plies, &mut rng);
        if below(&mut rng, 3) == 0 {
            let near = 1 + below(&mut rng, 2) as u32;
            let text = position.to_string();
            let fields: Vec<&str> = text.split(' ').collect();
            let limit = u32::from(position.rules().limit);
            let turn = position.turn_number() + limit + limit % 2;
            let text = format!("{} {} {turn} {} {}", fields[0], fields[1], limit - near, fields[4]);
            position = Position::read(&text, position.rules(), Some(position.board())).unwrap();
        }
        let Some(value) = brute_force(&position, 3) else { continue };
        let found = search(&mut engine(&position, 1 << 20), &position, depth(4));
        assert!(found.is_exact(), "{position:?} {value} {found:?}");
        if value.abs() == 1 {
            assert_eq!(found.best().value, value * SEMI_WIN, "{position:?}");
            halves += 1;
        } else {
            let plies = (1000 - 100 + 3 - value.abs()) as u32;
            assert_eq!(found.best().ends_in(), Some(plies), "{position:?} {found:?}");
            assert_eq!(found.best().value > 0, value > 0, "{position:?}");
            decided += 1;
        }
    }
    assert!(decided > 40 && halves > 5, "{decided} {halves}");
}

/// Plain minimax with the engine's evaluation.
fn minimax(knowledge: &MadKnowledge, position: &Position, depth: u32) -> i32 {
    let view = knowledge.look(position);
    if let Some(value) = knowledge.settled(position, &view) {
        return value;
    }
    if depth == 0 {
        return knowledge.evaluate(position, &view);
    }
    moves(position).iter().map(|mv| -minimax(knowledge, &after(position, *mv), depth - 1)).max().unwrap()
}

/// Techniques that only save work must not change a value.
#[test]
fn alpha_beta_windows_and_order_do_not_change_the_value() {
    let mut rng = Seed(6).rng();
    for _ in 0..60 {
        let position = random_position(8, &mut rng);
        let knowledge = MadKnowledge::new(position.board());
        let value = minimax(&knowledge, &position, 3);
        let mut plain = engine(&position, 1 << 16);
        for technique in [
            Technique::TranspositionTable,
            Technique::Quiescence,
            Technique::Reductions,
            Technique::Extensions,
            Technique::Margins,
        ] {
            plain = plain.without(technique);
        }
        let found = search(&mut plain, &position, depth(3));
        // Victories are counted from the root by the search.
        if found.best().ends_in().is_none() {
            assert_eq!(found.best().value, value, "{position:?}");
        }
    }
}

#[test]
fn equal_node_limits_give_equal_results_with_any_table() {
    let mut rng = Seed(7).rng();
    for bytes in [1, 1 << 10, 1 << 20] {
        for count in [1, 2, 100, 5000] {
            let position = random_position(10, &mut rng);
            let [one, other] =
                [(); 2].map(|()| search(&mut engine(&position, bytes), &position, nodes(count)));
            assert_eq!((&one.lines, one.nodes, one.depth), (&other.lines, other.nodes, other.depth));
            assert!(moves(&position).contains(&one.mv()), "{position:?}");
            assert!(one.nodes <= count);
        }
    }
}

#[test]
fn lines_can_be_played_and_begin_with_different_moves() {
    let mut rng = Seed(8).rng();
    for _ in 0..40 {
        let position = random_position(12, &mut rng);
        let count = moves(&position).len();
        let mut engine = engine(&position, 1 << 18).with_lines(4);
        let found = search(&mut engine, &position, depth(4));
        assert_eq!(found.lines.len(), count.min(4));
        let firsts: std::collections::HashSet<Move> = found.lines.iter().map(|line| line.moves[0]).collect();
        assert_eq!(firsts.len(), found.lines.len());
        assert!(found.lines.is_sorted_by_key(|line| -line.value));
        for line in &found.lines {
            let mut here = position;
            for mv in &line.moves {
                assert!(moves(&here).contains(mv), "{position:?} {line:?}");
                here.make(*mv);
            }
        }
        // The first line is what a search for one line finds worth most. Which ends are seen
        // beyond the depth depends on what else was searched.
        let plain = || self::engine(&position, 1 << 18).without(Technique::Threats);
        let best = search(&mut plain(), &position, depth(4));
        let found = search(&mut plain().with_lines(4), &position, depth(4));
        assert!(best.best().ends_in().is_none() || best.best().value == found.best().value, "{position:?}");
    }
}

/// With threats a search finds victories beyond its depth. A deeper search without threats confirms
/// them.
#[test]
fn what_is_proven_beyond_the_depth_is_true() {
    let mut rng = Seed(8).rng();
    let mut beyond = 0;
    for _ in 0..1000 {
        let position = random_position(24, &mut rng);
        let found = search(&mut engine(&position, 1 << 18), &position, depth(3));
        let Some(end) = found.best().ends_in().filter(|end| *end > 3) else { continue };
        beyond += 1;
        let guesses = [Technique::Threats, Technique::Extensions, Technique::Reductions, Technique::Margins];
        let mut plain = guesses.into_iter().fold(engine(&position, 1 << 22), Engine::without);
        let proof = search(&mut plain, &position, depth(end));
        let won = |found: &Found<Move>| found.best().ends_in().map(|end| (found.best().value > 0, end));
        let (winner, length) = won(&proof).unwrap_or_else(|| panic!("{end} {position:?}"));
        assert_eq!(winner, found.best().value > 0, "{position:?}");
        assert!(length <= end, "{position:?}: {length} {end}");
    }
    assert!(beyond >= 10, "{beyond}");
}

/// A search that is cut off may have seen only that its best move fails.
#[test]
fn what_is_cut_off_is_not_proven() {
    let mut rng = Seed(9).rng();
    let mut lost = 0;
    for _ in 0..600 {
        let position = random_position(24, &mut rng);
        for limit in [20, 60, 150, 400, 1000, 2500] {
            let found = search(&mut engine(&position, 1 << 18), &position, nodes(limit));
            let Some(end) = found.best().ends_in().filter(|_| found.best().value < 0) else { continue };
            lost += 1;
            let proof = search(&mut engine(&position, 1 << 22), &position, depth(end.max(found.depth)));
            assert!(proof.best().ends_in().is_some() && proof.best().value < 0, "{limit} {end} {position:?}");
        }
    }
    assert!(lost >= 30, "{lost}");
}

/// A clock that advances by a millisecond each time it is read.
struct Counted(AtomicU64);

impl TimeSource for Counted {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[test]
fn time_is_kept_by_the_source_that_is_given() {
    let position = Position::start(&Board::all()[0], Rules::CURRENT);
    let taken = |limits: SearchLimits| {
        let clock = Counted(AtomicU64::new(0));
        let found = engine(&position, 1 << 16)
            .search_by(&clock, &position, &limits, &AtomicBool::new(false), &mut |_| {})
            .unwrap();
        assert!(moves(&position).contains(&found.mv()));
        clock.0.load(Ordering::Relaxed)
    };
    for millis in [1, 10, 100, 1000] {
        let time = Some(Duration::from_millis(millis));
        let taken = taken(SearchLimits { time, ..SearchLimits::default() });
        assert!((millis..millis + 12).contains(&taken), "{taken} of {millis}");
    }
    for millis in [0, 20, 1000, 60_000] {
        let left = Duration::from_millis(millis);
        let taken = taken(SearchLimits {
            budget: Some(Budget { left, increment: Duration::ZERO }),
            ..SearchLimits::default()
        });
        assert!(taken <= millis / 2 + 12, "{taken} of {millis}");
        assert!(millis < 1000 || taken >= millis / 80, "{taken} of {millis}");
    }
}

/// A search ends soon after another thread stops it, with helper threads, too. The bound is generous
/// for a busy machine; `make bench` measures the delay.
#[test]
fn a_stop_is_heeded_at_once() {
    let position = Position::start(&Board::all()[0], Rules::APP);
    let mut engine = engine(&position, 1 << 20).with_threads(3);
    let stop = AtomicBool::new(false);
    let late = std::thread::scope(|scope| {
        let stopper = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            stop.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let found = engine.search(&position, &SearchLimits::default(), &stop, &mut |_| {}).unwrap();
        let ended = Instant::now();
        assert!(found.depth >= 1 && moves(&position).contains(&found.mv()));
        ended.saturating_duration_since(stopper.join().unwrap())
    });
    assert!(late < Duration::from_millis(500), "{late:?}");
    // A search that is stopped before it begins still has a move.
    let found = engine.search(&position, &SearchLimits::default(), &stop, &mut |_| {}).unwrap();
    assert!(moves(&position).contains(&found.mv()));
}

#[test]
fn what_was_pondered_on_need_not_be_searched_again() {
    let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
    let mut fresh = engine(&start, 1 << 22);
    let reply = search(&mut fresh, &start, depth(7)).mv();
    fresh.forget();
    let next = after(&start, reply);
    let alone = search(&mut fresh, &next, depth(6));

    let mut ponderer = Ponderer::new(engine(&start, 1 << 22));
    ponderer.ponder(start, depth(7));
    while ponderer.is_pondering() {
        std::thread::yield_now();
    }
    let prepared = search(&mut ponderer.engine(), &next, depth(6));
    assert!(prepared.nodes * 2 < alone.nodes, "{} of {}", prepared.nodes, alone.nodes);
}

/// A search without limits would never end.
#[test]
fn pondering_ends_when_the_engine_is_wanted_or_dropped() {
    let start = Position::start(Board::named("6x4").unwrap(), Rules::APP);
    let mut ponderer = Ponderer::new(engine(&start, 1 << 16));
    for _ in 0..3 {
        ponderer.ponder(start, SearchLimits::default());
        let found = search(&mut ponderer.engine(), &start, depth(2));
        assert_eq!(found.depth, 2);
        assert!(!ponderer.is_pondering());
    }
    ponderer.ponder(start, SearchLimits::default());
    assert!(ponderer.is_pondering());
    ponderer.ponder(after(&start, moves(&start)[0]), SearchLimits::default());
    drop(ponderer);
}

#[test]
fn values_are_the_same_for_a_mirrored_position_and_opposite_for_exchanged_colours() {
    let mut rng = Seed(9).rng();
    for _ in 0..300 {
        let plies = below(&mut rng, 40);
        let position = random_position(plies, &mut rng);
        let knowledge = MadKnowledge::new(position.board());
        let value = |position: &Position| knowledge.evaluate(position, &knowledge.look(position));
        for image in position.images() {
            assert_eq!(value(&image.position), value(&position), "{position:?}");
        }
    }
}
