//! The War Game's city in the terminal.

use super::grid::{Grid, Tile};
use super::{Canvas, GAP, InkLine, flow, indented, ink, with_panel};
use anstyle::Style;
use joust_core::Duel;
use joust_wargame::{Board, Position, Side, Square};
use std::io::{self, Write};

/// The width of the words beside the board.
const PANEL: usize = 24;

/// Draws a position, with marks on the squares that have changed hands since the one before.
pub(crate) fn draw(
    before: Option<&Position>,
    now: &Position,
    canvas: &Canvas,
    out: &mut dyn Write,
) -> io::Result<()> {
    // The position before may be of another board; then nothing is marked.
    let before = before.filter(|before| before.board() == now.board());
    let grid = grid(before, now, canvas);
    let roomy = grid.roomy_width() <= canvas.width;
    let beside = canvas.width.saturating_sub(grid.roomy_width() + GAP);
    if roomy && beside >= PANEL {
        let mut panel = vec![InkLine::default()];
        panel.extend(words(before, now, beside));
        return with_panel(&grid.roomy(canvas.unicode), &panel, out);
    }
    let mut lines = if roomy { grid.roomy(canvas.unicode) } else { compact(&grid, canvas) };
    let indent = usize::from(roomy);
    lines.extend(indented(words(before, now, canvas.width.saturating_sub(indent)), indent));
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// The compact board; on a narrow terminal in parts, one below the other.
fn compact(grid: &Grid, canvas: &Canvas) -> Vec<InkLine> {
    let columns = grid.columns.len();
    // A board that is one column too wide drops its margin.
    let parts = columns.div_ceil(grid.columns_within(canvas.width + 1));
    let size = columns.div_ceil(parts);
    let part = |start| grid.part(start..columns.min(start + size)).compact(canvas.width, canvas.unicode);
    (0..columns).step_by(size).flat_map(part).collect()
}

/// The squares as the canvas orients the board. Every square shows its value, and the letter of its owner
/// for readers who do not see the colours.
fn grid(before: Option<&Position>, now: &Position, canvas: &Canvas) -> Grid {
    let board = now.board();
    let mut rows: Vec<usize> = (0..board.rows()).collect();
    let mut columns: Vec<usize> = (0..board.columns()).collect();
    if canvas.flipped {
        rows.reverse();
        columns.reverse();
    }
    let highest = board.squares().map(|square| board.value(square)).max().unwrap_or(0);
    let digits = highest.to_string().len();
    let tile = |row: usize, column: usize| {
        let square = Square::new(row * board.columns() + column)?;
        let owner = now.owner(square);
        Some(Tile {
            text: format!("{}{:>digits$}", owner.map_or(' ', Side::letter), board.value(square)),
            style: owner.map_or(ink::PLAIN, |side| ink::piece(&side.to_string())),
            marked: before.is_some_and(|before| before.owner(square) != owner),
            ..Tile::default()
        })
    };
    Grid {
        tiles: rows.iter().map(|&row| columns.iter().map(|&column| tile(row, column)).collect()).collect(),
        rows: rows.iter().map(|row| (row + 1).to_string()).collect(),
        columns: columns.iter().map(|column| char::from(b'A' + *column as u8).to_string()).collect(),
        size: digits + 1,
    }
}

fn colour(side: Side) -> Style {
    ink::side(&side.to_string())
}

/// The scores, whose turn it is, and what the last move did.
fn words(before: Option<&Position>, now: &Position, width: usize) -> Vec<InkLine> {
    let scores = Side::BOTH.map(|side| now.score(side));
    let left = now.board().total().cast_signed() - scores[0] - scores[1];
    let digits = scores.into_iter().max().unwrap_or(0).max(left).to_string().len();
    let row = |style, name: &str, worth: i32, squares: u64| {
        let count = squares.count_ones();
        let noun = if count == 1 { "square" } else { "squares" };
        let mut line = InkLine::default();
        line.add(style, &format!("{name:<5}")).add(ink::STRONG, &format!(" {worth:>digits$}"));
        line.add(ink::FAINT, &format!(" in {count} {noun}"));
        line
    };
    let own = |side: Side| row(colour(side), &side.to_string(), now.score(side), now.owned(side));
    let mut lines: Vec<InkLine> = Side::BOTH.map(own).into();
    if now.outcome().is_some() {
        lines.extend(flow([(ink::PLAIN, "the city"), (ink::PLAIN, "is taken")], width, 2));
    } else {
        lines.push(row(ink::FAINT, "left", left, now.vacant()));
        let side = now.side();
        lines.extend(flow([(colour(side), side.to_string().as_str()), (ink::PLAIN, "to move")], width, 2));
    }
    lines.extend(before.and_then(|before| changes(before, now, width)).unwrap_or_default());
    lines
}

/// The squares that the last move took and conquered, in words.
fn changes(before: &Position, now: &Position, width: usize) -> Option<Vec<InkLine>> {
    let by = Side::BOTH.into_iter().find(|side| now.owned(*side) & before.vacant() != 0)?;
    let taken = names(now.board(), now.owned(by) & before.vacant());
    let conquered = names(now.board(), now.owned(by) & before.owned(by.other()));
    let name = by.to_string();
    let taken = format!("took {taken}");
    let conquered = format!("conquered {conquered}");
    let mut said = vec![(colour(by), name.as_str()), (ink::PLAIN, taken.as_str())];
    if conquered.len() > "conquered ".len() {
        said.extend([(ink::PLAIN, "and"), (ink::MARK, conquered.as_str())]);
    }
    Some(flow(said, width, 2))
}

fn names(board: &Board, set: u64) -> String {
    Square::all_in(set).map(|square| board.square_name(square)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_wargame::Rules;

    fn shown(before: Option<&Position>, now: &Position, canvas: Canvas) -> String {
        let mut bytes = Vec::new();
        draw(before, now, &canvas, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        format!("\n{}", anstream::adapter::strip_str(&text))
    }

    const WIDE: Canvas = Canvas { width: 80, flipped: false, unicode: true };

    /// The example of the course, and its first blitz.
    fn example() -> [Position; 2] {
        let board = Board::named("Smolensk").unwrap();
        let text = "...b../..bbb./....../..gg../....../...... g";
        let before = Position::read(text, board, Rules::default()).unwrap();
        let now = before.after(before.understand("D3").unwrap());
        [before, now]
    }

    #[test]
    fn a_wide_terminal_has_a_frame_and_words_beside_it() {
        let [before, now] = example();
        let expected = "
   ┌─────┬─────┬─────┬─────┬─────┬─────┐
 1 │  66 │  76 │  28 │ b66 │  11 │   9 │   blue   149 in 3 squares
   ├─────┼─────┼─────┼─────┼─────┼─────┤   green  113 in 4 squares
 2 │  31 │  39 │ b50 │‹g 8›│ b33 │  14 │   left  1391 in 29 squares
   ├─────┼─────┼─────┼─────┼─────┼─────┤   blue to move
 3 │  80 │  76 │  39 │‹g59›│   2 │  48 │   green took D3 and conquered D2
   ├─────┼─────┼─────┼─────┼─────┼─────┤
 4 │  50 │  73 │ g43 │ g 3 │  13 │   3 │
   ├─────┼─────┼─────┼─────┼─────┼─────┤
 5 │  99 │  45 │  72 │  87 │  49 │   4 │
   ├─────┼─────┼─────┼─────┼─────┼─────┤
 6 │  80 │  63 │  92 │  28 │  61 │  53 │
   └─────┴─────┴─────┴─────┴─────┴─────┘
     A     B     C     D     E     F
";
        assert_eq!(shown(Some(&before), &now, WIDE), expected);
    }

    #[test]
    fn a_narrow_terminal_has_one_line_a_row() {
        let [before, now] = example();
        let expected = "
1  66  76  28 b66  11   9
2  31  39 b50>g 8 b33  14
3  80  76  39>g59   2  48
4  50  73 g43 g 3  13   3
5  99  45  72  87  49   4
6  80  63  92  28  61  53
   A   B   C   D   E   F
blue   149 in 3 squares
green  113 in 4 squares
left  1391 in 29 squares
blue to move
green took D3 and conquered D2
";
        assert_eq!(shown(Some(&before), &now, Canvas { width: 32, ..WIDE }), expected);
    }

    #[test]
    fn a_board_too_wide_is_cut_into_parts() {
        let board = Board::named("random:16x4:1").unwrap();
        let start = Position::start(board, Rules::default());
        let expected = "
4  20  96  62  38  58  19  28  48
3   4  53  80  15   6  26  37  13
2  64  70   8  90  88   8  42  64
1  84  88  39  10   9   8  41  16
   P   O   N   M   L   K   J   I
4   5  81   5  66  93  39  50  59
3  43  64  92  67  65  41  81  19
2  54  92  27  31  82  82  78  90
1  74  39  56  37  72  47  14  85
   H   G   F   E   D   C   B   A
blue     0 in 0 squares
green    0 in 0 squares
left  3162 in 64 squares
blue to move
";
        assert_eq!(shown(None, &start, Canvas { width: 36, flipped: true, unicode: false }), expected);
    }

    #[test]
    fn no_width_is_too_small() {
        for name in
            ["Smolensk", "custom8x8", "long", "tiny", "random:16x4:1", "random:4x16:1", "random:1x1:1"]
        {
            let mut position = Position::start(Board::named(name).unwrap(), Rules::default());
            while position.outcome().is_none() {
                let before = position;
                let mut list = joust_core::MoveList::new();
                position.moves(&mut list);
                position.make(list[list.len() / 2]);
                for width in (0..120).step_by(7) {
                    for (flipped, unicode) in [(false, true), (true, false)] {
                        let text = shown(Some(&before), &position, Canvas { width, flipped, unicode });
                        let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
                        assert!(widest <= width.max(26), "{width}:{text}");
                    }
                }
            }
        }
    }
}
