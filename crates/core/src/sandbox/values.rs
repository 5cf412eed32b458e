//! Quantities computed from the point sets and kernels of a sandbox.

use std::sync::Arc;

use ndarray::{Array2, ArrayView2, s};

use super::{Learned, PointSet, Sandbox};
use crate::{
    corpus::Csr,
    ldk::Embedding,
    metric::{Mmd, MmdTest, NullBand},
};

/// Quantities computed at once from a sandbox.
#[derive(Clone, Debug)]
pub struct Values {
    /// Positions of the points of all sets (N × 2), set by set.
    pub x: Arc<Array2<f64>>,
    /// Weights of the points in each set (J × N); rows of sets with points sum to one.
    pub m: Csr,
    /// Inner products between the kernel means of the sets (J × J).
    pub s: Array2<f64>,
    /// Kernel between the point sets (J × J).
    pub k: Array2<f64>,
    /// Points of the two compared sets; `None` if one has no points or both are the same.
    pub samples: Option<Arc<TwoSamples>>,
    /// Maximum mean discrepancy of the two compared sets.
    pub mmd: Option<Mmd>,
    /// MMD of the two compared point sets under the linear kernel: the squared distance of their means.
    pub mmd_linear: Option<Mmd>,
    /// Function of point sets that the learner has fitted, if any.
    pub learned: Option<Learned>,
}

/// Two samples of weighted points and their kernel, the inputs of the permutation test.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoSamples {
    /// Positions of the first sample's points, then of the second's (n × 2).
    pub x: Array2<f64>,
    /// Weights of the samples' points (n).
    pub weights: Vec<f64>,
    /// Number of points in the first sample.
    pub first: usize,
    /// Embedding kernel between points.
    pub embedding: Embedding,
}

impl TwoSamples {
    fn of(a: &PointSet, b: &PointSet, embedding: Embedding) -> Option<Self> {
        let first = a.points.len();
        let points: Vec<_> = a.points.iter().chain(&b.points).collect();
        let x = Array2::from_shape_fn((points.len(), 2), |(i, axis)| points[i].at[axis]);
        let weights = points.iter().map(|point| point.weight).collect();
        (first > 0 && !b.points.is_empty()).then_some(Self { x, weights, first, embedding })
    }

    /// Gram matrix of the kernel between points (n × n).
    pub fn gram(&self) -> Array2<f64> {
        between_points(self.embedding, self.x.view())
    }

    /// Runs the permutation test on the samples.
    /// `go_on` receives the number of finished permutations and returns whether to continue.
    pub fn test(&self, permutations: usize, seed: u64, go_on: impl Fn(usize) -> bool) -> Option<MmdTest> {
        MmdTest::weighted(self.gram().view(), &self.weights, self.first, permutations, seed, go_on)
    }

    /// Half width of the band in which the witness functions of 95 % of random splits stay, at all points.
    pub fn band(&self, go_on: impl Fn(usize) -> bool) -> Option<f64> {
        let k = self.gram();
        NullBand { weights: &self.weights, first: self.first, seed: 0 }.half_width(|signed| k.dot(signed), go_on)
    }
}

/// Gram matrix of the kernel between points (n × n).
fn between_points(embedding: Embedding, x: ArrayView2<'_, f64>) -> Array2<f64> {
    let alone = Csr::from_rows(x.nrows(), (0..x.nrows() as u32).map(|point| vec![(point, 1.0)]));
    embedding.sums().gram(&alone, x)
}

impl Values {
    /// Computes the kernel quantities of a sandbox.
    pub fn of(sandbox: &Sandbox) -> Self {
        let points: Vec<_> = sandbox.sets.iter().flat_map(|set| &set.points).collect();
        let x = Arc::new(Array2::from_shape_fn((points.len(), 2), |(i, axis)| points[i].at[axis]));
        let m = Csr::from_rows(points.len(), rows(&sandbox.sets));
        let ldk = sandbox.ldk();
        let s = ldk.inner_products(&m, &x);
        let lengths = ldk.lengths(&m, &x);
        let k = ldk.cross((&m, &lengths), (&m, &lengths), &x);
        let [a, b] = sandbox.compared;
        let compared = sandbox.sets.get(a).zip(sandbox.sets.get(b)).filter(|_| a != b);
        let samples = compared.and_then(|(first, second)| TwoSamples::of(first, second, sandbox.embedding));
        let mmd = |embedding: Embedding| {
            let samples = samples.as_ref()?;
            Mmd::weighted(between_points(embedding, samples.x.view()).view(), &samples.weights, samples.first)
        };
        let (of_kernel, mmd_linear) = (mmd(sandbox.embedding), mmd(Embedding::Linear));
        let learned = Learned::of(sandbox, &m, &x, &k);
        Self { s, k, mmd: of_kernel, mmd_linear, samples: samples.map(Arc::new), learned, x, m }
    }

    /// Positions of the points of one set (n × 2).
    pub fn points(&self, set: usize) -> ArrayView2<'_, f64> {
        let first: usize = (0..set.min(self.m.rows())).map(|set| self.m.row(set).0.len()).sum();
        let count = if set < self.m.rows() { self.m.row(set).0.len() } else { 0 };
        self.x.slice(s![first..first + count, ..])
    }
}

/// Rows of the weight matrix `M`: the weights of each set's points, divided by their sum.
fn rows(sets: &[PointSet]) -> Vec<Vec<(u32, f64)>> {
    let mut next = 0;
    let of = |set: &PointSet| {
        let mass: f64 = set.points.iter().map(|point| point.weight).sum();
        let row = set.points.iter().zip(next..).map(|(point, at)| (at, point.weight / mass)).collect();
        next += set.points.len() as u32;
        row
    };
    sets.iter().map(of).collect()
}
