//! A game of Mad Max from its first round to its files and its last words.

use super::judge::{self, Judged};
use super::voice::tell;
use super::{Asked, End, Stop, What, check, seating, unwritable, voice};
use joust_core::{Course, Fault, Referee, Usage};
use joust_files::{Care, Output};
use joust_madmax::{Origin, Recorder, Skirmish, TEAMS};
use joust_match::{ContestLog, PARTIAL, Remark, Scribe};
use joust_sandbox::{Note, Notes};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where the result and the record of a game go.
pub(super) struct Files {
    result: Output,
    record: Option<Output>,
}

impl Files {
    pub(super) fn open(asked: &Asked) -> Result<Files, Stop> {
        let file = |path: &PathBuf| Output::file(path).map_err(|why| unwritable(path, &why));
        let result = asked.output.as_ref().map_or_else(|| Ok(Output::stream(io::stdout())), file)?;
        Ok(Files { result, record: asked.record.as_ref().map(file).transpose()? })
    }
}

/// A game that is played once.
pub(super) struct Once<'a> {
    pub(super) asked: &'a Asked,
    pub(super) names: &'a [String; TEAMS],
    pub(super) stop: &'a AtomicBool,
    pub(super) is_begun: &'a AtomicBool,
    pub(super) info: &'a dyn Fn(&str),
}

impl Once<'_> {
    /// Plays the game and keeps its files; gives the fault of a game that does not count.
    pub(super) fn play(&self, game: Skirmish, files: Files) -> Result<Result<End, Fault>, Stop> {
        let Once { asked, names, stop, is_begun, info } = *self;
        let notes = Notes::default();
        let seating::Table { mut players, hashes } = seating::seat(asked, names, game.seed(), &notes, info)?;
        let failed = |why| What::Result.failed(why);
        let origin = if asked.judge { Origin::SecGame } else { Origin::Game };
        let scribe = Scribe::new(files.result, origin, &game, names.clone(), asked.record.is_some());
        is_begun.store(true, Ordering::Relaxed);
        let mut tell = tell;
        let mut log = ContestLog::new(scribe.map_err(failed)?, names, stop, !asked.quiet, &mut tell);
        let mut table = Referee::new(Course::new(game));
        let account = joust_match::play(&mut table, &mut players, &|_| None, &mut log, stop);
        let game = table.course().now();
        if let Some(why) = game.trouble() {
            let help = "the game cannot go on: use a map with more desert and road\n";
            return Err(check(why.to_string(), help));
        }
        let Some(account) = account else {
            return break_off(log, files.record, &notes).map(|()| Ok(End::Stopped));
        };
        if let Some(fault) = judge::void(&account.faults).filter(|_| asked.judge) {
            return Ok(Err(fault.clone()));
        }
        // Before the players hear of the end, which takes fuel, too.
        let usage: Vec<Usage> = players.iter().map(|player| player.usage()).collect();
        if let Some(ending) = table.ending() {
            for player in &mut players {
                player.hear(&ending, &account.faults);
            }
        }
        // The scores are announced after the files are in place.
        let recorder = log.into_scribe().finish(Care::Durable).map_err(failed)?;
        if let (Some(mut file), Some(recorder)) = (files.record, recorder) {
            let kept = write_record(recorder, &mut file).and_then(|()| file.keep(Care::Durable));
            kept.map_err(|why| What::Record.failed(why))?;
        }
        if let Some(output) = asked.output.as_ref().filter(|_| asked.judge || asked.kit.is_some()) {
            account.remarks.iter().for_each(|remark| notes.add(nowhere(remark)));
            notes.keep(output).map_err(|why| What::Notes.failed(why))?;
        }
        for (name, score) in names.iter().zip(game.state().total_score()) {
            info(&format!("player {name} got score {score}"));
        }
        let winners: Vec<&str> = game.winners().iter().map(|seat| names[*seat].as_str()).collect();
        info(&format!("player(s) {} got top score", winners.join(" ")));
        info("game played");
        // A player may print something when it ends.
        game.living().iter().for_each(|seat| players[seat.index()].end());
        // Last of all, because the message in its round is far above.
        voice::tell(&joust_match::deaths(&account.faults, names));
        if asked.judge {
            let judged: Vec<Judged<'_>> = (0..TEAMS)
                .map(|seat| {
                    let fault = account.faults.iter().find(|fault| fault.seat.index() == seat);
                    Judged {
                        seat,
                        name: &names[seat],
                        hash: hashes[seat].clone(),
                        score: game.state().total_score()[seat],
                        fault,
                        fuel: judge::Fuel::of(&account.fuel[seat], usage[seat], fault),
                    }
                })
                .collect();
            voice::tell(&judge::report(&judged));
            if asked.json {
                let document = serde_json::json!({ "seed": game.seed(), "players": judged });
                let written = writeln!(io::stdout(), "{document:#}").and_then(|()| io::stdout().flush());
                written.map_err(|why| What::Report.failed(why))?;
            }
        }
        Ok(Ok(End::Played(account.faults)))
    }
}

/// A remark that is not about a cell, as a note: it is in the file, and no cell shows it.
fn nowhere(remark: &Remark) -> Note {
    let Remark { turn, seat, text } = remark;
    Note { round: turn.cast_signed(), seat: seat.index(), row: -1, col: -1, text: text.clone() }
}

fn write_record(recorder: Recorder, file: &mut Output) -> io::Result<()> {
    file.write_all(&recorder.finish().encode().map_err(io::Error::other)?)
}

/// Keeps what there is of a game that a signal has stopped, beside older files, and says where it was stopped.
fn break_off(log: ContestLog<'_>, record_file: Option<Output>, notes: &Notes) -> Result<(), Stop> {
    voice::tell(&log.where_stopped());
    let fragment = log.into_scribe().break_off(Care::Durable).map_err(|why| What::Result.failed(why))?;
    let Some(fragment) = fragment else {
        voice::tell("no round was played, and nothing was written\n");
        return Ok(());
    };
    if let (Some(mut file), Some(recorder)) = (record_file, fragment.recorder) {
        let kept = write_record(recorder, &mut file).and_then(|()| file.keep_beside(PARTIAL, Care::Durable));
        kept.map_err(|why| What::Record.failed(why))?;
    }
    if let Some(path) = fragment.path {
        notes.keep(&path).map_err(|why| What::Notes.failed(why))?;
        let here = std::env::current_dir().and_then(|folder| folder.canonicalize()).unwrap_or_default();
        let path = path.strip_prefix(here).unwrap_or(&path);
        voice::tell(&format!("the rounds so far are in {}\n", path.display()));
    }
    Ok(())
}
