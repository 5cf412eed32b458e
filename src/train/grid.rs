//! A search over a grid of settings: one training a point, each with the usual rules of stopping, and the one best on the
//! development documents is kept.
//!
//! [`Grid`] lists the points, [`Search`] says which is due and remembers what came of the others. Whoever drives it trains one
//! point after the other, as a training already takes all cores. Test documents have no say: what came of a point is judged by
//! its development score alone.
//!
//! Points come coarse before fine: each axis is halved and halved again, and of two points the one nearer to these first
//! divisions comes first. So a search broken off has seen a coarser grid, not a corner of the fine one.
//!
//! Cost: a training a point. Memory: the parameters of each point, and what the caller keeps of the best.

use std::{
    collections::{BTreeMap, VecDeque},
    str::FromStr,
};

use serde::{Deserialize, Serialize};

use crate::{
    model::{Metric, ModelKind, Params, Scores, StopReason},
    param::{ParamError, Value},
};

/// The most points of a grid.
const MOST: usize = 10_000;

/// A parameter and the values of it that are tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Axis {
    /// The parameter.
    pub key: String,
    /// Its values, as they are set: a choice may be followed by its first number (`adam:0.05`).
    pub values: Vec<String>,
}

impl Axis {
    /// The axes the papers search for a model; none where they search none.
    pub fn of_paper(kind: ModelKind) -> Vec<Self> {
        let axis = |(key, values): &(&str, &[f64])| Self {
            key: (*key).to_owned(),
            values: values.iter().map(ToString::to_string).collect(),
        };
        Params::paper_grid(kind).iter().map(axis).collect()
    }

    /// Those of the papers' axes that change anything where the others are as in `params`.
    pub fn of_paper_at(params: &Params) -> Vec<Self> {
        Self::of_paper(params.kind()).into_iter().filter(|axis| matters(params, &axis.key)).collect()
    }

    /// Whether it is the axis of a parameter.
    pub fn is_of(&self, key: &str) -> bool {
        self.key.eq_ignore_ascii_case(key)
    }

    /// The places of its values, the middle before the middles of both halves, and so on.
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

    /// From `key=value,value,…`.
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

/// Whether a parameter changes anything where the others are as in `params`: words without places have no prior, start or
/// dimensions, frozen ones no prior, and a number may belong to another kernel.
fn matters(params: &Params, key: &str) -> bool {
    let is = |other: &str, value: Value| params.value(other) == Some(value);
    let without_places = is("embedding", Value::Choice("identity"));
    let nothing = match key.to_ascii_lowercase().as_str() {
        "rho" | "anchor" => without_places || is("frozen", Value::Switch(true)),
        "q" | "start" | "start_scale" | "starts" => without_places,
        _ => false,
    };
    !nothing && params.value(key).is_some()
}

/// Why there is no such grid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GridError {
    /// An axis that is none.
    #[error("{0}: write it as key=value,value, for instance gamma=0.1,1,10")]
    Form(String),
    /// One value, or one parameter, twice.
    #[error("{0} is there twice: give it once")]
    Twice(String),
    /// More points than anybody waits for.
    #[error("the grid has more than {MOST} points: leave out values")]
    TooMany,
    /// A point that is no setting.
    #[error(transparent)]
    Parameter(#[from] ParamError),
}

/// One point of a grid.
#[derive(Clone, Debug, PartialEq)]
struct Point {
    setting: Vec<(String, String)>,
    params: Params,
}

/// All settings to try, the first ones first; without an axis it is one setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    axes: Vec<Axis>,
    points: Vec<Point>,
}

impl Grid {
    /// Every combination of the axes' values; `make` gives the parameters of a combination. A value that changes nothing
    /// beside the others, as the width of a kernel that has none, is left out, and of equal combinations one stays.
    ///
    /// # Errors
    /// When an axis is there twice or has a value twice, there are too many points, or the parameters of one are not allowed.
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
        let mut places: Vec<Vec<usize>> = vec![Vec::new()];
        for axis in &axes {
            let longer = |place: &Vec<usize>| {
                let place = place.clone();
                (0..axis.values.len()).map(move |rank| [place.as_slice(), &[rank]].concat())
            };
            places = places.iter().flat_map(longer).collect();
        }
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
            if point.setting.len() == axes.len() || !points.iter().any(|other| other.setting == point.setting) {
                points.push(point);
            }
        }
        let searched =
            |axis: &Axis| points.is_empty() || points.iter().any(|point| point.setting.iter().any(|(key, _)| axis.is_of(key)));
        let axes = axes.into_iter().filter(searched).collect();
        Ok(Self { axes, points })
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there is none, as where an axis has no values.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// What is searched over.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The parameters of a point.
    pub fn params(&self, point: usize) -> Option<&Params> {
        self.points.get(point).map(|point| &point.params)
    }
}

/// What came of a point.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tried {
    /// The axes' values.
    pub setting: BTreeMap<String, String>,
    /// Its score on the training documents.
    pub train: Option<f64>,
    /// Its score on the development documents: what it is judged by.
    pub dev: Option<f64>,
    /// Iterations made.
    pub iterations: usize,
    /// Seconds from the first iteration to the last.
    pub seconds: f64,
    /// Why its training ended; none where it failed.
    pub stop_reason: Option<StopReason>,
    /// Why it failed, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// A search as reports tell it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Searched {
    /// What was searched over.
    pub axes: Vec<Axis>,
    /// Points of the whole grid.
    pub points: usize,
    /// The point kept, counted from 0 in the order they were tried.
    pub best: Option<usize>,
    /// What came of each, in the order they were tried; fewer than there are where the search was stopped.
    pub tried: Vec<Tried>,
}

/// How the training of a point went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// Its scores; the one on test documents is not looked at.
    pub scores: Scores,
    /// Iterations made.
    pub iterations: usize,
    /// Seconds it took.
    pub seconds: f64,
    /// Why it ended.
    pub reason: StopReason,
}

/// A search under way, with whatever `T` is kept of the best point.
#[derive(Clone, Debug)]
pub struct Search<T> {
    grid: Grid,
    metric: Metric,
    tried: Vec<Tried>,
    best: Option<(usize, T)>,
}

impl<T> Search<T> {
    /// Before the first point.
    pub fn new(grid: Grid, metric: Metric) -> Self {
        Self { grid, metric, tried: Vec::new(), best: None }
    }

    /// The parameters to be trained next; `None` where all have been.
    pub fn due(&self) -> Option<&Params> {
        self.grid.params(self.tried.len())
    }

    /// How many points have been tried, and of how many.
    pub fn extent(&self) -> [usize; 2] {
        [self.tried.len(), self.grid.len()]
    }

    /// The point due was trained; `left` is kept if it is the best so far. Of equals the earlier stays. Whether it is kept.
    pub fn trained(&mut self, outcome: &Outcome, left: T) -> bool {
        let Outcome { scores, iterations, seconds, reason } = *outcome;
        let than = self.best.as_ref().and_then(|(best, _)| self.tried[*best].dev).filter(|dev| dev.is_finite());
        let better = match (scores.dev.filter(|dev| dev.is_finite()), than) {
            (Some(dev), Some(than)) => self.metric.better(dev, than),
            (dev, None) => dev.is_some() || self.best.is_none(),
            (None, Some(_)) => false,
        };
        let (train, dev, stop_reason) = (scores.train, scores.dev, Some(reason));
        let tried = Tried { train, dev, iterations, seconds, stop_reason, ..self.now() };
        if better {
            self.best = Some((self.tried.len(), left));
        }
        self.tried.push(tried);
        better
    }

    /// The point due could not be trained.
    pub fn failed(&mut self, failure: String) {
        let tried = Tried { failure: Some(failure), ..self.now() };
        self.tried.push(tried);
    }

    fn now(&self) -> Tried {
        let setting = self.grid.points.get(self.tried.len()).map(|point| point.setting.iter().cloned().collect());
        Tried { setting: setting.unwrap_or_default(), ..Tried::default() }
    }

    /// The parameters of the best point so far and what was kept of it.
    pub fn best(&self) -> Option<(&Params, &T)> {
        let (point, left) = self.best.as_ref()?;
        Some((self.grid.params(*point)?, left))
    }

    /// What was kept of the best point, and the search as reports tell it.
    pub fn end(self) -> (Option<T>, Searched) {
        let (best, left) = self.best.unzip();
        (left, Searched { axes: self.grid.axes, points: self.grid.points.len(), best, tried: self.tried })
    }

    /// The settings of the point due, as in `gamma 1, c 8`.
    pub fn due_setting(&self) -> String {
        self.grid.points.get(self.tried.len()).map_or_else(String::new, |point| told(&point.setting))
    }

    /// The best so far in words, as in `81.2 % at gamma 1, c 8`; `None` before there is one.
    pub fn best_so_far(&self) -> Option<String> {
        let (best, _) = self.best.as_ref()?;
        let dev = self.tried[*best].dev?;
        Some(format!("{} at {}", self.metric.show(dev), told(&self.grid.points[*best].setting)))
    }
}

/// A setting in words.
fn told(setting: &[(String, String)]) -> String {
    setting.iter().map(|(key, value)| format!("{key} {value}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
#[path = "grid_tests.rs"]
mod tests;
