//! Groups of documents by the columns of their file, each the filter that its documents meet.
//!
//! A category has a group for each of its most frequent values, a flag two, dates one for each of the last years,
//! numbers those below and above their median.
//! Cost: sorting the numbers of a column. Memory: as much.

use std::collections::BTreeSet;

use chrono::{DateTime, Datelike};

use super::Filter;
use crate::corpus::{Column, ColumnKind, Columns};

/// Largest number of values of a column that are groups, and of groups in all.
const VALUES: usize = 12;
const GROUPS: usize = 100;

/// Groups of the documents that have columns, in the order of the file.
pub fn groups(columns: &Columns) -> Vec<Filter> {
    columns.iter().flat_map(conditions).filter_map(|text| Filter::try_from(text).ok()).take(GROUPS).collect()
}

fn conditions(column: &Column) -> Vec<String> {
    let Some(name) = quoted(&column.name) else { return Vec::new() };
    let is = |value: &str| quoted(value).map(|value| format!("{name} = {value}"));
    let mut numbers: Vec<f64> = (0..column.len()).filter_map(|row| column.number(row)).collect();
    match column.kind() {
        ColumnKind::Text => Vec::new(),
        ColumnKind::Category => {
            column.most_frequent(VALUES).into_iter().filter_map(|value| is(&column.categories()[value])).collect()
        }
        ColumnKind::Flag => ["yes", "no"].into_iter().filter_map(is).collect(),
        ColumnKind::Date => {
            let year = |seconds: f64| DateTime::from_timestamp(seconds as i64, 0).map(|time| time.year());
            let years: BTreeSet<i32> = numbers.into_iter().filter_map(year).collect();
            years.into_iter().rev().take(VALUES).rev().map(|year| format!("{name} = {year:04}")).collect()
        }
        ColumnKind::Number => {
            numbers.sort_by(f64::total_cmp);
            let (first, middle) = (numbers.first().copied(), numbers.get(numbers.len() / 2));
            let halves = |&middle: &f64| if first < Some(middle) { ["<", ">="] } else { ["<=", ">"] }.map(|sign| (sign, middle));
            let halves = middle.map(halves).filter(|_| first < numbers.last().copied());
            halves.into_iter().flatten().map(|(sign, middle)| format!("{name} {sign} {middle}")).collect()
        }
    }
}

/// Text in the quotes that it does not hold; `None` if it holds both kinds.
fn quoted(text: &str) -> Option<String> {
    if !text.is_empty() && text.chars().all(char::is_alphanumeric) && !text.eq_ignore_ascii_case("not") {
        return Some(text.to_owned());
    }
    ['"', '\''].into_iter().find(|quote| !text.contains(*quote)).map(|quote| format!("{quote}{text}{quote}"))
}
