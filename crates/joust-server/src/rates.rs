//! Rate limits (token buckets) and limits on open connections. Cookies are free, so everything counts both
//! for the visitor and for the visitor's address.

use crate::address::Address;
use crate::limits::{Rate, ServerLimits, Shares, SlotLimits};
use crate::whereabouts::Whereabouts;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The kinds of requests that have rates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RateKind {
    Messages,
    Games,
    Names,
    Accounts,
    Guesses,
    Hints,
    Exact,
    Connections,
    Pages,
    Battles,
    Films,
}

/// The kinds of connections that have a limited number of slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Room {
    /// WebSockets.
    Sockets,
    /// WebSockets of players, when there is no other slot for them.
    SocketsOfPlayers,
    /// Connections that request pages.
    Pages,
    /// Connections on which players come back, when there is no other slot for them.
    PagesOfPlayers,
    /// Battles of Mad Max that run or wait.
    Battles,
    /// Results and records that are being received.
    Films,
    /// Versions of contests that are being received.
    Versions,
}

/// Whose limit is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// The limit of the visitor.
    Visitor,
    /// The limit of the visitor's address.
    Address,
    /// The limit of the server.
    All,
}

#[derive(Clone, Copy)]
pub(crate) struct Bucket {
    level: f64,
    at: Instant,
    rate: Rate,
}

impl Bucket {
    pub(crate) fn full(rate: Rate, now: Instant) -> Bucket {
        Bucket { level: f64::from(rate.burst), at: now, rate }
    }

    fn refill(&mut self, now: Instant) {
        let gained = now.saturating_duration_since(self.at).div_duration_f64(self.rate.every);
        self.level = (self.level + gained).min(f64::from(self.rate.burst));
        self.at = now;
    }

    /// Takes `count` tokens; false when there are fewer.
    pub(crate) fn take(&mut self, count: u32, now: Instant) -> bool {
        self.refill(now);
        let has = self.level >= f64::from(count);
        if has {
            self.level -= f64::from(count);
        }
        has
    }
}

type Buckets = HashMap<(RateKind, Arc<str>), Bucket>;
type Counts = HashMap<(Room, Arc<str>), u32>;

/// All buckets and counts.
pub(crate) struct Rates {
    /// Whether all limits are off, for measurements.
    off: bool,
    limits: ServerLimits,
    whereabouts: Whereabouts,
    buckets: Mutex<Buckets>,
    open: Arc<Mutex<Counts>>,
}

/// A slot of an open connection, released when it is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionSlot {
    keys: Vec<(Room, Arc<str>)>,
    open: Arc<Mutex<Counts>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Rates {
    pub(crate) fn new(on: bool, limits: &ServerLimits) -> Rates {
        Rates {
            off: !on,
            limits: limits.clone(),
            whereabouts: Whereabouts::default(),
            buckets: Mutex::default(),
            open: Arc::default(),
        }
    }

    fn shares(&self, what: RateKind) -> Shares {
        match what {
            RateKind::Messages => self.limits.messages,
            RateKind::Games => self.limits.games,
            RateKind::Names => self.limits.names,
            RateKind::Accounts => self.limits.accounts,
            RateKind::Guesses => self.limits.guesses,
            RateKind::Hints => self.limits.hints,
            RateKind::Exact => self.limits.exact,
            RateKind::Connections => self.limits.connections,
            RateKind::Pages => self.limits.pages,
            RateKind::Battles => self.limits.battles,
            RateKind::Films => self.limits.films,
        }
    }

    fn places(&self, room: Room) -> SlotLimits {
        match room {
            Room::Sockets => self.limits.sockets,
            Room::SocketsOfPlayers => self.limits.sockets_of_players,
            Room::Pages => self.limits.pages_open,
            Room::PagesOfPlayers => self.limits.pages_open_of_players,
            Room::Battles => self.limits.battles_open,
            Room::Films => self.limits.films_open,
            Room::Versions => self.limits.versions_open,
        }
    }

    /// Notes the address of a visitor. True if it has changed.
    pub(crate) fn seen(&self, visitor: &Arc<str>, address: &Address) -> bool {
        self.whereabouts.note(visitor, address)
    }

    /// The key of a visitor in the queue of searches: network, address, visitor.
    pub(crate) fn turn(&self, visitor: &Arc<str>) -> [Arc<str>; 3] {
        let Address { site, network } = self.whereabouts.of(visitor);
        [network, site, Arc::clone(visitor)]
    }

    /// Takes one token for a visitor at their last address.
    pub(crate) fn take_of(&self, what: RateKind, visitor: &Arc<str>) -> bool {
        self.take(what, visitor, &self.whereabouts.of(visitor))
    }

    /// Takes one token from the buckets of both the visitor and the address; takes none and gives false
    /// when one of them is empty.
    pub(crate) fn take(&self, what: RateKind, visitor: &Arc<str>, address: &Address) -> bool {
        self.take_at(what, visitor, address, Instant::now())
    }

    fn take_at(&self, what: RateKind, visitor: &Arc<str>, address: &Address, now: Instant) -> bool {
        self.take_from(what, &self.owners(what, visitor, address), now)
    }

    /// Takes one token for a guess at an account. The account has a bucket for each address, so that a stranger
    /// elsewhere cannot use it up, and a larger one for all addresses.
    pub(crate) fn take_guess(&self, account: &str, address: &Address) -> bool {
        self.take_guess_at(account, address, Instant::now())
    }

    fn take_guess_at(&self, account: &str, address: &Address, now: Instant) -> bool {
        self.take_from(RateKind::Guesses, &self.owners_of_guess(account, address), now)
    }

    /// Gives back a token that was taken: what it was taken for did not happen.
    pub(crate) fn give_back(&self, what: RateKind, visitor: &Arc<str>, address: &Address) {
        self.give_back_to(what, self.owners(what, visitor, address));
    }

    /// Gives back the token of a guess that was right.
    pub(crate) fn give_back_guess(&self, account: &str, address: &Address) {
        self.give_back_to(RateKind::Guesses, self.owners_of_guess(account, address));
    }

    /// Whose buckets a request takes from, with the rates of new ones.
    fn owners(&self, what: RateKind, visitor: &Arc<str>, address: &Address) -> Vec<(Arc<str>, Rate)> {
        let shares = self.shares(what);
        let mut owners = vec![(Arc::clone(&address.site), shares.address)];
        owners.extend(shares.visitor.map(|rate| (Arc::clone(visitor), rate)));
        if address.network != address.site {
            owners.push((Arc::clone(&address.network), shares.network));
        }
        owners
    }

    fn owners_of_guess(&self, account: &str, address: &Address) -> Vec<(Arc<str>, Rate)> {
        // No name has a line end, so no account is taken for another one at an address.
        let here = format!("{account}\n{}", address.site).into();
        let mut owners = self.owners(RateKind::Guesses, &here, address);
        owners.push((account.into(), self.limits.guesses_at_one));
        owners
    }

    fn take_from(&self, what: RateKind, owners: &[(Arc<str>, Rate)], now: Instant) -> bool {
        if self.off {
            return true;
        }
        let mut buckets = lock(&self.buckets);
        let mut has_one = |(who, rate): &(Arc<str>, Rate)| {
            let bucket = buckets.entry((what, Arc::clone(who))).or_insert(Bucket::full(*rate, now));
            bucket.refill(now);
            bucket.level >= 1.0
        };
        if !owners.iter().all(&mut has_one) {
            return false;
        }
        for (who, _) in owners {
            if let Some(bucket) = buckets.get_mut(&(what, Arc::clone(who))) {
                bucket.level -= 1.0;
            }
        }
        true
    }

    fn give_back_to(&self, what: RateKind, owners: Vec<(Arc<str>, Rate)>) {
        let mut buckets = lock(&self.buckets);
        for (who, _) in owners {
            if let Some(bucket) = buckets.get_mut(&(what, who)) {
                bucket.level = (bucket.level + 1.0).min(f64::from(bucket.rate.burst));
            }
        }
    }

    /// A slot for one more connection of a visitor and an address, as far as they are known.
    pub(crate) fn enter(
        &self,
        room: Room,
        visitor: Option<&Arc<str>>,
        address: Option<&Address>,
    ) -> Result<ConnectionSlot, Full> {
        let places = self.places(room);
        let mut wanted = vec![(Arc::from(""), places.all, Full::All)];
        wanted.extend(visitor.map(|visitor| (Arc::clone(visitor), places.visitor, Full::Visitor)));
        if let Some(address) = address {
            wanted.push((Arc::clone(&address.site), places.address, Full::Address));
            if address.network != address.site {
                wanted.push((Arc::clone(&address.network), places.network, Full::Address));
            }
        }
        // The narrowest limit comes first: a visitor with too many tabs is told so even on a full server.
        wanted.sort_by_key(|(_, _, full)| *full as u8);
        let mut open = lock(&self.open);
        for (who, most, full) in &wanted {
            let count = open.get(&(room, Arc::clone(who))).copied().unwrap_or(0);
            if count >= *most && !self.off {
                return Err(*full);
            }
        }
        let keys: Vec<_> = wanted.into_iter().map(|(who, ..)| (room, who)).collect();
        for key in &keys {
            *open.entry(key.clone()).or_insert(0) += 1;
        }
        Ok(ConnectionSlot { keys, open: Arc::clone(&self.open) })
    }

    /// Drops buckets that are full again: a new bucket is full, too.
    pub(crate) fn sweep(&self) {
        self.whereabouts.sweep();
        let now = Instant::now();
        lock(&self.buckets).retain(|_, bucket| {
            bucket.refill(now);
            bucket.level < f64::from(bucket.rate.burst)
        });
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut open = lock(&self.open);
        for key in &self.keys {
            if let Some(count) = open.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    open.remove(key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;
    use std::time::Duration;

    fn at(address: &str) -> Address {
        address.parse::<IpAddr>().unwrap().into()
    }

    fn rates() -> Rates {
        let rate = |burst| Rate { burst, every: Duration::from_millis(500) };
        let shares = Shares { visitor: Some(rate(3)), address: rate(5), network: rate(7) };
        let places = SlotLimits { visitor: 2, address: 3, network: 4, all: 5 };
        let limits =
            ServerLimits { hints: shares, games: shares, sockets: places, ..ServerLimits::default() };
        Rates::new(true, &limits)
    }

    #[test]
    fn guesses_elsewhere_keep_nobody_out_and_many_addresses_are_slowed_together() {
        let never = |burst| Rate { burst, every: Duration::from_hours(9) };
        let guesses = Shares { visitor: Some(never(3)), address: never(5), network: never(50) };
        let limits = ServerLimits { guesses, guesses_at_one: never(9), ..ServerLimits::default() };
        let (rates, begin) = (Rates::new(true, &limits), Instant::now());
        let guess = |account: &str, address: &str| rates.take_guess_at(account, &at(address), begin);
        assert_eq!([0; 4].map(|_| guess("account ada", "6.6.6.6")), [true, true, true, false]);
        assert!(guess("account ada", "1.1.1.1"), "the owner is not kept out");
        rates.give_back_guess("account ada", &at("1.1.1.1"));
        // The stranger has two guesses left at others, whatever their names.
        assert_eq!([0, 1, 2].map(|n| guess(&format!("account {n}"), "6.6.6.6")), [true, true, false]);
        // Many addresses have nine together.
        let more = (0..9).filter(|n| guess("account ada", &format!("7.7.7.{n}"))).count();
        assert_eq!(more, 6);
        assert!(!guess("account ada", "1.1.1.1"));
        assert!(guess("account bob", "1.1.1.1"));
    }

    #[test]
    fn a_burst_is_allowed_and_then_the_rate() {
        let rates = rates();
        let begin = Instant::now();
        let home = at("1.1.1.1");
        let [ada, bea] = ["ada", "bea"].map(Arc::from);
        let take = |what, who, millis| rates.take_at(what, who, &home, begin + Duration::from_millis(millis));
        let hint = |millis| take(RateKind::Hints, &ada, millis);
        assert_eq!([0, 0, 0, 0, 400, 600, 600].map(hint), [true, true, true, false, false, true, false]);
        assert!(take(RateKind::Hints, &bea, 600));
        assert!(take(RateKind::Games, &ada, 600));
        assert_eq!([60_000, 60_000, 60_000, 60_000].map(hint), [true, true, true, false]);
        let off = Rates::new(false, &ServerLimits::default());
        assert!((0..1000).all(|_| off.take(RateKind::Hints, &ada, &home)));
    }

    #[test]
    fn new_cookies_do_not_help() {
        let rates = rates();
        let now = Instant::now();
        let mut number = 0;
        let mut most = |address: &str| {
            let mut taken = 0;
            loop {
                number += 1;
                let fresh: Arc<str> = format!("visitor {number}").into();
                if !rates.take_at(RateKind::Hints, &fresh, &at(address), now) {
                    return taken;
                }
                taken += 1;
            }
        };
        assert_eq!(most("1.1.1.1"), 5);
        assert_eq!(most("1.1.1.2"), 5);
        // Another /64 of one /48 gets what is left of the larger bucket.
        assert_eq!(most("2001:db8:1:1::1"), 5);
        assert_eq!(most("2001:db8:1:1::2"), 0);
        assert_eq!(most("2001:db8:1:2::1"), 2);
        assert_eq!(most("2001:db8:2:1::1"), 5);
    }

    #[test]
    fn what_the_address_refuses_costs_the_visitor_nothing() {
        let rates = rates();
        let now = Instant::now();
        for visitor in 0..5 {
            assert!(rates.take_at(RateKind::Hints, &format!("v{visitor}").into(), &at("1.1.1.1"), now));
        }
        let ada: Arc<str> = "ada".into();
        assert!((0..9).all(|_| !rates.take_at(RateKind::Hints, &ada, &at("1.1.1.1"), now)));
        assert!((0..3).all(|_| rates.take_at(RateKind::Hints, &ada, &at("2.2.2.2"), now)));
    }

    #[test]
    fn nobody_takes_the_places_of_all_others() {
        let rates = Rates::new(true, &ServerLimits::default());
        let ([ada, bea], home) = (["ada", "bea"].map(Arc::from), at("1.1.1.1"));
        let enter = |who| rates.enter(Room::Versions, Some(who), Some(&home));
        let _held = [enter(&ada), enter(&ada)].map(Result::unwrap);
        assert_eq!(enter(&ada).unwrap_err(), Full::Visitor);
        assert!(enter(&bea).is_ok(), "at the same address");
    }

    #[test]
    fn places_are_given_back() {
        let rates = rates();
        let [ada, bea, cat] = ["ada", "bea", "cat"].map(Arc::from);
        let (near, far, elsewhere) = (at("2001:db8:1:1::1"), at("2001:db8:1:2::1"), at("1.1.1.1"));
        let enter = |who, address| rates.enter(Room::Sockets, Some(who), Some(address));
        let held = [enter(&ada, &near), enter(&ada, &near)].map(Result::unwrap);
        assert_eq!(enter(&ada, &near).unwrap_err(), Full::Visitor);
        let more = enter(&bea, &near).unwrap();
        assert_eq!(enter(&bea, &near).unwrap_err(), Full::Address);
        let far_one = enter(&bea, &far).unwrap();
        assert_eq!(enter(&cat, &far).unwrap_err(), Full::Address);
        let last = enter(&cat, &elsewhere).unwrap();
        assert_eq!(enter(&cat, &elsewhere).unwrap_err(), Full::All);
        drop((held, more, far_one, last));
        assert!(lock(&rates.open).is_empty());
        assert!(enter(&ada, &near).is_ok());
    }
}
