//! Predicted classes: where a document stands, its class where the file names one, the predicted class, and the decision
//! of each pair of classes (positive speaks for the first), and how many of its words the model knows.

use std::path::Path;

use super::{Given, check_finite};
use crate::cli::{known, output, table::Table};
use crate::corpus::Csr;
use crate::metric;
use crate::model::{ClassPrediction, Classifier};

/// Writes the table and prints the accuracy.
pub(super) fn write(fitted: &dyn Classifier, given: &Given, weights: &Csr, out: Option<&Path>) -> anyhow::Result<()> {
    let prediction = fitted.classify(weights);
    check_finite(&prediction.decisions)?;
    let classes = fitted.classes();
    let mut header = vec!["document".to_owned()];
    header.extend(given.labelled.then(|| "class".to_owned()));
    header.push("predicted".to_owned());
    header.extend(prediction.pairs.iter().map(|&(a, b)| format!("{} | {}", classes[a], classes[b])));
    header.push(known::COLUMN.to_owned());
    let mut table = Table::new(&header)?;
    for (row, document) in given.documents.iter().enumerate() {
        let mut fields = vec![document.title.clone()];
        fields.extend(given.labelled.then(|| document.label.clone()));
        fields.push(classes[prediction.predicted[row]].clone());
        fields.extend(prediction.decisions.row(row).iter().map(ToString::to_string));
        fields.push(known::count(weights, row).to_string());
        table.row(&fields)?;
    }
    table.write(out)?;
    if given.labelled {
        say_accuracy(fitted, given, &prediction);
    }
    Ok(())
}

fn say_accuracy(fitted: &dyn Classifier, given: &Given, prediction: &ClassPrediction) {
    let class_of = |label: &String| fitted.classes().iter().position(|class| class == label);
    let documents = given.documents.iter().zip(&prediction.predicted);
    let known: Vec<(usize, usize)> =
        documents.filter_map(|(given, &predicted)| Some((class_of(&given.label)?, predicted))).collect();
    let unknown = given.documents.len() - known.len();
    if unknown > 0 {
        output::note(format_args!("{unknown} documents are of a class the model does not know and are not counted."));
    }
    if let Some(accuracy) = metric::accuracy(known.iter().copied()) {
        output::say(format_args!("{} documents, {:.2} % correct", known.len(), 100.0 * accuracy));
    }
}
