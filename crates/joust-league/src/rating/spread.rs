//! How much the blocks of a tournament vary: the middle of the sandwich estimator.

use super::fit::{PRIOR, chance, powers};
use super::games::{Block, Games};
use super::matrix::Matrix;
use crate::finish::real;
use std::collections::BTreeMap;

/// The blocks of a line-up.
struct LineUp {
    blocks: f64,
    /// The sum of the squares of their gradients.
    squares: Vec<f64>,
    /// The sum of their informations.
    information: Vec<f64>,
}

/// No block is divided by less than this for its leverage.
const LEAST_REST: f64 = 0.1;

/// The sum of the squares of the gradients of all blocks, and of one more block for each line-up, which has the
/// dispersion of the tournament. `model` is the inverse of the information.
pub(super) fn spread(games: &Games, strengths: &[f64], model: &Matrix) -> Matrix {
    let powers = powers(strengths);
    let mut line_ups: BTreeMap<Vec<usize>, LineUp> = BTreeMap::new();
    for block in games.blocks.values() {
        let players = block.players();
        let size = players.len();
        let (gradient, information) = block.slope(&players, strengths, &powers);
        let leverage: f64 = (0..size * size)
            .map(|cell| information[cell] * model.at(players[cell / size], players[cell % size]))
            .sum();
        let rest = (1.0 - leverage / real(size - 1)).max(LEAST_REST);
        let line_up = line_ups.entry(players).or_insert_with(|| LineUp {
            blocks: 0.0,
            squares: vec![0.0; size * size],
            information: vec![0.0; size * size],
        });
        line_up.blocks += 1.0;
        for cell in 0..size * size {
            line_up.squares[cell] += gradient[cell / size] * gradient[cell % size] / rest;
            line_up.information[cell] += information[cell];
        }
    }
    let dispersion = dispersion(&line_ups);
    let mut sum = Matrix::zero(strengths.len());
    for (players, line_up) in &line_ups {
        let (size, blocks) = (players.len(), line_up.blocks);
        for cell in 0..size * size {
            let one_more = dispersion * line_up.information[cell] / blocks;
            let value = (line_up.squares[cell] + one_more) * blocks / (blocks + 1.0);
            sum.add(players[cell / size], players[cell % size], value);
        }
    }
    for (who, strength) in strengths.iter().enumerate() {
        let won = chance(*strength);
        sum.add(who, who, PRIOR * ((1.0 - won).powi(2) + won.powi(2)));
    }
    sum
}

/// How much more the blocks of the whole tournament vary than the model says: 1 if as much. One block that
/// varies as the model says is added.
fn dispersion(line_ups: &BTreeMap<Vec<usize>, LineUp>) -> f64 {
    let mut sums = [0.0; 3];
    for (players, line_up) in line_ups {
        let trace =
            |cells: &[f64]| (0..players.len()).map(|place| cells[place * (players.len() + 1)]).sum::<f64>();
        for (sum, part) in
            sums.iter_mut().zip([trace(&line_up.squares), trace(&line_up.information), line_up.blocks])
        {
            *sum += part;
        }
    }
    let [squares, information, blocks] = sums;
    let one_more = information / blocks.max(1.0);
    if information > 0.0 { (squares + one_more) / (information + one_more) } else { 1.0 }
}

impl Block {
    /// The gradient and the information of the block, in the order of its players.
    fn slope(&self, players: &[usize], strengths: &[f64], powers: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let size = players.len();
        let place = |who: usize| players.iter().position(|other| *other == who).unwrap_or(0);
        let (mut gradient, mut information) = (vec![0.0; size], vec![0.0; size * size]);
        for ([one, other], games, score) in &self.duels {
            let (one, other) = (*one as usize, *other as usize);
            let won = chance(strengths[one] - strengths[other]);
            let (one, other) = (place(one), place(other));
            let (slope, weight) = (score - games * won, games * won * (1.0 - won));
            gradient[one] += slope;
            gradient[other] -= slope;
            information[one * size + one] += weight;
            information[other * size + other] += weight;
            information[one * size + other] -= weight;
            information[other * size + one] -= weight;
        }
        for order in &self.orders {
            let slope = order.slope(powers);
            let places: Vec<usize> = order.places().map(place).collect();
            for (row, one) in places.iter().enumerate() {
                gradient[*one] += slope.gradient[row];
                for (column, other) in places.iter().enumerate() {
                    information[one * size + other] += slope.information[row][column];
                }
            }
        }
        (gradient, information)
    }
}
