//! Rivals the embedding models are compared with, one folder each.

pub mod knn;
