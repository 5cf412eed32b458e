//! Words and tags in ARFF.

use super::*;

const ARFF: &str = "@relation r\n% remark\n@attribute sun {0,1}\n@ATTRIBUTE 'blue sky' numeric\n@attribute TAG_a {0,1}\n@attribute TAG_b {0,1}\n\n@data\n{0 1,2 1}\n{1 2, 3 1}\n{0 1}\n0,1,1,0\n";

#[test]
fn words_and_tags_of_an_arff_file() {
    let place = Place::new();
    let path = place.file("a.arff", ARFF);
    let corpus = open(&path);
    assert_eq!((corpus.format, sides(&corpus)), (Format::Arff, ["words", "tags"]));
    assert_eq!(pairs(&corpus), texts(&[("sun", "TAG_a"), ("blue sky", "TAG_b"), ("blue sky", "TAG_a")]));
    assert_eq!(corpus.documents[1].body, Body::Words(vec![("blue sky".into(), 2.0)]));
    assert!(
        corpus.notes.iter().any(|note| note.contains("1 unit is left out: no text"))
            && corpus.notes[0].contains("2 words and 2 tags")
    );
    let lacking = open(&place.file("d.arff", ARFF.replace("{0 1}", "{0 1, 2 ?}").replace("0,1,1,0", "0,?,1,0")));
    assert_eq!(pairs(&lacking).len(), 2);
    assert!(
        lacking.notes.iter().any(|note| note.contains("2 lines are left out: a value is missing") && note.contains("d.arff:11"))
    );
    // The label list of Mulan decides, then the label count of MEKA.
    place.file("b.xml", "<labels><label name=\"sun\"/><label name=\"TAG_b\"></label></labels>");
    assert_eq!(pairs(&open(&place.file("b.arff", ARFF)))[0], ("TAG_a".to_owned(), "sun".to_owned()));
    let counted = place.file("c.arff", ARFF.replace("@relation r", "@relation 'r: -C 1'"));
    assert_eq!(pairs(&open(&counted))[0], ("TAG_a".to_owned(), "sun".to_owned()));
}

#[test]
fn damaged_arff_files() {
    let place = Place::new();
    let with = |from: &str, to: &str| place.file("a.arff", ARFF.replace(from, to));
    fails_alone(&with("{1 2, 3 1}", "{1 2, 9 1}"), &["a.arff:10", "\"9 1\"", "4 attributes"]);
    fails_alone(&with("0,1,1,0", "0,1,1"), &["a.arff:12", "\"0,1,1\""]);
    fails_alone(&with("@data", "@dada"), &["a.arff:8", "\"@dada\"", "@data"]);
    fails_alone(&with("@data\n{0 1,2 1}\n{1 2, 3 1}\n{0 1}\n0,1,1,0\n", ""), &["there is no @data"]);
    fails_alone(&with("TAG_b", "TAG_a"), &["a.arff:6", "\"TAG_a\" is named twice"]);
    fails_alone(&with("TAG_", "T"), &["which attributes are tags", "a.xml"]);
    let seen = preview(&with("TAG_", "T"), &ReadOptions::default()).unwrap();
    assert!(seen.notes.iter().any(|note| note.contains("a.xml")), "a preview still opens");
    let path = with("x", "x");
    place.file("a.xml", "<labels><label name=\"TAG_z\"/></labels>");
    fails_alone(&path, &["a.xml", "\"TAG_z\" is no attribute"]);
    place.file("a.xml", "<labels><label name=\"TAG_a\">");
    fails_alone(&path, &["a.xml:1", "not well-formed XML"]);
}
