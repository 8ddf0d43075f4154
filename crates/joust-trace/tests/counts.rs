//! The steps of a trace are those of the agents that `joust lab` runs.

use joust_core::{Duel, Seed};
use joust_lab::{Folder, Plan, Report};
use joust_match::Schedule;
use joust_trace::{Question, Step, Trace, trace};
use joust_wargame::{Board, Position, Rules};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

fn ask(position: &Position, depth: u32, order: &str) -> Trace {
    let values = position.board().text().replace('\n', "/");
    let question =
        Question { values, start: position.to_string(), depth, order: order.into(), eval: String::new() };
    trace(&question).unwrap()
}

fn entered(steps: &[Step]) -> usize {
    steps.iter().filter(|step| matches!(step, Step::Enter { .. })).count()
}

/// The lab compares minimax with alpha-beta in every position of a game. The traces of these positions have
/// as many nodes.
#[test]
fn traces_have_the_counts_of_the_lab() {
    let board = Board::named("Smolensk:3x3");
    let agents = ["minimax:3".to_owned(), "alphabeta:3".to_owned()];
    let plan = Plan::new(board, Rules::default(), &agents, Seed(1), 1).unwrap();
    let place = tempfile::tempdir().unwrap();
    let (_, journal) = Folder::open(place.path(), &plan.about(), false).unwrap();
    let stop = AtomicBool::new(false);
    let schedule = Schedule { games: plan.tasks(), threads: 1, stop: &stop };
    let done = schedule
        .run(Some(journal), &|task| plan.play(task, &joust_match::Programs::default(), &stop), &mut |_| {
            ControlFlow::Continue(())
        })
        .map_err(|why| why.to_string())
        .unwrap();
    let report = Report::new(&plan, done.games, String::new(), None).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report.document().unwrap()).unwrap();
    let compared = &report["comparison"][0];

    let (mut minimax, mut alphabeta, mut by_gain) = (0, 0, 0);
    let mut position = Position::start(board.unwrap(), Rules::default());
    while position.outcome().is_none() {
        let plain = ask(&position, 3, "row");
        minimax += plain.minimax.nodes;
        alphabeta += plain.alphabeta.nodes;
        by_gain += ask(&position, 3, "gain").alphabeta.nodes;
        position.make(position.read_move(&plain.minimax.mv).unwrap());
    }
    assert_eq!(compared["minimax_nodes"], minimax);
    assert_eq!(compared["alphabeta_nodes"], alphabeta);
    assert_eq!(compared["alphabeta_by_gain_nodes"], by_gain);
    assert!(by_gain < alphabeta && alphabeta < minimax);
}

/// What is drawn is what was counted: each node is entered once and left once, and the nodes that alpha-beta
/// does not enter are exactly those below the moves that it cut off.
#[test]
fn every_node_is_entered_or_below_a_cut() {
    let mut random = Seed(5);
    for (columns, rows, depth) in [(2, 2, 4), (3, 2, 3), (2, 3, 6), (3, 3, 3), (4, 1, 2)] {
        random = Seed(random.0 + 1);
        let board = Board::named(&format!("random:{columns}x{rows}:{}", random.0)).unwrap();
        let start = Position::start(board, Rules::default());
        for order in ["row", "gain"] {
            let Trace { tree, minimax, alphabeta } = ask(&start, depth, order);
            assert_eq!((minimax.value, &minimax.mv), (alphabeta.value, &alphabeta.mv));
            for (search, all) in [(&minimax, true), (&alphabeta, false)] {
                assert_eq!(entered(&search.steps) as u64, search.nodes);
                assert_eq!(search.steps.len() as u64, 2 * search.nodes);
                let mut seen = vec![false; tree.len()];
                let mut missing = 0;
                for step in &search.steps {
                    match step {
                        Step::Enter { node, .. } => seen[*node] = true,
                        Step::Leave { node, cut, .. } => {
                            let left_out = tree[*node].children.iter().rev().take(*cut);
                            missing += left_out.map(|child| below(&tree, *child)).sum::<usize>();
                        }
                    }
                }
                assert_eq!(seen.iter().filter(|seen| !**seen).count(), missing);
                assert_eq!(missing == 0, all || search.nodes == minimax.nodes);
            }
        }
    }
}

fn below(tree: &[joust_trace::Node], node: usize) -> usize {
    1 + tree[node].children.iter().map(|child| below(tree, *child)).sum::<usize>()
}

#[test]
fn bad_questions_are_answered_with_reasons() {
    let error = |question: &str| {
        let answer: serde_json::Value = serde_json::from_str(&joust_trace::answer(question)).unwrap();
        answer["error"][0].as_str().unwrap().to_owned()
    };
    assert!(error("{").contains("EOF"));
    assert!(error(r#"{"values":"1 x","start":".. b","depth":2}"#).contains('x'));
    assert!(error(r#"{"values":"1 2","start":"... b","depth":2}"#).contains("long instead of"));
    assert!(error(r#"{"values":"1 2","start":"bg b","depth":4294967295}"#).contains("over"));
    assert!(
        error(r#"{"values":"1 2 3 4/1 2 3 4/1 2 3 4","start":"..../..../.... b","depth":9}"#)
            .contains("nodes")
    );
}
