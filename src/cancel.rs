//! Long work that another thread may break off.
//!
//! A thread works under at most one [`CancelFlag`]: for the length of a call by [`with`], or for good by [`adopt`], as the
//! threads of a pool do that serves one run alone. Long sums and solvers look at the flag of the thread that called them
//! once for every few milliseconds of work. Where it is raised they return early, with results that **mean nothing**: who
//! calls them asks [`requested`] afterwards and throws such results away.
//!
//! Work that must not break off is safe under a flag made by [`CancelFlag::with_consent`]: it counts only inside
//! [`consent`], which says that the results are looked after there.
//!
//! A thread of a pool that waits inside [`with`] may take up another's piece of work meanwhile, which is then under the same
//! flag: what may be cancelled and what may not are kept in different pools.
//!
//! Cost: two relaxed loads a look, and none of memory to speak of.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Says whether work is to be broken off; clones are the same flag.
#[derive(Clone, Debug)]
pub struct CancelFlag(Arc<State>);

#[derive(Debug)]
struct State {
    raised: AtomicBool,
    counts: AtomicBool,
}

impl Default for CancelFlag {
    fn default() -> Self {
        Self::counting(true)
    }
}

impl CancelFlag {
    /// A flag that counts wherever it is looked at.
    pub fn new() -> Self {
        Self::default()
    }

    /// A flag that counts only while some thread under it is inside [`consent`].
    pub fn with_consent() -> Self {
        Self::counting(false)
    }

    fn counting(counts: bool) -> Self {
        Self(Arc::new(State { raised: AtomicBool::new(false), counts: AtomicBool::new(counts) }))
    }

    /// Asks for the work under the flag to end.
    pub fn raise(&self) {
        self.0.raised.store(true, Ordering::Release);
    }

    /// Takes the request back; whether there was one. What a thread did before raising the flag is seen after this has
    /// found it raised.
    pub fn lower(&self) -> bool {
        self.0.raised.swap(false, Ordering::AcqRel)
    }

    /// Whether it is raised, counting or not.
    pub fn is_raised(&self) -> bool {
        self.0.raised.load(Ordering::Acquire)
    }

    fn counts(&self) -> bool {
        self.0.raised.load(Ordering::Relaxed) && self.0.counts.load(Ordering::Relaxed)
    }
}

thread_local! {
    static CURRENT: RefCell<Watch> = const { RefCell::new(Watch(None)) };
}

/// The flag a thread works under, to be asked on the threads that share its work.
#[derive(Clone, Debug)]
pub struct Watch(Option<CancelFlag>);

impl Watch {
    /// Whether the work is to be broken off.
    pub fn requested(&self) -> bool {
        self.0.as_ref().is_some_and(CancelFlag::counts)
    }

    /// Runs `f` with the calling thread under the same flag.
    pub fn within<R>(&self, f: impl FnOnce() -> R) -> R {
        struct Restore(Option<CancelFlag>);
        impl Drop for Restore {
            fn drop(&mut self) {
                CURRENT.set(Watch(self.0.take()));
            }
        }
        let _restore = Restore(CURRENT.replace(self.clone()).0);
        f()
    }
}

/// The flag the calling thread works under.
pub fn watch() -> Watch {
    CURRENT.with_borrow(Watch::clone)
}

/// Whether the calling thread's work is to be broken off: results of sums taken since may mean nothing.
pub fn requested() -> bool {
    CURRENT.with_borrow(Watch::requested)
}

/// Runs `f` with the calling thread under `flag`.
pub fn with<R>(flag: &CancelFlag, f: impl FnOnce() -> R) -> R {
    Watch(Some(flag.clone())).within(f)
}

/// Puts the calling thread under `flag` until it ends.
pub fn adopt(flag: &CancelFlag) {
    CURRENT.set(Watch(Some(flag.clone())));
}

/// Runs `f`, inside which the calling thread's flag counts: `f` asks [`requested`] before it keeps what it computed.
/// Without a flag this is a plain call.
pub fn consent<R>(f: impl FnOnce() -> R) -> R {
    struct Restore(Option<(CancelFlag, bool)>);
    impl Drop for Restore {
        fn drop(&mut self) {
            if let Some((flag, counted)) = &self.0 {
                flag.0.counts.store(*counted, Ordering::Relaxed);
            }
        }
    }
    let _restore = Restore(watch().0.map(|flag| {
        let counted = flag.0.counts.swap(true, Ordering::Relaxed);
        (flag, counted)
    }));
    f()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_holds_for_its_call_and_the_one_around_it_again_after_it() {
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
    fn other_threads_see_the_flag_through_a_watch_or_by_adopting_it() {
        let flag = CancelFlag::new();
        flag.raise();
        let watch = with(&flag, watch);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                assert!(watch.requested() && !requested());
                assert!(watch.within(requested) && !requested());
                adopt(&flag);
                assert!(requested());
            });
        });
    }

    #[test]
    fn a_flag_that_asks_for_consent_counts_only_inside_it() {
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
}
