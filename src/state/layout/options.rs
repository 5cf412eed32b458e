//! Options of the data and the view.

use std::path::PathBuf;

use crate::{
    corpus::{Corpus, Origin, Side, Size, SplitOptions, TextOptions, VectorFiles, VocabularyOptions},
    experiment::DataRecipe,
};

/// Options of the data panel: a [`DataRecipe`] without its origin, with every option of the text filled in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DataOptions {
    /// How texts are cut into words.
    pub text: TextOptions,
    /// How texts of the target side of pairs are cut into words, where not alike.
    pub target_text: Option<TextOptions>,
    /// Which documents train, tune and test.
    pub split: SplitOptions,
    /// Which words are kept.
    pub vocabulary: VocabularyOptions,
    /// The files its words' vectors are read from, if any.
    pub vectors: Option<VectorFiles>,
}

impl DataOptions {
    /// Training documents beyond which a run is no longer quick to look at.
    const QUICK: usize = 1000;

    /// The recipe that builds a dataset of these documents with these options.
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

    /// Cuts a side like this. The other side stays as it is.
    pub fn set_text(&mut self, side: Side, options: TextOptions) {
        match side {
            Side::Source => {
                // The target side was cut like the source side, and is to stay as it is.
                self.target_text.get_or_insert_with(|| self.text.clone());
                self.text = options;
            }
            Side::Target => self.target_text = Some(options),
        }
    }

    /// Takes a side's vectors from this file; those of the source side serve both while the target side has none of its
    /// own, and without them there are none.
    pub fn set_vectors(&mut self, side: Side, file: Option<PathBuf>) {
        match (side, &mut self.vectors, file) {
            (Side::Source, vectors, None) => *vectors = None,
            (Side::Source, Some(vectors), Some(file)) => (vectors.file, vectors.words) = (file, None),
            (Side::Source, vectors @ None, Some(file)) => *vectors = Some(VectorFiles { file, ..VectorFiles::default() }),
            (Side::Target, Some(vectors), file) => vectors.target = file,
            (Side::Target, None, _) => {}
        }
    }

    /// Test pairs beyond which every evaluation, all against all, would hold the words still.
    const CANDIDATES: usize = 2000;

    /// Fits default options to a corpus: a large one trains on a part, for a fast start.
    /// Returns a note if an option changed.
    pub fn fit(&mut self, corpus: &Corpus) -> Option<String> {
        let pairs = corpus.task.pairs().is_some();
        if !self.fit_units(corpus.units(), pairs) {
            return None;
        }
        let (what, tests) =
            if pairs { ("pairs", format!(", tests on {} at most", Self::CANDIDATES)) } else { ("documents", String::new()) };
        Some(format!("Trains on {} {what}{tests} for a fast start. Change this under Vocabulary and split.", Self::QUICK))
    }

    fn fit_units(&mut self, documents: usize, pairs: bool) -> bool {
        let large = documents > 2 * Self::QUICK
            && SplitOptions { seed: 0, ..self.split.clone() } == SplitOptions { seed: 0, ..SplitOptions::default() };
        if large {
            self.split.train = Size::Count(Self::QUICK);
            self.split.dev = Size::Count(Self::QUICK / 5);
            let left = documents - Self::QUICK - Self::QUICK / 5;
            if pairs && left > Self::CANDIDATES {
                self.split.test = Some(Size::Count(Self::CANDIDATES));
            }
        }
        large
    }
}

/// A tab of the centre.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The words in their latent space.
    #[default]
    Field,
    /// The documents and what the model makes of them.
    Documents,
    /// Predictions against the truth.
    Evaluation,
    /// The kernel between documents.
    Gram,
    /// Sets of documents or words against each other, and runs.
    Compare,
    /// Every occurrence of the words chosen, in its line.
    Concordance,
}

impl Tab {
    /// Every tab, in the order of their keys.
    pub const ALL: [Self; 6] = [Self::Field, Self::Documents, Self::Evaluation, Self::Gram, Self::Compare, Self::Concordance];
}

/// A column of the table of rated documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Column {
    /// In the order of the corpus.
    #[default]
    Document,
    /// The part of the split.
    Part,
    /// The rating.
    Rating,
    /// The mean predicted.
    Predicted,
    /// The standard deviation predicted.
    Deviation,
    /// Truth less prediction.
    Residual,
}

/// The window's colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the desktop has it.
    #[default]
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_corpus_trains_on_part_of_it_by_default() {
        let mut data = DataOptions::default();
        assert!(!data.fit_units(2000, false));
        assert!(data.fit_units(4199, false));
        assert_eq!((data.split.train, data.split.dev, data.split.test), (Size::Count(1000), Size::Count(200), None));
        data.split.train = Size::Share(0.9);
        assert!(!data.fit_units(4199, false));
        assert_eq!(data.split.train, Size::Share(0.9));
    }

    #[test]
    fn very_many_pairs_are_not_all_ranked_against_all() {
        let fitted = |pairs| {
            let mut data = DataOptions::default();
            assert!(data.fit_units(pairs, true));
            data.split.test
        };
        assert_eq!(fitted(3200), None);
        assert_eq!(fitted(100_000), Some(Size::Count(2000)));
    }
}
