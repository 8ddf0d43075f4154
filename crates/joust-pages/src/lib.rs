//! What `make web` has built from `web/`, inside the binary: the viewer of Mad Max, one page that
//! needs nothing else, and the scripts, styles and rules of the web arena.
//!
//! Built without them, everything else works, and whoever asks for a page is told.

mod asset;
mod viewer;

pub use asset::{Asset, asset, assets};
pub use viewer::{Attached, NoViewer, viewer_html, viewer_with};
