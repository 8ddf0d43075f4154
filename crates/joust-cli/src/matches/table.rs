//! The standings of a match of duels as text.

use joust_league::sequential::Decision;
use joust_league::{DuelStandings, Pairing, Pairs, Strength};
use std::fmt::Write as _;

/// A fraction in per cent; `-` before the first game.
pub(super) fn percent(part: Option<f64>) -> String {
    part.map_or_else(|| "-".to_owned(), |part| format!("{:.1} %", 100.0 * part))
}

/// The standing of two players in one line, for the progress bar.
pub(super) fn line(standings: &DuelStandings) -> String {
    let Some(pairing) = standings.pairings().next().filter(|_| standings.rows().len() == 2) else {
        return String::new();
    };
    let mut line = said(&pairing.pairs).replace(", ", "  ");
    if let Some((_, decision)) = standings.decision() {
        let _ = write!(line, "  {}", in_short(&decision));
    }
    line
}

/// The standings as text.
pub(super) fn text(standings: &DuelStandings) -> String {
    let rows = standings.rows();
    let wide = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!(
        "{:wide$}  {:>5}  {:>7}  {:>5}  {:>5}  {:>5}  {:>5}  {:>5}  {:>7}  {:>6}\n",
        "player", "games", "score", "1", "3/4", "1/2", "1/4", "0", "points", "faults"
    );
    for row in rows {
        let _ = write!(text, "{:wide$}  {:>5}  {:>7}", row.name, row.games, percent(row.score()));
        for count in row.kinds {
            let _ = write!(text, "  {count:>5}");
        }
        let _ = writeln!(text, "  {:>7}  {:>6}", row.points, row.faults);
    }
    text.push('\n');
    for Pairing { players, pairs } in standings.pairings() {
        let [one, other] = players.map(|player| &rows[player].name);
        let count = pairs.count();
        let kind = match count {
            1 => "pair",
            _ if pairs.are_alike() => "pairs, all with one score",
            _ => "pairs",
        };
        let _ = writeln!(text, "{one} against {other}: {} ({count} {kind})", said(&pairs));
    }
    if let Some((_, decision)) = standings.decision() {
        text.push_str(&tested(&decision));
    }
    text.push_str(LEGEND);
    text
}

/// What a sequential test says in one line, for the progress bar.
pub(super) fn in_short(decision: &Decision) -> String {
    format!("LLR {:.2} ({:.2} to {:.2})", decision.llr, decision.lower, decision.upper)
}

/// What a sequential test says, and why.
pub(super) fn tested(decision: &Decision) -> String {
    let superiority = percent(Some(decision.superiority));
    format!("sequential test: {decision}\nlikelihood of superiority: {superiority}\n")
}

/// Score and Elo of pairs, such as `58.1 %, Elo +57.0 ± 12.1`, or the reason why the Elo is not known.
fn said(pairs: &Pairs) -> String {
    let elo = match pairs.strength() {
        Strength::Known { elo, margin } => format!("Elo {} ± {margin:.1}", signed(elo)),
        Strength::Above(low) => format!("Elo above {}", signed(low)),
        Strength::Below(high) => format!("Elo below {}", signed(high)),
        Strength::About(elo) => format!("Elo {} ± ?", signed(elo)),
        Strength::AllWon => "Elo not known: every game was won, too few for a bound".to_owned(),
        Strength::AllLost => "Elo not known: every game was lost, too few for a bound".to_owned(),
        Strength::Unknown => return "Elo not known".to_owned(),
    };
    format!("{}, {elo}", percent(pairs.score()))
}

/// A number with its sign and one decimal. Zero is `+0.0`.
fn signed(number: f64) -> String {
    let text = format!("{number:+.1}");
    if text == "-0.0" { "+0.0".to_owned() } else { text }
}

const LEGEND: &str = "
score: 1 for a victory, 3/4 for a semi-victory, 1/2 for a tie, and the rest of 1 for the other side.
points: as the rules count them. ±: 95 % confidence interval from the variance of the pairs.
";

#[cfg(test)]
mod tests {
    use super::*;
    use joust_league::DuelResult;
    use joust_league::sequential::PairTest;
    use serde_json::Value;

    /// The standings after pairs of the same two results of the first player.
    fn after(pairs: usize, scores: [f64; 2]) -> (String, Value) {
        let mut standings = DuelStandings::new(&["A".into(), "B".into()], None);
        let game = |seats, first: f64| {
            let scores = [first, 1.0 - first];
            DuelResult { seats, scores, points: scores, ..DuelResult::default() }
        };
        for _ in 0..pairs {
            standings.add(&game([0, 1], scores[0]));
            standings.add(&game([1, 0], 1.0 - scores[1]));
        }
        (text(&standings), serde_json::to_value(&standings).unwrap())
    }

    #[test]
    fn error_bars_claim_no_certainty() {
        let (text, json) = after(1, [1.0, 0.75]);
        let pairing = &json["pairings"][0];
        assert!(text.contains("87.5 %, Elo +338.0 ± ? (1 pair)"), "{text}");
        assert!(["error", "elo_low", "elo_high"].iter().all(|key| pairing[*key].is_null()), "{json}");
        let (text, json) = after(1, [0.5, 0.5]);
        assert!(text.contains("Elo +0.0 ± ? (1 pair)"), "{text}");
        assert_eq!(json["pairings"][0]["elo"], 0.0);
        let (text, json) = after(50, [1.0, 0.0]);
        assert!(text.contains("Elo +0.0 ± 20.2 (50 pairs, all with one score)"), "{text}");
        assert!(json["pairings"][0]["error"].is_null() && json["pairings"][0]["elo_low"].is_f64(), "{json}");
        let (text, _) = after(50, [1.0, 1.0]);
        assert!(text.contains("Elo above +48"), "{text}");
        let (text, _) = after(2, [1.0, 1.0]);
        assert!(text.contains("100.0 %, Elo not known: every game was won, too few for a bound"), "{text}");
        assert_eq!([signed(-0.04), signed(-0.06)], ["+0.0", "-0.1"]);
    }

    #[test]
    fn nothing_has_no_per_cent() {
        let (text, json) = after(0, [0.0, 0.0]);
        assert!(text.contains("A           0        -      0"), "{text}");
        assert!(!text.contains("50.0 %") && json["standings"][0]["score"].is_null(), "{text}");
    }

    #[test]
    fn a_verdict_gives_its_reason() {
        let test = PairTest::new(-10.0, -5.0, 0.05, 0.05).ok();
        let mut standings = DuelStandings::new(&["A".into(), "B".into()], test);
        for _ in 0..1000 {
            for seats in [[0, 1], [1, 0]] {
                standings.add(&DuelResult { seats, scores: [0.5; 2], ..DuelResult::default() });
            }
        }
        let text = text(&standings);
        assert!(text.contains("\nsequential test: H1 after 1000 pairs: the log-likelihood ratio "), "{text}");
        assert!(text.contains("a gain of -5 Elo explains the games better than a gain of -10 Elo"), "{text}");
        assert!(text.contains("\nlikelihood of superiority: 50.0 %\n"), "{text}");
    }
}
