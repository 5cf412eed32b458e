//! Table of predicted ratings: document, rating if the file has one, predicted mean, standard deviation, 95 % interval, and
//! number of known words.

use std::path::Path;

use super::{Given, check_finite};
use crate::cli::{known, output, table::Table};
use crate::corpus::Csr;
use crate::experiment::RatingErrors;
use crate::model::Regressor;
use crate::stats::Z95;

/// Writes the table and prints the errors.
pub(super) fn write(fitted: &dyn Regressor, given: &Given, weights: &Csr, out: Option<&Path>) -> anyhow::Result<()> {
    let prediction = fitted.predict(weights);
    check_finite(prediction.means.iter().chain(prediction.deviations.iter().flatten()))?;
    let truth: Vec<Option<Vec<f64>>> = (0..fitted.ratings().len()).map(|b| truth(fitted, given, b)).collect();
    let mut header = vec!["document".to_owned()];
    for (name, truth) in fitted.ratings().iter().zip(&truth) {
        header.extend(truth.as_ref().map(|_| name.clone()));
        let columns = ["predicted", "deviation", "low", "high"];
        let shown = if prediction.deviations.is_some() { &columns[..] } else { &columns[..1] };
        header.extend(shown.iter().map(|what| format!("{name} {what}")));
    }
    header.push(known::COLUMN.to_owned());
    let mut table = Table::new(&header)?;
    for (row, document) in given.documents.iter().enumerate() {
        let mut fields = vec![document.title.clone()];
        for (b, truth) in truth.iter().enumerate() {
            fields.extend(truth.as_ref().map(|truth| truth[row].to_string()));
            let mean = prediction.means[[row, b]];
            fields.push(mean.to_string());
            if let Some(deviation) = prediction.deviations.as_ref().map(|deviations| deviations[[row, b]]) {
                fields.extend([deviation, mean - Z95 * deviation, mean + Z95 * deviation].map(|number| number.to_string()));
            }
        }
        fields.push(known::count(weights, row).to_string());
        table.row(&fields)?;
    }
    table.write(out)?;
    for (b, truth) in truth.iter().enumerate() {
        let name = &fitted.ratings()[b];
        let Some(truth) = truth else {
            if given.labelled {
                output::note(format_args!("the files have no rating named \"{name}\", so its predictions are not compared."));
            }
            continue;
        };
        let errors = RatingErrors::of(truth, &prediction, b, fitted.scales()[b]);
        if let Some(rmse) = errors.rmse {
            let within = errors.coverage95.map(|within| format!(", {:.1} % within their interval", 100.0 * within));
            let within = within.unwrap_or_default();
            output::say(format_args!("{name}: {} documents, RMSE {rmse:.4}{within}", truth.len()));
        }
    }
    Ok(())
}

/// True values of rating `b`: the rating of the same name, or the only one.
fn truth(fitted: &dyn Regressor, given: &Given, b: usize) -> Option<Vec<f64>> {
    let ratings = given.task.ratings()?;
    let named = ratings.names.iter().position(|name| *name == fitted.ratings()[b]);
    let only = (fitted.ratings().len() == 1 && ratings.names.len() == 1).then_some(0);
    Some(ratings.values.column(named.or(only)?).to_vec())
}
