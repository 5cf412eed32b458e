//! Models that learn positions of words, one folder each.

pub mod gp;
pub mod matching;
pub mod smm;
