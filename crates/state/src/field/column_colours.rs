//! Colourings by the columns of a corpus's file: of documents by their values, of words by the documents that contain them.
//!
//! A number, date or flag colours a word by its mean, a category by the share of its documents that have it.
//! Cost: one pass over the cells for each colouring, once per corpus; one over the counts when it is first shown.
//! Memory: a number per word and per document for each that was shown.

use std::sync::{Arc, OnceLock};

use crate::{Colouring, Scale};
use wordfield_core::corpus::{Column, ColumnKind, Columns, Csr};

/// Largest number of categories of a column that are offered as colours.
const CATEGORIES: usize = 8;
/// Largest number of colourings by columns.
const COLOURINGS: usize = 24;
/// Seconds of a mean year.
const YEAR: f64 = 31_556_952.0;

/// Choice of colours: a column, or one category of it.
#[derive(Clone, Debug)]
pub struct ColumnColouring {
    /// Name of the column, with its category, as in "desk = markets".
    pub name: String,
    /// Name of the colours' value, with its unit.
    unit: String,
    column: usize,
    category: Option<usize>,
    colours: OnceLock<ColumnColours>,
}

/// Colours of words and documents by a column.
#[derive(Clone, Debug)]
pub struct ColumnColours {
    /// Colouring of the words.
    pub words: Colouring,
    /// Position of each document's value on the scale, from -1 to 1; NaN where it is missing (n).
    pub documents: Arc<Vec<f32>>,
    /// Scale of the documents' colours.
    pub scale: Scale,
}

/// Colourings by those of the columns that have values to compare.
pub(super) fn column_colourings(columns: &Columns, documents: usize) -> Vec<ColumnColouring> {
    let choices = columns.iter().enumerate().flat_map(|(column, of)| match of.kind() {
        ColumnKind::Text => Vec::new(),
        ColumnKind::Category => of.most_frequent(CATEGORIES).into_iter().map(|category| (column, Some(category))).collect(),
        ColumnKind::Number | ColumnKind::Date | ColumnKind::Flag => vec![(column, None)],
    });
    choices.filter_map(|choice| ColumnColouring::of(columns, choice, documents)).take(COLOURINGS).collect()
}

impl ColumnColouring {
    /// Colouring by a column and a category; `None` if no two documents differ in it.
    fn of(columns: &Columns, (column, category): (usize, Option<usize>), documents: usize) -> Option<Self> {
        let of = columns.iter().nth(column)?;
        let name = category.map_or_else(|| of.name.clone(), |category| format!("{} = {}", of.name, of.categories()[category]));
        let mut colouring = Self { name, unit: String::new(), column, category, colours: OnceLock::new() };
        let values = colouring.values(columns, documents);
        let (low, high) = range(&values);
        colouring.unit = match of.kind() {
            ColumnKind::Date => format!("{}, years after the start of {}", of.name, (1970.0 + low).floor()),
            ColumnKind::Flag => format!("{} = yes", of.name),
            _ => colouring.name.clone(),
        };
        (low < high).then_some(colouring)
    }

    /// Value of each document: a number, years since 1970, or 1 for yes and 0 for no; NaN where it is missing (n).
    fn values(&self, columns: &Columns, documents: usize) -> Vec<f64> {
        let Some(column) = columns.iter().nth(self.column) else { return vec![f64::NAN; documents] };
        let value = |row| match (self.category, column.kind()) {
            (Some(category), _) => column.category(row).map(|found| f64::from(u8::from(found == category))),
            (None, ColumnKind::Date) => column.number(row).map(|seconds| seconds / YEAR),
            (None, _) => column.number(row),
        };
        (0..documents).map(|document| value(columns.row(document)).unwrap_or(f64::NAN)).collect()
    }

    /// Colours of words and documents, computed on the first call; `holders`: the documents that contain each word (V × n).
    pub(super) fn colours(&self, columns: &Columns, holders: &Csr) -> &ColumnColours {
        self.colours.get_or_init(|| {
            let mut values = self.values(columns, holders.cols());
            let kind = columns.iter().nth(self.column).map(Column::kind);
            if kind == Some(ColumnKind::Date) {
                let start = range(&values).0.floor();
                values = values.into_iter().map(|value| value - start).collect();
            }
            let is_share = matches!(kind, Some(ColumnKind::Category | ColumnKind::Flag));
            colours(&self.unit, is_share, &values, holders)
        })
    }
}

/// Least and largest of the values that are not missing.
fn range(values: &[f64]) -> (f64, f64) {
    let known = values.iter().filter(|value| value.is_finite());
    known.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &value| (low.min(value), high.max(value)))
}

/// Colours by values of documents, in a unit, of which the words show the mean or the share.
fn colours(unit: &str, is_share: bool, values: &[f64], holders: &Csr) -> ColumnColours {
    let known = || values.iter().copied().filter(|value| value.is_finite());
    let (low, high) = range(values);
    let middle = (known().sum::<f64>() / known().count() as f64) as f32;
    let of_word = |word: usize| {
        let of_holders =
            || holders.row(word).0.iter().map(|&document| values[document as usize]).filter(|value| value.is_finite());
        (of_holders().sum::<f64>() / of_holders().count() as f64) as f32
    };
    let words: Vec<f32> = (0..holders.rows()).map(of_word).collect();
    let of_documents = Scale { name: unit.to_owned(), low: low as f32, middle, high: high as f32 };
    let place = |&value: &f64| if value.is_finite() { of_documents.place(value as f32) } else { f32::NAN };
    let documents = Arc::new(values.iter().map(place).collect());
    let measure = if is_share { "share" } else { "mean" };
    let name = format!("{unit}, {measure} over the documents that contain the word");
    let scale = Scale::around(name, middle, &words).within((low, high));
    let words = Colouring::Values { values: Arc::new(words), scale: Arc::new(scale) };
    ColumnColours { words, documents, scale: of_documents }
}
