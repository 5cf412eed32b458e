//! Tests of the keeper: verdicts are written, kept in memory, and errors reported.

use std::sync::{Mutex, atomic::Ordering};

use super::*;
use crate::tests::Frames;
use wordfield_core::project::Disk;

/// A keeper on the disk whose delayed writes never come.
fn keeping(folder: Option<&Path>, report: impl Fn(String) + Send + Sync + 'static) -> Keeper {
    Keeper::new(Frames::new(Disk), folder.map(Path::to_owned), report)
}

fn stored(folder: &Path) -> Vec<MatchReview> {
    stored_reviews(&Disk, folder, 7).expect("reviews")
}

fn accepted(source: usize) -> ReviewChanges {
    let review = MatchReview { source, accepted: Some(true), target: Some(9), ..MatchReview::default() };
    ReviewChanges::from([(source, Some(review))])
}

/// Outcome of a flush, after its end.
fn flushed(keeper: &Keeper, elsewhere: Option<PathBuf>) -> Result<(), String> {
    keeper.flush(elsewhere).outcome(Duration::ZERO).expect("an outcome")
}

#[test]
fn pending_changes_are_readable_and_written_on_closing() {
    let folder = tempfile::tempdir().expect("a folder");
    let keeper = keeping(Some(&folder.path().join("reviews")), |text| panic!("{text}"));
    let reader = keeper.reader.clone();
    assert_eq!(reader.read(7), Ok(Vec::new()));
    for source in 0..20 {
        keeper.keep(7, "tea".to_owned(), accepted(source), false);
    }
    assert_eq!(reader.read(7).map(|reviews| reviews.len()), Ok(20), "before it is written");
    drop(keeper);
    assert_eq!(reader.read(7).map(|reviews| reviews.len()), Ok(20), "a reader outlives the keeper");
    assert_eq!(stored(&folder.path().join("reviews")).len(), 20);
}

#[test]
fn a_verdict_is_on_the_disk_before_the_next_frame_with_the_remarks_before_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let keeper = keeping(Some(folder.path()), |text| panic!("{text}"));
    keeper.keep(7, "tea".to_owned(), accepted(1), false);
    assert!(stored(folder.path()).is_empty());
    keeper.keep(7, "tea".to_owned(), accepted(2), true);
    assert_eq!(stored(folder.path()).len(), 2);
    // If the window were killed at this point, no verdict would be lost.
    keeper.keep(7, "tea".to_owned(), ReviewChanges::from([(2, None)]), true);
    assert_eq!(keeper.reader.clone().read(7).map(|reviews| reviews.len()), Ok(1));
}

#[test]
fn remarks_are_written_together_after_a_delay() {
    let folder = tempfile::tempdir().expect("a folder");
    let machine = Frames::new(Disk);
    let keeper = Keeper::new(machine.clone(), Some(folder.path().to_owned()), |text| panic!("{text}"));
    for source in 0..3 {
        keeper.keep(7, "tea".to_owned(), accepted(source), false);
        machine.pass(DELAY / 4);
    }
    assert!(stored(folder.path()).is_empty() && machine.waiting() == 1);
    machine.pass(DELAY);
    assert!(stored(folder.path()).len() == 3 && machine.waiting() == 0);
}

#[test]
fn two_windows_keep_each_others_verdicts() {
    let folder = tempfile::tempdir().expect("a folder");
    let window = || keeping(Some(folder.path()), |text| panic!("{text}"));
    let (first, second) = (window(), window());
    first.keep(7, "tea".to_owned(), accepted(1), false);
    first.keep(7, "tea".to_owned(), accepted(2), false);
    drop(first);
    second.keep(7, "tea".to_owned(), accepted(3), false);
    second.keep(7, "tea".to_owned(), ReviewChanges::from([(2, None)]), false);
    assert_eq!(second.reader.clone().read(7).map(|reviews| reviews.len()), Ok(2), "before it is written");
    drop(second);
    let sources: Vec<usize> = stored(folder.path()).iter().map(|of| of.source).collect();
    assert_eq!(sources, [1, 3]);
}

#[test]
fn write_errors_are_reported_and_no_folder_means_no_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let blocked = folder.path().join("file");
    std::fs::write(&blocked, "in the way").expect("a file");
    let reported = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&reported);
    let keeper = keeping(Some(&blocked), move |text| sink.lock().expect("a list").push(text));
    keeper.keep(7, "tea".to_owned(), accepted(1), false);
    drop(keeper);
    let reported = reported.lock().expect("a list");
    assert!(
        reported.len() == 1 && reported[0].contains("cannot be written") && reported[0].contains("saved model"),
        "{reported:?}"
    );
    let keeper = keeping(None, |text| panic!("{text}"));
    keeper.keep(7, "tea".to_owned(), accepted(1), false);
    assert_eq!(keeper.reader.clone().read(7), Ok(Vec::new()));
}

#[test]
fn unwritten_verdicts_are_reported_on_closing_and_can_be_saved_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let blocked = folder.path().join("file");
    std::fs::write(&blocked, "in the way").expect("a file");
    let keeper = keeping(Some(&blocked), |_| ());
    assert_eq!(flushed(&keeper, None), Ok(()), "no change yet");
    keeper.keep(7, "tea".to_owned(), accepted(1), false);
    assert!(flushed(&keeper, None).is_err_and(|problem| problem.contains("cannot be written")));
    assert!(flushed(&keeper, None).is_err(), "the change is kept for another attempt");
    let elsewhere = folder.path().join("elsewhere");
    assert_eq!(flushed(&keeper, Some(elsewhere.clone())), Ok(()));
    assert_eq!(stored(&elsewhere).len(), 1);
    assert_eq!(flushed(&keeper, None), Ok(()), "everything is written");
    keeper.keep(7, "tea".to_owned(), accepted(2), false);
    std::fs::remove_file(&blocked).expect("the file");
    assert_eq!(flushed(&keeper, None), Ok(()), "the obstacle is gone");
    assert_eq!(stored(&blocked).len(), 1);
}

#[test]
fn a_busy_disk_keeps_nobody_waiting() {
    let folder = tempfile::tempdir().expect("a folder");
    let machine = Frames::new(Disk);
    let keeper = Keeper::new(machine.clone(), Some(folder.path().to_owned()), |text| panic!("{text}"));
    let outcome = |flush: &Flush| flush.outcome(machine.now());
    machine.busy.store(true, Ordering::Relaxed);
    assert_eq!(outcome(&keeper.flush(None)), Some(Ok(())), "nothing waits");
    keeper.keep(7, "tea".to_owned(), accepted(1), true);
    keeper.keep(7, "tea".to_owned(), accepted(2), true);
    assert_eq!(machine.waiting(), 1, "the second verdict waits for the write of the first");
    let flush = keeper.flush(None);
    assert_eq!(outcome(&flush), None, "the disk is busy");
    let late = flush.outcome(machine.now() + PATIENCE);
    assert!(late.is_some_and(|late| late.is_err_and(|problem| problem.contains("did not respond"))));
    machine.pass(Duration::ZERO);
    assert_eq!(outcome(&flush), Some(Ok(())));
    assert_eq!(outcome(&keeper.flush(None)), Some(Ok(())), "it is written");
    assert_eq!(stored(folder.path()).len(), 2);
}

#[test]
fn a_damaged_file_is_left_as_it_is_and_new_verdicts_count_as_unwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = reviews_file(folder.path(), 7);
    std::fs::write(&file, "damaged").expect("a file");
    let keeper = keeping(Some(folder.path()), |_| ());
    keeper.keep(7, "tea".to_owned(), accepted(1), false);
    assert!(flushed(&keeper, None).is_err());
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), "damaged");
}

#[test]
fn a_changed_file_is_reported_once_with_the_next_verdict() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = ["a.en", "a.de"].map(|name| folder.path().join(name));
    for file in &files {
        std::fs::write(file, "one line\ntwo lines\n").expect("a file");
    }
    let options = wordfield_core::corpus::ReadOptions::default();
    let origin = Origin::Files(files.to_vec(), options);
    let corpus = origin.read(&<_>::default(), &<_>::default(), &<_>::default()).expect("pairs");
    let reported = Arc::new(Mutex::new(Vec::new()));
    let reports = Arc::clone(&reported);
    let keeper = keeping(Some(&folder.path().join("verdicts")), move |text| reports.lock().expect("a list").push(text));
    let known = keeper.reader.clone().reviews(&corpus).expect("pairs").corpus;
    let count = || reported.lock().expect("a list").len();
    keeper.keep(known, "a".to_owned(), accepted(1), true);
    assert_eq!((flushed(&keeper, None), count()), (Ok(()), 0));
    std::fs::write(&files[1], "one line\n\ntwo lines\n").expect("a file");
    keeper.keep(known, "a".to_owned(), accepted(2), true);
    keeper.keep(known, "a".to_owned(), accepted(3), true);
    assert_eq!((flushed(&keeper, None), count()), (Ok(()), 1));
    assert!(reported.lock().expect("a list")[0].contains("a.de has changed on the disk"));
}
