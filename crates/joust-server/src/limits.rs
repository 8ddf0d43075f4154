//! All limits of the server, each with its reason.

use joust_store::FilmLimits;
use std::time::Duration;

/// The longest message from a browser, in bytes. The page sends at most 200.
pub(crate) const MESSAGE_BYTES: usize = 4096;
/// The read buffer of a connection, in bytes: small, because thousands of connections are idle.
pub(crate) const READ_BUFFER: usize = 1024;
/// The largest write buffer of a connection to a slow browser, in bytes.
pub(crate) const WRITE_BUFFER_MOST: usize = 256 * 1024;
/// Messages that may wait for a slow browser. A browser further behind is disconnected, and reconnects.
pub(crate) const OUTBOX: usize = 32;

/// Bytes of messages that may wait for a slow browser: six states of the longest game. A single message
/// may be longer.
pub(crate) const OUTBOX_BYTES: usize = 128 * 1024;
/// The longest log that is replayed at once, in about 2 ms. Longer logs are replayed on a thread for
/// blocking work.
pub(crate) const REPLAY_AT_ONCE: usize = 200;

/// The longest form, in bytes. A position has under 300, all other fields far less.
pub(crate) const FORM_BYTES: usize = 8 * 1024;
/// The longest head of a request, in bytes: cookies, and a position in the address.
pub(crate) const HEAD_BYTES: usize = 16 * 1024;
/// The time limit on the head of a request. A browser sends it at once; a slower client blocks a slot.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(10);
/// The time limit on the head of a request, on connections that are reserved for players.
pub(crate) const HEAD_TIME_OF_PLAYERS: Duration = Duration::from_secs(3);

/// The time limit on a request. A form arrives and a page is made in far less; a client that sends a form
/// byte by byte is cut off.
pub(crate) const REQUEST_TIME: Duration = Duration::from_secs(20);

/// The largest answer that a client of the arena reads: the archive of a large class.
pub(crate) const CLIENT_BYTES: usize = 2 << 30;

/// The longest name, in characters as people count them: a picture of a family is one.
pub(crate) const NAME_CHARS: usize = 24;
/// The longest text in a form, in bytes: a position of the largest board fits.
pub(crate) const TEXT_BYTES: usize = 1024;
/// The most minutes on a clock: longer games are played without one.
pub(crate) const MINUTES_MOST: f64 = 180.0;
/// The largest increment of a clock, in seconds.
pub(crate) const INCREMENT_MOST: f64 = 180.0;
/// The largest seed of a random board. Boards of the War Game stay in memory, about 500 bytes each; with
/// 200 seeds the random boards of all 142 sizes take less than 20 MB.
pub(crate) const BOARD_SEED_MOST: u32 = 199;

/// Silence after which a browser gets a ping.
pub(crate) const ASK_AFTER: Duration = Duration::from_secs(25);
/// Silence after which a browser is considered gone.
pub(crate) const GONE_AFTER: Duration = Duration::from_mins(1);
/// The time limit on sending a message: without success the browser is gone.
pub(crate) const SEND_TIME: Duration = Duration::from_secs(10);

/// How long the server keeps reading after it has sent a close frame. Unread data would make the system
/// reset the connection, and the browser would lose the close code.
pub(crate) const CLOSING_TIME: Duration = Duration::from_secs(2);

/// The rate of bytes of one WebSocket: 300 messages of the page at once, and then twice the visitor's rate
/// of messages. Frames that do not become messages are limited by this alone: 4 KiB are about 700 empty
/// frames, a tenth of a millisecond of a processor.
const BYTES: Rate = rate(64 * 1024, 4 * 1024);

/// How long a client that has stopped reading keeps its connection.
const PATIENCE: Duration = Duration::from_secs(20);
/// Bytes that a client must read for a second of patience: less than the slowest telephone reads.
pub(crate) const BYTES_FOR_A_SECOND: u32 = 4096;
/// The most connections to one game: every change is sent to all of them.
pub(crate) const SOCKETS_OF_GAME: usize = 300;
/// Refused messages after which the connection is closed.
pub(crate) const FLOOD_MOST: u32 = 200;
/// The most searches for hints in one game at once: a player can ask for a hint, undo, and ask again
/// before the first is found.
pub(crate) const HINTS_AT_ONCE: u32 = 3;
/// How long a visitor's address is remembered. An open connection renews it more often.
pub(crate) const WHEREABOUTS: Duration = Duration::from_mins(10);

/// The rate of a token bucket: its size, and the time after which a token is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// The size of the bucket: how many are allowed at once.
    pub burst: u32,
    /// The time after which one token is added.
    pub every: Duration,
}

/// The rates of one visitor, one address and one large network. Cookies are free, so the rate of the address
/// matters most. A school is behind one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shares {
    /// The rate of a visitor, where visitors have their own.
    pub visitor: Option<Rate>,
    /// The rate of an IPv4 address or of an IPv6 /64.
    pub address: Rate,
    /// The rate of an IPv6 /48: several homes, or one subscriber with many networks.
    pub network: Rate,
}

/// The largest numbers of open connections, or of waiting searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotLimits {
    /// For one visitor.
    pub visitor: u32,
    /// For one IPv4 address or IPv6 /64.
    pub address: u32,
    /// For one IPv6 /48.
    pub network: u32,
    /// For the whole server.
    pub all: u32,
}

/// The limits on visitors and addresses. Tests make them small; operators use the defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerLimits {
    /// Messages of live games, including pings of the WebSocket protocol.
    pub messages: Shares,
    /// Bytes that one WebSocket may send.
    pub bytes: Rate,
    /// New games, including rematches.
    pub games: Shares,
    /// Changes of names.
    pub names: Shares,
    /// New accounts, and changes of accounts: some hash a password.
    pub accounts: Shares,
    /// Guesses of passwords and codes. The share of the visitor is that of the account at one address.
    pub guesses: Shares,
    /// Guesses at one account from all addresses together.
    pub guesses_at_one: Rate,
    /// Hints: each is half a second of a processor.
    pub hints: Shares,
    /// Questions about exact values: each is some milliseconds of a processor.
    pub exact: Shares,
    /// New WebSockets.
    pub connections: Shares,
    /// Pages.
    pub pages: Shares,
    /// Open WebSockets.
    pub sockets: SlotLimits,
    /// More WebSockets for players, when others have taken all slots.
    pub sockets_of_players: SlotLimits,
    /// Connections that request pages.
    pub pages_open: SlotLimits,
    /// More connections on which players come back to their game, when others have taken all slots.
    pub pages_open_of_players: SlotLimits,
    /// Waiting searches.
    pub searches: SlotLimits,
    /// Battles of Mad Max that are asked for.
    pub battles: Shares,
    /// Battles that run or wait.
    pub battles_open: SlotLimits,
    /// Results and records that are shared.
    pub films: Shares,
    /// Results and records that are being received.
    pub films_open: SlotLimits,
    /// Versions of contests that are being received.
    pub versions_open: SlotLimits,
    /// How long a client that has stopped reading keeps its connection.
    pub patience: Duration,
}

/// A rate with this bucket size and this many tokens a second.
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
            accounts: made,
            // Ten mistakes at once, and then one a minute: 1,500 a day. A class that begins its lesson mistypes
            // some passwords at one address.
            guesses: Shares {
                visitor: Some(seldom(10, 60)),
                address: seldom(60, 5),
                network: seldom(240, 2),
            },
            // More than ten addresses use up together, so that few strangers cannot keep an owner out; 8,700 a day.
            guesses_at_one: seldom(120, 10),
            hints: Shares { visitor: Some(seldom(10, 5)), address: rate(40, 1), network: rate(160, 4) },
            // Stepping quickly through a game; a school that does.
            exact: Shares { visitor: Some(rate(60, 5)), address: rate(300, 30), network: rate(1200, 120) },
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
            // A battle takes up to 0.3 s of a processor. A visitor tries some seeds; so does a whole school.
            battles: Shares { visitor: Some(seldom(12, 3)), address: rate(60, 2), network: rate(240, 8) },
            // A few tabs; a school; what the memory holds: a battle that waits has almost none.
            battles_open: SlotLimits { visitor: 3, address: 60, network: 120, all: 300 },
            // A file is read to its end, in 50 to 500 ms of a processor.
            films: Shares { visitor: Some(seldom(6, 20)), address: seldom(30, 2), network: rate(60, 1) },
            // Each holds up to two megabytes while it arrives.
            films_open: SlotLimits { visitor: 2, address: 8, network: 16, all: 32 },
            // Each is in memory until it is stored, with up to 16 megabytes. A student hands one in at a time; a class
            // does from one address.
            versions_open: SlotLimits { visitor: 2, address: 16, network: 16, all: 16 },
            patience: PATIENCE,
        }
    }
}

/// The longest search, in milliseconds: what level 10 may think about a move.
pub(crate) const SEARCH_MS: u64 = 1000;
/// The search for a hint or the answer to an offer, in milliseconds.
pub(crate) const HINT_MS: u64 = 500;
/// The niceness of search threads: 19 is the lowest priority.
#[cfg(unix)]
pub(crate) const NICE: i32 = 19;

/// Battles that run at once. Each has about half a megabyte; the others wait in a queue.
pub(crate) const BATTLES_AT_ONCE: usize = 16;
/// The rounds of one slice of a battle: up to 15 ms, so that moves of the computer come in between.
pub(crate) const BATTLE_ROUNDS: usize = 25;
/// The longest time from the first round to the last. A slow telephone takes a battle, 350 kB, in less, and
/// a browser that takes longer keeps others waiting.
pub(crate) const BATTLE_TIME: Duration = Duration::from_mins(2);
/// The largest seed of a battle.
pub(crate) const BATTLE_SEED_MOST: i32 = i32::MAX;
/// Battles that are remembered as the last ones.
pub(crate) const RECENT_BATTLES: usize = 8;

/// The largest file that can be shared, as it is sent and as it is stored: a packed result of the contest
/// has 0.2 MB.
pub(crate) const FILM_BYTES: usize = 2 << 20;
/// The largest content of such a file, unpacked: a result of the contest has 3 MB.
pub(crate) const FILM_UNPACKED: u64 = 32 << 20;
/// The largest map, the longest game and the largest armies of a film: the contest has 3,600 cells, 500
/// rounds and 92 units. Together they take less than a second of a processor.
pub(crate) const FILM_CELLS: u64 = 20_000;
/// See [`FILM_CELLS`].
pub(crate) const FILM_ROUNDS: u64 = 2_000;
/// See [`FILM_CELLS`].
pub(crate) const FILM_UNITS: u64 = 500;
/// The states of a film that are read between two looks at the flag that ends the work.
pub(crate) const FILM_STATES: usize = 64;
/// The longest name of a film, in characters.
pub(crate) const FILM_NAME_CHARS: usize = 60;
/// How long a film is kept after it was shared last.
pub(crate) const FILM_AGE: Duration = Duration::from_hours(30 * 24);
/// How often films that are too old are removed.
pub(crate) const FILM_TIDY: Duration = Duration::from_hours(1);
/// The films that are kept: a visitor shares a lesson's, a school those of a contest, and all of them
/// together leave room on a small disk.
pub(crate) const FILM_LIMITS: FilmLimits = FilmLimits { visitor: 40, site: 400, all: 5_000, bytes: 1 << 30 };
/// Films of a visitor that are listed.
pub(crate) const OWN_FILMS: u32 = 40;

/// The fewest characters of a password.
pub(crate) const PASSWORD_CHARS: usize = 10;
/// The longest password, in bytes.
pub(crate) const PASSWORD_BYTES: usize = 256;
/// Passwords that are hashed at once, each with 19 MiB and some 20 ms of a processor: even a flood leaves the
/// rest of the server its processors.
pub(crate) const HASHES_AT_ONCE: usize = 2;
/// How long a request waits for its turn to hash a password.
pub(crate) const HASH_WAIT: Duration = Duration::from_secs(5);
/// How long a session lives without being used.
pub(crate) const SESSION_IDLE: Duration = Duration::from_hours(60 * 24);
/// How long a session lives. The cookie lives as long.
pub(crate) const SESSION_AGE: Duration = Duration::from_hours(365 * 24);
/// How often the use of a session is noted.
pub(crate) const SESSION_NOTED: Duration = Duration::from_hours(1);
/// How long the answer of the store is believed that a session is valid. Changes of this server count at
/// once; those beside it count after this time.
pub(crate) const SIGNED_IN_AGE: Duration = Duration::from_secs(5);
/// How long it is believed while the store cannot be asked.
pub(crate) const SIGNED_IN_AWAY: Duration = Duration::from_mins(2);
/// The most sessions that are kept in memory.
pub(crate) const SIGNED_IN: usize = 20_000;
/// The most tokens of an account.
pub(crate) const TOKENS: u32 = 20;

/// Accounts on a page of their list.
pub(crate) const PEOPLE: u32 = 50;
/// The time limit on a request to an identity provider.
pub(crate) const PROVIDER_TIME: Duration = Duration::from_secs(8);
/// The largest answer of an identity provider, in bytes: its keys have a few thousand.
pub(crate) const PROVIDER_BYTES: usize = 1 << 20;
/// How long it is believed what an identity provider says of itself.
pub(crate) const PROVIDER_AGE: Duration = Duration::from_hours(1);
/// How long a visitor may take at the identity provider, or to choose a name.
pub(crate) const SIGN_IN_TIME: Duration = Duration::from_mins(10);
/// Sign-ins at the identity provider that are under way at once.
pub(crate) const SIGN_INS: usize = 10_000;

/// Pictures of positions that are kept: about 3 MB.
pub(crate) const PICTURES: usize = 64;
/// How long a request waits for its turn to draw a picture, which takes about 20 ms.
pub(crate) const PICTURE_WAIT: Duration = Duration::from_secs(2);
/// Own games that the home page lists: two rows on a wide screen.
pub(crate) const OWN_GAMES_AT_HOME: u32 = 6;
/// Own games on a page of their list.
pub(crate) const OWN_GAMES: u32 = 24;
/// Own running games whose positions the analysis page does not analyse.
pub(crate) const OWN_RUNNING: usize = 8;
/// The last page of that list. A visitor with more games has them in the database, not in a list.
pub(crate) const OWN_PAGES: u32 = 100;
/// Listed games that are shown to visitors.
pub(crate) const LISTED_GAMES: usize = 12;
/// How old the list of live games may be. Each new list looks at all games in memory.
pub(crate) const LISTED_AGE: Duration = Duration::from_secs(3);
/// Games that are listed at a time after a restart.
pub(crate) const PAGE_OF_GAMES: u32 = 200;
/// The time between two heartbeats, and so the most time that a clock can gain by a crash.
pub(crate) const BEAT: Duration = Duration::from_secs(1);
/// If the last stored heartbeat is older than this, the store has failed: a slow disk flushes in less time,
/// and a restarted database is back in less.
pub(crate) const BEAT_OLD: Duration = Duration::from_secs(5);
/// The pause before a starting server queries a failed store again.
pub(crate) const RESUME_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause before a starting server tries again to read games.
pub(crate) const RESUME_LONGEST: Duration = Duration::from_mins(1);
/// The most outages that are kept apart while some games have not been resumed.
pub(crate) const OUTAGES: usize = 32;
/// How often unused games and counters are dropped.
pub(crate) const SWEEP: Duration = Duration::from_secs(30);
/// The most damaged games that are remembered as logged; beyond this number they are logged again.
pub(crate) const DAMAGED_TOLD: usize = 10_000;
/// How long a game without connections stays in memory.
pub(crate) const IDLE_GAME: Duration = Duration::from_mins(2);
/// The time limit on each step of a stop, except closing connections: longer than that on a transaction of
/// the store.
pub(crate) const STOP_STEP: Duration = Duration::from_secs(12);
/// How long connections have to close when the server stops.
pub(crate) const GOODBYE: Duration = Duration::from_secs(3);
