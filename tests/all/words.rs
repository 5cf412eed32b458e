//! Retired words stay out of code, comments, messages and documentation.
//!
//! Identifiers are split at underscores and capitals, so that `said_of` and `SaidOf` both contain `said`.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Retired words and phrases, lower case, with their replacements.
const RETIRED: [(&str, &str); 38] = [
    ("said", "description, message, predicted"),
    ("told", "reported, received, counted as"),
    ("machine", "fitted model (or computer, CPU)"),
    ("machines", "fitted models (or computers)"),
    ("forsaken", "disconnected"),
    ("inquiry", "query"),
    ("inquiries", "queries"),
    ("lifted", "the name of the result"),
    ("unmade", "lazy, on demand"),
    ("deed", "command effect"),
    ("deeds", "command effects"),
    ("anew", "again, reset, recomputed"),
    ("hath", "has"),
    ("nought", "nothing, 0"),
    ("asked of", "requested from"),
    ("is none", "does not exist, is not a"),
    ("at hand", "current, available"),
    ("let be", "left unchanged"),
    ("merit", "metric"),
    ("thereof", "of which"),
    ("whereof", "of which"),
    ("reckoned", "computed, counted"),
    ("reckon", "compute, count"),
    ("rater", "regressor"),
    ("remake", "the name of what is made again"),
    ("mended", "corrected, or the name of the behaviour"),
    ("mend", "correct"),
    ("louder", "greater emphasis"),
    ("loudness", "emphasis"),
    ("afresh", "again, reset"),
    ("lest", "so that … not"),
    ("ought", "must, should"),
    ("learnt", "learned"),
    ("personal", "private, own"),
    ("dress", "apply_style"),
    ("hands", "interventions"),
    ("consequence", "effect"),
    ("speaks", "shows, counts"),
];

/// Accepted contexts, lower case: established terms, and the key of a fitted model in saved files.
const ACCEPTED: [&str; 7] = [
    "support measure machine",
    "support vector machine",
    "state machine",
    "machine learning",
    "machine translation",
    "machine-readable",
    "\"machine\"",
];

/// Files whose words are data: fixtures, pictures, and this list.
const DATA: [&str; 6] = [
    "crates/core/assets",
    "crates/core/sample_data",
    "crates/core/tests/fixtures",
    "tests/fixtures",
    "tests/snapshots",
    "tests/all/words.rs",
];

/// Text files under `path` in a fixed order.
fn files(path: &Path, found: &mut Vec<PathBuf>) {
    if DATA.iter().any(|data| path.starts_with(data)) {
        return;
    }
    if path.is_dir() {
        let mut entries: Vec<PathBuf> =
            fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
        entries.sort();
        for entry in &entries {
            files(entry, found);
        }
    } else if path.extension().is_none_or(|extension| ["rs", "py", "md", "sh", "toml"].iter().any(|known| extension == *known)) {
        found.push(path.to_owned());
    }
}

/// The lower-case words of a line, identifiers split at underscores and capitals.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut previous = ' ';
    for letter in line.chars() {
        if !letter.is_alphabetic() || (letter.is_uppercase() && previous.is_lowercase()) {
            words.push(String::new());
        }
        if letter.is_alphabetic() {
            words.last_mut().expect("the first word").extend(letter.to_lowercase());
        }
        previous = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The retired words of a line with their replacements.
fn retired(line: &str) -> Vec<(&'static str, &'static str)> {
    let mut line = line.to_owned();
    for accepted in ACCEPTED {
        while let Some(at) = line.to_lowercase().find(accepted).filter(|&at| line.is_char_boundary(at + accepted.len())) {
            line.replace_range(at..at + accepted.len(), " ");
        }
    }
    let words = words(&line);
    let prose: Vec<&str> =
        line.split_whitespace().map(|part| part.trim_matches(|letter: char| !letter.is_alphabetic())).collect();
    let mut found = Vec::new();
    for (word, replacement) in RETIRED {
        let count = match word.split_once(' ') {
            Some((first, second)) => prose.windows(2).filter(|pair| pair[0] == first && pair[1] == second).count(),
            None => words.iter().filter(|other| *other == word).count(),
        };
        found.extend(std::iter::repeat_n((word, replacement), count));
    }
    found
}

#[test]
fn retired_words_are_found_in_prose_and_identifiers() {
    let found = |line| retired(line).into_iter().map(|(word, _)| word).collect::<Vec<_>>();
    assert_eq!(found("    fn told_anew(&self) -> SaidOf { // What is said of it"), ["said", "said", "told", "anew"]);
    assert_eq!(found("value.is_none() // a number that is none"), ["is none"]);
    assert_eq!(found("The latent support measure machine of [`TrainedMachine`]"), ["machine"]);
    assert!(found("#[serde(rename = \"machine\")] pub fitted: Machinery").is_empty());
}

#[test]
fn retired_words_stay_out() {
    let mut paths = Vec::new();
    for root in ["src", "crates", "tests", "examples", "benches", "scripts", "README.md", "docs"] {
        if Path::new(root).exists() {
            files(Path::new(root), &mut paths);
        }
    }
    assert!(paths.len() > 100, "{} files", paths.len());
    let mut problems = Vec::new();
    for path in &paths {
        let Ok(text) = fs::read_to_string(path) else { continue };
        for (number, line) in text.lines().enumerate() {
            let words = retired(line).into_iter();
            problems.extend(words.map(|(word, use_)| format!("{}:{}: \"{word}\": use {use_}", path.display(), number + 1)));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
