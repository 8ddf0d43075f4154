//! The endgame table of one class, in memory or in a file, and the tables of a board.

use super::blocks::Blocks;
use super::class::{Class, Strength};
use super::entry::{EndgameEntry, Value, Who};
use super::file::{BLOCK, Head};
use super::folder::TableError;
use super::index::{Geometry, Index};
use joust_mad::{Board, Position, Side};
use serde::Serialize;
use std::fmt;
use std::sync::Arc;

/// Where entries are.
#[derive(Debug)]
pub(super) enum Source {
    /// All of them in memory.
    Whole(Vec<u16>),
    /// In the blocks of a file, from the block with this number on.
    Blocks(Arc<Blocks>, usize),
}

/// The placements of a class with one of its sides to move.
#[derive(Debug)]
pub struct Half {
    pub(super) index: Index,
    pub(super) source: Source,
}

impl Half {
    /// The numbers of the placements.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// The entry of a placement by its number. `None` when there is no such number, or when the file
    /// cannot be read any more: then [`EndgameTable::trouble`] says why.
    #[inline]
    pub fn get(&self, number: usize) -> Option<EndgameEntry> {
        let bits = match &self.source {
            Source::Whole(entries) => entries.get(number).copied(),
            Source::Blocks(blocks, first) if number < self.index.len() => {
                blocks.get(first + number / BLOCK, number % BLOCK)
            }
            Source::Blocks(..) => None,
        };
        bits.map(EndgameEntry::trusted)
    }
}

/// The limits of the tie-break for which a table is valid.
///
/// The limit matters to a class only through its expulsions: the smaller class begins with all its
/// turns. So a table is valid for all limits that reach the same thresholds of the smaller classes. If
/// all of these are below the limit, the table is valid for every larger limit, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LimitRange {
    /// The smallest limit.
    pub from: u16,
    /// The largest limit; `None` if there is none, because no threshold was cut off.
    pub to: Option<u16>,
}

impl LimitRange {
    /// Whether a limit is in the range.
    pub fn contain(&self, limit: u16) -> bool {
        self.from <= limit && self.to.is_none_or(|to| limit <= to)
    }

    /// The limits that are in both ranges.
    #[must_use]
    pub fn and(self, other: LimitRange) -> LimitRange {
        let to = [self.to, other.to].into_iter().flatten().min();
        LimitRange { from: self.from.max(other.from), to }
    }
}

impl fmt::Display for LimitRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to {
            Some(to) if to == self.from => write!(f, "{to}"),
            Some(to) => write!(f, "{} to {to}", self.from),
            None => write!(f, "{} and more", self.from),
        }
    }
}

/// The solved placements of one class.
#[derive(Debug)]
pub struct EndgameTable {
    class: Class,
    limits: LimitRange,
    /// A bit for every threshold that occurs.
    thresholds: u128,
    halves: Vec<Half>,
}

impl EndgameTable {
    /// The table of a file.
    pub(super) fn new(head: &Head, halves: Vec<Half>) -> EndgameTable {
        let Head { class, limits, thresholds, .. } = *head;
        EndgameTable { class, limits, thresholds, halves }
    }

    /// The class of the table.
    pub fn class(&self) -> Class {
        self.class
    }

    /// The limits for which the table is valid.
    pub fn limits(&self) -> LimitRange {
        self.limits
    }

    /// The largest threshold in the table.
    pub fn longest(&self) -> u8 {
        (self.thresholds | 1).ilog2() as u8
    }

    /// The limits that reach the same thresholds of this table as `limit` does.
    pub(super) fn like(&self, limit: u16) -> LimitRange {
        let reached = (1..=u16::from(EndgameEntry::MOST)).filter(|turns| self.thresholds >> turns & 1 != 0);
        let (below, above): (Vec<u16>, Vec<u16>) = reached.partition(|turns| *turns <= limit);
        LimitRange { from: below.last().copied().unwrap_or(1), to: above.first().map(|turns| turns - 1) }
    }

    /// The number of entries.
    pub fn entries(&self) -> usize {
        self.halves.iter().map(|half| half.index.len()).sum()
    }

    /// One half for each order of the two strengths.
    pub fn halves(&self) -> &[Half] {
        &self.halves
    }

    /// The error because of which the table could not answer: its file was changed, or cannot be read
    /// any more.
    pub fn trouble(&self) -> Option<&TableError> {
        self.halves.iter().find_map(|half| match &half.source {
            Source::Whole(_) => None,
            Source::Blocks(blocks, _) => blocks.trouble(),
        })
    }
}

/// The endgame tables of a board.
#[derive(Clone, Debug)]
pub struct EndgameTables {
    geometry: Arc<Geometry>,
    /// For the strengths of the mover and of its opponent: the table, and which half of it.
    places: Vec<Option<(Arc<EndgameTable>, usize)>>,
    /// The most ships of a class that has a table.
    most: usize,
    /// For each number of ships, the most turns that all classes with fewer ships can take together.
    later: [u32; 2 * 8 + 1],
}

impl EndgameTables {
    /// No tables yet.
    pub fn empty(geometry: &Arc<Geometry>) -> EndgameTables {
        let places = vec![None; Strength::CODES * Strength::CODES];
        EndgameTables { geometry: Arc::clone(geometry), places, most: 0, later: [0; 17] }
    }

    /// Adds a table.
    pub fn add(&mut self, table: EndgameTable) {
        let table = Arc::new(table);
        for (i, half) in table.halves.iter().enumerate() {
            let place = half.index.mover().code() * Strength::CODES + half.index.other().code();
            self.places[place] = Some((Arc::clone(&table), i));
        }
        let ships = table.class.ships();
        self.most = self.most.max(ships);
        let longest = |ships: usize| {
            let all = self.all().filter(|table| table.class.ships() == ships);
            all.map(|table| u32::from(table.longest())).max().unwrap_or(0)
        };
        let mut sum = 0;
        let later = std::array::from_fn(|ships| {
            let fewer = sum;
            sum += longest(ships);
            fewer
        });
        self.later = later;
    }

    /// The most turns until the end of a game with this number of ships on the board, when the side that
    /// forces a full victory from `threshold` turns on takes the shortest way to every expulsion.
    pub(super) fn at_most(&self, ships: usize, threshold: u8) -> u32 {
        u32::from(threshold) + self.later.get(ships).copied().unwrap_or(0)
    }

    /// The board.
    pub fn board(&self) -> &'static Board {
        self.geometry.board()
    }

    /// The board's symmetries.
    pub fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    /// The table of a class.
    pub fn get(&self, class: Class) -> Option<&Arc<EndgameTable>> {
        let (mover, other) = class.orders().next()?;
        let place = self.places.get(mover.code() * Strength::CODES + other.code())?;
        place.as_ref().map(|(table, _)| table)
    }

    /// All tables, the small classes first.
    pub fn all(&self) -> impl Iterator<Item = &Arc<EndgameTable>> {
        let mut all: Vec<_> =
            self.places.iter().flatten().filter(|(_, half)| *half == 0).map(|(table, _)| table).collect();
        all.sort_by_key(|table| (table.class.ships(), table.class));
        all.into_iter()
    }

    /// The most ships on the board for which there is a table; 0 without tables.
    pub fn most_ships(&self) -> usize {
        self.most
    }

    /// The first error of a table, see [`EndgameTable::trouble`]. A caller that draws a conclusion from
    /// what the tables do *not* know, such as the length of a victory, must check this afterwards.
    pub fn trouble(&self) -> Option<&TableError> {
        self.places.iter().flatten().find_map(|(table, _)| table.trouble())
    }

    /// The entry of a placement, without regard to the limit of the rules, with its table; `None` without
    /// a table.
    #[inline]
    pub(super) fn entry(&self, position: &Position) -> Option<(EndgameEntry, &EndgameTable)> {
        let fleets = Side::BOTH.map(|side| position.fleet(side));
        let side = position.side();
        let (mover, other) =
            (Strength::of(fleets[side as usize])?, Strength::of(fleets[side.other() as usize])?);
        let (table, half) = self.places[mover.code() * Strength::CODES + other.code()].as_ref()?;
        let half = &table.halves[*half];
        Some((half.get(half.index.rank(fleets, side))?, table))
    }

    /// The entry of a position in play. `None` when the game is over, in a positioning turn, on another
    /// board, without a table for its ships, when that table is not valid for the limit of the rules,
    /// or when it is in [trouble](EndgameTable::trouble).
    pub fn probe(&self, position: &Position) -> Option<EndgameEntry> {
        let ships: u32 = Side::BOTH.map(|side| position.fleet(side).ships.count_ones()).iter().sum();
        if ships as usize > self.most
            || position.is_positioning_turn()
            || position.turns_left() == 0
            || position.board() != self.board()
        {
            return None;
        }
        let (entry, table) = self.entry(position)?;
        table.limits.contain(position.rules().limit).then_some(entry)
    }

    /// The exact value of a position in play for the side to move; `None` where
    /// [`EndgameTables::probe`] gives `None`.
    pub fn value(&self, position: &Position) -> Option<Value> {
        let entry = self.probe(position)?;
        Some(entry.value(holder(position), position.turns_left()))
    }
}

/// The side that holds the tie-break, relative to the side to move.
pub(super) fn holder(position: &Position) -> Who {
    if position.tie_break_winner() == position.side() { Who::Mover } else { Who::Other }
}
