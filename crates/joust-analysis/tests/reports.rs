//! What a report says about games whose mistakes are known.

use joust_analysis::{Grade, Kind, Report, report};
use joust_core::Seat;

fn of(record: &str, nodes: u64) -> Report {
    report(&record.parse().unwrap(), nodes, &mut |_, _| true).unwrap().unwrap()
}

/// Red can expel the corvette, and passes it by; Blue expels that of Red.
#[test]
fn a_missed_win_and_a_lost_game_are_named() {
    let start = "b111,,,/r222,,,/,,,/,,,/b222,,,/r111,,, r 3 0 -";
    let report = of(&format!("[Game \"mad\"]\n[Position \"{start}\"]\n\n1. 222-a5-b4 222-a2xa1 0-1"), 2000);
    assert_eq!(report.start.kind, Kind::Win, "{report:?}");
    let [first, second] = &report.plies[..] else { panic!("{report:?}") };
    assert_eq!((first.grade, first.value.kind), (Some(Grade::Blunder), Kind::Loss));
    assert_eq!(first.slip.as_ref().unwrap().kind, "loses");
    assert!((first.lost - 2.0).abs() < 1e-9 && first.best().is_some());
    assert_eq!((second.grade, second.best(), second.value.turns), (Some(Grade::Best), None, Some(0)));
    assert_eq!((report.turning, report.accuracy[1]), (vec![0], Some(100.0)));
    assert!(report.accuracy[0].unwrap() < 1.0);
}

/// The frigate goes where the other frigate expels it, and nothing is lost but the ship.
#[test]
fn a_ship_that_is_given_up_is_named() {
    let report = of("[Game \"mad\"]\n[Rules \"app\"]\n\n1. 211-c2-c4 211-c5xc4 *", 20_000);
    let slip = report.plies[0].slip.as_ref().unwrap();
    assert_eq!((slip.kind, slip.ship.as_deref()), ("gives-up", Some("211")), "{report:?}");
}

#[test]
fn words_have_values_and_no_grades() {
    let report = of("[Game \"mad\"]\n\n1. pass 2. pass 3. offer decline 4. resign 0-1", 500);
    let graded: Vec<_> =
        report.plies.iter().map(|ply| (ply.seat == Seat::FIRST, ply.grade.is_some())).collect();
    assert_eq!(graded, [(true, true), (false, true), (true, false), (false, false), (true, false)]);
    assert_eq!(report.plies[2].value, report.plies[4].value);
}

/// A solved board, on which one first move is best: the report knows by how many points the others are worse,
/// and that a smaller victory is a victory.
#[test]
fn a_full_city_is_judged_exactly() {
    for square in ["A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"] {
        let report = of(&format!("[Game \"wargame\"]\n[Board \"small\"]\n\n1. {square} *"), 200_000);
        assert_eq!((report.start.kind, report.start.score, report.start.turns), (Kind::Win, 6.0, Some(9)));
        let first = &report.plies[0];
        assert_eq!((first.value.why, first.value.turns), (Some("full"), Some(8)));
        if square == "B2" {
            assert_eq!((first.best(), first.grade), (None, Some(Grade::Best)));
            continue;
        }
        assert_eq!(first.best(), Some("drop-B2"));
        assert!(first.value.score < 6.0, "{first:?}");
        let wins = first.value.kind == Kind::Win;
        assert_eq!((first.lost == 0.0, first.grade == Some(Grade::Good)), (wins, wins), "{first:?}");
        let points = first.slip.as_ref().map(|slip| slip.points);
        let cost = (6.0 - first.value.score) as i64;
        assert_eq!(points, (!wins).then_some(Some(cost)), "{first:?}");
    }
}

#[test]
fn work_that_is_ended_has_no_report_and_other_games_are_refused() {
    let record = "[Game \"mad\"]\n\n1. pass *".parse().unwrap();
    assert_eq!(report(&record, 100, &mut |_, _| false), Ok(None));
    let other = "[Game \"madmax\"]\n\n*".parse().unwrap();
    assert!(report(&other, 100, &mut |_, _| true).is_err());
}
