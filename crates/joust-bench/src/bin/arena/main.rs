//! Load on the web arena: a real `joust serve`, thousands of live games over loopback.
//!
//! Every game has two connections and a move every five seconds. Measured are the time from sending a
//! move until both sides have it, and the memory of an idle game: without other load, with searches, with
//! battles of Mad Max, and with many cookies from one address. Rate limits apply; the header of a proxy gives every game its own
//! address.
//!
//! ```text
//! arena JOUST [--games N] [--seconds S] [--searches N] [--battles N] [--cookies N]
//! arena JOUST --students N [--games N] [--seconds S]
//! ```
//!
//! With `--students` a class hands in players within a minute, and only that is measured.

mod battles;
mod client;
mod contest;
mod crowd;
mod load;
mod server;

use battles::Battles;
use crowd::{Crowd, Long};
use load::{Latencies, Load};
use server::Server;
use std::process::ExitCode;
use std::time::Duration;

/// What is measured, and for how long.
struct Plan {
    joust: String,
    games: usize,
    seconds: u64,
    searches: usize,
    battles: u32,
    cookies: u32,
    /// The class of a contest; 0 for the arena without one.
    students: usize,
}

const USAGE: &str =
    "arena JOUST [--games N] [--seconds S] [--searches N] [--battles N] [--cookies N] [--students N]";

fn plan() -> Option<Plan> {
    let mut words = std::env::args().skip(1);
    let mut plan = Plan {
        joust: words.next()?,
        games: 2000,
        seconds: 30,
        searches: 8,
        battles: 50,
        cookies: 600,
        students: 0,
    };
    while let Some(word) = words.next() {
        let number: u64 = words.next()?.parse().ok()?;
        match word.as_str() {
            "--games" => plan.games = number as usize,
            "--seconds" => plan.seconds = number,
            "--searches" => plan.searches = number as usize,
            "--battles" => plan.battles = number as u32,
            "--cookies" => plan.cookies = number as u32,
            "--students" => plan.students = number as usize,
            _ => return None,
        }
    }
    Some(plan)
}

fn main() -> ExitCode {
    let Some(plan) = plan() else {
        eprintln!("usage: {USAGE}");
        return ExitCode::from(2);
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    match runtime.map_err(Into::into).and_then(|runtime| runtime.block_on(run(&plan))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("arena: {why}");
            ExitCode::FAILURE
        }
    }
}

type Trouble = Box<dyn std::error::Error + Send + Sync>;

#[expect(clippy::cast_precision_loss, reason = "figures for people")]
async fn run(plan: &Plan) -> Result<(), Trouble> {
    if plan.students > 0 {
        return contest::run(plan, plan.students).await;
    }
    let server = Server::start(&plan.joust, plan.searches)?;
    let long = Long::make(server.address()).await?;
    let server = server.again(&plan.joust, plan.searches)?;
    let empty = server.memory()?;
    let begin = std::time::Instant::now();
    let load = Load::connect(server.address(), plan.games).await?;
    println!(
        "arena: {} live games, {} connections after {:.1} s",
        plan.games,
        2 * plan.games,
        begin.elapsed().as_secs_f64()
    );
    // Memory that was needed only to connect is released.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let idle = server.memory()?.saturating_sub(empty);
    println!(
        "arena: {:.1} kB for an idle game with both its connections (aim: 50)",
        idle as f64 / 1e3 / plan.games as f64
    );
    let time = Duration::from_secs(plan.seconds);
    let (load, quiet) = load.play(time).await;
    report("engine idle", 100, &quiet, server.busy()?);
    let searches = load.searches(plan.searches).await?;
    let (load, noisy) = load.play(time).await;
    report(&format!("{} searches", plan.searches), 250, &noisy, server.busy()?);
    println!("arena: the computer moved {} times meanwhile", searches.end().await);
    let before = server.memory()?;
    let battles = Battles::watch(server.address(), plan.battles).await?;
    let (load, watched) = load.play(time).await;
    report(&format!("{} visitors watch battles and analyse", plan.battles), 250, &watched, server.busy()?);
    let more = server.memory()?.saturating_sub(before);
    let [fought, solved] = battles.end();
    println!(
        "arena: {fought} battles were fought and {solved} positions solved meanwhile, with {:.0} MB more memory (aim: 100)",
        more as f64 / 1e6
    );
    let crowd = Crowd::gather(server.address(), plan.cookies, long).await?;
    let (_load, crowded) = load.play(time).await;
    report(&format!("{} cookies of one address", plan.cookies), 250, &crowded, server.busy()?);
    let (moves, pages) = crowd.end().await;
    println!(
        "arena: the computer moved {moves} times meanwhile, and {pages} pages with long games were opened; \
         99 of 100 moves took {:.2} times as long as with {} searches (aim: 1)",
        crowded.part(0.99) / noisy.part(0.99),
        plan.searches
    );
    Ok(())
}

fn report(name: &str, aim: u64, latencies: &Latencies, busy: Duration) {
    println!(
        "arena: {name}: {} moves, both sides have one after {:.1} ms (median), {:.1} ms (99 of 100; aim: {aim}), \
         {:.1} ms (longest); {} lost; the server has used {:.1} s of CPU",
        latencies.count(),
        latencies.part(0.5),
        latencies.part(0.99),
        latencies.part(1.0),
        latencies.lost,
        busy.as_secs_f64()
    );
}
