//! Escapes text for the Markdown report.

use crate::experiment::Experiment;
use joust_wargame::Side;

/// Text for a cell of a table.
pub(crate) fn cell(text: &str) -> String {
    text.replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;")
}

/// Untrusted text in one line.
pub(crate) fn plain(text: &str) -> String {
    let special = |c: char| c.is_ascii_punctuation() && !",;:'()".contains(c);
    text.chars().fold(String::new(), |mut plain, c| {
        plain.extend(special(c).then_some('\\'));
        plain.push(if c.is_control() { ' ' } else { c });
        plain
    })
}

/// Text as code in a cell.
pub(crate) fn code(text: &str) -> String {
    let fence = if text.contains('`') { "``" } else { "`" };
    format!("{fence}{}{fence}", text.replace('|', "\\|"))
}

/// The board at the end with its owners: `b66` is Blue's and worth 66.
pub(crate) fn board(game: &Experiment) -> String {
    let (board, columns) = (game.board, game.board.columns());
    let squares = board.squares().map(|square| {
        let owner = game.position.owner(square).map_or('.', Side::letter);
        format!("{:>4}", format!("{owner}{}", board.value(square)))
    });
    let letters = game.letters().map(|letter| format!("{letter:>4}"));
    let cells: Vec<_> = letters.chain(squares).collect();
    let rows = cells.chunks(columns).enumerate().map(|(row, cells)| match row {
        0 => format!("  {}", cells.concat()),
        row => format!("{row:>2}{}", cells.concat()),
    });
    rows.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_others_makes_no_cells_and_no_marks() {
        assert_eq!(cell("a|b\\<i>"), "a\\|b\\\\&lt;i>");
        assert_eq!(code("echo a|b"), "`echo a\\|b`");
        assert_eq!(code("echo `a`"), "``echo `a```");
        assert_eq!(plain("Ada *x*\n"), "Ada \\*x\\* ");
    }
}
