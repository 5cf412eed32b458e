//! Arrangement of a study's rows as a table for each corpus: methods downwards, values of one axis across.

use std::collections::{BTreeSet, HashSet};

use wordfield_core::study::Row;

/// Name of the axis of training sizes.
pub const TRAIN: &str = "train";

/// Tables of a study, one for each corpus.
#[derive(Debug)]
pub struct Layout<'a> {
    /// Name of the axis whose values are the columns.
    pub across: &'a str,
    /// Tables of the study, one for each corpus.
    pub corpora: Vec<CorpusTable<'a>>,
}

/// Table of one corpus in a study: methods downwards, values of an axis across.
#[derive(Debug)]
pub struct CorpusTable<'a> {
    /// Label of the table's corpus.
    pub corpus: &'a str,
    /// Path of the score within the results, its parts separated by points.
    pub metric: &'a str,
    /// Values of the axis, one for each column.
    pub columns: Vec<&'a str>,
    /// Rows of the table: name of the method with its other axes, and the study's row in each column.
    pub rows: Vec<(String, Vec<Option<&'a Row>>)>,
}

/// Curves of a table over its axis. A row without the axis has one score, which holds at every value: a level line.
#[derive(Debug)]
pub struct Curves<'a> {
    /// Values of the axis.
    pub columns: Vec<&'a str>,
    /// Name of each row, with its mean and standard deviation at each value; `None` without a finished cell.
    pub lines: Vec<(&'a str, Vec<Option<[f64; 2]>>)>,
}

impl<'a> Layout<'a> {
    /// Tables with the values of `across` as columns; rows of the study without that axis have a column of their own.
    pub fn new(rows: &'a [Row], across: &'a str) -> Self {
        let mut corpora: Vec<CorpusTable<'a>> = Vec::new();
        for row in rows {
            let column = value(row, across);
            let place = corpora.iter().position(|table| table.corpus == row.corpus && table.metric == row.metric);
            let table = if let Some(place) = place {
                &mut corpora[place]
            } else {
                corpora.push(CorpusTable { corpus: &row.corpus, metric: &row.metric, columns: Vec::new(), rows: Vec::new() });
                let last = corpora.len() - 1;
                &mut corpora[last]
            };
            table.put(row.title_without(&[across]), column, row);
        }
        Self { across, corpora }
    }
}

impl<'a> CorpusTable<'a> {
    /// Curves of the table: a line for each row over the values of the axis.
    pub fn curves(&self) -> Curves<'_> {
        let spread = |row: &Row| Some([row.mean?, row.sd.unwrap_or(0.0)]);
        let all = self.columns.iter().position(|column| column.is_empty());
        let places: Vec<usize> = (0..self.columns.len()).filter(|&place| Some(place) != all || self.columns.len() == 1).collect();
        let line = |cells: &Vec<Option<&'a Row>>| {
            let at = |&place: &usize| cells[place].or_else(|| cells[all?]).and_then(spread);
            places.iter().map(at).collect()
        };
        Curves {
            columns: places.iter().map(|&place| self.columns[place]).collect(),
            lines: self.rows.iter().map(|(name, cells)| (name.as_str(), line(cells))).collect(),
        }
    }

    fn put(&mut self, name: String, column: &'a str, row: &'a Row) {
        let across = self.columns.iter().position(|own| *own == column).unwrap_or_else(|| {
            self.columns.push(column);
            self.rows.iter_mut().for_each(|(_, cells)| cells.push(None));
            self.columns.len() - 1
        });
        let down = self.rows.iter().position(|(own, _)| *own == name).unwrap_or_else(|| {
            self.rows.push((name, vec![None; self.columns.len()]));
            self.rows.len() - 1
        });
        self.rows[down].1[across] = Some(row);
    }

    /// Rows that are compared with the best one of the same size, in the order of the study.
    pub fn compared(&self) -> impl Iterator<Item = (&str, &str, &'a Row)> {
        let named =
            self.rows.iter().flat_map(|(name, cells)| cells.iter().enumerate().map(move |(place, row)| (name, place, row)));
        named.filter_map(|(name, place, row)| {
            let row = row.filter(|row| row.against_best.is_some())?;
            Some((name.as_str(), title_of(self.columns[place]), row))
        })
    }
}

/// Axes of which the rows have several values: the training size first, then the others by name.
pub fn varying(rows: &[Row]) -> Vec<&str> {
    let others: BTreeSet<&str> = rows.iter().flat_map(|row| row.at.keys()).map(String::as_str).collect();
    let varies =
        |axis: &&str| rows.iter().map(|row| value(row, axis)).filter(|value| !value.is_empty()).collect::<HashSet<_>>().len() > 1;
    [TRAIN].into_iter().chain(others).filter(varies).collect()
}

/// Title of a table column; rows without a value of the axis share one column.
pub(super) fn title_of(column: &str) -> &str {
    if column.is_empty() { "all" } else { column }
}

/// Value of an axis in a row of a study; empty if the row lacks the axis.
pub(super) fn value<'a>(row: &'a Row, axis: &str) -> &'a str {
    if axis == TRAIN { &row.train } else { row.at.get(axis).map_or("", String::as_str) }
}
