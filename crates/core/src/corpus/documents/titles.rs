//! Titles of documents for lists.
//!
//! Cost: the beginning of one text, or a sort of its words where they were read as counts.

use std::borrow::Cow;

use crate::corpus::Corpus;

/// Number of first characters of a text that serve as its title if it has none.
const START: usize = 100;
/// Maximum length of a title that counts as an identifier, in bytes.
const LONGEST_CODE: usize = 40;
/// Number of most frequent words that serve as the title of a document of word counts.
const HEAVIEST: usize = 12;

impl Corpus {
    /// Title of a document for lists.
    /// A title that is only a location is replaced by the beginning of the text, or by the most frequent words of word counts;
    /// a title that is an identifier is followed by that beginning.
    pub fn display_title(&self, document: usize) -> String {
        let whole = &self.titles[document];
        let title = if is_place(whole) { whole } else { self.own_name(document) };
        if !is_place(title) && !is_identifier(title) {
            return title.to_owned();
        }
        let start = if self.is_counted(document) { start(&self.heaviest(document)) } else { start(&self.texts[document]) };
        match (start.is_empty(), is_place(title)) {
            (true, _) => title.to_owned(),
            (false, true) => start,
            (false, false) => format!("{title}  {start}"),
        }
    }

    /// Title of a document as [`Corpus::display_title`], without the text after an identifier, for views that show the text.
    pub fn short_title(&self, document: usize) -> String {
        if is_place(&self.titles[document]) { self.display_title(document) } else { self.own_name(document).to_owned() }
    }

    /// Name of a document as its file has it: its title without the location in front; the location if it has no name.
    pub fn own_name(&self, document: usize) -> &str {
        let title = self.titles[document].as_str();
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let after = title.match_indices(':').find_map(|(at, _)| {
            let (line, name) = title[at + 1..].split_once(' ')?;
            is_number(line).then_some(name)
        });
        after.unwrap_or(title)
    }

    /// Content of a document for the recognition of copies: its text,
    /// or its words with their counts if the corpus was read as word counts.
    pub fn content(&self, document: usize) -> Cow<'_, str> {
        if !self.counted {
            return Cow::Borrowed(&self.texts[document]);
        }
        let entry = |(word, count): (usize, f64)| format!("{word}:{count}");
        Cow::Owned(self.counts.entries(document).map(entry).collect::<Vec<_>>().join(" "))
    }

    /// Whether a document was read as word counts: its text lists each word once, while counts differ.
    fn is_counted(&self, document: usize) -> bool {
        let (words, counts) = self.counts.row(document);
        let differ = counts.iter().any(|&count| (count - counts[0]).abs() > 1e-12);
        differ && self.texts[document].split_whitespace().take(words.len() + 1).count() == words.len()
    }

    fn heaviest(&self, document: usize) -> String {
        let mut words: Vec<(usize, f64)> = self.counts.entries(document).collect();
        words.sort_by(|a, b| b.1.total_cmp(&a.1));
        words.truncate(HEAVIEST);
        words.into_iter().map(|(word, _)| self.lexicon[word].as_str()).collect::<Vec<_>>().join(" ")
    }
}

/// Whether a title is only a location in a file, with at most a number.
fn is_place(title: &str) -> bool {
    let is_number = |line: &str| !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
    title.rsplit_once(':').is_some_and(|(_, line)| line.split(' ').all(is_number))
}

/// Whether a document's title is an identifier, as in "bbc.381790.001" or "17".
fn is_identifier(title: &str) -> bool {
    title.len() <= LONGEST_CODE && title.bytes().any(|byte| byte.is_ascii_digit()) && !title.contains(char::is_whitespace)
}

/// First words of a text, on one line; a text without spaces is truncated anywhere.
fn start(text: &str) -> String {
    let mut start = String::new();
    for (count, word) in text.split_whitespace().enumerate() {
        let room = START.saturating_sub(start.chars().count() + usize::from(count > 0));
        if word.chars().count() > room {
            if count == 0 {
                start.extend(word.chars().take(START));
            }
            return start + "…";
        }
        if count > 0 {
            start.push(' ');
        }
        start.push_str(word);
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Body, Fields, Format, RawCorpus, RawDocument, Task, TextOptions};

    fn corpus(documents: Vec<(&str, Body)>) -> Corpus {
        let one = |(place, (title, body)): (usize, (&str, Body))| RawDocument {
            title: title.to_owned(),
            label: ["a", "b"][place % 2].to_owned(),
            body,
            fields: Fields::default(),
        };
        let raw = RawCorpus {
            name: "some".to_owned(),
            format: Format::Lines,
            task: Task::Classes,
            documents: documents.into_iter().enumerate().map(one).collect(),
            unlabelled: 0,
            files: Vec::new(),
            notes: Vec::new(),
        };
        Corpus::build(raw, &TextOptions::default()).expect("a corpus")
    }

    fn text(text: &str) -> Body {
        Body::Text(text.to_owned())
    }

    #[test]
    fn the_own_name_stands_without_its_location() {
        let titles = ["file.csv:7 5120", "r8-train.csv:12 d11 of 3", "file.txt:12", "On numbers: 12 25", "id 17"];
        let corpus = corpus(titles.map(|title| (title, text("words"))).to_vec());
        let names: Vec<&str> = (0..titles.len()).map(|document| corpus.own_name(document)).collect();
        assert_eq!(names, ["5120", "d11 of 3", "file.txt:12", "On numbers: 12 25", "id 17"]);
    }

    #[test]
    fn a_place_is_replaced_by_the_first_words() {
        let long = format!("Some words\tof a text\n{}", "that goes on and on until there is no room ".repeat(4));
        let corpus = corpus(vec![
            ("A title: 12 pages", text("short")),
            ("file.txt:12", text(&long)),
            ("file.txt:13", text(" ")),
            ("file.csv:7 5120", text("Numbered text")),
            ("On numbers: 12 25", text("text")),
        ]);
        assert_eq!(corpus.display_title(0), "A title: 12 pages");
        let shown = corpus.display_title(1);
        let begins = shown.starts_with("Some words of a text that goes on and on until there is no room that goes on");
        assert!(begins && shown.ends_with('…') && (START - 10..=START + 1).contains(&shown.chars().count()), "{shown}");
        assert_eq!(corpus.display_title(2), "file.txt:13", "nothing else is known of it");
        assert_eq!(corpus.display_title(3), "Numbered text", "a number of its own is no title");
        assert_eq!(corpus.display_title(4), "On numbers: 12 25");
    }

    #[test]
    fn an_identifier_is_followed_by_the_beginning_of_the_text() {
        let corpus =
            corpus(vec![("bbc.381790.003", text("It has arisen")), ("17", text("")), ("Top 10", text("songs of a year"))]);
        assert_eq!([0, 1, 2].map(|document| corpus.display_title(document)), ["bbc.381790.003  It has arisen", "17", "Top 10"]);
        assert_eq!([0, 1, 2].map(|document| corpus.short_title(document)), ["bbc.381790.003", "17", "Top 10"]);
    }

    #[test]
    fn word_counts_show_frequent_words_and_text_without_spaces_is_truncated() {
        let counted =
            |words: &[(&str, f64)]| Body::Words(words.iter().map(|(word, count)| ((*word).to_owned(), *count)).collect());
        let bag = counted(&[("alpha", 1.0), ("omega", 7.0), ("sigma", 3.0)]);
        let japanese = "日本語の文章".repeat(20);
        let corpus = corpus(vec![("bags.svm:1", bag), ("ja.txt:2", text(&japanese))]);
        assert_eq!(corpus.display_title(0), "omega sigma alpha");
        assert_eq!(corpus.display_title(1).chars().count(), START + 1);
    }
}
