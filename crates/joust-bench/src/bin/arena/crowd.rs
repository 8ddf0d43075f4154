//! Greedy clients: one address with hundreds of cookies, each of which plays against the strongest
//! computer, and another address that opens the longest games as fast as it can.

use crate::Trouble;
use crate::client::{Connection, Visitor, arrive, make_game, open_page};
use crate::load::{LEVEL_10, Searches, any_move, fresh, play_computer};
use joust_core::Seed;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The address of the many cookies.
const GREEDY: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 1);
/// The address that opens long games.
const LONG: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 2);
/// Games that are made long.
const LONG_GAMES: u8 = 8;
/// The time between two requests for long games: a third of what the rate of an address allows.
const PAGE_PACE: Duration = Duration::from_millis(11);

/// A game of the greatest length, and its player.
pub(crate) struct Long {
    visitor: Visitor,
    place: String,
    entries: u32,
}

impl Long {
    /// Makes some games, as long as the server allows.
    pub(crate) async fn make(address: SocketAddr) -> Result<Vec<Long>, Trouble> {
        let growing: Vec<_> = (0..LONG_GAMES).map(|number| tokio::spawn(grow(address, number))).collect();
        let mut long = Vec::new();
        for game in growing {
            long.push(game.await??);
        }
        Ok(long)
    }
}

/// Makes a move and takes it back, again and again: the log grows, and the game does not end.
async fn grow(address: SocketAddr, number: u8) -> Result<Long, Trouble> {
    let visitor = arrive(address, Ipv4Addr::new(198, 51, 100, number)).await?;
    let place = make_game(address, &visitor, "game=mad&opponent=screen").await?;
    let mut line = Connection::open(address, &place, &visitor).await?;
    let mut version = line.hear(&["game"]).await?.version;
    let action = any_move(&*fresh("mad")?, &mut Seed(1).rng()).ok_or("no move")?;
    loop {
        let act = format!("{{\"t\":\"act\",\"version\":{version},\"action\":\"{action}\"}}");
        line.say(act).await?;
        // The log is full.
        let Ok(heard) = line.hear(&["acted"]).await else { break };
        version = heard.version;
        line.say(format!("{{\"t\":\"undo\",\"version\":{version}}}")).await?;
        let Ok(heard) = line.hear(&["game"]).await else { break };
        version = heard.version;
    }
    Ok(Long { visitor, place, entries: version })
}

/// The running clients.
pub(crate) struct Crowd {
    searches: Searches,
    pages: Arc<AtomicU64>,
}

impl Crowd {
    /// Starts this many cookies of one address, which play against the computer, and a client that opens
    /// long games.
    pub(crate) async fn gather(address: SocketAddr, cookies: u32, long: Vec<Long>) -> Result<Crowd, Trouble> {
        let stop = Arc::new(AtomicBool::new(false));
        let (moves, pages) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let mut tasks = Vec::new();
        let begin = Instant::now();
        for number in 0..cookies {
            // Cookies and games are collected elsewhere: one address would need ten minutes for them.
            let visitor = arrive(address, Ipv4Addr::from_bits(0xcb00_7100 + number)).await?;
            let place = make_game(address, &visitor, LEVEL_10).await?;
            let greedy = visitor.at(GREEDY);
            let line = loop {
                match Connection::open(address, &place, &greedy).await {
                    Ok(line) => break line,
                    Err(why) if begin.elapsed() > Duration::from_mins(2) => return Err(why),
                    // New connections have a rate.
                    Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
                }
            };
            let (stop, moves) = (Arc::clone(&stop), Arc::clone(&moves));
            tasks.push(tokio::spawn(async move {
                // A refusal ends the game: the rates are what is tried here.
                let _ = play_computer(line, u64::from(number), &stop, &moves).await;
            }));
        }
        let entries: Vec<u32> = long.iter().map(|game| game.entries).collect();
        println!(
            "arena: {cookies} cookies of one address came in {:.1} s; long games with {entries:?} entries",
            begin.elapsed().as_secs_f64()
        );
        let (stopping, opened) = (Arc::clone(&stop), Arc::clone(&pages));
        tasks.push(tokio::spawn(async move {
            let mut pace = tokio::time::interval(PAGE_PACE);
            while !stopping.load(Ordering::Relaxed) {
                for game in &long {
                    let visitor = game.visitor.at(LONG);
                    for path in [&*game.place, "/"] {
                        pace.tick().await;
                        let given = open_page(address, &visitor, path).await.unwrap_or(false);
                        opened.fetch_add(u64::from(given), Ordering::Relaxed);
                    }
                }
            }
        }));
        Ok(Crowd { searches: Searches { stop, moves, tasks }, pages })
    }

    /// Ends the clients; gives the number of the computer's moves, and of pages with long games.
    pub(crate) async fn end(self) -> (u64, u64) {
        (self.searches.end().await, self.pages.load(Ordering::Relaxed))
    }
}
