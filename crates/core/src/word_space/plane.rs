//! Stochastic neighbour embedding: positions of a few thousand words in the plane that keep neighbours.
//!
//! With `p_ij` large for words whose directions are near and `q_ij` proportional to a kernel of the positions,
//! the positions minimise `Σ p_ij log(p_ij / q_ij)`.
//! The kernel is Student's, `1 / (1 + ‖y_i - y_j‖²)` (van der Maaten and Hinton 2008), or Gaussian,
//! `exp(-‖y_i - y_j‖²)` (symmetric SNE).
//! `p_ij` is a Gaussian of the distance whose width gives every word the same perplexity, over its nearest neighbours.
//! The initial positions are the first two principal axes.
//! Gradient descent has momentum, gains for each coordinate, and enlarged `p_ij` in the first iterations.
//!
//! Cost: n² d once and n² an iteration, in parallel.
//! Memory: n times the number of neighbours, and a block of distances a thread.

use std::sync::Arc;

use ndarray::{ArrayView1, ArrayView2, Axis};
use rayon::prelude::*;

use super::{Measure, PrincipalAxes, WordSpace};
use crate::{cancel, metric::neighbours_kept};

/// Maximum number of words in a neighbour embedding.
pub const WORDS: usize = 3000;
/// Number of iterations of the neighbour embedding.
pub const STEPS: usize = 500;
/// Number of early iterations in which affinities `p_ij` are enlarged, and the factor.
const EARLY_EXAGGERATION: (usize, f32) = (120, 12.0);
/// Momentum of gradient descent in the early and in the later iterations.
const MOMENTUM: [f32; 2] = [0.5, 0.8];
/// Number of rows whose distances are computed at once.
const CHUNK: usize = 128;
/// Standard deviation of the initial positions in the plane.
const INITIAL_SPREAD: f32 = 1e-2;

/// Kernel between positions in the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PlaneKernel {
    /// Student's kernel `1 / (1 + d²)`: distant words may lie far apart.
    #[default]
    Student,
    /// Gaussian kernel `exp(-d²)`: clusters lie closer together.
    Gaussian,
}

/// Options of a neighbour embedding in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneOptions {
    /// Kernel between positions in the plane.
    pub kernel: PlaneKernel,
    /// Perplexity: effective number of neighbours of a word.
    pub perplexity: f64,
    /// Measure of the words' directions that are compared.
    pub measure: Measure,
}

impl Default for PlaneOptions {
    fn default() -> Self {
        Self { kernel: PlaneKernel::default(), perplexity: 15.0, measure: Measure::default() }
    }
}

/// Neighbour embedding in progress: positions of words in the plane.
#[derive(Clone, Debug)]
pub struct Plane {
    kernel: PlaneKernel,
    /// Neighbours of each word with their affinities `p_ij`.
    near: Arc<Vec<Near>>,
    /// Positions of the words in the plane (n).
    pub at: Vec<[f32; 2]>,
    speed: Vec<[f32; 2]>,
    gain: Vec<[f32; 2]>,
    /// Number of finished iterations of the neighbour embedding.
    pub step: usize,
}

impl Plane {
    /// Starts a neighbour embedding of these words (n). The result depends only on the arguments.
    ///
    /// # Panics
    /// Panics if a word is not in the space.
    pub fn start(space: &WordSpace, words: &[u32], options: PlaneOptions) -> Self {
        let rows = space.directions(words, options.measure);
        let near = Arc::new(affinities(rows.view(), options.perplexity));
        let at = principal_start(space, words);
        let still = vec![[0.0; 2]; words.len()];
        Self { kernel: options.kernel, near, at, speed: still, gain: vec![[1.0; 2]; words.len()], step: 0 }
    }

    /// Whether the neighbour embedding has ended.
    pub fn has_ended(&self) -> bool {
        self.step >= STEPS
    }

    /// Continues the neighbour embedding by a number of iterations, fewer if it ends or is cancelled.
    #[must_use]
    pub fn advanced(&self, steps: usize) -> Self {
        let (mut next, cancellation) = (self.clone(), cancel::inherited());
        for _ in 0..steps.min(STEPS.saturating_sub(self.step)) {
            if cancellation.requested() {
                break;
            }
            next.iterate();
        }
        next
    }

    fn iterate(&mut self) {
        let (n, early) = (self.at.len(), self.step < EARLY_EXAGGERATION.0);
        let exaggeration = if early { EARLY_EXAGGERATION.1 } else { 1.0 };
        let momentum = MOMENTUM[usize::from(!early)];
        let rate = (n as f32 / EARLY_EXAGGERATION.1 / 4.0).max(5.0);
        let gradient = self.gradient(exaggeration);
        for (i, slope) in gradient.iter().enumerate() {
            for axis in 0..2 {
                let (slope, speed, gain) = (slope[axis], &mut self.speed[i][axis], &mut self.gain[i][axis]);
                *gain = if (slope > 0.0) == (*speed > 0.0) { (*gain * 0.8).max(0.01) } else { *gain + 0.2 };
                *speed = momentum * *speed - rate * *gain * slope;
                self.at[i][axis] += *speed;
            }
        }
        let mean = [0, 1].map(|axis| self.at.iter().map(|at| at[axis]).sum::<f32>() / n.max(1) as f32);
        self.at.iter_mut().for_each(|at| (0..2).for_each(|axis| at[axis] -= mean[axis]));
        self.step += 1;
    }

    /// Gradient of the objective with the affinities `p_ij` multiplied by a factor (n).
    fn gradient(&self, exaggeration: f32) -> Vec<[f32; 2]> {
        let (at, student) = (&self.at, self.kernel == PlaneKernel::Student);
        let similarity = |squared: f32| if student { 1.0 / (1.0 + squared) } else { (-squared).exp() };
        // Repulsion of each word: sum of similarities to all other words, and the sum that drives it away from them.
        let apart = |i: usize| {
            let own = at[i];
            let mut sums = [0.0_f32; 3];
            for other in at {
                let (dx, dy) = (own[0] - other[0], own[1] - other[1]);
                let w = similarity(dx * dx + dy * dy);
                let force = if student { w * w } else { w };
                sums[0] += w;
                sums[1] += force * dx;
                sums[2] += force * dy;
            }
            [sums[0] - 1.0, sums[1], sums[2]]
        };
        let sums: Vec<[f32; 3]> = (0..at.len()).into_par_iter().map(apart).collect();
        let all = sums.iter().map(|sums| f64::from(sums[0])).sum::<f64>().max(1e-12) as f32;
        let together = |(i, sums): (usize, &[f32; 3])| {
            let mut slope = [-sums[1] / all, -sums[2] / all];
            for &(j, p) in &self.near[i] {
                let (dx, dy) = (at[i][0] - at[j as usize][0], at[i][1] - at[j as usize][1]);
                let force = exaggeration * p * if student { similarity(dx * dx + dy * dy) } else { 1.0 };
                slope[0] += force * dx;
                slope[1] += force * dy;
            }
            slope.map(|slope| 4.0 * slope)
        };
        sums.par_iter().enumerate().map(together).collect()
    }
}

/// Initial positions in the plane: the first two principal axes of the words, scaled to a small spread.
fn principal_start(space: &WordSpace, words: &[u32]) -> Vec<[f32; 2]> {
    let Ok(axes) = PrincipalAxes::of(space, Some(words), 2) else { return vec![[0.0; 2]; words.len()] };
    let at = axes.project(space, words);
    let spread = at.column(0).std(0.0).max(1e-12);
    // Jitter gives equal words different positions; without it no force would separate them.
    let jitter = |i: usize| 1e-4 * ((i as f32 * 0.618_034).fract() - 0.5);
    let y = |i: usize| at.get([i, 1]).copied().unwrap_or(0.0);
    (0..words.len())
        .map(|i| [INITIAL_SPREAD * at[[i, 0]] / spread + jitter(i), INITIAL_SPREAD * y(i) / spread + jitter(i + 7)])
        .collect()
}

/// Neighbours of a word, each with its squared distance or its affinity.
type Near = Vec<(u32, f32)>;

/// Indices of the `count` rows nearest to each row of a matrix, with their squared distances.
fn nearest(rows: ArrayView2<'_, f32>, count: usize) -> Vec<Near> {
    let squares: Vec<f32> = rows.outer_iter().map(|row| row.dot(&row)).collect();
    let cancellation = cancel::inherited();
    let of = |i: usize, products: ArrayView1<'_, f32>| {
        let squared = |j: u32| (squares[i] + squares[j as usize] - 2.0 * products[j as usize]).max(0.0);
        let others = (0..rows.nrows() as u32).filter(|&j| j as usize != i);
        let mut near: Near = others.map(|j| (j, squared(j))).collect();
        let nearer = |a: &(u32, f32), b: &(u32, f32)| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0));
        if near.len() > count {
            near.select_nth_unstable_by(count, nearer);
            near.truncate(count);
        }
        near
    };
    let chunks: Vec<(usize, ArrayView2<'_, f32>)> = rows.axis_chunks_iter(Axis(0), CHUNK).enumerate().collect();
    let chunk = |(chunk, part): &(usize, ArrayView2<'_, f32>)| -> Vec<Near> {
        if cancellation.requested() {
            return vec![Vec::new(); part.nrows()];
        }
        let products = part.dot(&rows.t());
        products.outer_iter().enumerate().map(|(place, products)| of(chunk * CHUNK + place, products)).collect()
    };
    chunks.par_iter().flat_map_iter(chunk).collect()
}

/// Symmetric affinities `p_ij` of every row's nearest neighbours, which sum to one.
fn affinities(rows: ArrayView2<'_, f32>, perplexity: f64) -> Vec<Near> {
    let count = ((3.0 * perplexity) as usize).max(1);
    let given: Vec<Near> = nearest(rows, count).into_par_iter().map(|near| weights(near, perplexity)).collect();
    let mut near = given.clone();
    for (i, of) in given.iter().enumerate() {
        for &(j, p) in of {
            let back = &mut near[j as usize];
            match back.iter_mut().find(|(known, _)| *known as usize == i) {
                Some((_, known)) => *known += p,
                None => back.push((i as u32, p)),
            }
        }
    }
    let sum: f64 = near.iter().flatten().map(|(_, p)| f64::from(*p)).sum();
    let scale = if sum > 0.0 { (1.0 / sum) as f32 } else { 0.0 };
    near.iter_mut().flatten().for_each(|(_, p)| *p *= scale);
    near
}

/// Gaussian weights of neighbours at squared distances, for the given perplexity; they sum to one.
fn weights(near: Near, perplexity: f64) -> Near {
    let least = near.iter().map(|(_, squared)| f64::from(*squared)).fold(f64::INFINITY, f64::min);
    let wanted = perplexity.min(near.len() as f64).ln();
    let (mut low, mut high, mut precision) = (0.0, f64::INFINITY, 1.0);
    let mut weights = Vec::new();
    for _ in 0..60 {
        weights = near.iter().map(|(_, squared)| (-(f64::from(*squared) - least) * precision).exp()).collect::<Vec<f64>>();
        let sum: f64 = weights.iter().sum();
        for weight in &mut weights {
            *weight /= sum;
        }
        let entropy: f64 = -weights.iter().map(|&weight| if weight > 0.0 { weight * weight.ln() } else { 0.0 }).sum::<f64>();
        if (entropy - wanted).abs() < 1e-5 {
            break;
        }
        // A larger precision concentrates the weights on near neighbours.
        (low, high) = if entropy > wanted { (precision, high) } else { (low, precision) };
        precision = if high.is_finite() { 0.5 * (low + high) } else { 2.0 * precision };
    }
    near.into_iter().zip(weights).map(|((j, _), weight)| (j, weight as f32)).collect()
}

impl WordSpace {
    /// Mean share of each word's `count` nearest neighbours by direction that are also nearest by position
    /// (n × k); `None` for few words.
    /// Cost: n² d.
    /// Memory: n² products.
    ///
    /// # Panics
    /// Panics if there is not one position for each word, or a word is not in the space.
    pub fn neighbours_kept(&self, words: &[u32], measure: Measure, at: ArrayView2<'_, f32>, count: usize) -> Option<f64> {
        assert_eq!(words.len(), at.nrows(), "one position for each word");
        let rows = self.directions(words, measure);
        let products = rows.dot(&rows.t());
        let squares = products.diag().to_vec();
        neighbours_kept(at, count, |i, j| f64::from((squares[i] + squares[j] - 2.0 * products[[i, j]]).max(0.0)))
    }
}
