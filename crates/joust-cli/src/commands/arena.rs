//! `joust arena`: work on the database of the web arena, while its server runs or not.

mod args;

pub(crate) use args::ArenaArgs;

use crate::failure::Failure;
use args::{ArenaCommand, ArenaOperatorArgs, ArenaPlaceArgs};
use joust_core::count;
use joust_live::Deed;
use joust_server::{Layer, Settings};
use joust_store::{Role, StoreError, Traces, Upkeep};
use serde_json::json;
use std::io::Write;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

pub(crate) fn run(args: &ArenaArgs) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|why| Failure::Ours(why.to_string()))?;
    runtime.block_on(async {
        match &args.command {
            ArenaCommand::Prune(args) => prune(&args.place, args.older_than, args.yes, args.json).await,
            ArenaCommand::Forget(args) => forget(&args.place, &args.visitor, args.yes, args.json).await,
            ArenaCommand::Operator(args) => operator(args).await,
            ArenaCommand::Backup(args) => backup(&args.place, &args.file, args.json).await,
            ArenaCommand::RotateSecret(args) => rotate_secret(&args.place, args.forget, args.json).await,
        }
    })
}

fn failed(why: StoreError) -> Failure {
    match why {
        StoreError::Database(_) | StoreError::Damaged(_) | StoreError::NoChance(_) => {
            Failure::Ours(why.to_string())
        }
        why => Failure::Usage(why.to_string()),
    }
}

async fn open(place: &ArenaPlaceArgs) -> Result<Upkeep, Failure> {
    let layer = Layer { data: place.data.clone(), database: place.database.clone(), ..Layer::default() };
    let file = crate::serve::file_layer(place.config.as_deref())?;
    let settings: Settings = layer.or(file).settle().map_err(|why| Failure::Usage(why.to_string()))?;
    Upkeep::open(&settings.place()).await.map_err(failed)
}

/// A day, in milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1000;

async fn prune(place: &ArenaPlaceArgs, days: u32, yes: bool, json: bool) -> Result<(), Failure> {
    let mut upkeep = open(place).await?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as i64;
    let before = now - i64::from(days) * DAY;
    let old = if yes { upkeep.prune(before).await } else { upkeep.older_than(before).await };
    let old = old.map_err(failed)?;
    upkeep.close().await;
    let mut out = anstream::stdout().lock();
    if json {
        writeln!(
            out,
            "{:#}",
            json!({ "games": old.games, "visitors": old.visitors, "films": old.films, "done": yes })
        )?;
        return Ok(());
    }
    for game in &old.games {
        writeln!(out, "game {game}")?;
    }
    for visitor in &old.visitors {
        writeln!(out, "name of {visitor}")?;
    }
    for film in &old.films {
        writeln!(out, "shared game {film}")?;
    }
    let (games, names) = (count(old.games.len(), "game"), count(old.visitors.len(), "name"));
    let films = count(old.films.len(), "shared game");
    let end = if yes { "removed" } else { "would be removed; add --yes to remove them" };
    tell!("older than {}: {games}, {names} and {films} {end}", count(days, "day"));
    Ok(())
}

async fn forget(place: &ArenaPlaceArgs, visitor: &str, yes: bool, json: bool) -> Result<(), Failure> {
    // The cookie has the id and a signature.
    let visitor = visitor.split('.').next().unwrap_or_default();
    let mut upkeep = open(place).await?;
    let traces = if yes {
        let own = visitor.to_owned();
        let without = move |body: &str, stranger: &str| {
            let deed: Deed = serde_json::from_str(body).ok()?;
            serde_json::to_string(&deed.without(&own, stranger)?).ok()
        };
        upkeep.forget(visitor, without).await
    } else {
        upkeep.traces(visitor).await
    };
    let traces = traces.map_err(failed)?;
    upkeep.close().await;
    let known = traces != Traces::default();
    let mut out = anstream::stdout().lock();
    if json {
        let Traces { name, games, films, contests, account, belongings } = &traces;
        let account = account.as_ref().map(|name| {
            json!({
                "name": name,
                "sessions": belongings.sessions.len(),
                "tokens": belongings.tokens.len(),
                "identities": belongings.identities.len(),
                "codes": belongings.codes,
            })
        });
        let done = yes && known;
        let text = json!({ "name": name, "games": games, "films": films, "contests": contests, "account": account, "done": done });
        writeln!(out, "{text:#}")?;
    } else if known {
        if let Some(name) = &traces.name {
            writeln!(out, "name {name}")?;
        }
        for game in &traces.games {
            writeln!(out, "seat in game {game}")?;
        }
        for film in &traces.films {
            writeln!(out, "shared game {film}")?;
        }
        for contest in &traces.contests {
            writeln!(out, "member of contest {contest}")?;
        }
        if let Some(name) = &traces.account {
            let own = &traces.belongings;
            let (sessions, tokens) = (count(own.sessions.len(), "session"), count(own.tokens.len(), "token"));
            writeln!(out, "account {name} with {sessions} and {tokens}")?;
        }
        let end = if yes { "forgotten" } else { "would be forgotten; add --yes to do it" };
        tell!("{visitor}: {end}");
    }
    if known { Ok(()) } else { Err(Failure::No(format!("nothing is known of the visitor `{visitor}`"))) }
}

async fn operator(args: &ArenaOperatorArgs) -> Result<(), Failure> {
    let mut upkeep = open(&args.place).await?;
    let Some(name) = &args.name else {
        let names = upkeep.with_role(Role::Operator).await.map_err(failed)?;
        upkeep.close().await;
        let mut out = anstream::stdout().lock();
        if args.json {
            writeln!(out, "{:#}", json!({ "operators": names }))?;
        } else {
            for name in &names {
                writeln!(out, "{name}")?;
            }
        }
        return Ok(());
    };
    let role = Role::named(&args.role).unwrap_or_default();
    let found = upkeep.set_role(name, role).await.map_err(failed)?;
    upkeep.close().await;
    if !found {
        return Err(Failure::No(format!(
            "there is no account `{name}`: its owner makes it on the page /account of the arena"
        )));
    }
    if args.json {
        writeln!(anstream::stdout(), "{:#}", json!({ "name": name, "role": role.word() }))?;
    } else {
        tell!("{name}: {} from now on; a running server knows it within seconds", role.word());
    }
    Ok(())
}

async fn rotate_secret(place: &ArenaPlaceArgs, forget: bool, json: bool) -> Result<(), Failure> {
    let mut upkeep = open(place).await?;
    let valid = upkeep.rotate_secret(forget).await.map_err(failed)?;
    upkeep.close().await;
    if json {
        writeln!(anstream::stdout(), "{:#}", json!({ "valid": valid }))?;
    } else {
        let older = if forget {
            "the older secrets are forgotten: every visitor becomes a new one".to_owned()
        } else {
            format!(
                "cookies signed with one of the {} secrets before it stay valid and are replaced",
                valid - 1
            )
        };
        tell!("the server signs cookies with a new secret from its next start; {older}");
    }
    Ok(())
}

async fn backup(place: &ArenaPlaceArgs, file: &Path, json: bool) -> Result<(), Failure> {
    let mut upkeep = open(place).await?;
    upkeep.backup(file).await.map_err(failed)?;
    upkeep.close().await;
    let name = file.display().to_string();
    let bytes = std::fs::metadata(file).map_err(|why| Failure::file(&name, &why))?.len();
    if json {
        writeln!(anstream::stdout(), "{:#}", json!({ "file": name, "bytes": bytes }))?;
    } else {
        tell!("{name}: {bytes} bytes; the file holds the secret that signs cookies, so keep it private");
    }
    Ok(())
}
