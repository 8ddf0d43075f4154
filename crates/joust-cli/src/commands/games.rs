//! `joust games`

use crate::args::GamesArgs;
use crate::failure::Failure;
use anstyle::Style;
use joust_games::{AnyGame, Listing, games};
use serde_json::{Value, json};
use std::io::Write;

pub(crate) fn run(args: &GamesArgs) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    if args.json {
        let games: Vec<_> = games().iter().map(|game| describe(*game)).collect();
        writeln!(out, "{:#}", json!({ "games": games }))?;
        return Ok(());
    }
    let bold = Style::new().bold();
    for game in games() {
        writeln!(out, "{bold}{}{bold:#}  {}", game.name(), game.summary())?;
        for (title, entries) in [("rulesets", game.rulesets()), ("boards", game.boards())] {
            let width = entries.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
            writeln!(out, "  {title}")?;
            for (i, Listing { name, summary }) in entries.iter().enumerate() {
                let default = if i == 0 { " (default)" } else { "" };
                writeln!(out, "    {name:width$}  {summary}{default}")?;
            }
        }
    }
    Ok(())
}

fn describe(game: &dyn AnyGame) -> Value {
    let entries = |entries: Vec<Listing>| -> Vec<Value> {
        entries.iter().map(|entry| json!({ "name": entry.name, "summary": entry.summary })).collect()
    };
    json!({
        "name": game.name(),
        "summary": game.summary(),
        "rulesets": entries(game.rulesets()),
        "boards": entries(game.boards()),
    })
}
