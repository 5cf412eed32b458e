//! Profiles of a table's columns: whether values look like texts, classes, ratings or names.
//!
//! Cost: one pass over the rows at the beginning of a file. Memory: those rows.

use std::collections::HashSet;

use crate::corpus::task::rating::{Written, written};

/// Minimum number of rows from which a column of classes or ratings is recognised.
const FEW: usize = 4;
/// Maximum mean length of the class or document names in a column, in characters.
const SHORT: f64 = 40.0;
/// Minimum mean length of the texts in a text column, in characters.
const LONG: f64 = 10.0;
/// Ratio of mean text lengths above which the longest column is taken for the text column.
const TEXT_LENGTH_RATIO: f64 = 1.5;
/// Maximum range of ratings in a column whose name does not identify ratings.
const MAX_RATING_RANGE: f64 = 10.0;

/// Names of a table's columns or of the fields of JSON objects, with their first values.
#[derive(Clone, Debug, Default)]
pub(super) struct Sample {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// First rows of the table, each with one value per column.
    pub rows: Vec<Vec<String>>,
}

/// Profile of the values in one column.
#[derive(Clone, Debug, Default)]
struct Profile {
    /// Number of values in the column that are not missing.
    filled: usize,
    /// Number of distinct values in the column.
    distinct: usize,
    /// Values of the column that are written as ratings.
    numbers: Vec<f64>,
    /// Mean length of the column's values in characters.
    length: f64,
    /// Number of the column's values that are running text: of several words, or of a script without spaces.
    running: usize,
}

impl Sample {
    /// Index of the column with the given name.
    pub(super) fn place(&self, name: &String) -> usize {
        self.columns.iter().position(|column| column == name).unwrap_or_default()
    }

    /// Whether the values of a column may be texts, not mostly numbers; true without rows.
    pub(super) fn may_be_text(&self, column: usize) -> bool {
        let profile = self.profile(column);
        2 * profile.numbers.len() <= profile.filled
    }

    /// Whether the values of a column may be classes, which are short and repeated.
    pub(super) fn may_be_class(&self, column: usize) -> bool {
        let profile = self.profile(column);
        let repeat = profile.filled < FEW || profile.distinct < profile.filled || profile.all_numbers();
        repeat && profile.length <= 2.0 * SHORT
    }

    /// Whether most values of a column are numbers.
    pub(super) fn is_rating(&self, column: usize) -> bool {
        let profile = self.profile(column);
        !profile.numbers.is_empty() && 2 * profile.numbers.len() >= profile.filled
    }

    /// Whether the values of a column may name the rows, which requires them present, distinct and short.
    pub(super) fn may_be_name(&self, column: usize) -> bool {
        let profile = self.profile(column);
        profile.filled == self.rows.len() && profile.distinct == profile.filled && profile.length <= SHORT
    }

    /// The only column that has few distinct short values, apart from the columns `except`.
    pub(super) fn class(&self, except: &[String]) -> Option<&String> {
        // The text column is excluded, because texts may be short and repeat, too.
        let except: Vec<String> = except.iter().chain(self.text(except)).cloned().collect();
        self.only(&except, |profile| {
            let few = profile.distinct > 1 && 2 * profile.distinct <= profile.filled && profile.length <= SHORT;
            few && (profile.numbers.is_empty() || profile.all_numbers() && profile.distinct == 2)
        })
    }

    /// Name of the only column with numbers in a small range, as ratings have; the columns `except` are ignored.
    pub(super) fn rating(&self, except: &[String]) -> Option<&String> {
        self.only(except, |profile| {
            let (low, high) = profile.range();
            let counted = profile.distinct == profile.filled && profile.numbers.iter().all(|number| number.fract().abs() < 1e-12);
            profile.all_numbers() && profile.distinct > 2 && !counted && high - low <= MAX_RATING_RANGE && high.abs() <= 100.0
        })
    }

    /// The column of the longest texts, apart from `except`: it must be clearly longer than the others.
    pub(super) fn text(&self, except: &[String]) -> Option<&String> {
        let mut found: Vec<(f64, usize)> = self.free(except).map(|column| (self.profile(column).weight(), column)).collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        let second = found.get(1).map_or(0.0, |(weight, _)| *weight);
        found
            .first()
            .filter(|(weight, _)| *weight >= LONG && *weight >= TEXT_LENGTH_RATIO * second)
            .map(|(_, column)| &self.columns[*column])
    }

    /// Names of the columns that hold running text; the columns `except` are ignored.
    pub(super) fn texts(&self, except: &[String]) -> Vec<&String> {
        let running = |column: &usize| {
            let profile = self.profile(*column);
            profile.filled > 0 && 2 * profile.running > profile.filled
        };
        self.free(except).filter(running).map(|column| &self.columns[column]).collect()
    }

    /// The first column whose values name the rows and are single words, apart from the columns `except`.
    pub(super) fn name(&self, except: &[String]) -> Option<&String> {
        let fits = |column: &usize| {
            let word = |row: &Vec<String>| {
                let value = row[*column].trim();
                value.contains(char::is_alphabetic) && !value.contains(char::is_whitespace)
            };
            self.rows.len() >= FEW && self.may_be_name(*column) && self.may_be_text(*column) && self.rows.iter().all(word)
        };
        self.free(except).find(fits).map(|column| &self.columns[column])
    }

    fn only(&self, except: &[String], fits: impl Fn(&Profile) -> bool) -> Option<&String> {
        if self.rows.len() < FEW {
            return None;
        }
        let mut found = self.free(except).filter(|&column| fits(&self.profile(column)));
        let first = found.next()?;
        found.next().is_none().then(|| &self.columns[first])
    }

    fn free(&self, except: &[String]) -> impl Iterator<Item = usize> {
        self.columns.iter().enumerate().filter(|(_, column)| !except.contains(column)).map(|(index, _)| index)
    }

    fn profile(&self, column: usize) -> Profile {
        let values = || self.rows.iter().map(|row| row[column].trim());
        let filled: Vec<(&str, Written)> =
            values().map(|value| (value, written(value))).filter(|(_, value)| *value != Written::Missing).collect();
        let length: usize = filled.iter().map(|(value, _)| value.chars().count()).sum();
        Profile {
            filled: filled.len(),
            distinct: filled.iter().map(|(value, _)| value).collect::<HashSet<_>>().len(),
            numbers: filled.iter().filter_map(|(_, value)| value.number()).collect(),
            length: length as f64 / filled.len().max(1) as f64,
            running: filled.iter().filter(|(value, _)| is_running(value)).count(),
        }
    }
}

impl Profile {
    fn all_numbers(&self) -> bool {
        !self.numbers.is_empty() && self.numbers.len() == self.filled
    }

    fn range(&self) -> (f64, f64) {
        self.numbers.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &n| (low.min(n), high.max(n)))
    }

    /// Evidence that a column holds texts: the mean length if most values are running text, else 0.
    fn weight(&self) -> f64 {
        if 2 * self.running > self.filled { self.length } else { 0.0 }
    }
}

/// Whether a value is running text: several words, or letters of a script that is written without spaces.
fn is_running(value: &str) -> bool {
    let unspaced = |letter: char| matches!(letter, '\u{e00}'..='\u{eff}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}');
    value.contains(char::is_whitespace) || value.chars().filter(|&letter| unspaced(letter)).count() > 3
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(columns: &[&str], row: impl Fn(usize) -> Vec<String>) -> Sample {
        Sample { columns: columns.iter().map(|&name| name.to_owned()).collect(), rows: (0..12).map(row).collect() }
    }

    #[test]
    fn columns_are_identified_by_their_values() {
        let words = ["ein guter Film", "etwas langweilig, leider", "großartig gespielt"];
        let sample = sample(&["a", "b", "c", "d", "e"], |i| {
            let url = format!("https://example.org/{i}/a/rather/long/address/of/some/page");
            vec![format!("D{i}"), ["gut", "schlecht"][i % 2].into(), words[i % 3].into(), url, (1 + i % 5).to_string()]
        });
        let name = |found: Option<&String>| found.cloned().unwrap_or_default();
        assert_eq!(name(sample.class(&[])), "b");
        assert_eq!(name(sample.rating(&[])), "e");
        assert_eq!(name(sample.text(&[])), "c", "an address is longer and no text");
        assert_eq!(name(sample.name(&[])), "a");
        assert_eq!(sample.class(&["b".into()]), None);
        assert!(sample.is_rating(4) && !sample.is_rating(1) && sample.may_be_class(4) && !sample.may_be_class(0));
    }

    #[test]
    fn ambiguous_columns_are_not_guessed() {
        let years = |i: usize| (1990 + 3 * i).to_string();
        let sample = sample(&["a", "b", "c", "d"], |i| {
            vec![i.to_string(), years(i), ["x", "y"][i % 2].into(), ["u", "v", "w"][i % 3].into()]
        });
        assert_eq!((sample.class(&[]), sample.rating(&[]), sample.text(&[])), (None, None, None));
        assert_eq!(sample.class(&["c".into()]).map(String::as_str), Some("d"));
    }
}
