//! Rivals the embedding models are compared with, one folder each.

mod folds;
pub mod knn;
pub mod linear_svm;
pub mod ridge;
