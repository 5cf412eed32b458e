//! Grid search: one training per combination of parameter values; the best development score wins.
//!
//! [`Grid`] lists the points and [`GridSearch`] the results.
//! The caller trains one point after another, because one training already uses all cores.
//! A result holds no test score, so test documents cannot influence the choice.
//!
//! The order is coarse before fine: each axis is bisected repeatedly, and points on the first bisections come first.
//! An interrupted search has covered a coarser grid instead of a corner of the fine one.
//!
//! Cost: one training per point. Memory: the parameters of each point, and the caller's value for the best.

use std::{
    collections::{BTreeMap, VecDeque},
    str::FromStr,
};

use serde::{Deserialize, Serialize};

use super::combinations;
use crate::{
    model::{Metric, ModelKind, Params, Scores, StopReason},
    param::ParamError,
};

/// Maximum number of points of a grid search.
const MOST: usize = 10_000;

/// Axis of a grid search: a parameter and its candidate values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Axis {
    /// Key of the parameter that the axis varies.
    pub key: String,
    /// Candidate values of the parameter as text; a choice may carry its first number (`adam:0.05`).
    pub values: Vec<String>,
}

impl Axis {
    /// Axes of the grid search that the papers make for a model; empty if they search none.
    pub fn of_paper(kind: ModelKind) -> Vec<Self> {
        let axis = |(key, values): &(&str, &[f64])| Self {
            key: (*key).to_owned(),
            values: values.iter().map(ToString::to_string).collect(),
        };
        Params::paper_grid(kind).iter().map(axis).collect()
    }

    /// Axes of the papers' grid search that have an effect together with the other values of `params`.
    pub fn of_paper_at(params: &Params) -> Vec<Self> {
        Self::of_paper(params.kind()).into_iter().filter(|axis| matters(params, &axis.key)).collect()
    }

    /// Whether this grid axis varies the parameter with the given key.
    pub fn is_of(&self, key: &str) -> bool {
        self.key.eq_ignore_ascii_case(key)
    }

    /// Indices of the axis's values in order of bisection: the middle, then the middles of both halves, and so on.
    fn halved(&self) -> Vec<usize> {
        let mut halves = VecDeque::new();
        halves.push_back(0..self.values.len());
        let mut order = Vec::with_capacity(self.values.len());
        while let Some(half) = halves.pop_front() {
            if !half.is_empty() {
                let middle = half.start + (half.len() - 1) / 2;
                order.push(middle);
                halves.extend([half.start..middle, middle + 1..half.end]);
            }
        }
        order
    }
}

impl FromStr for Axis {
    type Err = GridError;

    /// Parses an axis of a grid search from `key=value,value,…`.
    fn from_str(text: &str) -> Result<Self, GridError> {
        let (key, values) = text.split_once('=').ok_or_else(|| GridError::Form(text.to_owned()))?;
        let values: Vec<String> = values.split(',').map(|value| value.trim().to_owned()).collect();
        let axis = Self { key: key.trim().to_owned(), values };
        if axis.key.is_empty() || axis.values.iter().any(String::is_empty) {
            return Err(GridError::Form(text.to_owned()));
        }
        Ok(axis)
    }
}

/// Whether a parameter has an effect together with the other values in `params`.
fn matters(params: &Params, key: &str) -> bool {
    params.inactive(key).is_none()
}

/// Error: a grid search is invalid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GridError {
    /// Error: the text of a grid axis is malformed.
    #[error("{0}: write it as key=value,value, for instance gamma=0.1,1,10")]
    Form(String),
    /// Error: a value or a parameter is listed twice.
    #[error("{0} is there twice: give it once")]
    Twice(String),
    /// Error: the grid search has too many points.
    #[error("the grid has more than {MOST} points: leave out values")]
    TooMany,
    /// Error: a parameter does not accept a value of the grid.
    #[error(transparent)]
    Parameter(#[from] ParamError),
}

/// Point of a grid search: one combination of parameter values.
#[derive(Clone, Debug, PartialEq)]
struct Point {
    setting: Vec<(String, String)>,
    params: Params,
}

/// Points of a grid search in the order of training; a grid without axes has one point.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// Axes of the grid that have an effect on at least one point.
    pub axes: Vec<Axis>,
    points: Vec<Point>,
}

impl Grid {
    /// Builds every combination of the axes' values; `make` gives the parameters of one.
    /// Values without effect given the others, as the width of a kernel that has none, are left out.
    /// Equal combinations are merged.
    ///
    /// # Errors
    /// Returns an error if an axis or a value is listed twice, there are too many points, or a parameter refuses a value.
    pub fn new<E: From<GridError>>(axes: Vec<Axis>, make: impl Fn(&[(String, String)]) -> Result<Params, E>) -> Result<Self, E> {
        for (i, axis) in axes.iter().enumerate() {
            if axes.iter().take(i).any(|other| other.is_of(&axis.key)) {
                return Err(GridError::Twice(axis.key.clone()).into());
            }
            if let Some((_, value)) = axis.values.iter().enumerate().find(|(j, value)| axis.values[..*j].contains(value)) {
                return Err(GridError::Twice(format!("{}={value}", axis.key)).into());
            }
        }
        let count = axes.iter().try_fold(1_usize, |count, axis| count.checked_mul(axis.values.len()));
        if count.is_none_or(|count| count > MOST) {
            return Err(GridError::TooMany.into());
        }
        let mut places = combinations(axes.iter().map(|axis| (0..axis.values.len()).collect()));
        places.sort_by_key(|place| (place.iter().copied().max(), place.iter().sum::<usize>(), place.clone()));
        let orders: Vec<Vec<usize>> = axes.iter().map(Axis::halved).collect();
        let point = |place: &Vec<usize>| -> Result<Point, E> {
            let value =
                |((axis, order), &rank): ((&Axis, &Vec<usize>), &usize)| (axis.key.clone(), axis.values[order[rank]].clone());
            let setting: Vec<(String, String)> = axes.iter().zip(&orders).zip(place).map(value).collect();
            let params = make(&setting)?;
            params.check().map_err(|error| E::from(error.into()))?;
            let (all, setting) =
                (setting.len(), setting.into_iter().filter(|(key, _)| matters(&params, key)).collect::<Vec<_>>());
            let params = if setting.len() < all { make(&setting)? } else { params };
            Ok(Point { setting, params })
        };
        let mut points: Vec<Point> = Vec::new();
        for place in &places {
            let point = point(place)?;
            if let Some(same) = points.iter().find(|other| other.params == point.params && other.setting != point.setting) {
                let differ = point.setting.iter().zip(&same.setting).find(|(own, other)| own != other);
                let (key, value) = differ.map_or_else(Default::default, |(own, _)| own.clone());
                return Err(GridError::Twice(format!("{key}={value}")).into());
            }
            if point.setting.len() == axes.len() || !points.iter().any(|other| other.setting == point.setting) {
                points.push(point);
            }
        }
        let searched =
            |axis: &Axis| points.is_empty() || points.iter().any(|point| point.setting.iter().any(|(key, _)| axis.is_of(key)));
        let axes = axes.into_iter().filter(searched).collect();
        Ok(Self { axes, points })
    }

    /// Number of points of the grid.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether the grid of the search has no point.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Parameters at one point of the grid.
    pub fn params(&self, point: usize) -> Option<&Params> {
        self.points.get(point).map(|point| &point.params)
    }
}

/// Result of one point of a grid search, as reports contain it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tried {
    /// Parameter values at the grid point, by axis.
    pub setting: BTreeMap<String, String>,
    /// Score of the grid point on the training documents.
    pub train: Option<f64>,
    /// Score of the grid point on the development documents, by which the best point is chosen.
    pub dev: Option<f64>,
    /// Number of training iterations at the grid point.
    pub iterations: usize,
    /// Duration of the training at the grid point in seconds, from the first iteration to the last.
    pub seconds: f64,
    /// Reason why the training at the grid point stopped; `None` if it failed.
    pub stop_reason: Option<StopReason>,
    /// Error message of the training at the grid point, if it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// Finished grid search, as reports contain it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FinishedSearch {
    /// Axes of the grid that were searched.
    pub axes: Vec<Axis>,
    /// Number of points of the whole grid search.
    pub points: usize,
    /// Index in `tried` of the best point.
    pub best: Option<usize>,
    /// Results of the points in the order of training; fewer than `points` if the search was interrupted.
    pub tried: Vec<Tried>,
}

/// Outcome of training one grid point, without a test score, since the best point is chosen without one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Score of the trained model on the training documents.
    pub train: Option<f64>,
    /// Score of the trained model on the development documents.
    pub dev: Option<f64>,
    /// Number of iterations of the training.
    pub iterations: usize,
    /// Duration of the training in seconds, from the first iteration to the last.
    pub seconds: f64,
    /// Stop reason of the training.
    pub reason: StopReason,
}

impl Outcome {
    /// Outcome of a training with the given scores; the test score is dropped.
    pub fn new(scores: Scores, iterations: usize, seconds: f64, reason: StopReason) -> Self {
        Self { train: scores.train, dev: scores.dev, iterations, seconds, reason }
    }
}

/// Grid search in progress. `T` is the type of the caller's value for the best point.
#[derive(Clone, Debug)]
pub struct GridSearch<T> {
    grid: Grid,
    metric: Metric,
    tried: Vec<Tried>,
    best: Option<(usize, T)>,
}

impl<T> GridSearch<T> {
    /// Creates a grid search in progress, before its first point.
    pub fn new(grid: Grid, metric: Metric) -> Self {
        Self { grid, metric, tried: Vec::new(), best: None }
    }

    /// Parameters of the next point to train; `None` at the end.
    pub fn due(&self) -> Option<&Params> {
        self.grid.params(self.tried.len())
    }

    /// Number of finished points of the grid search, and number of all points.
    pub fn extent(&self) -> [usize; 2] {
        [self.tried.len(), self.grid.len()]
    }

    /// Records the result of the next point and keeps the caller's value `left` if the point is the best so far.
    /// Of two equal points the earlier stays the best.
    /// Returns whether the point is the best so far.
    pub fn trained(&mut self, outcome: &Outcome, left: T) -> bool {
        let Outcome { train, dev, iterations, seconds, reason } = *outcome;
        let than = self.best.as_ref().and_then(|(best, _)| self.tried[*best].dev).filter(|dev| dev.is_finite());
        let better = match (dev.filter(|dev| dev.is_finite()), than) {
            (Some(dev), Some(than)) => self.metric.better(dev, than),
            (dev, None) => dev.is_some() || self.best.is_none(),
            (None, Some(_)) => false,
        };
        let tried = Tried { train, dev, iterations, seconds, stop_reason: Some(reason), ..self.next_result() };
        if better {
            self.best = Some((self.tried.len(), left));
        }
        self.tried.push(tried);
        better
    }

    /// Records that the training at the current grid point failed.
    pub fn failed(&mut self, failure: String) {
        let tried = Tried { failure: Some(failure), ..self.next_result() };
        self.tried.push(tried);
    }

    fn next_result(&self) -> Tried {
        let setting = self.grid.points.get(self.tried.len()).map(|point| point.setting.iter().cloned().collect());
        Tried { setting: setting.unwrap_or_default(), ..Tried::default() }
    }

    /// Parameters of the best grid point so far, and the caller's value for it.
    pub fn best(&self) -> Option<(&Params, &T)> {
        let (point, left) = self.best.as_ref()?;
        Some((self.grid.params(*point)?, left))
    }

    /// Ends the grid search: returns the caller's value for the best point, and the search as reports contain it.
    pub fn end(self) -> (Option<T>, FinishedSearch) {
        let (best, left) = self.best.unzip();
        (left, FinishedSearch { axes: self.grid.axes, points: self.grid.points.len(), best, tried: self.tried })
    }

    /// Parameter values of the next grid point to train, as in `gamma 1, c 8`.
    pub fn due_setting(&self) -> String {
        self.grid.points.get(self.tried.len()).map_or_else(String::new, |point| summary(&point.setting))
    }

    /// Score and values of the best point so far, as in `81.2 % at gamma 1, c 8`.
    pub fn best_so_far(&self) -> Option<String> {
        let (best, _) = self.best.as_ref()?;
        let dev = self.tried[*best].dev?;
        Some(format!("{} at {}", self.metric.show(dev), summary(&self.grid.points[*best].setting)))
    }
}

/// Parameter values of a grid point as text.
pub(super) fn summary(setting: &[(String, String)]) -> String {
    setting.iter().map(|(key, value)| format!("{key} {value}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
