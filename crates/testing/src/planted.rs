//! Corpora with a planted structure, for tests that need separable classes, graded words or known partners.

use std::path::Path;

use wordfield_core::corpus::{Builtin, Cancel, Corpus, ReadOptions, TextOptions, read};

/// Corpus with a planted structure, in the form of a built-in corpus.
///
/// # Panics
/// When a fixture is missing or damaged.
pub fn planted(which: Builtin) -> Corpus {
    let names: &[&str] = match which {
        Builtin::Topics => &["corpus.txt"],
        Builtin::Reviews => &["reviews.tsv"],
        Builtin::Pairs => &["pairs.en.tsv", "pairs.ja.tsv"],
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/tests/fixtures/planted");
    let paths: Vec<_> = names.iter().map(|name| folder.join(name)).collect();
    let raw = read(&paths, &ReadOptions::default(), &Cancel::default()).expect("a fixture");
    let options = if which == Builtin::Reviews { which.text_options()[0].clone() } else { TextOptions::default() };
    Corpus::build(raw, &options).expect("a fixture")
}
