//! Sources in Rust that attack the compiler: each ends with a message that says what happened, and nothing is left.

use super::modules::{build, has_target};
use super::{JOUST, rust, text};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Builds a hostile source with the limits of the user's command, and gives the messages. Its exit code must be 1.
fn attack(source: &str, more: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let (path, module) = (folder.path().join("bot.rs"), folder.path().join("no.wasm"));
    std::fs::write(&path, format!("{source}\n// joust::module!\n")).unwrap();
    let begun = Instant::now();
    let built = build(&[&["--confined"], more].concat(), &path, &module);
    let told = text(&built.stderr);
    assert!(begun.elapsed() < Duration::from_mins(3), "{source}: {told}");
    assert!(!module.exists(), "{source}: {told}");
    assert_eq!(built.status.code(), Some(1), "{source}: {told}");
    assert!(!told.contains("stack backtrace") && !told.contains("root:"), "{source}: {told}");
    assert!(!told.contains(".build.joust"), "a path of the machine is shown: {source}: {told}");
    told
}

/// Whether modules of Rust can be built, with a line of a source that makes the rest of it a bot.
fn can_attack() -> bool {
    rust().is_some() && has_target()
}

#[test]
fn a_bot_in_one_file_is_built_free_and_confined_and_two_builds_are_equal() {
    if !can_attack() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/bots/greedy.rs");
    let made = ["free", "confined", "again"].map(|name| {
        let module = folder.path().join(format!("{name}.wasm"));
        let words = if name == "free" { &[][..] } else { &["--confined"] };
        let built = build(words, &source, &module);
        assert!(built.status.success(), "{name}: {}", text(&built.stderr));
        assert_eq!(text(&built.stderr), "", "{name}");
        std::fs::read(module).unwrap()
    });
    assert!(made[1] == made[2], "two confined builds differ");
    assert!(made[0] == made[1], "a confined build differs from a free one");
    // Paths of the machine would tell about it, and differ from build to build.
    let has = |text: &[u8]| made[1].windows(text.len()).any(|window| window == text);
    assert!(has(b"greedy.rs"), "the test looks for paths that are there");
    assert!(!has(b".build.joust"), "the folder of the build is in the module");
}

#[test]
fn a_source_in_rust_cannot_read_the_files_of_the_machine() {
    if !can_attack() {
        return;
    }
    let secret = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(secret.path(), "const SECRET: u8 = 42;").unwrap();
    let secret = secret.path().display().to_string();
    let home = std::env::home_dir().unwrap().join(".profile").display().to_string();
    let files = [
        "/etc/passwd",
        "../../../../../../../../etc/passwd",
        "/proc/self/environ",
        "/proc/1/environ",
        "/dev/urandom",
        &secret,
        &home,
    ];
    let all = files.map(|file| format!("pub static X: &[u8] = include_bytes!({file:?});")).join("\n")
        + &format!(
            "\ninclude!({secret:?});\npub static Y: u8 = SECRET;\nconst Z: &str = include_str!({secret:?});\n"
        );
    // The compiler stops at the first module that it cannot read.
    let part = format!("#[path = {secret:?}] mod stolen;");
    for (source, read) in [(all.as_str(), &files[..]), (&part, &[&*secret])] {
        let told = attack(source, &[]);
        for file in read {
            let refused =
                told.lines().find(|line| line.starts_with("error: couldn't read") && line.contains(file));
            let is_denied = |line: &str| line.contains("ermission denied") || line.contains("No such file");
            assert!(refused.is_some_and(is_denied), "{file}: {told}");
        }
        assert!(told.contains("reads the source, the kit and its own folders only"), "{told}");
        assert!(!told.contains("SECRET: u8 = 42"), "{told}");
    }
}

#[test]
fn a_source_in_rust_that_reads_the_compiler_s_own_output_is_refused_at_once() {
    if !can_attack() {
        return;
    }
    let begun = std::time::Instant::now();
    let told = attack("static X: &[u8] = include_bytes!(\"/proc/self/fd/2\");", &[]);
    assert!(told.contains("couldn't read `/proc/self/fd/2`"), "{told}");
    assert!(begun.elapsed() < std::time::Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[test]
fn a_source_in_rust_does_not_see_the_environment() {
    if !can_attack() {
        return;
    }
    let names = ["HOME", "PATH", "USER", "CARGO_HOME", "RUSTUP_HOME", "PWD"];
    let all = names.map(|name| format!("const {name}: &str = env!(\"{name}\");")).join("\n");
    let told = attack(&all, &[]);
    for name in names {
        assert!(told.contains(&format!("environment variable `{name}` not defined")), "{name}: {told}");
    }
    // The other macro gives nothing: then this is not a constant that compiles.
    let all = names.map(|name| format!("const {name}: &str = option_env!(\"{name}\").unwrap();")).join("\n");
    let told = attack(&all, &[]);
    for name in names {
        assert!(told.contains(&format!("evaluation of `{name}` failed")), "{name}: {told}");
    }
}

#[test]
fn a_source_in_rust_runs_no_program_in_the_compiler() {
    if !can_attack() {
        return;
    }
    for (source, words) in [
        (
            "#![crate_type = \"proc-macro\"]\nextern crate proc_macro;\n#[proc_macro]\n\
             pub fn evil(x: proc_macro::TokenStream) -> proc_macro::TokenStream { x }",
            &["only usable with crates of the `proc-macro` crate type"][..],
        ),
        (
            "#![feature(rustc_private)]\nextern crate rustc_driver;\nextern crate evil;",
            &["can't find crate for `rustc_driver`", "may not be used on the stable release channel"],
        ),
        (
            "pub fn f() { unsafe { std::arch::asm!(\"nop\") } }\n\
             core::arch::global_asm!(\".incbin \\\"/etc/passwd\\\"\");",
            &["2:1", "inline assembly is not stable yet"],
        ),
        ("#![feature(plugin)]\n#![plugin(evil)]", &["plugins are no longer supported"]),
    ] {
        let told = attack(source, &[]);
        assert!(words.iter().all(|words| told.contains(words)), "{source}: {told}");
    }
}

#[test]
fn a_source_in_rust_does_not_choose_what_is_linked() {
    if !can_attack() {
        return;
    }
    let used = "unsafe extern \"C\" { fn evil(); }\n#[unsafe(no_mangle)] pub extern \"C\" fn f() { unsafe { evil() } }";
    let files = "#[link(name = \"evil\", kind = \"static\")]\nunsafe extern \"C\" {}\n\
                 #[link(name = \"/etc/passwd\")]";
    let options = "#[link(name = \"--export-all\", kind = \"link-arg\")]";
    for (attributes, words) in [
        (files, &["unable to find library -levil", "unable to find library -l/etc/passwd"][..]),
        (options, &["link kind `link-arg` is unstable"]),
        ("#[link_args = \"--export-all\"]", &["cannot find attribute `link_args`"]),
    ] {
        let told = attack(&format!("{attributes}\n{used}"), &[]);
        assert!(words.iter().all(|words| told.contains(words)), "{attributes}: {told}");
    }
}

/// What a bomb ends with.
const ENDS: [&str; 2] = ["more than 2 s of processor time", "more than 2048 MB of memory"];

#[test]
fn bombs_in_rust_end_within_their_limits() {
    if !can_attack() {
        return;
    }
    for (source, words) in [
        ("const X: () = loop {};\npub const Y: () = X;", &["constant evaluation is taking a long time"][..]),
        ("#![allow(long_running_const_eval)]\npub const X: () = loop {};\npub static Y: () = X;", &ENDS),
        (
            "const fn f(n: u64) -> u64 { f(n + 1) + 1 }\npub static X: u64 = f(0);",
            &["reached the configured maximum number of stack frames"],
        ),
        (
            "macro_rules! bomb { ($($x:tt)*) => { bomb!{$($x)* $($x)*} } }\nbomb!{x}",
            &["recursion limit reached", ENDS[1], ENDS[0]],
        ),
        (
            "#![recursion_limit = \"4000000000\"]\nmacro_rules! bomb { ($($x:tt)*) => { bomb!{$($x)* x} } }\nbomb!{}",
            &ENDS,
        ),
        (TYPES, &["reached the type-length limit", "recursion limit", ENDS[0], ENDS[1]]),
        (TRAITS, &ENDS),
    ] {
        let told = attack(source, &["--time-limit", "2"]);
        assert!(words.iter().any(|words| told.contains(words)), "{source}: {told}");
    }
}

/// Every call doubles the type.
const TYPES: &str = "#![recursion_limit = \"100000\"]\n#![type_length_limit = \"1000000000000\"]
fn grow<T: Copy>(n: u32, x: T) -> usize { if n == 0 { size_of::<T>() } else { grow(n - 1, (x, x)) } }
#[unsafe(no_mangle)] pub extern \"C\" fn f(n: u32) -> usize { grow(n, 1u8) }";

/// Every level of the proof needs two of the level below.
const TRAITS: &str = "#![recursion_limit = \"1000000\"]
pub struct Z; pub struct S<A, B>(A, B);
pub trait T { const V: u64; }
impl T for Z { const V: u64 = 1; }
impl<A: T, B: T> T for S<A, B> { const V: u64 = A::V.wrapping_add(B::V); }
macro_rules! twice { ($t:ty; ) => { $t }; ($t:ty; $x:tt $($r:tt)*) => { twice!(S<S<$t, Z>, $t>; $($r)*) } }
#[unsafe(no_mangle)] pub extern \"C\" fn f() -> u64 { <twice!(Z; x x x x x x x x x x x x x x x x x x x x x x x x) as T>::V }";

#[test]
fn a_static_of_two_gigabytes_is_refused() {
    if !can_attack() {
        return;
    }
    let told = attack("#[unsafe(no_mangle)] pub static X: [u8; 2_000_000_000] = [1; 2_000_000_000];", &[]);
    assert!(told.contains("more than 2048 MB of memory"), "{told}");
    // One that fits into memory.
    let told = attack("#[unsafe(no_mangle)] pub static X: [u8; 200_000_000] = [1; 200_000_000];", &[]);
    assert!(told.contains("larger than 64 MB") || told.contains("of memory, its limit"), "{told}");
}

#[test]
fn a_crash_of_the_compiler_of_rust_is_told_as_one() {
    if !can_attack() {
        return;
    }
    // Deeper than the stack of the parser.
    let told = attack(&format!("fn f() {{ {}", "(".repeat(200_000)), &[]);
    assert!(told.contains("the compiler crashed on this source"), "{told}");
    assert!(told.lines().count() < 10, "{told}");
}

#[test]
fn a_folder_of_rust_is_read_as_far_as_it_is_the_source() {
    let Some(kit) = rust().filter(|_| has_target()) else { return };
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let told = |code: i32| {
        let built = build(&["--confined"], folder.path(), &folder.path().join("bot.wasm"));
        assert_eq!(built.status.code(), Some(code), "{}", text(&built.stderr));
        text(&built.stderr)
    };
    let manifest = std::fs::read_to_string(kit.folder.join("Cargo.toml")).unwrap();
    let bot = "use joust::Bot;\nfn make(_: &str) -> Option<Box<dyn Bot>> { None }\njoust::module!(make);\n";
    write("Cargo.toml", &manifest);
    write("src/lib.rs", &format!("#[allow(dead_code)]\nconst X: &str = include_str!(\"data.txt\");\n{bot}"));
    write("src/data.txt", "weights");
    assert_eq!(told(0), "");
    // A library that its author has changed is the one that counts, and is compiled in confinement.
    write("joust/src/lib.rs", "pub static X: &str = include_str!(\"/etc/passwd\");");
    let spied = told(1);
    assert!(spied.contains("couldn't read") && !spied.contains("root:"), "{spied}");
    std::fs::remove_dir_all(folder.path().join("joust")).unwrap();
    // Links lead nowhere, whether they are files or folders.
    let other = tempfile::tempdir().unwrap();
    std::fs::write(other.path().join("secret.rs"), "pub const SECRET: u8 = 42;").unwrap();
    symlink(other.path().join("secret.rs"), folder.path().join("src/secret.rs")).unwrap();
    write("src/lib.rs", &format!("mod secret;\n{bot}"));
    assert!(told(1).contains("file not found for module `secret`"));
    std::fs::rename(folder.path().join("src"), folder.path().join("away")).unwrap();
    symlink(folder.path().join("away"), folder.path().join("src")).unwrap();
    assert!(told(1).contains("couldn't read"), "a folder that is a link is not followed");
    std::fs::remove_file(folder.path().join("src")).unwrap();
    write("src/lib.rs", bot);
    // What cargo would run is refused by name.
    for (path, contents, words) in [
        ("build.rs", "fn main() { panic!() }", "has a build script"),
        ("Cargo.toml", &*format!("{manifest}\n[build-dependencies]\ncc = \"1\"\n"), "needs the crate `cc`"),
        ("Cargo.toml", &manifest.replace("[workspace]", "rand = \"0.9\""), "needs the crate `rand`"),
        ("Cargo.toml", &manifest.replace("[lib]", "[lib]\nproc-macro = true"), "procedural macros"),
    ] {
        write(path, contents);
        let refused = told(2);
        assert!(refused.contains(words), "{refused}");
        let _ = std::fs::remove_file(folder.path().join("build.rs"));
    }
    write("Cargo.toml", &manifest);
    // A toolchain that the folder brings is a program, too.
    write("rust-toolchain.toml", "[toolchain]\npath = \"evil\"\n");
    write("evil/bin/rustc", "#!/bin/sh\ntouch \"$0.was-run\"\n");
    let evil = folder.path().join("evil/bin/rustc");
    std::fs::set_permissions(&evil, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(told(0), "");
    assert!(!evil.with_extension("was-run").exists());
}

#[test]
fn a_confined_bot_in_rust_without_the_line_is_told_of_it() {
    if !can_attack() {
        return;
    }
    let told = attack("pub fn make() {}", &[]);
    assert!(told.contains("needs the line `joust::module!(make);`"), "{told}");
}

#[test]
fn without_the_libraries_for_modules_one_line_says_how_to_get_them() {
    let folder = tempfile::tempdir().unwrap();
    let rustc = folder.path().join("rustc");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/bots/greedy.rs");
    let told = || {
        let mut build = Command::new(JOUST);
        build.args(["bot", "build", "--confined"]).arg(&source).arg("-o").arg(folder.path().join("no.wasm"));
        let built = build.env("PATH", folder.path()).output().unwrap();
        assert_eq!(built.status.code(), Some(2), "{}", text(&built.stderr));
        text(&built.stderr)
    };
    assert_eq!(told(), "error: a bot in Rust needs cargo and rustc: install Rust from https://rustup.rs\n");
    std::fs::write(&rustc, "#!/bin/sh\necho /nowhere\necho /nowhere/lib\n").unwrap();
    std::fs::set_permissions(&rustc, std::fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(told(), "error: Rust lacks the libraries for modules: rustup target add wasm32-wasip1\n");
}

#[test]
fn nothing_is_left_of_a_confined_build_of_rust() {
    if !can_attack() {
        return;
    }
    let temporary = tempfile::tempdir().unwrap();
    let source = temporary.path().join("bot.rs");
    std::fs::write(&source, "static X: &str = include_str!(\"/etc/passwd\"); // joust::module!").unwrap();
    let mut command = Command::new(JOUST);
    command.args(["bot", "build", "--confined"]).arg(&source).env("TMPDIR", temporary.path());
    assert_eq!(command.output().unwrap().status.code(), Some(1));
    let left: Vec<_> = std::fs::read_dir(temporary.path()).unwrap().map(|one| one.unwrap().path()).collect();
    assert_eq!(left, [source.as_path() as &Path]);
}
