//! `wordfield deliver`: the clean file, the rejected pairs, refusals.

use std::fs;
use std::path::Path;

use crate::program::{each_says, expect, rows};

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
}

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

/// Five lines on each side, one of them without text, and verdicts on three lines.
fn lines(folder: &Path) {
    write(
        folder,
        &[
            ("m.en", "one  tea\ntwo \"cups\"\r\n\nfour pots\nfive\n"),
            ("m.de", "ein Tee\nvier Kannen\nnichts\nzwei Tassen\nfünf\n"),
            (
                "v.tsv",
                "line\tverdict\tnote\ttarget line\tscore\n1\taccepted\t\t1\t.9\n2\tline 4\t\t\t.1\n4\trejected\tmoved\t\t.1\n5\t\t\t\t.625\n",
            ),
        ],
    );
}

const CALL: &str = "deliver --source m.en --target m.de --verdicts v.tsv";

#[test]
fn two_files_keep_their_bytes_and_rejected_pairs_have_reasons() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    lines(at);
    let (_, message) = expect(at, 0, &format!("{CALL} --out clean --rejects rejects.tsv"));
    assert!(message.contains("3 of 5 pairs kept; 1 rejected, 1 left out."), "{message}");
    assert_eq!(text(at, "clean.en"), "one  tea\ntwo \"cups\"\r\nfive\n");
    assert_eq!(text(at, "clean.de"), "ein Tee\nzwei Tassen\nfünf\n");
    let table = text(at, "rejects.tsv");
    let (header, rejected) = rows(&table);
    assert_eq!(header[..7], ["unit", "id", "line", "cause", "reasons", "hints", "note"]);
    assert_eq!((rejected[0][..4].to_vec(), &rejected[0][7..9]), (vec!["3", "", "3", "no text on one side"], &["", "nichts"][..]));
    assert_eq!(
        (rejected[1][..4].to_vec(), rejected[1][6..].to_vec()),
        (vec!["4", "", "4", "rejected"], vec!["moved", "four pots", "zwei Tassen", ""])
    );
}

#[test]
fn a_target_that_several_pairs_take_is_counted_once_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    lines(at);
    for (row, doubled) in [("5\taccepted\n", true), ("5\tline 4\n", true), ("4\trejected\n", false)] {
        write(at, &[("v.tsv", &format!("line\tverdict\n2\tline 4\n{row}"))]);
        let (_, message) = expect(at, 0, &format!("{CALL} --out clean"));
        let reported =
            message.contains("1 target is delivered more than once, the first that of line 4: reject one of the pairs.");
        assert_eq!(reported, doubled, "{message}");
    }
}

#[test]
fn two_files_leave_as_a_translation_memory_and_rejects_name_their_category() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    lines(at);
    write(at, &[("v.tsv", "line\tverdict\tcategory\n4\trejected\tomission\n")]);
    expect(at, 0, &format!("{CALL} --out clean.tmx --rejects rejects.tsv"));
    let memory = text(at, "clean.tmx");
    assert_eq!(memory.matches("<tu ").count(), 3, "pairs without a verdict too: {memory}");
    let table = text(at, "rejects.tsv");
    let (header, rejected) = rows(&table);
    assert_eq!((header.last(), rejected[1].last()), (Some(&"category"), Some(&"omission")));
}

#[test]
fn the_rule_decides_about_pairs_without_a_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    lines(at);
    for (rule, kept) in [
        ("accepted", "one  tea\ntwo \"cups\"\r\n"),
        ("score>.6", "one  tea\ntwo \"cups\"\r\nfive\n"),
        ("score", "one  tea\ntwo \"cups\"\r\nfive\n"),
        ("score>.625", "one  tea\ntwo \"cups\"\r\n"),
    ] {
        expect(at, 0, &format!("{CALL} --keep {rule} --out {rule} --rejects r.csv"));
        assert_eq!(text(at, &format!("{rule}.en")), kept, "{rule}");
    }
    assert!(text(at, "r.csv").contains("5,,5,score 0.62,"), "{}", text(at, "r.csv"));
}

#[test]
fn the_report_of_a_check_tells_scores_without_verdicts() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    lines(at);
    write(at, &[("v.tsv", "line\tscore\n1\t0.75\n2\t0.01\n4\t0.5\n5\t0.9999\n")]);
    expect(at, 0, &format!("{CALL} --keep score>.5 --out clean"));
    assert_eq!(text(at, "clean.en"), "one  tea\nfive\n");
}

#[test]
fn a_translation_memory_leaves_with_its_units_or_as_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let unit = |id: &str, note: &str, texts: [&str; 2]| {
        format!(
            "<tu tuid=\"{id}\" creationid=\"kim\">\n<note>{note}</note>\n<tuv xml:lang=\"en\"><seg>{}</seg></tuv>\n\
             <tuv xml:lang=\"de\"><seg>{}</seg></tuv></tu>\n",
            texts[0], texts[1]
        )
    };
    let [first, second] = [unit("a", "x &amp; y", ["one", "eins"]), unit("b", "", ["two", "drei"])];
    let memory =
        |units: &str| format!("<tmx version=\"1.4\"><header srclang=\"en\" datatype=\"x\"/><body>\n{units}</body></tmx>\n");
    write(at, &[("m.tmx", &memory(&format!("{first}{second}"))), ("v.tsv", "unit\tid\tverdict\n2\tb\trejected\n")]);
    let call = "deliver --pairs m.tmx --verdicts v.tsv";
    expect(at, 0, &format!("{call} --out clean.tmx --rejects r.tsv"));
    assert_eq!(text(at, "clean.tmx"), memory(&first));
    assert!(text(at, "r.tsv").contains("2\tb\t6\trejected\t\t\t\ttwo\tdrei"), "{}", text(at, "r.tsv"));
    expect(at, 0, &format!("{call} --out clean.tsv"));
    let table = text(at, "clean.tsv");
    let (header, kept) = rows(&table);
    let column = |name: &str| header.iter().position(|title| *title == name).unwrap();
    assert_eq!(kept.len(), 1);
    assert_eq!((kept[0][column("en text")], kept[0][column("de text")], kept[0][column("line")]), ("one", "eins", "2"));
    expect(at, 0, &format!("{call} --as moses --out lines"));
    assert_eq!((text(at, "lines.en").as_str(), text(at, "lines.de").as_str()), ("one\n", "eins\n"));
    expect(at, 0, &format!("{call} --out clean.xlsx"));
    assert!(fs::read(at.join("clean.xlsx")).unwrap().starts_with(b"PK"));
}

#[test]
fn corrected_texts_replace_the_original_ones() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    lines(at);
    let header = "line\tverdict\tcorrection\tcorrected en\tcorrected de\n";
    let rows =
        "1\taccepted\tedited\tone tea\tein Tee\n2\t\tsplit\ttwo\tzwei\n2\t\tsplit\tcups\tTassen\n4\taccepted\tmerged\t\t\n";
    write(at, &[("v.tsv", &format!("{header}{rows}"))]);
    let (_, message) = expect(at, 0, &format!("{CALL} --out clean --rejects rejects.tsv"));
    assert!(
        message.contains("4 of 5 pairs kept; 0 rejected, 1 left out.") && message.contains("1 edited, 1 split, 1 merged"),
        "{message}"
    );
    assert_eq!(text(at, "clean.en"), "one tea\ntwo\r\ncups\r\nfive\n");
    assert_eq!(text(at, "clean.de"), "ein Tee\nzwei\nTassen\nfünf\n");
    expect(at, 0, &format!("{CALL} --out clean.tmx"));
    let memory = text(at, "clean.tmx");
    assert!(
        memory.matches("<tu ").count() == 4 && memory.contains("<seg>Tassen</seg>") && !memory.contains("four pots"),
        "{memory}"
    );
    expect(at, 0, &format!("{CALL} --out clean.tsv"));
    assert!(text(at, "clean.tsv").contains("\tcups\tTassen\t"), "{}", text(at, "clean.tsv"));
    // A pair that is merged into a rejected pair is not delivered.
    write(at, &[("v.tsv", &format!("{header}2\trejected\tedited\tboth\tbeide\n4\taccepted\tmerged\t\t\n"))]);
    expect(at, 0, &format!("{CALL} --out clean --rejects rejects.tsv"));
    assert_eq!(text(at, "clean.en"), "one  tea\nfive\n");
    assert!(text(at, "rejects.tsv").contains("4\t\t4\tmerged into a pair that is not kept"), "{}", text(at, "rejects.tsv"));
    write(at, &[("v.tsv", &format!("{header}5\taccepted\tedited\t\"fi\nve\"\tfünf\n"))]);
    let call = format!("{CALL} --out broken");
    each_says(at, [(1, call, "line 5: a corrected text has a line end", "name a table by --out")]);
    assert!(!at.join("broken.en").exists() && !at.join("broken.de").exists(), "nothing is left of a refused file");
}

#[test]
fn a_byte_order_mark_stays_before_units_that_are_cut_where_they_begin() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let unit = |id: u32| {
        format!("<tu tuid=\"{id}\"><tuv xml:lang=\"en\"><seg>s{id}</seg></tuv><tuv xml:lang=\"de\"><seg>t{id}</seg></tuv></tu>")
    };
    let pair = |id: u32| format!("<trans-unit id=\"{id}\"><source>s{id}</source><target>t{id}</target></trans-unit>");
    let xliff = "<xliff version=\"1.2\"><file source-language=\"en\" target-language=\"de\"><body>";
    let files = [
        ("m.tmx", "<tmx version=\"1.4\"><header srclang=\"en\"/><body>", [unit(1), unit(2)], "\n</body></tmx>"),
        ("m.xlf", xliff, [pair(1), pair(2)], "\n</body></file></xliff>"),
        ("m.csv", "en,de", ["s1,t1".to_owned(), "s2,t2".to_owned()], ""),
    ];
    for (name, begin, [first, second], end) in files {
        write(
            at,
            &[
                (name, &format!("\u{feff}{begin}\n{first}\n{second}{end}")),
                ("v.tsv", "line\tverdict\n"),
                ("w.tsv", "unit\tverdict\n1\trejected\n"),
            ],
        );
        let call = format!("deliver --pairs {name} --text-column en,de");
        let call = if name == "m.xlf" { format!("deliver --pairs {name}") } else { call };
        expect(at, 0, &format!("{call} --verdicts v.tsv --out clean-{name}"));
        assert_eq!(text(at, &format!("clean-{name}")), text(at, name));
        expect(at, 0, &format!("{call} --verdicts w.tsv --remove --out clean-{name}"));
        assert_eq!(text(at, &format!("clean-{name}")), format!("\u{feff}{begin}\n{second}{end}"));
    }
}

#[test]
fn wrong_calls_say_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    lines(at);
    write(at, &[("w.tsv", "line\tverdict\n1\tline 3\n"), ("n.tsv", "line\tverdict\n1\taccepted\n")]);
    let call = "deliver --source m.en --target m.de";
    each_says(
        at,
        [
            (1, format!("{call} --verdicts w.tsv --out o"), "row 2: the target that it names is no pair", "--stale ignore"),
            (
                2,
                format!("{call} --verdicts n.tsv --keep score>.2 --out o"),
                "tell no score of line 2",
                "give the report of `check`",
            ),
            (2, format!("{call} --verdicts n.tsv --keep most --out o"), "--keep", "give not-rejected, accepted"),
            (2, format!("{call} --verdicts n.tsv --keep score>7 --out o"), "--keep", "a number from 0 to 1"),
            (
                2,
                "deliver --pairs v.tsv --verdicts n.tsv --out o.zip".to_owned(),
                "no format of pairs",
                "name one with the extension",
            ),
            (2, format!("{call} --verdicts n.tsv --out m.en"), "--out m.en", "is read"),
            (
                1,
                format!("{call} --verdicts m.de --out o"),
                "no column verdict beside unit, line or both texts",
                "export the reviewed pairs",
            ),
        ],
    );
}

#[test]
fn units_on_one_line_are_all_delivered_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let unit = |id: u32| {
        format!("<tu tuid=\"{id}\"><tuv xml:lang=\"en\"><seg>s{id}</seg></tuv><tuv xml:lang=\"de\"><seg>t{id}</seg></tuv></tu>")
    };
    let alone = "<tu tuid=\"z\"><tuv xml:lang=\"en\"><seg>alone</seg></tuv></tu>";
    let memory = format!("<tmx><header srclang=\"en\"/><body>{}{alone}</body></tmx>", (1..=3).map(unit).collect::<String>());
    write(at, &[("m.tmx", &memory), ("v.tsv", "unit\tverdict\tnote\n2\trejected\tno\n")]);
    let call = "deliver --pairs m.tmx --verdicts v.tsv --rejects r.tsv --json a.json";
    let (_, message) = expect(at, 0, &format!("{call} --out clean.tsv"));
    assert!(
        message.contains("2 of 4 pairs kept; 1 rejected, 1 left out.") && message.contains("1 unit is left out"),
        "{message}"
    );
    let account: serde_json::Value = serde_json::from_str(&text(at, "a.json")).unwrap();
    assert_eq!(
        [&account["read"], &account["kept"], &account["rejected"], &account["left_out"], &account["written"]],
        [4, 2, 1, 1, 2]
    );
    assert_eq!(account["omitted"][1]["cause"], "no <tuv> in one of the two languages");
    assert_eq!(account["omitted"][1]["texts"][0], "alone");
    let table = text(at, "r.tsv");
    let (_, rejected) = rows(&table);
    assert_eq!((rejected[0][..4].to_vec(), rejected[0][6]), (vec!["2", "2", "1", "rejected"], "no"));
    expect(at, 0, &format!("{call} --out clean.tmx"));
    assert_eq!(text(at, "clean.tmx"), memory.replace(&unit(2), ""));
}

#[test]
fn verdicts_of_an_earlier_version_of_the_file_follow_their_texts() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let verdicts = "line\tverdict\ten text\tde text\n1\taccepted\tone\teins\n2\trejected\ttwo\tzwei\n";
    write(at, &[("m.en", "zero\none\ntwo\nthree\n"), ("m.de", "null\neins\nzwei\ndrei\n"), ("v.tsv", verdicts)]);
    expect(at, 0, &format!("{CALL} --out clean"));
    assert_eq!(text(at, "clean.en"), "zero\none\nthree\n");
    write(at, &[("m.de", "null\neins\nzwo\ndrei\n")]);
    let refused = "1 of the verdicts fits no pair (row 3: line 2 has other texts now)";
    each_says(at, [(1, format!("{CALL} --out stale"), refused, "--stale ignore")]);
    assert!(!at.join("stale.en").exists());
    let (_, message) = expect(at, 0, &format!("{CALL} --out stale --stale report"));
    assert!(message.contains("Verdict in row 3 is not applied"), "{message}");
    assert_eq!(text(at, "stale.de"), "null\neins\nzwo\ndrei\n");
    // Line numbers are ambiguous in a file whose units are not lines.
    write(at, &[("m.csv", "en,de\none,eins\ntwo,zwei\n"), ("v.tsv", "line\tverdict\n2\trejected\n")]);
    let call = "deliver --pairs m.csv --verdicts v.tsv --out clean.csv".to_owned();
    each_says(at, [(1, call, "line 2 can be unit 2 of the file or unit 1 in that line", "the column unit, or give both texts")]);
}

#[test]
fn merged_pairs_need_corrected_texts_and_invalid_bytes_their_own_form() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    lines(at);
    write(at, &[("v.tsv", "line\tverdict\tcorrection\n2\taccepted\tmerged\n")]);
    let remedy = "correct that pair, or restore the texts";
    each_says(
        at,
        [(1, format!("{CALL} --out clean"), "line 2 is merged into the pair before it, which has no corrected", remedy)],
    );
    fs::write(
        at.join("m.en"),
        b"one\xff tea\nt\xc3\xa9a\n\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\n\nfive\n",
    )
    .unwrap();
    write(at, &[("v.tsv", "line\tverdict\n")]);
    expect(at, 0, &format!("{CALL} --out clean"));
    assert!(fs::read(at.join("clean.en")).unwrap().starts_with(b"one\xff tea\n"));
    each_says(at, [(1, format!("{CALL} --out clean.tsv"), "m.en: 1 places hold invalid bytes, the first in line 1", "--lossy")]);
    expect(at, 0, &format!("{CALL} --out clean.tsv --lossy"));
    assert!(text(at, "clean.tsv").contains("one\u{fffd} tea"));
}
