//! # Wordfield: watch a kernel learn
//!
//! Wordfield takes bags of words, gives every word a position in a space of a few dimensions, represents each
//! document as the distribution of its words' positions through a kernel mean embedding, and learns the positions so
//! that a support vector machine tells the documents' classes ([`model::smm`]), a Gaussian process predicts their ratings
//! ([`model::gp`]), or a document finds its partner on another side ([`model::matching`]). The window shows the words move
//! while it learns.
//!
//! ```
//! use std::sync::Arc;
//! use wordfield::{
//!     corpus::{Builtin, Dataset, SplitOptions, VocabularyOptions, builtin},
//!     model::{ModelKind, Params, Preset},
//! };
//!
//! let corpus = Arc::new(builtin(Builtin::Pairs));
//! let params = Params::preset(ModelKind::of(corpus.task.kind()), Preset::Default, 2);
//! let data = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting())?;
//! let mut model = params.start(Arc::new(data))?;
//! let first = model.step()?;
//! assert_eq!(first.iteration, 1);
//! assert_eq!(model.latent().map(|x| x.ncols()), Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## The map: where things live
//!
//! Imports run one way, top to bottom; `tests/layers.rs` fails on a breach.
//!
//! | module | what it holds |
//! |---|---|
//! | [`cancel`] | long work that another thread may break off |
//! | [`memory`] | how much the program may take, and a word where that is not enough |
//! | [`param`] | parameters as data: names, ranges, choices, where they stand |
//! | [`corpus`] | a file → bags of words: open and sniff, readers, tokens, vocabulary, weighting, split, sparse matrix |
//! | [`kernel`] | the embedding kernel: sums over pairs or by features, Gram matrices, the field on a grid |
//! | [`ldk`] | the family of kernels: embedding kernel, private term, unit length, level-2 kernel, each as data |
//! | [`solver`] | SMO for the SVM dual, L-BFGS, Adam, dense algebra |
//! | [`metric`] | accuracy, errors of ratings and coverage of their intervals, precision@R |
//! | [`stats`] | tests and distributions the window shows numbers by |
//! | [`model`] | the models: one list of parameters each, objective, search, prediction; one training for all |
//! | [`sandbox`] | point sets in the plane and everything that follows from them: Gram matrix, MMD, surfaces |
//! | [`word_space`] | a file of word vectors without documents: neighbours, axes, comparisons, planes, alignment |
//! | [`train`] | commands, snapshots, history, the worker loop and its handle |
//! | [`experiment`] | from files to a report: data recipe, experiment, sweep; one path for window and command line |
//! | [`project`] | the saved model of any kind, files written whole |
//! | [`output`] | everything that leaves: tables, vectors, pairs, figures, and their formats |
//! | [`state`] | workspace, actions, update, scene: what the views draw, as data |
//! | [`ui`] | panels and views: read the scene, return actions |
//! | [`app`] | the window: drain events, draw, apply |
//! | [`cli`] | the command line, one file a subcommand |
//!
//! ## Symbols
//!
//! Those of Yoshikawa's thesis (2015), "T" with its equation numbers.
//!
//! | symbol | name here | meaning | shape |
//! |---|---|---|---|
//! | `n`, `V`, `q`, `P` | | documents, words, latent dimensions, pairs of classes | |
//! | `M` | `weights` | word weights of each document, rows sum to one (T 3.5) | n × V, sparse |
//! | `X` | `latent` | latent word vectors | V × q |
//! | `k` | `embedding` | embedding kernel, RBF: `exp(-γ/2 ‖x - x'‖²)` | V × V |
//! | `γ` | `gamma` | inverse squared width of the embedding kernel | |
//! | `ρ` | `rho` | weight of the prior `ρ/2 ‖X‖²` | |
//! | `S` | `gram` | `M k Mᵀ`, inner products of kernel means (T 3.9) | n × n |
//! | `K` | `level2` | level-2 kernel on `S` (T 3.10-3.11) | n × n |
//! | `C` | `c` | bound of the SVM's dual variables | |
//! | `a`, `y` | `alpha`, `sign` | dual variables and signs of one pair of classes | n |
//! | `c_p` | `coefficients` | `Mᵀ(a∘y)` of pair p: the field's weight on every word | V × P |
//! | `w` | `private` | weight of the identity in `S = M k Mᵀ + w M Mᵀ`: what a word says by itself | |
//! | `α`, `β` | `alpha`, `beta` | inverse scale of the Gaussian process (T 5.5), precision of its noise (T 5.3) | |
//! | `B` | `ratings` | ratings of a document learned together (T 5.17) | |
//! | `b` | `sharpness` | what squared distances are multiplied by in the softmax over candidates (1 in T 6.5) | |
//! | `d_ij` | `distance` | `‖m_i - m_j‖²`, squared distance of two kernel means (T 6.4) | n_s × n_t |
//! | `h` | `field` | `h(x) = Σ_t c_t k(x_t, x)`; a document's value is its mean over the document's words | |

// Corpora of tests are shared with the integration tests, which name the crate.
#[cfg(test)]
extern crate self as wordfield;

pub mod cancel;
pub mod corpus;
pub mod experiment;
pub mod kernel;
pub mod ldk;
pub mod memory;
pub mod metric;
pub mod model;
pub mod output;
pub mod param;
pub mod project;
pub mod sandbox;
pub mod solver;
pub mod state;
pub mod stats;
pub mod train;
pub mod ui;
pub mod word_space;

pub mod app;
pub mod cli;
