//! Tables of documents with text, part, label, prediction and decisions, shared by the command line and the window.
//!
//! Cost and memory: cells are computed when they are read.

use super::Table;
use wordfield_core::{
    corpus::{ColumnKind, Columns, Dataset, Task},
    model::{Classified, Predictions, Rated},
};

/// Adds columns with title and text of each row's document, and in a corpus of pairs the text of its partner.
pub fn with_texts<'a>(
    table: Table<'a>,
    data: &'a Dataset,
    document: impl Fn(usize) -> usize + Send + Sync + Clone + 'a,
) -> Table<'a> {
    let corpus = &*data.corpus;
    let (of_title, of_text, of_partner) = (document.clone(), document.clone(), document);
    let table = table
        .text("title", move |row| corpus.titles[of_title(row)].as_str())
        .hint("title, or place in the file")
        .text("text", move |row| corpus.texts[of_text(row)].as_str());
    if corpus.task.pairs().is_none() {
        return table;
    }
    table.text("partner text", move |row| corpus.partner(of_partner(row)).map_or("", |partner| corpus.texts[partner].as_str()))
}

/// Adds the columns of the corpus's file: numbers and flags as such, other cells as written.
pub fn with_columns<'a>(
    table: Table<'a>,
    columns: &'a Columns,
    document: impl Fn(usize) -> usize + Send + Sync + Clone + 'a,
) -> Table<'a> {
    columns.iter().fold(table, |table, column| {
        let document = document.clone();
        let row = move |row: usize| columns.row(document(row));
        let taken = table.columns.iter().any(|other| other.title == column.name);
        let title = if taken { format!("{} (file)", column.name) } else { column.name.clone() };
        match column.kind() {
            ColumnKind::Number => {
                table.number(title, column.decimals(), move |place| column.number(row(place)).unwrap_or(f64::NAN))
            }
            ColumnKind::Flag => table.flag(title, move |place| column.number(row(place)).map(|value| value > 0.5)),
            ColumnKind::Text | ColumnKind::Date | ColumnKind::Category => table.text(title, move |place| column.cell(row(place))),
        }
        .hint("column of the file")
    })
}

/// Adds a decision column for each pair of classes; positive values are votes for the first class.
pub fn with_decisions<'a>(
    table: Table<'a>,
    classes: &'a [String],
    found: &'a Classified,
    document: impl Fn(usize) -> usize + Send + Sync + Clone + 'a,
) -> Table<'a> {
    found.pairs.iter().enumerate().fold(table, |table, (pair, &(first, second))| {
        let document = document.clone();
        let title = format!("{} | {}", classes[first], classes[second]);
        table
            .number(title, 3, move |row| found.decisions[[document(row), pair]])
            .hint("decision between two classes: positive for the first")
    })
}

/// Table of all documents of a corpus with their predictions, which paired documents do not have.
pub fn documents<'a>(data: &'a Dataset, predictions: &'a Predictions) -> Table<'a> {
    let parts = data.part_names();
    let table = with_texts(Table::new("documents", data.corpus.len()), data, |row| row).text("part", move |row| parts[row]);
    let table = match (predictions, &data.corpus.task) {
        (Predictions::Classes(found), _) => classified(table, data, found),
        (Predictions::Ratings(found), Task::Ratings(ratings)) => {
            let names = ratings.names.iter().enumerate();
            names.fold(table, |table, (rating, name)| rated(table, data, found, (rating, name)))
        }
        _ => table,
    };
    with_columns(table, &data.corpus.columns, |row| row)
}

fn classified<'a>(table: Table<'a>, data: &'a Dataset, found: &'a Classified) -> Table<'a> {
    let classes = &data.corpus.classes[..];
    let label = move |row: usize| data.corpus.label(row).filter(|_| !data.split.is_unlabelled(row));
    let table = table
        .text("class", move |row| label(row).map_or("", |class| classes[class].as_str()))
        .text("predicted", move |row| classes[found.predicted[row]].as_str())
        .flag("correct", move |row| label(row).map(|class| class == found.predicted[row]));
    with_decisions(table, classes, found, |row| row)
}

fn rated<'a>(table: Table<'a>, data: &'a Dataset, found: &'a Rated, (rating, name): (usize, &str)) -> Table<'a> {
    let truth = move |row: usize| {
        let of = data.corpus.task.ratings().and_then(|ratings| ratings.of(row, rating));
        of.filter(|_| !data.split.is_unlabelled(row)).unwrap_or(f64::NAN)
    };
    let table = table.number(name, 2, truth).number(format!("{name}, predicted"), 2, move |row| found.mean[[row, rating]]);
    let Some(deviation) = &found.deviation else { return table };
    table
        .number(format!("{name}, deviation"), 2, move |row| deviation[[row, rating]])
        .hint("predictive standard deviation, noise included")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Cell;
    use wordfield_core::{
        corpus::{Builtin, SplitOptions, VocabularyOptions, Weighting, builtin},
        model::{ModelKind, Params, Preset},
    };

    #[test]
    fn a_row_holds_text_label_prediction_and_every_decision() {
        for (which, kind) in [(Builtin::Topics, ModelKind::Smm), (Builtin::Reviews, ModelKind::Gp)] {
            let corpus = Arc::new(builtin(which));
            let data = Dataset::build(corpus, &SplitOptions::default(), &VocabularyOptions::default(), Weighting::default());
            let data = Arc::new(data.expect("a dataset"));
            let mut model = Params::preset(kind, Preset::Default, 2).start(Arc::clone(&data)).expect("a model");
            model.step().expect("a step");
            let snapshot = model.snapshot();
            let table = documents(&data, &snapshot.predictions);
            let column = |title: &str| table.columns.iter().position(|column| column.title == title).expect("a column");
            assert_eq!(table.len(), data.corpus.len());
            let document = data.split.test[3];
            assert_eq!(table.cell(document, column("text")), Cell::Text(data.corpus.texts[document].as_str().into()));
            assert_eq!(table.cell(document, column("part")), Cell::Text("test".into()));
            if let Predictions::Classes(found) = &snapshot.predictions {
                let (first, second) = found.pairs[1];
                let title = format!("{} | {}", data.corpus.classes[first], data.corpus.classes[second]);
                assert_eq!(table.cell(document, column(&title)), Cell::Number(found.decisions[[document, 1]]));
            } else {
                assert!(table.columns.iter().any(|column| column.title.ends_with(", predicted")));
            }
        }
    }
}
