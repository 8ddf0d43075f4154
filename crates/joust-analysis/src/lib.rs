//! What a game was worth: the best lines of a position, the report of a game, and the moves of a level.
//!
//! | module | what it holds |
//! |---|---|
//! | `verdict` | the value of a position: proven or estimated, with how the game is decided |
//! | `lines` | [`Lines`]: the best lines of a position, in parts |
//! | `report` | [`Reporter`] and [`Report`]: values of all positions, mistakes, accuracy |
//! | `level` | [`action`]: the move of a level |
//! | `exact` | [`exact()`]: what tables and solvers know of a position |
//! | `service` | [`Service`]: all of it, asked in JSON |
//!
//! All limits are counted in nodes, so that a page and a native program give equal answers. A page has this
//! crate in WebAssembly; the feature `page` gives [`Service`] the name that a page calls.
//!
//! ```
//! let mut service = joust_analysis::Service::default();
//! let answer = service.answer(r#"{"do":"move","game":"mad","course":[],"level":1,"seed":1}"#);
//! assert!(answer.starts_with(r#"{"move":""#), "{answer}");
//! ```

mod exact;
mod level;
mod lines;
mod mad;
mod report;
mod service;
mod verdict;
mod war;

pub use exact::exact;
pub use level::{STRONGEST, action};
pub use lines::{Lines, MOST_LINES};
pub use report::{Grade, NODES, Ply, Report, Reporter, Slip};
pub use service::{Service, report};
pub use verdict::{Judged, Kind, Verdict};

use joust_core::Fault;
use joust_players::analysis::Query;
use joust_players::endgame::EndgameSource;
use joust_search::engine::SearchLimits;
use joust_view::Faults;

/// Bytes of a transposition table: as much as a phone can spare.
const TABLE: usize = 32 << 20;

/// What an analysis is asked for, but for its limits.
fn query(lines: usize) -> Query {
    Query {
        limits: SearchLimits::default(),
        lines: lines.clamp(1, MOST_LINES),
        threads: 1,
        table: TABLE,
        tables: EndgameSource::Off,
        visited: std::sync::Arc::default(),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "map_err gives it away")]
fn engine_says(fault: Fault) -> Faults {
    vec![format!("the engine {fault}")]
}

#[cfg(feature = "page")]
mod page {
    use crate::Service;
    use std::cell::RefCell;

    thread_local! {
        static SERVICE: RefCell<Service> = RefCell::default();
    }

    /// Answers the question in the input of `joust_desk`, and returns the number of bytes of its output.
    #[cfg_attr(target_family = "wasm", expect(unsafe_code, reason = "called by its name"), unsafe(no_mangle))]
    pub extern "C" fn ask() -> usize {
        let question = joust_desk::take();
        let answer = SERVICE.with_borrow_mut(|service| service.answer(&String::from_utf8_lossy(&question)));
        joust_desk::put(answer);
        joust_desk::output_bytes()
    }
}
#[cfg(feature = "page")]
pub use page::ask;
