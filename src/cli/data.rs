//! Arguments on the dataset: split, vocabulary and word vectors.

use std::path::PathBuf;

use clap::Args;

use wordfield_core::corpus::{Origin, Size, SplitOptions, Threshold, VectorFiles, VocabularyOptions};
use wordfield_core::experiment::{DataRecipe, size, threshold};
use wordfield_core::project::{ProjectError, read_split};

/// Split into training, development, test and unlabelled part.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Split")]
pub(super) struct SplitArgs {
    /// Training documents or pairs: a number, or a share such as 60% [default: 50%]
    #[arg(long, value_name = "N", value_parser = size)]
    train: Option<Size>,
    /// Development documents or pairs [default: 10%]
    #[arg(long, value_name = "N", value_parser = size)]
    dev: Option<Size>,
    /// Test documents or pairs [default: all others]
    #[arg(long, value_name = "N", value_parser = size)]
    test: Option<Size>,
    /// Unlabelled documents or pairs, whose text is used and whose labels, ratings or partners are not: a number, or a share of
    /// all documents; taken from those that the other parts leave, or else from the test part [default: 0]
    #[arg(long, value_name = "N", value_parser = size)]
    unlabelled: Option<Size>,
    /// Files whose documents are the test part; training and development documents are those of the other files
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["test", "split"])]
    test_file: Vec<PathBuf>,
    /// Files whose documents are the development part
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["dev", "split"])]
    dev_file: Vec<PathBuf>,
    /// Use the text of the test documents, without labels, where positions start from text alone (transductive)
    #[arg(long)]
    unlabelled_test: bool,
    /// Draw the parts without stratification by class or rating
    #[arg(long)]
    pub(super) no_stratify: bool,
    /// Use the split of a report written by --json instead of drawing one
    #[arg(long, value_name = "JSON", conflicts_with_all = ["train", "dev", "test", "unlabelled", "no_stratify"])]
    pub(super) split: Option<PathBuf>,
}

/// Vocabulary.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Words")]
pub(super) struct VocabularyArgs {
    /// Minimum number of training documents of a word, or a share such as 1% [default: 1% for classes, see also
    /// --class-threshold; 2 for ratings and pairs, whose short texts lose most of their words at 1%]
    #[arg(long, value_name = "N", value_parser = threshold)]
    threshold: Option<Threshold>,
    /// Maximum number of words, most frequent first; of pairs, on each side
    #[arg(long, value_name = "N")]
    max_words: Option<usize>,
}

/// Vocabulary of documents with classes.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Words")]
pub(super) struct ClassVocabularyArgs {
    /// Number or share of one class's training documents that also keeps a word, so that small classes keep theirs; a share
    /// is 3 documents at least [default: 5%, or no such rule with --threshold]
    #[arg(long, value_name = "N", value_parser = threshold)]
    class_threshold: Option<Threshold>,
}

/// Word vectors of a model.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Words")]
pub(super) struct VectorArgs {
    /// Vectors of words, of which there may be 300 numbers each: word2vec (text or binary), GloVe, fastText (.vec), or an
    /// array (.npy) with a list of its words; of pairs, those of both sides or of the source side. `english` is the built-in
    /// table of 40,000 English words
    #[arg(long, value_name = "FILE")]
    vectors: Option<PathBuf>,
    /// Words of an array of vectors, one a line [default: beside it, its name with .txt or .words, or words.txt]
    #[arg(long, value_name = "FILE", requires = "vectors")]
    vector_words: Option<PathBuf>,
}

/// Vectors of the target side.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Words of the target side, where they differ")]
pub(super) struct TargetVectorArgs {
    /// Vectors of words of the target side, aligned with those of the source side
    #[arg(long, value_name = "FILE", requires = "vectors")]
    target_vectors: Option<PathBuf>,
}

impl VectorArgs {
    /// Files of word vectors, if any are named.
    pub(super) fn files(&self, of_target: &TargetVectorArgs) -> Option<VectorFiles> {
        let file = self.vectors.clone()?;
        Some(VectorFiles { file, target: of_target.target_vectors.clone(), words: self.vector_words.clone() })
    }
}

impl SplitArgs {
    /// Size of the training part as text, if the command line sets it.
    pub(super) fn train(&self) -> Option<String> {
        self.train.as_ref().map(ToString::to_string)
    }

    /// Writes the split into a recipe, with its development and test files: drawn with a seed, or read from the named report.
    ///
    /// # Errors
    /// If the report cannot be read or holds no split.
    pub(super) fn apply(&self, seed: u64, recipe: &mut DataRecipe) -> Result<(), ProjectError> {
        let default = SplitOptions::default();
        let (given, source) = self.split.as_deref().map(read_split).transpose()?.unzip();
        recipe.split_source = source;
        if let Origin::Files(paths, _) = &mut recipe.origin {
            paths.extend(self.dev_file.iter().chain(&self.test_file).cloned());
        }
        recipe.split = SplitOptions {
            train: self.train.unwrap_or(default.train),
            dev: self.dev.unwrap_or(default.dev),
            test: self.test.or(default.test),
            unlabelled: self.unlabelled.unwrap_or(default.unlabelled),
            test_text: self.unlabelled_test,
            test_files: self.test_file.len(),
            dev_files: self.dev_file.len(),
            stratified: !self.no_stratify,
            seed,
            given,
        };
        Ok(())
    }

    /// Name of the option with the files of a part, if one was set.
    #[cfg(feature = "window")]
    pub(super) fn names_files(&self) -> Option<&'static str> {
        let given = [("--test-file", &self.test_file), ("--dev-file", &self.dev_file)];
        given.into_iter().find(|(_, files)| !files.is_empty()).map(|(option, _)| option)
    }

    /// Whether an empty development part was requested.
    pub(super) fn has_no_dev(&self) -> bool {
        self.split.is_none() && matches!(self.dev, Some(Size::Count(0)))
    }
}

impl VocabularyArgs {
    /// Options of the vocabulary, from the arguments.
    pub(super) fn options(&self, classes: Option<&ClassVocabularyArgs>) -> VocabularyOptions {
        let class_threshold = classes.and_then(|classes| classes.class_threshold);
        VocabularyOptions { threshold: self.threshold, class_threshold, max_words: self.max_words }
    }
}
