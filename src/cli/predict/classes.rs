//! Predicted classes: where a document stands, its class where the file names one (empty without one), the predicted class, and the decision
//! of each pair of classes (positive speaks for the first), and how many of its words the model knows.

use super::{Given, check_finite};
use crate::cli::{known, output, table::TableArgs};
use crate::corpus::{Csr, RawDocument};
use crate::metric;
use crate::model::{ClassPrediction, Classifier};
use crate::output::Table;

/// Writes the table and prints the accuracy.
pub(super) fn write(fitted: &dyn Classifier, given: &Given, weights: &Csr, to: &TableArgs) -> anyhow::Result<()> {
    let prediction = fitted.classify(weights);
    check_finite(&prediction.decisions)?;
    let (classes, documents, found) = (fitted.classes(), &given.documents, &prediction);
    let mut table = Table::new("predictions", documents.len()).text("document", |row| documents[row].title.as_str());
    if given.labelled.is_some() {
        table = table.text("class", |row| documents[row].label.as_str());
    }
    table = table.text("predicted", |row| classes[found.predicted[row]].as_str());
    for (pair, &(a, b)) in prediction.pairs.iter().enumerate() {
        table = table.number(format!("{} | {}", classes[a], classes[b]), 3, move |row| found.decisions[[row, pair]]);
    }
    to.write(table.integer(known::COLUMN, |row| Some(known::count(weights, row))))?;
    if let Some(labelled) = given.labelled {
        say_accuracy(fitted, &given.documents[..labelled], &prediction);
    }
    Ok(())
}

/// Prints the accuracy over the documents with a class, which come first.
fn say_accuracy(fitted: &dyn Classifier, labelled: &[RawDocument], prediction: &ClassPrediction) {
    let class_of = |label: &String| fitted.classes().iter().position(|class| class == label);
    let documents = labelled.iter().zip(&prediction.predicted);
    let known: Vec<(usize, usize)> =
        documents.filter_map(|(given, &predicted)| Some((class_of(&given.label)?, predicted))).collect();
    let unknown = labelled.len() - known.len();
    if unknown > 0 {
        output::note(format_args!("{unknown} documents are of a class the model does not know and are not counted."));
    }
    if let Some(accuracy) = metric::accuracy(known.iter().copied()) {
        output::say(format_args!("{} documents, {:.2} % correct", known.len(), 100.0 * accuracy));
    }
}
