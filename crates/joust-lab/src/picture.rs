//! A board at the end of a game, as SVG.

use crate::experiment::{Experiment, MoveReport, SIDES};
use crate::words;
use std::fmt::Write;

const CELL: usize = 44;
const EDGE: usize = 20;

/// The squares with their values in the colours of their owners. The small number is the move in
/// which a square was taken; a corner in the other colour says by whom, if it was conquered later.
pub(crate) fn svg(game: &Experiment) -> String {
    let (board, position) = (game.board, &game.position);
    let (width, height) = (EDGE + board.columns() * CELL + 2, EDGE + board.rows() * CELL + 2);
    let mut svg = String::new();
    let _ = write!(
        svg,
        "<svg class=\"board\" style=\"max-width:{width}px\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"the final board: {position}\">"
    );
    for column in 0..board.columns() {
        let letter = (b'A' + column as u8) as char;
        let x = EDGE + column * CELL + CELL / 2;
        let _ = write!(svg, "<text class=\"edge\" x=\"{x}\" y=\"13\" text-anchor=\"middle\">{letter}</text>");
    }
    for row in 0..board.rows() {
        let y = EDGE + row * CELL + CELL / 2 + 4;
        let _ =
            write!(svg, "<text class=\"edge\" x=\"8\" y=\"{y}\" text-anchor=\"middle\">{}</text>", row + 1);
    }
    for square in board.squares() {
        let (column, row) = (square.index() % board.columns(), square.index() / board.columns());
        let (x, y) = (EDGE + column * CELL, EDGE + row * CELL);
        let owner = position.owner(square).map_or("vacant", |side| SIDES[side as usize]);
        let name = board.square_name(square);
        let taken = game.turns.iter().find(|turn| turn.square == name);
        let told = taken.map_or_else(String::new, |turn| {
            format!(", taken by {} in move {}", words::capital(turn.side), turn.number)
        });
        let _ = write!(
            svg,
            "<g class=\"{owner}\"><title>{name}{told}</title>\
             <rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>"
        );
        if let Some(MoveReport { number, side, .. }) = taken {
            if owner != *side {
                let (right, below) = (x + CELL - 1, y + 1);
                let _ = write!(
                    svg,
                    "<path class=\"was {side}\" d=\"M{} {below}H{right}V{}Z\"/>",
                    right - 12,
                    below + 12
                );
            }
            let _ = write!(svg, "<text class=\"when\" x=\"{}\" y=\"{}\">{number}</text>", x + 4, y + 12);
        }
        let _ = write!(
            svg,
            "<text class=\"value\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text></g>",
            x + CELL / 2,
            y + CELL / 2 + 7,
            board.value(square)
        );
    }
    svg.push_str("</svg>");
    svg
}
