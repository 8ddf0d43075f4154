//! MAD's board in the terminal.

use super::Canvas;
use joust_mad::Position;
use std::io::{self, Write};

pub(crate) fn position(position: &Position, _canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{position}")
}
