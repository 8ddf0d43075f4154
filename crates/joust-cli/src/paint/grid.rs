//! A board of tiles: framed by lines, or compact where the terminal is narrow.

use super::{InkLine, ink};
use anstyle::{Effects, Style};

/// A square with its piece.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tile {
    /// The text of the piece; empty on a vacant square. All pieces of a board have one length.
    pub(crate) text: String,
    /// The style of the piece.
    pub(crate) style: Style,
    /// Whether the last move changed the square.
    pub(crate) marked: bool,
    /// The style of a goal at the edge above, which is drawn with a heavy line.
    pub(crate) above: Option<Style>,
    /// The style of a goal at the edge below.
    pub(crate) below: Option<Style>,
}

/// A board as it is drawn, from top to bottom.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// The rows of squares. `None` is a missing square.
    pub(crate) tiles: Vec<Vec<Option<Tile>>>,
    /// The names of the rows.
    pub(crate) rows: Vec<String>,
    /// The names of the columns.
    pub(crate) columns: Vec<String>,
    /// The length of the text of a piece.
    pub(crate) size: usize,
}

/// Characters for the frame and the marks.
struct Pen {
    unicode: bool,
}

impl Pen {
    /// The character where lines meet. Lines are 0 absent, 1 light or 2 heavy; only lines to the
    /// left and to the right can be heavy.
    fn joint(&self, up: usize, right: usize, down: usize, left: usize) -> char {
        const NEITHER: [char; 9] = [' ', '╶', '╺', '╴', '─', '╼', '╸', '╾', '━'];
        const DOWN: [char; 9] = ['╷', '┌', '┍', '┐', '┬', '┮', '┑', '┭', '┯'];
        const UP: [char; 9] = ['╵', '└', '┕', '┘', '┴', '┶', '┙', '┵', '┷'];
        const BOTH: [char; 9] = ['│', '├', '┝', '┤', '┼', '┾', '┥', '┽', '┿'];
        if !self.unicode {
            return if up + right + down + left == 0 { ' ' } else { '+' };
        }
        let set = match (up, down) {
            (0, 0) => NEITHER,
            (0, _) => DOWN,
            (_, 0) => UP,
            _ => BOTH,
        };
        set[(left.min(2) * 3) + right.min(2)]
    }

    fn level(&self, weight: usize) -> &'static str {
        match (weight, self.unicode) {
            (0, _) => " ",
            (1, true) => "─",
            (1, false) => "-",
            (_, true) => "━",
            (_, false) => "=",
        }
    }

    fn upright(&self, present: bool) -> &'static str {
        match (present, self.unicode) {
            (false, _) => " ",
            (true, true) => "│",
            (true, false) => "|",
        }
    }

    fn brackets(&self) -> [&'static str; 2] {
        if self.unicode { ["‹", "›"] } else { ["[", "]"] }
    }

    fn vacant(&self, goal: bool) -> char {
        match (goal, self.unicode) {
            (false, true) => '·',
            (false, false) => '.',
            (true, true) => '∘',
            (true, false) => ':',
        }
    }
}

impl Grid {
    fn tile(&self, row: Option<usize>, column: Option<usize>) -> Option<&Tile> {
        self.tiles.get(row?)?.get(column?)?.as_ref()
    }

    /// The weight and style of the line above a square. Row and column may be one beyond the last.
    fn level(&self, row: usize, column: Option<usize>) -> (usize, Style) {
        let (over, under) = (self.tile(row.checked_sub(1), column), self.tile(Some(row), column));
        let heavy = over.and_then(|tile| tile.below).or(under.and_then(|tile| tile.above));
        match heavy {
            Some(style) => (2, style),
            None => (usize::from(over.is_some() || under.is_some()), ink::FAINT),
        }
    }

    /// Whether there is a line to the left of a square.
    fn upright(&self, row: Option<usize>, column: usize) -> bool {
        self.tile(row, column.checked_sub(1)).is_some() || self.tile(row, Some(column)).is_some()
    }

    /// A part of the columns, for a board that is wider than the terminal.
    pub(crate) fn part(&self, columns: std::ops::Range<usize>) -> Grid {
        Grid {
            tiles: self.tiles.iter().map(|row| row[columns.clone()].to_vec()).collect(),
            rows: self.rows.clone(),
            columns: self.columns[columns].to_vec(),
            size: self.size,
        }
    }

    /// The number of columns of the compact board that fit into a width, with spaces between them.
    pub(crate) fn columns_within(&self, width: usize) -> usize {
        (width.saturating_sub(self.label_width()) / (self.size + 1)).max(1)
    }

    fn label_width(&self) -> usize {
        self.rows.iter().map(|name| name.chars().count()).max().unwrap_or(0)
    }

    /// The width of the framed board in characters.
    pub(crate) fn roomy_width(&self) -> usize {
        self.label_width() + 3 + self.columns.len() * (self.size + 3)
    }

    /// The framed board: two lines per row.
    pub(crate) fn roomy(&self, unicode: bool) -> Vec<InkLine> {
        let pen = Pen { unicode };
        let (columns, margin) = (self.columns.len(), self.label_width() + 2);
        let mut lines = Vec::new();
        for row in 0..=self.tiles.len() {
            let mut frame = InkLine::default();
            frame.pad(margin);
            for column in 0..=columns {
                let (left, left_style) = self.level(row, column.checked_sub(1));
                let (right, right_style) = self.level(row, Some(column));
                let up = self.upright(row.checked_sub(1), column);
                let down = self.upright(Some(row), column);
                let joint = pen.joint(up.into(), right, down.into(), left);
                let style = if left > right { left_style } else { right_style };
                frame.add(style, &joint.to_string());
                if column < columns {
                    frame.add(right_style, &pen.level(right).repeat(self.size + 2));
                }
            }
            lines.push(frame);
            if row < self.tiles.len() {
                lines.push(self.roomy_row(row, &pen));
            }
        }
        let mut names = InkLine::default();
        names.pad(margin);
        for (column, name) in self.columns.iter().enumerate() {
            names.pad(margin + column * (self.size + 3) + 1 + self.size / 2).add(ink::FAINT, name);
        }
        lines.push(names);
        lines
    }

    fn roomy_row(&self, row: usize, pen: &Pen) -> InkLine {
        let mut line = InkLine::default();
        line.add(ink::FAINT, &format!(" {:>width$} ", self.rows[row], width = self.label_width()));
        for (column, tile) in self.tiles[row].iter().enumerate() {
            line.add(ink::FAINT, pen.upright(self.upright(Some(row), column)));
            let Some(tile) = tile else {
                line.add(ink::PLAIN, &" ".repeat(self.size + 2));
                continue;
            };
            let [open, close] = if tile.marked { pen.brackets() } else { [" ", " "] };
            let mark = ink::MARK.bg_color(tile.style.get_bg_color());
            let edge = if tile.marked { mark } else { tile.style - Effects::UNDERLINE };
            line.add(edge, open).add(tile.style, &format!("{:size$}", tile.text, size = self.size));
            line.add(edge, close);
        }
        line.add(ink::FAINT, pen.upright(self.upright(Some(row), self.columns.len())));
        line
    }

    /// The compact board, with one line per row. To fit `width`, it drops first the space before the
    /// first column, then the spaces between the pieces; it may still be wider.
    pub(crate) fn compact(&self, width: usize, unicode: bool) -> Vec<InkLine> {
        let pen = Pen { unicode };
        let (label, columns) = (self.label_width(), self.columns.len());
        let needed = label + columns * (self.size + 1);
        let gap = |column: usize| match needed.saturating_sub(width) {
            0 => true,
            1 => column > 0,
            _ => false,
        };
        let mut lines = Vec::new();
        for (tiles, name) in self.tiles.iter().zip(&self.rows) {
            let mut line = InkLine::default();
            line.add(ink::FAINT, &format!("{name:>label$}"));
            for (column, tile) in tiles.iter().enumerate() {
                let marked = tile.as_ref().is_some_and(|tile| tile.marked);
                if gap(column) {
                    line.add(ink::MARK, if marked { ">" } else { " " });
                }
                match tile {
                    None => line.add(ink::PLAIN, &" ".repeat(self.size)),
                    Some(tile) if tile.text.is_empty() => {
                        let goal = tile.above.is_some() || tile.below.is_some();
                        let dot = format!("{:^size$}", pen.vacant(goal), size = self.size);
                        line.add(if marked { ink::MARK } else { ink::FAINT }, &dot)
                    }
                    Some(tile) => line.add(tile.style, &format!("{:size$}", tile.text, size = self.size)),
                };
            }
            lines.push(line);
        }
        let mut names = InkLine::default();
        names.pad(label);
        for (column, name) in self.columns.iter().enumerate() {
            names.add(ink::PLAIN, if gap(column) { " " } else { "" });
            names.add(ink::FAINT, &format!("{name:^size$}", size = self.size));
        }
        lines.push(names);
        lines
    }
}
