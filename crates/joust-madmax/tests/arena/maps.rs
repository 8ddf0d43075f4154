//! Where the configurations of golden games lie.

use std::path::{Path, PathBuf};

/// The text of a configuration of our own data, or of the folder beside the checkout where the
/// original's maps lie.
pub(crate) fn configuration(name: &str) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let places: [PathBuf; 2] =
        [root.join("tests/data/madmax/cnf").join(name), root.join("../shared/data/madmax/cnf").join(name)];
    places.iter().find_map(|place| std::fs::read_to_string(place).ok())
}
