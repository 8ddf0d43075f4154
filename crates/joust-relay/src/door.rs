//! The door of a dispatcher: workers knock, prove what they can, and are let in or not.

use crate::about::{About, random};
use crate::hall::Hall;
use crate::home::Errand;
use crate::messages::{Knock, Opened, Welcome};
use crate::probe;
use crate::talk::DispatcherTalk;
use crate::work::Packed;
use async_nats::Message;
use std::time::Instant;

impl Hall {
    /// A worker knocks.
    pub(crate) async fn knocked(&mut self, message: Message) {
        let Some(reply) = message.reply.map(|reply| reply.to_string()) else { return };
        let Ok(knock) = serde_json::from_slice::<Knock>(&message.payload) else {
            let why = "it knocks in a way that this dispatcher does not know: install the version of the dispatcher";
            self.reply(&reply, &Opened::Refused(why.to_owned())).await;
            return;
        };
        match knock {
            Knock::Hello(about) => self.hello(about, reply).await,
            Knock::Proof { about, answer } => self.prove(about, &answer, &reply).await,
            Knock::Again { worker, ticket } => {
                let opened = if self.roll.has(&worker, &ticket) {
                    self.welcome(ticket)
                } else {
                    Opened::Refused("its ticket is not one any more".to_owned())
                };
                self.reply(&reply, &opened).await;
            }
        }
    }

    fn welcome(&self, ticket: String) -> Opened {
        Opened::Welcome(Welcome { ticket, consumer: self.consumer.clone(), generation: self.generation })
    }

    /// Why a worker stays out.
    fn refusal(&self, about: &About) -> Option<String> {
        let out = self.book.is_out(&about.worker).then(|| "it was shut out".to_owned());
        out.or_else(|| self.roll.refusal(about, &self.settings.about, self.settings.any_build))
    }

    async fn hello(&mut self, about: About, reply: String) {
        if let Some(why) = self.refusal(&about) {
            self.reply(&reply, &Opened::Refused(why.clone())).await;
            self.tell(DispatcherTalk::Refused(about, why));
            return;
        }
        // Seeds are small enough for every format.
        let seed = u64::from_str_radix(&random()[..8], 16).unwrap_or(0) >> 1;
        if let Some(work) = probe::work(seed) {
            // The answer at the door is given when the right answer to the probe is known.
            let _ = self.errands.send(Errand::Probe { about, work, reply });
        }
    }

    /// The right answer to the probe of a worker is known.
    pub(crate) async fn probed(&mut self, about: About, work: &Packed, reply: &str, answer: &[u8]) {
        self.roll.expect(about, String::from_utf8_lossy(answer).into_owned());
        let text = String::from_utf8_lossy(work.bytes()).into_owned();
        self.reply(reply, &Opened::Probe(text)).await;
    }

    async fn prove(&mut self, about: About, answer: &str, reply: &str) {
        // What it said when it came counts: that was looked at.
        let Some(about) = self.roll.proven(&about.worker, answer) else {
            let why =
                "its answer to the probe is wrong: its sandbox does not count as that of the dispatcher"
                    .to_owned();
            self.reply(reply, &Opened::Refused(why.clone())).await;
            self.tell(DispatcherTalk::Refused(about, why));
            return;
        };
        // It may have lied to another dispatcher since it came.
        if let Some(why) = self.refusal(&about) {
            self.reply(reply, &Opened::Refused(why.clone())).await;
            self.tell(DispatcherTalk::Refused(about, why));
            return;
        }
        let ticket = random();
        self.roll.admit(about.clone(), ticket.clone(), Instant::now());
        self.count();
        self.reply(reply, &self.welcome(ticket)).await;
        self.tell(DispatcherTalk::Joined(about));
    }

    async fn reply(&self, reply: &str, opened: &Opened) {
        let bytes = serde_json::to_vec(opened).unwrap_or_default();
        // A worker without an answer knocks again.
        let _ = self.client.publish(reply.to_owned(), bytes.into()).await;
    }
}
