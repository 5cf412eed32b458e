//! Models that learn positions of words, one folder each, and the parameters and training they share.

mod active;
mod beside;
mod decide_by;
pub mod gp;
mod learner;
pub mod matching;
mod params;
pub mod smm;
mod training;

pub use decide_by::DecideBy;
pub use learner::EmbeddingLearner;
pub use params::EmbeddingParams;
pub use training::Training;
