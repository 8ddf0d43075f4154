//! What the games of a match of duels add up to.

use joust_league::{Pairs, Rating, Sprt, Verdict};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// One player's games.
#[derive(Clone, Debug, Default)]
struct Tally {
    games: u32,
    /// Games that brought 1, ¾, ½, ¼ and 0.
    kinds: [u32; 5],
    /// By the rules' own count.
    points: f64,
    faults: u32,
    nodes: u64,
    moves: u64,
    longest_ms: f64,
}

/// The games of all players.
pub(super) struct Table {
    names: Vec<String>,
    tallies: Vec<Tally>,
    /// For each pairing, the one with the smaller number first.
    pairings: BTreeMap<(usize, usize), Pairing>,
    sprt: Option<Sprt>,
    first_fault: Option<String>,
}

#[derive(Default)]
struct Pairing {
    pairs: Pairs,
    /// What the first of the two has scored in the first game of a pair whose second is awaited.
    half: Option<f64>,
}

/// What kind of result a score is.
fn kind(score: f64) -> usize {
    ((1.0 - score) * 4.0).round().clamp(0.0, 4.0) as usize
}

impl Table {
    pub(super) fn new(names: Vec<String>, sprt: Option<Sprt>) -> Table {
        let tallies = vec![Tally::default(); names.len()];
        Table { names, tallies, pairings: BTreeMap::new(), sprt, first_fault: None }
    }

    /// A game more, as the record has it.
    pub(super) fn add(&mut self, game: &Value) {
        let number = |value: &Value| value.as_u64().unwrap_or(0);
        let last = self.tallies.len() - 1;
        let seats = [0, 1].map(|seat| (number(&game["seats"][seat]) as usize).min(last));
        let scores = [0, 1].map(|seat| game["scores"][seat].as_f64().unwrap_or(0.5));
        for seat in [0, 1] {
            let tally = &mut self.tallies[seats[seat]];
            let spent = &game["spent"][seat];
            tally.games += 1;
            tally.kinds[kind(scores[seat])] += 1;
            tally.points += game["points"][seat].as_f64().unwrap_or(0.0);
            tally.nodes += number(&spent["nodes"]);
            tally.moves += number(&spent["moves"]);
            tally.longest_ms = tally.longest_ms.max(spent["longest_ms"].as_f64().unwrap_or(0.0));
        }
        let fault = &game["fault"];
        if !fault.is_null() {
            let culprit = (number(&fault["player"]) as usize).min(last);
            self.tallies[culprit].faults += 1;
            let what = fault["what"].as_str().unwrap_or("failed");
            self.first_fault.get_or_insert_with(|| {
                format!("{} {what} (game {}, charged as a loss)", self.names[culprit], number(&game["game"]))
            });
        }
        let first = usize::from(seats[0] > seats[1]);
        let pairing = self.pairings.entry((seats[first], seats[1 - first])).or_default();
        match pairing.half.take() {
            None => pairing.half = Some(scores[first]),
            Some(half) => pairing.pairs.add([half, scores[first]]),
        }
    }

    /// Whether a sequential test has come to its end.
    pub(super) fn is_decided(&self) -> bool {
        self.verdict().is_some_and(|(_, verdict)| verdict != Verdict::Open)
    }

    fn verdict(&self) -> Option<(f64, Verdict)> {
        let sprt = self.sprt.as_ref()?;
        let nothing = Pairs::default();
        let pairs = self.pairings.get(&(0, 1)).map_or(&nothing, |pairing| &pairing.pairs);
        Some((sprt.ratio(pairs), sprt.verdict(pairs)))
    }

    /// The first fault of a player, if there was one.
    pub(super) fn first_fault(&self) -> Option<String> {
        self.first_fault.clone()
    }

    /// The standing in one line, for the progress bar.
    pub(super) fn line(&self) -> String {
        let Some(pairing) = self.pairings.get(&(0, 1)).filter(|_| self.names.len() == 2) else {
            return String::new();
        };
        let mut line = format!("{:.1} %  {}", 100.0 * pairing.pairs.score(), elo_text(&pairing.pairs));
        if let Some((ratio, _)) = self.verdict() {
            let _ = write!(line, "  LLR {ratio:.2}");
        }
        line
    }

    /// The standings for people.
    pub(super) fn text(&self) -> String {
        let wide = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        let mut text = format!(
            "{:wide$}  {:>5}  {:>7}  {:>5}  {:>5}  {:>5}  {:>5}  {:>5}  {:>7}  {:>6}\n",
            "player", "games", "score", "1", "3/4", "1/2", "1/4", "0", "points", "faults"
        );
        for (name, tally) in self.names.iter().zip(&self.tallies) {
            let _ = write!(text, "{name:wide$}  {:>5}  {:>5.1} %", tally.games, 100.0 * tally.score());
            for count in tally.kinds {
                let _ = write!(text, "  {count:>5}");
            }
            let _ = writeln!(text, "  {:>7}  {:>6}", tally.points, tally.faults);
        }
        text.push('\n');
        for ((one, other), pairing) in &self.pairings {
            let count = pairing.pairs.count();
            let _ = writeln!(
                text,
                "{} against {}: {:.1} %, {} ({count} {})",
                self.names[*one],
                self.names[*other],
                100.0 * pairing.pairs.score(),
                elo_text(&pairing.pairs),
                match count {
                    1 => "pair",
                    _ if pairing.pairs.are_alike() => "pairs, all alike",
                    _ => "pairs",
                }
            );
        }
        if let (Some((ratio, verdict)), Some(sprt)) = (self.verdict(), &self.sprt) {
            let bound = Sprt::bound();
            let Sprt { elo0, elo1 } = sprt;
            let words = match verdict {
                Verdict::Gain => {
                    format!(
                        "H1 accepted, the first player is at {elo1:+} Elo or above, not at {elo0:+} or below"
                    )
                }
                Verdict::NoGain => {
                    format!(
                        "H0 accepted, the first player is at {elo0:+} Elo or below, not at {elo1:+} or above"
                    )
                }
                Verdict::Open => "undecided, more games are needed".to_owned(),
            };
            let _ = writeln!(
                text,
                "SPRT Elo {elo0} to {elo1}: {words}; LLR {ratio:.2} (bounds -{bound:.2} to {bound:.2})"
            );
        }
        text.push_str(LEGEND);
        text
    }

    /// The standings as data, added to an answer.
    pub(super) fn json(&self, answer: &mut Value) {
        let player = |(name, tally): (&String, &Tally)| {
            json!({
                "name": name,
                "games": tally.games,
                "score": tally.score(),
                "kinds": { "1": tally.kinds[0], "3/4": tally.kinds[1], "1/2": tally.kinds[2],
                           "1/4": tally.kinds[3], "0": tally.kinds[4] },
                "points": tally.points,
                "faults": tally.faults,
                "nodes_per_move": tally.nodes.checked_div(tally.moves),
                "longest_ms": tally.longest_ms,
            })
        };
        answer["standings"] = self.names.iter().zip(&self.tallies).map(player).collect();
        let pairing = |((one, other), pairing): (&(usize, usize), &Pairing)| {
            let rating = pairing.pairs.rating();
            let finite = |elo: f64| Some(elo).filter(|elo| elo.is_finite());
            let shows_variance = pairing.pairs.count() > 1 && !pairing.pairs.are_alike();
            json!({
                "players": [self.names[*one], self.names[*other]],
                "pairs": pairing.pairs.count(),
                "classes": pairing.pairs.classes(),
                "score": pairing.pairs.score(),
                "error": shows_variance.then(|| pairing.pairs.error()),
                "elo": finite(rating.elo).filter(|_| pairing.pairs.count() > 0),
                "elo_low": finite(rating.low),
                "elo_high": finite(rating.high),
            })
        };
        answer["pairings"] = self.pairings.iter().map(pairing).collect();
        if let (Some((ratio, verdict)), Some(sprt)) = (self.verdict(), &self.sprt) {
            answer["sprt"] = json!({
                "elo0": sprt.elo0,
                "elo1": sprt.elo1,
                "llr": ratio,
                "bound": Sprt::bound(),
                "verdict": match verdict {
                    Verdict::Gain => "H1",
                    Verdict::NoGain => "H0",
                    Verdict::Open => "open",
                },
            });
        }
    }
}

impl Tally {
    fn score(&self) -> f64 {
        let sum: f64 =
            self.kinds.iter().zip([1.0, 0.75, 0.5, 0.25, 0.0]).map(|(n, s)| f64::from(*n) * s).sum();
        if self.games == 0 { 0.5 } else { sum / f64::from(self.games) }
    }
}

/// `Elo +35.2 ± 12.1`, or what can be said of it.
fn elo_text(pairs: &Pairs) -> String {
    let rating = pairs.rating();
    let Rating { low, elo, high } = rating;
    match rating.margin() {
        Some(margin) => format!("Elo {} ± {margin:.1}", signed(elo)),
        None if low.is_finite() => format!("Elo above {}", signed(low)),
        None if high.is_finite() => format!("Elo below {}", signed(high)),
        None if pairs.count() == 0 => "Elo not known".to_owned(),
        None if elo.is_finite() => format!("Elo {} ± ?", signed(elo)),
        None if elo > 0.0 => "Elo without end: every game was won".to_owned(),
        None => "Elo without end: every game was lost".to_owned(),
    }
}

/// A number with its sign and one digit. Nothing has no sign but plus.
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

    fn game(number: usize, seats: [usize; 2], scores: [f64; 2]) -> Value {
        json!({ "game": number, "seats": seats, "scores": scores, "points": scores })
    }

    #[test]
    fn games_are_counted_for_whoever_sat_there() {
        let mut table = Table::new(vec!["A".into(), "B".into()], None);
        table.add(&game(0, [0, 1], [1.0, 0.0]));
        table.add(&game(1, [1, 0], [0.75, 0.25]));
        let mut answer = json!({});
        table.json(&mut answer);
        assert_eq!(answer["standings"][0]["score"], 0.625);
        assert_eq!(answer["standings"][1]["kinds"]["3/4"], 1);
        // 1 and ¼ are five quarters.
        assert_eq!(answer["pairings"][0]["classes"], json!([0, 0, 0, 0, 0, 1, 0, 0, 0]));
    }

    #[test]
    fn a_fault_is_charged_to_the_culprit() {
        let mut table = Table::new(vec!["A".into(), "B".into()], None);
        let mut lost = game(4, [1, 0], [0.0, 1.0]);
        lost["fault"] = json!({ "player": 1, "kind": "timeout", "what": "slept" });
        table.add(&lost);
        assert_eq!(table.first_fault().unwrap(), "B slept (game 4, charged as a loss)");
        assert_eq!((table.tallies[0].faults, table.tallies[1].faults), (0, 1));
    }

    /// What is said about so many pairs of the same two results.
    fn after(pairs: usize, scores: [f64; 2]) -> (String, Value) {
        let mut table = Table::new(vec!["A".into(), "B".into()], None);
        for pair in 0..pairs {
            table.add(&game(2 * pair, [0, 1], [scores[0], 1.0 - scores[0]]));
            table.add(&game(2 * pair + 1, [1, 0], [1.0 - scores[1], scores[1]]));
        }
        let mut answer = json!({});
        table.json(&mut answer);
        (table.text(), answer["pairings"][0].clone())
    }

    #[test]
    fn error_bars_claim_no_certainty() {
        let (text, json) = after(1, [1.0, 0.75]);
        assert!(text.contains("87.5 %, Elo +338.0 ± ? (1 pair)"), "{text}");
        assert!(["error", "elo_low", "elo_high"].iter().all(|key| json[*key].is_null()), "{json}");
        let (text, json) = after(1, [0.5, 0.5]);
        assert!(text.contains("Elo +0.0 ± ? (1 pair)"), "{text}");
        assert_eq!(json["elo"], 0.0);
        let (text, json) = after(50, [1.0, 0.0]);
        assert!(text.contains("Elo +0.0 ± 20.2 (50 pairs, all alike)"), "{text}");
        assert!(json["error"].is_null() && json["elo_low"].is_f64(), "{json}");
        let (text, _) = after(50, [1.0, 1.0]);
        assert!(text.contains("Elo above +48"), "{text}");
        assert_eq!([signed(-0.04), signed(-0.06)], ["+0.0", "-0.1"]);
    }

    #[test]
    fn a_verdict_names_the_bounds_and_no_gain() {
        let mut table = Table::new(vec!["A".into(), "B".into()], Some(Sprt { elo0: -10.0, elo1: -5.0 }));
        for pair in 0..1000 {
            table.add(&game(2 * pair, [0, 1], [0.5, 0.5]));
            table.add(&game(2 * pair + 1, [1, 0], [0.5, 0.5]));
        }
        let text = table.text();
        assert!(
            text.contains("H1 accepted, the first player is at -5 Elo or above, not at -10 or below"),
            "{text}"
        );
    }

    #[test]
    fn a_test_ends_when_it_is_clear() {
        let mut table = Table::new(vec!["A".into(), "B".into()], Some(Sprt { elo0: 0.0, elo1: 50.0 }));
        for pair in 0..8 {
            assert!(!table.is_decided());
            table.add(&game(2 * pair, [0, 1], [1.0, 0.0]));
            table.add(&game(2 * pair + 1, [1, 0], [0.0, 1.0]));
        }
        assert!(table.is_decided() && table.text().contains("H1 accepted"));
    }
}
