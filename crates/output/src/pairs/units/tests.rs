//! Tests of units: unchanged bytes, omitted units, other targets, corrected texts, encodings, refusals.

use std::fs;

use csv::WriterBuilder;
use proptest::prelude::*;

use super::*;
use wordfield_core::corpus::Side;

const TMX: &str = "<?xml version=\"1.0\"?>\r\n<tmx version=\"1.4\"><header srclang=\"en\"/>\n<body>\n \
    <tu tuid=\"1\" creationid=\"kim\"><!-- <tu> --><note>n &amp; m</note>\n  <tuv xml:lang=\"en-GB\"><seg>One &lt;b&gt;</seg></tuv>\n  \
    <tuv xml:lang=\"de\" changedate=\"2019\"><seg><![CDATA[Eins </tu>]]></seg></tuv>\n </tu>\n\
    <tu><tuv xml:lang=\"de\"><seg>Zwei</seg></tuv><tuv xml:lang='en'><seg>Two</seg></tuv></tu>\n\n\t\
    <tu tuid=\"3\"><tuv xml:lang=\"en\"><seg>Three</seg></tuv><tuv xml:lang=\"de\"><seg>Drei</seg></tuv></tu>\n</body>\n</tmx>\n";

fn cut_bytes(files: &[&[u8]], format: Format, sides: &[&str]) -> Result<PairUnits, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = |(name, bytes): (&str, &&[u8])| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let paths: Vec<PathBuf> = ["a.file", "b.file"].into_iter().zip(files).map(path).collect();
    let text_columns = sides.iter().map(|&side| side.to_owned()).collect();
    let options = ReadOptions { format: Some(format), text_columns, ..ReadOptions::default() };
    PairUnits::read(&paths, &options).map_err(|error| error.to_string())
}

fn cut(files: &[&str], format: Format, sides: &[&str]) -> PairUnits {
    cut_bytes(&files.iter().map(|text| text.as_bytes()).collect::<Vec<_>>(), format, sides).unwrap()
}

fn tmx() -> PairUnits {
    cut(&[TMX], Format::Tmx, &["en", "de"])
}

fn xliff(text: &str) -> PairUnits {
    cut(&[text], Format::Xliff, &[])
}

/// The files of the kept pairs, each with its target; units of other pairs are removed.
fn written(units: &PairUnits, kept: &[[usize; 2]]) -> Vec<String> {
    let kept = kept.iter().map(|&[pair, target]| DeliveredPair { pair, target, ..DeliveredPair::default() });
    corrected(units, &kept.collect::<Vec<_>>()).unwrap()
}

/// The files of the pairs with these indices.
fn kept(units: &PairUnits, pairs: &[usize]) -> Vec<String> {
    written(units, &pairs.iter().map(|&pair| [pair; 2]).collect::<Vec<_>>())
}

fn bytes(
    units: &PairUnits,
    kept: &[DeliveredPair<'_>],
    omitted: &[Omitted<'_>],
    treatment: OmittedUnits,
) -> Result<Vec<Vec<u8>>, String> {
    let form = units.form().map_err(|error| error.to_string())?;
    let mut versions = vec![Vec::new(); units.files.pairs()];
    for pair in kept {
        versions[pair.pair].push(*pair);
    }
    let file = |file| units.written(form, file, &versions, omitted, treatment).map_err(|error| error.to_string());
    (0..units.files.files.len()).map(file).collect()
}

/// The files of the kept pairs without dates of changes, or the reason why they cannot be written.
fn corrected(units: &PairUnits, kept: &[DeliveredPair<'_>]) -> Result<Vec<String>, String> {
    let files = bytes(units, kept, &[], OmittedUnits::Remove)?;
    Ok(files.into_iter().map(|bytes| undated(&String::from_utf8(bytes).unwrap())).collect())
}

fn undated(text: &str) -> String {
    let mut text = text.replace(" changeid=\"Wordfield\"", "");
    while let Some(begin) = text.find(" changedate=\"20").filter(|begin| text[begin + 28..].starts_with("Z\"")) {
        text.replace_range(begin..begin + 30, "");
    }
    text
}

fn pair(pair: usize, target: usize, texts: [Option<&str>; 2]) -> DeliveredPair<'_> {
    DeliveredPair { pair, target, texts }
}

#[test]
fn translation_units_keep_their_bytes() {
    let units = tmx();
    assert_eq!(units.files.units.iter().map(|unit| (unit.number, unit.line)).collect::<Vec<_>>(), [(1, 4), (2, 8), (3, 10)]);
    assert_eq!(kept(&units, &[0, 1, 2]), [TMX]);
    let without = kept(&units, &[0, 2]);
    assert_eq!(
        without[0],
        TMX.replace("\n<tu><tuv xml:lang=\"de\"><seg>Zwei</seg></tuv><tuv xml:lang='en'><seg>Two</seg></tuv></tu>", "")
    );
    let moved = written(&units, &[[0, 2], [1, 1], [2, 0]]);
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
fn units_on_one_line_with_prefixes_are_units() {
    let one = TMX.replace(['\r', '\n'], "").replace("<tu", "<t:tu").replace("</tu", "</t:tu").replace("seg>", "t:seg>");
    let one = one.replace("Eins </t:tu>", "Eins </tu>").replace("<tmx", "<t:tmx xmlns:t=\"urn:t\"").replace("/tmx", "/t:tmx");
    let one = ["body>", "header", "note>"].iter().fold(one, |text, name| {
        text.replace(&format!("<{name}"), &format!("<t:{name}")).replace(&format!("</{name}"), &format!("</t:{name}"))
    });
    let units = cut(&[&one], Format::Tmx, &["en", "de"]);
    assert_eq!(units.files.units.iter().map(|unit| (unit.number, unit.line)).collect::<Vec<_>>(), [(1, 1), (2, 1), (3, 1)]);
    assert_eq!(kept(&units, &[0, 1, 2]), std::slice::from_ref(&one));
    let clean = kept(&units, &[1]).remove(0);
    assert_eq!(cut(&[&clean], Format::Tmx, &["en", "de"]).files.text(0, Side::Source), "Two");
}

#[test]
fn comments_between_translation_units_and_units_in_other_languages_stay() {
    let (french, comment) =
        ("\n<tu><tuv xml:lang=\"en\"><seg>Four</seg></tuv><tuv xml:lang=\"fr\"><seg>Quatre</seg></tuv></tu>", "\n<!-- three -->");
    let whole = TMX.replace("\n\n\t<tu tuid=\"3\">", &format!("{french}{comment}\n<tu tuid=\"3\">"));
    let units = cut(&[&whole], Format::Tmx, &["en", "de"]);
    assert_eq!((units.files.pairs(), units.files.left_out.len(), kept(&units, &[0, 1, 2])), (3, 1, vec![whole.clone()]));
    for pairs in [&[0][..], &[1, 2]] {
        let text = kept(&units, pairs).concat();
        assert!(text.contains(french) && text.contains(comment), "{text}");
        assert_eq!(cut(&[&text], Format::Tmx, &["en", "de"]).files.pairs(), pairs.len(), "{text}");
    }
}

const XLIFF: &str = "<xliff version=\"1.2\">\n<file source-language=\"en\" target-language=\"de\"><body>\n <group>\n  \
    <trans-unit id=\"1\"><source>One <x id=\"1\"/></source><target state=\"final\">Eins</target>\n   \
    <alt-trans><target>No</target></alt-trans></trans-unit>\n  \
    <trans-unit id=\"2\"><source>Open</source></trans-unit>\n </group>\n \
    <trans-unit id=\"3\"><source>Three</source><target>Drei</target></trans-unit>\n</body></file>\n</xliff>\n";

#[test]
fn units_of_an_xliff_file_are_removed_between_bytes_that_stay() {
    let units = xliff(XLIFF);
    assert_eq!(
        units.files.units.iter().map(|unit| unit.number).collect::<Vec<_>>(),
        [1, 3],
        "a unit without a target is no pair"
    );
    assert_eq!(kept(&units, &[0, 1]), [XLIFF]);
    let third = "\n <trans-unit id=\"3\"><source>Three</source><target>Drei</target></trans-unit>";
    assert_eq!(kept(&units, &[0]), [XLIFF.replace(third, "")]);
    let swapped = XLIFF
        .replace("<target state=\"final\">Eins</target>", "<target>?</target>")
        .replace("<target>Drei</target>", "<target state=\"final\">Eins</target>")
        .replace("<target>?</target>", "<target>Drei</target>");
    assert_eq!(written(&units, &[[0, 1], [1, 0]]), [swapped]);
}

#[test]
fn units_of_omitted_pairs_are_marked() {
    let marked = |units: &PairUnits, kept: &[usize], omitted: &[Omitted<'_>]| {
        let kept: Vec<_> = kept.iter().map(|&index| pair(index, index, [None; 2])).collect();
        String::from_utf8(bytes(units, &kept, omitted, OmittedUnits::Mark).unwrap().remove(0)).unwrap()
    };
    let expected = XLIFF
        .replace("<trans-unit id=\"1\">", "<trans-unit id=\"1\" approved=\"no\">")
        .replace("state=\"final\"", "state=\"needs-review-translation\"");
    assert_eq!(marked(&xliff(XLIFF), &[1], &[]), expected);
    let two = "<x:xliff xmlns:x=\"u\" version=\"2.0\" srcLang=\"en\" trgLang=\"de\"><x:file><x:unit id=\"a\"><x:segment id=\"1\" \
        state=\"final\" subState=\"my:x\"><x:source>s</x:source><x:target>t</x:target></x:segment></x:unit></x:file></x:xliff>";
    let omitted = Omitted {
        pair: Some(0),
        unit: 1,
        id: "a/1",
        line: 1,
        cause: "rejected".to_owned(),
        reasons: "numbers 1 & 2".to_owned(),
        hints: String::new(),
        note: "",
        category: "",
        texts: ["s", "t"],
    };
    let expected = two.replace(
        "<x:segment id=\"1\" state=\"final\" subState=\"my:x\">",
        "<x:notes><x:note appliesTo=\"target\" category=\"review\">a/1: rejected: numbers 1 &amp; 2</x:note></x:notes>\
         <x:segment id=\"1\" state=\"initial\" >",
    );
    assert_eq!(marked(&xliff(two), &[], std::slice::from_ref(&omitted)), expected);
    let with_notes = two.replace("<x:segment", "<x:notes><x:note>n</x:note></x:notes><x:segment");
    let text = marked(&xliff(&with_notes), &[], &[omitted]);
    assert!(text.contains("<x:notes><x:note appliesTo=") && text.contains("</x:note><x:note>n</x:note></x:notes>"), "{text}");
}

#[test]
fn parts_of_an_xliff_file_in_other_languages_stay() {
    let other = "<file source-language=\"en\" Target-Language=\"fr\"><body>\n\
        <trans-unit id=\"1\"><source>One</source><target>Un</target></trans-unit></body></file>\n";
    let both = XLIFF.replace("</xliff>", &format!("{other}</xliff>"));
    let units = xliff(&both);
    assert_eq!((units.files.pairs(), units.files.left_out.len()), (2, 2));
    let none = kept(&units, &[]);
    assert!(none[0].contains(other) && !none[0].contains("Eins"), "{}", none[0]);
}

#[test]
fn an_xliff_unit_without_segments_is_removed_whole() {
    let segment = |id: &str| format!("\n <segment id=\"{id}\"><source>s</source><target>t</target></segment>");
    let unit = |id: &str, segments: &str| format!("\n<unit id=\"{id}\">{segments}\n</unit>");
    let open = "\n <segment><source>s</source></segment>";
    let all = [unit("a", &(segment("1") + &segment("2"))), unit("b", &(segment("3") + open)), unit("c", &segment("4"))];
    let file = |units: &[String]| {
        format!("<xliff version=\"2.0\" srcLang=\"en\" trgLang=\"de\"><file>{}\n</file></xliff>", units.concat())
    };
    let whole = file(&all);
    let units = xliff(&whole);
    assert_eq!(kept(&units, &[0, 1, 2, 3]), [whole]);
    assert_eq!(kept(&units, &[1]), [file(&[unit("a", &segment("2")), unit("b", open)])]);
    assert_eq!(kept(&units, &[3]), [file(&[unit("b", open), all[2].clone()])]);
}

#[test]
fn rows_keep_their_bytes_and_take_the_cell_of_another_target() {
    let csv = "id;en;de\r\n1;\"a;\nb\";x\r\n2;\"say \"\"c\"\"\";\"y\nz\"\r\n";
    let units = cut(&[csv], Format::Csv, &["en", "de"]);
    assert_eq!(units.files.units.iter().map(|unit| (unit.number, unit.line)).collect::<Vec<_>>(), [(1, 2), (2, 4)]);
    assert_eq!(kept(&units, &[0, 1]), [csv]);
    assert_eq!(kept(&units, &[1]), ["id;en;de\r\n2;\"say \"\"c\"\"\";\"y\nz\"\r\n"]);
    assert_eq!(written(&units, &[[0, 1], [1, 0]]), ["id;en;de\r\n1;\"a;\nb\";\"y\nz\"\r\n2;\"say \"\"c\"\"\";x\r\n"]);
    let tsv = "de\ten\tnote\n\"q\tr\ts\nt\tu\tv";
    let units = cut(&[tsv], Format::Tsv, &["en", "de"]);
    assert_eq!(written(&units, &[[0, 1], [1, 1]]), ["de\ten\tnote\nt\tr\ts\nt\tu\tv"]);
    let lines = cut(&["en\tde\n\"a\nb\"\tx\nc\t\"y\tz\"\n"], Format::Tsv, &["en", "de"]);
    assert_eq!((lines.files.text(0, Side::Source), lines.files.text(1, Side::Target)), ("a\nb", "y\tz"), "quoted as it must be");
    assert_eq!(kept(&lines, &[0]), ["en\tde\n\"a\nb\"\tx\n"]);
    let edited = corrected(&lines, &[pair(0, 0, [None, Some("z")]), pair(1, 0, [Some("d"), None])]).unwrap();
    assert_eq!(edited, ["en\tde\n\"a\nb\"\tz\nd\tx\n"]);
    let parallel = "a\tx\nb\ty\n";
    assert_eq!(written(&cut(&[parallel], Format::Parallel, &[]), &[[0, 1], [1, 1]]), ["a\ty\nb\ty\n"]);
}

#[test]
fn lines_of_two_files_are_joined_by_line_or_by_identifier() {
    let plain = cut(&["a\nb\r\n\nc", "x\ny\nblank\nz\n"], Format::Plain, &[]);
    assert_eq!(plain.files.left_out[0].texts, ["", "blank"]);
    assert_eq!(written(&plain, &[[0, 1], [2, 2]]), ["a\nc", "y\nz\n"]);
    let named = cut(&["p\ta\nq\tb\nr\tc\n", "r\tz\np\tx\nq\ty\n"], Format::Identified, &[]);
    assert_eq!(written(&named, &[[0, 0], [1, 2]]), ["p\ta\nq\tb\n", "p\tx\nr\tz\n"]);
    let json = cut(&["{\"en\": \"a\", \"de\": \"x\"}\n{\"en\": \"b\", \"de\": \"y\"}\n"], Format::JsonLines, &["en", "de"]);
    assert_eq!(kept(&json, &[1]), ["{\"en\": \"b\", \"de\": \"y\"}\n"]);
}

#[test]
fn files_keep_their_encoding() {
    let utf16 =
        |text: &str| -> Vec<u8> { [0xfe, 0xff].into_iter().chain(text.encode_utf16().flat_map(u16::to_be_bytes)).collect() };
    let units = cut_bytes(&[&utf16(TMX)], Format::Tmx, &["en", "de"]).unwrap();
    let all: Vec<_> = (0..3).map(|index| pair(index, index, [None; 2])).collect();
    assert_eq!(bytes(&units, &all, &[], OmittedUnits::Mark).unwrap(), [utf16(TMX)]);
    let changed = bytes(&units, &[pair(2, 2, [None, Some("茶")])], &[], OmittedUnits::Mark).unwrap();
    let changed = cut_bytes(&[&changed[0]], Format::Tmx, &["en", "de"]).unwrap();
    assert_eq!((changed.files.pairs(), changed.files.text(0, Side::Target)), (1, "茶"));
    let latin: Vec<u8> = "caf\u{e9} au lait\nth\u{e9}\n".chars().map(|letter| letter as u8).collect();
    let units = cut_bytes(&[&latin, b"x\ny\n"], Format::Plain, &[]).unwrap();
    let clean = bytes(&units, &[pair(1, 1, [Some("\u{e9}"), None])], &[], OmittedUnits::Mark).unwrap();
    assert_eq!(clean, [b"\xe9\n".to_vec(), b"y\n".to_vec()]);
    let refused = bytes(&units, &[pair(1, 1, [Some("茶"), None])], &[], OmittedUnits::Mark).unwrap_err();
    assert!(refused.contains("line 2: the encoding windows-1252 of the file lacks the character \"茶\""), "{refused}");
}

#[test]
fn what_cannot_be_written_again_is_refused_with_a_remedy() {
    let arff = "@relation 'r: -C -1'\n@attribute w numeric\n@attribute TAG_a {0,1}\n@data\n1,1\n";
    let refused = cut(&[arff], Format::Arff, &[]).form().unwrap_err().to_string();
    assert!(refused.contains("name a table by --out"), "{refused}");
    let damaged = cut_bytes(&[b"<tmx><body><tu></tuv></tu></body>"], Format::Tmx, &[]).unwrap_err();
    assert!(damaged.contains(":1: this is not well-formed XML"), "{damaged}");
    let list = cut(&["{\"en\": [\"a\"], \"de\": \"x\"}\n"], Format::JsonLines, &["en", "de"]);
    assert!(corrected(&list, &[pair(0, 0, [Some("a"), None])]).unwrap_err().contains("line 1: its field is no text"));
}

#[test]
fn a_corrected_text_replaces_its_bytes_alone() {
    let units = tmx();
    let kept = [pair(0, 0, [None, Some("Eins & zwei")]), pair(1, 2, [Some("2 < 3"), None]), pair(2, 2, [Some("a"), Some("b")])];
    let expected = TMX
        .replace("<![CDATA[Eins </tu>]]>", "Eins &amp; zwei")
        .replace(" changedate=\"2019\"", "")
        .replace("<tu><tuv xml:lang=\"de\"><seg>Zwei", "<tu><tuv xml:lang=\"de\"><seg>Drei")
        .replace("<seg>Two", "<seg>2 &lt; 3")
        .replace(
            "<tuv xml:lang=\"en\"><seg>Three</seg></tuv><tuv xml:lang=\"de\"><seg>Drei",
            "<tuv xml:lang=\"en\"><seg>a</seg></tuv><tuv xml:lang=\"de\"><seg>b",
        );
    assert_eq!(corrected(&units, &kept).unwrap(), [expected]);
    let dated = bytes(&units, &kept[..1], &[], OmittedUnits::Mark).unwrap().remove(0);
    let dated = String::from_utf8(dated).unwrap();
    assert!(
        dated.contains("<tu tuid=\"1\" creationid=\"kim\" changedate=\"20") && dated.contains("<tuv xml:lang=\"en-GB\"><seg>One")
    );

    let units = xliff(XLIFF);
    let expected = XLIFF.replace(">Eins<", ">1 &lt; 2<").replace("Three</source><target>Drei", "a</source><target>b");
    let kept = [pair(0, 0, [None, Some("1 < 2")]), pair(1, 1, [Some("a"), Some("b")])];
    assert_eq!(corrected(&units, &kept).unwrap(), [expected]);

    let csv = "id;en;de\r\n1;\"a;\nb\";x\r\n2;\"say \"\"c\"\"\";\"y\"\r\n";
    let units = cut(&[csv], Format::Csv, &["en", "de"]);
    let kept = [pair(0, 1, [Some("a"), None]), pair(1, 1, [None, Some("z;")])];
    assert_eq!(corrected(&units, &kept).unwrap(), ["id;en;de\r\n1;\"a\";\"y\"\r\n2;\"say \"\"c\"\"\";\"z;\"\r\n"]);

    let json =
        cut(&["{\"n\": 1.50, \"de\":\"x\", \"en\" : \"a\"}\n{\"en\":\"b\",\"de\":\"y\"}\n"], Format::JsonLines, &["en", "de"]);
    let kept = [pair(0, 1, [Some("\"c\"\n"), None]), pair(1, 1, [None; 2])];
    assert_eq!(
        corrected(&json, &kept).unwrap(),
        ["{\"n\": 1.50, \"de\":\"y\", \"en\" : \"\\\"c\\\"\\n\"}\n{\"en\":\"b\",\"de\":\"y\"}\n"]
    );

    let named = cut(&["p\t\ta\nq\tT\tb\n", "p\t\tx\nq\tV\tz\n"], Format::Identified, &[]);
    let kept = [pair(0, 0, [Some("c"), Some("v")]), pair(1, 1, [Some("U\nd"), None])];
    assert_eq!(corrected(&named, &kept).unwrap(), ["p\t\tc\nq\tU\td\n", "p\t\tv\nq\tV\tz\n"]);
}

#[test]
fn a_split_pair_repeats_its_unit_and_a_merged_one_leaves_nothing() {
    let plain = cut(&["a b\nc\r\nd", "x y\nz\nv\n"], Format::Plain, &[]);
    let parts = [["a", "x"], ["b", "y"]].map(|part| pair(0, 0, part.map(Some)));
    let kept = [parts[0], parts[1], pair(2, 2, [Some("c d"), Some("z v")])];
    assert_eq!(corrected(&plain, &kept).unwrap(), ["a\nb\nc d", "x\ny\nz v\n"]);
    let last = [["a", "x"], ["b", "y"]].map(|part| pair(2, 2, part.map(Some)));
    assert_eq!(corrected(&plain, &last).unwrap(), ["a\nb", "x\ny\n"], "a last line without an end");
    let units = tmx();
    let parts = [["a", "x"], ["b", "y"]].map(|part| pair(2, 2, part.map(Some)));
    let written = corrected(&units, &parts).unwrap().remove(0);
    let unit = |[en, de]: [&str; 2]| {
        format!("\n\n\t<tu tuid=\"3\"><tuv xml:lang=\"en\"><seg>{en}</seg></tuv><tuv xml:lang=\"de\"><seg>{de}</seg></tuv></tu>")
    };
    assert!(written.contains(&format!("{}{}\n</body>", unit(["a", "x"]), unit(["b", "y"]))), "{written}");
}

#[test]
fn what_cannot_hold_a_corrected_text_is_refused_with_its_unit() {
    let refused = |units: &PairUnits, kept: &[DeliveredPair<'_>], reason: &str| {
        let error = corrected(units, kept).unwrap_err();
        assert!(error.contains(reason) && error.contains("name a table"), "{error}");
    };
    let plain = cut(&["a\nb\n", "x\ny\n"], Format::Plain, &[]);
    for text in ["a\nb", "a\tb", "a\r"] {
        refused(
            &plain,
            &[pair(0, 0, [None; 2]), pair(1, 1, [Some(text), None])],
            "line 2: a corrected text has a line end or tab",
        );
    }
    let named = cut(&["p\ta\n", "p\tx\n"], Format::Identified, &[]);
    refused(&named, &[pair(0, 0, [Some("b"), None]); 2], "line 1: a split pair would repeat its identifier");
    let units = xliff(XLIFF);
    refused(&units, &[pair(0, 0, [Some("One"), None])], "unit 1 (line 4): a corrected text would lose the formatting codes");
    refused(&units, &[pair(1, 1, [Some("a"), None]); 2], "unit 3 (line 8): a split pair would repeat");
    refused(&units, &[pair(1, 1, [Some("a\u{b}"), None])], "a text has the character U+000B, which XML forbids");
    let segmented = XLIFF.replace("<source>Three</source>", "<source>Three</source><seg-source>Three</seg-source>");
    refused(&xliff(&segmented), &[pair(1, 1, [Some("a"), None])], "unit 3 (line 8): the source of the unit is segmented");
    for coded in ["<seg>Two <ph/>", "<seg>Two<!-- c -->", "<seg><hi>Two</hi>"] {
        let coded = TMX.replace("<seg>Two", coded);
        let units = cut(&[&coded], Format::Tmx, &["en", "de"]);
        refused(&units, &[pair(1, 1, [Some("a"), None])], "unit 2 (line 8): a corrected text would lose");
    }
}

/// A table of complete rows as CSV.
fn csv(header: &[&str], cells: &[String], terminator: csv::Terminator) -> String {
    let mut writer = WriterBuilder::new().terminator(terminator).from_writer(Vec::new());
    writer.write_record(header).unwrap();
    cells.chunks_exact(header.len()).for_each(|row| writer.write_record(row).unwrap());
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

proptest! {
    #[test]
    fn a_corrected_row_differs_in_its_cells_alone(
        cells in prop::collection::vec("[a-z\",;\n\r ]{0,6}[a-z]", 6..30), place in 0..10_usize, texts in ["[a\",\n ]{1,5}a", "[a\",\n ]{1,5}b"],
    ) {
        let text = csv(&["id", "de", "en"], &cells, csv::Terminator::Any(b'\n'));
        let units = cut(&[&text], Format::Csv, &["en", "de"]);
        let count = units.files.pairs();
        let place = place % count;
        let kept: Vec<_> = (0..count).map(|at| {
            let texts = if at == place { [0, 1].map(|side| Some(texts[side].as_str())) } else { [None; 2] };
            pair(at, at, texts)
        }).collect();
        let written = corrected(&units, &kept).unwrap().remove(0);
        let again = cut(&[&written], Format::Csv, &["en", "de"]);
        let row = |units: &PairUnits, at: usize| units.files.files[0].text[units.files.units[at].bytes[0].clone()].to_owned();
        for at in (0..count).filter(|&at| at != place) {
            prop_assert_eq!(row(&again, at), row(&units, at));
        }
        prop_assert_eq!([again.files.text(place, Side::Source), again.files.text(place, Side::Target)], [&texts[0], &texts[1]]);
    }

    #[test]
    fn all_units_together_are_the_file(cells in prop::collection::vec("[a-z\",;\n\r ]{0,5}[a-z]", 2..20), crlf in any::<bool>()) {
        let text = csv(&["en", "de"], &cells, if crlf { csv::Terminator::CRLF } else { csv::Terminator::Any(b'\n') });
        let units = cut(&[&text], Format::Csv, &["en", "de"]);
        prop_assert_eq!(units.files.pairs(), cells.len() / 2);
        prop_assert_eq!(kept(&units, &(0..cells.len() / 2).collect::<Vec<_>>()), [text]);
    }
}
