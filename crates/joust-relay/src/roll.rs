//! The workers of a dispatcher: who was admitted, who lives, and what each does.

use crate::about::About;
use std::collections::{HashMap, HashSet};
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
    /// The right answers to the probes of those at the door.
    probes: HashMap<String, String>,
    /// Workers that hang.
    barred: HashSet<String>,
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
        if !about.modules {
            return Some("it cannot run modules: this processor or system is not supported".to_owned());
        }
        if about.threads == 0 {
            return Some("it has no threads".to_owned());
        }
        self.barred.contains(&about.worker).then(|| "it took too long before: start it again".to_owned())
    }

    /// Remembers the right answer to the probe of a worker.
    pub(crate) fn expect(&mut self, worker: &str, answer: String) {
        self.probes.insert(worker.to_owned(), answer);
    }

    /// Whether a worker has given the right answer to its probe. It can try once.
    pub(crate) fn is_proven(&mut self, worker: &str, answer: &str) -> bool {
        self.probes.remove(worker).is_some_and(|right| right == answer)
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
            self.barred.insert(id);
        }
        hanging
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
        let mut roll = Roll::default();
        roll.expect("w", "right".into());
        assert!(roll.is_proven("w", "right"));
        assert!(!roll.is_proven("w", "right"));
        roll.expect("w", "right".into());
        assert!(!roll.is_proven("w", "wrong") && !roll.is_proven("w", "right"));
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
