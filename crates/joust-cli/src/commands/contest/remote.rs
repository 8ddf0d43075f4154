//! `joust contest open`, `close` and `export`: a contest in an arena, for its teacher.

use super::args::{ContestCloseArgs, ContestExportArgs, ContestOpenArgs};
use super::read;
use crate::commands::stream::json;
use crate::commands::submit::{client, failure, wait};
use crate::failure::Failure;
use crate::input;
use crate::progress;
use joust_files::Care;
use joust_server::ArenaAddress;
use serde_json::{Value, json};
use std::io::Write;

/// Why somebody may not make a contest.
const TEACHERS_MAKE: &str =
    "only teachers make contests, and this token belongs to an account with another role: ask an operator";
/// Why somebody may not do something with a contest.
const TEACHERS: &str = "only teachers of this contest may, and this token belongs to somebody else";

fn address(text: &str) -> Result<ArenaAddress, Failure> {
    ArenaAddress::read(text).map_err(|why| Failure::Usage(why.to_string()))
}

/// The address of a contest.
fn contest(text: &str) -> Result<ArenaAddress, Failure> {
    let found = address(text)?;
    if found.contest().is_none() {
        return Err(Failure::Usage(format!(
            "{text} is the address of an arena: name that of a contest in it"
        )));
    }
    Ok(found)
}

pub(super) fn open(args: &ContestOpenArgs) -> Result<(), Failure> {
    let (place, terms) = match &args.file {
        Some(file) => {
            // Mistakes are told here, with their lines, before anything is sent.
            read(file)?;
            let text =
                joust_files::read_text(file, input::LONGEST).map_err(|why| Failure::file(file, &why))?;
            (address(&args.url)?, Some(text))
        }
        None => (contest(&args.url)?, None),
    };
    let (page, told) = wait(async {
        let place = match terms {
            Some(text) => {
                let id = client(place.clone(), &args.token)?
                    .make(&text)
                    .await
                    .map_err(|why| failure(why, TEACHERS_MAKE))?;
                place.with_contest(&id)
            }
            None => place,
        };
        let told = client(place.clone(), &args.token)?.open().await.map_err(|why| failure(why, TEACHERS))?;
        Ok((place.page(""), told))
    })?;
    let mut out = anstream::stdout().lock();
    let code = told["join_code"].as_str().unwrap_or_default();
    if args.json {
        writeln!(out, "{:#}", json(&json!({ "url": page, "join_code": code }))?)?;
    } else {
        writeln!(out, "open: {page}\nstudents join with the code {code}")?;
    }
    Ok(out.flush()?)
}

pub(super) fn close(args: &ContestCloseArgs) -> Result<(), Failure> {
    let place = contest(&args.url)?;
    let told: Value = wait(async {
        client(place.clone(), &args.token)?.close().await.map_err(|why| failure(why, TEACHERS))
    })?;
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", json(&told)?)?;
    } else {
        writeln!(out, "closed: {}", place.page(""))?;
    }
    Ok(out.flush()?)
}

pub(super) fn export(args: &ContestExportArgs) -> Result<(), Failure> {
    let place = contest(&args.url)?;
    if args.gradebook {
        let csv = wait(async {
            client(place, &args.token)?.gradebook().await.map_err(|why| failure(why, TEACHERS))
        })?;
        return write(args, &csv);
    }
    let Some(out) = &args.out else {
        return Err(Failure::Usage("an archive is not for a terminal: name a file by --out".to_owned()));
    };
    let bar = progress::bar(100, false, "{wide_bar} {percent} %");
    let archive = wait(async {
        let arena = client(place, &args.token)?;
        let made = arena.make_archive(&mut |percent| bar.set_position(percent)).await;
        bar.finish_and_clear();
        made.map_err(|why| failure(why, TEACHERS))?;
        arena.archive().await.map_err(|why| failure(why, TEACHERS))
    })?;
    write(args, &archive)?;
    tell!("{}: unpack it by tar -xf, and open index.html", out.display());
    Ok(())
}

fn write(args: &ContestExportArgs, bytes: &[u8]) -> Result<(), Failure> {
    if let Some(path) = &args.out {
        return joust_files::write(path, bytes, Care::Durable).map_err(|why| Failure::file(path, &why));
    }
    let mut out = anstream::stdout().lock();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}
