//! Monte-Carlo tree search takes victories in one move, and is reproducible.

use joust_core::{Duel, MoveList, Seed, below};
use joust_mad::{Board, Position, Rules};
use joust_search::mcts::{Greedy, Mcts, Policy, Uniform};

/// Positions with a victory in one move, and positions without one.
fn positions() -> (Vec<Position>, Vec<Position>) {
    let mut rng = Seed(2).rng();
    let (mut wins, mut others) = (Vec::new(), Vec::new());
    while wins.len() < 15 || others.len() < 15 {
        let board = &Board::all()[below(&mut rng, 4)];
        let mut position = Position::start(board, Rules::CURRENT);
        while position.outcome().is_none() {
            let mut moves = MoveList::new();
            position.moves(&mut moves);
            let won = |mv: &joust_mad::Move| {
                let mut next = position;
                next.make(*mv);
                next.outcome().is_some_and(|outcome| outcome.winner() == Some(position.to_move()))
            };
            if moves.iter().any(won) {
                wins.push(position);
                break;
            }
            if below(&mut rng, 20) == 0 {
                others.push(position);
            }
            position.make(moves[below(&mut rng, moves.len())]);
        }
    }
    (wins, others)
}

fn takes_victories<P: Policy<Position> + Copy>(policy: P) {
    for position in positions().0 {
        let choice = Mcts::new(policy, 1500).choose(&position, &mut Seed(1).rng()).unwrap();
        let mut next = position;
        next.make(choice.mv);
        let winner = next.outcome().and_then(|outcome| outcome.winner());
        assert_eq!(winner, Some(position.to_move()), "{position:?}");
        assert!(choice.value > 0.7);
    }
}

#[test]
fn a_victory_in_one_move_is_taken() {
    takes_victories(Uniform);
    takes_victories(Greedy);
}

#[test]
fn equal_seeds_give_equal_choices_and_the_move_is_legal() {
    for position in positions().1 {
        for playouts in [1, 2, 60] {
            let choose = || Mcts::new(Greedy, playouts).choose(&position, &mut Seed(9).rng()).unwrap();
            assert_eq!(choose(), choose());
            let mut moves = MoveList::new();
            position.moves(&mut moves);
            assert!(moves.contains(&choose().mv));
        }
    }
    let over = Position::read("b111,,,/,,,/,,,/,,,/,,,/,,, r", Rules::CURRENT, None).unwrap();
    assert!(Mcts::new(Uniform, 10).choose(&over, &mut Seed(0).rng()).is_none());
}

#[test]
fn it_plays_the_war_game_too() {
    let board = joust_wargame::Board::named("Smolensk:3x3").unwrap();
    let start = joust_wargame::Position::start(board, joust_wargame::Rules::default());
    assert!(Mcts::new(Uniform, 100).choose(&start, &mut Seed(0).rng()).is_some());
}
