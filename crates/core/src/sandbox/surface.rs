//! Surfaces of the sandbox: functions of the plane drawn behind the points.
//!
//! Cost: for the Gaussian kernel one factor per row and column of the grid;
//! for other kernels and for functions that are no weighted sum of kernels, a pass over the sets per cell.

use ndarray::{Array2, ArrayView2};
use serde::{Deserialize, Serialize};

use super::{Learner, Sandbox, Values};
use crate::kernel::{Grid, field_on_grid};

/// Function of the plane drawn behind the points of a sandbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Surface {
    /// Surface: none is drawn behind the points.
    None,
    /// Surface of the kernel `k(x, ·)` around one point of a set.
    Kernel {
        /// Index of the set that contains the point.
        set: usize,
        /// Index of the point within its set.
        point: usize,
    },
    /// Surface of the kernel mean of the set with this index.
    Mean(usize),
    /// Surface of the witness function: difference of the kernel means of the two compared sets.
    #[default]
    Witness,
    /// Surface of the witness function divided by the half width of its null band: a test, whose values beyond ±1 are rare by
    /// chance. The band belongs to [`super::TwoSamples`]; the functions of this type give the witness function.
    Ratio,
    /// Surface of the learned function, evaluated at sets of a single point.
    Learned,
    /// Surface of the Gaussian process's posterior standard deviation, evaluated at sets of a single point.
    Deviation,
}

impl Surface {
    /// Index of the point set to which the surface belongs, if it is of a single set.
    pub(super) fn sets(self) -> Option<usize> {
        match self {
            Self::Kernel { set, .. } | Self::Mean(set) => Some(set),
            _ => None,
        }
    }

    /// Whether the surface has positive and negative values, which are drawn in the colours of two sides.
    pub fn is_signed(self, sandbox: &Sandbox) -> bool {
        match self {
            Self::None | Self::Deviation => false,
            Self::Kernel { .. } | Self::Mean(_) => sandbox.embedding.gamma().is_none(),
            Self::Witness | Self::Ratio | Self::Learned => true,
        }
    }

    /// Surface value at the middle of the colour scale: the mean target for a Gaussian process, else 0.
    pub fn middle(self, sandbox: &Sandbox) -> f64 {
        match (self, sandbox.learner) {
            (Self::Learned, Learner::Gp { .. }) => {
                sandbox.sets.iter().map(|set| set.target).sum::<f64>() / sandbox.sets.len().max(1) as f64
            }
            _ => 0.0,
        }
    }

    /// Range of the surface's possible values; `None` if unbounded. Decisions have margins at -1 and 1 and may exceed them.
    pub fn possible_values(self, sandbox: &Sandbox) -> Option<[f64; 2]> {
        let most = sandbox.embedding.most();
        match (self, sandbox.learner) {
            (Self::Kernel { .. } | Self::Mean(_), _) => most.map(|most| [0.0, most]),
            // Both kernel means lie between 0 and the kernel's largest value.
            (Self::Witness, _) => most.map(|most| [-most, most]),
            (Self::Learned, Learner::Svm { .. }) => Some([-1.0, 1.0]),
            (Self::Learned, Learner::Gp { .. }) => {
                let targets = sandbox.sets.iter().map(|set| set.target);
                Some(targets.fold([0.0, 0.0], |[low, high], target| [low.min(target), high.max(target)]))
            }
            // Far from all sets, the posterior is the prior.
            (Self::Deviation, _) => sandbox.ldk().range().map(|[_, high]| [0.0, high.sqrt()]),
            (Self::None | Self::Ratio | Self::Learned, _) => None,
        }
    }

    /// Weights of the points (N) whose kernels sum to the surface; `None` if the surface is no such sum or is not drawn.
    pub fn weights(self, sandbox: &Sandbox, values: &Values) -> Option<Vec<f64>> {
        let mut weights = vec![0.0; values.x.nrows()];
        let mut add = |set: usize, by: f64| {
            if set < values.m.rows() {
                values.m.entries(set).for_each(|(point, weight)| weights[point] += by * weight);
            }
        };
        match self {
            Self::Kernel { set, point } => {
                let row = (set < values.m.rows()).then(|| values.m.row(set).0)?;
                weights[*row.get(point)? as usize] = 1.0;
            }
            Self::Mean(set) => add(set, 1.0),
            Self::Witness | Self::Ratio => {
                values.samples.as_ref()?;
                add(sandbox.compared[0], 1.0);
                add(sandbox.compared[1], -1.0);
            }
            Self::Learned if sandbox.level2.is_linear() => {
                let learned = values.learned.as_ref()?;
                learned.weights.iter().enumerate().for_each(|(set, &by)| add(set, by));
            }
            Self::None | Self::Learned | Self::Deviation => return None,
        }
        Some(weights)
    }

    /// Values of the surface at points of the plane (k × 2); `None` if there is nothing to draw.
    pub fn at(self, sandbox: &Sandbox, values: &Values, places: ArrayView2<'_, f64>) -> Option<Vec<f64>> {
        if let Some(weights) = self.weights(sandbox, values) {
            let column = Array2::from_shape_fn((weights.len(), 1), |(point, _)| weights[point]);
            let read = sandbox.embedding.sums().product(places, values.x.view(), column.view());
            let offset = self.offset(values);
            return Some(read.column(0).iter().map(|value| value + offset).collect());
        }
        let learned = values.learned.as_ref()?;
        match self {
            Self::Learned => Some(learned.function.at(places).column(0).to_vec()),
            Self::Deviation => learned.deviations(places),
            _ => None,
        }
    }

    /// Values of the surface at the centres of a grid's cells, row 0 at the bottom; `None` if there is nothing to draw.
    pub fn on_grid(self, sandbox: &Sandbox, values: &Values, grid: &Grid) -> Option<Vec<f32>> {
        if let (Some(gamma), Some(weights)) = (sandbox.embedding.gamma(), self.weights(sandbox, values)) {
            let column = Array2::from_shape_fn((weights.len(), 1), |(point, _)| weights[point]);
            let offset = self.offset(values) as f32;
            let field = field_on_grid(gamma, values.x.view(), column.view(), grid);
            return Some(field.into_iter().map(|value| value + offset).collect());
        }
        Some(self.at(sandbox, values, centres(grid).view())?.into_iter().map(|value| value as f32).collect())
    }

    /// Whether each cell of a grid lies among the data, in the convex hull of the points; `None` if the surface holds everywhere.
    /// The band of a test holds at the points, and kernels other than the Gaussian one grow away from them.
    pub fn among_points(self, sandbox: &Sandbox, values: &Values, grid: &Grid) -> Option<Vec<bool>> {
        let x = match self {
            Self::Ratio => &values.samples.as_ref()?.x,
            _ if sandbox.embedding.gamma().is_none() => &*values.x,
            _ => return None,
        };
        let hull = hull(x.view());
        let left = |at: [f64; 2]| (0..hull.len()).all(|i| turn(hull[i], hull[(i + 1) % hull.len()], at) >= 0.0);
        Some(centres(grid).rows().into_iter().map(|at| hull.len() > 2 && left([at[0], at[1]])).collect())
    }

    /// Constant added to the sum of kernels in a surface.
    fn offset(self, values: &Values) -> f64 {
        if self != Self::Learned {
            return 0.0;
        }
        values.learned.as_ref().and_then(|learned| learned.function.bias.first().copied()).unwrap_or(0.0)
    }
}

/// Twice the area of the triangle of three points, positive if they turn left.
fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Corners of the convex hull of points (n × 2), anticlockwise.
fn hull(x: ArrayView2<'_, f64>) -> Vec<[f64; 2]> {
    let mut points: Vec<[f64; 2]> = x.rows().into_iter().map(|row| [row[0], row[1]]).collect();
    points.sort_unstable_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let below = |points: &mut dyn Iterator<Item = &[f64; 2]>| {
        let mut chain: Vec<[f64; 2]> = Vec::new();
        for &point in points {
            while chain.len() > 1 && turn(chain[chain.len() - 2], chain[chain.len() - 1], point) <= 0.0 {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    [below(&mut points.iter()), below(&mut points.iter().rev())].concat()
}

/// Centres of the cells of a grid (rows · columns × 2), row by row.
fn centres(grid: &Grid) -> Array2<f64> {
    Array2::from_shape_fn((grid.rows * grid.columns, 2), |(cell, axis)| {
        let (row, column) = (cell / grid.columns, cell % grid.columns);
        if axis == 0 {
            grid.left + (column as f64 + 0.5) * grid.width / grid.columns as f64
        } else {
            grid.bottom + (row as f64 + 0.5) * grid.height / grid.rows as f64
        }
    })
}
