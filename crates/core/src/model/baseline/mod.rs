//! Baselines for comparison with the embedding models, one folder each.

mod folds;
pub mod kernel_cca;
pub mod knn;
pub mod linear_svm;
pub mod ridge;
mod tuning;
mod word_weights;

pub use word_weights::WordWeights;
