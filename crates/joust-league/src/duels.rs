//! The standings of a match of duels.

use crate::sequential::{Decision, PairTest, Tested};
use crate::{Pairs, numbered};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// A duel that is over, with players counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DuelResult {
    /// The players in the order of their seats.
    pub seats: [usize; 2],
    /// What the game counts for each seat: from 0 to 1, in quarters.
    pub scores: [f64; 2],
    /// What the rules of the game give to each seat.
    pub points: [f64; 2],
    /// The player that broke the game off, if one did.
    pub culprit: Option<usize>,
    /// What each seat has spent.
    pub spent: [Spent; 2],
}

/// What a player has spent on games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// Moves that it made itself.
    pub moves: u64,
    /// Positions that it looked at.
    pub nodes: u64,
    /// The time of all moves, in milliseconds; written in tenths.
    #[serde(serialize_with = "tenths")]
    pub ms: f64,
    /// The longest time of a move.
    #[serde(serialize_with = "tenths")]
    pub longest_ms: f64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn tenths<S: Serializer>(ms: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((ms * 10.0).round() / 10.0)
}

impl AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.ms += other.ms;
        self.longest_ms = self.longest_ms.max(other.longest_ms);
    }
}

/// The games of one player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DuelRow {
    /// The name, with a number where another player has it too.
    pub name: String,
    /// How many games it has played.
    pub games: u32,
    /// The number of games with the scores 1, ¾, ½, ¼ and 0.
    pub kinds: [u32; 5],
    /// The sum of its points by the rules of the game.
    pub points: f64,
    /// Games that it broke off.
    pub faults: u32,
    /// What it has spent on all games.
    pub spent: Spent,
}

impl DuelRow {
    /// The mean score of its games; `None` without a game.
    pub fn score(&self) -> Option<f64> {
        let worth = self.kinds.iter().zip([1.0, 0.75, 0.5, 0.25, 0.0]);
        let sum: f64 = worth.map(|(count, score)| f64::from(*count) * score).sum();
        (self.games > 0).then(|| sum / f64::from(self.games))
    }

    /// The mean number of positions that it looked at for a move; `None` if it made no move.
    pub fn nodes_per_move(&self) -> Option<u64> {
        self.spent.nodes.checked_div(self.spent.moves)
    }
}

/// The form of a row in the JSON of a match, which `docs/results.md` describes.
impl Serialize for DuelRow {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut row = out.serialize_struct("DuelRow", 8)?;
        row.serialize_field("name", &self.name)?;
        row.serialize_field("games", &self.games)?;
        row.serialize_field("score", &self.score())?;
        row.serialize_field("kinds", &Kinds(self.kinds))?;
        row.serialize_field("points", &self.points)?;
        row.serialize_field("faults", &self.faults)?;
        row.serialize_field("nodes_per_move", &self.nodes_per_move())?;
        row.serialize_field("longest_ms", &self.spent.longest_ms)?;
        row.end()
    }
}

/// The number of games by their scores.
struct Kinds([u32; 5]);

impl Serialize for Kinds {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_map(["1", "3/4", "1/2", "1/4", "0"].into_iter().zip(self.0))
    }
}

/// The pairs of games between two players.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// The two players, the one with the smaller number first.
    pub players: [usize; 2],
    /// The scores of the first player in the pairs.
    pub pairs: Pairs,
}

/// What the duels of a match add up to.
///
/// ```
/// use joust_league::{DuelResult, DuelStandings};
/// let mut standings = DuelStandings::new(&["A".to_owned(), "B".to_owned()], None);
/// standings.add(&DuelResult { seats: [0, 1], scores: [1.0, 0.0], ..DuelResult::default() });
/// assert_eq!(standings.rows()[0].score(), Some(1.0));
/// ```
#[derive(Clone, Debug)]
pub struct DuelStandings {
    rows: Vec<DuelRow>,
    pairings: BTreeMap<[usize; 2], Halves>,
    test: Option<PairTest>,
}

#[derive(Clone, Debug, Default)]
struct Halves {
    pairs: Pairs,
    /// What the first of the two has scored in the first game of a pair whose second is awaited.
    half: Option<f64>,
}

impl DuelStandings {
    /// The standings before the first game, with a sequential test of the first two players if there is one.
    pub fn new(names: &[String], test: Option<PairTest>) -> DuelStandings {
        let row = |name| DuelRow { name, ..DuelRow::default() };
        DuelStandings {
            rows: numbered(names).into_iter().map(row).collect(),
            pairings: BTreeMap::new(),
            test,
        }
    }

    /// Adds a game, in the order of play. A game of players that are not in the match is ignored.
    pub fn add(&mut self, game: &DuelResult) {
        let DuelResult { seats, scores, .. } = *game;
        if seats.iter().any(|player| *player >= self.rows.len()) {
            return;
        }
        for seat in [0, 1] {
            let row = &mut self.rows[seats[seat]];
            row.games += 1;
            row.kinds[kind(scores[seat])] += 1;
            row.points += game.points[seat];
            row.faults += u32::from(game.culprit == Some(seats[seat]));
            row.spent += game.spent[seat];
        }
        let first = usize::from(seats[0] > seats[1]);
        let pairing = self.pairings.entry([seats[first], seats[1 - first]]).or_default();
        match pairing.half.take() {
            None => pairing.half = Some(scores[first]),
            Some(half) => pairing.pairs.add([half, scores[first]]),
        }
    }

    /// The players in the order in which they were named.
    pub fn rows(&self) -> &[DuelRow] {
        &self.rows
    }

    /// The pairings of which a game was played.
    pub fn pairings(&self) -> impl Iterator<Item = Pairing> {
        self.pairings
            .iter()
            .map(|(players, halves)| Pairing { players: *players, pairs: halves.pairs.clone() })
    }

    /// The sequential test and what it says.
    pub fn decision(&self) -> Option<(PairTest, Decision)> {
        let nothing = Pairs::default();
        let pairs = self.pairings.get(&[0, 1]).map_or(&nothing, |halves| &halves.pairs);
        self.test.map(|test| (test, test.decide(pairs)))
    }

    /// Whether the sequential test has come to its end.
    pub fn is_decided(&self) -> bool {
        self.decision().is_some_and(|(_, decision)| decision.over)
    }
}

/// The fields `standings`, `pairings` and `sprt` in the JSON of a match, which `docs/results.md` describes.
impl Serialize for DuelStandings {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let rows = &self.rows;
        let pairing = |Pairing { players, pairs }| (players.map(|player| rows[player].name.as_str()), pairs);
        let pairings: Vec<_> = self.pairings().map(pairing).map(PairingForm::of).collect();
        let sprt = self.decision().map(|(test, decision)| Tested { test, decision });
        let mut fields = out.serialize_struct("DuelStandings", 3)?;
        fields.serialize_field("standings", rows)?;
        fields.serialize_field("pairings", &pairings)?;
        fields.serialize_field("sprt", &sprt)?;
        fields.end()
    }
}

/// An entry of `pairings`.
#[derive(Serialize)]
struct PairingForm<'a> {
    players: [&'a str; 2],
    pairs: u32,
    classes: [u32; 9],
    score: Option<f64>,
    error: Option<f64>,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
}

impl PairingForm<'_> {
    fn of((players, pairs): ([&str; 2], Pairs)) -> PairingForm<'_> {
        let rating = pairs.rating();
        let finite = |elo: f64| Some(elo).filter(|elo| elo.is_finite());
        PairingForm {
            players,
            pairs: pairs.count(),
            classes: pairs.classes(),
            score: pairs.score(),
            error: (pairs.count() > 1 && !pairs.are_alike()).then(|| pairs.error()),
            elo: finite(rating.elo).filter(|_| pairs.count() > 0),
            elo_low: finite(rating.low),
            elo_high: finite(rating.high),
        }
    }
}

/// What kind of result a score is.
fn kind(score: f64) -> usize {
    ((1.0 - score) * 4.0).round().clamp(0.0, 4.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    fn standings(names: &[&str], test: Option<PairTest>) -> DuelStandings {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        DuelStandings::new(&names, test)
    }

    fn game(seats: [usize; 2], first: f64) -> DuelResult {
        let scores = [first, 1.0 - first];
        DuelResult { seats, scores, points: scores, ..DuelResult::default() }
    }

    #[test]
    fn games_count_for_the_player_that_sat_there() {
        let mut table = standings(&["A", "B"], None);
        table.add(&game([0, 1], 1.0));
        table.add(&game([1, 0], 0.75));
        assert_eq!(table.rows()[0].score(), Some(0.625));
        assert_eq!(table.rows()[1].kinds, [0, 1, 0, 0, 1]);
        // 1 and ¼ are five quarters.
        let pairing = table.pairings().next().unwrap();
        assert_eq!((pairing.players, pairing.pairs.classes()), ([0, 1], [0, 0, 0, 0, 0, 1, 0, 0, 0]));
        table.add(&game([0, 2], 1.0));
        assert_eq!(table.rows()[0].games, 2, "there is no player 2");
    }

    #[test]
    fn a_fault_is_charged_to_the_culprit() {
        let mut table = standings(&["A", "B"], None);
        table.add(&DuelResult { culprit: Some(1), ..game([1, 0], 0.0) });
        assert_eq!([0, 1].map(|player| table.rows()[player].faults), [0, 1]);
    }

    #[test]
    fn no_games_have_no_score() {
        let mut table = standings(&["A", "B", "C"], None);
        assert!(table.rows().iter().all(|row| row.score().is_none() && row.nodes_per_move().is_none()));
        table.add(&game([0, 1], 1.0));
        assert_eq!((table.rows()[0].score(), table.rows()[2].score()), (Some(1.0), None));
        let half = table.pairings().next().unwrap();
        assert_eq!((half.pairs.count(), half.pairs.score()), (0, None));
    }

    #[test]
    fn twins_are_told_apart() {
        let table = standings(&["engine", "engine"], None);
        let names: Vec<&str> = table.rows().iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["engine#1", "engine#2"]);
    }

    #[test]
    fn a_test_ends_when_it_is_clear() {
        let mut table = standings(&["A", "B"], PairTest::new(0.0, 50.0, 0.05, 0.05).ok());
        // With chances of 0.57 and 0.5, the second is at least e^2.94 times less likely after 23 victories.
        for _ in 0..23 {
            assert!(!table.is_decided());
            table.add(&game([0, 1], 1.0));
            table.add(&game([1, 0], 0.0));
        }
        assert!(table.is_decided());
        assert_eq!(table.decision().unwrap().1.verdict, Verdict::Gain);
    }
}
