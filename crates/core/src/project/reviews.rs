//! Storage of reviews of matches in a folder of the user: one file per corpus, independent of saved models.
//!
//! Several windows may review one corpus.
//! Each change is merged into the file.
//! A review of one window therefore stays until another review of the same document replaces it.
//!
//! Cost and memory: one entry per reviewed document; every change reads and writes the whole file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::saved::MatchReview;
use super::{ProjectError, Store};

/// Format version of review files that is written, and the newest one read.
const VERSION: u32 = 1;
/// Maximum size of a review file, in bytes: reviews of some hundred thousand documents.
const LIMIT: u64 = 256 << 20;
/// Name of the file whose lock serialises writers of reviews.
const TURN: &str = "reviews.lock";

/// Content of a file with reviews of matches.
#[derive(Debug, Serialize, Deserialize)]
struct ReviewsFile<R> {
    version: u32,
    /// Name of the reviewed corpus, for people who read the file.
    corpus: String,
    reviews: R,
}

/// Path of the review file of a corpus, named by its fingerprint.
pub fn reviews_file(folder: &Path, corpus: u64) -> PathBuf {
    folder.join(format!("{corpus:016x}.reviews.json"))
}

/// Changes to a corpus's reviews by source document: a new review, or `None` to remove it.
pub type ReviewChanges = BTreeMap<usize, Option<MatchReview>>;

/// Applies changes to a list of reviews of matches.
pub fn change_reviews(reviews: &mut Vec<MatchReview>, changes: &ReviewChanges) {
    reviews.retain(|review| !changes.contains_key(&review.source));
    reviews.extend(changes.values().flatten().cloned());
    reviews.sort_by_key(|review| review.source);
}

/// Merges changes into the stored reviews of the corpus with this fingerprint.
/// Creates the folder if needed, and removes the file when no review is left.
///
/// # Errors
/// Returns an error if an I/O operation fails or the existing file cannot be read; that file is then unchanged.
pub fn store_reviews(
    store: &dyn Store,
    folder: &Path,
    corpus: u64,
    name: &str,
    changes: &ReviewChanges,
) -> Result<(), ProjectError> {
    let path = reviews_file(folder, corpus);
    let refused = |cause| ProjectError::Write(path.clone(), cause);
    if store.state(&path).is_none() && changes.values().all(Option::is_none) {
        return Ok(());
    }
    // The lock keeps other windows from writing between the reading and writing of this window.
    let _turn = store.lock(&folder.join(TURN), true).map_err(refused)?;
    let mut reviews = stored_reviews(store, folder, corpus)?;
    change_reviews(&mut reviews, changes);
    if reviews.is_empty() {
        return store.state(&path).map_or(Ok(()), |_| store.remove(&path).map_err(refused));
    }
    let kept = ReviewsFile { version: VERSION, corpus: name.to_owned(), reviews };
    let text = serde_json::to_vec_pretty(&kept).map_err(|error| refused(error.into()))?;
    store.write(&path, &text)
}

/// Reads the stored reviews of a corpus, given by its fingerprint.
///
/// # Errors
/// Returns an error if the file cannot be read or is not a list of reviews.
pub fn stored_reviews(store: &dyn Store, folder: &Path, corpus: u64) -> Result<Vec<MatchReview>, ProjectError> {
    let path = reviews_file(folder, corpus);
    let Some(state) = store.state(&path) else { return Ok(Vec::new()) };
    let damaged = |problem: String| ProjectError::BadReviews(path.clone(), problem);
    if state.length > LIMIT {
        return Err(damaged(format!("it holds more than {} MiB", LIMIT >> 20)));
    }
    let text = store.read(&path).map_err(|cause| ProjectError::Read(path.clone(), cause))?;
    let kept: ReviewsFile<Vec<MatchReview>> = serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
    if kept.version > VERSION {
        return Err(damaged(format!("its version is {}, and this program reads up to {VERSION}", kept.version)));
    }
    Ok(kept.reviews)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{super::Disk, *};

    fn review(source: usize) -> MatchReview {
        MatchReview {
            source,
            source_title: format!("line {source}"),
            accepted: Some(true),
            target: Some(9),
            ..Default::default()
        }
    }

    fn reviewed(sources: impl IntoIterator<Item = usize>) -> ReviewChanges {
        sources.into_iter().map(|source| (source, Some(review(source)))).collect()
    }

    #[test]
    fn reviews_come_back_by_the_number_of_their_corpus_and_the_last_word_counts() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("not/there/yet");
        assert_eq!(stored_reviews(&Disk, &place, 7).unwrap(), []);
        store_reviews(&Disk, &place, 7, "tea", &reviewed([1, 2])).unwrap();
        store_reviews(&Disk, &place, 8, "coffee", &reviewed([3])).unwrap();
        let correction = Some(vec![["a".to_owned(), "é\n".to_owned()], ["b".to_owned(), "c".to_owned()]]);
        let other = MatchReview { accepted: Some(false), correction, ..review(2) };
        store_reviews(&Disk, &place, 7, "tea", &ReviewChanges::from([(1, None), (2, Some(other.clone()))])).unwrap();
        assert_eq!(stored_reviews(&Disk, &place, 7).unwrap(), [other]);
        assert_eq!(stored_reviews(&Disk, &place, 8).unwrap(), [review(3)]);
        store_reviews(&Disk, &place, 8, "coffee", &ReviewChanges::from([(3, None)])).unwrap();
        assert!(stored_reviews(&Disk, &place, 8).unwrap().is_empty() && !reviews_file(&place, 8).exists());
    }

    #[test]
    fn concurrent_writers_lose_no_review() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for source in 0..8 {
                let place = folder.path();
                scope.spawn(move || store_reviews(&Disk, place, 7, "tea", &reviewed([source])).unwrap());
            }
        });
        assert_eq!(stored_reviews(&Disk, folder.path(), 7).unwrap(), (0..8).map(review).collect::<Vec<_>>());
    }

    #[test]
    fn a_file_that_is_no_list_of_reviews_is_named_with_a_remedy_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = reviews_file(folder.path(), 7);
        for text in ["", "[]", "{\"version\": 9, \"corpus\": \"tea\", \"reviews\": []}"] {
            fs::write(&path, text).unwrap();
            let message = stored_reviews(&Disk, folder.path(), 7).unwrap_err().to_string();
            assert!(message.contains("reviews.json") && message.contains("move it away"), "{message}");
            assert!(store_reviews(&Disk, folder.path(), 7, "tea", &reviewed([1])).is_err());
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn a_place_that_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let blocked = folder.path().join("file");
        fs::write(&blocked, "in the way").unwrap();
        let message = store_reviews(&Disk, &blocked, 7, "tea", &reviewed([1])).unwrap_err().to_string();
        assert!(message.contains("cannot be written"), "{message}");
    }
}
