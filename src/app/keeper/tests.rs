//! Verdicts and the disk: written, kept in memory, reported.

use std::sync::Mutex;

use super::*;

fn accepted(source: usize) -> ReviewChanges {
    let review = MatchReview { source, accepted: Some(true), target: Some(9), ..MatchReview::default() };
    ReviewChanges::from([(source, Some(review))])
}

/// The outcome of a complete flush.
fn flushed(keeper: &Keeper, elsewhere: Option<PathBuf>) -> Result<(), String> {
    keeper.flush(elsewhere).outcome(PATIENCE).expect("an outcome")
}

#[test]
fn pending_changes_are_readable_and_written_on_closing() {
    let folder = tempfile::tempdir().expect("a folder");
    let keeper = Keeper::new(Some(folder.path().join("reviews")), |text| panic!("{text}"));
    let reader = keeper.reader();
    assert_eq!(reader.read(7), Ok(Vec::new()));
    for source in 0..20 {
        keeper.keep(7, "tea".to_owned(), accepted(source), false);
    }
    assert_eq!(reader.read(7).map(|reviews| reviews.len()), Ok(20), "before it is written");
    drop(keeper);
    assert_eq!(reader.read(7), Ok(Vec::new()), "a reader outlives the thread");
    assert_eq!(stored_reviews(&folder.path().join("reviews"), 7).expect("reviews").len(), 20);
}

#[test]
fn a_verdict_is_on_the_disk_before_the_next_frame_with_the_remarks_before_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let keeper = Keeper::new(Some(folder.path().to_owned()), |text| panic!("{text}"));
    let begun = Instant::now();
    keeper.keep(7, "tea".to_owned(), accepted(1), false);
    keeper.keep(7, "tea".to_owned(), accepted(2), true);
    // A disk under load may take longer than a frame.
    let written = || stored_reviews(folder.path(), 7).expect("reviews").len();
    while written() < 2 && begun.elapsed() < DELAY {
        thread::sleep(Duration::from_millis(5));
    }
    assert!(written() == 2 && begun.elapsed() < DELAY, "{} after {:?}", written(), begun.elapsed());
    // Killed here, the window would have lost nothing.
    keeper.keep(7, "tea".to_owned(), ReviewChanges::from([(2, None)]), true);
    assert_eq!(keeper.reader().read(7).map(|reviews| reviews.len()), Ok(1));
}

#[test]
fn two_windows_keep_each_others_verdicts() {
    let folder = tempfile::tempdir().expect("a folder");
    let window = || Keeper::new(Some(folder.path().to_owned()), |text| panic!("{text}"));
    let (first, second) = (window(), window());
    first.keep(7, "tea".to_owned(), accepted(1), false);
    first.keep(7, "tea".to_owned(), accepted(2), false);
    drop(first);
    second.keep(7, "tea".to_owned(), accepted(3), false);
    second.keep(7, "tea".to_owned(), ReviewChanges::from([(2, None)]), false);
    assert_eq!(second.reader().read(7).map(|reviews| reviews.len()), Ok(2), "before it is written");
    drop(second);
    let sources: Vec<usize> = stored_reviews(folder.path(), 7).expect("reviews").iter().map(|of| of.source).collect();
    assert_eq!(sources, [1, 3]);
}

#[test]
fn write_errors_are_reported_and_no_folder_means_no_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let blocked = folder.path().join("file");
    std::fs::write(&blocked, "in the way").expect("a file");
    let reported = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&reported);
    let keeper = Keeper::new(Some(blocked), move |text| sink.lock().expect("a list").push(text));
    keeper.keep(7, "tea".to_owned(), accepted(1), false);
    drop(keeper);
    let reported = reported.lock().expect("a list");
    assert!(
        reported.len() == 1 && reported[0].contains("cannot be written") && reported[0].contains("saved model"),
        "{reported:?}"
    );
    let keeper = Keeper::new(None, |text| panic!("{text}"));
    keeper.keep(7, "tea".to_owned(), accepted(1), false);
    assert_eq!(keeper.reader().read(7), Ok(Vec::new()));
}

#[test]
fn unwritten_verdicts_are_reported_on_closing_and_can_be_saved_elsewhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let blocked = folder.path().join("file");
    std::fs::write(&blocked, "in the way").expect("a file");
    let keeper = Keeper::new(Some(blocked.clone()), |_| ());
    assert_eq!(flushed(&keeper, None), Ok(()), "no change yet");
    keeper.keep(7, "tea".to_owned(), accepted(1), false);
    assert!(flushed(&keeper, None).is_err_and(|problem| problem.contains("cannot be written")));
    assert!(flushed(&keeper, None).is_err(), "the change is kept for another attempt");
    let elsewhere = folder.path().join("elsewhere");
    assert_eq!(flushed(&keeper, Some(elsewhere.clone())), Ok(()));
    assert_eq!(stored_reviews(&elsewhere, 7).expect("reviews").len(), 1);
    assert_eq!(flushed(&keeper, None), Ok(()), "everything is written");
    keeper.keep(7, "tea".to_owned(), accepted(2), false);
    std::fs::remove_file(&blocked).expect("the file");
    assert_eq!(flushed(&keeper, None), Ok(()), "the obstacle is gone");
    assert_eq!(stored_reviews(&blocked, 7).expect("reviews").len(), 1);
}

#[cfg(unix)]
#[test]
fn a_busy_disk_keeps_nobody_waiting() {
    let folder = tempfile::tempdir().expect("a folder");
    let keeper = Keeper::new(Some(folder.path().to_owned()), |text| panic!("{text}"));
    // Another window's turn.
    let turn = std::fs::File::create(folder.path().join("reviews.lock")).expect("a file");
    turn.lock().expect("the lock");
    assert_eq!(keeper.flush(None).outcome(Duration::ZERO), Some(Ok(())), "nothing waits");
    keeper.keep(7, "tea".to_owned(), accepted(1), true);
    let flush = keeper.flush(None);
    assert_eq!(flush.outcome(Duration::ZERO), None, "the disk is busy");
    drop(turn);
    assert_eq!(flush.outcome(PATIENCE), Some(Ok(())));
    assert_eq!(keeper.flush(None).outcome(Duration::ZERO), Some(Ok(())), "it is written");
    assert_eq!(stored_reviews(folder.path(), 7).expect("reviews").len(), 1);
}

#[test]
fn a_damaged_file_is_left_as_it_is_and_new_verdicts_count_as_unwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = reviews_file(folder.path(), 7);
    std::fs::write(&file, "damaged").expect("a file");
    let keeper = Keeper::new(Some(folder.path().to_owned()), |_| ());
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
    let keeper = Keeper::new(Some(folder.path().join("verdicts")), move |text| reports.lock().expect("a list").push(text));
    let known = keeper.reader().reviews(&corpus).expect("pairs").corpus;
    let count = || reported.lock().expect("a list").len();
    keeper.keep(known, "a".to_owned(), accepted(1), true);
    assert_eq!((flushed(&keeper, None), count()), (Ok(()), 0));
    std::fs::write(&files[1], "one line\n\ntwo lines\n").expect("a file");
    keeper.keep(known, "a".to_owned(), accepted(2), true);
    keeper.keep(known, "a".to_owned(), accepted(3), true);
    assert_eq!((flushed(&keeper, None), count()), (Ok(()), 1));
    assert!(reported.lock().expect("a list")[0].contains("a.de has changed on the disk"));
}
