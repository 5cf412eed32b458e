//! Table of a study: mean and deviation over seeds for each corpus, method, training size and point of the axes, with tests.
//!
//! The best row of a corpus and size is chosen by its mean development score; rows with the same score are all best.
//! Each other row is compared with the first of them on the test part: by the corrected resampled t-test over seeds,
//! by a test in which documents and splits vary together, and by McNemar's test of each seed.
//! The p-values of the first two are adjusted for the number of compared rows by Holm's method.
//! A row without all of its seeds is neither best nor tested.
//! Cost: a pass over the cells.
//! Memory: the rows.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    Briefs, Plan, PlannedCell, StudyError, StudyFolder,
    briefs::{Brief, PRECISION_RANKS, precision_at},
    plan::title,
};
use crate::{
    experiment::{Spread, TTestOverSeeds},
    metric::{CorrectedT, CrossedT, McNemar, SplitErrors, holm},
    model::Metric,
};

/// Significance level of differences that are marked.
pub const LEVEL: f64 = 0.05;
/// Difference of mean scores up to which rows are tied.
const TIE: f64 = 1e-9;

/// Row of a study's table: one corpus, method, training size and point of the axes, over its seeds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// Label of the row's corpus.
    pub corpus: String,
    /// Label of the row's method.
    pub label: String,
    /// Size of the training part, as written in the grid.
    pub train: String,
    /// Values of the compared axes that the table reports.
    pub at: BTreeMap<String, String>,
    /// Path of the score in the row, as in `test.accuracy`.
    pub metric: String,
    /// Mean of the score over the finished seeds.
    pub mean: Option<f64>,
    /// Sample standard deviation of the score.
    pub sd: Option<f64>,
    /// Seeds planned for the row.
    pub seeds: Vec<u64>,
    /// Score of each seed of the row; `null` where it is missing.
    pub values: Vec<Option<f64>>,
    /// Parameter values chosen by the grid search for each seed.
    pub chosen: Vec<BTreeMap<String, String>>,
    /// Mean main score of the row on the development part, by which the best row is chosen.
    pub development: Option<f64>,
    /// Whether the row is the best of its corpus and training size by development score.
    pub best: bool,
    /// Whether the row has the best mean main score on the test part of its corpus and training size, which chooses nothing.
    pub leads_test: bool,
    /// Comparison of this row with the best one.
    pub against_best: Option<DifferenceFromBest>,
    /// Mean duration of a finished cell in seconds, which is never part of a study's output: it depends on the computer.
    #[serde(skip)]
    pub seconds: Option<f64>,
    /// Error message of the row's first failed cell, if any.
    #[serde(skip)]
    pub problem: Option<String>,
}

impl Row {
    /// Title of the row: method, size and axes, as in `default, train 200, q 2`.
    pub fn title(&self) -> String {
        self.title_without(&[])
    }

    /// Title of the row without the given axes, of which `train` means the size.
    pub fn title_without(&self, axes: &[&str]) -> String {
        title((&self.label, &self.train, &self.at), axes)
    }

    /// Number of seeds whose cells are finished.
    pub fn finished(&self) -> usize {
        self.values.iter().flatten().count()
    }

    /// Name of a score by its path, as in `test accuracy`.
    pub fn score_name(metric: &str) -> String {
        metric.replace(['.', '_'], " ")
    }
}

/// Difference of a row from the best row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DifferenceFromBest {
    /// Mean difference of the score: this row minus the best row.
    pub difference: f64,
    /// Corrected resampled t-test of the difference over the seeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corrected_t: Option<TTestOverSeeds>,
    /// Adjusted p-value of the t-test, by Holm's method over all rows compared with the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p_holm: Option<f64>,
    /// Test over documents and splits together; `None` for ratings and for scores other than the main one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crossed: Option<CrossedTest>,
    /// McNemar's test for each seed; empty for ratings and for scores other than the main one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub mcnemar: Vec<McNemarOfSeed>,
}

/// Test of a row against the best one in which documents and splits vary together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CrossedTest {
    /// Difference, its standard error, degrees of freedom and p-value.
    #[serde(flatten)]
    pub test: CrossedT,
    /// Adjusted p-value, by Holm's method over all rows compared with the best.
    pub p_holm: f64,
    /// Least difference that would be significant at 5 % whatever the other rows are.
    pub least_difference: f64,
}

/// McNemar's test of one seed's runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct McNemarOfSeed {
    /// Seed of the two compared runs.
    pub seed: u64,
    /// Number of test documents that only the best row predicts correctly.
    pub only_best: usize,
    /// Number of test documents that only this row predicts correctly.
    pub only_this: usize,
    /// Two-sided p-value of McNemar's test.
    pub p: f64,
    /// Least p-value possible for this number of documents that only one row predicts correctly.
    pub least_p: f64,
}

/// Cells of one table row, with the briefs of those that are done.
struct Group<'a> {
    first: &'a PlannedCell,
    cells: Vec<(u64, Option<&'a Brief>)>,
    problem: Option<String>,
}

/// Rows of a study in the order of its plan. Without a `metric` each row has the main score of its model.
///
/// # Errors
/// Returns an error if a record cannot be read, or no record has the metric.
pub fn rows(folder: &StudyFolder, plan: &Plan, metric: Option<&str>) -> Result<Vec<Row>, StudyError> {
    let mut briefs = Briefs::default();
    briefs.read(folder, plan)?;
    briefs.rows(plan, metric)
}

impl Briefs {
    /// Rows of a study's finished cells. Without a `metric` each row has the main score of its model.
    ///
    /// # Errors
    /// Returns an error if no cell has the metric.
    pub fn rows(&self, plan: &Plan, metric: Option<&str>) -> Result<Vec<Row>, StudyError> {
        let mut groups: Vec<Group<'_>> = Vec::new();
        for cell in &plan.cells {
            let place = groups.iter().position(|group| alike(group.first, cell)).unwrap_or_else(|| {
                groups.push(Group { first: cell, cells: Vec::new(), problem: None });
                groups.len() - 1
            });
            groups[place].cells.push((cell.seed, self.of(&cell.id)));
            if groups[place].problem.is_none() {
                groups[place].problem = self.problem(&cell.id).map(str::to_owned);
            }
        }
        table(&groups, metric)
    }

    /// Rows of matching with precision@R on the test part for several R, which are values of the axis `R`.
    ///
    /// # Errors
    /// Returns an error if no cell is a matching of pairs.
    pub fn precision_rows(&self, plan: &Plan) -> Result<Vec<Row>, StudyError> {
        let mut all = Vec::new();
        for most in PRECISION_RANKS {
            let of = self.rows(plan, Some(&precision_at(most)))?;
            all.extend(of.into_iter().map(|mut row| {
                row.at.insert("R".to_owned(), most.to_string());
                Row { metric: "test.precision@R".to_owned(), ..row }
            }));
        }
        Ok(all)
    }
}

/// Builds the rows of a study's table from their cells, with comparisons.
fn table(groups: &[Group<'_>], metric: Option<&str>) -> Result<Vec<Row>, StudyError> {
    let path = metric.map(|metric| if metric.contains('.') { metric.to_owned() } else { format!("test.{metric}") });
    let briefs = || groups.iter().flat_map(|group| &group.cells).filter_map(|(_, brief)| *brief);
    if let Some(path) = path.as_ref().filter(|path| !briefs().any(|brief| brief.scores.contains_key(*path))) {
        let mut known: Vec<String> = briefs().flat_map(|brief| brief.scores.keys().cloned()).collect();
        known.sort_unstable();
        known.dedup();
        return Err(StudyError::NoMetric { metric: path.clone(), known: known.join(", ") });
    }
    // A row without a finished cell has the score of the corpus's other rows.
    let metric = |corpus: &str| groups.iter().filter(|group| group.first.corpus == corpus).find_map(Group::metric);
    let row = |group: &Group<'_>| group.row(path.as_deref(), metric(&group.first.corpus));
    let mut rows: Vec<Row> = groups.iter().map(row).collect();
    compare(groups, &mut rows);
    Ok(rows)
}

/// Whether two cells of a study differ at most in their seed.
fn alike(one: &PlannedCell, other: &PlannedCell) -> bool {
    (&one.corpus, &one.label, &one.train, &one.at) == (&other.corpus, &other.label, &other.train, &other.at)
}

impl Group<'_> {
    fn metric(&self) -> Option<Metric> {
        self.cells.iter().find_map(|(_, brief)| brief.map(|brief| brief.metric))
    }

    fn row(&self, path: Option<&str>, metric: Option<Metric>) -> Row {
        let main = format!("test.{}", metric.map_or("accuracy", Metric::path));
        let path = path.map_or(main, str::to_owned);
        let value = |brief: Option<&Brief>| brief?.scores.get(&path).copied();
        let values: Vec<Option<f64>> = self.cells.iter().map(|(_, brief)| value(*brief)).collect();
        let spread = Spread::of(&values.iter().flatten().copied().collect::<Vec<_>>());
        let development: Vec<f64> = self.cells.iter().filter_map(|(_, brief)| brief.as_ref()?.development()).collect();
        let seconds: Vec<f64> = self.cells.iter().filter_map(|(_, brief)| Some(brief.as_ref()?.seconds)).collect();
        let chosen = |(_, brief): &(u64, Option<&Brief>)| brief.map(|brief| brief.chosen.clone()).unwrap_or_default();
        let PlannedCell { corpus, label, train, at, .. } = self.first.clone();
        Row {
            corpus,
            label,
            train,
            at,
            metric: path,
            mean: spread.map(|spread| spread.mean),
            sd: spread.and_then(|spread| spread.sd),
            seeds: self.cells.iter().map(|(seed, _)| *seed).collect(),
            values,
            chosen: self.cells.iter().map(chosen).collect(),
            development: Spread::of(&development).map(|spread| spread.mean),
            best: false,
            leads_test: false,
            against_best: None,
            seconds: Spread::of(&seconds).map(|spread| spread.mean),
            problem: self.problem.clone(),
        }
    }
}

/// Marks the best row of each corpus and size, and compares all other rows with it.
fn compare(groups: &[Group<'_>], rows: &mut [Row]) {
    let set = |row: &Row| (row.corpus.clone(), row.train.clone());
    let mut sets: Vec<(String, String)> = rows.iter().map(set).collect();
    sets.dedup();
    for of in sets {
        let is_whole = |group: &Group<'_>| group.cells.iter().all(|(_, brief)| brief.is_some());
        let places: Vec<usize> = (0..rows.len()).filter(|&place| set(&rows[place]) == of && is_whole(&groups[place])).collect();
        let best_by = |score: &dyn Fn(&Row) -> Option<f64>| -> Vec<usize> {
            let scored = |&place: &usize| Some((place, score(&rows[place])?, groups[place].metric()?));
            let scored: Vec<(usize, f64, Metric)> = places.iter().filter_map(scored).collect();
            let beaten =
                |score: f64| scored.iter().any(|(_, other, metric)| metric.better(*other, score) && (other - score).abs() > TIE);
            scored.iter().filter(|(_, score, _)| !beaten(*score)).map(|(place, ..)| *place).collect()
        };
        let main = places
            .iter()
            .find_map(|&place| groups[place].metric())
            .map_or_else(String::new, |metric| format!("test.{}", metric.path()));
        let (chosen, leading) = (best_by(&|row| row.development), best_by(&|row| row.mean.filter(|_| row.metric == main)));
        for &place in &leading {
            rows[place].leads_test = true;
        }
        let Some(&best) = chosen.first() else { continue };
        for &place in &chosen {
            rows[place].best = true;
        }
        let rivals: Vec<usize> = places.into_iter().filter(|place| !chosen.contains(place)).collect();
        let mut found: Vec<(usize, DifferenceFromBest)> =
            rivals.iter().filter_map(|&place| Some((place, against(groups, rows, place, best)?))).collect();
        let p: Vec<f64> = found.iter().filter_map(|(_, against)| against.corrected_t.map(|test| test.p)).collect();
        let mut adjusted = holm(&p).into_iter();
        for (_, against) in found.iter_mut().filter(|(_, against)| against.corrected_t.is_some()) {
            against.p_holm = adjusted.next();
        }
        let p: Vec<f64> = found.iter().filter_map(|(_, against)| Some(against.crossed?.test.p)).collect();
        for (crossed, adjusted) in found.iter_mut().filter_map(|(_, against)| against.crossed.as_mut()).zip(holm(&p)) {
            crossed.p_holm = adjusted;
            crossed.least_difference = crossed.test.least_difference(LEVEL / p.len() as f64);
        }
        for (place, against) in found {
            rows[place].against_best = Some(against);
        }
    }
}

/// Compares two complete rows; `None` if a seed's test documents differ or a score is missing.
fn against(groups: &[Group<'_>], rows: &[Row], place: usize, best: usize) -> Option<DifferenceFromBest> {
    let (mut differences, mut mcnemar, mut errors, mut sizes) = (Vec::new(), Vec::new(), Vec::new(), (0, usize::MAX));
    let main = groups[place].metric().map(|metric| format!("test.{}", metric.path()));
    for (index, (seed, own)) in groups[place].cells.iter().enumerate() {
        let own = (*own)?;
        let other = groups[best].cells.iter().position(|(other, _)| other == seed)?;
        let first = groups[best].cells[other].1.filter(|first| first.same_test(own))?;
        differences.push(rows[place].values[index]? - rows[best].values[other]?);
        sizes = (own.test.documents, sizes.1.min(own.train).min(first.train));
        // Wrong documents are known for the main score alone.
        if let (Some(one), Some(two), true) = (&first.wrong, &own.wrong, main.as_deref() == Some(&rows[place].metric)) {
            errors.push(SplitErrors { first: one, second: two, test: own.tested() });
            let test = McNemar::of_errors(one, two);
            let (only_best, only_this) = (test.only_first, test.only_second);
            mcnemar.push(McNemarOfSeed { seed: *seed, only_best, only_this, p: test.p(), least_p: test.least_p() });
        }
    }
    let test = CorrectedT::of(&differences, sizes.0, sizes.1);
    let difference = Spread::of(&differences)?.mean;
    // Adjusted for the other rows when all are known.
    let crossed = |test: CrossedT| CrossedTest { test, p_holm: test.p, least_difference: test.least_difference(LEVEL) };
    let same_difference = |test: &CrossedT| (test.difference - difference).abs() <= TIE;
    let crossed = CrossedT::of(&errors).filter(same_difference).map(crossed);
    Some(DifferenceFromBest {
        difference,
        corrected_t: test.map(|test| TTestOverSeeds { t: test.t, degrees: test.degrees, p: test.p }),
        p_holm: None,
        crossed,
        mcnemar,
    })
}
