//! Baselines for comparison with the embedding models, one folder each.

mod canonical;
pub mod cca;
pub mod elastic_net;
#[cfg(test)]
#[path = "fixture_tests.rs"]
mod fixture;
mod folds;
mod functions;
pub mod kde;
pub mod ked_kcca;
pub mod kernel_cca;
mod kernel_functions;
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
pub use functions::{DocumentFunctions, FunctionClassifier, FunctionRegressor, Solution};
pub use kernel_functions::KernelFunctions;
pub use linear_classifier::CostSolution;
pub use word_weights::WordWeights;
