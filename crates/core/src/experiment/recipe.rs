//! Data recipe: all steps from files to a dataset, with one set of defaults for window, command line and sweeps.
//!
//! Cost: reading the files and some passes over the counts.
//! Memory: the corpus and the dataset; a [`DataCache`] keeps the last corpus and its word vectors,
//! so that a new split or vocabulary of the corpus reads no file.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use super::{DataError, SplitSource, UnusedOption, copies, unused_vocabulary};
use crate::corpus::{
    Cancel, Corpus, CorpusError, Dataset, ErrorKind, Limits, Origin, ReadOptions, SplitOptions, StopWords, Task, TaskKind,
    TextChoice, TextOptions, VectorFiles, VectorTable, VocabularyOptions, Weighting, builtin, read,
};

/// Minimum number of documents from which classes of fewer than four documents each are taken for identifiers.
const IDENTIFIED: usize = 50;

/// Data recipe: all choices from files to a dataset. The default is the built-in corpus of topics with default options.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DataRecipe {
    /// Origin of the corpus: built in, or files and how they are read.
    pub origin: Origin,
    /// Tokenisation options; unset fields have the task's defaults ([`TaskKind::text_options`]).
    pub text: TextChoice,
    /// Tokenisation options of the target side of pairs; options that are not set are as on the source side.
    pub target_text: TextChoice,
    /// Options of the split into training, development, test and unlabelled part.
    pub split: SplitOptions,
    /// Report from which the given split, `split.given`, was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split_source: Option<SplitSource>,
    /// Options of the vocabulary: words that are kept.
    pub vocabulary: VocabularyOptions,
    /// Files of word vectors to use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vectors: Option<VectorFiles>,
    /// Whether reading options without effect are an error. The window, whose options outlive a file, ignores such options.
    #[serde(skip)]
    pub strict: bool,
}

/// Dataset built from a recipe, with the word vectors read for it.
#[derive(Clone, Debug)]
pub struct Built {
    /// Dataset built from the recipe, with the vectors of its own words.
    pub dataset: Dataset,
    /// Word vectors as read, reusable for another vocabulary of the same corpus.
    pub vectors: Option<Arc<VectorTable>>,
}

/// Cache of the corpus and word vectors of the last build. The next build of the same files reuses them.
#[derive(Clone, Debug, Default)]
pub struct DataCache {
    corpus: Option<(Origin, [TextChoice; 2], Arc<Corpus>)>,
    vectors: Option<Arc<VectorTable>>,
}

impl DataCache {
    /// Keeps a corpus in memory, so that later datasets from its recipe do not read the files again.
    pub(crate) fn hold(&mut self, recipe: &DataRecipe, corpus: &Arc<Corpus>) {
        self.corpus = Some((recipe.origin.clone(), recipe.text_choices(), Arc::clone(corpus)));
    }
}

impl DataRecipe {
    /// Data recipe of files with default options.
    pub fn files(paths: &[PathBuf], read: ReadOptions) -> Self {
        Self { origin: Origin::Files(paths.to_vec(), read), ..Self::default() }
    }

    /// Corpus files in the order they are read; empty for a built-in corpus.
    pub fn paths(&self) -> &[PathBuf] {
        if let Origin::Files(paths, _) = &self.origin { paths } else { &[] }
    }

    /// Options of reading the corpus files; the defaults for a built-in corpus.
    pub fn read_options(&self) -> ReadOptions {
        if let Origin::Files(_, read) = &self.origin { read.clone() } else { ReadOptions::default() }
    }

    /// Files that the recipe reads, each with its role; built-in word vectors are no file.
    pub fn files_read(&self) -> Vec<(&'static str, PathBuf)> {
        let corpus = self.paths().iter().map(|path| ("corpus", path.clone()));
        let words = self.read_options().vocabulary.map(|path| ("words", path));
        let stop_words = [("stop words", &self.text), ("target stop words", &self.target_text)];
        let stop_words = stop_words.into_iter().filter_map(|(role, text)| match &text.stop_words {
            Some(StopWords::File(path)) => Some((role, path.clone())),
            _ => None,
        });
        let vectors = self.vectors.iter().flat_map(|files| {
            let VectorFiles { file, target, words } = files.clone();
            [("vectors", Some(file)), ("target vectors", target), ("words of vectors", words)]
        });
        let vectors = vectors.filter_map(|(role, path)| Some((role, path.filter(|path| !VectorFiles::is_built_in(path))?)));
        corpus.chain(words).chain(stop_words).chain(vectors).collect()
    }

    /// The recipe without the paths of its files: ids contain the contents and roles of the files instead.
    pub(crate) fn without_paths(&self) -> Self {
        let built_in = |path: &PathBuf| VectorFiles::is_built_in(path);
        let vectors = self.vectors.clone().map(|VectorFiles { file, target, .. }| {
            let file = Some(file).filter(built_in).unwrap_or_default();
            VectorFiles { file, target: target.filter(built_in), words: None }
        });
        let mut recipe = Self { vectors, split_source: None, ..self.clone() };
        if let Origin::Files(paths, read) = &mut recipe.origin {
            (*paths, read.vocabulary) = (Vec::new(), None);
        }
        for text in [&mut recipe.text, &mut recipe.target_text] {
            text.stop_words = text.stop_words.take().filter(|words| !matches!(words, StopWords::File(_)));
        }
        recipe
    }

    /// Tokenisation options of the source side, or of all documents, and of the target side of pairs.
    pub fn text_options(&self, task: TaskKind) -> [TextOptions; 2] {
        let source = self.text.over(&task.text_options());
        let target = self.target_text.over(&source);
        [source, target]
    }

    /// Builds the dataset: reads the files and tokenises the documents, as far as `cache` does not contain them.
    ///
    /// # Errors
    /// Returns an error if files, split or vocabulary are invalid, or if the work was cancelled.
    pub fn build(&self, weighting: Weighting, cache: &mut DataCache, cancel: &Cancel) -> Result<Built, DataError> {
        let corpus = match cache.corpus.take() {
            Some((origin, text, corpus)) if origin == self.origin && text == self.text_choices() => corpus,
            _ => Arc::new(self.corpus(cancel)?),
        };
        cache.corpus = Some((self.origin.clone(), self.text_choices(), Arc::clone(&corpus)));
        let built = self.dataset(corpus, weighting, cache.vectors.take(), cancel)?;
        cache.vectors.clone_from(&built.vectors);
        Ok(built)
    }

    /// Reads the files of the recipe and tokenises the documents.
    ///
    /// # Errors
    /// Returns an error if the files are invalid, one file is named twice, classes identify documents,
    /// an option has no effect although the recipe is strict, or if the work was cancelled.
    pub fn corpus(&self, cancel: &Cancel) -> Result<Corpus, DataError> {
        let (paths, read_options) = match &self.origin {
            Origin::Builtin(which) => return Ok(builtin(*which)),
            Origin::Files(paths, read_options) => (paths, read_options),
        };
        // Both sides of pairs may be the same file, whose documents are then their own partners.
        let sides = read_options.task == Some(TaskKind::Pairs) && paths.len() == 2;
        if let Some(twice) = named_twice(paths).filter(|_| !sides) {
            return Err(DataError::SameFile(twice.to_owned()));
        }
        let mut raw = read(paths, read_options, cancel)?;
        raw.notes.extend(unused_vocabulary(read_options, raw.format));
        let unused = UnusedOption::find(read_options, [&self.text, &self.target_text], raw.format);
        if let Some(unused) = unused.filter(|_| self.strict) {
            return Err(unused.into());
        }
        let [text, target] = self.text_options(raw.task.kind());
        let corpus = Corpus::cut(raw, &text, &target, cancel).map_err(|cause| self.build_error(cause))?;
        let corpus = corpus.with_origin(Origin::files(paths, read_options));
        if let (Task::Classes, documents @ IDENTIFIED.., classes) = (&corpus.task, corpus.labelled(), corpus.classes.len())
            && classes > documents / 4
        {
            return Err(DataError::ManyClasses { files: self.names(), documents, classes });
        }
        Ok(corpus)
    }

    /// Builds a dataset from a corpus: splits it, keeps its vocabulary, weights counts and looks up word vectors.
    /// `known` are vectors read earlier; they are used if they come from the same files and cover the corpus.
    ///
    /// # Errors
    /// Returns an error if split, vocabulary or vectors are invalid, or if the work was cancelled.
    pub fn dataset(
        &self,
        corpus: Arc<Corpus>,
        weighting: Weighting,
        known: Option<Arc<VectorTable>>,
        cancel: &Cancel,
    ) -> Result<Built, DataError> {
        if cancel.is_cancelled() {
            return Err(CorpusError::cancelled().into());
        }
        if let Some(source) = &self.split_source {
            source.check(&corpus)?;
        }
        let dataset = Dataset::build(corpus, &self.split, &self.vocabulary, weighting);
        let mut dataset = dataset.map_err(|cause| self.build_error(cause))?;
        dataset.notes.extend(copies::note(&dataset));
        let Some(files) = &self.vectors else { return Ok(Built { dataset, vectors: None }) };
        let corpus = &dataset.corpus;
        let (words, border) = (&corpus.lexicon, corpus.task.pairs().map_or(0, |pairs| pairs.source_words));
        let table = match known.filter(|table| &table.files == files && table.covers(words, border)) {
            Some(table) => table,
            None => Arc::new(files.read(words, border, self.limits(), cancel)?),
        };
        Ok(Built { dataset: dataset.with_vectors_from(&table)?, vectors: Some(table) })
    }

    fn limits(&self) -> Limits {
        if let Origin::Files(_, read) = &self.origin { read.limits } else { Limits::default() }
    }

    fn text_choices(&self) -> [TextChoice; 2] {
        [self.text.clone(), self.target_text.clone()]
    }

    /// Names of the corpus files, for messages.
    pub fn names(&self) -> String {
        self.origin.name()
    }

    fn build_error(&self, cause: CorpusError) -> DataError {
        match cause.kind {
            ErrorKind::Cancelled => cause.into(),
            _ => DataError::Build { files: self.names(), cause },
        }
    }
}

/// First path that leads to the same file as an earlier one.
fn named_twice(paths: &[PathBuf]) -> Option<&Path> {
    let mut seen = HashSet::new();
    paths.iter().map(PathBuf::as_path).find(|path| !seen.insert(path.canonicalize().unwrap_or_else(|_| path.to_path_buf())))
}

#[cfg(test)]
mod tests;
