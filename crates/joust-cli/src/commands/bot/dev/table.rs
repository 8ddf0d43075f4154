//! Where the bot is asked: in a recorded game, or in a game of its own.

use super::source::Source;
use crate::args::BotDevArgs;
use crate::commands::recorded;
use crate::failure::Failure;
use joust_core::{Game as _, Outcome, Record, Seat, Seed, mix};
use joust_games::{AnyGame, Ask, duel, game};
use joust_madmax::player::Seated;
use joust_madmax::{Skirmish, TEAMS};
use joust_match::{
    BadFile, BadMatch, Contestant, Job, Past, Place, Played, PlayerText, Programs, Recorded, Shadow,
    Shadowing, run_with, seat_names,
};
use joust_players::Spec;
use joust_sandbox::{Audience, Note};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

/// Where the bot is asked.
pub(super) struct Table {
    pub(super) game: &'static str,
    pub(super) seat: usize,
    seed: u64,
    kind: Kind,
}

enum Kind {
    /// A recorded game, with the names of its players and the turn to begin in.
    Recorded { past: Arc<Past>, names: Vec<String>, from: u32 },
    /// A game against these players.
    Fresh { against: Vec<String> },
}

/// What a build of the bot did.
pub(super) struct Trial {
    /// The game in which it did that.
    pub(super) past: Arc<Past>,
    pub(super) shadow: Shadow,
    /// The seat of the bot.
    pub(super) seat: usize,
    /// The names of all players.
    pub(super) names: Vec<String>,
    /// The result of a game of its own.
    pub(super) result: Option<String>,
}

/// What happens while the bot is asked.
pub(super) struct Attendance<'a> {
    pub(super) programs: &'a Programs,
    pub(super) stop: &'a AtomicBool,
    pub(super) tell: &'a (dyn Fn(usize, usize) + Sync),
}

impl Table {
    pub(super) fn of(args: &BotDevArgs, source: &Source, programs: &Programs) -> Result<Table, Failure> {
        if let Some(file) = &args.record {
            return Table::of_record(args, source, file);
        }
        let named = args.game.as_deref().and_then(game).map(AnyGame::name);
        let Some(game) = named.or_else(|| source.only_game(programs)) else {
            return Err(Failure::Usage("say which game the bot plays: --game mad, for example".to_owned()));
        };
        let seats = if duel(game).is_some() { 2 } else { TEAMS };
        let against = match args.against.as_slice() {
            [] if seats == 2 => vec!["random".to_owned()],
            [] => ["Dummy", "Dummy", "Demo"].map(str::to_owned).to_vec(),
            named if named.len() == seats - 1 => named.to_vec(),
            named => {
                let (found, needed) = (named.len(), seats - 1);
                let told = format!("--against names {found} of {needed} players that {game} needs");
                return Err(Failure::Usage(told));
            }
        };
        let seat = checked(args.seat.unwrap_or(0), seats, game)?;
        Ok(Table { game, seat, seed: args.seed, kind: Kind::Fresh { against } })
    }

    fn of_record(args: &BotDevArgs, source: &Source, file: &Path) -> Result<Table, Failure> {
        let (past, names) = read(file, args.number)?;
        let game = past.game();
        if let Some(other) = args.game.as_deref().filter(|name| *name != game) {
            return Err(Failure::Usage(format!("{} is a game of {game}, not of {other}", file.display())));
        }
        let own = || names.iter().position(|name| source.is_called(name));
        let seat = checked(args.seat.or_else(own).unwrap_or(0), past.seats(), game)?;
        let from = args.turn.unwrap_or(0);
        let kind = Kind::Recorded { past: Arc::new(past), names, from };
        Ok(Table { game, seat, seed: args.seed, kind })
    }

    /// Whether the bot is asked in a recorded game.
    pub(super) fn is_recorded(&self) -> bool {
        matches!(self.kind, Kind::Recorded { .. })
    }

    /// The name of the bot's seat.
    pub(super) fn side(&self) -> String {
        match duel(self.game).and_then(|duel| duel.sides().get(self.seat)) {
            Some(side) => (*side).to_owned(),
            None => format!("seat {}", self.seat),
        }
    }

    /// Asks the player of this name; `None` if the work was stopped.
    pub(super) fn run(&self, player: &str, here: &Attendance<'_>) -> Result<Option<Trial>, Failure> {
        match &self.kind {
            Kind::Recorded { past, names, from } => {
                let bot = find(player, self.game, here.programs)?;
                let mut names = names.clone();
                names.resize(past.seats(), String::new());
                names[self.seat] = bot.name();
                let place = Place {
                    seed: Seed(self.seed),
                    seat: self.seat,
                    names: names.clone(),
                    ..Place::default()
                };
                let shadowing =
                    Shadowing { bot: &bot, place: &place, from: *from, stop: here.stop, tell: here.tell };
                let Some(shadow) = past.shadow(&shadowing)? else { return Ok(None) };
                Ok(Some(Trial { past: Arc::clone(past), shadow, seat: self.seat, names, result: None }))
            }
            Kind::Fresh { against } => self.play(player, against, here),
        }
    }

    /// The error for a recorded game in which the bot has no turn.
    pub(super) fn no_turn(&self, last: Option<u32>) -> Failure {
        let side = self.side();
        Failure::Usage(match last {
            Some(last) => format!("{side} has no turn from there on: its last --turn is {last}"),
            None => format!("{side} is never asked in this game: choose another --seat"),
        })
    }

    fn play(
        &self,
        player: &str,
        against: &[String],
        here: &Attendance<'_>,
    ) -> Result<Option<Trial>, Failure> {
        let seat = Seat::new(self.seat).unwrap_or(Seat::FIRST);
        let job = self.job(player, against)?;
        let find = |text: &PlayerText| find(&text.name, self.game, here.programs);
        let players = job.players.iter().map(find).collect::<Result<Vec<Contestant>, Failure>>()?;
        let names = seat_names(&players);
        let mut notes = Vec::new();
        let played = if self.game == Skirmish::NAME {
            self.battle(&job, &players, here.stop, &mut notes)?
        } else {
            run_with(&job, here.programs, here.stop)?
        };
        let Some(played) = played else { return Ok(None) };
        let past = Past::of_game(&job, &played)?;
        let shadow = Shadow { notes, ..Shadow::of_game(&past, &played, seat) };
        let (past, result) = (Arc::new(past), Some(result(&played)));
        Ok(Some(Trial { past, shadow, seat: self.seat, names, result }))
    }

    fn job(&self, player: &str, against: &[String]) -> Result<Job, Failure> {
        let is_battle = self.game == Skirmish::NAME;
        // Mad Max has seeds of 31 bits.
        let seed = if is_battle { self.seed & 0x7fff_ffff } else { self.seed };
        let ask = Ask { seed: is_battle.then_some(seed), ..Ask::default() };
        let found =
            game(self.game).ok_or_else(|| Failure::Ours(format!("there is no game {}", self.game)))?;
        let mut names = against.to_vec();
        names.insert(self.seat, player.to_owned());
        let text = |(player, name): (usize, String)| PlayerText {
            player,
            name,
            seed: if is_battle { seed } else { mix(seed ^ mix(player as u64)) },
        };
        Ok(Job::new(0, found.setup(&ask)?, names.into_iter().enumerate().map(text).collect()))
    }

    /// Plays a game of Mad Max, and keeps the notes of the bot.
    fn battle(
        &self,
        job: &Job,
        players: &[Contestant],
        stop: &AtomicBool,
        notes: &mut Vec<Note>,
    ) -> Result<Option<Played>, Failure> {
        let heard: Arc<Mutex<Vec<Note>>> = Arc::default();
        let sit = |(seat, player): (usize, &Contestant)| {
            let place = Place {
                limits: job.limits,
                seed: Seed(job.players[seat].seed),
                seat,
                names: seat_names(players),
            };
            let mut audience = Audience::absent();
            if seat == self.seat {
                let heard = Arc::clone(&heard);
                audience.notes =
                    Box::new(move |note| heard.lock().unwrap_or_else(PoisonError::into_inner).push(note));
            }
            let seated = player.seat_army(&place, audience);
            seated.ok_or_else(|| Failure::Usage(format!("{} does not play {}", player.name(), self.game)))
        };
        let mut seated = players.iter().enumerate().map(sit).collect::<Result<Vec<Seated>, Failure>>()?;
        let played = job.play::<Skirmish>(&mut seated, &|_| None, stop)?;
        notes.append(&mut heard.lock().unwrap_or_else(PoisonError::into_inner));
        Ok(played)
    }
}

fn checked(seat: usize, seats: usize, game: &str) -> Result<usize, Failure> {
    if seat < seats {
        return Ok(seat);
    }
    Err(Failure::Usage(format!("there is no seat {seat}: {game} has the seats 0 to {}", seats - 1)))
}

fn find(name: &str, game: &str, programs: &Programs) -> Result<Contestant, Failure> {
    let spec = Spec::read(name, game).map_err(|why| Failure::Usage(why.to_string()))?;
    programs.find(spec).map_err(|why| Failure::Usage(why.to_string()))
}

/// The result of a game in a few words.
fn result(played: &Played) -> String {
    let outcome = played.ending.outcome;
    match outcome.as_ref().and_then(Outcome::scores).filter(|scores| scores.len() > 2) {
        Some(scores) => scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(":"),
        None => format!("{} ({})", played.ending.points(), played.ending.why),
    }
}

/// Reads a recorded game, and the names of its players where it has them.
fn read(file: &Path, number: Option<u64>) -> Result<(Past, Vec<String>), Failure> {
    let wrong = |why: joust_madmax::Wrong| Failure::No(format!("{}: {why}", file.display()));
    let recorded = recorded::read(file)?;
    if let Recorded::Match(journal) = recorded {
        let line = recorded::line(&journal, number.unwrap_or(0))?;
        let session = journal.replay(line, &recorded::find_board);
        let session = session.map_err(|why| Failure::No(format!("{}: {why}", file.display())))?;
        let name = |player: usize| journal.about.players.get(player).cloned().unwrap_or_default();
        return Ok((Past::of_duel(session), line.seats.map(name).to_vec()));
    }
    if number.is_some() {
        return Err(Failure::Usage(
            "--number is for the record of a match; this is a single game".to_owned(),
        ));
    }
    let past = match recorded {
        Recorded::Duel(game, session) => {
            let names = headers(file, game.sides());
            return Ok((Past::of_duel(session), names));
        }
        Recorded::Game(session) => Past::of_orders(session.as_ref()),
        Recorded::MadMaxResult(text) => Some(Past::of_result(text).map_err(wrong)?),
        Recorded::MadMaxRecord(bytes) => Some(Past::of_record(bytes).map_err(wrong)?),
        Recorded::Scores(_) | Recorded::Match(_) => None,
    };
    let past = past.ok_or_else(|| BadFile::from(BadMatch::NoMoves(Skirmish::NAME.to_owned())))?;
    let names = past.names().unwrap_or_default().to_vec();
    Ok((past, names))
}

/// The names of players in the headers of a record, which are those of the sides: `Red`.
fn headers(file: &Path, sides: &[&str]) -> Vec<String> {
    let text = joust_files::read_text(file, Recorded::LONGEST).ok();
    let Some(record) = text.and_then(|text| text.parse::<Record>().ok()) else { return Vec::new() };
    let header = |side: &&str| {
        let (first, rest) = side.split_at(side.len().min(1));
        record.header(&(first.to_uppercase() + rest)).unwrap_or_default().to_owned()
    };
    sides.iter().map(header).collect()
}
