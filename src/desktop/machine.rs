//! Desktop as a platform of the window: threads, the clock, dialogs, and the disk.

use std::{
    collections::VecDeque,
    io,
    sync::{Arc, mpsc::channel},
    thread,
    time::{Duration, Instant},
};

use parking_lot::Mutex;

use super::dialogs;
use wordfield_app::{Chosen, Platform, Task, call, once};
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

    fn run(&self, name: &'static str, lane: Lane, task: Task) -> Result<(), Task> {
        match lane {
            Lane::Quick => join(&self.quick, "quick job", task),
            Lane::Long => join(&self.long, "long job", task),
            Lane::Alone => join(&Arc::default(), name, task),
        }
    }

    fn finish(&self, name: &'static str, work: Box<dyn FnOnce() + Send>, patience: Duration) {
        let (end, ended) = channel::<()>();
        let task = once(move || {
            work();
            drop(end);
        });
        match self.run(name, Lane::Alone, task) {
            Ok(()) => drop(ended.recv_timeout(patience)),
            Err(task) => drive(task),
        }
    }

    fn show_dialog(&self, dialog: Dialog, chosen: Chosen) -> io::Result<()> {
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
fn drive(mut task: Task) {
    while let Some(pause) = call(&mut task) {
        thread::sleep(pause);
    }
}

/// Appends a task to a queue, and starts a thread for it unless all threads of the lane are at work.
/// Returns the task if the lane has no thread and the system provides none.
fn join(queue: &Arc<Mutex<Queue>>, name: &str, task: Task) -> Result<(), Task> {
    let (mut lane, own) = (queue.lock(), Arc::clone(queue));
    lane.waiting.push_back(task);
    if lane.threads < THREADS {
        match start(name, move || {
            while let Some(task) = next(&own) {
                drive(task);
            }
        }) {
            Ok(()) => lane.threads += 1,
            // Another thread of the lane runs the task later.
            Err(_) if lane.threads > 0 => {}
            Err(_) => return lane.waiting.pop_back().map_or(Ok(()), Err),
        }
    }
    Ok(())
}

/// Next task of a queue; `None`, which ends the thread, if no task waits.
fn next(queue: &Mutex<Queue>) -> Option<Task> {
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
            assert!(machine.run("held", Lane::Long, Box::new(hold)).is_ok());
        }
        let search = move || {
            answer.send(7).expect("a receiver");
            None
        };
        assert!(machine.run("search", Lane::Quick, Box::new(search)).is_ok());
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
            assert!(machine.run("task", Lane::Quick, Box::new(task)).is_ok());
        }
        drop(tell);
        let mut calls: Vec<i32> = told.iter().collect();
        calls.sort_unstable();
        assert_eq!(calls, (0..5).flat_map(|number| [number; 3]).collect::<Vec<_>>());
    }

    #[test]
    fn a_panic_ends_its_task_alone() {
        let machine = Machine::new();
        let (answer, answered) = channel();
        for number in 0..2 * THREADS {
            let answer = answer.clone();
            let task = once(move || {
                answer.send(number).expect("a receiver");
                std::panic::resume_unwind(Box::new("broken"));
            });
            assert!(machine.run("broken", Lane::Quick, task).is_ok());
        }
        drop(answer);
        assert_eq!(answered.iter().count(), 2 * THREADS, "the threads of the lane call the next tasks");
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
        machine.finish("slow", Box::new(work), Duration::from_millis(20));
        assert!(ended.try_recv().is_err(), "it is still at work");
        drop(guard);
        assert_eq!(ended.recv_timeout(Duration::from_secs(20)), Ok(()));
    }
}
