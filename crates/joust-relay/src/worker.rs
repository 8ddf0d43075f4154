//! A worker: finds dispatchers, proves what it can, and plays their games until it is told to stop.

use crate::about::About;
use crate::hands::Hands;
use crate::pile::Pile;
use crate::probe;
use crate::queue::{self, BadQueue, Queue};
use crate::rounds::Rounds;
use crate::shelf::Shelf;
use crate::shop::Shop;
use crate::talk::WorkerTalk;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use tokio::sync::mpsc::unbounded_channel;

/// How a worker works.
#[derive(Clone)]
pub struct WorkerSettings {
    /// The queue.
    pub queue: Queue,
    /// What it says of itself. It plays as many games at a time as it says there.
    pub about: About,
}

/// A worker.
pub struct Worker {
    settings: WorkerSettings,
    hands: Arc<dyn Hands>,
    tell: Arc<dyn Fn(WorkerTalk) + Send + Sync>,
}

impl Worker {
    /// A worker with these hands, [`Player`](crate::Player) usually; `tell` is told what people may want to read.
    pub fn new(
        settings: WorkerSettings,
        hands: impl Hands,
        tell: impl Fn(WorkerTalk) + Send + Sync + 'static,
    ) -> Worker {
        Worker { settings, hands: Arc::new(hands), tell: Arc::new(tell) }
    }

    /// Works until the flag is set. Then games in progress are given up and given back. A queue that cannot be
    /// reached is waited for.
    pub fn run(self, stop: &AtomicBool) -> Result<(), BadQueue> {
        let here = |why: std::io::Error| BadQueue::Here(why.to_string());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(here)?;
        let shelf = Arc::new(Shelf::default());
        probe::put(&shelf).map_err(|why| BadQueue::Here(format!("modules cannot be run here: {why}")))?;
        let (event, connected) = unbounded_channel();
        let done = runtime.block_on(async {
            let Worker { settings, hands, tell } = self;
            let WorkerSettings { queue, about } = settings;
            let client = queue.connect(&format!("joust worker {}", about.called()), true, event).await?;
            let threads = about.threads.max(1);
            let shop = Arc::new(Shop {
                context: queue::context(&client),
                pile: Pile::new(threads),
                held: Mutex::default(),
                stop: AtomicBool::new(false),
                about,
                client,
                shelf,
                hands,
                tell,
            });
            let (finished, results) = unbounded_channel();
            for number in 0..threads {
                let (shop, finished) = (Arc::clone(&shop), finished.clone());
                let thread = std::thread::Builder::new().name(format!("relay-worker-{number}"));
                thread.spawn(move || shop.work(&finished)).map_err(here)?;
            }
            drop(finished);
            Rounds::new(shop).run(stop, connected, results).await;
            Ok(())
        });
        // A game that does not heed the flag must not keep the worker.
        runtime.shutdown_background();
        done
    }
}
