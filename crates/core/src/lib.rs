//! # Latent distribution kernels on bags of words
//!
//! The numeric half of Wordfield: it reads bags of words, gives every word a position in a space of a few dimensions,
//! represents each document as the distribution of its words' positions through a kernel mean embedding,
//! and learns the positions so that a support vector machine predicts the documents' classes ([`model::smm`]),
//! a Gaussian process predicts their ratings ([`model::gp`]),
//! or a document's partner on the opposite side is found ([`model::matching`]).
//! Baseline models without positions have the same interface.
//! No window and no terminal is needed.
//!
//! ## From a corpus to a prediction
//!
//! Every model is made from its parameters ([`model::Params`]) and a [`corpus::Dataset`].
//! A model takes steps and ends as a [`model::FittedModel`].
//! Example: predicted classes of documents that the model has not seen:
//!
//! ```
//! use std::sync::Arc;
//! use wordfield_core::{
//!     corpus::{Body, Builtin, Dataset, Fields, Lexicon, RawDocument, SplitOptions, VocabularyOptions, builtin},
//!     model::{FittedRef, ModelKind, Params, Preset},
//! };
//!
//! let corpus = Arc::new(builtin(Builtin::Topics));
//! let params = Params::preset(ModelKind::Smm, Preset::Default, 2);
//! let data = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting())?;
//! let lexicon = Lexicon::of(&data);
//! let mut model = params.start(Arc::new(data))?;
//! for _ in 0..40 {
//!     model.step()?;
//! }
//! let text = "the oven and the flour, a pinch of salt".to_owned();
//! let document = RawDocument { label: String::new(), title: "mine".to_owned(), body: Body::Text(text), fields: Fields::default() };
//! let weights = lexicon.weights_of(&[document])?;
//! let fitted = model.trained();
//! let FittedRef::Classifier(classifier) = fitted.fitted_ref() else { unreachable!("an SMM predicts classes") };
//! let predicted = classifier.classify(&weights).predicted[0];
//! assert_eq!(classifier.classes()[predicted], "cooking");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Example: all models of classes, ratings with their uncertainty, or partners in another language have the same calls:
//!
//! ```
//! # use std::sync::Arc;
//! # use wordfield_core::{
//! #     corpus::{Body, Builtin, Dataset, Fields, Lexicon, RawDocument, Side, SplitOptions, VocabularyOptions, builtin},
//! #     model::{FittedRef, ModelKind, Params, Preset},
//! # };
//! for (kind, corpus, q) in [
//!     (ModelKind::Gp, Builtin::Reviews, 2),      // word positions, Gaussian process
//!     (ModelKind::Matching, Builtin::Pairs, 20), // word positions of two languages
//!     (ModelKind::SvdSmm, Builtin::Topics, 50),  // rivals: SVMs on fixed word vectors (VectorSmm: on given ones),
//!     (ModelKind::Knn, Builtin::Topics, 2),      // nearest documents,
//!     (ModelKind::LinearSvm, Builtin::Topics, 2), // a linear SVM on words,
//!     (ModelKind::Logistic, Builtin::Topics, 2), // logistic regression on words,
//!     (ModelKind::NaiveBayes, Builtin::Topics, 2), // naive Bayes on words,
//!     (ModelKind::RbfSvm, Builtin::Topics, 2),   // SVMs with a Gaussian
//!     (ModelKind::PolySvm, Builtin::Topics, 2),  // and a polynomial kernel of words,
//!     (ModelKind::MedLda, Builtin::Topics, 2),   // topics that separate classes,
//!     (ModelKind::GpCounts, Builtin::Reviews, 2), // a Gaussian process on words,
//!     (ModelKind::Ridge, Builtin::Reviews, 2),   // ridge regression on words,
//!     (ModelKind::Lasso, Builtin::Reviews, 2),   // lasso regression on words,
//!     (ModelKind::ElasticNet, Builtin::Reviews, 2), // the elastic net on words,
//!     (ModelKind::Slda, Builtin::Reviews, 2),    // topics that explain ratings,
//!     (ModelKind::KnnPairs, Builtin::Pairs, 2),  // partners of nearest documents,
//!     (ModelKind::Cca, Builtin::Pairs, 2),       // canonical correlation analysis,
//!     (ModelKind::KernelCca, Builtin::Pairs, 2), // with a kernel, and with one
//!     (ModelKind::KedKcca, Builtin::Pairs, 2),   // of distributions of word vectors,
//!     (ModelKind::Kde, Builtin::Pairs, 2),       // kernel dependency estimation of partners
//!     (ModelKind::KdeClasses, Builtin::Topics, 2), // and of classes
//!     (ModelKind::BilingualLda, Builtin::Pairs, 2), // topics of two languages
//! ] {
//!     let params = Params::preset(kind, Preset::Default, q);
//!     let corpus = Arc::new(builtin(corpus));
//!     let data = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), params.weighting())?;
//!     let data = Arc::new(data);
//!     let test = data.weights.select(&data.split.test);
//!     let mut model = params.start(Arc::clone(&data))?;
//!     while model.step()?.stop.is_none() && model.shown() < 10 {}
//!     model.ensure_evaluated();
//!     assert!(model.snapshot().scores.test.is_some(), "measured as {:?}", kind.info().metric);
//!     match model.trained().fitted_ref() {
//!         FittedRef::Classifier(model) => assert_eq!(model.classify(&test).predicted.len(), test.rows()),
//!         FittedRef::Regressor(model) => assert_eq!(model.predict(&test).means.nrows(), test.rows()),
//!         FittedRef::Matcher(model) => {
//!             // A document of one word on each side.
//!             let lexicon = Lexicon::of(&data);
//!             let [source, target] = [(0, Side::Source), (data.source_words, Side::Target)].map(|(word, side)| {
//!                 let body = Body::Tokens(data.words[word].clone());
//!                 let document = RawDocument { label: String::new(), title: String::new(), body, fields: Fields::default() };
//!                 lexicon.weights_of_side(&[document], side).map(|weights| model.prepare_stacked(side, &weights))
//!             });
//!             assert_eq!(model.candidates(&source?, 0, &target?, 1).len(), 1);
//!         }
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/own_file.rs` reads a file, trains until the development score stops improving,
//! saves the model and prints each class's words.
//! [`experiment`] has sweeps over seeds, sizes and settings.
//!
//! ## Modules
//!
//! Imports run one way, top to bottom; `tests/all/layers.rs` of the program fails on a breach.
//!
//! | module | content |
//! |---|---|
//! | [`cancel`] | cancellation: long computations that another thread can stop |
//! | [`memory`] | memory budget: estimates allocations and refuses those that exceed it |
//! | [`param`] | parameters as data: names, ranges, choices, position in the window |
//! | [`corpus`] | a file → bags of words: open and sniff, readers, tokens, vocabulary, weighting, split, sparse matrix |
//! | [`kernel`] | the embedding kernel: sums over pairs or by features, Gram matrices, the field on a grid |
//! | [`ldk`] | the family of kernels: embedding kernel, private term, unit length, level-2 kernel, each as data |
//! | [`solver`] | SMO for the SVM and one-class duals, L-BFGS, Adam, coordinate descent, dense algebra, spectral clusters |
//! | [`metric`] | accuracy, errors of ratings and coverage of their intervals, precision@R, agreement of clusters with classes |
//! | [`stats`] | tests and distributions the window shows numbers by |
//! | [`finding`] | result of a computation in sentences and values, for window, command line and JSON |
//! | [`model`] | the models: one list of parameters each, objective, search, prediction; one training for all |
//! | [`sandbox`] | point sets in the plane and everything that follows from them: Gram matrix, MMD, surfaces |
//! | [`diffusion`] | information diffusion: cascades on a network whose probabilities are functions of latent vectors |
//! | [`word_space`] | a file of word vectors without documents: neighbours, axes, comparisons, planes, alignment |
//! | [`train`] | commands, snapshots, history, the worker loop and its handle |
//! | [`experiment`] | from files to a report: data recipe, experiment, sweep; one path for window and command line |
//! | [`project`] | the saved model of any kind, files written whole |
//!
//! ## Symbols
//!
//! Symbols are those of Yoshikawa's thesis (2015), "T" with its equation numbers.
//!
//! | symbol | name here | meaning | shape |
//! |---|---|---|---|
//! | `n`, `V`, `q`, `P` | | documents, words, latent dimensions, pairs of classes | |
//! | `M` | `weights` | word weights of each document, rows sum to one by default (T 3.5) | n × V, sparse |
//! | `X` | `latent` | latent word vectors | V × q |
//! | `k` | `embedding` | embedding kernel, RBF: `exp(-γ/2 ‖x - x'‖²)` | V × V |
//! | `γ` | `gamma` | inverse squared width of the embedding kernel | |
//! | `ρ` | `rho` | weight of the prior `ρ/2 ‖X‖²` | |
//! | `S` | `gram` | `M k Mᵀ`, inner products of kernel means (T 3.9) | n × n |
//! | `K` | `level2` | level-2 kernel on `S` (T 3.10-3.11) | n × n |
//! | `C` | `c` | bound of the SVM's dual variables | |
//! | `a`, `y` | `alpha`, `sign` | dual variables and signs of one pair of classes | n |
//! | `c_p` | `coefficients` | `Mᵀ(a∘y)` of pair p: the field's weight on every word | V × P |
//! | `w` | `private` | weight of the identity in `S = M k Mᵀ + w M Mᵀ`: private term of each word | |
//! | `α`, `β` | `alpha`, `beta` | inverse scale of the Gaussian process (T 5.5), precision of its noise (T 5.3) | |
//! | `B` | `ratings` | ratings of a document learned together (T 5.17) | |
//! | `b` | `sharpness` | factor of squared distances in the softmax over candidates (1 in T 6.5) | |
//! | `d_ij` | `distance` | `‖m_i - m_j‖²`, squared distance of two kernel means (T 6.4) | n_s × n_t |
//! | `h` | `field` | `h(x) = Σ_t c_t k(x_t, x)`; a document's value is its mean over the document's words | |

// Tests need the crate's own name, because corpora of tests are shared with the integration tests, which use it.
#[cfg(test)]
extern crate self as wordfield_core;

pub mod cancel;
pub mod corpus;
pub mod diffusion;
pub mod experiment;
pub mod finding;
mod json;
pub mod kernel;
pub mod ldk;
pub mod memory;
pub mod metric;
pub mod model;
pub mod param;
pub mod project;
pub mod sandbox;
pub mod solver;
pub mod stats;
pub mod study;
pub mod train;
pub mod word_space;
