//! Topic models: documents are mixtures of topics, and a topic is a distribution of words.
//! All three topic models use batch variational Bayes for latent Dirichlet allocation.
//!
//! | model | documents have | response |
//! |---|---|---|
//! | [`med_lda`] | classes | hinge loss of linear SVMs on the shares of topics (Zhu, Ahmed and Xing 2012) |
//! | [`slda`] | ratings | normal noise about linear functions of the shares (Blei and `McAuliffe` 2008) |
//! | [`bilingual_lda`] | partners | none: partners have one distribution of topics (Mimno et al. 2009) |
//!
//! | module | content |
//! |---|---|
//! | `lda` | topics, and the posterior of documents with or without a response |
//! | `em` | topics learned from documents |
//! | `functions` | linear functions of the shares of topics, and the choice of the number of topics |
//! | `special` | digamma and log-gamma functions |

pub mod bilingual_lda;
mod em;
mod functions;
mod lda;
pub mod med_lda;
mod params;
pub mod slda;
mod special;
#[cfg(test)]
mod tests;

pub use functions::TopicFunctions;
pub use lda::Topics;
pub use params::{BilingualLdaParams, MedLdaParams, SldaParams, TopicTuning, VarianceTuning};
