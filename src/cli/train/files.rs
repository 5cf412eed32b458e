//! What is trained on: files, and how they become a dataset of the model's task.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::bail;

use super::args::RunArgs;
use crate::cli::{unused_vocabulary, vectors::TargetVectorArgs};
use crate::corpus::{
    Cancel, Corpus, CorpusError, Dataset, Origin, RawCorpus, ReadOptions, SplitOptions, Task, TextOptions, VectorFile,
    VectorFiles, VocabularyOptions, read, read_pairs,
};
use crate::model::{ModelKind, Params};
use crate::project::GivenSplit;

/// Documents from which on classes of a few are taken for identifiers.
const IDENTIFIED: usize = 50;

/// Files to train on.
#[derive(Clone, Debug)]
pub(super) enum Files {
    /// Documents of one corpus.
    One(Vec<PathBuf>),
    /// The two sides of pairs.
    Sides(PathBuf, PathBuf),
}

/// What is trained on and how it is read.
#[derive(Debug)]
pub(super) struct Input {
    /// The files.
    pub files: Files,
    /// How they are read.
    pub read: ReadOptions,
    /// How texts are cut into words.
    pub text: TextOptions,
    /// How texts of the target side are.
    pub target_text: TextOptions,
    /// Vectors of the words, if there are any.
    pub vectors: Option<VectorFiles>,
}

impl Input {
    /// Files of the task a model learns.
    pub fn new(kind: ModelKind, files: Files, run: &RunArgs) -> Self {
        let text = run.text.options();
        Self {
            files,
            read: run.read.options(Some(kind.info().task)),
            target_text: text.clone(),
            text,
            vectors: run.vectors.files(&TargetVectorArgs::default()),
        }
    }

    /// The files in the order they are read.
    pub fn paths(&self) -> Vec<PathBuf> {
        match &self.files {
            Files::One(paths) => paths.clone(),
            Files::Sides(source, target) => vec![source.clone(), target.clone()],
        }
    }

    /// Reads the files and makes a dataset of them, and tells which vectors were read; a split out of a report, in `split`
    /// already, has to be of them.
    pub fn dataset(
        &self,
        params: &Params,
        split: &SplitOptions,
        given: Option<&GivenSplit>,
        vocabulary: &VocabularyOptions,
        cancel: &Cancel,
    ) -> anyhow::Result<(Dataset, Vec<VectorFile>)> {
        // Errors of reading name their file themselves.
        let named = |error: CorpusError| anyhow::Error::new(error).context(self.names());
        let mut raw = self.raw(cancel)?;
        raw.notes.extend(unused_vocabulary(&self.read, raw.format));
        let corpus = Corpus::cut(raw, &self.text, &self.target_text, cancel).map_err(named)?;
        let corpus = corpus.with_origin(Origin::files(&self.paths(), &self.read));
        if let (Task::Classes, documents @ IDENTIFIED.., classes) = (&corpus.task, corpus.len(), corpus.classes.len())
            && classes > documents / 4
        {
            bail!(
                "{}: {documents} documents are of {classes} classes, too few a class to learn from: if what was read as the \
                 class identifies documents, name the column of the class, or train another model",
                self.names()
            );
        }
        if let Some(given) = given {
            given.check(&corpus)?;
        }
        let dataset = Dataset::build(Arc::new(corpus), split, vocabulary, params.weighting()).map_err(named)?;
        let Some(files) = &self.vectors else { return Ok((dataset, Vec::new())) };
        let table = files.read(&dataset.words, dataset.source_words, self.read.limits, cancel)?;
        Ok((dataset.with_vectors_from(&table)?, table.files().cloned().collect()))
    }

    fn names(&self) -> String {
        self.paths().iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
    }

    fn raw(&self, cancel: &Cancel) -> Result<RawCorpus, CorpusError> {
        match &self.files {
            Files::One(paths) => read(paths, &self.read, cancel),
            Files::Sides(source, target) => read_pairs(source, target, &self.read, cancel),
        }
    }
}
