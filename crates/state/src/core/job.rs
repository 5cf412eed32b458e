//! Jobs: computations outside the workspace, each a closure that is called until it answers, and their answers.
//!
//! A thread calls a job in a loop; a page without threads can call it between frames.

use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, PoisonError},
};

use crate::{
    Action, Effect, Message, Workspace,
    core::lazy::{Lazy, Outcome, Underway},
};
use wordfield_core::cancel;

/// Function that finds a value that a job computes in the workspace.
pub(crate) type At<K, V> = fn(&mut Workspace) -> &mut Lazy<K, V>;

/// Computation outside the workspace with its cancellation flag, called until it answers.
#[derive(Clone)]
pub struct Job {
    /// Name of the job, which is that of its thread if it has one of its own.
    pub name: &'static str,
    /// Threads on which the job runs.
    pub lane: Lane,
    underway: Arc<Underway>,
    step: Arc<Mutex<Step>>,
    fail: Arc<dyn Fn(String) -> Action + Send + Sync>,
}

/// Threads on which a job runs. Each lane has its own, so that searches and filters never wait for long jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Threads of jobs that answer within a moment.
    Quick,
    /// Threads of jobs that may compute for seconds.
    Long,
    /// A thread of the job's own, as it waits for files or trains for minutes.
    Alone,
}

/// Function that passes on an action before its job answers.
pub(crate) type Tell<'a> = dyn Fn(Action) + Sync + 'a;

type Step = dyn FnMut(&Underway, &Tell<'_>) -> Option<Action> + Send;

/// Answer of a job, to be applied to the workspace. The answer of a cancelled job changes nothing.
#[derive(Clone)]
pub struct JobAnswer(Option<Arc<ApplyAnswer>>);

/// Function that applies a job's answer to the workspace.
type ApplyAnswer = dyn Fn(&mut Workspace) + Send + Sync;

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("name", &self.name).finish_non_exhaustive()
    }
}

impl fmt::Debug for JobAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("JobAnswer").field(&self.0.is_some()).finish()
    }
}

/// Key of a value that a job computes.
pub(crate) trait Key: PartialEq + Clone + Send + Sync + 'static {}
impl<K: PartialEq + Clone + Send + Sync + 'static> Key for K {}

/// Starts the job that computes the value of `key` and stores it at `at`.
/// A panic becomes an error message; the last value is kept.
pub(crate) fn start<K: Key, V: Clone + Send + Sync + 'static>(
    workspace: &mut Workspace,
    name: &'static str,
    at: At<K, V>,
    key: K,
    work: impl FnMut(&Underway) -> Option<V> + Send + 'static,
) -> Job {
    start_then(workspace, name, at, key, work, move |workspace, key, value| at(workspace).set(key, value))
}

/// Starts a job for `key`; `show` receives the value. A failure becomes an error message.
pub(crate) fn start_then<K: Key, V: Clone + Send + Sync + 'static>(
    workspace: &mut Workspace,
    name: &'static str,
    at: At<K, V>,
    key: K,
    work: impl FnMut(&Underway) -> Option<V> + Send + 'static,
    show: impl Fn(&mut Workspace, K, V) + Clone + Send + Sync + 'static,
) -> Job {
    Job::new(workspace, name, at, key, work, move |workspace, key, value| match value {
        Ok(value) => show(workspace, key, value),
        Err(problem) => workspace.message = Some(Message::error(problem)),
    })
}

/// Starts a long job whose result or reason for failure is stored at `at` under `key`; `then` is called afterwards.
pub(crate) fn start_study<K: Key, V: Send + Sync + 'static>(
    workspace: &mut Workspace,
    name: &'static str,
    at: At<K, Outcome<V>>,
    key: K,
    mut work: impl FnMut(&Underway) -> Option<Result<V, String>> + Send + 'static,
    then: fn(&mut Workspace),
) -> Job {
    let work = move |underway: &Underway| work(underway).map(|found| found.map(Arc::new));
    let job = Job::new(workspace, name, at, key, work, move |workspace, key, found| {
        at(workspace).set(key, found.unwrap_or_else(Err));
        then(workspace);
    });
    job.long()
}

/// Effect that runs `work` on its own thread; the resulting action applies to the workspace that started it.
pub(crate) fn aside(name: &'static str, work: impl FnOnce() -> Action + Send + 'static) -> Effect {
    aside_telling(name, |_| work())
}

/// Effect that runs `work` on its own thread; each action that `work` sends is applied at once, the resulting action last.
pub(crate) fn aside_telling(name: &'static str, work: impl FnOnce(&Tell<'_>) -> Action + Send + 'static) -> Effect {
    let mut work = Some(work);
    let step = move |_: &Underway, tell: &Tell<'_>| Some(work.take().map_or_else(nothing, |work| work(tell)));
    let fail = |problem| Action::Message(Some(Message::error(problem)));
    Effect::Run(Job { name, lane: Lane::Alone, underway: Arc::default(), step: Arc::new(Mutex::new(step)), fail: Arc::new(fail) })
}

/// Action without any effect.
pub(crate) fn nothing() -> Action {
    Action::Answered(JobAnswer(None))
}

/// Applies the answer of a job to the workspace.
pub(crate) fn apply(workspace: &mut Workspace, answer: &JobAnswer) {
    if let Some(apply) = &answer.0 {
        apply(workspace);
    }
}

impl Job {
    /// Creates a job whose value, or reason for failure, is passed to `receive`; late answers are dropped.
    fn new<K: Key, V: Clone + Send + Sync + 'static>(
        workspace: &mut Workspace,
        name: &'static str,
        at: At<K, V>,
        key: K,
        mut work: impl FnMut(&Underway) -> Option<V> + Send + 'static,
        receive: impl Fn(&mut Workspace, K, Result<V, String>) + Clone + Send + Sync + 'static,
    ) -> Self {
        let underway = at(workspace).start(key.clone());
        let deliver = move |value: Result<V, String>| {
            let (key, receive) = (key.clone(), receive.clone());
            Action::Answered(JobAnswer(Some(Arc::new(move |workspace: &mut Workspace| {
                if at(workspace).receive(&key) {
                    receive(workspace, key.clone(), value.clone());
                }
            }))))
        };
        let answered = deliver.clone();
        Self {
            name,
            lane: Lane::Quick,
            underway,
            step: Arc::new(Mutex::new(move |underway: &Underway, _: &Tell<'_>| Some(answered(Ok(work(underway)?))))),
            fail: Arc::new(move |problem| deliver(Err(problem))),
        }
    }

    /// Marks the job as one that may take seconds.
    pub(crate) fn long(self) -> Self {
        Self { lane: Lane::Long, ..self }
    }

    /// Calls the job once; the job may send actions through `tell` before its answer. `None` if the job has not answered yet.
    /// A panic becomes an error message.
    pub fn step(&self, tell: &Tell<'_>) -> Option<Action> {
        if self.is_cancelled() {
            return Some(nothing());
        }
        let mut step = self.step.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = catch_panic(|| Ok(cancel::with(&self.underway.flag, || step(&self.underway, tell))));
        // Values computed under a raised cancellation flag are undefined.
        if self.is_cancelled() {
            return Some(nothing());
        }
        answer.unwrap_or_else(|problem| Some(self.failure(problem)))
    }

    /// Answer of a job that failed with the given problem.
    pub(crate) fn failure(&self, problem: String) -> Action {
        (self.fail)(problem)
    }

    /// Answer of a job that sends no earlier actions, called until it answers.
    pub fn answer(&self) -> Action {
        loop {
            if let Some(answer) = self.step(&|_| ()) {
                return answer;
            }
        }
    }

    /// Whether the job was cancelled, since a newer one superseded it.
    pub fn is_cancelled(&self) -> bool {
        self.underway.flag.is_raised()
    }

    /// Whether the job computes the value of this name.
    pub fn is(&self, name: &str) -> bool {
        self.name == name
    }
}

/// Runs `work` and converts a panic into an error, so that the window survives.
///
/// # Errors
/// The error of `work`, or a message about the panic.
pub fn catch_panic<T, E: From<String>>(work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err("An internal error stopped this work: report it, with what you did before.".to_owned().into()))
}

/// Applies a job's answer without the follow-up effects of an action.
#[cfg(test)]
pub(crate) fn apply_answer(workspace: &mut Workspace, answer: Action) {
    let Action::Answered(answer) = answer else { panic!("{answer:?}") };
    apply(workspace, &answer);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Find, chooser::update::jobs::due_find};
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn of_find(workspace: &mut Workspace, work: impl FnMut(&Underway) -> Option<Arc<crate::Hits>> + Send + 'static) -> Job {
        let key = (Find::default(), crate::Same::of(workspace.corpus.dataset.as_ref().expect("a corpus")));
        start(workspace, "search", |workspace| &mut workspace.chooser.hits, key, work)
    }

    #[test]
    fn a_panic_inside_a_job_becomes_a_message() {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| ()));
        let mut workspace = crate::update::tests::training();
        let answer = of_find(&mut workspace, |_| panic!("broken")).answer();
        std::panic::set_hook(hook);
        apply_answer(&mut workspace, answer);
        assert!(workspace.message.is_some_and(|message| message.text.contains("internal error")));
    }

    #[test]
    fn a_job_is_called_until_it_answers() {
        let mut workspace = crate::update::tests::training();
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&calls);
        let job = of_find(&mut workspace, move |underway| {
            underway.set(counted.fetch_add(1, Ordering::Relaxed) + 1, 3);
            (underway.share() == Some(1.0)).then(Arc::default)
        });
        assert!(job.step(&|_| ()).is_none() && workspace.chooser.hits.under_way().and_then(|job| job.share()) == Some(1.0 / 3.0));
        let answer = job.answer();
        apply_answer(&mut workspace, answer);
        assert!(calls.load(Ordering::Relaxed) == 3 && workspace.chooser.hits.last().is_some());
    }

    #[test]
    fn the_answer_of_a_cancelled_job_changes_nothing() {
        let mut workspace = crate::update::tests::training();
        let job = of_find(&mut workspace, |underway| {
            underway.flag.raise();
            Some(Arc::default())
        });
        apply_answer(&mut workspace, job.answer());
        assert!(job.is_cancelled() && workspace.chooser.hits.last().is_none());
        apply_answer(&mut workspace, job.answer());
        assert!(workspace.chooser.hits.last().is_none(), "it does not even start");
    }

    #[test]
    fn a_late_answer_of_an_earlier_corpus_is_dropped() {
        let mut workspace = crate::update::tests::training();
        workspace.chooser.find = Some(Find { text: "a".to_owned(), regex: false });
        let job = due_find(&mut workspace).expect("a job");
        assert!(due_find(&mut workspace).is_none(), "it runs");
        let answer = job.answer();
        workspace.chooser.forget();
        apply_answer(&mut workspace, answer);
        assert!(workspace.chooser.hits().is_none() && job.is_cancelled());
    }
}
