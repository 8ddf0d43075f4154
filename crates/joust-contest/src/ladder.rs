//! The ladder, which plays by itself: the next games are those of the versions about which least is known.

use crate::Contest;
use joust_core::mix;
use joust_league::Finish;
use joust_league::rating::{Method, Online, Provisional};
use joust_league::schedule::{self, Seating};
use serde::{Deserialize, Serialize};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// A participant of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entrant {
    /// The built-in player whose rating is 0: [`Contest::reference`]. It may have several seats of a table.
    Reference,
    /// A version of a student, by its number in the whole contest.
    Version(u64),
}

/// A block of games: one line-up on one board with one seed, in which everybody has every seat once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineUp {
    /// The number of the block in the contest.
    pub block: u64,
    /// The board or map, from 0.
    pub board: usize,
    /// The seed of its games.
    pub seed: u64,
    /// The number of the opening of a duel.
    pub opening: usize,
    /// The participants.
    pub players: Vec<Entrant>,
}

impl LineUp {
    /// The seats of each game of the block.
    ///
    /// ```
    /// use joust_contest::{Entrant::Version, LineUp};
    /// let line_up = LineUp { block: 3, board: 0, seed: 1, opening: 3, players: vec![Version(7), Version(9)] };
    /// assert_eq!(line_up.games(), [[Version(7), Version(9)], [Version(9), Version(7)]]);
    /// ```
    pub fn games(&self) -> Vec<Vec<Entrant>> {
        let numbers: Vec<usize> = (0..self.players.len()).collect();
        let seats = |game| Seating::Rotated.arrange(&numbers, game, 0);
        let game = |game| seats(game).into_iter().map(|number| self.players[number]).collect();
        (0..Seating::Rotated.games(numbers.len())).map(game).collect()
    }
}

/// A game of the ladder that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PastBout {
    /// The number of its block.
    pub block: u64,
    /// The board or map.
    pub board: usize,
    /// The participants in the order of the seats.
    pub seats: Vec<Entrant>,
    /// What the game counted for each seat: [`Shown::scores`](crate::Shown::scores).
    pub scores: Vec<f64>,
}

impl PastBout {
    /// The game as ratings see it, with the numbers that `number` gives. A reference player in several seats counts
    /// once, in the first of them: it would meet itself.
    pub(crate) fn finish(&self, game: usize, number: impl Fn(Entrant) -> usize) -> Finish {
        let block = usize::try_from(self.block).unwrap_or(usize::MAX);
        let mut seen = BTreeSet::new();
        let (seats, scores): (Vec<usize>, Vec<f64>) = self
            .seats
            .iter()
            .zip(&self.scores)
            .filter(|(entrant, _)| seen.insert(**entrant))
            .map(|(entrant, score)| (number(*entrant), *score))
            .unzip();
        match (&seats[..], self.seats.len()) {
            ([one, other], 2) => Finish::duel(game, block, [*one, *other], scores[0]),
            _ => Finish::by_points(game, block, &seats, &scores),
        }
    }
}

/// What is known of a participant.
#[derive(Clone, Debug)]
struct Known {
    /// Its number among the ratings.
    number: usize,
    /// Its blocks on each board.
    boards: Vec<u32>,
}

impl Known {
    fn blocks(&self) -> u32 {
        self.boards.iter().sum()
    }

    /// Whether a board is among those that it has had least.
    fn may_have(&self, board: usize) -> bool {
        self.boards[board] == self.boards.iter().copied().min().unwrap_or(0)
    }
}

/// The ladder of a contest. It is a function of the contest and of the games that were added, in their order; it
/// draws nothing by lot.
///
/// The version whose provisional rating is least certain comes first. Its opponents are those with the nearest
/// ratings, where every earlier meeting counts as a distance of 50 Elo
/// ([`VARIETY`](schedule::Ladder::VARIETY)). Nobody has more than one block more on a board than on another: where
/// that leaves too few opponents, the reference player takes the seat. It also sits at the first table of every
/// newcomer, so that all ratings are connected.
///
/// ```
/// use joust_contest::{Contest, Ladder, PastBout};
/// let contest = Contest::read("name = \"Spring\"\ngame = \"mad\"\nboards = \"6x4\"\n").unwrap();
/// let mut ladder = Ladder::new(&contest);
/// for _ in 0..12 {
///     let line_up = ladder.next(&[10, 11, 12], &[], 1).remove(0);
///     for seats in line_up.games() {
///         let (block, board) = (line_up.block, line_up.board);
///         ladder.add(&PastBout { block, board, seats, scores: vec![0.5, 0.5] });
///     }
/// }
/// assert!([10, 11, 12].iter().all(|version| ladder.rating(*version).games >= 8), "everybody plays");
/// ```
#[derive(Clone, Debug)]
pub struct Ladder {
    seats: usize,
    boards: usize,
    seed: u64,
    /// After this many blocks a version is placed.
    enough: u32,
    known: BTreeMap<Entrant, Known>,
    ratings: Online,
    /// The blocks of every two participants together.
    meetings: BTreeMap<[Entrant; 2], u32>,
    /// The blocks of which a game was added.
    counted: BTreeSet<u64>,
    games: usize,
}

impl Ladder {
    /// The ladder of a contest before its first game.
    pub fn new(contest: &Contest) -> Ladder {
        Ladder {
            seats: contest.seats(),
            boards: contest.boards.len(),
            seed: contest.seed,
            enough: contest.ladder.blocks as u32,
            known: BTreeMap::new(),
            ratings: Online::new(0, Method::WengLin),
            meetings: BTreeMap::new(),
            counted: BTreeSet::new(),
            games: 0,
        }
    }

    /// Adds a game that was played. Games are added in one order, whenever the ladder is built anew.
    pub fn add(&mut self, bout: &PastBout) {
        for entrant in &bout.seats {
            self.admit(*entrant);
        }
        if self.counted.insert(bout.block) {
            self.count(&bout.seats, bout.board);
        }
        let finish =
            bout.finish(self.games, |entrant| self.known.get(&entrant).map_or(0, |known| known.number));
        self.ratings.add(&finish);
        self.games += 1;
    }

    /// The provisional rating of a version, which the next game will change.
    pub fn rating(&self, version: u64) -> Provisional {
        match self.known.get(&Entrant::Version(version)) {
            Some(known) => self.ratings.rating(known.number),
            None => Online::new(1, Method::WengLin).rating(0),
        }
    }

    /// How many blocks a version has played on each board.
    pub fn blocks(&self, version: u64) -> Vec<u32> {
        let known = self.known.get(&Entrant::Version(version));
        known.map_or_else(|| vec![0; self.boards], |known| known.boards.clone())
    }

    /// The next blocks, at most this many, for the official versions. `open` are the blocks that are being played:
    /// their versions are busy. There is none when all are placed or busy.
    pub fn next(&self, official: &[u64], open: &[LineUp], many: usize) -> Vec<LineUp> {
        let mut after = self.clone();
        let mut free: BTreeSet<u64> = official.iter().copied().collect();
        let mut last = self.counted.last().copied();
        for line_up in open {
            for entrant in &line_up.players {
                if let Entrant::Version(version) = entrant {
                    free.remove(version);
                }
                after.admit(*entrant);
            }
            if after.counted.insert(line_up.block) {
                after.count(&line_up.players, line_up.board);
            }
            last = last.max(Some(line_up.block));
        }
        for version in &free {
            after.admit(Entrant::Version(*version));
        }
        let mut found = Vec::new();
        while found.len() < many {
            let block = last.map_or(0, |last| last + 1);
            let Some(line_up) = after.line_up(&free, block) else { break };
            for entrant in &line_up.players {
                if let Entrant::Version(version) = entrant {
                    free.remove(version);
                }
                after.admit(*entrant);
            }
            after.counted.insert(block);
            after.count(&line_up.players, line_up.board);
            last = Some(block);
            found.push(line_up);
        }
        found
    }

    fn admit(&mut self, entrant: Entrant) {
        if let Entry::Vacant(place) = self.known.entry(entrant) {
            place.insert(Known { number: self.ratings.admit(), boards: vec![0; self.boards] });
        }
    }

    /// Counts a block.
    fn count(&mut self, players: &[Entrant], board: usize) {
        let players: BTreeSet<Entrant> = players.iter().copied().collect();
        for one in &players {
            if let Some(count) = self.known.get_mut(one).and_then(|known| known.boards.get_mut(board)) {
                *count += 1;
            }
            for other in players.range(..*one) {
                *self.meetings.entry([*other, *one]).or_default() += 1;
            }
        }
    }

    fn line_up(&self, free: &BTreeSet<u64>, block: u64) -> Option<LineUp> {
        let known = |version: &u64| self.known.get(&Entrant::Version(*version));
        let rating = |version: &u64| known(version).map(|known| self.ratings.rating(known.number));
        let doubt = |version: &u64| rating(version).map_or(0.0, |rating| rating.deviation);
        let (first, own) = free
            .iter()
            .filter_map(|version| Some((*version, known(version)?)))
            .filter(|(_, known)| known.blocks() < self.enough)
            .min_by(|(one, a), (other, b)| {
                doubt(other).total_cmp(&doubt(one)).then(a.blocks().cmp(&b.blocks())).then(one.cmp(other))
            })?;
        let is_new = own.blocks() == 0;
        let wanted = self.seats - 1 - usize::from(is_new);
        let others = |board: usize| {
            let fits = move |version: &&u64| {
                **version != first && known(version).is_some_and(|known| known.may_have(board))
            };
            free.iter().filter(fits).copied().collect::<Vec<u64>>()
        };
        // Where several boards are due, the one on which most opponents are due, too; else they take turns.
        let turn = |board: usize| (board + self.boards - block as usize % self.boards) % self.boards;
        let board = (0..self.boards)
            .filter(|board| own.may_have(*board))
            .max_by_key(|board| (others(*board).len().min(wanted), std::cmp::Reverse(turn(*board))))?;
        let strength = rating(&first).map_or(0.0, |rating| rating.rating);
        let distance = |version: &u64| {
            let pair = [first.min(*version), first.max(*version)].map(Entrant::Version);
            let meetings = self.meetings.get(&pair).copied().unwrap_or(0);
            let apart = (rating(version).map_or(0.0, |rating| rating.rating) - strength).abs();
            apart + f64::from(meetings) * schedule::Ladder::VARIETY
        };
        let mut near: Vec<(f64, u64)> =
            others(board).into_iter().map(|version| (distance(&version), version)).collect();
        near.sort_by(|(one, a), (other, b)| one.total_cmp(other).then(a.cmp(b)));
        near.truncate(wanted);
        let mut players = vec![Entrant::Version(first)];
        players.extend(near.into_iter().map(|(_, version)| Entrant::Version(version)));
        players.resize(self.seats, Entrant::Reference);
        // Seeds have 31 bits, because the generator of Mad Max takes no more.
        let seed = mix(mix(self.seed) ^ block) >> 33;
        Some(LineUp { block, board, seed, opening: block as usize, players })
    }
}
