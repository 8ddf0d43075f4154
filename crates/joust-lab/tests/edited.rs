//! A journal that was edited by hand is refused with a reason, or told without what it cannot mean.

use joust_core::Seed;
use joust_lab::{BadReport, Done, Plan, Report};
use joust_wargame::{Board, Rules};
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

/// A lab of one agent on a board: task 0 is a game, task 1 a comparison.
fn plan() -> Plan {
    Plan::new(Board::named("tiny"), Rules::default(), &["minimax:1".to_owned()], Seed(1), 1).unwrap()
}

/// The report on a journal after an edit of its lines.
fn edited(edit: impl Fn(&mut [Value])) -> Result<Report, BadReport> {
    let (plan, stop) = (plan(), AtomicBool::new(false));
    let play = |task| {
        serde_json::to_value(plan.play(task, &joust_match::Programs::default(), &stop).unwrap().unwrap())
            .unwrap()
    };
    let mut lines: Vec<Value> = (0..plan.tasks()).map(play).collect();
    edit(&mut lines);
    let read = |line| serde_json::from_value::<Done>(line).unwrap();
    let report = Report::new(&plan, lines.into_iter().map(read).collect(), "joust lab".into(), None)?;
    report.files()?;
    report.document()?;
    Ok(report)
}

#[test]
fn a_time_that_cannot_be_is_not_known() {
    for ms in [-1.0, 1e300] {
        let report = edited(|lines| lines[0]["figures"][0]["ms"] = json!(ms)).unwrap();
        let document: Value = serde_json::from_str(&report.document().unwrap()).unwrap();
        assert_eq!(document["games"][0]["moves"][0]["ms"], Value::Null, "{ms}");
    }
}

#[test]
fn sums_of_huge_figures_are_told() {
    let huge = json!({ "ms": 1.8e22, "nodes": u64::MAX });
    edited(|lines| lines[0]["figures"].as_array_mut().unwrap().fill(huge.clone())).unwrap();
    let positions = |lines: &mut [Value]| {
        for position in lines[1]["positions"].as_array_mut().unwrap() {
            position["minimax"] = json!(u64::MAX);
        }
    };
    edited(positions).unwrap();
}

#[test]
fn a_fault_of_a_third_seat_is_refused() {
    for seat in [2, 3] {
        let fault = json!([{ "seat": seat, "turn": 1, "kind": "late", "detail": "is late" }]);
        let why = edited(|lines| lines[0]["faults"] = fault.clone()).err().unwrap();
        assert!(matches!(why, BadReport::NotAPlayer(0)), "{why}");
    }
}

#[test]
fn a_game_with_the_number_of_a_comparison_is_refused() {
    let why = edited(|lines| lines[0]["game"] = json!(1)).err().unwrap();
    assert!(matches!(why, BadReport::NotPlanned(1)), "{why}");
    let why = edited(|lines| lines[1]["game"] = json!(0)).err().unwrap();
    assert!(matches!(why, BadReport::NotPlanned(0)), "{why}");
}
