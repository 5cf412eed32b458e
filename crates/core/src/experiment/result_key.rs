//! Keys of stored results: hashes of everything a result depends on, equal in every process and on every computer.
//!
//! A key covers the experiment, with the paths it reads, and what was read: texts, words, counts, classes, ratings, pairs, the
//! split and word vectors. A corrected rating or another list of stop words is another key. Cost: one pass over the counts and
//! the vectors.

use std::hash::Hasher;

use siphasher::sip128::{Hasher128, SipHasher13};

use super::{Experiment, SplitSource};
use crate::corpus::Dataset;

/// Version of results: raised with every change of the program that changes results, so that old ones are not reused.
pub(crate) const RESULT_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " 3");

/// Part of the result keys that all experiments on a dataset share.
#[derive(Clone, Debug)]
pub(super) struct DataKey(String);

impl DataKey {
    /// Key of the data in a dataset.
    pub(super) fn of(data: &Dataset) -> Self {
        let mut hasher = SipHasher13::new();
        hasher.write(RESULT_VERSION.as_bytes());
        hasher.write_u32(SplitSource::checksum(&data.corpus));
        hasher.write_u32(data.corpus.fingerprint());
        let split = &data.split;
        for part in [&split.train, &split.dev, &split.test, &split.unlabelled] {
            hasher.write_u64(part.len() as u64);
            for &document in part {
                hasher.write_u64(document as u64);
            }
        }
        for word in &data.words {
            hasher.write_u64(word.len() as u64);
            hasher.write(word.as_bytes());
        }
        if let Some(vectors) = &data.vectors {
            hasher.write_u64(vectors.dimension() as u64);
            vectors.x.iter().for_each(|value| hasher.write_u64(value.to_bits()));
            vectors.known.iter().for_each(|&known| hasher.write_u8(known.into()));
        }
        Self(format!("{:032x}", hasher.finish128().as_u128()))
    }

    /// Result key of an experiment on the dataset.
    ///
    /// # Errors
    /// If the experiment has no canonical form.
    pub(super) fn with(&self, experiment: &Experiment) -> serde_json::Result<String> {
        Ok(hash_of(&format!("{} {}", experiment.canonical()?, self.0)))
    }
}

/// Hash of a text (SipHash-1-3, 128 bits) as 32 hexadecimal digits.
pub(crate) fn hash_of(text: &str) -> String {
    format!("{:032x}", SipHasher13::new().hash(text.as_bytes()).as_u128())
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, path::PathBuf, sync::Arc};

    use super::*;
    use crate::{
        corpus::{Builtin, Corpus, SplitOptions, Task, VocabularyOptions, Weighting, WordVectors, builtin},
        experiment::DataRecipe,
        metric::CalibratedOn,
        model::{ModelKind, Params, Preset},
        train::TrainOptions,
    };

    fn experiment() -> Experiment {
        let params = Params::preset(ModelKind::Smm, Preset::Default, 2);
        Experiment::new(DataRecipe::default(), params, 3, TrainOptions { max_iterations: Some(50), ..TrainOptions::default() })
    }

    fn dataset(corpus: Corpus) -> Dataset {
        let (split, words) = (SplitOptions::default(), VocabularyOptions::default());
        Dataset::build(Arc::new(corpus), &split, &words, Weighting::Count).unwrap()
    }

    #[test]
    fn a_key_is_of_every_setting_of_an_experiment() {
        let (one, data) = (experiment(), DataKey(String::new()));
        let mut others = vec![one.clone(), Experiment::new(one.data.clone(), one.params.clone(), 4, one.train.clone())];
        let mut other = one.clone();
        other.params.set("gamma", "0.125").unwrap();
        others.push(other.clone());
        other.data.vocabulary.max_words = Some(100);
        others.push(other.clone());
        other.train.patience = Some(3);
        others.push(other.clone());
        other.calibrate = CalibratedOn::OutOfFold;
        others.push(other);
        let keys: HashSet<String> = others.iter().map(|other| data.with(other).unwrap()).collect();
        assert_eq!(keys.len(), others.len());
    }

    #[test]
    fn a_key_is_of_labels_ratings_partners_words_counts_split_and_vectors() {
        let mut data: Vec<Dataset> = Builtin::ALL.iter().map(|&which| dataset(builtin(which))).collect();
        let mut corpora: Vec<Corpus> = Vec::new();
        for which in Builtin::ALL {
            let mut corpus = builtin(which);
            match &mut corpus.task {
                Task::Classes => corpus.labels[0] = 1 - corpus.labels[0].min(1),
                Task::Ratings(ratings) => ratings.values[[0, 0]] += 0.5,
                Task::Pairs(pairs) => {
                    let (a, b) = (pairs.partner[0].unwrap(), pairs.partner[1].unwrap());
                    pairs.partner.swap(0, 1);
                    pairs.partner.swap(a, b);
                }
            }
            corpora.push(corpus);
        }
        let mut corpus = builtin(Builtin::default());
        corpus.texts[2].push('!');
        corpora.push(corpus);
        data.extend(corpora.into_iter().map(dataset));
        let mut other = data[0].clone();
        other.split.test.swap(0, 1);
        data.push(other);
        for x in [0.0, 1.0] {
            let mut other = data[0].clone();
            let x = ndarray::Array2::from_elem((other.words.len(), 3), x);
            let (source, known) = ("v.txt".to_owned(), vec![true; x.nrows()]);
            other.vectors = Some(Arc::new(WordVectors { source, x, known, keeps_origin: false }));
            data.push(other);
        }
        let keys: HashSet<String> = data.iter().map(|data| DataKey::of(data).0).collect();
        assert_eq!(keys.len(), data.len());
        assert_eq!(DataKey::of(&data[0]).0, DataKey::of(&dataset(builtin(Builtin::ALL[0]))).0);
    }

    #[cfg(unix)]
    #[test]
    fn paths_that_are_no_text_have_keys_of_their_own() {
        use std::os::unix::ffi::OsStringExt;
        let key = |byte: u8| {
            let path = PathBuf::from(std::ffi::OsString::from_vec(vec![b'a', byte]));
            let data = DataRecipe::files(&[path], crate::corpus::ReadOptions::default());
            DataKey(String::new()).with(&Experiment { data, ..experiment() }).unwrap()
        };
        assert_ne!(key(0xfe), key(0xff));
    }

    #[test]
    fn the_hash_of_a_text_never_changes() {
        // Computed by another implementation of SipHash-1-3.
        assert_eq!(hash_of("wordfield"), "dcdcb3eb009be5848f4873d8471b8605");
    }
}
