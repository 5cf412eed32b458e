//! Pairs of documents: reading, recognition, and errors of unreadable files.

#![expect(clippy::unwrap_used, reason = "a test that cannot make its files has failed")]

mod arff;
mod memories;
mod research;
mod translation_files;

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use wordfield_core::corpus::{
    Body, Cancel, Corpus, ErrorKind, Format, RawCorpus, ReadOptions, Side, TaskKind, TextOptions, preview, preview_all, read,
    read_pair_files, read_pairs, read_side,
};
use wordfield_testing::{Place, data, open, open_as};

/// Source and target text of each pair.
fn pairs(corpus: &RawCorpus) -> Vec<(String, String)> {
    let pairs = corpus.task.pairs().unwrap();
    let text = |document: usize| corpus.documents[document].body.clone().into_text();
    pairs.matched().map(|(source, target)| (text(source), text(target))).collect()
}

fn texts(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|&(a, b)| (a.to_owned(), b.to_owned())).collect()
}

/// The names of the sides.
fn sides(corpus: &RawCorpus) -> [&str; 2] {
    let half = corpus.documents.len() / 2;
    [&corpus.documents[0].label, &corpus.documents[half].label]
}

fn both(from: &Path, to: &Path) -> [PathBuf; 2] {
    [from.to_owned(), to.to_owned()]
}

fn fails(paths: &[PathBuf], options: &ReadOptions, parts: &[&str]) {
    let message = read(paths, options, &Cancel::default()).unwrap_err().to_string();
    for part in parts {
        assert!(message.contains(part), "no {part:?} in: {message}");
    }
}

fn fails_alone(path: &Path, parts: &[&str]) {
    fails(&[path.to_owned()], &ReadOptions::default(), parts);
}

fn pairs_asked() -> ReadOptions {
    ReadOptions { task: Some(TaskKind::Pairs), ..ReadOptions::default() }
}

fn columns(names: &[&str]) -> ReadOptions {
    ReadOptions { text_columns: names.iter().map(|&name| name.into()).collect(), ..pairs_asked() }
}

const ENGLISH: &str = "K1\tTemple\tA temple (old).\nK2\tRiver\tThe river.\nK3\tNo text\t\nK4\tTea\tGreen tea.\n";
const JAPANESE: &str = "K1\t寺\t古い寺。\nK2\t川\t川である。\nK3\t無\t何か。\nK4\t茶\t緑茶。\n";

#[test]
fn two_files_whose_identifiers_agree_are_pairs() {
    let place = Place::new();
    let paths = both(&place.file("k.en.tsv", ENGLISH), &place.file("k.ja.tsv", JAPANESE));
    let corpus = read(&paths, &ReadOptions::default(), &Cancel::default()).unwrap();
    assert_eq!((corpus.name.as_str(), sides(&corpus), corpus.documents.len()), ("k en-ja", ["en", "ja"], 8));
    assert_eq!(pairs(&corpus)[0], ("Temple\nA temple (old).".to_owned(), "寺\n古い寺。".to_owned()));
    assert_eq!(corpus.documents[4].title, "K1 寺");
    assert_eq!(corpus.task.pairs().unwrap().ids[4..6], ["K1", "K2"]);
    let preview = preview_all(&paths, &ReadOptions::default(), &Cancel::default()).unwrap();
    assert_eq!((preview.task, preview.counterparts.len()), (TaskKind::Pairs, 4));
    assert!(preview.recognised.contains("two files of lines with identifiers") && preview.recognised.contains("\"ja\""));
    assert_eq!(preview.counterparts[1].title, "K2 川");
    // The source alone is one side of pairs.
    fails_alone(&paths[0], &["k.en.tsv", "one side of pairs", "together"]);
    assert_eq!(read_side(&paths[1], &ReadOptions::default(), &Cancel::default()).unwrap().0.len(), 4);
}

#[test]
fn words_already_cut_are_kept() {
    let place = Place::new();
    let paths = both(
        &place.file("n.en.tok.txt", "x.1\twelsh ams worried\nx.2\tnorth-west wind\nx.3\t\n"),
        &place.file("n.ja.tok.txt", "x.1\t古い 永平寺\nx.2\t風 県\nx.3\t川\n"),
    );
    let corpus = read(&paths, &ReadOptions::default(), &Cancel::default()).unwrap();
    assert_eq!(corpus.documents[0].body, Body::Tokens("welsh ams worried".into()));
    assert_eq!(corpus.documents[2].body, Body::Tokens("古い 永平寺".into()));
    assert_eq!(corpus.documents[1].title, "x.2");
    assert!(corpus.notes.iter().any(|note| note.contains("1 unit is left out: no text on one side (the first: n.en.tok.txt:3)")));
}

#[test]
fn lines_of_text_alone_are_pairs_line_for_line() {
    let place = Place::new();
    let paths = both(&place.file("c.de", "Guten Tag!\n\nDanke.\n"), &place.file("c.en", "Good day!\nNothing.\nThanks.\n\n"));
    let corpus = read(&paths, &ReadOptions::default(), &Cancel::default()).unwrap();
    assert_eq!((corpus.format, sides(&corpus)), (Format::Plain, ["de", "en"]));
    assert_eq!(pairs(&corpus), texts(&[("Guten Tag!", "Good day!"), ("Danke.", "Thanks.")]));
    assert_eq!(corpus.documents[1].title, "c.de:3", "blank lines count");
    assert!(corpus.notes.iter().any(|note| note.contains("1 unit") && note.contains("c.de:2")), "{:?}", corpus.notes);
}

#[test]
fn sides_of_different_formats_are_paired_on_request() {
    let place = Place::new();
    let csv = place.file("a.csv", "id,text\n1,\"one, two\"\n2,three\n");
    let json = place.file("b.jsonl", "{\"id\": 1, \"text\": \"un, deux\"}\n{\"id\": 2, \"text\": \"trois\"}\n");
    let corpus = read_pairs(&csv, &json, &ReadOptions::default(), &Cancel::default()).unwrap();
    assert_eq!(pairs(&corpus), texts(&[("one, two", "un, deux"), ("three", "trois")]));
    assert_eq!((sides(&corpus), corpus.documents[3].title.as_str()), (["a", "b"], "2"));
    let folder = place.0.path().to_owned();
    fails(&both(&csv, &folder), &pairs_asked(), &["no single side of pairs"]);
    let svm = place.file("c.svm", "1 1:2\n");
    fails(&both(&csv, &svm), &pairs_asked(), &["c.svm", "no single side"]);
}

#[test]
fn lines_of_different_counts_name_both() {
    let place = Place::new();
    let plain = both(&place.file("a.txt", "One.\nTwo.\n"), &place.file("b.txt", "Un.\n"));
    fails(&plain, &ReadOptions::default(), &["a.txt: the text has 2 lines", "b.txt 1", "align them"]);
    let kind = |paths: &[PathBuf]| read(paths, &ReadOptions::default(), &Cancel::default()).unwrap_err().kind;
    assert_eq!(kind(&plain), ErrorKind::Unaligned);
    let numbers = both(&place.file("c.txt", "0.5 1\n-2 1\n"), &place.file("d.txt", "0.5 1\n"));
    fails(&numbers, &pairs_asked(), &["c.txt: the file holds 2 documents", "d.txt 1", "no identifiers", "line for line"]);
}

#[test]
fn scores_and_lines_of_a_table_belong_to_its_pairs() {
    let place = Place::new();
    let header = "source lines\ttarget lines\tscore\tsource text\ttarget text\n";
    let rows = "1-2\t1\t0.5\tgreen tea\tthé vert\n3\t\t0.9\talone\t\n4\t2-3\t?\triver\tfleuve\n";
    let corpus = open(&place.file("a.tsv", header.to_owned() + rows));
    let pairs = corpus.task.pairs().unwrap();
    assert_eq!(pairs.spans, ["1-2", "4", "1", "2-3"], "the line without a partner is no pair");
    assert!(pairs.scores[0].total_cmp(&0.5).is_eq() && pairs.scores[1].is_nan() && pairs.scores.len() == 4, "{:?}", pairs.scores);
    let plain = open(&place.file("b.tsv", "en\tfr\ngreen tea\tthé vert\nriver\tfleuve\n"));
    assert!(plain.task.pairs().is_some_and(|pairs| pairs.scores.is_empty() && pairs.spans.is_empty()));
}

#[test]
fn files_in_different_orders_are_joined_by_identifiers() {
    let place = Place::new();
    let from = place.file("k.en.tsv", ENGLISH);
    let turned: String = JAPANESE.lines().rev().map(|line| line.to_owned() + "\n").collect();
    let sorted = read(&both(&from, &place.file("k.ja.tsv", JAPANESE)), &ReadOptions::default(), &Cancel::default()).unwrap();
    let paths = both(&from, &place.file("k.ja.tsv", turned));
    let joined = read(&paths, &ReadOptions::default(), &Cancel::default()).unwrap();
    assert_eq!((&joined.documents, &joined.task), (&sorted.documents, &sorted.task));
    assert!(joined.notes.iter().any(|note| note == "The two files are joined by their identifiers."), "{:?}", joined.notes);
    // The preview finds partners in any order.
    let number = |i: usize| format!("n{i}\ttext number {i}\n");
    let far = both(
        &place.file("f.en.tsv", (0..300).map(number).collect::<String>()),
        &place.file("f.de.tsv", (0..300).rev().map(number).collect::<String>()),
    );
    let seen = preview_all(&far, &ReadOptions::default(), &Cancel::default()).unwrap();
    assert_eq!((seen.documents.len(), &seen.documents[7].title, &seen.counterparts[7].title), (20, &"n7".into(), &"n7".into()));
    // Documents without a partner are counted.
    let paths = both(&from, &place.file("k.ja.tsv", "K9\t無\t何か。\nK4\t茶\t緑茶。\nK1\t寺\t古い寺。\n"));
    let corpus = read(&paths, &ReadOptions::default(), &Cancel::default()).unwrap();
    assert_eq!(corpus.task.pairs().unwrap().ids[..2], ["K1", "K4"]);
    let note = "3 units are left out: no partner in the other file (the first: k.en.tsv:2).";
    assert!(corpus.notes.iter().any(|found| found == note), "{:?}", corpus.notes);
    // Tables are joined by column, in any order of the columns.
    let csv = place.file("a.csv", "doc_id,text\nx1,one\nx2,two\nx3,three\n");
    let json = place.file("b.jsonl", "{\"text\": \"trois\", \"id\": \"x3\"}\n{\"text\": \"un\", \"id\": \"x1\"}\n");
    let corpus = read_pairs(&csv, &json, &ReadOptions::default(), &Cancel::default()).unwrap();
    assert_eq!(pairs(&corpus), texts(&[("one", "un"), ("three", "trois")]));
}

#[test]
fn identifiers_that_cannot_join_are_named_with_their_lines() {
    let place = Place::new();
    let from = place.file("k.en.tsv", ENGLISH);
    let with = |text: String| both(&from, &place.file("k.ja.tsv", text));
    let repeated = with(JAPANESE.replace("K4", "K1"));
    let options = ReadOptions { format: Some(Format::Identified), ..ReadOptions::default() };
    fails(&repeated, &options, &["k.ja.tsv:4", "\"K1\" stands on line 1", "an identifier of its own"]);
    let nameless = with(JAPANESE.replace("K2\t", "\t").replace("K4", "K5"));
    fails(&nameless, &options, &["k.ja.tsv:2", "no identifier"]);
    let strangers = with(JAPANESE.replace('K', "L"));
    fails(&strangers, &ReadOptions::default(), &["k.en.tsv: none of its identifiers", "\"K1\"", "k.ja.tsv", "belong together"]);
}

#[test]
fn pairs_need_text_on_both_sides() {
    let place = Place::new();
    let paths = both(&place.file("a.txt", "One.\n \nThree.\n"), &place.file("b.txt", "\nTwo.\n\n\n"));
    fails(&both(&paths[0], &place.file("c.txt", "\nTwo.\n")), &pairs_asked(), &["has 3 lines", "c.txt 2;"]);
    let empty = both(&place.file("a.tsv", "K1\t\nK2\tx\nK3\t\n"), &place.file("b.tsv", "K1\tx\nK2\t\nK3\ty\n"));
    fails(&empty, &ReadOptions::default(), &["a.tsv", "no pair has text on both sides"]);
    fails_alone(&place.file("t.tsv", "words,tags\n"), &["no document in it"]);
    fails_alone(&place.file("u.csv", "words,tags\n,x\n"), &["no pair has text on both sides"]);
    fails(&both(&place.file("e.tsv", ""), &place.file("f.tsv", "x\n")), &pairs_asked(), &["e.tsv", "empty"]);
}

#[test]
fn tables_of_two_texts() {
    let place = Place::new();
    let tsv = place.file("a.tsv", "id\ten\tja\n1\tgreen tea\t緑茶\n2\triver\t川\n3\tnothing\t\n");
    let corpus = open(&tsv);
    assert_eq!((sides(&corpus), pairs(&corpus)), (["en", "ja"], texts(&[("green tea", "緑茶"), ("river", "川")])));
    assert_eq!(corpus.task.pairs().unwrap().ids, ["1", "2", "1", "2"]);
    assert!(corpus.notes.iter().any(|note| note == "1 unit is left out: no text on one side (the first: a.tsv:4)."));
    let seen = preview(&tsv, &ReadOptions::default()).unwrap();
    assert!(seen.recognised.contains("the two sides in \"en\", \"ja\""), "{}", seen.recognised);
    assert_eq!(pairs(&open_as(&tsv, &columns(&["ja", "en"])))[0], ("緑茶".to_owned(), "green tea".to_owned()));

    let csv = place.file("b.csv", "source,target\na,b\n");
    assert_eq!(pairs(&open(&csv)), texts(&[("a", "b")]));
    let free = place.file("c.csv", "left,right\na,b\n");
    assert_eq!(pairs(&open_as(&free, &pairs_asked())), texts(&[("a", "b")]));
    let three = place.file("d.csv", "left,middle,right\na,b,c\n");
    fails(&[three], &pairs_asked(), &["which column holds the text of each side", "\"middle\""]);
    let json = place.file("e.jsonl", "{\"source\": \"a\", \"target\": \"b\"}\n{\"source\": \"c\"}\n");
    fails_alone(&json, &["e.jsonl:2", "\"target\""]);
    let provenance = place.file("f.csv", "text,source,target\nx,web,good\ny,book,bad\n");
    assert!(open(&provenance).task.pairs().is_none(), "a text beside source and target");
}

#[test]
fn lines_of_words_and_tags_or_of_two_texts() {
    let place = Place::new();
    let tagged = place.file("t.tsv", "vw1 vw2\tsky polar-bears\nvw3 vw9\tsea\nvw4 vw5\t\n");
    let corpus = open(&tagged);
    assert_eq!((corpus.format, sides(&corpus)), (Format::Tagged, ["words", "tags"]));
    assert_eq!(corpus.documents[2].body, Body::Tokens("sky polar-bears".into()));
    assert!(corpus.notes.iter().any(|note| note.contains("1 unit is left out")));
    assert!(preview(&tagged, &ReadOptions::default()).unwrap().recognised.contains("tags"));
    let parallel = place.file("p.tsv", "Where is it?\tOù est-ce ?\nIt is here.\tC'est ici.\nGood day!\tBonjour !\n");
    let corpus = open(&parallel);
    assert_eq!((corpus.format, corpus.documents.len()), (Format::Parallel, 6));
    let options = ReadOptions { format: Some(Format::Parallel), ..ReadOptions::default() };
    fails(&[place.file("q.tsv", "One.\tUn.\nTwo.\n")], &options, &["q.tsv:2", "1 fields", "text<TAB>text"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn written_pairs_are_read_back(
        texts in prop::collection::vec(("[a-zé.,!]{1,8}( [a-z日本語。]{1,8}){0,5}", "[一-龠ぁ-ん、。]{1,12}"), 1..30),
        identified: bool,
    ) {
        let place = Place::new();
        let write = |name: &str, side: &dyn Fn(&(String, String)) -> String| {
            let id = |i: usize| if identified { format!("x{i}\t") } else { String::new() };
            let lines: Vec<String> = texts.iter().enumerate().map(|(i, text)| format!("{}{}\n", id(i), side(text))).collect();
            place.file(name, lines.concat())
        };
        let (from, to) = (write("p.aa.tsv", &|text| text.0.clone()), write("p.bb.tsv", &|text| text.1.clone()));
        // "y,x" is also the header of a table.
        let format = (!identified).then_some(Format::Plain);
        let corpus = read_pairs(&from, &to, &ReadOptions { format, ..ReadOptions::default() }, &Cancel::default()).unwrap();
        prop_assert_eq!(&pairs(&corpus), &texts);
        prop_assert_eq!(sides(&corpus), ["aa", "bb"]);
        let both = place.file("both.csv", csv(&texts));
        prop_assert_eq!(&pairs(&open_as(&both, &columns(&["aa", "bb"]))), &texts);
    }
}

fn csv(texts: &[(String, String)]) -> Vec<u8> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record(["aa", "bb"]).unwrap();
    for (from, to) in texts {
        table.write_record([from, to]).unwrap();
    }
    table.into_inner().unwrap()
}

#[test]
fn a_table_of_pairs_has_the_texts_of_its_two_files() {
    let place = Place::new();
    let from = ["\"I see.\"", "\"No,\" he cried. \"Yes.\"", "He cried \"yes\"", "\"", "Plain."];
    let to = ["\u{201e}Aha.\u{201c}", "\"Nein\", sagte er. \"Ja.\"", "Er sagte \"ja\"", "\"x", "\"Schlicht\""];
    let lines = |texts: &[&str]| texts.join("\n") + "\n";
    let two = both(&place.file("a.txt", lines(&from)), &place.file("b.txt", lines(&to)));
    let known = pairs(&read(&two, &pairs_asked(), &Cancel::default()).unwrap());
    assert_eq!(known, texts(&from.iter().copied().zip(to).collect::<Vec<_>>()));
    let table = |header: &str, row: &dyn Fn(&str, &str) -> String| {
        let rows: String = from.iter().zip(to).map(|(from, to)| row(from, to)).collect();
        open(&place.file("t.tsv", format!("{header}\n{rows}")))
    };
    for header in ["source\ttarget", "en-GB\the-IL", "English\tHebrew", "English\tSwahili"] {
        let raw = table(header, &|from, to| format!("{from}\t{to}\n"));
        assert_eq!(pairs(&raw), known, "{header}");
        assert_eq!(sides(&raw).join("\t"), header);
    }
    // Quotation marks that a program has added: those of a text are doubled, or every field has them, the header's too.
    let all = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let needed = |text: &str| if text.contains('"') { all(text) } else { text.to_owned() };
    assert_eq!(pairs(&table("en\tde", &|from, to| format!("{}\t{}\n", needed(from), needed(to)))), known);
    assert_eq!(pairs(&table("\"en\"\t\"de\"", &|from, to| format!("{}\t{}\n", all(from), all(to)))), known);
}

#[test]
fn every_line_of_two_files_is_a_pair_or_left_out() {
    let place = Place::new();
    let line = |i: usize| format!("line {i}\n");
    let source: String = (1..=60).map(line).collect();
    let target = source.replace("line 10\n", "\n").replace("line 60\n", " \n");
    let paths = both(&place.file("c.en", source), &place.file("c.de", target));
    let seen = preview_all(&paths, &pairs_asked(), &Cancel::default()).unwrap();
    assert!(seen.documents.len() >= 18, "a blank line is no line too many");
    let files = read_pair_files(&paths, &ReadOptions::default(), &Cancel::default()).unwrap();
    let left: Vec<(usize, &str)> = files.left_out.iter().map(|unit| (unit.unit.number, unit.texts[0].as_str())).collect();
    assert_eq!((files.pairs(), left), (58, vec![(10, "line 10"), (60, "line 60")]));
    let unit = &files.units[9];
    assert_eq!((unit.number, &files.files[1].text[unit.bytes[1].clone()]), (11, "line 11\n"));
}

#[test]
fn quoted_cells_of_a_tab_separated_table_may_span_lines() {
    let place = Place::new();
    let tsv = place.file("a.tsv", "id\ten\tja\n1\t\"green\n\"\"tea\"\"\"\t緑茶\n2\t\"river\tbed\"\t川\n3\tsay \"a\"\t川\n");
    let named = columns(&["en", "ja"]);
    assert_eq!(pairs(&open_as(&tsv, &named)), texts(&[("green\n\"tea\"", "緑茶"), ("river\tbed", "川"), ("say \"a\"", "川")]));
    fails(&[place.file("b.tsv", "id\ten\tja\n1\t\"open\n2\ta\tb\n")], &named, &["b.tsv:2", "2 fields, the header 3"]);
}
