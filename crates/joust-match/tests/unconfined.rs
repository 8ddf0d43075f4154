//! A kit whose players cannot be confined is not opened behind the caller's back. This program is also the
//! kit, and the launcher of the kit.

use joust_games::{Ask, game};
use joust_match::{BadJob, Job, PlayerText, Programs, rehearse_with, run_with};
use joust_sandbox::{Confinement, launched};
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    if let Some(code) = launched(&words) {
        return code;
    }
    if std::env::var_os("JOUST_LIST").is_some() {
        println!("Foo");
        return ExitCode::SUCCESS;
    }
    // The runner of tests asks for their names.
    if words.iter().any(|word| word == "--list") {
        return ExitCode::SUCCESS;
    }
    a_kit_that_cannot_be_confined_is_refused_unless_the_caller_hears_of_it();
    ExitCode::SUCCESS
}

fn a_kit_that_cannot_be_confined_is_refused_unless_the_caller_hears_of_it() {
    let setup = game("madmax").unwrap().setup(&Ask::default()).unwrap();
    let kit = format!("{}:Foo", std::env::current_exe().unwrap().display());
    let player = |player| PlayerText { player, name: kit.clone(), seed: 0 };
    let job = Job::new(0, setup, (0..4).map(player).collect());
    // As on a kernel without Landlock.
    let confinement = Confinement { landlock: Some(0), ..Confinement::default() };

    let programs = Programs::confined(confinement);
    for refused in
        [run_with(&job, &programs, &AtomicBool::default()).err(), rehearse_with(&job, &programs).err()]
    {
        let Some(BadJob::Unconfined(why)) = refused else { panic!("{refused:?}") };
        assert!(why.contains("is not opened: this kernel has no Landlock: "), "{why}");
    }

    let programs = Programs::new(confinement);
    // The kit has no such player in truth, and the game goes on without it.
    let played = run_with(&job, &programs, &AtomicBool::default());
    assert!(!matches!(played, Err(BadJob::Unconfined(_))), "{played:?}");
    assert_eq!(programs.warnings().len(), 1, "the kit is opened once for four players");
    let _ = run_with(&job, &programs, &AtomicBool::default());
    assert!(programs.warnings().is_empty(), "and once for two games");
}
