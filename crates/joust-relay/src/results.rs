//! What a dispatcher does with results: it believes them or has them checked, tells the caller, and gives receipts
//! when the caller has stored them.

use crate::book::{Act, Purpose};
use crate::hall::{Hall, Inner};
use crate::home::{Errand, Ran};
use crate::messages::{Done, Receipt};
use crate::talk::DispatcherTalk;
use crate::{Answer, store};
use async_nats::Message;
use joust_match::{BadJob, Heard, Performed};

impl Hall {
    /// A worker has done something.
    pub(crate) async fn done(&mut self, message: &Message) {
        let Some((done, answer)) = Done::read(&message.payload) else { return };
        let Some(reply) = message.reply.as_ref().map(ToString::to_string) else { return };
        if !self.roll.has(&done.worker, &done.ticket) {
            self.receipt(&reply, Receipt::Stranger).await;
            return;
        }
        let Some(object) = done.object.clone() else {
            self.result(&done, answer.to_vec(), reply).await;
            return;
        };
        if self.book.work(&done.work).is_none() {
            self.result(&done, Vec::new(), reply).await;
            return;
        }
        let (context, inner) = (self.context.clone(), self.inner.clone());
        tokio::spawn(async move {
            let bytes = store::get(&context, &object).await.ok();
            if bytes.is_some() {
                store::remove(&context, &object).await;
            }
            let _ = inner.send(Inner::Fetched(done, bytes, reply));
        });
    }

    pub(crate) async fn result(&mut self, done: &Done, answer: Vec<u8>, reply: String) {
        let (hash, worker) = (&done.work, &done.worker);
        if self.book.work(hash).is_none() && !self.owed.contains_key(hash) {
            self.receipt(&reply, Receipt::Stored).await;
            return;
        }
        self.replies.entry(hash.clone()).or_default().insert(worker.clone(), reply);
        let others = self.roll.has_other(worker);
        let acts = self.book.result(worker, hash, answer, others);
        self.act(acts);
    }

    pub(crate) fn act(&mut self, acts: Vec<Act>) {
        for act in acts {
            match act {
                Act::Again { hash, not } => self.publish_check(&hash, &not),
                Act::Home { hash, purpose } => self.do_at_home(&hash, purpose),
                Act::Publish { hash } => self.publish_anew(&hash),
                Act::Unrepeatable { hash } => self.tell(DispatcherTalk::Unrepeatable(hash)),
                Act::ShutOut { worker, why } => self.shut_out(&worker, why),
                Act::Bar { worker } => self.bar_failing(&worker),
                Act::Tell { hash, numbers, answer, by } => {
                    let result = Answer::read(&answer).and_then(Answer::performed);
                    let lost = |_| BadJob::Kit("the answer cannot be read".to_owned());
                    self.announce(&hash, numbers, &result.map(Box::new).map_err(lost), &by);
                }
            }
        }
    }

    /// Tells the caller of a result.
    fn announce(
        &mut self,
        hash: &str,
        numbers: Vec<usize>,
        result: &Result<Box<Performed>, BadJob>,
        by: &str,
    ) {
        self.published.remove(hash);
        self.messages.remove(hash);
        self.checks.remove(hash);
        self.hung.remove(hash);
        for number in &numbers {
            self.told.insert(*number, hash.to_owned());
        }
        self.owed.insert(hash.to_owned(), numbers.iter().copied().collect());
        for number in numbers {
            let heard = Heard::Over { number, result: result.clone(), by: by.to_owned() };
            // The caller may be about to close.
            let _ = self.heard.send(heard);
        }
    }

    /// A task is on the disk: when all tasks of its work are, the workers get their receipts.
    pub(crate) async fn stored(&mut self, number: usize) {
        let Some(hash) = self.told.remove(&number) else { return };
        let Some(left) = self.owed.get_mut(&hash) else { return };
        left.remove(&number);
        if left.is_empty() {
            self.owed.remove(&hash);
            for reply in self.replies.remove(&hash).unwrap_or_default().into_values() {
                self.receipt(&reply, Receipt::Stored).await;
            }
        }
    }

    async fn receipt(&self, reply: &str, receipt: Receipt) {
        let bytes = serde_json::to_vec(&receipt).unwrap_or_default();
        // A worker without a receipt asks again.
        let _ = self.client.publish(reply.to_owned(), bytes.into()).await;
    }

    /// Asks the own thread to do open work.
    pub(crate) fn do_at_home(&mut self, hash: &str, purpose: Purpose) {
        let Some(work) = self.book.work(hash).cloned() else { return };
        if !self.at_home.insert((hash.to_owned(), purpose)) {
            return;
        }
        if self.errands.send(Errand::Work { work, purpose }).is_err() {
            let _ = self.heard.send(Heard::Lost("the dispatcher's own thread has ended".to_owned()));
        }
    }

    /// The own thread has done something.
    pub(crate) async fn ran(&mut self, ran: Ran) {
        match ran {
            Ran::Probe { about, work, reply, answer } => self.probed(about, &work, &reply, &answer).await,
            Ran::Work { hash, purpose, answer, result } => {
                self.at_home.remove(&(hash.clone(), purpose));
                let acts = self.book.home(&hash, purpose, answer);
                match result {
                    // What cannot be done at home is told with its own reason.
                    Some(Err(why)) => {
                        for act in acts {
                            if let Act::Tell { hash, numbers, by, .. } = act {
                                self.announce(&hash, numbers, &Err(why.clone()), &by);
                            }
                        }
                    }
                    _ => self.act(acts),
                }
            }
        }
    }

    /// A worker says again and again that work fails, and it does not.
    fn bar_failing(&mut self, worker: &str) {
        if let Some(about) = self.roll.bar_failing(worker) {
            self.tell(DispatcherTalk::Fails(about));
        }
        self.count();
        self.change_consumer();
    }

    /// The caller knows that a worker has lied.
    pub(crate) fn known_liar(&mut self, worker: &str) {
        let acts = self.book.shut_out(worker, "it has lied before".to_owned());
        self.act(acts);
    }

    /// A worker has lied.
    fn shut_out(&mut self, worker: &str, why: String) {
        let _ = self.heard.send(Heard::ShutOut { by: worker.to_owned() });
        self.settings.liars.add(worker);
        if let Some(about) = self.roll.remove(worker) {
            self.tell(DispatcherTalk::ShutOut(about, why));
        }
        self.count();
        self.change_consumer();
    }
}
