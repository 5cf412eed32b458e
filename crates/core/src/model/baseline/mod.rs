//! Baselines for comparison with the embedding models, one folder each.

mod classes;
pub mod elastic_net;
mod folds;
pub mod kernel_cca;
pub mod kernel_svm;
pub mod knn;
pub mod linear_svm;
pub mod logistic;
pub mod naive_bayes;
pub mod ridge;
mod tuning;
mod word_weights;

pub use word_weights::WordWeights;
