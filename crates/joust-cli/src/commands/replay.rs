//! `joust replay`

use crate::args::ReplayArgs;
use crate::commands::stream::json;
use crate::commands::{recorded, replay_madmax, replay_web};
use crate::failure::Failure;
use crate::paint::{self, Canvas};
use joust_match::{BadFile, BadMatch, Recorded};
use serde_json::Value;
use std::io::Write;

/// The error for `--game` with a file that holds one game.
fn one_game() -> Failure {
    Failure::Usage("--game is for the record of a match; this is a single game".to_owned())
}

pub(crate) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    if let Some(target) = &args.web {
        return replay_web::run(args, target);
    }
    // The journal of a match may name a reason for the end that the moves do not show.
    let (mut claim, mut claimed) = (None, None);
    let end = match recorded::read(&args.file)? {
        Recorded::Match(journal) => {
            let number = args.game.unwrap_or(0);
            let line = recorded::line(&journal, number)?;
            claimed = recorded::ending(&journal, line);
            claim = Some(line.clone());
            let named = |why| Failure::No(format!("game {number}: {why}"));
            journal.replay(line, &recorded::find_board).map_err(named)?
        }
        Recorded::Scores(_) => return Err(BadFile::from(BadMatch::NoMoves("madmax".to_owned())).into()),
        _ if args.game.is_some() => return Err(one_game()),
        Recorded::Duel(_, session) => session,
        Recorded::Game(session) => {
            let game = session.game();
            let help =
                "joust verify checks it, and joust replay shows results (.res) and compact records (.jmm)";
            return Err(Failure::Usage(format!("this is the record of a game of {game} as text: {help}")));
        }
        madmax @ (Recorded::MadMaxResult(_) | Recorded::MadMaxRecord(_)) => {
            return replay_madmax::run(madmax, args);
        }
    };
    if args.res.is_some() {
        return Err(Failure::Usage("--res is for games of Mad Max".to_owned()));
    }
    let mut out = anstream::stdout().lock();
    // Take all actions back, then play them again and show every position.
    let course = end.course();
    let mut view = Value::Null;
    if args.json {
        let told = joust_view::of_record(&end.record(&[]), None);
        view = json(&told.map_err(|faults| Failure::Ours(faults.join("; ")))?)?;
    }
    let mut session = end;
    let ending = session.ending_text().or(claimed);
    let last = session.position();
    while session.undo() {}
    let start = session.position().text();
    if !args.json && !args.last {
        paint::position(session.position().as_ref(), &Canvas::for_stdout(), &mut out)?;
    }
    for (number, (seat, action)) in course.iter().enumerate() {
        let side = session.position().side_name(*seat);
        let told = session.repeat(*seat, action).map_err(|why| Failure::Ours(why.to_string()))?;
        if args.json {
            view["plies"][number]["events"] = told.into();
        } else if !args.last {
            writeln!(out, "\n{side}: {action}")?;
            for sentence in told {
                writeln!(out, "  {sentence}")?;
            }
            let before = session.before();
            paint::step(before.as_deref(), session.position().as_ref(), &Canvas::for_stdout(), &mut out)?;
        }
    }
    if args.json {
        view["start"] = start.into();
        view["ending"] = ending.into();
        view["journal"] = json(&claim)?;
        writeln!(out, "{view}")?;
        return Ok(());
    }
    if args.last {
        paint::position(last.as_ref(), &Canvas::for_stdout(), &mut out)?;
    }
    writeln!(out, "\n{}", ending.unwrap_or_else(|| "the game is not over".to_owned()))?;
    Ok(())
}
