//! Set of weighted points in the plane with a target value.

use serde::{Deserialize, Serialize};

use super::Shape;

/// Point of a set with its weight. In a file: `[x, y]` for weight 1, else `[x, y, weight]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<f64>", into = "Vec<f64>")]
pub struct Point {
    /// Position of the point in the plane.
    pub at: [f64; 2],
    /// Weight of the point relative to the other points of its set; positive.
    pub weight: f64,
}

impl Point {
    /// Creates a point of weight 1. Coordinates are rounded to thousandths and kept within the plane of the sandbox.
    pub fn new(at: [f64; 2]) -> Self {
        Self { at, weight: 1.0 }.rounded()
    }

    /// Rounds the point's coordinates to thousandths within ±[`super::MAX_COORDINATE`].
    #[must_use]
    pub fn rounded(self) -> Self {
        let at = self.at.map(|x| (1e3 * x.clamp(-super::MAX_COORDINATE, super::MAX_COORDINATE)).round() / 1e3 + 0.0);
        Self { at, ..self }
    }
}

impl TryFrom<Vec<f64>> for Point {
    type Error = String;

    fn try_from(numbers: Vec<f64>) -> Result<Self, String> {
        let (at, weight) = match numbers[..] {
            [x, y] => ([x, y], 1.0),
            [x, y, weight] => ([x, y], weight),
            _ => return Err(format!("a point has 2 or 3 numbers, not {}", numbers.len())),
        };
        if !at.iter().all(|x| x.abs() <= super::MAX_COORDINATE) {
            return Err(format!("coordinates lie between -{0} and {0}", super::MAX_COORDINATE));
        }
        if !(weight > 0.0 && weight <= super::HEAVIEST) {
            return Err(format!("weights are positive and at most {}", super::HEAVIEST));
        }
        Ok(Self { at, weight })
    }
}

impl From<Point> for Vec<f64> {
    fn from(Point { at: [x, y], weight }: Point) -> Self {
        if (weight - 1.0).abs() < f64::EPSILON { vec![x, y] } else { vec![x, y, weight] }
    }
}

/// Specification of random points in a shape, deterministic given the seed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generated {
    /// Shape of the generated points.
    pub shape: Shape,
    /// Number of points to generate.
    pub count: usize,
    /// Centre of the generated points.
    #[serde(default)]
    pub centre: [f64; 2],
    /// Random seed of the generated points.
    #[serde(default)]
    pub seed: u64,
}

/// Set of points, which represents a document whose words lie at the points.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PointSet {
    /// Name of the point set in the window.
    pub name: String,
    /// Points of the set.
    #[serde(default)]
    pub points: Vec<Point>,
    /// Specification of random points that [`super::Sandbox::checked`] adds, so that a text need not list them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generate: Option<Generated>,
    /// Target of the point set: a rating for a Gaussian process; its sign is the class for a support vector machine.
    #[serde(default)]
    pub target: f64,
}

impl PointSet {
    /// Creates an empty point set with the given name.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Adds the random points that the set specifies.
    pub(super) fn fill(&mut self) {
        if let Some(Generated { shape, count, centre, seed }) = self.generate.take() {
            self.points.extend(shape.points(count.min(super::MOST_POINTS + 1), centre, seed));
        }
    }

    /// Weighted mean of the set's points; `None` for an empty set.
    pub fn mean(&self) -> Option<[f64; 2]> {
        let mass: f64 = self.points.iter().map(|point| point.weight).sum();
        let sum = |axis: usize| self.points.iter().map(|point| point.weight * point.at[axis]).sum::<f64>();
        (mass > 0.0).then(|| [sum(0) / mass, sum(1) / mass])
    }

    /// Root mean squared distance of the set's points from their mean; `None` for an empty set.
    pub fn spread(&self) -> Option<f64> {
        let mean = self.mean()?;
        let square = |point: &Point| (0..2).map(|axis| (point.at[axis] - mean[axis]).powi(2)).sum::<f64>();
        let mass: f64 = self.points.iter().map(|point| point.weight).sum();
        Some((self.points.iter().map(|point| point.weight * square(point)).sum::<f64>() / mass).sqrt())
    }
}
