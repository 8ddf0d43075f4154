//! A control group (cgroup version 2) for one bot, where this process may make one: it counts and ends all
//! processes of the bot, and limits their memory and number if it has the controllers for that.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long the kernel may take to take its processes out of a group.
const GONE: Duration = Duration::from_secs(2);
/// What the names of our groups begin with; the process id of their maker follows.
const NAME: &str = "joust-";
const PROCESSES: &str = "cgroup.procs";

/// Whether groups are of no use here, because a process could not enter one.
static USELESS: AtomicBool = AtomicBool::new(false);

/// A group of one bot. It is removed when this is dropped, with everything in it.
#[derive(Debug)]
pub(crate) struct Cgroup {
    folder: PathBuf,
    /// Whether the kernel limits its memory.
    pub(crate) limits_memory: bool,
    /// Whether the kernel limits the number of its threads and processes.
    pub(crate) limits_tasks: bool,
}

impl Cgroup {
    /// A new group, if there can be one.
    pub(crate) fn new(memory: Option<u64>, tasks: Option<u64>) -> Option<Cgroup> {
        static BASE: OnceLock<Option<PathBuf>> = OnceLock::new();
        if USELESS.load(Ordering::Relaxed) {
            return None;
        }
        let base = BASE.get_or_init(|| {
            let base = base(&read("/proc/self/cgroup"), &read("/proc/self/mountinfo"))?;
            sweep(&base);
            Some(base)
        });
        Cgroup::within(base.as_ref()?, memory, tasks)
    }

    fn within(base: &Path, memory: Option<u64>, tasks: Option<u64>) -> Option<Cgroup> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = base.join(format!("{NAME}{}-{number}", std::process::id()));
        fs::create_dir(&folder).ok()?;
        let set = |file: &str, value: String| fs::write(folder.join(file), value).is_ok();
        let limits_memory = memory.is_some_and(|memory| set("memory.max", memory.to_string()));
        if limits_memory {
            // Swapped memory counts, too, and a bot ends as a whole.
            set("memory.swap.max", "0".to_owned());
            set("memory.oom.group", "1".to_owned());
        }
        let limits_tasks = tasks.is_some_and(|tasks| set("pids.max", tasks.to_string()));
        Some(Cgroup { folder, limits_memory, limits_tasks })
    }

    /// Its folder, for the process that enters it.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes no more groups: one could not be entered.
    pub(crate) fn are_useless() {
        USELESS.store(true, Ordering::Relaxed);
    }

    /// Its processes.
    pub(crate) fn processes(&self) -> Vec<u32> {
        read(self.folder.join(PROCESSES)).lines().filter_map(|line| line.parse().ok()).collect()
    }

    /// The processor time of all its processes so far.
    pub(crate) fn cpu(&self) -> Option<Duration> {
        number(&read(self.folder.join("cpu.stat")), "usage_usec").map(Duration::from_micros)
    }

    /// Whether the kernel has ended it for lack of memory.
    pub(crate) fn ran_out_of_memory(&self) -> bool {
        number(&read(self.folder.join("memory.events")), "oom_kill").is_some_and(|count| count > 0)
    }

    /// Ends all its processes.
    pub(crate) fn kill(&self) {
        // Linux before 5.14 has no such file: their process group is ended in any case.
        let _ = fs::write(self.folder.join("cgroup.kill"), "1");
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        self.kill();
        remove(&self.folder, GONE);
    }
}

/// Puts this process into the group of a folder.
pub(crate) fn enter(folder: &Path) -> io::Result<()> {
    fs::write(folder.join(PROCESSES), "0")
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// The number that follows a name, in a file of such lines.
fn number(text: &str, name: &str) -> Option<u64> {
    let value = |line: &str| line.strip_prefix(name)?.strip_prefix(' ')?.trim().parse().ok();
    text.lines().find_map(value)
}

/// Removes a group as soon as its processes have gone.
fn remove(folder: &Path, patience: Duration) {
    let until = Instant::now() + patience;
    let mut pause = Duration::from_micros(50);
    while fs::remove_dir(folder).is_err_and(|why| why.kind() != io::ErrorKind::NotFound)
        && Instant::now() < until
    {
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
}

/// The folder in which groups can be made: the group of this process or, if only that has the controllers, the
/// group above it.
fn base(own: &str, mounts: &str) -> Option<PathBuf> {
    let own = own.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let mount = mounts.lines().find_map(|line| {
        // `36 35 98:0 ROOT MOUNT OPTIONS [OPTIONAL…] - TYPE SOURCE OPTIONS`
        let (mount, kind) = line.split_once(" - ")?;
        let mut fields = mount.split(' ').skip(3);
        let (root, place) = (fields.next()?, fields.next()?);
        kind.starts_with("cgroup2 ").then(|| (root.trim_matches('/').to_owned(), PathBuf::from(place)))
    });
    let (root, place) = mount?;
    let inside = Path::new(own).strip_prefix(root).ok()?;
    if inside.components().any(|part| part.as_os_str() == "..") {
        return None;
    }
    let group = place.join(inside);
    let has_controllers = |folder: &Path| {
        let words = read(folder.join("cgroup.subtree_control"));
        ["memory", "pids"].iter().all(|name| words.split_whitespace().any(|word| word == *name))
    };
    let above = group.parent().filter(|above| above.starts_with(&place)).map(Path::to_owned);
    let mut candidates: Vec<PathBuf> = above.into_iter().chain([group.clone()]).collect();
    candidates.retain(|folder| has_controllers(folder));
    candidates.push(group);
    candidates.into_iter().find(|folder| can_make(folder))
}

/// Whether a group can be made in a folder.
fn can_make(folder: &Path) -> bool {
    let probe = folder.join(format!("{NAME}{}-probe", std::process::id()));
    fs::create_dir(&probe).and_then(|()| fs::remove_dir(&probe)).is_ok()
}

/// Removes the groups of makers that were killed.
fn sweep(base: &Path) {
    let Ok(entries) = fs::read_dir(base) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let maker =
            name.to_str().and_then(|name| name.strip_prefix(NAME)?.split('-').next()?.parse::<u32>().ok());
        if maker.is_some_and(|maker| !Path::new(&format!("/proc/{maker}")).exists()) {
            let _ = fs::write(entry.path().join("cgroup.kill"), "1");
            remove(&entry.path(), Duration::ZERO);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that looks like the file system of control groups, as far as files can.
    fn tree(groups: &[(&str, &str)]) -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().unwrap();
        for (group, controllers) in groups {
            fs::create_dir_all(folder.path().join(group)).unwrap();
            fs::write(folder.path().join(group).join("cgroup.subtree_control"), controllers).unwrap();
        }
        let mounts = format!(
            "25 1 0:23 / /sys rw,relatime shared:7 - sysfs sysfs rw\n\
             36 25 0:31 / {} rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n",
            folder.path().display()
        );
        (folder, mounts)
    }

    #[test]
    fn a_group_is_made_where_the_controllers_are() {
        let (folder, mounts) =
            tree(&[("", "memory pids"), ("app.slice", "cpu memory pids"), ("app.slice/shell", "")]);
        let base = |own: &str| base(own, &mounts);
        assert_eq!(base("1:pids:/x\n0::/app.slice/shell\n"), Some(folder.path().join("app.slice")));
        assert_eq!(base("0::/app.slice"), Some(folder.path().to_owned()));
        assert_eq!(base("0::/"), Some(folder.path().to_owned()));
        assert_eq!(base("0::/../other"), None);
        assert_eq!(base("1:pids:/x"), None);
        assert_eq!(super::base("0::/", "25 1 0:23 / /sys rw - sysfs sysfs rw"), None);
    }

    #[test]
    fn a_group_without_controllers_still_counts_and_ends_processes() {
        let (folder, mounts) = tree(&[("", "cpu"), ("app", "")]);
        assert_eq!(base("0::/app", &mounts), Some(folder.path().join("app")));
    }

    #[test]
    fn limits_are_those_of_the_kernel_where_it_has_the_controllers() {
        let (folder, _) = tree(&[("", "memory pids")]);
        let group = Cgroup::within(folder.path(), Some(1 << 20), Some(9)).unwrap();
        let has = |file: &str| fs::read_to_string(group.folder().join(file)).unwrap_or_default();
        assert!(group.limits_memory && group.limits_tasks);
        assert_eq!((has("memory.max"), has("memory.oom.group")), ("1048576".to_owned(), "1".to_owned()));
        assert_eq!(has("pids.max"), "9");
        fs::write(group.folder().join("memory.events"), "oom 1\noom_kill 0\noom_group_kill 0\n").unwrap();
        assert!(!group.ran_out_of_memory());
        fs::write(group.folder().join("memory.events"), "oom 1\noom_kill 2\noom_group_kill 1\n").unwrap();
        assert!(group.ran_out_of_memory());
        fs::write(group.folder().join("cpu.stat"), "usage_usec 1500\nuser_usec 1000\n").unwrap();
        assert_eq!(group.cpu(), Some(Duration::from_micros(1500)));
        // These are plain files, which the drop cannot remove with their folder.
        fs::remove_dir_all(group.folder()).unwrap();
    }

    #[test]
    fn groups_of_makers_that_are_gone_are_removed() {
        let (folder, _) = tree(&[]);
        let gone = folder.path().join(format!("{NAME}4194305-0"));
        let here = folder.path().join(format!("{NAME}{}-0", std::process::id()));
        for group in [&gone, &here] {
            fs::create_dir(group).unwrap();
        }
        // A plain file would keep the folder, as no control group does.
        let _ = fs::remove_file(gone.join("cgroup.kill"));
        sweep(folder.path());
        let _ = fs::remove_file(gone.join("cgroup.kill"));
        sweep(folder.path());
        assert!(here.exists());
    }
}
