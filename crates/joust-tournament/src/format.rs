//! The formats of tournaments and their options.

use crate::field::FieldProblem;
use crate::page::{Entry, Section};
use joust_league::schedule::{Leave, Seating, Setting, Swiss};
use serde::{Deserialize, Serialize};

/// Who plays whom. A block is one line-up with one map and one seed, in which everybody has every seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin {
        /// How often, in blocks.
        blocks: usize,
    },
    /// The first participants meet all others.
    Gauntlet {
        /// How many participants do.
        challengers: usize,
        /// How often, in blocks.
        blocks: usize,
    },
    /// The first two participants are compared in the same games against the same others: Mad Max.
    Compare {
        /// The number of blocks.
        blocks: usize,
    },
    /// In each round, participants with about equal scores meet.
    Swiss {
        /// The number of rounds.
        rounds: usize,
    },
    /// The losers of a table leave.
    Knockout {
        /// Blocks at a table.
        blocks: usize,
        /// The most blocks that are added where a table is tied.
        extra: usize,
    },
    /// Everybody plays in every round, and the weakest leave, until one table is left.
    Elimination {
        /// How often everybody sits in every seat in a round.
        laps: usize,
        /// Blocks of the final.
        final_blocks: usize,
        /// How many leave after a round.
        leave: Leave,
    },
    /// The next to play are those about whom least is known.
    Ladder {
        /// Tables in a stage.
        tables: usize,
        /// The number of blocks.
        blocks: usize,
    },
}

/// The formats by name.
pub(crate) const NAMES: [&str; 7] =
    ["round-robin", "gauntlet", "compare", "swiss", "knockout", "elimination", "ladder"];
/// The most blocks, rounds or laps.
const MOST: u64 = 10_000_000;

impl Format {
    /// Its name in the file.
    pub fn name(&self) -> &'static str {
        match self {
            Format::RoundRobin { .. } => "round-robin",
            Format::Gauntlet { .. } => "gauntlet",
            Format::Compare { .. } => "compare",
            Format::Swiss { .. } => "swiss",
            Format::Knockout { .. } => "knockout",
            Format::Elimination { .. } => "elimination",
            Format::Ladder { .. } => "ladder",
        }
    }

    /// What it is, in a sentence.
    pub fn words(&self, seating: Seating, seats: usize) -> String {
        let games = seating.games(seats);
        let each = |blocks: usize| blocks * games;
        match *self {
            Format::RoundRobin { blocks } if seats == 2 => {
                format!("Round robin: everybody meets everybody in {} games", each(blocks))
            }
            Format::RoundRobin { blocks } => {
                format!("Round robin: everybody meets everybody, {blocks} times at tables of {games} games")
            }
            Format::Gauntlet { challengers: 1, blocks } => {
                format!(
                    "Gauntlet: the first participant meets all others, in blocks of {} games",
                    each(blocks)
                )
            }
            Format::Gauntlet { challengers, blocks } => format!(
                "Gauntlet: the first {challengers} participants meet all others, in blocks of {} games",
                each(blocks)
            ),
            Format::Compare { blocks } => format!(
                "Comparison: the first two participants play the same {blocks} blocks of games against the others"
            ),
            Format::Swiss { rounds } => {
                format!("Swiss system: {rounds} rounds; participants with about equal scores meet")
            }
            Format::Knockout { .. } => "Knockout: the losers of a table leave".to_owned(),
            Format::Elimination { leave: Leave::Number(number), .. } => {
                format!("Elimination: everybody plays, and the weakest {number} leave after each round")
            }
            Format::Elimination { leave: Leave::Percent(share), .. } => {
                format!("Elimination: everybody plays, and the weakest {share} % leave after each round")
            }
            Format::Ladder { blocks, .. } => {
                format!("Ladder: {blocks} blocks of games, for those about whom least is known")
            }
        }
    }

    /// Whether all games are known before the first one.
    pub fn is_known_in_advance(&self) -> bool {
        matches!(self, Format::RoundRobin { .. } | Format::Gauntlet { .. } | Format::Compare { .. })
    }
}

/// A format as the file asks for it. What is left out depends on the number of participants.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FormatAsk {
    kind: Kind,
    games: Option<usize>,
    blocks: Option<usize>,
    challengers: Option<usize>,
    rounds: Option<usize>,
    extra: Option<usize>,
    laps: Option<usize>,
    final_blocks: Option<usize>,
    leave: Option<Leave>,
    tables: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Kind {
    #[default]
    RoundRobin,
    Gauntlet,
    Compare,
    Swiss,
    Knockout,
    Elimination,
    Ladder,
}

const KINDS: [Kind; 7] = [
    Kind::RoundRobin,
    Kind::Gauntlet,
    Kind::Compare,
    Kind::Swiss,
    Kind::Knockout,
    Kind::Elimination,
    Kind::Ladder,
];

impl FormatAsk {
    /// Reads the field `format`: a name, or a table with a name and options.
    pub fn read<T: From<FieldProblem>>(entry: &Entry<'_, T>) -> Option<FormatAsk> {
        if entry.is_text() {
            return Some(FormatAsk { kind: kind(entry)?, ..FormatAsk::default() });
        }
        let section = entry.section()?;
        let Some(word) = section.get("kind") else {
            entry.problem(FieldProblem::NoFormat);
            return None;
        };
        let ask = FormatAsk::options(kind(&word)?, &section);
        section.finish();
        Some(ask)
    }

    fn options<T: From<FieldProblem>>(kind: Kind, section: &Section<'_, T>) -> FormatAsk {
        let number = |key| section.whole(key, 1..=MOST).map(|number| number as usize);
        let blocks = || {
            let (games, blocks) = (number("games"), number("blocks"));
            if let (Some(_), Some(_), Some(entry)) = (games, blocks, section.get("games")) {
                entry.problem(FieldProblem::GamesAndBlocks);
            }
            (games, blocks)
        };
        let mut ask = FormatAsk { kind, ..FormatAsk::default() };
        match kind {
            Kind::RoundRobin | Kind::Compare => (ask.games, ask.blocks) = blocks(),
            Kind::Gauntlet => {
                (ask.games, ask.blocks) = blocks();
                ask.challengers = number("challengers");
            }
            Kind::Swiss => ask.rounds = number("rounds"),
            Kind::Knockout => {
                (ask.games, ask.blocks) = blocks();
                ask.extra = section.whole("extra", 0..=MOST).map(|number| number as usize);
            }
            Kind::Elimination => {
                ask.laps = number("laps");
                ask.final_blocks = number("final-blocks");
                ask.leave = section.get("leave").and_then(|entry| leave(&entry));
            }
            Kind::Ladder => {
                (ask.games, ask.blocks) = blocks();
                ask.tables = number("tables");
            }
        }
        ask
    }

    /// The format, or what is wrong with it.
    pub fn settle(self, setting: &Setting) -> Result<Format, String> {
        let size = match self.kind {
            Kind::Compare => 2 * setting.seats,
            _ => setting.games_in_block(),
        };
        let blocks = match (self.blocks, self.games) {
            (Some(blocks), _) => Some(blocks),
            (None, Some(games)) if games % size == 0 => Some(games / size),
            (None, Some(games)) => {
                return Err(format!(
                    "{games} games cannot be divided into blocks of {size}: everybody has every seat equally often; \
                     write a multiple of {size}"
                ));
            }
            (None, None) => None,
        };
        let people = setting.participants;
        Ok(match self.kind {
            Kind::RoundRobin => Format::RoundRobin { blocks: blocks.unwrap_or(1) },
            Kind::Gauntlet => {
                Format::Gauntlet { challengers: self.challengers.unwrap_or(1), blocks: blocks.unwrap_or(1) }
            }
            Kind::Compare if setting.seats == 2 => {
                return Err("two players of a duel are compared by a round robin of the two: \
                            write \"round-robin\""
                    .to_owned());
            }
            Kind::Compare => Format::Compare { blocks: blocks.unwrap_or(100) },
            Kind::Swiss => {
                Format::Swiss { rounds: self.rounds.unwrap_or_else(|| Swiss::enough(setting) + 2) }
            }
            Kind::Knockout => {
                Format::Knockout { blocks: blocks.unwrap_or(1), extra: self.extra.unwrap_or(3) }
            }
            Kind::Elimination => Format::Elimination {
                laps: self.laps.unwrap_or(1),
                final_blocks: self.final_blocks.unwrap_or(5),
                leave: self.leave.unwrap_or(Leave::Percent(25)),
            },
            Kind::Ladder => Format::Ladder {
                tables: self.tables.unwrap_or((people / setting.seats).max(1)),
                blocks: blocks.unwrap_or(10 * people),
            },
        })
    }
}

fn kind<T: From<FieldProblem>>(entry: &Entry<'_, T>) -> Option<Kind> {
    let word = entry.text()?;
    let found = NAMES.iter().position(|name| *name == word);
    if found.is_none() {
        entry.problem(FieldProblem::Format(word.to_owned()));
    }
    found.map(|at| KINDS[at])
}

/// How many leave: a number, or a text such as `25%`.
fn leave<T: From<FieldProblem>>(entry: &Entry<'_, T>) -> Option<Leave> {
    if !entry.is_text() {
        return entry.whole(1..=MOST).map(|number| Leave::Number(number as usize));
    }
    let share = entry.text()?.trim().strip_suffix('%').and_then(|share| share.trim().parse().ok());
    let share = share.filter(|share: &usize| (1..100).contains(share));
    if share.is_none() {
        entry.problem(FieldProblem::Leave);
    }
    share.map(Leave::Percent)
}
