//! Visitors who watch battles of Mad Max, one after the other.

use crate::Trouble;
use crate::client::{arrive, open_page};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tokio::task::JoinHandle;

/// The first address of the watchers; each has its own.
const FIRST: u32 = 0xcb00_8100;

/// The watchers.
pub(crate) struct Battles {
    stop: Arc<AtomicBool>,
    fought: Arc<AtomicU64>,
    tasks: Vec<JoinHandle<()>>,
}

impl Battles {
    /// Has this many visitors watch battles of the player that thinks longest.
    pub(crate) async fn watch(address: SocketAddr, visitors: u32) -> Result<Battles, Trouble> {
        let (stop, fought) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let mut tasks = Vec::new();
        for number in 0..visitors {
            let visitor = arrive(address, Ipv4Addr::from_bits(FIRST + number)).await?;
            let (stop, fought) = (Arc::clone(&stop), Arc::clone(&fought));
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
                }
            }));
        }
        Ok(Battles { stop, fought, tasks })
    }

    /// Ends the watching at once, as visitors do who close the page; gives the number of battles.
    pub(crate) fn end(self) -> u64 {
        self.stop.store(true, Ordering::Relaxed);
        for task in &self.tasks {
            task.abort();
        }
        self.fought.load(Ordering::Relaxed)
    }
}
