//! Copies the output of `make web` into the crate, if there is one.

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
    // The folder always exists; a missing file would make cargo build the crate every time.
    println!("cargo::rerun-if-changed={}", built.display());
    let page = fs::read_to_string(built.join("viewer.html")).unwrap_or_default();
    fs::write(out.join("viewer.html"), page).unwrap();
    fs::write(out.join("assets.rs"), assets(&built.join("arena"), &out)).unwrap();
}

/// The source text of the table of files, sorted by name. Each file is copied, because the folder may
/// change while the crate is compiled. In styles, the names of fonts are replaced by the addresses that
/// the pages use, which change with the content.
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
    let read = |name: &String| fs::read(folder.join(name)).unwrap();
    let fonts: Vec<(&String, String)> = names
        .iter()
        .filter(|name| is_font(name))
        .map(|name| (name, format!("{name}?v={}", hash(&read(name)))))
        .collect();
    for name in &names {
        let mut bytes = read(name);
        if ending(name) == "css" {
            let mut styles = String::from_utf8(bytes).unwrap();
            for (font, address) in &fonts {
                styles = styles.replace(font.as_str(), address);
            }
            bytes = styles.into_bytes();
        }
        // A font is compressed already.
        let mut gzip = Vec::new();
        if !is_font(name) {
            let mut packer = GzEncoder::new(gzip, Compression::best());
            packer.write_all(&bytes).unwrap();
            gzip = packer.finish().unwrap();
        }
        let (plain, packed) = (format!("asset-{name}"), format!("asset-{name}.gz"));
        fs::write(out.join(&packed), gzip).unwrap();
        fs::write(out.join(&plain), &bytes).unwrap();
        let (mime, hash) = (mime(name), hash(&bytes));
        let include = |file: &str| format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{file}\"))");
        writeln!(
            table,
            "    Asset {{ name: {name:?}, mime: {mime:?}, bytes: {}, gzip: {}, hash: \"{hash}\" }},",
            include(&plain),
            include(&packed)
        )
        .unwrap();
    }
    table + "];\n"
}

fn ending(name: &str) -> &str {
    Path::new(name).extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

fn is_font(name: &str) -> bool {
    ending(name) == "woff2"
}

fn hash(bytes: &[u8]) -> String {
    let mut hash = DefaultHasher::new();
    hash.write(bytes);
    format!("{:016x}", hash.finish())
}

fn mime(name: &str) -> &'static str {
    match ending(name) {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "tsv" => "text/tab-separated-values; charset=utf-8",
        "png" => "image/png",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
