//! Arguments about a dataset: which documents train, tune and test, and which words are kept.

use std::path::PathBuf;

use clap::Args;

use super::sizes;
use crate::corpus::{Size, SplitOptions, Threshold, VocabularyOptions};
use crate::project::{GivenSplit, ProjectError, Report};

/// Which documents train, tune and test.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Split")]
pub(super) struct SplitArgs {
    /// Training documents or pairs: a number, or a share such as 60% [default: 50%]
    #[arg(long, value_name = "N", value_parser = sizes::size)]
    train: Option<Size>,
    /// Development documents or pairs [default: 10%]
    #[arg(long, value_name = "N", value_parser = sizes::size)]
    dev: Option<Size>,
    /// Test documents or pairs; all the others where not given
    #[arg(long, value_name = "N", value_parser = sizes::size)]
    test: Option<Size>,
    /// Documents or pairs whose text is read and whose labels, ratings or partners are not: a number or a share, a share being of
    /// all documents; taken from those the other parts leave, or from a test part of all the others [default: 0]
    #[arg(long, value_name = "N", value_parser = sizes::size)]
    unlabelled: Option<Size>,
    /// Read the test documents' text, not their labels, as well where words start by text alone (transductive)
    #[arg(long)]
    unlabelled_test: bool,
    /// Draw without keeping each class's or rating's share in every part
    #[arg(long)]
    no_stratify: bool,
    /// Take the split of a report written by --json instead of drawing one
    #[arg(long, value_name = "JSON", conflicts_with_all = ["train", "dev", "test", "unlabelled", "no_stratify"])]
    split: Option<PathBuf>,
}

/// Which words are kept.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Words")]
pub(super) struct VocabularyArgs {
    /// Keep words in at least so many training documents, or in a share such as 1% [default: 1% for classes, 2 for ratings
    /// and pairs: short texts lose most of their words at 1%]
    #[arg(long, value_name = "N", value_parser = sizes::threshold)]
    threshold: Option<Threshold>,
    /// Keep at most so many words, those in most documents first; of pairs, so many on each side
    #[arg(long, value_name = "N")]
    max_words: Option<usize>,
}

impl SplitArgs {
    /// The split of the report that was named, if any.
    ///
    /// # Errors
    /// When the report cannot be read or holds no split.
    pub fn given(&self) -> Result<Option<GivenSplit>, ProjectError> {
        self.split.as_deref().map(Report::read_split).transpose()
    }

    /// How to split: as drawn with this seed, or as a report says.
    pub fn options(&self, seed: u64, given: Option<&GivenSplit>) -> SplitOptions {
        let default = SplitOptions::default();
        SplitOptions {
            train: self.train.unwrap_or(default.train),
            dev: self.dev.unwrap_or(default.dev),
            test: self.test.or(default.test),
            unlabelled: self.unlabelled.unwrap_or(default.unlabelled),
            test_text: self.unlabelled_test,
            stratified: !self.no_stratify,
            seed,
            given: given.map(|given| given.split.clone()),
        }
    }

    /// The report the split is taken from, if any.
    pub fn from(&self) -> Option<&PathBuf> {
        self.split.as_ref()
    }
}

impl VocabularyArgs {
    /// As the dataset takes them.
    pub fn options(&self) -> VocabularyOptions {
        VocabularyOptions { threshold: self.threshold, max_words: self.max_words }
    }
}
