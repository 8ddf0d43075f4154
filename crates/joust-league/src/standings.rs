//! The standings of a tournament, with tie-breaks that are said in words.

use crate::finish::{EQUAL, Finish, Points, real};
use serde::{Serialize, Serializer};
use std::fmt;

/// What decides about places. A list of them decides in its order: the second where the first is equal, and
/// so on. All of them are means, because participants may have different numbers of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// The mean score of a game, byes included.
    Score,
    /// The mean score in the games among the participants that are tied. With more than two seats, what two
    /// of them took from each other counts: 1 for the better place, ½ for a shared place.
    HeadToHead,
    /// Buchholz: the mean of the scores of the opponents, each as often as it was met.
    Buchholz,
    /// Sonneborn and Berger: the mean of the scores of the opponents, each times what was taken from it.
    SonnebornBerger,
    /// The share of games with a first place; shared ones count in equal parts.
    Firsts,
    /// The mean of the points by the rules of the game, in games that have some. Where no game has points, it is left
    /// out of the order.
    Points,
    /// The round in which a participant left: later is better.
    Lasting,
    /// The score in the last round that a participant has played.
    LastRound,
    /// The order in which the participants are named.
    Seed,
}

impl TieBreak {
    /// The usual order where everybody meets everybody.
    pub const ALL_PLAY_ALL: [TieBreak; 6] = [
        TieBreak::Score,
        TieBreak::HeadToHead,
        TieBreak::SonnebornBerger,
        TieBreak::Firsts,
        TieBreak::Points,
        TieBreak::Seed,
    ];
    /// The usual order where participants have different opponents.
    pub const DIFFERENT_OPPONENTS: [TieBreak; 6] = [
        TieBreak::Score,
        TieBreak::Buchholz,
        TieBreak::HeadToHead,
        TieBreak::Firsts,
        TieBreak::Points,
        TieBreak::Seed,
    ];
    /// The order where participants leave the tournament.
    pub const WHO_LASTS: [TieBreak; 5] =
        [TieBreak::Lasting, TieBreak::LastRound, TieBreak::Score, TieBreak::Points, TieBreak::Seed];

    /// What it is, in a few words.
    ///
    /// ```
    /// assert_eq!(joust_league::TieBreak::Firsts.words(), "share of first places");
    /// ```
    pub fn words(self) -> &'static str {
        match self {
            TieBreak::Score => "mean score",
            TieBreak::HeadToHead => "games among the tied",
            TieBreak::Buchholz => "mean score of the opponents",
            TieBreak::SonnebornBerger => {
                "mean of the scores of the opponents, times what was taken from them"
            }
            TieBreak::Firsts => "share of first places",
            TieBreak::Points => "mean points by the rules of the game",
            TieBreak::Lasting => "round reached",
            TieBreak::LastRound => "score in the last round",
            TieBreak::Seed => "order of the participants",
        }
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

impl Serialize for TieBreak {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.words())
    }
}

/// A participant in the standings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The place, from 1.
    pub place: usize,
    /// The number of the participant.
    pub participant: usize,
    /// The number of games.
    pub games: u32,
    /// The sum of the scores, byes included.
    pub score: f64,
    /// The score divided by the games, byes included; `None` without a game.
    pub mean: Option<f64>,
    /// First places, shared ones in equal parts.
    pub firsts: f64,
    /// The sum of the points by the rules of the game.
    pub points: f64,
    /// Rounds without a game that count as if played.
    pub byes: u32,
    /// The round after which the participant left.
    pub left: Option<usize>,
    /// The values of [`Standings::order`], as far as they were needed to find the place.
    pub values: Vec<f64>,
}

/// The participants in the order of their places.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// What decides, in this order.
    pub order: Vec<TieBreak>,
    /// The participants, the best first.
    pub rows: Vec<Standing>,
}

/// What games add up to, for standings.
///
/// ```
/// use joust_league::{Finish, Scoreboard, TieBreak};
/// let mut board = Scoreboard::new(3);
/// for (game, (seats, score)) in [([0, 1], 0.5), ([1, 2], 1.0), ([2, 0], 0.0)].into_iter().enumerate() {
///     board.add(&Finish::duel(game, game, seats, score));
/// }
/// let standings = board.standings(&TieBreak::ALL_PLAY_ALL);
/// // 0 and 1 are equal in everything but the order in which they were named.
/// assert_eq!(standings.rows.iter().map(|row| row.participant).collect::<Vec<_>>(), [0, 1, 2]);
/// assert_eq!(standings.rows[1].values, [0.75, 0.5, 0.1875, 0.75, -1.0]);
/// ```
#[derive(Clone, Debug)]
pub struct Scoreboard {
    rows: Vec<Row>,
    /// What each participant took from each other, and in how many games.
    taken: Vec<Meeting>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Row {
    games: u32,
    score: f64,
    firsts: f64,
    points: Points,
    byes: u32,
    /// How many games the byes count as, and what they count.
    bye_games: f64,
    bye_score: f64,
    left: Option<usize>,
    last_round: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Meeting {
    games: f64,
    score: f64,
}

impl Row {
    fn total(&self) -> f64 {
        self.score + self.bye_score
    }

    fn mean(&self) -> f64 {
        let games = f64::from(self.games) + self.bye_games;
        if games > 0.0 { self.total() / games } else { 0.0 }
    }
}

impl Scoreboard {
    /// A board without games.
    pub fn new(participants: usize) -> Scoreboard {
        Scoreboard {
            rows: vec![Row::default(); participants],
            taken: vec![Meeting::default(); participants * participants],
        }
    }

    /// Adds a game. A game of unknown participants is ignored.
    pub fn add(&mut self, game: &Finish) {
        if !game.is_sound(self.rows.len()) {
            return;
        }
        let shares: Vec<f64> = game.first_shares().collect();
        for (seat, participant) in game.seats.iter().enumerate() {
            let row = &mut self.rows[*participant];
            row.games += 1;
            row.score += game.scores[seat];
            row.firsts += shares[seat];
            row.points.add(game, seat);
            for (other_seat, other) in game.seats.iter().enumerate().filter(|(other, _)| *other != seat) {
                let meeting = &mut self.taken[participant * self.rows.len() + other];
                meeting.games += 1.0;
                meeting.score += game.between(seat, other_seat);
            }
        }
    }

    /// Adds a bye that counts as games with this mean score.
    pub fn add_bye(&mut self, participant: usize, games: usize, mean: f64) {
        let row = &mut self.rows[participant];
        row.byes += 1;
        row.bye_games += real(games);
        row.bye_score += real(games) * mean;
    }

    /// Says that a participant has left after a round, with its score there.
    pub fn leave(&mut self, participant: usize, round: usize, score: f64) {
        let row = &mut self.rows[participant];
        (row.left, row.last_round) = (Some(round), score);
    }

    /// The byes of a participant.
    pub(crate) fn byes(&self, participant: usize) -> u32 {
        self.rows[participant].byes
    }

    /// The games of two participants.
    pub(crate) fn met(&self, one: usize, other: usize) -> f64 {
        self.taken[one * self.rows.len() + other].games
    }

    /// The score of a participant in a mean game, byes included.
    pub(crate) fn mean(&self, participant: usize) -> f64 {
        self.rows[participant].mean()
    }

    /// The standings. Participants that are equal in everything share a place.
    pub fn standings(&self, order: &[TieBreak]) -> Standings {
        let has_points = self.rows.iter().any(|row| row.points.mean().is_some());
        let order: Vec<TieBreak> =
            order.iter().copied().filter(|rule| *rule != TieBreak::Points || has_points).collect();
        let mut groups: Vec<Vec<usize>> = vec![(0..self.rows.len()).collect()];
        let mut values = vec![Vec::new(); self.rows.len()];
        for rule in &order {
            groups = groups.into_iter().flat_map(|group| self.split(group, *rule, &mut values)).collect();
        }
        let mut place = 1;
        let mut rows = Vec::with_capacity(self.rows.len());
        for group in groups {
            rows.extend(
                group.iter().map(|who| self.standing(*who, place, std::mem::take(&mut values[*who]))),
            );
            place += group.len();
        }
        Standings { order, rows }
    }

    /// Divides a group by a rule, the best first.
    fn split(&self, group: Vec<usize>, rule: TieBreak, values: &mut [Vec<f64>]) -> Vec<Vec<usize>> {
        if group.len() < 2 {
            return vec![group];
        }
        let mut list: Vec<(f64, usize)> =
            group.iter().map(|who| (self.value(rule, *who, &group), *who)).collect();
        list.sort_by(|(one, a), (other, b)| other.total_cmp(one).then(a.cmp(b)));
        for (value, who) in &list {
            values[*who].push(*value);
        }
        let equal = |(one, _): &(f64, usize), (other, _): &(f64, usize)| (one - other).abs() < EQUAL;
        list.chunk_by(equal).map(|chunk| chunk.iter().map(|(_, who)| *who).collect()).collect()
    }

    fn value(&self, rule: TieBreak, who: usize, tied: &[usize]) -> f64 {
        let row = &self.rows[who];
        let against = |other: usize| self.taken[who * self.rows.len() + other];
        match rule {
            TieBreak::Score => row.mean(),
            TieBreak::HeadToHead => {
                let meetings = tied.iter().map(|other| against(*other));
                let (games, score) = meetings.fold((0.0, 0.0), |(games, score), meeting| {
                    (games + meeting.games, score + meeting.score)
                });
                // Those that have not met are equal.
                if games > 0.0 { score / games } else { 0.5 }
            }
            TieBreak::Buchholz => {
                let all = (0..self.rows.len()).map(|other| (against(other).games, self.mean(other)));
                let (games, sum) =
                    all.fold((0.0, 0.0), |(games, sum), (times, mean)| (games + times, sum + times * mean));
                if games > 0.0 { sum / games } else { 0.0 }
            }
            TieBreak::SonnebornBerger => {
                let all = (0..self.rows.len()).map(|other| (against(other), self.mean(other)));
                let (games, sum) = all.fold((0.0, 0.0), |(games, sum), (meeting, mean)| {
                    (games + meeting.games, sum + meeting.score * mean)
                });
                if games > 0.0 { sum / games } else { 0.0 }
            }
            TieBreak::Firsts => row.firsts / f64::from(row.games.max(1)),
            TieBreak::Points => row.points.mean().unwrap_or(0.0),
            TieBreak::Lasting => row.left.map_or_else(|| self.last_round() + 1.0, real),
            TieBreak::LastRound => row.last_round,
            TieBreak::Seed => -real(who),
        }
    }

    /// The last round after which a participant left.
    fn last_round(&self) -> f64 {
        self.rows.iter().filter_map(|row| row.left).max().map_or(0.0, real)
    }

    fn standing(&self, participant: usize, place: usize, values: Vec<f64>) -> Standing {
        let row = self.rows[participant];
        let played = row.games > 0 || row.byes > 0;
        Standing {
            place,
            participant,
            games: row.games,
            score: row.total(),
            mean: played.then(|| row.mean()),
            firsts: row.firsts,
            points: row.points.sum(),
            byes: row.byes,
            left: row.left,
            values,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The participants in the order of their places, with the values of one rule.
    fn by(board: &Scoreboard, rule: TieBreak) -> Vec<(usize, f64)> {
        let rows = board.standings(&[rule]).rows;
        rows.iter().map(|row| (row.participant, row.values[0])).collect()
    }

    fn is(found: &[(usize, f64)], expected: &[(usize, f64)]) -> bool {
        let near = |((a, x), (b, y)): (&(usize, f64), &(usize, f64))| a == b && (x - y).abs() < 1e-12;
        found.len() == expected.len() && found.iter().zip(expected).all(near)
    }

    /// A crosstable of four: 0 beats 1 and ties 2, 1 beats 2, 3 semi-beats 0 and loses to 1; 2 and 3 have not
    /// met. Scores: 0 has 1.75 of 3, 1 has 2 of 3, 2 has ½ of 2, 3 has ¾ of 2.
    fn crosstable() -> Scoreboard {
        let mut board = Scoreboard::new(4);
        let games = [([0, 1], 1.0), ([0, 2], 0.5), ([1, 2], 1.0), ([3, 0], 0.75), ([1, 3], 1.0)];
        for (number, (seats, score)) in games.into_iter().enumerate() {
            board.add(&Finish::duel(number, number, seats, score));
        }
        board
    }

    #[test]
    fn tie_breaks_have_their_textbook_values() {
        let board = crosstable();
        let means = [1.75 / 3.0, 2.0 / 3.0, 0.25, 0.375];
        assert!(is(&by(&board, TieBreak::Score), &[(1, means[1]), (0, means[0]), (3, 0.375), (2, 0.25)]));
        let buchholz = [
            (2, f64::midpoint(means[0], means[1])),
            (3, f64::midpoint(means[0], means[1])),
            (0, (means[1] + means[2] + means[3]) / 3.0),
            (1, (means[0] + means[2] + means[3]) / 3.0),
        ];
        assert!(is(&by(&board, TieBreak::Buchholz), &buchholz));
        let berger = [
            (0, (means[1] + 0.5 * means[2] + 0.25 * means[3]) / 3.0),
            (3, 0.75 * means[0] / 2.0),
            (1, (means[2] + means[3]) / 3.0),
            (2, 0.5 * means[0] / 2.0),
        ];
        assert!(is(&by(&board, TieBreak::SonnebornBerger), &berger));
        assert!(is(&by(&board, TieBreak::Firsts), &[(1, 2.0 / 3.0), (0, 0.5), (3, 0.5), (2, 0.25)]));
    }

    /// Many games are no merit: 0 has twice as many games as 1, and less of everything in a game.
    #[test]
    fn tie_breaks_do_not_count_games() {
        let mut board = Scoreboard::new(6);
        let table = |game: usize, who: usize, points: [f64; 4]| {
            Finish::by_points(game, game, &[who, 2, 3, 4 + game % 2], &points)
        };
        for game in 0..4 {
            board.add(&table(game, 0, [20.0, 30.0, 10.0, 5.0]));
        }
        for (game, points) in [(4, [90.0, 1.0, 1.0, 1.0]), (5, [5.0, 30.0, 10.0, 5.0])] {
            board.add(&table(game, 1, points));
        }
        for rule in [TieBreak::Firsts, TieBreak::Points] {
            let order: Vec<usize> = by(&board, rule).iter().map(|(who, _)| *who).collect();
            let place = |who: usize| order.iter().position(|other| *other == who);
            assert!(place(1) < place(0), "{rule}: {order:?}");
        }
    }

    #[test]
    fn points_decide_only_where_games_have_points() {
        let mut board = Scoreboard::new(3);
        board.add(&Finish::duel(0, 0, [0, 1], 0.5));
        assert!(!board.standings(&TieBreak::ALL_PLAY_ALL).order.contains(&TieBreak::Points));
        // A game that one of them lost by a fault has no points, and changes nothing.
        for (game, points) in [(1, vec![40.0, 30.0]), (2, vec![20.0, 30.0]), (3, Vec::new())] {
            board.add(&Finish { points, ..Finish::duel(game, game, [1, 2], 0.5) });
        }
        let standings = board.standings(&[TieBreak::Points]);
        assert!(is(&by(&board, TieBreak::Points), &[(1, 30.0), (2, 30.0), (0, 0.0)]), "{standings:?}");
    }

    #[test]
    fn only_games_among_the_tied_count_head_to_head() {
        // 1 and 2 have two of three each, and 2 has beaten 1; that 0 has beaten 2 does not count.
        let mut board = Scoreboard::new(4);
        let games =
            [([1, 0], 1.0), ([1, 3], 1.0), ([2, 1], 1.0), ([2, 3], 1.0), ([0, 2], 1.0), ([3, 0], 1.0)];
        for (number, (seats, score)) in games.into_iter().enumerate() {
            board.add(&Finish::duel(number, number, seats, score));
        }
        let order = |order: &[TieBreak]| -> Vec<usize> {
            board.standings(order).rows.iter().map(|row| row.participant).collect()
        };
        assert_eq!(order(&TieBreak::ALL_PLAY_ALL), [2, 1, 3, 0]);
        // Without tie-breaks both are first, and the next is third.
        let places: Vec<usize> =
            board.standings(&[TieBreak::Score]).rows.iter().map(|row| row.place).collect();
        assert_eq!(places, [1, 1, 3, 3]);
    }

    #[test]
    fn places_of_tables_count_in_pairs() {
        let mut board = Scoreboard::new(4);
        board.add(&Finish::by_points(0, 0, &[0, 1, 2, 3], &[40.0, 30.0, 20.0, 10.0]));
        board.add(&Finish::by_points(1, 1, &[1, 0, 2, 3], &[40.0, 30.0, 30.0, 10.0]));
        let rows = board.standings(&TieBreak::ALL_PLAY_ALL).rows;
        // 1 has 2/3 + 1, 0 has 1 + 1/2, 2 has 1/3 + 1/2, 3 nothing.
        assert_eq!(rows.iter().map(|row| row.participant).collect::<Vec<_>>(), [1, 0, 2, 3]);
        assert!((rows[0].score - 5.0 / 3.0).abs() < 1e-12 && (rows[1].score - 1.5).abs() < 1e-12);
        assert!((board.met(0, 1) - 2.0).abs() < 1e-12);
    }

    #[test]
    fn byes_count_as_games_and_are_no_meetings() {
        let mut board = Scoreboard::new(3);
        board.add(&Finish::duel(0, 0, [0, 1], 1.0));
        board.add_bye(2, 2, 1.0);
        let rows = board.standings(&TieBreak::DIFFERENT_OPPONENTS).rows;
        // 0 has met 1, who has nothing; 2 has met nobody.
        assert_eq!(
            rows.iter().map(|row| (row.participant, row.games, row.byes)).collect::<Vec<_>>(),
            [(0, 1, 0), (2, 0, 1), (1, 1, 0)]
        );
        assert_eq!((rows[1].score, rows[1].mean), (2.0, Some(1.0)));
    }

    #[test]
    fn those_that_stay_come_before_those_that_left() {
        let mut board = Scoreboard::new(3);
        board.leave(0, 1, 0.9);
        board.leave(1, 0, 0.1);
        let rows = board.standings(&TieBreak::WHO_LASTS).rows;
        assert_eq!(rows.iter().map(|row| row.participant).collect::<Vec<_>>(), [2, 0, 1]);
    }

    #[test]
    fn standings_are_data() {
        let mut board = Scoreboard::new(2);
        board.add(&Finish::duel(0, 0, [0, 1], 1.0));
        let json = serde_json::to_value(board.standings(&[TieBreak::Score, TieBreak::Seed])).unwrap();
        let expected = serde_json::json!({
            "order": ["mean score", "order of the participants"],
            "rows": [
                {"place": 1, "participant": 0, "games": 1, "score": 1.0, "mean": 1.0, "firsts": 1.0, "points": 0.0, "byes": 0, "left": null, "values": [1.0]},
                {"place": 2, "participant": 1, "games": 1, "score": 0.0, "mean": 0.0, "firsts": 0.0, "points": 0.0, "byes": 0, "left": null, "values": [0.0]},
            ],
        });
        assert_eq!(json, expected);
    }
}
