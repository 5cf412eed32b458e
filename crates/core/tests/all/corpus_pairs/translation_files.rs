//! Translation files (XLIFF 1.2 and 2.0).

use super::*;

const OLD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
 <file source-language="en" target-language="de" datatype="plaintext" original="a.txt"><body><group id="g">
  <trans-unit id="1"><source>A <g id="1">red</g> boat<x id="2"/> &amp; <ph id="3">%s</ph>sea</source>
    <seg-source><mrk mtype="seg" mid="1">A red boat</mrk></seg-source><target state="final">Ein rotes Boot</target>
    <note>A note</note><alt-trans><source>No</source><target>Nein</target></alt-trans></trans-unit>
  <trans-unit id="2"><source>Untranslated</source></trans-unit></group>
  <trans-unit id="3"><source>Two</source><target>Zwei</target></trans-unit></body></file>
 <file source-language="en" target-language="fr" original="b.txt"><body>
  <trans-unit id="1"><source>Three</source><target>Trois</target></trans-unit></body></file>
</xliff>"#;

const NEW: &str = r#"<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="fi">
<file id="f"><unit id="u"><originalData><data id="d">&lt;br/></data></originalData>
<segment id="s1"><source>One <pc id="1">boat</pc>.<ph id="2" dataRef="d"/></source><target>Yksi vene.</target></segment>
<ignorable><source> </source></ignorable>
<segment id="s2"><source>Two.</source><target>Kaksi.</target></segment></unit>
<unit id="v"><notes><note>n</note></notes><segment><source>Three.</source><target/></segment></unit>
</file></xliff>"#;

#[test]
fn units_of_an_old_translation_file_are_pairs() {
    let place = Place::new();
    let path = place.file("m.xlf", OLD);
    let corpus = open(&path);
    assert_eq!((corpus.format, sides(&corpus)), (Format::Xliff, ["en", "de"]));
    assert_eq!(pairs(&corpus), texts(&[("A red boat & sea", "Ein rotes Boot"), ("Two", "Zwei")]));
    assert_eq!((corpus.documents[0].title.as_str(), corpus.documents[1].title.as_str()), ("1", "3"));
    let notes = corpus.notes.join(" ");
    assert!(notes.contains("1 unit is left out: no <source> or no <target>") && notes.contains("left out: en to fr"), "{notes}");
    assert!(preview(&path, &ReadOptions::default()).unwrap().recognised.contains("an XLIFF file, \"en\" to \"de\""));
}

#[test]
fn segments_of_a_new_translation_file_are_pairs() {
    let place = Place::new();
    // Recognised without its extension.
    let corpus = open(&place.file("m.txt", NEW));
    assert_eq!((corpus.format, sides(&corpus)), (Format::Xliff, ["en", "fi"]));
    assert_eq!(pairs(&corpus), texts(&[("One boat.", "Yksi vene."), ("Two.", "Kaksi.")]));
    assert_eq!(corpus.task.pairs().unwrap().ids[..2], ["u/s1", "u/s2"]);
}

#[test]
fn damaged_translation_files() {
    let place = Place::new();
    let with = |text: String| place.file("m.xlf", text);
    fails_alone(&with(OLD[..OLD.find("Zwei").unwrap()].to_owned()), &["m.xlf:8", "not well-formed XML", "ends within <target>"]);
    fails_alone(&with("<xliff><file/></xliff>".into()), &["m.xlf", "no translation unit"]);
}
