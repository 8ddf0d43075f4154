//! How much memory is free.

/// Free memory in bytes; `None` where the system does not say.
///
/// A system that overcommits memory grants more than it has and kills the program later, without a
/// message; so a caller that needs much memory asks first.
pub fn free_memory() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1024)
}
