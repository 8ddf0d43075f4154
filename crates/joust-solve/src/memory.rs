//! How much memory there is.

/// Memory that programs can have, in bytes, where the system says so.
///
/// A system that lends more than it has ends a program later, without a word; so who needs much asks
/// first.
pub fn free_memory() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1024)
}
