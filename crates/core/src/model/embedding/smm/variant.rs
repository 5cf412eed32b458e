//! Support measure machines on fixed word vectors: latent SMMs with fixed options under their own names (thesis 4.4).
//!
//! Words do not move, and one solve of the SVMs is the whole training.
//! The Gaussian kernel between words, the linear one between documents and `C` are those of the latent SMM;
//! γ, `C` and the dimensions are chosen on development data (thesis 4.5).

use serde::{Deserialize, Serialize};

use super::{SmmEstimator, SmmParams};
use crate::{
    corpus::Weighting,
    ldk::Embedding,
    model::{DecideBy, EmbeddingLearner, EmbeddingParams, ModelInfo, ModelKind, Named, PaperGrid, ParamTable, Preset, Start},
    param::{Choices, ParamError},
};

/// Name of a latent SMM, which says whether its words are learned or fixed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SmmVariant {
    /// Latent SMM whose words are learned, unless the parameters fix them.
    #[default]
    Latent,
    /// SMM whose words stay at singular vectors of the matrix of words and documents.
    Svd,
    /// SMM whose words stay at given vectors.
    Vectors,
}

/// Grid of the papers for the width parameter γ.
const GAMMA: (&str, &[f64]) = ("gamma", &[1e-3, 1e-2, 0.1, 1.0, 10.0, 100.0, 1e3]);
const C: (&str, &[f64]) = ("c", &[0.125, 0.5, 2.0, 8.0, 32.0, 128.0]);
const SVD_GRID: PaperGrid = &[GAMMA, C, ("q", &[10.0, 20.0, 30.0, 40.0, 50.0])];

/// Named variant of the latent SMM: the support measure machine on fixed spectral word vectors.
pub const SVD: Named<SmmParams> = Named {
    info: &ModelInfo {
        kind: ModelKind::SvdSmm,
        command: "svd-smm",
        help: "The support measure machine on fixed word vectors of an SVD: classes of documents",
        label: "SVD + SMM",
        title: "an SMM on singular word vectors, which tells classes",
        as_printed: "counts, words at principal components of the counts, at one setting of the papers' grid",
        ..*SmmEstimator::INFO
    },
    q: 50,
    preset: |preset, q| SmmVariant::Svd.preset(preset, q),
    grid: SVD_GRID,
};

/// Named variant of the latent SMM: the support measure machine on fixed given word vectors.
pub const VECTORS: Named<SmmParams> = Named {
    info: &ModelInfo {
        kind: ModelKind::VectorSmm,
        command: "vector-smm",
        help: "The support measure machine on given word vectors (--vectors): classes of documents",
        label: "vectors + SMM",
        title: "an SMM on given word vectors, which tells classes",
        as_printed: "counts, words at their given vectors, at one setting of the papers' grid",
        ..*SmmEstimator::INFO
    },
    q: 300,
    preset: |preset, q| SmmVariant::Vectors.preset(preset, q),
    grid: &[GAMMA, C],
};

impl SmmVariant {
    /// Whether this variant is the latent SMM itself.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub(super) fn is_latent(&self) -> bool {
        *self == Self::Latent
    }

    /// Model kind of the named variant; `None` for the latent SMM.
    pub(super) fn kind(self) -> Option<ModelKind> {
        match self {
            Self::Latent => None,
            Self::Svd => Some(ModelKind::SvdSmm),
            Self::Vectors => Some(ModelKind::VectorSmm),
        }
    }

    /// Presets with fixed words: the papers' on counts; or roots of counts, unit length,
    /// and the γ and `C` that are best for spectral vectors on development parts of WebKB
    /// and R8 (200 and 600 training documents, seed 10).
    /// The thesis takes plain singular vectors; spectral vectors are those of tf-idf with normalised words.
    fn preset(self, preset: Preset, q: usize) -> SmmParams {
        let paper = SmmParams::preset(Preset::Paper, q);
        let is_paper = preset == Preset::Paper;
        let start = match self {
            Self::Latent => paper.start,
            Self::Svd if is_paper => Start::CountPca,
            Self::Svd => Start::Spectral,
            Self::Vectors => Start::GivenVectors,
        };
        let fixed = EmbeddingParams { start, frozen: true, decide_by: DecideBy::Map, rho: 0.0, ..paper.shared };
        if is_paper {
            return SmmParams { shared: fixed, variant: self, ..paper };
        }
        // Spectral vectors have unit length; vectors of GloVe and word2vec are a few times as long.
        let gamma = if self == Self::Svd { 10.0 } else { 0.3 };
        let embedding = Embedding::Rbf { gamma };
        let shared = EmbeddingParams { weighting: Weighting::Sqrt, normalise: true, embedding, ..fixed };
        SmmParams { c: 2.0, shared, variant: self, ..paper }
    }

    /// Checks that words are fixed if the variant requires it.
    ///
    /// # Errors
    /// Returns an error that names the parameter to change.
    pub(super) fn check(self, params: &EmbeddingParams) -> Result<(), ParamError> {
        let Some(kind) = self.kind() else { return Ok(()) };
        let refused = |key: &str, value: String, remedy: &str| {
            let name = kind.info().command;
            Err(ParamError::new(key, value, format!("{remedy}, or train smm: {name} has fixed word vectors")))
        };
        if !params.frozen {
            return refused("frozen", false.to_string(), "give frozen=true");
        }
        if params.decide_by != DecideBy::Map {
            return refused("decide_by", params.decide_by.key().to_owned(), "give decide_by=map");
        }
        if !params.embedding.has_places() {
            return refused("embedding", params.embedding.key().to_owned(), "give embedding=rbf or another kernel of vectors");
        }
        match (self, params.start) {
            (Self::Svd, Start::Spectral | Start::Pca | Start::CountPca) | (Self::Vectors, Start::GivenVectors) => Ok(()),
            (Self::Vectors, start) => refused("start", start.key().to_owned(), "give start=given"),
            (_, start) => refused("start", start.key().to_owned(), "give start=spectral, pca or count-pca"),
        }
    }
}
