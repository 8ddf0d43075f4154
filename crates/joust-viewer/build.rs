//! Takes the page that `make web` has built, if it is there.

use std::path::Path;
use std::{env, fs};

fn main() {
    let built = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap()).join("../../web/dist");
    // The folder is always there, so that nothing is built again for a file that is missing.
    println!("cargo::rerun-if-changed={}", built.display());
    let page = fs::read_to_string(built.join("viewer.html")).unwrap_or_default();
    fs::write(Path::new(&env::var("OUT_DIR").unwrap()).join("viewer.html"), page).unwrap();
}
