//! Table of predicted ratings: document, true rating if the file has one, predicted mean, deviation and 95 % interval.
//! The last column of the table is the number of known words.

use super::{PredictInputs, check_finite};
use crate::cli::{known, output, table::TableArgs};
use wordfield_core::corpus::Csr;
use wordfield_core::experiment::RatingErrors;
use wordfield_core::model::Regressor;
use wordfield_output::{Table, with_columns};

/// Writes the table of predicted ratings and prints the errors.
pub(super) fn write(fitted: &dyn Regressor, given: &PredictInputs, weights: &Csr, to: &TableArgs) -> anyhow::Result<()> {
    let prediction = &fitted.predict(weights);
    check_finite(prediction.is_finite())?;
    let truth: Vec<Option<Vec<f64>>> = (0..fitted.ratings().len()).map(|b| truth(fitted, given, b)).collect();
    let documents = &given.documents;
    let mut table = Table::new("predictions", documents.len()).text("document", |row| documents[row].title.as_str());
    for (b, (name, truth)) in fitted.ratings().iter().zip(&truth).enumerate() {
        if let Some(truth) = truth {
            table = table.number(name, 3, |row| truth[row]);
        }
        let means = prediction.means.column(b);
        table = table.number(format!("{name} predicted"), 3, move |row| means[row]);
        if let Some(deviations) = prediction.deviations.as_ref().map(|deviations| deviations.column(b)) {
            table = table.number(format!("{name} deviation"), 3, move |row| deviations[row]);
            table = with_interval(table, name, move |row| prediction.interval(row, b));
        }
    }
    let table = table.integer(known::COLUMN, |row| Some(known::count(weights, row)));
    to.write(&with_columns(table, &given.columns, |row| row))?;
    for (b, truth) in truth.iter().enumerate() {
        let name = &fitted.ratings()[b];
        let Some(truth) = truth else {
            if given.labelled.is_some() {
                output::note(format_args!("the files have no rating named \"{name}\", so its predictions are not compared."));
            }
            continue;
        };
        // Documents without a rating come last and are not compared.
        let truth = &truth[..given.labelled.unwrap_or(truth.len())];
        let predicted = prediction.first(truth.len());
        let errors = RatingErrors::of(truth, &predicted, b, fitted.scales()[b]).with_intervals(truth, &predicted, b);
        if let Some(rmse) = errors.rmse {
            let within = errors.coverage95.map(|within| format!(", {:.1} % within their interval", 100.0 * within));
            let within = within.unwrap_or_default();
            output::say(format_args!("{name}: {} documents, RMSE {rmse:.4}{within}; {}", truth.len(), errors.in_words()));
        }
    }
    Ok(())
}

/// Table with the ends of the 95 % interval of the rating `name` as further columns.
pub(in crate::cli) fn with_interval<'a>(
    table: Table<'a>,
    name: &str,
    interval: impl Fn(usize) -> Option<[f64; 2]> + Clone + Send + Sync + 'a,
) -> Table<'a> {
    let end = |end: usize| {
        let interval = interval.clone();
        move |row| interval(row).map_or(f64::NAN, |ends| ends[end])
    };
    table.number(format!("{name} low"), 3, end(0)).number(format!("{name} high"), 3, end(1))
}

/// True values of rating `b`, NaN where a document has none: the rating of the same name, or the only one.
fn truth(fitted: &dyn Regressor, given: &PredictInputs, b: usize) -> Option<Vec<f64>> {
    let ratings = given.task.ratings()?;
    let named = ratings.names.iter().position(|name| *name == fitted.ratings()[b]);
    let only = (fitted.ratings().len() == 1 && ratings.names.len() == 1).then_some(0);
    Some(ratings.values.column(named.or(only)?).to_vec())
}
