//! Bots behind `cmd:`, honest and hostile. Each hostile one ends in its named fault, or does no harm; none leaves
//! anything behind.
//!
//! This program is also the launcher of the bots, so it has a main function of its own.

mod confined;
mod fixture;
mod honest;
mod hostile;
mod limits;

use libtest_mimic::{Arguments, Trial, run};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The tests of some functions, by their names.
macro_rules! tests {
    ($($module:ident: $($name:ident),* $(,)?;)*) => {
        vec![$($(Trial::test(concat!(stringify!($module), "::", stringify!($name)), || {
            $module::$name();
            Ok(())
        }),)*)*]
    };
}

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    if let Some(code) = joust_sandbox::launched(&words) {
        return code;
    }
    let tests = tests! {
        honest:
            a_bot_in_c_plays_both_duels_to_the_end,
            a_bot_of_the_shell_plays,
            a_bot_in_python_starts_with_threads_and_children,
            a_bot_in_node_starts_with_workers_and_timers,
            a_bot_in_java_starts,
            a_script_starts_by_its_first_line,
            a_bot_introduces_itself_and_hears_the_end,
            a_parameter_that_the_bot_does_not_have_is_refused,
            the_past_and_the_clock_are_told,
            notes_come_before_the_action,
            four_bots_of_mad_max_think_at_once,
            an_offer_is_declined_without_asking,
            a_trusted_command_is_one_of_the_shell;
        hostile:
            a_bot_that_says_nonsense_is_garbled,
            a_bot_that_speaks_out_of_turn_is_garbled,
            a_bot_that_ends_says_how_and_why,
            a_bot_that_does_not_answer_is_late,
            a_bot_that_never_reads_or_closes_everything_is_not_waited_for,
            a_bot_that_does_not_read_does_not_start_in_time,
            a_bot_that_reads_no_more_after_a_turn_is_late,
            an_illegal_action_is_illegal,
            too_many_orders_are_a_fault,
            the_end_of_a_game_is_the_end_of_a_deaf_bot,
            a_bot_may_end_itself_when_it_has_done_its_part,
            the_flag_ends_waiting,
            children_end_with_their_bot,
            bots_end_when_their_parent_is_killed;
        limits:
            memory_is_limited,
            memory_is_limited_while_nobody_waits,
            memory_of_all_processes_counts_once,
            interpreters_run_out_of_memory,
            processes_are_limited,
            processor_time_of_all_processes_is_limited,
            processor_time_is_limited_turn_by_turn,
            the_game_waits_for_a_while_only,
            errors_are_limited,
            recursion_ends_in_a_crash;
        confined:
            files_of_others_cannot_be_read,
            nothing_can_be_written,
            there_is_no_network,
            the_clock_can_be_seen_and_not_set,
            other_processes_are_out_of_reach,
            other_seats_are_out_of_reach,
            locks_tell_nothing,
            reaching_into_processes_is_forbidden,
            secrets_of_the_environment_are_not_passed_on,
            an_older_kernel_protects_as_far_as_it_can,
            a_program_that_cannot_be_started_says_why,
            a_home_is_not_a_folder_of_a_bot;
    };
    let ended = run(&Arguments::from_args(), tests);
    let _ = std::fs::remove_dir_all(&*fixture::BASE);
    let left = control_groups(Path::new("/sys/fs/cgroup"), 6);
    assert!(left.is_empty(), "control groups are left behind: {left:?}");
    ended.exit_code()
}

/// The control groups of bots of this process.
fn control_groups(folder: &Path, depth: u32) -> Vec<PathBuf> {
    let own = format!("joust-{}-", std::process::id());
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut found = Vec::new();
    for entry in folders {
        if entry.file_name().to_str().is_some_and(|name| name.starts_with(&own)) {
            found.push(entry.path());
        }
        found.extend(control_groups(&entry.path(), below));
    }
    found
}
