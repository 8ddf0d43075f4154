//! The endgame tables of MAD, against plain recursion and against known facts.

use joust_core::{Duel, MoveList, Seed, below, mix};
use joust_mad::{Board, Position, Rules, Ship, Side};
use joust_solve::mad::{
    BadTable, BuildOptions, BuildProgress, Cache, Class, EndgameEntry, EndgameTables, Folder, Half,
    TableError, Value, Who, check,
};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;

/// Whether the long tests run.
fn is_long() -> bool {
    std::env::var_os("JOUST_LONG").is_some()
}

/// An empty folder of this name.
fn empty_folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn load(folder: &Folder) -> Result<EndgameTables, TableError> {
    folder.load(&Cache::new(Cache::USUAL))
}

fn build(folder: &Folder, limit: u16, ships: usize) -> EndgameTables {
    let (stop, progress) = (AtomicBool::new(false), BuildProgress::default());
    let options = BuildOptions { limit, ships, threads: 2, ..BuildOptions::new(&stop, &progress) };
    folder.build(&options, &mut |_| {}).unwrap().expect("nobody stops it")
}

/// A board small enough to solve everything again and again.
static SMALL: LazyLock<&'static Board> = LazyLock::new(|| {
    let picture = "b111,b222,b212/,,/r111,r222,r212";
    Box::leak(Box::new(Board::from_picture("small", picture).unwrap()))
});

fn board(name: &str) -> &'static Board {
    Board::named(name).unwrap()
}

/// The value of a position by recursion over the rules alone.
#[derive(Default)]
struct Brute {
    known: HashMap<u64, Value>,
}

impl Brute {
    fn value(&mut self, position: &Position) -> Value {
        if let Some(outcome) = position.outcome() {
            let value = if outcome.is_full() { Value::Win } else { Value::SemiWin };
            return if outcome.winner() == Some(position.to_move()) { value } else { value.reversed() };
        }
        let key = mix(position.full_key());
        if let Some(value) = self.known.get(&key) {
            return *value;
        }
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let mut best = Value::Loss;
        for mv in moves {
            let mut next = *position;
            next.make(mv);
            best = best.max(self.value(&next).reversed());
            if best == Value::Win {
                break;
            }
        }
        self.known.insert(key, best);
        best
    }
}

/// Compares random positions of every class, with every holder and up to a number of turns left, and
/// counts the values that occur.
fn agrees_with_recursion(
    tables: &EndgameTables,
    limit: u16,
    ships: usize,
    turns: u16,
    samples: usize,
    seen: &mut HashMap<Value, usize>,
) {
    let rules = Rules { limit, positioning: false, agreed: false };
    let mut rng = Seed(11).rng();
    let mut brute = Brute::default();
    for table in tables.all().filter(|table| table.class().ships() == ships) {
        for index in table.halves().iter().map(Half::index) {
            for _ in 0..samples {
                let fleets = index.unrank(below(&mut rng, index.len()));
                let side = Side::BOTH[below(&mut rng, 2)];
                let fleets = if side == Side::Red { fleets } else { [fleets[1], fleets[0]] };
                let position = Position::from_fleets(tables.board(), rules, fleets, side).unwrap();
                for left in 1..=turns.min(limit) {
                    for expeller in [None, Some(Side::Red), Some(Side::Blue)] {
                        let position = position.with_tie_break(limit - left, expeller).unwrap();
                        let told = tables.value(&position).unwrap();
                        assert_eq!(told, brute.value(&position), "{position}, {rules}");
                        *seen.entry(told).or_default() += 1;
                    }
                }
            }
        }
    }
}

#[test]
fn values_equal_recursion_on_a_small_board_with_all_classes() {
    let mut seen = HashMap::new();
    for limit in [1, 2, 5, 6] {
        let folder = Folder::new(&empty_folder(&format!("small-{limit}")), *SMALL).unwrap();
        let tables = build(&folder, limit, 4);
        assert_eq!(tables.all().count(), 8);
        for ships in if limit > 4 { 2..=4 } else { 4..=4 } {
            agrees_with_recursion(&tables, limit, ships, limit, if is_long() { 60 } else { 3 }, &mut seen);
        }
        for class in Class::up_to(4) {
            let report =
                check(&tables, class, limit, 300, Seed(limit.into()), &AtomicBool::new(false)).unwrap();
            assert_eq!(report.wrong, Vec::<String>::new(), "{class}, limit {limit}");
        }
    }
    assert_eq!(seen.len(), 4, "all four values occur: {seen:?}");
}

#[test]
fn values_equal_recursion_on_the_real_boards() {
    let mut seen = HashMap::new();
    for name in ["6x4", "5x5"] {
        for limit in [5, 14] {
            let folder = Folder::new(&empty_folder(&format!("real-{name}-{limit}")), board(name)).unwrap();
            let tables = build(&folder, limit, 3);
            let (turns, samples) = if limit == 14 { (14, 3) } else { (5, 10) };
            agrees_with_recursion(&tables, limit, 2, turns, 40, &mut seen);
            if limit < 14 || is_long() {
                agrees_with_recursion(&tables, limit, 3, turns, samples, &mut seen);
            }
        }
    }
    assert_eq!(seen.len(), 4, "all four values occur: {seen:?}");
}

/// Every entry follows from the entries one move later, for every counter.
#[test]
fn every_value_follows_from_those_a_move_later() {
    for name in ["6x4", "5x5"] {
        let folder = Folder::new(&empty_folder(&format!("ply-{name}")), board(name)).unwrap();
        let ships = if is_long() { 4 } else { 3 };
        let tables = build(&folder, 40, ships);
        for class in Class::up_to(ships) {
            for limit in [14, 30, 40, 10_000] {
                let samples = if is_long() { 20_000 } else { 300 };
                let report = check(&tables, class, limit, samples, Seed(5), &AtomicBool::new(false)).unwrap();
                assert_eq!((report.samples, report.wrong), (samples, vec![]), "{name} {class} {limit}");
                assert!(report.positions > report.searched && report.searched > 0);
            }
        }
        // Limits too short for lone corvettes to finish are not answered.
        let class = "2-1".parse().unwrap();
        let stopped = check(&tables, class, 40, 9, Seed(5), &AtomicBool::new(true)).unwrap();
        assert_eq!(stopped.samples, 0);
        assert!(check(&tables, class, 13, 1, Seed(5), &AtomicBool::new(false)).is_none());
        if is_long() {
            agrees_with_recursion(&tables, 14, 4, 3, 2, &mut HashMap::new());
        }
    }
}

/// The side to move wins if and only if the corvettes stand an odd number of steps apart, after 13
/// turns at the latest; otherwise it loses, after 14 at the latest.
#[test]
fn corvettes_alone_are_decided_by_parity() {
    for (name, count) in [("6x4", 552), ("5x5", 600)] {
        let folder = Folder::new(&empty_folder(&format!("corvettes-{name}")), board(name)).unwrap();
        let tables = build(&folder, 40, 2);
        let squares: Vec<_> = board(name).squares().collect();
        let mut longest = [0, 0];
        let mut placements = 0;
        for red in &squares {
            for blue in squares.iter().filter(|blue| *blue != red) {
                let fleets = [red, blue].map(|at| joust_mad::Fleet::of([(Ship::CORVETTE, *at)]));
                placements += 1;
                for side in Side::BOTH {
                    let position = Position::from_fleets(board(name), Rules::CURRENT, fleets, side).unwrap();
                    let better = tables.probe(&position).and_then(EndgameEntry::better).unwrap();
                    let distance = board(name).coord(*red).distance(board(name).coord(*blue));
                    assert_eq!(better.who == Who::Mover, distance % 2 == 1, "{position}");
                    let loser = usize::from(better.who == Who::Other);
                    longest[loser] = longest[loser].max(better.full.unwrap());
                }
            }
        }
        assert_eq!((placements, longest), (count, [13, 14]));
    }
}

/// Two or three ships on move beat a lone corvette, whatever else is on the board.
#[test]
fn a_lone_corvette_loses_to_two_or_three_ships_on_move() {
    for name in ["6x4", "5x5"] {
        let ships = if is_long() { 4 } else { 3 };
        let folder = Folder::new(&empty_folder(&format!("lone-{name}")), board(name)).unwrap();
        let tables = build(&folder, 40, ships);
        let mut wins = 0;
        for half in tables.all().flat_map(|table| table.halves()) {
            let index = half.index();
            if index.mover().ships() > 1 && index.other().ships() == 1 {
                let won = |number: usize| {
                    let better = half.get(number).and_then(EndgameEntry::better);
                    better.is_some_and(|better| better.who == Who::Mover && better.full.is_some())
                };
                assert!((0..index.len()).all(won), "{name}");
                wins += index.len();
            }
        }
        let pairs = if name == "6x4" { 276 } else { 310 };
        let squares = board(name).squares().count();
        let mut expected = 7 * pairs * (squares - 2);
        if is_long() {
            expected += 21 * pairs * (squares - 2) * (squares - 3);
        }
        assert_eq!(wins, expected);
    }
}

/// Best play by the tables reaches the value of the tables, in time.
#[test]
fn lines_reach_the_value_of_the_tables() {
    let folder = Folder::new(&empty_folder("lines"), *SMALL).unwrap();
    let tables = build(&folder, 20, 4);
    let rules = Rules { limit: 20, positioning: false, agreed: false };
    let mut rng = Seed(2).rng();
    let mut compared = 0;
    for table in tables.all() {
        for index in table.halves().iter().map(Half::index) {
            for _ in 0..40 {
                let fleets = index.unrank(below(&mut rng, index.len()));
                let start = Position::from_fleets(tables.board(), rules, fleets, Side::Red).unwrap();
                let counter = below(&mut rng, 20) as u16;
                let start = start.with_tie_break(counter, Some(Side::BOTH[below(&mut rng, 2)])).unwrap();
                let promised = tables.certainty(&start).unwrap();
                let line = tables.line(&start);
                let mut end = start;
                for mv in &line {
                    end.make(*mv);
                }
                let outcome = end.outcome().expect("the line leads to the end");
                let good = outcome.winner() == Some(start.to_move());
                assert_eq!((promised.value.is_good(), promised.value.is_full()), (good, outcome.is_full()));
                let turns = line.len() as u32;
                assert!(promised.at_most.is_none_or(|most| turns <= most), "{start}: {turns}, {promised:?}");
                let Some(shortest) = tables.shortest(&start, 100_000) else {
                    assert!(!promised.value.is_full(), "{start}");
                    continue;
                };
                let mut end = start;
                for mv in &shortest {
                    end.make(*mv);
                }
                assert_eq!(end.outcome(), Some(outcome), "{start}");
                let plies = shortest.len() as u32;
                assert!(promised.at_most.is_some_and(|most| plies <= most));
                if plies <= 5 {
                    let wins = promised.value.is_good();
                    assert!(ends_within(&start, wins, plies), "{start}");
                    assert!(!ends_within(&start, wins, plies - 1), "{start}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 50, "{compared}");
}

/// Whether the side to move wins, or loses, within a number of plies, by the rules alone.
fn ends_within(position: &Position, wins: bool, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.is_full() && (outcome.winner() == Some(position.to_move())) == wins;
    }
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    let mut after = moves.into_iter().map(|mv| {
        let mut next = *position;
        next.make(mv);
        next
    });
    if plies == 0 {
        false
    } else if wins {
        after.any(|next| ends_within(&next, false, plies - 1))
    } else {
        after.all(|next| ends_within(&next, true, plies - 1))
    }
}

/// Every damaged byte and every wrong length is found.
#[test]
fn damage_is_found_when_a_table_is_read() {
    let path = empty_folder("damage");
    let folder = Folder::new(&path, *SMALL).unwrap();
    build(&folder, 40, 3);
    let file = folder.file("2-1".parse().unwrap());
    let sound = std::fs::read(&file).unwrap();
    let refusal = |bytes: &[u8]| {
        std::fs::write(&file, bytes).unwrap();
        match load(&folder) {
            Err(TableError::Bad { why, .. }) => why,
            other => panic!("not refused: {:?}", other.map(|_| ())),
        }
    };
    for at in 0..sound.len() {
        let mut bytes = sound.clone();
        bytes[at] ^= 1 << (at % 8);
        let why = refusal(&bytes);
        match at {
            0..8 => assert_eq!(why, BadTable::Foreign),
            8..12 => assert!(matches!(why, BadTable::Version(_)), "{why}"),
            _ => assert!(matches!(why, BadTable::Damaged(_)), "{why}"),
        }
    }
    for length in (0..sound.len()).step_by(7) {
        refusal(&sound[..length]);
    }
    assert_eq!(refusal(&[&sound[..], &[0]].concat()), BadTable::Damaged("something follows its end"));
    // The table of another class under this name.
    std::fs::copy(folder.file("2c-1".parse().unwrap()), &file).unwrap();
    assert!(matches!(load(&folder), Err(TableError::Bad { .. })));
    std::fs::write(&file, &sound).unwrap();
    assert!(load(&folder).is_ok());
}

#[test]
fn tables_of_another_board_and_empty_folders_are_refused() {
    let path = empty_folder("boards");
    let folder = Folder::new(&path, *SMALL).unwrap();
    assert!(matches!(load(&folder), Err(TableError::Empty { .. })));
    build(&folder, 40, 2);
    let other = Folder::new(&path, board("6x4")).unwrap();
    assert!(matches!(load(&other), Err(TableError::Empty { .. })));
    let class = "1-1".parse().unwrap();
    std::fs::copy(folder.file(class), other.file(class)).unwrap();
    let Err(TableError::Bad { why: BadTable::OtherBoard { found, asked }, .. }) = load(&other) else {
        panic!("a table of another board")
    };
    assert_eq!((found.as_str(), asked.as_str()), ("small", "6x4"));
}

#[test]
fn tables_know_for_which_limits_they_are_valid() {
    let path = empty_folder("limits");
    let folder = Folder::new(&path, board("6x4")).unwrap();
    let tables = build(&folder, 30, 3);
    let limits = |class: &str| tables.get(class.parse().unwrap()).unwrap().limits().to_string();
    // Lone corvettes need 14 turns; more turns change no value.
    assert_eq!((limits("1-1").as_str(), limits("2-1").as_str()), ("1 and more", "14 and more"));
    let (stop, progress) = (AtomicBool::new(false), BuildProgress::default());
    let options = BuildOptions { limit: 13, ships: 3, ..BuildOptions::new(&stop, &progress) };
    assert!(matches!(folder.build(&options, &mut |_| {}), Err(TableError::OtherLimit { asked: 13, .. })));
    // With 13 turns the longest defeat is out of reach, so the table differs.
    let shorter = build(&Folder::new(&empty_folder("limits-13"), board("6x4")).unwrap(), 13, 3);
    assert_eq!(shorter.get("2-1".parse().unwrap()).unwrap().limits().to_string(), "13");
}

#[test]
fn positions_outside_the_tables_are_not_answered() {
    let tables = build(&Folder::new(&empty_folder("outside"), board("6x4")).unwrap(), 40, 3);
    let read = |text: &str, rules| Position::read(text, rules, None).unwrap();
    let known = "b111,,,/,,,/,,,/,,,/,,,/,,r222,r111";
    assert!(tables.value(&read(&format!("{known} r"), Rules::CURRENT)).is_some());
    // A positioning turn, a limit that is too short, a finished game, too many ships, another board.
    assert_eq!(tables.value(&read(&format!("{known} r 1 0 -"), Rules::CURRENT)), None);
    assert!(tables.value(&read(&format!("{known} r 1 0 -"), Rules::APP)).is_some());
    let short = Rules { limit: 13, ..Rules::APP };
    assert_eq!(tables.value(&read(&format!("{known} r"), short)), None);
    assert_eq!(tables.value(&read(&format!("{known} r 41 40 r"), Rules::CURRENT)), None);
    assert_eq!(tables.value(&Position::start(board("6x4"), Rules::APP)), None);
    assert_eq!(tables.value(&Position::start(board("5x5"), Rules::APP)), None);
}

/// The best moves of an answer and its others are all moves that keep the value, and the line begins with a
/// best one.
#[test]
fn all_best_moves_are_those_that_keep_the_value() {
    let folder = Folder::new(&empty_folder("best"), *SMALL).unwrap();
    let tables = build(&folder, 6, 3);
    let rules = Rules { limit: 6, positioning: false, agreed: false };
    let (mut rng, mut brute) = (Seed(5).rng(), Brute::default());
    let (mut only, mut several) = (0, 0);
    for index in tables.all().flat_map(|table| table.halves().iter().map(Half::index)) {
        for _ in 0..20 {
            let fleets = index.unrank(below(&mut rng, index.len()));
            let position = Position::from_fleets(tables.board(), rules, fleets, Side::Red).unwrap();
            let answer = tables.answer(&position, false).unwrap();
            let value = brute.value(&position);
            let mut moves = MoveList::new();
            position.moves(&mut moves);
            let keeps = |mv: &_| {
                let mut next = position;
                next.make(*mv);
                brute.value(&next).reversed() == value
            };
            let mut best: Vec<_> =
                moves.iter().copied().filter(keeps).map(|mv| position.write_move(mv)).collect();
            let told = answer.best.iter().chain(&answer.others);
            let mut told: Vec<_> = told.map(|kept| position.write_move(kept.mv)).collect();
            best.sort();
            told.sort();
            assert_eq!((answer.known.value, told), (value, best), "{position}");
            assert!(answer.line.first().is_none_or(|mv| answer.best[0].mv == *mv), "{position}");
            // Without the time to measure, the value is the same.
            let stopped = tables.answer_until(&position, true, &AtomicBool::new(true)).unwrap();
            assert_eq!(stopped.known.value, value);
            assert!(stopped.wins_in.is_none_or(|plies| plies <= 1), "{position}");
            *if answer.best.len() == 1 { &mut only } else { &mut several } += 1;
        }
    }
    assert!(only > 0 && several > 0, "{only} {several}");
}
