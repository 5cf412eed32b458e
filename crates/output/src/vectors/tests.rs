use std::{fs, path::Path};

use ndarray::Array2;
use proptest::prelude::*;

use super::*;
use crate::{Sink, exporter};
use wordfield_core::{
    corpus::{Cancel, Limits, VectorFiles},
    project::Inputs,
};

fn write(vectors: &Vectors<'_>, format: &str, path: &Path) -> Result<(), ExportError> {
    let (inputs, exporter) = (Inputs::default(), exporter(format).expect("a format"));
    Vectors::write(vectors, exporter, Sink::new(path, &inputs, <_>::default()).expect("a sink"))
}

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn written(words: &[&str], format: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words");
    let (words, positions) = (strings(words), Array2::from_shape_fn((words.len(), 2), |(word, axis)| (word * 2 + axis) as f64));
    write(&Vectors::new(&words, positions.view()), format, &path).unwrap();
    fs::read_to_string(path).unwrap()
}

/// The position of each word as the vector reader reads the file.
fn read(path: &Path, words: &[String]) -> Array2<f64> {
    let files = VectorFiles { file: path.to_owned(), ..VectorFiles::default() };
    let table = files.read(words, 0, Limits::default(), &Cancel::default()).unwrap();
    let vectors = table.vectors_of(words, 0, ["", ""]).unwrap();
    assert!(vectors.known.iter().all(|&known| known));
    vectors.x
}

#[test]
fn text_formats_hold_a_word_and_its_numbers_in_a_line() {
    assert_eq!(written(&["owl", "bär"], "word2vec"), "2 2\nowl 0.0 1.0\nbär 2.0 3.0\n");
    assert_eq!(written(&["owl", "bär"], "glove"), "owl 0.0 1.0\nbär 2.0 3.0\n");
}

#[test]
fn words_become_different_tokens() {
    let words = ["new_york", "new york", "new\u{3000}york", "", "a\nb", "new_york_"];
    let rows = written(&words, "glove");
    let tokens: Vec<&str> = rows.lines().map(|row| row.split(' ').next().unwrap()).collect();
    assert_eq!(tokens, ["new_york", "new_york__", "new_york___", "_", "a_b", "new_york_"]);
    let (words, positions) = (strings(&words), Array2::zeros((6, 1)));
    assert_eq!(Vectors::new(&words, positions.view()).renamed(), 4);
}

#[test]
fn a_word_that_occurs_twice_and_a_number_beyond_four_bytes_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words");
    let (words, positions) = (strings(&["2010", "2010"]), Array2::from_elem((2, 1), 1e60));
    let message = write(&Vectors::new(&words, positions.view()), "word2vec", &path).unwrap_err().to_string();
    assert!(message.contains("\"2010\" occurs twice") && message.contains("choose a table format"), "{message}");
    let one = || Vectors::new(&words, positions.view()).selected(vec![1]);
    let message = write(&one(), "word2vec-binary", &path).unwrap_err().to_string();
    assert!(message.contains("1e60") && message.contains("choose word2vec"), "{message}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    write(&one(), "word2vec", &path).unwrap();
}

#[test]
fn the_projector_gets_two_files_with_as_many_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words.tsv");
    let (words, positions) = (strings(&["owl", "a\tb", " "]), Array2::from_elem((3, 2), 0.5));
    let both = || [&path, &folder.path().join("words-metadata.tsv")].map(|path| fs::read_to_string(path).unwrap());
    write(&Vectors::new(&words, positions.view()), "projector", &path).unwrap();
    assert_eq!(both(), ["0.5\t0.5\n0.5\t0.5\n0.5\t0.5\n", "owl\na b\n_\n"]);
    let attributes = Table::new("words", 3).integer("count", Some);
    let vectors = Vectors::new(&words, positions.view()).with_attributes(attributes).selected(vec![2, 0]);
    write(&vectors, "projector", &path).unwrap();
    assert_eq!(both(), ["0.5\t0.5\n0.5\t0.5\n", "word\tcount\n_\t2\nowl\t0\n"]);
}

#[test]
fn a_table_names_its_axes_and_keeps_words_as_they_are() {
    let words = strings(&["new york", "owl"]);
    for (axes, titles) in [(2, "word,x,y,n"), (3, "word,x,y,z,n"), (4, "word,x1,x2,x3,x4,n")] {
        let positions = Array2::from_elem((2, axes), 0.25);
        let attributes = Table::new("words", 2).integer("n", Some);
        let vectors = Vectors::new(&words, positions.view()).with_attributes(attributes).selected(vec![0]);
        let bytes = Table::bytes(&vectors.table(), exporter("csv").unwrap()).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(text, format!("{titles}\nnew york,{}0\n", "0.25,".repeat(axes)));
    }
}

#[test]
fn binary_numbers_that_look_like_a_row_of_text_are_read_as_binary() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words");
    let (words, mut positions) = (strings(&["ኸ", "!"]), Array2::zeros((2, 3)));
    positions[[1, 0]] = -9.056_269_269_657_634e29 * 10_f64.powi(7 - 30);
    for words in [words.clone(), words.iter().rev().cloned().collect()] {
        write(&Vectors::new(&words, positions.view()), "word2vec-binary", &path).unwrap();
        assert_eq!(read(&path, &words), positions.mapv(|number: f64| f64::from(number as f32)));
    }
}

proptest! {
    #[test]
    fn this_program_reads_the_same_numbers_back(
        words in prop::collection::hash_set("[^\\s\\pC]{1,6}", 1..8),
        axes in 1..4_usize,
        numbers in prop::collection::vec(-1e30..1e30_f64, 32),
        scale in -30..30_i32,
    ) {
        let words: Vec<String> = words.into_iter().collect();
        let positions = Array2::from_shape_fn((words.len(), axes), |(word, axis)| numbers[word * axes + axis] * 10_f64.powi(scale - 30));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("words");
        for format in ["word2vec", "glove", "word2vec-binary"] {
            write(&Vectors::new(&words, positions.view()), format, &path).unwrap();
            let rounded = |number: f64| if format == "word2vec-binary" { f64::from(number as f32) } else { number };
            prop_assert_eq!(read(&path, &words), positions.mapv(rounded), "{}", format);
        }
    }
}
