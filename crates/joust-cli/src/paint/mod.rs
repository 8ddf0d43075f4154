//! Boards in the terminal.
//!
//! Each game has a painter, which makes a [`grid`] of tiles and the words around it.

mod grid;
mod line;
mod mad;
mod wargame;

pub(crate) use line::{InkLine, flow};

use anstyle::{AnsiColor, Color, Style};
use joust_games::AnyDuel;
use std::io::{self, Write};

/// How to draw.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Canvas {
    /// The width of the terminal in columns.
    pub(crate) width: usize,
    /// Whether the second side is at the bottom.
    pub(crate) flipped: bool,
    /// Whether the terminal shows more than ASCII.
    pub(crate) unicode: bool,
}

impl Canvas {
    /// The width without a terminal.
    const PAGE: usize = 80;

    /// The canvas for the terminal on standard output, or for a page without a terminal.
    pub(crate) fn for_stdout() -> Canvas {
        let width = terminal_width().unwrap_or(Canvas::PAGE);
        Canvas { width, flipped: false, unicode: has_unicode() }
    }
}

/// The width of the terminal on standard output; `None` if that is not a terminal.
pub(crate) fn terminal_width() -> Option<usize> {
    let size = terminal_size::terminal_size_of(io::stdout());
    // Some terminals do not know their size and report 0.
    size.map(|(width, _)| width.0 as usize).filter(|width| *width > 0)
}

/// Whether the locale writes UTF-8: the first of three variables that is set decides.
fn has_unicode() -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale = names.iter().filter_map(std::env::var_os).find(|value| !value.is_empty());
    match locale {
        Some(locale) => {
            let locale = locale.to_string_lossy().to_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        }
        None => cfg!(windows),
    }
}

/// Draws a position of any game.
pub(crate) fn position(position: &dyn AnyDuel, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    step(None, position, canvas, out)
}

/// Draws a position and marks the changes since the position before.
pub(crate) fn step(
    before: Option<&dyn AnyDuel>,
    now: &dyn AnyDuel,
    canvas: &Canvas,
    out: &mut dyn Write,
) -> io::Result<()> {
    let before = before.map(AnyDuel::as_any);
    if let Some(position) = now.as_any().downcast_ref() {
        return mad::draw(before.and_then(|before| before.downcast_ref()), position, canvas, out);
    }
    if let Some(position) = now.as_any().downcast_ref() {
        return wargame::draw(before.and_then(|before| before.downcast_ref()), position, canvas, out);
    }
    writeln!(out, "{}", now.text())
}

/// The number of columns between a board and the words beside it.
const GAP: usize = 3;

/// Indents lines.
fn indented(lines: Vec<InkLine>, by: usize) -> Vec<InkLine> {
    let indent = |line: InkLine| {
        let mut indented = InkLine::default();
        indented.pad(by).append(&line);
        indented
    };
    lines.into_iter().map(indent).collect()
}

/// Writes a board with words beside it.
fn with_panel(board: &[InkLine], panel: &[InkLine], out: &mut dyn Write) -> io::Result<()> {
    let margin = board.iter().map(InkLine::width).max().unwrap_or(0) + GAP;
    for i in 0..board.len().max(panel.len()) {
        let mut line = board.get(i).cloned().unwrap_or_default();
        if let Some(words) = panel.get(i) {
            line.pad(margin).append(words);
        }
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// The styles of boards and messages. All are among the sixteen colours that every terminal has and that
/// a user can configure.
pub(crate) mod ink {
    use super::{AnsiColor, Color, Style};

    const fn fg(color: AnsiColor) -> Style {
        Style::new().fg_color(Some(Color::Ansi(color)))
    }

    /// Plain text.
    pub(crate) const PLAIN: Style = Style::new();
    /// Important words.
    pub(crate) const STRONG: Style = Style::new().bold();
    /// Frames, coordinates and other details.
    pub(crate) const FAINT: Style = fg(AnsiColor::BrightBlack);
    /// The squares of the last move, and warnings.
    pub(crate) const MARK: Style = fg(AnsiColor::Yellow).bold();
    /// Refusals.
    pub(crate) const WRONG: Style = fg(AnsiColor::Red).bold();
    /// Words to type.
    pub(crate) const CODE: Style = fg(AnsiColor::Cyan);

    /// The style of the name of a side. In all games a side is named by its colour.
    pub(crate) fn side(name: &str) -> Style {
        color(name).map_or(STRONG, |color| fg(color).bold())
    }

    /// The style of a piece of a side.
    pub(crate) fn piece(name: &str) -> Style {
        let background = color(name).map(Color::Ansi);
        fg(AnsiColor::BrightWhite).bg_color(background).bold()
    }

    fn color(name: &str) -> Option<AnsiColor> {
        Some(match name {
            "red" => AnsiColor::Red,
            "blue" => AnsiColor::Blue,
            "green" => AnsiColor::Green,
            _ => return None,
        })
    }
}
