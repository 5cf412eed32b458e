//! Arguments on word vectors from other programs.

use std::path::PathBuf;

use clap::Args;

use wordfield_core::corpus::VectorFiles;

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
