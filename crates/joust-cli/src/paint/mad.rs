//! MAD's board in the terminal.

use super::grid::{Grid, Tile};
use super::{Canvas, GAP, InkLine, flow, indented, ink, with_panel};
use anstyle::Style;
use joust_mad::{Coord, Position, Shift, Ship, Side};
use std::io::{self, Write};

/// The width of the words beside the board.
const PANEL: usize = 31;
/// From this many turns before the tie-break on, its counter is shown as a warning.
const SOON: u16 = 6;

/// Draws a position, with marks on the squares where it differs from the one before.
pub(crate) fn draw(
    before: Option<&Position>,
    now: &Position,
    canvas: &Canvas,
    out: &mut dyn Write,
) -> io::Result<()> {
    let grid = grid(before, now, canvas);
    let roomy = grid.roomy_width() <= canvas.width;
    let beside = canvas.width.saturating_sub(grid.roomy_width() + GAP);
    let (far, near) = if canvas.flipped { (Side::Red, Side::Blue) } else { (Side::Blue, Side::Red) };
    if roomy && beside >= PANEL {
        let panel = panel(exile(now, far, beside), state(now, beside), exile(now, near, beside), &grid);
        return with_panel(&grid.roomy(canvas.unicode), &panel, out);
    }
    let board = if roomy { grid.roomy(canvas.unicode) } else { grid.compact(canvas.width, canvas.unicode) };
    let indent = usize::from(roomy);
    let around = canvas.width.saturating_sub(indent);
    let mut lines = indented(exile(now, far, around), indent);
    lines.extend(board);
    lines.extend(indented(exile(now, near, around), indent));
    lines.extend(indented(state(now, around), indent));
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// The lines beside the board: each fleet's exile beside its home, the rest in the middle.
fn panel(top: Vec<InkLine>, middle: Vec<InkLine>, bottom: Vec<InkLine>, grid: &Grid) -> Vec<InkLine> {
    let frame = 2 * grid.tiles.len() + 1;
    let mut panel = vec![InkLine::default()];
    panel.extend(top);
    let start = (frame.saturating_sub(middle.len()) / 2).max(panel.len() + 1);
    panel.resize(start, InkLine::default());
    panel.extend(middle);
    let start = frame.saturating_sub(bottom.len() + 1).max(panel.len() + 1);
    panel.resize(start, InkLine::default());
    panel.extend(bottom);
    panel
}

/// The squares from top to bottom, as the canvas orients the board.
fn grid(before: Option<&Position>, now: &Position, canvas: &Canvas) -> Grid {
    let board = now.board();
    // The position before may be of another board; then nothing is marked.
    let before = before.filter(|before| before.board() == board);
    let mut rows: Vec<u8> = (0..board.rows() as u8).rev().collect();
    let mut columns: Vec<u8> = (0..board.columns() as u8).collect();
    if canvas.flipped {
        rows.reverse();
        columns.reverse();
    }
    let tile = |at: Coord| {
        let square = board.square(at)?;
        let ship = now.at(square);
        // The last row of a side is the other side's home, and is drawn in the colour of the home.
        let goal = |side: Side| board.is_last_row(side, square).then(|| home(side.other()));
        let (mut above, mut below) = (goal(Side::Red), goal(Side::Blue));
        if canvas.flipped {
            std::mem::swap(&mut above, &mut below);
        }
        Some(Tile {
            text: ship.map_or_else(String::new, |(side, ship)| format!("{}{ship}", side.letter())),
            style: ship.map_or(ink::PLAIN, |(side, ship)| paint_of(side, ship)),
            marked: before.is_some_and(|before| before.at(square) != ship),
            above,
            below,
        })
    };
    Grid {
        tiles: rows
            .iter()
            .map(|&row| columns.iter().map(|&column| tile(Coord { column, row })).collect())
            .collect(),
        rows: rows.iter().map(|row| (row + 1).to_string()).collect(),
        columns: columns.iter().map(|column| ((b'a' + column % 26) as char).to_string()).collect(),
        size: 4,
    }
}

fn home(side: Side) -> Style {
    ink::side(&side.to_string())
}

/// The style of a ship; the corvette, which must not be lost, is underlined.
fn paint_of(side: Side, ship: Ship) -> Style {
    let style = ink::piece(&side.to_string());
    if ship == Ship::CORVETTE { style.underline() } else { style }
}

/// Whose turn it is and how the tie-break stands.
fn state(now: &Position, width: usize) -> Vec<InkLine> {
    let side = now.side();
    let turn = format!("{}:", now.turn_number());
    let mut lines = Vec::new();
    if now.result().is_some() {
        let words = format!("turn {turn} the game is over");
        return flow(words.split(' ').map(|word| (ink::PLAIN, word)), width, 2);
    }
    let name = side.to_string();
    let words = [(ink::PLAIN, "turn"), (ink::PLAIN, &turn), (home(side), &name), (ink::PLAIN, "to move")];
    lines.extend(flow(words, width, 2));
    if now.is_positioning_turn() {
        // A line break is allowed after the colon only.
        lines.extend(flow(
            [(ink::MARK, "positioning turn:"), (ink::PLAIN, "permute, rotate or pass")],
            width,
            2,
        ));
    }
    let (counter, limit) = (now.counter(), now.rules().limit);
    let style = if limit.saturating_sub(counter) <= SOON { ink::MARK } else { ink::PLAIN };
    let count = format!("{counter}/{limit},");
    let winner = now.tie_break_winner();
    let name = winner.to_string();
    let words = [
        (style, "tie-break"),
        (style, count.as_str()),
        (home(winner), &name),
        (ink::PLAIN, "would"),
        (ink::PLAIN, "win"),
    ];
    lines.extend(flow(words, width, 2));
    lines
}

/// The ships of a side in exile; those in brackets cannot be recalled now. [MAD-1.8]
fn exile(now: &Position, side: Side, width: usize) -> Vec<InkLine> {
    let name = side.to_string();
    let ships: Vec<_> = now
        .exiled(side)
        .map(|ship| {
            if is_recallable(now, side, ship) {
                (home(side), ship.to_string())
            } else {
                (ink::FAINT, format!("({ship})"))
            }
        })
        .collect();
    let mut words = vec![(home(side), name.as_str()), (ink::FAINT, "in"), (ink::FAINT, "exile:")];
    if ships.is_empty() {
        words.push((ink::FAINT, "none"));
    }
    words.extend(ships.iter().map(|(style, ship)| (*style, ship.as_str())));
    flow(words, width, 2)
}

/// Whether one shift brings a ship back without losing the corvette. [MAD-4.2] [MAD-4.4] [MAD-5.2]
fn is_recallable(now: &Position, side: Side, ship: Ship) -> bool {
    let here = |ship: Ship| now.find(side, ship).is_some();
    let others = |shift: &Shift| shift.ships().iter().filter(|other| **other != ship).all(|ship| here(*ship));
    let permutes = ![Ship::CORVETTE, Ship::CRUISER].contains(&ship) && here(ship.complement());
    permutes || Shift::rotations_of(ship).is_some_and(|shifts| shifts.iter().any(others))
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_mad::{Board, Rules};

    fn shown(before: Option<&Position>, now: &Position, canvas: Canvas) -> String {
        let mut bytes = Vec::new();
        draw(before, now, &canvas, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        format!("\n{}", anstream::adapter::strip_str(&text))
    }

    fn start(board: &str) -> Position {
        Position::start(Board::named(board).unwrap(), Rules::default())
    }

    const WIDE: Canvas = Canvas { width: 80, flipped: false, unicode: true };

    #[test]
    fn a_wide_terminal_has_a_frame_and_words_beside_it() {
        let expected = "
   ┍━━━━━━┯━━━━━━┯━━━━━━┯━━━━━━┑
 6 │ b221 │ b111 │ b222 │ b212 │   blue in exile: none
   ├──────┼──────┼──────┼──────┤
 5 │ b121 │ b122 │ b211 │ b112 │
   ├──────┼──────┼──────┼──────┤
 4 │      │      │      │      │   turn 1: red to move
   ├──────┼──────┼──────┼──────┤   positioning turn: permute, rotate or pass
 3 │      │      │      │      │   tie-break 0/40, blue would win
   ├──────┼──────┼──────┼──────┤
 2 │ r121 │ r122 │ r211 │ r112 │
   ├──────┼──────┼──────┼──────┤
 1 │ r221 │ r111 │ r222 │ r212 │   red in exile: none
   ┕━━━━━━┷━━━━━━┷━━━━━━┷━━━━━━┙
      a      b      c      d
";
        assert_eq!(shown(None, &start("6x4"), WIDE), expected);
    }

    /// [MAD-1.6] [MAD-1.7]
    #[test]
    fn missing_squares_are_void_and_last_rows_heavy() {
        let expected = "
                 ┍━━━━━━┯━━━━━━┑
 7               │ b111 │ b222 │                 blue in exile: none
          ┍━━━━━━┽──────┼──────┾━━━━━━┑
 6        │ b221 │ b122 │ b211 │ b212 │
   ┌──────┼──────┼──────┼──────┼──────┼──────┐
 5 │      │      │ b121 │ b112 │      │      │   turn 1: red to move
   ├──────┼──────┼──────┼──────┼──────┼──────┤   positioning turn:
 4 │      │      │      │      │      │      │     permute, rotate or pass
   ├──────┼──────┼──────┼──────┼──────┼──────┤   tie-break 0/40, blue would win
 3 │      │      │ r121 │ r112 │      │      │
   └──────┼──────┼──────┼──────┼──────┼──────┘
 2        │ r221 │ r122 │ r211 │ r212 │
          ┕━━━━━━┽──────┼──────┾━━━━━━┙
 1               │ r111 │ r222 │                 red in exile: none
                 ┕━━━━━━┷━━━━━━┙
      a      b      c      d      e      f
";
        assert_eq!(shown(None, &start("aztec"), WIDE), expected);
    }

    #[test]
    fn a_narrow_terminal_has_one_line_a_row() {
        let expected = "
blue in exile: none
6          b111 b222
5b221 b121 b122 b211 b212 b112
4 ·    ·    ·    ·    ·    ·
3 ·    ·    ·    ·    ·    ·
2r221 r121 r122 r211 r212 r112
1          r111 r222
  a    b    c    d    e    f
red in exile: none
turn 1: red to move
positioning turn:
  permute, rotate or pass
tie-break 0/40, blue would win
";
        assert_eq!(shown(None, &start("4x6"), Canvas { width: 30, ..WIDE }), expected);
    }

    /// Red's 211 has moved, and Red's cruiser is lost for good. Seen from Blue's side in ASCII.
    #[test]
    fn marks_exiles_and_a_plain_terminal() {
        let text = "b221,b111,b222,b212/b121,b122,b211,b112/,,,/,,r211,/r121,r122,,/r221,r111,,r212 r 9 3 b";
        let before = Position::read(text, Rules::default(), None).unwrap();
        let mut now = before;
        joust_core::Duel::make(&mut now, before.understand("211-c3-c4").unwrap());
        let expected = "
red in exile: 112 (222)
1 r212  :   r111 r221
2  .    .   r122 r121
3  .  > .    .    .
4  .  >r211  .    .
5 b112 b211 b122 b121
6 b212 b222 b111 b221
   d    c    b    a
blue in exile: none
turn 10: blue to move
tie-break 4/40, blue would win
";
        assert_eq!(shown(Some(&before), &now, Canvas { width: 31, flipped: true, unicode: false }), expected);
    }

    #[test]
    fn no_width_is_too_small() {
        for position in Board::all().iter().map(|board| Position::start(board, Rules::default())) {
            for width in 0..120 {
                for (flipped, unicode) in [(false, true), (true, false)] {
                    let text = shown(None, &position, Canvas { width, flipped, unicode });
                    let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
                    assert!(widest <= width.max(30), "{width}:{text}");
                }
            }
        }
    }
}
