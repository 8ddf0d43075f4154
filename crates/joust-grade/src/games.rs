//! Games against reference players.

use crate::found::Game;
use crate::rubric::Fixtures;
use joust_core::{Fault, FaultKind, Outcome, Seat, Seed, Setup, mix};
use joust_games::{Ask, duel, game};
use joust_match::{BadJob, GameLimits, Job, Openings, Played, PlayerText, Programs, fairly, run_with, score};
use std::sync::atomic::AtomicBool;

/// What stands for the submission in a job that describes a game.
pub(crate) const SUBMISSION: &str = "submission";
/// A submission that has run out of time in this many games, and in all so far, is not seated any more.
const SLOW: usize = 3;

impl Fixtures {
    /// The games, with [`SUBMISSION`] in the place of the submission, and its seats. They are all that the
    /// results depend on beside the submission.
    pub(crate) fn jobs(&self, name: &'static str, limits: GameLimits) -> Result<Vec<(Job, usize)>, String> {
        let seats = self.against.len() + 1;
        let mut jobs = Vec::new();
        for number in 0..self.games {
            let (block, seat) = (number / seats, number % seats);
            let seed = self.seeds[block];
            let (setup, opening) = self.start(name, block, seed)?;
            let mut others = self.against.iter();
            let player = |at: usize| {
                let is_submission = at == seat;
                let other = if is_submission { None } else { others.next() };
                PlayerText {
                    player: usize::from(!is_submission),
                    name: other.map_or_else(|| SUBMISSION.to_owned(), Clone::clone),
                    seed: if seats == 2 { mix(seed ^ mix(at as u64 + 1)) } else { seed },
                }
            };
            let players = (0..seats).map(player).collect();
            jobs.push((Job { limits, opening, ..Job::new(number, setup, players) }, seat));
        }
        Ok(jobs)
    }

    /// How the games of a block start.
    fn start(&self, name: &'static str, block: usize, seed: u64) -> Result<(Setup, Vec<String>), String> {
        let chosen =
            if self.boards.is_empty() { None } else { Some(&self.boards[block % self.boards.len()]) };
        let usual = Ask { rules: self.rules.as_deref(), ..Ask::default() };
        if duel(name).is_some() {
            let ask = chosen.map_or(usual, |setup| Ask { position: None, ..Ask::from(setup) });
            let openings = Openings::of(name, &ask, Seed(seed)).map_err(|why| why.to_string())?;
            let opening = openings.get(block);
            return Ok((opening.setup.clone(), opening.moves));
        }
        let ask = chosen.map_or(usual, Ask::from);
        let game = game(name).ok_or_else(|| format!("there is no game `{name}`"))?;
        let setup = game.setup(&Ask { seed: Some(seed), ..ask }).map_err(|why| why.to_string())?;
        Ok((setup, Vec::new()))
    }
}

/// Plays a game with a player in the place of the submission; `None` if the work was stopped. A game in which joust
/// or a reference player fails again and again is [`BadJob::Unfair`].
pub(crate) fn play(
    (job, seat): &(Job, usize),
    player: &str,
    programs: &Programs,
    stop: &AtomicBool,
) -> Result<Option<Game>, BadJob> {
    let mut job = job.clone();
    for text in job.players.iter_mut().filter(|text| text.name == SUBMISSION) {
        player.clone_into(&mut text.name);
    }
    // What a reference player does wrong is neither for nor against the submission. A submission that cannot be
    // started has lost.
    let is_void = |fault: &Fault| fault.seat.index() != *seat || !fault.kind.is_the_players();
    let mut once = || Ok::<_, BadJob>(run_with(&job, programs, stop)?.map(|played| (played, ())));
    let played = fairly(&job, &is_void, &mut once)?;
    Ok(played.map(|(played, ())| result(&played, *seat)))
}

/// What remains of the games of a submission that has used up all its time in each of the first ones: a lost
/// game. To wait for it in all others would take hours, and would not change the points.
pub(crate) fn hopeless(games: &[Game]) -> Option<Game> {
    let is_slow = |fault: &Fault| {
        matches!(
            fault.kind,
            FaultKind::OutOfFuel | FaultKind::Late | FaultKind::OutOfMemory | FaultKind::Start
        )
    };
    let is_lost = |game: &Game| game.fault.as_ref().is_some_and(is_slow) && !game.won;
    let fault = games.first().filter(|_| games.len() >= SLOW && games.iter().all(is_lost))?.fault.clone();
    Some(Game { score: 0.0, won: false, fault })
}

fn result(played: &Played, seat: usize) -> Game {
    let fault: Option<&Fault> = played.faults.iter().find(|fault| fault.seat.index() == seat);
    let own = Seat::new(seat).unwrap_or(Seat::FIRST);
    let outcome = played.ending.outcome;
    Game {
        score: outcome.map_or(0.0, |outcome| share(outcome, own)),
        won: outcome.and_then(|outcome| outcome.winner()) == Some(own),
        fault: fault.cloned(),
    }
}

/// The score of a seat, from 0 to 1: with more than two seats, the share of the others that are behind.
fn share(outcome: Outcome, seat: Seat) -> f64 {
    let Some(scores) = outcome.scores().filter(|scores| scores.len() > 2) else {
        return score(outcome, seat);
    };
    let own = scores[seat.index()];
    let against = |(at, other): (usize, &i32)| match own.cmp(other) {
        _ if at == seat.index() => 0.0,
        std::cmp::Ordering::Less => 0.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 1.0,
    };
    let behind: f64 = scores.iter().enumerate().map(against).sum();
    behind / f64::from(scores.len() as u32 - 1)
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "points are rounded to hundredths")]
mod tests {
    use super::*;
    use crate::rubric::{Aim, Rubric};

    fn fixtures(text: &str) -> (Fixtures, &'static str) {
        let mut rubric = Rubric::read(text, ".".as_ref()).unwrap();
        let Aim::Games(fixtures) = rubric.criteria.remove(0).aim else { panic!() };
        (fixtures, rubric.game)
    }

    #[test]
    fn a_submission_has_every_seat_with_each_seed() {
        let text = "game = \"madmax\"\n[[criterion]]\nkind = \"games\"\npoints = 1\nagainst = [\"Demo\", \"Dummy\", \"Null\"]\nseeds = [7, 9]\n";
        let (fixtures, game) = fixtures(text);
        let jobs = fixtures.jobs(game, GameLimits::default()).unwrap();
        let line = |(job, seat): &(Job, usize)| {
            let names: Vec<&str> = job.players.iter().map(|player| &player.name[..2]).collect();
            format!("{} {seat} {}", job.setup.seed.unwrap(), names.join(" "))
        };
        let lines: Vec<String> = jobs.iter().map(line).collect();
        assert_eq!(lines[..4], ["7 0 su De Du Nu", "7 1 De su Du Nu", "7 2 De Du su Nu", "7 3 De Du Nu su"]);
        assert_eq!((lines.len(), lines[4].as_str()), (8, "9 0 su De Du Nu"));
    }

    #[test]
    fn both_games_of_a_pair_begin_alike_and_boards_take_turns() {
        let text = "game = \"wargame\"\nboards = [\"tiny\", \"Smolensk:3x2\"]\n[[criterion]]\nkind = \"games\"\npoints = 1\nagainst = \"random\"\ngames = 5\n";
        let (fixtures, game) = fixtures(text);
        let jobs = fixtures.jobs(game, GameLimits::default()).unwrap();
        let boards: Vec<&str> = jobs.iter().map(|(job, _)| job.setup.board.name.as_str()).collect();
        assert_eq!(boards, ["tiny", "tiny", "Smolensk:3x2", "Smolensk:3x2", "tiny"]);
        assert_eq!(jobs[0].0.opening, jobs[1].0.opening);
        assert_eq!(jobs[0].0.opening.len(), 1);
        assert_eq!(jobs.iter().map(|(_, seat)| *seat).collect::<Vec<_>>(), [0, 1, 0, 1, 0]);
    }

    #[test]
    fn a_game_of_four_is_worth_the_share_of_those_behind() {
        let outcome = Outcome::by_scores(&[10, 30, 10, 5]);
        let shares = [0, 1, 2, 3].map(|seat| share(outcome, Seat::new(seat).unwrap()));
        assert_eq!(shares, [0.5, 1.0, 0.5, 0.0]);
        assert!((share(Outcome::duel_tie(), Seat::FIRST) - 0.5).abs() < f64::EPSILON);
    }

    #[test]
    fn a_submission_that_is_always_too_slow_is_not_waited_for() {
        let game = |fault: Option<FaultKind>| Game {
            score: 0.3,
            won: false,
            fault: fault.map(|kind| Fault::new(kind, "was slow")),
        };
        let (slow, crashed) = (Some(FaultKind::OutOfFuel), Some(FaultKind::Crashed));
        let lost = hopeless(&[slow, slow, slow].map(game)).unwrap();
        assert_eq!((lost.score, lost.won, lost.fault.unwrap().kind), (0.0, false, FaultKind::OutOfFuel));
        for games in
            [&[][..], &[slow, slow], &[slow, None, slow, slow], &[crashed, crashed, crashed, crashed]]
        {
            let games: Vec<Game> = games.iter().map(|fault| game(*fault)).collect();
            assert_eq!(hopeless(&games), None);
        }
    }

    #[test]
    fn a_reference_player_that_fails_gives_no_points() {
        let text = "game = \"wargame\"\nboards = [\"tiny\"]\n[[criterion]]\nkind = \"games\"\npoints = 1\nagainst = \"line:exit 3\"\ngames = 1\n";
        let (fixtures, game) = fixtures(text);
        let jobs = fixtures.jobs(game, GameLimits::default()).unwrap();
        let why = play(&jobs[0], "random", &Programs::default(), &false.into()).unwrap_err();
        let BadJob::Unfair { seat: 1, name, fault, .. } = why else { panic!("{why}") };
        assert_eq!((name.as_str(), fault.kind), ("line:exit 3", FaultKind::Crashed));
    }

    #[test]
    fn a_player_takes_the_place_of_the_submission() {
        let text = "game = \"wargame\"\nboards = [\"tiny\"]\n[[criterion]]\nkind = \"games\"\npoints = 1\nagainst = \"random\"\ngames = 2\n";
        let (fixtures, game) = fixtures(text);
        let jobs = fixtures.jobs(game, GameLimits::default()).unwrap();
        for job in &jobs {
            let played = play(job, "line:exit 3", &Programs::default(), &false.into()).unwrap().unwrap();
            assert_eq!(
                (played.score, played.won, played.fault.unwrap().kind),
                (0.0, false, FaultKind::Crashed)
            );
        }
    }
}
