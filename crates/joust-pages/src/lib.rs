//! The web files inside the binary: the viewer of Mad Max as one self-contained page, and the scripts,
//! styles and rules of the web arena. `make web` builds them from `web/`.
//!
//! A build without Node has none of them. Everything else works, and [`viewer_html`] and [`asset`] say
//! what is missing.
//!
//! ```
//! use joust_pages::{Attached, asset, viewer_with};
//!
//! let game = Attached::new("final.res".to_owned(), b"Game", false)?;
//! match viewer_with(&[game]) {
//!     Ok(page) => assert!(page.contains("data-name=\"final.res\"")),
//!     Err(why) => println!("{why}"),
//! }
//! if let Some(styles) = asset("arena.css") {
//!     println!("/assets/{}?v={} has {} bytes", styles.name, styles.hash, styles.bytes.len());
//! }
//! # Ok::<(), std::io::Error>(())
//! ```

mod asset;
mod viewer;

pub use asset::{Asset, asset, assets};
pub use viewer::{Attached, NoViewer, Opening, viewer_at, viewer_html, viewer_with};
