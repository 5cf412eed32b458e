//! Models that learn positions of words, one folder each, and the training they share.

pub mod gp;
mod learner;
pub mod matching;
pub mod smm;
mod training;

mod active;
mod params;

pub use learner::EmbeddingLearner;
pub use params::EmbeddingParams;
pub use training::Training;
