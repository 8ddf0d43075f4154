//! `joust replay` for Mad Max: an animation in a terminal; elsewhere the end of the game as text.

mod frame;
mod screen;
#[cfg(test)]
mod tests;

use crate::args::ReplayArgs;
use crate::failure::Failure;
use joust_files::Care;
use joust_madmax::Timeline;
use joust_match::Recorded;
use std::io::{IsTerminal, Write};

pub(crate) fn run(file: Recorded, args: &ReplayArgs) -> Result<(), Failure> {
    if let Some(target) = &args.res {
        let Some(text) = file.madmax_result() else { return Ok(()) };
        let text = text.map_err(|why| Failure::No(why.to_string()))?;
        if target.as_os_str() == "-" {
            std::io::stdout().lock().write_all(&text)?;
        } else {
            joust_files::write(target, text.as_ref(), Care::Quick)
                .map_err(|why| Failure::file(target, &why))?;
        }
        return Ok(());
    }
    let timeline = match file {
        Recorded::MadMaxResult(text) => Timeline::of_result(&text),
        Recorded::MadMaxRecord(bytes) => Timeline::of_record(&bytes),
        _ => return Ok(()),
    };
    let timeline = timeline.map_err(|why| Failure::No(why.to_string()))?;
    if !args.json && !args.last && std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        screen::show(&timeline).map_err(|why| Failure::Ours(format!("the terminal fails: {why}")))?;
        return Ok(());
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{}", joust_view::of_timeline(&timeline))?;
        return Ok(());
    }
    for line in frame::small_map(&timeline.shots[timeline.last()]) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "\nseed {}, round {}", timeline.header.seed, timeline.last())?;
    for line in frame::table(&timeline, timeline.last()) {
        writeln!(out, "{}", line.render(usize::MAX, true))?;
    }
    let names: Vec<_> = timeline.winners().iter().map(|seat| timeline.header.names[*seat].as_str()).collect();
    writeln!(out, "top score: {}", names.join(" "))?;
    Ok(())
}
