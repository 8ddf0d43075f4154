//! A state on the screen: map, table and hints, as lines of coloured text.

use anstyle::{Ansi256Color, Style};
use joust_madmax::{Kind, Pos, Snapshot, Timeline};
use std::fmt::Write as _;

/// How the map is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Two cells, one above the other, in one character; colours tell the cells apart.
    Half,
    /// One character per cell, with letters.
    Whole,
}

/// Which part of the game is shown, and how.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) state: usize,
    pub(crate) scale: Scale,
    /// The first visible row and column of a map that does not fit.
    pub(crate) corner: (usize, usize),
    pub(crate) playing: bool,
    /// Rounds per second.
    pub(crate) speed: u32,
    pub(crate) help: bool,
}

/// A line of text with its colours.
#[derive(Clone, Debug, Default)]
pub(crate) struct CharLine(Vec<(char, Style)>);

impl CharLine {
    fn of(text: &str, style: Style) -> CharLine {
        CharLine(text.chars().map(|letter| (letter, style)).collect())
    }

    fn pad(&mut self, width: usize) {
        self.0.resize(width.max(self.0.len()), (' ', Style::new()));
    }

    /// The line for a terminal; runs of one colour share their codes.
    pub(crate) fn render(&self, width: usize, colour: bool) -> String {
        let mut text = String::new();
        let mut now = Style::new();
        for (letter, style) in self.0.iter().take(width) {
            if colour && *style != now {
                let _ = write!(text, "{now:#}{style}");
                now = *style;
            }
            text.push(*letter);
        }
        if colour {
            let _ = write!(text, "{now:#}");
        }
        text
    }
}

/// Colours of the teams, and a paler one for their cities.
const TEAM: [u8; 4] = [196, 46, 39, 201];
const CITY: [u8; 4] = [224, 194, 153, 183];

fn fore(colour: u8) -> Style {
    Style::new().fg_color(Some(Ansi256Color(colour).into()))
}

fn ground(letter: u8) -> u8 {
    match letter {
        b'R' => 236,
        b'W' => 51,
        b'S' => 208,
        b'X' => 244,
        b'0'..=b'3' => CITY[usize::from(letter - b'0')],
        _ => 180,
    }
}

/// The character of a cell without colours: digits for warriors, letters for cars.
fn plain(letter: u8, unit: Option<(Kind, u8)>) -> char {
    match (unit, letter) {
        (Some((Kind::Warrior, player)), _) => char::from(b'0' + player),
        (Some((Kind::Car, player)), _) => char::from(b'A' + player),
        (None, b'R') => '-',
        (None, b'W') => '~',
        (None, b'S') => '$',
        (None, b'X') => '#',
        (None, b'0'..=b'3') => '=',
        (None, _) => ' ',
    }
}

/// The visible window of the map: its first row and column, and its size.
pub(crate) fn map(
    shot: &Snapshot,
    scale: Scale,
    corner: (usize, usize),
    size: (usize, usize),
) -> Vec<CharLine> {
    let units = Timeline::units_by_cell(shot);
    let rows = shot.grid.len() / shot.cols.max(1);
    let cell = |row: usize, col: usize| {
        let unit = units.get(&Pos::new(row as i32, col as i32)).copied();
        (shot.grid[row * shot.cols + col], unit)
    };
    let tint = |(letter, unit): (u8, Option<(Kind, u8)>)| {
        unit.map_or(ground(letter), |(_, team)| TEAM[usize::from(team)])
    };
    let step = if scale == Scale::Half { 2 } else { 1 };
    let cols = corner.1..(corner.1 + size.1).min(shot.cols);
    let mut lines = Vec::new();
    for row in (corner.0..rows).step_by(step).take(size.0) {
        let line = cols.clone().map(|col| {
            let upper = cell(row, col);
            if scale == Scale::Half {
                let below = if row + 1 < rows { tint(cell(row + 1, col)) } else { 16 };
                return ('▀', fore(tint(upper)).bg_color(Some(Ansi256Color(below).into())));
            }
            let back = Some(Ansi256Color(ground(upper.0)).into());
            match upper.1 {
                Some((_, team)) => {
                    (plain(upper.0, upper.1), fore(TEAM[usize::from(team)]).bg_color(back).bold())
                }
                None => (plain(upper.0, None), fore(16).bg_color(back)),
            }
        });
        lines.push(CharLine(line.collect()));
    }
    lines
}

/// A small map without colours: of two cells, one above the other, it shows the more important one.
pub(crate) fn small_map(shot: &Snapshot) -> Vec<String> {
    let units = Timeline::units_by_cell(shot);
    let rows = shot.grid.len() / shot.cols.max(1);
    let rank = |letter: char| " -~#$=".find(letter).unwrap_or(9);
    let at = |row: usize, col: usize| {
        let unit = units.get(&Pos::new(row as i32, col as i32)).copied();
        plain(shot.grid[row * shot.cols + col], unit)
    };
    let line = |row: usize| -> String {
        let told = (0..shot.cols).map(|col| {
            let below = if row + 1 < rows { at(row + 1, col) } else { ' ' };
            [at(row, col), below].into_iter().max_by_key(|letter| rank(*letter)).unwrap_or(' ')
        });
        told.collect::<String>().trim_end().to_owned()
    };
    (0..rows).step_by(2).map(line).collect()
}

/// The table of a state, one line per player.
pub(crate) fn table(timeline: &Timeline, state: usize) -> Vec<CharLine> {
    let names = &timeline.header.names;
    let wide = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let head =
        format!("  {:<wide$} {:>5} {:>6} {:>8} {:>4}", "player", "score", "cities", "warriors", "cars");
    let mut lines = vec![CharLine::of(&head, Style::new().bold())];
    for (player, own) in timeline.standings(state).iter().enumerate() {
        let mut text = format!(
            "{player} {:<wide$} {:>5} {:>6} {:>8} {:>4}",
            names[player], own.score, own.cities, own.warriors, own.cars
        );
        if own.status < 0.0 {
            text.push_str("  out");
        } else if own.status > 0.0 {
            let _ = write!(text, "  {:.0}% of its time", own.status * 100.0);
        }
        lines.push(CharLine::of(&text, fore(TEAM[player])));
    }
    lines
}

const HELP: [&str; 10] = [
    "space        play, pause",
    "←  →         one round back, forward",
    "PgUp  PgDn   ten rounds back, forward",
    "Home  End    the start, the end",
    "+  -         faster, slower",
    "z            larger, smaller cells",
    "w a s d      move the window",
    "?            this help",
    "q  Esc       quit",
    "digits are warriors, letters are cars",
];

/// The whole picture for a terminal of this size.
pub(crate) fn picture(timeline: &Timeline, view: &View, width: usize, height: usize) -> Vec<CharLine> {
    let shot = &timeline.shots[view.state];
    let state = if view.playing { "playing" } else { "paused" };
    let title = format!(
        "Mad Max, seed {}: round {} of {}  {state}, {} rounds per second  ? help",
        timeline.header.seed,
        view.state,
        timeline.last(),
        view.speed
    );
    let mut lines = vec![CharLine::of(&title, Style::new().bold())];
    let mut side = table(timeline, view.state);
    let beside = width >= shot.cols.min(width) + 40;
    if view.help {
        side.push(CharLine::default());
        side.extend(HELP.iter().map(|line| CharLine::of(line, Style::new())));
    }
    let room = if beside { height - 1 } else { (height - 1).saturating_sub(side.len()) };
    let window = (room, if beside { width - 40 } else { width });
    let mut rows = map(shot, view.scale, view.corner, window);
    if beside {
        rows.resize(rows.len().max(side.len()), CharLine::default());
        for (row, line) in rows.iter_mut().zip(side) {
            row.pad(shot.cols.min(window.1) + 2);
            row.0.extend(line.0);
        }
    } else {
        lines.append(&mut side);
    }
    lines.extend(rows);
    lines.truncate(height);
    lines
}
