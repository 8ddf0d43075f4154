//! The games of a check: usual ones, and odd ones, in which a bot shows its faults.

use crate::{BadJob, Checkup, Job, PlayerText, Programs, run_with};
use joust_core::{Game as _, mix};
use joust_games::{Ask, BoardAsk, Refused, game};
use joust_mad::Battle;
use joust_madmax::{Skirmish, TEAMS};
use std::sync::atomic::AtomicBool;

/// The least games that a bot plays in all.
pub(crate) const LEAST: usize = 50;
/// The battles of a bot that also plays duels. A battle takes much longer than a duel.
const BATTLES: usize = 6;
/// The games of each kind of a quick check.
const QUICK: usize = 3;
/// Moves at random before the bot is asked, so that it meets odd positions: none, a few, and almost all.
const WARM_UP: [usize; 6] = [0, 0, 4, 10, 20, 34];

/// A kind of battle.
struct Field {
    /// The map.
    map: &'static str,
    /// The settings that are not those of the contest. A game of the contest has 500 rounds, and a bot shows its
    /// faults sooner.
    settings: &'static str,
    /// Rounds that others play before the bot is asked for the first time.
    before: usize,
}

/// The battles, in turn: usual ones; some with few units, late ones, other maps, and warriors and cars that are
/// always short of something.
const FIELDS: [Field; 6] = [
    Field { map: "generator", settings: "nb_rounds=120", before: 0 },
    Field { map: "generator", settings: "nb_rounds=120", before: 0 },
    Field { map: "generator", settings: "nb_rounds=40,nb_warriors=2,nb_cars=1", before: 0 },
    Field { map: "generator", settings: "nb_rounds=220", before: 180 },
    Field { map: "crossroads", settings: "nb_rounds=60", before: 0 },
    Field { map: "oasis", settings: "nb_rounds=60,warriors_health=8,cars_fuel=12", before: 0 },
];

/// How many games of a kind a bot plays that plays these kinds, besides the repetition of one.
pub(crate) fn count(kind: &str, kinds: &[&str], quick: bool) -> usize {
    if quick {
        return QUICK;
    }
    let (battles, duels) = (kinds.contains(&Skirmish::NAME), kinds.len());
    match (kind == Skirmish::NAME, battles) {
        (true, _) if duels == 1 => LEAST,
        (true, _) => BATTLES,
        (false, true) => (LEAST - BATTLES).div_ceil(duels - 1),
        (false, false) => LEAST.div_ceil(duels),
    }
}

impl Checkup<'_> {
    /// A game of the check, and the seat of the bot in it.
    pub(crate) fn job(&self, kind: &'static str, number: usize) -> Result<(Job, usize), BadJob> {
        let seed = mix(self.seed ^ mix(number as u64));
        if kind == Skirmish::NAME {
            return self.battle(number, seed);
        }
        let boards: &[&str] = if kind == Battle::NAME {
            &["6x4", "5x5"]
        } else {
            &["Smolensk", "Westerplatte", "Keren", "tiny"]
        };
        let board = BoardAsk::Named(boards[(number / 2) % boards.len()]);
        let ask = Ask { board: Some(board), ..Ask::default() };
        let seat = number % 2;
        let names = if seat == 0 { [self.bot, "random"] } else { ["random", self.bot] };
        let mut job = self.of(number, kind, &ask, &names, seed)?;
        job.opening = warm_up(&job, kind, WARM_UP[(number / 2) % WARM_UP.len()], ["random"; 2], seed)?;
        Ok((job, seat))
    }

    fn battle(&self, number: usize, seed: u64) -> Result<(Job, usize), BadJob> {
        let field = &FIELDS[number % FIELDS.len()];
        let board = Some(BoardAsk::Named(field.map));
        let ask =
            Ask { rules: Some(field.settings), board, seed: Some(seed & 0x7fff_ffff), ..Ask::default() };
        let seat = number % TEAMS;
        let others = [0, 1, 2, 3].map(|at| ["Demo", "Dummy", "Null"][(at + number) % 3]);
        let mut names = others;
        names[seat] = self.bot;
        let mut job = self.of(number, Skirmish::NAME, &ask, &names, seed)?;
        job.opening = warm_up(&job, Skirmish::NAME, field.before * TEAMS, ["Demo"; TEAMS], seed)?;
        Ok((job, seat))
    }

    fn of(&self, number: usize, kind: &str, ask: &Ask, names: &[&str], seed: u64) -> Result<Job, BadJob> {
        let found = game(kind).ok_or_else(|| joust_players::BadPlayer::Game(kind.to_owned()))?;
        let setup = found.setup(ask).map_err(|why: Refused| BadJob::Setup(why))?;
        let text = |(player, name): (usize, &&str)| PlayerText {
            player,
            name: (*name).to_owned(),
            seed: if kind == Skirmish::NAME { seed } else { mix(seed ^ player as u64) },
        };
        let players = names.iter().enumerate().map(text).collect();
        Ok(Job { limits: self.limits, ..Job::new(number, setup, players) })
    }
}

/// The first moves of a game of other players, of which the last does not end the game.
fn warm_up<const SEATS: usize>(
    job: &Job,
    kind: &str,
    moves: usize,
    names: [&str; SEATS],
    seed: u64,
) -> Result<Vec<String>, BadJob> {
    if moves == 0 {
        return Ok(Vec::new());
    }
    let text = |(player, name): (usize, &str)| PlayerText {
        player,
        name: name.to_owned(),
        seed: mix(seed ^ 0x77 ^ player as u64),
    };
    let players = names.into_iter().enumerate().map(text).collect();
    let job = Job { players, ..job.clone() };
    let played = run_with(&job, &Programs::default(), &AtomicBool::new(false))?;
    let words = game(kind).map_or(&[][..], |game| game.words());
    let all: Vec<String> = played.iter().flat_map(|played| played.moves(words)).cloned().collect();
    let count = moves.min(all.len().saturating_sub(SEATS));
    Ok(all[..count].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use joust_core::Course;
    use joust_wargame::Campaign;

    const ALL: [&str; 3] = [Battle::NAME, Campaign::NAME, Skirmish::NAME];

    #[test]
    fn every_bot_plays_fifty_games_at_least() {
        for kinds in [&ALL[..], &ALL[..2], &ALL[1..], &ALL[..1], &ALL[1..2], &ALL[2..]] {
            let all: usize = kinds.iter().map(|kind| count(kind, kinds, false)).sum();
            assert!((LEAST..=LEAST + 2).contains(&all), "{kinds:?}: {all}");
        }
    }

    #[test]
    fn a_bot_of_mad_max_meets_late_rounds_few_units_and_other_maps() {
        let checkup = Checkup { bot: "Null", ..Checkup::default() };
        let start = |number| {
            let (job, seat) = checkup.job(Skirmish::NAME, number).unwrap();
            assert_eq!(job.players[seat].name, "Null");
            let course: Course<Skirmish> = job.course(&job.opening).unwrap();
            course.now().clone()
        };
        let all: Vec<Skirmish> = (0..FIELDS.len()).map(start).collect();
        let settings = |game: &Skirmish| game.config().settings;
        assert!(all.iter().any(|game| game.state().round() == 180));
        assert!(all.iter().any(|game| settings(game).nb_units() <= 12));
        let is_fixed = |game: &&Skirmish| matches!(game.config().source, joust_madmax::Source::Fixed(_));
        assert_eq!(all.iter().filter(is_fixed).count(), 2);
    }
}
