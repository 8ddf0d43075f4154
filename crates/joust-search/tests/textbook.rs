//! The textbook agents: known node counts and scores, and minimax against alpha-beta.

use joust_core::{Duel, MoveList, Rng, Seat, Seed, below};
use joust_search::evaluation::{Material, Score};
use joust_search::textbook::{Agent, Count, Method, Options, Order, Ties};
use joust_wargame::{Board, Position, Rules, Side};

/// Plays an agent against itself: the final scores, and the nodes of both sides.
fn play(board: &str, agent: Agent, eval: Score) -> ([i32; 2], [u64; 2]) {
    let mut position = Position::start(Board::named(board).unwrap(), Rules::default());
    let mut nodes = [0; 2];
    while position.outcome().is_none() {
        let choice = agent.choose(&position, &eval, &mut Seed(0).rng()).unwrap();
        nodes[position.to_move().index()] += choice.nodes;
        position.make(choice.mv);
    }
    (Side::BOTH.map(|side| position.score(side)), nodes)
}

fn minimax(depth: u32, ties: Ties, count: Count) -> Agent {
    Agent::new(Method::Minimax, depth, Options { ties, count, ..Options::default() })
}

const OFFICIAL: [&str; 5] = ["Keren", "Narvik", "Sevastopol", "Smolensk", "Westerplatte"];

#[test]
fn three_plies_visit_the_known_number_of_nodes_and_reach_the_known_scores() {
    let last = [[15, 21], [704, 1096], [226, 152], [1028, 625], [31, 41]];
    let first = [[15, 21], [704, 1096], [226, 152], [535, 1118], [31, 41]];
    for (i, board) in OFFICIAL.into_iter().enumerate() {
        let with_root = play(board, minimax(3, Ties::Last, Count::Root), Score::Difference);
        assert_eq!(with_root, (last[i], [217_758, 194_754]), "{board}");
        let without = play(board, minimax(3, Ties::First, Count::NoRoot), Score::Difference);
        assert_eq!(without, (first[i], [217_740, 194_736]), "{board}");
    }
}

#[test]
fn four_plies_visit_the_known_number_of_nodes() {
    for board in OFFICIAL {
        let (scores, nodes) = play(board, minimax(4, Ties::Last, Count::Root), Score::Difference);
        assert_eq!(nodes, [5_822_454, 5_051_586], "{board}");
        assert!(board != "Keren" || scores == [18, 18]);
    }
}

/// A position of a random game with this many squares taken.
fn random_position(board: &'static Board, rules: Rules, taken: usize, rng: &mut Rng) -> Position {
    let mut position = Position::start(board, rules);
    for _ in 0..taken {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        position.make(moves[below(rng, moves.len())]);
    }
    position
}

/// Alpha-beta must find the value and the move of minimax, with fewer nodes.
#[test]
fn alphabeta_chooses_what_minimax_chooses() {
    let mut rng = Seed(3).rng();
    let boards = ["Keren", "Narvik", "Sevastopol", "Smolensk", "Westerplatte", "oases", "long", "Wallawalla"];
    let (mut slow_nodes, mut fast_nodes) = (0, 0);
    for round in 0..300 {
        let board = Board::named(boards[round % boards.len()]).unwrap();
        let rules = Rules::PRESETS[round / 8 % 2].1;
        let squares = board.squares().count();
        let position = random_position(board, rules, below(&mut rng, squares), &mut rng);
        let depth = 1 + below(&mut rng, 3) as u32;
        for (_, eval) in Score::NAMES {
            for ties in [Ties::First, Ties::Last, Ties::Random] {
                for order in [Order::Row, Order::Gain] {
                    let options = Options { ties, order, count: Count::Root };
                    let choose = |method| {
                        let agent = Agent::new(method, depth, options);
                        agent.choose(&position, &eval, &mut Seed(round as u64).rng()).unwrap()
                    };
                    let (slow, fast) = (choose(Method::Minimax), choose(Method::AlphaBeta));
                    assert_eq!(
                        (slow.mv, slow.value),
                        (fast.mv, fast.value),
                        "{position:?} {depth} {eval:?} {options}"
                    );
                    assert!(fast.nodes <= slow.nodes, "{position:?}");
                    slow_nodes += slow.nodes;
                    fast_nodes += fast.nodes;
                }
            }
        }
    }
    assert!(fast_nodes * 3 < slow_nodes, "{fast_nodes} against {slow_nodes}");
}

#[test]
fn agents_play_mad_too() {
    let mut rng = Seed(4).rng();
    for _ in 0..20 {
        let mut position = joust_mad::Position::start(&joust_mad::Board::all()[0], joust_mad::Rules::CURRENT);
        for _ in 0..12 {
            let mut moves = MoveList::new();
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.make(moves[below(&mut rng, moves.len())]);
        }
        let choose = |method| {
            Agent::new(method, 3, Options::default()).choose(&position, &Material, &mut Seed(0).rng())
        };
        let (slow, fast) = (choose(Method::Minimax), choose(Method::AlphaBeta));
        assert_eq!(
            slow.map(|choice| (choice.mv, choice.value)),
            fast.map(|choice| (choice.mv, choice.value))
        );
    }
}

#[test]
fn the_ratio_is_a_half_before_anything_is_taken() {
    use joust_search::evaluation::Evaluate;
    let start = Position::start(Board::named("tiny").unwrap(), Rules::default());
    assert!((Score::Ratio.evaluate(&start, Seat::FIRST) - 0.5).abs() < f64::EPSILON);
    assert!(
        Agent::new(Method::AlphaBeta, 9, Options::default())
            .choose(&start, &Score::Own, &mut Seed(0).rng())
            .is_some()
    );
}
