//! The weights of the evaluation: one table, written by `joust tune`.

use super::{TERMS, Term};
use joust_mad::Board;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// For each term its early weight, when all ships are on the board, and its late one, when none is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(pub [[i16; 2]; TERMS]);

/// The boards that have weights of their own, in the order of the table. All other boards use the
/// weights of the first.
pub const BOARDS: [&str; 4] = ["6x4", "5x5", "4x6", "aztec"];

impl Weights {
    /// The weights for a board.
    pub fn of(board: &Board) -> &'static Weights {
        WeightsTable::own().of(board)
    }

    /// Material only, by the sum of a ship's digits: the baseline that tuned weights must beat.
    pub const PLAIN: Weights = {
        let mut weights = [[0; 2]; TERMS];
        let worth = [60, 60, 120, 60, 120, 120, 180];
        let mut i = 0;
        while i < worth.len() {
            weights[Term::Ship as usize + i] = [worth[i]; 2];
            i += 1;
        }
        Weights(weights)
    };
}

impl Weights {
    /// One of the weights.
    pub fn get(&self, name: WeightName) -> i16 {
        self.0[name.term][name.phase]
    }

    /// Changes one of the weights.
    pub fn set(&mut self, name: WeightName, weight: i16) {
        self.0[name.term][name.phase] = weight;
    }
}

/// The name of one weight of a board: the kind of its term, the number within the kind, and `early` or `late`.
///
/// ```
/// use joust_search::mad::{WeightName, Weights};
/// let name: WeightName = "dead-pair.0.late".parse().unwrap();
/// assert_eq!((name.to_string().as_str(), Weights::PLAIN.get(name)), ("dead-pair.0.late", 0));
/// assert!(WeightName::all().any(|each| each == name));
/// assert!("dead-pair.1.late".parse::<WeightName>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WeightName {
    term: usize,
    phase: usize,
}

const PHASES: [&str; 2] = ["early", "late"];

impl WeightName {
    /// All names, in the order of the table.
    pub fn all() -> impl Iterator<Item = WeightName> {
        (0..TERMS).flat_map(|term| (0..PHASES.len()).map(move |phase| WeightName { term, phase }))
    }
}

impl fmt::Display for WeightName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, number) = name(self.term);
        write!(f, "{kind}.{number}.{}", PHASES[self.phase])
    }
}

impl FromStr for WeightName {
    type Err = ();

    fn from_str(text: &str) -> Result<WeightName, ()> {
        let mut parts = text.split('.');
        let (Some(kind), Some(number), Some(phase), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(());
        };
        let (_, first, count) = Term::KINDS.iter().find(|(name, ..)| *name == kind).ok_or(())?;
        let number: usize = number.parse().map_err(drop)?;
        let phase = PHASES.iter().position(|name| *name == phase).ok_or(())?;
        if number < *count { Ok(WeightName { term: *first as usize + number, phase }) } else { Err(()) }
    }
}

/// The weights of all boards. Its text has a line for each term: the name of its kind, its number
/// within the kind, and for each board the early and the late weight, separated by tabs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightsTable(pub [Weights; BOARDS.len()]);

impl WeightsTable {
    /// The weights of the engine.
    pub fn own() -> &'static WeightsTable {
        static TABLE: LazyLock<WeightsTable> = LazyLock::new(|| {
            let table = include_str!("weights.tsv").parse();
            table.unwrap_or_else(|why| panic!("weights.tsv: {why}"))
        });
        &TABLE
    }

    /// The weights for a board.
    pub fn of(&self, board: &Board) -> &Weights {
        &self.0[WeightsTable::column(board)]
    }

    /// The place of a board's weights in the table.
    pub fn column(board: &Board) -> usize {
        BOARDS.iter().position(|name| *name == board.name()).unwrap_or(0)
    }
}

/// The kind of a term and its number within the kind.
fn name(term: usize) -> (&'static str, usize) {
    let kind = Term::KINDS.iter().rev().find(|(_, first, _)| *first as usize <= term);
    kind.map_or(("?", 0), |(name, first, _)| (name, term - *first as usize))
}

impl fmt::Display for WeightsTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "term\tnumber")?;
        BOARDS.iter().try_for_each(|board| write!(f, "\t{board} early\t{board} late"))?;
        writeln!(f)?;
        for term in 0..TERMS {
            let (kind, number) = name(term);
            write!(f, "{kind}\t{number}")?;
            self.0
                .iter()
                .try_for_each(|weights| write!(f, "\t{}\t{}", weights.0[term][0], weights.0[term][1]))?;
            writeln!(f)?;
        }
        Ok(())
    }
}

impl FromStr for WeightsTable {
    type Err = String;

    fn from_str(text: &str) -> Result<WeightsTable, String> {
        let mut table = WeightsTable([const { Weights([[0; 2]; TERMS]) }; BOARDS.len()]);
        let mut lines = text.lines();
        if lines.next() != Some(table.to_string().lines().next().unwrap_or("")) {
            return Err(format!("the first line does not name the boards {}", BOARDS.join(", ")));
        }
        let lines: Vec<&str> = lines.collect();
        if lines.len() != TERMS {
            return Err(format!("{} lines after the first, and there are {TERMS} terms", lines.len()));
        }
        for (term, line) in lines.into_iter().enumerate() {
            let bad = || format!("line {}: `{line}` is not the line of {:?}", term + 2, name(term));
            let words: Vec<&str> = line.split('\t').collect();
            let (kind, number) = name(term);
            if words.len() != 2 + 2 * BOARDS.len() || words[0] != kind || words[1] != number.to_string() {
                return Err(bad());
            }
            for (i, word) in words[2..].iter().enumerate() {
                table.0[i / 2].0[term][i % 2] = word.parse().map_err(|_| bad())?;
            }
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_what_the_tuner_writes() {
        let text = include_str!("weights.tsv");
        let table: WeightsTable = text.parse().unwrap();
        assert_eq!(table.to_string(), text);
        for (board, weights) in BOARDS.iter().zip(&table.0) {
            assert_eq!(Weights::of(Board::named(board).unwrap()), weights);
        }
    }

    #[test]
    fn every_weight_has_a_name_of_its_own() {
        let names: Vec<WeightName> = WeightName::all().collect();
        assert_eq!(names.len(), 2 * TERMS);
        for name in names {
            assert_eq!(name.to_string().parse(), Ok(name));
            let mut weights = Weights::PLAIN;
            weights.set(name, 77);
            assert_eq!((weights.get(name), weights.0[name.term][name.phase]), (77, 77));
        }
        assert_eq!("ship.7.early".parse::<WeightName>(), Err(()));
    }

    #[test]
    fn a_damaged_table_is_refused() {
        let text = include_str!("weights.tsv");
        assert!("".parse::<WeightsTable>().is_err());
        assert!(text.replace("room", "rook").parse::<WeightsTable>().unwrap_err().contains("rook"));
        assert!(text.replacen('\t', "\tx", 3).parse::<WeightsTable>().is_err());
    }
}
