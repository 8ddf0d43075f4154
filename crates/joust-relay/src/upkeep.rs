//! Signs of life, of workers and of the queue: what a dispatcher does at every pace, and when something is lost.

use crate::about::random;
use crate::book::Purpose;
use crate::hall::{Hall, Inner};
use crate::messages::{self, Beat, Call};
use crate::queue;
use crate::talk::DispatcherTalk;
use async_nats::Message;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// How many beats a worker may miss before it is taken for gone.
const MISSED: u32 = 10;
/// After how many paces the stream is asked which work it still has.
const LOOK: u32 = 5;
/// After how many paces a result is checked at home that no other worker has checked; at once if there is no other.
const CHECK: u32 = 10;
/// How often workers may hang over one piece of work before it is done at home.
const MOST_HUNG: u32 = 2;

impl Hall {
    /// A worker lives, or goes.
    pub(crate) fn beaten(&mut self, message: &Message) {
        let Ok(beat) = serde_json::from_slice::<Beat>(&message.payload) else { return };
        if !self.roll.has(&beat.worker, &beat.ticket) {
            return;
        }
        if beat.leaves {
            if let Some(about) = self.roll.remove(&beat.worker) {
                self.tell(DispatcherTalk::Left(about));
            }
            self.count();
            return;
        }
        self.roll.beat(&beat.worker, &beat.running, Instant::now());
        for module in beat.missing {
            // It is put there again, unless it is on its way.
            if self.modules.get(&module) == Some(&true) {
                self.modules.remove(&module);
                self.upload(module);
            }
        }
    }

    /// Counts the games that all workers play at a time.
    pub(crate) fn count(&self) {
        self.threads.store(self.roll.threads(), Ordering::Relaxed);
    }

    /// The connection to the queue is there, or is lost.
    pub(crate) fn connected(&mut self, is_connected: bool) {
        self.tell(if is_connected { DispatcherTalk::Connected } else { DispatcherTalk::Disconnected });
        (self.is_connected, self.is_ready) = (is_connected, false);
        if is_connected {
            // Nobody could be heard meanwhile.
            self.roll.forgive(Instant::now());
            self.furnish();
            self.count();
        } else {
            // Nobody can be given anything.
            self.threads.store(0, Ordering::Relaxed);
        }
    }

    /// The queue refuses something: it is looked after at the next pace.
    pub(crate) fn in_trouble(&mut self, why: String) {
        if std::mem::take(&mut self.is_ready) {
            self.tell(DispatcherTalk::Trouble(why));
        }
    }

    /// Only workers that are still admitted learn the name of the new consumer.
    pub(crate) fn change_consumer(&mut self) {
        let old = std::mem::replace(&mut self.consumer, format!("{}-{}", self.id, random()));
        self.old_consumers.push(old);
        self.generation += 1;
        self.furnish();
    }

    /// Makes what the queue must have, if it has lost it. A stream of work has one consumer for each subject, so the
    /// old one goes first. An earlier attempt is given up: its requests may be lost, or out of date.
    fn furnish(&mut self) {
        if let Some(earlier) = self.furnishing.take() {
            earlier.abort();
        }
        self.is_ready = false;
        self.attempt += 1;
        let attempt = self.attempt;
        let (context, inner, id) = (self.context.clone(), self.inner.clone(), self.id.clone());
        let (consumer, wait) = (self.consumer.clone(), self.settings.ack_wait());
        let old = self.old_consumers.clone();
        let task = tokio::spawn(async move {
            let made = async {
                let is_new = queue::furnish(&context).await?;
                for old in &old {
                    queue::close_consumer(&context, old).await;
                }
                queue::open_consumer(&context, &id, &consumer, wait).await?;
                Ok(is_new)
            };
            let _ = inner.send(Inner::Furnished(attempt, made.await));
        });
        self.furnishing = Some(task.abort_handle());
    }

    /// The queue has what it must have, or not.
    pub(crate) async fn furnished(&mut self, made: Result<bool, String>) {
        self.furnishing = None;
        match made {
            Ok(is_new) => {
                self.is_ready = true;
                self.old_consumers.clear();
                if is_new {
                    self.modules.clear();
                    self.published.clear();
                }
                self.call().await;
                self.publish_all();
                self.look();
            }
            Err(_) if !self.is_connected => {}
            Err(why) => self.tell(DispatcherTalk::Trouble(why)),
        }
    }

    /// Calls for workers.
    async fn call(&self) {
        let pace = u64::try_from(self.settings.pace.as_millis()).unwrap_or(1000);
        let call = Call { dispatcher: self.id.clone(), generation: self.generation, pace };
        let bytes = serde_json::to_vec(&call).unwrap_or_default();
        let _ = self.client.publish(messages::CALL, bytes.into()).await;
    }

    /// What is done at every pace.
    pub(crate) async fn tick(&mut self) {
        if !self.is_connected {
            return;
        }
        let now = Instant::now();
        self.call().await;
        if !self.is_ready && self.furnishing.is_none() {
            self.furnish();
        }
        if self.is_ready && now.duration_since(self.looked) > LOOK * self.settings.pace {
            self.look();
        }
        for about in self.roll.silent(MISSED * self.settings.pace, now) {
            self.tell(DispatcherTalk::Left(about));
        }
        self.bar(now);
        self.count();
        let (longest, roll) = (CHECK * self.settings.pace, &self.roll);
        let is_late = |since: &Instant| now.duration_since(*since) > longest;
        let late = self.checks.extract_if(|_, (since, not)| is_late(since) || !roll.has_other(not));
        let late: Vec<String> = late.map(|(hash, _)| hash).collect();
        for hash in late {
            if self.book.is_checked(&hash) {
                self.do_at_home(&hash, Purpose::Check);
            }
        }
    }

    /// Takes their work from the workers that hang.
    fn bar(&mut self, now: Instant) {
        let hanging = self.roll.hanging(self.settings.longest, now);
        let is_any = !hanging.is_empty();
        for (about, work) in hanging {
            self.tell(DispatcherTalk::Hangs(about));
            for hash in work {
                let times = self.hung.entry(hash.clone()).or_default();
                *times += 1;
                if *times == MOST_HUNG {
                    self.do_at_home(&hash, Purpose::Play);
                }
            }
        }
        if is_any {
            self.change_consumer();
        }
    }
}
