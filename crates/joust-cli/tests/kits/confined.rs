//! Sources that attack the compiler: each ends with a message that says what happened, and nothing is left.

use super::modules::{build, has_clang};
use super::text;
use std::path::Path;
use std::time::{Duration, Instant};

/// Builds a hostile source with the limits of the user's command, and gives the exit code and the messages.
fn attack(source: &str, more: &[&str]) -> (Option<i32>, String) {
    attack_as("attack.cc", source, more)
}

fn attack_as(name: &str, source: &str, more: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let (path, module) = (folder.path().join(name), folder.path().join("no.wasm"));
    std::fs::write(&path, format!("{source}\n// JOUST_BOT\n")).unwrap();
    let begun = Instant::now();
    let built = build(&[&["--confined"], more].concat(), &path, &module);
    let told = text(&built.stderr);
    assert!(begun.elapsed() < Duration::from_mins(3), "{source}: {told}");
    assert!(!module.exists(), "{source}: {told}");
    assert!(!told.contains("Stack dump"), "{told}");
    (built.status.code(), told)
}

#[test]
fn a_source_cannot_read_the_files_of_the_machine() {
    if !has_clang() {
        return;
    }
    let secret = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(secret.path(), "int secret;").unwrap();
    let secret = secret.path().display();
    for source in [
        "#include \"/etc/passwd\"".to_owned(),
        format!("#include \"{secret}\"\nint stolen = secret;"),
        format!("asm(\".incbin \\\"{secret}\\\"\");"),
        "#include \"/proc/self/environ\"".to_owned(),
        "#include \"/proc/1/environ\"".to_owned(),
    ] {
        let (code, told) = attack(&source, &[]);
        assert_eq!(code, Some(1), "{told}");
        assert!(told.contains("ermission denied") || told.contains("ould not find"), "{source}: {told}");
        assert!(told.contains("reads the source, the kit and its own folders only"), "{told}");
        assert!(!told.contains("root:"), "{told}");
    }
}

/// A pipe would have no end while the compiler waits for it.
#[test]
fn a_source_that_reads_the_compiler_s_own_output_is_refused_at_once() {
    if !has_clang() {
        return;
    }
    let begun = Instant::now();
    let (code, told) = attack("%:include \"/proc/self/fd/2\"", &[]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("/proc/self/fd/2"), "{told}");
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[test]
fn a_source_does_not_see_the_time() {
    if !has_clang() {
        return;
    }
    let (code, told) = attack("const char* now = __DATE__ __TIME__ __TIMESTAMP__;", &[]);
    assert_eq!(code, Some(1), "{told}");
    assert_eq!(told.matches("not reproducible").count(), 3, "{told}");
}

#[test]
fn messages_do_not_tell_the_folder_of_the_build() {
    if !has_clang() {
        return;
    }
    let link =
        "int missing(int);\n__attribute__((export_name(\"use\"))) int use(int x) { return missing(x); }";
    for (source, words) in [(link, "undefined symbol: missing"), ("#include \"joust/bot.hh\"\nbad", "bad")] {
        let (code, told) = attack(source, &[]);
        assert!(code == Some(1) && told.contains(words), "{told}");
        assert!(!told.contains(".build.joust"), "{told}");
    }
}

#[test]
fn a_link_in_a_folder_leads_nowhere() {
    if !has_clang() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bot.cc"), "#include \"passwd.h\"\n// JOUST_BOT").unwrap();
    std::os::unix::fs::symlink("/etc/passwd", folder.path().join("passwd.h")).unwrap();
    let built = build(&["--confined"], folder.path(), &folder.path().join("no.wasm"));
    assert_eq!(built.status.code(), Some(1));
    assert!(text(&built.stderr).contains("'passwd.h' file not found"), "{}", text(&built.stderr));
}

#[test]
fn an_object_of_two_gigabytes_is_refused() {
    if !has_clang() {
        return;
    }
    let (code, told) = attack("char x[2000000000] = { 1 };", &[]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("more than 2048 MB of memory"), "{told}");
    // One that fits into memory.
    let (code, told) = attack("char x[200000000] = { 1 };", &[]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("larger than 64 MB"), "{told}");
}

#[test]
fn a_crash_of_the_compiler_is_told_as_one() {
    if !has_clang() {
        return;
    }
    for name in ["attack.cc", "attack.c"] {
        let (code, told) = attack_as(name, "#pragma clang __debug crash", &[]);
        assert_eq!(code, Some(1), "{told}");
        assert!(told.contains("the compiler crashed on this source"), "{told}");
        assert!(told.lines().count() < 5, "{told}");
    }
}

#[test]
fn an_endless_recursion_of_the_preprocessor_ends() {
    if !has_clang() {
        return;
    }
    let (code, told) = attack("#include __FILE__\n#include __FILE__", &[]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("#include nested too deeply"), "{told}");
    assert!(told.lines().count() < 30, "{told}");
}

/// Every level doubles the number of instances.
const BOMB: &str =
    "template <int N, int M> struct A { static const int v = A<N - 1, 2*M>::v + A<N - 1, 2*M + 1>::v; };
template <int M> struct A<0, M> { static const int v = M; };
int x = A<30, 0>::v;";

#[test]
fn a_template_bomb_runs_out_of_time_or_memory() {
    if !has_clang() {
        return;
    }
    let (code, told) = attack(BOMB, &["--time-limit", "2"]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("more than 2 s of processor time"), "{told}");
}

/// Each file alone is within the limit.
#[test]
fn many_files_have_one_limit_together() {
    if !has_clang() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for number in 0..100 {
        let source = BOMB.replace("A<30, 0>", "A<14, 0>").replace("int x", &format!("int x{number}"));
        std::fs::write(folder.path().join(format!("part{number}.cc")), source).unwrap();
    }
    std::fs::write(folder.path().join("bot.cc"), "// JOUST_BOT").unwrap();
    let limits = ["--confined", "--time-limit", "2"];
    let built = build(&limits, folder.path(), &folder.path().join("no.wasm"));
    let told = text(&built.stderr);
    assert_eq!(built.status.code(), Some(1), "{told}");
    assert!(told.contains("more than 2 s of processor time"), "{told}");
}

#[test]
#[ignore = "takes a minute of processor time"]
fn a_template_bomb_ends_within_the_usual_limits() {
    if !has_clang() {
        return;
    }
    let (code, told) = attack(BOMB, &[]);
    assert_eq!(code, Some(1), "{told}");
    let ended =
        told.contains("more than 60 s of processor time") || told.contains("more than 2048 MB of memory");
    assert!(ended, "{told}");
}

#[test]
fn nothing_is_left_of_a_confined_build() {
    if !has_clang() {
        return;
    }
    let temporary = tempfile::tempdir().unwrap();
    let source = temporary.path().join("bot.cc");
    std::fs::write(&source, "#pragma clang __debug crash\n// JOUST_BOT").unwrap();
    let mut command = std::process::Command::new(super::JOUST);
    command.args(["bot", "build", "--confined"]).arg(&source).env("TMPDIR", temporary.path());
    assert_eq!(command.output().unwrap().status.code(), Some(1));
    let left: Vec<_> = std::fs::read_dir(temporary.path()).unwrap().map(|one| one.unwrap().path()).collect();
    assert_eq!(left, [source.as_path() as &Path]);
}
