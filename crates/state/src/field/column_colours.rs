//! Colourings by the columns of a corpus's file: of documents by their values, of words by the documents that contain them.
//!
//! A number, date or flag colours a word by its mean, a category by the share of its documents that have it.
//! Cost: one pass over the counts for each colouring, once per corpus. Memory: a number per word and per document for each.

use std::sync::Arc;

use rayon::prelude::*;

use crate::{Colouring, Scale};
use wordfield_core::corpus::{Column, ColumnKind, Csr, Dataset};

/// Largest number of categories of a column that are offered as colours.
const CATEGORIES: usize = 8;
/// Largest number of colourings by columns.
const COLOURINGS: usize = 24;
/// Seconds of a mean year.
const YEAR: f64 = 31_556_952.0;

/// Colouring of words and documents by a column, or by one category of it.
#[derive(Clone, Debug)]
pub struct ColumnColouring {
    /// Name of the column, with its category, as in "desk = markets".
    pub name: String,
    /// Colouring of the words.
    pub words: Colouring,
    /// Position of each document's value on the scale, from -1 to 1; NaN where it is missing (n).
    pub documents: Arc<Vec<f32>>,
}

/// Colourings by the columns of the file that have values to compare.
pub(super) fn column_colourings(dataset: &Dataset, holders: &Csr) -> Vec<ColumnColouring> {
    let columns = &dataset.corpus.columns;
    let rows: Vec<usize> = (0..dataset.corpus.len()).map(|document| columns.row(document)).collect();
    let values = |value: &(dyn Fn(usize) -> Option<f64> + Sync)| -> Vec<f64> {
        rows.iter().map(|&row| value(row).unwrap_or(f64::NAN)).collect()
    };
    let of_column = |column: &Column| -> Vec<(String, String, Vec<f64>)> {
        let name = &column.name;
        let mean = format!("mean {name} of a word's documents");
        match column.kind() {
            ColumnKind::Text => Vec::new(),
            ColumnKind::Number => vec![(name.clone(), mean, values(&|row| column.number(row)))],
            ColumnKind::Date => {
                let year = |row| column.number(row).map(|seconds| 1970.0 + seconds / YEAR);
                let first = rows.iter().filter_map(|&row| year(row)).fold(f64::INFINITY, f64::min).floor();
                let after = |row| year(row).map(|year| year - first);
                vec![(name.clone(), format!("{mean}, years after the start of {first}"), values(&after))]
            }
            ColumnKind::Flag => {
                vec![(name.clone(), format!("share of a word's documents with {name}"), values(&|row| column.number(row)))]
            }
            ColumnKind::Category => {
                let all = column.categories().iter().enumerate().take(CATEGORIES);
                let of = |(category, text): (usize, &String)| {
                    let is = |row| column.category(row).map(|found| f64::from(u8::from(found == category)));
                    let name = format!("{name} = {text}");
                    (name.clone(), format!("share of a word's documents with {name}"), values(&is))
                };
                all.map(of).collect()
            }
        }
    };
    let found: Vec<_> = columns.iter().flat_map(of_column).take(COLOURINGS).collect();
    found.into_iter().filter_map(|(name, title, values)| colouring(name, title, &values, holders)).collect()
}

/// Colouring by values of documents; `None` if no two differ.
fn colouring(name: String, title: String, values: &[f64], holders: &Csr) -> Option<ColumnColouring> {
    let known = || values.iter().copied().filter(|value| value.is_finite());
    let (low, high) = known().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low >= high {
        return None;
    }
    let middle = (known().sum::<f64>() / known().count() as f64) as f32;
    let of_word = |word: usize| {
        let of_holders =
            || holders.row(word).0.iter().map(|&document| values[document as usize]).filter(|value| value.is_finite());
        (of_holders().sum::<f64>() / of_holders().count() as f64) as f32
    };
    let words: Vec<f32> = (0..holders.rows()).into_par_iter().map(of_word).collect();
    let of_documents = Scale { name: String::new(), low: low as f32, middle, high: high as f32 };
    let place = |&value: &f64| if value.is_finite() { of_documents.place(value as f32) } else { f32::NAN };
    let documents = Arc::new(values.iter().map(place).collect());
    let scale = Scale::around(title, middle, &words).within((low, high));
    Some(ColumnColouring { name, words: Colouring::Values { values: Arc::new(words), scale: Arc::new(scale) }, documents })
}
