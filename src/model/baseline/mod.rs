//! Rivals the embedding models are compared with, one folder each.

mod folds;
pub mod kernel_cca;
pub mod knn;
pub mod linear_svm;
pub mod ridge;
