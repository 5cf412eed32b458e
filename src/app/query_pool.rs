//! Pool of named threads that run queries, in two lanes: long queries never keep searches and filters waiting.
//!
//! Rayon parallelises long computations inside a query, so a few threads are enough. A cancelled query that waits is skipped.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

use parking_lot::Mutex;

use super::outbox::Outbox;
use wordfield_state::{Action, QueryTask};

/// Names of the pool's two lanes, with their numbers of threads.
const LANES: [(&str, usize); 2] = [("quick query", 2), ("long query", 2)];

/// Handle of the query pool. Its threads end when it is dropped, each after the query it runs.
pub(super) struct QueryPool {
    lanes: [Sender<(usize, QueryTask)>; 2],
}

impl QueryPool {
    /// Starts the threads of the query pool.
    pub(super) fn new(outbox: &Outbox) -> Self {
        Self { lanes: LANES.map(|(name, threads)| lane(name, threads, outbox)) }
    }

    /// Runs a query of a workspace as soon as a thread is free.
    pub(super) fn ask(&self, workspace: usize, task: QueryTask) {
        // Sending fails only if no thread could be started, which is reported.
        let _ = self.lanes[usize::from(task.is_long())].send((workspace, task));
    }
}

/// Starts the threads of a lane of the query pool.
fn lane(name: &str, threads: usize, outbox: &Outbox) -> Sender<(usize, QueryTask)> {
    let (tasks, waiting) = channel();
    let waiting = Arc::new(Mutex::new(waiting));
    for number in 1..=threads {
        let (waiting, answers) = (Arc::clone(&waiting), outbox.clone());
        let spawned = thread::Builder::new().name(format!("{name} {number}")).spawn(move || work(&waiting, &answers));
        if let Err(error) = spawned {
            outbox.report(format!("The system provides no thread ({error}). Close other programs and restart."));
        }
    }
    tasks
}

/// Runs a thread of the query pool.
fn work(waiting: &Mutex<Receiver<(usize, QueryTask)>>, outbox: &Outbox) {
    loop {
        let task = waiting.lock().recv();
        let Ok((workspace, task)) = task else { return };
        if !task.is_cancelled() {
            outbox.deliver(Some(workspace), Action::Answered(task.answer()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use eframe::egui::Context;

    use super::*;

    #[test]
    fn a_search_does_not_wait_for_long_queries() {
        let (answers, receive) = channel();
        let pool = QueryPool::new(&Outbox::new(answers, Context::default()));
        // Long queries hold every thread of their lane until the search is answered.
        let held = Arc::new(Mutex::new(()));
        let guard = held.lock();
        for _ in 0..LANES[1].1 {
            let held = Arc::clone(&held);
            pool.ask(0, QueryTask::of_test(true, move || drop(held.lock())));
        }
        pool.ask(7, QueryTask::of_test(false, || ()));
        let first = receive.recv_timeout(Duration::from_secs(20)).map(|(workspace, _)| workspace);
        drop(guard);
        assert_eq!(first, Ok(Some(7)));
    }
}
