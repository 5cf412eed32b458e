use std::{
    fs,
    path::{Path, PathBuf},
};

use proptest::prelude::*;

use super::*;
use crate::{ExportError, Sink, exporter};
use wordfield_core::{
    corpus::{Cancel, Format, RawDocument, ReadOptions, read, read_pairs},
    project::Inputs,
};

fn write(pairs: &ReviewedPairs<'_>, format: &str, path: &Path) -> Result<(), ExportError> {
    let (inputs, exporter) = (Inputs::default(), exporter(format).expect("a format"));
    ReviewedPairs::write(pairs, exporter, Sink::new(path, &inputs, <_>::default()).expect("a sink"))
}

fn pair(texts: [&'static str; 2], accepted: Option<bool>, distance: f64) -> ReviewedPair<'static> {
    ReviewedPair {
        titles: ["a <1>", "b"],
        texts: Some(texts),
        accepted,
        distance,
        margin: 0.25,
        note: "ok & fine",
        id: "t",
        units: Some([1, 6]),
        lines: Some([2, 7]),
        ..ReviewedPair::default()
    }
}

fn reviewed() -> ReviewedPairs<'static> {
    let pairs = vec![
        pair(["tea\r\n& milk", "お茶"], Some(true), 0.5),
        pair(["rice", "ご飯"], Some(false), 0.1),
        pair(["snow", "雪"], None, 0.25),
    ];
    ReviewedPairs { sides: ["en", "ja"], pairs, accept_below: None }
}

/// Texts of both sides as the corpus reader reads them.
fn texts(documents: &[RawDocument]) -> Vec<String> {
    documents.iter().map(|document| document.body.clone().into_text()).collect()
}

#[test]
fn accepted_pairs_make_a_translation_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pairs.tmx");
    write(&reviewed(), "tmx", &path).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    for part in
        ["<tu tuid=\"a &lt;1&gt;\">", "<note>ok &amp; fine</note>", "<prop type=\"x-distance\">0.5</prop>", "srclang=\"en\""]
    {
        assert!(text.contains(part), "no {part} in {text}");
    }
    let corpus = read(&[path], &ReadOptions::default(), &Cancel::default()).unwrap();
    assert_eq!(texts(&corpus.documents), ["tea\n& milk", "お茶"]);
}

#[test]
fn unreviewed_pairs_are_accepted_under_a_distance_and_rejected_ones_never() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pairs");
    write(&ReviewedPairs { accept_below: Some(0.3), ..reviewed() }, "moses", &path).unwrap();
    let side = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!((side("pairs.en"), side("pairs.ja")), ("tea & milk\nsnow\n".to_owned(), "お茶\n雪\n".to_owned()));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn an_export_without_a_pair_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pairs.tmx");
    for format in ["tmx", "moses"] {
        let none = ReviewedPairs { pairs: reviewed().pairs.split_off(1), ..reviewed() };
        let message = write(&none, format, &path).unwrap_err().to_string();
        assert!(message.contains("no pair is accepted: accept"), "{message}");
        let mut bare = reviewed();
        bare.pairs.iter_mut().for_each(|pair| pair.texts = None);
        let message = write(&bare, format, &path).unwrap_err().to_string();
        assert!(message.contains("has texts: open the corpus"), "{message}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn the_table_has_a_row_for_each_pair() {
    let reviewed = reviewed();
    let table = reviewed.table();
    let row =
        |row: usize| (0..table.columns.len()).map(|column| table.cell(row, column).written().into_owned()).collect::<Vec<_>>();
    assert_eq!(
        row(1),
        ["a <1>", "b", "0.1", "0.25", "rejected", "ok & fine", "", "1", "t", "6", "2", "7", "rice", "ご飯", "", "", "", ""]
    );
}

proptest! {
    #[test]
    fn this_program_reads_the_same_texts_back(lines in prop::collection::vec(("[^\\pC\\s][^\\pC]{0,8}[^\\pC\\s]", "[^\\pC\\s][^\\pC]{0,8}[^\\pC\\s]"), 1..6)) {
        let pairs: Vec<ReviewedPair<'_>> = lines
            .iter()
            .map(|(a, b)| ReviewedPair { titles: ["a", "b"], texts: Some([a.as_str(), b.as_str()]), accepted: Some(true), ..ReviewedPair::default() })
            .collect();
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| -> PathBuf { folder.path().join(name) };
        let reviewed = || ReviewedPairs { sides: ["en", "ja"], pairs: pairs.clone(), accept_below: None };
        let expected: Vec<&String> = lines.iter().map(|(a, _)| a).chain(lines.iter().map(|(_, b)| b)).collect();
        write(&reviewed(), "tmx", &at("pairs.tmx")).unwrap();
        let corpus = read(&[at("pairs.tmx")], &ReadOptions::default(), &Cancel::default()).unwrap();
        prop_assert_eq!(texts(&corpus.documents), expected.iter().copied().cloned().collect::<Vec<_>>());
        write(&reviewed(), "moses", &at("pairs")).unwrap();
        let options = ReadOptions { format: Some(Format::Plain), encoding: Some("utf-8".to_owned()), ..ReadOptions::default() };
        let corpus = read_pairs(&at("pairs.en"), &at("pairs.ja"), &options, &Cancel::default()).unwrap();
        let spaced = |text: &String| text.replace(['\u{2028}', '\u{2029}'], " ");
        prop_assert_eq!(texts(&corpus.documents), expected.into_iter().map(spaced).collect::<Vec<_>>());
    }
}
