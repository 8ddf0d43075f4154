//! Visitors who watch battles of Mad Max and ask for exact values, one after the other.

use crate::Trouble;
use crate::client::{arrive, open_page};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tokio::task::JoinHandle;

/// The first address of the watchers; each has its own.
const FIRST: u32 = 0xcb00_8100;

/// The end of a position on Keren that the server solves, whoever owns the first squares.
const ENDING: &str = "./bgbgb./.bgbg./g.bgb./bg.b../gbg...%20b";

/// The watchers.
pub(crate) struct Battles {
    stop: Arc<AtomicBool>,
    fought: Arc<AtomicU64>,
    solved: Arc<AtomicU64>,
    tasks: Vec<JoinHandle<()>>,
}

impl Battles {
    /// Has this many visitors watch battles of the player that thinks longest, and analyse between them.
    pub(crate) async fn watch(address: SocketAddr, visitors: u32) -> Result<Battles, Trouble> {
        let stop = Arc::new(AtomicBool::new(false));
        let [fought, solved] = [(); 2].map(|()| Arc::new(AtomicU64::new(0)));
        let mut tasks = Vec::new();
        for number in 0..visitors {
            let visitor = arrive(address, Ipv4Addr::from_bits(FIRST + number)).await?;
            let stop = Arc::clone(&stop);
            let (fought, solved) = (Arc::clone(&fought), Arc::clone(&solved));
            tasks.push(tokio::spawn(async move {
                for seed in 0.. {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let seed = number * 1000 + seed;
                    let path =
                        format!("/watch/battle/film?players=Dummy,Dummy,Dummy,Dummy&map=default&seed={seed}");
                    let told = open_page(address, &visitor, &path).await.unwrap_or(false);
                    fought.fetch_add(u64::from(told), Ordering::Relaxed);
                    let owners: String =
                        (0..5).map(|bit| if seed >> bit & 1 == 0 { 'b' } else { 'g' }).collect();
                    let path = format!("/exact?game=wargame&board=Keren&position={owners}{ENDING}");
                    let told = open_page(address, &visitor, &path).await.unwrap_or(false);
                    solved.fetch_add(u64::from(told), Ordering::Relaxed);
                }
            }));
        }
        Ok(Battles { stop, fought, solved, tasks })
    }

    /// Ends the watching at once, as visitors do who close the page; gives the numbers of battles and of
    /// solved positions.
    pub(crate) fn end(self) -> [u64; 2] {
        self.stop.store(true, Ordering::Relaxed);
        for task in &self.tasks {
            task.abort();
        }
        [self.fought, self.solved].map(|count| count.load(Ordering::Relaxed))
    }
}
