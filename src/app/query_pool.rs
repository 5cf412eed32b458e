//! A small pool of named threads that run queries.
//!
//! Long computations inside a query use rayon, so a few threads are enough. A query cancelled while it waits is skipped.

use std::{
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
};

use eframe::egui::Context;
use parking_lot::Mutex;

use super::jobs::Answered;
use crate::state::{Action, Message, QueryTask};

/// Number of threads of the pool.
const THREADS: usize = 3;

/// Handle of the pool. Its threads end when it is dropped, each after the query it runs.
pub struct QueryPool {
    tasks: Sender<(usize, QueryTask)>,
}

impl QueryPool {
    /// Starts the threads; answers go to `answers` and wake the window.
    pub fn new(ctx: &Context, answers: &Sender<Answered>) -> Self {
        let (tasks, waiting) = channel();
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 1..=THREADS {
            let (waiting, answers_of_thread, ctx) = (Arc::clone(&waiting), answers.clone(), ctx.clone());
            let spawned = thread::Builder::new()
                .name(format!("query-{number}"))
                .spawn(move || work(&waiting, &answers_of_thread, || ctx.request_repaint()));
            if let Err(error) = spawned {
                let text = format!("The system provides no thread ({error}). Close other programs and restart.");
                // Sending fails only after the window is closed.
                let _ = answers.send((None, Action::Message(Some(Message { text, error: true }))));
            }
        }
        Self { tasks }
    }

    /// Runs a query of a workspace as soon as a thread is free.
    pub fn ask(&self, workspace: usize, task: QueryTask) {
        // Sending fails only if no thread could be started, which is reported.
        let _ = self.tasks.send((workspace, task));
    }
}

/// A thread of the pool.
fn work(waiting: &Mutex<Receiver<(usize, QueryTask)>>, answers: &Sender<Answered>, wake: impl Fn()) {
    loop {
        let task = waiting.lock().recv();
        let Ok((workspace, task)) = task else { return };
        if task.is_cancelled() {
            continue;
        }
        // Sending fails only after the window is closed.
        let _ = answers.send((Some(workspace), Action::Answered(task.answer())));
        wake();
    }
}
