//! Bounds on files and names: too large or endless files, and control characters in names. Errors have a remedy.

#![expect(clippy::unwrap_used, reason = "a test that cannot make its files has failed")]

use std::{fmt::Write as _, io::Write as _, path::Path};

use flate2::{Compression, write::GzEncoder};
use wordfield_core::corpus::{
    Body, Cancel, Limits, ReadOptions, StopWords, TaskKind, TextOptions, Tokenizer, preview, read, read_unlabelled,
};
use wordfield_testing::{Place, found, open, open_as};

fn fails(path: &Path, options: &ReadOptions, parts: &[&str]) {
    let message = read(&[path.to_owned()], options, &Cancel::default()).unwrap_err().to_string();
    let name = path.file_name().unwrap().to_string_lossy();
    for part in parts.iter().chain([&&*name]) {
        assert!(message.contains(part), "no {part:?} in: {message}");
    }
}

fn within(document: usize, corpus: usize) -> ReadOptions {
    ReadOptions { limits: Limits { document, corpus }, ..ReadOptions::default() }
}

#[test]
fn a_text_and_a_corpus_have_bounds_that_can_be_raised() {
    let place = Place::new();
    let line = format!("a\t{}\nb\ty\n", "w ".repeat(1 << 20));
    let long = place.file("long.txt", &line);
    fails(&long, &within(1 << 20, 1 << 30), &["long.txt:1", "longer than 1 MiB", "--max-document"]);
    assert_eq!(open_as(&long, &within(4 << 20, 1 << 30)).documents.len(), 2);
    let many = place.file("many.txt", "a\tx\n".repeat(1 << 15));
    // The bound is on memory: a document of one letter takes more than one byte.
    fails(&many, &within(1 << 20, 1 << 20), &["more than 1 MiB of memory", "--max-corpus"]);
    assert_eq!(open(&many).documents.len(), 1 << 15);
}

#[test]
fn a_gzip_file_has_a_bound_when_unpacked() {
    let place = Place::new();
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(b"a\tx\nb\ty\n").unwrap();
    encoder.write_all(&vec![b'\n'; 4 << 20]).unwrap();
    let bomb = place.file("bomb.txt.gz", encoder.finish().unwrap());
    fails(&bomb, &within(1 << 20, 1 << 20), &["unpacks to more than 2 MiB", "--max-corpus"]);
    assert_eq!(open(&bomb).documents.len(), 2);
}

/// A gzip file of one beginning and many copies of a part, made without holding them.
fn gzipped(place: &Place, name: &str, beginning: &str, (part, copies): (&str, usize)) -> std::path::PathBuf {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(beginning.as_bytes()).unwrap();
    (0..copies).for_each(|_| encoder.write_all(part.as_bytes()).unwrap());
    place.file(name, encoder.finish().unwrap())
}

#[test]
fn a_gzipped_translation_memory_is_read_up_to_its_bounds() {
    let place = Place::new();
    let pairs = |document| ReadOptions { task: Some(TaskKind::Pairs), ..within(document, 1 << 20) };
    let unit = "<tmx><body>\n<tu><tuv xml:lang='en'><seg>a</seg></tuv><tuv xml:lang='de'><seg>b</seg></tuv></tu>\n";
    // Each is a few kilobytes that unpack to 8 MiB.
    let comment = format!("<!--{}-->\n", "x".repeat(1019));
    let comments = gzipped(&place, "comments.tmx.gz", unit, (&comment, 8 << 10));
    fails(&comments, &pairs(1 << 16), &["unpacks to more than 2 MiB", "--max-corpus"]);
    let text = gzipped(&place, "text.tmx.gz", "<tmx><body>\n<tu><tuv xml:lang='en'><seg>", ("word ", (8 << 20) / 5));
    fails(&text, &pairs(1 << 16), &["longer than", "--max-document"]);
    let one_comment = gzipped(&place, "one.tmx.gz", "<tmx><!--", ("x", 8 << 20));
    fails(&one_comment, &pairs(1 << 16), &["longer than", "--max-document"]);
    for (name, part) in [("units.tmx.gz", &unit[12..]), ("names.tmx.gz", &*format!("<{}>", "n".repeat(1022)))] {
        let path = gzipped(&place, name, "<tmx><body>\n", (part, (8 << 20) / part.len()));
        let (problem, remedy) = if name == "names.tmx.gz" { ("more than 200 bytes", "again") } else { ("than", "--max-corpus") };
        fails(&path, &pairs(1 << 16), &[problem, remedy]);
    }
    let attributes: String = (0..2_000).fold(String::new(), |mut all, i| {
        write!(all, " a{i}='x'").unwrap();
        all
    });
    fails(&place.file("attributes.tmx", format!("<tmx><body{attributes}>")), &pairs(1 << 20), &["more than 1000 attributes"]);
}

#[test]
fn nested_tags_and_units_have_bounds() {
    let place = Place::new();
    let pairs = |limit| ReadOptions { task: Some(TaskKind::Pairs), ..within(limit, 1 << 30) };
    fails(
        &place.file("deep.tmx", "<tmx><tu>".to_owned() + &"<hi>".repeat(5_000)),
        &pairs(1 << 20),
        &["deep.tmx:1", "tags are open"],
    );
    let wide = "<tmx><body>\n<tu>".to_owned() + &"<tuv xml:lang='en'><seg>a</seg></tuv>\n".repeat(40_000);
    fails(&place.file("wide.tmx", wide), &pairs(1 << 20), &["wide.tmx:2", "longer than 1 MiB"]);
    let language = "x".repeat(100_000);
    let named = format!("<tmx><body>\n<tu><tuv xml:lang='{language}'><seg>a</seg></tuv></tu></body></tmx>");
    fails(&place.file("named.tmx", named), &pairs(1 << 20), &["named.tmx:2", "more than 200 characters", "such as en"]);
}

#[test]
fn lists_have_the_same_bound_as_documents() {
    let place = Place::new();
    let words: String = (0..200_000).fold(String::new(), |mut text, i| {
        writeln!(text, "word{i}").unwrap();
        text
    });
    let vocabulary = Some(place.file("words.txt", words));
    let svm = place.file("a.svm", "1 1:2\n-1 2:1\n");
    let options = ReadOptions { vocabulary: vocabulary.clone(), ..within(1 << 20, 1 << 30) };
    let message = read(std::slice::from_ref(&svm), &options, &Cancel::default()).unwrap_err().to_string();
    assert!(message.contains("words.txt: the list is longer than 1 MiB") && message.contains("--max-document"), "{message}");
    assert_eq!(open_as(&svm, &ReadOptions { vocabulary, ..ReadOptions::default() }).documents.len(), 2);
    let header: String = "@relation x\n".to_owned() + "@attribute w" + &"w".repeat(2 << 20) + " numeric\n@data\n";
    fails(&place.file("a.arff", header), &within(1 << 20, 1 << 30), &["longer than 1 MiB"]);
}

#[test]
fn a_table_of_very_many_columns_is_refused_at_once() {
    let place = Place::new();
    let header: Vec<String> = (0..200_000).map(|i| format!("c{i}")).collect();
    let table = place.file("wide.csv", header.join(",") + "\n" + &",".repeat(199_999) + "\n");
    fails(&table, &ReadOptions::default(), &["wide.csv:1", "200000 columns", "10000"]);
}

#[cfg(unix)]
#[test]
fn pipes_sockets_and_devices_are_refused_before_they_are_opened() {
    let place = Place::new();
    let socket = place.0.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let pipe = place.0.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    for path in [&socket, &pipe, Path::new("/dev/zero")] {
        fails(path, &ReadOptions::default(), &["a pipe, a socket or a device", "save what it gives as a file"]);
        assert!(preview(path, &ReadOptions::default()).is_err());
        assert!(read_unlabelled(&[path.to_owned()], &ReadOptions::default(), &Cancel::default()).is_err());
        let options = TextOptions { stop_words: StopWords::File(path.to_owned()), ..TextOptions::default() };
        let message = Tokenizer::new(&options).unwrap_err().to_string();
        assert!(message.contains("a pipe, a socket or a device") && message.contains("one word a line"), "{message}");
    }
    let words = TextOptions { stop_words: StopWords::File(place.0.path().to_owned()), ..TextOptions::default() };
    assert!(Tokenizer::new(&words).unwrap_err().to_string().contains("this is a folder"));
    // Within a folder they are ignored.
    place.file("news/a/1.txt", "x");
    place.file("news/b/2.txt", "y");
    let news = place.0.path().join("news");
    std::fs::rename(&pipe, news.join("a/pipe")).unwrap();
    std::os::unix::fs::symlink("nowhere", news.join("b/gone.txt")).unwrap();
    let corpus = open(&news);
    assert_eq!(found(&corpus), [("a", "x"), ("b", "y")]);
    assert!(corpus.notes.iter().any(|note| note.contains("2 links to nothing") && note.contains("pipe")), "{:?}", corpus.notes);
}

#[cfg(target_os = "linux")]
#[test]
fn folders_with_names_outside_unicode_are_separate_classes() {
    use std::{ffi::OsStr, fs, os::unix::ffi::OsStrExt};
    let place = Place::new();
    for name in [b"\xff", b"\xfe"] {
        let folder = place.0.path().join(OsStr::from_bytes(name));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("a.txt"), "x").unwrap();
    }
    let corpus = open(place.0.path());
    assert_eq!(found(&corpus), [("\\xFE", "x"), ("\\xFF", "x")]);
    assert_eq!(corpus.documents[0].title, "\\xFE/a.txt");
}

#[test]
fn names_contain_no_terminal_control_characters() {
    let place = Place::new();
    let red = open(&place.file("a.txt", "\u{1b}[31mred\ta text\nb\u{7}\tx\n"));
    assert_eq!(found(&red), [("\\x1B[31mred", "a text"), ("b\\x07", "x")]);
    let json = "{\"id\": \"d\\u001b[2J\", \"label\": \"a\\nb\", \"text\": \"x\\u001b\"}\n{\"id\": \"e\", \"label\": \"c\", \"text\": \"y\"}\n";
    let named = open(&place.file("b.jsonl", json));
    assert_eq!((named.documents[0].label.as_str(), named.documents[0].title.as_str()), ("a b", "b.jsonl:1 d\\x1B[2J"));
    assert_eq!(named.documents[0].body, Body::Text("x\u{1b}".into()), "a text is kept as it is");
    let odd = place.file("c.csv", "one\u{1b}[1m,two\nx,y\n");
    fails(&odd, &ReadOptions::default(), &["\"one\\x1B[1m\""]);
}

#[test]
fn long_class_names_are_refused() {
    let place = Place::new();
    let text = "many words of a text ".repeat(20);
    let path = place.file("a.txt", format!("a\tx\n{text}\tb\n"));
    fails(&path, &ReadOptions::default(), &["a.txt:2", "the class has 419 characters", "may have 200", "is it the text?"]);
    let table = place.file("a.csv", format!("label,words\n{text},b\n{text}1,c\n"));
    let seen = preview(&table, &ReadOptions::default()).unwrap();
    assert!(seen.columns == ["label", "words"] && seen.notes.iter().any(|note| note.contains("is it the text?")), "{seen:?}");
}
