//! A small pool of named threads that run queries.
//!
//! Long sums inside a query use rayon, so a few threads are enough. A query that was cancelled while it waited is skipped.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

use eframe::egui::Context;
use parking_lot::Mutex;

use crate::state::{Action, Message, QueryTask};

/// Threads of the pool.
const THREADS: usize = 3;

/// Handle of the pool. Its threads end when it is dropped, each after the query it runs.
pub struct QueryPool {
    tasks: Sender<QueryTask>,
}

impl QueryPool {
    /// Starts the threads; answers go to `answers` and wake the window.
    pub fn new(ctx: &Context, answers: &Sender<Action>) -> Self {
        let (tasks, waiting) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 1..=THREADS {
            let (waiting, answers_of_thread, ctx) = (Arc::clone(&waiting), answers.clone(), ctx.clone());
            let spawned = thread::Builder::new()
                .name(format!("query-{number}"))
                .spawn(move || work(&waiting, &answers_of_thread, || ctx.request_repaint()));
            if let Err(error) = spawned {
                let text = format!("The system provides no thread ({error}). Close other programs and restart.");
                // Fails only when the window is gone.
                let _ = answers.send(Action::Message(Some(Message { text, error: true })));
            }
        }
        Self { tasks }
    }

    /// Runs a query as soon as a thread is free.
    pub fn ask(&self, task: QueryTask) {
        // Fails only when no thread could be started, which is reported.
        let _ = self.tasks.send(task);
    }
}

/// A thread of the pool.
fn work(waiting: &Mutex<Receiver<QueryTask>>, answers: &Sender<Action>, wake: impl Fn()) {
    loop {
        let task = waiting.lock().recv();
        let Ok(task) = task else { return };
        if task.is_cancelled() {
            continue;
        }
        // Fails only when the window is gone.
        let _ = answers.send(Action::Answered(task.answer()));
        wake();
    }
}
