//! Every number to which the server holds everybody, with its reason.

use std::time::Duration;

/// Bytes of a message from a browser. The longest that the page sends has under 200.
pub(crate) const MESSAGE_BYTES: usize = 4096;
/// Bytes that a connection reads at once. Small, because thousands of connections are idle.
pub(crate) const READ_BUFFER: usize = 1024;
/// Bytes that a connection may owe a browser that reads slowly.
pub(crate) const WRITE_BUFFER_MOST: usize = 256 * 1024;
/// Messages that may wait for a slow browser. Whoever is further behind is cut off and comes again.
pub(crate) const OUTBOX: usize = 32;

/// Bytes of messages that may wait for a slow browser: six states of the longest game. A single message
/// may be longer.
pub(crate) const OUTBOX_BYTES: usize = 128 * 1024;
/// Entries that are replayed at once, which takes some 2 ms. Longer logs are replayed on threads that
/// may take their time.
pub(crate) const REPLAY_AT_ONCE: usize = 200;

/// Bytes of a form. A position has under 300, everything else far less.
pub(crate) const FORM_BYTES: usize = 8 * 1024;
/// Bytes of the head of a request: cookies, and a position in the address.
pub(crate) const HEAD_BYTES: usize = 16 * 1024;
/// A browser sends the head of a request at once; one that takes longer holds a place for nothing.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(10);
/// The same on the few connections that are kept for players.
pub(crate) const HEAD_TIME_OF_PLAYERS: Duration = Duration::from_secs(3);

/// A form arrives, and a page is made, in far less. Who sends a form letter by letter is not waited for.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(20);

/// Characters of a name.
pub(crate) const NAME_CHARS: usize = 24;
/// Bytes of a text in a form: a position of the largest board fits.
pub(crate) const TEXT_BYTES: usize = 1024;
/// Minutes on a clock: longer games are played without one.
pub(crate) const MINUTES_MOST: f64 = 180.0;
/// Seconds that a clock may add after a move.
pub(crate) const INCREMENT_MOST: f64 = 180.0;
/// Boards of the War Game are kept for as long as the program runs, about 500 bytes each. So many
/// seeds, and no more, keep the random boards of all 142 sizes below 20 MB.
pub(crate) const BOARD_SEED_MOST: u32 = 199;

/// Silence after which a browser is asked whether it is still there.
pub(crate) const ASK_AFTER: Duration = Duration::from_secs(25);
/// Silence after which it is not.
pub(crate) const GONE_AFTER: Duration = Duration::from_mins(1);
/// A message that cannot be handed over in this time has no reader.
pub(crate) const SEND_TIME: Duration = Duration::from_secs(10);

/// How long what a browser has still sent is read after the connection is closed: unread, it would make
/// the system throw away the close code.
pub(crate) const CLOSING_TIME: Duration = Duration::from_secs(2);

/// Bytes of one WebSocket: 300 messages of the page at once, and then twice what a visitor's rate of messages
/// allows. Frames of which no message comes count by this alone: 4 KiB are some 700 empty ones, a tenth of a
/// millisecond of a processor.
const BYTES: Rate = rate(64 * 1024, 4 * 1024);

/// A client that stops reading keeps what is on its way for this long.
const PATIENCE: Duration = Duration::from_secs(20);
/// Bytes that buy a slow client a second of patience: slower than the slowest telephone.
pub(crate) const BYTES_FOR_A_SECOND: u32 = 4096;
/// Connections to one game: every change goes to all of them.
pub(crate) const SOCKETS_OF_GAME: usize = 300;
/// Refused messages after which the connection is cut.
pub(crate) const FLOOD_MOST: u32 = 200;
/// Hints of a game that are searched at once: a hint, an undo and another hint come faster than the
/// first is found.
pub(crate) const HINTS_AT_ONCE: u32 = 3;
/// How long a visitor's address is remembered. An open connection is heard of more often.
pub(crate) const WHEREABOUTS: Duration = Duration::from_mins(10);

/// A rate: a number at once, and one more after each span of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many are allowed at once.
    pub burst: u32,
    /// The time after which there is one more.
    pub every: Duration,
}

/// What one visitor, one address and one large network may have. Visitors cost nothing, since cookies are
/// free: the address counts. A school is behind one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shares {
    /// A visitor's rate, where visitors have one of their own.
    pub visitor: Option<Rate>,
    /// The rate of an IPv4 address or of an IPv6 /64.
    pub address: Rate,
    /// The rate of an IPv6 /48: several homes, or one subscriber with many networks.
    pub network: Rate,
}

/// How many connections may be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotLimits {
    /// Those of one visitor.
    pub visitor: u32,
    /// Those from one IPv4 address or IPv6 /64.
    pub address: u32,
    /// Those from one IPv6 /48.
    pub network: u32,
    /// All of them.
    pub all: u32,
}

/// The limits that hold for whole addresses. Tests make them small; operators take the defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// Messages of live games, pings of the WebSocket protocol included.
    pub messages: Shares,
    /// Bytes that one WebSocket may send, whatever they are.
    pub bytes: Rate,
    /// New games, rematches included.
    pub games: Shares,
    /// Names that are set.
    pub names: Shares,
    /// Hints: each is half a second of a processor.
    pub hints: Shares,
    /// New WebSockets.
    pub connections: Shares,
    /// Pages.
    pub pages: Shares,
    /// Open WebSockets.
    pub sockets: SlotLimits,
    /// Further WebSockets for the players of a game, when strangers have taken all others.
    pub sockets_of_players: SlotLimits,
    /// Connections on which pages are asked for.
    pub pages_open: SlotLimits,
    /// Further ones on which players come back to their game, when strangers have taken all others.
    pub pages_open_of_players: SlotLimits,
    /// Searches that wait; those of a visitor are few by themselves.
    pub searches: SlotLimits,
    /// How long a client that has stopped reading keeps its connection.
    pub patience: Duration,
}

/// A rate of this many at once, and this many in a second.
const fn rate(burst: u32, a_second: u32) -> Rate {
    Rate { burst, every: Duration::from_micros(1_000_000 / a_second as u64) }
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        let seldom = |burst, seconds| Rate { burst, every: Duration::from_secs(seconds) };
        // A visitor makes a game or a name every ten seconds; a lesson begins with one for each pupil.
        let made = Shares { visitor: Some(seldom(10, 10)), address: rate(60, 1), network: rate(240, 4) };
        ServerLimits {
            // Stepping quickly through a game with hints and pings in several tabs; a school at play.
            messages: Shares {
                visitor: Some(rate(60, 10)),
                address: rate(600, 100),
                network: rate(2400, 400),
            },
            bytes: BYTES,
            games: made,
            names: made,
            hints: Shares { visitor: Some(seldom(10, 5)), address: rate(40, 1), network: rate(160, 4) },
            // A school whose connections were all lost comes back at once.
            connections: Shares { visitor: None, address: rate(200, 20), network: rate(800, 80) },
            // A school that begins its lesson.
            pages: Shares { visitor: None, address: rate(300, 30), network: rate(1200, 120) },
            // Many tabs; a school; what the memory of a small machine holds.
            sockets: SlotLimits { visitor: 30, address: 600, network: 2_400, all: 20_000 },
            // A player has one board before them. An address that takes seats in games of its own to fill
            // this as well gets a few places of it.
            sockets_of_players: SlotLimits { visitor: 2, address: 20, network: 40, all: 2_000 },
            // A school whose browsers hold six each. Pages are quickly answered.
            pages_open: SlotLimits { visitor: 300, address: 300, network: 1_200, all: 5_000 },
            pages_open_of_players: SlotLimits { visitor: 8, address: 8, network: 16, all: 1_000 },
            // A search takes a second at most, so the last one of an address waits a minute or two already.
            // Altogether it is memory that counts, half a kilobyte each.
            searches: SlotLimits { visitor: 100, address: 100, network: 400, all: 10_000 },
            patience: PATIENCE,
        }
    }
}

/// The longest search, in milliseconds: what level 10 may think about a move.
pub(crate) const SEARCH_MS: u64 = 1000;
/// The search for a hint or the answer to an offer, in milliseconds.
pub(crate) const HINT_MS: u64 = 500;
/// How much less than people's work searches count to the system: 0 is as much, 19 the least.
#[cfg(unix)]
pub(crate) const NICE: i32 = 19;

/// Games that the home page lists.
pub(crate) const OWN_GAMES: u32 = 24;
/// Games that are read at once after a restart.
pub(crate) const PAGE_OF_GAMES: u32 = 200;
/// How often the server notes that it lives: the most that a clock can gain by a crash.
pub(crate) const BEAT: Duration = Duration::from_secs(1);
/// A stored beat that is older than this is a fault of the store: a slow disk flushes in less, and a database
/// that was started again has its connection back.
pub(crate) const BEAT_OLD: Duration = Duration::from_secs(5);
/// How long a start waits before it asks a store again that does not answer.
pub(crate) const RESUME_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause before a start asks again for games that the store could not read.
pub(crate) const RESUME_LONGEST: Duration = Duration::from_mins(1);
/// Outages that are told apart while not all games go on.
pub(crate) const OUTAGES: usize = 32;
/// How often unused games and counters are cleared away.
pub(crate) const SWEEP: Duration = Duration::from_secs(30);
/// Games that cannot be replayed, of which the log has told: beyond this many it tells again.
pub(crate) const DAMAGED_TOLD: usize = 10_000;
/// How long a game without connections stays in memory.
pub(crate) const IDLE_GAME: Duration = Duration::from_mins(2);
/// How long each step of a stop may take, but for the farewell to connections: longer than a transaction of
/// the store may.
pub(crate) const STOP_STEP: Duration = Duration::from_secs(12);
/// How long connections have to close when the server stops.
pub(crate) const GOODBYE: Duration = Duration::from_secs(3);
