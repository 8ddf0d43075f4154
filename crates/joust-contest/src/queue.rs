//! The fair queue: who is served next.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// To judge a new submission.
    Judge,
    /// A friendly match.
    Friendly,
    /// A game of the ladder.
    Ladder,
    /// A game of an official round.
    Official,
    /// To judge a submission again.
    Rejudge,
}

impl Work {
    /// All kinds.
    pub const ALL: [Work; 5] = [Work::Judge, Work::Friendly, Work::Ladder, Work::Official, Work::Rejudge];

    fn index(self) -> usize {
        self as usize
    }
}

/// The number of something in a queue: later ones are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Ticket(pub u64);

/// What was taken from a queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken<T> {
    /// Its ticket.
    pub ticket: Ticket,
    /// Whose turn it was.
    pub owner: u64,
    /// The kind of work.
    pub work: Work,
    /// What is to be done.
    pub item: T,
}

/// The queue of one kind of work. The next owner is the one whose last turn is longest ago.
#[derive(Clone, Debug, Default)]
struct Lane {
    /// What each owner waits for, in the order of arrival.
    waiting: BTreeMap<u64, BTreeSet<Ticket>>,
    /// The owners that wait, with their last turn and their first ticket.
    next: BTreeSet<(u64, Ticket, u64)>,
    /// The last turn of each owner; turns are counted from 1.
    last: BTreeMap<u64, u64>,
    turns: u64,
}

impl Lane {
    fn last(&self, owner: u64) -> u64 {
        self.last.get(&owner).copied().unwrap_or(0)
    }

    /// Changes what an owner waits for, and keeps its place among the owners right.
    fn change<R>(&mut self, owner: u64, change: impl FnOnce(&mut Lane, &mut BTreeSet<Ticket>) -> R) -> R {
        let mut own = self.waiting.remove(&owner).unwrap_or_default();
        if let Some(first) = own.first() {
            self.next.remove(&(self.last(owner), *first, owner));
        }
        let result = change(self, &mut own);
        if let Some(first) = own.first() {
            self.next.insert((self.last(owner), *first, owner));
            self.waiting.insert(owner, own);
        }
        result
    }

    fn push(&mut self, owner: u64, ticket: Ticket) {
        self.change(owner, |_, own| own.insert(ticket));
    }

    fn remove(&mut self, owner: u64, ticket: Ticket) {
        self.change(owner, |_, own| own.remove(&ticket));
    }

    fn pop(&mut self) -> Option<(Ticket, u64)> {
        let (_, ticket, owner) = self.next.first().copied()?;
        self.change(owner, |lane, own| {
            own.remove(&ticket);
            lane.turns += 1;
            lane.last.insert(owner, lane.turns);
        });
        Some((ticket, owner))
    }

    fn len(&self) -> usize {
        self.waiting.values().map(BTreeSet::len).sum()
    }
}

/// Everybody gets a turn before anybody gets two.
///
/// - Within a kind of work, owners take turns: the next is the one whose last turn is longest ago. A student with ten
///   submissions waits with the second until all others that wait have had a turn.
/// - New submissions come before friendly matches, and both before the ladder, which is played when nothing else
///   waits.
/// - Official rounds and judging again have a share: while new work waits, every fourth turn is theirs
///   ([`FairQueue::SHARE`]), and no more. So neither side starves.
///
/// The queue is a value without a clock: the same calls give the same order. Whether a submission counts before a
/// deadline is decided by its arrival ([`Contest::takes`](crate::Contest::takes)), and never by this queue.
///
/// ```
/// use joust_contest::{FairQueue, Work};
/// let mut queue = FairQueue::new();
/// for item in ["ada 1", "ada 2", "ada 3"] {
///     queue.push(1, Work::Judge, item);
/// }
/// queue.push(2, Work::Judge, "bob 1");
/// queue.push(0, Work::Ladder, "ladder");
/// let order: Vec<&str> = std::iter::from_fn(|| queue.pop()).map(|taken| taken.item).collect();
/// assert_eq!(order, ["ada 1", "bob 1", "ada 2", "ada 3", "ladder"]);
/// ```
#[derive(Clone, Debug)]
pub struct FairQueue<T> {
    order: Order,
    items: BTreeMap<Ticket, T>,
    next: u64,
}

/// The order of a queue, without what is in it.
#[derive(Clone, Debug, Default)]
struct Order {
    lanes: [Lane; 5],
    /// The work and the owner of each ticket.
    owners: BTreeMap<Ticket, (Work, u64)>,
    /// Turns of new work since the last turn of official rounds or judging again.
    since: usize,
    /// Which of the two had the last turn.
    last_share: Option<Work>,
}

impl Order {
    fn waits(&self, work: Work) -> bool {
        !self.lanes[work.index()].next.is_empty()
    }

    fn choose(&self) -> Option<Work> {
        let new = [Work::Judge, Work::Friendly].into_iter().find(|work| self.waits(*work));
        let shares = match self.last_share {
            Some(Work::Official) => [Work::Rejudge, Work::Official],
            _ => [Work::Official, Work::Rejudge],
        };
        let share = shares.into_iter().find(|work| self.waits(*work));
        match (new, share) {
            (Some(_), Some(share)) if self.since + 1 >= FairQueue::<()>::SHARE => Some(share),
            (Some(new), _) => Some(new),
            (None, Some(share)) => Some(share),
            (None, None) => Some(Work::Ladder).filter(|work| self.waits(*work)),
        }
    }

    fn pop(&mut self) -> Option<(Ticket, u64, Work)> {
        let work = self.choose()?;
        match work {
            Work::Judge | Work::Friendly => self.since += 1,
            Work::Official | Work::Rejudge => (self.since, self.last_share) = (0, Some(work)),
            Work::Ladder => {}
        }
        let (ticket, owner) = self.lanes[work.index()].pop()?;
        self.owners.remove(&ticket);
        Some((ticket, owner, work))
    }
}

impl<T> Default for FairQueue<T> {
    fn default() -> FairQueue<T> {
        FairQueue { order: Order::default(), items: BTreeMap::new(), next: 0 }
    }
}

impl<T> FairQueue<T> {
    /// While new work waits, one of this many turns is that of official rounds and of judging again.
    pub const SHARE: usize = 4;

    /// An empty queue.
    pub fn new() -> FairQueue<T> {
        FairQueue::default()
    }

    /// Adds work of an owner: a student, or one number for all work of the contest itself.
    pub fn push(&mut self, owner: u64, work: Work, item: T) -> Ticket {
        let ticket = Ticket(self.next);
        self.next += 1;
        self.order.lanes[work.index()].push(owner, ticket);
        self.order.owners.insert(ticket, (work, owner));
        self.items.insert(ticket, item);
        ticket
    }

    /// Takes what is next.
    pub fn pop(&mut self) -> Option<Taken<T>> {
        let (ticket, owner, work) = self.order.pop()?;
        let item = self.items.remove(&ticket)?;
        Some(Taken { ticket, owner, work, item })
    }

    /// What kind of work is next.
    ///
    /// ```
    /// use joust_contest::{FairQueue, Work};
    /// let mut queue = FairQueue::new();
    /// queue.push(0, Work::Ladder, "ladder");
    /// assert_eq!(queue.next_work(), Some(Work::Ladder));
    /// queue.push(1, Work::Judge, "ada 1");
    /// assert_eq!(queue.next_work(), Some(Work::Judge));
    /// ```
    pub fn next_work(&self) -> Option<Work> {
        self.order.choose()
    }

    /// Takes something out that is not wanted any more; `None` if it is not in the queue.
    pub fn cancel(&mut self, ticket: Ticket) -> Option<T> {
        let (work, owner) = self.order.owners.remove(&ticket)?;
        self.order.lanes[work.index()].remove(owner, ticket);
        self.items.remove(&ticket)
    }

    /// How much waits.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// How much of a kind waits.
    pub fn waiting(&self, work: Work) -> usize {
        self.order.lanes[work.index()].len()
    }

    /// The order in which everything would be taken if nothing came any more.
    pub fn order(&self) -> impl Iterator<Item = (Ticket, Work)> + use<T> {
        let mut order = self.order.clone();
        std::iter::from_fn(move || order.pop().map(|(ticket, _, work)| (ticket, work)))
    }
}
