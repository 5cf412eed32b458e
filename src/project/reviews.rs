//! What a person said of matches, kept in a folder of the user's, a file for each corpus, whether or not a model is saved.
//!
//! Memory and cost: one entry a document judged; a file is written whole, as every file here is.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::saved::MatchReview;
use super::{ProjectError, regular, write_atomically};

/// The newest form read, and the one written.
const VERSION: u32 = 1;
/// The largest file read: a word on each of some hundred thousand documents.
const LIMIT: u64 = 256 << 20;

/// What a file holds.
#[derive(Debug, Serialize, Deserialize)]
struct Kept<R> {
    version: u32,
    /// The corpus's name, for people who look into the file.
    corpus: String,
    reviews: R,
}

/// The file that keeps the reviews of the corpus known by this number.
pub fn reviews_file(folder: &Path, corpus: u64) -> PathBuf {
    folder.join(format!("{corpus:016x}.reviews.json"))
}

/// Keeps the reviews of a corpus known by this number; earlier ones of it are replaced. The folder is made where there is
/// none; an empty list leaves no file.
///
/// # Errors
/// When the system refuses; the earlier file, if any, is then unchanged.
pub fn keep_reviews(folder: &Path, corpus: u64, name: &str, reviews: &[MatchReview]) -> Result<(), ProjectError> {
    let path = reviews_file(folder, corpus);
    let refused = |cause| ProjectError::Write { path: path.clone(), cause };
    if reviews.is_empty() {
        return if path.exists() { fs::remove_file(&path).map_err(refused) } else { Ok(()) };
    }
    fs::create_dir_all(folder).map_err(refused)?;
    let kept = Kept { version: VERSION, corpus: name.to_owned(), reviews };
    let text = serde_json::to_vec_pretty(&kept).map_err(|error| refused(error.into()))?;
    write_atomically(&path, &text)
}

/// The reviews kept of the corpus known by this number; none where nobody said anything of it.
///
/// # Errors
/// When there is a file that cannot be read, or that is no list of reviews.
pub fn kept_reviews(folder: &Path, corpus: u64) -> Result<Vec<MatchReview>, ProjectError> {
    let path = reviews_file(folder, corpus);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let damaged = |problem: String| ProjectError::BadReviews { path: path.clone(), problem };
    let (_, length) = regular::open(&path)?;
    if length > LIMIT {
        return Err(damaged(format!("it holds more than {} MiB", LIMIT >> 20)));
    }
    let text = fs::read(&path).map_err(|cause| ProjectError::Read { path: path.clone(), cause })?;
    let kept: Kept<Vec<MatchReview>> = serde_json::from_slice(&text).map_err(|error| damaged(error.to_string()))?;
    if kept.version > VERSION {
        return Err(damaged(format!("its version is {}, and this program reads up to {VERSION}", kept.version)));
    }
    Ok(kept.reviews)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn review(source: usize) -> MatchReview {
        MatchReview {
            source,
            source_title: format!("line {source}"),
            accepted: Some(true),
            target: Some(9),
            ..Default::default()
        }
    }

    #[test]
    fn reviews_come_back_by_the_number_of_their_corpus_and_the_last_word_counts() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("not/there/yet");
        assert_eq!(kept_reviews(&place, 7).unwrap(), []);
        keep_reviews(&place, 7, "tea", &[review(1), review(2)]).unwrap();
        keep_reviews(&place, 8, "coffee", &[review(3)]).unwrap();
        keep_reviews(&place, 7, "tea", &[review(2)]).unwrap();
        assert_eq!(kept_reviews(&place, 7).unwrap(), [review(2)]);
        assert_eq!(kept_reviews(&place, 8).unwrap(), [review(3)]);
        keep_reviews(&place, 8, "coffee", &[]).unwrap();
        assert!(kept_reviews(&place, 8).unwrap().is_empty() && !reviews_file(&place, 8).exists());
    }

    #[test]
    fn a_file_that_is_no_list_of_reviews_is_named_with_a_remedy_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = reviews_file(folder.path(), 7);
        for text in ["", "[]", "{\"version\": 9, \"corpus\": \"tea\", \"reviews\": []}"] {
            fs::write(&path, text).unwrap();
            let message = kept_reviews(folder.path(), 7).unwrap_err().to_string();
            assert!(message.contains("reviews.json") && message.contains("move it away"), "{message}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn a_place_that_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let blocked = folder.path().join("file");
        fs::write(&blocked, "in the way").unwrap();
        let message = keep_reviews(&blocked, 7, "tea", &[review(1)]).unwrap_err().to_string();
        assert!(message.contains("cannot be written"), "{message}");
    }
}
