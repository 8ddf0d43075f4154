//! The standings of a match of Mad Max as text.

use super::table::percent;
use joust_league::{ScoreRow, ScoreStandings, Tally};
use joust_madmax::TEAMS;
use std::fmt::Write as _;

/// First places in one line, for the progress bar.
pub(super) fn line(standings: &ScoreStandings<TEAMS>) -> String {
    let parts = standings.rows().each_ref().map(|row| format!("{} {}", row.name, short(row.all.firsts)));
    parts.join("  ")
}

/// The standings as text.
pub(super) fn text(standings: &ScoreStandings<TEAMS>) -> String {
    let rows = standings.rows();
    let wide = rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max("player".len());
    let mut text = format!(
        "{:wide$}  {:>7}  {:>6}  {:>7}  {:>17}  {:>9}\n",
        "player", "firsts", "shared", "share", "mean score", "mean rank"
    );
    for ScoreRow { name, all, .. } in rows {
        let rank = if all.games() == 0 { "-".to_owned() } else { format!("{:.2}", all.rank.mean()) };
        let _ = writeln!(
            text,
            "{name:wide$}  {:>7}  {:>6}  {:>7}  {:>17}  {rank:>9}",
            short(all.firsts),
            all.shared,
            percent(all.share()),
            score(all),
        );
    }
    let _ = write!(text, "\n{:wide$}", "by seat");
    (0..TEAMS).for_each(|seat| {
        let _ = write!(text, "  {seat:>23}");
    });
    text.push('\n');
    for ScoreRow { name, by_seat, .. } in rows {
        let _ = write!(text, "{name:wide$}");
        for tally in by_seat {
            let _ = write!(text, "  {:>5} {:>17}", short(tally.firsts), score(tally));
        }
        text.push('\n');
    }
    text.push_str(LEGEND);
    text
}

const LEGEND: &str = "
firsts: top scores, a shared one counted in equal parts. ±: 95 % confidence interval of the mean, by
Student's t over the games, or over the blocks of a sequential test, in which games share a seed;
? where all are equal. By seat: first places and mean score.
";

/// A mean with its margin.
fn score(tally: &Tally) -> String {
    match tally.margin() {
        _ if tally.games() == 0 => "-".to_owned(),
        Some(margin) => format!("{:.1} ± {margin:.1}", tally.score.mean()),
        // One game says nothing about others, and needs no sign for that.
        None if tally.games() == 1 => format!("{:.1}", tally.score.mean()),
        None => format!("{:.1} ± ?", tally.score.mean()),
    }
}

/// A number of first places; shared ones make it a fraction.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn first_places_are_shown_with_their_share() {
        let mut standings = ScoreStandings::new(&["A", "A", "B", "C"].map(str::to_owned));
        assert!(text(&standings).contains("A#1           0       0        -                  -          -"));
        standings.add(0, [0, 1, 2, 3], [10, 4, 4, 2]);
        standings.add(1, [3, 0, 1, 2], [1, 6, 6, 0]);
        assert_eq!(line(&standings), "A#1 1.5  A#2 0.5  B 0  C 0");
        let text = text(&standings);
        assert!(text.contains("A#1         1.5       1   75.0 %"), "{text}");
        let mut alike = ScoreStandings::new(&["A", "B", "C", "D"].map(str::to_owned));
        (0..3).for_each(|game| alike.add(game, [0, 1, 2, 3], [9, 1, 1, 1]));
        assert!(self::text(&alike).contains("9.0 ± ?"), "{}", self::text(&alike));
        let json = &serde_json::to_value(&standings).unwrap()["standings"];
        assert_eq!(
            (&json[0]["all"]["mean_score"], &json[1]["by_seat"][2]["mean_score"]),
            (&json!(8.0), &json!(6.0))
        );
        assert_eq!(
            (&json[1]["by_seat"][2]["margin_95"], &json[3]["by_seat"][1]["games"]),
            (&Value::Null, &json!(0))
        );
    }
}
