//! Columns of text.

use std::fmt::Write as _;

/// A table of text whose columns are as wide as their widest cell.
pub(crate) struct Grid<'a> {
    /// The titles; a title that begins with `<` is that of a column of words, and others are of numbers.
    titles: Vec<&'a str>,
    rows: Vec<Vec<String>>,
}

impl<'a> Grid<'a> {
    pub(crate) fn new(titles: Vec<&'a str>) -> Grid<'a> {
        Grid { titles, rows: Vec::new() }
    }

    pub(crate) fn add(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// The table. Columns in which every cell is empty are left out.
    pub(crate) fn text(&self) -> String {
        let is_used = |column: usize| self.rows.iter().any(|row| !row[column].is_empty());
        let used: Vec<usize> =
            (0..self.titles.len()).filter(|column| self.rows.is_empty() || is_used(*column)).collect();
        let title = |column: usize| self.titles[column].trim_start_matches('<');
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.chain([title(column).chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = used.iter().map(|column| width(*column)).collect();
        let mut text = String::new();
        let mut line = |cells: Vec<&str>| {
            let mut line = String::new();
            for ((cell, column), width) in cells.iter().zip(&used).zip(&widths) {
                let gap = if line.is_empty() { "" } else { "  " };
                let _ = if self.titles[*column].starts_with('<') {
                    write!(line, "{gap}{cell:width$}")
                } else {
                    write!(line, "{gap}{cell:>width$}")
                };
            }
            text.push_str(line.trim_end());
            text.push('\n');
        };
        line(used.iter().map(|column| title(*column)).collect());
        for row in &self.rows {
            line(used.iter().map(|column| row[*column].as_str()).collect());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_empty_ones_left_out() {
        let mut grid = Grid::new(vec!["#", "<name", "byes", "score"]);
        grid.add(vec!["1".into(), "Édith".into(), String::new(), "100.0 %".into()]);
        grid.add(vec!["10".into(), "Bo".into(), String::new(), "7.5 %".into()]);
        assert_eq!(grid.text(), " #  name     score\n 1  Édith  100.0 %\n10  Bo       7.5 %\n");
    }
}
