//! What a confined bot cannot reach. It tries, says what came of it on standard error, and plays on.

use crate::fixture::{BASE, Fixture, ask, play};
use joust_core::{FaultKind, Player, Seat};
use joust_mad::Battle;
use joust_sandbox::{Audience, BotCommand, BotTerms};
use joust_wargame::Campaign;
use std::fs;
use std::path::Path;

/// What came of the things that a bot tries, a line each. It plays on as if nothing had happened.
fn tries(fixture: &Fixture, words: &str) -> Vec<String> {
    let mut player = fixture.seat::<Campaign>(&format!("{{}}/bot try {words}"));
    play(&mut player, 4).unwrap_or_else(|fault| panic!("{words}: {fault}"));
    player.end();
    fixture.leaves_nothing();
    let heard = fixture.heard();
    let lines: Vec<String> = heard.lines().map(str::to_owned).collect();
    assert_eq!(lines.last().map(String::as_str), Some("tried"), "{heard}");
    lines[..lines.len() - 1].to_vec()
}

/// Each of the things ends so.
fn each(fixture: &Fixture, words: &str, ends: &str) {
    for line in tries(fixture, words) {
        assert!(line.ends_with(&format!(": {ends}")), "{line}");
    }
}

pub(crate) fn files_of_others_cannot_be_read() {
    let secret = BASE.join("secret");
    fs::write(&secret, "secret").unwrap();
    let home = std::env::home_dir().unwrap();
    let other = Fixture::new().with("notes.txt", "another bot's");
    let words = format!(
        "read {} list {} list {} read {} read /etc/passwd list /tmp list /proc read /proc/self/mounts",
        secret.display(),
        BASE.display(),
        home.display(),
        other.path("notes.txt").display(),
    );
    each(&Fixture::new(), &words, "EACCES");
    let words =
        "read {}/notes.txt list {} read /usr/bin/env list /usr/lib read /dev/null read /proc/self/stat";
    let own = tries(&Fixture::new().with("notes.txt", "mine"), words);
    assert!(own.len() == 6 && own.iter().all(|line| line.ends_with(": done")), "{own:?}");
    // A trusted bot reads what its user can.
    each(&Fixture::new().trusted(), &format!("read {}", secret.display()), "done");
}

pub(crate) fn nothing_can_be_written() {
    let fixture = Fixture::new().with("book", "text");
    let words = "write {}/new write {}/book write /tmp/joust-test-written write /dev/shm/joust-test-written";
    each(&fixture, words, "EACCES");
    let fixture = Fixture::new().with("book", "text");
    let words = "remove {}/book rename {}/book truncate {}/book chmod {}/book folder {}/new link {}/new";
    let came = tries(&fixture, &format!("{words} memory-file shared limit terminal"));
    assert!(came.len() == 10, "{came:?}");
    assert!(came.iter().all(|line| !line.ends_with(": done")), "{came:?}");
    assert_eq!(fs::read_to_string(fixture.path("book")).unwrap(), "text");
    assert!(!Path::new("/tmp/joust-test-written").exists());
    assert!(!Path::new("/dev/shm/joust-test-written").exists());
    each(&Fixture::new(), "write /dev/null", "done");
}

/// A process sees the clock of the machine, which does no harm: only modules are promised to repeat themselves.
pub(crate) fn the_clock_can_be_seen_and_not_set() {
    assert_eq!(tries(&Fixture::new(), "clock"), ["clock: done", "set-clock: EPERM"]);
}

pub(crate) fn there_is_no_network() {
    each(&Fixture::new(), "inet inet6 unix netlink send", "EPERM");
}

pub(crate) fn other_processes_are_out_of_reach() {
    let parent = std::process::id();
    let words = format!("kill-parent kill {parent} session group sibling namespace");
    each(&Fixture::new(), &words, "EPERM");
    let words = format!(
        "read /proc/{parent}/mem read /proc/{parent}/environ list /proc/{parent}/fd read /proc/1/maps"
    );
    each(&Fixture::new(), &words, "EACCES");
}

pub(crate) fn other_seats_are_out_of_reach() {
    let other = Fixture::new();
    let mut seat = other.bot::<Campaign>("honest");
    play(&mut seat, 2).unwrap();
    for pid in other.processes() {
        each(
            &Fixture::new(),
            &format!("read /proc/{pid}/mem read /proc/{pid}/fd/0 list /proc/{pid}"),
            "EACCES",
        );
        each(&Fixture::new(), &format!("kill {pid}"), "EPERM");
    }
    play(&mut seat, 2).unwrap();
    seat.end();
    other.leaves_nothing();
}

/// A bot that locks a file plays on. Another one, and this process, see nothing of it.
pub(crate) fn locks_tell_nothing() {
    let shared = "/usr/bin/env";
    let locks = Fixture::new();
    let mut seat = locks.seat::<Campaign>(&format!("{{}}/bot try lock {shared}"));
    play(&mut seat, 2).unwrap();
    assert_eq!(locks.heard(), "lock: done\ntried\n");
    let file = fs::File::open(shared).unwrap();
    file.try_lock().expect("the lock of the bot is none");
    file.unlock().unwrap();
    each(&Fixture::new(), &format!("locked {shared}"), "EPERM");
    play(&mut seat, 2).unwrap();
    seat.end();
    locks.leaves_nothing();
}

pub(crate) fn reaching_into_processes_is_forbidden() {
    for what in ["ptrace", "reach-in"] {
        let fixture = Fixture::new();
        let fault = ask(&mut fixture.bot::<Battle>(what), &Battle::default()).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Forbidden, "{what}: {fault}");
        assert_eq!(fault.detail, "answered nothing: it tried to make a system call that is forbidden");
        fixture.leaves_nothing();
    }
}

pub(crate) fn secrets_of_the_environment_are_not_passed_on() {
    let script = "read -r hello; echo '{\"type\":\"hello\",\"protocol\":1}'; env >&2; read -r turn; exit 1";
    let fixture = Fixture::new().with("bot.sh", script);
    let mut player = fixture.seat::<Battle>("sh {}/bot.sh");
    ask(&mut player, &Battle::default()).unwrap_err();
    let heard = fixture.heard();
    let names: Vec<&str> = heard.lines().filter_map(|line| Some(line.split_once('=')?.0)).collect();
    let known = ["PATH", "LANG", "LANGUAGE", "TZ", "HOME", "PWD", "OLDPWD", "_", "JOUST_MARK"];
    let more = [
        "JAVA_HOME",
        "VIRTUAL_ENV",
        "PYENV_ROOT",
        "PYENV_VERSION",
        "PYTHONHASHSEED",
        "PYTHONDONTWRITEBYTECODE",
    ];
    for name in names {
        assert!(known.contains(&name) || more.contains(&name) || name.starts_with("LC_"), "{name}");
    }
    assert!(std::env::vars().any(|(name, _)| name.starts_with("CARGO")), "this process has more variables");
}

pub(crate) fn an_older_kernel_protects_as_far_as_it_can() {
    let parent = std::process::id();
    let words = format!("inet unix kill-parent kill {parent} session remove {{}}/book memory-file");
    for version in [0, 1, 2, 4] {
        let fixture = Fixture::new().with("book", "text").on_landlock(version);
        each(&fixture, &words, "EPERM");
        let came = tries(&fixture, "write {}/new truncate {}/book write {}/book");
        assert!(came.iter().all(|line| !line.ends_with(": done")), "{version}: {came:?}");
        let warnings = fixture.command("{}/bot").warnings();
        assert_eq!(warnings.len(), usize::from(version == 0), "{version}: {warnings:?}");
        if version > 0 {
            each(&Fixture::new().on_landlock(version), "read /etc/passwd", "EACCES");
        } else {
            assert!(
                warnings[0].starts_with("this kernel has no Landlock: bots can read your files"),
                "{warnings:?}"
            );
        }
    }
}

pub(crate) fn a_program_that_cannot_be_started_says_why() {
    let fixture = Fixture::new().with("strange", "#!/no/such/interpreter\n");
    let strange = fixture.path("strange");
    fs::set_permissions(&strange, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let command = BotCommand::new(strange.to_str().unwrap(), false).unwrap();
    let mut player = command.seat::<Battle>(BotTerms::default(), Audience::absent());
    let fault = player.get_ready(&Battle::default(), Seat::FIRST).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Start);
    assert!(fault.detail.contains("No such file or directory"), "{fault}");
    for (command, why) in [
        ("no-such-program", "no folder of the PATH has a program `no-such-program`"),
        ("sh bot.sh | cat", "`|` is for a shell"),
        ("", "there is no command"),
    ] {
        let bad = BotCommand::new(command, false).unwrap_err().to_string();
        assert!(bad.contains(why), "{bad}");
    }
}

/// A bot in a folder of many purposes reads its own file only.
pub(crate) fn a_home_is_not_a_folder_of_a_bot() {
    let temporary = std::env::temp_dir().join(format!("joust-test-{}.sh", std::process::id()));
    fs::write(&temporary, crate::honest::SHELL).unwrap();
    let command = BotCommand::new(&format!("sh {}", temporary.display()), false).unwrap();
    let hints = command.hints();
    assert!(hints.iter().any(|line| line.contains("put the bot into a folder of its own")), "{hints:?}");
    let mut player = command.seat::<Campaign>(BotTerms::default(), Audience::absent());
    play(&mut player, 2).unwrap();
    player.end();
    fs::remove_file(temporary).unwrap();
}
