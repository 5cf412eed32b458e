//! Rows of tables and JSON objects: their columns, numbers and bounds.

use super::corpus_readers::{fails, fails_as};
use wordfield_core::corpus::{
    Body, Cancel, Columns, Format, RawCorpus, RawDocument, ReadOptions, TaskKind, preview, read_pair_files, read_pairs, read_rows,
};
use wordfield_testing::{Place, found, open, open_as};

fn columns(corpus: &RawCorpus) -> Columns {
    RawDocument::columns(&corpus.documents, corpus.task.pairs().is_some())
}

/// Name and cells of each column.
fn cells(columns: &Columns) -> Vec<(&str, Vec<&str>)> {
    columns.iter().map(|column| (column.name.as_str(), column.cells().collect())).collect()
}

#[test]
fn fields_with_one_name_are_two_columns() {
    let place = Place::new();
    let text = "{\"label\":\"a\",\"text\":\"x\",\"a.b\":1,\"a\":{\"b\":2}}\n{\"label\":\"b\",\"text\":\"y\",\"a.b\":3}\n";
    let columns = columns(&open(&place.file("a.jsonl", text)));
    let mut found = cells(&columns);
    found.sort_by_key(|(_, cells)| cells[0]);
    assert_eq!([&found[0].1, &found[1].1], [&["1", "3"], &["2", ""]]);
    let mut names = [found[0].0, found[1].0];
    names.sort_unstable();
    assert_eq!(names, ["a.b", "a.b (2)"]);
}

#[test]
fn units_are_numbered_by_lines_only_where_rows_are_lines() {
    let place = Place::new();
    let object = |word: &str| format!("{{\"source\":\"{word} tea\",\"target\":\"{word} thé\"}}");
    let [a, b] = ["a", "b"].map(object);
    for (name, text, numbers) in [
        ("list.json", format!("[{a}, {b}]"), [(1, 1), (2, 1)]),
        ("several.json", format!("[\n\n{a}, {b}\n]"), [(1, 3), (2, 3)]),
        ("lines.jsonl", format!("{a}\n\n{b}\n"), [(1, 1), (3, 3)]),
        ("table.csv", "source,target\n\"a\ntea\",x\nb,y\n".to_owned(), [(1, 2), (2, 4)]),
    ] {
        let files = read_pair_files(&[place.file(name, text)], &ReadOptions::default(), &Cancel::default()).unwrap();
        assert_eq!(files.units.iter().map(|unit| (unit.number, unit.line)).collect::<Vec<_>>(), numbers, "{name}");
    }
}

#[test]
fn objects_without_fields_are_named() {
    let place = Place::new();
    let row = "{\"label\": \"a\", \"text\": \"x\"}\n";
    fails(&place.file("first.jsonl", format!("{{}}\n{row}")), &["first.jsonl:1", "no field \"text\""]);
    fails(
        &place.file("many.jsonl", "\n".to_owned() + &"{}\n".repeat(60) + row),
        &["many.jsonl:2", "it is not clear which column"],
    );
    let seen = preview(&place.file("all.jsonl", "{}\n{}\n"), &ReadOptions::default()).unwrap();
    assert!(seen.notes.iter().any(|note| note.contains("all.jsonl:1: it is not clear")), "{seen:?}");
}

#[test]
fn fields_beyond_the_columns_of_a_table_are_counted() {
    let place = Place::new();
    let object = |row: usize| {
        let fields = (0..4_000).map(|field| format!(",\"f{}\":1", 4_000 * row + field)).collect::<Vec<_>>().concat();
        format!("{{\"label\":\"{row}\",\"text\":\"x\"{fields}}}\n")
    };
    let corpus = open(&place.file("a.jsonl", (0..4).map(object).collect::<String>()));
    assert_eq!(columns(&corpus).len(), 9_998, "a text and a label are the others");
    let note = "6002 fields are left out: a table has 10000 columns at most (the first: a.jsonl:3).";
    assert!(corpus.notes.iter().any(|other| other == note), "{:?}", corpus.notes);
}

#[test]
fn an_open_quotation_of_many_fields_is_read_in_one_pass() {
    let place = Place::new();
    let path = place.file("a.tsv", "label\ttext\na\tx\nb\t\"".to_owned() + &"y\t".repeat(200_000) + "\nc\tz\n");
    fails(&path, &["a.tsv:3", "does not end"]);
    let tsv = ReadOptions { format: Some(Format::Tsv), ..ReadOptions::default() };
    let quoted = "label\ttext\tn\na\t\"x\tv\ty\nz\tu\"\t1\nb\tv\t2\n";
    assert_eq!(found(&open_as(&place.file("b.tsv", quoted), &tsv)), [("a", "x\tv\ty\nz\tu"), ("b", "v")]);
}

#[test]
fn a_declared_tab_is_no_header() {
    let place = Place::new();
    let path = place.file("a.tsv", "sep=\t\nlabel\ttext\tn\na\tx y\t1\nb\t\"z\t2\n");
    let corpus = open(&path);
    assert_eq!((corpus.format, found(&corpus)), (Format::Tsv, vec![("a", "x y"), ("b", "\"z")]));
    let chosen = ReadOptions { format: Some(Format::Tsv), ..ReadOptions::default() };
    assert_eq!(found(&open_as(&path, &chosen)), found(&corpus));
    fails_as(&path, &ReadOptions { label_column: Some("kind".into()), ..chosen }, &["a.tsv:2", "there is no column \"kind\""]);
}

#[test]
fn the_header_of_a_whole_table_is_apart_from_its_rows() {
    let place = Place::new();
    let quoted = read_rows(&place.file("q.tsv", "n\ttext\n1\t\"x\"\"\ny\"\n2\tz\n"), &Cancel::default()).unwrap().1;
    assert_eq!(quoted.iter().map(|row| row.text(1)).collect::<Vec<_>>(), ["x\"\ny", "z"], "the last field has two lines");
    let (header, rows) = read_rows(&place.file("a.csv", "sep=;\na;b\n;\n1;2\n"), &Cancel::default()).unwrap();
    assert_eq!((header.line, header.text(1), rows.len(), rows[0].line, rows[0].text(0)), (2, "b", 1, 4, "1"));
    let long = place.file("l.csv", "a,b\nx,".to_owned() + &"y".repeat(65 << 20));
    let long = read_rows(&long, &Cancel::default()).unwrap_err().to_string();
    assert!(long.contains("64 MiB") && long.ends_with("split the table"), "{long}");
    let empty = read_rows(&place.file("e.csv", ""), &Cancel::default()).unwrap_err().to_string();
    assert!(empty.contains("e.csv: the file is empty"), "{empty}");
}

#[test]
fn pairs_of_two_files_keep_the_columns_of_both() {
    let place = Place::new();
    let from = place.file("a.en.csv", "id,text,desk\n1,tea,x\n2,rice,y\n");
    let to = place.file("a.de.csv", "id,text,desk,by\n2,Reis,v,me\n1,Tee,u,\n");
    let corpus = read_pairs(&from, &to, &ReadOptions::default(), &Cancel::default()).unwrap();
    let columns = columns(&corpus);
    let expected =
        [("id", ["1", "2"]), ("desk", ["x", "y"]), ("id (de)", ["1", "2"]), ("desk (de)", ["u", "v"]), ("by", ["", "me"])];
    assert_eq!(cells(&columns), expected.map(|(name, cells)| (name, cells.to_vec())));
    assert_eq!(columns.row(3), 1, "a target has the row of its pair");
    let filter = Some("\"desk (de)\" = v".parse().unwrap());
    let options = ReadOptions { filter, task: Some(TaskKind::Pairs), ..ReadOptions::default() };
    let kept = read_pairs(&from, &to, &options, &Cancel::default()).unwrap();
    assert_eq!(kept.documents[0].body, Body::Text("rice".to_owned()));
}
