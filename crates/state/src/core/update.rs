//! Type-erased queries, as run on the window's thread pool, and their answers.

use std::{fmt, sync::Arc};

use crate::{
    Message, Workspace,
    core::{
        Slot,
        query::{Query, catch_panic},
    },
};
use wordfield_core::cancel::{self, CancelFlag};

/// Function that finds the slot of a query with the given key in the workspace.
pub(crate) type SlotOf<Q> = for<'a> fn(&'a mut Workspace, &<Q as Query>::Key) -> &'a mut Slot<Q>;

/// A query that a slot of the workspace holds.
pub(crate) trait ViewQuery: Query {
    /// Function that finds the workspace's slot for this kind of query.
    const SLOT: SlotOf<Self>;

    /// Builds the query that the current view needs, if any.
    fn build(workspace: &Workspace) -> Option<Self>;

    /// Key of the query that the current view needs; overridden where a key is cheaper than the query.
    fn wanted(workspace: &Workspace) -> Option<Self::Key> {
        Self::build(workspace).map(|query| query.key())
    }

    /// Applies an answer that is not late: stores it in the slot, unless the feature has another place for it.
    fn show(workspace: &mut Workspace, key: Self::Key, answer: Self::Answer) {
        (Self::SLOT)(workspace, &key).set(key, answer);
    }
}

/// Query with its cancellation flag, ready to run on a thread.
#[derive(Clone)]
pub struct QueryTask {
    name: &'static str,
    long: bool,
    cancel: CancelFlag,
    run: Arc<dyn Fn(&CancelFlag) -> QueryAnswer + Send + Sync>,
    fail: Arc<dyn Fn(String) -> QueryAnswer + Send + Sync>,
}

/// Answer of a query, to be applied to the workspace. The answer of a cancelled query changes nothing.
#[derive(Clone)]
pub struct QueryAnswer(Option<Arc<ApplyAnswer>>);

/// Function that applies a query's answer to the workspace.
type ApplyAnswer = dyn Fn(&mut Workspace) + Send + Sync;

impl fmt::Debug for QueryTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueryTask").field("name", &self.name).finish_non_exhaustive()
    }
}

impl fmt::Debug for QueryAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("QueryAnswer").field(&self.0.is_some()).finish()
    }
}

impl QueryTask {
    /// Creates a task whose answer, or the reason for failure, goes to `receive`.
    pub(crate) fn new<Q: Query>(
        query: Q,
        cancel: CancelFlag,
        receive: fn(&mut Workspace, Q::Key, Result<Q::Answer, String>),
    ) -> Self {
        let key = query.key();
        let deliver = move |answer: Result<Q::Answer, String>| {
            let key = key.clone();
            QueryAnswer(Some(Arc::new(move |workspace: &mut Workspace| receive(workspace, key.clone(), answer.clone()))))
        };
        let answered = deliver.clone();
        Self {
            name: std::any::type_name::<Q>(),
            long: Q::LONG,
            cancel,
            run: Arc::new(move |cancel| answered(Ok(cancel::with(cancel, || query.clone().answer(cancel))))),
            fail: Arc::new(move |problem| deliver(Err(problem))),
        }
    }

    /// Creates a task that runs `work` and has no answer, for tests of a thread pool.
    pub fn of_test(long: bool, work: impl Fn() + Send + Sync + 'static) -> Self {
        let run = move |_: &CancelFlag| {
            work();
            QueryAnswer(None)
        };
        Self { name: "test", long, cancel: CancelFlag::new(), run: Arc::new(run), fail: Arc::new(|_| QueryAnswer(None)) }
    }

    /// Computes the answer of a query, possibly slowly; a panic becomes an error message.
    pub fn answer(&self) -> QueryAnswer {
        if self.is_cancelled() {
            return QueryAnswer(None);
        }
        let answer = catch_panic(|| Ok((self.run)(&self.cancel))).unwrap_or_else(|problem| self.failure(problem));
        // Results computed under a raised cancellation flag are undefined.
        if self.is_cancelled() { QueryAnswer(None) } else { answer }
    }

    /// Answer of a query that failed with the given problem.
    pub fn failure(&self, problem: String) -> QueryAnswer {
        (self.fail)(problem)
    }

    /// Whether the query was cancelled, since a newer one superseded it.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_raised()
    }

    /// Whether the query may take seconds to answer.
    pub fn is_long(&self) -> bool {
        self.long
    }

    /// Whether the task is a query of type `Q`.
    pub fn is<Q: Query>(&self) -> bool {
        self.name == std::any::type_name::<Q>()
    }
}

/// Starts the query that the view needs, unless it is already running or answered.
pub(crate) fn due<Q: ViewQuery>(workspace: &mut Workspace) -> Option<QueryTask> {
    let key = Q::wanted(workspace)?;
    if !(Q::SLOT)(workspace, &key).is_due(&key) {
        return None;
    }
    let Some(query) = Q::build(workspace) else {
        (Q::SLOT)(workspace, &key).skip(key);
        return None;
    };
    Some(start(workspace, query))
}

/// Starts a query and cancels the running one in its slot.
pub(crate) fn start<Q: ViewQuery>(workspace: &mut Workspace, query: Q) -> QueryTask {
    let key = query.key();
    let cancel = (Q::SLOT)(workspace, &key).start(key).flag.clone();
    QueryTask::new(query, cancel, receive::<Q>)
}

fn receive<Q: ViewQuery>(workspace: &mut Workspace, key: Q::Key, answer: Result<Q::Answer, String>) {
    if !(Q::SLOT)(workspace, &key).receive(&key) {
        return;
    }
    match answer {
        Ok(answer) => Q::show(workspace, key, answer),
        Err(text) => workspace.message = Some(Message::error(text)),
    }
}

/// Applies the answer of a query to the workspace.
pub(crate) fn apply(workspace: &mut Workspace, answer: &QueryAnswer) {
    if let Some(apply) = &answer.0 {
        apply(workspace);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Find, chooser::find::FindQuery};

    /// Panics, or is cancelled from inside.
    #[derive(Clone, Debug)]
    struct Broken(bool);

    impl Query for Broken {
        type Key = bool;
        type Answer = ();

        fn key(&self) -> bool {
            self.0
        }

        fn answer(self, cancel: &CancelFlag) {
            assert!(!self.0, "broken");
            cancel.raise();
        }
    }

    fn report(workspace: &mut Workspace, _key: bool, answer: Result<(), String>) {
        let text = answer.err().unwrap_or_else(|| "an answer".to_owned());
        workspace.message = Some(Message::error(text));
    }

    #[test]
    fn a_panic_inside_a_query_becomes_a_message() {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| ()));
        let answer = QueryTask::new(Broken(true), CancelFlag::new(), report).answer();
        std::panic::set_hook(hook);
        let mut workspace = Workspace::default();
        apply(&mut workspace, &answer);
        assert!(workspace.message.is_some_and(|message| message.text.contains("internal error")));
    }

    #[test]
    fn the_answer_of_a_cancelled_query_changes_nothing() {
        let task = QueryTask::new(Broken(false), CancelFlag::new(), report);
        let mut workspace = Workspace::default();
        apply(&mut workspace, &task.answer());
        assert!(task.is_cancelled() && workspace.message.is_none());
        apply(&mut workspace, &task.answer());
        assert!(workspace.message.is_none(), "it does not even start");
    }

    #[test]
    fn a_late_answer_of_an_earlier_corpus_is_dropped() {
        let mut workspace = crate::update::tests::training();
        workspace.chooser.find = Some(Find { text: "a".to_owned(), regex: false });
        let task = due::<FindQuery>(&mut workspace).expect("a query");
        assert!(due::<FindQuery>(&mut workspace).is_none(), "it runs");
        let answer = task.answer();
        workspace.chooser.forget();
        apply(&mut workspace, &answer);
        assert!(workspace.chooser.hits().is_none() && task.is_cancelled());
    }
}
