//! Platform of tests, which calls tasks between frames as a page does, with a clock of its own, and a store in memory.

use std::{
    collections::BTreeMap,
    io::{self, ErrorKind},
    mem, panic,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, SystemTime},
};

use eframe::egui::Context;
use parking_lot::Mutex;

use crate::platform::{Chosen, Platform, Task, call, once, run_anyway};
use crate::{jobs::Jobs, keeper::Keeper, small_file::SmallFile};
use wordfield_core::{
    corpus::{self, Builtin, Dataset, Origin, ReadOptions, Weighting},
    project::{FileState, MatchReview, ProjectError, ReviewChanges, Store, stored_reviews},
};
use wordfield_rules::Dismissed;
use wordfield_state::{
    Action, Answer, DataOptions, Dialog, Effect, Lane, LinesAction, LinesOf, LoadedData, Open, StudyAction, Workspace, update,
};

/// Store in memory; the number of writes serves as time of the files. Writing to a folder `broken` panics.
#[derive(Default)]
pub(crate) struct Memory(Mutex<(Files, u64)>);

/// Files by path, with their content.
type Files = BTreeMap<PathBuf, (Vec<u8>, FileState)>;

impl Store for Memory {
    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        self.0.lock().0.get(file).map(|(content, _)| content.clone()).ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn write(&self, file: &Path, content: &[u8]) -> Result<(), ProjectError> {
        if file.starts_with("broken") {
            panic::resume_unwind(Box::new("broken"));
        }
        let (files, writes) = &mut *self.0.lock();
        *writes += 1;
        let modified = Some(SystemTime::UNIX_EPOCH + Duration::from_secs(*writes));
        files.insert(file.to_owned(), (content.to_owned(), FileState { modified, length: content.len() as u64 }));
        Ok(())
    }

    fn remove(&self, file: &Path) -> io::Result<()> {
        self.0.lock().0.remove(file).map(drop).ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn rename(&self, file: &Path, to: &Path) -> io::Result<()> {
        let files = &mut self.0.lock().0;
        let moved = files.remove(file).ok_or(ErrorKind::NotFound)?;
        files.insert(to.to_owned(), moved);
        Ok(())
    }

    fn state(&self, path: &Path) -> Option<FileState> {
        let files = &self.0.lock().0;
        let folder = || files.keys().any(|file| file.starts_with(path)).then(FileState::default);
        files.get(path).map(|(_, state)| *state).or_else(folder)
    }

    fn list(&self, folder: &Path) -> Vec<PathBuf> {
        self.0.lock().0.keys().filter(|path| path.parent() == Some(folder)).cloned().collect()
    }

    fn lock(&self, _: &Path, _: bool) -> io::Result<Box<dyn Send>> {
        Ok(Box::new(()))
    }
}

/// Platform without threads: each task is called between frames, when its time has come by a clock that the test advances.
pub(crate) struct Frames<S> {
    pub store: S,
    /// Whether the store counts as slow, so that nobody waits for its end.
    pub busy: AtomicBool,
    /// Whether the system provides no thread.
    pub full: AtomicBool,
    now: Mutex<Duration>,
    tasks: Mutex<Vec<(Duration, Task)>>,
}

impl<S> Frames<S> {
    /// Creates a platform with a store.
    pub(crate) fn new(store: S) -> Arc<Self> {
        let [busy, full] = <_>::default();
        Arc::new(Self { store, busy, full, now: Mutex::default(), tasks: Mutex::default() })
    }

    /// Number of tasks that have not ended.
    pub(crate) fn waiting(&self) -> usize {
        self.tasks.lock().len()
    }

    /// Advances the clock and calls every due task once.
    pub(crate) fn pass(&self, time: Duration) {
        let now = {
            let mut now = self.now.lock();
            *now += time;
            *now
        };
        let (due, later) = mem::take(&mut *self.tasks.lock()).into_iter().partition(|(at, _)| *at <= now);
        *self.tasks.lock() = later;
        for (_, mut task) in due {
            if let Some(pause) = call(&mut task) {
                self.tasks.lock().push((now + pause, task));
            }
        }
    }
}

impl<S: Store> Platform for Frames<S> {
    fn now(&self) -> Duration {
        *self.now.lock()
    }

    fn run(&self, _: &'static str, _: Lane, task: Task) -> Result<(), Task> {
        if self.full.load(Ordering::Relaxed) {
            return Err(task);
        }
        self.tasks.lock().push((self.now(), task));
        Ok(())
    }

    fn finish(&self, name: &'static str, work: Box<dyn FnOnce() + Send>, _: Duration) {
        if self.busy.load(Ordering::Relaxed) {
            return run_anyway(self, name, Lane::Alone, once(work));
        }
        work();
    }

    fn show_dialog(&self, _: Dialog, chosen: Chosen) -> io::Result<()> {
        if self.full.load(Ordering::Relaxed) {
            return Err(ErrorKind::WouldBlock.into());
        }
        chosen(Vec::new());
        Ok(())
    }

    fn store(&self) -> &dyn Store {
        &self.store
    }
}

/// Workspace with a corpus of files, which counts as unsaved work.
pub(crate) fn opened() -> Workspace {
    let data = DataOptions::default();
    let mut corpus = corpus::builtin(Builtin::Topics);
    corpus.origin = Some(Origin::Files(vec!["topics.txt".into()], ReadOptions::default()));
    let dataset = Dataset::build(Arc::new(corpus), &data.split, &data.vocabulary, Weighting::default()).expect("a dataset");
    let mut workspace = Workspace::default();
    update(&mut workspace, Action::Open(Open::Answer(0, Answer::Corpus(Ok(LoadedData::new(dataset, data))))));
    workspace
}

fn text(action: &Action) -> &str {
    let Action::Message(Some(message)) = action else { panic!("{action:?}") };
    &message.text
}

#[test]
fn a_dropped_file_is_written_also_before_its_task_and_without_a_thread() {
    let machine = Frames::new(Memory::default());
    let drop_with = |content: &[u8], full: bool, begun: bool| {
        let mut file = SmallFile::new(machine.clone(), "file".into());
        file.set(content.to_vec());
        if begun {
            file.write();
        }
        machine.full.store(full, Ordering::Relaxed);
        drop(file);
        machine.full.store(false, Ordering::Relaxed);
        machine.store.read(Path::new("file")).expect("a file")
    };
    assert_eq!(drop_with(b"first", false, true), b"first", "its task has not been called");
    assert_eq!(drop_with(b"second", true, false), b"second", "without a thread");
    machine.pass(Duration::ZERO);
    assert_eq!(machine.store.read(Path::new("file")).expect("a file"), b"second", "a late task writes nothing older");
}

#[test]
fn without_a_thread_a_job_is_computed_in_the_frame_and_a_dialog_is_refused() {
    let machine = Frames::new(Memory::default());
    let jobs = Jobs::new(&Context::default(), machine.clone(), None);
    machine.full.store(true, Ordering::Relaxed);
    let mut workspace = opened();
    let lines = LinesAction::List(LinesOf::Word(0));
    for effect in update(&mut workspace, Action::Study(StudyAction::Lines(lines))) {
        let Effect::Run(job) = effect else { panic!("{effect:?}") };
        jobs.run(job);
    }
    let answers = jobs.answers();
    assert!(!answers.is_empty() && machine.waiting() == 0);
    for (_, answer) in answers {
        update(&mut workspace, answer);
    }
    assert!(workspace.concordance.study.under_way().is_none() && workspace.concordance.study.problem().is_none());
    jobs.show_dialog(Dialog::Files);
    let answers = jobs.answers();
    assert!(matches!(&answers[..], [(_, message)] if text(message).contains("Close other programs")), "{answers:?}");
}

#[test]
fn a_panic_in_work_becomes_a_message() {
    let machine = Frames::new(Memory::default());
    let jobs = Jobs::new(&Context::default(), machine.clone(), None);
    jobs.spawn("broken", || panic::resume_unwind(Box::new("broken")));
    machine.pass(Duration::ZERO);
    let answers = jobs.answers();
    assert!(matches!(&answers[..], [(_, message)] if text(message).contains("internal error")), "{answers:?}");
}

#[test]
fn a_panic_while_verdicts_are_written_is_reported_and_loses_none() {
    let machine = Frames::new(Memory::default());
    let reported = Arc::new(Mutex::new(Vec::new()));
    let reports = Arc::clone(&reported);
    let keeper = Keeper::new(machine.clone(), Some("broken".into()), move |text| reports.lock().push(text));
    let mut dismissed = Dismissed::default();
    dismissed.insert("copy", ["A house.", "Ein Haus."]);
    let review = MatchReview { source: 3, accepted: Some(true), target: Some(9), ..MatchReview::default() };
    keeper.keep(7, "tea".to_owned(), ReviewChanges::from([(3, Some(review))]), true);
    keeper.dismiss(&dismissed, &Dismissed::default());
    assert_eq!(reported.lock().len(), 2);
    assert!(reported.lock().iter().all(|text| text.contains("internal error") && text.contains("stay in this window")));
    assert_eq!(keeper.flush(Some("reviews".into())).outcome(Duration::ZERO), Some(Ok(())));
    assert_eq!(stored_reviews(&machine.store, Path::new("reviews"), 7).expect("reviews").len(), 1);
    assert!(machine.store.state(Path::new("reviews/dismissed.tsv")).is_some() && reported.lock().len() == 2);
}

#[test]
fn verdicts_are_written_without_a_thread() {
    let machine = Frames::new(Memory::default());
    let keeper = Keeper::new(machine.clone(), Some("reviews".into()), |text| panic!("{text}"));
    let stored = || stored_reviews(&machine.store, Path::new("reviews"), 7).expect("reviews").len();
    machine.full.store(true, Ordering::Relaxed);
    keeper.keep(
        7,
        "tea".to_owned(),
        ReviewChanges::from([(3, Some(MatchReview { source: 3, ..MatchReview::default() }))]),
        false,
    );
    assert_eq!(stored(), 1, "a remark is written in the frame");
    machine.full.store(false, Ordering::Relaxed);
    keeper.keep(
        7,
        "tea".to_owned(),
        ReviewChanges::from([(4, Some(MatchReview { source: 4, ..MatchReview::default() }))]),
        false,
    );
    machine.full.store(true, Ordering::Relaxed);
    drop(keeper);
    assert_eq!(stored(), 2, "the last change is written on closing");
}
