//! Word vectors of every format, written by gensim and NumPy (`scripts/make_vector_fixtures.py`); errors of damaged files;
//! no panic, whatever the bytes.

#![expect(clippy::unwrap_used, reason = "a test that cannot make its files has failed")]

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;
use serde_json::Value;
use wordfield_core::corpus::{
    Body, Cancel, Corpus, CorpusError, Dataset, ErrorKind, Fields, Format, Language, Limits, Pairs, RawCorpus, RawDocument,
    SplitOptions, Task, TextOptions, Threshold, VectorFiles, VectorRows, VectorTable, VocabularyOptions, Weighting,
    holds_word_vectors,
};
use wordfield_core::memory::Budget;
use wordfield_testing::Place;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/vectors").join(name)
}

/// Words and vectors of the fixtures.
fn expected(name: &str) -> (Vec<String>, Vec<Vec<f64>>) {
    let json: Value = serde_json::from_slice(&fs::read(fixture(name)).unwrap()).unwrap();
    (serde_json::from_value(json["words"].clone()).unwrap(), serde_json::from_value(json["vectors"].clone()).unwrap())
}

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn of(file: &Path) -> VectorFiles {
    VectorFiles { file: file.to_owned(), ..VectorFiles::default() }
}

fn read(files: &VectorFiles, words: &[&str]) -> Result<VectorTable, CorpusError> {
    files.read(&strings(words), 0, Limits::default(), &Cancel::default())
}

/// The vector of each word, if it has one.
fn vectors(table: &VectorTable, words: &[&str]) -> Vec<Option<Vec<f64>>> {
    let vectors = table.vectors_of(&strings(words), 0, ["", ""]).unwrap();
    vectors.x.rows().into_iter().zip(&vectors.known).map(|(row, &known)| known.then(|| row.to_vec())).collect()
}

fn fails(files: &VectorFiles, parts: &[&str]) {
    let message = match read(files, &["cat", "dog"]).and_then(|table| table.vectors_of(&strings(&["cat", "dog"]), 0, ["", ""])) {
        Ok(vectors) => panic!("read {vectors:?}, not {parts:?}"),
        Err(error) => error.to_string(),
    };
    for part in parts {
        assert!(message.contains(part), "no {part:?} in: {message}");
    }
}

#[test]
fn every_form_is_read_back_as_it_was_written() {
    let (words, numbers) = expected("expected.json");
    let looked_up: Vec<&str> = words.iter().map(String::as_str).chain(["zebra"]).collect();
    for (name, form, tolerance) in [
        ("word2vec.txt", "word2vec text", 1e-7),
        ("word2vec.txt.gz", "word2vec text", 1e-7),
        ("word2vec.bin", "word2vec binary", 0.0),
        ("word2vec.bin.gz", "word2vec binary", 0.0),
        ("glove.txt", "GloVe", 1e-7),
        ("rows_f4.npy", "NumPy array", 0.0),
        ("rows_f4.npy.gz", "NumPy array", 0.0),
        ("rows_f8.npy", "NumPy array", 0.0),
        ("columns_f4.npy", "NumPy array", 0.0),
        ("columns_f8.npy", "NumPy array", 0.0),
        ("big_endian.npy", "NumPy array", 0.0),
    ] {
        let table = read(&of(&fixture(name)), &looked_up).unwrap();
        let file = table.files().next().unwrap();
        assert_eq!((file.form, file.words, file.dimension), (form, 9, 5), "{name}");
        assert_eq!(file.bytes, fs::metadata(fixture(name)).unwrap().len());
        let known = table.vectors_of(&strings(&looked_up), 0, ["", ""]).unwrap();
        assert_eq!((known.words_known(), known.known.len()), (9, 10), "{name}");
        let found = vectors(&table, &looked_up);
        assert_eq!(found[9], None, "{name}");
        for (found, wanted) in found.iter().zip(&numbers) {
            let found = found.as_ref().unwrap_or_else(|| panic!("{name}: a word without vector"));
            assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() <= tolerance), "{name}: {found:?}, not {wanted:?}");
        }
    }
}

#[test]
fn a_fast_text_model_of_gensim_is_read_back() {
    let (words, numbers) = expected("trained.json");
    let looked_up: Vec<&str> = words.iter().map(String::as_str).collect();
    let table = read(&of(&fixture("trained.vec")), &looked_up).unwrap();
    for (found, wanted) in vectors(&table, &looked_up).into_iter().zip(numbers) {
        assert!(found.unwrap().iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-7));
    }
}

#[test]
fn only_requested_words_are_kept_as_spelled_or_in_lower_case() {
    let (words, numbers) = expected("expected.json");
    let of_word = |word: &str| Some(numbers[words.iter().position(|other| other == word).unwrap()].clone());
    let table = read(&of(&fixture("word2vec.bin")), &["Paris", "CAT", "Dog's"]).unwrap();
    assert_eq!(vectors(&table, &["Paris", "CAT", "Dog's"]), [of_word("Paris"), of_word("cat"), None]);
    assert_eq!(vectors(&table, &["paris", "dog"]), [of_word("paris"), None], "asked for with the word it may stand for");
    assert!(table.covers(&strings(&["CAT", "Paris"]), 0) && !table.covers(&strings(&["dog"]), 0));
}

#[test]
fn the_first_of_two_vectors_counts_and_a_word_may_contain_blanks() {
    let place = Place::new();
    let text = "\u{feff}cat 1 2\r\n. . . 3 4\r\ncat 5 6 \r\n\r\nat me@there.org\t7 8\r\nowl 0 0\r\nowl 1 1\r\n";
    let table = read(&of(&place.file("v.txt", text)), &["cat", ". . .", "at me@there.org"]).unwrap();
    let found = vectors(&table, &["cat", ". . .", "at me@there.org"]);
    assert_eq!(found, [Some(vec![1.0, 2.0]), Some(vec![3.0, 4.0]), Some(vec![7.0, 8.0])]);
    assert_eq!(table.notes(), ["v.txt: 1 repeated word (the first: \"cat\"); the first vector of each is used."]);
    let table = read(&of(&place.file("bad.txt", b"cat 1 2\nna\xefve 3 4\n")), &["cat"]).unwrap();
    assert!(table.notes()[0].contains("not valid UTF-8"), "{:?}", table.notes());
}

/// Vectors of cat and dog in word2vec's binary format, with a line end before each word, as the original program writes it.
fn binary(counts: &str, words: &[(&str, [f32; 2])]) -> Vec<u8> {
    let mut bytes = format!("{counts}\n").into_bytes();
    for (word, numbers) in words {
        bytes.extend(format!("{word} ").bytes());
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        bytes.push(b'\n');
    }
    bytes
}

const PETS: [(&str, [f32; 2]); 2] = [("cat", [0.125, -3.0]), ("dog", [0.5, 1e-3])];

#[test]
fn the_binary_form_of_its_authors_is_read_too() {
    let place = Place::new();
    let table = read(&of(&place.file("v.bin", binary("2 2", &PETS))), &["cat", "dog"]).unwrap();
    assert_eq!(vectors(&table, &["dog", "cat"]), [Some(vec![0.5, f64::from(1e-3_f32)]), Some(vec![0.125, -3.0])]);
}

#[test]
fn errors_in_text_files_name_the_line() {
    let place = Place::new();
    let file = |text: &str| of(&place.file("v.vec", text));
    fails(&file("2 2\ncat 1 2\nowl 1\n"), &["v.vec:3", "2 fields", "should have 3", "a word and 2 numbers"]);
    fails(&file("cat 1 2\ndog 1 2 3\n"), &["v.vec:2", "4 fields"]);
    fails(&file("cat 1 2\ndog 1 two\n"), &["v.vec:2", "\"two\" in the vector of \"dog\"", "not a finite number"]);
    fails(&file("cat 1 2\ndog 1 inf\n"), &["v.vec:2", "\"inf\""]);
    fails(&file("cat 0,5 1,25\ndog 1,5 2\n"), &["v.vec:1", "\"0,5\" in the vector of \"cat\"", "decimals with a point"]);
    fails(&file("2 2\ncat 0,5 1,25\ndog 1,5 2\n"), &["v.vec:2", "\"0,5\"", "decimals with a point"]);
    fails(&file("3 2\ncat 1 2\ndog 1 2\n"), &["v.vec:1", "announces 3 words and there are 2"]);
    fails(&file("1 2\ncat 1 2\ndog 1 2\n"), &["v.vec:1", "announces 1 words and there are 2"]);
    fails(&file("2 0\ncat\ndog\n"), &["v.vec", "have 0 numbers", "1 to 300"]);
    fails(&file(&format!("cat{}\n", " 1".repeat(301))), &["have 301 numbers", "principal axes"]);
    fails(&file("owl 1 2\nelk 3 4\n"), &["none of the 2 words of the corpus", "\"cat\", \"dog\"", "unstemmed"]);
    fails(&file("Once upon a time\n"), &["no word vectors", "no word with numbers", "fastText"]);
    fails(&file(""), &["no word vectors", "it is empty"]);
    fails(&of(&place.0.path().join("gone.vec")), &["gone.vec", "no such file"]);
    fails(&of(place.0.path()), &["this is a folder"]);
}

#[test]
fn errors_in_binary_files_name_the_byte() {
    let place = Place::new();
    let whole = binary("2 2", &PETS);
    let file = |bytes: &[u8]| of(&place.file("v.bin", bytes));
    for (length, vector) in [(10, "1 of 2"), (18, "2 of 2"), (whole.len() - 2, "2 of 2")] {
        fails(&file(&whole[..length]), &["v.bin", &format!("ends at byte {length}"), &format!("vector {vector}"), "again"]);
    }
    fails(&file(&binary("3 2", &PETS)), &["vector 3 of 3"]);
    fails(&file(&binary("1 2", &PETS)), &["v.bin:1", "announces 1 words and there are more"]);
    fails(&file(&binary("2 2", &[PETS[0], ("dog", [f32::NAN, 0.0])])), &["vector of \"dog\"", "not finite"]);
    let endless = [b"2 2\n".as_slice(), &[0xff; 9000]].concat();
    fails(&file(&endless), &["no word stands at byte 4", "vector 1"]);
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(&whole).unwrap();
    let packed = gzip.finish().unwrap();
    fails(&file(&packed[..packed.len() - 12]), &["v.bin", "of 2"]);
}

/// An array of version 1 with the given header.
fn array(header: &str, numbers: &[f32]) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY\x01\0".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.bytes());
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    bytes
}

#[test]
fn errors_in_arrays_are_reported() {
    const HEADER: &str = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }";
    let place = Place::new();
    let file = |bytes: Vec<u8>| of(&place.file("v.npy", bytes));
    fails(&file(array(HEADER, &[1.0; 4])), &["v.npy", "name their file", "v.txt, v.words, words.txt"]);
    let list = place.file("v.words", "cat\ndog\n");
    fails(&file(array(HEADER, &[1.0; 5])), &["the array is longer than its header tells"]);
    fails(&file(array(HEADER, &[1.0; 3])), &["vector 2 of 2", "ends at byte"]);
    fails(&file(array(HEADER, &[1.0, 1.0, f32::INFINITY, 1.0])), &["vector of \"dog\"", "not finite"]);
    fails(&file(array(&HEADER.replace("f4", "c8"), &[])), &["of type <c8", "float32"]);
    fails(&file(array(&HEADER.replace("(2, 2)", "(4,)"), &[])), &["of shape (4,)", "a row for each word"]);
    fails(&file(array(&HEADER.replace("(2, 2)", "(3, 2)"), &[])), &["3 vectors", "v.words holds 2 words"]);
    fails(&file(array(&HEADER.replace("(2, 2)", "(2, 0)"), &[])), &["have 0 numbers"]);
    fails(&file(array("{'descr': ", &[])), &["without a clear header"]);
    fails(&file(b"\x93NUMPY\x01".to_vec()), &["cut off in its header"]);
    let vast = HEADER.replace("(2, 2)", "(18446744073709551615, 300)");
    fails(&file(array(&vast, &[])), &["18446744073709551615 vectors"]);
    fs::remove_file(list).unwrap();
    let other = place.file("names/list", "owl\ncat\n");
    let named = VectorFiles { words: Some(other.clone()), ..file(array(HEADER, &[1.0, 2.0, 3.0, 4.0])) };
    let table = read(&named, &["cat"]).unwrap();
    assert_eq!(vectors(&table, &["cat"]), [Some(vec![3.0, 4.0])]);
    assert_eq!(table.files().next().unwrap().words_file.as_ref(), Some(&other));
    let unused = VectorFiles { words: Some(other), ..of(&place.file("v.txt", "cat 1 2\n")) };
    assert!(read(&unused, &["cat"]).unwrap().notes()[0].contains("list of words was not used"));
}

fn corpus(texts: &[(&str, &str)], stemmer: Option<Language>, pairs: bool) -> Arc<Corpus> {
    let document = |(label, text): &(&str, &str)| RawDocument {
        label: (*label).to_owned(),
        title: (*text).to_owned(),
        body: Body::Text((*text).to_owned()),
        fields: Fields::default(),
    };
    let raw = RawCorpus {
        name: "pets".to_owned(),
        format: Format::Lines,
        task: if pairs { Task::Pairs(Pairs::aligned(texts.len() / 2)) } else { Task::Classes },
        documents: texts.iter().map(document).collect(),
        unlabelled: 0,
        files: Vec::new(),
        notes: Vec::new(),
    };
    Arc::new(Corpus::build(raw, &TextOptions { stemmer, ..TextOptions::default() }).unwrap())
}

fn dataset(corpus: Arc<Corpus>) -> Dataset {
    let split = SplitOptions { given: None, ..SplitOptions::default() };
    let vocabulary = VocabularyOptions::reaching(Threshold::Documents(1));
    Dataset::build(corpus, &split, &vocabulary, Weighting::Count).unwrap()
}

#[test]
fn a_data_set_takes_the_vectors_of_its_words_and_names_those_without() {
    let place = Place::new();
    let texts = [("a", "cat owl"), ("b", "owl elk"), ("a", "cat owl"), ("b", "owl elk"), ("a", "cat elk owl"), ("b", "owl elk")];
    let data = dataset(corpus(&texts, None, false));
    let files = of(&place.file("v.txt", "cat 1 2\nelk 3 4\ndog 5 6\n"));
    let table = files.read(&data.words, 0, Limits::default(), &Cancel::default()).unwrap();
    let data = data.with_vectors_from(&table).unwrap();
    let vectors = data.vectors.as_ref().unwrap();
    assert_eq!(data.words, ["cat", "elk", "owl"]);
    assert_eq!((vectors.source.as_str(), vectors.dimension(), vectors.words_known()), ("v.txt", 2, 2));
    assert_eq!(vectors.known, [true, true, false]);
    assert_eq!(vectors.x, ndarray::array![[1.0, 2.0], [3.0, 4.0], [0.0, 0.0]]);
    assert_eq!(data.notes.last().unwrap(), "1 of 3 words has no vector, namely owl.");
    assert!(data.reweighted(Weighting::Sqrt).vectors.is_some(), "other weights are of the same words");
}

#[test]
fn a_note_reports_stemmed_words() {
    let place = Place::new();
    let texts =
        [("a", "tables cat"), ("b", "annoyed cat"), ("a", "tables cat"), ("b", "annoyed cat"), ("a", "cat"), ("b", "cat")];
    let data = dataset(corpus(&texts, Some(Language::English), false));
    let table = of(&place.file("v.txt", "cat 1 2\ntables 3 4\n"));
    let table = table.read(&data.words, 0, Limits::default(), &Cancel::default()).unwrap();
    let data = data.with_vectors_from(&table).unwrap();
    let note = data.notes.last().unwrap();
    assert!(note.starts_with("2 of 3 words have no vector, namely") && note.contains("words are stemmed"), "{note}");
}

#[test]
fn the_sides_of_pairs_have_a_file_each_or_share_one() {
    let place = Place::new();
    let texts = [
        ("en", "cat dog"),
        ("en", "dog cat"),
        ("en", "cat dog"),
        ("en", "dog cat"),
        ("de", "katze dog"),
        ("de", "dog katze"),
        ("de", "katze dog"),
        ("de", "dog katze"),
    ];
    let data = dataset(corpus(&texts, None, true));
    assert_eq!((data.words.as_slice(), data.source_words), (strings(&["cat", "dog", "dog", "katze"]).as_slice(), 2));
    let read = |files: &VectorFiles| files.read(&data.words, data.source_words, Limits::default(), &Cancel::default());
    let (en, de) = (place.file("en.txt", "cat 1 2\ndog 3 4\n"), place.file("de.txt", "katze 5 6\ndog 7 8\n"));
    let both = VectorFiles { file: en.clone(), target: Some(de.clone()), words: None };
    let vectors = data.clone().with_vectors_from(&read(&both).unwrap()).unwrap().vectors.unwrap();
    assert_eq!(vectors.x, ndarray::array![[1.0, 2.0], [3.0, 4.0], [7.0, 8.0], [5.0, 6.0]]);
    assert_eq!(vectors.source, "en.txt and de.txt");
    let shared = of(&place.file("all.txt", "cat 1 2\ndog 3 4\nkatze 5 6\n"));
    let vectors = data.clone().with_vectors_from(&read(&shared).unwrap()).unwrap().vectors.unwrap();
    assert_eq!(vectors.x, ndarray::array![[1.0, 2.0], [3.0, 4.0], [3.0, 4.0], [5.0, 6.0]]);

    let wide = VectorFiles { target: Some(place.file("wide.txt", "katze 5 6 7\n")), ..both.clone() };
    let message = read(&wide).unwrap_err().to_string();
    assert!(
        message.contains("vectors of 2 numbers and") && message.contains("of 3") && message.contains("one space"),
        "{message}"
    );
    let swapped = VectorFiles { file: en, target: Some(place.file("fr.txt", "chat 5 6\n")), words: None };
    let message = data.clone().with_vectors_from(&read(&swapped).unwrap()).unwrap_err().to_string();
    assert!(message.contains("fr.txt") && message.contains("none of the 2 words of \"de\""), "{message}");
}

#[test]
fn vectors_of_other_words_are_refused() {
    let texts = [("a", "cat owl"), ("b", "owl elk"), ("a", "cat owl"), ("b", "owl elk"), ("a", "cat elk owl"), ("b", "owl elk")];
    let data = dataset(corpus(&texts, None, false));
    let place = Place::new();
    let table = read(&of(&place.file("v.txt", "cat 1 2\n")), &["cat"]).unwrap();
    let vectors = table.vectors_of(&strings(&["cat"]), 0, ["", ""]).unwrap();
    let message = data.with_vectors(Arc::new(vectors)).unwrap_err().to_string();
    assert!(message.contains("1 word vectors and 3 words"), "{message}");
}

#[test]
fn reading_can_be_stopped() {
    let cancel = Cancel::default();
    cancel.cancel();
    for name in ["word2vec.txt", "word2vec.bin", "glove.txt", "rows_f4.npy"] {
        let outcome = of(&fixture(name)).read(&strings(&["cat"]), 0, Limits::default(), &cancel);
        assert!(outcome.as_ref().is_err_and(|error| error.kind == ErrorKind::Cancelled), "{name}: {outcome:?}");
    }
}

/// Result of reading any bytes with any word list.
fn answer(bytes: &[u8], list: &[u8]) {
    let place = Place::new();
    let file = place.file("v.npy", bytes);
    place.file("v.txt", list);
    if let Ok(table) = read(&of(&file), &["cat", "Dog"])
        && let Ok(vectors) = table.vectors_of(&strings(&["cat", "Dog"]), 0, ["", ""])
    {
        assert!(vectors.x.iter().all(|number| number.is_finite()));
        assert_eq!(vectors.x.dim(), (2, vectors.dimension()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_bytes_give_a_result_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        answer(&bytes, b"cat\n");
        answer(&[b"3 2\n", bytes.as_slice()].concat(), b"");
        answer(&[b"\x93NUMPY\x01\0", bytes.as_slice()].concat(), b"cat\ndog\n");
    }

    #[test]
    fn one_damaged_byte_gives_a_result_or_an_error(which in 0..6_usize, place in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let name = ["word2vec.txt", "word2vec.bin", "word2vec.bin.gz", "glove.txt", "rows_f4.npy", "columns_f8.npy"][which];
        let mut bytes = fs::read(fixture(name)).unwrap();
        let at = place.index(bytes.len());
        bytes[at] = byte;
        let list = fs::read(fixture("words.txt")).unwrap();
        answer(&bytes, &list);
        answer(&bytes[..at], &list);
    }

    #[test]
    fn text_like_rows_give_a_result_or_an_error(text in "[0-9a ct.é\\-\n\t]{0,60}") {
        answer(text.as_bytes(), b"");
    }
}

#[test]
fn every_row_of_every_form_is_read_in_its_order() {
    let (words, numbers) = expected("expected.json");
    for name in ["word2vec.txt.gz", "word2vec.bin", "glove.txt", "rows_f4.npy", "rows_f8.npy", "columns_f4.npy", "big_endian.npy"]
    {
        let read = |first: Option<usize>| {
            let mut rows = VectorRows::default();
            let receive = |_: &_, block: VectorRows| {
                rows.words.extend(block.words);
                rows.numbers.extend(block.numbers);
            };
            let limits = Limits::default();
            let read = of(&fixture(name)).read_all(first, Budget::new(1 << 30), limits, &Cancel::default(), receive).unwrap();
            assert_eq!(read.0.words, rows.words.len() as u64, "{name}");
            rows
        };
        let (all, d) = (read(None), numbers[0].len());
        assert_eq!(all.words, words, "{name}");
        let near = |(a, b): (&f32, &f64)| (f64::from(*a) - b).abs() < 1e-6;
        assert!(all.numbers.iter().zip(numbers.iter().flatten()).all(near) && all.numbers.len() == words.len() * d, "{name}");
        let some = read(Some(2));
        assert_eq!((&some.words[..], &some.numbers[..]), (&words[..2], &all.numbers[..2 * d]), "{name}");
        assert!(holds_word_vectors(&fixture(name), Limits::default()) || name == "glove.txt", "{name}");
    }
}
