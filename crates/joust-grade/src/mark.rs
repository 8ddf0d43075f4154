//! From facts to points: what was found out about a submission, seen through the criteria of a rubric. Everything
//! here is a function of its arguments.

use crate::found::{Found, Game, Reply};
use crate::positions::Verdict;
use crate::rubric::{Aim, Criterion, Fixtures, Measure};
use joust_core::count;
use serde::Serialize;

/// The points of a submission for one criterion.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mark {
    /// The name of the criterion.
    pub criterion: String,
    /// The points.
    pub points: f64,
    /// The points that could be had.
    pub of: f64,
    /// Whether they are beyond the maximum.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bonus: bool,
    /// What was found, in a few words, such as `won 5 of 8 games`.
    pub found: String,
}

/// A figure, and words that say it.
type Figure = (f64, String);

/// The difference of values that counts as none, beside 1: programs write values with few digits.
const EQUAL: f64 = 1e-6;

/// The mark for a criterion with this number. `verdicts` are those of its agent in the positions.
pub fn mark(criterion: &Criterion, number: usize, found: &Found, verdicts: &[Verdict]) -> Mark {
    let is_player = found.built.as_ref().is_some_and(|built| built.problem.is_none());
    let (figure, words) = if is_player {
        figure(&criterion.aim, number, found, verdicts)
    } else {
        (f64::NAN, "not built".to_owned())
    };
    Mark {
        criterion: criterion.name.clone(),
        points: criterion.scale.points(figure, criterion.points),
        of: criterion.points,
        bonus: criterion.bonus,
        found: words,
    }
}

/// The figure of a player. What is unknown is not a number, and earns nothing.
fn figure(aim: &Aim, number: usize, found: &Found, verdicts: &[Verdict]) -> Figure {
    let replies = &found.answers;
    match aim {
        Aim::Builds => (1.0, "yes".to_owned()),
        Aim::Check => match found.checked.as_ref() {
            Some(checked) if checked.problem.is_none() => (1.0, "passed".to_owned()),
            Some(_) => (0.0, "failed".to_owned()),
            None => (0.0, "not checked".to_owned()),
        },
        Aim::Fuel => match found.checked.as_ref() {
            Some(checked) if checked.problem.is_some() => (f64::NAN, "failed the check".to_owned()),
            Some(checked) => match checked.fuel_share {
                Some(share) => (share, format!("{:.1} % of its fuel", share * 100.0)),
                None => (f64::NAN, "runs without fuel".to_owned()),
            },
            None => (f64::NAN, "not checked".to_owned()),
        },
        Aim::Games(fixtures) => games(fixtures, found.games.get(number).map_or(&[], Vec::as_slice)),
        Aim::Moves(_) => of_positions("best moves", replies, verdicts, |reply, verdict| {
            reply.action.as_ref().is_some_and(|action| verdict.best.contains(action))
        }),
        Aim::Values(_) => of_positions("right values", replies, verdicts, |reply, verdict| {
            reply.value.is_some_and(|value| is_equal(value, verdict.value))
        }),
        Aim::Nodes(_, rule) => of_positions("right counts", replies, verdicts, |reply, verdict| {
            reply.nodes.is_some_and(|nodes| rule.holds(nodes, verdict.nodes))
        }),
        Aim::Time => time(replies),
    }
}

fn is_equal(one: f64, other: f64) -> bool {
    (one - other).abs() <= EQUAL * (1.0 + other.abs())
}

fn games(fixtures: &Fixtures, games: &[Game]) -> Figure {
    let wins = games.iter().filter(|game| game.won).count();
    let of = count(games.len(), "game");
    match fixtures.measure {
        _ if games.is_empty() => (f64::NAN, "not played".to_owned()),
        Measure::Wins => (f64::from(wins as u32), format!("won {wins} of {of}")),
        Measure::Score => {
            let mean = games.iter().map(|game| game.score).sum::<f64>() / f64::from(games.len() as u32);
            (mean, format!("score {mean:.2} in {of}"))
        }
    }
}

/// The share of the positions in which something holds.
fn of_positions(
    what: &str,
    replies: &[Reply],
    verdicts: &[Verdict],
    holds: impl Fn(&Reply, &Verdict) -> bool,
) -> Figure {
    if verdicts.is_empty() || replies.is_empty() {
        return (f64::NAN, "not asked".to_owned());
    }
    let right = replies.iter().zip(verdicts).filter(|(reply, verdict)| holds(reply, verdict)).count();
    let of = verdicts.len();
    (f64::from(right as u32) / f64::from(of as u32), format!("{right} of {of} {what}"))
}

/// The median time. A position without an answer takes for ever; an answer whose time is not known is left out.
fn time(replies: &[Reply]) -> Figure {
    let times = replies.iter().filter_map(|reply| match (&reply.action, reply.ms) {
        (Some(_), known) => known,
        (None, _) => Some(f64::INFINITY),
    });
    let mut times: Vec<f64> = times.collect();
    times.sort_by(f64::total_cmp);
    match times.get(times.len() / 2) {
        Some(median) if median.is_finite() => (*median, format!("{median:.1} ms a move")),
        Some(_) => (f64::NAN, "too few answers".to_owned()),
        None => (f64::NAN, "time not known".to_owned()),
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "points are rounded to hundredths")]
mod tests {
    use super::*;
    use crate::found::{Built, Checked};
    use crate::rubric::{NodeRule, Rubric};
    use crate::scale::Scale;

    fn criterion(text: &str) -> Criterion {
        let text = format!("game = \"wargame\"\n[[criterion]]\nname = \"it\"\npoints = 4\n{text}\n");
        Rubric::read(&text, ".".as_ref()).unwrap().criteria.remove(0)
    }

    fn player() -> Found {
        Found { built: Some(Built::default()), ..Found::default() }
    }

    fn points(text: &str, found: &Found, verdicts: &[Verdict]) -> (f64, String) {
        let mark = mark(&criterion(text), 0, found, verdicts);
        assert_eq!((mark.criterion.as_str(), mark.of), ("it", 4.0));
        (mark.points, mark.found)
    }

    fn game(score: f64) -> Game {
        Game { score, won: score > 0.5, fault: None }
    }

    #[test]
    fn what_is_not_built_earns_nothing_anywhere() {
        let broken = Built { problem: Some("it does not compile".to_owned()), ..Built::default() };
        let broken = Found { built: Some(broken), ..Found::default() };
        for kind in [
            "kind = \"builds\"",
            "kind = \"check\"",
            "kind = \"fuel\"\nat-most = 9",
            "kind = \"time\"\nat-most = 9",
        ] {
            assert_eq!(points(kind, &broken, &[]), (0.0, "not built".to_owned()));
        }
        assert_eq!(points("kind = \"builds\"", &player(), &[]), (4.0, "yes".to_owned()));
    }

    #[test]
    fn games_earn_points_by_wins_or_by_score() {
        let found = Found { games: vec![[1.0, 0.75, 0.5, 0.0].map(game).to_vec()], ..player() };
        let of = |more: &str| {
            points(&format!("kind = \"games\"\nagainst = \"random\"\ngames = 4\n{more}"), &found, &[])
        };
        assert_eq!(of(""), (2.25, "score 0.56 in 4 games".to_owned()));
        assert_eq!(of("measure = \"wins\""), (2.0, "won 2 of 4 games".to_owned()));
        assert_eq!(of("measure = \"wins\"\nat-least = 3").0, 0.0);
        assert_eq!(of("measure = \"wins\"\nat-least = 2").0, 4.0);
        assert_eq!(of("from = 0.5\nfull = 0.625").0, 2.0);
        assert_eq!(
            points("kind = \"games\"\nagainst = \"random\"", &player(), &[]),
            (0.0, "not played".to_owned())
        );
    }

    #[test]
    fn fuel_counts_only_for_a_player_that_passes_the_check() {
        let of = |checked: Checked| {
            points(
                "kind = \"fuel\"\nfrom = 1\nfull = 0.5",
                &Found { checked: Some(checked), ..player() },
                &[],
            )
        };
        let share = |share| Checked { fuel_share: Some(share), ..Checked::default() };
        assert_eq!(of(share(0.75)), (2.0, "75.0 % of its fuel".to_owned()));
        assert_eq!(of(Checked { problem: Some("crashed".to_owned()), ..share(0.1) }).0, 0.0);
        assert_eq!(of(Checked::default()), (0.0, "runs without fuel".to_owned()));
    }

    #[test]
    fn answers_are_compared_with_those_of_the_textbook() {
        let verdict =
            |value, nodes| Verdict { value, best: vec!["drop-A1".to_owned(), "drop-B1".to_owned()], nodes };
        let verdicts = [verdict(10.0, 100), verdict(-3.5, 100), verdict(0.0, 100), verdict(0.0, 100)];
        let reply = |action: &str, value, nodes| Reply {
            action: Some(action.to_owned()),
            value,
            nodes: Some(nodes),
            ..Reply::default()
        };
        let answers = vec![
            reply("drop-B1", Some(10.0), 100),
            reply("drop-C1", Some(-3.500_000_1), 96),
            reply("drop-A1", None, 120),
            Reply::default(),
        ];
        let found = Found { answers, ..player() };
        let of = |text: &str| points(text, &found, &verdicts);
        assert_eq!(of("kind = \"moves\"\nlike = \"minimax:3\""), (2.0, "2 of 4 best moves".to_owned()));
        assert_eq!(of("kind = \"values\"\nlike = \"minimax:3\""), (2.0, "2 of 4 right values".to_owned()));
        assert_eq!(of("kind = \"nodes\"\nlike = \"alphabeta:3\"").0, 1.0);
        assert_eq!(of("kind = \"nodes\"\nlike = \"alphabeta:3\"\ntolerance = 0.05").0, 2.0);
        assert_eq!(of("kind = \"nodes\"\nfewer-than = \"minimax:3\"\nat-least = 0.25").0, 4.0);
        assert_eq!(points("kind = \"moves\"\nlike = \"minimax:3\"", &player(), &verdicts).1, "not asked");
        assert!(NodeRule::Like(0.0).holds(100, 100));
    }

    #[test]
    fn a_position_without_an_answer_takes_for_ever() {
        let reply = |ms| Reply { action: Some("drop-A1".to_owned()), ms, ..Reply::default() };
        let of = |answers: &[Reply]| {
            points("kind = \"time\"\nat-most = 20", &Found { answers: answers.to_vec(), ..player() }, &[])
        };
        assert_eq!(
            of(&[reply(Some(5.0)), reply(Some(90.0)), reply(Some(10.0))]),
            (4.0, "10.0 ms a move".to_owned())
        );
        assert_eq!(
            of(&[reply(Some(5.0)), reply(None), Reply::default()]),
            (0.0, "too few answers".to_owned())
        );
        assert_eq!(of(&[reply(None)]), (0.0, "time not known".to_owned()));
        assert_eq!(criterion("kind = \"time\"\nat-most = 20").scale, Scale::AtMost(20.0));
    }
}
