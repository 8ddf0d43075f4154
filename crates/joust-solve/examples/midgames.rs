use joust_core::{Duel, MoveList, Rng, Seed, below};
use joust_solve::wargame::{Options, solve};
use joust_wargame::{Board, Position, Rules};
use std::time::Instant;

fn gain(position: &Position, mv: joust_wargame::Move) -> (i32, Position) {
    let side = position.side();
    let diff = |p: &Position| p.score(side) - p.score(side.other());
    let mut next = *position;
    next.make(mv);
    (diff(&next) - diff(position), next)
}

fn best_gain(position: &Position) -> i32 {
    let mut moves = MoveList::new();
    position.moves(&mut moves);
    moves.iter().map(|mv| gain(position, *mv).0).max().unwrap_or(0)
}

fn midgame(board: &'static Board, empties: u32, rng: &mut Rng) -> Position {
    let mut position = Position::start(board, Rules::default());
    while position.vacant().count_ones() > empties {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let mv = if below(rng, 10) < 8 {
            *moves
                .iter()
                .max_by_key(|mv| {
                    let (g, next) = gain(&position, **mv);
                    g - best_gain(&next)
                })
                .unwrap()
        } else {
            moves[below(rng, moves.len())]
        };
        position.make(mv);
    }
    position
}

fn main() {
    let smolensk = Board::named("Smolensk").unwrap();
    let max: u32 = std::env::args().nth(1).map_or(20, |a| a.parse().unwrap());
    let threads: usize = std::env::args().nth(2).map_or(1, |a| a.parse().unwrap());
    for empties in (16..=max).step_by(2) {
        let mut nodes = 0;
        let begin = cpu_time::ProcessTime::now();
        let wall = Instant::now();
        let mut sum = 0;
        for seed in 0..20 {
            let position = midgame(smolensk, empties, &mut Seed(seed).rng());
            let options = Options { threads, ..Options::default() };
            let solution = solve(&position, &options).unwrap();
            nodes += solution.nodes;
            sum += solution.value.unwrap() * (seed as i32 + 1);
        }
        println!(
            "{empties}: mean {:.2} M nodes, {:.3} s cpu, {:.3} s wall, checksum {sum}",
            nodes as f64 / 20e6,
            begin.elapsed().as_secs_f64() / 20.0,
            wall.elapsed().as_secs_f64() / 20.0
        );
    }
}
