//! Storage of complete checks of pairs in a folder of the user that also holds the reviews: one file per corpus.
//! A small second file per corpus holds filter, order and position of the list of its pairs.
//!
//! A check can be computed again, so that a check file that cannot be read counts as missing.
//! Beyond [`MOST`] corpora or [`BYTES`] the files whose corpora were used least recently are removed.
//!
//! Cost: the whole file. Memory: its text, about 400 bytes a pair.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::{ProjectError, SavedCheck, Store};

/// Format version of check files that is written, and the only one that is read.
const VERSION: u32 = 1;
/// Maximum number of corpora whose checks are kept.
const MOST: usize = 20;
/// Maximum size of all check files together, and of each that is read, in bytes.
const BYTES: u64 = 1 << 30;
/// Name suffixes of a corpus's check files.
const ENDS: [&str; 2] = [".check.json", ".list.json"];

/// Complete check of pairs as stored, with everything it depends on except the texts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredCheck {
    /// Name of the checked corpus, for people who read the file.
    pub corpus: String,
    /// Fingerprint of the documents as tokenised, see [`Corpus::fingerprint`](crate::corpus::Corpus::fingerprint).
    pub documents: u32,
    /// Description of the models that judged the pairs.
    pub model: String,
    /// Result of the check of pairs.
    pub check: SavedCheck,
}

#[derive(Serialize, Deserialize)]
struct CheckFile<C> {
    version: u32,
    #[serde(flatten)]
    kept: C,
}

/// Path of the check file of a corpus, named by the fingerprint of its texts.
pub fn check_file(folder: &Path, corpus: u64) -> PathBuf {
    folder.join(format!("{corpus:016x}{}", ENDS[0]))
}

/// Path of the file with filter, order and position of the list of a corpus's checked pairs.
pub fn list_file(folder: &Path, corpus: u64) -> PathBuf {
    folder.join(format!("{corpus:016x}{}", ENDS[1]))
}

/// Writes the check of the corpus with this fingerprint of its texts, and removes old checks. Creates the folder if needed.
///
/// # Errors
/// Returns an error if writing fails.
pub fn store_check(store: &dyn Store, folder: &Path, corpus: u64, kept: &StoredCheck) -> Result<(), ProjectError> {
    let path = check_file(folder, corpus);
    let text = serde_json::to_vec(&CheckFile { version: VERSION, kept })
        .map_err(|error| ProjectError::Write(path.clone(), error.into()))?;
    store.write(&path, &text)?;
    remove_old(store, folder, MOST, BYTES);
    Ok(())
}

/// Stored check of the corpus with this fingerprint of its texts, if there is one that this program reads.
pub fn stored_check(store: &dyn Store, folder: &Path, corpus: u64) -> Option<StoredCheck> {
    let path = check_file(folder, corpus);
    store.state(&path).filter(|state| state.length <= BYTES)?;
    let file: CheckFile<StoredCheck> = serde_json::from_slice(&store.read(&path).ok()?).ok()?;
    (file.version == VERSION).then_some(file.kept)
}

/// Removes check files of the least recently used corpora, so that at most this many corpora and bytes stay.
/// A file that cannot be removed stays.
fn remove_old(store: &dyn Store, folder: &Path, most: usize, bytes: u64) {
    let mut corpora = BTreeMap::<String, (SystemTime, u64)>::new();
    for path in store.list(folder) {
        let name = path.file_name().and_then(|name| name.to_str());
        let stem = name.and_then(|name| ENDS.iter().find_map(|end| name.strip_suffix(end)));
        let (Some(stem), Some(about)) = (stem, store.state(&path)) else { continue };
        let corpus = corpora.entry(stem.to_owned()).or_insert((SystemTime::UNIX_EPOCH, 0));
        corpus.0 = corpus.0.max(about.modified.unwrap_or(SystemTime::UNIX_EPOCH));
        corpus.1 += about.length;
    }
    let mut corpora: Vec<_> = corpora.into_iter().collect();
    corpora.sort_by_key(|(_, (used, _))| std::cmp::Reverse(*used));
    let mut total = 0;
    for (place, (stem, (_, size))) in corpora.into_iter().enumerate() {
        total += size;
        // The newest check file stays whatever its size.
        if place > 0 && (place >= most || total > bytes) {
            for end in ENDS {
                drop(store.remove(&folder.join(format!("{stem}{end}"))));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        fs::{self, File},
        sync::Arc,
        time::Duration,
    };

    use super::{super::Disk, *};
    use crate::{
        corpus::VocabularyOptions,
        experiment::{CheckedPair, PairCheck},
    };

    fn kept(pairs: usize) -> StoredCheck {
        let pair = |source: usize| CheckedPair {
            source,
            target: pairs + source,
            fold: source % 2,
            doubt: 0.1 + source as f64 / 3.0,
            rank: 1,
            reverse_rank: 2,
            distance: 1e-17 * source as f64,
            candidates: vec![(pairs + source, 0.1 + 0.2)],
        };
        let judged = Arc::new(PairCheck { folds: 2, pairs: (0..pairs).map(pair).collect(), note: None });
        let check = SavedCheck { vocabulary: VocabularyOptions::default(), check: judged };
        StoredCheck { corpus: "tea".to_owned(), documents: 9, model: "matching".to_owned(), check }
    }

    #[test]
    fn a_check_comes_back_by_its_corpus_and_a_later_one_replaces_it() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("not/there/yet");
        assert_eq!(stored_check(&Disk, &place, 7), None);
        store_check(&Disk, &place, 7, &kept(5)).unwrap();
        store_check(&Disk, &place, 8, &kept(2)).unwrap();
        assert_eq!([stored_check(&Disk, &place, 7), stored_check(&Disk, &place, 8)], [Some(kept(5)), Some(kept(2))]);
        store_check(&Disk, &place, 7, &kept(3)).unwrap();
        assert_eq!(stored_check(&Disk, &place, 7), Some(kept(3)));
    }

    #[test]
    fn a_damaged_or_newer_file_is_no_check_and_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        store_check(&Disk, folder.path(), 7, &kept(5)).unwrap();
        let path = check_file(folder.path(), 7);
        let text = fs::read_to_string(&path).unwrap();
        for damaged in ["", "[]", &text[..text.len() / 2], &text.replacen("\"version\":1", "\"version\":2", 1)] {
            fs::write(&path, damaged).unwrap();
            assert_eq!(stored_check(&Disk, folder.path(), 7), None);
        }
        store_check(&Disk, folder.path(), 7, &kept(5)).unwrap();
        assert_eq!(stored_check(&Disk, folder.path(), 7), Some(kept(5)));
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(stored_check(&Disk, folder.path(), 7), None);
        assert!(store_check(&Disk, folder.path(), 7, &kept(5)).unwrap_err().to_string().contains("check.json"));
    }

    #[test]
    fn checks_used_least_recently_are_removed_with_their_lists_and_reviews_stay() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path();
        let reviews = super::super::reviews_file(place, 0);
        fs::write(&reviews, "reviews").unwrap();
        let now = SystemTime::now();
        for corpus in 0..6_u64 {
            store_check(&Disk, place, corpus, &kept(4)).unwrap();
            fs::write(list_file(place, corpus), "{}").unwrap();
            let hours = |hours| now - Duration::from_secs(3600 * hours);
            // The list of corpus 0 was used last.
            let used = [hours(10 - corpus), if corpus == 0 { now } else { hours(20) }];
            for (path, used) in [check_file(place, corpus), list_file(place, corpus)].iter().zip(used) {
                File::options().write(true).open(path).unwrap().set_modified(used).unwrap();
            }
        }
        let left = || (0..6).filter(|&corpus| stored_check(&Disk, place, corpus).is_some()).collect::<Vec<_>>();
        remove_old(&Disk, place, 3, BYTES);
        assert_eq!(left(), [0, 4, 5]);
        assert!(!list_file(place, 1).exists() && list_file(place, 0).exists() && reviews.exists());
        let one = fs::metadata(check_file(place, 0)).unwrap().len();
        remove_old(&Disk, place, 3, 2 * one + 100);
        assert_eq!(left(), [0, 5]);
        remove_old(&Disk, place, 3, 1);
        assert_eq!(left(), [0], "the newest stays");
    }
}
