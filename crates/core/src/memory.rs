//! Memory budget: estimates allocations and refuses those that exceed it.
//!
//! A document-by-document matrix grows with the square of the number of documents and can exhaust the memory of the system.
//! Code that allocates large data therefore receives a [`Budget`],
//! and [`Budget::ask`] refuses an allocation before any work is lost.
//! The refusal has figures and a remedy.
//!
//! Cost: [`Budget::of_system`] reads a few small system files once.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

/// Assumed memory of the computer if the system does not report it.
const FALLBACK: u64 = 8 << 30;

/// Memory budget: upper bound on large allocations in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget(u64);

/// Error: an allocation exceeds the memory budget.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{what} would take {}, more than the {} allowed: allow more (--memory), or train on fewer documents (--train)",
    Bytes(*needed),
    Bytes(*budget)
)]
pub struct MemoryError {
    /// Description of the data for which memory is required.
    pub what: String,
    /// Number of bytes required.
    pub needed: u64,
    /// Number of bytes allowed.
    pub budget: u64,
}

/// Error: the text does not specify an amount of memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{given} is not an amount of memory: give a number above 0 with K, M, G or T, such as 6G or 1.5G")]
pub struct NotAnAmount {
    given: String,
}

impl Budget {
    /// Creates a memory budget in bytes.
    pub const fn new(bytes: u64) -> Self {
        Self(bytes)
    }

    /// Default memory budget: half of the memory of the computer, or of the container in which the program runs.
    pub fn of_system() -> Self {
        Self(total() / 2)
    }

    /// Memory budget in bytes.
    pub fn bytes(self) -> u64 {
        self.0
    }

    /// Checks that an allocation of `bytes` for `what` fits the memory budget.
    ///
    /// # Errors
    /// Returns an error if an allocation exceeds the memory budget; the message states the sizes and a remedy.
    pub fn ask(self, what: &str, bytes: u64) -> Result<(), MemoryError> {
        if bytes <= self.0 { Ok(()) } else { Err(MemoryError { what: what.into(), needed: bytes, budget: self.0 }) }
    }

    /// Checks that `copies` matrices of floating-point numbers held at the same time fit the memory budget.
    ///
    /// # Errors
    /// Returns the errors of [`Budget::ask`].
    pub fn ask_matrix(self, what: &str, rows: usize, columns: usize, copies: usize) -> Result<(), MemoryError> {
        let numbers = (rows as u64).saturating_mul(columns as u64).saturating_mul(copies as u64);
        self.ask(what, numbers.saturating_mul(size_of::<f64>() as u64))
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self::of_system()
    }
}

impl FromStr for Budget {
    type Err = NotAnAmount;

    /// Parses an amount of memory: a number with K, M, G or T (powers of 1,024), optionally with `B` or `iB`, or plain bytes.
    fn from_str(text: &str) -> Result<Self, NotAnAmount> {
        let wrong = || NotAnAmount { given: format!("{text:?}") };
        let lower = text.trim().to_ascii_lowercase();
        let number = lower.trim_end_matches("ib").trim_end_matches('b');
        let units = [('k', 10), ('m', 20), ('g', 30), ('t', 40)];
        let (number, shift) =
            units.iter().find_map(|&(unit, shift)| number.strip_suffix(unit).map(|n| (n, shift))).unwrap_or((number, 0));
        let bytes = number.trim().parse::<f64>().map_err(|_| wrong())? * f64::from(shift).exp2();
        if bytes >= 1.0 && bytes < u64::MAX as f64 { Ok(Self(bytes as u64)) } else { Err(wrong()) }
    }
}

impl Display for Budget {
    /// Formats the memory budget rounded, in the form that [`Budget::from_str`] parses.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Bytes(self.0).fmt(f)
    }
}

/// Formats a number of bytes as text, such as "458 MiB".
pub fn bytes(count: u64) -> String {
    Bytes(count).to_string()
}

/// Number of bytes, displayed in the largest unit with a value of at least 1.
struct Bytes(u64);

impl Display for Bytes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let units = [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")];
        match units.iter().find(|(shift, _)| self.0 >> shift > 0) {
            Some((shift, unit)) => write!(f, "{:.1} {unit}", self.0 as f64 / f64::from(*shift).exp2()),
            None => write!(f, "{} B", self.0),
        }
    }
}

/// Memory available to the program in bytes.
#[cfg(target_os = "linux")]
fn total() -> u64 {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let physical = in_meminfo(&read("/proc/meminfo"));
    let process = address_space(&read("/proc/self/limits"));
    let groups = group_files(&read("/proc/self/cgroup"));
    let group = groups.iter().filter_map(|path| read(path).trim().parse().ok()).min();
    [physical, process, group].into_iter().flatten().min().unwrap_or(FALLBACK)
}

/// Memory available to the program in bytes.
#[cfg(target_os = "macos")]
fn total() -> u64 {
    let output = std::process::Command::new("/usr/sbin/sysctl").args(["-n", "hw.memsize"]).output().ok();
    output.and_then(|output| String::from_utf8(output.stdout).ok()?.trim().parse().ok()).unwrap_or(FALLBACK)
}

/// Memory available to the program in bytes.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn total() -> u64 {
    FALLBACK
}

/// Parses the total memory, `MemTotal`, in the text of `/proc/meminfo`.
#[cfg(target_os = "linux")]
fn in_meminfo(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// Parses the limit of the address space in the text of `/proc/self/limits`, if any.
#[cfg(target_os = "linux")]
fn address_space(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Paths of files that may hold a memory limit for the groups of `/proc/self/cgroup` and their parents.
#[cfg(target_os = "linux")]
fn group_files(text: &str) -> Vec<String> {
    let mut files = Vec::new();
    for line in text.lines() {
        let mut parts = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(path)) = (parts.next(), parts.next()) else { continue };
        let (root, file) = match controllers {
            "" => ("/sys/fs/cgroup", "memory.max"),
            _ if controllers.split(',').any(|name| name == "memory") => ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
            _ => continue,
        };
        let mut path = path.trim_end_matches('/');
        loop {
            files.push(format!("{root}{path}/{file}"));
            match path.rfind('/') {
                Some(at) => path = &path[..at],
                None => break,
            }
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_parsed_and_formatted() {
        for (text, bytes) in [("6G", 6 << 30), ("1.5g", 3 << 29), ("512 MiB", 512 << 20), ("100kb", 100 << 10), ("4096", 4096)] {
            assert_eq!(text.parse(), Ok(Budget::new(bytes)), "{text}");
        }
        for bytes in [1, 900, 3 << 20, 3 << 29, 7 << 40] {
            assert_eq!(Budget::new(bytes).to_string().parse(), Ok(Budget::new(bytes)));
        }
        for wrong in ["", "G", "six", "-1G", "0", "nan", "inf", "1e300T", "6X"] {
            let error = wrong.parse::<Budget>().unwrap_err().to_string();
            assert!(error.contains(&format!("{wrong:?}")) && error.contains("6G"), "{error}");
        }
    }

    #[test]
    fn allocations_above_the_budget_are_refused_with_figures_and_a_remedy() {
        let budget = Budget::new(12 << 30);
        assert_eq!(budget.ask("a matrix", 12 << 30), Ok(()));
        let error = budget.ask_matrix("the kernel between 100,000 documents", 100_000, 100_000, 2).unwrap_err();
        assert_eq!(error.needed, 160_000_000_000);
        let message = error.to_string();
        for part in ["100,000 documents", "149.0 GiB", "12.0 GiB", "--memory", "--train"] {
            assert!(message.contains(part), "{message}");
        }
        assert!(budget.ask_matrix("a matrix", usize::MAX, usize::MAX, 2).is_err(), "no overflow");
    }

    #[test]
    fn the_budget_is_at_most_half_of_the_memory() {
        let budget = Budget::of_system().bytes();
        assert!(budget >= 64 << 20, "{budget}");
        #[cfg(target_os = "linux")]
        {
            let memory = in_meminfo(&std::fs::read_to_string("/proc/meminfo").unwrap()).unwrap();
            assert!(budget <= memory / 2, "{budget} of {memory}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn system_files_are_parsed() {
        assert_eq!(in_meminfo("MemFree: 3 kB\nMemTotal:       24590324 kB\n"), Some(24_590_324 << 10));
        assert_eq!(in_meminfo(""), None);
        let limits = "Limit   Soft Limit  Hard Limit  Units\nMax address space         4294967296   unlimited   bytes\n";
        assert_eq!(address_space(limits), Some(1 << 32));
        assert_eq!(address_space(&limits.replace("4294967296", "unlimited")), None);
        let files = group_files("12:cpu,memory:/a/b\n3:cpuset:/c\n0::/user.slice/run\n");
        let expected = [
            "/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes",
            "/sys/fs/cgroup/memory/a/memory.limit_in_bytes",
            "/sys/fs/cgroup/memory/memory.limit_in_bytes",
            "/sys/fs/cgroup/user.slice/run/memory.max",
            "/sys/fs/cgroup/user.slice/memory.max",
            "/sys/fs/cgroup/memory.max",
        ];
        assert_eq!(files, expected);
        assert_eq!(group_files("0::/\n"), ["/sys/fs/cgroup/memory.max"]);
    }
}
