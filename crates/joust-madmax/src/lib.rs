//! The rules of Mad Max: maps, rounds, players and files.
//!
//! The law is in `rules/madmax.md`; code that enforces a clause carries its id, such as `[MAX-4.2]`. With the
//! seed and the players of a game of the original program, the result is equal byte for byte. A [`Skirmish`]
//! is a game whose seats give orders; a [`State`] is what they see. A round is a pure function of state,
//! movements and generator, and states are cheap to copy, so that players can look ahead.
//!
//! ```
//! use joust_madmax::{Config, Generator, Settings, Source};
//! let config = Config { settings: Settings::default(), source: Source::Generator };
//! let mut random = Generator::new(30);
//! let mut state = config.start(&mut random).unwrap();
//! assert_eq!(random.state(), 1_766_355_552);
//! state.play_round(&[], &mut random, &mut ()).unwrap();
//! assert_eq!(state.total_score(), [4, 4, 4, 4]);
//! ```

mod bout;
mod chance;
mod chronicle;
mod config;
mod event;
mod generate;
mod map;
mod orders;
pub mod player;
mod random;
mod read_result;
mod record;
mod respawn;
mod result;
mod round;
mod settings;
mod skirmish;
mod snapshot;
mod state;
mod timeline;
mod unit;
mod verify;

pub use bout::Bout;
pub use chronicle::{Chronicle, RoundAccount};
pub use config::{BadConfig, Config, ConfigFault, LineColumn, Source};
pub use event::{Event, OrderFault, Witness};
pub use map::{City, Dir, Map, MapFault, Pos, Terrain};
pub use orders::{Action, Movement, Orders, RoundOrders, Share, TooManyOrders};
pub use random::Generator;
pub use read_result::{BadResult, ResultFault, ResultReader};
pub use record::{BadCompactRecord, CannotReplay, CompactRecord, MAGIC, Recorder, Replay, StatusChange};
pub use respawn::NoPlace;
pub use result::{Origin, ResultWriter};
pub use settings::{BadSettings, Settings, TEAMS};
pub use skirmish::{Skirmish, round_orders, why};
pub use snapshot::{Block, Header, Snapshot};
pub use state::State;
pub use timeline::{Standing, Timeline};
pub use unit::{Kind, Unit};
pub use verify::{Difference, Subject, Summary, Verified, Wrong, verify_record, verify_result};
