//! The ladder is fair: seats and boards are balanced, everybody plays, a newcomer is placed soon, strength shows.

#![expect(clippy::cast_precision_loss, reason = "small numbers are exact")]

use joust_contest::{
    Contest, Entrant, Freeze, Frozen, Ladder, LineUp, OfficialRound, PastBout, Ranking, RoundGame,
    RoundRecord, VersionFact, VersionState,
};
use joust_match::Programs;
use joust_tournament::{Ended, ReportLimits};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn contest(game: &str, boards: usize, blocks: usize) -> Contest {
    let names = match game {
        "madmax" => ["generator", "crossroads", "oasis"],
        "wargame" => ["tiny", "Keren", "Smolensk"],
        _ => ["6x4", "5x5", "6x4"],
    };
    let (field, names) = (if game == "madmax" { "maps" } else { "boards" }, &names[..boards]);
    let text = format!("name = \"x\"\ngame = \"{game}\"\n{field} = {names:?}\n[ladder]\nblocks = {blocks}\n");
    Contest::read(&text).unwrap()
}

/// The games of a block, where the version of the greater number is always the better one.
fn played(line_up: &LineUp) -> Vec<PastBout> {
    let strength = |entrant: &Entrant| match entrant {
        Entrant::Reference => 0.0,
        Entrant::Version(version) => *version as f64,
    };
    let game = |seats: Vec<Entrant>| {
        let points: Vec<f64> = seats.iter().map(strength).collect();
        let scores = joust_league::beaten(&points);
        PastBout { block: line_up.block, board: line_up.board, seats, scores }
    };
    line_up.games().into_iter().map(game).collect()
}

/// The games in each seat and the blocks on each board of a version.
type Counts = BTreeMap<u64, (Vec<u32>, Vec<u32>)>;

fn count(counts: &mut Counts, line_up: &LineUp, boards: usize) {
    let seats = line_up.players.len();
    for (number, game) in line_up.games().into_iter().enumerate() {
        for (seat, entrant) in game.iter().enumerate() {
            let Entrant::Version(version) = entrant else { continue };
            let (by_seat, by_board) =
                counts.entry(*version).or_insert_with(|| (vec![0; seats], vec![0; boards]));
            by_seat[seat] += 1;
            if number == 0 {
                by_board[line_up.board] += 1;
            }
        }
    }
}

fn is_even(counts: &[u32]) -> bool {
    counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn seats_and_boards_are_balanced_and_everybody_plays(
        is_army in any::<bool>(), boards in 1_usize..4, people in 1_u64..14, tables in 1_usize..4, steps in 1_usize..40,
    ) {
        let contest = contest(if is_army { "madmax" } else { "wargame" }, boards, 1000);
        let (mut ladder, mut counts) = (Ladder::new(&contest), Counts::new());
        let official: Vec<u64> = (1..=people).collect();
        let mut open: Vec<LineUp> = Vec::new();
        for step in 0..steps {
            let next = ladder.next(&official, &open, tables);
            // Nobody sits at two tables, and the same question has the same answer.
            prop_assert_eq!(&next, &ladder.next(&official, &open, tables));
            let mut busy: Vec<Entrant> =
                open.iter().chain(&next).flat_map(|one| one.players.clone()).filter(|one| *one != Entrant::Reference).collect();
            let seated = busy.len();
            busy.sort_unstable();
            busy.dedup();
            prop_assert_eq!(busy.len(), seated);
            for line_up in &next {
                count(&mut counts, line_up, boards);
            }
            open.extend(next);
            // Blocks end in any order.
            if !open.is_empty() {
                let done = open.remove(step * 7 % open.len());
                for bout in &played(&done) {
                    ladder.add(bout);
                }
            }
        }
        for (version, (by_seat, by_board)) in &counts {
            prop_assert!(is_even(by_seat), "{version}: {by_seat:?}");
            prop_assert!(is_even(by_board), "{version}: {by_board:?}");
        }
        if steps as u64 > 2 * people {
            prop_assert_eq!(counts.len() as u64, people);
        }
    }
}

#[test]
fn a_newcomer_is_placed_soon_and_the_placed_do_not_play_for_ever() {
    let contest = contest("mad", 2, 12);
    let mut ladder = Ladder::new(&contest);
    let mut past = Vec::new();
    let mut official: Vec<u64> = (1..=8).collect();
    let step = |ladder: &mut Ladder, official: &[u64], past: &mut Vec<PastBout>| {
        let line_up = ladder.next(official, &[], 1).pop()?;
        for bout in played(&line_up) {
            ladder.add(&bout);
            past.push(bout);
        }
        Some(line_up)
    };
    while step(&mut ladder, &official, &mut past).is_some() {}
    assert!(official.iter().all(|version| ladder.blocks(*version).iter().sum::<u32>() >= 12));
    // The next block is the newcomer's, and so are the ones after it, until it is as certain as the others.
    official.push(100);
    for number in 0..12 {
        let line_up = step(&mut ladder, &official, &mut past).unwrap();
        assert_eq!(line_up.players[0], Entrant::Version(100), "block {number}");
        if number == 0 {
            assert!(line_up.players.contains(&Entrant::Reference), "it meets the reference player first");
        }
    }
    assert_eq!(step(&mut ladder, &official, &mut past), None);
    let ranking = Ranking::of(&official, &past);
    assert_eq!(ranking.rows[0].version, 100);
    assert_eq!(
        ranking.rows.iter().map(|row| row.place.unwrap()).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5, 6, 7, 8, 9]
    );
    let mut by_strength: Vec<u64> = ranking.rows.iter().map(|row| row.version).collect();
    by_strength.reverse();
    assert!(by_strength.is_sorted(), "{by_strength:?}");
    let beaten = ranking.who_beats(1);
    assert!(beaten.iter().all(|(other, one)| one.score < 0.5 || *other == Entrant::Reference), "{beaten:?}");
    let history = Ranking::history(&official, &past, 5);
    assert_eq!((history.len(), history[4].games, &history[4].rows), (5, past.len(), &ranking.rows));
}

#[test]
fn ratings_of_equal_players_cover_each_other() {
    // Ten equal players whose games are drawn by lot: their intervals hold 0 difference.
    let contest = contest("mad", 1, 40);
    let (mut ladder, mut past, mut lot) = (Ladder::new(&contest), Vec::new(), 7_u64);
    let official: Vec<u64> = (1..=10).collect();
    while let Some(line_up) = ladder.next(&official, &[], 1).pop() {
        for mut bout in played(&line_up) {
            lot = joust_core::mix(lot);
            let score = f64::from(u8::from(lot % 2 == 0));
            bout.scores = vec![score, 1.0 - score];
            ladder.add(&bout);
            past.push(bout);
        }
    }
    let ranking = Ranking::of(&official, &past);
    let mean: f64 = ranking.rows.iter().map(|row| row.elo.unwrap()).sum::<f64>() / 10.0;
    let outside =
        ranking.rows.iter().filter(|row| row.low.unwrap() > mean || row.high.unwrap() < mean).count();
    assert!(outside <= 2, "{outside} of 10 outside: {:#?}", ranking.rows);
}

/// A bot that makes its first move, or its last one.
fn bot(name: &str, choice: &str) -> (String, Vec<u8>) {
    let text = format!(
        "import {{ Action, Bot, run }} from './joust/index.js';\n\
         class B extends Bot {{ act(turn) {{ return new Action(turn.moves{choice}, {{}}); }} }}\nrun(() => new B());\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let kit = joust_sandbox::StarterKit::named("javascript").unwrap();
    std::fs::create_dir(folder.path().join("joust")).unwrap();
    for (path, text) in kit.files().filter(|(path, _)| path.starts_with("joust/")) {
        std::fs::write(folder.path().join(path), text).unwrap();
    }
    let source = folder.path().join("bot.js");
    std::fs::write(&source, text).unwrap();
    let build = joust_sandbox::Build { source: &source, standard: None, coloured: false, confined: None };
    (name.to_owned(), build.run().unwrap().bytes)
}

#[test]
fn an_official_round_waits_for_those_with_whom_the_judge_failed() {
    let fact = |version, student, arrived, state| VersionFact { version, student, arrived, state };
    let versions = [
        fact(1, 7, 100, VersionState::Troubled),
        fact(2, 8, 100, VersionState::Troubled),
        fact(3, 8, 200, VersionState::Qualified),
        fact(4, 9, 100, VersionState::Refused),
        fact(5, 6, 301, VersionState::Troubled),
    ];
    let freeze = Freeze::at(300, &versions, &[]);
    assert_eq!((freeze.waiting, freeze.official), (vec![1], vec![(8, 3)]));
}

#[test]
fn an_official_round_is_repeatable_from_its_journal() {
    let text = "name = \"Spring\"\ngame = \"wargame\"\nboards = [\"tiny\"]\n[limits]\nfuel = 200_000_000\n\
                [[round]]\nname = \"Final\"\nat = 2027-05-29T08:00:00Z\nformat = { kind = \"round-robin\", games = 2 }\n";
    let contest = Contest::read(text).unwrap();
    let bots = [bot("Ada", "[0]"), bot("Bob", ".at(-1)"), bot("Eve", "[turn.moves.length >> 1]")];
    let frozen: Vec<Frozen<'_>> =
        bots.iter().map(|(name, module)| Frozen { name, module: module.as_slice() }).collect();
    let journal = |threads: usize| {
        let folder = tempfile::tempdir().unwrap();
        let round = OfficialRound::freeze(&contest, 0, &frozen, &folder.path().join("round")).unwrap();
        let mut games = 0;
        let ended = round.play(Programs::default(), threads, &false.into(), &mut |_| games += 1).unwrap();
        assert_eq!((ended, games), (Ended::Over, 6));
        // A round that is over stays over.
        assert_eq!(round.play(Programs::default(), 1, &false.into(), &mut |_| ()).unwrap(), Ended::Over);
        let games = RoundGame::all(&round.journal()).unwrap();
        assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        for game in &games {
            let kept = RoundRecord::read(&round.journal(), game.number).unwrap().unwrap();
            assert_eq!((&kept.game, kept.private.len()), (game, 2));
            assert!(kept.private.iter().all(|own| !own.fuel.is_empty()), "{kept:?}");
            let record = String::from_utf8(kept.record).unwrap();
            assert!(game.is_whole && record.contains(&game.shown.names[0]), "{record}");
            let best = game.shown.scores.iter().position(|score| *score > 0.9);
            assert_eq!(game.shown.winner, best, "{game:?}");
        }
        assert_eq!(RoundRecord::read(&round.journal(), 6).unwrap(), None);
        let table = round.survey().unwrap().table();
        assert_eq!((table.rows.len(), table.over), (3, true));
        let (mut grades, mut page) = (Vec::new(), Vec::new());
        round.gradebook(&mut grades).unwrap();
        round.report(ReportLimits::default(), &mut page).unwrap();
        let grades = String::from_utf8(grades).unwrap();
        assert!(grades.starts_with("name,place,of,") && grades.contains("\r\nAda,"), "{grades}");
        let page = String::from_utf8(page).unwrap();
        assert!(page.contains("Spring: Final") && !page.contains(folder.path().to_str().unwrap()));
        let mut lines: Vec<String> =
            std::fs::read_to_string(round.journal()).unwrap().lines().map(str::to_owned).collect();
        lines[1..].sort();
        lines
    };
    assert_eq!(journal(1), journal(3), "threads and folders change nothing");
    let few = OfficialRound::freeze(&contest, 0, &frozen[..1], tempfile::tempdir().unwrap().path());
    assert!(few.is_err_and(|why| why.to_string().contains("needs 2 at least")));
}
