//! Live games with a steady rate of moves.

use crate::Trouble;
use crate::client::{Connection, arrive, make_game};
use joust_core::{Rng, Seed};
use joust_games::{Ask, DuelSession, duel};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::task::{JoinHandle, JoinSet};

/// A game has a move this often.
const PACE: Duration = Duration::from_secs(5);
/// A move that is not there after this time is lost.
const PATIENCE: Duration = Duration::from_secs(10);
/// Games that are made at the same time.
const TOGETHER: usize = 32;

/// How long moves took, in milliseconds.
#[derive(Default)]
pub(crate) struct Latencies {
    times: Vec<f64>,
    pub(crate) lost: usize,
}

impl Latencies {
    pub(crate) fn count(&self) -> usize {
        self.times.len()
    }

    /// The time within which this part of the moves arrived. They are in order.
    #[expect(clippy::cast_precision_loss, reason = "figures for people")]
    pub(crate) fn part(&self, part: f64) -> f64 {
        let at = (self.times.len() as f64 * part).ceil() as usize;
        self.times.get(at.saturating_sub(1)).copied().unwrap_or(f64::NAN)
    }
}

/// A game between two visitors.
struct Pair {
    address: SocketAddr,
    name: &'static str,
    session: Box<dyn DuelSession>,
    lines: [Connection; 2],
    version: u32,
    rng: Rng,
}

/// The address of a game, as the header of the proxy has it: games do not share rates.
fn home(number: u64) -> Ipv4Addr {
    Ipv4Addr::from_bits(0x0a00_0000 | (number as u32 & 0xff_ffff))
}

pub(crate) fn fresh(name: &str) -> Result<Box<dyn DuelSession>, Trouble> {
    Ok(duel(name).ok_or("no such game")?.duel_session(&Ask::default())?)
}

/// A move of the side to act, as records write it.
pub(crate) fn any_move(session: &dyn DuelSession, rng: &mut Rng) -> Option<String> {
    session.position().random_move(rng)
}

impl Pair {
    async fn begin(address: SocketAddr, number: u64) -> Result<Pair, Trouble> {
        // One game in four is the War Game.
        let name = if number.is_multiple_of(4) { "wargame" } else { "mad" };
        let home = home(number);
        let (first, second) = (arrive(address, home).await?, arrive(address, home).await?);
        let form = format!(
            "game={name}&board=&rules=&position=&opponent=friend&level=&seat=0&minutes=60&increment=5&name="
        );
        let place = make_game(address, &first, &form).await?;
        let mut one = Connection::open(address, &place, &first).await?;
        one.hear(&["game"]).await?;
        let mut two = Connection::open(address, &place, &second).await?;
        two.hear(&["game"]).await?;
        two.say("{\"t\":\"join\"}".to_owned()).await?;
        let version = loop {
            let heard = two.hear(&["game"]).await?;
            if heard.you == [1] {
                break heard.version;
            }
        };
        let rng = Seed(number).rng();
        Ok(Pair { address, name, session: fresh(name)?, lines: [one, two], version, rng })
    }

    /// Makes a move and waits until both sides have it.
    async fn advance(&mut self) -> Result<Duration, Trouble> {
        let Some(seat) = self.session.to_act() else {
            let next = Pair::begin(self.address, self.rng_number()).await?;
            *self = next;
            return Box::pin(self.advance()).await;
        };
        let action = any_move(&*self.session, &mut self.rng).ok_or("no move")?;
        let message = format!("{{\"t\":\"act\",\"version\":{},\"action\":\"{action}\"}}", self.version);
        let begin = Instant::now();
        let [one, two] = &mut self.lines;
        let mover = if seat.index() == 0 { &mut *one } else { &mut *two };
        mover.say(message).await?;
        let heard = tokio::time::timeout(PATIENCE, async {
            tokio::try_join!(one.hear(&["acted"]), two.hear(&["acted"]))
        });
        let (first, second) = heard.await.map_err(|_| "no answer")??;
        let took = begin.elapsed();
        if first.action != action || second.action != action || first.version != second.version {
            return Err(format!("{action} was sent, {} and {} came back", first.action, second.action).into());
        }
        self.version = first.version;
        self.session.act(&action)?;
        Ok(took)
    }

    fn rng_number(&mut self) -> u64 {
        let bound = 1 << 30;
        joust_core::below(&mut self.rng, bound) as u64 * 4 + u64::from(self.name == "mad")
    }
}

/// All games.
pub(crate) struct Load {
    address: SocketAddr,
    pairs: Vec<Pair>,
}

impl Load {
    /// Makes games with both players connected.
    pub(crate) async fn connect(address: SocketAddr, games: usize) -> Result<Load, Trouble> {
        let mut pairs = Vec::with_capacity(games);
        let mut coming = JoinSet::new();
        for number in 0..games as u64 {
            if coming.len() >= TOGETHER
                && let Some(pair) = coming.join_next().await
            {
                pairs.push(pair??);
            }
            coming.spawn(Pair::begin(address, number));
        }
        while let Some(pair) = coming.join_next().await {
            pairs.push(pair??);
        }
        Ok(Load { address, pairs })
    }

    /// Plays all games for some time at their pace.
    pub(crate) async fn play(self, time: Duration) -> (Load, Latencies) {
        let begin = Instant::now() + Duration::from_millis(200);
        let count = self.pairs.len().max(1) as u32;
        let mut games = JoinSet::new();
        for (i, mut pair) in self.pairs.into_iter().enumerate() {
            games.spawn(async move {
                let mut next = begin + PACE * i as u32 / count;
                let mut times = Vec::new();
                while next < begin + time {
                    tokio::time::sleep_until(next.into()).await;
                    match pair.advance().await {
                        Ok(took) => times.push(took.as_secs_f64() * 1e3),
                        Err(why) => {
                            eprintln!("arena: {why}");
                            return (None, times, 1);
                        }
                    }
                    next += PACE;
                }
                (Some(pair), times, 0)
            });
        }
        let mut latencies = Latencies::default();
        let mut pairs = Vec::new();
        for (pair, times, lost) in games.join_all().await {
            pairs.extend(pair);
            latencies.times.extend(times);
            latencies.lost += lost;
        }
        latencies.times.sort_by(f64::total_cmp);
        (Load { address: self.address, pairs }, latencies)
    }

    /// Starts visitors that play against the strongest computer and answer at once.
    pub(crate) async fn searches(&self, count: usize) -> Result<Searches, Trouble> {
        let (stop, moves) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let mut tasks = Vec::new();
        for number in 0..count as u64 {
            let (address, stop, moves) = (self.address, Arc::clone(&stop), Arc::clone(&moves));
            tasks.push(tokio::spawn(async move {
                while !stop.load(Ordering::Relaxed) {
                    if let Err(why) = against_computer(address, number, &stop, &moves).await {
                        eprintln!("arena: against the computer: {why}");
                        return;
                    }
                }
            }));
        }
        // Until all of them think.
        tokio::time::sleep(Duration::from_secs(2)).await;
        Ok(Searches { stop, moves, tasks })
    }
}

async fn against_computer(
    address: SocketAddr,
    number: u64,
    stop: &AtomicBool,
    moves: &AtomicU64,
) -> Result<(), Trouble> {
    // A separate address, from the network for measurements.
    let visitor = arrive(address, Ipv4Addr::from_bits(0xc612_0000 | (number as u32 & 0xffff))).await?;
    let place = make_game(address, &visitor, LEVEL_10).await?;
    let line = Connection::open(address, &place, &visitor).await?;
    play_computer(line, number, stop, moves).await
}

/// A game against the strongest computer.
pub(crate) const LEVEL_10: &str =
    "game=mad&board=&rules=&position=&opponent=computer&level=10&seat=0&minutes=&increment=&name=";

/// Plays a game against the computer, answering at once.
pub(crate) async fn play_computer(
    mut line: Connection,
    number: u64,
    stop: &AtomicBool,
    moves: &AtomicU64,
) -> Result<(), Trouble> {
    let mut version = line.hear(&["game"]).await?.version;
    let mut session = fresh("mad")?;
    let mut rng = Seed(number).rng();
    while let Some(seat) = session.to_act().filter(|_| !stop.load(Ordering::Relaxed)) {
        if seat.index() == 0 {
            let action = any_move(&*session, &mut rng).ok_or("no move")?;
            line.say(format!("{{\"t\":\"act\",\"version\":{version},\"action\":\"{action}\"}}")).await?;
        } else {
            moves.fetch_add(1, Ordering::Relaxed);
        }
        let heard = line.hear(&["acted"]).await?;
        version = heard.version;
        session.act(&heard.action)?;
    }
    Ok(())
}

/// Games against the computer.
pub(crate) struct Searches {
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) moves: Arc<AtomicU64>,
    pub(crate) tasks: Vec<JoinHandle<()>>,
}

impl Searches {
    /// Ends the games; gives the number of the computer's moves.
    pub(crate) async fn end(self) -> u64 {
        self.stop.store(true, Ordering::Relaxed);
        self.tasks.iter().for_each(JoinHandle::abort);
        for task in self.tasks {
            let _ = task.await;
        }
        self.moves.load(Ordering::Relaxed)
    }
}
