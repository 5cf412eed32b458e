//! Table of predicted classes: index of the document, its true class if the file names one, and predicted class.
//! Further columns: the decision of each pair of classes (positive is for the first), the number of known words,
//! and the probability of each class if the model is calibrated.

use ndarray::Array2;

use super::{PredictInputs, check_finite};
use crate::cli::{known, output, table::TableArgs};
use wordfield_core::corpus::{Csr, RawDocument};
use wordfield_core::experiment::{ClassMetrics, ClassView};
use wordfield_core::metric::ClassCalibration;
use wordfield_core::model::{ClassPrediction, Classifier};
use wordfield_output::{Table, with_columns};

/// Writes the table of predicted classes, and prints accuracy and further scores.
pub(super) fn write(
    fitted: &dyn Classifier,
    calibration: Option<ClassCalibration>,
    given: &PredictInputs,
    weights: &Csr,
    to: &TableArgs,
) -> anyhow::Result<()> {
    let prediction = fitted.classify(weights);
    check_finite(prediction.is_finite())?;
    let (classes, documents, found) = (fitted.classes(), &given.documents, &prediction);
    let probabilities: Option<Array2<f64>> =
        calibration.map(|of| of.probabilities(&prediction.pairs, classes.len(), prediction.decisions.view()));
    let mut table = Table::new("predictions", documents.len()).text("document", |row| documents[row].title.as_str());
    if given.labelled.is_some() {
        table = table.text("class", |row| documents[row].label.as_str());
    }
    table = table.text("predicted", |row| classes[found.predicted[row]].as_str());
    for (pair, &(a, b)) in prediction.pairs.iter().enumerate() {
        table = table.number(format!("{} | {}", classes[a], classes[b]), 3, move |row| found.decisions[[row, pair]]);
    }
    table = table.integer(known::COLUMN, |row| Some(known::count(weights, row)));
    if let Some(probabilities) = &probabilities {
        for (class, name) in classes.iter().enumerate() {
            table = table.number(format!("probability {name}"), 3, move |row| probabilities[[row, class]]);
        }
    }
    to.write(&with_columns(table, &given.columns, |row| row))?;
    if let Some(labelled) = given.labelled {
        say_scores(fitted, calibration, &given.documents[..labelled], &prediction);
    }
    Ok(())
}

/// Prints the scores on the documents that have a class, which are the first ones.
fn say_scores(
    fitted: &dyn Classifier,
    calibration: Option<ClassCalibration>,
    labelled: &[RawDocument],
    prediction: &ClassPrediction,
) {
    let class_of = |document: &RawDocument| fitted.classes().iter().position(|class| *class == document.label);
    let classes: Vec<Option<usize>> = labelled.iter().map(class_of).collect();
    let known: Vec<usize> = (0..classes.len()).filter(|&row| classes[row].is_some()).collect();
    let unknown = labelled.len() - known.len();
    if unknown > 0 {
        output::note(format_args!("{unknown} documents are of a class the model does not know and are not counted."));
    }
    let labels: Vec<usize> = classes.into_iter().map(Option::unwrap_or_default).collect();
    let view = ClassView::of(fitted.classes().len(), prediction);
    let metrics = ClassMetrics::of(&labels, view, calibration, &known, true);
    if let Some(accuracy) = metrics.accuracy {
        output::say(format_args!("{} documents, {:.2} % correct; {}", known.len(), 100.0 * accuracy, metrics.in_words()));
    }
}
