//! What the games of a match of Mad Max add up to.

use joust_league::{Sample, first_shares, ranks};
use joust_madmax::TEAMS;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// One game that came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    /// How many seats everybody has moved on: player p sits in seat (p + turn) mod 4.
    pub(crate) turn: usize,
    /// The scores by seat.
    pub(crate) scores: [i64; TEAMS],
}

impl Played {
    /// The game that a line of the record tells of, if it came to its end.
    pub(crate) fn from_json(game: &Value) -> Option<Played> {
        let turn = usize::try_from(game["game"].as_u64()?).ok()? % TEAMS;
        let scores: Vec<i64> = game["scores"].as_array()?.iter().filter_map(Value::as_i64).collect();
        Some(Played { turn, scores: scores.try_into().ok()? })
    }
}

/// The seat of a player after so many moves to the next seat.
pub(crate) fn seat_of(player: usize, turn: usize) -> usize {
    (player + turn) % TEAMS
}

/// What one player has reached, in all seats or in one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tally {
    firsts: f64,
    shared: u32,
    score: Sample,
    rank: Sample,
}

impl Tally {
    #[expect(clippy::cast_precision_loss, reason = "no score has more than 52 bits")]
    fn add(&mut self, share: f64, score: i64, rank: f64) {
        self.firsts += share;
        self.shared += u32::from(share > 0.0 && share < 1.0);
        self.score.add(score as f64);
        self.rank.add(rank);
    }

    fn json(&self) -> Value {
        json!({
            "games": self.score.count(),
            "firsts": self.firsts,
            "shared_firsts": self.shared,
            "mean_score": self.score.count().gt(&0).then_some(self.score.mean()),
            "margin_95": self.score.margin(),
            "mean_rank": self.score.count().gt(&0).then_some(self.rank.mean()),
        })
    }
}

/// The standings of four players.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Standings {
    names: [String; TEAMS],
    all: [Tally; TEAMS],
    by_seat: [[Tally; TEAMS]; TEAMS],
}

impl Standings {
    pub(crate) fn new(names: [String; TEAMS]) -> Standings {
        Standings { names, all: Default::default(), by_seat: Default::default() }
    }

    pub(crate) fn add(&mut self, game: &Played) {
        let (shares, ranks) = (first_shares(game.scores), ranks(game.scores));
        for player in 0..TEAMS {
            let seat = seat_of(player, game.turn);
            for tally in [&mut self.all[player], &mut self.by_seat[player][seat]] {
                tally.add(shares[seat], game.scores[seat], ranks[seat]);
            }
        }
    }

    /// First places in one line, for the progress bar.
    pub(crate) fn line(&self) -> String {
        let parts: Vec<String> = self
            .names
            .iter()
            .zip(&self.all)
            .map(|(name, all)| format!("{name} {}", short(all.firsts)))
            .collect();
        parts.join("  ")
    }

    pub(crate) fn table(&self) -> String {
        let wide = self.names.iter().map(String::len).max().unwrap_or(0).max("player".len());
        let mut text = format!(
            "{:wide$}  {:>7}  {:>6}  {:>7}  {:>17}  {:>9}\n",
            "player", "firsts", "shared", "share", "mean score", "mean rank"
        );
        for (name, all) in self.names.iter().zip(&self.all) {
            let games = f64::from(all.score.count().max(1));
            let _ = writeln!(
                text,
                "{name:wide$}  {:>7}  {:>6}  {:>5.1} %  {:>17}  {:>9.2}",
                short(all.firsts),
                all.shared,
                100.0 * all.firsts / games,
                score(&all.score),
                all.rank.mean()
            );
        }
        let _ = write!(text, "\n{:wide$}", "by seat");
        (0..TEAMS).for_each(|seat| {
            let _ = write!(text, "  {seat:>23}");
        });
        text.push('\n');
        for (name, seats) in self.names.iter().zip(&self.by_seat) {
            let _ = write!(text, "{name:wide$}");
            for tally in seats {
                let _ = write!(text, "  {:>5} {:>17}", short(tally.firsts), score(&tally.score));
            }
            text.push('\n');
        }
        text.push_str(LEGEND);
        text
    }

    pub(crate) fn json(&self) -> Value {
        let player = |i: usize| {
            let seats: Vec<Value> = self.by_seat[i].iter().map(Tally::json).collect();
            json!({ "name": self.names[i], "all": self.all[i].json(), "by_seat": seats })
        };
        (0..TEAMS).map(player).collect()
    }
}

const LEGEND: &str = "
firsts: top scores, a shared one counted in equal parts. ±: 95 % confidence interval of the mean, by
Student's t over the games. By seat: first places and mean score.
";

/// A mean with its margin.
fn score(sample: &Sample) -> String {
    match sample.margin() {
        Some(margin) => format!("{:.1} ± {margin:.1}", sample.mean()),
        None if sample.count() == 0 => "-".to_owned(),
        None => format!("{:.1}", sample.mean()),
    }
}

/// A number of first places, which may be a fraction.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standings() -> Standings {
        let mut standings = Standings::new(["A#1", "A#2", "B", "C"].map(str::to_owned));
        standings.add(&Played { turn: 0, scores: [10, 4, 4, 2] });
        // Player 0 sits in seat 1 now, player 3 in seat 0.
        standings.add(&Played { turn: 1, scores: [1, 6, 6, 0] });
        standings
    }

    #[test]
    fn everybody_is_counted_in_the_seat_where_it_sat() {
        let json = standings().json();
        assert_eq!(json[0]["all"]["firsts"], 1.5);
        assert_eq!(json[0]["all"]["shared_firsts"], 1);
        assert_eq!(json[0]["all"]["mean_score"], 8.0);
        assert_eq!(json[1]["all"]["firsts"], 0.5);
        assert_eq!(json[1]["by_seat"][2]["mean_score"], 6.0);
        assert_eq!(json[1]["by_seat"][2]["margin_95"], Value::Null);
        assert_eq!(json[3]["all"]["mean_rank"], 3.5);
        assert_eq!(json[3]["by_seat"][0]["mean_score"], 1.0);
        assert_eq!(json[3]["by_seat"][1]["games"], 0);
    }

    #[test]
    fn shared_first_places_add_up_to_the_games() {
        let json = standings().json();
        let firsts: f64 = (0..TEAMS).filter_map(|player| json[player]["all"]["firsts"].as_f64()).sum();
        assert!((firsts - 2.0).abs() < 1e-9);
        assert_eq!(standings().line(), "A#1 1.5  A#2 0.5  B 0  C 0");
        assert!(standings().table().contains("A#1         1.5       1   75.0 %"), "{}", standings().table());
    }
}
