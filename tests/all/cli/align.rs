//! `wordfield align`: lines in order, sentences, shuffled files, refusals.

use std::{collections::BTreeMap, fs, path::Path};

use crate::program::{each_says, expect, rows};

const LINES: usize = 120;

/// Sentences of one to three words, translated word for word; every seventh one has a number.
fn sentences(word: &str) -> Vec<String> {
    let one = |i: usize| {
        let words = [i % 23, 23 + (5 * i) % 29, 52 + (i * i + i / 7) % 31].map(|of| format!("{word}{}", letters(of)));
        let number = if i.is_multiple_of(7) { format!(" {}", 100 + i) } else { String::new() };
        format!("{}{number}.", words[..=i % 3].join(" "))
    };
    (0..LINES).map(one).collect()
}

fn letters(mut number: usize) -> String {
    let mut text = String::new();
    for _ in 0..3 {
        text.push(char::from(b'a' + (number % 5) as u8));
        number /= 5;
    }
    text
}

/// Source and target file: one target line is missing, and two target lines are merged.
fn texts(folder: &Path) {
    let (source, mut target) = (sentences("wo"), sentences("mot"));
    target.remove(40);
    let merged = target.remove(80);
    target[79] = [target[79].as_str(), &merged].join(" ");
    fs::write(folder.join("a.txt"), source.join("\n") + "\n").unwrap();
    fs::write(folder.join("b.txt"), target.join("\r\n")).unwrap();
}

#[test]
fn texts_are_decoded_as_every_other_file() {
    let folder = tempfile::tempdir().unwrap();
    texts(folder.path());
    let (plain, _) = expect(folder.path(), 0, "align a.txt b.txt");
    let text = fs::read_to_string(folder.path().join("b.txt")).unwrap();
    let wide: Vec<u8> = "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    fs::write(folder.path().join("wide.txt"), wide).unwrap();
    let (table, message) = expect(folder.path(), 0, "align a.txt wide.txt");
    assert_eq!(table, plain);
    assert!(message.contains("UTF-16"), "{message}");
}

#[test]
fn lines_are_joined_in_order_as_a_table_or_a_translation_memory() {
    let folder = tempfile::tempdir().unwrap();
    texts(folder.path());
    let (table, message) = expect(folder.path(), 0, "align a.txt b.txt");
    assert!(message.contains("pairs of lines") && message.contains("without a partner"), "{message}");
    let (header, beads) = rows(&table);
    assert_eq!(header, ["source lines", "target lines", "score", "source text", "target text"]);
    let joined: BTreeMap<&str, &str> = beads.iter().map(|row| (row[0], row[1])).collect();
    let right = |source: &str, target: &str| joined.get(source) == Some(&target);
    assert!(right("10", "10") && right("60", "59") && right("110", "108"), "{joined:?}");
    let scores = beads.iter().map(|row| row[2].parse::<f64>().unwrap());
    assert!(scores.into_iter().all(|score| (0.0..=1.0).contains(&score)));
    let lines: Vec<String> = fs::read_to_string(folder.path().join("a.txt")).unwrap().lines().map(str::to_owned).collect();
    let all: Vec<&str> = beads.iter().map(|row| row[3]).filter(|text| !text.is_empty()).collect();
    assert_eq!(all.join(" "), lines.join(" "), "no line of the source is lost");
    expect(folder.path(), 0, "align a.txt b.txt --second-pass --languages en,fr --out out.tmx");
    let memory = fs::read_to_string(folder.path().join("out.tmx")).unwrap();
    assert!(memory.contains("xml:lang=\"fr\"") && memory.matches("<tu ").count() > 100, "{memory}");
    expect(folder.path(), 0, "check --pairs out.tmx --folds 2 --out checked.tsv");
}

#[test]
fn a_blank_line_is_no_partner_and_the_memory_holds_the_pairs_that_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("a.txt", "The house of 1998 is old.\nNobody\nIt has 12 rooms.\n\nThe garden of 2004 is new.\n");
    write("b.txt", "Das Haus von 1998 ist alt.\n\nEs hat 12 Zimmer.\nNiemand\nDer Garten von 2004 ist neu.\n");
    // Anchors pair a line with a blank line on either side.
    let call = "align a.txt b.txt --anchors 2:2,3:3,4:4,5:5";
    let (table, message) = expect(folder.path(), 0, call);
    let counts = "3 pairs of lines, 3 of them one to one; 2 lines without a partner, 2 blank lines\n";
    assert_eq!(message, counts);
    let (_, beads) = rows(&table);
    let spans = |side: usize| beads.iter().map(|row| row[side]).filter(|span| !span.is_empty()).collect::<Vec<_>>();
    assert_eq!((spans(0), spans(1)), (vec!["1", "2", "3", "4", "5"], vec!["1", "2", "3", "4", "5"]), "all lines are listed");
    assert_eq!(beads.iter().filter(|row| !row[3].is_empty() && !row[4].is_empty()).count(), 3, "{table}");
    let (_, message) = expect(folder.path(), 0, &format!("{call} --out m.tmx"));
    let memory = fs::read_to_string(folder.path().join("m.tmx")).unwrap();
    assert_eq!((message.as_str(), memory.matches("<tu ").count()), (counts, 3));
}

#[test]
fn characters_that_a_translation_memory_would_lose_are_refused_with_their_line() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("a.txt", "The house of 1998 is old.\nIt has 12 rooms.\n");
    for (lost, code) in [("\u{b}", "U+000B"), ("\u{1b}", "U+001B"), ("\u{ffff}", "U+FFFF")] {
        write("b.txt", &format!("Das Haus von 1998 ist alt.\nEs hat 12{lost} Zimmer.\n"));
        let (_, error) = expect(folder.path(), 1, "align a.txt b.txt --out m.tmx");
        assert!(error.contains(&format!("m.tmx: target line 2 holds {code}, which XML cannot hold: remove it")), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no memory is written");
        expect(folder.path(), 0, "align a.txt b.txt --out m.tsv");
        fs::remove_file(folder.path().join("m.tsv")).unwrap();
    }
}

#[test]
fn texts_are_cut_into_sentences() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("a.txt", "The old cat sleeps. It was born in 1998.\nNobody wakes it before noon.\n");
    write("b.txt", "Die alte Katze schläft.\nSie wurde 1998 geboren. Niemand weckt sie vor Mittag.\n");
    let (table, _) = expect(folder.path(), 0, "align a.txt b.txt --sentences --languages en,de --anchors 2:2");
    let (_, beads) = rows(&table);
    assert_eq!(beads.iter().map(|row| (row[0], row[1])).collect::<Vec<_>>(), [("1", "1"), ("2", "2"), ("3", "3")], "{table}");
}

#[test]
fn shuffled_files_are_joined_by_known_pairs() {
    let folder = tempfile::tempdir().unwrap();
    let (source, target) = (sentences("wo"), sentences("mot"));
    let place = |i: usize| (i * 77) % LINES;
    let mut shuffled = vec![String::new(); LINES];
    for (i, text) in target.into_iter().enumerate() {
        shuffled[place(i)] = text;
    }
    fs::write(folder.path().join("a.txt"), source.join("\n")).unwrap();
    fs::write(folder.path().join("b.txt"), shuffled.join("\n")).unwrap();
    let known: Vec<String> = (0..90).map(|i| format!("{}\t{}", i + 1, place(i) + 1)).collect();
    fs::write(folder.path().join("k.tsv"), format!("source line\ttarget line\n{}\n", known.join("\n"))).unwrap();
    let (table, message) = expect(folder.path(), 0, "align a.txt b.txt --unordered --known k.tsv");
    assert!(message.contains("of 30 lines have a partner, by 90 known pairs"), "{message}");
    let (_, found) = rows(&table);
    let number = |text: &str| text.parse::<usize>().unwrap();
    let right = found.iter().filter(|row| place(number(row[0]) - 1) == number(row[1]) - 1).count();
    assert!(right >= 20, "{right} of 30");
}

#[test]
fn wrong_calls_say_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    texts(folder.path());
    let write = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).unwrap();
    write("few.tsv", b"1\t1\n");
    write("twice.tsv", b"1\t1\n2\t1\n3\t3\n4\t4\n");
    write("far.tsv", b"1\t1\n900\t2\n");
    write("binary.txt", b"caf\0\n");
    let call = "align a.txt b.txt";
    each_says(
        folder.path(),
        [
            (2, format!("{call} --anchors 3-3"), "--anchors", "give two lines from 1"),
            (2, format!("{call} --anchors 900:1"), "--anchors", "900"),
            (2, format!("{call} --languages en"), "--languages", "give two codes"),
            (2, format!("{call} --unordered"), "--known", "required"),
            (2, format!("{call} --unordered --known few.tsv --out m.TMX"), "--unordered writes partners as a table", ".tsv"),
            (1, format!("{call} --unordered --known few.tsv"), "holds 1 pairs", "give 4 at least"),
            (1, format!("{call} --unordered --known twice.tsv"), "twice.tsv:2: line 1 is in two pairs", "keep one"),
            (1, format!("{call} --unordered --known far.tsv"), "\"900\" is no line of the source", "from 1 to 120"),
            (1, "align binary.txt b.txt".to_owned(), "is not text", "convert it to plain text"),
            (1, "align none.txt b.txt".to_owned(), "none.txt", "check the path"),
            (2, format!("{call} --out b.txt"), "--out b.txt", "is read from"),
        ],
    );
}
