//! How work and modules of a dispatcher get into the queue, and stay there.

use crate::hall::{Hall, Inner};
use crate::messages::{NOT, work_subject};
use crate::work::Work;
use crate::{queue, store};
use async_nats::HeaderMap;
use async_nats::jetstream::message::PublishMessage;
use joust_match::Task;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

impl Hall {
    /// The caller gives a task.
    pub(crate) fn give(&mut self, number: usize, task: Task) {
        let work = Work::Game(task).pack();
        let hash = work.hash().to_owned();
        if self.book.add(number, work) {
            self.publish(&hash);
        }
    }

    /// Publishes work, if the queue is ready and has its modules; else this is called again later.
    pub(crate) fn publish(&mut self, hash: &str) {
        let Some(work) = self.book.work(hash).cloned() else { return };
        if !self.is_ready {
            return;
        }
        let missing: Vec<String> = work
            .work()
            .modules()
            .map(|(_, module)| module.clone())
            .filter(|module| self.modules.get(module) != Some(&true))
            .collect();
        if !missing.is_empty() {
            for module in missing {
                self.upload(module);
            }
            return;
        }
        self.published.insert(hash.to_owned(), Instant::now());
        let number = self.messages.get(hash).copied().unwrap_or_else(|| self.take_number());
        self.messages.insert(hash.to_owned(), number);
        self.send(hash, number, PublishMessage::build().payload(work.bytes().to_vec().into()));
    }

    /// Publishes work whose message may be gone.
    pub(crate) fn publish_anew(&mut self, hash: &str) {
        self.messages.remove(hash);
        self.publish(hash);
    }

    /// Asks other workers than this one to check a result.
    pub(crate) fn publish_check(&mut self, hash: &str, not: &str) {
        let Some(work) = self.book.work(hash) else { return };
        let mut headers = HeaderMap::new();
        headers.insert(NOT, not);
        let message = PublishMessage::build().headers(headers).payload(work.bytes().to_vec().into());
        self.checks.insert(hash.to_owned(), (Instant::now(), not.to_owned()));
        let number = self.take_number();
        self.send(hash, number, message);
    }

    fn take_number(&mut self) -> u64 {
        self.next_message += 1;
        self.next_message
    }

    /// Publishes everything that should be in the stream and is not.
    pub(crate) fn publish_all(&mut self) {
        let open: Vec<String> = self
            .book
            .unanswered()
            .filter(|hash| !self.published.contains_key(*hash))
            .map(str::to_owned)
            .collect();
        for hash in open {
            self.publish(&hash);
        }
    }

    /// The queue drops a message that it has already: one whose acknowledgement was lost is sent again with its
    /// number. Work of another dispatcher, or work that is done once more, is another message.
    fn send(&mut self, hash: &str, number: u64, message: PublishMessage) {
        let message = message.message_id(format!("{}.{hash}.{number}", self.id));
        let (context, inner) = (self.context.clone(), self.inner.clone());
        let (subject, hash) = (work_subject(&self.id, hash), hash.to_owned());
        tokio::spawn(async move {
            let sent = match context.send_publish(subject, message).await {
                Ok(acknowledged) => acknowledged.await.map(|_| ()),
                Err(why) => Err(why),
            };
            if let Err(why) = sent {
                let _ = inner.send(Inner::Unpublished(hash, why.to_string()));
            }
        });
    }

    /// Puts a module into the store, once.
    pub(crate) fn upload(&mut self, module: String) {
        if self.modules.contains_key(&module) {
            return;
        }
        self.modules.insert(module.clone(), false);
        let (context, inner, find) = (self.context.clone(), self.inner.clone(), Arc::clone(&self.find));
        tokio::spawn(async move {
            let sought = module.clone();
            let found = tokio::task::spawn_blocking(move || find(&sought)).await.ok().flatten();
            let put = match found {
                Some(bytes) => store::put(&context, &module, &bytes).await.map_err(|why| why.to_string()),
                // Workers say that it is missing, and the work is done at home, which tells why.
                None => Ok(()),
            };
            let _ = inner.send(Inner::Uploaded(module, put));
        });
    }

    /// Asks the stream which work it has.
    pub(crate) fn look(&mut self) {
        self.looked = Instant::now();
        if self.published.is_empty() {
            return;
        }
        let (context, inner, id, asked) =
            (self.context.clone(), self.inner.clone(), self.id.clone(), Instant::now());
        tokio::spawn(async move {
            let found = queue::waiting(&context, &id).await;
            let _ = inner.send(Inner::Waiting(asked, found));
        });
    }

    /// The stream had this work when it was asked: what it has lost is published again.
    pub(crate) fn found(&mut self, asked: Instant, there: &HashSet<String>) {
        // What was published shortly before may have been on its way.
        let pace = self.settings.pace;
        let lost = self.published.extract_if(|hash, at| *at + pace < asked && !there.contains(hash));
        for (hash, _) in lost {
            self.messages.remove(&hash);
        }
        self.publish_all();
    }
}
