//! `export`: every format, contents of tables, reviews of pairs, and refusals.

use std::{fs, path::Path};

use tempfile::TempDir;
use wordfield_core::project::{MatchReview, load_model, save_model};

use crate::program::{each_says, expect, planted, rows, with_planted};

/// Models of classes, ratings and pairs, in the folder of their corpora.
fn models() -> TempDir {
    let folder = with_planted(&["corpus.txt", "reviews.tsv", "pairs.en.tsv", "pairs.ja.tsv"]);
    for (model, data, file) in [
        ("smm", "--corpus corpus.txt", "classes"),
        ("linear-svm", "--corpus corpus.txt", "linear"),
        ("gp", "--corpus reviews.tsv", "ratings"),
        ("match", "--source pairs.en.tsv --target pairs.ja.tsv", "pairs"),
    ] {
        let limit = if model == "linear-svm" { "" } else { "--iterations 3" };
        expect(folder.path(), 0, &format!("train {model} {data} {limit} --save {file}"));
    }
    folder
}

/// Adds reviews of two pairs to the saved model of pairs.
fn review(at: &Path) {
    let mut saved = load_model(&at.join("pairs")).unwrap();
    let corpus = wordfield_core::corpus::read_pairs(
        &planted("pairs.en.tsv"),
        &planted("pairs.ja.tsv"),
        &wordfield_core::corpus::ReadOptions::default(),
        &wordfield_core::corpus::Cancel::default(),
    );
    let documents = corpus.unwrap().documents;
    let half = documents.len() / 2;
    let review = |source: usize, target: usize, accepted| MatchReview {
        source,
        source_title: documents[source].title.clone(),
        target: Some(half + target),
        target_title: Some(documents[half + target].title.clone()),
        accepted: Some(accepted),
        note: "seen".to_owned(),
        ..MatchReview::default()
    };
    saved.reviews = vec![review(0, 0, true), review(1, 7, false)];
    save_model(&at.join("pairs"), &saved).unwrap();
}

#[test]
fn every_format_is_written() {
    let folder = models();
    let at = folder.path();
    review(at);
    let (list, _) = expect(at, 0, "export --list");
    let (titles, formats) = rows(&list);
    assert_eq!(titles, ["format", "extension", "holds", "title", "read by"]);
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/command-line.md")).unwrap();
    for row in &formats {
        let described = page.lines().any(|line| line.starts_with('|') && line.contains(&format!("`{}`", row[0])));
        assert!(described, "docs/command-line.md has no row for {}", row[0]);
        let side = if row[2] == "words" { "--side source" } else { "" };
        let (out, _) = expect(at, 0, &format!("export pairs --as {0} --out out.{0} {side}", row[0]));
        assert!(out.is_empty(), "{out}");
        let written = fs::read_dir(at).unwrap().map(|entry| entry.unwrap());
        let sizes: Vec<u64> = written
            .filter(|entry| entry.file_name().to_string_lossy().contains(row[0]))
            .map(|entry| entry.metadata().unwrap().len())
            .collect();
        assert!(!sizes.is_empty() && sizes.iter().all(|&size| size > 0), "{}: {sizes:?}", row[0]);
    }
    assert!(formats.len() >= 13, "{list}");
    for model in ["classes", "ratings", "linear"] {
        expect(at, 0, &format!("export {model} --as npz --out {model}.npz"));
    }
}

#[test]
fn a_selection_of_words_has_its_side_and_values() {
    let folder = models();
    let at = folder.path();
    let words = |arguments: &str| {
        expect(at, 0, &format!("export {arguments} --as tsv --out words.tsv"));
        fs::read_to_string(at.join("words.tsv")).unwrap()
    };
    let table = words("classes");
    let (titles, all) = rows(&table);
    assert_eq!(titles[..4], ["word", "x", "y", "astronomy | cooking"]);
    fs::write(at.join("list"), format!("{}\nno-such-word\n{}\n", all[5][0], all[2][0])).unwrap();
    let some = words("classes --words list");
    assert_eq!(rows(&some).1, [all[2].clone(), all[5].clone()]);
    let (_, error) = expect(at, 0, "export classes --as tsv --out words.tsv --words list");
    assert!(error.contains("1 words of list are unknown"), "{error}");
    let table = words("ratings");
    let (titles, rated) = rows(&table);
    assert_eq!(titles, ["word", "x", "y", "rating", "rating low", "rating high", "level", "documents", "occurrences"]);
    // The rating of a word is the prediction for a document of this word alone.
    fs::write(at.join("alone.txt"), format!("{}\n{}\n", rated[3][0], rated[9][0])).unwrap();
    let (predicted, _) = expect(at, 0, "predict ratings --corpus alone.txt --no-labels");
    for (row, word) in rows(&predicted).1.iter().zip([&rated[3], &rated[9]]) {
        let [found, told] = [[&row[1], &row[3], &row[4]], [&word[3], &word[4], &word[5]]]
            .map(|numbers| numbers.map(|number| number.parse::<f64>().unwrap()));
        assert!(found.iter().zip(told).all(|(found, told)| (found - told).abs() < 1e-9), "{row:?} {word:?}");
    }
    let table = words("pairs --side target");
    let (titles, target) = rows(&table);
    assert!(titles == ["word", "x", "y", "side", "documents", "occurrences"] && target.iter().all(|row| row[3] == "target"));
}

#[test]
fn words_have_class_and_counts_where_the_corpus_is_found() {
    let (folder, elsewhere) = (models(), tempfile::tempdir().unwrap());
    let (at, away) = (folder.path(), elsewhere.path());
    let (_, notes) = expect(at, 0, "export classes --as tsv --out words.tsv");
    assert!(!notes.contains("left out"), "{notes}");
    let table = fs::read_to_string(at.join("words.tsv")).unwrap();
    let (titles, words) = rows(&table);
    let first = titles.len() - 6;
    assert_eq!(titles[first..], ["class", "documents", "occurrences", "entropy", "second class", "class margin"]);
    let corpus = fs::read_to_string(planted("corpus.txt")).unwrap().to_lowercase();
    let texts: Vec<&str> = corpus.lines().filter_map(|line| line.split_once('\t')).map(|(_, text)| text).collect();
    let classes = ["astronomy", "cooking", "gardening", "music"];
    for row in &words {
        let holds = |text: &&&str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == row[0]);
        let [documents, occurrences] = [1, 2].map(|place| row[first + place].parse::<usize>().unwrap());
        assert_eq!(documents, texts.iter().filter(holds).count(), "{row:?}");
        assert!(occurrences >= documents && classes.contains(&row[first]), "{row:?}");
    }
    expect(at, 0, "export classes --as projector --out map.tsv");
    let metadata = fs::read_to_string(at.join("map-metadata.tsv")).unwrap();
    assert!(metadata.lines().next().unwrap().ends_with("documents\toccurrences\tentropy\tsecond class\tclass margin"));

    // Without the corpus the columns are omitted, and a note names the remedy.
    fs::copy(at.join("classes"), away.join("classes")).unwrap();
    let (_, notes) = expect(away, 0, "export classes --as tsv --out words.tsv");
    assert!(notes.contains("Classes and counts of the words are left out") && notes.contains("--corpus"), "{notes}");
    let bare = fs::read_to_string(away.join("words.tsv")).unwrap();
    assert_eq!(rows(&bare).0, titles[..first]);
    let named = at.join("corpus.txt").display().to_string();
    expect(away, 0, &format!("export classes --as tsv --out words.tsv --corpus {named}"));
    assert_eq!(fs::read_to_string(away.join("words.tsv")).unwrap(), table);
    let (_, notes) = expect(away, 0, "export classes --as word2vec --out words.vec");
    assert!(!notes.contains("left out"), "the format has no columns: {notes}");
}

#[test]
fn reviewed_pairs_have_verdict_distance_and_texts() {
    let folder = models();
    let at = folder.path();
    review(at);
    expect(at, 0, "export pairs --as tsv --what pairs --out pairs.tsv");
    let table = fs::read_to_string(at.join("pairs.tsv")).unwrap();
    let (titles, found) = rows(&table);
    assert_eq!(titles[2..7], ["distance", "margin", "verdict", "note", "nearest"]);
    let verdicts: Vec<[&str; 2]> = found.iter().map(|row| [row[4], row[5]]).collect();
    assert_eq!(verdicts, [["accepted", "seen"], ["rejected", "seen"]]);
    assert!(found.iter().all(|row| row[2].parse::<f64>().unwrap() > 0.0 && !row[7].is_empty()), "{table}");
    assert!(!found[1][6].is_empty() && found[1][6] != found[1][1], "another document is nearer: {table}");
    // Below this distance every nearest pair is accepted except the rejected one.
    expect(at, 0, "export pairs --as moses --out all --accept-below 1000");
    let lines = |name: &str| fs::read_to_string(at.join(name)).unwrap().lines().count();
    let sides: Vec<String> = fs::read_dir(at)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("all."))
        .collect();
    assert_eq!((sides.len(), lines(&sides[0]), lines(&sides[1])), (2, 299, 299));
    // The model stores titles, so they are known without its corpus.
    let mut saved = load_model(&at.join("pairs")).unwrap();
    saved.trained_on = None;
    "elsewhere".clone_into(&mut saved.corpus);
    save_model(&at.join("bare"), &saved).unwrap();
    let (_, error) = expect(at, 0, "export bare --as tsv --what pairs --out bare.tsv");
    assert!(error.contains("texts and distances are missing"), "{error}");
    let table = fs::read_to_string(at.join("bare.tsv")).unwrap();
    assert_eq!(rows(&table).1[0][..3], [found[0][0], found[0][1], ""]);
}

#[test]
fn the_dictionary_is_measured_against_a_reference() {
    let folder = models();
    let at = folder.path();
    expect(at, 0, "export pairs --as muse --out learned.txt");
    expect(at, 0, "export pairs --as tsv --what dictionary --out learned.tsv");
    let learned = fs::read_to_string(at.join("learned.txt")).unwrap();
    let first: Vec<&str> = learned.lines().take(3).collect();
    fs::write(at.join("reference"), format!("{}\nnosuch wort\n", first.join("\n"))).unwrap();
    let (_, error) = expect(at, 0, "export pairs --as muse --out learned.txt --precision-against reference");
    assert!(error.contains("3 of 4 entries of reference are known, for 3 source words; precision @1 100.0 %"), "{error}");
}

#[test]
fn terms_of_the_sample_pairs_are_mutual_words_with_examples_that_hold_both() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample_data");
    for name in ["pairs.en.tsv", "pairs.ja.tsv"] {
        fs::copy(samples.join(name), at.join(name)).unwrap();
    }
    expect(at, 0, "train match --source pairs.en.tsv --target pairs.ja.tsv --iterations 20 --save pairs");
    let chosen = "--mutual --min-count 3 --most 30 --examples 2";
    expect(at, 0, &format!("export pairs --as tsv --what dictionary {chosen} --out terms.tsv"));
    expect(at, 0, &format!("export pairs --as tbx {chosen} --out terms.tbx"));
    expect(at, 0, "export pairs --as tsv --what dictionary --out all.tsv");
    // Texts contain line ends, which are quoted in the table.
    let [(titles, terms), (all_titles, all)] = ["terms.tsv", "all.tsv"].map(|name| {
        let table = csv::ReaderBuilder::new().has_headers(false).delimiter(b'\t').from_path(at.join(name)).unwrap();
        let mut rows = table.into_records().map(|row| row.unwrap().iter().map(str::to_owned).collect::<Vec<String>>());
        (rows.next().unwrap(), rows.collect::<Vec<_>>())
    });
    let place = |title: &str| titles.iter().position(|known| known == title).unwrap_or_else(|| panic!("{title}: {titles:?}"));
    assert!(!all_titles.iter().any(|title| title.starts_with("example")));
    // First entry that is mutual and frequent enough, with further columns.
    let frequent =
        |row: &&Vec<String>| row[place("mutual")] == "yes" && row[place("pairs with both")].parse::<usize>().unwrap() > 2;
    let expected: Vec<&[String]> = all.iter().filter(frequent).take(30).map(Vec::as_slice).collect();
    assert_eq!(terms.iter().map(|row| &row[..all_titles.len()]).collect::<Vec<_>>(), expected);
    assert!(terms.len() > 10, "{}", terms.len());
    let files = ["pairs.en.tsv", "pairs.ja.tsv"].map(|name| fs::read_to_string(at.join(name)).unwrap().to_lowercase());
    let memory = fs::read_to_string(at.join("terms.tbx")).unwrap();
    for row in &terms {
        for example in 1..=2 {
            for (side, line) in ["line", "target line"].into_iter().enumerate() {
                let line: usize = row[place(&format!("example {example} {line}"))].parse().unwrap();
                let text = row[place(&format!("example {example} {}", titles[side]))].to_lowercase();
                let read = files[side].lines().nth(line - 1).unwrap();
                let is_read = text.lines().all(|part| read.contains(part));
                assert!(is_read && text.contains(&row[side]), "{}: {text}\n{read}", row[side]);
            }
        }
        assert!(row[..2].iter().all(|word| memory.contains(&format!("<term>{word}</term>"))), "{row:?}");
    }
    assert_eq!(memory.matches("<conceptEntry ").count(), terms.len());
    assert_eq!(memory.matches("type=\"context\"").count(), 4 * terms.len());
}

#[test]
fn exports_that_cannot_be_made_name_problem_and_remedy() {
    let folder = models();
    let at = folder.path();
    fs::write(at.join("list"), "no-such-word\n").unwrap();
    let before = fs::read_dir(at).unwrap().count();
    each_says(
        at,
        [
            (2, "export pairs --as word2vec --out v", "words of two sides", "--side source"),
            (2, "export classes --as word2vec --out v --side source", "no sides", "leave it out"),
            (2, "export classes --as word2vec --out v --what pairs", "holds words", "leave out --what"),
            (2, "export classes --as npz --out v --words list", "--words belongs to", "leave it out"),
            (2, "export classes --as csv --out v --accept-below 1", "--accept-below belongs to", "leave it out"),
            (2, "export classes --as glove --out v --corpus list", "from the model alone", "leave it out"),
            (2, "export classes --as csv --out classes", "--out", "choose another place"),
            (2, "export classes --as csv --out list --words list", "is read from too", "choose another place"),
            (2, "export classes --as nothing --out v", "invalid value", "word2vec"),
            (1, "export classes --as csv --out v --words list", "knows none", "write its words"),
            (1, "export classes --as csv --out .", "is a folder", "name a file"),
            (1, "export classes --as csv --out no/v", "there is no folder", "make it first"),
            (1, "export classes --as csv --out /dev/full", "is a device", "choose another place"),
            (1, "export linear --as csv --out v", "have no positions", "give a model"),
            (1, "export classes --as tmx --out v", "has no pairs", "give a model of pairs"),
            (1, "export classes --as muse --out v", "has no dictionary", "give a model of pairs"),
            (1, "export classes --as tbx --out v", "has no dictionary", "give a model of pairs"),
            (1, "export pairs --as tbx --out v --min-count 100000", "no entry is mutual", "table format such as csv"),
            (2, "export pairs --as muse --out v --examples 2", "holds words alone", "leave it out"),
            (2, "export pairs --as csv --out v --most 2", "--most belongs to", "leave it out"),
            (1, "export pairs --as tmx --out v", "no pair is accepted", "accept unreviewed ones"),
            (1, "export list --as csv --out v", "list", "model"),
        ],
    );
    assert_eq!(fs::read_dir(at).unwrap().count(), before);
}

#[test]
fn documents_leave_with_text_part_label_and_every_decision() {
    let folder = models();
    let at = folder.path();
    for (model, labels) in [("classes", ["class", "predicted", "correct"]), ("linear", ["class", "predicted", "correct"])] {
        expect(at, 0, &format!("export {model} --as tsv --what documents --out {model}.tsv"));
        let table = fs::read_to_string(at.join(format!("{model}.tsv"))).unwrap();
        let (titles, documents) = rows(&table);
        let column =
            |title: &str| titles.iter().position(|known| *known == title).unwrap_or_else(|| panic!("{title}: {titles:?}"));
        let corpus = fs::read_to_string(planted("corpus.txt")).unwrap();
        let lines: Vec<(&str, &str)> = corpus.lines().filter_map(|line| line.split_once('\t')).collect();
        assert_eq!(documents.len(), lines.len());
        for (row, (class, text)) in documents.iter().zip(&lines) {
            assert_eq!((row[column("class")], row[column("text")].trim()), (*class, text.trim()));
        }
        assert!(labels.iter().all(|label| titles.contains(label)));
        let decisions: Vec<usize> = (0..titles.len()).filter(|&column| titles[column].contains(" | ")).collect();
        assert!(!decisions.is_empty() && documents.iter().all(|row| decisions.iter().all(|&of| row[of].parse::<f64>().is_ok())));
    }
    expect(at, 0, "export ratings --as csv --what documents --out ratings.csv");
    assert!(fs::read_to_string(at.join("ratings.csv")).unwrap().lines().next().unwrap().contains(", predicted"));
    expect(at, 0, "export classes --as latex --out words.tex");
    let latex = fs::read_to_string(at.join("words.tex")).unwrap();
    assert!(latex.contains("\\toprule") && latex.trim_end().ends_with("\\end{tabular}"));
}

#[test]
fn the_kernel_matrix_is_written_on_request() {
    let folder = models();
    let at = folder.path();
    let names = |file: &str| {
        let archive = zip::ZipArchive::new(fs::File::open(at.join(file)).unwrap()).unwrap();
        archive.file_names().map(|name| name.unwrap().into_owned()).collect::<Vec<String>>()
    };
    expect(at, 0, "export classes --as npz --out small.npz");
    expect(at, 0, "export classes --as npz --gram --out whole.npz");
    let gram = "gram.npy".to_owned();
    assert!(!names("small.npz").contains(&gram) && names("whole.npz").contains(&gram));
    each_says(at, [(2, "export classes --as csv --gram --out a.csv", "--gram belongs to an export of arrays", "leave it out")]);
}
