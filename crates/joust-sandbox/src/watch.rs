//! The watch: a thread that looks at all running bots, many times a second, and ends those that have taken too
//! much. A bot may compute while nobody waits for it, so its codec alone cannot watch it.

use crate::cgroup::Cgroup;
use crate::running;
use nix::time::{ClockId, clock_getcpuclockid};
use nix::unistd::Pid;
use std::fs::File;
use std::io::Read;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

/// How often the watch looks. Between two looks a bot can fill about this time's worth of memory: some tens of
/// megabytes.
const PERIOD: Duration = Duration::from_millis(20);
/// The unit of the times in `/proc/PID/stat`, which is the same on all machines.
const TICK: Duration = Duration::from_millis(10);

/// The most processes of a bot that are looked at: more are too many.
const MOST: usize = 1024;

/// What a bot may take.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Caps {
    /// Bytes of memory.
    pub(crate) memory: Option<u64>,
    /// Threads and processes.
    pub(crate) tasks: Option<u64>,
}

/// What a bot has taken too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Excess {
    /// Memory; the limit in bytes.
    Memory(u64),
    /// Threads and processes; the limit.
    Tasks(u64),
}

/// A bot under watch.
pub(crate) struct Watched {
    /// Its first process, whose id is also that of the group.
    leader: u32,
    clock: Option<ClockId>,
    caps: Caps,
    cgroup: Option<Cgroup>,
    excess: OnceLock<Excess>,
    /// The processor time of its processes but the first, in nanoseconds.
    others: AtomicU64,
    /// The most bytes of memory that was seen.
    peak: AtomicU64,
}

/// Ends the watch over a bot when it is dropped.
pub(crate) struct Watch(Arc<Watched>);

/// All bots under watch. The lock is held while they are looked at, so that none is looked at after its end.
struct All {
    bots: Vec<Arc<Watched>>,
    /// Whether the thread runs.
    runs: bool,
}

static ALL: Mutex<All> = Mutex::new(All { bots: Vec::new(), runs: false });

fn all() -> MutexGuard<'static, All> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watch {
    /// Begins to watch a bot.
    pub(crate) fn over(leader: u32, caps: Caps, cgroup: Option<Cgroup>) -> Watch {
        let clock = clock_getcpuclockid(Pid::from_raw(leader.cast_signed())).ok();
        let (excess, [others, peak]) = (OnceLock::new(), [0, 0].map(AtomicU64::new));
        let one = Arc::new(Watched { leader, clock, caps, cgroup, excess, others, peak });
        let mut all = all();
        all.bots.push(Arc::clone(&one));
        if !all.runs {
            // A bot without a watch still has the limits of the kernel.
            all.runs = thread::Builder::new().name("watch".to_owned()).spawn(look_at_all).is_ok();
        }
        Watch(one)
    }

    /// What it has taken too much of, if it was ended for that.
    pub(crate) fn excess(&self) -> Option<Excess> {
        let by_kernel = || {
            self.0.cgroup.as_ref().filter(|cgroup| cgroup.ran_out_of_memory())?;
            self.0.caps.memory.map(Excess::Memory)
        };
        self.0.excess.get().copied().or_else(by_kernel)
    }

    /// The processor time of all its processes: that of the first one now, that of the others as of the last
    /// look.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        let own: Duration = self.0.clock?.now().ok()?.into();
        Some(own + Duration::from_nanos(self.0.others.load(Ordering::Relaxed)))
    }

    /// The most memory that it had when it was looked at, the last time now.
    pub(crate) fn memory(&self) -> Option<u64> {
        self.0.look(&mut String::new());
        Some(self.0.peak.load(Ordering::Relaxed)).filter(|peak| *peak > 0)
    }

    /// Ends processes that have left the group of their bot, where a control group knows them.
    pub(crate) fn kill(&self) {
        self.0.cgroup.iter().for_each(Cgroup::kill);
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        all().bots.retain(|one| !Arc::ptr_eq(one, &self.0));
    }
}

/// Looks at all bots until there are none.
fn look_at_all() {
    let mut text = String::new();
    loop {
        thread::sleep(PERIOD);
        let mut all = all();
        if all.bots.is_empty() {
            all.runs = false;
            return;
        }
        for one in &all.bots {
            one.look(&mut text);
        }
    }
}

impl Watched {
    fn look(&self, text: &mut String) {
        if self.excess.get().is_some() {
            return;
        }
        let processes = match &self.cgroup {
            Some(cgroup) => cgroup.processes(),
            None => family(self.leader, text),
        };
        // At once: many processes take the time that a closer look at them needs.
        if let Some(most) = self.caps.tasks.filter(|most| processes.len() as u64 > *most) {
            return self.end(Excess::Tasks(most));
        }
        let (mut memory, mut tasks) = (0, 0);
        for process in &processes {
            if read(&format!("/proc/{process}/status"), text) {
                memory += memory_in(text);
                tasks += field(text, "Threads:").unwrap_or(1);
            }
        }
        self.peak.fetch_max(memory, Ordering::Relaxed);
        // The kernel's own limits need no look.
        let cap = |cap: Option<u64>, by_kernel: fn(&Cgroup) -> bool| {
            cap.filter(|_| !self.cgroup.as_ref().is_some_and(by_kernel))
        };
        if let Some(most) = cap(self.caps.memory, |cgroup| cgroup.limits_memory)
            && memory > most
            && unshared(&processes, memory, text) > most
        {
            self.end(Excess::Memory(most));
        } else if let Some(most) = cap(self.caps.tasks, |cgroup| cgroup.limits_tasks)
            && tasks > most
        {
            self.end(Excess::Tasks(most));
        }
        if let Some(others) = self.time_of_others(&processes, text) {
            // A process that has ended without its parent's notice takes its time with it; what was seen counts.
            self.others.fetch_max(others.as_nanos() as u64, Ordering::Relaxed);
        }
    }

    fn end(&self, excess: Excess) {
        let _ = self.excess.set(excess);
        running::end_group(self.leader);
        self.cgroup.iter().for_each(Cgroup::kill);
    }

    fn time_of_others(&self, processes: &[u32], text: &mut String) -> Option<Duration> {
        if let Some(total) = self.cgroup.as_ref().and_then(Cgroup::cpu) {
            let own: Duration = self.clock?.now().ok()?.into();
            return Some(total.saturating_sub(own));
        }
        let mut ticks = 0;
        for process in processes {
            if read(&format!("/proc/{process}/stat"), text) {
                let [own, children] = times_in(text).unwrap_or_default();
                ticks += children + if *process == self.leader { 0 } else { own };
            }
        }
        Some(TICK * u32::try_from(ticks).unwrap_or(u32::MAX))
    }
}

/// A process with all its descendants. Orphans are among them, because the launcher of a bot adopts them.
fn family(leader: u32, text: &mut String) -> Vec<u32> {
    let mut all = vec![leader];
    let mut next = 0;
    while let Some(process) = all.get(next).copied().filter(|_| all.len() < MOST) {
        next += 1;
        let Ok(threads) = std::fs::read_dir(format!("/proc/{process}/task")) else { continue };
        for thread in threads.flatten() {
            if let Some(path) = thread.path().join("children").to_str()
                && read(path, text)
            {
                all.extend(text.split_whitespace().filter_map(|id| id.parse::<u32>().ok()));
            }
        }
    }
    all
}

/// Reads a small file of the kernel, if it is there.
fn read(path: &str, text: &mut String) -> bool {
    text.clear();
    File::open(path).and_then(|mut file| file.read_to_string(text)).is_ok()
}

/// The bytes of a process that are its own: neither its program nor files, which the system can drop; but its
/// page tables, which grow with what it only looks at.
fn memory_in(status: &str) -> u64 {
    let names = ["RssAnon:", "RssShmem:", "VmSwap:", "VmPTE:"];
    names.iter().filter_map(|name| field(status, name)).sum::<u64>() << 10
}

/// The memory of several processes, of which forked ones share a part. Without the right to look closer, the
/// sum.
fn unshared(processes: &[u32], sum: u64, text: &mut String) -> u64 {
    if processes.len() < 2 {
        return sum;
    }
    let mut total = 0;
    for process in processes {
        if read(&format!("/proc/{process}/smaps_rollup"), text) {
            let names = ["Pss_Anon:", "Pss_Shmem:", "SwapPss:"];
            total += names.iter().filter_map(|name| field(text, name)).sum::<u64>() << 10;
        }
    }
    if total == 0 { sum } else { total }
}

/// The number after a name in a file of lines.
fn field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The processor time of a process and of its children that it has waited for. It is known until somebody waits for
/// the process.
pub(crate) fn time_of_process(process: u32) -> Option<Duration> {
    let mut text = String::new();
    let times = read(&format!("/proc/{process}/stat"), &mut text).then(|| times_in(&text))??;
    Some(TICK * u32::try_from(times.iter().sum::<u64>()).unwrap_or(u32::MAX))
}

/// The ticks that a process has used, and those of its children that it has waited for.
fn times_in(stat: &str) -> Option<[u64; 2]> {
    // The name of the program, in parentheses, may contain anything.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut times = rest.split_whitespace().skip(11).take(4).filter_map(|time| time.parse::<u64>().ok());
    let mut pair = || Some(times.next()? + times.next()?);
    Some([pair()?, pair()?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use nix::sys::wait::{Id, WaitPidFlag, waitid};
    use std::process::Command;

    #[test]
    fn files_of_the_kernel_are_read() {
        let status =
            "Name:\ta\nRssAnon:\t  100 kB\nRssFile:\t 9 kB\nRssShmem:\t 20 kB\nVmPTE:\t 3 kB\nThreads:\t4\n";
        assert_eq!((memory_in(status), field(status, "Threads:")), (123 << 10, Some(4)));
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 1 2 3 4 50 6 700 80 20 0 1 0 9 10 11";
        assert_eq!(times_in(stat), Some([56, 780]));
    }

    #[test]
    fn the_time_of_a_process_is_known_after_its_end() {
        let spin = "ulimit -t 1; while :; do :; done";
        let mut shell = Command::new("sh").args(["-c", spin]).spawn().unwrap();
        let process = Id::Pid(Pid::from_raw(shell.id().cast_signed()));
        waitid(process, WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT).unwrap();
        let used = time_of_process(shell.id()).unwrap();
        assert!(used >= Duration::from_millis(900), "{used:?}");
        shell.wait().unwrap();
        assert_eq!(time_of_process(shell.id()), None);
    }

    #[test]
    fn a_family_has_all_descendants() {
        let mut shell = Command::new("sh").args(["-c", "sh -c 'sleep 20; :' & wait"]).spawn().unwrap();
        let mut text = String::new();
        let mut all = Vec::new();
        for _ in 0..500 {
            all = family(shell.id(), &mut text);
            if all.len() == 3 {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(all.len(), 3, "{all:?}");
        for process in all.iter().rev() {
            let _ = nix::sys::signal::kill(
                Pid::from_raw(process.cast_signed()),
                nix::sys::signal::Signal::SIGKILL,
            );
        }
        shell.wait().unwrap();
    }
}
