//! Tests of the numeric half as a program outside would use it, in one binary, so that it is linked once.

mod calibrated;
mod cancelled;
mod corpus_bounds;
mod corpus_build;
mod corpus_conllu;
mod corpus_containers;
mod corpus_files;
mod corpus_pairs;
mod corpus_ratings;
mod corpus_readers;
mod corpus_rows;
mod corpus_stack;
mod corpus_unlabelled;
mod corpus_vectors;
mod kde_usps;
mod kernel_extremes;
mod matching_rivals;
mod mmd;
mod ngd_svm;
mod parameters;
mod saved;
mod svc_fixtures;
