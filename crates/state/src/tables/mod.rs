//! Tables of the window: every list and every plot as typed columns.
//!
//! A row of [`TABLES`] has a table's name, the tabs that show it,
//! the function that builds the table from the workspace, and the effect of a click on a row.
//! Views draw the table; *Copy* and *Save as…* write it. To add a table, add its function and a row.
//!
//! Cost: cells are computed when they are drawn or written. Memory: none beyond the workspace's.

mod compare;
mod concordance;
mod curves;
mod document_map;
mod documents;
mod evaluation;
mod gram;
mod matches;
mod methods;
mod pairs;
mod predictive;
mod runs;
mod sandbox;
mod shares;
mod topics;
mod word_space;
mod words;

use crate::{
    Action, ChangesAction, Choose, Focus, Look, MatchAction, MethodsAction, SetOperation, SpaceAction, StudyAction, Tab, Time,
    Workspace,
};
use wordfield_output::Table;

pub use documents::{UNLABELLED, changed_predictions, part_of};
pub use pairs::beginning;
pub use shares::{RATED, share_columns};
pub use words::group_mark;

/// Function with the actions of a click on a row; the argument is the item of the row's first marked cell.
pub type OpenItem = fn(usize) -> Vec<Action>;

/// Table of the window: its name, its tabs and its functions.
#[derive(Debug)]
pub struct TableRow {
    /// Name that identifies the table and begins its file name.
    pub name: &'static str,
    /// Title of the table in menus.
    pub title: &'static str,
    /// Tabs that show the table.
    pub tabs: &'static [Tab],
    /// Function that builds the table; `None` while the workspace has no content for it.
    pub make: for<'a> fn(&'a Workspace) -> Option<Table<'a>>,
    /// Function that adds the columns that only files have; `None` without them.
    pub for_files: Option<for<'a> fn(&'a Workspace, Table<'a>) -> Table<'a>>,
    /// Maximum number of rows that the window lists of a table, half from each end; files have every row.
    pub most: usize,
    /// Function that returns the actions of a click on a row of the table.
    pub open: Option<OpenItem>,
    /// Sort order and selection of the table's rows, if they are part of the workspace.
    pub listing: Option<&'static Listing>,
}

/// Sort order and selection of a table whose rows the workspace lists.
#[derive(Debug)]
pub struct Listing {
    /// Title of the sorted column, and whether the largest values come first.
    pub sorted: for<'t> fn(&Workspace, &'t Table<'_>) -> (&'t str, bool),
    /// Sorts the rows by the column with the given title, if it has an order.
    pub sort: fn(&Workspace, &str) -> Option<Action>,
    /// Index of the item that is open in the inspector or below the table.
    pub opened: fn(&Workspace) -> Option<usize>,
    /// Whether an item of the table is selected; `None` without a selection.
    pub selects: fn(&Workspace, usize) -> Option<bool>,
    /// Combines the row at an index, or the rows from the open one to it, with the selection.
    pub take: fn(&Workspace, usize, SetOperation) -> Action,
}

const fn row(
    name: &'static str,
    title: &'static str,
    tabs: &'static [Tab],
    make: for<'a> fn(&'a Workspace) -> Option<Table<'a>>,
) -> TableRow {
    TableRow { name, title, tabs, make, for_files: None, most: usize::MAX, open: None, listing: None }
}

impl TableRow {
    /// Table with a row for every word of a file of word vectors.
    /// The window lists fewer rows, since it sorts them within a frame.
    const fn of_all_words(self) -> Self {
        Self { most: 20_000, ..self }
    }

    /// Table with more columns in files than in the window.
    const fn with_files(self, more: for<'a> fn(&'a Workspace, Table<'a>) -> Table<'a>) -> Self {
        Self { for_files: Some(more), ..self }
    }

    /// Table of the window whose rows can be opened by a click.
    const fn opens(self, open: OpenItem) -> Self {
        Self { open: Some(open), ..self }
    }

    /// Table of the window whose rows the workspace lists and sorts.
    const fn listed(self, listing: &'static Listing) -> Self {
        Self { listing: Some(listing), ..self }
    }
}

fn word(word: usize) -> Vec<Action> {
    vec![Action::Look(Look::Select(Focus::Word(word)))]
}

fn document(document: usize) -> Vec<Action> {
    vec![Action::Look(Look::Select(Focus::Document(document)))]
}

/// Actions that list the words of a step between groups of documents.
fn step(step: usize) -> Vec<Action> {
    vec![Action::Study(StudyAction::Changes(ChangesAction::Step(step)))]
}

/// Actions that list the occurrences of a changed word.
fn changed(word: usize) -> Vec<Action> {
    vec![Action::Study(StudyAction::Changes(ChangesAction::Word(word)))]
}

/// Actions that open a document in the tab with its text.
fn text(document: usize) -> Vec<Action> {
    vec![Action::Look(Look::Select(Focus::Document(document))), Action::Look(Look::Tab(Documents))]
}

/// Action that lists the documents of a group in the chosen part.
fn group(group: usize) -> Vec<Action> {
    vec![Action::Choose(Choose::Group(group))]
}

fn candidate(document: usize) -> Vec<Action> {
    vec![Action::Match(MatchAction::Compare(document))]
}

fn run(run: usize) -> Vec<Action> {
    vec![Action::Time(Time::ChooseRun(run as u64))]
}

fn method(row: usize) -> Vec<Action> {
    vec![Action::Study(StudyAction::Methods(MethodsAction::Choose(row)))]
}

fn vector(word: usize) -> Vec<Action> {
    vec![Action::Space(SpaceAction::Inspect(u32::try_from(word).ok()))]
}

use Tab::{Compare, Concordance, DocumentMap, Documents, Evaluation, Field, Gram, Sandbox, Study, Vectors};

/// All tables of the window, in the order of the menus.
pub static TABLES: &[TableRow] = &[
    row("words", "Words and their positions", &[Field], words::words).opens(word),
    row("neighbours", "Nearest words of the inspected word", &[Field], words::neighbours).opens(word),
    row("characteristic-words", "Characteristic words of every class", &[Field, Documents, Evaluation], words::characteristic)
        .opens(word),
    row("predictive-words", "Words predictive of a class or rating", &[Field, Documents, Evaluation], predictive::words)
        .opens(word),
    row("outermost-words", "Words with the highest and lowest rating", &[Field, Documents], predictive::outermost).opens(word),
    row("selected-words", "Selected words", &[Field, Documents], words::selected).opens(word),
    row("search-hits", "Words found by the search", &[Field], words::hits).opens(word),
    row("axis", "Words along the semantic axis", &[Field], words::axis).opens(word),
    row("saved-selections", "Saved selections", &[Field, Documents], words::named_sets),
    row("documents", "Listed documents and their predictions", &[Documents], documents::documents)
        .with_files(documents::with_files)
        .opens(document)
        .listed(&documents::LISTING),
    row("corrected-labels", "Corrected labels", &[Documents], documents::corrected).opens(text),
    row("word-documents", "Documents of the inspected word", &[Field, Documents], documents::of_word).opens(text),
    row("changed-predictions", "Documents with another prediction", &[Field, Documents], documents::changed).opens(text),
    row("topics", "Topics and their most probable words", &[Field, Documents, Evaluation], topics::topics),
    row("document-topics", "Topics of the inspected document", &[Field, Documents], topics::of_document),
    row("shares", "Word contributions of the open document", &[Documents], shares::shares).opens(word),
    row("typed-shares", "Word contributions of the typed text", &[Field, Documents], shares::typed).opens(word),
    row("typed-partners", "Documents nearest to the typed text", &[Field, Documents], shares::typed_partners).opens(text),
    row("pair-shares", "Word contributions to the distance of a pair", &[Documents, Field], shares::pair_shares).opens(word),
    row("rejected-pairs", "Rejected pairs with their notes", &[Documents], pairs::rejected).opens(document),
    row("candidates", "Nearest candidates of the open document", &[Documents], matches::candidates).opens(candidate),
    row("confusion", "Confusion matrix", &[Evaluation], evaluation::confusion),
    row("groups", "Scores by the columns of the file", &[Evaluation], evaluation::groups).opens(group),
    row("predictions", "Predicted and true ratings", &[Evaluation], evaluation::predictions).opens(document),
    row("calibration", "Calibration of the intervals", &[Evaluation], evaluation::calibration),
    row("precision", "Precision@R", &[Evaluation], evaluation::precision),
    row("dictionary", "Learned dictionary", &[Field, Documents, Evaluation], matches::dictionary).opens(word),
    row("gram", "Kernel values between documents", &[Gram], gram::matrix),
    row("gram-means", "Mean kernel values between classes", &[Gram], gram::means),
    row("document-map", "Documents and their coordinates on the map", &[DocumentMap], document_map::documents).opens(document),
    row("document-map-words", "Words and their coordinates on the map", &[DocumentMap], document_map::words).opens(word),
    row("discrepancy", "Words by which two sets differ", &[Compare], compare::shares).opens(word),
    row("discrepancy-first", "Words of the first compared set", &[Compare], compare::first_side).opens(word),
    row("discrepancy-second", "Words of the second compared set", &[Compare], compare::second_side).opens(word),
    row("changes", "Changes between groups of documents", &[Compare], compare::changes).opens(step),
    row("changed-words", "Words of a change", &[Compare], compare::changed_words).opens(changed),
    row("permutations", "Permutations of the two-sample test", &[Compare], compare::permutations),
    row("points", "Points of the sandbox", &[Sandbox], sandbox::points),
    row("sandbox-permutations", "Permutations of the test in the sandbox", &[Sandbox], sandbox::permutations),
    row("vector-words", "Drawn words and their coordinates", &[Vectors], word_space::drawn).opens(vector),
    row("vector-search", "Words found in the vectors", &[Vectors], word_space::found).opens(vector),
    row("nearest-words", "Nearest words by their vectors", &[Vectors], word_space::nearest).opens(vector),
    row("vector-axis", "Words along the axis of two lists", &[Vectors], word_space::axis).of_all_words().opens(vector),
    row("vector-lists", "Words of both lists and their witness", &[Vectors], word_space::lists).opens(vector),
    row("vector-permutations", "Permutations of the test of two lists", &[Vectors], word_space::permutations),
    row("vector-moved", "Words by the cosine of two files", &[Vectors], word_space::moved).of_all_words().opens(vector),
    row("runs", "Runs of the corpus", &[Compare], runs::runs).opens(run),
    row("run-documents", "Test documents that two runs predict differently", &[Compare], runs::documents).opens(document),
    row("run-differences", "Parameters and scores of two runs", &[Compare], compare::differences),
    row("moved-words", "Words that differ most between two runs", &[Compare], compare::moved).opens(word),
    row("study", "Methods of the study", &[Study], methods::study).opens(method),
    row("study-documents", "Test documents that two methods predict differently", &[Study], methods::documents).opens(document),
    row("concordance", "Concordance", &[Concordance], concordance::lines),
    row(
        "objective",
        "Objective of every iteration",
        &[Field, Documents, Evaluation, Gram, DocumentMap, Compare],
        curves::objective,
    ),
    row("scores", "Scores of the parts", &[Field, Documents, Evaluation, Gram, DocumentMap, Compare], curves::scores),
];

/// Table of the window with the given name.
pub fn table_row(name: &str) -> Option<&'static TableRow> {
    TABLES.iter().find(|row| row.name == name)
}

impl Workspace {
    /// A table of the window in its own order; `None` while the workspace has no such table.
    pub fn table(&self, name: &str) -> Option<Table<'_>> {
        (table_row(name)?.make)(self)
    }

    /// Table in the form for files, sorted and filtered as the window shows it.
    pub fn shown_table(&self, name: &str) -> Option<Table<'_>> {
        let table = self.table(name)?;
        let table = match self.export.views.get(name) {
            Some(view) => view.apply(table),
            None => table,
        };
        let table = match table_row(name)?.for_files {
            Some(more) => more(self, table),
            None => table,
        };
        Some(table.for_file())
    }

    /// Tables with content, those of the current tab first.
    pub fn tables(&self) -> Vec<&'static TableRow> {
        let here = |row: &TableRow| row.tabs.contains(&self.layout.tab);
        let mut rows: Vec<_> = TABLES.iter().filter(|row| (row.make)(self).is_some_and(|table| !table.is_empty())).collect();
        rows.sort_by_key(|row| !here(row));
        rows
    }
}

#[cfg(test)]
mod tests;
