//! Models that learn positions of words, one folder each, and the training they share.

pub mod gp;
mod learner;
pub mod matching;
pub mod smm;
mod training;

pub use learner::EmbeddingLearner;
pub use training::Training;
