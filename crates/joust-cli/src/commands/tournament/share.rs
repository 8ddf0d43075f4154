//! `joust tournament shard` and `merge`: one tournament on many machines.

use super::args::{TournamentMergeArgs, TournamentShardArgs};
use super::place::Place;
use super::play;
use crate::failure::Failure;
use joust_core::count;
use joust_tournament::BadMerge;
use std::io::Write;

pub(super) fn shard(args: &TournamentShardArgs) -> Result<(), Failure> {
    let (part, of) = (args.part, args.of);
    let journal = args.run.journal.clone().unwrap_or_else(|| {
        // spring.2-of-5.journal
        args.file.with_extension(format!("{part}-of-{of}.journal"))
    });
    let place = Place::enter(&args.file, Some(&journal))?;
    play::with(&args.run, &place, &args.file, |terms| {
        terms.part(part, of).map_err(|why| Failure::Usage(why.to_string()))
    })
}

pub(super) fn merge(args: &TournamentMergeArgs) -> Result<(), Failure> {
    if args.out.exists() {
        let name = args.out.display();
        return Err(Failure::Usage(format!(
            "{name} exists already: name a new file by --out, or move it away"
        )));
    }
    let merged = joust_tournament::merge(&args.journals, &args.out).map_err(|why| match why {
        BadMerge::Journal(why) => why.into(),
        BadMerge::Out { name, why } => Failure::file(&name, &why),
        why => Failure::Usage(why.to_string()),
    })?;
    let (games, missing) = (count(merged.games, "game"), merged.missing);
    let parts: Vec<String> = merged.incomplete.iter().map(ToString::to_string).collect();
    let mut out = anstream::stdout().lock();
    if args.json {
        let answer = serde_json::json!({
            "journal": args.out, "games": merged.games, "missing": missing, "incomplete_parts": merged.incomplete,
        });
        writeln!(out, "{answer:#}")?;
    } else {
        writeln!(out, "{}: {games}", args.out.display())?;
    }
    out.flush()?;
    if missing > 0 {
        tell!(
            "{} of part {} are missing: `joust tournament` plays them",
            count(missing, "game"),
            parts.join(", ")
        );
    }
    Ok(())
}
