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
/// A browser sends the head of a request at once; who takes longer holds a place for nothing.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(10);

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

/// Open connections of one visitor: many tabs, and no more.
pub(crate) const SOCKETS_OF_VISITOR: u32 = 30;
/// Open connections from one address: a school behind one address.
pub(crate) const SOCKETS_OF_ADDRESS: u32 = 600;
/// Connections to one game: every change goes to all of them.
pub(crate) const SOCKETS_OF_GAME: usize = 300;
/// Open connections altogether: what the memory of a small machine holds.
pub(crate) const SOCKETS: usize = 20_000;

/// Connections on which pages are asked for, from one address: a school whose browsers hold six each.
pub(crate) const CONNECTIONS_OF_ADDRESS: u32 = 300;
/// The same altogether. Beside the sockets, because pages are quickly answered.
pub(crate) const CONNECTIONS_OPEN: i64 = 5_000;

/// A rate: so many at once, and so many a second in the long run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub(crate) burst: f64,
    pub(crate) per_second: f64,
}

/// Messages of a visitor: stepping quickly through a game with hints and pings in several tabs.
pub(crate) const MESSAGES: Rate = Rate { burst: 60.0, per_second: 10.0 };
/// Refused messages after which the connection is cut.
pub(crate) const FLOOD_MOST: u32 = 200;
/// New games of a visitor.
pub(crate) const GAMES: Rate = Rate { burst: 10.0, per_second: 1.0 / 10.0 };
/// New games from an address.
pub(crate) const GAMES_OF_ADDRESS: Rate = Rate { burst: 60.0, per_second: 1.0 };
/// Hints of a visitor: each is half a second of a processor.
pub(crate) const HINTS: Rate = Rate { burst: 10.0, per_second: 1.0 / 5.0 };
/// Hints of a game that are searched at once: a hint, an undo and another hint come faster than the
/// first is found.
pub(crate) const HINTS_AT_ONCE: u32 = 3;
/// New connections from an address.
pub(crate) const CONNECTIONS: Rate = Rate { burst: 200.0, per_second: 20.0 };
/// Pages for an address: a school that begins its lesson.
pub(crate) const PAGES: Rate = Rate { burst: 300.0, per_second: 30.0 };

/// Searches that may wait. A search takes a second at most, so the last one waits minutes already.
pub(crate) const SEARCHES_WAITING: usize = 1000;
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
