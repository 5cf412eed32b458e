//! Baselines for comparison with the embedding models, one folder each.

mod canonical;
pub mod cca;
pub mod elastic_net;
#[cfg(test)]
mod fixture;
mod folds;
pub mod kde;
pub mod ked_kcca;
pub mod kernel_cca;
mod kernel_classifier;
pub mod kernel_svm;
pub mod knn;
pub mod knn_pairs;
mod linear_classifier;
pub mod linear_svm;
pub mod logistic;
pub mod naive_bayes;
pub mod ridge;
pub mod topics;
mod tuning;
mod word_weights;

pub use canonical::{
    CanonicalModel, CanonicalParams, DimensionTuning, Family, Features, PenaltyTuning, Plan, Projection, Setting,
};
pub use kernel_classifier::KernelClassifier;
pub use linear_classifier::LinearClassifier;
pub use word_weights::WordWeights;
