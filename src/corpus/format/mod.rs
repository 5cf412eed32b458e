//! File formats: their readers, their recognition, and what a column holds.

pub(super) mod arff;
pub(super) mod collector;
mod column_names;
mod column_profile;
mod columns;
pub(super) mod folder;
pub(super) mod jsonl;
pub(super) mod libsvm;
pub(super) mod lines;
mod rating;
pub(super) mod recognised;
pub(super) mod sniff;
pub(super) mod table;
pub(super) mod tmx;
