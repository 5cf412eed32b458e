//! Scene: contents of the word field, as data.
//!
//! A [`Scene`] holds the [`Basis`] of its corpus and adds the positions and fields of one snapshot, whose arrays it shares.

use std::sync::Arc;

use ndarray::{Array2, s};

use super::novelty::fitted_name;
use super::verdict::verdict;
use crate::{Basis, Colouring, FieldOf, KernelMean, Layer, Layers, Members, NoveltyFound, Paths, rating_limits};
use wordfield_core::{
    corpus::{Dataset, TaskKind},
    ldk::{DocumentFunction, Embedding, Source},
    metric::effective_dimension,
    model::{EmbeddingView, Predictions, Regressor, Snapshot},
};

/// Scene: contents of the word field for drawing.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Number of the training run of the scene.
    pub run: u64,
    /// Number of outer iterations of the shown model.
    pub iteration: usize,
    /// Effective dimension of the word positions.
    pub dimension: f64,
    /// Whether the scene is an earlier iteration with known positions only, without a field.
    pub past: bool,
    /// Values shared by all scenes of the dataset.
    pub basis: Arc<Basis>,
    /// Positions of the words (V × q).
    pub latent: Arc<Array2<f64>>,
    /// Embedding kernel between words.
    pub embedding: Embedding,
    /// Weights of every field (V × F), as in [`EmbeddingView`].
    pub coefficients: Arc<Array2<f64>>,
    /// Offset of each drawn field (F).
    pub bias: Arc<Vec<f64>>,
    /// Fields as functions of documents, if they are not fields over words; `None` if only positions are known.
    pub function: Option<Arc<DocumentFunction>>,
    /// Share of each kernel component in the decisions, or in the similarities of pairs, the map first.
    /// The shares are empty if the map is the only component.
    pub parts: Vec<(Source, f64)>,
    /// Sentence on the basis of decisions, with the score; `None` before the first evaluation.
    pub verdict: Option<String>,
    /// Whether the model has the values printed in the papers.
    pub paper: bool,
    /// The two classes of each pair, if the fields are those of pairs; a positive decision is a vote for the first (P).
    pub pairs: Arc<Vec<(usize, usize)>>,
    /// Fitted rating model, for the deviations of its fields; `None` before the first evaluation.
    pub fitted: Option<Arc<dyn Regressor>>,
    /// Documents of the scene: titles, labels, and the weights of their words.
    pub dataset: Option<Arc<Dataset>>,
    /// Predictions of the last evaluation for the documents.
    pub predictions: Option<Predictions>,
    /// Weights of the two compared documents or sets.
    pub between: Option<Between>,
    /// Kernel mean of the selection, while it is drawn in the word field.
    pub mean: Option<Arc<KernelMean>>,
    /// One-class SMM of the chosen novelty field, fitted at the positions of the scene.
    pub novelty: Option<Arc<NoveltyFound>>,
    /// Colouring of the words in the scene.
    pub colouring: Colouring,
    /// Lines drawn over the words of the scene.
    pub paths: Paths,
    /// Words whose positions are pinned.
    pub pinned: Arc<Members>,
    /// Words of the typed document with their weights, largest first.
    pub typed: Option<Arc<Vec<(usize, f64)>>>,
}

/// Weights of words in the two compared documents or sets.
#[derive(Clone, Debug)]
pub struct Between {
    /// Witness function `m(X_i) - m(Y_j)` as a weight for each word (V).
    pub witness: Arc<Vec<f64>>,
    /// Function of documents that is drawn instead of the field if the kernel between documents is not linear.
    pub function: Option<Arc<DocumentFunction>>,
    /// Weight of each word in the source and in the target document, or in each set (V × 2).
    pub spread: Arc<Array2<f64>>,
    /// Classes whose colours the two sets have.
    /// `None` for the two documents of a pair, which have the colours of source and target.
    pub sides: Option<[usize; 2]>,
    /// Names of the two compared sets; empty for the two documents of a pair.
    pub names: [String; 2],
    /// Half width of the band that contains the witness functions of 95 % of random splits; `None` without a test.
    pub band: Option<f32>,
}

impl Scene {
    /// Creates the scene of a run's snapshot; `None` for a model without word positions.
    pub fn new(basis: &Arc<Basis>, run: u64, snapshot: &Snapshot) -> Option<Self> {
        let EmbeddingView { kernel, latent, coefficients } = snapshot.embedding.as_ref()?;
        let words = snapshot.words.as_ref();
        Some(Self {
            run,
            iteration: snapshot.shown(),
            dimension: effective_dimension(latent),
            past: false,
            basis: Arc::clone(basis),
            latent: Arc::clone(latent),
            embedding: *kernel,
            coefficients: Arc::clone(coefficients),
            bias: words.map(|words| Arc::clone(&words.bias)).unwrap_or_default(),
            function: words.and_then(|words| words.function.clone()),
            parts: match snapshot.matched() {
                Some(matched) => matched.component_parts.to_vec(),
                None => words.map(|words| words.parts.clone()).unwrap_or_default(),
            },
            verdict: verdict(basis, snapshot),
            paper: false,
            pairs: snapshot.classified().map(|predictions| Arc::clone(&predictions.pairs)).unwrap_or_default(),
            fitted: snapshot.rated().and_then(|predictions| predictions.fitted.clone()),
            dataset: None,
            predictions: Some(snapshot.predictions.clone()),
            between: None,
            mean: None,
            novelty: None,
            colouring: Colouring::Classes,
            paths: Paths::default(),
            pinned: Arc::default(),
            typed: None,
        })
    }

    /// Weight of each word in each kind of document with a drawn density (V × kinds).
    /// The kinds are the two compared documents, otherwise the classes.
    pub fn densities(&self) -> &Arc<Array2<f64>> {
        self.between.as_ref().map_or(&self.basis.class_weights, |between| &between.spread)
    }

    /// Witness function between the compared documents or sets, as a weight for each word (V).
    pub fn witness(&self) -> Option<&Arc<Vec<f64>>> {
        self.between.as_ref().map(|between| &between.witness)
    }

    /// All fields that the scene can draw.
    pub fn fields(&self) -> Vec<FieldOf> {
        let pairs = (0..self.pairs.len()).map(FieldOf::Pair);
        let classes = (0..self.basis.class_names.len()).filter(|_| !self.pairs.is_empty()).map(FieldOf::Class);
        let ratings = (0..self.basis.rating_names.len()).flat_map(|b| [FieldOf::Rating(b), FieldOf::Deviation(b)]);
        let sets = self.between.iter().filter(|between| between.sides.is_some()).map(|_| FieldOf::Sets);
        let mean = self.embedding.has_places().then_some(FieldOf::Mean);
        let (classes_of, rated) = (self.basis.class_names.len(), !self.basis.rating_names.is_empty());
        let of_classes = (0..classes_of).filter(|_| !rated && classes_of > 1).map(|class| FieldOf::Novelty(Some(class)));
        let all = std::iter::once(FieldOf::Novelty(None)).chain(of_classes);
        let novelty = all.filter(|_| classes_of > 0 && self.embedding.has_places());
        classes.chain(novelty).chain(pairs).chain(ratings).chain(sets).chain(mean).collect()
    }

    /// Whether a field has values at the positions of the scene; a one-class SMM has values only after its fit.
    pub fn knows(&self, of: FieldOf) -> bool {
        !self.past && (self.novelty_of(of).is_some() || !matches!(of, FieldOf::Novelty(_)))
    }

    /// Fitted one-class SMM of a novelty field; `None` for other fields.
    pub fn novelty_of(&self, of: FieldOf) -> Option<&Arc<NoveltyFound>> {
        let FieldOf::Novelty(class) = of else { return None };
        self.novelty.as_ref().filter(|found| found.key.class == class && !self.past)
    }

    /// One-class SMM whose field is among the layers.
    pub fn novelty_in(&self, layers: &Layers) -> Option<&Arc<NoveltyFound>> {
        self.novelty_of(layers.field_of).filter(|_| layers.shows(Layer::Field))
    }

    /// Value of the drawn kernel around a word at the word itself.
    pub fn kernel_peak(&self) -> Option<f32> {
        let word = self.mean.as_ref()?.word?;
        Some(self.kernel_between(word, word)? as f32)
    }

    /// Embedding kernel between two words.
    pub fn kernel_between(&self, word: usize, other: usize) -> Option<f64> {
        let row = |word: usize| (word < self.latent.nrows()).then(|| self.latent.slice(s![word..=word, ..]));
        Some(self.embedding.sums().product(row(word)?, row(other)?, ndarray::array![[1.0]].view())[[0, 0]])
    }

    /// Class that determines the colour of a word: that of the compared set with more of it, otherwise the word's own class.
    pub fn side_of(&self, word: usize) -> usize {
        match self.between.as_ref().and_then(|between| Some((between.sides?, between.witness.get(word)?))) {
            Some((sides, weight)) => sides[usize::from(*weight < 0.0)],
            None => self.class_of(word),
        }
    }

    /// Class whose colour a word has where colours show classes: as the model decides, otherwise that of its documents.
    pub fn class_of(&self, word: usize) -> usize {
        let classes = if let Colouring::Decided { classes, .. } = &self.colouring { classes } else { &self.basis.word_class };
        classes.get(word).copied().unwrap_or(0)
    }

    /// Caption of the colours of words, short and in full; `None` where they show no classes of documents.
    pub fn colour_caption(&self) -> Option<(&'static str, &'static str)> {
        match &self.colouring {
            _ if self.basis.task != TaskKind::Classes => None,
            Colouring::Decided { .. } => Some((
                "words as decided",
                "class that the model decides for a document of the word alone; pale where its margin is small",
            )),
            Colouring::Classes => Some((
                "words by documents",
                "class with the most documents that hold the word, beyond those that the size of the class explains",
            )),
            Colouring::Values { .. } => None,
        }
    }

    /// Class that determines the colour of a density's contours.
    pub fn class_of_density(&self, kind: usize) -> usize {
        let sides = self.between.as_ref().and_then(|between| between.sides);
        sides.and_then(|sides| sides.get(kind).copied()).unwrap_or(kind)
    }

    /// Name of a field in the window: the quantity that it shows.
    pub fn field_name(&self, of: FieldOf) -> String {
        let class = |class: usize| self.basis.class_names.get(class).map_or("", String::as_str);
        let rating = |b: usize| self.basis.rating_names.get(b).map_or("rating", String::as_str);
        match of {
            FieldOf::Class(of) => format!("{} against the rest", class(of)),
            FieldOf::Pair(pair) => self
                .pairs
                .get(pair)
                .map_or_else(String::new, |&(first, second)| format!("{} against {}", class(first), class(second))),
            // The mean of the field is scaled by documents, or further components are added.
            FieldOf::Rating(b)
                if self.function.is_none() && self.fitted.as_ref().is_some_and(|fitted| !fitted.is_sum_of_words()) =>
            {
                format!("posterior mean of {}, the map's part", rating(b))
            }
            FieldOf::Rating(b) => format!("posterior mean of {}", rating(b)),
            FieldOf::Deviation(b) => format!("standard deviation of {}", rating(b)),
            FieldOf::Witness { .. } => "witness between the two documents".to_owned(),
            FieldOf::Sets => {
                let [first, second] = self.between.as_ref().map_or_else(<_>::default, |between| between.names.clone());
                format!("witness between {first} and {second}")
            }
            FieldOf::Mean => match self.mean.as_deref() {
                None => "kernel mean of the selection".to_owned(),
                Some(KernelMean { name, word: None, .. }) => format!("kernel mean of {name}"),
                Some(KernelMean { name, .. }) => format!("kernel around {name}"),
            },
            FieldOf::Novelty(of) => {
                format!("one-class decision of {}, negative: novel", fitted_name(&self.basis.class_names, of))
            }
        }
    }

    /// Range of a field's possible values, from which its colours are taken; `None` if it is not bounded.
    /// Decisions of one pair of classes have their margins at -1 and 1, and may lie beyond.
    pub fn possible_values(&self, of: FieldOf) -> Option<[f32; 2]> {
        let around_zero = |limit: f32| [-limit, limit];
        match of {
            FieldOf::Pair(_) => Some([-1.0, 1.0]),
            FieldOf::Class(class) => {
                let pairs = self.pairs.iter().filter(|pair| pair.0 == class || pair.1 == class).count();
                Some(around_zero(pairs.max(1) as f32))
            }
            FieldOf::Rating(rating) => Some(rating_limits(self.basis.rating_ranges.get(rating).copied().unwrap_or((0.0, 1.0)))),
            // Far from all documents the posterior equals the prior.
            FieldOf::Deviation(rating) => {
                let fitted = self.fitted.as_ref()?;
                let prior = fitted.scales().get(rating)? / fitted.precisions()?[0].sqrt();
                self.embedding.most().map(|most| [0.0, (most.sqrt() * prior) as f32])
            }
            FieldOf::Witness { .. } | FieldOf::Sets => {
                let Between { function, spread, .. } = self.between.as_ref()?;
                let limit = if let Some(function) = function {
                    function.ldk.range().map(|[low, high]| high - low)
                } else {
                    let bound = self.embedding.witness_limit(spread);
                    let known = spread.nrows() == self.latent.nrows();
                    bound.or_else(|| known.then(|| self.embedding.opposite_means(spread, &self.latent)))
                };
                limit.map(|limit| around_zero(limit as f32))
            }
            FieldOf::Mean => {
                let mass: f64 = self.mean.as_ref()?.weights.iter().sum();
                self.embedding.most().map(|most| [0.0, (most * mass) as f32])
            }
            FieldOf::Novelty(_) => None,
        }
    }

    /// Half width of the band in which a field does not differ from the fields of random splits.
    pub fn band(&self, of: FieldOf) -> Option<f32> {
        if of == FieldOf::Sets { self.between.as_ref()?.band } else { None }
    }

    /// Function of documents for a field that is not a sum over words.
    pub fn function_of(&self, of: FieldOf) -> Option<&DocumentFunction> {
        match of {
            FieldOf::Class(_) | FieldOf::Pair(_) | FieldOf::Rating(_) => self.function.as_deref(),
            FieldOf::Witness { .. } | FieldOf::Sets => self.between.as_ref()?.function.as_deref(),
            FieldOf::Novelty(_) => self.novelty_of(of).filter(|found| found.weights.is_none()).map(|found| &found.function),
            FieldOf::Deviation(_) | FieldOf::Mean => None,
        }
    }

    /// Title of a field, with a note if decisions are not means of the field.
    pub fn field_title(&self, of: FieldOf) -> String {
        let name = self.field_name(of);
        if self.function_of(of).is_some() { format!("{name}, for a document of one word there") } else { name }
    }
}
