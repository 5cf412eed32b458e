//! Cancellation of long computations from another thread.
//!
//! A thread works under at most one [`CancelFlag`]: during a call by [`with`], or permanently by [`adopt`].
//! The threads of a run's pool adopt the flag of the run.
//! Long sums and solvers check the flag of the calling thread every few milliseconds.
//! If the flag is raised they return early with **undefined results**:
//! the caller checks [`requested`] afterwards and discards them.
//!
//! Work that must not be cancelled is protected by a flag from [`CancelFlag::with_consent`].
//! Such a flag acts only inside [`consent`], whose caller discards undefined results.
//! A [dismissed](CancelFlag::dismiss) flag acts everywhere: nobody uses any result of the work under it.
//!
//! A pool thread that waits inside [`with`] may take up another task, which then works under the same flag.
//! Cancellable and other work therefore run in different pools.
//!
//! Cost: four relaxed loads per check, and the clock while a flag is due later; negligible memory.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

/// Instant from which the due times of all cancellation flags are measured.
static ORIGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
/// Due time of a cancellation flag that has no due time.
const NEVER: u64 = u64::MAX;

/// Cancellation flag: a request to cancel work; clones share the flag.
#[derive(Clone, Debug)]
pub struct CancelFlag(Arc<State>);

#[derive(Debug)]
struct State {
    raised: AtomicBool,
    counts: AtomicBool,
    dismissed: AtomicBool,
    /// Nanoseconds after [`ORIGIN`] at which a cancellation flag with a due time raises itself.
    due: AtomicU64,
}

impl State {
    fn is_raised(&self, order: Ordering) -> bool {
        let due = || Some(self.due.load(order)).filter(|&due| due != NEVER).is_some_and(|due| nanoseconds() >= due);
        self.raised.load(order) || self.dismissed.load(order) || due()
    }
}

fn nanoseconds() -> u64 {
    u64::try_from(ORIGIN.elapsed().as_nanos()).unwrap_or(NEVER)
}

impl Default for CancelFlag {
    fn default() -> Self {
        Self::counting(true)
    }
}

impl CancelFlag {
    /// Creates a cancellation flag that acts wherever it is checked.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a cancellation flag that acts only while a thread under it is inside [`consent`].
    pub fn with_consent() -> Self {
        Self::counting(false)
    }

    fn counting(counts: bool) -> Self {
        let [raised, counts, dismissed] = [false, counts, false].map(AtomicBool::new);
        Self(Arc::new(State { raised, counts, dismissed, due: AtomicU64::new(NEVER) }))
    }

    /// Requests cancellation of the work under this cancellation flag.
    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::Release);
    }

    /// Requests cancellation of the work under this flag after a delay, unless the flag is lowered before.
    pub fn raise_after(&self, delay: Duration) {
        let delay = u64::try_from(delay.as_nanos()).unwrap_or(NEVER);
        self.0.due.store(nanoseconds().saturating_add(delay), Ordering::Release);
    }

    /// Cancels all work under this flag for good, inside consent or not, since its results are no longer used.
    pub fn dismiss(&self) {
        self.0.dismissed.store(true, Ordering::Release);
    }

    /// Whether the work under this cancellation flag was dismissed, so that all its results are undefined.
    pub fn is_dismissed(&self) -> bool {
        self.0.dismissed.load(Ordering::Acquire)
    }

    /// Withdraws the request for cancellation, unless the work was dismissed; returns whether there was one.
    /// Writes of a thread before it raised the flag are visible afterwards.
    pub fn lower(&self) -> bool {
        let was_due = self.0.due.swap(NEVER, Ordering::AcqRel) <= nanoseconds();
        self.0.raised.swap(false, Ordering::AcqRel) || was_due || self.is_dismissed()
    }

    /// Whether this cancellation flag is raised, inside consent or not.
    pub fn is_raised(&self) -> bool {
        self.0.is_raised(Ordering::Acquire)
    }

    fn counts(&self) -> bool {
        self.0.dismissed.load(Ordering::Relaxed) || self.0.counts.load(Ordering::Relaxed) && self.0.is_raised(Ordering::Relaxed)
    }
}

thread_local! {
    static CURRENT: RefCell<InheritedFlag> = const { RefCell::new(InheritedFlag(None)) };
}

/// Handle to a thread's cancellation flag, for other threads that share the thread's work.
#[derive(Clone, Debug)]
pub struct InheritedFlag(Option<CancelFlag>);

impl InheritedFlag {
    /// Whether cancellation is requested for the work of the handle's thread.
    pub fn requested(&self) -> bool {
        self.0.as_ref().is_some_and(CancelFlag::counts)
    }

    /// Runs `f` with the calling thread under the same cancellation flag.
    pub fn within<R>(&self, f: impl FnOnce() -> R) -> R {
        struct Restore(Option<CancelFlag>);
        impl Drop for Restore {
            fn drop(&mut self) {
                CURRENT.set(InheritedFlag(self.0.take()));
            }
        }
        let _restore = Restore(CURRENT.replace(self.clone()).0);
        f()
    }
}

/// Returns a handle to the calling thread's cancellation flag.
pub fn inherited() -> InheritedFlag {
    CURRENT.with_borrow(InheritedFlag::clone)
}

/// Whether cancellation of the calling thread's work is requested. Sums computed after the request may be undefined.
pub fn requested() -> bool {
    CURRENT.with_borrow(InheritedFlag::requested)
}

/// Runs `f` with the calling thread under the given cancellation flag.
pub fn with<R>(flag: &CancelFlag, f: impl FnOnce() -> R) -> R {
    InheritedFlag(Some(flag.clone())).within(f)
}

/// Sets the calling thread's cancellation flag until the thread ends.
pub fn adopt(flag: &CancelFlag) {
    CURRENT.set(InheritedFlag(Some(flag.clone())));
}

/// Runs `f` and lets the calling thread's cancellation flag act: `f` checks [`requested`] before it uses its results.
/// Without a cancellation flag `f` is called directly.
pub fn consent<R>(f: impl FnOnce() -> R) -> R {
    struct Restore(Option<(CancelFlag, bool)>);
    impl Drop for Restore {
        fn drop(&mut self) {
            if let Some((flag, counted)) = &self.0 {
                flag.0.counts.store(*counted, Ordering::Relaxed);
            }
        }
    }
    let _restore = Restore(inherited().0.map(|flag| {
        let counted = flag.0.counts.swap(true, Ordering::Relaxed);
        (flag, counted)
    }));
    f()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_is_raised_after_its_delay_unless_lowered_before() {
        let flag = CancelFlag::new();
        flag.raise_after(Duration::from_hours(1));
        assert!(!flag.is_raised() && !flag.lower());
        flag.raise_after(Duration::ZERO);
        assert!(flag.is_raised() && with(&flag, requested));
        assert!(flag.lower() && !flag.is_raised() && !flag.lower());
    }

    #[test]
    fn a_nested_flag_is_restored_after_its_call() {
        let (outer, inner) = (CancelFlag::new(), CancelFlag::new());
        outer.raise();
        assert!(!requested());
        with(&outer, || {
            assert!(requested());
            with(&inner, || assert!(!requested()));
            let _ = std::panic::catch_unwind(|| with(&inner, || std::panic::resume_unwind(Box::new(()))));
            assert!(requested(), "also after a panic");
            assert!(outer.lower() && !outer.lower());
            assert!(!requested());
        });
        assert!(!requested());
    }

    #[test]
    fn other_threads_see_the_flag_by_a_watch_or_by_adoption() {
        let flag = CancelFlag::new();
        flag.raise();
        let cancellation = with(&flag, inherited);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                assert!(cancellation.requested() && !requested());
                assert!(cancellation.within(requested) && !requested());
                adopt(&flag);
                assert!(requested());
            });
        });
    }

    #[test]
    fn a_flag_with_consent_acts_only_inside_it() {
        let flag = CancelFlag::with_consent();
        flag.raise();
        with(&flag, || {
            assert!(!requested() && flag.is_raised());
            consent(|| {
                assert!(requested());
                consent(|| assert!(requested()));
                assert!(requested());
            });
            assert!(!requested());
        });
        assert!(consent(|| !requested()), "no flag, nothing requested");
    }

    #[test]
    fn a_dismissed_flag_acts_outside_consent_and_is_not_lowered() {
        let flag = CancelFlag::with_consent();
        flag.dismiss();
        with(&flag, || {
            assert!(requested() && flag.is_raised() && flag.is_dismissed());
            assert!(flag.lower() && requested(), "for good");
            consent(|| assert!(requested()));
            assert!(requested());
        });
        assert!(!CancelFlag::new().is_dismissed());
    }
}
