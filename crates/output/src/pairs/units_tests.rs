//! Tests of units: untouched bytes, other targets, refusals.

use proptest::prelude::*;

use super::*;

const TMX: &str = "<?xml version=\"1.0\"?>\r\n<tmx version=\"1.4\"><header srclang=\"en\"/>\n<body>\n \
    <tu tuid=\"1\" creationid=\"kim\"><!-- <tu> --><note>n &amp; m</note>\n  <tuv xml:lang=\"en-GB\"><seg>One &lt;b&gt;</seg></tuv>\n  \
    <tuv xml:lang=\"de\" changedate=\"2019\"><seg><![CDATA[Eins </tu>]]></seg></tuv>\n </tu>\n\
    <tu><tuv xml:lang=\"de\"><seg>Zwei</seg></tuv><tuv xml:lang='en'><seg>Two</seg></tuv></tu>\n\n\t\
    <tu tuid=\"3\"><tuv xml:lang=\"en\"><seg>Three</seg></tuv><tuv xml:lang=\"de\"><seg>Drei</seg></tuv></tu>\n</body>\n</tmx>\n";

fn cut(files: &[&str], format: Format, sides: &[&str]) -> PairUnits {
    let bytes = files.iter().map(|text| text.as_bytes().to_vec()).collect();
    PairUnits::cut(bytes, format, &sides.iter().map(|&side| side.to_owned()).collect::<Vec<_>>()).unwrap()
}

/// The files of the kept pairs, each with its line of the target.
fn written(units: &PairUnits, kept: &[[usize; 2]]) -> Vec<String> {
    let kept: Vec<DeliveredPair> = kept.iter().map(|&[line, target]| DeliveredPair { line, target }).collect();
    let file = |file| {
        let mut bytes = Vec::new();
        units.write_file(file, &kept, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    (0..units.files.len()).map(file).collect()
}

#[test]
fn translation_units_keep_their_bytes() {
    let units = cut(&[TMX], Format::Tmx, &["en", "de"]);
    let lines: Vec<usize> = units.lines().collect();
    assert_eq!(lines, [4, 8, 10]);
    let all: Vec<[usize; 2]> = lines.iter().map(|&line| [line, line]).collect();
    assert_eq!(written(&units, &all), [TMX]);
    let without = written(&units, &[all[0], all[2]]);
    assert_eq!(
        without[0],
        TMX.replace("<tu><tuv xml:lang=\"de\"><seg>Zwei</seg></tuv><tuv xml:lang='en'><seg>Two</seg></tuv></tu>", "")
            .replace("</tu>\n\n\n\t", "</tu>\n\n\t")
    );
    let moved = written(&units, &[[4, 10], [8, 8], [10, 4]]);
    assert!(moved[0].contains(
        "<tuv xml:lang=\"en-GB\"><seg>One &lt;b&gt;</seg></tuv>\n  <tuv xml:lang=\"de\"><seg>Drei</seg></tuv>\n </tu>"
    ));
    assert!(
        moved[0].contains(
            "<seg>Three</seg></tuv><tuv xml:lang=\"de\" changedate=\"2019\"><seg><![CDATA[Eins </tu>]]></seg></tuv></tu>"
        )
    );
}

const XLIFF: &str = "<xliff version=\"1.2\">\n<file source-language=\"en\" target-language=\"de\"><body>\n <group>\n  \
    <trans-unit id=\"1\"><source>One <x id=\"1\"/></source><target state=\"final\">Eins</target>\n   \
    <alt-trans><target>No</target></alt-trans></trans-unit>\n  \
    <trans-unit id=\"2\"><source>Open</source></trans-unit>\n </group>\n \
    <trans-unit id=\"3\"><source>Three</source><target>Drei</target></trans-unit>\n</body></file>\n</xliff>\n";

#[test]
fn units_of_an_xliff_file_are_dropped_between_bytes_that_stay() {
    let units = cut(&[XLIFF], Format::Xliff, &["en", "de"]);
    assert_eq!(units.lines().collect::<Vec<_>>(), [4, 8], "a unit without a target is no pair");
    assert_eq!(written(&units, &[[4, 4], [8, 8]]), [XLIFF]);
    let third = "\n <trans-unit id=\"3\"><source>Three</source><target>Drei</target></trans-unit>";
    assert_eq!(written(&units, &[[4, 4]]), [XLIFF.replace(third, "")]);
    let swapped = XLIFF
        .replace("<target state=\"final\">Eins</target>", "<target>?</target>")
        .replace("<target>Drei</target>", "<target state=\"final\">Eins</target>")
        .replace("<target>?</target>", "<target>Drei</target>");
    assert_eq!(written(&units, &[[4, 8], [8, 4]]), [swapped]);
}

#[test]
fn parts_of_an_xliff_file_in_other_languages_stay() {
    let other = "<file source-language=\"en\" Target-Language=\"fr\"><body>\n\
        <trans-unit id=\"1\"><source>One</source><target>Un</target></trans-unit></body></file>\n";
    let both = XLIFF.replace("</xliff>", &format!("{other}</xliff>"));
    let units = cut(&[&both], Format::Xliff, &["en", "de"]);
    assert_eq!(units.lines().collect::<Vec<_>>(), [4, 8]);
    let none = written(&units, &[]);
    assert!(none[0].contains(other) && !none[0].contains("Eins"), "{}", none[0]);
}

#[test]
fn an_xliff_unit_without_segments_is_dropped_whole() {
    let segment = |id: &str| format!("\n <segment id=\"{id}\"><source>s</source><target>t</target></segment>");
    let unit = |id: &str, segments: &str| format!("\n<unit id=\"{id}\">{segments}\n</unit>");
    let open = "\n <segment><source>s</source></segment>";
    let all = [unit("a", &(segment("1") + &segment("2"))), unit("b", &(segment("3") + open)), unit("c", &segment("4"))];
    let file = |units: &[String]| {
        format!("<xliff version=\"2.0\" srcLang=\"en\" trgLang=\"de\"><file>{}\n</file></xliff>", units.concat())
    };
    let whole = file(&all);
    let units = cut(&[&whole], Format::Xliff, &["en", "de"]);
    let lines: Vec<usize> = units.lines().collect();
    assert_eq!(
        (lines.len(), written(&units, &lines.iter().map(|&line| [line, line]).collect::<Vec<_>>())),
        (4, vec![whole.clone()])
    );
    assert_eq!(written(&units, &[[lines[1], lines[1]]]), [file(&[unit("a", &segment("2")), unit("b", open)])]);
    assert_eq!(written(&units, &[[lines[3], lines[3]]]), [file(&[unit("b", open), all[2].clone()])]);
}

#[test]
fn rows_keep_their_bytes_and_take_the_cell_of_another_target() {
    let csv = "id;en;de\r\n1;\"a;\nb\";x\r\n2;\"say \"\"c\"\"\";\"y\nz\"\r\n";
    let units = cut(&[csv], Format::Csv, &["en", "de"]);
    assert_eq!(units.lines().collect::<Vec<_>>(), [2, 4]);
    assert_eq!(written(&units, &[[2, 2], [4, 4]]), [csv]);
    assert_eq!(written(&units, &[[4, 4]]), ["id;en;de\r\n2;\"say \"\"c\"\"\";\"y\nz\"\r\n"]);
    assert_eq!(written(&units, &[[2, 4], [4, 2]]), ["id;en;de\r\n1;\"a;\nb\";\"y\nz\"\r\n2;\"say \"\"c\"\"\";x\r\n"]);
    let tsv = "de\ten\tnote\n\"q\tr\ts\nt\tu\tv";
    let units = cut(&[tsv], Format::Tsv, &["en", "de"]);
    assert_eq!(written(&units, &[[3, 3], [2, 3]]), ["de\ten\tnote\nt\tu\tv\nt\tr\ts\n"]);
    let parallel = "a\tx\nb\ty\n";
    assert_eq!(written(&cut(&[parallel], Format::Parallel, &[]), &[[1, 2], [2, 2]]), ["a\ty\nb\ty\n"]);
}

#[test]
fn lines_of_two_files_are_joined_by_line_or_by_identifier() {
    let plain = cut(&["a\nb\r\nc", "x\ny\nz\n"], Format::Plain, &[]);
    assert_eq!(written(&plain, &[[3, 3], [1, 2]]), ["c\na\n", "z\ny\n"]);
    let named = cut(&["p\ta\nq\tb\nr\tc\n", "r\tz\np\tx\nq\ty\n"], Format::Identified, &[]);
    assert_eq!(written(&named, &[[1, 1], [2, 3]]), ["p\ta\nq\tb\n", "p\tx\nr\tz\n"]);
    let json = cut(&["{\"en\": \"a\"}\n{\"en\": \"b\"}\n"], Format::JsonLines, &[]);
    assert_eq!(written(&json, &[[2, 2]]), ["{\"en\": \"b\"}\n"]);
}

#[test]
fn what_cannot_keep_its_bytes_is_refused_with_a_remedy() {
    let refused = |bytes: &[u8], format| PairUnits::cut(vec![bytes.to_vec()], format, &[]).unwrap_err().to_string();
    assert!(refused(b"PK\x03\x04", Format::Csv).contains("name a table by --out"));
    assert!(refused(b"a", Format::Arff).contains("name a table by --out"));
    assert!(refused(b"\xff\xfea\0", Format::Tmx).contains("save it as UTF-8"));
    assert!(refused(b"<tmx><body><tu></tuv></tu></body>", Format::Tmx).contains("save it again"));
    assert!(refused(b"<tmx><body><tu></tu><tu></tu></body></tmx>", Format::Tmx).contains("line 1 has several"));
    let json = cut(&["{}\n{}\n"], Format::JsonLines, &[]);
    let to = |line, target| json.write_file(0, &[DeliveredPair { line, target }], &mut Vec::new()).unwrap_err().to_string();
    assert!(to(1, 2).contains("line 1 takes the target of line 2"));
    assert!(to(7, 7).contains("no pair is in line 7"));
}

proptest! {
    #[test]
    fn all_units_together_are_the_file(cells in prop::collection::vec("[a-z\",;\n\r ]{0,6}", 2..20), crlf in any::<bool>()) {
        let mut writer = WriterBuilder::new();
        writer.terminator(if crlf { Terminator::CRLF } else { Terminator::Any(b'\n') });
        let mut writer = writer.from_writer(Vec::new());
        writer.write_record(["en", "de"]).unwrap();
        cells.chunks_exact(2).for_each(|row| writer.write_record(row).unwrap());
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        let units = cut(&[&text], Format::Csv, &["en", "de"]);
        let all: Vec<[usize; 2]> = units.lines().map(|line| [line, line]).collect();
        prop_assert_eq!(all.len(), cells.len() / 2);
        prop_assert_eq!(written(&units, &all), [text]);
    }
}
