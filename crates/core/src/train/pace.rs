//! Speed limit of a run: none, a number of iterations a second, or a slow start.
//!
//! With [`Pace::Watch`] the first [`WATCHED`] iterations take at least [`SECONDS`] seconds:
//! iteration `i` begins `SECONDS √(i / WATCHED)` seconds after the first.
//! The first iterations are slow enough to follow, later ones run at full speed.
//! An iteration that takes longer than its interval is not delayed.

use std::time::Duration;

/// Number of slowed iterations at the start of a run with [`Pace::Watch`].
pub const WATCHED: usize = 150;
/// Minimum total time of the slowed iterations in seconds.
pub const SECONDS: f64 = 8.0;

/// Maximum interval between iterations in seconds: about thirty years, within the range of the clock.
const MAX_INTERVAL: f64 = 1e9;

/// Speed limit of a training run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Pace {
    /// Pace: no speed limit.
    #[default]
    Full,
    /// Pace: at most this number of iterations a second.
    Limit(f64),
    /// Pace: slow over the first [`WATCHED`] iterations, then without limit.
    Watch,
}

impl Pace {
    /// Whether the speed limit is a positive finite number.
    pub(super) fn is_allowed(self) -> bool {
        if let Self::Limit(limit) = self { limit > 0.0 && limit.is_finite() } else { true }
    }

    /// Minimum time between the beginnings of iteration `made` and the next one.
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
        Duration::from_secs_f64(seconds.min(MAX_INTERVAL))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slow_start_takes_its_seconds_and_then_ends() {
        let times: Vec<f64> = (0..2 * WATCHED).map(|made| Pace::Watch.interval(made).as_secs_f64()).collect();
        let total: f64 = times.iter().sum();
        assert!((total - SECONDS).abs() < 1e-6, "{total}");
        assert!(times[..WATCHED].windows(2).all(|pair| pair[1] < pair[0] && pair[0] < 1.0), "faster and faster");
        assert!(times[WATCHED..].iter().all(|&time| time == 0.0));
        assert_eq!(Pace::Full.interval(0), Duration::ZERO);
        assert_eq!(Pace::Limit(4.0).interval(9), Duration::from_millis(250));
        assert_eq!(Pace::Limit(1e-300).interval(9), Duration::from_secs(1_000_000_000));
    }

    #[test]
    fn a_limit_is_positive_and_finite() {
        assert!([0.0, -1.0, f64::NAN, f64::INFINITY].iter().all(|&limit| !Pace::Limit(limit).is_allowed()));
        assert!(Pace::Limit(0.1).is_allowed() && Pace::Full.is_allowed() && Pace::Watch.is_allowed());
    }
}
