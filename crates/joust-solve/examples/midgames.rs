use joust_core::{Duel, MoveList, Rng, Seed, below};
use joust_solve::wargame::{City, Node, Solver};
use joust_wargame::{Board, Position, Rules, Side};
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
    for empties in (16..=max).step_by(2) {
        let mut nodes = 0;
        let begin = cpu_time::ThreadTime::now();
        let mut sum = 0;
        for seed in 0..20 {
            let position = midgame(smolensk, empties, &mut Seed(seed).rng());
            let mut solver = Solver::new(City::new(&position), 1 << 25);
            let t = Instant::now();
            let value = solver.value(&Node::new(&position), -20000, 20000);
            if std::env::var("W").is_ok() {
                solver.clear();
                assert_eq!(solver.value(&Node::new(&position), value - 1, value + 1), value);
            }
            nodes += solver.nodes;
            let _ = t;
            sum += value * (seed as i32 + 1);
        }
        println!(
            "{empties}: mean {:.2} M nodes, {:.3} s, checksum {sum}",
            nodes as f64 / 20e6,
            begin.elapsed().as_secs_f64() / 20.0
        );
    }
    if std::env::var("C").is_err() {
        return;
    }
    for (name, window) in [
        ("Smolensk:4x4", false),
        ("Narvik:4x4", false),
        ("Keren-small", false),
        ("Smolensk:5x4", false),
        ("Narvik:5x4", false),
    ] {
        let board = Board::named(name).unwrap();
        let position = Position::start(board, Rules::default());
        let mut solver = Solver::new(City::new(&position), 1 << 30);
        let t = Instant::now();
        let value = if window {
            solver.value(&Node::new(&position), 0, 1)
        } else {
            solver.value(&Node::new(&position), -20000, 20000)
        };
        println!(
            "{name}: {value}, {:.2} M nodes, {:.2} s",
            solver.nodes as f64 / 1e6,
            t.elapsed().as_secs_f64()
        );
    }
    let _ = Side::Blue;
}
