//! A class before its deadline: everybody hands in a player as costly as Demo within a minute, while live games go on.

use crate::client::exchange;
use crate::load::Load;
use crate::server::Server;
use crate::{Plan, Trouble, report};
use serde_json::Value;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// Demo of the kit, which every student hands in under another name.
const DEMO: &str = include_str!("../../../../../kits/madmax-cpp/AIDemo.cc");
/// The contest that `joust contest new` writes, with dates that are always right, and an opponent that Demo beats.
const TERMS: &str = include_str!("../../../../joust-contest/contests/madmax.toml");
/// Within this time, everybody hands in.
const WITHIN: Duration = Duration::from_mins(1);
/// All verdicts are there within this time, or the measurement is given up.
const PATIENCE: Duration = Duration::from_mins(20);

/// A request of a program with a token.
async fn ask(
    address: SocketAddr,
    token: &str,
    method: &str,
    path: &str,
    body: &str,
) -> Result<Value, Trouble> {
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\nX-Forwarded-For: 10.1.1.1\r\n\
         Connection: close\r\nContent-Length: {}\r\n",
        body.len()
    );
    let answer = exchange(address, head, body).await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
    if !head.starts_with("HTTP/1.1 20") {
        return Err(format!("{path}: {head}\n{body}").into());
    }
    Ok(serde_json::from_str(body)?)
}

/// Keeps a name from a home of its own, and gives a token.
async fn account(server: &Server, name: &str, home: usize, role: Option<&str>) -> Result<String, Trouble> {
    let address = server.address();
    let home = format!("10.2.{}.{}", home / 250, home % 250 + 1);
    let post = |path: &str, cookie: &str, form: &str| {
        format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nX-Forwarded-For: {home}\r\n{cookie}\
             Connection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n",
            form.len()
        )
    };
    let form = format!("name={name}&password=orange+tiger+piano");
    let answer = exchange(address, post("/account/new", "", &form), &form).await?;
    let session = answer
        .lines()
        .filter_map(|line| line.strip_prefix("set-cookie: "))
        .find(|cookie| cookie.starts_with("joust-session="))
        .and_then(|cookie| cookie.split(';').next())
        .ok_or_else(|| format!("no account: {}", answer.lines().next().unwrap_or_default()))?
        .to_owned();
    if let Some(role) = role {
        server.tool(&["arena", "operator", name, "--role", role])?;
    }
    let form = "label=bench";
    let answer =
        exchange(address, post("/account/tokens", &format!("Cookie: {session}\r\n"), form), form).await?;
    let token = answer.split("<li><code>").nth(1).and_then(|rest| rest.split_once("</code>"));
    Ok(token.ok_or("no token")?.0.to_owned())
}

/// The terms of the contest: those of the example, open now. Demo loses against Dummy, so it meets Null: the whole way
/// is measured, and the ladder plays beside it.
fn terms() -> String {
    let kept: Vec<&str> = TERMS.lines().take_while(|line| !line.starts_with("[[round]]")).collect();
    let kept: Vec<String> = kept
        .into_iter()
        .filter(|line| !line.starts_with("opens ="))
        .map(|line| match line {
            line if line.starts_with("closes =") => "closes = 2099-01-01T00:00:00Z".to_owned(),
            line if line.starts_with("against =") => "against = \"Null\"".to_owned(),
            line => line.to_owned(),
        })
        .collect();
    kept.join("\n")
}

/// Measures a class of `students`.
pub(crate) async fn run(plan: &Plan, students: usize) -> Result<(), Trouble> {
    let server = Server::start(&plan.joust, plan.searches)?;
    let address = server.address();
    let teacher = account(&server, "Teacher1", students, Some("teacher")).await?;
    let made = ask(address, &teacher, "POST", "/api/contests", &terms()).await?;
    let api = format!("/api/contests/{}", made["id"].as_str().ok_or("no contest")?);
    let opened = ask(address, &teacher, "POST", &format!("{api}/open"), "").await?;
    let code = opened["join_code"].as_str().ok_or("no code")?.to_owned();
    let mut tokens = Vec::new();
    for number in 0..students {
        let token = account(&server, &format!("student{number}x"), number, None).await?;
        ask(address, &token, "POST", &format!("{api}/join?code={code}"), "").await?;
        tokens.push(token);
    }
    let load = Load::connect(address, plan.games).await?;
    let (load, quiet) = load.play(Duration::from_secs(plan.seconds)).await;
    report("contest: nobody hands in", 250, &quiet, server.busy()?);
    let begun = Instant::now();
    let handing = {
        let api = api.clone();
        tokio::spawn(async move {
            for (number, token) in tokens.iter().enumerate() {
                let at = WITHIN * number as u32 / tokens.len() as u32;
                tokio::time::sleep(at.saturating_sub(begun.elapsed())).await;
                let source = DEMO.replace("PLAYER_NAME Demo", &format!("PLAYER_NAME Demo{number}"));
                let path = format!("{api}/versions?file=AIDemo{number}.cc");
                ask(address, token, "POST", &path, &source).await?;
            }
            Ok::<(), Trouble>(())
        })
    };
    let watching = tokio::spawn(async move {
        let mut first = None;
        loop {
            tokio::time::sleep(Duration::from_millis(200)).await;
            let found = ask(address, &teacher, "GET", &format!("{api}/versions"), "").await?;
            let states: Vec<&str> = found["versions"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|one| one["state"].as_str())
                .collect();
            let done = states.iter().filter(|state| !matches!(**state, "waiting" | "judging")).count();
            if done > 0 && first.is_none() {
                first = Some(begun.elapsed());
            }
            if done == students {
                let qualified = states.iter().filter(|state| **state == "qualified").count();
                return Ok::<_, Trouble>((first.unwrap_or_default(), begun.elapsed(), qualified));
            }
            if begun.elapsed() > PATIENCE {
                return Err(
                    format!("only {done} of {students} were judged in {} s", PATIENCE.as_secs()).into()
                );
            }
        }
    });
    let (_load, busy) = load.play(WITHIN + Duration::from_secs(plan.seconds)).await;
    handing.await??;
    report("contest: the class hands in", 250, &busy, server.busy()?);
    let (first, last, qualified) = watching.await??;
    if qualified < students {
        return Err(format!("only {qualified} of {students} have qualified").into());
    }
    println!(
        "contest: {students} students with players as costly as Demo within {} s: the first verdict after {:.1} s \
         (aim: 60), the last after {:.1} s (aim: 600)",
        WITHIN.as_secs(),
        first.as_secs_f64(),
        last.as_secs_f64()
    );
    Ok(())
}
