//! Takes what `make web` has built, if it is there.

use flate2::{Compression, write::GzEncoder};
use std::collections::hash_map::DefaultHasher;
use std::fmt::Write as _;
use std::hash::Hasher;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let built = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap()).join("../../web/dist");
    let out = PathBuf::from(env::var("OUT_DIR").unwrap());
    // The folder is always there, so that nothing is built again for a file that is missing.
    println!("cargo::rerun-if-changed={}", built.display());
    let page = fs::read_to_string(built.join("viewer.html")).unwrap_or_default();
    fs::write(out.join("viewer.html"), page).unwrap();
    fs::write(out.join("assets.rs"), assets(&built.join("arena"), &out)).unwrap();
}

/// The files of the arena as the text of a table, in order of their names. Each is copied, because
/// the folder may change while the crate is compiled.
fn assets(folder: &Path, out: &Path) -> String {
    let mut names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.path().is_file())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort_unstable();
    let mut table = String::from("const ASSETS: &[Asset] = &[\n");
    for name in names {
        let bytes = fs::read(folder.join(&name)).unwrap();
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        packer.write_all(&bytes).unwrap();
        let (plain, packed) = (format!("asset-{name}"), format!("asset-{name}.gz"));
        fs::write(out.join(&packed), packer.finish().unwrap()).unwrap();
        fs::write(out.join(&plain), &bytes).unwrap();
        let mut hash = DefaultHasher::new();
        hash.write(&bytes);
        let (mime, hash) = (mime(&name), hash.finish());
        let include = |file: &str| format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{file}\"))");
        writeln!(
            table,
            "    Asset {{ name: {name:?}, mime: {mime:?}, bytes: {}, gzip: {}, hash: \"{hash:016x}\" }},",
            include(&plain),
            include(&packed)
        )
        .unwrap();
    }
    table + "];\n"
}

fn mime(name: &str) -> &'static str {
    match Path::new(name).extension().and_then(|ending| ending.to_str()) {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}
