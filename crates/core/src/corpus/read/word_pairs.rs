//! Reference dictionaries in MUSE format: a source word and a target word in each line, separated by blanks or a tab,
//! or by one semicolon, bar or comma on every line.
//!
//! Cost: one pass. Memory: the words.

use std::path::Path;

use crate::corpus::{Cancel, CorpusError, Limits, file::list::read_list, printable::beginning};

/// Reads a dictionary's pairs of a source and a target word; words that contain blanks need a tab between them.
///
/// # Errors
/// Returns any problem of the file, with line and remedy.
pub fn read_word_pairs(file: &Path, cancel: &Cancel) -> Result<Vec<[String; 2]>, CorpusError> {
    cancel.begin(&[file]);
    let lines = read_list(file, None, Limits::default(), cancel)?;
    let written = || (1..).zip(&lines).filter(|(_, line)| !line.is_empty());
    let separates = |separator: &char| written().all(|(_, line)| line.matches(*separator).count() == 1);
    let separator = ['\t', ';', '|', ','].into_iter().find(separates).unwrap_or('\t');
    let mut pairs = Vec::new();
    for (number, line) in written() {
        let words: Vec<&str> = if line.contains(separator) {
            line.split(separator).map(str::trim).collect()
        } else {
            line.split_whitespace().collect()
        };
        let [from, to] = words[..] else {
            let problem = format!("\"{}\" is not a pair of words", beginning(line));
            return Err(CorpusError::format(file, number, problem, "write a source word, a blank or tab, and a target word"));
        };
        pairs.push([from.to_owned(), to.to_owned()]);
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn pairs_of_words_are_read_and_other_lines_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("en-ja.txt");
        let read = |text: &str| {
            fs::write(&path, text).unwrap();
            read_word_pairs(&path, &Cancel::default())
        };
        let pairs = read("tea  お茶\n\nnew york\t紐育\r\n").unwrap();
        assert_eq!(pairs, [["tea", "お茶"], ["new york", "紐育"]]);
        assert_eq!(read("new york;紐育\n\ntea; お茶\n").unwrap(), [["new york", "紐育"], ["tea", "お茶"]]);
        assert_eq!(read("tea; black\t紅茶\ntea; green\t緑茶\n").unwrap(), [["tea; black", "紅茶"], ["tea; green", "緑茶"]]);
        for (text, part) in [("a b\nc\n", ":2: \"c\" is not a pair"), ("a b c\n", "a blank or tab"), ("", "empty")] {
            let message = read(text).unwrap_err().to_string();
            assert!(message.contains(part), "{message}");
        }
    }
}
