//! Options from documents to a dataset, as a person sets them.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::recipe::DataRecipe;
use crate::{
    corpus::{Corpus, Origin, Side, Size, SplitOptions, TaskKind, TextOptions, VectorFiles, VocabularyOptions},
    stats::grouped,
};

/// Options from documents to a dataset: a [`DataRecipe`] without its origin, with every option of the text filled in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DataOptions {
    /// Tokenisation options of the documents.
    pub text: TextOptions,
    /// Tokenisation options of the target side of pairs, if they differ.
    pub target_text: Option<TextOptions>,
    /// Split into training, development and test documents.
    pub split: SplitOptions,
    /// Options for the selection of the vocabulary.
    pub vocabulary: VocabularyOptions,
    /// Files of word vectors for the vocabulary, if any.
    pub vectors: Option<VectorFiles>,
}

impl DataOptions {
    /// Maximum number of training documents, or pairs, with which a run is fast enough for a first look:
    /// of classes, whose SVMs are solved on few features, and of the other tasks.
    const QUICK_SIZES: [usize; 2] = [10_000, 1000];

    /// Recipe for a dataset of the given documents with these options.
    pub fn recipe(&self, origin: Origin) -> DataRecipe {
        DataRecipe {
            origin,
            text: self.text.clone().into(),
            target_text: self.target_text.clone().map(Into::into).unwrap_or_default(),
            split: self.split.clone(),
            split_source: None,
            vocabulary: self.vocabulary,
            vectors: self.vectors.clone(),
            strict: false,
        }
    }

    /// Sets the text options of one side, source or target, and keeps those of the other.
    pub fn set_text(&mut self, side: Side, options: TextOptions) {
        match side {
            Side::Source => {
                // The target side had the options of the source side and keeps them.
                self.target_text.get_or_insert_with(|| self.text.clone());
                self.text = options;
            }
            Side::Target => self.target_text = Some(options),
        }
    }

    /// Sets the word-vector file of one side.
    /// The source's file serves both sides while the target has none; removing it removes the vectors of both.
    pub fn set_vectors(&mut self, side: Side, file: Option<PathBuf>) {
        match (side, &mut self.vectors, file) {
            (Side::Source, vectors, None) => *vectors = None,
            (Side::Source, Some(vectors), Some(file)) => (vectors.file, vectors.words) = (file, None),
            (Side::Source, vectors @ None, Some(file)) => *vectors = Some(VectorFiles { file, ..VectorFiles::default() }),
            (Side::Target, Some(vectors), file) => vectors.target = file,
            (Side::Target, None, _) => {}
        }
    }

    /// Maximum number of test pairs for which evaluations, quadratic in their number, do not interrupt training.
    const CANDIDATES: usize = 2000;

    /// Fits default options to a corpus: a large one trains on a part, for a fast start.
    /// Returns a note if an option changed.
    pub fn fit(&mut self, corpus: &Corpus) -> Option<String> {
        if corpus.files.is_empty() {
            // The options for test and development files count files of the previous corpus.
            (self.split.test_files, self.split.dev_files) = (0, 0);
        }
        let task = corpus.task.kind();
        let size = self.fit_units(corpus.units(), task)?;
        let (what, tests) = if task == TaskKind::Pairs {
            ("pairs", format!(", tests on {} at most", Self::CANDIDATES))
        } else {
            ("documents", String::new())
        };
        Some(format!("Trains on {} {what}{tests} for a fast start. Change this under Vocabulary and split.", grouped(size)))
    }

    /// Sets the parts of a corpus that is too large for a fast start; returns the size of the training part.
    fn fit_units(&mut self, documents: usize, task: TaskKind) -> Option<usize> {
        let size = Self::QUICK_SIZES[usize::from(task != TaskKind::Classes)];
        let large = documents > 2 * size
            && SplitOptions { seed: 0, ..self.split.clone() } == SplitOptions { seed: 0, ..SplitOptions::default() };
        if large {
            self.split.train = Size::Count(size);
            self.split.dev = Size::Count(size / 5);
            if task == TaskKind::Pairs && documents - size - size / 5 > Self::CANDIDATES {
                self.split.test = Some(Size::Count(Self::CANDIDATES));
            }
        }
        large.then_some(size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_corpus_trains_on_part_of_it_by_default() {
        let mut data = DataOptions::default();
        assert_eq!(data.fit_units(2000, TaskKind::Ratings), None);
        assert_eq!(data.fit_units(20_000, TaskKind::Classes), None, "all documents of a usual corpus are used");
        assert_eq!(data.fit_units(4199, TaskKind::Ratings), Some(1000));
        assert_eq!((data.split.train, data.split.dev, data.split.test), (Size::Count(1000), Size::Count(200), None));
        data.split.train = Size::Share(0.9);
        assert_eq!(data.fit_units(4199, TaskKind::Ratings), None);
        assert_eq!(data.split.train, Size::Share(0.9));
    }

    #[test]
    fn very_many_pairs_are_split_for_fast_evaluations() {
        let fitted = |pairs| {
            let mut data = DataOptions::default();
            assert_eq!(data.fit_units(pairs, TaskKind::Pairs), Some(1000));
            data.split.test
        };
        assert_eq!(fitted(3200), None);
        assert_eq!(fitted(100_000), Some(Size::Count(2000)));
    }
}
