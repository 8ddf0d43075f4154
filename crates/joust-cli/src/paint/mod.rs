//! Boards in the terminal.

mod mad;

use joust_games::AnyDuel;
use std::io::{self, Write};

/// How to draw.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Canvas {
    /// Columns of the terminal.
    pub(crate) width: usize,
    /// Whether the second side sits at the bottom.
    pub(crate) flipped: bool,
}

impl Canvas {
    /// As wide as the terminal on standard output, or as a page where there is none.
    pub(crate) fn for_stdout() -> Canvas {
        let width = terminal_size::terminal_size().map_or(80, |(width, _)| width.0 as usize);
        Canvas { width, flipped: false }
    }
}

/// Draws a position of any game.
pub(crate) fn position(position: &dyn AnyDuel, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    if let Some(position) = position.as_any().downcast_ref() {
        return mad::position(position, canvas, out);
    }
    writeln!(out, "{}", position.text())
}
