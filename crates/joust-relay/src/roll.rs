//! The workers of a dispatcher: who was admitted, who lives, and what each does.

use crate::about::About;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// An admitted worker.
struct Member {
    about: About,
    ticket: String,
    seen: Instant,
    /// What it does, and since when we know.
    running: HashMap<String, Instant>,
}

/// The workers.
#[derive(Default)]
pub(crate) struct Roll {
    members: HashMap<String, Member>,
    /// Those at the door, each with the right answer to its probe.
    probes: HashMap<String, (About, String)>,
    /// Workers that get no more work, and why.
    barred: HashMap<String, &'static str>,
}

impl Roll {
    /// Why a worker is not even probed.
    pub(crate) fn refusal(&self, about: &About, ours: &About, any_build: bool) -> Option<String> {
        if about.version != ours.version {
            return Some(format!(
                "it has version {}, and this dispatcher has {}: install the version of the dispatcher",
                about.version, ours.version
            ));
        }
        if about.build != ours.build && !any_build {
            return Some(format!(
                "it is build {}, and this dispatcher is build {}: install one file on all machines, or let the \
                 dispatcher accept any build",
                about.build, ours.build
            ));
        }
        if !about.is_sound() {
            return Some(
                "what it says of itself cannot be: install the version of the dispatcher".to_owned(),
            );
        }
        if !about.modules {
            return Some("it cannot run modules: this processor or system is not supported".to_owned());
        }
        self.barred.get(&about.worker).map(|why| format!("it {why} before: start it again"))
    }

    /// Remembers a worker at the door, and the right answer to its probe.
    pub(crate) fn expect(&mut self, about: About, answer: String) {
        self.probes.insert(about.worker.clone(), (about, answer));
    }

    /// What a worker said of itself when it came, if it has given the right answer to its probe. It can try once.
    pub(crate) fn proven(&mut self, worker: &str, answer: &str) -> Option<About> {
        self.probes.remove(worker).filter(|(_, right)| right == answer).map(|(about, _)| about)
    }

    /// Admits a worker with this ticket.
    pub(crate) fn admit(&mut self, about: About, ticket: String, now: Instant) {
        let member = Member { ticket, seen: now, running: HashMap::new(), about };
        self.members.insert(member.about.worker.clone(), member);
    }

    /// Whether a ticket is that of the worker.
    pub(crate) fn has(&self, worker: &str, ticket: &str) -> bool {
        self.members.get(worker).is_some_and(|member| member.ticket == ticket)
    }

    /// A worker lives, and does this.
    pub(crate) fn beat(&mut self, worker: &str, running: &[String], now: Instant) {
        let Some(member) = self.members.get_mut(worker) else { return };
        member.seen = now;
        let before = std::mem::take(&mut member.running);
        let since = |hash: &String| before.get(hash).copied().unwrap_or(now);
        member.running = running.iter().map(|hash| (hash.clone(), since(hash))).collect();
    }

    /// No worker could be heard before now.
    pub(crate) fn forgive(&mut self, now: Instant) {
        for member in self.members.values_mut() {
            member.seen = now;
        }
    }

    /// Removes a worker.
    pub(crate) fn remove(&mut self, worker: &str) -> Option<About> {
        self.members.remove(worker).map(|member| member.about)
    }

    /// Removes the workers that were not heard of for this long.
    pub(crate) fn silent(&mut self, longest: Duration, now: Instant) -> Vec<About> {
        let is_silent = |member: &Member| now.duration_since(member.seen) > longest;
        let gone: Vec<String> =
            self.members.iter().filter(|(_, member)| is_silent(member)).map(|(id, _)| id.clone()).collect();
        gone.iter().filter_map(|id| self.remove(id)).collect()
    }

    /// Bars and removes the workers that do something for longer than this; with what they do.
    pub(crate) fn hanging(&mut self, longest: Duration, now: Instant) -> Vec<(About, Vec<String>)> {
        let mut found = Vec::new();
        for (id, member) in &self.members {
            let late = member.running.iter().filter(|(_, since)| now.duration_since(**since) > longest);
            let late: Vec<String> = late.map(|(hash, _)| hash.clone()).collect();
            if !late.is_empty() {
                found.push((id.clone(), late));
            }
        }
        let mut hanging = Vec::new();
        for (id, late) in found {
            hanging.extend(self.remove(&id).map(|about| (about, late)));
            self.barred.insert(id, "took too long");
        }
        hanging
    }

    /// Bars and removes a worker that says of work that it fails, though it does not.
    pub(crate) fn bar_failing(&mut self, worker: &str) -> Option<About> {
        self.barred.insert(worker.to_owned(), "gave back work that can be done");
        self.remove(worker)
    }

    /// Whether there is another worker than this one.
    pub(crate) fn has_other(&self, worker: &str) -> bool {
        self.members.keys().any(|id| id != worker)
    }

    /// How many games all workers play at a time.
    pub(crate) fn threads(&self) -> usize {
        self.members.values().map(|member| member.about.threads).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_worker_of_this_version_and_build_is_probed() {
        let (roll, ours) = (Roll::default(), About::new("", "b", 1));
        assert_eq!(roll.refusal(&About::new("", "b", 1), &ours, false), None);
        let other = About { version: "9".into(), ..ours.clone() };
        assert!(roll.refusal(&other, &ours, true).unwrap().contains("version 9"));
        let other = About { build: "c".into(), ..ours.clone() };
        assert!(roll.refusal(&other, &ours, false).unwrap().contains("build c"));
        assert_eq!(roll.refusal(&other, &ours, true), None);
    }

    #[test]
    fn a_proof_counts_once() {
        let (mut roll, about) = (Roll::default(), About::new("", "b", 2));
        roll.expect(about.clone(), "right".into());
        assert_eq!(roll.proven(&about.worker, "right"), Some(about.clone()));
        assert_eq!(roll.proven(&about.worker, "right"), None);
        roll.expect(about.clone(), "right".into());
        assert_eq!(roll.proven(&about.worker, "wrong"), None);
        assert_eq!(roll.proven(&about.worker, "right"), None);
    }

    #[test]
    fn an_id_that_another_part_uses_is_refused() {
        let (roll, ours) = (Roll::default(), About::new("", "b", 1));
        for worker in ["", "home"] {
            let about = About { worker: worker.to_owned(), ..ours.clone() };
            assert!(roll.refusal(&about, &ours, true).unwrap().contains("says of itself"), "{worker}");
        }
    }

    #[test]
    fn a_worker_that_was_barred_stays_out() {
        let (mut roll, ada) = (Roll::default(), About::new("ada", "b", 2));
        roll.admit(ada.clone(), "t".into(), Instant::now());
        assert_eq!(roll.bar_failing(&ada.worker).as_ref(), Some(&ada));
        assert!(!roll.has(&ada.worker, "t"));
        assert!(roll.refusal(&ada, &ada, true).unwrap().contains("gave back work"));
    }

    #[test]
    fn silent_and_hanging_workers_are_found() {
        let (mut roll, start) = (Roll::default(), Instant::now());
        let [ada, bob] = ["ada", "bob"].map(|name| About::new(name, "b", 2));
        for about in [&ada, &bob] {
            roll.admit(about.clone(), "t".into(), start);
        }
        assert_eq!((roll.threads(), roll.has_other(&ada.worker)), (4, true));
        let second = Duration::from_secs(1);
        roll.beat(&ada.worker, &["h".into()], start + second);
        roll.beat(&ada.worker, &["h".into()], start + 5 * second);
        roll.forgive(start + 2 * second);
        assert!(roll.silent(3 * second, start + 5 * second).is_empty());
        roll.beat(&ada.worker, &["h".into()], start + 6 * second);
        assert_eq!(roll.silent(3 * second, start + 6 * second), std::slice::from_ref(&bob));
        assert!(roll.hanging(9 * second, start + 10 * second).is_empty());
        let hanging = roll.hanging(8 * second, start + 10 * second);
        assert_eq!(hanging, [(ada.clone(), vec!["h".to_owned()])]);
        assert!(roll.refusal(&ada, &bob, true).unwrap().contains("too long"));
        assert!(!roll.has(&ada.worker, "t"));
    }
}
