//! Tables of the window: every list and every plot as typed columns.
//!
//! A row of [`TABLES`] names a table, the tabs that show it, and the function that makes it of the workspace. Views draw it,
//! *Copy* and *Save as…* write it. To add a table, add its function and a row.
//!
//! Cost: cells are made when they are drawn or written. Memory: none beyond the workspace's.

mod compare;
mod concordance;
mod curves;
mod documents;
mod evaluation;
mod gram;
mod matches;
mod predictive;
mod runs;
mod sandbox;
mod shares;
mod word_space;
mod words;

use crate::{Tab, Workspace};
use wordfield_output::Table;

/// A table of the window.
#[derive(Debug)]
pub struct TableRow {
    /// Name, which identifies the table and begins its file name.
    pub name: &'static str,
    /// Title in menus.
    pub title: &'static str,
    /// Tabs that show it.
    pub tabs: &'static [Tab],
    /// Makes the table; `None` while the workspace has none.
    pub make: for<'a> fn(&'a Workspace) -> Option<Table<'a>>,
    /// Most rows that the window lists, as many from each end; files have every row.
    pub most: usize,
}

const fn row(
    name: &'static str,
    title: &'static str,
    tabs: &'static [Tab],
    make: for<'a> fn(&'a Workspace) -> Option<Table<'a>>,
) -> TableRow {
    TableRow { name, title, tabs, make, most: usize::MAX }
}

impl TableRow {
    /// A table with a row for every word of a file of word vectors. The window lists fewer, as it sorts them in a frame.
    const fn of_all_words(self) -> Self {
        Self { most: 20_000, ..self }
    }
}

use Tab::{Compare, Concordance, Documents, Evaluation, Field, Gram, Sandbox, Vectors};

/// Every table, in the order of the menus.
pub static TABLES: &[TableRow] = &[
    row("words", "Words and their positions", &[Field], words::words),
    row("neighbours", "Nearest words of the inspected word", &[Field], words::neighbours),
    row("characteristic-words", "Characteristic words of every class", &[Field, Documents, Evaluation], words::characteristic),
    row("predictive-words", "Words predictive of a class or rating", &[Field, Documents, Evaluation], predictive::words),
    row("selected-words", "Selected words", &[Field, Documents], words::selected),
    row("search-hits", "Words found by the search", &[Field], words::hits),
    row("axis", "Words along the semantic axis", &[Field], words::axis),
    row("documents", "Listed documents and their predictions", &[Documents], documents::documents),
    row("shares", "Word contributions of the open document", &[Documents], shares::shares),
    row("pair-shares", "Word contributions to the distance of a pair", &[Documents, Field], shares::pair_shares),
    row("candidates", "Nearest candidates of the open document", &[Documents], matches::candidates),
    row("confusion", "Confusion matrix", &[Evaluation], evaluation::confusion),
    row("predictions", "Predicted and true ratings", &[Evaluation], evaluation::predictions),
    row("calibration", "Calibration of the intervals", &[Evaluation], evaluation::calibration),
    row("precision", "Precision@R", &[Evaluation], evaluation::precision),
    row("dictionary", "Learned dictionary", &[Field, Documents, Evaluation], matches::dictionary),
    row("gram", "Kernel values between documents", &[Gram], gram::matrix),
    row("gram-means", "Mean kernel values between classes", &[Gram], gram::means),
    row("discrepancy", "Words by which two sets differ", &[Compare], compare::shares),
    row("discrepancy-first", "Words of the first compared set", &[Compare], compare::first_side),
    row("discrepancy-second", "Words of the second compared set", &[Compare], compare::second_side),
    row("permutations", "Permutations of the two-sample test", &[Compare], compare::permutations),
    row("points", "Points of the sandbox", &[Sandbox], sandbox::points),
    row("sandbox-permutations", "Permutations of the test in the sandbox", &[Sandbox], sandbox::permutations),
    row("vector-words", "Drawn words and their coordinates", &[Vectors], word_space::drawn),
    row("vector-search", "Words found in the vectors", &[Vectors], word_space::found),
    row("nearest-words", "Nearest words by their vectors", &[Vectors], word_space::nearest),
    row("vector-axis", "Words along the axis of two lists", &[Vectors], word_space::axis).of_all_words(),
    row("vector-lists", "Words of both lists and their witness", &[Vectors], word_space::lists),
    row("vector-permutations", "Permutations of the test of two lists", &[Vectors], word_space::permutations),
    row("vector-moved", "Words by the cosine of two files", &[Vectors], word_space::moved).of_all_words(),
    row("runs", "Runs of the corpus", &[Compare], runs::runs),
    row("run-documents", "Test documents that two runs predict differently", &[Compare], runs::documents),
    row("run-differences", "Parameters and scores of two runs", &[Compare], compare::differences),
    row("moved-words", "Words that differ most between two runs", &[Compare], compare::moved),
    row("concordance", "Concordance", &[Concordance], concordance::lines),
    row("objective", "Objective of every iteration", &[Field, Documents, Evaluation, Gram, Compare], curves::objective),
    row("scores", "Scores of the parts", &[Field, Documents, Evaluation, Gram, Compare], curves::scores),
];

/// The row of a name.
pub fn table_row(name: &str) -> Option<&'static TableRow> {
    TABLES.iter().find(|row| row.name == name)
}

impl Workspace {
    /// A table of the window in its own order; `None` while the workspace has no such table.
    pub fn table(&self, name: &str) -> Option<Table<'_>> {
        (table_row(name)?.make)(self)
    }

    /// A table as it is shown: sorted and filtered.
    pub fn shown_table(&self, name: &str) -> Option<Table<'_>> {
        let table = self.table(name)?;
        Some(match self.export.views.get(name) {
            Some(view) => view.apply(table),
            None => table,
        })
    }

    /// Tables that can be made now: those of the current tab first.
    pub fn tables(&self) -> Vec<&'static TableRow> {
        let here = |row: &TableRow| row.tabs.contains(&self.layout.tab);
        let mut rows: Vec<_> = TABLES.iter().filter(|row| (row.make)(self).is_some_and(|table| !table.is_empty())).collect();
        rows.sort_by_key(|row| !here(row));
        rows
    }
}

#[cfg(test)]
mod tests;
