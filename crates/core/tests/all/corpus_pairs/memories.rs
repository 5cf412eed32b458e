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
        notes.contains("1 unit is left out: no <tuv> in one of the two languages (the first: m.tmx:10)")
            && notes.contains("left out: fr"),
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

#[test]
fn units_on_one_line_with_prefixes_have_numbers_of_their_own() {
    let place = Place::new();
    let one: String = TMX.lines().map(str::trim).collect();
    let prefixed = "<t:tmx xmlns:t=\"urn:tmx\" xmlns:o=\"urn:o\"><t:header srclang=\"ja\"/><t:body>\
        <t:tu><t:tuv xml:lang=\"en\"><t:seg>one</t:seg></t:tuv><t:tuv xml:lang=\"ja\"><t:seg>一</t:seg></t:tuv></t:tu>\
        <t:tu><o:tuv><o:seg>no text</o:seg></o:tuv><t:tuv xml:lang=\"en\"><t:seg>alone</t:seg></t:tuv></t:tu>\
        <t:tu><t:tuv xml:lang=\"en\"><t:seg>three</t:seg></t:tuv><t:tuv xml:lang=\"ja\"><t:seg>小さい</t:seg></t:tuv></t:tu>\
        </t:body></t:tmx>";
    for text in [one.as_str(), prefixed] {
        let files = read_pair_files(&[place.file("m.tmx", text)], &ReadOptions::default(), &Cancel::default()).unwrap();
        let numbers: Vec<usize> = files.units.iter().map(|unit| unit.number).collect();
        assert_eq!((numbers, files.left_out.len(), files.left_out[0].unit.number), (vec![1, 3], 1, 2));
        assert_eq!((files.left_out[0].texts[1].as_str(), files.text(1, Side::Source)), ("alone", "小さい"));
        let unit = &files.files[0].text[files.units[1].bytes[0].clone()];
        assert!(unit.contains("小さい") && unit.ends_with("tu>") && !unit.contains("alone"), "{unit}");
    }
}

#[test]
fn characters_that_xml_forbids_and_unknown_entities_are_errors_with_their_line() {
    let place = Place::new();
    let with = |text: &str| place.file("m.tmx", TMX.replace("alone", text));
    fails_alone(&with("a&#x1F;"), &["m.tmx:10", "U+001F is forbidden", "remove it"]);
    fails_alone(&with("a\u{b}"), &["m.tmx:10", "U+000B is forbidden"]);
    fails_alone(&with("a\u{ffff}"), &["m.tmx:10", "U+FFFF is forbidden"]);
    fails_alone(&with("a&nbsp;b"), &["m.tmx:10", "&nbsp; is not one of XML", "&#160;"]);
    fails_alone(&place.file("m.tmx", TMX.replace("tuid=\"u1\"", "tuid=\"&#2;\"")), &["m.tmx:5", "U+0002 is forbidden"]);
    fails_alone(&place.file("m.tmx", TMX.replace("<note>n</note>", "<tu></tu>")), &["m.tmx:11", "stands within that of line 11"]);
    assert_eq!(pairs(&open(&with("tab&#9;and\u{85}"))).len(), 2);
}

#[test]
fn the_encoding_is_the_declared_one_where_the_bytes_allow_it() {
    let place = Place::new();
    let declared = |encoding: &str| TMX.replace("UTF-8", encoding).replace("Tea", "Th\u{e9}").replace("ja", "fr");
    let latin: Vec<u8> =
        declared("ISO-8859-2").chars().map(|letter| if letter > '\u{ff}' { b'?' } else { letter as u8 }).collect();
    std::fs::write(place.0.path().join("l.tmx"), latin).unwrap();
    let seen = preview(&place.0.path().join("l.tmx"), &ReadOptions::default()).unwrap();
    assert_eq!(seen.encoding, "ISO-8859-2");
    let seen = preview(&place.file("u.tmx", declared("ISO-8859-2")), &ReadOptions::default()).unwrap();
    assert_eq!(seen.encoding, "UTF-8", "the declaration is wrong");
}
