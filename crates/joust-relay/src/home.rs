//! The dispatcher's own thread: it probes, checks and judges, and does what no worker can.

use crate::about::About;
use crate::answer::Answer;
use crate::book::Purpose;
use crate::dispatcher::FindModule;
use crate::hands::{Hands as _, Player};
use crate::shelf::Shelf;
use crate::work::{Packed, Work};
use joust_match::{BadJob, Performed};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Sender, channel};
use tokio::sync::mpsc::UnboundedSender;

/// What the thread is asked to do.
pub(crate) enum Errand {
    /// The right answer to the probe of a worker; the subject is passed back.
    Probe { about: About, work: Packed, reply: String },
    /// Open work.
    Work { work: Packed, purpose: Purpose },
}

/// What it has done.
pub(crate) enum Ran {
    Probe {
        about: About,
        work: Packed,
        reply: String,
        answer: Vec<u8>,
    },
    /// The answer, and for work that no worker can do the result itself.
    Work {
        hash: String,
        purpose: Purpose,
        answer: Vec<u8>,
        result: Option<Result<Box<Performed>, BadJob>>,
    },
}

/// Starts the thread. It ends when nothing more can be sent to it.
pub(crate) fn start(
    find: FindModule,
    stop: Arc<AtomicBool>,
    ran: UnboundedSender<Ran>,
) -> std::io::Result<Sender<Errand>> {
    let (errands, list) = channel();
    std::thread::Builder::new().name("relay-home".to_owned()).spawn(move || {
        let shelf = Shelf::default();
        // Without its module every probe fails, and no worker is admitted: the reason is in its answer.
        let _ = crate::probe::put(&shelf);
        for errand in list {
            let done = match errand {
                Errand::Probe { about, work, reply } => {
                    let Some(answer) = Player.work(&work, &shelf, &stop) else { return };
                    Ran::Probe { about, work, reply, answer }
                }
                Errand::Work { work, purpose } => {
                    fetch(&work, &shelf, &find);
                    let Some(done) = run(&work, purpose, &shelf, &stop) else { return };
                    done
                }
            };
            if ran.send(done).is_err() {
                return;
            }
        }
    })?;
    Ok(errands)
}

/// Puts the modules of a piece of work on the shelf. What is missing is told when the work is done.
fn fetch(work: &Packed, shelf: &Shelf, find: &FindModule) {
    for (_, hash) in work.work().modules() {
        if !shelf.has(hash)
            && let Some(bytes) = find(hash)
        {
            let _ = shelf.put(hash, &bytes);
        }
    }
}

fn run(work: &Packed, purpose: Purpose, shelf: &Shelf, stop: &AtomicBool) -> Option<Ran> {
    let hash = work.hash().to_owned();
    if purpose != Purpose::Play {
        let answer = Player.work(work, shelf, stop)?;
        return Some(Ran::Work { hash, purpose, answer, result: None });
    }
    let Work::Game(task) = work.work();
    let programs = match shelf.programs(work.work()) {
        Ok(programs) => programs,
        Err(module) => {
            let why = BadJob::Kit(format!("module {module} is not here any more"));
            let answer = Answer::Failed(why.to_string()).bytes();
            return Some(Ran::Work { hash, purpose, answer, result: Some(Err(why)) });
        }
    };
    let result = task.perform(&programs, stop).transpose()?;
    let answer = Answer::of(result.clone()).bytes();
    Some(Ran::Work { hash, purpose, answer, result: Some(result.map(Box::new)) })
}
