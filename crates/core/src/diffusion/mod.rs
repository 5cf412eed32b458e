//! Information diffusion on a network: independent cascades whose probabilities are functions of latent vectors (T 5.5.2).
//!
//! A node that becomes active tries once to activate each of its receivers.
//! The attempt along the edge from `u` to `v` succeeds with `p_uv = logistic(a + b k(x_u, y_v))`:
//! `x_u` is the latent vector of a node as sender, `y_v` as receiver, and `k` the inner product,
//! or the Gaussian kernel `exp(-½ ‖x - y‖²)`, which is the latent distribution kernel of two distributions of one point each.
//! The thesis names the inner product as its earlier model and the kernel as further work, and states no likelihood.
//! The likelihood is that of Goldenberg, Libai and Muller (2001) and Saito, Nakano and Kimura (2008).
//! A node with the senders `U` becomes active with `1 - Π_{u∈U} (1 - p_uv)`.
//!
//! Fitting maximises the log-likelihood less `ρ/2 (‖X‖² + ‖Y‖²)` by L-BFGS, with the Gaussian kernel less `ρ/2 b²` too.
//! Without this term a large weight `b` on small vectors would evade the prior.
//! Two baseline models have no vectors: one probability for all edges, and one for each edge.
//! The logits of the latter are drawn to a common value by the same penalty.
//!
//! Cost of an evaluation: `E q` and one logarithm for each edge and activation. Memory: the parameters, ten times.

mod cascades;
mod comparison;
#[cfg(test)]
mod tests;

use ndarray::ArrayView2;
use rand::{SeedableRng, rngs::SmallRng};
use rand_distr::{Distribution, StandardNormal};

pub use cascades::{Attempts, Cascade, Network};
pub use comparison::{CascadeSplit, Compared, compare};

use crate::solver::{Lbfgs, LbfgsStep};

/// Number of pairs of vectors that L-BFGS remembers.
const MEMORY: usize = 8;
/// Maximum number of L-BFGS steps of a fit.
const STEPS: usize = 500;
/// Standard deviation of the initial latent coordinates.
const SPREAD: f64 = 0.5;
/// Number of parameters before the latent vectors: `a` and `b`.
const LEADING: usize = 2;

/// Link between a pair of nodes and the probability of its edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// Link by the Gaussian kernel of the two latent vectors.
    Gaussian,
    /// Link by the inner product of the two latent vectors.
    InnerProduct,
    /// Link with one probability for each edge, without latent vectors.
    Edges,
    /// Link with one probability for all edges.
    Constant,
}

/// Settings of a diffusion model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiffusionParams {
    /// Link between latent vectors and probabilities.
    pub link: Link,
    /// Dimension of the latent vectors.
    pub q: usize,
    /// Weight of the prior of the latent vectors.
    pub rho: f64,
    /// Seed of the random start.
    pub seed: u64,
}

/// Fitted model of information diffusion.
#[derive(Clone, Debug, PartialEq)]
pub struct Diffusion {
    /// Settings of the model.
    pub params: DiffusionParams,
    /// Objective at the fitted parameters: penalty less log-likelihood of the training cascades.
    pub objective: f64,
    /// Intercept `a`, weight `b`, and latent coordinates: senders, then receivers (n × q each), or logits of edges (E).
    point: Vec<f64>,
    nodes: usize,
}

/// Shapes of a model's parameters on a network.
struct Shape<'a> {
    params: DiffusionParams,
    network: &'a Network,
}

impl Diffusion {
    /// Fits a model to attempts on a network; `None` if the work was [cancelled](crate::cancel).
    pub fn fit(network: &Network, attempts: &Attempts, params: DiffusionParams) -> Option<Self> {
        let shape = Shape { params, network };
        let mut point = shape.start(attempts);
        let (mut search, mut objective) = (Lbfgs::new(MEMORY), f64::INFINITY);
        for _ in 0..STEPS {
            match search.step(&mut point, &mut |point| shape.objective(point, attempts)) {
                LbfgsStep::Descended(value) => objective = value,
                LbfgsStep::Converged(value) => {
                    objective = value;
                    break;
                }
                LbfgsStep::Cancelled => return None,
                LbfgsStep::NotFinite => break,
            }
        }
        Some(Self { params, objective, point, nodes: network.nodes.len() })
    }

    /// Probability that an attempt along each edge of a network of the same nodes succeeds (E).
    pub fn probabilities(&self, network: &Network) -> Vec<f64> {
        Shape { params: self.params, network }.logits(&self.point).into_iter().map(logistic).collect()
    }

    /// Latent vectors of the nodes as senders and as receivers (n × q each); `None` without latent vectors.
    pub fn latent(&self) -> Option<[ArrayView2<'_, f64>; 2]> {
        let size = self.nodes * self.params.q;
        let part = |at: usize| ArrayView2::from_shape((self.nodes, self.params.q), self.point.get(at..at + size)?).ok();
        self.params.link.has_vectors().then(|| Some([part(LEADING)?, part(LEADING + size)?])).flatten()
    }
}

/// Log-likelihood of attempts under the probabilities of the edges (E).
pub fn log_likelihood(probabilities: &[f64], attempts: &Attempts) -> f64 {
    let survival = |edge: usize| (-probabilities[edge]).ln_1p();
    let failed: f64 =
        attempts.failures.iter().enumerate().map(|(edge, count)| if *count > 0.0 { count * survival(edge) } else { 0.0 }).sum();
    let activated = |edges: &Vec<usize>| log_of_complement(-edges.iter().map(|&edge| survival(edge)).sum::<f64>());
    failed + attempts.successes.iter().map(activated).sum::<f64>()
}

impl Link {
    /// Whether the probabilities are functions of latent vectors.
    pub fn has_vectors(self) -> bool {
        matches!(self, Self::Gaussian | Self::InnerProduct)
    }
}

impl Shape<'_> {
    /// Random latent vectors, and the intercept at the share of the attempts that succeed.
    fn start(&self, attempts: &Attempts) -> Vec<f64> {
        let (DiffusionParams { link, q, seed, .. }, Network { nodes, edges, .. }) = (self.params, self.network);
        let succeeded = attempts.successes.len() as f64 + 0.5;
        let intercept = (succeeded / (attempts.failures.iter().sum::<f64>() + 0.5)).ln();
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut normal = |_| SPREAD * Distribution::<f64>::sample(&StandardNormal, &mut rng);
        let latent = match link {
            Link::Gaussian | Link::InnerProduct => (0..2 * nodes.len() * q).map(&mut normal).collect(),
            Link::Edges => vec![0.0; edges.len()],
            Link::Constant => Vec::new(),
        };
        [vec![intercept, 1.0], latent].concat()
    }

    /// Kernel value of each edge, or its own logit (E); nothing for the constant link.
    fn kernel(&self, latent: &[f64]) -> Vec<f64> {
        match self.params.link {
            Link::Gaussian | Link::InnerProduct => {
                self.network.edges.iter().map(|&edge| self.kernel_of(self.vectors(latent, edge))).collect()
            }
            Link::Edges => latent.to_vec(),
            Link::Constant => vec![0.0; self.network.edges.len()],
        }
    }

    fn kernel_of(&self, [x, y]: [&[f64]; 2]) -> f64 {
        let pairs = x.iter().zip(y);
        match self.params.link {
            Link::Gaussian => (-0.5 * pairs.map(|(x, y)| (x - y).powi(2)).sum::<f64>()).exp(),
            _ => pairs.map(|(x, y)| x * y).sum(),
        }
    }

    /// Latent vectors of an edge's sender and receiver.
    fn vectors<'a>(&self, latent: &'a [f64], [sender, receiver]: [usize; 2]) -> [&'a [f64]; 2] {
        let q = self.params.q;
        [sender, self.network.nodes.len() + receiver].map(|row| &latent[row * q..(row + 1) * q])
    }

    /// Logits of the edges' probabilities (E).
    fn logits(&self, point: &[f64]) -> Vec<f64> {
        let (&[a, b], latent) = point.split_first_chunk::<LEADING>().unwrap_or((&[0.0; LEADING], &[]));
        let weight = self.weight(b);
        self.kernel(latent).into_iter().map(|k| a + weight * k).collect()
    }

    /// Weight `b` of the kernel. Only the Gaussian kernel has a weight: the parameters of the other links have a free scale.
    fn weight(&self, b: f64) -> f64 {
        if self.params.link == Link::Gaussian { b } else { 1.0 }
    }

    /// Penalty less log-likelihood, with its gradient.
    fn objective(&self, point: &[f64], attempts: &Attempts) -> (f64, Vec<f64>) {
        let (&[a, b], latent) = point.split_first_chunk::<LEADING>().unwrap_or((&[0.0; LEADING], &[]));
        let (kernel, weight, rho) = (self.kernel(latent), self.weight(b), self.params.rho);
        let logits: Vec<f64> = kernel.iter().map(|k| a + weight * k).collect();
        let (mut value, by_logit) = loss(&logits, attempts);
        value += 0.5 * rho * latent.iter().map(|number| number * number).sum::<f64>();
        let mut gradient: Vec<f64> = [0.0; LEADING].into_iter().chain(latent.iter().map(|number| rho * number)).collect();
        gradient[0] = by_logit.iter().sum();
        let (leading, by_latent) = gradient.split_at_mut(LEADING);
        match self.params.link {
            Link::Constant => {}
            Link::Edges => by_latent.iter_mut().zip(&by_logit).for_each(|(own, by)| *own += by),
            Link::Gaussian | Link::InnerProduct => {
                let (q, n, gaussian) = (self.params.q, self.network.nodes.len(), self.params.link == Link::Gaussian);
                if gaussian {
                    value += 0.5 * rho * b * b;
                    leading[1] = by_logit.iter().zip(&kernel).map(|(by, k)| by * k).sum::<f64>() + rho * b;
                }
                for ((&[sender, receiver], by), k) in self.network.edges.iter().zip(&by_logit).zip(&kernel) {
                    let [x, y] = self.vectors(latent, [sender, receiver]);
                    let (rows, by) = ([sender * q, (n + receiver) * q], if gaussian { by * weight * k } else { *by });
                    for d in 0..q {
                        let [by_x, by_y] = if gaussian { [y[d] - x[d], x[d] - y[d]] } else { [y[d], x[d]] };
                        by_latent[rows[0] + d] += by * by_x;
                        by_latent[rows[1] + d] += by * by_y;
                    }
                }
            }
        }
        (value, gradient)
    }
}

/// Negative log-likelihood of attempts, with its derivative by the logit of each edge (E).
fn loss(logits: &[f64], attempts: &Attempts) -> (f64, Vec<f64>) {
    // softplus(s) = -ln(1 - p), p = logistic(s).
    let risks: Vec<f64> = logits.iter().map(|&logit| softplus(logit)).collect();
    let slopes: Vec<f64> = logits.iter().map(|&logit| logistic(logit)).collect();
    let mut value: f64 = risks.iter().zip(&attempts.failures).map(|(risk, count)| risk * count).sum();
    let mut by_risk = attempts.failures.clone();
    for edges in &attempts.successes {
        let risk: f64 = edges.iter().map(|&edge| risks[edge]).sum();
        value -= log_of_complement(risk);
        for &edge in edges {
            by_risk[edge] -= 1.0 / risk.exp_m1();
        }
    }
    (value, by_risk.iter().zip(&slopes).map(|(by, slope)| by * slope).collect())
}

fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

fn softplus(logit: f64) -> f64 {
    logit.max(0.0) + (-logit.abs()).exp().ln_1p()
}

/// `ln(1 - exp(-risk))` for a positive risk.
fn log_of_complement(risk: f64) -> f64 {
    if risk > std::f64::consts::LN_2 { (-(-risk).exp()).ln_1p() } else { (-(-risk).exp_m1()).ln() }
}
