//! Desktop as a platform of the window: threads, the clock, dialogs, and the disk.

use std::{
    collections::VecDeque,
    io,
    sync::{Arc, Weak, mpsc::channel},
    thread,
    time::{Duration, Instant},
};

use parking_lot::Mutex;

use super::dialogs;
use wordfield_app::{Chosen, Platform, Task};
use wordfield_core::project::{Disk, Store};
use wordfield_state::{Dialog, Lane};

/// Number of threads of a lane with a queue. Rayon parallelises long computations inside a task, so a few threads are enough.
const THREADS: usize = 2;

/// Desktop on which the window runs.
pub struct Machine {
    began: Instant,
    quick: Arc<Mutex<Queue>>,
    long: Arc<Mutex<Queue>>,
}

/// Tasks that wait for a thread of their lane, and the number of its threads, which end when no task waits.
#[derive(Default)]
struct Queue {
    waiting: VecDeque<Task>,
    threads: usize,
}

impl Machine {
    /// Creates the platform, whose time begins now.
    #[expect(clippy::new_ret_no_self, reason = "the window shares its platform with its threads")]
    pub fn new() -> Arc<dyn Platform> {
        Arc::new(Self { began: Instant::now(), quick: Arc::default(), long: Arc::default() })
    }
}

impl Platform for Machine {
    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn run(&self, name: &'static str, lane: Lane, mut task: Task) -> io::Result<()> {
        match lane {
            Lane::Quick => join(&self.quick, "quick job", task),
            Lane::Long => join(&self.long, "long job", task),
            Lane::Alone => start(name, move || drive(&mut task)),
        }
    }

    fn finish(&self, name: &'static str, work: Box<dyn FnOnce() + Send>, patience: Duration) -> io::Result<()> {
        let (end, ended) = channel::<()>();
        start(name, move || {
            work();
            drop(end);
        })?;
        let _ = ended.recv_timeout(patience);
        Ok(())
    }

    fn show_dialog(&self, dialog: &Dialog, chosen: Chosen) -> io::Result<()> {
        let dialog = dialog.clone();
        start("dialog", move || chosen(dialogs::ask(&dialog)))
    }

    fn store(&self) -> &dyn Store {
        &Disk
    }
}

fn start(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

/// Calls a task until it ends.
fn drive(task: &mut Task) {
    while let Some(pause) = task() {
        thread::sleep(pause);
    }
}

/// Appends a task to a queue, and starts a thread for it unless all threads of the lane are at work.
fn join(queue: &Arc<Mutex<Queue>>, name: &str, task: Task) -> io::Result<()> {
    let mut lane = queue.lock();
    if lane.threads < THREADS {
        let own = Arc::downgrade(queue);
        match start(name, move || {
            while let Some(mut task) = next(&own) {
                drive(&mut task);
            }
        }) {
            Ok(()) => lane.threads += 1,
            Err(error) if lane.threads == 0 => return Err(error),
            // Another thread of the lane runs the task later.
            Err(_) => {}
        }
    }
    lane.waiting.push_back(task);
    Ok(())
}

/// Next task of a queue; `None`, which ends the thread, without a task or after the end of the platform.
fn next(queue: &Weak<Mutex<Queue>>) -> Option<Task> {
    let queue = queue.upgrade()?;
    let mut queue = queue.lock();
    let task = queue.waiting.pop_front();
    queue.threads -= usize::from(task.is_none());
    task
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_does_not_wait_for_long_jobs() {
        let machine = Machine::new();
        let (answer, answered) = channel();
        // Long jobs hold every thread of their lane until the search is answered.
        let held = Arc::new(Mutex::new(()));
        let guard = held.lock();
        for _ in 0..2 * THREADS {
            let held = Arc::clone(&held);
            let hold = move || {
                drop(held.lock());
                None
            };
            machine.run("held", Lane::Long, Box::new(hold)).expect("a thread");
        }
        let search = move || {
            answer.send(7).expect("a receiver");
            None
        };
        machine.run("search", Lane::Quick, Box::new(search)).expect("a thread");
        let first = answered.recv_timeout(Duration::from_secs(20));
        drop(guard);
        assert_eq!(first, Ok(7));
    }

    #[test]
    fn queued_tasks_all_run_and_each_is_called_until_it_ends() {
        let machine = Machine::new();
        let (tell, told) = channel();
        for number in 0..5 {
            let (tell, mut calls) = (tell.clone(), 0);
            let task = move || {
                calls += 1;
                tell.send(number).expect("a receiver");
                (calls < 3).then_some(Duration::from_millis(1))
            };
            machine.run("task", Lane::Quick, Box::new(task)).expect("a thread");
        }
        drop(tell);
        let mut calls: Vec<i32> = told.iter().collect();
        calls.sort_unstable();
        assert_eq!(calls, (0..5).flat_map(|number| [number; 3]).collect::<Vec<_>>());
    }

    #[test]
    fn slow_work_keeps_the_caller_no_longer_than_its_patience() {
        let machine = Machine::new();
        let held = Arc::new(Mutex::new(()));
        let guard = held.lock();
        let (own, (end, ended)) = (Arc::clone(&held), channel());
        let work = move || {
            drop(own.lock());
            end.send(()).expect("a receiver");
        };
        machine.finish("slow", Box::new(work), Duration::from_millis(20)).expect("a thread");
        assert!(ended.try_recv().is_err(), "it is still at work");
        drop(guard);
        assert_eq!(ended.recv_timeout(Duration::from_secs(20)), Ok(()));
    }
}
