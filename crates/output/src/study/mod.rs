//! Tables and figures of a study: methods by columns, mean ± standard deviation, differences from the best.
//!
//! The output is deterministic: it depends neither on time nor on paths.
//! Cost and memory: a text of some hundred bytes for each row.

mod chart;
mod heat_map;
mod latex;
mod layout;
mod markdown;
mod unit;

use wordfield_core::study::Row;

use crate::{ExportError, Table, csv};

pub use self::{
    chart::places,
    heat_map::{Panel, panels, range, rgb},
    layout::{CorpusTable, Curves, Layout, TRAIN, varying},
};

/// Output format of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyFormat {
    /// Markdown: a table for each corpus, followed by the differences from the best rows.
    Markdown,
    /// Comma-separated values, with a line for each row.
    Csv,
    /// LaTeX: a `tabular` for each corpus, with the rules of booktabs.
    Latex,
    /// JSON: an array with an object for each row.
    Json,
    /// SVG chart of each corpus, with the standard deviation of each mean.
    Svg,
}

impl StudyFormat {
    /// All output formats of a study with their command-line names.
    pub const ALL: [(&'static str, Self); 5] =
        [("md", Self::Markdown), ("csv", Self::Csv), ("latex", Self::Latex), ("json", Self::Json), ("svg", Self::Svg)];

    /// Writes the rows of a study.
    /// Table columns and horizontal chart axes are the values of `across`: `train` or an axis.
    /// With a second axis `down` the chart is a heat map of both axes.
    ///
    /// # Errors
    /// Returns an error if the rows have no form in this format.
    pub fn write(self, rows: &[Row], across: &str, down: Option<&str>) -> Result<String, ExportError> {
        match self {
            Self::Markdown => Ok(markdown::write(&Layout::new(rows, across))),
            Self::Latex => Ok(latex::write(&Layout::new(rows, across))),
            Self::Svg => Ok(match down {
                Some(down) => heat_map::write(rows, [across, down]),
                None => chart::write(&Layout::new(rows, across)),
            }),
            Self::Json => {
                let mut text = serde_json::to_string_pretty(rows).map_err(|error| ExportError::Unsuitable(error.to_string()))?;
                text.push('\n');
                Ok(text)
            }
            Self::Csv => {
                let mut bytes = Vec::new();
                csv(&flat(rows), &mut bytes).map_err(|error| ExportError::Unsuitable(error.to_string()))?;
                Ok(String::from_utf8_lossy(&bytes).into_owned())
            }
        }
    }
}

/// Flat table with a line for each row of a study.
fn flat(rows: &[Row]) -> Table<'_> {
    let or = |value: Option<f64>| value.unwrap_or(f64::NAN);
    let join = |parts: Vec<String>| parts.join(" ");
    let against = |row: usize| rows[row].against_best.as_ref();
    Table::new("study", rows.len())
        .text("corpus", |row| rows[row].corpus.as_str())
        .text("label", |row| rows[row].label.as_str())
        .text("train", |row| rows[row].train.as_str())
        .text("at", move |row| join(rows[row].at.iter().map(|(key, value)| format!("{key}={value}")).collect()))
        .text("metric", |row| rows[row].metric.as_str())
        .number("mean", 4, move |row| or(rows[row].mean))
        .number("sd", 4, move |row| or(rows[row].sd))
        .integer("runs", |row| Some(rows[row].finished()))
        .integer("seeds", |row| Some(rows[row].seeds.len()))
        .text("values", move |row| {
            join(rows[row].values.iter().map(|value| value.map_or("-".to_owned(), |v| v.to_string())).collect())
        })
        .number("development", 4, move |row| or(rows[row].development))
        .flag("best", |row| Some(rows[row].best))
        .number("difference", 4, move |row| or(against(row).map(|against| against.difference)))
        .number("p", 4, move |row| or(against(row).and_then(|against| against.corrected_t).map(|test| test.p)))
        .number("p_holm", 4, move |row| or(against(row).and_then(|against| against.p_holm)))
        .number("p_crossed_holm", 4, move |row| or(against(row).and_then(|against| Some(against.crossed?.p_holm))))
        .number("least_difference", 4, move |row| or(against(row).and_then(|against| Some(against.crossed?.least_difference))))
        .flag("leads_test", |row| Some(rows[row].leads_test))
}

#[cfg(test)]
mod tests;
