//! Companion files, which are read because they lie in the folder of a named file.
//! They are the vocabulary of a LIBSVM file, the tags of an ARFF file, and the words of an array of word vectors.
//!
//! Cost: a few queries to the file system. Memory: a few paths.

use std::path::{Path, PathBuf};

/// Paths where the vocabulary of a LIBSVM file is looked for, in this order.
pub(in crate::corpus) fn vocabularies(file: &Path) -> [PathBuf; 4] {
    let bare = unzipped(file);
    let folder = file.parent().unwrap_or(Path::new(""));
    [bare.with_extension("vocab"), bare.with_extension("vocabulary"), folder.join("vocabulary.txt"), folder.join("vocab.txt")]
}

/// Path where the tags of an ARFF file are looked for.
pub(in crate::corpus) fn tags(file: &Path) -> PathBuf {
    unzipped(file).with_extension("xml")
}

/// Paths where the words of vectors without words are looked for, in this order:
/// those of an array, and those of coordinates for the Embedding Projector.
pub(in crate::corpus) fn word_lists(vectors: &Path) -> Vec<PathBuf> {
    let bare = unzipped(vectors);
    if !bare.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("tsv")) {
        return vec![bare.with_extension("txt"), bare.with_extension("words"), bare.with_file_name("words.txt")];
    }
    let stem = bare.file_stem().unwrap_or_default().to_string_lossy();
    vec![bare.with_file_name(format!("{stem}-metadata.tsv")), bare.with_file_name("metadata.tsv")]
}

/// Existing companion files that may be read together with the given file.
pub fn companions(file: &Path) -> Vec<PathBuf> {
    let bare = unzipped(file);
    let is = |extension: &str| bare.extension().is_some_and(|own| own.eq_ignore_ascii_case(extension));
    let mut all = vocabularies(file).to_vec();
    if is("arff") {
        all.push(tags(file));
    }
    if is("npy") || is("tsv") {
        all.extend(word_lists(file));
    }
    all.retain(|path| path != file && path.is_file());
    all
}

/// Path of a file without its extension `.gz`.
fn unzipped(file: &Path) -> PathBuf {
    if file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz")) {
        file.with_extension("")
    } else {
        file.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn companions_of_each_format_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["arr.txt", "words.txt", "aa.xml", "c.vocab", "vocab.txt", "w-metadata.tsv", "metadata.tsv"] {
            std::fs::write(at(name), "").unwrap();
        }
        let of = |name: &str| companions(&at(name));
        assert_eq!(of("arr.npy.gz"), [at("vocab.txt"), at("arr.txt"), at("words.txt")]);
        assert_eq!(of("aa.arff"), [at("vocab.txt"), at("aa.xml")]);
        assert_eq!(of("w.tsv"), [at("vocab.txt"), at("w-metadata.tsv"), at("metadata.tsv")]);
        assert_eq!(of("c.txt"), [at("c.vocab"), at("vocab.txt")]);
        assert!(of("vocab.txt").is_empty());
    }
}
