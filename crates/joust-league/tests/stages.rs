//! Formats whose next games depend on results: Swiss, knockout, elimination, ladder.

use joust_league::schedule::{
    BadFinish, BadSchedule, Elimination, Fixture, Knockout, Ladder, Leave, Progress, Seating, Setting,
    Stages, Swiss,
};
use joust_league::{Finish, Standings};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn is_long() -> bool {
    std::env::var_os("JOUST_LONG").is_some()
}

/// Numbers that follow from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// How a game ends.
type Play<'a> = &'a dyn Fn(&Fixture) -> Finish;

/// Points that look random and depend on the game only; ties are frequent.
fn chance(seed: u64) -> impl Fn(&Fixture) -> Finish {
    move |fixture| {
        let mut dice = Dice(seed ^ fixture.seed.wrapping_mul(31) ^ (fixture.game as u64) << 40);
        dice.below(2);
        if fixture.seats.len() == 2 {
            return fixture.finish_duel([0.0, 0.25, 0.5, 0.75, 1.0][dice.below(5)]);
        }
        let points: Vec<f64> = fixture.seats.iter().map(|_| f64::from(dice.below(6) as u32)).collect();
        fixture.finish(&points)
    }
}

/// The smaller number is always better.
fn by_seed(fixture: &Fixture) -> Finish {
    let points: Vec<f64> = fixture.seats.iter().map(|who| 1000.0 - f64::from(*who as u32)).collect();
    fixture.finish(&points)
}

/// Plays a tournament to its end.
fn run<S: Stages>(stages: S, play: Play<'_>) -> (Vec<Fixture>, Standings) {
    let (mut progress, mut games) = (Progress::new(stages), Vec::new());
    while !progress.is_over() {
        let stage: Vec<Fixture> = progress.open();
        for fixture in &stage {
            progress.add(play(fixture)).unwrap();
        }
        games.extend(stage);
    }
    assert_eq!(progress.finished(), games.len());
    assert!(games.len() <= progress.stages().most_games());
    assert!(games.iter().enumerate().all(|(number, fixture)| fixture.game == number));
    check_openings(&games);
    (games, progress.standings())
}

/// The games of a block have one opening, and nobody has an opening in two blocks.
fn check_openings(games: &[Fixture]) {
    let mut blocks: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for fixture in games {
        for who in &fixture.seats {
            let block = *blocks.entry((*who, fixture.opening)).or_insert(fixture.block);
            assert_eq!(block, fixture.block, "{who} has the opening {} twice", fixture.opening);
        }
    }
    let of: BTreeMap<usize, usize> = games.iter().map(|fixture| (fixture.block, fixture.opening)).collect();
    assert!(games.iter().all(|fixture| of[&fixture.block] == fixture.opening), "a block has two openings");
}

/// The line-ups of each round, one for each block.
fn line_ups(games: &[Fixture]) -> BTreeMap<usize, Vec<Vec<usize>>> {
    let mut rounds: BTreeMap<usize, Vec<Vec<usize>>> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for fixture in games.iter().filter(|fixture| seen.insert(fixture.block)) {
        let mut line_up = fixture.seats.clone();
        line_up.sort_unstable();
        rounds.entry(fixture.round).or_default().push(line_up);
    }
    rounds
}

/// Everybody is in the standings once, and places follow one another.
fn check_standings(standings: &Standings, participants: usize) {
    let all: BTreeSet<usize> = standings.rows.iter().map(|row| row.participant).collect();
    assert_eq!((standings.rows.len(), all.len()), (participants, participants));
    assert!(standings.rows.iter().enumerate().all(|(number, row)| row.place == number + 1));
}

fn any_setting(most: usize) -> impl Strategy<Value = Setting> {
    let seating = prop_oneof![Just(Seating::Once), Just(Seating::Rotated)];
    (2..=4_usize, 0..=most, 1..=4_usize, any::<u64>(), seating).prop_map(
        |(seats, more, maps, seed, seating)| Setting {
            participants: seats + more,
            seats,
            maps,
            seed,
            seating,
        },
    )
}

/// The fewest pairs that have met, among all ways to pair everybody.
fn fewest_rematches(free: &[usize], met: &BTreeSet<[usize; 2]>) -> usize {
    let Some((first, rest)) = free.split_first() else { return 0 };
    let cost = |place: usize| {
        let rest = [&rest[..place], &rest[place + 1..]].concat();
        let pair = [*first.min(&free[place + 1]), *first.max(&free[place + 1])];
        usize::from(met.contains(&pair)) + fewest_rematches(&rest, met)
    };
    (0..rest.len()).map(cost).min().unwrap_or(0)
}

#[test]
fn pairs_of_a_swiss_meet_again_only_if_that_cannot_be_avoided() {
    for participants in 2..=9 {
        for rounds in [participants / 2, participants + 1] {
            let swiss = Swiss::new(Setting::new(participants, 2), rounds.max(1)).unwrap();
            let (games, _) = run(swiss, &chance(participants as u64));
            let mut met = BTreeSet::new();
            for pairs in line_ups(&games).values() {
                let playing: Vec<usize> = pairs.iter().flatten().copied().collect();
                let rematches = pairs.iter().filter(|pair| met.contains(&[pair[0], pair[1]])).count();
                assert_eq!(
                    rematches,
                    fewest_rematches(&playing, &met),
                    "{participants} in {rounds}: {pairs:?}"
                );
                met.extend(pairs.iter().map(|pair| [pair[0], pair[1]]));
            }
        }
    }
}

#[test]
fn the_first_round_of_a_swiss_pairs_the_upper_half_with_the_lower() {
    let swiss =
        Progress::new(Swiss::new(Setting { seating: Seating::Once, ..Setting::new(8, 2) }, 3).unwrap());
    let pairs: Vec<_> = swiss.open().into_iter().map(|fixture| fixture.seats).collect();
    assert_eq!(pairs, [[0, 4], [1, 5], [2, 6], [3, 7]]);
}

#[test]
fn the_best_of_a_swiss_come_first() {
    let (_, pairs) = run(Swiss::new(Setting::new(32, 2), 5).unwrap(), &by_seed);
    assert_eq!(pairs.rows[0].participant, 0);
    assert_eq!(pairs.rows[31].participant, 31);
    let (_, tables) = run(Swiss::new(Setting::new(32, 4), 5).unwrap(), &by_seed);
    let best: BTreeSet<usize> = tables.rows[..4].iter().map(|row| row.participant).collect();
    assert!(best.contains(&0) && best.iter().all(|who| *who < 8), "{best:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if is_long() { 400 } else { 48 }))]

    #[test]
    fn a_swiss_is_fair(setting in any_setting(96), rounds in 1..=9_usize) {
        let Setting { participants, seats, maps, .. } = setting;
        let (games, standings) = run(Swiss::new(setting, rounds).unwrap(), &chance(setting.seed));
        check_standings(&standings, participants);
        let rounds_played = line_ups(&games);
        prop_assert_eq!(rounds_played.len(), rounds);
        let mut byes = vec![0; participants];
        for line_ups in rounds_played.values() {
            let playing: BTreeSet<usize> = line_ups.iter().flatten().copied().collect();
            prop_assert_eq!(playing.len(), participants / seats * seats, "nobody plays twice, and few have byes");
            (0..participants).filter(|who| !playing.contains(who)).for_each(|who| byes[who] += 1);
        }
        let most = byes.iter().max().unwrap();
        prop_assert!(most - byes.iter().min().unwrap() <= 1, "{:?}", byes);
        prop_assert!(rounds * (participants % seats) > participants || *most <= 1, "{:?}", byes);
        for row in &standings.rows {
            prop_assert_eq!(row.byes as usize, byes[row.participant]);
        }
        for (who, byes) in byes.iter().enumerate() {
            let mine = || games.iter().filter(|fixture| fixture.seats.contains(&who));
            let count = |map| mine().filter(|fixture| fixture.map == map).count() / setting.games_in_block();
            let counts: Vec<usize> = (0..maps).map(count).collect();
            let apart = counts.iter().max().unwrap() - counts.iter().min().unwrap();
            prop_assert!(apart <= 1 + byes, "maps: {:?}", counts);
            let seat = |seat| mine().filter(|fixture| fixture.seats[seat] == who).count();
            let counts: Vec<usize> = (0..seats).map(seat).collect();
            // Where two meet that have had one seat more often, one of them has it again.
            let apart = if setting.seating == Seating::Once { 3 } else { 0 };
            prop_assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= apart, "seats: {:?}", counts);
        }
    }

    #[test]
    fn tables_of_a_swiss_seldom_meet_again(participants in 16..=100_usize, seed in any::<u64>()) {
        let setting = Setting { seed, seating: Seating::Once, ..Setting::new(participants, 4) };
        let (games, _) = run(Swiss::new(setting, 4).unwrap(), &chance(seed));
        let mut met = BTreeSet::new();
        let mut again = 0;
        for fixture in &games {
            for one in &fixture.seats {
                again += fixture.seats.iter().filter(|other| *other > one && !met.insert([*one, **other])).count();
            }
        }
        // In four rounds everybody meets twelve others of fifteen at least; that needs luck for few.
        prop_assert!(again <= if participants < 24 { 16 } else { 0 }, "{} rematches", again);
    }

    #[test]
    fn a_ladder_is_balanced(setting in any_setting(30), tables in 1..=4_usize, blocks in 1..=60_usize) {
        let Setting { participants, seats, .. } = setting;
        let (games, standings) = run(Ladder::new(setting, tables, blocks).unwrap(), &chance(setting.seed));
        check_standings(&standings, participants);
        prop_assert_eq!(games.len(), blocks * setting.games_in_block());
        for line_ups in line_ups(&games).values() {
            let playing: BTreeSet<usize> = line_ups.iter().flatten().copied().collect();
            prop_assert_eq!(playing.len(), line_ups.len() * seats);
        }
        let counts: Vec<u32> = standings.rows.iter().map(|row| row.games / setting.games_in_block() as u32).collect();
        let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
        prop_assert!(most - least <= 2 + most / 2, "{:?}", counts);
    }
}

#[test]
fn those_that_are_less_certain_play_first_in_a_ladder() {
    let mut ladder = Progress::new(Ladder::new(Setting::new(6, 2), 1, 30).unwrap());
    let mut games = [0; 6];
    for _ in 0..30 {
        let fixture = ladder.open().remove(0);
        let doubt = |who: usize| ladder.stages().ratings().rating(who).deviation;
        let most = (0..6).map(doubt).fold(0.0, f64::max);
        assert!(fixture.seats.iter().any(|who| doubt(*who) >= most - 1e-9), "{fixture:?}");
        for fixture in ladder.open() {
            fixture.seats.iter().for_each(|who| games[*who] += 1);
            ladder.add(by_seed(&fixture)).unwrap();
        }
    }
    assert!(ladder.is_over() && games.iter().all(|games| (14..=26).contains(games)), "{games:?}");
}

#[test]
fn the_best_win_a_knockout_of_any_size() {
    for seats in [2, 3, 4] {
        for participants in seats..=100 {
            let knockout =
                Knockout::new(Setting { seating: Seating::Once, ..Setting::new(participants, seats) }, 1, 1)
                    .unwrap();
            let (games, standings) = run(knockout, &by_seed);
            check_standings(&standings, participants);
            let best: Vec<usize> = standings.rows.iter().map(|row| row.participant).take(2).collect();
            assert_eq!(best, [0, 1], "{participants} with {seats} seats");
            let rounds = line_ups(&games);
            let mut left: BTreeSet<usize> = (0..participants).collect();
            for (round, tables) in &rounds {
                let playing: BTreeSet<usize> = tables.iter().flatten().copied().collect();
                assert!(
                    playing.is_subset(&left) && playing.len() == tables.len() * seats,
                    "{participants} {round}"
                );
                // Byes go to the best, and only in the first round.
                let byes: Vec<usize> = left.difference(&playing).copied().collect();
                assert!(*round == 0 || byes.is_empty(), "{participants} with {seats}: {byes:?} in {round}");
                assert!(byes.iter().copied().eq(0..byes.len()));
                let gone = |who: &usize| {
                    standings.rows.iter().any(|row| row.participant == *who && row.left == Some(*round))
                };
                left.retain(|who| !gone(who));
                let advancing = seats / 2 * tables.len() + byes.len();
                assert!(
                    left.len().abs_diff(advancing) <= 1 || left.is_empty(),
                    "{participants}: {} left",
                    left.len()
                );
            }
            assert_eq!(rounds.values().last().unwrap().len(), 1, "the final is one table");
            assert!(left.is_empty());
        }
    }
}

#[test]
fn a_tie_is_played_off_before_seeds_decide() {
    let setting = Setting::new(4, 2);
    let ties = |fixture: &Fixture| fixture.finish_duel(0.5);
    let (games, standings) = run(Knockout::new(setting, 1, 2).unwrap(), &ties);
    // Three pairings, each with one block and two more, of two games.
    assert_eq!(games.len(), 18);
    assert_eq!(standings.rows.iter().map(|row| row.participant).collect::<Vec<_>>(), [0, 1, 2, 3]);
    // The third block is won by the weaker.
    let late = |fixture: &Fixture| {
        let upset = fixture.seats[0] > fixture.seats[1];
        fixture.finish_duel(if fixture.game < 8 { 0.5 } else { f64::from(u8::from(upset)) })
    };
    let (games, standings) = run(Knockout::new(setting, 1, 2).unwrap(), &late);
    assert_eq!(games.len(), 8 + 4 + 2);
    assert_eq!(standings.rows.iter().map(|row| row.participant).collect::<Vec<_>>(), [3, 2, 0, 1]);
}

/// Tables of a round begin alike, and so do their further blocks and play-offs.
#[test]
fn all_tables_of_a_knockout_have_the_same_openings() {
    let ties = |fixture: &Fixture| fixture.finish_duel(0.5);
    let (games, _) = run(Knockout::new(Setting::new(8, 2), 2, 1).unwrap(), &ties);
    let mut openings: BTreeMap<(usize, Vec<usize>), BTreeSet<usize>> = BTreeMap::new();
    for fixture in &games {
        let mut line_up = fixture.seats.clone();
        line_up.sort_unstable();
        openings.entry((fixture.round, line_up)).or_default().insert(fixture.opening);
    }
    assert_eq!(openings.len(), 7);
    for ((round, line_up), had) in openings {
        assert!(had.into_iter().eq(3 * round..3 * round + 3), "{line_up:?} in round {round}");
    }
}

#[test]
fn everybody_plays_alike_in_an_elimination_until_one_table_is_left() {
    for seats in [2, 3, 4] {
        for participants in (seats..=60).step_by(if is_long() { 1 } else { 5 }) {
            for leave in [Leave::Number(1), Leave::Number(7), Leave::Percent(25)] {
                let setting =
                    Setting { maps: 3, seating: Seating::Once, ..Setting::new(participants, seats) };
                let (games, standings) = run(Elimination::new(setting, 1, 2, leave).unwrap(), &chance(7));
                check_standings(&standings, participants);
                for who in 0..participants {
                    let seat = |seat| games.iter().filter(|fixture| fixture.seats[seat] == who).count();
                    let counts: Vec<usize> = (0..seats).map(seat).collect();
                    let apart = counts.iter().max().unwrap() - counts.iter().min().unwrap();
                    assert!(apart <= 1, "{who} of {participants}, seats {counts:?}");
                }
                let rounds = line_ups(&games);
                let mut left = participants;
                for tables in rounds.values() {
                    let mut blocks = BTreeMap::new();
                    tables.iter().flatten().for_each(|who| *blocks.entry(*who).or_insert(0) += 1);
                    assert_eq!(blocks.len(), left, "{participants}: all that are left play");
                    let each = if left == seats { 2 } else { seats };
                    assert!(blocks.values().all(|count| *count == each));
                    left -= match leave {
                        _ if left == seats => left,
                        Leave::Number(number) => number.min(left - seats),
                        Leave::Percent(share) => (left * share / 100).max(1),
                    };
                }
                assert_eq!(left, 0);
            }
        }
    }
}

#[test]
fn the_best_stay_in_an_elimination() {
    let setting = Setting { seating: Seating::Once, ..Setting::new(40, 4) };
    let (_, standings) = run(Elimination::new(setting, 2, 3, Leave::Percent(20)).unwrap(), &by_seed);
    assert_eq!(standings.rows[..4].iter().map(|row| row.participant).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert!(standings.rows.windows(2).all(|pair| pair[0].left >= pair[1].left));
}

/// A journal has games in the order in which they ended, and a tournament can be stopped at any moment.
#[test]
fn a_tournament_that_is_continued_has_the_games_of_one_that_was_not_stopped() {
    fn check<S: Stages + Clone>(stages: &S, seed: u64) {
        let play = chance(seed);
        let (games, standings) = run(stages.clone(), &play);
        let mut dice = Dice(seed);
        for _ in 0..5 {
            // Any order in which no game comes before its stage, cut off anywhere.
            let (mut progress, mut journal) = (Progress::new(stages.clone()), Vec::new());
            for _ in 0..dice.below(games.len() + 1) {
                let open: Vec<Fixture> = progress.open();
                let finish = play(&open[dice.below(open.len())]);
                journal.push(finish.clone());
                progress.add(finish).unwrap();
            }
            // The journal is sorted or not; results of later stages wait.
            if dice.below(2) == 0 {
                journal.reverse();
            }
            let mut again = Progress::new(stages.clone());
            for finish in journal {
                again.add(finish).unwrap();
            }
            let mut rest: Vec<Fixture> = Vec::new();
            while let Some(fixture) = again.open().into_iter().next() {
                again.add(play(&fixture)).unwrap();
                rest.push(fixture);
            }
            assert!(rest.iter().all(|fixture| games[fixture.game] == *fixture));
            assert_eq!(again.standings(), standings);
        }
    }
    for (participants, seats) in [(9, 2), (13, 4), (7, 3)] {
        let setting = Setting { maps: 2, seed: 11, ..Setting::new(participants, seats) };
        check(&Swiss::new(setting, 4).unwrap(), 1);
        check(&Knockout::new(setting, 1, 2).unwrap(), 2);
        check(&Elimination::new(setting, 1, 2, Leave::Number(2)).unwrap(), 3);
        check(&Ladder::new(setting, 2, 12).unwrap(), 4);
    }
}

#[test]
fn a_format_can_be_chosen_while_the_program_runs() {
    let setting = Setting::new(5, 2);
    let formats: [Box<dyn Stages + Send>; 2] =
        [Box::new(Swiss::new(setting, 2).unwrap()), Box::new(Knockout::new(setting, 1, 0).unwrap())];
    let games = formats.map(|stages| run(stages, &by_seed).0.len());
    // Two rounds of two pairs; and one pair, two, and one. A pair plays two games.
    assert_eq!(games, [8, 8]);
}

#[test]
fn wrong_results_are_refused() {
    let mut swiss = Progress::new(Swiss::new(Setting::new(4, 2), 1).unwrap());
    let games: Vec<Fixture> = swiss.open();
    swiss.add(games[0].finish_duel(1.0)).unwrap();
    assert_eq!(swiss.add(games[0].finish_duel(0.0)), Err(BadFinish::Twice(0)));
    let other = Finish { game: 1, ..games[0].finish_duel(1.0) };
    let refused = swiss.add(other).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "game 1 has the seats [2, 0], not [0, 2]: the result is of another tournament"
    );
    let bad = Finish { scores: vec![1.0], ..games[1].finish_duel(1.0) };
    assert_eq!(swiss.add(bad), Err(BadFinish::Scores(1)));
    for game in &games[1..] {
        swiss.add(game.finish_duel(0.5)).unwrap();
    }
    assert!(swiss.is_over());
    assert_eq!(swiss.add(Finish { game: 9, ..games[0].finish_duel(1.0) }), Err(BadFinish::Over(9)));
}

#[test]
fn formats_that_cannot_be_played_are_refused() {
    let setting = Setting::new(8, 4);
    assert!(matches!(Swiss::new(setting, 0), Err(BadSchedule::Nothing(_))));
    assert!(matches!(Swiss::new(Setting::new(3, 4), 1), Err(BadSchedule::TooFew { .. })));
    assert!(matches!(Knockout::new(setting, 0, 1), Err(BadSchedule::Nothing(_))));
    assert!(matches!(Ladder::new(setting, 0, 1), Err(BadSchedule::Nothing(_))));
    assert_eq!(Elimination::new(setting, 1, 1, Leave::Percent(100)).unwrap_err(), BadSchedule::Share(100));
    assert!(matches!(Elimination::new(setting, 1, 1, Leave::Number(0)), Err(BadSchedule::Nothing(_))));
}

/// The order of the games is a promise: a tournament that is continued has the games of its start.
#[test]
fn stages_never_change() {
    fn digest<S: Stages>(stages: S) -> u64 {
        let (games, standings) = run(stages, &chance(5));
        let parts = games.iter().flat_map(|fixture| {
            fixture.seats.iter().map(|who| *who as u64).chain([
                fixture.map as u64,
                fixture.seed,
                fixture.round as u64,
            ])
        });
        let places = standings.rows.iter().map(|row| row.participant as u64);
        parts.chain(places).fold(0, |sum: u64, part| sum.wrapping_mul(1_000_003).wrapping_add(part))
    }
    let setting = |participants, seats| Setting { maps: 3, seed: 9, ..Setting::new(participants, seats) };
    let digests = [
        digest(Swiss::new(setting(21, 2), 6).unwrap()),
        digest(Swiss::new(setting(30, 4), 6).unwrap()),
        digest(Knockout::new(setting(21, 2), 1, 2).unwrap()),
        digest(Knockout::new(setting(30, 4), 1, 2).unwrap()),
        digest(Elimination::new(setting(21, 4), 1, 3, Leave::Percent(20)).unwrap()),
        digest(Ladder::new(setting(11, 2), 2, 60).unwrap()),
    ];
    let known = [
        18_411_684_846_855_954_158,
        209_439_497_896_576_723,
        12_504_343_986_554_867_596,
        3_943_368_168_038_929_979,
        2_631_331_595_993_843_148,
        11_184_516_281_872_013_367,
    ];
    assert_eq!(digests, known);
}
