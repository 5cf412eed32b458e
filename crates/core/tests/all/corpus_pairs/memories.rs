//! Translation memories (TMX).

use super::*;

const TMX: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header srclang="ja" datatype="plain"/>
<body>
  <tu tuid="u1">
    <tuv xml:lang="en-US"><seg>Tea &amp; <bpt i="1">&lt;b></bpt>bowl<ept i="1">&lt;/b></ept> &#x41;</seg></tuv>
    <tuv xml:lang="ja"><seg>茶と<hi>丼</hi></seg></tuv>
    <tuv xml:lang="fr"><seg>Du thé</seg></tuv>
  </tu>
  <tu><tuv xml:lang="en-US"><seg>alone</seg></tuv></tu>
  <tu><note>n</note><tuv xml:lang="EN-us"><seg><![CDATA[a < b]]></seg></tuv><tuv xml:lang="ja"><seg>小さい</seg></tuv></tu>
</body></tmx>"#;

#[test]
fn translation_memories_give_two_languages() {
    let place = Place::new();
    let path = place.file("m.tmx", TMX);
    let corpus = open(&path);
    assert_eq!((corpus.format, sides(&corpus)), (Format::Tmx, ["ja", "en-US"]));
    assert_eq!(pairs(&corpus), texts(&[("茶と丼", "Tea & bowl A"), ("小さい", "a < b")]));
    assert_eq!((corpus.documents[0].title.as_str(), corpus.documents[1].title.as_str()), ("u1", "m.tmx:11"));
    let notes = corpus.notes.join(" ");
    assert!(
        notes.contains("1 pair has no text on one side") && notes.contains("m.tmx:10") && notes.contains("left out: fr"),
        "{notes}"
    );
    let seen = preview(&path, &ReadOptions::default()).unwrap();
    assert_eq!(seen.columns, ["EN-us", "en-US", "fr", "ja"]);
    assert!(seen.recognised.contains("\"ja\" to \"en-US\""), "{}", seen.recognised);
    let chosen = open_as(&path, &columns(&["fr", "ja"]));
    assert_eq!(pairs(&chosen), texts(&[("Du thé", "茶と丼")]));
}

#[test]
fn damaged_translation_memories() {
    let place = Place::new();
    let with = |text: String| place.file("m.tmx", text);
    let cut = TMX.find("小さい").unwrap();
    fails_alone(&with(TMX[..cut].to_owned()), &["m.tmx:11", "not well-formed XML", "ends within <seg>"]);
    fails_alone(&with(TMX.replace("</tu>\n  <tu><tuv", "</tuv>\n  <tu><tuv")), &["m.tmx:9", "not well-formed"]);
    fails_alone(&with(TMX.replace(" xml:lang=\"fr\"", "")), &["m.tmx:8", "names no language", "xml:lang"]);
    fails_alone(&with("<tmx><body></body></tmx>".into()), &["m.tmx", "no translation unit"]);
    let one = "<tmx><body><tu><tuv lang='en'><seg>a</seg></tuv></tu></body></tmx>";
    fails_alone(&with(one.into()), &["no translation unit has two languages", "\"en\""]);
    fails(&[with(TMX.into())], &columns(&["ja", "ko"]), &["no language \"ko\"", "\"fr\""]);
}
