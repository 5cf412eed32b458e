//! Tests of units: untouched bytes, other targets, corrected texts, refusals.

use csv::WriterBuilder;
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
    let kept = kept.iter().map(|&[line, target]| DeliveredPair { line, target, ..DeliveredPair::default() });
    corrected(units, &kept.collect::<Vec<_>>()).unwrap()
}

/// The files of the kept pairs, or the reason why they cannot be written.
fn corrected(units: &PairUnits, kept: &[DeliveredPair<'_>]) -> Result<Vec<String>, String> {
    let file = |file| {
        let mut bytes = Vec::new();
        units.write_file(file, kept, &mut bytes).map_err(|error| error.to_string())?;
        Ok(String::from_utf8(bytes).unwrap())
    };
    (0..units.files.len()).map(file).collect()
}

fn pair(line: usize, target: usize, texts: [Option<&str>; 2]) -> DeliveredPair<'_> {
    DeliveredPair { line, target, texts }
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

#[test]
fn comments_between_translation_units_and_units_in_other_languages_stay() {
    let (french, comment) =
        ("\n<tu><tuv xml:lang=\"en\"><seg>Four</seg></tuv><tuv xml:lang=\"fr\"><seg>Quatre</seg></tuv></tu>", "\n<!-- three -->");
    let whole = TMX.replace("\n\n\t<tu tuid=\"3\">", &format!("{french}{comment}\n<tu tuid=\"3\">"));
    let units = cut(&[&whole], Format::Tmx, &["en", "de"]);
    let lines: Vec<usize> = units.lines().collect();
    assert_eq!(
        (lines.len(), written(&units, &lines.iter().map(|&line| [line, line]).collect::<Vec<_>>())),
        (3, vec![whole.clone()])
    );
    for kept in [&lines[..1], &lines[..0], &lines[1..]] {
        let kept: Vec<[usize; 2]> = kept.iter().map(|&line| [line, line]).collect();
        let text = written(&units, &kept).concat();
        assert!(text.contains(french) && text.contains(comment), "{text}");
        assert_eq!(cut(&[&text], Format::Tmx, &["en", "de"]).lines().count(), kept.len(), "{text}");
    }
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
    let unit = "<tu><tuv xml:lang=\"en\"><seg>a</seg></tuv><tuv xml:lang=\"de\"><seg>b</seg></tuv></tu>";
    let twice = format!("<tmx><body>{unit}{unit}</body></tmx>").into_bytes();
    let twice = PairUnits::cut(vec![twice], Format::Tmx, &["en".to_owned(), "de".to_owned()]).unwrap_err().to_string();
    assert!(twice.contains("line 1 has several"), "{twice}");
    let json = cut(&["{}\n{}\n"], Format::JsonLines, &[]);
    let to = |line, target| corrected(&json, &[pair(line, target, [None; 2])]).unwrap_err();
    assert!(to(1, 2).contains("line 1 takes the target of line 2"));
    assert!(to(7, 7).contains("no pair is in line 7"));
}

#[test]
fn a_corrected_text_replaces_its_bytes_alone() {
    let units = cut(&[TMX], Format::Tmx, &["en", "de"]);
    let kept =
        [pair(4, 4, [None, Some("Eins & zwei")]), pair(8, 10, [Some("2 < 3"), None]), pair(10, 10, [Some("a"), Some("b")])];
    let expected = TMX
        .replace("<![CDATA[Eins </tu>]]>", "Eins &amp; zwei")
        .replace("<tu><tuv xml:lang=\"de\"><seg>Zwei", "<tu><tuv xml:lang=\"de\"><seg>Drei")
        .replace("<seg>Two", "<seg>2 &lt; 3")
        .replace(
            "<tuv xml:lang=\"en\"><seg>Three</seg></tuv><tuv xml:lang=\"de\"><seg>Drei",
            "<tuv xml:lang=\"en\"><seg>a</seg></tuv><tuv xml:lang=\"de\"><seg>b",
        );
    assert_eq!(corrected(&units, &kept).unwrap(), [expected]);

    let units = cut(&[XLIFF], Format::Xliff, &["en", "de"]);
    let expected = XLIFF.replace(">Eins<", ">1 &lt; 2<").replace("Three</source><target>Drei", "a</source><target>b");
    let kept = [pair(4, 4, [None, Some("1 < 2")]), pair(8, 8, [Some("a"), Some("b")])];
    assert_eq!(corrected(&units, &kept).unwrap(), [expected]);

    let csv = "id;en;de\r\n1;\"a;\nb\";x\r\n2;\"say \"\"c\"\"\";\"y\"\r\n";
    let units = cut(&[csv], Format::Csv, &["en", "de"]);
    let kept = [pair(2, 4, [Some("a"), None]), pair(4, 4, [None, Some("z;")])];
    assert_eq!(corrected(&units, &kept).unwrap(), ["id;en;de\r\n1;\"a\";\"y\"\r\n2;\"say \"\"c\"\"\";\"z;\"\r\n"]);

    let json =
        cut(&["{\"n\": 1.50, \"de\":\"x\", \"en\" : \"a\"}\n{\"en\":\"b\",\"de\":\"y\"}\n"], Format::JsonLines, &["en", "de"]);
    let kept = [pair(1, 2, [Some("\"c\"\n"), None]), pair(2, 2, [None; 2])];
    assert_eq!(
        corrected(&json, &kept).unwrap(),
        ["{\"n\": 1.50, \"de\":\"y\", \"en\" : \"\\\"c\\\"\\n\"}\n{\"en\":\"b\",\"de\":\"y\"}\n"]
    );

    let named = cut(&["p\ta\nq\tT\tb\n", "q\tz\np\tx\n"], Format::Identified, &[]);
    let kept = [pair(1, 1, [Some("c"), Some("v")]), pair(2, 2, [Some("U\nd"), None])];
    assert_eq!(corrected(&named, &kept).unwrap(), ["p\tc\nq\tU\td\n", "p\tv\nq\tz\n"]);
}

#[test]
fn a_split_pair_repeats_its_unit_and_a_merged_one_leaves_nothing() {
    let plain = cut(&["a b\nc\r\nd", "x y\nz\nv\n"], Format::Plain, &[]);
    let parts = [["a", "x"], ["b", "y"]].map(|part| pair(1, 1, part.map(Some)));
    let kept = [parts[0], parts[1], pair(3, 3, [Some("c d"), Some("z v")])];
    assert_eq!(corrected(&plain, &kept).unwrap(), ["a\nb\nc d", "x\ny\nz v\n"]);
    let units = cut(&[TMX], Format::Tmx, &["en", "de"]);
    let parts = [["a", "x"], ["b", "y"]].map(|part| pair(10, 10, part.map(Some)));
    let written = corrected(&units, &parts).unwrap().remove(0);
    let unit = |[en, de]: [&str; 2]| {
        format!("\n\n\t<tu tuid=\"3\"><tuv xml:lang=\"en\"><seg>{en}</seg></tuv><tuv xml:lang=\"de\"><seg>{de}</seg></tuv></tu>")
    };
    assert!(written.contains(&format!("{}{}\n</body>", unit(["a", "x"]), unit(["b", "y"]))), "{written}");
}

#[test]
fn what_cannot_hold_a_corrected_text_is_refused_with_its_line() {
    let refused = |units: &PairUnits, kept: &[DeliveredPair<'_>], reason: &str| {
        let error = corrected(units, kept).unwrap_err();
        assert!(error.contains(reason) && error.contains("name a table by --out"), "{error}");
    };
    let plain = cut(&["a\nb\n", "x\ny\n"], Format::Plain, &[]);
    for text in ["a\nb", "a\tb", "a\r"] {
        refused(
            &plain,
            &[pair(1, 1, [None; 2]), pair(2, 2, [Some(text), None])],
            "line 2: a corrected text has a line end or tab",
        );
    }
    let named = cut(&["p\ta\n", "p\tx\n"], Format::Identified, &[]);
    refused(&named, &[pair(1, 1, [Some("b"), None]); 2], "line 1: a split pair would repeat its identifier");
    let xliff = cut(&[XLIFF], Format::Xliff, &["en", "de"]);
    refused(&xliff, &[pair(4, 4, [Some("One"), None])], "line 4: a corrected text would lose the formatting codes");
    refused(&xliff, &[pair(8, 8, [Some("a"), None]); 2], "line 8: a split pair would repeat");
    let segmented = XLIFF.replace("<source>Three</source>", "<source>Three</source><seg-source>Three</seg-source>");
    refused(
        &cut(&[&segmented], Format::Xliff, &["en", "de"]),
        &[pair(8, 8, [Some("a"), None])],
        "line 8: the source of the unit is segmented",
    );
    let coded = TMX.replace("<seg>Two", "<seg>Two <ph/>");
    refused(&cut(&[&coded], Format::Tmx, &["en", "de"]), &[pair(8, 8, [Some("a"), None])], "line 8: a corrected text would lose");
    let list = cut(&["{\"en\": [\"a\"], \"de\": \"x\"}\n"], Format::JsonLines, &["en", "de"]);
    refused(&list, &[pair(1, 1, [Some("a"), None])], "line 1: its field is no text");
    let latin = PairUnits::cut(vec![b"\xe9\n".to_vec(), b"x\n".to_vec()], Format::Plain, &[]).unwrap();
    refused(&latin, &[pair(1, 1, [None, Some("a")])], "line 1: the file is not UTF-8");
}

proptest! {
    #[test]
    fn a_corrected_row_differs_in_its_cells_alone(
        cells in prop::collection::vec("[a-z\",;\n\r ]{0,6}", 6..30), place in 0..10_usize, texts in ["[a\",\n ]{1,5}", "[a\",\n ]{1,5}"],
    ) {
        let mut writer = WriterBuilder::new().from_writer(Vec::new());
        writer.write_record(["id", "de", "en"]).unwrap();
        cells.chunks_exact(3).for_each(|row| writer.write_record(row).unwrap());
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        let units = cut(&[&text], Format::Csv, &["en", "de"]);
        let lines: Vec<usize> = units.lines().collect();
        let place = place % lines.len();
        let kept: Vec<_> = (0..).zip(&lines).map(|(at, &line)| {
            let texts = if at == place { [0, 1].map(|side| Some(texts[side].as_str())) } else { [None; 2] };
            pair(line, line, texts)
        }).collect();
        let written = corrected(&units, &kept).unwrap().remove(0);
        let again = cut(&[&written], Format::Csv, &["en", "de"]);
        let file = |units: &PairUnits, at: usize| units.files[0].bytes[units.files[0].units[at].1.clone()].to_vec();
        for at in (0..=lines.len()).filter(|&at| at != place + 1) {
            prop_assert_eq!(file(&again, at), file(&units, at));
        }
        let row = file(&again, place + 1);
        let record = ReaderBuilder::new().has_headers(false).from_reader(&row[..]).into_records().next().unwrap().unwrap();
        let mut expected: Vec<String> = cells[3 * place..3 * place + 3].to_vec();
        (expected[2], expected[1]) = (texts[0].clone(), texts[1].clone());
        prop_assert_eq!(record.iter().collect::<Vec<_>>(), expected);
    }

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
