//! The module that Python loads. What it does is tested in Python, by the files beside this one.

use std::path::Path;

/// Whether some bytes are in others.
fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

/// A module for every interpreter: it has the function that Python calls, and names no library of one version.
#[cfg(target_os = "linux")]
#[test]
fn the_module_is_built_for_every_version_of_python() {
    let program = std::env::current_exe().unwrap();
    let module = std::fs::read(program.with_file_name("libjoust_python.so")).unwrap();
    assert!(contains(&module, b"PyInit__joust"));
    assert!(!contains(&module, b"libpython3"), "it would need a certain version of Python");
}

/// The package takes its version from this crate, and says which interpreters it is for.
#[test]
fn the_package_is_for_the_interpreters_of_the_module() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [package, workspace] = [folder.join("pyproject.toml"), folder.join("../../Cargo.toml")]
        .map(|path| std::fs::read_to_string(path).unwrap());
    assert!(package.contains("dynamic = [\"version\"]") && package.contains("requires-python = \">=3.9\""));
    assert!(workspace.contains("\"abi3-py39\""));
}

/// A wheel has the licences in it.
#[test]
fn the_package_has_the_licences_of_the_repository() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let package = std::fs::read_to_string(folder.join("pyproject.toml")).unwrap();
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let [own, whole] =
            [folder.join(name), folder.join("../..").join(name)].map(|path| std::fs::read(path).unwrap());
        assert!(package.contains(&format!("{name:?}")) && own == whole && !own.is_empty());
    }
}
