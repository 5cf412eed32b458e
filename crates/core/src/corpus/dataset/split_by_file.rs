//! Splits by file: official training, development and test files, read as one corpus.
//!
//! The last files are the test part, those before them the development part, and all earlier files the training part.
//! Sizes count documents of the training files.
//! Cost and memory: those of a split.

use crate::corpus::{Corpus, CorpusError, Size, Split, SplitOptions};

/// Error: the split is by file, but the documents were not read from several files.
pub(super) fn no_files() -> CorpusError {
    CorpusError::dataset(
        "test or development files are named, and the documents are not of several files",
        "open training and test files of documents with classes or ratings together, the test files last",
    )
}

impl SplitOptions {
    /// Draws a split by file of the documents with a label. The test part is all test files.
    /// The development part is all development files, or else [`SplitOptions::dev`] of the training files.
    /// The training part is [`SplitOptions::train`] of the remaining documents; with its default, half, all of them.
    ///
    /// # Errors
    /// Returns an error if no training file is left, or the sizes are more than the training files hold.
    pub(super) fn draw_by_file(&self, corpus: &Corpus) -> Result<Split, CorpusError> {
        let last = corpus.files.iter().copied().max().map_or(0, |file| file as usize + 1);
        let Some(others) = last.checked_sub(self.test_files + self.dev_files).filter(|&others| others > 0) else {
            return Err(no_files());
        };
        let within = |files: std::ops::Range<usize>| {
            (0..corpus.labelled()).filter(move |&i| files.contains(&(corpus.files[i] as usize))).collect::<Vec<usize>>()
        };
        let of_train = within(0..others);
        let labels: Vec<usize> = of_train.iter().map(|&document| corpus.labels[document]).collect();
        let dev = if self.dev_files > 0 { Size::Count(0) } else { self.dev };
        let train = if self.train == Self::default().train { rest(dev, of_train.len()) } else { self.train };
        let own = Self { train, dev, test: Some(Size::Count(0)), test_files: 0, dev_files: 0, ..self.clone() };
        let drawn = own.draw(&labels, corpus.classes.len(), "documents in the training files")?;
        let place = |part: Vec<usize>| part.into_iter().map(|place| of_train[place]).collect::<Vec<usize>>();
        Ok(Split {
            train: place(drawn.train),
            dev: if self.dev_files > 0 { within(others..last - self.test_files) } else { place(drawn.dev) },
            test: within(last - self.test_files..last),
            unlabelled: place(drawn.unlabelled),
            ..drawn
        })
    }
}

/// Size of a training part of all documents except the development part, as a share.
fn rest(dev: Size, documents: usize) -> Size {
    match dev {
        Size::Share(share) => Size::Share((1.0 - share).max(0.0)),
        Size::Count(count) => Size::Count(documents.saturating_sub(count)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Builtin, builtin};

    /// The built-in topics as if read from three files, one of them of every fifth and one of every seventh document.
    fn three_files() -> Corpus {
        let mut corpus = builtin(Builtin::Topics);
        corpus.files = (0..corpus.len()).map(|i| if i % 7 == 0 { 2 } else { u32::from(i % 5 == 0) }).collect();
        corpus
    }

    fn files(corpus: &Corpus, part: &[usize]) -> Vec<u32> {
        let mut files: Vec<u32> = part.iter().map(|&document| corpus.files[document]).collect();
        files.sort_unstable();
        files.dedup();
        files
    }

    #[test]
    fn the_last_files_are_test_and_development_part() {
        let corpus = three_files();
        let all = |file: u32| corpus.files.iter().filter(|&&of| of == file).count();
        let split = SplitOptions { test_files: 1, dev_files: 1, ..SplitOptions::default() }.draw_for(&corpus).expect("a split");
        assert_eq!((split.train.len(), split.dev.len(), split.test.len()), (all(0), all(1), all(2)));
        for (part, file) in [(&split.train, 0), (&split.dev, 1), (&split.test, 2)] {
            assert_eq!(files(&corpus, part), [file]);
        }
        let drawn = SplitOptions { test_files: 1, dev: Size::Count(20), ..SplitOptions::default() };
        let split = drawn.draw_for(&corpus).expect("a split");
        assert_eq!((split.train.len(), split.dev.len(), split.test.len()), (all(0) + all(1) - 20, 20, all(2)));
        assert_eq!(files(&corpus, &split.dev), [0, 1]);
        let few = SplitOptions { test_files: 1, train: Size::Count(30), ..drawn }.draw_for(&corpus).expect("a split");
        assert_eq!((few.train.len(), few.test.len()), (30, all(2)), "the test part is whole whatever is learned from");
    }

    #[test]
    fn every_number_of_training_documents_is_divided_without_a_rest() {
        let mut corpus = builtin(Builtin::Topics);
        for documents in 100..120 {
            corpus.files = (0..corpus.len()).map(|i| u32::from(i >= documents)).collect();
            let split = SplitOptions { test_files: 1, ..SplitOptions::default() }.draw_for(&corpus).expect("a split");
            assert_eq!(split.train.len() + split.dev.len(), documents, "{} for development", split.dev.len());
        }
    }

    #[test]
    fn a_split_by_file_needs_a_training_file_and_no_pairs() {
        let options = SplitOptions { test_files: 3, ..SplitOptions::default() };
        assert!(options.draw_for(&three_files()).is_err());
        for which in [Builtin::Topics, Builtin::Pairs] {
            assert!(SplitOptions { test_files: 1, ..SplitOptions::default() }.draw_for(&builtin(which)).is_err());
        }
    }
}
