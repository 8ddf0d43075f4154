//! Whole tournaments: equal for any number of threads, in parts, and after any interruption.

use joust_match::Programs;
use joust_tournament::{
    BadStart, Cast, Ended, Reading, Runner, Survey, Terms, Timetable, Tournament, TournamentFile, Verified,
    Verifier, merge, open,
};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

fn terms(file: &str) -> Terms {
    let file = TournamentFile::read(file).unwrap_or_else(|why| panic!("{why}"));
    Terms::settle(&file, "test", &Programs::default(), None).unwrap_or_else(|why| panic!("{why}"))
}

/// Plays a tournament until it is over, or until this many games were heard of.
fn play(path: &Path, terms: &Terms, threads: usize, most: usize) -> Ended {
    let (stop, programs) = (AtomicBool::new(false), Programs::default());
    let mut opened = open(path, terms).unwrap();
    let tournament = Tournament::new(terms.clone()).unwrap();
    let runner = Runner { tournament: &tournament, programs: &programs, threads, stop: &stop };
    let mut heard = 0;
    let ended = runner.run(&mut opened, &mut |_| {
        heard += 1;
        stop.fetch_or(heard >= most, Ordering::Relaxed);
    });
    ended.unwrap()
}

/// The lines of a journal: the terms, then the games in the order of their numbers.
fn sorted(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let number = |line: &String| serde_json::from_str::<serde_json::Value>(line).unwrap()["game"].as_u64();
    lines[1..].sort_by_key(number);
    lines
}

fn table(path: &Path) -> String {
    Survey::of(Reading::open(path).unwrap()).unwrap().table().text()
}

/// The formats, each with a game, players that do not think long, and a few games.
fn every_format() -> Vec<(&'static str, String)> {
    let duel = "game = \"wargame\"\nboards = [\"tiny\", \"custom4x4\"]\nseed = 7\nparticipants = [\"random\", \
                \"minimax:1\", \"minimax:2\", \"mcts:5\", { name = \"Ada\", player = \"random\" }]\n";
    let armies = "game = \"madmax\"\nrules = \"nb_rounds=12\"\nmaps = [\"generator\", \"oasis\"]\n\
                  participants = [\"Null\", \"Dummy\", \"Demo\", \"Dummy\", \"Demo\", \"Dummy\"]\n";
    let of = |game: &str, format: &str| format!("{game}format = {format}\n");
    vec![
        ("round robin", of(duel, "{ kind = \"round-robin\", games = 4 }")),
        ("gauntlet", of(duel, "{ kind = \"gauntlet\", blocks = 3 }")),
        ("swiss", of(duel, "\"swiss\"")),
        ("knockout", of(duel, "\"knockout\"")),
        ("ladder", of(duel, "{ kind = \"ladder\", blocks = 12 }")),
        ("elimination", of(armies, "{ kind = \"elimination\", leave = 1, final-blocks = 2 }")),
        ("compare", of(armies, "{ kind = \"compare\", blocks = 3 }")),
        ("four-seat swiss", of(armies, "{ kind = \"swiss\", rounds = 2 }")),
        ("elimination of duels", of(duel, "{ kind = \"elimination\", leave = \"30%\" }")),
        ("four-seat round robin", of(armies, "{ kind = \"round-robin\", blocks = 1 }")),
        ("four-seat gauntlet", of(armies, "\"gauntlet\"")),
        ("four-seat knockout", of(armies, "{ kind = \"knockout\", extra = 1 }")),
        ("four-seat ladder", of(armies, "{ kind = \"ladder\", blocks = 5 }")),
        ("single games", of(duel, "\"round-robin\"\nseating = \"once\"")),
        (
            "all orders",
            of(&armies.replace("nb_rounds=12", "nb_rounds=4"), "\"knockout\"\nseating = \"permuted\""),
        ),
    ]
}

#[test]
fn every_format_gives_one_journal_for_any_number_of_threads_and_stops() {
    let folder = tempfile::tempdir().unwrap();
    for (name, file) in every_format() {
        let terms = terms(&file);
        let path = |kind: &str| folder.path().join(format!("{name}-{kind}"));
        assert_eq!(play(&path("one"), &terms, 1, usize::MAX), Ended::Over, "{name}");
        assert_eq!(play(&path("three"), &terms, 3, usize::MAX), Ended::Over, "{name}");
        // Again and again it is stopped after two games, and continued with another number of threads.
        let mut threads = 0;
        while play(&path("stopped"), &terms, 1 + threads % 4, 2) == Ended::Stopped {
            threads += 1;
            assert!(threads < 500, "{name} makes no progress");
        }
        let whole = sorted(&path("one"));
        assert!(whole.len() > 8, "{name} has only {} lines", whole.len());
        // Whatever a run has left, another one completes.
        let kept: Vec<String> =
            std::fs::read_to_string(path("three")).unwrap().lines().map(str::to_owned).collect();
        for (number, lines) in [2, kept.len() / 2, kept.len() - 1].into_iter().enumerate() {
            let cut = path(&format!("cut-{number}"));
            std::fs::write(&cut, kept[..lines].join("\n") + "\n").unwrap();
            assert_eq!(play(&cut, &terms, 1 + number, usize::MAX), Ended::Over, "{name}");
        }
        for kind in ["three", "stopped", "cut-0", "cut-1", "cut-2"] {
            assert_eq!(sorted(&path(kind)), whole, "{name}, {kind}");
            assert_eq!(table(&path(kind)), table(&path("one")), "{name}, {kind}");
        }
        // A tournament that is over plays nothing more.
        assert_eq!(play(&path("one"), &terms, 2, usize::MAX), Ended::Over);
        assert_eq!(sorted(&path("one")).len(), whole.len());
    }
}

#[test]
fn parts_put_together_are_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    for (name, file) in every_format() {
        let whole = terms(&file);
        if !whole.format.is_known_in_advance() {
            let why = whole.part(1, 3).unwrap_err().to_string();
            assert!(why.contains("depends on results"), "{name}: {why}");
            continue;
        }
        let path = |kind: &str| folder.path().join(format!("{name}-{kind}"));
        play(&path("whole"), &whole, 2, usize::MAX);
        let parts: Vec<_> = (1..=3).map(|part| path(&format!("part-{part}"))).collect();
        for (number, part) in parts.iter().enumerate() {
            let terms = whole.part(number + 1, 3).unwrap();
            // The second part is stopped and continued.
            if number == 1 {
                play(part, &terms, 1, 1);
            }
            assert_eq!(play(part, &terms, 2, usize::MAX), Ended::Over);
        }
        let lacking = merge(&parts[..2], &path("lacking")).unwrap();
        assert_eq!(lacking.incomplete, [3], "{name}");
        let merged = merge(&parts, &path("merged")).unwrap();
        assert_eq!((merged.missing, merged.incomplete.len()), (0, 0), "{name}");
        let text = std::fs::read_to_string(path("merged")).unwrap();
        assert_eq!(text.lines().collect::<Vec<_>>(), sorted(&path("whole")), "{name}: it is sorted");
        // What is missing can be played.
        play(&path("lacking"), &whole, 2, usize::MAX);
        assert_eq!(sorted(&path("lacking")), sorted(&path("whole")), "{name}");
        // No part counts twice, and parts of other tournaments are refused.
        let twice = merge(&[parts[0].clone(), parts[0].clone()], &path("twice")).unwrap_err().to_string();
        assert!(twice.contains("name each part once"), "{twice}");
        // Lines that are not games of their part are found.
        let text = std::fs::read_to_string(&parts[0]).unwrap();
        let (head, first) = (text.lines().next().unwrap(), text.lines().nth(1).unwrap());
        let of_other = std::fs::read_to_string(&parts[1]).unwrap().lines().nth(1).unwrap().to_owned();
        let (_, rest) = first.split_once(',').unwrap();
        let beyond = format!("{{\"game\":987654321,{rest}");
        let swapped = first.replacen("\"seats\":[", "\"seats\":[5,", 1);
        for (line, words) in [
            (beyond.as_str(), "there is no game 987654321"),
            (&of_other, "there is no game"),
            (&swapped, "but the schedule says"),
        ] {
            std::fs::write(path("forged"), format!("{head}\n{line}\n")).unwrap();
            let why = merge(&[path("forged")], &path("out")).unwrap_err().to_string();
            assert!(why.contains(words) && !path("out").exists(), "{name}: {why}");
        }
        let halves = whole.part(2, 2).unwrap();
        play(&path("half"), &halves, 2, 1);
        let divided = merge(&[parts[0].clone(), path("half")], &path("out")).unwrap_err().to_string();
        assert!(divided.contains("is a part of 2, and"), "{divided}");
        let other = Terms { seed: 99, ..whole.clone() }.part(2, 3).unwrap();
        play(&path("other"), &other, 2, usize::MAX);
        let mixed = merge(&[parts[0].clone(), path("other")], &path("mixed")).unwrap_err().to_string();
        assert!(mixed.contains("another tournament"), "{mixed}");
    }
}

#[test]
fn a_limit_on_games_and_a_test_end_a_tournament_at_the_same_game() {
    let folder = tempfile::tempdir().unwrap();
    let people = "game = \"wargame\"\nboards = \"custom4x4\"\nparticipants = [\"minimax:2\", \"random\"]\nrecords = false\n";
    let format = |blocks: u32| format!("format = {{ kind = \"round-robin\", blocks = {blocks} }}");
    let limited = terms(&format!("{people}{}\nstop = {{ games = 7 }}\n", format(50)));
    let path = |name: &str| folder.path().join(name);
    play(&path("limited"), &limited, 3, usize::MAX);
    assert_eq!(sorted(&path("limited")).len(), 8);
    let tested = terms(&format!("{people}{}\nstop = {{ sprt = [0, 100], alpha = 0.01 }}\n", format(5000)));
    let tables = [1, 4].map(|threads| {
        let path = path(&format!("tested-{threads}"));
        assert_eq!(play(&path, &tested, threads, usize::MAX), Ended::Over);
        let survey = Survey::of(Reading::open(&path).unwrap()).unwrap();
        let over = survey.ledger.over();
        assert_eq!((over, survey.ledger.most_own_games()), (survey.ledger.tally().games(), over));
        let decision = survey.ledger.decision().unwrap();
        assert!(decision.over && decision.reason.starts_with("H1 after"), "{decision}");
        assert!(survey.table().text().contains("likelihood of superiority"));
        survey.table().text()
    });
    assert_eq!(tables[0], tables[1]);
    // Stopped again and again, with any number of threads, it has the games up to the same end.
    let mut threads = 0;
    while play(&path("tested-again"), &tested, 1 + threads % 5, 11) == Ended::Stopped {
        threads += 1;
        assert!(threads < 500, "no progress");
    }
    assert_eq!(table(&path("tested-again")), tables[0]);
    let end = Survey::of(Reading::open(&path("tested-1")).unwrap()).unwrap().ledger.over();
    let counted = |name: &str| sorted(&path(name))[..=end].to_vec();
    assert_eq!(counted("tested-again"), counted("tested-1"));
    assert_eq!(counted("tested-4"), counted("tested-1"));
    let waiting = sorted(&path("tested-4")).len() - 1;
    println!("{end} games count, {waiting} were played by four threads");
}

/// A game that could not be finished is a tie in the standings, and nothing in ratings, matrix and tests.
#[test]
fn a_broken_game_says_nothing_about_strength() {
    let folder = tempfile::tempdir().unwrap();
    let terms = terms(
        "game = \"madmax\"\nparticipants = [\"Dummy\", \"Demo\", \"Null\", \"Null\"]\n\
         format = { kind = \"round-robin\", blocks = 2 }\n",
    );
    let line = |game: usize, result: &str| {
        let fixture = Timetable::new(&terms).unwrap().fixture(game).unwrap();
        format!("{{\"game\":{game},\"seats\":{:?},{result}}}\n", fixture.seats)
    };
    let survey = |games: &[String]| {
        let path = folder.path().join("journal");
        std::fs::write(&path, format!("{}\n{}", serde_json::to_string(&terms).unwrap(), games.concat()))
            .unwrap();
        Survey::of(Reading::open(&path).unwrap()).unwrap()
    };
    let played: Vec<String> = (0..4).map(|game| line(game, "\"scores\":[9,4,2,1]")).collect();
    let broken: Vec<String> = (4..8).map(|game| line(game, "\"broken\":\"no place is left\"")).collect();
    let (without, with) = (survey(&played), survey(&[played, broken].concat()));
    assert_eq!((with.ledger.tally().games(), with.ledger.tally().broken()), (8, 4));
    assert_eq!(with.ratings.rows(), without.ratings.rows());
    assert_eq!(with.meetings.encounter(0, 1), without.meetings.encounter(0, 1));
    let seat = |survey: &Survey| survey.table().rows[0].by_seat[0].games;
    assert_eq!(seat(&with), seat(&without));
    assert!(with.table().text().contains("4 could not be finished"), "{}", with.table().text());
}

/// Games of a block share luck, so intervals by seat and map count blocks; games with one score are not certain.
#[test]
fn intervals_by_seat_and_map_count_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let terms = terms(
        "game = \"madmax\"\nparticipants = [\"Dummy\", \"Demo\", \"Null\", \"Null\"]\n\
         format = { kind = \"round-robin\", blocks = 3 }\n",
    );
    let timetable = Timetable::new(&terms).unwrap();
    let mut text = serde_json::to_string(&terms).unwrap() + "\n";
    for game in 0..12 {
        let fixture = timetable.fixture(game).unwrap();
        let scores: Vec<i32> = fixture.seats.iter().map(|who| 9 - *who as i32).collect();
        writeln!(text, "{{\"game\":{game},\"seats\":{:?},\"scores\":{scores:?}}}", fixture.seats).unwrap();
    }
    std::fs::write(&path, text).unwrap();
    let table = Survey::of(Reading::open(&path).unwrap()).unwrap().table();
    // Dummy was first in all twelve games, which are three blocks: it may lose many others.
    let map = table.rows[0].by_board[0];
    assert_eq!((map.games, map.score), (12, Some(1.0)));
    let three: joust_league::Sample = [1.0; 3].into_iter().collect();
    assert_eq!([map.low, map.high], three.score_interval().unwrap().map(Some));
    assert!(map.low < Some(0.5), "{map:?}");
}

/// Players without chance: two games with one opening would be the same game twice.
#[test]
fn blocks_of_two_players_begin_in_different_ways() {
    let people =
        "game = \"mad\"\nparticipants = [\"minimax:1\", \"minimax:2\", \"minimax:1\", \"minimax:2\"]\n";
    for format in [
        "{ kind = \"knockout\", blocks = 3, extra = 2 }",
        "{ kind = \"elimination\", laps = 4, final-blocks = 4 }",
        "{ kind = \"round-robin\", blocks = 4 }",
    ] {
        let terms = terms(&format!("{people}format = {format}\n"));
        let tournament = Tournament::new(terms.clone()).unwrap();
        let mut timetable = Timetable::new(&terms).unwrap();
        let mut begun = BTreeMap::new();
        for game in 0.. {
            let Some(fixture) = timetable.fixture(game) else { break };
            let mut players = fixture.seats.clone();
            players.sort_unstable();
            let way = (players, fixture.map, tournament.job(&fixture).opening);
            let block = *begun.entry(way).or_insert(fixture.block);
            assert_eq!(block, fixture.block, "{format}: {fixture:?} begins as an earlier block");
            timetable.add(&fixture.finish_duel(0.5)).unwrap();
        }
        assert!(begun.len() > 4, "{format}");
    }
}

#[test]
fn games_of_a_journal_must_be_those_of_the_schedule() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let terms = terms(&every_format()[0].1);
    play(&path, &terms, 2, 9);
    let text = std::fs::read_to_string(&path).unwrap();
    let refused = |changed: String| {
        std::fs::write(&path, &changed).unwrap();
        let why = open(&path, &terms).err().map(|why: BadStart| why.to_string()).unwrap_or_default();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), changed, "the file was changed");
        why
    };
    let line = text.lines().nth(1).unwrap();
    let swapped = line.replacen("\"seats\":[", "\"seats\":[4,", 1);
    assert!(refused(text.replace(line, &swapped)).contains("but the schedule says"));
    assert!(refused(format!("{text}{line}\n")).contains("is there twice"));
    assert!(refused(text.replace(line, "notes")).contains("line 2 is not a game"));
    assert!(refused(format!("{text}notes")).contains("its last line"));
    let earlier = refused(text.replacen("\"v\":2,", "\"v\":1,", 1));
    assert!(earlier.contains("has version 1 of the journals of tournaments, and this build knows version 2"));
    let read = Reading::open(&path).err().map(|why| why.to_string()).unwrap_or_default();
    assert_eq!(read, earlier);
    let other = text.replacen("\"tournament\"", "\"match\"", 1);
    assert!(refused(other).contains("not the journal of a tournament"));
    std::fs::write(&path, &text[..text.len() - 3]).unwrap();
    assert!(open(&path, &terms).unwrap().cut > 0);
}

/// Verifies a journal with the players that its first line names.
fn verify(path: &Path) -> Verified {
    let terms = Reading::open(path).unwrap().terms;
    let cast = Cast::of(&terms, &|_, _| None);
    let verifier = Verifier { cast: &cast, threads: 3, stop: &AtomicBool::new(false) };
    let mut last = (0, 0);
    let verified = verifier.verify(path, &mut |done, games| last = (done, games)).unwrap();
    assert_eq!(last, (verified.games, verified.games), "all games were told of");
    verified
}

/// Another result of the game in a line: exchanged, or other scores.
fn tampered(line: &str) -> String {
    for (was, is) in [("1-0", "0-1"), ("0-1", "1-0"), ("1/2-1/2", "1-0")] {
        let result = |text: &str| format!("\"result\":\"{text}\"");
        if line.contains(&result(was)) {
            return line.replace(&result(was), &result(is));
        }
    }
    line.replacen("\"scores\":[", "\"scores\":[1", 1)
}

#[test]
fn in_every_format_games_come_out_alike_and_a_forged_one_is_found() {
    let folder = tempfile::tempdir().unwrap();
    for (name, file) in every_format() {
        let path = folder.path().join(name);
        play(&path, &terms(&file), 3, usize::MAX);
        let verified = verify(&path);
        assert!(verified.over && verified.games > 7, "{name}: {verified:?}");
        assert_eq!((verified.played_again, &verified.deviations[..]), (verified.games, &[][..]), "{name}");
        let lines = sorted(&path);
        for at in [1, lines.len() / 2, lines.len() - 1] {
            let mut forged = lines.clone();
            forged[at] = tampered(&lines[at]);
            assert_ne!(forged[at], lines[at], "{name}");
            std::fs::write(&path, forged.join("\n") + "\n").unwrap();
            let found = verify(&path).deviations;
            assert_eq!(found[0].game, at - 1, "{name}: {found:?}");
            assert!(found[0].what.starts_with("played again, its "), "{name}: {found:?}");
        }
        // A game that is gone is missed.
        let without = [&lines[..2], &lines[3..]].concat();
        std::fs::write(&path, without.join("\n") + "\n").unwrap();
        let found = verify(&path);
        assert!(!found.over, "{name}: {found:?}");
    }
}

#[test]
fn whatever_is_changed_in_a_game_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    play(&path, &terms(&every_format()[0].1), 2, usize::MAX);
    let lines = sorted(&path);
    let found = |was: &str, is: &str| {
        let mut forged = lines.clone();
        forged[3] = lines[3].replacen(was, is, 1);
        assert_ne!(forged[3], lines[3], "{was}: {}", lines[3]);
        std::fs::write(&path, forged.join("\n") + "\n").unwrap();
        let found = verify(&path).deviations;
        assert_eq!((found.len(), found[0].game), (1, 2), "{found:?}");
        found[0].what.clone()
    };
    assert!(found("\"actions\":\"", "\"actions\":\"X").starts_with("played again, its action 1 is `"));
    assert!(found("\"result\"", "\"faults\":[{\"seat\":0,\"kind\":\"late\"}],\"result\"").contains("faults"));
    assert!(found("\"opening\":", "\"opening\":9").contains("record comes out otherwise"));
    assert!(found("\"seats\":[", "\"seats\":[4,").starts_with("has the seats ["));
    std::fs::write(&path, format!("{}\n{}\n", lines.join("\n"), lines[5])).unwrap();
    let twice = verify(&path).deviations;
    assert_eq!((twice.len(), twice[0].what.as_str()), (1, "is there twice"));
}

/// Where a player cannot play again, moves and results must at least follow from the rules.
#[test]
fn games_of_programs_are_replayed_by_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let formats = every_format();
    for (name, player) in [("round robin", "mcts:5"), ("four-seat swiss", "Null")] {
        let path = folder.path().join(name);
        let (_, file) = formats.iter().find(|(format, _)| *format == name).unwrap();
        play(&path, &terms(file), 3, usize::MAX);
        let mut lines = sorted(&path);
        // The journal of a stranger names a program, which must not be started.
        let stranger = format!("\"player\":\"cmd:touch {}/started\"", folder.path().display());
        lines[0] = lines[0].replacen(&format!("\"player\":\"{player}\""), &stranger, 1);
        let write = |lines: &[String]| std::fs::write(&path, lines.join("\n") + "\n").unwrap();
        write(&lines);
        let verified = verify(&path);
        assert!(verified.replayed > 2 && verified.deviations.is_empty(), "{name}: {verified:?}");
        assert_eq!(verified.replayed + verified.played_again, verified.games, "{name}");
        assert!(!folder.path().join("started").exists());
        for (at, line) in lines.clone().iter().enumerate().skip(1) {
            let mut forged = lines.clone();
            forged[at] = tampered(line);
            write(&forged);
            let found = verify(&path).deviations;
            assert_eq!(found[0].game, at - 1, "{name}: {found:?}");
        }
    }
}

/// What is wrong with a file, a line each.
fn problems(text: &str) -> Vec<String> {
    let settled = |file| Terms::settle(&file, "t", &Programs::default(), None);
    let why = TournamentFile::read(text).and_then(settled).unwrap_err();
    why.0.iter().map(ToString::to_string).collect()
}

fn has(told: &[String], wanted: &str) {
    assert!(told.iter().any(|line| line.contains(wanted)), "{wanted}\nis not in\n{}", told.join("\n"));
}

#[test]
fn all_problems_of_a_file_are_told_at_once() {
    let told = problems(
        "game = \"mad\"\nmaps = [\"oasis\"]\nparticipants = [\"random\", 3, { name = \"Ada\" }]\n\
         format = { kind = \"swiss\", laps = 3 }\nsed = 1\n[limits]\nfuel = -1\n[stop]\nalpha = 0.7\n",
    );
    has(&told, "line 2: maps: a duel has boards: write `boards`");
    has(&told, "line 3: participants[2]: this is the number 3: write a table");
    has(&told, "line 3: participants[3]: this has no `player`");
    has(&told, "line 4: format.laps: there is no such field");
    has(&told, "line 5: sed: there is no such field; did you mean `seed`?");
    has(&told, "line 7: limits.fuel: this is the number -1: write a whole number of 0 or more");
    has(&told, "line 9: stop.alpha: 0.7 is not the probability of an error");
    let told = problems(
        "game = \"wargame\"\nboards = [\"Atlantis\", \"tiny\"]\nanchor = \"Bob\"\n\
         participants = [\"random\", \"engine:99\", \"human\", \"no.wasm\"]\n",
    );
    has(&told, "line 2: boards: ");
    has(&told, "participants[2]: engine:99: the levels");
    has(&told, "participants[3]: a person");
    has(&told, "participants[4]: no.wasm");
    has(&told, "anchor: no participant");
    let told = problems("game = \"madmax\"\nparticipants = [\"Demo\", \"Null\"]\n");
    has(&told, "2 participants: this format needs 4 at least");
    let told = problems(
        "game = \"mad\"\nparticipants = [\"random\", \"random\"]\nformat = { kind = \"round-robin\", games = 3 }\n",
    );
    has(&told, "a multiple of 2");
}

#[test]
fn a_test_of_two_that_do_not_meet_is_refused() {
    let people =
        "game = \"mad\"\nparticipants = [\"random\", \"random\", \"engine:1\"]\nstop = { sprt = [0, 10] }\n";
    for format in ["\"swiss\"", "\"knockout\"", "\"elimination\"", "\"ladder\""] {
        has(&problems(&format!("{people}format = {format}\n")), "line 3: stop: sprt compares the first two");
    }
    let gauntlet = problems(&format!("{people}format = {{ kind = \"gauntlet\", challengers = 2 }}\n"));
    has(&gauntlet, "line 3: stop: sprt compares the first two participants, and the 2 challengers");
    for format in ["\"gauntlet\"", "\"round-robin\""] {
        terms(&format!("{people}format = {format}\n"));
    }
    let armies = "game = \"madmax\"\nparticipants = [\"Demo\", \"Demo\", \"Demo\", \"Demo\", \"Null\"]\n";
    has(&problems(&format!("{armies}stop = {{ sprt = [0, 10] }}\n")), "line 3: stop: with four seats");
}

#[test]
fn a_folder_of_nothing_and_a_missing_folder_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    has(
        &problems(&format!("game = \"mad\"\nfolder = \"{}\"\n", folder.path().display())),
        "there is no player in",
    );
    has(&problems("game = \"mad\"\nfolder = \"no/such\"\n"), "folder: no/such: ");
}
