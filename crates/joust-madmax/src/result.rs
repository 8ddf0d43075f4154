//! Result files, `.res`: writing them. [MAX-6.2]

use crate::{Movement, Settings, Snapshot, State, TEAMS, Unit};
use std::borrow::Borrow;
use std::io::{self, Write};

/// The program that a result says it comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The program for one's own machine.
    #[default]
    Game,
    /// The program of the judge.
    SecGame,
}

impl Origin {
    /// The first word of the file.
    ///
    /// ```
    /// use joust_madmax::Origin;
    /// assert_eq!((Origin::Game.word(), Origin::SecGame.word()), ("Game", "SecGame"));
    /// ```
    pub const fn word(self) -> &'static str {
        match self {
            Origin::Game => "Game",
            Origin::SecGame => "SecGame",
        }
    }
}

/// Writes a result, block by block.
///
/// ```
/// use joust_madmax::{Config, Generator, Origin, ResultWriter, Settings, Source};
/// let config = Config { settings: Settings::default(), source: Source::Generator };
/// let state = config.start(&mut Generator::new(30)).unwrap();
/// let names = ["A", "B", "C", "D"];
/// let mut out = ResultWriter::new(Vec::new(), Origin::Game, 30, &config.settings, &names).unwrap();
/// out.state(&state).unwrap();
/// assert!(out.finish().unwrap().starts_with(b"Game\n\nSeed 30\n"));
/// ```
pub struct ResultWriter<W: Write> {
    out: W,
    /// The picture of the map with its line ends, kept up to date.
    grid: Vec<u8>,
    shown: Vec<u8>,
    block: Vec<u8>,
}

impl<W: Write> ResultWriter<W> {
    /// A writer that has written the header.
    ///
    /// See [`ResultWriter`] for an example.
    pub fn new(
        mut out: W,
        origin: Origin,
        seed: i32,
        settings: &Settings,
        names: &[impl Borrow<str>; TEAMS],
    ) -> io::Result<Self> {
        write!(out, "{}\n\nSeed {seed}\n\n{}\n", origin.word(), Settings::VERSION.join(" "))?;
        for (key, value) in Settings::KEYS.iter().zip(settings.values()) {
            writeln!(out, "{key:<16}{value}")?;
        }
        writeln!(out, "{:<15} {}", "names", names.join(" "))?;
        Ok(ResultWriter::headless(out))
    }

    /// Writes blocks without a header before them.
    pub(crate) fn headless(out: W) -> Self {
        ResultWriter { out, grid: Vec::new(), shown: Vec::new(), block: Vec::new() }
    }

    /// Writes the state between two rounds.
    ///
    /// See [`ResultWriter`] for an example.
    pub fn state(&mut self, state: &State) -> io::Result<()> {
        self.update_grid(state);
        self.block.clear();
        self.block.extend_from_slice(b"\n\n");
        self.block.extend_from_slice(&self.grid);
        self.rest(state.round(), state.num_cities(), state.total_score(), state.status(), state.units())
    }

    /// Writes a state that was read from a result.
    ///
    /// ```
    /// use joust_madmax::{Block, CompactRecord, Config, Header, Origin, ResultReader, ResultWriter, Settings, Source};
    /// let settings = Settings { nb_rounds: 2, ..Settings::default() };
    /// let config = Config { settings, source: Source::Generator };
    /// let text = CompactRecord::play(config, Origin::Game, 30, ["Demo"; 4]).unwrap().result().unwrap();
    /// let reader = ResultReader::new(&text).unwrap();
    /// let Header { origin, seed, settings, names } = reader.header().clone();
    /// let mut out = ResultWriter::new(Vec::new(), origin, seed, &settings, &names).unwrap();
    /// for block in reader {
    ///     match block.unwrap() {
    ///         Block::State(shot) => out.snapshot(&shot).unwrap(),
    ///         Block::Movements(movements) => out.movements(&movements).unwrap(),
    ///     }
    /// }
    /// assert_eq!(out.finish().unwrap(), text);
    /// ```
    pub fn snapshot(&mut self, shot: &Snapshot) -> io::Result<()> {
        self.block.clear();
        self.block.extend_from_slice(b"\n\n");
        for row in shot.grid.chunks(shot.cols.max(1)) {
            self.block.extend_from_slice(row);
            self.block.push(b'\n');
        }
        self.rest(shot.round, shot.num_cities, shot.total_score, shot.status, &shot.units)
    }

    /// What follows the map in a state.
    fn rest(
        &mut self,
        round: i32,
        num_cities: [i32; TEAMS],
        total_score: [i64; TEAMS],
        status: [f64; TEAMS],
        units: &[Unit],
    ) -> io::Result<()> {
        let block = &mut self.block;
        block.extend_from_slice(b"\nround ");
        put(block, round.into());
        line(block, b"\nnum_cities", num_cities.map(i64::from));
        line(block, b"\ntotal_score", total_score);
        block.extend_from_slice(b"\nstatus");
        for status in status {
            block.push(b' ');
            block.extend_from_slice(six_digits(status).as_bytes());
        }
        block.push(b'\n');
        for unit in units {
            block.push(unit.kind.letter());
            for number in
                [unit.player.into(), unit.pos.row.into(), unit.pos.col.into(), unit.food, unit.water]
            {
                block.push(b' ');
                put(block, number.into());
            }
            block.push(b'\n');
        }
        block.push(b'\n');
        self.out.write_all(block)
    }

    /// Writes the movements of a round.
    ///
    /// See [`ResultWriter::snapshot`] for an example.
    pub fn movements(&mut self, movements: &[Movement]) -> io::Result<()> {
        let block = &mut self.block;
        block.clear();
        block.extend_from_slice(b"movements\n");
        for movement in movements {
            put(block, movement.id.into());
            block.extend_from_slice(&[b' ', movement.dir.letter(), b'\n']);
        }
        block.extend_from_slice(b"-1\n");
        self.out.write_all(block)
    }

    /// The output.
    pub(crate) fn target(&self) -> &W {
        &self.out
    }

    /// Flushes the output and gives it back.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }

    fn update_grid(&mut self, state: &State) {
        let map = state.map();
        let cols = map.settings().cols as usize;
        if self.grid.is_empty() {
            for index in 0..cols * map.settings().rows as usize {
                self.grid.push(map.terrain(index).letter());
                if index % cols == cols - 1 {
                    self.grid.push(b'\n');
                }
            }
            self.shown = vec![u8::MAX; map.cities().len()];
        }
        for (city, owner) in state.owners().iter().enumerate() {
            if self.shown[city] != *owner {
                self.shown[city] = *owner;
                for cell in &map.cities()[city].cells {
                    self.grid[cell.row as usize * (cols + 1) + cell.col as usize] = b'0' + owner;
                }
            }
        }
    }
}

fn line(block: &mut Vec<u8>, key: &[u8], numbers: [i64; TEAMS]) {
    block.extend_from_slice(key);
    for number in numbers {
        block.push(b' ');
        put(block, number);
    }
}

/// Appends a number; nearly all of them have one or two digits.
#[inline]
fn put(block: &mut Vec<u8>, number: i64) {
    match number {
        0..=9 => block.push(b'0' + number as u8),
        10..=99 => block.extend_from_slice(&[b'0' + (number / 10) as u8, b'0' + (number % 10) as u8]),
        _ => {
            let _ = write!(block, "{number}");
        }
    }
}

/// A number as C++ streams write it: at most six significant digits.
fn six_digits(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    // The exponent after rounding decides on the form.
    let text = format!("{number:.5e}");
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = power.parse().unwrap_or(0);
    if !(-4..6).contains(&exponent) {
        let digits =
            if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{digits}e{sign}{:02}", exponent.abs());
    }
    let text = format!("{number:.*}", (5 - exponent).max(0) as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_written_as_cpp_streams_write_them() {
        let cases = [(0.0, "0"), (-1.0, "-1"), (8.0 / 300.0, "0.0266667"), (1.0, "1"), (0.5, "0.5")];
        for (number, text) in cases {
            assert_eq!(six_digits(number), text);
        }
        assert_eq!(six_digits(0.000_012_345_678), "1.23457e-05");
        assert_eq!(six_digits(0.000_123_456_78), "0.000123457");
        assert_eq!(six_digits(1_234_567.0), "1.23457e+06");
        assert_eq!(six_digits(123_456.0), "123456");
        assert_eq!(six_digits(0.000_099_999_999), "0.0001");
        assert_eq!(six_digits(999_999.9), "1e+06");
    }
}
