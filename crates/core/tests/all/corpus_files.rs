//! Folders, encodings, files that are not text, cancellation, and a corpus in its distributed form.

#![expect(clippy::unwrap_used, reason = "a test that cannot make its files has failed")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use proptest::prelude::*;
use wordfield_core::corpus::{
    Cancel, Corpus, ErrorKind, Format, ReadOptions, TaskKind, TextOptions, preview, preview_all, read, read_pairs,
};
use wordfield_testing::{Place, found, open, open_as};

fn fails(path: &Path, options: &ReadOptions, parts: &[&str]) {
    let message = read(&[path.to_owned()], options, &Cancel::default()).unwrap_err().to_string();
    let name = path.file_name().unwrap().to_string_lossy();
    for part in parts.iter().chain([&&*name]) {
        assert!(message.contains(part), "no {part:?} in: {message}");
    }
}

#[test]
fn a_folder_for_each_class() {
    let place = Place::new();
    place.file("news/sport/b.txt", "ball\ngame");
    place.file("news/sport/deeper/c.txt", "more");
    place.file("news/art/a.txt", "paint");
    place.file("news/art/empty", "");
    place.file("news/art/.hidden", "no");
    place.file("news/art/photo.jpg", b"\xff\xd8\xff\xe0\0\0");
    let readme = place.file("news/readme.txt", "no");
    let news = place.0.path().join("news");
    let corpus = open(&news);
    assert_eq!(corpus.format, Format::Folder);
    assert_eq!(found(&corpus), [("art", "paint"), ("art", ""), ("sport", "ball\ngame"), ("sport", "more")]);
    assert_eq!(corpus.documents[3].title, "sport/deeper/c.txt");
    let notes = corpus.notes.join("\n");
    assert!(notes.contains("1 file outside") && notes.contains("photo.jpg") && notes.contains("art/empty"), "{notes}");

    let default = ReadOptions::default();
    let form = |format| ReadOptions { format: Some(format), ..ReadOptions::default() };
    fails(&news.join("sport/deeper"), &default, &["no class folder", "one text file a document"]);
    fails(&news, &form(Format::Csv), &["this is a folder"]);
    fails(&readme, &form(Format::Folder), &["this is a file"]);
    fs::create_dir_all(place.0.path().join("bare/x")).unwrap();
    fails(&place.0.path().join("bare"), &default, &["no document in it"]);
    place.file("long/a/long.txt", vec![b'w'; 65 << 20]);
    let message = read(&[place.0.path().join("long")], &default, &Cancel::default()).unwrap_err().to_string();
    assert!(message.contains("long.txt") && message.contains("document is longer than 64 MiB"), "{message}");
}

#[test]
fn a_web_page_is_a_document_of_a_class_folder_and_no_table() {
    let place = Place::new();
    let page = "<!DOCTYPE html>\n<html><p>ball</p></html>\n";
    place.file("web/sport/a.html", page);
    place.file("web/art/b.HTM", page);
    assert_eq!(found(&open(&place.0.path().join("web"))), [("art", page), ("sport", page)]);
    fails(&place.file("data.csv", page), &ReadOptions::default(), &["a web page", "download the file itself"]);
}

#[cfg(unix)]
#[test]
fn a_link_to_its_own_folder_is_not_a_class() {
    let place = Place::new();
    place.file("news/art/a.txt", "paint");
    place.file("news/sport/b.txt", "ball");
    let news = place.0.path().join("news");
    std::os::unix::fs::symlink(&news, news.join("again")).unwrap();
    let corpus = open(&news);
    assert_eq!(found(&corpus), [("art", "paint"), ("sport", "ball")]);
    assert!(corpus.notes.iter().any(|note| note.contains("1 link to nothing or upwards") && note.contains("again")));
}

#[test]
fn files_that_are_not_text() {
    let place = Place::new();
    let default = ReadOptions::default();
    fails(&place.file("a.txt", b"a\tx\0y\n"), &default, &["not text", "zero bytes", "convert"]);
    fails(&place.file("b.txt", b"PK\x03\x04rest"), &default, &["a zip archive or office document"]);
    fails(&place.file("c.txt", b"\x01\x02\x03\x04\x05\x06"), &default, &["control characters"]);
}

#[test]
fn other_encodings_are_recognised_or_named() {
    let place = Place::new();
    let (bytes, ..) = encoding_rs::SHIFT_JIS.encode("京都\t京都市は日本の都市である。金閣寺と銀閣寺がある。\n");
    let path = place.file("sjis.txt", &bytes);
    let corpus = open(&path);
    assert_eq!(corpus.documents[0].label, "京都");
    assert!(corpus.notes[0].contains("Shift_JIS"), "{:?}", corpus.notes);
    assert_eq!(preview(&path, &ReadOptions::default()).unwrap().encoding, "Shift_JIS");
    let named = |name: &str| ReadOptions { encoding: Some(name.into()), ..ReadOptions::default() };
    assert_eq!(open_as(&path, &named("shift_jis")).documents, corpus.documents);
    fails(&path, &named("utf-8"), &["sjis.txt:1", "not UTF-8", "name another"]);
    let message = read(&[path], &named("klingon"), &Cancel::default()).unwrap_err().to_string();
    assert!(message.contains("\"klingon\"") && message.contains("shift_jis"), "{message}");
    let wide: Vec<u8> = "\u{feff}a\tè x\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(found(&open(&place.file("wide.txt", wide))), [("a", "è x")]);
    assert_eq!(found(&open(&place.file("mark.txt", "\u{feff}a\tx\n"))), [("a", "x")]);
}

#[test]
fn an_encoding_recognised_late_in_the_file() {
    let place = Place::new();
    let ascii = "a\tplain words only\n".repeat(8_000);
    let (tail, ..) = encoding_rs::WINDOWS_1252.encode("fr\tl'été dernier, les élèves étaient déjà fatigués\n");
    let corpus = open(&place.file("late.txt", [ascii.as_bytes(), &tail].concat()));
    assert_eq!(corpus.documents.len(), 8_001);
    assert_eq!(found(&corpus)[8_000].1, "l'été dernier, les élèves étaient déjà fatigués");
    assert!(corpus.notes[0].contains("windows-1252"), "{:?}", corpus.notes);
    // Text recognised as UTF-8 is read as UTF-8: a damaged place is replaced and noted.
    let damaged = [ascii.as_bytes(), "b\t日本語\n".as_bytes(), b"b\tx\xffy\n"].concat();
    let corpus = open(&place.file("damaged.txt", damaged));
    assert_eq!(found(&corpus)[8_001], ("b", "x\u{fffd}y"));
    assert!(corpus.notes[0].contains("line 8002"), "{:?}", corpus.notes);
}

#[test]
fn reading_can_be_cancelled() {
    let place = Place::new();
    let cancel = Cancel::default();
    cancel.cancel();
    let message = read(&[place.file("a.txt", "a\tx\n")], &ReadOptions::default(), &cancel).unwrap_err().to_string();
    assert_eq!(message, "reading was cancelled");
}

#[test]
fn webkb_as_distributed() {
    let beside = |folder: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let named = std::env::var_os("WORDFIELD_DATA").map(PathBuf::from);
    let places = named.into_iter().chain([beside("../../../shared/data"), beside("../../../../shared/data")]);
    let Some(data) = places.map(|data| data.join("webkb")).find(|folder| folder.is_dir()) else {
        println!("not tested: there is no folder webkb; set WORDFIELD_DATA");
        return;
    };
    let paths = ["train", "test"].map(|part| data.join(format!("webkb-{part}-stemmed.txt.gz")));
    let corpus = read(&paths, &ReadOptions::default(), &Cancel::default()).unwrap();
    assert_eq!(corpus.documents.len(), 4_199);
    assert!(corpus.notes.iter().any(|note| note.starts_with("31 documents have no text")), "{:?}", corpus.notes);
}

/// Every format except folders, and `None`, which recognises the format.
fn formats() -> Vec<Option<Format>> {
    let files = Format::ALL.iter().copied().filter(|&format| format != Format::Folder);
    std::iter::once(None).chain(files.map(Some)).collect()
}

const TASKS: [Option<TaskKind>; 4] = [None, Some(TaskKind::Classes), Some(TaskKind::Ratings), Some(TaskKind::Pairs)];

/// Building blocks of files, valid and damaged.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just(b"label,text\n".to_vec()),
        Just(b"label\ttext\n".to_vec()),
        Just(b"{\"label\": 1, \"text\": \"x\"}\n".to_vec()),
        Just(b"1 1:2 2:1\n".to_vec()),
        Just("日本\té\n".as_bytes().to_vec()),
        Just(b"5\tgood\tI like it.\n".to_vec()),
        Just(b"a1\tx y\na2\tz\na3\tw\n".to_vec()),
        Just(b"one two\tthree four\n".to_vec()),
        Just(b"text,rating\nx,2\ny,1.5\n".to_vec()),
        Just(b"en,ja\na,b\n".to_vec()),
        Just(b"<tmx><tu><tuv lang='a'><seg>x</seg></tuv><tuv lang='b'><seg>&amp;".to_vec()),
        Just(b"</seg></tuv></tu></tmx>".to_vec()),
        Just(b"@relation x\n@attribute w {0,1}\n@attribute T_a {0,1}\n@attribute T_b {0,1}\n@data\n{0 1,1 1}\n".to_vec()),
        Just(b"0,1,1\n".to_vec()),
        Just(b"a\t0.5 -1\n".to_vec()),
        Just(b"\"".to_vec()),
        Just(b"\r".to_vec()),
        Just(b"\n".to_vec()),
        Just(b"a,b\r\n".to_vec()),
        Just(b"\xff\xfe".to_vec()),
        Just(b"\x1f\x8b".to_vec()),
        proptest::collection::vec(any::<u8>(), 0..12),
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    /// Any bytes, in any format and for any task, give documents or an error that names the file; never a panic, not even
    /// when a corpus is built.
    #[test]
    fn no_file_causes_a_panic(bytes in pieces(), format in proptest::sample::select(formats()), task in 0..TASKS.len(), encoding in 0..3_usize) {
        let encoding = [None, Some("utf-8"), Some("utf-16le")][encoding].map(str::to_owned);
        let place = Place::new();
        let vocabulary = Some(place.file("words.txt", "cat\ndog\n")).filter(|_| format != Some(Format::Arff));
        let path = place.file("odd.txt", bytes);
        let options = ReadOptions { format, task: TASKS[task], encoding, vocabulary, ..ReadOptions::default() };
        let seen = preview(&path, &options).map(|seen| seen.documents);
        match read(std::slice::from_ref(&path), &options, &Cancel::default()) {
            Ok(corpus) => {
                prop_assert!(!corpus.documents.is_empty());
                // The preview agrees with the reading.
                let shown = corpus.task.pairs().map_or(corpus.documents.len(), |pairs| pairs.source_documents).min(20);
                prop_assert_eq!(&seen.unwrap()[..], &corpus.documents[..shown]);
                if let Err(error) = Corpus::build(corpus, &TextOptions::default()) {
                    prop_assert!(error.kind == ErrorKind::Dataset && error.problem.contains("two classes are needed"), "{}", error);
                }
            }
            Err(error) => {
                let text = error.to_string();
                prop_assert!(text.contains("odd.txt") || text.contains("words.txt"), "{}", text);
            }
        }
    }

    /// Any two files give pairs or an error that names one of them.
    #[test]
    fn no_two_files_cause_a_panic(from in pieces(), to in pieces(), format in proptest::sample::select(formats())) {
        let place = Place::new();
        let (from, to) = (place.file("odd.txt", from), place.file("even.txt", to));
        let options = ReadOptions { format, ..ReadOptions::default() };
        let seen = preview_all(&[from.clone(), to.clone()], &ReadOptions { task: Some(TaskKind::Pairs), ..options.clone() }, &Cancel::default());
        match read_pairs(&from, &to, &options, &Cancel::default()) {
            Ok(corpus) => {
                let half = corpus.documents.len() / 2;
                prop_assert!(half > 0 && corpus.task.pairs().unwrap().source_documents == half);
                if !matches!(options.format, Some(Format::Tmx | Format::Xliff | Format::Arff)) {
                    prop_assert_eq!(&seen.unwrap().counterparts[..], &corpus.documents[half..half + half.min(20)]);
                }
                prop_assert!(Corpus::build(corpus, &TextOptions::default()).is_ok());
            }
            Err(error) => {
                let text = error.to_string();
                prop_assert!(text.contains("odd.txt") || text.contains("even.txt"), "{}", text);
            }
        }
    }
}
