//! How fast a run goes: as fast as it can, so many iterations a second, or slowly at first, to be watched.
//!
//! To be watched, the first [`WATCHED`] iterations are spread over [`SECONDS`] seconds whatever the machine, so that the `i`-th
//! begins `SECONDS √(i / WATCHED)` after the first: a few a second while the crowd parts, then more and more, then as fast as it
//! goes. A machine that is slower than that makes no breaks at all.

use std::time::Duration;

/// Iterations of a run to be watched.
pub const WATCHED: usize = 150;
/// Seconds they take at least.
pub const SECONDS: f64 = 8.0;

/// The longest break, in seconds: some thirty years, which a clock can still count.
const LONGEST: f64 = 1e9;

/// How fast a run goes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Pace {
    /// As fast as it can.
    #[default]
    Full,
    /// At most so many iterations a second.
    Limit(f64),
    /// Its first iterations slowly, the rest as fast as it can.
    Watch,
}

impl Pace {
    /// Whether it is one.
    pub(super) fn is_allowed(self) -> bool {
        if let Self::Limit(limit) = self { limit > 0.0 && limit.is_finite() } else { true }
    }

    /// The least time from the beginning of the iteration that comes after so many to that of the next.
    pub(super) fn interval(self, made: usize) -> Duration {
        let seconds = match self {
            Self::Full => 0.0,
            Self::Limit(limit) => 1.0 / limit,
            Self::Watch if made >= WATCHED => 0.0,
            Self::Watch => {
                let begins = |iteration: usize| SECONDS * (iteration as f64 / WATCHED as f64).sqrt();
                begins(made + 1) - begins(made)
            }
        };
        Duration::from_secs_f64(seconds.min(LONGEST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_be_watched_takes_its_seconds_and_then_none() {
        let times: Vec<f64> = (0..2 * WATCHED).map(|made| Pace::Watch.interval(made).as_secs_f64()).collect();
        let whole: f64 = times.iter().sum();
        assert!((whole - SECONDS).abs() < 1e-6, "{whole}");
        assert!(times[..WATCHED].windows(2).all(|pair| pair[1] < pair[0] && pair[0] < 1.0), "faster and faster");
        assert!(times[WATCHED..].iter().all(|&time| time == 0.0));
        assert_eq!(Pace::Full.interval(0), Duration::ZERO);
        assert_eq!(Pace::Limit(4.0).interval(9), Duration::from_millis(250));
        assert_eq!(Pace::Limit(1e-300).interval(9), Duration::from_secs(1_000_000_000));
    }

    #[test]
    fn a_limit_is_a_number_above_nothing() {
        assert!([0.0, -1.0, f64::NAN, f64::INFINITY].iter().all(|&limit| !Pace::Limit(limit).is_allowed()));
        assert!(Pace::Limit(0.1).is_allowed() && Pace::Full.is_allowed() && Pace::Watch.is_allowed());
    }
}
