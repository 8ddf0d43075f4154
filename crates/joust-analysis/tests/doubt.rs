//! How well estimates of the War Game foretell results: the figure behind `DOUBT` of `war.rs`.

use joust_analysis::Judged;
use joust_core::{Duel, Rng, Seat, Seed, below};
use joust_players::analysis::{Query, Study};
use joust_players::endgame::EndgameSource;
use joust_search::engine::SearchLimits;
use joust_wargame::{Board, Campaign, Position, Rules, Square};

/// An estimate for the side to move, the values that were not taken, and the result for that side.
struct Estimate {
    position: Position,
    value: f64,
    result: f64,
}

fn left(position: &Position) -> f64 {
    let board = position.board();
    Square::all_in(position.vacant()).map(|square| f64::from(board.value(square))).sum()
}

/// A game from a random opening, in which every sixth move is random: people err.
fn game(study: &mut Study<Campaign>, board: &'static Board, rng: &mut Rng) -> Vec<Estimate> {
    let limits = SearchLimits { nodes: Some(12_000), ..SearchLimits::default() };
    let mut position = Position::start(board, Rules::default());
    let mut estimates = Vec::new();
    for turn in 0.. {
        let Some(mut mv) = position.random_move(rng) else { break };
        if turn >= 6 {
            let found = study.analyze(&position, &limits, &false.into(), &mut |_| {}).unwrap();
            let best = found.best().unwrap();
            if !best.exact {
                estimates.push(Estimate { position, value: best.value, result: 0.0 });
            }
            if below(rng, 6) > 0 {
                mv = position.read_move(&best.moves[0]).unwrap();
            }
        }
        position.make(mv);
    }
    let winner = position.outcome().unwrap().winner();
    for estimate in &mut estimates {
        let seat: Seat = estimate.position.to_move();
        estimate.result = winner.map_or(0.0, |winner| if winner == seat { 1.0 } else { -1.0 });
    }
    estimates
}

/// The doubt that is used is as good as any other, up to a hundredth of the error.
#[test]
#[ignore = "plays seventy games"]
#[expect(clippy::cast_precision_loss, reason = "a few thousand positions")]
fn the_doubt_is_that_of_games() {
    let limits = SearchLimits::default();
    let (tables, visited) = (EndgameSource::Off, std::sync::Arc::default());
    let query = Query { limits, lines: 1, threads: 1, table: 1 << 20, tables, visited };
    let mut rng = Seed(7).rng();
    let mut estimates = Vec::new();
    for name in Board::OFFICIAL {
        let board = Board::named(name).unwrap();
        let mut study = Study::new(&Position::start(board, Rules::default()), &query).unwrap();
        for _ in 0..14 {
            study.forget();
            estimates.extend(game(&mut study, board, &mut rng));
        }
    }
    let error = |chance: &dyn Fn(&Estimate) -> f64| {
        let squares = estimates.iter().map(|estimate| (chance(estimate) - estimate.result).powi(2));
        squares.sum::<f64>() / estimates.len() as f64
    };
    let ours = error(&|one| Campaign::chance(&one.position, one.value, false));
    println!("{} estimates, mean squared error {ours:.4}", estimates.len());
    for hundredths in [5, 10, 15, 20, 25, 30, 40] {
        let doubt = f64::from(hundredths) / 100.0;
        let other = error(&|one| (one.value / (1.0 + doubt * left(&one.position))).tanh());
        println!("with a doubt of {doubt}: {other:.4}");
        assert!(ours < other + 0.01, "{doubt} is better: {other:.4}");
    }
}
